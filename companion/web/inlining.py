"""Includes written out: what a template includes by a fixed name is read into it, before it is compiled.

Jinja makes a context anew for every include, with all that templates can call: in a table's page, which has a dozen of
them and is drawn for each phone at each tap, that was a seventh of the time. Written out, an include is a scope in the
same function. What it may see and set stays the same, but that it does not see a name from outside which the template
sets further down. While templates are worked on, a change of an included one is seen after a restart.
"""

from __future__ import annotations

import re

from jinja2 import Environment
from jinja2.ext import Extension

_INCLUDE = re.compile(r'\{%-?\s*include\s+"([^"]+)"\s*-?%\}')

_BLOCK = re.compile(r"\{%-?\s*(?:extends|block)\b")  # blocks have names that are a whole template's


class Inlining(Extension):
    """Jinja's extension: give its name to an environment's `add_extension`."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002 - Jinja's
        """The template's text with those that it includes, and with what these do."""
        return written_out(self.environment, source)


def written_out(environment: Environment, source: str) -> str:
    """A text with each include in its place, in a scope of its own."""

    def read(found: re.Match[str]) -> str:
        assert environment.loader is not None  # noqa: S101 - Flask's has one
        text, _, _ = environment.loader.get_source(environment, found[1])
        if _BLOCK.search(text):
            return found[0]
        before, after = found[0].startswith("{%-"), found[0].endswith("-%}")
        inner = written_out(environment, text.removesuffix("\n"))
        return f"{{%{'-' * before} with %}}{inner}{{% endwith {'-' * after}%}}"

    return _INCLUDE.sub(read, source)
