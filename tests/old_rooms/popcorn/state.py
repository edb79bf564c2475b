"""The state of a game of Popcorn: how many cards lie where, what was claimed last, and whose turn it is."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from companion.games.header import Header
from companion.games.people import Seating
from companion.games.text import Text
from tests.old_rooms.popcorn.house_rules import SUITS, Options, PublicOptions
from tests.old_rooms.popcorn.moves import RANKS, Honest, Seen, counted, rank_after

DECK = 52


@dataclass(frozen=True, slots=True)
class Setup(Seating):
    """What changes only with the seats. `pile` is the place after them.

    `public`: this book does not know what was put down unseen, and goes by what was said (`visibility`).
    """

    first: int
    decks: int
    direction: str
    hidden: bool
    public: bool = False

    @property
    def pile(self) -> int:
        """The number of the pile among the places."""
        return len(self.seats)

    @property
    def ways(self) -> tuple[int, ...]:
        """By how many steps up a claim may follow another: one up, one down, or either (rule rank-due)."""
        return {"up": (1,), "down": (-1,), "either": (1, -1)}[self.direction]

    @property
    def most(self) -> int:
        """How many cards of a rank there are, and so the most that can be said (rule claim)."""
        return SUITS * self.decks

    def place(self, name: str) -> int:
        """The number of a seat or of the pile."""
        return self.pile if name == "pile" else self.seats.index(name)


@dataclass(frozen=True, slots=True)
class Laid:
    """The standing claim: who says how many of which rank, how many were put down, and whether that is `known`."""

    seat: int
    rank: str
    count: int
    put: int
    known: bool = True

    @property
    def said(self) -> Text:
        """What was said: "2 sevens"."""
        return counted(self.rank, self.count)

    def was_honest(self, shown: Honest | Seen) -> bool:
        """Whether it was as said, by what was told of the cards that were turned over (rule reveal)."""
        if isinstance(shown, Honest):
            return shown.honest
        return len(shown.cards) == self.count and set(shown.cards) == {self.rank}


@dataclass(frozen=True, slots=True)
class Turned:
    """What the latest reveal has shown: `taken` cards moved; `seen` are the ranks, empty where not entered."""

    laid: Laid
    caller: int
    honest: bool
    taken: int
    seen: tuple[str, ...] = ()

    @property
    def taker(self) -> int:
        """Who took the pile (rule reveal)."""
        return self.caller if self.honest else self.laid.seat


@dataclass(frozen=True, slots=True)
class State:
    """A whole game. `places` counts the cards of each seat and, last, of the pile.

    `last` is the last rank claimed, `turn` the seat that claims next, `caller` who has called and waits
    for the reveal, `turned` the latest reveal until somebody claims again.
    """

    setup: Setup
    places: tuple[int, ...]
    turn: int
    last: str | None = None
    laid: Laid | None = None
    caller: int | None = None
    turned: Turned | None = None
    winner: int | None = None

    @property
    def over(self) -> bool:
        """Whether a seat has got rid of all its cards (rule last-cards)."""
        return self.winner is not None

    @property
    def phase(self) -> str:
        """`claim`, `reveal`, `last-call` or `over`."""
        if self.over:
            return "over"
        if self.caller is not None:
            return "reveal"
        return "last-call" if self.laid is not None and not self.places[self.laid.seat] else "claim"

    @property
    def pile(self) -> int:
        """How many cards lie in the pile."""
        return self.places[self.setup.pile]

    @property
    def due(self) -> tuple[str, ...]:
        """The ranks that may be claimed next (rule rank-due)."""
        if self.last is None:
            return RANKS[:1]
        return tuple(rank_after(self.last, way) for way in self.setup.ways)

    def name(self, seat: int | None) -> str:
        """The name of a seat; empty for None."""
        return "" if seat is None else self.setup.seats[seat]

    @property
    def claimer(self) -> str:
        """Whose claim stands; empty where none does."""
        return self.name(self.laid.seat if self.laid is not None else None)

    def spare(self, place: int) -> int:
        """How many cards the table may move from there: no hand falls to none by a ruling (rule table-ruling)."""
        return self.places[place] - (place != self.setup.pile)

    def moved(self, source: int, target: int, count: int) -> State:
        """The state with cards moved between two places; the caller has made sure that they are there."""
        places = list(self.places)
        places[source] -= count
        places[target] += count
        return replace(self, places=tuple(places))


def memo_key(state: State) -> Hashable:
    """Return all of a state but the cards turned over, because they decide nothing that follows."""
    return (state.places, state.turn, state.last, state.laid, state.caller, state.winner)


def deal(setup: Setup) -> tuple[int, ...]:
    """How many cards each seat gets, and an empty pile (rule deal)."""
    each, odd = divmod(DECK * setup.decks, len(setup.seats))
    return (*(each + (setup.seats_before(seat, setup.dealer) < odd) for seat in range(len(setup.seats))), 0)


def start(header: Header) -> State:
    """The state before the first move. Rules: deal, rank-due."""
    options = Options.model_validate(header.options.model_dump())
    dealer = header.seats.index(header.dealer)
    first = header.plain.get("first")
    setup = Setup(
        seats=header.seats,
        dealer=dealer,
        first=(dealer + 1) % len(header.seats) if first is None else header.seats.index(first),
        decks=options.decks,
        direction=options.direction,
        hidden=options.hidden_count,
        public=isinstance(header.options, PublicOptions),
    )
    return State(setup, deal(setup), setup.first)
