"""Rule edition: the same game in three boxes. In two of them red is trump, yellow stands for orange, words differ."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.game import Game
from companion.games.header import BadHeader
from companion.games.replay import replay
from companion.games.ruling import Accepted
from companion.games.sluff_off.edition import EDITIONS, EVERY_TOKEN, SLUFF_OFF, WORDS
from companion.games.text import Text
from companion.games.transcript import open_book, read_header
from companion.referee.question_form import forms_of
from tests.games.rule_table import Row, each, refused, stands
from tests.games.sluff_off.sitting import (
    Plain,
    Sitting,
    cards,
    done,
    give,
    header,
    predicted,
    sluffer,
    steal,
    take,
    trick,
    turn_in,
    won,
)

RED_TRUMP = ["wizard-extreme", "sieben-siegel"]
BOX = {"red": 5, "yellow": 3, "green": 3, "blue": 3, "purple": 3, "white": 4, "black": 6}


def sitting(edition: str = "wizard-extreme", seats: int = 4, **options: Any) -> Sitting:
    return Sitting(seats, edition=edition, **options)


def game_of(edition: str) -> Game[Any]:
    return open_book(read_header(header(edition=edition))).game


@pytest.mark.parametrize("edition", RED_TRUMP)
def test_edition_box(edition: str) -> None:
    centre = sitting(edition).report["holdings"]["centre"]
    assert list(centre.items()) == list(BOX.items())
    assert sum(centre.values()) == 27
    fewer = sitting(edition, supply={"yellow": 1, "white": 0}).report["holdings"]["centre"]
    assert fewer == {**BOX, "yellow": 1, "white": 0}


@pytest.mark.parametrize(
    "options",
    [
        {"edition": "zing"},
        {"edition": None},
        {"edition": 1},
        {"edition": "wizard-extreme", "supply": {"orange": 3}},
        {"supply": {"yellow": 3}},
        {"edition": "sluff-off", "supply": {"yellow": 0}},
        {"edition": "sieben-siegel", "supply": {"yellow": 31}},
    ],
)
def test_edition_or_supply_that_is_none_is_an_error_of_the_header(options: Plain) -> None:
    with pytest.raises(BadHeader) as bad:
        read_header(header(**options))
    assert bad.value.key in ("supply", "edition", "options")


@pytest.mark.parametrize("edition", RED_TRUMP)
def test_edition_three_play_six_rounds_and_the_role_begins_with_four(edition: str) -> None:
    state = sitting(edition, 3).book.state
    assert (state.rounds, state.options.sluffer_begins_with(3)) == (6, 4)
    assert [sitting(edition, seats).book.state.rounds for seats in (4, 5)] == [4, 5]
    state = sitting(edition, 3, rounds=2, sluffer_points=5).book.state
    assert (state.rounds, state.options.sluffer_begins_with(3)) == (2, 5)
    names = ("Chris", "Mary", "Katie")
    report = sitting(edition, 3).play(*predicted(*names, Chris="sluffer"), *won(1, "Mary", "yellow"), *won(14)).report
    assert report["rounds"] == [{"Chris": 3, "Mary": 3, "Katie": 0}]


def test_edition_of_the_worked_example() -> None:
    """The publisher's example with red for blue, blue for red, yellow for orange: it ends with the same points."""
    told = (Path(__file__).parent / "wizard_example.jsonl").read_bytes()
    found = replay(told, strict=True)
    assert found.rejected == ()
    assert found.book.report().rounds == ({"Chris": 3, "Mary": 4, "Katie": 1, "Cory": 8},)
    full = told.replace(b', "supply": {"red": 3}', b"")
    assert replay(full).rejected[0][1].rule.id == "steal-only-when-centre-empty"


@pytest.mark.parametrize(
    "move",
    [
        take("Chris", "orange"),
        steal("Chris", "orange", "Mary"),
        trick("Chris", "orange"),
        trick("Chris", "red", "orange"),
        trick("Chris", "orange", "red"),
        turn_in("Chris", "orange"),
        give("orange", "centre", "Chris"),
        cards("red 1", "red 2", "red 3", "red 4", led="orange"),
        cards("red 1", "red 2", "red 3", "red 4", won_with="orange"),
    ],
)
def test_edition_a_colour_of_another_box_is_malformed(move: Plain) -> None:
    other = {key: "yellow" if value == "orange" else value for key, value in move.items()}
    over = sitting("sieben-siegel", rounds=1).predicted().emptied(15)
    for table in (sitting("sieben-siegel"), over):
        assert table.refused(move) == ("malformed", "The box holds no orange seal.")
    assert Sitting().refused(other) == ("malformed", "The box holds no yellow token.")


