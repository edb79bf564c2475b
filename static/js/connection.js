// Is the page live? Each event and each beat says so; silence, waking and coming online ask anew.
import { watchPresence } from "./presence.js";

const SILENCE = 40_000; // two heartbeats (BEAT_SECONDS) and a while
const OPENING = 10_000; // a stream that has not begun by then is on a connection that died
// So is a question that is not answered soon; a browser may have kept that many such connections. Then an answer is only slow.
const ANSWER = 3_500, DEAD = 6, SLOW = 20_000;
// A stream that was refused is asked for again this often, and not by all phones at the same moment.
const REFUSED = 2_000;
let last = Date.now(), patience = OPENING;
let waiting = 0, offline = false;
let renew = () => {}, behind = () => false;

function say(state) {
  const root = document.documentElement;
  const told = { lost: "lost", on: root.dataset.live === "lost" ? "back" : "" }[state], known = document.getElementById("live")?.dataset ?? {};
  if (root.dataset.live === state || (state === "lost" && "calm" in known)) return; // whoever sits down needs no stream for it
  root.dataset.live = state;
  document.dispatchEvent(new CustomEvent("companion:live", { detail: state }));
  const words = known[told];
  if (words) document.getElementById("said")?.replaceChildren(words);
}

export function reconnectAfter(wait) {
  clearTimeout(waiting);
  waiting = setTimeout(() => renew(), wait);
}
const tryAgain = () => reconnectAfter(REFUSED * (0.5 + Math.random()));

// What is still heard on its way says nothing of a network that has gone.
function heard() {
  last = Date.now();
  patience = SILENCE;
  if (!offline) say("on");
}

/** A stream that tells whether the page is live. */
export function attend(source) {
  last = Date.now();
  patience = OPENING;
  offline = false; // a laptop that serves itself is answered without a network
  for (const told of ["open", "parts", "beat", "own", "presence"]) source.addEventListener(told, heard);
  // A beat names the latest event: who does not show that has missed it, however that came about.
  source.addEventListener("beat", (event) => { if (behind(event.data)) renew(); });
  // The browser itself tries again only where a connection broke off, not where the answer was a refusal.
  source.addEventListener("error", () => {
    offline = false; // the next word comes on another connection
    say("lost");
    if (source.readyState === EventSource.CLOSED) tryAgain();
  });
  // A table that was deleted says so and ends its stream: its page, loaded again, tells where it went.
  source.addEventListener("gone", () => location.reload());
  watchPresence(source);
  return source;
}

/** `catchUp` asks for what the page shows, until its signal; `listen` replaces the stream; is the page `missing` this event? */
export function watchConnection(catchUp, listen, missing) {
  let asked = null, unanswered = 0;
  behind = missing;

  renew = async () => {
    if (asked || document.hidden || "kept" in document.documentElement.dataset) return; // a copy is loaded anew as a whole
    const { signal } = asked = new AbortController(), begun = Date.now();
    const late = setTimeout(() => { unanswered += 1; say("lost"); asked.abort(); }, unanswered < DEAD ? ANSWER : SLOW);
    try {
      await catchUp(signal);
      listen();
      if (Date.now() - begun < ANSWER) unanswered = 0;
    } catch {
      if (signal.aborted) return reconnectAfter(0);
      say("lost");
      tryAgain();
    } finally {
      clearTimeout(late);
      asked = null;
    }
  };
  // What is on its way may be on a connection of before.
  const anew = () => asked ? asked.abort() : renew();

  window.addEventListener("offline", () => { offline = true; say("lost"); anew(); });
  window.addEventListener("online", () => { offline = false; anew(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) anew(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) anew(); });
  setInterval(() => { if (Date.now() - last > patience) { say("lost"); last = Date.now(); renew(); } }, 5_000);
}
