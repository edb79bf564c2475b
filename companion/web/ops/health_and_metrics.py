"""Health checks, and metrics for Prometheus: no codes, no names, rules by id alone."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
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
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from companion.config import COUNTS, Settings
from companion.service.instrumentation import BOUNDS, Meter
from companion.web.identity import tables

AT_PLAY_SECONDS = 600.0
SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
KINDS = ("counter", "histogram", "gauge_livesum")
ROOM = 1 << 15
"""Bytes of a worker's file of each kind: more than it takes to count every rule of all games."""

log = logging.getLogger("table_companion.metrics")


def meter() -> Meter:
    """What counts in this process; nothing does in a worker for whose files there is no room."""
    try:
        return Metrics()
    except OSError as failed:
        log.error("nothing is counted by process %s: %s", os.getpid(), failed)
        return Meter()


class Metrics(Meter):
    """The counts of this process, or, where COUNTS names a folder, of all workers of this machine.

    Then every worker reports the sums, and the counts of a worker that died remain. Raises OSError where the folder
    has no room for this one's.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        if folder := os.environ.get(COUNTS):
            _make_room(Path(folder))
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
        self._phones = Gauge(
            "companion_phones_connected", "Streams that are open.", registry=here, multiprocess_mode="livesum"
        )

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
        folder = os.environ.get(COUNTS)
        return generate_latest(self._of_all(folder) if folder else self._here)

    def _of_all(self, folder: str) -> CollectorRegistry:
        registry = CollectorRegistry()
        _bury(Path(folder))
        MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]  # it has no types
        registry.register(self._at_play)
        return registry


def _make_room(folder: Path) -> None:
    """Make the files in which this process counts, every page of them on disk.

    The client's own have holes and are mapped: a page that a full disk has no room for ends the process (SIGBUS).
    """
    for kind in KINDS:
        file = folder / f"{kind}_{os.getpid()}.db"
        if not file.exists():  # else a worker that has ended had this number
            draft = file.with_suffix(".new")  # no other worker reads an empty one
            try:
                draft.write_bytes(bytes(ROOM))
                draft.replace(file)
            except OSError:
                draft.unlink(missing_ok=True)
                raise


def _bury(folder: Path) -> None:
    """Remove the gauge of a worker that was killed: its phones are not connected any more."""
    for pid in {int(path.stem.rpartition("_")[2]) for path in folder.glob("gauge_live*.db")}:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]  # it has no types


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
    """The metrics of this process and of the workers beside it; 503 where this one counts nothing."""
    found: Meter = current_app.extensions["metrics"]
    if not isinstance(found, Metrics):
        return Response("nothing is counted here\n", 503, headers=FRESH, mimetype="text/plain")
    return Response(found.page(), headers=FRESH, content_type=CONTENT_TYPE_LATEST)
