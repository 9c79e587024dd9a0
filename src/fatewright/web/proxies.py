"""Who stands between us and a browser: what a proxy says of whom it forwards counts if the host has named that proxy."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from starlette.types import Scope

from fatewright.core.errors import BadValue

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
UNKNOWN = "unknown"  # where somebody is whom a proxy does not place


def named(texts: Iterable[str]) -> tuple[Network, ...]:
    """The proxies that a host names, each by its address or its network."""
    return tuple(map(_network, texts))


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise BadValue(
            f"--proxy {text}: expected the address of a proxy or its network, such as 127.0.0.1 or 10.0.0.0/8"
        ) from None


def address_in(text: str) -> Address | None:
    """The address that a text is; of IPv4 written as IPv6, the IPv4."""
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def as_sent(scope: Scope, proxies: tuple[Network, ...]) -> Scope:
    """A request as its browser sent it: a named proxy is believed in where it came from and what was asked for."""
    client = scope.get("client")
    if not client or not _is_among(client[0], proxies):
        return scope
    told = {**scope}
    hops = [hop.strip() for hop in _all(scope, b"x-forwarded-for")]
    if hops:
        told["client"] = (_true_client(hops, proxies), 0)
    if (scheme := _last(scope, b"x-forwarded-proto").lower()) in ("http", "https"):
        told["scheme"] = scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme
    if host := _last(scope, b"x-forwarded-host"):
        others = [(name, value) for name, value in scope["headers"] if name != b"host"]
        told["headers"] = [(b"host", host.encode("latin-1")), *others]
    return told


def _true_client(hops: list[str], proxies: tuple[Network, ...]) -> str:
    """The last hop that is no proxy of ours: each proxy adds whom it heard, and what stands further left is hearsay."""
    hop = next((hop for hop in reversed(hops) if not _is_among(_bare(hop), proxies)), hops[0])
    return str(address_in(_bare(hop)) or UNKNOWN)


def _is_among(text: str, proxies: tuple[Network, ...]) -> bool:
    address = address_in(text)
    return address is not None and any(address in network for network in proxies)


def _bare(hop: str) -> str:
    """A hop without its port."""
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop


def _all(scope: Scope, header: bytes) -> list[str]:
    """What a header says, part by part, however many lines it has."""
    return [part for name, value in scope["headers"] if name == header for part in value.decode("latin-1").split(",")]


def _last(scope: Scope, header: bytes) -> str:
    """What the nearest proxy says."""
    return (_all(scope, header) or [""])[-1].strip()
