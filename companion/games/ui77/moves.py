"""The moves of Ui77: of each its form, its words, when it may come, what is against it and what it brings about."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec.structs import replace
from pydantic import Field

from companion.games import tricks
from companion.games.move import CardName, Means, Move, Plain, Question, SeatName, Strict
from companion.games.people import Seat, from_left_of, left_of
from companion.games.ruled_move import RuledMove, not_each_seat, refusal
from companion.games.ruling import Rejected
from companion.games.stop import Stop
from companion.games.text import Counted, Text, sentences
from companion.games.tricks import Play, laid, not_one_each, trick_of, watch, winning_play
from companion.games.ui77.cards import DECK, DRAWS, FACE_UP, IN_HAND, MOST_THROWN, shown, suit_of
from companion.games.ui77.rulebook import BOOK
from companion.games.ui77.scoring import LIMIT_STEP, Sum
from companion.games.ui77.state import CUTTING, RUNNING, Hand, State, Trick, more

Count = Annotated[int, Field(ge=0)]

MOST_TRICKS = IN_HAND + DRAWS
"""The most tricks that a hand can have, and the most that a result tells of a seat (source: TRANSCRIPTS, ui77)."""
LIMITS, SOME = 15, 5
"""How many limits are offered at least, and how many beyond the highest total."""

no = BOOK.no


class HandMove(RuledMove):
    """A move of this game, with what comes of it in the ledger."""

    def not_now(self, state: State) -> Rejected:
        return no("not-now", state.awaits)

    def told(self, before: State) -> Text:
        if refusal(before, self):
            return self.sentence()
        after, told = self.after(before), [self.claim(before), *self.follows(before)]
        if len(after.sums) > len(before.sums):
            told.append(Text("Hand {n} is scored", n=len(after.sums)))
            for seat, own in after.sums[-1].items():
                if own.nov is not None:
                    told.append(Text("{seat} goes Nov: {told}", seat=seat, told=own.nov.words))
        if after.over:
            told.append(Text("The game is over"))
        return sentences(*told)

    def claim(self, before: State) -> Text:
        """Return what was claimed, as a move that stands tells it."""
        return self.sentence()

    def follows(self, before: State) -> Iterator[Text]:
        """Yield what comes of it by itself, but for the end of the hand or the game."""
        yield from ()


def not_in_deck(*names: str) -> Rejected | None:
    """Rule: card-in-deck."""
    for name in names:
        if name not in DECK:
            return no("card-in-deck", Text("\u201c{card}\u201d is no card of the deck.", card=name[:40]))
    return None


def not_in_hands(hand: Hand, *names: str) -> Rejected | None:
    """Rule: card-played-once."""
    for i, name in enumerate(names):
        if name in hand.face:
            return no("card-played-once", Text("{card} lies face up on the table.", card=shown(name)))
        if n := trick_of(name, hand.tricks):
            return no("card-played-once", Text("{card} was played in trick {n}.", card=shown(name), n=n))
        if name in names[:i]:
            return no("card-played-once", Text("{card} stands there twice.", card=shown(name)))
    return None


class _SetsTheHand(HandMove):
    """It changes the cards that lie face up, and so what they set."""

    def follows(self, before: State) -> Iterator[Text]:
        when, throw, win, free = self.after(before).hand.meaning.words
        yield Text("{when}; {throw}; {win}; {free}", when=when, throw=throw, win=win, free=free)


class FaceUp(_SetsTheHand):
    """The three cards turned up, card one (nearest the draw deck) first."""

    entered_by = "anyone"
    button = Text("Turn up these cards")
    question = Question(
        Text("Turn up three cards"),
        {"cards": Text("Which three, card one first?")},
        ("face-up", "hand-table", "card-in-deck"),
    )
    during = ("face-up",)

    move: Literal["face_up"]
    cards: list[CardName]

    def sentence(self) -> Text:
        return Text("Face up: {cards}", cards=tuple(map(shown, self.cards)))

    def refused(self, state: State) -> Rejected | None:
        if len(self.cards) != FACE_UP:
            return no("face-up", Counted("{n} card was named.", "{n} cards were named.", n=len(self.cards)))
        return not_in_deck(*self.cards) or not_in_hands(state.hand, *self.cards)

    def after(self, state: State) -> State:
        """These three lie face up if they are three cards of the deck; what was swapped before is forgotten."""
        cards = set(self.cards)
        if len(self.cards) != FACE_UP or len(cards) < FACE_UP or not cards <= DECK.keys():
            return state
        return state.in_hand(face=tuple(self.cards), swapped=())


class Swap(_SetsTheHand):
    """The seat puts a card of its hand in the place of one that lies face up."""

    question = Question(
        Text("Swap a card"),
        {"give": Text("Which card from the hand?"), "take": Text("For which one on the table?")},
        ("swap", "hand-table"),
    )
    during = ("discard",)

    move: Literal["swap"]
    seat: SeatName
    give: CardName
    take: CardName

    def label(self) -> Text:
        return Text("Swap {give} for {take}", give=shown(self.give), take=shown(self.take))

    def sentence(self) -> Text:
        give, take = shown(self.give), shown(self.take)
        return Text("{seat} swapped {give} for {take}", seat=self.seat, give=give, take=take)

    def refused(self, state: State) -> Rejected | None:
        hand = state.hand
        if self.seat not in state.may_swap:
            if not hand.of_one_suit:
                because = Text("{cards} are not of one suit.", cards=tuple(map(shown, hand.face)))
            elif hand.thrown:
                because = Text("{seat} has already discarded.", seat=left_of(state.seats, hand.dealer))
            elif self.seat in hand.swapped:
                because = Text("{seat} has swapped a card in this hand.", seat=self.seat)
            else:
                because = Text("{seat} has swapped, and sits after {other}.", seat=hand.swapped[-1], other=self.seat)
            return no("swap", because)
        if rejected := not_in_deck(self.give, self.take):
            return rejected
        if self.take not in hand.face:
            return no("swap", Text("{card} does not lie face up.", card=shown(self.take)))
        suit = suit_of(self.take)
        if suit_of(self.give) != suit:
            because = Text("{card} is none of the {suit} that lie face up.", card=shown(self.give), suit=Text(suit))
            return no("swap", because)
        return not_in_hands(hand, self.give)

    def after(self, state: State) -> State:
        """Put the card in the place of the other, if that one lies there and this one does not."""
        hand = state.hand
        if self.take not in hand.face or self.give in hand.face or self.give not in DECK:
            return state
        face = tuple(self.give if name == self.take else name for name in hand.face)
        return state.in_hand(face=face, swapped=(*hand.swapped, self.seat))

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        waiting = state.may_swap
        for name in waiting[:1] if seat is None else waiting:
            if seat not in (None, name):
                continue
            for take in state.hand.face:
                for give in DECK:
                    if suit_of(give) == suit_of(take) and give not in state.hand.face:
                        yield {"move": "swap", "seat": name, "give": give, "take": take}


class Discard(HandMove):
    """The seat throws this many cards before play, perhaps none. Seats do so in turn from the dealer's left."""

    question = Question(Text("Throw cards"), {"count": Text("How many do you throw?")}, ("discard-limit", "hand-table"))
    button = Text("Throw {n}")
    counted = "count"
    during = ("discard",)

    move: Literal["discard"]
    seat: SeatName
    count: Count

    def sentence(self) -> Text:
        if not self.count:
            return Text("{seat} threw no card", seat=self.seat)
        return Counted("{seat} threw {n} card", "{seat} threw {n} cards", seat=self.seat, n=self.count)

    def refused(self, state: State) -> Rejected | None:
        turn, most = state.awaited, state.hand.meaning.throw
        if self.seat != turn:
            return no("discard-limit", Text("It is {seat}\u2019s turn to discard.", seat=str(turn)))
        if self.count > most:
            because = Counted(
                "With {card} as card two a seat may throw {n} card, not {count}.",
                "With {card} as card two a seat may throw {n} cards, not {count}.",
                card=shown(state.hand.face[1]),
                n=most,
                count=self.count,
            )
            return no("discard-limit", because)
        return None

    def after(self, state: State) -> State:
        """Take these cards away, but leave one.

        Seats whose turn was before threw none; one that has thrown already has thrown these, too.
        """
        hand = state.hand
        if state.phase != "discard":
            return state
        thrown = dict(hand.thrown)
        for seat in from_left_of(state.seats, hand.dealer):
            if self.seat not in thrown:
                thrown.setdefault(seat, 0)
        count = min(self.count, hand.cards[self.seat] - 1)
        return state.in_hand(thrown=more(thrown, self.seat, count), cards=more(hand.cards, self.seat, -count))

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        for count in range(MOST_THROWN + 1):
            yield {"move": "discard", "seat": seat or state.awaited, "count": count}


