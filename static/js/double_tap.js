// Taps that were not meant. The second of two on one spot, right after the table has moved on to another act, was meant for
// the act before. So was one that comes sooner than a hand can follow the eye after another phone has moved the table on,
// where a control lay under the thumb before; one that has just appeared there was waited for.
import { passing, quiet } from "./notice.js";

const GUARDED = 700, SPOT = 40, REACTION = 400, TAPPED = "#act button, button[form=act], [data-onward]";
let tapped = null, movedAt = -Infinity, under = [];
const inside = (event, box) => event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
const overtaken = (event, control) => event.timeStamp - movedAt < REACTION && under.some(({ id, box }) => (id && id === control.id) || inside(event, box));

// The table has moved on to another act; `lay`: the controls that a thumb may still be on its way to.
export function movedOn(lay) {
  movedAt = performance.now();
  under = lay;
}
export const controlsNow = () => [...document.querySelectorAll(TAPPED)].map((one) => ({ id: one.id, box: one.getBoundingClientRect() }));

function doubled(event, control) {
  if (overtaken(event, control)) return true;
  const near = tapped && ((control.id && tapped.id === control.id) || Math.hypot(event.clientX - tapped.x, event.clientY - tapped.y) < SPOT);
  if (near && tapped.at < movedAt && event.timeStamp - movedAt < GUARDED) return true;
  tapped = { id: control.id, x: event.clientX, y: event.clientY, at: event.timeStamp };
  return false;
}

document.addEventListener("click", (event) => {
  const control = event.target.closest(TAPPED);
  if (!control) return;
  quiet()?.remove();
  if (!doubled(event, control)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  document.getElementById("notice").replaceChildren(document.getElementById("too-soon").content.cloneNode(true));
  passing();
}, true);
