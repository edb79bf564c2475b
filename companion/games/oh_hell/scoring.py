"""What each hand of Oh Hell brings, and the results: the report and the score sheet."""

from __future__ import annotations

from companion.games.oh_hell.state import State
from companion.games.report import Points, Report, ScoreSheet
from companion.games.text import Text

EXACT = 10

# Written out, so that translators' tools find them.
HOLDING_WORDS = (Text("bid"), Text("tricks"))


def points(state: State) -> dict[str, Points]:
    """What the running hand brings each seat as it stands (rules score, table-ruling)."""
    return {name: _points(state, name, ruled) for name, ruled in zip(state.seats, state.ruled, strict=True)}


def _points(state: State, name: str, ruled: int) -> Points:
    bid, took = state.bid.get(name), state.tricks.count(name)
    total = ruled + (EXACT + took if bid == took else 0)
    said = Text("bid {bid}, took {n}", bid="\u2013" if bid is None else bid, n=took)
    if ruled:
        said = Text("{sum}, {points} by ruling", sum=said, points=f"{ruled:+d}")
    return Points(Text("{sum}: {total}", sum=said, total=total), total)


def deal(state: State) -> State:
    """The next hand, with the last one scored."""
    finished = (*state.finished, points(state))
    return State(state.seats, state.options, state.in_turn[0], (0,) * len(state.seats), finished=finished)


def report(state: State) -> Report:
    """The report; `holdings` has by seat its bid (0 while it has not bid) and its tricks in the running hand."""
    over = state.phase == "over"
    rounds = tuple({name: own.total for name, own in hand.items()} for hand in state.finished)
    totals = {name: sum(hand[name] for hand in rounds) for name in state.seats}
    winners = tuple(name for name in state.seats if over and totals[name] == max(totals.values()))
    held = {name: {"bid": state.bid.get(name, 0), "tricks": state.tricks.count(name)} for name in state.seats}
    return Report(state.phase, over, rounds, totals, winners, (), held)


def sheet(state: State) -> ScoreSheet:
    """The scores with their sums; after the end the number is the last hand's."""
    hands, over = len(state.sizes), state.phase == "over"
    return ScoreSheet(min(len(state.finished) + 1, hands), hands, {} if over else points(state), state.finished)
