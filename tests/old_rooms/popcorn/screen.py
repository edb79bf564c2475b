"""What a phone finds before it at a table of Popcorn: the table in names and counts, and what the judge offers."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from companion.games.move import Plain
from companion.games.report import Place
from companion.games.ruling import Rejected
from companion.games.screen import Action, Aside, Screen, SeatView
from companion.games.text import Counted, Text
from tests.old_rooms.popcorn.draft import Draft, read_draft
from tests.old_rooms.popcorn.moves import RANKS, counted, rank_after, rank_words
from tests.old_rooms.popcorn.offered_moves import BLUFF, HONEST, PASS
from tests.old_rooms.popcorn.state import State

NUMBERS = 12  # numbers to tap at once
MOST_FACES = 16  # cards of those that were turned over: two rows


@dataclass(frozen=True, slots=True)
class PopcornSeat(SeatView):
    """A seat: how many `cards` it holds, whether it `laid` the standing claim, whether it `called`."""

    cards: int
    laid: bool
    called: bool


@dataclass(frozen=True)
class PopcornScreen(Screen[State, PopcornSeat]):
    """The table, what this phone may tap, and a claim, call or reveal half entered."""

    draft: Draft = field(default_factory=Draft)
    ranks, most_faces = RANKS, MOST_FACES

    read = staticmethod(read_draft)

    # The table.

    @cached_property
    def seats(self) -> tuple[PopcornSeat, ...]:
        """All seats, clockwise."""
        state = self.state
        return tuple(
            PopcornSeat(
                name=name,
                cards=state.places[number],
                awaited=name in self.waiting_for,
                laid=name == state.claimer,
                called=number == state.caller,
                won=number == state.winner,
            )
            for number, name in enumerate(state.setup.seats)
        )

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """Who claims next; none while a claim is called or awaits its last calls."""
        return (self.state.name(self.state.turn),) if self.phase == "claim" else ()

    @property
    def to_come(self) -> tuple[str, ...]:
        """All other seats, clockwise; none while a claim is called or awaits its last calls."""
        setup = self.state.setup
        return setup.names(setup.from_left_of(self.state.turn)[:-1]) if self.phase == "claim" else ()

    @property
    def meanwhile(self) -> tuple[Aside, ...]:
        """Who claims after that, and what will be due then, unless the rank may go either way."""
        ranks: list[Text | None] = [None] * len(self.to_come)
        way, *other = self.state.setup.ways
        if not other:
            ranks = [Text(rank_after(self.state.due[0], way * (1 + place))) for place in range(len(ranks))]
        after = tuple(zip(self.to_come, ranks, strict=True))
        return (Aside(Text("Then"), after),) if after else ()

    @property
    def due_words(self) -> tuple[Text, ...]:
        """The due ranks as words: "sevens"."""
        return tuple(rank_words(rank) for rank in self.state.due)

    @property
    def caller(self) -> str:
        """Who called the standing claim; empty where nobody has."""
        return self.state.name(self.state.caller)

    @property
    def ranking(self) -> tuple[PopcornSeat, ...]:
        """All seats by the cards they hold, fewest first, the winner before all."""
        return tuple(sorted(self.seats, key=lambda seat: (not seat.won, seat.cards)))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The places of all seats: who won, then by the cards that are left."""
        held = [seat.cards for seat in self.ranking]
        return tuple(
            Place(
                1 if seat.won else held.index(seat.cards) + 1,
                seat.name,
                Text("all cards gone") if seat.won else Counted("{n} card", "{n} cards", n=seat.cards),
            )
            for seat in self.ranking
        )

    # What this phone may tap.

    @property
    def missing(self) -> Text:
        """What has still to be tapped before a reveal can be recorded."""
        return Text("Tap the rank of every card that was turned over.")

    @cached_property
    def mine(self) -> bool:
        """Whether this phone may enter the claim that the table waits for."""
        return any(map(self.enters_for, self.waiting_for))

    @cached_property
    def claims(self) -> tuple[tuple[Action, ...], ...]:
        """For each due rank what may be said, from one card up."""
        if not self.mine:
            return ()
        numbers = range(1, self.state.setup.most + 1)
        return tuple(tuple(self.action(self._claim(rank, count)) for count in numbers) for rank in self.state.due)

    @staticmethod
    def words_of(plain: Plain) -> Text:
        """What a claim says: "2 sevens"."""
        return counted(plain["rank"], plain["count"])

    @property
    def said(self) -> Text | None:
        """What the half entered claim says."""
        return counted(self.draft.rank, self.draft.count) if self.draft.said else None

    @property
    def really(self) -> tuple[tuple[int, Action], ...]:
        """Of a claim that is half entered: (how many cards may be put down, the tap on that number)."""
        draft = self.draft
        if not draft.said or not self.mine:
            return ()
        numbers = range(draft.first, min(self._held, draft.first + NUMBERS - 1) + 1)
        return tuple((n, self.action({**self._claim(draft.rank, draft.count), "cards": n})) for n in numbers)

    @property
    def more_numbers(self) -> int | None:
        """How many numbers are passed over to see those after these; None where the hand has no more."""
        after = self.draft.first + NUMBERS
        return after - self.draft.count if after <= self._held else None

    @cached_property
    def call(self) -> Action | None:
        """The tap on "Popcorn!" on the phone of a seat; None where it cannot call."""
        if self.seat is None or not self._open_to_call or self.seat == self.state.claimer:
            return None
        return self.action({"move": "call", "seat": self.seat})

    @cached_property
    def callers(self) -> tuple[Action, ...]:
        """On a keeper's phone: the calls of all seats, for whoever shouted."""
        if not self.keeper or not self._open_to_call:
            return ()
        others = (seat.name for seat in self.seats if not seat.laid)
        return tuple(self.action({"move": "call", "seat": name}) for name in others)

    @property
    def let_pass(self) -> Action | None:
        """The tap on "Nobody calls"; None for the seat whose last cards they are."""
        asked = self.keeper or self.seat not in (None, self.state.claimer)
        return self.action(PASS) if asked and self.phase == "last-call" else None

    @property
    def reveals(self) -> tuple[Action, ...]:
        """Honest or not, in one tap; none on a phone that only looks on."""
        asked = self.plays and self.phase == "reveal"
        return (self.action(HONEST), self.action(BLUFF)) if asked else ()

    @cached_property
    def record(self) -> Action:
        """The tap on "Record", with the ranks that were tapped."""
        return self.action({"move": "reveal", "cards": list(self.draft.cards)})

    @property
    def preview(self) -> Text | None:
        """What the tapped ranks would bring; None where they cannot be all."""
        ruling = self.book.play(self.record.last)
        if isinstance(ruling, Rejected) or ruling.state.move is None:
            return None
        return self.book.game.describe(ruling.state.move, self.state)

    @property
    def to_tap(self) -> int:
        """How many ranks are still to be tapped, as far as this phone is told; one let stand tells any number."""
        claim = self.state.laid
        expected = 0 if claim is None else min(claim.put if claim.known else claim.count, self.state.pile)
        return max(0, expected - len(self.draft.cards))

    @property
    def _open_to_call(self) -> bool:
        return bool(self.state.claimer) and self.phase in ("claim", "last-call")

    @property
    def _held(self) -> int:
        return self.state.places[self.state.turn]

    def _claim(self, rank: str, count: int) -> Plain:
        return {"move": "claim", "seat": self.state.name(self.state.turn), "rank": rank, "count": count}
