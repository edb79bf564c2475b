"""Reading the ledger: entry after entry by today's rules, and what becomes of one that they refuse. Pure.

An entry stood when it was made. Where the rules were corrected since and refuse it, the table stops there: it is on
hold, and the entries after it wait until its host has chosen what becomes of it. The choice is an entry, too, and is
carried out at the place of the entry that it is about, whether the rules of the day refuse that or not.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from companion.games.game import Book
from companion.games.header import BadHeader
from companion.games.move import Move, Undo
from companion.games.ruling import Rejected
from companion.games.text import Text
from companion.games.transcript import load_any_json, open_book, read_stored_header
from companion.tables.apply import apply, parse, with_book
from companion.tables.choices_after_upgrade import Choices, SignedChoice, as_chosen, choices_among, resumed, with_header
from companion.tables.entry import ACT, MOVE, Amend, Choose, Entry, Item, PutOnHold, act_in, loaded
from companion.tables.errors import BrokenLedger
from companion.tables.snapshot import Hold, SeatInfo, Signature, Snapshot, Stopped

UNREADABLE = Text("This program cannot read it.")
NOT_THERE = Text("What it refers to is missing.")


class Rewind(Exception):
    """The host has chosen what becomes of an entry that stands here: the ledger has to be read from its beginning."""


@dataclass(frozen=True, slots=True)
class EntryRead:
    """An entry that was read: what it holds (None: it cannot be read), and the table before and after it.

    `because` says why today's rules refuse it, `choice` what the host has chosen about it, as entry `chosen_by`.
    """

    entry: Entry
    item: Item | None
    before: Snapshot
    after: Snapshot
    because: Text | None = None
    choice: Choose | None = None
    chosen_by: int | None = None

    @property
    def waits(self) -> bool:
        """Whether it has no effect yet: the table is stopped at an entry before it."""
        stopped = self.after.stopped
        return stopped is not None and stopped.behind[-1:] == (self.entry,)

    @property
    def takes_back(self) -> str | None:
        """The id of the entry that an undo takes back; None for what is no undo."""
        if not isinstance(self.item, Undo):
            return None
        stopped = self.before.stopped
        if stopped is not None:
            return str(stopped.above[-1]) if stopped.above else None
        return None if self.before.provenance is None else self.before.provenance.entry_id


def read_on(
    snapshot: Snapshot, entries: Sequence[Entry], held: Mapping[int, Book] | None = None
) -> Iterator[EntryRead]:
    """The table after its next entries, one by one; entries that waited for a choice come again when it is made.

    `held` has the book after an entry, by its version, where that was judged already; see `held_by`.
    Raises BrokenLedger where an entry is missing, and Rewind.
    """
    choices = Choices(snapshot.version, choices_among(entries))
    here = snapshot
    if here.version == 0 and 0 in choices.found:
        here = with_header(here, *choices.found[0]) or here
    for entry in entries:
        if entry.version != here.version + 1:
            raise BrokenLedger(snapshot.code, here.version + 1)
        book = None if held is None else held.get(entry.version)
        for step in _steps(here, entry, choices) if book is None else (_held(here, entry, book),):
            here = step.after
            yield step


def held_by(snapshot: Snapshot, entries: Iterable[Entry]) -> dict[int, Book]:
    """The books after each standing entry, by version; empty where any entry changed an earlier one.

    They were judged when the table was read, and need not be judged again: without an amend or a choice, what stood
    below an entry then stands below it now.
    """
    changing = ("amend", "choose")
    if snapshot.stopped is not None or any(
        entry.kind == ACT and any(word in entry.move for word in changing) for entry in entries
    ):
        return {}
    books = zip(snapshot.entered(), snapshot.book.standing(), strict=True)
    return {int(entered.entry_id): book for entered, book in books}


def _held(here: Snapshot, entry: Entry, book: Book) -> EntryRead:
    again = here.book.with_move(book.move, book.state)
    return EntryRead(entry, book.move, here, with_book(here, again, Signature.of(entry)))


def opening(
    code: str, table_id: int, stored: str, opened_at: datetime, rows: tuple[SeatInfo, ...] = (), touched: int = 0,
    next_code: str | None = None,
) -> Snapshot:  # fmt: skip
    """A table before its first entry, from its stored header: stopped at that where today's rules refuse it.

    Raises BrokenLedger where it is of no game that is known, or cannot be read.
    """
    try:
        raw = load_any_json(stored)
        header, refused = read_stored_header(raw)
    except ValueError as wrong:
        raise BrokenLedger(code, 0, unknown_game=isinstance(wrong, BadHeader) and wrong.key == "game") from wrong
    opened = Snapshot(code, table_id, header, open_book(header), touched, rows, next_code, opened_at)
    if refused is None:
        return opened
    stopped = _stop(opened, refused, raw)
    return replace(stopped, first=stopped)


def enter(snapshot: Snapshot, item: Item, by: Signature) -> Snapshot | Rejected | None:
    """The table after an entry that is to be made now; as `apply`, for a choice too."""
    if not isinstance(item, Choose):
        return apply(snapshot, item, by)
    stopped = snapshot.stopped
    if stopped is None or stopped.version != item.entry:
        return None
    done = _resolved(snapshot, stopped, item, by, {})
    return replace(done[-1], version=by.version, act=item) if isinstance(done, tuple) else done


def _stop(
    snapshot: Snapshot, refusal: Rejected | Text, raw: object, item: Item | None = None, entry: Entry | None = None
) -> Snapshot:
    """The table stopped at an entry that cannot stand any more, or (`entry` is None) at its header."""
    because, rule = _words(refusal), refusal.rule if isinstance(refusal, Rejected) else None
    version = 0 if entry is None else entry.version
    above = (version,) if entry is not None and entry.kind == MOVE and not _is_undo(entry) else None
    described = snapshot.book.game.describe(item) if isinstance(item, Move) else None
    stopped = Stopped(version, because, rule, raw, item, described, entry, snapshot, above=above)
    reason = Text("Today\u2019s rules refuse entry {n}.", n=version)
    named = {"act": "hold", "reason": reason.put(), "entry": str(version)} | ({} if rule is None else {"rule": rule.id})
    by = Signature(0, None, 0, snapshot.opened_at) if entry is None else Signature.of(entry)
    hold = Hold(by, PutOnHold.model_validate(named), stood_text(snapshot, version, because))
    return replace(
        snapshot, version=version, act=None, stopped=stopped, referee=replace(snapshot.referee, hold=hold)
    )  # fmt: skip


def stood_text(snapshot: Snapshot, version: int, because: Text) -> Text:
    """The sentence about a refused entry: the rules that it stood under, and why today's refuse it."""
    rules = snapshot.header.rules
    under = Text("the rules of earlier times") if rules is None else Text("edition {n} of the rules", n=rules)
    if version == 0:
        return Text(
            "This table was opened under {rules}; today it would be refused: {because}", rules=under, because=because
        )
    return Text(
        "Entry {n} stood under {rules}; today it would be refused: {because}", n=version, rules=under, because=because
    )


