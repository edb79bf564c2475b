// What every page does: times in the phone's own clock, and pages that list who has joined look again by themselves.

export function localTimes(root = document) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const at = new Date(time.dateTime);
    const today = at.toDateString() === new Date().toDateString();
    time.textContent = at.toLocaleString(document.documentElement.lang,
      today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
  }
}

// The seats page: who has joined shows without a reload, unless somebody is in the middle of changing a seat.
async function lookAgain(list) {
  if (document.hidden || list.querySelector("details[open]") || list.contains(document.activeElement)) return;
  const answer = await fetch(list.dataset.poll).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(list.id);
  if (fresh && fresh.textContent !== list.textContent) list.replaceChildren(...fresh.childNodes);
}

localTimes();
const list = document.querySelector("[data-poll]");
if (list) setInterval(() => lookAgain(list), 2500);
for (const details of document.querySelectorAll("article[id]"))
  if (location.hash === `#${details.id}`) details.classList.add("found");
