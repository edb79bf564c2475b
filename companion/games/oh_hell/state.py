"""The state of a game of Oh Hell: what the moves have said, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.header import Header
from companion.games.oh_hell.moves import Options
from companion.games.report import Points
from companion.games.tricks import seats_from

LARGEST = 10


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


def start(header: Header) -> State:
    """The state before the first move."""
    options = Options.model_validate(header.options)
    return State(header.seats, options, header.dealer, (0,) * len(header.seats))
