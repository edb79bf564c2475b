// One table of the companion as programs see it: five phones listen to streams, taps go over a connection of their own.
const { gunzipSync } = require("node:zlib");
const { SEATS } = require("./claims.js");
const { Page } = require("./page.js");
const { Stream, connect, fail } = require("./stream.js");
const { Wait } = require("./wait.js");

const FORM = "application/x-www-form-urlencoded";

class CompanionTable {
  // `bases` are the servers that its phones use, in turn.
  constructor(bases, game, settings) {
    Object.assign(this, { bases, game, settings, played: 0, text: "" });
    this.wait = new Wait(SEATS.length, settings.counts);
    this.sockets = bases.map(() => null);
    this.answered = null;
  }

  async open() {
    const opened = JSON.parse(await this.post(0, "/api/tables", this.game.header));
    Object.assign(this, { code: opened.code, keys: opened.keys.seats, host: opened.keys.host });
    while (this.played < this.settings.filled) await this.byProgram(0, this.game.moves[this.played++], this.host);
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
    const move = this.game.moves[this.played++];
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
    (this.sockets[phone % this.sockets.length] ??= connect(this.at(phone), this)).write(ask);
    return new Promise((ok) => (this.answered = ok));
  }

  // A server hangs up on who asks nothing for a while: the next tap connects anew.
  closed(socket) {
    if (this.answered) fail(new Error("the server has hung up"));
    this.sockets = this.sockets.map((one) => (one === socket ? null : one));
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
    const { status, text, answered } = this;
    this.text = "";
    this.answered = null;
    if (status > 201) fail(new Error(`refused: ${status} ${text}`));
    answered(text);
  }
}

// The same with phones as they are: each has opened its page with its cookie, holds the page's stream, taps by the page's form with
// its token, and swaps what it is sent.
class TapTable extends CompanionTable {
  path(seat) {
    return `/t/${this.code}/live?base=${this.pages[seat].base}`;
  }

  shows(seat, text) {
    this.pages[seat].take(text);
  }

  async shown(seat) {
    const base = this.at(SEATS.indexOf(seat));
    const shown = await cookie(new URL(`/k/${this.keys[seat]}`, base));
    const answer = await fetch(new URL(`/t/${this.code}`, base), { headers: { Cookie: shown } });
    (this.pages ??= {})[seat] = new Page(await answer.text());
    this.pages[seat].cookie = kept(answer) || shown;
    return [`Cookie: ${shown}`];
  }

  async tap(phone, move) {
    const page = this.pages[SEATS[phone]];
    const headers = `Cookie: ${page.cookie}\r\nHX-Request: true\r\nX-CSRFToken: ${page.token}\r\nAccept-Encoding: gzip\r\n`;
    const answer = await this.send(phone, `/t/${this.code}/moves`, FORM, page.form(move).toString(), headers);
    page.take(gunzipSync(Buffer.from(answer, "latin1")).latin1Slice());
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

module.exports = { CompanionTable, TapTable };