def test_edition_names_that_are_colours_are_names() -> None:
    names = ["orange", "red", "yellow"]
    book = open_book(read_header({**header(3, edition="wizard-extreme"), "seats": names, "dealer": "yellow"}))
    for move in (take("orange", "yellow"), done("orange"), give("yellow", "orange", "yellow")):
        ruling = book.play(move)
        assert isinstance(ruling, Accepted), ruling
        book = ruling.state
    assert book.report().holdings["yellow"] == {**dict.fromkeys(BOX, 0), "yellow": 1}
    fields = {field.key: field.values for form in forms_of(book.game, tuple(names)) for field in form.fields}
    assert fields["seat"] == tuple(names)


RED: Plain = {"edition": "wizard-extreme"}
HOLDING = predicted(Chris="red", Mary="blue")
GREEN_FOUR = cards("green 5", "green 6", "green 7", "green 8")
DECK = (
    "With 4 seats the cards run from 1 to 12 in red, yellow, green, blue and purple; "
    "\u201corange 3\u201d is none of them."
)
ROWS: list[Row] = [
    refused("winning-color", "led in red", [*HOLDING, trick("Chris", "red", "blue")],
            "A trick led in red is won by red, not by blue.", **RED),
    refused("winning-color", "led in blue", [*HOLDING, trick("Chris", "blue", "green")],
            "A trick led in blue is won by blue or by red, not by green.",
            [trick("Chris", "blue"), trick("Chris", "blue", "red")], **RED),
    refused("result-matches-cards", "a red card wins",
            [*HOLDING, cards("blue 11", "blue 12", "red 1", "green 3", winner="Mary")],
            "With these cards Katie wins the trick, led in blue, with red 1.", **RED),
    refused("card-in-deck", "of another box", [*HOLDING, cards("red 1", "red 2", "orange 3", "red 4")], DECK, **RED),
    refused("card-in-deck", "yellow in the usual box", [*HOLDING, cards("red 1", "red 2", "yellow 3", "red 4")]),
    stands("turn-in-fits-trick", "blue, or trumped by red",
           [*HOLDING, cards("blue 11", "blue 12", "green 1", "green 3"), turn_in("Mary", "blue"),
            trick("Chris", "blue", "red"), turn_in("Chris", "red")], {"centre": BOX, "leader": "Chris"}, **RED),
    *(stands("follow-suit", f"{color} at any time, {rule}",
             [*predicted(), cards("green 1", "green 2", f"{color} 3", "green 4"), GREEN_FOUR],
             {"irregularities": [] if color == "red" and rule else [
                 {"kind": "revoke", "seat": "Katie", "round": 1, "trick": 1, "shown_in": 2}]},
             trump_any_time=rule, **RED) for color in ("red", "blue") for rule in (True, False)),
]  # fmt: skip


@each(ROWS)
def test_edition_ruling(row: Row) -> None:
    row.check(Sitting)


