"""May I ...? The verdict on a hypothetical move: yes, no, or it depends; and what would follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from msgspec.structs import replace

from companion.games.game import Book
from companion.games.move import Move, Undo
from companion.games.report import Report, ScoreSheet
from companion.games.ruling import Accepted, Action, Condition, Rejected
from companion.games.text import Text
from companion.referee.counts import flat_holdings

VerdictKind = Literal["yes", "no", "depends"]


@dataclass(frozen=True, slots=True)
class CountChange:
    """A count that the move would change: of an item at a place, or, if the item is "", a seat's points."""

    place: str
    item: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The referee's answer to a hypothetical `move`, which is None if it could not be read.

    A rejected move has `rejected` and `instead`, what would be allowed. One that stands has `brings`, the
    ledger's sentence; the changes of holdings (`held`), of the running round's cost (`running`, empty if
    the move ends the round) and of the points (`totals`); and `follows`, the choices after it. A move may stand
    although it is against the rules: then it is a `slip`, or later cards have `refuted` it. `conditions`
    are what it rests on, and `proves` the irregularities that it brings to light.

    Some moves do not belong to the present moment but to another one. A verdict for such a moment names it (`moment`).
    The verdict for the present holds the other one as `at_its_moment`. If something about that moment must be told
    first, `missing_premise` is its key.
    """

    move: Move | None
    rejected: Rejected | None = None
    instead: tuple[Move, ...] = ()
    brings: Text | None = None
    held: tuple[CountChange, ...] = ()
    running: tuple[CountChange, ...] = ()
    totals: tuple[CountChange, ...] = ()
    follows: tuple[Action, ...] = ()
    slip: Text | None = None
    conditions: tuple[Condition, ...] = ()
    refuted: Rejected | None = None
    proves: tuple[Text, ...] = ()
    moment: Text | None = None
    at_its_moment: Verdict | None = None
    missing_premise: str | None = None

    @property
    def legal(self) -> bool:
        """True if the move would stand, even if it is a slip or has been refuted."""
        return self.rejected is None

    @property
    def against(self) -> Rejected | None:
        """The rule against it: the judge's, or the one that later cards prove to be broken."""
        return self.rejected or self.refuted

    @property
    def kind(self) -> VerdictKind:
        """The answer in a word."""
        if self.against is not None or self.slip is not None:
            return "no"
        return "depends" if self.conditions else "yes"


def ask(
    book: Book, raw: object, later: Iterable[Move] = (), premises: Mapping[str, Any] = MappingProxyType({})
) -> Verdict:
    """Return the verdict on a move, given as a JSON value, in this book. Never raises, changes nothing.

    `later` are moves that stand after it: their cards may prove wrong what the move rests on. `premises` tell of the
    moment to which the question belongs, if that is not the present; then the answer is for that moment.
    """
    game, known = book.game, book.game.seen_by(book)
    move = game.parse(raw, book.seats)
    if isinstance(move, Rejected):
        return Verdict(None, move, game.instead(known.state, None))
    ruling = known.enter(move)
    if premises and (verdict := _at_its_moment(known, move, premises)) is not None:
        return verdict
    if isinstance(ruling, Rejected):
        there = _at_its_moment(known, move, {})
        missing = None if there is None else there.missing_premise
        return Verdict(move, ruling, game.instead(known.state, move), at_its_moment=there, missing_premise=missing)
    now = game.seen_by(ruling.state)
    before, after = known.state.report(), now.state.report()
    same_round = len(before.rounds) == len(after.rounds)
    conditions = game.conditions(known, move)
    return Verdict(
        move,
        brings=game.describe(move, known.state),
        held=_changes(flat_holdings(before), flat_holdings(after)),
        running=_changes(_costs(game.sheet(known.state)), _costs(game.sheet(now.state))) if same_round else (),
        totals=_changes(_totals(before), _totals(after)),
        follows=_without_slips(game.choices(now.state, None)),
        slip=game.slip(move),
        conditions=conditions,
        refuted=_refuted(now, conditions, later),
        proves=tuple(game.irregularity(proof) for proof in after.irregularities[len(before.irregularities) :]),
    )


def _at_its_moment(known: Book, move: Move, premises: Mapping[str, Any]) -> Verdict | None:
    """Return the verdict for the moment to which the move belongs; None if that is the present one."""
    game = known.game
    hypothetical = None if isinstance(move, Undo) else game.hypothetical(known.state, move, premises)
    if hypothetical is None:
        return None
    if isinstance(hypothetical, str):
        return Verdict(move, missing_premise=hypothetical)
    if isinstance(hypothetical, Rejected):
        return Verdict(move, hypothetical)
    ruling = game.rule_on(hypothetical.state, move)
    if isinstance(ruling, Rejected):
        return Verdict(move, ruling, moment=hypothetical.moment)
    return Verdict(
        move,
        brings=game.describe(move, hypothetical.state),
        slip=game.slip(move),
        conditions=(*hypothetical.conditions, *game.conditions(replace(known, state=hypothetical.state), move)),
        moment=hypothetical.moment,
    )


def choices_now(book: Book) -> tuple[Action, ...]:
    """Return the choices of the running phase, without slips."""
    return _without_slips(book.game.choices(book.game.seen_by(book).state, None))


def _without_slips(choices: Iterable[Action]) -> tuple[Action, ...]:
    """Leave out slips: nobody may do those, though they can be recorded."""
    return tuple(choice for choice in choices if choice.move.slip is None)


def _refuted(after: Book, conditions: Iterable[Condition], later: Iterable[Move]) -> Rejected | None:
    """Return the first condition that the later moves prove wrong, as a rejection; None if they prove none wrong."""
    known = len(after.report().irregularities)
    for move in later:
        ruling = after.claim(move)
        after = ruling.state if isinstance(ruling, Accepted) else after
    irregularities = after.report().irregularities[known:]
    for condition in conditions:
        for irregularity in irregularities:
            if condition.refuted_by and condition.refuted_by.items() <= irregularity.items():
                return Rejected(condition.rule, after.game.irregularity(irregularity))
    return None


Counted = Mapping[tuple[str, str], int]
"""By (place, item), as in `CountChange`."""


def _costs(sheet: ScoreSheet) -> Counted:
    return {(seat, ""): points.total for seat, points in sheet.running.items()}


def _totals(report: Report) -> Counted:
    return {(seat, ""): points for seat, points in report.totals.items()}


def _changes(before: Counted, after: Counted) -> tuple[CountChange, ...]:
    counts = ((key, before.get(key, 0), after.get(key, 0)) for key in {**before, **after})
    return tuple(CountChange(*key, old, new) for key, old, new in counts if old != new)
