"""What a channel promises to those who watch a table: each promise is a story on a loop of its own."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import threading
import zlib
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.live import channel as module
from companion.live.channel import MOST_WAITING, RETRY, Channel, Channels, Place, Watch, Watcher, event, packed
from companion.live.presence import BEAT_SECONDS
from companion.service import deletion, membership
from companion.service.service import TableService
from companion.tables.answers import Opened, Played
from companion.tables.errors import Unavailable
from companion.tables.snapshot import Snapshot
from companion.web.stream import stamp_id

pytestmark = pytest.mark.own_app


class Line:
    """A phone's end of a stream. While it is full, nothing more can be sent."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.ended = self.broken = False
        self._room, self._gone, self._news = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._room.set()

    def full(self, full: bool = True) -> None:
        (self._room.clear if full else self._room.set)()

    def hang_up(self) -> None:
        self._gone.set()

    async def send(self, message: dict[str, Any]) -> None:
        await self._room.wait()
        if self.broken or self.ended:
            raise RuntimeError("the line is broken")
        if message["more_body"]:
            self.bodies.append(message["body"])
        else:
            assert not message["body"]
            self.ended = True
            self.hang_up()
        self._news.set()

    async def receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def heard(self, many: int) -> list[bytes]:
        """Return the events that came, once there are so many."""
        while len(self.events) < many:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), 60)
        return self.events

    @property
    def events(self) -> list[bytes]:
        return [body for body in self.bodies if body != RETRY]


class Shown:
    """A view that tells who is shown what, and notes each drawing."""

    def __init__(self, who: Hashable, drawn: list[tuple[object, ...]], troubles: Mapping[int, Exception]) -> None:
        self._who, self._drawn, self._troubles = who, drawn, troubles
        self.beat = ""

    def change(self, snapshot: Snapshot, variants: Iterable[Hashable]) -> Mapping[Hashable, bytes]:
        if snapshot.version in self._troubles:
            raise self._troubles[snapshot.version]
        before, self.beat = self.beat, stamp_id(snapshot)
        return {one: self._draw("change", one) for one in variants} if before not in ("", self.beat) else {}

    def everything(self, variant: Hashable) -> bytes:
        return self._draw("all", variant)

    def opening(self, variant: Hashable, shown: str) -> bytes:
        return event("beat", self.beat) if shown == self.beat else self.everything(variant)

    def _draw(self, name: str, variant: Hashable) -> bytes:
        self._drawn.append((name, self._who, variant, self.beat))
        return event(name, f"{self._who} {variant}", self.beat)


class House:
    """Channels on the test's loop, with phones that watch one table."""

    def __init__(
        self, tables: TableService, opened: Opened, patch: pytest.MonkeyPatch, log: pytest.LogCaptureFixture
    ) -> None:
        self.tables, self.code, self.patch, self.log = tables, opened.code, patch, log
        self.keys = opened.seat_keys
        host = membership.actor(tables, opened.code, opened.host_key)
        assert host is not None
        self.host = host
        self.channels = Channels(tables)
        self.serving: list[asyncio.Task[None]] = []
        self.drawn: list[tuple[object, ...]] = []
        self.places: dict[str, Place | Exception] = {}
        self.clock = 0.0
        patch.setattr(tables.pubsub.presence, "_clock", lambda: self.clock)

    def connect(
        self,
        name: str = "Mary",
        language: str = "en",
        *,
        kind: str = "page",
        shown: str = "",
        present: bool = False,
        packs: bool = False,
        troubles: Mapping[int, Exception] | None = None,
    ) -> Line:
        """Connect a phone whose place is that of `name`; without one it is a member of the audience of that name."""

        def place(_: Snapshot) -> Place:
            found = self.places.get(name, Place(name))
            if isinstance(found, Exception):
                raise found
            return found

        def view() -> Shown:
            return Shown((kind, name), self.drawn, troubles or {})

        line = Line()
        watch = Watch(self.code, kind, language, view, place, present, shown)
        serving = self.channels.serve(watch, line.send, line.receive, packs=packs)
        self.serving.append(asyncio.create_task(serving))
        return line

    async def joined(self, *args: Any, **more: Any) -> Line:
        line = self.connect(*args, **more)
        await line.heard(1)
        return line

    @property
    def channel(self) -> Channel:
        return self.channels._channels[self.code]

    def enter(self, color: str = "red") -> None:
        move = {"move": "take", "seat": "Chris", "color": color} if color else {"move": "undo"}
        assert isinstance(self.tables.submit(self.code, [move], actor=self.host, seen=None, request=None), Played)

    async def changed(self, color: str = "red") -> None:
        await asyncio.to_thread(self.enter, color)
        await self.settled()

    async def touched(self, name: str = "Mary") -> None:
        """Change something that is no entry."""
        await asyncio.to_thread(membership.give_scorekeeper, self.tables, self.host, name, True)
        await self.settled()

    async def settled(self) -> None:
        """Wait until whoever can be told has been."""
        await asyncio.sleep(0)  # what threads have rung is heard
        for channel in tuple(self.channels._channels.values()):
            while channel._task is not None:
                await asyncio.gather(channel._task, return_exceptions=True)
        for _ in range(2 * MOST_WAITING):  # and what is to be sent is sent
            await asyncio.sleep(0)

    async def all_gone(self) -> None:
        await asyncio.wait_for(asyncio.gather(*self.serving), 60)

    def unreadable(self, find: Callable[[str], Snapshot]) -> None:
        """Let the table be found by this alone."""
        self.patch.setattr(self.tables, "at_hand", lambda code: None)
        self.patch.setattr(self.tables, "get", find)


