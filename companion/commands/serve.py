"""`companion serve`: the app for everybody on the network."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from typing import Any

import click

from companion.commands.db import needs
from companion.config import DEFAULT_PORT, BadSetting, Settings
from companion.config import public_url as read_public_url


@click.command("serve")
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen on.")  # noqa: S104
@click.option("--port", default=DEFAULT_PORT, show_default=True, type=click.IntRange(0, 65535), help="0: any free one.")
@click.option("--public-url", default="", help="Where people reach it, if not by this machine's own address.")
def serve_command(host: str, port: int, public_url: str) -> None:
    """Serve the app to the phones on this network."""
    from companion.server import CannotListen, run

    try:
        settings = replace(Settings.from_environment(), host=host, port=port)
        if public_url:
            settings = replace(settings, public_url=read_public_url(public_url))
        with needs(settings.database_url):
            run(settings, _announce)
    except CannotListen as taken:
        raise click.ClickException(f"Cannot listen on {host} port {port}: {taken.strerror}.") from taken
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
