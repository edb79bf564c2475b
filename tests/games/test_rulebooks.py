"""Every game's rulebook is whole: what the code can cite has an entry, and each entry is cited or says why not.

A game's tests tell in `tests/games/<folder>/cited.py` where each of its rules meets the table.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from companion.games import GAMES, PRODUCTS
from companion.games.game import AnyGame, Book
from companion.games.ruling import Accepted, Rejected, Rule
from companion.games.text import Text
from companion.games.transcript import open_book, read_header
from tests.games.comings import IDS

ROOT = Path(__file__).parents[2]
COMPANION = ROOT / "companion"
ROOMS = {game.folder for game in GAMES.values()}
EACH = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
OF_SEATS = {rule_id.replace("-", "_"): rule_id for rule_id in IDS}
"""The rules of who comes and who goes, by the fields that the shared guard of seats has them in."""
COMMON = {"malformed", "not-now", "game-is-over", "nothing-to-undo", "table-ruling"}


def told(game: AnyGame) -> Any:
    """Where the game's rules meet the table."""
    return importlib.import_module(f"tests.games.{game.folder}.cited")


def ids_of(game: AnyGame) -> set[str]:
    return {rule.id for rule in game.rulebook.rules}


def played(header: object, moves: list[object]) -> tuple[Book, Any]:
    """The book after all moves but the last, and what is said of the last."""
    book = open_book(read_header(header))
    for move in moves[:-1]:
        ruling = book.play(move)
        assert isinstance(ruling, Accepted), (move, ruling)
        book = ruling.state
    return book, book.play(moves[-1])


# What the code cites, read off the code.


def modules(folder: Path, name: str) -> Iterator[ModuleType]:
    for path in sorted(folder.glob("*.py")):
        yield importlib.import_module(name if path.stem == "__init__" else f"{name}.{path.stem}")


def tree_of(module: ModuleType) -> ast.Module:
    assert module.__file__ is not None
    return ast.parse(Path(module.__file__).read_text(encoding="utf-8"))


def rules_in(node: ast.AST, module: ModuleType) -> set[str]:
    """The rules that an expression names: `rulebook.SCORE`, `SCORE`, `game.rulebook["score"]`, `BOOK["score"]`."""
    named = set()
    for part in ast.walk(node):
        value: object = None
        if isinstance(part, ast.Name):
            value = getattr(module, part.id, None)
        elif isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
            value = getattr(getattr(module, part.value.id, None), part.attr, None)
        if isinstance(value, Rule):
            named.add(value.id)
        if isinstance(part, ast.Attribute) and part.attr in OF_SEATS:
            named.add(OF_SEATS[part.attr])
    return named | set(looked_up(node))


