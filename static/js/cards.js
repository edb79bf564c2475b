// A trick told card by card: suits and ranks to tap, and the cards so far, each a field of the form.
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
  if (!part?.dataset.cards) return;
  const { order, suits, faces } = JSON.parse(part.dataset.cards), laid = [...part.querySelectorAll("[name=card]:not([list])")];
  const find = (query) => part.querySelector(query), done = laid.length >= order.length;
  const told = laid.map(({ value }) => faces.find(([name]) => name === value));
  const shown = suit ?? told[0]?.[1] ?? null;
  find("h2").innerHTML = order[laid.length] ?? "";
  find(".laid").replaceChildren(...told.map(([name, of, rank]) => element("li", { className: "on", title: name }, symbol(of, "small"), element("b", { textContent: rank }))));
  find("[data-card-back]").hidden = !laid.length;
  find("#record").parentElement.hidden = !done;
  find(".suits").hidden = find(".pad").hidden = done;
  find(".suits").replaceChildren(...suits.map(([name, , label]) => {
    const button = element("button", { type: "button", className: "tile", ariaLabel: label, ariaPressed: String(name === shown) }, symbol(name, ""));
    button.dataset.suit = name;
    return button;
  }));
  find(".pad").replaceChildren(...faces.filter(([, of]) => of === shown).map(([name, , rank, gone]) => {
    const used = gone || laid.some(({ value }) => value === name);
    const button = element("button", { type: "button", className: `button${used ? " dim" : ""}`, ariaLabel: `${suits.find(([of]) => of === shown)[1]} ${rank}`, textContent: rank });
    button.dataset.card = name;
    return button;
  }));
}
document.addEventListener("click", ({ target }) => {
  const part = target.closest("#cards"), { dataset = {} } = target.closest("button") ?? {};
  if (!part) return;
  if (dataset.suit) suit = dataset.suit;
  else if (dataset.card) {
    part.append(element("input", { type: "hidden", name: "card", value: dataset.card }));
    suit = null;
  } else if ("cardBack" in dataset) [...part.querySelectorAll("[name=card]:not([list])")].at(-1)?.remove();
  else return;
  draw();
});
draw();
for (const swapped of ["htmx:sseMessage", "htmx:afterOnLoad"]) document.body.addEventListener(swapped, () => { if (!pad()?.querySelector(".suits > *, #record:not([hidden])")) { suit = null; draw(); } });
