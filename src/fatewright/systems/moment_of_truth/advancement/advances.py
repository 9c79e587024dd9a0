"""Advances: what experience buys, who teaches it, and of which faith a Religion is."""

from __future__ import annotations

from typing import Annotated, Any

from fatewright.systems.author import (
    Asks,
    Desk,
    Ending,
    From,
    Offers,
    Option,
    Price,
    Put,
    Seen,
    Story,
    Unknown,
    Upto,
    Usual,
    choose,
    ends,
    now,
    phrase,
    price_of,
    say,
    spend,
    verb,
)
from fatewright.systems.moment_of_truth.characters import sheets
from fatewright.systems.moment_of_truth.combat.harm import SIDES, Own
from fatewright.systems.moment_of_truth.drama import moments
from fatewright.systems.moment_of_truth.mechanics import checks, pools
from fatewright.systems.moment_of_truth.mechanics.pools import Task
from fatewright.systems.moment_of_truth.mechanics.rolls import CHECKS

Anything = Annotated[str, From("scopes")]
Why = Annotated[str, Upto(300)]
NOBODY = ""  # who teaches, in what was stored before anybody could; a form says it by naming whoever learns
TEACHING = "Teaching"


def _values(table: Desk, who: str) -> dict[str, Any]:
    names = (*sheets.STATISTICS, "skills", "xp", "minor", "major")
    return {name: table[who][name] for name in names}


def _cannot_pay(table: Desk, who: str, what: str) -> str | None:
    """MOT-11.09, MOT-11.14: why a step does not exist or cannot be paid; None if it can."""
    cost = sheets.price(_values(table, who), what, table.dials(), table.data["lists"])
    if isinstance(cost, str):
        return cost
    has = table[who]["xp"]
    return f"{what} costs {cost} experience, and {who} has {has}" if cost > has else None


def _may_advance(table: Desk, who: str, what: str, why: str, teacher: str) -> str | None:
    """MOT-11.05, MOT-11.06, MOT-11.09, MOT-11.14: a step that exists and can be paid, with a reason in the story."""
    if table[who].kind == "encounter":
        return f"{who} is nobody"
    if not why.strip():
        return "why: every advance needs a reason in the story"
    return _cannot_pay(table, who, what) or (_cannot_teach(table, who, what, teacher) if teacher != who else None)


def _cannot_teach(table: Desk, who: str, what: str, teacher: str) -> str | None:
    """MOT-11.06: why somebody cannot teach this: one teaches what one has, beginners, and has Teaching.

    What the game master's people have, a player cannot know: then the game master says so.
    """
    if table[teacher].kind == "encounter":
        return f"{teacher} is nobody"
    if what in sheets.STATISTICS:
        return f"{what} is no skill: nobody teaches it"
    if pools.level(table, who, what) is not None:
        return f"a teacher helps with what one does not have yet, and {who} has {what}"
    lacks = [one for one in (what, TEACHING) if pools.level(table, teacher, one) is None]
    return f"{teacher} does not have {' and '.join(lacks)}" if lacks else None


def _steps(table: Desk, who: str) -> list[str]:
    """MOT-11.02, MOT-11.05: what can be paid first, and of that what somebody has already, the cheapest first."""
    values, has = _values(table, who), table[who]["xp"]
    dials, lists = table.dials(), table.data["lists"]
    prices = {one: sheets.price(values, one, dials, lists) for one in lists["scopes"]}
    costs = {one: int(price) for one, price in prices.items() if not isinstance(price, str)}
    owned = {*sheets.STATISTICS, *dict(values["skills"])}
    return sorted(costs, key=lambda one: (costs[one] > has, one not in owned, costs[one]))


def _teachers(table: Desk, who: str) -> list[Option[str]]:
    """MOT-11.06: nobody at first, which is to name oneself; then whoever is known to have Teaching."""
    others = sorted((one for one in SIDES.everybody(table) if one != who), key=lambda one: not _is_teacher(table, one))
    return [Option(who, "nobody"), *(Option(one, one) for one in others)]


def _is_teacher(table: Desk, who: str) -> bool:
    try:
        return pools.level(table, who, TEACHING) is not None
    except Unknown:
        return False


@verb(
    "{who} advances in {what}, because: {why}",
    more=("taught by {teacher}",),
    roles=("player",),
    may=_may_advance,
    group="Session",
)
def advance(
    table: Desk,
    who: Own,
    what: Annotated[Anything, Offers(_steps)],
    why: Why,
    teacher: Annotated[Seen, Offers(_teachers)] = NOBODY,
) -> Story:
    """Buy the next level of a skill or statistic with experience; say what in the story justifies it, or who has taught it."""
    return (yield from _advanced(table, who, what, why, "" if teacher == who else teacher))


