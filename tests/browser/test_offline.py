"""Gone and back: what a phone shows without a connection, with a worker (https) and without (plain http at home)."""

from __future__ import annotations

import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Phone, Server
from tests.browser.hands import FOUR, at_version, button, enter, live, new_table, open_by_hand, to_table
from tests.browser.offline import BOTH, back, copy_of, heading, says, settled, until
from tests.browser.slow_answers import PATIENT

Kind = dict[str, bool]
STORED = """async () => {
  const named = async name => (await (await caches.open(name)).keys()).map(one => one.url.slice(location.origin.length))
  return (await Promise.all((await caches.keys()).map(named))).flat()
}"""


FIREFOX = """() => {
  const ahead = Object.getOwnPropertyDescriptor(FetchEvent.prototype, "preloadResponse").get
  const get = function () { return ahead.call(this).catch(() => Response.error()) }
  Object.defineProperty(FetchEvent.prototype, "preloadResponse", { get })
}"""
"""A worker as Firefox has it: what was asked for ahead of it and never answered is an answer, and no failure."""


def tab(page: Page, name: str) -> None:
    """Tap a place in the bar."""
    page.get_by_role("navigation", name="This table").get_by_role("link", name=name).click()


@BOTH
def test_pages_that_were_seen_are_there_without_a_connection(phone: Phone, kind: Kind) -> None:
    page = phone(**kind)
    code = open_by_hand(page, FOUR)
    to_table(page)
    settled(page)
    tab(page, "Scores")
    expect(heading(page, "Scores")).to_be_visible()
    copy_of(page, f"/t/{code}/scores", "Scores")
    tab(page, "Table")
    live(page)
    enter(page, "Take red")
    copy_of(page, f"/t/{code}", 'data-version="1"')
    page.context.set_offline(True)
    tab(page, "Scores")
    expect(heading(page, "Scores")).to_be_visible()
    says(page, "Not connected. This is how it was at")
    tab(page, "Ledger")
    expect(heading(page, "Not connected")).to_be_visible()
    expect(page.get_by_role("link", name="To the table")).to_have_attribute("href", f"/t/{code}")
    page.go_back()
    expect(heading(page, "Scores")).to_be_visible()
    tab(page, "Table")
    at_version(page, 1)
    says(page, "Not connected. This is how it was at")
    page.context.set_offline(False)
    back(page)
    live(page)
    enter(page, "Take green")
    page.go_back()
    expect(page.locator("[data-sum=Chris]")).to_have_text("2 \u00d7 2 = 4")
    back(page)
    page.context.set_offline(True)
    tab(page, "Ledger")
    expect(heading(page, "Not connected")).to_be_visible()
    page.context.set_offline(False)
    expect(heading(page, "Ledger")).to_be_visible()  # by itself


def test_a_tap_on_a_copy_of_the_table_is_offered_once_it_is_back(phone: Phone) -> None:
    page = phone(worker=True)
    code = new_table(page)
    settled(page)
    copy_of(page, f"/t/{code}", 'data-version="0"')
    page.context.set_offline(True)
    page.reload()
    says(page, "Not connected")
    button(page, "Take red").click()
    expect(page.get_by_role("alert")).to_contain_text("No answer")
    page.context.set_offline(False)
    button(page, "Send it again: Take red").click()
    at_version(page, 1)


def test_the_app_starts_without_a_connection_and_its_table_comes_back_live(phone: Phone, server: Server) -> None:
    page = phone(worker=True)
    code = new_table(page)
    settled(page)
    page.context.service_workers[0].evaluate(FIREFOX)
    enter(page, "Take red")
    copy_of(page, f"/t/{code}", 'data-version="1"')
    server.kill()
    page.reload()
    at_version(page, 1)
    says(page, "Not connected. This is how it was at")
    server.start()
    back(page)
    live(page)
    enter(page, "Take green")


class Nobody(BaseHTTPRequestHandler):
    """A proxy whose app is gone."""

    def do_GET(self) -> None:
        self.send_response(502)
        self.end_headers()
        self.wfile.write(b"<h1>502 Bad Gateway</h1>")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_a_proxy_that_reaches_no_server_is_no_connection(phone: Phone, server: Server) -> None:
    page = phone(worker=True)
    code = new_table(page)
    settled(page)
    copy_of(page, f"/t/{code}", 'data-version="0"')
    server.kill()
    with ThreadingHTTPServer(("127.0.0.1", server.port), Nobody) as proxy:
        Thread(target=proxy.serve_forever).start()
        page.reload()
        says(page, "Not connected. This is how it was at")
        at_version(page, 0)
        proxy.shutdown()
    server.start()
    back(page)
    live(page)


