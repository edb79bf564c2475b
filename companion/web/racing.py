"""Who was later in a race. The first move that was entered counts; the others are told by how much they missed it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.game import Move
from companion.tables import values
from companion.tables.acts import Late
from companion.tables.values import Actor, Answer, Snapshot
from companion.web.identity import tables
from companion.web.taps import request_name


def too_late(answer: Answer, actor: Actor, claims: Sequence[object], seen: int | None) -> Snapshot | None:
    """The table with the entry that says so, once it is on disk; None where the tap was in no race, or in a new one.

    It was in one where nothing but the winning move came after what the phone showed. How much later it
    was is the difference of two times in the ledger, both by this server's clock.
    """
    if not isinstance(answer, values.Stale) or seen is None or len(claims) != 1:
        return None
    snapshot = answer.snapshot
    move = snapshot.book.game.parse(claims[0], snapshot.header.seats)
    first = snapshot.standing
    if not isinstance(move, Move) or move.mover is None or first is None or first.line != str(seen + 1):
        return None
    if not move.race or type(move) is not type(snapshot.book.move):
        return None
    act = Late(act="late", first=seen + 1, seat=move.mover)
    name = request_name(seen, [act.plain()])
    late = tables().play(snapshot.code, [act], actor=actor, seen=None, request=name)
    return late.snapshot if isinstance(late, values.Played) and late.snapshot.beaten else None
