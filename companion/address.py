"""Where phones find this machine. Never what a request's Host header claims: that is whatever somebody sent.

A machine may have several addresses; the code has the best of them (`rank`), unless a host has chosen another.
"""

from __future__ import annotations

import re
import secrets
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path

import ifaddr

from companion.config import Settings
from companion.private_files import private_folder

LOOPBACK = "127.0.0.1"
# Addresses whose route the kernel is asked for: one on the internet (reserved for examples), then those of home
# networks. Asking sends nothing, and tells which of several networks this machine's own requests leave by.
_WAYS = ("192.0.2.1", "192.168.255.255", "10.255.255.255", "172.31.255.255")
_HOME = tuple(map(IPv4Network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
_CARRIER = IPv4Network("100.64.0.0/10")  # also what Tailscale gives
_LINUX_INTERFACES = Path("/sys/class/net")
_VIRTUAL = re.compile(
    r"^(tun|tap|wg|docker|br-|br\d|bridge|veth|virbr|vmnet|vmenet|vboxnet|utun|zt|tailscale|lxc|lxd|cni|flannel|cali|"
    r"podman|ppp|ipsec|nordlynx|proton|awdl|llw|gif|stf|vethernet)"
    r"|hyper-v|virtualbox|vmware|tap-windows|wireguard|openvpn|wintun|tailscale|zerotier|\bvpn\b|\bwsl\b",
    re.IGNORECASE,
)
CHOSEN_FILE = "join_address"


@dataclass(frozen=True, slots=True)
class Address:
    """An IPv4 address of this machine, and the interface that has it.

    `physical`: whether that is a network card or Wi-Fi, as the system says; None if it does not say.
    """

    ip: str
    interface: str
    physical: bool | None = None

    @property
    def virtual(self) -> bool:
        """Whether it is a VPN's, a bridge's or a container's: phones at the table seldom get there."""
        return self.physical is False or _VIRTUAL.search(self.interface) is not None


def rank(address: Address) -> int:
    """How likely phones at the table get there, 0 first.

    A home network's address on a card, another one on a card, one of a VPN or a bridge, one that a carrier or Tailscale
    has given, and last one that a machine gives itself where nobody answers.
    """
    ip = IPv4Address(address.ip)
    if ip.is_link_local:
        return 4
    if ip in _CARRIER:
        return 3
    if address.virtual:
        return 2
    return 0 if any(ip in network for network in _HOME) else 1


def addresses() -> tuple[Address, ...]:
    """This machine's addresses on networks, the best first; among equals the one by which its own requests leave."""
    known = {one.ip: one for one in _by_interface()}
    found = [known.get(ip) or Address(ip, "") for ip in dict.fromkeys((*_by_route(), *known)) if _on_a_network(ip)]
    return tuple(sorted(found, key=rank))


def local_address() -> str:
    """This machine's best IPv4 address on the local network; 127.0.0.1 where it is on none."""
    found = addresses()
    return found[0].ip if found else LOOPBACK


def is_own(ip: str) -> bool:
    """Whether a request from this address comes from this machine itself."""
    ip = ip.removeprefix("::ffff:")
    return (
        ip.startswith("127.")
        or ip == "::1"
        or any(ip == (one.ip if one.is_IPv4 else one.ip[0]) for adapter in ifaddr.get_adapters() for one in adapter.ips)
    )


def _on_a_network(ip: str) -> bool:
    return not ip.startswith(("127.", "0."))


def _by_route() -> Iterator[str]:
    for way in _WAYS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            try:
                asking.connect((way, 9))  # a datagram socket only looks the route up
                yield asking.getsockname()[0]
            except OSError:
                continue


def _by_interface() -> Iterator[Address]:
    """Each interface's addresses: a Raspberry Pi that is its own hotspot has no route out."""
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if ip.is_IPv4:
                yield Address(str(ip.ip), ip.nice_name or str(adapter.name), _physical(str(adapter.name)))


def _physical(name: str) -> bool | None:
    """Whether a device is behind the interface, as Linux tells; None elsewhere."""
    interface = _LINUX_INTERFACES / name
    return (interface / "device").exists() if interface.exists() else None


# Which of them is in the code


def others(settings: Settings) -> tuple[Address, ...]:
    """The addresses that may stand in the code in place of the one that does; none where a name was set for it."""
    if settings.public_url is not None or not _listens_everywhere(settings):
        return ()
    here = _address(settings)
    return tuple(one for one in addresses() if one.ip != here)


def choose(settings: Settings, ip: str) -> bool:
    """Put this address into codes from now on; False if this machine has no such address.

    It is kept in a file of the instance folder, for all processes that serve from it, as long as the machine has it.
    Raises OSError if it cannot be written; what was chosen before stays.
    """
    if ip not in {one.ip for one in addresses()}:
        return False
    private_folder(settings.instance)
    draft = settings.instance / f"{CHOSEN_FILE}.{secrets.token_hex(4)}"
    try:
        draft.write_text(ip, "ascii")
        draft.replace(settings.instance / CHOSEN_FILE)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    return True


def _chosen(settings: Settings) -> str | None:
    """The address that a host has chosen, where this machine still has it."""
    with suppress(OSError, ValueError):
        ip = (settings.instance / CHOSEN_FILE).read_text("ascii").strip()
        return ip if any(ip == one.ip for one in addresses()) else None
    return None


def _address(settings: Settings) -> str:
    return _chosen(settings) or local_address()


def _listens_everywhere(settings: Settings) -> bool:
    return settings.host in ("", "0.0.0.0", "::")  # noqa: S104 - compared, not bound


def home_url(settings: Settings) -> str:
    """The app's address for other devices, without a slash at its end: the public URL where one is set."""
    if settings.public_url is not None:
        return settings.public_url
    return url_at(_address(settings) if _listens_everywhere(settings) else settings.host, settings)


def url_at(host: str, settings: Settings) -> str:
    """The app's address under this name or IP address of the machine."""
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}" if settings.port == 80 else f"http://{host}:{settings.port}"


def join_url(settings: Settings, code: str) -> str:
    """The address in a table's QR code: scanning it leads to picking a seat. `code` without a dash."""
    return f"{home_url(settings)}/j/{code}"
