"""Answers to "May I ...?" over HTTP: what is said and why, and who may then do what they asked about."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from urllib.parse import quote

import pytest

from companion.games.transcript import read_header
from companion.service.service import TableService
from companion.tables.answers import Opened
from companion.tables.entry import PutOnHold, Settle
from tests.conftest import Phone, PhoneMaker
from tests.games.sluff_off.sitting import take
from tests.games.ui77.sitting import NAMES, discard, face_up, trick
from tests.web.games import enter, in_play
from tests.web.referee.may_i import asked, links


def test_the_page_has_its_name_and_puts_what_can_be_done_now_first(viewer: Phone, opened: Opened) -> None:
    page = asked(viewer, opened)
    assert "<h1>May I ...?</h1>" in page
    words = [" ".join(text.split()) for _, text in links(page)]
    assert words[:4] == ["Take a token", "Take the Sluffer", "Finish the prediction", "Steal"]
    assert "Chris \u00b7 Take red" in words
    assert "data-answer" not in page


def test_a_no_names_rule_numbers_and_what_is_allowed(viewer: Phone, opened: Opened, tables: TableService) -> None:
    enter(tables, opened, take("Chris", "red"), {"move": "done", "seat": "Chris"}, take("Mary", "blue"))
    page = asked(viewer, opened, "?ask=steal&seat=Mary&color=blue&from=Chris")
    assert 'data-answer="no" data-rule="steal-only-when-centre-empty"' in page
    assert "2 blue tokens lie in the centre." in page
    assert f'href="/t/{opened.code}/rules#steal-only-when-centre-empty"' in page
    instead = page[page.index('class="instead"') :]
    assert links(instead)[0][0] == f"/t/{opened.code}/may-i?ask=take&seat=Mary&color=blue"


def test_a_yes_tells_what_it_would_bring_and_change(viewer: Phone, opened: Opened, tables: TableService) -> None:
    enter(tables, opened, *[take("Chris", "blue")] * 3, {"move": "done", "seat": "Chris"})
    page = asked(viewer, opened, "?ask=steal&seat=Mary&color=blue&from=Chris")
    assert 'data-answer="yes" data-rule="steal-only-when-centre-empty"' in page
    assert "Mary took blue from Chris. Chris gets a white token" in page
    assert 'role="status"' in page
    changes = re.sub(r"<[^>]*>|\s+", " ", page[page.index("What it would change") : page.index("What may follow")])
    changes = " ".join(changes.split())
    assert "The centre white 4 &rarr; becomes 3" in changes
    assert "Chris blue 3 &rarr; becomes 2" in changes
    assert "Mary blue 0 &rarr; becomes 1 points 0 &rarr; becomes 2" in changes
    assert 'href="/t/' + opened.code + '/rules#steal-pays-white"' in page


def act_of(page: str) -> str:
    """The part of an answer that a phone may act by."""
    return page[page.index('id="acts"') : page.index("</section>", page.index('id="acts"'))]


def test_it_depends_where_the_app_would_have_to_see_a_hand(
    viewer: Phone, host: Phone, opened: Opened, tables: TableService
) -> None:
    in_play(tables, opened, take("Mary", "red"))
    query = "?ask=trick.cards&" + "&".join(f"cards={quote(card)}" for card in ("red 3", "red 12", "blue 5", "purple 1"))
    page = asked(viewer, opened, query)
    assert 'data-answer="depends" data-rule="follow-suit"' in page
    assert "It depends" in page
    assert "Katie\u2019s blue 5 is allowed only if Katie holds no red." in page
    assert "Cory\u2019s purple 1 is allowed only if Cory holds no red." in page
    assert ">Record it<" in act_of(asked(host, opened, query))


def test_a_slip_is_no_yes_and_says_what_it_costs(host: Phone, opened: Opened, tables: TableService) -> None:
    in_play(tables, opened, take("Mary", "red"))
    enter(tables, opened, {"move": "trick", "winner": "Mary", "led": "red", "won_with": "red"})
    page = asked(host, opened, "?ask=miss_turn_in&seat=Mary")
    assert 'data-answer="no" data-rule="missed-turn-in" data-slip' in page
    assert "This is a slip; the token you keep counts in the end" in page
    assert ">Record it<" in act_of(page)
    start = asked(host, opened)
    now = start[start.index("What is allowed now?") :]
    assert "Turn in red" in now
    assert "Forgot to turn in" not in now
    refused = asked(host, opened, "?ask=turn_in&seat=Mary&color=blue")
    assert "Forgot to turn in" not in refused
    assert [" ".join(words.split()) for _, words in links(refused[refused.index('class="instead"') :])][:1] == [
        "Mary \u00b7 Turn in red"
    ]


def test_a_yes_is_done_by_who_may_enter_it(viewer: Phone, host: Phone, opened: Opened, tables: TableService) -> None:
    query = "?ask=take&seat=Chris&color=red"
    assert 'id="acts"' not in asked(viewer, opened, query)
    page = asked(host, opened, query)
    assert ">Do it<" in act_of(page)
    [move] = re.findall(r'name="move" value="([^"]*)"', act_of(page))
    sent = {"version": "0", "move": html.unescape(move)}
    for _ in range(2):  # a second tap is the same request
        answer = host.post(f"/t/{opened.code}/moves", sent)
        assert (answer.status_code, answer.location) == (303, f"/t/{opened.code}")
    assert tables.get(opened.code).version == 1
    stale = host.post(f"/t/{opened.code}/moves", {**sent, "move": move.replace("&#34;", '"').replace("red", "blue")})
    assert stale.status_code == 409
    assert "The table has moved on" in stale.text


def test_nothing_is_done_while_the_table_is_on_hold(host: Phone, opened: Opened, tables: TableService) -> None:
    enter(tables, opened, PutOnHold(act="hold", reason="wait"))
    assert 'id="acts"' not in asked(host, opened, "?ask=take&seat=Chris&color=red")


def test_a_ruling_is_entered_on_its_own_form(phone: PhoneMaker, host: Phone, opened: Opened) -> None:
    query = "?ask=ruling.points&seat=Mary&points=-3"
    [way] = re.findall(r'href="([^"]*)"', act_of(asked(host, opened, query)))
    page = host.get(html.unescape(way)).text
    assert 'name="points" min="-99" max="99" value="-3"' in page
    assert '<option value="Mary" selected>' in page
    mary = phone(opened.code, opened.seat_keys["Mary"])
    assert 'id="acts"' not in asked(mary, opened, query)


def test_later_cards_prove_that_a_card_was_not_allowed(viewer: Phone, opened: Opened, tables: TableService) -> None:
    in_play(tables, opened)
    for cards in (["red 3", "green 1", "red 4", "red 5"], ["red 6", "red 7", "red 8", "red 9"]):
        version = enter(tables, opened, {"move": "trick", "cards": cards})
    query = "&".join(f"cards={quote(card)}" for card in ("red 3", "green 1", "red 4", "red 5"))
    page = viewer.get(f"/t/{opened.code}/may-i/at/{version - 1}?ask=trick.cards&{query}").text
    assert 'data-answer="no" data-rule="follow-suit"' in page
    assert "trick 2 shows that Mary could have" in page
    assert "This was left out before it" in page  # what happened can be put in the book all the same
    page = viewer.get(
        f"/t/{opened.code}/may-i/at/{version}?ask=trick.cards&cards=red%206&cards=red%207&cards=red%208&cards=red%209"
    ).text
    assert "trick 2 shows that Mary could have" in page
    assert 'data-answer="yes"' in page


def test_what_is_no_now_may_be_yes_at_its_own_moment(viewer: Phone, opened: Opened) -> None:
    page = asked(viewer, opened, "?ask=take&seat=Mary&color=red")
    assert 'data-answer="no" data-rule="prediction-order"' in page
    then = page[page.index('data-then="depends"') :]
    assert "When it is Mary\u2019s turn to predict" in then
    assert "only if a red token still lies in the centre" in then


def test_what_may_follow_has_its_rulings(viewer: Phone, opened: Opened, tables: TableService) -> None:
    in_play(tables, opened, take("Mary", "red"), take("Mary", "green"))
    cards = "&".join(f"cards={quote(card)}" for card in ("red 3", "red 12", "green 5", "purple 1"))
    page = asked(viewer, opened, f"?ask=trick.cards&{cards}")
    assert "Mary won a red trick" in page
    follows = re.sub(r"<[^>]*>", "", page[page.index("What may follow") :])
    assert "Mary \u00b7 Turn in red" in follows
    assert "1 that is not allowed" in follows
    assert "green does not fit it" in follows


def test_the_end_of_a_round_is_told_by_its_scores(
    viewer: Phone, open_table: Callable[..., Opened], tables: TableService
) -> None:
    opened = open_table(options={})
    in_play(tables, opened, take("Mary", "green"))
    trick = {"move": "trick", "winner": "Chris", "led": "red", "won_with": "red"}
    enter(tables, opened, *[trick] * 14)
    page = asked(viewer, opened, "?ask=trick&winner=Chris&led=red&won_with=red")
    told = " ".join(re.sub(r"<[^>]*>", " ", page[page.index("The round is over") :]).split())
    assert "Chris 0 &rarr; becomes 4 Mary 0 &rarr; becomes 2" in told
    assert "What it would change" not in page


def test_this_tables_earlier_rulings_on_the_rule_are_shown(viewer: Phone, opened: Opened, tables: TableService) -> None:
    held = enter(tables, opened, PutOnHold(act="hold", reason="Was it her turn?", rule="prediction-order"))
    why = "Dealer's left <begins>"
    enter(tables, opened, Settle(act="settle", hold=held, how="stands", reason=why, rule="prediction-order"))
    for query, verdict in (("?ask=take&seat=Mary&color=red", "no"), ("?ask=done&seat=Chris", "yes")):
        page = asked(viewer, opened, query)
        assert f'data-answer="{verdict}" data-rule="prediction-order"' in page
        assert "This table ruled before: <q>Dealer&#39;s left &lt;begins&gt;</q>" in page
        assert f'href="/t/{opened.code}/ledger#v2"' in page
    assert "ruled before" not in asked(viewer, opened, "?ask=take&seat=Chris&color=white")


@pytest.mark.parametrize("query", ["ask=join&seat=Fay", "ask=rename&seat=Cem&name=Hal"])
def test_who_has_no_seat_yet_is_asked_about_and_the_first_roll_after(
    phone: PhoneMaker, tables: TableService, query: str
) -> None:
    """In Fluff the first roll names everybody: what may follow names a newcomer, who is not among the seats of now."""
    header = {"transcript": 1, "game": "fluff", "seats": ["Ann", "Bob", "Cem"]}
    table = tables.open(read_header(header), keys_for_seats=True, label="test")
    page = asked(phone(table.code, table.host_key), table, f"?{query}")
    assert 'data-answer="yes"' in page
    assert "Record the roll" in page[page.index("What may follow") :]


def test_trump_broken_what_it_depends_on_is_told_by_a_tap_and_the_question_answered_anew(
    phone: PhoneMaker, open_table: Callable[..., Opened], tables: TableService
) -> None:
    opened = open_table(game="ui77", seats=list(NAMES[:3]), dealer="Cat", options={})
    host, bob = phone(opened.code, opened.host_key), phone(opened.code, opened.seat_keys["Bob"])
    dealt = [face_up(), *map(discard, NAMES[:3])]
    enter(tables, opened, *dealt, trick("Bob"))
    address = f"/t/{opened.code}/may-i?ask=trick.cards&cards=KH&cards=5H&cards=7H"
    page = host.get(address).text
    assert 'data-answer="depends" data-rule="trump-broken"' in page
    assert "of trick 1 it is not known" in html.unescape(page)
    assert "was played in trick 1</button>" not in bob.get(address).text  # to amend is the keepers'
    form = next(
        form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if "A trump was played in trick 1<" in form
    )
    fields = {name: html.unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form)}
    answer = host.post(f"/t/{opened.code}/amend", fields)
    assert answer.status_code == 303
    again = host.get(answer.location).text
    assert answer.location.startswith(f"/t/{opened.code}/may-i?ask=trick.cards")
    assert 'data-answer="yes"' in again
    assert tables.get(opened.code).book.move.plain() == {**trick("Bob"), "trump": True}  # type: ignore[union-attr]
