"""deploy/: each file, port and setting that is named there exists, and the parts speak of the same things."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient

from companion.config import DEFAULT_PORT, INSIDE, Settings
from tests.nginx import SHIPPED

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
APP = SERVICES["app"]
IGNORED = (ROOT / ".dockerignore").read_text().splitlines()


def in_image() -> dict[str, str]:
    """What the image takes from the checkout, and where it puts it."""
    copied = [line.split()[1:] for line in DOCKERFILE.splitlines() if re.match(r"COPY (?!--from)", line)]
    return {source: str(Path(to, source) if to == "./" else to) for *sources, to in copied for source in sources}


def test_each_setting_is_one_that_the_program_knows() -> None:
    known = {f"COMPANION_{name.upper()}" for name in Settings.model_fields.keys() - INSIDE}
    named = {
        name
        for path in (*DEPLOY.rglob("*"), ROOT / "docs" / "deploy.md")
        if path.is_file()
        for name in re.findall(r"\bCOMPANION_[A-Z_]+\b", path.read_text())
    }
    assert named <= known
    assert {name for name in APP["environment"] if name.startswith("COMPANION_")} <= named


def test_each_file_is_there() -> None:
    assert (DEPLOY / APP["build"]["context"]).resolve() == ROOT
    assert (ROOT / APP["build"]["dockerfile"]).read_text() == DOCKERFILE
    mounted = [volume for service in SERVICES.values() for volume in service.get("volumes", [])]
    for source in (volume.split(":")[0] for volume in mounted):
        assert (DEPLOY / source).is_file() if source.startswith(".") else source in COMPOSE["volumes"], source


def test_secrets_are_used_where_they_are_named_and_never_in_git() -> None:
    used = {name for service in SERVICES.values() for name in service.get("secrets", [])}
    assert used == set(COMPOSE["secrets"])
    for service in SERVICES.values():
        files = [value for name, value in service.get("environment", {}).items() if name.endswith("_FILE")]
        assert sorted(files) == sorted(f"/run/secrets/{name}" for name in service.get("secrets", []))
    kept = ["deploy/.env", *(f"deploy/{secret['file']}" for secret in COMPOSE["secrets"].values())]
    for path in kept:
        assert any(path == line or (line.endswith("/") and path.startswith(line)) for line in _lines(".gitignore"))
        assert not _let_through(path)


def test_each_network_and_each_service_that_is_waited_for_is_there() -> None:
    for service in SERVICES.values():
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        for other, wanted in service.get("depends_on", {}).items():
            healthy = "healthcheck" in SERVICES[other] or (other == "app" and "HEALTHCHECK" in DOCKERFILE)
            assert healthy or wanted["condition"] == "service_started"
    for name in re.findall(r"//(?:\w+@)?(\w+)[:/]", " ".join(APP["environment"].values())):
        assert set(SERVICES[name]["networks"]) & set(APP["networks"])


def test_the_app_runs_as_nobody_in_particular_and_can_write_nowhere() -> None:
    assert re.search(r"^USER [1-9]\d+$", DOCKERFILE, re.MULTILINE)
    assert (APP["read_only"], APP["cap_drop"]) == (True, ["ALL"])
    assert "ports" not in APP
    assert not set(SERVICES["proxy"]["networks"]) & set(SERVICES["database"]["networks"])


def test_everybody_means_the_same_port() -> None:
    assert f"EXPOSE {DEFAULT_PORT}\n" in DOCKERFILE
    assert f"http://127.0.0.1:{DEFAULT_PORT}/" in DOCKERFILE
    assert f"server app:{DEFAULT_PORT} " in (SHIPPED / "nginx.conf").read_text()
    assert set(re.findall(r"10\.0\.0\.\d+:(\d+)", (SHIPPED / "machines.conf").read_text())) == {str(DEFAULT_PORT)}


def test_what_is_asked_of_a_process_is_answered(client: FlaskClient) -> None:
    proxy = (SHIPPED / "companion.conf").read_text()
    asked = {
        *re.findall(rf"127\.0\.0\.1:{DEFAULT_PORT}(/\w+)", DOCKERFILE),
        *re.findall(r"location = (/\w+)", proxy),
        *re.findall(r"`(/\w+z|/metrics)`", (ROOT / "docs" / "deploy.md").read_text()),
    }
    assert asked == {"/readyz", "/metrics", "/healthz"}
    for path in asked:
        assert client.get(path).status_code == 200


def test_the_image_can_be_built_from_what_is_let_through(tmp_path: Path) -> None:
    copied = in_image()
    assert {Path(source).name for source in copied} >= {"companion", "templates", "static", "run.txt"}
    for source in copied:
        assert _let_through(source)
    tracked = subprocess.run(["git", "ls-files", *copied], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in tracked.stdout.splitlines():
        target = tmp_path / "source" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "wheel")]
    subprocess.run(build, cwd=tmp_path / "source", check=True, capture_output=True)
    (wheel,) = (tmp_path / "wheel").glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"companion/commands/__init__.py", "companion/templates/base.html", "companion/static/icon.svg"} <= names


@pytest.mark.parametrize("word", re.findall(r"^(?:HEALTHCHECK|ENTRYPOINT|CMD|    CMD) .*?(\[.*\])$", DOCKERFILE, re.M))
def test_commands_of_the_image_are_lists(word: str) -> None:
    command = json.loads(word)
    assert command
    if command[0] == "python":
        compile(command[2], "HEALTHCHECK", "exec")


def _let_through(path: str) -> bool:
    """Whether .dockerignore lets a path of the checkout into the build."""
    let = False
    for line in IGNORED:
        pattern = line.lstrip("!")
        if line and not line.startswith("#") and (fnmatch(path, pattern) or path.startswith(f"{pattern}/")):
            let = line.startswith("!")
    return let


def _lines(name: str) -> list[str]:
    return (ROOT / name).read_text().splitlines()
