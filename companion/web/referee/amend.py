"""Amending what was entered: choose what it should have been, see what would follow, then do it or leave it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
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
from companion.web.errors import stop
from companion.web.identity import find_table, note_key
from companion.web.ledger.wording import edit_texts, moments, repair_text
from companion.web.referee.page import amend_command, enter_acts, phone_at, table_as_seen
from companion.web.table.tap import seen_version

SHOWN = 8


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


@dataclass(frozen=True, slots=True)
class Correctable:
    """What `amend.html` shows of an entry: its words, what it might have been (`others`), what may come `before` it.

    `query` is the entry as a complete question, to be changed from there. Edits come with their words.
    """

    text: Text
    query: str
    others: tuple[tuple[Edit, Text], ...]
    removal: Edit
    before: tuple[tuple[Edit, Text], ...]


def correctable(book: Book, line: StandingMove) -> Correctable:
    """An entry before which the book was so. Moves that differ from it in fewer words come first."""
    game, state, was, entry = book.game, book.state, line.move, line.id
    # What is asked of the table may be another seat's: where all tell at once, this one's own comes with it.
    legal: list[Move] = []
    for choice in (*game.choices(state, was.mover), *game.choices(state, None)):
        if choice.legal and game.corrected(was, choice.move) != was and choice.move not in legal:
            legal.append(choice.move)
    legal.sort(key=lambda move: (move.kind() != was.kind(), _difference(move, was)))
    claimed = overridden(was)
    told = [(move.plain(), game.describe(move)) for move in (*legal, was)]
    return Correctable(
        text=game.describe(was, state),
        query=draft_of(forms_of(game, book.seats), claimed).query(),
        others=tuple((Edit(do="change", entry=entry, move=move), said) for move, said in told[:-1]),
        removal=Edit(do="remove", entry=entry),
        before=tuple((Edit(do="insert", entry=entry, move=move), said) for move, said in told),
    )


def _difference(one: Move, other: Move) -> tuple[int, list[bool]]:
    """How much one is not the other, to sort by. Of as many words who won is likelier wrong than what; least, whose."""
    said, values = one.plain(), other.plain()
    same = [values.get(key) == said[key] for key in sorted(said, key="seat".__eq__)]
    return -sum(same), same


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
    return render_template(
        "referee/amend.html",
        snapshot=snapshot,
        entry=entry,
        link=partial(preview_of, snapshot.code),
        moment=moments(snapshot).get(entry),
        found=correctable(book, line),
    )


def preview_of(code: str, *edits: Edit) -> str:
    """The address that shows what would follow from these edits."""
    return RequestedEdits(edits, mend=False).address(code)


@blueprint.get("/preview")
def preview(code: str) -> ResponseReturnValue:
    """What would follow, before anything is written. Everybody may look."""
    snapshot, caller = find_table(code)
    return _page(snapshot, caller.actor, _requested(request.args.getlist("edit"), "mend" in request.args))


@blueprint.post("")
def enter(code: str) -> ResponseReturnValue:
    """Enter the amend, or propose it where the table asks for two people; else show the preview with the reason."""
    snapshot, caller = find_table(code)
    actor = caller.actor
    if actor is None or not may_change(actor, TableChange.AMEND):
        stop(403, KEEPERS_CORRECT)
    asked = _requested(request.form.getlist("edit"), "mend" in request.form)
    seen = seen_version()
    shown = table_as_seen(snapshot, actor, seen)
    found = _what_if(shown, asked)
    if isinstance(found, RejectedEdit):
        act: Amend | Propose | Text = REFUSED
    elif found.changes_nothing:
        act = SAID_ALREADY
    else:
        act = amend_command(shown, actor, found.edits, request.form)
    if isinstance(act, Text):
        return _page(snapshot, actor, asked, act, 422)
    now, wrong = enter_acts(snapshot, actor, [act], seen)
    if wrong is not None:
        return _page(now, actor, asked, *wrong)
    note_key(actor)  # the phone that proposes must not confirm, whatever key it has by then
    if "asked" in request.form:  # what a question depends on was told: the question is answered anew
        question = urlencode(parse_qsl(request.form["asked"]))
        return redirect(f"{url_for('may_i.page', code=snapshot.code)}?{question}", 303)
    return redirect(url_for("table.page", code=snapshot.code), 303)


def _requested(edits_json: list[str], mend: bool) -> RequestedEdits:
    try:
        edits = tuple(_keeping(Edit.model_validate(load_json(text))) for text in edits_json)
    except (ValueError, ValidationError):
        stop(400, NO_EDIT)
    return RequestedEdits(edits, mend) if edits else stop(400, NO_EDIT)


def _keeping(edit: Edit) -> Edit:
    """The edit, of which nothing changes that the phone does not know, and so does not say."""
    return edit.model_copy(update={"keeps": True}) if edit.do == "change" else edit


def _page(
    snapshot: Snapshot, actor: Actor | None, asked: RequestedEdits, wrong: Text | None = None, status: int = 200
) -> ResponseReturnValue:
    found = _what_if(snapshot, asked)
    idle = isinstance(found, Preview) and found.changes_nothing
    change = TableChange.RULE if snapshot.referee.hold else TableChange.AMEND  # on hold the amend is the host's ruling
    page = render_template(
        "referee/amend_preview.html",
        snapshot=snapshot,
        me=phone_at(snapshot, actor),
        asked=asked,
        found=found,
        stands=isinstance(found, Preview),
        idle=idle,
        sentences=_sentences(snapshot, asked, found),
        compared=compared(found) if isinstance(found, Preview) else (),
        may=actor is not None and may_change(actor, change) and not idle,
        typed=request.form,
        reasons=AMENDS,
        wrong=SAID_ALREADY if idle else wrong,
        repair_text=repair_text,
    )
    return page, status


def _what_if(snapshot: Snapshot, asked: RequestedEdits) -> Preview | RejectedEdit:
    try:
        return what_if(snapshot.book, snapshot.standing_moves(), asked.edits, mend=asked.mend)
    except BadEdits:
        stop(409, GONE)


def _sentences(snapshot: Snapshot, asked: RequestedEdits, found: Preview | RejectedEdit) -> dict[str, list[Text]]:
    """The edits in words: what is asked, and what a repair keeps."""
    every = found.edits if isinstance(found, Preview) else asked.edits
    mine = [edit for edit in every if edit.fell is None]
    mending = [edit for edit in every if edit.fell is not None and edit.do != "remove"]
    return {"asked": list(edit_texts(snapshot, mine)), "mended": list(edit_texts(snapshot, mending))}
