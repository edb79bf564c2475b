"""The effect of each kind of move that today's rules refuse: it was accepted once, or the table lets it stand."""

from __future__ import annotations

from dataclasses import replace

from companion.games.judge import During
from companion.games.move import Plain
from companion.games.tricks import laid, winning_play
from companion.games.upheld import Effects
from tests.old_rooms.sluff_off import moves
from tests.old_rooms.sluff_off.judge import judge_points_ruling
from tests.old_rooms.sluff_off.results import after_trick
from tests.old_rooms.sluff_off.state import TRICKS, State, order
from tests.old_rooms.sluff_off.trick_play import record_claim, settle


def _by_result(state: State, move: moves.TrickCards) -> Plain | None:
    """A trick without its cards: as they make it, else as it was told beside them."""
    deck, seats = state.setup.deck, order(state)
    if len(move.cards) == len(seats) and deck.keys() >= set(move.cards):
        won = winning_play(laid(seats, move.cards, deck), state.setup.edition.trump)
        led = deck[move.cards[0]].suit
        return moves.trick_claim(won.seat, led, won.card.suit)
    if move.winner and move.led:
        return moves.trick_claim(move.winner, move.led, move.won_with or move.led)
    return None


def _moved(state: State, color: str, source: str, target: str, count: int = 1) -> State:
    """As many of the tokens as lie there are elsewhere; the Sluffer's holder gets none."""
    here, there = state.setup.place(source), state.setup.place(target)
    count = min(count, state.round.count(here, color))
    if not count or here == there or there == state.round.sluffer:
        return state
    return replace(state, round=state.round.moved(color, here, there, count))


def _stole(state: State, move: moves.Steal) -> State:
    stolen = _moved(state, move.color, move.holder, move.seat)
    return state if stolen is state else _moved(stolen, "white", "centre", move.holder)


def _paid(state: State, move: moves.TurnIn) -> State:
    """The token is back in the centre; where one was owed, it was this one, or none."""
    paid = _moved(state, move.color, move.seat, "centre")
    return _settled(paid, "missed" if paid is state else move.color)


def _in_the_role(state: State, move: moves.Sluffer) -> State:
    """The seat holds the Sluffer and no token; with it, its prediction and a turn-in that it owes are over."""
    seat = state.setup.seats.index(move.seat)
    if state.round.sluffer == seat:
        return state
    bare = replace(state, round=replace(state.round, sluffer=None))
    for color in state.round.tokens:
        bare = _moved(bare, color, move.seat, "centre", state.round.count(seat, color))
    after = replace(bare, round=replace(bare.round, sluffer=seat))
    if state.phase == "prediction" and seat == state.predictor:
        return _predicted(after, move)
    return _settled(after, "nothing") if seat == state.leader else after


def _predicted(state: State, move: moves.Sluffer | moves.Done) -> State:
    """The seat's prediction is over, and those of the seats before it."""
    place = state.setup.seats_before(state.setup.seats.index(move.seat), state.round.dealer)
    if place < state.round.done:
        return state
    return replace(state, round=replace(state.round, done=place + 1, taking=False))


def _settled(state: State, how: str) -> State:
    """The turn-in that is owed is settled; the same state where none is."""
    return after_trick(settle(state, how)) if state.phase == "turn-in" else state


def _taken(state: State, move: moves.TrickClaim | moves.TrickCards) -> State:
    """The trick has its winner: the predictions are over, and a turn-in that was owed is missed."""
    setup, round_ = state.setup, state.round
    if len(round_.tricks) == TRICKS:
        return state
    ready = _settled(replace(state, round=replace(round_, done=len(setup.seats), taking=False)), "missed")
    trick = _by_result(ready, move) if isinstance(move, moves.TrickCards) else move.plain()
    if trick is None:
        return state
    won_with = trick["won_with"] if trick["won_with"] == setup.edition.trump else trick["led"]
    claim = moves.TrickClaim(move="trick", winner=trick["winner"], led=trick["led"], won_with=won_with)
    return after_trick(record_claim(ready, claim))


carried_out: Effects[State] = Effects(
    {
        moves.Take: During(lambda state, move: _moved(state, move.color, "centre", move.seat)),
        moves.Steal: During(_stole),
        moves.Sluffer: During(_in_the_role),
        moves.Done: During(_predicted, "prediction"),
        moves.TrickClaim: During(_taken),
        moves.TrickCards: During(_taken),
        moves.TurnIn: During(_paid),
        moves.MissTurnIn: During(lambda state, _: _settled(state, "missed"), "turn-in"),
        moves.TokenRuling: During(lambda state, move: _moved(state, move.color, move.source, move.target, move.count)),
        moves.PointsRuling: During(lambda state, move: judge_points_ruling(state, move).state),
    }
)