class Cut(HandMove):
    """The seat offered or accepted a cut: in a hand or before it is dealt, as often as it happens."""

    slip = Text("This is a slip; it costs a point, added when the hand is scored.")
    button = Text("A cut: a point")
    question = Question(Text("Offer or accept a cut"), {}, ("cut",))
    in_ledger = Text("{seat} offered or accepted a cut")
    during = CUTTING

    move: Literal["cut"]
    seat: SeatName

    def after(self, state: State) -> State:
        return state.in_hand(cuts=more(state.hand.cuts, self.seat))

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        for name in state.seats if seat is None else (seat,):
            yield {"move": "cut", "seat": name}


class RecordedTrick(HandMove):
    """A trick that was played; it may end the hand, and score it if nobody has a card left."""

    entered_by = "anyone"
    during = ("trick",)

    @abstractmethod
    def recorded(self, state: State) -> State:
        """Return the state with the trick, before the hand may end."""

    def after(self, state: State) -> State:
        """The trick has its winner; seats that have yet to throw cards threw none."""
        if state.phase not in ("discard", "trick"):
            return state
        return self.recorded(state).settled()

    def follows(self, before: State) -> Iterator[Text]:
        played = self.recorded(before)
        if len(played.hand.tricks) <= DRAWS:
            yield Text("{seat} draws a card", seat=played.leader)
        out = tuple(seat for seat, cards in played.hand.cards.items() if not cards)
        if out:
            yield Text("The hand is over: no card left with {seats}", seats=out)


