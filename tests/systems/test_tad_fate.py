"""Versus fate at the table: what is told of the will, trying again, what players try, secret rolls, tools and languages."""

from fractions import Fraction

import pytest

from fatewright.core.errors import Unanswered
from fatewright.core.table.events import Told, Verdict
from fatewright.core.table.game import Refusal
from fatewright.core.table.seal import Blank, see
from fatewright.systems.triumph_and_disaster.items import items
from fatewright.systems.triumph_and_disaster.mechanics import fates, rolling
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party, band_of
from systems.tad_table import APTITUDE, MASTERY, NONE, TAD, fight, outcome, said, seated, thrown, usual

F = Fraction
ANA = {"agility": 4, "vitality": 3, "strength": 4, "erudition": 2, "intuition": 1}
ANA |= {"aptitudes": {"Sneak": APTITUDE, "Force": APTITUDE, "Notice": APTITUDE, "Sabotage": MASTERY}}
GUARD = {"intuition": 2, "agility": 2, "aptitudes": {"Notice": APTITUDE, "Sneak": APTITUDE}}
DOOR = {"who": "ana", "skill": "Force", "task": "the door"}


def table_of(dials=None, ana=ANA, **more):
    return seated({"ana": ana, "bo": {}}, {"guard": GUARD}, dials=dials, **more)


# ── bands ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("wills", "band"),
    [
        ((5, 9), "Trivial"),
        ((10, 14), "Easy"),
        ((15, 19), "Moderate"),
        ((20, 24), "Hard"),
        ((25, 29), "Punishing"),
        ((30, 47), "Nearly impossible"),
        ((0, 4), "Trivial"),
    ],
)
def test_bands(wills, band):
    """TAD-FATE.04, TAD-X.10: what a number is called; rows of a list."""
    assert {band_of(will, TAD.data["lists"]) for will in wills} == {band}


@pytest.mark.parametrize(
    ("where", "wills"),
    [("low", (5, 10, 15, 20, 25, 30)), ("middle", (7, 12, 17, 22, 27, 32)), ("high", (9, 14, 19, 24, 29, 34))],
)
def test_which_number_of_a_band(where, wills):
    """TAD-FATE.07: the form starts with the lowest, or by a dial the middle or the highest."""
    lists, dials = TAD.data["lists"], usual(fate_default_in_band=where)
    assert tuple(fates.will_of(band, dials, lists) for band in lists["bands"]) == wills
    table = table_of({"fate_default_in_band": where})
    assert table.form("gm", "fate", band="Hard")["will"] == wills[3]
    assert table.form("gm", "fate")["will"] == wills[2]


# ── the roll ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_fate_wins_ties():
    """TAD-FATE.01, TAD-FATE.02, TAD-SF.05, TAD-R.04: character over will; a tie is fate's."""
    table = table_of()
    assert outcome(table.act("gm", "fate", 12, **DOOR, will=15)) == "wins"
    events = table.act("gm", "fate", 11, **DOOR, will=15)
    assert said(events)[-1] == "ana 15 against 15: loses (tie: fate's)"


def test_a_reactive_skill_loses_ties_too():
    """TAD-SK.04, TAD-SK.05, TAD-R.04, TAD-VIT.04: a poisoned drink; the Storyteller calls for it."""
    events = table_of().act("gm", "fate", 13, 12, who="ana", skill="Resist Toxin", will=15)
    assert said(events) == [
        "ana: Resist Toxin against Moderate",
        "ana: Resist Toxin ⚪, Vitality 3",
        "ana 15 against 15: loses (tie: fate's)",
    ]


@pytest.mark.parametrize(
    ("dial", "before", "after"),
    [
        ("band", ["ana: Force against Moderate"], "ana 16 against 15: wins"),
        ("number", ["ana: Force against 15"], "ana 16 against 15: wins"),
        ("hidden", [], "ana 16: wins"),
    ],
)
def test_what_is_told_of_the_will(dial, before, after):
    """TAD-FATE.09: the band before and the number after; by a dial the number at once, or nothing."""
    table = table_of({"fate_visibility": dial})
    events = table.act("gm", "fate", 12, **DOOR, will=15)
    assert said(events) == [*before, "ana: Force ⚫, Strength 4", after]


@pytest.mark.parametrize(("will", "chance"), [(23, F(1, 20)), (24, F(0)), (25, F(0))])
def test_the_odds_are_exact_for_who_knows_the_will(will, chance):
    """TAD-FATE.05, TAD-FATE.06, TAD-X.21, TAD-FATE.09: for the Storyteller, before any dice."""
    table = table_of({"triumph_rule": "off"})
    assert table.odds("gm", "fate", **DOOR, will=will).chance("wins") == chance


