"""The judge of Sluff Off!: each kind of move to its guards, and the table's own rulings."""

from __future__ import annotations

from dataclasses import replace

from companion.games.judge import During, Judge
from companion.games.move import Move
from companion.games.ruling import Accepted, Rejected, Ruling
from companion.games.sluff_off import rulebook
from companion.games.sluff_off.edition import WORDS
from companion.games.text import Counted, Text
from companion.games.tricks import with_points
from tests.old_rooms.sluff_off import moves
from tests.old_rooms.sluff_off.prediction import judge_done, judge_sluffer, judge_steal, judge_take
from tests.old_rooms.sluff_off.seats import SEATS
from tests.old_rooms.sluff_off.state import State
from tests.old_rooms.sluff_off.trick_play import judge_miss, judge_trick, judge_turn_in


def judge_points_ruling(state: State, move: moves.PointsRuling) -> Accepted[State]:
    """Rule: table-ruling."""
    points = with_points(state.round.points, state.setup.seats, move)
    return Accepted(replace(state, round=replace(state.round, points=points)))


def judge_token_ruling(state: State, move: moves.TokenRuling) -> Ruling[State]:
    """Rule: table-ruling."""
    source, target = state.setup.place(move.source), state.setup.place(move.target)
    if source == target:
        return _cannot(Text("The {tokens} already lie there.", **WORDS))
    if target == state.round.sluffer:
        return _cannot(Text("{seat} holds {the_role}, and with it no {tokens}.", seat=move.target, **WORDS))
    there = state.round.count(source, move.color)
    if there < move.count:
        because = Counted(
            "{n} {color} {token} lies there.",
            "{n} {color} {tokens} lie there.",
            n=there,
            color=Text(move.color),
            **WORDS,
        )
        return _cannot(because)
    return Accepted(replace(state, round=state.round.moved(move.color, source, target, move.count)))


def _cannot(because: Text) -> Rejected:
    return Rejected(rulebook.TABLE_RULING, because)


def game_is_over(state: State) -> Rejected:
    """Rule: game-is-over."""
    because = Counted("The only round has been scored.", "All {n} rounds have been scored.", n=state.setup.rounds)
    return Rejected(rulebook.GAME_IS_OVER, because)


def not_now(state: State, move: Move) -> Rejected:
    """Rules: not-now, turn-in-before-next-trick. What the table waits for instead."""
    seats, tricks = state.setup.seats, state.round.tricks
    if isinstance(move, moves.TurnIn | moves.MissTurnIn):
        return Rejected(rulebook.NOT_NOW, _why_nothing_is_owed(state))
    if isinstance(move, moves.Take | moves.Steal | moves.Sluffer | moves.Done):
        return Rejected(rulebook.NOT_NOW, Text("The predictions of this round are complete."))
    if state.phase == "prediction":
        return Rejected(rulebook.NOT_NOW, Text("{seat} has yet to predict.", seat=seats[state.predictor]))
    if isinstance(move, moves.TokenRuling | moves.PointsRuling):
        return Rejected(
            rulebook.NOT_NOW, Text("{seat} has yet to turn in a {token}.", seat=seats[state.leader], **WORDS)
        )
    because = Text(
        "{seat} has yet to turn in a {token} for trick {n}.", seat=seats[state.leader], n=len(tricks), **WORDS
    )
    return Rejected(rulebook.TURN_IN_BEFORE_NEXT_TRICK, because)


def _why_nothing_is_owed(state: State) -> Text:
    """Why the phase is not turn-in, by what became of the last trick (a late turn-in is the usual reason)."""
    tricks, seats = state.round.tricks, state.setup.seats
    if not tricks:
        return Text("No {token} is owed at the moment.", **WORDS)
    winner, n = seats[tricks[-1].winner], len(tricks)
    if tricks[-1].settled == "missed":
        return Text("{seat} led on after trick {n} without turning in; now it is too late.", seat=winner, n=n)
    if tricks[-1].settled == "black":
        return Text(
            "{seat} held nothing that fits trick {n} and has taken a black {token} for it.", seat=winner, n=n, **WORDS
        )
    if tricks[-1].winner == state.round.sluffer:
        return Text("{seat} took trick {n} and holds {the_role}, who pays nothing.", seat=winner, n=n, **WORDS)
    return Text("Trick {n} is settled; no {token} is owed at the moment.", n=n, **WORDS)


def judge(state: State, move: Move) -> Ruling[State]:
    """Whether the move stands, and the state after it; in the words of the box on the table. Rules: all."""
    ruling = by_kind(state, move)
    return rulebook.in_words_of(state.setup.edition, ruling) if isinstance(ruling, Rejected) else ruling


by_kind = Judge(
    game_is_over,
    not_now,
    {
        moves.Take: During(judge_take, "prediction"),
        moves.Steal: During(judge_steal, "prediction"),
        moves.Sluffer: During(judge_sluffer, "prediction"),
        moves.Done: During(judge_done, "prediction"),
        moves.TrickClaim: During(judge_trick, "trick"),
        moves.TrickCards: During(judge_trick, "trick"),
        moves.TurnIn: During(judge_turn_in, "turn-in"),
        moves.MissTurnIn: During(judge_miss, "turn-in"),
        moves.TokenRuling: During(judge_token_ruling, "prediction", "trick"),
        moves.PointsRuling: During(judge_points_ruling, "prediction", "trick"),
        **SEATS.kinds,
    },
)
