// The table's page, and the board: what is said of a change, whose turn it is, what is half told, what moves.
import { changeBy, say, tell } from "./live.js";
import { focusQuestion, question } from "./notice.js";
import { lay, slide } from "./slide.js";

const { body } = document;
export const table = () => document.getElementById("table");
const state = () => document.getElementById("state").dataset;
const act = () => document.getElementById("act");
const live = document.getElementById("live").dataset;
const mine = (marks = "") => marks.split(" ").includes(body.dataset.me || "-");

// What nobody must miss, beside what has been entered: one's turn, the end of a round and of the game, a revoke.
const NEWS = "[data-phase=over] h1, [data-moment] .eyebrow, [data-moment] h2, .found.news summary";
const news = () => [...document.querySelectorAll(NEWS)].filter((one) => one.offsetParent).map((one) => one.textContent.trim());
const own = (marks) => mine(marks) && document.querySelector(`#heading h1[data-for~="${body.dataset.me}"]`)?.textContent;

// Whose turn it is, and what the page is called by that.
function look() {
  const known = state(), yours = own(known.yours);
  table().className = [table().classList[0], known.look, yours && "yours"].filter(Boolean).join(" ");
  if (live.title) document.title = `${yours || (mine(known.next) ? live.nextTitle : live.title)} · ${live.game}`;
}
body.addEventListener("companion:own", look);

// What is half told is for one act. When that is over it goes, and what was recorded instead is said (taps.js).
// What outlasts an act is marked (`lasts`): how tricks are told, and for whom a keeper plays, until another seat is asked.
const choices = () => [...act()?.querySelectorAll("input:not(.lasts)") ?? []];
const begun = () => choices().some((one) => one.checked !== one.defaultChecked) || act()?.querySelector("#cards > [name=card]");

changeBy((change) => {
  const { mark, yours } = state(), lying = lay(table()), heard = news(), held = table().contains(document.activeElement), half = begun();
  const top = document.querySelector(".lying")?.scrollTop;
  change();
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
});
