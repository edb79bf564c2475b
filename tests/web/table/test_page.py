"""The table's page: whom it asks for what, what it shows of a round and the end, and how the stream begins."""

from __future__ import annotations

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import Phone, PhoneMaker
from tests.web.games import enter, finish, in_play
from tests.web.streaming import streaming
from tests.web.table.shown import elements, labels, own_of, read, seen
from tests.web.table.taps import TAKE


def test_each_phone_is_asked_for_its_own(phone: PhoneMaker, opened: Opened, tables: TableService) -> None:
    chris, mary = (phone(opened.code, opened.seat_keys[name]) for name in ("Chris", "Mary"))
    path = f"/t/{opened.code}"
    assert "Take red" in labels(chris.get(path).text)
    assert "Take red" not in labels(mary.get(path).text)
    assert "Take a seat" in seen(phone().get(path).text)
    in_play(tables, opened)
    assert "Mary took it" in labels(mary.get(path).text)
    watching = phone().get(path).text
    assert not [had for tag, had in elements(watching, own_of(watching)) if tag == "button" and had.get("name")]


def test_a_seat_is_not_offered_another_s_turn_in(phone: PhoneMaker, opened: Opened, tables: TableService) -> None:
    in_play(tables, opened, {"move": "take", "seat": "Mary", "color": "red"})
    mary, cory = (phone(opened.code, opened.seat_keys[name]) for name in ("Mary", "Cory"))
    assert "Turn in red" in labels(mary.get(f"/t/{opened.code}").text)
    assert "Turn in red" not in labels(cory.get(f"/t/{opened.code}").text)


def test_an_empty_colour_asks_from_whom(host: Phone, opened: Opened, tables: TableService) -> None:
    assert "from whom?" not in seen(host.get(f"/t/{opened.code}").text)
    enter(tables, opened, *[{**TAKE, "color": "blue"}] * 3, {"move": "done", "seat": "Chris"})
    page = host.get(f"/t/{opened.code}").text
    assert "Take blue from whom?" in seen(page)
    assert "Steal blue from Chris" in labels(page)


def test_a_finished_round_is_told_until_the_next_prediction(
    host: Phone, phone: PhoneMaker, opened: Opened, tables: TableService
) -> None:
    predicted = [{"move": "done", "seat": seat} for seat in ("Chris", "Mary", "Katie", "Cory")]
    trick = {"move": "trick", "winner": "Mary", "led": "red", "won_with": "red"}
    enter(tables, opened, *predicted, *[trick] * 15)
    mary, katie = (phone(opened.code, opened.seat_keys[name]) for name in ("Mary", "Katie"))
    told = seen(host.get(f"/t/{opened.code}").text)
    assert "Round 1 is over A tie at the top Next round" in told
    assert "4 . Mary : +18 , 18" in told.replace("4.", "4 .")
    enter(tables, opened, {"move": "done", "seat": "Mary"})
    for page, tells in (
        (host, False),
        (mary, False),
        (katie, False),
        (phone(opened.code, opened.seat_keys["Cory"]), True),
    ):
        assert ("Round 1 is over" in seen(page.get(f"/t/{opened.code}").text)) is tells


def test_the_end_has_its_places_on_the_table(host: Phone, opened: Opened, tables: TableService) -> None:
    finish(tables, opened)
    page = host.get(f"/t/{opened.code}").text
    assert 'aria-label="Podium"' in page


def test_the_stream_says_whose_phone_it_is_and_brings_what_the_page_lacks(
    phone: PhoneMaker, opened: Opened, tables: TableService
) -> None:
    chris = phone(opened.code, opened.seat_keys["Chris"])
    with streaming(chris.client, f"/t/{opened.code}/live") as stream:
        assert read(stream.next().encode())[0] == "own"
        name, first, markup = read(stream.next().encode())
        assert (name, 'id="table"' in markup) == ("parts", True)
        enter(tables, opened, TAKE)
        name, stamps, markup = read(stream.next().encode())
        now, since = stamps.split()
        assert (name, 'id="table"' in markup, since) == ("parts", False, first)
    with streaming(chris.client, f"/t/{opened.code}/live?shown={now}") as stream:
        assert [read(stream.next().encode())[0] for _ in range(2)] == ["own", "beat"]
