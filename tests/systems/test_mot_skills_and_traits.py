"""Moment of Truth: the lists of skills and traits, the rules hidden in them, and how they come up in play."""

import pytest

from fatewright.core.table.events import Verdict
from fatewright.core.table.seal import is_hidden, see
from fatewright.core.table.story import Refusal
from fatewright.systems import sheet
from fatewright.systems.moment_of_truth.characters import sheets
from fatewright.systems.moment_of_truth.mechanics import pools
from fatewright.systems.moment_of_truth.mechanics.pools import NO_SKILL, Task
from systems.mot_stage import CALM, MOT, Play, built, dice, extension, faces, fives_count, outcome, said, somebody

SKILLS = MOT.lists["skills"]
PHYSICAL = [
    *("Archery", "Athletics", "Brawling", "Driving", "Gunnery", "Lockpicking", "Long Arms", "Martial Arts"),
    *("Melee, one-handed", "Melee, two-handed", "Pickpocket", "Piloting", "Pistol", "Stealth", "Throwing"),
]
ACADEMIC = [
    *("Anthropology", "Archaeology", "Astrogation", "Botany", "Chemistry", "History", "Psychology", "Research", "Zoology"),
]
KNOWLEDGE = [
    *("Communications", "Computers", "Computer Security", "Construction", "Electrician", "Mechanics", "Medic", "Photography"),
    *("Religion", "Streetwise", "Surveillance electronics", "Survival"),
]
SOCIAL = ["Acting", "Conversation", "Intimidate", "Lying", "Performance", "Read individual", "Read crowd"]
SETTING = ["Alienism", "Codery", "Solar Rigging", "Telewave", "Xenobiology", "Xenobotony"]
DEFAULTS = {name: dial.values[0] for name, dial in MOT.dials.items()}


def suggested(play, verb, skill):
    """What stands in a form once a skill is chosen."""
    return play.form("gm", verb, skill=skill)


def unchanged(play, before):
    """What is different from `before`, but for the count of rolls."""
    return {path for path, value in play.table.truth.facts.items() if before.get(path) != value} - {("session", "rolls")}


# The lists


@pytest.mark.parametrize(
    ("group", "names"),
    [
        pytest.param("Physical", PHYSICAL, id="MOT-3.07"),
        pytest.param("Academic", ACADEMIC, id="MOT-3.08"),
        pytest.param("Knowledge", KNOWLEDGE, id="MOT-3.09"),
        pytest.param("Social", SOCIAL, id="MOT-3.10"),
        pytest.param("Setting", SETTING, id="MOT-3.11"),
    ],
)
def test_the_skills_of_each_category(group, names):
    """MOT-3.07, MOT-3.08, MOT-3.09, MOT-3.10, MOT-3.11: as printed, each with what it covers, and each can be rolled."""
    printed = [name for name, row in SKILLS.items() if row["group"] == group and not row.get("house")]
    assert (printed, all(SKILLS[name]["text"] for name in names)) == (names, True)
    play = Play({"Ana": somebody(dict.fromkeys(names, 1))}, dials={**CALM, "setting_skills": "on"})
    assert [dice(play.call("Ana", name, 2, 2, 2, 2)) for name in names] == [[4]] * len(names)


def test_categories_only_group_the_list():
    """MOT-3.06: five of them, and none changes a roll."""
    assert list(dict.fromkeys(row["group"] for row in SKILLS.values())) == [
        *("Physical", "Academic", "Knowledge", "Social", "Setting")
    ]
    play = Play({"Ana": somebody(dict.fromkeys(SKILLS, 2))})
    assert {
        (pools.pool(play.desk, "Ana", Task("will", name)), pools.kind_of(play.desk, "Ana", Task("will", name)))
        for name in SKILLS
    } == {(5, "skilled")}
    assert {row["group"] for name, row in SKILLS.items() if not sheets.in_use(name, DEFAULTS, MOT.lists)} == {"Setting"}


def test_labels_of_setting_skills_are_notes():
    """MOT-R.32."""
    notes = {name: SKILLS[name].get("note", "") for name in SETTING}
    assert notes == {
        **{"Alienism": "", "Codery": "no category", "Solar Rigging": "no category"},
        **{"Telewave": "Technology", "Xenobiology": "Life Sciences", "Xenobotony": "Life Sciences"},
    }
    assert {SKILLS[name]["group"] for name in SETTING} == {"Setting"}
    found = sheet.problems(MOT, built(skills=dict.fromkeys(SETTING, 1)))
    assert found == [f"skills: {name} belongs to a setting; this table plays without setting skills" for name in SETTING]


