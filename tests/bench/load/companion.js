// One table of the companion as programs see it: five phones listen to streams, taps go over a connection of their own.
const { SEATS } = require("./claims.js");
const { Stream, connect, fail } = require("./stream.js");
const { Wait } = require("./wait.js");

const FORM = "application/x-www-form-urlencoded";
const HEADER = { transcript: 1, game: "sluff-off", seats: SEATS, options: { rounds: 20 } };

class CompanionTable {
  // `bases` are the servers that its phones use, in turn.
  constructor(bases, moves, settings) {
    Object.assign(this, { bases, moves, settings, played: 0, text: "" });
    this.wait = new Wait(SEATS.length, settings.counts);
    this.sockets = bases.map((base) => connect(base, this));
  }

  async open() {
    const opened = JSON.parse(await this.post(0, "/api/tables", HEADER));
    Object.assign(this, { code: opened.code, keys: opened.keys.seats, host: opened.keys.host });
    while (this.played < this.settings.filled) await this.byProgram(0, this.moves[this.played++], this.host);
    for (const [phone, seat] of SEATS.entries()) {
      const headers = await this.shown(seat);
      if (this.settings.gzip) headers.push("Accept-Encoding: gzip");
      const told = (version, text) => {
        this.shows(seat, text);
        this.wait.told(phone, version);
      };
      const seen = (text) => this.shows(seat, text);
      const stream = new Stream(this.at(phone), this.path(seat), headers, this.settings.counts, told, seen);
      this.version = await stream.open();
      this.wait.known[phone] = this.version;
    }
  }

  at(phone) {
    return this.bases[phone % this.bases.length];
  }

  path() {
    return `/api/tables/${this.code}/live`;
  }

  // A phone shows what it was told.
  shows() {}

  // How a phone shows who it is.
  async shown(seat) {
    return [`Authorization: Bearer ${this.keys[seat]}`];
  }

  // Milliseconds from the tap to the last of the phones; the answer must have come, too. Null when the game is over.
  async move() {
    const move = this.moves[this.played++];
    if (!move) return null;
    const seat = move.seat ?? move.winner;
    const key = this.keys[seat] ?? this.host;
    const phone = Math.max(0, SEATS.indexOf(seat));
    const start = performance.now();
    const seen = this.wait.until(++this.version);
    await this.tap(phone, move, key);
    await seen;
    return performance.now() - start;
  }

  tap(phone, move, key) {
    return this.byProgram(phone, move, key);
  }

  byProgram(phone, move, key) {
    return this.post(phone, `/api/tables/${this.code}/moves`, move, `Authorization: Bearer ${key}\r\n`);
  }

  post(phone, path, body, headers = "") {
    return this.send(phone, path, "application/json", JSON.stringify(body), headers);
  }

  send(phone, path, type, data, headers) {
    const length = Buffer.byteLength(data);
    const ask =
      `POST ${path} HTTP/1.1\r\nHost: ${this.at(phone).host}\r\nContent-Type: ${type}\r\n` +
      `${headers}Content-Length: ${length}\r\n\r\n${data}`;
    this.settings.counts.up += Buffer.byteLength(ask);
    this.sockets[phone % this.sockets.length].write(ask);
    return new Promise((ok) => (this.answered = ok));
  }

  bytes(count) {
    this.settings.counts.answers += count;
  }

  head(status) {
    this.status = status;
  }

  body(bytes) {
    this.text += bytes.latin1Slice();
  }

  end() {
    const { status, text } = this;
    this.text = "";
    if (status > 201) fail(new Error(`refused: ${status} ${text}`));
    this.answered(text);
  }
}

// The same with what real phones hold: the stream of the table's page, shown by a cookie.
class PageTable extends CompanionTable {
  path() {
    return `/t/${this.code}/live`;
  }

  async shown(seat) {
    return [`Cookie: ${await cookie(new URL(`/k/${this.keys[seat]}`, this.bases[0]))}`];
  }
}

const BASE = /data-base(?:="|": ")(\w+)/;
const ON = /data-on="(\w+)"/;

// The same, and it taps as phones do: by the page's form, its cookie and its token, answered with what changed. It says what
// its page shows, and takes no parts that build on anything else.
class TapTable extends PageTable {
  path(seat) {
    return `${super.path(seat)}?base=${this.forms[seat].base}`;
  }

  shows(seat, text) {
    const form = this.forms[seat];
    const on = ON.exec(text);
    const base = BASE.exec(text)?.[1] ?? form.base;
    if (on && on[1] !== form.base && base !== form.base) fail(new Error(`parts for ${on[1]}, not ${form.base}`));
    form.base = base;
  }

  async shown(seat) {
    const [header] = await super.shown(seat);
    const page = await fetch(new URL(`/t/${this.code}`, this.bases[0]), { headers: { Cookie: header.slice(8) } });
    const text = await page.text();
    const token = /name="csrf_token" value="([^"]+)"/.exec(text)[1];
    (this.forms ??= {})[seat] = { cookie: kept(page) || header.slice(8), token, base: BASE.exec(text)?.[1] ?? "" };
    return [header];
  }

  tap(phone, move) {
    const { cookie: shown, token, base } = this.forms[SEATS[phone]];
    const form = new URLSearchParams({ csrf_token: token, base, version: this.version - 1, move: JSON.stringify(move) });
    const headers = `Cookie: ${shown}\r\nHX-Request: true\r\nAccept-Encoding: gzip\r\n`;
    return this.send(phone, `/t/${this.code}/moves`, FORM, form.toString(), headers);
  }
}

// What a phone keeps that has opened a seat's link and pressed the button there.
async function cookie(link) {
  const page = await fetch(link);
  const token = /name="csrf_token" value="([^"]+)"/.exec(await page.text())[1];
  const body = new URLSearchParams({ csrf_token: token });
  const headers = { Cookie: kept(page), Referer: link.href };
  return kept(await fetch(link, { method: "POST", redirect: "manual", headers, body }));
}

const kept = (answer) => answer.headers.getSetCookie().map((one) => one.split(";")[0]).join("; ");

module.exports = { CompanionTable, PageTable, TapTable };
