"""What a phone may know of a table. Secrets are kept by the game (`Game.seen_by`); here it is told who is asking."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.tables.values import Actor, Snapshot, Standing


def seen_by(snapshot: Snapshot, actor: Actor | None) -> Snapshot:
    """The table as this phone may know it; as everybody may, where it holds no key.

    What it has entered itself, it knows. Pages, streams and the API are made from this, never from the whole.
    """
    book = snapshot.book
    if not secretive(snapshot):
        return snapshot  # nothing is secret, and nobody's entries need be looked through
    seat = None if actor is None else actor.seat
    seen = book.game.seen_by(book, seat, frozenset(_entered(snapshot, actor)))
    return snapshot if seen is book else replace(snapshot, book=seen, header=seen.header)


def secretive(snapshot: Snapshot) -> bool:
    """Whether there is anything at this table that not everybody may know."""
    book = snapshot.book
    return book.game.seen_by(book) is not book


def circle(snapshot: Snapshot, actor: Actor | None) -> tuple[str | None, bool] | None:
    """Who knows what this phone knows: phones with an equal one are shown the same of this table."""
    return (actor.seat, actor.host) if actor is not None and secretive(snapshot) else None


def _entered(snapshot: Snapshot, actor: Actor | None) -> Iterable[int]:
    """The standing moves that the actor has entered, by their numbers from 0."""
    if actor is None:
        return ()
    lines = reversed(tuple(snapshot.entered()))
    return (number for number, line in enumerate(lines) if _own(line, actor))


def _own(line: Standing, actor: Actor) -> bool:
    return actor.host if line.by is None else line.by == actor.seat
