"""The judge of Fluff: rolls, spills, bids, calls and shows."""

from __future__ import annotations

from dataclasses import replace

from companion.games.judge import During, Judge
from companion.games.move import Move
from companion.games.people import Seat
from companion.games.ruling import Accepted, Rejected, Ruling
from companion.games.text import Counted, Text
from tests.old_rooms.fluff import moves, rulebook
from tests.old_rooms.fluff.dice_lost import settled
from tests.old_rooms.fluff.seats import SEATS
from tests.old_rooms.fluff.state import MOST_DICE, Bid, Call, Shown, State


def _game_is_over(state: State) -> Rejected:
    winner = state.setup.seats[state.playing[0]]
    return Rejected(rulebook.GAME_IS_OVER, Text("{seat} alone has dice left.", seat=winner))


def _not_now(state: State, move: Move) -> Rejected:
    """What the table waits for, where a kind of move does not belong to the phase."""
    match move:
        case moves.FirstRoll():
            because = Text("Who starts is settled already.")
        case moves.Show() | moves.ShowMatching():
            because = Text("Nobody has called \u201cFluff!\u201d.")
        case _ if state.phase == "first-roll":
            because = Text("The first roll is not over yet.")
        case moves.Bid() | moves.Call():
            because = Text("\u201cFluff!\u201d has been called; now all show their dice.")
        case _:
            because = Text("The round has begun: there is a bid.")
    return Rejected(rulebook.NOT_NOW, because)


def judge_first_roll(state: State, move: moves.FirstRoll) -> Ruling[State]:
    """Rule: first-roll."""
    if rejected := _not_the_roll(state, move):
        return rejected
    names = state.setup.seats
    rolled = tuple((seat, move.wilds[Seat(names[seat])]) for seat in state.due)
    most = max(wilds for _, wilds in rolled)
    best = tuple(seat for seat, wilds in rolled if wilds == most)
    after = replace(state, rolled=rolled)
    return Accepted(after.opened_by(best[0]) if len(best) == 1 else replace(after, tied=best))


def _not_the_roll(state: State, move: moves.FirstRoll) -> Rejected | None:
    names = state.setup.seats
    due = {names[seat]: state.dice[seat] for seat in state.due}
    if missing := tuple(name for name in due if name not in move.wilds):
        return Rejected(rulebook.FIRST_ROLL, Text("Wilds still missing: {seats}.", seats=missing))
    for name, wilds in move.wilds.items():
        if name not in due:
            return Rejected(rulebook.FIRST_ROLL, Text("{seat} is not in this roll.", seat=name))
        if wilds > due[name]:
            return Rejected(rulebook.FIRST_ROLL, has_dice(name, due[name]))
    return None


def judge_spill(state: State, move: moves.Spill) -> Ruling[State]:
    """Rules: not-now (the seat has shown), spill; where nobody is left to show, what was called is settled (settle)."""
    seat = state.setup.seats.index(move.seat)
    if any(one.seat == seat for one in state.shown):
        return _has_shown(move.seat)
    if not state.setup.options.sloppy:
        return Rejected(rulebook.SPILL, Text("This table does not play sloppy style."))
    held = state.dice[seat]
    if move.count > held:
        return Rejected(rulebook.SPILL, has_dice(move.seat, held))
    return Accepted(settled(untied(state.with_dice(seat, held - move.count))))


def untied(state: State) -> State:
    """Who spilled the last die is out of the tie; a single one left in it starts (rules first-roll, spill)."""
    tied = tuple(seat for seat in state.tied if state.dice[seat])
    return state.opened_by(tied[0]) if len(tied) == 1 else replace(state, tied=tied)


def judge_ruling(state: State, move: moves.DiceRuling) -> Ruling[State]:
    """Rules: not-now (a round is running), table-ruling."""
    if state.bid is not None:
        return _not_now(state, move)
    seat = state.setup.seats.index(move.seat)
    held = state.dice[seat]
    if not 0 <= held + move.dice <= MOST_DICE:
        return Rejected(rulebook.TABLE_RULING, has_dice(move.seat, held))
    return Accepted(state.with_dice(seat, held + move.dice))


