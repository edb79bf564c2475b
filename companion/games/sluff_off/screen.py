"""What a phone shows of a table of Sluff Off!, and a trick or another move that is half entered."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from companion.games import draft
from companion.games.draft import Fields, flag, text, texts
from companion.games.findings import Finding
from companion.games.game import Book
from companion.games.move import Plain
from companion.games.people import left_of
from companion.games.ruling import Action
from companion.games.screen import Aside, names_alone
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
        """Templates cache the rows that they have drawn of seats, whatever table these are at."""
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
        """What lies in the centre, as a value that can be compared."""
        return tuple(self.centre.items())


def view(state: State) -> RoundView:
    """Return the view of a state. After the end its round is the last one."""
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
    """Return the view of a book, made once for all phones."""
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

    `pays` is what comes of the trick: a token that goes back, `BLACK` if nothing fits, or `LATER` if that is entered
    afterwards; `won_with` is the trump colour, if trump won it. With `by_cards` the trick is told card by card, and
    `suit` is the colour of the next of the `cards`. `wanted` is a colour that the centre has no more of, while the
    phone is asked from whom to steal it; with `ending` it is asked if a prediction is to end without a token.
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
        """Return the trick by its cards, complete or not."""
        return {"move": "trick", "cards": list(self.cards)}

    def trumped(self, trump: str) -> bool:
        """Return True if the trick was won with trump: that is told, or a trump token goes back for it."""
        return trump in (self.won_with, self.pays)


Return = tuple[str, Action | None]
"""The colour of a token that may go back for a trick, and what records both; None if the led colour is asked first."""


@dataclass(frozen=True)
class SluffOffScreen(TrickScreen[State, SluffOffSeat]):
    draft: Draft = field(default_factory=Draft)

    names = ("move", "color", "holder")
    settles = (TurnIn, MissTurnIn, AnyRuling)
    goes_round = ("prediction",)

    track = staticmethod(track)

    @staticmethod
    def read(fields: Fields, book: Book, seat: str | None, _keeper: bool) -> Draft:
        """Return the draft that an address or a form carries, without what makes no sense now."""
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
        """Return a name for the next token of a prediction, the trick, or the turn-in."""
        round_ = state.round
        taken = sum(round_.piles[state.predictor].values()) if state.phase == "prediction" else 0
        leader = state.people.person(state.leader)  # another name ends no act
        return f"{len(state.sums)}-{round_.done}-{taken}-{len(round_.tricks)}-{leader}-{state.phase}"

    # The table.

    @cached_property
    def view(self) -> RoundView:
        return view_of(self.book)

    @property
    def edition(self) -> Edition:
        return self.state.edition

    @property
    def colors(self) -> tuple[str, ...]:
        """The colours that a trick can be led in."""
        return self.edition.colors

    @property
    def likeness(self) -> Hashable:
        """As for all games, but of a phone that only waits: how much its seat holds, and if its turn comes next."""
        if self.mine or self.keeper or not self.draft.empty:
            return super().likeness
        own = self.own
        return None if own is None else (sum(own.tokens.values()), own.sluffer), self.next_up

    @property
    def meanwhile(self) -> tuple[Aside, ...]:
        """The seats that have yet to predict; in play the last trick, and what each seat has left to turn in."""
        if self.view.phase == "prediction":
            return (Aside(Text("Still to predict"), names_alone((str(self.view.awaited), *self.to_come))),)
        role = self.edition.words["Role"]
        held = {seat.name: sum(n for color, n in seat.tokens.items() if color != "black") for seat in self.seats}
        left = tuple((seat.name, role if seat.sluffer else Text(str(held[seat.name]))) for seat in self.seats)
        tokens = Aside(self.edition.worded(Text("{Tokens} left", **WORDS)), left)
        return (*map(_who_took, self.view.track[-1:]), tokens)

    @property
    def turn(self) -> str:
        """The act and what is half told of it. A prediction is one act: taking a second token is no mistake."""
        state, draft = self.state, self.draft
        asked = f"{bool(self.asked_from)}-{draft.ending}-{draft.winner}-{draft.pays}"
        return f"{len(state.sums)}-{state.round.done}-{len(state.round.tricks)}-{state.phase}-{asked}"

    def findings_in(self, book: Book) -> tuple[Finding, ...]:
        """Return a turn-in that was missed, or the revokes that the latest entry has proved."""
        if not isinstance(book.move, MissTurnIn) or book.before is None:
            return super().findings_in(book)
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

    @cached_property
    def taps(self) -> tuple[Action, ...]:
        """The moves of the running phase, but for a trick, which is entered in parts."""
        if self.view.phase == "trick" or not self.mine:
            return ()
        return self.book.game.choices(self.state, self.view.awaited)

    def holders(self, color: str) -> tuple[Action, ...]:
        """Return the steals of a colour; empty while it can be taken from the centre."""
        take = self.actions.get(("take", color))
        if take is None or take.legal:
            return ()
        steals = (action for name, action in self.actions.items() if name[:2] == ("steal", color))
        return tuple(action for action in steals if action.legal)

    @property
    def asked_from(self) -> tuple[Action, ...]:
        """The steals of the colour that is wanted."""
        return self.holders(self.draft.wanted) if self.draft.wanted else ()

    def steals(self, seat: str) -> tuple[tuple[str, Action], ...]:
        """Return the steals from a seat by colour, for taps on its tokens; without those that `asked_from` lists."""
        if self.view.phase != "prediction" or not self.mine:
            return ()
        listed = self.draft.wanted if self.asked_from else None
        steals = {name[1]: action for name, action in self.actions.items() if name[0] == "steal" and name[2] == seat}
        return tuple((color, action) for color, action in steals.items() if color != listed)

    # A trick told by who took it, and by what goes back for it or was led.

    @property
    def claimants(self) -> tuple[tuple[int, SluffOffSeat], ...]:
        """The seats that may have taken the trick, with their numbers: this phone's own first, then all clockwise."""
        return tuple(sorted(enumerate(self.view.seats), key=lambda numbered: numbered[1].name != self.seat))

    @property
    def own_returns(self) -> tuple[Return, ...]:
        """What may go back for the trick if this phone's own seat has taken it."""
        return tuple(self._returns(self.seat)) if self.seat else ()

    @property
    def may_settle(self) -> bool:
        """True if this phone may also enter what the drafted trick's winner turns in."""
        return self.draft.winner is not None and self.enters_for(self.draft.winner)

    @cached_property
    def returns(self) -> tuple[Return, ...]:
        """What may go back for the drafted trick, if this phone may enter that."""
        return tuple(self._returns(self.draft.winner)) if self.draft.winner and self.may_settle else ()

    def _returns(self, winner: str) -> Iterator[Return]:
        """Yield what may go back: first the colours that can have been led, and have won if that is not told."""
        trump = self.edition.trump
        tokens = next(seat.tokens for seat in self.view.seats if seat.name == winner)
        for color in self.colors:
            if color != trump and tokens[color]:
                claim = trick_claim(winner, color, self.draft.won_with or color)
                yield color, self.action(claim, turn_in(winner, color))
        yield from ((color, None) for color in (trump, "white") if tokens[color])

    @property
    def nothing_fits(self) -> bool:
        """True if the winner may have nothing to turn in for the drafted trick."""
        return bool(self._leads(BLACK))

    @property
    def asks_led(self) -> bool:
        """True if only the led colour is still to be told."""
        return self.draft.pays is not None or not self.returns

    @cached_property
    def leads(self) -> Mapping[tuple[str, bool], Action]:
        """What records the drafted trick, by the led colour and True if it was trumped."""
        return {lead: self.action(*moves) for lead, moves in self._leads(self.draft.pays).items()}

    @property
    def may_be_trumped(self) -> bool:
        """True if trump may have won the trick, by what is told of it."""
        return any(trumped for _, trumped in self.leads)

    def _leads(self, pays: str | None) -> dict[tuple[str, bool], tuple[Plain, ...]]:
        """Return the moves that record each trick that can have been, by its led colour and True if it was trumped.

        Tricks that nobody trumped come first. Unless it is told what the winner `pays`, a trick is recorded without it.
        """
        winner, trump = str(self.draft.winner), self.edition.trump
        tricks = [trick_claim(winner, led, trump) for led in self.colors]
        if trump not in (self.draft.won_with, pays):
            # A trick led in trump is told once: in the second row it would stand again.
            tricks = [*(trick_claim(winner, led, led) for led in self.colors), *tricks]
        leads: dict[tuple[str, bool], tuple[Plain, ...]] = {}
        for claim in tricks:
            pay = self._came_of(claim, pays)
            if pay is not None:
                leads.setdefault((claim["led"], claim["won_with"] != claim["led"]), (claim, *pay))
        return leads

    def _came_of(self, claim: Plain, pays: str | None) -> tuple[Plain, ...] | None:
        """Return what is entered with a trick; None if the rules do not allow it, or ask for more."""
        if pays in (None, LATER):
            return ()
        owed = self._owed(claim)
        if pays == BLACK:
            return None if owed else ()
        return (turn_in(claim["winner"], str(pays)),) if pays in owed else None

    # A trick told card by card; what becomes of either.

    def _after(self, claim: Plain) -> State | None:
        """Return the state with a trick, before the round may end; None if it is refused."""
        move = self.book.game.parse(claim)
        return move.recorded(self.state) if isinstance(move, TrickMove) else None

    def _owed(self, claim: Plain) -> tuple[str, ...]:
        """Return what may be turned in for a trick; empty if it is refused or nothing is owed for it."""
        after = self._after(claim)
        trick = None if after is None else after.round.tricks[-1]
        return payable(self.state, trick) if trick is not None and trick.settled is None else ()

    @cached_property
    def taken(self) -> Text | None:
        """The winner of the trick by its cards, as a sentence; None if they cannot be a trick."""
        after = self._after(self.draft.claim())
        if after is None:
            return None
        played = dict(zip(self.order, self.draft.cards, strict=True))
        color, rank = played[after.leader].split(" ")
        return Text("{seat} takes it with {color} {rank}.", seat=after.leader, color=Text(color), rank=rank)

    @cached_property
    def pay_offs(self) -> tuple[Action, ...]:
        """The trick by its cards with each token that its winner may turn in, if this phone may enter both."""
        claim = self.draft.claim()
        after = self._after(claim)
        if after is None or not self.enters_for(after.leader):
            return ()
        owed = self._owed(claim)
        return tuple(self.action(claim, turn_in(after.leader, color)) for color in self.edition.order if color in owed)

    @cached_property
    def record(self) -> Action:
        """The trick by its cards."""
        return self.action(self.draft.claim())

    @cached_property
    def outcome(self) -> Text | None:
        """What comes of the drafted trick, if nothing is turned in for it."""
        if self.draft.by_cards:
            return self._outcome(self.draft.claim())
        settles = self.may_settle and self.draft.pays in (None, BLACK)
        first = next(iter(self.leads.values()), None) if settles else None
        return None if first is None else self._outcome(first.moves[0].plain())

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
