"""Errors as HTTP: a status and a sentence, as page, fragment or JSON, whichever the caller understands."""

from __future__ import annotations

from typing import NoReturn

from flask import Flask, Response, current_app, g, jsonify, render_template
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from htmx_flask import make_response, request
from markupsafe import Markup
from werkzeug.exceptions import HTTPException

from companion.circles import errors as circle_errors
from companion.games.text import Text
from companion.tables import answers
from companion.tables import errors as table_errors
from companion.web.refusals_log import Refusals, bound_met, refused
from companion.web.request_language import words

SENTENCES = {
    400: Text("The app does not understand this request."),
    403: Text("This phone may not do that."),
    404: Text("There is nothing at this address."),
    405: Text("This page does not work that way."),
    413: Text("That is too much for the app at once."),
    415: Text("This address takes JSON: send it as application/json."),
    429: Text("Too many tries from here. Wait a minute, then try again."),
    500: Text("Something went wrong in the app. Everything entered before is safe; try again."),
    503: Text("The app cannot answer just now. Nothing was lost; try again."),
}
EXPIRED = Text("This form has expired. Load the page again and repeat what you did; nothing was entered.")
STATUSES: dict[type[table_errors.TableError], int] = {
    error: status
    for status, errors in {
        403: (
            table_errors.WrongRecovery, table_errors.HostOnly, table_errors.KeepersOnly, table_errors.KeyEnded,
            circle_errors.MembersOnly, circle_errors.CircleHostOnly, circle_errors.WrongCircleRecovery,
        ),
        404: (
            table_errors.NoSuchTable, table_errors.TableGone, circle_errors.NoSuchCircle, circle_errors.NoSuchPerson,
            circle_errors.NoSuchPhone, circle_errors.NoSuchPreset,
        ),
        409: (
            table_errors.NoRematch, table_errors.SeatTaken, table_errors.NotOver, table_errors.HostStays,
            table_errors.BrokenLedger, circle_errors.LastHost, circle_errors.NameKnown, circle_errors.SatTogether,
        ),
        # What a body names; the address is right.
        422: (table_errors.NoSuchSeat, circle_errors.BadName, circle_errors.BadPersonName),
        503: (table_errors.Unavailable, table_errors.LogLeft, table_errors.LogGone),
        # Insufficient Storage (RFC 4918): not to be sent again by itself. 409 would say that the table has moved on.
        507: (table_errors.TableFull, table_errors.DatabaseFull, circle_errors.CircleFull),
    }.items()
    for error in errors
}  # fmt: skip
FULL: dict[type[table_errors.TableError], str] = {
    table_errors.DatabaseFull: "database", table_errors.TableFull: "table", circle_errors.CircleFull: "circle",
}  # fmt: skip
ANSWERS: dict[type[answers.Answer], int] = {
    answers.Played: 201, answers.Refused: 422, answers.Stale: 409, answers.OnHold: 423, answers.Forbidden: 403,
    answers.Reused: 400, answers.Unsaved: 503,
}  # fmt: skip


NOTHING = Markup()
LATER = {429, 503, 507}
TRY_AGAIN = Text("Try again")
BARE_ALERT = Markup('<p role="alert">{}</p>')
BARE_PAGE = Markup('<!doctype html><html lang="en"><title>Table companion</title>{}</html>')


def status_of(answer: answers.Answer | table_errors.TableError) -> int:
    """The status of the service's answer to a move, or of its error, for the API and for forms."""
    if isinstance(answer, table_errors.TableError):
        return STATUSES[type(answer)]
    if isinstance(answer, answers.Refused) and answer.rejected.rule.id == "malformed":
        return 400
    return ANSWERS[type(answer)]


class Stop(HTTPException):
    """An error response with a sentence of its own; raise it with `stop`."""

    def __init__(self, status: int, text: Text, headers: dict[str, str]) -> None:
        super().__init__(text.put())
        self.code, self.text, self.headers = status, text, headers

    def get_headers(self, *_: object) -> list[tuple[str, str]]:
        return list(self.headers.items())


