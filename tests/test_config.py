"""Settings from the environment, and the address that phones are told."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path
from typing import Any

import ifaddr
import pytest
from ifaddr import IP, Adapter
from sqlalchemy.engine import make_url

from companion import address, config
from companion.address import Address, home_url, join_url, local_address
from companion.config import BadSetting, Settings, public_url
from companion.storage.sqlite import sqlite_file
from companion.web.security import host_check

CHECKOUT = Path(__file__).resolve().parents[1]


def settings(folder: Path, **environ: str) -> Settings:
    return Settings.from_environment({"COMPANION_INSTANCE": str(folder), **environ})


def test_the_defaults_of_a_checkout() -> None:
    plain = Settings.from_environment({})
    assert plain.instance == CHECKOUT / "instance"
    assert plain.database_url == f"sqlite:///{CHECKOUT}/instance/companion.sqlite3"
    assert (plain.templates, plain.static) == (CHECKOUT / "templates", CHECKOUT / "static")
    assert (plain.host, plain.port, plain.public_url) == ("0.0.0.0", 8077, None)
    assert (plain.open_limit, plain.trusted_hosts, plain.https) == ("120/minute", (), False)
    assert (plain.trusted_proxies, plain.metrics) == (0, True)


def test_the_environment_is_the_processs_own_by_default(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path))
    assert Settings.from_environment().instance == tmp_path


def test_what_the_environment_asks_for(tmp_path: Path) -> None:
    asked = settings(
        tmp_path / "new",
        COMPANION_DATABASE_URL="postgresql://db/companion",
        COMPANION_PUBLIC_URL="https://play.example.org/",
        COMPANION_REDIS_URL=" rediss://:secret@redis.example:6380/2 ",
        COMPANION_OPEN_LIMIT="5/hour",
        COMPANION_TRUSTED_PROXIES="2",
        COMPANION_METRICS="Off",
        COMPANION_TRUSTED_HOSTS="a.example, b.example c.example",
    )
    assert asked.database_url == "postgresql://db/companion"
    assert (asked.public_url, asked.https) == ("https://play.example.org", True)
    assert asked.redis_url == "rediss://:secret@redis.example:6380/2"
    assert (asked.open_limit, asked.trusted_hosts) == ("5/hour", ("a.example", "b.example", "c.example"))
    assert (asked.trusted_proxies, asked.metrics) == (2, False)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("told", "url"),
    [
        ("", None),
        ("redis://localhost", "redis://localhost"),
        ("valkey://localhost:6379/1", "redis://localhost:6379/1"),
        ("valkeys://:secret@host", "rediss://:secret@host"),
    ],
)
def test_valkey_is_spoken_to_as_redis_is(tmp_path: Path, told: str, url: str | None) -> None:
    assert settings(tmp_path, COMPANION_REDIS_URL=told).redis_url == url


NOT_THESE: dict[str, tuple[str, tuple[str, ...]]] = {
    "REDIS_URL": (
        r"^COMPANION_REDIS_URL must look like redis://localhost:6379/0\.$",
        (
            "localhost:6379", "http://localhost", "redis://", "redis:/localhost", "6379",
            "redis://:secret@localhost:nowhere", "redis://[::1/0", "redis://localhost?db=x",
            "redis://localhost?protocol=9", "redis://localhost?unknown=1", "redis://localhost?encoding=foo",
            "redis://localhost:6379/zz", "redis://localhost/-1", "redis://localhost/0/1",
        ),
    ),
    "PUBLIC_URL": (
        r"must look like https://play\.example\.org",
        (
            "play.example.org", "ftp://play.example.org", "https://", "https://play.example.org/games", "https://x?y",
            "https://x#y", "https://me@x", "http://x:99999", "http://x:0", "http://[::1", "javascript:alert(1)",
            "http://exa mple", "http://a..b", "http://x..", "http://[v1.x]", "https://stra\u00dfe.de",
            f"http://{'a' * 64}.example", f"http://{'a.' * 130}example", "http://{x}",
        ),
    ),
    "TRUSTED_HOSTS": (
        "COMPANION_TRUSTED_HOSTS holds names alone",
        ("a.example http://tables.local", "tables.local:8077", "*.example.org", "@", "a..b"),
    ),
    "INSTANCE": (r"^COMPANION_INSTANCE: .* cannot be read: .*[^.]\.$", ("~nobody-of-this-name/x",)),
    "DATABASE_URL": (
        "COMPANION_DATABASE_URL names no database that can be used here",
        ("garbage", "postgresql://u@localhost:port/x", "postgresql://u:my@pass:secret@db/x", "sqlite:///a%00b"),
    ),
    "DELETE_AFTER_DAYS": (
        r"^COMPANION_DELETE_AFTER_DAYS is a number, 1 to 36500\.$", ("0", "36501", "9" * 30, "1.5"),
    ),
    "TRUSTED_PROXIES": ("how many proxies", ("-1", "10", "one", "1.0", "10.0.0.1", "\u0661")),
    "METRICS": ("COMPANION_METRICS is on or off", ("maybe",)),
    "DATABASE_PASSWORD_FILE": ("for the database that COMPANION_DATABASE_URL names", ("password",)),
}  # fmt: skip
BYTES = [("PUBLIC_URL", "http://\udcff"), *((name, "\udcff") for name in ("TRUSTED_HOSTS", "EXTRA_GAMES", "METRICS"))]


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [(name, value, told) for name, (told, values) in NOT_THESE.items() for value in values]
    + [(name, value, r"\\udcff") for name, value in BYTES],  # bytes that are no text are shown by their numbers
)
def test_what_will_not_do_for_a_setting_is_told_without_a_password(
    tmp_path: Path, name: str, value: str, told: str
) -> None:
    with pytest.raises(BadSetting, match=told) as refused:
        settings(tmp_path, **{f"COMPANION_{name}": value})
    assert "secret" not in str(refused.value)


def test_an_installed_wheel_keeps_its_data_with_the_user_and_its_pages_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site-packages" / "companion"
    (package / "templates").mkdir(parents=True)
    (package / "static").mkdir()
    monkeypatch.setattr(config, "PACKAGE", package)
    monkeypatch.setattr(config, "CHECKOUT", package.parent)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    installed = Settings.from_environment({})
    assert (installed.templates, installed.static) == (package / "templates", package / "static")
    assert installed.instance.name == "table-companion"
    assert CHECKOUT not in installed.instance.parents


@pytest.mark.parametrize("text", ["http://play.example.org", "https://play.example.org:8443", "http://[::1]:80"])
def test_a_public_url_is_a_whole_site(text: str) -> None:
    assert public_url(f"  {text}/ ") == text


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("Play.Example.ORG", "play.example.org"),
        ("spiele-caf\u00e9.de", "xn--spiele-caf-k7a.de"),
        ("raspberrypi.local.", "raspberrypi.local"),
        ("big_table", "big_table"),
    ],
)
def test_a_name_is_what_browsers_send(tmp_path: Path, text: str, host: str) -> None:
    assert public_url(f"http://{text}:8077") == f"http://{host}:8077"
    asked = settings(tmp_path, COMPANION_PUBLIC_URL=f"http://{text}", COMPANION_TRUSTED_HOSTS=f"a.example,{text}")
    assert asked.trusted_hosts == ("a.example", host)
    assert host_check(asked)(host)
    assert host_check(asked)(f"{host}:8077")


def test_an_address_is_trusted_in_brackets_or_without(tmp_path: Path) -> None:
    assert settings(tmp_path, COMPANION_TRUSTED_HOSTS="[::1] fd00::0:1 10.0.0.1").trusted_hosts == (
        "::1",
        "fd00::1",
        "10.0.0.1",
    )


@pytest.mark.parametrize("folder", ["a%20b", "a%2Fb", "100%"])
def test_a_percent_sign_in_the_folder_s_name_is_one(tmp_path: Path, folder: str) -> None:
    found = settings(tmp_path, COMPANION_INSTANCE=str(tmp_path / folder))
    assert sqlite_file(found.database_url) == tmp_path / folder / "companion.sqlite3"


def test_extra_games_are_named_with_commas(tmp_path: Path) -> None:
    assert settings(tmp_path, COMPANION_EXTRA_GAMES="oh-hell").extra_games == ("oh-hell",)
    assert settings(tmp_path, COMPANION_EXTRA_GAMES="oh-hell, oh-hell").extra_games == ("oh-hell", "oh-hell")
    assert settings(tmp_path).extra_games == ()
    with pytest.raises(BadSetting, match=r"^COMPANION_EXTRA_GAMES can name oh-hell; there is no “whist”\.$"):
        settings(tmp_path, COMPANION_EXTRA_GAMES="oh-hell,whist")


def test_no_public_url() -> None:
    assert public_url("") is public_url("  ") is None


def test_the_secret_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    made = settings(tmp_path / "instance").secret_key()
    assert len(made) == 64
    assert settings(tmp_path / "instance").secret_key() == made
    file = tmp_path / "instance" / "secret_key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("held", ["\n", "geheim\u00e9" * 10], ids=["empty", "not ASCII"])
def test_what_is_no_secret_key_is_told(tmp_path: Path, held: str) -> None:
    (tmp_path / "secret_key").write_text(held, encoding="utf-8")
    with pytest.raises(BadSetting, match="holds no secret key"):
        settings(tmp_path).secret_key()


def test_a_folder_that_takes_no_secret_key_is_named_with_its_setting(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadSetting, match=r"^COMPANION_INSTANCE: .*file: File exists\.$"):
        settings(tmp_path / "file").secret_key()


def test_the_first_of_two_secret_keys_stays(tmp_path: Path) -> None:
    file = tmp_path / "secret_key"
    config._write_once(file, "first")
    config._write_once(file, "second")
    assert file.read_text() == "first"
    assert list(tmp_path.iterdir()) == [file]


def test_a_disk_without_hard_links_keeps_a_secret_key_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", no_links)
    config._write_once(tmp_path / "secret_key", "key")
    assert (tmp_path / "secret_key").read_text() == "key"


def test_equal_processes_share_a_secret_key_that_is_never_made_for_them(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    machines = [settings(tmp_path / name, COMPANION_SECRET_KEY_FILE=str(shared)) for name in ("one", "two")]
    for machine in machines:
        with pytest.raises(BadSetting, match=r"COMPANION_SECRET_KEY_FILE: .*shared cannot be read"):
            machine.secret_key()
    shared.write_text("a shared key that is long enough to sign\n")
    assert {machine.secret_key() for machine in machines} == {"a shared key that is long enough to sign"}
    assert list(tmp_path.iterdir()) == [shared]


def test_a_short_word_is_no_shared_key(tmp_path: Path) -> None:
    (tmp_path / "shared").write_text("secret\n")
    with pytest.raises(BadSetting, match="shared holds no secret key: it takes 32"):
        settings(tmp_path, COMPANION_SECRET_KEY_FILE=str(tmp_path / "shared")).secret_key()


def test_a_databases_password_is_told_by_a_file(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("p@ss/w:rd %\n")
    told = settings(
        tmp_path,
        COMPANION_DATABASE_URL="postgresql+psycopg://companion@db/companion?sslmode=require",
        COMPANION_DATABASE_PASSWORD_FILE=str(tmp_path / "password"),
    )
    url = make_url(told.database_url)
    assert (url.username, url.password, url.host, url.database) == ("companion", "p@ss/w:rd %", "db", "companion")
    assert (url.drivername, url.query) == ("postgresql+psycopg", {"sslmode": "require"})


def test_a_password_file_that_is_missing_or_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for name in ("missing", "bytes"):
        with pytest.raises(BadSetting, match=f"COMPANION_DATABASE_PASSWORD_FILE: .*{name} cannot be read"):
            settings(
                tmp_path,
                COMPANION_DATABASE_URL="postgresql://db/companion",
                COMPANION_DATABASE_PASSWORD_FILE=str(tmp_path / name),
            )


# The address


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "local_address", lambda: "192.168.1.20")


@pytest.mark.usefixtures("at_home")
def test_the_join_address_is_this_machines_own(tmp_path: Path) -> None:
    home = settings(tmp_path)
    assert home_url(home) == "http://192.168.1.20:8077"
    assert home_url(home.model_copy(update={"port": 80})) == "http://192.168.1.20"
    assert join_url(home, "K7QF2M9X") == "http://192.168.1.20:8077/j/K7QF2M9X"


@pytest.mark.usefixtures("at_home")
def test_the_join_address_is_the_public_one_where_one_is_set(tmp_path: Path) -> None:
    public = settings(tmp_path, COMPANION_PUBLIC_URL="https://play.example.org")
    assert join_url(public, "K7QF2M9X") == "https://play.example.org/j/K7QF2M9X"


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8077"),
        ("::1", "http://[::1]:8077"),
        ("::", "http://192.168.1.20:8077"),
        ("", "http://192.168.1.20:8077"),
    ],
)
def test_who_listens_at_one_address_names_that(tmp_path: Path, host: str, url: str) -> None:
    assert home_url(settings(tmp_path).model_copy(update={"host": host})) == url


def test_the_local_address_is_one_of_this_machine() -> None:
    with socket.socket() as listening:
        listening.bind((local_address(), 0))


def test_asking_the_way_sends_nothing_and_finds_the_first_way_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []

    class NoNetwork:
        def __init__(self, _family: int, kind: int) -> None:
            assert kind == socket.SOCK_DGRAM

        def __enter__(self) -> NoNetwork:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def connect(self, where: tuple[str, int]) -> None:
            self.where = where[0]
            if self.where == "192.0.2.1":
                raise OSError("no way out")

        def getsockname(self) -> tuple[str, int]:
            return ("127.0.0.1" if self.where.startswith("192.") else "10.0.0.7"), 0

        def __getattr__(self, name: str) -> Any:
            sent.append(name)

    monkeypatch.setattr(socket, "socket", NoNetwork)
    assert local_address() == "10.0.0.7"
    assert sent == []


def test_a_machine_on_no_network_names_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "_by_route", lambda: iter(["0.0.0.0"]))
    monkeypatch.setattr(address, "_by_interface", lambda: iter([Address("127.0.0.1", "lo")]))
    assert local_address() == "127.0.0.1"


def test_each_interface_tells_its_address() -> None:
    assert "127.0.0.1" in [one.ip for one in address._by_interface()]


def test_of_an_interface_only_ipv4_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    ips = [IP(("fe80::1", 0, 1), 64, "wlan0"), IP("10.42.0.1", 24, "wlan0")]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [Adapter("wlan0", "wlan0", ips)])
    monkeypatch.setattr(address, "_by_route", lambda: iter([]))
    assert local_address() == "10.42.0.1"


def test_an_instance_folder_that_no_database_address_can_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="question mark"):
        Settings.from_environment({"COMPANION_INSTANCE": str(tmp_path / "what?")})
