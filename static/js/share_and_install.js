// What a browser may be asked for where it can: sharing, the result as a picture, installing the app.

// A browser shares only from a secure address, and not every one can.
const share = document.querySelector("[data-share]");
if (share && window.isSecureContext && navigator.share) {
  share.hidden = false;
  share.addEventListener("click", () => navigator.share({ url: share.dataset.share }).catch(() => null));
}

// The result as a picture; without a script the link leads to the same picture.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-picture]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  import("./picture.js").then(({ share: give }) => give(link)).catch(() => { location.href = link.href; });
});

// Where a browser would install the app, the home page offers it.
const install = document.getElementById("install");
window.addEventListener("beforeinstallprompt", (event) => {
  if (!install) return;
  event.preventDefault();
  install.hidden = false;
  install.firstElementChild.addEventListener("click", () => { install.hidden = true; event.prompt(); }, { once: true });
});
