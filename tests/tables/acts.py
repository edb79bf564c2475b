"""Shorthands of the tests: acts of the referee, the reason why one is forbidden, and a table's state to compare."""

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
    """Return the amend that carries out the proposal of that version."""
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
    """Return the reason; fail if the answer is another."""
    assert isinstance(answer, Forbidden), answer
    return answer.text


def whole(here: Snapshot) -> dict[str, Any]:
    """Return everything in a table that comes from its ledger, so that two processes can be compared."""
    return {
        "version": here.version,
        "state": here.book.state,
        "accepted": here.book.accepted,
        "referee": here.referee,
        "lines": [(line.id, line.move.plain()) for line in here.standing_moves()],
        "entered": [(entered.by, entered.entry_id) for entered in here.entered()],
    }


def standing(here: Snapshot) -> list[tuple[str, str]]:
    """Return the id of each move that stands, with its colour, or its kind if it has no colour."""
    return [(line.id, str(getattr(line.move, "color", line.move.kind()))) for line in here.standing_moves()]
