// How the tables are played: as fast as they answer, or at a fixed rate.
const now = () => performance.now();

// Every table plays so many moves before the clock runs: from none to `most`, or to half of its game, so that they differ. Return how many
// a second were played.
async function ahead(tables, most) {
  const start = now();
  const played = await Promise.all(tables.map(async (table, n) => {
    const many = (n * 7) % (Math.min(most, table.game.moves.length >> 1) + 1);
    for (let left = many; left > 0; left--) await table.move();
    return many;
  }));
  return { rate: (1000 * played.reduce((sum, many) => sum + many, 0)) / (now() - start) };
}

// The spare table that is played on when this one's game is over: with a game of the same kind, while there is one. One that is opened
// while the clock runs costs the server more than a move.
async function another(table, spare) {
  const same = spare.findIndex(({ game }) => game.header.game === table.game.header.game);
  if (same >= 0) return spare.splice(same, 1)[0];
  const fresh = new table.constructor(table.base, table.game, table.settings, table.counts);
  await fresh.open();
  table.counts.late++;
  return fresh;
}

// Each place plays one move after the other.
async function closed(tables, spare, seconds) {
  const times = [];
  const start = now();
  const until = start + seconds * 1000;
  await Promise.all(tables.map(async (table) => {
    while (now() < until) {
      const time = await table.move();
      if (time === null) table = await another(table, spare);
      else times.push(time);
    }
  }));
  return { times, seconds: (now() - start) / 1000 };
}

// So many moves a second, each at the next table that awaits none; none where every table waits.
async function fixed(tables, spare, seconds, rate) {
  const idle = [...tables];
  const times = [];
  const under = [];
  const start = now();
  async function tap() {
    let table = idle.shift();
    if (!table) return;
    let time = await table.move();
    if (time === null) time = await (table = await another(table, spare)).move();
    times.push(time);
    idle.push(table);
  }
  await new Promise((ok) => {
    let sent = 0;
    const tick = () => {
      for (const due = ((now() - start) / 1000) * rate; sent < due; sent++) under.push(tap());
      if (now() - start < seconds * 1000) setTimeout(tick, 1);
      else ok();
    };
    tick();
  });
  await Promise.all(under);
  return { times, seconds: (now() - start) / 1000 };
}

// Every table plays so many moves, one after the other, or the rest of its game.
async function whole(tables, moves = Infinity) {
  const times = [];
  const start = now();
  await Promise.all(tables.map(async (table) => {
    for (let left = moves; left > 0; left--) {
      const time = await table.move();
      if (time === null) return;
      times.push(time);
    }
  }));
  return { times, seconds: (now() - start) / 1000 };
}

module.exports = { ahead, closed, fixed, whole };
