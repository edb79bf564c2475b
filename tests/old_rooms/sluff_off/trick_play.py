"""Guards and effects of the tricks: recorded cards, who took a trick, what its winner turns in, revokes."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.games.ruling import Accepted, Rejected, Ruling
from companion.games.sluff_off import rulebook
from companion.games.sluff_off.edition import WORDS
from companion.games.text import Text
from companion.games.tricks import CardRules, Play, laid, not_these_cards, trick_of, watch, winning_play
from tests.old_rooms.sluff_off.moves import MissTurnIn, TrickCards, TrickClaim, TurnIn, card_words
from tests.old_rooms.sluff_off.results import after_trick
from tests.old_rooms.sluff_off.state import Setup, State, Trick, highest_card, order

CARD_RULES = CardRules(rulebook.ONE_CARD_EACH, rulebook.CARD_IN_DECK, rulebook.CARD_PLAYED_ONCE)


def judge_trick(state: State, move: TrickClaim | TrickCards) -> Ruling[State]:
    """Rules: those of `record`; the fifteenth trick may end the round."""
    ruling = record(state, move)
    return ruling if isinstance(ruling, Rejected) else Accepted(after_trick(ruling.state))


def recorded(state: State, move: TrickClaim | TrickCards) -> State | None:
    """The state with the trick and with what it brings at once, before the round may end; None where it cannot be."""
    ruling = record(state, move) if state.phase == "trick" else None
    return ruling.state if isinstance(ruling, Accepted) else None


def record(state: State, move: TrickClaim | TrickCards) -> Ruling[State]:
    """The trick written down and, where nothing is owed, settled; the round goes on in any case.

    Rules: winning-color, and those of recorded cards.
    """
    if isinstance(move, TrickCards):
        written = _by_cards(state, move)
        return written if isinstance(written, Rejected) else Accepted(_settled_at_once(written.state))
    trump = state.setup.edition.trump
    if move.won_with not in (move.led, trump):
        return Rejected(rulebook.WINNING_COLOR, _what_wins(move, trump))
    return Accepted(record_claim(state, move))


def record_claim(state: State, move: TrickClaim) -> State:
    """The state with a trick by its result, which has been judged; settled where its winner has nothing to choose."""
    trick = Trick(state.setup.seats.index(move.winner), move.led, move.won_with)
    return _settled_at_once(replace(state, round=replace(state.round, tricks=(*state.round.tricks, trick))))


def _what_wins(move: TrickClaim, trump: str) -> Text:
    led, won = Text(move.led), Text(move.won_with)
    if move.led == trump:
        return Text("A trick led in {trump} is won by {trump}, not by {won}.", won=won, **WORDS)
    return Text("A trick led in {led} is won by {led} or by {trump}, not by {won}.", led=led, won=won, **WORDS)


def _by_cards(state: State, move: TrickCards) -> Ruling[State]:
    """A trick by its cards, written down but not yet settled.

    Rules: one-card-each, card-in-deck, card-played-once, result-matches-cards, revoke.
    """
    setup = state.setup
    rejected = not_these_cards(
        CARD_RULES,
        move.cards,
        len(setup.seats),
        setup.deck,
        state.round.played,
        not_in_deck=partial(_not_in_deck, setup),
        seen_before=partial(_played_before, state),
    )
    if rejected:
        return rejected
    plays = laid(order(state), move.cards, setup.deck)
    won = winning_play(plays, setup.edition.trump)
    led, told = plays[0].card.suit, move.plain()
    result = {"winner": won.seat, "led": led, "won_with": won.card.suit}
    if any(told.get(key, value) != value for key, value in result.items()):
        return Rejected(
            rulebook.RESULT_MATCHES_CARDS,
            Text(
                "With these cards {seat} wins the trick, led in {led}, with {color} {rank}.",
                seat=won.seat,
                led=Text(led),
                color=Text(won.card.suit),
                rank=won.card.rank,
            ),
        )
    trick = Trick(setup.seats.index(won.seat), led, won.card.suit, tuple(move.cards))
    return Accepted(_watched(state, trick, plays))


def _watched(state: State, trick: Trick, plays: list[Play]) -> State:
    voids, found = watch(state.round.voids, len(state.round.tricks) + 1, plays, state.setup.excused_color)
    round_ = replace(
        state.round,
        tricks=(*state.round.tricks, trick),
        voids=voids,
        played=state.round.played | set(trick.cards),
    )
    proven = tuple((len(state.sums) + 1, revoke) for revoke in found)
    return replace(state, round=round_, revokes=state.revokes + proven)


def _not_in_deck(setup: Setup, name: str) -> Text:
    return Text(
        "With {seats} seats the cards run from 1 to {highest} in {colors:and}; \u201c{card}\u201d is none of them.",
        seats=len(setup.seats),
        highest=highest_card(len(setup.seats)),
        colors=_words(setup.edition.colors),
        card=name[:40],
    )


def _played_before(state: State, name: str) -> Text:
    number = trick_of(name, (trick.cards for trick in state.round.tricks))
    if number is None:
        return Text("{card} stands twice in this trick.", card=card_words(name))
    return Text("{card} was played in trick {n}.", card=card_words(name), n=number)


def _settled_at_once(state: State) -> State:
    """With what the new trick does at once: the Sluffer's holder owes nothing; who can pay nothing takes a black."""
    winner, centre = state.leader, state.setup.centre
    if state.round.sluffer == winner:
        return settle(state, "nothing")
    if payable(state):
        return state
    if not state.round.count(centre, "black"):
        return settle(state, "nothing")
    return settle(replace(state, round=state.round.moved("black", centre, winner)), "black")


