"""docs/deploy.md: its commands can be read by a shell, and name programs' commands, services and files that exist."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest
import yaml

from companion.commands import COMMANDS
from companion.config import Settings
from companion.storage.sqlite import sqlite_file

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
SERVICES = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())["services"]


@pytest.mark.parametrize("block", BLOCKS, ids=[block.splitlines()[0] for block in BLOCKS])
def test_a_shell_can_read_it(block: str) -> None:
    tried = subprocess.run(["bash", "-n"], input=block, capture_output=True, text=True, check=False)
    assert (tried.returncode, tried.stderr) == (0, "")


def test_commands_of_the_program_exist() -> None:
    called = set(re.findall(r"(?:bin/|`|sudo )companion (\w+)|\bapp (\w+) /", PAGE))
    assert {"".join(words) for words in called} >= {"backup", "restore", "doctor"}
    assert {"".join(words) for words in called} <= set(COMMANDS)


def test_a_backup_is_brought_back_over_the_tables_that_are_there() -> None:
    assert set(re.findall(r"(?:companion |`)restore( --force)?", PAGE)) == {" --force"}


def called_service(line: str) -> str:
    """Whom `docker compose run --rm --volume x:y SERVICE ...` calls."""
    words = iter(shlex.split(line)[3:])
    for word in words:
        if not word.startswith("--"):
            return word
        if word != "--rm":
            next(words)
    raise AssertionError(f"{line} calls nobody")


def test_services_exist() -> None:
    lines = re.findall(r"^docker compose (?:run|exec) .*$", PAGE.replace("\\\n", ""), re.MULTILINE)
    called = {called_service(line) for line in lines}
    assert called >= {"certbot", "proxy", "app"}
    assert called <= set(SERVICES)


def test_files_exist() -> None:
    named = set(re.findall(r"(?<![\w/])(?:deploy|requirements)/[\w./-]*\w", PAGE))
    assert "deploy/companion.service" in named
    for name in named:
        assert (ROOT / name).is_file(), name


def test_the_hotspot_has_one_address_and_a_password_that_is_long_enough() -> None:
    hotspot = PAGE.partition("### Its own hotspot")[2].partition("\n## ")[0]
    assert set(re.findall(r"\b10\.42\.0\.1\b|address=/#/([\d.]+)", hotspot)) == {"", "10.42.0.1"}
    (added,) = re.findall(r"^sudo nmcli connection add (.*)$", hotspot.replace("\\\n", ""), re.MULTILINE)
    words = shlex.split(added)
    settings = dict(zip(words[::2], words[1::2], strict=True))
    assert settings["ipv4.addresses"] == "10.42.0.1/24"
    assert len(settings["wifi-sec.psk"]) >= 8
    assert {settings["con-name"]} == set(re.findall(r"nmcli connection (?:up|down|delete) (\w+)", hotspot))


def test_two_processes_by_systemd_are_those_that_the_proxy_is_told_of() -> None:
    recipe = PAGE.partition("## Two processes by systemd")[2].partition("\n## ")[0]
    started = re.findall(r"companion@(\d+)", re.findall(r"systemctl enable --now (.*)", recipe)[0])
    assert started == re.findall(r"`127\.0\.0\.1:(\d+)`", recipe) == ["8077", "8078"]
    (settings,) = re.findall(r"^```sh\n(COMPANION_.*?)^```", recipe, re.MULTILINE | re.DOTALL)
    told = Settings.from_environment(dict(line.split("=", 1) for line in settings.splitlines()))
    assert (told.redis_url is not None, sqlite_file(told.database_url), told.trusted_proxies) == (True, None, 1)


def test_the_unit_is_called_by_its_name() -> None:
    units = set(re.findall(r"systemctl (?:enable --now|stop|start|restart) (\w+)|--unit (\w+)", PAGE))
    assert {"".join(words) for words in units} == {"companion"}
