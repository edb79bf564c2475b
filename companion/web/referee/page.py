"""The referee's page, and what the referee's forms share: reading a form as an act, and wording a refusal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, render_template
from pydantic import ValidationError

from companion.games.rulebook import AMENDS, Reason
from companion.games.text import Text
from companion.referee.edits import Edit
from companion.tables import answers
from companion.tables.answers import Answer
from companion.tables.entry import Act, Amend, Propose
from companion.tables.policy import TableChange, may_change
from companion.tables.snapshot import Actor, Snapshot
from companion.tables.visibility import seen_by
from companion.web.errors import status_of
from companion.web.identity import Caller, find_table, table_before
from companion.web.ledger.wording import hold_text
from companion.web.reasons import given
from companion.web.table.tap import submit
from companion.web.table.tap_answer import UNSAVED_MORE

blueprint = Blueprint("referee", __name__, url_prefix="/t/<code>/referee")


@blueprint.get("")
def page(code: str) -> str:
    """What can be asked of the referee, what is on hold or proposed, what cards have proved, and earlier rulings."""
    snapshot, caller = find_table(code)
    game = snapshot.book.game
    found = [game.irregularity(one) for one in snapshot.book.report().irregularities]
    return render_template("referee/page.html", snapshot=snapshot, me=caller, game=game, found=found)


NEEDS_REASON = Text("Give a reason: tap one, or write up to 280 characters.")
MOVED_ON = Text("The table has moved on while you looked. Here is how things stand now; look again, then send it.")
MOVED_ON_TYPING = Text("The table has moved on while you wrote. Look at the table as it is now, then send it again.")


def amend_command(
    snapshot: Snapshot, actor: Actor, edits: Sequence[Edit], typed: Mapping[str, str]
) -> Amend | Propose | Text:
    """An amend from a form, proposed where the table asks for two people; on hold it is the host's ruling.

    A sentence where the form is no act.
    """
    hold = snapshot.referee.hold
    fields: dict[str, Any] = {"edits": [edit.plain() for edit in edits], "reason": given(typed, AMENDS)}
    if hold is not None and may_change(actor, TableChange.RULE):
        fields |= {"settles": hold.by.version, **named_rule(snapshot, typed)}
    kind, shape = ("propose", Propose) if snapshot.referee.two_people else ("amend", Amend)
    try:
        return shape.model_validate({"act": kind, **fields})
    except ValidationError:
        return NEEDS_REASON


def phone_at(snapshot: Snapshot, actor: Actor | None) -> Caller:
    """Who a page is for, once a form has been entered: the phone as it stands at the table now."""
    return Caller(actor=actor).at(snapshot)


def table_as_seen(snapshot: Snapshot, actor: Actor, seen: int | None) -> Snapshot:
    """The table as the form's page showed it; as it is now, where the form does not tell.

    The form means what its page showed, and means the same when it is sent twice.
    """
    if seen is None or seen >= snapshot.version:
        return snapshot
    return table_before(snapshot.code, seen, actor)


def named_rule(snapshot: Snapshot, typed: Mapping[str, str], tapped: Reason | None = None) -> dict[str, str]:
    """The rule that a form names, if the game has it; else the one that the tapped reason is about."""
    rule = typed.get("rule", "") or (tapped and tapped.rule)
    return {"rule": rule} if rule in {one.id for one in snapshot.book.game.rulebook.rules} else {}


def enter_acts(
    snapshot: Snapshot, actor: Actor, acts: Sequence[Act], seen: int | None = None
) -> tuple[Snapshot, tuple[Text, int] | None]:
    """Submit acts, as `submit` does; the table after them, and, if they were not entered, why and the HTTP status."""
    answer = submit(snapshot, actor, acts, seen)
    return seen_by(answer.snapshot, actor), refusal(answer)


def refusal(answer: Answer, moved_on: Text = MOVED_ON) -> tuple[Text, int] | None:
    """Why nothing was entered, and the status that says so; None where it was. `moved_on` is for what came late."""
    status = status_of(answer)
    match answer:
        case answers.Played():
            return None
        case answers.Refused(rejected=rejected):
            return rejected.reason, status
        case answers.Forbidden(text=text):
            return text, status
        case answers.OnHold(hold=hold):
            return hold_text(hold, answer.snapshot.header.game), status
        case answers.Unsaved():
            return UNSAVED_MORE, status
    return moved_on, status
