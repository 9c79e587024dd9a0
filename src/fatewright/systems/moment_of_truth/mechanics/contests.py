"""Contests: two sides roll, and more successes win."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple

from fatewright.systems.author import (
    Annotated,
    Asks,
    Audience,
    Change,
    Desk,
    Offers,
    Option,
    Score,
    Seen,
    Story,
    Usual,
    ask,
    behind,
    choose,
    ends,
    now,
    phrase,
    say,
    tell,
    text,
    verb,
)
from fatewright.systems.moment_of_truth.combat.harm import SIDES, Present
from fatewright.systems.moment_of_truth.combat.turns import Rival
from fatewright.systems.moment_of_truth.drama import answers, moments
from fatewright.systems.moment_of_truth.drama.answers import Plan, Roll
from fatewright.systems.moment_of_truth.mechanics import checks, pools
from fatewright.systems.moment_of_truth.mechanics.checks import Help, Modifier, Skill, Statistic
from fatewright.systems.moment_of_truth.mechanics.pools import Task
from fatewright.systems.moment_of_truth.mechanics.rolls import (
    CHECKS,
    Check,
    Contest,
    Degree,
    Kind,
    SideDice,
    Ties,
    contest_pool,
    contest_till_won,
    decide,
)

Resisting = Literal["nobody", "the first", "the second"]


class Contestant(NamedTuple):
    """One side of a contest. What the game master's people use may have to be worked out behind the screen."""

    who: str
    given: Task | Callable[[], Task]
    is_sixes_only: bool = False
    help: tuple[Score, ...] = ()  # a die from each who helps

    @property
    def task(self) -> Task:
        return self.given() if callable(self.given) else self.given

    def kind(self, table: Desk) -> Kind:
        """MOT-7.35: how this side's dice are read."""
        return "unskilled" if self.is_sixes_only else pools.kind_of(table, self.who, self.task)


# ── two sides ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _resisted_by(what: str, table: Desk, skill: str) -> str | None:
    """MOT-3.12, MOT-3.13, MOT-3.18, MOT-3.19, MOT-3.20: who usually resists a skill, and with what."""
    row: Mapping[str, str] = table.data["lists"]["skills"].get(skill, {})
    return row.get(what) if "against" in row else None


usual_answer, usual_resistance = Usual(partial(_resisted_by, "against")), Usual(partial(_resisted_by, "resists"))


def _theirs(table: Desk, against: str) -> list[str]:
    return checks.owned_first(table, against)


Own = Annotated[Skill, Offers(checks.owned_first)]
Theirs = Annotated[Skill, Offers(_theirs), usual_answer]


def usually_resisting(table: Desk, skill: str) -> str | None:
    """MOT-3.12: whoever is acted upon, where a skill is usually resisted."""
    return "the second" if _resisted_by("against", table, skill) else None


def _may_contest(table: Desk, who: str, skill: str, against: str, against_skill: str, **_: Any) -> str | None:
    if who == against:
        return "nobody contends with themselves"
    return checks.may_ask(table, who, skill) or checks.may_ask(table, against, against_skill)


@verb(
    "{who} contends with {against}, using {skill} against {against_skill}",
    more=(
        "rolling {statistic} against the other's {against_statistic}",
        "the one who resists: {resisting}",
        "extra dice: {modifier}, extra dice for the other: {against_modifier}, because of {reason}",
        "who may help: {help}, who may help the other: {against_help}",
    ),
    roles=("gm",),
    may=_may_contest,
    group="Rolls",
)
def call_contest(
    table: Desk,
    who: Present,
    skill: Own,
    against: Rival,
    against_skill: Theirs,
    statistic: Annotated[Statistic, Usual(checks.usual_statistic)] = "will",
    against_statistic: Annotated[Statistic, usual_resistance] = "will",
    resisting: Annotated[Resisting, Usual(usually_resisting)] = "nobody",
    modifier: Modifier = 0,
    against_modifier: Modifier = 0,
    reason: checks.Reason = "circumstances",
    help: Help = "nobody",  # the word on the form
    against_help: Help = "nobody",
) -> Story:
    """MOT-1.20, MOT-1.26: two compete at a thing, oppose each other, or one resists the other; others may help either."""
    first = Contestant(who, Task(statistic, skill, modifier=modifier, reason=reason))
    second = Contestant(against, Task(against_statistic, against_skill, modifier=against_modifier, reason=reason))
    yield from now(*modified(first), *modified(second))
    helpers = yield from checks.ask_for_help(table, who, first.task, help, against)
    others = yield from checks.ask_for_help(table, against, second.task, against_help, who, *helpers)
    first, second = first._replace(help=checks.dice_of(helpers)), second._replace(help=checks.dice_of(others))
    return (yield from contested(table, first, second, resisting))


