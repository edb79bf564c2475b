"""The table as a screen shows it: names instead of numbers, cards by seat. No ruling is made here."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.popcorn.state import Laid, State, Turned
from companion.games.popcorn.words import counted, rank_words
from companion.games.ruling import Text


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat: `cards` it holds; `awaited` claims next, `laid` has the standing claim, `called` it was who called."""

    name: str
    cards: int
    deals: bool
    awaited: bool
    laid: bool
    called: bool
    won: bool


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim: who said what. `put` is how many cards were put down, None where this book does not know."""

    seat: str
    rank: str
    count: int
    put: int | None

    @property
    def told(self) -> Text:
        """What was said: "2 sevens"."""
        return counted(self.rank, self.count)


@dataclass(frozen=True, slots=True)
class TurnedView:
    """A reveal: the claim, who called, whether it was honest, who took how many; `seen` the ranks where told."""

    claim: ClaimView
    caller: str
    honest: bool
    taker: str
    taken: int
    seen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The whole table. `awaited` is who claims next, `due` the ranks that may be claimed, `most` how many of one."""

    phase: str
    seats: tuple[SeatView, ...]
    pile: int
    awaited: str | None
    due: tuple[str, ...]
    most: int
    laid: ClaimView | None
    caller: str | None
    turned: TurnedView | None
    winner: str | None
    hidden: bool

    @property
    def due_words(self) -> tuple[Text, ...]:
        """The due ranks as words: "sevens"."""
        return tuple(rank_words(rank) for rank in self.due)


def view(state: State) -> View:
    """The view of a state."""
    names = state.setup.seats
    claiming = state.phase == "claim"
    return View(
        phase=state.phase,
        seats=tuple(_seat(state, number) for number in range(len(names))),
        pile=state.pile,
        awaited=names[state.turn] if claiming else None,
        due=state.due,
        most=state.setup.most,
        laid=None if state.laid is None else _claim(names, state.laid),
        caller=None if state.caller is None else names[state.caller],
        turned=None if state.turned is None else _turned(names, state.turned),
        winner=None if state.winner is None else names[state.winner],
        hidden=state.setup.hidden,
    )


def _seat(state: State, number: int) -> SeatView:
    return SeatView(
        name=state.setup.seats[number],
        cards=state.places[number],
        deals=number == state.setup.dealer and not state.over,
        awaited=state.phase == "claim" and number == state.turn,
        laid=state.laid is not None and number == state.laid.seat,
        called=number == state.caller,
        won=number == state.winner,
    )


def _claim(names: tuple[str, ...], laid: Laid) -> ClaimView:
    return ClaimView(names[laid.seat], laid.rank, laid.count, laid.put if laid.sure else None)


def _turned(names: tuple[str, ...], turned: Turned) -> TurnedView:
    return TurnedView(
        _claim(names, turned.laid),
        names[turned.caller],
        turned.honest,
        names[turned.taker],
        turned.taken,
        turned.seen,
    )
