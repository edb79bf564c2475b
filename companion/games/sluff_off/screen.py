"""What a phone finds before it at a table of Sluff Off!: the table in names and counts, and a trick half entered."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from companion.games import draft
from companion.games.draft import Fields, flag, text, texts
from companion.games.findings import Finding
from companion.games.game import Book
from companion.games.move import Plain
from companion.games.people import Seat, left_of
from companion.games.report import Place
from companion.games.ruling import Rejected
from companion.games.screen import Action, Aside, names_alone
from companion.games.sluff_off.edition import WORDS, Edition
from companion.games.sluff_off.moves import (
    AnyRuling,
    MissTurnIn,
    TrickMove,
    TurnIn,
    followed,
    payable,
    trick_claim,
    turn_in,
)
from companion.games.sluff_off.scoring import with_tie_break
from companion.games.sluff_off.state import TRICKS, State, face_of
from companion.games.text import Text
from companion.games.trick_screen import TrickScreen, TrickSeatView, TrickView, card_by_card, for_next, laid_so_far

KEPT = 128  # views

# The table.


@dataclass(frozen=True, slots=True)
class SluffOffSeat(TrickSeatView):
    """A seat: how many `tokens` of each colour lie there, and whether it holds the Sluffer."""

    tokens: Mapping[str, int]
    sluffer: bool

    def __hash__(self) -> int:
        """Equal seats have rows that look the same, at whatever moment of whatever table: a template may keep them."""
        return hash((self.name, self.total, frozenset(self.tokens.items())))


@dataclass(frozen=True, slots=True)
class ColoredTrickView(TrickView):
    """A trick with the colour that it was led in and the one that won it."""

    led: str
    won_with: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """The whole table. `round` and `trick` count from 1; `predicted` is how many tokens have been taken so far."""

    phase: str
    round: int
    rounds: int
    trick: int
    tricks: int
    centre: Mapping[str, int]
    sluffer: str | None
    awaited: str | None
    leader: str
    seats: tuple[SluffOffSeat, ...]
    track: tuple[ColoredTrickView, ...]
    predicted: int

    @property
    def lying(self) -> tuple[tuple[str, int], ...]:
        """What lies in the centre, as a value that equals an equal centre's."""
        return tuple(self.centre.items())


def view(state: State) -> RoundView:
    """Return the view of a state. After the end it shows the last round's number."""
    round_, phase, awaited, won = state.round, state.phase, state.awaited, state.winners()
    totals, lies = state.totals, state.holdings()
    centre = lies.pop("centre")
    seats = tuple(
        SluffOffSeat(
            name=seat,
            tokens=tokens,
            total=totals[seat],
            deals=seat == round_.dealer and phase != "over",
            leads=seat == state.leader and phase == "trick",
            sluffer=seat == round_.sluffer,
            awaited=seat == awaited,
            won=seat in won,
        )
        for seat, tokens in lies.items()
    )
    return RoundView(
        phase=phase,
        round=min(len(state.sums) + 1, state.rounds),
        rounds=state.rounds,
        trick=len(round_.tricks) + (phase != "turn-in"),
        tricks=TRICKS,
        centre=centre,
        sluffer=round_.sluffer,
        awaited=awaited,
        leader=state.leader,
        seats=seats,
        track=track(state),
        predicted=sum(sum(tokens.values()) for tokens in lies.values()),
    )


@lru_cache(KEPT)
def view_of(book: Book) -> RoundView:
    """Return the round as all phones are shown it, made once for the table."""
    return view(book.state)


def track(state: State) -> tuple[ColoredTrickView, ...]:
    """Return the tricks of the running round, with who played which card if the cards were recorded."""
    first = left_of(state.seats, state.round.dealer)
    tricks = card_by_card(state.seats, first, state.round.tricks, face_of)
    return tuple(
        ColoredTrickView(number, trick.winner, cards, trick.led, trick.won_with)
        for number, (trick, cards) in enumerate(tricks, 1)
    )


# A trick half entered.

BLACK, LATER = "black", "later"


@dataclass(frozen=True, slots=True)
class Draft(draft.Draft):
    """What has been tapped so far.

    `pays` is what comes of the trick: a token that goes back, `BLACK` (nothing fits), or `LATER` (that is entered
    afterwards); `won_with` is the trump colour, if trump won it. `by_cards` is the way of telling it card by card,
    `suit` the colour that the next of the `cards` has. `wanted` is an empty colour whose holders are asked for;
    `ending` asks whether a prediction is to end without a token.
    """

    winner: str | None = text("winner")
    pays: str | None = text("pays")
    won_with: str | None = text("won_with")
    by_cards: bool = flag("by", "cards", lasting=True)
    suit: str | None = text("suit")
    wanted: str | None = text("from")
    ending: bool = flag("end", "ask")
    cards: tuple[str, ...] = texts("card")

    def claim(self) -> Plain:
        """The trick by its cards, complete or not."""
        return {"move": "trick", "cards": list(self.cards)}

    def trumped(self, trump: str) -> bool:
        """Whether the trick was won with trump: that is told, or a trump token goes back for it."""
        return trump in (self.won_with, self.pays)


