"""A plain tap on its connection: answered without Flask; another one on the same connection by Flask, with its body."""

from __future__ import annotations

import asyncio
import json

from flask import Flask

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.server.asgi.conftest import Answered, House, Play
from tests.server.lines import head

TAKE = {"move": "take", "seat": "Chris", "color": "red"}


def move(opened: Opened, body: object) -> bytes:
    sent = json.dumps(body).encode()
    lines = (
        f"POST /api/tables/{opened.code}/moves HTTP/1.1\nHost: localhost\nAuthorization: Bearer {opened.host_key}\n"
        f"Content-Type: application/json\nContent-Length: {len(sent)}"
    )
    return head(lines) + sent


def test_plain_and_other_moves_take_turns_on_one_connection(app: Flask, opened: Opened, play: Play) -> None:
    tables: TableService = app.extensions["tables"]
    tables.get(opened.code)  # from now on it is in memory
    asked: list[str] = []
    app.before_request(lambda: asked.append("flask"))

    async def story(house: House) -> list[int]:
        wired, statuses = house.wired(), []
        for body in (TAKE, {**TAKE, "seat": "Mary"}, {"move": "undo"}):
            wired.wire.written = b""
            wired.send(move(opened, body))
            statuses.append(Answered(await asyncio.wait_for(wired.done(), 30), wired.wire.is_closing()).status)
        return statuses

    assert play(story) == [201, 422, 201]
    assert asked == ["flask"]
    assert tables.get(opened.code).version == 2
