"""What a phone is shown after a tap: the table, what was taken back, or why nothing was entered, and what may be."""

from __future__ import annotations

import json

from flask import Response, redirect, render_template
from flask.typing import ResponseReturnValue
from htmx_flask import make_response, request

from companion.games.draft import Fields
from companion.games.game import Book
from companion.games.move import Move
from companion.games.ruling import Rejected
from companion.games.text import Text
from companion.tables import answers
from companion.tables.answers import Answer
from companion.tables.policy import forbids
from companion.tables.snapshot import Actor, LateCall, Snapshot
from companion.tables.visibility import seen_by
from companion.web.errors import status_of
from companion.web.ledger.wording import hold_text, late_text
from companion.web.request_language import words
from companion.web.table.drafts import entered_instead, going_on
from companion.web.table.rendering import TablePage, address, answer_with_part, own_page, whole_page

MOST_INSTEAD = 5
MOVED_ON = Text("The table has moved on")
MOVED_ON_MORE = Text("Somebody else was first. Here is how things stand now; look again, then tap.")
UNSAVED = Text("Not saved")
UNSAVED_MORE = Text("The app could not save just now. Nothing was entered; try again.")
UNFINISHED = Text("Not finished yet")
ON_HOLD = Text("On hold")
NOT_YOURS = Text("Not from this phone")


def answered(answer: Answer, actor: Actor, claims: list[object], back: str) -> ResponseReturnValue:
    """The response to each outcome of these claims; `back` (markup) says what they took back."""
    snapshot = seen_by(answer.snapshot, actor)
    status = status_of(answer)
    match answer:
        case answers.Played():
            return _moved_to(own_page(snapshot, actor, going_on(snapshot.book, request.form)), back)
        case answers.Refused(rejected=rejected, instead=instead):
            allowed = tuple(move for move in instead if forbids(actor, move) is None)
            said = _ruling(snapshot, rejected, _nearest(allowed, claims))
            return _noticed(status, said, snapshot, actor)
        case answers.Forbidden(text=text):
            return _noticed(status, _alert(NOT_YOURS, text), snapshot, actor)
        case answers.OnHold(hold=hold):
            return _noticed(status, _alert(ON_HOLD, hold_text(hold, snapshot.header.game)), snapshot, actor)
        case answers.Unsaved():
            return _noticed(status, _alert(UNSAVED, UNSAVED_MORE), snapshot, actor)
        case answers.Stale(late=LateCall() as late):
            return _moved_on(own_page(snapshot, actor), _late(snapshot.book, late))
        case answers.Stale() | answers.Reused():
            return _moved_on(own_page(snapshot, actor, request.form), status=status)


def recorded_meanwhile(page: TablePage, fields: Fields, role: str = "status") -> str:
    """The notice (markup) in place of an overtaken draft: who recorded what."""
    return _alert(MOVED_ON, entered_instead(page.snapshot, fields, page.me.seat), role)


def too_soon(snapshot: Snapshot, actor: Actor, drawn: int) -> ResponseReturnValue:
    """The response to the second of two taps without scripts: what was told stays, and the time goes on."""
    said = render_template("table/too_soon.html")
    return whole_page(own_page(snapshot, actor, request.form), said, drawn), 409


def unfinished(snapshot: Snapshot, actor: Actor) -> ResponseReturnValue:
    """The response to a tap on an unfinished draft: what is still missing."""
    page = own_page(snapshot, actor, request.form)
    if page.overtaken:
        return _moved_on(page)
    return _noticed(422, _alert(UNFINISHED, page.screen.missing), snapshot, actor)


def _moved_to(page: TablePage, said: str) -> ResponseReturnValue:
    return _shown(page, said, 200) if said or request.htmx else redirect(address(page), 303)


def _moved_on(page: TablePage, said: str | None = None, status: int = 409) -> ResponseReturnValue:
    """The response where the table has moved on: the table with the rest of the draft, and a notice with the reason."""
    if said is None and page.overtaken:
        said = recorded_meanwhile(page, request.form, role="alert")
    return _shown(page, _alert(MOVED_ON, MOVED_ON_MORE) if said is None else said, status)


def _shown(page: TablePage, said: str, status: int) -> ResponseReturnValue:
    """The table with a notice (markup), empty for none: its part, or without scripts the whole page."""
    if not request.htmx:
        return whole_page(page, said), status
    return answer_with_part(page, request.form.get("base"), notice(said)), status


def _noticed(status: int, said: str, snapshot: Snapshot, actor: Actor) -> ResponseReturnValue:
    """The response where nothing was entered: the table with the draft, and a notice (markup) with the reason."""
    if not request.htmx:
        return whole_page(own_page(snapshot, actor, request.form), said), status
    response: Response = make_response(said, status, retarget="#notice", reswap="innerHTML")
    return response


def _nearest(instead: tuple[Move, ...], claims: list[object]) -> tuple[Move, ...]:
    """The few best alternatives: those of the seat and the colour that were asked for, or else the nearest ones."""
    # A claim may hold any JSON value, also one that cannot be hashed.
    asked = [claim for claim in claims if isinstance(claim, dict)]
    seats, colors = [None, *(claim.get("seat") for claim in asked)], [claim.get("color") for claim in asked]
    own = tuple(move for move in instead if move.mover in seats) or instead
    same = tuple(move for move in own if getattr(move, "color", colors) in colors)
    return (same or own)[:MOST_INSTEAD]


def _ruling(snapshot: Snapshot, rejected: Rejected, instead: tuple[Move, ...]) -> str:
    game = snapshot.book.game
    acts = [(json.dumps(move.plain()), words(game.label(move))) for move in instead]
    return render_template("table/refusal.html", rejected=rejected, acts=acts, snapshot=snapshot)


def _late(book: Book, late: LateCall) -> str:
    """What is said to a call that came after another seat's: whose was first, and how late this one was."""
    first = Text("{seat} was first", seat=book.move.mover or "") if book.move else MOVED_ON
    return _alert(first, Text("{late}.", late=late_text(late.seat, late.seconds)))


def _alert(title: Text, text: Text, role: str = "alert") -> str:
    return render_template("shared/alert.html", title=words(title), sentence=words(text), role=role)


def notice(said: str) -> str:
    """The notice's element, swapped in beside the table; empty where `said` (markup) is."""
    return f'<div id="notice" hx-swap-oob="true">{said}</div>'


def taken_back(now: Snapshot, undone: tuple[Book, ...], *, hides: bool) -> str:
    """The notice (markup) of an undo: what it took back, and the way to put it back, unless the table `hides` some."""
    steps = [(step.move, step.before) for step in undone if step.move is not None and step.before is not None]
    what = tuple(before.game.describe(move, before.state) for move, before in steps)
    again = "" if hides else json.dumps([move.plain() for move, _ in steps])
    said = words(Text("Took back: {what}", what=what))
    return render_template("table/taken_back.html", said=said, again=again, snapshot=now)
