// Counting: big buttons beside each number, and the sums as one types. The numbers are plain fields of a plain form.
const count = document.getElementById("count");

const value = (field) => Math.max(0, Math.min(Number(field.max), Math.trunc(Number(field.value)) || 0));

function sums() {
  for (const sum of document.querySelectorAll("[data-sum]")) {
    let n = 0;
    for (const stepper of count.querySelectorAll(".stepper"))
      if (stepper.dataset.item === sum.dataset.sum) n += value(stepper.querySelector("input"));
    sum.querySelector("b").textContent = n;
    sum.classList.toggle("off", n !== Number(sum.dataset.book));
  }
}

function changed(field) {
  const stepper = field.closest(".stepper"), place = field.closest("details");
  stepper.classList.toggle("changed", value(field) !== Number(field.dataset.book));
  place?.classList.toggle("changed", place.querySelector(".stepper.changed") !== null);
  sums();
}

// A place that is opened comes to the top: the sums lie over the lower end of the screen.
count?.addEventListener("click", ({ target }) => {
  const place = target.closest("summary")?.parentElement;
  place?.addEventListener("toggle", () => { if (place.open) place.scrollIntoView({ block: "start" }); }, { once: true });
});

count?.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const field = button.closest(".stepper").querySelector("input");
  field.value = value(field) + Number(button.dataset.step);
  field.value = value(field);
  changed(field);
});
count?.addEventListener("input", (event) => changed(event.target));
for (const button of count?.querySelectorAll("[data-step]") ?? []) button.hidden = false;
for (const field of count?.querySelectorAll("input[type=number]") ?? []) changed(field); // a browser may have kept what was typed
