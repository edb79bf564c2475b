// Taps. One is answered by 204 and shown by the stream; the next one waits until it is. A tap for an act that is over says so; one that no
// answer came to is kept, and offered again (resend: below).
import { reconnectAfter } from "./connection.js";
import { within } from "./deadline.js";
import { ask, newer, shown } from "./live.js";
import { focusQuestion, notice, passing, showNotice } from "./notice.js";
import { tab } from "./storage.js";
import { table } from "./table.js";
import { answered } from "./waiting_for_answer.js";

const SHOWN = 500;
const act = () => document.getElementById("act");
const label = (control) => control.getAttribute("aria-label") ?? control.textContent.trim();
const same = (control) => [...document.querySelectorAll("#act button, button[form=act]")].find((one) => one.offsetParent && one.id === control.id && one.name === control.name && one.value === control.value);

// One tap at a time: from its sending until the stream has brought what it entered.
let sending = false, awaited = "", late = 0;
const waiting = [];
const busy = () => sending || awaited !== "";

document.body.addEventListener("htmx:confirm", (event) => {
  const { elt, triggeringEvent } = event.detail;
  if (elt.id !== "act" || !busy()) return;
  event.preventDefault();
  if (triggeringEvent?.submitter) waiting.push(triggeringEvent.submitter);
});
document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb !== "post") return;
  sending = true;
  if (!notice().contains(event.target)) notice().replaceChildren(); // htmx tells no more of a form that is gone
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  const { xhr, requestConfig } = event.detail;
  if (requestConfig.verb !== "post") return;
  sending = false;
  const stamp = xhr.getResponseHeader?.("Companion-Stamp") ?? "";
  if (stamp) drop();
  if (stamp && newer(stamp, shown())) {
    awaited = stamp;
    late = setTimeout(() => ask().catch(() => null).finally(brought), SHOWN);
  }
  if (xhr.status === 204) {
    if (requestConfig.formData.get("for") === document.getElementById("state").dataset.mark) letGo(requestConfig.triggeringEvent?.submitter);
    const held = notice().contains(document.activeElement);
    notice().replaceChildren();
    if (held) focusQuestion();
  }
  if (!xhr.status || xhr.status >= 400) waiting.length = 0; // what came after it was meant for another table
  if (notice().querySelector("[role=status]")) passing();
  if (notice().querySelector(".because-of")) queueMicrotask(focusQuestion);
  settle();
});
// What was entered may end no act (a cut, spilled dice): what had to be chosen to come to its control is chosen no more.
function letGo(control) {
  const part = document.getElementById(control?.closest("[data-part]")?.id);
  if (!part?.querySelector("input:not(.lasts):checked")) return;
  for (const one of part.querySelectorAll("input:not(.lasts)")) one.checked = one.defaultChecked;
  part.dispatchEvent(new Event("change", { bubbles: true }));
}
function brought() {
  awaited = "";
  clearTimeout(late);
  settle();
}
// What was tapped meanwhile is tapped on what is shown now, if it is still there.
function settle() {
  if (busy()) return;
  answered();
  const tapped = waiting.shift();
  if (!tapped) return;
  const now = same(tapped);
  if (now) now.click();
  else movedOn();
}
document.body.addEventListener("companion:change", ({ detail }) => {
  notice().querySelector("[data-rule]")?.remove(); // what was refused was meant for an older table
  if (detail.overtaken && !busy()) movedOn(); // what was half told here is over: what was recorded instead
  if (awaited && !newer(awaited, shown())) brought();
  offer();
});

// What is said quietly lies over the table until the next tap, also where that only chooses something.
document.addEventListener("change", ({ target }) => { if (target.closest("#act")) notice().querySelector("[role=status]")?.remove(); });

function movedOn() {
  showNotice("moved-on");
  const said = notice().querySelector("p");
  if (said) said.textContent = document.getElementById("last").textContent;
  passing();
}

// A finger that came down on a control that is gone.
let pressed = null;
document.addEventListener("click", () => { pressed = null; }, true);
document.addEventListener("pointerdown", (event) => { pressed = (event.isPrimary && event.target.closest("#act button")) || null; }, true);
document.addEventListener("pointercancel", () => { pressed = null; }, true); // the finger scrolls
document.addEventListener("pointerup", () => {
  const gone = pressed;
  if (!gone || gone.isConnected) return;
  pressed = null;
  const now = same(gone);
  if (now) now.click();
  else movedOn();
}, true);

// A tap that no answer came to: kept in the tab, for a page that comes back is loaded anew, and sent as it was, the same request, which counts
// once however often it comes. Where the table has moved on it is only asked whether it had been entered.
const STORE = "unsent";
const kept = () => {
  const tap = JSON.parse(tab.get(STORE));
  return tap?.path === act()?.getAttribute("hx-post") ? tap : null;
};
const drop = () => tab.drop(STORE);

function failed(event) {
  const { verb, path, formData, triggeringEvent } = event.detail.requestConfig ?? {};
  if (verb === "post") {
    sending = false;
    const control = triggeringEvent?.submitter;
    tab.set(STORE, JSON.stringify({ path, name: control ? label(control) : "", fields: [...formData], version: formData.get("version") }));
    showNotice("unsent");
    waiting.length = 0;
    settle();
  }
  reconnectAfter(1_000);
}
// A proxy that reaches no server answers in its stead (htmx_config.html names its answers): nothing of that is shown.
for (const how of ["htmx:sendError", "htmx:timeout"]) document.body.addEventListener(how, failed);
document.body.addEventListener("htmx:responseError", (event) => { if ([502, 504].includes(event.detail.xhr.status)) failed(event); });

function again() {
  const { path, fields } = kept(), values = new FormData();
  for (const [field, value] of fields) values.append(field, value);
  drop();
  htmx.ajax("POST", path, { values, source: ".at-table", swap: "none" }).catch(() => null); // `failed` has said it
}
async function wasEntered(tap) {
  drop();
  const body = new URLSearchParams([...tap.fields, ["repeat", "1"]]);
  const answer = await fetch(tap.path, { method: "POST", body, headers: { "HX-Request": "true" }, signal: within(htmx.config.timeout) }).catch(() => null);
  if (!answer || answer.status >= 500) {
    if (!kept()) tab.set(STORE, JSON.stringify(tap));
    return reconnectAfter(2_000);
  }
  if (!answer.ok) return showNotice("unsent-late");
  notice().querySelector(".unsent")?.remove(); // the table shows what it entered
}
function offer() {
  const tap = kept(), root = document.documentElement;
  if (!tap || sending || root.dataset.live !== "on" || "kept" in root.dataset) return;
  if (table().dataset.version !== tap.version) return wasEntered(tap);
  if (notice().querySelector("[data-again]")) return;
  showNotice("unsent-again");
  notice().querySelector("[data-tap]").textContent = tap.name;
  notice().querySelector("[data-again]").addEventListener("click", again);
}
document.addEventListener("companion:live", offer);
document.addEventListener("click", (event) => { if (event.target.closest("#notice .unsent [data-close]")) drop(); });
