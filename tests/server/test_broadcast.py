"""The server's streams: told together, each phone its own view, and no phone's trouble is another's."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
import weakref
import zlib
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from flask import Flask, g
from werkzeug.test import create_environ

from companion.server import broadcast as module
from companion.server.broadcast import QUIET_BEATS, Broadcaster, Subscriber, packed, piece
from companion.service.service import TableService
from companion.tables.answers import Opened, Played
from companion.tables.errors import Unavailable
from companion.tables.snapshot import Snapshot
from companion.web.drawing import EDGE, Drawing, outlines
from companion.web.stream import RETRY, Feed, View, beat, event

run = asyncio.to_thread
COLORS = ("red", "green", "orange", "red", "green")


class Ear:
    """A phone's connection, as the server has it. While `full`, nothing more can be sent."""

    def __init__(self) -> None:
        self.opening: bytes | None = None
        self.bodies: list[bytes] = []  # the first with the opening before it
        self.ended = False
        self.broken = False
        self._room, self._gone, self._news = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._room.set()

    def full(self, full: bool = True) -> None:
        if full:
            self._room.clear()
        else:
            self._room.set()

    def hang_up(self) -> None:
        self._gone.set()

    async def send(self, message: dict[str, Any]) -> None:
        await self._room.wait()
        if self.broken or self.ended:
            raise RuntimeError("the line is broken")
        if self.opening is None:
            self.opening = message["body"]
            return
        self.bodies.append((b"" if self.bodies else self.opening) + message["body"])
        if not message["more_body"]:
            self.ended = True
            self._gone.set()
        self._news.set()

    async def receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def heard(self, many: int) -> list[str]:
        """All that came, once there are so many pieces of it."""
        while len(self.bodies) < many:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), 60)
        return [body.decode(errors="replace") for body in self.bodies]


class House:
    """A fanout on the test's loop, with phones that listen to a table."""

    def __init__(self, app: Flask, opened: Opened) -> None:
        self.app, self.opened = app, opened
        self.tables: TableService = app.extensions["tables"]
        self.broadcaster = Broadcaster(self.tables)
        self.rendered: list[tuple[object, int]] = []
        self.serving: list[asyncio.Task[None]] = []

    def view(self, who: object) -> View:
        def render(now: Snapshot) -> str:
            self.rendered.append((who, now.version))
            return f"{who} sees {now.version}"

        return View(render, lambda _: who)

    def connect(self, ear: Ear, view: View, *, zipped: bool = False) -> asyncio.Task[None]:
        feed = Feed(self.app, self.opened.code, view, create_environ("/"))
        task = asyncio.create_task(self.broadcaster.serve(feed, ear.send, ear.receive, zipped=zipped))
        self.serving.append(task)
        return task

    async def joined(self, who: object, *, zipped: bool = False) -> Ear:
        """A phone that has been told the table as it is."""
        ear = Ear()
        self.connect(ear, self.view(who), zipped=zipped)
        await ear.heard(1)
        return ear

    def enter(self, color: str = "red") -> None:
        actor = self.tables.membership.actor(self.opened.code, self.opened.host_key)
        assert actor is not None
        move = {"move": "take", "seat": "Chris", "color": color}
        assert isinstance(self.tables.submit(self.opened.code, [move], actor=actor, seen=None, request=None), Played)

    async def changed(self, color: str = "red") -> None:
        """A move is entered, and whoever can be told has been."""
        await run(self.enter, color)
        await self.told()

    async def told(self) -> None:
        """Once every push that has begun is over."""
        await asyncio.sleep(0)  # what threads have rung is heard
        for channel in tuple(self.broadcaster._channels.values()):
            while channel._task is not None:
                await asyncio.gather(channel._task, return_exceptions=True)
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # and what is to be sent is on its way

    async def all_gone(self) -> None:
        await asyncio.wait_for(asyncio.gather(*self.serving), 60)


Story = Callable[[House], Awaitable[None]]


