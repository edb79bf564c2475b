"""QR codes on pages, drawn as SVG: the one that phones join by, and those that hand out a key."""

from __future__ import annotations

from functools import lru_cache

import qrcode
from markupsafe import Markup

from companion.games.text import Text
from companion.web.request_language import words

KEPT_CODES = 100  # of some 8 kB


def qr_svg(text: str, *, secret: bool = False) -> Markup:
    """The QR code of a text as SVG: dark modules as one path on a light ground, with the quiet zone readers need.

    A table's link is on every board and drawn once; what is secret is kept nowhere.
    """
    size, dark = _modules(text) if secret else _kept_modules(text)
    return Markup(
        '<svg class="qr" viewBox="0 0 {0} {0}" role="img" aria-label="{2}" shape-rendering="crispEdges">'
        '<rect width="{0}" height="{0}" fill="#fff"/><path fill="#000" d="{1}"/></svg>'
    ).format(size, dark, words(Text("QR code")))


def _modules(text: str) -> tuple[int, str]:
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M, border=4)
    code.add_data(text)
    code.make(fit=True)
    matrix = code.get_matrix()
    dark = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(matrix) for x, on in enumerate(row) if on)
    return len(matrix), dark


_kept_modules = lru_cache(KEPT_CODES)(_modules)
