"""A dispute: any seat puts the table on hold, the host rules, and the ruling is kept with its reason."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from companion.games.rulebook import STANDS, WITHDRAWN
from companion.games.text import Text
from companion.referee.amend import ComparedRow, Preview, compared, what_if
from companion.tables.apply import enter as entered
from companion.tables.entry import Act, PutOnHold, Setting, Settle, Withdraw
from companion.tables.policy import RULED_ALREADY, is_maker
from companion.tables.snapshot import Actor, Snapshot
from companion.web.answer_form import (
    MOVED_ON,
    NotDone,
    answers,
    anybody,
    enter,
    filled,
    page_of_table,
    seated,
    table_as_seen,
)
from companion.web.errors import stop
from companion.web.identity import former_keys, hides_something
from companion.web.ledger.wording import edit_texts, hold_text, moments
from companion.web.reasons import disputed, given, tapped
from companion.web.referee.amend import GONE
from companion.web.table.tap import LOST_TAP

blueprint = Blueprint("dispute", __name__, url_prefix="/t/<code>")

SAME_PHONE = Text("This phone proposed the correction. Another player has to agree, on their own phone.")
OFFERED = {"stands": STANDS, "withdrawn": WITHDRAWN}
"""By how a hold may be settled on its page: the reasons that are offered for that."""


def hold_form(snapshot: Snapshot, actor: Actor, wrong: NotDone | None = None) -> ResponseReturnValue:
    """What is in dispute, and why. Leads to what is said of it where the table is on hold already."""
    hold, when, game = snapshot.referee.hold, moments(snapshot), snapshot.book.game
    if hold is not None:
        if wrong is None:
            return redirect(url_for("dispute.ruling_form", code=snapshot.code))
        wrong.text = hold_text(hold, snapshot.header.game)
    lines = [(line.id, game.describe(line.move), when[line.id]) for line in reversed(snapshot.standing_moves())]
    typed = request.form or request.args
    return page_of_table("referee/hold.html", snapshot, actor, lines=lines, typed=typed, wrong=wrong)


@answers(blueprint, "/hold", hold_form, find=seated(), look=True)
def hold(snapshot: Snapshot, actor: Actor) -> None:
    """Put the table on hold: entries wait on every phone, whatever was entered meanwhile."""
    entry, offered = request.form.get("entry") or None, snapshot.book.game.rulebook.disputes
    if entry not in {None, *(line.id for line in snapshot.standing_moves())}:
        raise NotDone(GONE, 409)
    rule = disputed(snapshot, tapped(offered))
    act = filled(PutOnHold, act="hold", reason=given(offered), entry=entry, rule=rule)
    now = enter(snapshot, actor, act, anytime=True).snapshot
    if now.referee.hold is None:  # the same had been sent before, and has been ruled on since
        raise NotDone(MOVED_ON, 409)


def ruling_form(snapshot: Snapshot, actor: Actor | None, wrong: NotDone | None = None) -> str:
    """What the host may rule: it stands, amend, or a table ruling. Everybody may look."""
    return page_of_table("referee/hold_ruling.html", snapshot, actor, wrong=wrong, **OFFERED)


@answers(blueprint, "/hold/ruling", ruling_form, find=seated(), look=anybody)
def settle(snapshot: Snapshot, actor: Actor) -> None:
    """End the hold: the host rules that the entry stands, or whoever called the hold withdraws it."""
    how = request.form.get("how", "")
    offered = OFFERED.get(how) or stop(400, LOST_TAP)
    hold = table_as_seen(snapshot, actor).referee.hold
    if hold is None:
        raise NotDone(RULED_ALREADY, 409)
    fields = {"hold": hold.by.version, "how": how, "reason": given(offered), "rule": disputed(snapshot)}
    enter(snapshot, actor, filled(Settle, act="settle", **fields), anytime=True)


def proposal(snapshot: Snapshot, actor: Actor | None, wrong: NotDone | None = None) -> str:
    """The amend that waits, what would follow from it, and whether it still fits."""
    waiting, fits, held, other = snapshot.referee.proposal, False, False, False
    changes: tuple[Text, ...] = ()
    rows: tuple[ComparedRow, ...] | None = None  # None: what follows is not told
    if waiting is not None:
        free = replace(snapshot, referee=replace(snapshot.referee, hold=None))
        now, then = (isinstance(entered(table, waiting.act, waiting.by), Snapshot) for table in (snapshot, free))
        fits, held = now or then, then and not now
        own = actor is not None and is_maker(actor, waiting.by, snapshot)
        other = not own and waiting.by.key_id not in former_keys(snapshot.code)
    if waiting is not None and fits:
        changes = tuple(edit_texts(snapshot, waiting.act.edits))
        if not (other and hides_something(snapshot.code)):  # the edits may have what only their maker knows
            found = what_if(snapshot.book, snapshot.standing_moves(), waiting.act.edits)
            rows = compared(found) if isinstance(found, Preview) else ()
    shown = {"changes": changes, "compared": rows, "fits": fits, "held": held, "other": other, "wrong": wrong}
    return page_of_table("referee/proposal.html", snapshot, actor, **shown)


@answers(blueprint, "/amend/proposal", proposal, find=seated(), look=anybody)
def answer_proposal(snapshot: Snapshot, actor: Actor) -> None:
    """A second seat confirms or withdraws the amend that waits."""
    waiting, answer = table_as_seen(snapshot, actor).referee.proposal, request.form.get("answer")
    if answer not in ("confirm", "withdraw"):
        stop(400, LOST_TAP)
    if waiting is None:
        raise NotDone(MOVED_ON, 409)
    if answer == "confirm" and waiting.by.key_id in former_keys(snapshot.code):
        raise NotDone(SAME_PHONE, 403)
    act: Act = waiting.amend if answer == "confirm" else Withdraw(act="withdraw", proposal=waiting.by.version)
    enter(snapshot, actor, act, anytime=True)


@answers(blueprint, "/referee/two-people", to="referee.page", find=seated())
def two_people(snapshot: Snapshot, actor: Actor) -> None:
    """Set whether an amend needs a second seat; for the host."""
    act = Setting(act="setting", two_people=request.form.get("on") == "1")
    if act.two_people != snapshot.referee.two_people:
        enter(snapshot, actor, act, anytime=True)
