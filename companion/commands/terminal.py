"""What a command says: sentences in the language that the process was started in.

The rules' package is loaded with the first sentence: `companion --help` stays quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from companion.games import text


def Text(message: str, /, **params: text.Param) -> text.Text:  # noqa: N802 - found by translators' tools by this name
    """A sentence, as `companion.games.text` has it."""
    from companion.games.text import Text

    return Text(message, **params)


def line(said: text.Text) -> str:
    """The sentence in the process's language: LC_ALL, LC_MESSAGES, LANG."""
    from companion.languages import languages

    return said.put(languages().of_process())


def say(said: text.Text) -> None:
    """Write a sentence to standard output."""
    click.echo(line(said))


def wrong(said: text.Text) -> click.ClickException:
    """What ends a command with this sentence."""
    return click.ClickException(line(said))
