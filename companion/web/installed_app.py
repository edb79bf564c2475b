"""The app as phones install it: its manifest, the service worker with this version's files, a page to show offline."""

from __future__ import annotations

import json

from flask import Blueprint, Response, render_template, request

from companion.games.text import Text
from companion.web.assets import Assets, assets
from companion.web.request_language import CHOSEN, direction_of, known_languages
from companion.web.security import HEADERS

blueprint = Blueprint("installed_app", __name__)

WORKER = "js/worker.js"
DESCRIPTION = Text("Phones keep the book for a card table.")
GROUND = "#efe7d8"
MANIFEST = {
    "id": "/", "start_url": "/", "scope": "/", "display": "standalone",
    "name": "Table Companion", "short_name": "Companion", "background_color": GROUND, "theme_color": GROUND,
}  # fmt: skip
ICONS = (
    {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
    {"src": "icons/icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any"},
    {"src": "icons/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any"},
    {"src": "icons/maskable-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
)
REVALIDATED = {"Cache-Control": "no-cache"}
KEPT_KINDS = (".css", ".js", ".woff2", ".svg")


@blueprint.get("/worker.js")
def worker() -> Response:
    """The service worker. At the root, so that it may answer for every page; revalidated each time."""
    answer = Response(worker_text(assets()), headers=REVALIDATED, mimetype="text/javascript")
    answer.add_etag()
    answer.make_conditional(request)
    return answer


@blueprint.get("/companion.webmanifest")
def manifest() -> Response:
    """What a phone is told that installs the app, in the language of the address: browsers ask without the cookie."""
    here = known_languages()[request.args.get(CHOSEN, "")]
    icons = [{**icon, "src": assets().address(icon["src"])} for icon in ICONS]
    own = {"lang": here.code, "dir": direction_of(here.code), "description": DESCRIPTION.put(here), "icons": icons}
    return Response(json.dumps(MANIFEST | own), headers=REVALIDATED, mimetype="application/manifest+json")


@blueprint.get("/offline")
def page() -> str:
    """The page in place of one that this phone has not seen."""
    return render_template("offline.html")


def worker_text(found: Assets) -> str:
    """The worker's script. Another version of any of the files makes it another, and browsers take the new one."""
    files = [found.address(name) for name in found.files if name.endswith(KEPT_KINDS) and name != WORKER]
    shell = json.dumps({"version": found.version, "files": files, "headers": HEADERS})
    return f"const SHELL = {shell};\n{found.files[WORKER].decode()}"
