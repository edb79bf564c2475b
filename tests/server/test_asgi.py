"""Between the server and the app: what the app is asked is what was sent, and what it answers is what is told."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import threading
import time
import wsgiref.simple_server
import zlib
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any

import pytest
from flask import Flask, Response, request

from companion.server.asgi import LEFTOVER_BYTES, Application
from companion.server.broadcast import Broadcaster
from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.server.lines import Wired, head

MOST = 64 * 1024
TAKE = b'{"move": "take", "seat": "Chris", "color": "red"}'


class Asked:
    """What the app was asked last."""

    environ: dict[str, Any]
    body: bytes | None = None


@pytest.fixture
def asked(app: Flask) -> Asked:
    """The app with an address that takes a note of whatever it is asked."""
    asked = Asked()

    def echo(rest: str = "") -> str:
        asked.environ, asked.body = dict(request.environ), request.get_data()
        return "heard"

    app.extensions["csrf"].exempt(echo)
    for rule in ("/echo", "/echo/<path:rest>"):
        app.add_url_rule(rule, view_func=echo, methods=["GET", "POST", "PUT"])
    return asked


class House:
    """The shell with connections to it, inside a running loop."""

    def __init__(self, app: Flask) -> None:
        tables: TableService = app.extensions["tables"]
        self.broadcaster = Broadcaster(tables)
        self.shell = Application(app, self.broadcaster)

    def wired(self, **more: Any) -> Wired:
        return Wired(self.shell, **more)

    async def ask(self, raw: bytes) -> Answered:
        wired = self.wired()
        wired.send(raw)
        return Answered(await wired.done(), wired.wire.is_closing())


class Answered:
    """An answer as it came over the wire."""

    def __init__(self, raw: bytes, closed: bool) -> None:
        first, self.body = raw.split(b"\r\n\r\n", 1)
        line, *lines = first.decode("latin-1").split("\r\n")
        self.status, self.closed = int(line.split(" ")[1]), closed
        self.headers = [tuple(one.split(": ", 1)) for one in lines]

    def header(self, name: str) -> str | None:
        found = [value for known, value in self.headers if known == name]
        assert len(found) < 2 or name in ("vary", "set-cookie"), self.headers
        return ", ".join(found) or None

    @property
    def chunks(self) -> bytes:
        """The body that came in chunks; fails where its end did not come."""
        whole, rest = b"", self.body
        while True:
            size, rest = rest.split(b"\r\n", 1)
            if not int(size, 16):
                assert rest == b"\r\n"
                return whole
            whole, rest = whole + rest[: int(size, 16)], rest[int(size, 16) + 2 :]


Play = Callable[[Callable[[House], Awaitable[Any]]], Any]


@pytest.fixture
def play(app: Flask) -> Play:
    """Runs a story on a loop of its own; an exception that nobody heard of is the test's failure."""

    def playing(story: Callable[[House], Awaitable[Any]]) -> Any:
        unheard: list[object] = []

        async def whole() -> Any:
            asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
            return await story(House(app))

        told = asyncio.run(whole())
        assert not unheard
        return told

    return playing


SAME = {
    "plain": head("GET /echo HTTP/1.1\nHost: localhost"),
    "slash-in-a-name": head("GET /echo/a%2Fb/c HTTP/1.1\nHost: localhost"),
    "utf-8": head("GET /echo/%C3%BC%E2%82%AC?x=%C3%BC HTTP/1.1\nHost: localhost"),
    "no-utf-8": head("GET /echo/%FF%C3 HTTP/1.1\nHost: localhost"),
    "signs": head("GET /echo/a+b;c=d,e:f@g&h=%25%20%?a=b&c=d%26+e#top HTTP/1.1\nHost: localhost").replace(b"#top", b""),
    "empty-query": head("GET /echo? HTTP/1.1\nHost: localhost"),
    "older": head("GET /echo HTTP/1.0"),
    "body": head("POST /echo HTTP/1.1\nHost: localhost:80\nContent-Type: a/b; c=d\nContent-Length: 5") + b"12345",
    "put": head("PUT /echo HTTP/1.1\nHost: localhost\nContent-Type: a/b\nContent-Length: 0"),
    "headers": head(
        "GET /echo HTTP/1.1\nHost: localhost\nX-One: 1\nx-one: 2\nCookie: a=b\nAccept:  */* \nIf-Match: \"1\"\n"
        "Authorization: Bearer abc\nX-Forwarded-For: 10.0.0.1\nX-Umlaut: \xfc\nX-Empty:"
    ),
}  # fmt: skip
ALIKE = ("REQUEST_METHOD", "SCRIPT_NAME", "PATH_INFO", "QUERY_STRING", "SERVER_PROTOCOL", "REMOTE_ADDR", "CONTENT_TYPE",
         "CONTENT_LENGTH", "wsgi.url_scheme")  # fmt: skip


