// node main.js KIND URL GAMES: a load that is told what to do by lines of JSON on stdin, and answers each with one.
const fs = require("node:fs");
const readline = require("node:readline");
const { ahead, closed, fixed } = require("./play.js");

const [, , kind, url, games] = process.argv;
const TABLES = { companion: () => require("./companion.js").CompanionTable, peer: () => require("./peer.js").PeerTable };
const Table = TABLES[kind]();
const base = new URL(url);
const lists = JSON.parse(fs.readFileSync(games));
const counts = { bytes: 0, chars: 0, updates: 0, skipped: 0 };
const settings = { counts, gzip: true };
const tables = [];
const spare = [];
const AT_ONCE = 8;
const PATIENCE = 20000;

async function open(many, list) {
  let left = many;
  const opener = async () => {
    while (left-- > 0) {
      const table = new Table(base, lists[(tables.length + spare.length) % lists.length], settings);
      list.push(table);
      await table.open();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, opener));
  return { tables: tables.length, spare: spare.length };
}

async function measured(played) {
  for (const key of Object.keys(counts)) counts[key] = 0;
  const before = process.cpuUsage();
  const { times, seconds, late = 0 } = await played();
  const { user, system } = process.cpuUsage(before);
  return { ...figures(times, seconds), late, ...counts, load: (user + system) / 1e6 / seconds };
}

function figures(times, seconds) {
  const sorted = Float64Array.from(times).sort();
  const p = (percent) => sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
  return { moves: times.length, seconds, p50: p(50), p95: p(95), p99: p(99) };
}

const DO = {
  settings: (given) => Object.assign(settings, given) && {},
  open: ({ tables: many, spare: more = 0 }) => open(many, tables).then(() => open(more, spare)),
  ahead: ({ most }) => ahead(tables, most).then(() => ({})),
  closed: ({ seconds }) => measured(() => closed(tables, spare, seconds)),
  fixed: ({ seconds, rate }) => measured(() => fixed(tables, seconds, rate)),
};

// A server that tells nobody anything any more is a failure, not a wait without end.
function watch() {
  let before = counts.updates;
  return setInterval(() => {
    if (counts.updates === before) {
      console.error("nobody was told of anything for a long time");
      process.exit(1);
    }
    before = counts.updates;
  }, PATIENCE);
}

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { do: what, ...given } = JSON.parse(line);
    const watched = what === "open" ? undefined : watch();
    console.log(JSON.stringify(await DO[what](given)));
    clearInterval(watched);
  }
  process.exit(0);
})();
