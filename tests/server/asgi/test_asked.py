"""What the app is asked is what was sent, as any server would tell it; what can be read in two ways is not asked."""

from __future__ import annotations

import socket
import threading
import wsgiref.simple_server
from typing import Any

import pytest
from flask import Flask

from tests.server.asgi.conftest import Asked, House, Play
from tests.server.lines import head

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
