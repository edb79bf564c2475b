"""The end of a round: it is scored, all goes back to the centre, and the deal passes left."""

from __future__ import annotations

from dataclasses import replace

from companion.games.sluff_off import score
from companion.games.sluff_off.state import TOKENS, TRICKS, State, deal


def after_trick(state: State) -> State:
    """The state after a trick: the same, or once the fifteenth is settled the next round."""
    tricks = state.round.tricks
    if len(tricks) < TRICKS or tricks[-1].settled is None:
        return state
    next_dealer = state.setup.left_of(state.round.dealer)
    return replace(state, round=deal(state.setup, next_dealer), sums=(*state.sums, round_sums(state)))


def round_sums(state: State) -> tuple[score.Sum, ...]:
    """What the running round costs each seat as it stands (rules score, sluffer-score, table-ruling)."""
    return tuple(_sum(state, seat) for seat in range(len(state.setup.seats)))


def _sum(state: State, seat: int) -> score.Sum:
    round_ = state.round
    if seat != round_.sluffer:
        return score.held(dict(zip(TOKENS, round_.places[seat], strict=True)), round_.points[seat])
    others = (other for other in range(len(state.setup.seats)) if other != seat)
    blacks = sum(round_.count(other, "black") for other in others)
    return score.sluffer(state.setup.sluffer_points, blacks, round_.points[seat])


def totals(state: State) -> tuple[int, ...]:
    """Each seat's points over all finished rounds."""
    return tuple(sum(sums[seat].total for sums in state.sums) for seat in range(len(state.setup.seats)))


def winners(state: State) -> tuple[int, ...]:
    """The seats with the fewest points, once the game is over (rule winner)."""
    if not state.over:
        return ()
    points = totals(state)
    return tuple(seat for seat, total in enumerate(points) if total == min(points))
