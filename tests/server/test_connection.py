"""One connection: what is endless is cut, what is late is let go, and what is doubtful is one request or none."""

from __future__ import annotations

import asyncio
import gc
import socket
import weakref
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from companion.live.channel import Receive, Send
from companion.live.presence import BEAT_SECONDS
from companion.server import connection_limits
from companion.server import run as server
from companion.server.sockets import SILENT_SECONDS, listen
from tests.server.lines import Wired, head

GET = "GET / HTTP/1.1\nHost: localhost"
POST = "POST / HTTP/1.1\nHost: localhost"
KB = 1024


class Server:
    """Answers each request with its body's length, a stream with its head; keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[dict[str, Any], bytes]] = []
        self.left = 0

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        deadline = scope["state"]["deadline"]
        deadline.start()
        if scope["path"] == "/live":
            deadline.stop()
            await send({"type": "http.response.start", "status": 200, "headers": []})
            while (await receive())["type"] != "http.disconnect":
                pass
            self.left += 1
            return
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                self.left += 1
                return
            body += message["body"]
            more = message["more_body"]
        deadline.stop()
        self.asked.append((scope, body))
        told = b"%d" % len(body)
        headers = [(b"content-length", b"%d" % len(told))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": told, "more_body": False})
        deadline.start()

    @property
    def bodies(self) -> list[bytes]:
        return [body for _, body in self.asked]


Story = Callable[[Wired, Server], Coroutine[Any, Any, None]]


def play(story: Story) -> Server:
    async def whole() -> Server:
        serving = Server()
        wired = Wired(serving)
        unheard: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
        await story(wired, serving)
        if not wired.wire.is_closing():
            wired.vanish()
        await wired.done()
        assert not unheard
        assert not wired.state.connections
        return serving

    return asyncio.run(whole())


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All patience is used up at the loop's next turn."""
    for module in (connection_limits, server):  # ours, and uvicorn's own timers
        monkeypatch.setattr(module, "IDLE_SECONDS", 0)


SLOW = {
    "nothing": (b"", b""),
    "a-head": (b"", b"GET / HT"),
    "a-body": (b"", head(f"{POST}\nContent-Length: 10") + b"12345"),
    "chunks": (b"", head(f"{POST}\nTransfer-Encoding: chunked") + b"5\r\n12345\r\n"),
    "a-second-head": (head(GET), b"GET / HT"),
    "a-second-body": (head(GET), head(f"{POST}\nContent-Length: 10") + b"12345"),
}


@pytest.mark.parametrize(("first", "then"), SLOW.values(), ids=SLOW)
def test_who_does_not_come_to_the_end_of_a_request_is_let_go(first: bytes, then: bytes, at_once: None) -> None:
    async def story(wired: Wired, serving: Server) -> None:
        if first:
            wired.send(first)
            await wired.done()
        if then:
            wired.send(then)
        await asyncio.wait_for(wired.wire.closed.wait(), 60)

    play(story)


def test_who_has_asked_is_waited_for_however_long_the_answer_takes(at_once: None) -> None:
    async def story(wired: Wired, serving: Server) -> None:
        wired.send(head(GET.replace("/", "/live", 1)))
        loop = asyncio.get_running_loop()
        later = loop.create_future()
        loop.call_later(0, loop.call_later, 0, later.set_result, None)  # after all that was to happen at once
        await later
        assert not wired.wire.is_closing()

    assert play(story).left == 1


STREAM = head("GET /live HTTP/1.1\nHost: localhost")


def test_a_silent_phone_is_found_out_before_the_next_heartbeat() -> None:
    assert SILENT_SECONDS < BEAT_SECONDS
    with listen("127.0.0.1", 0) as sock:
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == SILENT_SECONDS * 1000


ENDLESS = {
    "first-head": (b"", b"X-More: 1234567\r\n", b"GET / HTTP/1.1\r\n"),
    "one-header": (b"", b"x" * KB, b"GET / HTTP/1.1\r\nX: "),
    "url": (b"", b"x" * KB, b"GET /"),
    "second-head": (head(GET), b"x" * KB, b"GET / HTTP/1.1\r\nX: "),
    "behind-a-stream": (STREAM, b"x" * KB, b"GET / HTTP/1.1\r\nX: "),
    "trailer": (b"", b"x" * KB, head(f"{POST}\nTransfer-Encoding: chunked") + b"1\r\na\r\n0\r\nX: "),
    "chunk-extension": (b"", b"x" * KB, head(f"{POST}\nTransfer-Encoding: chunked") + b"1;x="),
}


