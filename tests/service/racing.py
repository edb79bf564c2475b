"""A process that races another for the versions of one table."""

from __future__ import annotations

import multiprocessing
import socket
from multiprocessing.connection import wait
from typing import Any

from sqlalchemy import event

from companion.live.bus import SilentBus
from companion.service.service import TableService, build_service
from companion.storage.database import connect
from companion.tables.answers import Played, Stale
from companion.tables.snapshot import Actor
from tests.service.house import UNDO, take

COLORS = ("red", "blue")
PATIENCE = 300


def run(url: str, code: str, actor: Actor, races: int, me: int, line: socket.socket, told: Any) -> None:
    """Race; `line` leads to the other. Sends back of each race whether this process has won."""
    database = connect(url)
    if database.engine.dialect.name == "sqlite":
        event.listen(database.engine, "connect", _hurry)
    tables = build_service(database, bus=SilentBus())
    tables.get(code)
    told.send([_race(tables, code, actor, seen, me, line) for seen in range(races)])
    tables.close()


def _hurry(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA synchronous=OFF").close()  # who is first is what this is about; no power will fail


def _race(tables: TableService, code: str, actor: Actor, seen: int, me: int, line: socket.socket) -> bool:
    line.send(b".")
    line.recv(1)  # the other is ready, too
    move = UNDO if seen % 2 else take("Chris", COLORS[me])
    answer = tables.submit(code, [move], actor=actor, seen=seen, request=f"{me}/{seen}")
    assert isinstance(answer, (Played, Stale)), answer
    return isinstance(answer, Played)


def raced(url: str, code: str, actor: Actor, races: int) -> tuple[list[bool], list[bool]]:
    """Two processes of the operating system race; who of them has won which race."""
    spawn = multiprocessing.get_context("forkserver")  # what it forks has this file imported already
    spawn.set_forkserver_preload([__name__])
    lines = socket.socketpair()
    pipes = [spawn.Pipe(duplex=False) for _ in lines]
    racers = [spawn.Process(target=run, args=(url, code, actor, races, me, lines[me], pipes[me][1])) for me in range(2)]
    for racer in racers:
        racer.start()
    try:
        for racer, (reads, _) in zip(racers, pipes, strict=True):
            assert reads in wait([reads, racer.sentinel], max(PATIENCE, races))
        one, other = (reads.recv() for reads, _ in pipes)
    finally:
        for racer in racers:
            racer.join(10)
            racer.kill()
            racer.join()
            racer.close()
        for me, line in enumerate(lines):
            line.close()
            pipes[me][0].close()
            pipes[me][1].close()
    return one, other