@pytest.mark.parametrize("dial", ["off", "on"])
def test_setting_skills_are_there_where_a_table_plays_with_them(dial):
    """MOT-3.11: in the builder, when a roll is called for, and when a player tries something."""
    line = "Codery belongs to a setting; this table plays without setting skills"
    found = sheet.problems(MOT, built(skills={"Codery": 1}), {"setting_skills": dial})
    assert found == ([f"skills: {line}"] if dial == "off" else [])
    play = Play({"Ana": somebody({"Codery": 1})}, dials={**CALM, "setting_skills": dial})
    if dial == "on":
        assert dice(play.call("Ana", "Codery", 2, 2, 2, 2)) == [4]
        return
    with pytest.raises(Refusal, match=f"^{line}$"):
        play.call("Ana", "Codery")
    with pytest.raises(Refusal, match=f"^{line}$"):
        play.act("ana", "attempt", who="Ana", skill="Codery", task="breaking the code")
    assert DEFAULTS["setting_skills"] == "off"


def test_skills_that_the_original_names_elsewhere_are_added_or_lead_to_others():
    """MOT-3.21, MOT-R.30, MOT-R.31: Medicine and Teaching are ours, and Academic."""
    ours = {name: row["group"] for name, row in SKILLS.items() if row.get("house")}
    assert ours == {"Medicine": "Academic", "Teaching": "Academic"}
    assert {other: row["called"] for other, row in MOT.lists["skills_called"].items()} == {
        **{"Unarmed Combat": "Brawling", "First Aid": "Medic", "Firearms/Rifle": "Long Arms", "Climbing": "Athletics"},
        **{"Forced Entry": "Athletics", "lock picking": "Lockpicking", "Mechanic": "Mechanics"},
        "Melee Combat": "melee attack, a derived statistic",
    }


OWN_WEAPONS = """
[lists.ranged_weapons]
Carbine = { bonus = 9, minor = 3, major = 4, close = 1, optimal = 15, long = 20, multiples = 2, skill = "Firearms/Rifle" }
"Deck Gun" = { bonus = 20, minor = 3, major = 4, close = 5, optimal = 50, long = 90, multiples = 2, skill = "Gunnery" }
[lists.melee_weapons]
Knuckles = { reach = 0, bonus = 1, minor = 5, major = 6, skill = "Unarmed Combat" }
Piton = { reach = 0, bonus = 1, minor = 4, major = 6, skill = "Climbing" }
"""


@pytest.mark.parametrize(
    ("weapon", "metres", "owned", "thrown"),
    [
        pytest.param("Carbine", 10, {"Long Arms": 2}, [3 + 2, 2 + 9], id="MOT-R.27"),
        pytest.param("Knuckles", 1, {"Brawling": 1}, [4 + 1, 5 + 1 + 1], id="MOT-R.28"),
        pytest.param("Piton", 1, {"Athletics": 3}, [4 + 3, 5 + 3 + 1], id="MOT-R.31"),
        pytest.param("Deck Gun", 10, {"Gunnery": 2}, [3 + 2, 2 + 20], id="MOT-3.22"),
    ],
)
def test_a_groups_own_weapon_may_name_its_skill_as_the_original_does(weapon, metres, owned, thrown, tmp_path):
    """MOT-3.21: the skill that is meant, with the attack score of the weapon; Gunnery with Ranged Attack."""
    people = {"Ana": somebody(owned, strength=5, weapon=weapon)}, {"Ogre": somebody(endurance=6)}  # 4 in melee, 3 at range
    play = Play(*people, CALM, system=extension(tmp_path, OWN_WEAPONS))
    pool, damage = thrown
    attack = {"who": "Ana", "target": "Ogre", "weapon": weapon, "metres": metres}
    assert dice(play.act("ana", "attack", 5, 5, *[2] * (pool - 2), *[1] * damage, **attack)) == thrown


def test_a_group_adds_and_removes_skills(tmp_path):
    """MOT-3.23: as data; a skill of one's own is bought and rolled like any other."""
    mine = extension(
        tmp_path, '[lists.skills]\nJuggling = { group = "Physical", text = "balls in the air" }\nGunnery = false\n'
    )
    assert (set(mine.lists["skills"]) - set(SKILLS), set(SKILLS) - set(mine.lists["skills"])) == ({"Juggling"}, {"Gunnery"})
    assert sheet.problems(mine, built(skills={"Juggling": 2})) == []
    assert sheet.problems(mine, built(skills={"Gunnery": 2}))[0].startswith("skills: found 'Gunnery', expected one of ")
    play = Play({"Ana": somebody({"Juggling": 2})}, dials=CALM, system=mine)
    assert dice(play.call("Ana", "Juggling", 2, 2, 2, 2, 2, statistic="agility")) == [5]
    with pytest.raises(Refusal, match=r": 'Gunnery' is not one of "):
        play.call("Ana", "Gunnery")
    assert "Juggling" not in SKILLS


