// The table's page: newest state wins, drafts outlive a push, a sleeping phone catches up, tokens slide.
import { attend, reconnectAfter, watchConnection } from "./connection.js";
import { changed, controlsNow, movedOn } from "./double_tap.js";
import "./round_end.js";
import { focusQuestion, passing, question, quiet } from "./notice.js";
import { lay, slide } from "./slide.js";
import { tells, toldAgain } from "./tap_queue.js";
import "./wake.js";

const table = () => document.getElementById("table");
const live = document.getElementById("live");

// The address of an overtaken draft is the table's: loaded again, it says no more of the draft.
if (live.dataset.nowAt) history.replaceState(history.state, "", live.dataset.nowAt);

const stampOf = (text) => text.split(".").map(Number);
function newer(stamp, than) {
  const [a, b] = [stampOf(stamp), stampOf(than)];
  return a[0] !== b[0] ? a[0] > b[0] : a[1] > b[1];
}

// A phone's focus, where it has one, is on the table or on what was said of it.
const held = () => ["table", "notice"].some((id) => document.getElementById(id)?.contains(document.activeElement));

// What a new table must not take away: where tokens lay, what was said, how far the list was scrolled, what was unfolded.
let before = null;
const unfolded = () => [...document.querySelectorAll("#table [open] > summary")].map((one) => one.textContent);
function remember() {
  const { stamp, turn, version } = table().dataset;
  before = { lying: lay(table()), stamp, turn, version, heard: news(), open: unfolded(), top: document.querySelector(".lying")?.scrollTop ?? 0, held: held(), asked: question(), controls: controlsNow() };
}

// What nobody must miss, beside what has been entered: one's turn, the end of a round and of the game, a revoke.
const NEWS = "[data-yours=true] h1, [data-phase=over] h1, [data-moment] .eyebrow, [data-moment] h2, .found.news summary";
const news = () => [...document.querySelectorAll(NEWS)].map((one) => one.textContent.trim());
const say = (...sentences) => document.getElementById("said")?.replaceChildren(sentences.filter(Boolean).join(". "));

// What an answer says quietly beside the table is read out by itself: that an entry took a draft away, or was taken back.
const TOLD = /<div id="notice"[^>]*>\s*<section[^>]* role="status">/;

// Safari gives what is tapped no focus: where this phone's own answer finds none, it is as if the control had had it.
const untaken = (event) => document.activeElement === document.body && (event.detail.requestConfig?.verb === "post" || tells(event));
const tapped = ({ triggeringEvent: by } = {}) => document.getElementById((by?.submitter ?? by?.target?.closest?.("button"))?.id);

function arrived(event) {
  if (!before) return;
  const { lying, stamp, turn, version, heard, open, top, held, asked, controls } = before;
  before = null;
  const list = document.querySelector(".lying");
  for (const one of document.querySelectorAll("#table summary")) one.parentElement.open ||= open.includes(one.textContent);
  if (list) list.scrollTop = top;
  // A control that is gone takes the focus with it: what is asked next is the place to go on from.
  const at = untaken(event) ? tapped(event.detail.requestConfig) : document.activeElement;
  if (held || !at) queueMicrotask(focusQuestion); // once all is in its place
  if (table().dataset.version !== version) changed();
  if (table().dataset.turn !== turn) movedOn(event.detail.requestConfig?.verb === "post" || tells(event) ? [] : controls);
  // Where the control that was tapped is still there, the focus stays on it, and says nothing of another question.
  const next = at?.closest("#ask > *") && question() !== asked && question();
  if (table().dataset.stamp === stamp) return next && say(next);
  // What was said of an older table is over, unless it is said with this one.
  const said = event.detail.xhr?.responseText.includes('<div id="notice"');
  if (!said && !quiet()) document.getElementById("notice")?.replaceChildren();
  if (said && quiet()) passing();
  say(...news().filter((one) => !heard.includes(one)), TOLD.test(event.detail.xhr?.responseText) ? "" : table().dataset.said, next);
  slide(lying, table());
}

// Parts are swapped by themselves. One of them, the state, says what has become of the whole.
document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { detail } = event, { childElementCount, dataset } = detail.fragment.firstElementChild;
  // An answer without a word takes nothing away: every tap has done that, and what is said now was said of a later one.
  if (detail.target.id === "notice" && !childElementCount && quiet()) return event.preventDefault();
  delete dataset.on;
  if (detail.target.id !== "state") return;
  for (const [name, value] of Object.entries(JSON.parse(dataset.state))) {
    if (value === "") table().removeAttribute(name);
    else table().setAttribute(name, value);
  }
});

// Parts build on a page that shows what their sender thinks; any other page asks for the whole.
function fits(text) {
  const on = /data-on="(\w+)"/.exec(text), base = table().dataset.base;
  return !on || on[1] === base || text.includes(`"data-base": "${base}"`);
}

// The table is asked for once at a time: a second answer would be for an element that the first has replaced.
let asking = null;
function ask(path, signal) {
  signal?.addEventListener("abort", () => htmx.trigger(document.body, "htmx:abort")); // to htmx it is the body that asks
  asking ??= htmx.ajax("GET", path, { target: "#table", swap: "outerHTML" }).finally(() => { asking = null; caughtUp(); });
  return asking;
}

