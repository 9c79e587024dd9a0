"""Harm: what damage does to somebody, who falls, and who bleeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

from fatewright.systems.author import (
    Asks,
    Audience,
    Between,
    Change,
    Desk,
    Ending,
    From,
    Gain,
    Mine,
    Offers,
    Put,
    Say,
    Seen,
    Story,
    behind,
    d6,
    ends,
    joined,
    now,
    phrase,
    rule,
    say,
    tell,
    throw,
    untie,
    verb,
)
from fatewright.systems.moment_of_truth.characters import sheets
from fatewright.systems.moment_of_truth.combat.wounds import Condition, bleeds_from, condition
from fatewright.systems.moment_of_truth.drama import moments
from fatewright.systems.moment_of_truth.mechanics import pools
from fatewright.systems.moment_of_truth.mechanics.own_rolls import Came, own_roll
from fatewright.systems.moment_of_truth.mechanics.rolls import Wound, open_count
from fatewright.systems.sides import Sides, side_by_owner

OUT = ("unconscious", "dead")  # whoever is so neither acts nor moves
NO_WOUND = Wound()
FATAL_TURNS = 120  # MOT-8.19: seconds in the void

# ── what stands on a sheet ─────────────────────────────────────────────────────────────────────────────────────────────


def conditions(table: Desk, who: str) -> tuple[str, ...]:
    """What somebody is in, for everyone to see."""
    return tuple(table[who].get("conditions", ()))


def has(table: Desk, who: str, *any_of: str) -> bool:
    """Whether somebody is in one of these conditions; who is strangled suffocates for as long as that lasts."""
    return any(one in conditions(table, who) for one in any_of) or ("suffocating" in any_of and bool(stranglers(table, who)))


def is_out(table: Desk, who: str) -> bool:
    """MOT-7.81: whether somebody neither acts nor moves, however that came about."""
    return has(table, who, *OUT)


def is_hurt(table: Desk, who: str) -> bool:
    """MOT-7.41: whether somebody has any damage."""
    return taken(table, who).points > 0


def is_anybody(table: Desk, who: str) -> bool:
    """Whether a token is a person: an encounter is none."""
    return table[who].kind != "encounter"


SIDES = Sides(side_by_owner, is_out, is_anybody, is_hurt=is_hurt)
Own = Annotated[Mine, Offers(SIDES.mine)]
Present = Annotated[Seen, Offers(SIDES.present)]


def stranglers(table: Desk, who: str) -> list[str]:
    """MOT-7.37: those who strangle somebody."""
    return table.relating("strangles", who)


def changed(table: Desk, who: str, *more: str, without: tuple[str, ...] = ()) -> Put:
    """MOT-7.82: somebody is in these conditions too, and no longer in those; what follows from hit points is not stored."""
    kept = [one for one in conditions(table, who) if one not in (*more, *without)]
    return Put(who, "conditions", (*kept, *more))


def most(table: Desk, who: str) -> int:
    """MOT-7.43: the hit points somebody has unhurt."""
    return sheets.hit_points({name: table[who][name] for name in sheets.STATISTICS}, table.data["lists"])


def taken(table: Desk, who: str) -> Wound:
    """MOT-7.41: all damage that somebody has."""
    return Wound(table[who]["minor"], table[who]["major"])


def state(table: Desk, who: str, wound: Wound = NO_WOUND) -> Condition:
    """MOT-7.49, MOT-7.50, MOT-7.54, MOT-R.37, MOT-R.39: what has become of somebody, by hit points and the rule of death.

    The game master's people die by numbers under either rule.
    """
    rule_of_death, npc = table.dial("death_rule"), not pools.is_player_character(table, who)
    found = condition(
        most(table, who), taken(table, who) + wound, "harsh" if npc else rule_of_death, table.dial("harsh_death_threshold")
    )
    is_mook = npc and rule_of_death == "heroic" and table.dial("npc_death") == "dead_at_zero"
    return "dead" if is_mook and found == "unconscious" else found


def numbers(table: Desk, who: str, name: str, judge: Callable[[], Any]) -> Asks[Any]:
    """MOT-0.06: a verdict on somebody's numbers: for everyone, but of the game master's people for the game master alone."""
    return (yield from tell(name, judge, None if pools.is_player_character(table, who) else gm_only(table)))


# ── damage ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def minutes_out(left: Annotated[int, Between(0, 12)] = 0) -> Asks[int]:
    """MOT-0.04, MOT-7.48: how many minutes somebody is unconscious: two dice, added up; never fewer than are left already."""
    return throw(d6(2).sum(), lambda minutes: max(left, minutes))


def harmed(table: Desk, who: str, wound: Wound, *, from_outside: bool = True) -> Asks[str]:
    """MOT-7.41, MOT-7.42, MOT-7.45, MOT-7.46, MOT-7.47, MOT-7.48, MOT-7.66, MOT-7.69, MOT-R.66, MOT-R.69: damage lands.

    Everyone learns who falls, and who begins to bleed; of the game master's people nobody learns the numbers. Damage from
    outside makes treatment possible again. Returns "unconscious" or "dead" for somebody who has just become so.
    """
    if not wound.points:
        return ""
    fallen, bleeds = yield from tell("harm", lambda: (_fallen(table, who, wound), _bleeds(table, who, wound)))
    was_out = has(table, who, "unconscious")
    more = [fallen] if fallen and not has(table, who, fallen) else []
    if bleeds and not has(table, who, "bleeding", "dead") and fallen != "dead":
        more.append("bleeding")
    changes: list[Change] = [Gain(who, "minor", wound.minor), Gain(who, "major", wound.major)]
    if from_outside:
        changes.append(Put(who, "treated", ()))
    changes += _worse(table, who, more)
    yield from now(*changes, Say(_hurt(table, who, wound, more), ("MOT-7.41",)))
    if fallen == "unconscious":  # any new damage keeps them down for longer
        minutes = yield from behind(lambda: minutes_out(table[who]["wakes"] if was_out else 0))
        yield from now(Put(who, "wakes", minutes))
    return fallen if fallen in more else ""


def _worse(table: Desk, who: str, more: list[str]) -> list[Change]:
    """MOT-7.47, MOT-7.50, MOT-7.67, MOT-7.82: what follows from having become unconscious or dead, or from bleeding."""
    if "dead" in more:
        return dies(table, who)
    changes: list[Change] = [changed(table, who, *more)] if more else []
    if "unconscious" in more:
        changes = passes_out(table, who, *more[1:])
    if "bleeding" in more:
        changes.append(begins_to_bleed(table, who))
    return changes


def _hurt(table: Desk, who: str, wound: Wound, more: list[str]) -> str:
    told: list[str] = [phrase("{who} is hurt", who=who), *more]
    if pools.is_player_character(table, who):
        found = "dead" if has(table, who, "dead") else state(table, who, wound)
        told = [phrase("{who}: {wound:word}", who=who, wound=wound), *dict.fromkeys((found, *more))]
    return joined([one for one in told if one != "unhurt"], ", and ")


def begins_to_bleed(table: Desk, who: str) -> Put:
    """MOT-R.66: the first roll comes at the end of the next round."""
    return Put(who, "bleeds from", (table.fact("turns", "round") or 0) + 1)


def passes_out(table: Desk, who: str, *more: str) -> list[Change]:
    """MOT-7.40, MOT-7.81, MOT-7.82, MOT-R.41: somebody is unconscious, holds nobody, and is reckless no more.

    By the letter nobody suffocates to death: the game master is told, and decides, unless a dial has decided it.
    """
    airless = say("{who} still cannot breathe; what comes of it now is your word", "MOT-R.41", to=gm_only(table), who=who)
    is_airless = has(table, who, "suffocating") or table[who]["vacuum"]
    told = [airless] if is_airless and not suffocates_on(table) else []
    return [changed(table, who, "unconscious", *more, without=("reckless",)), *let_go(table, who), *told]


def suffocates_on(table: Desk) -> bool:
    """MOT-R.41: whether, at this table, whoever cannot breathe goes on to be hurt by it when unconscious."""
    return bool(table.dial("suffocation_after_unconscious") == "continues")


def dies(table: Desk, who: str) -> list[Change]:
    """MOT-7.53, MOT-7.75: somebody is dead: no longer unconscious, in no hold, and nobody has tried to bring them back yet."""
    gone = changed(table, who, "dead", without=("unconscious", "bleeding", "reckless"))
    return [gone, Put(who, "wakes", 0), Put(who, "revival tried", None), *let_go(table, who)]


def _fallen(table: Desk, who: str, wound: Wound) -> str:
    found = state(table, who, wound)
    return found if found in OUT and not has(table, who, "dead") else ""


def _bleeds(table: Desk, who: str, wound: Wound) -> bool:
    """MOT-7.65, MOT-7.66: whether so much unhealed major damage bleeds at this table."""
    dial = table.dial("bleeding")
    in_play = dial == "on" or (dial == "gm_per_fight" and bool(table.fact("turns", "bleeding")))
    return in_play and table[who]["major"] + wound.major >= bleeds_from(most(table, who))


def let_go(table: Desk, who: str) -> Iterator[Change]:
    """MOT-7.40: whoever falls holds nobody any more; who was strangled breathes."""
    for held in table.related("grapples", who):
        yield untie("grapples", who, held)
    for held in table.related("strangles", who):
        yield untie("strangles", who, held)


def is_somebody(table: Desk, who: str, **_: Any) -> str | None:
    """Why a token cannot be hurt; None if it can."""
    return f"{who} is nobody" if table[who].kind == "encounter" else None


def is_hero(table: Desk, who: str, **_: Any) -> str | None:
    """MOT-0.06: what is done to the game master's people by number, is done behind the screen."""
    if problem := is_somebody(table, who):
        return problem
    return None if pools.is_player_character(table, who) else f"{who} is the game master's: that goes on behind the screen"


