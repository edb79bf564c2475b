"""What phones ask of a network when they join it: whether the internet is there. A hotspot without it says yes.

Otherwise a phone leaves the network again, or asks its owner whether to stay. Each system asks at an address of its own
and expects a body of its own. Answered only where the operator says that this machine is the hotspot: elsewhere it
would be a lie.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import Flask, Response

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
        for path, probe in PROBES.items():
            app.add_url_rule(path, endpoint=f"hotspot{path}", view_func=_view(*probe))


def _view(status: int, kind: str, body: str) -> Callable[[], Response]:
    def probe() -> Response:
        answer = Response(body, status, content_type=kind)
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return probe


def is_probe(settings: Settings, path: str) -> bool:
    """Whether this address is answered whatever the Host is: nothing there is anybody's, or can be changed."""
    return settings.hotspot and path in PROBES
