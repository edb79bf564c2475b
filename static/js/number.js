// A number to tap up and down where it can be typed, too. One that may not be nothing goes past 0.
for (const row of document.querySelectorAll(".number")) {
  const field = row.querySelector("input");
  const passes = Number(field.min) < 0;
  for (const button of row.querySelectorAll("[data-step]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const step = Number(button.dataset.step);
      let next = (Math.trunc(Number(field.value)) || 0) + step;
      if (passes && next === 0) next += step;
      field.value = Math.max(Number(field.min), Math.min(Number(field.max), next));
    });
  }
}
