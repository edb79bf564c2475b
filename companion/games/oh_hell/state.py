"""The state of a game of Oh Hell, what each hand brings, and what stands, as people and programs are shown it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.header import Header
from companion.games.oh_hell.moves import Options
from companion.games.report import Points, Report, ScoreSheet
from companion.games.text import Text
from companion.games.tricks import seats_from

LARGEST, EXACT = 10, 10

# Written out, so that translators' tools find them.
HOLDING_WORDS = (Text("bid"), Text("tricks"))


@dataclass(frozen=True, slots=True)
class State:
    """The `finished` hands, and the running one: `bids` in turn, `tricks` by who took them, `ruled` points a seat."""

    seats: tuple[str, ...]
    options: Options
    dealer: str
    ruled: tuple[int, ...]
    card: str | None = None
    bids: tuple[int, ...] = ()
    tricks: tuple[str, ...] = ()
    finished: tuple[Mapping[str, Points], ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat gets in each of the hands (rule hands-up-and-down)."""
        most = min(self.options.most or LARGEST, 51 // len(self.seats))
        return (*range(1, most), *range(most, 0, -1))

    @property
    def size(self) -> int:
        """How many cards each seat has got in the running hand."""
        return self.sizes[len(self.finished)]

    @property
    def phase(self) -> str:
        """`turn-up`, `bid`, `trick` or `over`."""
        if len(self.finished) == len(self.sizes):
            return "over"
        if self.card is None:
            return "turn-up"
        return "bid" if len(self.bids) < len(self.seats) else "trick"

    @property
    def in_turn(self) -> tuple[str, ...]:
        """The seats from the dealer's left round."""
        return seats_from(self.seats, self.seats.index(self.dealer) + 1)

    @property
    def awaited(self) -> str | None:
        """Whose bid is awaited; None where anybody may enter what comes next, or the game is over."""
        return self.in_turn[len(self.bids)] if self.phase == "bid" else None

    @property
    def leader(self) -> str:
        """Who leads the next trick: the last winner, at first the dealer's left."""
        return self.tricks[-1] if self.tricks else self.in_turn[0]

    @property
    def bid(self) -> Mapping[str, int]:
        """The bids by seat, of those who have bid."""
        return dict(zip(self.in_turn, self.bids, strict=False))

    @property
    def running(self) -> Mapping[str, Points]:
        """What the hand brings each seat as it stands (rules score, table-ruling)."""
        return {name: self._points(name, ruled) for name, ruled in zip(self.seats, self.ruled, strict=True)}

    def _points(self, name: str, ruled: int) -> Points:
        bid, took = self.bid.get(name), self.tricks.count(name)
        total = ruled + (EXACT + took if bid == took else 0)
        said = Text("bid {bid}, took {n}", bid="\u2013" if bid is None else bid, n=took)
        if ruled:
            said = Text("{sum}, {points} by ruling", sum=said, points=f"{ruled:+d}")
        return Points(Text("{sum}: {total}", sum=said, total=total), total)


def deal(state: State) -> State:
    """The next hand, with the last one scored."""
    finished = (*state.finished, state.running)
    return State(state.seats, state.options, state.in_turn[0], (0,) * len(state.seats), finished=finished)


def start(header: Header) -> State:
    """The state before the first move."""
    options = Options.model_validate(header.options)
    return State(header.seats, options, header.dealer, (0,) * len(header.seats))


def report(state: State) -> Report:
    """The report; `holdings` has by seat its bid (0 while it has not bid) and its tricks in the running hand."""
    over = state.phase == "over"
    rounds = tuple({name: own.total for name, own in hand.items()} for hand in state.finished)
    totals = {name: sum(hand[name] for hand in rounds) for name in state.seats}
    winners = tuple(name for name in state.seats if over and totals[name] == max(totals.values()))
    held = {name: {"bid": state.bid.get(name, 0), "tricks": state.tricks.count(name)} for name in state.seats}
    return Report(state.phase, over, rounds, totals, winners, (), held)


def sheet(state: State) -> ScoreSheet:
    """The scores with their sums; after the end the number is the last hand's."""
    hands, over = len(state.sizes), state.phase == "over"
    return ScoreSheet(min(len(state.finished) + 1, hands), hands, {} if over else state.running, state.finished)
