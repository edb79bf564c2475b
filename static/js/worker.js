// With https: what this phone loads while there is no connection. The server puts SHELL before this text: this version's
// files, and the headers of our pages. Nothing else is stored here: pages as they were are kept by the pages (kept_pages.js).
const OURS = `shell-${SHELL.version}`;
const UNSEEN = "/offline";
const PATIENCE = 4_000, FOR_A_RELOAD = 15_000;
// A proxy answers so in the app's stead.
const NOBODY = new Set([502, 504]);

// A server of another version answers our address with its own file, which is not for keeps.
async function bring(cache, address) {
  const answer = await fetch(address);
  const forKeeps = answer.headers.get("Cache-Control")?.includes("immutable");
  if (!answer.ok || !(forKeeps || address === UNSEEN)) throw new Error(`not this version's: ${address}`);
  await cache.put(address, answer);
}

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(OURS);
  await Promise.all([UNSEEN, ...SHELL.files].map((address) => bring(cache, address)));
  await self.skipWaiting();
})()));

// With an older version go the pages that name its files.
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const names = await caches.keys();
  if (names.some((name) => name.startsWith("shell-") && name !== OURS)) {
    await Promise.all(names.filter((name) => name !== OURS).map((name) => caches.delete(name)));
  }
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
})()));

async function file(request) {
  const cache = await caches.open(OURS);
  return await cache.match(request, { ignoreVary: true }) ?? fetch(request);
}

// A query makes another page.
async function asItWas(url) {
  if (url.search) return null;
  const cache = await caches.open("kept");
  const found = await cache.match(url.pathname);
  return found && new Response(found.body, { headers: { ...SHELL.headers, "Content-Type": "text/html; charset=utf-8" } });
}

async function fromTheApp(event) {
  const answer = await event.preloadResponse ?? await fetch(event.request);
  // What was asked for ahead and never answered is refused in Chromium; Firefox hands it over as an answer.
  if (answer.type === "error" || NOBODY.has(answer.status)) throw new Error("nobody answers");
  return answer;
}

async function page(event) {
  const asked = fromTheApp(event);
  event.waitUntil(asked.catch(() => null));
  const kept = await asItWas(new URL(event.request.url));
  // Who loads a page anew wants the page, also from a slow server.
  const patience = event.request.cache === "default" ? PATIENCE : FOR_A_RELOAD;
  const waited = new Promise((_, late) => { if (kept) setTimeout(late, patience); });
  try {
    return await Promise.race([asked, waited]);
  } catch {
    return kept ?? await caches.match(UNSEEN) ?? Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname.startsWith("/static/")) event.respondWith(file(request));
});
