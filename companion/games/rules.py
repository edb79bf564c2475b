"""The rules of a game, as a table and its referee ask them: which moves there are, whether they stand, what instead."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar, cast

from pydantic import ValidationError

from companion.games.header import Header
from companion.games.move import Move, Plain, Undo, names_in, what_is_wrong
from companion.games.ruled_move import RuledMove, judge, nearest, offered, refusal
from companion.games.ruling import Accepted, Choice, Rejected, Rule, Ruling, Supposed
from companion.games.seating import SeatChanges, SeatMove
from companion.games.text import Text
from companion.games.upheld import Upheld, claim_of

S = TypeVar("S")


class Rules(ABC, Generic[S]):
    """What may be done in a game whose frozen state is `S`. Pure; what has a default may be left out."""

    # The rulebook.

    rules: tuple[Rule, ...]
    """The rulebook, in order."""

    def rule(self, rule_id: str) -> Rule:
        """The rule of that id. Raises KeyError where the rulebook has none."""
        return {rule.id: rule for rule in self.rules}[rule_id]

    def title_of(self, rule_id: str) -> Text | str:
        """The title of the rule of that id; the id itself where the rulebook has none (any more)."""
        return next((rule.title for rule in self.rules if rule.id == rule_id), rule_id)

    # Its moves, read.

    moves: ClassVar[tuple[type[Move], ...]]
    """The shapes of its moves; of one kind there are two where one has a `marker`. Undo and `Upheld` come with them."""

    def parse(self, raw: object, seats: tuple[str, ...] | None = None) -> Move | Rejected:
        """A JSON value as a move of this game, or the rejection `malformed` with what is wrong in it.

        With `seats`, names of seats must be among them. Source: TRANSCRIPTS, Form.
        """
        if not isinstance(raw, dict):
            return Rejected(self.rule("malformed"), Text("A move is an object with named keys."))
        kind = raw.get("move")
        shapes = self._shapes.get(kind, ()) if isinstance(kind, str) else ()
        marked = [shape for shape in shapes if shape.marker in raw]
        plain = [shape for shape in shapes if shape.marker is None]
        if not (marked or plain):
            return Rejected(self.rule("malformed"), Text("There is no such move in this game."))
        try:
            move = (marked or plain)[0].model_validate(raw, context=seats)
        except ValidationError as wrong:
            return Rejected(self.rule("malformed"), what_is_wrong(wrong))
        return self._upheld(move, seats) if isinstance(move, Upheld) else move

    def _upheld(self, move: Upheld, seats: tuple[str, ...] | None) -> Upheld | Rejected:
        """The ruling with its move read; an undo, or one that is let stand already, is none that could be."""
        claim = None if "stands" in move.stands else self.parse(move.stands, seats)
        if isinstance(claim, Rejected):
            return claim
        if claim is None or isinstance(claim, Undo):
            because = Text("This move does not take what stands under \u201c{key}\u201d.", key="stands")
            return Rejected(self.rule("malformed"), because)
        return move.of(claim)

    @cached_property
    def _shapes(self) -> Mapping[str, tuple[type[Move], ...]]:
        known: tuple[type[Move], ...] = (*self.moves, Undo, Upheld)
        return {kind: tuple(shape for shape in known if shape.kind() == kind) for kind in {k.kind() for k in known}}

    # Whether they stand.

    @abstractmethod
    def start(self, header: Header) -> S:
        """The state before the first move."""

    def judge(self, state: S, move: Move) -> Ruling[S]:
        """Whether the move stands. `undo` is not judged here: it is the ledger's, not the rules'."""
        table: Any = state
        if isinstance(move, RuledMove):
            return judge(table, move)
        if table.phase == "over":
            rejected: Rejected = table.game_is_over()
            return rejected
        assert self.seat_changes is not None  # noqa: S101 - only a game whose seats change reads such a move
        found: Ruling[S] = self.seat_changes.judge(state, cast(SeatMove, move))
        return found

    def rule_on(self, state: S, move: Move) -> Ruling[S]:
        """Whether the move stands, asked also of one that was read at another moment.

        What the table lets stand does if anything comes of it, or if the rules allow it.
        """
        claim = claim_of(move)
        nobody = self.not_seated(state, claim)
        if nobody is not None:
            return nobody
        if claim is move:
            return self.judge(state, move)
        after = self.after(state, claim)
        return self.judge(state, claim) if after == state else Accepted(after)

    def after(self, state: S, move: Move) -> S:
        """The state after a move that stands, whatever today's rules say of it; it is never judged again.

        It is the same state if the move names somebody who has no seat now, or if there is no room for what it does.
        """
        claim = claim_of(move)
        if self.not_seated(state, claim) is not None:
            return state
        ruling = None if isinstance(claim, RuledMove) else self.judge(state, claim)
        return ruling.state if isinstance(ruling, Accepted) else self.carried_out(state, claim)

    def carried_out(self, state: S, move: Move) -> S:
        """The state with what a move brought about that the rules refuse and the table lets stand.

        As far as the book has room for it; the same state where nothing came of it. See `upheld`.
        """
        table: Any = state
        return move.after(state) if isinstance(move, RuledMove) and table.phase != "over" else state

    seat_changes: ClassVar[SeatChanges[Any] | None] = None
    """How its seats change while it runs; None: they stay as they were when the table was opened."""

    def not_seated(self, state: S, move: Move) -> Rejected | None:
        """Whether a move that may have been read at another moment names somebody who has no seat now."""
        if self.seat_changes is not None:
            seats = self.seat_changes.seats(state)
            for name in names_in(move):
                if name not in seats:
                    return Rejected(self.rule("malformed"), Text("{seat} has no seat at this moment.", seat=name))
        return None

    # What a screen may offer, and what is allowed instead.

    def possible(self, state: S, seat: str | None) -> Iterable[Plain]:
        """The moves, legal or not, that a screen may offer that seat (None: whoever's move it is), as JSON has them."""
        table: Any = state
        return offered(self.moves, table, seat)

    def choices(self, state: S, seat: str | None) -> tuple[Choice, ...]:
        """What a screen may offer that seat (None: whoever's move it is), each with its ruling."""
        return tuple(self.choice(state, plain) for plain in self.possible(state, seat))

    def choice(self, state: S, plain: Plain) -> Choice:
        """A well-formed move with its ruling."""
        move = self.parse(plain)
        assert isinstance(move, Move), plain  # noqa: S101 - a room names nothing malformed
        if isinstance(move, RuledMove):
            table: Any = state
            return Choice(move, refusal(table, move))
        ruling = self.judge(state, move)
        return Choice(move, ruling if isinstance(ruling, Rejected) else None)

    def nearest(self, state: S, move: Move | None) -> Iterable[Plain]:
        """What might be allowed in place of a rejected move, legal or not, nearest first."""
        plains = self.possible(state, None)
        return nearest(plains, move) if any(issubclass(kind, RuledMove) for kind in self.moves) else plains

    def near(self, state: S, move: Move | None) -> tuple[Choice, ...]:
        """All that would stand in place of a rejected move, nearest first, whoever may say or do so.

        To a move that names somebody who has no seat now, nothing is nearer than to none.
        """
        seated = None if move is None or self.not_seated(state, move) is not None else move
        choices = (self.choice(state, plain) for plain in self.nearest(state, seated))
        return tuple(choice for choice in choices if choice.legal)

    def instead(self, state: S, move: Move | None) -> tuple[Move, ...]:
        """What would be allowed in place of a rejected move, nearest first; each of them legal now.

        None is a slip, and none says more of a hand than the rejected move did.
        """
        said = move is not None and move.vouched
        found = (choice.move for choice in self.near(state, move))
        return tuple(other for other in found if other.slip is None and (said or not other.vouched))

    # What else the referee asks: of another moment, of counts that differ, of an entry that is refused today.

    def suppose(self, state: S, move: Move, facts: Mapping[str, Any]) -> Supposed[S] | Rejected | str | None:
        """The moment to which a question about a move belongs, where that is another one; None where it is this.

        `facts` are what was told of that moment, by the keys of the question's `facts`. A str is the key of the one to
        be told next; what was told and cannot be is rejected.
        """
        return None

    def memo_key(self, state: S) -> Hashable:
        """A key that is equal for two states only if the same moves stand in both and lead to the same holdings.

        A state tells it; None if the game has no such key.
        """
        key: Hashable = getattr(state, "memo_key", lambda: None)()
        return key

    def rulings_for(self, state: S, counted: Mapping[str, Mapping[str, int]]) -> Sequence[Plain] | Rejected:
        """The fewest rulings, without kind and reason, that set the book to what was `counted`.

        That is by place, then by item ("" where there is one). What was not counted lies as the book has it.
        """
        return Rejected(self.rule("table-ruling"), Text("No ruling of this game can do that."))

    def correction(
        self, state: S, counted: Mapping[str, Mapping[str, int]], reason: str
    ) -> tuple[Move, ...] | Rejected:
        """Those rulings, each of which stands after the one before it; else the first rejection.

        Raises ValidationError for a reason that no ruling takes.
        """
        plains = self.rulings_for(state, counted)
        if isinstance(plains, Rejected):
            return plains
        shape = next(shape for shape in self._shapes["ruling"] if shape.marker is None)
        moves = [shape.model_validate({"move": "ruling", **plain, "reason": reason}) for plain in plains]
        for move in moves:
            ruling = self.judge(state, move)
            if isinstance(ruling, Rejected):
                return ruling
            state = ruling.state
        return tuple(moves)