@pytest.mark.parametrize(("first", "more", "begin"), ENDLESS.values(), ids=ENDLESS)
def test_a_head_without_end_is_cut(first: bytes, more: bytes, begin: bytes) -> None:
    async def story(wired: Wired, serving: Server) -> None:
        if first:
            wired.send(first)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        wired.send(begin)
        sent = 0
        while not wired.wire.is_closing():
            if not wired.wire.reading:  # until the stream has ended
                break
            wired.send(more)
            sent += len(more)
            await asyncio.sleep(0)
            assert sent < 80 * KB
        assert sent > 60 * KB or not wired.wire.reading

    play(story)


def test_a_long_body_is_no_head_and_counts_against_none() -> None:
    async def story(wired: Wired, serving: Server) -> None:
        wired.send(head(f"{POST}\nContent-Length: {200 * KB}"))
        for _ in range(200):
            wired.send(b"x" * KB)
            await asyncio.sleep(0)
        await wired.done()
        for part in (b"GET / HT", b"TP/1.1\r\nHo", b"st: localhost\r\n\r\n"):
            wired.send(part)
        await wired.done()
        wired.send(head(f"{POST}\nTransfer-Encoding: chunked"))
        for _ in range(200):
            wired.send(b"400\r\n" + b"x" * KB + b"\r\n")
            await asyncio.sleep(0)
        wired.send(b"0\r\n\r\n")
        await wired.done()

    assert [len(body) for body in play(story).bodies] == [200 * KB, 0, 200 * KB]


def test_a_phone_that_goes_is_known_to_be_gone_also_where_it_had_asked_for_more_behind_its_stream() -> None:
    async def story(wired: Wired, serving: Server) -> None:
        wired.send(STREAM)
        await asyncio.sleep(0)
        wired.send(head(GET) + head(GET))
        await asyncio.sleep(0)
        wired.vanish()

    serving = play(story)
    assert serving.left == 1
    assert serving.asked == []


def test_requests_sent_together_are_answered_one_by_one_and_in_order() -> None:
    async def story(wired: Wired, serving: Server) -> None:
        requests = [head(f"{POST}\nContent-Length: {length}") + b"x" * length for length in range(5)]
        wired.send(b"".join(requests))
        answers = (await wired.done()).split(b"HTTP/1.1 200 OK")
        assert [answer.rpartition(b"\r\n")[2] for answer in answers[1:]] == [b"0", b"1", b"2", b"3", b"4"]
        assert not wired.wire.is_closing()

    assert len(play(story).asked) == 5


def test_nothing_is_answered_behind_a_request_that_closes() -> None:
    async def story(wired: Wired, serving: Server) -> None:
        wired.send(head(f"{GET}\nConnection: close") + head(GET))
        assert (await wired.done()).count(b"HTTP/1.1") == 1
        assert wired.wire.is_closing()

    assert len(play(story).asked) == 1


DOUBTFUL = {
    "two-lengths": (f"{POST}\nContent-Length: 5\nContent-Length: 6", b"12345"),
    "signed": (f"{POST}\nContent-Length: +5", b"12345"),
    "hex": (f"{POST}\nContent-Length: 0x5", b"12345"),
    "empty": (f"{POST}\nContent-Length: ", b"12345"),
    "not-chunked-last": (f"{POST}\nTransfer-Encoding: chunked, gzip", b"0\r\n\r\n"),
    "like-chunked": (f"{POST}\nTransfer-Encoding: xchunked", b"0\r\n\r\n"),
    "space-before-colon": (f"{POST}\nTransfer-Encoding : chunked", b"0\r\n\r\n"),
    "folded-first": ("GET / HTTP/1.1\n Host: localhost", b""),
    "no-name": (f"{GET}\n: value", b""),
    "null": (f"{GET}\nX-One: a\x00b", b""),
    "bare-return": (f"{GET}\nX-One: a\rb: c", b""),
    "bare-newline-in-chunk": (f"{POST}\nTransfer-Encoding: chunked", b"5\n12345\r\n0\r\n\r\n"),
}


