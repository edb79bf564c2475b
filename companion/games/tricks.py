"""What trick-taking games share: who wins a trick, revokes, what is told of a trick by its winner or its cards, points.

Points by a ruling, that is: what a round costs is each game's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, Protocol

from msgspec import Struct
from pydantic import Field

from companion.games.move import Move, NotZero, Question, Reason, SeatName, TableRuling
from companion.games.people import Seat
from companion.games.text import Counted, Text


class Card(Struct, frozen=True):
    """A card by its name in a transcript, suit (or colour) and rank; a higher rank beats a lower one."""

    name: str
    suit: str
    rank: int


class Play(Struct, frozen=True):
    """A card that a seat put down."""

    seat: Seat
    card: Card


Voids = Mapping[tuple[Seat, str], int]
"""By seat and suit: the trick in which the seat did not follow the suit, and so has claimed to hold none of it."""


class Revoke(Struct, frozen=True):
    """A seat did not follow in a trick of a round or hand (`number`), and its card in trick `shown_in` proves it."""

    number: int
    seat: Seat
    trick: int
    shown_in: int

    def shown(self, number: str) -> dict[str, Any]:
        """Return it as the report has it; `number` is the key of the round or hand."""
        return {
            "kind": "revoke",
            "seat": self.seat,
            number: self.number,
            "trick": self.trick,
            "shown_in": self.shown_in,
        }


_REVOKED = {
    "round": Text(
        "{seat} did not follow in trick {trick} of round {round}, and trick {shown} shows that {seat} could have. "
        "The table decides what it costs."
    ),
    "hand": Text(
        "{seat} did not follow in trick {trick} of hand {hand}, and trick {shown} shows that {seat} could have. "
        "The table decides what it costs."
    ),
}


def revoked(found: Mapping[str, Any]) -> Text:
    """Word a revoke of the report."""
    number = "round" if "round" in found else "hand"
    names = {"seat": found["seat"], "trick": found["trick"], number: found[number], "shown": found["shown_in"]}
    return _REVOKED[number].filled(names)


def laid(order: Sequence[Seat], names: Sequence[str], deck: Mapping[str, Card]) -> list[Play]:
    """Return who put down which card: the seats in `order`, the leader first, with as many cards."""
    return [Play(seat, deck[name]) for seat, name in zip(order, names, strict=True)]


def not_one_each(cards: int, seats: int) -> Text:
    """Say that the number of recorded cards is not that of the seats (rule one-card-each)."""
    return Counted(
        "{n} card was recorded for {seats} seats.", "{n} cards were recorded for {seats} seats.", n=cards, seats=seats
    )


class Recorded(Protocol):
    """A trick whose `cards` may have been recorded."""

    @property
    def cards(self) -> tuple[str, ...]: ...


def trick_of(name: str, tricks: Iterable[Recorded]) -> int | None:
    """Return the number, from 1, of the trick in which a card was played; None if it was in none of them."""
    return next((number for number, trick in enumerate(tricks, 1) if name in trick.cards), None)


def winning_play(plays: Sequence[Play], trump: str | None) -> Play:
    """Return the play that takes the trick: the highest trump, else the highest of the suit led."""
    led = plays[0].card.suit
    return max(plays, key=lambda play: (play.card.suit == trump, play.card.suit == led, play.card.rank))


def watch(
    voids: Voids, number: int, trick: int, plays: Sequence[Play], excused: str | None = None
) -> tuple[Voids, tuple[Revoke, ...]]:
    """Compare a trick of round or hand `number` with the `voids` that its players have claimed so far.

    Return the voids claimed from now on, and the revokes that this trick proves, in order of play. `excused` is a
    suit that may be played at any time: playing it claims nothing. A seat that shows a suit has claimed to be void
    in it no longer.
    """
    led, claimed, revokes = plays[0].card.suit, dict(voids), list[Revoke]()
    for play in plays:
        void = claimed.pop((play.seat, play.card.suit), None)
        if void is not None:
            revokes.append(Revoke(number, play.seat, void, trick))
        if play.card.suit not in (led, excused):
            claimed.setdefault((play.seat, led), trick)
    return claimed, tuple(revokes)


def on_trust(
    plays: Sequence[Play], left: Mapping[Any, int], unseen: Iterable[Card], excused: str | None = None
) -> tuple[Play, ...]:
    """Return the plays off suit that are legal only if their seats hold no card of the suit led.

    `left` is how many cards a seat held before the trick: who has one alone plays it. `unseen` are the cards that may
    lie in a hand. `excused` is a suit that may be played at any time.
    """
    led = plays[0].card.suit
    if not any(card.suit == led for card in unseen):
        return ()
    return tuple(play for play in plays if play.card.suit not in (led, excused) and left[play.seat] > 1)


class WinnerClaim(Move):
    """Who took the trick, where that is all there is to say. A game adds its question, with the rules it cites."""

    entered_by = "anyone"
    button = Text("{winner} took it")
    in_ledger = Text("{winner} won a trick")

    move: Literal["trick"]
    winner: SeatName


class PointsRuling(TableRuling):
    """The table gives a seat points in the running round or hand."""

    question = Question(
        Text("Give points by a ruling"),
        {"seat": Text("To whom?"), "points": Text("How many points?")},
        ("table-ruling", "score"),
    )

    move: Literal["ruling"]
    seat: SeatName
    points: Annotated[int, Field(ge=-99, le=99), NotZero]
    reason: Reason

    def sentence(self) -> Text:
        """To or off whom, how many, and why."""
        params: dict[str, Any] = {"n": abs(self.points), "seat": self.seat, "reason": self.reason}
        if self.points > 0:
            return Counted(
                "The table gave {seat} {n} point: {reason}", "The table gave {seat} {n} points: {reason}", **params
            )
        return Counted(
            "The table took {n} point off {seat}: {reason}", "The table took {n} points off {seat}: {reason}", **params
        )
