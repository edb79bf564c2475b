// Reads HTTP/1.1 replies off a socket piece by piece: a body with a length, in chunks, or to the end.
const EMPTY = Buffer.alloc(0);
const NEED_MORE = -1;

class Reply {
  // `on` has head(status, headers text), body(bytes) and end().
  constructor(on) {
    this.on = on;
    this.rest = EMPTY;
    this.next = this.head;
    this.left = 0;
  }

  push(data) {
    const bytes = this.rest.length ? Buffer.concat([this.rest, data]) : data;
    let at = 0;
    while (at < bytes.length) {
      const to = this.next(bytes, at);
      if (to === NEED_MORE) break;
      at = to;
    }
    this.rest = at < bytes.length ? bytes.subarray(at) : EMPTY;
  }

  head(bytes, at) {
    const end = bytes.indexOf("\r\n\r\n", at);
    if (end < 0) return NEED_MORE;
    const text = bytes.latin1Slice(at, end + 2).toLowerCase();
    const length = /\r\ncontent-length: *(\d+)\r\n/.exec(text);
    const chunked = /\r\ntransfer-encoding: *chunked\r\n/.test(text);
    const status = +text.slice(9, 12);
    this.left = length ? +length[1] : status === 204 ? 0 : Infinity;
    this.next = chunked ? this.size : this.data;
    this.on.head(status, text);
    if (this.left === 0) this.finish();
    return end + 4;
  }

  data(bytes, at) {
    const to = Math.min(bytes.length, at + this.left);
    this.left -= to - at;
    this.on.body(bytes.subarray(at, to));
    if (this.left === 0) this.finish();
    return to;
  }

  size(bytes, at) {
    const end = bytes.indexOf("\r\n", at);
    if (end < 0) return NEED_MORE;
    this.left = parseInt(bytes.latin1Slice(at, end), 16);
    this.next = this.left ? this.chunk : this.trailer;
    return end + 2;
  }

  chunk(bytes, at) {
    const to = Math.min(bytes.length, at + this.left);
    this.left -= to - at;
    this.on.body(bytes.subarray(at, to));
    if (this.left === 0) this.next = this.lineEnd;
    return to;
  }

  lineEnd(bytes, at) {
    if (bytes.length < at + 2) return NEED_MORE;
    this.next = this.size;
    return at + 2;
  }

  trailer(bytes, at) {
    if (bytes.length < at + 2) return NEED_MORE;
    this.finish();
    return at + 2;
  }

  finish() {
    this.next = this.head;
    this.on.end();
  }
}

module.exports = { Reply };
