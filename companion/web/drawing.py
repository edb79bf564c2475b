"""What templates draw over and over, drawn once: tokens, icons, addresses.

A page of a table calls these some hundred times. Each depends on its arguments alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from flask import Flask, url_for
from markupsafe import Markup

from companion.web.words import translations

KEPT = 2048
DRAWN_ONCE = {"_partials/tokens.html": ("token", "icon", "fan", "held")}
DRAWN = {"_partials/acts.html": ("attributes", "tell")}
Macro = Callable[..., Markup]


def init_app(app: Flask) -> None:
    """Let templates call these macros without importing them, keep what is drawn, and find addresses quickly."""
    for template, name in _named(DRAWN):
        app.add_template_global(_macro(app, template, name), name)
    for template, name in _named(DRAWN_ONCE):
        app.add_template_global(lru_cache(KEPT)(_macro(app, template, name)), name)
    app.add_template_global(_keeper(app), "kept")
    app.add_template_global(_address, "url_for")


def _named(macros: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    return ((template, name) for template, names in macros.items() for name in names)


def _macro(app: Flask, template: str, name: str) -> Macro:
    """A macro of a template, which is read when the macro is first called."""

    def draw(*arguments: object) -> Markup:
        markup: Markup = getattr(app.jinja_env.get_template(template).module, name)(*arguments)
        return markup

    return draw


def _keeper(app: Flask) -> Macro:
    @lru_cache(KEPT)
    def draw(_: Hashable, template: str, name: str, *arguments: Hashable) -> Markup:
        return _macro(app, template, name)(*arguments)

    def kept(template: str, name: str, *arguments: Hashable) -> Markup:
        """What a template's macro makes of these arguments: drawn once for all phones, tables and moments
        that show the same, in each language. A macro knows its arguments alone, so nothing else can leak in.
        """
        return draw(translations(), template, name, *arguments)

    return kept


def _address(endpoint: str, **values: Any) -> str:
    """As Flask's own `url_for`. The addresses of a table are asked for with every page of it, and kept."""
    return _of_a_table(endpoint, values["code"]) if values.keys() == {"code"} else url_for(endpoint, **values)


@lru_cache(KEPT)
def _of_a_table(endpoint: str, code: str) -> str:
    return url_for(endpoint, code=code)
