"""Moment of Truth: the dials of chapters 1 to 4 and 12 at each of their values, their defaults, and the presets."""

import pytest

from fatewright.core.errors import BadValue
from fatewright.core.table.story import Refusal
from fatewright.systems.moment_of_truth.mechanics.pools import NO_SKILL
from fatewright.systems.moment_of_truth.mechanics.rolls import Numbers, Strike, Wound, attack, damage, toned
from fatewright.systems.opening import opening
from systems.mot_stage import CALM, MOT, Play, dice, outcome, priced, somebody
from witnesses import played

SEATS = {"gm": "gm", "ana": "player"}


def dials_of(preset="", dials=None):
    """What the dials of a table stand at."""
    return {event.path[1]: event.value for event in opening(MOT, SEATS, dials, preset) if event.path[0] == "dial"}


@pytest.mark.parametrize(
    ("dial", "values"),
    [
        pytest.param("peripheral_skills", ("gm_per_roll", "off"), id="MOT-1.07"),
        pytest.param("default_tn", (2, 1), id="MOT-1.11"),
        pytest.param("max_helpers", (1, 0, 2, 3, "unlimited"), id="MOT-1.28"),
        pytest.param("crit_damage_shift", (1, 0), id="MOT-1.36"),
        pytest.param("setting_skills", ("off", "on"), id="MOT-3.11"),
        pytest.param("mot_rewards_roleplay", ("off", "on"), id="MOT-4.09"),
        pytest.param("special_traits", ("off", "on"), id="MOT-4.23"),
        pytest.param("damage_major_shift", (0, 1, 2, 3, 4, 5), id="MOT-12.07"),
        pytest.param("damage_minor_shift", (0, 1, 2, 3, 4, 5), id="MOT-12.08"),
        pytest.param("reaction_time_formula", ("agility_will", "agility_perception"), id="MOT-R.01"),
        pytest.param("stat_cap_creation", (5, 6), id="MOT-R.03"),
        pytest.param("stat_cap_advancement", (6, 5), id="MOT-R.03 advancement"),
        pytest.param("impossibility_unskilled", ("all_sixes", "tn_sixes"), id="MOT-R.05"),
        pytest.param("drunk_affects_statistic_rolls", ("no", "yes"), id="MOT-R.10"),
        pytest.param("crit_success_margin", ("two_or_more", "exactly_two"), id="MOT-R.11"),
        pytest.param("crit_setback_overlap", ("both", "setback_only", "critical_only"), id="MOT-R.13"),
        pytest.param("talent_breadth", ("single_plus_samples", "free"), id="MOT-R.24"),
        pytest.param("talent_mot_after_uses_only", ("yes", "no"), id="MOT-R.26"),
        pytest.param("lie_defense_perception", ("unskilled", "statistic_roll"), id="MOT-R.33"),
        pytest.param("resister_wins_ties", ("yes", "no"), id="MOT-R.34"),
        pytest.param("ruptured_suit_damage", ("every_3n", "each_turn_after_3n"), id="MOT-R.65"),
        pytest.param("spray_tn", ("running_max", "primary_plus_i"), id="MOT-R.74"),
    ],
)
def test_the_values_of_a_dial_and_no_others(dial, values):
    """The first is the default."""
    assert (MOT.dials[dial].values, dials_of()[dial]) == (values, values[0])
    assert [dials_of(dials={dial: value})[dial] for value in values] == list(values)
    for wrong in (9, -1, "perhaps", None):
        with pytest.raises(BadValue, match=f"^{dial}: found .*, expected one of "):
            dials_of(dials={dial: wrong})


# Rolls


@pytest.mark.parametrize(("dial", "ending"), [(2, "failure"), (1, "success")])
def test_a_standard_task_demands_as_many_successes_as_the_dial_says(dial, ending):
    """MOT-1.11, MOT-R.02: two unless a table says one; it is a switch."""
    play = Play(dials={**CALM, "default_tn": dial})
    assert (play.form("gm", "call-for", skill=NO_SKILL)["tn"], dials_of()["default_tn"]) == (dial, 2)
    assert outcome(play.call("Ana", NO_SKILL, 5, 2, 2)) == ending
    play.act("ana", "attempt", who="Ana", skill=NO_SKILL, task="lifting the gate")
    assert play.table.truth.questions[play.waiting("gm")].asked.default[2] == dial
    for wrong in (0, 3, "2", True):
        with pytest.raises(BadValue, match=r"^default_tn: found .*, expected one of 2, 1$"):
            dials_of(dials={"default_tn": wrong})


