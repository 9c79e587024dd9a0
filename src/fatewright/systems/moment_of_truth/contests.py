"""Contests: two sides roll, more successes win; lies, shadows and picked pockets are contests with something hidden."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple

from fatewright.systems.author import (
    Asks,
    Audience,
    Change,
    Choose,
    Desk,
    Mine,
    Number,
    Option,
    Say,
    Score,
    Seen,
    Story,
    Text,
    Upto,
    ask,
    behind,
    choose,
    ends,
    form,
    now,
    options,
    tell,
    text,
    verb,
)
from fatewright.systems.moment_of_truth import checks, moments, pools
from fatewright.systems.moment_of_truth.checks import Modifier, Plan, Skill, Statistic, reading
from fatewright.systems.moment_of_truth.pools import NO_SKILL, Task
from fatewright.systems.moment_of_truth.rolls import (
    Check,
    Contest,
    Degree,
    Side,
    Ties,
    classify,
    contest_pool,
    contest_till_won,
    decide,
    resolve_pool,
    thrown_lie,
)

Resisting = Literal["nobody", "the first", "the second"]


class Party(NamedTuple):
    """One side of a contest."""

    who: str
    task: Task


# ── two sides ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def suggest_contest(table: Desk, args: Mapping[str, Any]) -> dict[str, Any]:
    """MOT-3.12, MOT-3.13, MOT-3.18, MOT-3.19, MOT-3.20: who usually resists a skill, and with what."""
    row = table.data["lists"]["skills"].get(args.get("skill"), {})
    found: dict[str, Any] = {"statistic": row["usual"]} if "usual" in row else {}
    if "against" in row:
        return {**found, "against_skill": row["against"], "against_statistic": row["resists"], "resisting": "the second"}
    return found


def _may_contest(table: Desk, who: str, skill: str, against: str, against_skill: str, **_: Any) -> str | None:
    if who == against:
        return "nobody contends with themselves"
    return checks.may_ask(table, who, skill) or checks.may_ask(table, against, against_skill)


@verb(roles=("gm",), may=_may_contest, suggest=suggest_contest, group="Rolls")
def call_contest(
    table: Desk,
    who: Seen,
    skill: Skill,
    against: Seen,
    against_skill: Skill,
    statistic: Statistic = "will",
    against_statistic: Statistic = "will",
    resisting: Resisting = "nobody",
    modifier: Modifier = 0,
    against_modifier: Modifier = 0,
    reason: checks.Reason = "circumstances",
) -> Story:
    """MOT-1.20: two compete at the same thing, oppose each other, or one resists the other."""
    first = Party(who, Task(statistic, skill, modifier=modifier, reason=reason))
    second = Party(against, Task(against_statistic, against_skill, modifier=against_modifier, reason=reason))
    yield from now(*_modified(first), *_modified(second))
    return (yield from contested(table, first, second, resisting))


def _modified(party: Party) -> list[Change]:
    """MOT-1.33: why somebody throws more or fewer dice."""
    more = party.task.modifier
    return [Say(f"{party.who}: {more:+d} dice for {party.task.reason}", ("MOT-1.33",))] if more else []


@verb(roles=("gm",), secret=True, may=_may_contest, suggest=suggest_contest, group="Behind the screen")
def secret_contest(
    table: Desk,
    who: Seen,
    skill: Skill,
    against: Seen,
    against_skill: Skill,
    statistic: Statistic = "will",
    against_statistic: Statistic = "will",
    resisting: Resisting = "the second",
) -> Story:
    """MOT-6.05: a contest that nobody else learns of: a lie told to a player's character, somebody on their trail."""
    first, second = Party(who, Task(statistic, skill)), Party(against, Task(against_statistic, against_skill))
    mine = yield from ask(_side(table, first))
    theirs = yield from ask(_side(table, second))
    ties = _ties(table, resisting)
    result = decide(mine, theirs, ties, **_dials(table))
    if not result.winner:
        return ends("deadlock", Say(f"{who} and {against}: deadlock"))
    outcome = words(_natural(table, result, is_actor=True), "wins", "loses")
    return ends(outcome, Say(f"{who} {outcome} against {against}"))


def _side(table: Desk, party: Party, *more: Score) -> Any:
    """MOT-1.20: one side's throw, each with its own pool and its own faces that count."""
    return contest_pool(pools.pool(table, party.who, party.task, *more), pools.kind_of(table, party.who, party.task))


