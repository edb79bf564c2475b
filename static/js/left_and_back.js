// The way back may bring a page as it was left, out of the browser's memory. What is not told of changes is loaded anew.
import { answers } from "./offline.js";

window.addEventListener("pageshow", async ({ persisted }) => {
  if (persisted && "anew" in document.body.dataset && await answers()) location.reload();
});
