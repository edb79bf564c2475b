"""A game of Sluff Off!: its house rules, what lies where, how far the round is, and what finished rounds cost."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property, lru_cache
from typing import Annotated, Literal

from msgspec import Struct, field
from msgspec.structs import replace
from pydantic import Field, ValidationInfo, field_validator

from companion.games.game import Face
from companion.games.header import Header
from companion.games.move import Strict
from companion.games.people import People, Seat, from_left_of, left_of, people_of, starting_with
from companion.games.points import STOPPED, Scored
from companion.games.report import Report
from companion.games.ruling import Rejected
from companion.games.sluff_off.edition import EDITIONS, WORDS, Edition
from companion.games.sluff_off.rulebook import BOOK
from companion.games.sluff_off.scoring import Sum, TieBreak, held, tie_break
from companion.games.text import Counted, Text
from companion.games.tricks import Card, Revoke, Voids

CENTRE = "centre"
"""The place that is no seat's."""
TRICKS = 15
TOP_CARD = 15
"""The highest card of each colour in the box."""

Token = Literal["red", "blue", "green", "orange", "purple", "yellow", "white", "black"]
"""Of every box; a table takes those of its own, see `SluffOff.parse`."""
Pile = Mapping[str, int]
"""How many of each token lie somewhere, in the order of the edition."""

ASKS: Mapping[str, Text] = {
    "edition": Text("Which box lies on the table?"),
    "supply": Text("How many {tokens} of each colour are in your box?", **WORDS),
    "sluffer_points": Text("How many points does {the_role} cost, before black {tokens} are taken off?", **WORDS),
    "rounds": Text("How many rounds are played?"),
    "white_with_match": Text("May you turn in white when you also hold a matching colour?"),
    "steal_unpaid": Text("May you steal a {token} when no white one is left to pay for it?", **WORDS),
    "tie_break": Text("What decides between equal totals?"),
    "trump_any_time": Text("May you play {trump} when you could follow the led colour?", **WORDS),
}
"""The question for each house rule."""
TIE_BREAKS: Mapping[TieBreak, Text] = {
    "share": Text("nothing: they share the place"),
    "fewest_black": Text("the fewest black ones over all rounds"),
    "most_zero_rounds": Text("the most rounds without a point"),
}
"""What decides between equal totals; what is equal in that, too, is shared."""
USUAL: Mapping[str, Text] = {
    "sluffer_points": Text("{points_usually}", **WORDS),
    "rounds": Text("{rounds_usually}", **WORDS),
}
"""What holds for a house rule that is left to box and number of seats."""


class Options(Strict):
    """The house rules of a table. `supply` names only the colours whose count differs from the box.

    `sluffer_points` and `rounds` are None if box and number of seats decide.
    """

    edition: Literal["sluff-off", "wizard-extreme", "sieben-siegel"] = Field(
        default="sluff-off",
        title=ASKS["edition"].put(),
        json_schema_extra={"words": {slug: one.title.message for slug, one in EDITIONS.items()}},
    )
    supply: dict[Token, Annotated[int, Field(ge=0, le=30)]] = Field(default_factory=dict, title=ASKS["supply"].put())
    sluffer_points: Annotated[int, Field(ge=0, le=20)] | None = Field(
        default=None, title=ASKS["sluffer_points"].put(), description=USUAL["sluffer_points"].put()
    )
    rounds: Annotated[int, Field(ge=1, le=20)] | None = Field(
        default=None, title=ASKS["rounds"].put(), description=USUAL["rounds"].put()
    )
    white_with_match: bool = Field(default=True, title=ASKS["white_with_match"].put())
    steal_unpaid: bool = Field(default=False, title=ASKS["steal_unpaid"].put())
    trump_any_time: bool = Field(default=False, title=ASKS["trump_any_time"].put())
    tie_break: TieBreak = Field(
        default="share",
        title=ASKS["tie_break"].put(),
        json_schema_extra={"words": {way: text.message for way, text in TIE_BREAKS.items()}},
    )

    @property
    def box(self) -> Edition:
        """The box on the table."""
        return EDITIONS[self.edition]

    @field_validator("supply")
    @classmethod
    def _of_this_box(cls, supply: dict[Token, int], info: ValidationInfo) -> dict[Token, int]:
        edition = EDITIONS.get(info.data.get("edition", ""))
        if edition is not None and (strange := supply.keys() - edition.box.keys()):
            raise ValueError(f"the box holds no {min(strange)} token")
        return supply

    def in_box(self) -> Pile:
        """Return how many of each token the table's box holds (rule box)."""
        return {**self.box.box, **dict[str, int](self.supply.items())}

    def sluffer_begins_with(self, seats: int) -> int:
        """Return the points that the Sluffer's holder begins with at such a table (rule sluffer-score)."""
        if self.sluffer_points is not None:
            return self.sluffer_points
        return self.box.points_of_three if seats == 3 else 4


