"""A dispute: any seat puts the table on hold, the host rules, and the ruling is kept with its reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec.structs import replace
from pydantic import ValidationError

from companion.games.rulebook import STANDS, WITHDRAWN
from companion.games.text import Text
from companion.referee.amend import ComparedRow, Preview, compared, what_if
from companion.tables.apply import enter
from companion.tables.entry import Act, PutOnHold, Setting, Withdraw, read_act
from companion.tables.policy import RULED_ALREADY
from companion.tables.snapshot import Actor, Snapshot
from companion.web.errors import stop
from companion.web.identity import LOOKING_ON, Caller, find_seated, find_table, former_keys, hides_something
from companion.web.ledger.wording import edit_texts, hold_text, moments
from companion.web.reasons import given, tapped
from companion.web.referee.amend import GONE
from companion.web.referee.page import MOVED_ON, NEEDS_REASON, enter_acts, named_rule, phone_at, table_as_seen
from companion.web.table.tap import LOST_TAP, seen_version

blueprint = Blueprint("dispute", __name__, url_prefix="/t/<code>")

SAME_PHONE = Text("This phone proposed the correction. Another player has to agree, on their own phone.")
OFFERED = {"stands": STANDS, "withdrawn": WITHDRAWN}
"""By how a hold may be settled on its page: the reasons that are offered for that."""
ANSWERS = ("confirm", "withdraw")


@blueprint.get("/hold")
def hold_form(code: str) -> ResponseReturnValue:
    """What is in dispute, and why. Leads to what is said of it where the table is on hold already."""
    snapshot, actor = find_seated(code)
    if snapshot.referee.hold is not None:
        return redirect(url_for("dispute.ruling_form", code=snapshot.code))
    return _hold_page(snapshot, actor)


@blueprint.post("/hold")
def hold(code: str) -> ResponseReturnValue:
    """Put the table on hold: entries wait on every phone."""
    snapshot, actor = find_seated(code)
    entry = request.form.get("entry", "")
    if entry and entry not in {line.id for line in snapshot.standing_moves()}:
        return _hold_page(snapshot, actor, GONE, 409)
    named = {"entry": entry} if entry else {}
    form, offered = request.form, snapshot.book.game.rulebook.disputes
    rule = named_rule(snapshot, form, tapped(form, offered))
    fields = {"act": "hold", "reason": given(form, offered), **named, **rule}
    return _entered(snapshot, actor, fields, _hold_page)


@blueprint.get("/hold/ruling")
def ruling_form(code: str) -> ResponseReturnValue:
    """What the host may rule: it stands, amend, or a table ruling. Everybody may look."""
    snapshot, caller = find_table(code)
    return _ruling_page(snapshot, caller.actor)


@blueprint.post("/hold/ruling")
def settle(code: str) -> ResponseReturnValue:
    """End the hold: the host rules that the entry stands, or whoever called the hold withdraws it."""
    snapshot, actor = find_seated(code)
    waiting = table_as_seen(snapshot, actor, seen_version()).referee.hold
    how = request.form.get("how", "")
    if how not in OFFERED:
        stop(400, LOST_TAP)
    if waiting is None:
        return _ruling_page(snapshot, actor, RULED_ALREADY, 409)
    fields: dict[str, Any] = {"act": "settle", "hold": waiting.by.version, "how": how}
    fields |= {"reason": given(request.form, OFFERED[how]), **named_rule(snapshot, request.form)}
    return _entered(snapshot, actor, fields, _ruling_page)


@blueprint.get("/amend/proposal")
def proposal(code: str) -> ResponseReturnValue:
    """The amend that waits, what would follow from it, and whether it still fits."""
    return _proposal_page(*find_table(code))


def _proposal_page(
    snapshot: Snapshot, caller: Caller, wrong: Text | None = None, status: int = 200
) -> ResponseReturnValue:
    waiting = snapshot.referee.proposal
    changes: tuple[Text, ...] = ()
    rows: tuple[ComparedRow, ...] | None = None  # None: what follows is not told
    fits, held = _fits(snapshot)
    other = waiting is not None and waiting.by.key_id not in former_keys(snapshot.code)
    if other and waiting is not None and caller.actor is not None:
        same = snapshot.people.same(waiting.by.seat, caller.seat)
        other = waiting.by.key_id != caller.actor.key_id and not same
    if waiting is not None and fits:
        changes = tuple(edit_texts(snapshot, waiting.act.edits))
        if not (other and hides_something(snapshot.code)):  # the edits may have what only their maker knows
            found = what_if(snapshot.book, snapshot.standing_moves(), waiting.act.edits)
            rows = compared(found) if isinstance(found, Preview) else ()
    shown = {"changes": changes, "compared": rows, "fits": fits, "held": held, "other": other, "wrong": wrong}
    return _page("referee/proposal.html", snapshot, caller.actor, **shown), status


def _fits(snapshot: Snapshot) -> tuple[bool, bool]:
    """Whether the table would let the amend that waits be proposed once more, and whether only a hold is against it."""
    waiting = snapshot.referee.proposal
    if waiting is None:
        return False, False
    free = replace(snapshot, referee=replace(snapshot.referee, hold=None))
    now, then = (isinstance(enter(table, waiting.act, waiting.by), Snapshot) for table in (snapshot, free))
    return now or then, then and not now


@blueprint.post("/amend/proposal")
def answer_proposal(code: str) -> ResponseReturnValue:
    """A second seat confirms or withdraws the amend that waits."""
    snapshot, caller = find_table(code)
    actor = caller.actor or stop(403, LOOKING_ON)
    waiting = table_as_seen(snapshot, actor, seen_version()).referee.proposal
    if request.form.get("answer") not in ANSWERS:
        stop(400, LOST_TAP)
    if waiting is None:
        return _proposal_page(snapshot, caller, MOVED_ON if snapshot.referee.proposal else None, 409)
    act: Act = Withdraw(act="withdraw", proposal=waiting.by.version)
    if request.form.get("answer") == "confirm":
        if waiting.by.key_id in former_keys(snapshot.code):
            return _proposal_page(snapshot, caller, SAME_PHONE, 403)
        act = waiting.amend
    now, wrong = enter_acts(snapshot, actor, [act])
    return _to_table(now) if wrong is None else _proposal_page(now, caller, *wrong)


@blueprint.post("/referee/two-people")
def two_people(code: str) -> ResponseReturnValue:
    """Set whether an amend needs a second seat; for the host."""
    snapshot, actor = find_seated(code)
    act = Setting(act="setting", two_people=request.form.get("on") == "1")
    wrong = None if act.two_people == snapshot.referee.two_people else enter_acts(snapshot, actor, [act])[1]
    return redirect(url_for("referee.page", code=snapshot.code), 303) if wrong is None else stop(wrong[1], wrong[0])


def _entered(
    snapshot: Snapshot, actor: Actor, fields: Mapping[str, Any], page: Callable[..., ResponseReturnValue]
) -> ResponseReturnValue:
    """The table after the act that has these fields, whatever was entered meanwhile; else its page with the reason."""
    try:
        act = read_act(fields)
    except ValidationError:
        return page(snapshot, actor, NEEDS_REASON, 422)
    now, wrong = enter_acts(snapshot, actor, [act])
    if wrong is None and isinstance(act, PutOnHold) and now.referee.hold is None:
        wrong = MOVED_ON, 409  # the same had been sent before, and has been ruled on since
    return _to_table(now) if wrong is None else page(now, actor, *wrong)


def _to_table(snapshot: Snapshot) -> ResponseReturnValue:
    return redirect(url_for("table.page", code=snapshot.code), 303)


def _hold_page(snapshot: Snapshot, actor: Actor, wrong: Text | None = None, status: int = 200) -> ResponseReturnValue:
    when, game = moments(snapshot), snapshot.book.game
    lines = [(line.id, game.describe(line.move), when[line.id]) for line in reversed(snapshot.standing_moves())]
    typed = request.form or request.args
    if snapshot.referee.hold is not None:
        wrong = hold_text(snapshot.referee.hold, snapshot.header.game)
    return _page("referee/hold.html", snapshot, actor, lines=lines, typed=typed, wrong=wrong), status


def _ruling_page(
    snapshot: Snapshot, actor: Actor | None, wrong: Text | None = None, status: int = 200
) -> ResponseReturnValue:
    return _page(
        "referee/hold_ruling.html", snapshot, actor, typed=request.form, wrong=wrong, stands=STANDS, withdrawn=WITHDRAWN
    ), status


def _page(template: str, snapshot: Snapshot, actor: Actor | None, **values: Any) -> str:
    return render_template(template, snapshot=snapshot, me=phone_at(snapshot, actor), game=snapshot.book.game, **values)
