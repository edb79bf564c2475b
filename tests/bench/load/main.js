// node main.js KIND URLS GAMES: a load that is told what to do by lines of JSON on stdin, and answers each with one.
// URLS, with commas between them, are of servers that serve the same tables.
const fs = require("node:fs");
const readline = require("node:readline");
const { ahead, closed, fixed, whole } = require("./play.js");

const [, , kind, urls, file] = process.argv;
const KINDS = {
  api: () => require("./companion.js").ApiTable,
  pages: () => require("./companion.js").PageTable,
  peer: () => require("./peer.js").PeerTable,
};
const Table = KINDS[kind]();
const bases = urls.split(",").map((url) => new URL(url));
// The peer knows one of the games.
const games = JSON.parse(fs.readFileSync(file)).filter(({ header }) => kind !== "peer" || header.game === "sluff-off");
const kinds = [...new Set(games.map(({ header }) => header.game))];
// By game: updates (one phone told of one move), their bytes as they came and as they would be packed, answers to taps, and tables
// that were opened while the clock ran.
const none = () => ({ updates: 0, bytes: 0, packed: 0, answers: 0, late: 0 });
const counts = Object.fromEntries(kinds.map((game) => [game, none()]));
// `filled`: so many moves are entered at each table before its phones come. `packs`: count what updates would be when packed.
const settings = { filled: 0, packs: false };
const tables = [];
const spare = [];
const AT_ONCE = 8;
const PATIENCE = 60000;

// With several servers a table's phones are all at one of them.
function added(list, game) {
  const number = tables.length + spare.length;
  const table = new Table(bases[number % bases.length], game, settings, counts[game.header.game]);
  list.push(table);
  return table;
}

async function open(chosen, list) {
  const opener = async () => {
    for (const game of chosen) await added(list, game).open();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, opener));
}

// Of the games in turn, kind after kind.
function* inTurn(many) {
  for (let left = many; left > 0; left--) yield games[tables.length % games.length];
}

// Games with so many moves in all, as many of each kind.
function* inReserve(moves) {
  const left = Object.fromEntries(kinds.map((one) => [one, moves / kinds.length]));
  for (let n = tables.length; Object.values(left).some((some) => some > 0); n++) {
    const game = games[n % games.length];
    if (left[game.header.game] <= 0) continue;
    left[game.header.game] -= game.moves.length;
    yield game;
  }
}

async function measured(played) {
  for (const game of kinds) Object.assign(counts[game], none());
  const before = process.cpuUsage();
  const { times, seconds } = await played();
  const { user, system } = process.cpuUsage(before);
  return { ...figures(times, seconds), counts, load: (user + system) / 1e6 / seconds };
}

function figures(times, seconds) {
  const sorted = Float64Array.from(times).sort();
  const p = (percent) => sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
  return { moves: times.length, seconds, p50: p(50), p99: p(99) };
}

// `only` picks some of the tables by their numbers; else all are played.
const among = (only) => (only ? only.map((n) => tables[n]) : tables);

const DO = {
  settings: async (given) => void Object.assign(settings, given),
  open: async ({ tables: many = 0, reserve = 0 }) => {
    await open(inTurn(many), tables);
    await open(inReserve(reserve), spare);
  },
  ahead: ({ most }) => ahead(tables, most),
  closed: ({ seconds }) => measured(() => closed(tables, spare, seconds)),
  fixed: ({ seconds, rate }) => measured(() => fixed(tables, spare, seconds, rate)),
  whole: ({ only, moves }) => measured(() => whole(among(only), moves)),
};

const progress = () => tables.length + spare.length + kinds.reduce((sum, game) => sum + counts[game].updates + counts[game].answers, 0);

// A server that answers nobody any more is a failure, not a wait without end.
function watch() {
  let before = progress();
  return setInterval(() => {
    if (progress() === before) {
      console.error("nobody was answered or told of anything for a long time");
      process.exit(1);
    }
    before = progress();
  }, PATIENCE);
}

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { do: what, ...given } = JSON.parse(line);
    const watched = watch();
    console.log(JSON.stringify((await DO[what](given)) ?? {}));
    clearInterval(watched);
  }
  process.exit(0);
})();