def test_level_nought_is_not_the_same_as_not_owning_a_skill():
    """MOT-3.03: fives count, the exception is that of the skilled, wounds may be treated, and no die is added."""
    play = Play({"Ana": somebody({"Medic": 0}), "Bo": somebody(major=3)}, dials=CALM)
    assert (pools.level(play.desk, "Ana", "Medic"), pools.level(play.desk, "Bo", "Medic")) == (0, None)
    assert dict(play.of("Ana", "skills")) == {"Medic": 0}
    mine, theirs = (play.call(who, "Medic", 5, 5, 2) for who in ("Ana", "Bo"))
    assert [(dice(one), fives_count(one)) for one in (mine, theirs)] == [([3], True), ([3], False)]
    assert [dice(play.call(who, "Medic", *[2] * thrown, tn=4)) for who, thrown in (("Ana", 4), ("Bo", 5))] == [[4], [5]]
    assert outcome(play.cares("treat", 2, 2, 2, medic="Ana", patient="Bo", skill="Medic")) == "treated"
    with pytest.raises(Refusal, match=r"^Bo does not have Medic$"):
        play.cares("treat", medic="Bo", patient="Ana", skill="Medic")


# Pockets and shadows

THIEF = somebody({"Pickpocket": 1, "Stealth": 1})
SNEAKS = [
    ((5, 6, 6, 2), (5, 6, 1), "no", "taken", "notices nothing"),
    ((5, 6, 2, 2), (5, 6, 1), "no", "nothing taken", "notices nothing"),
    ((5, 6, 2, 2), (5, 6, 1), "yes", "nothing taken", "notices"),
    ((5, 2, 2, 2), (5, 6, 1), "no", "nothing taken", "notices"),
    ((5, 2, 2, 2), (5, 6, 1), "yes", "nothing taken", "notices"),
    ((2, 2, 2, 2), (2, 2, 1), "no", "nothing taken", "notices nothing"),
]


@pytest.mark.parametrize(
    ("how", "won", "lost"), [("Pickpocket", "has it", "gets nothing"), ("Stealth", "stays on the trail", "loses the trail")]
)
@pytest.mark.parametrize(("mine", "theirs", "cautious", "ending", "notice"), SNEAKS)
def test_ties_fail_and_only_the_cautious_notice_them_while_losing_is_always_noticed(
    how, won, lost, mine, theirs, cautious, ending, notice
):
    """MOT-3.12, MOT-3.13, MOT-R.35, MOT-X.35: against Perception alone; that somebody noticed, the game master learns."""
    play = Play({"Ana": THIEF}, {"Ogre": somebody(cautious=cautious)}, CALM)
    events = play.act("gm", "call-sneak", *mine, *theirs, who="Ana", target="Ogre", how=how)
    assert (dice(events), outcome(events)) == ([4, 3], ending)
    line = f"Ana {won if ending == 'taken' else lost}"
    assert said(events, "ana") == [line]
    sneak, noticed = (event for event in events if isinstance(event, Verdict))
    assert (noticed.name, see(noticed, "gm").value) == ("noticed", f"Ogre {notice}")
    assert (is_hidden(see(noticed, "ana").value), is_hidden(see(sneak, "ana").value)) == (True, False)
    assert not play.knows("ana", "token", "Ogre", "cautious")


def test_the_target_of_a_thief_rolls_a_true_statistic_roll():
    """MOT-3.12, MOT-R.33: fives count and wounds cost nothing."""
    play = Play({"Ana": THIEF}, {"Ogre": somebody(minor=10)}, CALM)
    events = play.act("gm", "call-sneak", 6, 2, 2, 2, 5, 5, 2, who="Ana", target="Ogre", how="Pickpocket")
    assert (dice(events), outcome(events)) == ([4, 3], "nothing taken")


@pytest.mark.parametrize("how", ["Pickpocket", "Stealth"])
def test_a_hand_in_a_player_characters_pocket_is_nobodys_business(how):
    """MOT-3.12, MOT-3.13: no player hears of it, the game master does."""
    play = Play({"Ana": somebody(), "Bo": somebody()}, {"Ogre": THIEF}, CALM)
    events = play.act("gm", "secret-sneak", 5, 6, 2, 2, 5, 6, 1, who="Ogre", target="Ana", how=how)
    assert said(events, "gm") == ["Ogre and Ana: nothing taken, unnoticed"]
    assert [event for event in events if any(see(event, seat) for seat in ("ana", "bo", "eve"))] == []


def test_a_pickpocket_who_fumbles_fails_critically():
    """MOT-R.89: no success and two ones in a contest that was not won; where dice pay, two Moments."""
    play = Play({"Ana": THIEF}, {"Ogre": somebody()}, {"mot_rewards_dice_triggered": "on"})
    play.act("gm", "call-sneak", who="Ana", target="Ogre", how="Pickpocket")
    play.answer("ana", "roll", 1, 1, 2, 2, 6, 2, 2)
    assert play.moments() == 2


# Other rules in the entries of skills


@pytest.mark.parametrize("default_tn", [2, 1])
def test_astrogation_is_against_two_whatever_the_standard(default_tn):
    """MOT-3.14, MOT-R.90: other skills follow the dial."""
    play = Play(dials={"default_tn": default_tn})
    assert suggested(play, "call-for", "Astrogation")["tn"] == 2
    assert suggested(play, "call-for", "History")["tn"] == default_tn
    play.act("ana", "attempt", who="Ana", skill="Astrogation", task="where is she bound?")
    assert play.table.truth.questions[play.waiting("gm")].asked.default[2] == 2


