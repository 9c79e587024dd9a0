"""Damage: dice with their types, what soak and resistances leave of them, and hit points lost and regained."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from fatewright.systems.author import (
    Asks,
    Audience,
    Desk,
    Put,
    Say,
    Sheet,
    behind,
    now,
    phrase,
    say,
    subrule,
    tell,
    throw,
)
from fatewright.systems.own_dice import Expression, Sum, Term, parse
from fatewright.systems.triumph_and_disaster.characters import derived, people
from fatewright.systems.triumph_and_disaster.combat import dying, statuses
from fatewright.systems.triumph_and_disaster.mechanics import notation
from fatewright.systems.triumph_and_disaster.mechanics.arithmetic import divided

Parts = tuple[tuple[str, int], ...]  # points by damage type
UNTYPED = "untyped"
UNHURT, HURT, BADLY, DOWN = "unhurt", "hurt", "badly hurt", "down"


# ── rolling it ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def terms_of(text: str, *, times: int = 1, explodes: bool = False, rerolls: int = 0) -> tuple[Term, ...]:
    """TAD-DICE.11, TAD-DICE.12, TAD-DICE.13, TAD-DICE.14, TAD-DICE.15, TAD-DICE.16, TAD-DICE.17, TAD-DICE.18, TAD-DICE.19,
    TAD-DICE.20, TAD-TD.06: the dice of a text such as `1d8 wounding`, `times` over, and what a perk puts on them besides.
    """
    expression: Expression = parse(text).args[0]
    found = []
    for term in expression.terms:
        if term.group is None:
            found.append(term)
            continue
        group = term.group._replace(
            number=term.group.number * times,
            keep=term.group.keep * times,
            explode=term.group.explode or explodes,
        )
        found.append(term._replace(group=group, may_reroll=min(term.may_reroll + rerolls, group.sides - 1)))
    return tuple(found)


def with_bonus(terms: tuple[Term, ...], bonus: int, dials: Mapping[str, Any]) -> tuple[Term, ...]:
    """TAD-DICE.27, TAD-STR.06: the flat part is of the type to its left, or by a dial of none."""
    kind = terms[-1].damage if dials["flat_type"] == "left_group" else UNTYPED
    return (*terms, Term(None, bonus, damage=kind)) if bonus else terms


def settled_terms(terms: tuple[Term, ...], dials: Mapping[str, Any], *, is_asked: bool = True) -> tuple[Term, ...]:
    """TAD-DICE.27, TAD-DICE.29, TAD-DICE.30: the dice as this table has them; where nobody is asked, what pays is rerolled."""
    rerolls = dials["reroll_choice"] if is_asked else "auto"
    return tuple(notation.adapted(term, {**dials, "reroll_choice": rerolls}) for term in terms)


@subrule
def damage_roll(terms: tuple[Term, ...], explodes_first: bool = True, roller: str = "") -> Asks[Parts]:
    """TAD-CMB.07, TAD-DICE.23, TAD-DICE.27: every group is thrown, and added up type by type; at least 1 in all.

    `roller` is asked of dice that may be rolled again.
    """
    points: dict[str, int] = {}
    for kind in dict.fromkeys(term.damage for term in terms):
        mine = [term for term in terms if term.damage == kind]
        special = [term for term in mine if term.group and (term.may_reroll or (term.group.explode and not explodes_first))]
        groups = tuple(term.group for term in mine if term.group and term not in special)
        points[kind] = sum(term.number for term in mine)
        for term in special:
            points[kind] += yield from notation.grouped(term, explodes_first, bool(roller), roller)
        if groups:
            points[kind] += yield from throw(Sum(groups))
    return at_least_one(points)


def at_least_one(points: Mapping[str, int]) -> Parts:
    """TAD-CMB.07, TAD-STR.06: raw damage is never less than 1; what is below 0 takes away from the largest part."""
    named = {kind or UNTYPED: value for kind, value in points.items()}
    largest = max(named, key=lambda kind: named[kind])
    debt = sum(value for kind, value in named.items() if value < 0 and kind != largest)
    found = {kind: max(0, value) for kind, value in named.items()}
    found[largest] = max(0, named[largest] + debt)
    if sum(found.values()) < 1:
        found[largest] = 1
    return tuple((kind, value) for kind, value in found.items() if value)


def dealt(
    table: Desk,
    who: str,
    text: str,
    *,
    bonus: int = 0,
    times: int = 1,
    explodes: bool = False,
    rerolls: int = 0,
    more: str = "",
) -> Asks[Parts]:
    """TAD-CMB.07, TAD-TD.06, TAD-DICE.29: somebody rolls damage: a player openly, anybody else behind the screen.

    `times` is 2 for a Triumph, whose dice count twice and whose flat part does not; `explodes` and `rerolls` are ❗ and 🔄
    that something else puts on the dice; `more` are further dice of the same roll. Who may roll a die again is asked, or by
    a dial it is done whenever it pays; of the Storyteller's people likewise, lest the question tell what their dice show.
    """
    whole, dials = f"{text}+{more}" if more else text, table.dials()
    marked = terms_of(whole, times=times, explodes=explodes, rerolls=rerolls)
    terms, first = with_bonus(marked, bonus, dials), not notation.is_late(dials)
    if not people.is_player_character(table, who):
        return (yield from behind(lambda: damage_roll(settled_terms(terms, dials, is_asked=False), first)))
    roller = who if dials["reroll_choice"] == "ask" else ""
    parts = yield from notation.thrown_by(table, who, damage_roll(settled_terms(terms, dials), first, roller))
    shown = " ".join(str(term) for term in terms).removeprefix("+")
    yield from now(say("{who}: {shown:word}: {told:text}", "TAD-CMB.07", who=who, shown=shown, told=told(parts)))
    return parts


def told(parts: Iterable[tuple[str, int]]) -> str:
    """`6 wounding, 3 fire`; what is of no type alone, as its number."""
    found = list(parts)
    if [kind for kind, _ in found] == [UNTYPED]:
        return str(found[0][1])
    return ", ".join(f"{points} {kind}" for kind, points in found) or "nothing"


# ── what is left of it ─────────────────────────────────────────────────────────────────────────────────────────────────


class Shelter(NamedTuple):
    """What stands between somebody and damage."""

    soak: int = 0
    resists: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()
    vulnerable: tuple[str, ...] = ()
    exempt: tuple[str, ...] = ()  # types that soak does not stop
    resists_all: bool = False

    def factor(self, kind: str) -> str:
        """TAD-CMB.07: immune, resistant, vulnerable, or nothing of it; resistant and vulnerable together are neither."""
        if kind in self.immune:
            return "immune"
        resists, weak = self.resists_all or kind in self.resists, kind in self.vulnerable
        return "" if resists == weak else "resistant" if resists else "vulnerable"


class DamagePart(NamedTuple):
    """One part of damage on its way through."""

    kind: str
    raw: int
    soaked: int
    factor: str
    left: int

    def __str__(self) -> str:
        soak = f", soak {self.soaked}" if self.soaked else ""
        return f"{self.raw} {self.kind}{soak}{f', {self.factor}' if self.factor else ''}: {self.left}"


def through(parts: Parts, shelter: Shelter, dials: Mapping[str, Any]) -> tuple[DamagePart, ...]:
    """TAD-CMB.07, TAD-CMB.08, TAD-GEN.01, TAD-X.33: soak once, on the largest part that it stops; then what it is worth here.

    By a dial, soak comes after these.
    """
    soak_first = dials["soak_before_resistance"]
    left = {kind: points if soak_first else _turned(points, shelter.factor(kind), dials) for kind, points in parts}
    stopped = [kind for kind in left if kind not in shelter.exempt]
    soaked = dict.fromkeys(left, 0)
    if stopped:
        largest = max(stopped, key=lambda kind: left[kind])
        soaked[largest] = min(shelter.soak, left[largest])
    steps = []
    for kind, points in parts:
        after = left[kind] - soaked[kind]
        after = _turned(after, shelter.factor(kind), dials) if soak_first else after
        steps.append(DamagePart(kind, points, soaked[kind], shelter.factor(kind), after))
    return tuple(steps)


def _turned(points: int, factor: str, dials: Mapping[str, Any]) -> int:
    match factor:
        case "immune":
            return 0
        case "resistant":
            return divided(dials, points, 2)
        case "vulnerable":
            return points * 2
        case _:
            return points


def exempt_types(dials: Mapping[str, Any], lists: Mapping[str, Any]) -> tuple[str, ...]:
    """TAD-CMB.08: the damage types that soak does not stop."""
    given = str(dials["soak_exempt"])
    if given == "all":
        return (*lists["damages"], UNTYPED)
    return tuple(one.lower() for one in given.split(", ") if one != "none")


def shelter_of(table: Desk, who: str, *, soaks: bool = True) -> Shelter:
    """TAD-CMB.07, TAD-CMB.08, TAD-STA.12: armor and hide, what somebody resists, and being of stone."""
    values, lists, dials = Sheet(table, who), table.data["lists"], table.dials()
    return Shelter(
        int(derived.soak(values, dials, lists)) if soaks else 0,
        (*values["resists"], *people.resistances(values, dials, lists)),
        tuple(values["immune"]),
        tuple(values["vulnerable"]),
        exempt_types(dials, lists),
        statuses.has(table, who, "stone"),
    )


# ── landing it ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def hurt(table: Desk, who: str, parts: Parts, *, by: str = "", soaks: bool = True) -> Asks[str]:
    """TAD-CMB.07, TAD-CMB.15, TAD-CMB.16: raw damage lands: what is left after soak and resistances goes off the hit points.

    Of a player's character all is open. Of anybody else the Storyteller sees each step; the others see how it hurt, and
    whether the damage met with a resistance. `by` is whose blow it is, and `soaks` whether armor helps at all. Comes to
    unhurt, hurt, badly hurt or down.
    """
    if people.is_player_character(table, who):
        parts = tuple((yield from tell("damage", lambda: parts)))
        how = yield from _lands_openly(table, who, parts, soaks=soaks)
    else:
        how = yield from _lands_unseen(table, who, parts, soaks=soaks)
    if how != UNHURT:
        yield from dying.struck(table, who, is_down=how == DOWN, by=by)
    return how


def _how(table: Desk, who: str, lost: int) -> tuple[int, str]:
    """The hit points that are left, and what that looks like."""
    before = int(table[who]["hp"])
    left = max(0, before - lost)
    if lost <= 0:
        return before, UNHURT
    most = int(derived.hp_max(Sheet(table, who), table.dials(), table.data["lists"]))
    return left, DOWN if left == 0 else BADLY if 2 * left <= most else HURT


def _lands_openly(table: Desk, who: str, parts: Parts, *, soaks: bool) -> Asks[str]:
    steps = through(parts, shelter_of(table, who, soaks=soaks), table.dials())
    before, (left, how) = int(table[who]["hp"]), _how(table, who, sum(step.left for step in steps))
    line = phrase(
        "{steps:text}. {who}: {before} → {left} HP",
        steps="; ".join(map(str, steps)) or phrase("nothing"),
        who=who,
        before=before,
        left=left,
    )
    yield from now(Put(who, "hp", left), Say(line, ("TAD-CMB.07",)))
    return how


def _lands_unseen(table: Desk, who: str, parts: Parts, *, soaks: bool) -> Asks[str]:
    """TAD-CMB.07: numbers for the Storyteller; for all, how it hurt and what the damage met with."""
    steps = through(parts, shelter_of(table, who, soaks=soaks), table.dials())
    before, (left, how) = int(table[who]["hp"]), _how(table, who, sum(step.left for step in steps))
    met: tuple[tuple[str, str], ...] = yield from tell(
        "resistance", lambda: tuple((step.kind, step.factor) for step in steps if step.factor)
    )
    shown: str = yield from tell("harm", lambda: how)
    line = phrase(
        "{steps:text}. {who}: {before} → {left} HP",
        steps="; ".join(map(str, steps)) or phrase("nothing"),
        who=who,
        before=before,
        left=left,
    )
    seen = "".join(f", {factor} to {kind}" if factor != "resistant" else f", resists {kind}" for kind, factor in met)
    yield from now(
        Put(who, "hp", left),
        Say(line, ("TAD-CMB.07",), Audience({people.storyteller(table)})),
        say("{who} is {shown:word}{seen}", "TAD-CMB.07", who=who, shown=shown, seen=seen),
    )
    return shown


def heal(table: Desk, who: str, points: int, *, is_magical: bool = False) -> Asks[None]:
    """TAD-CMB.17, TAD-STA.05: hit points come back, up to what somebody has at most; whoever was dying wakes.

    Healing by magic also stops bleeding. Whatever says so in its row keeps all healing off.
    """
    if statuses.has(table, who, "unhealing"):
        yield from now(say("{who} cannot be healed", "TAD-STA.01", who=who))
        return
    if people.is_player_character(table, who):
        points = yield from tell("damage", lambda: points)
    before = int(table[who]["hp"])
    after = min(before + max(1, points), int(derived.hp_max(Sheet(table, who), table.dials(), table.data["lists"])))
    after = max(before, after)
    if people.is_player_character(table, who):
        line = phrase("{who}: {before} → {after} HP", who=who, before=before, after=after)
    else:
        looks = yield from tell("harm", lambda: "better" if after > before else "the same")
        line = phrase("{who} looks {looks:word}", who=who, looks=looks)
    ended = [one for one in table[who]["statuses"] if is_magical and statuses.row(table, one).get("healed", False)]
    yield from now(Put(who, "hp", after), *statuses.loses(table, who, *ended), Say(line, ("TAD-CMB.17",)))
    yield from dying.wakes(table, who)
