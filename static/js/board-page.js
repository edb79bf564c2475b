// What the board runs. It has no hands: when there is a rematch, it goes there once the podium has been seen.
import "./local_times.js";
import "./table.js";
import "./round_end.js";
import "./wake.js";

const SEEN = 10_000, AGAIN = 1_000;
let going = 0;
const next = () => document.querySelector("[data-next-board]");
function goSoon() {
  if (next()) going ||= setTimeout(leave, SEEN);
}
function leave() {
  const live = document.documentElement.dataset.live === "on";
  going = next() && !live ? setTimeout(leave, AGAIN) : 0;
  if (next() && live) location.assign(next().href + location.search);
}
goSoon();
document.body.addEventListener("companion:change", goSoon);
