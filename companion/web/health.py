"""For what watches the processes: is this one alive, can it serve, and what has it counted."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, current_app, jsonify
from prometheus_client import CONTENT_TYPE_LATEST

from companion.config import Settings
from companion.web.identity import tables
from companion.web.metrics import Metrics

NEEDED = "database"
blueprint = Blueprint("health", __name__)


def init_app(app: Flask, settings: Settings) -> None:
    """Answer who asks; count, unless the settings say not to."""
    app.register_blueprint(blueprint)
    if settings.metrics:
        app.extensions["metrics"] = app.extensions["tables"].meter = Metrics()
        app.add_url_rule("/metrics", endpoint="health.counted", view_func=counted)


@blueprint.get("/healthz")
def alive() -> Response:
    """That this process answers. Where it does not, starting it again helps."""
    return _fresh(Response("ok\n", mimetype="text/plain"))


@blueprint.get("/readyz")
def ready() -> tuple[Response, int]:
    """Whether it can serve, and what is missing. Where it cannot others may; starting it again would help nobody."""
    missing = tables().missing()
    able = NEEDED not in missing
    answer = _fresh(jsonify(ready=able, missing=missing))
    if not able:
        answer.headers["Retry-After"] = "1"
    return answer, 200 if able else 503


def counted() -> Response:
    """What this process has counted, and the workers beside it."""
    metrics: Metrics = current_app.extensions["metrics"]
    return _fresh(Response(metrics.page(), content_type=CONTENT_TYPE_LATEST))


def _fresh(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer
