"""Where phones find this machine. Never what a request's Host header claims: that is whatever somebody sent."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from itertools import chain

import ifaddr

from companion.config import Settings

LOOPBACK = "127.0.0.1"
# Addresses that the kernel is asked the way to: one out in the world (reserved for examples), then home networks' own.
# Asking sends nothing, and tells the network that phones are on from a container's bridge or a sleeping interface.
_WAYS = ("192.0.2.1", "192.168.255.255", "10.255.255.255", "172.31.255.255")


def local_address() -> str:
    """This machine's IPv4 address on the local network; 127.0.0.1 where it is on none."""
    for address in chain(_by_route(), _by_interface()):
        if not address.startswith(("127.", "0.")):
            return address
    return LOOPBACK


def _by_route() -> Iterator[str]:
    for way in _WAYS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            try:
                asking.connect((way, 9))  # a datagram socket only looks the route up
                yield asking.getsockname()[0]
            except OSError:
                continue


def _by_interface() -> Iterator[str]:
    """Each interface's address, for a Raspberry Pi that is its own hotspot and has no route out."""
    return (str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4)


def home_url(settings: Settings, port: int | None = None) -> str:
    """The app's address for other devices, without a slash at its end: the public URL where one is set.

    `port` is the port that is really listened on, `settings.port` by default.
    """
    if settings.public_url is not None:
        return settings.public_url
    listens = settings.host
    host = local_address() if listens in ("", "0.0.0.0", "::") else listens  # noqa: S104 - compared, not bound
    if ":" in host:
        host = f"[{host}]"
    port = settings.port if port is None else port
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def join_url(settings: Settings, port: int | None, code: str) -> str:
    """The address in a table's QR code: scanning it leads to picking a seat. `code` without a dash."""
    return f"{home_url(settings, port)}/j/{code}"