def highest_card(seats: int) -> int:
    """Return the highest card of each colour in play, so that each seat has 15 cards (rule card-in-deck)."""
    return min(3 * seats, TOP_CARD)


@lru_cache(maxsize=16)
def deck(colors: tuple[str, ...], seats: int) -> Mapping[str, Card]:
    """Return the cards in play with that many seats, by their names in a transcript ("red 7")."""
    ranks = range(1, highest_card(seats) + 1)
    return {(name := f"{color} {rank}"): Card(name, color, rank) for color in colors for rank in ranks}


def face_of(name: str, *, gone: bool = False) -> Face:
    """Return a card of the deck, "red 7" say, as people see it."""
    color, rank = name.split(" ")
    return Face(name, color, rank, gone)


class Trick(Struct, frozen=True):
    """A recorded trick; `cards` is empty if only the result was claimed.

    `led` and `won_with` are None if nobody told the colours (rule colors-untold).
    `settled` is what became of it: a token's colour turned in, "missed",
    "black" (taken), "nothing" (no black left, or the Sluffer's holder), None while owed.
    """

    winner: Seat
    led: str | None = None
    won_with: str | None = None
    cards: tuple[str, ...] = ()
    settled: str | None = None

    @property
    def moved(self) -> str:
        """The token that it moved, back or (a black one) to its winner; "" if none, or none yet."""
        return "" if self.settled in (None, "missed", "nothing") else str(self.settled)

    @property
    def fitting(self) -> tuple[str, ...]:
        """The coloured tokens that are known to fit it (rule turn-in-fits-trick)."""
        return tuple([color for color in dict.fromkeys((self.won_with, self.led)) if color is not None])


class Round(Struct, frozen=True):
    """One round: `piles` has a pile for each seat, clockwise, and the centre's last.

    `done` counts finished predictions, `taking` says that the running one has taken a token, `points` are those that
    the table gave, `played` the cards that were recorded.
    """

    dealer: Seat
    piles: Mapping[str, Pile]
    points: Mapping[Seat, int]
    done: int = 0
    taking: bool = False
    sluffer: Seat | None = None
    tricks: tuple[Trick, ...] = ()
    played: frozenset[str] = frozenset()
    voids: Voids = field(default_factory=dict)

    def count(self, place: str, token: str) -> int:
        """Return how many of that token lie at a place."""
        return self.piles[place][token]

    def moved(self, token: str, source: str, target: str, count: int = 1) -> Round:
        """Return the round with as many of these tokens moved as lie there; the Sluffer's holder gets none."""
        count = min(count, self.count(source, token))
        if count <= 0 or source == target or target == self.sluffer:
            return self
        moved = {
            place: {**self.piles[place], token: self.piles[place][token] + change}
            for place, change in ((source, -count), (target, count))
        }
        return replace(self, piles={**self.piles, **moved})

    def predicted(self, done: int) -> Round:
        """Return the round with that many predictions finished."""
        return replace(self, done=done, taking=False)

    def settled(self, how: str) -> Round:
        """Return the round with its latest trick settled; `how` is one of `Trick`'s words for it."""
        *earlier, last = self.tricks
        return replace(self, tricks=(*earlier, replace(last, settled=how)))


def deal(people: People, options: Options, dealer: Seat) -> Round:
    """Return a fresh round: all tokens lie in the centre."""
    empty = dict.fromkeys(options.box.order, 0)
    piles: dict[str, Pile] = {**dict.fromkeys(people.seats, empty), CENTRE: options.in_box()}
    return Round(dealer, piles, dict.fromkeys(people.seats, 0))


