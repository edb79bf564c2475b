"""One event for all phones: a page that grows by events is the page drawn whole, and shows each phone its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import pytest
from flask import Flask
from jinja2 import Environment

from companion.games import GAMES as PRODUCTS
from companion.games.part import Part
from companion.games.text import ENGLISH, Language
from companion.languages import languages
from companion.tables.apply import parse
from companion.tables.policy import forbids, forbids_now
from companion.tables.snapshot import Actor, Snapshot
from companion.tables.visibility import seen_by
from companion.web.identity import Caller
from companion.web.table.board_parts import board_parts_of
from companion.web.table.live import TableView, own_marks
from companion.web.table.parts import Table, page_of, parts_of
from tests.corpus.make import COMINGS, GAMES, header
from tests.evening import Evening
from tests.web.table.shown import Shown, elements, moves, text

NAMES = [name for name in (*GAMES, *COMINGS) if PRODUCTS[(GAMES | COMINGS)[name][0]].page]
ENOUGH = 110  # steps
LONGEST = 8192  # bytes of a usual event


def _evening(app: Flask, name: str) -> Evening:
    app.config["GUESSES"] = "1000000/minute"
    return Evening(app, header(name), "pages", len(name), comings=40 if name in COMINGS else 0)


def _snapshots(played: Evening) -> Iterator[Snapshot]:
    yield played.now
    for _ in islice(played.play(), ENOUGH):
        yield played.now


def _spoken() -> list[Language]:
    return [ENGLISH, languages()["de"]]


def phones(snapshot: Snapshot) -> Iterator[tuple[Actor | None, set[str]]]:
    """Yield whoever may look at the table, with the marks of their phones."""
    actors: list[Actor | None] = [None, Actor(snapshot.table_id, snapshot.code, 0, None, True, False, "")]
    people = snapshot.people
    actors += [
        Actor(snapshot.table_id, snapshot.code, 0, name, False, scorekeeper, "", first)
        for name, first in zip(people.seats, people.first_names, strict=True)
        for scorekeeper in (False, True)
    ]
    for actor in actors:
        own = own_marks(Caller("key" if actor else None, actor), snapshot, first_game=False, in_circle=False)
        yield actor, {*own["rights"].split(), own["me"], *(("played",) if actor and actor.keeper else ())} - {""}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("parts", [parts_of, board_parts_of], ids=["table", "board"])
def test_a_page_that_grew_by_events_is_the_page_drawn_whole(
    app: Flask, name: str, parts: Callable[[Snapshot, Environment], Table]
) -> None:
    played = _evening(app, name)
    view = TableView(app.jinja_env, None, parts)
    pages: dict[Language, Shown] = {}
    for snapshot in _snapshots(played):
        told = view.change(snapshot, _spoken())
        root = parts(seen_by(snapshot, None), app.jinja_env).root
        for language in _spoken():
            if language not in pages:
                pages[language] = Shown(view.everything(language))
            elif language in told:
                pages[language].take(told[language])
            assert pages[language].stamp == view.beat
            assert pages[language].markup == root.drawn(language)


@pytest.mark.parametrize("name", NAMES)
def test_a_phone_is_shown_no_control_that_it_may_not_use(app: Flask, name: str) -> None:
    for snapshot in islice(_snapshots(_evening(app, name)), 0, ENOUGH, 4):
        for actor, own in phones(snapshot):
            seen = seen_by(snapshot, actor)
            markup = parts_of(seen, app.jinja_env).whole(ENGLISH)
            for plains in moves(markup, own):
                assert actor is not None, plains
                for plain in plains:
                    move = parse(seen, plain)
                    forbidden = forbids_now if len(plains) == 1 else lambda one, other, _: forbids(one, other)
                    assert not isinstance(move, tuple)
                    assert forbidden(actor, move, seen) is None, (own, plain)  # type: ignore[arg-type]
            if actor is None:
                assert not [had for tag, had in elements(markup, own) if tag == "button" and "name" in had]


@pytest.mark.parametrize("name", NAMES)
def test_a_seat_that_is_waited_for_is_told_so_and_nobody_else(app: Flask, name: str) -> None:
    for snapshot in islice(_snapshots(_evening(app, name)), 0, ENOUGH, 5):
        page = page_of(snapshot)
        if page.over or snapshot.referee.hold:
            continue
        for actor, own in phones(snapshot):
            shown = text(parts_of(seen_by(snapshot, actor), app.jinja_env).whole(ENGLISH), own)
            mine = actor is not None and actor.seat in page.waiting_for
            assert ("Your turn" in shown) == mine, own


@pytest.mark.parametrize("name", NAMES)
def test_a_usual_event_is_small(app: Flask, name: str) -> None:
    view = TableView(app.jinja_env, None)
    told = [view.change(snapshot, [ENGLISH]) for snapshot in _snapshots(_evening(app, name))]
    sizes = sorted(len(event) for one in told for event in one.values())
    assert sizes[len(sizes) // 2] < LONGEST


@pytest.mark.parametrize("name", NAMES[:1])
def test_five_phones_in_five_languages_are_drawn_for_five_times(
    app: Flask, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Language] = []
    draw = Part.drawn

    def drawing(part: Part, language: Language, shown: Part | None = None) -> str:
        drawn.append(language)
        return draw(part, language, shown)

    played = _evening(app, name)
    view = TableView(app.jinja_env, None)
    view.change(played.now, ())
    played.tap(played.next_move())
    monkeypatch.setattr(Part, "drawn", drawing)
    five = {languages()[code] for code in sorted(languages().offered)[:5]}
    view.change(played.now, five)
    assert {drawn.count(language) for language in five} == {len(drawn) // 5}
    assert set(drawn) == five
