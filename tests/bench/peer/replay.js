// node replay.js FILE MOVES: plays games of a file through the peer's own engine, over again until so many moves have stood. Prints those
// and the seconds of processor time that they took.
const fs = require("node:fs");
const { Client } = require("boardgame.io/client");
const game = require("./game.js");
const { moveOf } = require("../load/claims.js");

function played({ moves }) {
  const client = Client({ game, numPlayers: 5, debug: false });
  client.start();
  for (const claim of moves) {
    const { player, type, args } = moveOf(claim);
    client.updatePlayerID(player);
    client.moves[type](...args);
  }
  const { _stateID: accepted } = client.getState();
  if (accepted !== moves.length) throw new Error(`${accepted} of ${moves.length} moves stand`);
  return accepted;
}

const games = JSON.parse(fs.readFileSync(process.argv[2])).filter(({ header }) => header.game === "sluff-off");
let moves = 0;
for (let n = 0; moves < +process.argv[3]; n++) moves += played(games[n % games.length]);
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ moves, cpu: (user + system) / 1e6 }));
