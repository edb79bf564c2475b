// When all phones of a table have been told of a version.
class Wait {
  constructor(phones, told) {
    Object.assign(this, { known: new Array(phones).fill(0), counts: told, wanted: Infinity, ok: null });
  }

  told(phone, version) {
    this.counts.updates++;
    this.known[phone] = version;
    if (version >= this.wanted && this.known.every((known) => known >= this.wanted)) this.ok();
  }

  until(version) {
    this.wanted = version;
    return new Promise((ok) => (this.ok = ok));
  }
}

module.exports = { Wait };
