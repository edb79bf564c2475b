"""The folder of the tables is its owner's alone, also where an earlier version made it; no other folder is touched."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from companion.config import Settings
from companion.private_files import close_folder

pytestmark = pytest.mark.skipif(os.name != "posix", reason="rights of files are POSIX's")


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file in it."""
    made = tmp_path / "instance"
    made.mkdir()
    (made / "secret_key").write_text("what was kept")
    return made


@pytest.mark.parametrize("before", [0o755, 0o775, 0o750, 0o700])
def test_a_folder_of_ours_is_closed_to_others(folder: Path, before: int) -> None:
    folder.chmod(before)
    close_folder(folder)
    assert rights(folder) == 0o700
    assert (folder / "secret_key").read_text() == "what was kept"


@pytest.mark.parametrize("before", [0o777, 0o1755, 0o1777, 0o2775])
def test_a_folder_that_is_shared_stays_as_it_is(folder: Path, before: int) -> None:
    folder.chmod(before)
    close_folder(folder)
    assert rights(folder) == before


def test_a_folder_with_folders_in_it_may_be_the_systems_and_stays_as_it_is(folder: Path) -> None:
    folder.chmod(0o755)
    (folder / "log").mkdir()
    close_folder(folder)
    assert rights(folder) == 0o755


def test_somebody_elses_folder_stays_as_it_is(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.chmod(0o755)
    other = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: other)
    close_folder(folder)
    assert rights(folder) == 0o755


def test_what_is_no_folder_is_no_error_and_stays_as_it_is(folder: Path) -> None:
    file = folder / "secret_key"
    file.chmod(0o644)
    close_folder(file)
    close_folder(folder / "missing")
    assert rights(file) == 0o644
    assert [path.name for path in folder.iterdir()] == ["secret_key"]


def test_a_start_closes_the_folder_that_an_earlier_version_made(
    make_app: Callable[[Settings], Flask], settings: Settings
) -> None:
    settings.instance.mkdir()
    settings.instance.chmod(0o755)
    make_app(settings)
    assert rights(settings.instance) == 0o700
