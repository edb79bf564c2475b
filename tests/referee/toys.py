"""A toy of a game whose moves have every shape that a move can have. More cards may be put down than are said."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, cast

from pydantic import BaseModel, Field

from companion.games.game import Book, Face, Game
from companion.games.header import Header
from companion.games.move import CardName, Means, Move, Question, SeatName, Strict, Words
from companion.games.report import Report, ScoreSheet
from companion.games.rulebook import load
from companion.games.ruling import Accepted, Choice, Ruling
from companion.games.text import Text

Rank = Literal["A", "2", "3"]

BOOK = load(Path(__file__).parents[1] / "toy_rulebook.md")


class Claim(Move):
    move: Literal["claim"]
    seat: SeatName
    rank: Rank
    count: Annotated[int, Field(ge=1, le=8)]
    cards: int | None = None


class Reveal(Move):
    move: Literal["reveal"]
    honest: bool | None = None
    cards: list[Rank] | None = None


class Pass(Move):
    move: Literal["pass"]


class FirstRoll(Move):
    move: Literal["first_roll"]
    wilds: dict[SeatName, Annotated[int, Field(ge=0)]]


class Bid(Move):
    move: Literal["bid"]
    seat: SeatName
    quantity: Annotated[int, Field(gt=0)]
    value: Literal[2, 3, 4, 5, 6]


class Show(Move):
    move: Literal["show"]
    seat: SeatName
    dice: list[Literal[2, 3, 4, 5, 6] | Literal["wild"]]


class FaceUp(Move):
    move: Literal["face_up"]
    cards: Annotated[list[CardName], Field(min_length=3, max_length=3)]


class Swap(Move):
    move: Literal["swap"]
    seat: SeatName
    give: CardName
    take: CardName


class Trick(Move):
    marker: ClassVar[str | None] = "cards"

    move: Literal["trick"]
    cards: Annotated[list[CardName], Means("one-a-seat")]
    only_trump: bool | None = None


class TableRuling(Move):
    move: Literal["ruling"]
    count: Annotated[int, Field(lt=5)] | Literal["all"]
    source: Literal["pile"] | SeatName = Field(alias="from")
    reason: Words


State = tuple[int, int]
"""How many cards were said to be put down, and how many were."""


class NoOptions(Strict):
    """No house rules."""


class Toy(Game[State]):
    slug = "toy"
    title = Text("Toy")
    fewest_seats = 1
    rules, asked = BOOK.rules, BOOK.asked
    options = NoOptions
    moves = (Claim, Reveal, Pass, FirstRoll, Bid, Show, FaceUp, Swap, Trick, TableRuling)

    def most_seats(self, options: BaseModel) -> int:
        return 9

    def start(self, header: Header) -> State:
        return 0, 0

    def judge(self, state: State, move: Move) -> Ruling[State]:
        said, real = state
        if isinstance(move, Claim):
            return Accepted((move.count, move.cards or move.count))
        if isinstance(move, Reveal) and move.honest and real > said:
            return BOOK.no("not-now", Text("More lie there than were said."))
        return Accepted((0, 0))

    def choices(self, state: State, seat: str | None) -> tuple[Choice, ...]:
        return (Choice(Pass(move="pass")),)

    def instead(self, state: State, move: Move | None) -> tuple[Move, ...]:
        return (Pass(move="pass"),)

    def report(self, state: State) -> Report:
        return Report("toy", False, (), {}, (), (), {"Ann": 9 - state[0], "pile": state[0]}, {})

    def sheet(self, state: State) -> ScoreSheet:
        return ScoreSheet(1, None, {}, ())

    def irregularity(self, found: Mapping[str, Any]) -> Text:
        raise NotImplementedError

    def tell(self, move: Move, before: State | None) -> Text:
        return Text("{kind} on {n}", kind=move.kind(), n=-1 if before is None else before[1])

    def label(self, move: Move) -> Text:
        return Text(move.kind())

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
        said = book.state[0]
        return replace(book, state=(said, said))


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
