"""Settings: read once from the environment (COMPANION_*), then a frozen value that is handed about."""

from __future__ import annotations

import os
import re
import secrets
import sys
from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

import platformdirs
from pydantic import AfterValidator, BeforeValidator, Field, ValidationError, ValidationInfo, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, EnvSettingsSource, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from companion.private_files import private_folder

if TYPE_CHECKING:
    from sqlalchemy import URL

APP_NAME = "table-companion"
DEFAULT_PORT = 8077
SHORTEST_KEY = 32
MOST_DAYS = 36_500
OTHERWISE = frozenset("\u00df\u03c2\u200c\u200d")
"""Signs that Python's IDNA encodes otherwise than browsers: a name with one has to be given in its encoded form."""
INSIDE = {"templates", "static", "host", "port"}
"""Fields that no variable sets: beside a service called companion, Kubernetes sets one for `port` to tcp://..."""

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent


class BadSetting(ValueError):
    """An invalid setting. The sentence names it and what is valid, as a message with parameters, for a Text."""

    def __init__(self, message: str, /, **params: str | int) -> None:
        sentence = message.format(**params)
        super().__init__(sentence.encode(errors="backslashreplace").decode())  # bytes that are no text may be in it
        self.message, self.params = message, params


def public_url(text: str) -> str | None:
    """An address such as `https://play.example.org`, without a slash at its end; None for none.

    Its name is as browsers send it. Raises BadSetting for what is no http or https address of a whole site.
    """
    text = text.strip().rstrip("/")
    if not text:
        return None
    try:
        parts = urlsplit(text)
        valid = parts.scheme in ("http", "https") and (parts.port is None or parts.port > 0)
        host = host_name(parts.hostname or "")
    except ValueError:
        valid = False
    if not valid or parts.path or parts.query or parts.fragment or "@" in text or ("[" in text) != (":" in host):
        raise BadSetting("The public URL must look like https://play.example.org, not “{text}”.", text=text)
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}" if parts.port is None else f"{parts.scheme}://{shown}:{parts.port}"


def host_name(text: str) -> str:
    """A host's name as browsers send it: in small letters, other signs than ASCII's by IDNA, and without a final dot.

    Raises ValueError for what names no host, and where Python's IDNA, which is older than browsers', names another one.
    """
    if ":" in text:
        return str(ip_address(text.removeprefix("[").removesuffix("]")))
    name = text.removesuffix(".").encode("idna").decode().lower()
    if OTHERWISE & set(text) or len(name) > 253 or not re.fullmatch(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*", name):
        raise ValueError("no name of a host")
    return name


def _names(text: str) -> list[str]:
    try:
        return [host_name(name) for name in text.replace(",", " ").split()]
    except ValueError as wrong:
        raise BadSetting(
            "COMPANION_TRUSTED_HOSTS holds names alone, such as tables.example.org, not “{text}”.", text=text
        ) from wrong


def redis_url(text: str) -> str | None:
    """The address of a Redis or Valkey, as redis-py takes it; None for none.

    Raises BadSetting for what is none.
    """
    text = text.strip()
    if not text:
        return None
    try:
        from redis import ConnectionPool, RedisError  # late: few have one
    except ModuleNotFoundError as missing:
        raise BadSetting("COMPANION_REDIS_URL needs table-companion[redis] to be installed.") from missing

    found = re.fullmatch(r"(?:redis|valkey)(s?://.+)", text)
    try:
        url = f"redis{found[1]}" if found else ""
        if not re.fullmatch("(/[0-9]*)?", urlsplit(url).path):
            raise ValueError("redis-py would take database 0")
        connection = ConnectionPool.from_url(url).make_connection()  # to nobody yet; refuses what it does not know
        connection.pack_command("PING", "")  # type: ignore[no-untyped-call]  # by the encoding that it names
    except (ValueError, TypeError, LookupError, RedisError) as wrong:
        raise BadSetting("COMPANION_REDIS_URL must look like redis://localhost:6379/0.") from wrong
    return url


def _proxies(text: str) -> int:
    if re.fullmatch("[0-9]", text.strip()):
        return int(text)
    raise BadSetting("COMPANION_TRUSTED_PROXIES is how many proxies stand before the app, 0 to 9.")


def _switch(text: str, info: ValidationInfo) -> bool:
    if text.strip().lower() in ("on", "off"):
        return text.strip().lower() == "on"
    raise BadSetting("{setting} is on or off, not “{text}”.", setting=_variable(info.field_name), text=text)


def _variable(field: object) -> str:
    return f"COMPANION_{str(field).upper()}"


def _extra_games(slugs: tuple[str, ...]) -> tuple[str, ...]:
    from companion.games import EXTRAS  # late: few name any

    known = [game.slug for game in EXTRAS]
    if unknown := [slug for slug in slugs if slug not in known]:
        raise BadSetting(
            "COMPANION_EXTRA_GAMES can name {games}; there is no “{text}”.", games=", ".join(known), text=unknown[0]
        )
    return slugs


def _default_instance() -> Path:
    if (CHECKOUT / "pyproject.toml").exists() and (CHECKOUT / "templates").is_dir():
        return CHECKOUT / "instance"
    return platformdirs.user_data_path(APP_NAME, appauthor=False)


def _resolved(path: Path, info: ValidationInfo) -> Path:
    try:
        return path.expanduser().resolve()
    except RuntimeError as nowhere:  # nobody of that name has a home, or links lead round in a circle
        raise BadSetting(
            "{setting}: {file} cannot be read: {why}.",
            setting=_variable(info.field_name),
            file=str(path),
            why=str(nowhere).rstrip("."),
        ) from nowhere


Resolved = Annotated[Path, AfterValidator(_resolved)]
PublicUrl = Annotated[str | None, BeforeValidator(public_url)]
RedisUrl = Annotated[str | None, BeforeValidator(redis_url)]
Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(lambda text: text.replace(",", " ").split())]


