"""Games played to an end, or to the end of a round, for whatever shows one: a header and the moves after it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tests.games.fluff.sitting import NAMES as DICE_NAMES
from tests.games.fluff.sitting import ruling, starts
from tests.games.popcorn.sitting import NAMES as CARD_NAMES
from tests.games.popcorn.sitting import PASS, claim
from tests.games.popcorn.sitting import Sitting as Hands
from tests.games.ui77.sitting import Sitting as Ui77
from tests.games.ui77.sitting import limit

Plain = dict[str, Any]
Played = tuple[Plain, list[Plain]]


def sluff_off(
    names: Sequence[str], rounds: int = 2, of: int | None = None, winners: Sequence[int] = (0, 0, 0, 1, 1, 2)
) -> Played:
    """Rounds in which nobody predicts, and those seats take the tricks in turn."""
    moves: list[Plain] = []
    for number in range(rounds):
        moves += [{"move": "done", "seat": names[(number + i) % len(names)]} for i in range(len(names))]
        won = [names[winners[i % len(winners)]] for i in range(15)]
        moves += [{"move": "trick", "winner": name, "led": "red", "won_with": "red"} for name in won]
    options = {"rounds": of or rounds}
    return {"transcript": 1, "game": "sluff-off", "seats": list(names), "dealer": names[-1], "options": options}, moves


def ui77(names: Sequence[str] = ("Ann", "Bob"), over: bool = True) -> Played:
    """Two hands, or three and the end."""
    sitting = Ui77(2).hand(Ann=12).hand(Bob=7)
    if over:
        sitting.play(limit(22)).hand(Ann=15)
    return named(dict(sitting.book.header.plain), [move.plain() for move in sitting.book.moves()], names)


def popcorn(names: Sequence[str] = CARD_NAMES) -> Played:
    """The first seat gets rid of its last card; two of the others hold the same number."""
    sitting = Hands(len(names)).down_to(1, *[3 + i // 2 for i in range(len(names) - 2)]).play(claim("Ann", "A"), PASS)
    return named(dict(sitting.book.header.plain), [move.plain() for move in sitting.book.moves()], names)


def fluff(names: Sequence[str] = DICE_NAMES) -> Played:
    """The first seat is the last with dice."""
    out = [ruling(name, -5) for name in DICE_NAMES[1 : len(names)]]
    header = {"transcript": 1, "game": "fluff", "seats": list(DICE_NAMES[: len(names)]), "options": {"sets": 3}}
    return named(header, [starts(seats=len(names)), *out], names)


def named(header: Plain, moves: list[Plain], names: Sequence[str]) -> Played:
    """The same game with other names."""
    called = dict(zip(header["seats"], names, strict=True))

    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {renamed(key): renamed(item) for key, item in value.items()}
        if isinstance(value, list):
            return [renamed(item) for item in value]
        return called.get(value, value) if isinstance(value, str) else value

    return json.loads(json.dumps(renamed(header))), [json.loads(json.dumps(renamed(move))) for move in moves]
