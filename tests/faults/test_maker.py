"""What mutated requests are made of: the same of the same chance, and every kind among a few thousand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random

import pytest

from tests.faults import extremes
from tests.faults.forms import Form
from tests.faults.known import Known
from tests.faults.maker import Maker
from tests.many.house import HEADER

GAME = f'{json.dumps(HEADER)}\n{{"move": "take", "seat": "Chris", "color": "red"}}\n'.encode()
MOVES = Form("POST", "/t/K7QF2M9X/moves", (("csrf_token", "x"), ("version", "0"), ("move", '{"move": "undo"}')))
FILE = Form("POST", "/open/file", (("csrf_token", "x"), ("text", ""), ("request", "a")))
KNOWN = Known("K7QF2M9X", "PLDD9UG7", ("key",), ("companion=x",), "x", GAME, (MOVES, FILE))
RULES = [("GET", "/"), ("POST", "/api/tables"), ("POST", "/api/tables/<code>/moves"), ("GET", "/t/<code>")]
MANY = 3_000


def made(seed: int, many: int = MANY) -> list[bytes]:
    maker = Maker(RULES, KNOWN, Random(seed))
    return [maker.request() for _ in range(many)]


def test_of_the_same_chance_come_the_same_requests() -> None:
    assert made(1, 300) == made(1, 300) != made(2, 300)


def head(request: bytes) -> list[bytes]:
    return request.partition(b"\r\n\r\n")[0].split(b"\r\n")


def names(request: bytes) -> list[bytes]:
    return [line.partition(b":")[0].lower() for line in head(request)[1:]]


def deep(request: bytes) -> bool:
    return re.search(rb"(\[|\{\"a\":){500}|(%5B|%7B%22a%22%3A){500}", request) is not None


def repeats(request: bytes) -> bool:
    return len(set(names(request))) < len(names(request))


KINDS: dict[str, Callable[[bytes], object]] = {
    "nested deeply": deep,
    "half a character as a key": re.compile(rb'(?:"|%22)(?:\\|%5C)u(?:d800|dfff)(?:"|%22)(?::|%3A)').search,
    "half a character as a value": re.compile(rb'(?::|%3A)(?: |\+)?(?:"|%22)(?:\\|%5C)u(?:d800|dfff)').search,
    "a header more than once": repeats,
    "a header of 50,000 characters": lambda request: max(map(len, head(request))) > 50_000,
    "a name of many words": re.compile(rb"User-Agent: a.{10000}").match,
    "chunks": lambda request: b"transfer-encoding" in names(request) and request.endswith(b"0\r\n\r\n"),
    "an address for a proxy": lambda request: b" http://127.0.0.1/" in head(request)[0],
    "more lines than a ledger takes": lambda request: request.count(b"\n") > 10_001,
}


def test_every_kind_is_among_them() -> None:
    requests = made(7)
    agents = [line for request in requests for line in head(request) if line.startswith(b"User-Agent")]
    found = {kind: any(map(is_one, [*requests, *agents])) for kind, is_one in KINDS.items()}
    assert found == dict.fromkeys(KINDS, True)


def test_most_are_as_a_phone_sends_them() -> None:
    usual = [one for one in made(7) if not repeats(one) and b"content-length" in names(one) and len(one) < 20_000]
    assert len(usual) > MANY * 0.8
    for request in usual:
        length = next(line for line in head(request) if line.startswith(b"Content-Length: "))
        assert int(length.partition(b" ")[2]) == len(request.partition(b"\r\n\r\n")[2])


@pytest.mark.parametrize("body", [b"", b"x", b"a body" * 1_000, bytes(100_000)])
def test_chunks_hold_the_body(body: bytes) -> None:
    sent, found = extremes.chunked(body, Random(1)), b""
    while (size := int(sent.partition(b"\r\n")[0], 16)) > 0:
        sent = sent.partition(b"\r\n")[2]
        found, sent = found + sent[:size], sent[size + 2 :]
    assert (found, sent) == (body, b"0\r\n\r\n")
