"""The moves of the tricks: who took one, and what its winner turns in; and what the table rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, Self

from msgspec.structs import replace
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from companion.games import tricks
from companion.games.move import CardName, Means, Plain, Question, Reason, SeatName, Strict, TableRuling
from companion.games.people import Seat
from companion.games.ruled_move import RuledMove, not_each_seat
from companion.games.ruling import Rejected
from companion.games.sluff_off.edition import WORDS
from companion.games.sluff_off.prediction import COLOR
from companion.games.sluff_off.rulebook import BOOK
from companion.games.sluff_off.state import CENTRE, TRICKS, Round, State, Token, Trick, deal, highest_card
from companion.games.text import Counted, Text, sentences
from companion.games.tricks import laid, not_one_each, trick_of, watch, winning_play

no = BOOK.no

Color = Literal["red", "blue", "green", "orange", "purple", "yellow"]
COLOR_WORDS = (Text("red"), Text("blue"), Text("green"), Text("orange"), Text("purple"), Text("yellow"))
TOKEN_WORDS = (Text("white"), Text("black"))  # both written out, so that translators' tools find them
A_TRICK: Mapping[str, Text] = {
    "red": Text("a red trick"),
    "blue": Text("a blue trick"),
    "green": Text("a green trick"),
    "orange": Text("an orange trick"),
    "purple": Text("a purple trick"),
    "yellow": Text("a yellow trick"),
}
"""For each colour, a trick led in it, with the article that the word needs."""
TURNING_IN = ("turn-in-is-owed", "turn-in-by-winner")


def trick_claim(winner: str, led: str, won_with: str) -> Plain:
    """Return a `TrickClaim` as JSON has it."""
    return {"move": "trick", "winner": winner, "led": led, "won_with": won_with}


def turn_in(winner: str, color: str) -> Plain:
    """Return a `TurnIn` as JSON has it."""
    return {"move": "turn_in", "seat": winner, "color": color}


def card_words(name: str) -> Text | str:
    """Return a card in words ("blue 7"), or what was typed if that names none."""
    color, _, rank = name.partition(" ")
    return Text("{color} {rank}", color=Text(color), rank=rank) if color in A_TRICK else name


def color_words(colors: tuple[str, ...]) -> tuple[Text, ...]:
    return tuple(map(Text, colors))


def trick_won(winner: str, led: str | None, won_with: str | None) -> Text:
    """Tell who won a trick, the colour it was led in, and the colour that won if that is another, if they are known."""
    if led is None or won_with is None:
        return Text("{winner} won a trick", winner=winner)
    if led == won_with:
        return Text("{winner} won {trick}", winner=winner, trick=A_TRICK[led])
    return Text("{winner} won {trick} with {won}", winner=winner, trick=A_TRICK[led], won=Text(won_with))


def followed(after: Round) -> Text | None:
    """Tell what the last trick brought its winner at once, unless a token is owed or the Sluffer's holder took it."""
    trick = after.tricks[-1]
    if trick.settled == "black":
        return Text("{seat} takes a black {token}", seat=trick.winner, **WORDS)
    if trick.settled == "nothing" and after.sluffer != trick.winner:
        return Text("No black {token} left: nothing happens", **WORDS)
    return None


def payable(state: State, trick: Trick) -> tuple[str, ...]:
    """Return the tokens that the trick's winner holds and may turn in.

    Rules: white-is-wild, white-with-match, colors-untold.
    """
    pile = state.round.piles[trick.winner]
    if trick.led is None:
        return tuple([token for token in (*state.edition.colors, "white") if pile[token]])
    match = tuple([color for color in trick.fitting if pile[color]])
    white = pile["white"] and (not match or state.options.white_with_match)
    return (*match, "white") if white else match


def returned(state: State, winner: Seat) -> tuple[str, ...]:
    """Return the colours that may go back for a trick that this seat wins with the colour that was led.

    The trump is not among them: it may have been played on any colour.
    """
    if winner == state.round.sluffer:
        return ()
    pile, trump = state.round.piles[winner], state.edition.trump
    return tuple([color for color in state.edition.colors if color != trump and pile[color]])


