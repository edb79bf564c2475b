"""Programs at a table."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from companion.tables.answers import Opened
from tests.web.program import Program


@pytest.fixture
def host(client: FlaskClient, opened: Opened) -> Program:
    """A program with the host's key."""
    return Program(client, opened.code, opened.host_key)
