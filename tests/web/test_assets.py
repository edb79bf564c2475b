"""Static files under their version: kept for a year, right again as soon as one changes, asked for with the page."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from posixpath import dirname, join, normpath, splitext

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.config import Settings
from companion.tables.answers import Opened
from companion.web.assets import Assets
from companion.web.compression import FOR_A_YEAR
from tests.conftest import PhoneMaker

NAMES = {
    "": r'(?:src|href)="(/static/[^"]+)"',
    ".js": r'(?m)^(?:import|export) .*"(\.[^"]+)";$',
    ".css": r"url\([\"']?([^\"')]+)",
}


def named_in(text: str, address: str) -> set[str]:
    """The addresses of static files that a page or a file names."""
    pattern = NAMES.get(splitext(address)[1])
    found = re.findall(pattern, text) if pattern else []
    return {normpath(join(dirname(address), name)) for name in found}


def used(client: FlaskClient, page: str) -> dict[str, bytes]:
    """All static files that a page needs, and what these need, by their addresses."""
    files: dict[str, bytes] = {}
    wanted = named_in(client.get(page).text, page)
    while wanted:
        address = wanted.pop()
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["Cache-Control"] == FOR_A_YEAR, address
        files[address] = answer.data
        wanted |= named_in(answer.data.decode("utf-8", "replace"), address) - set(files)
    return files


def test_all_that_a_table_needs_is_of_one_version(client: FlaskClient, opened: Opened) -> None:
    files = used(client, f"/t/{opened.code}")
    assert len({address.split("/")[2] for address in files}) == 1
    names = {address.rpartition("/")[2] for address in files}
    assert names >= {"table-page.js", "base.css", "table.css", "icon.svg"}
    assert len([name for name in names if name.endswith(".woff2")]) == 4


PAGES = ["/", "/open/sluff-off", "/rules/sluff-off"] + [
    f"/t/{{code}}{path}" for path in ("", "/board", "/seats", "/scores", "/tokens", "/may-i", "/ledger", "/referee")
]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_names_files_of_this_version_alone_and_asks_for_all_its_modules_at_once(
    phone: PhoneMaker, opened: Opened, path: str
) -> None:
    client, address = phone(opened.code, opened.host_key).client, path.format(code=opened.code)
    page = client.get(address).text
    files = used(client, address)
    run, ahead = (
        re.findall(pattern, page)
        for pattern in (r'<script src="([^"]+)" type="module">', r'<link rel="modulepreload" href="([^"]+)">')
    )
    needed = set(run)
    while more := {one for name in needed for one in named_in(files[name].decode(), name)} - needed:
        needed |= more
    assert needed == {*run, *ahead}
    assert len(run) == len(set(run)) >= 1


def test_another_version_is_answered_with_this_one_and_not_kept(client: FlaskClient, app: Flask) -> None:
    answer = client.get("/static/0123456789/css/base.css")
    assert answer.data == app.extensions["assets"].files["css/base.css"]
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "name", ["nothing.css", "css/nothing.css", "css", "", "../pyproject.toml", "css/./base.css", "%00", ".."]
)
@pytest.mark.parametrize("version", ["0123456789/", "0123456789/0123456789/", "css/", "today"])
def test_there_is_nothing_else(client: FlaskClient, app: Flask, version: str, name: str) -> None:
    before = f"{app.extensions['assets'].version}/" if version == "today" else version
    assert client.get(f"/static/{before}{name}").status_code == 404


def test_static_files_are_the_same_for_everybody_and_packed_for_who_can_unpack(client: FlaskClient, app: Flask) -> None:
    address = app.extensions["assets"].address("js/live.js")
    plain, packed = (client.get(address, headers={"Accept-Encoding": way}) for way in ("", "br, gzip"))
    assert not {"Content-Encoding", "Set-Cookie"} & set(plain.headers.keys())
    assert plain.headers["Vary"] == packed.headers["Vary"] == "Accept-Encoding"
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    head = client.head(address, headers={"Accept-Encoding": "gzip"})
    assert (head.data, head.headers["Content-Encoding"]) == (b"", "gzip")


def test_a_font_is_packed_already(client: FlaskClient, app: Flask) -> None:
    name = next(name for name in app.extensions["assets"].files if name.endswith(".woff2"))
    answer = client.get(app.extensions["assets"].address(name), headers={"Accept-Encoding": "gzip"})
    assert answer.mimetype == "font/woff2"
    assert not {"Content-Encoding", "Vary"} & set(answer.headers.keys())


# A folder of a test's own

FILES = {"js/a.js": 'import { b } from "./b.js";\n', "css/a.css": "a { top: 0 }\n", "vendor/f.woff2": "font"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize("name", FILES)
def test_a_changed_file_is_another_version_from_the_next_start(folder: Path, name: str) -> None:
    before = Assets(folder)
    first = before.version
    (folder / name).write_text("another")
    assert before.files[name].decode() == FILES[name]
    assert Assets(folder).version != first == before.version


def test_a_file_with_another_name_is_another_version(folder: Path) -> None:
    first = Assets(folder).version
    (folder / "vendor/f.woff2").rename(folder / "vendor/g.woff2")
    assert Assets(folder).version != first


def test_the_settings_say_where_the_files_are(app: Flask, settings: Settings) -> None:
    assert app.extensions["assets"].files["js/live.js"] == (settings.static / "js/live.js").read_bytes()
