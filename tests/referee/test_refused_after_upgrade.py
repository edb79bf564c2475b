"""What the referee offers for an entry that stood once and that today's rules refuse."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.games.move import Move
from companion.games.ruling import Rejected
from companion.referee.edits import Edit, StandingMove
from companion.referee.refused_after_upgrade import (
    MOST_UPHELD,
    OUT,
    UPHELD,
    Offer,
    offers_for_edits,
    offers_for_move,
    offers_for_undo,
    offers_for_unreadable,
)
from tests.games.sluff_off.sitting import Plain, Sitting, done, take, trick


def offered(sitting: Sitting, plain: Plain, *following: Plain) -> list[Offer]:
    game, book = sitting.book.game, sitting.book
    move = game.parse(plain, book.header.seats)
    assert isinstance(move, Move)
    rejected = game.judge(book.state, move)
    assert isinstance(rejected, Rejected)
    after = [read for one in following if isinstance(read := game.parse(one, book.header.seats), Move)]
    return offers_for_move(book, move, rejected, after, "it stood")


def plains(offer: Offer) -> list[Plain]:
    return [move.plain() for move in offer.moves]


def test_it_stands_by_a_ruling_is_taken_out_or_replaced() -> None:
    found = offered(Sitting(), take("Mary", "red"))
    assert [move["move"] for move in plains(found[0])] == ["ruling"]
    assert (found[0].how, found[0].kept) == ("stands", False)
    assert OUT in found
    assert plains(found[found.index(OUT) + 1]) == [take("Chris", "red")]
    assert {offer.how for offer in found[found.index(OUT) + 1 :]} == {"replaced"}


def test_it_stands_after_what_nobody_told() -> None:
    kept = [plains(offer) for offer in offered(Sitting(), take("Mary", "red"), done("Mary")) if offer.kept]
    assert [done("Chris"), take("Mary", "red")] in kept


def test_what_no_move_can_tell_is_upheld() -> None:
    sitting = Sitting()
    sitting.play(take("Chris", "red"))
    assert offered(sitting, {"move": "sluffer", "seat": "Chris"})[:2] == [UPHELD, OUT]


def test_what_was_entered_for_a_seat_that_nobody_has_now_is_upheld_or_goes() -> None:
    game, book = Sitting().book.game, Sitting().book
    move = game.parse(take("Nan", "red"), (*book.header.seats, "Nan"))
    assert isinstance(move, Move)
    rejected = game.not_seated(book.state, move)
    assert rejected is not None
    found = offers_for_move(book, move, rejected, (), "it stood")
    assert [offer for offer in found if offer.how == "stands"] == [UPHELD]
    assert OUT in found


def test_so_is_what_the_rules_refuse_too_when_it_is_told_otherwise() -> None:
    sitting = Sitting()
    for name in sitting.book.header.seats:
        sitting.play(done(name))
    found = offered(sitting, {"move": "turn_in", "seat": "Chris", "color": "red"})
    assert found[0] == UPHELD  # Chris holds no red


def test_what_cannot_be_read_is_replaced_by_what_is_legal_the_same_kind_first() -> None:
    found = offers_for_unreadable(Sitting().book, "done")
    assert found[0] == OUT
    assert plains(found[1])[0]["move"] == "done"
    assert all(offer.how == "replaced" for offer in found[1:])


def standing_of(sitting: Sitting) -> Sequence[StandingMove]:
    return tuple(StandingMove(str(number), move) for number, move in enumerate(sitting.book.moves(), 1))


def test_an_undo_takes_back_the_latest_that_stands() -> None:
    sitting = Sitting()
    assert offers_for_undo(standing_of(sitting)) == [OUT]
    sitting.play(take("Chris", "red"))
    sitting.play(done("Chris"))
    assert offers_for_undo(standing_of(sitting)) == [Offer("stands", edits=(Edit(do="remove", entry="2"),)), OUT]


@pytest.mark.parametrize(
    ("edits", "hows"),
    [
        ([Edit(do="remove", entry="9")], ["out"]),
        ([Edit(do="insert", move={"move": "dance"})], ["out"]),
        ([Edit(do="insert", move=trick("Chris", "red", "red"))], ["stands", "out"]),
        ([Edit(do="remove", entry="3")], ["stands", "out"]),
        ([Edit(do="remove", entry="2")], ["stands", "out", "replaced"]),
    ],
)
def test_an_amend_stands_with_what_follows_from_it(edits: list[Edit], hows: list[str]) -> None:
    sitting = Sitting()
    for plain in (take("Chris", "red"), done("Chris"), take("Mary", "red")):
        sitting.play(plain)
    found = offers_for_edits(sitting.book, standing_of(sitting), edits, "it stood")
    assert [offer.how for offer in found] == hows


def test_an_amends_own_moves_that_are_refused_are_upheld() -> None:
    sitting = Sitting()
    sitting.play(take("Chris", "red"))
    edits = [
        Edit(do="change", entry="1", move=take("Mary", "red")),
        Edit(do="insert", move=trick("Mary", "red", "red")),
    ]
    stands, *others = offers_for_edits(sitting.book, standing_of(sitting), edits, "it stood")
    assert others == [OUT]
    assert [edit.move and edit.move.get("stands") for edit in stands.edits] == [edit.move for edit in edits]


def test_of_an_amend_with_more_refused_moves_than_people_make_none_is_upheld() -> None:
    sitting = Sitting()
    edits = [Edit(do="insert", move=trick("Mary", "green", "red")) for _ in range(MOST_UPHELD + 1)]
    assert offers_for_edits(sitting.book, standing_of(sitting), edits, "it stood") == [OUT]
