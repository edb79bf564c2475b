"""The ledger: every entry there ever was, newest first, and the game as a file."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, make_response, render_template

from companion.games.ruling import Rejected, Text
from companion.games.transcript import Book
from companion.tables.values import EntryView, Snapshot
from companion.web.identity import tables, who
from companion.web.limits import find_table
from companion.web.screen import perspective_of

blueprint = Blueprint("ledger", __name__, url_prefix="/t/<code>")


@blueprint.get("/ledger")
def ledger(code: str) -> str:
    """Who entered what, when and on which phone; what was taken back stays to be seen."""
    snapshot = find_table(code)
    book = snapshot.book
    found = [book.game.irregularity(one) for one in book.report().irregularities]
    me = perspective_of(who(snapshot.code).actor, snapshot)
    entries = tables().entries(snapshot.code)
    told = dict(_told(snapshot, entries))
    return render_template("ledger.html", snapshot=snapshot, entries=entries[::-1], told=told, found=found, me=me)


def _told(snapshot: Snapshot, entries: tuple[EntryView, ...]) -> Iterator[tuple[int, Text]]:
    """Each entry's sentence by its version, with what came of it: for that the game is played once more."""
    book = Book.open(snapshot.header)
    for entry in entries:
        yield entry.version, book.game.describe(entry.move, book.state)
        ruling = book.play(entry.move.plain())
        book = book if isinstance(ruling, Rejected) else ruling.state


@blueprint.get("/transcript")
def transcript(code: str) -> Response:
    """What stands, as a file to keep and to replay."""
    snapshot = find_table(code)
    response = make_response("\n".join(snapshot.book.lines()) + "\n")
    response.headers["Content-Type"] = "application/jsonl; charset=utf-8"
    response.headers["Content-Disposition"] = f'attachment; filename="{snapshot.header.game}-{snapshot.code}.jsonl"'
    return response
