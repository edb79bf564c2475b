"""The security log: what concerns keys, rights and limits, a line of JSON each. Never a key, a code or a name in it.

A line holds `table` or `circle` and `key_id` or `by`, where they are known: numbers of rows, which say nothing without
the database. `companion serve` writes it to standard error, beside what else is logged, and so does `companion restore`
in any case; the web adds the address, and of a refusal `what` was asked for.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

LOGGER = logging.getLogger("table_companion.security")
LOGGER.setLevel(logging.INFO)


def note(event: str, **facts: object) -> None:
    """Log an event of `docs/security.md` with its facts; those that are None are left out."""
    LOGGER.info(event, extra={"facts": {key: fact for key, fact in facts.items() if fact is not None}})


class JsonLines(logging.Formatter):
    """A record as one line of JSON: when, which event, its facts. Whatever they hold, it stays one line of ASCII."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        return json.dumps({"at": at, "event": record.getMessage(), **getattr(record, "facts", {})}, default=str)


@contextmanager
def written_to_stderr(*, on: bool) -> Iterator[None]:
    """Write the lines to standard error while the block runs, if that is `on`."""
    if not on:
        yield
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    LOGGER.addHandler(handler)
    try:
        yield
    finally:
        LOGGER.removeHandler(handler)
