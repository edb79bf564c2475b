"""The state of a game of Sluff Off!: what lies where, how far the round is, and what finished rounds cost."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from companion.games.game import Face
from companion.games.header import Header
from companion.games.people import Seating
from companion.games.seat_points import Past
from companion.games.sluff_off.edition import Edition
from companion.games.tricks import Card, Revoke, Void, seats_from
from tests.old_rooms.sluff_off.house_rules import Options
from tests.old_rooms.sluff_off.scoring import Sum

TRICKS = 15
TOP_CARD = 15
"""The highest card of each colour in the box."""

Pile = tuple[int, ...]
"""A count for each of the edition's tokens, in its order."""


def highest_card(seats: int) -> int:
    """The highest card of each colour in play, so that each seat has 15 cards (rule card-in-deck)."""
    return min(3 * seats, TOP_CARD)


@lru_cache(maxsize=16)
def deck(colors: tuple[str, ...], seats: int) -> dict[str, Card]:
    """The cards in play with that many seats, by their names in a transcript ("red 7")."""
    return {f"{color} {rank}": Card(color, rank) for color in colors for rank in range(1, highest_card(seats) + 1)}


@dataclass(frozen=True, slots=True)
class Setup(Seating):
    """What does not change during a game. `centre` is the place after them, `box` what lies there at first."""

    edition: Edition
    box: Pile
    sluffer_points: int
    rounds: int
    options: Options

    @property
    def centre(self) -> int:
        """The number of the centre among a round's places."""
        return len(self.seats)

    @property
    def deck(self) -> dict[str, Card]:
        """The cards in play, by name."""
        return deck(self.edition.colors, len(self.seats))

    @property
    def excused_color(self) -> str | None:
        """The colour that may be played by who could follow suit (rule follow-suit); None: there is none."""
        return self.edition.trump if self.options.trump_any_time else None

    def place(self, name: str) -> int:
        """The number of a seat or of the centre."""
        return self.centre if name == "centre" else self.seats.index(name)


@dataclass(frozen=True, slots=True)
class Trick:
    """A recorded trick; `cards` is empty where only the result was claimed.

    `settled` is what became of it: a token's colour turned in, "missed",
    "black" (taken), "nothing" (no black left, or the Sluffer's holder), None while owed.
    """

    winner: int
    led: str
    won_with: str
    cards: tuple[str, ...] = ()
    settled: str | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """One round: `places` holds a pile a seat and the centre's last, `done` counts finished predictions.

    A pile counts `tokens` in their order.
    """

    dealer: int
    tokens: tuple[str, ...]
    places: tuple[Pile, ...]
    done: int = 0
    taking: bool = False
    sluffer: int | None = None
    tricks: tuple[Trick, ...] = ()
    points: tuple[int, ...] = ()
    played: frozenset[str] = frozenset()
    voids: tuple[Void, ...] = ()

    def count(self, place: int, token: str) -> int:
        """How many of that token lie at a place."""
        return self.places[place][self.tokens.index(token)]

    def moved(self, token: str, source: int, target: int, count: int = 1) -> Round:
        """The round with tokens moved between two places; the caller has made sure that they are there."""
        which = self.tokens.index(token)
        places = list(self.places)
        for place, change in ((source, -count), (target, count)):
            pile = list(places[place])
            pile[which] += change
            places[place] = tuple(pile)
        return replace(self, places=tuple(places))


@dataclass(frozen=True, slots=True)
class State:
    """A whole game: for each finished round the sum of every seat, in seat order, and the running round.

    `revokes` are those that cards have proved, each with its round, from 1. `past` has what late joiners began with,
    and who has left.
    """

    setup: Setup
    round: Round
    sums: tuple[tuple[Sum, ...], ...] = ()
    revokes: tuple[tuple[int, Revoke], ...] = field(default=())
    past: Past[Sum] = field(default_factory=Past)

    @property
    def over(self) -> bool:
        """Whether the last round has been scored."""
        return len(self.sums) == self.setup.rounds

    @property
    def phase(self) -> str:
        """`prediction`, `trick`, `turn-in` or `over`."""
        if self.over:
            return "over"
        if self.round.done < len(self.setup.seats):
            return "prediction"
        tricks = self.round.tricks
        return "turn-in" if tricks and tricks[-1].settled is None else "trick"

    @property
    def predictor(self) -> int:
        """The seat whose prediction it is (rule prediction-order)."""
        return self.setup.left_of(self.round.dealer, 1 + self.round.done)

    @property
    def leader(self) -> int:
        """The seat that leads the next trick: the last winner, at first the dealer's left."""
        tricks = self.round.tricks
        return tricks[-1].winner if tricks else self.setup.left_of(self.round.dealer)

    @property
    def awaited(self) -> int | None:
        """The seat whose act is awaited; None where the table is (a trick's result) or the game is over."""
        if self.phase == "prediction":
            return self.predictor
        return self.round.tricks[-1].winner if self.phase == "turn-in" else None


def order(state: State) -> tuple[str, ...]:
    """The seats in the order in which they play to the next trick."""
    return seats_from(state.setup.seats, state.leader)


def cards(state: State) -> tuple[Face, ...]:
    """The deck of this table, a colour after the other; what was played in this round is gone."""
    return tuple(face_of(name, gone=name in state.round.played) for name in state.setup.deck)


def face_of(name: str, *, gone: bool = False) -> Face:
    """A card of the deck, "red 7" say."""
    color, rank = name.split(" ")
    return Face(name, color, rank, gone)


def memo_key(state: State) -> Hashable:
    """Return what decides over what can follow: neither the points nor the settled tricks do."""
    round_ = state.round
    tricks = round_.tricks
    owed = tricks[-1] if tricks and tricks[-1].settled is None else None
    return (
        len(state.sums),
        round_.dealer,
        round_.places,
        round_.done,
        round_.taking,
        round_.sluffer,
        len(tricks),
        state.leader,
        owed,
        round_.played,
    )


def deal(setup: Setup, dealer: int) -> Round:
    """A fresh round: all tokens in the centre."""
    seats, tokens = len(setup.seats), setup.edition.order
    empty = (0,) * len(tokens)
    return Round(dealer=dealer, tokens=tokens, places=(*(empty,) * seats, setup.box), points=(0,) * seats)


def start(header: Header) -> State:
    """The state before the first move. Rules: edition, box, sluffer-score, rounds."""
    options = Options.model_validate(header.options)
    edition, seats = options.box, len(header.seats)
    supply = {str(token): n for token, n in options.supply.items()}
    rounds = edition.rounds_of_three if seats == 3 else seats
    setup = Setup(
        seats=header.seats,
        dealer=header.seats.index(header.dealer),
        edition=edition,
        box=tuple(supply.get(token, usual) for token, usual in edition.tokens),
        sluffer_points=sluffer_points(options, seats),
        rounds=rounds if options.rounds is None else options.rounds,
        options=options,
    )
    return State(setup, deal(setup, setup.dealer))


def sluffer_points(options: Options, seats: int) -> int:
    """What the Sluffer's holder begins with, with that many seats (rule sluffer-score)."""
    if options.sluffer_points is not None:
        return options.sluffer_points
    return options.box.points_of_three if seats == 3 else 4


def next_dealer(state: State) -> str:
    """The left of who dealt last: the running round's dealer moves on, a finished game has moved on already."""
    setup, dealer = state.setup, state.round.dealer
    return setup.seats[dealer if state.over else setup.left_of(dealer)]
