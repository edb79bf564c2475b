"""A rulebook's page: what is read of it, what translators are given, and what is said of a line that is wrong."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from companion.games import GAMES
from companion.games.game import AnyGame
from companion.games.rulebook import COMMON, Unreadable, extract, load
from companion.games.ruling import Reading, Remedy
from companion.games.text import Text
from companion.languages import FOLDER

PAGE = """# A game

<!-- For whoever writes here. -->

## Sources

- sheet: the sheet
- support: one-sheet, sheet

## In ten lines

- Goal: Have
  no {token} left.

## A first game

- claim: Say something.

## Setting up

### In the middle

- Nothing.
- Nothing else.

## Reasons in a dispute

- Two called (`call`)

## Reasons for a ruling of points

- We counted

## Calls

### call
**Who {calls}**

Anybody
calls.

> Ann calls,
> and Ben does.

- sheet: Somebody.
- **ours**: Anybody.
- option: calls
- see: late-joiner
- remedy: count=1 from=pile: Called again
- asked: call; shout

| Card | Costs |
| --- | --- |
| A | at once |
| K | after 12 |

## No sheet says

- support: silent
- see: call

### late-joiner

Come early.

> Eve is late.
"""


def read(tmp_path: Path, page: str, **words: Any) -> Any:
    path = tmp_path / "page.md"
    path.write_text(page, encoding="utf-8")
    return load(path, (2, 5), words)


def test_a_page_is_read_whole(tmp_path: Path) -> None:
    book = read(tmp_path, PAGE, token="token", calls=Text("calls"))
    sheet, ours = Text("the sheet"), Text("this companion")
    call, late = book.rules
    assert book["call"] is call
    assert book.no("call", Text("No.")).rule is call
    assert (call.title, call.section) == (Text("Who {calls}", calls=Text("calls")), Text("Calls"))
    assert (call.says, call.example) == (Text("Anybody calls."), Text("Ann calls, and Ben does."))
    assert (call.support, call.sources) == ("one-sheet", (sheet,))
    assert call.readings == (Reading(sheet, Text("Somebody.")), Reading(ours, Text("Anybody."), default=True))
    assert (call.option, call.see) == ("calls", ("late-joiner",))
    assert call.remedy == Remedy((("count", "1"), ("from", "pile")), Text("Called again"))
    assert call.grid.head == (Text("Card"), Text("Costs"))
    assert call.grid.rows == (
        (Text("{card}", card="A"), Text("at once")),
        (Text("{card}", card="K"), Text("after {n}", n=12)),
    )
    assert (late.title, late.support, late.see) == (Text("A late joiner"), "silent", ("number-of-players",))
    assert book.asked["call"] == Text("call; shout")
    assert "join later" in str(book.asked["late-joiner"])
    assert book.introduction.lines == {Text("Goal"): Text("Have no {token} left.", token="token")}
    assert book.introduction.phases == {"claim": Text("Say something.")}
    assert book.steps["In the middle"].says == (Text("Nothing."), Text("Nothing else."))
    assert [(str(one.text), one.rule) for one in book.disputes][:2] == [
        ("Two called", "call"),
        ("It was somebody else\u2019s turn", None),
    ]
    assert [str(one.text) for one in book.ruling_reasons["points"]][:2] == ["We counted", "We all agreed on it"]


RULE = "## Calls\n\n### call\n**Call**\n\nCall.\n\n> Ann.\n\n"
WRONG = {
    "a rule without a title": ("## Calls\n\n### call\n\nCall.\n\n> Ann.\n", 3, "The rule “call” has no title."),
    "a rule without a sentence": ("## Calls\n\n### call\n**Call**\n\n> Ann.\n", 3, "The rule “call” has no sentence."),
    "a rule without an example": ("## Calls\n\n### call\n**Call**\n\nCall.\n", 3, "The rule “call” has no example."),
    "two rules": (f"{RULE}### call\n", 10, "There are two rules “call”."),
    "an id": ("## Calls\n\n### The call\n", 3, "A rule’s id is of small letters, with hyphens between words."),
    "a rule among reasons": ("## In ten lines\n\n### call\n", 3, "A rule stands in a section of rules."),
    "two sentences": (f"{RULE}Call again.\n", 10, "This rule has its sentence already, here or in common.md."),
    "two titles": (f"{RULE}**Calls**\n", 10, "This rule has its title already, here or in common.md."),
    "what all games share": (
        "## All\n### leaver\n**Out**\n",
        3,
        "This rule has its title already, here or in common.md.",
    ),
    "two supports": (
        f"{RULE}- support: ours\n- support: ours\n",
        11,
        "This rule has its “support” already, here or in common.md.",
    ),
    "two fields": (f"{RULE}- asked: a\n- asked: b\n", 11, "This rule has its “asked” already, here or in common.md."),
    "a title that goes on": (
        "## Calls\n### call\n**Call** it\n",
        3,
        "Only a title is in bold type, and an empty line follows it.",
    ),
    "a heading too deep": (f"{RULE}#### Call\n", 10, "A rule has no headings of its own."),
    "an item without a name": (f"{RULE}- Call.\n", 10, "Here stand list items: “- name: words”."),
    "a field": (f"{RULE}- axed: a\n", 10, "“axed” is no source of this page, and nothing that a rule has."),
    "a source": (f"{RULE}- sheet: a\n", 10, "“sheet” is no source of this page, and nothing that a rule has."),
    "a support": (
        f"{RULE}- support: firm\n",
        10,
        "It is one of agreed, one-sheet, conflict, silent, arithmetic, ours, and then names of sources.",
    ),
    "a source of its support": (
        f"{RULE}- support: agreed, sheet\n",
        10,
        "It is one of agreed, one-sheet, conflict, silent, arithmetic, ours, and then names of sources.",
    ),
    "see": (f"{RULE}- see: coll\n", 10, "There is no rule “coll”."),
    "a remedy": (f"{RULE}- remedy: Again\n", 10, "A remedy is “field=value field=value: Why it is ruled”."),
    "a row": (f"{RULE}| a | b |\n| - | - |\n| c |\n", 12, "The table has 2 columns."),
    "a placeholder": (f"{RULE}- asked: {{x}}\n", 10, "There are no words for {x}."),
    "a brace": (f"{RULE}- asked: {{x\n", 10, "expected '}' before end of string."),
    "a source twice": ("## Sources\n\n- ours: us\n", 3, "Something else is called “ours”."),
    "a source called as a field": ("## Sources\n\n- see: us\n", 3, "Something else is called “see”."),
    "what holds for a section": (
        "## Calls\n\n- option: a\n",
        3,
        "Above all rules of a section stand only their “support” and “see”.",
    ),
    "a paragraph above all rules": ("## Calls\n\nCall.\n", 3, "Here stand list items: “- name: words”."),
    "a line of ten": ("## In ten lines\n\nGoal: Win.\n", 3, "Here stand list items: “- name: words”."),
    "a step": ("## Setting up\n\n- Deal.\n", 3, "Here stand list items, below the heading of their step."),
    "reasons": ("## Reasons to play\n", 1, "Nobody is offered such reasons."),
    "a reason": ("## Reasons in a dispute\n\nNone.\n", 3, "Here stand list items: “- The reason (`rule`)”."),
    "a reason's rule": ("## Reasons in a dispute\n\n- It (`coll`)\n", 3, "There is no rule “coll”."),
}


@pytest.mark.parametrize(("source", "line", "why"), WRONG.values(), ids=list(WRONG))
def test_a_line_that_is_wrong_is_named(tmp_path: Path, source: str, line: int, why: str) -> None:
    with pytest.raises(Unreadable) as wrong:
        read(tmp_path, source)
    assert str(wrong.value) == f"{tmp_path / 'page.md'}:{line}: {why}"


# What translators are given.


def texts(value: object) -> Iterator[Text]:
    """All texts in what a rulebook holds."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, Mapping):
        yield from texts((*value.keys(), *value.values()))
    elif isinstance(value, tuple):
        for one in value:
            yield from texts(one)
    elif hasattr(value, "__dataclass_fields__"):
        yield from texts(tuple(getattr(value, name) for name in value.__dataclass_fields__))


