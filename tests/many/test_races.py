"""Two processes accept moves of one table at once: one wins, the other is told; the ledger has no gap and no fork."""

from __future__ import annotations

import asyncio

import psycopg
from sqlalchemy.engine import make_url

from tests.many.house import House, Table
from tests.many.racing import Raced, races

RACES = 200  # ten thousand in `make faults`
TABLES = 20


def ledger(database: str, table: Table) -> list[tuple[int, int]]:
    """Version of each entry in PostgreSQL, and how many there are of it."""
    plain = make_url(database).set(drivername="postgresql").render_as_string(hide_password=False)
    asked = (
        "SELECT version, count(*) FROM entries JOIN tables ON tables.id = entries.table_id "
        "WHERE code = %s GROUP BY version ORDER BY version"
    )
    with psycopg.connect(plain) as connection:
        return connection.execute(asked, (table.code,)).fetchall()


async def all_races(tables: list[Table], house: House) -> list[Raced]:
    return await asyncio.gather(*(races(table, house.places, RACES // TABLES) for table in tables))


def test_of_two_at_once_one_wins_and_the_other_is_told(house: House, postgresql: str) -> None:
    tables = [house.open_table() for _ in range(TABLES)]
    for raced in asyncio.run(all_races(tables, house)):
        count = RACES // TABLES
        assert (raced.version, len(raced.entered), raced.beaten) == (count, count, count)
        assert ledger(postgresql, raced.table) == [(version, 1) for version in range(1, count + 1)]
        for place in house.places:
            assert raced.table.see(place)["version"] == count