class TrickClaim(tricks.WinnerClaim, RecordedTrick):
    """Who took the trick. `trump`: whether anybody played a trump in it; left out if that is not known."""

    question = Question(
        Text("Record a trick"),
        {"winner": Text("Who took it?"), "trump": Text("Was a trump played in it?")},
        ("trick-winner", "trump-broken", "draw", "hand-over"),
    )

    trump: bool | None = None

    def sentence(self) -> Text:
        if self.trump is None:
            return super().sentence()
        if self.trump:
            return Text("{winner} won a trick in which trump was played", winner=self.winner)
        return Text("{winner} won a trick without a trump in it", winner=self.winner)

    def recorded(self, state: State) -> State:
        return state.with_trick(Trick(self.winner, self.trump))

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        yield from ({"move": "trick", "winner": winner} for winner in state.seats)


class HandFacts(Strict):
    """What a question about cards has to tell of the hand if none is being played."""

    trump: Literal["clubs", "diamonds", "hearts", "spades"]
    counts: bool


class TrickCards(RecordedTrick):
    """The cards of a trick in the order played. A winner named beside them must be theirs.

    `only_trump`: the leader says that it holds nothing but trump.
    """

    marker = "cards"
    question = Question(
        Text("Who takes this trick?"),
        {
            "cards": Text("The cards, the leader\u2019s first"),
            "only_trump": Text("Does the leader hold only trump?"),
            "winner": Text("Who says they won?"),
            "trump": Text("Which suit is trump?"),
            "counts": Text("Is trump in effect?"),
        },
        ("trick-winner", "trump-broken", "follow-suit", "one-card-each"),
        HandFacts,
    )

    move: Literal["trick"]
    cards: Annotated[list[CardName], Means("one-a-seat")]
    only_trump: bool = False
    winner: SeatName | None = None

    @property
    def vouched(self) -> bool:
        """True if the leader says to hold nothing but trump, for only the leader knows."""
        return self.only_trump

    def label(self) -> Text:
        return Text("Record trick: the leader holds only trump") if self.only_trump else Text("Record trick")

    def sentence(self) -> Text:
        return Text("Trick by its cards: {cards}", cards=tuple(map(shown, self.cards)))

    def plays(self, state: State) -> list[Play]:
        """Return who put down which card. They must be cards of the deck, one for each seat."""
        return laid(state.order, self.cards, DECK)

    def won(self, state: State) -> tuple[Seat, str]:
        """Return who takes the trick, and with which card, as one writes it."""
        play = winning_play(self.plays(state), state.hand.strong)
        return play.seat, shown(play.card.name)

    def refused(self, state: State) -> Rejected | None:
        hand = state.hand
        if len(self.cards) != len(state.seats):
            return no("one-card-each", not_one_each(len(self.cards), len(state.seats)))
        if rejected := not_in_deck(*self.cards) or not_in_hands(hand, *self.cards):
            return rejected
        led, trump = self.cards[0], hand.meaning.trump
        if suit_of(led) == trump and not (self.only_trump or hand.trump_may_be_led):
            leads = {"seat": state.leader, "card": shown(led)}
            if not hand.tricks:
                return no("trump-broken", Text("{seat} leads {card}, and this is the first trick.", **leads))
            because = Counted(
                "{seat} leads {card}, and in {n} trick no {trump} have been played.",
                "{seat} leads {card}, and in {n} tricks no {trump} have been played.",
                n=len(hand.tricks),
                trump=Text(trump),
                **leads,
            )
            return no("trump-broken", because)
        winner, card = self.won(state)
        if self.winner in (None, winner):
            return None
        because = Text("With these cards {seat} wins the trick with {card}.", seat=winner, card=card)
        if hand.strong is None and any(suit_of(name) == trump for name in self.cards):
            because = Text(
                "With these cards {seat} wins the trick with {card}; {trump} are not in effect before trick {n}.",
                seat=winner,
                card=card,
                trump=Text(trump),
                n=hand.meaning.after + 1,
            )
        return no("trick-winner", because)

    def recorded(self, state: State) -> State:
        """Record the cards, and the revokes that they prove (rule revoke); of cards that cannot be, only who won."""
        hand = state.hand
        if len(self.cards) != len(state.seats) or not DECK.keys() >= set(self.cards):
            return state if self.winner is None else state.with_trick(Trick(self.winner))
        winner, _ = self.won(state)
        if state.phase != "trick" or self.refused(state):
            return state.with_trick(Trick(winner))
        voids, proved = watch(hand.voids, len(state.sums) + 1, len(hand.tricks) + 1, self.plays(state))
        trumped = any(suit_of(name) == hand.meaning.trump for name in self.cards)
        watched = replace(state.in_hand(voids=voids), revokes=state.revokes + proved)
        return watched.with_trick(Trick(winner, trumped, tuple(self.cards)))

    def claim(self, before: State) -> Text:
        winner, card = self.won(before)
        told = tuple(map(shown, self.cards))
        return Text("{winner} won a trick with {card}: {cards}", winner=winner, card=card, cards=told)


