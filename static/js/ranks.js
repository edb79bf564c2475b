// A reveal told rank by rank: each tap lays a card, which is a field of the form, where the next "?" is; "Back" takes the last one away.
const element = (className, markup) => Object.assign(document.createElement("li"), { className, innerHTML: markup });

document.addEventListener("click", ({ target }) => {
  const button = target.closest("#ranks [type=button]"), pad = button?.closest("#ranks");
  if (!pad) return;
  const list = pad.querySelector(".laid"), asks = JSON.parse(pad.dataset.asks), { rank } = button.dataset;
  const laid = [...list.querySelectorAll(".on")], next = list.querySelector(".next");
  if (rank) {
    const card = element("on", `<b>${rank}</b><input type="hidden" name="card" value="${rank}">`);
    if (next) next.replaceWith(card);
    else list.append(card);
  } else if (!laid.length) document.getElementById("by-ranks").checked = false;
  else if (laid.length < asks.length) laid.at(-1).replaceWith(element("next", "?"));
  else laid.at(-1).remove();
  pad.querySelector("h2").textContent = asks[Math.min(list.querySelectorAll(".on").length, asks.length - 1)];
});