def shown(name: str, who: str, stamp: str, language: str = "en", kind: str = "page") -> bytes:
    return event(name, f"{(kind, who)} {language}", stamp)


Story = Callable[[House], Awaitable[None]]
PROMISES: list[Story] = []


def promise(story: Story) -> Story:
    PROMISES.append(story)
    return story


@pytest.mark.parametrize("story", PROMISES, ids=lambda story: story.__name__.replace("_", "-"))
def test_a_channel_promises_that(
    story: Story,
    tables: TableService,
    opened: Opened,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Nothing may be left when a story is over, of errors that nobody heard of neither."""
    unheard: list[dict[str, Any]] = []

    async def whole() -> Channels:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
        house = House(tables, opened, monkeypatch, caplog)
        try:
            await story(house)
        finally:
            for task in house.serving:
                task.cancel()
            await asyncio.gather(*house.serving, return_exceptions=True)
            await house.settled()
        gc.collect()
        return house.channels

    channels = asyncio.run(whole())
    assert not unheard
    assert not channels.watchers
    assert not channels._channels
    assert tables.pubsub.codes() == ()


# Who is told what.


@promise
async def all_of_a_kind_an_audience_and_a_language_get_the_same_bytes(house: House) -> None:
    watching = [("all", "en", "page")] * 3 + [("all", "fr", "page"), ("Mary", "en", "page"), ("all", "en", "board")]
    lines = [await house.joined(who, language, kind=kind) for who, language, kind in watching]
    house.drawn.clear()
    await house.changed()
    for line, (who, language, kind) in zip(lines, watching, strict=True):
        assert (await line.heard(2))[1:] == [shown("change", who, "1.0", language, kind)]
    assert len({id(line.events[1]) for line in lines[:3]}) == 1
    assert len(house.drawn) == len(set(house.drawn)) == 4


@promise
async def a_phone_that_comes_is_told_where_the_table_stands_unless_its_page_shows_that(house: House) -> None:
    await house.changed()
    for page, told in (("", "all"), ("0.0", "all"), ("1.0", "beat")):
        first = shown("all", "Mary", "1.0") if told == "all" else event("beat", "1.0")
        line = await house.joined(shown=page)
        assert line.bodies == [RETRY, first]


@promise
async def what_a_phone_may_is_told_before_the_table_and_again_if_it_changes(house: House) -> None:
    house.places |= {"Mary": Place("all", {"me": "1"}), "Chris": Place("all", {"me": "0"})}
    mary, chris = await house.joined("Mary"), await house.joined("Chris")
    assert (await mary.heard(2))[0] == event("own", '{"me": "1"}')
    house.places["Mary"] = Place("all", {"me": "1", "rights": "keeper"})
    await house.touched()
    told = shown("change", "Mary", "0.1")
    assert (await mary.heard(4))[2:] == [event("own", '{"me": "1", "rights": "keeper"}'), told]
    assert (await chris.heard(3))[2:] == [told]


@promise
async def a_phone_whose_rights_move_it_to_another_audience_is_shown_all_that_those_see(house: House) -> None:
    viewer, other = await house.joined("viewer"), await house.joined("viewer")
    house.places["viewer"] = Place("viewer")
    mary = await house.joined("Mary")
    house.places["Mary"] = Place("viewer", {"me": ""})
    await house.touched()
    assert (await mary.heard(3))[1:] == [event("own", '{"me": ""}'), shown("all", "viewer", "0.1")]
    for line in (viewer, other):
        assert (await line.heard(2))[1:] == [shown("change", "viewer", "0.1")]


@promise
async def a_view_made_while_nothing_was_secret_is_not_used_once_something_is(house: House) -> None:
    house.places |= dict.fromkeys(("Mary", "Chris"), Place(None))
    mary, chris = await house.joined("Mary"), await house.joined("Chris")
    assert chris.events == [shown("all", "Mary", "0.0")]
    house.places |= {"Mary": Place("Mary"), "Chris": Place(None)}
    house.patch.setattr(module, "secretive", lambda snapshot: True)
    await house.changed()
    assert (await mary.heard(2))[1:] == [shown("all", "Mary", "1.0")]
    assert (await chris.heard(2))[1:] == [shown("all", "Chris", "1.0")]


@promise
async def many_changes_at_once_are_told_together_and_those_that_come_meanwhile_afterwards(house: House) -> None:
    line, begun, gate, find = await house.joined(), asyncio.Event(), threading.Event(), house.tables.get
    loop, asked = asyncio.get_running_loop(), [0]

    def slowly(code: str) -> Snapshot:
        found = find(code)
        asked[0] += 1
        loop.call_soon_threadsafe(begun.set)
        gate.wait(60)
        return found

    house.unreadable(slowly)
    house.tables.pubsub.deliver(house.code, (0, 1))
    await begun.wait()
    for color in ("red", "green"):
        await asyncio.to_thread(house.enter, color)
    gate.set()
    await house.settled()
    assert asked == [2]
    assert (await line.heard(2))[1:] == [shown("change", "Mary", "2.0")]


@promise
async def a_phone_whose_line_is_full_gets_all_in_place_of_what_waits_and_holds_nobody_up(house: House) -> None:
    house.places["slow"] = Place("slow", {"me": "1"})
    slow, quick = await house.joined("slow"), await house.joined("quick")
    await slow.heard(2)
    slow.full()
    last = 1 + MOST_WAITING + 1  # the first is on its way, some wait, and one is too many
    for version in range(1, last + 1):
        await house.changed("red" if version % 2 else "")
    quick_changes = [shown("change", "quick", f"{version}.0") for version in range(1, last + 1)]
    assert (await quick.heard(1 + last))[1:] == quick_changes
    for _ in range(2 * MOST_WAITING):  # these do not pile up either
        house.channel.beat()
    slow.full(False)
    all_of_it = [event("own", '{"me": "1"}'), shown("all", "slow", f"{last}.0")]
    beats = [event("beat", f"{last}.0")] * (MOST_WAITING - len(all_of_it))
    await house.settled()
    assert slow.events[2:] == [shown("change", "slow", "1.0"), *all_of_it, *beats]


@promise
async def a_deleted_table_says_that_it_is_gone_and_ends(house: House) -> None:
    lines = [await house.joined("all"), await house.joined("Mary")]
    await asyncio.to_thread(deletion.delete, house.tables, house.host)
    await house.all_gone()
    for line in lines:
        assert line.ended
        assert line.events[1:] == [event("gone", "")]


@promise
async def packed_events_are_one_gzip_stream_that_says_what_plain_ones_say(house: House) -> None:
    plain, early = await house.joined(), await house.joined(packs=True)
    await house.changed()
    late = await house.joined(packs=True)
    house.channel.beat()
    await house.changed("green")
    for line, missed in ((early, 0), (late, 2)):
        reader, read = zlib.decompressobj(16 + zlib.MAX_WBITS), b""
        for number, body in enumerate(line.bodies):  # each piece can be read as soon as it has come
            piece = reader.decompress(body)
            assert piece or number == 0  # the head of the stream
            read += piece
        first = b"" if line is early else shown("all", "Mary", "1.0")
        assert read == RETRY + first + b"".join(plain.events[missed:])
        assert not reader.unused_data
    assert early.bodies[-1] is late.bodies[-1] is packed(plain.bodies[-1])


# Beats, and who is away.


@promise
async def every_phone_hears_beats_that_name_what_was_told_last(house: House) -> None:
    house.patch.setattr(module, "BEAT_SECONDS", 0)
    lines = [await house.joined(name) for name in ("Mary", "Chris")]
    beating = asyncio.create_task(house.channels.beat())
    for line in lines:
        assert (await line.heard(3))[1:3] == [event("beat", "0.0")] * 2
    await house.changed()
    for name, line in zip(("Mary", "Chris"), lines, strict=True):
        told = (await line.heard(len(line.events) + 2))[1:]
        change = told.index(shown("change", name, "1.0"))
        assert set(told[:change]) == {event("beat", "0.0")}
        assert set(told[change + 1 :]) == {event("beat", "1.0")}
    assert not beating.done()
    beating.cancel()


@promise
async def no_beat_comes_before_a_phone_was_told_where_the_table_stands(house: House) -> None:
    gate, find = threading.Event(), house.tables.get

    def slowly(code: str) -> Snapshot:
        gate.wait(60)
        return find(code)

    house.unreadable(slowly)
    line = house.connect()
    await asyncio.sleep(0)
    house.channel.beat()
    gate.set()
    await line.heard(1)
    assert line.bodies == [RETRY, shown("all", "Mary", "0.0")]


@promise
async def who_is_away_and_back_is_told_once_to_those_who_are_told_that(house: House) -> None:
    names = ("Chris", "Mary", "Katie")
    for name in names:
        await asyncio.to_thread(membership.actor, house.tables, house.code, house.keys[name])
    house.places |= {name: Place("all", seat=number) for number, name in enumerate(names)}
    board = await house.joined("board")
    chris, mary = [await house.joined(name, present=True) for name in ("Chris", "Mary")]
    await house.settled()
    mary.hang_up()
    await house.serving[2]
    for house.clock in (20.0, 31.0, 33.0):
        house.channel.beat()
        await house.settled()
    away = event("presence", '["Mary"]')
    assert [one for one in chris.events if b"presence" in one] == [away]
    late = await house.joined("Katie", present=True)
    assert (await late.heard(2))[1:] == [away]
    await house.joined("Mary")
    await house.settled()
    assert [one for one in chris.events if b"presence" in one] == [away, event("presence", "[]")]
    assert not [one for one in board.events if b"presence" in one]
    house.tables.pubsub.presence.returned("no such table")


@promise
async def a_phone_was_last_seen_at_the_latest_beat_however_late_its_stream_ends(house: House) -> None:
    house.places["Mary"] = Place("all", seat=1)
    line = await house.joined()
    await house.settled()
    house.clock = 15.0
    house.channel.beat()
    house.clock = 27.0
    line.hang_up()
    await house.all_gone()
    for house.clock, away in ((44.0, set[int]()), (46.0, {1})):
        assert house.tables.pubsub.presence.away(house.code) == away


def test_a_page_takes_its_line_for_lost_after_two_beats_and_before_a_third() -> None:
    script = (Path(__file__).parents[2] / "static/js/connection.js").read_text(encoding="utf-8")
    [silence] = re.findall(r"^const SILENCE = ([\d_]+);", script, re.MULTILINE)
    assert 2 * BEAT_SECONDS < int(silence) / 1000 < 3 * BEAT_SECONDS


# Troubles.


@promise
async def while_the_database_is_gone_nobody_is_disconnected_and_all_are_told_when_it_is_back(house: House) -> None:
    house.patch.setattr(module, "RETRY_SECONDS", 0)
    find, asked = house.tables.get, [0]

    def away(code: str) -> Snapshot:
        asked[0] += 1
        if asked[0] % 3:
            raise Unavailable
        return find(code)

    early = await house.joined("early")
    house.unreadable(away)
    late = await house.joined("late")
    await asyncio.to_thread(house.enter)
    for line, name in ((early, "early"), (late, "late")):
        assert await line.heard(2) == [shown("all", name, "0.0"), shown("change", name, "1.0")]


@promise
async def what_rings_while_the_database_is_found_gone_is_heard(house: House) -> None:
    line, find, asked = await house.joined(), house.tables.get, [0]

    def away(code: str) -> Snapshot:
        asked[0] += 1
        if asked[0] == 1:
            house.enter()
            raise Unavailable
        return find(code)

    house.unreadable(away)
    house.channel.ring()
    assert (await line.heard(2))[1:] == [shown("change", "Mary", "1.0")]


@promise
async def a_phone_whose_rights_cannot_be_read_is_told_all_when_they_can(house: House) -> None:
    house.patch.setattr(module, "RETRY_SECONDS", 0)
    mary, chris = await house.joined("Mary"), await house.joined("Chris")
    house.places["Mary"] = Unavailable()
    await house.touched()
    assert (await chris.heard(2))[1:] == [shown("change", "Chris", "0.1")]
    house.channel.beat()
    assert len(mary.events) == 1
    house.places["Mary"] = Place("viewer", {"me": ""})
    assert (await mary.heard(3))[1:] == [event("own", '{"me": ""}'), shown("all", "Mary", "0.1")]


@promise
async def a_bug_in_drawing_is_logged_once_a_snapshot_and_made_up_for_by_the_next(house: House) -> None:
    troubles = dict.fromkeys((0, 2), ZeroDivisionError())
    broken = [house.connect("broken", troubles=troubles, packs=packs) for packs in (False, False)]
    other = await house.joined("other")
    for version in (1, 2, 3):
        await house.changed()
        house.channel.beat()
        assert shown("change", "other", f"{version}.0") in await other.heard(2 * version + 1)
    for line in broken:
        told = [one for one in line.events if b"beat" not in one]
        assert told == [shown("all", "broken", "1.0"), shown("all", "broken", "3.0")]
    assert [(one.levelno, bool(one.exc_info)) for one in house.log.records] == [(logging.ERROR, True)] * 2


@promise
async def a_broken_line_harms_nobody_else(house: House) -> None:
    lines = [await house.joined() for _ in range(4)]
    lines[1].broken = True
    lines[2].full()
    lines[2].broken = True
    await house.changed()
    lines[2].full(False)
    await house.changed()
    for line in (lines[0], lines[3]):
        assert (await line.heard(3))[1:] == [shown("change", "Mary", "1.0"), shown("change", "Mary", "2.0")]
    assert len(house.log.records) == 2  # one each


@promise
async def nobody_asks_again_for_phones_that_are_gone(house: House) -> None:
    def away(code: str) -> Snapshot:
        raise Unavailable

    lines = [await house.joined() for _ in range(3)]
    house.unreadable(away)
    for _ in range(3):
        house.channel.ring()
        await house.settled()
    timers = getattr(asyncio.get_running_loop(), "_scheduled", [])
    [waiting] = [timer for timer in timers if not timer.cancelled()]  # one a table, however often it failed
    for line in lines:
        line.hang_up()
    await house.all_gone()
    assert waiting.cancelled()


# Streams end.


@promise
async def streams_end_with_the_server_after_what_waits(house: House) -> None:
    quick, slow = await house.joined(), await house.joined()
    slow.full()
    await house.changed()
    house.tables.pubsub.close()
    house.channels.close()
    house.channels.close()
    late = house.connect()
    slow.full(False)
    await house.all_gone()
    for line in (quick, slow):
        assert line.events == [shown("all", "Mary", "0.0"), shown("change", "Mary", "1.0")]
    assert (quick.ended, slow.ended, late.ended, late.events) == (True, True, True, [])
    assert not house.log.records


@promise
async def a_phone_that_goes_is_freed_in_whatever_moment(house: House) -> None:
    gone_at_once, told, stuck = house.connect(), await house.joined(), await house.joined()
    gone_at_once.hang_up()
    stuck.full()
    await house.changed()
    for line in (told, stuck):
        line.hang_up()
    await house.all_gone()
    assert not house.channels.watchers
    assert house.tables.pubsub.codes() == ()


@promise
async def a_phone_that_is_called_off_while_it_is_first_told_is_freed(house: House) -> None:
    gate, find = threading.Event(), house.tables.get

    def slowly(code: str) -> Snapshot:
        gate.wait(60)
        return find(code)

    house.unreadable(slowly)
    house.connect()
    await asyncio.sleep(0)
    house.serving[0].cancel()
    await asyncio.gather(*house.serving, return_exceptions=True)
    assert not house.channels.watchers
    gate.set()
    assert await (await house.joined()).heard(1) == [shown("all", "Mary", "0.0")]  # nobody waits behind it


@promise
async def hundreds_of_phones_come_and_go_and_nothing_of_them_stays(house: House) -> None:
    tasks = len(asyncio.all_tasks())
    for color in ("red", "green", "orange"):
        lines = [await house.joined(f"{number % 7}", packs=bool(number % 2)) for number in range(100)]
        for line in lines[::3]:
            line.full()
        await house.changed(color)
        for line in lines:
            line.hang_up()
        await house.all_gone()
        house.serving.clear()
        await house.settled()
    del lines, line
    gc.collect()
    assert not [one for one in gc.get_objects() if isinstance(one, Watcher)]
    assert len(asyncio.all_tasks()) == tasks
