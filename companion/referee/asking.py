"""May I ...? A move put to the judge as a question: would it stand now, what would it bring, what could follow.

Nobody's rights and no version are asked for, and nothing is changed: the book that
is asked stays as it is. Judged is what everybody at the table may know (`Game.seen_by`),
so that no answer tells more than the report shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.game import AnyGame, Choice, Move, Report
from companion.games.ruling import Rejected, Text
from companion.games.transcript import Book


@dataclass(frozen=True, slots=True)
class Change:
    """A number that the move would change: so many of an item at a place, or (item "") a seat's points."""

    place: str
    item: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The referee's answer. `move` is what was asked, None where it could not be read.

    No: `rejected` has the rule and the numbers, `instead` what would be allowed. Yes: `brings` is the sentence
    of the ledger; `held`, `running` and `totals` tell what lies elsewhere, what the round then costs and what is
    scored; `follows` are the moves of the phase that comes next, each with its ruling.
    """

    move: Move | None
    rejected: Rejected | None = None
    instead: tuple[Move, ...] = ()
    brings: Text | None = None
    held: tuple[Change, ...] = ()
    running: tuple[Change, ...] = ()
    totals: tuple[Change, ...] = ()
    follows: tuple[Choice, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the move would stand."""
        return self.rejected is None


def ask(book: Book, raw: object) -> Answer:
    """Whether a move, given as a JSON value, would stand in this book now. Never raises, changes nothing."""
    game, known = book.game, book.game.seen_by(book)
    move = game.parse(raw, book.header.seats)
    if isinstance(move, Rejected):
        return Answer(None, move, game.instead(known.state, None))
    ruling = known.play(raw)
    if isinstance(ruling, Rejected):
        return Answer(move, ruling, game.instead(known.state, move))
    return _yes(game, move, known.state, game.seen_by(ruling.state).state)


def possible(book: Book) -> tuple[Choice, ...]:
    """The moves of the running phase, each with its ruling."""
    return book.game.choices(book.game.seen_by(book).state, None)


def _yes(game: AnyGame, move: Move, before: Any, after: Any) -> Answer:
    was, is_ = game.report(before), game.report(after)
    return Answer(
        move,
        brings=game.describe(move, before),
        held=_changes(counts(was), counts(is_)),
        running=_changes(_running(game, before), _running(game, after)) if len(was.rounds) == len(is_.rounds) else (),
        totals=_changes(_by_seat(was.totals), _by_seat(is_.totals)),
        follows=game.choices(after, None),
    )


def counts(report: Report) -> Mapping[tuple[str, str], int]:
    """The holdings by place and item; the item is "" where a place holds nothing but a number."""
    found: dict[tuple[str, str], int] = {}
    for place, held in report.holdings.items():
        found |= {(place, item): n for item, n in (held if isinstance(held, Mapping) else {"": held}).items()}
    return found


def _running(game: AnyGame, state: Any) -> Mapping[tuple[str, str], int]:
    return _by_seat({seat: points.total for seat, points in game.sheet(state).running.items()})


def _by_seat(points: Mapping[str, int]) -> Mapping[tuple[str, str], int]:
    return {(seat, ""): total for seat, total in points.items()}


def _changes(before: Mapping[tuple[str, str], int], after: Mapping[tuple[str, str], int]) -> tuple[Change, ...]:
    keys = dict.fromkeys((*before, *after))
    pairs = ((key, before.get(key, 0), after.get(key, 0)) for key in keys)
    return tuple(Change(*key, was, is_) for key, was, is_ in pairs if was != is_)
