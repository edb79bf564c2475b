"""How a hand ends, and the results: who has won, the report, the score sheet."""

from __future__ import annotations

from dataclasses import replace

from companion.games.report import Points, Report, ScoreSheet
from companion.games.seat_points import on_sheet, sums_by_name, totals
from companion.games.text import Counted, Text
from companion.games.tricks import revokes_shown
from tests.old_rooms.ui77.scoring import CUT, Sum, with_nov
from tests.old_rooms.ui77.state import State, deal


def settled(state: State) -> State:
    """Score the hand and deal the next once all cards left are counted; before that the state stays as it is."""
    if state.phase != "count" or state.uncounted:
        return state
    next_dealer = state.setup.left_of(state.hand.dealer)
    return replace(
        state,
        hand=deal(state.setup, next_dealer),
        sums=(*state.sums, with_nov(hand_sums(state), totals(state), state.limit, state.setup.options.nov_rounding)),
    )


def hand_sums(state: State) -> tuple[Sum, ...]:
    """What the running hand would cost each seat now, in seat order (rules score, cut, table-ruling).

    Three cards must lie face up: they set how many tricks to win.
    """
    hand = state.hand
    target = hand.meaning.target
    return tuple(
        Sum(target, hand.won(seat), _left(state, seat), hand.cuts[seat], hand.ruled[seat])
        for seat in range(len(state.setup.seats))
    )


def _left(state: State, seat: int) -> int:
    """How many cards cost the seat a point each; 0 before they have been counted."""
    slough = state.hand.sloughs[seat]
    return 0 if slough is None else state.cards[seat] - slough


def winners(state: State) -> tuple[int, ...]:
    """The numbers of the seats with the lowest total; none before the game is over (rule end-of-game)."""
    points = totals(state)
    return tuple(seat for seat, total in enumerate(points) if total == min(points)) if state.over else ()


def report(state: State) -> Report:
    """The report of a state. Source: TRANSCRIPTS, ui77."""
    seats = state.setup.seats
    return Report(
        phase=state.phase,
        over=state.over,
        rounds=tuple({seat: part.total for seat, part in one.items()} for one in sums_by_name(state)),
        totals=dict(zip(seats, totals(state), strict=True)),
        winners=state.setup.names(winners(state)),
        irregularities=revokes_shown(state.revokes, "hand"),
        holdings=holdings(state),
        starts=state.past.starts_by_name(seats),
        left=state.past.left_by_name(state.setup.people),
    )


def holdings(state: State) -> dict[str, dict[str, int]]:
    """By seat: how many cards it holds, and how many tricks it has taken in the running hand."""
    return {
        name: {"cards": cards, "tricks": state.hand.won(seat)}
        for seat, (name, cards) in enumerate(zip(state.setup.seats, state.cards, strict=True))
    }


def sheet(state: State) -> ScoreSheet:
    """The scores with their sums; how many hands there will be nobody knows."""
    return ScoreSheet(
        number=len(state.sums) + (state.phase not in ("over", "limit")),
        planned=None,
        running={} if state.over else _running(state),
        finished=tuple(map(on_sheet, sums_by_name(state))),
    )


def _running(state: State) -> dict[str, Points]:
    """Before the three cards lie there nothing but cuts is known."""
    if state.hand.face:
        return on_sheet(dict(zip(state.setup.seats, hand_sums(state), strict=True)))
    cuts = zip(state.setup.seats, state.hand.cuts, strict=True)
    return {seat: Points(Counted("{n} cut", "{n} cuts", n=n) if n else Text("0"), CUT * n) for seat, n in cuts}