def is_npc(table: Desk, who: str, **_: Any) -> str | None:
    """MOT-0.06: the reverse."""
    if problem := is_somebody(table, who):
        return problem
    return f"{who} is a player's: that goes on before everyone" if pools.is_player_character(table, who) else None


Damage = Annotated[int, Between(0, 30)]


@verb("{who} is hurt: minor damage {minor}, major damage {major}", roles=("gm",), may=is_hero, group="Wounds")
def hurt(table: Desk, who: Present, minor: Damage = 1, major: Damage = 0) -> Story:
    """MOT-7.41, MOT-7.69: damage of both kinds, from whatever the rules have no name for."""
    yield from harmed(table, who, Wound(minor, major))
    return ends("hurt")


@verb(
    "{who} is secretly hurt: minor damage {minor}, major damage {major}",
    roles=("gm",),
    secret=True,
    may=is_npc,
    group="Behind the screen",
)
def secret_hurt(table: Desk, who: Annotated[Seen, Offers(SIDES.own)], minor: Damage = 1, major: Damage = 0) -> Ending:
    """MOT-0.06, MOT-7.41: damage to one of your own people, of which nobody learns; who should fall, falls by a ruling."""
    found = state(table, who, Wound(minor, major))
    line = Say(
        phrase("{who} is hurt", who=who)
        if found == "unhurt"
        else phrase("{who} is hurt, and {found:word}", who=who, found=found),
        ("MOT-7.41",),
    )
    return ends("hurt", Gain(who, "minor", minor), Gain(who, "major", major), Put(who, "treated", ()), line)


