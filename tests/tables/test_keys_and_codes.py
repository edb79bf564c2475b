"""Codes and keys: how they are made, read and hashed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.tables.keys_and_codes import ALPHABET, key_hash, new_code, new_key, normal_code, request_hash, shown_code


def test_a_code_has_forty_bits_without_look_alikes() -> None:
    assert len(ALPHABET) == len(set(ALPHABET)) == 32
    assert not set("01IO") & set(ALPHABET)
    assert len({new_code() for _ in range(1000)}) == 1000
    assert all(len(new_code()) == 8 for _ in range(10))


@pytest.mark.parametrize(
    "typed", ["K7QF2M9X", "k7qf2m9x", "K7QF-2M9X", " k7qf 2m9x\n", "k7qf\u20132m9x", "k-7-q-f-2-m-9-x"]
)
def test_a_code_is_read_as_people_type_it(typed: str) -> None:
    assert normal_code(typed) == "K7QF2M9X"


@pytest.mark.parametrize(
    "typed",
    ["", "K7QF2M9", "K7QF2M9XX", "K7QF2M90", "K7QF2M9O", "k7qf2m9\u017f", "K7QF/M9X", "\u212a7QF2M9X", "K7QF.2M9X"],
)
def test_anything_else_is_no_code(typed: str) -> None:
    assert normal_code(typed) == ""


@given(st.text())
def test_reading_a_code_never_fails(typed: str) -> None:
    code = normal_code(typed)
    assert not code or normal_code(shown_code(code)) == code


def test_a_code_is_shown_in_two_halves() -> None:
    assert shown_code("K7QF2M9X") == "K7QF-2M9X"


def test_keys_have_128_bits_and_any_text_has_a_hash() -> None:
    assert len(new_key()) == 22
    assert new_key() != new_key()
    assert key_hash("a") != key_hash("b")
    assert len(key_hash("\ud800")) == 64


def test_two_phones_may_name_their_requests_alike() -> None:
    assert request_hash(1, "tap") == request_hash(1, "tap")
    assert request_hash(1, "tap") != request_hash(2, "tap")
    assert request_hash(1, "1:tap") != request_hash(11, ":tap")
