"""Guards and effects of the tricks: who took one, and what its winner turns in."""

from __future__ import annotations

from dataclasses import replace

from companion.games.ruling import Accepted, Rejected, Ruling, Text
from companion.games.sluff_off import rulebook
from companion.games.sluff_off.cards import judge_cards
from companion.games.sluff_off.moves import MissTurnIn, TrickCards, TrickClaim, TurnIn
from companion.games.sluff_off.round_end import after_trick
from companion.games.sluff_off.state import TRUMP, Round, State, Trick


def judge_trick(state: State, move: TrickClaim | TrickCards) -> Ruling[State]:
    """Rules: those of `record`; the fifteenth trick may end the round."""
    ruling = record(state, move)
    return ruling if isinstance(ruling, Rejected) else Accepted(after_trick(ruling.state))


def record(state: State, move: TrickClaim | TrickCards) -> Ruling[State]:
    """The trick written down and, where nothing is owed, settled; the round goes on in any case.

    Rules: turn-in-before-next-trick, winning-color, and those of recorded cards.
    """
    if state.phase == "prediction":
        return Rejected(rulebook.NOT_NOW, Text("{seat} has yet to predict.", seat=state.setup.seats[state.predictor]))
    if state.phase == "turn-in":
        return Rejected(
            rulebook.TURN_IN_BEFORE_NEXT_TRICK,
            Text(
                "{seat} has yet to turn in a token for trick {n}.",
                seat=state.setup.seats[state.leader],
                n=len(state.round.tricks),
            ),
        )
    if isinstance(move, TrickCards):
        read = judge_cards(state, move)
        return read if isinstance(read, Rejected) else Accepted(_recorded(read.state))
    if move.won_with not in (move.led, TRUMP):
        return Rejected(rulebook.WINNING_COLOR, _what_wins(move))
    trick = Trick(state.setup.seats.index(move.winner), move.led, move.won_with)
    return Accepted(_recorded(_with(state, replace(state.round, tricks=(*state.round.tricks, trick)))))


def _what_wins(move: TrickClaim) -> Text:
    led, won = Text(move.led), Text(move.won_with)
    if move.led == TRUMP:
        return Text("A trick led in blue is won by blue, not by {won}.", won=won)
    return Text("A trick led in {led} is won by {led} or by blue, not by {won}.", led=led, won=won)


def judge_turn_in(state: State, move: TurnIn) -> Ruling[State]:
    """Rules: turn-in-by-winner, turn-in-fits-trick, white-is-wild, white-with-match."""
    rejected = _nothing_owed_by(state, move) or _does_not_fit(state, move)
    if rejected:
        return rejected
    paid = state.round.moved(move.color, state.leader, state.setup.centre)
    return Accepted(after_trick(_settle(_with(state, paid), move.color)))


def judge_miss(state: State, move: MissTurnIn) -> Ruling[State]:
    """Rule: missed-turn-in. The token stays where it is."""
    return _nothing_owed_by(state, move) or Accepted(after_trick(_settle(state, "missed")))


def fitting(trick: Trick) -> tuple[str, ...]:
    """The coloured tokens that fit a trick (rule turn-in-fits-trick)."""
    return tuple(dict.fromkeys((trick.won_with, trick.led)))


def payable(state: State) -> tuple[str, ...]:
    """The tokens that the last trick's winner holds and may turn in (white-is-wild, white-with-match)."""
    trick = state.round.tricks[-1]
    match = tuple(color for color in fitting(trick) if state.round.count(trick.winner, color))
    white = state.round.count(trick.winner, "white") and (not match or state.setup.options.white_with_match)
    return (*match, "white") if white else match


def _recorded(state: State) -> State:
    """What a trick does at once: nothing is asked of the Sluffer's holder; who can pay nothing takes a black."""
    winner, centre = state.leader, state.setup.centre
    if state.round.sluffer == winner:
        return _settle(state, "nothing")
    if payable(state):
        return state
    if not state.round.count(centre, "black"):
        return _settle(state, "nothing")
    return _settle(_with(state, state.round.moved("black", centre, winner)), "black")


def _settle(state: State, how: str) -> State:
    *earlier, last = state.round.tricks
    return _with(state, replace(state.round, tricks=(*earlier, replace(last, settled=how))))


def _with(state: State, round_: Round) -> State:
    return replace(state, round=round_)


def _nothing_owed_by(state: State, move: TurnIn | MissTurnIn) -> Rejected | None:
    # A late turn-in, or one by the Sluffer's holder, comes in another phase: not-now, whatever the reason.
    tricks, seats = state.round.tricks, state.setup.seats
    if state.phase == "turn-in":
        if move.seat == seats[tricks[-1].winner]:
            return None
        return Rejected(
            rulebook.TURN_IN_BY_WINNER,
            Text(
                "{winner} took trick {n}, not {seat}.",
                winner=seats[tricks[-1].winner],
                n=len(tricks),
                seat=move.seat,
            ),
        )
    return Rejected(rulebook.NOT_NOW, _why_nothing_is_owed(state))


def _why_nothing_is_owed(state: State) -> Text:
    """Why the phase is not turn-in, told by what became of the last trick (a late turn-in is the usual reason)."""
    tricks, seats = state.round.tricks, state.setup.seats
    if not tricks:
        return Text("No token is owed at the moment.")
    winner, n = seats[tricks[-1].winner], len(tricks)
    if tricks[-1].settled == "missed":
        return Text("{seat} led on after trick {n} without turning in; that cannot be made up.", seat=winner, n=n)
    if tricks[-1].settled == "black":
        return Text("{seat} held nothing that fits trick {n} and has taken a black token for it.", seat=winner, n=n)
    if tricks[-1].winner == state.round.sluffer:
        return Text("{seat} took trick {n} and holds the Sluffer, who pays nothing.", seat=winner, n=n)
    return Text("Trick {n} is settled; no token is owed at the moment.", n=n)


def _does_not_fit(state: State, move: TurnIn) -> Rejected | None:
    trick, allowed = state.round.tricks[-1], payable(state)
    if move.color in allowed:
        return None
    if not state.round.count(trick.winner, move.color):
        because = Text("{seat} holds no {color} token.", seat=move.seat, color=Text(move.color))
    elif move.color == "white":
        return Rejected(
            rulebook.WHITE_WITH_MATCH,
            Text("{seat} holds a token that matches: {colors}.", seat=move.seat, colors=_words(allowed)),
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
