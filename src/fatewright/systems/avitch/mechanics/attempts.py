"""Attempts: checks as they are proposed, published, accepted or changed, and rolled."""

from __future__ import annotations

from typing import Annotated, Any

from fatewright.systems.author import (
    Asks,
    Between,
    Change,
    Desk,
    From,
    Mine,
    Offers,
    Option,
    Put,
    PutFact,
    Say,
    Score,
    Seen,
    Someone,
    Story,
    Upto,
    ask,
    choose,
    ends,
    now,
    options,
    phrase,
    say,
    tell,
    text,
    verb,
)
from fatewright.systems.avitch.characters import conditions, people
from fatewright.systems.avitch.characters.people import ANYWHERE, effective
from fatewright.systems.avitch.mechanics import deciding, pools
from fatewright.systems.avitch.mechanics.checks import Die, Split, check, even_check, mixed_check, pool_of
from fatewright.systems.avitch.mechanics.deciding import Proposal

Skill = Annotated[str, From("skills")]
Terrain = Annotated[str, From("terrains")]
What = Annotated[str, Upto(200)]
Edge = Annotated[int, Between(-3, 3)]
MOST_CHANGES = 20
ROLL, DECLINE, CHANGE = "roll", "decline", "change the situation"
LEARNED = 2  # what a helper must know
LEADING = 3  # how hard it is to lead


def _best(table: Desk, who: str) -> list[str]:
    """AVI-1.03.30: what somebody is best at first."""
    return sorted(table.data["lists"]["skills"], key=lambda one: -int(effective(table, who, one)))


Best = Annotated[Skill, Offers(_best)]

# ── rolling ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def rolled(table: Desk, who: str, mine: int, theirs: int, other: str = "") -> Asks[bool]:
    """AVI-1.02.01.07, AVI-1.02.01.13, AVI-1.02.03.03, AVI-1.02.03.05, AVI-1.02.03.07, AVI-R.29: the dice fall; who wins.

    The higher side throws; between equals, or where a difficulty is higher, whoever began it. Who is helpless loses unrolled.
    """
    if other and people.is_helpless(table, other) != people.is_helpless(table, who):
        return people.is_helpless(table, other)
    roller = other if other and theirs > mine and table.dial("who_rolls") == "higher_side" else who
    die: Die = table.dial("check_die")
    limit = 0 if table.dial("pool_dice_limit") == "none" else int(table.dial("pool_dice_limit"))
    split = yield from _split(table, roller, roller == who, mine == theirs)
    if table.dial("who_rolls") == "software":
        return (yield from ask(check(mine, theirs, die, split, limit)))
    if mixture := pools.mixture(table, people.seat_of(table, roller), pool_of(abs(mine - theirs), limit)):
        return (yield from _from_a_bag(roller, mine, theirs, mixture, split))
    return (yield from ask(check(mine, theirs, die, split, limit), by=roller))


def _from_a_bag(roller: str, mine: int, theirs: int, mixture: dict[str, int], split: Split) -> Asks[bool]:
    """AVI-1.02.03.05, AVI-1.02.03.06: real dice of several kinds; each counts by its own faces."""
    if mine == theirs:
        (die,) = mixture
        return (yield from ask(even_check(pools.named(die), split), by=roller))
    is_higher = yield from ask(mixed_check(**mixture), by=roller)
    return is_higher == (mine > theirs)


def _split(table: Desk, roller: str, is_first: bool, is_even: bool) -> Asks[Split]:
    """AVI-1.02.01.12: which faces are whose between equals; by a dial whoever rolls calls them."""
    rule = table.dial("even_split_rule")
    if rule != "roller_calls" or not is_even:
        return "odd_initiator" if rule == "odd_initiator" else "initiator_high"
    called = yield from choose(roller, "call", "High or low?", options("high", "low"), "high")
    return "initiator_high" if (called == "high") == is_first else "initiator_low"


def unopposed(table: Desk, who: str, skill: str, difficulty: int, *bonuses: Score, terrain: str = ANYWHERE) -> Asks[bool]:
    """AVI-1.02.01.03, AVI-1.02.01.11: a rating against a difficulty, which stands in for the opponent."""
    more, used = people.led(table, who)
    mine: int = yield from tell("ratings", lambda: int(effective(table, who, skill, *bonuses, *more, terrain=terrain)))
    yield from now(
        *used,
        say(
            "{who}: {skill:word} {mine} against {difficulty}",
            "AVI-1.02.01.03",
            who=who,
            skill=skill,
            mine=mine,
            difficulty=difficulty,
        ),
    )
    return (yield from _tried(table, who, skill, mine, difficulty))


