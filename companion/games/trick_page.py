"""What pages of trick-taking games share: seats that deal and lead, tricks card by card, revokes with their proof."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Protocol, TypeVar

from markupsafe import Markup

from companion.games.findings import Finding, not_ruled_on
from companion.games.game import Book, Face
from companion.games.markup import BadgeView, badge, data, e, icon, named, put, signed, t
from companion.games.move import Move
from companion.games.page import ANYBODY, Fields, Page, S
from companion.games.part import Draw, Part
from companion.games.people import Seat, starting_with
from companion.games.ruled_move import overridden
from companion.games.text import Language, Text


@dataclass(frozen=True, slots=True)
class TrickView:
    """A recorded trick, counted from 1. `cards` are (seat, card) in the order played; empty if none were recorded."""

    number: int
    winner: str
    cards: tuple[tuple[str, Face], ...]


class RecordedTrick(Protocol):
    """A trick of a state in which seats are called by name; `cards` is empty if they were not recorded."""

    @property
    def winner(self) -> Seat: ...

    @property
    def cards(self) -> tuple[str, ...]: ...


R = TypeVar("R", bound=RecordedTrick)


def card_by_card(
    seats: tuple[Seat, ...], leader: Seat, tricks: Iterable[R], face: Callable[[str], Face]
) -> Iterator[tuple[R, tuple[tuple[str, Face], ...]]]:
    """Yield each trick with its (seat, card) in the order played; `leader` led the first of them."""
    for trick in tricks:
        order = starting_with(seats, leader)
        yield trick, tuple(zip(order, map(face, trick.cards), strict=True)) if trick.cards else ()
        leader = trick.winner


Asked = tuple[Text, Text | None]
"""What is asked, and a hint."""
Ranks = tuple[tuple[str, str, bool], ...]


class TrickPage(Page[S]):
    """A page of a game of tricks, which can be told card by card."""

    settles: ClassVar[tuple[type[Move], ...]] = ()
    """The moves that may come between a trick and the next thing that is played."""

    @staticmethod
    @abstractmethod
    def track(state: Any, /) -> Sequence[TrickView]:
        """Return the tricks of the running round or hand, as this game shows them."""

    def still_to_come(self, awaited: str, dealer: str) -> tuple[str, ...]:
        """Return the seats after the one awaited, up to the dealer, in a phase in which each seat acts once."""
        around = starting_with(self.book.people.seats, awaited)
        return around[1 : around.index(dealer) + 1]

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        return not_ruled_on(self.book, self.findings_in)

    def findings_in(self, book: Book) -> tuple[Finding, ...]:
        """Return the revokes that the latest entry of a book has proved (rule revoke)."""
        before = book.before
        if before is None:
            return ()
        known = len(before.state.revokes)
        revokes = book.state.revokes[known:]
        if not revokes:
            return ()
        move: Any = overridden(book.move)  # a trick, for only cards prove a revoke
        tricks = self.track(move.recorded(before.state))  # before the round or hand may have ended with it
        return tuple(
            Finding(
                seat=revoke.seat,
                rule="revoke",
                text=book.game.irregularity(irregularity),
                reason=Text("Revoke in trick {n}", n=revoke.trick),
                after=book,
                missed=tricks[revoke.trick - 1],
                shown=tricks[revoke.shown_in - 1],
            )
            for revoke, irregularity in zip(revokes, book.report().irregularities[known:], strict=True)
        )

    @cached_property
    def news(self) -> tuple[Text, ...]:
        """The findings of the latest trick, in words, until something else is played."""
        if not self.findings:
            return ()
        latest = next((book for book in self.book.standing() if not isinstance(book.move, self.settles)), None)
        return tuple(finding.text for finding in self.findings if finding.after is latest)

    @property
    def ruling_open(self) -> bool:
        return self.legal({"move": "ruling", "seat": self.book.seats[0], "points": 1, "reason": "?"})

    face_name: ClassVar[Text | None] = None
    """How a card is called that is to be tapped; if None, by its suit and its rank."""

    def card_pad(self, more: Draw | None = None, *args: Any) -> Part:
        """Return the pad on which a trick is told card by card; its form field is `card`, once for each card.

        `more` draws what else may be told of the cards, from `args`.
        """
        order = self.book.game.order(self.book.state)
        asks = tuple((Text("{name}\u2019s card", name=name), None) for name in order)
        return self._pad(Text("Record trick"), None, asks, None, more, args)

    def _pad(
        self, record: Text, shown: Text | None, asks: tuple[Asked, ...], end: Asked | None, more: Draw | None = None,
        args: tuple[Any, ...] = (),
    ) -> Part:  # fmt: skip
        """Return a pad for one card after the other: what is asked for each, what is said of all, the button's words."""
        cards = _by_suit(self.book.game.cards(self.book.state), self.face_name)
        order = Part("card-order", _card_order, (asks, end))
        return Part("cards", _card_pad, (cards, record, shown, more, args), (order,))

    @staticmethod
    def told_cards(fields: Fields) -> list[str]:
        """Return the cards of a trick that was told card by card; empty if it was not."""
        return [card for card in fields.getlist("card") if card]


