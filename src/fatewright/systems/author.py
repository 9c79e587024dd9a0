"""Everything that the author of a game needs, from one place: `from fatewright.systems.author import *`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from fatewright.core.errors import BadValue
from fatewright.core.grammar import agrees, change_of, count_of, with_article
from fatewright.core.phrases import joined, phrase, slots_in
from fatewright.core.rule.ask import (
    Choose,
    Form,
    Number,
    Option,
    Order,
    Price,
    Text,
    choose,
    form,
    number,
    options,
    order,
    sealed,
    text,
)
from fatewright.core.rule.dice import Dice, d6
from fatewright.core.rule.rule import Asks, Call, Lens, again, ask, behind, best, rule, subrule, sums, throw
from fatewright.core.rule.words import Tone
from fatewright.core.score import Score
from fatewright.core.table.game import Act, Game
from fatewright.core.table.motions import NO_VOTE
from fatewright.core.table.paying import price_of
from fatewright.core.table.seal import EVERYONE, Audience, Unknown, is_hidden
from fatewright.core.table.slots import in_order, needs
from fatewright.core.table.state import State
from fatewright.core.table.story import (
    ALONE,
    OWN,
    SEAT,
    Change,
    Desk,
    Ending,
    Gain,
    Learn,
    Place,
    Put,
    PutFact,
    Remove,
    Say,
    Slot,
    Token,
    Verb,
    a_choice,
    a_number,
    a_person,
    a_text,
    answers_for,
    ends,
    now,
    say,
    so_far,
    spend,
    tell,
    tie,
    untie,
)
from fatewright.systems.fields import described
from fatewright.systems.names import name_problem


class Between(NamedTuple):
    """The range of a number, written into its type: `Annotated[int, Between(0, 300)]`."""

    low: int
    high: int


class From(NamedTuple):
    """One entry of a list in the game's data: `Annotated[str, From("weapons")]`."""

    list: str


class Offers(NamedTuple):
    """What is on offer for an argument, the best first: `Annotated[Seen, Offers(foes)]`, with `def foes(table, who)`.

    The function's own arguments, after the table, are those of the verb on which the offer depends. It gives values, or
    options with a label or a caution; of a text, what may be taken as it is. It never refuses anything: `may` does.
    """

    function: Callable[..., Iterable[Any]]


class Usual(NamedTuple):
    """What usually stands for an argument, as `Offers` for all that is on offer; None where nothing is usual."""

    function: Callable[..., Any]


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
    """What a game says of a new character: its budgets, what is wrong with it, and what somebody may have overlooked.

    `unusual` is what the table has to agree to, where the game has a `consent`.
    """

    budgets: tuple[Budget, ...] = ()
    problems: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    unusual: tuple[str, ...] = ()


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
Someone = Annotated[str, "seat"]  # any seat of the table

Story = Asks[Ending]  # what an act does that asks people or dice; one that asks nobody just returns its `Ending`
ROLES = ("gm", "player", "spectator", "television")  # of seats


GONE = {  # what games of 0.1 said of a verb, and where it stands now
    "says": 'the sentence stands first now, with every argument in it or in more: @verb("{who} tries")',
    "suggest": "it stands at each argument now: Annotated[..., Usual(function)]",
}


def verb(
    sentence: str = "",
    /,
    *,
    more: tuple[str, ...] = (),
    roles: tuple[str, ...] = ("gm", "player"),
    secret: bool = False,
    may: Callable[..., str | None] | None = None,
    group: str = "",
    **gone: object,
) -> Callable[[Callable[..., Story | Ending]], Verb]:
    """Make a verb of a story: its arguments, read off their types, become the form that a screen shows.

    Defaults of the function stand in the form at first, unless `Offers` or `Usual` know better.
    The sentence says what is done, with arguments as slots, or {seat} for whoever does it: "{who} attacks {target} with
    {weapon:a}". Its form reads like that, and so does the log until the story tells more. Arguments that it leaves out stand
    in phrases of `more`; what only the actor knows has its place there.
    """

    if callable(sentence):
        raise TypeError(f"{getattr(sentence, '__name__', sentence)}: found @verb, expected @verb()")
    for name in gone:
        raise TypeError(f"{name}: {GONE.get(name, 'there is no such thing to say of a verb')}")
    if not isinstance(roles, tuple) or not set() < set(roles) <= set(ROLES):
        raise TypeError(f"roles: found {roles!r}, expected a row of {', '.join(ROLES)}, such as ('gm',)")
    for key, text_ in (("sentence", sentence), ("group", group), *(("more", one) for one in more)):
        if not isinstance(text_, str):
            raise TypeError(f"{key}: found {text_!r}, expected a text")
    if isinstance(more, str):
        raise TypeError(f"more: found {more!r}, expected a row of phrases, such as ({more!r},)")

    def decorate(story: Callable[..., Story | Ending]) -> Verb:
        if story.__code__.co_kwonlyargcount:
            raise TypeError(f"{story.__name__}: arguments that only go by name have no place in a form")
        hints = get_type_hints(story, include_extras=True)
        first, *names = story.__code__.co_varnames[: story.__code__.co_argcount] or ("nothing",)
        if first == "nothing" or hints.get(first, Desk) is not Desk:
            raise TypeError(f"{story.__name__}: found {first} in the first place, expected the table: `table: Desk`")
        given = story.__defaults__ or ()
        defaults = dict(zip(names[len(names) - len(given) :], given, strict=True))
        slots = tuple(_slot(name, hints.get(name), defaults.get(name)) for name in names)
        name = story.__name__.strip("_").replace("_", "-")
        _check_sentence(name, sentence, more, slots)
        found = Verb(name, story, slots, may, roles, secret, (story.__doc__ or "").strip(), group, sentence, more)
        _check_needs(found)
        return found

    return decorate


