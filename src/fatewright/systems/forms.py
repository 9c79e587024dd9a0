"""Rules as forms: what arguments they take, read off their types, and what a person types into them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from fatewright.core.errors import BadValue, FatewrightError
from fatewright.core.rule import Call, Rule
from fatewright.systems.author import Between, named

ID = re.compile(r"\b[A-Z]{3}-[A-Z0-9]+(?:\.[A-Z0-9]+)+\b")
REQUIRED = object()


class BadSystem(FatewrightError):
    """A game's folder is wrong: file, key, found, expected; all defects at once."""


class Parameter(NamedTuple):
    """One argument of a rule, as a form or a command line shows it."""

    name: str
    low: int | None
    high: int | None
    choices: tuple[str, ...]
    default: Any

    @property
    def is_required(self) -> bool:
        return self.default is REQUIRED

    def allowed(self) -> str:
        return "|".join(self.choices) or f"{self.low}..{self.high}"

    def parse(self, text: str) -> Any:
        if self.choices:
            if text not in self.choices:
                raise BadValue(f"{self.name}={text}: expected one of {', '.join(self.choices)}")
            return text
        if not re.fullmatch(r"[+-]?[0-9]{1,6}", text) or not self.low <= int(text) <= self.high:  # type: ignore[operator]
            raise BadValue(f"{self.name}={text}: expected a whole number from {self.low} to {self.high}")
        return int(text)


def parameters(rule: Rule[..., Any]) -> tuple[Parameter, ...]:
    """The arguments of a rule, read off its types."""
    hints = get_type_hints(rule.function, include_extras=True)
    found = [_parameter(name, hints.get(name), rule.defaults.get(name, REQUIRED)) for name in rule.parameters]
    odd = [
        f"argument {name}: found {named(hints.get(name))}"
        for name, parameter in zip(rule.parameters, found, strict=True)
        if parameter is None
    ]
    if odd:
        expected = "a Literal of texts, or Annotated[int, Between(LOW, HIGH)] with the lower first"
        raise BadSystem(f"{rule.name}: {', '.join(odd)}; expected {expected}")
    return tuple(parameter for parameter in found if parameter)


def _parameter(name: str, hint: Any, default: Any) -> Parameter | None:
    kind, *extras = get_args(hint) or (None,)
    if get_origin(hint) is Literal and all(isinstance(choice, str) for choice in get_args(hint)):
        return Parameter(name, None, None, get_args(hint), default)
    ranges = [extra for extra in extras if isinstance(extra, Between)]
    return Parameter(name, *ranges[0], (), default) if kind is int and ranges and ranges[0].low <= ranges[0].high else None


def call(rule: Rule[..., Any], texts: Mapping[str, str]) -> Call[Any]:
    """`rule` with arguments as a person types them; every problem is named at once."""
    known = {parameter.name: parameter for parameter in parameters(rule)}
    takes = ", ".join(known)
    problems = [f"{name}: {rule.name} has no such argument; it takes {takes}" for name in texts if name not in known]
    problems += [
        f"{name} is missing: expected {name}={parameter.allowed()}"
        for name, parameter in known.items()
        if parameter.is_required and name not in texts
    ]
    values: dict[str, Any] = {}
    for name in known.keys() & texts.keys():
        try:
            values[name] = known[name].parse(texts[name])
        except BadValue as wrong:
            problems.append(str(wrong))
    if problems:
        raise BadValue("; ".join(sorted(problems)))
    return rule(**values)


def ids(rule: Rule[..., Any]) -> tuple[str, ...]:
    """The rulebook ids that a rule's docstring cites."""
    return tuple(dict.fromkeys(ID.findall(rule.__doc__ or "")))