def _steps(here: Snapshot, entry: Entry, choices: Choices) -> Iterator[EntryRead]:
    item, refusal = _read(here, entry)
    if isinstance(item, Choose):
        yield from _choice(here, entry, item, choices)
    elif here.stopped is not None:
        yield from _behind(here, here.stopped, entry, item, choices)
    else:
        yield _step(here, entry, item, refusal, choices.found.get(entry.version))


def _step(
    here: Snapshot, entry: Entry, item: Item | None, refusal: Rejected | Text | None, chosen: SignedChoice | None
) -> EntryRead:
    """The entry has its effect, or the one that was chosen; else the table stops at it."""
    after = (refusal if item is None else apply(here, item, Signature.of(entry))) or NOT_THERE
    if chosen is not None:
        act, by = chosen
        because = None if isinstance(after, Snapshot) else _words(after)
        after = as_chosen(here, entry, item, act, by) or NOT_THERE
        if isinstance(after, Snapshot):
            return EntryRead(entry, item, here, replace(after, version=entry.version), because, act, by.version)
    if isinstance(after, Snapshot):
        return EntryRead(entry, item, here, after)
    return EntryRead(entry, item, here, _stop(here, after, loaded(entry.move), item, entry), _words(after))


def _choice(here: Snapshot, entry: Entry, act: Choose, choices: Choices) -> Iterator[EntryRead]:
    """A choice: applied before, where it was known when its entry was read; else applied now."""
    stopped, by = here.stopped, Signature.of(entry)
    if stopped is not None and act.entry > stopped.version:
        yield from _behind(here, stopped, entry, act, choices)
        return
    last = here
    if not choices.known(act.entry):
        if stopped is None or act.entry != stopped.version:
            raise Rewind
        done = _resolved(here, stopped, act, by, choices.found)
        if isinstance(done, tuple):
            steps, last = done
            yield from steps
    yield EntryRead(entry, act, here, replace(last, version=entry.version, act=act))


