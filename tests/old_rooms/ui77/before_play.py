"""Guards and effects of what comes before play: the three cards, swaps, discards; and which cards can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from companion.games.ruling import Accepted, Rejected, Ruling
from companion.games.text import Counted, Text
from companion.games.tricks import CardRules, not_these_cards, trick_of
from tests.old_rooms.ui77 import rulebook
from tests.old_rooms.ui77.cards import DECK, shown, suit_of
from tests.old_rooms.ui77.face_up_meaning import FACE_UP
from tests.old_rooms.ui77.moves import Discard, FaceUp, Swap
from tests.old_rooms.ui77.state import Hand, State, Swapped

CARD_RULES = CardRules(rulebook.ONE_CARD_EACH, rulebook.CARD_IN_DECK, rulebook.CARD_PLAYED_ONCE)


def not_these(state: State, names: Sequence[str], number: int) -> Rejected | None:
    """Rules: one-card-each, card-in-deck, card-played-once."""
    seen = state.hand.played.union(state.hand.face)
    return not_these_cards(
        CARD_RULES, names, number, DECK, seen, not_in_deck=_not_in_deck, seen_before=partial(_seen, state)
    )


def no_card(name: str) -> Rejected | None:
    """Rule: card-in-deck."""
    return None if name in DECK else Rejected(rulebook.CARD_IN_DECK, _not_in_deck(name))


def _not_in_deck(name: str) -> Text:
    return Text("\u201c{card}\u201d is no card of the deck.", card=name[:40])


def _seen(state: State, name: str) -> Text:
    if name in state.hand.face:
        return Text("{card} lies face up on the table.", card=shown(name))
    number = trick_of(name, (trick.cards for trick in state.hand.tricks))
    if number is None:
        return Text("{card} stands there twice.", card=shown(name))
    return Text("{card} was played in trick {n}.", card=shown(name), n=number)


def judge_face_up(state: State, move: FaceUp) -> Ruling[State]:
    """Rules: face-up, card-in-deck, card-played-once."""
    if len(move.cards) != FACE_UP:
        because = Counted("{n} card was named.", "{n} cards were named.", n=len(move.cards))
        return Rejected(rulebook.FACE_UP, because)
    return not_these(state, move.cards, FACE_UP) or _with(state, replace(state.hand, face=tuple(move.cards)))


def judge_swap(state: State, move: Swap) -> Ruling[State]:
    """Rules: swap, card-in-deck, card-played-once."""
    hand = state.hand
    rejected = _no_swap(state, move) or _not_that_swap(state, move)
    if rejected:
        return rejected
    face = tuple(move.give if name == move.take else name for name in hand.face)
    swapped = Swapped(state.setup.seats.index(move.seat), move.give, move.take)
    return _with(state, replace(hand, face=face, swaps=(*hand.swaps, swapped)))


def judge_discard(state: State, move: Discard) -> Ruling[State]:
    """Rule: discard-limit. In turn from the dealer's left; none is a number too."""
    turn, most = state.setup.seats[state.awaited or 0], state.hand.meaning.throw
    if move.seat != turn:
        return Rejected(rulebook.DISCARD_LIMIT, Text("It is {seat}\u2019s turn to discard.", seat=turn))
    if move.count > most:
        return Rejected(
            rulebook.DISCARD_LIMIT,
            Counted(
                "With {card} as card two a seat may throw {n} card, not {count}.",
                "With {card} as card two a seat may throw {n} cards, not {count}.",
                card=shown(state.hand.face[1]),
                n=most,
                count=move.count,
            ),
        )
    return _with(state, replace(state.hand, thrown=(*state.hand.thrown, move.count)))


def may_swap(state: State) -> tuple[int, ...]:
    """The seats that may still swap, in turn."""
    hand, setup = state.hand, state.setup
    if state.phase != "discard" or hand.thrown or _suits_differ(hand):
        return ()
    passed = setup.seats_before(hand.swaps[-1].seat, hand.dealer) + 1 if hand.swaps else 0
    return setup.from_left_of(hand.dealer)[passed:]


def _suits_differ(hand: Hand) -> bool:
    return len({suit_of(name) for name in hand.face}) > 1


def _with(state: State, hand: Hand) -> Accepted[State]:
    return Accepted(replace(state, hand=hand))


def _no_swap(state: State, move: Swap) -> Rejected | None:
    """Whether this seat may swap at all."""
    hand, setup = state.hand, state.setup
    if setup.seats.index(move.seat) in may_swap(state):
        return None
    if _suits_differ(hand):
        because = Text("{cards} are not of one suit.", cards=tuple(shown(name) for name in hand.face))
    elif hand.thrown:
        because = Text("{seat} has already discarded.", seat=setup.seats[setup.left_of(hand.dealer)])
    elif any(setup.seats[one.seat] == move.seat for one in hand.swaps):
        because = Text("{seat} has swapped a card in this hand.", seat=move.seat)
    else:
        because = Text(
            "{seat} has swapped, and sits after {other}.", seat=setup.seats[hand.swaps[-1].seat], other=move.seat
        )
    return Rejected(rulebook.SWAP, because)


def _not_that_swap(state: State, move: Swap) -> Rejected | None:
    """Whether these two cards can change places."""
    if rejected := no_card(move.give) or no_card(move.take):
        return rejected
    if move.take not in state.hand.face:
        return Rejected(rulebook.SWAP, Text("{card} does not lie face up.", card=shown(move.take)))
    suit = suit_of(move.take)
    if suit_of(move.give) != suit:
        because = Text("{card} is none of the {suit} that lie face up.", card=shown(move.give), suit=Text(suit))
        return Rejected(rulebook.SWAP, because)
    return not_these(state, [move.give], 1)
