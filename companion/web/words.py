"""Sentences in words: a `Text` of the rules becomes a str in the phone's language, here and nowhere else."""

from __future__ import annotations

from babel import negotiate_locale
from flask import Flask, request
from flask_babel import Babel, get_locale, get_translations

from companion.games.ruling import Text

DEFAULT_LANGUAGE = "en"


def words(text: Text | str) -> str:
    """The sentence in the language of the request at hand; a str (a name, say) stays what it is.

    Plain text, not markup: a template escapes it like any other str.
    """
    return text.put(_gettext, _ngettext) if isinstance(text, Text) else text


def word(text: str) -> str:
    """A word that a variable holds (a colour, say), in the language of the request at hand; else as it is.

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


def wanted(known: list[str]) -> str | None:
    """The language, of those known, that the phone asks for most."""
    # In the phone's order, with "en-GB" as good as "en"; Werkzeug's own match takes an exact second choice first.
    asked = [tag.replace("-", "_") for tag in request.accept_languages.values()]
    return negotiate_locale(asked, known)


# Not flask_babel's own gettext: it reads "%" in a sentence as a placeholder.
def _gettext(message: str) -> str:
    translated: str = get_translations().ugettext(message)
    return translated


def _ngettext(one: str, many: str, n: int) -> str:
    translated: str = get_translations().ungettext(one, many, n)
    return translated
