"""What the table may settle by a ruling of its own: cards moved between two places."""

from __future__ import annotations

from companion.games.popcorn import rulebook
from companion.games.popcorn.moves import CardRuling
from companion.games.popcorn.state import State
from companion.games.ruling import Accepted, Counted, Rejected, Ruling, Text


def judge_ruling(state: State, move: CardRuling) -> Ruling[State]:
    """Rules: not-now, table-ruling. The standing claim stays open to a call."""
    if state.phase != "claim":
        return Rejected(rulebook.NOT_NOW, Text("The standing claim has to be settled first."))
    source, target = (state.setup.place(name) for name in (move.source, move.target))
    if source == target:
        return _cannot(Text("The cards already lie there."))
    spare = state.places[source] - (source != state.setup.pile)
    lived = state.setup.believing and move.left is not None
    if move.count > spare and not lived:
        return _cannot(_too_many(state, move, source))
    return Accepted(state.moved(source, target, min(move.count, spare)))


def _too_many(state: State, move: CardRuling, source: int) -> Text:
    there = state.places[source]
    if state.setup.hidden:
        return Text("So many cards cannot be taken from there.")
    if move.count == there:
        return Text("{seat} would have no card left.", seat=move.source)
    return Counted("{n} card lies there.", "{n} cards lie there.", n=there)


def _cannot(because: Text) -> Rejected:
    return Rejected(rulebook.TABLE_RULING, because)
