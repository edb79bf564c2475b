"""companion backup, restore, db and what serve says before it serves."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.commands import serve
from companion.config import Settings
from companion.storage.migrate import revisions


@pytest.fixture(autouse=True)
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))
    for name in ("COMPANION_DATABASE_URL", "COMPANION_PUBLIC_URL"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "instance"


def companion(*arguments: object) -> Result:
    from companion.commands import main

    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_a_database_is_made_copied_and_put_back(instance: Path, tmp_path: Path) -> None:
    made = companion("db", "upgrade")
    assert (made.exit_code, made.output) == (0, f"The database is at revision {max(revisions())}.\n")
    copied = companion("backup", tmp_path / "copy")
    assert (copied.exit_code, copied.output) == (0, f"Everything is in {tmp_path / 'copy'}.\n")
    refused = companion("restore", tmp_path / "copy")
    assert refused.exit_code == 1
    assert "--force" in refused.output
    forced = companion("restore", tmp_path / "copy", "--force")
    assert forced.exit_code == 0
    assert "What was there before is in" in forced.output
    (instance / "companion.sqlite3").unlink()
    back = companion("restore", tmp_path / "copy")
    assert (back.exit_code, back.output) == (0, f"The database is as it was in {tmp_path / 'copy'}.\n")


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


@pytest.mark.parametrize("arguments", [["backup", "x"], ["db", "upgrade"], ["restore", "x"]])
def test_a_wrong_setting_is_named(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_PUBLIC_URL", "play")
    said = companion(*arguments)
    assert said.exit_code == 1
    assert "must look like https://play.example.org, not 'play'" in said.output


def test_serve_says_where_phones_find_it(capsys: pytest.CaptureFixture[str]) -> None:
    serve._announce(Settings.from_environment({"COMPANION_PUBLIC_URL": "https://play.example.org"}))
    said = capsys.readouterr().out
    assert "Table Companion is at https://play.example.org" in said
    assert "\u2588" in said


def test_a_terminal_without_blocks_shows_the_address_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "ascii"))
    assert serve._qr("http://192.168.1.20:8077") == ""


def test_the_command_line_alone_loads_nothing_heavy() -> None:
    loaded = "import sys, companion.commands, companion.commands.serve; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout.split()
    assert not {"flask", "sqlalchemy", "ssl", "pydantic", "alembic", "werkzeug"} & set(modules)
