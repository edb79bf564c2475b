"""What came of a move, told with the state before it: what real tokens move, and who took the cards."""

from __future__ import annotations

from companion.games.game import Move
from companion.games.ruling import Rejected, Text
from companion.games.sluff_off.moves import Steal, TrickCards, TrickClaim
from companion.games.sluff_off.play import record
from companion.games.sluff_off.state import Round, State, Trick
from companion.games.sluff_off.words import describe


def tell(move: Move, before: State) -> Text:
    """The move as a sentence, and a second one where a token moves that it does not name."""
    if isinstance(move, Steal):
        paid = before.round.count(before.setup.centre, "white")
        gets = Text("{seat} gets a white token", seat=move.holder)
        return Text("{first}. {second}", first=describe(move), second=gets) if paid else describe(move)
    if isinstance(move, TrickClaim | TrickCards):
        after = record(before, move)
        return describe(move) if isinstance(after, Rejected) else _tell_trick(move, after.state)
    return describe(move)


def followed(after: Round, winner: str) -> Text | None:
    """What the last trick brought its winner at once, unless a token is owed or the Sluffer's holder took it."""
    trick = after.tricks[-1]
    if trick.settled == "black":
        return Text("{seat} takes a black token", seat=winner)
    if trick.settled == "nothing" and after.sluffer != trick.winner:
        return Text("No black token is left: nothing happens")
    return None


def _tell_trick(move: TrickClaim | TrickCards, after: State) -> Text:
    trick = after.round.tricks[-1]
    winner = after.setup.seats[trick.winner]
    first = _by_cards(winner, trick) if isinstance(move, TrickCards) else describe(move)
    second = followed(after.round, winner)
    return first if second is None else Text("{first}. {second}", first=first, second=second)


def _by_cards(winner: str, trick: Trick) -> Text:
    return Text(
        "{winner} took a trick in {led} with {won}: {cards}",
        winner=winner,
        led=Text(trick.led),
        won=Text(trick.won_with),
        cards=tuple(_card(name) for name in trick.cards),
    )


def _card(name: str) -> Text:
    color, rank = name.split(" ")
    return Text("{color} {rank}", color=Text(color), rank=rank)
