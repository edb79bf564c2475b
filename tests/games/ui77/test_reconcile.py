"""Cards and tricks that do not match the book: the slip in the entries that explains them is found."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.games.game import Book
from companion.games.ruling import Rejected
from companion.referee.counts import holdings
from companion.referee.reconcile import reconcile
from tests.games.ui77.sitting import NAMES, Plain, Sitting, discard, face_up, trick
from tests.referee.reconcile.tables import lines, played, put_right

FACES = (("4H", "6S", "7D"), ("4H", "QS", "KD"), ("AH", "5H", "2H"))


def hand(chance: random.Random) -> Book:
    """A hand as far as some trick of it, at a table of two to five."""
    sitting = Sitting(chance.randint(2, 5)).play(face_up(*chance.choice(FACES)))
    most, order = sitting.book.state.hand.meaning.throw, sitting.order
    sitting.play(*(discard(name, chance.randint(0, most)) for name in order))
    for _ in range(chance.randint(1, 9)):
        if sitting.phase == "trick":
            sitting.won(chance.choice(NAMES[: len(order)]))
    return sitting.book


def slipped(chance: random.Random, true: Book, slip: str) -> list[Plain]:
    """The moves as they were entered: one discard or winner is wrong, or a trick is missing."""
    moves = [move.plain() for move in true.moves()]
    kind = "discard" if slip == "discard" else "trick"
    at = chance.choice([number for number, raw in enumerate(moves) if raw["move"] == kind])
    seats, most = true.header.seats, true.state.hand.meaning.throw
    if slip == "forgotten":
        return moves[:at] + moves[at + 1 :]
    if slip == "winner":
        wrong = trick(chance.choice([name for name in seats if name != moves[at]["winner"]]))
    else:
        counts = [n for n in range(most + 1) if n != moves[at]["count"]]
        wrong = discard(moves[at]["seat"], chance.choice(counts))
    return [*moves[:at], wrong, *moves[at + 1 :]]


def told(book: Book) -> object:
    """What can be checked at the table: cards, tricks, and how many each seat threw."""
    return holdings(book.report()), book.state.hand.thrown


@pytest.mark.property
def test_the_slip_is_among_the_first_three(capsys: pytest.CaptureFixture[str]) -> None:
    all_of, hits = Counter[str](), Counter[str]()
    for seed in range(36):
        chance = random.Random(seed)
        true, slip = hand(chance), ("discard", "winner", "forgotten")[seed % 3]
        book = played(true.header, slipped(chance, true, slip)) if true.state.phase == "trick" else None
        if book is None or holdings(book.report()) == holdings(true.report()):
            continue
        answer = reconcile(book.header, lines(book), holdings(true.report()))
        spots = [spot for explanation in answer.explanations[:3] for spot in explanation.spots]
        all_of[slip] += 1
        hits[slip] += any(len(spot.edits) == 1 and told(put_right(book, spot.edits)) == told(true) for spot in spots)
    with capsys.disabled():
        print(f"\nui77: the slip is among the first 3 in {hits.total()} of {all_of.total()} hands")
    assert all(all_of[slip] for slip in ("discard", "winner", "forgotten"))
    assert hits.total() >= 0.95 * all_of.total()


def test_what_follows_is_the_same_for_equal_memo_keys() -> None:
    """Hands that are alike to the game go on alike, whatever is played to them."""
    for seed in range(30):
        chance = random.Random(seed)
        one = hand(chance)
        tricks = [move.plain() for move in one.moves() if move.kind() == "trick"]
        early, late = tricks[:4], tricks[4:]
        chance.shuffle(early)
        before = [move.plain() for move in one.moves() if move.kind() != "trick"]
        other = played(one.header, [*before, *early, *late])
        if other is None or one.state.memo_key() != other.state.memo_key():
            continue
        for name in one.header.seats:
            ours, theirs = one.play(trick(name)), other.play(trick(name))
            assert isinstance(ours, Rejected) == isinstance(theirs, Rejected)
            if not isinstance(ours, Rejected) and not isinstance(theirs, Rejected):
                assert holdings(ours.state.report()) == holdings(theirs.state.report())
