// Tokens slide from where they lay to where they lie now. What moved is read off the counts, before and after.
const LONG = 420;

export function lay(root) {
  const places = new Map();
  for (const place of root?.querySelectorAll("[data-place]") ?? [])
    for (const held of place.querySelectorAll("[data-color]"))
      places.set(`${held.dataset.color} ${place.dataset.place}`, { count: Number(held.dataset.count), box: boxOf(held, place) });
  return places;
}

function boxOf(held, place) {
  const token = held.querySelector(".token:last-of-type") ?? held;
  const box = token.getBoundingClientRect();
  return box.width ? box : (place.querySelector(".held") ?? place).getBoundingClientRect();
}

export function slide(before, root) {
  if (root?.querySelector(".moment")) return; // the end of a round lies over the places
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const after = lay(root);
  const lost = [], won = [];
  for (const [key, now] of after) {
    const change = now.count - (before.get(key)?.count ?? now.count);
    const color = key.split(" ", 1)[0];
    for (let i = 0; i < Math.min(Math.abs(change), 6); i++)
      (change < 0 ? lost : won).push({ color, box: change < 0 ? before.get(key).box : now.box });
  }
  if (lost.length > 8) return; // a round ends: everything goes back, and no one follows thirty tokens
  for (const from of lost.filter(({ box }) => box.width)) {
    const at = won.findIndex((to) => to.color === from.color && to.box.width);
    if (at >= 0) fly(from, won.splice(at, 1)[0]);
  }
}

function fly(from, to) {
  const token = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#token-${from.color}`);
  token.append(use);
  token.setAttribute("class", "token flying");
  token.setAttribute("aria-hidden", "true");
  document.body.append(token);
  const at = (box) => `translate(${box.x + box.width / 2 - 14}px, ${box.y + box.height / 2 - 14}px)`;
  token.animate(
    [{ transform: `${at(from.box)} scale(1.1)` }, { transform: `${at(to.box)} scale(1)` }],
    { duration: LONG, easing: "cubic-bezier(.3, .7, .2, 1)" },
  ).finished.finally(() => token.remove());
}