def test_what_holds_a_key_and_what_is_for_programs_is_never_stored(phone: Phone) -> None:
    host = phone(worker=True)
    host.goto("/")
    copy_of(host, "/", "Join a table")
    code = open_by_hand(host, FOUR)
    settled(host)
    host.locator(".seat-list summary").nth(1).click()
    host.get_by_role("button", name="Move this seat to another phone").click()
    key = host.locator(".link a").inner_text()
    for path in (key, f"/j/{code}?again=1", "/rules/sluff-off?q=red", f"/api/tables/{code}", "/healthz", "/t/22222222"):
        host.goto(path)
    host.goto(f"/t/{code}")
    live(host)
    enter(host, "Take red")
    copy_of(host, f"/t/{code}", 'data-version="1"')
    stored: list[str] = host.evaluate(STORED)
    pages = {path for path in stored if not path.startswith("/static/")}
    assert pages == {"/", f"/t/{code}", "/offline"}  # the seats' page has shown the recovery code


def test_the_latest_few_pages_are_kept(phone: Phone) -> None:
    page, paths = phone(worker=True), "async () => (await (await caches.open('kept')).keys()).map(one => one.url)"
    page.goto("/")
    settled(page)
    page.evaluate("""async () => {
      const kept = await caches.open("kept")
      for (let n = 0; n < 12; n++) await kept.put(`/t/${n}`, new Response(""))
    }""")
    page.goto("/rules/fluff")
    copy_of(page, "/rules/fluff", "rule")
    until(page, lambda: len(page.evaluate(paths)) == 12)
    kept = page.evaluate(paths)
    assert kept[0].endswith("/t/1")
    assert kept[-1].endswith("/rules/fluff")


def test_a_table_that_is_gone_leaves_nothing_behind(phone: Phone) -> None:
    page = phone(worker=True)
    page.goto("/")
    settled(page)
    page.evaluate("caches.open('kept').then(cache => cache.put('/t/22222222/scores', new Response('scores')))")
    copy_of(page, "/t/22222222/scores", "scores")
    page.goto("/t/22222222")
    until(page, lambda: not any("/t/22222222" in path for path in page.evaluate(STORED)))


def test_a_new_version_takes_the_place_of_the_one_before(phone: Phone) -> None:
    page = phone(worker=True)
    page.goto("/healthz")
    page.evaluate("caches.open('shell-older').then(cache => cache.put('/static/old.css', new Response('')))")
    page.goto("/")
    settled(page)
    until(page, lambda: "/static/old.css" not in page.evaluate(STORED))
    assert all("." in path for path in page.evaluate(STORED) if path.startswith("/static/"))


def test_a_page_of_another_version_runs_with_the_scripts_that_there_are(phone: Phone) -> None:
    page = phone()
    code = open_by_hand(page, FOUR)

    def older(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r"/static/[0-9a-f]{10}/", "/static/0123456789/", answer.text()))

    page.route(f"**/t/{code}", older)
    page.goto(f"/t/{code}")
    assert page.locator("link[href^='/static/0123456789/']").count() > 10
    live(page)
    enter(page, "Take red")


@BOTH
def test_a_laptop_without_a_network_opens_a_table_and_goes_on(phone: Phone, kind: Kind) -> None:
    """Its browser knows of no network; the server on it answers all the same."""
    page = phone(**kind, script=f"{PATIENT}\nObject.defineProperty(navigator, 'onLine', {{ get: () => false }})")
    page.goto("/open/ui77")
    names, sent = page.locator("input[name=name]"), list[str]()
    many = names.count()
    page.on("request", lambda request: sent.extend([request.url] if request.method == "POST" else []))
    page.get_by_role("button", name="One fewer").evaluate("button => { button.click(); button.click() }")
    expect(names).to_have_count(many - 1)
    assert len(sent) == 1
    for field in names.all():
        field.fill(f"Player {field.get_attribute('id')}")
    page.locator("input[name=dealer]").last.check()
    button(page, "Open the table").click()
    page.wait_for_url("**/seats")
    page.get_by_role("link", name="To the table").click()
    live(page)
    tab(page, "Ledger")
    page.wait_for_url("**/ledger")


@BOTH
def test_a_form_that_cannot_be_sent_says_so(phone: Phone, kind: Kind) -> None:
    page = phone(**kind)
    code = open_by_hand(page, FOUR)
    settled(page)
    page.goto(f"/t/{code}/hold")
    page.get_by_label("What is wrong?").fill("That was my trick")
    page.context.set_offline(True)
    button(page, "Put on hold").click()
    says(page, "nothing was sent")
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden()
