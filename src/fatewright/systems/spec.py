"""What a game is to the rest of the house, read from its folder: `system.toml` lists, its Python decides.

Everything wrong with a folder is told at once: file, key, what was found, what was expected.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.metadata import entry_points
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple

from fatewright.core.errors import BadNotation, BadValue, FatewrightError
from fatewright.core.grammar import spaced
from fatewright.core.languages import ENGLISH, Language
from fatewright.core.rule.notation import parse
from fatewright.core.rule.rule import Asks, Rule
from fatewright.core.rule.words import TONES, Tone
from fatewright.core.score import Score
from fatewright.core.table.facts import Facts
from fatewright.core.table.game import Act, Game
from fatewright.core.table.house import DIALS as HOUSE_DIALS
from fatewright.core.table.house import house_verbs
from fatewright.core.table.seal import EVERYONE, THE_TABLE, Audience
from fatewright.core.table.state import State
from fatewright.core.table.story import Change, Place, Slot, Verb, a_choice
from fatewright.systems.author import Creation
from fatewright.systems.called import Names
from fatewright.systems.cast import WHAT_IT_IS, cast_verbs, may_sit
from fatewright.systems.defects import defects_of, misfits
from fatewright.systems.faults import fault_of, function_faults, list_faults, rule_faults
from fatewright.systems.fields import Value, described
from fatewright.systems.forms import BadSystem
from fatewright.systems.languages import EVERY_TABLE, languages_in
from fatewright.systems.scene import scene_misfits
from fatewright.systems.walk import Found, folder_as_package, found_in, package_in
from fatewright.systems.whose import (
    DIAL,
    DRAFT_ONLY,
    Offered,
    draft_kinds,
    draft_lists,
    emptied,
    fitting,
    joined,
    none_left,
    whose_defects,
)
from fatewright.systems.writing import SOMEBODY

BUILT_IN = Path(__file__).parent
GROUP = "fatewright.systems"  # the entry point under which an installed package offers games


# ── a game's data ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Dial(NamedTuple):
    """A choice that a table makes for itself; the first value is the default."""

    values: tuple[Any, ...]
    text: str
    group: str = ""
    ids: tuple[str, ...] = ()
    house: bool = False  # the original leaves it open
    title: str = ""  # what it is called on screens
    called: Mapping[str, str] = MappingProxyType({})  # values that are not called as they are written

    def label(self, value: Any) -> str:
        """What one of its values is called on screens."""
        if isinstance(value, bool):
            return self.called.get(str(value).lower(), "yes" if value else "no")
        return self.called.get(str(value), spaced(str(value)))


class BuilderStep(NamedTuple):
    """One step of building a character: fields to fill in, and the points they may cost together."""

    title: str
    fields: tuple[str, ...]
    budget: int | None = None
    help: str = ""


def unreadable(text: str, dials: Mapping[str, Any]) -> str | None:
    """Why the notation of the house cannot read a text; None if it can."""
    del dials
    try:
        parse(text)
    except BadNotation as wrong:
        return str(wrong)
    return None


class System(NamedTuple):
    """A game: who it is, what it lists, what it decides."""

    id: str
    title: str
    version: int
    prefix: str
    ledger: str
    has_gm: bool
    fields: dict[str, Value]
    seat_fields: tuple[str, ...]  # the numbers that players have, whoever they play
    kinds: dict[str, dict[str, Any]]
    looks: dict[str, str]  # what one sees of a kind whose numbers one does not know
    about: dict[str, str]  # a line about a kind, for whoever chooses somebody
    quick: dict[str, Any]
    steps: tuple[BuilderStep, ...]
    dials: dict[str, Dial]
    presets: dict[str, dict[str, Any]]
    tones: dict[str, Tone]  # of outcomes, from worst to best
    data: dict[str, Any]
    rules: dict[str, Rule[..., Any]]
    game: Game
    folder: Path
    written: str = ""  # the text of its file, of a house's own version
    languages: Mapping[str, Language] = MappingProxyType({})  # by their codes, besides English
    emptied: tuple[
        str, ...
    ] = ()  # the lists in which nothing is on offer, because all rows are ours and this is the draft alone
    is_draft_only: bool = False
    either: Callable[[bool], System] | None = None  # the same game: all of it, or the draft alone
    derived: Callable[..., Mapping[str, Score]] = lambda values, dials, lists: {}  # noqa: ARG005  # what follows from a sheet
    next_steps: Callable[..., Mapping[str, Score]] = lambda values, dials, lists: {}  # noqa: ARG005  # what can be bought, and for what
    creation: Callable[..., Creation] = lambda values, dials, lists: Creation()  # noqa: ARG005  # what a new character may have
    admission: Callable[..., str | None] = lambda table: None  # noqa: ARG005  # why nobody else may come
    arrival: Callable[..., Iterable[Change]] = lambda table, name, values: ()  # noqa: ARG005  # what comes of somebody's coming
    consent: Callable[..., Asks[bool]] | None = None  # whether the table agrees to an unusual sheet; None: nobody asks
    outset: Callable[..., Mapping[str, Any]] = lambda values, dials, lists: {}  # noqa: ARG005  # fields that start by others
    shown: Callable[..., Iterable[str]] = lambda dials: ()  # noqa: ARG005  # fields that are open at a table besides the open ones
    dice_problem: Callable[[str, Mapping[str, Any]], str | None] = unreadable  # why a text cannot be thrown; None if it can
    ranges: Callable[..., Mapping[str, int]] = lambda table, who: {}  # noqa: ARG005  # squares of the board that somebody reaches
    plays: Callable[[State, Game, str], Act | None] = lambda view, game, seat: None  # noqa: ARG005  # what an automatic seat does

    def under(self, dials: Mapping[str, Any]) -> System:
        """The game as a table with these dials plays it: with all its rows, or with those of the draft alone."""
        is_draft_only = dials.get(DIAL) == DRAFT_ONLY
        return self.either(is_draft_only) if self.either and is_draft_only is not self.is_draft_only else self

    def at(self, facts: Facts) -> System:
        """The game as a table plays it where these facts stand."""
        return self.under({DIAL: facts.get(("dial", DIAL))})

    def language(self, *codes: str) -> Language:
        """The first of these languages that the game has; else English."""
        return next((self.languages[code] for code in codes if code in self.languages), ENGLISH)

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The outcomes that the game names, from worst to best."""
        return tuple(self.tones)

    def rule(self, name: str) -> Rule[..., Any]:
        if name not in self.rules:
            raise BadValue(f"{self.id} has no rule '{name}'; its rules: {', '.join(self.rules)}")
        return self.rules[name]

    def place(
        self,
        token: str,
        values: Mapping[str, Any],
        kind: str,
        owner: str,
        veil: Audience = EVERYONE,
        keepers: Audience = THE_TABLE,
        dials: Mapping[str, Any] | None = None,
    ) -> Place:
        """A token with these values; what is not given starts where the game says. `keepers` know its closed fields.

        Under a veil its `kind` is what one sees, and what it truly is stands under the veil as well.
        """
        full = {name: values.get(name, value.start) for name, value in self.fields.items()}
        unlike_its_start = [name for name in full if name in values or full[name] is None]  # that was looked at on loading
        problems = self.problems({**full, **values}, unlike_its_start)
        if problems:
            raise BadValue(f"{token}: " + "; ".join(problems))
        kept = self.started(full, dials, set(values))
        shown = {name for name, value in self.fields.items() if value.open}
        shown |= (
            set(self.shown(self.usual_dials(dials))) if veil.is_everyone else set()
        )  # whom the game master plays stays the game master's
        open_fields = tuple(name for name in self.fields if name in shown)
        closed = tuple(name for name, value in self.fields.items() if value.closed and name not in shown)
        fields = tuple(kept.items()) if veil.is_everyone else (*kept.items(), ("of", kind))
        private = tuple(name for name, value in self.fields.items() if value.private and name not in shown)
        seen = kind if veil.is_everyone else self.look(kind)
        return Place(
            token, seen, owner, fields, veil, open_fields, closed_fields=closed, private_fields=private, keepers=keepers
        )

    def look(self, kind: str) -> str:
        """What one sees of somebody of this kind who does not say what they are; never the kind, unless the game says so."""
        return self.looks.get(kind, SOMEBODY)

    def usual_dials(self, chosen: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The dials of a table: as chosen, or where nothing is, at their default."""
        return {name: dial.values[0] for name, dial in self.dials.items()} | dict(chosen or {})

    def kept(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Chosen values as a table keeps them."""
        return {name: self.fields[name].kept(value, self.lists) for name, value in values.items()}

    def started(self, full: Mapping[str, Any], dials: Mapping[str, Any] | None, given: Container[str]) -> dict[str, Any]:
        """A sheet as a table keeps it at first: what is not `given` and follows from the rest, as it starts."""
        kept = self.kept(full)
        follows = self.outset(kept, self.usual_dials(dials), self.lists)
        return kept | {name: value for name, value in follows.items() if name not in given}

    @property
    def revision(self) -> str:
        """What tells one state of a house's own version from another; empty for other games."""
        return sha256(self.written.encode()).hexdigest()[:16] if self.written else ""

    @property
    def lists(self) -> Mapping[str, Mapping[str, Any]]:
        """The lists of the game's data."""
        return self.data.get("lists", {})  # type: ignore[no-any-return]  # checked on loading

    def problems(self, values: Mapping[str, Any], among: Iterable[str] | None = None) -> list[str]:
        """All that is wrong with a token's values, or with these of them."""
        found = [f"{name}: the game has no such field" for name in values if name not in self.fields]
        for name in self.fields if among is None else among:
            found += [f"{name}: {problem}" for problem in self.fields[name].problems(values.get(name), self.lists)]
        return found

    def dial_problems(self, chosen: Mapping[str, Any]) -> list[str]:
        """All that is wrong with a table's dials."""
        found = [f"{name}: the game has no such dial" for name in chosen if name not in self.dials]
        for name, dial in self.dials.items():
            if name in chosen and (type(chosen[name]), chosen[name]) not in [(type(one), one) for one in dial.values]:
                found.append(f"{name}: found {chosen[name]!r}, expected one of {', '.join(map(str, dial.values))}")
        return found

    def called(self, name: str) -> str:
        """What a name of the game is called on screens."""
        return Names(self.data).name(name)

    def said(self, value: Any) -> str:
        """A value as people read it: an entry of a list as the game calls it."""
        return Names(self.data).value(value)

    @property
    def worth(self) -> Mapping[str, Mapping[str, int]]:
        """What outcomes and numbers are worth to whoever plays by itself."""
        return self.data.get("worth", {})  # type: ignore[no-any-return]  # checked on loading

    def quick_foe(self, number: int) -> dict[str, Any]:
        """The values of a foe that is known by one number; the rest is derived."""
        return {self.quick["number"]: number, **self.quick.get("derived", {})}


def _written(folder: Path) -> dict[str, Any]:
    """What a folder's system.toml says."""
    file = folder / "system.toml"
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as wrong:
        raise BadSystem(f"{file}: {wrong.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise BadSystem(f"{file}: {wrong}") from None


def extended(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """What a game lists, and on top of it what a folder adds, changes or, by `false`, takes away."""
    both = dict(base)
    for key, value in own.items():
        if value is False and isinstance(both.get(key), dict):
            del both[key]
        else:
            both[key] = extended(both[key], value) if isinstance(value, dict) and isinstance(both.get(key), dict) else value
    return both


def _joined(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """A game with what a folder changes; with a kind that is taken away goes what is said of it."""
    both = extended(base, own)
    for told in ("looks", "about"):
        if isinstance(both.get(told), dict) and isinstance(both.get("kinds"), dict):
            both[told] = {
                kind: text for kind, text in both[told].items() if kind in both["kinds"] or kind not in base.get("kinds", {})
            }
    said = {**(base.get("whose") or {}), **(own.get("whose") or {})}
    if said:
        wrong = [*whose_defects(base), *whose_defects({**both, "whose": own.get("whose") or {}})]
        both["whose"] = said if wrong else joined(base, own, both)
    return both


def _united(data: dict[str, Any]) -> list[str]:
    """Make the lists that are others together; what is wrong with them."""
    lists, unions = data.get("lists", {}), data.get("unions", {})
    if not isinstance(lists, dict) or not isinstance(unions, dict):
        return []
    defects = []
    for name, parts in unions.items():
        if not isinstance(parts, list) or not all(isinstance(lists.get(part), dict) for part in parts if isinstance(part, str)):
            defects.append(f"unions.{name}: found {parts!r}, expected names of lists: {', '.join(lists)}")
        else:
            lists[name] = {entry: row for part in parts for entry, row in lists[part].items()}
    return defects


def load(folder: Path, *modules: ModuleType) -> System:
    """The game in `folder`, whose rules are in `modules`."""
    return _loaded(_written(folder), folder, modules)


def _loaded(data: dict[str, Any], folder: Path, modules: tuple[ModuleType, ...]) -> System:
    file = folder / "system.toml"
    defects = [*defects_of(data), *_united(data)]
    if defects:
        raise BadSystem(f"{file}: " + "; ".join(defects))
    system = _system(data, found_in(modules, folder), folder)
    _raise_all(list_faults(system.game.verbs.values(), system.lists, folder))
    defects = list(misfits(system))
    if defects:
        raise BadSystem(f"{file}: " + "; ".join(defects))
    whole = _whole(system)
    defects = list(scene_misfits(whole))
    if defects:
        raise BadSystem(f"{file}: " + "; ".join(defects))
    return whole


def _whole(system: System) -> System:
    """A game with the verbs by which people come to the table, and where rows are marked, with itself as the draft alone."""

    def with_cast(one: System) -> System:
        cast = {verb.name: verb for verb in cast_verbs(one)}  # they need the whole system; the game's own verbs come last
        return one._replace(game=one.game._replace(verbs={**cast, **one.game.verbs}))

    @cache
    def either(is_draft_only: bool) -> System:  # one of two
        return with_cast(_draft_alone(system) if is_draft_only else system)._replace(either=either)

    return either(False) if system.data.get("whose") else with_cast(system)


def _draft_alone(system: System) -> System:
    """A game in which no row of ours is on offer. Of somebody who would have one, the rest stands."""
    data = {**system.data, "lists": draft_lists(system.data)}
    verbs = {name: _offering(verb, system, data["lists"]) for name, verb in system.game.verbs.items()}
    narrow = system._replace(data=data, game=system.game._replace(data=data, verbs=verbs), is_draft_only=True)
    narrow = narrow._replace(emptied=tuple(emptied(system.data)))
    derived = {
        name: fit
        for name, value in system.quick.get("derived", {}).items()
        if (fit := fitting(system.fields[name], value, narrow.lists)) is not None
    }
    kinds = {kind: values for kind, values in draft_kinds(system.data).items() if not narrow.problems(values, values)}
    return narrow._replace(kinds=kinds, quick={**system.quick, "derived": derived} if system.quick else {})


def _system(data: dict[str, Any], found: Found, folder: Path) -> System:
    who = data["system"]
    has_gm = who.get("table", "gm") == "gm"
    first = {name: place for place, name in enumerate(who.get("rules", ()))}
    rules = sorted(found.rules.values(), key=lambda rule: first.get(rule.name, len(first)))
    place = {group: number for number, group in enumerate(who.get("groups", ()))}
    own = sorted(found.verbs.values(), key=lambda verb: place.get(verb.group, len(place)))
    verbs = {one.name: _filled(one, data.get("lists", {})) for one in own}
    known = {name: verb for name, verb in house_verbs(has_gm=has_gm).items() if name not in who.get("without", ())}
    house = {name: verb._replace(may=may_sit(verb.may)) if name == "seat" else verb for name, verb in known.items()}
    fields = {name: described(**{"title": spaced(name), **field}) for name, field in data.get("fields", {}).items()}
    game = Game(
        {**house, **verbs},
        data,
        frozenset(who.get("reveals", ())) | {WHAT_IT_IS},
        frozenset(who.get("signed", ())),
        who.get("reach", {}),
        who.get("final_answers", False),
        {name: (field.low, field.high) for name, field in fields.items() if field.shape == "number"},
    )
    return System(
        who["id"],
        who["title"],
        who["version"],
        who.get("prefix", ""),
        who.get("ledger", ""),
        has_gm,
        fields,
        tuple(who.get("seats", ())),
        data.get("kinds", {}),
        data.get("looks", {}),
        data.get("about", {}),
        data.get("quick", {}),
        tuple(BuilderStep(**{**step, "fields": tuple(step["fields"])}) for step in data.get("builder", {}).get("steps", [])),
        _dials(data),
        data.get("presets", {}),
        _tones(who.get("outcomes", ())),
        data,
        {rule.name: rule for rule in rules},
        game,
        folder,
        languages=languages_in(folder, *found.folders, EVERY_TABLE),
        **found.functions,
    )


def _tones(outcomes: Mapping[str, Sequence[str]] | Sequence[str]) -> dict[str, Tone]:
    """The outcomes that a game names, each with its tone; those that only stand in a row are plain."""
    named = outcomes if isinstance(outcomes, Mapping) else {"plain": outcomes}
    return {name: tone for tone in TONES for name in named.get(tone, ())}


def _dials(data: Mapping[str, Any]) -> dict[str, Dial]:
    called = data.get("called", {})
    own = {
        name: Dial(
            **{
                "title": spaced(name),
                **dial,
                "called": {**called, **dial.get("called", {})},
                "values": tuple(dial["values"]),
                "ids": tuple(dial.get("ids", ())),
            }
        )
        for name, dial in data.get("dials", {}).items()
    }
    is_led = data["system"].get("table", "gm") == "gm"
    idle = {DIAL: not data.get("whose"), "secret_rolls": not is_led}
    offered = {name: said for name, said in HOUSE_DIALS.items() if name not in own and not idle.get(name)}
    return {**own, **{name: Dial(values, text, "the table", title=spaced(name)) for name, (values, text) in offered.items()}}


def _filled(verb: Verb, lists: Mapping[str, Any]) -> Verb:
    """The verb with the lists of the game in the slots that choose from them."""
    slots = (
        slot._replace(asked=a_choice(slot.name, lists[slot.source], slot.default).asked) if slot.source in lists else slot
        for slot in verb.slots
    )
    return verb._replace(slots=tuple(slots))


def _offering(verb: Verb, system: System, lists: Mapping[str, Any]) -> Verb:
    """The verb with what is on offer of lists out of which rows were taken, and with a word where that is nothing."""

    def offering(slot: Slot) -> Slot:
        rows = lists.get(slot.source)
        if not isinstance(rows, Offered):
            return slot
        asked = a_choice(slot.name, rows, slot.default if slot.default in [*rows] else None).asked
        return slot._replace(asked=asked, known=frozenset(rows.known), none=none_left(system.data, slot.source))

    return verb._replace(slots=tuple(map(offering, verb.slots)))


# ── finding games ──────────────────────────────────────────────────────────────────────────────────────────────────────


def from_folder(folder: Path) -> System:
    """The game in any folder; its rules are read afresh, so that a game can be changed while it is played."""
    from fatewright.systems.slips import slips  # only a home-made game is read like this: others start without it

    file = folder / "rules.py"
    if not file.exists():
        return extension(_written(folder), folder)
    try:
        modules = folder_as_package(folder)
        _raise_all((*slips(modules, folder), *function_faults(found_in(modules, folder).functions, folder)))
        system = load(folder, *modules)
    except FatewrightError:
        raise
    except Exception as wrong:
        raise BadSystem(fault_of(wrong, file)) from None
    _raise_all(rule_faults(system))
    return system


def _raise_all(faults: Iterable[str]) -> None:
    if found := list(faults):
        raise BadSystem("; ".join(found))


def extension(own: Mapping[str, Any], folder: Path) -> System:
    """A folder that says `own` and has no rules: a built-in game with other lists, kinds, dials or presets."""
    who = own.get("system", {})
    wanted = who.get("extends") if isinstance(who, dict) else None
    if wanted is None:
        raise BadSystem(f"{folder / 'rules.py'}: No such file or directory")
    bases = {_written(file.parent)["system"]["id"]: file.parent for file in sorted(BUILT_IN.glob("*/system.toml"))}
    if wanted not in bases:
        raise BadSystem(f"{folder / 'system.toml'}: system.extends: found {wanted!r}, expected one of {', '.join(bases)}")
    data, modules = _built_in(bases[wanted])
    both = _joined(data, own)
    try:
        return _loaded(both, folder, modules)
    except BadSystem:
        if "try" in own or "try" not in both:
            raise
    return _loaded({key: value for key, value in both.items() if key != "try"}, folder, modules)  # its people may be gone


def _built_in(folder: Path) -> tuple[dict[str, Any], tuple[ModuleType, ...]]:
    """What a built-in game says, and its rules: another edition says only what differs, and has the rules of the first."""
    own = _written(folder)
    if "extends" not in own["system"]:
        return own, package_in(folder, f"{__package__}.{folder.name}")
    data, modules = _built_in(BUILT_IN / own["system"]["extends"].replace("-", "_"))
    return _joined(data, own), modules


def games(folders: Iterable[Path] = ()) -> dict[str, System]:
    """Every game there is, by id: the built-in ones, those that packages offer, those in `folders`."""
    found = []
    for file in sorted(BUILT_IN.glob("*/system.toml")):
        data, modules = _built_in(file.parent)
        found.append(_loaded(data, file.parent, modules))
    for entry in entry_points(group=GROUP):
        offered = entry.load()
        folder = Path(offered.__file__).parent
        found.append(load(folder, *package_in(folder, offered.__name__)))
    found += map(from_folder, folders_in(folders))
    return {system.id: system for system in found}


def folders_in(parents: Iterable[Path]) -> Iterator[Path]:
    """The folders of games: each of these, or those one below."""
    for parent in parents:
        below = [file.parent for file in sorted(parent.glob("*/system.toml"))]
        here = [parent] if is_game(parent) else below
        if not here:
            raise BadSystem(f"{parent}: no system.toml here or one folder below")
        yield from here


def is_game(folder: Path) -> bool:
    """Whether a folder is a game's own."""
    return (folder / "system.toml").exists()


class NoGame(BadValue):
    """There is no game of that name here."""


def game(name: str, folders: Iterable[Path] = ()) -> System:
    """The game of that id; a built-in one without looking at the others."""
    folder = BUILT_IN / name.replace("-", "_")
    if not folders and name.replace("-", "").isalnum() and (folder / "system.toml").exists():
        data, modules = _built_in(folder)
        return _loaded(data, folder, modules)
    known = games(folders)
    if name not in known:
        raise NoGame(f"there is no game '{name}'; the games: {', '.join(known)}")
    return known[name]
