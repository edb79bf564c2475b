// A page that lives. Its stream is the only writer: it brings the parts that changed, from one stamp to the next; a page that shows another
// stamp asks for itself anew. A part that is here already stays, and with it what is half told in it.
import { attend, watchConnection } from "./connection.js";

const { body } = document;
const live = document.getElementById("live")?.dataset;
// "companion:part": one was put in another's place; "companion:change": the page shows another stamp; "companion:own": whose phone it is.
export const tell = (name, detail) => body.dispatchEvent(new CustomEvent(`companion:${name}`, { detail }));

const numbers = (stamp) => stamp.split(".").map(Number);
export function newer(stamp, than) {
  const [a, b] = [numbers(stamp), numbers(than)];
  return a[0] !== b[0] ? a[0] > b[0] : a[1] > b[1];
}
export const shown = () => document.querySelector("[data-stamp]")?.dataset.stamp ?? "";
export const say = (...sentences) => document.getElementById("said")?.replaceChildren(sentences.filter(Boolean).join(". "));

// A control that has just appeared under a finger is not meant yet. Beside the table, where all stands in one column, it may have moved there.
const APPEARED = 300;
const appeared = new Map(); // parts, by when they came
function noteNew(part) {
  for (const [other, since] of appeared) if (performance.now() - since > APPEARED) appeared.delete(other);
  if (!part.hidden) appeared.set(document.getElementById("act") ? part : body, performance.now());
}
document.addEventListener("click", (event) => {
  const control = event.isTrusted && event.detail && event.target.closest("button, label, a, summary");
  if (!control || ![...appeared].some(([part, since]) => event.timeStamp - since < APPEARED && part.contains(control))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// Each part is put in the place of that of its id. One that differs in its inner parts alone is left, and they are put in theirs.
// An inner part that is as it was is not sent again, and moves along. What is open, chosen or typed stays so.
const inner = (part) => [...part.querySelectorAll("[data-part]")].filter((one) => one.parentElement.closest("[data-part]") === part);
const typed = (one) => !one.matches("details, [type=hidden], [type=checkbox], [type=radio]") && one.value !== one.defaultValue;
function put(fresh) {
  const old = document.getElementById(fresh.id);
  if (!old) return;
  const within = inner(fresh);
  if (old.dataset.part === fresh.dataset.part) return within.forEach(put);
  const begun = [old, ...old.querySelectorAll("details, input")].filter((one) => one.id && (one.open || one.checked || typed(one)));
  old.replaceWith(fresh);
  for (const place of fresh.querySelectorAll("[data-keep]")) place.replaceWith(old.querySelector(`#${CSS.escape(place.id)}`) ?? place);
  for (const { id, open, checked, value } of begun) Object.assign(document.getElementById(id) ?? {}, open ? { open } : checked ? { checked } : { value });
  window.htmx?.process(fresh);
  noteNew(fresh);
  tell("part", fresh);
}

// What was the place to go on from still is, or what is left of it; who has sat down is said. The table has more to do (table.js).
const sitting = () => [...document.querySelectorAll("[data-joined=true]")].map(({ dataset }) => dataset.seat);
let around = (change) => {
  const held = document.activeElement, part = held.closest("[data-part]")?.id, sat = sitting();
  change();
  if (!held.isConnected) (document.getElementById(held.id) ?? document.getElementById(part)?.querySelector("a, button, summary"))?.focus({ preventScroll: true });
  const joined = document.querySelector(".joined")?.textContent;
  say(...sitting().filter((seat) => !sat.includes(seat)).map((seat) => `${seat}, ${joined}`));
  tell("change", {});
};
export function changeBy(how) { around = how; }
const page = (markup) => new DOMParser().parseFromString(markup, "text/html");
const take = (parts) => around(() => [...parts].forEach(put));

// Whose phone this is: a seat may be given to another phone, and a right to this one.
function marked({ me, rights }) {
  if (rights === undefined) return;
  Object.assign(body.dataset, { me, rights });
  tell("own");
}

// The page as it is now, one question at a time.
let asking = null;
export function ask(signal) {
  const address = live.page ?? location.href;
  asking ??= fetch(live.every ? `${address}?shown=${shown()}` : address, { signal }).then(async (answer) => {
    if (answer.status === 404) return location.reload(); // deleted while this phone slept
    if (answer.redirected) return location.replace(answer.url); // it has a seat by now, or is out of the circle
    if (!answer.ok) throw new Error(answer.statusText);
    const fresh = page(await answer.text());
    marked(fresh.body.dataset);
    const root = fresh.querySelector("[data-part]"); // none where all is as it is shown
    if (root) take([root]);
  }).finally(() => { asking = null; });
  return asking;
}

let source = null;
function listen() {
  source?.close();
  source = attend(new EventSource(`${live.stream}${live.stream.includes("?") ? "&" : "?"}shown=${shown()}`));
  source.addEventListener("own", (event) => marked(JSON.parse(event.data)));
  source.addEventListener("parts", ({ data, lastEventId }) => {
    const [stamp, since = ""] = lastEventId.split(" ");
    if (!shown() || stamp === shown()) return; // a page was put in place of this one, without a connection
    if (since && since !== shown()) return ask().catch(() => null); // what fails asks again by itself
    take(page(data).body.children);
  });
}

// A circle's page is not told of anything: it looks every so many seconds.
function poll() {
  const look = () => document.hidden || ask().catch(() => null);
  setInterval(look, 1_000 * live.every);
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pageshow", ({ persisted }) => persisted && look());
}
const here = live && !("kept" in document.documentElement.dataset);
if (here && live.every) poll();
else if (here) {
  watchConnection(ask, listen, (stamp) => Boolean(stamp && shown()) && newer(stamp, shown()));
  listen();
}