class Return(NamedTuple):
    """A token that may go back for a trick: the tap that records both; None if the led colour is needed first."""

    color: str
    action: Action | None


@dataclass(frozen=True)
class SluffOffScreen(TrickScreen[State, SluffOffSeat]):
    """What the templates of this game read."""

    draft: Draft = field(default_factory=Draft)

    names = ("move", "color", "from")
    settles = (TurnIn, MissTurnIn, AnyRuling)
    goes_round = ("prediction",)

    track = staticmethod(track)

    @staticmethod
    def read(fields: Fields, book: Book, seat: str | None, _keeper: bool) -> Draft:
        """The draft that an address or a form carries; what makes no sense now is left out."""
        entered, state = Draft.read(fields), book.state
        edition = state.edition
        if state.phase == "prediction":
            wanted = entered.wanted if entered.wanted in edition.colors else None
            ending = entered.ending and not entered.wanted and not any(state.round.piles[state.predictor].values())
            return replace(entered.lasting, wanted=wanted, ending=ending)
        if state.phase == "trick" and entered.by_cards:
            cards = laid_so_far(fields, entered.cards, len(book.seats))
            return replace(entered.lasting, suit=for_next(entered.suit, cards, edition.colors), cards=cards)
        if state.phase != "trick":
            return entered.lasting
        pays = entered.pays if entered.pays in (*edition.order, LATER) else None
        # A tap on a token of one's own says both: I took it, and that one goes back.
        winner = entered.winner if fields.getlist("winner") or not pays else seat
        won_with = entered.won_with if entered.won_with == edition.trump else None
        return Draft(winner=winner, pays=pays, won_with=won_with) if winner in book.seats else Draft()

    @staticmethod
    def act(state: State, _fields: Fields) -> str:
        """Names the round, and in it the prediction's next token, the trick or the turn-in."""
        round_ = state.round
        taken = sum(round_.piles[state.predictor].values()) if state.phase == "prediction" else 0
        leader = state.people.person(state.leader)  # another name ends no act
        return f"{len(state.sums)}-{round_.done}-{taken}-{len(round_.tricks)}-{leader}-{state.phase}"

    @staticmethod
    def recorded(before: State, move: Any) -> State | None:
        return move.recorded(before) if isinstance(move, TrickMove) else None

    # The table.

    @cached_property
    def view(self) -> RoundView:
        """What lies on the table."""
        return view_of(self.book)

    @property
    def edition(self) -> Edition:
        """The box on the table."""
        return self.state.edition

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
        standings: Mapping[str, tuple[int, int]] = {str(seat): own for seat, own in self.state.standings().items()}
        order = sorted(standings.values())
        placed = (
            replace(one, place=order.index(standings[one.name]) + 1, says=self._says(one, usual)) for one in usual
        )
        return tuple(sorted(placed, key=lambda one: one.place))

    def _says(self, own: Place, places: Sequence[Place]) -> Text:
        """The seat's points; beside an equal total also what tells the two apart."""
        way = self.state.options.tie_break
        if way == "share" or [one.total for one in places].count(own.total) == 1:
            return own.says
        return with_tie_break(own.says, way, self.state.tie_break(Seat(own.name)))

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
        usual = payable(owed, owed.round.tricks[-1])[:1]
        remedy = (("from", seat), ("to", "centre"), *(("color", color) for color in usual))
        return (Finding(seat, "missed-turn-in", self.edition.worded(text), reason, book, remedy=remedy),)

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
        if self.view.phase != "prediction" or not self.mine:
            return ()
        listed = self.draft.wanted if self.asked_from else None
        found = {name[1]: action for name, action in self.actions.items() if name[0] == "steal" and name[2] == seat}
        return tuple((color, action) for color, action in found.items() if color != listed)

    # A trick told by who took it, and by what goes back for it or was led.

    @property
    def claimants(self) -> tuple[tuple[int, SluffOffSeat], ...]:
        """The seats that may have taken the trick, with their numbers: this phone's own, then all clockwise."""
        return tuple(sorted(enumerate(self.view.seats), key=lambda numbered: numbered[1].name != self.seat))

    @property
    def own_returns(self) -> tuple[Return, ...]:
        """What may go back for the trick if this phone's own seat has taken it."""
        return tuple(self._returns(self.seat)) if self.seat else ()

    @property
    def may_settle(self) -> bool:
        """Whether this phone may also enter what the drafted trick's winner turns in."""
        return self.draft.winner is not None and self.enters_for(self.draft.winner)

    @cached_property
    def returns(self) -> tuple[Return, ...]:
        """What may go back for the drafted trick, if this phone may enter that."""
        return tuple(self._returns(self.draft.winner)) if self.draft.winner and self.may_settle else ()

    def _returns(self, winner: str) -> Iterator[Return]:
        """First what tells the usual trick: its colour was led, and won unless it is told what did."""
        trump = self.edition.trump
        tokens = next(seat.tokens for seat in self.view.seats if seat.name == winner)
        for color in self.colors:
            if color != trump and tokens[color]:
                claim = trick_claim(winner, color, self.draft.won_with or color)
                yield Return(color, self.action(claim, turn_in(winner, color)))
        yield from (Return(color, None) for color in (trump, "white") if tokens[color])

    @property
    def nothing_fits(self) -> bool:
        """Whether the drafted trick can be one for which its winner has nothing to turn in."""
        return bool(self._leads(BLACK))

    @property
    def asks_led(self) -> bool:
        """Whether the led colour is all that is still to be told."""
        return self.draft.pays is not None or not self.returns

    @cached_property
    def leads(self) -> Mapping[tuple[str, bool], Action]:
        """By led colour and whether it was trumped: the tap that records the drafted trick."""
        return {lead: self.action(*moves) for lead, moves in self._leads(self.draft.pays).items()}

    @property
    def may_be_trumped(self) -> bool:
        """Whether what is told of the trick leaves it open that trump won it."""
        return any(trumped for _, trumped in self.leads)

    def _leads(self, pays: str | None) -> dict[tuple[str, bool], tuple[Plain, ...]]:
        """What may have been led for what is told of a trick, and whether it was trumped: the moves that record it.

        Where nobody trumped it comes first. If nothing is told of what its winner pays, it is recorded without that.
        """
        winner, trump = str(self.draft.winner), self.edition.trump
        tricks = [trick_claim(winner, led, trump) for led in self.colors]
        if trump not in (self.draft.won_with, pays):
            # A trick led in trump is told once: in the second row it would stand again.
            tricks = [*(trick_claim(winner, led, led) for led in self.colors), *tricks]
        found: dict[tuple[str, bool], tuple[Plain, ...]] = {}
        for claim in tricks:
            pay = self._came_of(claim, pays)
            if pay is not None:
                found.setdefault((claim["led"], claim["won_with"] != claim["led"]), (claim, *pay))
        return found

    def _came_of(self, claim: Plain, pays: str | None) -> tuple[Plain, ...] | None:
        """What is entered with a trick; None if that cannot be, or the rules ask for more."""
        if pays in (None, LATER):
            return ()
        owed = self._owed(claim)
        if pays == BLACK:
            return None if owed else ()
        return (turn_in(claim["winner"], str(pays)),) if pays in owed else None

    # A trick told card by card; what becomes of either.

    def _after(self, claim: Plain) -> State | None:
        """The state with a trick, before the round may end; None if it is refused."""
        move = self.book.game.parse(claim, self.book.seats)
        return None if isinstance(move, Rejected) else self.recorded(self.state, move)

    def _owed(self, claim: Plain) -> tuple[str, ...]:
        """What may be turned in for a trick; nothing if it is refused or nothing is owed for it."""
        after = self._after(claim)
        trick = None if after is None else after.round.tricks[-1]
        return payable(self.state, trick) if trick is not None and trick.settled is None else ()

    @cached_property
    def taken(self) -> Text | None:
        """Who takes the trick by its cards, and with which; None if it cannot be."""
        after = self._after(self.draft.claim())
        if after is None:
            return None
        played = dict(zip(self.order, self.draft.cards, strict=True))
        color, rank = played[after.leader].split(" ")
        return Text("{seat} takes it with {color} {rank}.", seat=after.leader, color=Text(color), rank=rank)

    @cached_property
    def pay_offs(self) -> tuple[Action, ...]:
        """The trick by its cards with what its winner may turn in, if this phone may enter both."""
        claim = self.draft.claim()
        after = self._after(claim)
        if after is None or not self.enters_for(after.leader):
            return ()
        owed = self._owed(claim)
        return tuple(Action((claim, turn_in(after.leader, color))) for color in self.edition.order if color in owed)

    @cached_property
    def record(self) -> Action:
        """What "Record trick" says."""
        return self.action(self.draft.claim())

    @cached_property
    def outcome(self) -> Text | None:
        """What becomes of the drafted trick, if nothing is turned in for it."""
        if self.draft.by_cards:
            return self._outcome(self.draft.claim())
        settles = self.may_settle and self.draft.pays in (None, BLACK)
        claims = [action.moves[0] for action in self.leads.values()] if settles else ()
        return self._outcome(claims[0]) if claims else None

    def _outcome(self, claim: Plain) -> Text | None:
        after = self._after(claim)
        if after is None or after.round.tricks[-1].settled is None:
            return None
        brought = followed(after.round)
        if brought is None:
            brought = Text("{seat} holds {the_role} and pays nothing", seat=after.leader, **WORDS)
        return self.edition.worded(Text("{sentence}.", sentence=brought))


def _who_took(trick: ColoredTrickView) -> Aside:
    led, won_with = Text(trick.led), Text(trick.won_with)
    how = (
        Text("with {led}", led=led)
        if trick.led == trick.won_with
        else Text("with {won_with} on {led}", won_with=won_with, led=led)
    )
    return Aside(Text("Trick {n}", n=trick.number), ((trick.winner, how),))
