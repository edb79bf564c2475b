"""A broadcaster on the test's own loop, with phones that listen to one table, and what they are told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from flask import Flask
from werkzeug.test import create_environ

from companion.server.broadcast import Broadcaster
from companion.service.service import TableService
from companion.tables.answers import Opened, Played
from companion.tables.snapshot import Snapshot
from companion.web.stream import RETRY, Feed, StreamView, event

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

    def view(self, who: object) -> StreamView:
        def render(now: Snapshot) -> str:
            self.rendered.append((who, now.version))
            return f"{who} sees {now.version}"

        return StreamView(render, lambda _: who)

    def connect(self, ear: Ear, view: StreamView, *, zipped: bool = False) -> asyncio.Task[None]:
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


def shown(who: object, version: int, touched: int = 0, opening: str = "") -> str:
    return opening + event("table", f"{who} sees {version}", f"{version}.{touched}")


def first(who: object, version: int = 0) -> str:
    return shown(who, version, opening=RETRY)


def beat_once(broadcaster: Broadcaster) -> None:
    for channel in broadcaster._channels.values():
        for phone in channel.subscribers:
            phone.beat()
