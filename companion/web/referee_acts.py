"""What the referee's forms have in common: a form read as an act, and a table's answer that is not "entered"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from companion.games.ruling import Rejected, Text
from companion.referee.edits import BadEdits, Edit
from companion.referee.what_if import settled
from companion.tables import values
from companion.tables.acts import Amend, Propose
from companion.tables.values import Actor, Answer, Snapshot
from companion.web.dispute_words import on_hold
from companion.web.seeing import table_before

REASON = Text("A reason is needed, of 1 to 280 characters.")
MOVED_ON = Text("The table has moved on while you looked. This is how it stands now; look again, then send it.")
UNSAVED = Text("The book could not be written just now. Nothing was entered; try again.")


def amend_act(
    snapshot: Snapshot, actor: Actor, edits: Sequence[Edit], typed: Mapping[str, str]
) -> Amend | Propose | Text:
    """An amend from a form, proposed where the table asks for two people; on hold it is the host's ruling.

    A sentence where the form is no act.
    """
    hold = snapshot.affairs.hold
    told: dict[str, Any] = {"edits": [edit.plain() for edit in edits], "reason": typed.get("reason", "")}
    if hold is not None and actor.host:
        told |= {"settles": hold.by.version, **rule_named(snapshot, typed)}
    kind, shape = ("propose", Propose) if snapshot.affairs.two_people else ("amend", Amend)
    try:
        return shape.model_validate({"act": kind, **told})
    except ValidationError:
        return REASON


def still_fits(snapshot: Snapshot, act: Propose) -> bool:
    """Whether the proposed amend could be carried out as the table is now."""
    hold = snapshot.affairs.hold
    if act.settles != (None if hold is None else hold.by.version):
        return False
    try:
        return not isinstance(settled(snapshot.header, snapshot.lines(), act.edits, "new"), Rejected)
    except BadEdits:
        return False


def as_seen(snapshot: Snapshot, seen: int | None) -> Snapshot:
    """The table as the form's page showed it; as it is now, where the form does not tell.

    What was looked at is what is meant, and a form that is sent twice means the same both times.
    """
    if seen is None or seen >= snapshot.version:
        return snapshot
    return table_before(snapshot.code, seen)


def rule_named(snapshot: Snapshot, typed: Mapping[str, str]) -> dict[str, str]:
    """The rule that a form names, if the game has it."""
    rule = typed.get("rule", "")
    return {"rule": rule} if rule in {one.id for one in snapshot.book.game.rules} else {}


def refused(answer: Answer) -> tuple[Text, int] | None:
    """Why nothing was entered, and the status that says so; None where it was."""
    match answer:
        case values.Played():
            return None
        case values.Refused(rejected=rejected):
            return rejected.reason, 422
        case values.Forbidden(text=text):
            return text, 403
        case values.OnHold(hold=hold):
            return on_hold(hold), 423
        case values.Unsaved():
            return UNSAVED, 503
    return MOVED_ON, 409