class TrickMove(RuledMove):
    """A trick has been played, and somebody took it. How that is told differs: by its result, or by its cards."""

    entered_by = "anyone"
    during = ("trick",)

    def result(self, state: State) -> Trick | None:
        """Return the trick as it was told; None if that leaves open who took it."""
        raise NotImplementedError

    def recorded(self, state: State) -> State | None:
        """Return the state with the trick and what it brings, before the round may end; None if it is refused."""
        trick = None if state.phase != "trick" or self.refused(state) else self.result(state)
        return None if trick is None else _with_trick(state, trick)

    def not_now(self, state: State) -> Rejected:
        """Rules: not-now, turn-in-before-next-trick."""
        if state.phase == "prediction":
            return no("not-now", Text("{seat} has yet to predict.", seat=state.predictor))
        n = len(state.round.tricks)
        owed = Text("{seat} has yet to turn in a {token} for trick {n}.", seat=state.leader, n=n, **WORDS)
        return no("turn-in-before-next-trick", owed)

    def after(self, state: State) -> State:
        """If the table lets it stand: the predictions are over, a turn-in that was owed is missed, no card is seen."""
        after = self.recorded(state)
        if after is None and len(state.round.tricks) < TRICKS:
            round_ = state.round.predicted(len(state.seats))
            ready = replace(state, round=round_.settled("missed") if state.phase == "turn-in" else round_)
            trick = self.result(ready)
            after = None if trick is None else _with_trick(ready, replace(trick, cards=()))
        return state if after is None else after.with_round(after.round)

    def told(self, before: State) -> Text:
        after = self.recorded(before)
        if after is None:
            return self.sentence()
        trick, first = after.round.tricks[-1], self.sentence()
        if trick.cards:
            won = trick_won(trick.winner, trick.led, trick.won_with)
            first = Text("{won}: {cards}", won=won, cards=tuple(map(card_words, trick.cards)))
        return sentences(first, followed(after.round))


class TrickClaim(TrickMove):
    """Who took the trick, the colour it was led in, and the colour that won it; neither if nobody tells the colours."""

    question = Question(
        Text("Record a trick"),
        {
            "winner": Text("Who took it?"),
            "led": Text("Which colour was led?"),
            "won_with": Text("Which colour won?"),
        },
        ("winning-color", "turn-in-before-next-trick"),
    )

    move: Literal["trick"]
    winner: SeatName
    led: Color | None = None
    won_with: Color | None = None

    @model_validator(mode="after")
    def _both_or_neither(self) -> Self:
        if (self.led is None) != (self.won_with is None):
            key = "won_with" if self.led else "led"
            raise PydanticCustomError("missing", "one colour without the other", {"key": key})
        return self

    def label(self) -> Text:
        """ "Mary took it: led red, won with blue"."""
        if self.led is None or self.won_with is None:
            return Text("{winner} took it", winner=self.winner)
        if self.led == self.won_with:
            return Text("{winner} took it: led {led}", winner=self.winner, led=Text(self.led))
        won = Text(self.won_with)
        return Text("{winner} took it: led {led}, won with {won}", winner=self.winner, led=Text(self.led), won=won)

    def sentence(self) -> Text:
        return trick_won(self.winner, self.led, self.won_with)

    def result(self, state: State) -> Trick:
        return _told(state, self.winner, self.led, self.won_with)

    def refused(self, state: State) -> Rejected | None:
        """Rule: winning-color."""
        trump = state.edition.trump
        if self.led is None or self.won_with is None or self.won_with in (self.led, trump):
            return None
        led, won = Text(self.led), Text(self.won_with)
        if self.led == trump:
            return no(
                "winning-color", Text("A trick led in {trump} is won by {trump}, not by {won}.", won=won, **WORDS)
            )
        not_by = Text("A trick led in {led} is won by {led} or by {trump}, not by {won}.", led=led, won=won, **WORDS)
        return no("winning-color", not_by)

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        for winner in state.seats:
            for led in state.edition.colors:
                for won_with in dict.fromkeys((led, state.edition.trump)):
                    yield trick_claim(winner, led, won_with)


