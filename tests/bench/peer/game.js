// Sluff Off! as an author of boardgame.io would write it: the same moves, the same legality, the same sums.
const { ActivePlayers, INVALID_MOVE } = require("boardgame.io/core");

const COLORS = ["blue", "red", "green", "orange", "purple"];
const BOX = { red: 3, blue: 5, green: 3, orange: 3, purple: 3, white: 4, black: 6 };
const NONE = Object.fromEntries(Object.keys(BOX).map((token) => [token, 0]));
const TRICKS = 15;
const ROUNDS = +process.env.ROUNDS || 20;
const SLUFFER = 4;

const deal = (players, dealer) => ({
  centre: { ...BOX },
  seats: Array.from({ length: players }, () => ({ ...NONE })),
  dealer,
  done: 0,
  taking: false,
  sluffer: null,
  tricks: [],
  phase: "prediction",
});

const predictor = (G) => String((G.dealer + 1 + G.done) % G.seats.length);
const mayPredict = (G, playerID) => G.phase === "prediction" && playerID === predictor(G);

function predicted(G) {
  G.done++;
  G.taking = false;
  if (G.done === G.seats.length) G.phase = "trick";
}

function points(G, seat) {
  const pile = G.seats[seat];
  if (seat === G.sluffer) {
    const blacks = G.seats.reduce((sum, other, n) => sum + (n === seat ? 0 : other.black), 0);
    return Math.max(0, SLUFFER - blacks);
  }
  return COLORS.reduce((sum, color) => sum + 2 * pile[color], 0) + 3 * pile.black + 4 * pile.white;
}

function settle(G, how) {
  G.tricks[G.tricks.length - 1].settled = how;
  G.phase = "trick";
  if (G.tricks.length < TRICKS) return;
  G.rounds.push(G.seats.map((_, seat) => points(G, seat)));
  Object.assign(G, deal(G.seats.length, (G.dealer + 1) % G.seats.length));
  if (G.rounds.length === ROUNDS) G.phase = "over";
}

// What the last trick's winner may turn in: a colour that fits it, or white.
function payable(G) {
  const { winner, led, wonWith } = G.tricks[G.tricks.length - 1];
  return [wonWith, led, "white"].filter((token) => G.seats[winner][token] > 0);
}

const moves = {
  take({ G, playerID }, color) {
    if (!mayPredict(G, playerID) || !COLORS.includes(color) || !G.centre[color]) return INVALID_MOVE;
    G.centre[color]--;
    G.seats[playerID][color]++;
    G.taking = true;
  },
  steal({ G, playerID }, color, from) {
    if (!mayPredict(G, playerID) || !COLORS.includes(color) || G.centre[color]) return INVALID_MOVE;
    if (from === playerID || !G.seats[from]?.[color] || !G.centre.white) return INVALID_MOVE;
    G.seats[from][color]--;
    G.seats[playerID][color]++;
    G.centre.white--;
    G.seats[from].white++;
    G.taking = true;
  },
  sluffer({ G, playerID }) {
    if (!mayPredict(G, playerID) || G.sluffer !== null || G.taking) return INVALID_MOVE;
    if (Object.values(G.seats[playerID]).some(Boolean)) return INVALID_MOVE;
    G.sluffer = +playerID;
    predicted(G);
  },
  done({ G, playerID }) {
    if (!mayPredict(G, playerID)) return INVALID_MOVE;
    predicted(G);
  },
  trick({ G }, winner, led, wonWith) {
    if (G.phase !== "trick" || !G.seats[winner] || !COLORS.includes(led)) return INVALID_MOVE;
    if (wonWith !== led && wonWith !== "blue") return INVALID_MOVE;
    G.tricks.push({ winner: +winner, led, wonWith, settled: null });
    if (+winner === G.sluffer) return settle(G, "nothing");
    if (payable(G).length) {
      G.phase = "turn-in";
    } else if (G.centre.black) {
      G.centre.black--;
      G.seats[winner].black++;
      settle(G, "black");
    } else {
      settle(G, "nothing");
    }
  },
  turnIn({ G, playerID }, color) {
    if (G.phase !== "turn-in" || +playerID !== G.tricks[G.tricks.length - 1].winner) return INVALID_MOVE;
    if (!payable(G).includes(color)) return INVALID_MOVE;
    G.seats[playerID][color]--;
    G.centre[color]++;
    settle(G, color);
  },
  missTurnIn({ G, playerID }) {
    if (G.phase !== "turn-in" || +playerID !== G.tricks[G.tricks.length - 1].winner) return INVALID_MOVE;
    settle(G, "missed");
  },
};

module.exports = {
  name: "tokens",
  setup: ({ ctx }) => ({ ...deal(ctx.numPlayers, ctx.numPlayers - 1), rounds: [] }),
  // Anybody may say who took a trick, so all players are active, and the moves check whose prediction it is.
  turn: { activePlayers: ActivePlayers.ALL },
  // With several players active nobody may undo; kept, the list of undo states would grow all through the game.
  disableUndo: true,
  endIf: ({ G }) => (G.phase === "over" ? { rounds: G.rounds } : undefined),
  moves,
};
