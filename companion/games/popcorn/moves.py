"""The moves of Popcorn: the form and the words of each, when it may come, what is against it, what it brings about."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from itertools import product
from typing import Annotated, Literal

from msgspec.structs import replace
from pydantic import Field

from companion.games.move import Move, Plain, Question, Reason, SeatName, Strict, TableRuling
from companion.games.people import left_of
from companion.games.popcorn.rulebook import BOOK
from companion.games.popcorn.state import MOST_DECKS, PILE, SUITS, Laid, Rank, State, Turned, counted, rank_words
from companion.games.ruled_move import RuledMove
from companion.games.ruling import Rejected
from companion.games.stop import Stop
from companion.games.text import Counted, Text

no = BOOK.no


class Claim(RuledMove):
    """The seat puts cards face down and says how many of which rank; `cards`, how many they really are."""

    question = Question(
        Text("Claim"),
        {
            "rank": Text("Which rank?"),
            "count": Text("How many are said?"),
            "cards": Text("How many are really put down?"),
        },
        ("claim", "rank-due", "next-seat"),
    )
    during = ("claim",)

    move: Literal["claim"]
    seat: SeatName
    rank: Rank
    count: int
    cards: int | None = None

    @property
    def put(self) -> int:
        """How many cards lie face down."""
        return self.count if self.cards is None else self.cards

    @property
    def said(self) -> Text:
        """What it says: "2 sevens"."""
        return counted(self.rank, self.count)

    def label(self) -> Text:
        return Text("Claim {cards}", cards=self.said)

    def sentence(self) -> Text:
        return Text("{seat} says: {cards}", seat=self.seat, cards=self.said)

    def misread(self, state: State) -> Rejected | None:
        if self.cards is None or state.options.hidden_count:
            return None
        return no("malformed", Text("At this table a claim has no key \u201ccards\u201d."))

    def not_now(self, state: State) -> Rejected:
        if state.phase == "reveal":
            return no("not-now", Text("Settle the call first: turn over the claimed cards."))
        because = Text("{seat} has put down the last cards: call, or let it pass.", seat=state.claimer)
        return no("not-now", because)

    def refused(self, state: State) -> Rejected | None:
        held = state.cards[state.turn]
        if self.seat != state.turn:
            return no("claim", Text("It is {seat}\u2019s turn to claim.", seat=state.turn))
        if self.rank not in state.due:
            return no("rank-due", _are_due(*state.due))
        if not 1 <= self.count <= state.most:
            return no("claim", Text("One to {most} cards can be claimed.", most=state.most))
        if self.put < self.count:
            return no("claim", Text("Nobody may put down fewer cards than they say."))
        if self.put <= held:
            return None
        if state.options.hidden_count:
            return no("claim", Text("{seat} does not hold that many cards.", seat=self.seat))
        return no("claim", Counted("{seat} holds {n} card.", "{seat} holds {n} cards.", seat=self.seat, n=held))

    def after(self, state: State) -> State:
        if state.last_cards:
            return state  # they are to be settled first
        put = max(0, min(self.put, state.cards[self.seat]))
        after = replace(state, turn=left_of(state.seats, self.seat), last=self.rank, caller=None, turned=None)
        if not put or self.count < 1:
            return after
        known = not state.public or self.cards is not None
        laid = Laid(self.seat, self.rank, self.count, put, known)
        return replace(after.moved(self.seat, PILE, put), laid=laid)

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        for rank, count in product(state.due, range(1, state.most + 1)):
            yield {"move": "claim", "seat": seat or state.turn, "rank": rank, "count": count}


def _are_due(first: str, second: str | None = None) -> Text:
    if second is None:
        return Text("{rank} are due.", rank=rank_words(first, capital=True))
    return Text("{one} or {other} are due.", one=rank_words(first, capital=True), other=rank_words(second))


class Call(RuledMove):
    """The seat does not believe the standing claim. Many may shout at once: the first counts."""

    race = True
    question = Question(Text("Call \u201cPopcorn!\u201d"), {}, ("call",))
    button = in_ledger = Text("{seat} calls \u201cPopcorn!\u201d")
    during = ("claim", "last-call")

    move: Literal["call"]
    seat: SeatName

    def not_now(self, state: State) -> Rejected:
        return no("not-now", Text("{seat} called first.", seat=str(state.caller)))

    def refused(self, state: State) -> Rejected | None:
        if state.laid is None:
            return no("not-now", Text("There is no claim to call."))
        if state.claimer == self.seat:
            return no("call", Text("The claim is {seat}\u2019s own.", seat=self.seat))
        return None

    def after(self, state: State) -> State:
        return state if state.laid is None else replace(state, caller=self.seat)

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        for caller in state.seats if seat is None else (seat,):
            if state.laid is not None and caller != state.claimer:
                yield {"move": "call", "seat": caller}


class Reveal(RuledMove):
    """The claimed cards are turned over. It has two shapes: honest or not, and rank by rank."""

    entered_by = "anyone"
    during = ("reveal",)

    @property
    def seen(self) -> tuple[str, ...]:
        """The ranks that lay there, if they are told."""
        return ()

    @abstractmethod
    def was_honest(self, claim: Laid) -> bool:
        """Return whether the claim was as said (rule reveal)."""

    def not_now(self, state: State) -> Rejected:
        return no("not-now", Text("Nobody has called, so no card is turned over."))

    def after(self, state: State) -> State:
        claim = state.laid
        if claim is None:
            return state
        honest, after = self.was_honest(claim), replace(state, laid=None, caller=None, turned=None)
        if state.caller is not None or not honest:  # an honest claim that nobody has called moves no pile
            turned = Turned(claim, state.caller or state.turn, honest, state.pile, self.seen)
            after = replace(after.moved(PILE, turned.taker, state.pile), turned=turned)
        return after if after.cards[claim.seat] else replace(after, winner=claim.seat)

    def told(self, before: State) -> Text:
        claim = before.laid
        if claim is None or before.caller is None:
            return self.sentence()
        if self.was_honest(claim):
            return Text("{seat} was honest, and {taker} takes the pile", seat=claim.seat, taker=before.caller)
        if self.seen:
            return Text("{seat} bluffed ({cards}) and takes the pile", seat=claim.seat, cards=self.seen)
        return Text("{seat} bluffed and takes the pile", seat=claim.seat)


class Honest(Reveal):
    """The cards were as said, or not."""

    question = Question(Text("Turn the cards over"), {"honest": Text("Was it honest?")}, ("reveal", "last-cards"))

    move: Literal["reveal"]
    honest: bool

    def label(self) -> Text:
        return Text("It was honest") if self.honest else Text("It was a bluff")

    def sentence(self) -> Text:
        return Text("The claim was honest") if self.honest else Text("The claim was a bluff")

    def was_honest(self, claim: Laid) -> bool:
        return self.honest

    def refused(self, state: State) -> Rejected | None:
        if self.honest and state.laid is not None and state.laid.put > state.laid.count:
            return no("reveal", Text("There are more cards than were said, so the claim was a bluff."))
        return None

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        yield from ({"move": "reveal", "honest": honest} for honest in (True, False))


class ClaimPremises(Strict):
    """What a question about cards has to tell of the claim if none is called."""

    rank: Rank
    count: Annotated[int, Field(ge=1, le=SUITS * MOST_DECKS)]


class Seen(Reveal):
    """The ranks that lie there. They are not held against the deck: what lies there, lies there."""

    marker = "cards"
    button = Text("Turn the cards over")
    in_ledger = Text("The cards were turned over: {cards}")
    question = Question(
        Text("Who takes the pile with these cards?"),
        {
            "cards": Text("Which ranks lie there?"),
            "rank": Text("Which rank was said?"),
            "count": Text("How many were said?"),
        },
        ("reveal", "last-cards"),
        ClaimPremises,
    )

    move: Literal["reveal"]
    cards: list[Rank]

    @property
    def seen(self) -> tuple[str, ...]:
        return tuple(self.cards)

    def was_honest(self, claim: Laid) -> bool:
        return len(self.cards) == claim.count and set(self.cards) == {claim.rank}

    def refused(self, state: State) -> Rejected | None:
        claim, n = state.laid, len(self.cards)
        if claim is None or n == claim.put or (n > claim.put and not claim.known):
            return None
        if state.options.hidden_count:
            return no("reveal", Text("All cards of the claim are turned over, no more and no fewer."))
        return no("reveal", Counted("One lies there; name it.", "{n} lie there; name each of them.", n=claim.put))


class Pass(RuledMove):
    """Nobody calls on a seat's last cards."""

    entered_by = "anyone"
    button = Text("Nobody calls")
    question = Question(Text("Let the last cards pass"), {}, ("last-cards",))
    in_ledger = Text("Nobody calls, and the last cards pass")
    during = ("last-call",)

    move: Literal["pass"]

    def not_now(self, state: State) -> Rejected:
        return no("not-now", Text("Only a claim of a player\u2019s last cards can be let pass."))

    def after(self, state: State) -> State:
        if state.laid is None or state.phase == "claim":
            return state
        return replace(state, caller=None, winner=state.laid.seat if state.last_cards else None)

    def told(self, before: State) -> Text:
        return Text("Nobody calls: {seat} has won", seat=before.claimer) if before.laid else self.sentence()

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        yield {"move": "pass"}


