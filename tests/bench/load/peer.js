// One match of the peer as its own client plays it: five players with credentials, each on a websocket.
const path = require("node:path");
const { createRequire } = require("node:module");
const { SEATS, moveOf } = require("./claims.js");
const { Wait } = require("./wait.js");

const WebSocket = createRequire(path.join(__dirname, "../peer/package.json"))("ws");
const STATE_ID = /"_stateID":(\d+)/;
const GAME = "tokens";

async function post(url, body) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) fail(new Error(`${url}: ${answer.status} ${await answer.text()}`));
  return answer.json();
}

function fail(error) {
  console.error(error);
  process.exit(1);
}

class PeerTable {
  constructor(base, game, settings, counts) {
    Object.assign(this, { base, game, settings, counts, played: 0, version: 0, sockets: [], keys: [] });
    this.wait = new Wait(SEATS.length, counts);
  }

  async open() {
    const lobby = new URL(`/games/${GAME}/`, this.base);
    this.id = (await post(`${lobby}create`, { numPlayers: SEATS.length })).matchID;
    for (const [n, playerName] of SEATS.entries()) {
      const joined = await post(`${lobby}${this.id}/join`, { playerID: String(n), playerName });
      this.keys.push(joined.playerCredentials);
    }
    for (let phone = 0; phone < SEATS.length; phone++) await this.listen(phone);
    while (this.played < this.settings.filled) await this.move();
  }

  listen(phone) {
    const address = `ws://${this.base.host}/socket.io/?EIO=4&transport=websocket`;
    const socket = (this.sockets[phone] = new WebSocket(address, { perMessageDeflate: false }));
    return new Promise((ok) => {
      // The peer closes a connection that it has not come to answer within a second.
      socket.on("error", (error) => (error.code === "ECONNRESET" && !socket._socket ? ok(this.listen(phone)) : fail(error)));
      socket.on("open", () => {
        socket._socket.on("data", (data) => (this.counts.bytes += data.length));
        socket.on("close", () => fail(new Error("the server has hung up")));
      });
      socket.on("message", (data) => this.heard(phone, data.toString(), ok));
    });
  }

  // Engine.IO's and Socket.IO's packets: 0 open, 2 ping, 3 pong, 40 connect, 42 event.
  heard(phone, text, synced) {
    const socket = this.sockets[phone];
    const is = (start) => text.startsWith(start);
    if (is(`42/${GAME},["update"`)) {
      this.wait.told(phone, +STATE_ID.exec(text)[1]);
    } else if (is("2")) socket.send("3");
    else if (is("0")) socket.send(`40/${GAME},`);
    else if (is(`40/${GAME}`)) this.emit(phone, "sync", this.id, String(phone), this.keys[phone], SEATS.length);
    else if (is(`42/${GAME},["sync"`)) synced();
  }

  emit(phone, ...event) {
    this.sockets[phone].send(`42/${GAME},${JSON.stringify(event)}`);
  }

  // Milliseconds from the tap to the last of the phones. Null when the game is over.
  async move() {
    const claim = this.game.moves[this.played++];
    if (!claim) return null;
    const { player, type, args } = moveOf(claim);
    const payload = { type, args, playerID: player, credentials: this.keys[+player] };
    const start = performance.now();
    const seen = this.wait.until(this.version + 1);
    this.emit(+player, "update", { type: "MAKE_MOVE", payload }, this.version++, this.id, player);
    await seen;
    return performance.now() - start;
  }
}

module.exports = { PeerTable };
