"""What every form that enters something sends beside its moves: the version it was made for, and so its name."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from itertools import islice

from flask import request

from companion.games.game import Move
from companion.tables.values import Snapshot


def seen_version() -> int | None:
    """The version that the phone showed; None where the form does not tell."""
    version = request.form.get("version", "")
    return int(version) if version.isdecimal() and len(version) < 10 else None


def request_name(seen: int | None, claims: Sequence[object]) -> str | None:
    """The request's name: a second tap on the same button of the same page is the same request."""
    if seen is None:
        return None
    told = json.dumps([seen, claims], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()


def still_seen(snapshot: Snapshot, seen: int | None, claims: Sequence[object]) -> int | None:
    """The version that a tap is held against: now's, where since the one seen nothing came but moves of its kind.

    So only for a move that is `patient`: many phones tell what is theirs at once, and none is told to look again.
    """
    move = snapshot.book.game.parse(claims[0], snapshot.header.seats) if len(claims) == 1 else None
    if seen is None or not isinstance(move, Move) or not move.patient:
        return seen
    since = snapshot.version - seen
    latest = list(islice(zip(snapshot.book.standing(), snapshot.entered(), strict=True), max(since, 0)))
    same = (type(book.move) is type(move) and int(one.line) > seen for book, one in latest if one.line.isdecimal())
    return snapshot.version if 0 < since == sum(same) else seen
