"""README's commands, examples and links are true."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.commands import COMMANDS, main
from companion.config import INSIDE, Settings
from companion.games.sluff_off.state import Options

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^\$ (.+)\n((?:(?!```).*\n)+)", README, re.MULTILINE)
DOCUMENTS = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md"))),
]


@pytest.mark.parametrize(("command", "output"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_examples_print_what_they_say(command: str, output: str) -> None:
    program, *args = shlex.split(command)
    assert program == ".venv/bin/companion"
    done = subprocess.run(
        [sys.executable, "-m", "companion", *args], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stdout == output


@pytest.mark.parametrize("target", re.findall(r"^make (\w+)", README, re.MULTILINE))
def test_make_knows_the_commands(target: str) -> None:
    subprocess.run(["make", "--dry-run", target], cwd=ROOT, check=True, capture_output=True)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_described(name: str) -> None:
    assert f"`companion {name} " in README
    assert CliRunner().invoke(main, [name, "--help"]).exit_code == 0


def test_every_house_rule_is_described() -> None:
    assert {row for row in re.findall(r"^\| `(\w+)` \|", README, re.MULTILINE) if row.islower()} == set(
        Options.model_fields
    )


def test_every_setting_is_described_and_every_described_one_exists() -> None:
    described = set(re.findall(r"^\| `(COMPANION_\w+)`", README, re.MULTILINE))
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "companion").rglob("*.py"))
    declared = {f"COMPANION_{name.upper()}" for name in Settings.model_fields.keys() - INSIDE}
    assert described == declared | set(re.findall(r"\bCOMPANION_[A-Z_]+\b", source))
    assert Settings.from_environment({})


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name: str) -> None:
    document = ROOT / name
    text = document.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text) + re.findall(r'src="([^"]+)"', text):
        assert link.startswith("https://") or (document.parent / link).exists(), link
