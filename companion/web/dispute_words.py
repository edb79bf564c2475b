"""A hold and a ruling on it, in words and for the API."""

from __future__ import annotations

from typing import Any

from companion.games.ruling import Text
from companion.tables.affairs import Hold

HOST = Text("The host")


def on_hold(hold: Hold) -> Text:
    """Why nothing is entered just now."""
    return Text(
        "{who} put the table on hold: \u201c{reason}\u201d. Entries wait until the host has ruled.",
        who=hold.by.seat or HOST,
        reason=hold.act.reason,
    )


def hold_body(hold: Hold) -> dict[str, Any]:
    """A hold as the API tells it: since which version, by which seat, on what, why; no key has null."""
    told = {
        "version": hold.by.version,
        "seat": hold.by.seat,
        "at": hold.by.at.isoformat(),
        "entry": hold.act.entry,
        "rule": hold.act.rule,
        "reason": hold.act.reason,
    }
    return {key: value for key, value in told.items() if value is not None}
