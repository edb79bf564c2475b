"""Visibility: what a phone may know of a table. Each game hides its own secrets (`Game.seen_by`)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.tables.snapshot import Actor, Snapshot


def seen_by(snapshot: Snapshot, actor: Actor | None) -> Snapshot:
    """Return what this phone may know of the table; what everybody may know if it has no key (`actor` is None).

    A phone knows what it has entered itself. Pages, streams and the API show nothing but the result.
    """
    if not secretive(snapshot):
        return snapshot  # the common case, in which nobody looks through the entries
    seat, own = None, frozenset[int]()
    if actor is not None:
        seat = actor.at(snapshot).seat
        makers = reversed([entered.by for entered in snapshot.entered()])
        same = snapshot.people.same
        own = frozenset(n for n, by in enumerate(makers) if (actor.host if by is None else same(by, seat)))
    book = snapshot.book.game.seen_by(snapshot.book, seat, own)
    return snapshot if book is snapshot.book else replace(snapshot, book=book, header=book.header)


def secretive(snapshot: Snapshot) -> bool:
    """Return True if there is anything at this table that not everybody may know."""
    book = snapshot.book
    return book.game.seen_by(book) is not book


def audience(snapshot: Snapshot, actor: Actor | None) -> tuple[str | None, bool] | None:
    """Return a phone's audience. Phones whose audiences are equal may know the same of this table, now and later.

    It is (seat, host), but None for a phone without a key, and for all phones of a game that keeps no secrets.
    """
    secrets = snapshot.book.game.keeps_secrets(snapshot.header)
    return (actor.seat, actor.host) if actor is not None and secrets else None
