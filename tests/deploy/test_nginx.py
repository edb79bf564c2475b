"""nginx before two processes, with what deploy/ ships: who gets a request when one of the processes is gone."""

from __future__ import annotations

import http.client
import json
import re
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from ssl import TLSVersion

import pytest

from tests import nginx

pytestmark = pytest.mark.needs("nginx", "openssl")
WAIT = 20
MOVES = "/t/K7QF2M9X/moves"
PROTOCOLS, CIPHERS = "ssl_protocols TLSv1.2 TLSv1.3;", "ssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;"
NO_SUCH_VERSION = "TLSV1_ALERT_PROTOCOL_VERSION"
OLD_TLS = pytest.mark.filterwarnings("ignore:ssl.TLSVersion:DeprecationWarning")


class Process(ThreadingHTTPServer):
    """Stands for one of the app's: tells what it was asked, or breaks off in the middle."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.asked: list[tuple[str, str, dict[str, str]]] = []
        self.breaks_off = False
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        self.shutdown()
        self.server_close()


class Answers(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Process

    def do_GET(self) -> None:
        self.server.asked.append((self.command, self.path, dict(self.headers)))
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.server.breaks_off:
            self.close_connection = True
            return
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(b"ok")

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def processes() -> Iterator[list[Process]]:
    both = [Process(), Process()]
    yield both
    for one in both:
        one.close()


@pytest.fixture
def front(tmp_path: Path, processes: list[Process]) -> Iterator[nginx.Front]:
    front = nginx.Front(tmp_path, [one.server_port for one in processes])
    yield front
    front.close()


def ask(front: nginx.Front, method: str, path: str, headers: dict[str, str] | None = None) -> tuple[int, str]:
    line = http.client.HTTPSConnection("127.0.0.1", front.port, timeout=WAIT, context=nginx.trusting())
    try:
        line.request(method, path, b"x" if method == "POST" else None, headers or {})
        answer = line.getresponse()
        return answer.status, answer.read().decode()
    finally:
        line.close()


def home_of(front: nginx.Front, processes: list[Process], path: str) -> tuple[Process, Process]:
    """The process that this address leads to, and the other; neither has been asked anything."""
    assert ask(front, "GET", path) == (200, "ok")
    home, other = processes if processes[0].asked else reversed(processes)
    assert not other.asked
    home.asked.clear()
    return home, other


def test_tables_are_spread_and_what_is_no_tables_too(front: nginx.Front, processes: list[Process]) -> None:
    for path in ("/t/{}", "/"):
        assert {ask(front, "GET", path.format(f"TABLE{number}")) for number in range(40)} == {(200, "ok")}
        assert all(one.asked for one in processes)
        for one in processes:
            one.asked.clear()


def test_the_phones_of_a_table_meet_the_same_process(front: nginx.Front, processes: list[Process]) -> None:
    home, other = home_of(front, processes, "/t/K7QF2M9X")
    paths = (
        "/t/K7QF2M9X/live",
        "/j/K7QF2M9X",
        "/api/tables/K7QF2M9X",
        "/t/K7QF2M9X?x=1",
        "/api/tables/K7QF2M9X/live",
    )
    for path in paths:
        ask(front, "GET", path)
    assert (len(home.asked), len(other.asked)) == (len(paths), 0)


@pytest.mark.parametrize("path", ["/t/K7QF2M9X", "/t/K7QF2M9X/live"])
def test_what_only_asks_is_asked_again_of_the_other(front: nginx.Front, processes: list[Process], path: str) -> None:
    home, other = home_of(front, processes, path)
    home.breaks_off = True
    assert [ask(front, "GET", path) for _ in range(6)] == [(200, "ok")] * 6
    assert home.asked  # it was asked, and broke off
    assert len(other.asked) == 6


def test_what_enters_something_and_may_have_arrived_is_not_sent_twice(
    front: nginx.Front, processes: list[Process]
) -> None:
    for one in processes:
        one.breaks_off = True
    assert ask(front, "POST", MOVES)[0] == 502
    assert sum(len(one.asked) for one in processes) == 1


def test_what_cannot_have_arrived_is_sent_to_the_other(front: nginx.Front, processes: list[Process]) -> None:
    home, other = home_of(front, processes, MOVES)
    home.close()
    assert [ask(front, "POST", MOVES) for _ in range(6)] == [(200, "ok")] * 6
    assert len(other.asked) == 6


def test_processes_that_come_back_are_asked_again(front: nginx.Front, processes: list[Process]) -> None:
    for one in processes:
        one.breaks_off = True
    assert ask(front, "GET", "/")[0] == 502
    for one in processes:
        one.breaks_off = False
    end = time.monotonic() + WAIT
    while ask(front, "GET", "/") != (200, "ok"):
        assert time.monotonic() < end
        time.sleep(0.1)


def test_the_process_is_told_who_asks_and_how(front: nginx.Front, processes: list[Process]) -> None:
    ask(front, "GET", "/", {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "http", "Host": "cory.example:1"})
    ((_, _, headers),) = [asked for one in processes for asked in one.asked]
    assert headers["X-Forwarded-For"] == "127.0.0.1"
    assert headers["X-Forwarded-Proto"] == "https"
    assert headers["Host"] == "cory.example:1"


def test_what_prometheus_reads_is_not_for_the_public(front: nginx.Front, processes: list[Process]) -> None:
    assert ask(front, "GET", "/metrics")[0] == 404
    assert not any(one.asked for one in processes)


def test_a_seats_key_is_written_nowhere_when_nobody_answers(front: nginx.Front, processes: list[Process]) -> None:
    for one in processes:
        one.close()
    assert [ask(front, method, f"/k/{method}key")[0] for method in ("GET", "POST")] == [502, 502]
    assert ask(front, "GET", "/t/K7QF2M9X")[0] == 502
    assert "GET /t/K7QF2M9X" in front.errors()
    assert not re.search(r"GETkey|POSTkey", front.errors())


def test_plain_http_leads_to_https(front: nginx.Front) -> None:
    line = http.client.HTTPConnection("127.0.0.1", front.plain_port, timeout=WAIT)
    line.request("GET", "/j/K7QF2M9X?x=1")
    answer = line.getresponse()
    assert (answer.status, answer.headers["Location"]) == (308, f"{front.url}/j/K7QF2M9X?x=1")
    line.close()


def test_a_program_is_not_led_from_plain_http_and_told_why(front: nginx.Front, processes: list[Process]) -> None:
    line = http.client.HTTPConnection("127.0.0.1", front.plain_port, timeout=WAIT)
    line.request("POST", "/api/tables/K7QF2M9X/moves", b"{}", {"Authorization": "Bearer key"})
    answer = line.getresponse()
    assert (answer.status, answer.headers["Location"]) == (403, None)
    assert answer.headers["Content-Type"] == "application/json"
    assert json.load(answer) == {"reason": "The API is at https alone."}
    line.close()
    assert not any(one.asked for one in processes)


def shakes_hands(front: nginx.Front, version: TLSVersion, ciphers: str = "DEFAULT") -> str | None:
    """The version that is spoken; or the alert by which nginx refuses this client, which would speak any."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = context.maximum_version = version
    context.set_ciphers(f"{ciphers}:@SECLEVEL=0")
    try:
        with (
            socket.create_connection(("127.0.0.1", front.port), WAIT) as dialled,
            context.wrap_socket(dialled) as line,
        ):
            return line.version()
    except ssl.SSLError as refused:
        return refused.reason


