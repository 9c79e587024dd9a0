"""Everything that the author of a game needs, from one place: `from fatewright.systems.author import *`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from string import Formatter
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from fatewright.core.ask import Choose, Number, Option, Text, options
from fatewright.core.dice import Dice, d6
from fatewright.core.grammar import agrees, change_of, count_of, with_article
from fatewright.core.rule import Asks, Lens, again, ask, behind, best, choose, form, number, rule, sealed, sums, text, throw
from fatewright.core.score import Score
from fatewright.core.seal import EVERYONE, Audience
from fatewright.core.story import (
    Change,
    Desk,
    Ending,
    Field,
    Gain,
    Learn,
    Place,
    Put,
    PutFact,
    Remove,
    Say,
    Verb,
    ends,
    now,
    so_far,
    spend,
    tell,
    tie,
    untie,
)


class Between(NamedTuple):
    """The range of a number, written into its type: `Annotated[int, Between(0, 300)]`."""

    low: int
    high: int


class From(NamedTuple):
    """One entry of a list in the game's data: `Annotated[str, From("weapons")]`."""

    list: str


class Upto(NamedTuple):
    """A text of at most so many characters."""

    length: int


class Budget(NamedTuple):
    """Points that a step of the builder may spend; a `Score` says where they come from."""

    step: str
    name: str
    spent: int
    available: int


class Creation(NamedTuple):
    """What a game says of a new character: its budgets, what is wrong with it, and what somebody may have overlooked."""

    budgets: tuple[Budget, ...] = ()
    problems: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


class Hidden(NamedTuple):
    """Marks an argument that only the actor and the table know."""


class Sheet(Mapping[str, Any]):
    """Somebody's sheet as it stands on a table; what the desk's viewer does not know is hidden."""

    def __init__(self, table: Desk, who: str) -> None:
        self._token = table[who]

    def __getitem__(self, field: str) -> Any:
        return self._token[field]

    def __iter__(self) -> Iterator[str]:
        raise TypeError("a sheet is read field by field")

    def __len__(self) -> int:
        raise TypeError("a sheet is read field by field")


Mine = Annotated[str, "mine"]  # a token for which the acting seat answers
Seen = Annotated[str, "token"]  # any token that the acting seat sees
Someone = Annotated[str, "seat"]

Story = Asks[Ending]
ROLES = ("gm", "player", "spectator", "television")  # of seats


def verb(
    story: Callable[..., Story] | None = None,
    /,
    *,
    roles: tuple[str, ...] = ("gm", "player"),
    secret: bool = False,
    may: Callable[..., str | None] | None = None,
    suggest: Callable[[Desk, Mapping[str, Any]], Mapping[str, Any]] | None = None,
    group: str = "",
    says: str = "",
) -> Callable[[Callable[..., Story]], Verb]:
    """Make a verb of a story: its arguments, read off their types, become the form that a screen shows.

    Defaults of the function stand in the form at first. `suggest(desk, what is filled in)` says what usually goes with it.
    `says` is what the log says of it until the story tells more: a sentence with {arguments}, or {seat} for whoever did it.
    """

    if story is not None:
        raise TypeError(f"{story.__name__}: found @verb, expected @verb()")
    if not isinstance(roles, tuple) or not set(roles) <= set(ROLES):
        raise TypeError(f"roles: found {roles!r}, expected a row of {', '.join(ROLES)}, such as ('gm',)")
    for key, text_ in (("group", group), ("says", says)):
        if not isinstance(text_, str):
            raise TypeError(f"{key}: found {text_!r}, expected a text")

    def decorate(story: Callable[..., Story]) -> Verb:
        if story.__code__.co_kwonlyargcount:
            raise TypeError(f"{story.__name__}: arguments that only go by name have no place in a form")
        hints = get_type_hints(story, include_extras=True)
        names = story.__code__.co_varnames[1 : story.__code__.co_argcount]
        given = story.__defaults__ or ()
        defaults = dict(zip(names[len(names) - len(given) :], given, strict=True))
        fields = tuple(_field(name, hints.get(name))._replace(default=defaults.get(name)) for name in names)
        name = story.__name__.strip("_").replace("_", "-")
        _check_sentence(name, says, fields)
        return Verb(name, story, fields, may, roles, secret, (story.__doc__ or "").strip(), suggest, group, says)

    return decorate


def _check_sentence(name: str, says: str, fields: tuple[Field, ...]) -> None:
    """Everybody reads what was done: only arguments that everybody may know can stand in it."""
    known = {"seat", *(field.name for field in fields if not field.is_secret)}
    if wrong := [one for _, one, _, _ in Formatter().parse(says) if one is not None and one not in known]:
        raise TypeError(f"{name}: says may name {', '.join(sorted(known))}; found {', '.join(wrong)}")


def _field(name: str, hint: Any) -> Field:
    if get_origin(hint) is Literal:
        return Field(name, "choice", get_args(hint))
    kind, *marks = get_args(hint) or (None,)
    is_secret = any(isinstance(mark, Hidden) or mark is Hidden for mark in marks)
    if get_origin(kind) is Literal:
        return Field(name, "choice", get_args(kind), is_secret=is_secret)
    for mark in marks:
        match mark:
            case "mine" | "token" | "seat":
                return Field(name, str(mark), is_secret=is_secret)
            case Between(low, high):
                if low > high:
                    raise TypeError(f"argument {name}: found Between({low}, {high}), expected the lower number first")
                return Field(name, "number", (), low, high, is_secret)
            case From(where):
                return Field(name, "from", (where,), is_secret=is_secret)  # the list itself is filled in on loading
            case Upto(length):
                return Field(name, "text", (), 0, length, is_secret)
            case _:
                continue
    raise TypeError(
        f"argument {name}: found {named(hint)}, expected Mine, Seen, a Literal, or Annotated with Between, From or Upto"
    )


def named(hint: Any) -> str:
    """A type as its author wrote it."""
    return "no type" if hint is None else hint.__name__ if isinstance(hint, type) else str(hint).replace("typing.", "")


__all__ = [
    "EVERYONE",
    "Annotated",
    "Asks",
    "Audience",
    "Between",
    "Budget",
    "Change",
    "Choose",
    "Creation",
    "Desk",
    "Dice",
    "Ending",
    "From",
    "Gain",
    "Hidden",
    "Iterable",
    "Learn",
    "Lens",
    "Literal",
    "Mapping",
    "Mine",
    "NamedTuple",
    "Number",
    "Option",
    "Place",
    "Put",
    "PutFact",
    "Remove",
    "Say",
    "Score",
    "Seen",
    "Sheet",
    "Someone",
    "Story",
    "Text",
    "Upto",
    "Verb",
    "again",
    "agrees",
    "ask",
    "behind",
    "best",
    "change_of",
    "choose",
    "count_of",
    "d6",
    "ends",
    "form",
    "now",
    "number",
    "options",
    "rule",
    "sealed",
    "so_far",
    "spend",
    "sums",
    "tell",
    "text",
    "throw",
    "tie",
    "untie",
    "verb",
    "with_article",
]
