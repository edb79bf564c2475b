"""Who is asking, and the table as they may know it: the first step of every request for one.

A phone's keys lie in a signed cookie, a program's key in a header.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from flask import Flask, Request, current_app, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature

from companion.games.text import Text
from companion.service import membership
from companion.service.service import TableService
from companion.tables.errors import NoSuchTable, TableError, TableGone
from companion.tables.keys_and_codes import normal_code
from companion.tables.snapshot import Actor, Snapshot
from companion.tables.visibility import secretive, seen_by
from companion.web.errors import stop
from companion.web.limits import guessed_wrong, limit_guesses
from companion.web.refusals_log import concerns

Held = TypeVar("Held", str, int)
COOKIE = "companion"
FORMER = 20
_FORMER = "former"
_ONCE = "recovery"
_FIRST_GAME = "first-game"
_LONGEST_AGENT = 512
"""Characters of a User-Agent that are looked at: a browser names the device in the first hundred."""
_DEVICES = (
    (r"iPhone|iPod", "iPhone"),
    (r"iPad", "iPad"),
    (r"Android.*Mobile", Text("Android phone").message),
    (r"Android", Text("Android tablet").message),
    (r"CrOS", "Chromebook"),
    (r"Windows", Text("Windows computer").message),
    (r"Macintosh|Mac OS", "Mac"),
    (r"Linux|X11", Text("Linux computer").message),
)
UNKNOWN_DEVICE = Text("another device").message
LOOKING_ON = Text("This phone is only watching. Scan the table\u2019s code to take a seat.")
NO_SUCH_KEY = Text("This link opens no seat. The seat may have moved to another phone; ask the host for a new link.")


class Sessions(SecureCookieSessionInterface):
    """Signed cookies that do not age by this machine's clock.

    A Raspberry Pi has no clock of its own: after a power cut its time may be in the past, signatures of an hour ago
    would seem to come from the future, and every phone would lose its seat.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """The cookie's content, whatever the time of its signature; empty where the signature is not ours.

        A phone that has none by today's name may have one by that of an earlier version, and keeps its seats.
        """
        value = request.cookies.get(self.get_cookie_name(app)) or request.cookies.get(COOKIE, "")
        signer = self.get_signing_serializer(app) if value else None
        try:
            return self.session_class(signer.loads(value) if signer else {})
        except BadSignature:
            return self.session_class()


@dataclass
class Pocket:
    """The keys that this phone keeps in its cookie by the codes of their tables or circles, the latest first.

    There is room for `most`: the oldest of those goes first that are `needed` least (0 to 2).
    """

    name: str
    most: int
    needed: Callable[[str], int]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return kept_in_cookie(self.name, str)

    def get(self, code: str) -> str | None:
        return next((key for at, key in self if at == code), None)

    def put(self, code: str, key: str, instead: str | None = None) -> None:
        """Keep a key in place of an older one, or of the one for the code `instead`."""
        others = [[at, kept] for at, kept in self if at not in (code, instead)]
        while len(others) >= self.most:
            others.remove(next(one for most in range(3) for one in others[::-1] if self.needed(one[0]) <= most))
        session[self.name] = [[code, key], *others]
        session.permanent = True

    def drop(self, code: str) -> None:
        session[self.name] = [[at, kept] for at, kept in self if at != code]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who requests a table; determined once a request, then passed on.

    `key` is the key sent, valid or not; `actor` is its holder at this table; None: a viewer.
    """

    key: str | None = None
    actor: Actor | None = None

    @property
    def moved(self) -> bool:
        """Whether it has a key that opens nothing any more: its seat has moved to another phone."""
        return self.key is not None and self.actor is None

    @property
    def seat(self) -> str | None:
        return self.actor.seat if self.actor else None

    @property
    def host(self) -> bool:
        return self.actor is not None and self.actor.host

    @property
    def keeper(self) -> bool:
        return self.actor is not None and self.actor.keeper

    def at(self, snapshot: Snapshot) -> Caller:
        """The caller as the table has it now: its seat may have been renamed since it was determined."""
        return self if self.actor is None else replace(self, actor=self.actor.at(snapshot))


def tables() -> TableService:
    found: TableService = current_app.extensions["tables"]
    return found


def by_cookie(code: str, *, tap: bool = False) -> Caller:
    """Who this phone is at the table of that code, by the key in its cookie.

    Reads other processes' changes first, so that a phone finds its own taps whichever process answers; a `tap` is
    checked against the ledger when it is entered, and needs no such read before.
    """
    key = TABLE_KEYS.get(code)
    tables().follower.refresh(code, key, tap=tap)
    return Caller(key, membership.actor(tables(), code, key, label=device_label()) if key else None)


def by_header(code: str, *, tap: bool = False) -> Caller:
    """Who a program is at that table, by the header `Authorization: Bearer KEY`.

    Cookies are ignored here, so no other site can use a phone's. `tap` as in `by_cookie`.
    """
    key = bearer()
    tables().follower.refresh(code, key, tap=tap)
    return Caller(key, membership.actor(tables(), code, key) if key else None)


def find_table(code: str, *, phone: bool = True, tap: bool = False) -> tuple[Snapshot, Caller]:
    """The table of that code, as typed or scanned, and who requests it: every page and API call starts here.

    A `phone` is known by its cookie, a program by its header.
    Answers 404 where no table has the code, and 429, for right and wrong codes alike, where the caller has no key of
    this table and has guessed wrong too often. A phone whose cookie holds a key to it has not guessed: it is gone.
    """
    who, known = by_cookie if phone else by_header, normal_code(code)
    return find_table_for(who(known, tap=tap), known, phone=phone)


def find_seated(code: str, *, tap: bool = False) -> tuple[Snapshot, Actor]:
    """The table of this code, and who asks, for what every phone of the table may do.

    Answers as `find_table` does, and 403 to a phone that only looks.
    """
    snapshot, caller = find_table(code, tap=tap)
    return snapshot, caller.actor or stop(403, LOOKING_ON)


def find_table_for(caller: Caller, code: str, *, phone: bool = True) -> tuple[Snapshot, Caller]:
    """The table of this code for a caller who is known already, and the caller as they stand there.

    `code` is in its normal form, "" what can be no code. Raises and answers as `find_table` does.
    """
    if caller.actor is None:
        limit_guesses()
    try:
        snapshot = table_known_to(code, caller.actor)
    except NoSuchTable:
        if phone and caller.key is not None:
            raise TableGone from None
        guessed_wrong()
        raise
    concerns(table=snapshot.table_id, key_id=caller.actor.key_id if caller.actor else None)
    return snapshot, caller.at(snapshot)


def table_known_to(code: str, actor: Actor | None) -> Snapshot:
    """The table of this code as the actor may know it; as everybody may, for None. Raises NoSuchTable."""
    return seen_by(tables().get(code), actor)


def table_as_it_is(code: str) -> Snapshot:
    """Return the table with all its secrets, for a view that shows what its audience may know. Raise NoSuchTable."""
    return tables().get(code)


def hides_something(code: str) -> bool:
    """Whether there is anything at this table that not everybody may know. Raises NoSuchTable."""
    return secretive(tables().get(code))


def table_before(code: str, version: int, actor: Actor | None) -> Snapshot:
    """The table as it was with that many entries, as the actor may know it."""
    return seen_by(tables().entries(code)[version].before, actor)


def find_key(key: str) -> Actor:
    """Who holds this key, at whatever table; looking does not use it up.

    Answers 404 for a key that opens nothing, and 429 to who has guessed wrong too often; a key that opens a table
    never meets the limit.
    """
    actor = membership.actor_anywhere(tables(), key)
    if actor is None:
        limit_guesses()
        guessed_wrong()
        stop(404, NO_SUCH_KEY)
    return actor


def own_key(given: str) -> str:
    """The key that this phone, and no other, gets in exchange for a secret: the same one for a second tap."""
    secret = current_app.extensions["settings"].secret_key()
    known = f"{secret}/{session.get('csrf_token', '')}/{given}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(known, digest_size=16).hexdigest()


def remember(code: str, key: str, former: Actor | None = None) -> None:
    """Keep a table's key on this phone, in place of an older one for it, whose holder is `former`."""
    note_key(former)
    TABLE_KEYS.put(code, key)