BY_CARDS = "by-cards"
"""The checkbox with which a phone tells tricks card by card, until it is taken back (`by_cards`)."""


def by_cards(language: Language) -> str:
    """Draw the switch between telling a trick card by card and telling it by its winner. It outlives the trick."""
    words = t(language, "Cards")
    return (
        f'<input type="checkbox" class="visually-hidden lasts" id="{BY_CARDS}" autocomplete="off" aria-label="{words}" data-for="{ANYBODY}">'
        f'<label for="{BY_CARDS}" class="button" data-for="{ANYBODY}">{icon("cards")}<span class="word">{words}</span></label>'
    )


@lru_cache(64)
def _by_suit(deck: tuple[Face, ...], called: Text | None) -> tuple[tuple[str, Text | None, Ranks], ...]:
    """Return the suits of a deck: each with how its cards are called, and with their names, ranks, and whether they are gone."""
    suits = dict.fromkeys(face.suit for face in deck)
    return tuple(
        (
            suit,
            called and called.filled({"suit": Text(suit), "rank": "{}"}),
            tuple((one.name, one.rank, one.gone) for one in deck if one.suit == suit),
        )
        for suit in suits
    )


def _card_pad(
    language: Language, order: str, cards: tuple[tuple[str, Text | None, Ranks], ...], record: Text, shown: Text | None,
    more: Draw | None, args: tuple[Any, ...],
) -> str:  # fmt: skip
    """Draw the pad: static/js/cards.js makes its buttons; without scripts each card is typed."""
    suits = [
        [
            suit,
            called.put(language) if called else f"{put(language, Text(suit))} {{}}",
            t(language, "Card: {color}", color=Text(suit)),
            [[name, rank, int(gone)] for name, rank, gone in faces],
        ]
        for suit, called, faces in cards
    ]
    name, back = put(language, record), t(language, "Take back a card")
    deck = data(suits)
    label = t(language, "Cards of this trick")
    return (
        f'<section id="cards" data-for="{ANYBODY}" data-deck=\'{deck}\' aria-label="{label}">'
        f'{order}<div class="ask"><div><h2 class="whole" aria-live="polite"></h2><p class="hint"></p><ol class="laid" aria-label="{label}"></ol></div>'
        f'<button type="button" class="button back" data-card-back aria-label="{back}" hidden>{icon("back")}</button></div>'
        f'<div class="stage"><div class="tiles suits"></div><div class="numbers pad"></div>{more(language, *args) if more else ""}'
        f'<div class="acts"><button name="told" value="cards" class="button main" id="record" aria-label="{name}">{put(language, shown or record)}</button></div></div></section>'
    )


