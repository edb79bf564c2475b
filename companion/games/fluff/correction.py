"""The book set to the dice on the table: a ruling for each seat that has another number than the book."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.fluff import rulebook
from companion.games.fluff.judge import judge
from companion.games.fluff.moves import DiceRuling
from companion.games.fluff.state import State
from companion.games.game import Move
from companion.games.ruling import Rejected, Text


def correction(state: State, counted: Mapping[str, Mapping[str, int]], reason: str) -> tuple[Move, ...] | Rejected:
    """Rulings that bring each seat to what was counted there; what was not counted lies as the book has it.

    Rejected by what the judge says where no ruling is possible now or a count cannot be. Raises ValidationError for
    a reason that no ruling takes.
    """
    names = state.setup.seats
    there = {name: counted.get(name, {}).get("", held) for name, held in zip(names, state.dice, strict=True)}
    if not any(there.values()):
        return Rejected(rulebook.TABLE_RULING, Text("Somebody has dice: the last one with dice has won."))
    # Dice are given first, and last dice taken last: a game that is over takes no ruling.
    wanted = [(name, there[name] - held) for name, held in zip(names, state.dice, strict=True) if there[name] != held]
    wanted.sort(key=lambda one: (one[1] < 0, not there[one[0]]))
    rulings = [
        DiceRuling.model_validate({"move": "ruling", "seat": name, "dice": dice, "reason": reason})
        for name, dice in wanted
    ]
    for move in rulings:
        ruling = judge(state, move)
        if isinstance(ruling, Rejected):
            return ruling
        state = ruling.state
    return tuple(rulings)
