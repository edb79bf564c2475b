// node server.js FOLDER: serves the token game on a free port; an empty folder keeps it in memory.
const { FlatFile, Origins, Server } = require("boardgame.io/server");

const folder = process.argv[2];
const store = folder ? { db: new FlatFile({ dir: folder, logging: false }) } : {};
const server = Server({ games: [require("./game.js")], origins: [Origins.LOCALHOST], ...store });
server.run({ port: 0 }).then(({ appServer }) => {
  console.log(`http://127.0.0.1:${appServer.address().port}`);
});
