// The table's page, and the board. The stream is the only writer: it brings the parts that changed, from one stamp to the next; a page
// that shows another stamp asks for all of them. A part that is here already stays, and with it what is half told in it.
import { attend, watchConnection } from "./connection.js";
import { focusQuestion, question } from "./notice.js";
import { lay, slide } from "./slide.js";

const { body } = document;
export const table = () => document.getElementById("table");
const state = () => document.getElementById("state").dataset;
const act = () => document.getElementById("act");
const live = document.getElementById("live").dataset;
// "companion:part": one was put in another's place; "companion:change": the page shows another stamp.
const tell = (name, detail) => body.dispatchEvent(new CustomEvent(`companion:${name}`, { detail }));

const numbers = (stamp) => stamp.split(".").map(Number);
export function newer(stamp, than) {
  const [a, b] = [numbers(stamp), numbers(than)];
  return a[0] !== b[0] ? a[0] > b[0] : a[1] > b[1];
}
export const shown = () => table()?.dataset.stamp ?? "";
const mine = (marks = "") => marks.split(" ").includes(body.dataset.me || "-");

// Each part is put in the place of that of its id. One that differs in its inner parts alone is left, and they are put in theirs.
// An inner part that is as it was is not sent again, and moves along.
const inner = (part) => [...part.querySelectorAll("[data-part]")].filter((one) => one.parentElement.closest("[data-part]") === part);
function put(fresh) {
  const old = document.getElementById(fresh.id);
  if (!old) return;
  const within = inner(fresh);
  if (old.dataset.part === fresh.dataset.part) return within.forEach(put);
  if (old.open) fresh.open = true;
  const chosen = [...old.querySelectorAll("input:checked")];
  old.replaceWith(fresh);
  for (const place of fresh.querySelectorAll("[data-keep]")) place.replaceWith(old.querySelector(`#${CSS.escape(place.id)}`) ?? place);
  for (const { id } of chosen) if (id) Object.assign(document.getElementById(id) ?? {}, { checked: true });
  htmx.process(fresh);
  tell("part", fresh);
}

// What nobody must miss, beside what has been entered: one's turn, the end of a round and of the game, a revoke.
const NEWS = "[data-phase=over] h1, [data-moment] .eyebrow, [data-moment] h2, .found.news summary";
const news = () => [...document.querySelectorAll(NEWS)].filter((one) => one.offsetParent).map((one) => one.textContent.trim());
const say = (...sentences) => document.getElementById("said").replaceChildren(sentences.filter(Boolean).join(". "));
const own = (marks) => mine(marks) && document.querySelector(`#heading h1[data-for~="${body.dataset.me}"]`)?.textContent;

// Whose turn it is, and what the page is called by that.
function look() {
  const known = state(), yours = own(known.yours);
  table().className = [table().classList[0], known.look, yours && "yours"].filter(Boolean).join(" ");
  if (live.title) document.title = `${yours || (mine(known.next) ? live.nextTitle : live.title)} · ${live.game}`;
}

// What is half told is for one act. When that is over it goes, and what was recorded instead is said (taps.js).
// What outlasts an act is marked (`lasts`): how tricks are told, and for whom a keeper plays, until another seat is asked.
const choices = () => [...act()?.querySelectorAll("input:not(.lasts)") ?? []];
const begun = () => choices().some((one) => one.checked !== one.defaultChecked) || act()?.querySelector("#cards > [name=card]");

function take(markup) {
  const { mark, yours } = state(), lying = lay(table()), heard = news(), held = table().contains(document.activeElement), half = begun();
  const top = document.querySelector(".lying")?.scrollTop;
  const page = new DOMParser().parseFromString(markup, "text/html").body;
  for (const fresh of [...page.children]) put(fresh);
  const known = state(), over = known.mark !== mark;
  if (over) for (const one of choices()) one.checked = one.defaultChecked;
  if (known.yours !== yours && document.getElementById("play")) document.getElementById("play").checked = false;
  Object.assign(table().dataset, { stamp: known.stamp, version: known.version, phase: known.phase });
  look();
  if (top) document.querySelector(".lying").scrollTop = top;
  const turn = !mine(yours) && own(known.yours), lost = held && document.activeElement === body;
  if (lost) queueMicrotask(focusQuestion); // once all is in its place
  say(turn, ...news().filter((one) => !heard.includes(one)), document.getElementById("last")?.textContent, lost && question());
  slide(lying, table());
  tell("change", { turn, overtaken: over && half });
}

// All parts, one question at a time.
let asking = null;
export function ask(signal) {
  asking ??= fetch(live.part, { signal, headers: { "HX-Request": "true" } }).then(async (answer) => {
    if (answer.status === 404) return location.reload(); // deleted while this phone slept
    if (!answer.ok) throw new Error(answer.statusText);
    marked(JSON.parse(answer.headers.get("Companion-Own") ?? "{}"));
    take(await answer.text());
  }).finally(() => { asking = null; });
  return asking;
}

// Whose phone this is: a seat may be given to another phone, and a right to this one.
function marked(marks) {
  Object.assign(body.dataset, marks);
  look();
}

let source = null;
function listen() {
  source?.close();
  source = attend(new EventSource(`${live.stream}${live.stream.includes("?") ? "&" : "?"}shown=${shown()}`));
  source.addEventListener("own", (event) => marked(JSON.parse(event.data)));
  source.addEventListener("parts", ({ data, lastEventId }) => {
    const [stamp, since = ""] = lastEventId.split(" ");
    if (!table() || stamp === shown()) return; // a page was put in place of this one, without a connection
    if (since && since !== shown()) return ask().catch(() => null); // what fails asks again by itself
    take(data);
  });
}
if (!("kept" in document.documentElement.dataset)) {
  watchConnection(ask, listen, (stamp) => Boolean(stamp && table()) && newer(stamp, shown()));
  listen();
}
