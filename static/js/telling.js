// Taps quicker than answers. Each control is drawn with what had been told by then; a tap that comes while an earlier one is
// on its way waits for that, and is told on top of it, as a form without a script would send it.
const about = (control) => control.closest("[data-about]")?.dataset.about;
const turn = () => document.getElementById("table")?.dataset.turn;
const waiting = [];
let onItsWay = false;

/** Whether a request of htmx tells a part of a move. */
export const tells = (event) => onItsWay || Boolean(event.detail.elt?.matches?.("[data-tell]"));

document.body.addEventListener("htmx:confirm", (event) => {
  const control = event.detail.elt;
  if (!onItsWay || !control.matches("[data-tell]")) return;
  event.preventDefault();
  const { id, name, value } = control;
  waiting.push({ id, name, value, label: control.getAttribute("aria-label"), about: about(control), turn: turn() });
});

document.body.addEventListener("htmx:beforeSend", (event) => {
  if (!event.detail.elt.matches?.("[data-tell]")) return;
  onItsWay = true;
  event.detail.xhr.addEventListener("loadend", next);
});

function end() {
  waiting.length = 0;
  onItsWay = false;
}

// The control as it is drawn now knows what was told meanwhile; a card says by itself which it is, whatever suit is shown.
function meant(tap) {
  const now = document.getElementById(tap.id);
  if (!now?.matches("[data-tell]") || about(now) !== tap.about) return null;
  if (now.getAttribute("aria-label") !== tap.label) return tap.name === "card" ? tap.value : null;
  const done = now.matches(".dim") || (tap.value && now.getAttribute("aria-pressed") === "true");
  return done ? null : now.value;
}

function next() {
  const tap = waiting.shift();
  if (!tap || tap.turn !== turn()) return end(); // another question: the tap was not meant for that
  const value = meant(tap);
  if (value === null) return next();
  const told = new URLSearchParams(new FormData(document.getElementById("act")));
  for (const name of ["version", "csrf_token"]) told.delete(name);
  told.append(tap.name, value);
  const path = `${document.getElementById("live").dataset.act}?${told}`;
  htmx.ajax("GET", path, { target: "#table", swap: "outerHTML" }).then(next, end);
}
