"""What is put into a server's database beside it: a circle's tables, and an entry that an earlier program took."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from companion.games import EXTRAS, GAMES
from companion.games.header import BadHeader
from companion.games.transcript import read_opening_header
from companion.live.bus import SilentBus
from companion.service import membership
from companion.service.service import TableService, build_service
from companion.storage.database import connect
from companion.tables.answers import Opened
from companion.tables.entry import Entry, stored
from tests.faults.fault import need
from tests.many.house import HEADER
from tests.refused_entries import Case

OFFERED = {**GAMES, **{game.slug: game for game in EXTRAS}}


@contextmanager
def beside(url: str) -> Iterator[TableService]:
    """The server's tables, in this process too."""
    tables = build_service(connect(url), bus=SilentBus())
    try:
        yield tables
    finally:
        tables.close()


def circle_at(url: str, known: tuple[str, str] | None) -> tuple[str, str]:
    """The code and a host's key of the circle that is known, or of a new one if it is gone, or that key."""
    with beside(url) as tables:
        if known is not None:
            found = tables.circles.of_key(known[1])
            if found is not None and found[0].code == known[0]:
                return known
        opened = tables.circles.open("Tuesdays", "test")
        return opened.code, opened.host_key


def opened_in(url: str, circle: str, header: dict[str, Any]) -> Opened:
    """A new table of the circle, with this header, or with another one if a game is opened otherwise."""
    with beside(url) as tables:
        try:
            read = read_opening_header(header, OFFERED)
        except BadHeader:
            read = read_opening_header(HEADER)
        return tables.open(read, keys_for_seats=True, label="test", circle=tables.circles.find(circle).id)


def with_refused(url: str, circle: str, case: Case) -> Opened:
    """A new table of the circle that the server has yet to read, with an entry that today's rules refuse."""
    opened = opened_in(url, circle, case.header)
    with beside(url) as tables:
        host = membership.actor(tables, opened.code, opened.host_key)
        assert host is not None
        for move in case.opening:
            tables.submit(opened.code, [move], actor=host, seen=None, request=None)
        here = tables.get(opened.code)
        refused = stored(case.refused)
        entry = Entry(here.table_id, here.version + 1, refused, datetime.now(UTC), None, host.key_id, "old phone", None)
        need(tables.ledger.append([entry]).result() == "saved", opened.code)
    return opened
