"""The broadcaster tells a change: drawn once for all who see the same, each phone its own view, the latest last."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

from flask import Flask, g

from companion.tables.snapshot import Snapshot
from companion.web.stream import RETRY, StreamView, event
from tests.server.broadcast.house import COLORS, Ear, House, Story, first, run, shown


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
        house.connect(page, StreamView(lambda _: "a page", lambda _: None))
        house.connect(program, StreamView(lambda _: "a program", lambda _: None, lambda now: str(now.version)))
        assert await page.heard(1) == [RETRY + event("table", "a page", "0.0")]
        assert await program.heard(1) == [RETRY + event("table", "a program", "0")]

    play(story)


def test_a_push_made_inside_one_phones_request_shows_everybody_their_own(
    play: Callable[[Story], House], app: Flask
) -> None:
    async def story(house: House) -> None:
        def view(me: int) -> StreamView:
            return StreamView(lambda now: f"{g.get('who', me)} sees {now.version}", lambda _: me)

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
        house.connect(ear, StreamView(lambda _: "same", lambda _: None, lambda _: "always"))
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
        house.connect(ear, StreamView(render, lambda _: None))
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
