"""The moves of a prediction: taking tokens, stealing them, taking the Sluffer, and being done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace
from pydantic import Field

from companion.games.move import Plain, Question, SeatName
from companion.games.ruled_move import RuledMove
from companion.games.ruling import Rejected
from companion.games.sluff_off.edition import PLAIN, WORDS
from companion.games.sluff_off.rulebook import BOOK
from companion.games.sluff_off.state import CENTRE, Round, State, Token
from companion.games.text import Counted, Text, sentences

no = BOOK.no

COLOR = Text("Which colour?")
PREDICTING = ("prediction-order", "no-white-or-black-in-prediction")


class Prediction(RuledMove):
    """A move of the seat whose prediction it is."""

    during = ("prediction",)

    def not_now(self, state: State) -> Rejected:
        return no("not-now", Text("The predictions of this round are complete."))

    def refused(self, state: State) -> Rejected | None:
        """Rule: prediction-order."""
        if self.mover == state.predictor:
            return None
        return no("prediction-order", Text("It is {seat}\u2019s turn to predict.", seat=state.predictor))

    def predicting(self, state: State, taken: Round) -> State:
        """Return the state with the token `taken`, which the seat's prediction counts if the rules allow it."""
        counts = state.phase == "prediction" and not self.refused(state)
        return state.with_round(replace(taken, taking=True) if counts else taken)


class Take(Prediction):
    """In its prediction, the seat takes a token from the centre."""

    question = Question(Text("Take a {token}", **WORDS), {"color": COLOR}, ("take-from-centre", *PREDICTING))
    button = Text("Take {color}")
    in_ledger = Text("{seat} took {color} from the centre")

    move: Literal["take"]
    seat: SeatName
    color: Token

    def refused(self, state: State) -> Rejected | None:
        """Rules: prediction-order, no-white-or-black-in-prediction, take-from-centre."""
        if rejected := super().refused(state) or _not_to_be_taken(state, self.color):
            return rejected
        if state.round.count(CENTRE, self.color):
            return None
        none = Text("No {color} {token} is left in the centre.", color=Text(self.color), **WORDS)
        return no("take-from-centre", none)

    def after(self, state: State) -> State:
        return self.predicting(state, state.round.moved(self.color, CENTRE, self.seat))

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        """Offer each colour, from the centre and then from whoever holds it: so people look for one."""
        seat = seat or state.predictor
        for color in state.edition.colors:
            yield {"move": "take", "seat": seat, "color": color}
            for holder in state.seats:
                if holder != seat and state.round.count(holder, color):
                    yield {"move": "steal", "seat": seat, "color": color, "from": holder}


class Steal(Prediction):
    """In its prediction, the seat takes a token from another seat, who gets a white one. `Take` offers it, too."""

    question = Question(
        Text("Steal"),
        {"color": COLOR, "from": Text("From whom?")},
        ("steal-only-when-centre-empty", "steal-needs-holder", "steal-pays-white", *PREDICTING),
    )
    button = Text("Steal {color} from {holder}")
    in_ledger = Text("{seat} took {color} from {holder}")

    move: Literal["steal"]
    seat: SeatName
    color: Token
    holder: SeatName = Field(alias="from")

    def refused(self, state: State) -> Rejected | None:
        """Rules: those of a prediction, steal-only-when-centre-empty, steal-needs-holder, no-white-left."""
        if rejected := super().refused(state) or _not_to_be_taken(state, self.color):
            return rejected
        round_, color = state.round, Text(self.color)
        if left := round_.count(CENTRE, self.color):
            there = Counted(
                "{n} {color} {token} lies in the centre.",
                "{n} {color} {tokens} lie in the centre.",
                n=left,
                color=color,
                **WORDS,
            )
            return no("steal-only-when-centre-empty", there)
        if self.holder == self.seat:
            itself = Text("{seat} cannot take a {token} from {seat}.", seat=self.seat, **WORDS)
            return no("steal-needs-holder", itself)
        if not round_.count(self.holder, self.color):
            none = Text("{seat} holds no {color} {token}.", seat=self.holder, color=color, **WORDS)
            return no("steal-needs-holder", none)
        if round_.count(CENTRE, "white") or state.options.steal_unpaid:
            return None
        unpaid = Text("No white {token} is left in the centre to give {seat} for it.", seat=self.holder, **WORDS)
        return no("no-white-left", unpaid)

    def after(self, state: State) -> State:
        """Rule: steal-pays-white."""
        stolen = state.round.moved(self.color, self.holder, self.seat)
        paid = stolen if stolen is state.round else stolen.moved("white", CENTRE, self.holder)
        return self.predicting(state, paid)

    def told(self, before: State) -> Text:
        pays = before.round.count(CENTRE, "white")
        white = Text("{seat} gets a white {token}", seat=self.holder, **WORDS) if pays else None
        return sentences(self.sentence(), white)


