"""The tokens don't match: what lies on the table is counted, and the referee looks for what explains it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, copy_current_request_context, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from pydantic import ValidationError

from companion.games.ruling import Rejected, Text
from companion.games.transcript import Book
from companion.referee.edits import Edit
from companion.referee.reconcile import Found, Progress, Task, differences, holdings
from companion.tables.values import Actor, Snapshot
from companion.web.counted import Form, read_form
from companion.web.errors import stop
from companion.web.fragments import fresh
from companion.web.identity import tables, who
from companion.web.limits import find_table
from companion.web.looking import Busy, Turns, found_by, looked, turns
from companion.web.play import LOOKING_ON
from companion.web.referee_acts import REASON, refused
from companion.web.screen import perspective_of
from companion.web.stream import event
from companion.web.table_ruling import KEEPERS, settling
from companion.web.taps import request_name, seen_version
from companion.web.words import words

blueprint = Blueprint("tokens", __name__, url_prefix="/t/<code>/tokens")

COUNTED = Text("Counted on the table")
NUMBER = Text("This needs a whole number.")
BUSY = Text("The referee is still looking for somebody else. Try again in a moment.")


@dataclass(frozen=True, slots=True)
class Count:
    """A phone's count: the table, the book that it is compared with, and what was typed.

    `before`: it was counted before the round that has just ended was put away, and is
    compared with the book before the entry that ended it.
    """

    snapshot: Snapshot
    actor: Actor
    book: Book
    form: Form
    before: bool

    def task(self, changes: int, further: bool = False) -> Task:
        """The search for what explains it."""
        lines = self.snapshot.lines()
        upto = len(lines) - 1 if self.before else None
        return Task(self.snapshot.header, lines, self.form.counts, upto, words(COUNTED), changes, further)

    @property
    def against(self) -> Text | None:
        """Why no ruling of the table could set the book to this count; None where one can."""
        rulings = _rulings(self, words(COUNTED))
        return rulings if isinstance(rulings, Text) else None

    def address(self, endpoint: str = "tokens.tokens", **more: Any) -> str:
        """This count again."""
        asked = {"before": 1 if self.before else None, **self.form.fields, **more}
        return url_for(endpoint, code=self.snapshot.code, **asked)


@blueprint.get("")
def tokens(code: str) -> ResponseReturnValue:
    """The form; once something was counted also where it differs, and what one change explains (`two`: two)."""
    count = _count(code, request.args)
    if not count.form.whole:
        return _page(count, wrong=NUMBER), 422
    if not {"compare", "two"} & request.args.keys():
        return _page(count)
    two = "two" in request.args
    try:
        return _page(count, found_by(turns(), count.snapshot.code, count.task(1 + two, two)), looked_for=1 + two)
    except Busy:
        return _page(count, wrong=BUSY), 503


@blueprint.get("/two")
def two(code: str) -> Response:
    """The part of the page that looks for two changes, and shows how far it is."""
    return fresh(render_template("_partials/tokens_looking.html", count=_count(code, request.args), further=True))


@blueprint.get("/live")
def live(code: str) -> Response:
    """The search for two changes: how far it is, then what it has found."""
    count = _count(code, request.args)
    task = count.task(2, "further" in request.args)
    tell = copy_current_request_context(_told)
    answer = Response(_events(turns(), count, task, tell), mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


@blueprint.post("")
def settle(code: str) -> ResponseReturnValue:
    """The book set to the cardboard, by rulings of the table that are entered together."""
    count = _count(code, request.form)
    if not count.actor.keeper:
        stop(403, KEEPERS)
    if not count.form.whole:
        return _page(count, wrong=NUMBER), 422
    reason = request.form.get("reason", "")
    moves = _rulings(count, reason)
    if isinstance(moves, Text):
        return _page(count, wrong=moves), 422
    to_table = redirect(url_for("play.table", code=count.snapshot.code), 303)
    if not moves:
        return to_table  # sent twice, or the book has come to say the same
    claims = [*moves, *settling(count.snapshot, count.actor, {"reason": reason})]
    seen = seen_version()
    name = request_name(seen, [*moves, reason])
    wrong = refused(tables().play(count.snapshot.code, claims, actor=count.actor, seen=seen, request=name))
    if wrong is None:
        return to_table
    return _page(_count(code, request.form), wrong=wrong[0]), wrong[1]


def _rulings(count: Count, reason: str) -> list[dict[str, Any]] | Text:
    """What sets the book to the count, or why nothing does."""
    book = count.snapshot.book
    try:
        moves = book.game.correction(book.state, count.form.counts, reason)
    except ValidationError:
        return REASON
    return moves.reason if isinstance(moves, Rejected) else [move.plain() for move in moves]


def _count(code: str, fields: Any) -> Count:
    snapshot = find_table(code)
    actor = who(snapshot.code).actor or stop(403, LOOKING_ON)
    before = "before" in fields and _just_ended(snapshot.book)
    book = snapshot.book.before if before and snapshot.book.before else snapshot.book
    return Count(snapshot, actor, book, read_form(book.report(), fields), before)


def _just_ended(book: Book) -> bool:
    """Whether the latest entry ended a round, so that all has been put away."""
    return book.before is not None and len(book.report().rounds) > len(book.before.report().rounds)


def _events(turns: Turns, count: Count, task: Task, tell: Any) -> Iterator[str]:
    try:
        for step in looked(turns, count.snapshot.code, task):
            if isinstance(step, Progress):
                yield event("progress", tell(count, step))
            else:
                yield event("found", tell(count, step))
    except Busy:
        yield event("found", tell(count, BUSY))
    yield event("done", "")


def _told(count: Count, step: Progress | Found | Text | None) -> str:
    if isinstance(step, Progress):
        return render_template("_partials/tokens_progress.html", step=step)
    wrong = step if isinstance(step, Text) else None
    found = step if isinstance(step, Found) else None
    return render_template("_partials/tokens_found.html", wrong=wrong, **_values(count, found, 2))


def _page(count: Count, found: Found | None = None, wrong: Text | None = None, looked_for: int = 0) -> str:
    return render_template("tokens.html", wrong=wrong, typed=request.form, **_values(count, found, looked_for))


def _values(count: Count, found: Found | None, looked_for: int) -> dict[str, Any]:
    book = count.book
    return {
        "count": count,
        "snapshot": count.snapshot,
        "game": book.game,
        "folder": book.game.folder,
        "me": perspective_of(count.actor, count.snapshot),
        "differences": differences(holdings(book.report()), count.form.counts),
        "found": found,
        "looked_for": looked_for,
        "just_ended": _just_ended(count.snapshot.book),
        "follows": lambda edits: _follows(count.snapshot.code, edits),
    }


def _follows(code: str, edits: Sequence[Edit]) -> str:
    """The address that shows what would follow from these edits."""
    return url_for("amend.preview", code=code, edit=[json.dumps(edit.plain()) for edit in edits])
