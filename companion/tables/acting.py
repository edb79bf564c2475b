"""What an act does to a table: pure, the same when it is entered and when the ledger is read again."""

from __future__ import annotations

from dataclasses import replace

from companion.games.ruling import Rejected
from companion.games.transcript import Book
from companion.referee.edits import BadEdits, Line
from companion.referee.what_if import settled
from companion.tables.acts import Act, Amend, Late, Propose, PutOnHold, Setting, Settle, Withdraw
from companion.tables.affairs import Affairs, Beaten, Hold, Precedent, Proposal, Signature
from companion.tables.values import Snapshot, Standing

LATE_SECONDS = 10.0  # who comes later than that was not in the race


def acted(snapshot: Snapshot, act: Act, by: Signature) -> Snapshot | Rejected | None:
    """The table after an act that becomes entry `by.version`; None where the act names what is not there.

    The rejection is of the first entry that would not stand after an amend, or after one
    that is proposed: what cannot be carried out is not asked for.
    """
    after: Snapshot | Rejected | None
    if isinstance(act, Amend):
        after = _amended(snapshot, act, by)
    elif isinstance(act, Propose):
        after = _proposed(snapshot, act, by)
    elif isinstance(act, Late):
        after = _beaten(snapshot, act, by)
    else:
        affairs = _changed(snapshot.affairs, act, by)
        after = None if affairs is None else replace(snapshot, affairs=affairs)
    return replace(after, version=by.version, act=act) if isinstance(after, Snapshot) else after


def _beaten(snapshot: Snapshot, act: Late, by: Signature) -> Snapshot | None:
    """Late is who wanted to make the move, in a race, that another seat has just made, and is told of once."""
    first, move = snapshot.standing, snapshot.book.move
    if first is None or first.at is None or move is None or not move.race or first.line != str(act.first):
        return None
    seconds = max(0.0, (by.at - first.at).total_seconds())  # a clock may be set back
    known = {move.mover, *(one.seat for one in snapshot.beaten)}
    if seconds > LATE_SECONDS or act.seat in known or snapshot.seat(act.seat) is None:
        return None
    beaten = (*snapshot.beaten, Beaten(first.line, act.seat, seconds))
    return replace(snapshot, affairs=replace(snapshot.affairs, beaten=beaten))


def _changed(affairs: Affairs, act: Act, by: Signature) -> Affairs | None:
    match act:
        case PutOnHold() if affairs.hold is None:
            return replace(affairs, hold=Hold(by, act))
        case Settle() if affairs.hold is not None and affairs.hold.by.version == act.hold:
            ruled = act.how != "withdrawn"
            return _settled(affairs, by, act.how if ruled else None, act.rule, act.reason)
        case Withdraw() if affairs.proposal is not None and affairs.proposal.by.version == act.proposal:
            return replace(affairs, proposal=None)
        case Setting():
            return replace(affairs, two_people=act.two_people, proposal=None)
    return None


def _amended(snapshot: Snapshot, act: Amend, by: Signature) -> Snapshot | Rejected | None:
    affairs = snapshot.affairs
    after = _carried_out(snapshot, act, by) if _fits_proposal(affairs, act) else None
    if after is None or isinstance(after, Rejected):
        return after
    book, lines = after
    entered = {one.line: one.by for one in snapshot.entered()}
    times = {one.line: one.at for one in snapshot.entered()}
    entered |= {edit.entry: by.seat for edit in act.edits if edit.entry is not None and edit.do == "change"}
    standing: Standing | None = None
    for line in lines:
        standing = Standing(entered.get(line.id, by.seat), line.id, standing, times.get(line.id, by.at))
    affairs = replace(affairs, proposal=None if act.proposed is not None else affairs.proposal)
    if act.settles is not None:
        affairs = _settled(affairs, by, "amend", act.rule, act.reason)
    return replace(snapshot, book=book, standing=standing, affairs=affairs)


def _proposed(snapshot: Snapshot, act: Propose, by: Signature) -> Snapshot | Rejected | None:
    after = _carried_out(snapshot, act, by)
    if after is None or isinstance(after, Rejected):
        return after
    return replace(snapshot, affairs=replace(snapshot.affairs, proposal=Proposal(by, act)))


def _carried_out(
    snapshot: Snapshot, act: Amend | Propose, by: Signature
) -> tuple[Book, tuple[Line, ...]] | Rejected | None:
    """The book and its lines after the edits; None where they name what is not there, the hold included."""
    if not _fits_hold(snapshot.affairs, act.settles):
        return None
    try:
        return settled(snapshot.header, snapshot.lines(), act.edits, str(by.version))
    except BadEdits:
        return None


def _fits_hold(affairs: Affairs, settles: int | None) -> bool:
    """On hold, an amend has to be the ruling on it; else it rules on nothing."""
    return settles == (None if affairs.hold is None else affairs.hold.by.version)


def _fits_proposal(affairs: Affairs, act: Amend) -> bool:
    """A confirmed amend is the one that was proposed, word for word."""
    if act.proposed is None:
        return True
    waiting = affairs.proposal
    asked = (act.edits, act.reason, act.settles, act.rule)
    return (
        waiting is not None
        and waiting.by.version == act.proposed
        and asked == (waiting.act.edits, waiting.act.reason, waiting.act.settles, waiting.act.rule)
    )


def _settled(affairs: Affairs, by: Signature, how: str | None, rule: str | None, reason: str) -> Affairs:
    found = (Precedent(rule, by.version, how, reason),) if rule is not None and how is not None else ()
    return replace(affairs, hold=None, precedents=(*affairs.precedents, *found))
