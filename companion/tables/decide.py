"""Decides a command against a table: the entries that it becomes, or the answer that refuses it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from companion.games.header import UNSEEN, can_be_seen
from companion.games.move import Move, Undo
from companion.games.ruling import Rejected
from companion.games.seating import Join, Rename, names_given
from companion.games.text import Text
from companion.tables.answers import Forbidden, OnHold, Played, Refused, Reused, Stale
from companion.tables.apply import enter, parse
from companion.tables.entry import ACT, MOVE, Act, Amend, Entry, Item, Propose, Settle, stored
from companion.tables.keys_and_codes import request_hash
from companion.tables.late_calls import lost_race
from companion.tables.policy import forbids, forbids_act, forbids_undo
from companion.tables.snapshot import Actor, LateCall, Signature, Snapshot


@dataclass(frozen=True, slots=True)
class Command:
    """One request: its items become entries together, or none of them does.

    An item that is no move of the game is the rejection `malformed`. `seen` is the version that the phone showed
    (None: it takes the table as it is), `request` the name under which a repeat is known (None: it has none).
    """

    items: tuple[Item | Rejected, ...]
    actor: Actor
    seen: int | None
    request: str | None

    def name(self, index: int) -> str | None:
        """What the ledger calls the item of this index, from 0."""
        return None if self.request is None else f"{self.request}/{index}"


@dataclass(frozen=True, slots=True)
class Decided:
    """`entries` are to be appended; once they are on disk the table is `after`, and the answer `answer`.

    They are the command's items, nothing being against it, or tell that it lost a race (`late`).
    """

    after: Snapshot
    entries: tuple[Entry, ...]
    late: LateCall | None = None

    @property
    def answer(self) -> Played | Stale:
        """What the phone is told then."""
        return Played(self.after, self.after.version) if self.late is None else Stale(self.after, self.late)


def read_command(
    snapshot: Snapshot, raw: Iterable[object], actor: Actor, seen: int | None, request: str | None
) -> Command:
    """A request, parsed: `raw` holds acts as they are and moves as JSON values, `request` its sender's name for it."""
    items = tuple(one if isinstance(one, Act) else parse(snapshot, one) for one in raw)
    return Command(items, actor, seen, None if request is None else request_hash(actor.key_id, request))


def decide(snapshot: Snapshot, command: Command, now: datetime) -> Decided | Forbidden | Stale | OnHold | Refused:
    """What becomes of a command at this moment: policy first, then whether it is up to date, the hold, the rules."""
    if command.actor.table_id != snapshot.table_id:
        return Forbidden(Text("This key belongs to another table."), snapshot)
    for item in command.items:
        never = forbids(command.actor, item) if isinstance(item, Move) else None
        if never is not None:
            return Forbidden(never, snapshot)
    if command.seen is not None and command.seen != snapshot.version:
        return _moved_on(snapshot, command, command.seen, now)
    hold = snapshot.referee.hold
    if hold is not None and any(_waits(item, command.items) for item in command.items):
        return OnHold(hold, snapshot)
    return _entered(snapshot, command, now)


def _moved_on(snapshot: Snapshot, command: Command, seen: int, now: datetime) -> Decided | Stale:
    """The answer to who showed an older version; one move that lost a race is entered as `late`, once a seat."""
    act = lost_race(snapshot, command.items, seen)
    if act is None:
        return Stale(snapshot)
    if known := next((one for one in snapshot.late_calls if one.seat == act.seat), None):
        return Stale(snapshot, known)
    noted = _entered(snapshot, replace(command, items=(act,), request=None), now)
    return replace(noted, late=noted.after.late_calls[-1]) if isinstance(noted, Decided) else Stale(snapshot)


def repeated(snapshot: Snapshot, command: Command, raw: Sequence[object], entries: Sequence[Entry]) -> Played | Reused:
    """The answer to a command whose name is in the ledger: `entries` are those from its first on, one more than it has.

    The first request may have held more items than this one, or others: then the name was reused. `raw` are the items
    as they came: the first one may have changed who sits there, so that they name nobody any more.
    """
    entered = [entry.move for index, entry in enumerate(entries) if entry.request == command.name(index)]
    read = (one if isinstance(one, Act) else snapshot.book.game.parse(one) for one in raw)
    if entered != [None if isinstance(item, Rejected) else stored(item.plain()) for item in read]:
        return Reused(snapshot)
    return Played(snapshot, entries[0].version + len(entered) - 1, again=True)


def _waits(item: Item | Rejected, items: Sequence[Item | Rejected]) -> bool:
    """Whether a hold stops it: every move but a table ruling that comes with the act that settles the hold by it."""
    if isinstance(item, Act):
        return False
    ruled = any(isinstance(one, Settle) and one.how == "ruling" for one in items)
    return not ruled or (isinstance(item, Move) and item.kind() != "ruling")


def _entered(snapshot: Snapshot, command: Command, now: datetime) -> Decided | Forbidden | Stale | Refused:
    """The items in turn, each against the table after those before it; the phone may enter each move of them."""
    here, actor, entries = snapshot, command.actor, list[Entry]()
    for index, item in enumerate(command.items):
        if isinstance(item, Rejected):
            return Refused(item, _instead(snapshot, actor, None), snapshot)
        forbidden = forbids_undo(actor, item, here) if isinstance(item, Move) else forbids_act(actor, item, here)
        if forbidden is not None:
            return Forbidden(forbidden, snapshot)
        by = Signature(here.version + 1, actor.seat, actor.key_id, now, command.request)
        after = _unseen(here, item) or enter(here, item, by)
        if isinstance(after, Rejected):
            return Refused(after, _instead(snapshot, actor, item), snapshot)
        if after is None:
            return Stale(snapshot)
        kind = MOVE if isinstance(item, Move) else ACT
        entries.append(
            Entry(
                here.table_id, after.version, stored(item.plain()), now, actor.seat, actor.key_id, actor.label,
                command.name(index), kind,
            )
        )  # fmt: skip
        here = after
    return Decided(here, tuple(entries))


def _unseen(snapshot: Snapshot, item: Item) -> Rejected | None:
    """Rule: seat-name. A new name has to be visible; a ledger that holds an invisible one is read all the same."""
    match item:
        case Join() | Rename():
            moves = [item.plain()]
        case Amend() | Propose():
            moves = [edit.move or {} for edit in item.edits]
        case _:
            return None
    changes = snapshot.book.game.seat_changes
    if changes is None or all(map(can_be_seen, names_given(moves))):
        return None
    return changes.rulebook.no("seat-name", UNSEEN)


def _instead(snapshot: Snapshot, actor: Actor, item: Item | None) -> tuple[Move, ...]:
    """Legal moves: those that this phone may enter, or all where it may enter none. None of them replaces an act."""
    if isinstance(item, Act):
        return ()
    claim = None if isinstance(item, Undo) else item
    legal = snapshot.book.game.instead(snapshot.book.state, claim)
    return tuple(move for move in legal if forbids(actor, move) is None) or legal