@pytest.fixture
def play(app: Flask, opened: Opened) -> Callable[[Story], House]:
    """Runs a story on a loop of its own; whatever is left over there, unheard exceptions too, is the test's failure."""

    def playing(story: Story) -> House:
        house = House(app, opened)
        unheard: list[dict[str, Any]] = []

        async def whole() -> None:
            asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
            try:
                await story(house)
            finally:
                for task in house.serving:
                    task.cancel()
                await asyncio.gather(*house.serving, return_exceptions=True)
            gc.collect()

        asyncio.run(whole())
        assert not unheard
        assert len(house.broadcaster.subscribers) == 0
        assert house.tables.pubsub.count() == 0
        return house

    return playing


def shown(who: object, version: int, touched: int = 0, opening: str = "") -> str:
    return opening + event("table", f"{who} sees {version}", f"{version}.{touched}")


def first(who: object, version: int = 0) -> str:
    return shown(who, version, opening=RETRY)


def test_phones_that_see_the_same_share_one_rendering_and_others_have_their_own(
    play: Callable[[Story], House],
) -> None:
    async def story(house: House) -> None:
        same = [await house.joined("all") for _ in range(5)]
        other = await house.joined("Mary")
        await house.changed()
        assert [await ear.heard(2) for ear in same] == [[first("all"), shown("all", 1)]] * 5
        assert await other.heard(2) == [first("Mary"), shown("Mary", 1)]

    assert sorted(play(story).rendered) == [("Mary", 0), ("Mary", 1), ("all", 0), ("all", 1)]


def test_the_same_words_in_two_kinds_of_streams_are_two_renderings(play: Callable[[Story], House]) -> None:
    async def story(house: House) -> None:
        page, program = Ear(), Ear()
        house.connect(page, View(lambda _: "a page", lambda _: None))
        house.connect(program, View(lambda _: "a program", lambda _: None, lambda now: str(now.version)))
        assert await page.heard(1) == [RETRY + event("table", "a page", "0.0")]
        assert await program.heard(1) == [RETRY + event("table", "a program", "0")]

    play(story)


def test_a_push_made_inside_one_phones_request_shows_everybody_their_own(
    play: Callable[[Story], House], app: Flask
) -> None:
    async def story(house: House) -> None:
        def view(me: int) -> View:
            return View(lambda now: f"{g.get('who', me)} sees {now.version}", lambda _: me)

        ears = [Ear(), Ear()]
        for me, ear in enumerate(ears):
            house.connect(ear, view(me))
            await ear.heard(1)

        def tap() -> None:
            with app.test_request_context("/"):
                g.who = "Chris"
                house.enter()

        await run(tap)
        for me, ear in enumerate(ears):
            assert (await ear.heard(2))[1] == shown(me, 1)

    play(story)


def test_what_does_not_change_the_id_is_told_to_nobody(play: Callable[[Story], House]) -> None:
    async def story(house: House) -> None:
        ear = Ear()
        house.connect(ear, View(lambda _: "same", lambda _: None, lambda _: "always"))
        await ear.heard(1)
        await house.changed()
        assert len(ear.bodies) == 1

    play(story)


def test_many_changes_at_once_are_one_push(play: Callable[[Story], House]) -> None:
    async def story(house: House) -> None:
        ear, find, asked = await house.joined("Mary"), house.tables.find, list[str]()
        await house.changed()

        def counted(code: str) -> Snapshot:
            asked.append(code)
            return find(code)

        house.tables.find = house.tables.known = counted  # type: ignore[method-assign]
        for touched in range(1, 4):
            house.tables.pubsub.deliver(house.opened.code, (1, touched))
        await house.told()
        assert asked == [house.opened.code]
        assert len(ear.bodies) == 2

    play(story)


def test_gzip_pieces_are_one_stream_that_says_what_plain_ones_say(play: Callable[[Story], House]) -> None:
    async def story(house: House) -> None:
        plain, early = await house.joined("Mary"), await house.joined("Mary", zipped=True)
        await house.changed()
        late = await house.joined("Mary", zipped=True)
        for beats in range(1, QUIET_BEATS + 2):
            beat_once(house.broadcaster)
            for pieces, ear in ((2, plain), (2, early), (1, late)):
                await ear.heard(pieces + beats)
        await house.changed()
        house.broadcaster.close()
        await house.all_gone()
        for ear, told in ((early, b"".join(plain.bodies)), (late, None)):
            reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
            read = b""
            for body in ear.bodies:  # each piece can be read as soon as it has come
                before, read = read, read + reader.decompress(body)
                assert read != before or not body
            assert not reader.unused_data
            assert told is None or read == told
        assert early.bodies[1] not in late.bodies  # only what both were told is the same
        assert early.bodies[-2] == late.bodies[-2]

    rendered = play(story).rendered
    assert rendered.count(("Mary", 2)) == 1  # for the plain and the packed stream


