"""The languages that the app speaks: gettext's catalogues, a folder a language, and numbers and lists by CLDR.

`translations/LANGUAGE/LC_MESSAGES/messages.po` translates the messages, `forms.po` says what words become in a
sentence: a message by the name of its form, which stands as the message's context. A language is offered to people once
its `language.toml` says so, which has its vowels, too. docs/translating/README.md is for those who translate.
"""

from __future__ import annotations

import os
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from io import BytesIO
from pathlib import Path
from threading import Lock

from babel import Locale, negotiate_locale
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import Translations

from companion.config import PACKAGE
from companion.games.text import ENGLISH, Language

FOLDER = PACKAGE / "translations"
NAME = "{name}"
_ENGLISH_TOO = re.compile("^(C|POSIX)$")
BEFORE_A_VOWEL = "vowel"
SETTINGS = "language.toml"


class Catalogue:
    """One language as its translators have it. Plain text in, plain text out; safe to share between threads.

    `vowels` are the letters, without accents, before which a name takes its form "... vowel".
    """

    def __init__(self, code: str, messages: Translations, forms: Translations, vowels: str) -> None:
        self.code, self._vowels = _tag(code), vowels
        self._locale = Locale.parse(code)
        self._messages, self._forms = messages, forms

    @lru_cache(16384)  # noqa: B019 - there are a few languages, and they stay
    def wording(self, message: str, plural: str | None, n: int, sense: str | None, form: str) -> str:
        """The message in this language; in a form, where the language has that of it."""
        if form:
            found = _message(self._forms, form, message, plural, n)
            if found not in (message, plural):
                return found
        return _message(self._messages, sense, message, plural, n)

    def name(self, name: str, form: str) -> str:
        """The pattern of a name in a form, "de {name}", or "{name}" where it stays as it is."""
        first = unicodedata.normalize("NFD", name[:1]).lower()[:1]
        forms = (f"{form} {BEFORE_A_VOWEL}", form) if first and first in self._vowels else (form,)
        found = (_message(self._forms, one, NAME, None, 0) for one in forms)
        return next((pattern for pattern in found if pattern != NAME), NAME)

    @lru_cache(4096)  # noqa: B019 - as above
    def number(self, number: float) -> str:
        """A number as CLDR writes it."""
        return format_decimal(number, locale=self._locale)

    def listed(self, items: Sequence[str], style: str) -> str:
        """As CLDR makes a list of them; with commas alone where no style says more."""
        if not style:
            return ", ".join(items)
        said = format_list(items, style="or" if style == "or" else "standard", locale=self._locale)
        return _before_its_own_vowel(said, items[-1]) if items and self._locale.language == "es" else said


_SPANISH = ((" y ", re.compile("h?i(?![aeo])|y[^\\Waeiou]"), " e "), (" o ", re.compile("h?o|8|11$"), " u "))


def _before_its_own_vowel(said: str, last: str) -> str:
    """The list as Spanish has it: "Ann e In\u00e9s", "7 u 8". CLDR's pattern does not know the word that follows."""
    heard = unicodedata.normalize("NFD", last).lower()
    for word, sound, instead in _SPANISH:
        if said.endswith(word + last) and sound.match(heard):
            return said.removesuffix(word + last) + instead + last
    return said


def _message(catalogue: Translations, context: str | None, message: str, plural: str | None, n: int) -> str:
    if not message:
        return ""  # no sentence: gettext keeps the catalogue's own header by that name
    if plural is None:
        return str(catalogue.upgettext(context, message) if context else catalogue.gettext(message))
    found = catalogue.unpgettext(context, message, plural, n) if context else catalogue.ngettext(message, plural, n)
    return str(found)


class Languages:
    """The languages of a folder, each read when it is first asked for."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._read: dict[str, Language] = {ENGLISH.code: ENGLISH}
        self._reading = Lock()

    @cached_property
    def offered(self) -> tuple[str, ...]:
        """The languages that people may choose from, English among them: "en", "pt-BR"."""
        files = self._folder.glob(f"*/{SETTINGS}")
        found = ((_tag(path.parent.name), tomllib.loads(path.read_text(encoding="utf-8"))) for path in files)
        return tuple(sorted({ENGLISH.code, *(code for code, settings in found if settings["offered"])}))

    def __getitem__(self, code: str) -> Language:
        """The language of that code; English for one that is not offered."""
        found = self._read.get(code)
        if found is None and code in self.offered:
            with self._reading:
                found = self._read.get(code) or self._read.setdefault(
                    code, read(self._folder / _name(code), _name(code))
                )
        return found or ENGLISH

    def negotiated(self, asked: Iterable[str]) -> str:
        """The code of the offered language that comes first in this order; "en-GB" is as good as "en"."""
        return _tag(negotiate_locale(map(_name, asked), map(_name, self.offered)) or ENGLISH.code)

    def of_process(self) -> Language:
        """The language that this process was started in: LANGUAGE, LC_ALL, LC_MESSAGES, LANG.

        Babel would also ask LC_CTYPE, which Python itself sets where a system lacks the locale that was named.
        """
        named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
        asked = [*os.environ.get("LANGUAGE", "").split(":"), named]
        return self[self.negotiated(_ENGLISH_TOO.sub("en", one.partition(".")[0]) for one in asked if one)]


def _tag(name: str) -> str:
    return name.replace("_", "-")


def _name(tag: str) -> str:
    return tag.replace("-", "_")


def read(folder: Path, code: str) -> Catalogue:
    """The language in a folder, whether it is offered or not."""
    messages, forms = (_translations(folder / "LC_MESSAGES" / domain, code) for domain in ("messages", "forms"))
    settings = tomllib.loads((folder / SETTINGS).read_text(encoding="utf-8"))
    return Catalogue(code, messages, forms, settings.get("vowels", ""))


def _translations(path: Path, code: str) -> Translations:
    """A catalogue as it was compiled when the package was built, or as its text is now where that is newer."""
    text, compiled = path.with_suffix(".po"), path.with_suffix(".mo")
    if not text.exists() or (compiled.exists() and compiled.stat().st_mtime >= text.stat().st_mtime):
        with compiled.open("rb") as file:
            return Translations(file)
    made = BytesIO()
    with text.open("rb") as file:
        write_mo(made, read_po(file, locale=code, abort_invalid=True))  # without what its translator has left fuzzy
    made.seek(0)
    return Translations(made)


languages = lru_cache(1)(Languages)
"""Those of the package, found once a process."""
