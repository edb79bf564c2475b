"""companion backup, restore, db and what serve says before it serves."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from build_catalogues import compile_all
from companion.commands import main, serve
from companion.commands.terminal import CATALOGUES, qr
from companion.config import Settings
from companion.games.sluff_off.rulebook import BOOK
from companion.service.service import build_service
from companion.storage.database import connect
from companion.storage.migrate import revisions
from tests.refused_seats import opened_by_other_rules
from tests.service.house import House, take
from tests.tables.earlier import wrote

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))
    for name in ("COMPANION_DATABASE_URL", "COMPANION_PUBLIC_URL"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "instance"


def companion(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_a_database_is_made_copied_and_put_back(
    instance: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = companion("db", "upgrade")
    assert (made.exit_code, made.output) == (0, f"The database is at revision {max(revisions())}.\n")
    copied = companion("backup", tmp_path / "copy")
    assert (copied.exit_code, copied.output) == (0, f"Everything is in {tmp_path / 'copy'}.\n")
    monkeypatch.setenv("COMPANION_SECURITY_LOG", "off")  # as it is in a terminal
    refused = companion("restore", tmp_path / "copy")
    assert refused.exit_code == 1
    assert "--force" in refused.output
    forced = companion("restore", tmp_path / "copy", "--force")
    assert forced.exit_code == 0
    assert "What was there before is in" in forced.output
    (instance / "companion.sqlite3").unlink()
    back = companion("restore", tmp_path / "copy")
    assert (back.exit_code, back.stdout) == (0, f"The database is as it was in {tmp_path / 'copy'}.\n")
    for put_back in (forced, back):
        line = json.loads(put_back.stderr)
        assert (line["event"], line["file"]) == ("restored", "copy")


def test_what_cannot_be_done_is_said_in_a_sentence(instance: Path, tmp_path: Path) -> None:
    for arguments, words in (
        (["backup", tmp_path / "copy"], "There is no database"),
        (["restore", tmp_path / "copy"], "There is no file"),
    ):
        said = companion(*arguments)
        assert said.exit_code == 1
        assert said.output.startswith("Error: ")
        assert words in said.output
    instance.mkdir()
    (instance / "companion.sqlite3").write_text("a shopping list" * 100)
    said = companion("db", "upgrade")
    assert said.exit_code == 1
    assert (
        said.output
        == f"Error: The database sqlite:///{instance}/companion.sqlite3 cannot be used: file is not a database.\n"
    )


def test_a_database_of_a_later_version_is_called_one(instance: Path) -> None:
    companion("db", "upgrade")
    with closing(sqlite3.connect(instance / "companion.sqlite3")) as later, later:
        later.execute("UPDATE alembic_version SET version_num = '9999'")
    for arguments in (["serve"], ["check"], ["db", "upgrade"]):
        said = companion(*arguments)
        assert said.exit_code == 1
        shown = f"sqlite:///{instance}/companion.sqlite3"
        assert said.output == f"Error: {shown} was made by a later version of this app.\n"


def test_a_log_without_its_database_is_not_started_on(instance: Path) -> None:
    instance.mkdir()
    (instance / "companion.sqlite3-wal").write_text("what was not in the database yet")
    for arguments in (["serve"], ["db", "upgrade"]):
        said = companion(*arguments)
        assert said.exit_code == 1
        assert said.output == (
            f"Error: {instance}/companion.sqlite3 is gone, but its log companion.sqlite3-wal is still there."
            " Put the file back, or restore a backup: what was not yet in the file is in the log alone.\n"
        )
    assert [file.name for file in instance.glob("*.sqlite3*")] == ["companion.sqlite3-wal"]


def test_a_log_that_was_left_is_put_aside_and_told(instance: Path, tmp_path: Path) -> None:
    companion("db", "upgrade")
    companion("backup", tmp_path / "copy")
    (instance / "companion.sqlite3").unlink()
    (instance / "companion.sqlite3-wal").write_text("what was not in the database yet")
    back = companion("restore", tmp_path / "copy")
    (kept,) = instance.glob("*.before-*-wal")
    assert back.exit_code == 0
    assert back.stdout.splitlines() == [
        f"What was there before is in {kept}.",
        f"The database is as it was in {tmp_path / 'copy'}.",
    ]
    assert kept.read_text() == "what was not in the database yet"


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_copy_of_no_database_that_can_be_used_is_refused_in_a_sentence(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    companion("db", "upgrade")
    companion("backup", tmp_path / "copy")
    monkeypatch.setenv("COMPANION_DATABASE_URL", "no database")
    said = companion(command, tmp_path / "copy")
    assert said.exit_code == 1
    assert said.output.startswith("Error: COMPANION_DATABASE_URL names no database that can be used here: ")


@pytest.mark.parametrize("arguments", [["backup", "x"], ["db", "upgrade"], ["restore", "x"]])
def test_a_wrong_setting_is_named(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_PUBLIC_URL", "play")
    said = companion(*arguments)
    assert said.exit_code == 1
    assert "must look like https://play.example.org, not “play”" in said.output


def german(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A command as it is called in a German terminal."""
    environ = {**os.environ, "LANGUAGE": "de", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", "from companion.commands import main; main(prog_name='companion')", *arguments]
    return subprocess.run(command, env=environ, capture_output=True, text=True, encoding="utf-8", check=False)


def test_help_and_errors_are_in_the_terminal_s_language() -> None:
    compile_all(CATALOGUES)  # as an installation has them
    said = german("--help").stdout
    assert said.startswith("Aufruf: companion [OPTIONS] COMMAND [ARGS]...\n\n  Ein Begleiter f\u00fcr den Kartentisch")
    assert "Optionen:\n" in said
    assert "  serve    Die App den Handys in diesem Netz anbieten.\n" in said
    said = " ".join(german("check", "--help").stdout.split())
    assert "--latest INTEGER RANGE Nur so viele Tische, und zwar die zuletzt er\u00f6ffneten." in said
    assert "Exit-Status: 0, wenn die Regeln jeden Eintrag annehmen" in said
    wrong = german("serve", "--public-url", "play")
    assert wrong.returncode == 1
    assert wrong.stderr == (
        "Fehler: Die \u00f6ffentliche Adresse muss aussehen wie https://play.example.org, nicht wie \u201eplay\u201c.\n"
    )
    assert german("dance").stderr.endswith("Fehler: Den Befehl \u201edance\u201c gibt es nicht.\n")


def helps(command: click.Command) -> Iterator[str]:
    """What a command says of itself, and those below it, in the language of the process that imported them."""
    yield from filter(None, (command.help, command.epilog))
    yield from (one.help for one in command.params if isinstance(one, click.Option) and one.help)
    if isinstance(command, click.Group):
        here = click.Context(command)
        for name in command.list_commands(here):
            below = command.get_command(here, name)
            assert below is not None, name
            assert below.help, name
            yield from helps(below)


def helps_in(language: str) -> list[str]:
    """The same in a terminal of that language."""
    script = "import json; from tests.test_commands import helps, main; print(json.dumps([*helps(main)]))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "LANGUAGE": language}, cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    found: list[str] = json.loads(done.stdout)
    return found


def test_help_of_every_command_is_translated() -> None:
    compile_all(CATALOGUES)  # as an installation has them
    english, other = helps_in("en"), helps_in("de")
    assert "Only so many of the tables, those opened last." in english
    assert len(english) == len(other)
    kept = [one for one, same in zip(english, other, strict=True) if one == same]
    assert kept == ["Show the version and exit."]  # click's own, which it translates when it shows it


@pytest.fixture
def refused(instance: Path) -> Iterator[str]:
    """The code of a table whose first entry would be refused today."""
    assert companion("db", "upgrade").exit_code == 0
    tables = build_service(connect(f"sqlite:///{instance / 'companion.sqlite3'}"))
    house = House(tables)
    wrote(house, take("Mary"))
    yield house.code
    tables.close()


def test_check_names_each_entry_that_would_be_refused(refused: str, instance: Path) -> None:
    before = (instance / "companion.sqlite3").read_bytes()
    said = companion("check")
    assert said.exit_code == 1
    assert said.output.splitlines() == [
        f"{refused}: entry 1: prediction-order. It is Chris\u2019s turn to predict. {BOOK['prediction-order'].says}",
        "Tables: 1. Entries that would be refused today: 1.",
    ]
    assert (instance / "companion.sqlite3").read_bytes() == before


def test_check_names_a_table_whose_seats_are_refused(instance: Path) -> None:
    assert companion("db", "upgrade").exit_code == 0
    tables = build_service(connect(f"sqlite:///{instance / 'companion.sqlite3'}"))
    house = opened_by_other_rules(tables, "ui77", ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"])
    tables.close()
    said = companion("check")
    assert (said.exit_code, said.output.splitlines()[0]) == (
        1, f"{house.code}: how it was opened: Ui77 is for 2 to 5 players, and here are 6.",
    )  # fmt: skip


def test_check_of_nothing_finds_nothing(instance: Path) -> None:
    assert companion("check").output == "There is no database yet.\n"
    assert "is not in the range" in companion("check", "--latest", 2**63).output
    assert not instance.exists()
    companion("db", "upgrade")
    said = companion("check")
    assert (said.exit_code, said.output) == (0, "Tables: 0. Entries that would be refused today: 0.\n")


def test_check_says_why_it_cannot_look(instance: Path) -> None:
    instance.mkdir()
    (instance / "companion.sqlite3").write_text("a shopping list" * 100)
    said = companion("check")
    assert said.exit_code == 1
    assert said.output.startswith("Error: The database ")


def test_serve_takes_no_workers() -> None:
    refused = companion("serve", "--workers", "2")
    assert (refused.exit_code, "No such option '--workers'" in refused.output) == (2, True)


def test_serve_says_where_phones_find_it(capsys: pytest.CaptureFixture[str]) -> None:
    serve._announce(Settings.from_environment({"COMPANION_PUBLIC_URL": "https://play.example.org"}))
    said = capsys.readouterr().out
    assert "Table Companion is at https://play.example.org" in said
    assert "\u2588" in said


def test_a_terminal_without_blocks_shows_the_address_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "ascii"))
    assert qr("http://192.168.1.20:8077") == ""


