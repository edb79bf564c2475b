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
from collections.abc import Callable, Iterator
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


class Found:
    """What a command finds: a folder of the instance in which something is wrong."""

    def __init__(self, instance: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.instance, self.file, self.patch = instance, instance / "companion.sqlite3", monkeypatch

    def nothing(self) -> None:
        pass

    def no_database(self) -> None:
        self.instance.mkdir()
        self.file.write_text("a shopping list" * 100)

    def a_later_version(self) -> None:
        companion("db", "upgrade")
        with closing(sqlite3.connect(self.file)) as later, later:
            later.execute("UPDATE alembic_version SET version_num = '9999'")

    def a_log_alone(self) -> None:
        self.instance.mkdir()
        self.file.with_name("companion.sqlite3-wal").write_text("what was not in the database yet")

    def a_file_for_a_folder(self) -> None:
        self.instance.touch()

    def a_closed_folder(self) -> None:
        def closed(file: Path) -> bool:
            raise PermissionError(errno.EACCES, "Permission denied", str(file))

        self.patch.setattr(Path, "exists", closed)
        self.patch.setattr(Path, "is_file", closed)

    def a_database_url_of_none(self) -> None:
        self.patch.setenv("COMPANION_DATABASE_URL", "no database")

    def a_wrong_public_url(self) -> None:
        self.patch.setenv("COMPANION_PUBLIC_URL", "play")

    def no_server(self) -> None:
        self.patch.setenv("COMPANION_DATABASE_URL", "postgresql://127.0.0.1:1/companion")
        self.patch.setenv("COMPANION_REDIS_URL", "redis://127.0.0.1:1")


BACKUP, RESTORE, CHECK, UPGRADE, SERVE = (
    ("backup", "copy"),
    ("restore", "copy"),
    ("check",),
    ("db", "upgrade"),
    ("serve",),
)
CANNOT: list[tuple[Callable[[Found], None], tuple[tuple[str, ...], ...], str]] = [
    (Found.nothing, (BACKUP,), r"There is no database.*"),
    (Found.nothing, (RESTORE,), r"There is no file.*"),
    (Found.no_database, (UPGRADE, CHECK), r"The database sqlite:///\S+ cannot be used: file is not a database\."),
    (Found.a_later_version, (SERVE, CHECK, UPGRADE), r"sqlite:///\S+ was made by a later version of this app\."),
    (
        Found.a_log_alone,
        (SERVE, UPGRADE),
        r"\S+/companion\.sqlite3 is gone, but its log companion\.sqlite3-wal is still there\. Put the file back, or "
        r"restore a backup: what was not yet in the file is in the log alone\.",
    ),
    (Found.a_file_for_a_folder, (UPGRADE,), r"\S+ cannot be used: File exists\."),
    (Found.a_closed_folder, (BACKUP, RESTORE, CHECK, UPGRADE), r"\S+ cannot be used: Permission denied\."),
    (
        Found.a_database_url_of_none,
        (BACKUP, RESTORE),
        r"COMPANION_DATABASE_URL names no database that can be used here: .*",
    ),
    (
        Found.a_wrong_public_url,
        (BACKUP, RESTORE, UPGRADE),
        r"The public URL must look like https://play\.example\.org, not \u201cplay\u201d\.",
    ),
    (Found.no_server, (BACKUP, CHECK, UPGRADE), r".*accepting TCP/IP connections(?!.*[.?]\.|.*sqlalche).*"),
]


@pytest.mark.parametrize(
    ("wrong", "command", "sentence"),
    [
        pytest.param(wrong, command, sentence, id=f"{wrong.__name__}: {' '.join(command)}")
        for wrong, commands, sentence in CANNOT
        for command in commands
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    instance: Path,
    monkeypatch: pytest.MonkeyPatch,
    wrong: Callable[[Found], None],
    command: tuple[str, ...],
    sentence: str,
) -> None:
    monkeypatch.chdir(instance.parent)
    wrong(Found(instance, monkeypatch))
    said = companion(*command)
    assert said.exit_code == 1
    assert re.fullmatch(f"Error: {sentence}\n?", said.output, re.DOTALL), said.output


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
