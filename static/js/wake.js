// The screen stays on while the table is open, where the browser allows it; elsewhere the phone is told once how to.
const TOLD = "screen-told", READ = 6_000;

async function stayAwake() {
  if (!document.hidden) await navigator.wakeLock.request("screen").catch(() => null);
}

function tellOnce() {
  const notice = document.getElementById("notice"), hint = document.getElementById("screen-hint");
  if (!hint || notice.childElementCount || localStorage.getItem(TOLD)) return;
  notice.replaceChildren(hint.content.cloneNode(true));
  const read = () => localStorage.setItem(TOLD, "yes");
  notice.querySelector("[data-close]").addEventListener("click", read);
  setTimeout(() => { if (notice.querySelector(".screen-hint")) read(); }, READ);
}

// Not every browser that has a lock gives one over plain http, and some have none at all.
if (navigator.wakeLock) {
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
} else tellOnce();
