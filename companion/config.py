"""Settings: read once from the environment (COMPANION_*), then a frozen value that is handed about."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import platformdirs

APP_NAME = "table-companion"
DEFAULT_PORT = 8077
DEFAULT_OPEN_LIMIT = "120/minute"
MOST_PROXIES = 9
COUNTS = "PROMETHEUS_MULTIPROC_DIR"
"""Where the environment names the folder in which several workers count together: Prometheus's client looks there."""
SHORTEST_KEY = 32

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent


class BadSetting(ValueError):
    """A setting that nothing can be made of. Says which one and what would do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the app is told from outside.

    `public_url` has no slash at its end and is None on a home network, where the
    machine's own address is used. `host` and `port` are where `serve` listens.
    `redis_url` is None where no other machine serves the same tables, `secret_key_file`
    where this process keeps a key of its own. `trusted_proxies` is how many proxies stand
    before it, each of which says whom it speaks for.
    """

    instance: Path
    database_url: str
    templates: Path
    static: Path
    public_url: str | None = None
    redis_url: str | None = None
    open_limit: str = DEFAULT_OPEN_LIMIT
    trusted_hosts: tuple[str, ...] = ()
    trusted_proxies: int = 0
    metrics: bool = True
    secret_key_file: Path | None = None
    host: str = "0.0.0.0"  # noqa: S104 - phones on the home network are the point of it
    port: int = DEFAULT_PORT

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> Settings:
        """The settings that `environ` (the process's own by default) asks for. Makes no file.

        Raises BadSetting where a value is out of range.
        """
        environ = os.environ if environ is None else environ
        instance = _instance(environ.get("COMPANION_INSTANCE", ""))
        if "?" in str(instance):
            raise BadSetting(f"The instance folder cannot have a question mark in its name: {instance}.")
        key_file = environ.get("COMPANION_SECRET_KEY_FILE", "")
        return cls(
            instance=instance,
            database_url=_database_url(environ, instance),
            templates=_shipped("templates"),
            static=_shipped("static"),
            public_url=public_url(environ.get("COMPANION_PUBLIC_URL", "")),
            redis_url=redis_url(environ.get("COMPANION_REDIS_URL", "")),
            open_limit=environ.get("COMPANION_OPEN_LIMIT") or DEFAULT_OPEN_LIMIT,
            trusted_hosts=tuple(environ.get("COMPANION_TRUSTED_HOSTS", "").replace(",", " ").split()),
            trusted_proxies=_proxies(environ.get("COMPANION_TRUSTED_PROXIES") or "0"),
            metrics=_switch("COMPANION_METRICS", environ.get("COMPANION_METRICS") or "on"),
            secret_key_file=Path(key_file).expanduser().resolve() if key_file else None,
        )

    @property
    def https(self) -> bool:
        """Whether people reach the app by https: then cookies are Secure."""
        return self.public_url is not None and self.public_url.startswith("https://")

    def secret_key(self) -> str:
        """The key that signs cookies: the one shared by equal processes, or this folder's own.

        The folder's own is made on first use, readable by its owner alone; a shared one
        never is, as each machine would make another. Raises BadSetting for what is no key.
        """
        if self.secret_key_file is not None:
            key = _told_by(self.secret_key_file, "COMPANION_SECRET_KEY_FILE")
            if len(key) < SHORTEST_KEY:
                raise BadSetting(f"{self.secret_key_file} holds no secret key: it takes {SHORTEST_KEY} signs or more.")
            return key
        path = self.instance / "secret_key"
        if not path.exists():
            self.instance.mkdir(parents=True, exist_ok=True)
            _write_once(path, secrets.token_hex(32))
        key = path.read_text("ascii").strip()
        if len(key) < SHORTEST_KEY:
            raise BadSetting(f"{path} holds no secret key. Remove it and a new one is made.")
        return key


def public_url(text: str) -> str | None:
    """An address such as `https://play.example.org`, without a slash at its end; None for none.

    Raises BadSetting for what is no http or https address of a whole site.
    """
    text = text.strip().rstrip("/")
    if not text:
        return None
    try:
        parts = urlsplit(text)
        valid = parts.scheme in ("http", "https") and parts.hostname and (parts.port is None or parts.port > 0)
    except ValueError:
        valid = False
    if not valid or parts.path or parts.query or parts.fragment or "@" in text:
        raise BadSetting(f"The public URL must look like https://play.example.org, not {text!r}.")
    return text


def redis_url(text: str) -> str | None:
    """The address of a Redis or Valkey, as redis-py takes it; None for none.

    Raises BadSetting for what is none.
    """
    text = text.strip()
    if not text:
        return None
    scheme, found, rest = text.partition("://")
    kind = {"redis": "redis", "rediss": "rediss", "valkey": "redis", "valkeys": "rediss"}.get(scheme)
    if not found or kind is None or not rest:
        raise BadSetting("COMPANION_REDIS_URL must look like redis://localhost:6379/0.")
    return f"{kind}://{rest}"


def _proxies(text: str) -> int:
    if re.fullmatch(rf"[0-{MOST_PROXIES}]", text.strip(), re.ASCII):
        return int(text)
    raise BadSetting(f"COMPANION_TRUSTED_PROXIES is how many proxies stand before the app, 0 to {MOST_PROXIES}.")


def _switch(name: str, text: str) -> bool:
    if text.strip().lower() in ("on", "off"):
        return text.strip().lower() == "on"
    raise BadSetting(f"{name} is on or off, not {text!r}.")


def _instance(text: str) -> Path:
    if text:
        return Path(text).expanduser().resolve()
    if (CHECKOUT / "pyproject.toml").exists() and (CHECKOUT / "templates").is_dir():
        return CHECKOUT / "instance"
    return platformdirs.user_data_path(APP_NAME, appauthor=False)


def _database_url(environ: Mapping[str, str], instance: Path) -> str:
    """The database that was named, with its password where a file tells it; else SQLite in the instance folder."""
    url = environ.get("COMPANION_DATABASE_URL")
    told_by = environ.get("COMPANION_DATABASE_PASSWORD_FILE")
    if not url:
        if told_by:
            raise BadSetting("COMPANION_DATABASE_PASSWORD_FILE is for the database that COMPANION_DATABASE_URL names.")
        return f"sqlite:///{(instance / 'companion.sqlite3').as_posix()}"
    if not told_by:
        return url
    from sqlalchemy.engine import make_url

    password = _told_by(Path(told_by).expanduser(), "COMPANION_DATABASE_PASSWORD_FILE")
    return make_url(url).set(password=password).render_as_string(hide_password=False)


def _told_by(path: Path, setting: str) -> str:
    """The secret that a file holds, without the line's end. Raises BadSetting where there is none to read."""
    try:
        return path.read_text("utf-8").strip()
    except (OSError, ValueError) as unread:
        raise BadSetting(f"{setting}: {path} cannot be read: {unread}.") from unread


def _shipped(name: str) -> Path:
    """Pages and static files lie at the top of a checkout, and inside the package in a wheel."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else CHECKOUT / name


def _write_once(path: Path, text: str) -> None:
    """Write the whole file or none of it; where two processes try at once, the first one's stays."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError:  # a disk without hard links, a memory stick say
        draft.replace(path)
    draft.unlink(missing_ok=True)
