// What a phone shows, kept as a browser keeps it: texts by the ids of their elements, and the stamp and base that the table's own
// element names. It takes what it is sent as static/js/table.js does, and does not take what is older, or builds on another page.
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/g;
const VOID = new Set(["area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"]);
const STAMP = /data-stamp"?[=:] ?"([\d.]+)"/;
const BASE = /data-base"?[=:] ?"(\w+)"/;
const ON = /data-on="(\w+)"/;
const ID = / id="([^"]+)"/;
const MARK = /name="for" value="([^"]*)"/;

// The elements of a text with an id, and those at its top with `top`; a text whose tags do not close is no page.
function elements(text) {
  const open = [], found = [];
  for (const [tag, end, name, attributes, closed] of text.matchAll(TAG)) {
    if (end) {
      if (open.pop() !== name) throw new Error(`not closed: ${open} at ${tag}`);
      continue;
    }
    const id = ID.exec(attributes)?.[1];
    if (id) found.push({ id, top: !open.length, oob: attributes.includes(' hx-swap-oob="true"') });
    if (!closed && !VOID.has(name)) open.push(name);
  }
  if (open.length) throw new Error(`never closed: ${open}`);
  return found;
}

const newer = (stamp, than) => {
  const [[a, b], [c, d]] = [stamp, than].map((one) => one.split(".").map(Number));
  return a !== c ? a > c : b > d;
};

class Page {
  // `text` is the whole page, as it was loaded.
  constructor(text) {
    this.ids = new Set(elements(text.slice(text.indexOf("<body"), text.indexOf("</html>"))).map(({ id }) => id));
    [, this.stamp] = STAMP.exec(text);
    [, this.base] = BASE.exec(text);
    [, this.token] = /name="csrf_token" value="([^"]+)"/.exec(text);
    [, this.mark] = MARK.exec(text) ?? [];
  }

  // What the page's form sends with a tap, as htmx does.
  form(move) {
    const { base, mark, stamp, token } = this;
    return new URLSearchParams({ csrf_token: token, base, for: mark, version: parseInt(stamp), move: JSON.stringify(move) });
  }

  // Swap in what a stream or the answer to a tap has brought; nothing where it is no newer than what is shown.
  take(text) {
    const stamp = STAMP.exec(text)?.[1];
    if (!stamp || !newer(stamp, this.stamp)) return;
    const [, on] = ON.exec(text) ?? [];
    if (on && on !== this.base) throw new Error(`parts for ${on}, not ${this.base}`);
    for (const { id, top, oob } of elements(text)) {
      if (top && (on ? oob : id === "table") && !this.ids.has(id)) throw new Error(`no ${id} to swap`);
      this.ids.add(id);
    }
    [, this.base] = BASE.exec(text);
    this.mark = MARK.exec(text)?.[1] ?? this.mark;
    this.stamp = stamp;
  }
}

module.exports = { Page };
