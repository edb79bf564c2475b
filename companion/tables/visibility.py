"""Visibility: what a phone may know of a table. The game hides its secrets (`Game.seen_by`) from who is asking."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.games.people import People
from companion.tables.snapshot import Actor, Snapshot


def seen_by(snapshot: Snapshot, actor: Actor | None) -> Snapshot:
    """The table as this phone may know it; as everybody may, where it holds no key (`actor` is None).

    A phone knows what it has entered itself. Pages, streams and the API are made from this, never from the whole.
    """
    book, actor = snapshot.book, actor and actor.at(snapshot)
    if not secretive(snapshot):
        return snapshot  # the common case: nobody's entries need be looked through
    seat = None if actor is None else actor.seat
    seen = book.game.seen_by(book, seat, frozenset(_entered(snapshot, actor)))
    return snapshot if seen is book else replace(snapshot, book=seen, header=seen.header)


def secretive(snapshot: Snapshot) -> bool:
    """Whether there is anything at this table that not everybody may know."""
    book = snapshot.book
    return book.game.seen_by(book) is not book


def audience(snapshot: Snapshot, actor: Actor | None) -> tuple[str | None, bool] | None:
    """The audience a phone belongs to, as (seat, host): phones with an equal one are shown the same of this table.

    None for all phones where nothing is secret, and for those without a key.
    """
    return (actor.seat, actor.host) if actor is not None and secretive(snapshot) else None


def _entered(snapshot: Snapshot, actor: Actor | None) -> Iterable[int]:
    """The standing moves that the actor has entered, by index from 0 in the game's order."""
    if actor is None:
        return ()
    lines = reversed(tuple(snapshot.entered()))
    return (number for number, line in enumerate(lines) if _entered_by(line.by, actor, snapshot.people))


def _entered_by(seat: str | None, actor: Actor, people: People) -> bool:
    return actor.host if seat is None else people.same(seat, actor.seat)
