"""How stamps compare, and the buses that carry nothing."""

from __future__ import annotations

import pytest

from companion.live.bus import NOTHING, LocalBus, SilentBus, Stamp, behind, merged
from tests.live.hearing import in_loop


@pytest.mark.parametrize(
    ("known", "told", "answer"),
    [
        ((3, 1), (3, 1), False),
        ((3, 1), (4, 1), True),
        ((3, 1), (3, 2), True),
        ((6, 2), (5, 3), True),  # more entries, and yet somebody has sat down
        ((6, 3), (5, 2), False),
    ],
)
def test_a_stamp_is_behind_another_by_either_half(known: Stamp, told: Stamp, answer: bool) -> None:
    assert behind(known, told) is answer
    assert not behind(merged(known, told), told)
    assert not behind(merged(known, told), known)


def test_alone_there_is_nobody_and_in_silence_nobody_is_heard() -> None:
    async def both() -> None:
        for bus in (LocalBus(), SilentBus()):
            await bus.start(lambda *_: pytest.fail("heard"), lambda: pytest.fail("missed"))
            bus.publish("A", (1, 0))
            await bus.close()

    in_loop(both)
    assert (LocalBus().alone, LocalBus().reliable) == (True, True)
    assert (SilentBus().alone, SilentBus().reliable) == (False, False)


def test_nothing_is_less_than_any_table() -> None:
    assert behind(NOTHING, (0, 0))
