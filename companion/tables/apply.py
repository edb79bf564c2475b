"""What an entry does to a table. `enter` judges one that is to be made, `apply` takes one that was accepted. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.game import Book
from companion.games.move import Move, Undo
from companion.games.ruling import Rejected
from companion.referee.amend import replay_with
from companion.referee.edits import BadEdits, Edit, StandingMove
from companion.tables.entry import Act, Amend, Item, Late, Propose, PutOnHold, Setting, Settle, Withdraw
from companion.tables.late_calls import with_late_call
from companion.tables.snapshot import (
    Hold,
    Precedent,
    Proposal,
    Provenance,
    RefereeState,
    Signature,
    Snapshot,
    TookBack,
)


def parse(snapshot: Snapshot, raw: object) -> Move | Rejected:
    """A JSON value as a move of this table's game, or the rejection `malformed`."""
    return snapshot.book.game.parse(raw, snapshot.book.seats)


def enter(snapshot: Snapshot, item: Item, by: Signature) -> Snapshot | Rejected | None:
    """The table after an entry that is to be made now, with version `by.version`.

    A rejection if a rule is against the move, or against the first entry that would not stand after an amend
    (also after one that is only proposed: what cannot be carried out is not asked for).
    None if an act names what is not there: a hold, a proposal or an entry that is gone.
    """
    if isinstance(item, Move):
        ruling = snapshot.book.enter(item)
        return ruling if isinstance(ruling, Rejected) else _moved(snapshot, item, ruling.state, by)
    after = _acted(snapshot, item, by, judged=True)
    return replace(after, version=by.version, act=item) if isinstance(after, Snapshot) else after


def apply(snapshot: Snapshot, item: Item, by: Signature) -> Snapshot:
    """The table after an entry that was accepted once: no rule is asked, and what names nothing has no effect."""
    if isinstance(item, Move):
        return _moved(snapshot, item, snapshot.book.apply(item), by)
    after = _acted(snapshot, item, by, judged=False)
    return replace(after if isinstance(after, Snapshot) else snapshot, version=by.version, act=item)


def _moved(snapshot: Snapshot, move: Move, book: Book, by: Signature) -> Snapshot:
    """The table after a move that has made this book of the table's."""
    if not isinstance(move, Undo):
        return with_book(snapshot, book, by)
    last, below = snapshot.book, snapshot.provenance
    act = None
    if last.move is not None and last.before is not None:
        act = TookBack(last.game.describe(last.move, last.before.state))
    return replace(snapshot, book=book, provenance=below and below.before, version=by.version, act=act)


def with_book(snapshot: Snapshot, book: Book, by: Signature, entry_id: str | None = None) -> Snapshot:
    """The table after a move that has made this book of the table's, as the entry of that id (None: `by`'s own)."""
    provenance = Provenance(by.seat, entry_id or str(by.version), snapshot.provenance, by.at, by.request)
    return replace(snapshot, book=book, provenance=provenance, version=by.version, act=None)


def _acted(snapshot: Snapshot, act: Act, by: Signature, *, judged: bool) -> Snapshot | Rejected | None:
    """The table with what the act changes of it."""
    referee = snapshot.referee
    match act:
        case Amend():
            return _amended(snapshot, act, by, judged=judged)
        case Propose():
            after = _carried_out(snapshot, act, by, judged=judged)
            if after is None or isinstance(after, Rejected):
                return after
            referee = replace(referee, proposal=Proposal(by, act))
        case Late():
            return with_late_call(snapshot, act, by)
        case PutOnHold() if referee.hold is None:
            referee = replace(referee, hold=Hold(by, act))
        case Settle() if referee.hold is not None and referee.hold.by.version == act.hold:
            how = None if act.how == "withdrawn" else act.how
            referee = _settled(referee, by, how, act.rule, act.reason)
        case Withdraw() if referee.proposal is not None and referee.proposal.by.version == act.proposal:
            referee = replace(referee, proposal=None)
        case Setting():
            referee = replace(referee, two_people=act.two_people, proposal=None)
        case _:
            return None
    return replace(snapshot, referee=referee)


def _amended(snapshot: Snapshot, act: Amend, by: Signature, *, judged: bool) -> Snapshot | Rejected | None:
    referee = snapshot.referee
    after = _carried_out(snapshot, act, by, judged=judged) if _fits_proposal(referee, act) else None
    if after is None or isinstance(after, Rejected):
        return after
    book, lines = after
    provenance = provenance_of(snapshot, lines, act.edits, by)
    referee = replace(referee, proposal=None if act.proposed is not None else referee.proposal)
    if act.settles is not None:
        referee = _settled(referee, by, "amend", act.rule, act.reason)
    return replace(snapshot, book=book, provenance=provenance, referee=referee)


def provenance_of(
    snapshot: Snapshot, lines: Sequence[StandingMove], edits: Sequence[Edit], by: Signature
) -> Provenance | None:
    """Who entered the lines that edits have left: what they changed or put in is `by`'s.

    A changed line keeps its time and its request; an inserted one has neither. Where a change `keeps` something that it
    does not say, the line stays that of who entered it: `by` need not know that part.
    """
    entered = {one.entry_id: one for one in snapshot.entered()}
    changed = {edit.entry: edit for edit in edits if edit.do == "change"}
    provenance: Provenance | None = None
    for line in lines:
        was = entered.get(line.id) or Provenance(by.seat, line.id)
        edit = changed.get(line.id)
        seat = was.by if edit is None or _keeps_something(snapshot, edit, line.move) else by.seat
        first = None if seat is None else snapshot.people.first_name(seat)  # edits may have taken back any later name
        provenance = replace(was, by=first, before=provenance)
    return provenance


def _keeps_something(snapshot: Snapshot, edit: Edit, move: Move) -> bool:
    """Whether the move that an edit has made holds more than the edit says."""
    said = snapshot.book.game.parse(edit.move) if edit.keeps else move
    return not isinstance(said, Move) or said.plain() != move.plain()


def _carried_out(
    snapshot: Snapshot, act: Amend | Propose, by: Signature, *, judged: bool
) -> tuple[Book, tuple[StandingMove, ...]] | Rejected | None:
    """The book and its lines after the edits; None where they name what is not there, the hold included.

    On hold, an amend has to be the ruling on it; else it rules on nothing.
    """
    hold = snapshot.referee.hold
    if act.settles != (None if hold is None else hold.by.version):
        return None
    try:
        return replay_with(snapshot.book, snapshot.standing_moves(), act.edits, str(by.version), judged=judged)
    except BadEdits:
        return None


def _fits_proposal(referee: RefereeState, act: Amend) -> bool:
    """A confirmed amend is the one that was proposed, word for word."""
    if act.proposed is None:
        return True
    waiting = referee.proposal
    asked = (act.edits, act.reason, act.settles, act.rule)
    return (
        waiting is not None
        and waiting.by.version == act.proposed
        and asked == (waiting.act.edits, waiting.act.reason, waiting.act.settles, waiting.act.rule)
    )


def _settled(referee: RefereeState, by: Signature, how: str | None, rule: str | None, reason: str) -> RefereeState:
    entry = referee.hold.act.entry if referee.hold is not None else None
    found = (Precedent(rule, by.version, how, reason, entry),) if rule is not None and how is not None else ()
    return replace(referee, hold=None, precedents=(*referee.precedents, *found))