def _dials(table: Desk) -> dict[str, Any]:
    """MOT-R.11, MOT-R.13: how this table reads criticals, in contests as in other rolls."""
    return {"margin": table.dial("crit_success_margin"), "overlap": table.dial("crit_setback_overlap")}


def _ties(table: Desk, resisting: str) -> Ties:
    """MOT-1.22, MOT-R.34: whoever resists wins a tie."""
    if resisting == "nobody" or table.dial("resister_wins_ties") == "no":
        return "deadlock"
    return "actor" if resisting == "the first" else "opponent"


def contested(table: Desk, first: Party, second: Party, resisting: str) -> Story:
    """MOT-1.20, MOT-1.21, MOT-1.22, MOT-1.23, MOT-R.15, MOT-R.34, MOT-R.89: both answer, both roll, deadlocks are resolved."""
    plans = []
    for party, other in ((first, second), (second, first)):
        plan = yield from _planned(table, party)
        if plan.how in ("refuse", "fumble"):
            _, *changes = checks.refused(table, party.who, plan)
            line = Say(f"{other.who} wins against {party.who}", ("MOT-R.15",))
            return ends(lost("loses", plan) if party is first else "wins", *changes, line)
        plans.append(plan)
    mine, theirs = yield from _thrown(table, (first, plans[0]), (second, plans[1]))
    result = yield from _told(table, first, mine, second, theirs, _ties(table, resisting))
    if not result.winner:
        resolved = yield from _deadlock(table, (first, mine, plans[0]), (second, theirs, plans[1]))
        if isinstance(resolved, str):
            fumbled = (result.actor_fumbled, result.opponent_fumbled)
            more = _not_won(table, (first, second), plans, fumbled)
            return ends("deadlock", Say(f"Deadlock: {resolved}", ("MOT-1.22",)), *more)
        result = resolved
    return (yield from _settled(table, (first, second), plans, result))


def _thrown(table: Desk, *sides: tuple[Party, Plan]) -> Asks[list[Side]]:
    """What both sides throw: player characters first and for all to see, anybody else behind the screen."""
    found: dict[str, Side] = {}
    for party, plan in sorted(sides, key=lambda side: not pools.is_player_character(table, side[0].who)):
        if pools.is_player_character(table, party.who):
            found[party.who] = yield from ask(_side(table, party, *plan.dice))
        else:
            found[party.who] = yield from behind(partial(_side, table, party))
    return [found[party.who] for party, _ in sides]


def _told(table: Desk, first: Party, mine: Side, second: Party, theirs: Side, ties: Ties) -> Asks[Contest]:
    """Who won, and how: everyone learns it, though not how many successes the game master's side had."""
    names = {"actor": first.who, "opponent": second.who, "": "nobody"}

    def judged() -> tuple[str, ...]:
        result = decide(mine, theirs, ties, **_dials(table))
        return (names[result.winner], *(words for words, holds in zip(HOW, result[1:], strict=True) if holds))

    winner, *how = yield from tell("contest", judged)
    sides: dict[str, Literal["actor", "opponent", ""]] = {first.who: "actor", second.who: "opponent"}
    return Contest(sides.get(winner, ""), *(words in how for words in HOW))


HOW = ("critically", "with a setback", "the first fails critically", "the second fails critically")  # as a contest has them


def _planned(table: Desk, party: Party) -> Asks[Plan]:
    if not pools.is_player_character(table, party.who):
        return Plan("roll")
    kind = pools.kind_of(table, party.who, party.task)
    return (yield from checks.planned(table, party.who, party.task, None, kind))


def _deadlock(table: Desk, one: tuple[Party, Side, Plan], other: tuple[Party, Side, Plan]) -> Asks[Contest | str]:
    """MOT-1.22: where it makes sense the game master names it; where not, a lone player character wins, two roll again."""
    (first, mine, plan), (second, theirs, their_plan) = one, other
    gm = moments.gm_of(table)
    both = (Option(True, "a tie makes sense here"), Option(False, "it makes no sense"))
    if (yield from choose(gm, "deadlock", f"{first.who} and {second.who} are level. Does that make sense?", both)):
        return str((yield from text(gm, "stalemate", "What does it look like?", 200, "a stalemate")))
    heroes = [pools.is_player_character(table, party.who) for party in (first, second)]
    if all(heroes):
        my_pool, their_pool = (
            pools.pool(table, first.who, first.task, *plan.dice),
            pools.pool(table, second.who, second.task, *their_plan.dice),
        )
        kind, their_kind = (pools.kind_of(table, party.who, party.task) for party in (first, second))
        return (yield from ask(contest_till_won(my_pool, their_pool, kind, their_kind, **_dials(table))))
    ties: Ties = "actor" if heroes[0] else "opponent"
    if not any(heroes):
        names = (Option("actor", first.who), Option("opponent", second.who))
        is_first = (yield from choose(gm, "winner", "Neither is a player's character. Who wins?", names)) == "actor"
        ties = "actor" if is_first else "opponent"
    return (yield from _told(table, first, mine, second, theirs, ties))


