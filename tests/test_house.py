"""The house keeps its order: each layer imports the ones below it alone, and rules know no clock and no chance."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from companion.games import PRODUCTS

PACKAGE = Path(__file__).parent.parent / "companion"

GROUND = {"message_extraction", "config", "address", "languages", "private_files", "security_log", "csv_file"}
ROOMS = ("games", "referee", "tables", "circles", "live", "storage", "service", "web", "server", "commands")
"""Each room may import those that stand before it, and what lies at the ground."""

NOT_IN_THE_RULES = {
    "flask",
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


@pytest.mark.parametrize("room", ROOMS)
def test_each_room_imports_those_that_stand_before_it_alone(room: str) -> None:
    files = _files(room)
    assert files
    allowed = {*GROUND, *ROOMS[: ROOMS.index(room) + 1]}
    for path in files:
        for name in _imports(path):
            top, *rest = name.split(".")
            if top == "companion":
                assert (rest[0] if rest else "") in (allowed | {""} if room in ("server", "commands") else allowed), (
                    f"{path} imports {name}"
                )


def test_no_import_hides_a_circle() -> None:
    """Those for types alone and those within functions count, too. Raises CycleError with the modules that form one."""
    modules = {_module(path): path for path in PACKAGE.rglob("*.py")}
    graph = {name: set(_modules_imported(path, modules)) for name, path in modules.items()}
    assert len(graph) > 200
    TopologicalSorter(graph).prepare()


def _module(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def _modules_imported(path: Path, modules: Mapping[str, Path]) -> Iterator[str]:
    """The modules of the app whose names a file takes; a module that is taken from a package is that module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        of = node.module if isinstance(node, ast.ImportFrom) else None
        for name in names:
            yield from [known for known in (f"{of}.{name}", of or name) if known in modules][:1]


def test_the_rules_know_no_framework_no_clock_and_no_chance() -> None:
    for path in (*_files("games"), *_files("referee")):
        assert not {name.split(".")[0] for name in _imports(path)} & NOT_IN_THE_RULES, path


def test_a_game_is_named_in_its_own_rooms_alone() -> None:
    templates = [path for path in (PACKAGE.parent / "templates").rglob("*.html") if path.parent.parent.name != "games"]
    code = [path for layer in ROOMS[1:] for path in _files(layer)]
    for name in {"oh-hell", "oh hell", "oh_hell"} | {game.slug.partition("-")[0] for game in PRODUCTS}:
        for path in (*code, *templates):
            assert name not in re.sub(r"[Ss]luffer", "", path.read_text(encoding="utf-8")).lower(), path


def test_no_template_takes_what_a_variable_holds_for_markup() -> None:
    for path in (PACKAGE.parent / "templates").rglob("*.html"):
        assert not re.findall(r"(?<![\w.])(?:_|gettext)\((?![\"'])[^)]*\)", path.read_text(encoding="utf-8")), path


def test_a_cache_without_a_bound_has_no_arguments_to_grow_with() -> None:
    for path in PACKAGE.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        assert not re.search(r"\bcache\(|lru_cache\((None|maxsize=None)", source), path
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef):
                unbounded = {ast.unparse(one) for one in node.decorator_list} & {"cache", "functools.cache"}
                assert not unbounded or not ast.unparse(node.args), f"{path}: {node.name}"


def test_where_do_i_change_names_files_that_are_there() -> None:
    contributing = (PACKAGE.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    _, _, told = contributing.partition("## Where do I change")
    rows = re.findall(r"^\| (?!change \||---)[^|]+ \| (.+) \|$", told, re.MULTILINE)
    assert len(rows) >= 20
    for row in rows:
        named = [Path(name) for name in re.findall(r"`([\w/.]+\.\w+)`", row)]
        assert named, row
        for before, name in zip([Path(), *named], named, strict=False):
            there = name if len(name.parts) > 1 else before.parent / name  # a bare name lies beside the file before
            assert (PACKAGE.parent / there).is_file(), row
