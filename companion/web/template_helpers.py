"""What templates can call: filters that put values into words and cut names, badges, buttons, macros, addresses.

A macro's markup is cached. A page has some thirty buttons; drawn by a macro, and not here, they were a twelfth of what
its tap costs. Includes cost nothing either: they are written out (`Inlining`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from typing import Any

from flask import Flask, url_for
from flask_wtf.csrf import generate_csrf
from jinja2 import Environment, pass_context
from jinja2.ext import Extension
from jinja2.runtime import Context
from markupsafe import Markup, escape

from companion.circles import policy as circle_policy
from companion.circles.circle import Member
from companion.circles.policy import CircleChange
from companion.games.move import Undo
from companion.games.report import PLACES
from companion.games.ruling import Action
from companion.games.text import Text
from companion.tables import policy
from companion.tables.badges import JOINERS, Badge
from companion.tables.keys_and_codes import shown_code
from companion.web.ledger.wording import shown_seconds
from companion.web.offered_games import offered_games
from companion.web.reasons import reason_text
from companion.web.request_language import listed, spoken, words
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


def signed(number: int, plus: str = "+") -> str:
    """A number of points with its sign, the minus as a minus sign."""
    return f"{number}" if number == 0 else f"{plus}{number}" if number > 0 else f"\u2212{-number}"


def short(name: str, most: int = SHORT) -> str:
    """The name, cut with an ellipsis where it is longer than `most` characters; never in the middle of an emoji."""
    if len(name) <= most:
        return name
    end = most - 1
    while end > 1 and (name[end] in JOINERS or unicodedata.combining(name[end]) or name[end - 1] == JOINERS[0]):
        end -= 1
    return name[:end].rstrip() + "\u2026"


def bdi(name: str, most: int = SHORT) -> Markup:
    """The name, cut and isolated, so that its direction of writing does not turn the sentence round it."""
    return Markup("<bdi>{}</bdi>").format(short(name, most))


def badge(name: str | None, badges: Iterable[Badge]) -> Markup:
    """A seat's colour and initial, the same wherever its name stands; nothing for who has none of these badges."""
    return next((drawn_badge(one.color, one.initial) for one in badges if one.name == name), Markup())


@lru_cache(KEPT)
def drawn_badge(color: int, initial: str) -> Markup:
    """A colour with an initial, which is no text of the page: who copies a name or searches for it finds it alone."""
    shown = Markup('<span class="initial seat-{}" aria-hidden="true" data-initial="{}"></span>')
    return shown.format(color, initial)


def initial(name: str, badges: Iterable[Badge]) -> str:
    """The initial of whose badge is among these."""
    return next(one.initial for one in badges if one.name == name)


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


def attributes(action: Action, name: str, classes: str, id: str = "") -> Markup:  # noqa: A002 - as in HTML
    """A button that makes moves. What is not allowed now is dimmed but can be tapped: the refusal says why."""
    named = f' id="{escape(id)}"' if id else ""
    dim, why = ("", "") if action.legal else (" dim", ' aria-describedby="not-now"')
    return Markup(  # noqa: S704 - escaped
        f'type="submit" name="move" value=\'{escape(action.value)}\' class="{escape(classes)}{dim}"{named}'
        f' aria-label="{escape(name)}"{why}'
    )


def tell(
    act_url: str,
    query: str,
    field: str,
    value: object,
    name: str,
    classes: str,
    pressed: bool | None,
    id: str,  # noqa: A002 - as in HTML
) -> Markup:
    """A button that tells a little more of a move, in the address, not the ledger. `pressed` is None for no toggle."""
    url = escape(act_url)
    toggle = "" if pressed is None else f' aria-pressed="{"true" if pressed else "false"}"'
    return Markup(  # noqa: S704 - escaped
        f'type="submit" formmethod="get" formaction="{url}" formnovalidate name="{escape(field)}"'
        f' value="{escape(value)}" hx-get="{url}{f"?{escape(query)}" if query else ""}" hx-params="for,play,base"'
        f' hx-target="#table" hx-swap="outerHTML" class="{escape(classes)}" id="{escape(id)}"'
        f' aria-label="{escape(name)}"{toggle} data-tell'
    )


def hidden_fields(version: int | None = None) -> Markup:
    """What every form that is posted has: the token, and the version of the table that its page shows, if of one."""
    token = HIDDEN_FIELD.format("csrf_token", generate_csrf())
    return token if version is None else token + HIDDEN_FIELD.format("version", version)


MACROS, DRAWN_ONCE = "shared/token_and_icon_macros.html", ("token", "icon", "fan", "held")
Macro = Callable[..., Markup]
_INCLUDE = re.compile(r'\{%-?\s*include\s+"([^"]+)"\s*-?%\}')
_BLOCK = re.compile(r"\{%-?\s*(?:extends|block)\b")  # blocks have names that are a whole template's


def init_app(app: Flask) -> None:
    """Let templates use these filters, and call these macros without importing them, their markup cached."""
    app.jinja_env.add_extension(Inlining)
    for filter_ in (short, bdi, initial, color, place, said, shown_seconds, signed, undo):
        app.add_template_filter(filter_)
    app.add_template_filter(shown_code, "code")
    app.add_template_filter(reason_text, "reason")
    app.add_template_filter(stamp_id, "stamp")
    for called in (support, badge, drawn_badge, offered_games, may_change, may_change_circle, attributes, tell):
        app.add_template_global(called)
    app.add_template_global(hidden_fields)
    for name in DRAWN_ONCE:
        app.add_template_global(lru_cache(KEPT)(_macro(app, MACROS, name)), name)
    app.add_template_global(_keeper(app), "kept")
    app.add_template_global(_once, "once")
    app.add_template_global(_address, "url_for")


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
        """The markup of a template's macro for these arguments, cached by language for all phones and tables.

        A macro sees its arguments only, so that nothing else can leak in.
        """
        return draw(spoken(), template, name, *arguments)

    return kept


@pass_context
def _once(context: Context, *key: Hashable, caller: Callable[[], Markup]) -> Markup:
    """What is called with this: drawn once for all phones that are shown the same table and have the same key.

    The key names it, and has all of what the phone itself brings to it. What one phone may know and another may not is
    told apart already: they are not shown the same table.
    """
    drawn: dict[Hashable, Markup] = context["drawn"]
    found = drawn.get(key)
    if found is None:
        found = drawn[key] = draw_part(caller)
    return found


def draw_part(caller: Callable[[], Markup]) -> Markup:
    """A part that nobody has been shown yet. The counts of a tap count it."""
    return caller()


def _address(endpoint: str, **values: Any) -> str:
    """Flask's `url_for`, with a table's addresses cached: every page of it needs them."""
    return _of_a_table(endpoint, values["code"]) if values.keys() == {"code"} else url_for(endpoint, **values)


@lru_cache(KEPT)
def _of_a_table(endpoint: str, code: str) -> str:
    return url_for(endpoint, code=code)


class Inlining(Extension):
    """Includes written out: what a template includes by a fixed name is read into it, before it is compiled.

    Jinja makes a context anew for every include, with all that templates can call: in a table's page, which has a
    dozen of them and is drawn for each phone at each tap, that was a seventh of the time. Written out, an include
    is a scope in the same function. What it may see and set stays the same, but that it does not see a name from
    outside which the template sets further down. While templates are worked on, a change of an included one is seen
    after a restart.
    """

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