def test_what_cannot_be_reached():
    """TAD-FATE.03, TAD-FATE.06, TAD-X.21, TAD-X.30, TAD-R.05: 25 fails at once; 24 is rolled, and a Triumph wins."""
    events = table_of().act("gm", "fate", **DOOR, will=25)
    assert (outcome(events), said(events)[-1]) == ("loses", "ana: Force cannot reach it; fate wins")
    assert outcome(table_of().act("gm", "fate", 20, **DOOR, will=24)) == "triumph"
    assert outcome(table_of({"triumph_rule": "off"}).act("gm", "fate", 20, **DOOR, will=24)) == "loses"


def test_the_most_goes_by_circumstances():
    """TAD-FATE.05, TAD-R.06, TAD-X.22: one dominance makes 30 possible; two threats leave 22."""
    assert outcome(table_of().act("gm", "fate", 19, 6, **DOOR, will=27, worth=1, why="a ram")) == "wins"
    hindered = table_of().act("gm", "fate", **DOOR, will=23, worth=-2, why="weak and wet")
    assert said(hindered)[-1] == "ana: Force cannot reach it; fate wins"


def test_below_the_least_will():
    """TAD-FATE.08: below 5 it succeeds unrolled; by a dial less is rolled for."""
    events = table_of().act("gm", "fate", **DOOR, will=4)
    assert (outcome(events), said(events)[-1]) == ("wins", "ana: Force simply works")
    assert outcome(table_of({"fate_minimum": 0}).act("gm", "fate", 1, **DOOR, will=4)) == "disaster"
    assert outcome(table_of({"fate_minimum": 3}).act("gm", "fate", 1, **DOOR, will=3)) == "disaster"


def test_triumph_and_disaster_versus_fate():
    """TAD-TD.05, TAD-TD.06, TAD-TD.07: they decide, and leave their mark; a clear win too, by a dial."""
    table = table_of()
    assert outcome(table.act("gm", "fate", 20, **DOOR, will=20)) == "triumph"
    assert table.of("ana", "tray") == (("Triumph", 1, ""),)
    assert outcome(table.act("gm", "fate", 1, 6, who="ana", skill="Sneak", will=5)) == "disaster"
    assert table.of("ana", "tray") == (("Disaster", -1, ""),)
    clear = table_of({"degrees_of_success": "margin_5_boon"})
    clear.act("gm", "fate", 16, **DOOR, will=15)
    assert clear.of("ana", "tray") == (("Triumph", 1, ""),)


def test_declared():
    """TAD-CON.04, TAD-FATE.01: the Storyteller may say how it ends, before any dice."""
    events = table_of().act("gm", "fate", **DOOR, will=15, declared="succeeds")
    assert (outcome(events), said(events)) == ("works", ["ana (Force, the door): the Storyteller says it succeeds"])


def test_somebody_of_the_storytellers():
    """TAD-CON.11, TAD-FATE.02: a guard's dice fall behind the screen, and all learn how it ends."""
    events = table_of().act("gm", "fate", 14, who="guard", skill="Notice", will=15)
    assert said(events) == ["guard: Notice against Moderate", "guard 16 against 15: wins"]
    assert isinstance(thrown(events)[0], Blank)


SCORES = {"strength": 1, "agility": 2, "vitality": 3, "erudition": 4, "intuition": 5, "presence": 6}


