"""How far the program reaches: no other programs, no text run as code, no address but those of its settings."""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "companion"
LIBRARIES = {
    "alembic", "babel", "click", "flask", "flask_wtf", "htmx_flask", "ifaddr", "itsdangerous", "jinja2", "limits",
    "markupsafe", "msgspec", "orjson", "platformdirs", "prometheus_client", "psycopg", "pydantic",
    "pydantic_core", "pydantic_settings", "qrcode", "rapidfuzz", "redis", "snowballstemmer", "sqlalchemy", "sqlmodel",
    "uvicorn", "werkzeug",
}  # fmt: skip
"""None of them speaks LDAP, JNDI, memcache, mail, GraphQL or XPath to anybody, typesets LaTeX, or encrypts."""

NEVER = {
    "code", "codeop", "dbm", "ftplib", "imaplib", "marshal", "nntplib", "pickle", "poplib", "pty", "runpy", "shelve",
    "smtplib", "socketserver", "ssl", "subprocess", "telnetlib", "urllib.request", "webbrowser", "xml", "xmlrpc",
}  # fmt: skip
"""Of Python's own: what runs programs or code, takes objects from bytes, reads XML, or speaks to other servers."""

CONNECTING = {
    "http.client": {"commands/doctor.py"},  # asks this machine's own port who has it
    "psycopg": {"storage/postgresql.py"},
    "redis": {"commands/doctor.py", "config.py", "live/redis_bus.py"},  # the settings read its address alone
    "socket": {
        "address.py", "commands/doctor.py", "server/run.py", "server/sockets.py", "web/security.py",
    },
}  # fmt: skip
"""Who may import what opens connections. Sockets are listened at, or asked for this machine's names and ways."""

RUN = {"eval", "exec", "compile", "__import__", "render_template_string"}
PROCESSES = re.compile(r"os\.(system|popen|fork|exec\w+|spawn\w+|posix_spawn\w*)|asyncio\.create_subprocess\w+")
PATTERNS = re.compile(r"re\.(compile|search|match|fullmatch|split|findall|finditer|subn?)")
NO_CONSTANTS = {
    ("server/plain_taps.py", "f'/(?P<api>api/tables|t)/(?P<code>[{ALPHABET}]{{{LENGTH}}})/moves'"),
    ("tables/keys_and_codes.py", "f'[{ALPHABET}]{{{LENGTH}}}'"),
    ("web/identity.py", "pattern"),  # of _DEVICES
}


@cache
def taken() -> dict[str, set[str]]:
    """By file, each module that it imports, and what it takes from one, by the name of both."""
    found: dict[str, set[str]] = {}
    for name, tree in trees().items():
        nodes = list(ast.walk(tree))
        found[name] = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        for node in nodes:
            if isinstance(node, ast.ImportFrom) and node.module:
                found[name] |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


@cache
def calls() -> dict[str, list[tuple[str, ast.Call]]]:
    """By file, each call of a function by its own name, or by its module's and its own."""
    found: dict[str, list[tuple[str, ast.Call]]] = {}
    for name, tree in trees().items():
        found[name] = []
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id=function)):
                    found[name].append((function, node))
                case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=function)):
                    found[name].append((f"{module}.{function}", node))
    return found


@cache
def trees() -> dict[str, ast.Module]:
    """The program's files, read."""
    files = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in files.items()}


def _within(name: str, modules: set[str]) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in modules)


def test_every_library_is_one_that_is_known_and_locked() -> None:
    tops = {one.split(".")[0] for names in taken().values() for one in names}
    assert tops - sys.stdlib_module_names - {"companion", "_typeshed"} == LIBRARIES
    locked = {line.partition("==")[0] for line in (ROOT / "requirements" / "run.txt").read_text().splitlines()}
    assert {name.replace("_", "-") for name in LIBRARIES} - locked == set()


@pytest.mark.parametrize("file", ["run.txt", "test.txt"])
def test_every_package_is_locked_to_one_version(file: str) -> None:
    lines = (ROOT / "requirements" / file).read_text(encoding="utf-8").splitlines()
    assert len(lines) > 40
    assert [line for line in lines if not re.fullmatch(r"[a-z0-9][a-z0-9-]*==\d[\w.]*( ; [^;@]+)?", line)] == []


def test_no_program_is_run_and_no_text_as_code() -> None:
    for name, names in taken().items():
        assert [one for one in names if _within(one, NEVER)] == [], name
    for name, called in calls().items():
        assert [one for one, _ in called if one in RUN or PROCESSES.fullmatch(one)] == [], name


@pytest.mark.parametrize("module", CONNECTING)
def test_what_opens_connections_is_known(module: str) -> None:
    found = {name for name, names in taken().items() if any(_within(one, {module}) for one in names)}
    assert found == CONNECTING[module]


def test_engines_are_made_by_the_storage_alone() -> None:
    made = {name for name, called in calls().items() if any(one.endswith("create_engine") for one, _ in called)}
    assert made == {"storage/postgresql.py", "storage/sqlite.py"}


def test_no_pattern_is_made_of_what_people_type() -> None:
    found = [
        (name, call.args[0]) for name, called in calls().items() for one, call in called if PATTERNS.fullmatch(one)
    ]
    assert len(found) > 20
    made = {(name, ast.unparse(pattern)) for name, pattern in found if not isinstance(pattern, ast.Constant)}
    assert made == NO_CONSTANTS
    assert [name for name, names in taken().items() if any(one.startswith("re.") for one in names)] == []


def test_what_is_hashed_is_hashed_by_two_functions() -> None:
    imported = {one for names in taken().values() for one in names if one.startswith("hashlib.")}
    called = {one for found in calls().values() for one, _ in found if one.startswith("hashlib.")}
    assert imported | called == {"hashlib.sha256", "hashlib.blake2b"}


def test_scripts_take_no_messages_of_other_windows_and_run_no_text() -> None:
    scripts = sorted((ROOT / "static" / "js").glob("*.js"))
    assert len(scripts) > 10
    for path in scripts:
        found = re.findall(
            r"""postMessage|onmessage|["'`]message["'`]|WebSocket|document\.domain|\beval\(|\bFunction\(""",
            path.read_text(encoding="utf-8"),
        )
        assert found == [], path
