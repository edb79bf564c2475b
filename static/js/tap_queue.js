// Taps quicker than answers. Each control is drawn with what had been told and entered by then; a tap that comes while an
// earlier one is on its way waits for its answer, and is made on what is drawn then, as a form without a script would send it.
import { refuse, turn } from "./double_tap.js";
import { answered } from "./waiting_for_answer.js";

const TELLS = "[data-tell]";
const about = (control) => control.closest("[data-about]")?.dataset.about;
const act = () => document.getElementById("act");
export const version = () => act()?.elements.version?.value;
const waiting = [];
let telling = 0, entering = null; // tells on their way; an entry on its way, by the version that it was made at
const drawnAs = new Map(); // what a tap has pressed or released, as it was drawn

/** Whether a request of htmx tells a part of a move. */
export const tells = (event) => telling > 0 || Boolean(event.detail.elt?.matches?.(TELLS));

/** Whether this is a control that tells a part of a move, or what tells for one that has waited. */
export const isTell = (one) => one.id === "said" || Boolean(one.matches?.(TELLS));

/** What is told again is on its way until this has settled. */
export function toldAgain(promise) {
  telling += 1;
  promise.finally(told);
}

// The tap is seen at once, before the server has answered. What no answer draws anew is as it was drawn.
document.body.addEventListener("click", (event) => {
  const told = event.target.closest(TELLS);
  if (!told) return;
  const on = told.getAttribute("aria-pressed") !== "true";
  for (const one of document.querySelectorAll(`${TELLS}[name="${told.name}"]`)) {
    if (!drawnAs.has(one)) drawnAs.set(one, one.getAttribute("aria-pressed"));
    one.setAttribute("aria-pressed", String(one === told && on));
  }
});
// A suit that is shown already, and its cards not yet: a card that is tapped now is meant to be of that suit.
const suit = (pressed) => [...document.querySelectorAll(`${TELLS}[name=suit]`)].find((one) => pressed(one) === "true")?.id;
const shownSuit = () => suit((one) => one.getAttribute("aria-pressed"));
const drawnSuit = () => suit((one) => drawnAs.get(one) ?? one.getAttribute("aria-pressed"));
function asDrawn() {
  for (const [one, pressed] of drawnAs) pressed === null ? one.removeAttribute("aria-pressed") : one.setAttribute("aria-pressed", pressed);
  drawnAs.clear();
  answered();
}

document.body.addEventListener("htmx:confirm", (event) => {
  const { elt, triggeringEvent } = event.detail;
  const enters = elt.id === "act", control = enters ? triggeringEvent?.submitter : elt;
  if (!control || !(enters || elt.matches(TELLS))) return;
  // Where a push was quicker than the answer to an entry, what is drawn already is what a tap tells of.
  if (!telling && (entering === null || (!enters && entering !== version()))) return;
  event.preventDefault();
  const { id, name, value } = control, of = name === "card" && shownSuit() !== drawnSuit() ? shownSuit() : null;
  waiting.push({ event: triggeringEvent, enters, id, name, value, label: control.getAttribute("aria-label"), about: about(control), turn: turn(), version: version(), of, late: enters || of || entering !== null });
});

document.body.addEventListener("htmx:beforeSend", (event) => {
  const { elt, xhr } = event.detail;
  if (elt.id === "act") {
    entering = version();
    xhr.addEventListener("loadend", () => {
      entering = null;
      if (!came(xhr)) waiting.length = 0; // nothing was entered, it says; what came after it was meant for another table
      settled();
    });
  } else if (isTell(elt)) {
    telling += 1;
    xhr.addEventListener("loadend", () => (came(xhr) ? told() : lost()));
  }
});

const came = (xhr) => xhr.status >= 200 && xhr.status < 300;

function settled() {
  if (telling || entering !== null) return;
  asDrawn();
  next();
}
function told() {
  telling -= 1;
  settled();
}
function lost() {
  telling -= 1;
  end(); // without it an entry would be another one
}

function end() {
  asDrawn();
  // What was to be entered and is not is said, and what came after an entry; else the page shows what it asks for by now.
  if (waiting.splice(0).some((tap) => tap.late)) refuse();
}

// The control as it is drawn now knows what was told meanwhile; a card says by itself which it is, whatever suit is shown.
// Undefined: it was told already; null: it is not asked for any more.
function meant(tap) {
  const now = document.getElementById(tap.id);
  if (!now?.matches(TELLS) || about(now) !== tap.about) return null;
  if (tap.of) return tap.of === shownSuit() && !now.matches(".dim") ? now.value : null;
  if (now.getAttribute("aria-label") !== tap.label) return tap.name === "card" ? tap.value : null;
  const done = now.matches(".dim") || (tap.value && now.getAttribute("aria-pressed") === "true");
  return done ? undefined : now.value;
}

function next() {
  const tap = waiting[0];
  if (!tap || tap.turn !== turn()) return end(); // another question: the tap was not meant for that
  if (tap.enters) return enter(tap);
  const value = meant(tap);
  if (value === null && tap.late) return end();
  waiting.shift();
  if ((value ?? null) === null) return next();
  const query = new URLSearchParams(new FormData(act()));
  for (const name of ["version", "csrf_token"]) query.delete(name);
  query.append(tap.name, value);
  const path = `${document.getElementById("live").dataset.act}?${query}`;
  htmx.ajax("GET", path, { event: tap.event, source: "#said", target: "#table", swap: "outerHTML" }).catch(() => null); // not behind what the page asks for
}

// Entered with what was told meanwhile. After another entry it is the same tap only where it says the same; an undo never is.
function enter(tap) {
  const drawn = [...document.querySelectorAll("#act button, button[form=act]")];
  const now = drawn.find((one) => (tap.id ? one.id === tap.id : one.name === tap.name && one.value === tap.value));
  if (!now || (tap.version !== version() && (now.value !== tap.value || now.id === "undo"))) return end();
  waiting.shift();
  now.click();
}
