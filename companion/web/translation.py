"""Translation: turns a `Text` into a str in the phone's language. Nothing else does."""

from __future__ import annotations

from functools import lru_cache
from gettext import NullTranslations
from typing import Any

from babel import negotiate_locale
from flask import Flask, g, request
from flask_babel import Babel, get_locale, get_translations
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.games.text import Text

DEFAULT_LANGUAGE = "en"


def words(text: Text | str) -> str:
    """The sentence in the language of the current request; a str (a name, say) is returned unchanged.

    Plain text, not markup: a template escapes it like any other str.
    """
    return text.put(_gettext, _ngettext) if isinstance(text, Text) else text


def word(text: str) -> str:
    """A variable's word (a colour, say) in the language of the current request; unchanged where there is none.

    Plain text like `words`: what a template gives to its own gettext is taken for markup.
    """
    return _gettext(text) if text else text


def language() -> str:
    """The language of the answer, for `<html lang>`: "en", "pt-BR"."""
    locale = get_locale()
    return str(locale).replace("_", "-") if locale else DEFAULT_LANGUAGE


def init_app(app: Flask) -> None:
    """Teach the templates the filters `words` and `word` and the function `language()`."""
    babel = Babel(app, default_locale=DEFAULT_LANGUAGE)
    with app.app_context():
        known = sorted({str(locale) for locale in babel.list_translations()})
    app.extensions["babel"].locale_selector = lambda: wanted(known)
    app.add_template_filter(words)
    app.add_template_filter(word)
    app.add_template_global(language)
    # In place of Flask-Babel's own, which look the language up anew for every sentence of a page.
    for name in ("_", "gettext"):
        app.add_template_global(_sentence, name)
    app.add_template_global(_counted, "ngettext")


def wanted(known: list[str]) -> str | None:
    """The known language that the phone prefers."""
    return _negotiated(request.headers.get("Accept-Language", ""), tuple(known))


@lru_cache(maxsize=512)
def _negotiated(asked: str, known: tuple[str, ...]) -> str | None:
    # In the phone's order, with "en-GB" as good as "en"; Werkzeug's own match takes an exact second choice first.
    tags = parse_accept_header(asked, LanguageAccept).values()
    return negotiate_locale([tag.replace("-", "_") for tag in tags], known)


def translations() -> NullTranslations:
    """The translations into the language of the current request, looked up once."""
    found: NullTranslations | None = g.get("translations")
    if found is None:
        found = g.translations = get_translations()
    return found


# Not flask_babel's own gettext: it reads "%" in a sentence as a placeholder.
def _gettext(message: str) -> str:
    return translations().gettext(message)


def _ngettext(one: str, many: str, n: int) -> str:
    return translations().ngettext(one, many, n)


def _sentence(message: str, /, **values: Any) -> Markup:
    """A template's own sentence with its values escaped; "%%" in it is a percent sign."""
    return _pattern(translations(), message) % values if values else _plain(translations(), message)


def _counted(one: str, many: str, num: int, /, **values: Any) -> Markup:
    return Markup(_ngettext(one, many, num)) % {"num": num, **values}  # noqa: S704 - the template's own


@lru_cache(maxsize=4096)
def _pattern(translations: NullTranslations, message: str) -> Markup:
    return Markup(translations.gettext(message))  # noqa: S704 - the template's own


@lru_cache(maxsize=4096)
def _plain(translations: NullTranslations, message: str) -> Markup:
    return _pattern(translations, message) % {}
