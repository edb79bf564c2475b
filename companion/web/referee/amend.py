"""Amending what was entered: choose what it should have been, see what would follow, then do it or leave it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from pydantic import ValidationError

from companion.games.game import AnyGame, Book
from companion.games.move import Move
from companion.games.rulebook import AMENDS
from companion.games.ruled_move import overridden
from companion.games.text import Text
from companion.games.transcript import load_json
from companion.referee.amend import Preview, RejectedEdit, compared, what_if
from companion.referee.edits import BadEdits, Edit, StandingMove
from companion.referee.question_form import draft_of, forms_of
from companion.tables.entry import Amend, Propose
from companion.tables.policy import KEEPERS_CORRECT, TableChange, may_change
from companion.tables.snapshot import Actor, Snapshot
from companion.web import answer_form
from companion.web.answer_form import NotDone, answers, anybody, filled, page_of_table, seated, table_as_seen
from companion.web.errors import stop
from companion.web.identity import find_table, note_key
from companion.web.ledger.wording import edit_texts, moments, repair_text
from companion.web.reasons import disputed, given


def before_line(snapshot: Snapshot, entry: str) -> tuple[Book, StandingMove] | None:
    """The book as it was before an entry, and the entry; None where no such entry stands."""
    for book, line in zip(snapshot.book.standing(), reversed(snapshot.standing_moves()), strict=True):
        if line.id == entry and book.before is not None:
            return book.before, line
    return None


def changes(game: AnyGame, line: StandingMove, move: Move) -> tuple[tuple[Text, Edit], ...]:
    """The ways to enter a move at a line: in its place, where the line says something else, or before it."""
    plain = move.plain()
    left_out = (Text("This was left out before it"), Edit(do="insert", entry=line.id, move=plain))
    if game.corrected(line.move, move) == line.move:
        return (left_out,)
    return (Text("It was this"), Edit(do="change", entry=line.id, move=plain)), left_out


blueprint = Blueprint("amend", __name__, url_prefix="/t/<code>/amend")

NO_EDIT = Text("This link does not say what to change.")
GONE = Text("This entry no longer counts. Look at the ledger again.")
REFUSED = Text("This change is not allowed. Nothing was entered.")
SAID_ALREADY = Text("The ledger says this already: there is nothing to correct.")


@dataclass(frozen=True, slots=True)
class RequestedEdits:
    """What a preview is of: the edits as they were asked for, and whether the referee mends what falls."""

    edits: tuple[Edit, ...]
    mend: bool

    def address(self, code: str, *more: Edit, mend: bool | None = None) -> str:
        """The address of the preview of these edits and more. A repair of an entry replaces an older one of it."""
        mended = {edit.entry for edit in more if edit.fell is not None}
        kept = [edit for edit in self.edits if edit.fell is None or edit.entry not in mended]
        edits = [json.dumps(edit.plain()) for edit in (*kept, *more)]
        wanted = self.mend if mend is None else mend
        return url_for("amend.preview", code=code, edit=edits, mend=1 if wanted else None)


@blueprint.get("")
def form(code: str) -> str:
    """One entry: what it might have been instead, that it never was, or what was forgotten before it."""
    snapshot, _ = find_table(code)
    entry = request.args.get("entry", "")
    book, line = before_line(snapshot, entry) or stop(404, GONE)
    game, was = book.game, line.move
    question = draft_of(forms_of(game, book.seats), overridden(was))
    others = [(move.plain(), game.describe(move)) for move in _others(book, was)]
    before = [*others, (was.plain(), game.describe(was))]
    return render_template(
        "referee/amend.html",
        snapshot=snapshot,
        entry=entry,
        link=partial(preview_of, snapshot.code),
        moment=moments(snapshot).get(entry),
        text=game.describe(was, book.state),
        by_hand=question and question.query(),
        others=[(Edit(do="change", entry=entry, move=move), said) for move, said in others],
        removal=Edit(do="remove", entry=entry),
        before=[(Edit(do="insert", entry=entry, move=move), said) for move, said in before],
    )


def _others(book: Book, was: Move) -> list[Move]:
    """The other moves that might have been entered there. Those that differ in fewer words come first."""
    game, state = book.game, book.state
    # What is asked of the table may be another seat's: where all tell at once, this one's own comes with it.
    choices = (*game.choices(state, was.mover), *game.choices(state, None))
    legal = (choice.move for choice in choices if choice.legal and game.corrected(was, choice.move) != was)
    told = {json.dumps(move.plain(), sort_keys=True): move for move in legal}
    return sorted(told.values(), key=lambda move: (move.kind() != was.kind(), _difference(move, was)))


def _difference(one: Move, other: Move) -> tuple[int, list[bool]]:
    """How much one is not the other, to sort by. Of as many words who won is likelier wrong than what; least, whose."""
    said, values = one.plain(), other.plain()
    same = [values.get(key) == said[key] for key in sorted(said, key="seat".__eq__)]
    return -sum(same), same


def preview_of(code: str, *edits: Edit) -> str:
    """The address that shows what would follow from these edits."""
    return RequestedEdits(edits, mend=False).address(code)


@blueprint.get("/preview")
def preview(code: str) -> str:
    """What would follow, before anything is written. Everybody may look."""
    return _preview(*anybody(code))


def _preview(snapshot: Snapshot, actor: Actor | None, wrong: NotDone | None = None) -> str:
    asked = _requested()
    found = _what_if(snapshot, asked)
    stands = isinstance(found, Preview)
    idle = isinstance(found, Preview) and found.changes_nothing
    change = TableChange.RULE if snapshot.referee.hold else TableChange.AMEND  # on hold the amend is the host's ruling
    every = found.edits if isinstance(found, Preview) else asked.edits
    own = [edit for edit in every if edit.fell is None]
    mending = [edit for edit in every if edit.fell is not None and edit.do != "remove"]  # what a repair keeps
    return page_of_table(
        "referee/amend_preview.html",
        snapshot,
        actor,
        asked=asked,
        found=found,
        stands=stands,
        idle=idle,
        sentences={"asked": list(edit_texts(snapshot, own)), "mended": list(edit_texts(snapshot, mending))},
        compared=compared(found) if isinstance(found, Preview) else (),
        may=actor is not None and may_change(actor, change) and not idle,
        reasons=AMENDS,
        wrong=NotDone(SAID_ALREADY) if idle else wrong,
        repair_text=repair_text,
    )


@answers(blueprint, "", _preview, find=seated(KEEPERS_CORRECT, keeper=True))
def enter(snapshot: Snapshot, actor: Actor) -> ResponseReturnValue | None:
    """Enter the amend, or propose it where the table asks for two people; on hold it is the host's ruling."""
    asked, shown = _requested(), table_as_seen(snapshot, actor)
    found, hold = _what_if(shown, asked), shown.referee.hold
    if isinstance(found, RejectedEdit):
        raise NotDone(REFUSED)
    if found.changes_nothing:
        raise NotDone(SAID_ALREADY)
    fields: dict[str, Any] = {"edits": [edit.plain() for edit in found.edits], "reason": given(AMENDS)}
    if hold is not None and may_change(actor, TableChange.RULE):
        fields |= {"settles": hold.by.version, "rule": disputed(shown)}
    two_people = shown.referee.two_people
    act = filled(Propose, act="propose", **fields) if two_people else filled(Amend, act="amend", **fields)
    answer_form.enter(snapshot, actor, act)
    note_key(actor)  # the phone that proposes must not confirm, whatever key it has by then
    if "asked" not in request.form:
        return None
    # What a question depends on was told: the question is answered anew.
    question = urlencode(parse_qsl(request.form["asked"]))
    return redirect(f"{url_for('may_i.page', code=snapshot.code)}?{question}", 303)


def _requested() -> RequestedEdits:
    """The edits of the address or the form. One that changes an entry keeps what the phone does not know of it."""
    sent = request.values.getlist("edit")
    try:
        edits = tuple(Edit.model_validate(load_json(text)) for text in sent)
    except (ValueError, ValidationError):
        stop(400, NO_EDIT)
    kept = (edit.model_copy(update={"keeps": True}) if edit.do == "change" else edit for edit in edits)
    return RequestedEdits(tuple(kept), "mend" in request.values) if edits else stop(400, NO_EDIT)


def _what_if(snapshot: Snapshot, asked: RequestedEdits) -> Preview | RejectedEdit:
    try:
        return what_if(snapshot.book, snapshot.standing_moves(), asked.edits, mend=asked.mend)
    except BadEdits:
        stop(409, GONE)
