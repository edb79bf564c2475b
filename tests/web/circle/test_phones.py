"""A circle's phones: who is a host, who leaves or is put out, a new code, and the way back by the recovery code."""

from __future__ import annotations

import re

from tests.conftest import Phone
from tests.web.circle.ring import NAMES, Ring, host_of


def test_phones_and_keys(ring: Ring) -> None:
    other = ring.joins()
    phone = ring.tables.circles.phones(host_of(ring))[1]
    assert ring.host.post(f"{ring.at}/phones/host", {"phone": str(phone.key_id), "on": "1"}).status_code == 303
    assert other.post(f"{ring.at}/name", {"name": "Fridays"}).location == ring.at
    assert "Fridays" in ring.host.get(ring.at).text
    own = str(host_of(ring).key_id)
    assert other.post(f"{ring.at}/phones/host", {"phone": own, "on": "0"}).status_code == 303
    for _ in range(2):
        assert other.post(f"{ring.at}/phones/end-one", {"phone": own}).status_code == 303
    assert other.post(f"{ring.at}/phones/end-one", {"phone": str(phone.key_id)}).status_code == 303  # not its own
    assert ring.host.get(ring.at).location == f"{ring.at}/join"
    assert other.get(ring.at).status_code == 200


def test_a_new_code_and_a_second_tap(ring: Ring) -> None:
    other = ring.joins()
    with ring.host.client.session_transaction() as session:
        before = list(session["circles"])
    first = ring.host.post(f"{ring.at}/phones/end", {"tap": "one"})
    assert 'class="recovery"' in first.text
    with ring.host.client.session_transaction() as session:
        after = list(session["circles"])
        session["circles"] = before  # the browser has dropped the first answer
    second = ring.host.post(f"{ring.at}/phones/end", {"tap": "one"})
    assert second.status_code == 200
    with ring.host.client.session_transaction() as session:
        assert list(session["circles"]) == after
    assert ring.host.get(f"/c/{after[0][0]}").status_code == 200
    assert other.get(ring.at).status_code == 404
    assert other.get(f"/c/{after[0][0]}").location == f"/c/{after[0][0]}/join"


def test_who_ends_all_keys_is_told_what_stays_with_the_phones_that_are_out_and_where_to_take_it(ring: Ring) -> None:
    other = ring.joins()
    table = str(other.post("/open/sluff-off", {"name": NAMES, "dealer": "0", "circle": ring.code}).location).split("/")[
        2
    ]
    other.post(f"/t/{table}/moves", {"move": '{"move": "take", "seat": "Ben", "color": "red"}'})
    said, asked = "Tables that such phones have opened stay theirs", f"{ring.at}/phones"
    assert said in ring.host.get(asked).text
    assert said not in other.get(asked).text
    ring.host.post(f"{asked}/end", {"tap": "one"})
    with ring.host.client.session_transaction() as session:
        ring.code = session["circles"][0][0]
    assert ring.tables.circles.of_table(ring.tables.get(table).table_id) == ring.circle
    assert f'name="table" value="{table}"' in ring.host.get(f"{ring.at}/games").text
    ring.host.post(f"{ring.at}/games/release", {"table": table})
    assert ring.tables.circles.of_table(ring.tables.get(table).table_id) is None


def test_the_recovery_code_makes_another_phone_a_host(ring: Ring) -> None:
    told = ring.host.post(f"{ring.at}/phones/recovery").text
    code = re.search(r'class="recovery"[^>]*>([^<]+)<', told)
    assert code is not None
    stranger, member = Phone(ring.app), ring.joins()
    assert stranger.post(f"{ring.at}/phones/recover", {"recovery": "wrong"}).status_code == 403
    moved = member.post(f"{ring.at}/phones/recover", {"recovery": code[1].lower()})
    assert "a host of the circle now" in moved.text
    assert member.post(f"{ring.at}/name", {"name": "Fridays"}).status_code == 303
    assert member.post(f"{ring.at}/phones/recover", {"recovery": code[1].lower()}).status_code == 200  # a second tap
    assert stranger.post(f"{ring.at}/phones/recover", {"recovery": code[1]}).status_code == 403
