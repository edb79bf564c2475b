"""May I ...? in Sluff Off!: what the app cannot see of a trick, and the moment to which a question belongs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.game import Book
from companion.games.move import Move
from companion.games.ruling import Condition, Rejected, Supposed
from companion.games.sluff_off import rulebook
from companion.games.sluff_off.edition import WORDS
from companion.games.text import Text
from companion.games.tricks import first_void, laid, on_trust
from tests.old_rooms.sluff_off import moves
from tests.old_rooms.sluff_off.results import after_trick
from tests.old_rooms.sluff_off.state import TRICKS, State, Trick, deal, order
from tests.old_rooms.sluff_off.trick_play import fitting, record, settle


def conditions(book: Book, move: Move) -> tuple[Condition, ...]:
    """Rule: follow-suit. One condition a card off suit, where hands or recorded cards do not settle it."""
    state = book.state
    if isinstance(move, moves.TrickCards):
        return _by_cards(state, move)
    if isinstance(move, moves.TrickClaim) and move.won_with != move.led and not state.setup.options.trump_any_time:
        return (_held_none(state, move.winner, Text(move.won_with), move.led),) if _left(state) > 1 else ()
    return ()


def _by_cards(state: State, move: moves.TrickCards) -> tuple[Condition, ...]:
    setup, cards, seats = state.setup, state.setup.deck, order(state)
    seen = state.round.played | set(move.cards)
    unseen = (card for name, card in cards.items() if name not in seen)
    plays = laid(seats, move.cards, cards)
    found = on_trust(plays, dict.fromkeys(seats, _left(state)), unseen, setup.excused_color)
    return tuple(
        _held_none(
            state,
            play.seat,
            Text("{color} {rank}", color=Text(play.card.suit), rank=play.card.rank),
            plays[0].card.suit,
        )
        for play in found
    )


def _left(state: State) -> int:
    """How many cards each seat holds before the next trick."""
    return TRICKS - len(state.round.tricks)


def _held_none(state: State, seat: str, played: Text, led: str) -> Condition:
    trick = first_void(state.round.voids, seat, led, len(state.round.tricks) + 1)
    return Condition(
        Text(
            "{seat}\u2019s {played} is allowed only if {seat} holds no {led}.", seat=seat, played=played, led=Text(led)
        ),
        rulebook.FOLLOW_SUIT,
        {"kind": "revoke", "seat": seat, "round": len(state.sums) + 1, "trick": trick},
    )


def suppose(state: State, move: Move, facts: Mapping[str, Any]) -> Supposed[State] | Rejected | str | None:
    """A prediction's moves in the seat's next prediction, a trick in play, a turn-in for the trick that is told."""
    match move:
        case moves.Take() | moves.Steal() | moves.Sluffer() | moves.Done() if not _predicts(state, move.seat):
            return _prediction(state, move)
        case moves.TrickClaim() | moves.TrickCards() if state.phase != "trick":
            return _in_play(state)
        case moves.TokenRuling() | moves.PointsRuling() if state.phase == "turn-in":
            return _in_play(state)
        case moves.TurnIn() if facts or state.phase != "turn-in":
            return _turn_in(state, move, facts)
        case moves.MissTurnIn() if state.phase != "turn-in":
            trump = state.setup.edition.trump
            return Supposed(
                _owed(state, move.seat, trump, trump), Text("For a trick that {seat} takes", seat=move.seat)
            )
    return None


def _predicts(state: State, seat: str) -> bool:
    return state.phase == "prediction" and seat == state.setup.seats[state.predictor]


def _fresh(state: State) -> State:
    """The next round, or after the last one the first of another game."""
    dealer = state.round.dealer if state.over else state.setup.left_of(state.round.dealer)
    return State(state.setup, deal(state.setup, dealer))


def _prediction(state: State, move: moves.Take | moves.Steal | moves.Sluffer | moves.Done) -> Supposed[State]:
    setup, seat = state.setup, state.setup.seats.index(move.seat)
    there, when = state, Text("When it is {seat}\u2019s turn to predict", seat=move.seat)
    if state.phase != "prediction" or setup.seats_before(seat, state.round.dealer) < state.round.done:
        there, when = _fresh(state), Text("In {seat}\u2019s next prediction", seat=move.seat)
    before = setup.seats_before(seat, there.round.dealer)
    round_ = replace(there.round, done=before, taking=False)
    conditions: list[Condition] = []
    if isinstance(move, moves.Take) and before:
        text = Text(
            "It is allowed only if a {color} {token} still lies in the centre.", color=Text(move.color), **WORDS
        )
        conditions.append(Condition(text, rulebook.TAKE_FROM_CENTRE))
    elif isinstance(move, moves.Sluffer) and before:
        text = Text("It is allowed only if nobody has taken {the_role} before.", **WORDS)
        conditions.append(Condition(text, rulebook.ONE_SLUFFER))
    elif isinstance(move, moves.Steal):
        left, holder = round_.count(setup.centre, move.color), setup.seats.index(move.holder)
        if left and setup.seats_before(holder, there.round.dealer) < before:
            color = Text(move.color)
            text = Text("It is allowed only if no {color} {token} lies in the centre any more.", color=color, **WORDS)
            conditions.append(Condition(text, rulebook.STEAL_ONLY_WHEN_CENTRE_EMPTY))
            text = Text(
                "It is allowed only if {seat} holds a {color} {token} then.", seat=move.holder, color=color, **WORDS
            )
            conditions.append(Condition(text, rulebook.STEAL_NEEDS_HOLDER))
            round_ = round_.moved(move.color, setup.centre, holder, left)
    return Supposed(replace(there, round=round_), when, tuple(conditions))


def _in_play(state: State) -> Supposed[State]:
    """The next trick: once all have predicted, once what is owed is turned in."""
    if state.phase == "prediction":
        return Supposed(_predicted(state), Text("Once all have predicted"))
    if state.phase != "turn-in":
        return Supposed(_predicted(_fresh(state)), Text("In another game"))
    after = after_trick(settle(state, "nothing"))
    there = after if after.phase == "trick" else _predicted(_fresh(state))
    return Supposed(there, Text("Once {seat} has turned in", seat=state.setup.seats[state.leader]))


def _predicted(state: State) -> State:
    return replace(state, round=replace(state.round, done=len(state.setup.seats), taking=False))


def _owed(state: State, seat: str, led: str, won_with: str) -> State:
    """The seat has taken such a trick, and something is owed for it unless the seat never pays."""
    there = state if state.phase == "trick" else _in_play(state).state
    winner = there.setup.seats.index(seat)
    trick = Trick(winner, led, won_with, settled="nothing" if there.round.sluffer == winner else None)
    return replace(there, round=replace(there.round, tricks=(*there.round.tricks, trick)))


def _turn_in(state: State, move: moves.TurnIn, facts: Mapping[str, Any]) -> Supposed[State] | Rejected | str:
    trump, led = state.setup.edition.trump, facts.get("led")
    won_with = trump if led == trump else facts.get("won_with")
    if led is None or won_with is None:
        return "led" if led is None else "won_with"
    claim = moves.TrickClaim.model_validate(moves.trick_claim(move.seat, led, won_with))
    there = state if state.phase == "trick" else _in_play(state).state
    if isinstance(impossible := record(there, claim), Rejected):
        return impossible
    there = _owed(state, move.seat, led, won_with)
    conditions = []
    if not there.round.count(there.leader, move.color):
        text = Text(
            "It is allowed only if {seat} holds a {color} {token}.", seat=move.seat, color=Text(move.color), **WORDS
        )
        conditions.append(Condition(text, rulebook.TURN_IN_FITS_TRICK))
        there = _with_token(there, move.color)
    if move.color == "white" and not there.setup.options.white_with_match:
        match = tuple(Text(color) for color in fitting(there.round.tricks[-1]))
        text = Text("It is allowed only if {seat} holds nothing that matches: {colors}.", seat=move.seat, colors=match)
        conditions.append(Condition(text, rulebook.WHITE_WITH_MATCH))
    when = Text(
        "For a trick that {seat} takes, led in {led} and won with {won}",
        seat=move.seat,
        led=Text(led),
        won=Text(won_with),
    )
    return Supposed(there, when, tuple(conditions))


def _with_token(state: State, color: str) -> State:
    """One of that colour more with the last trick's winner, from wherever it lies."""
    held = [place for place in range(len(state.round.places)) if state.round.count(place, color)]
    return replace(state, round=state.round.moved(color, held[-1], state.leader)) if held else state
