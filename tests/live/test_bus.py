"""News between processes: put together, sent once a turn of the loop, heard by all others and never by the teller."""

from __future__ import annotations

import asyncio
import threading

import pytest

from companion.live.bus import NOTHING, LocalBus, SilentBus, Stamp, behind, merged
from companion.live.redis_bus import Outbox
from tests.live.hearing import in_loop, until


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


def test_an_outbox_is_emptied_once_a_turn_and_holds_the_latest() -> None:
    async def turns() -> None:
        sent: list[list[tuple[str, Stamp]]] = []
        box = Outbox(lambda: sent.append(box.take()))
        box.put("A", (9, 9))  # nobody sends yet
        box.open()
        for version in range(5):
            box.put("A", (version, 7 - version))
            box.put("B", (0, version))
        assert sent == []
        await until(lambda: sent == [[("A", (4, 7)), ("B", (0, 4))]])
        box.add([])
        await asyncio.sleep(0)
        assert len(sent) == 1
        box.put("A", (5, 0))
        await until(lambda: sent[1:] == [[("A", (5, 0))]])

    in_loop(turns)


def test_threads_put_news_in_too() -> None:
    async def from_a_thread() -> Outbox:
        sent = asyncio.Event()
        box = Outbox(sent.set)
        box.open()
        threading.Thread(target=box.put, args=("A", (1, 0))).start()
        await asyncio.wait_for(sent.wait(), 20)
        assert box.take() == [("A", (1, 0))]
        return box

    box = in_loop(from_a_thread)
    box.put("A", (2, 0))  # the loop has ended: nobody minds
    assert box.take() == []


def test_nothing_is_less_than_any_table() -> None:
    assert behind(NOTHING, (0, 0))
