"""Another address for the code: for the host alone, one of this machine's, and never what a request claims."""

from __future__ import annotations

import pytest

from companion.address import Address
from companion.tables.answers import Opened
from tests.conftest import PhoneMaker

KNOWN = (Address("192.168.1.20", "wlan0", True), Address("10.8.0.3", "tun0", False))


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.address.addresses", lambda: KNOWN)


@pytest.mark.own_app
def test_the_host_puts_another_address_into_the_code(phone: PhoneMaker, opened: Opened) -> None:
    host = phone(opened.code, opened.host_key)
    seats = f"/t/{opened.code}/seats"
    claimed = phone().get(seats, headers={"Host": "192.168.1.99:8077"}).text
    assert f"http://192.168.1.20:8077/j/{opened.code}" in claimed
    assert "192.168.1.99" not in claimed
    page = host.get(seats).text
    assert 'value="10.8.0.3"' in page
    assert "tun0" in page
    assert host.post(f"{seats}/address", {"address": "10.8.0.3"}).status_code == 303
    page = host.get(seats).text
    assert f"http://10.8.0.3:8077/j/{opened.code}" in page
    assert 'value="192.168.1.20"' in page
    for wrong in ("192.168.1.99", "evil.test", ""):
        assert host.post(f"{seats}/address", {"address": wrong}).status_code == 400
    assert "http://10.8.0.3:8077" in host.get(seats).text
    assert 'id="addresses"' not in phone(opened.code, opened.seat_keys["Mary"]).get(seats).text


@pytest.mark.own_app
def test_an_address_that_cannot_be_kept_is_answered_as_what_cannot_be_saved(
    phone: PhoneMaker, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError("the disk is full")

    host = phone(opened.code, opened.host_key)
    monkeypatch.setattr("companion.address.Path.write_text", full)
    answer = host.post(f"/t/{opened.code}/seats/address", {"address": "10.8.0.3"})
    assert answer.status_code == 503
    assert "could not save just now" in answer.text
    assert f"http://192.168.1.20:8077/j/{opened.code}" in host.get(f"/t/{opened.code}/seats").text
