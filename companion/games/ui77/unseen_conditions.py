"""What a trick of Ui77 rests on that the app cannot see: hands, and earlier tricks that were told without cards."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.game import Book
from companion.games.move import Move
from companion.games.ruling import Condition, Tell
from companion.games.text import Counted, Text
from companion.games.tricks import first_void, laid, on_trust
from companion.games.ui77 import rulebook
from companion.games.ui77.cards import DECK, shown, suit_of
from companion.games.ui77.moves import TrickCards, TrickClaim
from companion.games.ui77.state import State, order
from companion.games.upheld import claim_of


def conditions(book: Book, move: Move) -> tuple[Condition, ...]:
    """Rules: trump-broken, follow-suit. None where hands, recorded cards or what was told settle it."""
    if not isinstance(move, TrickCards):
        return ()
    return (*_lead(book, move), *_followed(book.state, move))


def _lead(book: Book, move: TrickCards) -> Iterator[Condition]:
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
    told = enumerate(reversed(tuple(book.standing())))
    tricks = [(step, then) for step, then in told if isinstance(claim_of(then.move), TrickClaim | TrickCards)]
    step, then = tricks[-len(book.state.hand.tricks) :][number - 1]
    winner = then.seats[then.state.hand.tricks[-1].winner]
    for words, trump in (
        (Text("A trump was played in trick {n}", n=number), True),
        (Text("No trump was played in trick {n}", n=number), False),
    ):
        yield Tell(words, step, TrickClaim(move="trick", winner=winner, trump=trump))


def _followed(state: State, move: TrickCards) -> Iterator[Condition]:
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