def as_usual(app: Flask, raw: bytes) -> None:
    """The app is asked by the standard library's server."""

    class Quiet(wsgiref.simple_server.WSGIRequestHandler):
        def log_message(self, *_: Any) -> None:
            """Nothing."""

    with wsgiref.simple_server.make_server("127.0.0.1", 0, app, handler_class=Quiet) as server:
        serving = threading.Thread(target=server.handle_request)
        serving.start()
        with socket.create_connection(("127.0.0.1", server.server_port)) as line:
            line.sendall(raw)
            line.shutdown(socket.SHUT_WR)
            while line.recv(65536):
                pass
        serving.join(30)


@pytest.mark.parametrize("raw", SAME.values(), ids=SAME)
def test_the_app_is_asked_what_any_server_would_ask(app: Flask, asked: Asked, play: Play, raw: bytes) -> None:
    def noted() -> tuple[dict[str, Any], bytes | None]:
        kept = {name: asked.environ.get(name) for name in ALIKE}
        kept["CONTENT_LENGTH"] = kept["CONTENT_LENGTH"] or None  # an empty one says as little
        if b"Content-Type" not in raw:
            kept["CONTENT_TYPE"] = None  # that server makes one up
        return kept | {name: value for name, value in asked.environ.items() if name.startswith("HTTP_")}, asked.body

    as_usual(app, raw)
    usual = noted()
    asked.body = None
    assert play(lambda house: house.ask(raw)).status == 200
    assert noted() == usual


def test_where_a_phone_is_and_where_it_asks_is_told(play: Play, asked: Asked) -> None:
    async def story(house: House) -> None:
        wired = house.wired(client=("fe80::1", 4711, 0, 0), server=("::", 8077, 0, 0))
        wired.send(SAME["plain"])
        await wired.done()

    play(story)
    names = ("REMOTE_ADDR", "REMOTE_PORT", "SERVER_NAME", "SERVER_PORT")
    assert [asked.environ[name] for name in names] == ["fe80::1", "4711", "::", "8077"]


def test_a_header_given_twice_and_one_that_would_pass_for_another(play: Play, asked: Asked) -> None:
    said = "Cookie: a=b\nCookie: c=d\nAccept: x/y\nAccept: z/z\nX_Forwarded_For: ::1\nContent_Length: 3"
    said += "\nRemote-Addr: x"
    play(lambda house: house.ask(head(f"GET /echo HTTP/1.1\nHost: localhost\n{said}")))
    environ = asked.environ
    assert environ["HTTP_COOKIE"] == "a=b; c=d"
    assert environ["HTTP_ACCEPT"] == "x/y,z/z"
    assert environ["REMOTE_ADDR"] == "127.0.0.1"
    assert not {"HTTP_X_FORWARDED_FOR", "CONTENT_LENGTH", "HTTP_CONTENT_LENGTH"} & environ.keys()


@pytest.mark.parametrize(
    "hosts", ["Host: localhost\nHost: localhost", "Host: localhost\nHost: elsewhere", "Host: elsewhere"]
)
def test_two_hosts_are_no_host_of_ours(play: Play, hosts: str) -> None:
    assert play(lambda house: house.ask(head(f"GET / HTTP/1.1\n{hosts}"))).status == 400


AMBIGUOUS = {
    "length-and-chunks": "POST /echo HTTP/1.1\nHost: localhost\nContent-Length: 5\nTransfer-Encoding: chunked",
    "chunks-and-length": "POST /echo HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\nContent-Length: 5",
    "tunnel": "CONNECT localhost:80 HTTP/1.1\nHost: localhost",
}


@pytest.mark.parametrize("said", AMBIGUOUS.values(), ids=AMBIGUOUS)
def test_what_could_be_read_in_two_ways_is_not_read_at_all(play: Play, asked: Asked, said: str) -> None:
    behind = head("GET /echo HTTP/1.1\nHost: localhost")
    told = play(lambda house: house.ask(head(said) + b"0\r\n\r\n" + behind))
    assert (told.status, told.closed) == (400, True)
    assert b"HTTP/1.1" not in told.body
    assert asked.body is None


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
    assert tables.find(opened.code).version == 2


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


def test_an_answer_without_a_body_says_nothing_more(app: Flask, play: Play, opened: Opened) -> None:
    app.add_url_rule("/none", "none", view_func=lambda: ("", 204))
    app.add_url_rule("/pieces", "pieces", view_func=lambda: Response(iter(["a", "b"])))
    plain = head("GET /static/css/base.css HTTP/1.1\nHost: localhost")
    whole = play(lambda house: house.ask(plain))
    tag = whole.header("etag")
    assert whole.status in (200, 404)
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
    for path, known in ((api, '"0"'), (api, 'W/"0"'), ("/static/css/base.css", tag)):
        raw = head(f"GET {path} HTTP/1.1\nHost: localhost\nIf-None-Match: {known}")
        told = play(partial(House.ask, raw=raw))
        if known is not None:
            assert (told.status, told.body, told.closed) == (304, b"", False), path


