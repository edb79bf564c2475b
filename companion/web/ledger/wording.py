"""Ledger entries, acts of the referee, edits and holds as sentences (`Text`), and a hold as JSON."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any

from companion.games.move import Move
from companion.games.text import Counted, Text
from companion.referee.edits import Edit, StandingMove
from companion.tables.entry import Act, Amend, Choose, Late, Propose, PutOnHold, Setting, Settle, Withdraw
from companion.tables.history import EntryView
from companion.tables.snapshot import Hold, Snapshot, TookBack
from companion.web.reasons import reason_text

STANDS = Text("The entry stands")
RULED = Text("Settled by a table ruling")
WITHDRAWN = Text("The hold was withdrawn")


def entry_text(entry: EntryView, *, told_with_state: bool = True) -> Text:
    """An entry as a sentence; a move's says what came of it only if it is told with the state before it."""
    if isinstance(entry.item, Move):
        book = entry.before.book
        return book.game.describe(entry.item, book.state if told_with_state else None)
    first = entry.before.provenance
    if isinstance(entry.item, Late) and first is not None and first.at is not None:
        return late_text(entry.item.seat, (entry.at - first.at).total_seconds())
    return act_text(entry.item, entry.before.header.game)


def moments(snapshot: Snapshot, versions: Container[int] | None = None) -> Mapping[str, Text | None]:
    """By the id of each standing entry, or of those of these versions: when it was ("Round 2, trick 5").

    None where the game has no such words.
    """
    book, found = snapshot.book, dict[str, Text | None]()
    for entered in snapshot.entered():
        assert book.before is not None  # noqa: S101 - a book has a step for every line
        book = book.before
        if versions is None or int(entered.entry_id.partition(".")[0]) in versions:
            found[entered.entry_id] = book.game.moment(book.state)
    return found


def disputed_text(snapshot: Snapshot) -> Text | None:
    """The entry that the hold is about, as a sentence; None where it is about none, or that stands no more."""
    hold, game = snapshot.referee.hold, snapshot.book.game
    lines = snapshot.standing_moves() if hold is not None and hold.act.entry else ()
    return next((game.describe(line.move) for line in lines if hold and line.id == hold.act.entry), None)


def latest_text(snapshot: Snapshot) -> Text | str:
    """The latest entry as a sentence: an act of the referee, an undo or a move; nothing before the first."""
    book = snapshot.book
    if isinstance(snapshot.act, Late) and snapshot.late_calls:
        return late_text(snapshot.late_calls[-1].seat, snapshot.late_calls[-1].seconds)
    if isinstance(snapshot.act, TookBack):
        return Text("Undone: {what}", what=snapshot.act.what)
    if snapshot.act is not None:
        return act_text(snapshot.act, snapshot.header.game)
    return book.game.describe(book.move, book.before.state) if book.move and book.before else ""


def act_text(act: Act, game: str) -> Text:
    """An act at a table of the game as a sentence; what an amend changes is worded by `edit_texts`."""
    match act:
        case Amend() | Propose():
            return _amend_text(act, reason_text(act.reason, game))
        case Withdraw():
            return Text("The correction proposed in #{version} was dropped", version=act.proposal)
        case PutOnHold():
            return Text("Put on hold: {reason}", reason=reason_text(act.reason, game))
        case Settle():
            how = {"stands": STANDS, "ruling": RULED, "withdrawn": WITHDRAWN}[act.how]
            return Text("{how}: {reason}", how=how, reason=reason_text(act.reason, game))
        case Setting(two_people=True):
            return Text("From now on a second player must agree to corrections")
        case Late(seat=seat):
            return Text("{seat} was too late", seat=seat)
        case Choose():
            return _choice_text(act, reason_text(act.reason, game))
    return Text("From now on corrections need no second player")


def _amend_text(act: Amend | Propose, reason: Text | str) -> Text:
    asked = sum(edit.fell is None for edit in act.edits)
    if isinstance(act, Amend):
        return Counted("Corrected {n} entry: {reason}", "Corrected {n} entries: {reason}", n=asked, reason=reason)
    return Counted(
        "Proposes to correct {n} entry: {reason}",
        "Proposes to correct {n} entries: {reason}",
        n=asked,
        reason=reason,
    )


def _choice_text(act: Choose, reason: Text | str) -> Text:
    sentences = {
        "stands": Text("Entry {n} stands: {reason}", n=act.entry, reason=reason),
        "out": Text("Entry {n} was taken out: {reason}", n=act.entry, reason=reason),
        "replaced": Text("Entry {n} was replaced: {reason}", n=act.entry, reason=reason),
    }
    if act.entry:
        return sentences[act.how]
    if act.how == "stands":
        return Text("The table stands as it was opened: {reason}", reason=reason)
    return Text("The house rules were corrected: {reason}", reason=reason)


def late_text(seat: str, seconds: float) -> Text:
    """By how much a seat was late in a race: "Katie was 0.4 s later"."""
    return Text("{seat} was {seconds} s later", seat=seat, seconds=shown_seconds(seconds))


def shown_seconds(seconds: float) -> float:
    """So many seconds as people are told them: tenths, and hundredths where that would be none."""
    exact = max(0.01, seconds)
    return round(exact, 1 if exact >= 0.095 else 2)


def repair_text(snapshot: Snapshot, repair: Edit) -> Text:
    """A repair of an entry, as the words on its button."""
    game = snapshot.book.game
    read = game.parse(repair.move)
    new = game.describe(read) if isinstance(read, Move) else Text("nothing")
    return Text("First: {new}", new=new) if repair.do == "insert" else new


def edit_texts(snapshot: Snapshot, edits: list[Edit] | tuple[Edit, ...]) -> Iterator[Text]:
    """Each edit of the table's lines as a sentence: old and new."""
    lines = {line.id: line for line in snapshot.standing_moves()}
    for edit in edits:
        yield _edit_text(snapshot, lines, edit)


def _edit_text(snapshot: Snapshot, lines: Mapping[str, StandingMove], edit: Edit) -> Text:
    game = snapshot.book.game
    was = None if edit.entry is None else game.describe(lines[edit.entry].move)
    read = None if edit.move is None else game.parse(edit.move)
    new = game.describe(read) if isinstance(read, Move) else Text("nothing")
    if edit.do == "insert" and was is None:
        return Text("Added at the end: \u201c{new}\u201d", new=new)
    if was is None:
        was = Text("nothing")
    number = edit.entry or ""
    if edit.do == "insert":
        return Text("Put in before #{n}: \u201c{new}\u201d", n=number, new=new)
    if edit.do == "remove":
        return Text("#{n} removed: \u201c{was}\u201d", n=number, was=was)
    return Text("#{n}: not \u201c{was}\u201d but \u201c{new}\u201d", n=number, was=was, new=new)


HOST = Text("The host")


def hold_text(hold: Hold, game: str) -> Text:
    """Why nothing is entered just now at a table of the game."""
    return Text(
        "{who} put the table on hold: \u201c{reason}\u201d. Nothing can be entered until the host decides.",
        who=hold.by.seat or HOST,
        reason=reason_text(hold.act.reason, game),
    )


def hold_body(hold: Hold) -> dict[str, Any]:
    """A hold as the API returns it: since which version, by which seat, on what, why; no key has null."""
    body = {
        "version": hold.by.version,
        "seat": hold.by.seat,
        "at": hold.by.at.isoformat(),
        "entry": hold.act.entry,
        "rule": hold.act.rule,
        "reason": hold.act.reason,
    }
    return {key: value for key, value in body.items() if value is not None}
