// A phone's stream of events.
const net = require("node:net");
const { Reply } = require("./reply.js");

// A connection whose replies go to on.head, on.body and on.end, and whose bytes are told to on.bytes; on.closed, if there is
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
  // Calls heard(event, id, data) for each event that has come whole.
  constructor(base, path, header, bytes, heard) {
    Object.assign(this, { path, bytes, heard, tail: "" });
    connect(base, this).write(`GET ${path} HTTP/1.1\r\nHost: ${base.host}\r\nAccept: text/event-stream\r\n${header}\r\n\r\n`);
  }

  head(status) {
    if (status !== 200) fail(new Error(`${this.path}: ${status}`));
  }

  body(bytes) {
    const text = this.tail + bytes.latin1Slice();
    let from = 0;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n", from)) {
      this.event(text.slice(from, end));
      from = end + 2;
    }
    this.tail = text.slice(from);
  }

  event(text) {
    const fields = { event: "", id: "", data: [] };
    for (const line of text.split("\n")) {
      const at = line.indexOf(": "), name = line.slice(0, at), value = line.slice(at + 2);
      if (name === "data") fields.data.push(value);
      else fields[name] = value;
    }
    this.heard(fields.event, fields.id, fields.data.join("\n"));
  }

  end() {
    fail(new Error(`${this.path}: the stream has ended`));
  }
}

module.exports = { Stream, connect, fail };
