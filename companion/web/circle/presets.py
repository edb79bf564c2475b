"""House rules that a circle keeps: the address that opens the form filled with them, and keeping them no longer."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from flask import Blueprint, Flask, redirect, url_for
from flask.typing import ResponseReturnValue

from companion.circles.circle import Circle, Preset
from companion.circles.errors import NoSuchPreset
from companion.web.circle.identity import circles, the_host
from companion.web.lobby.house_rules import typed_options

blueprint = Blueprint("circle_presets", __name__, url_prefix="/c/<code>/presets")


def init_app(app: Flask) -> None:
    """Let templates ask for the address of a preset."""
    app.add_template_global(preset_link)


@blueprint.post("/<int:preset>/drop")
def drop(code: str, preset: int) -> ResponseReturnValue:
    """Keep these house rules no longer. Those that are kept no longer already are."""
    circle, member = the_host(code)
    with suppress(NoSuchPreset):
        circles().drop_preset(member, preset)
    return redirect(url_for("circle.page", code=circle.code), 303)


def preset_link(preset: Preset, circle: Circle | None = None) -> str:
    """The form to open a table by these house rules, in the circle, if in any: all of it stands in the address."""
    fields: dict[str, Any] = typed_options(dict(preset.options)).to_dict()
    return url_for("open_table.form", slug=preset.game, circle=None if circle is None else circle.code, **fields)
