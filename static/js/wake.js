// The screen stays on while the table is open, where the browser allows it; elsewhere the phone is told once how to.
import { notice, showNotice } from "./notice.js";
import { phone } from "./storage.js";

const TOLD = "screen-told", READ = 6_000;

async function stayAwake() {
  if (!document.hidden) await navigator.wakeLock.request("screen").catch(() => null);
}

function tellOnce() {
  const place = notice();
  if (!place || place.childElementCount || phone.get(TOLD)) return;
  showNotice("screen-hint");
  const read = () => phone.set(TOLD, "yes");
  place.querySelector("[data-close]")?.addEventListener("click", read);
  setTimeout(() => { if (place.querySelector(".screen-hint")) read(); }, READ);
}

// Not every browser that has a lock gives one over plain http, and some have none at all.
if (navigator.wakeLock) {
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
} else tellOnce();
