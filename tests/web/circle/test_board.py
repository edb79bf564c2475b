"""The board tells of the evening to phones of the circle, while the key holds and the database is there."""

from __future__ import annotations

from typing import Any

import pytest

from companion.tables.errors import Unavailable
from companion.tables.keys_and_codes import new_key
from tests.conftest import Phone
from tests.web.circle.ring import Ring, host_of, text_of


def test_the_board_tells_of_the_evening_to_who_is_in_the_circle(ring: Ring) -> None:
    ring.plays()
    code = ring.plays()
    assert f'hx-get="/t/{code}/board/evening"' in ring.host.get(f"/t/{code}/board").text
    told = text_of(ring.host.get(f"/t/{code}/board/evening").text)
    assert "This evening" in told
    assert "2 games" in told
    assert "This evening" not in Phone(ring.app).get(f"/t/{code}/board/evening").text
    assert "This evening" in ring.joins().get(f"/t/{code}/board/evening").text
    following = ring.host.post(f"/t/{code}/rematch").location.split("/")[2]
    assert f'data-next-board href="/t/{following}/board"' in ring.host.get(f"/t/{code}/board").text
    assert "This evening" in ring.host.get(f"/t/{following}/board/evening").text
    ring.host.post(f"/t/{following}/moves", {"move": '{"move": "done", "seat": "Cat"}'})


def test_the_board_tells_no_more_once_the_key_has_ended(ring: Ring) -> None:
    code, other = ring.plays(), ring.joins()
    assert "This evening" in other.get(f"/t/{code}/board/evening").text
    ring.tables.circles.end_all(host_of(ring), new_key())
    assert "This evening" not in other.get(f"/t/{code}/board/evening").text


def test_while_the_database_is_gone_the_table_is_shown_without_its_circle(
    ring: Ring, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = ring.plays()
    assert "This evening" in ring.host.get(f"/t/{code}/board/evening").text

    def gone(*_: object) -> Any:
        raise Unavailable

    rows = ring.tables.circles
    with monkeypatch.context() as broken:
        broken.setattr(rows, "kept_games", gone)
        assert ring.host.get(f"/t/{code}/board/evening").text == ""
        assert ring.host.get(ring.at).status_code == 503
        broken.setattr(rows, "of_key", gone)
        broken.setattr(rows, "find", gone)
        for page in (f"/t/{code}/board", f"/t/{code}/board/evening", f"/t/{code}/seats", f"/t/{code}/scores", "/"):
            assert ring.host.get(page).status_code == 200
        assert ring.host.get(ring.at).status_code == 503
    assert "This evening" in ring.host.get(f"/t/{code}/board/evening").text
