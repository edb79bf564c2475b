// Without a connection: what was seen can be looked at, marked as what it is; what cannot be sent says so; and the page
// comes back by itself. With https the worker answers for pages; without it they are put in place here.
import { within } from "./deadline.js";
import { forgetThisTable, found, keepThisPage, keepUnseen } from "./kept_pages.js";

const PATIENCE = 2_000, AGAIN = 2_000, PAUSE = 1_000;
const root = document.documentElement;
const isCopy = () => "kept" in root.dataset || document.querySelector("[data-unseen]") !== null;
const cut = () => isCopy() || root.dataset.live === "lost";
// Where the browser knows of no network, a server on this very device answers all the same: it is asked.
const lost = () => cut() || !navigator.onLine;

// A proxy before the app may answer in its stead: only the app's own answer counts.
export function answers() {
  return fetch("/healthz", { cache: "no-store", signal: within(PATIENCE) }).then((answer) => answer.ok, () => false);
}

function say(words) {
  const strip = document.getElementById("offline");
  if (!strip) return;
  strip.textContent = words ?? "";
  strip.hidden = !words;
}

function sayWhen(moment) {
  const time = new Date(moment).toLocaleTimeString(root.lang, { timeStyle: "short" });
  say(document.getElementById("offline")?.dataset.was.replace("{time}", time));
}

let trying = 0;
async function tryAgain() {
  clearTimeout(trying);
  if (!isCopy()) return;
  if (!document.hidden && await answers()) return location.reload();
  trying = setTimeout(tryAgain, AGAIN * (0.75 + Math.random() / 2));
}

// A page of a table that was not seen leads back to the table, which was.
function leadToTable(link) {
  const table = /^(\/t\/[^/]+)\//.exec(location.pathname);
  if (table) Object.assign(link, { href: table[1], hidden: false });
}

function asCopy() {
  if (root.dataset.kept) sayWhen(root.dataset.kept);
  document.querySelectorAll("[data-to-table]").forEach(leadToTable);
  tryAgain();
}

// Stylesheets that this page does not have yet come first, so that nothing is shown undressed.
async function dress(page) {
  const wanted = [...page.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href"));
  const here = [...document.querySelectorAll("link[rel=stylesheet]")];
  const has = here.map((link) => link.getAttribute("href"));
  await Promise.all(wanted.filter((href) => !has.includes(href)).map((href) => new Promise((done) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: done, onerror: done });
    document.head.append(link);
  })));
  return () => here.filter((link) => !wanted.includes(link.getAttribute("href"))).forEach((link) => link.remove());
}

async function show(address) {
  const html = await found(address);
  if (!html) return say(document.getElementById("offline")?.dataset.missing);
  const page = new DOMParser().parseFromString(html, "text/html");
  const undress = await dress(page);
  document.title = page.title;
  document.body.className = page.body.className;
  document.body.replaceChildren(...page.body.childNodes);
  undress();
  root.dataset.kept = page.documentElement.dataset.kept ?? "";
  scrollTo(0, 0);
  asCopy();
}

function goesTo(event) {
  const link = event.target.closest("a[href]");
  const other = event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented;
  if (!link || other || link.target || link.hasAttribute("download") || "picture" in link.dataset || link.origin !== location.origin) return null;
  return link.hash && link.pathname === location.pathname && link.search === location.search ? null : link.href;
}

document.addEventListener("click", async (event) => {
  const address = goesTo(event);
  // With https and a connection, as far as is known, a link is a link.
  if (!address || navigator.serviceWorker?.controller || (window.isSecureContext && !lost())) return;
  event.preventDefault();
  if (!cut() && await answers()) return location.assign(address);
  await keepThisPage().catch(() => null); // nothing of it is on the way to the store when it goes
  history.replaceState({ ...history.state, kept: true }, "");
  history.pushState({ kept: true }, "", address);
  show(address);
});

// The way back leads to what the address says, although the browser takes both for one page.
window.addEventListener("popstate", async (event) => {
  if (!event.state?.kept) return;
  event.stopImmediatePropagation();
  if (await answers()) location.reload();
  else show(location.href);
}, true);

let asking = false, sure = null;
document.addEventListener("submit", async (event) => {
  const { target, submitter } = event;
  if (event.defaultPrevented || target === sure || !lost()) return;
  event.preventDefault();
  if (asking) return;
  asking = true;
  const here = !cut() && await answers();
  asking = false;
  if (!here) return say(document.getElementById("offline")?.dataset.unsent);
  sure = target;
  if (submitter) submitter.click(); // requestSubmit is younger than the browsers that we serve
  else target.submit();
  sure = null;
});

// A page that is told of its table knows when it is not.
document.addEventListener("companion:live", (event) => {
  if (isCopy()) return event.detail === "on" ? tryAgain() : null;
  if (event.detail === "on") say("");
  else if (!document.querySelector(".lost-strip")) sayWhen(Date.now());
});
window.addEventListener("online", () => isCopy() ? tryAgain() : say(""));
document.addEventListener("visibilitychange", tryAgain);

// A copy costs a phone as much as a change does: one for several changes in a row is enough, made before the page may go.
let keeping = 0;
export function keepSoon() {
  clearTimeout(keeping);
  keeping = setTimeout(keepNow, PAUSE);
}
function keepNow() {
  if (!keeping) return;
  clearTimeout(keeping);
  keeping = 0;
  keepThisPage().catch(() => null);
}

if (isCopy()) asCopy();
else if (document.querySelector("[data-gone]")) forgetThisTable();
else {
  keepThisPage().catch(() => null);
  keepUnseen().catch(() => null);
}
for (const swapped of ["companion:change", "htmx:afterSettle"]) document.body.addEventListener(swapped, keepSoon);
navigator.serviceWorker?.addEventListener("controllerchange", keepSoon);
// Before a link is followed, which takes its time; when the phone is put away, or goes to another page; or loses its connection.
document.addEventListener("pointerdown", (event) => { if (event.target.closest("a[href]")) keepNow(); }, true);
document.addEventListener("click", (event) => { if (event.target.closest("a[href]")) keepNow(); }, true);
document.addEventListener("visibilitychange", () => { if (document.hidden) keepNow(); });
window.addEventListener("offline", keepNow);
document.addEventListener("companion:live", (event) => { if (event.detail === "lost") keepNow(); });
navigator.serviceWorker?.register("/worker.js").catch(() => null);
