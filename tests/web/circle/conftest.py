"""A circle: `home` and `phone` as the service made it and a phone that joined; `ring` as its host's phone opened it."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.service.service import TableService
from tests.conftest import Phone
from tests.service.circle import Evenings
from tests.web.circle.ring import Ring


@pytest.fixture
def home(tables: TableService) -> Evenings:
    """A circle that has not played yet."""
    return Evenings(tables)


@pytest.fixture
def phone(app: Flask, home: Evenings) -> Phone:
    """A phone that is in the circle."""
    return Phone(app, circle=(home.circle.code, home.keys["Ann's phone"]))


@pytest.fixture
def ring(app: Flask) -> Ring:
    host = Phone(app)
    answer = host.post("/circle/new", {"name": "Tuesdays"})
    assert answer.status_code == 303
    return Ring(app, host, str(answer.location).rpartition("/")[2])
