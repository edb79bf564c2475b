"""What the page of a question shows: what can be asked, what has been told, and the referee's answer in its parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from companion.games.game import AnyGame, Choice, Face, Move
from companion.games.ruling import Rejected, Rule, Text
from companion.games.transcript import Book
from companion.referee.asking import Answer, Change, ask, possible
from companion.referee.questions import Field, Form
from companion.referee.telling import ASK, Option, Told, options, told_of

MANY = 8


@dataclass(frozen=True, slots=True)
class Line:
    """A move in a list: whose it is, its words, the query that asks for it, and the rule against it."""

    who: str | None
    label: Text
    query: str
    rejected: Rejected | None


@dataclass(frozen=True, slots=True)
class Moves:
    """Moves by their ruling. Of a kind with more than a glance can take there is the form in place of each."""

    yes: tuple[Line, ...]
    no: tuple[Line, ...]
    many: tuple[Form, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A value that has been told, by its field, and the query without it."""

    field: Field
    values: tuple[object, ...]
    query: str


@dataclass(frozen=True)
class Page:
    """Templates read it and decide nothing. `suit` is the colour whose cards are shown."""

    book: Book
    forms: tuple[Form, ...]
    told: Told | None
    reason: str
    suit: str = ""

    @property
    def game(self) -> AnyGame:
        """The table's game."""
        return self.book.game

    @cached_property
    def kinds(self) -> tuple[tuple[Form, str, bool], ...]:
        """What can be asked, with its query, and whether the running phase has a legal move of the kind; such first."""
        now = {choice.move.kind() for choice in possible(self.book) if choice.legal}
        found = ((form, urlencode({ASK: form.id}), form.shape.kind() in now) for form in self.forms)
        return tuple(sorted(found, key=lambda one: not one[2]))

    @cached_property
    def answer(self) -> Answer | None:
        """The referee's answer, once the question is whole."""
        if self.told is None or self.told.next is not None:
            return None
        return ask(self.book, self.told.move(self.reason))

    @property
    def cited(self) -> tuple[Rule, ...]:
        """The rule that refuses what was asked, or those that allow it, the nearest first; none before the answer."""
        if self.told is None or self.answer is None:
            return ()
        refused = self.answer.rejected
        return (refused.rule,) if refused else tuple(self.game.rule(rule) for rule in self.told.form.rules)

    @property
    def laid(self) -> frozenset[str]:
        """The cards that are a part of the question already."""
        cards = (part for part in self.parts if "card" in (part.field.kind, part.field.of))
        return frozenset(str(value) for part in cards for value in part.values)

    @property
    def parts(self) -> tuple[Part, ...]:
        """What has been told; of a list its last thing can be taken back."""
        told = self.told
        if told is None:
            return ()
        return tuple(_part(told, field) for field in told.form.fields if field.key in told.values)

    def options(self, field: Field) -> tuple[Option, ...]:
        """What can be tapped for a field."""
        return () if self.told is None else options(self.book, self.told, field, self.reason)

    @cached_property
    def faces(self) -> Mapping[str, Face]:
        """The cards of the deck by name."""
        return {face.name: face for face in self.game.cards(self.game.seen_by(self.book).state)}

    @property
    def suits(self) -> tuple[str, ...]:
        """The colours or suits of the deck."""
        return tuple(dict.fromkeys(face.suit for face in self.faces.values()))

    @property
    def order(self) -> tuple[str, ...]:
        """Who puts down a card, in order."""
        return self.game.order(self.game.seen_by(self.book).state)

    @cached_property
    def now(self) -> Moves:
        """What may be done now."""
        return self._moves(possible(self.book))

    @cached_property
    def follows(self) -> Moves:
        """What may follow the move that was asked for."""
        return self._moves(self.answer.follows if self.answer else ())

    @property
    def instead(self) -> tuple[Line, ...]:
        """What would be allowed in its place."""
        moves = self.answer.instead if self.answer else ()
        return tuple(self._line(Choice(move)) for move in moves[:MANY])

    @property
    def changes(self) -> Mapping[str, tuple[tuple[Change, ...], Change | None]]:
        """By place what would lie there, and what the round would cost that seat; empty where the round is scored."""
        answer = self.answer
        if answer is None or answer.totals:
            return {}
        costs = {change.place: change for change in answer.running}
        places = dict.fromkeys([*(change.place for change in answer.held), *costs])
        held = {place: tuple(change for change in answer.held if change.place == place) for place in places}
        return {place: (held[place], costs.get(place)) for place in places}

    def _moves(self, choices: Iterable[Choice]) -> Moves:
        choices = tuple(choices)
        kinds = [type(choice.move) for choice in choices if choice.legal]
        many = tuple(form for form in self.forms if kinds.count(form.shape) > MANY)
        shown = {form.shape for form in many}
        lines = [self._line(choice) for choice in choices if not choice.legal or type(choice.move) not in shown]
        return Moves(
            tuple(line for line in lines if line.rejected is None), tuple(line for line in lines if line.rejected), many
        )

    def _line(self, choice: Choice) -> Line:
        move: Move = choice.move
        return Line(move.mover, self.game.label(move), told_of(self.forms, move).query(), choice.rejected)


def _part(told: Told, field: Field) -> Part:
    value = told.values[field.key]
    if field.kind == "list":
        return Part(field, tuple(value), told.query(**{field.key: value[:-1]}))
    if field.kind == "map":
        return Part(field, tuple(value.items()), told.query(**{field.key: None}))
    return Part(field, (value,), told.query(**{field.key: None}))
