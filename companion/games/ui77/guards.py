"""Guards that several moves share: the phase, and cards that can be."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.ruling import Counted, Rejected, Text
from companion.games.tricks import trick_of, unfit
from companion.games.ui77 import rulebook
from companion.games.ui77.deck import deck, shown
from companion.games.ui77.state import State


def not_in(state: State, *phases: str) -> Rejected | None:
    """Rule: not-now. What the table waits for instead, unless it is in one of these phases."""
    return None if state.phase in phases else Rejected(rulebook.NOT_NOW, awaited(state))


def awaited(state: State) -> Text:
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


def not_these(state: State, names: Sequence[str], number: int) -> Rejected | None:
    """Rules: one-card-each, card-in-deck, card-played-once."""
    hand = state.hand
    found = unfit(names, number, deck(), hand.played | set(hand.face))
    if found is None:
        return None
    if found.why == "number":
        because = Counted(
            "{n} card was recorded for {seats} seats.",
            "{n} cards were recorded for {seats} seats.",
            n=len(names),
            seats=number,
        )
        return Rejected(rulebook.ONE_CARD_EACH, because)
    return no_card(found.card) or Rejected(rulebook.CARD_PLAYED_ONCE, _seen(state, found.card))


def no_card(name: str) -> Rejected | None:
    """Rule: card-in-deck."""
    if name in deck():
        return None
    return Rejected(rulebook.CARD_IN_DECK, Text("\u201c{card}\u201d is no card of the deck.", card=name[:40]))


def _seen(state: State, name: str) -> Text:
    if name in state.hand.face:
        return Text("{card} lies face up on the table.", card=shown(name))
    number = trick_of(name, (trick.cards for trick in state.hand.tricks))
    if number is None:
        return Text("{card} stands there twice.", card=shown(name))
    return Text("{card} was played in trick {n}.", card=shown(name), n=number)
