// A gzip stream unpacked as it comes, at once: node's own streams hand every piece to another thread, which would
// cost the load more than the unpacking. The calls are those that zlib's synchronous functions make themselves.
const zlib = require("node:zlib");

const room = Buffer.allocUnsafe(1 << 18);

class Unpack {
  constructor() {
    this.stream = zlib.createGunzip({ chunkSize: 64 });
    this.stream.on("error", (error) => {
      throw error;
    });
  }

  // The text of these bytes; each character is one byte.
  push(bytes) {
    const { _handle: handle, _writeState: state } = this.stream;
    let [text, from, left] = ["", 0, bytes.length];
    for (;;) {
      handle.writeSync(zlib.constants.Z_SYNC_FLUSH, bytes, from, left, room, 0, room.length);
      const [free, rest] = state;
      text += room.latin1Slice(0, room.length - free);
      if (free) return text;
      from += left - rest;
      left = rest;
    }
  }
}

module.exports = { Unpack };
