"""Phones that listen to a table as a browser does: whose stream ends connects again a second later."""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
import time
from collections.abc import Iterator
from typing import Any

from tests.many.house import Place, Table

RETRY_SECONDS = 1.0


class Phone(threading.Thread):
    """Listens until it is closed. `heard` is each state that it was told, in order."""

    def __init__(self, place: Place, table: Table) -> None:
        super().__init__(daemon=True)
        self.heard: list[dict[str, Any]] = []
        self.broken = 0
        self._place, self._path = place, f"{table.path}/live"
        self._news = threading.Condition()
        self._closed = threading.Event()
        self._line: http.client.HTTPConnection | None = None
        self.start()

    @property
    def version(self) -> int:
        """The version that it shows, -1 before it was told one."""
        return int(self.heard[-1]["version"]) if self.heard else -1

    def shows(self, version: int, within: float) -> bool:
        """Whether it is told that version, or a later one, in so many seconds."""
        with self._news:
            return self._news.wait_for(lambda: self.version >= version, within)

    def run(self) -> None:
        """Listen, and listen again."""
        while not self._closed.is_set():
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError, AttributeError):
                self._listen()
            self.broken += 1
            self._closed.wait(RETRY_SECONDS)

    def close(self) -> None:
        """Hang up."""
        self._closed.set()
        if self._line is not None and self._line.sock is not None:
            self._line.sock.close()

    def _listen(self) -> None:
        self._line = self._place.connect()
        self._line.request("GET", self._path)
        answer = self._line.getresponse()
        while answer.status == 200 and (event := _event(answer)):
            if event.get("event") == "table":
                with self._news:
                    self.heard.append(json.loads(event["data"]))
                    self._news.notify_all()
        self._line.close()


def _event(answer: http.client.HTTPResponse) -> dict[str, str]:
    """The next event; empty where the stream ended."""
    lines: dict[str, str] = {}
    while line := answer.readline().decode().strip():
        name, _, value = line.partition(":")
        lines[name] = value.strip()
    return lines


@contextlib.contextmanager
def listening(table: Table, *places: Place) -> Iterator[list[Phone]]:
    """A phone at each of these places, told the table as it is now."""
    phones = [Phone(place, table) for place in places]
    try:
        for phone in phones:
            assert phone.shows(0, within=60)
        yield phones
    finally:
        for phone in phones:
            phone.close()


def all_show(phones: list[Phone], version: int, within: float) -> bool:
    """Whether all of them are told that version in so many seconds."""
    end = time.monotonic() + within
    return all(phone.shows(version, max(0.0, end - time.monotonic())) for phone in phones)