@pytest.mark.parametrize(
    "skill",
    [
        pytest.param("Electrician", id="MOT-3.15"),
        pytest.param("Religion", id="MOT-3.17"),
        *(pytest.param(name, id=f"MOT-3.22 {name}") for name in ("Driving", "Piloting", "Gunnery")),
    ],
)
def test_skills_without_rules_are_ordinary_rolls_and_what_follows_is_the_game_masters_word(skill):
    """MOT-3.15, MOT-3.17, MOT-3.22: any target number, and nothing else changes."""
    play = Play({"Ana": somebody({skill: 1})}, dials=CALM)
    before = dict(play.table.truth.facts)
    assert outcome(play.call("Ana", skill, 5, 5, 6, 2, tn=3)) == "success"
    assert outcome(play.call("Ana", skill, 5, 5, 2, 2, tn=3)) == "failure"
    assert (unchanged(play, before), sheet.problems(MOT, built(skills={skill: 4}))) == (set(), [])


def test_religion_has_a_text_although_the_original_breaks_off():
    """MOT-3.17."""
    play = Play({"Ana": somebody({"Religion": 0})}, dials=CALM)
    assert SKILLS["Religion"]["text"].startswith("creeds, rites and institutions")
    assert fives_count(play.call("Ana", "Religion", 5, 5, 5))


@pytest.mark.parametrize(
    ("skill", "faces", "before", "healed"),
    [
        ("Medic", (6, 5, 2, 1), 5, 2),
        ("Medicine", (6, 5, 2, 1), 5, 4),
        ("Medic", (1, 2, 3, 4), 5, 0),
        ("Medic", (6, 6, 6, 6), 3, 3),
        ("Medicine", (6, 2, 2, 2), 1, 1),
    ],
)
def test_each_success_of_a_treatment_heals_major_damage_and_never_minor(skill, faces, before, healed):
    """MOT-3.16, MOT-R.30: Medic is First Aid, one point each; Medicine two."""
    play = Play({"Ana": somebody({"Medic": 1, "Medicine": 1}), "Bo": somebody(minor=4, major=before)}, dials=CALM)
    events = play.cares("treat", *faces, medic="Ana", patient="Bo", skill=skill)
    assert (play.of("Bo", "major"), play.of("Bo", "minor")) == (before - healed, 4)
    assert said(events) == [f"Ana treats Bo: {healed} major damage healed"]


def test_one_treatment_by_each_skill_until_there_is_new_damage():
    """MOT-3.16, MOT-R.30."""
    play = Play({"Ana": somebody({"Medic": 1, "Medicine": 1}), "Bo": somebody(major=5), "Cy": somebody(major=5)}, dials=CALM)
    by_medic, by_medicine = ({"medic": "Ana", "patient": "Bo", "skill": skill} for skill in ("Medic", "Medicine"))
    play.cares("treat", 6, 2, 2, 2, **by_medic)
    with pytest.raises(Refusal, match=r"^Bo has had Medic since the last injury$"):
        play.cares("treat", **by_medic)
    play.cares("treat", 6, 2, 2, 2, **{**by_medic, "patient": "Cy"})
    play.cares("treat", 6, 2, 2, 2, **by_medicine)
    with pytest.raises(Refusal, match=r"^Bo has had Medicine since the last injury$"):
        play.cares("treat", **by_medicine)
    play.act("gm", "hurt", who="Bo", minor=1)
    play.cares("treat", 6, 2, 2, 2, **by_medic)
    assert (play.of("Bo", "major"), play.of("Cy", "major")) == (5 - 1 - 2 - 1, 4)


@pytest.mark.parametrize(
    ("skill", "tells"),
    [
        pytest.param("Intimidate", "what would make Ogre more cooperative; it does not force anybody", id="MOT-3.18"),
        pytest.param("Read individual", "the mood of Ogre, and whether they deceive", id="MOT-3.20"),
    ],
)
def test_a_won_contest_against_acting_tells_something_and_forces_nobody(skill, tells):
    """MOT-3.18, MOT-3.20."""
    play = Play({"Ana": somebody({skill: 0})}, {"Ogre": somebody({"Acting": 0})}, CALM)
    form = suggested(play, "call-contest", skill)
    assert (form["against_skill"], form["resisting"]) == ("Acting", "the second")
    before = dict(play.table.truth.facts)
    events = play.act("gm", "call-contest", 5, 5, 2, 6, 2, 2, who="Ana", skill=skill, against="Ogre")
    assert (outcome(events), said(events)) == ("wins", ["Ana wins", "Ogre loses", f"Ana learns {tells}"])
    events = play.act("gm", "call-contest", 5, 2, 2, 6, 2, 2, who="Ana", skill=skill, against="Ogre")
    assert (outcome(events), said(events)) == ("loses", ["Ana loses", "Ogre wins"])
    assert unchanged(play, before) == set()


