"""Contests at the table: two sides that somebody sets against each other, one against many, and things that take part."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fatewright.systems.author import (
    SEAT,
    Asks,
    Between,
    Choose,
    Desk,
    Form,
    From,
    Hidden,
    Offers,
    Say,
    Seen,
    Story,
    Upto,
    Usual,
    choose,
    ends,
    now,
    options,
    phrase,
    say,
    sealed,
    tell,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.characters.people import Lists
from fatewright.systems.triumph_and_disaster.combat.paces import group_of
from fatewright.systems.triumph_and_disaster.combat.sides import SIDES, Own, Present, Rival
from fatewright.systems.triumph_and_disaster.combat.turns import acts, no_action
from fatewright.systems.triumph_and_disaster.mechanics import circumstances, foretelling, rolling
from fatewright.systems.triumph_and_disaster.mechanics.arithmetic import divided
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party
from fatewright.systems.triumph_and_disaster.mechanics.rolls import LEVELS, Circumstance, Level

Ability = Literal["usual", "strength", "agility", "vitality", "erudition", "intuition", "presence"]
Declared = Literal["dice", "succeeds", "fails"]
Rolls = Annotated[str, From("rollable")]
Situation = Annotated[str, From("situations")]
Circumstances = Annotated[int, Between(-6, 6)]
Reason = Annotated[str, Upto(80)]
UNSAID = "-"
NO_SITUATION = "none of these"
USUAL = "usual"


# ── sides ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def canonical(what: str, lists: Lists) -> str:
    """TAD-R.01, TAD-R.02, TAD-R.03: the name that this game has for something: Steal is Sneak, expertise is mastery."""
    for called in (lists["skills_called"], lists["levels_called"]):
        what = str(called.get(what, {}).get("called", what))
    return what


def is_reactive(what: str, lists: Lists) -> bool:
    """TAD-SK.02: whether a skill answers others; whatever is no skill is active."""
    return str(people.skill(canonical(what, lists), lists).get("kind")) == "reactive"


def side(table: Desk, who: str, what: str, ability: str = USUAL, worth: int = 0, why: str = UNSAID, *, tool: str = "") -> Party:
    """TAD-SF.03, TAD-SF.07, TAD-DT.06: one side as the Storyteller calls for it, with what speaks for it or against it."""
    more = (Circumstance(why, worth),) if worth else ()
    return Party(who, canonical(what, table.data["lists"]), "" if ability == USUAL else ability, more, tool=tool)


def best(table: Desk, who: str, *, listed: str = "rollable") -> list[str]:
    """TAD-SK.01, TAD-APT.01: what somebody is best at first, of what they do of themselves; what only answers comes last."""
    sheet, dials, lists = people.sheet(table, who), table.dials(), table.data["lists"]

    def place(what: str) -> tuple[bool, int, int]:
        named = canonical(what, lists)
        level = LEVELS.index(people.level(sheet, named))
        return is_reactive(named, lists), -level, -int(people.score(sheet, people.ability_of(named, dials, lists), lists))

    return sorted(lists[listed], key=place)


def _best_of_other(table: Desk, other: str) -> list[str]:
    return sorted(best(table, other), key=lambda one: not is_reactive(one, table.data["lists"]))


Best = Annotated[Rolls, Offers(best)]


def unsaid(worth: int, why: str) -> str | None:
    """TAD-DT.06: a dominance or a threat has a stated reason."""
    return "say why there is a dominance or a threat" if worth and why.strip() == UNSAID else None


def no_swap(table: Desk, what: str, ability: str) -> str | None:
    """TAD-SF.07: by a dial a skill keeps its own ability; None if the Storyteller may call for this one."""
    own = people.ability_of(canonical(what, table.data["lists"]), table.dials(), table.data["lists"])
    if table.dial("ability_swap") == "storyteller" or ability in (USUAL, own):
        return None
    return f"{what} goes by {own.capitalize()} here"


# ── one against one ────────────────────────────────────────────────────────────────────────────────────────────────────


def _begins(table: Desk, situation: str, who: str) -> str | None:
    """TAD-CON.05, TAD-CON.07, TAD-R.26: with what a situation usually begins."""
    lists = table.data["lists"]
    begins = lists["pairings"].get(situation, {}).get("initiator")
    found = group_of(table, table[who]["weapon"]) if begins == "weapon" else begins
    return found if found in lists["rollable"] else None


def answering(table: Desk, skill: str) -> str | None:
    """TAD-CON.05, TAD-CON.07, TAD-R.27, TAD-R.28: what usually answers a skill."""
    lists = table.data["lists"]
    begins = canonical(skill, lists)
    begins = "weapon" if begins in lists["weapon_groups"] else begins
    return next((one["reactor"] for one in lists["pairings"].values() if one["initiator"] == begins), None)


def _answers_there(table: Desk, situation: str, skill: str) -> str | None:
    row = table.data["lists"]["pairings"].get(situation)
    return row["reactor"] if row else answering(table, skill)


def _may_contest(
    table: Desk, who: str, skill: str, other: str, other_skill: str, ability: str, other_ability: str, **given: Any
) -> str | None:
    if who == other:
        return f"{who} cannot contest with themselves"
    return (
        no_swap(table, skill, ability)
        or no_swap(table, other_skill, other_ability)
        or unsaid(given["worth"], given["why"])
        or unsaid(given["other_worth"], given["other_why"])
    )


@verb(
    "{who} uses {skill} against {other}, who answers with {other_skill}",
    more=(
        "kind of contest: {situation}",
        "ability behind the skill: {ability}",
        "dominances on the roll (below 0: threats): {worth}, for this reason: {why}",
        "ability behind the answer: {other_ability}",
        "dominances on the answer (below 0: threats): {other_worth}, for this reason: {other_why}",
        "the Storyteller's word: {declared}",
    ),
    roles=("gm",),
    may=_may_contest,
    group="Rolls",
)
def contest_(
    table: Desk,
    who: Present,
    skill: Annotated[Best, Usual(_begins)],
    other: Rival,
    other_skill: Annotated[Rolls, Offers(_best_of_other), Usual(_answers_there)],
    situation: Situation = NO_SITUATION,
    ability: Ability = "usual",
    worth: Circumstances = 0,
    why: Reason = UNSAID,
    other_ability: Ability = "usual",
    other_worth: Circumstances = 0,
    other_why: Reason = UNSAID,
    declared: Declared = "dice",
) -> Story:
    """TAD-CON.01, TAD-CON.02, TAD-CON.03, TAD-CON.04, TAD-CON.11, TAD-SF.05, TAD-SF.07: somebody acts, another reacts.

    Both roll at once, and the higher total wins; a tie is the reactor's. Circumstances are dominances, or below 0 threats.
    You may declare how it ends, before any dice.
    """
    if declared != "dice":
        return (yield from by_decree(who, skill, declared == "succeeds", situation))
    mine = side(table, who, skill, ability, worth, why)
    theirs = side(table, other, other_skill, other_ability, other_worth, other_why)
    return (yield from between(table, mine, theirs))


def by_decree(who: str, skill: str, succeeds: bool, about: str = NO_SITUATION) -> Story:
    """TAD-CON.04, TAD-R.30: the Storyteller says how it ends, and no dice fall."""
    told = "succeeds" if succeeds else "fails"
    what = skill if about == NO_SITUATION else phrase("{skill:word}, {about:text}", skill=skill, about=about)
    yield from now(say("{who} ({what:word}): the Storyteller says it {told:word}", "TAD-CON.04", who=who, what=what, told=told))
    return ends("works" if succeeds else "refused")


def between(table: Desk, mine: Party, theirs: Party) -> Story:
    """TAD-CON.02, TAD-CON.06: a contest, its odds for whoever may know them, and what it came to."""
    yield from foretelling.foretold(table, mine, theirs)
    verdict = yield from rolling.contested(table, mine, theirs)
    return ends(verdict.contested)


# ── one against many ───────────────────────────────────────────────────────────────────────────────────────────────────


def _may_contest_all(table: Desk, who: str, skill: str, ability: str, worth: int, why: str, **_: Any) -> str | None:
    del who
    return no_swap(table, skill, ability) or unsaid(worth, why)


@verb(
    "{who} uses {skill} against several, who answer with {other_skill}",
    more=("ability behind the skill: {ability}", "dominances on the roll (below 0: threats): {worth}, for this reason: {why}"),
    roles=("gm",),
    may=_may_contest_all,
    group="Rolls",
)
def contest_with_all(
    table: Desk,
    who: Present,
    skill: Best,
    other_skill: Annotated[Rolls, Usual(answering)],
    ability: Ability = "usual",
    worth: Circumstances = 0,
    why: Reason = UNSAID,
) -> Story:
    """TAD-CON.09: one acts, several react; you are asked who. Each of them compares alone, by a dial with a roll each."""
    reactors = yield from _chosen_reactors(table, who)
    mine = side(table, who, skill, ability, worth, why)
    theirs = [side(table, one, other_skill) for one in reactors]
    yield from foretelling.foretold_against(table, mine, theirs, needs_all=False)
    won = yield from against_all(table, mine, theirs)
    return ends(
        "wins" if won else "loses", say("{who} wins against {won}", "TAD-CON.09", who=who, won=[*won] or phrase("nobody"))
    )


def _chosen_reactors(table: Desk, who: str) -> Asks[list[str]]:
    gm = SEAT + people.storyteller(table)
    others = [token.name for token in table.tokens() if token.name != who]
    fields = tuple(Choose(gm, name, "Do they react?", options("yes", "no"), "no") for name in others)
    asked = Form(gm, "reactors", phrase("Who reacts to {who}?", who=who), fields, ("no",) * len(others))
    (answers,) = yield from sealed("reactors", "Who reacts?", asked, is_kept=True)
    named = yield from tell("targets", lambda: tuple(name for name, one in zip(others, answers, strict=True) if one == "yes"))
    return list(named)


def against_all(table: Desk, mine: Party, reactors: list[Party]) -> Asks[list[str]]:
    """TAD-CON.09: the initiator rolls once, or by a dial against each; against whom they win."""
    rolled = None
    if reactors and table.dial("area_roll") == "one_roll":
        rolled = yield from rolling.begun(table, mine)
    won = []
    for one in reactors:
        verdict = yield from rolling.contested(table, mine, one, rolled=rolled)
        if verdict.is_won:
            won.append(one.name)
    return won


# ── things ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def score_of_band(table: Desk, band: str) -> int:
    """TAD-CON.08, TAD-GEN.01: a thing's score by how hard it is: a fifth of the lowest will of the band."""
    return divided(table.dials(), table.data["lists"]["bands"][band]["low"], 5)


