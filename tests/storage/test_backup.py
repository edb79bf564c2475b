"""A copy of everything while it is in use, and putting one back."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from companion.service import membership
from companion.service.service import TableService
from companion.storage import backup as backups
from companion.storage.backup import BackupError, backup, restore
from companion.storage.sqlite import served_by_another
from companion.tables.answers import Played
from companion.tables.errors import Unavailable
from tests.databases import MakeTables
from tests.service.house import House, report, take


def beside(file: Path) -> set[str]:
    return {path.name for path in file.parent.iterdir()}


def test_a_backup_of_a_running_server_and_its_restore(
    tables: TableService, make_tables: MakeTables, url: str, tmp_path: Path
) -> None:
    house = House(tables)
    house.play(take("Chris"), request="tap")
    file = tmp_path / "copies" / "evening.sqlite3"
    file.parent.mkdir()
    backup(url, file)
    assert beside(file) == {"evening.sqlite3"}
    assert os.name != "posix" or stat.S_IMODE(file.stat().st_mode) == 0o600
    then = report(tables, house.code)
    house.play_all(take("Chris", "blue"))
    tables.close()
    kept = restore(url, file, force=True)
    again = make_tables()
    assert report(again, house.code) == then
    answer = again.submit(house.code, [take("Chris")], actor=house.host, seen=0, request="tap")
    assert isinstance(answer, Played)
    assert answer.version == 1
    assert membership.actor(again, house.code, house.opened.host_key) == house.host
    assert kept is not None
    with sqlite3.connect(kept) as before:
        assert before.execute("SELECT count(*) FROM entries").fetchone() == (2,)
    before.close()


def test_a_backup_replaces_an_older_one_whole(house: House, url: str, tmp_path: Path) -> None:
    file = tmp_path / "evening.sqlite3"
    file.write_text("an older one")
    backup(url, file)
    backups.check(file)


@pytest.mark.skipif(os.name != "posix", reason="links are POSIX's")
def test_a_link_to_a_database_stays_and_leads_to_what_was_restored(house: House, url: str, tmp_path: Path) -> None:
    copy, file, link = tmp_path / "copy.sqlite3", tmp_path / "disk" / "evenings", tmp_path / "link.sqlite3"
    backup(url, copy)
    link.symlink_to(file)
    for kept in False, True:
        before = restore(f"sqlite:///{link}", copy, force=kept)
        assert link.is_symlink()
        backups.check(file)
        assert (before is not None and Path(before).parent == file.parent) == kept
    backup(f"sqlite:///{link}", tmp_path / "again.sqlite3")


def test_a_restore_into_nothing(house: House, url: str, tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    backup(url, file)
    target = tmp_path / "elsewhere" / "companion.sqlite3"
    assert restore(f"sqlite:///{target}", file, force=False) is None
    assert beside(target) == {"companion.sqlite3"}


def test_a_database_is_not_overwritten_by_mistake(house: House, url: str, tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    backup(url, file)
    house.play_all(take("Chris"))
    with pytest.raises(BackupError, match="--force"):
        restore(url, file, force=False)
    assert not served_by_another(tmp_path / "companion.sqlite3")  # as the server does at its start
    with pytest.raises(BackupError, match=r"in use\. Stop the server first"):
        restore(url, file, force=True)
    house.play_all(take("Chris"))
    assert house.now.version == 2


def test_what_is_no_database_is_replaced_and_kept(house: House, url: str, tmp_path: Path) -> None:
    file, target = tmp_path / "copy.sqlite3", tmp_path / "other.sqlite3"
    backup(url, file)
    target.write_text("a shopping list that is long enough to be looked at as if it were a database" * 20)
    kept = restore(f"sqlite:///{target}", file, force=True)
    assert kept is not None
    assert Path(kept).read_text().startswith("a shopping list")
    backups.check(target)


@pytest.mark.skipif(os.name != "posix", reason="rights of files are POSIX's")
def test_what_is_put_aside_is_its_owner_s_alone(house: House, url: str, tmp_path: Path) -> None:
    file, target = tmp_path / "copy.sqlite3", tmp_path / "other.sqlite3"
    backup(url, file)
    target.write_bytes(file.read_bytes())
    target.chmod(0o644)  # as an earlier version made it
    kept = restore(f"sqlite:///{target}", file, force=True)
    assert kept is not None
    assert [stat.S_IMODE(Path(one).stat().st_mode) for one in (kept, target)] == [0o600, 0o600]


@pytest.mark.parametrize("target", [None, b"", b"a shopping list" * 500, b"SQLite format 3\0" * 500, "database"])
@pytest.mark.parametrize("emptied", [0, 1, 2])
def test_a_log_that_was_left_is_kept_aside_and_not_played_into_what_is_restored(
    house: House,
    tables: TableService,
    make_tables: MakeTables,
    url: str,
    tmp_path: Path,
    target: bytes | str | None,
    emptied: int,
) -> None:
    """As a killed server leaves it, whose database somebody has deleted then; emptied: before the backup, after it."""
    for times in range(3):
        house.play_all(take("Chris"), take("Chris", "blue"))
        if times < emptied:
            tables.database.wipe()
        if times == 0:
            backup(url, tmp_path / "copy")
            then = report(tables, house.code)
    file = tmp_path / "companion.sqlite3"
    log, index = (tmp_path / f"{file.name}{suffix}" for suffix in ("-wal", "-shm"))
    left = log.read_bytes(), index.read_bytes()
    tables.close()
    file.unlink()
    log.write_bytes(left[0])
    index.write_bytes(left[1])
    if target is not None:
        file.write_bytes(target if isinstance(target, bytes) else (tmp_path / "copy").read_bytes())
    kept = restore(url, tmp_path / "copy", force=target is not None)
    backups.check(file)
    assert report(make_tables(), house.code) == then
    assert kept is not None
    first = kept.removesuffix("-wal")
    assert kept.endswith("-wal") == (target is None)
    assert Path(f"{first}-wal").read_bytes() == left[0]
    assert target != b"a shopping list" * 500 or Path(first).read_bytes() == target


def test_a_journal_that_was_left_is_not_played_back_into_what_is_restored(
    house: House, url: str, tmp_path: Path
) -> None:
    backup(url, tmp_path / "copy")
    target = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(target, isolation_level=None)) as writer:
        writer.executescript("PRAGMA cache_size=1; CREATE TABLE songs (words TEXT)")
        for begun in ("", "BEGIN"):
            writer.execute(begun)
            for _ in range(100):
                writer.execute("INSERT INTO songs VALUES (?)", ("la" * 400,))
        shutil.copy(tmp_path / "other.sqlite3-journal", tmp_path / "journal")
    target.unlink()
    (tmp_path / "journal").rename(tmp_path / "other.sqlite3-journal")
    kept = restore(f"sqlite:///{target}", tmp_path / "copy", force=False)
    backups.check(target)
    with closing(sqlite3.connect(target)) as restored:
        assert restored.execute("SELECT code FROM tables").fetchall() == [(house.code,)]
    assert kept is not None
    assert kept.endswith("-journal")


def test_a_copy_that_cannot_be_upgraded_leaves_what_is_there(
    house: House,
    tables: TableService,
    make_tables: MakeTables,
    url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    backup(url, tmp_path / "copy")
    house.play_all(take("Chris"))
    tables.close()
    before = beside(tmp_path / "copy")

    def full(_: object) -> str:
        raise Unavailable from OSError("the disk is full")

    monkeypatch.setattr(backups, "upgrade", full)
    with pytest.raises(Unavailable):
        restore(url, tmp_path / "copy", force=True)
    assert beside(tmp_path / "copy") == before
    assert make_tables().get(house.code).version == 1


def test_only_a_sound_copy_of_ours_is_restored(house: House, url: str, tmp_path: Path) -> None:
    target = f"sqlite:///{tmp_path}/target.sqlite3"
    file = tmp_path / "copy"
    with pytest.raises(BackupError, match="There is no file"):
        restore(target, file, force=True)
    file.write_text("a shopping list" * 100)
    with pytest.raises(BackupError, match="no database of this app"):
        restore(target, file, force=True)
    file.unlink()
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE songs (name TEXT)")
    other.close()
    with pytest.raises(BackupError, match="no database of this app"):
        restore(target, file, force=True)
    assert not (tmp_path / "target.sqlite3").exists()


@pytest.mark.parametrize(
    "statement", ["UPDATE alembic_version SET version_num = '9999'", "DELETE FROM alembic_version"]
)
def test_a_copy_of_a_later_program_is_refused(house: House, url: str, tmp_path: Path, statement: str) -> None:
    file = tmp_path / "copy.sqlite3"
    backup(url, file)
    with sqlite3.connect(file) as later:
        later.execute(statement)
    later.close()
    with pytest.raises(BackupError, match="later version"):
        restore(f"sqlite:///{tmp_path}/target.sqlite3", file, force=False)


def test_a_damaged_copy_is_refused(house: House, url: str, tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    backup(url, file)
    shapes = ("code VARCHAR NOT NULL", "code VARCHAR")
    for (shape, other), null in ((shapes, True), (shapes[::-1], False)):
        with sqlite3.connect(file) as damaged:
            damaged.execute("PRAGMA writable_schema=ON")
            damaged.execute("UPDATE sqlite_master SET sql = replace(sql, ?, ?)", (shape, other))
        damaged.close()
        if null:
            with sqlite3.connect(file) as damaged:
                damaged.execute("UPDATE tables SET code = NULL")
            damaged.close()
    with pytest.raises(BackupError, match="damaged"):
        restore(f"sqlite:///{tmp_path}/target.sqlite3", file, force=False)


def test_a_backup_that_cannot_be_written_leaves_nothing(house: House, url: str, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(BackupError, match="could not be written"):
        backup(url, folder)
    assert beside(folder) == {"folder", "companion.sqlite3", "companion.sqlite3-wal", "companion.sqlite3-shm"}
    with pytest.raises(BackupError, match="could not be written"):
        backup(url, tmp_path / "nowhere" / "copy.sqlite3")


def test_a_database_that_cannot_be_read_is_named_and_not_the_copy_of_it(tmp_path: Path) -> None:
    """On a disk that may only be read SQLite cannot open one that keeps a log."""
    (tmp_path / "none.sqlite3").write_text("a shopping list" * 100)
    with pytest.raises(BackupError, match=r"none\.sqlite3 cannot be used: "):
        backup(f"sqlite:///{tmp_path}/none.sqlite3", tmp_path / "copy")
    assert beside(tmp_path / "copy") == {"none.sqlite3"}


def test_a_backup_of_nothing_and_onto_itself(house: House, url: str, tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="There is no database"):
        backup(f"sqlite:///{tmp_path}/none.sqlite3", tmp_path / "copy")
    with pytest.raises(BackupError, match="the database itself"):
        backup(url, tmp_path / "companion.sqlite3")
    with pytest.raises(BackupError, match="SQLite\u2019s file or in PostgreSQL"):
        backup("mysql://localhost/companion", tmp_path / "copy")
