"""The boxes that the game is sold in: the tokens of each, which colour is trump, and what its things are called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from companion.games.text import Sense, Text

T = TypeVar("T")

PLAIN = ("white", "black")
"""The tokens that are of no suit, in every box."""


@dataclass(frozen=True)
class Edition:
    """One box; `about` tells it from the others.

    `tokens` are (colour, how many of them), in the order in which people are shown them.
    `points_of_three` is what the role costs at a table of three before black tokens are taken off, `rounds_of_three`
    how many rounds three people play. `names` are (placeholder, word) of the sentences that differ from box to box.
    """

    slug: str
    title: Text
    about: Text
    trump: str
    tokens: tuple[tuple[str, int], ...]
    points_of_three: int
    rounds_of_three: int
    names: tuple[tuple[str, Text], ...]

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The names of all kinds of tokens, in the order in which people are shown them."""
        return tuple(token for token, _ in self.tokens)

    @cached_property
    def colors(self) -> tuple[str, ...]:
        """The colours that are suits, in order."""
        return tuple(token for token in self.order if token not in PLAIN)

    @cached_property
    def lid(self) -> tuple[str, ...]:
        """The suits as a picture of the box shows them, trump first."""
        return (self.trump, *(color for color in self.colors if color != self.trump))

    @cached_property
    def box(self) -> Mapping[str, int]:
        """How many of each token the box holds (rule box)."""
        return dict(self.tokens)

    @cached_property
    def words(self) -> Mapping[str, Text]:
        """The words, by placeholder, for things that are called otherwise in another box.

        A sentence is written with those of the usual box: `Text("A trick led in {trump} ...", **WORDS)`.
        """
        return {"trump": Text(self.trump), "of_three": Text(str(self.points_of_three)), **dict(self.names)}

    def worded(self, said: T) -> T:
        """Put a sentence of this game in the words of this box; it is written with those of the usual one.

        It may also be a dataclass, a tuple or a mapping that holds sentences.
        """
        return said if self is SLUFF_OFF else self._worded(said)

    def _worded(self, said: Any) -> Any:
        if isinstance(said, Text):
            return said.filled({name: self.words.get(name) or self._worded(value) for name, value in said.params})
        if isinstance(said, tuple):
            return tuple(map(self._worded, said))
        if isinstance(said, Mapping):
            return {self._worded(key): self._worded(value) for key, value in said.items()}
        if is_dataclass(said) and not isinstance(said, type):
            return replace(said, **{one.name: self._worded(getattr(said, one.name)) for one in fields(said)})
        return said


def _tokens(trump: str, *others: str) -> Iterator[tuple[str, int]]:
    """Five of trump and three of each other colour, in the order given, then white and black."""
    yield from ((color, 5 if color == trump else 3) for color in others)
    yield from zip(PLAIN, (4, 6), strict=True)


SLUFF_OFF = Edition(
    "sluff-off",
    Text("Sluff Off!"),
    Text("Blue is trump; with the Sluffer."),
    "blue",
    tuple(_tokens("blue", "red", "blue", "green", "orange", "purple")),
    points_of_three=5,
    rounds_of_three=3,
    names=(
        ("role", Text("Sluffer")),
        ("Role", Text("Sluffer")),
        ("the_role", Text("the Sluffer")),
        ("The_role", Text("The Sluffer")),
        ("token", Text("token")),
        ("tokens", Text("tokens")),
        ("Tokens", Text("Tokens")),
        ("Trump", Text("Blue")),
        ("side", Text("red")),
        ("Side", Text("Red")),
        ("warm", Text("orange")),
        ("a_warm", Text("an orange")),
        ("points_usually", Text("4 (5 with three players)")),
        ("rounds_usually", Text("one per player")),
        ("how_long", Text("One round for each player")),
        (
            "how_many_rounds",
            Text("One round for each player: everybody deals once, and the deal passes to the left."),
        ),
    ),
)
RED_TRUMP = (
    ("Trump", Text("Red")),
    ("side", Text("blue")),
    ("Side", Text("Blue")),
    ("warm", Text("yellow")),
    ("a_warm", Text("a yellow")),
    ("points_usually", Text("4")),
    ("rounds_usually", Text("one per player; six with three")),
    ("how_long", Text("One round for each player, with three players six")),
    (
        "how_many_rounds",
        Text("One round for each player, six where three play; after each round the deal passes to the left."),
    ),
)
"""The words of the boxes in which red is trump; `side` and `warm` are colours of examples."""
WIZARD_EXTREME = Edition(
    "wizard-extreme",
    Text("Wizard Extreme"),
    Text("Red is trump, yellow in the place of orange; with the black magician."),
    "red",
    tuple(_tokens("red", "red", "yellow", "green", "blue", "purple")),
    points_of_three=4,
    rounds_of_three=6,
    names=(
        ("role", Text("black magician")),
        ("Role", Text("Black magician")),
        ("the_role", Text("the black magician")),
        ("The_role", Text("The black magician")),
        ("token", Sense("Wizard Extreme", "token")),
        ("tokens", Sense("Wizard Extreme", "tokens")),
        ("Tokens", Sense("Wizard Extreme", "Tokens")),
        *RED_TRUMP,
    ),
)
SIEBEN_SIEGEL = replace(
    WIZARD_EXTREME,
    slug="sieben-siegel",
    title=Text("Die sieben Siegel"),
    about=Text("Red is trump, yellow in the place of orange; with the saboteur."),
    names=(
        ("role", Text("saboteur")),
        ("Role", Text("Saboteur")),
        ("the_role", Text("the saboteur")),
        ("The_role", Text("The saboteur")),
        ("token", Text("seal")),
        ("tokens", Text("seals")),
        ("Tokens", Text("Seals")),
        *RED_TRUMP,
    ),
)
EDITIONS: Mapping[str, Edition] = {one.slug: one for one in (SLUFF_OFF, WIZARD_EXTREME, SIEBEN_SIEGEL)}
WORDS = SLUFF_OFF.words
"""The words that the game's sentences are written with; the door puts in those of the table's box."""
EVERY_TOKEN = tuple(dict.fromkeys(token for edition in EDITIONS.values() for token in edition.order))
"""The tokens of all boxes."""