def _level_of_things(table: Desk) -> str:
    """TAD-CON.08: the level that things have at this table."""
    return str(table.dial("object_default_level"))


def _may_meet_thing(table: Desk, skill: str, ability: str, worth: int, why: str, **_: Any) -> str | None:
    return no_swap(table, skill, ability) or unsaid(worth, why)


@verb(
    "{who} uses {skill} against {thing}",
    more=(
        "who begins: {begins}",
        "how hard the thing is: {band}",
        "score of the thing: {score}",
        "level of the thing: {level}",
        "ability behind the skill: {ability}",
        "dominances on the roll (below 0: threats): {worth}, for this reason: {why}",
    ),
    roles=("gm",),
    may=_may_meet_thing,
    group="Rolls",
)
def contest_with_thing(
    table: Desk,
    who: Present,
    skill: Best,
    thing: Annotated[str, Upto(60)],
    begins: Literal["they do", "the thing does"] = "they do",
    band: Annotated[str, From("bands"), Hidden] = "Moderate",
    score: Annotated[int, Between(-5, 20), Hidden, Usual(score_of_band)] = 3,
    level: Annotated[str, From("level_words"), Hidden, Usual(_level_of_things)] = "aptitude",
    ability: Ability = "usual",
    worth: Circumstances = 0,
    why: Reason = UNSAID,
) -> Story:
    """TAD-CON.01, TAD-CON.08: somebody against a thing: a lock, a trap, a poison. You give it a score and a level.

    The band suggests the score; players learn neither.
    """
    del band
    party = side(table, who, skill, ability, worth, why)
    other = Party("", thing, level=_level(level, table), score=score)
    mine, theirs = (party, other) if begins == "they do" else (other, party)
    return (yield from between(table, mine, theirs))


