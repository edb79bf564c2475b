"""Scripts and stylesheets that are sent as one file: nothing is lost, and each still has names of its own."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.web.gathering import gathered, imported

STATIC = Path(__file__).parents[2] / "static"
OWN = sorted([*STATIC.glob("js/*.js"), *STATIC.glob("css/*.css")])
FILES = {
    "js/page.js": '// Both.\nimport "./one.js";\nimport "./two.js";\n',
    "js/one.js": 'import { three } from "./three.js";\nlet own = 1;\nconsole.log("one", three(own)); // beside code\n',
    "js/two.js": 'import { three } from "./three.js";\n  // alone\nlet own = 2;\nconsole.log("two", three(own));\n',
    "js/three.js": "let calls = 0;\nexport function three(n) {\n  calls += 1;\n  return `${n} ${calls}`;\n}\n",
    "css/all.css": '@import "a.css";\n/* more\n   of it */\nb { top: 0 }\n',
    "css/a.css": "/* a */\na {\n  top: 1px;\n}\n",
}


def test_scripts_run_once_each_and_in_order() -> None:
    text = gathered("js/page.js", FILES.__getitem__)
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
    assert "alone" not in text
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is missing")
    said = subprocess.run([node, "--input-type=module", "-"], input=text, capture_output=True, text=True, check=True)
    assert said.stdout.splitlines() == ["one 1 1", "two 2 2"]


def test_a_script_takes_what_it_imports_along_and_still_exports() -> None:
    assert gathered("js/three.js", FILES.__getitem__) == re.sub(r"^ +", "", FILES["js/three.js"], flags=re.MULTILINE)
    text = gathered("js/one.js", FILES.__getitem__)
    assert text.startswith("const $three = (() => {\nlet calls = 0;\n")
    assert text.endswith('const { three } = $three;\nlet own = 1;\nconsole.log("one", three(own)); // beside code\n')
    files = {"a.js": 'import { b } from "./b.js";\nexport const a = b;\n', "b.js": "export const b = 1;\n"}
    assert gathered("a.js", files.__getitem__).endswith("const { b } = $b;\nexport const a = b;\n")


def test_a_sheet_is_sent_with_those_that_it_imports() -> None:
    assert gathered("css/all.css", FILES.__getitem__) == "a {\ntop: 1px;\n}\nb { top: 0 }\n"
    assert imported("css/all.css", FILES["css/all.css"]) == ["css/a.css"]
    assert imported("js/page.js", FILES["js/page.js"]) == ["js/one.js", "js/two.js"]


@pytest.mark.parametrize("file", OWN, ids=lambda file: file.name)
def test_what_is_left_out_of_a_file_is_no_text_of_it(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".js":
        assert all(line.count("`") % 2 == 0 for line in text.splitlines()), "a text over several lines"
        assert not re.search(r"^export (?!(async function|function|const) )|^import .* as ", text, re.MULTILINE)
        assert not re.search(r"^(const|let) \w+ = await|^await ", text, re.MULTILINE)
        if re.search(r'^import .*"\.\./', text, re.MULTILINE):  # which stays as it is, and is none inside a function
            assert not any(f'"./{file.name}"' in other.read_text(encoding="utf-8") for other in OWN), "imported"
    else:
        assert not re.search(r"([\"'])[^\"'\n]*/\*[^\"'\n]*\1", text)