@pytest.mark.parametrize(("said", "body"), DOUBTFUL.values(), ids=DOUBTFUL)
def test_what_could_be_read_in_two_ways_is_not_read_at_all(said: str, body: bytes) -> None:
    async def story(wired: Wired, serving: Server) -> None:
        wired.send(head(said) + body + head("GET /behind HTTP/1.1\nHost: localhost"))
        answer = await wired.done()
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert answer.count(b"HTTP/1.1") == 1
        assert wired.wire.is_closing()

    assert play(story).bodies in ([], [b"12345"])  # a chunk that was good had been taken in already


# What RFC 9112 lets a server take for one request, read as it says (5.2, 6.3, 7.1.1).
TOLERATED = {
    "the-same-length-twice": (f"{POST}\nContent-Length: 5\nContent-Length: 5", b"12345"),
    "list-of-lengths": (f"{POST}\nContent-Length: 5, 5", b"12345"),
    "folded": (f"{POST}\nContent-Length: 5\nX-One: 1\n two", b"12345"),
    "space-behind-a-size": (f"{POST}\nTransfer-Encoding: chunked", b"5 \r\n12345\r\n0\r\n\r\n"),
}


@pytest.mark.parametrize(("said", "body"), TOLERATED.values(), ids=TOLERATED)
def test_what_can_be_read_in_one_way_is_read_so(said: str, body: bytes) -> None:
    async def story(wired: Wired, serving: Server) -> None:
        wired.send(head(said) + body + head(GET))
        assert (await wired.done()).count(b"HTTP/1.1 200") == 2

    assert play(story).bodies == [b"12345", b""]


def test_what_comes_behind_a_body_is_no_part_of_the_head() -> None:
    async def story(wired: Wired, serving: Server) -> None:
        whole = head(f"{POST}\nTransfer-Encoding: chunked")
        wired.send(whole + b"5\r\n12345\r\n0\r\nAuthorization: Bearer stolen\r\nHost: elsewhere\r\n\r\n")
        await wired.done()
        wired.send(head(GET))
        await wired.done()

    (first, body), (second, _) = play(story).asked
    assert body == b"12345"
    assert first["headers"] == [(b"host", b"localhost"), (b"transfer-encoding", b"chunked")]
    assert second["headers"] == [(b"host", b"localhost")]


def test_a_wish_for_another_protocol_is_passed_over() -> None:
    async def story(wired: Wired, serving: Server) -> None:
        wired.send(head(f"{GET}\nConnection: Upgrade\nUpgrade: websocket"))
        assert (await wired.done()).startswith(b"HTTP/1.1 200 ")

    assert play(story).bodies == [b""]


def test_who_waits_to_be_told_to_go_on_is_told_so_once() -> None:
    async def story(wired: Wired, serving: Server) -> None:
        wired.send(head(f"{POST}\nContent-Length: 5\nExpect: 100-continue"))
        await asyncio.sleep(0)
        assert wired.wire.written == b"HTTP/1.1 100 Continue\r\n\r\n"
        wired.send(b"12345")
        assert (await wired.done()).count(b"HTTP/1.1") == 2

    assert play(story).bodies == [b"12345"]


def test_the_older_protocol_is_answered_and_closed() -> None:
    async def story(wired: Wired, serving: Server) -> None:
        wired.send(b"GET / HTTP/1.0\r\n\r\n")
        answer = await wired.done()
        assert b"\r\nconnection: close\r\n" in answer.lower()
        assert b"transfer-encoding" not in answer
        assert wired.wire.is_closing()

    play(story)


def test_stopping_waits_for_nobody_who_takes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PATIENCE_SECONDS", 0)

    async def story(wired: Wired, serving: Server) -> None:
        wired.send(STREAM)
        await asyncio.sleep(0)
        wired.line.shutdown()
        await asyncio.wait_for(wired.wire.closed.wait(), 60)

    assert play(story).left == 1


def test_nothing_is_kept_of_connections_that_are_over(at_once: None) -> None:
    async def story(wired: Wired, serving: Server) -> None:
        lines = []
        for number in range(200):
            other = Wired(serving)
            other.send([head(GET), STREAM, b"GET", head(f"{POST}\nContent-Length: 9") + b"1"][number % 4])
            await asyncio.sleep(0)
            other.vanish()
            await other.done()
            lines.append(weakref.ref(other.line))
            del other
        serving.asked.clear()
        await asyncio.sleep(0.01)  # uvicorn's own timers end
        gc.collect()
        assert not [line for line in lines if line() is not None]

    play(story)