class CountLeft(HandMove):
    """The hand is over: how many of the seat's remaining cards are of the slough suit. The last count scores it."""

    question = Question(
        Text("Count the cards left"),
        {"slough": Text("How many of them are of the slough suit?")},
        ("score", "hand-over"),
    )
    button = Counted("{n} of the slough suit", "{n} of the slough suit")
    in_ledger = Counted("{seat} has {n} of the slough suit left", "{seat} has {n} of the slough suit left")
    counted = "slough"
    during = ("count",)

    move: Literal["count"]
    seat: SeatName
    slough: Count

    def refused(self, state: State) -> Rejected | None:
        cards = state.hand.cards[self.seat]
        if not cards:
            return no("not-now", Text("{seat} has no card left to count.", seat=self.seat))
        if self.seat not in state.uncounted:
            return no("not-now", Text("{seat} has counted. {awaited}", seat=self.seat, awaited=state.awaits))
        if self.slough > cards:
            return no("score", Counted("{seat} holds {n} card.", "{seat} holds {n} cards.", seat=self.seat, n=cards))
        return None

    def after(self, state: State) -> State:
        """End the hand; this many of the seat's cards are of the slough suit, at most all of them."""
        hand, cards = state.hand, state.hand.cards[self.seat]
        if not cards or state.phase not in ("trick", "count"):
            return state
        sloughs = {**hand.sloughs, self.seat: min(self.slough, cards)}
        return state.in_hand(sloughs=sloughs, ended=hand.ended or state.phase == "trick").settled()

    def claim(self, before: State) -> Text:
        return Counted(
            "{seat} has {n} card left, {slough} of {suit}",
            "{seat} has {n} cards left, {slough} of {suit}",
            seat=self.seat,
            slough=self.slough,
            n=before.hand.cards[self.seat],
            suit=Text(before.hand.meaning.slough),
        )

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        for name in state.uncounted:
            if seat in (None, name):
                for slough in range(state.hand.cards[name] + 1):
                    yield {"move": "count", "seat": name, "slough": slough}


