"""What a game is to the rest of the house, read from its folder: `system.toml` lists, `rules.py` decides.

Everything wrong with a folder is told at once: file, key, what was found, what was expected.
"""

from __future__ import annotations

import importlib.util
import re
import sys
import tomllib
import traceback
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from fatewright.core.errors import BadValue, FatewrightError
from fatewright.core.game import Game
from fatewright.core.house import DIALS as HOUSE_DIALS
from fatewright.core.house import house_verbs
from fatewright.core.landing import ALWAYS_SEEN
from fatewright.core.rule import Call, Rule
from fatewright.core.seal import EVERYONE, Audience
from fatewright.core.story import Place, Verb
from fatewright.systems.author import Between
from fatewright.systems.cast import cast_verbs

BUILT_IN = Path(__file__).parent
GROUP = "fatewright.systems"  # the entry point under which an installed package offers games
ID = re.compile(r"\b[A-Z]{3}-[A-Z0-9]+(?:\.[A-Z0-9]+)+\b")


class BadSystem(FatewrightError):
    """A game's folder is wrong: file, key, found, expected; all defects at once."""


# ── rules and their arguments ──────────────────────────────────────────────────────────────────────────────────────────


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
    found = [_parameter(name, hints.get(name), rule.defaults.get(name, REQUIRED)) for name in rule.parameters]
    odd = [
        f"argument {name} has the type {hints.get(name)}"
        for name, parameter in zip(rule.parameters, found, strict=True)
        if parameter is None
    ]
    if odd:
        raise BadSystem(f"{rule.name}: {', '.join(odd)}; expected a Literal or an int with a Between")
    return tuple(parameter for parameter in found if parameter)


def _parameter(name: str, hint: Any, default: Any) -> Parameter | None:
    kind, *extras = get_args(hint) or (None,)
    if get_origin(hint) is Literal and all(isinstance(choice, str) for choice in get_args(hint)):
        return Parameter(name, None, None, get_args(hint), default)
    ranges = [extra for extra in extras if isinstance(extra, Between)]
    return Parameter(name, *ranges[0], (), default) if kind is int and ranges else None


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


# ── a game's data ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Value(NamedTuple):
    """One field of a token: a number within limits, or an entry of a list; `start` is what it has unless told otherwise."""

    group: str
    low: int = 0
    high: int = 0
    list: str = ""
    start: Any = None
    open: bool = False  # everyone may know it, whoever's it is

    def problem(self, value: Any, lists: Mapping[str, Any]) -> str:
        """What is wrong with a value for this field; empty if nothing is."""
        if value is None:
            return f"missing, expected {self.allowed(lists)}"
        if self.list:
            fits = isinstance(value, str) and value in lists.get(self.list, {})
        else:
            fits = type(value) is int and self.low <= value <= self.high
        return "" if fits else f"found {value!r}, expected {self.allowed(lists)}"

    def allowed(self, lists: Mapping[str, Any]) -> str:
        """What may stand here."""
        if self.list:
            return f"one of {', '.join(lists.get(self.list, {}))}"
        return f"a whole number from {self.low} to {self.high}"


class Dial(NamedTuple):
    """A choice that a table makes for itself; the first value is the default."""

    values: tuple[Any, ...]
    text: str


class Step(NamedTuple):
    """One step of building a character: fields to fill in, and the points they may cost together."""

    title: str
    fields: tuple[str, ...]
    budget: int | None = None


