"""A table of three at Ui77, and Bob's phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.tables.answers import Opened
from tests.conftest import Phone, PhoneMaker
from tests.web.ui77.pages import SEATS


@pytest.fixture
def opened(open_table: Callable[..., Opened]) -> Opened:
    return open_table(game="ui77", seats=SEATS, dealer="Cat", options={})


@pytest.fixture
def bob(phone: PhoneMaker, opened: Opened) -> Phone:
    return phone(opened.code, opened.seat_keys["Bob"])
