// Text to take along: copied where the browser lets a page do so, which over plain http most do only by what is marked.
const field = (button) => document.getElementById(button.dataset.copy);

async function copied(from) {
  if (window.isSecureContext && navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(from.value);
      return true;
    } catch { /* not allowed here: the older way may be */ }
  }
  from.focus();
  from.select();
  from.setSelectionRange(0, from.value.length);
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  }
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  const words = button.firstElementChild, asked = words.textContent;
  let back = 0;
  button.addEventListener("click", async () => {
    const done = await copied(field(button));
    words.textContent = done ? button.dataset.copied : button.dataset.select;
    words.setAttribute("aria-live", "polite");
    clearTimeout(back);
    if (done) back = setTimeout(() => { words.textContent = asked; }, 4_000);
  });
}