@pytest.mark.parametrize(("modifier", "pool"), [(2, 6), (-2, 2)])
def test_a_familiar_face_is_easier_to_read_than_one_of_a_foreign_culture(modifier, pool):
    """MOT-3.20."""
    play = Play({"Ana": somebody({"Read individual": 1})}, {"Ogre": somebody()}, CALM)
    sides = {"skill": "Read individual", "statistic": "perception", "against_skill": "Acting"}
    events = play.act("gm", "call-contest", *[6] * pool, 2, 2, 2, who="Ana", against="Ogre", modifier=modifier, **sides)
    assert dice(events) == [pool, 3]


LIE = {"who": "Ana", "mark": "Ogre", "falsehood": "I am the new cook"}
LIAR = somebody({"Lying": 2})


def lie(mark, ruling, *thrown, dials=None, liar=LIAR):
    """The events of a lie as the game master rules on it."""
    play = Play({"Ana": liar}, {"Ogre": mark}, {**CALM, **(dials or {})})
    play.act("ana", "lie", **LIE)
    assert play.asked() == [("gm", "ruling")]
    return play.answer("gm", ruling, *thrown)


def test_a_trivial_lie_passes_without_a_roll():
    """MOT-3.19."""
    events = lie(somebody(), ("passes", "will", 2, 0, "how it sounds"))
    assert (outcome(events), dice(events), said(events)) == ("believed", [], ["Ogre lets it pass"])


@pytest.mark.parametrize(("thrown", "ending"), [((5, 6, 2, 2, 2), "believed"), ((5, 2, 2, 2, 2), "disbelieved")])
def test_a_lie_to_the_unsuspecting_is_a_plain_roll(thrown, ending):
    """MOT-3.19: what the listener throws does not matter."""
    assert outcome(lie(somebody(), ("roll", "will", 2, 0, "how it sounds"), *thrown, 6, 6, 6)) == ending


@pytest.mark.parametrize(("modifier", "pool"), [(3, 8), (-2, 3)])
def test_a_lie_that_fits_known_facts_is_easier_and_an_outlandish_one_harder(modifier, pool):
    """MOT-3.19, MOT-1.33."""
    assert dice(lie(somebody(), ("roll", "will", 2, modifier, "how it sounds"), *[2] * pool, 2, 2, 2)) == [pool, 3]


@pytest.mark.parametrize(
    ("thrown", "theirs", "ending"),
    [
        ((5, 6, 2, 2, 2), (5, 2, 2, 2), "believed"),
        ((5, 6, 2, 2, 2), (5, 6, 2, 2), "disbelieved"),
        ((5, 2, 2, 2, 2), (2, 2, 2, 2), "believed"),
    ],
)
def test_a_lie_to_the_suspicious_is_a_contest_with_read_individual(thrown, theirs, ending):
    """MOT-3.19, MOT-3.20, MOT-R.34: a tie is not believed."""
    mark = somebody({"Read individual": 1}, suspicious="yes")
    assert outcome(lie(mark, ("roll", "will", 2, 0, "how it sounds"), *thrown, *theirs)) == ending


@pytest.mark.parametrize(("dial", "five_against_one"), [("unskilled", "believed"), ("statistic_roll", "disbelieved")])
def test_bare_perception_against_a_lie(dial, five_against_one):
    """MOT-X.14, MOT-R.33: three dice of which only sixes count; by the dial's other reading fives as well."""
    mark, rolled, dials = somebody(suspicious="yes"), ("roll", "will", 2, 0, "how it sounds"), {"lie_defense_perception": dial}
    events = lie(mark, rolled, 5, 2, 2, 2, 2, 5, 5, 2, dials=dials)
    assert (dice(events), outcome(events)) == ([5, 3], five_against_one)
    assert outcome(lie(mark, rolled, 5, 2, 2, 2, 2, 6, 2, 2, dials=dials)) == "disbelieved"
    assert faces(events, "ana") == [[5, 2, 2, 2, 2]]
    assert DEFAULTS["lie_defense_perception"] == "unskilled"


@pytest.mark.parametrize(("dial", "pool"), [("unskilled", 2), ("statistic_roll", 3)])
def test_penalties_reach_bare_perception_unless_it_is_a_statistic_roll(dial, pool):
    """MOT-R.33, MOT-1.25."""
    mark = somebody(suspicious="yes", minor=7)
    events = lie(
        mark, ("roll", "will", 2, 0, "how it sounds"), 5, 2, 2, 2, 2, *[2] * pool, dials={"lie_defense_perception": dial}
    )
    assert dice(events) == [5, pool]


# Problems and boons

PROBLEMS = [
    *("Anger Issues", "Bad Reputation", "Bounty", "Cowardly", "Curious", "Drunk", "Enemy", "Honest", "Honorable", "Impulsive"),
    *("Oppressed", "Overconfident", "Rival", "Selfish"),
]
BOONS = ["Ally", "Carries a Badge", "Famous", "Nobility", "Wealthy"]


