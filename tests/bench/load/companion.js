// One table of the companion as programs see it: five phones listen to streams, taps go over a connection of their own.
const net = require("node:net");
const { Reply } = require("./reply.js");
const { Unpack } = require("./unpack.js");
const { Wait } = require("./wait.js");

const SEATS = ["Chris", "Mary", "Katie", "Cory", "Carly"];
const HEADER = { transcript: 1, game: "sluff-off", seats: SEATS, options: { rounds: 20 } };
const EVENT_ID = /(?:^|\n)id: (\d+)/;

function connect(base, on) {
  const socket = net.connect(+base.port, base.hostname);
  const reply = new Reply(on);
  socket.setNoDelay(true);
  socket.on("data", (data) => {
    on.bytes?.(data.length);
    reply.push(data);
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("the server has hung up")));
  return socket;
}

function fail(error) {
  console.error(error);
  process.exit(1);
}

class Stream {
  // Calls told(version) for every event that has come whole, opened() with the first.
  constructor({ base, path, headers, counts, told }) {
    Object.assign(this, { path, headers, counts, told, tail: "", unpack: null, chars: 0 });
    this.socket = connect(base, this);
  }

  open() {
    const ask = [`GET ${this.path} HTTP/1.1`, "Host: 127.0.0.1", ...this.headers];
    this.socket.write(ask.join("\r\n") + "\r\n\r\n");
    return new Promise((ok) => (this.opened = ok));
  }

  bytes(count) {
    this.counts.bytes += count;
  }

  head(status, text) {
    if (status !== 200) fail(new Error(`${this.path}: ${status}`));
    if (/\r\ncontent-encoding: *gzip\r\n/.test(text)) this.unpack = new Unpack();
  }

  body(bytes) {
    const text = this.tail + (this.unpack ? this.unpack.push(bytes) : bytes.latin1Slice());
    let from = 0;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n", from)) {
      this.event(text.slice(from, end));
      from = end + 2;
    }
    this.tail = text.slice(from);
  }

  event(text) {
    const id = EVENT_ID.exec(text);
    if (!id) return;
    this.counts.chars += text.length + 2;
    if (this.opened) this.opened = void this.opened();
    else this.told(+id[1]);
  }

  end() {
    fail(new Error(`${this.path}: the stream has ended`));
  }
}

class CompanionTable {
  constructor(base, moves, settings) {
    Object.assign(this, { base, moves, settings, at: 0, version: 0, streams: [] });
    this.wait = new Wait(SEATS.length, settings.counts);
    this.socket = connect(base, this);
    this.text = "";
  }

  async open() {
    const answer = JSON.parse(await this.post("/api/tables", HEADER));
    this.code = answer.code;
    this.keys = answer.keys;
    for (const [phone, seat] of SEATS.entries()) await this.listen(phone, seat);
  }

  listen(phone, seat) {
    const { base, settings, wait } = this;
    const headers = [`Authorization: Bearer ${this.keys.seats[seat]}`];
    if (settings.gzip) headers.push("Accept-Encoding: gzip");
    const path = `/api/tables/${this.code}/live`;
    const stream = new Stream({ base, path, headers, counts: settings.counts, told: (v) => wait.told(phone, v) });
    this.streams.push(stream);
    return stream.open();
  }

  // Milliseconds from the tap to the last of the phones; the answer must have come, too. Null when the game is over.
  async move() {
    const move = this.moves[this.at++];
    if (!move) return null;
    const key = this.keys.seats[move.seat ?? move.winner];
    const start = performance.now();
    const seen = this.wait.until(++this.version);
    await this.post(`/api/tables/${this.code}/moves`, move, `Authorization: Bearer ${key}\r\n`);
    await seen;
    return performance.now() - start;
  }

  post(path, body, headers = "") {
    const data = JSON.stringify(body);
    const length = Buffer.byteLength(data);
    this.socket.write(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
        `${headers}Content-Length: ${length}\r\n\r\n${data}`,
    );
    return new Promise((ok) => (this.answered = ok));
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
    if (status !== 201) fail(new Error(`refused: ${status} ${text}`));
    this.answered(text);
  }
}

module.exports = { CompanionTable };