def test_edition_choices_and_the_deck() -> None:
    table = sitting()
    taken = [choice.move.plain() for choice in table.book.game.choices(table.book.state, None)]
    assert [move["color"] for move in taken if move["move"] == "take"] == ["red", "yellow", "green", "blue", "purple"]
    suits = dict.fromkeys(face.suit for face in table.book.game.cards(table.book.state))
    assert list(suits) == ["red", "yellow", "green", "blue", "purple"]
    table.predicted()
    tricks = [choice.move.plain() for choice in table.book.game.choices(table.book.state, None)]
    assert len(tricks) == 4 * 9
    assert {move["won_with"] for move in tricks if move["led"] == "yellow"} == {"yellow", "red"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_edition_forms_offer_its_own_colours(edition: str) -> None:
    game = game_of(edition)
    forms = {form.id: form for form in forms_of(game, ("Chris", "Mary"))}
    found = {field.key: set(field.values) for field in forms["trick"].fields}
    assert found["led"] == found["won_with"] == set(EDITIONS[edition].colors)
    offered = {
        value for form in forms.values() for field in form.fields if not field.names_seats for value in field.values
    }
    assert offered & set(EVERY_TOKEN) == set(EDITIONS[edition].order)
    for form in ("take", "turn_in", "ruling"):
        (color,) = (field for field in forms[form].fields if field.key == "color")
        assert set(color.values) == set(EDITIONS[edition].order)


# Words.


def told(game: Game[Any]) -> list[Text]:
    """All sentences that the game tells at any time."""
    book = [rule for rule in game.rulebook.rules if rule.id != "edition"]
    rules = [text for rule in book for text in (rule.title, rule.says, rule.example)]
    readings = [reading.says for rule in book for reading in rule.readings]
    asked = [text for shape in game.moves for text in (game.question(shape).words, *game.question(shape).asks.values())]
    intro = game.rulebook.introduction
    assert intro is not None
    lines = [text for line in intro.lines.items() for text in line]
    return [*rules, *readings, *asked, *lines, *intro.phases.values(), game.mismatch]


@pytest.mark.parametrize(
    ("edition", "strange"),
    [
        ("wizard-extreme", "sluffer|saboteur|seals?|orange|yellow and no"),
        ("sieben-siegel", "sluffer|magician|tokens?|orange"),
        ("sluff-off", "saboteur|magician|seals?"),
    ],
)
def test_edition_words_are_those_of_the_box(edition: str, strange: str) -> None:
    quoted = ("Lists yellow tokens", "Calls one token yellow")
    for text in told(game_of(edition)):
        said = str(text)
        if not said.startswith(quoted):
            assert not re.search(rf"\b({strange})\b", said.lower()), said
            assert "{" not in said


def test_edition_rules_name_its_trump_and_its_role() -> None:
    wizard, siegel = game_of("wizard-extreme"), game_of("sieben-siegel")
    assert str(wizard.rulebook["winning-color"].title) == "Led colour or red"
    assert str(siegel.rulebook["sluffer-pays-nothing"].title) == "The saboteur pays nothing"
    assert str(wizard.rulebook["sluffer-pays-nothing"].title) == "The black magician pays nothing"
    assert str(wizard.rulebook["sluffer-score"].says).endswith("With three players it starts at 4.")
    assert "six where three play" in str(siegel.rulebook["rounds"].says)
    assert str(siegel.mismatch) == "The seals don\u2019t match"
    assert [str(game_of(edition).title) for edition in EDITIONS] == [
        "Sluff Off!",
        "Wizard Extreme",
        "Die sieben Siegel",
    ]
    assert [rule.id for rule in wizard.rulebook.rules] == [rule.id for rule in GAMES["sluff-off"].rulebook.rules]


def test_edition_refusals_labels_and_the_ledger_use_its_words() -> None:
    table = sitting("sieben-siegel")
    assert table.refused(take("Mary", "red"))[0] == "prediction-order"
    state, game = table.book.state, table.book.game
    role = game.action(state, sluffer("Chris")).move
    assert (str(game.label(role)), str(game.describe(role, state))) == ("Take the saboteur", "Chris took the saboteur")
    table.play(sluffer("Chris"))
    assert table.refused(sluffer("Mary")) == ("one-sluffer", "Chris holds the saboteur in this round.")
    ruling = table.book.play(give("red", "centre", "Chris"))
    assert str(getattr(ruling, "because", "")) == "Chris holds the saboteur, and with it no seals."
    assert "no seal leaves the game" in str(getattr(ruling, "reason", ""))
    assert getattr(ruling, "rule", None) is game.rulebook["table-ruling"]
    table.play(done("Mary"), done("Katie"), done("Cory"))
    before, won = table.book.state, game.action(table.book.state, trick("Mary", "yellow")).move
    assert str(game.describe(won, before)) == "Mary won a yellow trick. Mary takes a black seal"


def test_edition_words_reach_into_what_a_sentence_holds() -> None:
    inner = Text("{token}", **WORDS)
    text = Text("{first}: {all}", first=inner, all=(inner, "token", Text("red")))
    assert str(EDITIONS["sieben-siegel"].worded(text)) == "seal: seal, token, red"
    assert str(SLUFF_OFF.worded(text)) == str(text) == "token: token, token, red"
    assert set(EVERY_TOKEN) >= {"orange", "yellow", "white", "black"}
