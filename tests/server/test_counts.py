"""What a tap costs, counted and not timed: five phones hold their pages' streams, and one of them taps by its form."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from typing import Any, NamedTuple

import pytest
from flask import Flask
from sqlalchemy import event

from companion.games.transcript import read_header
from companion.server import subscriber
from companion.server.broadcast import Broadcaster
from companion.service.service import TableService
from companion.web import template_helpers
from companion.web.table import rendering
from tests.conftest import Phone
from tests.server.broadcast.house import Ear
from tests.web.streaming import feed_of
from tests.web.test_parts import base_in

SEATS = ["Chris", "Mary", "Katie", "Cory", "Carly"]
TAPS = 40


class Update(NamedTuple):
    """What a phone is told of a tap, on average: bytes on the wire, and unpacked; and what parts are drawn for all."""

    packed: int
    unpacked: int
    parts: float


# A sixth above what was found: what makes an update larger by more than that is noticed.
MOST = {
    "sluff-off": Update(352, 7900, 21.5),
    "ui77": Update(121, 1850, 16.5),
    "popcorn": Update(315, 4900, 23),
    "fluff": Update(419, 6200, 18.5),
}
QUERIES = 2  # to begin, and the entry: nothing is read


class Told(Ear):
    """A phone that says what its page shows, and counts what it is told."""

    def __init__(self, app: Flask, code: str, key: str) -> None:
        super().__init__()
        self.phone, self.path = Phone(app, code, key), f"/t/{code}"
        self.phone.get(self.path)

    def listen(self, broadcaster: Broadcaster) -> asyncio.Task[None]:
        """Hold the page's stream."""
        base = base_in(self.phone.get(self.path).text)
        feed = feed_of(self.phone.client, f"{self.path}/live?base={base}")
        return asyncio.create_task(broadcaster.serve(feed, self.send, self.receive, zipped=True))

    def tap(self, move: dict[str, Any], version: int) -> None:
        """Enter it as the page's form does."""
        form = {"version": str(version), "move": json.dumps(move)}
        assert self.phone.post(f"{self.path}/moves", form, htmx=True).status_code == 200


async def taps(app: Flask, game: str, counts: Counter[str]) -> int:
    """Play so many taps at a table of that game, counted; how many there were."""
    tables: TableService = app.extensions["tables"]
    header = {"transcript": 1, "game": game, "seats": SEATS[: 4 if game == "fluff" else 5]}
    opened = tables.open(read_header(header), keys_for_seats=True, label="test")
    broadcaster, chance, made = Broadcaster(tables), random.Random(2), 0
    ears = [Told(app, opened.code, key) for key in opened.seat_keys.values()]
    serving = [ear.listen(broadcaster) for ear in ears]
    for ear in ears:
        await ear.heard(1)
    counts.clear()  # what it took to sit down
    for version in range(TAPS):
        book = tables.find(opened.code).book
        legal = [choice.move for choice in book.game.choices(book.state, None) if choice.legal]
        if not legal:
            break
        move = chance.choice(legal)
        by = ears[SEATS.index(move.mover)] if move.mover is not None else ears[0]
        told = [len(ear.bodies) for ear in ears]
        # On the loop, so that streams are told once the tap is answered: what is counted does not depend on threads.
        by.tap(move.plain(), version)
        for ear, before in zip(ears, told, strict=True):
            await ear.heard(before + 1)
            counts["bytes"] += len(ear.bodies[-1])
        made += 1
    for ear in ears:
        ear.hang_up()
    await asyncio.gather(*serving)
    return made


@pytest.mark.parametrize("game", MOST)
def test_a_tap_costs_no_more_than_it_did(app: Flask, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    counts: Counter[str] = Counter()

    def counted(module: Any, name: str) -> None:
        real = getattr(module, name)

        def call(*given: Any) -> Any:
            counts[name] += 1
            if name == "packed":
                counts["unpacked"] += len(given[0])
            return real(*given)

        monkeypatch.setattr(module, name, call)

    counted(rendering, "_render")
    counted(subscriber, "packed")
    counted(template_helpers, "draw_part")
    engine = app.extensions["tables"].database.engine
    event.listen(engine, "before_cursor_execute", lambda *_: counts.update(["queries"]))
    event.listen(engine, "commit", lambda *_: counts.update(["commits"]))
    made = asyncio.run(taps(app, game, counts))
    phones = 4 if game == "fluff" else 5
    assert made > TAPS / 2
    assert counts["commits"] == made
    assert counts["queries"] == QUERIES * made
    assert counts["_render"] == counts["packed"] == phones * made  # the phone that tapped shares its stream's
    assert counts["bytes"] <= MOST[game].packed * phones * made
    assert counts["unpacked"] <= MOST[game].unpacked * phones * made
    assert counts["draw_part"] <= MOST[game].parts * made
