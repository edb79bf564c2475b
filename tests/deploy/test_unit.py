"""The unit for systemd, alone and as a template: systemd takes it, and it keeps the service to its own folder."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.commands import main

DEPLOY = Path(__file__).parents[2] / "deploy"
UNIT = (DEPLOY / "companion.service").read_text()
PORT = (DEPLOY / "port.conf").read_text()
PROGRAM = "/opt/table-companion/bin/companion"


def values(key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", UNIT, re.MULTILINE)


@pytest.mark.needs("systemd")
@pytest.mark.parametrize("name", ["companion.service", "companion@.service"])
def test_systemd_takes_the_unit(tmp_path: Path, name: str) -> None:
    copy, port = tmp_path / name, tmp_path / "companion@.service.d" / "port.conf"
    port.parent.mkdir()
    for file, text in ((copy, UNIT), (port, PORT)):
        assert text.count(PROGRAM) == 1
        file.write_text(text.replace(PROGRAM, "/bin/true"))  # it looks whether the program is there
    tried = subprocess.run(
        ["systemd-analyze", "--man=no", "verify", str(copy)], capture_output=True, text=True, check=False
    )
    assert (tried.returncode, tried.stderr) == (0, "")


def test_it_comes_back_whatever_happens_and_waits_for_the_network() -> None:
    assert (values("Restart"), values("StartLimitIntervalSec")) == (["always"], ["0"])
    assert "network-online.target" in values("After")[0]
    assert values("Wants") == ["network-online.target"]


def test_it_writes_in_its_own_folder_alone() -> None:
    folder = f"/var/lib/{values('StateDirectory')[0]}"
    assert f"COMPANION_INSTANCE={folder}" in values("Environment")
    assert (values("ProtectSystem"), values("ProtectHome"), values("NoNewPrivileges")) == (["strict"], ["yes"], ["yes"])
    assert values("User") not in ([], ["root"])


def test_its_command_is_one() -> None:
    (command,) = values("ExecStart")
    program, name, options = command.split()
    assert (program, options) == (PROGRAM, "$OPTIONS")
    assert CliRunner().invoke(main, [name, "--help"]).exit_code == 0


def test_of_several_processes_each_has_its_instance_for_a_port() -> None:
    before, _, command = re.findall(r"^ExecStart=(.*)$", UNIT + PORT, re.MULTILINE)
    assert command == before.replace("serve", "serve --port %i")


def test_other_commands_have_its_user_its_folder_and_its_settings(tmp_path: Path) -> None:
    (tmp_path / "systemd-run").write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    (tmp_path / "systemd-run").chmod(0o755)
    script = ["/bin/sh", str(DEPLOY / "companion.sh"), "backup", "the 21st.backup"]
    run = subprocess.run(script, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=True)
    options, program, called = run.stdout.partition(f"{PROGRAM}\n")
    assert (program, called) == (f"{PROGRAM}\n", "backup\nthe 21st.backup\n")
    (folder,) = (one for one in values("Environment") if one.startswith("COMPANION_INSTANCE="))
    assert {
        "--wait",  # its exit status is the command's
        "--pipe",  # and its words, too
        f"--uid={values('User')[0]}",
        *(f"--setenv={one}" for one in values("Environment")),
        *(f"--property={key}={values(key)[0]}" for key in ("UMask", "AmbientCapabilities")),
        f"--working-directory={folder.partition('=')[2]}",
        f"--property=EnvironmentFile={values('EnvironmentFile')[0]}",
    } < set(options.splitlines())