class System(NamedTuple):
    """A game: who it is, what it lists, what it decides."""

    id: str
    title: str
    version: int
    prefix: str
    ledger: str
    has_gm: bool
    fields: dict[str, Value]
    kinds: dict[str, dict[str, Any]]
    quick: dict[str, Any]
    steps: tuple[Step, ...]
    dials: dict[str, Dial]
    presets: dict[str, dict[str, Any]]
    outcomes: tuple[str, ...]
    data: dict[str, Any]
    rules: dict[str, Rule[..., Any]]
    game: Game
    folder: Path

    def rule(self, name: str) -> Rule[..., Any]:
        if name not in self.rules:
            raise BadValue(f"{self.id} has no rule '{name}'; its rules: {', '.join(self.rules)}")
        return self.rules[name]

    def place(self, token: str, values: Mapping[str, Any], kind: str, owner: str, veil: Audience = EVERYONE) -> Place:
        """A token with these values; what is not given starts where the game says."""
        full = {name: values.get(name, value.start) for name, value in self.fields.items()}
        problems = self.problems({**full, **values})
        if problems:
            raise BadValue(f"{token}: " + "; ".join(problems))
        open_fields = tuple(name for name, value in self.fields.items() if value.open)
        return Place(token, kind, owner, tuple(full.items()), veil, open_fields)

    def problems(self, values: Mapping[str, Any]) -> list[str]:
        """All that is wrong with a token's values."""
        lists = self.data.get("lists", {})
        found = [f"{name}: the game has no such field" for name in values if name not in self.fields]
        for name, field in self.fields.items():
            if problem := field.problem(values.get(name), lists):
                found.append(f"{name}: {problem}")
        return found

    def dial_problems(self, chosen: Mapping[str, Any]) -> list[str]:
        """All that is wrong with a table's dials."""
        found = [f"{name}: the game has no such dial" for name in chosen if name not in self.dials]
        for name, dial in self.dials.items():
            if name in chosen and chosen[name] not in dial.values:
                found.append(f"{name}: found {chosen[name]!r}, expected one of {', '.join(map(str, dial.values))}")
        return found

    def quick_foe(self, number: int) -> dict[str, Any]:
        """The values of a foe that is known by one number; the rest is derived."""
        return {self.quick["number"]: number, **self.quick.get("derived", {})}


TABLE = {
    "system": (dict, True),
    "fields": (dict, False),
    "kinds": (dict, False),
    "quick": (dict, False),
    "builder": (dict, False),
    "dials": (dict, False),
    "presets": (dict, False),
    "lists": (dict, False),
    "words": (dict, False),
}
TABLES = ("gm", "players")  # who has the last word
SYSTEM = {
    "id": (str, True),
    "title": (str, True),
    "version": (int, True),
    "prefix": (str, False),
    "ledger": (str, False),
    "table": (str, False),
    "reveals": (list, False),
    "signed": (list, False),
    "outcomes": (list, False),
    "reach": (dict, False),
    "final_answers": (bool, False),
}
VALUE = {
    "group": (str, True),
    "low": (int, False),
    "high": (int, False),
    "list": (str, False),
    "start": (object, False),
    "open": (bool, False),
}
DIAL = {"values": (list, True), "text": (str, True)}
BUILDER = {"steps": (list, True)}
STEP = {"title": (str, True), "fields": (list, True), "budget": (int, False)}
QUICK = {"number": (str, True), "derived": (dict, False)}
NAMES = {str: "a text", int: "a whole number", dict: "a table", list: "a list", bool: "true or false", object: "a value"}


def _shape(where: str, found: Any, wanted: Mapping[str, tuple[type, bool]]) -> Iterator[str]:
    """What is wrong with the keys of one table."""
    if not isinstance(found, dict):
        yield f"{where}: found {found!r}, expected a table"
        return
    for key, value in found.items():
        if key not in wanted:
            yield f"{where}.{key}: unknown; expected one of {', '.join(wanted)}"
        elif not isinstance(value, wanted[key][0]) or (wanted[key][0] is int and isinstance(value, bool)):
            yield f"{where}.{key}: found {value!r}, expected {NAMES[wanted[key][0]]}"
    for key, (kind, is_required) in wanted.items():
        if is_required and key not in found:
            yield f"{where}.{key}: missing, expected {NAMES[kind]}"


