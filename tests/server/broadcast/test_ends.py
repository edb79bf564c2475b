"""Streams end: with the server, with their table, and when a phone goes, of which nothing stays."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from collections.abc import Callable

import pytest

from companion.server.subscriber import Subscriber
from companion.web.stream import StreamView, event
from tests.server.broadcast.house import Ear, House, Story, beat_once, first, run, shown


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
        assert house.tables.pubsub.codes() == ()
        stuck.full(False)

    play(story)


def test_a_phone_called_off_while_it_is_first_told_is_freed(play: Callable[[Story], House]) -> None:
    async def story(house: House) -> None:
        gate = threading.Event()
        task = house.connect(Ear(), StreamView(lambda _: str(gate.wait(5)), lambda _: None))
        await asyncio.sleep(0)
        assert len(house.broadcaster.subscribers) == 1
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert len(house.broadcaster.subscribers) == 0
        gate.set()
        assert await (await house.joined("Mary")).heard(1) == [first("Mary")]  # nobody waits behind it

    play(story)


def test_two_thousand_phones_come_and_go_and_nothing_of_them_stays(play: Callable[[Story], House]) -> None:
    async def story(house: House) -> None:
        phones: list[weakref.ref[Subscriber]] = []
        await come_and_go(house, 5, phones)
        tasks = len(asyncio.all_tasks())
        for _ in range(20):
            await come_and_go(house, 100, phones)
        assert len(phones) == 2005
        async with asyncio.timeout(60):  # the last drawing's thread may still be letting go of them
            while any(phone() is not None for phone in phones):
                await asyncio.sleep(0.01)
                gc.collect()
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