// A draft is kept by asking for the new table with the draft in it.
let catching = null, draftThen = "";
async function catchUp(signal) {
  if (!asking) {
    draftThen = table().dataset.draft ?? "";
    catching = draftThen ? `${live.dataset.act}?${draftThen}` : live.dataset.part;
  }
  return ask(catching, signal);
}
// What was told is told again, of the table as it is now: whether that is still the same act, the server says.
const toldBy = (event) => {
  const told = tells(event) && event.detail.xhr.getResponseHeader("HX-Replace-Url");
  return told && told.startsWith(`${live.dataset.act}?`) ? told : null;
};
const tellAgain = (told) => toldAgain((asking ?? Promise.resolve()).then(() => ask(told)).catch(() => null));

// Whether this is newer than what is shown. A page that was put in place of this one, without a connection, shows no table.
const missing = (stamp) => Boolean(stamp && table()) && newer(stamp, table().dataset.stamp);

// What was passed over while something was on its way is asked for when that is here, where it did not bring it.
let sending = 0, passedOver = null;
function passOver(stamp) {
  if (stamp && (!passedOver || newer(stamp, passedOver))) passedOver = stamp; // a late answer is older than a push
}
function caughtUp() {
  if (sending || asking) return;
  const missed = passedOver;
  passedOver = null;
  if (missing(missed)) catchUp().catch(() => null);
}

document.body.addEventListener("htmx:sseBeforeMessage", (event) => {
  const id = event.detail.lastEventId;
  if (id && newer(table().dataset.stamp, id)) reconnectAfter(0); // overtaken, or the book is an older one: ask
  if (id && !newer(id, table().dataset.stamp)) return event.preventDefault();
  // A whole table would take the form away of which an answer is still to be told.
  if (table().dataset.draft || !fits(event.detail.data) || (sending && !event.detail.data.includes(" data-on="))) {
    event.preventDefault();
    passOver(id);
    caughtUp(); // what fails asks again by itself
    return;
  }
  remember();
});
document.body.addEventListener("htmx:sseMessage", arrived);

const catches = (event) => Boolean(asking) && event.detail.requestConfig?.path === catching;

// A tap on its way brings what it changed by its own answer, and its draft goes with it: a push that is quicker is passed
// over, and caught up with where the answer is older.
document.body.addEventListener("htmx:beforeSend", (event) => {
  if (event.detail.requestConfig?.verb !== "post" && !tells(event)) return;
  sending += 1;
  // The request itself says when it has ended: an event of htmx would be lost with a form that a push has replaced.
  event.detail.xhr.addEventListener("loadend", () => {
    sending -= 1;
    caughtUp();
  });
});

// An answer that was overtaken by a push is older than what the phone shows: it is dropped.
document.body.addEventListener("htmx:beforeSwap", (event) => {
  const text = event.detail.serverResponse ?? "";
  const found = /data-stamp"?[=:] ?"([\d.]+)"/.exec(text);
  if (found && event.detail.target?.id === "table" && newer(table().dataset.stamp, found[1])) {
    // What it says of a tap is still to be seen.
    const words = event.detail.requestConfig?.verb === "post" && /<div id="notice"[^]*/.exec(text)?.[0];
    if (words) Object.assign(event.detail, { serverResponse: words, swapOverride: "none" });
    else event.detail.shouldSwap = false;
    if (toldBy(event)) tellAgain(toldBy(event));
    // Whoever asks for the table and gets an older one looks at a book that was restored: begin anew with it.
    if (event.detail.requestConfig?.path === live.dataset.part) location.reload();
    return;
  }
  // What has been told since the table was asked for would go with the answer.
  if (catches(event) && (sending || (table().dataset.draft ?? "") !== draftThen)) {
    event.detail.shouldSwap = false;
    passOver(found?.[1]);
    return;
  }
  if (!fits(text)) {
    event.detail.serverResponse = /<div id="notice"[^]*|$/.exec(text)[0];
    passOver(found?.[1]);
    if (toldBy(event)) tellAgain(toldBy(event));
    else catchUp().catch(() => null);
  }
  remember();
});
document.body.addEventListener("htmx:afterSwap", arrived);

// Whoever asks for the table and finds none looks at one that was deleted while this phone slept.
document.body.addEventListener("htmx:beforeOnLoad", (event) => {
  if (event.detail.xhr.status === 404 && event.detail.requestConfig?.path === live.dataset.part) location.reload();
});

// A fresh element makes a fresh connection. Of the one that goes the extension is told, as if htmx took it away: else it
// closes its connection with the next change only, and a browser has six for all that it asks of a server.
function listen() {
  const old = document.getElementById("live"), again = old.cloneNode(true), { base } = table().dataset;
  if (base) again.setAttribute("sse-connect", again.getAttribute("sse-connect").replace(/base=.*/, `base=${base}`));
  htmx.trigger(old, "htmx:beforeCleanupElement");
  old.removeAttribute("sse-connect"); // where it was refused, it is not to be tried again
  old.replaceWith(again);
  htmx.process(again);
}
htmx.createEventSource = (address) => attend(new EventSource(address));
watchConnection(catchUp, listen, missing);