def test_the_command_line_alone_loads_nothing_heavy() -> None:
    loaded = "import sys, companion.commands, companion.commands.serve; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout.split()
    assert not {"flask", "sqlalchemy", "ssl", "pydantic", "alembic", "werkzeug"} & set(modules)


WITHOUT_EXTRAS = """
import sys
from companion import create_app
from companion.commands import main
sys.modules |= dict.fromkeys(("psycopg", "redis"))  # an import of them fails
create_app()
main(["db", "upgrade"])
"""


@pytest.mark.parametrize(
    ("name", "url", "told"),
    [
        ("COMPANION_DATABASE_URL", "", "The database is at revision "),
        ("COMPANION_DATABASE_URL", "postgresql://here/companion", "PostgreSQL needs table-companion[postgresql] to be"),
        ("COMPANION_REDIS_URL", "redis://here", "COMPANION_REDIS_URL needs table-companion[redis] to be installed."),
    ],
    ids=["neither", "postgresql", "redis"],
)
def test_postgresql_and_redis_are_extras_that_only_their_urls_ask_for(
    tmp_path: Path, name: str, url: str, told: str
) -> None:
    environ = {**os.environ, "COMPANION_INSTANCE": str(tmp_path), name: url}
    done = subprocess.run([sys.executable, "-c", WITHOUT_EXTRAS], env=environ, capture_output=True, text=True)
    assert told in done.stdout + done.stderr


