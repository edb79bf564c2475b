"""Limits: who guesses meets one, whatever is asked for then; who shows a key of the table never does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.config import BadSetting, Settings
from companion.tables.answers import Opened
from companion.web.client_address import client_network
from companion.web.errors import Stop
from companion.web.identity import find_key
from companion.web.limits import GUESSES, read_limit
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
@pytest.mark.parametrize("right", [True, False], ids=["right", "wrong"])
def test_over_the_limit_right_and_wrong_codes_are_answered_alike(
    client: FlaskClient, opened: Opened, path: str, right: bool
) -> None:
    guess_wrong(client, ALLOWED)
    answer = client.get(path.format(code=opened.code if right else WRONG))
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert "Too many wrong codes" in answer.text


@pytest.mark.parametrize("path", LOOKING)
def test_who_guessed_less_is_let_in(client: FlaskClient, opened: Opened, path: str) -> None:
    guess_wrong(client, ALLOWED - 1)
    answer = client.get(path.format(code=opened.code))
    assert answer.status_code == 200
    answer.close()


@pytest.mark.parametrize("path", [path for path in LOOKING if not path.startswith("/api")])
def test_a_wrong_code_on_any_page_is_a_guess(client: FlaskClient, path: str) -> None:
    statuses = [client.get(path.format(code=WRONG)).status_code for _ in range(ALLOWED + 1)]
    assert statuses == [404] * ALLOWED + [429]


def test_looking_at_a_table_is_no_guess(client: FlaskClient, opened: Opened) -> None:
    statuses = {client.get(f"/api/tables/{opened.code}").status_code for _ in range(ALLOWED * 3)}
    assert statuses == {200}


def test_a_wrong_key_is_a_guess(client: FlaskClient, opened: Opened) -> None:
    wrong = {"Authorization": "Bearer wrong"}
    path = f"/api/tables/{opened.code}/moves"
    statuses = [client.post(path, json={}, headers=wrong).status_code for _ in range(ALLOWED + 1)]
    assert statuses == [401] * ALLOWED + [429]


def test_a_program_with_a_key_never_meets_the_limit(client: FlaskClient, opened: Opened) -> None:
    guess_wrong(client, ALLOWED)
    for key in (opened.host_key, opened.seat_keys["Mary"]):
        shown = {"Authorization": f"Bearer {key}"}
        assert client.get(f"/api/tables/{opened.code}", headers=shown).status_code == 200
    shown = {"Authorization": f"Bearer {opened.seat_keys['Chris']}"}
    move = {"move": "take", "seat": "Chris", "color": "red"}
    assert client.post(f"/api/tables/{opened.code}/moves", json=move, headers=shown).status_code == 201


def test_a_phone_with_a_key_never_meets_the_limit(client: FlaskClient, phone: PhoneMaker, opened: Opened) -> None:
    guess_wrong(client, ALLOWED)
    player = phone(opened.code, opened.seat_keys["Chris"])
    assert player.get(f"/t/{opened.code}").status_code == 200
    assert player.get(f"/t/{opened.code}", htmx=True).status_code == 200
    assert phone().get(f"/t/{opened.code}").status_code == 429


def test_a_seats_own_link_never_meets_the_limit(client: FlaskClient, phone: PhoneMaker, opened: Opened) -> None:
    guess_wrong(client, ALLOWED)
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


def test_a_key_that_opens_nothing_is_a_guess(client: FlaskClient) -> None:
    codes = [client.get("/k/wrong").status_code for _ in range(ALLOWED + 1)]
    assert codes == [404] * ALLOWED + [429]


def test_a_key_of_one_table_is_no_way_to_guess_others(client: FlaskClient, opened: Opened) -> None:
    shown = {"Authorization": f"Bearer {opened.host_key}"}
    statuses = [client.get(f"/api/tables/{WRONG}", headers=shown).status_code for _ in range(ALLOWED + 1)]
    assert statuses == [404] * ALLOWED + [429]


def test_others_are_not_held_up_by_one_who_guesses(client: FlaskClient, opened: Opened) -> None:
    guess_wrong(client, ALLOWED, "203.0.113.9")
    answers = [
        client.get(f"/api/tables/{opened.code}", environ_base={"REMOTE_ADDR": address}).status_code
        for address in ("203.0.113.9", "203.0.113.10")
    ]
    assert answers == [429, 200]


def test_the_header_of_a_proxy_is_not_believed(client: FlaskClient, opened: Opened) -> None:
    guess_wrong(client, ALLOWED)
    answer = client.get(f"/api/tables/{opened.code}", headers={"X-Forwarded-For": "203.0.113.77"})
    assert answer.status_code == 429


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
def strict(make_app: Callable[[Settings], Flask], settings: Settings) -> FlaskClient:
    return make_app(settings.model_copy(update={"open_limit": "2/minute"})).test_client()


def test_opening_has_a_limit_of_its_own(strict: FlaskClient) -> None:
    answers = [strict.post("/api/tables", json=HEADER) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 60
    assert "Too many tables" in said(answers[-1])["reason"]
    code = said(answers[0])["code"]
    assert strict.get(f"/api/tables/{code}").status_code == 200


NO_LIMITS = ["many", "120", "-1/minute", "120/minute/fast x", "<script>", "0/minute", "1/second; 9/minute", ""]


@pytest.mark.parametrize("limit", NO_LIMITS)
def test_a_limit_that_is_none_is_said_at_the_start(limit: str) -> None:
    with pytest.raises(BadSetting, match="COMPANION_OPEN_LIMIT"):
        read_limit(limit)


def test_what_was_typed_can_be_sent_again_after_the_limit(
    make_app: Callable[[Settings], Flask], settings: Settings
) -> None:
    phone = Phone(make_app(settings.model_copy(update={"open_limit": "1/minute"})))
    form = {"csrf_token": phone.token, "name": ["Chris", "Mary", "Katie"], "dealer": "0"}
    assert phone.post("/open/sluff-off", form).status_code == 303
    answer = phone.post("/open/sluff-off", form)
    assert answer.status_code == 429
    assert all(f'name="name" value="{name}"' in answer.text for name in form["name"])


def test_a_header_that_opens_nothing_is_not_counted(strict: FlaskClient) -> None:
    statuses = [strict.post("/api/tables", json={}).status_code for _ in range(4)]
    assert statuses == [400] * 4
    assert strict.post("/api/tables", json=HEADER).status_code == 201


def test_the_defaults_leave_room_for_an_evening(settings: Settings) -> None:
    assert settings.open_limit == GUESSES == "120/minute"
