"""The catalogues of every language: whole where it is offered, and right in whatever is translated already."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from companion.games.sluff_off.edition import EDITIONS, EVERY_TOKEN, WORDS
from companion.games.text import pieces
from companion.languages import FOLDER, NAME, Languages, read

ROOT = Path(__file__).parent.parent
CODES = sorted(path.parent.name for path in FOLDER.glob("*/language.toml"))
MARKUP = re.compile(r"</?\w[^>]*>|&\w+;")
SAME = re.compile(r"same\b")
NOT_ITS_TYPOGRAPHY = {
    "de": "[\"'«»”]",
    "fr": "[\"'“”]|(?<=\\S)[ \u00a0][:;?!»]|«(?!\u202f)",
    "es": "[\"'“”„]|« | »",
    "nl": "[\"'«»„]",
    "it": "[\"'“”„]|« | »",
}
CODE = re.compile(r"<[^>]*>|\"[\w.]+\"")
"""What stands in a sentence and is none of its words."""
DOMAINS = ("messages", "forms")


@cache
def catalogue(code: str, domain: str = "messages") -> Catalog:
    with (FOLDER / code / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        return read_po(file, locale=code, abort_invalid=True)


@cache
def template() -> Catalog:
    with (FOLDER / "messages.pot").open("rb") as file:
        return read_po(file, abort_invalid=True)


def _entries(catalog: Catalog) -> Iterator[Message]:
    return (message for message in catalog if message.id)


def _english(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _told(message: Message) -> tuple[str, ...]:
    """The translations, one a plural form; none as long as they are missing or fuzzy."""
    told = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return told if all(told) and not message.fuzzy else ()


def _placeholders(pattern: str) -> set[str]:
    return {name for _, name, _ in pieces(pattern) if name is not None}


def _has_letters(pattern: str) -> bool:
    return any(re.search(r"[^\W\d_]", text) for text, *_ in pieces(pattern))


def _translated(code: str, domain: str = "messages") -> Iterator[tuple[Message, tuple[str, ...]]]:
    return ((message, told) for message in _entries(catalogue(code, domain)) if (told := _told(message)))


def _offered(code: str) -> bool:
    return code.replace("_", "-") in Languages().offered


def test_five_languages_are_on_their_way_beside_english() -> None:
    assert {"de", "fr", "es", "nl", "it"} <= set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_language_that_is_offered_is_whole(code: str) -> None:
    assert read(FOLDER / code, code)
    assert (ROOT / "docs" / "translating" / f"{code}.md").is_file() or not _offered(code)
    if _offered(code):
        translated = {(message.context, *_english(message)) for message, _ in _translated(code)}
        missing = [one for one in _entries(template()) if (one.context, *_english(one)) not in translated]
        assert [(one.id, [file for file, _ in one.locations]) for one in missing] == []


@pytest.mark.parametrize("code", CODES)
def test_its_plurals_are_those_of_cldr(code: str) -> None:
    for domain in DOMAINS:
        found = catalogue(code, domain)
        assert (found.num_plurals, found.plural_expr) == (Catalog(code).num_plurals, Catalog(code).plural_expr)
        for message, told in _translated(code, domain):
            assert len(told) == (found.num_plurals if message.pluralizable else 1), message.id


@pytest.mark.parametrize("code", CODES)
def test_no_placeholder_is_lost_or_added(code: str) -> None:
    for message, told in _translated(code):
        english = [_placeholders(text) for text in _english(message)]
        for number, text in enumerate(told):
            needed = english[min(number, len(english) - 1)]
            assert needed <= _placeholders(text) <= set.union(*english), (message.id, text)


@pytest.mark.parametrize("code", CODES)
def test_no_markup_is_lost(code: str) -> None:
    for message, told in _translated(code):
        for english, text in zip(_english(message), told, strict=False):
            assert sorted(MARKUP.findall(text)) == sorted(MARKUP.findall(english)), (message.id, text)
            for end in (r"^\s*", r"\s*$"):
                assert re.search(end, text)[0] == re.search(end, english)[0], (message.id, text)  # type: ignore[index]


@pytest.mark.parametrize("code", NOT_ITS_TYPOGRAPHY)
def test_quotation_marks_and_spaces_are_those_of_the_language(code: str) -> None:
    told = [CODE.sub("x", text) for domain in DOMAINS for _, told in _translated(code, domain) for text in told]
    found = [text for text in told if re.search(NOT_ITS_TYPOGRAPHY[code], text)]
    assert found == [], f"see Typography in docs/translating/{code}.md (French: U+202F before : ; ? ! and inside « »)"


@pytest.mark.parametrize("code", CODES)
def test_no_translation_is_out_of_all_proportion(code: str) -> None:
    """One that stands under another message by mistake, say."""
    for message, told in _translated(code):
        if not re.search(r"/(asked|thesaurus)\.py$", message.locations[0][0]):  # made in each language
            longest = max(map(len, _english(message)))
            assert len(told[0]) <= 3 * longest + 15, (message.id, told[0])
            assert longest <= 3 * len(told[0]) + 15, (message.id, told[0])


@pytest.mark.parametrize("code", CODES)
def test_no_translation_stands_twice_in_its_message(code: str) -> None:
    told = [text for _, texts in _translated(code) for text in texts]
    assert [text for text in told if len(text) > 6 and text[: len(text) // 2] * 2 == text] == []


@pytest.mark.parametrize("code", CODES)
def test_what_is_as_in_english_says_so(code: str) -> None:
    for message, told in _translated(code):
        if set(told) & set(_english(message)) and _has_letters(told[0]):
            assert any(SAME.match(comment) for comment in message.user_comments), message.id


@pytest.mark.parametrize("code", CODES)
def test_forms_are_of_messages_and_are_used(code: str) -> None:
    messages = {(text, *rest) for one in _entries(template()) for text, *rest in [_english(one)]} | {(NAME,)}
    used = {
        spec.form
        for domain in DOMAINS
        for _, told in _translated(code, domain)
        for text in told
        for _, name, spec in pieces(text)
        if name is not None and spec.form
    }
    forms = {str(message.context) for message, _ in _translated(code, "forms")}
    for message, told in _translated(code, "forms"):
        assert message.context, message.id
        assert tuple(_english(message)) in messages, f"{message.id} is no message any more"
        for text in told:
            assert _placeholders(text) <= set.union(*(_placeholders(one) for one in _english(message))), text
    assert used <= forms
    assert {form.removesuffix(" vowel") for form in forms} <= used


@pytest.mark.parametrize("code", CODES)
def test_its_settings_are_whether_it_is_offered_and_the_vowels_that_its_forms_are_for(code: str) -> None:
    settings = tomllib.loads((FOLDER / code / "language.toml").read_text(encoding="utf-8"))
    assert settings.keys() <= {"offered", "vowels"}
    assert isinstance(settings["offered"], bool)
    before_a_vowel = any(str(message.context).endswith(" vowel") for message in _entries(catalogue(code, "forms")))
    assert before_a_vowel == bool(settings.get("vowels")), "a form before a vowel, and the letters that are vowels"
    for letter in settings.get("vowels", ""):
        assert letter == unicodedata.normalize("NFD", letter).lower(), "vowels stand without accents, in small letters"


def test_a_language_knows_its_own_name_and_direction() -> None:
    for code in CODES:
        assert Locale.parse(code).get_display_name(code)
        assert Locale.parse(code).text_direction in ("ltr", "rtl")


PUT_IN = {name: set(EVERY_TOKEN) for name in ("color", "led", "won_with", "won")} | {
    name: {edition.words[name].message for edition in EDITIONS.values()} for name in WORDS if name != "role"
}
"""What fills a placeholder, where only these words do: colours, and what the boxes call their things.

`role` has its article in some sentences.
"""


@pytest.mark.parametrize("code", [code for code in CODES if _offered(code)])
def test_each_word_has_the_forms_that_its_sentences_ask_for(code: str) -> None:
    forms = {(message.context, word) for message, _ in _translated(code, "forms") for word in _english(message)}
    for message, told in _translated(code):
        for name, form in {(name, spec.form) for text in told for _, name, spec in pieces(text) if name and spec.form}:
            missing = {word for word in PUT_IN.get(name, ()) if (form, word) not in forms}
            assert not missing, f"{message.id}: {{{name}:{form}}} has no such form of {sorted(missing)}"


@pytest.mark.parametrize("code", CODES)
def test_a_rank_that_is_due_and_a_seat_s_turn_are_labelled_apart(code: str) -> None:
    due, turn = (catalogue(code).get(label) for label in ("Due", "Turn"))
    assert due is not None
    assert turn is not None
    assert due.string != turn.string or not due.string
