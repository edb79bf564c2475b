"""Limits: who guesses meets one, whatever is asked for then; who shows a key of the table never does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.config import BadSetting, Settings
from companion.tables.answers import Opened
from companion.web.client_address import client_network
from companion.web.errors import Stop
from companion.web.identity import find_key
from companion.web.limits import read_limit
from tests.conftest import HEADER, Phone, PhoneMaker, said

pytestmark = pytest.mark.own_app

WRONG = "22222222"
ALLOWED = 5


@pytest.fixture(autouse=True)
def _few_guesses(app: Flask) -> None:
    app.config["GUESSES"] = f"{ALLOWED}/minute"


def guess_wrong(client: FlaskClient, times: int, address: str = "127.0.0.1") -> None:
    for _ in range(times):
        assert client.get(f"/api/tables/{WRONG}", environ_base={"REMOTE_ADDR": address}).status_code == 404


LOOKING = ["/api/tables/{code}", "/api/tables/{code}/transcript", "/api/tables/{code}/live", "/t/{code}", "/j/{code}"]


@pytest.mark.parametrize("path", LOOKING)
def test_over_the_limit_right_and_wrong_codes_are_answered_alike(
    client: FlaskClient, opened: Opened, path: str
) -> None:
    guess_wrong(client, ALLOWED - 1)
    with client.get(path.format(code=opened.code)) as let_in:
        assert let_in.status_code == 200
    guess_wrong(client, 1)
    for code in (opened.code, WRONG):
        answer = client.get(path.format(code=code))
        assert answer.status_code == 429
        assert 1 <= int(answer.headers["Retry-After"]) <= 60
        assert "Too many wrong codes" in answer.text


GUESSES: dict[str, tuple[str, str, bool, list[int]]] = {
    "a wrong code on a page": ("GET", "/t/22222222", False, [404] * ALLOWED + [429]),
    "a wrong code to join": ("GET", "/j/22222222", False, [404] * ALLOWED + [429]),
    "a wrong link": ("GET", "/k/wrong", False, [404] * ALLOWED + [429]),
    "a wrong key": ("POST", "/api/tables/{code}/moves", False, [401] * ALLOWED + [429]),
    "another table with the key of one": ("GET", "/api/tables/22222222", True, [404] * ALLOWED + [429]),
    "no guess: looking at a table": ("GET", "/api/tables/{code}", False, [200] * (ALLOWED + 1)),
}
"""Method, address, whether the host's key is shown, or a wrong one; what is answered, again and again."""


@pytest.mark.parametrize(("method", "path", "known", "statuses"), GUESSES.values(), ids=GUESSES)
def test_what_counts_as_a_guess(
    client: FlaskClient, opened: Opened, method: str, path: str, known: bool, statuses: list[int]
) -> None:
    shown: dict[str, Any] = {"headers": {"Authorization": f"Bearer {opened.host_key if known else 'wrong'}"}}
    if method == "POST":
        shown["json"] = {}
    elif not known:
        shown = {}
    address = path.format(code=opened.code)
    assert [client.open(address, method=method, **shown).status_code for _ in statuses] == statuses


def test_who_has_a_key_never_meets_the_limit(client: FlaskClient, phone: PhoneMaker, opened: Opened) -> None:
    guess_wrong(client, ALLOWED)
    for key in (opened.host_key, opened.seat_keys["Mary"]):
        shown = {"Authorization": f"Bearer {key}"}
        assert client.get(f"/api/tables/{opened.code}", headers=shown).status_code == 200
    shown = {"Authorization": f"Bearer {opened.seat_keys['Chris']}"}
    move = {"move": "take", "seat": "Chris", "color": "red"}
    assert client.post(f"/api/tables/{opened.code}/moves", json=move, headers=shown).status_code == 201
    player = phone(opened.code, opened.seat_keys["Chris"])
    assert player.get(f"/t/{opened.code}").status_code == 200
    assert player.get(f"/t/{opened.code}", htmx=True).status_code == 200
    assert phone().get(f"/t/{opened.code}").status_code == 429
    link = f"/k/{opened.seat_keys['Mary']}"
    assert phone().get(link).status_code == 200
    assert phone().post(link).status_code == 303
    assert phone().get("/k/wrong").status_code == 429


def test_a_key_is_found_at_any_table_and_not_used_up(app: Flask, client: FlaskClient, opened: Opened) -> None:
    app.config["GUESSES"] = "1/minute"
    guess_wrong(client, 1)
    with app.test_request_context("/", environ_base={"REMOTE_ADDR": "127.0.0.1"}):
        assert find_key(opened.seat_keys["Mary"]).seat == "Mary"
        assert find_key(opened.host_key).host
        assert find_key(opened.seat_keys["Mary"]).code == opened.code
        with pytest.raises(Stop) as over:
            find_key("wrong")
    assert over.value.code == 429


def test_others_are_not_held_up_by_one_who_guesses_and_no_header_makes_one_another(
    client: FlaskClient, opened: Opened
) -> None:
    guess_wrong(client, ALLOWED, "203.0.113.9")
    address = f"/api/tables/{opened.code}"
    for base, headers, status in (
        ("203.0.113.9", {}, 429),
        ("203.0.113.9", {"X-Forwarded-For": "203.0.113.77"}, 429),
        ("203.0.113.10", {}, 200),
    ):
        assert client.get(address, headers=headers, environ_base={"REMOTE_ADDR": base}).status_code == status


ASKERS = {
    "ipv4": ("192.168.1.7", "192.168.1.7"),
    "ipv6": ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::"),
    "ipv6-neighbour": ("2001:db8:1:2:bbbb::2", "2001:db8:1:2::"),
    "mapped": ("::ffff:192.168.1.7", "192.168.1.7"),
    "none": ("", "unknown"),
    "socket": ("unix:", "unknown"),
}


@pytest.mark.parametrize(("address", "counted"), ASKERS.values(), ids=ASKERS)
def test_who_is_counted(app: Flask, address: str, counted: str) -> None:
    with app.test_request_context("/", environ_base={"REMOTE_ADDR": address}):
        assert client_network() == counted


# Opening tables


@pytest.fixture
def strict(make_app: Callable[[Settings], Flask], settings: Settings) -> Flask:
    return make_app(settings.model_copy(update={"open_limit": "2/minute"}))


def test_opening_has_a_limit_of_its_own_for_what_opens_something(strict: Flask) -> None:
    client = strict.test_client()
    assert [client.post("/api/tables", json={}).status_code for _ in range(4)] == [400] * 4
    answers = [client.post("/api/tables", json=HEADER) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 60
    assert "Too many tables" in said(answers[-1])["reason"]
    assert client.get(f"/api/tables/{said(answers[0])['code']}").status_code == 200


def test_what_was_typed_can_be_sent_again_after_the_limit(strict: Flask) -> None:
    phone = Phone(strict)
    form = {"csrf_token": phone.token, "name": ["Chris", "Mary", "Katie"], "dealer": "0"}
    answers = [phone.post("/open/sluff-off", form) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 429]
    assert all(f'name="name" value="{name}"' in answers[-1].text for name in form["name"])


NO_LIMITS = ["many", "120", "-1/minute", "120/minute/fast x", "<script>", "0/minute", "1/second; 9/minute", ""]


@pytest.mark.parametrize("limit", NO_LIMITS)
def test_a_limit_that_is_none_is_said_at_the_start(limit: str) -> None:
    with pytest.raises(BadSetting, match="COMPANION_OPEN_LIMIT"):
        read_limit(limit)
