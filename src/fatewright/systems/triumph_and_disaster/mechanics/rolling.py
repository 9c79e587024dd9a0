"""Rolling at the table: who rolls what against whom, what the others learn of it, and the boons and banes that follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from fatewright.systems.author import (
    Asks,
    Change,
    Desk,
    PutFact,
    Say,
    Score,
    Sheet,
    behind,
    d6,
    joined,
    now,
    phrase,
    say,
    subrule,
    tell,
    throw,
)
from fatewright.systems.own_dice import Term
from fatewright.systems.triumph_and_disaster.characters import people, perks
from fatewright.systems.triumph_and_disaster.characters.people import ABILITIES
from fatewright.systems.triumph_and_disaster.combat import statuses
from fatewright.systems.triumph_and_disaster.items import items
from fatewright.systems.triumph_and_disaster.mechanics import circumstances, notation
from fatewright.systems.triumph_and_disaster.mechanics.rolls import (
    D20,
    KEPT,
    LEVELS,
    AbilityRoll,
    Circumstance,
    Decision,
    Level,
    ability_roll,
    against_will,
    counts_double,
    is_hopeless,
    screened_roll,
    settled,
)

FATE = "fate"
TRIUMPH, DISASTER = Circumstance("Triumph", 1), Circumstance("Disaster", -1)
MARKS = {"none": "⚪", "aptitude": "⚫", "mastery": "⭐"}


class Party(NamedTuple):
    """TAD-CON.01: one side of a roll, and what it rolls: somebody of the table, or (without a `who`) a thing."""

    who: str
    what: str  # a skill, a weapon group, a spell, or an ability by itself
    ability: str = ""  # another than its own, if the Storyteller says so
    more: tuple[Circumstance, ...] = ()  # besides what is found by itself
    flat: int = 0
    steps: int = 0  # TAD-SF.11: symbols on the roll
    level: Level | None = None  # TAD-CON.08, or a rule that names one
    score: int = 0  # of a thing
    tool: str = ""  # TAD-APT.08

    @property
    def name(self) -> str:
        return self.who or self.what


class Effort(NamedTuple):
    """What somebody rolls with."""

    level: Level
    modifier: Score
    found: tuple[Circumstance, ...]
    explodes: int = 0  # 1 if its d20 do
    rerolls: int = 0


def effort(table: Desk, party: Party, other: Party | None = None) -> Effort:
    """TAD-SF.02, TAD-SF.03, TAD-SF.04, TAD-SF.07: level, score and circumstances of one side, against another or fate.

    TAD-CON.08: a thing has a level and a score of its own.
    """
    if not party.who:
        level = party.level or table.dial("object_default_level")
        return Effort(level, Score(party.score, party.what, "TAD-CON.08"), party.more)
    sheet, ability = Sheet(table, party.who), ability_of(table, party)
    modifier = people.score(sheet, ability, table.data["lists"])
    if party.flat:
        modifier += Score(party.flat, "modifier", "TAD-SF.04")
    facing = statuses.facing(table, party.who, other.who) if other else ()
    found = circumstances.found(table, party.who, party.what, ability, *facing, *party.more)
    symbols = list(_symbols(table, party, ability))
    explodes = int(any(row.get("explodes", False) for row in symbols))
    return Effort(level_of(table, party), modifier, found, explodes, sum(row.get("rerolls", 0) for row in symbols))


def level_of(table: Desk, party: Party) -> Level:
    """TAD-SF.02, TAD-SF.08, TAD-SF.11, TAD-APT.08, TAD-MAS.08: the level at which somebody of the table rolls.

    Without a skill that fits it is the same for all. A tool that is handled worse than the skill counts instead, unless a
    dial says otherwise; by another, spells have no mastery. Symbols of items then shift it.
    """
    sheet, lists = Sheet(table, party.who), table.data["lists"]
    level: Level = table.dial("unskilled_ability_level") if party.what in ABILITIES else people.level(sheet, party.what)
    if party.tool and table.dial("tool_aptitudes") == "on":
        level = min(level, people.level(sheet, party.tool), key=LEVELS.index)
    level = party.level or perks.level(table, party.who, party.what) or level
    if party.what in lists["castable"] and not table.dial("spell_mastery"):
        level = min(level, "aptitude", key=LEVELS.index)
    if table.dial("symbol_on_ability_roll") == "ignore":
        return level
    steps = items.steps(sheet, table.dials(), lists, party.what, ability_of(table, party))
    return people.shifted(level, party.steps + steps)


def _symbols(table: Desk, party: Party, ability: str) -> Iterable[Mapping[str, Any]]:
    """TAD-ITM.07, TAD-DICE.09, TAD-DICE.10: magic items that put ❗ or 🔄 on this roll."""
    rows = people.wonders(Sheet(table, party.who), table.dials(), table.data["lists"])
    return (row for _, row in rows if row.get("on") in (party.what, ability))


def ability_of(table: Desk, party: Party) -> str:
    """TAD-SF.03, TAD-SF.07: what a roll is based on."""
    return party.ability or people.ability_of(party.what, table.dials(), table.data["lists"])


def described(table: Desk, party: Party, other: Party | None = None) -> str:
    """`Kara: Sneak ⚫, Agility 4, seeking arrow +1, Blinded -1`: the numbers of one side."""
    made = effort(table, party, other)
    terms = (f"{party.what} {MARKS[made.level]}", made.modifier.brief(), circumstances.said(made.found))
    return phrase("{party}: {terms:text}", party=party.name, terms=", ".join(filter(None, terms)))


def is_open(table: Desk, party: Party) -> bool:
    """TAD-CON.11: whether everybody may know what a side rolls with: it is a player's character."""
    return bool(party.who) and people.is_player_character(table, party.who)


