"""Who may do what as referee. Anybody seated holds the table; keepers amend; the host rules.

With two people asked for, the one who confirms an amend is not the one who proposed
it: neither by the seat nor by the key, which is the phone's.
"""

from __future__ import annotations

from companion.games.ruling import Text
from companion.tables.acts import Act, Amend, Late, Propose, PutOnHold, Setting, Settle, Withdraw
from companion.tables.affairs import Proposal
from companion.tables.values import Actor, Snapshot

HOST_RULES = Text("The table is on hold. Only its host rules on it.")
KEEPERS = Text("Only the host or a scorekeeper amends what was entered.")
SECOND_NEEDED = Text("At this table an amend needs a second seat: propose it, and another phone confirms.")
SECOND_IS_FIRST = Text("Who proposed an amend cannot confirm it. Another seat does, on a phone of its own.")
NO_SECOND_NEEDED = Text("At this table an amend needs no second seat.")
NO_SEAT = Text("This phone plays no seat at this table.")
NOT_ITS_SEAT = Text("This phone plays another seat.")
HOST_SETS = Text("Only the host of this table can do this.")
RULED_ALREADY = Text("The table is not on hold.")


def forbids_act(actor: Actor, act: Act, snapshot: Snapshot) -> Text | None:
    """Why this phone may not do this now; None where it may."""
    match act:
        case PutOnHold():
            return None if actor.seat is not None or actor.host else NO_SEAT
        case Settle():
            return _settle(actor, act, snapshot)
        case Setting():
            return None if actor.host else HOST_SETS
        case Late(seat=seat):
            return None if actor.keeper or actor.seat == seat else NOT_ITS_SEAT
        case Withdraw():
            return None if actor.seat is not None or actor.host else NO_SEAT
        case Propose():
            return _amend(actor, act, snapshot) or (None if snapshot.affairs.two_people else NO_SECOND_NEEDED)
        case Amend(proposed=None):
            return _amend(actor, act, snapshot) or (SECOND_NEEDED if snapshot.affairs.two_people else None)
    return _confirm(actor, snapshot.affairs.proposal)


def _settle(actor: Actor, act: Settle, snapshot: Snapshot) -> Text | None:
    hold = snapshot.affairs.hold
    if hold is None:
        return RULED_ALREADY
    own = actor.key_id == hold.by.key_id or (actor.seat is not None and actor.seat == hold.by.seat)
    return None if actor.host or (own and act.how == "withdrawn") else HOST_RULES


def _amend(actor: Actor, act: Amend | Propose, snapshot: Snapshot) -> Text | None:
    if not actor.keeper:
        return KEEPERS
    ruling = act.settles is not None or snapshot.affairs.hold is not None
    return HOST_RULES if ruling and not actor.host else None


def _confirm(actor: Actor, waiting: Proposal | None) -> Text | None:
    if actor.seat is None and not actor.host:
        return NO_SEAT
    if waiting is not None and (actor.key_id == waiting.by.key_id or actor.seat == waiting.by.seat):
        return SECOND_IS_FIRST
    return None