def _advanced(table: Desk, who: str, what: str, why: str, teacher: str) -> Story:
    """MOT-2.19, MOT-11.02, MOT-11.03, MOT-11.05, MOT-11.06, MOT-11.09: approved, perhaps taught, paid, and the reason kept."""
    if teacher and not (yield from _teaches(table, who, what, teacher)):
        return ends("vetoed", say("{teacher} does not teach {what:text}", "MOT-11.06", teacher=teacher, what=what))
    answer = yield from _approved(table, who, what, why, teacher)
    if not answer:
        return ends("vetoed", say("Not yet: {what:text} of {who}", "MOT-11.05", what=what, who=who))
    if answer == LESSON and not (yield from _taught(table, who, what, teacher)):
        return ends("vetoed", say("The lesson comes to nothing, and costs nothing", "MOT-11.06"))
    if problem := _cannot_pay(table, who, what):  # the experience may have been spent meanwhile
        return ends(
            "vetoed", say("{who} cannot advance {what:text} any more: {problem:text}", who=who, what=what, problem=problem)
        )
    cost = sheets.price(_values(table, who), what, table.dials(), table.data["lists"])
    field, value = sheets.advanced(_values(table, who), what)
    level = dict(value)[what] if field == "skills" else value
    record = (*table[who].get("advances", ()), (what, level, int(cost), why))
    named = sheets.level_name(what, level, table.data["lists"])
    line = say(
        "{who}: {what:text} is now {level:word} ({named:word}), for {cost} experience: {why:text}",
        "MOT-11.05",
        who=who,
        what=what,
        level=level,
        named=named,
        cost=cost,
        why=why,
    )
    return ends("granted", spend(who, "xp", int(cost)), Put(who, field, value), Put(who, "advances", record), line)


LESSON = "lesson"


def _approved(table: Desk, who: str, what: str, why: str, teacher: str) -> Asks[bool | str]:
    """MOT-11.05, MOT-11.06: whether the game master approves, and where somebody teaches, whether their Teaching decides."""
    cost = sheets.price(_values(table, who), what, table.dials(), table.data["lists"])
    prompt = phrase(
        "{who} would advance {what:text} for {cost} experience: {why:text}. {justification}",
        who=who,
        what=what,
        cost=cost,
        why=why,
        justification=_by(table, who, what, teacher) if teacher else _justification(what),
    )
    price: tuple[Price, ...] = ()
    if _cannot_pay(table, who, what) is None:
        price = price_of(table, spend(who, "xp", int(cost)), label="{amount} experience")
    answers: list[Option[bool | str]] = [Option(True, "yes", price=price)]
    if teacher:
        rolls = phrase("{teacher} rolls Teaching", teacher=teacher)
        answers.append(Option(LESSON, rolls, price=price, depends="if the lesson succeeds"))
    return (yield from choose(moments.gm_of(table), "approve", prompt, [*answers, Option(False, "not yet")]))


def _by(table: Desk, who: str, what: str, teacher: str) -> str:
    """MOT-11.06: who teaches it, and for the game master alone what they lack for it."""
    if problem := _cannot_teach(table, who, what, teacher):
        return phrase("{teacher} would teach it; but {problem:text}.", teacher=teacher, problem=problem)
    return phrase("{teacher}, who has it and Teaching, teaches it.", teacher=teacher)


def _teaches(table: Desk, who: str, what: str, teacher: str) -> Asks[bool]:
    """MOT-11.06: whether somebody else's character would teach; of one's own, and of the game master's, nobody need ask."""
    if not pools.is_player_character(table, teacher) or table[teacher].owner == table[who].owner:
        return True
    prompt = phrase("{who} would learn {what:word} from {teacher}. Do you teach it?", who=who, what=what, teacher=teacher)
    return (yield from choose(teacher, "teach", prompt, (Option(True, "yes"), Option(False, "no")), default=False))


def _taught(table: Desk, who: str, what: str, teacher: str) -> Asks[bool]:
    """MOT-1.01, MOT-11.06: a lesson: whoever teaches rolls Teaching, as the game master has called for."""
    task = Task(checks.usual_statistic(table, TEACHING) or "education", TEACHING)
    lesson = phrase("teaching {who} {what:word}", who=who, what=what)
    rolled = yield from checks.checked(table, teacher, task, checks.usual_tn(table, TEACHING), "nobody", lesson)
    yield from now(*rolled.changes)
    return CHECKS[rolled.outcome].is_success


def _justification(what: str) -> str:
    """MOT-11.06, MOT-11.07: what usually justifies it."""
    return {
        "endurance": "Long training, or constantly demanding conditions?",
        "strength": "Long training, or constantly demanding conditions?",
        "will": "Conditioning, or many horrors endured?",
        "education": "Long study, or experience?",
        "agility": "Modern training methods?",
        "perception": "Hardly at all without supernatural or high-tech means.",
    }.get(what, "Repeated use, several tries, or tuition from somebody who has the skill and teaches?")


# ── faiths ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_name(table: Desk, who: str, faith: str) -> str | None:
    del faith
    named = [skill for skill, row in table.data["lists"]["skills"].items() if row.get("faith")]
    has = any(pools.level(table, who, skill) is not None for skill in named)
    return None if has else f"{who} does not have {' or '.join(named)}"


def _as_named(table: Desk, who: str) -> str | None:
    faith: str = table[who].get("faith", "")
    return faith or None


@verb("{who} knows Religion as that of {faith}", roles=("player",), may=_may_name, group="Session")
def name_faith(table: Desk, who: Own, faith: Annotated[str, Upto(80), Usual(_as_named)]) -> Ending:
    """MOT-3.17: say of which faith your Religion is; nothing hangs on it but what is said when it is rolled."""
    told = say("{who} knows Religion as that of {faith:text}", "MOT-3.17", who=who, faith=faith)
    return ends("named", Put(who, "faith", faith), told)
