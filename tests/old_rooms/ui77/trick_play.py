"""Guards and effects of the tricks: by their winner, or by their cards."""

from __future__ import annotations

from dataclasses import replace

from companion.games.ruling import Accepted, Rejected, Ruling
from companion.games.text import Counted, Text
from companion.games.tricks import Play, clean_slate, laid, watch, winning_play
from tests.old_rooms.ui77 import rulebook
from tests.old_rooms.ui77.before_play import not_these
from tests.old_rooms.ui77.cards import DECK, DRAWS, shown, suit_of
from tests.old_rooms.ui77.moves import TrickCards, TrickClaim
from tests.old_rooms.ui77.results import settled
from tests.old_rooms.ui77.state import State, Trick, order


def judge_trick(state: State, move: TrickClaim | TrickCards) -> Ruling[State]:
    """Rules: those of `record`; the trick may end the hand, and score it where nobody has a card left."""
    ruling = record(state, move)
    return ruling if isinstance(ruling, Rejected) else Accepted(settled(ruling.state))


def recorded(state: State, move: TrickClaim | TrickCards) -> State | None:
    """The state with the trick, before the hand may end; None where it cannot be."""
    ruling = record(state, move) if state.phase == "trick" else None
    return ruling.state if isinstance(ruling, Accepted) else None


def record(state: State, move: TrickClaim | TrickCards) -> Ruling[State]:
    """The trick written down and its winner's card drawn; the hand goes on in any case.

    Rules: one-card-each, card-in-deck, card-played-once, trump-broken, trick-winner, draw, revoke.
    """
    if isinstance(move, TrickClaim):
        return Accepted(drawn(state, Trick(state.setup.seats.index(move.winner), move.trump)))
    rejected = not_these(state, move.cards, len(state.setup.seats)) or _trump_is_not_broken(state, move)
    if rejected:
        return rejected
    plays = laid(order(state), move.cards, DECK)
    won = winning_play(plays, state.hand.meaning.trump if state.trump_counts else None)
    if move.winner not in (None, won.seat):
        return Rejected(rulebook.TRICK_WINNER, _who_wins(state, move, won))
    trumped = any(play.card.suit == state.hand.meaning.trump for play in plays)
    trick = Trick(state.setup.seats.index(won.seat), trumped, tuple(move.cards))
    return Accepted(drawn(_watched(state, plays), trick))


def _trump_is_not_broken(state: State, move: TrickCards) -> Rejected | None:
    led, trump, tricks = move.cards[0], state.hand.meaning.trump, len(state.hand.tricks)
    if suit_of(led) != trump or move.only_trump or state.hand.trump_may_be_led:
        return None
    leader = state.setup.seats[state.leader]
    if not tricks:
        return Rejected(
            rulebook.TRUMP_BROKEN,
            Text("{seat} leads {card}, and this is the first trick.", seat=leader, card=shown(led)),
        )
    return Rejected(
        rulebook.TRUMP_BROKEN,
        Counted(
            "{seat} leads {card}, and in {n} trick no {trump} have been played.",
            "{seat} leads {card}, and in {n} tricks no {trump} have been played.",
            seat=leader,
            card=shown(led),
            n=tricks,
            trump=Text(trump),
        ),
    )


def _who_wins(state: State, move: TrickCards, won: Play) -> Text:
    card = shown(move.cards[order(state).index(won.seat)])
    trump = Text(state.hand.meaning.trump)
    if any(suit_of(name) == state.hand.meaning.trump for name in move.cards) and not state.trump_counts:
        return Text(
            "With these cards {seat} wins the trick with {card}; {trump} are not in effect before trick {n}.",
            seat=won.seat,
            card=card,
            trump=trump,
            n=state.hand.meaning.after + 1,
        )
    return Text("With these cards {seat} wins the trick with {card}.", seat=won.seat, card=card)


def _watched(state: State, plays: list[Play]) -> State:
    hand = state.hand
    voids, found = watch(hand.voids, len(hand.tricks) + 1, plays)
    proven = tuple((len(state.sums) + 1, revoke) for revoke in found)
    return replace(state, hand=replace(hand, voids=voids), revokes=state.revokes + proven)


def drawn(state: State, trick: Trick) -> State:
    """The state with a trick more; whoever draws for it may hold anything from then on."""
    hand = state.hand
    draws = len(hand.tricks) < DRAWS
    voids = clean_slate(hand.voids, state.setup.seats[trick.winner]) if draws else hand.voids
    tricks, played = (*hand.tricks, trick), hand.played | set(trick.cards)
    return replace(state, hand=replace(hand, tricks=tricks, voids=voids, played=played))
