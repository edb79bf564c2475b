"""What a command says: sentences in the language that the process was started in, and a code to scan.

The rules' package is loaded with the first sentence of a terminal that speaks another language than English:
`companion --help` stays quick.
"""

from __future__ import annotations

import gettext
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from companion.games import text
    from companion.games.text import Language

CATALOGUES = Path(__file__).parent.parent / "translations"
ASKED = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where an environment names the language that it wants."""


def Text(message: str, /, **params: text.Param) -> text.Text:  # noqa: N802 - found by translators' tools by this name
    """A sentence, as `companion.games.text` has it."""
    from companion.games.text import Text

    return Text(message, **params)


def _(message: str) -> str:
    """A command's help in the language of the process, as the command's module is loaded."""
    return line(Text(message)) if _other_than_english() else message


def N_(message: str) -> str:  # noqa: N802 - gettext's name for it
    """A message that others put into words."""
    return message


def line(said: text.Text) -> str:
    """The sentence in the process's language, which `Languages.of_process` finds in the environment."""
    return said.put(_language())


def say(*said: text.Text) -> None:
    """Write sentences to standard output, on one line."""
    click.echo(" ".join(map(line, said)))


def wrong(said: text.Text) -> click.ClickException:
    """The exception that ends a command with this sentence."""
    return click.ClickException(line(said))


def printable(text: str) -> str:
    """The text with its control characters replaced, but for line feeds: a name may hold any.

    The no-break spaces of a language's own punctuation stay, which Python does not call printable.
    """
    return "".join(char if char.isprintable() or char in "\n\xa0\u202f" else "\ufffd" for char in text)


def qr(url: str) -> str:
    """The address as a code in block characters; nothing if this terminal cannot show them."""
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


def _language() -> Language:
    from companion.languages import languages

    return languages().of_process()


def teach_click() -> None:
    """Translate click's own words, which it looks up by gettext, into the terminal's language."""
    if _other_than_english() and _language().code != "en":
        gettext.bindtextdomain("messages", str(CATALOGUES))


CLICKS = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("default: {default}"),
    N_("Show the version and exit."),
    N_("Show this message and exit."),
    N_("Try '{command} {option}' for help."),
    N_("Error: {message}"),
    N_("Aborted!"),
    N_("No such command {name!r}."),
    N_("No such option {name!r}."),
    N_("Missing command."),
    N_("Missing argument"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("{name} {filename!r} is a directory."),
)
"""What click says by itself, as far as people meet it here."""


def _other_than_english() -> bool:
    asked = (os.environ.get(name, "").lower() for name in ASKED)
    return any(one and one not in ("c", "posix") and not one.startswith(("en", "c.")) for one in asked)
