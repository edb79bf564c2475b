// A tap that sends something is seen at once, until what it brings is here: no answer comes as quickly as a hand expects.
const sent = () => document.querySelectorAll("[data-sent]");

export function answered() {
  for (const one of sent()) delete one.dataset.sent;
}

// A form of the page is sent by the browser, once all who may keep it back have had their say.
document.addEventListener("submit", (event) => {
  const { submitter, target } = event;
  if (!submitter) return;
  if (target.id === "act") submitter.dataset.sent = "";
  else setTimeout(() => { if (!event.defaultPrevented) submitter.dataset.sent = ""; });
}, true);
window.addEventListener("pageshow", answered);
