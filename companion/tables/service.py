"""The one way in to a table: `Tables`. Everything that web, API and tests need of this package is named here."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from companion.games.game import Header
from companion.tables.codes import normal_code, shown_code
from companion.tables.following import Following
from companion.tables.history import history, opening_of
from companion.tables.models import TableRow
from companion.tables.people import People
from companion.tables.playing import Playing
from companion.tables.rights import forbids, forbids_now
from companion.tables.seating import add_key, new_table
from companion.tables.troubles import (
    BrokenLedger,
    HostOnly,
    KeepersOnly,
    NoRematch,
    NoSuchSeat,
    NoSuchTable,
    NotOver,
    SeatTaken,
    Trouble,
    Unavailable,
)
from companion.tables.values import (
    Actor,
    Answer,
    EntryView,
    Forbidden,
    OnHold,
    Opened,
    Played,
    Refused,
    Reused,
    SeatInfo,
    Snapshot,
    Stale,
    Unsaved,
)

TABLES = TableRow.__table__  # type: ignore[attr-defined]  # SQLModel does not declare it


class Tables(People, Playing, Following):
    """All tables of one database: open, find, play, and look at the ledger. Safe to use from many threads."""

    def open(self, header: Header, *, keys_for_seats: bool, label: str) -> Opened:
        """A new table. `label` names the host's phone; `keys_for_seats` makes a key for every seat too.

        Keys are told this once; a seat's is labelled anew when its phone first shows it.

        Raises Unavailable where it was not saved.
        """
        with self._database.writing() as connection:
            desk, code = new_table(connection, header, self._now())
            host_key = add_key(desk, seat=None, host=True, label=label, used=True)
            seats = header.seats if keys_for_seats else ()
            keys = {name: add_key(desk, seat=name, host=False, label=label, used=False) for name in seats}
        return Opened(code, host_key, keys)

    def play(
        self, code: str, moves: Sequence[object], *, actor: Actor, seen: int | None, request: str | None
    ) -> Answer:
        """See `Playing.play`. A refusal is counted."""
        answer = super().play(code, moves, actor=actor, seen=seen, request=request)
        if isinstance(answer, Refused):
            self.meter.refused(answer.snapshot.header.game, answer.rejected.rule.id)
        return answer

    def missing(self) -> tuple[str, ...]:
        """What cannot be reached now: without the "database" nothing is saved, without the "bus" news come late."""
        bus = () if self.hears_all else ("bus",)
        try:
            with self._database.reading() as connection:
                connection.execute(select(TABLES.c.id).limit(1))
        except Unavailable:
            return ("database", *bus)
        return bus

    def entries(self, code: str) -> tuple[EntryView, ...]:
        """The ledger, oldest first, with what became of each entry. Raises NoSuchTable."""
        here = self.find(code)
        rows = [entry for entry in self._ledger.read(here.table_id) if entry.version <= here.version]
        return history(opening_of(here), rows)


__all__ = [
    "Actor", "Answer", "BrokenLedger", "EntryView", "Forbidden", "HostOnly", "KeepersOnly", "NoRematch", "NoSuchSeat",
    "NoSuchTable", "NotOver", "OnHold", "Opened", "Played", "Refused", "Reused", "SeatInfo", "SeatTaken", "Snapshot",
    "Stale", "Tables", "Trouble", "Unavailable", "Unsaved", "forbids", "forbids_now", "normal_code", "shown_code",
]  # fmt: skip
