"""The effect of each kind of move that today's rules refuse: it was accepted once, or the table lets it stand."""

from __future__ import annotations

from dataclasses import replace

from companion.games.judge import During
from companion.games.seat_points import totals
from companion.games.tricks import laid, winning_play
from companion.games.upheld import Effects
from tests.old_rooms.ui77 import moves
from tests.old_rooms.ui77.cards import DECK, IN_HAND
from tests.old_rooms.ui77.face_up_meaning import FACE_UP
from tests.old_rooms.ui77.judge import judge_cut, judge_ruling
from tests.old_rooms.ui77.results import settled
from tests.old_rooms.ui77.state import State, Swapped, Trick, order
from tests.old_rooms.ui77.trick_play import drawn


def _winner(state: State, move: moves.TrickCards) -> str | None:
    """Who took the trick, by its cards, else as it was told beside them."""
    seats = order(state)
    if not state.hand.face or len(move.cards) != len(seats) or not DECK.keys() >= set(move.cards):
        return move.winner
    trump = state.hand.meaning.trump if state.trump_counts else None
    return winning_play(laid(seats, move.cards, DECK), trump).seat


def _turned_up(state: State, move: moves.FaceUp) -> State:
    """These three lie face up, if they are three cards of the deck; what was swapped before is forgotten."""
    cards = tuple(move.cards)
    if len(cards) != FACE_UP or len(set(cards)) < FACE_UP or not DECK.keys() >= set(cards):
        return state
    return replace(state, hand=replace(state.hand, face=cards, swaps=()))


def _swapped(state: State, move: moves.Swap) -> State:
    """The card lies where the other lay, if that lay there and this one did not."""
    hand = state.hand
    if move.take not in hand.face or move.give in hand.face or move.give not in DECK:
        return state
    face = tuple(move.give if name == move.take else name for name in hand.face)
    swapped = Swapped(state.setup.seats.index(move.seat), move.give, move.take)
    return replace(state, hand=replace(hand, face=face, swaps=(*hand.swaps, swapped)))


def _thrown(state: State, move: moves.Discard) -> State:
    """So many cards are gone, one stays; who should have thrown before threw none, who has thrown threw these, too."""
    thrown = list(state.hand.thrown)
    place = state.setup.seats_before(state.setup.seats.index(move.seat), state.hand.dealer)
    thrown += [0] * (place + 1 - len(thrown))
    thrown[place] = min(thrown[place] + move.count, IN_HAND - 1)
    return replace(state, hand=replace(state.hand, thrown=tuple(thrown)))


def _taken(state: State, move: moves.TrickClaim | moves.TrickCards) -> State:
    """The trick has its winner; who has yet to throw cards threw none. Nothing where no hand is played."""
    hand, seats = state.hand, state.setup.seats
    all_threw = (*hand.thrown, *[0] * (len(seats) - len(hand.thrown)))
    ready = replace(state, hand=replace(hand, thrown=all_threw))
    winner = move.winner if isinstance(move, moves.TrickClaim) else _winner(ready, move)
    if winner is None:
        return state
    trump = move.trump if isinstance(move, moves.TrickClaim) else None
    return settled(drawn(ready, Trick(seats.index(winner), trump)))


def _counted(state: State, move: moves.CountLeft) -> State:
    """The hand is over, and so many of the seat's cards are of the slough suit; of cards that it has not, none."""
    seat = state.setup.seats.index(move.seat)
    if not state.cards[seat]:
        return state
    sloughs = list(state.hand.sloughs)
    sloughs[seat] = min(move.slough, state.cards[seat])
    return settled(replace(state, hand=replace(state.hand, sloughs=tuple(sloughs), ended=True)))


def _limited(state: State, move: moves.Limit) -> State:
    """The table plays to so many points; no hand that is played is broken off by it."""
    least = max(totals(state)) if state.hand.face else 1
    return replace(state, limit=move.points) if move.points >= least else state


# A cut, and points that the table gives, count in the running hand or the next one.
carried_out: Effects[State] = Effects(
    {
        moves.FaceUp: During(_turned_up),
        moves.Swap: During(_swapped),
        moves.Discard: During(_thrown, "discard"),
        moves.Cut: During(lambda state, move: judge_cut(state, move).state),
        moves.TrickClaim: During(_taken, "discard", "trick"),
        moves.TrickCards: During(_taken, "discard", "trick"),
        moves.CountLeft: During(_counted, "trick", "count"),
        moves.Limit: During(_limited),
        moves.PointsRuling: During(lambda state, move: judge_ruling(state, move).state),
    }
)
