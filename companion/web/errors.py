"""What a request meets that cannot be answered: a status and a clear sentence, as page, fragment or JSON."""

from __future__ import annotations

import re
from typing import NoReturn

from flask import Flask, Response, g, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from markupsafe import escape
from werkzeug.exceptions import HTTPException

from companion.games.ruling import Text
from companion.tables import troubles
from companion.web.words import words

SENTENCES = {
    400: Text("The app cannot make anything of this request."),
    403: Text("This phone may not do that."),
    404: Text("There is nothing at this address."),
    405: Text("This address does not take that kind of request."),
    413: Text("That is more than the app takes at once."),
    415: Text("This address takes JSON: send it as application/json."),
    429: Text("Too many tries from here. Wait a minute, then try again."),
    500: Text("Something went wrong in the app. What was entered before is safe; try once more."),
    503: Text("The app cannot answer just now. Nothing was lost; try again."),
}
EXPIRED = Text("This form has expired. Load the page again and repeat what you did; nothing was entered.")
TROUBLES: dict[type[troubles.Trouble], int] = {
    troubles.NoSuchTable: 404,
    troubles.NoSuchSeat: 404,
    troubles.NoRematch: 409,
    troubles.SeatTaken: 409,
    troubles.NotOver: 409,
    troubles.HostOnly: 403,
    troubles.KeepersOnly: 403,
    troubles.Unavailable: 503,
    troubles.BrokenLedger: 503,
}


ALERT = '<p role="alert">{}</p>'
PAGE = '<!doctype html><html lang="en"><title>Table companion</title>{}</html>'


class Stop(HTTPException):
    """An answer other than the one asked for; raise it with `stop`."""

    def __init__(self, status: int, text: Text, headers: dict[str, str]) -> None:
        super().__init__(text.put())
        self.code, self.text, self.headers = status, text, headers


def stop(status: int, text: Text, /, **headers: str) -> NoReturn:
    """End the request with this status and sentence, told the way the asker understands.

    A header is named with underscores: `stop(429, text, Retry_After="60")`.
    """
    raise Stop(status, text, {name.replace("_", "-"): value for name, value in headers.items()})


def say(status: int, text: Text) -> Response:
    """The sentence as the asker understands it: JSON under /api, a fragment for htmx, else a page."""
    sentence = words(text)
    if is_api():
        answer = jsonify(reason=sentence)
    elif request.headers.get("HX-Request") == "true":
        answer = _noticed(ALERT.format(escape(sentence)) if _bare(status) else _alert(sentence))
    elif _bare(status):
        answer = make_response(PAGE.format(ALERT.format(escape(sentence))))
    else:
        answer = make_response(render_template("error.html", status=status, sentence=sentence))
    answer.status_code = status
    return answer


def _alert(sentence: str) -> str:
    return render_template("_partials/alert.html", sentence=sentence)


def _noticed(alert: str) -> Response:
    """An alert for htmx, put into #notice whatever the request was to replace."""
    answer = make_response(alert)
    answer.headers["HX-Retarget"] = "#notice"
    answer.headers["HX-Reswap"] = "innerHTML"
    return answer


def is_api() -> bool:
    """Whether a program is asking."""
    return re.match(r"/api(/|$)", request.path) is not None


def init_app(app: Flask) -> None:
    """Answer every exception that a request can meet."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(CSRFError, _expired)
    app.register_error_handler(troubles.Trouble, _trouble)


def _http(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500  # Flask hands on none without a code
    text = error.text if isinstance(error, Stop) else SENTENCES.get(status, SENTENCES[400])
    answer = say(status, text)
    # What the exception knows beside its sentence: Allow, Retry-After, WWW-Authenticate.
    for name, value in error.get_headers(request.environ):
        if name not in ("Content-Type", "Content-Length"):
            answer.headers[name] = value
    if isinstance(error, Stop):
        answer.headers.update(error.headers)
    return answer


def _expired(_: CSRFError) -> ResponseReturnValue:
    return say(400, EXPIRED)


def _trouble(trouble: troubles.Trouble) -> ResponseReturnValue:
    answer = say(TROUBLES[type(trouble)], trouble.text)
    if answer.status_code == 503:
        answer.headers["Retry-After"] = "1"
    return answer


def _bare(status: int) -> bool:
    """Whether the page must do without templates: for a stranger's Host, or where they may be what failed."""
    return status >= 500 or g.get("stranger", False)
