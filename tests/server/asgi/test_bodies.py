"""A request's body comes as a whole, is told to be too long, or is cut off and has asked nothing."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from companion.server.asgi import LEFTOVER_BYTES
from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.server.asgi.conftest import Answered, Asked, House, Play
from tests.server.lines import head

MOST = 64 * 1024
TAKE = b'{"move": "take", "seat": "Chris", "color": "red"}'


def post(length: str, more: str = "", path: str = "/echo") -> bytes:
    return head(f"POST {path} HTTP/1.1\nHost: localhost\n{length}{more}")


def chunked(body: bytes, size: int = 8192) -> bytes:
    parts = (body[at : at + size] for at in range(0, len(body), size))
    return b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


@pytest.mark.parametrize("many", [0, 1, MOST])
def test_a_body_comes_as_a_whole_however_it_is_sent(play: Play, asked: Asked, many: int) -> None:
    body = b"x" * many
    assert play(lambda house: house.ask(post(f"Content-Length: {many}") + body)).status == 200
    assert asked.body == body
    asked.body = None
    assert play(lambda house: house.ask(post("Transfer-Encoding: chunked") + chunked(body))).status == 200
    assert asked.body == body


async def slowly(house: House, raw: bytes) -> Answered:
    """As a line that is read all the while."""
    wired = house.wired()
    for at in range(0, len(raw), 32768):
        wired.send(raw[at : at + 32768])
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    return Answered(await wired.done(), wired.wire.is_closing())


@pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded"])
def test_a_body_that_is_too_long_is_told_so_and_the_connection_goes_on(
    play: Play, opened: Opened, asked: Asked, kind: str
) -> None:
    more = f"\nContent-Type: {kind}\nAuthorization: Bearer {opened.host_key}"
    path = f"/api/tables/{opened.code}/moves" if "json" in kind else "/echo"
    body = TAKE + b" " * (2 * MOST)
    raw = post(f"Content-Length: {len(body)}", more, path)
    told = play(lambda house: slowly(house, raw + body))
    assert (told.status, told.closed) == (413, False)
    raw = post("Transfer-Encoding: chunked", more, path)
    told = play(lambda house: slowly(house, raw + chunked(body)))
    assert (told.status, told.closed) == (413, False)


def test_a_move_in_a_body_that_was_cut_off_is_not_entered(play: Play, opened: Opened, tables: TableService) -> None:
    more = f"\nContent-Type: application/json\nAuthorization: Bearer {opened.host_key}"
    path = f"/api/tables/{opened.code}/moves"
    for many, status in ((MOST - 1, 201), (MOST, 201), (MOST + 1, 413), (3 * MOST, 413)):
        body = TAKE + b" " * (many - len(TAKE))
        sent = post("Transfer-Encoding: chunked", more, path) + chunked(body)
        told = play(partial(slowly, raw=sent))
        assert told.status == status
    assert tables.get(opened.code).version == 2


def test_what_is_longer_than_anybody_reads_ends_the_connection(play: Play, asked: Asked) -> None:
    async def story(house: House) -> Answered:
        wired = house.wired()
        wired.send(post("Transfer-Encoding: chunked"))
        sent = 0
        while not wired.wire.is_closing():
            if wired.wire.reading:
                wired.send(b"8000\r\n" + b"x" * 32768 + b"\r\n")
                sent += 32768
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert sent < LEFTOVER_BYTES + MOST * 8
        return Answered(await wired.done(), wired.wire.is_closing())

    told = play(story)
    assert (told.status, told.header("connection")) == (413, "close")


def test_who_goes_before_the_body_is_there_has_asked_nothing(play: Play, asked: Asked) -> None:
    async def story(house: House) -> bytes:
        wired = house.wired()
        wired.send(post("Content-Length: 10") + b"12345")
        await asyncio.sleep(0)
        wired.vanish()
        return await wired.done()

    assert play(story) == b""
    assert asked.body is None
