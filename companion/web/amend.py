"""Amending what was entered: choose what it should have been, see what would follow, then do it or leave it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from pydantic import ValidationError

from companion.games.ruling import Text
from companion.games.transcript import load_json
from companion.referee.edits import BadEdits, Edit
from companion.referee.what_if import WhatIf, Wrong, what_if
from companion.tables.values import Actor, Snapshot
from companion.web.amend_choices import choices_at
from companion.web.amend_words import compared
from companion.web.errors import stop
from companion.web.identity import note_key, tables, who
from companion.web.ledger_words import edits_told, moments, repair_told
from companion.web.limits import find_table
from companion.web.referee_acts import amend_act, as_seen, refused
from companion.web.screen import perspective_of
from companion.web.seeing import for_phone
from companion.web.taps import request_name, seen_version

blueprint = Blueprint("amend", __name__, url_prefix="/t/<code>/amend")

NO_EDIT = Text("This address names no change that can be read.")
GONE = Text("This entry does not stand any more. Look at the ledger again.")
REFUSED = Text("This change does not stand itself. Nothing was entered.")
KEEPERS = Text("Only the host or a scorekeeper amends what was entered.")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a preview is of: the edits as they were asked for, and whether the referee mends what falls."""

    edits: tuple[Edit, ...]
    mend: bool

    def address(self, code: str, *more: Edit, mend: bool | None = None) -> str:
        """The preview of these edits and more. An entry is mended once: a repair takes an older one's place."""
        mended = {edit.entry for edit in more if edit.fell is not None}
        kept = [edit for edit in self.edits if edit.fell is None or edit.entry not in mended]
        told = [json.dumps(edit.plain()) for edit in (*kept, *more)]
        wanted = self.mend if mend is None else mend
        return url_for("amend.preview", code=code, edit=told, mend=1 if wanted else None)


@blueprint.get("")
def form(code: str) -> str:
    """One entry: what it might have been instead, that it never was, or what was forgotten before it."""
    snapshot = find_table(code)
    entry = request.args.get("entry", "")
    found = choices_at(snapshot, entry) or stop(404, GONE)
    link = partial(preview_of, snapshot.code)
    return render_template(
        "amend.html", snapshot=snapshot, entry=entry, found=found, link=link, moment=moments(snapshot).get(entry)
    )


def preview_of(code: str, edit: Edit) -> str:
    """The address that shows what would follow from an edit."""
    return Asked((edit,), mend=False).address(code)


@blueprint.get("/preview")
def preview(code: str) -> ResponseReturnValue:
    """What would follow, before anything is written. Everybody may look."""
    snapshot = find_table(code)
    return _page(snapshot, _asked(request.args.getlist("edit"), "mend" in request.args))


@blueprint.post("")
def enter(code: str) -> ResponseReturnValue:
    """Do it, or at a table of two people's consent ask for it; else the preview again with what is against it."""
    snapshot = find_table(code)
    actor = who(snapshot.code).actor
    if actor is None or not actor.keeper:
        stop(403, KEEPERS)
    asked = _asked(request.form.getlist("edit"), "mend" in request.form)
    seen = seen_version()
    shown = as_seen(snapshot, seen)
    found = _what_if(shown, asked)
    act = REFUSED if isinstance(found, Wrong) else amend_act(shown, actor, found.edits, request.form)
    if isinstance(act, Text):
        return _page(snapshot, asked, act, 422)
    answer = tables().play(snapshot.code, [act], actor=actor, seen=seen, request=request_name(seen, [act.plain()]))
    wrong = refused(answer)
    if wrong is not None:
        return _page(for_phone(answer.snapshot), asked, *wrong)
    note_key(snapshot.code)  # who proposes does not confirm, whatever key this phone shows by then
    return redirect(url_for("play.table", code=snapshot.code), 303)


def _asked(told: list[str], mend: bool) -> Asked:
    try:
        edits = tuple(Edit.model_validate(load_json(text)) for text in told)
    except (ValueError, ValidationError):
        stop(400, NO_EDIT)
    return Asked(edits, mend) if edits else stop(400, NO_EDIT)


def _page(snapshot: Snapshot, asked: Asked, wrong: Text | None = None, status: int = 200) -> ResponseReturnValue:
    found = _what_if(snapshot, asked)
    actor = who(snapshot.code).actor
    page = render_template(
        "amend_preview.html",
        snapshot=snapshot,
        me=perspective_of(actor, snapshot),
        asked=asked,
        found=found,
        stands=isinstance(found, WhatIf),
        told=_told(snapshot, asked, found),
        compared=compared(found) if isinstance(found, WhatIf) else (),
        may=_may(actor, snapshot),
        typed=request.form,
        wrong=wrong,
        repair_told=repair_told,
    )
    return page, status


def _what_if(snapshot: Snapshot, asked: Asked) -> WhatIf | Wrong:
    try:
        return what_if(snapshot.book, snapshot.lines(), asked.edits, mend=asked.mend)
    except BadEdits:
        stop(409, GONE)


def _told(snapshot: Snapshot, asked: Asked, found: WhatIf | Wrong) -> dict[str, list[Text]]:
    """The edits in words: what is asked, and what a repair keeps."""
    every = found.edits if isinstance(found, WhatIf) else asked.edits
    mine = [edit for edit in every if edit.fell is None]
    mending = [edit for edit in every if edit.fell is not None and edit.do != "remove"]
    return {"asked": list(edits_told(snapshot, mine)), "mended": list(edits_told(snapshot, mending))}


def _may(actor: Actor | None, snapshot: Snapshot) -> bool:
    """Whether this phone is shown the button: on hold it is the host's ruling."""
    return actor is not None and (actor.host if snapshot.affairs.hold else actor.keeper)
