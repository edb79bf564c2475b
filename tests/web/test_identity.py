"""Who is asking: what a phone keeps, what it is called, and cookies that are none of ours."""

from __future__ import annotations

from random import Random

import pytest
from flask import Flask, session
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from companion.service.service import TableService
from companion.tables.answers import Opened
from companion.tables.snapshot import Actor
from companion.web.circle.identity import CIRCLE_KEYS
from companion.web.identity import (
    TABLE_KEYS,
    UNKNOWN_DEVICE,
    Caller,
    bearer,
    by_cookie,
    device_label,
    remember,
)
from tests.conftest import PhoneMaker
from tests.web.games import finish

MOZILLA = "Mozilla/5.0 "
AGENTS = {
    "iphone": (MOZILLA + "(iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148", "iPhone"),
    "ipad": (MOZILLA + "(iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15", "iPad"),
    "android": (
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130 Mobile Safari",
        "Android phone",
    ),
    "tablet": (MOZILLA + "(Linux; Android 13; SM-X200) AppleWebKit/537.36 Chrome/130 Safari", "Android tablet"),
    "windows": (MOZILLA + "(Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0", "Windows computer"),
    "mac": (MOZILLA + "(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15", "Mac"),
    "chromebook": (MOZILLA + "(X11; CrOS x86_64 15633.69.0) AppleWebKit/537.36 Chrome/119", "Chromebook"),
    "linux": (MOZILLA + "(X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Linux computer"),
    "none": ("", UNKNOWN_DEVICE),
    "endless": ("Android" * 9300 + "Mobile", "Android tablet"),
    "far behind": (" " * 512 + "iPhone", UNKNOWN_DEVICE),
    "hostile": ("<script>alert(1)</script>", UNKNOWN_DEVICE),
}


def codes_kept() -> tuple[str, ...]:
    return tuple(code for code, _ in TABLE_KEYS)


@pytest.mark.parametrize(("agent", "label"), AGENTS.values(), ids=AGENTS)
def test_what_a_phone_is_called(app: Flask, agent: str, label: str) -> None:
    with app.test_request_context("/", headers={"User-Agent": agent}):
        assert device_label() == label


def test_a_new_key_for_a_table_counts_at_once_and_takes_the_olds_place(app: Flask, opened: Opened) -> None:
    with app.test_request_context("/"):
        remember(opened.code, "old")
        assert by_cookie(opened.code).actor is None
        remember(opened.code, opened.host_key)
        assert by_cookie(opened.code).host
        assert codes_kept() == (opened.code,)
        assert session.permanent


def test_the_latest_tables_are_kept_and_fit_in_a_cookie(app: Flask) -> None:
    codes = [f"{'ABCDEFGH'[i // 8]}{'23456789'[i % 8]}" * 4 for i in range(TABLE_KEYS.most + 5)]
    keys = Random(5)
    serializer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    with app.test_request_context("/"):
        for code in codes:
            remember(code, f"{keys.getrandbits(128):032x}", Actor(1, code, 10_000, None, True, False, "phone"))
        for number in range(10):
            CIRCLE_KEYS.put(codes[number], f"{keys.getrandbits(128):032x}")
        assert codes_kept() == tuple(reversed(codes[5:]))
        assert len(serializer.dumps(dict(session))) < 4000


