"""What trick-taking games share: guards of recorded cards, who wins a trick, revokes, and points by a ruling."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from companion.games.move import Move, NotZero, Question, Reason, SeatName, TableRuling
from companion.games.people import Seat
from companion.games.ruling import Rejected, Rule
from companion.games.text import Counted, Text


@dataclass(frozen=True, slots=True)
class Card:
    """A card by suit (or colour) and rank; a higher rank beats a lower one."""

    suit: str
    rank: int


@dataclass(frozen=True, slots=True)
class Play:
    """A card that a seat put down."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Void:
    """A seat did not follow `suit` in trick number `trick`, and so has claimed to hold none of it."""

    seat: Seat
    suit: str
    trick: int


@dataclass(frozen=True, slots=True)
class Revoke:
    """A claim of `Void` that the card played in trick `shown_in` has proved wrong."""

    seat: Seat
    suit: str
    trick: int
    shown_in: int


@dataclass(frozen=True, slots=True)
class CardRules:
    """A game's rules for recorded cards: one from each seat, all of the deck, none played before."""

    one_card_each: Rule
    card_in_deck: Rule
    card_played_once: Rule


def not_these_cards(
    rules: CardRules,
    names: Sequence[str],
    number: int,
    deck: Collection[str],
    seen: Collection[str],
    *,
    not_in_deck: Callable[[str], Text],
    seen_before: Callable[[str], Text],
) -> Rejected | None:
    """Reject recorded cards that cannot be a trick by arithmetic alone, for the plainest reason; None where they can.

    There must be `number` of them, all of the `deck`, none of those already `seen` and none twice. `not_in_deck` and
    `seen_before` word what is wrong with the card of that name.
    """
    if len(names) != number:
        because = Counted(
            "{n} card was recorded for {seats} seats.",
            "{n} cards were recorded for {seats} seats.",
            n=len(names),
            seats=number,
        )
        return Rejected(rules.one_card_each, because)
    for name in names:
        if name not in deck:
            return Rejected(rules.card_in_deck, not_in_deck(name))
    for i, name in enumerate(names):
        if name in seen or name in names[:i]:
            return Rejected(rules.card_played_once, seen_before(name))
    return None


def laid(order: Sequence[str], names: Sequence[str], deck: Mapping[str, Card]) -> list[Play]:
    """Who put down which card: the seats in `order`, the leader first, with as many cards."""
    return [Play(Seat(seat), deck[name]) for seat, name in zip(order, names, strict=True)]


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
    """Compare trick number `trick` with the `voids` that its players have claimed so far.

    Returns the voids claimed from now on, and the revokes that this trick proves, in order of play. `excused` is a
    suit that may be played at any time: playing it claims nothing. A seat that shows a suit has claimed to be void
    in it no longer.
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


def on_trust(
    plays: Sequence[Play], left: Mapping[Any, int], unseen: Iterable[Card], excused: str | None = None
) -> tuple[Play, ...]:
    """The plays off suit that are legal only if their seats hold no card of the suit led.

    `left` is how many cards a seat held before the trick: who has one alone plays it. `unseen` are the cards that may
    lie in a hand. `excused` is a suit that may be played at any time.
    """
    led = plays[0].card.suit
    if not any(card.suit == led for card in unseen):
        return ()
    return tuple(play for play in plays if play.card.suit not in (led, excused) and left[play.seat] > 1)


def first_void(voids: Iterable[Void], seat: str, suit: str, trick: int) -> int:
    """The number of the trick since which a seat says that it holds none of the suit: an earlier one, or `trick`."""
    return next((void.trick for void in voids if (void.seat, void.suit) == (seat, suit)), trick)


def clean_slate(voids: tuple[Void, ...], seat: str) -> tuple[Void, ...]:
    """The claims without those of a seat that has got another card, which it may play later."""
    return tuple(void for void in voids if void.seat != seat)


def revokes_shown(found: Iterable[tuple[int, Revoke]], number: str) -> tuple[dict[str, Any], ...]:
    """Revokes as the report has them; `number` is the key of the round or hand."""
    return tuple(
        {"kind": "revoke", "seat": one.seat, number: which, "trick": one.trick, "shown_in": one.shown_in}
        for which, one in found
    )


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
