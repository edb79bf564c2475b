// Cards told one by one, those of a trick or that lie face up: suits and ranks to tap, and the cards so far, each a field of the form.
const mark = () => document.getElementById("state").dataset.mark;
const pad = () => document.getElementById("cards");
const element = (tag, values, ...inside) => {
  const made = Object.assign(document.createElement(tag), values);
  made.append(...inside);
  return made;
};
const symbol = (suit, size) => document.createRange().createContextualFragment(`<svg class="token ${size}" aria-hidden="true"><use href="#token-${suit}"/></svg>`);
let suit = null;

function draw() {
  const part = pad();
  if (!part) return;
  const held = part.contains(document.activeElement) ? document.activeElement.dataset : null;
  const suits = JSON.parse(part.dataset.deck), order = JSON.parse(part.querySelector("[data-order]").dataset.order);
  const faces = suits.flatMap(([of, , , cards]) => cards.map(([name, rank, gone]) => [name, of, rank, gone]));
  const laid = [...part.querySelectorAll(":scope > [name=card]")];
  const find = (query) => part.querySelector(query), done = laid.length >= order.length - 1;
  const told = laid.map(({ value }) => faces.find(([name]) => name === value));
  const shown = suit ?? told[0]?.[1] ?? null;
  const [heading, hint] = order[done ? order.length - 1 : laid.length];
  find("h2").innerHTML = heading;
  find(".hint").textContent = hint ?? "";
  find(".laid").replaceChildren(...told.map(([name, of, rank]) => element("li", { className: "on", title: name }, symbol(of, "small"), element("b", { textContent: rank }))));
  find("[data-card-back]").hidden = !laid.length;
  find("#record").parentElement.hidden = !done;
  find(".suits").hidden = find(".pad").hidden = done;
  for (const one of part.querySelectorAll("[data-led]")) one.hidden = !done || one.dataset.led !== told[0][1];
  find(".suits").replaceChildren(...suits.map(([name, , label]) => {
    const button = element("button", { type: "button", className: "tile", ariaLabel: label, ariaPressed: String(name === shown) }, symbol(name, ""));
    button.dataset.suit = name;
    return button;
  }));
  find(".pad").replaceChildren(...faces.filter(([, of]) => of === shown).map(([name, , rank, gone]) => {
    const used = gone || laid.some(({ value }) => value === name);
    const button = element("button", { type: "button", className: `button${used ? " dim" : ""}`, ariaLabel: suits.find(([of]) => of === shown)[1].replace("{}", rank), textContent: rank });
    button.dataset.card = name;
    return button;
  }));
  // Who goes by keys goes on where they were.
  const near = () => find(`[data-card="${held.card}"]`) ?? find(`[data-suit="${held.suit}"]`) ?? find(".suits button");
  if (held && !part.contains(document.activeElement)) (done ? find("#record") : near())?.focus({ preventScroll: true });
}
document.addEventListener("click", ({ target }) => {
  const part = target.closest("#cards"), { dataset = {} } = target.closest("button") ?? {};
  if (!part) return;
  if (dataset.suit) suit = dataset.suit;
  else if (dataset.card) {
    const card = element("input", { type: "hidden", name: "card", value: dataset.card });
    card.dataset.mark = mark();
    part.append(card);
    suit = null;
  } else if ("cardBack" in dataset) [...part.querySelectorAll(":scope > [name=card]")].at(-1)?.remove();
  else return;
  draw();
});
draw();
document.body.addEventListener("companion:change", () => {
  for (const one of pad()?.querySelectorAll(":scope > [name=card]") ?? []) if (one.dataset.mark !== mark()) one.remove();
  draw();
});
