"""What the tables, a view or a fault of ours raises, and how it is told."""

from __future__ import annotations

import html
import io
from collections.abc import Callable

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException, TooManyRequests

from companion.circles import errors as circle_errors
from companion.games.text import Text
from companion.tables import errors as table_errors
from companion.web.errors import SENTENCES, STATUSES, stop
from tests.conftest import Phone, said
from tests.faults.forms import found_on
from tests.web.asking import ASKERS, sentence_of

pytestmark = pytest.mark.own_app


def test_every_trouble_has_a_status() -> None:
    known = {
        kind
        for module in (table_errors, circle_errors)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, table_errors.TableError)
    }
    assert known - {table_errors.TableError} == set(STATUSES)


STOPS = {"teapot": 418, "limited": 429, "conflict": 409}


@pytest.mark.parametrize("status", STOPS.values(), ids=STOPS)
@pytest.mark.parametrize("path", ["/probe", "/api/probe"])
def test_a_view_can_stop_with_its_own_sentence(app: Flask, status: int, path: str) -> None:
    app.add_url_rule(path, view_func=lambda: stop(status, Text("No {what}.", what="<b>"), Retry_After="7"))
    answer = app.test_client().get(path)
    assert answer.status_code == status
    assert answer.headers["Retry-After"] == "7"
    assert said(answer) == {"reason": "No <b>."} if path.startswith("/api") else "No &lt;b&gt;." in answer.text


@pytest.mark.parametrize("htmx", [False, True], ids=["page", "htmx"])
@pytest.mark.parametrize("status", [409, 503])
def test_a_sentence_is_text_and_never_markup(app: Flask, status: int, htmx: bool) -> None:
    app.add_url_rule("/probe", view_func=lambda: stop(status, Text("No {what}.", what="<b>")))
    answer = Phone(app).get("/probe", htmx=htmx)
    assert "No &lt;b&gt;." in answer.text
    assert "<b>" not in answer.text


def raised(error: Exception) -> Callable[[], str]:
    def view() -> str:
        raise error

    return view


RAISED: dict[str, tuple[Exception, int, Text]] = {
    "ours": (ZeroDivisionError("secret"), 500, SENTENCES[500]),
    "disk": (table_errors.Unavailable(), 503, table_errors.Unavailable().text),
    "broken-ledger": (table_errors.BrokenLedger("K7QF2M9X", 3), 409, table_errors.BrokenLedger("K7QF2M9X", 3).text),
}


@pytest.mark.parametrize("asker", ASKERS)
@pytest.mark.parametrize(("error", "status", "text"), RAISED.values(), ids=RAISED)
def test_our_own_failure_is_told_without_what_caused_it(
    app: Flask, error: Exception, status: int, text: Text, asker: str
) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    path = "/api/probe" if asker == "api" else "/probe"
    app.add_url_rule(path, view_func=raised(error))
    answer = Phone(app).get(path, htmx=asker == "htmx")
    assert answer.status_code == status
    assert text.put() in html.unescape(sentence_of(asker, answer))
    assert "secret" not in answer.text
    assert ("Retry-After" in answer.headers) == (status == 503)


TO_TABLE: dict[str, tuple[Exception, bool]] = {
    "host alone": (table_errors.HostOnly(), True),
    "gone": (table_errors.TableGone(), False),
    "broken": (table_errors.BrokenLedger("K7QF2M9X", 3), False),
}


@pytest.mark.parametrize(("error", "leads"), TO_TABLE.values(), ids=TO_TABLE)
def test_an_error_leads_back_to_a_table_that_can_be_shown(app: Flask, error: Exception, leads: bool) -> None:
    view = raised(error)
    app.add_url_rule("/t/<code>/probe", view_func=lambda code: view())
    page = Phone(app).get("/t/K7QF2M9X/probe").text
    assert ('<a class="button main" href="/t/K7QF2M9X">To the table</a>' in page) == leads
    assert ('<a class="button main" href="/">Home</a>' in page) != leads
    assert ("data-gone" in page) == isinstance(error, table_errors.TableGone)


def test_an_unknown_status_still_has_a_sentence(app: Flask) -> None:
    class Odd(HTTPException):
        code = 451

    app.add_url_rule("/probe", view_func=raised(Odd()))
    answer = app.test_client().get("/probe")
    assert answer.status_code == 451
    assert SENTENCES[400].put() in answer.text


NOT_NOW: dict[str, table_errors.TableError | TooManyRequests] = {
    "often": TooManyRequests(),
    "database": table_errors.DatabaseFull(),
    "table": table_errors.TableFull(),
    "circle": circle_errors.CircleFull(),
    "disk": table_errors.Unavailable(),
}


@pytest.mark.parametrize("error", NOT_NOW.values(), ids=NOT_NOW)
def test_what_was_typed_is_sent_again_with_a_tap(app: Flask, error: table_errors.TableError | TooManyRequests) -> None:
    app.add_url_rule("/probe", view_func=raised(error), methods=["POST"])
    phone = Phone(app)
    typed = [("csrf_token", phone.token), ("name", '"><b>Ann'), ("name", "Ben & Cat"), ("why", "one\r\ntwo")]
    answer = phone.post("/probe", MultiDict(typed))
    assert answer.status_code == (429 if isinstance(error, TooManyRequests) else STATUSES[type(error)])
    (form,) = (form for form in found_on(answer.text)[0] if form.method == "POST")
    assert (form.action, sorted(form.fields)) == ("", sorted(typed))
    assert "<b>Ann" not in answer.text
    assert sentence_of("htmx", phone.post("/probe", MultiDict(typed), htmx=True)).count("Ann") == 0


def test_a_page_holds_no_files_and_no_answer_to_a_form_of_nobody(app: Flask) -> None:
    app.add_url_rule("/probe", view_func=raised(table_errors.DatabaseFull()), methods=["POST"])
    phone = Phone(app)
    with_file = {"csrf_token": phone.token, "file": (io.BytesIO(b"{}"), "game.jsonl")}
    for sent in (with_file, {"name": "Ann"}):
        answer = phone.post("/probe", sent)
        assert (answer.status_code, found_on(answer.text)[0]) == (507, [])


def test_where_no_file_was_chosen_the_text_of_one_is_held(app: Flask) -> None:
    app.add_url_rule("/probe", view_func=raised(table_errors.DatabaseFull()), methods=["POST"])
    phone = Phone(app)
    typed = {"csrf_token": phone.token, "text": '{"transcript": 1}'}
    answer = phone.post("/probe", {**typed, "file": (io.BytesIO(), "")}, content_type="multipart/form-data")
    (form,) = (form for form in found_on(answer.text)[0] if form.method == "POST")
    assert dict(form.fields) == typed
    assert 'enctype="multipart/form-data"' in answer.text


def test_what_a_program_sent_is_not_read_to_say_that_nothing_was_saved(app: Flask) -> None:
    """It may be a form of more parts than are taken."""
    view = raised(table_errors.Unavailable())
    app.extensions["csrf"].exempt(view)
    app.add_url_rule("/api/probe", view_func=view, methods=["POST"])
    answer = Phone(app).post("/api/probe", {"file": (io.BytesIO(b""), "none"), **{f"f{i}": "" for i in range(2000)}})
    assert (answer.status_code, answer.json) == (503, {"reason": str(table_errors.Unavailable.text)})
