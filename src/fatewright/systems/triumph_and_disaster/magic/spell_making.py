"""Making spells: building one out of its parts, altering one on the fly, and telling what magic is at work."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Literal

from fatewright.systems.author import (
    Between,
    Desk,
    Ending,
    From,
    Offers,
    Put,
    Say,
    Sheet,
    Story,
    Upto,
    Usual,
    ends,
    now,
    phrase,
    say,
    verb,
)
from fatewright.systems.own_dice import Expression, parse
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.characters.people import Lists
from fatewright.systems.triumph_and_disaster.combat import sides
from fatewright.systems.triumph_and_disaster.combat.sides import Own, Present
from fatewright.systems.triumph_and_disaster.combat.turns import acts
from fatewright.systems.triumph_and_disaster.exploration import clock
from fatewright.systems.triumph_and_disaster.magic import casting as casts
from fatewright.systems.triumph_and_disaster.magic import magic, spells
from fatewright.systems.triumph_and_disaster.magic.casting import Casting
from fatewright.systems.triumph_and_disaster.magic.magic import Named, YesNo
from fatewright.systems.triumph_and_disaster.magic.spells import RADIUS, RANGE, TOUCH, Spell
from fatewright.systems.triumph_and_disaster.mechanics import fates, foretelling, rolling
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party
from fatewright.systems.triumph_and_disaster.mechanics.rolls import Circumstance
from fatewright.systems.turns import is_fighting

SKILL = "Craft Spell"
BASE, PER_MANA, ON_THE_FLY = 10, 5, 15
NOTHING, HEALING, AS_IT_IS, AS_USUAL = "nothing", "healing", "as it is", "as usual"
ALTERED = Circumstance("altered on the fly", -1)
MOST_WARD, MOST_DICE, MOST_OWN = 2, 20, 20

Die = Literal["d6", "d4", "d8", "d10", "d12"]
Reach = Literal["in sight", "touch", "far"]
REACH: dict[str, int] = {"touch": TOUCH, "in sight": RANGE, "far": 2 * RANGE}
Words = Annotated[str, Upto(40)]


# ── building ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def built(args: Mapping[str, Any], lists: Lists) -> Spell:
    """TAD-SPL.01, TAD-SPL.02: the spell that a filled-in form describes."""
    count, kind = int(args.get("dice", 0)), str(args.get("kind", NOTHING))
    text = f"{count}{args.get('die', 'd6')}" if count and kind != NOTHING else ""
    status = str(args.get("status", NOTHING))
    spell = Spell(
        str(args.get("name", "")),
        damage=f"{text} {kind}" if text and kind != HEALING else "",
        heals=text if kind == HEALING else "",
        ward=int(args.get("ward", 0)),
        status="" if status == NOTHING else status,
        area=RADIUS if args.get("area") == "yes" else 0,
        range=REACH[str(args.get("reach", "in sight"))],
        ability=str(args.get("ability", "intuition")),
        is_own=True,
    )
    answered = str(args.get("answered", AS_USUAL))
    return spell._replace(answered=spells.answer(spell, lists) if answered == AS_USUAL else answered)


def will_of(mana: int) -> int:
    """TAD-SPL.02: how hard it is to make a spell of that cost."""
    return BASE + PER_MANA * mana


def _mana(table: Desk, dice: int, die: str, kind: str, status: str, ward: int, area: str, reach: str, answered: str) -> int:
    """TAD-SPL.01: what the spell costs as it stands."""
    lists, given = table.data["lists"], {"dice": dice, "die": die, "kind": kind, "status": status, "ward": ward}
    return int(spells.cost(built({**given, "area": area, "reach": reach, "answered": answered}, lists), lists))


def _may_make(table: Desk, who: str, **args: Any) -> str | None:
    if problem := casts.no_magic(table):
        return problem
    if is_fighting(table):
        return "making a spell takes a day"
    if sides.is_out(table, who):
        return f"{who} can do nothing now"
    lists, spell = table.data["lists"], built(args, table.data["lists"])
    own = spells.own(Sheet(table, who))
    if spell.name in lists["castings"] or spell.name in own:
        return f"there is a spell called {spell.name} already"
    if len(own) >= MOST_OWN:
        return f"{who} has made {MOST_OWN} spells, and no more fit on the sheet"
    return next(iter(_faults(spell, int(args["mana"]), table)), None)


def _faults(spell: Spell, mana: int, table: Desk) -> list[str]:
    lists, told = table.data["lists"], []
    row = lists["statuses"].get(spell.status, {})
    if row.get("state", False) or row.get("unseen", False):
        told.append(f"{spell.name}: no spell makes somebody {spell.status}")
    if not (spell.is_harmful or spell.heals or spell.ward):
        told.append(f"{spell.name}: it does nothing")
    told += spells.problems(spell, table.dials(), lists)
    if mana and mana != spells.cost(spell, lists):
        told.append(f"{spell.name}: by its parts it costs {spells.cost(spell, lists)} mana, not {mana}")
    return told


@verb(
    "{who} works on a new spell called {name}",
    more=(
        "dice of damage or healing: {dice}, each a {die}, of the kind {kind}",
        "status that it brings: {status}",
        "soak that it gives: {ward}",
        "it covers an area: {area}",
        "how far it reaches: {reach}",
        "the skill that answers it: {answered}",
        "cast with the ability {ability}",
        "mana that its parts cost: {mana}",
    ),
    may=_may_make,
    group="Magic",
)
def make_spell(
    table: Desk,
    who: Own,
    name: Words,
    dice: Annotated[int, Between(0, MOST_DICE)] = 2,
    die: Die = "d6",
    kind: Annotated[str, From("spell_kinds")] = "fire",
    status: Annotated[str, From("spell_statuses")] = NOTHING,
    ward: Annotated[int, Between(0, MOST_WARD)] = 0,
    area: YesNo = "no",
    reach: Reach = "in sight",
    answered: Annotated[str, From("spell_skills")] = AS_USUAL,
    ability: Annotated[str, From("abilities")] = "intuition",
    mana: Annotated[int, Between(0, 10), Usual(_mana)] = 0,
) -> Story:
    """TAD-SPL.01, TAD-SPL.02, TAD-ERU.03: a day's work on a new spell: Craft Spell versus 10 and 5 for each point of mana.

    Its mana is what its parts come to; 0 leaves it to them. Who succeeds knows the spell, and may spend a pick on it.
    """
    del mana  # the form's word for what the parts come to: it has been compared
    given = {"name": name, "dice": dice, "die": die, "kind": kind, "status": status, "ward": ward, "area": area}
    spell = built({**given, "reach": reach, "answered": answered, "ability": ability}, table.data["lists"])
    cost = spells.cost(spell, table.data["lists"])
    party, will = Party(who, SKILL), will_of(cost)
    yield from foretelling.foretold_fate(table, party, will)
    line = phrase(
        "{who} works on {name:text} for a day: {cost:why} mana ({brief:text}), versus {will}",
        who=who,
        name=name,
        cost=cost,
        brief=cost.brief(),
        will=will,
    )
    yield from now(*clock.busy(), Say(line, ("TAD-SPL.01", "TAD-SPL.02", "TAD-ERU.03")))
    if clock.keeps_watches(table):
        yield from clock.passes(table, clock.WATCHES, idle=(who,))
    verdict = yield from rolling.tested(table, party, will)
    if verdict.is_won:
        rows = (*table[who]["own_spells"], spells.cells(spell))
        yield from now(Put(who, "own_spells", rows), say("{who} knows {name:text}", "TAD-SPL.02", who=who, name=name))
    else:
        yield from now(say("{name:text} does not come together", "TAD-SPL.02", name=name))
    return ends(verdict.outcome)


# ── altering ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def altered(spell: Spell, element: str, area: str, reach: str) -> Spell:
    """TAD-SPL.02: a spell with another element, area or range; what it costs follows from its parts."""
    found = spell._replace(mana=None)
    if element != AS_IT_IS and spell.damage:
        expression = parse(spell.damage).args[0]
        terms = tuple(term._replace(damage=element) if term.group else term for term in expression.terms)
        found = found._replace(damage=str(Expression(terms)))
    if area != AS_IT_IS:
        found = found._replace(area=RADIUS if area == "an area" else 0)
    return found if reach == AS_IT_IS else found._replace(range=REACH[reach])


Area = Literal["as it is", "one target", "an area"]
NewReach = Literal["as it is", "touch", "in sight", "far"]


def _altering(table: Desk, who: str, spell: Spell, target: str, element: str, area: str, reach: str) -> Casting:
    del table
    return Casting(who, altered(spell, element, area, reach), target, more=(ALTERED,))


def _may_alter(table: Desk, who: str, spell: str, target: str, element: str, area: str, reach: str) -> str | None:
    if problem := casts.no_magic(table):
        return problem
    if problem := magic.no_candidate(table, who, spell):
        return problem
    found = magic.candidates(table, who, spell)
    problems = [_not_altered(table, who, one, target, element, area, reach) for one in found]
    return None if None in problems else problems[0]


def _not_altered(table: Desk, who: str, spell: Spell, target: str, element: str, area: str, reach: str) -> str | None:
    made = _altering(table, who, spell, target, element, area, reach)
    if spell.is_trick:
        return "a trick is too small to be altered"
    if made.spell == spell._replace(mana=None):
        return f"this leaves {spell.name} as it is"
    return magic.wrong(table, made)


def _another_reach(table: Desk, spell: str, element: str, area: str) -> str | None:
    """TAD-SPL.02: another reach, where nothing would be altered."""
    if {element, area} != {AS_IT_IS}:
        return None
    found = spells.listed(spell, table.data["lists"])
    return "far" if found is not None and found.range == REACH["in sight"] else "in sight"


@verb(
    "{who} alters {spell} on the fly and casts it at {target}",
    more=("the spell's element: {element}", "the spell's area: {area}", "the spell's reach: {reach}"),
    may=_may_alter,
    group="Magic",
)
def alter_spell(
    table: Desk,
    who: Own,
    spell: Annotated[Named, Offers(partial(magic.known, has_no_trick=True))],
    target: magic.Aimed,
    element: Annotated[str, From("spell_elements")] = AS_IT_IS,
    area: Area = "as it is",
    reach: Annotated[NewReach, Usual(_another_reach)] = "as it is",
) -> Story:
    """TAD-SPL.02, TAD-ERU.03: cast a spell that you alter on the fly: Craft Spell versus 15, then a threat on the casting.

    Its cost follows from what it is now. Where Craft Spell fails, the action is gone, and no mana.
    """
    found = magic.candidates(table, who, spell)
    chosen = yield from magic.ask_for_one_of(
        who, found, [_not_altered(table, who, one, target, element, area, reach) or "" for one in found]
    )
    made = _altering(table, who, chosen, target, element, area, reach)
    party = Party(who, SKILL)
    yield from foretelling.foretold_fate(table, party, ON_THE_FLY)
    cost = spells.cost(made.spell, table.data["lists"])
    line = phrase(
        "{who} alters {chosen:word}: {cost:why} mana ({brief:text})", who=who, chosen=chosen.name, cost=cost, brief=cost.brief()
    )
    yield from now(Say(line, ("TAD-SPL.01", "TAD-SPL.02", "TAD-ERU.03")))
    if not (yield from rolling.tested(table, party, ON_THE_FLY)).is_won:
        return ends("loses", *acts(table, who), say("{chosen:word} slips away", "TAD-SPL.02", chosen=chosen.name))
    return (yield from magic.performed(table, made))


# ── identifying ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_identify(table: Desk, who: str, what: str) -> str | None:
    if sides.is_out(table, who):
        return f"{who} can do nothing now"
    return casts.no_magic(table) or fates.no_retry(table, who, SKILL, what)


@verb("{who} studies magic at work: {what}", may=_may_identify, group="Magic")
def identify(table: Desk, who: Own, what: Annotated[str, Upto(120)]) -> Story:
    """TAD-ERU.03: tell what magic is at work, by Craft Spell versus what the Storyteller says; who succeeds is told."""
    prompt = f"{who} studies {what}: what magic is it?"
    will, party = (yield from fates.ask_for_will(table, prompt)), Party(who, SKILL)
    yield from foretelling.foretold_fate(table, party, will)
    verdict = yield from rolling.tested(table, party, will, is_secret=True)
    yield from now(*fates.recorded(party, verdict, what))
    if not verdict.is_won:
        return ends(verdict.outcome, say("{who} cannot tell what {what:text} is", "TAD-ERU.03", who=who, what=what))
    hearers = people.knowers(table, who)
    asked = phrase("What does {who} find out about {what:text}?", who=who, what=what)
    words = yield from fates.ask_for_words(table, who, "magic", asked)
    return ends(verdict.outcome, say("{what:text}: {words:text}", "TAD-ERU.03", to=hearers, what=what, words=words))


# ── teaching ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_teach(table: Desk, who: str, spell: str) -> str | None:
    if problem := casts.no_magic(table):
        return problem
    found = spells.listed(spell, table.data["lists"])
    return f"{who} knows {spell} already" if found and spells.is_known(Sheet(table, who), found) else None


def _unknown(table: Desk, who: str) -> list[str]:
    """TAD-MAG.01: spells that somebody does not know yet."""
    return [one for one in table.data["lists"]["castable"] if _may_teach(table, who, one) is None]


@verb("{who} is taught {spell}", roles=("gm",), may=_may_teach, group="Magic")
def teach(table: Desk, who: Present, spell: Annotated[str, From("castable"), Offers(_unknown)]) -> Ending:
    """TAD-MAG.01: a scroll or a teacher: somebody knows a spell from now on, and can try it without aptitude."""
    to = None if people.is_player_character(table, who) else people.knowers(table, who)
    line = say("{who} has learned of {spell:word}", "TAD-MAG.01", to=to, who=who, spell=spell)
    return ends("done", Put(who, "known", (*table[who]["known"], spell)), line)
