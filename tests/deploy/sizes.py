"""What games take up: `python -m tests.deploy.sizes`. Its figures are inputs of docs/capacity.md."""

from __future__ import annotations

import gzip
import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from companion.games.ruling import Accepted
from companion.games.transcript import open_book, read_header
from companion.service import membership
from companion.service.service import TableService, build_service
from companion.storage.database import connect
from companion.storage.migrate import upgrade
from companion.tables.answers import Played
from tests.postgresql_and_redis import own_postgres

HEADER = {"transcript": 1, "game": "sluff-off", "seats": ["Chris", "Mary", "Katie", "Cory", "Carly"]}
GAMES = 200
PHONE = "Android phone"
WEIGHT = "SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables WHERE relname = ANY(:names)"


def evening(seed: int) -> Iterator[dict[str, Any]]:
    """A whole game of five, one round a seat: legal moves by chance, few tokens predicted, as people do."""
    chance = random.Random(seed)
    book = open_book(read_header(HEADER))
    while legal := [choice.move.plain() for choice in book.game.choices(book.state, None) if choice.legal]:
        move = legal[-1] if legal[-1]["move"] == "done" and chance.random() < 0.3 else chance.choice(legal)
        yield move
        ruling = book.play(move)
        assert isinstance(ruling, Accepted)
        book = ruling.state


def played(tables: TableService, seed: int) -> list[dict[str, Any]]:
    """One game, entered as phones do it: five who have shown their keys, each tap with a name."""
    opened = tables.open(read_header(HEADER), keys_for_seats=True, label=PHONE)
    seats = [membership.actor(tables, opened.code, key, label=PHONE) for key in opened.seat_keys.values()]
    host = membership.actor(tables, opened.code, opened.host_key, label=PHONE)
    assert host is not None
    assert None not in seats
    moves = list(evening(seed))
    for version, move in enumerate(moves):
        answer = tables.submit(opened.code, [move], actor=host, seen=version, request=f"{seed}-{version}")
        assert isinstance(answer, Played)
    return moves


def packed(moves: list[dict[str, Any]]) -> int:
    """Bytes of a game as a transcript, compressed: what an archive keeps of it."""
    lines = "\n".join(json.dumps(line, separators=(",", ":")) for line in (HEADER, *moves))
    return len(gzip.compress(lines.encode()))


def on_postgresql(games: int) -> dict[str, float]:
    """Play so many games, and weigh them: bytes an entry, bytes a table besides, entries and packed bytes a game."""
    with own_postgres() as server:
        url = server.database()
        upgrade(url)
        database = connect(url)
        tables = build_service(database)
        moves = [played(tables, seed) for seed in range(games)]
        with database.reading() as connection:
            entries, others = _weight(connection, "entries"), _weight(connection, "tables", "seats", "keys")
        tables.close()
    count = sum(map(len, moves))
    return {
        "entries a game": count / games,
        "bytes an entry": entries / count,
        "bytes a table besides": others / games,
        "bytes a game, packed": sum(map(packed, moves)) / games,
    }


def on_sqlite(games: int) -> float:
    """The same games in SQLite: bytes of the whole file an entry."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/companion.sqlite3"
        upgrade(url)
        tables = build_service(connect(url))
        count = sum(len(played(tables, seed)) for seed in range(games))
        tables.close()
        return Path(folder, "companion.sqlite3").stat().st_size / count


def _weight(connection: Connection, *names: str) -> float:
    return float(connection.execute(text(WEIGHT), {"names": list(names)}).scalar_one())


if __name__ == "__main__":
    for name, value in on_postgresql(GAMES).items():
        print(f"{name}: {value:.0f}")
    print(f"bytes an entry in SQLite, all told: {on_sqlite(GAMES // 4):.0f}")
