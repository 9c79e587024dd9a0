"""Moment of Truth: statistics, what follows from them, and what a new character may have."""

import pytest

from fatewright.core.errors import BadValue
from fatewright.core.table.story import Refusal
from fatewright.systems import sheet
from fatewright.systems.moment_of_truth.characters import sheets
from systems.mot_stage import MOT, STATISTICS, Play, built, extension, outcome, somebody

DIALS = {name: dial.values[0] for name, dial in MOT.dials.items()}
POOR = dict.fromkeys(STATISTICS, 2)
LOST = "Skills: 18 skill points would be lost"
TALENT = {"phrase": "Woodsman", "applies": ["Survival"], "when": "in woods"}


def judged(dials=None, **choices):
    return sheet.judged(MOT, built(**choices), dials)


def problems(dials=None, **choices):
    return judged(dials, **choices).problems


def budgets(**choices):
    """What is spent of what, by name."""
    return {one.name: (one.spent, int(one.available)) for one in judged(**choices).budgets}


def derived(dials=None, system=MOT, **values):
    """What follows from a sheet, as plain numbers."""
    full = {name: values.get(name, field.start) for name, field in system.fields.items()}
    return {name: int(score) for name, score in sheet.derived(system, system.kept(full), dials).items()}


# Statistics


def test_there_are_six_statistics_from_one_to_six():
    """MOT-2.01: whole numbers."""
    found = {name: (field.low, field.high) for name, field in MOT.fields.items() if field.group == "statistics"}
    assert found == dict.fromkeys(STATISTICS, (1, 6))
    assert tuple(MOT.lists["statistics"]) == STATISTICS == sheets.STATISTICS
    values = {name: place for place, name in enumerate(STATISTICS, start=1)}
    assert {name: int(sheets.statistic(values, name)) for name in STATISTICS} == values
    for value in (0, 7, 2.5, "3"):
        with pytest.raises(BadValue, match="expected a whole number from 1 to 6"):
            MOT.place("Nora", {"will": value}, "character", "ana")
        assert f"will: found {value!r}, expected a whole number from 1 to 6" in problems(will=value)


def test_the_levels_of_statistics_have_names():
    """MOT-2.10."""
    for name in STATISTICS:
        field = MOT.fields[name]
        named = dict(enumerate(field.labels, start=field.low))
        assert named == {1: "Very Poor", 2: "Poor", 3: "Average", 4: "Above Average", 5: "Gifted", 6: "Exceptional"}
    bought = [f"{sheets.price({'will': held}, 'will', DIALS, MOT.lists)}" for held in range(1, 6)]
    assert {row["level"]: name for name, row in MOT.lists["statistic_levels"].items()} == dict(list(named.items())[1:])
    assert bought == ["10", "20", "40", "80", "120"]
    assert [sheets.level_name("will", level, MOT.lists) for level in range(2, 7)] == list(named.values())[1:]
    assert [sheets.level_name("Lying", level, MOT.lists) for level in range(5)] == list(MOT.fields["skills"].labels)


def test_every_statistic_starts_at_two_and_six_points_raise_them_one_for_one():
    """MOT-2.08: eighteen in all, and one more for each credit exchanged."""
    assert {MOT.fields[name].start for name in STATISTICS} == {2}
    assert budgets(**POOR)["statistic points"] == (0, 6)
    assert (budgets()["statistic points"], problems()) == ((6, 6), [])
    assert problems(will=4) == ["Statistics: statistic points spent: 7, and there are 6"]
    assert problems(will=4, problems=["Curious"], credits_to_statistics=1) == []


def test_statistic_points_may_not_be_left_over():
    """MOT-2.12."""
    assert problems(will=2) == ["Statistics: 1 statistic point is left to spend"]
    play = Play()
    with pytest.raises(Refusal, match=r"^Statistics: 1 statistic point is left to spend$"):
        play.act("ana", "bring", character=sheet.written(built(will=2)))
    assert outcome(play.act("ana", "bring", character=sheet.written(built()))) == "here"