def words(rolled: Check, won: str, lost: str) -> str:
    """How something went, in the words of what was tried."""
    if not rolled.is_success:
        return lost + " critically" * (rolled.degree is Degree.CRITICAL_FAILURE)
    return won + " critically" * rolled.is_critical + " with a setback" * rolled.setback


def _read(told: str, won: str) -> Check:
    """What such words say."""
    if not told.startswith(won):
        return Check(Degree.CRITICAL_FAILURE if "critically" in told else Degree.FAILURE, False)
    return Check(Degree.CRITICAL_SUCCESS if "critically" in told else Degree.SUCCESS, "setback" in told)


def lost(how: str, plan: Plan) -> str:
    """MOT-5.23, MOT-5.27: lost without a throw, critically if that was taken."""
    return f"{how} critically" if plan.how == "fumble" else how


def _natural(table: Desk, result: Contest, *, is_actor: bool) -> Check:
    """MOT-R.89: a side of a contest as if it had been a roll."""
    if (result.winner == "actor") == is_actor:
        setback = result.setback and table.dial("use_setbacks") == "on"
        return Check(Degree.CRITICAL_SUCCESS if result.is_critical else Degree.SUCCESS, setback)
    is_fumble = result.actor_fumbled if is_actor else result.opponent_fumbled
    return Check(Degree.CRITICAL_FAILURE if is_fumble else Degree.FAILURE, False)


def _settled(table: Desk, parties: tuple[Party, Party], plans: list[Plan], result: Contest) -> Story:
    """MOT-5.25, MOT-5.26, MOT-5.32, MOT-5.46, MOT-R.17: what a contest comes to for both sides, and what it pays."""
    gm, lines, told = Audience({moments.gm_of(table)}), [], []
    earned: list[checks.Earned] = []
    outcomes = []
    for is_actor, party, plan in zip((True, False), parties, plans, strict=True):
        rolled = _natural(table, result, is_actor=is_actor)
        if pools.is_player_character(table, party.who):
            rolled, more = yield from checks.settled(table, party.who, plan, rolled)
            earned += more
        outcomes.append(words(rolled, "wins", "loses"))
        lines.append(Say(f"{party.who} {outcomes[-1]}"))
        told += checks.guidance(rolled, gm)
        told += _tells(table, party, parties[1] if is_actor else parties[0], has_won=rolled.is_success)
    return ends(outcomes[0], *checks.counted_roll(table), *lines, *checks.paid(table, earned), *told)


def _not_won(table: Desk, parties: tuple[Party, Party], plans: list[Plan], fumbled: tuple[bool, bool]) -> list[Change]:
    """MOT-5.25, MOT-5.32, MOT-R.17, MOT-R.89: in a deadlock nobody wins: raised stakes are lost, and a fumble is one.

    Dice pay nothing for it.
    """
    fumble, earned, lines = Check(Degree.CRITICAL_FAILURE, False), [], []
    for party, plan, has_fumbled in zip(parties, plans, fumbled, strict=True):
        seat, raised = table[party.who].owner, plan.how == "raise"
        if raised or has_fumbled:
            lines.append(Say(f"{party.who} does not win: {fumble}", ("MOT-R.17", "MOT-R.89")))
        if raised:
            earned.append(checks.Earned(seat, 2, "raising the stakes", "MOT-5.25"))
    help_ = checks.guidance(fumble, Audience({moments.gm_of(table)})) if lines else []
    return [*checks.counted_roll(table), *lines, *checks.paid(table, earned), *help_]


