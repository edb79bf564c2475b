"""The causes of errors, as a person reads them."""

from __future__ import annotations

import pytest
from sqlalchemy.exc import DBAPIError

from companion.tables.errors import Unavailable


@pytest.mark.parametrize(
    ("cause", "why"),
    [
        pytest.param(DBAPIError("SELECT 1", {}, Exception("no\n route to host.")), "no route to host", id="a driver's"),
        pytest.param(OSError("disk full"), "disk full", id="another"),
        pytest.param(None, "The app could not save just now. Nothing was lost; try again", id="none"),
    ],
)
def test_why_a_database_is_unavailable(cause: Exception | None, why: str) -> None:
    unavailable = Unavailable()
    unavailable.__cause__ = cause
    assert unavailable.why == why