def given(path: Path) -> set[str]:
    with path.open("rb") as file:
        return {message for _, _, message, _ in extract(file, (), (), options={})}


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_translators_are_given_every_message_of_a_rulebook_and_no_other(game: AnyGame) -> None:
    page = COMMON.parent / game.folder / "rulebook.md"
    told = (
        game.rulebook.rules,
        game.rulebook.asked,
        game.rulebook.introduction,
        game.rulebook.disputes,
        game.rulebook.ruling_reasons,
    )
    messages = {text.message for text in texts(told)}
    assert messages <= given(page) | given(COMMON)
    assert len(messages) > 2 * len(game.rulebook.rules)


@pytest.mark.parametrize("code", sorted(path.parent.name for path in FOLDER.glob("*/language.toml")))
def test_every_message_of_a_rulebook_has_its_translation(code: str) -> None:
    with (FOLDER / code / "LC_MESSAGES" / "messages.po").open("rb") as file:
        told = {message.id: message.string for message in read_po(file, locale=code)}
    pages = [COMMON, *COMMON.parent.glob("*/rulebook.md")]
    messages = set().union(*map(given, pages))
    assert len(pages) == len(GAMES) + 1
    assert len(messages) > 700
    assert [message for message in messages if not told.get(message)] == []


def test_a_message_is_given_with_its_line() -> None:
    file = io.BytesIO(PAGE.encode())
    file.name = "page.md"
    found = {message: line for line, _, message, _ in extract(file, (), (), options={})}
    assert found["Anybody calls."] == PAGE.split("\n").index("Anybody") + 1
    assert {"the sheet", "Have no {token} left.", "after {n}", "{card}", "Called again", "call; shout"} <= set(found)
