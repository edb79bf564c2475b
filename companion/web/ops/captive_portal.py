"""What phones ask of a network when they join it: whether the internet is there. A hotspot without it says yes.

Otherwise a phone leaves the network again, or asks its owner whether to stay. Each system asks at an address of its own
and expects a body of its own. Answered only where the operator says that this machine is the hotspot: elsewhere it
would be a lie.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask, Response, request

from companion.config import Settings

APPLE = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
FIREFOX = '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
HTML, TEXT = "text/html", "text/plain"
PROBES: Mapping[str, tuple[int, str, str]] = {
    "/generate_204": (204, TEXT, ""),
    "/gen_204": (204, TEXT, ""),
    "/hotspot-detect.html": (200, HTML, APPLE),
    "/library/test/success.html": (200, HTML, APPLE),
    "/connecttest.txt": (200, TEXT, "Microsoft Connect Test"),
    "/ncsi.txt": (200, TEXT, "Microsoft NCSI"),
    "/success.txt": (200, TEXT, "success\n"),
    "/canonical.html": (200, HTML, FIREFOX),
}
"""By path: status, media type, body. Android and ChromeOS; Apple; Windows, older Windows; Firefox, older and newer."""


def init_app(app: Flask, settings: Settings) -> None:
    """Answer these addresses, under whatever Host: the hotspot's name server leads all names here."""
    if settings.hotspot:
        for path in PROBES:
            app.add_url_rule(path, endpoint=f"hotspot{path}", view_func=_probed)


def _probed() -> Response:
    status, kind, body = PROBES[request.path]
    return Response(body, status, {"Cache-Control": "no-store"}, content_type=kind)


def is_probe(settings: Settings, path: str) -> bool:
    """Whether this address is answered whatever the Host is: nothing there is anybody's, or can be changed."""
    return settings.hotspot and path in PROBES
