"""A QR code as SVG, with no size and no colour of its own: the stylesheet gives both."""

from __future__ import annotations

import qrcode
from markupsafe import Markup


def qr_svg(text: str) -> Markup:
    """The code of a text: dark modules as one path, on a light ground with the quiet zone that readers need."""
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
