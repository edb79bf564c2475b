// How the tables are played: as fast as they answer, or at a fixed rate.
const now = () => performance.now();

// Every table plays so many moves before the clock runs: from none to `most`, so that they differ.
async function ahead(tables, most) {
  await Promise.all(tables.map(async (table, n) => {
    for (let left = (n * 7) % (most + 1); left > 0; left--) await table.move();
  }));
}

// Each place plays one move after the other; where a game is over, the next of the spare tables is played on.
async function closed(tables, spare, seconds) {
  const times = [];
  const start = now();
  const until = start + seconds * 1000;
  await Promise.all(tables.map(async (table) => {
    while (now() < until) {
      const time = await table.move();
      if (time === null && !spare.length) throw new Error("too few spare tables");
      if (time === null) table = spare.pop();
      else times.push(time);
    }
  }));
  return { times, seconds: (now() - start) / 1000 };
}

// So many moves a second, each at the next table that awaits none; `late` counts those that found every table waiting.
async function fixed(tables, seconds, rate) {
  const idle = [...tables];
  const times = [];
  const under = [];
  let late = 0;
  const start = now();
  async function tap() {
    const table = idle.shift();
    if (!table) return late++;
    const time = await table.move();
    if (time === null) throw new Error("a game is over");
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
