"""What came of a move, told with the state before it: what the cards set, who draws, how a hand ends."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from companion.games.game import Move, Undo
from companion.games.ruling import Rejected, Text
from companion.games.ui77.deck import DRAWS, shown
from companion.games.ui77.judge import judge
from companion.games.ui77.moves import CountLeft, FaceUp, Swap, TrickCards, TrickClaim
from companion.games.ui77.play import order, record
from companion.games.ui77.score import nov_words
from companion.games.ui77.state import State
from companion.games.ui77.words import describe, tell


def told(move: Move, before: State) -> Text:
    """The move as a sentence, and one more for each thing that comes of it. Not legal: the claim alone."""
    if isinstance(move, Undo):  # the ledger's own, which no game judges
        return describe(move)
    ruling = judge(before, move)
    if isinstance(ruling, Rejected):
        return describe(move)
    parts = (_claim(move, before), *_follows(move, before, ruling.state), *_hand_ends(before, ruling.state))
    return reduce(lambda said, part: Text("{first}. {second}", first=said, second=part), parts)


def _claim(move: Move, before: State) -> Text:
    if isinstance(move, TrickCards):
        after = _recorded(before, move)
        winner = after.setup.seats[after.leader]
        return Text(
            "{winner} took a trick with {card}: {cards}",
            winner=winner,
            card=shown(move.cards[order(before).index(winner)]),
            cards=tuple(shown(name) for name in move.cards),
        )
    if isinstance(move, CountLeft):
        return Text(
            "{seat} has {n} of {left} cards left in {suit}",
            seat=move.seat,
            n=move.slough,
            left=before.cards[before.setup.seats.index(move.seat)],
            suit=Text(before.hand.meaning.slough),
        )
    return describe(move)


def _recorded(before: State, move: TrickClaim | TrickCards) -> State:
    ruling = record(before, move)
    assert not isinstance(ruling, Rejected)  # noqa: S101 - the judge let it stand
    return ruling.state


def _follows(move: Move, before: State, after: State) -> Iterator[Text]:
    if isinstance(move, FaceUp | Swap):
        when, throw, win, free = tell(after.hand.meaning)
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
