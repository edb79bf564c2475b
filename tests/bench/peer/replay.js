// node replay.js FILE: plays the games of a file that it knows through the peer's own engine; prints what each has come to.
const fs = require("node:fs");
const { Client } = require("boardgame.io/client");
const game = require("./game.js");
const { moveOf } = require("../load/claims.js");

function played({ moves }) {
  const client = Client({ game, numPlayers: 5, debug: false });
  client.start();
  let accepted = 0;
  for (const claim of moves) {
    const { player, type, args } = moveOf(claim);
    client.updatePlayerID(player);
    client.moves[type](...args);
    accepted = client.getState()._stateID;
  }
  const { rounds, centre, seats } = client.getState().G;
  return { accepted, rounds, centre, seats };
}

const games = JSON.parse(fs.readFileSync(process.argv[2])).filter(({ header }) => header.game === "sluff-off");
console.log(JSON.stringify(games.slice(0, +process.argv[3]).map(played)));
