"""What a phone finds before it at a table of Ui77: the table in names and cards, and what the judge offers."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property

from companion.games.game import Face
from companion.games.ruling import Rejected
from companion.games.screen import Action, Aside, names_alone
from companion.games.seat_points import totals
from companion.games.text import Text
from companion.games.trick_screen import TrickScreen, TrickSeatView, TrickView, by_seat
from tests.old_rooms.ui77.before_play import judge_face_up, may_swap
from tests.old_rooms.ui77.cards import DECK, IN_HAND, shown, suit_of
from tests.old_rooms.ui77.draft import Draft, act, read_draft
from tests.old_rooms.ui77.face_up_meaning import FACE_UP, HAND_TABLE, Meaning
from tests.old_rooms.ui77.moves import CountLeft, Cut, FaceUp, PointsRuling, TrickCards
from tests.old_rooms.ui77.results import winners
from tests.old_rooms.ui77.scoring import nov_words
from tests.old_rooms.ui77.state import State, face_of
from tests.old_rooms.ui77.trick_play import recorded
from tests.old_rooms.ui77.wording import meaning_words

MOST_IN_A_HAND = max(win for _, win, _ in HAND_TABLE.values()) + IN_HAND


@dataclass(frozen=True, slots=True)
class Ui77Seat(TrickSeatView):
    """A seat: how many cards it still holds, how many tricks it took in this hand.

    `thrown`, and `slough` (how many of the cards left cost nothing), are None while it has not said.
    """

    cards: int
    tricks: int
    thrown: int | None
    slough: int | None


@dataclass(frozen=True, slots=True)
class HandView:
    """The whole table. `hand` and `trick` count from 1; `meaning` and `tells` say what the face-up cards set."""

    phase: str
    hand: int
    trick: int
    face: tuple[Face, ...]
    meaning: Meaning | None
    tells: tuple[Text, ...]
    trump_counts: bool
    limit: int | None
    awaited: str | None
    dealer: str
    leader: str
    seats: tuple[Ui77Seat, ...]
    uncounted: tuple[str, ...]


def view(state: State) -> HandView:
    """The view of a state. Between hands it shows the number of the one to come, after the end the last one's."""
    setup, hand = state.setup, state.hand
    names = setup.seats
    return HandView(
        phase=state.phase,
        hand=len(state.sums) + (not state.over),
        trick=len(hand.tricks) + (state.phase == "trick"),
        face=tuple(map(face_of, hand.face)),
        meaning=hand.meaning if hand.face else None,
        tells=meaning_words(hand.meaning) if hand.face else (),
        trump_counts=bool(hand.face) and state.trump_counts,
        limit=state.limit,
        awaited=None if state.awaited is None else names[state.awaited],
        dealer=names[hand.dealer],
        leader=names[state.leader],
        seats=_seats(state),
        uncounted=setup.names(state.uncounted),
    )


def _seats(state: State) -> tuple[Ui77Seat, ...]:
    setup, hand, won, points = state.setup, state.hand, winners(state), totals(state)
    between = state.phase in ("limit", "over")
    leader = state.leader if state.phase == "trick" else None
    awaited = {state.awaited, *state.uncounted}
    thrown = dict(zip(setup.from_left_of(hand.dealer), hand.thrown, strict=False))
    return tuple(
        Ui77Seat(
            name=name,
            cards=state.cards[seat],
            tricks=hand.won(seat),
            total=points[seat],
            thrown=thrown.get(seat),
            slough=hand.sloughs[seat],
            deals=seat == hand.dealer and not between,
            leads=seat == leader,
            awaited=seat in awaited,
            won=seat in won,
        )
        for seat, name in enumerate(setup.seats)
    )


def track(state: State) -> tuple[TrickView, ...]:
    """The tricks of the running hand, with who played which card where the cards were recorded."""
    names, hand = state.setup.seats, state.hand
    tricks = by_seat(names, state.setup.left_of(hand.dealer), hand.tricks, face_of)
    return tuple(TrickView(number, names[trick.winner], cards) for number, (trick, cards) in enumerate(tricks, 1))


