// Times in the phone's own clock and language.
export function localTimes(root = document) {
  for (const time of root.querySelectorAll('time[datetime*="T"]')) { // a day alone is the same everywhere
    const at = new Date(time.dateTime);
    const today = at.toDateString() === new Date().toDateString();
    time.textContent = at.toLocaleString(document.documentElement.lang,
      "day" in time.dataset ? { dateStyle: "medium" } : today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
  }
}

localTimes();
for (const swapped of ["companion:change", "htmx:afterSettle"]) document.body.addEventListener(swapped, () => localTimes());
