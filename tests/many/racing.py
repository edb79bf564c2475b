"""Programs at two processes that post at the same moment, on connections that stay open."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import dataclass, field
from typing import Any

from tests.many.house import Place, Table

Said = tuple[int, dict[str, Any]]
TAKES = ({"move": "take", "seat": "Chris", "color": "red"}, {"move": "take", "seat": "Mary", "color": "green"})
UNDO = {"move": "undo"}


class Line:
    """One connection to one process."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def to(cls, place: Place) -> Line:
        """Dial."""
        return cls(*await asyncio.open_connection("127.0.0.1", place.port))

    async def post(self, table: Table, move: object, seen: int | None, name: str) -> Said:
        """Enter a move; what was answered."""
        body = json.dumps(move).encode()
        head = [
            f"POST {table.path}/moves HTTP/1.1", "Host: localhost", f"Authorization: Bearer {table.keys['host']}",
            "Content-Type: application/json", f"Content-Length: {len(body)}", f"Idempotency-Key: {name}",
            *([] if seen is None else [f'If-Match: "{seen}"']),
        ]  # fmt: skip
        self._writer.write("\r\n".join([*head, "", ""]).encode() + body)
        status = int((await self._reader.readline()).split()[1])
        length = 0
        while (line := await self._reader.readline()).strip():
            header, _, value = line.decode().partition(":")
            length = int(value) if header.lower() == "content-length" else length
        return status, json.loads(await self._reader.readexactly(length))

    def close(self) -> None:
        """Hang up."""
        self._writer.close()


@dataclass(slots=True)
class Raced:
    """What came of the races at one table: each entry's name by its version, and how many were told to look again."""

    table: Table
    version: int = 0
    entered: dict[int, str] = field(default_factory=dict)
    beaten: int = 0

    def note(self, name: str, said: Said) -> None:
        """Keep an answer. A version that is told twice is a fork."""
        status, body = said
        if status == 201:
            assert body["version"] not in self.entered, (name, body)
            self.entered[body["version"]] = name
            self.version = max(self.version, body["version"])
        else:
            assert status in (409, 422), said
            self.beaten += 1


async def race(raced: Raced, lines: list[Line], number: int, chance: random.Random) -> None:
    """Both post at once. They say which version they saw, so only one of them can be right."""
    moves = (UNDO, UNDO) if raced.version % 2 else TAKES
    names = [f"{number}-{who}" for who in range(len(lines))]
    turns = list(zip(lines, moves, names, strict=True))
    chance.shuffle(turns)  # neither process is always asked first
    posts = [line.post(raced.table, move, raced.version, name) for line, move, name in turns]
    before = len(raced.entered)
    for (_, _, name), said in zip(turns, await asyncio.gather(*posts), strict=True):
        raced.note(name, said)
    assert len(raced.entered) == before + 1, raced


async def races(table: Table, places: list[Place], count: int) -> Raced:
    """So many races at one table, between one program at each place."""
    lines = [await Line.to(place) for place in places]
    raced, chance = Raced(table), random.Random(table.code)
    for number in range(count):
        await race(raced, lines, number, chance)
    for line in lines:
        line.close()
    return raced
