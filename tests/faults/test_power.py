"""What a power cut leaves of a recorded disk: what was made safe, and nothing of the rest but by chance."""

from __future__ import annotations

from random import Random

from tests.faults.failing_disk import DATABASE, SYNC, TRUNCATE, WAL, WRITE, Step
from tests.faults.power import SECTOR, Platter


def step(kind: int, offset: int = 0, data: bytes = b"", file: int = WAL) -> Step:
    return Step(kind, file, offset, data, 0)


def test_what_was_not_made_safe_is_gone() -> None:
    platter = Platter({DATABASE: b"", WAL: b"abc"})
    platter.take(step(WRITE, 5, b"xy"))
    assert platter.left() == {DATABASE: b"", WAL: b"abc"}
    platter.take(step(SYNC, file=DATABASE))
    assert platter.left()[WAL] == b"abc"
    platter.take(step(SYNC))
    assert platter.left()[WAL] == b"abc\0\0xy"
    platter.take(step(TRUNCATE, 1))
    assert platter.left()[WAL] == b"abc\0\0xy"
    platter.take(step(SYNC))
    assert platter.left()[WAL] == b"a"


def test_by_chance_any_of_it_is_there_in_whole_sectors() -> None:
    platter = Platter({DATABASE: b"", WAL: b""})
    for number in range(3):
        platter.take(step(WRITE, 2 * SECTOR * number, bytes([number + 1]) * 2 * SECTOR))
    left = {platter.left(Random(seed))[WAL] for seed in range(60)}
    assert {b"", *(part for part in left if len(part) == 6 * SECTOR)} <= left
    assert len(left) > 8
    assert all(len(part) % SECTOR == 0 for part in left)