@pytest.mark.parametrize(("cap", "allowed"), [(5, [2, 3, 4, 5]), (6, [2, 3, 4, 5, 6])])
def test_a_new_character_stops_at_the_cap(cap, allowed):
    """MOT-2.09, MOT-R.03: 5 for a normal human."""
    assert DIALS["stat_cap_creation"] == 5
    dials = {"stat_cap_creation": cap}
    found = [value for value in range(1, 7) if not any(line.startswith("will: ") for line in problems(dials, will=value))]
    assert found == allowed
    beyond = {**POOR, "will": 6, "strength": 4}
    assert problems(dials, **beyond) == (["will: 6 is beyond 5, the most at first"] if cap == 5 else [])


@pytest.mark.parametrize(("cap", "refusal"), [(6, None), (5, "will is at 5, and goes no further")])
def test_experience_buys_statistics_up_to_its_own_cap(cap, refusal):
    """MOT-R.03: with the game master's approval."""
    play = Play({"Ana": somebody(will=5, xp=200)}, dials={"stat_cap_advancement": cap})
    step = {"who": "Ana", "what": "will", "why": "horrors endured"}
    if refusal:
        with pytest.raises(Refusal, match=f"^{refusal}$"):
            play.act("ana", "advance", **step)
        return
    play.act("ana", "advance", **step)
    assert (play.asked(), play.of("Ana", "will")) == ([("gm", "approve")], 5)
    play.answer("gm", True)
    assert (play.of("Ana", "will"), play.of("Ana", "xp")) == (6, 80)
    with pytest.raises(Refusal, match=r"^will is at 6, and goes no further$"):
        play.act("ana", "advance", **step)


def test_nothing_is_gained_by_lowering_a_statistic_but_people_of_the_game_master_may_be_that_weak():
    """MOT-2.11."""
    assert "will: 1 is below 2; nothing is gained by lowering a statistic" in problems(will=1, strength=5)
    play = Play(foes={"Imp": somebody(will=1, strength=1)})
    assert (play.of("Imp", "will"), play.of("Imp", "strength")) == (1, 1)


# What follows


@pytest.mark.parametrize(("endurance", "points"), [(1, 8), (2, 10), (3, 12), (4, 14), (5, 16), (6, 18)])
def test_hit_points_are_twice_endurance_and_six(endurance, points):
    """MOT-2.14."""
    assert derived(endurance=endurance)["hit points"] == points


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        pytest.param("melee attack", "strength", "agility", id="MOT-2.15"),
        pytest.param("ranged attack", "agility", "perception", id="MOT-2.16"),
        pytest.param("reaction time", "agility", "will", id="MOT-2.17"),
        pytest.param("move", "agility", "endurance", id="MOT-2.18"),
    ],
)
def test_four_derived_statistics_are_half_of_two_others_rounded_down(name, first, second):
    """MOT-2.13, MOT-2.15, MOT-2.16, MOT-2.17, MOT-2.18: of these two and of no other."""
    for one in range(1, 7):
        for other in range(1, 7):
            assert derived(**{first: one, second: other})[name] == (one + other) // 2
    others = {statistic: 6 for statistic in STATISTICS if statistic not in (first, second)}
    assert derived(**others, **{first: 3, second: 2})[name] == 2


def test_there_are_five_derived_statistics():
    """MOT-2.13."""
    assert list(MOT.lists["derived"]) == ["hit points", "melee attack", "ranged attack", "reaction time", "move"]


@pytest.mark.parametrize(("formula", "reaction"), [("agility_will", 4), ("agility_perception", 3)])
def test_reaction_time_is_made_of_what_the_dial_says(formula, reaction):
    """MOT-R.01, MOT-2.17, MOT-X.18."""
    found = derived({"reaction_time_formula": formula}, agility=4, will=5, perception=2)
    assert (found["reaction time"], DIALS["reaction_time_formula"]) == (reaction, "agility_will")