def _check_sentence(name: str, sentence: str, more: tuple[str, ...], slots: tuple[Slot, ...]) -> None:
    """Everybody reads what was done: only arguments that everybody may know can stand in it. The others stand in phrases."""
    if not sentence and not more:
        return
    known = {"seat", *(slot.name for slot in slots if not slot.is_secret)}
    if wrong := [one for one in slots_in(sentence) if one not in known]:
        raise TypeError(f"{name}: its sentence may name {', '.join(sorted(known))}; found {', '.join(wrong)}")
    wanted = [slot.name for slot in slots]
    found = [one for part in (sentence, *more) for one in slots_in(part) if one != "seat" or one in wanted]
    if sorted(found) != sorted(wanted):
        raise TypeError(
            f"{name}: found {', '.join(found) or 'nothing'} in its sentence and in more, expected each of "
            f"{', '.join(wanted) or 'nothing'} once"
        )


def _check_needs(verb: Verb) -> None:
    """What is on offer may depend on other arguments, but not in a circle."""
    names = [slot.name for slot in verb.slots]
    for slot in verb.slots:
        if wrong := [one for one in needs(slot) if one not in names]:
            said = f"what is on offer for {slot.name} depends on {', '.join(wrong)}"
            raise TypeError(f"{verb.name}: {said}; its arguments are {', '.join(names)}")
    in_order(verb)


def _slot(name: str, hint: Any, default: Any) -> Slot:
    """An argument as its type says it."""
    kind, *marks = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    found = _asked(name, hint, kind, marks)
    return found._replace(
        asked=found.asked._replace(default=default),
        is_secret=any(isinstance(mark, Hidden) or mark is Hidden for mark in marks),
        offers=next((mark.function for mark in marks if isinstance(mark, Offers)), None),
        usual=next((mark.function for mark in marks if isinstance(mark, Usual)), None),
    )


def _asked(name: str, hint: Any, kind: Any, marks: Iterable[Any]) -> Slot:
    if get_origin(kind) is Literal:
        return a_choice(name, get_args(kind))
    for mark in marks:
        match mark:
            case "mine" | "token" | "seat":
                return a_person(name, str(mark))
            case Between(low, high):
                if low > high:
                    raise TypeError(f"argument {name}: found Between({low}, {high}), expected the lower number first")
                return a_number(name, low, high)
            case From(where):
                return a_choice(name, (), source=where)  # the list itself is filled in on loading
            case Upto(length):
                return a_text(name, length)
            case _:
                continue
    raise TypeError(
        f"argument {name}: found {named(hint)}, expected Mine, Seen, a Literal, or Annotated with Between, From or Upto"
    )


def named(hint: Any) -> str:
    """A type as its author wrote it."""
    return "no type" if hint is None else hint.__name__ if isinstance(hint, type) else str(hint).replace("typing.", "")


# An act
__all__ = [
    "Between",
    "Ending",
    "From",
    "Hidden",
    "Mine",
    "Offers",
    "Seen",
    "Someone",
    "Story",
    "Upto",
    "Usual",
    "Verb",
    "ends",
    "verb",
]

# The table as an act sees it
__all__ += [
    "ALONE",
    "OWN",
    "SEAT",
    "Desk",
    "Sheet",
    "Token",
    "Unknown",
    "answers_for",
    "described",
    "is_hidden",
    "name_problem",
]

# What an act changes, and tells
__all__ += [
    "EVERYONE",
    "Audience",
    "Change",
    "Gain",
    "Learn",
    "Place",
    "Put",
    "PutFact",
    "Remove",
    "Say",
    "joined",
    "now",
    "phrase",
    "say",
    "so_far",
    "spend",
    "tell",
    "tie",
    "untie",
]

# Asking people
__all__ += ["NO_VOTE", "Choose", "Form", "Number", "Option", "Order", "Price", "Text"]
__all__ += ["choose", "form", "number", "options", "order", "price_of", "sealed", "text"]

# Rules and dice
__all__ += [
    "Asks",
    "BadValue",
    "Call",
    "Dice",
    "Lens",
    "Tone",
    "again",
    "ask",
    "behind",
    "best",
    "d6",
    "rule",
    "subrule",
    "sums",
    "throw",
]

# Sheets and builders
__all__ += ["Budget", "Creation", "Score"]

# Seats that play by themselves
__all__ += ["Act", "Game", "State"]

# Words that agree
__all__ += ["agrees", "change_of", "count_of", "with_article"]

# Python's own words for types
__all__ += ["Annotated", "Iterable", "Literal", "Mapping", "NamedTuple"]
