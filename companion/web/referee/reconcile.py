"""The tokens don't match: a form for what lies on the table, and the slip in the entries that explains it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, request
from pydantic import ValidationError

from companion.games.game import Book
from companion.games.move import Move
from companion.games.report import Report
from companion.games.rulebook import COUNTS
from companion.games.ruling import Rejected
from companion.games.text import Text
from companion.referee.counts import Counts, differences, holdings
from companion.referee.reconcile import Reconciled, reconcile
from companion.tables.snapshot import Actor, Snapshot
from companion.web.answer_form import (
    MOVED_ON,
    NEEDS_REASON,
    NotDone,
    answers,
    enter,
    page_of_table,
    seated,
    table_as_seen,
)
from companion.web.form_fields import NO_NUMBER
from companion.web.reasons import given
from companion.web.referee.amend import preview_of
from companion.web.referee.table_ruling import keeper, settle_with
from companion.web.request_language import words

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
        return self.counted != self.book


@dataclass(frozen=True, slots=True)
class Total:
    """All of one item, as counted and by the book."""

    item: str
    counted: int
    book: int

    @property
    def balanced(self) -> bool:
        return self.counted == self.book


@dataclass(frozen=True, slots=True)
class CountForm:
    """The whole form: its cells by place."""

    places: Mapping[str, tuple[Cell, ...]]

    @property
    def cells(self) -> Iterator[Cell]:
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
        of = {item: [cell for cell in self.cells if cell.item == item] for item in (cell.item for cell in self.cells)}
        return tuple(
            Total(item, sum(cell.counted or 0 for cell in cells), sum(cell.book for cell in cells))
            for item, cells in of.items()
        )

    @property
    def fields(self) -> dict[str, str]:
        """The fields that differ from the book's, for an address that shows this form again."""
        return {cell.name: cell.typed for cell in self.cells if cell.changed}


def read_form(report: Report, fields: Mapping[str, str], shown: Report | None = None) -> CountForm:
    """The form for a table's report, with what `fields` has in it.

    What is still as it was `shown` was not counted, and follows the book.
    """
    untouched = {} if shown is None else {cell.name: cell.typed for cell in read_form(shown, {}).cells}
    counted = {name: typed for name, typed in fields.items() if typed != untouched.get(name)}
    return CountForm({
        place: tuple(
            Cell(name, item, n, counted.get(name, str(n)))
            for column, (item, n) in enumerate(pile.items())
            for name in (f"c{row}-{column}",)
        )
        for row, (place, pile) in enumerate(holdings(report).items())
    })  # fmt: skip


blueprint = Blueprint("reconcile", __name__, url_prefix="/t/<code>/tokens")

COUNTED = Text("Counted on the table")


@dataclass(frozen=True, slots=True)
class Count:
    """A phone's count: the table, the book that it is compared with, and what was typed.

    `before`: it was counted before the round that has just ended was put away, and is
    compared with the book before the entry that ended it. `wrong`: a round has ended since,
    or others have come into its rows (then what was counted is left out of the form); or
    something in it is no number.
    """

    snapshot: Snapshot
    book: Book
    form: CountForm
    before: bool
    wrong: NotDone | None

    def reconciled(self) -> Reconciled:
        entries = self.snapshot.standing_moves()
        upto = len(entries) - 1 if self.before else None
        return reconcile(self.snapshot.header, entries, self.form.counts, upto=upto, reason=words(COUNTED))

    def rulings(self, reason: str) -> Rejected | tuple[Move, ...]:
        """The table rulings that set the book to the count."""
        return self.book.game.correction(self.book.state, self.form.counts, reason)

    @property
    def against(self) -> Text | None:
        """Why no ruling of the table could set the book to this count; None where one can."""
        rulings = self.rulings(words(COUNTED))
        return rulings.reason if isinstance(rulings, Rejected) else None


def page(snapshot: Snapshot, actor: Actor, wrong: NotDone | None = None) -> str:
    """Show the form; once it is sent, also where it differs from the book and what explains that."""
    count = _count(snapshot, actor)
    if count.wrong is not None and wrong is None:
        raise count.wrong
    answer = count.reconciled() if "compare" in request.args and wrong is None else None
    return page_of_table(
        "referee/reconcile.html",
        snapshot,
        actor,
        count=count,
        differences=differences(holdings(count.book.report()), count.form.counts),
        answer=answer,
        explanations=answer.explanations[:MOST_SHOWN] if answer else (),
        reasons=COUNTS,
        just_ended=_just_ended(snapshot.book),
        follows=partial(preview_of, snapshot.code),
        wrong=wrong,
    )


@answers(blueprint, "", page, find=keeper, look=seated())
def correct(snapshot: Snapshot, actor: Actor) -> None:
    """Set the book to the count, by table rulings that are entered together."""
    count, reason = _count(snapshot, actor), given(COUNTS)
    if count.wrong is not None:
        raise count.wrong
    try:
        moves = count.rulings(reason)
    except ValidationError:
        raise NotDone(NEEDS_REASON) from None
    if isinstance(moves, Rejected):
        raise NotDone(moves.reason, rejected=moves)
    if moves:  # else it is a repeat, or the book has come to agree
        claims = [*(move.plain() for move in moves), *settle_with(snapshot, actor, reason)]
        enter(snapshot, actor, *claims)


def _count(snapshot: Snapshot, actor: Actor) -> Count:
    fields, just_ended = request.values, _just_ended(snapshot.book)
    seen = table_as_seen(snapshot, actor).book
    moved_on = ("before" in fields and not just_ended) or not _comparable(seen, snapshot.book)
    before = "before" in fields and just_ended and not moved_on
    book, shown = ((one.before or one) if before else one for one in (snapshot.book, seen))
    form = read_form(book.report(), {} if moved_on else fields, shown.report())
    unread = None if form.whole else NotDone(NO_NUMBER)
    return Count(snapshot, book, form, before, NotDone(MOVED_ON, 409) if moved_on else unread)


def _comparable(seen: Book, now: Book) -> bool:
    """Whether no round has ended, and each row, by which fields are named, is still theirs who were counted there."""
    was, there = seen.report(), now.report()
    rows = [now.people.name_now(place) for place in holdings(was)]
    return len(was.rounds) == len(there.rounds) and rows == list(holdings(there))


def _just_ended(book: Book) -> bool:
    """Whether the latest entry ended a round, so that all has been put away."""
    return book.before is not None and len(book.report().rounds) > len(book.before.report().rounds)