def test_a_table_that_is_played_is_kept_before_one_that_is_not(
    app: Flask, tables: TableService, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    header = tables.get(opened.code).header
    played = [tables.open(header, keys_for_seats=False, label="phone").code for _ in range(3)]
    finish(tables, opened)
    with app.test_request_context("/"):
        for code in (played[0], opened.code, *(f"GGGG{number:04}" for number in range(TABLE_KEYS.most))):
            remember(code, "key")
        assert len(codes_kept()) == TABLE_KEYS.most
        assert codes_kept()[-1] == played[0]
        assert opened.code not in codes_kept()
        monkeypatch.setattr(TABLE_KEYS, "most", 2)
        for code in played[1:]:
            remember(code, "key")
        assert codes_kept() == (played[2], played[1])


def test_an_answer_that_remembers_nothing_new_sends_no_cookie(phone: PhoneMaker, opened: Opened) -> None:
    player = phone(opened.code, opened.seat_keys["Chris"])
    assert "Set-Cookie" not in player.get(f"/t/{opened.code}").headers
    assert "Set-Cookie" not in player.get(f"/t/{opened.code}", htmx=True).headers


STORED: dict[str, object] = {
    "nothing": None,
    "text": "K7QF2M9X",
    "number": 7,
    "older-shape": {"K7QF2M9X": {"key": "k"}},
    "half-pairs": [["K7QF2M9X"], [], [1, 2], ["a", "b", "c"], [None, "k"], "K7"],
}


@pytest.mark.parametrize("stored", STORED.values(), ids=STORED)
def test_a_cookie_of_another_version_is_an_empty_one(app: Flask, stored: object) -> None:
    with app.test_request_context("/"):
        session["tables"] = stored
        assert codes_kept() == ()
        assert by_cookie("K7QF2M9X") == Caller()
        remember("K7QF2M9X", "k")
        assert codes_kept() == ("K7QF2M9X",)


def forged(app: Flask, opened: Opened) -> str:
    real = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    forger = URLSafeTimedSerializer("another secret", salt=real.salt, signer_kwargs=real.signer_kwargs)
    return str(forger.dumps({"tables": [[opened.code, opened.host_key]]}))


@pytest.mark.parametrize("kind", ["forged", "junk", "empty", "dots", "long", "cut"])
def test_a_cookie_that_is_not_ours_is_no_cookie(app: Flask, opened: Opened, kind: str) -> None:
    good = forged(app, opened)
    cookies = {
        "forged": good, "junk": "%ff\x7f;;", "empty": "", "dots": "...", "long": "a" * 60_000, "cut": good[:20],
    }  # fmt: skip
    with app.test_request_context("/", headers={"Cookie": f"companion={cookies[kind]}"}):
        assert by_cookie(opened.code).actor is None


BEARERS = {
    "key": ("Bearer abc", "abc"),
    "small": ("bearer abc", "abc"),
    "none": (None, None),
    "empty": ("", None),
    "no-token": ("Bearer", None),
    "basic": ("Basic YTpi", None),
    "another-scheme": ("Token abc", None),
}


@pytest.mark.parametrize(("header", "key"), BEARERS.values(), ids=BEARERS)
def test_a_programs_key(app: Flask, header: str | None, key: str | None) -> None:
    with app.test_request_context("/", headers={} if header is None else {"Authorization": header}):
        assert bearer() == key


@pytest.mark.parametrize("ahead", [3600, -2 * 365 * 24 * 3600], ids=["from-the-future", "very-old"])
def test_a_phone_keeps_its_seat_whatever_the_machines_clock_says(
    phone: PhoneMaker, opened: Opened, monkeypatch: pytest.MonkeyPatch, ahead: int
) -> None:
    now = TimestampSigner.get_timestamp
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda signer: now(signer) + ahead)
    mary = phone(opened.code, opened.seat_keys["Mary"])
    monkeypatch.undo()
    assert f"/t/{opened.code}" in mary.get("/").text


def test_who_asks_is_looked_up_once_a_request(phone: PhoneMaker, opened: Opened, looked_up: list[str]) -> None:
    mary, key = phone(opened.code, opened.seat_keys["Mary"]), opened.seat_keys["Mary"]
    assert mary.get(f"/j/{opened.code}").status_code == 302
    assert mary.get(f"/j/{opened.code}?again=1").status_code == 200
    assert mary.get(f"/t/{opened.code}/delete").status_code == 403
    assert looked_up == [key] * 3
    looked_up.clear()
    assert phone(opened.code, opened.host_key).post(f"/t/{opened.code}/phones/end").status_code == 200
    assert looked_up.count(opened.host_key) == 1