@dataclass(frozen=True)
class Ui77Screen(TrickScreen[State, Ui77Seat]):
    """What the templates of this game read."""

    draft: Draft = field(default_factory=Draft)

    names = ("move", "winner", "seat", "count", "slough", "points", "give", "take")
    settles = (Cut, CountLeft, PointsRuling)
    goes_round = ("discard",)

    recorded = staticmethod(recorded)
    track = staticmethod(track)
    shown = staticmethod(shown)

    read = staticmethod(read_draft)
    act = staticmethod(act)

    # The table.

    @cached_property
    def view(self) -> HandView:
        """What lies on the table."""
        return view(self.state)

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """Who discards, or all who have yet to count; the rest is entered by anybody."""
        return self.view.uncounted or super().waiting_for

    @property
    def likeness(self) -> Hashable:
        """Of a phone that waits, or is asked what any phone is: what its seat holds, and what else it may enter."""
        if self.keeper or not self.draft.empty or (self.mine and self.phase != "face-up"):
            return super().likeness
        own = None if self.own is None else (self.own.cards, self.own.total)
        return own, self.mine, self.next_up, self.swappers, bool(self.cutters)

    @property
    def meanwhile(self) -> tuple[Aside, ...]:
        """Who has yet to discard or to count, and the last trick."""
        view = self.view
        if view.phase == "discard":
            return (Aside(Text("Still to discard"), names_alone((str(view.awaited), *self.to_come))),)
        if view.phase == "count":
            return (Aside(Text("Still to count"), names_alone(view.uncounted)),)
        played = track(self.state) if view.phase == "trick" else ()
        return tuple(Aside(Text("Trick {n}", n=one.number), ((one.winner, Text("took it")),)) for one in played[-1:])

    @property
    def turn(self) -> str:
        """The act, in a count also whose is asked of this phone: all count at once."""
        return f"{self.act(self.state)}-{self.counter and self.counter.name}"

    @property
    def novs(self) -> tuple[tuple[str, Text], ...]:
        """Who has gone Nov with the hand just finished, or the last one, and what it made of the total."""
        if not (self.scored or self.view.phase == "over"):
            return ()
        last = zip(self.state.setup.seats, self.state.sums[-1], strict=True)
        return tuple((name, nov_words(found.nov)) for name, found in last if found.nov)

    @property
    def to_nov(self) -> int | None:
        """How many points more would take this phone's seat to exactly the limit; None where a hand hardly costs that.

        A hand costs at most so many: all tricks missed, and every card dealt kept (rules score, hand-table).
        """
        limit, own = self.view.limit, self.own
        if limit is None or own is None or self.over:
            return None
        short = limit - own.total
        return short if 0 < short <= MOST_IN_A_HAND else None

    @property
    def highest(self) -> int:
        """The highest total: a limit below it ends the game."""
        return max(seat.total for seat in self.view.seats)

    # What this phone may tap: the three cards and swaps, tricks, counts and cuts.

    def by_kind(self, kind: str) -> tuple[Action, ...]:
        """The actions of one kind, in order."""
        return tuple(action for name, action in self.actions.items() if name[0] == kind)

    @property
    def complete(self) -> bool:
        """Whether all three cards have been tapped."""
        return len(self.draft.cards) == FACE_UP

    @cached_property
    def sets(self) -> tuple[Text, ...]:
        """What the three cards that have been tapped would set."""
        ruling = judge_face_up(self.state, FaceUp.model_validate(self.draft.face_up()))
        return () if isinstance(ruling, Rejected) else meaning_words(ruling.state.hand.meaning)

    @property
    def swappers(self) -> tuple[str, ...]:
        """The seats that may still swap and whose cards this phone may enter."""
        return tuple(filter(self.enters_for, self.state.setup.names(may_swap(self.state))))

    @cached_property
    def swaps(self) -> tuple[tuple[Face, Action], ...]:
        """What the swapper may give for the card that has been tapped, the highest first."""
        swapper, take = self.draft.swapper, self.draft.take
        if swapper not in self.swappers or take is None:
            return ()
        suit = suit_of(take)
        found = []
        for name, card in DECK.items():
            if card.suit == suit and name not in self.state.hand.face:
                plain = {"move": "swap", "seat": swapper, "give": name, "take": take}
                found.append((face_of(name), self.action(plain)))
        return tuple(found)

    @property
    def asks_trump(self) -> bool:
        """Whether it is of use to tell of a trick that a trump was played in it: none is known of yet."""
        return self.phase == "trick" and not self.state.hand.trump_is_broken

    def took(self, winner: str) -> Action:
        """The trick by its winner, with what is entered of trump."""
        action = self.actions["trick", winner]
        return self.action({**action.last, "trump": True}) if self.draft.trumped else action

    @property
    def leads_trump(self) -> bool:
        """Whether the tapped trick is led in trump before trump was broken, so that the leader has something to say."""
        meaning, cards = self.view.meaning, self.laid
        return bool(meaning and cards and cards[0].suit == meaning.trump and not self.state.hand.trump_may_be_led)

    @cached_property
    def taken(self) -> Text | None:
        """Who takes the trick by the cards that have been tapped."""
        after = recorded(self.state, TrickCards.model_validate(self.draft.trick()))
        if after is None:
            return None
        winner = self.state.setup.seats[after.leader]
        card = self.draft.cards[self.order.index(winner)]
        return Text("{seat} takes it with {card}.", seat=winner, card=shown(card))

    @property
    def counter(self) -> Ui77Seat | None:
        """The seat whose count is asked of this phone: its own, else the next one's that it enters for."""
        waiting = {seat.name: seat for seat in self.view.seats}
        asked = [waiting[name] for name in self.view.uncounted if self.enters_for(name)]
        return min(asked, key=lambda seat: seat.name != self.seat, default=None)

    @property
    def cutters(self) -> tuple[Action, ...]:
        """Who this phone may say was in a cut."""
        return self.by_kind("cut")

    @cached_property
    def record(self) -> Action:
        """What "Record trick" says, or "Turn up these cards"."""
        return self.action(self.draft.face_up() if self.view.phase == "face-up" else self.draft.trick())

    @property
    def missing(self) -> Text:
        """What has still to be tapped."""
        if self.view.phase == "face-up":
            return Text("Tap the three cards that lie face up, the one next to the draw deck first.")
        return Text("Tap every player\u2019s card first.")