def _tells(table: Desk, party: Party, other: Party, *, has_won: bool) -> list[Change]:
    """MOT-3.18, MOT-3.20: what a won roll of some skills tells; it forces nobody to anything."""
    row = table.data["lists"]["skills"].get(party.task.skill, {})
    if not has_won or "tells" not in row:
        return []
    return [Say(f"{party.who} learns {row['tells'].format(mark=other.who)}", ("MOT-3.18", "MOT-3.20"))]


# ── lies ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_lie(table: Desk, who: str, mark: str, falsehood: str) -> str | None:
    del falsehood
    if table[who].kind == "encounter" or table[mark].kind == "encounter":
        return f"{who if table[who].kind == 'encounter' else mark} is nobody"
    if pools.is_player_character(table, mark):
        return f"{mark} is nobody whom the game master plays: talk to them"
    return "nobody lies to themselves" if who == mark else None


@verb(roles=("player",), may=_may_lie, group="Rolls")
def lie(table: Desk, who: Mine, mark: Seen, falsehood: Annotated[str, Upto(300)]) -> Story:
    """MOT-6.05: tell somebody a falsehood. Whether they suspect anything, only the game master knows."""
    return (yield from _lie(table, who, mark, falsehood))


def _lie(table: Desk, who: str, mark: str, falsehood: str) -> Story:
    """MOT-3.19, MOT-6.05, MOT-6.06, MOT-6.07, MOT-R.33: no roll, a plain roll, or a contest.

    Which of the two it is hangs on what the mark suspects, and only the game master knows that.

    The liar throws alike in both cases, so that the throw does not tell.
    """
    gm = moments.gm_of(table)
    suspects = {"yes": "suspicious", "no": "not suspicious"}.get(table[mark].get("suspicious", ""), "?")
    ruling, statistic, tn, modifier, reason = yield from form(
        gm,
        "ruling",
        f"{who} lies to {mark}, who is {suspects}: {falsehood}. Dice more if it agrees with known facts, fewer if outlandish.",
        Choose(gm, "ruling", "", (Option("roll", "roll"), Option("passes", "it passes without a roll"))),
        Choose(gm, "statistic", "", options(*table.data["lists"]["statistics"])),
        Number(gm, "tn", "", 1, 9, "successes demanded if nothing is suspected"),
        Number(gm, "modifier", "", -9, 9, "dice for how likely it sounds"),
        Text(gm, "reason", "", 80),
        default=("roll", "will", table.dial("default_tn"), 0, "how it sounds"),
    )
    if ruling == "passes":
        return ends("believed", Say(f"{mark} lets it pass", ("MOT-3.19",)))
    task = Task(statistic, "Lying", modifier=modifier, reason=reason)
    kind = pools.kind_of(table, who, task)
    yield from now(
        Say(f"{who}, lying: {statistic} and Lying, target number {tn} unless {mark} suspects something", ("MOT-6.06",))
    )
    yield from now(*_modified(Party(who, task)))
    plan = yield from checks.planned(table, who, task, tn, kind, what="a lie")
    if plan.how in ("refuse", "fumble"):
        _, *changes = checks.refused(table, who, plan)
        return ends(lost("disbelieved", plan), *changes, Say(f"{mark} does not believe it"))
    dice = pools.pool(table, who, task, *plan.dice)
    unskilled = table.dial("impossibility_unskilled")
    successes, ones = yield from ask(thrown_lie(dice, tn, kind, unskilled))
    need = resolve_pool(dice, tn, kind, unskilled).need
    listening = yield from behind(lambda: _listening(table, mark))
    judged = lambda: words(_judged(table, mark, successes, ones, need, listening), *BELIEF)  # noqa: E731
    told = yield from tell("lie", judged)
    rolled, earned = yield from checks.settled(table, who, plan, _read(told, BELIEF[0]))
    outcome = words(rolled, *BELIEF)
    more = (*checks.paid(table, earned), *checks.guidance(rolled, Audience({gm})))
    return ends(outcome, *checks.counted_roll(table), Say(f"{who}'s lie is {outcome}"), *more)


BELIEF = ("believed", "disbelieved")


def _listening(table: Desk, mark: str) -> Any:
    """MOT-6.07, MOT-6.08, MOT-R.33: Read individual, or bare Perception, of which only sixes count."""
    task = Task("perception", "Read individual")
    if pools.level(table, mark, "Read individual") is None and table.dial("lie_defense_perception") == "statistic_roll":
        task = Task("perception", NO_SKILL)
    return contest_pool(pools.pool(table, mark, task), pools.kind_of(table, mark, task))


