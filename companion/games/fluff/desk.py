"""What a phone finds before it at a table of Fluff: the view, whose act it is, and what the judge offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.games.desk import Desk, Offer, Plain
from companion.games.fluff import telling
from companion.games.fluff.bidding import price
from companion.games.fluff.draft import KEY, Draft
from companion.games.fluff.moves import FACES
from companion.games.fluff.state import State
from companion.games.fluff.view import SeatView, View, view
from companion.games.ruling import Accepted, Rejected, Text

ABREAST = (5, 6)  # seats: more than that stand two abreast, and three


@dataclass(frozen=True)
class FluffDesk(Desk):
    """Templates read it and decide nothing about the game."""

    draft: Draft = field(default_factory=Draft)
    key = KEY

    @property
    def half_told(self) -> bool:
        """Whether a bid, dice or a roll have been half told."""
        return bool(self.draft.told)

    @property
    def query(self) -> str:
        """The draft in an address."""
        return self.draft.query

    @property
    def lasting(self) -> str:
        """Nothing goes on after a move."""
        return ""

    @property
    def found(self) -> tuple[Text, ...]:
        """Nothing that was recorded proves anything irregular."""
        return ()

    @property
    def missing(self) -> Text:
        """See `telling.missing`."""
        return telling.missing(self.state, self.asked)

    @property
    def state(self) -> State:
        """The state of the game."""
        state: State = self.book.state
        return state

    @cached_property
    def view(self) -> View:
        """What lies on the table."""
        return view(self.state)

    @property
    def winner(self) -> str:
        """Who has won, once the game is over."""
        return next((seat.name for seat in self.view.seats if seat.won), "")

    @property
    def columns(self) -> int:
        """How many seats stand abreast on a phone, so that all of them are seen."""
        return 1 + sum(len(self.state.dice) > most for most in ABREAST)

    @property
    def faces(self) -> tuple[int | str, ...]:
        """What a die can show."""
        return FACES

    @cached_property
    def own(self) -> SeatView | None:
        """The seat that this phone plays."""
        return next((seat for seat in self.view.seats if seat.name == self.seat), None)

    @property
    def mine(self) -> bool:
        """Whether this phone is asked for the act that the table waits for."""
        if self.view.phase == "over" or (self.seat is None and not self.keeper):
            return False
        return self.keeper or self.view.phase == "first-roll" or self.seat in self.view.awaited

    @property
    def asked(self) -> Draft:
        """The draft, filled with what a phone is asked first: the roll of a seat, a bid to begin with, its dice."""
        if not self.mine or self.draft.spills or self.draft.calls:
            return self.draft
        return telling.asked(self.state, self.draft, self._place(self.seat))

    @cached_property
    def told(self) -> Offer:
        """What has been told as the move that it makes."""
        return self._offer(telling.move(self.state, self.asked))

    @property
    def complete(self) -> bool:
        """Whether enough has been told for a move."""
        return telling.complete(self.state, self.asked)

    @property
    def foretold(self) -> Text | None:
        """What would come of it, in a few words."""
        return telling.foretold(self.state, self.asked) if self.complete else None

    @cached_property
    def steps(self) -> Mapping[str, telling.Step]:
        """The steppers of a bid: "fewer", "more", "lower" and "higher"."""
        found = telling.steps(self.state, self.asked)
        return {name: telling.Step(draft, self._offer(move)) for name, draft, move in found}

    @property
    def askable(self) -> tuple[str, ...]:
        """The seats whose dice or roll this phone may tell, in order; one's own alone needs no choice."""
        found = telling.askable(self.state, self.keeper, self._place(self.seat))
        return tuple(self.view.seats[seat].name for seat in found)

    @property
    def entering(self) -> SeatView | None:
        """The seat that what is told belongs to."""
        seat = telling.seat_of(self.asked)
        return None if seat is None else self.view.seats[seat]

    def about(self, name: str) -> Draft:
        """The draft that asks for that seat's part next."""
        return telling.about(self.state, self.asked, self.state.setup.seats.index(name))

    def tapped(self, what: int | str) -> Draft:
        """The draft after one more tap: a die's face, or a number of wilds."""
        return telling.tapped(self.state, self.asked, what)

    @property
    def taken_back(self) -> Draft:
        """The draft without the die that was told last."""
        seat, dice = self.asked.show or (0, ())
        return Draft(show=(seat, dice[:-1]))

    @property
    def counting(self) -> int:
        """How many of the dice told count for the bid."""
        dice = self.asked.show[1] if self.asked.show else ()
        return self.state.bid.met_by(dice) if self.state.bid else 0

    def wilds_of(self, name: str) -> int | None:
        """How many wilds have been told of that seat."""
        return self.asked.roll[1][self.state.setup.seats.index(name)] if self.asked.roll else None

    def words(self, offer: Offer) -> Text:
        """The words of a button."""
        move = self.book.game.parse(offer.last)
        return move.because if isinstance(move, Rejected) else self.book.game.label(move)

    def too_many(self, face: int | str) -> Offer:
        """What a tap on a face says once all dice of the seat are told."""
        seat, dice = self.asked.show or (0, ())
        return self._offer({"move": "show", "seat": self.state.setup.seats[seat], "dice": [*dice, face]})

    @cached_property
    def callers(self) -> tuple[Offer, ...]:
        """Who may call "Fluff!" from this phone: its own seat first, then whose turn it is."""
        if self.state.phase != "bid" or self.state.bid is None:
            return ()
        names = self.state.setup.seats
        seats = [name for name in names if self.keeper or name == self.seat]
        seats.sort(key=lambda name: (name != self.seat, name != self.view.turn))
        offers = (self._offer({"move": "call", "seat": name}) for name in seats)
        return tuple(offer for offer in offers if offer.legal)

    @property
    def price(self) -> Mapping[str, int]:
        """What a wrong call costs each seat now."""
        return {name: price(self.state, seat) for seat, name in enumerate(self.state.setup.seats)}

    @property
    def spillers(self) -> tuple[str, ...]:
        """The seats whose spilled dice this phone may tell; none where or when nothing can be spilled."""
        found = (self._offer({"move": "spill", "seat": name, "count": 1}) for name in self._entered)
        return tuple(str(offer.last["seat"]) for offer in found if offer.legal)

    @property
    def spills(self) -> tuple[Offer, ...]:
        """How many dice the seat that spills may have spilled."""
        seat = self.draft.seat
        if seat is None:
            return ()
        name, held = self.state.setup.seats[seat], self.state.dice[seat]
        return tuple(self._offer({"move": "spill", "seat": name, "count": n}) for n in range(1, held + 1))

    def spilling(self, name: str | None = None) -> Draft:
        """The draft of a spill, by that seat or by one yet to be told."""
        return Draft(spills=True, seat=self._place(name))

    @property
    def others_call(self) -> Draft:
        """The draft that asks who calls."""
        return Draft(calls=True)

    @property
    def ruling_open(self) -> bool:
        """Whether the table may give or take dice just now."""
        return self.state.between_rounds

    @property
    def _entered(self) -> tuple[str, ...]:
        names = self.state.setup.seats
        return names if self.keeper else tuple(name for name in names if name == self.seat)

    def _place(self, name: str | None) -> int | None:
        return None if name is None else self.state.setup.seats.index(name)

    def _offer(self, plain: Plain) -> Offer:
        ruling = self.book.play(plain)
        return Offer((plain,), None if isinstance(ruling, Accepted) else ruling)
