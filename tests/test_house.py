"""The house keeps its order: each layer imports the ones below it alone, and rules know no clock and no chance."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import GAMES

PACKAGE = Path(__file__).parent.parent / "companion"

MAY_IMPORT = {
    # layer: the layers of companion it may import besides itself
    "games": set[str](),
    "referee": {"games"},
    "tables": {"games", "referee"},
    "web": {"games", "referee", "tables", "config", "address"},
    "commands": {"games", "referee", "tables", "config", "address", "server", "workers", "commands", ""},
}
NOT_IN_THE_RULES = {
    "flask",
    "flask_babel",
    "sqlmodel",
    "sqlalchemy",
    "time",
    "datetime",
    "random",
    "secrets",
    "os",
    "threading",
    "socket",
}


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative import"
            yield node.module or ""


def _files(layer: str) -> list[Path]:
    return sorted((PACKAGE / layer).rglob("*.py"))


@pytest.mark.parametrize(("layer", "allowed"), MAY_IMPORT.items(), ids=list(MAY_IMPORT))
def test_each_layer_imports_those_below_it_alone(layer: str, allowed: set[str]) -> None:
    files = _files(layer)
    assert files
    for path in files:
        for name in _imports(path):
            top, *rest = name.split(".")
            if top == "companion":
                assert (rest[0] if rest else "") in {*allowed, layer}, f"{path} imports {name}"


def test_the_rules_know_no_framework_no_clock_and_no_chance() -> None:
    for path in (*_files("games"), *_files("referee")):
        assert not {name.split(".")[0] for name in _imports(path)} & NOT_IN_THE_RULES, path


def test_a_game_is_named_in_its_own_rooms_alone() -> None:
    templates = [path for path in (PACKAGE.parent / "templates").rglob("*.html") if path.parent.parent.name != "games"]
    code = [path for layer in ("referee", "tables", "web", "commands") for path in _files(layer)]
    for name in {game.slug.partition("-")[0] for game in GAMES.values()}:
        for path in (*code, *templates):
            assert name not in re.sub(r"[Ss]luffer", "", path.read_text(encoding="utf-8")).lower(), path


def test_no_template_takes_what_a_variable_holds_for_markup() -> None:
    for path in (PACKAGE.parent / "templates").rglob("*.html"):
        assert not re.findall(r"(?<![\w.])(?:_|gettext)\((?![\"'])[^)]*\)", path.read_text(encoding="utf-8")), path


def test_files_stay_small() -> None:
    for path in PACKAGE.rglob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 260, path
