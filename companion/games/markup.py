"""Markup for the parts of a table's page: words in a language, names, tokens, buttons. Every value is escaped here.

A part's drawing function gets a language and plain values, and returns a str. A value that is markup already is a
`Markup`; all others are escaped when they are put into a sentence (`t`, `n`, `put`) or an attribute (`e`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import quote

from markupsafe import Markup, escape

from companion.games.move import Plain, as_json
from companion.games.ruling import Action
from companion.games.text import Language, Text, filled

kept = lru_cache(4096, typed=True)
"""Keeps what a function has drawn. A name and markup that is spelled alike are two things: `typed`."""
SHORT = 18
"""The letters of a name that a heading shows."""
JOINERS = "\u200d\ufe0f"
BadgeView = tuple[int, str]
"""A badge: its colour's number, and its initial."""


@kept
def e(value: str) -> str:
    """Escape a text, for an element or for an attribute in either kind of quotes."""
    return str(escape(value))


def t(language: Language, message: str, /, **values: object) -> Markup:
    """Word a sentence; its values are escaped."""
    return _made(language, message, None, 0, **values)


def n(language: Language, one: str, many: str, num: int, /, **values: object) -> Markup:
    """Word a sentence with a count, `{num}`."""
    return _made(language, one, many, num, num=num, **values)


def sense(language: Language, which: str, message: str) -> Markup:
    """Word an English word that has several meanings, in the one that is meant (`pgettext`)."""
    return Markup(language.wording(message, None, 0, which, ""))  # noqa: S704 - a message of the program


@kept
def put(language: Language, text: Text | str) -> Markup:
    """Word a `Text`; a str (a name, say) is escaped and stays as it is."""
    return escape(text.put(language)) if isinstance(text, Text) else escape(text)


@kept
def named(language: Language, text: Text, most: int = SHORT) -> Markup:
    """Word a heading: each name in it is cut to `most` letters, and keeps its direction of writing to itself."""
    values = {key: bdi(value, most) if isinstance(value, str) else value for key, value in text.params}
    count = values.get("n")
    pattern = language.wording(text.message, text.plural, count if isinstance(count, int) else 0, text.sense, "")
    return Markup("".join(filled(pattern, values, language, _escaped)))  # noqa: S704 - escaped


@kept
def _made(language: Language, one: str, many: str | None, count: int, /, **values: object) -> Markup:
    pattern = language.wording(one, many, count, None, "")
    return Markup("".join(filled(pattern, values, language, _escaped)) if values else pattern)  # noqa: S704 - escaped


def _escaped(value: object, language: Language, form: str) -> str:
    if isinstance(value, Text):
        return escape(value.put(language, form))
    shown = escape(value)
    return escape(language.name(shown.striptags(), form)).replace(escape("{name}"), shown) if form else shown


def listed(language: Language, items: Iterable[str], style: str = "") -> Markup:
    """Join names and words; `style` is "and" or "or" before the last."""
    return Markup(language.listed([escape(item) for item in items], style))  # noqa: S704 - escaped


def short(name: str, most: int = SHORT) -> str:
    """Cut a name that is longer than `most` characters, with an ellipsis; never in the middle of an emoji."""
    if len(name) <= most:
        return name
    end = most - 1
    while end > 1 and (name[end] in JOINERS or unicodedata.combining(name[end]) or name[end - 1] == JOINERS[0]):
        end -= 1
    return name[:end].rstrip() + "\u2026"


@kept
def bdi(name: str, most: int = SHORT) -> Markup:
    """Cut a name and isolate it, so that its direction of writing does not turn the sentence round it."""
    return Markup("<bdi>{}</bdi>").format(short(name, most))


def signed(number: int, plus: str = "+") -> str:
    """Write points with their sign, the minus as a minus sign."""
    return f"{number}" if number == 0 else f"{plus}{number}" if number > 0 else f"\u2212{-number}"


@kept
def badge(color: int, initial: str) -> str:
    """Draw a colour with an initial, which is no text of the page: who copies a name finds the name alone."""
    return f'<span class="initial seat-{color}" aria-hidden="true" data-initial="{e(initial)}"></span>'


@kept
def token(color: str, size: str = "") -> str:
    return f'<svg class="token{" " + size if size else ""}"><use href="#token-{color}"/></svg>'


@kept
def icon(name: str) -> str:
    return f'<svg class="icon" aria-hidden="true"><use href="#icon-{name}"/></svg>'


@kept
def fan(color: str, count: int) -> str:
    """Draw tokens of one colour: each is seen up to four, then the number says it."""
    times = f'<b class="times">&times;{count}</b>' if count > 4 else ""
    return f'<span class="fan">{token(color) * min(count, 4)}{times}</span>'


def held(color: str, count: int) -> str:
    """Return what screen readers and tests read of a place: a colour and how many."""
    return f'data-color="{color}" data-count="{count}"'


def at(code: str, *path: str, **query: str) -> str:
    """Return an address of a table, for an attribute."""
    asked = "&amp;".join(f"{key}={quote(value, safe='')}" for key, value in query.items() if value)
    return "/".join(("/t", code, *path)) + (f"?{asked}" if asked else "")


def own(*people: int) -> str:
    """Return the marks of these people's phones, for `data-for` and `data-not`."""
    return " ".join(map(str, people))


def value_of(*plains: Plain) -> str:
    """Return these moves as a button carries them: JSON, a list if there are several."""
    return as_json(plains[0] if len(plains) == 1 else plains)


@kept
def quoted(value: str) -> str:
    """Escape a text for an attribute in single quotes, in which JSON stays readable."""
    return e(value).replace("&#34;", '"')


def data(value: object) -> str:
    """Write a value as JSON, for an attribute in single quotes."""
    return quoted(as_json(value))


@kept
def submit(value: str, legal: bool, name: str, classes: str, id: str = "") -> str:
    """Return the attributes of a button that makes moves. `name` is markup: what the button is called.

    A move that the rules do not allow now is dimmed, and can be tapped: the refusal says why.
    """
    named_so = f' id="{id}"' if id else ""
    dim, why = ("", "") if legal else (" dim", ' aria-describedby="not-now"')
    return f'name="move" value=\'{quoted(value)}\' class="{classes}{dim}"{named_so} aria-label="{name}"{why}'


def tap(action: Action, name: str, classes: str, id: str = "") -> str:
    """Return the attributes of a button that makes the moves of an action, as `submit`."""
    return submit(action.value, action.legal, name, classes, id)


def choice(id: str, field: str, value: str, name: str, classes: str, shown: str, then: str = "", part: str = "") -> str:
    """Draw something to choose before a move is told, and what is asked `then` (markup).

    It is called by what is `shown` if `name` is empty. It lives in the form alone. Inside an element of the class `choices`, choosing one puts the others away, and a
    second tap takes it back. Nothing is sent until a button is tapped. `part` is the element's id if it is a part's.
    """
    step = f'<div class="then">{then}</div>' if then else ""
    called = f' aria-label="{name}"' if name else ""
    element = f'<div id="{part}" class="choice">' if part else '<div class="choice">'
    return (
        f'{element}<input type="checkbox" class="visually-hidden" id="{id}" name="{field}" value="{e(value)}"'
        f'{called} autocomplete="off"><label for="{id}" class="{classes}">{shown}</label>{step}</div>'
    )


def question(heading: str, hint: str = "") -> str:
    """Draw what is asked, and a hint below it; both are markup."""
    below = f'<p class="hint">{hint}</p>' if hint else ""
    return f'<div class="ask"><div><h2>{heading}</h2>{below}</div></div>'
