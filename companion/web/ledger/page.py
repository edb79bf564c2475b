"""The ledger: every entry there ever was, newest first, a page at a time, and the game as a file."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from flask import Blueprint, Response, render_template, request, url_for

from companion.games.game import STOOD
from companion.games.move import Move
from companion.games.ruling import Rule
from companion.games.text import Text
from companion.tables.entry import Amend, Propose
from companion.tables.history import EntryView, RefusedToday
from companion.tables.policy import undo_count
from companion.tables.snapshot import Snapshot
from companion.web.identity import find_table, tables
from companion.web.ledger.wording import disputed_text, edit_texts, entry_text, moments
from companion.web.request_language import words

blueprint = Blueprint("ledger", __name__, url_prefix="/t/<code>")
blueprint.add_app_template_global(disputed_text)

PAGE = 200
"""Entries of a page: an evening's whole game fits two."""


@blueprint.get("/ledger")
def page(code: str) -> str:
    """Who entered what, when and on which phone, whatever became of it: the page with entry `at`, or the latest."""
    snapshot, caller = find_table(code)
    book = snapshot.book
    found = [book.game.irregularity(one) for one in book.report().irregularities]
    entries = tables().entries(snapshot.code)
    upto = _page_end(len(entries), request.args.get("at", type=int))
    shown = entries[max(0, upto - PAGE) : upto]
    lines = {line.id: line.move for line in snapshot.standing_moves()}
    now = {entry.version: book.game.describe(lines[str(entry.version)]) for entry in shown if _changed(entry, lines)}
    put_in = _put_in(lines)
    when = moments(snapshot, range(upto - len(shown) + 1, upto + 1))
    rows = [_row(entry, put_in.get(str(entry.version), ()), when) for entry in reversed(shown)]
    return render_template(
        "ledger/page.html",
        snapshot=snapshot,
        groups=[(moment, list(together)) for moment, together in groupby(rows, attrgetter("moment"))],
        many=len(entries),
        now=now,
        earlier=upto - PAGE if upto > PAGE else None,
        later=upto + 1 if upto < len(entries) else None,
        moments=when,
        found=found,
        opened=_opened_text(snapshot),
        me=caller,
        undoes=0 if caller.actor is None else undo_count(caller.actor, snapshot),
    )


@blueprint.get("/transcript")
def transcript(code: str) -> Response:
    """What stands, as a file to keep and to replay."""
    snapshot, _ = find_table(code)
    text = "".join(f"{line}\n" for line in snapshot.book.lines(words(STOOD)))
    named = {"Content-Disposition": f'attachment; filename="{snapshot.header.game}-{snapshot.code}.jsonl"'}
    return Response(text, headers=named, content_type="application/jsonl; charset=utf-8")


def _page_end(many: int, at: int | None) -> int:
    """The last entry of the page that has entry `at`; pages are counted from the latest entry."""
    return many if at is None else many - (many - min(max(at, 1), many)) // PAGE * PAGE if many else 0


@blueprint.app_template_global("entry_url")
def entry_url(snapshot: Snapshot, version: int) -> str:
    """Where an entry stands in the ledger, on whichever page."""
    at = None if snapshot.version - version < PAGE // 2 else version
    return url_for("ledger.page", code=snapshot.code, _anchor=f"v{version}", at=at)


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A line of the page: the entry as a sentence, for an amend what it changed (`edits`).

    `put_in` are the ids of the moves that it put in and that stand. `stood` says of one that today's rules would refuse
    under which it stood, and why they would; `rule` is the one that is against it. `moment` is where in the game it
    belongs: a move that stands by what stands today, an undo beside what it took back, all else by what stood then.
    """

    entry: EntryView
    text: Text
    edits: tuple[Text, ...]
    put_in: Sequence[str]
    stood: Text | None
    rule: Rule | None
    moment: Text | None

    @property
    def act(self) -> bool:
        """Whether it is no move."""
        return not isinstance(self.entry.item, Move)


def _row(entry: EntryView, put_in: Sequence[str], when: Mapping[str, Text | None]) -> LedgerRow:
    refused = entry.refused_today
    there = entry.stands and (refused is None or refused.rule is not None)
    edits = entry.item.edits if isinstance(entry.item, Amend | Propose) and there else []
    stood = None if refused is None else _stood_text(entry, refused)
    rule = None if refused is None else refused.rule
    text = entry_text(entry, told_with_state=rule is None)
    changed = tuple(edit_texts(entry.before, edits)) if edits else ()
    return LedgerRow(entry, text, changed, put_in, stood, rule, _moment(entry, when))


def _stood_text(entry: EntryView, refused: RefusedToday) -> Text:
    """The rules that an entry stood under, and why today's would refuse it: by the rule alone if that is secret."""
    before, because = entry.before, refused.because
    if refused.rule is not None and before.book.game.keeps_secrets(before.header):
        because = refused.rule.title
    return Text(
        "Entry {n} stood under {rules}; today it would be refused: {because}",
        n=entry.version, rules=_edition_text(before), because=because,
    )  # fmt: skip


def _opened_text(snapshot: Snapshot) -> Text | None:
    """The rules that a table was opened under, and why today's would refuse that; None if they do not."""
    if snapshot.refused is None:
        return None
    return Text(
        "This table was opened under {rules}; today it would be refused: {because}",
        rules=_edition_text(snapshot), because=snapshot.refused,
    )  # fmt: skip


def _edition_text(snapshot: Snapshot) -> Text:
    rules = snapshot.header.rules
    return Text("the rules of earlier times") if rules is None else Text("edition {n} of the rules", n=rules)


def _moment(entry: EntryView, when: Mapping[str, Text | None]) -> Text | None:
    version, book = str(entry.version), entry.before.book
    if version in when:
        return when[version]
    back = book.before if entry.undoes else None
    return book.game.moment((back or book).state)


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
    return entry.changed_by is not None and entry.stands and str(entry.version) in standing