def _card_order(language: Language, asks: tuple[Asked, ...], end: Asked | None) -> str:
    """Draw what is asked for each card, and said of all: as headings for the script, or as fields without."""
    said = [[named(language, heading, 40), *([put(language, hint)] if hint else [])] for heading, hint in asks]
    typed = "".join(f'<label class="field">{heading}<input name="card"></label>' for heading, *_ in said)
    said.append([put(language, words) for words in end if words] if end else [Markup("")])
    order = data(said)
    return f"<div id=\"card-order\" data-order='{order}'><noscript>{typed}</noscript></div>"


def who(language: Language, number: int, name: str, own: tuple[int, str], *, deals: bool, leads: bool) -> str:
    """Draw whose row it is: the badge and the name, and who deals, who leads, and which seat is this phone's."""
    you = t(language, "You")
    if leads:
        chips = f'<span class="chip gold" data-short="{you}" data-for="{number}">{t(language, "You lead")}</span>'
    else:
        chips = f'<span class="chip gold" data-for="{number}">{you}</span>'
    chips += f'<span class="chip full">{t(language, "Deals")}</span>' if deals else ""
    chips += f'<span class="chip" data-not="{number}">{t(language, "Leads")}</span>' if leads else ""
    return f'<div class="who">{badge(*own)}<span class="name" dir="auto" data-own="{number}">{e(name)}</span><span class="chips">{chips}</span></div>'


def tapped(who: str, attributes: str) -> str:
    """Draw whose row it is as a button on all phones that play; the others see just whose row it is."""
    drawn = who.removeprefix('<div class="who">').removesuffix("</div>")
    return (
        f'<div class="who" data-not="{ANYBODY}">{drawn}</div><button {attributes} data-for="{ANYBODY}">{drawn}</button>'
    )


def seats(language: Language) -> str:
    """Draw the start tag of the rows of seats."""
    return f'<ol class="seats card" aria-label="{t(language, "Seats")}">'


def board_seats(language: Language) -> str:
    """Draw the start tag of the places on the board."""
    return f'<ol class="board-seats few" aria-label="{t(language, "Seats")}">'


def board_place(
    language: Language, place: int, name: str, own: BadgeView, total: int, lies: str, *, deals: bool, leads: bool,
    lit: bool,
) -> str:  # fmt: skip
    """Draw a seat's place on the board, with what lies there (markup)."""
    chips = f'<span class="chip full">{t(language, "Deals")}</span> ' if deals else ""
    chips += f'<span class="chip">{t(language, "Leads")}</span>' if leads else ""
    return (
        f'<li id="row-{place}" class="place card{" turn" if lit else ""}" data-place="{e(name)}">'
        f'<p class="name" dir="auto" title="{e(name)}">{badge(*own)}{e(name)}</p><p class="chips">{chips}</p>{lies}'
        f'<p class="total"><span class="soft">{t(language, "Total")}</span><b>{signed(total, plus="")}</b></p></li>'
    )


def whole(name: str, own: BadgeView, shown: str = "") -> str:
    """Draw a name that is never cut, with its badge; `shown` (markup) stands in its place."""
    return f'<span class="whole{" long" if len(name) > 12 else ""}" dir="auto">{badge(*own)}{shown or e(name)}</span>'


def won_with_points(winners: Sequence[str], points: int) -> Text:
    """Say who has won a game with points, and with how many."""
    if len(winners) == 1:
        return Text(
            "{name} wins with {num} point", "{name} wins with {num} points", name=winners[0], n=points, num=points
        )
    return Text(
        "{names} share the win with {num} point each", "{names} share the win with {num} points each",
        names=tuple(winners), n=points, num=points,
    )  # fmt: skip


def last_told(fields: Fields, key: str) -> str | None:
    """Return what a form tells under a key, at last; None if that is nothing."""
    return next(reversed([value for value in fields.getlist(key) if value]), None)
