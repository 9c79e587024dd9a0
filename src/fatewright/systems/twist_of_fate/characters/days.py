"""Days: meals, nights, dawn, and the end of a scene; what each restores, and what it ends."""

from __future__ import annotations

from collections.abc import Sequence

from fatewright.systems.author import (
    Asks,
    Change,
    Choose,
    Desk,
    Ending,
    Gain,
    Literal,
    Option,
    Put,
    PutFact,
    Say,
    Story,
    agrees,
    ends,
    now,
    phrase,
    say,
    sealed,
    tell,
    verb,
)
from fatewright.systems.turns import is_fighter, is_fighting
from fatewright.systems.twist_of_fate.characters import people
from fatewright.systems.twist_of_fate.characters.people import Portion, Sheet
from fatewright.systems.twist_of_fate.combat.turns import Own

Broken = Literal["no", "yes"]
OF_A_SCENE = {
    "loved": "no",
    "buffs": (),
    "forged": (),
    "veiled": (),
    "lasting": (),
}  # what ends with it, and how it stands then


def party(table: Desk) -> list[str]:
    """Everybody whom a player runs, and who lives."""
    names = [token.name for token in table.tokens()]
    return [who for who in names if people.is_player_character(table, who) and not people.is_in(table, who, "dead")]


def aside(table: Desk, who: str, text: str, *ids: str) -> Say:
    """TOF-1.24: a line with figures, for those who may know them."""
    return Say(text, ids, people.knowers(table, who))


def _listed(names: Sequence[str]) -> str:
    *others, last = names
    return phrase("{others} and {last}", others=others, last=last) if others else phrase("{last}", last=last)


# ── meals ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_eat(table: Desk, who: str) -> str | None:
    """TOF-4.13, TOF-7.18: whoever is out does not eat, and nobody does in a fight, unless a dial allows it."""
    if people.is_in(table, who, "out", "dead"):
        return f"{who} is out, and does not eat" if people.is_in(table, who, "out") else f"{who} is dead"
    if is_fighter(table, who) and table.dial("meals_in_combat") == "off":
        return f"{who} is in a fight; meals come after it"
    return people.bidding(table, who)


@verb("{who} eats a meal", may=_may_eat, group="Day")
def eat(table: Desk, who: Own) -> Ending:
    """TOF-4.04, TOF-4.10: a meal, which restores every pool by its attribute; three in a day count."""
    return ends("eaten", say("{who} eats", "TOF-4.04", who=who), *_eaten(table, who))


def _eaten(table: Desk, who: str) -> list[Change]:
    """TOF-4.04, TOF-4.05, TOF-4.10, TOF-4.11, TOF-7.09: one meal of one character; one too many restores nothing."""
    values, dials = Sheet(table, who), table.dials()
    if not people.counts(values, dials):
        count = int(people.meals_a_day(values, dials))
        return [
            aside(
                table, who, f"{who}: this meal restores nothing; {count} a day {agrees(count, 'counts', 'count')}", "TOF-4.10"
            )
        ]
    portions = people.meal(values, dials)
    line = aside(
        table,
        who,
        phrase("{who}, meal {meal} of the day: {back:text}", who=who, meal=values["meals"] + 1, back=_in_words(portions)),
        "TOF-4.04",
        "TOF-4.05",
    )
    return [*_restored(who, portions), Gain(who, "meals", 1), line]


def _restored(who: str, portions: dict[str, Portion]) -> list[Change]:
    return [Gain(who, field, int(portion.gained)) for field, portion in portions.items() if portion.gained]


def _in_words(portions: dict[str, Portion]) -> str:
    """TOF-4.05: what every pool got, and what was lost."""
    lost = {field: f" ({int(portion.lost)} lost)" if portion.lost else "" for field, portion in portions.items()}
    return ", ".join(f"{portion.gained.label} {int(portion.gained):+d}{lost[field]}" for field, portion in portions.items())


def _may_all_eat(table: Desk) -> str | None:
    return None if _eaters(table) else "nobody can eat now"


def _eaters(table: Desk) -> list[str]:
    return [who for who in party(table) if not _may_eat(table, who)]