@pytest.mark.parametrize(
    ("values", "numbers"),
    [
        pytest.param((2, 2, 4, 5, 2, 3), (10, 3, 3, 4, 3, 18), id="MOT-X.18"),
        pytest.param((5, 5, 2, 2, 2, 2), (16, 3, 2, 2, 3, 16), id="MOT-X.19"),
    ],
)
def test_the_worked_characters(values, numbers):
    """MOT-X.18, MOT-X.19."""
    chosen = dict(zip(STATISTICS, values, strict=True))
    found = {**derived(**chosen), "skill points": budgets(**chosen)["skill points"][1]}
    names = ("hit points", "melee attack", "ranged attack", "reaction time", "move", "skill points")
    assert (tuple(found[name] for name in names), problems(**chosen)) == (numbers, [])


def test_what_follows_from_a_statistic_follows_every_advance_and_damage_stays():
    """MOT-2.19."""
    play = Play({"Ana": somebody(endurance=3, agility=3, minor=2, major=1, xp=40)})
    before = sheet.derived(MOT, play.sheet("Ana"))
    play.act("ana", "advance", who="Ana", what="endurance", why="long training")
    play.answer("gm", True)
    after = sheet.derived(MOT, play.sheet("Ana"))
    assert [(one["hit points"], one["hit points left"]) for one in (before, after)] == [(12, 9), (14, 11)]
    assert (play.of("Ana", "minor"), play.of("Ana", "major")) == (2, 1)


