"""Ui77: what the rest of the program asks of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import punctuation

from companion.games import tricks
from companion.games.circle_tally import Tallied, Tally
from companion.games.game import Book, Face, Game
from companion.games.header import Header
from companion.games.how_to_play import FirstCard, SetUpStep
from companion.games.move import Move, Plain
from companion.games.people import left_of
from companion.games.report import Points, ScoreSheet
from companion.games.ruled_move import nearest, offered
from companion.games.text import Counted, Text
from companion.games.ui77 import may_i, moves, state
from companion.games.ui77.cards import DECK, DRAWS, FACE_UP, IN_HAND, SUITS, face_of
from companion.games.ui77.page import Ui77Page
from companion.games.ui77.rulebook import BOOK, BOUNDS
from companion.games.ui77.scoring import CUT, LIMIT_STEP
from companion.games.ui77.seats import SEATS
from companion.games.ui77.state import RUNNING, State

CARLY = "carly"

# Written out, so that translators' tools find them.
HOLDING_WORDS = (Text("cards"), Text("tricks"))


class Ui77(Game[State]):
    """The trick-taking game with three cards that change the rules of every hand, for two to five."""

    slug = "ui77"
    title = Text("Ui77")
    players = BOUNDS
    in_hands = True
    mismatch = Text("The cards don\u2019t match")
    symbols = frozenset((*SUITS.values(), "cards", "tricks"))
    options = state.Options
    first_card = FirstCard(Text("Find the first club"), Text("A club"), Text("No club"))
    rulebook = BOOK
    moves = (*moves.MOVES, *SEATS.moves)
    seat_changes = SEATS
    page = Ui77Page
    irregularity = staticmethod(tricks.revoked)
    tallies = (
        Tally("met", Text("Hands with just the tricks to win"), of="hands"),
        Tally("hands"),
        Tally("tricks", Text("Tricks taken")),
        Tally("cuts", Text("Cuts")),
        Tally("go-nov", Text("Go Novs")),
    )

    start = staticmethod(state.start)
    conditions, hypothetical = staticmethod(may_i.conditions), staticmethod(may_i.hypothetical)

    def possible(self, state: State, seat: str | None) -> Iterable[Plain]:
        return offered(moves.ON_SCREEN, state, seat)

    def nearest(self, state: State, move: Move | None) -> Iterable[Plain]:
        """Offer another number, card or winner in the running phase, of the refused seat if that is awaited."""
        seat, plains = None if move is None else move.mover, list[Plain]()
        match state.phase, move:
            case "face-up", moves.FaceUp():
                plains = [{"move": "face_up", "cards": move.cards[:FACE_UP]}]
            case "discard", moves.Swap() if seat in state.may_swap:
                plains = nearest(moves.Swap.offered(state, seat), move)
            case "discard", _:
                plains = nearest(moves.Discard.offered(state, None), move)
            case "trick", moves.TrickCards():
                same = {key: value for key, value in move.plain().items() if key != "winner"}
                plains = [same] if move.only_trump else [same, {**same, "only_trump": True}]
            case "trick", _:
                plains = sorted(moves.TrickClaim.offered(state, None), key=lambda plain: plain["winner"] != seat)
            case "count", _:
                counts = isinstance(move, moves.CountLeft) and seat in state.uncounted
                plains = nearest(moves.CountLeft.offered(state, seat if counts else state.awaited), move)
            case "limit", _:
                points = move.points if isinstance(move, moves.Limit) else 0
                below = max(1, points // LIMIT_STEP)
                plains = sorted(
                    map(moves.limit_of, (below, below + 1)), key=lambda plain: abs(points - int(plain["points"]))
                )
        return plains

    def result_counts(self, state: State) -> Mapping[str, tuple[str, ...]]:
        return {"tricks": (), "left": ()} if state.phase in RUNNING else {}

    def first_deal(self, names: tuple[str, ...]) -> Text:
        """Rule: first-dealer."""
        # By the first of a name's words, in any case and without what stands beside its letters: "CARLY, B.", say.
        first = {name: (*name.split(), "")[0].strip(punctuation).casefold() for name in names}
        chooses = next((name for name in names if first[name] == CARLY), None)
        if chooses is None:
            return Text(
                "Deal cards face up: the first club names who deals first. A player called Carly may choose instead."
            )
        return Text(
            "{carly} may choose who deals first. Otherwise deal cards face up: the first club names who does.",
            carly=chooses,
        )

    def set_up(self, header: Header) -> tuple[SetUpStep, ...]:
        """Rules: first-dealer, face-up."""
        fresh = self.start(header)
        dealer, first = fresh.hand.dealer, fresh.leader
        over = len(DECK) - len(fresh.seats) * IN_HAND - FACE_UP - DRAWS
        left_over = (
            Counted("{n} card: put it away unseen.", "{n} cards: put them away unseen.", n=over)
            if over
            else Text("No card: all of the deck is in play.")
        )
        dealt = Text(
            "{dealer} shuffles one deck of {deck} cards and deals {n} to each.",
            dealer=dealer,
            deck=len(DECK),
            n=IN_HAND,
        )
        return (
            SetUpStep(Text("Cards"), (dealt,)),
            SetUpStep(
                Text("In the middle"),
                (
                    Text("Lay {n} cards face down: the draw deck.", n=DRAWS),
                    Text("Turn {n} cards up in a row beside it. The one nearest the draw deck is card one.", n=FACE_UP),
                ),
            ),
            SetUpStep(Text("What is left over"), (left_over,)),
            SetUpStep(
                Text("Who begins"),
                (
                    Text("{first}, on the dealer\u2019s left, throws first and leads the first trick.", first=first),
                    Text("The next hand is dealt by the next player to the left, in the same way."),
                ),
            ),
        )

    def sheet(self, state: State) -> ScoreSheet:
        """Return the scores; before the three cards lie there, nothing but cuts is known of a hand."""
        number = len(state.sums) + (state.phase not in ("over", "limit"))
        if state.hand.face:
            return state.sheet_with(number, None, state.hand_sums)
        cuts = ((seat, state.hand.cuts.get(seat, 0)) for seat in state.seats)
        running = {seat: Points(Counted("{n} cut", "{n} cuts", n=n) if n else Text("0"), CUT * n) for seat, n in cuts}
        return state.sheet_with(number, None, running)

    def tally(self, book: Book) -> Tallied:
        state: State = book.state
        own = {seat: [sums[seat] for sums in state.sums if seat in sums] for seat in state.seats}
        return {
            seat: {
                "met": sum(one.tricks == one.target for one in sums),
                "hands": len(sums),
                "tricks": sum(one.tricks for one in sums),
                "cuts": sum(one.cuts for one in sums),
                "go-nov": sum(one.nov is not None for one in sums),
            }
            for seat, sums in own.items()
        }

    def moment(self, state: State) -> Text | None:
        if state.over:
            return None
        number = len(state.sums) + 1
        if state.phase != "trick":
            return Text("Hand {n}", n=number)
        return Text("Hand {hand}, trick {n}", hand=number, n=len(state.hand.tricks) + 1)

    def cards(self, state: State) -> tuple[Face, ...]:
        gone = state.hand.played.union(state.hand.face)
        return tuple(face_of(name, gone=name in gone) for name in DECK)

    def next_dealer(self, state: State) -> str:
        """Return the left of who dealt last: a finished game has moved on already."""
        dealer = state.hand.dealer
        return dealer if state.over else left_of(state.seats, dealer)
