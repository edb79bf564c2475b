"""Programs that tests need and people install: where Chromium, nginx, Redis and PostgreSQL are on this machine."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

PACKAGED = "/usr/lib/postgresql/*/bin"


def chromium() -> str | None:
    """Where Chromium or Chrome is: named by CHROMIUM, or found on the path.

    The shell without windows of its own goes first: a test costs it half the processor time, and it draws the same.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def nginx_program() -> str | None:
    """Where nginx is; Debian has it where only root looks."""
    return shutil.which("nginx") or shutil.which("/usr/sbin/nginx")


def redis_program() -> str | None:
    """Where Redis or Valkey is."""
    return shutil.which("redis-server") or shutil.which("valkey-server")


def postgres_programs() -> Path | None:
    """The folder of PostgreSQL's programs: the newest of Debian's, or wherever the path finds them."""
    folders = [path for path in Path("/").glob(PACKAGED.lstrip("/")) if (path / "initdb").exists()]
    found = shutil.which("initdb")
    newest = max(folders, key=lambda path: float(path.parent.name), default=None)
    return newest or (Path(found).parent if found else None)
