"""The ledger: every entry there ever was, newest first, and the game as a file."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, make_response, render_template

from companion.games.move import Move
from companion.games.text import Text
from companion.tables.acts import Amend, Propose
from companion.tables.history import EntryView
from companion.tables.reading import lines_of, stood_text
from companion.web.identity import entries_of, find_table
from companion.web.ledger.wording import edit_texts, entry_text, moments
from companion.web.table.rendering import perspective_of

blueprint = Blueprint("ledger", __name__, url_prefix="/t/<code>")


@blueprint.get("/ledger")
def page(code: str) -> str:
    """Who entered what, when and on which phone; what was taken back, changed or removed stays to be seen."""
    snapshot, caller = find_table(code)
    book = snapshot.book
    found = [book.game.irregularity(one) for one in book.report().irregularities]
    me = perspective_of(caller.actor, snapshot)
    entries = entries_of(snapshot.code)
    lines = {line.id: line.move for line in snapshot.standing_moves()}
    now = {entry.version: book.game.describe(lines[str(entry.version)]) for entry in entries if _changed(entry, lines)}
    put_in = _put_in(lines)
    return render_template(
        "ledger/page.html",
        snapshot=snapshot,
        rows=(_row(entry, put_in.get(str(entry.version), ())) for entry in reversed(entries)),
        many=len(entries),
        now=now,
        moments=moments(snapshot),
        found=found,
        me=me,
    )


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the page: the entry, its sentence, for an amend what it changed and what of it still stands.

    `stood` says of one that today's rules refuse under which it stood, and why they do.
    """

    entry: EntryView
    text: Text
    edits: tuple[Text, ...]
    put_in: tuple[str, ...]
    stood: Text | None

    @property
    def act(self) -> bool:
        """Whether the referee made it, and not a move of the game."""
        return not isinstance(self.entry.what, Move)


def _row(entry: EntryView, put_in: Sequence[str]) -> Row:
    edits = entry.what.edits if isinstance(entry.what, Amend | Propose) and entry.stands else []
    stood = None if entry.refused is None else stood_text(entry.before, entry.version, entry.refused)
    told = tuple(edit_texts(entry.before, edits)) if edits else ()
    return Row(entry, entry_text(entry), told, tuple(put_in), stood)


def _put_in(standing: Iterable[str]) -> dict[str, list[str]]:
    """The standing moves that amends inserted, by the amend's entry: "40.1" is of entry 40."""
    found: dict[str, list[str]] = {}
    for line in standing:
        entry, dot, _ = line.partition(".")
        if dot:
            found.setdefault(entry, []).append(line)
    return found


def _changed(entry: EntryView, standing: Container[str]) -> bool:
    """Whether it stands today as another move; entries later than this page's table do not count."""
    changed = entry.changed_by is not None or entry.chosen_by is not None
    return changed and entry.stands and str(entry.version) in standing


@blueprint.get("/transcript")
def transcript(code: str) -> Response:
    """What stands, as a file to keep and to replay."""
    snapshot, _ = find_table(code)
    response = make_response("".join(f"{line}\n" for line in lines_of(snapshot)))
    response.headers["Content-Type"] = "application/jsonl; charset=utf-8"
    response.headers["Content-Disposition"] = f'attachment; filename="{snapshot.header.game}-{snapshot.code}.jsonl"'
    return response
