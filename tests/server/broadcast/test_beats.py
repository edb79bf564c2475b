"""A quiet line hears heartbeats, and by them it is known which phones are away."""

from __future__ import annotations

import asyncio
import re
import threading
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from werkzeug.test import create_environ

from companion.live.presence import BEAT_SECONDS
from companion.server import broadcast as module
from companion.tables.snapshot import Snapshot
from companion.web.stream import Feed, beat, event
from tests.server.broadcast.house import Ear, House, Story, beat_once, first, run, shown


def test_every_phone_hears_the_beat_and_how_the_table_stands(
    play: Callable[[Story], House], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BEAT_SECONDS", 0)
    monkeypatch.setattr(module, "BEATS_AT_ONCE", 2)

    async def story(house: House) -> None:
        ears = [await house.joined(n) for n in range(5)]
        beats = asyncio.create_task(house.broadcaster.beat())
        for ear in ears:
            assert (await ear.heard(3))[1:3] == [beat("0.0")] * 2
        await run(house.enter)
        await house.told()
        for number, ear in enumerate(ears):
            await ear.heard(len(ear.bodies) + 3)
            told = [body.decode() for body in ear.bodies[1:]]
            change = told.index(shown(number, 1))
            assert set(told[:change]) == {beat("0.0")}
            assert set(told[change + 1 :]) == {beat("1.0")}
        assert not beats.done()
        beats.cancel()

    play(story)


def test_a_page_takes_its_line_for_lost_after_two_beats_and_before_a_third() -> None:
    script = (Path(__file__).parents[3] / "static/js/connection.js").read_text(encoding="utf-8")
    [silence] = re.findall(r"^const SILENCE = ([\d_]+);", script, re.MULTILINE)
    assert 2 * BEAT_SECONDS < int(silence) / 1000 < 3 * BEAT_SECONDS


def test_a_beat_takes_no_waiting_news_away(play: Callable[[Story], House]) -> None:
    async def story(house: House) -> None:
        slow = await house.joined("slow")
        slow.full()
        await house.changed()
        await house.changed()
        beat_once(house.broadcaster)
        slow.full(False)
        assert (await slow.heard(3))[1:] == [shown("slow", 1), shown("slow", 2)]

    play(story)


def test_no_beat_comes_before_the_opening(play: Callable[[Story], House]) -> None:
    async def story(house: House) -> None:
        ear, gate = Ear(), threading.Event()
        find = house.tables.find

        def slowly(code: str) -> Snapshot:
            gate.wait(5)
            return find(code)

        house.tables.find = house.tables.known = slowly  # type: ignore[method-assign]
        house.connect(ear, house.view("Mary"), zipped=True)
        await asyncio.sleep(0)
        assert len(house.broadcaster.subscribers) == 1
        beat_once(house.broadcaster)
        gate.set()
        await asyncio.wait_for(ear._news.wait(), 60)
        assert zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(ear.bodies[0]) == first("Mary").encode()

    play(story)


async def phone_of(house: House, name: str) -> Ear:
    """The phone of this seat, once it has been told the table as it is."""
    ear = Ear()
    feed = Feed(house.app, house.opened.code, house.view(name), create_environ("/"), lambda: name)
    serving = house.broadcaster.serve(feed, ear.send, ear.receive, zipped=False)
    house.serving.append(asyncio.create_task(serving))
    await ear.heard(1)
    return ear


def test_a_phone_was_last_seen_at_the_latest_heartbeat_however_late_its_stream_ends(
    play: Callable[[Story], House], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        presence, now = house.tables.pubsub.presence, [0.0]
        monkeypatch.setattr(presence, "_clock", lambda: now[0])
        mary = await phone_of(house, "Mary")
        await house.told()
        now[0] = 15.0
        for channel in house.broadcaster._channels.values():
            channel.beat()
        now[0] = 27.0
        mary.hang_up()
        await house.all_gone()
        for now[0], away in ((44.0, set[int]()), (46.0, {1})):
            assert presence.away(house.opened.code) == away

    play(story)


def test_who_is_away_is_told_once_to_the_phones_of_seats_and_that_it_is_back(
    play: Callable[[Story], House], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        presence, now = house.tables.pubsub.presence, [0.0]
        monkeypatch.setattr(presence, "_clock", lambda: now[0])
        for name in ("Mary", "Chris"):
            await run(house.tables.membership.actor, house.opened.code, house.opened.seat_keys[name])

        async def phone(name: str) -> Ear:
            return await phone_of(house, name)

        board, mary, chris = await house.joined("board"), await phone("Mary"), await phone("Chris")
        await house.told()
        mary.hang_up()
        await house.serving[1]
        for later in (20.0, 31.0, 33.0):
            now[0] = later
            for channel in house.broadcaster._channels.values():
                channel.beat()
        away = event("presence", '["Mary"]')
        assert (await chris.heard(2))[1:] == [away]
        late = await phone("Katie")
        assert (await late.heard(2))[1:] == [away]
        await phone("Mary")
        assert (await chris.heard(3))[2:] == [event("presence", "[]")]
        presence.returned("no such table")
        assert len(board.bodies) == 1

    play(story)
