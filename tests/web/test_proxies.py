"""Behind proxies: who asks, and whether by https, is what the trusted ones say, and nobody else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask, request

from companion.config import Settings
from companion.web.client_address import client_network
from tests.conftest import Phone

PROXY = "10.0.0.9"


@pytest.fixture
def asked(make_app: Callable[[Settings], Flask], settings: Settings) -> Callable[..., str]:
    """Who asked, and how, as an app behind that many proxies sees it."""

    def ask(proxies: int, **headers: str) -> str:
        app = make_app(settings.model_copy(update={"trusted_proxies": proxies}))
        app.add_url_rule("/asked", view_func=lambda: f"{client_network()} {request.scheme}")
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return app.test_client().get("/asked", headers=named, environ_base={"REMOTE_ADDR": PROXY}).text

    return ask


CLAIMED = {"X_Forwarded_For": "192.0.2.1, 198.51.100.2", "X_Forwarded_Proto": "http, https"}
SEEN = {0: f"{PROXY} http", 1: "198.51.100.2 https", 2: "192.0.2.1 http", 3: f"{PROXY} http"}


@pytest.mark.parametrize(("proxies", "seen"), SEEN.items())
def test_only_as_many_proxies_are_believed_as_the_setting_says(
    asked: Callable[..., str], proxies: int, seen: str
) -> None:
    assert asked(proxies, **CLAIMED) == seen


def test_what_a_proxy_says_of_the_name_is_not_believed(asked: Callable[..., str]) -> None:
    assert asked(1, **CLAIMED, X_Forwarded_Host="evil.example", X_Forwarded_Prefix="/evil") == SEEN[1]


def test_each_phone_behind_a_proxy_has_its_own_guesses(
    make_app: Callable[[Settings], Flask], settings: Settings
) -> None:
    client = make_app(settings.model_copy(update={"trusted_proxies": 1})).test_client()

    def guess(phone: str) -> int:
        return client.get("/t/22222222", headers={"X-Forwarded-For": phone}).status_code

    assert {guess("192.0.2.1") for _ in range(120)} == {404}
    assert guess("192.0.2.1") == 429
    assert guess("192.0.2.2") == 404


def test_a_form_sent_by_https_needs_its_token_and_no_referer(
    make_app: Callable[[Settings], Flask], settings: Settings
) -> None:
    app = make_app(settings.model_copy(update={"trusted_proxies": 1, "public_url": "https://play.example.org"}))
    phone, https = Phone(app), {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
    form = {"seat": ["Chris", "Mary", "Katie"], "dealer": "0"}
    assert phone.post("/open/sluff-off", form, headers=https).status_code != 400
    assert phone.post("/open/sluff-off", form, headers={**https, "X-CSRFToken": ""}).status_code == 400
