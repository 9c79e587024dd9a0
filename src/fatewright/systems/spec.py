"""What a game is to the rest of the house: its name, and its rules with the arguments they take."""

import re
import tomllib
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from fatewright.core.errors import BadValue, FatewrightError
from fatewright.core.rule import Call, Rule

BUILT_IN = Path(__file__).parent
KEYS = {"id", "title", "prefix", "ledger"}
ID = re.compile(r"\b[A-Z]{3}-[A-Z0-9]+(?:\.[A-Z0-9]+)*\b")


class BadSystem(FatewrightError):
    """A game's folder is wrong: file, key, found, expected; all defects at once."""


class Between(NamedTuple):
    """The range of a rule's argument, written into its type: `Annotated[int, Between(0, 300)]`."""

    low: int
    high: int


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


REQUIRED = object()


def parameters(rule: Rule[..., Any]) -> tuple[Parameter, ...]:
    """The arguments of a rule, read off its types."""
    hints = get_type_hints(rule.function, include_extras=True)
    return tuple(_parameter(rule, name, hints[name]) for name in rule.parameters)


def _parameter(rule: Rule[..., Any], name: str, hint: Any) -> Parameter:
    default = rule.defaults.get(name, REQUIRED)
    if get_origin(hint) is Literal:
        return Parameter(name, None, None, get_args(hint), default)
    ranges = [extra for extra in get_args(hint)[1:] if isinstance(extra, Between)]
    if not ranges:
        raise BadSystem(f"{rule.name}: argument {name} has the type {hint}; expected a Literal or an int with a Between")
    return Parameter(name, *ranges[0], (), default)


def call(rule: Rule[..., Any], texts: Mapping[str, str]) -> Call[Any]:
    """`rule` with arguments as a person types them; every problem is named at once."""
    known = {parameter.name: parameter for parameter in parameters(rule)}
    problems = [f"{name}: {rule.name} has no such argument; it takes {', '.join(known)}" for name in texts if name not in known]
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


class System(NamedTuple):
    """A game: who it is, and its rules by name."""

    id: str
    title: str
    prefix: str
    ledger: str
    rules: dict[str, Rule[..., Any]]

    def rule(self, name: str) -> Rule[..., Any]:
        if name not in self.rules:
            raise BadValue(f"{self.id} has no rule '{name}'; its rules: {', '.join(self.rules)}")
        return self.rules[name]


def load(folder: Path, module: ModuleType) -> System:
    """The game in `folder`, whose rules are in `module`."""
    file = folder / "system.toml"
    table = tomllib.loads(file.read_text(encoding="utf-8")).get("system", {})
    problems = [f"key {key}: unknown" for key in sorted(table.keys() - KEYS)]
    problems += [f"key {key}: missing, expected a text" for key in sorted(KEYS - table.keys())]
    problems += [f"key {key}: found {value!r}, expected a text" for key, value in table.items() if not isinstance(value, str)]
    if problems:
        raise BadSystem(f"{file}: [system]: " + "; ".join(problems))
    rules = {
        rule.name: rule
        for name, rule in vars(module).items()
        if isinstance(rule, Rule) and rule.function.__module__ == module.__name__
    }
    return System(**table, rules=rules)


def games() -> dict[str, System]:
    """Every game there is, by id."""
    found = [
        load(file.parent, import_module(f"{__package__}.{file.parent.name}.rules"))
        for file in sorted(BUILT_IN.glob("*/system.toml"))
    ]
    return {system.id: system for system in found}


def game(name: str) -> System:
    """The game of that id."""
    known = games()
    if name not in known:
        raise BadValue(f"there is no game '{name}'; the games: {', '.join(known)}")
    return known[name]