def test_two_requests_on_one_connection_are_kept_apart(play: Play, asked: Asked) -> None:
    raw = b"".join(post(f"Content-Length: {n}") + b"x" * n for n in (3, 0, 5))

    async def story(house: House) -> bytes:
        wired = house.wired()
        wired.send(raw)
        return await wired.done()

    assert play(story).count(b"200 OK") == 3
    assert asked.body == b"xxxxx"


class Pieces:
    """A body that waits between its pieces, and takes a note of its end."""

    def __init__(self, *pieces: object) -> None:
        self.pieces, self.closed = pieces, 0

    def view(self) -> Response:
        return Response(self.body(), mimetype="text/plain")

    def body(self) -> Iterator[str]:
        try:
            for piece in self.pieces:
                time.sleep(0)
                if isinstance(piece, Exception):
                    raise piece
                yield str(piece)
        finally:
            self.closed += 1


def test_a_body_in_pieces_is_sent_as_it_comes_and_closed(app: Flask, play: Play) -> None:
    pieces = Pieces("one", "", "two")
    app.add_url_rule("/pieces", "pieces", view_func=pieces.view)
    told = play(lambda house: house.ask(head("GET /pieces HTTP/1.1\nHost: localhost")))
    assert (told.status, told.chunks, told.closed, pieces.closed) == (200, b"onetwo", False, 1)


def test_a_bug_after_the_head_breaks_the_answer_off(app: Flask, play: Play, caplog: pytest.LogCaptureFixture) -> None:
    pieces = Pieces("one", ZeroDivisionError())
    app.add_url_rule("/pieces", "pieces", view_func=pieces.view)
    told = play(lambda house: house.ask(head("GET /pieces HTTP/1.1\nHost: localhost")))
    assert (told.body, told.closed, pieces.closed) == (b"3\r\none\r\n", True, 1)
    assert caplog.text.count("ZeroDivisionError") == 1


def test_a_bug_in_a_body_of_known_length_is_an_error_and_not_half_an_answer(app: Flask, play: Play) -> None:
    pieces = Pieces("one", ZeroDivisionError())
    app.add_url_rule("/pieces", "pieces", view_func=lambda: Response(pieces.body(), headers={"Content-Length": "6"}))
    told = play(lambda house: house.ask(head("GET /pieces HTTP/1.1\nHost: localhost")))
    assert (told.status, pieces.closed) == (500, 1)


def test_a_body_of_known_length_may_wait_and_is_closed(app: Flask, play: Play) -> None:
    pieces = Pieces("one", "two")
    app.add_url_rule("/pieces", "pieces", view_func=lambda: Response(pieces.body(), headers={"Content-Length": "6"}))
    told = play(lambda house: house.ask(head("GET /pieces HTTP/1.1\nHost: localhost")))
    assert (told.status, told.body, pieces.closed) == (200, b"onetwo", 1)


def test_no_more_pieces_are_made_for_who_is_gone(app: Flask, play: Play) -> None:
    made = list[str]()

    def endless() -> Iterator[str]:
        try:
            while len(made) < 1000:
                time.sleep(0)
                made.append("piece")
                yield "piece"
        finally:
            made.append("closed")

    app.add_url_rule("/pieces", "pieces", view_func=lambda: Response(endless()))

    async def story(house: House) -> None:
        wired = house.wired()
        wired.send(head("GET /pieces HTTP/1.1\nHost: localhost"))
        while b"piece" not in wired.wire.written:
            await asyncio.sleep(0)
        wired.vanish()
        await wired.done()

    play(story)
    assert made[-1] == "closed"
    assert len(made) < 20


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


@pytest.mark.parametrize(("takes", "packed"), GZIP.items())
def test_a_stream_is_packed_for_who_can_unpack_it(play: Play, opened: Opened, takes: str, packed: bool) -> None:
    async def story(house: House) -> Answered:
        wired = house.wired()
        said = f"Host: localhost\nAccept-Encoding: {takes}"
        wired.send(head(f"GET /api/tables/{opened.code}/live HTTP/1.1\n{said}"))
        while not any(one.latest and one._waiting is None for one in house.broadcaster.subscribers):
            await asyncio.sleep(0)
        house.broadcaster.close()
        return Answered(await wired.done(), wired.wire.is_closing())

    told = play(story)
    assert told.status == 200
    assert told.header("content-encoding") == ("gzip" if packed else None)
    assert "Accept-Encoding" in (told.header("vary") or "")
    body = told.chunks
    read = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(body) if packed else body
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
            assert len(house.broadcaster.subscribers) == 1
            wired.vanish()
            await wired.done()
            assert len(house.broadcaster.subscribers) == 0
            assert tables.pubsub.count() == 0

    play(story)
