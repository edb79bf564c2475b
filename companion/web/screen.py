"""What a table's page shows to one kind of phone: who it is, and the game's desk for it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.desk import Desk, Fields, NoFields
from companion.games.game import Undo
from companion.tables.codes import shown_code
from companion.tables.rights import forbids_now
from companion.tables.values import Actor, Snapshot
from companion.web.stream import stamp_id

UNDO = Undo(move="undo")


@dataclass(frozen=True, slots=True)
class Perspective:
    """All that makes one phone's page differ from another's; phones with the same one share a rendering."""

    seat: str | None = None
    keeper: bool = False
    host: bool = False
    may_undo: bool = False


def perspective_of(actor: Actor | None, snapshot: Snapshot) -> Perspective:
    """The perspective of a phone at this table, None for one that only looks."""
    if actor is None:
        return Perspective()
    may_undo = snapshot.book.before is not None and forbids_now(actor, UNDO, snapshot) is None
    return Perspective(actor.seat, actor.keeper, actor.host, may_undo)


@dataclass(frozen=True)
class Screen:
    """A table's page, ready to be written out. Templates read it and decide nothing about the game."""

    snapshot: Snapshot
    me: Perspective
    desk: Desk

    @property
    def code(self) -> str:
        """The table's code as people read it."""
        return shown_code(self.snapshot.code)

    @property
    def stamp(self) -> str:
        """What tells an older page from a newer one."""
        return stamp_id(self.snapshot)


def screen_of(snapshot: Snapshot, me: Perspective, fields: Fields | None = None) -> Screen:
    """The screen of a phone with this perspective; `fields` is what it has half told."""
    book = snapshot.book
    return Screen(snapshot, me, book.game.desk(book, me.seat, me.keeper, fields or NoFields()))
