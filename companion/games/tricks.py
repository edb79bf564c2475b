"""What trick-taking games share: who wins a trick, and who is caught not following suit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


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
