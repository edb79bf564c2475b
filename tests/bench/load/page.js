// What a phone shows of its table's page, kept as a browser keeps it. It takes events as static/js/live.js does, and checks what live.js
// only mends: an event builds on the stamp that is shown, its tags close, and each of its parts has a place on the page.
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/g;
const VOID = new Set(["area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"]);
const ATTRIBUTE = (name) => new RegExp(` ${name}="([^"]*)"`);
const [ID, PART, STAMP] = ["id", "data-part", "data-stamp"].map(ATTRIBUTE);
const KEPT = / data-keep /;
const FIELD = (text, name) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1];

// The elements at the top of a text, and the ids of all elements, each with those within it.
function elements(text) {
  const open = [], top = [], places = new Map(), kept = new Set();
  for (const [tag, end, name, attributes, closed] of text.matchAll(TAG)) {
    if (open.at(-1)?.name === "option" && !(end && name === "option")) open.pop(); // its end may be left out
    if (end) {
      if (open.pop()?.name !== name) throw new Error(`not closed: ${open.at(-1)?.name} at ${tag}`);
      continue;
    }
    const id = ID.exec(attributes)?.[1];
    if (!open.length) top.push({ id, part: PART.test(attributes) });
    if (id) {
      for (const outer of open) if (outer.id) places.get(outer.id).push(id);
      places.set(id, []);
      if (KEPT.test(attributes)) kept.add(id);
    }
    if (!closed && !VOID.has(name)) open.push({ name, id });
  }
  if (open.length) throw new Error(`never closed: ${open.map(({ name }) => name)}`);
  return { top, places, kept };
}

// All phones of a table are sent the same bytes: those are read once.
class Reader {
  read(text) {
    if (text !== this.text) Object.assign(this, { text, told: told(text) });
    return this.told;
  }
}
const told = (text) => ({ ...elements(text), stamp: STAMP.exec(text)?.[1], mark: FIELD(text, "for"), version: FIELD(text, "version") });

class Page {
  // `text` is the whole page, as it was loaded.
  constructor(text, reader) {
    const main = text.slice(text.indexOf("<main"), text.indexOf("</main>") + 7);
    const { top: _, kept: __, ...shown } = told(main);
    Object.assign(this, shown, { reader, token: FIELD(text, "csrf_token") });
    this.stream = ATTRIBUTE("data-stream").exec(text)[1];
    this.act = ATTRIBUTE("hx-post").exec(main)[1];
  }

  // What the page's form sends with a tap, as htmx does.
  form(move) {
    const { mark, token, version } = this;
    return new URLSearchParams({ csrf_token: token, version, for: mark, move: JSON.stringify(move) });
  }

  // Put an event's parts in their places.
  take(id, text) {
    const [stamp, since] = id.split(" ");
    if (since && since !== this.stamp) throw new Error(`an event leads from ${since}, and ${this.stamp} is shown`);
    const { top, places, kept, ...shown } = this.reader.read(text);
    for (const id of kept) if (!this.places.has(id)) throw new Error(`nothing to keep for ${id}`);
    const stays = new Set([...kept].flatMap((id) => [id, ...this.places.get(id)]));
    for (const { id, part } of top) {
      if (!part || !this.places.has(id)) throw new Error(`no place for ${id}`);
      for (const inner of this.places.get(id)) if (!stays.has(inner)) this.places.delete(inner);
    }
    for (const [id, within] of places) if (!kept.has(id)) this.places.set(id, within);
    if (shown.stamp !== stamp) throw new Error(`an event of ${stamp} shows ${shown.stamp}`);
    Object.assign(this, shown);
  }
}

module.exports = { Page, Reader };