def modified(party: Contestant) -> list[Change]:
    """MOT-1.33: why somebody throws more or fewer dice."""
    more = party.task.modifier
    return (
        [say("{who}: {more:+die} for {reason:text}", "MOT-1.33", who=party.who, more=more, reason=party.task.reason)]
        if more
        else []
    )


@verb(
    "{who} contends in secret with {against}, using {skill} against {against_skill}",
    more=("rolling {statistic} against the other's {against_statistic}", "the one who resists: {resisting}"),
    roles=("gm",),
    secret=True,
    may=_may_contest,
    group="Behind the screen",
)
def secret_contest(
    table: Desk,
    who: Annotated[Seen, Offers(SIDES.own)],
    skill: Own,
    against: Rival,
    against_skill: Theirs,
    statistic: Annotated[Statistic, Usual(checks.usual_statistic)] = "will",
    against_statistic: Annotated[Statistic, usual_resistance] = "will",
    resisting: Annotated[Resisting, Usual(usually_resisting)] = "the second",
) -> Story:
    """MOT-6.05: a contest that nobody else learns of: a lie told to a player's character, somebody on their trail."""
    first, second = Contestant(who, Task(statistic, skill)), Contestant(against, Task(against_statistic, against_skill))
    mine = yield from ask(side(table, first))
    theirs = yield from ask(side(table, second))
    ties = _ties(table, resisting)
    result = decide(mine, theirs, ties, **criticals(table))
    if not result.winner:
        return ends("deadlock", say("{who} and {against}: deadlock", who=who, against=against))
    outcome = words(natural(table, result, is_actor=True), "wins", "loses")
    return ends(outcome, say("{who} {outcome:word} against {against}", who=who, outcome=outcome, against=against))


def side(table: Desk, party: Contestant, *more: Score) -> Any:
    """MOT-1.20, MOT-1.26: one side's throw, each with its own pool and its own faces that count."""
    return contest_pool(pools.pool(table, party.who, party.task, *party.help, *more), party.kind(table))


def criticals(table: Desk) -> dict[str, Any]:
    """MOT-R.11, MOT-R.13: how this table reads criticals, in contests as in other rolls."""
    return {"margin": table.dial("crit_success_margin"), "overlap": table.dial("crit_setback_overlap")}


def _ties(table: Desk, resisting: str) -> Ties:
    """MOT-1.22, MOT-R.34: whoever resists wins a tie."""
    if resisting == "nobody" or table.dial("resister_wins_ties") == "no":
        return "deadlock"
    return "actor" if resisting == "the first" else "opponent"


def contested(table: Desk, first: Contestant, second: Contestant, resisting: str) -> Story:
    """MOT-1.20, MOT-1.21, MOT-1.22, MOT-1.23, MOT-R.15, MOT-R.34, MOT-R.89: both answer, both roll, deadlocks are resolved."""
    plans = []
    for party, other in ((first, second), (second, first)):
        plan = yield from ask_side_for_plan(table, party)
        if plan.how in ("refuse", "fumble"):
            _, *changes = answers.refused(table, party.who, plan)
            line = say("{who} wins against {party}", "MOT-R.15", who=other.who, party=party.who)
            return ends(lost("loses", plan) if party is first else "wins", *changes, line)
        plans.append(plan)
    mine, theirs = yield from thrown(table, (first, plans[0]), (second, plans[1]))
    result = yield from told(table, first, mine, second, theirs, _ties(table, resisting))
    if not result.winner:
        resolved = yield from _deadlock(table, (first, mine, plans[0]), (second, theirs, plans[1]))
        if isinstance(resolved, str):
            fumbled = (result.actor_fumbled, result.opponent_fumbled)
            more = not_won(table, (first, second), plans, fumbled)
            return ends("deadlock", say("Deadlock: {resolved:text}", "MOT-1.22", resolved=resolved), *more)
        result = resolved
    return (yield from _settled(table, (first, second), plans, result))


