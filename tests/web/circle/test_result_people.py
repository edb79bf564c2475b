"""Board Game Stats is told who somebody of a circle is, so that a new name at a table is no new person there."""

from __future__ import annotations

import html
import json
import re
from urllib.parse import parse_qs, urlsplit

from flask import Flask

from companion.web.scores.board_game_stats import person_id, player_id
from tests.conftest import Phone
from tests.service.circle import Evenings


def told(phone: Phone, code: str) -> dict[str, str]:
    """By name, what that app is told of the people of a table."""
    found = re.search(r'href="([^"]+)" rel="noreferrer"', phone.get(f"/t/{code}/result").text)
    assert found is not None
    data = json.loads(parse_qs(urlsplit(html.unescape(found[1])).query)["data"][0])
    return {one["name"]: one["sourcePlayerId"] for one in data["players"]}


def test_a_phone_of_the_circle_tells_its_people(app: Flask, home: Evenings, phone: Phone) -> None:
    code = home.played("Ann", "Bob", "Cleo").code
    people = told(phone, code)
    assert people == {name: person_id(home.circle, home.called(name)) for name in ("Ann", "Bob", "Cleo")}
    home.circles.rename_person(home.host, home.called("Bob"), "Robert")
    assert told(phone, code) == people
    again = home.played("Ann", "Bob", "Cleo").code
    assert told(phone, again) == people  # who sits down as before is known
    assert told(Phone(app), code) == {name: player_id(name) for name in ("Ann", "Bob", "Cleo")}
    assert home.circle.code not in json.dumps(people)


def test_a_phone_of_the_circle_takes_the_whole_evening_along(app: Flask, home: Evenings, phone: Phone) -> None:
    code = home.played("Ann", "Bob", "Cleo").code
    address = f"/c/{home.circle.code}/evenings/{code}.csv"
    assert f'href="{address}"' in phone.get(f"/t/{code}/result").text
    assert phone.get(address).text.count("Cleo") == 1
    assert "/evenings/" not in Phone(app).get(f"/t/{code}/result").text
