"""Opening a table from a transcript: of a game that was played elsewhere, finished or to be played on."""

from __future__ import annotations

import secrets
from contextlib import closing
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.header import BadHeader
from companion.games.replay import NoTranscript
from companion.games.text import Text
from companion.tables.codes import shown_code
from companion.web.identity import device_label, own_key, remember, table_known_to, tables, tell_once
from companion.web.limits import limits
from companion.web.lobby.brought_in import BroughtIn, read_transcript, wrong_text
from companion.web.lobby.home import offered_games

blueprint = Blueprint("open_file", __name__)
NOTHING_CHOSEN = Text("Choose a file first, or put its text in the field.")


@dataclass(frozen=True, slots=True)
class Form:
    """The form: the transcript's `text`, what is `wrong` with it, the rejected lines, and the `request`'s name."""

    request: str
    text: str = ""
    wrong: Text | None = None
    rejected: tuple[Text, ...] = ()


@blueprint.get("/open/file")
def form() -> str:
    """The form: a file, or its text."""
    return _page(Form(secrets.token_hex(16)))


@blueprint.post("/open/file")
def submit() -> ResponseReturnValue:
    """Open the table; a second tap leads to the same one. `without` opens it without the moves that are rejected."""
    named = request.form.get("request", "")[:64]
    data = _sent()
    if not data.strip():
        return _page(Form(named, wrong=NOTHING_CHOSEN)), 422
    with limits().openings:
        try:
            found = read_transcript(data, offered_games())
        except (NoTranscript, BadHeader) as wrong:
            return _page(Form(named, _shown(data), wrong_text(wrong))), 422
        if found.rejected and request.form.get("without") != "1":
            return _page(Form(named, _shown(data), None, tuple(found.told()))), 422
        code = _open(found, named)
    over = table_known_to(code, None).book.report().over
    return redirect(url_for("table.page" if over else "seats.page", code=code), 303)


def _open(found: BroughtIn, named: str) -> str:
    """The table's code; this phone is its host, and is told the recovery code on the seats' page."""
    key = own_key(f"file/{named or secrets.token_hex(16)}")
    code, recovery = tables().open_once(found.header, found.moves, found.people, host_key=key, label=device_label())
    remember(code, key)
    actor = tables().membership.actor(code, key)
    if recovery is None and actor is not None and table_known_to(code, actor).version == len(found.moves):
        recovery = tables().lost_phones.new_recovery(actor)  # the answer that told it was lost to the second tap
    if recovery is not None:
        tell_once(code, shown_code(recovery))
    return code


def _sent() -> bytes:
    """The transcript: the file where one was chosen, else the text that was typed or kept."""
    data, chosen = b"", request.files.get("transcript")
    if chosen is not None:
        with closing(chosen):
            data = chosen.read()
    return data or request.form.get("text", "").encode("utf-8", "surrogatepass")


def _shown(data: bytes) -> str:
    """The transcript as text, for the form to keep; nothing of what is none."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""


def _page(filled: Form) -> str:
    return render_template("lobby/open_file.html", form=filled)
