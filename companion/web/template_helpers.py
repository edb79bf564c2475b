"""What templates can call: filters that put values into words and cut names, badges, tokens, addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from flask import Flask, url_for
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from companion.circles import policy as circle_policy
from companion.circles.circle import Member
from companion.circles.policy import CircleChange
from companion.games import markup
from companion.games.move import Undo
from companion.games.report import PLACES
from companion.games.ruling import Action
from companion.games.text import Text
from companion.tables import policy
from companion.tables.badges import Badge
from companion.tables.keys_and_codes import shown_code
from companion.web.offered_games import offered_games
from companion.web.reasons import reason_text
from companion.web.request_language import listed, words
from companion.web.stream import stamp_id

KEPT = 2048
SHORT = 18  # letters of a name
HIDDEN_FIELD = Markup('<input type="hidden" name="{}" value="{}">')
SUPPORT = {
    "agreed": Text("the sheets agree"),
    "one-sheet": Text("one sheet says so"),
    "conflict": Text("the sheets disagree"),
    "silent": Text("no sheet says; our ruling"),
    "arithmetic": Text("arithmetic"),
    "ours": Text("our own"),
}


def support(how: str) -> str:
    """How well the published sheets carry a rule, in words."""
    return words(SUPPORT[how])


def setting(value: Any) -> str:
    """A house rule as a table has set it, in words."""
    if isinstance(value, bool):
        return words(Text("yes") if value else Text("no"))
    if isinstance(value, dict):
        return listed(words(Text("{part} {n}", part=Text(key), n=count)) for key, count in value.items())
    return words(Text(value)) if isinstance(value, str) else str(value)


def place(name: str) -> str:
    """A place on the table in words: a seat's name stands for itself, nothing for the table as a whole."""
    return words(PLACES.get(name, name) if name else Text("The table"))


def said(what: Text | str | int) -> str:
    """A value in words, whatever it is; a dash for nothing."""
    return words(what) if isinstance(what, Text) else str(what) or "\u2013"


def badge(name: str | None, badges: Iterable[Badge]) -> Markup:
    """A seat's colour and initial, the same wherever its name stands; nothing for who has none of these badges."""
    return next((drawn_badge(one.color, one.initial) for one in badges if one.name == name), Markup())


def drawn_badge(color: int, initial: str) -> Markup:
    """A colour with an initial."""
    return Markup(markup.badge(color, initial))  # noqa: S704 - escaped


def drawn(draw: Callable[..., str]) -> Callable[..., Markup]:
    """A function that draws markup, for templates."""
    return lambda *arguments: Markup(draw(*arguments))  # noqa: S704 - escaped


def color(name: str, badges: Iterable[Badge]) -> int:
    """The number of the colour of whose badge is among these."""
    return next(one.color for one in badges if one.name == name)


def may_change(phone: policy.Rights, change: str) -> bool:
    """Whether this phone may make the change, by its name in `policy.TableChange`: then its button is there."""
    return policy.may_change(phone, policy.TableChange[change])


def may_change_circle(phone: Member, change: str) -> bool:
    """Whether this phone may make the change of its circle, by its name in `circles.policy.CircleChange`."""
    return circle_policy.may_change(phone.host, CircleChange[change])


def undo(moves: int) -> str:
    """Return the value of a button that takes back so many moves."""
    return Action((Undo(move="undo"),) * moves).value


def hidden_fields(version: int | None = None) -> Markup:
    """What every form that is posted has: the token, and the version of the table that its page shows, if of one."""
    token = HIDDEN_FIELD.format("csrf_token", generate_csrf())
    return token if version is None else token + HIDDEN_FIELD.format("version", version)


def init_app(app: Flask) -> None:
    """Let templates use these filters and functions."""
    for filter_ in (markup.short, markup.bdi, color, place, said, markup.signed, undo):
        app.add_template_filter(filter_)
    app.add_template_filter(shown_code, "code")
    app.add_template_filter(reason_text, "reason")
    app.add_template_filter(stamp_id, "stamp")
    for called in (support, badge, drawn_badge, offered_games, may_change, may_change_circle):
        app.add_template_global(called)
    app.add_template_global(hidden_fields)
    for draw in (markup.token, markup.icon, markup.fan, markup.held):
        app.add_template_global(drawn(draw), draw.__name__)
    app.add_template_global(drawn(markup.tap), "attributes")
    app.add_template_global(_address, "url_for")


def _address(endpoint: str, **values: Any) -> str:
    """Flask's `url_for`, with a table's addresses cached: every page of it needs them."""
    return _of_a_table(endpoint, values["code"]) if values.keys() == {"code"} else url_for(endpoint, **values)


@lru_cache(KEPT)
def _of_a_table(endpoint: str, code: str) -> str:
    return url_for(endpoint, code=code)