def _behind(here: Snapshot, stopped: Stopped, entry: Entry, item: Item | None, choices: Choices) -> Iterator[EntryRead]:
    """An entry after the one that the table is stopped at: it waits, unless it is the undo of that one."""
    above = _above(stopped.above, entry, item)
    if above == ():
        yield from _taken_back(here, stopped, entry, item, choices)
        return
    waiting = replace(stopped, behind=(*stopped.behind, entry), above=above)
    yield EntryRead(entry, item, here, replace(here, version=entry.version, stopped=waiting))


def _above(above: tuple[int, ...] | None, entry: Entry, item: Item | None) -> tuple[int, ...] | None:
    """The moves that stood from the refused one on, that one first, after one more entry; None: nobody can say."""
    if above is None or (entry.kind == ACT and (item is None or isinstance(item, Amend | Choose))):
        return None
    if entry.kind == ACT:
        return above
    return above[:-1] if _is_undo(entry) else (*above, entry.version)


def _taken_back(
    here: Snapshot, stopped: Stopped, undo: Entry, item: Item | None, choices: Choices
) -> Iterator[EntryRead]:
    """An undo has taken back the refused entry itself: the table goes on from before it, with the acts that waited."""
    base = resumed(here, stopped)
    acts = [entry for entry in stopped.behind if entry.kind == ACT]
    steps, last = _again(base, acts, stopped.version, choices.found)
    yield from steps
    yield EntryRead(undo, item, here, replace(last, version=undo.version, act=None))


def _resolved(
    here: Snapshot, stopped: Stopped, act: Choose, by: Signature, later: Mapping[int, SignedChoice]
) -> tuple[tuple[EntryRead, ...], Snapshot] | Rejected | None:
    """The refused entry as chosen, the entries that waited, and the table after them; or why that is refused."""
    if stopped.entry is None:
        opened = with_header(here, act, by)
        return None if opened is None else _again(opened, stopped.behind, 0, later)
    base = resumed(here, stopped)
    after = as_chosen(base, stopped.entry, stopped.item, act, by)
    if not isinstance(after, Snapshot):
        return after
    first = EntryRead(stopped.entry, stopped.item, base, after, stopped.because, act, by.version)
    steps, last = _again(after, stopped.behind, stopped.version, later)
    return (first, *steps), last


def _again(
    base: Snapshot, entries: Sequence[Entry], since: int, later: Mapping[int, SignedChoice]
) -> tuple[tuple[EntryRead, ...], Snapshot]:
    """Entries that had to wait, from `base` on, and the table after them; `later`: choices that came after them."""
    choices = Choices(since, {**choices_among(entries), **later})
    steps, here = list[EntryRead](), base
    for entry in entries:
        for step in _steps(here, entry, choices):
            here = step.after
            steps.append(step)
    return tuple(steps), here


def _read(snapshot: Snapshot, entry: Entry) -> tuple[Item | None, Rejected | Text | None]:
    """What an entry holds, or why that cannot be read."""
    raw = loaded(entry.move)
    if entry.kind == MOVE:
        move = parse(snapshot, raw)
        return (None, move) if isinstance(move, Rejected) else (move, None)
    act = act_in(raw)
    known = act is not None and not (isinstance(act, Choose) and act.entry >= entry.version)
    return (act, None) if known else (None, UNREADABLE)


def _is_undo(entry: Entry) -> bool:
    """Whether a stored move is an undo, also where it cannot be read as a move today."""
    raw = loaded(entry.move)
    return isinstance(raw, dict) and raw.get("move") == "undo"


def _words(refusal: Rejected | Text) -> Text:
    return refusal.reason if isinstance(refusal, Rejected) else refusal


def lines_of(snapshot: Snapshot) -> Iterator[str]:
    """The game as a transcript: what stands; where the table is stopped, then that entry and the moves that wait.

    Where it is stopped at its header, that stands there as it was opened.
    """
    stopped = snapshot.stopped
    if stopped is not None and stopped.version == 0:
        yield json.dumps(stopped.raw, ensure_ascii=False)
    else:
        yield from snapshot.book.lines()
    waiting = () if stopped is None else (stopped.entry, *stopped.behind)
    for entry in waiting:
        if entry is not None and entry.kind == MOVE:
            yield json.dumps(loaded(entry.move), ensure_ascii=False)
