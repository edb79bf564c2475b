// Seats, scores, ledger, a circle's page and the names to pick from: when the table, or the circle, moves on, the watched part is fetched anew. Not under somebody's fingers.
import { attend, watchConnection } from "./connection.js";
import { within } from "./deadline.js";
import { localTimes } from "./local_times.js";
import { keepSoon } from "./offline.js";
import { mark } from "./presence.js";

const PATIENCE = 20_000; // as htmx has (htmx_config.html)

// What a control is in a fresh part, if it is there: one of that name.
const nameOf = (row) => row.className + (row.closest("[data-seat]")?.dataset.seat ?? "");
const keyOf = (one) => one.id || [one.href, one.form?.action, one.value, nameOf(one)].join();
const twin = (one, part) => {
  const same = [...part.querySelectorAll(one.tagName)].filter((other) => keyOf(other) === keyOf(one));
  return same.length === 1 ? same[0] : null;
};

// What only marks the place to go on from (it is not in the order of tabs) is no finger, nor is the focus that a thumb left
// behind, nor a key's on what is there afterwards, too.
function busy(part, fresh = part) {
  const held = part.querySelector(":focus-visible");
  return document.hidden || part.matches(":active") || (held?.tabIndex >= 0 && !(held.matches("a, button, summary") && twin(held, fresh)));
}

// A thumb may be on its way to what has another thing in its place by now.
const REACTION = 400; // ms
const controls = (part) => [...part.querySelectorAll("a, button, summary")].map((one) => ({ key: keyOf(one), box: one.getBoundingClientRect() }));
let before = [], replacedAt = -Infinity;
document.addEventListener("click", (event) => {
  const { clientX: x, clientY: y, detail, target, timeStamp } = event, control = target.closest("a, button, summary");
  if (!control || !detail || timeStamp - replacedAt > REACTION) return;
  const was = before.find(({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
  if (!was || was.key === keyOf(control)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

let waiting = 0;
function later(part) {
  clearTimeout(waiting); // one look is enough, however often the table moved on meanwhile
  waiting = setTimeout(look, 2_000, part);
}

// What is open stays open, what was typed stays typed, and what was the place to go on from still is.
const sitting = (part) => [...part.querySelectorAll("[data-joined=true]")];
function replace(part, fresh) {
  const open = [...part.querySelectorAll("details[open]")].map(nameOf);
  const focused = part.contains(document.activeElement) && document.activeElement, sat = sitting(part).map((row) => row.dataset.seat);
  for (const row of fresh.querySelectorAll("details")) row.open ||= open.includes(nameOf(row));
  for (const field of part.querySelectorAll("input:not([type=hidden])")) {
    const same = fresh.querySelector(`input[name="${CSS.escape(field.name)}"]`);
    if (same && field.value !== field.defaultValue) same.value = field.value;
  }
  before = controls(part);
  replacedAt = performance.now();
  part.replaceChildren(...fresh.childNodes);
  if (focused) twin(focused, part)?.focus({ preventScroll: true });
  document.getElementById("said")?.replaceChildren(...sitting(part).filter(({ dataset }) => !sat.includes(dataset.seat)).map((row) => `${row.dataset.seat}, ${row.querySelector(".joined").textContent}. `));
}

let looks = 0;
async function lookAgain(part, signal) {
  if (busy(part)) return later(part);
  const mine = ++looks;
  const answer = await fetch(part.dataset.look ? part.dataset.look + part.dataset.stamp : location.href, { signal });
  if (answer.status === 404) return location.replace(location.pathname); // deleted while this phone slept
  if (answer.redirected) return location.replace(answer.url); // put out of the circle: asked whether to join
  if (answer.status === 204) return; // all is as it is shown
  if (!answer.ok) throw new Error(answer.statusText);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(part.id);
  if (mine !== looks) return; // a later look has the newer answer
  if (!fresh || fresh.dataset.stamp === part.dataset.stamp) return;
  if (busy(part, fresh)) return later(part);
  part.dataset.stamp = fresh.dataset.stamp;
  replace(part, fresh);
  window.htmx?.process(part);
  localTimes(part);
  keepSoon();
  mark();
}
// Where no answer comes, the next beat, or look, asks again.
const look = (part) => lookAgain(part, within(PATIENCE)).catch(() => null);

let source = null;
function listen(part) {
  source?.close();
  source = attend(new EventSource(part.dataset.watch));
  source.addEventListener("look", (event) => { if (event.lastEventId !== part.dataset.stamp) look(part); });
}

// A table's page is told. One that has to do without a stream looks every so many seconds: a circle's, of which nothing is announced,
// and the names to pick from, where it must not be what keeps somebody from sitting down.
function watch(part) {
  if (part.dataset.watch) {
    listen(part);
    watchConnection((signal) => lookAgain(part, signal), () => listen(part), (stamp) => stamp !== part.dataset.stamp && !busy(part));
  } else {
    setInterval(() => { if (!document.hidden) look(part); }, 1_000 * part.dataset.every);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) look(part); });
    window.addEventListener("pageshow", (event) => { if (event.persisted) look(part); });
  }
}

const part = document.querySelector("[data-watch], [data-every]");
if (part) watch(part);
