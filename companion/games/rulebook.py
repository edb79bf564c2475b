"""A game's rulebook: the Markdown page of its room, read once, so that its sentences can be mended without any Python.

docs/rulebooks.md tells how a page is written. Whatever is not understood is an error that names its file and line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, Any, get_args

from companion.games.how_to_play import Introduction, SetUpStep
from companion.games.ruling import NO_GRID, Grid, Reading, Rejected, Remedy, Rule, Support
from companion.games.text import Param, Text, pieces

BOOK_KEEPING = frozenset({"malformed", "not-now", "game-is-over", "nothing-to-undo"})
"""Rules of the book that the app keeps, not of the table: nobody looks them up before others."""


class Unreadable(ValueError):
    """A line of a rulebook that is not understood."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason to tap. `text` goes into the ledger; `rule` is the id of the rule that it is about, if there is one."""

    text: Text
    rule: str | None = None


@dataclass(frozen=True)
class Rulebook:
    """A page that was read: the rules in order, and what else it tells. `asked` is by a rule's id.

    `sources` are by the names that they have on the page, `steps` and `reasons` by their headings.
    """

    rules: tuple[Rule, ...]
    asked: Mapping[str, Text]
    sources: Mapping[str, Text]
    introduction: Introduction | None
    steps: Mapping[str, SetUpStep]
    reasons: Mapping[str, tuple[Reason, ...]]

    @cached_property
    def _by_id(self) -> Mapping[str, Rule]:
        return {rule.id: rule for rule in self.rules}

    def __getitem__(self, rule_id: str) -> Rule:
        """The rule of that id. Raises KeyError if the rulebook has none."""
        return self._by_id[rule_id]

    def title_of(self, rule_id: str) -> Text | str:
        """Return the title of the rule with that id, or the id if the rulebook has no such rule any more."""
        rule = self._by_id.get(rule_id)
        return rule_id if rule is None else rule.title

    def no(self, rule_id: str, because: Text) -> Rejected:
        """A rejection by the rule of that id. Raises KeyError if the rulebook has none."""
        return Rejected(self[rule_id], because)

    @property
    def disputes(self) -> tuple[Reason, ...]:
        """What may be in dispute, the game's own first."""
        return (*self.reasons.get(DISPUTE, ()), *DISPUTES)

    @property
    def ruling_reasons(self) -> Mapping[str, tuple[Reason, ...]]:
        """By marker of a ruling's shape: why a table rules so, the game's own first."""
        return {
            heading.removeprefix(RULING).removeprefix(" of "): (*offered, *RULINGS)
            for heading, offered in self.reasons.items()
            if heading.startswith(RULING)
        }


DISPUTE, RULING = "Reasons in a dispute", "Reasons for a ruling"
"""Headings of reasons that each game adds its own to."""


@dataclass
class Part:
    """A heading, a paragraph, a quotation, a list item or the row of a table: where it begins, its mark, its words."""

    line: int
    mark: str
    words: str


COMMON = Path(__file__).with_name("common.md")
MARKED = re.compile(r"^(#+ |>|- |\||)(.*)$")


def parts(source: str) -> Iterator[Part]:
    """The parts of a page in order. Those that take several lines end at an empty one, or where another begins."""
    last: Part | None = None
    for number, line in enumerate((*source.split("\n"), ""), 1):
        if line.startswith("<!--"):
            continue
        mark, words = (group.strip() for group in MARKED.findall(line.strip())[0])
        if last and words and ((last.mark, mark) == (">", ">") or (mark == "" and last.mark in ("", "-", ">"))):
            last.words += " " + words
        else:
            if last:
                yield last
            last = Part(number, mark, words) if words else None


