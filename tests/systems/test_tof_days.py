"""Twist of Fate: meals, nights, dawn, the end of a scene; what they restore, and who hears of it."""

import pytest

from fatewright.core.table.game import Lapse
from fatewright.core.table.story import Refusal
from fatewright.systems.twist_of_fate.characters import people
from systems.tof_table import MOM, TOF, cited, fight, kept, outcome, said, seated, usual

TIRED = {"strength_pool": 5, "agility_pool": 5, "brains_pool": 5, "social_pool": 5, "hp": 1}
POOLS = ("strength_pool", "agility_pool", "brains_pool", "social_pool")


def tired(**dials):
    return seated(people={"ana": TIRED}, dials=dials)


def strength(play):
    return play.of("ana", "strength_pool")


# Meals


def test_a_meal_restores_every_pool_and_health_by_the_attribute():
    """TOF-4.04, TOF-4.01, TOF-7.09: each of its own."""
    play = seated(people={"ana": {**TIRED, "strength": 5, "agility": 3, "social": 1}})
    assert outcome(play.act("ana", "eat", who="ana")) == "eaten"
    assert (play.pools("ana"), play.of("ana", "meals")) == ((10, 8, 9, 5, 5), 1)  # Social 1 holds no more than 5


def test_a_pool_never_passes_its_maximum_and_what_is_above_is_lost():
    """TOF-4.05: pool by pool, and it is said to those who may know."""
    play = seated(people={"ana": {**TIRED, "strength_pool": 18, "brains_pool": 20}})
    events = play.act("ana", "eat", who="ana")
    assert play.pools("ana") == (20, 9, 20, 9, 5)
    line = "ana, meal 1 of the day: Strength +2 (2 lost), Agility +4, Brains +0 (4 lost), Social +4, Health +4"
    assert said(events, "ana") == said(events, "gm") == ["ana eats", line]


@pytest.mark.parametrize(("perks", "flaws", "count"), [([], [], 3), (["hearty eater"], [], 4), ([], ["poor appetite"], 2)])
def test_three_meals_a_day_count_and_one_more_restores_nothing_and_says_so(perks, flaws, count):
    """TOF-4.04, TOF-4.10, TOF-5.05: four for a hearty eater, two for a poor appetite."""
    heart = {
        "perks": [{"perk": name, "of": "nothing"} for name in perks],
        "flaws": [{"flaw": name, "of": "nothing"} for name in flaws],
    }
    play = seated(people={"ana": {**TIRED, "strength_pool": 0, **heart}})
    for meal in range(1, 6):
        events = play.act("ana", "eat", who="ana")
        assert (outcome(events), strength(play)) == ("eaten", 4 * min(meal, count))
        assert play.of("ana", "meals") == min(meal, count)
    assert said(events, "ana") == ["ana eats", f"ana: this meal restores nothing; {count} a day count"]


@pytest.mark.parametrize(
    ("dials", "after"),
    [({"meals_per_day": 1}, 9), ({"meal_factor": 3}, 20), ({"meals_per_day": 0}, 5), ({"meal_factor": 0}, 5)],
)
def test_a_table_sets_how_many_meals_count_and_what_they_restore(dials, after):
    """TOF-4.10."""
    play = tired(**dials)
    for _ in range(3):
        play.act("ana", "eat", who="ana")
    assert strength(play) == min(after, 20)


def test_what_others_hear_of_a_meal_has_no_figures():
    """TOF-1.24: nobody but the owner and the game master learns what it restored, nor which meal it was."""
    play = seated(people={"ana": {**TIRED, "meals": 3}, "bo": TIRED})
    for seat, who in (("ana", "ana"), ("bo", "bo")):
        events = play.act(seat, "eat", who=who)
        other = "bo" if seat == "ana" else "ana"
        assert said(events, other) == said(events, "eve") == [f"{who} eats"]
    assert [play.sees("bo", "token", "ana", field) for field in (*POOLS, "hp", "meals")] == [None] * 6


@pytest.mark.parametrize(
    ("round", "dial", "is_refused"), [(1, "off", True), (0, "off", True), (1, "on", False), (None, "off", False)]
)
def test_nobody_eats_in_a_fight_unless_a_dial_allows_it(round, dial, is_refused):
    """TOF-4.13."""
    play = seated(people={"ana": TIRED, "bo": TIRED}, dials={"meals_in_combat": dial}, facts=fight("ana", "x", round=round))
    if is_refused:
        with pytest.raises(Refusal, match=r"^ana is in a fight; meals come after it$"):
            play.act("ana", "eat", who="ana")
        assert strength(play) == 5
    else:
        play.act("ana", "eat", who="ana")
        assert strength(play) == 9
    assert outcome(play.act("bo", "eat", who="bo")) == "eaten"  # who is not in it eats


