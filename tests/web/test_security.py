"""Headers on every answer, the session cookie's flags, and under which names the app answers."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import create_environ, run_wsgi_app

from companion.config import Settings
from companion.tables.answers import Opened
from companion.web.identity import TABLE_KEYS
from companion.web.security import FOR_FILES, HEADERS, host_check, machine_names
from tests.conftest import ONCE, PhoneMaker, said

ANSWERS: dict[str, tuple[str, str, dict[str, Any], int]] = {
    "page": ("GET", "/", {}, 200),
    "table": ("GET", "/t/{code}", {}, 200),
    "fragment": ("GET", "/t/{code}", {"headers": {"HX-Request": "true"}}, 200),
    "page-stream": ("GET", "/t/{code}/live", {}, 200),
    "static": ("GET", "/static/0/vendor/README.md", {}, 200),
    "static-missing": ("GET", "/static/0/nothing.css", {}, 404),
    "not-found": ("GET", "/nothing", {}, 404),
    "wrong-method": ("PUT", "/t/{code}/moves", {}, 405),
    "options": ("OPTIONS", "/api/tables", {}, 200),
    "strange-host": ("GET", "/", {"headers": {"Host": "evil.example"}}, 400),
    "expired-form": ("POST", "/t/{code}/moves", {"headers": {"X-CSRFToken": ""}}, 400),
    "huge-form": ("POST", "/t/{code}/moves", {"data": {"move": "x" * 70_000}}, 413),
    "api": ("GET", "/api/tables/{code}", {}, 200),
    "api-document": ("GET", "/api/openapi.json", {}, 200),
    "api-stream": ("GET", "/api/tables/{code}/live", {}, 200),
    "api-not-found": ("GET", "/api/tables/22222222", {}, 404),
    "api-no-json": ("POST", "/api/tables", {"data": "x"}, 415),
}


@pytest.mark.parametrize(("method", "path", "more", "status"), ANSWERS.values(), ids=ANSWERS)
def test_headers_stand_on_every_answer(
    phone: PhoneMaker, opened: Opened, method: str, path: str, more: dict[str, Any], status: int
) -> None:
    answer = phone().send(method, path.format(code=opened.code), **more)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    answer.close()


@pytest.mark.parametrize(
    "name", ["css/base.css", "js/live.js", "vendor/fraunces-5.3.0/fraunces-latin-600-normal.woff2"]
)
def test_a_file_that_is_no_page_has_the_headers_that_matter_for_it(client: FlaskClient, name: str) -> None:
    headers = client.get(f"/static/0/{name}").headers
    assert {header for header in HEADERS if header in headers} == FOR_FILES & set(HEADERS)


@pytest.mark.parametrize("path", ["/static/0/icon.svg", "/static/0/none.css", "/worker.js"])
def test_what_could_be_a_page_or_rules_one_has_all_headers(client: FlaskClient, path: str) -> None:
    assert HEADERS.items() <= dict(client.get(path).headers).items()


@pytest.mark.own_app
def test_headers_stand_on_an_answer_to_our_own_failure(app: Flask, client: FlaskClient) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.add_url_rule("/broken", view_func=lambda: str(1 // 0))
    answer = client.get("/broken")
    assert answer.status_code == 500
    assert HEADERS.items() <= dict(answer.headers).items()


def test_the_policy_allows_nothing_inline_and_nobody_to_frame() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "http:" not in policy
    assert "*" not in policy


@pytest.mark.parametrize("path", ["/", "/t/{code}", "/api/tables/{code}"])
def test_an_answer_for_one_phone_is_kept_by_nobody_between(client: FlaskClient, opened: Opened, path: str) -> None:
    control = client.get(path.format(code=opened.code)).headers["Cache-Control"]
    assert "private" in control or "no-store" in control


def test_keys_are_never_kept_by_a_cache(client: FlaskClient) -> None:
    answer = client.post("/api/tables", json={"transcript": 1, "game": "sluff-off", "seats": ["A", "B", "C"]})
    assert answer.headers["Cache-Control"] == ONCE


COOKIES = {
    "home-network": (None, ["HttpOnly", "SameSite=Lax"], ["Secure"]),
    "http": ("http://play.example.org", ["HttpOnly", "SameSite=Lax"], ["Secure"]),
    "https": ("https://play.example.org", ["HttpOnly", "SameSite=Lax", "Secure"], []),
}


@pytest.mark.parametrize(("url", "flags", "missing"), COOKIES.values(), ids=COOKIES)
def test_the_cookie_lasts_a_year_and_no_script_reads_it(
    make_app: Callable[[Settings], Flask], settings: Settings, url: str | None, flags: list[str], missing: list[str]
) -> None:
    app = make_app(settings.model_copy(update={"public_url": url}))
    _remembering(app)
    cookie = app.test_client().get("/remember").headers["Set-Cookie"]
    parts = cookie.split("; ")
    assert all(flag in parts for flag in flags)
    assert not any(flag in parts for flag in missing)
    assert "Path=/" in parts
    assert "Domain" not in cookie
    assert app.permanent_session_lifetime.days == 365
    assert any(part.startswith("Expires=") for part in parts)
    assert cookie.startswith("__Host-companion=" if "Secure" in flags else "companion=")


def test_a_phone_keeps_its_seat_where_its_cookie_has_an_older_name(
    make_app: Callable[[Settings], Flask], settings: Settings
) -> None:
    app = make_app(settings.model_copy(update={"public_url": "https://play.example.org"}))
    _remembering(app)
    kept = app.test_client().get("/remember").headers["Set-Cookie"].partition("=")[2].partition(";")[0]
    for name, known in (("companion", True), ("__Host-companion", True), ("another", False)):
        with app.test_request_context("/", headers={"Cookie": f"{name}={kept}"}):
            assert any(TABLE_KEYS) is known


def _remembering(app: Flask) -> None:
    from companion.web.identity import remember

    def view() -> str:
        remember("22222222", "key")
        return ""

    app.add_url_rule("/remember", view_func=view)


def test_https_alone_asks_browsers_to_stay_with_it(make_app: Callable[[Settings], Flask], settings: Settings) -> None:
    plain = make_app(settings).test_client().get("/api/openapi.json")
    secure = (
        make_app(settings.model_copy(update={"public_url": "https://play.example.org"}))
        .test_client()
        .get("/api/openapi.json")
    )
    assert "Strict-Transport-Security" not in plain.headers
    assert secure.headers["Strict-Transport-Security"].startswith("max-age=")


KNOWN = {
    "no-header": None,
    "localhost": "localhost",
    "localhost-port": "LOCALHOST:8077",
    "full-stop": "localhost.",
    "loopback": "127.0.0.1:8077",
    "home-network": "192.168.1.20:8077",
    "ipv6": "[::1]:8077",
    "ipv6-no-port": "[fe80::1]",
    "this-machine": "garden-pi:8077",
    "this-machine-local": "Garden-Pi.local",
    "public": "play.example.org",
    "set-by-hand": "cards.home.arpa:80",
}
STRANGE = {
    "another-site": "evil.example",
    "rebound": "192.168.1.20.evil.example",
    "looks-local": "evil.local",
    "subdomain": "a.play.example.org",
    "public-with-more": "play.example.org.evil.example",
    "user": "evil.example@localhost",
    "path": "localhost/evil",
    "two": "localhost,evil.example",
    "script": "<script>alert(1)</script>",
    "markup-quote": '"><b>',
    "empty": "",
    "port-only": ":8077",
    "port-words": "localhost:http",
    "no-bracket": "::1",
    "zone": "[fe80::1%25eth0]",
    "broken-bracket": "[::1",
    "not-an-address": "[dead:beef]",
    "number": "999.999.999.999",
    "letters": "ｌｏｃａｌｈｏｓｔ",
    "line-end": "localhost\n",
}


@pytest.fixture
def known(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Callable[[str | None], bool]:
    monkeypatch.setattr(socket, "gethostname", lambda: "Garden-Pi.fritz.box")
    return host_check(
        settings.model_copy(update={"public_url": "https://play.example.org", "trusted_hosts": ("Cards.home.arpa",)}),
    )


@pytest.mark.parametrize("host", KNOWN.values(), ids=KNOWN)
def test_a_known_name(known: Callable[[str | None], bool], host: str | None) -> None:
    assert known(host)


@pytest.mark.parametrize("host", STRANGE.values(), ids=STRANGE)
def test_a_strange_name(known: Callable[[str | None], bool], host: str) -> None:
    assert not known(host)


def test_a_machine_without_a_name_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "")
    assert machine_names() == frozenset()


@pytest.mark.parametrize("path", ["/", "/t/22222222", "/api/tables", "/static/0/vendor/README.md", "//evil.example"])
def test_a_strange_host_is_answered_400_and_never_echoed(app: Flask, path: str) -> None:
    for host in filter(str.isascii, STRANGE.values()):
        # Straight to the app: a test client builds addresses from the name, and cannot from some of these.
        environ = {**create_environ("/"), "HTTP_HOST": host, "PATH_INFO": path}
        body, status, headers = run_wsgi_app(app, environ)
        page = b"".join(body).decode()
        assert status.startswith("400 "), host
        assert "does not answer to this address" in page
        assert not host or host not in page
        assert "Set-Cookie" not in headers
        assert "Location" not in headers


def test_the_host_header_is_no_part_of_a_join_address(client: FlaskClient) -> None:
    header = {"transcript": 1, "game": "sluff-off", "seats": ["A", "B", "C"]}
    answer = client.post("/api/tables", json=header, headers={"Host": "10.1.2.3:1"})
    assert "10.1.2.3" not in said(answer)["url"]