class Result(RuledMove):
    """The game told by who has won it, whatever anybody holds."""

    entered_by = "anyone"
    question = Question(Text("The game by its result"), {"winner": Text("Who has won?")}, ("result",))
    button = Text("{winner} has won")
    in_ledger = Text("{winner} has won the game")

    move: Literal["result"]
    winner: SeatName

    def after(self, state: State) -> State:
        return replace(state, winner=self.winner, laid=None, caller=None)


class CardRuling(TableRuling, RuledMove):
    """The table moves cards between two places, each a seat or "pile"."""

    question = Question(
        Text("Move cards by a ruling"), {"from": Text("From where?"), "to": Text("To where?")}, ("table-ruling",)
    )
    during = ("claim",)

    move: Literal["ruling"]
    count: Annotated[int, Field(ge=1)]
    source: Literal["pile"] | SeatName = Field(alias="from")
    target: Literal["pile"] | SeatName = Field(alias="to")
    reason: Reason

    def sentence(self) -> Text:
        return Text(
            "The table moved {cards} from {source} to {target}: {reason}",
            cards=Counted("{n} card", "{n} cards", n=self.count),
            source=_place(self.source),
            target=_place(self.target),
            reason=self.reason,
        )

    def not_now(self, state: State) -> Rejected:
        return no("not-now", Text("The last claim has to be settled first."))

    def refused(self, state: State) -> Rejected | None:
        there = state.cards[self.source]
        if self.source == self.target:
            return no("table-ruling", Text("The cards already lie there."))
        if self.count <= state.spare(self.source):
            return None
        if state.options.hidden_count:
            return no("table-ruling", Text("There are not that many cards there."))
        if self.count == there:
            return no("table-ruling", Text("{seat} would have no card left.", seat=self.source))
        return no("table-ruling", Counted("{n} card lies there.", "{n} cards lie there.", n=there))

    def after(self, state: State) -> State:
        count = min(self.count, state.spare(self.source))
        return state.moved(self.source, self.target, count) if count > 0 and self.source != self.target else state


def _place(name: str) -> str | Text:
    return Text("the pile") if name == PILE else name


MOVES: tuple[type[Move], ...] = (Claim, Call, Honest, Seen, Pass, Result, CardRuling, Stop)
