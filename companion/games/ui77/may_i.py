"""May I ...? in Ui77: what the app cannot see of a trick, and the moment to which a question belongs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, takewhile
from typing import Any

from msgspec.structs import replace

from companion.games.game import Book
from companion.games.move import Move
from companion.games.people import from_left_of, left_of
from companion.games.ruled_move import overridden
from companion.games.ruling import Completion, Condition, Hypothetical
from companion.games.text import Counted, Text
from companion.games.tricks import on_trust
from companion.games.ui77 import moves
from companion.games.ui77.cards import DECK, HAND_TABLE, IN_HAND, MOST_THROWN, rank_of, shown, suit_of
from companion.games.ui77.rulebook import BOOK
from companion.games.ui77.state import RUNNING, State, Trick, deal

ANY_FACE = ("2C", "QC", "2D")


def conditions(book: Book, move: Move) -> tuple[Condition, ...]:
    """Rules: trump-broken, follow-suit. Empty if hands, recorded cards or what was told settle it."""
    if not isinstance(move, moves.TrickCards):
        return ()
    return (*_lead(book, move), *_followed(book.state, move))


def _lead(book: Book, move: moves.TrickCards) -> Iterator[Condition]:
    state: State = book.state
    hand, led, leader = state.hand, move.cards[0], state.leader
    if suit_of(led) != hand.meaning.trump or hand.trump_is_broken or hand.cards[leader] == 1:
        return
    if move.only_trump:
        text = Text(
            "Leading {card} is allowed only if {seat} holds nothing but {trump}.",
            card=shown(led),
            seat=leader,
            trump=Text(hand.meaning.trump),
        )
        yield Condition(text, BOOK["trump-broken"])
        return
    unknown = [number for number, trick in enumerate(hand.tricks, 1) if trick.trump is None]
    text = Counted(
        "Leading {card} is allowed only if somebody has played a trump; of trick {tricks} it is not known.",
        "Leading {card} is allowed only if somebody has played a trump; of tricks {tricks} it is not known.",
        n=len(unknown),
        card=shown(led),
        tricks=tuple(map(str, unknown)),
    )
    completions = tuple(told for number in unknown for told in _completions(book, number))
    yield Condition(text, BOOK["trump-broken"], completions=completions)


def _completions(book: Book, number: int) -> Iterator[Completion]:
    """Yield trick `number` of the running hand by its winner, told with whether a trump was played in it."""
    steps = enumerate(reversed(tuple(book.standing())))
    tricks = [(step, then) for step, then in steps if isinstance(overridden(then.move), moves.RecordedTrick)]
    step, then = tricks[-len(book.state.hand.tricks) :][number - 1]
    winner = then.state.hand.tricks[-1].winner
    for words, trump in (
        (Text("A trump was played in trick {n}", n=number), True),
        (Text("No trump was played in trick {n}", n=number), False),
    ):
        yield Completion(words, step, moves.TrickClaim(move="trick", winner=winner, trump=trump))


def _followed(state: State, move: moves.TrickCards) -> Iterator[Condition]:
    hand = state.hand
    seen = hand.played | set(hand.face) | set(move.cards)
    unseen = (card for name, card in DECK.items() if name not in seen)
    plays = move.plays(state)
    led = plays[0].card.suit
    for play in on_trust(plays, hand.cards, unseen):
        trick = hand.voids.get((play.seat, led), len(hand.tricks) + 1)
        text = Text(
            "{seat}\u2019s {card} is allowed only if {seat} holds no {led}.",
            seat=play.seat,
            card=shown(play.card.name),
            led=Text(led),
        )
        refuted_by = {"kind": "revoke", "seat": play.seat, "hand": len(state.sums) + 1, "trick": trick}
        yield Condition(text, BOOK["follow-suit"], refuted_by)


def hypothetical(state: State, move: Move, premises: Mapping[str, Any]) -> Hypothetical[State] | str | None:
    """Return a hand in the phase of the move: the running one if that is still to come, else one as it was told."""
    match move:
        case moves.FaceUp() if state.phase != "face-up":
            return Hypothetical(_next(state), Text("For the next hand"))
        case moves.Swap() if state.phase != "discard" and {move.give, move.take} <= DECK.keys():
            return _swap(state, move)
        case moves.Discard() if state.phase != "discard" or state.awaited != move.seat:
            return _discard(state, move)
        case moves.RecordedTrick() if state.phase == "discard":
            return Hypothetical(state.all_thrown(), Text("Once all have thrown"))
        case moves.TrickClaim() if state.phase != "trick":
            return Hypothetical(_in_play(state, ANY_FACE), Text("In a hand that is being played"))
        case moves.TrickCards() if premises or state.phase != "trick":
            return _trick(state, move, premises)
        case moves.CountLeft() if state.phase != "count":
            return _count(state, move)
        case moves.Limit() if state.phase != "limit":
            return Hypothetical(replace(_next(state), dealt=frozenset(state.seats)), Text("Once all have dealt"))
        case moves.Cut() | moves.PointsRuling() if state.phase not in RUNNING:
            return Hypothetical(_next(state).in_hand(face=ANY_FACE), Text("During a hand"))
    return None


def _next(state: State) -> State:
    """Return the next hand before its cards are turned up, whatever was scored."""
    return State(state.options, deal(state.seats, left_of(state.seats, state.hand.dealer)), people=state.people)


def _swap(state: State, move: moves.Swap) -> Hypothetical[State]:
    suit = suit_of(move.take)
    others = (name for name, card in DECK.items() if card.suit == suit and name not in (move.give, move.take))
    text = Text(
        "It is allowed only if all three face-up cards are {suit}, {card} is one of them, and nobody has thrown yet.",
        suit=Text(suit),
        card=shown(move.take),
    )
    there = _next(state).in_hand(face=(move.take, *islice(others, 2)))
    return Hypothetical(there, Text("Before a hand is played"), (Condition(text, BOOK["swap"]),))


def _discard(state: State, move: moves.Discard) -> Hypothetical[State]:
    in_turn = from_left_of(state.seats, state.hand.dealer)
    if state.phase == "discard" and move.seat not in state.hand.thrown:
        thrown = {seat: state.hand.thrown.get(seat, 0) for seat in takewhile(lambda seat: seat != move.seat, in_turn)}
        return Hypothetical(
            state.in_hand(thrown=thrown), Text("When it is {seat}\u2019s turn to throw", seat=move.seat)
        )
    ranks = tuple(rank for rank, (throw, _, _) in HAND_TABLE.items() if throw >= move.count)
    conditions = list[Condition]()
    if move.count and ranks:
        text = Counted(
            "Throwing {n} card is allowed only if card two is one of these: {ranks}.",
            "Throwing {n} cards is allowed only if card two is one of these: {ranks}.",
            n=move.count,
            ranks=ranks,
        )
        conditions.append(Condition(text, BOOK["discard-limit"]))
    two = next(iter(ranks or (rank for rank, (throw, _, _) in HAND_TABLE.items() if throw == MOST_THROWN)))
    there = _next(state)
    before = takewhile(lambda seat: seat != move.seat, from_left_of(state.seats, there.hand.dealer))
    there = there.in_hand(face=("2C", f"{two}D", "2H"), thrown=dict.fromkeys(before, 0))
    return Hypothetical(there, Text("In the next hand"), tuple(conditions))


def _in_play(state: State, face: tuple[str, ...]) -> State:
    """Return the next hand with these cards face up, after a trick of its first leader in which trump was played."""
    there = _next(state).in_hand(face=face)
    return there.with_trick(Trick(there.leader, trump=True))


def _trick(state: State, move: moves.TrickCards, premises: Mapping[str, Any]) -> Hypothetical[State] | str:
    trump, counts = premises.get("trump"), premises.get("counts")
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
    led = move.cards[0] if move.cards else ""
    if led not in DECK or suit_of(led) != trump:
        return Hypothetical(there, when)
    text = Text(
        "Leading {card} is allowed only if a trump was played before in the hand, or {seat} holds nothing else.",
        card=shown(led),
        seat=there.leader,
    )
    return Hypothetical(there, when, (Condition(text, BOOK["trump-broken"]),))


def _count(state: State, move: moves.CountLeft) -> Hypothetical[State]:
    """Suppose that the seat keeps as many cards as one can: the others throw all they may, and it takes each trick."""
    thrown = {seat: MOST_THROWN * (seat != move.seat) for seat in state.seats}
    cards = {seat: IN_HAND - n for seat, n in thrown.items()}
    there = _next(state).in_hand(face=ANY_FACE, thrown=thrown, cards=cards)
    while there.phase == "trick":
        there = there.with_trick(Trick(move.seat))
    text = Counted(
        "It is allowed only if {seat} holds {n} card or more.",
        "It is allowed only if {seat} holds {n} cards or more.",
        seat=move.seat,
        n=move.slough,
    )
    conditions = (Condition(text, BOOK["score"]),) if move.slough else ()
    return Hypothetical(there, Text("Once a hand is over"), conditions)