def _tried(table: Desk, who: str, skill: str, mine: int, difficulty: int) -> Asks[bool]:
    won = yield from rolled(table, who, mine, difficulty)
    if not won:
        yield from now(*people.lost_with(table, who, skill))
    return won


def against(
    table: Desk,
    who: str,
    skill: str,
    other: str,
    other_skill: str,
    bonuses: tuple[Score, ...] = (),
    others: tuple[Score, ...] = (),
    terrain: str = ANYWHERE,
) -> Asks[bool]:
    """AVI-1.02.01.01, AVI-1.02.01.02, AVI-1.02.01.17, AVI-1.04.04, AVI-2.04.07: two ratings, shown to all; who wins.

    Against somebody helpless nothing is rolled, and so nothing shown.
    """
    if people.is_helpless(table, other) != people.is_helpless(table, who):
        helpless = other if people.is_helpless(table, other) else who
        yield from now(say("{helpless} is helpless, and loses", "AVI-1.04.04", helpless=helpless))
        return helpless == other
    more, used = people.led(table, who)
    theirs_more, theirs_used = people.led(table, other)
    mine, theirs = yield from tell(
        "ratings",
        lambda: (
            int(effective(table, who, skill, *bonuses, *more, terrain=terrain)),
            int(effective(table, other, other_skill, *others, *theirs_more, terrain=terrain)),
        ),
    )
    line = say(
        "{who}: {skill:word} {mine} against {other}: {other_skill:word} {theirs}",
        "AVI-1.02.01.02",
        who=who,
        skill=skill,
        mine=mine,
        other=other,
        other_skill=other_skill,
        theirs=theirs,
    )
    yield from now(*used, *theirs_used, line)
    won = yield from rolled(table, who, mine, theirs, other)
    loser, lost = (other, other_skill) if won else (who, skill)
    yield from now(*people.lost_with(table, loser, lost))
    return won


# ── alone ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def no_attempt(table: Desk, who: str, what: str, skill: str) -> str | None:
    """AVI-1.02.01.22, AVI-1.04.04: why somebody cannot try this now; None if they can."""
    if people.is_helpless(table, who):
        return f"{who} cannot act"
    if _same(what) in (table.fact("barred", who, skill) or ()):
        return f"{who} has failed at that for good"
    if table.dial("retry_rule") == "only_if_changed" and _same(what) in (table.fact("tried", who, skill) or ()):
        return f"{who} has tried that, and nothing has changed since; claim that something has"
    return None


def _same(what: str) -> str:
    """The same thing is the same whatever the capitals and spaces."""
    return " ".join(what.split()).casefold()


def tried(table: Desk, who: str, skill: str, what: str, *, is_final: bool = False) -> PutFact:
    """AVI-1.02.01.22: remember what somebody has failed at."""
    where = ("barred" if is_final else "tried", who, skill)
    before = table.fact(*where) or ()
    return PutFact(where, before if _same(what) in before else (*before, _same(what)))


def _helpers(table: Desk, who: str) -> list[Option[str]]:
    """AVI-1.02.02.02: who could help: nobody at first, which is to name oneself."""
    return [Option(who, "nobody"), *(Option(one.name, one.name) for one in table.tokens() if one.name != who)]


def _may_attempt(table: Desk, who: str, skill: str, what: str, **_: Any) -> str | None:
    return no_attempt(table, who, what, skill)


@verb(
    "{who} attempts: {what}, with the skill {skill}",
    more=("counting on {helper} for help", "terrain that counts: {terrain}"),
    may=_may_attempt,
    group="Checks",
)
def attempt(
    table: Desk, who: Mine, skill: Best, what: What, helper: Annotated[Seen, Offers(_helpers)], terrain: Terrain = ANYWHERE
) -> Story:
    """AVI-1.02.11, AVI-1.02.14, AVI-1.02.01.04, AVI-1.02.01.05, AVI-1.02.01.06, AVI-1.02.02.02, AVI-1.02.02.03: a risk.

    Try something that may go wrong. Third parties say how hard it is and what failing costs; then you accept, decline, or
    change the situation.
    """
    claim = phrase("{who} wants to {what:text} ({skill:word})", who=who, what=what, skill=skill)
    yield from now(Say(claim, ("AVI-1.02.11",)))
    group = yield from _group(table, who, helper, claim)
    for _ in range(MOST_CHANGES):
        ruling = yield from deciding.ask_for_proposals(table, table.seat, claim, *group)
        if not ruling.is_check:
            return ends("happens", say("{who}: {what:text}. It simply happens", "AVI-1.02.14", who=who, what=what))
        mine = yield from together(table, group, skill, terrain)
        published = phrase(
            "{skill:word} {mine} against difficulty {difficulty}; if it fails: {consequence:text}",
            skill=skill,
            mine=mine,
            difficulty=ruling.difficulty,
            consequence=ruling.consequence,
        )
        yield from now(Say(published, ("AVI-1.02.01.05",)))
        answer = yield from choose(
            who, "risk", phrase("{published}. Do you roll?", published=published), options(ROLL, DECLINE, CHANGE), DECLINE
        )
        if answer == DECLINE:
            return ends("declined", say("{who} leaves it", "AVI-1.02.01.06", who=who))
        if answer == ROLL:
            return (yield from _ventured(table, who, skill, what, mine, ruling))
        change = yield from text(who, "change", "What do you change?", 200, "something else")
        yield from now(say("{who}: {change:text}", "AVI-1.02.01.06", who=who, change=change))
    return ends("declined")


