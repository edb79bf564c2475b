"""What came of a move, in words, and what the face-up cards set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.move import Move
from companion.games.ruling import Rejected
from companion.games.text import Counted, Text, sentences
from tests.old_rooms.ui77.cards import DRAWS, shown
from tests.old_rooms.ui77.face_up_meaning import Meaning
from tests.old_rooms.ui77.judge import judge
from tests.old_rooms.ui77.moves import CountLeft, FaceUp, Swap, TrickCards, TrickClaim
from tests.old_rooms.ui77.scoring import nov_words
from tests.old_rooms.ui77.state import State, order
from tests.old_rooms.ui77.trick_play import record

# Written out, so that translators' tools find them.
HOLDING_WORDS = (Text("cards"), Text("tricks"))


def meaning_words(sets: Meaning) -> tuple[Text, ...]:
    """What the three cards set, each thing as a sentence of its own: trump, throwing, winning, what costs nothing."""
    trump = Text(sets.trump)
    when = (
        Text("Trump {trump}, in effect from trick {n}", trump=trump, n=sets.after + 1)
        if sets.after
        else Text("Trump {trump}, in effect at once", trump=trump)
    )
    throw = Text("throw up to {n}", n=sets.throw) if sets.throw else Text("throw none")
    return when, throw, Text("win {n}", n=sets.target), Text("{slough} cost nothing", slough=Text(sets.slough))


def revoke_words(found: Mapping[str, Any]) -> Text:
    """A revoke that cards have proved, as a sentence."""
    return Text(
        "{seat} did not follow in trick {trick} of hand {hand}, and trick {shown} shows that {seat} could have. "
        "The table decides what it costs.",
        seat=found["seat"],
        trick=found["trick"],
        hand=found["hand"],
        shown=found["shown_in"],
    )


def tell(move: Move, before: State) -> Text:
    """The move as a sentence, and one more for each thing that comes of it; of one not legal the claim alone."""
    ruling = judge(before, move)
    if isinstance(ruling, Rejected):
        return move.sentence()
    after = ruling.state
    return sentences(_claim(move, before), *_follows(move, before, after), *_hand_ends(before, after))


def _claim(move: Move, before: State) -> Text:
    if isinstance(move, TrickCards):
        after = _recorded(before, move)
        winner = after.setup.seats[after.leader]
        return Text(
            "{winner} won a trick with {card}: {cards}",
            winner=winner,
            card=shown(move.cards[order(before).index(winner)]),
            cards=tuple(shown(name) for name in move.cards),
        )
    if isinstance(move, CountLeft):
        return Counted(
            "{seat} has {n} card left, {slough} of {suit}",
            "{seat} has {n} cards left, {slough} of {suit}",
            seat=move.seat,
            slough=move.slough,
            n=before.cards[before.setup.seats.index(move.seat)],
            suit=Text(before.hand.meaning.slough),
        )
    return move.sentence()


def moment(state: State) -> Text | None:
    """The hand, and the trick that the next move belongs to; nothing after the game."""
    if state.over:
        return None
    number = len(state.sums) + 1
    if state.phase != "trick":
        return Text("Hand {n}", n=number)
    return Text("Hand {hand}, trick {n}", hand=number, n=len(state.hand.tricks) + 1)


def _recorded(before: State, move: TrickClaim | TrickCards) -> State:
    ruling = record(before, move)
    assert not isinstance(ruling, Rejected)
    return ruling.state


def _follows(move: Move, before: State, after: State) -> Iterator[Text]:
    if isinstance(move, FaceUp | Swap):
        when, throw, win, free = meaning_words(after.hand.meaning)
        yield Text("{when}; {throw}; {win}; {free}", when=when, throw=throw, win=win, free=free)
    elif isinstance(move, TrickClaim | TrickCards):
        with_it = _recorded(before, move)
        if len(with_it.hand.tricks) <= DRAWS:
            yield Text("{seat} draws a card", seat=with_it.setup.seats[with_it.leader])
        out = tuple(name for name, cards in zip(with_it.setup.seats, with_it.cards, strict=True) if not cards)
        if out:
            yield Text("The hand is over: no card left with {seats}", seats=out)


def _hand_ends(before: State, after: State) -> Iterator[Text]:
    seats = after.setup.seats
    if len(after.sums) > len(before.sums):
        yield Text("Hand {n} is scored", n=len(after.sums))
        for name, found in zip(seats, after.sums[-1], strict=True):
            if found.nov is not None:
                yield Text("{seat} goes Nov: {told}", seat=name, told=nov_words(found.nov))
    if after.over:
        yield Text("The game is over")