class TrickCards(TrickMove):
    """The cards of a trick in the order played; what else is claimed must agree with them."""

    marker = "cards"
    button = Text("Record trick")
    question = Question(
        Text("Who takes this trick?"),
        {
            "cards": Text("The cards, the leader\u2019s first"),
            "winner": Text("Who says they won?"),
            "led": Text("Which colour do they say was led?"),
            "won_with": Text("Which colour do they say won?"),
        },
        ("result-matches-cards", "one-card-each", "follow-suit"),
    )

    move: Literal["trick"]
    cards: Annotated[list[CardName], Means("one-a-seat")]
    winner: SeatName | None = None
    led: Color | None = None
    won_with: Color | None = None

    def sentence(self) -> Text:
        return Text("Trick by its cards: {cards}", cards=tuple(map(card_words, self.cards)))

    def result(self, state: State) -> Trick | None:
        """Return the trick that its cards make, or else the one that was told beside them."""
        if len(self.cards) == len(state.seats) and state.deck.keys() >= set(self.cards):
            plays = laid(state.order, self.cards, state.deck)
            won = winning_play(plays, state.edition.trump)
            return Trick(won.seat, plays[0].card.suit, won.card.suit, tuple(self.cards))
        if self.winner and self.led:
            return _told(state, self.winner, self.led, self.won_with)
        return None

    def refused(self, state: State) -> Rejected | None:
        """Rules: one-card-each, card-in-deck, card-played-once, result-matches-cards."""
        seats, cards = len(state.seats), self.cards
        if len(cards) != seats:
            return no("one-card-each", not_one_each(len(cards), seats))
        for name in cards:
            if name not in state.deck:
                strange = Text(
                    "With {seats} seats the cards run from 1 to {highest} in {colors:and}; "
                    "\u201c{card}\u201d is none of them.",
                    seats=seats,
                    highest=highest_card(seats),
                    colors=color_words(state.edition.colors),
                    card=name[:40],
                )
                return no("card-in-deck", strange)
        for i, name in enumerate(cards):
            if n := trick_of(name, state.round.tricks):
                return no("card-played-once", Text("{card} was played in trick {n}.", card=card_words(name), n=n))
            if name in cards[:i]:
                return no("card-played-once", Text("{card} stands twice in this trick.", card=card_words(name)))
        plays = laid(state.order, cards, state.deck)
        led, won = plays[0].card.suit, winning_play(plays, state.edition.trump)
        told = ((self.winner, won.seat), (self.led, led), (self.won_with, won.card.suit))
        if all(said in (None, shown) for said, shown in told):
            return None
        shows = Text(
            "With these cards {seat} wins the trick, led in {led}, with {color} {rank}.",
            seat=won.seat,
            led=Text(led),
            color=Text(won.card.suit),
            rank=won.card.rank,
        )
        return no("result-matches-cards", shows)


def _told(state: State, winner: Seat, led: str | None, won_with: str | None) -> Trick:
    return Trick(winner, led, won_with if won_with == state.edition.trump else led)


def _with_trick(state: State, trick: Trick) -> State:
    """Return the state with a trick more, what its cards prove, and what it brings at once.

    The Sluffer's holder owes nothing; who can turn in nothing takes a black token, if there is one.
    """
    round_, voids, played, revokes = state.round, state.round.voids, state.round.played, state.revokes
    if trick.cards:
        played = played.union(trick.cards)
        plays = laid(state.order, trick.cards, state.deck)
        voids, proved = watch(voids, len(state.sums) + 1, len(round_.tricks) + 1, plays, state.excused_color)
        revokes += proved
    if round_.sluffer == trick.winner:
        trick = replace(trick, settled="nothing")
    elif not payable(state, trick):
        blackened = round_.moved("black", CENTRE, trick.winner)
        trick = replace(trick, settled="nothing" if blackened is round_ else "black")
        round_ = blackened
    round_ = replace(round_, tricks=(*round_.tricks, trick), voids=voids, played=played)
    return replace(state, round=round_, revokes=revokes)


class WinnersMove(RuledMove):
    """What the trick's winner makes of the turn-in that it owes."""

    during = ("turn-in",)

    def not_now(self, state: State) -> Rejected:
        """Say why nothing is owed, by what became of the last trick; a late turn-in is the usual reason."""
        if not state.round.tricks:
            return no("not-now", Text("No {token} is owed at the moment.", **WORDS))
        trick, n = state.round.tricks[-1], len(state.round.tricks)
        winner = trick.winner
        if trick.settled == "missed":
            late = Text("{seat} led on after trick {n} without turning in; now it is too late.", seat=winner, n=n)
            return no("not-now", late)
        if trick.settled == "black":
            black = Text(
                "{seat} held nothing that fits trick {n} and has taken a black {token} for it.",
                seat=winner,
                n=n,
                **WORDS,
            )
            return no("not-now", black)
        if winner == state.round.sluffer:
            role = Text("{seat} took trick {n} and holds {the_role}, who pays nothing.", seat=winner, n=n, **WORDS)
            return no("not-now", role)
        return no("not-now", Text("Trick {n} is settled; no {token} is owed at the moment.", n=n, **WORDS))

    def refused(self, state: State) -> Rejected | None:
        """Rule: turn-in-by-winner."""
        winner, n = state.leader, len(state.round.tricks)
        if self.mover == winner:
            return None
        took = Text("{winner} took trick {n}, not {seat}.", winner=winner, n=n, seat=str(self.mover))
        return no("turn-in-by-winner", took)


class TrickPremises(Strict):
    """What a question about a turn-in has to tell of its trick, if none is waiting for one."""

    led: Color
    won_with: Color