def used_up(table: Desk, party: Party) -> list[Change]:
    """TAD-TD.06, TAD-TD.07: what this roll used up: what waited for it, the first such roll of a scene or a round."""
    if not party.who:
        return []
    waiting = circumstances.used(table, party.who, party.what, ability_of(table, party))
    return [*waiting, *perks.rolled(table, party.who, party.what), *items.rolled(table, party.who, party.what)]


def net_of(table: Desk, party: Party, other: Party | None = None) -> int:
    """TAD-DT.03, TAD-DT.07: dominances less threats of one side."""
    theirs = effort(table, other, party).found if other else ()
    return circumstances.nets(table, effort(table, party, other).found, theirs)[0]


def dice_of(table: Desk, party: Party, other: Party | None = None) -> tuple[Level, int, int, int, int]:
    """TAD-SF.02, TAD-SF.06: level, modifier, net, and the symbols on the dice of one side."""
    made = effort(table, party, other)
    return made.level, int(made.modifier), net_of(table, party, other), made.explodes, made.rerolls


def unseen(table: Desk, party: Party, other: Party | None = None) -> Asks[AbilityRoll]:
    """TAD-CON.11, TAD-EXP.04: one side rolls behind the screen, whoever it is."""
    return (yield from behind(lambda: screened_roll(*dice_of(table, party, other))))


@subrule
def chosen_roll(level: Level, modifier: int, net: int, explodes: int, rerolls: int, who: str) -> Asks[AbilityRoll]:
    """TAD-DICE.10, TAD-DICE.29: an ability roll with 🔄, where whoever rolls is asked of each die."""
    group = KEPT[level]._replace(explode=bool(explodes))
    kept = yield from notation.grouped(Term(group, may_reroll=rerolls), roller=who)
    dice = (yield from throw(d6(abs(net)).sum())) if net else 0
    return AbilityRoll(min(kept, D20), kept + modifier + (dice if net > 0 else -dice))


def rolls(table: Desk, party: Party, other: Party | None = None) -> Asks[AbilityRoll]:
    """TAD-SF.01, TAD-CON.11: one side rolls: a player's character openly, anybody else behind the screen."""
    if not is_open(table, party) or (other is not None and not is_open(table, other) and _is_mirrored(table)):
        return (yield from unseen(table, party, other))
    dice = dice_of(table, party, other)
    is_asked = dice[-1] and table.dial("reroll_choice") == "ask"
    call = chosen_roll(*dice, party.who) if is_asked else ability_roll(*dice)
    return (yield from notation.thrown_by(table, party.who, call))


def _is_mirrored(table: Desk) -> bool:
    return str(table.dial("circumstance_side")) == "mirrored"


# ── contests ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def begun(table: Desk, mine: Party, theirs: Party | None = None) -> Asks[AbilityRoll]:
    """TAD-CON.09: the initiator's roll, which stands against several reactors; it uses up what waited for it."""
    yield from _introduced(table, mine, theirs)
    rolled = yield from rolls(table, mine, theirs)
    yield from now(*used_up(table, mine))
    return rolled


