"""A phone is sent the parts that changed, packed on what it was sent before; it reads them whatever comes between."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable

from flask import Flask
from werkzeug.test import create_environ

from companion.server.subscriber import QUIET_BEATS, Subscriber, packed, piece
from companion.tables.answers import Opened
from companion.tables.snapshot import Snapshot
from companion.web.drawing import EDGE, Drawing, outlines
from companion.web.stream import RETRY, Feed, StreamView, beat, event
from tests.server.broadcast.house import COLORS, Ear, House, Story, beat_once, run


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
SHOWS = StreamView(parts, lambda _: None)


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
            Feed(app, opened.code, StreamView(str, lambda _: 0), create_environ("/"), lambda: None), zipped=True
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
