"""What spells do: harm, help, what lasts and is held, and what is no more than told."""

from __future__ import annotations

from fatewright.systems.author import (
    Asks,
    Audience,
    Call,
    Change,
    Desk,
    Ending,
    Option,
    Put,
    Say,
    Sheet,
    Text,
    behind,
    choose,
    ends,
    now,
    phrase,
    say,
    sealed,
    tell,
    text,
)
from fatewright.systems.triumph_and_disaster.characters import derived, people, perks
from fatewright.systems.triumph_and_disaster.combat import damage, statuses
from fatewright.systems.triumph_and_disaster.combat.turns import reacts
from fatewright.systems.triumph_and_disaster.magic import casting as casts
from fatewright.systems.triumph_and_disaster.magic import spells
from fatewright.systems.triumph_and_disaster.magic.casting import Casting
from fatewright.systems.triumph_and_disaster.magic.spells import Spell
from fatewright.systems.triumph_and_disaster.mechanics import circumstances, notation, rolling
from fatewright.systems.triumph_and_disaster.mechanics.rolls import AbilityRoll, Circumstance, Decision
from fatewright.systems.turns import is_fighting

IN_A_HURRY = 10  # what a helpful spell is rolled against in a fight
MOST_HELD = 2
LONGEST = 200


# ── harm ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def harms(table: Desk, casting: Casting, names: list[str]) -> Asks[str]:
    """TAD-MAG.02, TAD-CON.09, TAD-R.28: a roll against the skill that answers it; one for all, or by a dial one for each."""
    rolled: AbilityRoll | None = None
    if len(names) > 1 and table.dial("area_roll") == "one_roll":
        rolled = yield from rolling.begun(table, casts.caster(table, casting, names[0]))
    found = []
    for name in names:
        found.append((yield from _harms_one(table, casting, name, rolled)))
    if statuses.has(table, casting.who, "unseen"):
        yield from now(*statuses.loses(table, casting.who, "Hidden"))
    return max(found, key=ORDER.index, default="nothing")


ORDER = ("nothing", "misses", "hits", "fells")


def _harms_one(table: Desk, casting: Casting, name: str, rolled: AbilityRoll | None) -> Asks[str]:
    mine, theirs = casts.caster(table, casting, name), casts.reactor(table, casting, name)
    if casts.is_defenceless(table, casting, name):
        verdict, first = Decision(is_won=True), rolled or AbilityRoll(0, 0)
        yield from now(say("{name} cannot resist it", "TAD-STA.11", "TAD-CMB.04", name=name))
    else:
        yield from now(*reacts(table, name))
        first = rolled or (yield from rolling.begun(table, mine, theirs))
        verdict = yield from rolling.contested(table, mine, theirs, is_attack=bool(casting.spell.damage), rolled=first)
    if not verdict.is_won:
        return "misses"
    how = yield from _damages(table, casting, name, verdict)
    if how == damage.DOWN:
        return "fells"
    if casting.spell.status:
        yield from _afflicts(table, casting, name, first)
    return "hits"


def _damages(table: Desk, casting: Casting, name: str, verdict: Decision) -> Asks[str]:
    """TAD-ERU.09, TAD-R.16, TAD-TRK.01, TAD-TD.06, TAD-PRK.05: dice and Erudition; a trick has its die alone.

    A Triumph rolls the dice twice over; perks let low dice be rolled again, or the highest explode.
    """
    who, spell = casting.who, casting.spell
    if not spell.damage:
        return damage.UNHURT
    parts = yield from damage.dealt(
        table,
        who,
        spell.damage,
        bonus=potency(table, casting),
        times=2 if rolling.has_boon(table, verdict) else 1,
        explodes=casting.is_overchannelled,
        rerolls=perks.rerolls(Sheet(table, who), table.data["lists"], "spell"),
    )
    return (yield from damage.hurt(table, name, parts, by=who))


def potency(table: Desk, casting: Casting) -> int:
    """TAD-ERU.01, TAD-ERU.09, TAD-TRK.01: what the caster's Erudition adds; to a trick, nothing."""
    return 0 if casting.spell.is_trick else int(derived.potency(Sheet(table, casting.who), table.dials(), table.data["lists"]))


def _afflicts(table: Desk, casting: Casting, name: str, rolled: AbilityRoll) -> Asks[None]:
    """TAD-SPL.03, TAD-STA.01: the status of a spell; what ends it may be what it was placed with; bonds need no holder."""
    spell = casting.spell
    will = rolled.total if spell.will == "roll" else 0
    is_bound = table.data["lists"]["spell_answers"].get(spell.status, {}).get("bonds", False)
    source = "" if is_bound else casting.who
    changes = statuses.gains(table, name, spell.status, source=source, turns=spell.turns, will=max(0, will))
    yield from now(*changes, say("{name} is {status:word}", "TAD-SPL.03", name=name, status=spell.status))


# ── help ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def works(table: Desk, casting: Casting) -> Asks[bool]:
    """TAD-MAG.02: a helpful spell works at leisure; in a fight it is rolled for, versus 10."""
    if not is_fighting(table):
        return True
    return (yield from rolling.tested(table, casts.caster(table, casting), IN_A_HURRY)).is_won