def has_dice(name: str, count: int) -> Text:
    """How many dice a seat has, as a sentence."""
    if not count:
        return Text("{seat} has no dice left.", seat=name)
    return Counted("{seat} has {n} die.", "{seat} has {n} dice.", seat=name, n=count)


def judge_bid(state: State, move: moves.Bid) -> Ruling[State]:
    """Rules: bid, raise."""
    assert state.turn is not None
    names = state.setup.seats
    if move.seat != names[state.turn]:
        return Rejected(rulebook.BID, Text("It is {seat}\u2019s turn.", seat=names[state.turn]))
    if move.value not in moves.VALUES or move.quantity < 1:
        return Rejected(
            rulebook.BID,
            Text(
                "{n} \u00d7 {value} is no bid: say at least one die, and a value from 2 to 6.",
                n=move.quantity,
                value=move.value,
            ),
        )
    bid = Bid(state.turn, move.quantity, move.value, state.bid)
    if state.bid is not None and not raises(bid, state.bid):
        return Rejected(
            rulebook.RAISE, Text("The bid to raise: {n} \u00d7 {value}.", n=state.bid.quantity, value=state.bid.value)
        )
    return Accepted(replace(state, bid=bid, turn=state.next_with_dice(bid.seat)))


def raises(bid: Bid, standing: Bid) -> bool:
    """Whether a bid is higher than the one that stands (rule raise)."""
    return (bid.quantity, bid.value) > (standing.quantity, standing.value)


def judge_call(state: State, move: moves.Call) -> Ruling[State]:
    """Rules: not-now (no bid stands), call."""
    if state.bid is None:
        return Rejected(rulebook.NOT_NOW, Text("Nobody has bid in this round."))
    seat = state.setup.seats.index(move.seat)
    if seat == state.bid.seat:
        return Rejected(rulebook.CALL, Text("The bid is {seat}\u2019s own.", seat=move.seat))
    if not state.dice[seat]:
        return Rejected(rulebook.CALL, has_dice(move.seat, 0))
    return Accepted(replace(state, call=Call(seat, in_turn=seat == state.turn)))


def judge_show(state: State, move: moves.Show | moves.ShowMatching) -> Ruling[State]:
    """Rules: not-now (out of the game, or has shown), settle; once all have shown next-opening and last-dice."""
    seat = state.setup.seats.index(move.seat)
    held = state.dice[seat]
    if not held:
        return Rejected(rulebook.NOT_NOW, has_dice(move.seat, 0))
    if seat not in state.unshown:
        return _has_shown(move.seat)
    shown = _read(state, seat, move)
    if shown is None:
        return Rejected(rulebook.SETTLE, has_dice(move.seat, held))
    return Accepted(settled(replace(state, shown=(*state.shown, shown))))


def _has_shown(name: str) -> Rejected:
    return Rejected(rulebook.NOT_NOW, Text("{seat} has shown already.", seat=name))


def _read(state: State, seat: int, move: moves.Show | moves.ShowMatching) -> Shown | None:
    """What the seat shows; None where it has not that many dice."""
    held, bid = state.dice[seat], state.bid
    assert bid is not None
    if isinstance(move, moves.ShowMatching):
        return Shown(seat, held, move.matching) if move.matching <= held else None
    dice = tuple(move.dice)
    return Shown(seat, held, bid.met_by(dice), dice) if len(dice) == held else None


judge = Judge(
    _game_is_over,
    _not_now,
    {
        moves.FirstRoll: During(judge_first_roll, "first-roll"),
        moves.Bid: During(judge_bid, "bid"),
        moves.Call: During(judge_call, "bid"),
        moves.Show: During(judge_show, "show"),
        moves.ShowMatching: During(judge_show, "show"),
        moves.Spill: During(judge_spill),
        moves.DiceRuling: During(judge_ruling, "bid"),
        **SEATS.kinds,
    },
)
