// Is the table live? Each event and each beat says so; silence, waking and coming online ask anew.
import { watchPresence } from "./presence.js";

const SILENCE = 40_000; // two heartbeats (BEAT_SECONDS) and a while
// A stream that was refused is asked for again this often, and not by all phones at the same moment.
const REFUSED = 2_000;
let last = Date.now();
let waiting = 0;
let renew = () => {};

export function say(state) {
  const root = document.documentElement;
  const told = { lost: "lost", on: root.dataset.live === "lost" ? "back" : "" }[state];
  if (root.dataset.live === state) return;
  root.dataset.live = state;
  document.dispatchEvent(new CustomEvent("companion:live", { detail: state }));
  const words = document.getElementById("live")?.dataset[told];
  if (words) document.getElementById("said")?.replaceChildren(words);
}

function replaceSource(live) {
  // A fresh element makes a fresh connection. Of the one that goes the extension is told, as if htmx took it away: else it
  // closes its connection with the next change only, and a browser has six for all that it asks of a server.
  const again = live.cloneNode(true), base = document.getElementById("table").dataset.base;
  if (base) again.setAttribute("sse-connect", again.getAttribute("sse-connect").replace(/base=.*/, `base=${base}`));
  htmx.trigger(live, "htmx:beforeCleanupElement");
  live.removeAttribute("sse-connect"); // where it was refused, it is not to be tried again
  live.replaceWith(again);
  htmx.process(again);
  return again;
}

export function reconnectAfter(wait) {
  setTimeout(() => renew(), wait);
}

// The browser itself tries again only where a connection broke off, not where the answer was a refusal.
function refused() {
  waiting ||= setTimeout(() => { waiting = 0; renew(); }, REFUSED * (0.5 + Math.random()));
}

// A table that was deleted says so and ends its stream: its page, loaded again, tells where it went.
export function leaveWhenGone(source) {
  source?.addEventListener("gone", () => location.reload());
}

export function watchConnection(element, catchUp, behind = () => false) {
  let live = element;
  let busy = false;
  const heard = () => { last = Date.now(); say("on"); };
  // A beat names the latest event: who does not show that has missed it, however that came about.
  const beat = (event) => { heard(); if (behind(event.data)) renew(); };
  const listen = (source) => {
    source?.addEventListener("beat", beat);
    watchPresence(source);
    leaveWhenGone(source);
  };

  renew = async () => {
    if (busy || document.hidden || "kept" in document.documentElement.dataset) return; // a copy is loaded anew as a whole
    busy = true;
    try {
      await catchUp();
      live = replaceSource(live);
    } catch {
      say("lost");
    } finally {
      busy = false;
    }
  };

  document.body.addEventListener("htmx:sseOpen", (event) => { heard(); listen(event.detail.source); });
  document.body.addEventListener("htmx:sseMessage", heard);
  document.body.addEventListener("htmx:sseBeforeMessage", heard);
  document.body.addEventListener("htmx:sseError", (event) => {
    say("lost");
    if (event.detail.source?.readyState === EventSource.CLOSED) refused();
  });
  window.addEventListener("offline", () => say("lost"));
  window.addEventListener("online", () => renew());
  window.addEventListener("pageshow", (event) => { if (event.persisted) renew(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) renew(); });
  setInterval(() => { if (Date.now() - last > SILENCE) { say("lost"); last = Date.now(); renew(); } }, 5_000);
}
