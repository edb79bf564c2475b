"""Every game over HTTP, from a program's first request to the rematch: what is the same whatever is played."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from companion.games import PRODUCTS
from companion.games.replay import replay
from companion.service.service import TableService
from tests import finished
from tests.conftest import PhoneMaker, said
from tests.games.fluff.sitting import NAMES as DICE_NAMES
from tests.games.popcorn.sitting import NAMES as CARD_NAMES
from tests.web.games import podium
from tests.web.program import Program

PLAYED: dict[str, tuple[finished.Played, str, str]] = {
    "sluff-off": (
        finished.sluff_off(("Ann", "Bob", "Cat", "Dan")),
        "1. Dan, 0 points; 2. Cat, 6 points; 3. Bob, 12 points; 4. Ann, 18 points",
        "Bob",
    ),
    "ui77": (finished.ui77(), "1. Bob, 7 points; 2. Ann, 27 points", "Ann"),
    "popcorn": (
        finished.popcorn(CARD_NAMES[:5]),
        "1. Ann, all cards gone; 2. Ben, Cat, 3 cards; 4. Dan, 4 cards; 5. Eve, 41 cards",
        "Ann",
    ),
    "fluff": (finished.fluff(DICE_NAMES[:3]), "1. Ann, 5 dice; 2. Mia, out; 3. Tom, out", "Mia"),
}
"""A game that was played to its end, its podium, and who deals the rematch."""


def test_every_product_is_tried() -> None:
    assert set(PLAYED) == {game.slug for game in PRODUCTS}


@pytest.mark.parametrize(("played", "places", "dealer"), PLAYED.values(), ids=PLAYED)
def test_a_game_is_opened_played_to_its_end_taken_away_and_played_again(
    client: FlaskClient, phone: PhoneMaker, tables: TableService, played: finished.Played, places: str,
    dealer: str,
) -> None:  # fmt: skip
    header, moves = played
    opened = said(client.post("/api/tables", json=header))
    code, program = opened["code"], Program(client, opened["code"], opened["keys"]["host"])
    for version, move in enumerate(moves, 1):
        answer = program.move(move)
        assert (answer.status_code, answer.json) == (201, {"version": version}), move
    now = program.see()
    assert (now["over"], now["version"], list(now["winners"])) == (True, len(moves), re.findall(r"1\. (\w+)", places))
    assert program.move(moves[0]).status_code == 422
    host = phone(code, opened["keys"]["host"])
    for page in ("", "/board", "/scores"):
        assert podium(host.get(f"/t/{code}{page}").text) == places
    assert host.get(f"/t/{code}/ledger").text.count('data-version="') == len(moves)
    again = replay(client.get(f"/api/tables/{code}/transcript").data)
    assert (again.rejected, again.book.state) == ((), tables.get(code).book.state)
    following = host.post(f"/t/{code}/rematch").location.split("/")[2]
    assert host.post(f"/t/{code}/rematch").location.split("/")[2] == following
    before, after = tables.get(code).header, tables.get(following).header
    assert (after.options, after.seats, after.dealer) == (before.options, before.seats, dealer)
    seat = phone(code, opened["keys"]["seats"][header["seats"][-1]])
    assert seat.post(f"/t/{code}/follow").location == f"/t/{following}"
