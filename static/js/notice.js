// What is said quietly is gone after a while, or with the next tap; a push in between does not take it away.
const READ = 6_000;
export const quiet = () => document.querySelector("#notice [role=status]:not(.stays)");
let reading = 0;
export function passing() {
  clearTimeout(reading);
  reading = setTimeout(() => quiet()?.remove(), READ);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-close]")) document.getElementById("notice")?.replaceChildren();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") document.getElementById("notice")?.replaceChildren();
});
