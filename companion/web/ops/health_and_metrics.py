"""Health checks, and metrics for Prometheus: no codes, no names, rules by id alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from threading import Lock

from flask import Blueprint, Flask, Response, current_app, jsonify
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from companion.config import Settings
from companion.service.instrumentation import BOUNDS, Meter
from companion.web.identity import tables

AT_PLAY_SECONDS = 600.0
SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class Metrics(Meter):
    """The counts of this process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        here = self._here = CollectorRegistry()
        self._at_play = AtPlay(clock)
        here.register(self._at_play)
        ProcessCollector(registry=here)
        self._moves = Counter("companion_moves", "Moves that were accepted and are on disk.", registry=here)
        self._refusals = Counter(
            "companion_refusals", "Moves that a rule was against.", ["game", "rule"], registry=here
        )
        self._unsaved = Counter(
            "companion_unsaved", "Taps that the database did not take; each was answered so.", registry=here
        )
        self._full = Counter(
            "companion_bounds_met", "Requests that were refused because something was full.", ["bound"], registry=here
        )
        for bound in BOUNDS:
            self._full.labels(bound)  # told from the start, as none
        self._commits = Histogram(
            "companion_commit_seconds", "From an accepted tap to the disk.", buckets=SECONDS, registry=here
        )
        self._fanouts = Histogram(
            "companion_fanout_seconds",
            "From a change on disk to its being sent to all phones here that listen.",
            buckets=SECONDS,
            registry=here,
        )
        self._phones = Gauge("companion_phones_connected", "Streams that are open.", registry=here)

    def committed(self, code: str, moves: int, seconds: float) -> None:
        """Count moves, and how long the commit took."""
        self._commits.observe(seconds)
        if moves:
            self._moves.inc(moves)
            self._at_play.touched(code)

    def unsaved(self) -> None:
        """Count a tap that could not be saved."""
        self._unsaved.inc()

    def announced(self, code: str) -> None:
        """Count a table as at play: another process has announced a change."""
        self._at_play.touched(code)

    def refused(self, game: str, rule: str) -> None:
        """Count a refusal."""
        self._refusals.labels(game, rule).inc()

    def full(self, bound: str) -> None:
        """Count a request for which something was full."""
        self._full.labels(bound).inc()

    def delivered(self, seconds: float) -> None:
        """Count a fan-out."""
        self._fanouts.observe(seconds)

    def connected(self) -> None:
        """Count one connected phone more."""
        self._phones.inc()

    def disconnected(self) -> None:
        """Count one connected phone less."""
        self._phones.dec()

    def page(self) -> bytes:
        """All metrics in Prometheus' text format."""
        return generate_latest(self._here)


class AtPlay(Collector):
    """The tables that took a move within the last ten minutes."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._now = clock
        self._lock = Lock()
        self._moved: dict[str, float] = {}  # the latest is the last

    def touched(self, code: str) -> None:
        """Note that a table took a move."""
        with self._lock:
            now = self._now()
            self._moved.pop(code, None)
            self._moved[code] = now
            self._forget(now)

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The gauge: how many tables are at play."""
        with self._lock:
            self._forget(self._now())
            many = len(self._moved)
        said = "Tables that took a move within the last ten minutes, here or as other processes tell."
        yield GaugeMetricFamily("companion_tables_at_play", said, value=many)

    def _forget(self, now: float) -> None:
        while self._moved and now - self._moved[code := next(iter(self._moved))] > AT_PLAY_SECONDS:
            del self._moved[code]


NEEDED = "database"
FRESH = {"Cache-Control": "no-store"}
blueprint = Blueprint("health", __name__)


def init_app(app: Flask, settings: Settings) -> None:
    """Register the health checks, and /metrics unless the settings turn it off."""
    app.register_blueprint(blueprint)
    if settings.metrics:
        app.extensions["metrics"] = app.extensions["tables"].meter
        app.add_url_rule("/metrics", endpoint="health.metrics", view_func=metrics)


@blueprint.get("/healthz")
def alive() -> Response:
    """Liveness: this process answers. Where it does not, restarting it helps."""
    return Response("ok\n", headers=FRESH, mimetype="text/plain")


@blueprint.get("/readyz")
def ready() -> tuple[Response, int, dict[str, str]]:
    """Readiness: whether it can serve, and what is missing. Another process may; restarting does not help."""
    missing = tables().missing()
    able = NEEDED not in missing
    answer = jsonify(ready=able, missing=missing)
    return (answer, 200, FRESH) if able else (answer, 503, FRESH | {"Retry-After": "1"})


def metrics() -> Response:
    """The metrics of this process."""
    found: Metrics = current_app.extensions["metrics"]
    return Response(found.page(), headers=FRESH, content_type=CONTENT_TYPE_LATEST)
