"""A ruling by the table: tokens moved or points given, with the reason. For host and scorekeeper."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, render_template, request, url_for

from companion.games.findings import Finding
from companion.games.move import Move, Plain
from companion.games.rulebook import RULINGS, STANDS, Reason
from companion.games.ruling import Rejected
from companion.games.text import Text
from companion.tables.apply import parse
from companion.tables.entry import PutOnHold, Settle
from companion.tables.policy import TableChange, may_change
from companion.tables.snapshot import Actor, Snapshot
from companion.web.answer_form import MOVED_ON_TYPING, NotDone, answers, enter, filled, seated, table_as_seen
from companion.web.form_fields import NO_NUMBER, number_keys
from companion.web.identity import Caller
from companion.web.reasons import disputed, given
from companion.web.request_language import words
from companion.web.table.parts import page_of

blueprint = Blueprint("table_ruling", __name__, url_prefix="/t/<code>/ruling")

RULING_NEEDS_REASON = Text("Give a reason for the ruling: tap one, or write up to 280 characters.")
NO_POINTS = Text("Enter points from {low} to {high}, but not 0.")
keeper = seated(Text("Only the host or a scorekeeper can enter a ruling."), keeper=True)


def form(snapshot: Snapshot, actor: Actor, wrong: NotDone | None = None) -> str:
    """The forms: of what the game's table may rule, and where something was found, that it stays as it is."""
    found = _asked_about(snapshot) if may_change(actor, TableChange.RULE) and snapshot.referee.hold is None else None
    about: dict[str, Any] = {} if found is None else {"entry": found[1], "rule": found[0].rule, "seat": found[0].seat}
    return render_template(
        "referee/table_ruling.html",
        to_leave=found and found[0],
        here=url_for("table_ruling.enter_ruling", code=snapshot.code, **about),
        stands=STANDS,
        reasons=partial(_reasons, snapshot),
        typed=request.form or request.args,
        wrong=wrong,
        snapshot=snapshot,
        me=Caller(actor=actor),
        game=snapshot.book.game,
        page=page_of(snapshot),
    )


@answers(blueprint, "", form, find=keeper, look=True)
def enter_ruling(snapshot: Snapshot, actor: Actor) -> None:
    """Enter the ruling. While the table is on hold, the host's is the ruling on that too."""
    shape = _shape(snapshot)
    raw = _raw(shape, _reasons(snapshot, shape.marker or ""))
    parsed = parse(snapshot, raw)
    if isinstance(parsed, Rejected):
        field, said = _unreadable(shape, raw) or (None, parsed.because)
        raise NotDone(said, rejected=parsed, field=field)
    settled = settle_with(table_as_seen(snapshot, actor), actor, raw["reason"])
    enter(snapshot, actor, raw, *settled, moved_on=MOVED_ON_TYPING)


@answers(blueprint, "/leave", form, find=keeper)
def leave(snapshot: Snapshot, actor: Actor) -> None:
    """Rule that what was found stays as it is: a dispute about it, put and settled in one tap, by the host."""
    shown = table_as_seen(snapshot, actor)
    finding, entry = _asked_about(shown) or (None, None)
    if finding is None:
        raise NotDone(MOVED_ON_TYPING, 409)
    rule, reason = finding.rule, given(STANDS)
    hold = filled(PutOnHold, act="hold", reason=words(finding.reason), entry=entry, rule=rule)
    settled = {"act": "settle", "hold": shown.version + 1, "how": "stands", "reason": reason, "rule": rule}
    enter(snapshot, actor, hold, filled(Settle, RULING_NEEDS_REASON, **settled))


def _asked_about(snapshot: Snapshot) -> tuple[Finding, str] | None:
    """The finding that an address or form is about, with the entry that shows it; None where it is open no more."""
    asked = request.values.get("seat"), request.values.get("rule"), request.values.get("entry")
    return next(
        (
            found
            for found in snapshot.still_open(page_of(snapshot).findings)
            if (found[0].seat, found[0].rule, found[1]) == asked
        ),
        None,
    )


def settle_with(snapshot: Snapshot, actor: Actor, reason: str) -> tuple[Settle, ...]:
    """While the table is on hold, the host's table ruling is the ruling on that too, for the same reason."""
    hold = snapshot.referee.hold
    if hold is None or not may_change(actor, TableChange.RULE):
        return ()
    fields = {"act": "settle", "hold": hold.by.version, "how": "ruling", "reason": reason, "rule": disputed(snapshot)}
    return (filled(Settle, **fields),)


def _shape(snapshot: Snapshot) -> type[Move]:
    """Of the shapes that a ruling has in this game, the one that the form says it is."""
    shapes = [shape for shape in snapshot.book.game.moves if shape.kind() == "ruling"]
    asked = request.form.get("kind", "")
    return next((shape for shape in shapes if (shape.marker or "") == asked), shapes[0])


def _raw(shape: type[Move], reasons: tuple[Reason, ...]) -> Plain:
    """The form as a move of this shape."""
    keys = (field.alias or name for name, field in shape.model_fields.items())
    typed = {key: request.form.get(key, "") for key in keys if key != "move"}
    counted = {key: _number(typed[key]) for key in number_keys(shape)}
    return {"move": "ruling", **typed, **counted, "reason": given(reasons)}


def _reasons(snapshot: Snapshot, kind: str) -> tuple[Reason, ...]:
    """Why the table may rule so, to be tapped."""
    return snapshot.book.game.rulebook.ruling_reasons.get(kind, RULINGS)


def _number(text: str) -> int | str:
    """The number that was typed; the text itself where that is none."""
    digits = text.strip().replace("\u2212", "-").removeprefix("+")
    return int(digits) if digits.removeprefix("-").isdecimal() and len(digits) < 6 else text


def _unreadable(shape: type[Move], raw: Plain) -> tuple[str, Text] | None:
    """The field to blame where the form is no move, and the reason, worded for a form."""
    if not 1 <= len(str(raw["reason"]).strip()) <= 280:
        return "reason", RULING_NEEDS_REASON
    asked = shape.model_json_schema()["properties"]
    for key in number_keys(shape):
        number, low, high = raw[key], asked[key].get("minimum"), asked[key].get("maximum")
        if isinstance(number, str):
            return key, NO_NUMBER
        if high is not None and (number == 0 or not low <= number <= high):
            return key, Text(NO_POINTS.message, low=low, high=high)
        if low is not None and number < low:
            return key, Text("Enter {low} or more.", low=low)
        if not number:
            return key, Text("Enter any number but 0.")
    return None
