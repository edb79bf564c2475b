"""docs/add-a-game.md speaks of what is there: each excerpt stands in a file that its heading names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.games.game import Game

ROOT = Path(__file__).parent.parent
DOCUMENT = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
EXCERPTS = [
    (heading.strip(), excerpt)
    for heading, text in re.findall(r"^## (.+)\n((?:(?!## ).*\n)+)", DOCUMENT, re.MULTILINE)
    for excerpt in re.findall(r"^```(?:python|jinja|markdown)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
]


PLAIN = {*Game.__annotations__}
"""What a game has to tell, without a default."""


@pytest.mark.parametrize(("heading", "excerpt"), EXCERPTS)
def test_each_excerpt_stands_in_a_file_that_its_heading_names(heading: str, excerpt: str) -> None:
    files = re.findall(r"`([^`]+)`", heading)
    assert any(excerpt in (ROOT / file).read_text(encoding="utf-8") for file in files)


def test_each_step_has_an_excerpt_and_each_file_that_is_named_is_there() -> None:
    assert len({heading for heading, _ in EXCERPTS}) == 7
    for file in re.findall(r"`((?:companion|templates|tests)/[^`]+)`", DOCUMENT):
        assert (ROOT / file).exists(), file


def test_nothing_that_a_game_tells_is_left_out() -> None:
    told = {name for game in GAMES.values() for name in vars(type(game)) if hasattr(Game, name) or name in PLAIN}
    named = {*re.findall(r"`(\w+)`", DOCUMENT)}.union(*(re.findall(r"\w+", excerpt) for _, excerpt in EXCERPTS))
    assert {name for name in told if name[0] != "_"} - named == set()


def test_what_a_game_may_tell_is_told_by_the_door() -> None:
    _, table = DOCUMENT.split("## What else")
    told = re.findall(
        r"`(\w+)`", "".join(line.split(" | ")[0] for line in table.splitlines() if line.startswith("| `"))
    )
    assert len(told) > 10
    assert all(hasattr(Game, name) for name in told)
