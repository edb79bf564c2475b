// What is said beside the table. What is said quietly is gone after a while, or with the next tap; a push in between does not
// take it away.
const READ = 6_000;
export const notice = () => document.getElementById("notice");

/** Say what a template of the page holds. A page that was put in place of this one, without a connection, has none. */
export function showNotice(template) {
  const words = document.getElementById(template)?.content.cloneNode(true);
  if (words) notice().replaceChildren(words);
}

export const quiet = () => document.querySelector("#notice [role=status]:not(.stays)");
let reading = 0;
export function passing() {
  clearTimeout(reading);
  reading = setTimeout(() => quiet()?.remove(), READ);
}

/** What the page asks this phone for, what it waits for, or what it says of a move that is told as a whole. */
const shown = (query) => [...document.querySelectorAll(query)].find((one) => one.getClientRects().length);
export const question = () => shown("#ask h2, #ask .hint, #wait h2")?.innerText.trim();

// A control that is gone takes the focus with it: what is asked is the place to go on from, and is read out as its name, also
// where it was that place before. A refusal hides that: there it is why it was refused.
export const focusQuestion = () => {
  const ask = shown("#ask, #wait"), asked = question(), why = document.querySelector("#notice .because-of");
  const at = document.activeElement, gone = at === document.body || at === ask || (why && ask?.contains(at));
  if (!ask || !gone) return;
  if (asked) ask.setAttribute("aria-label", asked);
  (why ?? ask).focus({ preventScroll: true });
};

function close() {
  const held = notice()?.contains(document.activeElement);
  notice()?.replaceChildren();
  if (held) focusQuestion();
}
document.addEventListener("click", (event) => { if (event.target.closest("[data-close]")) close(); });
document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
