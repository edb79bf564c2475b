"""The referee on phones: a dispute held and settled, a question asked, tokens counted, a rule looked up."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from companion.games.sluff_off.game import SluffOff
from tests.browser.conftest import Phone
from tests.browser.hands import (
    at_version,
    button,
    holds,
    invitation,
    join,
    live,
    new_table,
    open_unseen,
    predict,
    send_moves,
    trick,
    version,
)


def at_play(host: Page) -> str:
    """A table in its tricks: Chris has won one in red and turned it in. Return the address that leads to the table."""
    new_table(host)
    predict(host, Chris="red green", Mary="purple", Katie="", Cory="")
    won = {"move": "trick", "winner": "Chris", "led": "red", "won_with": "red"}
    send_moves(host, won, {"move": "turn_in", "seat": "Chris", "color": "red"})
    return invitation(host)


# A dispute


def test_a_seat_holds_the_table_and_the_host_corrects_what_was_in_dispute(phone: Phone) -> None:
    host, mary, cory = phone(), phone(), phone()
    address = at_play(host)
    join(mary, address, "Mary")
    join(cory, address, "Cory")
    before = version(host)

    mary.get_by_role("link", name="Referee").click()
    mary.get_by_role("link", name="Put on hold").click()
    mary.get_by_label("What is wrong?").fill("I took that trick")
    mary.get_by_label("Which entry?").select_option("8")
    button(mary, "Put on hold").click()
    for page in (host, cory):
        at_version(page, before + 1)
        expect(page.locator("[data-hold]")).to_contain_text("I took that trick")
        expect(page.locator("#said")).to_contain_text("Put on hold: I took that trick")
        expect(page.get_by_role("alert")).to_have_count(0)  # it would be heard twice
    expect(cory.get_by_role("link", name="Decide it")).to_have_count(0)

    host.get_by_role("link", name="Decide it").click()
    host.get_by_role("link", name="Correct entry 8").click()
    both = host.get_by_role("link", name="Mary won a red trick", exact=True)
    expect(both.last).to_have_accessible_description("Something was forgotten before it")
    expect(both.first).to_have_accessible_description("It was something else")
    both.first.click()
    fallen = host.locator("#fallen [data-entry]")
    expect(fallen).to_have_attribute("data-entry", "9")  # what Chris turned in, Mary has not turned in
    host.get_by_label("Why").fill("Everybody saw it")
    button(host, "Do it").click()
    for page in (host, mary, cory):
        at_version(page, before + 2)
        expect(page.locator("[data-hold]")).to_have_count(0)
        assert holds(page, "Mary") == {"purple": 1, "black": 1}
        assert holds(page, "Chris") == {"red": 1, "green": 1}
    expect(mary.locator("#said")).to_contain_text("Everybody saw it")


def test_a_second_seat_confirms_a_correction_on_its_own_phone(phone: Phone) -> None:
    host, mary = phone(), phone()
    join(mary, at_play(host), "Mary")
    before = version(mary)
    host.get_by_role("link", name="Referee").click()
    button(host, "Ask for a second player").click()
    for link in ("Correct an entry", "Correct entry 9", "Remove entry 9"):
        host.get_by_role("link", name=link).click()
    host.get_by_label("Why").fill("He kept it")
    button(host, "Ask a second player").click()
    live(host)
    host.get_by_role("link", name="Look").click()
    expect(button(host, "Agree: make the correction")).to_have_count(0)

    at_version(mary, before + 2)
    assert holds(mary, "Chris") == {"green": 1}  # nothing has been done yet
    mary.get_by_role("link", name="Look").click()
    button(mary, "Agree: make the correction").click()
    live(mary)
    at_version(mary, before + 3)
    assert holds(mary, "Chris") == {"red": 1, "green": 1}


# May I ...?


def ask(page: Page, *names: str) -> None:
    """Tap links of the question one after another, each once what the one before brings is here."""
    for name in names:
        page.locator("#question").evaluate("question => question.dataset.old = 1")
        page.locator("#may-i").get_by_role("link", name=name).first.click()
        expect(page.locator("#question:not([data-old])")).to_have_count(1)
        expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)


def test_a_question_is_answered_and_done_and_the_way_back_leads_to_it(phone: Phone) -> None:
    page = phone()
    code = new_table(page)
    predict(page, Chris="red", Mary="blue", Katie="")
    page.goto(f"/t/{code}/may-i")
    ask(page, "Steal", "Cory", "blue", "Mary")
    answer = page.locator("[data-answer]")
    expect(answer).to_have_attribute("data-answer", "no")
    expect(answer).to_have_attribute("data-rule", "steal-only-when-centre-empty")
    ask(page, "Cory · Take blue")
    expect(answer).to_have_attribute("data-answer", "yes")
    page.go_back()
    expect(answer).to_have_attribute("data-answer", "no")
    expect(page.locator("nav.bar")).to_be_visible()
    page.go_forward()
    button(page, "Do it").click()
    live(page)
    assert holds(page, "Cory") == {"blue": 1}


def test_an_answer_keeps_up_while_the_table_moves_on(phone: Phone) -> None:
    host, page = phone(), phone()
    code = new_table(host)
    predict(host, Chris="", Mary="red green", Katie="", Cory="")
    page.goto(f"/t/{code}/may-i")
    ask(page, "Who takes this trick?")
    for card in ("red 3", "red 12", "green 5", "purple 1"):
        ask(page, f"Card: {card.split()[0]}", card)
    expect(page.locator("[data-answer=depends]")).to_contain_text("Mary won a red trick")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    send_moves(host, {"move": "trick", "winner": "Mary", "led": "red", "won_with": "red"})
    expect(page.locator("[data-answer=no]")).to_have_attribute("data-rule", "turn-in-before-next-trick")


def test_a_question_is_put_with_the_keyboard_alone(phone: Phone) -> None:
    page = phone()
    page.goto(f"/t/{open_unseen(page)}/may-i")
    page.get_by_role("link", name="Take a token").focus()
    for asked in ("seat", "color"):
        page.keyboard.press("Enter")
        expect(page.locator(f"[data-asked={asked}]")).to_be_focused()
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        page.keyboard.press("Tab")
        expect(page.locator("#question a:focus")).to_have_text("Chris" if asked == "seat" else re.compile("red"))
    page.keyboard.press("Enter")
    expect(page.locator("[data-answer=yes]")).to_contain_text("Chris took red from the centre")
    expect(page.locator(".told")).to_be_focused()


# The tokens don't match


def count(page: Page, place: str, *taps: str) -> None:
    """Open a place, and tap its big buttons: "more red"."""
    row = page.locator(f"li[data-place='{place}']")
    row.locator("summary").click()
    for tap in taps:
        way, item = tap.split()
        row.locator(f".stepper[data-item='{item}']").get_by_role("button", name=f"One {item} {way}").click()


def test_tokens_are_counted_compared_and_explained(phone: Phone) -> None:
    """Mary has turned in red by the book; on the table it was Katie who took the trick."""
    page = phone()
    code = new_table(page)
    predict(page, Chris="red", Mary="red blue", Katie="red green", Cory="")
    trick(page, "Mary", "red", "red")
    page.goto(f"/t/{code}/tokens")
    count(page, "Mary", "more red")
    expect(page.get_by_role("status")).to_have_text("1")
    total = page.locator("[data-sum=red]")
    expect(total).to_contain_text("4 of 3")
    count(page, "Katie", "less red")
    expect(total).to_contain_text("3 of 3")
    expect(page.locator("details.changed")).to_have_count(2)
    button(page, "Compare").click()
    page.locator(".explanation").first.get_by_role("link", name="See what would change").first.click()
    page.get_by_label("Why").fill("Katie took it")
    button(page, "Do it").click()
    expect(page.locator("#table")).to_be_visible()
    assert (holds(page, "Mary"), holds(page, "Katie")) == ({"red": 1, "blue": 1}, {"green": 1})


def test_points_by_a_ruling_go_past_nothing(phone: Phone) -> None:
    page = phone()
    page.goto(f"/t/{open_unseen(page)}/ruling?kind=points&seat=Mary&rule=revoke")
    form = page.locator("#points")
    for way, points in (("One less", "-2"), ("One more", "3")):
        for _ in range(2 if points == "-2" else 4):
            form.get_by_role("button", name=way).click()
        expect(form.locator("[name=points]")).to_have_value(points)


# The rulebook


def look_up(page: Page, typed: str) -> None:
    """Type into the search, letter by letter, and wait for its list."""
    with page.expect_response(lambda answer: f"q={typed.replace(' ', '+')}" in answer.url.replace("%20", "+")):
        page.get_by_role("searchbox", name="Look up a rule").press_sequentially(typed)
    expect(page.locator("#q.htmx-request")).to_have_count(0)


def test_a_rule_is_looked_up_as_one_types_and_the_way_back_leads_to_the_search(phone: Phone) -> None:
    page = phone()
    code = open_unseen(page, blue=3)
    page.goto(f"/t/{code}/rules")
    every, rules = len(SluffOff().rulebook.rules), page.locator(".rule")
    look_up(page, "wite")
    expect(page.get_by_role("status")).to_have_text(re.compile(r"\d+ rules found"))
    expect(page.locator(".rule mark").first).to_have_text("white", ignore_case=True)
    page.get_by_role("searchbox").fill("")
    expect(rules).to_have_count(every)
    look_up(page, "what is in the box")
    page.get_by_role("link", name="box", exact=True).click()
    page.wait_for_url(f"**/t/{code}/rules#box")
    expect(page.locator("#box:target")).to_contain_text("This table: blue 3 (usually blue 5)")
    page.go_back()
    page.wait_for_url(lambda url: "q=what" in url)
    expect(page.get_by_role("searchbox")).to_have_value("what is in the box")
    assert rules.count() < every
