"""Health checks, and metrics for Prometheus."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, jsonify
from prometheus_client import CONTENT_TYPE_LATEST

from companion.config import Settings
from companion.web.identity import tables

FRESH = {"Cache-Control": "no-store"}

blueprint = Blueprint("health", __name__)


def init_app(app: Flask, settings: Settings) -> None:
    """Register the health checks, and /metrics unless the operator has turned it off."""
    app.register_blueprint(blueprint)
    if settings.metrics:
        app.add_url_rule("/metrics", endpoint="health.metrics", view_func=metrics)


def metrics() -> Response:
    """Return what this process counts."""
    return Response(tables().meter.page(), headers=FRESH, content_type=CONTENT_TYPE_LATEST)


@blueprint.get("/healthz")
def alive() -> Response:
    """Liveness: this process answers. Where it does not, restarting it helps."""
    return Response("ok\n", headers=FRESH, mimetype="text/plain")


@blueprint.get("/readyz")
def ready() -> tuple[Response, int, dict[str, str]]:
    """Readiness: whether it can serve, and what is missing. Another process may; restarting does not help."""
    missing = tables().missing()
    able = "database" not in missing
    answer = jsonify(ready=able, missing=missing)
    return (answer, 200, FRESH) if able else (answer, 503, FRESH | {"Retry-After": "1"})
