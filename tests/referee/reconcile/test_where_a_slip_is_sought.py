"""Where a slip is sought, and where not: before a round was put away, in any game that counts."""

from __future__ import annotations

import pytest

from companion.games.sluff_off.moves import TokenRuling
from companion.games.transcript import read_header
from companion.referee.counts import Counts, Difference, holdings
from companion.referee.reconcile import other_values, reconcile
from tests.games.sluff_off.sitting import (
    Plain,
    Sitting,
    done,
    give,
    take,
    trick,
    turn_in,
)
from tests.referee import toys
from tests.referee.reconcile.slips import TAKEN, book
from tests.referee.reconcile.tables import lines, played, put_right


def whole_round() -> list[Plain]:
    """Fifteen tricks: Chris can turn in three times."""
    chris = [trick("Chris", "red"), turn_in("Chris", "red")] * 2 + [trick("Chris", "blue"), turn_in("Chris", "blue")]
    return [*TAKEN, *[trick("Katie", "green")] * 12, *chris]


def test_before_a_round_was_put_away() -> None:
    moves = whole_round()
    over = book(moves)
    assert len(over.report().rounds) == 1
    before = book(moves[:-1])
    counted = holdings(before.report())
    counted["Cory"]["orange"] += 1
    counted["centre"]["orange"] -= 1
    answer = reconcile(over.header, lines(over), counted, upto=len(moves) - 1)
    assert answer.explanations
    # What is forgotten last comes before the entry that was left aside.
    forgotten = [one for one in answer.explanations if one.kind == "forgotten"]
    assert forgotten
    assert all(edit.entry is not None for one in answer.explanations for edit in one.edits)


def test_no_round_that_was_put_away() -> None:
    """In a new round nothing has been entered, and no entry of the round before can explain what was counted."""
    over = book(whole_round())
    counted = holdings(over.report())
    counted["Chris"]["red"] += 2
    counted["centre"]["red"] -= 2
    assert reconcile(over.header, lines(over), counted).explanations == ()


def test_nothing_explains_what_is_not_the_box() -> None:
    stands = book(TAKEN)
    counted = holdings(stands.report())
    counted["Chris"]["red"] += 1
    assert reconcile(stands.header, lines(stands), counted).explanations == ()


def test_other_values_of_an_entry() -> None:
    move = TokenRuling.model_validate(give("red", "centre", "Mary"))
    places = ("centre", "Chris", "Mary")
    assert list(other_values(move, "count", 1, places)) == [0, 2]
    assert list(other_values(move, "open", True, places)) == [False]
    assert list(other_values(move, "to", "Mary", places)) == ["centre", "Chris"]
    others = ["blue", "green", "orange", "purple", "yellow", "white", "black"]
    assert list(other_values(move, "color", "red", places)) == others
    assert list(other_values(move, "reason", "so", places)) == []
    assert list(other_values(move, "cards", ["red 1"], places)) == []


def test_any_game_that_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.referee.reconcile.GAMES", {"toy": toys.TOY})
    stands = toys.book({"move": "claim", "seat": "Ann", "rank": "A", "count": 2})
    answer = reconcile(toys.HEADER, lines(stands), {"Ann": {"": 6}, "pile": {"": 3}})
    assert answer.differences == (Difference("Ann", "", 7, 6), Difference("pile", "", 2, 3))
    assert answer.explanations[0].kind == "value"
    assert answer.explanations[0].edits[0].move == {"move": "claim", "seat": "Ann", "rank": "A", "count": 3}


def test_a_box_with_other_colours() -> None:
    """Mary took a yellow token and orange is not thought of: there is none in the box of this table."""
    moves = [take("Chris", "red"), done("Chris"), take("Mary", "blue")]
    book = Sitting(edition="wizard-extreme").play(*moves).book
    counted = {"Mary": {"blue": 0, "yellow": 1}, "centre": {"blue": 3, "yellow": 2}}
    answer = reconcile(book.header, lines(book), counted)
    assert answer.explanations[0].kind == "value"
    assert answer.explanations[0].edits[0].move == take("Mary", "yellow")
    assert "Mary took yellow from the centre" in str(answer.explanations[0].says[0])


RENAMED: dict[str, tuple[Plain, list[Plain], Counts]] = {
    "popcorn": (
        {"seats": ["Ann", "Bob"], "options": {"direction": "either", "decks": 2}},
        [
            {"move": "claim", "seat": "Ann", "rank": "A", "count": 3},
            {"move": "rename", "seat": "Bob", "name": "Hal"},
            {"move": "claim", "seat": "Hal", "rank": "2", "count": 5},
            {"move": "claim", "seat": "Ann", "rank": "A", "count": 6},
            {"move": "claim", "seat": "Hal", "rank": "2", "count": 7},
            {"move": "claim", "seat": "Ann", "rank": "A", "count": 1},
        ],
        {"Ann": {"": 42}, "Hal": {"": 39}, "pile": {"": 23}},
    ),
    "fluff": (
        {"seats": ["Ann", "Bob", "Cem"], "options": {"sets": 2, "sloppy": True}},
        [
            {"move": "rename", "seat": "Cem", "name": "Hal"},
            {"move": "first_roll", "wilds": {"Ann": 0, "Bob": 1, "Hal": 0}},
            {"move": "bid", "seat": "Bob", "quantity": 2, "value": 5},
            {"move": "spill", "seat": "Hal", "count": 3},
            {"move": "spill", "seat": "Bob", "count": 2},
            {"move": "call", "seat": "Ann"},
            {"move": "spill", "seat": "Ann", "count": 3},
        ],
        {"Ann": {"": 2}, "Bob": {"": 3}, "Hal": {"": 1}},
    ),
}


@pytest.mark.parametrize("game", RENAMED)
def test_somebody_who_is_called_otherwise_by_then(game: str) -> None:
    """Without the renaming, or with another name, the same cards lie there, but nobody of that name may play on."""
    head, moves, counted = RENAMED[game]
    stands = played(read_header({"transcript": 1, "game": game, **head}), moves)
    assert stands is not None
    answer = reconcile(stands.header, lines(stands), counted)
    for spot in (spot for explanation in answer.explanations for spot in explanation.spots):
        assert holdings(put_right(stands, spot.edits).report()) == counted
