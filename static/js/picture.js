// The result as a PNG: shared where the browser can, else saved as a file. The server draws it; a canvas makes the file.
let busy = false;

export async function share(link) {
  if (busy) return;
  busy = true;
  try {
    await hand(new File([await png(link.href)], link.dataset.picture, { type: "image/png" }));
  } finally {
    busy = false;
  }
}

async function png(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
}

async function hand(file) {
  if (window.isSecureContext && navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file] });
    } catch (refused) {
      if (refused.name === "AbortError") return; // somebody thought better of it
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
