"""Every sentence that people read can be found by translators' tools."""

from __future__ import annotations

import ast
import re
import shlex
from itertools import pairwise
from pathlib import Path

from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_keywords, parse_mapping_cfg
from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent


def _found() -> set[str]:
    recipe = re.search(r"pybabel .*", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert recipe is not None
    words = shlex.split(recipe.group())
    keywords = DEFAULT_KEYWORDS | parse_keywords(word for flag, word in pairwise(words) if flag == "-k")
    with (ROOT / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    messages = extract_from_dir(str(ROOT), methods, options, keywords, directory_filter=_is_searched)
    return {text for _, _, message, _, _ in messages for text in ((message,) if isinstance(message, str) else message)}


def _is_searched(folder: str) -> bool:
    """As the recipe has it: Babel by itself would also pass over templates/games/_frame."""
    return not Path(folder).name.startswith(".")


def _sentences() -> set[str]:
    """Whatever the code makes a Text of, by reading it another way."""
    found = set()
    for path in (ROOT / "companion").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Text", "Counted"):
                found |= {a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)}
    return found


def test_every_sentence_of_the_code_is_found() -> None:
    sentences = _sentences()
    assert {"Take {color}", "red", "{seat} holds {n} {tokens}."} <= sentences
    assert sentences <= _found()


def test_sentences_of_the_templates_are_found() -> None:
    assert {"What will you take?", "Record trick", "Play for {name}"} <= _found()


def test_the_template_of_the_catalogues_is_what_is_found() -> None:
    """`make messages` has been run."""
    with (ROOT / "companion" / "translations" / "messages.pot").open("rb") as file:
        written = [one.id for one in read_po(file) if one.id]
    assert {text for one in written for text in ([one] if isinstance(one, str) else one)} == _found()


def test_apostrophes_and_quotes_have_one_shape() -> None:
    assert not [message for message in _found() if re.search(r"""\w'\w|\w' |"[^\W\d]""", message)]