def test_the_printed_problems():
    """MOT-4.10: fourteen, and none has numbers, but Drunk while impaired."""
    assert list(MOT.lists["problems"]) == PROBLEMS
    assert all(set(row) == {"text"} and row["text"] for row in MOT.lists["problems"].values())
    for problem in PROBLEMS:
        play = Play({"Ana": somebody({"Stealth": 2}, problems=[problem])})
        assert pools.pool(play.desk, "Ana", Task("agility", "Stealth")) == 5
        if problem == "Drunk":
            play.act("ana", "drink", who="Ana", impaired="yes")
            assert pools.pool(play.desk, "Ana", Task("agility", "Stealth")) == 3
        else:
            with pytest.raises(Refusal, match=r"^Ana is no drunk$"):
                play.act("ana", "drink", who="Ana", impaired="yes")


@pytest.mark.parametrize("seat", ["ana", "gm"])
def test_player_or_game_master_say_when_a_drunk_is_impaired_and_sober_again(seat):
    """MOT-4.11: two dice fewer, and back."""
    play = Play({"Ana": somebody({"Stealth": 2}, problems=["Drunk"]), "Bo": somebody()}, dials=CALM)
    pool = {"who": "Ana", "skill": "Stealth"}
    play.act(seat, "drink", who="Ana", impaired="yes")
    assert dice(play.act("gm", "call-for", 2, 2, 2, **pool)) == [3]
    assert dice(play.call("Ana", "Lockpicking", 2, tn=1)) == [1]
    with pytest.raises(Refusal, match=r"^Ana is not yours$"):
        play.act("bo", "drink", who="Ana", impaired="no")
    play.act(seat, "drink", who="Ana", impaired="no")
    assert dice(play.act("gm", "call-for", 2, 2, 2, 2, 2, **pool)) == [5]


@pytest.mark.parametrize(("dial", "pool"), [("no", 4), ("yes", 2)])
def test_drink_spares_statistic_rolls_unless_a_dial_says_otherwise(dial, pool):
    """MOT-R.10, MOT-4.11, MOT-1.25."""
    hero = somebody(will=4, problems=["Drunk"], impaired="yes", minor=7)
    play = Play({"Ana": hero}, dials={**CALM, "drunk_affects_statistic_rolls": dial})
    assert dice(play.call("Ana", NO_SKILL, *[2] * pool, statistic="will")) == [pool]
    assert DEFAULTS["drunk_affects_statistic_rolls"] == "no"


def test_no_problem_forces_anybody_to_anything_and_none_pays():
    """MOT-4.08: no roll, no question, no Moment that others do not get; it comes and goes as the story has it."""
    plain, troubled = (Play({"Ana": somebody({"Stealth": 1}, problems=problems)}) for problems in ([], ["Honest", "Curious"]))
    for play in (plain, troubled):
        play.call("Ana", "Stealth")
    assert plain.offers("ana") == troubled.offers("ana")
    for play in (plain, troubled):
        play.answer("ana", "roll", 2, 2, 2, 2)
    assert (troubled.asked(), troubled.moments()) == ([], 0)
    events = troubled.act("gm", "change-trait", who="Ana", kind="problems", trait="Honest", change="loses")
    assert (troubled.of("Ana", "problems"), troubled.moments(), said(events)) == (("Curious",), 0, ["Ana loses Honest"])


@pytest.mark.parametrize("dial", ["off", "on"])
def test_moments_for_giving_in_to_a_problem_where_a_table_wants_it(dial):
    """MOT-4.09."""
    play = Play(dials={"mot_rewards_roleplay": dial})
    gift = {"seat": "ana", "amount": 2, "why": "she could not leave the box alone"}
    if dial == "off":
        with pytest.raises(Refusal, match=r"^this table gives no Moments for role-playing; a dial says so$"):
            play.act("gm", "reward", **gift)
        assert DEFAULTS["mot_rewards_roleplay"] == "off"
        return
    assert outcome(play.act("gm", "reward", **gift)) == "granted"
    assert play.moments() == 2


def test_the_printed_boons_cost_a_credit_each_and_have_no_numbers():
    """MOT-4.21, MOT-4.03."""
    assert [name for name, row in MOT.lists["boons"].items() if not row.get("special")] == BOONS
    assert all(set(MOT.lists["boons"][name]) == {"text"} for name in BOONS)
    plain = Play({"Ana": somebody({"Stealth": 2})})
    for boon in BOONS:
        budgets = sheet.judged(MOT, built(problems=["Curious"], boons=[boon])).budgets
        assert [(one.spent, int(one.available)) for one in budgets if one.name == "credits"] == [(1, 1)]
        play = Play({"Ana": somebody({"Stealth": 2}, boons=[boon])})
        assert pools.pool(play.desk, "Ana", Task("agility", "Stealth")) == 5
        assert sheet.derived(MOT, play.sheet("Ana")) == sheet.derived(MOT, plain.sheet("Ana"))