def _judged(table: Desk, mark: str, successes: int, ones: int, need: int, listening: Side) -> Check:
    """MOT-6.06, MOT-6.07: against a target number if the mark suspects nothing, else against what the mark rolls."""
    rules = {name: value for name, value in reading(table).items() if name != "unskilled"}
    if table[mark]["suspicious"] == "no":
        return classify(successes, ones, need, **rules)
    return classify(successes, ones, listening.successes + 1, **rules)


# ── shadows and pockets ────────────────────────────────────────────────────────────────────────────────────────────────


def _may_sneak(table: Desk, who: str, target: str, how: str) -> str | None:
    del how
    if who == target:
        return "nobody sneaks up on themselves"
    return checks.may_ask(table, who, NO_SKILL) or checks.may_ask(table, target, NO_SKILL)


@verb(roles=("gm",), may=_may_sneak, group="Rolls")
def call_sneak(table: Desk, who: Seen, target: Seen, how: Literal["Pickpocket", "Stealth"]) -> Story:
    """MOT-3.12, MOT-3.13: somebody picks a pocket or shadows somebody; whether it is noticed, only you learn."""
    return (yield from _sneak(table, who, target, how))


@verb(roles=("gm",), secret=True, may=_may_sneak, group="Behind the screen")
def secret_sneak(table: Desk, who: Seen, target: Seen, how: Literal["Pickpocket", "Stealth"]) -> Story:
    """MOT-3.12, MOT-3.13: the same in secret: somebody's hand in a player character's pocket, a shadow on their trail."""
    party = Party(who, Task(table.data["lists"]["skills"][how]["usual"], how))
    mine = yield from ask(_side(table, party))
    theirs = yield from ask(_side(table, Party(target, Task("perception", NO_SKILL))))
    outcome, notices = sneaked(mine, theirs, is_cautious=table[target]["cautious"] == "yes")
    return ends(outcome, Say(f"{who} and {target}: {outcome}, {'noticed' if notices else 'unnoticed'}"))


def _sneak(table: Desk, who: str, target: str, how: str) -> Story:
    """MOT-3.12, MOT-3.13, MOT-5.25, MOT-5.26, MOT-5.32: a contest that the target resists, noticed or not."""
    party = Party(who, Task(table.data["lists"]["skills"][how]["usual"], how))
    plan = yield from _planned(table, party)
    if plan.how in ("refuse", "fumble"):
        _, *changes = checks.refused(table, who, plan)
        return ends(lost(TAKEN[1], plan), *changes)
    watching = Party(target, Task("perception", NO_SKILL))
    mine, theirs = yield from _thrown(table, (party, plan), (watching, Plan("roll")))
    gm = Audience({moments.gm_of(table)})
    judged = lambda: words(_natural(table, decide(mine, theirs, "opponent", **_dials(table)), is_actor=True), *TAKEN)  # noqa: E731
    rolled = _read((yield from tell("sneak", judged)), TAKEN[0])
    noticed = yield from tell("noticed", lambda: _noticed(table, target, mine, theirs), gm)
    earned: list[checks.Earned] = []
    if pools.is_player_character(table, who):
        rolled, earned = yield from checks.settled(table, who, plan, rolled)
    done = {"Pickpocket": ("has it", "gets nothing"), "Stealth": ("stays on the trail", "loses the trail")}[how]
    line = Say(f"{who} {words(rolled, *done)}", ("MOT-3.12", "MOT-3.13"))
    more = (Say(noticed, ("MOT-R.35",), gm), *checks.paid(table, earned), *checks.guidance(rolled, gm))
    return ends(words(rolled, *TAKEN), *checks.counted_roll(table), line, *more)


def _noticed(table: Desk, target: str, mine: Side, theirs: Side) -> str:
    notices = sneaked(mine, theirs, is_cautious=table[target]["cautious"] == "yes")[1]
    return f"{target} notices" if notices else f"{target} notices nothing"


TAKEN = ("taken", "nothing taken")


def sneaked(mine: Side, theirs: Side, *, is_cautious: bool) -> tuple[str, bool]:
    """MOT-3.12, MOT-3.13, MOT-R.35: whether it comes off, and whether the target notices.

    A tie fails, and only the cautious notice; losing by more fails, and everyone does.
    """
    if mine.successes > theirs.successes:
        return "taken", False
    return "nothing taken", mine.successes < theirs.successes or is_cautious