def parts(now: Snapshot) -> Drawing:
    """A page of two parts, one of which stays as it is."""
    state = f'<p id="state">{now.version}</p>'
    return Drawing(f'<div data-version="{now.version}">{EDGE}{state}{EDGE}{EDGE}<p id="rest">{REST}</p>{EDGE}</div>')


REST = "what does not change " * 40
SHOWS = View(parts, lambda _: None)


def page_event(version: int) -> str:
    text = f'<div data-version="{version}"><p id="state">{version}</p><p id="rest">{REST}</p></div>'
    return event("table", text, f"{version}.0")


def parts_event(version: int, before: int) -> str:
    def drawn(n: int) -> Drawing:
        return Drawing(f'<div>{EDGE}<p id="state">{n}</p>{EDGE}{EDGE}<p id="rest">{REST}</p>{EDGE}</div>')

    changed = f'<p data-on="{drawn(before).base}" hx-swap-oob="true" id="state">{version}</p>'
    return event("parts", changed, f"{version}.0")


def listening(house: House, *, base: str | None = "", zipped: bool = False) -> Ear:
    """A phone that holds a page's stream; `base` says what its page shows."""
    ear = Ear()
    feed = Feed(house.app, house.opened.code, SHOWS, create_environ("/"), None, base)
    house.serving.append(asyncio.create_task(house.broadcaster.serve(feed, ear.send, ear.receive, zipped=zipped)))
    return ear


def test_a_page_is_sent_the_parts_that_changed_and_who_cannot_use_them_the_whole(
    play: Callable[[Story], House],
) -> None:
    async def story(house: House) -> None:
        with house.app.app_context():
            outlines().keep(now := parts(house.tables.find(house.opened.code)))
        page, lost, program = listening(house, base=now.base), listening(house), listening(house, base=None)
        assert await page.heard(1) == [RETRY + beat("0.0")]
        for ear in (lost, program):
            assert await ear.heard(1) == [RETRY + page_event(0)]
        await house.changed()
        for ear, told in ((page, parts_event(1, 0)), (lost, parts_event(1, 0)), (program, page_event(1))):
            assert (await ear.heard(2))[1] == told

    play(story)


def test_a_page_that_misses_an_event_is_sent_the_whole(play: Callable[[Story], House]) -> None:
    async def story(house: House) -> None:
        ear = listening(house)
        await ear.heard(1)
        ear.full()
        for color in COLORS[:3]:
            await run(house.enter, color)
            await house.told()
        ear.full(False)
        assert (await ear.heard(3))[1:] == [parts_event(1, 0), page_event(3)]
        await house.changed()
        assert (await ear.heard(4))[3] == parts_event(4, 3)

    play(story)


def test_what_is_packed_on_the_text_before_is_read_right_whatever_comes_between(
    play: Callable[[Story], House],
) -> None:
    async def story(house: House) -> None:
        ear, plain, colors = listening(house, zipped=True), listening(house), iter(COLORS[:3] * 2)
        for pieces in range(1, 4):
            await ear.heard(pieces)
            await house.changed(next(colors))
        await ear.heard(4)
        ear.full()
        await house.changed(next(colors))  # on its way
        await house.changed(next(colors))  # and packed on that, but something else is sent before it
        (subscriber,) = [one for one in house.broadcaster.subscribers if one.zipped]
        subscriber.tail = b"another text"
        ear.full(False)
        await ear.heard(6)
        beat_once(house.broadcaster)
        await ear.heard(7)
        assert subscriber.tail.endswith(beat("5.0").encode())
        await house.changed(next(colors))
        await ear.heard(8)
        await plain.heard(8)
        assert len(ear.bodies[7]) < len(packed(parts_event(6, 5).encode()))
        told = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(b"".join(ear.bodies)).decode()
        assert [line for line in told.split("\n") if line.startswith("id: ")] == [
            f"id: {n}.0" for n in (0, 1, 2, 3, 4, 5, 6)
        ]
        assert told.endswith(parts_event(6, 5))
        assert len(ear.bodies[3]) < len(packed(parts_event(3, 2).encode()))

    play(story)


