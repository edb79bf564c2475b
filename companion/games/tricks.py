"""What trick-taking games share: cards that can be, who wins a trick, who is caught not following suit, and points."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from companion.games.move import NotZero, Question, Reason, SeatName, TableRuling
from companion.games.text import Counted, Text


@dataclass(frozen=True, slots=True)
class Card:
    """A card by suit (or colour) and rank; a higher rank beats a lower one."""

    suit: str
    rank: int


@dataclass(frozen=True, slots=True)
class Play:
    """A card that a seat put down."""

    seat: str
    card: Card


@dataclass(frozen=True, slots=True)
class Unfit:
    """Why recorded cards cannot be a trick: not one a seat, `card` is none of the deck, or it was seen before."""

    why: Literal["number", "no-card", "seen"]
    card: str = ""


@dataclass(frozen=True, slots=True)
class Void:
    """What a seat has claimed by not following `suit` in `trick`: that it holds none of it."""

    seat: str
    suit: str
    trick: int


@dataclass(frozen=True, slots=True)
class Revoke:
    """A claim of `Void` that the card played in trick `shown_in` has proved wrong."""

    seat: str
    suit: str
    trick: int
    shown_in: int


def unfit(names: Sequence[str], number: int, deck: Collection[str], seen: Collection[str]) -> Unfit | None:
    """What is wrong with recorded cards by arithmetic alone, the plainest first; None where nothing is.

    There must be `number` of them, all of the `deck`, none of those already `seen` and none twice.
    """
    if len(names) != number:
        return Unfit("number")
    for name in names:
        if name not in deck:
            return Unfit("no-card", name)
    for i, name in enumerate(names):
        if name in seen or name in names[:i]:
            return Unfit("seen", name)
    return None


def laid(order: Sequence[str], names: Sequence[str], deck: Mapping[str, Card]) -> list[Play]:
    """Who put down which card: the seats in `order`, the leader first, with as many cards."""
    return [Play(seat, deck[name]) for seat, name in zip(order, names, strict=True)]


def trick_of(name: str, tricks: Iterable[Sequence[str]]) -> int | None:
    """The number, from 1, of the trick in which a card was played; None where it was in none of them."""
    return next((number for number, cards in enumerate(tricks, 1) if name in cards), None)


def winning_play(plays: Sequence[Play], trump: str | None) -> Play:
    """The play that takes the trick: the highest trump, else the highest of the suit led."""
    led = plays[0].card.suit
    return max(plays, key=lambda play: (play.card.suit == trump, play.card.suit == led, play.card.rank))


def watch(
    voids: tuple[Void, ...], trick: int, plays: Sequence[Play], excused: str | None = None
) -> tuple[tuple[Void, ...], tuple[Revoke, ...]]:
    """Compare a trick with what its players have claimed so far.

    `excused` is a suit that may be played at any time, so that playing it claims
    nothing. Returns the claims that now stand, and the revokes this trick proves
    in order of play. A seat shown to have held a suit starts afresh in that suit.
    """
    led = plays[0].card.suit
    found: list[Revoke] = []
    for play in plays:
        shown = [v for v in voids if (v.seat, v.suit) == (play.seat, play.card.suit)]
        found += [Revoke(v.seat, v.suit, v.trick, trick) for v in shown]
        voids = tuple(v for v in voids if v not in shown)
        claims = play.card.suit not in (led, excused)
        if claims and not any((v.seat, v.suit) == (play.seat, led) for v in voids):
            voids += (Void(play.seat, led, trick),)
    return voids, tuple(found)


def clean_slate(voids: tuple[Void, ...], seat: str) -> tuple[Void, ...]:
    """The claims without those of a seat that has got another card, which it may play later."""
    return tuple(void for void in voids if void.seat != seat)


def seats_from(seats: Sequence[str], leader: int) -> tuple[str, ...]:
    """All seats clockwise, the leader (its number from 0) first: the order in which they play to a trick."""
    return (*seats[leader:], *seats[:leader])


def revokes_shown(found: Iterable[tuple[int, Revoke]], number: str) -> tuple[dict[str, Any], ...]:
    """Revokes as the report has them, without their `kind`; `number` is the key of the round or hand."""
    return tuple(
        {"seat": one.seat, number: which, "trick": one.trick, "shown_in": one.shown_in} for which, one in found
    )


def recorded_for(cards: Sequence[str], seats: int) -> Text:
    """That a trick has another number of cards than of seats (rule one-card-each)."""
    return Counted(
        "{n} card was recorded for {seats} seats.",
        "{n} cards were recorded for {seats} seats.",
        n=len(cards),
        seats=seats,
    )


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
        """To whom, how many, and why."""
        return Text(
            "The table gave {seat} {points} points: {reason}",
            seat=self.seat,
            points=f"{self.points:+d}",
            reason=self.reason,
        )


def with_points(points: Sequence[int], seats: Sequence[str], move: PointsRuling) -> tuple[int, ...]:
    """Points by seat after a ruling (rule table-ruling)."""
    return tuple(had + move.points * (name == move.seat) for name, had in zip(seats, points, strict=True))