def test_a_table_may_play_without_peripheral_skills():
    """MOT-1.07: then the game master cannot ask for one, nor answer an attempt with one."""
    play = Play({"Ana": somebody({"Survival": 2})}, dials={**CALM, "peripheral_skills": "off"})
    with pytest.raises(Refusal, match=r"^this table plays without peripheral skills; a dial says so$"):
        play.call("Ana", "Survival", scope="peripheral")
    play.act("ana", "attempt", who="Ana", skill="Survival", task="finding the way")
    events = play.answer("gm", ("roll", "will", 2, "peripheral", 0, "nobody", "circumstances"))
    assert (outcome(events), dice(events)) == ("cannot be done", [])
    with pytest.raises(Refusal, match=r"^a statistic roll has no peripheral skill$"):
        Play().call("Ana", NO_SKILL, scope="peripheral")


@pytest.mark.parametrize(("dial", "two_sixes"), [("all_sixes", "failure"), ("tn_sixes", "success")])
def test_how_many_sixes_an_impossible_roll_of_the_unskilled_needs(dial, two_sixes):
    """MOT-R.05: one die more is thrown by both readings; the skilled are not concerned."""
    play = Play({"Ana": somebody({"Survival": 0}, will=1)}, dials={**CALM, "impossibility_unskilled": dial})
    assert outcome(play.call("Ana", "Stealth", 6, 6, 5, statistic="will")) == two_sixes
    assert outcome(play.call("Ana", "Stealth", 6, 6, 6, statistic="will")) == "success"
    assert outcome(play.call("Ana", "Stealth", 6, 5, 5, statistic="will")) == "failure"
    assert outcome(play.call("Ana", "Survival", 6, 6, statistic="will")) == "success"


@pytest.mark.parametrize(
    ("dial", "endings"),
    [
        ("two_or_more", ["success", "success", "critical success", "critical success", "critical success"]),
        ("exactly_two", ["success", "success", "critical success", "success", "success"]),
    ],
)
def test_how_far_above_the_need_a_critical_success_lies(dial, endings):
    """MOT-R.11, MOT-1.34: two to six successes against two."""
    play = Play({"Ana": somebody({"Survival": 3})}, dials={**CALM, "crit_success_margin": dial})
    found = [outcome(play.call("Ana", "Survival", *[6] * sixes, *[2] * (6 - sixes))) for sixes in range(2, 7)]
    assert found == endings


@pytest.mark.parametrize(
    ("dial", "ending"),
    [
        ("both", "critical success with a setback"),
        ("setback_only", "success with a setback"),
        ("critical_only", "critical success"),
    ],
)
def test_what_a_critical_success_with_a_setback_is_taken_for(dial, ending):
    """MOT-R.13: a setback alone, and a critical success alone, stay what they are."""
    play = Play({"Ana": somebody({"Survival": 4})}, dials={**CALM, "crit_setback_overlap": dial})
    assert outcome(play.call("Ana", "Survival", 5, 5, 5, 1, 1, 1, 1, tn=1)) == ending
    assert outcome(play.call("Ana", "Survival", 5, 5, 1, 1, 1, 2, 2, tn=1)) == "success with a setback"
    assert outcome(play.call("Ana", "Survival", 5, 5, 5, 1, 1, 2, 2, tn=1)) == "critical success"


@pytest.mark.parametrize(
    ("dial", "value", "mine", "ending"),
    [
        ("crit_success_margin", "exactly_two", (5, 5, 5, 5, 2, 2, 2), "wins"),
        ("crit_setback_overlap", "setback_only", (5, 5, 5, 1, 1, 1, 1), "wins with a setback"),
        ("crit_setback_overlap", "critical_only", (5, 5, 5, 1, 1, 1, 1), "wins critically"),
    ],
)
def test_contests_are_read_by_the_same_dials_as_other_rolls(dial, value, mine, ending):
    """MOT-R.11, MOT-R.13, MOT-R.89."""
    play = Play({"Ana": somebody({"Athletics": 4})}, {"Ogre": somebody()}, {**CALM, dial: value})
    sides = {"who": "Ana", "skill": "Athletics", "against": "Ogre", "against_skill": "Athletics"}
    assert outcome(play.act("gm", "call-contest", *mine, 2, 2, 2, **sides)) == ending


