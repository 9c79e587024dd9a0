"""Versus fate, and what players try: the Storyteller says against what, how hard it is, or that it simply works."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from fatewright.systems.author import (
    SEAT,
    Asks,
    Between,
    Call,
    Change,
    Choose,
    Desk,
    Form,
    From,
    Hidden,
    Learn,
    Lens,
    Number,
    Offers,
    Option,
    PutFact,
    Story,
    Text,
    Upto,
    Usual,
    ask,
    ends,
    now,
    options,
    phrase,
    say,
    sealed,
    so_far,
    subrule,
    tell,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.characters.people import ABILITIES, Lists
from fatewright.systems.triumph_and_disaster.combat.sides import Own, Present, Rival
from fatewright.systems.triumph_and_disaster.combat.turns import acts, no_action
from fatewright.systems.triumph_and_disaster.mechanics import contests, foretelling, rolling, rolls
from fatewright.systems.triumph_and_disaster.mechanics.arithmetic import divided
from fatewright.systems.triumph_and_disaster.mechanics.contests import (
    UNSAID,
    USUAL,
    Ability,
    Best,
    Circumstances,
    Declared,
    Reason,
    side,
)
from fatewright.systems.triumph_and_disaster.mechanics.retries import THIS, forgotten, path_of
from fatewright.systems.triumph_and_disaster.mechanics.rolling import FATE, Party
from fatewright.systems.triumph_and_disaster.mechanics.rolls import Decision

MOST_WILL = 60
Will = Annotated[int, Between(0, MOST_WILL), Hidden]
Band = Annotated[str, From("bands"), Hidden]
Task = Annotated[str, Upto(80)]
NO_TOOL = "no tool"
DICE, WORKS, CANNOT = "dice", "it works", "it cannot be done"


# ── how hard it is ─────────────────────────────────────────────────────────────────────────────────────────────────────


def will_of(band: str, dials: Mapping[str, Any], lists: Lists) -> int:
    """TAD-FATE.04, TAD-FATE.07: the number of a band that stands in a form at first: its lowest, middle or highest.

    The last band has no end: its middle and its highest are as far above its lowest as those of the band before.
    """
    rows = sorted(lists["bands"].values(), key=lambda row: int(row["low"]))
    row = lists["bands"][band]
    width = min(int(one["high"]) - int(one["low"]) for one in rows)
    low, high = int(row["low"]), min(int(row["high"]), int(row["low"]) + width)
    return {"low": low, "middle": divided(dials, low + high, 2), "high": high}[dials["fate_default_in_band"]]


def ladder(lists: Lists) -> str:
    """TAD-FATE.04: the bands, in a line."""
    return ", ".join(f"{name} {row['low']}" for name, row in lists["bands"].items())


def _banded(table: Desk, band: str) -> int:
    """TAD-FATE.07: the number that goes with a band."""
    return will_of(band, table.dials(), table.data["lists"])


# ── trying again ───────────────────────────────────────────────────────────────────────────────────────────────────────


def no_retry(table: Desk, who: str, skill: str, task: str) -> str | None:
    """TAD-SF.10: versus fate, what has failed is tried again only when the situation has changed; by a dial, freely."""
    what = contests.canonical(skill, table.data["lists"])
    if table.dial("retry_rule") == "free" or not table.fact(*path_of(who, what, task)):
        return None
    about = "" if task == THIS else f" ({task})"
    return f"{who} has failed at this with {what} already{about}: something has to change before it can be tried again"


@verb("the situation changes for {who}", roles=("gm",), group="Rolls")
def situation_changed(table: Desk, who: Present) -> Story:
    """TAD-SF.10: something has changed: what somebody has failed at, they may try again."""
    changes = forgotten(table, who)
    yield from now(*changes)
    return ends("done" if changes else "nothing", say("{who} may try again: the situation has changed", "TAD-SF.10", who=who))


# ── versus fate ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_fate(table: Desk, who: str, skill: str, ability: str, worth: int, why: str, task: str, **_: Any) -> str | None:
    return contests.no_swap(table, skill, ability) or contests.unsaid(worth, why) or no_retry(table, who, skill, task)


@verb(
    "{who} uses {skill} against fate",
    more=(
        "how hard it is: {band}, the will of fate: {will}",
        "what they try: {task}",
        "ability behind the skill: {ability}",
        "dominances on the roll (below 0: threats): {worth}, for this reason: {why}",
        "the Storyteller's word: {declared}",
    ),
    roles=("gm",),
    may=_may_fate,
    group="Rolls",
)
def fate(
    table: Desk,
    who: Present,
    skill: Best,
    will: Annotated[Will, Usual(_banded)],
    band: Band = "Moderate",
    task: Task = THIS,
    ability: Ability = "usual",
    worth: Circumstances = 0,
    why: Reason = UNSAID,
    declared: Declared = "dice",
) -> Story:
    """TAD-FATE.01, TAD-FATE.02, TAD-FATE.03, TAD-FATE.09, TAD-SF.05, TAD-SK.04: somebody against a number of which you know.

    Fate does not roll, and wins ties. If nothing that could be rolled would do, it fails at once.
    """
    del band
    if declared != "dice":
        return (yield from contests.by_decree(who, skill, declared == "succeeds", task))
    return (yield from against_fate(table, side(table, who, skill, ability, worth, why), will, task))


def against_fate(table: Desk, party: Party, will: int, task: str) -> Story:
    """TAD-FATE.02, TAD-SF.10: a roll versus fate, its odds for whoever may know them; a failure is remembered."""
    yield from foretelling.foretold_fate(table, party, will)
    verdict = yield from rolling.tested(table, party, will, is_secret=True)
    return ends(verdict.outcome, *recorded(party, verdict, task))


def recorded(party: Party, verdict: Decision, task: str) -> list[Change]:
    """TAD-SF.10, TAD-GEN.06: a failure is remembered; the Storyteller may overrule it."""
    path = path_of(party.who, party.what, task)
    failed: list[Change] = [] if verdict.is_won else [PutFact(path, True)]
    return [*failed, rolling.remembered(party.name, FATE, verdict, *path)]


def ask_for_will(table: Desk, prompt: str) -> Asks[int]:
    """TAD-FATE.07, TAD-FATE.09: the Storyteller says how hard it is, and keeps it."""
    lists, gm = table.data["lists"], SEAT + people.storyteller(table)
    start = will_of("Moderate", table.dials(), lists)
    asked = Number(gm, "will", phrase("{prompt:text}. How hard is it?", prompt=prompt), 0, MOST_WILL, ladder(lists), start)
    (will,) = yield from sealed("will", "How hard is it?", asked, is_kept=True)
    return int(will)


def ask_for_words(table: Desk, who: str, name: str, prompt: str, longest: int = 300) -> Asks[str]:
    """TAD-ROLE.02: the Storyteller says what somebody finds out; their player hears it, and nobody else."""
    asked = Text(SEAT + people.storyteller(table), name, prompt, longest)
    (kept,) = yield from sealed(name, phrase("what {who} finds out", who=who), asked, is_kept=True)
    words: str = yield from tell("words", lambda: kept, people.knowers(table, who))
    return words


# ── what players try ───────────────────────────────────────────────────────────────────────────────────────────────────


def _may_attempt(table: Desk, who: str, skill: str, what: str, **_: Any) -> str | None:
    return no_action(table, who) or no_retry(table, who, skill, what)


@verb("{who} uses {skill} to try this: {what}", more=("tool used: {tool}",), may=_may_attempt, group="Rolls")
def attempt(
    table: Desk,
    who: Own,
    skill: Best,
    what: Annotated[str, Upto(200)],
    tool: Annotated[str, From("any_tools")] = NO_TOOL,
) -> Story:
    """TAD-SF.01, TAD-SF.07, TAD-FATE.01, TAD-APT.08: say what you try; the Storyteller says against what, and how hard it is.

    Or that it simply works, or cannot be done. In a fight it is your action.
    """
    return (yield from _tried(table, who, skill, what, FATE, tool))


def _may_challenge(table: Desk, who: str, skill: str, against: str, **_: Any) -> str | None:
    if who == against:
        return f"{who} cannot contest with themselves"
    if table.dial("reactive_initiates") == "fate_only" and contests.is_reactive(skill, table.data["lists"]):
        return f"{skill} answers what others do: only the Storyteller calls for a contest that begins with it"
    return no_action(table, who)


@verb("{who} challenges {against} with {skill}, trying this: {what}", may=_may_challenge, group="Rolls")
def challenge(table: Desk, who: Own, skill: Best, against: Rival, what: Annotated[str, Upto(200)]) -> Story:
    """TAD-CON.01, TAD-SF.07, TAD-SK.02, TAD-SK.05: say what you try against somebody, and the Storyteller what answers.

    In a fight it is your action.
    """
    return (yield from _tried(table, who, skill, what, against, NO_TOOL))


def _tried(table: Desk, who: str, skill: str, what: str, against: str, tool: str) -> Story:
    lists = table.data["lists"]
    yield from now(
        *acts(table, who), say("{who} tries {skill:word}: {what:text}", "TAD-SF.07", who=who, skill=skill, what=what)
    )
    ruling, will = yield from _ruled(table, who, contests.canonical(skill, lists), what, against)
    if ruling.how != DICE:
        return (yield from contests.by_decree(who, ruling.skill, ruling.how == WORKS, what))
    used = "" if tool == NO_TOOL else tool
    mine = side(table, who, ruling.skill, ruling.ability, ruling.worth, ruling.why, tool=used)
    if ruling.against == FATE:
        return (yield from against_fate(table, mine, will, what))
    theirs = side(table, ruling.against, ruling.other_skill, USUAL, ruling.other_worth, ruling.other_why)
    return (yield from contests.between(table, mine, theirs))


class SetDifficulty(NamedTuple):
    """TAD-SF.07: what the Storyteller says of an attempt, for all to hear; how hard it is does not belong to it."""

    how: str
    against: str
    skill: str
    ability: str
    worth: int
    why: str
    other_skill: str
    other_worth: int
    other_why: str


def _ruled(table: Desk, who: str, skill: str, what: str, against: str) -> Asks[tuple[SetDifficulty, int]]:
    """TAD-SF.07, TAD-CON.04, TAD-FATE.07, TAD-FATE.09, TAD-DT.06: the Storyteller rules on an attempt, in one form."""
    gm, lists = SEAT + people.storyteller(table), table.data["lists"]
    others = [token.name for token in table.tokens() if token.name != who]
    named = tuple(Option(one, one) for one in (*lists["skills"], *ABILITIES, *lists["weapon_groups"]))
    usual = contests.answering(table, skill) or "Notice"
    start = SetDifficulty(DICE, against, skill, USUAL, 0, UNSAID, usual, 0, UNSAID)
    will = will_of("Moderate", table.dials(), lists)
    fields = (
        Choose(gm, "ruling", "Dice?", options(DICE, WORKS, CANNOT), DICE),
        Choose(gm, "against", "Against whom?", options(FATE, *others), against),
        Choose(gm, "skill", phrase("What does {who} roll?", who=who), named, skill),
        Choose(gm, "ability", "With which ability?", _abilities(table, skill), USUAL),
        Number(gm, "worth", "Dominances, or below 0 threats", -6, 6, default=0),
        Text(gm, "why", "Why?", 80, UNSAID),
        Choose(gm, "other skill", "What do they answer with?", named, usual),
        Number(gm, "other worth", "Their dominances, or below 0 threats", -6, 6, default=0),
        Text(gm, "other why", "Why?", 80, UNSAID),
        Number(gm, "will", "Against fate: how hard is it?", 0, 60, ladder(lists), will),
    )
    asked = Form(
        gm, "ruling", phrase("{who} tries {skill:word}: {what:text}", who=who, skill=skill, what=what), fields, (*start, will)
    )
    (answer,) = yield from sealed("ruling", "What does the Storyteller say?", asked, is_kept=True)
    told = yield from tell("ruling", lambda: tuple(answer[:-1]))
    return SetDifficulty(*told), answer[-1]


def _abilities(table: Desk, skill: str) -> tuple[Option[str], ...]:
    offered = (USUAL, *ABILITIES)
    return tuple(Option(one, one, contests.no_swap(table, skill, one) or "") for one in offered)


# ── what nobody hears of ───────────────────────────────────────────────────────────────────────────────────────────────


NOTICE = "Notice"


def _may_notice(table: Desk, who: str, **_: Any) -> str | None:
    if not table.dial("secret_notice"):
        return "at this table Notice is rolled openly: let them roll it against fate, or against whoever hides"
    return None if people.is_player_character(table, who) else f"{who} is yours anyway"


@verb(
    "{who} may notice something and learn: {learns}",
    more=("how hard it is: {band}, the will of fate: {will}",),
    roles=("gm",),
    secret=True,
    may=_may_notice,
    group="Rolls",
)
def secret_notice(
    table: Desk, who: Present, will: Annotated[Will, Usual(_banded)], learns: Annotated[str, Upto(500)], band: Band = "Moderate"
) -> Story:
    """TAD-EXP.04, TAD-INT.04, TAD-SK.05: whether somebody notices what they are not looking for. Nobody hears that you roll.

    If they do, what they learn goes into their player's notes, and nowhere else.
    """
    del band
    party = Party(who, NOTICE)
    yield from foretelling.foretold_fate(table, party, will)
    rolled = yield from rolling.unseen(table, party)  # in any case: that nothing is rolled would tell how hard it is
    verdict = rolls.against_will(rolled, will, table.dial("triumph_rule"))
    outcome = "loses" if rolling.cannot_reach(table, party, will) else verdict.outcome
    return (yield from _noticed(table, who, outcome, learns, f"{who}: Notice against {will}"))


@verb("{who} may notice {hider} and learn: {learns}", roles=("gm",), secret=True, may=_may_notice, group="Rolls")
def secret_notice_of(table: Desk, who: Present, hider: Rival, learns: Annotated[str, Upto(500)]) -> Story:
    """TAD-EXP.04, TAD-CON.07: whether somebody notices one who hides: Sneak against Notice, and nobody hears of it."""
    mine, theirs = Party(hider, "Sneak"), Party(who, NOTICE)
    yield from so_far(None, lambda: is_noticed(foretelling.contest_call(table, mine, theirs)))
    hidden = yield from rolling.unseen(table, mine, theirs)
    alert = yield from rolling.unseen(table, theirs, mine)
    is_seen = not rolls.settled(hidden, alert, table.dial("triumph_rule")).is_won
    return (yield from _noticed(table, who, "wins" if is_seen else "loses", learns, f"{who}: Notice against {hider}'s Sneak"))


@subrule(Lens("wins", lambda outcome: outcome == "wins"))
def is_noticed(sneaking: Call[str]) -> Asks[str]:
    """TAD-EXP.04: whoever hides acts, and whoever notices it reacts: what one loses, the other wins."""
    return "loses" if (yield from ask(sneaking)) in ("wins", "triumph") else "wins"


def _noticed(table: Desk, who: str, outcome: str, learns: str, told: str) -> Story:
    """TAD-EXP.04: only whoever notices something is told anything; who does not never hears that dice fell."""
    line, owner = say("{told:text}: {outcome:word}", "TAD-EXP.04", told=told, outcome=outcome), table[who].owner
    if outcome not in ("wins", "triumph"):
        return ends(outcome, line)
    yield from tell("noticed", lambda: learns, people.knowers(table, who))
    return ends(outcome, line, Learn(owner, learns))


# ── languages ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_gist(table: Desk, who: str, language: str, **_: Any) -> str | None:
    if people.level(people.sheet(table, who), language) != "none":
        return f"{who} speaks {language}"
    if table.dial("language_rule") == "strict":
        return f"{who} does not speak {language}, and understands nothing of it but gestures"
    return no_retry(table, who, "Reason", language)


def _foreign(table: Desk, who: str) -> list[str]:
    """TAD-APT.06: languages that somebody does not speak."""
    sheet, lists = people.sheet(table, who), table.data["lists"]
    return [one for one in lists["languages"] if not people.speaks(sheet, one, lists)]


@verb(
    "{who} tries to make sense of words in {language}",
    more=("how hard it is: {band}, the will of fate: {will}",),
    roles=("gm",),
    may=_may_gist,
    group="Rolls",
)
def gist(
    table: Desk,
    who: Present,
    language: Annotated[str, From("languages"), Offers(_foreign)],
    will: Annotated[Will, Usual(_banded)],
    band: Band = "Moderate",
) -> Story:
    """TAD-APT.06, TAD-APT.09, TAD-ERU.07: what somebody makes of a language that they do not speak: Reason, against fate."""
    del band
    return (yield from against_fate(table, Party(who, "Reason"), will, language))