def test_a_table_that_is_quiet_keeps_no_text_of_its_phones(play: Callable[[Story], House]) -> None:
    async def story(house: House) -> None:
        ear = listening(house, zipped=True)
        await ear.heard(1)
        await house.changed("red")
        await ear.heard(2)
        (subscriber,) = house.broadcaster.subscribers
        kept = list[bool]()
        for beats in range(QUIET_BEATS + 1):
            beat_once(house.broadcaster)
            await ear.heard(3 + beats)
            kept.append(subscriber.tail != b"")
        assert kept == [True] * QUIET_BEATS + [False]
        await house.changed("green")
        await ear.heard(4 + QUIET_BEATS)
        told = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(b"".join(ear.bodies)).decode()
        assert told.endswith(parts_event(2, 1))
        assert subscriber.tail == parts_event(2, 1).encode()

    play(story)


def test_an_event_that_a_heartbeat_overtook_is_followed_by_one_that_is_read_right(app: Flask, opened: Opened) -> None:
    """The one that was overtaken is packed on nothing: so is then, as far as the next is concerned, all before it."""

    async def story() -> str:
        ear = Ear()
        subscriber = Subscriber(
            Feed(app, opened.code, View(str, lambda _: 0), create_environ("/"), lambda: None), zipped=True
        )
        sending = asyncio.create_task(subscriber.send_all(ear.send))
        subscriber.queue("1", b"", piece(page_event(1), zipped=True))
        await ear.heard(1)
        overtaken = piece(parts_event(2, 1), zipped=True, on=subscriber.tail)
        subscriber.beat()
        await ear.heard(2)
        subscriber.queue("2", b"", overtaken)
        await ear.heard(3)
        subscriber.queue("3", b"", piece(page_event(3), zipped=True, on=subscriber.tail))
        await ear.heard(4)
        subscriber.end()
        await sending
        return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(b"".join(ear.bodies)).decode()

    told = asyncio.run(story())
    assert told == RETRY + page_event(1) + beat("1") + parts_event(2, 1) + page_event(3)


def beat_once(broadcaster: Broadcaster) -> None:
    for channel in broadcaster._channels.values():
        for phone in channel.subscribers:
            phone.beat()


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


def test_a_phone_whose_line_is_full_gets_the_latest_and_holds_nobody_up(play: Callable[[Story], House]) -> None:
    async def story(house: House) -> None:
        slow, quick = await house.joined("slow"), await house.joined("quick")
        slow.full()
        for color in COLORS:
            await run(house.enter, color)
            await house.told()
        assert await quick.heard(6) == [first("quick"), *(shown("quick", n) for n in range(1, 6))]
        assert slow.bodies == [first("slow").encode()]
        slow.full(False)
        # The first was on its way when the line filled up; of those that waited, the latest counts.
        assert await slow.heard(3) == [first("slow"), shown("slow", 1), shown("slow", 5)]

    play(story)


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


def test_however_long_a_rendering_waits_the_latest_is_told_last(play: Callable[[Story], House]) -> None:
    async def story(house: House) -> None:
        begun = {version: asyncio.Event() for version in range(3)}
        gates = {version: threading.Event() for version in range(3)}
        loop = asyncio.get_running_loop()

        def render(now: Snapshot) -> str:
            loop.call_soon_threadsafe(begun[now.version].set)
            gates[now.version].wait(5)
            return f"Mary sees {now.version}"

        ear = Ear()
        house.connect(ear, View(render, lambda _: None))
        await begun[0].wait()
        await run(house.enter, "red")  # while the first is still being made
        gates[0].set()
        assert await ear.heard(1) == [first("Mary")]
        await begun[1].wait()
        await run(house.enter, "green")  # while the second is
        gates[2].set()
        gates[1].set()
        await ear.heard(3)
        await house.told()
        assert await ear.heard(3) == [first("Mary"), shown("Mary", 1), shown("Mary", 2)]

    play(story)