class Reader:
    """Reads a page into values. `words` stand for its placeholders; without any these stay as they are.

    `shared` is what was read of the rules that all games share. `messages` are those that translators are given, each
    with its line.
    """

    def __init__(self, path: Path, words: Mapping[str, Param] | None = None, shared: Reader | None = None) -> None:
        self.path, self.words, self.shared = path, words, shared
        self.messages: list[tuple[int, str]] = []
        self.part = Part(0, "", "")
        self.take = self.take_default
        self.sources: dict[str, Text] = dict(shared.sources) if shared else {}
        self.lines: dict[Text, Text] = {}
        self.phases: dict[str, Text] = {}
        self.steps: dict[str, SetUpStep] = {}
        self.reasons: dict[str, tuple[Reason, ...]] = {}
        self.rules: dict[str, dict[str, Any]] = {}
        self.of_page: dict[str, Any] = {"support": "ours"}
        self.of_section: dict[str, Any] = {}
        self.own: set[str] = set()
        self.mentioned: list[tuple[str, int]] = []

    def read(self, source: str) -> Reader:
        for self.part in parts(source):
            if self.part.mark == "##":
                self.begin(self.part.words)
            elif self.part.mark == "###" and self.take == self.take_step:
                self.steps[self.part.words] = SetUpStep(self.text(self.part.words), ())
            elif self.part.mark == "###":
                self.begin_rule(self.part.words)
            elif self.part.mark != "#":
                self.take()
        return self

    def rulebook(self) -> Rulebook:
        """All that was read. Each rule must be whole, and each that is mentioned must be there."""
        asked, rules = {}, []
        for rule_id, fields in self.rules.items():
            line = fields.pop("line")
            for name in ("title", "says", "example"):
                if name not in fields:
                    raise self.wrong(f"The rule \u201c{rule_id}\u201d has no {CALLED[name]}.", line)
            if "asked" in fields:
                asked[rule_id] = fields.pop("asked")
            rules.append(Rule(rule_id, **fields))
        for rule_id, line in self.mentioned:
            if rule_id not in self.rules:
                raise self.wrong(f"There is no rule \u201c{rule_id}\u201d.", line)
        introduction = Introduction(self.lines, self.phases) if self.lines else None
        return Rulebook(tuple(rules), asked, self.sources, introduction, self.steps, self.reasons)

    def wrong(self, why: str, line: int | None = None) -> Unreadable:
        return Unreadable(f"{self.path}:{line or self.part.line}: {why}")

    def message(self, message: str, **words: Param) -> Text:
        self.messages.append((self.part.line, message))
        return Text(message, **words)

    def text(self, message: str) -> Text:
        """A message with the words for its placeholders."""
        if self.words is None:
            return self.message(message)
        try:
            names = [name for _, name, _ in pieces(message) if name is not None]
        except ValueError as error:
            raise self.wrong(f"{error}.") from error
        if unknown := [name for name in names if name not in self.words]:
            raise self.wrong(f"There are no words for {{{unknown[0]}}}.")
        return self.message(message, **{name: self.words[name] for name in names})

    def item(self) -> tuple[str, str]:
        """The name and the words of a list item."""
        name, colon, words = self.part.words.partition(": ")
        if self.part.mark != "-" or not colon:
            raise self.wrong("Here stand list items: \u201c- name: words\u201d.")
        return name, words

    # The parts of the page.

    def begin(self, heading: str) -> None:
        """What the page tells from this heading on; any heading that is not known begins a section of rules."""
        known = {
            "Sources": self.take_source,
            "In ten lines": self.take_line,
            "A first game": self.take_phase,
            "Setting up": self.take_step,
        }
        self.take = known.get(heading, self.take_default)
        if heading.startswith("Reasons "):
            if self.shared and heading.partition(" of ")[0] not in self.shared.reasons:
                raise self.wrong("Nobody is offered such reasons.")
            self.reasons[heading] = ()
            self.take = self.take_reason
        elif heading not in known:
            self.of_section = {} if heading == "Rules" else {"section": self.text(heading)}

    def begin_rule(self, rule_id: str) -> None:
        if self.take not in (self.take_default, self.take_of_rule):
            raise self.wrong("A rule stands in a section of rules.")
        if not re.fullmatch(r"[a-z]+(-[a-z]+)*", rule_id):
            raise self.wrong("A rule\u2019s id is of small letters, with hyphens between words.")
        if rule_id in self.rules:
            raise self.wrong(f"There are two rules \u201c{rule_id}\u201d.")
        shared = self.shared.rules.get(rule_id, {}) if self.shared else {}
        here = {"section": self.of_section.get("section"), "line": self.part.line}
        self.rules[rule_id] = {**self.of_page, **self.of_section, **shared, **here}
        self.own = set(shared)
        self.take = self.take_of_rule

    def take_source(self) -> None:
        name, words = self.item()
        if name == "support":
            self.of_page = self.field(name, words)
            return
        if name in (*FIELDS, *self.sources):
            raise self.wrong(f"Something else is called \u201c{name}\u201d.")
        self.sources[name] = self.text(words)

    def take_line(self) -> None:
        about, line = self.item()
        self.lines[self.text(about)] = self.text(line)

    def take_phase(self) -> None:
        phase, sentence = self.item()
        self.phases[phase] = self.text(sentence)

    def take_step(self) -> None:
        if self.part.mark != "-" or not self.steps:
            raise self.wrong("Here stand list items, below the heading of their step.")
        about = next(reversed(self.steps))
        step = self.steps[about]
        self.steps[about] = SetUpStep(step.about, (*step.says, self.text(self.part.words)))

    def take_reason(self) -> None:
        match = re.fullmatch(r"(.+?)(?: \(`(.+)`\))?", self.part.words)
        if self.part.mark != "-" or match is None:
            raise self.wrong("Here stand list items: \u201c- The reason (`rule`)\u201d.")
        if match[2]:
            self.mentioned.append((match[2], self.part.line))
        self.reasons[next(reversed(self.reasons))] += (Reason(self.text(match[1]), match[2]),)

    def take_default(self) -> None:
        """What holds for the rules of a section."""
        name, words = self.item()
        if name not in ("support", "see"):
            raise self.wrong("Above all rules of a section stand only their \u201csupport\u201d and \u201csee\u201d.")
        self.of_section |= self.field(name, words)

    # A rule.

    def take_of_rule(self) -> None:
        rule = next(reversed(self.rules.values()))
        mark, words = self.part.mark, self.part.words
        if mark == "|":
            rule["grid"] = self.row(rule.get("grid", NO_GRID))
        elif mark == "-":
            name, words = self.item()
            if name in FIELDS:
                self.once(rule, self.field(name, words))
            else:
                rule["readings"] = (*rule.get("readings", ()), self.reading(name, words))
        elif mark == ">":
            self.once(rule, {"example": self.text(words)})
        elif mark == "" and re.fullmatch(r"\*\*.+\*\*", words):
            self.once(rule, {"title": self.text(words.strip("*"))})
        elif mark == "" and "**" not in words:
            self.once(rule, {"says": self.text(words)})
        elif mark == "":
            raise self.wrong("Only a title is in bold type, and an empty line follows it.")
        else:
            raise self.wrong("A rule has no headings of its own.")

    def once(self, rule: dict[str, Any], fields: Mapping[str, Any]) -> None:
        if twice := [name for name in fields if name in self.own]:
            raise self.wrong(f"This rule has its {CALLED[twice[0]]} already, here or in {COMMON.name}.")
        self.own.update(fields)
        rule.update(fields)

    def reading(self, name: str, words: str) -> Reading:
        source = name.removeprefix("**").removesuffix("**")
        if source not in self.sources:
            raise self.wrong(f"\u201c{source}\u201d is no source of this page, and nothing that a rule has.")
        return Reading(self.sources[source], self.text(words), default=name != source)

    def row(self, grid: Grid) -> Grid:
        """The table with one more row. A row's name is taken as it is written, and so are numbers."""
        cells = [cell.strip() for cell in self.part.words.strip("|").split("|")]
        if not grid.head:
            return Grid(tuple(map(self.text, cells)), ())
        if not "".join(cells).strip("-:"):
            return grid
        if len(cells) != len(grid.head):
            raise self.wrong(f"The table has {len(grid.head)} columns.")
        column = grid.head[0].message.lower()
        row = (self.message(f"{{{column}}}", **{column: cells[0]}), *map(self.cell, cells[1:]))
        return Grid(grid.head, (*grid.rows, row))

    def cell(self, words: str) -> Text:
        number = re.search(r"\d+", words)
        return self.message(words.replace(number[0], "{n}"), n=int(number[0])) if number else self.text(words)

    def field(self, name: str, words: str) -> dict[str, Any]:
        """What a field says, by the names that `Rule` has for it."""
        match name:
            case "support":
                support, *names = words.split(", ")
                if support not in get_args(Support) or not self.sources.keys() >= set(names):
                    raise self.wrong(f"It is one of {', '.join(get_args(Support))}, and then names of sources.")
                return {"support": support, "sources": tuple(map(self.sources.__getitem__, names))}
            case "see":
                see = tuple(words.split(", "))
                self.mentioned += [(rule_id, self.part.line) for rule_id in see]
                return {"see": see}
            case "remedy":
                match = re.fullmatch(r"(\w+=[^ :]+(?: \w+=[^ :]+)*): (.+)", words)
                if match is None:
                    raise self.wrong("A remedy is \u201cfield=value field=value: Why it is ruled\u201d.")
                values = (one.partition("=") for one in match[1].split(" "))
                return {"remedy": Remedy(tuple((key, value) for key, _, value in values), self.text(match[2]))}
            case "asked":
                return {"asked": self.text(words)}
        return {name: words}