@pytest.mark.parametrize(
    ("skill", "ability", "kind"),
    [
        pytest.param("Force", "strength", "active", id="TAD-STR.02"),
        pytest.param("Wrestle", "strength", "active", id="TAD-STR.03"),
        pytest.param("Resist Restraint", "strength", "reactive", id="TAD-STR.04"),
        pytest.param("Sabotage", "agility", "active", id="TAD-AGI.02"),
        pytest.param("Sneak", "agility", "active", id="TAD-AGI.03"),
        pytest.param("Evade", "agility", "reactive", id="TAD-AGI.04"),
        pytest.param("Resist Death", "vitality", "reactive", id="TAD-VIT.02"),
        pytest.param("Resist Exhaustion", "vitality", "reactive", id="TAD-VIT.03"),
        pytest.param("Resist Toxin", "vitality", "reactive", id="TAD-VIT.04"),
        pytest.param("Craft Item", "erudition", "active", id="TAD-ERU.02"),
        pytest.param("Craft Spell", "erudition", "active", id="TAD-ERU.03"),
        pytest.param("Heal", "erudition", "active", id="TAD-ERU.04"),
        pytest.param("Navigate", "erudition", "active", id="TAD-ERU.05"),
        pytest.param("Research", "erudition", "active", id="TAD-ERU.06"),
        pytest.param("Reason", "erudition", "reactive", id="TAD-ERU.07"),
        pytest.param("Inspect", "intuition", "active", id="TAD-INT.02"),
        pytest.param("Judge", "intuition", "reactive", id="TAD-INT.03"),
        pytest.param("Notice", "intuition", "reactive", id="TAD-INT.04"),
        pytest.param("Nullify", "intuition", "reactive", id="TAD-INT.05"),
        pytest.param("Manipulate", "presence", "active", id="TAD-PRE.02"),
        pytest.param("Perform", "presence", "active", id="TAD-PRE.03"),
        pytest.param("Persuade", "presence", "active", id="TAD-PRE.04"),
        pytest.param("Resist Fear", "presence", "reactive", id="TAD-PRE.05"),
        pytest.param("Resist Possession", "presence", "reactive", id="TAD-PRE.06"),
    ],
)
def test_every_skill_is_rolled_with_its_ability_and_acts_or_answers(skill, ability, kind):
    """The score itself is added, whatever the skill; with one that answers others, a player does not begin a contest."""
    table = table_of(ana={**SCORES, "aptitudes": {skill: APTITUDE}})
    events = table.act("gm", "fate", 10, who="ana", skill=skill, will=15)
    score = SCORES[ability]
    assert said(events)[1] == f"ana: {skill} ⚫, {ability.capitalize()} {score}"
    assert f"ana {10 + score} against 15" in said(events)[2]
    challenge = {"who": "ana", "skill": skill, "against": "guard", "what": "a test"}
    if kind == "reactive":
        with pytest.raises(Refusal, match=f"{skill} answers what others do"):
            table.act("ana", "challenge", **challenge)
    else:
        table.act("ana", "challenge", **challenge)
        assert table.asked() == [("gm", "ruling")]


def test_healing_takes_a_steady_hand_and_goes_by_erudition():
    """TAD-R.29, TAD-SF.03, TAD-SK.01: its ability is the one under which it stands."""
    table = table_of(ana={**SCORES, "aptitudes": {"Heal": APTITUDE}})
    assert rolling.ability_of(table.desk, Party("ana", "Heal")) == "erudition"
    assert int(rolling.effort(table.desk, Party("ana", "Heal")).modifier) == 4


def test_mastery_of_armor_governs_no_roll():
    """TAD-MAS.04, TAD-MAS.05: it waives what the armor asks for, and nobody rolls any better for it."""
    plain = table_of(ana={"aptitudes": {"heavy armor": APTITUDE, "Evade": APTITUDE}})
    master = table_of(ana={"aptitudes": {"heavy armor": MASTERY, "Evade": APTITUDE}})
    found = [items.lacking_strength(table.desk["ana"], "heavy armor", TAD.lists) for table in (plain, master)]
    assert found == [4, 0]
    levels = [rolling.level_of(table.desk, Party("ana", what)) for table in (plain, master) for what in ("Evade", "strength")]
    assert levels == ["aptitude"] * 4


def test_what_is_not_rolled_for():
    """TAD-APT.04: kinds of armor and languages have aptitudes that govern no roll."""
    lists = TAD.data["lists"]
    assert not {*lists["armor_kinds"], *lists["languages"]} & {*lists["rollable"]}
    assert {*lists["armor_kinds"], *lists["languages"]} <= {*lists["aptitudes"]}
    with pytest.raises(Refusal, match="is not one of"):
        table_of().act("gm", "fate", who="ana", skill=next(iter(lists["languages"])), will=15)


def test_flat_modifiers():
    """TAD-SF.04, TAD-SF.06, TAD-R.06: they are added, and count for the highest possible."""
    table = table_of()
    assert int(rolling.effort(table.desk, Party("ana", "Force", flat=2)).modifier) == 6
    assert rolling.cannot_reach(table.desk, Party("ana", "Force"), 26)
    assert not rolling.cannot_reach(table.desk, Party("ana", "Force", flat=2), 26)


