"""What pages of trick-taking games share: seats that deal and lead, tricks card by card, revokes with their proof."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from companion.games.findings import Finding, not_ruled_on
from companion.games.game import Book, Face
from companion.games.markup import badge, bdi, e, icon, put, t
from companion.games.move import Move
from companion.games.page import ANYBODY, Fields, Page, S
from companion.games.part import Part
from companion.games.people import starting_with
from companion.games.ruled_move import overridden
from companion.games.text import Language, Text
from companion.games.trick_screen import TrickView


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

    def card_pad(self) -> Part:
        """Return the pad on which a trick is told card by card; its form field is `card`, once for each card."""
        cards = _by_suit(self.book.game.cards(self.book.state))
        order = Part("card-order", _card_order, (self.book.game.order(self.book.state),))
        return Part("cards", _card_pad, (cards,), (order,))

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
        f'<input type="checkbox" class="visually-hidden" id="{BY_CARDS}" autocomplete="off" aria-label="{words}" data-for="{ANYBODY}">'
        f'<label for="{BY_CARDS}" class="button" data-for="{ANYBODY}">{icon("cards")}<span class="word">{words}</span></label>'
    )


@lru_cache(64)
def _by_suit(deck: tuple[Face, ...]) -> tuple[tuple[str, tuple[tuple[str, str, bool], ...]], ...]:
    suits = dict.fromkeys(face.suit for face in deck)
    return tuple((suit, tuple((one.name, one.rank, one.gone) for one in deck if one.suit == suit)) for suit in suits)


def _card_pad(language: Language, order: str, cards: tuple[tuple[str, tuple[tuple[str, str, bool], ...]], ...]) -> str:
    """Draw the pad: static/js/cards.js makes its buttons; without scripts each card is typed."""
    suits = [
        [
            suit,
            put(language, Text(suit)),
            t(language, "Card: {color}", color=Text(suit)),
            [[name, rank, int(gone)] for name, rank, gone in faces],
        ]
        for suit, faces in cards
    ]
    record, back = t(language, "Record trick"), t(language, "Take back a card")
    deck, label = e(json.dumps(suits, ensure_ascii=False, separators=(",", ":"))), t(language, "Cards of this trick")
    return (
        f'<section id="cards" data-for="{ANYBODY}" data-deck=\'{deck}\' aria-label="{label}">'
        f'{order}<div class="ask"><div><h2 class="whole"></h2><ol class="laid" aria-label="{label}"></ol></div>'
        f'<button type="button" class="button back" data-card-back aria-label="{back}" hidden>{icon("back")}</button></div>'
        f'<div class="stage"><div class="tiles suits"></div><div class="numbers pad"></div>'
        f'<div class="acts"><button name="told" value="cards" class="button main" id="record" aria-label="{record}">{record}</button></div></div></section>'
    )


def _card_order(language: Language, order: tuple[str, ...]) -> str:
    """Draw whose card is told after whose: as headings for the script, or as fields without."""
    named = json.dumps([str(t(language, "{name}’s card", name=bdi(name, 40))) for name in order], ensure_ascii=False)
    typed = "".join(f'<label class="field">{e(name)}<input name="card"></label>' for name in order)
    return f"<div id=\"card-order\" data-order='{e(named)}'><noscript>{typed}</noscript></div>"


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
