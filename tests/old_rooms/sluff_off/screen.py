"""What a phone finds before it at a table of Sluff Off!: the table in names and counts, and what the judge offers."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from companion.games.findings import Finding
from companion.games.game import Book
from companion.games.report import Place
from companion.games.screen import Action, Aside, names_alone
from companion.games.sluff_off.edition import WORDS, Edition
from companion.games.text import Text
from companion.games.trick_screen import TrickScreen
from tests.old_rooms.sluff_off import draft as drafts
from tests.old_rooms.sluff_off.draft import BLACK, Draft
from tests.old_rooms.sluff_off.moves import MissTurnIn, PointsRuling, TokenRuling, TurnIn
from tests.old_rooms.sluff_off.results import standings, with_tie_break
from tests.old_rooms.sluff_off.state import State
from tests.old_rooms.sluff_off.table_view import ROW, ColoredTrickView, RoundView, SluffOffSeat, track, view_of
from tests.old_rooms.sluff_off.trick_play import payable, recorded

SHORTCUTS = 4  # tokens of one's own that fit beside "I took it" on a narrow phone


class Return(NamedTuple):
    """A token that may go back for a trick: the tap that records both; None where the led colour is needed first."""

    color: str
    action: Action | None


@dataclass(frozen=True)
class SluffOffScreen(TrickScreen[State, SluffOffSeat]):
    """What the templates of this game read."""

    draft: Draft = field(default_factory=Draft)

    names = ("move", "color", "from")
    settles = (TurnIn, MissTurnIn, TokenRuling, PointsRuling)
    goes_round = ("prediction",)

    read = staticmethod(drafts.read_draft)
    act = staticmethod(drafts.act)
    recorded = staticmethod(recorded)
    track = staticmethod(track)

    # The table.

    @cached_property
    def view(self) -> RoundView:
        """What lies on the table."""
        return view_of(self.book)

    @property
    def edition(self) -> Edition:
        """The box on the table."""
        return self.state.setup.edition

    @property
    def colors(self) -> tuple[str, ...]:
        """The colours that a trick can be led in."""
        return self.edition.colors

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """In order; once the game is over a house rule may tell equal totals apart."""
        usual = super().places
        if not self.over:
            return usual
        ranked = dict(zip(self.state.setup.seats, standings(self.state), strict=True))
        order = sorted(ranked.values())
        placed = (replace(one, place=order.index(ranked[one.name]) + 1, says=self._says(one, usual)) for one in usual)
        return tuple(sorted(placed, key=lambda one: one.place))

    def _says(self, own: Place, places: Sequence[Place]) -> Text:
        """The seat's points; beside an equal total also what tells the two apart."""
        if [one.total for one in places].count(own.total) == 1:
            return own.says
        return with_tie_break(self.state, self.state.setup.seats.index(own.name), own.says)

    @property
    def likeness(self) -> Hashable:
        """Of a phone that only waits: what its seat holds, and whether it is the next."""
        if self.mine or self.keeper or not self.draft.empty:
            return super().likeness
        own = self.own
        return None if own is None else (sum(own.tokens.values()), own.sluffer), self.next_up

    @property
    def meanwhile(self) -> tuple[Aside, ...]:
        """Who has yet to predict; in play the last trick and what is left to turn in."""
        if self.view.phase == "prediction":
            return (Aside(Text("Still to predict"), names_alone((str(self.view.awaited), *self.to_come))),)
        role = self.edition.words["Role"]
        held = {seat.name: sum(n for color, n in seat.tokens.items() if color != "black") for seat in self.seats}
        left = tuple((seat.name, role if seat.sluffer else Text(str(held[seat.name]))) for seat in self.seats)
        tokens = Aside(self.edition.worded(Text("{Tokens} left", **WORDS)), left)
        return (*map(_who_took, self.view.track[-1:]), tokens)

    @property
    def turn(self) -> str:
        """The act without the tokens of a prediction: taking a second one is no mistake."""
        state, draft = self.state, self.draft
        asked = f"{bool(self.asked_from)}-{draft.ending}-{draft.winner}-{draft.pays}"
        return f"{len(state.sums)}-{state.round.done}-{len(state.round.tricks)}-{state.phase}-{asked}"

    def found_in(self, book: Book) -> tuple[Finding, ...]:
        """A turn-in that was missed, or the revokes that the latest entry has proved."""
        if not isinstance(book.move, MissTurnIn) or book.before is None:
            return super().found_in(book)
        owed: State = book.before.state
        trick = len(owed.round.tricks)
        text = Text(
            "{seat} forgot to turn in for trick {trick} of round {round}. The {token} stays, unless the table decides "
            "otherwise.",
            **WORDS,
            seat=book.move.seat,
            trick=trick,
            round=len(owed.sums) + 1,
        )
        reason, seat = Text("Forgot to turn in for trick {n}", n=trick), book.move.seat
        remedy = (("from", seat), ("to", "centre"), *(("color", one) for one in payable(owed)[:1]))
        return (Finding(seat, "missed-turn-in", self.edition.worded(text), reason, book, remedy=remedy),)

    def _tokens(self, seat: str) -> Mapping[str, int]:
        return next(found.tokens for found in self.view.seats if found.name == seat)

    # What this phone may tap; in a prediction also whom to steal from.

    @property
    def taps(self) -> tuple[Action, ...]:
        """The moves of the running phase; a trick is entered in parts."""
        if self.view.phase == "trick" or not self.mine:
            return ()
        return tuple(Action.of(choice) for choice in self.book.game.choices(self.state, self.view.awaited))

    def holders(self, color: str) -> tuple[Action, ...]:
        """The steals that an empty colour offers; none while it can be taken from the centre."""
        take = self.actions.get(("take", color))
        if take is None or take.legal:
            return ()
        found = (action for name, action in self.actions.items() if name[:2] == ("steal", color))
        return tuple(action for action in found if action.legal)

    @property
    def asked_from(self) -> tuple[Action, ...]:
        """The steals of the colour that has been asked for."""
        return self.holders(self.draft.wanted) if self.draft.wanted else ()

    def steals(self, seat: str) -> tuple[tuple[str, Action], ...]:
        """By colour: what a tap on another seat's token says in prediction; once is enough on a screen."""
        if self.view.phase != "prediction" or not self.mine or not self._has_room(seat):
            return ()
        listed = self.draft.wanted if self.asked_from else None
        found = {name[1]: action for name, action in self.actions.items() if name[0] == "steal" and name[2] == seat}
        return tuple((color, action) for color, action in found.items() if color != listed)

    def _has_room(self, seat: str) -> bool:
        # Buttons that break a seat's row in two would push the last seat off a low screen.
        return sum(max(48, 39 + 16 * (min(count, 4) - 1)) for count in self._tokens(seat).values() if count) <= ROW

    # A trick told by who took it, and by what goes back for it or was led.

    @property
    def claimants(self) -> tuple[tuple[int, SluffOffSeat], ...]:
        """The seats that may have taken the trick, with their numbers: this phone's own, then all clockwise."""
        return tuple(sorted(enumerate(self.view.seats), key=lambda numbered: numbered[1].name != self.seat))

    @property
    def own_returns(self) -> tuple[Return, ...]:
        """What may go back for the trick if this phone's own seat has taken it; no more than a row has room for."""
        return self._returns(self.seat)[:SHORTCUTS] if self.seat else ()

    @property
    def may_settle(self) -> bool:
        """Whether this phone may also enter what the drafted trick's winner turns in."""
        return self.draft.winner is not None and self.enters_for(self.draft.winner)

    @cached_property
    def returns(self) -> tuple[Return, ...]:
        """What may go back for the drafted trick, where this phone may enter that."""
        return self._returns(self.draft.winner) if self.draft.winner and self.may_settle else ()

    def _returns(self, winner: str) -> tuple[Return, ...]:
        held = [color for color, count in self._tokens(winner).items() if count]
        trump, won_with = self.edition.trump, self.draft.won_with
        usual = [color for color in held if color in self.colors and color != trump]
        returned = (Return(color, self.action(*drafts.usual_trick(winner, color, won_with))) for color in usual)
        return (*returned, *(Return(color, None) for color in (trump, "white") if color in held))

    @property
    def nothing_fits(self) -> bool:
        """Whether the drafted trick can be one for which its winner has nothing to turn in."""
        return bool(drafts.leads(self.book, replace(self.draft, pays=BLACK)))

    @property
    def asks_led(self) -> bool:
        """Whether the led colour is all that is still to be told."""
        return self.draft.pays is not None or not self.returns

    @cached_property
    def leads(self) -> Mapping[tuple[str, bool], Action]:
        """By led colour and whether it was trumped: the tap that records the drafted trick."""
        return {lead: self.action(*moves) for lead, moves in drafts.leads(self.book, self.draft).items()}

    @property
    def may_be_trumped(self) -> bool:
        """Whether what is told of the trick leaves it open that trump won it."""
        return any(trumped for _, trumped in self.leads)

    # A trick told card by card; what becomes of either.

    @cached_property
    def taken(self) -> Text | None:
        """Who takes the trick by its cards."""
        return drafts.taken(self.book, self.draft)

    @cached_property
    def pay_offs(self) -> tuple[Action, ...]:
        """The trick by its cards with what its winner may turn in, where this phone may enter both."""
        actions = drafts.settled(self.book, self.draft.claim())
        return tuple(action for action in actions if self.enters_for(action.last["seat"]))

    @cached_property
    def record(self) -> Action:
        """What "Record trick" says."""
        return self.action(self.draft.claim())

    @cached_property
    def outcome(self) -> Text | None:
        """What becomes of the drafted trick, where nothing is turned in for it."""
        if self.draft.by_cards:
            return drafts.outcome(self.book, self.draft.claim())
        settles = self.may_settle and self.draft.pays in (None, BLACK)
        claims = [action.moves[0] for action in self.leads.values()] if settles else ()
        return drafts.outcome(self.book, claims[0]) if claims else None


def _who_took(trick: ColoredTrickView) -> Aside:
    led, won_with = Text(trick.led), Text(trick.won_with)
    how = (
        Text("with {led}", led=led)
        if trick.led == trick.won_with
        else Text("with {won_with} on {led}", won_with=won_with, led=led)
    )
    return Aside(Text("Trick {n}", n=trick.number), ((trick.winner, how),))
