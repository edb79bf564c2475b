"""Moves that know their own rules, and the judge that asks them.

A kind of move is told in one place: its form and its words (`Move`), in which phases it may come, what is against it,
what it brings about, how the ledger tells it, and what a screen may offer of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Literal, Protocol, Self, TypeVar

from pydantic import PrivateAttr

from companion.games.move import Move, Plain, Reason, TableRuling
from companion.games.people import People
from companion.games.report import Report
from companion.games.ruling import Rejected
from companion.games.text import Text


class TableState(Protocol):
    """What all games share of a state, which is a frozen value in which seats are called by name (`Seat`)."""

    @property
    def phase(self) -> str:
        """The running phase; `over` once the game is."""

    @property
    def people(self) -> People: ...

    def game_is_over(self) -> Rejected:
        """The rejection of any move after the end, by the rule `game-is-over`."""

    def report(self) -> Report:
        """What stands. Source: TRANSCRIPTS, Replay."""

    def memo_key(self) -> Hashable:
        """A key that is equal for two states only if the same moves stand in both and lead to the same holdings."""


class RuledMove(Move):
    """A move with its rules. `during` names the phases in which it may come; empty if it may come in all but `over`.

    Subclasses declare `state` as their own game's.
    """

    during: ClassVar[tuple[str, ...]] = ()

    def misread(self, state: Any) -> Rejected | None:
        """Reject what is well-formed in its game, but not at this table: by `malformed`."""
        return None

    def not_now(self, state: Any) -> Rejected:
        """Reject it outside its phases, and say what the table waits for."""
        raise NotImplementedError

    def refused(self, state: Any) -> Rejected | None:
        """Return the rejection by the first rule against it, in the rulebook's order, during its phases."""
        return None

    def after(self, state: Any) -> Any:
        """Return the state that it leads to.

        Total: an entry that stands is applied without being judged, so this never fails, in any phase but `over`,
        and takes what there is room for. If nothing can come of it, it returns an equal state.
        """
        raise NotImplementedError

    def told(self, before: Any) -> Text:
        """Return the ledger's sentence: who claimed what, and what came of it."""
        return self.sentence()

    @classmethod
    def offered(cls, state: Any, seat: str | None) -> Iterable[Plain]:
        """Yield the moves, legal or not, that a screen may offer `seat` (None: anybody) during its phases."""
        return ()


class Override(TableRuling):
    """The table lets a move stand that the rules refuse: `stands` is that move, and it has its effect.

    A transcript says so about a move that stood under earlier rules.
    """

    marker = "stands"

    move: Literal["ruling"]
    stands: dict[str, Any]
    reason: Reason

    _overrides: Move = PrivateAttr()

    @property
    def overrides(self) -> Move:
        """The move that stands, as its game has read it."""
        return self._overrides

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name for name in (self.overrides.mover,) if name)

    def of(self, move: Move) -> Self:
        """Return the same ruling about this move of the game."""
        ruling = self.model_copy(update={"stands": move.plain()})
        ruling._overrides = move  # noqa: SLF001 - its own attribute
        return ruling

    def sentence_about(self, told: Text) -> Text:
        """Return its sentence for the ledger; `told` is that of the move."""
        return Text("The table lets it stand: {what} ({reason})", what=told, reason=self.reason)


def override(move: Move, reason: str) -> Override:
    """Return the ruling that lets a move stand. Raise ValidationError for a reason that no ruling takes."""
    claim = overridden(move)
    return Override.model_validate({"move": "ruling", "stands": claim.plain(), "reason": reason}).of(claim)


def not_each_seat(
    no: Callable[[str, Text], Rejected], seats: Iterable[str], **told: Mapping[Any, Any]
) -> Rejected | None:
    """Reject maps of seats, by their keys in the move, that leave a seat out: by `malformed`."""
    for key, by_seat in told.items():
        if missing := [seat for seat in seats if seat not in by_seat]:
            return no("malformed", Text("{seat} is missing under \u201c{key}\u201d.", seat=missing[0], key=key))
    return None


M = TypeVar("M", bound=Move | None)


def overridden(move: M) -> Move | M:
    """Return what was claimed: the move itself, or the one that an `Override` lets stand."""
    return move.overrides if isinstance(move, Override) else move


def refusal(state: TableState, move: RuledMove) -> Rejected | None:
    """Return why the move does not stand, or None if it does."""
    if misread := move.misread(state):
        return misread
    phase = state.phase
    if phase == "over":
        return state.game_is_over()
    if move.during and phase not in move.during:
        return move.not_now(state)
    return move.refused(state)


def offered(kinds: Iterable[type[Move]], state: TableState, seat: str | None) -> Iterator[Plain]:
    """Yield what a screen may offer in the running phase, by kinds of move in the order given."""
    for kind in kinds:
        if issubclass(kind, RuledMove) and state.phase != "over" and (not kind.during or state.phase in kind.during):
            yield from kind.offered(state, seat)


def nearest(plains: Iterable[Plain], move: Move | None) -> list[Plain]:
    """Sort moves by how near they come to a rejected one: its kind, its seat, like values, then close numbers."""
    rejected = {} if move is None else move.plain()

    def distance(plain: Plain) -> tuple[bool, bool, int, int]:
        numbers = [(value, rejected.get(key)) for key, value in plain.items() if isinstance(value, int)]
        apart = sum(abs(value - other) for value, other in numbers if isinstance(other, int))
        unlike = sum(plain.get(key) != value for key, value in rejected.items() if not isinstance(value, int))
        return plain["move"] != rejected.get("move"), plain.get("seat") != rejected.get("seat"), unlike, apart

    return sorted(plains, key=distance)


def transfers(surplus: Mapping[str, int]) -> Iterator[tuple[str, str, int]]:
    """Yield (from, to, count) that level places with a surplus (a lack is negative); the sum of all is 0.

    Equal ones cancel out; else the biggest surplus goes to the biggest lack.
    """
    left = {place: n for place, n in surplus.items() if n}
    while left:
        source = max(left, key=lambda place: left[place])
        exact = (place for place, n in left.items() if n == -left[source])
        target = next(exact, min(left, key=lambda place: left[place]))
        count = min(left[source], -left[target])
        yield source, target, count
        left[source] -= count
        left[target] += count
        left = {place: n for place, n in left.items() if n}
