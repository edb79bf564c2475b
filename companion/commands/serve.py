"""`companion serve`: the app for everybody on the network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from companion.commands.database import needs
from companion.commands.terminal import Text, _, line, qr, say, wrong

if TYPE_CHECKING:
    from companion.config import Settings
    from companion.games import text

ADDRESS = _("The address to listen on.")
PORT = _("The port to listen on; 0 is any free one.")
PUBLIC_URL = _("Where people reach it, if not by this machine’s own address.")


@click.command("serve", help=_("Serve the app to the phones on this network."))
@click.option("--host", default="0.0.0.0", show_default=True, help=ADDRESS)  # noqa: S104
@click.option("--port", default=8077, show_default=True, type=click.IntRange(0, 65535), help=PORT)
@click.option("--public-url", default="", help=PUBLIC_URL)
def serve_command(host: str, port: int, public_url: str) -> None:
    from companion.config import Settings  # late, here and below: `companion --help` stays quick
    from companion.config import public_url as read_public_url
    from companion.server.run import run

    with _sentences():
        settings = Settings.from_environment().model_copy(update={"host": host, "port": port})
        if public_url:
            settings = settings.model_copy(update={"public_url": read_public_url(public_url)})
        with needs(settings.database_url):
            run(settings, _announce, _nobody_came)


@contextmanager
def _sentences() -> Iterator[None]:
    """End the command with a sentence where a setting is wrong, or the port or a file cannot be used."""
    from companion.config import BadSetting
    from companion.server.sockets import CannotListen

    try:
        yield
    except BadSetting as bad:
        raise wrong(Text(bad.message, **bad.params)) from bad
    except CannotListen as taken:
        raise wrong(taken.text) from taken
    except OSError as failed:
        raise click.ClickException(str(failed)) from failed


def _announce(settings: Settings) -> None:
    from companion.address import home_url, others, url_at
    from companion.storage.sqlite import served_by_another, sqlite_file

    file = sqlite_file(settings.database_url)
    if file is not None and served_by_another(file):  # PostgreSQL's servers may hear each other
        say(Text("Another server uses this database: phones at one hear nothing of the other. Stop one."))
    url = home_url(settings)
    at = Text("Table Companion is at {url}", url=url)
    click.echo(f"\n{line(at)}\n")
    click.echo(qr(url))
    say(Text("Phones on the same network open it with this code. Ctrl+C stops it; nothing is lost."))
    also = tuple(url_at(one.ip, settings) for one in others(settings))
    if also:
        say(
            Text(
                "If phones don\u2019t get there, try another address of this computer: {addresses:or}.", addresses=also
            )
        )


def _nobody_came(lines: Sequence[text.Text]) -> None:
    say(Text("No phone has come yet. What usually is in the way, the likeliest first:"))
    for number, one in enumerate(lines, 1):
        click.echo(f"{number}. {line(one)}")