def _group(table: Desk, who: str, helper: str, claim: str) -> Asks[tuple[str, ...]]:
    """AVI-1.02.01.19: whoever acts, and whoever helps, if their player agrees: it shows how good they are."""
    if helper == who or people.is_helpless(table, helper):
        return (who,)
    if people.owner(table, helper) != people.owner(table, who):
        answer = yield from choose(
            helper, "help", phrase("{claim}. Does {helper} help?", claim=claim, helper=helper), options("yes", "no"), "no"
        )
        if answer == "no":
            return (who,)
    return (who, helper)


def together(table: Desk, group: tuple[str, ...], skill: str, terrain: str = ANYWHERE) -> Asks[int]:
    """AVI-1.02.01.19, AVI-1.02.01.20, AVI-2.04.07: what a group that acts as one comes to, shown to all.

    The best rating; one more if one of the others has learned the skill, and one more for whoever is led.
    """
    more, _ = people.led(table, group[0])

    def best() -> int:
        lead = max(group, key=lambda one: int(effective(table, one, skill, terrain=terrain)))
        helps = any(people.rating(table, one, skill) >= LEARNED for one in group if one != lead)
        help_ = [Score(table.dial("help_bonus"), "help", "AVI-1.02.01.19")] if helps else []
        return int(effective(table, lead, skill, *help_, *more, terrain=terrain))

    return int((yield from tell("ratings", best)))


def _ventured(table: Desk, who: str, skill: str, what: str, mine: int, ruling: Proposal) -> Story:
    """AVI-1.02.01.05, AVI-1.02.01.08, AVI-1.02.01.22: what was published is rolled for, and what was announced happens."""
    yield from now(*people.led(table, who)[1])
    won = yield from _tried(table, who, skill, mine, ruling.difficulty)
    if won:
        hidden = people.marked(table, who, "Hidden") if skill == "Hide" else []
        return ends("success", *hidden, say("{who} succeeds", "AVI-1.02.01.08", who=who))
    is_final = bool(table.data["lists"]["consequences"][ruling.effect].get("final"))
    line = say("{who} fails", "AVI-1.02.01.08", who=who)
    failed = tried(table, who, skill, what, is_final=is_final)
    return ends("failure", line, failed, *conditions.befalls(table, who, ruling.effect, ruling.consequence))


# ── against somebody ───────────────────────────────────────────────────────────────────────────────────────────────────


def _may_oppose(table: Desk, who: str, other: str, what: str, skill: str, edge: int, **_: Any) -> str | None:
    """AVI-1.02.01.18, AVI-1.02.01.22, AVI-1.04.09: why not: too great an edge, somebody hidden, or the same once more."""
    if who == other:
        return "one does not oppose oneself"
    most = table.dial("situational_bonus_max")
    if abs(edge) > most:
        return f"the situation changes a rating by at most {most} here"
    return (people.no_target(table, other) if skill != "Notice" else None) or no_attempt(table, who, what, skill)


@verb(
    "{who} acts against {other} and attempts: {what}, with the skill {skill}",
    more=("with an edge of {edge} from the situation", "terrain that counts: {terrain}"),
    may=_may_oppose,
    group="Checks",
)
def oppose(table: Desk, who: Mine, skill: Best, other: Seen, what: What, edge: Edge = 0, terrain: Terrain = ANYWHERE) -> Story:
    """AVI-1.02.11, AVI-1.02.01.01, AVI-1.02.01.17, AVI-1.02.01.18, AVI-1.02.01.23: act against somebody, who answers.

    They choose a skill of their own. An edge that the situation gives you, or the other (below 0), the table has to agree to.
    """
    claim = phrase("{who}: {what:text} ({skill:word}) against {other}", who=who, what=what, skill=skill, other=other)
    yield from now(Say(claim, ("AVI-1.02.01.01",)))
    allowed = bool(edge) and (
        yield from deciding.ask_for_agreement(table, table.seat, f"{claim}, with an edge of {edge:+d}", who, other)
    )
    mine = (Score(edge, "edge", "AVI-1.02.01.18"),) if allowed and edge > 0 else ()
    theirs = (Score(-edge, "edge", "AVI-1.02.01.18"),) if allowed and edge < 0 else ()
    cost = yield from _announced(table, claim, who, other)
    answer = yield from _answered(table, skill, other, claim)
    won = yield from against(table, who, skill, other, answer, mine, theirs, terrain)
    winner, loser = (who, other) if won else (other, who)
    yield from now(say("{winner} wins", "AVI-1.02.01.23", winner=winner), *([] if won else [tried(table, who, skill, what)]))
    yield from now(*_sight(table, who, skill, other, won=won))
    return ends("wins" if won else "loses", *(conditions.befalls(table, loser, cost.effect, cost.consequence) if cost else []))


