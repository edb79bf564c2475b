// A tap that no answer came to says so, and is offered again when the connection is back. It is sent as it was: the
// same request, which counts once however often it comes. Where the table has moved on its moment is over: then it is only
// asked whether it had been entered, and its answer alone was lost. What only tells a part of a move had nothing to enter.
import { reconnectAfter } from "./connection.js";
import { within } from "./deadline.js";
import { label } from "./double_tap.js";
import { notice, showNotice } from "./notice.js";
import { tab } from "./storage.js";
import { isTell, version } from "./tap_queue.js";

// In the tab's own storage, for a page that comes back is loaded anew.
const STORE = "unsent";
const table = () => document.getElementById("act")?.getAttribute("hx-post");
const kept = () => {
  const tap = JSON.parse(tab.get(STORE));
  return tap?.table === table() ? tap : null;
};
const keep = (tap) => tab.set(STORE, JSON.stringify(tap));
const drop = () => tab.drop(STORE);
let lastName = "";

const isTap = ({ verb, elt } = {}) => verb === "post" || (verb === "get" && isTell(elt));

function failed(event) {
  if (isTap(event.detail.requestConfig)) {
    const { verb, path, formData, triggeringEvent } = event.detail.requestConfig;
    const control = triggeringEvent?.submitter ?? triggeringEvent?.target.closest("button");
    const name = control ? label(control) : lastName;
    keep({ table: table(), name, verb, path, fields: [...formData], version: formData.get("version") ?? version() });
    showNotice("unsent");
  }
  reconnectAfter(1_000);
}
// A proxy that reaches no server answers in its stead (htmx_config.html names its answers): nothing of that is shown.
for (const how of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) document.body.addEventListener(how, failed);

function again() {
  const { name, verb, path, fields } = kept();
  const values = new FormData();
  for (const [field, value] of fields) values.append(field, value);
  lastName = name;
  drop();
  notice().replaceChildren();
  htmx.ajax(verb, path, { values, source: verb === "post" ? ".at-table" : "#said", target: "#table", swap: "outerHTML" }).catch(() => null); // `failed` has said it
}

async function ask(tap) {
  drop();
  if (tap.verb !== "post") return showNotice("unsent-late");
  const body = new URLSearchParams([...tap.fields, ["repeat", "1"]]);
  const sent = { method: "POST", body, headers: { "HX-Request": "true" }, signal: within(htmx.config.timeout) };
  const answer = await fetch(tap.path, sent).catch(() => null);
  if (!answer || answer.status >= 500) {
    if (!kept()) keep(tap);
    return reconnectAfter(2_000);
  }
  if (!answer.ok) return showNotice("unsent-late");
  notice().querySelector(".unsent")?.remove(); // the table shows what it entered
}

// What the phone shows now decides; a push may still be on its way, and then decides anew.
function offer() {
  const tap = kept(), root = document.documentElement;
  if (!tap || root.dataset.live !== "on" || "kept" in root.dataset) return;
  if (version() !== tap.version) return ask(tap);
  if (notice().querySelector("[data-again]")) return;
  showNotice("unsent-again");
  notice().querySelector("[data-tap]").textContent = tap.name;
  notice().querySelector("[data-again]").addEventListener("click", again);
}

document.addEventListener("companion:live", offer);
for (const swapped of ["htmx:sseMessage", "htmx:afterSwap"]) document.body.addEventListener(swapped, offer);
// Any other tap that arrives takes its place, and whoever closes the offer does not want it.
document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (!isTap(event.detail.requestConfig) || !event.detail.shouldSwap) return;
  drop();
  notice().querySelector(".unsent")?.remove();
});
document.addEventListener("click", (event) => { if (event.target.closest("#notice .unsent [data-close]")) drop(); });
