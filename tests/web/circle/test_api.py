"""A circle by the API: all that its pages do, and the same statistics."""

from __future__ import annotations

from typing import Any

from flask import Flask

from tests.conftest import said
from tests.web.circle.ring import Ring


def test_a_circle_by_the_api(app: Flask) -> None:
    program = app.test_client()
    opened = said(program.post("/api/circles", json={"name": "Tuesdays"}))
    at, keys = f"/api/circles/{opened['code']}", opened["keys"]
    host = {"Authorization": f"Bearer {keys['host']}"}
    joined = {"Authorization": f"Bearer {said(program.post(f'{at}/members'))['key']}"}
    header = {"transcript": 1, "game": "sluff-off", "seats": ["Tom", "Ben", "Cat"], "options": {"rounds": 1}}
    table = said(program.post(f"{at}/tables", json=header, headers=joined))
    assert said(program.post(f"{at}/tables", json={**header, "seats": []}, headers=joined))["key"] == "seats"
    move = {"move": "take", "seat": "Tom", "color": "red"}
    entered = program.post(f"/api/tables/{table['code']}/moves", json=move,
                           headers={"Authorization": f"Bearer {table['keys']['host']}"})  # fmt: skip
    assert entered.status_code == 201
    circle = said(program.get(at, headers=joined))
    assert (circle["name"], circle["host"]) == ("Tuesdays", False)
    assert [one["name"] for one in circle["people"]] == ["Tom", "Ben", "Cat"]
    tom, ben, _ = (one["id"] for one in circle["people"])
    (game,) = said(program.get(f"{at}/games", headers=joined))["games"]
    assert (game["table"], game["over"], game["options"]) == (table["code"], False, {"rounds": 1})
    assert [seat["person"] for seat in game["seats"]][:2] == [tom, ben]
    assert said(program.get(f"{at}/statistics", headers=joined)) == {
        "games": 0, "unfinished": 1, "people": [], "versus": [],
    }  # fmt: skip
    person = f"{at}/people/{tom}"
    changed = said(program.patch(person, json={"name": "Thomas", "color": 7}, headers=host))
    assert (changed["name"], changed["color"]) == ("Thomas", 7)
    wrong: Any
    for wrong in ({"name": None}, {"color": 13}, {"size": 1}, [], {"name": 3}):
        assert program.patch(person, json=wrong, headers=host).status_code == 400
    assert program.post(f"{person}/merge", json={"other": ben}, headers=host).status_code == 409
    assert said(program.post(f"{person}/merge", json={"other": tom}, headers=host))["id"] == tom
    assert program.patch(f"{at}/people/{2**40}", json={}, headers=host).status_code == 404
    kept = said(program.post(f"{at}/presets", headers=joined,
                             json={"name": "Short", "game": "sluff-off", "options": {"rounds": 3}}))  # fmt: skip
    assert kept["url"].endswith("/open/sluff-off?rule-rounds=3")
    assert said(program.get(f"{at}/presets", headers=joined))["presets"] == [kept]
    for bad in ({"name": "x", "game": "chess"}, {"name": "x", "game": "sluff-off", "options": {"rounds": 99}}):
        assert program.post(f"{at}/presets", json=bad, headers=joined).status_code == 400
    assert program.delete(f"{at}/presets/{kept['id']}", headers=host).status_code == 204
    assert program.delete(f"{at}/presets/{kept['id']}", headers=host).status_code == 404
    assert said(program.patch(at, json={"name": "Fridays"}, headers=host))["name"] == "Fridays"
    assert program.delete(person, headers=host).status_code == 204
    assert "person" not in said(program.get(f"{at}/games", headers=joined))["games"][0]["seats"][0]
    recovered = said(program.post(f"{at}/host", json={"recovery": keys["recovery"]}, headers=joined))["keys"]
    assert program.get(at, headers=joined).status_code == 401
    newest = {"Authorization": f"Bearer {recovered['host']}"}
    assert program.delete(at, query_string={"tables": "true"}, headers=newest).status_code == 204
    assert program.get(at, headers=newest).status_code == 404
    assert program.get(f"/api/tables/{table['code']}").status_code == 404


def test_the_apis_statistics_are_those_of_the_page(ring: Ring) -> None:
    ring.plays()
    ring.plays()
    with ring.host.client.session_transaction() as session:
        key = session["circles"][0][1]
    shown = {"Authorization": f"Bearer {key}"}
    told = said(ring.app.test_client().get(f"/api/circles/{ring.code}/statistics", headers=shown))
    assert told["games"] == 2
    people = {one["person"]: one for one in told["people"]}
    assert (people[ring.person("Ben")]["wins"], people[ring.person("Ann")]["wins"]) == (2, 0)
    assert people[ring.person("Ann")]["by_game"]["sluff-off"]["games"] == 2
    assert {"one": ring.person("Ben"), "other": ring.person("Ann"), "before": 2, "level": 0, "behind": 0} in told[
        "versus"
    ]
