"""How an entry that would no longer stand could be kept: as another move, or with one put in before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.game import Game, Move
from companion.games.ruling import Accepted, Rejected
from companion.referee.edits import Edit, Line

MOST = 8
LOOK_AHEAD = 8  # entries: a repair is as good as what stands after it


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an entry falls: the game and its state there, the line, the rule against it, and the moves after it.

    `gone` are the moves that were removed from just before it: to put one of them back would mend nothing.
    """

    game: Game[Any]
    state: Any
    line: Line
    rejected: Rejected
    following: Sequence[Move]
    gone: Sequence[Move] = ()


@dataclass(frozen=True, slots=True)
class Repairs:
    """Edits that each mend the line, best first; `best` is the first, unless more stands without the line."""

    all: tuple[Edit, ...]
    best: Edit | None


NO_REPAIRS = Repairs((), None)


def repairs(spot: Spot) -> Repairs:
    """How the line at its spot can be mended: at most `MOST` edits, by how many of the next entries then stand.

    They come from the game's own choices: the same kind of move by somebody else
    or of something else, and moves that were forgotten before it - these only
    where more would stand after them than without the line.
    """
    legal = [choice.move for choice in spot.game.choices(spot.state, None) if choice.legal]
    instead = [move for move in spot.game.instead(spot.state, spot.line.move) if move not in legal]
    without = _lasting(spot, spot.following)
    found = [*_others(spot, [*instead, *legal]), *_before(spot, legal, without)]
    found.sort(key=lambda one: one[0], reverse=True)  # the sort is stable: the game's own order decides between equals
    best = found[0][1] if found and found[0][0][0] >= without else None
    return Repairs(tuple(edit for _, edit in found[:MOST]), best)


Ranked = tuple[tuple[int, int], Edit]
"""How many of the next entries stand, how many words of the line stay; and the edit."""


def _others(spot: Spot, moves: Sequence[Move]) -> Iterator[Ranked]:
    """The line as another move of its kind."""
    was = spot.line.move
    for move in moves:
        if move.kind() == was.kind():
            kept = sum(move.plain().get(key) == value for key, value in was.plain().items())
            edit = Edit(do="change", entry=spot.line.id, move=move.plain(), fell=spot.rejected.rule.id)
            yield (_lasting(spot, [move, *spot.following]) - 1, kept), edit


def _before(spot: Spot, moves: Sequence[Move], without: int) -> Iterator[Ranked]:
    """A move put in before the line, so that the line stands."""
    for move in (move for move in moves if move not in spot.gone):
        lasting = _lasting(spot, [move, spot.line.move, *spot.following]) - 2
        if lasting > without or (lasting == 0 and not spot.following):
            edit = Edit(do="insert", entry=spot.line.id, move=move.plain(), fell=spot.rejected.rule.id)
            yield (lasting, 0), edit


def _lasting(spot: Spot, moves: Sequence[Move]) -> int:
    """How many of the moves stand, one after another."""
    state = spot.state
    for number, move in enumerate(moves):
        ruling = spot.game.judge(state, move)
        if not isinstance(ruling, Accepted):
            return number
        state = ruling.state
    return len(moves)