# ── bleeding ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def bleeding(table: Desk, round_: int) -> Asks[None]:
    """MOT-7.65, MOT-7.67, MOT-R.66: at the end of every later round Endurance, or one major damage and no minor with it."""
    if round_ < 1:  # what comes before the first round is none
        return
    for who in [token.name for token in table.tokens() if has(table, token.name, "bleeding")]:
        if not has(table, who, "bleeding"):  # somebody has helped while another was asked
            continue
        if table[who].get("bleeds from", 0) > round_:
            yield from now(Put(who, "bleeds from", None))
        else:
            yield from bleeds(table, who)


def bleeds(table: Desk, who: str) -> Asks[None]:
    """MOT-7.67: one round of bleeding."""
    yield from now(Put(who, "bleeds from", None))
    task, words = pools.statistic_roll("endurance"), lambda one: Came(int(one > 0), f"{who} loses {'no ' * (one > 0)}blood")
    successes = yield from own_roll(table, who, task, open_count, what="a bleeding wound", words=words)
    if not has(table, who, "bleeding"):  # somebody has helped while they were asked
        return
    if (yield from tell("result", lambda: bool(successes == 0))):
        yield from harmed(table, who, Wound(0, 1), from_outside=False)


# ── the game master's pencil ───────────────────────────────────────────────────────────────────────────────────────────


def _to_put(table: Desk, who: str, is_so: str) -> list[str]:
    """MOT-7.75: what somebody is in, where it is to end; else what they are not in, the gravest last."""
    found = [one for one in table.data["lists"]["conditions"] if (one in conditions(table, who)) == (is_so == "no")]
    return sorted(found, key=lambda one: one in OUT)


@verb("{who} is {condition} from now on: {is_so}", roles=("gm",), may=is_somebody, group="Wounds")
def condition_(
    table: Desk,
    who: Present,
    condition: Annotated[str, From("conditions"), Offers(_to_put)],
    is_so: Literal["yes", "no"] = "yes",
) -> Ending:
    """MOT-7.75, MOT-7.76, MOT-7.79, MOT-7.80, MOT-R.57: put somebody into a condition, or out of it: water, ropes, surprise."""
    if is_so == "no":
        free = [untie("strangles", one, who) for one in stranglers(table, who)] if condition == "suffocating" else []
        return ends(
            "set",
            changed(table, who, without=(condition,)),
            *free,
            say("{who} is no longer {condition:word}", who=who, condition=condition),
        )
    return ends("set", *_worse(table, who, [condition]), say("{who} is {condition:word}", who=who, condition=condition))


def gm_only(table: Desk) -> Audience:
    """For the game master alone."""
    return Audience({moments.gm_of(table)})