class TurnIn(WinnersMove):
    """The trick's winner puts a token back in the centre."""

    question = Question(
        Text("Turn in"),
        {"color": COLOR, "led": Text("Which colour was led?"), "won_with": Text("Which colour won?")},
        ("turn-in-fits-trick", "white-is-wild", "white-with-match", *TURNING_IN),
        TrickPremises,
    )
    button = Text("Turn in {color}")
    in_ledger = Text("{seat} turned in {color}")

    move: Literal["turn_in"]
    seat: SeatName
    color: Token

    def refused(self, state: State) -> Rejected | None:
        """Rules: turn-in-by-winner, turn-in-fits-trick, white-is-wild, white-with-match."""
        if rejected := super().refused(state):
            return rejected
        trick, color = state.round.tricks[-1], Text(self.color)
        allowed = payable(state, trick)
        if self.color in allowed:
            return None
        if not state.round.count(self.seat, self.color):
            none = Text("{seat} holds no {color} {token}.", seat=self.seat, color=color, **WORDS)
            return no("turn-in-fits-trick", none)
        if self.color == "white":
            colors = color_words(allowed)
            match = Text("{seat} holds a {token} that matches: {colors}.", seat=self.seat, colors=colors, **WORDS)
            return no("white-with-match", match)
        if trick.led is None or trick.won_with is None:
            return no("turn-in-fits-trick", Text("A black {token} is never turned in.", **WORDS))
        strange = Text(
            "Trick {n} was led in {led} and won with {won}; {color} does not fit it.",
            n=len(state.round.tricks),
            led=Text(trick.led),
            won=Text(trick.won_with),
            color=color,
        )
        return no("turn-in-fits-trick", strange)

    def after(self, state: State) -> State:
        """If the table lets it stand: what was owed is settled by this token, or missed if it was not there."""
        round_ = state.round.moved(self.color, self.seat, CENTRE)
        if state.phase == "turn-in":
            round_ = round_.settled("missed" if round_ is state.round else self.color)
        return state.with_round(round_)

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        for token in state.edition.order:
            if state.round.count(state.leader, token):
                yield turn_in(seat or state.leader, token)


class TakeBlack(WinnersMove):
    """The winner of a trick whose colours nobody told has nothing that fits it, and takes a black token."""

    button = Text("Take a black {token}", **WORDS)
    question = Question(
        Text("Take a black {token} instead", **WORDS), {}, ("colors-untold", "black-when-nothing-fits", *TURNING_IN)
    )

    move: Literal["take_black"]
    seat: SeatName

    def sentence(self) -> Text:
        return Text("{seat} had nothing that fits, and takes a black {token}", seat=self.seat, **WORDS)

    def refused(self, state: State) -> Rejected | None:
        """Rules: turn-in-by-winner, turn-in-is-owed, colors-untold."""
        if rejected := super().refused(state):
            return rejected
        trick = state.round.tricks[-1]
        if trick.led is None and not state.round.count(self.seat, "white"):
            return None
        fits = color_words(("white",) if trick.led is None else payable(state, trick))
        return no("turn-in-is-owed", Text("{seat} holds what fits: {colors}.", seat=self.seat, colors=fits))

    def after(self, state: State) -> State:
        if state.phase != "turn-in":
            return state
        blackened = state.round.moved("black", CENTRE, self.seat)
        return state.with_round(blackened.settled("nothing" if blackened is state.round else "black"))

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        if state.round.tricks[-1].led is None:
            yield {"move": "take_black", "seat": seat or state.leader}


class MissTurnIn(WinnersMove):
    """The trick's winner led on without turning in: the token stays where it is."""

    slip = Text(
        "This is a slip; the {token} you keep counts in the end: 2 points, or 4 if it is white.",
        **WORDS,
    )
    button = Text("Forgot to turn in")
    question = Question(Text("Forget to turn in"), {}, ("missed-turn-in", *TURNING_IN))
    in_ledger = Text("{seat} forgot to turn in")

    move: Literal["miss_turn_in"]
    seat: SeatName

    def after(self, state: State) -> State:
        return state.with_round(state.round.settled("missed")) if state.phase == "turn-in" else state

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        yield {"move": "miss_turn_in", "seat": seat or state.leader}