@pytest.mark.parametrize(("state", "why"), [("out", "ana is out, and does not eat"), ("dead", "ana is dead")])
def test_whoever_is_out_does_not_eat(state, why):
    """TOF-7.18."""
    play = seated(people={"ana": {**TIRED, "conditions": [state]}})
    with pytest.raises(Refusal, match=f"^{why}$"):
        play.act("ana", "eat", who="ana")
    with pytest.raises(Refusal, match=r"^nobody can eat now$"):
        play.act("gm", "everybody-eats")


def test_everybody_eats_by_their_own_count():
    """TOF-4.04, TOF-4.10: meals are counted for each character; foes of the game master go hungry, and may be fed alone."""
    people_ = {"ana": {**TIRED, "meals": 3}, "bo": TIRED, "cy": {**TIRED, "conditions": ["out"]}}
    play = seated(people=people_, foes={"wolf": {**TIRED}})
    events = play.act("gm", "everybody-eats")
    assert [play.of(who, "strength_pool") for who in (*people_, "wolf")] == [5, 9, 5, 5]
    assert (said(events), len(said(events, "gm")), len(said(events, "bo"))) == (["A meal for ana and bo"], 3, 2)
    play.act("gm", "eat", who="wolf")
    assert (play.of("wolf", "strength_pool"), play.sees("ana", "token", "wolf", "meals")) == (9, None)


@pytest.mark.parametrize("verb", ["everybody-eats", "everybody-sleeps", "dawn", "end-scene"])
def test_the_day_of_all_is_the_game_masters(verb):
    """TOF-4.10, TOF-1.34."""
    with pytest.raises(Refusal, match=f"'{verb}' is not something you can do here"):
        tired().act("ana", verb)


def test_nobody_eats_or_sleeps_for_somebody_else():
    """TOF-4.10: it is for each character's own player."""
    play = seated(people={"ana": TIRED, "bo": TIRED})
    for verb in ("eat", "sleep"):
        with pytest.raises(Refusal, match="ana is not yours"):
            play.act("bo", verb, who="ana")
        with pytest.raises(Refusal, match="you see no cy"):
            play.act("bo", verb, who="cy")
    with pytest.raises(Refusal, match="the night is broken …: 'perhaps' is not one of no, yes"):
        play.act("bo", "sleep", who="bo", broken="perhaps")


# Nights


def test_a_night_restores_three_times_the_attribute():
    """TOF-4.03, TOF-7.09: every pool, and health."""
    play = seated(people={"ana": {**TIRED, "strength": 5, "health": 2, "hp": 0, "meals": 2}})
    events = play.act("ana", "sleep", who="ana")
    assert (outcome(events), play.pools("ana")) == ("slept", (20, 17, 17, 17, 4))
    assert (play.of("ana", "meals"), play.of("ana", "nights")) == (0, 1)
    assert said(events) == ["ana sleeps"]
    assert said(events, "ana")[1] == "ana, a night: Strength +15, Agility +12, Brains +12, Social +12, Health +4 (2 lost)"


def test_the_night_of_the_example():
    """TOF-X.20, TOF-4.03, TOF-4.05: Strength 4, pool 11, night: 20, and 3 are lost."""
    play = seated(people={"ana": {"strength_pool": 11}})
    events = play.act("ana", "sleep", who="ana")
    assert strength(play) == 20
    assert "Strength +9 (3 lost)" in said(events, "ana")[1]


@pytest.mark.parametrize(("steps", "pools", "meals"), [(("eat", "sleep"), [9, 20], 0), (("sleep", "eat"), [17, 20], 1)])
def test_the_order_of_an_evening_matters_for_the_meals_alone(steps, pools, meals):
    """TOF-X.21, TOF-4.10, TOF-4.11: a meal after the night belongs to the new day."""
    play = seated(people={"ana": {"strength_pool": 5}})
    found = []
    for step in steps:
        play.act("ana", step, who="ana")
        found.append(strength(play))
    assert (found, play.of("ana", "meals")) == (pools, meals)


