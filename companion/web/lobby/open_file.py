"""Opening a table from a transcript: of a game that was played elsewhere, finished or to be played on.

It comes as a file or as its text, by the form here, or from a program (`api/tables.py`); today's rules judge it.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import validate_csrf
from werkzeug.exceptions import HTTPException
from werkzeug.sansio.multipart import Data, Field, MultipartDecoder, Preamble

from companion.games.game import AnyGame
from companion.games.header import UNSEEN, BadHeader, Header, can_be_seen
from companion.games.move import Move
from companion.games.people import People
from companion.games.replay import NoTranscript, numbered_lines, replay_lines, values_of
from companion.games.ruling import Rejected
from companion.games.seating import names_given
from companion.games.text import Counted, Text
from companion.games.transcript import load_json, read_opening_header
from companion.service.storage_limits import Bounds
from companion.tables.keys_and_codes import normal_code
from companion.web.circle.identity import circles_of_device, joined_at
from companion.web.identity import table_known_to, tables
from companion.web.limits import LARGEST_FILE, limit_openings
from companion.web.lobby.open_once import open_once
from companion.web.lobby.open_table import NOT_IN_CIRCLE
from companion.web.offered_games import offered_games
from companion.web.request_language import words

blueprint = Blueprint("open_file", __name__)
REST = 4096
"""Bytes of a request that are neither the file nor its text: the other fields, and what stands between them."""
TOO_LONG = Text("This is too long for a transcript: a file and its text may have 1 MB together. No table was opened.")
NOTHING_CHOSEN = Text("Choose a file first, or put its text in the field.")
SHOWN, LISTED = 20, 100
"""Rejected lines that are told one by one: on a page, and to a program."""
SOME_REJECTED = Text("The rules are against some moves of this transcript. No table was opened.")


@dataclass(frozen=True, slots=True)
class TranscriptForm:
    """The form: the transcript's `text`, what is `wrong` with it, the rejected lines, and the `request`'s name.

    `circle` is the code of the circle that the table is to belong to, if to any.
    """

    request: str
    circle: str = ""
    text: str = ""
    wrong: Text | None = None
    rejected: tuple[Text, ...] = ()


@blueprint.get("/open/file")
def form() -> str:
    """The form: a file, or its text. `circle` names the circle that the table is to belong to, by its code."""
    return _page(TranscriptForm(secrets.token_hex(16), normal_code(request.args.get("circle", ""))))


@blueprint.post("/open/file")
def submit() -> ResponseReturnValue:
    """Open the table; a second tap leads to the same one. `without` opens it without the moves that are rejected."""
    data = _sent()
    filled = TranscriptForm(
        request.form.get("request", "")[:64], normal_code(request.form.get("circle", "")), _shown(data)
    )
    joined = joined_at(filled.circle) if filled.circle else None
    if not data.strip():
        return _page(replace(filled, text="", wrong=NOTHING_CHOSEN)), 422
    if filled.circle and joined is None:
        return _page(replace(filled, circle="", wrong=NOT_IN_CIRCLE)), 422
    limit_openings()
    try:
        found = read_transcript(data, offered_games(), tables().bounds)
    except (NoTranscript, BadHeader) as wrong:
        return _page(replace(filled, wrong=_wrong_text(wrong))), 422
    if found.rejected and request.form.get("without") != "1":
        return _page(replace(filled, rejected=tuple(found.rejected_lines()))), 422
    named, circle = filled.request and f"file/{filled.request}", None if joined is None else joined.circle.id
    code = open_once(named, found.header, found.moves, found.people, circle=circle)
    over = table_known_to(code, None).book.report().over
    return redirect(url_for("table.page" if over else "seats.page", code=code), 303)


@blueprint.errorhandler(413)
def too_long(_: HTTPException) -> ResponseReturnValue:
    """The form again, with what was typed as far as it came before the file; a stranger's form is not filled in."""
    typed = _typed()
    try:
        validate_csrf(typed.get("csrf_token", ""))
    except ValueError:  # wtforms' kind of it
        typed = {}
    named, circle = typed.get("request", secrets.token_hex(16))[:64], normal_code(typed.get("circle", ""))
    return _page(TranscriptForm(named, circle, typed.get("text", ""), TOO_LONG)), 413


def _typed() -> dict[str, str]:
    """The fields that are whole in the beginning of a body that is too long; those after the file are in none."""
    fields: dict[str, str] = {}
    boundary = request.mimetype_params.get("boundary")
    if boundary is None:
        return fields
    decoder = MultipartDecoder(boundary.encode())
    decoder.receive_data(request.environ["wsgi.input"].read(LARGEST_FILE))
    name, value = "", b""
    with suppress(ValueError):  # no form of ours
        while isinstance(event := decoder.next_event(), Preamble | Field | Data):
            if isinstance(event, Field):
                name, value = event.name, b""
            elif isinstance(event, Data):
                value += event.data
                if not event.more_data:
                    fields[name] = value.decode("utf-8", "replace")
    return fields


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


def _page(filled: TranscriptForm) -> str:
    return render_template(
        "lobby/open_file.html",
        form=filled,
        circles=circles_of_device(),
        most=LARGEST_FILE - REST,
        too_long=TOO_LONG,
    )


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """The header of a table that is to be opened, the moves that stand, and (line from 1, rejection) of the others.

    `people` are all who have sat there, after these moves.
    """

    header: Header
    moves: tuple[Move, ...]
    people: People
    rejected: tuple[tuple[int, Rejected], ...]

    def rejected_body(self) -> dict[str, Any]:
        """The first rejected lines as `companion replay --json` has them, in the language of the request; how many."""
        lines = [{"line": at, "rule": no.rule.id, "reason": words(no.reason)} for at, no in self.rejected[:LISTED]]
        return {"rejected": lines, "rejected_in_all": len(self.rejected)}

    def rejected_lines(self) -> list[Text]:
        """The first rejected lines as sentences, and how many more there are."""
        lines = [_line_text(at, one.reason) for at, one in self.rejected[:SHOWN]]
        more = len(self.rejected) - len(lines)
        return [*lines, Counted("and {n} more line", "and {n} more lines", n=more)] if more else lines


def read_transcript(data: bytes, games: Mapping[str, AnyGame], bounds: Bounds) -> BroughtIn:
    """What a table can be opened with. Raises NoTranscript with the line that is wrong, BadHeader for the first.

    Raises TableFull for more lines than a table may have entries, and for more names than it may have had, whatever
    the rules say of them.
    """
    lines = numbered_lines(data)
    bounds.need_entries(len(lines) - 1)
    values = values_of(lines, load_json)
    bounds.need_names(names_given(value for value in values.values() if isinstance(value, dict)))
    found = replay_lines(lines, values)
    header = read_opening_header(found.book.header.plain, games)
    people = found.book.people
    if not all(map(can_be_seen, chain.from_iterable(people.names))):
        raise BadHeader("seats", UNSEEN)
    return BroughtIn(header, found.entered, people, found.rejected)


def _line_text(line: int, why: Text) -> Text:
    """What is wrong, and in which line of the file."""
    return Text("Line {n}: {why}", n=line, why=why)


def _wrong_text(wrong: NoTranscript | BadHeader) -> Text:
    """Why no table can be opened from it, with the line; a header's names and rules are told as they are."""
    return wrong.text if isinstance(wrong, BadHeader) else _line_text(wrong.line, wrong.text)
