"""Secrets. What not everyone may see either goes to those alone who may, or stands in an event as a `Secret`.

`see` is the only door between the truth and a view. What a viewer does not know is `HIDDEN` there: it cannot be computed with,
compared, hashed or printed; trying raises `Unknown`.
"""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

E = TypeVar("E", bound=tuple[Any, ...])

KEEPER = "*keeper*"  # the table itself: opens every seal, is never a viewer


class Audience(frozenset[str]):
    """The seats that may see something."""

    __slots__ = ()

    @property
    def is_everyone(self) -> bool:
        return "*" in self

    def admits(self, seat: str) -> bool:
        return seat == KEEPER or "*" in self or seat in self

    def narrowed(self, other: Audience) -> Audience:
        """Those who are in both."""
        if self.is_everyone:
            return other
        return self if other.is_everyone else Audience(self & other)

    def __repr__(self) -> str:
        return f"Audience({sorted(self)})"  # in one order: it goes into fingerprints

    def widened(self, *seats: str) -> Audience:
        """These and `seats`."""
        return self if self.is_everyone else Audience(self | set(seats))


EVERYONE = Audience({"*"})  # whoever is at the table, or looks on
THE_TABLE = Audience()  # admits no seat at all


def may_be_a_seat(name: object) -> bool:
    """Whether somebody may sit under that name: none that opens every seal, or that means everyone."""
    return isinstance(name, str) and bool(name.strip()) and not set(name) & set("*:")


class Unknown(Exception):
    """A rule that is read on a view needed something this viewer does not know."""


class LeakError(TypeError):
    """Something sealed was about to be written down for a viewer."""


class Secret:
    """A value, and the only audience that may open it. No codec but the store's knows it."""

    __slots__ = ("__value", "to")

    def __init__(self, value: Any, to: Audience) -> None:
        self.__value, self.to = value, to

    def open(self, viewer: str) -> Any:
        return self.__value if self.to.admits(viewer) else Blank()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and (self.open(KEEPER), self.to) == (other.open(KEEPER), other.to)

    def __hash__(self) -> int:
        return hash((self.open(KEEPER), self.to))

    def __repr__(self) -> str:
        return "<sealed>"


def seal(value: Any, to: Audience) -> Any:
    """`value`, sealed unless everyone may see it."""
    return value if to.is_everyone else Secret(value, to)


def see(event: E, viewer: str) -> E | None:
    """`event` as `viewer` witnesses it; None if it passes them by."""
    if not event.to.admits(viewer):  # type: ignore[attr-defined]  # every event has an audience
        return None
    return opened(event, viewer)  # type: ignore[no-any-return]


def opened(value: Any, viewer: str) -> Any:
    """`value` with every seal in it opened for `viewer`, or hidden from them."""
    if isinstance(value, Secret):
        return opened(value.open(viewer), viewer)
    if not isinstance(value, tuple):
        return value
    if not has_seals(value):
        return value
    parts = [part if type(part) in NEVER_SEALED else opened(part, viewer) for part in value]
    return type(value)._make(parts) if hasattr(value, "_make") else tuple(parts)


NEVER_SEALED = frozenset({str, int, bool, type(None), Audience})  # most of what stands in an event


def has_seals(value: tuple[Any, ...]) -> bool:
    """Whether anything in it is sealed, however deep."""
    for part in value:  # `any` takes twice as long, and this is done for every event
        if type(part) in NEVER_SEALED:
            continue
        if isinstance(part, Secret) or (isinstance(part, tuple) and has_seals(part)):
            return True
    return False


def insiders(value: tuple[Any, ...] | Secret) -> frozenset[str]:
    """Whoever may open a seal in `value`. To all others it looks the same."""
    if isinstance(value, Secret):
        return value.to
    found: frozenset[str] = frozenset()
    for part in value:
        if isinstance(part, (tuple, Secret)):
            found |= insiders(part)
    return found


OUTSIDER = ""  # a seat that nobody has


class Blank:
    """Stands in a view where the truth has a value. Whatever is done with it ends in `Unknown`."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        if name == "__class__":  # isinstance() asks for it, and it tells nothing
            return Blank
        raise Unknown("this depends on something you do not know")


def _refuse(*_: Any, **__: Any) -> NoReturn:
    raise Unknown("this depends on something you do not know")


# Every operation that a number, a text or a container has, and those that none of them has.
_OPERATIONS = {name for kind in (int, str, float, tuple, dict) for name in dir(kind) if name.startswith("__")} | {
    *("__call__", "__enter__", "__exit__", "__next__", "__await__", "__matmul__", "__rmatmul__", "__complex__", "__fspath__"),
    *("__bytes__", "__setitem__", "__delitem__", "__setattr__", "__delattr__", "__dir__"),
}
_PLUMBING = {"__class__", "__new__", "__init__", "__getattribute__", "__init_subclass__", "__subclasshook__", "__doc__"}
for _name in _OPERATIONS - _PLUMBING:
    setattr(Blank, _name, _refuse)

HIDDEN = Blank()


def is_hidden(value: object) -> bool:
    """Whether a view has nothing but a blank there."""
    return type(value) is Blank