def test_the_day_of_the_example():
    """TOF-X.22, TOF-4.03, TOF-4.04, TOF-4.05, TOF-4.10: Strength 3, four meals among it, and 7 points lost at night."""
    play = seated(people={"ana": {"strength": 3}})
    found = []
    for step in (3, 3, 3, "eat", 2, "eat", "eat", "eat", "sleep"):
        if isinstance(step, int):
            play.put("ana", strength_pool=strength(play) - step)
        else:
            events = play.act("ana", step, who="ana")
        found.append(strength(play))
    assert found == [12, 9, 6, 9, 7, 10, 13, 13, 15]
    assert "Strength +2 (7 lost)" in said(events, "ana")[1]


def test_the_order_of_restorations_never_matters_for_a_pool():
    """TOF-4.11, TOF-4.05: for every pool and every sequence of meals and a night."""
    for held in range(21):
        for night_at in range(4):
            play = {"strength_pool": held, "meals": 0}
            for step in range(4):
                values = kept(**play)
                portions = people.night(values, usual()) if step == night_at else people.meal(values, usual())
                play["strength_pool"] += int(portions["strength_pool"].gained)
            assert play["strength_pool"] == min(20, held + 12 + 3 * 4)


def test_a_second_night_of_the_same_day_is_refused_until_dawn():
    """TOF-4.10: one night of rest a day."""
    play = seated(people={"ana": {"strength_pool": 0}})
    play.act("ana", "sleep", who="ana")
    play.put("ana", strength_pool=0)
    with pytest.raises(Refusal, match=r"^ana has rested already: 1 a day; the next dawn begins a new day$"):
        play.act("ana", "sleep", who="ana")
    with pytest.raises(Refusal, match=r"^nobody can rest now; the next dawn begins a new day$"):
        play.act("gm", "everybody-sleeps")
    play.act("gm", "dawn")
    play.act("ana", "sleep", who="ana")
    assert strength(play) == 12


