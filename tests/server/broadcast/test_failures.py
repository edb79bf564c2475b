"""No phone's trouble is another's: broken lines, a database that is away, and bugs in what is drawn."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
import weakref
import zlib
from collections.abc import Callable

import pytest

from companion.server import broadcast as module
from companion.tables.errors import Unavailable
from companion.tables.snapshot import Snapshot
from companion.web.stream import StreamView
from tests.server.broadcast.house import Ear, House, Story, first, run, shown


def test_a_broken_line_harms_nobody_else(
    play: Callable[[Story], House], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "BEAT_SECONDS", 0)

    async def story(house: House) -> None:
        ears = [await house.joined(n) for n in range(6)]
        ears[2].broken = True
        ears[3].full()
        ears[3].broken = True
        await house.changed()
        ears[3].full(False)
        await house.changed()
        beats = asyncio.create_task(house.broadcaster.beat())
        for number in (0, 1, 4, 5):
            assert (await ears[number].heard(4))[1:3] == [shown(number, 1), shown(number, 2)]
        assert not beats.done()
        beats.cancel()

    play(story)
    assert len(caplog.records) == 2  # one each


def test_where_the_database_is_away_phones_are_told_when_it_is_back(
    play: Callable[[Story], House], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "RETRY_SECONDS", 0)

    async def story(house: House) -> None:
        find, asked = house.tables.find, [0]

        def away(code: str) -> Snapshot:
            asked[0] += 1
            if asked[0] % 3:
                raise Unavailable
            return find(code)

        early = await house.joined("early")
        house.tables.find = house.tables.known = away  # type: ignore[method-assign]
        late = Ear()
        house.connect(late, house.view("late"))  # nothing can be told yet, and the line stays
        assert await late.heard(1) == [first("late")]
        await run(house.enter)
        assert await early.heard(2) == [first("early"), shown("early", 1)]
        assert await late.heard(2) == [first("late"), shown("late", 1)]

    play(story)


def test_trouble_in_one_rendering_is_tried_again_for_that_phone(
    play: Callable[[Story], House], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "RETRY_SECONDS", 0)

    async def story(house: House) -> None:
        tries = [0]

        def render(now: Snapshot) -> str:
            tries[0] += 1
            if tries[0] in (2, 3):
                raise Unavailable
            return f"Mary sees {now.version}"

        ears = [Ear(), await house.joined(1)]
        house.connect(ears[0], StreamView(render, lambda _: None))
        await ears[0].heard(1)
        await run(house.enter)
        assert await ears[0].heard(2) == [first("Mary"), shown("Mary", 1)]
        assert await ears[1].heard(2) == [first(1), shown(1, 1)]

    play(story)


def test_nobody_asks_again_for_phones_that_are_gone(
    play: Callable[[Story], House], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "RETRY_SECONDS", 3600)

    async def story(house: House) -> None:
        def away(code: str) -> Snapshot:
            raise Unavailable

        ears = [await house.joined(n) for n in range(3)]
        channel = weakref.ref(next(iter(house.broadcaster._channels.values())))
        house.tables.find = house.tables.known = away  # type: ignore[method-assign]
        for _ in range(3):
            channel().ring()  # type: ignore[union-attr]
            await house.told()
        loop = asyncio.get_running_loop()
        waiting = [timer for timer in getattr(loop, "_scheduled", []) if not timer.cancelled()]
        assert len(waiting) == 1  # one try a table, however often it failed
        for ear in ears:
            ear.hang_up()
        await house.all_gone()
        house.serving.clear()
        assert waiting[0].cancelled()
        for _ in range(100):  # a thread of the pool may not have let go of its last call yet
            gc.collect()
            if channel() is None:
                break
            await asyncio.sleep(0.05)
        assert channel() is None

    play(story)


def test_what_fails_after_the_last_phone_has_gone_is_not_tried_again(play: Callable[[Story], House]) -> None:
    async def story(house: House) -> None:
        gate, begun, loop = threading.Event(), asyncio.Event(), asyncio.get_running_loop()

        def away(code: str) -> Snapshot:
            loop.call_soon_threadsafe(begun.set)
            gate.wait(5)
            raise Unavailable

        ear = await house.joined("Mary")
        [channel] = house.broadcaster._channels.values()
        house.tables.find = house.tables.known = away  # type: ignore[method-assign]
        channel.ring()
        await begun.wait()
        ear.hang_up()
        await house.all_gone()
        gate.set()
        while channel._task is not None:
            await channel._task
        assert channel._again is None

    play(story)


def test_a_bug_in_one_rendering_is_logged_once_and_silences_nobody(
    play: Callable[[Story], House], caplog: pytest.LogCaptureFixture
) -> None:
    async def story(house: House) -> None:
        def render(now: Snapshot) -> str:
            if now.version in (0, 2):
                raise ZeroDivisionError
            return f"Mary sees {now.version}"

        broken = [Ear(), Ear()]
        for ear in broken:
            house.connect(ear, StreamView(render, lambda _: None), zipped=ear is broken[1])
        others = [await house.joined(n) for n in range(4)]
        for version in (1, 2, 3):
            await house.changed()
            for number, ear in enumerate(others):
                assert (await ear.heard(version + 1))[version] == shown(number, version)
        # What could not be told is made up for by the next that can.
        plain = [first("Mary", 1).encode(), shown("Mary", 3).encode()]
        assert broken[0].bodies == plain
        reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
        assert [reader.decompress(body) for body in broken[1].bodies] == plain

    play(story)
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * 2  # version 0, version 2
    assert all(record.exc_info for record in caplog.records)
