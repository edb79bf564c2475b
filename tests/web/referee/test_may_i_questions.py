"""Questions of any shape, "May I ...?" over HTTP: how they are put and shown, and that nothing is written by them."""

from __future__ import annotations

import html
import re
from urllib.parse import parse_qsl, quote

import pytest
from flask import Flask, render_template
from werkzeug.datastructures import MultiDict

from companion.games import GAMES
from companion.referee.question_form import forms_of, read_draft
from companion.service.service import TableService
from companion.tables.answers import Opened
from companion.web.referee.may_i import MayIPage
from tests.conftest import Phone
from tests.games.sluff_off.sitting import take
from tests.referee.toys import SEATS, TOY, book
from tests.web.games import enter
from tests.web.referee.may_i import STEAL, asked, links


def question_of(page: str) -> str:
    return page[page.index('id="answer"') : page.index('id="notice"')]


def test_a_hypothesis_is_asked_for_its_facts_and_answered_at_any_moment(viewer: Phone, opened: Opened) -> None:
    page = asked(viewer, opened, "?ask=turn_in&seat=Mary&color=white")
    assert "data-answer" not in page
    assert "Which colour was led?" in page
    [blue] = [href for href, words in links(question_of(page)) if words.split()[:1] == ["blue"]]
    told = viewer.get(blue).text  # led in blue, it is won with blue: no more to ask
    assert 'data-answer="depends" data-rule="turn-in-fits-trick"' in told
    assert "For a trick that Mary takes, led in blue and won with blue" in told
    assert "It is allowed only if Mary holds a white token." in told
    assert "What would be recorded" in told
    assert 'id="acts"' not in told
    page = asked(viewer, opened, "?ask=turn_in&seat=Mary&color=green&led=red")
    assert "Which colour won?" in page
    won = {tuple(words.split()) for _, words in links(question_of(page))}
    assert ("red", "not", "allowed") in won


def test_the_last_tap_shows_its_ruling_before_it_is_made(viewer: Phone, opened: Opened) -> None:
    page = asked(viewer, opened, "?ask=take&seat=Chris")
    found = {" ".join(text.split()) for _, text in links(page)}
    assert {"red", "blue", "white not allowed", "black not allowed"} <= found


@pytest.mark.parametrize(
    "query",
    [
        "?ask=fly",
        "?ask=take&seat=Nobody",
        "?ask=take&color=pink",
        "?ask=ruling.points&seat=Mary&points=many",
        "?_suit=x",
    ],
)
def test_what_makes_no_sense_is_left_out(viewer: Phone, opened: Opened, query: str) -> None:
    assert "data-answer" not in asked(viewer, opened, query)


def test_htmx_gets_the_parts_and_on_the_way_back_the_page(viewer: Phone, opened: Opened) -> None:
    part = viewer.get(f"/t/{opened.code}/may-i{STEAL}", htmx=True)
    assert "<html" not in part.text
    assert part.text.lstrip().startswith('<div id="question"')
    assert 'id="answer" hx-swap-oob="innerHTML"' in part.text
    assert part.headers["Vary"].count("HX-Request") == 1
    assert part.headers["Cache-Control"] == "no-store"
    back = {"HX-History-Restore-Request": "true"}
    assert "<html" in asked(viewer, opened, STEAL, htmx=True, headers=back)


def told_by(tables: TableService, code: str) -> tuple[object, ...]:
    here = tables.get(code)
    entries = [(entry.version, entry.item, entry.at, entry.by) for entry in tables.entries(code)]
    return here.version, here.stamp, here.book.state, entries


@pytest.mark.parametrize("moves", [0, 3, 6])
def test_every_question_is_answered_and_nothing_is_written(
    viewer: Phone, opened: Opened, tables: TableService, moves: int
) -> None:
    play = [
        take("Chris", "red"), {"move": "done", "seat": "Chris"}, take("Mary", "blue"), {"move": "done", "seat": "Mary"},
        {"move": "sluffer", "seat": "Katie"}, {"move": "done", "seat": "Cory"},
    ]  # fmt: skip
    enter(tables, opened, *play[:moves])
    before = told_by(tables, opened.code)
    waiting, seen = [f"/t/{opened.code}/may-i"], set[str]()
    while waiting and len(seen) < 120:
        seen.add(here := waiting.pop(0))
        answer = viewer.get(here)
        assert answer.status_code == 200, here
        found = [href for href, _ in links(answer.text) if href not in seen and href not in waiting]
        waiting += found[:: max(1, len(found) // 6)]
    assert len(seen) > 60
    assert told_by(tables, opened.code) == before


TOLD = [
    ("claim", "", ["Who?", ">Ann<"]),
    ("claim", "seat=Ann&rank=A", ['type="number"', 'max="8"']),
    ("reveal", "", [">yes<", ">no<"]),
    ("reveal", "honest=True", ['data-answer="yes"', "Say more"]),
    ("pass", "", ['data-answer="yes"']),
    ("first_roll", "", ['name="wilds.0"', "Bob &amp; Co", 'name="wilds.1"']),
    ("first_roll", "wilds.0=1&wilds.1=2", ['data-answer="yes"', "<bdi>Ann</bdi> 1"]),
    ("bid", "seat=Ann&quantity=4", [">6<"]),
    ("show", "seat=Ann&dice=2", [">wild<", "That\u2019s all", "Which dice?"]),
    ("show", "seat=Ann&dice=2&dice=wild&_all=dice", ['data-answer="yes"']),
    ("face_up", "", ['aria-label="Card: S"']),
    ("swap", "seat=Ann&_suit=S", ['aria-label="S 2"', "button dim"]),
    ("trick.cards", "cards=AS&_suit=S", ['aria-label="S A"', "button dim"]),
    ("trick.cards", "cards=AS&cards=2S", ['data-answer="yes"', "Is it so?"]),
    ("ruling", "count=all", ["The pile", ">Ann<"]),
]


@pytest.mark.parametrize(("kind", "query", "parts"), TOLD)
def test_questions_of_every_shape_can_be_put(app: Flask, kind: str, query: str, parts: list[str]) -> None:
    forms = forms_of(TOY, SEATS)
    fields: MultiDict[str, str] = MultiDict(parse_qsl(query))
    told = read_draft(next(form for form in forms if form.id == kind), fields)
    made = book()
    page = MayIPage(made, forms, told, "so", (fields.getlist("_suit") or [""])[0])
    snapshot = {"code": "22222222", "book": {"seats": SEATS}}
    with app.test_request_context("/"):
        shown = render_template("referee/may_i_part.html", page=page, game=made.game, snapshot=snapshot, precedents=())
    shown = re.sub(r"<svg.*?</svg>", "", shown)
    for part in parts:
        assert part in shown, shown


def test_every_symbol_a_game_names_is_drawn_by_its_sprite(app: Flask) -> None:
    for game in GAMES.values():
        sprite = app.jinja_env.get_template(f"games/{game.folder}/sprite.html").render()
        assert all(f'id="token-{name}"' in sprite for name in game.symbols)


@pytest.mark.parametrize("card", ["<img src=x hx-get=/t/x hx-trigger=load>", "100 %(who)s", "50 %", "%s", "__proto__"])
def test_a_card_that_no_deck_has_is_shown_as_text(viewer: Phone, opened: Opened, card: str) -> None:
    for end in ("", "&_all=cards"):
        page = asked(viewer, opened, f"?ask=trick.cards&cards={quote(card)}{end}")
        assert html.escape(card) in page
        assert "<img" not in page
