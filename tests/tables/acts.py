"""Acts of the referee as the tests say them, why one is forbidden, and a table's whole state for comparing."""

from __future__ import annotations

from typing import Any

from companion.games.text import Text
from companion.referee.edits import Edit
from companion.tables.answers import Forbidden
from companion.tables.entry import Amend, Propose, PutOnHold, Setting, Settle, Withdraw
from companion.tables.snapshot import Snapshot

Plain = dict[str, Any]


def change(entry: str, move: Plain, **more: Any) -> Edit:
    return Edit(do="change", entry=entry, move=move, **more)


def remove(entry: str, **more: Any) -> Edit:
    return Edit(do="remove", entry=entry, **more)


def put_in(move: Plain, before: str | None = None, **more: Any) -> Edit:
    place: Plain = {} if before is None else {"entry": before}
    return Edit(do="insert", move=move, **place, **more)


def amend(*edits: Edit, reason: str = "we looked again", **more: Any) -> Amend:
    return Amend(act="amend", edits=list(edits), reason=reason, **more)


def propose(*edits: Edit, reason: str = "we looked again", **more: Any) -> Propose:
    return Propose(act="propose", edits=list(edits), reason=reason, **more)


def confirmed(proposal: Propose, version: int) -> Amend:
    """The amend that carries out the proposal of that version, word for word."""
    return Amend.model_validate({**proposal.plain(), "act": "amend", "proposed": version})


def hold(reason: str = "that was mine", **more: Any) -> PutOnHold:
    return PutOnHold(act="hold", reason=reason, **more)


def settle(version: int, how: Any = "stands", reason: str = "the cards say so", **more: Any) -> Settle:
    return Settle(act="settle", hold=version, how=how, reason=reason, **more)


def withdraw(version: int) -> Withdraw:
    return Withdraw(act="withdraw", proposal=version)


def two_people(on: bool = True) -> Setting:
    return Setting(act="setting", two_people=on)


def forbidden(answer: object) -> Text:
    """Why; fails where it is not forbidden."""
    assert isinstance(answer, Forbidden), answer
    return answer.text


def whole(here: Snapshot) -> dict[str, Any]:
    """All that the ledger makes of a table: two processes that have read it say the same."""
    return {
        "version": here.version,
        "state": here.book.state,
        "accepted": here.book.accepted,
        "referee": here.referee,
        "lines": [(line.id, line.move.plain()) for line in here.standing_moves()],
        "entered": [(one.by, one.entry_id) for one in here.entered()],
    }


def standing(here: Snapshot) -> list[tuple[str, str]]:
    """What stands, in short: the id of each line, and its colour or else its kind."""
    return [(line.id, str(getattr(line.move, "color", line.move.kind()))) for line in here.standing_moves()]