class Result(RuledMove):
    """The running round told by what lies before the seats when it is over. Source: TRANSCRIPTS, sluff-off."""

    entered_by = "anyone"
    asked_about = False
    button = in_ledger = Text("The round by its result")
    during = ("prediction", "trick", "turn-in")

    move: Literal["result"]
    left: dict[SeatName, dict[Token, Annotated[int, Field(ge=0, le=30)]]]
    sluffer: SeatName | None = None

    def sentence(self) -> Text:
        return Text("The round ended with {left}", left=tuple(self._lying()))

    def _lying(self) -> Iterator[Text]:
        for seat, pile in self.left.items():
            there = tuple(Text("{n} {color}", n=n, color=Text(token)) for token, n in pile.items() if n)
            if seat == self.sluffer:
                yield Text("{seat}: {the_role}", seat=seat, **WORDS)
            else:
                yield Text("{seat}: {what}", seat=seat, what=there or Text("nothing"))

    def misread(self, state: State) -> Rejected | None:
        return not_each_seat(no, state.seats, left=self.left)

    def refused(self, state: State) -> Rejected | None:
        """Rules: one-sluffer, sluffer-instead-of-tokens, result."""
        holder = state.round.sluffer
        if holder and self.sluffer not in (None, holder):
            return no("one-sluffer", Text("{seat} has {the_role} in this round.", seat=holder, **WORDS))
        holder = holder or self.sluffer
        if holder and any(self.left[holder].values()):
            return no(
                "sluffer-instead-of-tokens",
                Text("{seat} has {the_role}, and with it no {tokens}.", seat=holder, **WORDS),
            )
        for token, box in state.options.in_box().items():
            if (n := sum(count for pile in self.left.values() for name, count in pile.items() if name == token)) > box:
                more = Counted(
                    "You counted {n} {color}; the box has {box}.", "You counted {n} {color}; the box has {box}.",
                    n=n, color=Text(token), box=box,
                )  # fmt: skip
                return no("result", more)
        return None

    def after(self, state: State) -> State:
        """Lay before each seat what was told, as far as the box goes, and score the round."""
        round_ = deal(state.people, state.options, state.round.dealer)
        sluffer = state.round.sluffer or self.sluffer
        for seat in state.seats:
            for token, n in self.left.get(seat, {}).items() if seat != sluffer else ():
                if token in round_.piles[seat]:
                    round_ = round_.moved(token, CENTRE, seat, n)
        lies = replace(state.round, piles=round_.piles, sluffer=sluffer)
        return replace(state, round=lies).scored_round()


class AnyRuling(TableRuling, RuledMove):
    """What the table decides while no turn-in is owed."""

    during = ("prediction", "trick")

    def not_now(self, state: State) -> Rejected:
        return no("not-now", Text("{seat} has yet to turn in a {token}.", seat=state.leader, **WORDS))


class TokenRuling(AnyRuling):
    """The table moves tokens between two places, each a seat or "centre"."""

    question = Question(
        Text("Move {tokens} by a ruling", **WORDS),
        {"color": COLOR, "from": Text("From where?"), "to": Text("To where?")},
        ("table-ruling",),
    )

    move: Literal["ruling"]
    color: Token
    count: Annotated[int, Field(ge=1)]
    source: Literal["centre"] | SeatName = Field(alias="from")
    target: Literal["centre"] | SeatName = Field(alias="to")
    reason: Reason

    @property
    def names(self) -> frozenset[str]:
        """Both places."""
        return frozenset((self.source, self.target))

    def sentence(self) -> Text:
        return Counted(
            "The table moved {n} {color} from {source} to {target}: {reason}",
            "The table moved {n} {color} from {source} to {target}: {reason}",
            n=self.count,
            color=Text(self.color),
            source=_place(self.source),
            target=_place(self.target),
            reason=self.reason,
        )

    def refused(self, state: State) -> Rejected | None:
        """Rule: table-ruling."""
        if self.source == self.target:
            return no("table-ruling", Text("The {tokens} already lie there.", **WORDS))
        if self.target == state.round.sluffer:
            role = Text("{seat} holds {the_role}, and with it no {tokens}.", seat=self.target, **WORDS)
            return no("table-ruling", role)
        there = state.round.count(self.source, self.color)
        if there >= self.count:
            return None
        fewer = Counted(
            "{n} {color} {token} lies there.",
            "{n} {color} {tokens} lie there.",
            n=there,
            color=Text(self.color),
            **WORDS,
        )
        return no("table-ruling", fewer)

    def after(self, state: State) -> State:
        return state.with_round(state.round.moved(self.color, self.source, self.target, self.count))


def _place(name: str) -> str | Text:
    return Text("the centre") if name == CENTRE else name


class PointsRuling(tricks.PointsRuling, AnyRuling):
    """The table gives a seat points in the running round."""

    marker = "points"

    def after(self, state: State) -> State:
        given = {self.seat: state.round.points[self.seat] + self.points}
        return state.with_round(replace(state.round, points={**state.round.points, **given}))