def test_a_group_adds_derived_statistics_of_its_own(tmp_path):
    """MOT-2.20, MOT-2.13: with the same rounding; without a folder there are none."""
    nerve, load = '{ of = ["will", "education"], halved = true, plus = 1 }', '{ of = ["strength"], times = 5 }'
    mine = extension(tmp_path, f"[lists.derived]\nnerve = {nerve}\nload = {load}\n")
    found = derived(system=mine, will=4, education=2, strength=3)
    assert (found["nerve"], found["load"], found["hit points"]) == ((4 + 2 + 1) // 2, 15, 10)
    assert {"nerve", "load"} & set(derived()) == set()


# Skill points


@pytest.mark.parametrize("education", range(2, 6))
@pytest.mark.parametrize("exchanged", range(5))
def test_skill_points_are_twice_education_and_twelve_and_three_for_each_credit(education, exchanged):
    """MOT-3.01, MOT-4.04."""
    found = budgets(education=education, credits_to_skills=exchanged, problems=["Curious", "Drunk", "Enemy", "Rival"])
    assert found["skill points"] == (0, 2 * education + 12 + 3 * exchanged)
    points = sheets.skill_points({"education": education, "credits_to_skills": exchanged})
    assert points == found["skill points"][1]


def test_a_credit_counts_before_skill_points_are_worked_out():
    """MOT-X.23, MOT-3.01: Education 3 to 4 makes 20 of 18, the same credit as skill points 21."""
    curious = {"problems": ["Curious"]}
    assert budgets()["skill points"] == (0, 18)
    assert budgets(education=4, credits_to_statistics=1, **curious)["skill points"] == (0, 20)
    assert budgets(credits_to_skills=1, **curious)["skill points"] == (0, 21)


@pytest.mark.parametrize(
    ("level", "name", "price"), [(0, "Familiar", 1), (1, "Trained", 2), (2, "Skilled", 3), (3, "Expert", 6), (4, "Master", 8)]
)
def test_a_level_costs_its_whole_price(level, name, price):
    """MOT-3.02, MOT-R.04: five levels."""
    assert budgets(skills={"Stealth": level})["skill points"] == (price, 18)
    assert (MOT.lists["skill_levels"][name]["level"], MOT.fields["skills"].labels[level]) == (level, name)
    assert (len(MOT.lists["skill_levels"]), len(MOT.fields["skills"].labels)) == (5, 5)


SOME = list(MOT.lists["skills"])


@pytest.mark.parametrize(
    ("levels", "spent", "found"),
    [
        ((4, 3, 2, 0), 18, []),
        ((4, 4, 2), 19, ["Skills: skill points spent: 19, and there are 18"]),
        ((1,) * 9, 18, []),
    ],
)
def test_skills_may_not_cost_more_than_there_are_points(levels, spent, found):
    """MOT-X.20, MOT-3.01."""
    skills = dict(zip(SOME, levels, strict=False))
    assert (budgets(skills=skills)["skill points"], problems(skills=skills)) == ((spent, 18), found)


@pytest.mark.parametrize("level", [5, -1])
def test_a_skill_ends_at_four(level):
    """MOT-3.04: for a new character."""
    assert problems(skills={"Stealth": level}) == [f"skills: Stealth: found {level}, expected a whole number from 0 to 4"]


def test_experience_does_not_take_a_skill_beyond_four():
    """MOT-3.04."""
    play = Play({"Ana": somebody({"Stealth": 3}, xp=200)})
    step = {"who": "Ana", "what": "Stealth", "why": "years of it"}
    play.act("ana", "advance", **step)
    play.answer("gm", True)
    assert dict(play.of("Ana", "skills")) == {"Stealth": 4}
    with pytest.raises(Refusal, match=r"^Stealth is at 4, and goes no further$"):
        play.act("ana", "advance", **step)


def test_skill_points_that_are_left_are_lost_and_the_player_is_warned():
    """MOT-3.05."""
    assert LOST in judged().warnings
    assert "Skills: 1 skill point would be lost" in judged(skills={"Stealth": 4, "Lying": 3, "Acting": 2}).warnings
    assert not any(
        "skill points" in line for line in judged(skills={"Stealth": 4, "Lying": 3, "Acting": 2, "Medic": 0}).warnings
    )
    assert problems() == []


# Traits


def test_there_are_three_kinds_of_traits():
    """MOT-4.01, MOT-4.02: problems give credits, talents and boons cost them."""
    assert [name for name, field in MOT.fields.items() if field.group == "traits"] == ["problems", "talents", "boons"]
    assert budgets(problems=["Curious"])["credits"] == (0, 1)
    assert budgets(talents=[TALENT])["credits"] == budgets(boons=["Ally"])["credits"] == (1, 0)


@pytest.mark.parametrize("count", range(6))
def test_up_to_four_problems_give_a_credit_each(count):
    """MOT-4.02, MOT-X.21: a fifth is refused; one's own are as good as printed ones."""
    chosen = [*list(MOT.lists["problems"])[:2], "Fear of heights", "Owes money", "A twin"][:count]
    if count == 5:
        assert "problems: 5 chosen, and there may be 4" in problems(problems=chosen)
    else:
        assert (problems(problems=chosen), budgets(problems=chosen)["credits"]) == ([], (0, count))


@pytest.mark.parametrize(
    "spent",
    [
        {"talents": [TALENT]},
        {"boons": ["Ally"]},
        {"boons": ["A boat"]},
        {"credits_to_skills": 1},
        {"will": 4, "credits_to_statistics": 1},
    ],
    ids=str,
)
def test_one_credit_buys_a_talent_a_boon_skill_points_or_a_statistic_point(spent):
    """MOT-4.03, MOT-4.04, MOT-4.05, MOT-4.06: and without a problem none of them."""
    assert problems(problems=["Curious"], **spent) == []
    assert problems(**spent) == ["Traits: credits spent: 1, and there are 0"]


def test_an_exchanged_credit_raises_a_statistic_by_one_up_to_the_cap():
    """MOT-4.05, MOT-X.22: four of them make 22; none goes above 5."""
    four = {"problems": ["Curious", "Drunk", "Enemy", "Rival"], "credits_to_statistics": 4}
    full = dict(zip(STATISTICS, (5, 5, 3, 3, 3, 3), strict=True))
    assert (problems(**four, **full), sum(full.values())) == ([], 22)
    assert budgets(**four, **full)["statistic points"] == (10, 10)
    assert problems(**four, **{**full, "will": 4}) == ["Statistics: statistic points spent: 11, and there are 10"]
    assert problems(**four, **{**full, "endurance": 6, "will": 2}) == ["endurance: 6 is beyond 5, the most at first"]


def test_four_problems_spent_in_four_ways():
    """MOT-X.21, MOT-4.06: no credit is left, and none is there for a second time."""
    ways = {"talents": [TALENT], "boons": ["Ally"], "credits_to_skills": 1, "credits_to_statistics": 1, "will": 4}
    four = ["Curious", "Drunk", "Enemy", "Rival"]
    found = judged(problems=four, **ways)
    assert (found.problems, budgets(problems=four, **ways)["credits"]) == ([], (4, 4))
    assert not any("credits" in line for line in found.warnings)
    assert problems(problems=four[:3], **ways) == ["Traits: credits spent: 4, and there are 3"]


def test_credits_that_are_left_are_allowed_with_a_warning():
    """MOT-4.06."""
    found = judged(problems=["Curious", "Drunk"], boons=["Ally"])
    assert found.problems == []
    assert "Traits: 1 credit would be lost" in found.warnings


@pytest.mark.parametrize("dial", ["off", "on"])
def test_special_traits_cost_two_credits_where_a_table_plays_with_them(dial):
    """MOT-4.23, MOT-4.03, MOT-X.21."""
    dials, special = {"special_traits": dial}, {"boons": ["Second Sight"]}
    refused = ["boons: Second Sight is a special trait; this table plays without"] if dial == "off" else []
    two = ["Curious", "Drunk"]
    assert problems(dials, problems=two, **special) == refused
    assert problems(dials, problems=two[:1], **special) == ["Traits: credits spent: 2, and there are 1", *refused]
    over = ["Traits: credits spent: 3, and there are 2", *refused]
    assert problems(dials, problems=two, boons=["Second Sight", "Ally"]) == over
    assert DIALS["special_traits"] == "off"


def test_a_trait_that_a_group_adds_says_what_it_costs(tmp_path):
    """MOT-4.03: a data field; one credit if it says nothing."""
    mine = extension(
        tmp_path,
        '[lists.boons]\nTitan = { cost = 3 }\nHouse = {}\n[lists.talents]\n"Old Soul" = { applies = ["will"], cost = 2 }\n',
    )
    old_soul = ("Old Soul", ("will",), "always")
    assert sheets.trait_cost({"boons": ("Titan", "House"), "talents": (old_soul,)}, mine.lists) == 6


@pytest.mark.parametrize(
    ("talent", "dial", "found"),
    [
        (TALENT, "single_plus_samples", []),
        ({**TALENT, "applies": ["perception"]}, "single_plus_samples", []),
        (
            {**TALENT, "applies": ["Survival", "Stealth"]},
            "single_plus_samples",
            ["talents: Woodsman covers Survival, Stealth; a talent of your own covers one skill or statistic"],
        ),
        ({**TALENT, "applies": ["Survival", "Stealth"]}, "free", []),
        ({"phrase": "Honest Face", "applies": ["Lying", "Conversation"], "when": "face to face"}, "single_plus_samples", []),
    ],
)
def test_a_talent_of_ones_own_covers_one_skill_or_statistic_and_printed_ones_what_is_printed(talent, dial, found):
    """MOT-4.12, MOT-R.24."""
    assert problems({"talent_breadth": dial}, problems=["Curious"], talents=[talent]) == found
    assert DIALS["talent_breadth"] == "single_plus_samples"


@pytest.mark.parametrize("missing", ["phrase", "applies", "when"])
def test_a_talent_has_a_phrase_a_skill_or_statistic_and_circumstances(missing):
    """MOT-4.12."""
    lacking = {name: value for name, value in TALENT.items() if name != missing}
    empty = {**TALENT, missing: [] if missing == "applies" else ""}
    for wrong in (lacking, empty):
        assert any(line.startswith("talents: row 1: ") for line in problems(problems=["Curious"], talents=[wrong]))
    found = problems(problems=["Curious"], talents=[{**TALENT, "applies": ["luck"]}])
    assert any(line.startswith("talents: row 1: applies: ") for line in found)
