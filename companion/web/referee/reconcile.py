"""The tokens don't match: a form for what lies on the table, and the search for the entries that explain it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, stream_with_context, url_for
from flask.typing import ResponseReturnValue
from pydantic import ValidationError

from companion.games.game import Book
from companion.games.report import Report
from companion.games.rulebook import COUNTS
from companion.games.ruling import Rejected
from companion.games.text import Text
from companion.referee.counts import Counts, differences, holdings
from companion.referee.reconcile.slip_search import Progress, SearchResult, Task
from companion.tables.snapshot import Actor, Snapshot
from companion.web.errors import stop
from companion.web.form_fields import NO_NUMBER
from companion.web.identity import find_seated, table_known_to
from companion.web.reasons import given
from companion.web.referee.amend import preview_of
from companion.web.referee.page import MOVED_ON, NEEDS_REASON, phone_at, refusal, table_as_seen
from companion.web.referee.slip_search_time_limit import Busy, SearchSlots, run_search, search_result, slots
from companion.web.referee.table_ruling import KEEPERS_RULE, settle_with
from companion.web.refusals_log import bound_met
from companion.web.request_language import words
from companion.web.stream import STREAMED, event
from companion.web.table.rendering import fresh
from companion.web.table.tap import seen_version, submit

MOST = 999
MOST_SHOWN = 6  # explanations: as many as people read


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of the form: `name` is its field's, `typed` what stands in it, `counted` that as a number."""

    name: str
    item: str
    book: int
    typed: str

    @property
    def counted(self) -> int | None:
        """The number; None where what was typed is no number."""
        digits = self.typed.strip()
        return int(digits) if digits.isdecimal() and len(digits) < 5 and int(digits) <= MOST else None

    @property
    def changed(self) -> bool:
        """Whether it differs from the book's number."""
        return self.counted != self.book


@dataclass(frozen=True, slots=True)
class Total:
    """All of one item, as counted and by the book."""

    item: str
    counted: int
    book: int

    @property
    def balanced(self) -> bool:
        """Whether as many were counted as the book has."""
        return self.counted == self.book


@dataclass(frozen=True, slots=True)
class CountForm:
    """The whole form: its cells by place."""

    places: Mapping[str, tuple[Cell, ...]]

    @property
    def cells(self) -> Iterator[Cell]:
        """All cells, in order."""
        return (cell for cells in self.places.values() for cell in cells)

    @property
    def whole(self) -> bool:
        """Whether everything in it is a number."""
        return all(cell.counted is not None for cell in self.cells)

    @property
    def counts(self) -> Counts:
        """The counts; the book's number where no number was typed."""
        return {
            place: {cell.item: cell.book if cell.counted is None else cell.counted for cell in cells}
            for place, cells in self.places.items()
        }

    @property
    def totals(self) -> tuple[Total, ...]:
        """The sum of each item over all places."""
        items = dict.fromkeys(cell.item for cell in self.cells)
        return tuple(Total(item, *self._sums(item)) for item in items)

    def _sums(self, item: str) -> tuple[int, int]:
        cells = [cell for cell in self.cells if cell.item == item]
        return sum(cell.counted or 0 for cell in cells), sum(cell.book for cell in cells)

    @property
    def fields(self) -> dict[str, str]:
        """The fields that differ from the book's, for an address that shows this form again."""
        return {cell.name: cell.typed for cell in self.cells if cell.changed}


def read_form(report: Report, fields: Mapping[str, str]) -> CountForm:
    """The form for a table's report, with what `fields` has in it."""
    return CountForm(
        {
            place: tuple(Cell(name, item, n, fields.get(name, str(n))) for name, item, n in cells)
            for place, cells in _named_cells(report)
        }
    )


def _named_cells(report: Report) -> Iterator[tuple[str, list[tuple[str, str, int]]]]:
    """By place its cells, each as (the field's name, the item, the book's number)."""
    for row, (place, pile) in enumerate(holdings(report).items()):
        yield place, [(f"c{row}-{column}", item, n) for column, (item, n) in enumerate(pile.items())]


def _as_counted(fields: Mapping[str, str], seen: Report) -> Mapping[str, str]:
    """The fields that differ from what the form showed; in the others nothing was counted: they follow the book."""
    untouched = {name: str(n) for _, cells in _named_cells(seen) for name, _, n in cells}
    return {name: typed for name, typed in fields.items() if typed != untouched.get(name)}


blueprint = Blueprint("reconcile", __name__, url_prefix="/t/<code>/tokens")

COUNTED = Text("Counted on the table")
BUSY = Text("The referee is still looking for somebody else. Try again in a moment.")


@dataclass(frozen=True, slots=True)
class Count:
    """A phone's count: the table, the book that it is compared with, and what was typed.

    `before`: it was counted before the round that has just ended was put away, and is
    compared with the book before the entry that ended it. `moved_on`: a round has ended
    since, or others have come into its rows: what was counted then is left out of the form.
    """

    snapshot: Snapshot
    actor: Actor
    book: Book
    form: CountForm
    before: bool
    moved_on: bool

    def task(self, changes: int, further: bool = False) -> Task:
        """The search for what explains it."""
        lines = self.snapshot.standing_moves()
        upto = len(lines) - 1 if self.before else None
        return Task(self.snapshot.header, lines, self.form.counts, upto, words(COUNTED), changes, further)

    @property
    def against(self) -> Text | None:
        """Why no ruling of the table could set the book to this count; None where one can."""
        rulings = _rulings(self, words(COUNTED))
        return rulings if isinstance(rulings, Text) else None

    def address(self, endpoint: str = "reconcile.page", **more: Any) -> str:
        """The address that shows this count again."""
        asked = {
            "before": 1 if self.before else None,
            "version": self.snapshot.version,
            **self.form.fields,
            **more,
        }
        return url_for(endpoint, code=self.snapshot.code, **asked)


