"""Fluff: what the rest of the program asks of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel

from companion.games.circle_tally import Tallied, Tally, from_zero
from companion.games.fluff.may_i import hypothetical
from companion.games.fluff.moves import MOVES, DiceMove
from companion.games.fluff.page import FluffPage
from companion.games.fluff.rulebook import BOOK, FEWEST, MOST_SETS, SEATS_A_SET
from companion.games.fluff.seats import SEATS
from companion.games.fluff.state import MOST_DICE, Options, State, opening
from companion.games.game import Book, Game
from companion.games.header import Header
from companion.games.how_to_play import SetUpStep
from companion.games.move import Move, Plain
from companion.games.people import people_of
from companion.games.report import Place, ScoreSheet
from companion.games.ruled_move import overridden
from companion.games.ruling import Rejected
from companion.games.seating import SEAT_MOVES
from companion.games.text import Counted, Text


class Fluff(Game[State]):
    """The dice game of bluffing under cups, for two to four, and four more with each further set."""

    slug = "fluff"
    title = Text("Fluff")
    players = (FEWEST, SEATS_A_SET)
    deals = False
    options = Options
    mismatch = Text("The dice don\u2019t match")
    rulebook = BOOK
    moves = (*MOVES, *SEATS.moves)
    seat_changes = SEATS
    page = FluffPage
    hypothetical = staticmethod(hypothetical)
    tallies = (
        Tally("dice-lost", Text("Dice lost")),
        Tally("right-calls", Text("Calls that were right"), of="calls"),
        Tally("calls"),
        Tally("held", Text("Own bids called that held"), of="was-called"),
        Tally("was-called"),
    )

    def most_seats(self, options: BaseModel) -> int:
        """Four a set."""
        return SEATS_A_SET * Options.model_validate(options).sets

    def room_for(self, seats: int) -> Mapping[str, Any] | None:
        """Return as many `sets` as that many people need; empty if one will do, None if the most will not."""
        sets = -(-seats // SEATS_A_SET)
        return None if sets > MOST_SETS else {"sets": sets} if sets > 1 else {}

    def start(self, header: Header) -> State:
        return opening(people_of(header.seats), Options.model_validate(header.options))

    def set_up(self, header: Header) -> tuple[SetUpStep, ...]:
        """Rule: first-roll."""
        sets = Counted(
            "{n} set is on the table: it serves four players.",
            "{n} sets are on the table: each serves four players.",
            n=Options.model_validate(header.options).sets,
        )
        each = Text("Everybody takes a cup and the {n} dice that go with it.", n=MOST_DICE)
        rest = Text("That makes {n} dice. The rest stay in the box.", n=MOST_DICE * len(header.seats))
        return SetUpStep(Text("Cups and dice"), (sets, each, rest)), BOOK.steps["Who begins"]

    def next_dealer(self, state: State) -> str:
        """Nobody deals: the next first roll settles who starts."""
        return state.people.seats[-1]

    def first_player(self, book: Book) -> str | None:
        """Return who has won the first roll, or was given the start by a ruling."""
        turns = [after.state.turn for after in book.standing() if after.state.turn is not None]
        return book.people.name_now(turns[-1]) if turns else None

    def moment(self, state: State) -> Text | None:
        if state.phase == "over":
            return None
        return Text("Round {n}", n=state.round) if state.round else Text("First roll")

    def places(self, book: Book) -> tuple[Place, ...]:
        """Return all seats by the dice they have; of those without, the one that held out longest comes first."""
        state: State = book.state
        inside = sorted(state.playing, key=lambda seat: -state.dice[seat])
        counts = [state.dice[seat] for seat in inside]
        playing = zip(inside, counts, strict=True)
        return (
            *(Place(counts.index(n) + 1, seat, Counted("{n} die", "{n} dice", n=n)) for seat, n in playing),
            *(Place(place, seat, Text("out")) for place, seat in enumerate(state.out[::-1], len(inside) + 1)),
        )

    def sheet(self, state: State) -> ScoreSheet:
        """A sheet without points: nobody knows how many rounds there will be."""
        return ScoreSheet(number=state.round, planned=None, running={}, finished=())

    def tally(self, book: Book) -> Tallied:
        """A die that a ruling gave back is not lost, nor is a call counted that the end of the game left open."""
        name_now = book.people.name_now
        counted = from_zero(self.tallies, book.people.everybody)
        for before, after in book.steps():
            if isinstance(overridden(after.move), SEAT_MOVES):  # dice come and go with a seat at no cost
                continue
            for seat, dice in before.state.dice.items():
                counted[name_now(seat)]["dice-lost"] += dice - after.state.dice[seat]
            settled = after.state.settled
            if settled is not None and settled is not before.state.settled:
                right = settled.loser == settled.bid.seat
                counted[name_now(settled.call.seat)].update({"calls": 1, "right-calls": int(right)})
                counted[name_now(settled.bid.seat)].update({"was-called": 1, "held": int(not right)})
        return {seat: counted[seat] for seat in book.seats}

    def nearest(self, state: State, move: Move | None) -> Iterable[Plain]:
        """Ask the move itself: there are too many rolls, bids and shown dice to list them."""
        if move is None:
            return self.possible(state, None)
        return move.near(state) if isinstance(move, DiceMove) else ()

    def result_taps(self, state: State) -> list[Plain]:
        if state.phase not in ("bid", "show"):
            return []
        lost = ((seat, dice) for seat in state.playing for dice in range(1, min(2, state.dice[seat]) + 1))
        return [{"move": "result", "seat": seat, "dice": dice} for seat, dice in lost]

    def rulings_for(self, state: State, counted: Mapping[str, Mapping[str, int]]) -> list[Plain] | Rejected:
        """Return rulings that bring each seat to what was counted there; reject it if nobody would have dice."""
        there = {seat: counted.get(seat, {}).get("", held) for seat, held in state.dice.items()}
        if not any(there.values()):
            return BOOK.no("table-ruling", Text("Somebody still has dice: the last one with dice has won."))
        # Dice are given first, and last dice taken last: a game that is over takes no ruling.
        wanted = [(seat, there[seat] - held) for seat, held in state.dice.items() if there[seat] != held]
        wanted.sort(key=lambda one: (one[1] < 0, not there[one[0]]))
        return [{"seat": seat, "dice": dice} for seat, dice in wanted]