def test_a_folder_that_is_a_file_is_told_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "file"))
    told = companion("db", "upgrade")
    assert (told.exit_code, told.stderr) == (1, f"Error: {tmp_path / 'file'} cannot be used: File exists.\n")


@pytest.mark.parametrize("arguments", [["backup", "copy"], ["restore", "copy"], ["check"], ["db", "upgrade"]])
def test_a_folder_that_may_not_be_entered_is_told_in_a_sentence(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(file: Path) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied", str(file))

    monkeypatch.setattr(Path, "exists", closed)
    monkeypatch.setattr(Path, "is_file", closed)
    told = companion(*arguments)
    assert told.exit_code == 1
    assert re.fullmatch(r"Error: \S+ cannot be used: Permission denied\.\n", told.stderr)


@pytest.mark.parametrize("arguments", [["backup", "copy"], ["check"], ["db", "upgrade"], ["doctor"]])
def test_a_database_server_that_is_not_there_is_told_in_a_sentence(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATABASE_URL", "postgresql://127.0.0.1:1/companion")
    monkeypatch.setenv("COMPANION_REDIS_URL", "redis://127.0.0.1:1")
    told = companion(*arguments)
    assert told.exit_code == 1
    said = [line for line in told.output.splitlines() if "127.0.0.1:1" in line]
    assert "accepting TCP/IP connections" in said[0]
    assert not re.search(r"[.?]\.|sqlalche", "".join(said))