class Settings(BaseSettings):
    """What the environment asks of the app, frozen: `settings.model_copy(update={...})` gives another.

    `database_url` is in SQLAlchemy's form, with its password. `public_url` has no slash at its end and is None on a
    home network, where the machine's own address is used. `redis_url` is None if no other machine serves the same
    tables, `secret_key_file` where this process keeps a key of its own. `trusted_proxies` is how many proxies stand
    before the app, each of which says whom it speaks for. `delete_after_days`: tables that nobody has used for so long
    are deleted; None: none is. `security_log` is written unless a terminal would show it. `hotspot`: this machine is
    the phones' network, and tells them that it has the internet. `host` and `port` are where `serve` listens.
    """

    model_config = SettingsConfigDict(
        env_prefix="COMPANION_", env_ignore_empty=True, frozen=True, validate_default=False
    )

    instance: Resolved = Field(default_factory=_default_instance)
    database_password_file: Resolved | None = None
    database_url: str = Field("", validate_default=True)
    public_url: PublicUrl = None
    redis_url: RedisUrl = None
    open_limit: str = "120/minute"
    most_entries: Annotated[int, Field(ge=1000)] = 10_000
    most_megabytes: Annotated[int, Field(ge=1)] = 10_000
    delete_after_days: Annotated[int | None, Field(ge=1, le=MOST_DAYS)] = None
    trusted_hosts: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_names)] = ()
    extra_games: Annotated[Names, AfterValidator(_extra_games)] = ()
    trusted_proxies: Annotated[int, BeforeValidator(_proxies)] = 0
    metrics: Annotated[bool, BeforeValidator(_switch)] = True
    security_log: Annotated[bool, BeforeValidator(_switch)] = Field(default_factory=lambda: not sys.stderr.isatty())
    hotspot: Annotated[bool, BeforeValidator(_switch)] = False
    secret_key_file: Resolved | None = None
    templates: Path = Field(default_factory=lambda: _shipped("templates"))
    static: Path = Field(default_factory=lambda: _shipped("static"))
    host: str = "0.0.0.0"  # noqa: S104 - phones on the home network are the point of it
    port: int = DEFAULT_PORT

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> Settings:
        """The settings that `environ` (the process's own by default) asks for. Makes no file.

        Raises BadSetting if a value is out of range.
        """
        source = EnvSettingsSource(cls)
        if environ is not None:
            source.env_vars = {name.lower(): text for name, text in environ.items() if text}
        try:
            return cls(**{name: given for name, given in source().items() if name not in INSIDE})
        except ValidationError as wrong:
            raise _sentence(wrong.errors()[0]) from None  # the value may be a password

    @classmethod
    def settings_customise_sources(cls, *_: Any, **sources: Any) -> tuple[PydanticBaseSettingsSource, ...]:
        """The constructor reads no environment: `from_environment` does."""
        return (sources["init_settings"],)

    @field_validator("database_url")
    @classmethod
    def _with_password(cls, url: str, others: ValidationInfo) -> str:
        """The database's URL, with the password that a file holds; by default SQLite in the instance folder."""
        if not {"instance", "database_password_file"} <= others.data.keys():
            return url  # one of them is wrong, and what is wrong first is told
        instance, password_file = others.data["instance"], others.data["database_password_file"]
        if "?" in str(instance):
            raise BadSetting(
                "The instance folder cannot have a question mark in its name: {folder}.", folder=str(instance)
            )
        if not url:
            if password_file:
                raise BadSetting(
                    "COMPANION_DATABASE_PASSWORD_FILE is for the database that COMPANION_DATABASE_URL names."
                )
            return f"sqlite:///{(instance / 'companion.sqlite3').as_posix().replace('%', '%25')}"
        read = _database_url(url)
        if not password_file:
            return url
        password = _secret_in(password_file, "COMPANION_DATABASE_PASSWORD_FILE")
        return read.set(password=password).render_as_string(hide_password=False)

    @property
    def https(self) -> bool:
        """Whether people reach the app by https: then cookies are Secure."""
        return self.public_url is not None and self.public_url.startswith("https://")

    def secret_key(self) -> str:
        """The key that signs cookies: the one shared by equal processes, or this folder's own.

        The folder's own is made on first use, readable by its owner alone; a shared one
        never is, as each machine would make another. Raises BadSetting for what is no key, and for a folder where none
        can be made or read.
        """
        if self.secret_key_file is not None:
            key = _secret_in(self.secret_key_file, "COMPANION_SECRET_KEY_FILE")
            if len(key) < SHORTEST_KEY:
                raise BadSetting(
                    "{file} holds no secret key: it takes {n} signs or more.",
                    file=str(self.secret_key_file),
                    n=SHORTEST_KEY,
                )
            return key
        path = self.instance / "secret_key"
        try:
            if not path.exists():
                private_folder(self.instance)
                _write_once(path, secrets.token_hex(32))
            key = path.read_text("ascii").strip()
        except UnicodeDecodeError:
            key = ""
        except OSError as failed:
            why = f"{self.instance}: {failed.strerror or failed}"
            raise BadSetting("{setting}: {why}.", setting=_variable("instance"), why=why) from failed
        if len(key) < SHORTEST_KEY:
            raise BadSetting("{file} holds no secret key. Remove it and a new one is made.", file=str(path))
        return key


