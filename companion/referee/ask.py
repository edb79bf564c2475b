"""May I ...? The verdict on a hypothetical move: yes, no, or it depends; and what would follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal

from companion.games.game import AnyGame, Book
from companion.games.move import Move, Undo
from companion.games.ruling import Accepted, Choice, Condition, Rejected
from companion.games.text import Text
from companion.referee.counts import flat_holdings

VerdictKind = Literal["yes", "no", "depends"]


@dataclass(frozen=True, slots=True)
class CountChange:
    """A count that the move would change: of an item at a place, or with item "" a seat's points."""

    place: str
    item: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The referee's answer to a hypothetical `move`, which is None where it could not be read.

    A rejected move has `rejected` and `instead`, what would be allowed. One that stands has `brings`, the
    ledger's sentence; the changes of holdings (`held`), of the running round's cost (`running`, empty where
    the move ends the round) and of the points (`totals`); and `follows`, the choices after it. It is recorded
    even so where it was against the rules: where it is a `slip`, or later cards have `refuted` it. `conditions`
    are what it rests on, and `proves` the irregularities that it brings to light.

    An answer for another moment says `when` that is. Of a move that does not belong to this moment `supposed` is the
    answer for its own; `wants` is the key of what has to be told of that first.
    """

    move: Move | None
    rejected: Rejected | None = None
    instead: tuple[Move, ...] = ()
    brings: Text | None = None
    held: tuple[CountChange, ...] = ()
    running: tuple[CountChange, ...] = ()
    totals: tuple[CountChange, ...] = ()
    follows: tuple[Choice, ...] = ()
    slip: Text | None = None
    conditions: tuple[Condition, ...] = ()
    refuted: Rejected | None = None
    proves: tuple[Text, ...] = ()
    when: Text | None = None
    supposed: Verdict | None = None
    wants: str | None = None

    @property
    def legal(self) -> bool:
        """Whether the move would stand."""
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
    book: Book, raw: object, later: Iterable[Move] = (), facts: Mapping[str, Any] = MappingProxyType({})
) -> Verdict:
    """The verdict on a move, given as a JSON value, in this book. Never raises, changes nothing.

    `later` are moves that stand after it: their cards may prove what the move rests on. `facts` tell of the moment to
    which the question belongs, where that is another one: then the answer is for that moment.
    """
    game, known = book.game, book.game.seen_by(book)
    move = game.parse(raw, book.seats)
    if isinstance(move, Rejected):
        return Verdict(None, move, game.instead(known.state, None))
    ruling = known.play(raw)
    if facts and (found := _suppose(known, move, facts)) is not None:
        return found
    if isinstance(ruling, Rejected):
        there = _suppose(known, move, {})
        wants = None if there is None else there.wants
        return Verdict(move, ruling, game.instead(known.state, move), supposed=there, wants=wants)
    now = game.seen_by(ruling.state)
    before, after = known.state, now.state
    was, is_ = game.report(before), game.report(after)
    conditions = game.conditions(known, move)
    return Verdict(
        move,
        brings=game.describe(move, before),
        held=_changes(flat_holdings(was), flat_holdings(is_)),
        running=_changes(_running(game, before), _running(game, after)) if len(was.rounds) == len(is_.rounds) else (),
        totals=_changes(_by_seat(was.totals), _by_seat(is_.totals)),
        follows=_offered(game.choices(after, None)),
        slip=game.slip(move),
        conditions=conditions,
        refuted=_refuted(now, conditions, later),
        proves=tuple(game.irregularity(found) for found in is_.irregularities[len(was.irregularities) :]),
    )


def _suppose(known: Book, move: Move, facts: Mapping[str, Any]) -> Verdict | None:
    """The verdict for the moment to which the move belongs; None where that is the present one."""
    game = known.game
    found = None if isinstance(move, Undo) else game.suppose(known.state, move, facts)
    if found is None:
        return None
    if isinstance(found, str):
        return Verdict(move, wants=found)
    if isinstance(found, Rejected):
        return Verdict(move, found)
    ruling = game.rule_on(found.state, move)
    if isinstance(ruling, Rejected):
        return Verdict(move, ruling, when=found.when)
    there = replace(known, state=found.state)
    return Verdict(
        move,
        brings=game.describe(move, found.state),
        slip=game.slip(move),
        conditions=(*found.conditions, *game.conditions(there, move)),
        when=found.when,
    )


def choices_now(book: Book) -> tuple[Choice, ...]:
    """The choices of the running phase."""
    return _offered(book.game.choices(book.game.seen_by(book).state, None))


def _offered(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """The choices without slips: nobody may do those."""
    return tuple(choice for choice in choices if choice.move.slip is None)


def _refuted(after: Book, conditions: Iterable[Condition], later: Iterable[Move]) -> Rejected | None:
    """The first condition that the later moves prove wrong, as a rejection; None where they prove none so."""
    known = len(after.report().irregularities)
    for move in later:
        ruling = after.claim(move)
        after = ruling.state if isinstance(ruling, Accepted) else after
    found = after.report().irregularities[known:]
    proofs = (
        Rejected(condition.rule, after.game.irregularity(one))
        for condition in conditions
        for one in found
        if condition.refuted_by and condition.refuted_by.items() <= one.items()
    )
    return next(proofs, None)


def _running(game: AnyGame, state: Any) -> Mapping[tuple[str, str], int]:
    return _by_seat({seat: points.total for seat, points in game.sheet(state).running.items()})


def _by_seat(points: Mapping[str, int]) -> Mapping[tuple[str, str], int]:
    return {(seat, ""): total for seat, total in points.items()}


def _changes(before: Mapping[tuple[str, str], int], after: Mapping[tuple[str, str], int]) -> tuple[CountChange, ...]:
    keys = dict.fromkeys((*before, *after))
    pairs = ((key, before.get(key, 0), after.get(key, 0)) for key in keys)
    return tuple(CountChange(*key, was, is_) for key, was, is_ in pairs if was != is_)
