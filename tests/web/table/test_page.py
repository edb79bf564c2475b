"""The table's page: whom it asks for what, what it shows of a round and the end, and how the stream begins."""

from __future__ import annotations

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import Phone, PhoneMaker
from tests.web.games import enter
from tests.web.streaming import streaming
from tests.web.table.shown import labels, read, seen
from tests.web.table.taps import TAKE


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
