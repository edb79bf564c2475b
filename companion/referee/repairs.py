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
    """Where an entry falls: the game and its state there, the line, the rule against it, and the moves after it."""

    game: Game[Any]
    state: Any
    line: Line
    rejected: Rejected
    following: Sequence[Move]


def repairs(spot: Spot) -> tuple[Edit, ...]:
    """Edits that each mend the line at its spot, best first: after how many do the next entries stand. At most `MOST`.

    They come from the game's own choices: the same kind of move by somebody else
    or of something else, and moves that were forgotten before it.
    """
    legal = [choice.move for choice in spot.game.choices(spot.state, None) if choice.legal]
    instead = [move for move in spot.game.instead(spot.state, spot.line.move) if move not in legal]
    ranked = [
        (*rank, number, edit)
        for number, (rank, edit) in enumerate((*_others(spot, [*instead, *legal]), *_before(spot, legal)))
    ]
    return tuple(edit for *_, edit in sorted(ranked, key=lambda one: one[:-1]))[:MOST]


def _others(spot: Spot, moves: Sequence[Move]) -> Iterator[tuple[tuple[int, int], Edit]]:
    """The line as another move of its kind; the fewer of its words change, the better."""
    was = spot.line.move
    for move in moves:
        if move.kind() == was.kind():
            kept = sum(move.plain().get(key) == value for key, value in was.plain().items())
            edit = Edit(do="change", entry=spot.line.id, move=move.plain(), fell=spot.rejected.rule.id)
            yield (-_lasting(spot, [move, *spot.following]), -kept), edit


def _before(spot: Spot, moves: Sequence[Move]) -> Iterator[tuple[tuple[int, int], Edit]]:
    """A move put in before the line, so that the line stands."""
    for move in moves:
        lasting = _lasting(spot, [move, spot.line.move, *spot.following])
        if lasting > 1:
            yield (1 - lasting, 0), Edit(do="insert", entry=spot.line.id, move=move.plain(), fell=spot.rejected.rule.id)


def _lasting(spot: Spot, moves: Sequence[Move]) -> int:
    """How many of the moves stand, one after another."""
    state = spot.state
    for number, move in enumerate(moves):
        ruling = spot.game.judge(state, move)
        if not isinstance(ruling, Accepted):
            return number
        state = ruling.state
    return len(moves)
