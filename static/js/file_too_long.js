// Opening from a file: what is too long is not sent, and the form says so. What was typed and chosen stays in it.
const told = document.getElementById("too-long");
const form = told?.closest("form");

form?.addEventListener("submit", (event) => {
  const sent = form.elements;
  const file = sent.transcript.files[0]?.size ?? 0;
  const text = new Blob([sent.text.value.replaceAll("\n", "\r\n")]).size;
  told.hidden = file + text <= Number(form.dataset.most);
  if (told.hidden) return;
  event.preventDefault();
  told.scrollIntoView({ block: "center" });
});
