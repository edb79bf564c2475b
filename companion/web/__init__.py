"""The web edge, thin: what a request asks is handed to the tables, what they answer is put into words."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask
from flask_wtf.csrf import CSRFProtect
from htmx_flask import Htmx
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.config import PACKAGE, Settings
from companion.tables.bus import Alone, Bus, Silence
from companion.tables.database import connect, sqlite_file
from companion.tables.migrate import upgrade
from companion.tables.service import Tables
from companion.web import api, assets, drawing, errors, health, identity, limits, packing, pages, security, words

LARGEST_BODY = 64 * 1024
YEAR = timedelta(days=365)


def build(settings: Settings | None = None, bus: Bus | None = None, *, looped: bool = False) -> Flask:
    """The Flask application, its database made or brought up to date.

    `bus` carries the news of other processes, where not the one that the settings ask for; `looped` as in `create_app`.
    """
    settings = settings or Settings.from_environment()
    app = Flask(
        "companion",
        root_path=str(settings.templates.parent),
        template_folder=str(settings.templates),
        static_folder=None,  # assets.py serves them
        instance_path=str(settings.instance),
    )
    app.config.from_mapping(_config(settings))
    app.session_interface = identity.Sessions()
    app.json.sort_keys = False  # type: ignore[attr-defined]  # seats stay in their order
    app.extensions["settings"] = settings
    upgrade(settings.database_url)
    database = connect(settings.database_url, looped=looped)
    app.extensions["tables"] = Tables(database, bus=bus or _bus(settings))
    Htmx(app)
    packing.init_app(app)
    security.init_app(app, settings)  # first: a request under a strange name is looked at no further
    csrf = CSRFProtect(app)
    assets.init_app(app, settings.static)
    words.init_app(app)
    drawing.init_app(app)
    limits.init_app(app, settings)
    errors.init_app(app)
    csrf.exempt(api.blueprint)  # a key in a header cannot be sent by another site's form
    app.register_blueprint(api.blueprint)
    pages.register(app)
    health.init_app(app, settings)
    if settings.trusted_proxies:
        told = settings.trusted_proxies  # how many have added who asked them; what stands before that is hearsay
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=told, x_proto=told)  # type: ignore[method-assign]
    return app


def _bus(settings: Settings) -> Bus:
    """How this process hears of others. One file serves one process: there are no others."""
    if settings.redis_url:
        from companion.tables.bus_redis import RedisBus  # late: at home nobody needs it

        return RedisBus(settings.redis_url)
    return Alone() if sqlite_file(settings.database_url) else Silence()


def _config(settings: Settings) -> dict[str, object]:
    return {
        "SECRET_KEY": settings.secret_key(),
        "MAX_CONTENT_LENGTH": LARGEST_BODY,
        "MAX_FORM_MEMORY_SIZE": LARGEST_BODY,
        "PERMANENT_SESSION_LIFETIME": YEAR,
        # Written only when it changes: an answer that comes late cannot bring an older cookie back.
        "SESSION_REFRESH_EACH_REQUEST": False,
        "SESSION_COOKIE_NAME": "companion",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": settings.https,
        "BABEL_TRANSLATION_DIRECTORIES": str(PACKAGE / "translations"),
        "WTF_CSRF_TIME_LIMIT": None,  # a phone may lie on the table for hours
        # The token alone decides, over https as at home: a browser that tells no Referer can play, too.
        "WTF_CSRF_SSL_STRICT": False,
    }
