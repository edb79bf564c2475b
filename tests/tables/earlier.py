"""An earlier program at the same ledger: what it writes stood then, today's rules refuse it, and the host chooses."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from companion.tables.answers import Played
from companion.tables.choices_after_upgrade import act_of, offers
from companion.tables.entry import ACT, MOVE, Choose, Entry
from companion.tables.snapshot import Snapshot
from tests.databases import MakeTables
from tests.service.house import House
from tests.tables.acts import whole

AT = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)


def wrote(house: House, *items: object, by: str = "Mary") -> Snapshot:
    """Write these items, moves or acts as JSON, or text that is none; the table then, read on."""
    first = latest(house) + 1
    entries = [
        Entry(house.host.table_id, version, text(item), AT, by, house.host.key_id, "old phone", None, kind(item))
        for version, item in enumerate(items, first)
    ]
    assert house.tables.ledger.append(entries) == "saved"
    slot = house.tables.cache.slot(house.code)
    slot.announce((first + len(entries) - 1, 0))
    return house.now


def latest(house: House) -> int:
    """The version of the ledger's latest entry."""
    return max((entry.version for entry in house.tables.ledger.read(house.host.table_id)), default=0)


def kind(item: object) -> str:
    return ACT if isinstance(item, dict) and "act" in item else MOVE


def text(item: object) -> str:
    return item if isinstance(item, str) else json.dumps(item, separators=(",", ":"))


def choice(here: Snapshot, how: str, number: int = 0) -> Choose:
    """The referee's offer of that kind, as an act."""
    found = [offer for offer in offers(here, "it stood") if offer.how == how]
    act = act_of(here, found[number], "it stood")
    assert act is not None
    return act


def chose(house: House, how: str, number: int = 0) -> Snapshot:
    """The host takes the referee's offer."""
    answer = house.play(choice(house.now, how, number))
    assert isinstance(answer, Played), answer
    return house.now


def stopped_at(here: Snapshot) -> tuple[int, str | None]:
    assert here.stopped is not None
    assert here.referee.hold is not None
    return here.stopped.version, here.referee.hold.act.rule


def read_anew(house: House, make_tables: MakeTables) -> None:
    """Whoever reads the ledger from its beginning has the same table."""
    assert whole(make_tables().find(house.code)) == whole(house.now)