def thrown(table: Desk, *sides: tuple[Contestant, Plan]) -> Asks[list[SideDice]]:
    """What both sides throw: player characters first and for all to see, anybody else behind the screen."""
    found: dict[str, SideDice] = {}
    for party, plan in sorted(sides, key=lambda side: not pools.is_player_character(table, side[0].who)):
        if pools.is_player_character(table, party.who):
            found[party.who] = yield from ask(side(table, party, *plan.dice), by=party.who)
        else:
            found[party.who] = yield from behind(partial(side, table, party))
    return [found[party.who] for party, _ in sides]


def told(table: Desk, first: Contestant, mine: SideDice, second: Contestant, theirs: SideDice, ties: Ties) -> Asks[Contest]:
    """Who won, and how: everyone learns it, though not how many successes the game master's side had."""
    names = {"actor": first.who, "opponent": second.who, "": "nobody"}

    def judged() -> tuple[str, ...]:
        result = decide(mine, theirs, ties, **criticals(table))
        return (names[result.winner], *(phrase for phrase, holds in zip(HOW, result[1:], strict=True) if holds))

    winner, *how = yield from tell("contest", judged)
    sides: dict[str, Literal["actor", "opponent", ""]] = {first.who: "actor", second.who: "opponent"}
    return Contest(sides.get(winner, ""), *(phrase in how for phrase in HOW))


HOW = ("critically", "with a setback", "the first fails critically", "the second fails critically")  # as a contest has them


def ask_side_for_plan(table: Desk, party: Contestant, what: str = "a contest", roll: Roll | None = None) -> Asks[Plan]:
    """How a side goes about it: player characters are asked, anybody else just rolls."""
    if not pools.is_player_character(table, party.who):
        return Plan("roll")
    kind = party.kind(table)
    return (yield from answers.ask_for_plan(table, party.who, party.task, None, kind, party.help, what, roll))


def _deadlock(
    table: Desk, one: tuple[Contestant, SideDice, Plan], other: tuple[Contestant, SideDice, Plan]
) -> Asks[Contest | str]:
    """MOT-1.22: where it makes sense the game master names it; where not, a lone player character wins, two roll again."""
    (first, mine, plan), (second, theirs, their_plan) = one, other
    gm = moments.gm_of(table)
    both = (Option(True, "a tie makes sense here"), Option(False, "it makes no sense"))
    if (
        yield from choose(
            gm,
            "deadlock",
            phrase("{who} and {second} are level. Does that make sense?", who=first.who, second=second.who),
            both,
        )
    ):
        return str((yield from text(gm, "stalemate", "What does it look like?", 200, "a stalemate")))
    heroes = [pools.is_player_character(table, party.who) for party in (first, second)]
    if all(heroes):
        my_pool, their_pool = (
            pools.pool(table, first.who, first.task, *first.help, *plan.dice),
            pools.pool(table, second.who, second.task, *second.help, *their_plan.dice),
        )
        kind, their_kind = (pools.kind_of(table, party.who, party.task) for party in (first, second))
        return (yield from ask(contest_till_won(my_pool, their_pool, kind, their_kind, **criticals(table))))
    ties: Ties = "actor" if heroes[0] else "opponent"
    if not any(heroes):
        names = (Option("actor", first.who), Option("opponent", second.who))
        is_first = (yield from choose(gm, "winner", "Neither is a player's character. Who wins?", names)) == "actor"
        ties = "actor" if is_first else "opponent"
    return (yield from told(table, first, mine, second, theirs, ties))


