"""The result out of here: as text, for a spreadsheet, for Board Game Stats; once the game is over."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace

from companion.games.transcript import read_header
from companion.service.service import TableService
from companion.tables.answers import Opened
from companion.tables.snapshot import Provenance
from companion.web.scores import board_game_stats
from tests import finished
from tests.conftest import PhoneMaker
from tests.games.fluff.sitting import NAMES as DICE_NAMES
from tests.games.popcorn.sitting import NAMES as CARD_NAMES
from tests.web.games import enter

FOUR = ("Ann", "Bob", "Cat", "Dan")
PLAYED = {
    "sluff-off": finished.sluff_off(FOUR),
    "ui77": finished.ui77(),
    "popcorn": finished.popcorn(CARD_NAMES[:5]),
    "fluff": finished.fluff(DICE_NAMES[:3]),
}
PLAY_KEYS = ["sourceName", "sourcePlayId", "playDate", "game", "players"]
GAME_KEYS = ["name", "sourceGameId", "highestWins", "noPoints"]
PLAYER_KEYS = ["name", "sourcePlayerId", "startPlayer", "score", "rank", "winner"]


def over(tables: TableService, played: finished.Played) -> Opened:
    header, moves = played
    table = tables.open(read_header(header), keys_for_seats=False, label="test")
    enter(tables, table, *moves)
    return table


def link_on(page: str) -> str:
    found = re.findall(r'<a class="button wide" href="([^"]+)" rel="noreferrer"', page)
    assert len(found) == 1
    return html.unescape(found[0])


def handed_on(tables: TableService, client: FlaskClient, table: Opened) -> dict[str, Any]:
    """What Board Game Stats is told by the link on the page."""
    address = urlsplit(link_on(client.get(f"/t/{table.code}/result").text))
    assert (address.scheme, address.netloc, address.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    assert not re.search(r"[^\w%&=.~*-]", address.query)
    [(name, data)] = parse_qsl(address.query)
    assert name == "data"
    assert unquote(address.query.removeprefix("data=")) == data, "no space is told by a plus"
    told: dict[str, Any] = json.loads(data)
    return told


@pytest.mark.parametrize("slug", PLAYED)
def test_the_other_app_is_told_every_key(tables: TableService, client: FlaskClient, slug: str) -> None:
    table = over(tables, PLAYED[slug])
    told, snapshot = handed_on(tables, client, table), tables.get(table.code)
    report = snapshot.book.report()
    assert list(told) == PLAY_KEYS
    assert told["sourceName"] == "Table Companion"
    assert re.fullmatch(r"[0-9a-f]{24}", told["sourcePlayId"])
    ended = snapshot.provenance
    assert ended is not None
    assert ended.at is not None
    assert told["playDate"] == ended.at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
    assert list(told["game"]) == GAME_KEYS, "no number at BoardGameGeek is known for certain, and none is made up"
    assert told["game"]["name"] == snapshot.book.game.title.put()
    assert told["game"]["sourceGameId"] == slug
    assert told["game"]["highestWins"] is False
    assert told["game"]["noPoints"] is (slug in ("popcorn", "fluff"))
    assert {one["name"] for one in told["players"]} == set(snapshot.header.seats)
    for one in told["players"]:
        assert list(one) == PLAYER_KEYS
        assert re.fullmatch(r"[0-9a-f]{24}", one["sourcePlayerId"])
        assert type(one["startPlayer"]) is bool
        assert one["score"] == report.totals.get(one["name"], 0)
        assert type(one["score"]) is int
        assert type(one["rank"]) is int
        assert one["winner"] is (one["name"] in report.winners)
    assert [one["rank"] for one in told["players"]] == sorted(one["rank"] for one in told["players"])
    assert len({one["sourcePlayerId"] for one in told["players"]}) == len(told["players"])
    assert [one["name"] for one in told["players"] if one["startPlayer"]] == [STARTED[slug]]


STARTED = {"sluff-off": "Ann", "ui77": "Ann", "popcorn": CARD_NAMES[0], "fluff": DICE_NAMES[0]}


def test_who_began_follows_what_the_table_has_told(tables: TableService, client: FlaskClient) -> None:
    header, moves = finished.sluff_off(FOUR)
    dealt = over(tables, ({**header, "dealer": "Dan"}, moves))
    assert tables.get(dealt.code).book.game.first_player(tables.get(dealt.code).book) == "Ann"
    header, _ = PLAYED["popcorn"]
    first = tables.open(read_header({**header, "first": "Cat"}), keys_for_seats=False, label="test")
    book = tables.get(first.code).book
    assert book.game.first_player(book) == "Cat"
    header, moves = PLAYED["fluff"]
    begun = tables.open(read_header(header), keys_for_seats=False, label="test")
    book = tables.get(begun.code).book
    assert book.game.first_player(book) is None
    enter(tables, begun, moves[0])
    book = tables.get(begun.code).book
    assert book.game.first_player(book) == DICE_NAMES[0]


def test_the_same_table_and_the_same_person_are_the_same_again(tables: TableService, client: FlaskClient) -> None:
    one, other = over(tables, PLAYED["sluff-off"]), over(tables, finished.sluff_off(("ann", "Bob", "Cat", "Dan")))
    first, again, second = (handed_on(tables, client, table) for table in (one, one, other))
    assert first == again
    assert first["sourcePlayId"] != second["sourcePlayId"]

    def people(told: dict[str, Any]) -> dict[str, str]:
        return {player["name"].casefold(): player["sourcePlayerId"] for player in told["players"]}

    assert people(first) == people(second)
    shown = json.dumps(first)
    assert one.code not in shown
    assert one.host_key not in shown


def test_a_person_who_is_known_keeps_their_own_number(app: Flask, tables: TableService) -> None:
    table = over(tables, PLAYED["ui77"])
    snapshot = tables.get(table.code)
    with app.test_request_context():
        places = snapshot.book.game.places(snapshot.book)
        told = board_game_stats.play(snapshot, places, {"Ann": "person-7"})
    assert {one["name"]: one["sourcePlayerId"] for one in told["players"]}["Ann"] == "person-7"
    assert {one["name"]: one["sourcePlayerId"] for one in told["players"]}["Bob"] != "person-7"


def test_a_game_that_ends_by_what_a_correction_put_in_has_ended_with_the_entry_before(
    app: Flask, tables: TableService
) -> None:
    snapshot = tables.get(over(tables, PLAYED["fluff"]).code)
    played = Provenance(None, "2", at=datetime(2026, 3, 6, 22, tzinfo=UTC))
    corrected = replace(snapshot, provenance=Provenance(None, "9.1", played))
    with app.test_request_context():
        told = board_game_stats.play(corrected, snapshot.book.game.places(snapshot.book), {})
    assert told["playDate"] == "2026-03-06 22:00:00"


HOSTILE = ("=1+1", 'a" onload="x', "</textarea><script>alert(1)</script>", "\u202eevil", "A&B=C#D %41+")


def test_names_are_names_wherever_they_go(tables: TableService, client: FlaskClient) -> None:
    table = over(tables, finished.sluff_off(HOSTILE))
    told = handed_on(tables, client, table)
    assert {one["name"] for one in told["players"]} == set(HOSTILE)
    page = client.get(f"/t/{table.code}/result").text
    assert "<script>alert" not in page
    text = html.unescape(re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)[0])
    assert all(name in text for name in HOSTILE)
    head, *_ = sheet_of(client, table)
    assert head == ["Round", "'=1+1", HOSTILE[1], HOSTILE[2], HOSTILE[3], HOSTILE[4]]


def sheet_of(client: FlaskClient, table: Opened, **headers: str) -> list[list[str]]:
    answer = client.get(f"/t/{table.code}/result.csv", headers=headers)
    assert answer.status_code == 200
    assert answer.content_type == "text/csv; charset=utf-8"
    assert re.fullmatch(r'attachment; filename="[\w-]+-\d{4}-\d\d-\d\d\.csv"', answer.headers["Content-Disposition"])
    return list(csv.reader(io.StringIO(answer.text.removeprefix("\ufeff"), newline="")))


def test_the_sheet_has_the_rounds_by_seats(tables: TableService, client: FlaskClient) -> None:
    table = over(tables, PLAYED["sluff-off"])
    report = tables.get(table.code).book.report()
    assert sheet_of(client, table) == [
        ["Round", *FOUR],
        *([str(number), *(str(points[name]) for name in FOUR)] for number, points in enumerate(report.rounds, 1)),
        ["Total", *(str(report.totals[name]) for name in FOUR)],
        ["Place", "4", "3", "2", "1"],
    ]
    assert sheet_of(client, over(tables, PLAYED["ui77"]))[0][0] == "Hand"


def test_a_game_without_points_has_a_sheet_of_its_places(tables: TableService, client: FlaskClient) -> None:
    assert sheet_of(client, over(tables, PLAYED["fluff"])) == [
        ["Round", *DICE_NAMES[:3]],
        ["Result", *("5 dice" if name == "Ann" else "out" for name in DICE_NAMES[:3])],
        ["Place", *(str({"Ann": 1, "Mia": 2, "Tom": 3}[name]) for name in DICE_NAMES[:3])],
    ]


def test_the_text_is_in_the_language_of_the_phone(tables: TableService, client: FlaskClient) -> None:
    table = over(tables, PLAYED["popcorn"])
    page = client.get(f"/t/{table.code}/result", headers={"Accept-Language": "de"}).text
    text = html.unescape(re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)[0])
    first, *lines = text.strip().split("\n")
    assert first.startswith("Popcorn, ")
    assert [line.partition(":")[0] for line in lines] == ["1. Ann", "2. Ben", "2. Cat", "4. Dan", "5. Eve"]
    assert lines[1].endswith("3 Karten")


@pytest.mark.parametrize("place", ["result", "result.csv"])
def test_before_the_end_there_is_nothing_to_take(phone: PhoneMaker, opened: Opened, place: str) -> None:
    answer = phone().get(f"/t/{opened.code}/{place}")
    assert answer.status_code == 409
    assert "when this game is over" in answer.text
    assert phone().get(f"/t/22222222/{place}").status_code == 404
