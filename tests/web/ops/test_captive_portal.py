"""A hotspot without the internet: phones that ask whether it is there are told yes, so that they stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from companion.config import Settings
from companion.web.ops.captive_portal import PROBES
from tests.conftest import Phone, made_app
from tests.web.games import SEATS

FOREIGN = {
    "/generate_204": "connectivitycheck.gstatic.com",
    "/gen_204": "www.google.com",
    "/hotspot-detect.html": "captive.apple.com",
    "/library/test/success.html": "www.apple.com",
    "/connecttest.txt": "www.msftconnecttest.com",
    "/ncsi.txt": "www.msftncsi.com",
    "/success.txt": "detectportal.firefox.com",
    "/canonical.html": "detectportal.firefox.com",
}
BODIES = {
    "/generate_204": b"",
    "/gen_204": b"",
    "/hotspot-detect.html": b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>",
    "/library/test/success.html": b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>",
    "/connecttest.txt": b"Microsoft Connect Test",
    "/ncsi.txt": b"Microsoft NCSI",
    "/success.txt": b"success\n",
    "/canonical.html": b'<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
}


@pytest.fixture(scope="module")
def hotspot(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Flask:
    folder = str(tmp_path_factory.mktemp("hotspot") / "instance")
    return made_app(
        Settings.from_environment({"COMPANION_INSTANCE": folder, "COMPANION_HOTSPOT": "on"}), empty_database
    )


@pytest.mark.parametrize("path", FOREIGN)
def test_each_system_is_told_what_it_waits_for(hotspot: Flask, path: str) -> None:
    answer = hotspot.test_client().get(path, headers={"Host": FOREIGN[path]})
    assert answer.status_code == (204 if path.endswith("204") else 200)
    assert answer.data == BODIES[path]
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers
    assert answer.mimetype == ("text/html" if path.endswith(".html") else "text/plain")


def test_all_of_them_are_tried() -> None:
    assert set(PROBES) == set(FOREIGN) == set(BODIES)


def test_under_a_foreign_name_nothing_else_is_answered(hotspot: Flask) -> None:
    client = hotspot.test_client()
    for path in ("/", "/generate_204/", "/generate_205", "/t/22222222", "/api/tables"):
        assert client.get(path, headers={"Host": "captive.apple.com"}).status_code == 400
    assert client.post("/generate_204", headers={"Host": "captive.apple.com"}).status_code in (400, 405)
    assert client.get("/").status_code == 200


@pytest.mark.parametrize("path", FOREIGN)
def test_where_nobody_has_said_so_it_is_no_hotspot(app: Flask, path: str) -> None:
    client = app.test_client()
    assert client.get(path).status_code == 404
    assert client.get(path, headers={"Host": FOREIGN[path]}).status_code == 400


def test_the_seats_page_says_to_switch_mobile_data_off(hotspot: Flask, app: Flask) -> None:
    from companion.games.transcript import read_header
    from tests.conftest import HEADER

    for one, told in ((hotspot, True), (app, False)):
        opened = one.extensions["tables"].open(read_header(HEADER), keys_for_seats=False, label="test")
        page = Phone(one, opened.code, opened.host_key).get(f"/t/{opened.code}/seats").text
        assert SEATS[0] in page
        assert ("Switch mobile data off" in page) is told
