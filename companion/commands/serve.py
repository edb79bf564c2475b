"""`companion serve`: the app for everybody on the network."""

from __future__ import annotations

import io
import multiprocessing
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from companion.commands.db import needs
from companion.config import DEFAULT_PORT, BadSetting, Settings
from companion.config import public_url as read_public_url

if TYPE_CHECKING:
    from companion.workers import Post

MOST_WORKERS = 64
WORKERS = "Processes that serve together; as many as this machine has cores is right."


@click.command("serve")
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen on.")  # noqa: S104
@click.option("--port", default=DEFAULT_PORT, show_default=True, type=click.IntRange(0, 65535), help="0: any free one.")
@click.option("--public-url", default="", help="Where people reach it, if not by this machine's own address.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, MOST_WORKERS), help=WORKERS)
def serve_command(host: str, port: int, public_url: str, workers: int) -> None:
    """Serve the app to the phones on this network."""
    with _sentences():
        settings = replace(Settings.from_environment(), host=host, port=port)
        if public_url:
            settings = replace(settings, public_url=read_public_url(public_url))
        if workers == 1:
            _serve(settings)
        else:
            _serve_together(settings, workers)


def _serve(settings: Settings) -> None:
    from companion.server import run

    with needs(settings.database_url):
        run(settings, _announce)


def _serve_together(settings: Settings, workers: int) -> None:
    if sys.platform == "win32":
        raise click.ClickException("Several workers are not possible on Windows. Serve without --workers.")
    from companion.workers import NeverBegan, run

    try:
        run(settings, workers, work, _announce)
    except NeverBegan:
        sys.exit(1)


def work(post: Post) -> None:
    """What a worker does: serve until it is told to stop, or its parent is gone."""
    from companion.server import serve_on
    from companion.tables.bus_siblings import Siblings
    from companion.tables.database import sqlite_file

    settings, parent = post.settings, multiprocessing.parent_process()
    orphaned = None if parent is None else int(parent.sentinel)
    url = settings.database_url
    # A file is written to by the siblings alone; a database server may have others that nobody tells of.
    siblings = None if settings.redis_url else Siblings(post.mailbox, post.others, sure=sqlite_file(url) is not None)
    try:
        with _sentences(), needs(url), post.listening() as sock:
            serve_on(sock, settings, lambda _: post.ready.send(True), siblings, orphaned)
    except click.ClickException as wrong:
        wrong.show()
        sys.exit(wrong.exit_code)


@contextmanager
def _sentences() -> Iterator[None]:
    """What cannot be done is said in a sentence."""
    try:
        yield
    except (BadSetting, OSError) as wrong:
        raise click.ClickException(str(wrong)) from wrong


def _announce(settings: Settings) -> None:
    from companion.address import home_url

    url = home_url(settings)
    click.echo(f"\nTable Companion is at {url}\n")
    click.echo(_qr(url))
    click.echo("Phones on the same network open it with this code. Ctrl+C stops it; nothing is lost.")


def _qr(url: str) -> str:
    """The address as a code in block characters; nothing where this terminal cannot show them."""
    from qrcode.main import QRCode

    code: QRCode[Any] = QRCode(border=2)
    code.add_data(url)
    drawn = io.StringIO()
    code.print_ascii(out=drawn, invert=True)
    encoding = sys.stdout.encoding or "ascii"
    try:
        drawn.getvalue().encode(encoding)
    except UnicodeEncodeError:
        return ""
    return drawn.getvalue()
