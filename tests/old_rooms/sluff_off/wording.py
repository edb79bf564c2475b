"""What came of a move, in words: for the ledger, and where in the game the table is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.move import Move
from companion.games.sluff_off.edition import WORDS
from companion.games.text import Text, sentences
from tests.old_rooms.sluff_off.moves import Steal, TrickCards, TrickClaim, card_words, trick_won
from tests.old_rooms.sluff_off.state import Round, State, Trick
from tests.old_rooms.sluff_off.trick_play import recorded

# Written out, so that translators' tools find them.
COLOR_WORDS = (Text("red"), Text("blue"), Text("green"), Text("orange"), Text("purple"), Text("yellow"))
TOKEN_WORDS = (Text("white"), Text("black"))


def revoke_words(found: Mapping[str, Any]) -> Text:
    """A revoke that cards have proved, as a sentence."""
    return Text(
        "{seat} did not follow in trick {trick} of round {round}, and trick {shown} shows that {seat} could have. "
        "The table decides what it costs.",
        seat=found["seat"],
        trick=found["trick"],
        round=found["round"],
        shown=found["shown_in"],
    )


def moment(state: State) -> Text | None:
    """The round, and the prediction or the trick that the next move belongs to; nothing after the game."""
    if state.over:
        return None
    number = len(state.sums) + 1
    if state.phase == "prediction":
        return Text("Round {round}, prediction", round=number)
    trick = len(state.round.tricks) + (state.phase == "trick")
    return Text("Round {round}, trick {n}", round=number, n=trick)


def tell(move: Move, before: State) -> Text:
    """The move as a sentence; a second one where a token moves that it does not name."""
    first, second = move.sentence(), None
    if isinstance(move, Steal) and before.round.count(before.setup.centre, "white"):
        second = Text("{seat} gets a white {token}", seat=move.holder, **WORDS)
    if isinstance(move, TrickClaim | TrickCards) and (after := recorded(before, move)):
        trick = after.round.tricks[-1]
        winner = before.setup.seats[trick.winner]
        first = _by_cards(winner, trick) if trick.cards else first
        second = followed(after.round, winner)
    return sentences(first, second)


def followed(after: Round, winner: str) -> Text | None:
    """What the last trick brought its winner at once, unless a token is owed or the Sluffer's holder took it."""
    trick = after.tricks[-1]
    if trick.settled == "black":
        return Text("{seat} takes a black {token}", seat=winner, **WORDS)
    if trick.settled == "nothing" and after.sluffer != trick.winner:
        return Text("No black {token} left: nothing happens", **WORDS)
    return None


def _by_cards(winner: str, trick: Trick) -> Text:
    won = trick_won(winner, trick.led, trick.won_with)
    return Text("{won}: {cards}", won=won, cards=tuple(map(card_words, trick.cards)))
