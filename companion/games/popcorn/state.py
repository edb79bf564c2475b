"""A game of Popcorn: its house rules, how many cards lie where, which claim stands, and whose turn it is."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Annotated, Literal, cast, get_args

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from companion.games.header import Header
from companion.games.move import Strict
from companion.games.people import People, Seat, from_left_of, left_of, people_of
from companion.games.points import STOPPED
from companion.games.popcorn.rulebook import BOOK
from companion.games.report import Report
from companion.games.ruling import Rejected
from companion.games.text import Counted, Text

Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
RANKS: tuple[str, ...] = get_args(Rank)
PILE, DECK, SUITS, MOST_DECKS = "pile", 52, 4, 2

# By rank: a number of it, its plural, and its plural that begins a sentence; written out for translators' tools.
_WORDS: Mapping[str, tuple[Text, Text, Text]] = {
    "A": (Counted("{n} ace", "{n} aces", n=1), Text("aces"), Text("Aces")),
    "2": (Counted("{n} two", "{n} twos", n=1), Text("twos"), Text("Twos")),
    "3": (Counted("{n} three", "{n} threes", n=1), Text("threes"), Text("Threes")),
    "4": (Counted("{n} four", "{n} fours", n=1), Text("fours"), Text("Fours")),
    "5": (Counted("{n} five", "{n} fives", n=1), Text("fives"), Text("Fives")),
    "6": (Counted("{n} six", "{n} sixes", n=1), Text("sixes"), Text("Sixes")),
    "7": (Counted("{n} seven", "{n} sevens", n=1), Text("sevens"), Text("Sevens")),
    "8": (Counted("{n} eight", "{n} eights", n=1), Text("eights"), Text("Eights")),
    "9": (Counted("{n} nine", "{n} nines", n=1), Text("nines"), Text("Nines")),
    "10": (Counted("{n} ten", "{n} tens", n=1), Text("tens"), Text("Tens")),
    "J": (Counted("{n} jack", "{n} jacks", n=1), Text("jacks"), Text("Jacks")),
    "Q": (Counted("{n} queen", "{n} queens", n=1), Text("queens"), Text("Queens")),
    "K": (Counted("{n} king", "{n} kings", n=1), Text("kings"), Text("Kings")),
}


def counted(rank: str, n: int) -> Text:
    """Return a number of cards of a rank in words: "2 sevens"."""
    return _WORDS[rank][0].filled({"n": n})


def rank_words(rank: str, *, capital: bool = False) -> Text:
    """Return a rank as a plural word: "sevens", or "Sevens" to begin a sentence."""
    return _WORDS[rank][1 + capital]


def rank_after(rank: str, steps: int) -> str:
    """Return the rank that many steps up; aces follow kings."""
    return RANKS[(RANKS.index(rank) + steps) % len(RANKS)]


Direction = Literal["up", "down", "either"]
_DIRECTIONS: Mapping[Direction, tuple[Text, tuple[int, ...]]] = {
    "up": (Text("up: aces, twos, threes \u2026"), (1,)),
    "down": (Text("down: aces, kings, queens \u2026"), (-1,)),
    "either": (Text("one up or one down, as the player likes"), (1, -1)),
}


class Options(Strict):
    """The house rules of a table. A title is the question that a form asks."""

    decks: Annotated[int, Field(ge=1, le=MOST_DECKS)] = Field(
        default=1, title=Text("How many decks are in play?").message, description=Text("1").message
    )
    direction: Direction = Field(
        default="up",
        title=Text("Which rank comes next?").message,
        json_schema_extra={"words": {way: text.message for way, (text, _) in _DIRECTIONS.items()}},
    )
    hidden_count: bool = Field(default=False, title=Text("May you secretly put down more cards than you say?").message)

    @property
    def steps(self) -> tuple[int, ...]:
        """By how many ranks up a claim may follow another: one up, one down, or either (rule rank-due)."""
        return _DIRECTIONS[self.direction][1]


class PublicOptions(Options):
    """The same house rules in a public book, which lacks what was put down unseen; see `secrets`."""


class Laid(Struct, frozen=True):
    """A claim: who says how many of which rank, how many cards were put down, and whether that number is `known`."""

    seat: Seat
    rank: str
    count: int
    put: int
    known: bool = True

    @property
    def said(self) -> Text:
        """The claim in words: "2 sevens"."""
        return counted(self.rank, self.count)


class Turned(Struct, frozen=True):
    """What a reveal has shown: who took how many cards, and the ranks that were `seen`, if anybody entered them."""

    laid: Laid
    caller: Seat
    honest: bool
    taken: int
    seen: tuple[str, ...] = ()

    @property
    def taker(self) -> Seat:
        """Who took the pile (rule reveal)."""
        return self.caller if self.honest else self.laid.seat


class State(Struct, frozen=True):
    """A whole game. `cards` counts those of each seat, clockwise, and of the pile.

    `last` is the rank that was claimed last, `laid` the claim that stands, `caller` the seat that has called it, and
    `turned` the latest reveal until somebody claims again. `stopped`: the people have ended the game (rule stop).
    """

    people: People
    options: Options
    dealer: Seat
    first: Seat
    cards: Mapping[str, int]
    turn: Seat
    last: str | None = None
    laid: Laid | None = None
    caller: Seat | None = None
    turned: Turned | None = None
    winner: Seat | None = None
    stopped: bool = False

    @property
    def phase(self) -> str:
        """`claim`, `reveal`, `last-call` or `over`."""
        if self.winner is not None or self.stopped:
            return "over"
        if self.caller is not None:
            return "reveal"
        return "last-call" if self.last_cards else "claim"

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.people.seats

    @property
    def public(self) -> bool:
        """Whether this book does not know what was put down unseen, and goes by what was said (`secrets`)."""
        return isinstance(self.options, PublicOptions)

    @property
    def pile(self) -> int:
        return self.cards[PILE]

    @property
    def claimer(self) -> str:
        """Whose claim stands; empty if none does."""
        return "" if self.laid is None else self.laid.seat

    @property
    def last_cards(self) -> bool:
        """Whether the claim that stands is of a hand's last cards."""
        return self.laid is not None and not self.cards[self.laid.seat]

    @property
    def most(self) -> int:
        """How many cards of a rank there are, and so the most that can be claimed (rule claim)."""
        return SUITS * self.options.decks

    @property
    def due(self) -> tuple[str, ...]:
        """The ranks that may be claimed next (rule rank-due)."""
        if self.last is None:
            return RANKS[:1]
        return tuple(rank_after(self.last, steps) for steps in self.options.steps)

    def spare(self, place: str) -> int:
        """Return how many cards the table may move from there: it empties no hand (rule table-ruling)."""
        return self.cards[place] - (place != PILE)

    def moved(self, source: str, target: str, count: int) -> State:
        """Return the state with cards moved between two places; the caller has made sure that they are there."""
        cards = dict(self.cards)
        cards[source] -= count
        cards[target] += count
        return replace(self, cards=cards)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Whoever has won; once the people have stopped, the seats with the fewest cards (rule stop)."""
        if self.winner is not None:
            return (self.winner,)
        fewest = min(self.cards[seat] for seat in self.seats)
        return tuple(seat for seat in self.seats if self.cards[seat] == fewest) if self.stopped else ()

    def nothing_to_stop(self) -> Rejected | None:
        return BOOK.no("stop", Text("Nobody has claimed yet.")) if self.last is None else None

    def stop(self) -> State:
        return replace(self, stopped=True)

    def game_is_over(self) -> Rejected:
        if self.stopped:
            return BOOK.no("game-is-over", STOPPED)
        return BOOK.no("game-is-over", Text("{seat} has won.", seat=str(self.winner)))

    def memo_key(self) -> Hashable:
        """Return all of a state but the cards turned over, because they decide nothing that follows."""
        return (tuple(self.cards.items()), self.turn, self.last, self.laid, self.caller, self.winner, self.stopped)

    def report(self) -> Report:
        """Source: TRANSCRIPTS, popcorn."""
        return Report(
            phase=self.phase,
            over=self.phase == "over",
            rounds=(),
            totals={},
            winners=self.winners,
            irregularities=(),
            holdings=self.cards,
            extra={"stopped": True} if self.stopped else {},
        )


def dealt(seats: tuple[Seat, ...], dealer: Seat, options: Options) -> dict[str, int]:
    """Deal all cards, the odd ones from the dealer's left, beside an empty pile (rule deal)."""
    each, odd = divmod(DECK * options.decks, len(seats))
    more = from_left_of(seats, dealer)[:odd]
    return {**{seat: each + (seat in more) for seat in seats}, PILE: 0}


def start(header: Header) -> State:
    """Return the state before the first move. Rules: deal, rank-due."""
    people, options, dealer = people_of(header.seats), cast(Options, header.options), Seat(header.dealer)
    first = Seat(header.plain.get("first", left_of(people.seats, dealer)))
    return State(people, options, dealer, first, dealt(people.seats, dealer, options), first)
