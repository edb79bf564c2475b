// The end of a round, and of the game: sums count up, what was closed stays closed, confetti falls; each once on this phone. The pages say it all without.
import { tab } from "./storage.js";

const COUNTING = 900, FALLING = 2_600, PIECES = 80;
const COLORS = ["#c9342b", "#3a72d0", "#2e8b57", "#e08a1e", "#8d55bd", "#dca24a"];

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

function confetti() {
  const canvas = document.createElement("canvas");
  const sharp = Math.min(2, devicePixelRatio), wide = innerWidth, high = innerHeight;
  canvas.className = "confetti";
  canvas.setAttribute("aria-hidden", "true");
  Object.assign(canvas, { width: wide * sharp, height: high * sharp });
  document.body.append(canvas);
  const pen = canvas.getContext("2d");
  const pieces = Array.from({ length: PIECES }, (_, i) => ({
    x: Math.random() * wide, y: -Math.random() * high * 0.6, fall: high * (0.5 + 0.5 * Math.random()), sway: 12 + 26 * Math.random(),
    turn: 6 * Math.random(), size: Math.max(6, Math.min(wide, high) / 70) * (0.7 + 0.6 * Math.random()), color: COLORS[i % COLORS.length],
  }));
  const begun = performance.now();
  const draw = (now) => {
    const seconds = (now - begun) / 1_000, left = 1 - (now - begun) / FALLING;
    if (left <= 0) return canvas.remove();
    pen.setTransform(sharp, 0, 0, sharp, 0, 0);
    pen.clearRect(0, 0, wide, high);
    pen.globalAlpha = Math.min(1, Math.max(0, left * 2.5));
    for (const piece of pieces) {
      const turn = piece.turn + seconds * 3;
      pen.setTransform(sharp, 0, 0, sharp, sharp * (piece.x + Math.sin(turn) * piece.sway), sharp * (piece.y + piece.fall * seconds));
      pen.rotate(turn);
      pen.scale(1, Math.cos(turn * 1.7));
      pen.fillStyle = piece.color;
      pen.fillRect(-piece.size / 2, -piece.size / 4, piece.size, piece.size / 2);
    }
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}

function celebrate() {
  const moment = document.querySelector("[data-moment]");
  if (moment && seen(moment.dataset.moment)) moment.remove();
  else if (moment && once(`${moment.dataset.moment} counted`) && !still()) countUp(moment);
  const over = document.getElementById("table")?.dataset.over;
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
for (const swapped of ["htmx:sseMessage", "htmx:afterSwap"]) document.body.addEventListener(swapped, celebrate);
