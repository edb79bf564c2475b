"""The form of any question is read off the move's model, whatever the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.move import Move
from companion.games.text import Text
from companion.referee.question_form import WHO, WORDS, Field, form_of, forms_of
from tests.games.sluff_off.sitting import Sitting
from tests.referee.toys import SEATS, TOY, Bid, Claim, FaceUp, FirstRoll, Pass, Reveal, Show, Swap, TableRuling, Trick

SEAT = Field("seat", "one-of", WHO, values=SEATS, names_seats=True)


def field(key: str, kind: str, **more: object) -> Field:
    return replace(Field(key, kind, WORDS[kind]), **more)  # type: ignore[arg-type, index]


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
def test_the_fields_of_a_move(shape: type[Move], fields: tuple[Field, ...]) -> None:
    assert form_of(TOY, shape, SEATS).fields == fields


def test_forms_are_told_apart_and_have_the_games_words_and_rules() -> None:
    forms = forms_of(Sitting().book.game, ("Chris", "Mary", "Katie"))
    assert [form.id for form in forms] == [
        "take", "steal", "sluffer", "done", "trick", "trick.cards", "turn_in", "miss_turn_in", "ruling",
        "ruling.points", "join", "leave", "rename", "reseat",
    ]  # fmt: skip
    assert str(forms[5].words) == "Who takes this trick?"
    assert forms[5].rules[0] == "result-matches-cards"
    assert str(forms[1].fields[2].asks) == "From whom?"
