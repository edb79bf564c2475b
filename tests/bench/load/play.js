// How the tables are played: as fast as they answer, or at a fixed rate.
const now = () => performance.now();

// Every table plays so many moves before the clock runs: from none to `most`, or to half of its game, so that they differ.
async function ahead(tables, most) {
  await Promise.all(tables.map(async (table, n) => {
    const upTo = Math.min(most, table.game.moves.length >> 1);
    for (let left = (n * 7) % (upTo + 1); left > 0; left--) await table.move();
  }));
}

// The spare table that is played on where this one's game is over: with a game of the same kind, while there is one.
function another(table, spare) {
  if (!spare.length) throw new Error("too few spare tables");
  const same = spare.findIndex(({ game }) => game.header.game === table.game.header.game);
  return spare.splice(Math.max(same, 0), 1)[0];
}

// Each place plays one move after the other.
async function closed(tables, spare, seconds) {
  const times = [];
  const start = now();
  const until = start + seconds * 1000;
  await Promise.all(tables.map(async (table) => {
    while (now() < until) {
      const time = await table.move();
      if (time === null) table = another(table, spare);
      else times.push(time);
    }
  }));
  return { times, seconds: (now() - start) / 1000 };
}

// So many moves a second, each at the next table that awaits none; `late` counts those that found every table waiting.
async function fixed(tables, spare, seconds, rate) {
  const idle = [...tables];
  const times = [];
  const under = [];
  let late = 0;
  const start = now();
  async function tap() {
    let table = idle.shift();
    if (!table) return late++;
    let time = await table.move();
    if (time === null) time = await (table = another(table, spare)).move();
    times.push(time);
    return idle.push(table);
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
  return { times, seconds: (now() - start) / 1000, late };
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
