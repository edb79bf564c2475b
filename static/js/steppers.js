// Big buttons beside a number that can be typed, too; and the sums of a count as one types. The numbers are plain fields of a
// plain form.
const said = document.body.appendChild(document.createElement("output"));
said.className = "visually-hidden";
for (const button of document.querySelectorAll("[data-step]")) {
  const field = button.parentElement.querySelector("input"), step = Number(button.dataset.step);
  button.hidden = false;
  button.addEventListener("click", () => {
    let next = (Math.trunc(Number(field.value)) || 0) + step;
    if (next === 0 && field.min < 0) next += step; // one that may not be nothing goes past 0
    field.value = Math.max(field.min, Math.min(field.max, next));
    field.dispatchEvent(new Event("input", { bubbles: true }));
    said.value = field.value;
  });
}

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
count?.addEventListener("input", (event) => changed(event.target));
for (const field of count?.querySelectorAll("input[type=number]") ?? []) changed(field); // a browser may have kept what was typed
