// Whose turn it is, off the screen too: the page's title, one short buzz, and a tone where this phone asks for one.
import { phone } from "./storage.js";

const KEY = "tone";
const switches = document.querySelectorAll("[data-tone]");

let tone = phone.get(KEY) === "on";

// Sound begins with a tap only: browsers see to that.
let sound = null, ready = false;
async function unlock() {
  if (!tone || !window.AudioContext) return;
  sound ??= new AudioContext();
  await sound.resume();
  ready = true;
}
for (const gesture of ["click", "keydown"]) document.addEventListener(gesture, unlock);

const LENGTH = .45; // seconds
function play() {
  const voice = sound.createOscillator(), loudness = sound.createGain();
  const now = sound.currentTime;
  voice.frequency.setValueAtTime(660, now);
  voice.frequency.setValueAtTime(880, now + LENGTH / 3);
  loudness.gain.setValueAtTime(.18, now);
  loudness.gain.exponentialRampToValueAtTime(.001, now + LENGTH);
  voice.connect(loudness).connect(sound.destination);
  voice.start(now);
  voice.stop(now + LENGTH);
}

function buzz() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || navigator.userActivation?.hasBeenActive === false) return;
  navigator.vibrate?.(120);
}

document.body.addEventListener("companion:change", ({ detail }) => {
  if (!detail.turn) return;
  buzz();
  if (tone && ready) play();
});

function show() {
  for (const one of switches) one.setAttribute("aria-pressed", String(tone));
}
for (const one of switches) {
  one.closest("[hidden]")?.removeAttribute("hidden");
  one.addEventListener("click", async () => {
    tone = !tone;
    phone.set(KEY, tone ? "on" : "off");
    show();
    await unlock();
    if (tone && ready) play();
  });
}
show();
