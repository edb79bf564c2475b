"""Translation: turns a `Text` into a str in the phone's language. Nothing else does.

A phone follows its browser until a tap chooses another language for it; a board has its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from babel import Locale
from babel.dates import format_date, format_time
from flask import Flask, current_app, has_request_context, request, session
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.games.text import ENGLISH, Language, Text, filled
from companion.languages import Languages, languages

CHOSEN = "language"
"""Where a phone's cookie keeps the language that was tapped, and the name of that field in forms and addresses."""
OWN_LANGUAGE = "companion.language"
"""Where a request's environ holds the language of its answer once somebody has asked for it."""

_drawn_in: ContextVar[Language | None] = ContextVar("drawn_in", default=None)


class Spoken(str):
    """A Text put into words, which a sentence of a template can still put into another form."""

    text: Text


def words(text: Text | str) -> str:
    """The sentence in the language of the current request, a `Spoken`; a str (a name, say) is returned unchanged.

    Plain text, not markup: a template escapes it like any other str.
    """
    if not isinstance(text, Text):
        return text
    made = Spoken(text.put(spoken()))
    made.text = text
    return made


def word(text: str) -> str:
    """A variable's word (a colour, say) in the language of the current request; unchanged where there is none.

    Plain text like `words`: what a template gives to its own gettext is taken for markup.
    """
    return words(Text(text)) if text else text


def language() -> str:
    """The language of the answer, for `<html lang>`: "en", "pt-BR"."""
    return spoken().code


def locale_name() -> str:
    """The language of the answer as Babel names it: "en", "pt_BR"."""
    return language().replace("-", "_")


def spoken() -> Language:
    """The language of what is being drawn, else of the current request, looked up once."""
    drawn = _drawn_in.get()
    if drawn is not None:
        return drawn
    if not has_request_context():
        return ENGLISH
    found: Language | None = request.environ.get(OWN_LANGUAGE)
    if found is None:
        known = known_languages()
        found = request.environ[OWN_LANGUAGE] = known[wanted(known)]
    return found


@contextmanager
def speaking(here: Language) -> Iterator[None]:
    """Meanwhile all words are put in this language, without asking the request for each of them."""
    before = _drawn_in.set(here)
    try:
        yield
    finally:
        _drawn_in.reset(before)


def known_languages() -> Languages:
    """Those of the application at hand."""
    found: Languages = current_app.extensions["languages"]
    return found


def wanted(known: Languages) -> str:
    """The language that this page has of its own, or was chosen on this phone, or that its browser prefers."""
    asked = [] if request.path.startswith("/api") else [_of_the_page(), str(session.get(CHOSEN, ""))]
    return next((code for code in asked if code in known.offered), None) or _negotiated(
        request.headers.get("Accept-Language", ""), known
    )


def choose(code: str) -> None:
    """Keep this language on this phone; one that is not offered changes nothing."""
    if code in known_languages().offered:
        session[CHOSEN] = code
        session.permanent = True


def own_language() -> dict[str, str]:
    """What a page with a language of its own adds to the addresses that it asks for more."""
    return {CHOSEN: code} if (code := _of_the_page()) in known_languages().offered else {}


def _of_the_page() -> str:
    return request.args.get(CHOSEN, "") if request.blueprint == "board" else ""


@lru_cache(maxsize=512)
def _negotiated(asked: str, known: Languages) -> str:
    # In the phone's order, with "en-GB" as good as "en"; Werkzeug's own match takes an exact second choice first.
    return known.negotiated(parse_accept_header(asked, LanguageAccept).values())


def init_app(app: Flask) -> None:
    """Teach the templates the filters `words`, `word` and `listed`, their gettext, and the page's language."""
    app.extensions["languages"] = languages()
    for filter_ in (words, word, listed, day, local_day, clock):
        app.add_template_filter(filter_)
    for called in (language, direction_of, language_name):
        app.add_template_global(called)
    app.add_template_global(lambda: known_languages().offered, "languages_known")
    app.add_template_global(_sentence, "_")
    app.add_template_global(_in_a_sense, "pgettext")
    app.add_template_global(_counted, "ngettext")


def direction_of(code: str) -> str:
    """The direction in which a language is written, for `<html dir>`: "ltr", "rtl"."""
    return Locale.parse(code, sep="-").text_direction


@lru_cache(64)
def language_name(code: str) -> str:
    """What a language is called by those who speak it: "Deutsch", "Português (Brasil)"."""
    locale = Locale.parse(code, sep="-")
    name = locale.get_display_name(locale) or code
    return name[:1].upper() + name[1:]


def day(moment: date) -> str:
    """A day in the phone's language."""
    return format_date(moment, "medium", locale=locale_name())


def local_day(moment: datetime) -> Markup:
    """The day of a moment, which a script puts into the phone's own zone: in UTC it may be the next one."""
    return Markup('<time datetime="{}" data-day>{}</time>').format(moment.isoformat(), day(moment))


def clock(moment: datetime) -> str:
    """A time of the day, which a script puts into the phone's own zone: "9:30 PM UTC", "21:30 UTC"."""
    return f"{format_time(moment, 'short', locale=locale_name())} UTC"


def listed(items: Iterable[str], style: str = "") -> Markup:
    """Some words or names in a row, escaped where they are no markup; `style`: "and" or "or" before the last."""
    return Markup(spoken().listed([escape(item) for item in items], style))  # noqa: S704 - escaped


def _sentence(message: str, /, **values: Any) -> Markup:
    """A template's own sentence with its values escaped; one without values has braces of its own."""
    return _made(None, message, None, 0, values) if values else _plain(spoken(), message)


@lru_cache(4096)
def _plain(here: Language, message: str) -> Markup:
    return Markup(here.wording(message, None, 0, None, ""))  # noqa: S704 - a template's own


def _in_a_sense(sense: str, message: str, /, **values: Any) -> Markup:
    return _made(sense, message, None, 0, values)


def _counted(one: str, many: str, num: int, /, **values: Any) -> Markup:
    return _made(None, one, many, num, {"num": num, **values})


def _made(sense: str | None, one: str, many: str | None, n: int, values: dict[str, Any]) -> Markup:
    here = spoken()
    pattern = here.wording(one, many, n, sense, "")
    return Markup("".join(filled(pattern, values, here, _escaped)) if values else pattern)  # noqa: S704 - escaped


def _escaped(value: object, here: Language, form: str) -> str:
    """A value of a template's sentence as markup: a Text, what a filter has made of one, a name, markup."""
    if isinstance(value, Spoken) and form:
        value = value.text
    if isinstance(value, Text):
        return escape(value.put(here, form))
    shown = escape(value)
    return escape(here.name(shown.striptags(), form)).replace(escape("{name}"), shown) if form else shown
