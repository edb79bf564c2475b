"""A table for the tests of any game: moves in, rulings and words out. Each game's own sitting is made of it."""

from __future__ import annotations

from typing import Any, Self

from companion.games.move import Move
from companion.games.ruling import Accepted, Rejected
from companion.games.transcript import open_book, read_header

Plain = dict[str, Any]


class AnySitting:
    """One table: `play` wants every move accepted, `refused` wants the last one rejected and nothing changed."""

    def __init__(self, header: Plain) -> None:
        self.book = open_book(read_header(header))

    def play(self, *moves: Plain) -> Self:
        for move in moves:
            ruling = self.book.play(move)
            assert isinstance(ruling, Accepted), (move, ruling.rule.id, str(ruling.because))
            self.book = ruling.state
        return self

    def refused(self, move: object) -> tuple[str, str]:
        """The rule's id and the numbers behind it; asserts that the state is untouched."""
        before = self.report
        ruling = self.book.play(move)
        assert isinstance(ruling, Rejected), move
        assert self.report == before
        return ruling.rule.id, str(ruling.because)

    def read(self, plain: Plain) -> Move:
        """It as a move of the game; asserts that it is one."""
        move = self.book.game.parse(plain)
        assert isinstance(move, Move), plain
        return move

    def instead(self, plain: Plain) -> list[Plain]:
        """What the game offers in place of a move; asserts that all of it stands."""
        found = self.book.game.instead(self.book.state, self.read(plain))
        assert all(isinstance(self.book.claim(other), Accepted) for other in found)
        return [other.plain() for other in found]

    @property
    def report(self) -> Plain:
        return self.book.report().plain()

    @property
    def phase(self) -> str:
        return str(self.report["phase"])

    def words(self, plain: Plain) -> tuple[str, str]:
        """A move as a sentence of the ledger and as the words on its button; asserts that it is read as written."""
        move, game = self.read(plain), self.book.game
        assert move.plain() == plain
        return str(game.describe(move)), str(game.label(move))

    def told(self, plain: Plain) -> str:
        """A move as a sentence of the ledger that says what came of it, too."""
        return str(self.book.game.describe(self.read(plain), self.book.state))

    @property
    def offered(self) -> tuple[int, int]:
        """How many choices a screen has for whoever's move it is: legal ones, and others, which it dims."""
        legal = [choice.legal for choice in self.book.game.choices(self.book.state, None)]
        return legal.count(True), legal.count(False)

    def suggested(self, rule_id: str) -> tuple[dict[str, str], str]:
        """What a rule that no sheet has suggests to rule: the fields of a ruling, and its reason."""
        rule = self.book.game.rulebook[rule_id]
        assert rule.support == "silent"
        assert rule.remedy is not None
        return dict(rule.remedy.fields), str(rule.remedy.reason)
