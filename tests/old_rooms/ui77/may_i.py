"""May I ...? in Ui77: what the app cannot see of a trick, and the moment to which a question belongs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from companion.games.game import Book
from companion.games.move import Move
from companion.games.ruling import Condition, Rejected, Supposed, Tell
from companion.games.text import Counted, Text
from companion.games.tricks import first_void, laid, on_trust
from companion.games.upheld import claim_of
from tests.old_rooms.ui77 import moves, rulebook
from tests.old_rooms.ui77.cards import DECK, IN_HAND, rank_of, shown, suit_of
from tests.old_rooms.ui77.face_up_meaning import HAND_TABLE, MOST_THROWN
from tests.old_rooms.ui77.judge import RUNNING
from tests.old_rooms.ui77.scoring import Sum
from tests.old_rooms.ui77.state import Hand, State, Trick, deal, order

ANY_FACE = ("2C", "QC", "2D")


def conditions(book: Book, move: Move) -> tuple[Condition, ...]:
    """Rules: trump-broken, follow-suit. None where hands, recorded cards or what was told settle it."""
    if not isinstance(move, moves.TrickCards):
        return ()
    return (*_lead(book, move), *_followed(book.state, move))


def _lead(book: Book, move: moves.TrickCards) -> Iterator[Condition]:
    state: State = book.state
    hand, led, leader = state.hand, move.cards[0], state.leader
    if suit_of(led) != hand.meaning.trump or hand.trump_is_broken or state.cards[leader] == 1:
        return
    seat, trump = state.setup.seats[leader], Text(hand.meaning.trump)
    if move.only_trump:
        text = Text(
            "Leading {card} is allowed only if {seat} holds nothing but {trump}.",
            card=shown(led),
            seat=seat,
            trump=trump,
        )
        yield Condition(text, rulebook.TRUMP_BROKEN)
        return
    unknown = [number for number, trick in enumerate(hand.tricks, 1) if trick.trump is None]
    text = Counted(
        "Leading {card} is allowed only if somebody has played a trump; of trick {tricks} it is not known.",
        "Leading {card} is allowed only if somebody has played a trump; of tricks {tricks} it is not known.",
        n=len(unknown),
        card=shown(led),
        tricks=tuple(map(str, unknown)),
    )
    tells = tuple(tell for number in unknown for tell in _tells(book, number))
    yield Condition(text, rulebook.TRUMP_BROKEN, tells=tells)


def _tells(book: Book, number: int) -> Iterator[Tell]:
    """Trick `number` of the running hand, told by its winner, told with whether a trump was played in it."""
    steps = enumerate(reversed(tuple(book.standing())))
    tricks = [
        (step, then) for step, then in steps if isinstance(claim_of(then.move), moves.TrickClaim | moves.TrickCards)
    ]
    step, then = tricks[-len(book.state.hand.tricks) :][number - 1]
    winner = then.seats[then.state.hand.tricks[-1].winner]
    for words, trump in (
        (Text("A trump was played in trick {n}", n=number), True),
        (Text("No trump was played in trick {n}", n=number), False),
    ):
        yield Tell(words, step, moves.TrickClaim(move="trick", winner=winner, trump=trump))


def _followed(state: State, move: moves.TrickCards) -> Iterator[Condition]:
    hand, seats = state.hand, state.setup.seats
    seen = hand.played | set(hand.face) | set(move.cards)
    unseen = (card for name, card in DECK.items() if name not in seen)
    plays = laid(order(state), move.cards, DECK)
    led = plays[0].card.suit
    for play in on_trust(plays, dict(zip(seats, state.cards, strict=True)), unseen):
        trick = first_void(hand.voids, play.seat, led, len(hand.tricks) + 1)
        text = Text(
            "{seat}\u2019s {card} is allowed only if {seat} holds no {led}.",
            seat=play.seat,
            card=shown(move.cards[plays.index(play)]),
            led=Text(led),
        )
        refuted_by = {"kind": "revoke", "seat": play.seat, "hand": len(state.sums) + 1, "trick": trick}
        yield Condition(text, rulebook.FOLLOW_SUIT, refuted_by)


def suppose(state: State, move: Move, facts: Mapping[str, Any]) -> Supposed[State] | Rejected | str | None:
    """A hand in the phase of the move: the running one where that is still to come, else one as it was told."""
    found: Supposed[State] | str | None = None
    match move:
        case moves.FaceUp() if state.phase != "face-up":
            found = Supposed(_next(state), Text("For the next hand"))
        case moves.Swap() if state.phase != "discard" and {move.give, move.take} <= DECK.keys():
            found = _swap(state, move)
        case moves.Discard() if state.phase != "discard" or state.awaited != state.setup.seats.index(move.seat):
            found = _discard(state, move)
        case moves.TrickClaim() | moves.TrickCards() if facts or state.phase != "trick":
            found = _thrown(state) or _trick(state, move, facts)
        case moves.CountLeft() if state.phase != "count":
            found = _count(state, move)
        case moves.Limit() if state.phase != "limit":
            nothing = (Sum(0, 0),) * len(state.setup.seats)
            dealt = replace(_next(state), sums=(nothing,) * len(state.setup.seats))
            found = Supposed(dealt, Text("Once all have dealt"))
        case moves.Cut() | moves.PointsRuling() if state.phase not in RUNNING:
            found = Supposed(_with(_next(state), face=ANY_FACE), Text("During a hand"))
    return found


def _next(state: State) -> State:
    """The next hand before its cards are turned up, whatever was scored."""
    return State(state.setup, deal(state.setup, state.setup.left_of(state.hand.dealer)))


def _with(state: State, **changes: Any) -> State:
    return replace(state, hand=replace(state.hand, **changes))


def _swap(state: State, move: moves.Swap) -> Supposed[State]:
    suit = suit_of(move.take)
    others = (name for name, card in DECK.items() if card.suit == suit and name not in (move.give, move.take))
    text = Text(
        "It is allowed only if all three face-up cards are {suit}, {card} is one of them, and nobody has thrown yet.",
        suit=Text(suit),
        card=shown(move.take),
    )
    there = _with(_next(state), face=(move.take, *islice(others, 2)))
    return Supposed(there, Text("Before a hand is played"), (Condition(text, rulebook.SWAP),))


def _discard(state: State, move: moves.Discard) -> Supposed[State]:
    setup, seat = state.setup, state.setup.seats.index(move.seat)
    before = setup.seats_before(seat, state.hand.dealer)
    if state.phase == "discard" and before > len(state.hand.thrown):
        thrown = state.hand.thrown + (0,) * (before - len(state.hand.thrown))
        return Supposed(_with(state, thrown=thrown), Text("When it is {seat}\u2019s turn to throw", seat=move.seat))
    ranks = tuple(rank for rank, (throw, _, _) in HAND_TABLE.items() if throw >= move.count)
    there, conditions = _next(state), list[Condition]()
    if move.count and ranks:
        text = Counted(
            "Throwing {n} card is allowed only if card two is one of these: {ranks}.",
            "Throwing {n} cards is allowed only if card two is one of these: {ranks}.",
            n=move.count,
            ranks=ranks,
        )
        conditions.append(Condition(text, rulebook.DISCARD_LIMIT))
    two = next(iter(ranks or (rank for rank, (throw, _, _) in HAND_TABLE.items() if throw == MOST_THROWN)))
    thrown = (0,) * setup.seats_before(seat, there.hand.dealer)
    there = _with(there, face=("2C", f"{two}D", "2H"), thrown=thrown)
    return Supposed(there, Text("In the next hand"), tuple(conditions))


def _thrown(state: State) -> Supposed[State] | None:
    """The running hand once all have thrown, where that is still to come."""
    if state.phase != "discard":
        return None
    thrown = state.hand.thrown + (0,) * (len(state.setup.seats) - len(state.hand.thrown))
    return Supposed(_with(state, thrown=thrown), Text("Once all have thrown"))


def _in_play(state: State, face: tuple[str, ...]) -> State:
    """The next hand with these cards face up, after a trick of its first leader in which trump was played."""
    there = _with(_next(state), face=face, thrown=(0,) * len(state.setup.seats))
    return _with(there, tricks=(Trick(there.leader, trump=True),))


def _trick(state: State, move: moves.TrickClaim | moves.TrickCards, facts: Mapping[str, Any]) -> Supposed[State] | str:
    if isinstance(move, moves.TrickClaim):
        return Supposed(_in_play(state, ANY_FACE), Text("In a hand that is being played"))
    trump, counts = facts.get("trump"), facts.get("counts")
    if trump is None or counts is None:
        return "trump" if trump is None else "counts"
    free = [name for name in DECK if name not in move.cards]
    first = next(name for name in free if suit_of(name) == trump)
    second = next(name for name in free if name != first and (HAND_TABLE[rank_of(name)][2] <= 1) is counts)
    third = next(name for name in free if name not in (first, second))
    there = _in_play(state, (first, second, third))
    when = (
        Text("In a hand with {trump} as trump, in effect", trump=Text(trump))
        if counts
        else Text("In a hand with {trump} as trump, not yet in effect", trump=Text(trump))
    )
    return Supposed(there, when, tuple(_led_trump(there, move, trump)))


def _led_trump(state: State, move: moves.TrickCards, trump: str) -> Iterator[Condition]:
    if move.cards and move.cards[0] in DECK and suit_of(move.cards[0]) == trump:
        text = Text(
            "Leading {card} is allowed only if a trump was played before in the hand, or {seat} holds nothing else.",
            card=shown(move.cards[0]),
            seat=state.setup.seats[state.leader],
        )
        yield Condition(text, rulebook.TRUMP_BROKEN)


def _count(state: State, move: moves.CountLeft) -> Supposed[State]:
    """A hand in which the seat keeps as many cards as one can: the others throw all they may, it takes each trick."""
    there = _next(state)
    seat = there.setup.seats.index(move.seat)
    order = [there.setup.left_of(there.hand.dealer, 1 + place) for place in range(len(there.setup.seats))]
    hand: Hand = replace(
        there.hand,
        face=ANY_FACE,
        thrown=tuple(0 if who == seat else MOST_THROWN for who in order),
        tricks=(Trick(seat),) * (IN_HAND - MOST_THROWN),
    )
    text = Counted(
        "It is allowed only if {seat} holds {n} card or more.",
        "It is allowed only if {seat} holds {n} cards or more.",
        seat=move.seat,
        n=move.slough,
    )
    conditions = (Condition(text, rulebook.SCORE),) if move.slough else ()
    return Supposed(replace(there, hand=hand), Text("Once a hand is over"), conditions)
