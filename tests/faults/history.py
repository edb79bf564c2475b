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


def unsaved(shown: Iterable[tuple[int, object]], stood: Sequence[object]) -> list[str]:
    """What is wrong with what a phone was shown, in order, each as (version, state), once the ledger is at its end.

    `stood` is the state at each version by the ledger, from 0 on: a state is to be shown under its own number alone.
    """
    told, found, last = list(shown), list[str](), len(stood) - 1
    versions = [version for version, _ in told]
    if beyond := [version for version in versions if version > last]:
        found.append(f"{beyond} were shown, and the ledger has {last}")
    if versions != sorted(versions):
        found.append(f"a phone was shown {versions}, one after the other")
    here = [(version, state) for version, state in told if version <= last]
    return found + [f"{n} was shown as {state}, and was {stood[n]}" for n, state in here if state != stood[n]]


def no_prefix(part: Sequence[Line], whole: Sequence[Line]) -> list[str]:
    """What is wrong with a copy that was made while the ledger grew: it is to be the ledger's beginning."""
    return [] if list(part) == list(whole[: len(part)]) else [f"{len(part)} entries are not the first of {len(whole)}"]