@blueprint.get("")
def page(code: str) -> ResponseReturnValue:
    """The form; with counts also the differences, and what one change explains (`two`: two changes)."""
    count = _count(code, request.args)
    if count.moved_on:
        return _page(count, wrong=MOVED_ON), 409
    if not count.form.whole:
        return _page(count, wrong=NO_NUMBER), 422
    if not {"compare", "two"} & request.args.keys():
        return _page(count)
    two = "two" in request.args
    try:
        return _page(count, search_result(slots(), count.snapshot.code, count.task(1 + two, two)), looked_for=1 + two)
    except Busy:
        return _page(count, wrong=_busy()), 503


@blueprint.get("/two")
def searching(code: str) -> Response:
    """The part of the page that searches for two changes, and shows the progress."""
    count = _count(code, request.args)
    if count.moved_on:
        return fresh(_worded(count, MOVED_ON))
    return fresh(render_template("referee/reconcile_searching.html", count=count, further=True))


@blueprint.get("/live")
def live(code: str) -> Response:
    """The search for two changes as a stream: its progress, then its result."""
    count = _count(code, request.args)
    events = _events(slots(), count, count.task(2, "further" in request.args))
    return Response(stream_with_context(events), headers=STREAMED, mimetype="text/event-stream")


@blueprint.post("")
def correct(code: str) -> ResponseReturnValue:
    """Set the book to the count, by table rulings that are entered together."""
    count = _count(code, request.form)
    if not count.actor.keeper:
        stop(403, KEEPERS_RULE)
    if count.moved_on:
        return _page(count, wrong=MOVED_ON), 409
    if not count.form.whole:
        return _page(count, wrong=NO_NUMBER), 422
    reason = given(request.form, COUNTS)
    moves = _rulings(count, reason)
    if isinstance(moves, Text):
        return _page(count, wrong=moves), 422
    to_table = redirect(url_for("table.page", code=count.snapshot.code), 303)
    if not moves:
        return to_table  # a repeat, or the book has come to agree
    claims = [*moves, *settle_with(count.snapshot, count.actor, {"reason": reason})]
    wrong = refusal(submit(count.snapshot, count.actor, claims, seen_version()))
    if wrong is None:
        return to_table
    now = table_known_to(count.snapshot.code, count.actor)
    return _page(_counted(now, count.actor, request.form), wrong=wrong[0]), wrong[1]


def _rulings(count: Count, reason: str) -> list[dict[str, Any]] | Text:
    """The table rulings that set the book to the count, or why there are none."""
    book = count.snapshot.book
    try:
        moves = book.game.correction(book.state, count.form.counts, reason)
    except ValidationError:
        return NEEDS_REASON
    return moves.reason if isinstance(moves, Rejected) else [move.plain() for move in moves]


def _count(code: str, fields: Any) -> Count:
    return _counted(*find_seated(code), fields)


def _counted(snapshot: Snapshot, actor: Actor, fields: Any) -> Count:
    just_ended = _just_ended(snapshot.book)
    seen = table_as_seen(snapshot, actor, seen_version(fields)).book
    moved_on = ("before" in fields and not just_ended) or not _comparable(seen, snapshot.book)
    before = "before" in fields and just_ended and not moved_on
    book, shown = ((one.before or one) if before else one for one in (snapshot.book, seen))
    form = read_form(book.report(), {} if moved_on else _as_counted(fields, shown.report()))
    return Count(snapshot, actor, book, form, before, moved_on)


def _comparable(seen: Book, now: Book) -> bool:
    """Whether no round has ended, and each row, by which fields are named, is still theirs who were counted there."""
    was, there = seen.report(), now.report()
    rows = [now.people.name_now(place) for place in holdings(was)]
    return len(was.rounds) == len(there.rounds) and rows == list(holdings(there))


def _just_ended(book: Book) -> bool:
    """Whether the latest entry ended a round, so that all has been put away."""
    return book.before is not None and len(book.report().rounds) > len(book.before.report().rounds)


def _events(slots: SearchSlots, count: Count, task: Task) -> Iterator[str]:
    try:
        for step in [MOVED_ON] if count.moved_on else run_search(slots, count.snapshot.code, task):
            yield event("progress" if isinstance(step, Progress) else "found", _worded(count, step))
    except Busy:
        yield event("found", _worded(count, _busy()))
    yield event("done", "")


def _busy() -> Text:
    """That no search can begin now, which the operator is told, too."""
    bound_met("search")
    return BUSY


def _worded(count: Count, step: Progress | SearchResult | Text | None) -> str:
    if isinstance(step, Progress):
        return render_template("referee/reconcile_progress.html", step=step)
    wrong = step if isinstance(step, Text) else None
    found = step if isinstance(step, SearchResult) else None
    return render_template("referee/reconcile_found.html", wrong=wrong, **_values(count, found, 2))


def _page(count: Count, found: SearchResult | None = None, wrong: Text | None = None, looked_for: int = 0) -> str:
    return render_template(
        "referee/reconcile.html", wrong=wrong, typed=request.form, **_values(count, found, looked_for)
    )


def _values(count: Count, found: SearchResult | None, looked_for: int) -> dict[str, Any]:
    book = count.book
    return {
        "count": count,
        "snapshot": count.snapshot,
        "game": book.game,
        "me": phone_at(count.snapshot, count.actor),
        "differences": differences(holdings(book.report()), count.form.counts),
        "found": found,
        "explanations": found.explanations[:MOST_SHOWN] if found else (),
        "reasons": COUNTS,
        "looked_for": looked_for,
        "just_ended": _just_ended(count.snapshot.book),
        "follows": partial(preview_of, count.snapshot.code),
    }
