"""A toy of a game whose moves have every shape that a move can have. More cards may be put down than are said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, cast

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from companion.games.game import Book, Face, Game
from companion.games.header import Header
from companion.games.move import CardName, Means, Move, Plain, Question, SeatName, Strict, Words
from companion.games.people import People, people_of
from companion.games.report import Report
from companion.games.rulebook import load
from companion.games.ruled_move import RuledMove
from companion.games.ruling import Accepted, Rejected
from companion.games.text import Text

Rank = Literal["A", "2", "3"]

BOOK = load(Path(__file__).parents[1] / "toy_rulebook.md")


class State(Struct, frozen=True):
    """How many cards were `said` to be put down, and how many were."""

    people: People
    said: int = 0
    real: int = 0
    phase: str = "toy"

    def game_is_over(self) -> Rejected:
        raise NotImplementedError

    def memo_key(self) -> tuple[int, int]:
        return self.said, self.real

    def report(self) -> Report:
        return Report("toy", False, (), {}, (), (), {"Ann": 9 - self.said, "pile": self.said}, {})


class ToyMove(RuledMove):
    def after(self, state: State) -> State:
        return replace(state, said=0, real=0)

    def told(self, before: State) -> Text:
        return Text("{kind} on {n}", kind=self.kind(), n=before.real)

    def label(self) -> Text:
        return Text(self.kind())


class Claim(ToyMove):
    move: Literal["claim"]
    seat: SeatName
    rank: Rank
    count: Annotated[int, Field(ge=1, le=8)]
    cards: int | None = None

    def after(self, state: State) -> State:
        return replace(state, said=self.count, real=self.cards or self.count)


class Reveal(ToyMove):
    move: Literal["reveal"]
    honest: bool | None = None
    cards: list[Rank] | None = None

    def refused(self, state: State) -> Rejected | None:
        if self.honest and state.real > state.said:
            return BOOK.no("not-now", Text("More lie there than were said."))
        return None


class Pass(ToyMove):
    move: Literal["pass"]

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        yield {"move": "pass"}


class FirstRoll(ToyMove):
    move: Literal["first_roll"]
    wilds: dict[SeatName, Annotated[int, Field(ge=0)]]


class Bid(ToyMove):
    move: Literal["bid"]
    seat: SeatName
    quantity: Annotated[int, Field(gt=0)]
    value: Literal[2, 3, 4, 5, 6]


class Show(ToyMove):
    move: Literal["show"]
    seat: SeatName
    dice: list[Literal[2, 3, 4, 5, 6] | Literal["wild"]]


class FaceUp(ToyMove):
    move: Literal["face_up"]
    cards: Annotated[list[CardName], Field(min_length=3, max_length=3)]


class Swap(ToyMove):
    move: Literal["swap"]
    seat: SeatName
    give: CardName
    take: CardName


class Trick(ToyMove):
    marker: ClassVar[str | None] = "cards"

    move: Literal["trick"]
    cards: Annotated[list[CardName], Means("one-a-seat")]
    only_trump: bool | None = None


class TableRuling(ToyMove):
    move: Literal["ruling"]
    count: Annotated[int, Field(lt=5)] | Literal["all"]
    source: Literal["pile"] | SeatName = Field(alias="from")
    reason: Words


class NoOptions(Strict):
    """No house rules."""


class Toy(Game[State]):
    slug = "toy"
    title = Text("Toy")
    players = (1, 9)
    rulebook = BOOK
    options = NoOptions
    moves = (Claim, Reveal, Pass, FirstRoll, Bid, Show, FaceUp, Swap, Trick, TableRuling)

    def start(self, header: Header) -> State:
        return State(people_of(header.seats))

    def nearest(self, state: State, move: Move | None) -> Iterable[Plain]:
        return self.possible(state, None)

    def irregularity(self, found: Mapping[str, Any]) -> Text:
        raise NotImplementedError

    def next_dealer(self, state: State) -> str:
        return "Ann"

    def question(self, shape: type[Move]) -> Question:
        return (
            Question(Text("Show your dice"), {"dice": Text("Which dice?")})
            if shape is Show
            else super().question(shape)
        )

    def cards(self, state: State) -> tuple[Face, ...]:
        return Face("AS", "S", "A"), Face("2S", "S", "2", gone=True)

    def seen_by(self, book: Book, seat: str | None = None, entered: AbstractSet[int] = frozenset()) -> Book:
        return replace(book, state=replace(book.state, real=book.state.said))


TOY = Toy()
SEATS = ("Ann", "Bob & Co")
HEADER = Header("toy", SEATS, "Ann", NoOptions(), {})


def book(*moves: dict[str, Any]) -> Book:
    """A book of the toy after these moves."""
    made = Book(HEADER, cast("Game[Any]", TOY), TOY.start(HEADER))
    for move in moves:
        ruling = made.play(move)
        assert isinstance(ruling, Accepted)
        made = ruling.state
    return made
