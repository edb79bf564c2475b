"""Guards and effects of the prediction: taking tokens, stealing them, taking the Sluffer."""

from __future__ import annotations

from dataclasses import replace

from companion.games.ruling import Accepted, Rejected, Ruling
from companion.games.sluff_off import rulebook
from companion.games.sluff_off.edition import PLAIN, WORDS
from companion.games.text import Counted, Text
from tests.old_rooms.sluff_off.moves import Done, Sluffer, Steal, Take
from tests.old_rooms.sluff_off.state import Round, State

Prediction = Take | Steal | Sluffer | Done


def judge_take(state: State, move: Take) -> Ruling[State]:
    """Rules: prediction-order, no-white-or-black-in-prediction, take-from-centre."""
    if rejected := _not_its_turn(state, move) or _not_to_be_taken(state, move.color):
        return rejected
    if not state.round.count(state.setup.centre, move.color):
        return Rejected(
            rulebook.TAKE_FROM_CENTRE,
            Text("No {color} {token} is left in the centre.", color=Text(move.color), **WORDS),
        )
    taken = state.round.moved(move.color, state.setup.centre, state.predictor)
    return _with(state, replace(taken, taking=True))


def judge_steal(state: State, move: Steal) -> Ruling[State]:
    """Rules: those of a take, steal-only-when-centre-empty, steal-needs-holder, steal-pays-white, no-white-left."""
    if rejected := _not_its_turn(state, move) or _not_to_be_taken(state, move.color) or _cannot_steal(state, move):
        return rejected
    centre, holder = state.setup.centre, state.setup.seats.index(move.holder)
    stolen = state.round.moved(move.color, holder, state.predictor)
    if stolen.count(centre, "white"):
        stolen = stolen.moved("white", centre, holder)
    return _with(state, replace(stolen, taking=True))


def judge_sluffer(state: State, move: Sluffer) -> Ruling[State]:
    """Rules: prediction-order, one-sluffer, sluffer-instead-of-tokens."""
    if rejected := _not_its_turn(state, move):
        return rejected
    if state.round.sluffer is not None:
        return Rejected(rulebook.ONE_SLUFFER, _holds_it(state, state.round.sluffer))
    if state.round.taking:
        return Rejected(
            rulebook.SLUFFER_INSTEAD_OF_TOKENS,
            Text("{seat} has taken a {token} in this prediction.", seat=move.seat, **WORDS),
        )
    if held := sum(state.round.places[state.predictor]):
        return Rejected(
            rulebook.SLUFFER_INSTEAD_OF_TOKENS,
            Counted("{seat} holds {n} {token}.", "{seat} holds {n} {tokens}.", seat=move.seat, n=held, **WORDS),
        )
    return _with(state, _predicted(replace(state.round, sluffer=state.predictor)))


def judge_done(state: State, move: Done) -> Ruling[State]:
    """Rule: prediction-order. Any number of tokens will do, none too."""
    return _not_its_turn(state, move) or _with(state, _predicted(state.round))


def _with(state: State, round_: Round) -> Accepted[State]:
    return Accepted(replace(state, round=round_))


def _predicted(round_: Round) -> Round:
    return replace(round_, done=round_.done + 1, taking=False)


def _not_its_turn(state: State, move: Prediction) -> Rejected | None:
    turn = state.setup.seats[state.predictor]
    if move.seat != turn:
        return Rejected(rulebook.PREDICTION_ORDER, Text("It is {seat}\u2019s turn to predict.", seat=turn))
    return None


def _holds_it(state: State, holder: int) -> Text:
    return Text("{seat} holds {the_role} in this round.", seat=state.setup.seats[holder], **WORDS)


def _not_to_be_taken(state: State, color: str) -> Rejected | None:
    """No white, no black; and nothing by who holds the Sluffer before its turn, as a table may let stand."""
    if state.round.sluffer == state.predictor:
        return Rejected(rulebook.SLUFFER_INSTEAD_OF_TOKENS, _holds_it(state, state.predictor))
    if color not in PLAIN:
        return None
    return Rejected(
        rulebook.NO_WHITE_OR_BLACK_IN_PREDICTION,
        Text("A {color} {token} predicts no trick.", color=Text(color), **WORDS),
    )


def _cannot_steal(state: State, move: Steal) -> Rejected | None:
    centre, color = state.setup.centre, Text(move.color)
    if left := state.round.count(centre, move.color):
        return Rejected(
            rulebook.STEAL_ONLY_WHEN_CENTRE_EMPTY,
            Counted(
                "{n} {color} {token} lies in the centre.",
                "{n} {color} {tokens} lie in the centre.",
                n=left,
                color=color,
                **WORDS,
            ),
        )
    if move.holder == move.seat:
        return Rejected(
            rulebook.STEAL_NEEDS_HOLDER,
            Text("{seat} cannot take a {token} from {seat}.", seat=move.seat, **WORDS),
        )
    if not state.round.count(state.setup.seats.index(move.holder), move.color):
        return Rejected(
            rulebook.STEAL_NEEDS_HOLDER,
            Text("{seat} holds no {color} {token}.", seat=move.holder, color=color, **WORDS),
        )
    if not (state.round.count(centre, "white") or state.setup.options.steal_unpaid):
        return Rejected(
            rulebook.NO_WHITE_LEFT,
            Text("No white {token} is left in the centre to give {seat} for it.", seat=move.holder, **WORDS),
        )
    return None
