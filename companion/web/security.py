"""Security headers on every response, and the Host names that the app accepts."""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from flask import Flask, g, has_request_context, request

from companion.config import Settings
from companion.games.text import Text
from companion.security_log import LOGGER
from companion.web.errors import stop
from companion.web.ops.captive_portal import is_probe
from companion.web.refusals_log import refused

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}
FOR_FILES = frozenset({"X-Content-Type-Options", "Cross-Origin-Resource-Policy", "Strict-Transport-Security"})
"""Those that mean something on a static file which is no page by itself; a first page brings some twenty of them."""
FILES = ("text/css", "text/javascript", "font/")
KEPT = 256
# A page is private to its phone: no proxy may cache it, and it is revalidated each time.
PRIVATE = "private, no-cache"
HSTS = "max-age=31536000"
STRANGE_HOST = Text("The app does not answer to this address. Open it by scanning the table\u2019s code.")

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?", re.ASCII | re.IGNORECASE)


def init_app(app: Flask, settings: Settings) -> None:
    """Check the Host of every request, and add the headers to every response."""
    known = host_check(settings)
    LOGGER.addFilter(with_address)

    @app.before_request
    def under_a_known_name() -> None:
        # Another site's name that leads here (DNS rebinding) would let that
        # site's pages act with this phone's cookie.
        if not known(request.environ.get("HTTP_HOST")) and not is_probe(settings, request.path):
            g.stranger = True
            refused("strange host")
            stop(400, STRANGE_HOST)

    below = with_headers(app.wsgi_app, answer_headers(settings))
    app.wsgi_app = below  # type: ignore[method-assign, assignment]  # Flask's own way


def answer_headers(settings: Settings) -> dict[str, str]:
    """The headers of every answer that does not set them itself."""
    return {**HEADERS, "Cache-Control": PRIVATE, **({"Strict-Transport-Security": HSTS} if settings.https else {})}


def with_headers(app: WSGIApplication, headers: Mapping[str, str]) -> WSGIApplication:
    """The app with these headers on each answer that does not set them itself; on files those that matter for them.

    Below Flask an answer's headers are a plain list: an `after_request` would take 20 to 70 microseconds an answer.
    """
    for_pages = [(name.lower(), (name, value)) for name, value in headers.items()]
    for_files = [header for header in headers.items() if header[0] in FOR_FILES]

    def call(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, sent: list[tuple[str, str]], error: Any = None) -> Callable[[bytes], object]:
            given = {name.lower(): value for name, value in sent}
            if environ["PATH_INFO"].startswith("/static/") and given.get("content-type", "").startswith(FILES):
                return start_response(status, [*sent, *for_files], error)
            return start_response(status, [*sent, *(header for name, header in for_pages if name not in given)], error)

        return app(environ, start)

    return call


def with_address(record: logging.LogRecord) -> bool:
    """Add to a line of the security log from which address its request came, where a request wrote it; all pass."""
    if has_request_context() and hasattr(record, "facts"):
        record.facts = {**record.facts, "address": request.remote_addr}
    return True


def host_check(settings: Settings) -> Callable[[str | None], bool]:
    """A function: whether a Host header names this app: an IP address, localhost, this machine, or a name that was set.

    A request without the header is accepted.
    """
    names = {"localhost", *machine_names(), *(name.casefold() for name in settings.trusted_hosts)}
    if settings.public_url:
        names.add((urlsplit(settings.public_url).hostname or "").casefold())

    @lru_cache(KEPT)
    def known(host: str | None) -> bool:
        if host is None:
            return True
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].casefold().removesuffix(".")
        if name in names:
            return True
        try:
            ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True

    return known


def machine_names() -> frozenset[str]:
    """This machine's names on a home network: "pi", "pi.local"."""
    full = socket.gethostname().casefold()
    short = full.partition(".")[0]
    return frozenset({full, short, f"{short}.local"} if short else ())
