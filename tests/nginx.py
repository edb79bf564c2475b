"""nginx for the tests: Debian's, with the configuration that deploy/ ships, at ports and files of the tests' own."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

from tests.installed_programs import nginx_program
from tests.postgresql_and_redis import Service, free_port

SHIPPED = Path(__file__).parent.parent / "deploy" / "nginx"
SITE = "play.example.org"
MACHINES = ("10.0.0.11:8077", "10.0.0.12:8077")
MAIN = """
{user}
daemon off;
pid {folder}/pid;
worker_processes 1;
error_log {folder}/errors warn;
events {{ worker_connections 4096; }}
http {{
    {temporary}
    include {folder}/site.conf;
}}
"""
TEMPORARY = "".join(
    f"{kind}_temp_path {{folder}}/{kind};\n    " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
)


class Front:
    """machines.conf before two processes of this machine: https at `port`, http at `plain_port`.

    `instead` has words of it that are others in this test.
    """

    def __init__(self, folder: Path, processes: Sequence[int], instead: Mapping[str, str] | None = None) -> None:
        self.port, self.plain_port = free_port(), free_port()
        self.url = f"https://127.0.0.1:{self.port}"
        self._folder = folder
        command = [program(), "-p", str(folder), "-c", str(write_main(folder))]
        certificate(folder)
        site = (SHIPPED / "machines.conf").read_text()
        for machine, port in zip(MACHINES, processes, strict=True):
            assert machine in site
            site = site.replace(machine, f"127.0.0.1:{port}")
        for theirs, ours in (instead or {}).items():
            assert site.count(theirs) == 1
            site = site.replace(theirs, ours)
        site = site.replace(f"https://{SITE}", self.url).replace(f"server_name {SITE}", "server_name 127.0.0.1")
        (folder / "site.conf").write_text(placed(site, folder, self.plain_port, self.port))
        shutil.copy(SHIPPED / "companion.conf", folder)
        self.service = Service(command, self.port, self._answers, folder / "log")
        self.service.start()

    def errors(self) -> str:
        """What nginx wrote down."""
        return (self._folder / "errors").read_text()

    def memory(self) -> int:
        """Bytes that its worker holds (resident)."""
        master = (self._folder / "pid").read_text().strip()
        worker = Path(f"/proc/{master}/task/{master}/children").read_text().split()[0]
        found = re.search(r"VmRSS:\s*(\d+) kB", Path(f"/proc/{worker}/status").read_text())
        assert found is not None
        return 1024 * int(found[1])

    def close(self) -> None:
        """Stop it."""
        self.service.stop()

    def _answers(self) -> bool:
        with contextlib.suppress(OSError), trusting().wrap_socket(_dial(self.port), server_hostname="127.0.0.1"):
            return True
        return False


def program() -> str:
    """Where nginx is. Skips where it, or what makes it a certificate, is not installed."""
    found = nginx_program()
    if found is None:
        pytest.skip("nginx is missing")
    if shutil.which("openssl") is None:
        pytest.skip("openssl is missing")
    return found


def certificate(folder: Path) -> None:
    """`fullchain.pem` and `privkey.pem` for 127.0.0.1, signed by themselves."""
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run([*made, *names, *files], check=True, capture_output=True)


def placed(shipped: str, folder: Path, plain_port: int, port: int) -> str:
    """A shipped configuration with this test's certificate and ports."""
    text = re.sub(r"/etc/letsencrypt/live/[^/]+", str(folder), shipped)
    text = re.sub(r"listen 80\b", f"listen 127.0.0.1:{plain_port}", text)
    return re.sub(r"listen 443\b", f"listen 127.0.0.1:{port}", text)


def write_main(folder: Path) -> Path:
    """What surrounds a site: an nginx that writes in the test's folder alone, as whoever runs the test."""
    user = "user root;" if os.geteuid() == 0 else ""
    main = folder / "main.conf"
    main.write_text(MAIN.format(user=user, folder=folder, temporary=TEMPORARY.format(folder=folder)))
    return main


@cache
def trusting() -> ssl.SSLContext:
    """TLS that takes the test's own certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _dial(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 2)
