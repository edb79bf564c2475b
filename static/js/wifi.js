// The network's own code, beside the table's: what the host types is kept on this phone and drawn here. It is never sent:
// the fields have no names, the form is never submitted, and the server has no address that takes it.
import { qrcode } from "../vendor/qrcode-generator-2.0.4/qrcode.mjs";

const KEPT = "wifi";
const part = document.getElementById("wifi");
const field = (name) => part.querySelector(`[data-wifi="${name}"]`);
const QUIET = 4; // modules of light around the code, which readers need

// \ ; , : and " have a meaning of their own in the code.
const escaped = (text) => text.replace(/[\\;,:"]/g, "\\$&");

function wifiText({ name, password, hidden }) {
  const secret = password ? `T:WPA;S:${escaped(name)};P:${escaped(password)};` : `T:nopass;S:${escaped(name)};`;
  return `WIFI:${secret}${hidden ? "H:true;" : ""};`;
}

function draw(text) {
  qrcode.stringToBytes = (said) => [...new TextEncoder().encode(said)];
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const modules = code.getModuleCount(), size = modules + 2 * QUIET;
  let dark = "";
  for (let y = 0; y < modules; y++)
    for (let x = 0; x < modules; x++) if (code.isDark(y, x)) dark += `M${x + QUIET} ${y + QUIET}h1v1h-1z`;
  const svg = part.querySelector("svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.querySelector("rect").setAttribute("width", size);
  svg.querySelector("rect").setAttribute("height", size);
  svg.querySelector("path").setAttribute("d", dark);
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

function show() {
  const now = { name: field("name").value, password: field("password").value, hidden: field("hidden").checked };
  const shown = part.querySelector("[data-wifi-code]");
  shown.hidden = !now.name;
  part.querySelector("[data-wifi-forget]").hidden = !now.name && !now.password;
  if (now.name) draw(wifiText(now));
  return now;
}

function keep() {
  const now = show();
  try {
    if (now.name || now.password) localStorage.setItem(KEPT, JSON.stringify(now));
    else localStorage.removeItem(KEPT);
  } catch { /* a phone that keeps nothing still draws it */ }
}

if (part) {
  const { name = "", password = "", hidden = false } = kept();
  field("name").value = name;
  field("password").value = password;
  field("hidden").checked = hidden;
  part.hidden = false;
  show();
  part.addEventListener("input", keep);
  part.addEventListener("change", keep);
  const eye = part.querySelector("[data-wifi-show]");
  eye.addEventListener("click", () => {
    const seen = field("password").type === "password";
    field("password").type = seen ? "text" : "password";
    eye.setAttribute("aria-pressed", String(seen));
  });
  part.querySelector("[data-wifi-forget]").addEventListener("click", () => {
    field("name").value = field("password").value = "";
    field("hidden").checked = false;
    keep();
    field("name").focus();
  });
}