def test_story_traits_come_and_go_without_cost_or_refund():
    """MOT-4.22: by the game master, with a line in the log; no budget is checked any more."""
    play = Play({"Ana": somebody(problems=["Honest"], boons=["Ally"])}, {"Ogre": somebody()})
    before = {name: play.of("Ana", name) for name in ("xp", "credits_to_skills", "credits_to_statistics", "talents")}
    for trait in ("Famous", "Duchess", "Wealthy"):
        play.act("gm", "change-trait", who="Ana", kind="boons", trait=trait, change="gains")
    events = play.act("gm", "change-trait", who="Ana", kind="boons", trait="Ally", change="loses")
    assert (play.of("Ana", "boons"), said(events)) == (("Famous", "Duchess", "Wealthy"), ["Ana loses Ally"])
    events = play.act("gm", "change-trait", who="Ana", kind="problems", trait="Enemy", change="gains")
    assert (play.of("Ana", "problems"), said(events)) == (("Honest", "Enemy"), ["Ana gains Enemy"])
    assert ({name: play.of("Ana", name) for name in before}, play.moments()) == (before, 0)
    for change, trait, why in (("gains", "Enemy", "Ana has Enemy already"), ("loses", "Rival", "Ana does not have Rival")):
        with pytest.raises(Refusal, match=f"^{why}$"):
            play.act("gm", "change-trait", who="Ana", kind="problems", trait=trait, change=change)
    with pytest.raises(Refusal, match="'change-trait' is not something you can do here"):
        play.act("ana", "change-trait", who="Ana", kind="boons", trait="King", change="gains")


# Talents


def talent(phrase, *applies):
    return {"phrase": phrase, "applies": list(applies), "when": "at night"}


WOODS, EYES = talent("Woodsman", "Survival"), talent("Keen Sight", "perception")


def gifted(*talents, moments=0, dials=None):
    """Ana, with Survival 1, and what she was born with."""
    return Play({"Ana": somebody({"Survival": 1}, talents=list(talents))}, moments=moments, dials=dials)


def use(play, answer, pool, skill="Survival"):
    """How many dice are thrown if Ana, who has no Moments, uses a talent, and it fits; all of them show a two."""
    play.call("Ana", skill)
    play.answer("ana", answer)
    return dice(play.answer("gm", True, *[2] * pool))


def test_the_printed_talents():
    """MOT-4.19, MOT-R.27: with the names that skills have here; legal as printed."""
    assert {name: (row["applies"], row["when"]) for name, row in MOT.lists["talents"].items()} == {
        "Detail Acuity": (["perception"], "noticing small details"),
        "Good Hearing": (["perception"], "hearing"),
        "Honest Face": (["Lying", "Conversation"], "face to face"),
        "Keen Sight": (["perception"], "seeing far"),
        "Natural Sniper": (["Long Arms"], "at 20 m or more"),
        "Second Story Man": (["Athletics", "Lockpicking"], "climbing in towns; locks and forced entry when high up"),
        "Dual wield": (["Melee, one-handed"], "attacking with two weapons"),
    }
    for name, row in MOT.lists["talents"].items():
        chosen = {"phrase": name, "applies": row["applies"], "when": row["when"]}
        assert sheet.problems(MOT, built(problems=["Curious"], talents=[chosen])) == []


@pytest.mark.parametrize(("one", "skill", "pool"), [(WOODS, "Survival", 4), (EYES, NO_SKILL, 3)])
def test_a_talent_adds_three_dice_to_a_roll_of_its_skill_or_statistic(one, skill, pool):
    """MOT-4.13, MOT-4.12: declared before the roll, with its circumstances to see."""
    play = gifted(one)
    play.call("Ana", skill)
    assert play.offers("ana")[f"talent {one['phrase']}"] == (
        f"{one['phrase']} (2 of 2 uses left, at night): roll {pool + 3} dice, 5 and 6 count, 2 needed"
    )
    play.answer("ana", f"talent {one['phrase']}")
    events = play.answer("gm", True, *[2] * (pool + 3))
    assert (dice(events), said(events)[0]) == ([pool + 3], f"Ana uses {one['phrase']}")


def test_the_dice_of_a_talent_are_bonus_dice_where_a_roll_is_all_but_impossible():
    """MOT-4.13, MOT-1.19: four dice against six are impossible, seven are not."""
    play = gifted(WOODS)
    play.call("Ana", "Survival", tn=6)
    assert play.offers("ana")["roll"] == "roll 6 dice, 6 counts, 6 needed (all but impossible)"
    assert play.offers("ana")["talent Woodsman"].endswith("roll 7 dice, 5 and 6 count, 6 needed")


@pytest.mark.parametrize(("one", "skill"), [(EYES, "Survival"), (WOODS, NO_SKILL), (WOODS, "Stealth")])
def test_a_talent_helps_no_other_roll(one, skill):
    """MOT-4.14, MOT-4.13: one of a statistic helps no skill roll that uses the statistic."""
    play = gifted(one)
    play.call("Ana", skill, statistic="perception")
    assert [offer for offer in play.offers("ana") if one["phrase"] in str(offer)] == []


