"""The table's page as a seated phone gets it: how long, how large."""

from __future__ import annotations

import gzip
import http.client
import json
import re
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.bench import games
from tests.bench.figures import p
from tests.bench.report import Section, Verdict, table
from tests.bench.served import companion
from tests.bench.setting import Setting

GETS = 400
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
ASSET = re.compile(r'(?:src|href)="(/static/[^"]+)"')


class Phone:
    """One phone with a kept-alive connection, and the cookie that it was given."""

    def __init__(self, url: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc)
        self.cookie = ""

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[bytes, Any]:
        """The answer's body as it came, and its headers."""
        given = {"Cookie": self.cookie, "Accept-Encoding": "gzip", **headers}
        self._connection.request(method, path, body, {name.replace("_", "-"): value for name, value in given.items()})
        answer = self._connection.getresponse()
        text = answer.read()
        assert answer.status < 400, (path, answer.status, text)
        self.cookie = (answer.headers.get("Set-Cookie") or self.cookie).partition(";")[0]
        return text, answer.headers

    def post(self, path: str, body: object, key: str) -> dict[str, Any]:
        """Post JSON as a program does."""
        more = {"Authorization": f"Bearer {key}", "Content_Type": "application/json"}
        found: dict[str, Any] = json.loads(plain(*self.ask("POST", path, json.dumps(body), **more)))
        return found

    def sit_down(self, key: str) -> None:
        """Open a seat's link and press its button."""
        token = TOKEN.search(plain(*self.ask("GET", f"/k/{key}")).decode())
        assert token is not None
        form = urlencode({"csrf_token": token[1]})
        self.ask("POST", f"/k/{key}", form, Content_Type="application/x-www-form-urlencoded")


@dataclass(frozen=True, slots=True)
class Pages:
    """Milliseconds for each GET, after a change and again; bytes of the last page and of all that it asks for."""

    changed: list[float]
    again: list[float]
    packed: int
    plain: int
    assets: int
    assets_packed: int
    caching: str


def plain(text: bytes, headers: Any) -> bytes:
    """A body as it was before it was packed."""
    return gzip.decompress(text) if headers.get("Content-Encoding") == "gzip" else text


def measure(url: str) -> Pages:
    """Enter moves of a game, and look at the page twice after each."""
    phone, changed, again = Phone(url), list[float](), list[float]()
    opened = phone.post("/api/tables", games.header(), "")
    code, keys = opened["code"], opened["keys"]
    phone.sit_down(keys["seats"]["Chris"])
    page, headers = phone.ask("GET", f"/t/{code}")
    for move, _ in zip(games.moves(seed=1), range(GETS), strict=False):
        phone.post(f"/api/tables/{code}/moves", move, keys["host"])
        for times in (changed, again):
            start = time.perf_counter()
            page, headers = phone.ask("GET", f"/t/{code}")
            times.append(1000 * (time.perf_counter() - start))
    text = plain(page, headers)
    assets = [phone.ask("GET", path) for path in sorted(set(ASSET.findall(text.decode())))]
    caching = {headers.get("Cache-Control", "none") for _, headers in assets}
    sizes = sum(len(plain(*asset)) for asset in assets), sum(len(body) for body, _ in assets)
    return Pages(changed, again, len(page), len(text), *sizes, "; ".join(sorted(caching)))


def section(given: Setting) -> Section:
    """How long a page takes and how large it is."""
    with companion(given.root) as server:
        found = measure(server.url)
    rows = [
        ("GET of the table's page after a move (p50 / p95)", _times(found.changed)),
        ("the same page once more (p50 / p95)", _times(found.again)),
        ("its size, packed / plain", f"{found.packed:,} / {found.plain:,} bytes"),
        (
            "styles, scripts and fonts that it names, packed / plain",
            f"{found.assets_packed:,} / {found.assets:,} bytes",
        ),
        ("how long those may be kept", found.caching),
    ]
    verdict = Verdict("GET of the table's page, p50", p(found.changed, 50), "at most", 5, " ms")
    text = f"A seated phone with its cookie, on a connection that is kept; {GETS} moves of a real game."
    return Section("Pages", f"{text}\n\n{table(('what', 'figure'), rows)}", (verdict,))


def _times(times: list[float]) -> str:
    return f"{p(times, 50):.1f} / {p(times, 95):.1f} ms"