FIELDS = ("support", "option", "see", "remedy", "asked")
CALLED = {name: f"\u201c{name}\u201d" for name in FIELDS} | {"title": "title", "says": "sentence", "example": "example"}
"""What people call the fields of a rule."""


def load(path: Path, players: tuple[int, int] = (0, 0), words: Mapping[str, Param] | None = None) -> Rulebook:
    """The rulebook in that file. `players` are the fewest and the most, `words` stand for its placeholders."""
    fewest, most = players
    shared = Reader(COMMON, {"fewest": fewest, "most": most}).read(COMMON.read_text(encoding="utf-8"))
    return Reader(path, words or {}, shared).read(path.read_text(encoding="utf-8")).rulebook()


def extract(file: IO[bytes], *_: object, **__: object) -> Iterator[tuple[int, None, str, list[str]]]:
    """The messages of a page, as Babel asks for them: babel.cfg names this function."""
    path = Path(file.name)
    reader = Reader(path, shared=None if path.name == COMMON.name else SHARED)
    for line, message in reader.read(file.read().decode()).messages:
        yield line, None, message, []


SHARED = Reader(COMMON).read(COMMON.read_text(encoding="utf-8"))
STANDS = SHARED.reasons["Reasons to let an entry stand"]
WITHDRAWN = SHARED.reasons["Reasons to withdraw a hold"]
AMENDS = SHARED.reasons["Reasons to correct an entry"]
COUNTS = SHARED.reasons["Reasons to take what was counted"]
DISPUTES, RULINGS = SHARED.reasons[DISPUTE], SHARED.reasons[RULING]
