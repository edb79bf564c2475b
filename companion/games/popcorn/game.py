"""Popcorn: the door of the room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from companion.games.circle_tally import Tallied, Tally, from_zero
from companion.games.game import Book, Game
from companion.games.header import Header
from companion.games.how_to_play import SetUpStep
from companion.games.move import Move, Plain
from companion.games.people import from_left_of, left_of
from companion.games.popcorn import may_i, secrets, state
from companion.games.popcorn.moves import MOVES, CardRuling, Reveal
from companion.games.popcorn.page import PopcornPage
from companion.games.popcorn.rulebook import BOOK, BOUNDS
from companion.games.popcorn.seats import SEATS
from companion.games.popcorn.state import DECK, Options, State
from companion.games.report import Place, ScoreSheet
from companion.games.ruled_move import overridden, transfers
from companion.games.ruling import Rejected
from companion.games.text import Counted, Text


class Popcorn(Game[State]):
    """The bluffing game with the whole deck to get rid of, for two to ten."""

    slug = "popcorn"
    title = Text("Popcorn")
    players = BOUNDS
    options = Options
    header_keys: ClassVar[Mapping[str, tuple[Text, Text]]] = {
        "first": (Text("Who plays first?"), Text("the dealer\u2019s left"))
    }
    symbols = frozenset({"card"})
    mismatch = Text("The cards don\u2019t add up")
    rulebook = BOOK
    moves = (*MOVES, *SEATS.moves)
    seat_changes = SEATS
    page = PopcornPage
    start = staticmethod(state.start)
    hypothetical = staticmethod(may_i.hypothetical)
    seen_by = staticmethod(secrets.seen_by)
    corrected = staticmethod(secrets.corrected)
    tallies = (
        Tally("right-calls", Text("Calls that were right"), of="calls"),
        Tally("calls"),
        Tally("caught", Text("Own bluffs caught"), of="was-called"),
        Tally("was-called"),
        Tally("taken", Text("Cards taken from the pile")),
    )

    def nearest(self, state: State, move: Move | None) -> list[Plain]:
        """Sort the moves of the running phase: those of the asked kind first, near in number, others' calls last.

        If more may be put down than is said, only what stands however many were put down is among them, such as one
        card to claim and a bluff shown: the list reveals nothing.
        """
        plains = list(self.possible(state, None))
        if state.options.hidden_count:
            plains = [plain for plain in plains if plain.get("count", 1) == 1 and not plain.get("honest")]
        elif isinstance(move, CardRuling) and (spare := state.spare(move.source)) > 0:
            plains.append({**move.plain(), "count": min(move.count, spare)})
        kind, count, mover = (None, 0, None) if move is None else (move.kind(), getattr(move, "count", 0), move.mover)
        return sorted(
            plains,
            key=lambda plain: (
                plain["move"] == "call" and plain["seat"] != mover,
                plain["move"] != kind,
                abs(plain.get("count", 0) - count),
            ),
        )

    def result_taps(self, state: State) -> list[Plain]:
        over = state.phase == "over"
        return [] if over else [{"move": "result", "winner": seat} for seat in state.seats]

    def rulings_for(self, state: State, counted: Mapping[str, Mapping[str, int]]) -> list[Plain] | Rejected:
        if state.public:
            because = Text("Cards may have been put down unseen, so a ruling cannot go by the count.")
            return BOOK.no("table-ruling", because)
        surplus = {place: n - counted.get(place, {}).get("", n) for place, n in state.cards.items()}
        deck, over = sum(state.cards.values()), sum(surplus.values())
        if not over:
            return [{"count": count, "from": source, "to": target} for source, target, count in transfers(surplus)]
        because = Counted(
            "You counted {n} card; {deck} are in the game.",
            "You counted {n} cards; {deck} are in the game.",
            n=deck - over,
            deck=deck,
        )
        return BOOK.no("table-ruling", because)

    def places(self, book: Book) -> tuple[Place, ...]:
        """Return all seats by the cards that they hold, fewest first; the winner comes before all others."""
        state: State = book.state
        ranking = sorted(state.seats, key=lambda seat: (seat != state.winner, state.cards[seat]))
        # Whoever has won may hold as many as another, or more (rule result).
        held = [-1 if seat == state.winner else state.cards[seat] for seat in ranking]
        return tuple(
            Place(1, seat, Text("won") if state.cards[seat] else Text("all cards gone"))
            if seat == state.winner
            else Place(held.index(n) + 1, seat, Counted("{n} card", "{n} cards", n=n))
            for seat, n in zip(ranking, held, strict=True)
        )

    def sheet(self, state: State) -> ScoreSheet:
        return ScoreSheet(number=1, planned=1, running={}, finished=())

    def tally(self, book: Book) -> Tallied:
        """Count what came of calls: of a claim that nobody called it is not known whether it was a bluff."""
        numbers = from_zero(self.tallies, book.people.everybody)
        for step in book.standing():
            turned = step.state.turned
            if isinstance(overridden(step.move), Reveal) and turned is not None:
                caller, called, taker = (
                    numbers[book.people.name_now(seat)] for seat in (turned.caller, turned.laid.seat, turned.taker)
                )
                caller.update({"calls": 1, "right-calls": int(not turned.honest)})
                called.update({"was-called": 1, "caught": int(not turned.honest)})
                taker["taken"] += turned.taken
        return {name: numbers[name] for name in book.seats}

    def keeps_secrets(self, header: Header) -> bool:
        """Return whether more may be put down than is said."""
        return bool(getattr(header.options, "hidden_count", False))

    def next_dealer(self, state: State) -> str:
        return left_of(state.seats, state.dealer)

    def first_player(self, book: Book) -> str:
        return str(book.state.first)

    def set_up(self, header: Header) -> tuple[SetUpStep, ...]:
        """Rules: deal, rank-due."""
        fresh = state.start(header)
        decks, cards = fresh.options.decks, DECK * fresh.options.decks
        deck = Counted("one deck of cards, {cards} in all", "{n} decks of cards, {cards} in all", n=decks, cards=cards)
        deal = [Text("{dealer} shuffles {decks}, and deals every card.", dealer=fresh.dealer, decks=deck)]
        each, odd = divmod(cards, len(fresh.seats))
        deal.append(Text("Everybody gets {each}.", each=each))
        if odd:
            leftover = Counted(
                "{n} card is left over: it goes to {names}.",
                "{n} cards are left over, one each for {names}.",
                n=odd,
                names=from_left_of(fresh.seats, fresh.dealer)[:odd],
            )
            deal.append(leftover)
        return (
            SetUpStep(Text("Cards"), tuple(deal)),
            BOOK.steps["In the middle"],
            SetUpStep(Text("Who begins"), (Text("{first} plays first, and says aces.", first=fresh.first),)),
        )