def judge_turn_in(state: State, move: TurnIn) -> Ruling[State]:
    """Rules: turn-in-by-winner, turn-in-fits-trick, white-is-wild, white-with-match."""
    rejected = _not_the_winner(state, move) or _does_not_fit(state, move)
    if rejected:
        return rejected
    paid = state.round.moved(move.color, state.leader, state.setup.centre)
    return Accepted(after_trick(settle(replace(state, round=paid), move.color)))


def judge_miss(state: State, move: MissTurnIn) -> Ruling[State]:
    """Rule: missed-turn-in. The token stays where it is."""
    return _not_the_winner(state, move) or Accepted(after_trick(settle(state, "missed")))


def fitting(trick: Trick) -> tuple[str, ...]:
    """The coloured tokens that fit a trick (rule turn-in-fits-trick)."""
    return tuple(dict.fromkeys((trick.won_with, trick.led)))


def payable(state: State) -> tuple[str, ...]:
    """The tokens that the last trick's winner holds and may turn in (white-is-wild, white-with-match)."""
    trick = state.round.tricks[-1]
    match = tuple(color for color in fitting(trick) if state.round.count(trick.winner, color))
    white = state.round.count(trick.winner, "white") and (not match or state.setup.options.white_with_match)
    return (*match, "white") if white else match


def settle(state: State, how: str) -> State:
    """The latest trick is settled; `how` is a colour, "missed", or another of `Trick`'s words for it."""
    *earlier, last = state.round.tricks
    return replace(state, round=replace(state.round, tricks=(*earlier, replace(last, settled=how))))


def _not_the_winner(state: State, move: TurnIn | MissTurnIn) -> Rejected | None:
    tricks, seats = state.round.tricks, state.setup.seats
    winner = seats[tricks[-1].winner]
    if move.seat == winner:
        return None
    because = Text("{winner} took trick {n}, not {seat}.", winner=winner, n=len(tricks), seat=move.seat)
    return Rejected(rulebook.TURN_IN_BY_WINNER, because)


def _does_not_fit(state: State, move: TurnIn) -> Rejected | None:
    trick, allowed = state.round.tricks[-1], payable(state)
    if move.color in allowed:
        return None
    if not state.round.count(trick.winner, move.color):
        because = Text("{seat} holds no {color} {token}.", seat=move.seat, color=Text(move.color), **WORDS)
    elif move.color == "white":
        return Rejected(
            rulebook.WHITE_WITH_MATCH,
            Text("{seat} holds a {token} that matches: {colors}.", seat=move.seat, colors=_words(allowed), **WORDS),
        )
    else:
        because = Text(
            "Trick {n} was led in {led} and won with {won}; {color} does not fit it.",
            n=len(state.round.tricks),
            led=Text(trick.led),
            won=Text(trick.won_with),
            color=Text(move.color),
        )
    return Rejected(rulebook.TURN_IN_FITS_TRICK, because)


def _words(colors: tuple[str, ...]) -> tuple[Text, ...]:
    return tuple(Text(color) for color in colors)
