"""Rendered markup, cached: tokens, icons, addresses of a table; and QR codes as SVG."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import qrcode
from flask import Flask, url_for
from markupsafe import Markup

from companion.web.translation import translations


def qr_svg(text: str) -> Markup:
    """The QR code of a text as SVG: dark modules as one path on a light ground, with the quiet zone readers need."""
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M, border=4)
    code.add_data(text)
    code.make(fit=True)
    matrix = code.get_matrix()
    size = len(matrix)
    dark = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(matrix) for x, on in enumerate(row) if on)
    return Markup(
        '<svg class="qr" viewBox="0 0 {0} {0}" role="img" aria-label="QR code" shape-rendering="crispEdges">'
        '<rect width="{0}" height="{0}" fill="#fff"/><path fill="#000" d="{1}"/></svg>'
    ).format(size, dark)


KEPT = 2048
DRAWN_ONCE = {"shared/tokens.html": ("token", "icon", "fan", "held")}
DRAWN = {"shared/actions.html": ("attributes", "tell")}
Macro = Callable[..., Markup]


def init_app(app: Flask) -> None:
    """Let templates call these macros without importing them, cache their markup, and cache a table's addresses."""
    for template, name in _named(DRAWN):
        app.add_template_global(_macro(app, template, name), name)
    for template, name in _named(DRAWN_ONCE):
        app.add_template_global(lru_cache(KEPT)(_macro(app, template, name)), name)
    app.add_template_global(_keeper(app), "kept")
    app.add_template_global(_address, "url_for")


def _named(macros: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    return ((template, name) for template, names in macros.items() for name in names)


def _macro(app: Flask, template: str, name: str) -> Macro:
    """A macro of a template, loaded when the macro is first called."""

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
