"""The odds of casting: whether a spell is placed, and whether its damage fells; or whether it works."""

from __future__ import annotations

from typing import NamedTuple

from fatewright.systems.author import Asks, Call, Desk, Lens, Sheet, Unknown, ask, so_far, subrule
from fatewright.systems.triumph_and_disaster.characters import perks
from fatewright.systems.triumph_and_disaster.combat.blows import exchange, exchanged, struck
from fatewright.systems.triumph_and_disaster.magic import casting as casts
from fatewright.systems.triumph_and_disaster.magic import spell_effects as effects
from fatewright.systems.triumph_and_disaster.magic.casting import Casting
from fatewright.systems.triumph_and_disaster.mechanics import foretelling
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party
from fatewright.systems.triumph_and_disaster.mechanics.rolls import AbilityRoll
from fatewright.systems.turns import is_fighting


class Aimed(NamedTuple):
    """One of several whom a spell is for: how it is placed, and what it does."""

    contests: foretelling.Meetings  # by what waits for its caster; empty if they cannot react
    harm: tuple[Call[str], ...]  # of a hit, and of one with a boon; empty where there is no damage


@subrule(Lens("hits", lambda outcome: outcome == "hits"))
def spell_placed(contest: Call[str] | None) -> Asks[str]:
    """TAD-MAG.02, TAD-CON.06: a spell without damage: placed, or not."""
    verdict = "hits" if contest is None else (yield from ask(contest))
    return "misses" if verdict == "misses" else "hits"


@subrule(Lens("hits", lambda outcome: outcome in ("hits", "fells")), Lens("fells", lambda outcome: outcome == "fells"))
def spell_spread(mine: Call[AbilityRoll], each: tuple[Call[str], ...]) -> Asks[str]:
    """TAD-CON.09, TAD-SPL.03: one roll against all who stand in an area: the best that comes of it."""
    rolled = yield from ask(mine)
    return (yield from ask(best_of(tuple(_placed_with(one, rolled) for one in each))))


def _placed_with(one: Call[str], rolled: AbilityRoll) -> Call[str]:
    """What a spell does to one of several, when it is known what it was placed with."""
    contest, *rest = one.args
    return one if contest is None else one.rule(exchange(foretelling.fallen(rolled), *contest.args[1:]), *rest)


@subrule
def best_of(each: tuple[Call[str], ...]) -> Asks[str]:
    """TAD-CON.09: the best of what a spell does to several."""
    first = yield from ask(each[0])
    if len(each) == 1 or first == effects.ORDER[-1]:
        return first
    return max(first, (yield from ask(best_of(each[1:]))), key=effects.ORDER.index)


@subrule(Lens("hits", lambda outcome: outcome in ("hits", "fells")), Lens("fells", lambda outcome: outcome == "fells"))
def spell_in_turn(waits: int, each: tuple[Aimed, ...]) -> Asks[str]:
    """TAD-CON.09, TAD-SPL.03: a roll against each who stands in an area, one after the other: the best that comes of it."""
    first, *rest = each
    found = (yield from ask(first.contests[waits])) if first.contests else foretelling.Met("hits", waits)
    harm = first.harm and found.how != "misses"
    here = (yield from ask(first.harm[found.how == "boon"])) if harm else "misses" if found.how == "misses" else "hits"
    if not rest or here == effects.ORDER[-1]:
        return here
    return max(here, (yield from ask(spell_in_turn(found.waits, tuple(rest)))), key=effects.ORDER.index)


@subrule(Lens("works", lambda outcome: outcome == "works"))
def spell_works(fate: Call[str]) -> Asks[str]:
    """TAD-MAG.02: a helpful spell in a fight, versus 10."""
    return "works" if (yield from ask(fate)) in ("wins", "triumph") else "loses"


def foretold(table: Desk, made: Casting, names: list[str]) -> Asks[None]:
    """TAD-CON.06, TAD-MAG.02: the odds where one contest decides, or one roll versus 10; for whoever knows enough."""
    if made.spell.is_harmful and not effects.is_told(made):
        yield from so_far(None if names else "nothing", (lambda: _harm(table, made, names)) if names else None)
    elif is_fighting(table) and not effects.is_told(made):
        yield from so_far(
            None, lambda: spell_works(foretelling.fate_call(table, casts.caster(table, made), effects.IN_A_HURRY))
        )
    else:
        yield from so_far("works")


def _harm(table: Desk, made: Casting, names: list[str]) -> Call[str]:
    if len(names) == 1:
        return _on(table, made, names[0])
    if table.dial("area_roll") != "one_roll":
        if made.who in names[:-1]:
            raise Unknown(f"{made.who} stands in it: what it does to them bears on the rolls that follow")
        return spell_in_turn(foretelling.START, tuple(_aimed(table, made, name) for name in names))
    first = foretelling.roll_call(table, casts.caster(table, made, names[0]))
    return spell_spread(first, tuple(_on(table, made, name) for name in names))


def _aimed(table: Desk, made: Casting, name: str) -> Aimed:
    """TAD-CON.09, TAD-MAG.02: one of several, each of whom is rolled against."""

    def sides(desk: Desk) -> tuple[Party, Party]:
        return casts.caster(desk, made, name), casts.reactor(desk, made, name)

    is_rolled = not casts.is_defenceless(table, made, name)
    is_attack = bool(made.spell.damage)
    contests = foretelling.meetings(table, sides, is_attack=is_attack, uses_first=True) if is_rolled else ()
    return Aimed(contests, _on(table, made, name).args[1:])


def _on(table: Desk, made: Casting, name: str) -> Call[str]:
    """TAD-CMB.07, TAD-MAG.02: what a spell does to one of those whom it is for."""
    parties = casts.caster(table, made, name), casts.reactor(table, made, name)
    contest = None if casts.is_defenceless(table, made, name) else exchanged(table, *parties)
    if not made.spell.damage:
        return spell_placed(contest)
    bonus, explodes = effects.potency(table, made), made.is_overchannelled
    rerolls = perks.rerolls(Sheet(table, made.who), table.data["lists"], "spell")
    return struck(table, name, contest, made.spell.damage, bonus=bonus, explodes=explodes, rerolls=rerolls)