# ── trying again ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_trying_again():
    """TAD-SF.10: only after the situation has changed; another task, or another skill, is another matter."""
    table = table_of()
    assert outcome(table.act("gm", "fate", 2, **DOOR, will=15)) == "loses"
    with pytest.raises(Refusal, match=r"ana has failed at this with Force already \(the door\): something has to change"):
        table.act("gm", "fate", **DOOR, will=15)
    assert outcome(table.act("gm", "fate", 12, **{**DOOR, "task": "the window"}, will=15)) == "wins"
    assert outcome(table.act("gm", "fate", 12, 13, **{**DOOR, "skill": "Sabotage"}, will=15)) == "wins"
    assert outcome(table.act("gm", "situation-changed", who="bo")) == "nothing"
    assert said(table.act("gm", "situation-changed", who="ana")) == ["ana may try again: the situation has changed"]
    assert outcome(table.act("gm", "fate", 13, **DOOR, will=15)) == "wins"


def test_trying_again_freely():
    """TAD-SF.10: by a dial, as often as one likes; contests anyway."""
    table = table_of({"retry_rule": "free"})
    for _ in range(2):
        assert outcome(table.act("gm", "fate", 2, **DOOR, will=15)) == "loses"
    strict = table_of()
    for _ in range(2):
        strict.act("gm", "contest", 3, 19, who="ana", skill="Sneak", other="guard", other_skill="Notice")


def test_an_overruled_failure_is_none():
    """TAD-GEN.06, TAD-SF.10, TAD-R.30: nor does it stand in the way of another try; and the other way round."""
    table = table_of()
    table.act("gm", "fate", 2, **DOOR, will=15)
    assert said(table.act("gm", "overrule-roll", result="wins", reason="it was open")) == [
        "override: ana wins against fate (lost by the dice): it was open"
    ]
    table.act("gm", "fate", 13, **DOOR, will=15)
    table.act("gm", "overrule-roll", result="loses", reason="it was not")
    with pytest.raises(Refusal, match="something has to change"):
        table.act("gm", "fate", **DOOR, will=15)


# ── what players try ───────────────────────────────────────────────────────────────────────────────────────────────────

START = ("dice", "fate", "Force", "usual", 0, "-", "Notice", 0, "-", 15)


def ruling(**changes):
    names = ("how", "against", "skill", "ability", "worth", "why", "other_skill", "other_worth", "other_why", "will")
    return tuple({**dict(zip(names, START, strict=True)), **changes}.values())


def tries(table, **more):
    return table.act("ana", "attempt", **{"who": "ana", "skill": "Force", "what": "lift the gate", **more})


def test_the_storyteller_says_how_hard_it_is():
    """TAD-SF.07, TAD-FATE.01, TAD-FATE.07, TAD-FATE.09: the player says what, the Storyteller how; the number is theirs."""
    table = table_of({"fate_default_in_band": "high"})
    assert said(tries(table)) == ["ana tries Force: lift the gate"]
    assert table.asked() == [("gm", "ruling")]
    assert table.question("gm").default == (*START[:-1], 19)
    events = table.answer("gm", ruling(will=20), 17)
    assert said(events) == ["ana: Force against Hard", "ana: Force ⚫, Strength 4", "ana 21 against 20: wins"]
    assert "will" not in "".join(said(events, "ana"))


def test_the_storyteller_weighs_it():
    """TAD-FATE.02, TAD-X.20: exact odds of a ruling before it is given; players have none of what they do not know."""
    table = table_of({"triumph_rule": "off"})
    tries(table)
    assert table.odds_of_answer("gm", ruling(will=15)).chance("wins") == F(9, 20)
    assert table.odds_of_answer("gm", ruling(how="it works")).chance("works") == 1
    with pytest.raises(Unanswered, match="nobody has answered 'ruling'"):
        table_of().odds("ana", "attempt", who="ana", skill="Force", what="lift")


@pytest.mark.parametrize(("how", "found"), [("it works", "works"), ("it cannot be done", "refused")])
def test_it_simply_works_or_not(how, found):
    """TAD-CON.04, TAD-SF.07: without dice."""
    table = table_of()
    tries(table)
    assert outcome(table.answer("gm", ruling(how=how))) == found


def test_another_skill_ability_and_circumstances():
    """TAD-SF.07, TAD-DT.06: the Storyteller names the skill, the ability, and what speaks for it."""
    table = table_of()
    tries(table)
    events = table.answer("gm", ruling(skill="Sneak", ability="strength", worth=1, why="a lever", will=15), 10, 4)
    assert said(events)[1:] == ["ana: Sneak ⚫, Strength 4, a lever +1", "ana 18 against 15: wins"]
    never = table_of({"ability_swap": "never"})
    tries(never)
    with pytest.raises(Refusal, match="Force goes by Strength here"):
        never.answer("gm", ruling(ability="agility"))


