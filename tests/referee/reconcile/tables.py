"""Games played by chance, and one slip in entering them: what stands in the book, and what lies on the table."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from companion.games.game import Book
from companion.games.header import Header
from companion.games.ruling import Accepted, Rejected
from companion.games.transcript import open_book, read_header
from companion.referee.counts import Counts, holdings
from companion.referee.edits import Edit, StandingMove, apply_edits
from tests.games.random_games import legal
from tests.games.sluff_off.sitting import Plain, header

WISHES = (0, 1, 2, 3, 3, 4, 4, 5, 6)
SLIPS = ("turn-in", "winner", "trick", "take", "steal")


def played(head: Header, moves: list[Plain]) -> Book | None:
    """The book after these moves, None where one of them does not stand."""
    book = open_book(head)
    for raw in moves:
        ruling = book.play(raw)
        if isinstance(ruling, Rejected):
            return None
        book = ruling.state
    return book


def lines(book: Book) -> tuple[StandingMove, ...]:
    """What stands, numbered as entries that were all accepted."""
    return tuple(StandingMove(str(number), move) for number, move in enumerate(book.moves(), 1))


def game(chance: random.Random, seats: int, tricks: int, wishes: tuple[int, ...] = WISHES, **options: Any) -> Book:
    """A round as people play it, up to so many tricks; each seat wants one of these numbers of tokens."""
    book = open_book(read_header(header(seats, **options)))
    wanted = {name: chance.choice(wishes) for name in book.header.seats}
    while book.report().phase == "prediction":
        offered = legal(book)
        seat = str(offered[-1]["seat"])
        tokens = [raw for raw in offered if raw["move"] in ("take", "steal")]
        if len(offered) > 1 and offered[-2]["move"] == "sluffer" and chance.random() < 0.15:
            book = _then(book, offered[-2])
        elif wanted[seat] and tokens:
            wanted[seat] -= 1
            book = _then(book, chance.choice(tokens))
        else:
            book = _then(book, offered[-1])
    for _ in range(tricks):
        book = _then(book, chance.choice(legal(book)))
        if book.report().phase == "turn-in":
            *pay, miss = legal(book)
            book = _then(book, miss if chance.random() < 0.02 else chance.choice(pay))
    return book


def _then(book: Book, raw: Plain) -> Book:
    ruling = book.play(raw)
    assert isinstance(ruling, Accepted), raw
    return ruling.state


def slipped(chance: random.Random, true: Book, slip: str) -> Book | None:
    """The book with that slip in it, somewhere; None where it cannot be made or the book would not stand."""
    moves = [move.plain() for move in true.moves()]
    wanted = {"turn-in": "turn_in", "winner": "trick"}.get(slip, slip)
    where = [number for number, raw in enumerate(moves) if raw["move"] == wanted]
    if not where:
        return None
    at = chance.choice(where)
    pays = at + 1 < len(moves) and moves[at + 1]["move"] in ("turn_in", "miss_turn_in")
    rest = moves[at + 2 :] if slip in ("trick", "winner") and pays else moves[at + 1 :]
    return played(true.header, [*moves[:at], *_entered(chance, true.header, moves, at, slip), *rest])


def _entered(chance: random.Random, head: Header, moves: list[Plain], at: int, slip: str) -> list[Plain]:
    """What is entered in the place of what happened."""
    before = played(head, moves[:at])
    assert before is not None
    if slip == "turn-in":
        others = [raw for raw in legal(before) if raw != moves[at] and raw["move"] == "turn_in"]
        return [chance.choice(others)] if others else [moves[at]]
    if slip != "winner":
        return []
    other = chance.choice([name for name in head.seats if name != moves[at]["winner"]])
    wrong = {**moves[at], "winner": other}
    book = _then(before, wrong)
    if book.report().phase != "turn-in":
        return [wrong]
    pays = [raw for raw in legal(book) if raw["move"] == "turn_in"]
    same = [raw for raw in pays if at + 1 < len(moves) and raw["color"] == moves[at + 1].get("color")]
    return [wrong, chance.choice(same or pays)]


@dataclass(frozen=True)
class Mishap:
    """A game as it was played, and the book of it with one slip."""

    slip: str
    true: Book
    book: Book

    @property
    def counted(self) -> Counts:
        """What lies on the table."""
        return holdings(self.true.report())

    @property
    def can_be_told(self) -> bool:
        """Whether anything lies elsewhere than the book says. Nothing else is asked: not how rare the slip is."""
        return self.counted != holdings(self.book.report())


def mishap(seed: int) -> Mishap:
    """A game with a slip in it; of slips that cannot be made in a game another game is tried."""
    chance = random.Random(seed)
    while True:
        true = game(chance, chance.choice((3, 4, 5)), chance.randint(0, 14))
        slip = chance.choice(SLIPS)
        book = slipped(chance, true, slip)
        if book is not None:
            return Mishap(slip, true, book)


def put_right(book: Book, edits: tuple[Edit, ...]) -> Book:
    """The book after edits; each entry must stand."""
    drafts = apply_edits(book.game, book.header.seats, lines(book), edits, "99")
    after = played(book.header, [draft.move.plain() for draft in drafts])
    assert after is not None, edits
    return after
