// The way back may bring a page as it was left, out of the browser's memory. One that says `data-anew` is not told of changes: it is
// loaded anew, unless somebody has begun something on it meanwhile.
import { answers } from "./offline.js";

window.addEventListener("pageshow", async ({ persisted }) => {
  if (!persisted || !("anew" in document.body.dataset)) return;
  const begun = new AbortController();
  for (const act of ["click", "input", "submit"]) document.addEventListener(act, () => begun.abort(), { once: true });
  if (await answers() && !begun.signal.aborted) location.reload();
});
