"""The part of a game's door that questions are asked through: the words of a move, its cards, who plays when.

All of it has a default, so that a game without cards or secrets need not speak of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from companion.games.move import Move
from companion.games.ruling import Text

if TYPE_CHECKING:
    from companion.games.transcript import Book

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Question:
    """How a person asks for one shape of move.

    `words` name it ("Take a token"), `asks` holds by JSON key what a field wants to know ("From whom?"),
    `rules` are the ids of those that allow it, the nearest first.
    """

    words: Text
    asks: Mapping[str, Text] = field(default_factory=dict)
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Face:
    """A card to tap: its `name` in a move, its colour or suit, what stands on it. `gone`: it was seen before."""

    name: str
    suit: str
    rank: str
    gone: bool = False


class Asked(Generic[S]):
    """What a question needs to know of a game beyond its judge. Pure, like the game."""

    symbols: ClassVar[frozenset[str]] = frozenset()
    """Colours and suits that the game's sprite draws, each as `token-NAME`."""

    header_words: ClassVar[Mapping[str, tuple[Text, Text]]] = {}
    """For each key that the header of this game alone has: the question for it, and what holds where it is left out."""

    def question(self, shape: type[Move]) -> Question:
        """The words of one of the game's moves."""
        return Question(Text(shape.kind().replace("_", " ")))

    def cards(self, state: S) -> tuple[Face, ...]:  # noqa: ARG002 - most have none
        """All cards that a move could name, a suit after the other; none in a game without recorded cards."""
        return ()

    def order(self, state: S) -> tuple[str, ...]:  # noqa: ARG002 - most have none
        """The seats in the order in which they put down a card of the running trick; none where there are no tricks."""
        return ()

    def seen_by(
        self,
        book: Book,
        seat: str | None = None,  # noqa: ARG002 - asked of the games that have secrets
        entered: AbstractSet[int] = frozenset(),  # noqa: ARG002
    ) -> Book:
        """The book as a phone may know it that plays `seat` (None: none; so what everybody may know).

        `entered` are the standing moves that it has entered, by their numbers from 0. Whatever people and
        programs are shown is made from this book. It holds as many moves as the other, and the same kinds.
        """
        return book
