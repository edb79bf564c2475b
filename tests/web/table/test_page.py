"""The table's page: whom it asks for what, what becomes of what is half told, what it shows of a round and the end."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from companion.service.service import TableService
from companion.tables.answers import Opened
from companion.web.drawing import Drawing
from companion.web.table import rendering
from companion.web.table.rendering import TablePage
from tests.conftest import Phone, PhoneMaker
from tests.web.games import enter, finish, in_play
from tests.web.table.taps import TAKE, for_of, tap


def test_each_phone_is_asked_for_its_own(phone: PhoneMaker, opened: Opened, tables: TableService) -> None:
    chris, mary = (phone(opened.code, opened.seat_keys[name]) for name in ("Chris", "Mary"))
    path = f"/t/{opened.code}/part"
    assert 'aria-label="Take red"' in chris.get(path).text
    assert 'aria-label="Take red"' not in mary.get(path).text
    assert "Take a seat" in phone().get(path).text
    in_play(tables, opened)
    assert 'aria-label="Mary took it"' in mary.get(path).text
    assert 'name="move"' not in phone().get(path).text


def test_a_seat_is_not_offered_another_s_turn_in(phone: PhoneMaker, opened: Opened, tables: TableService) -> None:
    in_play(tables, opened, {"move": "take", "seat": "Mary", "color": "red"})
    draft = f"/t/{opened.code}/act?winner=Mary"
    mary, cory = (phone(opened.code, opened.seat_keys[name]) for name in ("Mary", "Cory"))
    assert 'aria-label="Turn in red"' in mary.get(draft, htmx=True).text
    assert 'aria-label="Turn in red"' not in cory.get(draft, htmx=True).text


def test_a_trick_and_its_turn_in_are_one_tap(host: Phone, opened: Opened, tables: TableService) -> None:
    version = in_play(tables, opened, {"move": "take", "seat": "Mary", "color": "red"})
    told = host.get(f"/t/{opened.code}/act?winner=Mary", htmx=True).text
    value = re.search(r"value='([^']+)'[^>]* aria-label=\"Turn in red\"", told)
    assert value is not None
    moves = json.loads(value[1].replace("&#34;", '"'))
    assert [move["move"] for move in moves] == ["trick", "turn_in"]
    assert tap(host, opened.code, moves, version=version).status_code == 200
    assert tables.find(opened.code).version == version + 2


@pytest.mark.parametrize(
    "query",
    ["winner=Nobody&pays=pink&suit=mud", "by=cards&card=red+99&card=" + "x" * 500, "winner=Mary&winner=Cory&pays=red",
     "by=cards&suit=red" + "&card=red+1" * 30, "won_with=blue", "pays=black", ""],
)  # fmt: skip
def test_a_strange_draft_does_no_harm(host: Phone, opened: Opened, tables: TableService, query: str) -> None:
    in_play(tables, opened)
    assert host.get(f"/t/{opened.code}/act?{query}", htmx=True).status_code == 200
    assert "<html" in host.get(f"/t/{opened.code}/act?{query}").text


def test_what_becomes_of_a_half_told_trick_is_said(phone: PhoneMaker, opened: Opened, tables: TableService) -> None:
    in_play(tables, opened, {"move": "take", "seat": "Mary", "color": "red"})
    host = phone(opened.code, opened.host_key)

    def told(query: str) -> str:
        return host.get(f"/t/{opened.code}/act?{query}", htmx=True).text

    assert "Mary takes a black token." in told("winner=Mary&pays=black")
    assert "Cory takes a black token." in told("winner=Cory")
    assert "Chris holds the Sluffer and pays nothing." in told("winner=Chris")
    cards = "by=cards&card=red+3&card=red+9&card=blue+2&card=red+4"
    assert "Katie takes it with blue 2." in told(cards)
    assert "These cards can\u2019t be right." in told(cards.replace("blue+2", "red+9"))
    assert "These cards can\u2019t be right." in told(cards.replace("blue+2", "x" * 20))


def test_without_black_tokens_nothing_happens(
    phone: PhoneMaker, open_table: Callable[..., Opened], tables: TableService
) -> None:
    opened = open_table(options={"supply": {"black": 0}})
    in_play(tables, opened)
    page = phone(opened.code, opened.host_key).get(f"/t/{opened.code}/act?winner=Mary").text
    assert "No black token left: nothing happens." in page


def test_without_scripts_a_tap_on_a_token_of_one_s_own_says_who_took_the_trick_too(
    phone: PhoneMaker, opened: Opened, tables: TableService
) -> None:
    in_play(tables, opened, {"move": "take", "seat": "Mary", "color": "blue"})
    act, mary = f"/t/{opened.code}/act", phone(opened.code, opened.seat_keys["Mary"])
    assert 'aria-label="I took it, blue goes back"' in mary.get(f"/t/{opened.code}").text
    told = mary.get(f"{act}?pays=blue").text
    assert "So blue was led, or won it." in told
    assert '<input type="hidden" name="winner" value="Mary">' in told
    # Back to the start: the form sends what it has, then an empty winner.
    assert "Who won the trick?" in mary.get(f"{act}?winner=Mary&pays=blue&winner=").text


def test_a_half_told_trick_stands_in_the_address_until_it_is_entered(
    host: Phone, opened: Opened, tables: TableService
) -> None:
    version = in_play(tables, opened)
    act = f"/t/{opened.code}/act"
    begun = for_of(host.get(f"/t/{opened.code}").text)
    addressed = host.get(f"{act}?winner=Mary&pays=black", htmx=True).headers["HX-Replace-Url"]
    assert addressed == f"{act}?winner=Mary&pays=black&for={begun}"
    assert host.get(act, htmx=True).headers["HX-Replace-Url"] == f"/t/{opened.code}"
    claim = {"move": "trick", "winner": "Mary", "led": "red", "won_with": "red"}
    answer = tap(host, opened.code, claim, version=version, winner="Mary", pays="black")
    assert answer.headers["HX-Replace-Url"] == f"/t/{opened.code}"


def test_who_tells_a_trick_by_its_cards_tells_the_next_so(host: Phone, opened: Opened, tables: TableService) -> None:
    version = in_play(tables, opened, {"move": "take", "seat": "Mary", "color": "red"})
    cards = {"move": "trick", "cards": ["red 3", "red 9", "green 2", "red 4"]}
    answer = tap(host, opened.code, cards, version=version, by="cards", card=cards["cards"])
    assert answer.headers["HX-Replace-Url"] == f"/t/{opened.code}/act?by=cards"
    assert 'data-phase="turn-in"' in answer.text
    pay = {"move": "turn_in", "seat": "Mary", "color": "red"}
    answer = tap(host, opened.code, pay, version=version + 1, by="cards")
    assert 'aria-label="Card: red"' in answer.text


def test_an_empty_colour_asks_from_whom(host: Phone, opened: Opened, tables: TableService) -> None:
    act = f"/t/{opened.code}/act?from=blue"
    assert "from whom?" not in host.get(act, htmx=True).text
    enter(tables, opened, *[{**TAKE, "color": "blue"}] * 3, {"move": "done", "seat": "Chris"})
    assert f'hx-get="/t/{opened.code}/act?from=blue"' in host.get(f"/t/{opened.code}").text
    asked = host.get(act, htmx=True).text
    assert "Take blue from whom?" in asked
    assert asked.count('aria-label="Steal blue from Chris"') == 1


def test_a_finished_round_is_told_until_the_next_prediction(host: Phone, opened: Opened, tables: TableService) -> None:
    predicted = [{"move": "done", "seat": seat} for seat in ("Chris", "Mary", "Katie", "Cory")]
    trick = {"move": "trick", "winner": "Mary", "led": "red", "won_with": "red"}
    version = enter(tables, opened, *predicted, *[trick] * 15)
    page = host.get(f"/t/{opened.code}").text
    part = page[page.index("data-moment") :]
    moment = " ".join(re.sub(r"<[^>]*>", "", part[part.index(">") + 1 : part.index("</section>")]).split())
    assert moment.startswith("Round 1 is over A tie at the top Next round 1. Chris: 0, 0; 1. Katie")
    assert moment.endswith("4. Mary: +18, 18")
    answer = tap(host, opened.code, {"move": "done", "seat": "Mary"}, version=version)
    assert "data-moment" not in answer.text


def test_the_end_has_its_places_on_the_table(host: Phone, opened: Opened, tables: TableService) -> None:
    finish(tables, opened)
    page = host.get(f"/t/{opened.code}").text
    assert 'aria-label="Podium"' in page


def test_the_stream_brings_the_part_as_this_phone_sees_it(phone: PhoneMaker, opened: Opened) -> None:
    with phone(opened.code, opened.seat_keys["Chris"]).get(f"/t/{opened.code}/live", buffered=False) as stream:
        first = str(next(iter(stream.response)))
    assert "event: table" in first
    assert "id: 0." in first
    assert 'aria-label="Take red"' in first


def test_pages_that_show_the_same_are_written_once(
    phone: PhoneMaker, opened: Opened, monkeypatch: pytest.MonkeyPatch, open_table: Callable[..., Opened]
) -> None:
    written: list[str] = []
    real = rendering._render

    def write(screen: TablePage) -> Drawing:
        written.append(screen.code)
        return real(screen)

    monkeypatch.setattr(rendering, "_render", write)
    monkeypatch.setattr(rendering, "CACHED", 1)
    for _ in range(3):
        phone().get(f"/t/{opened.code}/part")
    assert len(written) == 1
    phone().get(f"/t/{open_table().code}/part")
    phone().get(f"/t/{opened.code}/part")
    assert len(written) == 3
