"""A circle whose host has a phone."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.conftest import Phone
from tests.web.circle.ring import Ring


@pytest.fixture
def ring(app: Flask) -> Ring:
    host = Phone(app)
    answer = host.post("/circle/new", {"name": "Tuesdays"})
    assert answer.status_code == 303
    return Ring(app, host, str(answer.location).rpartition("/")[2])
