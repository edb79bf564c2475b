"""The ledger: every entry there ever was, newest first, a page at a time, and the game as a file."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from flask import Blueprint, Response, request, url_for
from jinja2 import Environment

from companion.games.game import STOOD
from companion.games.markup import put
from companion.games.move import Move
from companion.games.part import Group, Part
from companion.games.text import Language, Text
from companion.tables.entry import Amend, Propose
from companion.tables.history import EntryView, RefusedToday
from companion.tables.snapshot import Snapshot
from companion.web.identity import find_table, tables
from companion.web.ledger.wording import disputed_text, edit_texts, entry_text, moments
from companion.web.request_language import words
from companion.web.table.live import PartsOf, render_live, watch
from companion.web.table.parts import Table, beside, drawn_by, undo_marks

blueprint = Blueprint("ledger", __name__, url_prefix="/t/<code>")
blueprint.add_app_template_global(disputed_text)

PAGE = 200
"""Entries of a page: an evening's whole game fits two."""
AS_IT_IS = ("version", "at", "by", "label", "stands", "undoes", "undone_by", "changed_by", "removed_by")


@blueprint.get("/ledger")
def page(code: str) -> str:
    """Who entered what, when and on which phone, whatever became of it: the page with entry `at`, or the latest."""
    return render_live("ledger/page.html", *find_table(code), _ledger_at(_at()), at=_at())


@blueprint.get("/ledger/live")
def live(code: str) -> Response:
    """That page of the ledger, after every change."""
    return watch(*find_table(code), ("ledger", _at()), _ledger_at(_at()))


def _at() -> int | None:
    return request.args.get("at", type=int)


def _ledger_at(at: int | None) -> PartsOf:
    here = tables()
    return lambda snapshot, env: ledger_of(snapshot, env, here.entries(snapshot.code)[: snapshot.version], at)


def ledger_of(snapshot: Snapshot, env: Environment, entries: Sequence[EntryView], at: int | None = None) -> Table:
    """Return the parts of a page of the ledger: of that with entry `at`, or of the latest."""
    book, common = snapshot.book, {"code": snapshot.code, "many": len(entries)}
    upto = _page_end(len(entries), at)
    shown = entries[max(0, upto - PAGE) : upto]
    lines = {line.id: line.move for line in snapshot.standing_moves()}
    put_in = _put_in(lines)
    when = moments(snapshot, range(upto - len(shown) + 1, upto + 1))
    badges = {one.name: (one.color, one.initial) for one in snapshot.badges}

    def row(entry: EntryView) -> Part:
        version = str(entry.version)
        values = {
            "code": snapshot.code,
            "badge": None if entry.by is None else badges.get(book.people.name_now(entry.by) or ""),
            "now": book.game.describe(lines[version]) if _changed(entry, lines) else None,
            "there": version in when,
            "put_in": tuple((line, when[line]) for line in put_in.get(version, ())),
        }
        return drawn_by(env, "ledger/entry.html", f"v{version}", **_told(entry), **values)

    groups = tuple(
        _group(moment, [(entry.version, row(entry)) for entry in together])
        for moment, together in groupby(reversed(shown), lambda entry: _moment(entry, when))
    )
    above = {
        "version": snapshot.version,
        "undoes": undo_marks(snapshot),
        "found": tuple(book.game.irregularity(one) for one in book.report().irregularities),
        "opened": _opened_text(snapshot),
        "later": upto + 1 if upto < len(entries) else None,
    }
    return beside(
        snapshot,
        "ledger",
        drawn_by(env, "ledger/above.html", "above", **common, **above),
        *([Group("div", _entries, groups).part("entries")] if groups else []),
        drawn_by(env, "ledger/below.html", "below", **common, earlier=upto - PAGE if upto > PAGE else None),
    )


def _entries(_: Language) -> str:
    return '<div class="card ledger">'


def _group(moment: Text | None, rows: Sequence[tuple[int, Part]]) -> Part:
    """Return what belongs to one moment of the game, the latest entry first."""
    id_ = f"from-{rows[-1][0]}"
    return Part(id_, _together, (id_, moment, rows[0][0]), tuple(row for _, row in rows))


def _together(language: Language, inner: str, id_: str, moment: Text | None, first: int) -> str:
    heading = f"<h2>{put(language, moment)}</h2>" if moment else ""
    return f'<div id="{id_}">{heading}<ol class="list" reversed start="{first}">{inner}</ol></div>'


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


def _told(entry: EntryView) -> dict[str, Any]:
    """Return what an entry says: its sentence, for an amend what it changed (`edits`).

    `stood` says of one that today's rules would refuse under which it stood, and why they would; `rule` is the one that
    is against it.
    """
    refused = entry.refused_today
    rule = None if refused is None else refused.rule
    there = entry.stands and (refused is None or rule is not None)
    edits = entry.item.edits if isinstance(entry.item, Amend | Propose) and there else ()
    return {key: getattr(entry, key) for key in AS_IT_IS} | {
        "text": entry_text(entry, told_with_state=rule is None),
        "act": not isinstance(entry.item, Move),
        "edits": tuple(edit_texts(entry.before, edits)) if edits else (),
        "stood": None if refused is None else _stood_text(entry, refused),
        "rule": None if rule is None else (rule.id, rule.title),
    }


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
    """Return where in the game it belongs: a move that stands by what stands today, an undo beside what it took back,
    all else by what stood then.
    """
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
