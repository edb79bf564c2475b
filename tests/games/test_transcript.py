"""The transcript format: headers, moves, undo, and what is no JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.header import BadHeader
from companion.games.move import Move
from companion.games.replay import replay
from companion.games.rules_editions import EDITIONS, RULES, RulesEdition
from companion.games.ruling import Accepted, Rejected
from companion.games.text import Text
from companion.games.transcript import load_json, open_book, read_header, read_opening_header, read_stored_header

GOOD: dict[str, Any] = {
    "transcript": 1,
    "game": "sluff-off",
    "seats": ["Chris", "Mary", "Katie"],
    "dealer": "Mary",
    "options": {},
}


def without(key: str) -> dict[str, Any]:
    return {k: value for k, value in GOOD.items() if k != key}


def test_header() -> None:
    header = read_header(GOOD)
    assert (header.game, header.seats, header.dealer) == ("sluff-off", ("Chris", "Mary", "Katie"), "Mary")
    assert header.plain == GOOD


def test_header_defaults() -> None:
    header = read_header({"transcript": 1, "game": "sluff-off", "seats": [" Chris", "Mary\t", "Katie"]})
    assert (header.seats, header.dealer) == (("Chris", "Mary", "Katie"), "Katie")


def test_names_are_any_text() -> None:
    names = ["\U0001f469\u200d\U0001f3a4", "\u05de\u05e8\u05d9\u05dd", "<script>alert('\"')</script>", "x" * 40]
    assert read_header({**GOOD, "seats": names, "dealer": f" {names[1]} "}).dealer == names[1]


ALIKE = [
    pytest.param(("Mary", "mary"), id="case"),
    pytest.param(("Stra\u00dfer", "STRASSER"), id="a letter that becomes two"),
    pytest.param(("Zo\u00eb", "Zoe\u0308"), id="an accent of its own"),
    pytest.param(("Mary", "\uff4dary"), id="width"),
    pytest.param(("\u017fam", "Sam"), id="an old letter"),
]


@pytest.mark.parametrize("names", ALIKE)
def test_names_that_read_the_same_are_replayed_and_no_table_is_opened_with_them(names: tuple[str, str]) -> None:
    raw = {**GOOD, "seats": ["Chris", *names], "dealer": names[1]}
    moves = [{"move": "done", "seat": name} for name in ("Chris", *names)]
    again = replay("\n".join(map(json.dumps, (raw, *moves))).encode())
    assert (again.rejected, again.book.header.seats, again.book.header.dealer) == ((), ("Chris", *names), names[1])
    with pytest.raises(BadHeader) as wrong:
        read_opening_header(raw)
    assert wrong.value.key == "seats"
    assert all(name in str(wrong.value) for name in names)


def test_a_name_that_nobody_can_see_is_replayed_and_no_table_is_opened_with_it() -> None:
    raw = {**GOOD, "seats": ["Chris", "Mary", "\u200b"], "dealer": "Mary"}
    assert read_header(raw).seats == ("Chris", "Mary", "\u200b")
    with pytest.raises(BadHeader) as wrong:
        read_opening_header(raw)
    assert (wrong.value.key, wrong.value.seat) == ("seats", 2)


def test_a_table_names_the_edition_of_the_rules_that_it_is_opened_under() -> None:
    assert RULES == EDITIONS[-1].number == len(EDITIONS)
    assert [edition.number for edition in EDITIONS] == list(range(1, RULES + 1))
    for given in (GOOD, {**GOOD, "rules": 999}):
        opened = read_opening_header(given)
        assert (opened.rules, opened.plain) == (RULES, {**GOOD, "rules": RULES})


def test_a_transcript_names_its_edition_of_the_rules_or_none() -> None:
    assert (read_header(GOOD).rules, read_header({**GOOD, "rules": 999}).rules) == (None, 999)
    named = replay(json.dumps({**GOOD, "rules": 7}).encode()).book
    assert replay("\n".join(named.lines()).encode()).book.header == named.header


def test_an_edition_tells_what_it_changed_in_a_game() -> None:
    both, one = Text("for all"), Text("for one")
    edition = RulesEdition(2, "2026-12-01", (("", both), ("popcorn", one)))
    assert (edition.changes("popcorn"), edition.changes("fluff")) == ((both, one), (both,))


@pytest.mark.parametrize(
    ("changed", "kept", "why"),
    [
        pytest.param({}, {}, None, id="as it is"),
        pytest.param({"options": {"rounds": 99, "steal_unpaid": True}}, {"steal_unpaid": True}, "rounds", id="a rule"),
        pytest.param({"options": {"rounds": 99, "no_rule": 1}}, {}, "", id="several"),
        pytest.param({"options": [1]}, {}, "options", id="no house rules"),
        pytest.param({"mood": "good"}, {}, "mood", id="a key that is none"),
        pytest.param({"dealer": "Nobody"}, {}, "dealer", id="a dealer who is nobody"),
        pytest.param({"seats": ["Chris"], "dealer": "Chris"}, {}, "players", id="too few"),
        pytest.param({"seats": ["Chris", "centre", "x" * 41]}, {}, "centre", id="names that are none any more"),
        pytest.param({"seats": ["Chris"], "options": {"rounds": 99}}, {}, "rounds", id="a rule, and too few"),
    ],
)
def test_a_stored_header_is_read_without_what_todays_rules_refuse(
    changed: dict[str, Any], kept: dict[str, Any], why: str | None
) -> None:
    header, because = read_stored_header({**GOOD, **changed})
    assert header.plain["options"] == kept
    assert list(header.seats) == changed.get("seats", GOOD["seats"])
    assert (because is None) == (why is None)
    assert because is None or (why or "") in because.put()


@pytest.mark.parametrize(
    "raw",
    [
        [],
        {**GOOD, "transcript": 2},
        {**GOOD, "game": "chess"},
        *({**GOOD, "seats": seats} for seats in ("Chris", [], [3], [""], ["\ud800"], ["Chris", "Chris"])),
    ],
)
def test_a_stored_header_of_no_table_stays_one(raw: object) -> None:
    with pytest.raises(BadHeader):
        read_stored_header(raw)


BAD_HEADERS = [
    pytest.param([], "transcript", id="no object"),
    pytest.param(without("transcript"), "transcript", id="no version"),
    pytest.param({**GOOD, "transcript": 2}, "transcript", id="another version"),
    pytest.param({**GOOD, "transcript": True}, "transcript", id="true is not 1"),
    pytest.param({**GOOD, "transcript": 1.0}, "transcript", id="1.0 is not 1"),
    pytest.param({**GOOD, "rules": "1"}, "rules", id="an edition of the rules that is no number"),
    pytest.param({**GOOD, "rules": True}, "rules", id="an edition of the rules that is true"),
    pytest.param({**GOOD, "rules": 0}, "rules", id="an edition of the rules before the first"),
    pytest.param({**GOOD, "rules": None}, "rules", id="an edition of the rules that is null"),
    pytest.param(without("game"), "game", id="no game"),
    pytest.param({**GOOD, "game": "chess"}, "game", id="unknown game"),
    pytest.param({**GOOD, "game": ["sluff-off"]}, "game", id="a list of games"),
    pytest.param({**GOOD, "first": "Mary"}, "first", id="a key of another game"),
    pytest.param({**GOOD, "name": "x"}, "name", id="unknown key"),
    pytest.param(without("seats"), "seats", id="no seats"),
    pytest.param({**GOOD, "seats": "Chris"}, "seats", id="seats no list"),
    pytest.param({**GOOD, "seats": ["Chris", "Mary"]}, "seats", id="too few"),
    pytest.param({**GOOD, "seats": [*"ABCDEF"]}, "seats", id="too many"),
    pytest.param({**GOOD, "seats": ["Chris", "Mary", " Chris "]}, "seats", id="equal once trimmed"),
    pytest.param({**GOOD, "seats": ["Chris", "Mary", "  "]}, "seats", id="empty once trimmed"),
    pytest.param({**GOOD, "seats": ["Chris", "Mary", "x" * 41]}, "seats", id="too long"),
    pytest.param({**GOOD, "seats": ["Chris", "Mary", 3]}, "seats", id="a number"),
    pytest.param({**GOOD, "seats": ["Chris", "Mary", "centre"]}, "seats", id="centre"),
    pytest.param({**GOOD, "seats": ["Chris", "Mary", " pile"]}, "seats", id="pile"),
    pytest.param({**GOOD, "seats": ["Chris", "Mary", "\ud800"]}, "seats", id="half a character"),
    pytest.param({**GOOD, "dealer": "Cory"}, "dealer", id="dealer not seated"),
    pytest.param({**GOOD, "dealer": None}, "dealer", id="dealer null"),
    pytest.param({**GOOD, "options": None}, "options", id="options null"),
    pytest.param({**GOOD, "options": []}, "options", id="options a list"),
    pytest.param({**GOOD, "options": {"speed": 3}}, "speed", id="unknown option"),
    pytest.param({**GOOD, "options": {"rounds": 0}}, "rounds", id="no rounds"),
    pytest.param({**GOOD, "options": {"rounds": 21}}, "rounds", id="too many rounds"),
    pytest.param({**GOOD, "options": {"rounds": 3.0}}, "rounds", id="rounds a float"),
    pytest.param({**GOOD, "options": {"rounds": None}}, "options", id="rounds null"),
    pytest.param({**GOOD, "options": {"sluffer_points": 21}}, "sluffer_points", id="sluffer_points"),
    pytest.param({**GOOD, "options": {"white_with_match": 1}}, "white_with_match", id="1 is not true"),
    pytest.param({**GOOD, "options": {"supply": {"pink": 1}}}, "supply", id="no such token"),
    pytest.param({**GOOD, "options": {"supply": {"red": 31}}}, "supply", id="too many tokens"),
    pytest.param({**GOOD, "options": {"supply": {"red": -1}}}, "supply", id="fewer than none"),
]


@pytest.mark.parametrize(("raw", "key"), BAD_HEADERS)
def test_bad_headers(raw: object, key: str) -> None:
    with pytest.raises(BadHeader) as wrong:
        read_header(raw)
    assert wrong.value.key == key
    assert str(wrong.value).endswith(".")


def test_of_very_many_names_the_second_of_two_is_found_at_once() -> None:
    names = [f"{number:x}" for number in range(100_000)]  # compared each with each they take a minute
    with pytest.raises(BadHeader, match="Two seats are called") as wrong:
        read_header({**GOOD, "seats": [*names, "fff"]})
    assert (wrong.value.key, wrong.value.seat) == ("seats", len(names))


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"rounds": 0}, "The house rule \u201crounds\u201d is at least 1."),
        ({"rounds": 21}, "The house rule \u201crounds\u201d is at most 20."),
        ({"supply": {"red": 31}}, "The house rule \u201csupply red\u201d is at most 30."),
        ({"speed": 3}, "The house rule \u201cspeed\u201d cannot be set like this."),
    ],
)
def test_a_house_rule_out_of_range_tells_the_range(options: dict[str, Any], text: str) -> None:
    with pytest.raises(BadHeader) as wrong:
        read_header({**GOOD, "options": options})
    assert str(wrong.value) == text


MALFORMED = [
    pytest.param(None, id="null"),
    pytest.param([], id="a list"),
    pytest.param("undo", id="a string"),
    pytest.param({}, id="empty"),
    pytest.param({"move": "pass"}, id="another game's move"),
    pytest.param({"move": ["take"]}, id="kind a list"),
    pytest.param({"move": "take", "seat": "Chris"}, id="missing key"),
    pytest.param({"move": "take", "seat": "Chris", "color": "red", "from": "Mary"}, id="unknown key"),
    pytest.param({"move": "take", "seat": "Chris", "color": None}, id="null value"),
    pytest.param({"move": "take", "seat": "Cory", "color": "red"}, id="nobody's seat"),
    pytest.param({"move": "take", "seat": " Chris", "color": "red"}, id="untrimmed seat"),
    pytest.param({"move": "take", "seat": "Chris", "color": "pink"}, id="no colour"),
    pytest.param({"move": "steal", "seat": "Chris", "color": "red", "from": "centre"}, id="steal from the centre"),
    pytest.param({"move": "steal", "seat": "Chris", "color": "red", "holder": "Mary"}, id="a name of our own"),
    pytest.param({"move": "trick", "winner": "Chris", "led": "red"}, id="half a claim"),
    pytest.param({"move": "trick", "winner": "Chris", "led": "white", "won_with": "white"}, id="white is no suit"),
    pytest.param({"move": "trick", "cards": "red 7"}, id="cards no list"),
    pytest.param({"move": "trick", "cards": [7]}, id="a card a number"),
    pytest.param({"move": "trick", "cards": ["red 1"], "winner": None}, id="null beside cards"),
    pytest.param({"move": "ruling", "seat": "Mary", "points": 0, "reason": "x"}, id="no points"),
    pytest.param({"move": "ruling", "seat": "Mary", "points": 100, "reason": "x"}, id="too many points"),
    pytest.param({"move": "ruling", "seat": "Mary", "points": True, "reason": "x"}, id="points true"),
    pytest.param({"move": "ruling", "seat": "Mary", "points": 3.0, "reason": "x"}, id="points 3.0"),
    pytest.param({"move": "ruling", "seat": "Mary", "points": 3, "reason": "  "}, id="no reason"),
    pytest.param({"move": "ruling", "seat": "Mary", "points": 3, "reason": "x" * 281}, id="long reason"),
    pytest.param({"move": "ruling", "seat": "Mary", "points": 3, "reason": "\ud800"}, id="broken reason"),
    pytest.param({"move": "trick", "cards": ["red 1", "red 2", "\ud800"]}, id="broken card"),
    pytest.param({"move": "ruling", "color": "red", "count": 0, "from": "centre", "to": "Mary", "reason": "x"}, id="0"),
    pytest.param({"move": "undo", "seat": "Cory"}, id="undo by nobody"),
    pytest.param({"move": "undo", "seat": None}, id="undo by null"),
    pytest.param({"move": "undo", "reason": "x"}, id="undo with more"),
]


@pytest.mark.parametrize("raw", MALFORMED)
def test_malformed(raw: object) -> None:
    ruling = open_book(read_header(GOOD)).play(raw)
    assert isinstance(ruling, Rejected)
    assert ruling.rule.id == "malformed"
    assert str(ruling.because).endswith(".")


def test_a_number_of_any_length_is_still_a_number() -> None:
    assert load_json('{"count": ' + "9" * 5000 + "}") == {"count": float("inf")}


def test_the_export_is_what_stands() -> None:
    book = open_book(read_header(GOOD))
    moves = [
        {"move": "take", "seat": "Katie", "color": "red"},
        {"move": "undo", "seat": "Mary"},
        {"move": "done", "seat": "Katie"},
    ]
    for raw in moves:
        ruling = book.play(raw)
        assert isinstance(ruling, Accepted)
        book = ruling.state
    assert book.accepted == 3
    assert [json.loads(line) for line in book.lines()] == [GOOD, moves[2]]


def test_who_makes_a_move() -> None:
    game = GAMES["sluff-off"]
    movers = [game.parse(raw) for raw in ({"move": "done", "seat": "Mary"}, {"move": "undo"})]
    assert [move.mover for move in movers if isinstance(move, Move)] == ["Mary", None]
