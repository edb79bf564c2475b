"""News between processes: put together, sent once a turn of the loop, heard by all others and never by the teller."""

from __future__ import annotations

import asyncio
import threading

import pytest

from companion.live.bus import NOTHING, LocalBus, Outbox, SilentBus, Stamp, behind, merged
from companion.live.worker_bus import LINES, WorkerBus, decode, encode, mailboxes
from tests.live.hearing import in_loop, two_siblings, until


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


def test_news_are_read_as_they_were_written() -> None:
    news = [("K7QF2M9X", (12, 3)), ("23456789", (0, 0))]
    assert list(decode(encode(news))) == news
    largest = encode([("K7QF2M9X", (10**9, 10**9))] * LINES)
    assert len(largest) < 2048


def test_workers_hear_of_each_other_and_not_of_themselves() -> None:
    async def three() -> None:
        boxes = mailboxes(3)
        heard: list[dict[str, Stamp]] = [{}, {}, {}]
        buses = [
            WorkerBus(reads, [other for reader, other in boxes if reader is not reads], reliable=number != 2)
            for number, (reads, _) in enumerate(boxes)
        ]
        for bus, told in zip(buses, heard, strict=True):
            await bus.start(told.__setitem__, lambda: None)
        assert [bus.reliable for bus in buses] == [True, True, False]
        news = {f"TABLE{number:03}": (number, 1) for number in range(5 * LINES)}
        for code, stamp in news.items():
            buses[0].publish(code, stamp)
        await until(lambda: heard[1] == heard[2] == news)
        assert heard[0] == {}
        for bus in buses:
            await bus.close()

    in_loop(three)


def test_a_worker_that_does_not_read_holds_nobody_up_and_hears_the_latest() -> None:
    async def slow() -> None:
        one, other = two_siblings()
        heard: dict[str, Stamp] = {}
        await one.start(heard.__setitem__, lambda: None)
        for version in range(3000):
            one.publish("A", (version, 0))
            one.publish(f"B{version}", (0, 0))
            await asyncio.sleep(0)  # far more than the other's mailbox takes
        await other.start(heard.__setitem__, lambda: None)
        await until(lambda: heard.get("A") == (2999, 0) and len(heard) == 3001)
        for version in range(3000, 6000):
            other.publish("A", (version, 0))
            await asyncio.sleep(0)
        await one.close()
        await other.close()

    in_loop(slow)


def test_leaving_with_news_on_their_way_is_no_trouble() -> None:
    async def leave() -> None:
        one, other = two_siblings()
        await one.start(lambda *_: None, lambda: None)
        for version in range(2000):
            one.publish("A", (version, 0))
            await asyncio.sleep(0)
        await one.close()
        await other.close()  # it had not even begun
        await asyncio.sleep(0.01)

    in_loop(leave)


def test_nothing_is_less_than_any_table() -> None:
    assert behind(NOTHING, (0, 0))
