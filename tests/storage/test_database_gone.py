"""A database's file, its log or a link to it goes while somebody uses it: nothing that was saved is lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from companion.commands.doctor import Moments, of_database
from companion.storage import migrate
from companion.storage.backup import backup
from companion.storage.database import connect
from companion.storage.sqlite import served_by_another, sqlite_file
from companion.tables.errors import LogGone, LogLeft, Unavailable


@pytest.mark.parametrize(
    "gone",
    ["companion.sqlite3", "companion.sqlite3-wal", "companion.sqlite3-shm", ""],
    ids=["file", "log", "index", "folder"],
)
@pytest.mark.parametrize("by", ["deleted", "replaced"])
def test_a_file_that_goes_under_the_server_is_noticed_and_nothing_is_said_to_be_saved(
    tmp_path: Path, gone: str, by: str, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "house"
    url = f"sqlite:///{folder}/companion.sqlite3"
    migrate.upgrade(url)
    database = connect(url)
    with database.writing() as connection:
        connection.exec_driver_sql("PRAGMA user_version = 1")
    take_away(folder / gone, by)
    file = folder / (gone or "companion.sqlite3")
    with pytest.raises(Unavailable), database.writing():
        pytest.fail("written into nowhere")
    with pytest.raises(Unavailable), database.reading():
        pytest.fail("read from nowhere")
    with pytest.raises(Unavailable):
        database.probe()
    database.wipe()
    assert database.unwiped
    assert caplog.messages == [
        f"the database does not {what}: {file} was removed or replaced while it was in use; start anew"
        for what in ("save", "answer")
    ]
    database.close()


def test_the_log_of_a_new_file_does_not_go_with_a_process_that_ends_before_the_first_has_read(tmp_path: Path) -> None:
    """Whoever closes a file last deletes its log: a connection that has not read yet would not keep it there."""
    file = tmp_path / "companion.sqlite3"
    database = connect(f"sqlite:///{file}")
    another = sqlite3.connect(file)
    event.listen(database.engine, "connect", lambda *_: another.execute("PRAGMA schema_version").close())
    with database.reading() as connection:
        another.close()
        connection.exec_driver_sql("PRAGMA schema_version")
    with database.writing() as connection:
        connection.exec_driver_sql("PRAGMA user_version = 1")
    database.close()


@pytest.mark.skipif(os.name != "posix", reason="Windows deletes no open file")
def test_nobody_begins_another_log_while_a_server_has_the_one_that_was_deleted(url: str, tmp_path: Path) -> None:
    """The server saves no more; at its end it puts into the database what it has in its log."""
    server, file = connect(url), tmp_path / "companion.sqlite3"
    with server.writing() as connection:
        connection.exec_driver_sql("PRAGMA user_version = 7")
    served_by_another(file)  # as it asks at its start
    (tmp_path / "companion.sqlite3-wal").unlink()
    for read_only in False, True:
        with pytest.raises(LogGone, match=r"its log companion\.sqlite3-wal was removed"):
            connect(url, read_only=read_only)
    with pytest.raises(LogGone):
        backup(url, tmp_path / "copy")
    assert "was removed" in of_database(url, 10**9, Moments()).says.put()
    server.close()
    with closing(sqlite3.connect(file)) as after:
        assert after.execute("PRAGMA user_version").fetchone() == (7,)


@pytest.mark.skipif(os.name != "posix", reason="links are POSIX's")
def test_the_log_of_a_file_that_a_link_leads_to_is_beside_the_file(tmp_path: Path) -> None:
    disk, link = tmp_path / "disk" / "evenings", tmp_path / "companion.sqlite3"
    disk.parent.mkdir()
    link.symlink_to(disk)
    url = f"sqlite:///{link}"
    migrate.upgrade(url)
    database = connect(url)
    database.ping()
    for read_only in False, True:  # others do, while it is open
        other = connect(url, read_only=read_only)
        other.ping()
        other.close()
    (tmp_path / "disk" / "evenings-wal").unlink()
    with pytest.raises(Unavailable), database.writing():
        pytest.fail("written into nowhere")
    database.close()
    link.unlink()
    assert disk.exists()


@pytest.mark.skipif(os.name != "posix", reason="links are POSIX's")
def test_a_link_that_leads_elsewhere_meanwhile_is_noticed(tmp_path: Path) -> None:
    link, url = tmp_path / "companion.sqlite3", f"sqlite:///{tmp_path}/companion.sqlite3"
    for name in "one", "other":
        link.unlink(missing_ok=True)
        link.symlink_to(tmp_path / name)
        migrate.upgrade(url)
    database = connect(url)
    database.ping()
    link.unlink()
    link.symlink_to(tmp_path / "one")
    with pytest.raises(Unavailable), database.writing():
        pytest.fail("written into another one")
    database.close()


def test_files_that_another_removes_before_this_process_has_them_open_are_no_loss(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the last one does that closes the database."""
    migrate.upgrade(url)
    other = connect(url)
    other.ping()
    database = connect(url)
    opens = database.engine.connect

    def closed_meanwhile() -> Any:
        other.close()
        assert not (tmp_path / "companion.sqlite3-wal").exists()
        return opens()

    monkeypatch.setattr(database.engine, "connect", closed_meanwhile)
    database.ping()
    monkeypatch.undo()
    database.probe()
    database.close()


def take_away(path: Path, by: str) -> None:
    """Delete a file or a folder, or put a copy in its place."""
    if by == "replaced":
        copy = path.with_name("copy")
        (shutil.copytree if path.is_dir() else shutil.copy)(path, copy)
        path.rename(path.with_name("away"))
        copy.rename(path)
    elif path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def test_a_file_that_goes_while_one_writes_is_noticed_before_anybody_is_told(url: str) -> None:
    migrate.upgrade(url)
    database, path = connect(url), sqlite_file(url)
    assert path is not None

    def write() -> None:
        with database.writing() as connection:
            connection.exec_driver_sql("PRAGMA user_version = 1")
            path.unlink()

    with pytest.raises(Unavailable):
        write()
    database.close()


def test_no_empty_file_is_made_beside_a_log_that_was_left(tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite3"
    migrate.upgrade(f"sqlite:///{file}")
    log = file.with_name(f"{file.name}-wal")
    for left in (b"what was not in the file yet", b""):
        file.unlink()
        log.write_bytes(left)
        if left:
            with pytest.raises(LogLeft, match="is in the log alone"):
                connect(f"sqlite:///{file}")
            assert (file.exists(), log.read_bytes()) == (False, left)
            file.touch()
        else:  # there is nothing in it
            connect(f"sqlite:///{file}").close()
    assert file.exists()