@verb("everybody eats a meal", roles=("gm",), may=_may_all_eat, group="Day")
def everybody_eats(table: Desk) -> Ending:
    """TOF-4.04, TOF-4.10: a meal for every player's character who can eat, each by their own count."""
    eaters = _eaters(table)
    line = say("A meal for {eaters}", "TOF-4.04", eaters=_listed(eaters))
    return ends("eaten", line, *(change for who in eaters for change in _eaten(table, who)))


# ── nights ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _no_bed(table: Desk, who: str) -> str | None:
    """TOF-4.13: why somebody cannot lie down now, as everybody sees."""
    if people.is_in(table, who, "dead"):
        return f"{who} is dead"
    return f"{who} is in a fight; sleep comes after it" if is_fighter(table, who) else people.bidding(table, who)


def _is_rested(table: Desk, who: str) -> bool:
    """TOF-4.10: whether somebody has had all nights of rest that one day has."""
    return bool(table[who]["nights"] >= table.dial("nights_per_day"))


def _may_sleep(table: Desk, who: str, broken: str) -> str | None:
    """TOF-4.10: one night of rest a day."""
    del broken
    if problem := _no_bed(table, who):
        return problem
    count = table.dial("nights_per_day")
    return f"{who} has rested already: {count} a day; the next dawn begins a new day" if _is_rested(table, who) else None


@verb("{who} sleeps for a night", more=("the night is broken: {broken}",), may=_may_sleep, group="Day")
def sleep(table: Desk, who: Own, broken: Broken = "no") -> Story:
    """TOF-4.03, TOF-4.10: a night of rest, which restores every pool by three times its attribute and clears a wound.

    Once between two dawns. It ends the scene for whoever sleeps. A broken night restores nothing.
    """
    if (yield from tell("restored", lambda: _is_rested(table, who))):  # whoever answers for another may not know
        return ends("refused", aside(table, who, phrase("{who} has rested already today", who=who), "TOF-4.10"))
    yield from now(*_over(table, who), *_woken(table, who, "scene", "night"), say("{who} sleeps", "TOF-4.03", who=who))
    yield from _slept(table, [who], broken == "yes")
    return ends("slept")


def _may_all_sleep(table: Desk, broken: str) -> str | None:
    """TOF-1.34: a night for all ends the scene, and so waits for the end of a fight."""
    if problem := _may_end(table):
        return problem
    sleepers = [who for who in party(table) if not _may_sleep(table, who, broken)]
    return None if sleepers else "nobody can rest now; the next dawn begins a new day"


@verb("everybody sleeps for a night", more=("the night is broken: {broken}",), roles=("gm",), may=_may_all_sleep, group="Day")
def everybody_sleeps(table: Desk, broken: Broken = "no") -> Story:
    """TOF-1.34, TOF-4.03, TOF-4.10: a night for every player's character who has not had one since dawn; it ends the scene."""
    sleepers: tuple[str, ...] = yield from tell("restored", lambda: tuple(_sleepers(table)))
    yield from now(say("A night for {sleepers}", "TOF-4.03", sleepers=_listed(sleepers)), *scene_over(table))
    yield from now(*(change for who in sleepers for change in _woken(table, who, "night")))
    yield from _slept(table, sleepers, broken == "yes")
    return ends("slept")


def _sleepers(table: Desk) -> list[str]:
    return [who for who in party(table) if not _no_bed(table, who) and not _is_rested(table, who)]


def _slept(table: Desk, names: Sequence[str], is_broken: bool) -> Asks[None]:
    """TOF-4.03, TOF-4.05, TOF-4.10, TOF-4.11, TOF-4.12, TOF-7.09: a night has passed, and with it the day's meals."""
    changes: list[Change] = []
    for who in names:
        portions = people.night(Sheet(table, who), table.dials(), is_broken=is_broken)
        what = "a broken night" if is_broken else "a night"
        line = aside(
            table,
            who,
            phrase("{who}, {what:word}: {back:text}", who=who, what=what, back=_in_words(portions)),
            "TOF-4.12" if is_broken else "TOF-4.03",
            "TOF-4.05",
        )
        changes += [*_restored(who, portions), Gain(who, "nights", 1), Put(who, "meals", 0), line]
    yield from now(*changes)
    if not is_broken:
        yield from _mend(table, names)