def _announced(table: Desk, claim: str, *involved: str) -> Asks[Proposal | None]:
    """AVI-1.02.01.23: losing costs nothing but the action; by a dial the judges announce a price before the dice fall."""
    if table.dial("opposed_loss") == "action_fails_only":
        return None
    ruling = yield from deciding.ask_for_proposals(table, table.seat, f"{claim}: what does losing cost?", *involved)
    yield from now(say("whoever loses: {consequence:text}", "AVI-1.02.01.23", consequence=ruling.consequence))
    return ruling


def _answered(table: Desk, skill: str, other: str, claim: str) -> Asks[str]:
    """AVI-1.02.01.17, AVI-1.04.09: with what somebody answers; whoever is hidden, with Hide."""
    if people.no_target(table, other):
        return "Hide"
    if table.dial("mixed_skill_checks") == "no" or people.is_helpless(table, other):
        return skill
    usual = "Notice" if skill == "Hide" else skill
    skills = options(*table.data["lists"]["skills"])
    answer: str = yield from choose(
        other, "skill", phrase("{claim}. With which skill do you answer?", claim=claim), skills, usual
    )
    return answer


def _sight(table: Desk, who: str, skill: str, other: str, *, won: bool) -> list[Change]:
    """AVI-1.04.09: who has hidden is hidden, and who is noticed, or acts openly, no longer."""
    if skill == "Hide" and won:
        return people.marked(table, who, "Hidden")
    if skill == "Notice":
        return people.marked(table, other, without=("Hidden",)) if won else []
    return people.marked(table, who, without=("Hidden",))


# ── leading, and change ────────────────────────────────────────────────────────────────────────────────────────────────


def _may_lead(table: Desk, who: str, others: str, task: str) -> str | None:
    if who == others:
        return "one leads others"
    if _same(task) in (table.fact("led", who) or ()):
        return "once in a scene for each task"
    return f"{who} cannot act" if people.is_helpless(table, who) else None


@verb("{who} leads {others} in this task: {task}", may=_may_lead, group="Checks")
def lead(table: Desk, who: Mine, others: Seen, task: What) -> Story:
    """AVI-1.02.01.20: Lead against 3: if it works, their next check is one better; if not, the time is lost."""
    tasks = (*(table.fact("led", who) or ()), _same(task))
    yield from now(
        PutFact(("led", who), tasks),
        say("{who} leads {others}: {task:text}", "AVI-1.02.01.20", who=who, others=others, task=task),
    )
    won = yield from unopposed(table, who, "Lead", LEADING)
    change = [Put(others, "led", table.dial("lead_bonus"))] if won else []
    return ends("success" if won else "failure", *change)


@verb("{who} claims that the situation has changed: {what}", group="Checks")
def claim_change(table: Desk, who: Mine, what: What) -> Story:
    """AVI-1.02.01.22: say what has changed, so that what was tried may be tried again; the table has to agree."""
    if not (yield from deciding.ask_for_agreement(table, table.seat, f"Has it changed for {who}? {what}", who)):
        return ends("voted down")
    tried = [PutFact(path, None) for path in table.paths("tried", who)]
    return ends("agreed", *tried, say("things have changed: {what:text}", "AVI-1.02.01.22", what=what))


def _may_name(table: Desk, seat: str) -> str | None:
    if table.dial("referee_mode") != "fixed_player":
        return "this table has no fixed referee"
    return None if seat in deciding.players(table) else f"{seat} does not play"


@verb("{seat} is proposed as referee", may=_may_name, group="Checks")
def name_referee(table: Desk, seat: Annotated[Someone, Offers(deciding.players)]) -> Story:
    """AVI-1.01.03: where one player is referee, the table says who."""
    if not (yield from deciding.ask_for_agreement(table, table.seat, f"{seat} is referee")):
        return ends("voted down")
    return ends("agreed", PutFact(("referee", "seat"), seat), say("{seat} is referee", "AVI-1.01.03", seat=seat))
