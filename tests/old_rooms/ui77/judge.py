"""The judge of Ui77: each kind of move to its guards; the count, the limit, cuts and the table's rulings."""

from __future__ import annotations

from dataclasses import replace

from companion.games.judge import During, Judge
from companion.games.move import Move
from companion.games.ruling import Accepted, Rejected, Ruling
from companion.games.seat_points import totals
from companion.games.text import Counted, Text
from companion.games.tricks import with_points
from tests.old_rooms.ui77 import moves, rulebook
from tests.old_rooms.ui77.before_play import judge_discard, judge_face_up, judge_swap
from tests.old_rooms.ui77.results import settled
from tests.old_rooms.ui77.scoring import LIMIT_STEP
from tests.old_rooms.ui77.seats import SEATS
from tests.old_rooms.ui77.state import State
from tests.old_rooms.ui77.trick_play import judge_trick

RUNNING = ("discard", "trick", "count")
"""The phases from the three cards on until the hand is scored."""
CUTTING = ("face-up", *RUNNING)
"""The phases in which a cut may come: one before the deal belongs to the hand that is about to be dealt."""


def judge_count(state: State, move: moves.CountLeft) -> Ruling[State]:
    """Rules: hand-over, score. The hand is scored with the last count needed."""
    seat = state.setup.seats.index(move.seat)
    if seat not in state.uncounted:
        return Rejected(rulebook.NOT_NOW, _why_not_counted(state, seat))
    if move.slough > state.cards[seat]:
        return Rejected(
            rulebook.SCORE,
            Counted("{seat} holds {n} card.", "{seat} holds {n} cards.", seat=move.seat, n=state.cards[seat]),
        )
    sloughs = tuple(move.slough if number == seat else known for number, known in enumerate(state.hand.sloughs))
    return Accepted(settled(replace(state, hand=replace(state.hand, sloughs=sloughs))))


def _why_not_counted(state: State, seat: int) -> Text:
    name = state.setup.seats[seat]
    if not state.cards[seat]:
        return Text("{seat} has no card left to count.", seat=name)
    return Text("{seat} has counted. {awaited}", seat=name, awaited=what_is_awaited(state))


def judge_limit(state: State, move: moves.Limit) -> Ruling[State]:
    """Rule: limit. It changes no total; who is above it ends the game."""
    if move.points < LIMIT_STEP or move.points % LIMIT_STEP:
        return Rejected(rulebook.LIMIT, _near(move.points))
    return Accepted(replace(state, limit=move.points))


def _near(points: int) -> Text:
    if points < LIMIT_STEP:
        return Text("{points} is too low; the lowest is {least}.", points=points, least=LIMIT_STEP)
    low = points - points % LIMIT_STEP
    return Text("{points} lies between {low} and {high}.", points=points, low=low, high=low + LIMIT_STEP)


def judge_cut(state: State, move: moves.Cut) -> Accepted[State]:
    """Rule: cut. At any time in a hand and before it is dealt, as often as it happens."""
    which = state.setup.seats.index(move.seat)
    cuts = tuple(n + (seat == which) for seat, n in enumerate(state.hand.cuts))
    return Accepted(replace(state, hand=replace(state.hand, cuts=cuts)))


def judge_ruling(state: State, move: moves.PointsRuling) -> Accepted[State]:
    """Rule: table-ruling. At any time in a hand."""
    ruled = with_points(state.hand.ruled, state.setup.seats, move)
    return Accepted(replace(state, hand=replace(state.hand, ruled=ruled)))


def game_is_over(state: State) -> Rejected:
    """Rule: game-is-over."""
    points = totals(state)
    most = max(points)
    seat = state.setup.seats[points.index(most)]
    because = Text("{seat} has {points}, and the limit is {limit}.", seat=seat, points=most, limit=state.limit or 0)
    return Rejected(rulebook.GAME_IS_OVER, because)


def not_now(state: State, move: Move) -> Rejected:
    """Rule: not-now. What the table waits for instead."""
    return Rejected(rulebook.NOT_NOW, what_is_awaited(state))


def what_is_awaited(state: State) -> Text:
    """What the table waits for."""
    if state.phase == "face-up":
        return Text("The three cards of this hand have yet to be turned up.")
    if state.phase == "trick":
        return Text("The hand is being played, and trick {n} comes next.", n=len(state.hand.tricks) + 1)
    if state.phase == "limit":
        return Text("All have dealt once; the table has yet to set the score that ends the game.")
    seat = state.setup.seats[state.awaited or 0]
    if state.phase == "discard":
        return Text("{seat} has yet to say how many cards to throw.", seat=seat)
    return Text("The hand is over; {seat} has yet to count the cards left.", seat=seat)


judge = Judge(
    game_is_over,
    not_now,
    {
        moves.FaceUp: During(judge_face_up, "face-up"),
        moves.Swap: During(judge_swap, "discard"),
        moves.Discard: During(judge_discard, "discard"),
        moves.Cut: During(judge_cut, *CUTTING),
        moves.TrickClaim: During(judge_trick, "trick"),
        moves.TrickCards: During(judge_trick, "trick"),
        moves.CountLeft: During(judge_count, "count"),
        moves.Limit: During(judge_limit, "limit"),
        moves.PointsRuling: During(judge_ruling, *RUNNING),
        **SEATS.kinds,
    },
)
