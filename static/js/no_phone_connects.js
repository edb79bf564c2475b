// On the host's seats page: where no phone has come after a minute, the server says what usually is in the way.
const place = document.getElementById("unheard");
let tries = 6;

async function look() {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("unheard");
  if (!fresh) return; // somebody has come
  if (fresh.childElementCount) place.replaceChildren(...fresh.childNodes);
  else if (--tries) setTimeout(look, 15_000);
}

if (place && !place.childElementCount) setTimeout(look, Number(place.dataset.after) * 1_000);
