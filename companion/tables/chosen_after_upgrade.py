"""What the host has chosen for an entry that today's rules refuse, carried out in the place of that entry. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from companion.games.header import BadHeader
from companion.games.move import Move
from companion.games.ruling import Accepted, Rejected
from companion.games.transcript import open_book, read_header_as_opened
from companion.games.upheld import upheld
from companion.referee.amend import replay_with
from companion.referee.edits import BadEdits
from companion.tables.acts import Act, Choose, read_act
from companion.tables.apply import parse, provenance_of, with_book
from companion.tables.entry import ACT, Entry, Item, loaded
from companion.tables.snapshot import Precedent, Signature, Snapshot, Stopped

_PRECEDENT = {"stands": "ruling", "out": "amend", "replaced": "amend"}

Choice = tuple[Choose, Signature]


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices among the entries from `since` on, each with its signature, by the version that it is about."""

    since: int
    found: Mapping[int, Choice]

    def known(self, version: int) -> bool:
        """Whether a choice about the entry of that version was known when the entry was read."""
        return version > self.since or self.since == 0


def choices_among(entries: Iterable[Entry]) -> dict[int, Choice]:
    """By the version of the entry that each is about, the latest choices."""
    found = {}
    for entry in entries:
        act = act_in(loaded(entry.move)) if entry.kind == ACT and "choose" in entry.move else None
        if isinstance(act, Choose) and act.entry < entry.version:
            found[act.entry] = act, Signature.of(entry)
    return found


def resumed(here: Snapshot, stopped: Stopped) -> Snapshot:
    """The table as it was before the refused entry, with its seats as they are now."""
    before = stopped.before
    return replace(
        here, header=before.header, book=before.book, provenance=before.provenance, referee=before.referee,
        act=None, version=stopped.version, stopped=None,
    )  # fmt: skip


def with_header(here: Snapshot, act: Choose, by: Signature) -> Snapshot | None:
    """The table played by the header that was chosen; None where that is no header of it."""
    base = here if here.stopped is None else resumed(here, here.stopped)
    if act.header is None:
        return None
    try:
        header = read_header_as_opened(act.header)
    except BadHeader:
        return None
    if (header.game, header.seats) != (base.header.game, base.header.seats):
        return None
    return _ruled(replace(base, header=header, book=open_book(header)), act, by)


def as_chosen(
    base: Snapshot, entry: Entry, item: Item | None, act: Choose, by: Signature
) -> Snapshot | Rejected | None:
    """The table with what was chosen in the place of the entry, which holds `item`.

    Its author is the host who has chosen; its time is the entry's, when it was played.
    """
    after, version, then = base, entry.version, replace(by, at=entry.at)
    if act.edits:
        try:
            edited = replay_with(base.header, base.standing_moves(), act.edits, str(version))
        except BadEdits:
            return None
        if isinstance(edited, Rejected):
            return edited
        book, lines = edited
        after = replace(base, book=book, provenance=provenance_of(base, lines, act.edits, by))
    for number, plain in enumerate(act.moves, 1):
        move = parse(after, plain)
        ruling = move if isinstance(move, Rejected) else after.book.claim(move)
        if isinstance(ruling, Rejected):
            return ruling
        name = str(version) if number == len(act.moves) else f"{version}.{number}"
        after = with_book(after, ruling.state, then, name)
    if act.upheld:
        after = _upheld(after, version, item, act, then) or after
    return _ruled(replace(after, version=version, act=None), act, by)


def _upheld(here: Snapshot, version: int, item: Item | None, act: Choose, by: Signature) -> Snapshot | None:
    """The entry itself stands by a ruling; None where nothing could come of it."""
    ruling = here.book.claim(upheld(item, act.reason)) if isinstance(item, Move) else None
    if not isinstance(ruling, Accepted):
        return None
    return with_book(here, ruling.state, by, str(version))


def _ruled(after: Snapshot, act: Choose, by: Signature) -> Snapshot:
    """The choice is kept as this table's ruling on the rule."""
    if act.rule is None:
        return after
    ruled = Precedent(act.rule, by.version, _PRECEDENT[act.how], act.reason, str(act.entry))
    return replace(after, referee=replace(after.referee, precedents=(*after.referee.precedents, ruled)))


def act_in(raw: object) -> Act | None:
    """The act that this JSON value holds; None where it cannot be read as one."""
    try:
        return read_act(raw)
    except ValueError:
        return None
