"""Who is asking for a circle, by the key in a phone's cookie: the first step of a request."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from flask import session

from companion.circles.circle import Circle, Member
from companion.circles.errors import MembersOnly, NoSuchCircle
from companion.circles.policy import CircleChange, need_permission
from companion.games.text import Text
from companion.service.circles import Circles
from companion.tables.errors import Unavailable
from companion.tables.keys_and_codes import normal_code
from companion.web.errors import stop
from companion.web.identity import kept_in_cookie, tables
from companion.web.limits import guessed_wrong, limit_guesses
from companion.web.refusals_log import concerns

REMEMBERED = 10
_KEYS = "circles"
_LEFT = "circles left"
GONE = Text(
    "This circle is gone: its host has deleted it, has given it a new code, or nobody had used it for a long time."
)


@dataclass(frozen=True, slots=True)
class Joined:
    """A circle that this phone is in, by which key."""

    circle: Circle
    member: Member
    key: str = field(repr=False)


def circles() -> Circles:
    """The circles of the application at hand."""
    return tables().circles


def in_cookie(code: str) -> str | None:
    """The key that this phone keeps for the circle of that code."""
    return next((kept for at, kept in _kept() if at == code), None)


def find_circle(code: str) -> tuple[Circle, Member | None]:
    """The circle of that code, as typed or scanned, and who requests it, None for nobody of it.

    Every page starts here. Answers 404 if no circle has the code, and 429 if the caller has no key of it and has
    guessed wrong too often.
    """
    known = normal_code(code)
    key = in_cookie(known)
    circle, member = _looked_up(known, key)
    if member is None:
        limit_guesses()
    if circle is not None:
        concerns(circle=circle.id, key_id=member.key_id if member else None)
        return circle, member
    if key is not None:
        stop(404, GONE)
    guessed_wrong()
    raise NoSuchCircle


def the_member(code: str) -> tuple[Circle, Member]:
    """The circle, and the phone that asks, which has joined it. Answers 403 to everybody else."""
    circle, member = find_circle(code)
    if member is None:
        raise MembersOnly
    return circle, member


def may(change: CircleChange) -> Callable[[str], tuple[Circle, Member]]:
    """Return what finds a circle and the phone that asks, and answers 403 if it may not make the change."""

    def find(code: str) -> tuple[Circle, Member]:
        circle, member = the_member(code)
        need_permission(member.host, change)
        return circle, member

    return find


def is_circle(code: str) -> bool:
    """Whether a circle has the code that somebody has typed or scanned without knowing what it is of."""
    limit_guesses()
    return _looked_up(normal_code(code), None)[0] is not None


def joined_at(code: str) -> Joined | None:
    """The circle of that code, where this phone is in it; else None: it was only named, in a form or a query."""
    known = normal_code(code)
    key = in_cookie(known)
    circle, member = _looked_up(known, key) if key else (None, None)
    return None if circle is None or member is None or key is None else Joined(circle, member, key)


def circle_of_table(table_id: int) -> Joined | None:
    """The circle of a table, where this phone is in it; None, too, while the database does not answer."""
    if not any(_kept()):
        return None
    with suppress(Unavailable):
        circle = circles().of_table(table_id)
        return None if circle is None else joined_at(circle.code)
    return None


def still_joined(joined: Joined | None, known: Circles) -> Joined | None:
    """Who has joined, unless their key has ended since, as the circles `known` have it: a stream goes on for hours."""
    with suppress(Unavailable):
        member = None if joined is None else known.member(joined.circle, joined.key)
        return None if joined is None or member is None else Joined(joined.circle, member, joined.key)
    return None


def circles_of_device() -> list[Joined]:
    """The circles that this phone is in, the latest first; none while the database does not answer."""
    with suppress(Unavailable):
        return [found for code, _ in _kept() if (found := joined_at(code))]
    return []


def remember_circle(code: str, key: str, instead: str | None = None) -> None:
    """Keep a circle's key on this phone in place of an older one, or of one for the code that it had; ten are kept."""
    others = [[at, kept] for at, kept in _kept() if at not in (code, instead)]
    session[_KEYS] = [[code, key], *_most_needed(others, REMEMBERED - 1)]
    session.permanent = True


def forget_circle(code: str) -> None:
    """Keep no key to this circle any more on this phone, only that it has left."""
    session[_KEYS] = [[at, kept] for at, kept in _kept() if at != code]
    session[_LEFT] = [code, *(at for at in session.get(_LEFT, []) if at != code)][:REMEMBERED]


def has_left(code: str) -> bool:
    """Whether this phone was in the circle of that code, and has left it."""
    return code in session.get(_LEFT, [])


def _looked_up(code: str, key: str | None) -> tuple[Circle | None, Member | None]:
    try:
        circle = circles().find(code)
    except NoSuchCircle:
        return None, None
    return circle, circles().member(circle, key) if key else None


def _most_needed(kept: list[list[str]], most: int) -> list[list[str]]:
    """At most so many of these keys, as they are ordered: those that open nothing go first, a host's last.

    The code of a circle lets anybody join again, but nobody become its host. Of equals the oldest goes.
    """
    if len(kept) <= most:
        return kept
    host = {one.circle.code: one.member.host for one in circles_of_device()}
    needed = sorted(kept, key=lambda one: (host.get(one[0], False), one[0] in host), reverse=True)[:most]
    return [one for one in kept if one in needed]


def _kept() -> Iterator[tuple[str, str]]:
    return kept_in_cookie(_KEYS, str)