@OLD_TLS
def test_tls_is_of_today_or_there_is_none(front: nginx.Front) -> None:
    assert {shakes_hands(front, old) for old in (TLSVersion.TLSv1, TLSVersion.TLSv1_1)} == {NO_SUCH_VERSION}
    assert [shakes_hands(front, new) for new in (TLSVersion.TLSv1_2, TLSVersion.TLSv1_3)] == ["TLSv1.2", "TLSv1.3"]
    assert shakes_hands(front, TLSVersion.TLSv1_2, "ECDHE-ECDSA-AES256-GCM-SHA384") == "TLSv1.2"
    assert shakes_hands(front, TLSVersion.TLSv1_2, "ECDHE-ECDSA-AES256-SHA") == "SSLV3_ALERT_HANDSHAKE_FAILURE"


@OLD_TLS
@pytest.mark.parametrize(
    ("protocols", "spoken"),
    [(PROTOCOLS, NO_SUCH_VERSION), ("ssl_protocols TLSv1.1 TLSv1.2;", "TLSv1.1")],
    ids=["shipped", "older"],
)
def test_it_is_the_shipped_line_that_refuses(
    tmp_path: Path, processes: list[Process], protocols: str, spoken: str
) -> None:
    """The client would speak it, and so would OpenSSL as it is told here: what nginx is told makes the difference."""
    lax = {PROTOCOLS: protocols, CIPHERS: "ssl_ciphers DEFAULT:@SECLEVEL=0;"}
    front = nginx.Front(tmp_path, [one.server_port for one in processes], lax)
    assert shakes_hands(front, TLSVersion.TLSv1_1) == spoken
    front.close()


def test_nginx_takes_the_configuration_of_the_compose_file(tmp_path: Path) -> None:
    version = _version()
    nginx.certificate(tmp_path)
    (tmp_path / "companion.conf").write_text((nginx.SHIPPED / "companion.conf").read_text())
    local = (nginx.SHIPPED / "nginx.conf").read_text()
    assert local.count(PROTOCOLS) == local.count(CIPHERS) == 1
    for theirs, ours in (("user nginx;", ""), ("/run/nginx", f"{tmp_path}/pid"), ("app:8077", "127.0.0.1:8077")):
        assert local.count(theirs) == 1
        local = local.replace(theirs, ours)
    local = local.replace("http {", "http {\n" + nginx.TEMPORARY.format(folder=tmp_path))
    if version < (1, 27, 3):  # older ones do not know these two
        assert local.count(" resolve ") == local.count("http2 on;") == 1
        local = local.replace(" resolve ", " ").replace("http2 on;", "")
    (tmp_path / "nginx.conf").write_text(nginx.placed(local, tmp_path, 8080, 8443))
    tried = subprocess.run(
        [nginx.program(), "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert tried.returncode == 0, tried.stderr


def _version() -> tuple[int, ...]:
    said = subprocess.run([nginx.program(), "-v"], capture_output=True, text=True, check=True).stderr
    found = re.search(r"nginx/([\d.]+)", said)
    assert found, said
    return tuple(map(int, found[1].split(".")))