def test_the_end_is_said_once_and_nothing_after_it(
    play: Callable[[Story], House], caplog: pytest.LogCaptureFixture
) -> None:
    async def story(house: House) -> None:
        ears = [await house.joined(n) for n in range(3)]
        await run(house.enter)  # a push is under way
        house.tables.pubsub.close()
        house.broadcaster.close()
        house.broadcaster.close()
        beat_once(house.broadcaster)
        await house.all_gone()
        assert all(ear.ended and ear.bodies[-1] == b"" for ear in ears)
        late = Ear()
        house.connect(late, house.view("late"))
        await house.all_gone()
        assert late.ended

    play(story)
    assert not caplog.records


def test_a_phone_whose_line_is_full_is_ended_when_it_takes_something_again(play: Callable[[Story], House]) -> None:
    async def story(house: House) -> None:
        slow = await house.joined("slow")
        slow.full()
        await house.changed()
        house.tables.pubsub.close()
        house.broadcaster.close()
        slow.full(False)
        await house.all_gone()
        assert slow.bodies == [first("slow").encode(), shown("slow", 1).encode(), b""]

    play(story)


def test_a_phone_that_goes_is_freed_in_whatever_moment(play: Callable[[Story], House]) -> None:
    async def story(house: House) -> None:
        gone_at_once, told, stuck = Ear(), await house.joined(1), await house.joined(2)
        gone_at_once.hang_up()
        await house.connect(gone_at_once, house.view(0))
        stuck.full()
        await house.changed()
        for ear in (told, stuck):
            ear.hang_up()
        await house.all_gone()
        assert len(house.broadcaster.subscribers) == 0
        assert house.tables.pubsub.count() == 0
        stuck.full(False)

    play(story)


def test_a_phone_called_off_while_it_is_first_told_is_freed(play: Callable[[Story], House]) -> None:
    async def story(house: House) -> None:
        gate = threading.Event()
        task = house.connect(Ear(), View(lambda _: str(gate.wait(5)), lambda _: None))
        await asyncio.sleep(0)
        assert len(house.broadcaster.subscribers) == 1
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert len(house.broadcaster.subscribers) == 0
        gate.set()
        assert await (await house.joined("Mary")).heard(1) == [first("Mary")]  # nobody waits behind it

    play(story)


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
        house.connect(ears[0], View(render, lambda _: None))
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
            house.connect(ear, View(render, lambda _: None), zipped=ear is broken[1])
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


def test_two_thousand_phones_come_and_go_and_nothing_of_them_stays(play: Callable[[Story], House]) -> None:
    async def story(house: House) -> None:
        phones: list[weakref.ref[Subscriber]] = []
        await come_and_go(house, 5, phones)
        tasks = len(asyncio.all_tasks())
        for _ in range(20):
            await come_and_go(house, 100, phones)
        gc.collect()
        assert len(phones) == 2005
        assert not [phone for phone in phones if phone() is not None]
        assert not house.broadcaster._channels
        assert len(asyncio.all_tasks()) == tasks

    async def come_and_go(house: House, many: int, phones: list[weakref.ref[Subscriber]]) -> None:
        ears = [await house.joined(n % 7, zipped=bool(n % 2)) for n in range(many)]
        phones += [
            weakref.ref(phone) for channel in house.broadcaster._channels.values() for phone in channel.subscribers
        ]
        for ear in ears[::3]:
            ear.full()
        actor = house.tables.membership.actor(house.opened.code, house.opened.host_key)
        assert actor is not None
        await run(house.tables.membership.give_scorekeeper, actor, "Mary", True)
        await house.told()
        for ear in ears:
            ear.hang_up()
        await house.all_gone()
        house.serving.clear()
        for ear in ears:  # as a connection that is lost lets go of who waits to send
            ear.full(False)
        await asyncio.sleep(0)
        await asyncio.sleep(0)

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


def test_a_deleted_table_is_told_and_its_streams_end(play: Callable[[Story], House]) -> None:
    async def story(house: House) -> None:
        ears = [await house.joined("all"), await house.joined("Mary")]
        host = house.tables.membership.actor(house.opened.code, house.opened.host_key)
        assert host is not None
        await run(lambda: house.tables.deletion.delete(host))
        for ear in ears:
            assert (await ear.heard(3))[1:] == [event("gone", ""), ""]
        await house.all_gone()

    play(story)
