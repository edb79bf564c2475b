"""The rulebook's pages: looked up with and without a script, anchors, the table's own choices, its earlier rulings."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask import Flask

from companion.games import GAMES
from companion.games.rules_editions import EDITIONS, RULES
from companion.games.sluff_off.game import SluffOff
from companion.referee.rule_search import LONGEST
from companion.tables.answers import Opened
from companion.web.lobby.house_rules import choices_of
from companion.web.referee.rulebook import marked
from tests.conftest import Phone, PhoneMaker, said

Open = Callable[..., Opened]


@pytest.fixture(params=["the game's", "a table's"])
def book(request: pytest.FixtureRequest, opened: Opened) -> str:
    return "/rules/sluff-off" if request.param == "the game's" else f"/t/{opened.code}/rules"


def rules_on(page: str) -> list[str]:
    """The rules that a page shows, in order."""
    return re.findall(r'<article class="card pad rule" id="([a-z-]+)"', page)


def entry(page: str, rule_id: str) -> str:
    """A rule's entry as plain text."""
    found = re.search(rf'<article class="card pad rule" id="{rule_id}">(.*?)</article>', page, re.DOTALL)
    assert found is not None
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", found[1])))


def test_the_rulebook_tells_what_each_edition_of_the_rules_changed(host: Phone, book: str) -> None:
    page = host.get(book).text
    assert f'href="{book}#editions"' in page
    told = page.partition('id="editions"')[2]
    assert all(f"Edition {one.number}" in told and one.day in told for one in EDITIONS)
    assert all(text.put() in told for one in EDITIONS for text in one.changes("sluff-off"))
    assert ("This table was opened before the editions were numbered." in told) == book.startswith("/t/")
    assert 'id="editions"' not in host.get(f"{book}?q=sluffer").text


def test_a_table_tells_under_which_edition_it_was_opened(phone: PhoneMaker) -> None:
    opened = said(phone().post("/api/tables", json={"transcript": 1, "game": "fluff", "seats": ["Ann", "Ben"]}))
    assert f"This table was opened under edition {RULES}." in phone().get(f"/t/{opened['code']}/rules").text


def test_every_rule_has_its_anchor_and_its_stable_link(host: Phone, book: str) -> None:
    page = host.get(book).text
    assert rules_on(page) == [rule.id for rule in SluffOff().rulebook.rules]
    assert all(f'href="{book}#{rule.id}"' in page for rule in SluffOff().rulebook.rules)
    found = host.get(f"{book}?q=sluffer").text
    assert f'href="{book}#one-sluffer"' in found


def test_the_page_brings_what_its_search_needs(host: Phone, book: str) -> None:
    page = host.get(book).text
    assert 'role="search"' in page
    assert f'hx-get="{book}"' in page
    assert "input changed delay:150ms, search" in page
    assert "htmx.min." in page
    assert f'id="count" role="status">{len(SluffOff().rulebook.rules)} rules<' in page
    with host.get(re.findall(r'href="([^"]+rulebook\.[^"]+)', page)[0]) as style:
        assert style.status_code == 200


def test_without_a_script_the_form_is_enough(host: Phone, book: str) -> None:
    page = host.get(f"{book}?q=wite+token").text
    assert "<html" in page
    assert rules_on(page)[0] in ("no-white-left", "steal-pays-white", "white-is-wild")
    assert 'value="wite token"' in page
    assert f"{len(rules_on(page))} rules found" in page
    assert "<mark>White</mark> for a stolen <mark>token</mark>" in page
    assert "1 rule found" in host.get(f"{book}?q=revok").text


FOUND = {
    "a beginning": ("sluff-off", "revok", "revoke", ""),
    "a letter left out": ("sluff-off", "wite", "white-is-wild", "wite → white"),
    "two exchanged": ("ui77", "exchagne", "swap", "exchagne → swap"),
    "a word for another": ("ui77", "renege", "revoke", "renege → revoke"),
    "a word of other games": ("fluff", "joker", "first-roll", "joker → wild"),
    "a typing error in a short book": ("popcorn", "chalenge", "call", "chalenge → call"),
    "another box's word": ("sluff-off", "saboteur", "edition", ""),
    "its two words": ("sluff-off", "black magician", "edition", ""),
    "its name": ("sluff-off", "wizard extreme", "edition", ""),
    "a box's word in its book": ("sluff-off?edition=sieben-siegel", "saboteur", "one-sluffer", ""),
    "a question in its words": ("sluff-off?edition=sieben-siegel", "a seal that fits", "turn-in-fits-trick", ""),
    "what it costs there": ("sluff-off?edition=wizard-extreme", "black magician cost", "sluffer-score", ""),
    "its trump": ("sluff-off?edition=wizard-extreme", "is red trump", "result-matches-cards", ""),
}


@pytest.mark.parametrize(("book", "typed", "rule", "told"), FOUND.values(), ids=FOUND)
def test_a_rule_is_found_by_the_words_of_its_book_and_it_is_told_which_were_taken_for_which(
    phone: PhoneMaker, book: str, typed: str, rule: str, told: str
) -> None:
    page = phone().get(f"/rules/{book}{'&' if '?' in book else '?'}q={typed}").text
    assert rule in rules_on(page)[:3]
    words = " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
    assert told in words if told else "→" not in words


