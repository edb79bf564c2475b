// Who opens a table finds the names as typed, too, where it is asked which one is theirs, and where a card is turned up for one.
const MOST = 24; // characters in a sentence, as the server cuts them
const cut = (name) => ([...name].length > MOST ? `${[...name].slice(0, MOST - 1).join("")}…` : name);

document.addEventListener("input", ({ target }) => {
  const which = [...document.querySelectorAll("input[name=name]")].indexOf(target);
  if (which < 0) return;
  const name = target.value.trim() || target.placeholder;
  for (const shown of document.querySelectorAll(`[name=me][value="${which}"] + .name`)) shown.textContent = name;
  for (const shown of document.querySelectorAll(`[data-name="${which}"] bdi`)) shown.textContent = cut(name);
});