@pytest.mark.parametrize(("hours", "uses"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 2), (12, 2)])
def test_a_talent_has_two_uses_in_a_session_of_three_hours_or_more_and_one_in_a_shorter(hours, uses):
    """MOT-4.15, MOT-R.25: fresh again when a session opens; each talent by itself."""
    play = gifted(WOODS, EYES, dials={"starting_mots": 0})
    for _ in range(2):
        play.act("gm", "open-session", hours=hours)
        for _ in range(uses):
            assert use(play, "talent Woodsman", 7) == [7]
        play.call("Ana", "Survival")
        assert "talent Woodsman" not in play.offers("ana")
        play.answer("ana", "roll", 2, 2, 2, 2)
        assert use(play, "talent Keen Sight", 6, NO_SKILL) == [6]
        play.act("gm", "close-session", xp=0)


def test_once_its_uses_are_gone_a_moment_buys_three_dice_as_often_as_there_are_moments():
    """MOT-4.16: a plain Moment gives only one."""
    play = gifted(WOODS, moments=2)
    play.act("gm", "open-session", hours=1)
    assert play.moments() == 3
    play.call("Ana", "Survival")
    assert "again Woodsman" not in play.offers("ana")
    play.answer("ana", "talent Woodsman")
    play.answer("gm", True)
    play.answer("ana", 0, *[2] * 7)
    for left in (2, 1, 0):
        play.call("Ana", "Survival")
        assert play.offers("ana")["moments 1"] == "roll 5 dice, 5 and 6 count, 2 needed"
        assert play.offers("ana")["again Woodsman"] == "Woodsman (at night): roll 7 dice, 5 and 6 count, 2 needed"
        assert [play.prices("ana")[one] for one in ("moments 1", "again Woodsman")] == [
            "−1 Moment",
            "−1 Moment, if the game master agrees",
        ]
        play.answer("ana", "again Woodsman")
        events = play.answer("gm", True, *([] if left else [2] * 7))
        events += play.answer("ana", 0, *[2] * 7) if left else []
        assert (dice(events), play.moments()) == ([7], left)
    play.call("Ana", "Survival")
    assert "again Woodsman" not in play.offers("ana")


@pytest.mark.parametrize(("dial", "is_offered"), [("yes", False), ("no", True)])
def test_a_moment_instead_of_a_use_that_is_left(dial, is_offered):
    """MOT-R.26: only where a dial says so; stretching a talent is open at any time."""
    play = gifted(WOODS, moments=1, dials={"talent_mot_after_uses_only": dial})
    play.call("Ana", "Survival")
    assert ("again Woodsman" in play.offers("ana")) == is_offered
    assert "talent Woodsman" in play.offers("ana")
    play.answer("ana", "roll", 2, 2, 2, 2)
    play.call("Ana", "Stealth")
    assert "stretch Woodsman" in play.offers("ana")
    assert DEFAULTS["talent_mot_after_uses_only"] == "yes"


@pytest.mark.parametrize(("agreed", "pool", "left"), [(True, 6, 1), (False, 3, 2)])
def test_a_moment_stretches_a_talent_if_the_game_master_agrees(agreed, pool, left):
    """MOT-4.17: three dice on a roll that is not written down; refused, it costs nothing."""
    play = gifted(WOODS, moments=2)
    play.call("Ana", "Stealth")
    assert play.offers("ana")["stretch Woodsman"].startswith("Woodsman: roll 6 dice")
    assert play.prices("ana")["stretch Woodsman"] == "−1 Moment, if the game master agrees"
    play.answer("ana", "stretch Woodsman")
    assert (play.asked(), play.moments(), play.prices("gm")) == ([("gm", "stretch")], 2, {True: "−1 Moment"})
    play.answer("gm", agreed)
    events = play.answer("ana", 0 if agreed else "roll", *[2] * pool)
    assert (dice(events), play.moments()) == ([pool], left)
    play.call("Ana", "Survival")
    assert "2 of 2 uses left" in play.offers("ana")["talent Woodsman"]


def test_without_a_moment_no_talent_stretches():
    """MOT-4.17."""
    play = gifted(WOODS)
    play.call("Ana", "Stealth")
    assert set(play.offers("ana")) == {"roll", "raise", "refuse", "fumble"}


def test_one_talent_at_most_goes_into_a_roll_and_moments_on_top():
    """MOT-4.18."""
    play = gifted(WOODS, talent("Tracker", "Survival"), moments=3)
    play.call("Ana", "Survival")
    assert {"talent Woodsman", "talent Tracker"} <= set(play.offers("ana"))
    play.answer("ana", "talent Woodsman")
    play.answer("gm", True)
    question = play.table.truth.questions[play.waiting("ana")].asked
    assert (question.name, question.low, question.high) == ("moments", 0, 3)
    assert dice(play.answer("ana", 2, *[2] * (4 + 3 + 2))) == [9]
    assert (play.moments(), play.asked()) == (1, [])
