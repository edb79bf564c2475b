// A phone's stream of events.
const net = require("node:net");
const { Reply } = require("./reply.js");
const { Unpack } = require("./unpack.js");

const EVENT_ID = /(?:^|\n)id: (\d+)/;
const BEAT = /^event: beat\ndata: (\d+)/; // in place of a first event: the page shows it already

// A connection whose replies go to on.head, on.body and on.end, and whose bytes are told to on.bytes; on.closed, where there is
// one, is told of its end.
function connect(base, on) {
  const socket = net.connect(+base.port, base.hostname);
  const reply = new Reply(on);
  socket.setNoDelay(true);
  socket.on("data", (data) => {
    on.bytes(data.length);
    reply.push(data);
  });
  socket.on("error", fail);
  socket.on("close", () => (on.closed ? on.closed(socket) : fail(new Error("the server has hung up"))));
  return socket;
}

function fail(error) {
  console.error(error);
  process.exit(1);
}

class Stream {
  // Calls told(version, text) for every event after the first that has come whole, and seen(text) for the first.
  constructor(base, path, headers, counts, told, seen = () => {}) {
    Object.assign(this, { base, path, headers, counts, told, seen, tail: "", unpack: null });
    this.socket = connect(base, this);
  }

  // The version that the first event tells.
  open() {
    const ask = [`GET ${this.path} HTTP/1.1`, `Host: ${this.base.host}`, ...this.headers];
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
    const id = EVENT_ID.exec(text) ?? (this.opened && BEAT.exec(text));
    if (!id) return;
    if (this.opened) {
      this.seen(text);
      this.opened = void this.opened(+id[1]);
    } else {
      this.counts.chars += text.length + 2;
      this.told(+id[1], text);
    }
  }

  end() {
    fail(new Error(`${this.path}: the stream has ended`));
  }
}

module.exports = { Stream, connect, fail };
