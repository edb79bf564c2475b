// A move as the companion's transcripts have it, in the peer's words: players by number, one function a kind of move.
const SEATS = ["Chris", "Mary", "Katie", "Cory", "Carly"];
const NAMES = { turn_in: "turnIn", miss_turn_in: "missTurnIn" };
const seat = (name) => String(SEATS.indexOf(name));
const ARGUMENTS = {
  take: (move) => [move.color],
  steal: (move) => [move.color, seat(move.from)],
  trick: (move) => [seat(move.winner), move.led, move.won_with],
  turn_in: (move) => [move.color],
};

function moveOf(claim) {
  return {
    player: seat(claim.seat ?? claim.winner),
    type: NAMES[claim.move] ?? claim.move,
    args: ARGUMENTS[claim.move]?.(claim) ?? [],
  };
}

module.exports = { SEATS, moveOf };
