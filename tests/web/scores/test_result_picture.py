"""The result as a picture: well-formed whatever people are called, the same for everybody, once the game is over."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from companion.games.transcript import read_header
from companion.service.service import TableService
from companion.tables.answers import Opened
from companion.tables.badges import clusters
from companion.web.scores.result_picture import NAME_SIZES, ROW_SIZES, fitted, plain
from tests import finished
from tests.conftest import PhoneMaker
from tests.games.fluff.sitting import NAMES as DICE_NAMES
from tests.games.popcorn.sitting import NAMES as CARD_NAMES
from tests.web.games import enter, finish

HOSTILE = (
    "</text><script>alert(1)</script>",
    'a" onload="alert(1)',
    "&lt;&amp;]]>",
    "\u202eevil\u202c \x01",
    "\u0645\u0631\u064a\u0645",
)
SVG = "{http://www.w3.org/2000/svg}"
CHECKOUT = Path(__file__).parents[3]


def drawn(tables: TableService, client: FlaskClient, played: finished.Played) -> Any:
    header, moves = played
    table = tables.open(read_header(header), keys_for_seats=False, label="test")
    enter(tables, table, *moves)
    answer = client.get(f"/t/{table.code}/result.svg")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    return ElementTree.fromstring(answer.data)


def told(picture: Any) -> str:
    return " ".join((picture.findtext(f"{SVG}desc") or "").split())


def shown(picture: Any) -> list[str]:
    """The texts of the picture, without the marks that isolate a name."""
    return ["".join(text.itertext()).strip("\u2068\u2069") for text in picture.iter(f"{SVG}text")]


PLAYED = {
    "sluff-off": (
        finished.sluff_off(("Ann", "Bob", "Cat", "Dan")),
        "1. Dan, 0 points; 2. Cat, 6 points; 3. Bob, 12 points; 4. Ann, 18 points",
    ),
    "ui77": (finished.ui77(), "1. Bob, 7 points; 2. Ann, 27 points"),
    "popcorn": (
        finished.popcorn(CARD_NAMES[:5]),
        "1. Ann, all cards gone; 2. Ben, 3 cards; 2. Cat, 3 cards; 4. Dan, 4 cards; 5. Eve, 41 cards",
    ),
    "fluff": (finished.fluff(DICE_NAMES[:3]), "1. Ann, 5 dice; 2. Mia, out; 3. Tom, out"),
}


@pytest.mark.parametrize("game", PLAYED)
def test_every_game_has_its_places(tables: TableService, client: FlaskClient, game: str) -> None:
    played, places = PLAYED[game]
    picture = drawn(tables, client, played)
    assert told(picture) == places
    assert bool(list(picture.iter(f"{SVG}polyline"))) == ("points" in places)


def test_a_line_has_the_colour_of_its_seat(tables: TableService, client: FlaskClient) -> None:
    light = re.findall(r"--seat-\d+: (#\w{6});", (CHECKOUT / "static/css/seat_badges.css").read_text())[:12]
    assert '", "'.join(light) in (CHECKOUT / "templates/scores/picture.svg").read_text()
    picture = drawn(tables, client, finished.sluff_off(("Ann", "Bob", "Cat", "Dan", "Eve")))
    assert [line.get("stroke") for line in picture.iter(f"{SVG}polyline")] == light[:5]


def test_names_are_text_and_nothing_else(tables: TableService, client: FlaskClient) -> None:
    picture = drawn(tables, client, finished.sluff_off(HOSTILE))
    tags = {element.tag.removeprefix(SVG) for element in picture.iter()}
    assert tags <= {
        "svg",
        "title",
        "desc",
        "defs",
        "linearGradient",
        "stop",
        "rect",
        "g",
        "text",
        "path",
        "polyline",
        "circle",
    }
    assert not [key for element in picture.iter() for key in element.attrib if key.startswith("on") or key == "style"]
    assert "&lt;&amp;]]>" in told(picture)
    assert "\x01" not in told(picture)
    assert "\ufffd" in told(picture)


def test_a_shared_win_has_a_step_for_all_who_share_it(tables: TableService, client: FlaskClient) -> None:
    picture = drawn(tables, client, finished.sluff_off(("Ann", "Bob", "Cat", "Dan"), winners=(3,)))
    assert told(picture) == "1. Ann, 0 points; 1. Bob, 0 points; 1. Cat, 0 points; 4. Dan, 36 points"
    texts = shown(picture)
    assert texts[1:7] == ["A shared win", "Ann", "Bob", "Cat", "0 points", "1"]


def test_anybody_who_sees_the_table_sees_it_and_a_phone_keeps_it(
    phone: PhoneMaker, opened: Opened, tables: TableService
) -> None:
    address = f"/t/{opened.code}/result.svg"
    assert phone().get(address).status_code == 409
    finish(tables, opened)
    looking, playing = phone().get(address), phone(opened.code, opened.host_key).get(address)
    assert looking.data == playing.data
    assert phone().get(address, headers={"If-None-Match": looking.headers["ETag"]}).status_code == 304
    assert phone().get("/t/22222222/result.svg").status_code == 404
    for page in ("", "/scores"):
        assert f'href="{address}"' in phone().get(f"/t/{opened.code}{page}").text


def test_names_are_broken_where_they_may_be() -> None:
    assert fitted("Ann", 280, NAME_SIZES).lines == ("Ann",)
    long = fitted("Wilhelmina-Anastasia von Hohenzollern XI", 280, NAME_SIZES)
    assert long.lines == ("Wilhelmina-", "Anastasia von", "Hohenzollern XI")
    assert (long.size, long.height) == (NAME_SIZES[-1], 3 * long.leading)
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert "".join(fitted(family * 8, 280, NAME_SIZES).lines) == family * 8
    assert all(line.startswith(family) for line in fitted(family * 8, 280, NAME_SIZES).lines)
    assert fitted("\u4e2d" * 40, 300, ROW_SIZES, most=1).lines[0].endswith("\u2026")
    assert plain("a\r\n b\x00") == "a b\ufffd"
    assert list(clusters("e\u0301\U0001f1e9\U0001f1eax")) == ["e\u0301", "\U0001f1e9\U0001f1ea", "x"]
