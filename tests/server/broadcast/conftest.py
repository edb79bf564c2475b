"""A story is played on a loop of its own, and nothing may be left over there."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from companion.tables.answers import Opened
from tests.server.broadcast.house import House, Story


@pytest.fixture(scope="module", autouse=True)
def _put_aside() -> None:
    """What other tests have left is put aside from the garbage collector: else each story looks through all of it."""
    gc.collect()
    gc.freeze()


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
        assert house.tables.pubsub.codes() == ()
        return house

    return playing
