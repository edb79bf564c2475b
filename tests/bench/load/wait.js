// When all phones of a table have been told of a version. One that is told of a later version skips those between.
class Wait {
  constructor(phones, counts) {
    this.known = new Array(phones).fill(0);
    this.counts = counts;
    this.wanted = Infinity;
    this.ok = null;
  }

  told(phone, version) {
    this.counts.updates++;
    this.counts.skipped += Math.max(0, version - this.known[phone] - 1);
    this.known[phone] = version;
    if (version >= this.wanted && this.known.every((known) => known >= this.wanted)) this.ok();
  }

  until(version) {
    this.wanted = version;
    return new Promise((ok) => (this.ok = ok));
  }
}

module.exports = { Wait };
