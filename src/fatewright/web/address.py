"""Where other devices find this machine."""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys

NOWHERE = "192.0.2.1"  # kept free for examples: nothing is sent there, the system only says which way it would go
GET_ADDRESS = 0x8915  # Linux's ioctl for the address of an interface


def addresses() -> list[str]:
    """The addresses of this machine that others on its network may use, the likeliest first."""
    found = [*_on_the_way_out(), *_by_interface(), *_by_name()]
    return [address for address in dict.fromkeys(found) if not ipaddress.ip_address(address).is_loopback]


def _on_the_way_out() -> list[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((NOWHERE, 9))
        except OSError:
            return []
        return [probe.getsockname()[0]]


def _by_interface() -> list[str]:
    if sys.platform != "linux":
        return []
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe, GET_ADDRESS, struct.pack("256s", name.encode()[:15]))
            except OSError:  # an interface without an address
                continue
            found.append(socket.inet_ntoa(answer[20:24]))
    return found


def _by_name() -> list[str]:
    try:
        return [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        return []
