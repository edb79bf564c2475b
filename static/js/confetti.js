// Confetti, drawn on a canvas of its own that goes when all has fallen.
const FALLING = 2_600, PIECES = 80;
const COLORS = ["#c9342b", "#3a72d0", "#2e8b57", "#e08a1e", "#8d55bd", "#dca24a"];

export function confetti() {
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