def stop(status: int, text: Text, /, **headers: str) -> NoReturn:
    """End the request with this status and sentence, as the caller understands it.

    A header is named with underscores: `stop(429, text, Retry_After="60")`.
    """
    raise Stop(status, text, {name.replace("_", "-"): value for name, value in headers.items()})


def say(status: int, text: Text, *, back: bool = True) -> Response:
    """The sentence as the caller understands it: JSON under /api, a fragment for htmx, else a page.

    A page about a table leads `back` to it, if it can be shown; of one that is no longer there (404) the phone keeps
    nothing. If what came may be sent once more, a page has a form that holds it.
    """
    sentence = words(text)
    # Without templates: for a stranger's Host, or if they may be what failed.
    bare = (status >= 500 and status != 507) or g.get("stranger", False)
    alert = BARE_ALERT.format(sentence)
    if is_api():
        answer = jsonify(reason=sentence)
    elif request.htmx:  # into #notice, whatever the request was to replace
        shown = alert if bare else render_template("shared/alert.html", sentence=sentence)
        answer = make_response(shown, retarget="#notice", reswap="innerHTML")
    elif bare:
        answer = make_response(BARE_PAGE.format(alert + _sent_again(status)))
    else:
        again = _sent_again(status)
        of_table = request.path.startswith("/t/") and request.endpoint != "table.page" and status >= 400
        table = request.path.split("/")[2] if back and of_table else None
        gone = not back and status == 404
        answer = make_response(render_template("error.html", sentence=sentence, again=again, gone=gone, table=table))
    answer.status_code = status
    return answer


def is_api() -> bool:
    """Whether the request is for the API."""
    return f"{request.path}/".startswith("/api/")


def init_app(app: Flask) -> None:
    """Register a handler for every exception that a request can raise."""
    app.extensions["refusals"] = Refusals()
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(CSRFError, _expired)
    app.register_error_handler(table_errors.TableError, _table_error)
    app.after_request(_log_forbidden)


def _log_forbidden(answer: Response) -> Response:
    if answer.status_code == 403 and not g.get("guessed_wrong"):  # a wrong recovery code has its own line
        refused("forbidden")
    return answer


def _http(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500  # Flask hands on none without a code
    text = error.text if isinstance(error, Stop) else SENTENCES.get(status, SENTENCES[400])
    answer = say(status, text)
    for name, value in error.get_headers(request.environ):  # Allow, Retry-After, WWW-Authenticate
        if name != "Content-Type":
            answer.headers[name] = value
    return answer


def _expired(_: CSRFError) -> ResponseReturnValue:
    refused("form refused")
    return say(400, EXPIRED)


def _table_error(error: table_errors.TableError) -> ResponseReturnValue:
    if isinstance(error, table_errors.Unavailable):
        if request.method not in ("GET", "HEAD"):  # a tap that failed before anything was to be appended
            current_app.extensions["tables"].meter.unsaved()
        return unavailable()
    if type(error) in FULL:
        bound_met(FULL[type(error)])
    shown = not isinstance(error, (table_errors.NoSuchTable, table_errors.BrokenLedger))
    return say(status_of(error), error.text, back=shown)


def unavailable() -> Response:
    """The answer where the database does not answer, or did not save."""
    answer = say(STATUSES[table_errors.Unavailable], table_errors.Unavailable.text)
    answer.headers["Retry-After"] = "1"
    return answer


def _sent_again(status: int) -> Markup:
    """A form that holds what was sent in one, so that a tap sends it once more: nothing that was typed is lost.

    Empty if a later try would do no better, if no form of ours came, or if files came, which a page cannot hold.
    """
    if status not in LATER or request.method != "POST" or "csrf_token" not in request.form:
        return NOTHING
    if any(file.filename for file in request.files.values()):  # a field in which none was chosen has no name
        return NOTHING
    field = Markup('<input type="hidden" name="{}" value="{}">')
    held = NOTHING.join(field.format(*one) for one in request.form.items(multi=True))
    button = Markup('<button class="button main">{}</button>').format(words(TRY_AGAIN))
    # As it came: a long text is longer yet when it is put into a form of the usual kind.
    kind = Markup(' enctype="multipart/form-data"') if request.mimetype == "multipart/form-data" else NOTHING
    return Markup('<form method="post"{}>{}{}</form>').format(kind, held, button)
