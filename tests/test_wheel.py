"""A wheel built from the checkout serves the same pages as the checkout."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

PAGES = """
import companion, json, sys
from companion import create_app
from companion.config import Settings
app = create_app(Settings.from_environment({"COMPANION_INSTANCE": sys.argv[1]}))
client = app.test_client()
home = client.get("/")
sheet = [link.split('"')[0] for link in home.text.split('href="')[1:] if ".css" in link.split('"')[0]][0]
print(json.dumps([companion.__file__, home.status_code, home.text.count("Sluff Off!"), client.get(sheet).text[:200]]))
"""


def _pages(folder: Path, instance: Path) -> list[object]:
    done = subprocess.run(
        [sys.executable, "-c", PAGES, str(instance)], cwd=folder, check=True, capture_output=True, text=True
    )
    answer: list[object] = json.loads(done.stdout)
    return answer


@pytest.fixture(scope="session")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


def test_the_wheel_serves_the_same_pages(unpacked: Path, tmp_path: Path) -> None:
    where, *from_wheel = _pages(unpacked, tmp_path / "a")
    assert str(where).startswith(str(unpacked))
    assert from_wheel == _pages(ROOT, tmp_path / "b")[1:]
    assert from_wheel[0] == 200


def test_the_wheel_holds_every_template_and_static_file(unpacked: Path) -> None:
    for kind in ("templates", "static"):
        here = {str(path.relative_to(ROOT)) for path in (ROOT / kind).rglob("*") if path.is_file()}
        there = {
            str(path.relative_to(unpacked / "companion"))
            for path in (unpacked / "companion" / kind).rglob("*")
            if path.is_file()
        }
        assert here == there


def test_the_wheel_brings_its_migrations(unpacked: Path) -> None:
    assert list((unpacked / "companion" / "storage" / "migrations" / "versions").glob("*.py"))
