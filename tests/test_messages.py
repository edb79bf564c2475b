"""Every sentence that people read can be found by translators' tools."""

from __future__ import annotations

import ast
import re
import shlex
from itertools import pairwise
from pathlib import Path

from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import CommandLineInterface, parse_keywords, parse_mapping_cfg
from babel.messages.pofile import read_po

from tests.translations import write

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


def test_an_update_keeps_the_translation_of_a_sentence_that_was_changed(tmp_path: Path) -> None:
    """At the catalogue's end, also after the next update; and guesses none for the new one."""
    recipe = re.search(r"pybabel (--quiet update .*)", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert recipe is not None
    text = tmp_path / "de" / "LC_MESSAGES" / "messages.po"
    write(tmp_path, "de", {"Take red": "Rot nehmen", "Done": "Fertig"})
    template = tmp_path / "messages.pot"
    template.write_text('msgid "Take red!"\nmsgstr ""\n\nmsgid "Done"\nmsgstr ""\n', encoding="utf-8")
    told = recipe[1].replace("$(CATALOGUES)", tmp_path.as_posix()).replace("$(POT)", template.as_posix())
    for _ in range(2):
        CommandLineInterface().run(["pybabel", *shlex.split(told)])  # type: ignore[no-untyped-call]
        with text.open("rb") as file:
            found = read_po(file, locale="de")
        assert {one.id: one.string for one in found if one.id} == {"Take red!": "", "Done": "Fertig"}
        assert {one.id: one.string for one in found.obsolete.values()} == {"Take red": "Rot nehmen"}
        assert not [one.id for one in found if one.id and one.fuzzy]


def test_apostrophes_and_quotes_have_one_shape() -> None:
    assert not [message for message in _found() if re.search(r"""\w'\w|\w' |"[^\W\d]""", message)]
