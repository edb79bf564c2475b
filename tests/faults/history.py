"""What a history must not show: an acknowledged move that is lost, doubled or out of order, a gap, a sight of nothing.

As Jepsen does: each player writes down what was acknowledged and what was seen, and the ledger is held against it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One move of one table: the version that it has, the name of its request, and what it was."""

    version: int
    name: str
    move: str


def flaws(ledger: Sequence[Line], acknowledged: Sequence[Line], asked: Iterable[str] | None = None) -> list[str]:
    """What is wrong with one table's ledger; nothing, where all promises were kept.

    `acknowledged` is in the order in which one player was answered; `asked` are the names of all that was sent.
    """
    found = list[str]()
    versions = [line.version for line in ledger]
    if versions != list(range(1, len(ledger) + 1)):
        found.append(f"the versions are {versions}, not 1 to {len(ledger)}")
    found += [f"{name} was entered {n} times" for name, n in Counter(line.name for line in ledger).items() if n > 1]
    here = {line.name: line for line in ledger}
    for line in acknowledged:
        if line.name not in here:
            found.append(f"{line} was acknowledged, and is lost")
        elif here[line.name] != line:
            found.append(f"{line} was acknowledged, and is there as {here[line.name]}")
    places = [here[line.name].version for line in acknowledged if line.name in here]
    if places != sorted(places):
        found.append(f"acknowledged one after the other, entered as {places}")
    unknown = sorted(set(here) - set(asked)) if asked is not None else []
    return found + [f"{name} was never sent" for name in unknown]


def unsaved(seen: Iterable[int], ledger: Sequence[Line]) -> list[str]:
    """What is wrong with the versions that a phone was shown, in order, once the ledger is at its end."""
    shown, found = list(seen), list[str]()
    if beyond := [version for version in shown if version > len(ledger)]:
        found.append(f"{beyond} were shown, and the ledger has {len(ledger)}")
    if shown != sorted(shown):
        found.append(f"a phone was shown {shown}, one after the other")
    return found


def no_prefix(part: Sequence[Line], whole: Sequence[Line]) -> list[str]:
    """What is wrong with a copy that was made while the ledger grew: it is to be the ledger's beginning."""
    return [] if list(part) == list(whole[: len(part)]) else [f"{len(part)} entries are not the first of {len(whole)}"]
