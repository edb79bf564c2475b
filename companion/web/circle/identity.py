"""Who is asking for a circle, by the key in a phone's cookie: the first step of a request."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from flask import session

from companion.circles.circle import Circle, Member
from companion.circles.errors import MembersOnly, NoSuchCircle
from companion.circles.policy import CircleChange, need_permission
from companion.games.text import Text
from companion.service.circles import Circles
from companion.tables.errors import Unavailable
from companion.tables.keys_and_codes import normal_code
from companion.web.errors import stop
from companion.web.identity import Pocket, tables
from companion.web.limits import guessed_wrong, limit_guesses
from companion.web.refusals_log import concerns

_LEFT = "circles left"
GONE = Text(
    "This circle is gone: its host has deleted it, has given it a new code, or nobody had used it for a long time."
)


class Joined(NamedTuple):
    """A circle that this phone is in, and as whom."""

    circle: Circle
    member: Member


def circles() -> Circles:
    return tables().circles


def find_circle(code: str) -> tuple[Circle, Member | None]:
    """The circle of that code, as typed or scanned, and who requests it, None for nobody of it.

    Every page starts here. Answers 404 if no circle has the code, and 429 if the caller has no key of it and has
    guessed wrong too often.
    """
    known = normal_code(code)
    joined = joined_at(known)
    if joined is not None:
        concerns(circle=joined.circle.id, key_id=joined.member.key_id)
        return joined.circle, joined.member
    limit_guesses()
    try:
        circle = circles().find(known)
    except NoSuchCircle:
        if CIRCLE_KEYS.get(known) is not None:
            stop(404, GONE)
        guessed_wrong()
        raise
    concerns(circle=circle.id)
    return circle, None


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
    with suppress(NoSuchCircle):
        return bool(circles().find(normal_code(code)))
    return False


def joined_at(code: str) -> Joined | None:
    """The circle of that code, if this phone is in it; else None: it was only named, in a form or a query."""
    known = normal_code(code)
    key = CIRCLE_KEYS.get(known)
    found = None if key is None else circles().of_key(key)
    return Joined(*found) if found is not None and found[0].code == known else None


def circle_of_table(table_id: int) -> Joined | None:
    """The circle of a table, where this phone is in it; None, too, while the database does not answer."""
    if not any(CIRCLE_KEYS):
        return None
    with suppress(Unavailable):
        circle = circles().of_table(table_id)
        return None if circle is None else joined_at(circle.code)
    return None


def circles_of_device() -> list[Joined]:
    """The circles that this phone is in, the latest first; none while the database does not answer."""
    with suppress(Unavailable):
        return [found for code, _ in CIRCLE_KEYS if (found := joined_at(code))]
    return []


def forget_circle(code: str) -> None:
    """Keep no key to this circle any more on this phone, only that it has left."""
    CIRCLE_KEYS.drop(code)
    session[_LEFT] = [code, *(at for at in session.get(_LEFT, []) if at != code)][: CIRCLE_KEYS.most]


def has_left(code: str) -> bool:
    """Whether this phone was in the circle of that code, and has left it."""
    return code in session.get(_LEFT, [])


def _needed(code: str) -> int:
    """A host's key most: the code of a circle lets anybody join again, but nobody become its host."""
    with suppress(Unavailable):
        joined = joined_at(code)
        return 0 if joined is None else 1 + joined.member.host
    return 1


CIRCLE_KEYS = Pocket("circles", 10, _needed)
