"""Which addresses count as one client, for limits and for the log."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

from flask import request


def client_network() -> str:
    """What is counted as one client: an address, or with IPv6 the home network it belongs to."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return "unknown"
    address = getattr(address, "ipv4_mapped", None) or address
    return str(ip_network((address, 32 if address.version == 4 else 64), strict=False).network_address)
