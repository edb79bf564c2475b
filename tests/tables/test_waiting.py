"""Waiting on the server's loop: nobody is held up, everybody gets a turn, and threads wait as threads do."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from companion.tables.waiting import Gate, Lock, await_, in_greenlet, run, sleep


def looped(*functions: Callable[[], Any]) -> list[Any]:
    """What the functions answer, all of them at once on one loop."""

    async def all_of_them() -> list[Any]:
        return await asyncio.gather(*(run(function) for function in functions))

    return asyncio.run(all_of_them())


def test_who_sleeps_lets_others_in() -> None:
    said: list[str] = []

    def say(*words: str) -> None:
        for word in words:
            said.append(word)
            sleep(0)

    looped(lambda: say("a", "c"), lambda: say("b", "d"))
    assert said == ["a", "b", "c", "d"]


def test_a_thread_sleeps_as_a_thread_does() -> None:
    assert not in_greenlet()
    sleep(0)


def test_a_gate_holds_who_waits_until_it_is_opened_and_nobody_afterwards() -> None:
    said: list[str] = []
    gates: list[Gate] = []

    def wait() -> None:
        gates.append(Gate())
        gates[0].wait()
        said.append("through")
        gates[0].wait()

    def open_it() -> None:
        said.append("opening")
        gates[0].open()
        gates[0].open()

    looped(wait, open_it)
    assert said == ["opening", "through"]


def test_a_gate_of_threads() -> None:
    gate, said = Gate(), list[str]()

    def wait() -> None:
        gate.wait()
        said.append("through")

    thread = threading.Thread(target=wait)
    thread.start()
    said.append("opening")
    gate.open()
    thread.join(30)
    assert said == ["opening", "through"]


def test_a_lock_has_one_holder_who_may_take_it_again() -> None:
    lock, inside, most = Lock(), set[int](), list[int]()

    def enter(me: int) -> None:
        for _ in range(3):
            with lock, lock:
                inside.add(me)
                sleep(0)
                most.append(len(inside))
                inside.discard(me)

    looped(*(lambda me=me: enter(me) for me in range(5)))
    assert most == [1] * 15


def test_a_lock_is_given_up_where_its_holder_fails() -> None:
    lock = Lock()

    def fail() -> None:
        with lock:
            sleep(0)
            raise ValueError

    def succeed() -> str:
        with lock:
            return "in"

    async def both() -> list[Any]:
        return list(await asyncio.gather(run(fail), run(succeed), return_exceptions=True))

    failed, answer = asyncio.run(both())
    assert isinstance(failed, ValueError)
    assert answer == "in"


def test_threads_take_the_lock_one_by_one() -> None:
    lock, count = Lock(), [0]

    def add() -> None:
        for _ in range(200):
            with lock, lock:
                before = count[0]
                sleep(0)
                count[0] = before + 1

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert count == [800]


@pytest.mark.parametrize("at_its_turn", [False, True], ids=["while-it-waits", "at-its-turn"])
def test_who_is_called_off_takes_nobodys_turn(at_its_turn: bool) -> None:
    lock, said = Lock(), list[str]()

    called_off: list[asyncio.Task[None]] = []

    def hold(gate: asyncio.Event) -> None:
        with lock:
            await_(gate.wait())
        if at_its_turn:  # the lock is free, and the first one's turn has just been told
            called_off[0].cancel()

    def enter(name: str) -> None:
        with lock:
            said.append(name)

    async def story() -> None:
        gate = asyncio.Event()
        holder = asyncio.create_task(run(hold, gate))
        await asyncio.sleep(0)
        first, second = (asyncio.create_task(run(enter, name)) for name in ("first", "second"))
        await asyncio.sleep(0)
        called_off.append(first)
        if not at_its_turn:
            first.cancel()
        gate.set()
        await asyncio.gather(holder, first, second, return_exceptions=True)
        assert first.cancelled()

    asyncio.run(story())
    assert said == ["second"]