def _level(word: str, table: Desk) -> Level:
    """TAD-R.03: a level by its name; expertise is mastery."""
    return canonical(word, table.data["lists"])  # type: ignore[return-value]  # the form offers levels alone


# ── circumstances ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_help(table: Desk, who: str, whom: str, skill: str) -> str | None:
    del skill
    if table.dial("help_dominance") == 0:
        return "helping gives nothing at this table"
    return f"{who} cannot help themselves" if who == whom else no_action(table, who)


@verb("{who} helps {whom} with {skill}", may=_may_help, group="Rolls")
def help_(table: Desk, who: Own, whom: Annotated[Seen, Offers(SIDES.mates)], skill: Best) -> Story:
    """TAD-SF.09, TAD-CMB.05: help somebody with their next such roll, if the Storyteller finds that you could.

    One helper counts, and no more. In a fight that is your action.
    """
    what, gm = canonical(skill, table.data["lists"]), SEAT + people.storyteller(table)
    prompt = phrase("{who} helps {whom} with {what:text}. Could they?", who=who, whom=whom, what=what)
    if (yield from choose(gm, "help", prompt, options("yes", "no"), "yes")) == "no":
        return ends("refused", say("{who} cannot help {whom} with {what:text}", "TAD-SF.09", who=who, whom=whom, what=what))
    changes = circumstances.waits(table, whom, Circumstance("help", table.dial("help_dominance"), what))
    told = (
        phrase("{who} helps {whom} with {what:text}", who=who, whom=whom, what=what)
        if changes
        else phrase("{whom} has all the help with {what:text} that counts", whom=whom, what=what)
    )
    return ends("done" if changes else "nothing", *changes, *acts(table, who), Say(told, ("TAD-SF.09",)))


