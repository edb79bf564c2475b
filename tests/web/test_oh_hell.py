"""The example of an added game over HTTP: opened and played to the end where it is offered, nowhere where it is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.config import Settings
from tests.conftest import Phone, PhoneMaker, said
from tests.games.oh_hell.sitting import Plain, bid, hand, header, turn_up
from tests.web.games import podium
from tests.web.table.shown import labels as controls

pytestmark = pytest.mark.own_app

ROOT = Path(__file__).parents[2]
SLUG = "oh-hell"
TWICE = [*hand({"Ann": 0, "Bob": 0, "Cat": 0}, "Bob"), *hand({"Bob": 1, "Cat": 1, "Ann": 1}, "Cat", "Ann")]
ALL = [*TWICE, *hand({"Cat": 1, "Ann": 0, "Bob": 1}, "Cat")]


@pytest.fixture
def settings(tmp_path: Path, request: pytest.FixtureRequest) -> Settings:
    """The app offers it; a test with the marker `parametrize("settings", [""], indirect=True)` sets something else."""
    extra = getattr(request, "param", SLUG)
    environ = {"COMPANION_INSTANCE": str(tmp_path / "instance"), "COMPANION_EXTRA_GAMES": extra}
    return Settings.from_environment(environ)


def tap(phone: Phone, code: str, move: Plain, version: int) -> Any:
    return phone.post(f"/t/{code}/moves", {"move": json.dumps(move), "version": str(version)}, htmx=True)


def test_it_is_opened_played_and_won(phone: PhoneMaker, client: FlaskClient) -> None:
    host = phone()
    assert "Oh Hell" in host.get("/").text
    assert "Screw the dealer" in host.get(f"/rules/{SLUG}").text
    form = {"name": ["Ann", "Bob", "Cat"], "dealer": "2", "rule-most": "2", "rule-screw_the_dealer": "true"}
    code = host.post(f"/open/{SLUG}", form).location.split("/")[-2]
    bob = phone()
    bob.post(f"/j/{code}", {"name": "Bob"})

    assert {"Turn up Q\u2665\ufe0e", "Turn up 10\u2665\ufe0e"} <= controls(host.get(f"/t/{code}").text)
    for version, move in enumerate([turn_up(), bid("Ann", 0), bid("Bob", 0)]):
        assert tap(bob if move.get("seat") == "Bob" else host, code, move, version).status_code == 204
    assert {"Bid 0", "Bid 1", "Undo"} <= controls(host.get(f"/t/{code}").text)
    refused = tap(host, code, bid("Cat", 1), 3)
    assert (refused.status_code, 'aria-label="Bid 0 instead"' in refused.text) == (422, True)
    assert 'data-rule="screw-the-dealer"' in refused.text
    for version, move in enumerate(ALL[3:], 3):
        assert tap(host, code, move, version).status_code == 204, move

    for path in ("", "/board", "/scores", "/ledger", "/rules", "/referee", "/may-i", "/tokens", "/seats", "/ruling"):
        assert host.get(f"/t/{code}{path}").status_code == 200, path
    seen = said(client.get(f"/api/tables/{code}"))
    assert (seen["phase"], seen["over"], seen["winners"]) == ("over", True, ["Cat"])
    assert seen["totals"] == {"Ann": 31, "Bob": 0, "Cat": 32}
    for path in ("", "/scores", "/board"):
        assert podium(host.get(f"/t/{code}{path}").text) == "1. Cat, 32 points; 2. Ann, 31 points; 3. Bob, 0 points"
    assert "most points win" in host.get(f"/t/{code}/scores").text
    again = host.post(f"/t/{code}/rematch").location.split("/")[-1]
    assert said(client.get(f"/api/tables/{again}"))["phase"] == "turn-up"


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize("settings", [""], indirect=True)
def test_where_it_is_not_named_it_is_nowhere(phone: PhoneMaker, client: FlaskClient) -> None:
    assert "Oh Hell" not in client.get("/").text
    assert SLUG not in client.get("/").text
    assert client.get(f"/open/{SLUG}").status_code == 404
    assert phone().post(f"/open/{SLUG}", {"name": ["Ann", "Bob", "Cat"]}).status_code == 404
    assert client.get(f"/rules/{SLUG}").status_code == 404
    document = client.get("/api/openapi.json").text
    assert "OhHell" not in document
    assert SLUG not in document
    refused = client.post("/api/tables", json=header())
    assert (refused.status_code, said(refused)["key"]) == (400, "game")
    assert said(refused)["reason"] == "This game is not known here."


def test_it_takes_fewer_than_500_lines() -> None:
    files = [*(ROOT / "companion/games/oh_hell").glob("*.py"), *(ROOT / "templates/games/oh_hell").iterdir()]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) < 500