def _sentence(wrong: ErrorDetails) -> BadSetting:
    """What is wrong with a setting, of all that pydantic tells of it."""
    own, setting = wrong.get("ctx", {}).get("error"), wrong["loc"][0]
    if isinstance(own, BadSetting):
        return own
    bounds = Settings.model_fields[str(setting)].metadata
    least, most = (
        next((found for one in bounds if (found := getattr(one, key, None)) is not None), None) for key in ("ge", "le")
    )
    if least is not None and most is not None:
        return BadSetting("{setting} is a number, {n} to {most}.", setting=_variable(setting), n=least, most=most)
    if least is not None:
        return BadSetting("{setting} is a number, {n} or more.", setting=_variable(setting), n=least)
    return BadSetting("{setting}: {why}.", setting=_variable(setting), why=wrong["msg"])


def _database_url(url: str) -> URL:
    """The URL, parsed. Raises BadSetting for what is none."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        read = make_url(url)
        if "\0" in (read.database or ""):
            raise ArgumentError("its name holds a NUL")
    except (ArgumentError, ValueError) as wrong:
        # A ValueError may hold a part of the password.
        why = str(wrong) if isinstance(wrong, ArgumentError) else "its port is no number"
        raise BadSetting("COMPANION_DATABASE_URL names no database that can be used here: {why}.", why=why) from wrong
    return read


def _secret_in(path: Path, setting: str) -> str:
    """The secret that a file holds, without the line's end. Raises BadSetting if there is none to read."""
    try:
        return path.read_text("utf-8").strip()
    except (OSError, ValueError) as unread:
        why = getattr(unread, "strerror", None) or str(unread)
        raise BadSetting(
            "{setting}: {file} cannot be read: {why}.", setting=setting, file=str(path), why=why
        ) from unread


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
