"""A dispute: any seat puts the table on hold, the host rules, and the ruling is kept with its reason."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from pydantic import ValidationError

from companion.games.ruling import Text
from companion.referee.what_if import WhatIf, what_if
from companion.tables.acts import Act, PutOnHold, Setting, Settle, Withdraw, read_act
from companion.tables.values import Actor, Snapshot
from companion.web.amend_words import Row, compared
from companion.web.errors import stop
from companion.web.identity import former_keys, tables, who
from companion.web.ledger_words import edits_told, moments
from companion.web.limits import find_table
from companion.web.play import LOOKING_ON
from companion.web.referee_acts import REASON, as_seen, refused, rule_named, still_fits
from companion.web.screen import perspective_of
from companion.web.seeing import table_for_phone
from companion.web.taps import request_name, seen_version

blueprint = Blueprint("dispute", __name__, url_prefix="/t/<code>")

NOT_ON_HOLD = Text("The table is not on hold.")
NOTHING_ASKED = Text("No amend waits for a second seat.")
SAME_PHONE = Text("This phone asked for the amend. Another seat confirms it, on a phone of its own.")
NO_ANSWER = Text("This form carried no answer that can be read.")
HOWS = ("stands", "withdrawn")
ANSWERS = ("confirm", "withdraw")


@blueprint.get("/hold")
def form(code: str) -> ResponseReturnValue:
    """What is in dispute, and why."""
    snapshot, _ = _seated(code)
    return _hold_page(snapshot)


@blueprint.post("/hold")
def hold(code: str) -> ResponseReturnValue:
    """Put the table on hold: entries wait on every phone."""
    snapshot, actor = _seated(code)
    entry = request.form.get("entry", "")
    named = {"entry": entry} if entry in {line.id for line in snapshot.lines()} else {}
    told = {"act": "hold", "reason": request.form.get("reason", ""), **named, **rule_named(snapshot, request.form)}
    try:
        act = PutOnHold.model_validate(told)
    except ValidationError:
        return _hold_page(snapshot, REASON, 422)
    wrong = _enter(snapshot, actor, act)
    return _to_table(snapshot) if wrong is None else _hold_page(snapshot, *wrong)


@blueprint.get("/hold/ruling")
def ruling(code: str) -> ResponseReturnValue:
    """What the host may rule: it stands, amend, or a table ruling. Everybody may look."""
    return _ruling_page(find_table(code))


@blueprint.post("/hold/ruling")
def rule(code: str) -> ResponseReturnValue:
    """It stands; or who called the hold takes it back."""
    snapshot, actor = _seated(code)
    waiting = as_seen(snapshot, seen_version()).affairs.hold
    how = request.form.get("how", "")
    if how not in HOWS:
        stop(400, NO_ANSWER)
    if waiting is None:
        return _ruling_page(snapshot, NOT_ON_HOLD, 409)
    told: dict[str, Any] = {"act": "settle", "hold": waiting.by.version, "how": how}
    told |= {"reason": request.form.get("reason", ""), **rule_named(snapshot, request.form)}
    try:
        act = Settle.model_validate(told)
    except ValidationError:
        return _ruling_page(snapshot, REASON, 422)
    wrong = _enter(snapshot, actor, act)
    return _to_table(snapshot) if wrong is None else _ruling_page(snapshot, *wrong)


@blueprint.get("/amend/proposal")
def proposal(code: str) -> str:
    """The amend that waits, what would follow from it, and whether it still fits."""
    snapshot = find_table(code)
    waiting, viewer = snapshot.affairs.proposal, who(snapshot.code)
    told: tuple[Text, ...] = ()
    rows: tuple[Row, ...] = ()
    fits = waiting is not None and still_fits(snapshot, waiting.act)
    if waiting is not None and fits:
        told = tuple(edits_told(snapshot, waiting.act.edits))
        found = what_if(snapshot.book, snapshot.lines(), waiting.act.edits)
        rows = compared(found) if isinstance(found, WhatIf) else ()
    other = waiting is not None and waiting.by.key_id not in former_keys(snapshot.code)
    if other and waiting is not None and viewer.actor is not None:
        other = waiting.by.key_id != viewer.actor.key_id and waiting.by.seat != viewer.seat
    return _page("proposal.html", snapshot, told=told, compared=rows, fits=fits, other=other)


@blueprint.post("/amend/proposal")
def answer(code: str) -> ResponseReturnValue:
    """A second seat's word on an amend that waits: it is carried out, or it is not."""
    snapshot, actor = _seated(code)
    waiting = as_seen(snapshot, seen_version()).affairs.proposal
    if request.form.get("answer") not in ANSWERS:
        stop(400, NO_ANSWER)
    if waiting is None:
        stop(409, NOTHING_ASKED)
    act: Act = Withdraw(act="withdraw", proposal=waiting.by.version)
    if request.form.get("answer") == "confirm":
        if waiting.by.key_id in former_keys(snapshot.code):
            stop(403, SAME_PHONE)
        act = read_act({**waiting.act.plain(), "act": "amend", "proposed": waiting.by.version})
    wrong = _enter(snapshot, actor, act)
    return _to_table(snapshot) if wrong is None else stop(wrong[1], wrong[0])


@blueprint.post("/referee/two-people")
def two_people(code: str) -> ResponseReturnValue:
    """The host says whether an amend needs a second seat."""
    snapshot, actor = _seated(code)
    act = Setting(act="setting", two_people=request.form.get("on") == "1")
    wrong = None if act.two_people == snapshot.affairs.two_people else _enter(snapshot, actor, act)
    return redirect(url_for("referee.place", code=snapshot.code), 303) if wrong is None else stop(wrong[1], wrong[0])


def _seated(code: str) -> tuple[Snapshot, Actor]:
    snapshot = find_table(code)
    return snapshot, who(snapshot.code).actor or stop(403, LOOKING_ON)


def _enter(snapshot: Snapshot, actor: Actor, act: Act) -> tuple[Text, int] | None:
    """Sent twice it counts once. Whatever has been entered meanwhile: a dispute does not wait for the right page."""
    name = request_name(seen_version(), [act.plain()])
    return refused(tables().play(snapshot.code, [act], actor=actor, seen=None, request=name))


def _to_table(snapshot: Snapshot) -> ResponseReturnValue:
    return redirect(url_for("play.table", code=snapshot.code), 303)


def _hold_page(snapshot: Snapshot, wrong: Text | None = None, status: int = 200) -> ResponseReturnValue:
    snapshot = table_for_phone(snapshot.code)
    when, game = moments(snapshot), snapshot.book.game
    lines = [(line.id, game.describe(line.move), when[line.id]) for line in reversed(snapshot.lines())]
    typed = request.form or request.args
    return _page("hold.html", snapshot, lines=lines, typed=typed, wrong=wrong), status


def _ruling_page(snapshot: Snapshot, wrong: Text | None = None, status: int = 200) -> ResponseReturnValue:
    snapshot = table_for_phone(snapshot.code)
    return _page("hold_ruling.html", snapshot, typed=request.form, wrong=wrong), status


def _page(template: str, snapshot: Snapshot, **values: Any) -> str:
    me = perspective_of(who(snapshot.code).actor, snapshot)
    return render_template(template, snapshot=snapshot, me=me, game=snapshot.book.game, **values)
