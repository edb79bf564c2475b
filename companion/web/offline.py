"""What a phone has without a connection: the worker's script with the list of this version's files, and a page."""

from __future__ import annotations

import json
from hashlib import sha256
from posixpath import splitext

from flask import Blueprint, Response, render_template, request

from companion.web.assets import FOR_NOW, Assets, assets
from companion.web.security import HEADERS

blueprint = Blueprint("offline", __name__)

WORKER = "js/worker.js"
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


@blueprint.get("/offline")
def page() -> str:
    """The page in place of one that this phone has not seen."""
    return render_template("offline.html")


def worker_text(found: Assets) -> str:
    """The worker's script. Another version of any of the files makes it another, and browsers take the new one."""
    script = found.get(WORKER)
    if script is None:
        raise LookupError(WORKER)
    names = sorted(name for name in found.names - {WORKER} if splitext(name)[1] in KEPT_KINDS)
    files = [found.address(name) for name in names]
    version = sha256("\n".join((script.digest, *files)).encode()).hexdigest()[:10]
    shell = json.dumps({"version": version, "files": files, "headers": HEADERS})
    return f"const SHELL = {shell};\n{script.body.decode()}"
