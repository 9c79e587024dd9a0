"""Who may come in: our own pages only, not too much, not too often, and with the passphrase where the house has one."""

from __future__ import annotations

import hashlib
import hmac
import socket
import time
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers

from fatewright.core.errors import FatewrightError
from fatewright.web.proxies import address_in

POLICY = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # an address may hold the way to a table
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
LARGEST = 64 * 1024  # bytes of one request or message
PASS_COOKIE = "house"
YEAR = 365 * 24 * 3600


class NotAllowed(FatewrightError):
    """Not from here, not so much, or not so fast."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Rate(NamedTuple):
    """So many at once, and so many a second in the long run."""

    burst: float
    per_second: float


class Allowance(NamedTuple):
    """How much a house puts up with, and the clock by which it measures that."""

    commands: Rate = Rate(100, 50)  # of one connection
    requests: Rate = Rate(200, 50)  # of one address
    attempts: Rate = Rate(10, 0.5)  # of one address, at the passphrase
    comers: Rate = Rate(200, 2)  # of one address: whoever wants to sit down, by name or by code
    tables: Rate = Rate(200, 1 / 30)  # of one address: new ones
    seats: Rate = Rate(40, 1 / 3600)  # of one address at one table: new ones. Behind a router a whole house has one address
    owners: Rate = Rate(4, 1 / 600)  # of one address: those who make their first version of a game
    addresses: int = 10_000  # that are remembered
    patience: float = 60  # seconds that a browser has for what it is sent
    clock: Callable[[], float] = time.monotonic


USUAL = Allowance()
Kind = Literal["requests", "attempts", "comers", "tables", "seats", "owners"]
TOO_MUCH = "that was too much at once; wait a moment and try again"
SPENT: dict[Kind, str] = {
    "tables": "{most} tables have been set out from your address, and that is the most; wait a minute and try again",
    "seats": "{most} people have sat down at this table from your address, and that is the most; wait an hour and try again",
}


class Bucket:
    """Counts what somebody does against a rate."""

    __slots__ = ("_at", "_clock", "_left", "_rate")

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate, self._left, self._clock, self._at = rate, rate.burst, clock, clock()

    def take(self) -> bool:
        """Whether one more is within the rate."""
        now = self._clock()
        self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


def place_of(address: str) -> str:
    """What counts as one address: in IPv6 a network, for a single house has more addresses than can be counted."""
    where = address_in(address)
    return ":".join(where.exploded.split(":")[:4]) if where and where.version == 6 else address


class Limits:
    """Rates by address, and by what it is about; what has not been heard of for long is forgotten."""

    def __init__(self, allowance: Allowance = USUAL) -> None:
        self.allowance = allowance
        self._buckets: dict[tuple[str, Kind, str], Bucket] = {}

    def check(self, address: str, kind: Kind, about: str = "") -> None:
        """Refuse one more of this kind from an address that has had its share."""
        key, rate = (place_of(address), kind, about), getattr(self.allowance, kind)
        bucket = self._buckets.pop(key, None) or Bucket(rate, self.allowance.clock)
        self._buckets[key] = bucket  # the last one used is the last one forgotten
        if len(self._buckets) > self.allowance.addresses:
            del self._buckets[next(iter(self._buckets))]
        if not bucket.take():
            raise NotAllowed(429, SPENT.get(kind, TOO_MUCH).format(most=int(rate.burst)))


class Door:
    """What a request must show before anything else is looked at."""

    def __init__(self, passphrase: str, names: frozenset[str]) -> None:
        self.has_passphrase = bool(passphrase)
        self._names = names | {"localhost", socket.gethostname().lower()}
        self._pass = self.ticket(passphrase) if passphrase else ""

    def ticket(self, passphrase: str) -> str:
        """What a browser keeps in place of the passphrase. Slow on purpose."""
        return hashlib.scrypt(passphrase.encode(), salt=b"fatewright's house", n=2**14, r=8, p=1, dklen=24).hex()

    def opens(self, passphrase: str) -> str | None:
        """The ticket, if the passphrase is right."""
        ticket = self.ticket(passphrase)
        return ticket if hmac.compare_digest(ticket, self._pass) else None

    def check_place(self, headers: Headers, address: str) -> None:
        """Refuse what comes from another site's page, under a name that is not ours, or from outside without a passphrase."""
        if sum(len(name) + len(value) for name, value in headers.raw) > LARGEST:
            raise NotAllowed(431, f"the head of this request is too large; expected at most {LARGEST:,} bytes")
        host = headers.get("host", "")
        if not self._is_ours(host):
            raise NotAllowed(403, f"this house does not go by the name '{host[:80]}'; the host can add it with --name")
        origin = headers.get("origin")
        if origin is not None and _split(origin).netloc != host:
            raise NotAllowed(403, "this comes from the page of another site, and is not answered")
        if not self.has_passphrase and not _is_near(address):
            raise NotAllowed(403, "this table is open to its own network only; the host can open it with --passphrase")

    def check_pass(self, cookies: Mapping[str, str]) -> None:
        """Refuse whoever has not said the passphrase yet."""
        if self.has_passphrase and not hmac.compare_digest(cookies.get(PASS_COOKIE, "").encode(), self._pass.encode()):
            raise NotAllowed(403, "this house has a passphrase; say it first")

    def _is_ours(self, host: str) -> bool:
        """By number or by a name of this machine: a stranger's name that points here belongs to a stranger's page."""
        name = _split(f"//{host}").hostname or ""
        return address_in(name) is not None or name in self._names or name.endswith(".local")


def _split(address: str) -> SplitResult:
    """The parts of an address; of one that cannot be read, nothing."""
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "", "", "", "")


def _is_near(address: str) -> bool:
    """Whether an address is of this machine or its own network."""
    where = address_in(address)
    if where is None:
        return not address  # a local socket has none
    return where.is_private or where.is_loopback or where.is_link_local
