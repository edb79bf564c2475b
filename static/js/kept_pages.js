// Pages as this phone last saw them, to look at while there is no connection: the latest few of those that hold no key.
// In a cache where the browser has one (with https), where the worker finds them too; else in the tab's own storage.
const MOST = 12;
const STORE = "kept";
const WORTH = /^\/(t\/[^/]+(\/(scores|ledger|referee|rules|seats))?|rules\/[^/]+)?$/;
const UNSEEN = "/offline";

// A query makes another page, and such are not kept.
function nameOf(address) {
  const { pathname, search } = new URL(address, location.href);
  return search ? "" : pathname;
}

const inCache = {
  async put(name, html) {
    const cache = await caches.open(STORE);
    await cache.put(name, new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
    const names = await cache.keys(); // the oldest first
    await Promise.all(names.slice(0, -MOST).map((old) => cache.delete(old)));
  },
  async get(name) { return (await caches.match(name))?.text(); },
  async remove(start) {
    const cache = await caches.open(STORE);
    const gone = (await cache.keys()).filter((one) => new URL(one.url).pathname.startsWith(start));
    await Promise.all(gone.map((one) => cache.delete(one)));
  },
};

const names = () => JSON.parse(sessionStorage.getItem(STORE) ?? "[]");
const inTab = {
  put(name, html) {
    const all = [...names().filter((one) => one !== name), name];
    for (const old of all.splice(0, all.length - MOST)) sessionStorage.removeItem(old);
    sessionStorage.setItem(STORE, JSON.stringify(all));
    sessionStorage.setItem(name, html);
  },
  get: (name) => sessionStorage.getItem(name) ?? undefined,
  remove(start) {
    for (const name of names().filter((one) => one.startsWith(start))) sessionStorage.removeItem(name);
    sessionStorage.setItem(STORE, JSON.stringify(names().filter((one) => !one.startsWith(start))));
  },
};

const store = window.caches ? inCache : inTab;

// A copy says itself when it was made: whoever looks at it later is told.
export async function keepThisPage() {
  const root = document.documentElement, name = nameOf(location);
  if (!WORTH.test(name) || "kept" in root.dataset || document.querySelector("[data-not-kept]")) return;
  const copy = root.cloneNode(true);
  delete copy.dataset.live;
  copy.dataset.kept = new Date().toISOString();
  for (const said of copy.querySelectorAll("#notice, #said")) said.replaceChildren();
  for (const one of copy.querySelectorAll("[data-sent]")) delete one.dataset.sent;
  await store.put(name, `<!doctype html>${copy.outerHTML}`);
}

// Without a worker nobody else brings the page for those that were not seen.
export async function keepUnseen() {
  if (store === inCache || inTab.get(UNSEEN)) return;
  const answer = await fetch(UNSEEN);
  if (answer.ok) sessionStorage.setItem(UNSEEN, await answer.text());
}

// A table that is no longer there for this phone leaves nothing behind.
export async function forgetThisTable() {
  const [, table] = /^(\/t\/[^/]+)/.exec(location.pathname) ?? [];
  if (table) await store.remove(table);
}

export async function found(address) {
  const name = nameOf(address);
  return (WORTH.test(name) && await store.get(name)) || store.get(UNSEEN);
}