class Sluffer(Prediction):
    """The seat takes the Sluffer instead of predicting."""

    question = Question(
        Text("Take {the_role}", **WORDS), {}, ("sluffer-instead-of-tokens", "one-sluffer", "prediction-order")
    )
    in_ledger = Text("{seat} took {the_role}", **WORDS)

    move: Literal["sluffer"]
    seat: SeatName

    def refused(self, state: State) -> Rejected | None:
        """Rules: prediction-order, one-sluffer, sluffer-instead-of-tokens."""
        if rejected := super().refused(state):
            return rejected
        if state.round.sluffer is not None:
            return no("one-sluffer", _holds_the_role(state.round.sluffer))
        if state.round.taking:
            taken = Text("{seat} has taken a {token} in this prediction.", seat=self.seat, **WORDS)
            return no("sluffer-instead-of-tokens", taken)
        if held := sum(state.round.piles[self.seat].values()):
            holds = Counted("{seat} holds {n} {token}.", "{seat} holds {n} {tokens}.", seat=self.seat, n=held, **WORDS)
            return no("sluffer-instead-of-tokens", holds)
        return None

    def after(self, state: State) -> State:
        """The seat holds the Sluffer and no token; its prediction is over, and so is a turn-in that it owes."""
        round_ = state.round
        if round_.sluffer == self.seat:
            return state
        round_ = replace(round_, sluffer=None)
        for color in state.edition.order:
            round_ = round_.moved(color, self.seat, CENTRE, round_.count(self.seat, color))
        round_ = replace(round_, sluffer=self.seat)
        if state.phase == "prediction" and self.seat == state.predictor:
            round_ = round_.predicted(round_.done + 1)
        elif state.phase == "turn-in" and self.seat == state.leader:
            round_ = round_.settled("nothing")
        return state.with_round(round_)

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        yield {"move": "sluffer", "seat": seat or state.predictor}


class Done(Prediction):
    """The seat's prediction is complete, with any number of tokens."""

    button = Text("Done")
    question = Question(Text("Finish the prediction"), {}, ("prediction-order",))
    in_ledger = Text("{seat} finished the prediction")

    move: Literal["done"]
    seat: SeatName

    def after(self, state: State) -> State:
        """The predictions of the seats before it are over, too."""
        before = state.predictions_before(self.seat, state.round.dealer)
        if state.phase != "prediction" or before < state.round.done:
            return state
        return state.with_round(state.round.predicted(before + 1))

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        yield {"move": "done", "seat": seat or state.predictor}


def _holds_the_role(seat: str) -> Text:
    return Text("{seat} holds {the_role} in this round.", seat=seat, **WORDS)


def _not_to_be_taken(state: State, color: str) -> Rejected | None:
    """Reject white and black; and any token if the seat holds the Sluffer before its turn, as a table may rule."""
    if state.round.sluffer == state.predictor:
        return no("sluffer-instead-of-tokens", _holds_the_role(state.predictor))
    if color not in PLAIN:
        return None
    plain = Text("A {color} {token} predicts no trick.", color=Text(color), **WORDS)
    return no("no-white-or-black-in-prediction", plain)