def _introduced(table: Desk, party: Party, other: Party | None = None) -> Asks[None]:
    """TAD-SF.04, TAD-CON.11: what one side rolls with is told of players' characters, and by a dial of everybody."""
    if is_open(table, party):
        yield from now(Say(described(table, party, other), ("TAD-SF.04",)))
    elif other is not None and table.dial("contest_visibility") == "full":
        told: str = yield from tell("sides", lambda: described(table, party, other))
        yield from now(Say(told, ("TAD-CON.11",)))


def contested(
    table: Desk, mine: Party, theirs: Party, *, is_attack: bool = False, rolled: AbilityRoll | None = None
) -> Asks[Decision]:
    """TAD-CON.01, TAD-CON.02, TAD-CON.11, TAD-TD.04, TAD-R.33: both sides roll at once, and everybody learns who won.

    Players see totals, not the level or the score of a character that is not theirs. `is_attack`: TAD-TD.06, its boon is
    in the damage. `rolled`: TAD-CON.09, what the initiator has `begun` with, against several.
    """
    if rolled is None:
        yield from _introduced(table, mine, theirs)
    yield from _introduced(table, theirs, mine)
    first = (yield from rolls(table, mine, theirs)) if rolled is None else rolled
    second = yield from rolls(table, theirs, mine)
    verdict = yield from _judged(table, first, second)
    spent = [*(used_up(table, mine) if rolled is None else ()), *used_up(table, theirs)]
    told = Say(_told(mine, theirs, verdict), ("TAD-CON.02", "TAD-CON.03"))
    yield from now(*spent, remembered(mine.name, theirs.name, verdict), told)
    winner = mine if verdict.is_won else theirs
    for party, sign in ((mine, verdict.sign), (theirs, verdict.other_sign)):
        by_margin = party is winner and verdict.is_clear and counts_margin(table)
        yield from now(*boons(table, party, sign, is_attack=is_attack and party is mine, by_margin=by_margin))
    return verdict


def remembered(mine: str, theirs: str, verdict: Decision, *failed: str) -> Change:
    """TAD-GEN.06, TAD-R.30: the last roll that everybody knows of, so that the Storyteller can overrule it."""
    return PutFact(("last", "roll"), (mine, theirs, verdict.is_won, verdict.sign, verdict.other_sign, *failed))


def _judged(table: Desk, first: AbilityRoll, second: AbilityRoll) -> Asks[Decision]:
    """TAD-CON.11: what is learned of it: totals, or only who won."""
    criticals, is_blank = table.dial("triumph_rule"), table.dial("contest_visibility") == "result_only"

    def judge() -> tuple[object, ...]:
        verdict = settled(first, second, criticals)
        return tuple(verdict._replace(total=None, other_total=None) if is_blank else verdict)

    return Decision(*(yield from tell("contest", judge)))


def counts_margin(table: Desk) -> bool:
    """TAD-CON.10: by a dial, winning by five or more is a boon."""
    return str(table.dial("degrees_of_success")) == "margin_5_boon"


def has_boon(table: Desk, verdict: Decision) -> bool:
    """TAD-TD.06, TAD-CON.10: whether whoever began it has a boon of it: in an attack, damage dice that count twice."""
    return counts_double(verdict, table.dial("triumph_rule"), counts_margin(table))


def _told(mine: Party, theirs: Party, verdict: Decision) -> str:
    winner = mine.name if verdict.is_won else theirs.name
    both = {"mine": mine.name, "total": verdict.total, "theirs": theirs.name, "other": verdict.other_total}
    totals = "" if verdict.total is None else phrase("{mine} {total} : {theirs} {other}; ", **both)
    signs = ((mine, verdict.sign), (theirs, verdict.other_sign))
    reasons: list[str] = [phrase("{party}: {sign:word}", party=party.name, sign=_word(sign)) for party, sign in signs if sign]
    if verdict.cancelled:
        reasons.append(phrase("two {sign:word}s cancel", sign=_word(verdict.cancelled)))
    if verdict.is_tie:
        reasons.append(phrase("tie: the reactor's"))
    why = phrase(" ({reasons})", reasons=joined(reasons)) if reasons else ""
    return phrase("{totals}{winner} wins{why}", totals=totals, winner=winner, why=why)


def _word(sign: int) -> str:
    return "Triumph" if sign > 0 else "Disaster"


def boons(table: Desk, party: Party, sign: int, *, is_attack: bool = False, by_margin: bool = False) -> list[Change]:
    """TAD-TD.06, TAD-TD.07: what somebody's Triumph or Disaster leaves waits for their next roll of this scene."""
    left = left_behind(table.dial("triumph_rule"), sign, is_attack=is_attack, by_margin=by_margin)
    return circumstances.waits(table, party.who, left) if party.who and left else []


