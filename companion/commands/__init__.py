"""The command line: `companion serve | doctor | replay | backup | restore | check | db`."""

from __future__ import annotations

import io
import sys
from importlib import import_module
from typing import Any

import click

from companion.commands.terminal import _, printable, teach_click

UNWRITTEN = 3
"""The exit status where an answer cannot be written. With 1 a replay says that a move was rejected, with 2 that a file
is no transcript."""
COMMANDS = {
    "serve": ("companion.commands.serve", "serve_command"),
    "doctor": ("companion.commands.doctor", "doctor_command"),
    "replay": ("companion.commands.replay", "replay_command"),
    "backup": ("companion.commands.database", "backup_command"),
    "restore": ("companion.commands.database", "restore_command"),
    "check": ("companion.commands.upgrade_check", "check_command"),
    "db": ("companion.commands.database", "db_group"),
}


class _Commands(click.Group):
    """Loads a command's module when it is called: a replay needs no web server."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(module), name)
        return command

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run what the command line asks for; what click itself says is in the language of the terminal, too.

        A name that the terminal's encoding cannot write is written with question marks.
        """
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        teach_click()
        try:
            return super().main(*args, **extra)
        except OSError as failed:  # standard output's: for files the commands have sentences of their own
            click.ClickException(printable(str(failed))).show()
            sys.exit(UNWRITTEN)


@click.group(cls=_Commands, help=_("A companion for the card table: phones keep the book and referee the game."))
@click.version_option(package_name="table-companion", message="%(version)s")
def main() -> None:
    """Run one of the commands."""
