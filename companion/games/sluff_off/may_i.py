"""May I ...? in Sluff Off!: what the app cannot see of a trick, and the moment to which a question belongs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.move import Move
from companion.games.people import Seat, left_of
from companion.games.ruling import Condition, Hypothetical, Rejected
from companion.games.sluff_off.edition import WORDS
from companion.games.sluff_off.moves import (
    AnyRuling,
    MissTurnIn,
    TakeBlack,
    TrickCards,
    TrickClaim,
    TrickMove,
    TurnIn,
    card_words,
    trick_claim,
)
from companion.games.sluff_off.prediction import Prediction, Sluffer, Steal, Take
from companion.games.sluff_off.rulebook import BOOK
from companion.games.sluff_off.state import CENTRE, TRICKS, State, Trick, deal
from companion.games.text import Text
from companion.games.tricks import laid, on_trust


def conditions(state: State, move: Move) -> tuple[Condition, ...]:
    """Rule: follow-suit. One condition a card off suit, if neither hands nor recorded cards settle it."""
    if isinstance(move, TrickCards):
        left = dict.fromkeys(state.seats, _left(state))
        seen = state.round.played | set(move.cards)
        unseen = (card for name, card in state.deck.items() if name not in seen)
        plays = laid(state.order, move.cards, state.deck)
        return tuple(
            _held_none(state, play.seat, card_words(play.card.name), plays[0].card.suit)
            for play in on_trust(plays, left, unseen, state.excused_color)
        )
    if not isinstance(move, TrickClaim) or state.options.trump_any_time or move.led is None or move.won_with is None:
        return ()
    off_suit = move.won_with != move.led and _left(state) > 1
    return (_held_none(state, move.winner, Text(move.won_with), move.led),) if off_suit else ()


def _left(state: State) -> int:
    """Return how many cards each seat holds before the next trick."""
    return TRICKS - len(state.round.tricks)


def _held_none(state: State, seat: str, played: Text | str, led: str) -> Condition:
    trick = state.round.voids.get((Seat(seat), led), len(state.round.tricks) + 1)
    return Condition(
        Text(
            "{seat}\u2019s {played} is allowed only if {seat} holds no {led}.", seat=seat, played=played, led=Text(led)
        ),
        BOOK["follow-suit"],
        {"kind": "revoke", "seat": seat, "round": len(state.sums) + 1, "trick": trick},
    )


def hypothetical(state: State, move: Move, premises: Mapping[str, Any]) -> Hypothetical[State] | Rejected | str | None:
    """Suppose the seat's next prediction for a prediction's move, play for a trick, the trick told for a turn-in."""
    match move:
        case Prediction() if state.phase != "prediction" or move.mover != state.predictor:
            return _prediction(state, move, Seat(move.mover))
        case TrickMove() if state.phase != "trick":
            return _in_play(state)
        case AnyRuling() if state.phase == "turn-in":
            return _in_play(state)
        case TurnIn() if premises or state.phase != "turn-in":
            return _turn_in(state, move, premises)
        case TakeBlack() if state.phase != "turn-in":
            return Hypothetical(_owed(state, Trick(move.seat)), Text("For a trick that {seat} takes", seat=move.seat))
        case MissTurnIn() if state.phase != "turn-in":
            trump = state.edition.trump
            when = Text("For a trick that {seat} takes", seat=move.seat)
            return Hypothetical(_owed(state, Trick(move.seat, trump, trump)), when)
    return None


def _fresh(state: State) -> State:
    """Suppose the next round, or after the last one the first round of another game."""
    dealer = state.round.dealer if state.over else left_of(state.seats, state.round.dealer)
    return replace(state, round=deal(state.people, state.options, dealer), sums=(), scored={}, starts={}, revokes=())


def _prediction(state: State, move: Prediction, seat: Seat) -> Hypothetical[State]:
    there, when = state, Text("When it is {seat}\u2019s turn to predict", seat=seat)
    if state.phase != "prediction" or state.predictions_before(seat, state.round.dealer) < state.round.done:
        there, when = _fresh(state), Text("In {seat}\u2019s next prediction", seat=seat)
    before = state.predictions_before(seat, there.round.dealer)
    round_, conditions = there.round.predicted(before), list[Condition]()
    if isinstance(move, Take) and before:
        text = Text(
            "It is allowed only if a {color} {token} still lies in the centre.", color=Text(move.color), **WORDS
        )
        conditions.append(Condition(text, BOOK["take-from-centre"]))
    elif isinstance(move, Sluffer) and before:
        text = Text("It is allowed only if nobody has taken {the_role} before.", **WORDS)
        conditions.append(Condition(text, BOOK["one-sluffer"]))
    elif isinstance(move, Steal):
        left, color = round_.count(CENTRE, move.color), Text(move.color)
        if left and state.predictions_before(move.holder, there.round.dealer) < before:
            text = Text("It is allowed only if no {color} {token} lies in the centre any more.", color=color, **WORDS)
            conditions.append(Condition(text, BOOK["steal-only-when-centre-empty"]))
            text = Text(
                "It is allowed only if {seat} holds a {color} {token} then.", seat=move.holder, color=color, **WORDS
            )
            conditions.append(Condition(text, BOOK["steal-needs-holder"]))
            if round_.sluffer == move.holder:  # who holds a token then does not hold the Sluffer
                round_ = replace(round_, sluffer=None)
            round_ = round_.moved(move.color, CENTRE, move.holder, left)
    return Hypothetical(replace(there, round=round_), when, tuple(conditions))


def _in_play(state: State) -> Hypothetical[State]:
    """Suppose the next trick: all have predicted, and what is owed has been turned in."""
    if state.phase == "prediction":
        return Hypothetical(_predicted(state), Text("Once all have predicted"))
    if state.phase != "turn-in":
        return Hypothetical(_predicted(_fresh(state)), Text("In another game"))
    after = state.with_round(state.round.settled("nothing"))
    there = after if after.phase == "trick" else _predicted(_fresh(state))
    return Hypothetical(there, Text("Once {seat} has turned in", seat=state.leader))


def _predicted(state: State) -> State:
    return replace(state, round=state.round.predicted(len(state.seats)))


def _owed(state: State, trick: Trick) -> State:
    """Suppose that such a trick has been taken; something is owed for it unless the seat never pays."""
    there = state if state.phase == "trick" else _in_play(state).state
    settled = "nothing" if there.round.sluffer == trick.winner else None
    tricks = (*there.round.tricks, replace(trick, settled=settled))
    return replace(there, round=replace(there.round, tricks=tricks))


def _turn_in(state: State, move: TurnIn, premises: Mapping[str, Any]) -> Hypothetical[State] | Rejected | str:
    trump, led = state.edition.trump, premises.get("led")
    won_with = trump if led == trump else premises.get("won_with")
    if led is None or won_with is None:
        return "led" if led is None else "won_with"
    there = state if state.phase == "trick" else _in_play(state).state
    claim = TrickClaim.model_validate(trick_claim(move.seat, led, won_with))
    if impossible := claim.refused(there):
        return impossible
    there = _owed(state, Trick(move.seat, led, won_with))
    conditions = []
    if not there.round.count(there.leader, move.color):
        text = Text(
            "It is allowed only if {seat} holds a {color} {token}.", seat=move.seat, color=Text(move.color), **WORDS
        )
        conditions.append(Condition(text, BOOK["turn-in-fits-trick"]))
        there = _with_token(there, move.color)
    if move.color == "white" and not there.options.white_with_match:
        match = tuple(Text(color) for color in there.round.tricks[-1].fitting)
        text = Text("It is allowed only if {seat} holds nothing that matches: {colors}.", seat=move.seat, colors=match)
        conditions.append(Condition(text, BOOK["white-with-match"]))
    when = Text(
        "For a trick that {seat} takes, led in {led} and won with {won}",
        seat=move.seat,
        led=Text(led),
        won=Text(won_with),
    )
    return Hypothetical(there, when, tuple(conditions))


def _with_token(state: State, color: str) -> State:
    """Suppose that the last trick's winner holds one more of that colour, from wherever it lies."""
    held = [place for place in state.round.piles if state.round.count(place, color)]
    if not held:
        return state
    round_ = replace(state.round, sluffer=None).moved(color, held[-1], state.leader)
    return replace(state, round=replace(round_, sluffer=state.round.sluffer))  # it, too, may be asked about
