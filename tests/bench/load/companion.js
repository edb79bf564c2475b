// One table of the companion. As programs see it: five phones listen to the API's streams, and moves go over a connection of their own.
const zlib = require("node:zlib");
const { SEATS } = require("./claims.js");
const { Page, Reader } = require("./page.js");
const { Stream, connect, fail } = require("./stream.js");
const { Wait } = require("./wait.js");

class ApiTable {
  constructor(base, game, settings, counts) {
    Object.assign(this, { base, game, settings, counts, played: 0, text: "" });
    this.wait = new Wait(SEATS.length, counts);
  }

  async open() {
    const opened = JSON.parse(await this.post("/api/tables", this.game.header));
    Object.assign(this, { code: opened.code, keys: opened.keys.seats, host: opened.keys.host });
    while (this.played < this.settings.filled) await this.byProgram(this.game.moves[this.played++], this.host);
    this.version = this.played;
    await Promise.all(SEATS.map((_, phone) => this.listen(phone)));
  }

  listen(phone) {
    const header = `Authorization: Bearer ${this.keys[SEATS[phone]]}`;
    return new Promise((opened) => this.hear(phone, `/api/tables/${this.code}/live`, header, (event, id, data) => {
      if (event !== "table") return;
      this.took(phone, +id, data);
      opened();
    }));
  }

  hear(phone, path, header, heard) {
    return new Stream(this.base, path, header, (count) => (this.counts.bytes += count), heard);
  }

  // A phone shows what it was told.
  took(phone, version, data) {
    if (this.settings.packs) this.counts.packed += zlib.deflateRawSync(data, { level: 6 }).length;
    this.wait.told(phone, version);
  }

  // Return the milliseconds from the tap to the last of the phones, once the answer has come, too; null when the game is over.
  async move() {
    const move = this.game.moves[this.played++];
    if (!move) return null;
    const seat = move.seat ?? move.winner;
    const start = performance.now();
    const seen = this.wait.until(++this.version);
    await this.tap(Math.max(0, SEATS.indexOf(seat)), move, this.keys[seat] ?? this.host);
    await seen;
    return performance.now() - start;
  }

  tap(phone, move, key) {
    return this.byProgram(move, key);
  }

  byProgram(move, key) {
    return this.post(`/api/tables/${this.code}/moves`, move, `Authorization: Bearer ${key}\r\n`);
  }

  post(path, body, headers = "") {
    return this.send(path, "application/json", JSON.stringify(body), headers);
  }

  send(path, type, data, headers) {
    const ask =
      `POST ${path} HTTP/1.1\r\nHost: ${this.base.host}\r\nContent-Type: ${type}\r\n` +
      `${headers}Content-Length: ${Buffer.byteLength(data)}\r\n\r\n${data}`;
    (this.socket ??= connect(this.base, this)).write(ask);
    return new Promise((ok) => (this.answered = ok));
  }

  // A server hangs up on a client that asks nothing for a while: the next tap connects anew.
  closed() {
    if (this.answered) fail(new Error("the server has hung up"));
    this.socket = null;
  }

  bytes() {
    this.counts.answers++;
  }

  head(status, text) {
    Object.assign(this, { status, headText: text });
  }

  body(bytes) {
    this.text += bytes.latin1Slice();
  }

  end() {
    const { status, text, answered } = this;
    Object.assign(this, { text: "", answered: null });
    if (status > 204) fail(new Error(`refused: ${status} ${text}`));
    answered(text);
  }
}

// As people see it: each phone has opened its seat's link and its page, with a cookie of its own; it holds the page's stream, puts what comes
// in its place, and taps by the page's form.
class PageTable extends ApiTable {
  async listen(phone) {
    const shown = await cookie(new URL(`/k/${this.keys[SEATS[phone]]}`, this.base));
    const answer = await fetch(new URL(`/t/${this.code}`, this.base), { headers: { Cookie: shown } });
    const page = new Page(await answer.text(), (this.reader ??= new Reader()));
    page.cookie = kept(answer) || shown;
    (this.pages ??= [])[phone] = page;
    return new Promise((opened) => this.hear(phone, `${page.stream}?shown=${page.stamp}`, `Cookie: ${page.cookie}`, (event, id, data) => {
      if (event === "parts") page.take(id, data);
      if (event === "parts") this.took(phone, parseInt(id), data);
      if (event === "beat" && data !== page.stamp) throw new Error(`a beat of ${data}, and ${page.stamp} is shown`);
      if (event === "parts" || event === "beat") opened();
    }));
  }

  async tap(phone, move) {
    const page = this.pages[phone];
    const headers = `Cookie: ${page.cookie}\r\nHX-Request: true\r\nX-CSRFToken: ${page.token}\r\n`;
    await this.send(page.act, "application/x-www-form-urlencoded", page.form(move).toString(), headers);
    const [, stamp] = /\r\ncompanion-stamp: *([\d.]+)\r\n/.exec(this.headText) ?? [];
    if (this.status !== 204 || parseInt(stamp) !== this.version) throw new Error(`answered by ${this.status} and ${stamp}, not ${this.version}`);
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

module.exports = { ApiTable, PageTable };