def test_while_one_types_only_the_list_comes(host: Phone, book: str) -> None:
    answer = host.get(f"{book}?q=turn-in-fits-trick", htmx=True)
    assert "<html" not in answer.text
    assert rules_on(answer.text) == ["turn-in-fits-trick"]
    assert '<p hx-swap-oob="innerHTML:#count">1 rule found</p>' in answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["HX-Replace-Url"] == f"{book}?q=turn-in-fits-trick"
    emptied = host.get(f"{book}?q=", htmx=True)
    assert emptied.headers["HX-Replace-Url"] == book
    assert len(rules_on(emptied.text)) == len(SluffOff().rulebook.rules)
    odd = host.get(f"{book}?q=%C3%BC%0Aa", htmx=True)
    assert odd.headers["HX-Replace-Url"] == f"{book}?q=%C3%BC%0Aa"


def test_who_comes_back_gets_the_whole_page(host: Phone, book: str) -> None:
    answer = host.get(f"{book}?q=white", htmx=True, headers={"HX-History-Restore-Request": "true"})
    assert "<html" in answer.text


@pytest.mark.parametrize("typed", ["", "%20", "w", "!", "%00"])
def test_where_nothing_is_asked_yet_the_whole_book_stays(host: Phone, book: str, typed: str) -> None:
    assert len(rules_on(host.get(f"{book}?q={typed}").text)) == len(SluffOff().rulebook.rules)


def test_where_nothing_is_found_a_sentence_says_so(host: Phone, book: str) -> None:
    page = host.get(f"{book}?q=%3Cscript%3Eqqq").text
    assert "No rule mentions “<bdi>&lt;script&gt;qqq</bdi>”." in page
    assert "<script>qqq" not in page
    assert f'<a class="button" href="{book}">' in page
    assert "0 rules found" in page


def test_no_query_is_too_long(host: Phone, book: str) -> None:
    page = host.get(f"{book}?q={'steal ' * 900}").text
    assert f'value="{("steal " * 900)[:LONGEST]}"' in page
    assert rules_on(page)[0].startswith("steal")


def test_both_readings_are_shown_with_their_sources_and_the_default_is_named(host: Phone, book: str) -> None:
    page = host.get(book).text
    told = entry(page, "sluffer-score")
    assert "publisher’s sheet At most 4, whoever plays." in told
    assert "this companion our default 5 with three players, else 4." in told
    assert "the sheets disagree" in told
    assert "publisher’s sheet, reference manual" in told
    assert page.count("our default") == sum(
        any(one.default for one in rule.readings) for rule in SluffOff().rulebook.rules
    )


@pytest.mark.parametrize(
    ("options", "rule", "said"),
    [
        ({}, "no-white-left", "left to pay for it? This table: no (the usual)"),
        ({"steal_unpaid": True}, "no-white-left", "This table: yes (usually no)"),
        ({"steal_unpaid": False}, "no-white-left", "This table: no (the usual)"),
        ({}, "white-with-match", "This table: yes (the usual)"),
        ({}, "rounds", "How many rounds are played? This table: one per player (the usual)"),
        ({"rounds": 6}, "rounds", "This table: 6 (usually one per player)"),
        ({}, "sluffer-score", "This table: 4 (5 with three players) (the usual)"),
        ({}, "box", "This table: red 3, blue 5, green 3, orange 3, purple 3, white 4, black 6 (the usual)"),
        ({"supply": {"blue": 3}}, "box", "This table: blue 3 (usually blue 5)"),
        ({"supply": {"blue": 5}}, "box", "purple 3, white 4, black 6 (the usual)"),
    ],
)
def test_a_table_s_choice_is_always_said(
    phone: PhoneMaker, open_table: Open, options: dict[str, object], rule: str, said: str
) -> None:
    opened = open_table(options=options)
    page = phone().get(f"/t/{opened.code}/rules").text
    assert said in entry(page, rule)
    assert page.count("This table: ") == len(SluffOff.options.model_fields)


def test_without_a_table_the_usual_is_said(host: Phone) -> None:
    page = host.get("/rules/sluff-off").text
    assert "Usually: one per player" in entry(page, "rounds")
    assert "This table" not in page


@pytest.mark.parametrize("slug", GAMES)
def test_every_house_rule_of_a_game_can_be_said(app: Flask, slug: str) -> None:
    with app.test_request_context():
        for choice in choices_of(GAMES[slug], {}).values():
            assert choice.usual not in ("", "None")
            assert choice.chosen == choice.usual
            assert not choice.changed


def test_earlier_rulings_of_the_table_stand_under_their_rule(host: Phone, opened: Opened, phone: PhoneMaker) -> None:
    path = f"/t/{opened.code}"
    for reason in ("Two points, <b>as ever</b>", "Three from now on"):
        told = {"rule": "revoke", "reason": reason}
        phone(opened.code, opened.seat_keys["Mary"]).post(f"{path}/hold", {**told, "reason": "Look at trick 3"})
        assert host.post(f"{path}/hold/ruling", {**told, "how": "stands"}).status_code == 303
    page = host.get(f"{path}/rules").text
    told_there = entry(page, "revoke")
    assert "This table ruled before: Two points, <b>as ever</b> Entry 2" in told_there
    assert told_there.index("Three from now on") < told_there.index("Two points")
    assert "<b>as ever" not in page
    assert f'href="{path}/ledger#v2"' in page
    assert 'id="v2"' in host.get(f"{path}/ledger").text
    assert page.count("ruled before") == 2
    assert "ruled before" not in host.get("/rules/sluff-off").text


def test_marks_are_put_round_words_and_nothing_else() -> None:
    assert marked("White & <white>", {"white"}) == "<mark>White</mark> &amp; &lt;<mark>white</mark>&gt;"
    assert marked("White") == "White"
