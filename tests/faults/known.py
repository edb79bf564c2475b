"""A table and a circle as they stand at a server: codes, keys, cookies, and the forms of their pages.

Who mutates requests begins with these, for what is all wrong is refused at the door.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import URLSafeTimedSerializer

from companion.tables.answers import Opened
from tests.faults.earlier import circle_at, opened_in, with_refused
from tests.faults.fault import need
from tests.faults.forms import Form, found_on
from tests.faults.players import patiently
from tests.many.house import Place
from tests.refused_entries import CASES

CORPUS = Path(__file__).parents[1] / "corpus"
OH_HELL = Path(__file__).parents[1] / "games" / "oh_hell" / "worked_game.jsonl"
RAW_TOKEN = "a-token-of-these-phones"
ENDS = ("/delete", "/end", "/end-one", "/leave", "/forget", "/recover", "/release", "/sit", "/phone")
SPARED = 0.9  # of the forms that would leave nothing to play with
UNREAD = re.compile(r"live|static|metrics|openapi|json|two$")
SLUGS = ("sluff-off", "ui77", "popcorn", "fluff", "oh-hell")
REFUSED = 10  # every so many tables is one with an entry that would be refused today


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of one table and one circle. `keys` and `cookies` are the host's first; `transcript` is a game."""

    code: str
    circle: str
    keys: tuple[str, ...]
    cookies: tuple[str, ...]
    token: str
    transcript: bytes
    forms: tuple[Form, ...] = ()
    links: tuple[str, ...] = ()

    def part(self, rule: str, part: str, number: str) -> str:
        """One part of a rule's address, all of it right; `number` stands for a person, an entry, an evening."""
        if "<" not in part:
            return part
        if "code" in part:
            return self.circle if rule.startswith("/c/") else self.code
        if "key" in part:
            return self.keys[0]
        return number + part.partition(">")[2]


def keys_of(opened: Opened) -> tuple[str, list[str]]:
    """A table's code and its keys, the host's first."""
    return opened.code, [opened.host_key, *opened.seat_keys.values()]


class Phones:
    """Opens tables at a server whose cookies it can sign, and looks at all their pages."""

    def __init__(self, place: Place, app: Flask, chance: Random) -> None:
        self._place, self._chance = place, chance
        self._pages = sorted(rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()))
        games = sorted(path for path in CORPUS.glob("*/*.jsonl") if ".ledger" not in path.name)
        self._games = [*(path.read_bytes() for path in games), OH_HELL.read_bytes()]
        self._url = app.extensions["settings"].database_url
        self.refused = self.met = 0
        self._name = app.config["SESSION_COOKIE_NAME"]
        signer = SecureCookieSessionInterface().get_signing_serializer(app)
        need(signer is not None, "there is no key to sign with")
        self._sign: Callable[[object], Any] = signer.dumps  # type: ignore[union-attr]
        self._token = str(URLSafeTimedSerializer(str(app.secret_key), salt="wtf-csrf-token").dumps(RAW_TOKEN))
        self._circle: tuple[str, str] | None = None

    def meet(self) -> Known:
        """A table of any game, at any point of it, of a circle that is kept while it is there; and all their pages."""
        self._circle = circle, hers = circle_at(self._url, self._circle)
        transcript = self._chance.choice(self._games)
        self.met += 1
        code, keys = self._with_refused() if self.met % REFUSED == 1 else self._table(transcript.splitlines())
        cookies = tuple(self._cookie([[code, one]], [[circle, hers]]) for one in keys)
        return self._looked(Known(code, circle, (*keys, hers), cookies, self._token, transcript))

    def _table(self, lines: Sequence[bytes]) -> tuple[str, list[str]]:
        header, *moves = map(json.loads, lines)
        header.pop("rules", None)
        return self._opened(header, moves[: self._chance.randrange(len(moves) + 1)])

    def _with_refused(self) -> tuple[str, list[str]]:
        """A table with an entry that today's rules would refuse."""
        case = self._chance.choice(list(CASES.values()))
        assert self._circle is not None
        opened = with_refused(self._url, self._circle[0], case)
        self.refused += 1
        return keys_of(opened)

    def _opened(self, header: dict[str, Any], moves: Sequence[object]) -> tuple[str, list[str]]:
        assert self._circle is not None
        opened = opened_in(self._url, self._circle[0], header)
        for move in moves:
            self._ask("POST", f"/api/tables/{opened.code}/moves", move, key=opened.host_key)
        return keys_of(opened)

    def _looked(self, known: Known) -> Known:
        """With the forms and links of all pages that its host may see."""
        forms, links = list[Form](), set[str]()
        with contextlib.closing(self._place.connect()) as line:
            for address in self._addresses(known):
                line.request("GET", address, headers={"Cookie": known.cookies[0]})
                answer = line.getresponse()
                page = answer.read().decode(errors="replace")
                need(answer.status < 500, address, answer.status)
                if answer.headers.get_content_type() == "text/html":
                    here, there = found_on(page)
                    forms += [replace(one, action=one.action or address) for one in here]
                    links |= set(there)
        kept = [one for one in forms if not one.action.endswith(ENDS) or self._chance.random() > SPARED]
        return replace(known, forms=tuple(dict.fromkeys(kept)), links=tuple(sorted(links)))

    def _addresses(self, known: Known) -> Iterator[str]:
        for rule in self._pages:
            if not UNREAD.search(rule):
                number = self._chance.choice(SLUGS) if "slug" in rule else "1"
                yield "/".join(known.part(rule, part, number) for part in rule.split("/"))

    def _cookie(self, tables: list[list[str]], circles: list[list[str]]) -> str:
        session = {"csrf_token": RAW_TOKEN, "tables": tables, "circles": circles, "_permanent": True}
        return f"{self._name}={self._sign(session)}"

    def _ask(self, method: str, path: str, body: object = None, key: str = "") -> tuple[int, dict[str, Any]]:
        asked: tuple[int, dict[str, Any]] = patiently(lambda: self._place.ask(method, path, body, key=key))
        return asked
