"""How a rulebook opens: ten lines, sections, a first game; what its rules lead to; which words were taken how."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape

import pytest

from companion.games import GAMES, PRODUCTS
from companion.games.game import AnyGame
from companion.tables.answers import Opened
from tests.conftest import PhoneMaker
from tests.games.ui77.sitting import count, discard, face_up, limit, trick
from tests.web.table.shown import seen

Open = Callable[..., Opened]
EACH = pytest.mark.parametrize("game", PRODUCTS, ids=lambda game: game.slug)

BOTH_DEALT = [face_up(), discard("Ann"), discard("Bob"), *[trick("Ann")] * 9, count("Ann", 4)]
BOTH_DEALT += [face_up(), discard("Bob"), discard("Ann"), *[trick("Bob")] * 9, count("Bob", 4)]


def plain(page: str) -> str:
    """What a page says, without markup."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page)))


def article(page: str, rule_id: str) -> str:
    found = re.search(rf'<article class="card pad rule" id="{rule_id}">.*?</article>', page, re.DOTALL)
    assert found is not None
    return found[0]


@EACH
def test_the_rulebook_opens_with_the_game_in_ten_lines(phone: PhoneMaker, game: AnyGame) -> None:
    page = phone().get(f"/rules/{game.slug}").text
    opening = page[page.index('id="in-ten-lines"') : page.index("<article")]
    assert opening.count("<dt>") == 10
    told = [about.put() for about in game.rulebook.introduction.lines] if game.rulebook.introduction else []
    assert told[0] == "Goal"
    assert {"Set-up", "Who begins", "The end"} <= set(told)
    assert "in-ten-lines" not in phone().get(f"/rules/{game.slug}?q=win").text


@EACH
def test_every_phase_of_a_first_game_has_its_sentence(game: AnyGame) -> None:
    assert game.rulebook.introduction is not None
    assert "over" in game.rulebook.introduction.phases
    assert all(str(told).rstrip(".\u201d").count(". ") == 0 for told in game.rulebook.introduction.phases.values())
    assert len(game.rulebook.introduction.phases) >= 4


@pytest.mark.parametrize("slug", ["sluff-off", "ui77", "popcorn", "fluff"])
def test_rules_stand_in_sections_that_can_be_jumped_to(phone: PhoneMaker, slug: str) -> None:
    page = phone().get(f"/rules/{slug}").text
    titles = [str(title) for title in dict.fromkeys(rule.section for rule in GAMES[slug].rulebook.rules)]
    headings = re.findall(r'<h2 class="section" id="(part-\d+)">([^<]+)</h2>', page)
    assert [title for _, title in headings] == titles
    assert titles[-3:] == ["No sheet says", "Who comes, who goes", "Keeping the book"]
    for anchor, title in headings:
        assert f'href="/rules/{slug}#{anchor}">{title}</a>' in page


def test_a_game_without_an_introduction_has_its_rules_alone(phone: PhoneMaker, open_table: Open) -> None:
    opened = open_table(game="oh-hell", options={})
    page = phone().get(f"/t/{opened.code}/rules").text
    assert "in-ten-lines" not in page
    assert "first-game" not in page
    assert page.count('class="section"') == 1  # what the editions of the rules changed


def test_hand_table_is_a_table_of_thirteen_rows(phone: PhoneMaker) -> None:
    told = article(phone().get("/rules/ui77").text, "hand-table")
    assert told.count("<tr>") == 14
    assert "K 0 7 after trick 4" in plain(told)


@pytest.mark.parametrize(
    ("slug", "one", "other"),
    [("ui77", "go-nov", "end-of-game"), ("fluff", "call", "settle"), ("popcorn", "call", "reveal")],
)
def test_rules_that_belong_together_lead_to_each_other(phone: PhoneMaker, slug: str, one: str, other: str) -> None:
    page = phone().get(f"/rules/{slug}").text
    assert f'href="/rules/{slug}#{other}"' in article(page, one)
    assert f'href="/rules/{slug}#{one}"' in article(page, other)


@EACH
def test_see_also_names_rules_that_are_there(game: AnyGame) -> None:
    assert {one for rule in game.rulebook.rules for one in rule.see} <= {rule.id for rule in game.rulebook.rules}


@pytest.mark.parametrize(
    ("slug", "rule", "filled"),
    [
        ("sluff-off", "cheating", ['value="10"', 'name="reason" value="Cheated"']),
        ("ui77", "misdeal", ['name="points" min="-99" max="99" value="1"', 'name="reason" value="Misdealt again"']),
        ("popcorn", "looking-at-pile", ['value="2"', '<option value="pile" selected>', 'value="Looked at the pile"']),
        ("fluff", "leaving", ['name="dice" min="-5" max="5" value="-5"', 'name="reason" value="Left the game"']),
    ],
)
def test_where_no_sheet_says_a_ruling_is_one_tap_away(
    phone: PhoneMaker, open_table: Open, slug: str, rule: str, filled: list[str]
) -> None:
    opened = open_table(game=slug, options={})
    host = phone(opened.code, opened.host_key)
    told = article(host.get(f"/t/{opened.code}/rules").text, rule)
    assert "no sheet says; our ruling" in told
    link = re.search(r'class="button remedy" href="([^"]+)"', told)
    assert link is not None
    form = host.get(unescape(link[1])).text
    assert all(one in form for one in filled)


def test_a_first_game_is_explained_on_the_phone_that_wants_it(phone: PhoneMaker, opened: Opened) -> None:
    table, book = f"/t/{opened.code}", f"/t/{opened.code}/rules"
    mary, chris = phone(opened.code, opened.seat_keys["Mary"]), phone(opened.code, opened.seat_keys["Chris"])
    game = GAMES["sluff-off"]
    assert game.rulebook.introduction is not None
    said = str(game.rulebook.introduction.phases["prediction"])
    assert said not in seen(mary.get(table).text)
    assert "Show it at the table" in mary.get(book).text
    answer = mary.post(f"{book}/first-game", {"on": "1"})
    assert answer.status_code == 303
    assert answer.headers["Location"] == table
    assert said in seen(mary.get(table).text)
    assert said not in seen(chris.get(table).text)
    assert "Stop showing it at the table" in mary.get(book).text
    mary.post(f"{book}/first-game", {"on": "0"})
    assert said not in seen(mary.get(table).text)


def test_go_nov_is_announced_on_the_phone_that_it_concerns_alone(phone: PhoneMaker, open_table: Open) -> None:
    opened = open_table(game="ui77", seats=["Ann", "Bob"], dealer="Bob", options={})
    host = phone(opened.code, opened.host_key)
    for move in (*BOTH_DEALT, limit(11)):
        assert host.post(f"/t/{opened.code}/moves", {"move": json.dumps(move)}).status_code in (200, 303)
    bob = seen(phone(opened.code, opened.seat_keys["Bob"]).get(f"/t/{opened.code}").text)
    assert "Exactly 2 more and you go Nov" in bob
    assert "go Nov" not in seen(phone().get(f"/t/{opened.code}").text)


def test_who_sets_up_the_table_is_led_to_the_game_in_ten_lines(phone: PhoneMaker, opened: Opened) -> None:
    page = phone(opened.code, opened.host_key).get(f"/t/{opened.code}/set-up").text
    assert f'href="/t/{opened.code}/rules#in-ten-lines"' in page
