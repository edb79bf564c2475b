"""A ruling by the table: tokens moved or points given, with the reason. For host and scorekeeper."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from pydantic import ValidationError

from companion.games.findings import Finding
from companion.games.move import Move
from companion.games.rulebook import RULINGS, STANDS, Reason
from companion.games.ruling import Rejected
from companion.games.text import Text
from companion.tables import answers
from companion.tables.apply import parse
from companion.tables.entry import Act, PutOnHold, Settle
from companion.tables.policy import TableChange, may_change
from companion.tables.snapshot import Actor, Snapshot
from companion.tables.visibility import seen_by
from companion.web.errors import stop
from companion.web.form_fields import NO_NUMBER, number_keys
from companion.web.identity import find_table
from companion.web.reasons import given
from companion.web.referee.page import MOVED_ON_TYPING, enter_acts, named_rule, refusal, table_as_seen
from companion.web.request_language import words
from companion.web.table.rendering import TablePage, context, own_page
from companion.web.table.tap import seen_version, submit

blueprint = Blueprint("table_ruling", __name__, url_prefix="/t/<code>/ruling")

KEEPERS_RULE = Text("Only the host or a scorekeeper can enter a ruling.")
RULING_NEEDS_REASON = Text("Give a reason for the ruling: tap one, or write up to 280 characters.")
NO_POINTS = Text("Enter points from {low} to {high}, but not 0.")


@blueprint.get("")
def form(code: str) -> str:
    """The form."""
    return _page(*_keeper(code))


@blueprint.post("")
def enter(code: str) -> ResponseReturnValue:
    """Enter the ruling; else show the form as it was typed, with the reason against it."""
    snapshot, actor = _keeper(code)
    raw = _raw(snapshot)
    parsed = parse(snapshot, raw)
    if not isinstance(parsed, Move):
        blamed, said = _unreadable(snapshot, raw, parsed)
        return _page(snapshot, actor, said, parsed.rule.id, blamed), 422
    seen = seen_version()
    acts = settle_with(table_as_seen(snapshot, actor, seen), actor, raw)
    answer = submit(snapshot, actor, [raw, *acts], seen)
    wrong = refusal(answer, MOVED_ON_TYPING)
    if wrong is None:
        return redirect(url_for("table.page", code=snapshot.code), 303)
    rule = answer.rejected.rule.id if isinstance(answer, answers.Refused) else None
    return _page(seen_by(answer.snapshot, actor), actor, wrong[0], rule), wrong[1]


@blueprint.post("/leave")
def leave(code: str) -> ResponseReturnValue:
    """Rule that what was found stays as it is: a dispute about it, put and settled in one tap, by the host."""
    snapshot, actor = _keeper(code)
    seen, why = seen_version(), given(request.form, STANDS)
    found = _asked_about(own_page(table_as_seen(snapshot, actor, seen), actor))
    if found is None:
        return _page(snapshot, actor, MOVED_ON_TYPING), 409
    (finding, entry), version = found, snapshot.version if seen is None else seen
    try:
        acts: list[Act] = [
            PutOnHold(act="hold", reason=words(finding.reason), entry=entry, rule=finding.rule),
            Settle(act="settle", hold=version + 1, how="stands", reason=why, rule=finding.rule),
        ]
    except ValidationError:
        return _page(snapshot, actor, RULING_NEEDS_REASON), 422
    now, wrong = enter_acts(snapshot, actor, acts, seen)
    if wrong is None:
        return redirect(url_for("table.page", code=snapshot.code), 303)
    return _page(now, actor, wrong[0]), wrong[1]


def _asked_about(page: TablePage) -> tuple[Finding, str] | None:
    """The finding that an address or form is about, with the entry that shows it; None where it is open no more."""
    asked = request.values.get("seat"), request.values.get("rule"), request.values.get("entry")
    return next((found for found in page.findings if (found[0].seat, found[0].rule, found[1]) == asked), None)


def _keeper(code: str) -> tuple[Snapshot, Actor]:
    snapshot, caller = find_table(code)
    if caller.actor is None or not caller.keeper:
        stop(403, KEEPERS_RULE)
    return snapshot, caller.actor


def settle_with(snapshot: Snapshot, actor: Actor, raw: dict[str, Any]) -> list[Settle]:
    """While the table is on hold, the host's table ruling is the ruling on that too, for the same reason."""
    hold = snapshot.referee.hold
    if hold is None or not may_change(actor, TableChange.RULE):
        return []
    return [
        Settle.model_validate(
            {"act": "settle", "hold": hold.by.version, "how": "ruling", "reason": raw["reason"]}
            | named_rule(snapshot, request.form)
        )
    ]


def _raw(snapshot: Snapshot) -> dict[str, Any]:
    """The form as a move: of the shapes that a ruling has in this game, the one that the form says it is."""
    shape = _shape(snapshot)
    keys = (field.alias or name for name, field in shape.model_fields.items())
    typed = {key: request.form.get(key, "") for key in keys if key != "move"}
    counted = {key: _number(typed[key]) for key in number_keys(shape)}
    return {"move": "ruling", **typed, **counted, "reason": given(request.form, _reasons(snapshot, shape.marker or ""))}


def _reasons(snapshot: Snapshot, kind: str) -> tuple[Reason, ...]:
    """Why the table may rule so, to be tapped."""
    return snapshot.book.game.rulebook.ruling_reasons.get(kind, RULINGS)


def _shape(snapshot: Snapshot) -> type[Move]:
    shapes = [shape for shape in snapshot.book.game.moves if shape.kind() == "ruling"]
    asked = request.form.get("kind", "")
    return next((shape for shape in shapes if (shape.marker or "") == asked), shapes[0])


def _number(text: str) -> int | str:
    """The number that was typed; the text itself where that is none."""
    digits = text.strip().replace("\u2212", "-").removeprefix("+")
    return int(digits) if digits.removeprefix("-").isdecimal() and len(digits) < 6 else text


def _unreadable(snapshot: Snapshot, raw: dict[str, Any], parsed: Rejected) -> tuple[str | None, Text]:
    """The field to blame where the form is no move, and the reason, worded for a form."""
    if not 1 <= len(str(raw["reason"]).strip()) <= 280:
        return "reason", RULING_NEEDS_REASON
    shape = _shape(snapshot)
    asked = shape.model_json_schema()["properties"]
    for key in number_keys(shape):
        if isinstance(raw[key], str):
            return key, NO_NUMBER
        low, high = asked[key].get("minimum"), asked[key].get("maximum")
        if high is not None and (raw[key] == 0 or not low <= raw[key] <= high):
            return key, Text(NO_POINTS.message, low=low, high=high)
        if low is not None and raw[key] < low:
            return key, Text("Enter {low} or more.", low=low)
        if not raw[key]:
            return key, Text("Enter any number but 0.")
    return None, parsed.because


def _page(
    snapshot: Snapshot, actor: Actor, wrong: Text | None = None, rule: str | None = None, blamed: str | None = None
) -> str:
    page = own_page(snapshot, actor)
    found = _asked_about(page) if may_change(actor, TableChange.RULE) and snapshot.referee.hold is None else None
    about: dict[str, Any] = {} if found is None else {"entry": found[1], "rule": found[0].rule, "seat": found[0].seat}
    return render_template(
        "referee/table_ruling.html",
        to_leave=found and found[0],
        here=url_for("table_ruling.enter", code=snapshot.code, **about),
        stands=STANDS,
        reasons=partial(_reasons, snapshot),
        typed=request.form or request.args,
        wrong=wrong and words(wrong),
        rule=rule,
        blamed=blamed,
        **context(page),
    )