def left_behind(criticals: str, sign: int, *, is_attack: bool, by_margin: bool) -> Circumstance | None:
    """TAD-TD.06, TAD-TD.07, TAD-CON.10: what an uncancelled Triumph or Disaster leaves for the next roll.

    By a dial a clear success leaves as much as a Triumph. In an attack that is in the damage instead.
    """
    counts = sign if criticals == "auto_and_boon" else 0
    if not (counts or by_margin) or (is_attack and counts >= 0):
        return None
    return DISASTER if counts < 0 else TRIUMPH


# ── versus fate ────────────────────────────────────────────────────────────────────────────────────────────────────────


def tested(table: Desk, party: Party, will: int, *, is_secret: bool = False) -> Asks[Decision]:  # noqa: PT028  # it is no test
    """TAD-FATE.01, TAD-FATE.02, TAD-FATE.03, TAD-FATE.08, TAD-TD.05, TAD-SK.04: against a will that all may know.

    Below the least will that is rolled for, it succeeds; above anything that could be rolled, fate wins at once.
    `is_secret`: TAD-FATE.09, the number is the Storyteller's, and all learn of it what the table's dial says.
    """
    visible = str(table.dial("fate_visibility")) if is_secret else ""
    if visible in ("band", "number"):
        named = yield from tell("will", lambda: will if visible == "number" else band_of(will, table.data["lists"]))
        yield from now(
            say("{party}: {what:text} against {named:word}", "TAD-FATE.09", party=party.name, what=party.what, named=named)
        )
    if (yield from tell("hopeless", lambda: will < table.dial("fate_minimum"))):
        works = Decision(True)
        told = say("{party}: {what:text} simply works", "TAD-FATE.08", party=party.name, what=party.what)
        yield from now(remembered(party.name, FATE, works), told)
        return works
    yield from _introduced(table, party)
    if (yield from tell("hopeless", lambda: cannot_reach(table, party, will))):
        fails = Decision(False)
        told = say("{party}: {what:text} cannot reach it; fate wins", "TAD-FATE.03", party=party.name, what=party.what)
        yield from now(*used_up(table, party), remembered(party.name, FATE, fails), told)
        return fails
    rolled = yield from rolls(table, party)
    verdict = yield from _judged_by_fate(table, rolled, will, is_blank=visible == "hidden")
    told = Say(_fate_told(party, verdict), ("TAD-FATE.02",))
    yield from now(*used_up(table, party), remembered(party.name, FATE, verdict), told)
    by_margin = verdict.is_won and verdict.is_clear and counts_margin(table)
    yield from now(*boons(table, party, verdict.sign, by_margin=by_margin))
    return verdict


def _judged_by_fate(table: Desk, rolled: AbilityRoll, will: int, *, is_blank: bool) -> Asks[Decision]:
    criticals = table.dial("triumph_rule")

    def judge() -> tuple[object, ...]:
        verdict = against_will(rolled, will, criticals)
        is_clear = verdict.is_clear and (not is_blank or counts_margin(table))  # that would tell something of the will
        return tuple(verdict._replace(other_total=None if is_blank else will, is_clear=is_clear))

    return Decision(*(yield from tell("fate", judge)))


def band_of(will: int, lists: Mapping[str, Any]) -> str:
    """TAD-FATE.04: the name of the highest band that a will reaches; below the first, that one."""
    bands = sorted(lists["bands"].items(), key=lambda row: int(row[1]["low"]))
    reached = [name for name, row in bands if row["low"] <= will]
    return str(reached[-1] if reached else bands[0][0])


def cannot_reach(table: Desk, party: Party, will: int) -> bool:
    """TAD-FATE.03, TAD-FATE.05, TAD-R.06: whether a will is beyond anything that somebody could roll as things stand."""
    made = effort(table, party)
    return is_hopeless(int(made.modifier), net_of(table, party), will, bool(made.explodes))


def _fate_told(party: Party, verdict: Decision) -> str:
    is_tie = verdict.total == verdict.other_total
    how = _word(verdict.sign) if verdict.sign else "tie: fate's" if is_tie else ""
    against = "" if verdict.other_total is None else phrase(" against {total}", total=verdict.other_total)
    return phrase(
        "{party} {total}{against}: {outcome:word}{how}",
        party=party.name,
        total=verdict.total,
        against=against,
        outcome="wins" if verdict.is_won else "loses",
        how=phrase(" ({how:word})", how=how) if how else "",
    )