def looked_up(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        match part:
            case ast.Call(
                func=ast.Attribute(attr="no") | ast.Name(id="no"), args=[ast.Constant(value=str(rule_id)), *_]
            ):
                yield rule_id
            case ast.Subscript(
                value=ast.Name(id="BOOK") | ast.Attribute(attr="BOOK" | "rulebook"),
                slice=ast.Constant(value=str(rule_id)),
            ):
                yield rule_id


def rejections(tree: ast.AST) -> Iterator[ast.expr]:
    """What stands for the rule wherever a `Rejected` is made; `BOOK.no("score", because)` makes one, too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = {getattr(node.func, "id", None), getattr(node.func, "attr", None)}
            if "Rejected" in called:
                yield next((word.value for word in node.keywords if word.arg == "rule"), None) or node.args[0]
            elif "no" in called:
                yield node


@cache
def cited(folder: Path, name: str) -> frozenset[str]:
    """The ids by which a package can refuse. `hypothetical` speaks of another moment and refuses nothing at the table.

    Where a rule reaches `Rejected` as a variable, every rule that the functions of that file name may be it.
    """
    found: set[str] = set()
    for module in (one for one in modules(folder, name) if not one.__name__.endswith(".hypothetical")):
        tree = tree_of(module)
        for rule in rejections(tree):
            functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
            found |= rules_in(rule, module) or {one for node in functions for one in rules_in(node, module)}
    return frozenset(found)


def cited_by(game: AnyGame) -> set[str]:
    room = cited(COMPANION / "games" / game.folder, f"companion.games.{game.folder}")
    return {*room, *cited(COMPANION / "games", "companion.games")}


@EACH
def test_every_rule_is_cited_or_says_why_not(game: AnyGame) -> None:
    where = told(game)
    parts = [set(where.REFUSALS), set(where.FOUND), set(where.INFORMATIONAL)]
    assert set().union(*parts) == ids_of(game)
    assert sum(map(len, parts)) == len(game.rulebook.rules), "a rule stands in two places"
    assert all(where.INFORMATIONAL.values())


@EACH
def test_what_the_code_can_cite_is_what_the_table_has_seen_refused(game: AnyGame) -> None:
    # `Game.correction` answers by that rule in every game; a game whose rulings always can be carried out says so.
    never_refused = {"table-ruling"} & set(told(game).INFORMATIONAL)
    unneeded = set(IDS) if game.seat_changes is None else set[str]()
    assert cited_by(game) - never_refused - unneeded == set(told(game).REFUSALS)


CITATIONS = [
    pytest.param(game, rule_id, id=f"{game.slug} {rule_id}")
    for game in GAMES.values()
    for rule_id in told(game).REFUSALS
]


@pytest.mark.parametrize(("game", "rule_id"), CITATIONS)
def test_the_refusal_really_comes(game: AnyGame, rule_id: str) -> None:
    _, ruling = played(*told(game).REFUSALS[rule_id])
    assert isinstance(ruling, Rejected)
    assert ruling.rule is game.rulebook[rule_id]
    assert str(ruling.because)


@pytest.mark.parametrize("game", PRODUCTS, ids=lambda game: game.slug)
def test_every_rule_has_a_test_that_names_it(game: AnyGame) -> None:
    """Those of every game aside, whose refusals come above."""
    files = (Path(__file__).parent / game.folder).glob("test_*.py")
    tests = "\n".join(path.read_text(encoding="utf-8") for path in files if path.stem != "test_rulebook")
    own = ids_of(game) - COMMON
    assert [one for one in sorted(own) if not re.search(one.replace("-", "[-_]"), tests)] == []


@EACH
def test_the_finding_really_comes(game: AnyGame) -> None:
    for kind, moves in told(game).FOUND.items():
        book, last = played(*moves)
        assert not book.report().irregularities
        assert isinstance(last, Accepted)
        assert {found["kind"] for found in last.state.report().irregularities} == {kind}


@EACH
def test_every_kind_of_finding_is_a_rule(game: AnyGame) -> None:
    kinds = set()
    for module in modules(COMPANION / "games" / game.folder, f"companion.games.{game.folder}"):
        for node in ast.walk(tree_of(module)):
            if isinstance(node, ast.Dict):
                said = zip(node.keys, node.values, strict=True)
                kinds |= {
                    value.value
                    for key, value in said
                    if isinstance(key, ast.Constant) and key.value == "kind" and isinstance(value, ast.Constant)
                }
    assert kinds == set(told(game).FOUND)


def test_a_rule_that_all_games_share_is_in_every_rulebook() -> None:
    named = set()
    for path in COMPANION.rglob("*.py"):
        if not ROOMS & set(path.relative_to(COMPANION).parts):
            named |= set(looked_up(ast.parse(path.read_text(encoding="utf-8"))))
    assert "malformed" in named
    for game in GAMES.values():
        unneeded = set(IDS) if game.seat_changes is None else set[str]()
        assert (named | COMMON) - unneeded <= ids_of(game)


OWN_WORDS = {
    "sluff-off": r"sluffer|tokens?|predict\w*|predictions?|turn(?:s|ed)? in|steals?|centre|pink",
    "ui77": r"nov|slough|cuts?|hearts?|spades?|clubs?|diamonds?|limit|face up|thr[eo]ws?|trump",
    "popcorn": r"popcorn|pile|deck|jacks?|queens?|kings?|elevens?|bluff(?:s|ed)?|turned over",
    "oh-hell": r"oh hell|screw|exactly as many",
    "fluff": r"fluff|dice|die|wilds?|bids?|cups?|roll(?:s|ed)?|spills?|sloppy",
}
SHARED = {"deck": {"sluff-off", "ui77"}, "trump": {"sluff-off"}, "die": {"sluff-off"}}
SHARED |= {name: {"ui77"} for name in ("jack", "jacks", "queen", "queens", "king", "kings")} | {"bluff": {"fluff"}}
SHARED |= {name: {*SHARED.get(name, ()), "oh-hell"} for name in ("deck", "trump", "hearts", "bid", "bids", "turn up")}


@EACH
def test_a_rule_speaks_of_its_own_game(game: AnyGame) -> None:
    assert set(OWN_WORDS) == set(GAMES)
    foreign = re.compile(rf"\b(?:{'|'.join(words for slug, words in OWN_WORDS.items() if slug != game.slug)})\b")
    for rule in game.rulebook.rules:
        told = " ".join(map(str, (rule.title, rule.says, rule.example, *(reading.says for reading in rule.readings))))
        found = set(foreign.findall(told.lower()))
        assert not {word for word in found if game.slug not in SHARED.get(word, ())}, rule.id


@pytest.mark.parametrize("rule_id", sorted(COMMON))
def test_the_rules_that_all_games_share_have_examples_of_each_game(rule_id: str) -> None:
    assert len({str(game.rulebook[rule_id].example) for game in GAMES.values()}) == len(GAMES)


@pytest.mark.parametrize("game", PRODUCTS, ids=lambda game: game.slug)
def test_never_too_few_never_too_many_is_told_of_this_game(game: AnyGame) -> None:
    told = str(game.rulebook["number-of-players"].example)
    assert re.findall(r"\d+", told)[:2] == [str(game.players[0]), str(game.most_seats(game.options()))]


@pytest.mark.parametrize("ending", ["html", "js"])
def test_pages_and_scripts_name_no_rule_that_is_none(ending: str) -> None:
    pattern = re.compile(r"""data-rule=\\?["']([a-z-]+)|["']rules\.[^)]*_anchor=["']([a-z-]+)["']|/rules#([a-z-]+)""")
    for path in [*(ROOT / "templates").rglob(f"*.{ending}"), *(ROOT / "static").rglob(f"*.{ending}")]:
        if "vendor" in path.parts:
            continue
        games = [game for game in GAMES.values() if game.folder in path.parts] or list(GAMES.values())
        for found in pattern.findall(path.read_text(encoding="utf-8")):
            assert all("".join(found) in ids_of(game) for game in games), f"{path}: {found}"


@EACH
@given(data=st.data())
def test_whatever_is_refused_in_play_has_its_entry(game: AnyGame, data: st.DataObject) -> None:
    names = ["Ann", "Bob", "Cat", "Dan"][: max(game.players[0], 3)]
    book = open_book(read_header({"transcript": 1, "game": game.slug, "seats": names}))
    for _ in range(data.draw(st.integers(0, 40))):
        choices = game.choices(book.state, None)
        for choice in choices:
            assert choice.rejected is None or choice.rejected.rule in game.rulebook.rules
        legal = [choice.move.plain() for choice in choices if choice.legal]
        if not legal:
            return
        ruling = book.play(data.draw(st.sampled_from(legal)))
        assert isinstance(ruling, Accepted)
        book = ruling.state


# What an entry has.


@EACH
def test_ids_are_unique_and_can_be_anchors(game: AnyGame) -> None:
    assert len(ids_of(game)) == len(game.rulebook.rules)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", rule_id) for rule_id in ids_of(game))


@EACH
def test_every_rule_is_explained(game: AnyGame) -> None:
    for rule in game.rulebook.rules:
        assert str(rule.title), rule.id
        assert len(str(rule.says)) > 20, rule.id
        assert str(rule.example), rule.id


@EACH
def test_sources_are_named_unless_no_sheet_says_it(game: AnyGame) -> None:
    for rule in game.rulebook.rules:
        assert bool(rule.sources) == (rule.support not in ("silent", "arithmetic", "ours")), rule.id
        assert (len(rule.sources) == 1) == (rule.support == "one-sheet"), rule.id


@EACH
def test_both_readings_are_shown_where_sheets_disagree(game: AnyGame) -> None:
    """Elsewhere readings say that the sheets leave something open: then one of them is ours, and the default."""
    for rule in (rule for rule in game.rulebook.rules if rule.support == "conflict" or rule.readings):
        quoted = {str(reading.source) for reading in rule.readings}
        assert rule.support != "conflict" or len(quoted & {str(source) for source in rule.sources}) >= 2, rule.id
        assert len(rule.readings) >= 2, rule.id
        assert [reading.default for reading in rule.readings].count(True) == 1, rule.id
        assert all(str(reading.source) and str(reading.says) for reading in rule.readings), rule.id


@EACH
def test_every_house_rule_belongs_to_a_rule_and_asks_a_question(game: AnyGame) -> None:
    assert {rule.option for rule in game.rulebook.rules if rule.option} == set(game.options.model_fields)
    for field in game.options.model_fields.values():
        assert (field.title or "").endswith("?")


@EACH
def test_a_rule_by_its_id(game: AnyGame) -> None:
    assert all(game.rulebook[rule.id] is rule for rule in game.rulebook.rules)
    with pytest.raises(KeyError):
        game.rulebook["no-such-rule"]


def test_the_walk_over_the_code_sees_what_it_should() -> None:
    """The reader of code itself: each way to name a rule, a rule in a variable, and a rule looked up."""
    module = ModuleType("told")
    rule = Rule("a-rule", Text("A rule"), Text("It says what is what."), Text("So."), "ours")
    module.__dict__.update(A=rule, book=module)
    named = ["Rejected(A, x)", "Rejected(book.A, x)", "Rejected(rule=A, because=x)", "Rejected(A if x else y, z)"]
    by_id = ["Rejected(game.rulebook['a-rule'], x)", "Rejected(BOOK['a-rule'], x)", "BOOK.no('a-rule', x)"]
    for code in [*named, *by_id, "rulebook.BOOK.no('a-rule', x)"]:
        assert [rules_in(found, module) for found in rejections(ast.parse(code))] == [{"a-rule"}]
    assert [rules_in(found, module) for found in rejections(ast.parse("Rejected(variable, x)"))] == [set()]