def test_somebody_answers():
    """TAD-CON.01, TAD-CON.05, TAD-SF.07: what is tried may turn out to be a contest."""
    table = table_of()
    tries(table, skill="Steal", what="take the key")
    assert table.question("gm").default[6] == "Notice"
    events = table.answer("gm", ruling(against="guard", skill="Sneak", other_worth=-1, other_why="asleep"), 9, 9, 4)
    assert said(events) == ["ana: Sneak ⚫, Agility 4", "ana 13 : guard 7; ana wins"]


def test_a_challenge():
    """TAD-CON.01, TAD-SK.02: against somebody whom the player names."""
    table = table_of()
    table.act("ana", "challenge", who="ana", skill="Sneak", against="guard", what="slip past")
    assert table.question("gm").default[:3] == ("dice", "guard", "Sneak")
    assert outcome(table.answer("gm", table.question("gm").default, 12, 3)) == "wins"
    with pytest.raises(Refusal, match="ana cannot contest with themselves"):
        table.act("ana", "challenge", who="ana", skill="Sneak", against="ana", what="?")


def test_reactive_skills_do_not_begin_contests():
    """TAD-SK.02, TAD-SK.05: but for fate, and where the Storyteller calls for it; by a dial freely."""
    notices = {"who": "ana", "skill": "Notice", "against": "guard", "what": "see through the mask"}
    table = table_of()
    with pytest.raises(Refusal, match="Notice answers what others do"):
        table.act("ana", "challenge", **notices)
    tries(table, skill="Notice", what="listen")
    assert outcome(table.answer("gm", ruling(skill="Notice", will=10), 12)) == "wins"
    assert outcome(table.act("gm", "contest", 15, 2, who="ana", skill="Notice", other="guard", other_skill="Sneak")) == "wins"
    free = table_of({"reactive_initiates": "free"})
    free.act("ana", "challenge", **notices)
    assert free.asked() == [("gm", "ruling")]


def test_what_failed_is_not_tried_again():
    """TAD-SF.10: by players neither."""
    table = table_of()
    tries(table)
    table.answer("gm", ruling(), 2)
    with pytest.raises(Refusal, match="something has to change"):
        tries(table, what="Lift the gate")


def test_an_attempt_in_a_fight_is_an_action():
    """TAD-SF.07, TAD-CMB.05: on one's turn."""
    table = table_of(facts=fight("ana", "guard"))
    tries(table)
    assert table.of("ana", "acted") == 1
    table.answer("gm", ruling(), 19)
    with pytest.raises(Refusal, match="ana has used the action"):
        tries(table, what="once more")


# ── tools ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("dial", "tool", "level"),
    [("off", NONE, "mastery"), ("on", NONE, "none"), ("on", APTITUDE, "aptitude"), ("on", MASTERY, "mastery")],
)
def test_tools(dial, tool, level):
    """TAD-APT.08: the worse of skill and tool governs; by a dial the skill alone."""
    aptitudes = {**ANA["aptitudes"], **({"lockpicks": tool} if tool else {})}
    table = table_of({"tool_aptitudes": dial}, {**ANA, "aptitudes": aptitudes})
    assert rolling.level_of(table.desk, Party("ana", "Sabotage", tool="lockpicks")) == level
    assert rolling.level_of(table.desk, Party("ana", "Sabotage")) == "mastery"


def test_a_tool_in_the_form_of_an_attempt():
    """TAD-APT.08, TAD-APT.01: named with what is tried; a table has aptitudes for tools unless it says otherwise."""
    table = table_of()
    tries(table, skill="Sabotage", tool="lockpicks")
    events = table.answer("gm", ruling(skill="Sabotage"), 19, 3)
    assert said(events)[1] == "ana: Sabotage ⚪, Agility 4"


# ── languages ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_language_one_does_not_speak():
    """TAD-APT.04, TAD-APT.06, TAD-APT.09, TAD-R.18: nothing of it; by a dial the gist, with a roll of Reason."""
    language, *_ = (name for name in TAD.data["lists"]["languages"])
    said_so = {"who": "ana", "language": language, "will": 10}
    with pytest.raises(Refusal, match="understands nothing of it but gestures"):
        table_of().act("gm", "gist", **said_so)
    table = table_of({"language_rule": "gist_with_reason_roll"})
    assert outcome(table.act("gm", "gist", 15, 12, **said_so)) == "wins"
    assert outcome(table.act("gm", "gist", 15, 2, **said_so)) == "loses"
    with pytest.raises(Refusal, match="something has to change"):
        table.act("gm", "gist", **said_so)
    speaks = table_of(ana={**ANA, "aptitudes": {language: APTITUDE}})
    with pytest.raises(Refusal, match=f"ana speaks {language}"):
        speaks.act("gm", "gist", **said_so)


