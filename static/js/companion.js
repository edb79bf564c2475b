// What every page does: times in the phone's own clock; and pages that tell of a table keep up with it.
import { say } from "./connection.js";
import { keepSoon } from "./offline.js";
import { mark, watchPresence } from "./presence.js";

export function localTimes(root = document) {
  for (const time of root.querySelectorAll('time[datetime*="T"]')) { // a day alone is the same everywhere
    const at = new Date(time.dateTime);
    const today = at.toDateString() === new Date().toDateString();
    time.textContent = at.toLocaleString(document.documentElement.lang,
      "day" in time.dataset ? { dateStyle: "medium" } : today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
  }
}

// Seats, scores, ledger and a circle's page: when the table, or the circle, moves on, the watched part is fetched anew. Not under somebody's fingers.
// What only marks the place to go on from (it is not in the order of tabs) is no finger.
const held = (part) => part.contains(document.activeElement) && document.activeElement.tabIndex >= 0;
const busy = (part) => document.hidden || part.querySelector("details[open]") || held(part);

let waiting = 0;
function later(part) {
  clearTimeout(waiting); // one look is enough, however often the table moved on meanwhile
  waiting = setTimeout(lookAgain, 2_000, part);
}

let looks = 0;
async function lookAgain(part) {
  if (busy(part)) return later(part);
  const look = ++looks;
  const answer = await fetch(part.dataset.look ? part.dataset.look + part.dataset.stamp : location.href).catch(() => null);
  if (answer?.status === 404) return location.reload(); // deleted while this phone slept
  if (!answer?.ok || answer.status === 204) return; // 204: all is as it is shown
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(part.id);
  if (look !== looks) return; // a later look has the newer answer
  if (!fresh || fresh.dataset.stamp === part.dataset.stamp) return;
  if (busy(part)) return later(part);
  part.dataset.stamp = fresh.dataset.stamp;
  part.replaceChildren(...fresh.childNodes);
  window.htmx?.process(part);
  localTimes(part);
  keepSoon();
  mark();
}

function listen(part) {
  const source = new EventSource(part.dataset.watch);
  watchPresence(source);
  for (const told of ["table", "parts"])
    source.addEventListener(told, (event) => { if (event.lastEventId !== part.dataset.stamp) lookAgain(part); });
  // A beat names the latest event: who does not show that has missed it, or got no answer.
  source.addEventListener("beat", (event) => { if (event.data !== part.dataset.stamp) lookAgain(part); });
  source.addEventListener("open", () => say("on"));
  // The browser itself tries again only where a connection broke off, not where the answer was a refusal.
  source.addEventListener("error", () => {
    say("lost");
    if (source.readyState === EventSource.CLOSED) setTimeout(listenAgain, 1_000 + 2_000 * Math.random(), part);
  });
}

function listenAgain(part) {
  lookAgain(part);
  listen(part);
}

// A table's page is told; a circle's looks every so many seconds, since nothing of a circle is announced.
function watch(part) {
  if (part.dataset.watch) listen(part);
  else setInterval(() => { if (!document.hidden) lookAgain(part); }, 1_000 * part.dataset.every);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) lookAgain(part); });
}

// A browser shares only from a secure address, and not every one can.
const share = document.querySelector("[data-share]");
if (share && window.isSecureContext && navigator.share) {
  share.hidden = false;
  share.addEventListener("click", () => navigator.share({ url: share.dataset.share }).catch(() => null));
}

// The result as a picture; without a script the link leads to the same picture.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-picture]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  import("./picture.js").then(({ share: give }) => give(link)).catch(() => { location.href = link.href; });
});

// Where a browser would install the app, the home page offers it.
const install = document.getElementById("install");
window.addEventListener("beforeinstallprompt", (event) => {
  if (!install) return;
  event.preventDefault();
  install.hidden = false;
  install.firstElementChild.addEventListener("click", () => { install.hidden = true; event.prompt(); }, { once: true });
});

// Who opens a table finds the names as typed, too, where it is asked which one is theirs.
document.addEventListener("input", ({ target }) => {
  const which = [...document.querySelectorAll("input[name=name]")].indexOf(target);
  const shown = which < 0 ? null : document.querySelector(`[name=me][value="${which}"] + .name`);
  if (shown) shown.textContent = target.value.trim() || target.placeholder;
});

localTimes();
for (const swapped of ["htmx:sseMessage", "htmx:afterSettle"]) document.body.addEventListener(swapped, () => localTimes());
const part = document.querySelector("[data-watch], [data-every]");
if (part) watch(part);
