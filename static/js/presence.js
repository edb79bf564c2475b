// Whose phone is away: a quiet mark at the seat's name, put on the page as it is, whatever is half told on it.
let away = [];

function chip(place) {
  const chips = place.querySelectorAll(".chips"); // two where the host has a row of its own
  for (const at of chips.length ? chips : [place.querySelector(".who") ?? place]) {
    const mark = document.createElement("span");
    mark.className = "chip away";
    mark.textContent = document.querySelector("[data-away]").dataset.away;
    at.append(mark);
  }
}

export function mark() {
  if (!document.querySelector("[data-away]")) return;
  for (const place of document.querySelectorAll("[data-place], [data-seat]")) {
    const old = place.querySelectorAll(".chip.away");
    const gone = away.includes(place.dataset.place ?? place.dataset.seat);
    if (gone && !old.length) chip(place);
    if (!gone) for (const one of old) one.remove();
  }
  for (const note of document.querySelectorAll("[data-away-note]")) note.hidden = !away.includes(note.dataset.awayNote);
}

// A stream that opens is told of those who are away, and of nobody where all are here.
export function watchPresence(source) {
  const told = (names) => { away = names; mark(); };
  source.addEventListener("open", () => told([]));
  source.addEventListener("presence", (event) => told(JSON.parse(event.data)));
}
document.body.addEventListener("companion:change", mark);