def _defects(data: dict[str, Any]) -> list[str]:
    """Everything that is wrong with a system.toml by itself."""
    found = [problem.removeprefix(".") for problem in _shape("", data, TABLE)]
    tables = {name: table for name, table in data.items() if isinstance(table, dict)}
    for name, wanted in (("system", SYSTEM), ("quick", QUICK), ("builder", BUILDER)):
        if name in tables:
            found += _shape(name, tables[name], wanted)
    for name, wanted in (("fields", VALUE), ("dials", DIAL)):
        for key, value in tables.get(name, {}).items():
            found += _shape(f"{name}.{key}", value, wanted)
    for name in ("kinds", "presets", "lists"):
        rows = tables.get(name, {}).items()
        found += [f"{name}.{key}: found {value!r}, expected a table" for key, value in rows if not isinstance(value, dict)]
    found += _more_defects(tables)
    steps = tables.get("builder", {}).get("steps", [])
    for place, step in enumerate(steps if isinstance(steps, list) else []):
        found += _shape(f"builder.steps[{place}]", step, STEP)
    return found


def _more_defects(tables: Mapping[str, Any]) -> Iterator[str]:
    """What has the right shape and cannot be meant."""
    who = tables.get("system", {})
    if who.get("table", "gm") not in TABLES:
        yield f"system.table: found {who['table']!r}, expected one of {', '.join(TABLES)}"
    for key in ("reveals", "signed", "outcomes"):
        rows = who.get(key, [])
        if isinstance(rows, list) and not all(isinstance(one, str) for one in rows):
            yield f"system.{key}: found {rows!r}, expected texts"
    reach = who.get("reach", {})
    if isinstance(reach, dict) and not all(type(one) is int for one in reach.values()):
        yield f"system.reach: found {reach!r}, expected whole numbers"
    for name in tables.get("fields", {}):
        if name in ALWAYS_SEEN:
            yield f"fields.{name}: this name is taken; expected any but {', '.join(ALWAYS_SEEN)}"
    for name, dial in tables.get("dials", {}).items():
        if isinstance(dial, dict) and dial.get("values") == []:
            yield f"dials.{name}.values: found [], expected at least one value"


def _cross_defects(system: System) -> Iterator[str]:
    """What does not fit together: kinds with their fields, presets with their dials, steps with their fields."""
    for name, value in system.fields.items():
        if value.list and value.list not in system.data.get("lists", {}):
            yield f"fields.{name}.list: found {value.list!r}, expected one of {', '.join(system.data.get('lists', {}))}"
        elif value.start is not None and (problem := value.problem(value.start, system.data.get("lists", {}))):
            yield f"fields.{name}.start: {problem}"
    for kind, values in system.kinds.items():
        full = {name: values.get(name, value.start) for name, value in system.fields.items()} | values
        yield from (f"kinds.{kind}.{problem}" for problem in system.problems(full))
    for preset, chosen in system.presets.items():
        yield from (f"presets.{preset}.{problem}" for problem in system.dial_problems(chosen))
    for place, step in enumerate(system.steps):
        if not all(isinstance(name, str) for name in step.fields):
            yield f"builder.steps[{place}].fields: found {list(step.fields)!r}, expected names of fields"
            continue
        yield from (f"builder: {step.title}: there is no field {name}" for name in step.fields if name not in system.fields)
    for name in system.quick.get("derived", {}):
        if name not in system.fields:
            yield f"quick.derived.{name}: the game has no such field"
    if system.quick and system.quick["number"] not in system.fields:
        yield f"quick.number: found {system.quick['number']!r}, expected one of {', '.join(system.fields)}"
    for verb in system.game.verbs.values():
        for field in verb.fields:
            if field.kind == "from":
                yield f"rules.py: {verb.name}: {field.name}: there is no list {field.choices[0]}"