# ── secret rolls ───────────────────────────────────────────────────────────────────────────────────────────────────────

TRAP = {"who": "ana", "will": 15, "learns": "a wire across the stairs"}


def test_nobody_hears_of_a_secret_notice():
    """TAD-EXP.04, TAD-INT.04: not even that it was rolled; who notices is told, and finds it in their own notes."""
    for faces, found, notes in (((15,), "wins", ["a wire across the stairs"]), ((14,), "loses", [])):
        table = table_of()
        events = table.act("gm", "secret-notice", *faces, **TRAP)
        assert outcome(events) == found
        assert said(events, "gm") == [f"ana: Notice against 15: {found}"]
        for viewer in ("bo", "eve"):
            assert [see(event, viewer) for event in events if see(event, viewer) is not None] == []
        heard = [one for one in (see(event, "ana") for event in events) if one is not None]
        assert [(one.name, one.value) for one in heard if isinstance(one, Verdict)] == [("noticed", note) for note in notes]
        assert [one.text for one in heard if isinstance(one, Told)] == notes
        assert len(heard) == 3 * len(notes)  # that it was noticed, the note, and that it is there
        assert table.of("ana", "tray") == ()


def test_a_secret_notice_of_one_who_hides():
    """TAD-EXP.04, TAD-CON.07: Sneak against Notice; a tie is with whoever notices."""
    hides = {"who": "ana", "hider": "guard", "learns": "somebody behind the curtain"}
    table = table_of()
    for faces, found in (((10, 11), "wins"), ((11, 11), "loses"), ((20, 11), "loses"), ((1, 2), "wins")):
        assert outcome(table.act("gm", "secret-notice-of", *faces, **hides)) == found
    assert table.odds("gm", "secret-notice-of", **hides).chance("wins") > 0
    assert (table.of("ana", "tray"), table.of("guard", "tray")) == ((), ())


def test_notice_is_rolled_openly_where_the_table_says_so():
    """TAD-EXP.04: by a dial; then it is a roll like any other."""
    table = table_of({"secret_notice": False})
    for verb, more in (("secret-notice", {"will": 15}), ("secret-notice-of", {"hider": "guard"})):
        with pytest.raises(Refusal, match="at this table Notice is rolled openly"):
            table.act("gm", verb, who="ana", learns="a wire", **more)
    assert outcome(table.act("gm", "fate", 15, who="ana", skill="Notice", will=15)) == "wins"
    with pytest.raises(Refusal, match="guard is yours anyway"):
        table_of().act("gm", "secret-notice", **{**TRAP, "who": "guard"})


# ── symbols on an ability roll ─────────────────────────────────────────────────────────────────────────────────────────


def test_symbols_of_items_on_an_ability_roll(monkeypatch):
    """TAD-DICE.09, TAD-DICE.10, TAD-DICE.29, TAD-FATE.05, TAD-ITM.07: ❗ has no most, and 🔄 asks whoever rolls, or nobody."""
    wonders = TAD.data["lists"]["wonders"]
    name = next(iter(wonders))
    ana = {**ANA, "wonders": [name]}
    monkeypatch.setitem(wonders, name, {"on": "Force", "explodes": True})
    exploding = table_of(ana=ana)
    assert outcome(exploding.act("gm", "fate", 20, 17, **DOOR, will=40)) == "triumph"
    monkeypatch.setitem(wonders, name, {"on": "Force", "rerolls": 2})
    asking = table_of(ana=ana)
    asking.act("gm", "fate", 2, **DOOR, will=15, worth=1, why="a ram")
    assert asking.asked() == [("ana", "reroll 2")]
    events = asking.answer("ana", True, 17, 4)
    assert said(events)[-1] == "ana 25 against 15: wins"
    assert outcome(table_of({"reroll_choice": "auto"}, ana).act("gm", "fate", 2, 19, **DOOR, will=15)) == "wins"
    assert table_of({"triumph_rule": "off"}, ana).odds("gm", "fate", **DOOR, will=15).chance("wins") == F(99, 200)
