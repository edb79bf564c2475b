"""What the table says to a command: the entries that it becomes, or the answer that refuses it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from companion.games.header import UNSEEN, can_be_seen
from companion.games.move import Move, Undo
from companion.games.ruling import Rejected
from companion.games.seating import Join, Rename, names_given
from companion.games.text import Text
from companion.tables.answers import Forbidden, OnHold, Played, Refused, Reused, Stale
from companion.tables.apply import enter, parse
from companion.tables.entry import ACT, MOVE, Act, Amend, Entry, Item, Late, Propose, Settle, stored
from companion.tables.keys_and_codes import request_hash
from companion.tables.policy import forbids, forbids_act, forbids_undo
from companion.tables.snapshot import Actor, LateCall, Signature, Snapshot


class Command(Struct, frozen=True):
    """One request. All its items become entries together, or none does.

    An item that is no move of the game is the rejection `malformed`. `seen` is the version that the phone showed, or
    None if the phone takes the table as it is. `request` is the name by which a repeat is recognized, or None.
    """

    items: tuple[Item | Rejected, ...]
    actor: Actor
    seen: int | None
    request: str | None

    def name(self, index: int) -> str | None:
        """Return the ledger's name for the item with this index, from 0."""
        return None if self.request is None else f"{self.request}/{index}"


class Decided(Struct, frozen=True):
    """The entries to append, and the table `after` them once they are on disk.

    They are the command's items, or one note that the command lost a race (then `late` is set).
    """

    after: Snapshot
    entries: tuple[Entry, ...]
    late: LateCall | None = None

    @property
    def answer(self) -> Played | Stale:
        """The answer once the entries are on disk."""
        return Played(self.after, self.after.version) if self.late is None else Stale(self.after, self.late)


def read_command(
    snapshot: Snapshot, raw: Iterable[object], actor: Actor, seen: int | None, request: str | None
) -> Command:
    """Parse a request. `raw` holds acts, and moves as JSON values; `request` is the name that the sender gave it."""
    items = tuple(item if isinstance(item, Act) else parse(snapshot, item) for item in raw)
    return Command(items, actor, seen, None if request is None else request_hash(actor.key_id, request))


def decide(snapshot: Snapshot, command: Command, now: datetime) -> Decided | Forbidden | Stale | OnHold | Refused:
    """Decide a command: first what the phone may never enter, then the version that it saw, the hold, and the rules."""
    if command.actor.table_id != snapshot.table_id:
        return Forbidden(Text("This key belongs to another table."), snapshot)
    for item in command.items:
        forbidden = forbids(command.actor, item) if isinstance(item, Move) else None
        if forbidden is not None:
            return Forbidden(forbidden, snapshot)
    if command.seen is not None and command.seen != snapshot.version:
        return _moved_on(snapshot, command, command.seen, now)
    hold = snapshot.referee.hold
    if hold is not None and any(_waits(item, command.items) for item in command.items):
        return OnHold(hold, snapshot)
    return _entered(snapshot, command, now)


def _moved_on(snapshot: Snapshot, command: Command, seen: int, now: datetime) -> Decided | Stale:
    """Answer a phone that showed an older version. If its command lost a race, enter its late call, once."""
    act = _lost_race(snapshot, command.items, seen)
    if act is None:
        return Stale(snapshot)
    if earlier := next((call for call in snapshot.late_calls if call.seat == act.seat), None):
        return Stale(snapshot, earlier)
    decided = _entered(snapshot, replace(command, items=(act,), request=None), now)
    return replace(decided, late=decided.after.late_calls[-1]) if isinstance(decided, Decided) else Stale(snapshot)


def _lost_race(snapshot: Snapshot, items: Sequence[Item | Rejected], seen: int) -> Late | None:
    """Return a late call if the command is one move, and the only entry since version `seen` is of the same kind."""
    latest = None if snapshot.provenance is None else snapshot.provenance.entry_id
    if latest != str(seen + 1):
        return None
    match items:
        case [Move(mover=str() as seat) as move] if type(move) is type(snapshot.book.move):
            return Late(act="late", first=seen + 1, seat=seat)
        case _:
            return None


def _waits(item: Item | Rejected, items: Sequence[Item | Rejected]) -> bool:
    """Return True if the item waits while the table is on hold.

    Every move does, except a table ruling that comes with the act that settles the hold by it.
    """
    if isinstance(item, Act):
        return False
    settled = any(isinstance(other, Settle) and other.how == "ruling" for other in items)
    return not settled or (isinstance(item, Move) and item.kind() != "ruling")


def _entered(snapshot: Snapshot, command: Command, now: datetime) -> Decided | Forbidden | Stale | Refused:
    """Judge the items, each at the table after those before it. `decide` has checked what the phone may never enter."""
    here, actor, entries = snapshot, command.actor, list[Entry]()
    for index, item in enumerate(command.items):
        if isinstance(item, Rejected):
            return Refused(item, _instead(snapshot, actor, None), snapshot)
        forbidden = forbids_undo(actor, item, here) if isinstance(item, Move) else forbids_act(actor, item, here)
        if forbidden is not None:
            return Forbidden(forbidden, snapshot)
        by = Signature(here.version + 1, actor.seat, actor.key_id, now, command.request)
        after = _invisible_name(here, item) or enter(here, item, by)
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


def _invisible_name(snapshot: Snapshot, item: Item) -> Rejected | None:
    """Reject a new name without a visible character (rule: seat-name). Ledgers that hold such a name are still read."""
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
    """Return legal moves to offer in place of a move: those that this phone may enter, or all if it may enter none."""
    if isinstance(item, Act):
        return ()
    claim = None if isinstance(item, Undo) else item
    legal = snapshot.book.game.instead(snapshot.book.state, claim)
    return tuple(move for move in legal if forbids(actor, move) is None) or legal


def repeated(snapshot: Snapshot, command: Command, raw: Sequence[object], entries: Sequence[Entry]) -> Played | Reused:
    """Answer a command whose request name is in the ledger: it is a repeat, or its name was used for other items.

    `entries` begin with the first one of that name. They are one more than the command has items, since the earlier
    request may have had more. The items are read again from `raw`, without asking whether the people whom they name
    still sit at the table: the earlier request may have changed that.
    """
    entered = [entry.move for index, entry in enumerate(entries) if entry.request == command.name(index)]
    items = (item if isinstance(item, Act) else snapshot.book.game.parse(item) for item in raw)
    if entered != [None if isinstance(item, Rejected) else stored(item.plain()) for item in items]:
        return Reused(snapshot)
    return Played(snapshot, entries[0].version + len(entered) - 1, again=True)
