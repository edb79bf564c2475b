"""Static files under hashed names: kept for a year, and right again as soon as one of them changes."""

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
from companion.web.assets import FOR_A_YEAR, FOR_NOW, Assets
from tests.conftest import PhoneMaker

NAMES = {
    "": r'(?:src|href)="(/static/[^"]+)"',
    ".js": r'(?m)^import .*"(\.[^"]+)";$',
    ".css": r"url\([\"']?([^\"')]+)",
}
HASHED = re.compile(r"/static/.+\.[0-9a-f]{10}\.\w+")


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


def test_all_that_a_table_needs_has_a_name_with_a_hash(client: FlaskClient, opened: Opened) -> None:
    files = used(client, f"/t/{opened.code}")
    assert all(HASHED.fullmatch(address) for address in files)
    names = {re.sub(r"\.[0-9a-f]{10}", "", address).rpartition("/")[2] for address in files}
    assert names >= {"table-page.js", "all.css", "table.css", "icon.svg"}
    assert len(files) <= 16
    assert len([name for name in names if name.endswith(".woff2")]) == 4


PAGES = ["/", "/open/sluff-off", "/rules/sluff-off", "/t/{code}/board", "/t/{code}/tokens", "/t/{code}/may-i"]


@pytest.mark.parametrize("path", PAGES)
def test_no_page_names_a_file_that_could_change(phone: PhoneMaker, opened: Opened, path: str) -> None:
    client, address = phone(opened.code, opened.host_key).client, path.format(code=opened.code)
    assert client.get(address).status_code == 200
    assert used(client, address)


def test_every_file_can_be_read_and_none_names_itself_in_a_ring(app: Flask) -> None:
    assets: Assets = app.extensions["assets"]
    found = [assets.get(name) for name in assets.names]
    assert len({one.hashed for one in found if one}) == len(assets.names) > 20


def test_a_file_keeps_its_plain_name_too(client: FlaskClient) -> None:
    answer = client.get("/static/css/base.css")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, FOR_NOW)
    again = client.get("/static/css/base.css", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_the_name_of_another_version_is_answered_with_this_one_and_not_kept(client: FlaskClient) -> None:
    answer = client.get("/static/css/base.0123456789.css")
    assert answer.data == client.get("/static/css/base.css").data
    assert answer.headers["Cache-Control"] == FOR_NOW


@pytest.mark.parametrize(
    "name", ["nothing.css", "css/nothing.0123456789.css", "css", "../pyproject.toml", "css/./base.css", "%00", ".."]
)
def test_there_is_nothing_else(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


def test_static_files_are_the_same_for_everybody(client: FlaskClient) -> None:
    answer = client.get("/static/js/table.js", headers={"Accept-Encoding": "gzip"})
    assert answer.headers.get("Vary") == "Accept-Encoding"
    assert "Set-Cookie" not in answer.headers


def test_text_is_packed_for_who_can_unpack_it(client: FlaskClient) -> None:
    plain, packed = (client.get("/static/js/table.js", headers={"Accept-Encoding": way}) for way in ("", "br, gzip"))
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2
    tag = packed.headers["ETag"]
    assert tag == f"W/{plain.headers['ETag']}"
    headers = {"Accept-Encoding": "gzip", "If-None-Match": tag}
    assert client.get("/static/js/table.js", headers=headers).status_code == 304


def test_a_font_is_packed_already(client: FlaskClient, app: Flask) -> None:
    name = next(name for name in app.extensions["assets"].names if name.endswith(".woff2"))
    answer = client.get(f"/static/{name}", headers={"Accept-Encoding": "gzip"})
    assert answer.mimetype == "font/woff2"
    assert not {"Content-Encoding", "Vary"} & set(answer.headers.keys())


def test_the_head_alone_can_be_asked_for(client: FlaskClient) -> None:
    answer = client.head("/static/js/table.js", headers={"Accept-Encoding": "gzip"})
    assert (answer.data, answer.headers["Content-Encoding"]) == (b"", "gzip")


# A folder of a test's own

FILES = {
    "js/a.js": 'import { b } from "./b.js";\nconst c = import("./deep/c.js");\nimport "./no.js";\nimport x from "x";\n',
    "js/b.js": 'export const b = "./deep/c.js";\n',
    "js/deep/c.js": 'import "../b.js";\n',
    "css/a.css": "@font-face { src: url(../f.woff2) } a { background: url('dot.svg'), url(data:x), url(#id) }\n",
    "css/dot.svg": "<svg/>",
    "f.woff2": "font",
    "LICENSE": "free",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def hashed(assets: Assets, name: str) -> str:
    found = assets.get(name)
    assert found
    return found.hashed


def body(assets: Assets, name: str) -> str:
    found = assets.get(name)
    assert found
    return found.body.decode()


def last(name: str) -> str:
    return name.rpartition("/")[2]


def test_a_file_names_others_by_their_hashed_names(folder: Path) -> None:
    assets = Assets(folder)
    b, c = last(hashed(assets, "js/b.js")), last(hashed(assets, "js/deep/c.js"))
    assert body(assets, "js/a.js") == FILES["js/a.js"].replace("./b.js", f"./{b}").replace("c.js", c)
    assert body(assets, "js/b.js") == FILES["js/b.js"]  # a string that is no import
    assert body(assets, "js/deep/c.js") == f'import "../{b}";\n'
    font, dot = hashed(assets, "f.woff2"), last(hashed(assets, "css/dot.svg"))
    assert body(assets, "css/a.css") == FILES["css/a.css"].replace("f.woff2", font).replace("dot.svg", dot)


def test_what_a_script_imports_is_asked_for_in_the_same_round(folder: Path) -> None:
    assets = Assets(folder)
    link = f'<link rel="modulepreload" href="/static/{hashed(assets, "js/b.js")}">'
    script = '<script src="/static/{}" type="module"></script>'
    one, other = (script.format(hashed(assets, name)) for name in ("js/a.js", "js/b.js"))
    assert assets.modules("js/a.js") == link + one  # what is imported later, or not at all, is not asked for
    assert assets.modules("js/a.js", "js/b.js") == one + other


def test_what_names_a_changed_file_has_changed_too(folder: Path) -> None:
    before = Assets(folder)
    names = {name: hashed(before, name) for name in FILES}
    (folder / "js/b.js").write_text("export const b = 2;\n")
    assert hashed(before, "js/b.js") == names["js/b.js"]  # until the next start
    after = Assets(folder)
    changed = {name for name in FILES if hashed(after, name) != names[name]}
    assert changed == {"js/a.js", "js/b.js", "js/deep/c.js"}


def test_a_file_without_an_ending_is_found_by_both_names(folder: Path) -> None:
    assets = Assets(folder)
    name = hashed(assets, "LICENSE")
    assert re.fullmatch(r"LICENSE\.[0-9a-f]{10}", name)
    assert assets.asked(name) is assets.asked("LICENSE") is assets.get("LICENSE")


def test_nothing_is_read_before_it_is_asked_for(folder: Path) -> None:
    assets = Assets(folder)
    assert assets.get("LICENSE")
    (folder / "f.woff2").write_text("another")
    assert body(assets, "f.woff2") == "another"


def test_the_address_of_what_is_not_there_is_plain(folder: Path) -> None:
    assert Assets(folder).address("none.css") == "/static/none.css"


def test_the_settings_say_where_the_files_are(app: Flask, settings: Settings) -> None:
    assert "js/table.js" in app.extensions["assets"].names
    assert (settings.static / "js/table.js").is_file()