def words(rolled: Check, won: str, lost: str) -> str:
    """How something went, in the words of what was tried."""
    if not rolled.is_success:
        return lost + " critically" * (rolled.degree is Degree.CRITICAL_FAILURE)
    return won + " critically" * rolled.is_critical + " with a setback" * rolled.setback


def said_by(told: str, won: str, lost: str) -> Check:
    """The check of which such words are said."""
    return next(check for check in CHECKS.values() if words(check, won, lost) == told)


def lost(how: str, plan: Plan) -> str:
    """MOT-5.23, MOT-5.27: lost without a throw, critically if that was taken."""
    return f"{how} critically" if plan.how == "fumble" else how


def natural(table: Desk, result: Contest, *, is_actor: bool) -> Check:
    """MOT-R.89: a side of a contest as if it had been a roll."""
    if (result.winner == "actor") == is_actor:
        setback = result.setback and table.dial("use_setbacks") == "on"
        return Check(Degree.CRITICAL_SUCCESS if result.is_critical else Degree.SUCCESS, setback)
    is_fumble = result.actor_fumbled if is_actor else result.opponent_fumbled
    return Check(Degree.CRITICAL_FAILURE if is_fumble else Degree.FAILURE, False)


def _settled(table: Desk, parties: tuple[Contestant, Contestant], plans: list[Plan], result: Contest) -> Story:
    """MOT-5.25, MOT-5.26, MOT-5.32, MOT-5.46, MOT-R.17: what a contest comes to for both sides, and what it pays."""
    gm, lines, told = Audience({moments.gm_of(table)}), [], []
    earned: list[answers.Earned] = []
    outcomes = []
    for is_actor, party, plan in zip((True, False), parties, plans, strict=True):
        rolled = natural(table, result, is_actor=is_actor)
        if pools.is_player_character(table, party.who):
            rolled, more = yield from answers.ask_to_settle(table, party.who, plan, rolled, earned)
            earned += more
        outcomes.append(words(rolled, "wins", "loses"))
        lines.append(say("{who} {outcome:word}", who=party.who, outcome=outcomes[-1]))
        told += answers.guidance(rolled, gm)
        told += _tells(table, party, parties[1] if is_actor else parties[0], has_won=rolled.is_success)
    return ends(outcomes[0], *answers.counted_roll(table), *lines, *answers.paid(table, earned), *told)


def not_won(table: Desk, parties: tuple[Contestant, Contestant], plans: list[Plan], fumbled: tuple[bool, bool]) -> list[Change]:
    """MOT-5.25, MOT-5.32, MOT-R.17, MOT-R.89: in a deadlock nobody wins: raised stakes are lost, and a fumble is one.

    Dice pay nothing for it.
    """
    fumble, earned, lines = Check(Degree.CRITICAL_FAILURE, False), [], []
    for party, plan, has_fumbled in zip(parties, plans, fumbled, strict=True):
        seat, raised = table[party.who].owner, plan.how == "raise"
        if raised or has_fumbled:
            lines.append(say("{who} does not win: {fumble:text}", "MOT-R.17", "MOT-R.89", who=party.who, fumble=fumble))
        if raised:
            earned.append(answers.Earned(seat, answers.FOR_RAISING, "raising the stakes", "MOT-5.25"))
    help_ = answers.guidance(fumble, Audience({moments.gm_of(table)})) if lines else []
    return [*answers.counted_roll(table), *lines, *answers.paid(table, earned), *help_]


def _tells(table: Desk, party: Contestant, other: Contestant, *, has_won: bool) -> list[Change]:
    """MOT-3.18, MOT-3.20: what a won roll of some skills tells; it forces nobody to anything."""
    row = table.data["lists"]["skills"].get(party.task.skill, {})
    if not has_won or "tells" not in row:
        return []
    return [say("{who} learns {tells}", "MOT-3.18", "MOT-3.20", who=party.who, tells=phrase(row["tells"], mark=other.who))]
