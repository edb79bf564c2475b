"""Static files under their version: kept for a year, right again as soon as one changes, and whole when sent as one."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from pathlib import Path
from posixpath import dirname, join, normpath, splitext

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.config import Settings
from companion.tables.answers import Opened
from companion.web.assets import FOR_A_YEAR, FOR_NOW, Assets, gathered, imported
from tests.conftest import PhoneMaker

NAMES = {
    "": r'(?:src|href)="(/static/[^"]+)"',
    ".js": r'(?m)^import .*"(\.[^"]+)";$',
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
    assert names >= {"table-page.js", "all.css", "table.css", "icon.svg"}
    assert len(files) <= 16
    assert len([name for name in names if name.endswith(".woff2")]) == 4


PAGES = ["/", "/open/sluff-off", "/rules/sluff-off", "/t/{code}/board", "/t/{code}/tokens", "/t/{code}/may-i"]


@pytest.mark.parametrize("path", PAGES)
def test_no_page_names_a_file_that_could_change(phone: PhoneMaker, opened: Opened, path: str) -> None:
    client, address = phone(opened.code, opened.host_key).client, path.format(code=opened.code)
    assert client.get(address).status_code == 200
    assert used(client, address)


@pytest.mark.parametrize("path", ["/", "/t/{code}", "/t/{code}/board", "/t/{code}/seats"])
def test_a_page_names_only_what_is_sent_alone_and_runs_no_script_twice(
    phone: PhoneMaker, opened: Opened, app: Flask, path: str
) -> None:
    client = phone(opened.code, opened.host_key).client
    files = used(client, path.format(code=opened.code))
    inside = app.extensions["assets"].inside
    assert inside >= {"js/watched_part.js", "js/storage.js", "css/base.css"}
    assert not {address.split("/", 3)[3] for address in files} & inside
    run = re.findall(rb"^const (\$\w+) = \(\(\) => \{$", b"\n".join(files.values()), re.MULTILINE)
    assert len(run) == len(set(run)) > 1


def test_every_file_can_be_read_and_none_imports_itself_in_a_ring(app: Flask) -> None:
    assets: Assets = app.extensions["assets"]
    assert len({file.name for file in assets.files.values() if file.body}) == len(assets.files) > 20


def test_a_file_keeps_its_plain_name_too(client: FlaskClient) -> None:
    answer = client.get("/static/css/base.css")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, FOR_NOW)
    again = client.get("/static/css/base.css", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_the_address_of_another_version_is_answered_with_this_one_and_not_kept(client: FlaskClient) -> None:
    answer = client.get("/static/0123456789/css/base.css")
    assert answer.data == client.get("/static/css/base.css").data
    assert answer.headers["Cache-Control"] == FOR_NOW


@pytest.mark.parametrize(
    "name",
    ["nothing.css", "css/nothing.css", "css", "", "../pyproject.toml", "css/./base.css", "%00", "..", "0123456789"],
)
@pytest.mark.parametrize("version", ["", "0123456789/", "0123456789/0123456789/", "today"])
def test_there_is_nothing_else(client: FlaskClient, app: Flask, version: str, name: str) -> None:
    before = f"{app.extensions['assets'].version}/" if version == "today" else version
    assert client.get(f"/static/{before}{name}").status_code == 404


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
    name = next(name for name in app.extensions["assets"].files if name.endswith(".woff2"))
    answer = client.get(f"/static/{name}", headers={"Accept-Encoding": "gzip"})
    assert answer.mimetype == "font/woff2"
    assert not {"Content-Encoding", "Vary"} & set(answer.headers.keys())


def test_the_head_alone_can_be_asked_for(client: FlaskClient) -> None:
    answer = client.head("/static/js/table.js", headers={"Accept-Encoding": "gzip"})
    assert (answer.data, answer.headers["Content-Encoding"]) == (b"", "gzip")


# A folder of a test's own

FILES = {
    "js/a.js": 'import { b } from "./b.js";\nconst c = import("./c.js");\n',
    "js/b.js": "export const b = 1;\n",
    "js/c.js": 'import { d } from "../vendor/d.mjs";\nexport const c = d;\n',
    "vendor/d.mjs": "// published so\nexport const d = 4;\n",
    "css/a.css": '@import "b.css";\n',
    "css/b.css": "@font-face { src: url(../vendor/f.woff2) }\n",
    "vendor/f.woff2": "font",
    "vendor/LICENSE": "free",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_file_names_others_as_it_does_in_the_folder(folder: Path) -> None:
    files = Assets(folder).files
    changed = {name for name, text in FILES.items() if files[name].body.decode() != text}
    assert changed == {"js/a.js", "css/a.css"}  # which are sent with others in them
    assert b'import("./c.js")' in files["js/a.js"].body
    assert b"url(../vendor/f.woff2)" in files["css/a.css"].body
    assert Assets(folder).inside == {"js/b.js", "css/b.css"}


@pytest.mark.parametrize("name", FILES)
def test_a_changed_file_is_another_version_from_the_next_start(folder: Path, name: str) -> None:
    before = Assets(folder)
    first = before.version
    (folder / name).write_text("export const b = 2;\n")
    assert before.files[name].body != b"export const b = 2;\n"
    assert Assets(folder).version != first == before.version


def test_so_is_a_file_with_another_name(folder: Path) -> None:
    first = Assets(folder).version
    (folder / "vendor/f.woff2").rename(folder / "vendor/g.woff2")
    assert Assets(folder).version != first


def test_the_settings_say_where_the_files_are(app: Flask, settings: Settings) -> None:
    assert "js/table.js" in app.extensions["assets"].files
    assert (settings.static / "js/table.js").is_file()


STATIC = Path(__file__).parents[2] / "static"
OWN = sorted([*STATIC.glob("js/*.js"), *STATIC.glob("css/*.css")])
IMPORTING = {
    "js/page.js": '// Both.\nimport "./one.js";\nimport "./two.js";\n',
    "js/one.js": 'import { three } from "./three.js";\nlet own = 1;\nconsole.log("one", three(own)); // beside code\n',
    "js/two.js": 'import { three } from "./three.js";\n  // alone\nlet own = 2;\nconsole.log("two", three(own));\n',
    "js/three.js": "let calls = 0;\nexport function three(n) {\n  calls += 1;\n  return `${n} ${calls}`;\n}\n",
    "css/all.css": '@import "a.css";\n/* more\n   of it */\nb { top: 0 }\n',
    "css/a.css": "/* a */\na {\n  top: 1px;\n}\n",
}


def test_scripts_run_once_each_and_in_order() -> None:
    text = gathered("js/page.js", IMPORTING.__getitem__)
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
    assert "alone" not in text
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is missing")
    said = subprocess.run([node, "--input-type=module", "-"], input=text, capture_output=True, text=True, check=True)
    assert said.stdout.splitlines() == ["one 1 1", "two 2 2"]


def test_a_script_takes_what_it_imports_along_and_still_exports() -> None:
    assert gathered("js/three.js", IMPORTING.__getitem__) == re.sub(
        r"^ +", "", IMPORTING["js/three.js"], flags=re.MULTILINE
    )
    text = gathered("js/one.js", IMPORTING.__getitem__)
    assert text.startswith("const $three = (() => {\nlet calls = 0;\n")
    assert text.endswith('const { three } = $three;\nlet own = 1;\nconsole.log("one", three(own)); // beside code\n')
    files = {"a.js": 'import { b } from "./b.js";\nexport const a = b;\n', "b.js": "export const b = 1;\n"}
    assert gathered("a.js", files.__getitem__).endswith("const { b } = $b;\nexport const a = b;\n")


def test_a_sheet_is_sent_with_those_that_it_imports() -> None:
    assert gathered("css/all.css", IMPORTING.__getitem__) == "a {\ntop: 1px;\n}\nb { top: 0 }\n"
    assert imported("css/all.css", IMPORTING["css/all.css"]) == ["css/a.css"]
    assert imported("js/page.js", IMPORTING["js/page.js"]) == ["js/one.js", "js/two.js"]


@pytest.mark.parametrize("file", OWN, ids=lambda file: file.name)
def test_what_is_left_out_of_a_file_is_no_text_of_it(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".js":
        assert all(line.count("`") % 2 == 0 for line in text.splitlines()), "a text over several lines"
        assert not re.search(r"^export (?!(async function|function|const) )|^import .* as ", text, re.MULTILINE)
        assert not re.search(r"^(const|let) \w+ = await|^await ", text, re.MULTILINE)
        if re.search(r'^import .*"\.\./', text, re.MULTILINE):  # which stays as it is, and is none inside a function
            assert not any(f'"./{file.name}"' in other.read_text(encoding="utf-8") for other in OWN), "imported"
    else:
        assert not re.search(r"([\"'])[^\"'\n]*/\*[^\"'\n]*\1", text)
