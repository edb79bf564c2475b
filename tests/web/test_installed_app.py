"""What a phone needs before the connection goes: the worker with this version's files, a page, the manifest, icons."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.config import Settings
from companion.web.assets import Assets
from companion.web.compression import FOR_A_YEAR
from companion.web.installed_app import worker_text
from companion.web.security import HEADERS


def shell(text: str) -> dict[str, Any]:
    """What the server puts before the worker's script."""
    first = text.splitlines()[0]
    found: dict[str, Any] = json.loads(first.removeprefix("const SHELL = ").removesuffix(";"))
    return found


def test_the_worker_may_answer_for_every_page_and_is_never_old(client: FlaskClient) -> None:
    answer = client.get("/worker.js")
    assert (answer.status_code, answer.mimetype) == (200, "text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "Set-Cookie" not in answer.headers
    again = client.get("/worker.js", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_it_knows_this_version_s_files_and_the_headers_of_pages(client: FlaskClient) -> None:
    found = shell(client.get("/worker.js").text)
    assert found["headers"] == HEADERS
    assert len(found["files"]) > 15
    for address in found["files"]:
        assert re.fullmatch(r"/static/[0-9a-f]{10}/.+\.\w+", address)
        assert client.get(address).headers["Cache-Control"] == FOR_A_YEAR, address


def test_all_that_the_page_in_place_of_others_needs_is_among_them(client: FlaskClient) -> None:
    answer = client.get("/offline")
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
    assert "csrf" not in answer.text
    needed = set(re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css|svg|woff2))"', answer.text))
    assert needed
    assert needed <= set(shell(client.get("/worker.js").text)["files"])


def test_another_version_of_a_file_is_another_worker(app: Flask, settings: Settings, tmp_path: Path) -> None:
    for name in ("js/worker.js", "css/base.css"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((settings.static / name).read_bytes())
    versions = [shell(worker_text(Assets(tmp_path)))["version"]]
    for name in ("css/base.css", "js/worker.js"):
        (tmp_path / name).write_text("// another\n")
        versions.append(shell(worker_text(Assets(tmp_path)))["version"])
    assert len(set(versions)) == 3
    (tmp_path / "js/worker.js").unlink()
    with pytest.raises(LookupError):
        worker_text(Assets(tmp_path))


def test_workers_and_manifests_come_from_here_alone() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy


def size_of(picture: bytes) -> str:
    """A PNG's size, as its header has it."""
    assert picture.startswith(b"\x89PNG")
    return f"{int.from_bytes(picture[16:20])}x{int.from_bytes(picture[20:24])}"


def test_the_manifest_has_what_browsers_ask_before_they_install(client: FlaskClient) -> None:
    page = client.get("/").text
    address = re.search(r'rel="manifest" href="([^"]+)"', page)
    assert address
    answer = client.get(address[1])
    assert answer.mimetype == "application/manifest+json"
    found = json.loads(answer.text)
    assert (found["id"], found["start_url"], found["scope"], found["display"]) == ("/", "/", "/", "standalone")
    assert {"name", "short_name", "background_color", "theme_color"} <= found.keys()
    drawn = {(icon["sizes"], icon["purpose"]) for icon in found["icons"]}
    assert drawn >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for icon in found["icons"]:
        picture = client.get(icon["src"])
        assert picture.mimetype == icon["type"]
        assert icon["sizes"] in ("any", size_of(picture.data) if icon["type"] == "image/png" else "any")
        assert picture.headers["Cache-Control"] == FOR_A_YEAR
    touch = re.search(r'rel="apple-touch-icon" href="([^"]+)"', page)
    assert touch
    assert size_of(client.get(touch[1]).data) == "180x180"


def test_the_manifest_speaks_the_language_of_its_page(client: FlaskClient) -> None:
    page = client.get("/", headers={"Accept-Language": "de"}).text
    address = re.search(r'rel="manifest" href="([^"]+)"', page)
    assert address
    told = client.get(address[1]).get_json()  # a browser asks for it without the phone's cookie
    assert (told["lang"], told["dir"]) == ("de", "ltr")
    assert told["description"] == "Handys f\u00fchren am Kartentisch das Protokoll."
    assert client.get("/companion.webmanifest?language=xx").get_json()["lang"] == "en"


@pytest.mark.parametrize(("path", "gone"), [("/t/22222222", True), ("/j?code=what", False)])
def test_a_page_says_that_its_table_is_gone(client: FlaskClient, path: str, gone: bool) -> None:
    assert ("data-gone" in client.get(path).text) == gone
