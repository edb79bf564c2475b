"""Where no other machine has asked anything for a minute, what usually is in the way is told, in order."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask

from companion.config import Settings
from companion.server.run import tell_when_nobody_comes
from companion.service.service import TableService, utc_now
from companion.tables.answers import Opened
from companion.web import build
from companion.web.ops.no_phone_connects import WAIT_SECONDS, Heard, obstacles
from tests.conftest import PhoneMaker
from tests.service.clock import Seconds


@pytest.fixture
def clock() -> Seconds:
    return Seconds()


@pytest.fixture
def plain(tmp_path: Path) -> Settings:
    return Settings.from_environment({"COMPANION_INSTANCE": str(tmp_path / "instance")})


@pytest.mark.parametrize(
    ("shown", "comes", "later", "told"),
    [
        pytest.param(False, False, 1e9, False, id="never shown"),
        pytest.param(True, False, WAIT_SECONDS - 0.1, False, id="shown just now"),
        pytest.param(True, False, WAIT_SECONDS, True, id="shown a minute ago"),
        pytest.param(True, True, 1e9, False, id="shown, and somebody came"),
        pytest.param(False, True, 1e9, False, id="somebody came by another way"),
    ],
)
def test_it_is_told_a_minute_after_the_way_in_was_shown(
    plain: Settings, clock: Seconds, shown: bool, comes: bool, later: float, told: bool
) -> None:
    heard = Heard(plain, clock)
    if shown:
        heard.show()
    if comes:
        heard.hear("192.0.2.77")
    clock.now += later
    assert bool(heard.in_the_way()) is told


def test_the_likeliest_comes_first_and_the_port_is_named() -> None:
    told = [one.put() for one in obstacles(8099)]
    for word, sentence in zip(("firewall", "guest network", "VPN", "Mobile data"), told, strict=True):
        assert word in sentence
    assert "8099" in told[0]


def test_only_another_machine_counts(plain: Settings, clock: Seconds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.ops.no_phone_connects.is_own", lambda ip: ip in ("127.0.0.1", "192.168.1.20"))
    heard = Heard(plain, clock)
    heard.show()
    for own in ("127.0.0.1", "192.168.1.20", None, ""):
        heard.hear(own)
    clock.now += WAIT_SECONDS - 1
    heard.show()
    assert heard.in_the_way() == ()
    clock.now += 1
    assert heard.in_the_way() == obstacles(plain.port), "the first time that it was shown counts"
    heard.hear("192.168.1.21")
    assert heard.in_the_way() == ()
    assert not heard.waits


HTTPS = {"public_url": "https://play.example.org"}


@pytest.mark.parametrize(
    ("more", "port"),
    [
        ({"trusted_proxies": 1}, 8077),
        ({"trusted_proxies": 1, **HTTPS}, 443),
        ({"trusted_proxies": 1, "public_url": "https://play.example.org:8443"}, 8443),
        ({"public_url": "http://tables.local"}, 80),
    ],
)
def test_the_port_is_the_one_at_which_phones_ask(
    plain: Settings, clock: Seconds, more: dict[str, object], port: int
) -> None:
    heard = Heard(plain.model_copy(update=more), clock)
    heard.show()
    clock.now += WAIT_SECONDS
    assert heard.in_the_way() == obstacles(port)


def test_behind_a_proxy_that_nobody_has_named_nothing_is_told(plain: Settings, clock: Seconds) -> None:
    heard = Heard(plain.model_copy(update=HTTPS), clock)
    heard.show()
    clock.now += 10 * WAIT_SECONDS
    assert heard.in_the_way() == ()
    assert not heard.waits


def test_behind_a_trusted_proxy_those_count_whom_it_speaks_for(plain: Settings) -> None:
    app = build(plain.model_copy(update={"trusted_proxies": 1}))
    heard, client = app.extensions["heard"], app.test_client()
    client.get("/", headers={"X-Forwarded-For": "192.0.2.77, 127.0.0.1"})  # the proxy's word comes last: it was here
    assert heard.waits
    client.get("/", headers={"X-Forwarded-For": "127.0.0.1, 192.0.2.77"})
    assert not heard.waits
    app.extensions["tables"].close()


@pytest.mark.own_app
def test_the_host_s_seats_page_tells_it_a_minute_after_its_table_was_opened(
    app: Flask, phone: PhoneMaker, tables: TableService, opened: Opened, clock: Seconds, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.extensions["heard"] = heard = Heard(app.extensions["settings"], clock)
    host, seats = phone(opened.code, opened.host_key), f"/t/{opened.code}/seats"
    assert 'id="unheard" data-after="61"' in host.get(seats).text
    assert "TCP port" not in host.get(seats).text
    clock.now += WAIT_SECONDS
    assert "TCP port" not in host.get(seats).text, "the way in was shown long ago, at a table before"
    monkeypatch.setattr(tables, "clock", lambda: utc_now() + timedelta(seconds=WAIT_SECONDS))
    assert "TCP port 8077" in host.get(seats).text
    assert "TCP port" not in phone(opened.code, opened.seat_keys["Mary"]).get(seats).text
    heard.hear("192.0.2.77")
    assert 'id="unheard"' not in host.get(seats).text


@pytest.mark.own_app
def test_a_request_from_elsewhere_is_heard(app: Flask) -> None:
    heard: Heard = app.extensions["heard"]
    client = app.test_client()
    client.get("/")
    assert heard.waits
    client.get("/", environ_base={"REMOTE_ADDR": "192.0.2.77"})
    assert not heard.waits


@pytest.mark.parametrize("comes", [False, True])
def test_the_terminal_is_told_once(plain: Settings, clock: Seconds, comes: bool) -> None:
    heard, told = Heard(plain, clock), list[int]()
    heard.show()

    async def pause(_: float) -> None:
        clock.now += WAIT_SECONDS / 2
        if comes:
            heard.hear("192.0.2.77")

    asyncio.run(tell_when_nobody_comes(heard, lambda lines: told.append(len(lines)), pause))
    assert told == ([] if comes else [4])
