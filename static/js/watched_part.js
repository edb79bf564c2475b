// Seats, scores, ledger and a circle's page: when the table, or the circle, moves on, the watched part is fetched anew. Not under somebody's fingers.
import { leaveWhenGone, say } from "./connection.js";
import { localTimes } from "./local_times.js";
import { keepSoon } from "./offline.js";
import { mark, watchPresence } from "./presence.js";

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
  leaveWhenGone(source);
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

const part = document.querySelector("[data-watch], [data-every]");
if (part) watch(part);
