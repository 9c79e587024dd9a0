"""Rules as forms: the questions that their arguments are, read off their types, and what a person types into them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

from fatewright.core.errors import BadAnswer, BadValue, FatewrightError
from fatewright.core.rule.ask import Choose, Number, options
from fatewright.core.rule.rule import Call, Rule
from fatewright.systems.author import Between, named

ID = re.compile(r"\b[A-Z]{3}-[A-Z0-9]+(?:\.[A-Z0-9]+)+\b")


class BadSystem(FatewrightError):
    """A game's folder is wrong: file, key, found, expected; all defects at once."""


Argument = Choose[str] | Number  # put to nobody; without a default, it has to be given


def arguments(rule: Rule[..., Any]) -> tuple[Argument, ...]:
    """The arguments of a rule as questions, read off its types."""
    hints = get_type_hints(rule.function, include_extras=True)
    found = [_argument(name, hints.get(name), rule.defaults.get(name)) for name in rule.parameters]
    odd = [
        f"argument {name}: found {named(hints.get(name))}"
        for name, argument in zip(rule.parameters, found, strict=True)
        if argument is None
    ]
    if odd:
        expected = "a Literal of texts, or Annotated[int, Between(LOW, HIGH)] with the lower first"
        raise BadSystem(f"{rule.name}: {', '.join(odd)}; expected {expected}")
    return tuple(argument for argument in found if argument)


def _argument(name: str, hint: Any, default: Any) -> Argument | None:
    kind, *extras = get_args(hint) or (None,)
    if get_origin(hint) is Literal and all(isinstance(choice, str) for choice in get_args(hint)):
        return Choose("", name, "", options(*get_args(hint)), default)
    low, high = next((extra for extra in extras if isinstance(extra, Between)), (1, 0))
    return Number("", name, "", low, high, "", default) if kind is int and low <= high else None


def call(rule: Rule[..., Any], texts: Mapping[str, str]) -> Call[Any]:
    """`rule` with arguments as a person types them; every problem is named at once."""
    known = {argument.name: argument for argument in arguments(rule)}
    takes = ", ".join(known)
    problems = [f"{name}: {rule.name} has no such argument; it takes {takes}" for name in texts if name not in known]
    problems += [
        f"{name} is missing: expected {argument.allowed()}"
        for name, argument in known.items()
        if argument.default is None and name not in texts
    ]
    values: dict[str, Any] = {}
    for name in known.keys() & texts.keys():
        try:
            values[name] = known[name].parse(texts[name])
        except BadAnswer as wrong:
            problems.append(f"{name}: {wrong}")
    if problems:
        raise BadValue("; ".join(sorted(problems)))
    return rule(**values)


def ids(rule: Rule[..., Any]) -> tuple[str, ...]:
    """The rulebook ids that a rule's docstring cites."""
    return tuple(dict.fromkeys(ID.findall(rule.__doc__ or "")))
