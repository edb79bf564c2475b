"""The board shows all that the table has, and offers nothing."""

from __future__ import annotations

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import Phone, PhoneMaker
from tests.web.games import finish, in_play
from tests.web.streaming import streaming


def test_the_board_shows_all_and_offers_nothing(phone: PhoneMaker, opened: Opened) -> None:
    page = phone().get(f"/t/{opened.code}/board").text
    assert 'class="qr"' in page
    assert "<button" not in page
    assert 'data-place="Mary"' in page
    with streaming(phone().client, f"/t/{opened.code}/board/live") as stream:
        assert 'data-place="centre"' in stream.next()


def test_the_board_shows_the_sums_of_the_round_and_of_all(
    phone: PhoneMaker, opened: Opened, tables: TableService
) -> None:
    in_play(tables, opened, {"move": "take", "seat": "Mary", "color": "red"})
    page = phone().get(f"/t/{opened.code}/board").text
    mary = page[page.index('data-place="Mary"') : page.index('data-place="Katie"')]
    assert "2 \u00d7 1 = 2" in mary
    assert "<b>0</b>" in mary


def test_a_board_leads_to_the_board_of_the_rematch(
    phone: PhoneMaker, opened: Opened, tables: TableService, host: Phone
) -> None:
    finish(tables, opened)
    assert "data-next-board" not in phone().get(f"/t/{opened.code}/board").text
    following = host.post(f"/t/{opened.code}/rematch").location.split("/")[2]
    page = phone().get(f"/t/{opened.code}/board").text
    assert f'data-next-board href="/t/{following}/board"' in page