ANY_ROLL = "any roll"


def _may_put(table: Desk, why: str, **_: Any) -> str | None:
    del table
    return unsaid(1, why)


def _one(table: Desk) -> int:
    del table
    return 1


@verb(
    "{who} gets dominances (below 0: threats) on the next roll: {worth}, for this reason: {why}",
    more=("which next roll it counts for: {on}",),
    roles=("gm",),
    may=_may_put,
    group="Rolls",
)
def circumstance(
    table: Desk,
    who: Present,
    worth: Annotated[Circumstances, Usual(_one)],
    why: Reason,
    on: Annotated[str, From("any_rolls")] = ANY_ROLL,
) -> Story:
    """TAD-DT.01, TAD-DT.06: lay dominances (or, below 0, threats) beside somebody for their next roll, and say why.

    0 takes back what lies there for that reason.
    """
    what = "" if on == ANY_ROLL else canonical(on, table.data["lists"])
    if worth == 0:
        changes, told = circumstances.taken(table, who, why), f"{who}: no longer {why}"
    else:
        changes = circumstances.waits(table, who, Circumstance(why, worth, what))
        told = (
            phrase("{who}, next {what:text}: {why:text} {worth:+}", who=who, what=what or phrase("roll"), why=why, worth=worth)
            if changes
            else phrase("{why:text} lies beside {who} already", why=why, who=who)
        )
    yield from now(*changes, Say(told, ("TAD-DT.06",)))
    return ends("done" if changes else "nothing")
