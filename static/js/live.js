// The table's page. The stream is its only writer: it brings the parts that changed, from one stamp to the next; a page that shows
// another stamp asks for all of them. A part that is the same stays, and with it what is half told in it.
import { attend, watchConnection } from "./connection.js";
import { focusQuestion, question } from "./notice.js";
import { lay, slide } from "./slide.js";

export const table = () => document.getElementById("table");
const state = () => document.getElementById("state").dataset;
const live = () => document.getElementById("live");
export const told = new EventTarget(); // "change": the page shows another stamp; "part": a part was put in another's place

const numbers = (stamp) => stamp.split(".").map(Number);
export function newer(stamp, than) {
  const [a, b] = [numbers(stamp), numbers(than)];
  return a[0] !== b[0] ? a[0] > b[0] : a[1] > b[1];
}
export const shown = () => table()?.dataset.stamp ?? "";
const mine = (marks) => (marks ?? "").split(" ").includes(document.body.dataset.me || "-");

// What nobody must miss, beside what has been entered: one's turn, the end of a round and of the game, a revoke.
const NEWS = "[data-phase=over] h1, [data-moment] .eyebrow, [data-moment] h2, .found.news summary";
const news = () => [...document.querySelectorAll(NEWS)].filter((one) => one.offsetParent).map((one) => one.textContent.trim());
const say = (...sentences) => document.getElementById("said").replaceChildren(sentences.filter(Boolean).join(". "));

// What a change must not take away: where tokens lay, how far the list was scrolled, what was unfolded, where the focus was.
let before = null;
function remember() {
  before = { stamp: shown(), lying: lay(table()), heard: news(), yours: mine(state().yours), held: table().contains(document.activeElement) };
}
const begun = (part) => part?.querySelector("input:checked, [name=card]:not([list])");

document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail, fresh = fragment.firstElementChild;
  if (target.dataset.part && target.dataset.part === fresh.dataset.part) return event.preventDefault();
  const taken = target.id === "ask" && begun(target) !== null;
  fresh.open ||= target.open;
  told.dispatchEvent(new CustomEvent("part", { detail: { old: target, fresh, taken } }));
});

function arrived() {
  const known = state();
  Object.assign(table().dataset, { stamp: known.stamp, version: known.version, phase: known.phase });
  const yours = mine(known.yours);
  table().className = ["table", known.look, yours ? "yours" : ""].filter(Boolean).join(" ");
  const own = yours && document.querySelector(`#heading h1[data-for~="${document.body.dataset.me}"]`)?.textContent;
  document.title = `${own || (mine(known.next) ? known.nextTitle : known.title)} · ${known.game}`;
  if (!before) return;
  const { stamp, lying, heard, held } = before, was = before.yours;
  before = null;
  if (stamp === known.stamp) return;
  const next = held && document.activeElement === document.body;
  if (next) queueMicrotask(focusQuestion); // once all is in its place
  say(yours && !was && own, ...news().filter((one) => !heard.includes(one)), document.getElementById("last").textContent, next && question());
  slide(lying, table());
  told.dispatchEvent(new CustomEvent("change", { detail: { yours: yours && !was } }));
}
document.body.addEventListener("htmx:sseMessage", arrived);
document.body.addEventListener("htmx:afterOnLoad", (event) => { if (event.detail.pathInfo?.requestPath.startsWith(live().dataset.part)) arrived(); });

document.body.addEventListener("htmx:sseBeforeMessage", (event) => {
  const { type, lastEventId } = event.detail, [stamp, since] = lastEventId.split(" ");
  // The same again, or less: a book that was restored says so by a newer stamp.
  if (stamp === shown() || (type === "parts" && since !== shown())) {
    event.preventDefault();
    if (stamp !== shown()) ask().catch(() => null); // what fails asks again by itself
    return;
  }
  remember();
});

// All parts, one question at a time.
let asking = null;
export function ask(signal) {
  signal?.addEventListener("abort", () => htmx.trigger(document.body, "htmx:abort")); // to htmx it is the body that asks
  const path = `${live().dataset.part}?shape=${table().dataset.shape ?? ""}`;
  remember();
  asking ??= htmx.ajax("GET", path, { target: "#table", swap: "none" }).finally(() => { asking = null; });
  return asking;
}
document.body.addEventListener("htmx:beforeOnLoad", (event) => {
  const { xhr, requestConfig } = event.detail;
  if (!requestConfig?.path.startsWith(live().dataset.part)) return;
  if (xhr.status === 404) location.reload(); // deleted while this phone slept
  if (xhr.status === 200) marked(JSON.parse(xhr.getResponseHeader("Companion-Own")));
});

// Whose phone this is: a seat may be given to another phone, and a right to this one.
const marked = (own) => Object.assign(document.body.dataset, own);

function listen() {
  const old = live(), again = old.cloneNode(true);
  again.setAttribute("sse-connect", again.getAttribute("sse-connect").replace(/shown=.*/, `shown=${shown()}`));
  htmx.trigger(old, "htmx:beforeCleanupElement");
  old.removeAttribute("sse-connect"); // where it was refused, it is not to be tried again
  old.replaceWith(again);
  htmx.process(again);
}
htmx.createEventSource = (address) => {
  const source = attend(new EventSource(address));
  source.addEventListener("own", (event) => { marked(JSON.parse(event.data)); arrived(); });
  return source;
};
watchConnection(ask, listen, (stamp) => Boolean(stamp && table()) && newer(stamp, shown()));
