"""A table on which something was undone: every page of it answers, in every game, whatever kind of move it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.game import AnyGame
from companion.games.replay import replay
from companion.games.ruling import Accepted
from companion.games.transcript import open_book, read_header
from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import PhoneMaker, said
from tests.often import drawn
from tests.web.games import enter

UNDO = {"move": "undo"}
EACH = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
PAGES = (
    *("", "/part", "/seats", "/scores", "/ledger", "/rules"),
    *("/board", "/board/part", "/transcript"),
    *("/referee", "/may-i", "/tokens", "/hold", "/ruling"),
)


def worked(game: AnyGame) -> list[Any]:
    """The game's worked transcript: its header, then the moves that stand."""
    [path] = (Path(__file__).parents[1] / "games" / game.folder).glob("worked_*.jsonl")
    return [json.loads(line) for line in replay(path.read_bytes()).book.lines()]


def first_moves(game: AnyGame) -> Iterator[dict[str, Any]]:
    """Every first move that a screen offers, and that of the worked game (cards turned up are typed in)."""
    header, first, *_ = worked(game)
    book = open_book(read_header(header))
    yield first
    for choice in book.game.choices(book.state, None):
        if choice.legal:
            yield choice.move.plain()


@pytest.fixture
def walk(phone: PhoneMaker, tables: TableService) -> Callable[[Opened, object], None]:
    """Asks for every page of the table: as its host, as one of its seats, as a viewer and as a program."""

    def walking(opened: Opened, undone: object) -> None:
        code, (seat, *_) = opened.code, opened.seat_keys.values()
        for one in (phone(code, opened.host_key), phone(code, seat), phone()):
            for page in PAGES:
                answer = one.get(f"/t/{code}{page}")
                assert answer.status_code in (200, 302, 303, 403), (page, undone, answer.status)
            version = tables.get(code).version
            ledger = one.get(f"/t/{code}/ledger").text
            assert all(f'data-version="{number}"' in ledger for number in range(1, version + 1)), undone
            assert f"Took back #{version - 1}" in ledger, undone
        api = f"/api/tables/{code}"
        assert said(phone().get(api))["version"] == tables.get(code).version
        book = tables.get(code).book
        assert phone().get(f"{api}/transcript").text.splitlines() == [*book.game.seen_by(book).lines()]

    return walking


@EACH
def test_after_each_first_move_and_its_undo(
    game: AnyGame, open_table: Callable[..., Opened], tables: TableService, walk: Callable[[Opened, object], None]
) -> None:
    header = worked(game)[0]
    opened = open_table(**{"dealer": header["seats"][-1], **header})
    for move in drawn(list(first_moves(game)), 4, f"first moves of {game.slug}"):
        enter(tables, opened, move, UNDO)
        walk(opened, move)


@pytest.mark.sampled(2)
@EACH
def test_after_the_undo_of_every_kind_of_move_deep_in_a_game(
    game: AnyGame, open_table: Callable[..., Opened], tables: TableService, walk: Callable[[Opened, object], None]
) -> None:
    header, *moves = worked(game)
    opened = open_table(**{"dealer": header["seats"][-1], **header})
    seen: set[object] = set()
    for number, move in enumerate(moves, 1):
        enter(tables, opened, move)
        phase = (move["move"], tables.get(opened.code).book.report().phase)
        if phase not in seen or number == len(moves):
            seen.add(phase)
            enter(tables, opened, UNDO)
            walk(opened, move)
            enter(tables, opened, move)
    assert isinstance(tables.get(opened.code).book.play(UNDO), Accepted)