# Damage


@pytest.mark.parametrize(("shift", "wound"), [(1, Wound(2, 1)), (0, Wound(1, 0))])
def test_a_critical_hit_lowers_both_damage_numbers_by_the_dial(shift, wound):
    """MOT-1.36: numbers 4 and 5; a plain hit lowers nothing."""
    assert shift in MOT.dials["crit_damage_shift"].values
    assert played(attack(4, 1, 3, 4, 5, crit_shift=shift), 5, 5, 5, 2, 3, 4, 2) == Strike(1, wound)
    assert played(attack(4, 1, 3, 4, 5, crit_shift=shift), 5, 5, 2, 2, 3, 4, 2) == Strike(1, Wound(1, 0))


@pytest.mark.parametrize("shift", range(6))
def test_a_milder_tone_raises_every_major_number(shift):
    """MOT-12.07: of 5 and 6, by one step 6 and 6 do no major damage any more."""
    numbers = toned(5, 6, {"damage_major_shift": shift, "damage_minor_shift": 0})
    assert numbers == Numbers(5, 6 + shift)
    assert played(damage(3, *numbers), 6, 6, 5) == Wound(3, 0 if shift else 2)
    assert shift in MOT.dials["damage_major_shift"].values


@pytest.mark.parametrize("shift", range(6))
def test_a_milder_tone_raises_every_minor_number(shift):
    """MOT-12.08: fewer minor wounds, as many major ones."""
    numbers = toned(2, 6, {"damage_major_shift": 0, "damage_minor_shift": shift})
    assert numbers == Numbers(2 + shift, 6)
    assert played(damage(6, *numbers), 1, 2, 3, 4, 5, 6) == Wound(max(5 - shift, 1), 1)
    assert shift in MOT.dials["damage_minor_shift"].values


def test_raising_the_major_number_leaves_minor_damage_as_it_was():
    """MOT-12.10: by every step, whatever the dice show."""
    plain = priced(damage(3, 4, 5))
    for shift in range(6):
        milder = priced(damage(3, *toned(4, 5, {"damage_major_shift": shift, "damage_minor_shift": 0})))
        assert [milder.chance_that(lambda wound, n=n: wound.minor == n) for n in range(4)] == [
            plain.chance_that(lambda wound, n=n: wound.minor == n) for n in range(4)
        ]


def test_where_the_numbers_cross_a_die_at_the_major_number_counts_for_both():
    """MOT-12.11: 4 for minor, 3 for major; or 2 raised by 5 beyond a major number of 6."""
    assert played(damage(4, 4, 3), 4, 5, 6, 3) == Wound(4, 4)
    crossed = toned(2, 6, {"damage_major_shift": 0, "damage_minor_shift": 5})
    assert played(damage(3, *crossed), 6, 5, 6) == Wound(2, 2)


# Presets


@pytest.mark.parametrize(
    ("preset", "chosen"),
    [
        ("gritty", {}),
        ("cinematic", {"default_tn": 1, "mot_rewards_dice_triggered": "on"}),
        ("horror", {"mot_player_limit": 1, "death_rule": "harsh"}),
        ("pulp", {"default_tn": 1, "mot_rewards_dice_triggered": "on", "mot_player_limit": 6, "damage_major_shift": 1}),
    ],
)
def test_a_preset_fills_in_dials_and_each_may_be_set_otherwise(preset, chosen):
    """MOT-12.12: the gritty one is what a table has by default; all of them pay for what players choose."""
    default = dials_of()
    assert dials_of(preset) == {**default, **chosen}
    assert MOT.presets[preset]["mot_rewards_player_triggered"] == "on"
    for name, value in MOT.presets[preset].items():
        other = next(one for one in MOT.dials[name].values if one != value)
        assert dials_of(preset, {name: other}) == {**default, **chosen, name: other}


def test_there_are_four_presets_and_what_they_set_is_in_force_at_the_table():
    """MOT-12.12."""
    assert list(MOT.presets) == ["gritty", "cinematic", "horror", "pulp"]
    play = Play({"Ana": somebody()}, dials={**MOT.presets["horror"], "starting_mots": 0})
    for _ in range(2):
        play.call("Ana", NO_SKILL)
        play.answer("ana", "refuse")
    assert play.moments() == 1