@pytest.mark.parametrize(("nights", "times"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_a_table_sets_how_many_nights_a_day_has_and_what_they_restore(nights, times):
    """TOF-4.10."""
    play = seated(people={"ana": {"strength_pool": 0}}, dials={"nights_per_day": nights, "night_factor": 1})
    for _ in range(times):
        play.act("ana", "sleep", who="ana")
    assert strength(play) == 4 * times
    with pytest.raises(Refusal, match="ana has rested already"):
        play.act("ana", "sleep", who="ana")


def test_whoever_answers_for_another_cannot_sneak_in_a_second_night():
    """TOF-4.10, TOF-1.24: they do not know of the first, so it is told when they try."""
    play = seated(people={"ana": {"strength_pool": 0}, "bo": {}})
    play.act("ana", "sleep", who="ana")
    play.put("ana", strength_pool=0)
    play.act("gm", "hand-over", token="ana", to="bo")
    events = play.act("bo", "sleep", who="ana")
    assert (outcome(events), strength(play), said(events, "bo")) == ("refused", 0, [])
    assert said(events, "ana") == ["ana has rested already today"]
    assert outcome(play.act("bo", "eat", who="ana")) == "eaten"


@pytest.mark.parametrize(("dial", "after"), [("none", (5, 5)), ("half", (9, 5 + 3 * 4 // 2))])
def test_a_broken_night_restores_nothing_or_half(dial, after):
    """TOF-4.12: floor of half; no other penalty, and no wound is cleared."""
    values = {**TIRED, "strength": 3, "wounds": ["head"]}
    play = seated(people={"ana": values}, dials={"interrupted_rest": dial})
    events = play.act("ana", "sleep", who="ana", broken="yes")
    assert (strength(play), play.of("ana", "brains_pool")) == after
    assert (play.of("ana", "meals"), play.of("ana", "nights"), play.of("ana", "wounds")) == (0, 1, ("head",))
    assert "TOF-4.12" in cited(events)


def test_nobody_sleeps_in_a_fight():
    """TOF-4.13: nor do the dead."""
    play = seated(people={"ana": TIRED, "bo": {**TIRED, "conditions": ["dead"]}}, facts=fight("ana"))
    with pytest.raises(Refusal, match=r"^ana is in a fight; sleep comes after it$"):
        play.act("ana", "sleep", who="ana")
    with pytest.raises(Refusal, match=r"^bo is dead$"):
        play.act("bo", "sleep", who="bo")


@pytest.mark.parametrize(("dial", "meal", "night"), [("clock", 5, 8), ("night_only", 1, 8), ("none", 1, 1)])
def test_what_restores_health_points(dial, meal, night):
    """TOF-7.09."""
    play = tired(health_recovery=dial)
    play.act("ana", "eat", who="ana")
    assert (play.of("ana", "hp"), strength(play)) == (meal, 9)
    play.act("ana", "sleep", who="ana")
    assert (play.of("ana", "hp"), strength(play)) == (night, 20)


def test_a_pool_of_magic_is_restored_where_there_is_magic():
    """TOF-4.16, TOF-2.09: like the others."""
    for dial, after in (("on", (4, 16)), ("off", (0, 0))):
        play = seated(people={"ana": {"magic": 4, "magic_pool": 0}}, dials={"magic": dial})
        play.act("ana", "eat", who="ana")
        first = play.of("ana", "magic_pool")
        play.act("ana", "sleep", who="ana")
        assert (first, play.of("ana", "magic_pool")) == after


def test_everybody_sleeps_who_has_not_slept_yet():
    """TOF-4.03, TOF-4.10, TOF-1.34: each once; the scene ends for all."""
    people_ = {"ana": {**TIRED, "nights": 1}, "bo": TIRED, "cy": {**TIRED, "conditions": ["out"], "loved": "yes"}}
    play = seated(people=people_, foes={"wolf": {**TIRED, "conditions": ["out"]}})
    events = play.act("gm", "everybody-sleeps")
    assert [play.of(who, "strength_pool") for who in (*people_, "wolf")] == [5, 17, 17, 5]
    assert said(events) == ["A night for bo and cy", "cy wakes", "wolf wakes"]
    assert (play.of("cy", "loved"), play.of("cy", "conditions"), play.of("cy", "hp")) == ("no", (), 8)


# Wounds


def test_a_night_clears_the_only_wound_without_a_question():
    """TOF-7.20."""
    play = seated(people={"ana": {"wounds": ["off_arm"]}})
    events = play.act("ana", "sleep", who="ana")
    assert (play.of("ana", "wounds"), play.asked(), outcome(events)) == ((), [], "slept")
    assert said(events) == ["ana sleeps", "ana's off arm has healed"]


def test_of_several_wounds_the_owner_chooses():
    """TOF-7.20: one a night."""
    play = seated(people={"ana": {"wounds": ["head", "off_arm", "left_leg"]}})
    play.act("ana", "sleep", who="ana")
    assert play.asked() == [("ana", "mend")]
    assert list(play.question("ana").answers()) == ["head", "off_arm", "left_leg"]
    with pytest.raises(Refusal, match="'torso' is not one of"):
        play.answer("ana", "torso")
    play.answer("ana", "off_arm")
    assert (play.of("ana", "wounds"), strength(play), play.asked()) == (("head", "left_leg"), 20, [])


@pytest.mark.parametrize(
    ("count", "answers", "left"),
    [
        (0, [], ("head", "torso", "off_arm")),
        (1, ["torso"], ("head", "off_arm")),
        (2, ["torso", "off_arm"], ("head",)),
        (3, [], ()),
        (6, [], ()),
    ],
)
def test_how_many_wounds_a_night_clears(count, answers, left):
    """TOF-7.20: wound_heal_per_night; where all are cleared, nobody is asked."""
    play = seated(people={"ana": {"wounds": ["head", "torso", "off_arm"]}}, dials={"wound_heal_per_night": count})
    play.act("ana", "sleep", who="ana")
    for answer in answers:
        play.answer("ana", answer)
    assert (play.of("ana", "wounds"), play.asked()) == (left, [])


def test_when_everybody_sleeps_all_are_asked_together():
    """TOF-7.20: each for their own; whoever does not answer gets the first."""
    two = {"wounds": ["head", "torso"]}
    play = seated(people={"ana": two, "bo": two, "cy": {"wounds": ["torso"]}})
    play.act("gm", "everybody-sleeps")
    assert play.asked() == [("ana", "mend"), ("bo", "mend")]
    play.answer("bo", "torso")
    play.do(Lapse("gm", play.waiting("ana")))
    assert [play.of(who, "wounds") for who in ("ana", "bo", "cy")] == [("torso",), ("head",), ()]


@pytest.mark.parametrize(("dial", "nights"), [("none", 1), ("adds_charge", 3)])
def test_a_part_that_was_wounded_again(dial, nights):
    """TOF-7.17, TOF-7.20: one night for all of it, unless the second wound counts."""
    play = seated(people={"ana": {"wounds": ["head"], "again": {"head": 2}}}, dials={"repeat_wound": dial})
    for night in range(1, nights + 1):
        assert play.of("ana", "wounds") == ("head",)
        play.act("ana", "sleep", who="ana")
        play.act("gm", "dawn")
        assert dict(play.of("ana", "again")) == ({"head": 2 - night} if night < nights and night < 2 else {})
    assert play.of("ana", "wounds") == ()


def test_where_a_second_wound_counts_it_counts_among_those_to_choose_from():
    """TOF-7.17, TOF-7.20: three wounds on two parts, and a night clears two."""
    values = {"wounds": ["head", "torso"], "again": {"head": 1}}
    play = seated(people={"ana": values}, dials={"repeat_wound": "adds_charge", "wound_heal_per_night": 2})
    play.act("ana", "sleep", who="ana")
    play.answer("ana", "head")
    play.answer("ana", "torso")
    assert (play.of("ana", "wounds"), play.of("ana", "again")) == (("head",), ())


# Dawn


def test_dawn_begins_a_new_day_and_restores_nothing():
    """TOF-4.10, TOF-7.20: whoever did not sleep eats afresh; a meal eaten after the night belongs to this day already."""
    play = seated(people={"ana": {**TIRED, "meals": 3, "tended": ["head"]}, "bo": {**TIRED, "meals": 3}})
    play.act("bo", "sleep", who="bo")
    play.act("bo", "eat", who="bo")
    before = play.pools("ana"), play.pools("bo")
    events = play.act("gm", "dawn")
    assert (play.pools("ana"), play.pools("bo")) == before
    assert [(play.of(who, "meals"), play.of(who, "nights"), play.of(who, "tended")) for who in ("ana", "bo")] == [
        (0, 0, ()),
        (1, 0, ()),
    ]
    assert (said(events), play.fact("clock", "day")) == (["Day 2 dawns"], 2)
    play.act("gm", "dawn")
    assert (play.fact("clock", "day"), play.of("bo", "meals")) == (3, 0)


# Scenes


def test_the_end_of_a_scene_ends_whatever_lasts_a_scene():
    """TOF-1.34, TOF-5.04, TOF-8.11, TOF-8.12, TOF-8.14, TOF-8.15: for everybody; pools and wounds stay."""
    held = {"loved": "yes", "buffs": {"Strength": 2}, "forged": {"head": 1}, "veiled": {"Brains": 3}, "wounds": ["head"]}
    play = seated(people={"ana": {**TIRED, **held}}, foes={"wolf": held}, facts={("cloud", "3,4"): (2,)})
    assert outcome(play.act("gm", "end-scene")) == "over"
    for who in ("ana", "wolf"):
        assert [play.of(who, field) for field in ("loved", "buffs", "forged", "veiled")] == ["no", (), (), ()]
        assert play.of(who, "wounds") == ("head",)
    assert (play.pools("ana"), play.fact("cloud", "3,4")) == ((5, 5, 5, 5, 1), None)


def test_a_night_ends_the_scene_for_whoever_sleeps():
    """TOF-1.34."""
    play = seated(people={"ana": {"loved": "yes", "buffs": {"Strength": 1}}, "bo": {"loved": "yes"}})
    play.act("ana", "sleep", who="ana")
    assert (play.of("ana", "loved"), play.of("ana", "buffs"), play.of("bo", "loved")) == ("no", (), "yes")


def test_a_scene_does_not_end_in_a_fight():
    """TOF-1.34: a fight lies inside one scene."""
    play = seated(people={"ana": {}, "bo": {}}, facts=fight("ana"))
    for verb in ("end-scene", "everybody-sleeps"):
        with pytest.raises(Refusal, match=r"^a fight is on: end it first$"):
            play.act("gm", verb)


@pytest.mark.parametrize("system", [TOF, MOM])
@pytest.mark.parametrize(
    ("dial", "by_scene", "by_night"), [("scene", True, True), ("night", False, True), ("medicine_only", False, False)]
)
@pytest.mark.parametrize("points", [0, 3])
def test_when_those_who_are_out_wake(system, dial, by_scene, by_night, points):
    """TOF-7.18: with one health point at least."""
    for verb, args, wakes in (
        ("end-scene", {}, by_scene),
        ("sleep", {"who": "ana"}, by_night),
        ("everybody-sleeps", {}, by_night),
    ):
        values = {"conditions": ["bound", "out"], "hp": points}
        play = seated(system, people={"ana": values}, dials={"wake": dial, "health_recovery": "none"})
        events = play.act("ana" if args else "gm", verb, **args)
        assert play.of("ana", "conditions") == (("bound",) if wakes else ("bound", "out"))
        assert play.of("ana", "hp") == (max(points, 1) if wakes else points)
        assert ("ana wakes" in said(events)) == wakes


def test_the_dead_do_not_wake():
    """TOF-7.18, TOF-7.19."""
    play = seated(people={"ana": {"conditions": ["out", "dead"]}})
    play.act("gm", "end-scene")
    assert play.of("ana", "conditions") == ("out", "dead")
