// Who opens a table finds the names as typed, too, where it is asked which one is theirs.
document.addEventListener("input", ({ target }) => {
  const which = [...document.querySelectorAll("input[name=name]")].indexOf(target);
  const shown = which < 0 ? null : document.querySelector(`[name=me][value="${which}"] + .name`);
  if (shown) shown.textContent = target.value.trim() || target.placeholder;
});
