"""What an entry does to a table. `enter` judges a new entry; `apply` takes one that was accepted. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.games.game import Book
from companion.games.move import Move, Undo
from companion.games.ruling import Rejected
from companion.referee.amend import replay_with
from companion.referee.edits import BadEdits, Edit, StandingMove
from companion.tables.entry import Act, Amend, Item, Late, Propose, PutOnHold, Setting, Settle, Withdraw
from companion.tables.snapshot import (
    Hold,
    LateCall,
    Precedent,
    Proposal,
    Provenance,
    RefereeState,
    Signature,
    Snapshot,
    TookBack,
)

LATE_SECONDS = 10.0
"""A call that comes later than this was not in the race."""


def parse(snapshot: Snapshot, raw: object) -> Move | Rejected:
    """Read a JSON value as a move of this table's game; the rejection `malformed` if it is none."""
    return snapshot.book.game.parse(raw, snapshot.book.seats)


def enter(snapshot: Snapshot, item: Item, by: Signature) -> Snapshot | Rejected | None:
    """Return the table after a new entry, whose version is `by.version`.

    Return the rejection if a rule is against a move, or against any of the entries that would stand after an amend (or
    after one that is proposed). Return None if an act refers to a hold, a proposal or an entry that is not there.
    """
    if isinstance(item, Move):
        ruling = snapshot.book.enter(item)
        return ruling if isinstance(ruling, Rejected) else _moved(snapshot, item, ruling.state, by)
    after = _acted(snapshot, item, by, judged=True)
    return replace(after, version=by.version, act=item) if isinstance(after, Snapshot) else after


def apply(snapshot: Snapshot, item: Item, by: Signature) -> Snapshot:
    """Return the table after an accepted entry. It is not judged; an act that refers to nothing has no effect."""
    if isinstance(item, Move):
        return _moved(snapshot, item, snapshot.book.apply(item), by)
    after = _acted(snapshot, item, by, judged=False)
    return replace(after if isinstance(after, Snapshot) else snapshot, version=by.version, act=item)


def _moved(snapshot: Snapshot, move: Move, book: Book, by: Signature) -> Snapshot:
    if not isinstance(move, Undo):
        return with_book(snapshot, book, by)
    last, provenance = snapshot.book, snapshot.provenance
    act = None
    if last.move is not None and last.before is not None:
        act = TookBack(last.game.describe(last.move, last.before.state))
    return replace(snapshot, book=book, provenance=provenance and provenance.before, version=by.version, act=act)


def with_book(snapshot: Snapshot, book: Book, by: Signature, entry_id: str | None = None) -> Snapshot:
    """Return the table after a move that led to `book`. The id of its entry is `entry_id`, by default its version."""
    provenance = Provenance(by.seat, entry_id or str(by.version), snapshot.provenance, by.at, by.request)
    return replace(snapshot, book=book, provenance=provenance, version=by.version, act=None)


def _acted(snapshot: Snapshot, act: Act, by: Signature, *, judged: bool) -> Snapshot | Rejected | None:
    referee = snapshot.referee
    match act:
        case Amend():
            return _amended(snapshot, act, by, judged=judged)
        case Propose():
            edited = _edited(snapshot, act, by, judged=judged)
            if edited is None or isinstance(edited, Rejected):
                return edited
            referee = replace(referee, proposal=Proposal(by, act))
        case Late():
            return _late(snapshot, act, by)
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
    if act.proposed is not None:
        if referee.proposal is None or act != referee.proposal.amend:  # it has to be confirmed word for word
            return None
        referee = replace(referee, proposal=None)
    edited = _edited(snapshot, act, by, judged=judged)
    if edited is None or isinstance(edited, Rejected):
        return edited
    book, lines = edited
    if act.settles is not None:
        referee = _settled(referee, by, "amend", act.rule, act.reason)
    return replace(snapshot, book=book, provenance=_provenance(snapshot, lines, act.edits, by), referee=referee)


def _edited(
    snapshot: Snapshot, act: Amend | Propose, by: Signature, *, judged: bool
) -> tuple[Book, tuple[StandingMove, ...]] | Rejected | None:
    """Return the book and the standing moves after the edits; None if these refer to entries that are not there.

    If the table is on hold, the amend has to be the ruling on that hold; if not, it may be no ruling.
    """
    hold = snapshot.referee.hold
    if act.settles != (None if hold is None else hold.by.version):
        return None
    try:
        return replay_with(snapshot.book, snapshot.standing_moves(), act.edits, str(by.version), judged=judged)
    except BadEdits:
        return None


def _provenance(
    snapshot: Snapshot, lines: Sequence[StandingMove], edits: Sequence[Edit], by: Signature
) -> Provenance | None:
    """Return the provenance of the moves that stand after the edits.

    A changed move is now the entry of `by`, with its former time and request. An inserted one is too, but has neither
    time nor request. A change that `keeps` something hidden leaves the move to the player who entered it, so that `by`
    does not get to know it.
    """
    entered = {provenance.entry_id: provenance for provenance in snapshot.entered()}
    changed = {edit.entry: edit for edit in edits if edit.do == "change"}
    provenance: Provenance | None = None
    for line in lines:
        own = entered.get(line.id) or Provenance(by.seat, line.id)
        edit = changed.get(line.id)
        seat = own.by if edit is None or _keeps_something(snapshot, edit, line.move) else by.seat
        first = None if seat is None else snapshot.people.first_name(seat)  # the edits may have removed a later name
        provenance = replace(own, by=first, before=provenance)
    return provenance


def _keeps_something(snapshot: Snapshot, edit: Edit, move: Move) -> bool:
    """Return True if the move that this edit has made holds anything that the edit does not say."""
    asked = snapshot.book.game.parse(edit.move) if edit.keeps else move
    return not isinstance(asked, Move) or asked.plain() != move.plain()


def _settled(referee: RefereeState, by: Signature, how: str | None, rule: str | None, reason: str) -> RefereeState:
    """End the hold. This makes a precedent, unless the hold was withdrawn (`how` is None) or no rule is named."""
    precedents = referee.precedents
    if how is not None and rule is not None:
        entry_id = None if referee.hold is None else referee.hold.act.entry
        precedents = (*precedents, Precedent(rule, by.version, how, reason, entry_id))
    return replace(referee, hold=None, precedents=precedents)


def _late(snapshot: Snapshot, act: Late, by: Signature) -> Snapshot | None:
    """Add a late call, one per seat and move. Return None if there was no race or it was over."""
    first, move = snapshot.provenance, snapshot.book.move
    if first is None or first.at is None or move is None or not move.race or first.entry_id != str(act.first):
        return None
    seconds = max(0.0, (by.at - first.at).total_seconds())  # a clock may be set back
    called = {move.mover, *(call.seat for call in snapshot.late_calls)}
    if seconds > LATE_SECONDS or act.seat in called or snapshot.seat(act.seat) is None:
        return None
    late_calls = (*snapshot.late_calls, LateCall(first.entry_id, act.seat, seconds))
    return replace(snapshot, referee=replace(snapshot.referee, late_calls=late_calls))
