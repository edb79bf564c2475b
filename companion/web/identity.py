"""Who is asking: a phone's keys lie in a signed cookie, a program's key in a header."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from flask import Flask, Request, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature

from companion.tables.codes import normal_code
from companion.tables.service import Tables
from companion.tables.values import Actor

REMEMBERED = 20
_KEYS = "tables"
_FORMER = "former"
_DEVICES = (
    (r"iPhone|iPod", "iPhone"),
    (r"iPad", "iPad"),
    (r"Android.*Mobile", "Android phone"),
    (r"Android", "Android tablet"),
    (r"CrOS", "Chromebook"),
    (r"Windows", "Windows computer"),
    (r"Macintosh|Mac OS", "Mac"),
    (r"Linux|X11", "Linux computer"),
)
UNKNOWN_DEVICE = "another device"


class Sessions(SecureCookieSessionInterface):
    """Signed cookies that do not age by this machine's clock.

    A Raspberry Pi has none: after a power cut it wakes up in the past, where the
    signatures of an hour ago come from the future, and every phone would lose its seat.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """What the cookie holds, whatever time its signature tells; empty where the signature is not ours."""
        value = request.cookies.get(self.get_cookie_name(app), "")
        signer = self.get_signing_serializer(app) if value else None
        try:
            return self.session_class(signer.loads(value) if signer else {})
        except BadSignature:
            return self.session_class()


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a table: with an actor they may enter something, without one they only look."""

    actor: Actor | None = None

    @property
    def seat(self) -> str | None:
        """The seat that this phone plays."""
        return self.actor.seat if self.actor else None

    @property
    def host(self) -> bool:
        """Whether it opened the table."""
        return self.actor is not None and self.actor.host

    @property
    def scorekeeper(self) -> bool:
        """Whether the host has given it the right to enter for everybody."""
        return self.actor is not None and self.actor.scorekeeper

    @property
    def keeper(self) -> bool:
        """Whether it enters for everybody, as host or as scorekeeper."""
        return self.actor is not None and self.actor.keeper


def tables() -> Tables:
    """The tables of the application at hand."""
    found: Tables = current_app.extensions["tables"]
    return found


def look_at(code: str, key: str | None) -> None:
    """See what other processes have written at a table that this key may open: once a request.

    So a phone finds its own taps wherever its next request is answered.
    """
    looked: set[tuple[str, str | None]] = g.setdefault("looked", set())
    if (code, key) not in looked and not g.get("told", False):
        looked.add((code, key))
        tables().look(code, key, tap=g.get("tap", False))


def is_tap() -> None:
    """This request enters a move, which is held against the ledger then: no need to look at that before."""
    g.tap = True


def is_told() -> None:
    """This is no request of a phone's: a table is shown as it was just told."""
    g.told = True


def who(code: str) -> Viewer:
    """Who this phone is at that table, by its cookie. Asked once a request, remembered for its length."""
    code = normal_code(code) or ""
    known: dict[str, Viewer] = g.setdefault("viewers", {})
    if code not in known:
        key = key_of(code)
        look_at(code, key)
        known[code] = Viewer(tables().actor(code, key, label=device_label()) if key else None)
    return known[code]


def remember(code: str, key: str) -> None:
    """Keep a table's key on this phone, in place of an older one for it. The last 20 tables are kept."""
    code = normal_code(code) or code
    note_key(code)
    others = [[at, kept] for at, kept in _kept() if at != code]
    session[_KEYS] = [[code, key], *others][:REMEMBERED]
    session.permanent = True
    g.get("viewers", {}).pop(code, None)


def note_key(code: str) -> None:
    """Keep in mind that this phone holds the key that it shows at a table, whatever becomes of the key."""
    actor = who(code).actor
    if actor is not None:
        held = (actor.code, actor.key_id)
        session[_FORMER] = [list(one) for one in (held, *(one for one in _former() if one != held))][:REMEMBERED]


def key_of(code: str) -> str | None:
    """The key that this phone keeps for a table, still good or not."""
    code = normal_code(code) or ""
    return next((kept for at, kept in _kept() if at == code), None)


def former_keys(code: str) -> frozenset[int]:
    """The ids of the keys that this phone has given up for another at a table, or has proposed an amend with."""
    code = normal_code(code) or code
    return frozenset(held for at, held in _former() if at == code)


def tables_of_device() -> tuple[str, ...]:
    """The codes of the tables whose keys this phone keeps, the latest first."""
    return tuple(code for code, _ in _kept())


def _kept() -> Iterator[tuple[str, str]]:
    # The cookie is signed, but an older version of this program may have written it.
    kept = session.get(_KEYS)
    for pair in kept if isinstance(kept, list) else ():
        match pair:
            case [str(code), str(key)]:
                yield code, key


def _former() -> Iterator[tuple[str, int]]:
    kept = session.get(_FORMER)
    for pair in kept if isinstance(kept, list) else ():
        match pair:
            case [str(code), int(held)]:
                yield code, held


def bearer() -> str | None:
    """The key in the header `Authorization: Bearer KEY`, which is how a program shows it."""
    given = request.authorization
    return given.token or None if given and given.type == "bearer" else None


def device_label(agent: str | None = None) -> str:
    """What the ledger calls this phone, from its User-Agent: "iPhone", "Windows computer"."""
    agent = request.headers.get("User-Agent", "") if agent is None else agent
    return next((name for pattern, name in _DEVICES if re.search(pattern, agent)), UNKNOWN_DEVICE)
