"""What is counted of each seat over a whole game: predictions that came true, black tokens, tricks by their colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.games.circle_tally import Tallied, Tally, from_zero
from companion.games.game import Book
from companion.games.move import Move
from companion.games.sluff_off.edition import EVERY_TOKEN, PLAIN, WORDS, Edition
from companion.games.text import Text
from companion.games.upheld import claim_of
from tests.old_rooms.sluff_off.moves import TrickCards, TrickClaim, TurnIn
from tests.old_rooms.sluff_off.scoring import Sum
from tests.old_rooms.sluff_off.state import State, Trick
from tests.old_rooms.sluff_off.trick_play import recorded

WON: Mapping[str, str] = {color: f"won-{color}" for color in EVERY_TOKEN if color not in PLAIN}
TALLIES = (
    Tally("came-true", Text("Predictions that came true"), of="predictions"),
    Tally("predictions"),
    Tally("black", Text("Black {tokens} taken", **WORDS)),
    Tally("sluffer", Text("Rounds as {role}", **WORDS)),
    *(Tally(name, Text("Tricks won with {color}", color=Text(color))) for color, name in WON.items()),
)


def tallies_of(edition: Edition) -> tuple[Tally, ...]:
    """What is counted with that box, in its words."""
    others = {name for color, name in WON.items() if color not in edition.colors}
    return edition.worded(tuple(one for one in TALLIES if one.name not in others))


def tally(book: Book) -> Tallied:
    """By seat, over all finished rounds.

    A prediction came true where each trick that the seat won was paid with one of its tokens, and no token is left. A
    black token counts for whom it cost points, so that a table's ruling on one is heeded. A trick counts by the colour
    that won it.
    """
    state: State = book.state
    counted = from_zero(tallies_of(state.setup.edition), state.setup.seats)
    people = state.setup.people
    for sums, (seats, tricks) in zip(state.sums, _rounds(book), strict=True):
        for name, own in zip(state.setup.seats, sums, strict=True):
            if not own.away:
                counted[name].update(_round(own, [trick for trick in tricks if people.same(seats[trick.winner], name)]))
    return counted


def _round(own: Sum, won: list[Trick]) -> Counter[str]:
    """What a round counts for a seat that has won these tricks in it."""
    found = Counter(WON[trick.won_with] for trick in won)
    if own.start is not None:
        found["sluffer"] = 1
        return found
    paid = all(trick.settled not in ("missed", "nothing", "black") for trick in won)
    found["predictions"] = 1
    found["came-true"] = int(paid and not any(count for _, count in own.parts))
    found["black"] = own.black
    return found


def _rounds(book: Book) -> Iterator[tuple[tuple[str, ...], tuple[Trick, ...]]]:
    """The seats of each finished round, and its tricks, the last as the entry that ended the round has left it."""
    for before, after in reversed(tuple(book.steps())):
        if len(after.state.sums) > len(before.state.sums):
            yield before.seats, _last_settled(before.state, after.move)


def _last_settled(before: State, move: Move | None) -> tuple[Trick, ...]:
    tricks: tuple[Trick, ...] = before.round.tricks
    claim = claim_of(move)
    if isinstance(claim, TrickClaim | TrickCards):
        after = recorded(before, claim)
        return tricks if after is None else after.round.tricks
    return (*tricks[:-1], replace(tricks[-1], settled=claim.color if isinstance(claim, TurnIn) else "missed"))
