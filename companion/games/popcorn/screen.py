"""What a phone shows of a table of Popcorn, and a claim, call or reveal that is half entered (`Draft`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from companion.games import draft
from companion.games.draft import Fields, but_taken_back, flag, number, number_in, text, texts
from companion.games.game import Book
from companion.games.people import from_left_of
from companion.games.popcorn.moves import Call, Claim, Honest, Pass
from companion.games.popcorn.state import DECK, RANKS, State, counted, rank_after, rank_words
from companion.games.ruled_move import RuledMove, offered
from companion.games.ruling import Action
from companion.games.screen import Aside, Screen, SeatView
from companion.games.text import Text


@dataclass(frozen=True, slots=True)
class Draft(draft.Draft):
    """What has been tapped so far.

    `said` ("2 7") is a claim, while the phone is asked how many cards are really put down for it; `more` is how many
    numbers it has passed over to see higher ones. With `by_cards` a reveal is told rank by rank, and `cards` are the
    ranks so far. With `who` the phone is asked whose call it was.
    """

    said: str | None = text("said")
    more: int | None = number("more")
    by_cards: bool = flag("by", "cards")
    who: bool = flag("who", "calls")
    cards: tuple[str, ...] = texts("card")

    @property
    def count(self) -> int:
        """How many cards are said; 0 if nothing is."""
        return int(self.said.partition(" ")[0]) if self.said else 0

    @property
    def rank(self) -> str:
        """The rank that is said; empty if none is."""
        return self.said.partition(" ")[2] if self.said else ""

    @property
    def first(self) -> int:
        """The first number of cards to tap."""
        return self.count + (self.more or 0)


def read_draft(fields: Fields, book: Book, *_phone: object) -> Draft:
    """Read the draft that an address or a form carries, without what makes no sense at this table now."""
    entered, state = Draft.read(fields), book.state
    count, _, rank = (entered.said or "").partition(" ")
    said = number_in(count) or 0
    if state.phase == "claim" and state.options.hidden_count and rank in state.due and 1 <= said <= state.most:
        return Draft(said=f"{said} {rank}", more=entered.more)
    if state.phase == "reveal" and entered.by_cards:
        cards = tuple(card for card in entered.cards if card in RANKS)[: 2 * DECK]
        return Draft(by_cards=True, cards=but_taken_back(fields, cards))
    return Draft(who=entered.who and state.laid is not None and state.phase in Call.during)


@dataclass(frozen=True, slots=True)
class PopcornSeat(SeatView):
    """A seat: how many `cards` it holds, and whether the standing claim (`laid`) or call (`called`) is its own."""

    cards: int
    laid: bool
    called: bool


@dataclass(frozen=True)
class PopcornScreen(Screen[State, PopcornSeat]):
    draft: Draft = field(default_factory=Draft)
    ranks = RANKS

    read = staticmethod(read_draft)

    # The table.

    @cached_property
    def seats(self) -> tuple[PopcornSeat, ...]:
        state = self.state
        return tuple(
            PopcornSeat(
                name=name,
                cards=state.cards[name],
                awaited=name in self.waiting_for,
                laid=name == state.claimer,
                called=name == state.caller,
                won=name == state.winner,
            )
            for name in state.seats
        )

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seat that claims next; empty while a claim is called or awaits its last calls."""
        return (self.state.turn,) if self.phase == "claim" else ()

    @property
    def to_come(self) -> tuple[str, ...]:
        """All other seats, clockwise; empty while a claim is called or awaits its last calls."""
        return from_left_of(self.state.seats, self.state.turn)[:-1] if self.phase == "claim" else ()

    @property
    def meanwhile(self) -> tuple[Aside, ...]:
        """The seats that claim after that, and what will be due then, unless the rank may go either way."""
        way, *other = self.state.options.steps
        due = self.state.due[0]
        then = tuple(
            (name, None if other else Text(rank_after(due, way * turns))) for turns, name in enumerate(self.to_come, 1)
        )
        return (Aside(Text("Then"), then),) if then else ()

    @property
    def due_words(self) -> tuple[Text, ...]:
        """The due ranks as words: "sevens"."""
        return tuple(map(rank_words, self.state.due))

    # What this phone may tap.

    def _taps(self, kind: type[RuledMove], seat: str | None = None) -> tuple[Action, ...]:
        """Return the actions of a kind that a seat (None: anybody) is offered now."""
        return tuple(map(self.action, offered((kind,), self.state, seat)))

    @property
    def missing(self) -> Text:
        return Text("Tap the rank of every card that was turned over.")

    @cached_property
    def mine(self) -> bool:
        return any(map(self.enters_for, self.waiting_for))

    @cached_property
    def claims(self) -> tuple[tuple[Action, ...], ...]:
        """What may be said of each due rank, from one card up; empty if another phone is asked."""
        ranks = self.state.due if self.mine else ()
        return tuple(
            tuple(self.action(plain) for plain in Claim.offered(self.state, None) if plain["rank"] == rank)
            for rank in ranks
        )

    @property
    def said(self) -> Text | None:
        """The half entered claim in words: "2 sevens"."""
        return counted(self.draft.rank, self.draft.count) if self.draft.said else None

    def really(self, most: int) -> tuple[tuple[int, Action], ...]:
        """Return at most so many numbers of cards that may be put down for a half entered claim, each with its tap."""
        draft, turn = self.draft, self.state.turn
        if not draft.said or not self.mine:
            return ()
        claim = {"move": "claim", "seat": turn, "rank": draft.rank, "count": draft.count}
        numbers = range(draft.first, min(self.state.cards[turn], draft.first + most - 1) + 1)
        return tuple((n, self.action({**claim, "cards": n})) for n in numbers)

    def more_numbers(self, most: int) -> int | None:
        """Return how many numbers are passed over to see those after these; None if the hand has no more."""
        after = self.draft.first + most
        return after - self.draft.count if after <= self.state.cards[self.state.turn] else None

    @cached_property
    def call(self) -> Action | None:
        """The tap on "Popcorn!" on the phone of a seat; None if it cannot call."""
        return None if self.seat is None else next(iter(self._taps(Call, self.seat)), None)

    @cached_property
    def callers(self) -> tuple[Action, ...]:
        """The calls of all seats, on a keeper's phone, which enters them for whoever shouted."""
        return self._taps(Call) if self.keeper else ()

    @property
    def let_pass(self) -> Action | None:
        """The tap on "Nobody calls"; None for the seat whose last cards they are."""
        asked = self.keeper or self.seat not in (None, self.state.claimer)
        return next(iter(self._taps(Pass)), None) if asked else None

    @property
    def reveals(self) -> tuple[Action, ...]:
        """Honest or not, in one tap; empty on a phone that only looks on."""
        return self._taps(Honest) if self.plays else ()

    @cached_property
    def record(self) -> Action:
        """The tap on "Record", with the ranks that were tapped."""
        return self.action({"move": "reveal", "cards": list(self.draft.cards)})

    @property
    def preview(self) -> Text | None:
        """What the tapped ranks would bring; None if they cannot be all."""
        return self.book.game.describe(self.record.move, self.state) if self.record.legal else None

    @property
    def to_tap(self) -> int:
        """How many ranks are still to be tapped, as far as this phone may know; never more than lie there."""
        claim = self.state.laid
        expected = 0 if claim is None else min(claim.put if claim.known else claim.count, self.state.pile)
        return max(0, expected - len(self.draft.cards))
