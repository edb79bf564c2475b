"""A circle's host renames, merges and forgets people, takes games out and deletes it; no name is ever markup."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.conftest import Phone
from tests.web.circle.ring import NAMES, Ring, host_of, text_of


def test_the_host_renames_merges_and_forgets(ring: Ring) -> None:
    ring.plays(["Tom", "Ben", "Cat"])
    ring.plays(["Thomas", "Ben", "Cat"])
    tom, thomas, ben = (ring.person(name) for name in ("Tom", "Thomas", "Ben"))
    at = f"{ring.at}/people"
    assert ring.host.post(f"{at}/{ben}/name", {"name": "Benjamin"}).location == f"{at}/{ben}"
    assert ring.host.post(f"{at}/{ben}/color", {"color": "9"}).status_code == 303
    assert "seat-9" in ring.host.get(f"{at}/{ben}").text
    for _ in range(2):
        assert ring.host.post(f"{at}/{thomas}/merge", {"other": str(tom)}).status_code == 303
    assert "2 games" in text_of(ring.host.get(ring.at).text)
    assert ring.host.get(f"{at}/{tom}").status_code == 404
    assert ring.host.post(f"{at}/{thomas}/forget", {"sure": "1"}).location == ring.at
    for page in ("", "/games", "/statistics", "/evenings/1"):
        told = ring.host.get(ring.at + page, follow_redirects=True).text
        assert "Thomas" not in told
        assert "Tom" not in told
    assert "somebody" in ring.host.get(f"{ring.at}/evenings/1", follow_redirects=True).text
    for number in (2**31, 2**63, 10**30):
        for what in ("", "/forget"):
            assert ring.host.get(f"{at}/{number}{what}").status_code == 404
        assert ring.host.post(f"{at}/{number}/color", {"color": "1"}).status_code == 404
        assert ring.host.post(f"{at}/{number}/forget", {"sure": "1"}).status_code == 404


AT_FIELD = 'value="{}" aria-invalid="true" aria-describedby="wrong" autofocus'
WILL_NOT_DO = {
    "a circle without a name": ("/circle/new", {"name": "  "}, 422, "visible character", 'value="  "'),
    "a circle with a long name": ("/circle/new", {"name": "x" * 61}, 422, "visible character", "x" * 61),
    "no name that is seen": ("{at}/name", {"name": "\u200b"}, 422, "visible character", AT_FIELD.format("\u200b")),
    "no name": ("{at}/name", {"name": ""}, 422, "visible character", AT_FIELD.format("")),
    "another's name": ("{at}/people/{Ben}/name", {"name": "ANN"}, 409, "is called ANN", AT_FIELD.format("ANN")),
    "a person without a name": ("{at}/people/{Ben}/name", {"name": " "}, 422, "can be seen", AT_FIELD.format(" ")),
    "two people": ("{at}/people/{Ben}/merge", {"other": "{Ann}"}, 409, "sat at one table", '"{Ann}" selected'),
    "not sure to forget": ("{at}/people/{Ben}/forget", {}, 422, "Tick the box", "Ben"),
    "not sure to delete": ("{at}/delete", {"tables": "1"}, 422, "Tick the box", "Tuesdays"),
    "no host": ("{at}/phones/host", {"phone": "{own}", "on": "0"}, 409, "needs a host", "This phone"),
    "the only host leaves": ("{at}/phones/leave", {}, 409, "needs a host", "This phone"),
    "no recovery code": ("{at}/phones/recover", {"recovery": "K7QF"}, 403, "no recovery code", ""),
}


@pytest.mark.parametrize(("way", "sent", "status", "said", "kept"), WILL_NOT_DO.values(), ids=WILL_NOT_DO)
def test_what_will_not_do_is_said_and_what_was_typed_stays(
    ring: Ring, way: str, sent: dict[str, str], status: int, said: str, kept: str
) -> None:
    ring.plays()
    known = {name: ring.person(name) for name in NAMES} | {"at": ring.at, "own": host_of(ring).key_id}
    refused = ring.host.post(way.format(**known), {key: value.format(**known) for key, value in sent.items()})
    assert refused.status_code == status
    [alert] = re.findall(r'role="alert"[^>]*>([^<]*)<', refused.text)
    assert said in alert
    assert kept.format(**known) in refused.text
    assert ring.circle.name == "Tuesdays"


def test_where_who_is_forgotten_may_have_won_as_many_nobody_is_told_to_have_won_most(ring: Ring) -> None:
    table = ring.plays()  # Ben and Cat share the win
    told = ring.host.get(f"{ring.at}/evenings/{table}").text
    assert "have won most games" in told
    assert ring.host.post(f"{ring.at}/people/{ring.person('Ben')}/forget", {"sure": "1"}).status_code == 303
    for page in ("/statistics", f"/evenings/{table}"):
        told = ring.host.get(ring.at + page).text
        assert "won most games" not in told
        assert "most wins" not in told
    leads = re.search(r'class="card list leads">.*?</ol>', ring.host.get(ring.at).text, re.S)
    assert leads is not None
    assert re.findall(r"<b>(.*?)</b>", leads[0]) == ["1 win", "0 wins"]


HOSTILE = ["<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "{{7*7}}", "\u202eevil", "a&amp;b"]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_never_markup(app: Flask, name: str) -> None:
    host = Phone(app)
    code = str(host.post("/circle/new", {"name": name}).location).rpartition("/")[2]
    ring = Ring(app, host, code)
    table = ring.plays([name, "Ben", "Cat"])
    ring.tables.circles.keep_preset(host_of(ring), name, "sluff-off", {})
    person = ring.person(name)
    own = (f"/evenings/{table}", f"/people/{person}", f"/people/{person}/forget")
    pages = ("", "/games", "/statistics", *own, "/delete")
    for page in (*(ring.at + page for page in pages), f"{ring.at}/phones", "/", f"/open/sluff-off?circle={code}"):
        told = host.get(page)
        assert told.status_code == 200
        assert "<script>alert" not in told.text
        assert "<img" not in told.text
        assert "49" not in re.findall(r">(\d+)<", told.text)
    assert "<script>alert" not in Phone(app).get(f"{ring.at}/join").text


def test_a_game_is_taken_out_of_the_circle(ring: Ring) -> None:
    code = ring.plays()
    assert ring.host.post(f"{ring.at}/games/release", {"table": "nothing"}).status_code == 303
    assert code in ring.host.get(f"{ring.at}/games").text
    assert ring.host.post(f"{ring.at}/games/release", {"table": code}).location == f"{ring.at}/games"
    assert code not in ring.host.get(f"{ring.at}/games").text
    assert ring.host.get(f"/t/{code}").status_code == 200
    assert ring.host.get(f"/t/{code}/circle").status_code == 404


@pytest.mark.parametrize("tables", ["0", "1"])
def test_a_circle_is_deleted_with_or_without_its_tables(ring: Ring, tables: str) -> None:
    code, other = ring.plays(), ring.joins()
    assert ring.host.post(f"{ring.at}/delete", {"sure": "1", "tables": tables}).location == "/"
    assert "This circle is gone" in other.get(ring.at).text
    assert Phone(ring.app).get(ring.at).status_code == 404
    assert Phone(ring.app).get(f"/t/{code}").status_code == (404 if tables == "1" else 200)
    assert "Tuesdays" not in other.get("/").text
