"""A question's form is derived from the move's model, whatever the game, and is filled in tap by tap.

The tests are about what the form asks next, how an address holds it, and what each tap would lead to.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

import pytest
from werkzeug.datastructures import MultiDict

from companion.games.game import Book, Game
from companion.games.move import Move
from companion.games.text import Text
from companion.referee.question_form import (
    WHO,
    WORDS,
    QuestionDraft,
    QuestionField,
    draft_of,
    form_of,
    forms_of,
    options,
    read_draft,
)
from tests.games.sluff_off.sitting import Sitting, take
from tests.referee.toys import (
    SEATS,
    TOY,
    Bid,
    Claim,
    FaceUp,
    FirstRoll,
    Pass,
    Reveal,
    Show,
    Swap,
    TableRuling,
    Trick,
    book,
)

SEAT = QuestionField("seat", "one-of", WHO, values=SEATS, names_seats=True)


def field(key: str, kind: str, **more: object) -> QuestionField:
    return replace(QuestionField(key, kind, WORDS[kind]), **more)  # type: ignore[arg-type, index]


SHAPES = [
    (Claim, (SEAT, field("rank", "one-of", values=("A", "2", "3")), field("count", "number", low=1, high=8),
             field("cards", "number", needed=False))),
    (Reveal, (field("honest", "yes-no", values=(True, False), needed=False),
              field("cards", "list", values=("A", "2", "3"), of="one-of", needed=False))),
    (Pass, ()),
    (FirstRoll, (field("wilds", "map", values=SEATS, names_seats=True, low=0),)),
    (Bid, (SEAT, field("quantity", "number", low=1), field("value", "one-of", values=(2, 3, 4, 5, 6)))),
    (Show, (SEAT, field("dice", "list", asks=Text("Which dice?"), values=(2, 3, 4, 5, 6, "wild"), of="one-of"))),
    (FaceUp, (field("cards", "list", of="card", low=3, high=3),)),
    (Swap, (SEAT, field("give", "card"), field("take", "card"))),
    (Trick, (field("cards", "list", of="card", low=2, high=2),
             field("only_trump", "yes-no", values=(True, False), needed=False))),
    (TableRuling, (field("count", "number", values=("all",), high=4),
               field("from", "one-of", asks=WHO, values=("pile", *SEATS), names_seats=True), field("reason", "text"))),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "fields"), SHAPES, ids=[shape.__name__ for shape, _ in SHAPES])
def test_a_form_has_the_fields_of_its_move(shape: type[Move], fields: tuple[QuestionField, ...]) -> None:
    assert form_of(TOY, shape, SEATS).fields == fields


def test_each_form_has_an_id_of_its_own_and_the_games_words_and_rules() -> None:
    forms = forms_of(Sitting().book.game, ("Chris", "Mary", "Katie"))
    assert [form.id for form in forms] == [
        "take", "steal", "sluffer", "done", "trick", "trick.cards", "turn_in", "take_black", "miss_turn_in",
        "ruling", "ruling.points", "stop", "join", "leave", "rename", "reseat",
    ]  # fmt: skip
    assert str(forms[5].words) == "Who takes this trick?"
    assert forms[5].rules[0] == "result-matches-cards"
    assert str(forms[1].fields[2].asks) == "From whom?"


def told(query: str, shape: type[Move]) -> QuestionDraft:
    fields: MultiDict[str, str] = MultiDict(parse_qsl(query, keep_blank_values=True))
    return read_draft(form_of(TOY, shape, SEATS), fields)


NEXT = [
    (Claim, "", "seat"),
    (Claim, "seat=Ann&rank=A", "count"),
    (Claim, "seat=Ann&rank=A&count=2", None),
    (Claim, "seat=Nobody&rank=A&count=2", "seat"),
    (Claim, "seat=Ann&rank=A&count=two", "count"),
    (Reveal, "", "honest"),
    (Reveal, "cards=A", None),
    (Pass, "", None),
    (FirstRoll, "", "wilds"),
    (FirstRoll, "wilds.0=3&wilds.1=x&wilds.7=1", None),
    (Show, "seat=Ann&dice=2&dice=wild", "dice"),
    (Show, "seat=Ann&dice=2&dice=wild&_all=dice", None),
    (Show, "seat=Ann&_all=dice", "dice"),
    (Trick, "cards=AS", "cards"),
    (Trick, "cards=AS&cards=2S&cards=3S", None),
    (Swap, "seat=Ann&give=AS", "take"),
    (TableRuling, "count=all&from=pile", None),
]


@pytest.mark.parametrize(("shape", "query", "key"), NEXT)
def test_the_form_asks_for_the_next_field_that_is_missing(shape: type[Move], query: str, key: str | None) -> None:
    field = told(query, shape).next
    assert (field.key if field else None) == key


MOVES: list[tuple[type[Move], str, dict[str, Any]]] = [
    (Claim, "seat=Bob+%26+Co&rank=2&count=2&cards=%2B3", {"seat": "Bob & Co", "rank": "2", "count": 2, "cards": 3}),
    (Reveal, "honest=False", {"honest": False}),
    (FirstRoll, "wilds.0=0&wilds.1=2", {"wilds": {"Ann": 0, "Bob & Co": 2}}),
    (Bid, "seat=Ann&quantity=12&value=6", {"seat": "Ann", "quantity": 12, "value": 6}),
    (Show, "seat=Ann&dice=2&dice=wild&dice=7&dice=2", {"seat": "Ann", "dice": [2, "wild", 2]}),
    (TableRuling, "count=3&from=pile", {"count": 3, "from": "pile", "reason": "so"}),
    (TableRuling, "count=3&from=pile&reason=why", {"count": 3, "from": "pile", "reason": "why"}),
    (Claim, "count=999999&cards=%C2%B2", {}),
]


@pytest.mark.parametrize(("shape", "query", "keys"), MOVES)
def test_an_address_holds_the_move_as_far_as_it_is_told(shape: type[Move], query: str, keys: dict[str, Any]) -> None:
    found = told(query, shape)
    assert found.move("so") == {"move": shape.kind(), **keys}
    assert told(found.query(), shape) == found


def test_a_list_stays_complete_until_another_item_is_added() -> None:
    found = told("dice=2&seat=Ann", Show)
    assert found.with_list_complete(found.form.fields[1]).endswith("&_all=dice")
    whole = told(found.with_list_complete(found.form.fields[1]), Show)
    assert whole.next is None
    assert told(whole.query(), Show) == whole
    assert whole.with_value(whole.form.fields[1], "wild").values["dice"] == [2, "wild"]
    assert whole.with_value(whole.form.fields[1], "wild").next is not None


def test_a_value_can_be_taken_back() -> None:
    found = told("seat=Ann&dice=2&dice=3", Show)
    assert found.query(seat=None) == "ask=show&dice=2&dice=3"
    assert found.query(dice=[2]) == "ask=show&seat=Ann&dice=2"
    assert found.query(dice=[]) == "ask=show&seat=Ann"


def test_optional_fields_can_be_told() -> None:
    assert [field.key for field in told("", Claim).more] == ["cards"]
    assert told("", Bid).more == ()


def asked(on: Book, query: str, kind: str) -> dict[object, str | None]:
    """The options of the field that is asked next, with the answer to those that complete the question."""
    form = next(form for form in forms_of(on.game, on.header.seats) if form.id == kind)
    question = read_draft(form, MultiDict(parse_qsl(query)))
    assert question.next is not None
    return {option.value: option.kind for option in options(on, question, question.next, "so")}


def test_each_value_that_completes_the_question_is_judged() -> None:
    sitting = Sitting(3, supply={"blue": 1}).play(take("Chris", "blue"))
    assert asked(sitting.book, "", "take") == {"Chris": None, "Mary": None, "Katie": None}
    assert asked(sitting.book, "seat=Chris", "take") == {
        "red": "yes",
        "blue": "no",
        "green": "yes",
        "orange": "yes",
        "purple": "yes",
        "white": "no",
        "black": "no",
    }


def test_cards_are_offered_from_the_deck() -> None:
    assert asked(book(), "seat=Ann", "swap") == {"AS": None, "2S": None}
    assert asked(book(), "cards=AS", "trick.cards") == {"AS": "yes", "2S": "yes"}
    game: Game[Any] = book().game
    assert [face.gone for face in game.cards((0, 0))] == [False, True]


MOVES_IN_FULL: list[dict[str, Any]] = [
    {"move": "claim", "seat": "Ann", "rank": "A", "count": 2},
    {"move": "show", "seat": "Ann", "dice": [2, "wild"]},
    {"move": "first_roll", "wilds": {"Ann": 0, "Bob & Co": 2}},
    {"move": "pass"},
    {"move": "ruling", "count": 3, "from": "Bob & Co", "reason": "so"},
]


@pytest.mark.parametrize("raw", MOVES_IN_FULL, ids=lambda raw: raw["move"])
def test_a_move_is_turned_into_a_complete_question(raw: dict[str, Any]) -> None:
    move = TOY.parse(raw, SEATS)
    assert isinstance(move, Move)
    whole = draft_of(forms_of(TOY, SEATS), move)
    assert whole is not None
    assert whole.next is None
    assert whole.move("so") == raw
    assert told(whole.query(), type(move)) == whole


def test_the_numbers_of_a_map_are_typed_and_not_tapped() -> None:
    question = told("", FirstRoll)
    assert question.next is not None
    assert options(book(), question, question.next, "so") == ()


def test_a_slip_is_marked_as_refused_only_if_it_cannot_be_recorded() -> None:
    sitting = (
        Sitting(3).predicted(Chris="red").play({"move": "trick", "winner": "Chris", "led": "red", "won_with": "red"})
    )
    assert asked(sitting.book, "", "miss_turn_in") == {"Chris": None, "Mary": "no", "Katie": "no"}
