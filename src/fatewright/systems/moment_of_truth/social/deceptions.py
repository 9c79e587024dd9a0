"""Deceptions: lies, shadows and picked pockets: contests in which the game master keeps something to themselves."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from fatewright.systems.author import (
    Audience,
    Choose,
    Desk,
    Number,
    Offers,
    Option,
    Say,
    Seen,
    Story,
    Text,
    Upto,
    ask,
    behind,
    ends,
    form,
    now,
    options,
    phrase,
    say,
    tell,
    verb,
)
from fatewright.systems.moment_of_truth.combat.harm import SIDES, Own, Present
from fatewright.systems.moment_of_truth.combat.turns import Rival
from fatewright.systems.moment_of_truth.drama import answers, moments
from fatewright.systems.moment_of_truth.mechanics import checks, pools
from fatewright.systems.moment_of_truth.mechanics.contests import (
    Contestant,
    ask_side_for_plan,
    criticals,
    lost,
    modified,
    natural,
    said_by,
    side,
    thrown,
    words,
)
from fatewright.systems.moment_of_truth.mechanics.pools import NO_SKILL, Task
from fatewright.systems.moment_of_truth.mechanics.rolls import (
    Check,
    SideDice,
    classify,
    contest_pool,
    decide,
    resolve_pool,
    thrown_lie,
)

# ── lies ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_lie(table: Desk, who: str, mark: str, falsehood: str) -> str | None:
    del falsehood
    if table[who].kind == "encounter" or table[mark].kind == "encounter":
        return f"{who if table[who].kind == 'encounter' else mark} is nobody"
    if pools.is_player_character(table, mark):
        return f"{mark} is nobody whom the game master plays: talk to them"
    return "nobody lies to themselves" if who == mark else None


@verb("{who} speaks to {mark} and tells this lie: {falsehood}", roles=("player",), may=_may_lie, group="Rolls")
def lie(table: Desk, who: Own, mark: Rival, falsehood: Annotated[str, Upto(300)]) -> Story:
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
        phrase(
            "{who} lies to {mark}, who is {suspects:word}: {falsehood:text}. "
            "Dice more if it agrees with known facts, fewer if outlandish.",
            who=who,
            mark=mark,
            suspects=suspects,
            falsehood=falsehood,
        ),
        Choose(gm, "ruling", "", (Option("roll", "roll"), Option("passes", "it passes without a roll"))),
        Choose(gm, "statistic", "", options(*table.data["lists"]["statistics"])),
        Number(gm, "tn", "", 1, 9, "successes demanded if nothing is suspected"),
        Number(gm, "modifier", "", -9, 9, "dice for how likely it sounds"),
        Text(gm, "reason", "", 80),
        default=("roll", "will", table.dial("default_tn"), 0, "how it sounds"),
    )
    if ruling == "passes":
        return ends("believed", say("{mark} lets it pass", "MOT-3.19", mark=mark))
    task = Task(statistic, "Lying", modifier=modifier, reason=reason)
    kind = pools.kind_of(table, who, task)
    yield from now(
        say(
            "{who}, lying: {statistic:word} and Lying, target number {tn} unless {mark} suspects something",
            "MOT-6.06",
            who=who,
            statistic=statistic,
            tn=tn,
            mark=mark,
        )
    )
    yield from now(*modified(Contestant(who, task)))
    plan = yield from answers.ask_for_plan(table, who, task, tn, kind, what="a lie")
    if plan.how in ("refuse", "fumble"):
        _, *changes = answers.refused(table, who, plan)
        return ends(lost("disbelieved", plan), *changes, say("{mark} does not believe it", mark=mark))
    dice = pools.pool(table, who, task, *plan.dice)
    unskilled = table.dial("impossibility_unskilled")
    successes, ones = yield from ask(thrown_lie(dice, tn, kind, unskilled), by=who)
    need = resolve_pool(dice, tn, kind, unskilled).need
    listening = yield from behind(lambda: _listening(table, mark))
    judged = lambda: words(_judged(table, mark, successes, ones, need, listening), *BELIEF)  # noqa: E731
    told = yield from tell("lie", judged)
    rolled, earned = yield from answers.ask_to_settle(table, who, plan, said_by(told, *BELIEF))
    outcome = words(rolled, *BELIEF)
    more = (*answers.paid(table, earned), *answers.guidance(rolled, Audience({gm})))
    return ends(outcome, *answers.counted_roll(table), say("{who}'s lie is {outcome:word}", who=who, outcome=outcome), *more)


BELIEF = ("believed", "disbelieved")


def _listening(table: Desk, mark: str) -> Any:
    """MOT-6.07, MOT-6.08, MOT-R.33: Read individual, or bare Perception, of which only sixes count."""
    task = Task("perception", "Read individual")
    if pools.level(table, mark, "Read individual") is None and table.dial("lie_defense_perception") == "statistic_roll":
        task = Task("perception", NO_SKILL)
    return contest_pool(pools.pool(table, mark, task), pools.kind_of(table, mark, task))


def _judged(table: Desk, mark: str, successes: int, ones: int, need: int, listening: SideDice) -> Check:
    """MOT-6.06, MOT-6.07: against a target number if the mark suspects nothing, else against what the mark rolls."""
    rules = {name: value for name, value in checks.reading(table).items() if name != "unskilled"}
    if table[mark]["suspicious"] == "no":
        return classify(successes, ones, need, **rules)
    return classify(successes, ones, listening.successes + 1, **rules)


# ── shadows and pockets ────────────────────────────────────────────────────────────────────────────────────────────────


def _may_sneak(table: Desk, who: str, target: str, how: str) -> str | None:
    del how
    if who == target:
        return "nobody sneaks up on themselves"
    return checks.may_ask(table, who, NO_SKILL) or checks.may_ask(table, target, NO_SKILL)


Sneaking = Literal["Pickpocket", "Stealth"]


def _sneaking(table: Desk, who: str) -> list[str]:
    """MOT-3.12, MOT-3.13: what somebody is better at first."""
    return [one for one in checks.owned_first(table, who) if one in get_args(Sneaking)]


@verb("{who} sneaks up on {target}, using {how}", roles=("gm",), may=_may_sneak, group="Rolls")
def call_sneak(table: Desk, who: Present, target: Rival, how: Annotated[Sneaking, Offers(_sneaking)]) -> Story:
    """MOT-3.12, MOT-3.13: somebody picks a pocket or shadows somebody; whether it is noticed, only you learn."""
    return (yield from _sneak(table, who, target, how))


@verb(
    "{who} sneaks up on {target} in secret, using {how}", roles=("gm",), secret=True, may=_may_sneak, group="Behind the screen"
)
def secret_sneak(
    table: Desk, who: Annotated[Seen, Offers(SIDES.own)], target: Rival, how: Annotated[Sneaking, Offers(_sneaking)]
) -> Story:
    """MOT-3.12, MOT-3.13: the same in secret: somebody's hand in a player character's pocket, a shadow on their trail."""
    party = Contestant(who, Task(table.data["lists"]["skills"][how]["usual"], how))
    mine = yield from ask(side(table, party))
    theirs = yield from ask(side(table, Contestant(target, Task("perception", NO_SKILL))))
    outcome, notices = sneaked(mine, theirs, is_cautious=table[target]["cautious"] == "yes")
    return ends(
        outcome,
        say(
            "{who} and {target}: {outcome:word}, {how}",
            who=who,
            target=target,
            outcome=outcome,
            how=phrase("noticed") if notices else phrase("unnoticed"),
        ),
    )


def _sneak(table: Desk, who: str, target: str, how: str) -> Story:
    """MOT-3.12, MOT-3.13, MOT-5.25, MOT-5.26, MOT-5.32: a contest that the target resists, noticed or not."""
    party = Contestant(who, Task(table.data["lists"]["skills"][how]["usual"], how))
    plan = yield from ask_side_for_plan(table, party)
    if plan.how in ("refuse", "fumble"):
        _, *changes = answers.refused(table, who, plan)
        return ends(lost(TAKEN[1], plan), *changes)
    watching = Contestant(target, Task("perception", NO_SKILL))
    watches = yield from ask_side_for_plan(table, watching, "whether you notice something", "own")
    mine, theirs = yield from thrown(table, (party, plan), (watching, watches))
    gm = Audience({moments.gm_of(table)})
    judged = lambda: words(natural(table, decide(mine, theirs, "opponent", **criticals(table)), is_actor=True), *TAKEN)  # noqa: E731
    rolled = said_by((yield from tell("sneak", judged)), *TAKEN)
    noticed = yield from tell("noticed", lambda: _noticed(table, target, mine, theirs), gm)
    earned: list[answers.Earned] = []
    if pools.is_player_character(table, who):
        rolled, earned = yield from answers.ask_to_settle(table, who, plan, rolled)
    done = {"Pickpocket": ("has it", "gets nothing"), "Stealth": ("stays on the trail", "loses the trail")}[how]
    line = say("{who} {words}", "MOT-3.12", "MOT-3.13", who=who, words=words(rolled, *done))
    more = (Say(noticed, ("MOT-R.35",), gm), *answers.paid(table, earned), *answers.guidance(rolled, gm))
    return ends(words(rolled, *TAKEN), *answers.counted_roll(table), line, *more)


def _noticed(table: Desk, target: str, mine: SideDice, theirs: SideDice) -> str:
    notices = sneaked(mine, theirs, is_cautious=table[target]["cautious"] == "yes")[1]
    return f"{target} notices" if notices else f"{target} notices nothing"


TAKEN = ("taken", "nothing taken")


def sneaked(mine: SideDice, theirs: SideDice, *, is_cautious: bool) -> tuple[str, bool]:
    """MOT-3.12, MOT-3.13, MOT-R.35: whether it comes off, and whether the target notices.

    A tie fails, and only the cautious notice; losing by more fails, and everyone does.
    """
    if mine.successes > theirs.successes:
        return "taken", False
    return "nothing taken", mine.successes < theirs.successes or is_cautious
