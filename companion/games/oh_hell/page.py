"""A table of Oh Hell on its page: what lies there, what is asked of whom, and the functions that draw it."""

from __future__ import annotations

from companion.games.markup import BadgeView, bdi, choice, e, put, question, submit, t, value_of
from companion.games.oh_hell.state import DECK, RANKS, SIGNS, SUITS, State
from companion.games.page import ANYBODY, Page
from companion.games.part import Draw, Group, Part, Sheet, Wait
from companion.games.text import Counted, Language, Text
from companion.games.trick_page import board_place, board_seats, seats, tapped, who


class OhHellPage(Page[State]):
    @property
    def eyebrow(self) -> tuple[Text, ...]:
        state, all_hands = self.state, len(self.state.sizes)
        hand = Text("Hand {n} of {all}", n=len(state.sums) + 1, all=all_hands)
        if state.card:
            return hand, Text("Turned up: {card}", card=DECK[state.card])
        return hand, Counted("{num} card", "{num} cards", n=state.size, num=state.size)

    @property
    def headline(self) -> Text:
        state = self.state
        if state.phase == "turn-up":
            return Text("{name} deals", name=state.dealer)
        return Text("{name} bids", name=state.awaited) if state.awaited else Text("{name} leads", name=state.leader)

    @property
    def over_heading(self) -> tuple[Text, None]:
        return Text("The highest total wins"), None

    @property
    def waiting_for(self) -> tuple[str, ...]:
        return (self.state.awaited,) if self.state.awaited else ()

    @property
    def lying(self) -> tuple[Group]:
        return (Group("ol", seats, self._rows(_row)),)

    @property
    def on_board(self) -> tuple[Group]:
        return (Group("ol", board_seats, self._rows(_place)),)

    def _rows(self, draw: Draw) -> tuple[Part, ...]:
        return tuple(self._row(draw, place, name) for place, name in enumerate(self.state.seats))

    def _row(self, draw: Draw, place: int, name: str) -> Part:
        state = self.state
        own = (self.number(name), name, self.badge(name))
        roles = (name == state.dealer and not self.over, name == state.leader and not self.over)
        held = (state.bids.get(name), state.tricks.count(name), state.totals[name])
        lit = name in self.waiting_for or name in self.winners
        return Part(f"row-{place}", draw, (place, *own, *roles, *held, lit, self.phase == "trick"))

    @property
    def ask(self) -> Sheet:
        state = self.state
        if state.phase == "turn-up":
            return Sheet(ANYBODY, _ask_card)
        if state.awaited is None:
            return Sheet(ANYBODY, _ask_winner, (self._bid,))
        bids = tuple(
            (tricks, tap.value, tap.legal) for (tricks,), tap in self.actions("tricks", seat=state.awaited).items()
        )
        return Sheet(self.asked(state.awaited), _ask_bid, (self.number(state.awaited), state.awaited, self._bid, bids))

    @property
    def _bid(self) -> Text:
        state = self.state
        bid = sum(state.bids.values())
        return Counted("Bid: {bid} of {num} trick", "Bid: {bid} of {num} tricks", n=state.size, num=state.size, bid=bid)

    @property
    def wait(self) -> Wait:
        hints = tuple((self.number(name), self._bid) for name in self.state.seats)
        return Wait(self.headline, hints if self.state.awaited else ())


def _row(
    language: Language, place: int, number: int, name: str, own: BadgeView, deals: bool, leads: bool, bid: int | None,
    took: int, total: int, lit: bool, in_play: bool,
) -> str:  # fmt: skip
    """Draw a seat's row. In play its name is a button: this seat took the trick."""
    label, move = t(language, "{name} took it", name=name), value_of({"move": "trick", "winner": name})
    chips = who(language, number, name, own, deals=deals, leads=leads)
    return (
        f'<li id="row-{place}" class="seat{" turn" if lit else ""}" data-place="{e(name)}" title="{e(name)}">'
        f"{tapped(chips, submit(move, True, label, 'who', f'took-{place}')) if in_play else chips}"
        f'<div class="held">{_held(language, bid, took, in_play)}</div>'
        f'<p class="score"><span class="visually-hidden">{t(language, "Points")}</span> {total}</p></li>'
    )


def _place(
    language: Language, place: int, _: int, name: str, own: BadgeView, deals: bool, leads: bool, bid: int | None,
    took: int, total: int, lit: bool, in_play: bool,
) -> str:  # fmt: skip
    lies = f'<div class="lies">{_held(language, bid, took, in_play)}</div>'
    return board_place(language, place, name, own, total, lies, deals=deals, leads=leads, lit=lit)


def _held(language: Language, bid: int | None, took: int, in_play: bool) -> str:
    said = "" if bid is None else t(language, "bid {n}", n=bid)
    won = f"<b>{t(language, 'took {n}', n=took)}</b>" if in_play else ""
    return f'<span data-color="bid" data-count="{bid or 0}">{said}</span> <span data-color="tricks" data-count="{took}">{won}</span>'


def _ask_card(language: Language) -> str:
    suits = "".join(_suit(language, suit, sign) for suit, sign in SIGNS.items())
    asked = question(t(language, "Which card was turned up?"), t(language, "Its suit is trump."))
    return f'{asked}<div class="tiles choices">{suits}</div>'


def _suit(language: Language, suit: str, sign: str) -> str:
    """Draw a suit to choose, and then its ranks."""
    ranks = "".join(
        f"<button {submit(value_of({'move': 'turn_up', 'card': card}), True, t(language, 'Turn up {card}', card=DECK[card]), 'button')}>{rank}</button>"
        for rank, card in ((rank, rank + suit) for rank in RANKS)
    )
    name = put(language, SUITS[suit])
    then = f'<div class="numbers">{ranks}</div>'
    return choice(f"suit-{suit}", "suit", suit, name, "tile", f"<b>{sign}</b>{name}", then)


def _ask_bid(language: Language, number: int, name: str, told: Text, bids: tuple[tuple[int, str, bool], ...]) -> str:
    mine, theirs = t(language, "How many will you take?"), t(language, "{name} takes…", name=bdi(name, 12))
    heading = f'<span data-for="{number}">{mine}</span><span data-not="{number}">{theirs}</span>'
    buttons = "".join(
        f"<button {submit(move, legal, t(language, 'Bid {n}', n=tricks), 'button', f'bid-{tricks}')}>{tricks}</button>"
        for tricks, move, legal in bids
    )
    return f'{question(heading, put(language, told))}<div class="numbers">{buttons}</div>'


def _ask_winner(language: Language, told: Text) -> str:
    return question(t(language, "Who took it?"), put(language, told))
