"""The web edge, thin: parses requests, calls the service, and renders its answers as pages, streams and JSON."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask
from flask_wtf.csrf import CSRFProtect
from htmx_flask import Htmx
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.config import Settings
from companion.live.bus import Bus, LocalBus, SilentBus
from companion.private_files import close_folder
from companion.service.service import build_service
from companion.service.storage_limits import Bounds
from companion.storage.database import connect
from companion.storage.migrate import upgrade
from companion.storage.sqlite import sqlite_file
from companion.web import (
    assets,
    compression,
    errors,
    identity,
    installed_app,
    limits,
    request_language,
    security,
    template_helpers,
)
from companion.web.api import tables as tables_api
from companion.web.circle import evening as circle_evening
from companion.web.circle import page as circle_page
from companion.web.circle import people as circle_people
from companion.web.circle import phones as circle_phones
from companion.web.circle import statistics as circle_statistics
from companion.web.circle import table_presets as circle_presets
from companion.web.ledger import page as ledger_page
from companion.web.lobby import home, join, open_file, open_table
from companion.web.ops import captive_portal, health_and_metrics, no_phone_connects
from companion.web.referee import (
    amend,
    dispute,
    may_i,
    reconcile,
    rulebook,
    table_ruling,
)
from companion.web.referee import page as referee_page
from companion.web.scores import page as scores_page
from companion.web.scores import share_result
from companion.web.table import board, by_result, phones, players, rematch, seats
from companion.web.table import page as table_page

LOBBY = (home, join, open_table, open_file)
TABLE = (table_page, seats, rematch, players, by_result, phones, board, scores_page, share_result, ledger_page)
CIRCLE = (circle_page, circle_people, circle_phones, circle_presets, circle_statistics, circle_evening)
REFEREE = (referee_page, may_i, amend, reconcile, dispute, table_ruling, rulebook)

YEAR = timedelta(days=365)


def build(settings: Settings | None = None) -> Flask:
    """The Flask application, its database made or brought up to date."""
    settings = settings or Settings.from_environment()
    app = Flask(
        "companion",
        root_path=str(settings.templates.parent),
        template_folder=str(settings.templates),
        static_folder=None,  # assets.py serves them
        instance_path=str(settings.instance),
    )
    app.config.from_mapping(_config(settings))
    app.jinja_options = {"cache_size": -1}  # there are some hundred templates, and all are kept
    app.session_interface = identity.Sessions()
    app.json.sort_keys = False  # type: ignore[attr-defined]  # seats stay in their order
    app.extensions["settings"] = settings
    close_folder(settings.instance)
    upgrade(settings.database_url)
    database = connect(settings.database_url)
    database.ping()  # so it has its files open, and notices when they are gone, before anybody asks
    app.extensions["tables"] = build_service(
        database,
        bus=_bus(settings),
        bounds=Bounds(settings.most_entries, settings.most_megabytes),
    )
    Htmx(app)
    compression.init_app(app)
    security.init_app(app, settings)  # first: a request for an unknown host is rejected before anything else
    limits.init_app(app, settings)
    no_phone_connects.init_app(app, settings)
    csrf = CSRFProtect(app)
    assets.init_app(app, settings.static)
    request_language.init_app(app)
    template_helpers.init_app(app)
    errors.init_app(app)
    csrf.exempt(tables_api.blueprint)  # a key in a header cannot be sent by another site's form
    app.register_blueprint(tables_api.blueprint)
    app.register_blueprint(installed_app.blueprint)
    for page in (*LOBBY, *TABLE, *CIRCLE, *REFEREE):
        app.register_blueprint(page.blueprint)
    health_and_metrics.init_app(app, settings)
    captive_portal.init_app(app, settings)
    if settings.trusted_proxies:
        hops = settings.trusted_proxies  # how many proxies have added their client; earlier entries may be forged
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops)  # type: ignore[method-assign]
    return app


def _bus(settings: Settings) -> Bus:
    """The bus that the settings name. An SQLite file without a bus serves one process: there are no others."""
    if settings.redis_url:
        from companion.live.redis_bus import RedisBus  # imported late: a home server does not need it

        return RedisBus(settings.redis_url)
    return LocalBus() if sqlite_file(settings.database_url) else SilentBus()


def _config(settings: Settings) -> dict[str, object]:
    return {
        "SECRET_KEY": settings.secret_key(),
        "PERMANENT_SESSION_LIFETIME": YEAR,
        # Sent only when it changes, so that a late response does not restore an older cookie.
        "SESSION_REFRESH_EACH_REQUEST": False,
        # With this prefix browsers take it from this very host alone, by https.
        "SESSION_COOKIE_NAME": f"__Host-{identity.COOKIE}" if settings.https else identity.COOKIE,
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": settings.https,
        "WTF_CSRF_TIME_LIMIT": None,  # a phone may lie on the table for hours
        # The token alone decides, over https too: a browser that sends no Referer can play.
        "WTF_CSRF_SSL_STRICT": False,
    }
