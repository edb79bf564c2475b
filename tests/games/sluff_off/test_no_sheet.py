"""What was told nowhere, what no sheet speaks of, and what our reading is: all of it stands in the rulebook."""

from __future__ import annotations

import pytest

from companion.games.sluff_off.edition import SIEBEN_SIEGEL
from companion.games.sluff_off.game import SluffOff
from companion.games.sluff_off.rulebook import BOOK
from tests.games.sluff_off.sitting import Sitting, cards, done, sluffer


@pytest.mark.parametrize(
    ("rule_id", "points"),
    [
        ("misdeal", 1),
        ("exposed-card", 1),
        ("out-of-turn", 1),
        ("old-tricks", 1),
        ("taking-back", 1),
        ("leaving", 5),
        ("cheating", 10),
    ],
)
def test_the_ruling_that_is_suggested_stands(rule_id: str, points: int) -> None:
    fields, reason = Sitting().suggested(rule_id)
    assert fields == {"kind": "points", "points": str(points)}
    Sitting().play({"move": "ruling", "seat": "Mary", "points": points, "reason": reason})


def test_lead_says_who_leads_the_sluffer_too_and_that_trump_may_be_led_at_any_time() -> None:
    said = str(BOOK["lead"].says)
    assert "dealer\u2019s left leads" in said
    assert "the Sluffer, too" in said
    assert "blue at any time" in said
    assert "face down" in said
    predicted = [sluffer("Chris"), done("Mary"), done("Katie"), done("Cory")]
    tricks = [cards("blue 9", "green 1", "green 2", "green 3"), cards("blue 8", "red 1", "red 2", "red 3")]
    book = Sitting(dealer="Cory").play(*predicted, *tricks).book
    assert book.game.order(book.state)[0] == "Chris"


def test_deal_says_fifteen_cards_and_tricks_and_what_stays_in_the_box() -> None:
    assert "15 cards for everybody, and so 15 tricks" in str(BOOK["deal"].says)
    assert "stay in the box" in str(BOOK["deal"].says)


def test_take_from_centre_says_that_predicting_nothing_is_our_reading() -> None:
    assert [
        "None is a number" in str(reading.says) for reading in BOOK["take-from-centre"].readings if reading.default
    ] == [True]
    Sitting().play(done("Chris"))


def test_another_box_is_introduced_in_its_own_words() -> None:
    introduction = SluffOff(SIEBEN_SIEGEL).rulebook.introduction
    assert introduction is not None
    lines = {str(about): str(line) for about, line in introduction.lines.items()}
    assert "The saboteur" in lines
    assert "seal" in lines["Prediction"]
    assert lines["A trick"].startswith("Follow the led colour if you can, else play any card. Red is trump")
    assert "with three players six" in lines["The end"]
    assert "seals go back" in str(SluffOff(SIEBEN_SIEGEL).rulebook["misdeal"].example)
