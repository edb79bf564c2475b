// Taps that were not meant. The second of two on one spot, right after the table has moved on to another act, was meant for
// the act before. So was one whose finger came down before, and one that comes sooner than a hand can follow the eye after
// another phone has moved the table on, where a control lay under the thumb before; one that has just appeared there was
// waited for. And a tap that was meant: where a control is only drawn anew under a finger, no browser tells of a click.
import { passing, showNotice } from "./notice.js";

const GUARDED = 700, SPOT = 40, REACTION = 400, UNCLICKED = 100;
const TAPPED = "#act button, #ask a, button[form=act], [data-onward]";
let tapped = null, movedAt = -Infinity, changedAt = -Infinity, under = [], pressed = null;
export const turn = () => document.getElementById("table")?.dataset.turn;
const inside = (event, box) => event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
const overtaken = (event, control) => event.timeStamp - movedAt < REACTION && under.some(({ id, box }) => (id && id === control.id) || inside(event, box));

export const label = (control) => control.getAttribute("aria-label") ?? control.textContent.trim();

// The table has moved on to another act; `lay`: the controls that a thumb may still be on its way to.
export function movedOn(lay) {
  movedAt = performance.now();
  under = lay;
}
// An entry more or less stands: what there is to undo is another one.
export function changed() {
  changedAt = performance.now();
}
export const controlsNow = () => [...document.querySelectorAll(TAPPED)].map((one) => ({ id: one.id, box: one.getBoundingClientRect() }));

function doubled(event, control) {
  if (overtaken(event, control)) return true;
  const near = tapped && ((control.id && tapped.id === control.id) || (event.detail && Math.hypot(event.clientX - tapped.x, event.clientY - tapped.y) < SPOT));
  const since = control.id === "undo" ? changedAt : tapped?.said ? Math.max(changedAt, movedAt) : movedAt;
  if (near && tapped.at < since && event.timeStamp - since < GUARDED) return true;
  tapped = { id: control.id, x: event.clientX, y: event.clientY, at: event.timeStamp, said: Boolean(control.closest("#notice")) };
  return false;
}

// A finger that came down before the table moved on, or on what is another control by now: another card in its place, say.
const another = (begun, control) => begun.turn !== turn() || label(begun.control) !== label(control);

// A notice goes with the tap on it, and the second of two lies on what was beneath.
function closing({ clientX, clientY, timeStamp }) {
  tapped = { id: "", x: clientX, y: clientY, at: timeStamp - 1, said: true };
  changed();
}

export function refuse() {
  showNotice("too-soon");
  passing();
}

document.addEventListener("click", (event) => {
  const control = event.target.closest(TAPPED), begun = event.detail ? pressed : null; // a key has no finger
  if (!control && event.isTrusted && event.target.closest("#notice button")) closing(event);
  if (!control || !event.isTrusted) return; // a script's has been looked at
  pressed = null;
  if (!control.closest("#notice")) document.querySelector("#notice [role=status]")?.remove();
  if (!(begun && another(begun, control)) && !doubled(event, control)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  refuse();
}, true);

document.addEventListener("pointerdown", (event) => {
  const control = event.isPrimary && !event.button && event.target.closest(TAPPED);
  pressed = control ? { control, turn: turn() } : null;
}, true);
document.addEventListener("pointercancel", () => { pressed = null; }, true); // the finger scrolls
document.addEventListener("pointerup", (event) => {
  const begun = pressed;
  if (begun && event.isPrimary && !begun.control.isConnected) setTimeout(() => { if (pressed === begun) unclicked(begun, event); }, UNCLICKED);
}, true);

// The finger went up, and the control on which it had come down was gone by then.
function unclicked(begun, event) {
  pressed = null;
  if (begun.turn !== turn()) return refuse();
  const now = document.elementFromPoint(event.clientX, event.clientY)?.closest(TAPPED);
  if (!now) return;
  if (now.id !== begun.control.id || another(begun, now) || doubled(event, now)) return refuse();
  now.click();
}