class Limit(HandMove):
    """The score that ends the game, set by the table once all have dealt. It changes no total."""

    entered_by = "anyone"
    question = Question(
        Text("Set the limit"), {"points": Text("Which score ends the game?")}, ("limit", "end-of-game", "go-nov")
    )
    button = Text("Play to {points}")
    in_ledger = Text("The table plays to {points}")
    during = ("limit",)

    move: Literal["limit"]
    points: int

    def refused(self, state: State) -> Rejected | None:
        points = self.points
        if points < LIMIT_STEP:
            return no("limit", Text("{points} is too low; the lowest is {least}.", points=points, least=LIMIT_STEP))
        low = points - points % LIMIT_STEP
        if points > low:
            because = Text("{points} lies between {low} and {high}.", points=points, low=low, high=low + LIMIT_STEP)
            return no("limit", because)
        return None

    def after(self, state: State) -> State:
        """Let the table play to this many points, unless that would break off a running hand."""
        least = max(state.totals.values()) if state.hand.face else 1
        return replace(state, limit=self.points) if self.points >= least else state

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        beyond = max(state.totals.values()) // LIMIT_STEP + SOME
        yield from (limit_of(times) for times in range(1, max(LIMITS, beyond) + 1))


def limit_of(times: int) -> Plain:
    return {"move": "limit", "points": times * LIMIT_STEP}


PerSeat = dict[SeatName, Annotated[int, Field(ge=0, le=MOST_TRICKS)]]


class Result(HandMove):
    """The running hand told by its tricks and by the cards left that are not of the slough suit."""

    entered_by = "anyone"
    button = in_ledger = Text("The hand by its result")
    question = Question(
        Text("Tell the hand by its result"),
        {
            "tricks": Text("How many tricks did each take?"),
            "left": Text("How many cards that cost a point has each left?"),
        },
        ("result", "score"),
    )
    during = RUNNING

    move: Literal["result"]
    tricks: PerSeat
    left: PerSeat

    def sentence(self) -> Text:
        told = tuple(
            Text(
                "{seat}: {tricks}, {left}",
                seat=seat,
                tricks=Counted("{n} trick", "{n} tricks", n=n),
                left=Counted("{n} card left", "{n} cards left", n=self.left.get(seat, 0)),
            )
            for seat, n in self.tricks.items()
        )
        return Text("The hand ended with {told}", told=told)

    def misread(self, state: State) -> Rejected | None:
        return not_each_seat(no, state.seats, tricks=self.tricks, left=self.left)

    def refused(self, state: State) -> Rejected | None:
        """Rule: result."""
        together = sum(self.tricks.values())
        if not 1 <= together <= MOST_TRICKS:
            return no("result", Counted(
                "You counted {n} trick; a hand has 1 to {most}.", "You counted {n} tricks; a hand has 1 to {most}.",
                n=together, most=MOST_TRICKS,
            ))  # fmt: skip
        for seat in state.seats:
            if self.tricks[seat] < (recorded := state.hand.won(seat)):
                return no("result", Counted(
                    "{n} trick is recorded of {seat}.", "{n} tricks are recorded of {seat}.", n=recorded, seat=seat
                ))  # fmt: skip
        if all(self.left.values()):
            return no("result", Text("A hand is over once somebody has no card left."))
        return None

    def after(self, state: State) -> State:
        hand = state.hand
        if not hand.face:
            return state
        return state.scored_hand(
            {
                seat: Sum(
                    hand.meaning.target,
                    self.tricks.get(seat, 0),
                    self.left.get(seat, 0),
                    hand.cuts.get(seat, 0),
                    hand.ruled.get(seat, 0),
                )
                for seat in state.seats
            }
        )


class PointsRuling(tricks.PointsRuling, HandMove):
    """The table gives a seat points in the running hand."""

    during = RUNNING

    def after(self, state: State) -> State:
        return state.in_hand(ruled=more(state.hand.ruled, self.seat, self.points))


MOVES: tuple[type[Move], ...] = (
    FaceUp, Swap, Discard, Cut, TrickClaim, TrickCards, CountLeft, Result, Limit, PointsRuling, Stop,
)  # fmt: skip
ON_SCREEN = (Swap, Discard, TrickClaim, CountLeft, Limit, Cut)
"""The kinds that a screen lists, in its order. Three cards out of fifty-two are too many to list."""