def load(folder: Path, module: ModuleType) -> System:
    """The game in `folder`, whose rules are in `module`."""
    file = folder / "system.toml"
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as wrong:
        raise BadSystem(f"{file}: {wrong.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise BadSystem(f"{file}: {wrong}") from None
    defects = _defects(data)
    if defects:
        raise BadSystem(f"{file}: " + "; ".join(defects))
    system = _system(data, module, folder)
    defects = list(_cross_defects(system))
    if defects:
        raise BadSystem(f"{file}: " + "; ".join(defects))
    cast = {verb.name: verb for verb in cast_verbs(system)}  # they need the whole system; the game's own verbs come last
    return system._replace(game=system.game._replace(verbs={**cast, **system.game.verbs}))


def _system(data: dict[str, Any], module: ModuleType, folder: Path) -> System:
    who = data["system"]
    has_gm = who.get("table", "gm") == "gm"
    here = [one for one in vars(module).values() if isinstance(one, Rule) and one.function.__module__ == module.__name__]
    verbs = {one.name: _filled(one, data.get("lists", {})) for one in vars(module).values() if isinstance(one, Verb)}
    game = Game(
        {**house_verbs(has_gm=has_gm), **verbs},
        data,
        frozenset(who.get("reveals", ())),
        frozenset(who.get("signed", ())),
        who.get("reach", {}),
        who.get("final_answers", False),
    )
    return System(
        who["id"],
        who["title"],
        who["version"],
        who.get("prefix", ""),
        who.get("ledger", ""),
        has_gm,
        {name: Value(**value) for name, value in data.get("fields", {}).items()},
        data.get("kinds", {}),
        data.get("quick", {}),
        tuple(Step(**{**step, "fields": tuple(step["fields"])}) for step in data.get("builder", {}).get("steps", [])),
        {name: Dial(tuple(values), text) for name, (values, text) in (HOUSE_DIALS | _dials(data)).items()},
        data.get("presets", {}),
        tuple(who.get("outcomes", ())),
        data,
        {rule.name: rule for rule in here},
        game,
        folder,
    )


def _dials(data: Mapping[str, Any]) -> dict[str, tuple[Any, str]]:
    return {name: (dial["values"], dial["text"]) for name, dial in data.get("dials", {}).items()}


def _filled(verb: Verb, lists: Mapping[str, Any]) -> Verb:
    """The verb with the lists of the game in the fields that choose from them."""
    fields = tuple(
        field._replace(kind="choice", choices=tuple(lists[field.choices[0]]))
        if field.kind == "from" and field.choices[0] in lists
        else field
        for field in verb.fields
    )
    return verb._replace(fields=fields)


# ── finding games ──────────────────────────────────────────────────────────────────────────────────────────────────────


def from_folder(folder: Path) -> System:
    """The game in any folder; its rules are read afresh, so that a game can be changed while it is played."""
    file = folder / "rules.py"
    if not file.exists():
        raise BadSystem(f"{file}: No such file or directory")
    name = f"fatewright_game_{folder.resolve().name.replace('-', '_')}"
    spec = importlib.util.spec_from_file_location(name, file)
    module = importlib.util.module_from_spec(spec)  # type: ignore[arg-type]  # a .py file always has a spec
    sys.modules[name] = module  # typing looks up a rule's annotations there
    try:
        spec.loader.exec_module(module)  # type: ignore[union-attr]
    except Exception as wrong:
        line = getattr(wrong, "lineno", None) or traceback.extract_tb(wrong.__traceback__)[-1].lineno
        raise BadSystem(f"{file}, line {line}: {wrong}") from None
    return load(folder, module)


def games(folders: Iterable[Path] = ()) -> dict[str, System]:
    """Every game there is, by id: the built-in ones, those that packages offer, those in `folders`."""
    found = [
        load(file.parent, import_module(f"{__package__}.{file.parent.name}.rules"))
        for file in sorted(BUILT_IN.glob("*/system.toml"))
    ]
    for entry in entry_points(group=GROUP):
        offered = entry.load()
        found.append(load(Path(offered.__file__).parent, import_module(f"{offered.__name__}.rules")))
    for parent in folders:
        here = [parent] if (parent / "system.toml").exists() else [file.parent for file in sorted(parent.glob("*/system.toml"))]
        if not here:
            raise BadSystem(f"{parent}: no system.toml here or one folder below")
        found += map(from_folder, here)
    return {system.id: system for system in found}


def game(name: str, folders: Iterable[Path] = ()) -> System:
    """The game of that id."""
    known = games(folders)
    if name not in known:
        raise BadValue(f"there is no game '{name}'; the games: {', '.join(known)}")
    return known[name]
