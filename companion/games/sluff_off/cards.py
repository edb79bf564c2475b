"""Recorded cards: are they of this deck, who took the trick, and does a later card prove a revoke."""

from __future__ import annotations

from dataclasses import replace

from companion.games.ruling import Accepted, Counted, Rejected, Ruling, Text
from companion.games.sluff_off import rulebook
from companion.games.sluff_off.moves import TrickCards
from companion.games.sluff_off.state import HIGHEST_CARD, TRUMP, State, Trick, deck
from companion.games.tricks import Play, Unfit, laid, trick_of, unfit, watch, winning_play


def judge_cards(state: State, move: TrickCards) -> Ruling[State]:
    """A trick by its cards, recorded but not yet settled.

    Rules: one-card-each, card-in-deck, card-played-once, result-matches-cards, revoke.
    """
    rejected = _not_these_cards(state, move)
    if rejected:
        return rejected
    plays = _plays(state, move)
    won = winning_play(plays, TRUMP)
    led = plays[0].card.suit
    claimed = {"winner": won.seat, "led": led, "won_with": won.card.suit} | move.plain()
    if (claimed["winner"], claimed["led"], claimed["won_with"]) != (won.seat, led, won.card.suit):
        return Rejected(
            rulebook.RESULT_MATCHES_CARDS,
            Text(
                "By these cards {seat} takes the trick, led in {led}, with {color} {rank}.",
                seat=won.seat,
                led=Text(led),
                color=Text(won.card.suit),
                rank=won.card.rank,
            ),
        )
    trick = Trick(state.setup.seats.index(won.seat), led, won.card.suit, tuple(move.cards))
    return Accepted(_watched(state, trick, plays))


def _plays(state: State, move: TrickCards) -> list[Play]:
    setup = state.setup
    order = [setup.seats[setup.left_of(state.leader, i)] for i in range(len(setup.seats))]
    return laid(order, move.cards, deck(len(order)))


def _watched(state: State, trick: Trick, plays: list[Play]) -> State:
    number, excused = len(state.round.tricks) + 1, TRUMP if state.setup.options.trump_any_time else None
    voids, found = watch(state.round.voids, number, plays, excused)
    round_ = replace(
        state.round,
        tricks=(*state.round.tricks, trick),
        voids=voids,
        played=state.round.played | set(trick.cards),
    )
    proven = tuple((len(state.sums) + 1, revoke) for revoke in found)
    return replace(state, round=round_, revokes=state.revokes + proven)


def _not_these_cards(state: State, move: TrickCards) -> Rejected | None:
    seats = len(state.setup.seats)
    found = unfit(move.cards, seats, deck(seats), state.round.played)
    if found is None:
        return None
    if found.why == "number":
        return Rejected(
            rulebook.ONE_CARD_EACH,
            Counted(
                "{n} card was recorded for {seats} seats.",
                "{n} cards were recorded for {seats} seats.",
                n=len(move.cards),
                seats=seats,
            ),
        )
    if found.why == "no-card":
        return Rejected(rulebook.CARD_IN_DECK, _not_in_deck(seats, found))
    return Rejected(rulebook.CARD_PLAYED_ONCE, _played_before(state, found.card))


def _not_in_deck(seats: int, found: Unfit) -> Text:
    return Text(
        "With {seats} seats the cards run from 1 to {highest} in red, blue, green, orange and purple; "
        "\u201c{card}\u201d is none of them.",
        seats=seats,
        highest=HIGHEST_CARD[seats],
        card=found.card[:40],
    )


def _played_before(state: State, name: str) -> Text:
    number = trick_of(name, (trick.cards for trick in state.round.tricks))
    if number is None:
        return Text("{card} stands twice in this trick.", card=name)
    return Text("{card} was played in trick {n}.", card=name, n=number)
