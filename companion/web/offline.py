"""What a phone has without a connection: the worker's script with the list of this version's files, and a page."""

from __future__ import annotations

import json
from hashlib import sha256
from posixpath import splitext

from flask import Blueprint, Response, render_template, request

from companion.games.text import Text
from companion.web.assets import FOR_NOW, Assets, assets
from companion.web.request_language import CHOSEN, direction_of, known_languages
from companion.web.security import HEADERS

blueprint = Blueprint("offline", __name__)

WORKER = "js/worker.js"
MANIFEST = "companion.webmanifest"
DESCRIPTION = Text("Phones keep the book for a card table.")
KEPT_KINDS = {".css", ".js", ".woff2", ".svg"}


@blueprint.get("/worker.js")
def worker() -> Response:
    """The service worker. At the root, so that it may answer for every page; revalidated each time."""
    text = worker_text(assets())
    answer = Response(text, mimetype="text/javascript")
    answer.headers["Cache-Control"] = FOR_NOW
    answer.set_etag(sha256(text.encode()).hexdigest()[:10])
    answer.make_conditional(request)
    return answer


@blueprint.get(f"/{MANIFEST}")
def manifest() -> Response:
    """What a phone is told that installs the app, in the language that its page was in.

    The address names the language: browsers ask for it without the phone's cookie.
    """
    here = known_languages()[request.args.get(CHOSEN, "")]
    told = json.loads(assets().files[MANIFEST].body)
    told |= {"lang": here.code, "dir": direction_of(here.code), "description": DESCRIPTION.put(here)}
    told["icons"] = [{**icon, "src": assets().address(icon["src"])} for icon in told["icons"]]
    answer = Response(json.dumps(told), mimetype="application/manifest+json")
    answer.headers["Cache-Control"] = FOR_NOW
    return answer


@blueprint.get("/offline")
def page() -> str:
    """The page in place of one that this phone has not seen."""
    return render_template("offline.html")


def worker_text(found: Assets) -> str:
    """The worker's script. Another version of any of the files makes it another, and browsers take the new one."""
    names = (name for name in found.files.keys() - found.inside - {WORKER} if splitext(name)[1] in KEPT_KINDS)
    files = [found.address(name) for name in sorted(names)]
    shell = json.dumps({"version": found.version, "files": files, "headers": HEADERS})
    return f"const SHELL = {shell};\n{found.files[WORKER].body.decode()}"