def forget(code: str, former: Actor | None = None) -> None:
    """Keep no key to this table any more on this phone, whose holder was `former`."""
    note_key(former)
    TABLE_KEYS.drop(code)


def keep_recovery_code(code: str, recovery: str) -> None:
    session[_ONCE] = [code, recovery]


def take_recovery_code(code: str) -> str | None:
    """The recovery code of a table that was opened on this phone just now, and no second time."""
    match session.get(_ONCE):
        case [str(at), str(recovery)] if at == code:
            del session[_ONCE]
            return recovery
    return None


def note_key(actor: Actor | None) -> None:
    """Remember that this phone held this actor's key, even after the key is revoked."""
    if actor is not None:
        held = (actor.code, actor.key_id)
        session[_FORMER] = [list(one) for one in (held, *(one for one in _former() if one != held))][:FORMER]


def former_keys(code: str) -> frozenset[int]:
    """The ids of the keys that this phone has given up for another at a table, or has proposed an amend with."""
    return frozenset(held for at, held in _former() if at == code)


def first_game_explained() -> bool:
    """Whether this phone wants each phase explained, as to people who play their first game."""
    return session.get(_FIRST_GAME) is True


def explain_first_game(*, on: bool) -> None:
    session[_FIRST_GAME] = on
    session.permanent = True


def _is_played(code: str) -> bool:
    """Whether somebody may play on at that table; True, too, if nobody can tell just now."""
    try:
        return not tables().get(code).book.report().over
    except NoSuchTable:
        return False
    except TableError:
        return True


TABLE_KEYS = Pocket("tables", 40, _is_played)


def _former() -> Iterator[tuple[str, int]]:
    return kept_in_cookie(_FORMER, int)


def kept_in_cookie(name: str, kind: type[Held]) -> Iterator[tuple[str, Held]]:
    """The codes that this phone's cookie has by that name, each with what is kept for it, the latest first."""
    # The cookie is signed, but an older version of this program may have written it.
    kept = session.get(name)
    for pair in kept if isinstance(kept, list) else ():
        match pair:
            case [str(code), held] if isinstance(held, kind):
                yield code, held


def bearer(sent: Request = request) -> str | None:
    given = sent.authorization
    return given.token or None if given and given.type == "bearer" else None


def device_label() -> str:
    """What the ledger calls this phone, from its User-Agent: "iPhone", "Windows computer"."""
    sent = request.user_agent.string[:_LONGEST_AGENT]
    return next((name for pattern, name in _DEVICES if re.search(pattern, sent)), UNKNOWN_DEVICE)