def _mend(table: Desk, names: Sequence[str]) -> Asks[None]:
    """TOF-7.20: a night clears one wound; where there are several, their owner chooses."""
    most = table.dial("wound_heal_per_night")
    for left in range(most, 0, -1):
        hurt = [who for who in names if table[who]["wounds"]]
        if not hurt:
            return
        chosen = {who: table[who]["wounds"][0] for who in hurt}
        torn = [who for who in hurt if len(table[who]["wounds"]) > 1 and _count(table, who) > left]
        if torn:
            answers = yield from sealed("mend", "The night clears a wound", *(_which(table, who) for who in torn))
            chosen |= zip(torn, answers, strict=True)
        lines = [say("{who}'s {area:word} has healed", "TOF-7.20", who=who, area=_said(area)) for who, area in chosen.items()]
        yield from now(*(change for who, area in chosen.items() for change in people.mended(table, who, area)), *lines)


def _count(table: Desk, who: str) -> int:
    """TOF-7.17: all wounds; a second on the same part only where it counts."""
    again = sum(dict(table[who]["again"]).values()) if table.dial("repeat_wound") == "adds_charge" else 0
    return len(table[who]["wounds"]) + again


def _which(table: Desk, who: str) -> Choose[str]:
    wounds = table[who]["wounds"]
    return Choose(
        who,
        "mend",
        phrase("{who}: which wound does the night clear?", who=who),
        tuple(Option(area, _said(area)) for area in wounds),
        wounds[0],
    )


def _said(area: str) -> str:
    return area.replace("_", " ")


@verb("a new day dawns", roles=("gm",), group="Day")
def dawn(table: Desk) -> Ending:
    """TOF-4.10, TOF-7.20: a new day: whoever has not slept eats afresh, all may sleep again, and wounds be tended anew."""
    day = (table.fact("clock", "day") or 1) + 1
    changes = [change for token in table.tokens() for change in _new_day(table, token.name)]
    return ends("dawn", PutFact(("clock", "day"), day), *changes, say("Day {day} dawns", "TOF-4.10", day=day))


def _new_day(table: Desk, who: str) -> list[Change]:
    """TOF-4.10: meals that were eaten after a night belong to the new day already."""
    fresh = [] if table[who]["nights"] else [Put(who, "meals", 0)]
    return [*fresh, Put(who, "nights", 0), Put(who, "tended", ())]


# ── scenes ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_end(table: Desk) -> str | None:
    """TOF-1.34: a fight lies inside one scene."""
    return "a fight is on: end it first" if is_fighting(table) else None


@verb("{seat} ends the scene", roles=("gm",), may=_may_end, group="Day")
def end_scene(table: Desk) -> Ending:
    """TOF-1.34, TOF-7.18: the scene is over: whatever lasts a scene ends, and those who are out wake."""
    return ends("over", say("The scene ends", "TOF-1.34"), *scene_over(table))


def scene_over(table: Desk) -> list[Change]:
    """TOF-1.34, TOF-8.15: what the end of a scene changes, for everybody; dust settles."""
    names = [token.name for token in table.tokens()]
    clouds = [PutFact(path, None) for path in table.paths("cloud")]
    return [*clouds, *(change for who in names for change in (*_over(table, who), *_woken(table, who, "scene")))]


def _over(table: Desk, who: str) -> list[Change]:
    """TOF-1.34, TOF-5.04, TOF-8.11, TOF-8.12, TOF-8.14: love may help again; what spells have given is gone."""
    return [Put(who, field, value) for field, value in OF_A_SCENE.items() if table[who][field] != value]


def _woken(table: Desk, who: str, *when: str) -> list[Change]:
    """TOF-7.18: whoever is out wakes with one health point at least, at the end of the scene, unless a dial says later."""
    if table.dial("wake") not in when or not people.is_in(table, who, "out") or people.is_in(table, who, "dead"):
        return []
    awake = people.without_state(table, who, "out")
    return [awake, Put(who, "hp", max(1, table[who]["hp"])), say("{who} wakes", "TOF-7.18", who=who)]
