"""How many moves a second PostgreSQL itself writes down, with nobody judging them: what one shard can hold."""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path

from companion.games.transcript import read_header
from companion.service.service import build_service
from companion.storage.database import connect
from companion.storage.migrate import upgrade
from tests.bench.report import Section, table
from tests.bench.setting import Setting
from tests.installed_programs import postgres_programs
from tests.many.house import HEADER
from tests.postgresql_and_redis import Postgres, own_postgres

WRITERS, SECONDS = 8, 10
BATCHES = (1, 16)
MOVE = '{"move":"trick","by":"Katie","led":"green","won":"blue","returns":"green"}'
SCRIPT = f"""\\set desk :client_id + 1
INSERT INTO entries (table_id, version, move, at, entered_by, key_id, label, request, kind)
SELECT :desk, nextval('bench_versions'), '{MOVE}', now(), 'Katie', :desk, 'Android phone',
    md5(random()::text) || md5(random()::text), 'move' FROM generate_series(1, :batch);
"""


def _prepared(server: Postgres) -> str:
    """A database of the real shape with a table and a key for each writer; its URL for pgbench."""
    url = server.database()
    upgrade(url)
    tables = build_service(connect(url))
    for _ in range(WRITERS):
        tables.open(read_header(HEADER), keys_for_seats=False, label="Android phone")
    tables.close()
    server.run(url, "CREATE SEQUENCE bench_versions CACHE 100")
    return url.replace("postgresql+psycopg", "postgresql")


def _moves_a_second(url: str, batch: int) -> float:
    programs = postgres_programs()
    assert programs is not None
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "insert.sql")
        script.write_text(SCRIPT)
        command = [
            str(programs / "pgbench"), "-n", "-f", str(script), "-D", f"batch={batch}", "-M", "prepared",
            "-c", str(WRITERS), "-j", "1", "-T", str(SECONDS), url,
        ]  # fmt: skip
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = re.search(r"tps = ([\d.]+)", said)
    assert found, said
    return batch * float(found[1])


def section(given: Setting) -> Section:
    """Moves a second into the real ledger, by how many share a commit."""
    with own_postgres(durable=True) as server:
        url = _prepared(server)
        found = [(f"{batch} a commit", f"{_moves_a_second(url, batch):,.0f}") for batch in BATCHES]
    text = (
        f"pgbench, {WRITERS} writers, each commit on disk before the next; indexes, triggers and foreign keys as they "
        "are. PostgreSQL and pgbench share the machine."
    )
    return Section("What PostgreSQL writes", f"{text}\n\n{table(('moves in', 'moves a second'), found)}")
