"""A program that plays by the API, for the tests."""

from __future__ import annotations

import json
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

TAKE = {"move": "take", "seat": "Chris", "color": "red"}


class Program:
    """A program with a key, at a table."""

    def __init__(self, client: FlaskClient, code: str, key: str | None) -> None:
        self.client, self.code, self.key = client, code, key

    def move(self, move: object, **headers: str) -> TestResponse:
        return self.send(json.dumps(move), **{"Content-Type": "application/json", **headers})

    def send(self, body: str | bytes, **headers: str) -> TestResponse:
        shown = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(f"/api/tables/{self.code}/moves", data=body, headers={**shown, **named})

    def see(self) -> Any:
        return self.client.get(f"/api/tables/{self.code}").json
