"""Which of a machine's addresses stands in the code: the one that phones at the table get to, or the one chosen."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from ifaddr import IP, Adapter

from companion import address
from companion.address import Address, addresses, choose, home_url, is_own, local_address, others, rank, url_at
from companion.config import Settings

HOME = Address("192.168.1.20", "wlan0", True)
BEST_FIRST = (
    HOME,
    Address("93.184.216.34", "eth1", True),
    Address("172.17.0.1", "docker0", False),
    Address("100.101.102.103", "tailscale0", False),
    Address("169.254.7.7", "eth2", True),
)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings.from_environment({"COMPANION_INSTANCE": str(tmp_path / "instance")})


def have(monkeypatch: pytest.MonkeyPatch, *found: Address, routed: tuple[str, ...] = ()) -> None:
    monkeypatch.setattr(address, "_by_interface", lambda: iter(found))
    monkeypatch.setattr(address, "_by_route", lambda: iter(routed))


def test_the_best_address_comes_first_in_whatever_order_they_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [rank(one) for one in BEST_FIRST] == [0, 1, 2, 3, 4]
    for seed in range(20):
        found = random.Random(seed).sample(BEST_FIRST, len(BEST_FIRST))
        have(monkeypatch, Address("127.0.0.1", "lo", False), *found)
        assert addresses() == BEST_FIRST
        assert local_address() == HOME.ip


@pytest.mark.parametrize(
    "interface",
    [
        "tun0", "tap1", "wg0", "wg-home", "docker0", "br-3f2a91c05d", "br0", "veth12ab", "virbr0", "utun4", "vboxnet0",
        "vmnet8", "zt5u4y", "tailscale0", "ppp0", "bridge100", "awdl0", "vEthernet (WSL)",
        "Hyper-V Virtual Ethernet Adapter", "VirtualBox Host-Only Ethernet Adapter", "TAP-Windows Adapter V9",
        "WireGuard Tunnel", "Some VPN adapter",
    ],
)  # fmt: skip
def test_vpns_and_bridges_are_known_by_name_where_the_system_does_not_say(interface: str) -> None:
    assert Address("10.0.0.5", interface).virtual
    assert rank(Address("192.168.1.20", interface)) == 2


@pytest.mark.parametrize("interface", ["eth0", "en0", "wlan0", "wlp3s0", "enp0s31f6", "Wi-Fi", "Ethernet", "uap0", ""])
def test_cards_are_cards(interface: str) -> None:
    assert not Address("10.0.0.5", interface).virtual
    assert Address("10.0.0.5", interface, False).virtual, "unless the system says that there is none"


def test_among_equals_the_one_by_which_requests_leave_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    cable = Address("192.168.2.5", "eth0", True)
    have(monkeypatch, HOME, cable, routed=(cable.ip, cable.ip))
    assert [one.ip for one in addresses()] == [cable.ip, HOME.ip]


def test_a_vpn_that_all_requests_leave_by_does_not_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    vpn = Address("10.8.0.3", "tun0", False)
    have(monkeypatch, vpn, HOME, routed=(vpn.ip,))
    assert local_address() == HOME.ip


def test_where_there_is_only_a_bridge_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    have(
        monkeypatch, Address("10.42.0.1", "br0", False), Address("172.17.0.1", "docker0", False), routed=("10.42.0.1",)
    )
    assert local_address() == "10.42.0.1"


def test_an_address_that_only_the_route_knows_is_taken_too(monkeypatch: pytest.MonkeyPatch) -> None:
    have(monkeypatch, routed=("192.168.7.7", "0.0.0.0"))
    assert addresses() == (Address("192.168.7.7", ""),)


def test_linux_says_which_interface_is_a_card(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "wlan0" / "device").mkdir(parents=True)
    (tmp_path / "mystery0").mkdir()
    adapters = [Adapter(name, name, [IP("10.0.0.1", 24, name)]) for name in ("wlan0", "mystery0", "elsewhere")]
    monkeypatch.setattr("ifaddr.get_adapters", lambda: adapters)
    monkeypatch.setattr(address, "_LINUX_INTERFACES", tmp_path)
    assert [one.physical for one in address._by_interface()] == [True, False, None]


def test_the_host_may_choose_another(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    have(monkeypatch, *BEST_FIRST)
    assert home_url(settings) == "http://192.168.1.20:8077"
    assert [one.ip for one in others(settings)] == [one.ip for one in BEST_FIRST[1:]]
    assert choose(settings, "172.17.0.1")
    assert home_url(settings) == "http://172.17.0.1:8077"
    assert HOME in others(settings)
    assert not choose(settings, "10.9.9.9"), "no address of this machine"
    assert not choose(settings, "../../etc/passwd")
    assert home_url(settings.model_copy(update={"port": 80})) == "http://172.17.0.1"


def test_a_chosen_address_that_is_gone_is_forgotten(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    have(monkeypatch, *BEST_FIRST)
    assert choose(settings, "172.17.0.1")
    have(monkeypatch, HOME)
    assert home_url(settings) == "http://192.168.1.20:8077"
    assert others(settings) == ()
    (settings.instance / "join_address").write_bytes(b"\xff")
    assert home_url(settings) == "http://192.168.1.20:8077"


def test_on_a_full_disk_what_was_chosen_before_stays_and_nothing_is_left(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    have(monkeypatch, *BEST_FIRST)
    assert choose(settings, "172.17.0.1")

    def full(path: Path, *_: object) -> int:
        path.touch()
        raise OSError("the disk is full")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="full"):
        choose(settings, HOME.ip)
    assert [path.name for path in settings.instance.iterdir()] == ["join_address"]
    assert home_url(settings) == "http://172.17.0.1:8077"


def test_where_a_name_was_set_there_is_nothing_to_choose(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    have(monkeypatch, *BEST_FIRST)
    for fixed in ({"public_url": "https://play.example.org"}, {"host": "192.168.1.20"}):
        assert others(settings.model_copy(update=fixed)) == ()
    assert url_at("::1", settings) == "http://[::1]:8077"


def test_this_machine_knows_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    adapters = [Adapter("wlan0", "wlan0", [IP("192.168.1.20", 24, "wlan0"), IP(("fe80::1", 0, 1), 64, "wlan0")])]
    monkeypatch.setattr("ifaddr.get_adapters", lambda: adapters)
    own = ("127.0.0.1", "127.3.4.5", "::1", "192.168.1.20", "::ffff:192.168.1.20", "fe80::1")
    assert all(map(is_own, own))
    assert not any(map(is_own, ("192.168.1.21", "fe80::2", "", "10.0.0.1")))
