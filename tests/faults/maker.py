"""Makes requests by chance: an address, a method, a form, and what may go with them, most of it as it should be."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from tests.attacks import names
from tests.faults import extremes
from tests.faults.extremes import HALF, NESTED, written
from tests.faults.known import SLUGS, Known
from tests.many.house import HEADER, SEATS

METHODS = ("GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
ATTACKS = names()
FORM, LINES = "application/x-www-form-urlencoded", "application/x-ndjson"
TYPES = ("application/json", FORM, "text/plain", "multipart/form-data; boundary=x", LINES)
WORDS = (
    "move", "take", "undo", "seat", "color", "red", "version", "code", "amend", "propose", "hold", "settle", "kind",
    "name", "request", "text", "q", "rule-rounds", "person", "other", "recovery", "without", "preset", "from", "to",
)  # fmt: skip
BODIES: tuple[dict[str, Any], ...] = (
    dict(HEADER), {"move": "take", "seat": "Chris", "color": "red"}, {"move": "undo"}, {"name": "Thursdays"},
    {"name": "Ann", "color": 3}, {"other": 2}, {"recovery": "AAAA-BBBB"}, {"seat": "Mary"},
    {"name": "Short", "game": "sluff-off", "options": {"rounds": 3}},
)  # fmt: skip
FILLED, FOLLOWED = 0.35, 0.1
UNUSUAL, MANY_LINES = 0.03, 0.1
Pairs = list[tuple[str, str]]


class Maker:
    """Makes requests to the addresses of these methods and rules; `known` is what some of them are right about."""

    def __init__(self, rules: Sequence[tuple[str, str]], known: Known, chance: Random) -> None:
        self._rules, self._known, self._chance = rules, known, chance
        self._own = {rule: [method for method, one in rules if one == rule] for _, rule in rules}

    def request(self) -> bytes:
        """The bytes of one."""
        kind = self._chance.random()
        if kind < FILLED and self._known.forms:
            return self._filled()
        if kind < FILLED + FOLLOWED and self._known.links:
            return self._put("GET", self._bent(self._chance.choice(self._known.links)), b"", self._headers())
        return self._at_a_rule()

    def _at_a_rule(self) -> bytes:
        chance = self._chance
        rule = chance.choice(list(self._own))
        own = self._own[rule]
        method = chance.choice(own) if chance.random() < 0.8 else chance.choice(METHODS)
        headers, body = self._headers(), self._body()
        if chance.random() < 0.5:
            headers |= {"Cookie": chance.choice(self._known.cookies), "X-CSRFToken": self._known.token}
        if body == self._known.transcript or chance.random() < 0.05:
            headers["Content-Type"] = LINES
        if own == ["POST"] and rule.endswith("/tables") and chance.random() < MANY_LINES:
            headers["Content-Type"], body = LINES, self._file()
        return self._put(method, self._bent(self._address(rule)), body, headers)

    def _filled(self) -> bytes:
        """A form as a phone sends it, with some of it changed."""
        chance, form = self._chance, self._chance.choice(self._known.forms)
        fields = self._changed([(name, value) for name, value in form.fields])
        headers = self._headers() | {"Cookie": chance.choice(self._known.cookies)}
        if form.method == "GET":
            path = f"{form.action}{'&' if '?' in form.action else '?'}{_encoded(fields)}"
            return self._put("GET", path, b"", headers)
        if any(name in ("text", "transcript") for name, _ in fields) or chance.random() < 0.05:
            headers["Content-Type"] = "multipart/form-data; boundary=x"
            return self._put("POST", form.action, self._parts(fields), headers)
        headers["Content-Type"] = FORM
        return self._put("POST", form.action, _encoded(fields).encode(), headers)

    def _changed(self, fields: Pairs) -> Pairs:
        chance = self._chance
        for _ in range(chance.choice((0, 0, 1, 1, 2, 4))):
            at = chance.randrange(len(fields) + 1)
            name = fields[at][0] if at < len(fields) else self._word()
            told = fields[at][1] if at < len(fields) else ""
            value = chance.choice(
                (str(self._value(2)), self._word(), self._json(self._value(0)), self._json_like(told))
            )
            if name == "csrf_token" and chance.random() < 0.9:
                continue
            change = chance.random()
            if change < 0.7:
                fields[at : at + 1] = [(name, value)]
            elif change < 0.85:
                fields[at:at] = [(name, value)]
            else:
                del fields[at : at + 1]
        return fields

    def _parts(self, fields: Pairs) -> bytes:
        """Fields as a phone sends them beside a file; the file is a game, or what has become of it."""
        found = b""
        for name, value in fields:
            named = quote(name, safe=" ")
            is_file = name == "transcript" or self._chance.random() < 0.05
            content = self._noisy(self._file()) if is_file else value.encode(errors="replace")
            file = '; filename="game.jsonl"' if is_file else ""
            found += f'--x\r\nContent-Disposition: form-data; name="{named}"{file}\r\n\r\n'.encode() + content + b"\r\n"
        return found + b"--x--\r\n"

    def _put(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> bytes:
        path = path if path.isascii() and " " not in path else quote(path, safe="/%?&=+,;:@")
        chance, told = self._chance, [("Host", "127.0.0.1"), *headers.items()]
        if chance.random() < UNUSUAL:
            path = extremes.absolute(path, chance)
        if chance.random() < UNUSUAL:
            told = extremes.repeated(told, chance)
        if chance.random() < UNUSUAL:
            name, value = extremes.long_header(chance)
            told = [*(one for one in told if one[0] != name), (name, value)]
        if chance.random() < UNUSUAL:
            told, body = [*told, ("Transfer-Encoding", "chunked")], extremes.chunked(body, chance)
        else:
            told = [*told, ("Content-Length", str(len(body)))]
        head = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in told)]
        return "\r\n".join([*head, "", ""]).encode("latin-1", "replace") + body

    def _headers(self) -> dict[str, str]:
        """Each as likely there as not; from so many addresses that none has guessed too often."""
        odd, chance = quote(self._word()), self._chance
        keys = [*self._known.keys, odd]
        made = {
            "Authorization": [f"Bearer {key}" for key in keys],
            "Content-Type": [*TYPES, odd],
            "If-Match": ['"0"', '"1"', "*", odd, '"99999999999999999999"'],
            "Idempotency-Key": [odd[:200], "a", "x" * 300],
            "Accept-Language": ["de", "en", "fr", "nl", odd, "x" * 2000],
            "Cookie": [f"session={odd}", f"companion={odd}", *self._known.cookies],
            "Accept": ["text/html", "application/json", "text/event-stream", odd],
            "Accept-Encoding": ["gzip", odd],
            "HX-Request": ["true"],
            "Range": ["bytes=0-0", f"bytes={odd}"],
            "If-None-Match": ['"x"', odd],
        }
        told = {name: chance.choice(values) for name, values in made.items() if chance.random() < 0.3}
        return {"X-Forwarded-For": f"10.{chance.randrange(256)}.{chance.randrange(256)}.7", **told}

    def _word(self) -> str:
        return self._chance.choice(WORDS if self._chance.random() < 0.4 else (*SEATS, *ATTACKS))

    def _address(self, rule: str) -> str:
        return "/".join(self._given(rule, part) for part in rule.split("/"))

    def _given(self, rule: str, part: str) -> str:
        chance = self._chance
        if "<" in part and chance.random() < 0.15:
            return quote(self._word(), safe="")
        if "slug" in part:
            return chance.choice(SLUGS)
        return self._known.part(rule, part, chance.choice(("0", "1", "1", "2", "3", "-1", "9" * 20, "app.css")))

    def _bent(self, path: str) -> str:
        chance = self._chance
        for _ in range(chance.choice((0, 0, 1, 3))):
            path += f"{'&' if '?' in path else '?'}{quote(self._word())}={quote(str(self._value(2)))[:500]}"
        if chance.random() < 0.05:
            place = chance.randrange(1, len(path) + 1)
            path = path[:place] + chance.choice(("%00", "%", "//", "%ff", "..", ";", "%2e%2e/")) + path[place:]
        return path

    def _body(self) -> bytes:
        chance, kind = self._chance, self._chance.random()
        if kind < 0.15:
            return b""
        if kind < 0.35:
            return _encoded([(self._word(), str(self._value(1))) for _ in range(4)]).encode()
        if kind < 0.45:
            return self._known.transcript
        said = chance.choice((*BODIES, self._value(0)))
        if isinstance(said, dict) and chance.random() < 0.6:
            said = {**said, chance.choice([*said, self._word()]): self._value(1)}
        return self._noisy(self._json(said).encode())

    def _json(self, value: Any) -> str:
        return written(value, self._chance)

    def _json_like(self, told: str) -> str:
        """What a field holds as JSON, with one thing in it changed; where it holds none, any value."""
        try:
            value = None if extremes.NESTS.search(told) else json.loads(told)
        except ValueError:
            value = None
        inside = value[0] if isinstance(value, list) and value else value
        if isinstance(inside, dict):
            inside[self._chance.choice([*inside, self._word(), HALF])] = self._chance.choice(
                (NESTED, HALF, self._value(1))
            )
        return self._json(self._value(0) if value is None else value)

    def _file(self) -> bytes:
        """A game; or its header and very many short lines, or a header with what no header has."""
        game, chance = self._known.transcript, self._chance.random()
        header, _, moves = game.partition(b"\n")
        if chance < MANY_LINES:
            return extremes.many_lines(header, self._chance)
        if chance < 3 * MANY_LINES:
            return self._json_like(header.decode()).encode() + b"\n" + moves
        return game

    def _noisy(self, plain: bytes) -> bytes:
        body = bytearray(plain)
        for _ in range(self._chance.choice((0, 0, 0, 1, 4))):
            body[self._chance.randrange(len(body))] = self._chance.randrange(256)
        return bytes(body)

    def _value(self, depth: int) -> Any:
        chance = self._chance
        plain = (self._word(), chance.randint(-5, 12), 10**30, None, True, 1.5, "", "x" * 3000, NESTED, HALF)
        if depth > 3 or chance.random() < 0.6:
            return chance.choice(plain)
        if chance.random() < 0.5:
            return [self._value(depth + 1) for _ in range(chance.randint(0, 4))]
        named = [HALF if chance.random() < 0.05 else self._word() for _ in range(chance.randint(0, 4))]
        return {name: self._value(depth + 1) for name in named}


def _encoded(fields: Pairs) -> str:
    return urlencode(fields, errors="replace")
