// The end of a round, and of the game: sums count up, what was closed stays closed, confetti falls; each once on this phone. The pages say it all without.
import { confetti } from "./confetti.js";
import { tab } from "./storage.js";

const COUNTING = 900;

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const named = (what) => `${location.pathname} ${what}`;
const seen = (what) => tab.get(named(what)) !== null;
const note = (what) => tab.set(named(what), "1");
function once(what) {
  if (seen(what)) return false;
  note(what);
  return true;
}

const written = (points) => (points < 0 ? `\u2212${-points}` : String(points));

function countUp(moment) {
  const sums = [...moment.querySelectorAll("[data-from]")].map((at) => ({ at, from: Number(at.dataset.from), to: Number(at.dataset.to) }));
  const begun = performance.now();
  const step = (now) => {
    const done = Math.min(1, Math.max(0, (now - begun) / COUNTING)), eased = 1 - (1 - done) ** 3;
    for (const { at, from, to } of sums) at.textContent = written(Math.round(from + (to - from) * eased));
    if (done < 1 && moment.isConnected) requestAnimationFrame(step);
  };
  step(begun);
}

function celebrate() {
  const moment = document.querySelector("[data-moment]");
  if (moment && seen(moment.dataset.moment)) moment.remove();
  else if (moment && once(`${moment.dataset.moment} counted`) && !still()) countUp(moment);
  const over = document.querySelector("#table[data-over], #state[data-over]")?.dataset.over;
  if (over && once(`over ${over}`) && !still()) confetti();
}

document.addEventListener("click", (event) => {
  const onward = event.target.closest("[data-onward]");
  if (!onward || event.defaultPrevented) return;
  event.preventDefault();
  const moment = onward.closest("[data-moment]");
  note(moment.dataset.moment);
  moment.remove();
  document.getElementById("ask")?.focus({ preventScroll: true });
});

celebrate();
document.body.addEventListener("companion:change", celebrate);
