"""What the app answers is what is told: nothing, pieces, a bug, a stream."""

from __future__ import annotations

import asyncio
import json
import re
import zlib
from collections.abc import Iterator
from functools import partial

import pytest
from flask import Flask, Response

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.server.asgi.conftest import Answered, House, Play
from tests.server.lines import Wired, head


def test_an_answer_without_a_body_says_nothing_more(app: Flask, play: Play, opened: Opened) -> None:
    app.add_url_rule("/none", "none", view_func=lambda: ("", 204))
    app.add_url_rule("/pieces", "pieces", view_func=lambda: Response(iter(["a", "b"])))
    api = f"/api/tables/{opened.code}"
    asked = {
        "HEAD /none": 204,
        "GET /none": 204,
        "HEAD /pieces": 200,
        f"HEAD {api}": 200,
        f"HEAD {api}/live": 200,
        "HEAD /nowhere": 404,
    }
    for what, status in asked.items():
        raw = head(f"{what} HTTP/1.1\nHost: localhost")
        told = play(partial(House.ask, raw=raw))
        assert (told.status, told.body, told.closed) == (status, b"", False), what
    table = play(lambda house: house.ask(head(f"GET {api} HTTP/1.1\nHost: localhost"))).header("etag")
    for known in (table, f"W/{table}"):
        raw = head(f"GET {api} HTTP/1.1\nHost: localhost\nIf-None-Match: {known}")
        told = play(partial(House.ask, raw=raw))
        assert (told.status, told.body, told.closed) == (304, b"", False), known


class Pieces:
    """A body that takes a note of its end."""

    def __init__(self, *pieces: object) -> None:
        self.pieces, self.closed = pieces, 0

    def view(self) -> Response:
        return Response(self.body(), mimetype="text/plain")

    def body(self) -> Iterator[str]:
        try:
            for piece in self.pieces:
                if isinstance(piece, Exception):
                    raise piece
                yield str(piece)
        finally:
            self.closed += 1


def test_a_body_in_pieces_is_sent_as_a_whole_and_closed(app: Flask, play: Play) -> None:
    pieces = Pieces("one", "", "two")
    app.add_url_rule("/pieces", "pieces", view_func=pieces.view)
    told = play(lambda house: house.ask(head("GET /pieces HTTP/1.1\nHost: localhost")))
    assert (told.status, told.chunks, told.closed, pieces.closed) == (200, b"onetwo", False, 1)


def test_a_bug_in_a_body_is_an_error_and_not_half_an_answer(app: Flask, play: Play) -> None:
    pieces = Pieces("one", ZeroDivisionError())
    app.add_url_rule("/pieces", "pieces", view_func=pieces.view)
    told = play(lambda house: house.ask(head("GET /pieces HTTP/1.1\nHost: localhost")))
    assert (told.status, pieces.closed) == (500, 1)


def test_a_bug_is_a_page_with_all_headers(app: Flask, play: Play) -> None:
    app.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    app.add_url_rule("/bug", "bug", view_func=lambda: str(1 / 0))
    app.add_url_rule("/forged", "forged", view_func=lambda: Response("", headers={"X-Name": "a\r\nSet-Cookie: b=c"}))
    for path in ("/bug", "/forged"):
        told = play(partial(House.ask, raw=head(f"GET {path} HTTP/1.1\nHost: localhost")))
        assert told.status == 500
        assert told.header("x-frame-options") == "DENY"
        assert told.header("set-cookie") is None


GZIP = {
    "": False,
    "gzip": True,
    "br, gzip;q=0.5": True,
    "gzip;q=0": False,
    "gzip; q=0.0, br": False,
    "*": True,
    "identity": False,
    "x-gzipped": False,
}


@pytest.mark.parametrize("proxy", ["", "\nX-Forwarded-For: 10.0.0.1"], ids=["here", "proxy"])
@pytest.mark.parametrize(("takes", "packed"), GZIP.items())
def test_a_stream_is_packed_for_a_phone_behind_a_proxy_that_can_unpack_it(
    play: Play, opened: Opened, takes: str, packed: bool, proxy: str
) -> None:
    async def story(house: House) -> Answered:
        wired = house.wired()
        said = f"Host: localhost\nAccept-Encoding: {takes}{proxy}"
        wired.send(head(f"GET /api/tables/{opened.code}/live HTTP/1.1\n{said}"))
        while not any(one.place for one in house.channels.watchers):
            await asyncio.sleep(0)
        house.channels.close()
        return Answered(await wired.done(), wired.wire.is_closing())

    told = play(story)
    assert told.status == 200
    assert told.header("content-encoding") == ("gzip" if packed and proxy else None)
    body = told.chunks
    read = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(body) if packed and proxy else body
    assert re.fullmatch(rb"retry: 1000\n\nevent: table\nid: 0\ndata: {.*}\n\n", read)


def test_a_stream_of_no_table_is_no_stream(play: Play) -> None:
    told = play(lambda house: house.ask(head("GET /api/tables/AAAAAAAA/live HTTP/1.1\nHost: localhost")))
    assert told.status == 404
    assert json.loads(told.body)["reason"]


def test_a_phone_that_goes_frees_its_stream_through_the_whole_server(
    play: Play, opened: Opened, tables: TableService
) -> None:
    async def story(house: House) -> None:
        for behind in (b"", head("GET / HTTP/1.1\nHost: localhost")):
            wired = house.wired()
            wired.send(head(f"GET /api/tables/{opened.code}/live HTTP/1.1\nHost: localhost") + behind)
            while b"data:" not in wired.wire.written:
                await asyncio.sleep(0)
            assert len(house.channels.watchers) == 1
            wired.vanish()
            await wired.done()
            assert len(house.channels.watchers) == 0
            assert tables.pubsub.codes() == ()

    play(story)


def test_one_address_has_so_many_streams_and_others_have_theirs(
    play: Play, opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    async def streaming(house: House, address: str) -> Wired:
        wired = house.wired(client=(address, 50000))
        wired.send(head(f"GET /api/tables/{opened.code}/live HTTP/1.1\nHost: localhost"))
        while b"data:" not in wired.wire.written and b" 503 " not in wired.wire.written:
            await asyncio.sleep(0)
        return wired

    async def story(house: House) -> None:
        first, _ = [await streaming(house, "10.0.0.1") for _ in range(2)]
        for _ in range(2):
            refused = await streaming(house, "10.0.0.1")
            answer = Answered(await refused.done(), refused.wire.is_closing())
            assert (answer.status, answer.header("retry-after"), answer.closed) == (503, "15", False)
        metrics = await house.ask(head("GET /metrics HTTP/1.1\nHost: localhost"))
        assert b'companion_bounds_met_total{bound="streams"} 2.0' in metrics.body
        told = [record.__dict__["facts"] for record in caplog.records if record.message == "bound met"]
        assert told == [{"bound": "streams", "address": "10.0.0.1"}]
        await streaming(house, "10.0.0.2")
        first.vanish()
        await first.done()
        await streaming(house, "10.0.0.1")
        assert len(house.channels.watchers) == 3
        house.channels.close()

    play(story)