class State(Scored[Sum], frozen=True):
    """A whole game, and in it the running `round`; `rounds` are played in all. Cards have proved the `revokes`."""

    options: Options
    rounds: int
    round: Round
    revokes: tuple[Revoke, ...] = ()

    @property
    def over(self) -> bool:
        """True if the last round has been scored, or the people have stopped."""
        return self.stopped or len(self.sums) == self.rounds

    @cached_property
    def phase(self) -> str:
        """`prediction`, `trick`, `turn-in` or `over`."""
        if self.over:
            return "over"
        if self.round.done < len(self.seats):
            return "prediction"
        tricks = self.round.tricks
        return "turn-in" if tricks and tricks[-1].settled is None else "trick"

    @property
    def edition(self) -> Edition:
        """The box on the table."""
        return self.options.box

    @property
    def deck(self) -> Mapping[str, Card]:
        """The cards in play, by name."""
        return deck(self.edition.colors, len(self.seats))

    @property
    def excused_color(self) -> str | None:
        """The colour that may be played instead of following suit (rule follow-suit); None if there is none."""
        return self.edition.trump if self.options.trump_any_time else None

    @property
    def predictor(self) -> Seat:
        """The seat whose prediction it is (rule prediction-order)."""
        return left_of(self.seats, self.round.dealer, 1 + self.round.done)

    def predictions_before(self, seat: str, dealer: Seat) -> int:
        """Return how many seats predict before this one in a round of that dealer."""
        return from_left_of(self.seats, dealer).index(Seat(seat))

    @cached_property
    def leader(self) -> Seat:
        """The seat that leads the next trick: the last winner, at first the dealer's left."""
        tricks = self.round.tricks
        return tricks[-1].winner if tricks else left_of(self.seats, self.round.dealer)

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order in which they play to the next trick."""
        return starting_with(self.seats, self.leader)

    @cached_property
    def awaited(self) -> Seat | None:
        """The seat whose act is awaited; None if the table's is (a trick's result) or the game is over."""
        if self.phase == "prediction":
            return self.predictor
        return self.round.tricks[-1].winner if self.phase == "turn-in" else None

    def with_round(self, round_: Round) -> State:
        """Return the state with the running round as it is now; once its last trick is settled, it is scored."""
        if len(round_.tricks) < TRICKS or round_.tricks[-1].settled is None:
            return self if round_ is self.round else replace(self, round=round_)
        return replace(self, round=round_).scored_round()

    def scored_round(self) -> State:
        """Return the state once the running round is over as it lies: it is scored, and the deal passes left."""
        dealt = deal(self.people, self.options, left_of(self.seats, self.round.dealer))
        return self.with_sums(self.running_sums(), round=dealt)

    def nothing_to_stop(self) -> Rejected | None:
        return None if self.sums else BOOK.no("stop", Text("No round has been scored yet."))

    def stop(self) -> State:
        """Return the state once the people have stopped: the running round does not count (rule stop)."""
        return replace(self, stopped=True, round=deal(self.people, self.options, self.round.dealer))

    def running_sums(self) -> dict[Seat, Sum]:
        """Return what the running round would cost each seat now (rules score, sluffer-score, table-ruling)."""
        round_ = self.round
        sums = {seat: held(round_.piles[seat], round_.points[seat]) for seat in self.seats}
        if round_.sluffer is not None:
            blacks = sum(round_.count(seat, "black") for seat in self.seats if seat != round_.sluffer)
            start = self.options.sluffer_begins_with(len(self.seats))
            sums[round_.sluffer] = Sum((), start, blacks, round_.points[round_.sluffer])
        return sums

    def standings(self) -> dict[Seat, tuple[int, int]]:
        """Return for each seat its total, then what tells it from others with that total: the lower, the better."""
        return {seat: (self.total(seat), self.tie_break(seat)) for seat in self.seats}

    def tie_break(self, seat: Seat) -> int:
        """Return what tells the seat from others with its total, less being better; 0 if equal totals share."""
        return tie_break(self.options.tie_break, [sums[seat] for sums in self.sums if seat in sums])

    def winners(self) -> tuple[Seat, ...]:
        """Return the seats with the fewest points; none before the game is over (rule winner)."""
        if not self.over:
            return ()
        standings = self.standings()
        return tuple(seat for seat, own in standings.items() if own == min(standings.values()))

    def holdings(self) -> dict[str, Pile]:
        """Return what lies at each place: the centre first, and then the seats clockwise."""
        return {place: self.round.piles[place] for place in (CENTRE, *self.seats)}

    def game_is_over(self) -> Rejected:
        if self.stopped:
            return BOOK.no("game-is-over", STOPPED)
        because = Counted("The only round has been scored.", "All {n} rounds have been scored.", n=self.rounds)
        return BOOK.no("game-is-over", because)

    def report(self) -> Report:
        """Return what stands; `sluffer` is beside `holdings`. Source: TRANSCRIPTS, sluff-off."""
        revokes = tuple(revoke.shown("round") for revoke in self.revokes)
        return self.report_with(self.winners(), self.holdings(), revokes, sluffer=self.round.sluffer)

    def memo_key(self) -> Hashable:
        """Return what decides what can follow: neither the points nor the settled tricks do."""
        round_ = self.round
        owed = round_.tricks[-1] if round_.tricks and round_.tricks[-1].settled is None else None
        return (
            len(self.sums),
            round_.dealer,
            *((place, *pile.values()) for place, pile in round_.piles.items()),
            round_.done,
            round_.taking,
            round_.sluffer,
            len(round_.tricks),
            self.leader,
            owed,
            round_.played,
        )


def start(header: Header) -> State:
    """Return the state before the first move. Rules: edition, box, rounds."""
    options, people = Options.model_validate(header.options), people_of(header.seats)
    usual = options.box.rounds_of_three if len(header.seats) == 3 else len(header.seats)
    rounds = usual if options.rounds is None else options.rounds
    return State(options, rounds, deal(people, options, Seat(header.dealer)), people=people)