def helps(table: Desk, casting: Casting, names: list[str]) -> Asks[str]:
    """TAD-MAG.02, TAD-MAG.03: healing, and what lasts."""
    if not (yield from works(table, casting)):
        return "loses"
    for name in names:
        if casting.spell.heals:
            points = yield from _healing(table, casting)
            yield from damage.heal(table, name, points, is_magical=True)
        if casting.spell.lasts:
            yield from _begins(table, casting, name)
    return "works"


def _healing(table: Desk, casting: Casting) -> Asks[int]:
    """TAD-ERU.09: dice and Erudition, at least 1."""

    def call() -> Call[damage.Parts]:
        dials = table.dials()
        terms = damage.with_bonus(damage.terms_of(casting.spell.heals), potency(table, casting), dials)
        return damage.damage_roll(damage.settled_terms(terms, dials, is_asked=False), not notation.is_late(dials))

    if people.is_player_character(table, casting.who):
        parts = yield from notation.thrown_by(table, casting.who, call())
    else:
        parts = yield from behind(call)
    return sum(points for _, points in parts)


# ── what lasts ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def ward_of(table: Desk, holder: str, name: str) -> int:
    """TAD-SPL.03: what a spell that somebody holds is worth."""
    spell = spells.own(Sheet(table, holder)).get(name) or spells.listed(name, table.data["lists"])
    return spell.ward if spell else 0


def ended(table: Desk, holder: str, *rows: tuple[str, str]) -> list[Change]:
    """TAD-MAG.03: spells that somebody held are over; what others hold on the same people stays."""
    left = tuple(row for row in table[holder]["holding"] if row not in rows)
    changes: list[Change] = [Put(holder, "holding", left)]
    for name in dict.fromkeys(on for _, on in rows if on in table):
        held = [(token.name, row) for token in table.tokens() for row in (left if token.name == holder else token["holding"])]
        worth = max((ward_of(table, other, row[0]) for other, row in held if row[1] == name), default=0)
        changes.append(Put(name, "warded", worth))
    return changes


def _begins(table: Desk, casting: Casting, name: str) -> Asks[None]:
    """TAD-MAG.03: somebody holds at most two: for a third, one of them has to end. The same one does not stack."""
    who, spell = casting.who, casting.spell
    while len(held := table[who]["holding"]) >= MOST_HELD and (spell.name, name) not in held:
        prompt = phrase("{who} can hold {most} spells. Which one ends?", who=who, most=MOST_HELD)
        offered = [Option(place, f"{row[0]} on {row[1]}") for place, row in enumerate(held)]
        row = held[(yield from choose(who, "ends", prompt, offered, 0))]
        yield from now(*ended(table, who, row), say("{spell:word} on {target} ends", "TAD-MAG.03", spell=row[0], target=row[1]))
    if (spell.name, name) in held:
        yield from now(say("{spell:word} on {name} lasts already", "TAD-MAG.03", spell=spell.name, name=name))
        return
    worth = max(table[name]["warded"], spell.ward)
    yield from now(
        Put(who, "holding", (*table[who]["holding"], (spell.name, name))),
        Put(name, "warded", worth),
        say("{name}: soak + {worth} for the scene", "TAD-MAG.03", "TAD-SPL.03", name=name, worth=worth),
    )


# ── tricks that are told ───────────────────────────────────────────────────────────────────────────────────────────────


def is_told(casting: Casting) -> bool:
    """TAD-TRK.02: whether a spell does no more than its caster says: a light, a nudge, a whisper, a veil."""
    spell = casting.spell
    if spell.says or spell.dominance:
        return True
    return bool(spell.asks) and (not spell.is_harmful or casting.target == casting.who)


def tells(table: Desk, casting: Casting) -> Asks[Ending]:
    """TAD-TRK.02: the caster says what happens; what is whispered is for one pair of ears."""
    who, spell, target = casting.who, casting.spell, casting.target
    if spell.dominance:
        waiting = Circumstance(spell.name, 1, spell.dominance)
        line = phrase("{who} has one dominance on the next {dominance:word} of this turn", who=who, dominance=spell.dominance)
        return ends("works", *circumstances.waits(table, target, waiting), Say(line, ("TAD-TRK.02",)))
    if spell.says:
        asked = Text(who, "words", phrase("What does {target} hear?", target=target), LONGEST)
        (kept,) = yield from sealed("words", phrase("{who} whispers", who=who), asked, is_kept=True)
        ears = Audience({*people.knowers(table, who), *people.knowers(table, target)})
        heard = yield from tell("words", lambda: kept, ears)
        return ends("works", say("{who} to {target}: {heard:text}", "TAD-TRK.02", to=ears, who=who, target=target, heard=heard))
    words = yield from text(who, "what", spell.asks, LONGEST)
    return ends("works", say("{who}, by {spell:word}: {words:text}", "TAD-TRK.02", who=who, spell=spell.name, words=words))


def is_needless(spell: Spell, name: str, table: Desk, who: str) -> str | None:
    """TAD-MAG.03: why a lasting spell would be cast for nothing."""
    return f"{who} holds {spell.name} on {name} already" if (spell.name, name) in table[who]["holding"] else None
