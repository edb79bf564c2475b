"""A tap that is called off on the server's loop, in whatever moment: nobody waits for it, and the ledger is right."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from companion.tables.service import Played, Tables
from companion.tables.waiting import Gate, run
from tests.tables.house import House, take


def played(tables: Tables, houses: list[House], call_off: Callable[[list[asyncio.Task[Any]]], None]) -> list[Any]:
    """What becomes of the houses' taps, all made at once on one loop, of which some are called off."""

    async def story() -> list[Any]:
        taps = [asyncio.create_task(run(house.play, take("Chris"))) for house in houses]
        while len(tables._ledger._waiting) < len(houses):
            await asyncio.sleep(0)
        call_off(taps)
        return await asyncio.wait_for(asyncio.gather(*taps, return_exceptions=True), 30)

    return asyncio.run(story())


@pytest.mark.parametrize("which", [(0,), (1,), (4,), (0, 1), (0, 1, 2, 3), (1, 2), (0, 1, 2, 3, 4)], ids=str)
def test_nobody_waits_for_a_tap_that_was_called_off(tables: Tables, which: tuple[int, ...]) -> None:
    houses = [House(tables) for _ in range(5)]

    def call_off(taps: list[asyncio.Task[Any]]) -> None:
        for number in which:
            taps[number].cancel()

    told = played(tables, houses, call_off)
    for number, (house, answer) in enumerate(zip(houses, told, strict=True)):
        assert isinstance(answer, asyncio.CancelledError if number in which else Played)
        assert tables.find(house.code).version == (number not in which)
    assert all(isinstance(house.play(take("Chris", "blue")), Played) for house in houses)


def test_who_is_called_off_as_its_turn_to_lead_comes_hands_on(tables: Tables) -> None:
    houses, ledger = [House(tables) for _ in range(3)], tables._ledger
    ledger._leader = Any  # type: ignore[assignment] # somebody who is writing at this moment

    def call_off(taps: list[asyncio.Task[Any]]) -> None:
        ledger._hand_on()
        taps[0].cancel()

    told = played(tables, houses, call_off)
    assert [type(answer) for answer in told] == [asyncio.CancelledError, Played, Played]
    assert ledger._leader is None


def test_a_gate_that_one_gave_up_waiting_for_still_holds_and_lets_through_the_others() -> None:
    async def story() -> list[Any]:
        gate: Gate = await run(Gate)
        waiting = [asyncio.create_task(run(gate.wait)) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[1].cancel()
        await asyncio.sleep(0)
        assert not waiting[0].done()
        await run(gate.open)
        return await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 30)

    assert [type(answer) for answer in asyncio.run(story())] == [type(None), asyncio.CancelledError, type(None)]
