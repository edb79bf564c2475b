// What the board runs. It has no hands: when there is a rematch, it goes there once the podium has been seen.
import "./table.js";
import "./local_times.js";

const SEEN = 10_000;
let going = 0;
function goOn() {
  const next = document.querySelector("[data-next-board]");
  if (next) going ||= setTimeout(() => location.assign(next.href + location.search), SEEN);
}
goOn();
for (const swapped of ["htmx:sseMessage", "htmx:afterSwap"]) document.body.addEventListener(swapped, goOn);
