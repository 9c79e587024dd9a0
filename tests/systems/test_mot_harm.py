"""Damage, healing and death at the table: who is hurt, who falls, who bleeds, who wakes, who dies, who comes back."""

from fractions import Fraction

import pytest

from fatewright.core.rule.price import odds
from fatewright.core.table.events import Rolled, Verdict
from fatewright.core.table.seal import is_hidden, see
from fatewright.core.table.story import Refusal
from fatewright.kit.stage import Stage
from fatewright.systems.moment_of_truth.combat import harm
from fatewright.systems.moment_of_truth.mechanics import pools
from fatewright.systems.moment_of_truth.mechanics.pools import Task
from fatewright.systems.moment_of_truth.mechanics.rolls import Wound, open_count
from systems.mot_stage import CALM, Play, dice, faces, outcome, said, somebody

BLEEDING = {**CALM, "bleeding": "on"}
HARSH = {**CALM, "death_rule": "harsh"}
DOCTOR = {"Doc": somebody({"Medic": 1, "Medicine": 3})}
OGRE = {"Ogre": somebody({"Brawling": 2})}


refusal = Stage.refused  # the sentence with which an act is refused


def fight(play, leader="Ogre", reserve=0, **more):
    """A fight begins: the first who can stand goes first, then round to the left. Everybody holds so many dice back."""
    standing = [who for who in heroes(play) if not harm.has(play.desk, who, *harm.OUT)]
    first, *others = [*standing, leader]
    play.act("gm", "start-fight", *(6, 6, 6), *[1] * (3 * len(others)), leader=leader, **more)
    for seat, _ in play.asked():
        play.answer(seat, reserve)
    assert play.desk.fact("turns", "order")[0] == play.of(first, "owner")


def heroes(play):
    return [token.name for token in play.desk.tokens() if pools.is_player_character(play.desk, token.name)]


def end_round(play, *thrown):
    """The turns that are left in this round; the faces fall at its end."""
    for _ in range(len(play.desk.fact("turns", "order")) - play.desk.fact("turns", "at") - 1):
        play.act("gm", "end-turn")
    return play.act("gm", "end-turn", *thrown)


def down(play, who="Ana", minutes=(3, 4), minor=12, **more):
    """Somebody loses all hit points."""
    return play.act("gm", "hurt", *minutes, who=who, minor=minor, **more)


def conditions(play, who="Ana"):
    return play.of(who, "conditions")


def damage(play, who="Ana"):
    return play.of(who, "minor"), play.of(who, "major")


def hears_no(events, viewer, number):
    """Whether a viewer learns a number in no verdict, and in no line."""
    verdicts = [see(event, viewer).value for event in events if isinstance(event, Verdict) and see(event, viewer)]
    told = [one for one in verdicts if not is_hidden(one)]
    return not any(str(number) in repr(one) for one in [*told, *said(events, viewer)])


# Damage


@pytest.mark.parametrize(
    ("minor", "major", "thrown"),
    [
        pytest.param(5, 0, 5, id="MOT-X.51"),
        pytest.param(3, 3, 4, id="MOT-7.45"),
        pytest.param(0, 9, 4, id="MOT-7.41"),
        pytest.param(8, 2, 3, id="MOT-7.46"),
        pytest.param(2, 0, 5, id="MOT-7.43"),
        pytest.param(0, 10, 3, id="MOT-R.43"),
        pytest.param(6, 0, 4, id="MOT-7.78"),
        pytest.param(4, 6, 3, id="MOT-7.82"),
        pytest.param(9, 0, 4, id="MOT-R.44"),
        pytest.param(1, 10, 3, id="MOT-7.44"),
    ],
)
def test_wounds_take_dice_from_skills_and_none_from_statistics(minor, major, thrown):
    """Of twelve points: injured costs one die, wounded two in its place. Nothing of it is stored."""
    play = Play({"Ana": somebody({"Stealth": 2})}, dials=CALM)
    play.act("gm", "hurt", who="Ana", minor=minor, major=major)
    assert (damage(play), conditions(play)) == ((minor, major), ())
    assert dice(play.call("Ana", "Stealth", *[6] * thrown, statistic="agility")) == [thrown]
    assert dice(play.call("Ana", "no skill", 6, 6, 6, statistic="agility")) == [3]
    states = {5: "injured", 4: "injured", 3: "wounded"}
    assert harm.most(play.desk, "Ana") == 12
    assert harm.state(play.desk, "Ana") == (states[thrown] if minor + major > 5 else "unhurt")


def test_endurance_one_is_injured_by_two_points():
    """MOT-7.43, MOT-7.45, MOT-X.51: eight hit points."""
    play = Play({"Ana": somebody({"Stealth": 2}, endurance=1)}, dials=CALM)
    assert said(play.act("gm", "hurt", who="Ana", minor=2)) == ["Ana: 2 minor, 0 major, and injured"]
    assert dice(play.call("Ana", "Stealth", 6, 6, 6, 6, statistic="agility")) == [4]


def test_wounds_count_in_attacks_and_holds_and_not_in_initiative():
    """MOT-7.44, MOT-R.43, MOT-R.44: two dice fewer to hit; Reaction Time stays three."""
    play = Play({"Ana": somebody({"Brawling": 2})}, OGRE, CALM)
    play.act("gm", "hurt", who="Ana", minor=10)
    fight(play)
    assert dice(play.act("ana", "grapple", 6, 6, 6, who="Ana", target="Ogre")) == [3]
    play.act("gm", "end-fight")
    assert dice(play.act("ana", "take-down", 6, 6, 6, *[1] * 5, who="Ana")) == [3, 5]


def test_a_die_of_major_damage_is_two_points():
    """MOT-7.41, MOT-7.42, MOT-R.56: minor and major, of one total."""
    play = Play(dials=CALM)
    play.act("gm", "fall", 1, 1, 1, 6, who="Ana", metres=2)
    assert damage(play) == (1, 1)
    assert harm.taken(play.desk, "Ana").points == 2


def test_nothing_comes_of_no_damage():
    """MOT-7.41: not even a line."""
    play = Play(dials=CALM)
    assert said(play.act("gm", "hurt", who="Ana", minor=0)) == []
    assert damage(play) == (0, 0)


def test_whoever_has_no_hit_points_left_is_unconscious_at_once():
    """MOT-7.47, MOT-7.48, MOT-7.81, MOT-7.82: for two dice of minutes, which only the game master knows."""
    play = Play({"Ana": somebody(), "Bo": somebody()}, OGRE, CALM)
    assert said(play.act("gm", "hurt", who="Ana", minor=11)) == ["Ana: 11 minor, 0 major, and wounded"]
    events = play.act("gm", "hurt", 3, 5, who="Ana", minor=1)
    assert said(events) == ["Ana: 1 minor, 0 major, and unconscious"]
    assert (conditions(play), play.of("Ana", "wakes")) == (("unconscious",), 8)
    assert [play.knows(seat, "token", "Ana", "wakes") for seat in ("gm", "ana", "bo", "eve")] == [True, False, False, False]
    assert (faces(events, "gm"), faces(events, "ana")) == ([[3, 5]], [])
    for verb, args in (("move", {"x": 1, "y": 1}), ("go-prone", {}), ("grapple", {"target": "Ogre"})):
        assert refusal(play, "ana", verb, who="Ana", **args) == "Ana is unconscious"


def test_whoever_lies_there_is_easier_to_hit_and_defends_with_nothing():
    """MOT-7.81, MOT-R.57: one success fewer, reserved dice or not; and being unaware makes no difference to it."""
    for is_down, needed in ((False, 3), (True, 1)):
        play = Play({"Ana": somebody(), "Bo": somebody({"Brawling": 2})}, OGRE, CALM)
        fight(play, reserve=2)
        play.act("ana", "end-turn")
        if is_down:
            down(play)
            play.act("gm", "condition", who="Ana", condition="unaware")
        events = play.act("bo", "attack", 1, 2, 3, who="Bo", target="Ana", weapon="Unarmed Attack")
        assert said(events) == [f"Bo misses (Ana, Unarmed Attack; {needed} needed)"]


@pytest.mark.parametrize("condition", ["unaware", "bound"])
def test_the_unaware_and_the_bound_are_easier_to_hit(condition):
    """MOT-R.57: one success fewer, and never fewer than one."""
    play = Play({"Ana": somebody(), "Bo": somebody({"Brawling": 2})}, dials=CALM)
    hit = {"who": "Bo", "target": "Ana", "weapon": "Unarmed Attack"}
    assert said(play.act("bo", "attack", 1, 2, 3, 4, 4, **hit))[0] == "Bo misses (Ana, Unarmed Attack; 2 needed)"
    play.act("gm", "condition", who="Ana", condition=condition)
    assert said(play.act("bo", "attack", 1, 2, 3, 4, 4, **hit))[0] == "Bo misses (Ana, Unarmed Attack; 1 needed)"
    play.act("gm", "condition", who="Ana", condition=condition, is_so="no")
    assert said(play.act("bo", "attack", 1, 2, 3, 4, 4, **hit))[0] == "Bo misses (Ana, Unarmed Attack; 2 needed)"


@pytest.mark.parametrize(("again", "minutes"), [((1, 1), 7), ((6, 6), 12)])
def test_further_attacks_only_make_it_longer(again, minutes):
    """MOT-7.48: seven minutes are left; two more dice never make them fewer."""
    play = Play(dials=CALM)
    down(play)
    assert said(down(play, minutes=again, minor=1)) == ["Ana: 1 minor, 0 major, and unconscious"]
    assert play.of("Ana", "wakes") == minutes


def test_the_game_masters_people_are_hurt_without_numbers():
    """MOT-7.41, MOT-7.47: everyone sees who falls; hit points, damage and minutes stay behind the screen."""
    play = Play(foes=OGRE, dials=CALM)
    events = play.act("gm", "fall", 1, 1, 1, *[6] * 6, 2, 3, who="Ogre", metres=12)
    assert said(events, "ana") == ["Ogre falls 12 m", "Ogre is hurt, and unconscious"]
    assert faces(events, "ana") == []
    assert conditions(play, "Ogre") == ("unconscious",)
    assert not any(play.knows("ana", "token", "Ogre", field) for field in ("minor", "major", "wakes", "endurance", "treated"))


def test_players_are_hurt_in_the_open_and_others_behind_the_screen():
    """MOT-7.41."""
    play = Play(foes=OGRE, dials=CALM)
    assert refusal(play, "gm", "hurt", who="Ogre", minor=1) == "Ogre is the game master's: that goes on behind the screen"
    assert refusal(play, "gm", "secret-hurt", who="Ana", minor=1) == "Ana is a player's: that goes on before everyone"
    events = play.act("gm", "secret-hurt", who="Ogre", minor=3, major=2)
    assert (said(events, "gm"), said(events, "ana")) == (["Ogre is hurt"], [])
    assert damage(play, "Ogre") == (3, 2)


def test_recklessness_ends_with_consciousness_and_not_with_a_bleeding_wound():
    """MOT-7.66, MOT-7.81, MOT-7.82."""
    play = Play(dials=BLEEDING)
    play.act("gm", "condition", who="Ana", condition="reckless")
    play.act("gm", "hurt", who="Ana", minor=0, major=4)
    assert conditions(play) == ("reckless", "bleeding")
    down(play)
    assert conditions(play) == ("bleeding", "unconscious")


def test_damage_that_fells_and_opens_a_wound_does_both():
    """MOT-7.47, MOT-7.66: two conditions at once."""
    play = Play(dials=BLEEDING)
    assert said(down(play, minor=8, major=4)) == ["Ana: 8 minor, 4 major, and unconscious, and bleeding"]
    assert conditions(play) == ("unconscious", "bleeding")


# Waking


def test_minutes_pass_until_somebody_comes_to_and_lies_prone():
    """MOT-7.48, MOT-7.79, MOT-7.81, MOT-R.40: three and four are seven minutes."""
    play = Play(dials=CALM)
    down(play)
    assert said(play.act("gm", "wait", minutes=6)) == ["6 minutes pass"]
    assert (conditions(play), play.of("Ana", "wakes")) == (("unconscious",), 1)
    assert said(play.act("gm", "wait", minutes=1)) == ["1 minute passes", "Ana comes to"]
    assert (conditions(play), play.of("Ana", "wakes")) == (("prone",), 0)
    assert play.desk.fact("clock", "minutes") == 7


def test_awake_without_hit_points_counts_as_wounded_and_any_damage_knocks_out_again():
    """MOT-7.46, MOT-7.82, MOT-R.40: two dice fewer; a new timer, shorter than the old one if it falls so."""
    play = Play({"Ana": somebody({"Stealth": 2})}, dials=CALM)
    down(play, minutes=(6, 6), minor=14)
    play.act("gm", "wait", minutes=12)
    assert dice(play.call("Ana", "Stealth", 6, 6, 6, statistic="agility")) == [3]
    assert said(down(play, minutes=(1, 1), minor=1)) == ["Ana: 1 minor, 0 major, and unconscious"]
    assert (conditions(play), play.of("Ana", "wakes")) == (("prone", "unconscious"), 2)
    down(play, minutes=(6, 6), minor=1)
    play.act("gm", "condition", who="Ana", condition="unconscious", is_so="no")
    down(play, minutes=(1, 2), minor=1)
    assert play.of("Ana", "wakes") == 3


@pytest.mark.parametrize(
    "harmed",
    [
        ("condition", {"condition": "bleeding"}, ()),
        ("condition", {"condition": "suffocating"}, ()),
        ("set-fire", {"dice": 1}, (1,)),
        ("void", {}, ()),
    ],
)
def test_nobody_wakes_while_something_harms_them_still(harmed):
    """MOT-7.48, MOT-R.40: bleeding, no air, fire, the void: the minutes do not even count."""
    verb, args, thrown = harmed
    play = Play(dials=CALM)
    down(play)
    play.act("gm", verb, *thrown, who="Ana", **args)
    assert said(play.act("gm", "wait", minutes=60)) == ["60 minutes pass"]
    assert play.of("Ana", "wakes") == 7


@pytest.mark.parametrize(
    ("dial", "by_time", "by_treatment", "by_rest"),
    [("earliest", True, True, True), ("timer_only", True, False, False), ("healing_only", False, True, True)],
)
def test_what_wakes_the_unconscious(dial, by_time, by_treatment, by_rest):
    """MOT-7.81, MOT-R.40: minutes, medical aid, or hit points; in rest without an hour only the last."""

    def fresh():
        play = Play({"Ana": somebody(), **DOCTOR}, dials={**CALM, "unconscious_recovery": dial})
        down(play, minor=6, major=6)
        return play

    waiting, treated, resting = fresh(), fresh(), fresh()
    waiting.act("gm", "wait", minutes=12)
    treated.cares("treat", 6, 1, 1, 1, medic="Doc", patient="Ana", skill="Medic")
    resting.cares("treat", 1, 1, 1, 1, medic="Doc", patient="Ana", skill="Medic")
    resting.act("gm", "condition", who="Ana", condition="suffocating")
    resting.act("gm", "rest", 6, 6, 6, who="Ana", hours=1)
    woken = [conditions(play)[-1] == "prone" for play in (waiting, treated, resting)]
    assert woken == [by_time, by_treatment, by_rest]


def test_an_hour_of_rest_is_longer_than_any_minutes():
    """MOT-7.48, MOT-R.40: though no hit points came of it; where only healing wakes, it does not."""
    play, other = Play(dials=CALM), Play(dials={**CALM, "unconscious_recovery": "healing_only"})
    for one in (play, other):
        down(one, minor=14)
        one.act("gm", "rest", 1, 1, 1, who="Ana", hours=1)
    assert (conditions(play), conditions(other)) == (("prone",), ("unconscious",))


def test_those_who_have_come_to_stand_up_with_their_move():
    """MOT-7.79, MOT-R.42, MOT-R.96: lying costs two dice in melee and gives one at range."""
    play = Play({"Ana": somebody({"Brawling": 3, "Pistol": 3}, weapon=".38 Revolver"), "Bo": somebody()}, OGRE, CALM)
    play.act("gm", "condition", who="Ana", condition="prone")
    fight(play)
    assert refusal(play, "ana", "move", who="Ana", x=0, y=1) == "Ana lies on the ground"
    assert dice(play.act("ana", "attack", *[1] * 7, who="Ana", target="Bo", weapon=".38 Revolver", metres=5)) == [7]
    assert said(play.act("ana", "stand-up", who="Ana")) == ["Ana gets up"]
    assert (conditions(play), play.of("Ana", "moves"), play.of("Ana", "acted")) == ((), 1, "yes")
    play.act("gm", "end-fight")
    assert refusal(play, "ana", "stand-up", who="Ana") == "Ana stands already"
    play.act("ana", "go-prone", who="Ana")
    assert dice(play.act("ana", "attack", *[1] * 4, who="Ana", target="Bo", weapon="Unarmed Attack")) == [4]
    assert refusal(play, "ana", "go-prone", who="Ana") == "Ana lies already"


# Bleeding


def test_nobody_bleeds_where_the_table_does_not_play_so():
    """MOT-7.65: it is off unless somebody turns it on."""
    play = Play(dials=CALM)
    assert said(play.act("gm", "hurt", who="Ana", minor=0, major=5)) == ["Ana: 0 minor, 5 major"]
    assert conditions(play) == ()


@pytest.mark.parametrize(("bleeding", "expected"), [("no", ()), ("yes", ("bleeding",))])
def test_the_game_master_may_say_it_for_each_fight(bleeding, expected):
    """MOT-7.65, MOT-7.66."""
    play = Play(foes=OGRE, dials={**CALM, "bleeding": "gm_per_fight"})
    play.act("gm", "hurt", who="Ana", minor=0, major=4)
    assert conditions(play) == ()
    fight(play, bleeding=bleeding)
    play.act("gm", "hurt", who="Ana", minor=0, major=1)
    assert conditions(play) == expected


@pytest.mark.parametrize(("endurance", "least"), [(1, 2), (2, 3), (3, 4), (4, 4), (5, 5), (6, 6)])
def test_bleeding_begins_at_a_third_of_all_hit_points(endurance, least):
    """MOT-7.66, MOT-X.52: one major damage fewer, and it does not."""
    play = Play({"Ana": somebody(endurance=endurance)}, dials=BLEEDING)
    play.act("gm", "hurt", who="Ana", minor=1, major=least - 1)
    assert conditions(play) == ()
    assert said(play.act("gm", "hurt", who="Ana", minor=0, major=1))[0].endswith("and bleeding")
    assert conditions(play) == ("bleeding",)


def test_bleeding_round_by_round():
    """MOT-7.65, MOT-7.67, MOT-R.66, MOT-X.52: not in the round it begins, then in each: Endurance, or one major alone."""
    play = Play({"Ana": somebody(), "Bo": somebody()}, OGRE, BLEEDING)
    fight(play)
    play.act("gm", "hurt", who="Ana", minor=0, major=4)
    end_round(play)
    assert damage(play) == (0, 4)
    events = end_round(play, 1, 2, 4)
    assert (damage(play), "Ana: 0 minor, 1 major" in said(events)) == ((0, 5), True)
    end_round(play, 1, 5, 1)
    assert damage(play) == (0, 5)
    assert odds(open_count(3, "statistic")).chance(0) == Fraction(8, 27)


def test_bleeding_goes_on_while_unconscious_and_keeps_down_for_longer():
    """MOT-7.48, MOT-7.67, MOT-R.66: each point lost is new damage."""
    play = Play({"Ana": somebody(), "Bo": somebody()}, OGRE, BLEEDING)
    fight(play)
    down(play, minutes=(1, 1), minor=8, major=4)
    end_round(play)
    end_round(play, 1, 1, 1, 5, 5)
    assert (damage(play), play.of("Ana", "wakes")) == ((8, 5), 10)


def test_bleeding_goes_on_after_the_fight_until_it_is_ended():
    """MOT-7.67, MOT-R.66: round by round; and in the next fight from its first round on."""
    play = Play({"Ana": somebody(), "Bo": somebody()}, OGRE, BLEEDING)
    fight(play)
    end_round(play)
    end_round(play)
    play.act("gm", "hurt", who="Ana", minor=0, major=4)
    end_round(play)
    play.act("gm", "end-fight")
    assert said(play.act("gm", "second", 1, 1, 1, who="Ana")) == ["Ana: 0 minor, 1 major"]
    fight(play)
    end_round(play, 1, 1, 1)
    assert damage(play) == (0, 6)


def test_a_round_after_the_fight_is_a_round_too():
    """MOT-7.67, MOT-R.66: the fight ended in the round in which the wound was dealt; the next one spares nobody."""
    play = Play({"Ana": somebody(), "Bo": somebody()}, OGRE, BLEEDING)
    fight(play)
    end_round(play)
    play.act("gm", "hurt", who="Ana", minor=0, major=4)
    play.act("gm", "end-fight")
    play.act("gm", "second", 5, 1, 1, who="Ana")
    fight(play)
    end_round(play, 1, 1, 1)
    assert damage(play) == (0, 5)


def test_a_wound_from_before_the_fight_bleeds_in_its_first_round():
    """MOT-7.67, MOT-R.66."""
    play = Play({"Ana": somebody(), "Bo": somebody()}, OGRE, BLEEDING)
    play.act("gm", "hurt", who="Ana", minor=0, major=4)
    fight(play)
    end_round(play, 1, 1, 1)
    assert damage(play) == (0, 5)


def test_what_comes_before_the_first_round_is_no_round():
    """MOT-7.67, MOT-R.66: in a standoff nobody bleeds for it."""
    play = Play({"Ana": somebody(), "Bo": somebody()}, OGRE, BLEEDING)
    play.act("gm", "hurt", who="Ana", minor=0, major=4)
    play.act("gm", "second", 5, 1, 1, who="Ana")
    fight(play, how="standoff", ready="ana")
    play.act("gm", "end-turn")
    assert (play.desk.fact("turns", "round"), damage(play)) == (1, (0, 4))
    end_round(play, 1, 1, 1)
    assert damage(play) == (0, 5)


def test_bleeding_does_not_open_treatment_again_and_any_blow_does():
    """MOT-7.69, MOT-R.66, MOT-R.69: by minor damage too."""
    play = Play({"Ana": somebody(), **DOCTOR}, OGRE, BLEEDING)
    play.act("gm", "hurt", who="Ana", minor=0, major=6)
    treat = {"medic": "Doc", "patient": "Ana", "skill": "Medic"}
    play.cares("treat", 1, 1, 1, 1, **treat)
    play.act("gm", "second", 1, 1, 1, who="Ana")
    assert damage(play) == (0, 7)
    assert refusal(play, "doc", "treat", **treat) == "Ana has had Medic since the last injury"
    play.act("gm", "hurt", who="Ana", minor=1)
    assert outcome(play.cares("treat", 1, 1, 1, **{**treat, "medic": "Doc"}, modifier=-1)) == "treated"


def test_the_game_masters_people_bleed_behind_the_screen():
    """MOT-7.66, MOT-7.67: everyone sees that they bleed, and when it costs them something."""
    play = Play(foes=OGRE, dials=BLEEDING)
    play.act("gm", "hazard", 1, 1, 1, *[6] * 4, who="Ogre", hazard="Poison", dice=4)
    assert conditions(play, "Ogre") == ("bleeding",)
    events = play.act("gm", "second", 1, 1, 1, who="Ogre")
    assert (said(events, "ana"), faces(events, "ana"), damage(play, "Ogre")) == (["Ogre is hurt"], [], (4, 5))
    events = play.act("gm", "second", 1, 1, 6, who="Ogre")
    assert (said(events, "ana"), damage(play, "Ogre")) == ([], (4, 5))


def test_the_dead_bleed_no_more():
    """MOT-7.67, MOT-7.75."""
    play = Play({"Ana": somebody(), "Bo": somebody()}, OGRE, {**HARSH, "bleeding": "on"})
    fight(play)
    play.act("gm", "hurt", who="Ana", minor=12, major=12)
    assert conditions(play) == ("dead",)
    end_round(play)
    end_round(play)
    assert damage(play) == (12, 12)


# Treatment


@pytest.mark.parametrize(
    ("skill", "statistic", "major", "left"),
    [("Medic", "agility", 5, 3), ("Medicine", "perception", 5, 1), ("Medicine", "perception", 1, 0)],
)
def test_what_a_treatment_heals(skill, statistic, major, left):
    """MOT-7.68, MOT-7.74, MOT-R.30, MOT-X.53: [6,5,2,1] heal two major, or four by Medicine; never more than there is."""
    play = Play({"Ana": somebody(), "Doc": somebody({"Medic": 1, "Medicine": 1})}, dials=CALM)
    play.act("gm", "hurt", who="Ana", minor=4, major=major)
    treat = {"medic": "Doc", "patient": "Ana", "skill": skill, "statistic": statistic}
    events = play.cares("treat", 6, 5, 2, 1, **treat)
    assert said(events) == [f"Doc treats Ana: {major - left} major damage healed"]
    assert damage(play) == (4, left)


def test_each_skill_once_until_there_is_new_damage():
    """MOT-7.69, MOT-R.30, MOT-R.69, MOT-X.53: a second Medic roll is refused, Medicine is still allowed."""
    play = Play({"Ana": somebody(), **DOCTOR, "Eli": somebody({"Medic": 4})}, dials=CALM)
    play.act("gm", "hurt", who="Ana", minor=0, major=5)
    play.cares("treat", 1, 1, 1, 1, medic="Doc", patient="Ana", skill="Medic")
    for medic in ("Doc", "Eli"):
        again = {"medic": medic, "patient": "Ana", "skill": "Medic"}
        assert refusal(play, medic.lower(), "treat", **again) == "Ana has had Medic since the last injury"
    play.cares("treat", 6, 1, 1, 1, 1, 1, medic="Doc", patient="Ana", skill="Medicine")
    assert damage(play) == (0, 3)
    assert refusal(play, "doc", "treat", medic="Doc", patient="Ana", skill="Medicine").startswith("Ana has had Medicine")


def test_who_may_treat_whom():
    """MOT-7.68, MOT-7.75, MOT-7.81: only who owns the skill, and can stand; the dead are past it."""
    play = Play({"Ana": somebody(), **DOCTOR}, dials=HARSH)
    assert refusal(play, "ana", "treat", medic="Ana", patient="Doc", skill="Medic") == "Ana does not have Medic"
    down(play, "Doc")
    assert refusal(play, "doc", "treat", medic="Doc", patient="Ana", skill="Medic") == "Doc cannot help anybody just now"
    play.act("gm", "wait", minutes=12)
    play.act("gm", "hurt", who="Ana", minor=24)
    assert refusal(play, "doc", "treat", medic="Doc", patient="Ana", skill="Medic") == "Ana is dead; only a revival could help"


@pytest.mark.parametrize(("modifier", "thrown"), [(-2, 2), (-1, 3), (1, 5), (2, 6)])
def test_conditions_are_dice_on_a_treatment(modifier, thrown):
    """MOT-7.70."""
    play = Play({"Ana": somebody(), **DOCTOR}, dials=CALM)
    play.act("gm", "hurt", who="Ana", minor=0, major=3)
    treat = {"medic": "Doc", "patient": "Ana", "skill": "Medic", "modifier": modifier, "reason": "the place"}
    events = play.cares("treat", *[6] * thrown, **treat)
    assert said(events)[0] == f"Doc: {modifier:+d} {'die' if abs(modifier) == 1 else 'dice'} for the place"
    assert dice(events) == [thrown]


def test_a_treatment_ends_bleeding_and_wakes():
    """MOT-7.68, MOT-7.81, MOT-R.40, MOT-R.66: with one success; without any it does neither."""
    play = Play({"Ana": somebody(), **DOCTOR}, dials=BLEEDING)
    down(play, minor=8, major=5)
    play.cares("treat", 1, 1, 1, 1, medic="Doc", patient="Ana", skill="Medic")
    assert conditions(play) == ("unconscious", "bleeding")
    events = play.cares("treat", 6, 1, 1, 1, 1, 1, medic="Doc", patient="Ana", skill="Medicine")
    assert said(events) == ["Doc treats Ana: 2 major damage healed", "Ana comes to"]
    assert (conditions(play), damage(play)) == (("prone",), (8, 3))


def test_the_game_masters_people_are_treated_without_numbers():
    """MOT-7.68: a hero's dice lie open; how much of it was needed does not. A nurse's dice nobody sees."""
    play = Play({"Ana": somebody(), **DOCTOR}, {**OGRE, "Nan": somebody({"Medic": 2})}, CALM)
    play.act("gm", "secret-hurt", who="Ogre", minor=0, major=3)
    events = play.cares("treat", *[6] * 6, medic="Doc", patient="Ogre", skill="Medicine")
    assert said(events, "doc") == ["Doc treats Ogre"]
    assert hears_no(events, "doc", 3)
    assert damage(play, "Ogre") == (0, 0)
    play.act("gm", "hurt", who="Ana", minor=0, major=3)
    events = play.cares("treat", 6, 6, 1, 1, 1, medic="Nan", patient="Ana", skill="Medic")
    assert (said(events, "ana"), faces(events, "ana")) == (["Nan treats Ana: 2 major damage healed"], [])
    assert not play.knows("doc", "token", "Ogre", "treated")


# Rest


def test_an_hour_of_rest():
    """MOT-7.72, MOT-7.74, MOT-X.54: Endurance [6,2,5] heals two minor; on average a third of Endurance."""
    play = Play(dials=CALM)
    play.act("gm", "hurt", who="Ana", minor=5, major=2)
    assert said(play.act("gm", "rest", 6, 2, 5, who="Ana", hours=1)) == ["Ana rests: 2 minor and 0 major damage healed"]
    assert damage(play) == (3, 2)
    assert odds(open_count(3, "statistic")).mean() == 1


def test_every_hour_is_a_roll_and_nothing_falls_below_nought():
    """MOT-7.72, MOT-7.74: three hours, three rolls, four successes for three points."""
    play = Play(dials=CALM)
    play.act("gm", "hurt", who="Ana", minor=3)
    events = play.act("gm", "rest", 6, 5, 1, 1, 1, 1, 6, 6, 2, who="Ana", hours=3)
    assert (dice(events), damage(play)) == ([3, 3, 3], (0, 0))


def test_days_heal_what_has_been_treated():
    """MOT-7.71, MOT-7.74, MOT-R.68: untreated nothing, though nought successes count; both kinds are rolled for apart."""
    play = Play({"Ana": somebody(), **DOCTOR}, dials=CALM)
    play.act("gm", "hurt", who="Ana", minor=1, major=4)
    assert dice(play.act("gm", "rest", who="Ana", hours=0, days=3)) == []
    play.cares("treat", 1, 1, 1, 1, medic="Doc", patient="Ana", skill="Medic")
    events = play.act("gm", "rest", 6, 1, 1, 5, 5, 1, 1, 1, 6, who="Ana", hours=1, days=2)
    assert said(events) == ["Ana rests: 1 minor and 3 major damage healed"]
    assert (dice(events), damage(play)) == ([3, 3, 3], (0, 1))


def test_a_treatment_is_over_when_all_it_was_for_has_healed():
    """MOT-7.71, MOT-R.68: new wounds want a new one."""
    play = Play({"Ana": somebody(), **DOCTOR}, dials=CALM)
    play.act("gm", "hurt", who="Ana", minor=0, major=2)
    play.cares("treat", 6, 1, 1, 1, medic="Doc", patient="Ana", skill="Medic")
    play.act("gm", "rest", 6, 1, 1, who="Ana", hours=0, days=1)
    assert damage(play) == (0, 0)
    play.act("gm", "hurt", who="Ana", minor=0, major=2)
    assert dice(play.act("gm", "rest", who="Ana", hours=0, days=1)) == []


def test_a_very_good_place_helps_in_rest_as_well():
    """MOT-7.70, MOT-7.72: two dice more."""
    play = Play(dials=CALM)
    play.act("gm", "hurt", who="Ana", minor=5)
    play.act("gm", "rest", 6, 6, 6, 6, 6, who="Ana", hours=1, bonus=2)
    assert damage(play) == (0, 0)


def test_a_flat_point_for_two_hours_saves_rolling():
    """MOT-7.73, MOT-R.67: five hours, two points; days are rolled for as ever."""
    play = Play({"Ana": somebody(), **DOCTOR}, dials={**CALM, "minor_healing": "one_per_two_hours"})
    play.act("gm", "hurt", who="Ana", minor=5, major=1)
    play.cares("treat", 1, 1, 1, 1, medic="Doc", patient="Ana", skill="Medic")
    assert dice(play.act("gm", "rest", 6, 1, 1, who="Ana", hours=5, days=1)) == [3]
    assert damage(play) == (3, 0)


def test_rest_below_the_threshold_ends_bleeding():
    """MOT-7.71, MOT-R.66: four of twelve bleed, three do not."""
    play = Play({"Ana": somebody(), **DOCTOR}, dials=BLEEDING)
    play.act("gm", "hurt", who="Ana", minor=0, major=5)
    play.cares("treat", 1, 1, 1, 1, medic="Doc", patient="Ana", skill="Medic")
    play.act("gm", "rest", 6, 1, 1, who="Ana", hours=0, days=1)
    assert (conditions(play), damage(play)) == (("bleeding",), (0, 4))
    play.act("gm", "rest", 6, 1, 1, who="Ana", hours=0, days=1)
    assert (conditions(play), damage(play)) == ((), (0, 3))


def test_the_game_masters_people_rest_without_numbers():
    """MOT-7.72: nor does anybody learn whether they would bleed or wake, who do neither."""
    play = Play(foes=OGRE, dials=CALM)
    play.act("gm", "secret-hurt", who="Ogre", minor=1, major=4)
    events = play.act("gm", "rest", 6, 6, 6, who="Ogre", hours=1)
    assert (said(events, "ana"), faces(events, "ana")) == (["Ogre rests"], [])
    assert [is_hidden(see(event, "ana").value) for event in events if isinstance(event, Verdict)] == [True]
    assert damage(play, "Ogre") == (0, 4)


def test_the_dead_rest_for_good():
    """MOT-7.75."""
    play = Play(dials=HARSH)
    play.act("gm", "hurt", who="Ana", minor=24)
    assert said(play.act("gm", "rest", who="Ana", hours=8)) == ["Ana rests for good"]
    assert damage(play) == (24, 0)


# Death


@pytest.mark.parametrize(
    ("threshold", "more", "state"),
    [
        ("double", (5, 5), "unconscious"),
        ("double", (5, 6), "dead"),
        ("double_plus_one", (5, 6), "unconscious"),
        ("double_plus_one", (6, 6), "dead"),
    ],
)
def test_jane_at_the_table(threshold, more, state):
    """MOT-7.49, MOT-7.50, MOT-7.75, MOT-R.37, MOT-X.03: twelve hit points, thirteen points of damage, and then more."""
    play = Play({"Jane": somebody()}, dials={**HARSH, "harsh_death_threshold": threshold})
    assert said(down(play, "Jane", minor=8, major=5)) == ["Jane: 8 minor, 5 major, and unconscious"]
    minutes = (1, 1) if state == "unconscious" else ()
    minor, major = more
    events = play.act("gm", "hurt", *minutes, who="Jane", minor=minor, major=major)
    assert said(events) == [f"Jane: {minor} minor, {major} major, and {state}"]
    assert conditions(play, "Jane") == (state,)


def test_the_dead_do_nothing_and_are_hurt_no_deader():
    """MOT-7.75: out of play."""
    play = Play({"Ana": somebody(), "Bo": somebody()}, dials=HARSH)
    play.act("gm", "hurt", who="Ana", minor=24)
    assert refusal(play, "ana", "move", who="Ana", x=0, y=0) == "Ana is dead"
    assert refusal(play, "ana", "die", who="Ana") == "here death comes by hit points alone; a dial says so"
    hit = {"who": "Bo", "target": "Ana", "weapon": "Unarmed Attack"}
    assert refusal(play, "bo", "attack", **hit) == "Ana is dead"
    assert said(play.act("gm", "hurt", who="Ana", minor=1)) == ["Ana: 1 minor, 0 major, and dead"]
    assert conditions(play) == ("dead",)


@pytest.mark.parametrize(
    ("gate", "damage_", "allowed"), [("below_zero", 12, False), ("below_zero", 13, True), ("zero_or_below", 12, True)]
)
def test_a_hero_dies_when_the_player_says_so(gate, damage_, allowed):
    """MOT-7.49, MOT-7.51, MOT-R.36: with fewer than no hit points, or with none, by the other reading; awake or not."""
    play = Play(dials={**CALM, "heroic_death_gate": gate})
    play.act("gm", "hurt", who="Ana", minor=11)
    few = "0 or fewer" if gate == "zero_or_below" else "fewer than 0"
    assert refusal(play, "ana", "die", who="Ana") == f"Ana has 1 hit point left; a hero's death needs {few}"
    down(play, minor=damage_ - 11)
    play.act("gm", "wait", minutes=12)
    if not allowed:
        assert refusal(play, "ana", "die", who="Ana") == "Ana has 0 hit points left; a hero's death needs fewer than 0"
        return
    assert said(play.act("ana", "die", who="Ana")) == ["Ana dies"]
    assert conditions(play) == ("prone", "dead")
    assert refusal(play, "ana", "die", who="Ana") == "Ana is dead already"


def test_damage_alone_never_kills_a_hero():
    """MOT-7.49, MOT-7.51: not even three times the hit points; and nobody else declares it."""
    play = Play({"Ana": somebody(), "Bo": somebody()}, OGRE, CALM)
    down(play, minor=30, major=6)
    assert conditions(play) == ("unconscious",)
    assert refusal(play, "bo", "die", who="Ana") == "Ana is not yours"
    assert "die" not in refusal(play, "gm", "kill", who="Ana")


def test_a_heros_death_pays_three_moments_to_everybody_else():
    """MOT-7.52, MOT-R.38, MOT-R.95: one at a time, clockwise from the seat after the one who died; and there is no way back."""
    play = Play({"Ana": somebody(), "Bo": somebody(), "Cy": somebody({"Medicine": 4})}, moments=1)
    down(play, "Bo", minor=13)
    events = play.act("bo", "die", who="Bo")
    assert said(events) == ["Bo dies", *["cy gains 1 Moment for Bo's death", "ana gains 1 Moment for Bo's death"] * 3]
    assert [play.moments(seat) for seat in ("ana", "bo", "cy")] == [4, 1, 4]
    assert refusal(play, "cy", "revive", medic="Cy", patient="Bo") == "Bo died for the others, and is beyond help"


def test_clockwise_is_as_the_table_is_laid_out():
    """MOT-7.52, MOT-R.95: Cy sits at Bo's left hand, then Ana; under a limit of all together that decides who is paid."""
    heroes = {name: somebody() for name in ("Ana", "Bo", "Cy")}
    play = Play(heroes, dials={"mot_table_limit": 4})
    play.act("gm", "lay-ring", seat="bo", left_of="cy")
    down(play, "Bo", minor=13)
    play.act("bo", "die", who="Bo")
    assert [play.moments(seat) for seat in ("ana", "bo", "cy")] == [2, 0, 2]
    play = Play(heroes, dials={"mot_table_limit": 5})
    play.act("gm", "lay-ring", seat="cy", left_of="ana")
    down(play, "Bo", minor=13)
    play.act("bo", "die", who="Bo")
    assert [play.moments(seat) for seat in ("ana", "bo", "cy")] == [3, 0, 2]


def test_an_award_stops_at_the_limit():
    """MOT-7.52, MOT-R.95, MOT-X.62: four for the table, three held, one player left to be paid: one."""
    play = Play({"Ana": somebody(), "Bo": somebody()}, dials={"mot_table_limit": 4, "mot_rewards_roleplay": "on"}, moments=1)
    play.act("gm", "reward", seat="bo")
    down(play, minor=13)
    events = play.act("ana", "die", who="Ana")
    assert play.moments("bo") == 3
    assert said(events)[2:] == ["bo gains 0 Moments for Ana's death: 1 was due, 1 lost to the limit"] * 2


@pytest.mark.parametrize(
    ("dials", "award", "paid"),
    [
        ({}, "award 3 Moments", 3),
        ({}, "no award", 0),
        ({"heroic_death_award": "always"}, "no award", 3),
        (CALM, "award 3 Moments", None),
    ],
)
def test_what_the_award_depends_on(dials, award, paid):
    """MOT-7.52, MOT-7.53, MOT-R.38: the player's choice, or always; never without Moments. Whoever is unpaid may come back."""
    play = Play({"Ana": somebody(), **DOCTOR}, dials=dials)
    down(play, minor=13)
    play.act("ana", "die", who="Ana", award=award)
    if paid is not None:
        assert play.moments("doc") == paid
    if paid:
        assert refusal(play, "doc", "revive", medic="Doc", patient="Ana") == "Ana died for the others, and is beyond help"
    else:
        assert not play.knows("gm", "token", "Ana", "beyond revival")


# The game master's people


@pytest.mark.parametrize(
    ("rule", "npc_death", "points", "found"),
    [
        ("heroic", "harsh_or_gm", 12, "unconscious"),
        ("heroic", "harsh_or_gm", 24, "dead"),
        ("heroic", "dead_at_zero", 12, "dead"),
        ("harsh", "harsh_or_gm", 24, "dead"),
        ("harsh", "dead_at_zero", 12, "unconscious"),
    ],
)
def test_when_the_game_masters_people_die(rule, npc_death, points, found):
    """MOT-7.49, MOT-7.50, MOT-7.54, MOT-R.39: by numbers under either rule; by a dial at no hit points under the heroic."""
    play = Play(foes=OGRE, dials={**CALM, "death_rule": rule, "npc_death": npc_death})
    minutes = (1, 1) if found == "unconscious" else ()
    play.act("gm", "secret-hurt", who="Ogre", minor=points - 1)
    events = play.act("gm", "void", who="Ogre"), play.act("gm", "second", *minutes, who="Ogre")
    assert said(events[1], "ana") == [f"Ogre is hurt, and {found}"]
    assert conditions(play, "Ogre") == (found,)


def test_the_game_master_has_those_who_are_down_die():
    """MOT-7.54, MOT-7.75, MOT-R.39: at no hit points, whether anybody has seen them fall or not."""
    play = Play(foes={**OGRE, "Imp": somebody()}, dials=CALM)
    assert refusal(play, "gm", "kill", who="Ana") == "Ana is a player's: that goes on before everyone"
    assert refusal(play, "gm", "kill", who="Ogre") == "Ogre is not down"
    play.act("gm", "condition", who="Ogre", condition="unconscious")
    play.act("gm", "secret-hurt", who="Imp", minor=12)
    for who in ("Ogre", "Imp"):
        assert said(play.act("gm", "kill", who=who)) == [f"{who} is dead"]
        assert conditions(play, who) == ("dead",)
        assert refusal(play, "gm", "kill", who=who) == f"{who} is dead already"


# The head


SWORD = {"who": "Bo", "target": "Ana", "weapon": "Broad Sword"}
SWORDSMAN = somebody({"Melee, one-handed": 2}, weapon="Broad Sword")
NECK = (6, 6, 6, 6, 1, *[4] * 5, *[1] * 6)  # four successes; five dice of major damage by numbers 3 and 4


def test_a_head_comes_off_at_the_table():
    """MOT-7.75, MOT-X.50: dead at once under the heroic rule; the player still chooses about the award."""
    play = Play({"Ana": somebody(), "Bo": SWORDSMAN, "Cy": somebody()}, dials={"mot_rewards_player_triggered": "off"})
    events = play.act("bo", "attack", *NECK, aim="neck", **SWORD)
    assert said(events)[-2:] == ["Ana: 5 minor, 5 major, and wounded", "Ana is beheaded"]
    assert (conditions(play), play.asked()) == (("dead",), [("ana", "award")])
    play.answer("ana", True)
    assert [play.moments(seat) for seat in ("ana", "bo", "cy")] == [0, 3, 3]


@pytest.mark.parametrize(
    ("limits", "offer", "paid"),
    [
        ({}, ("+3 Moments, +3 Moments", ""), [3, 3]),
        ({"mot_player_limit": 2}, ("+2 Moments, +2 Moments", "2 of 6 Moments lost to the limit"), [2, 2]),
        ({"mot_table_limit": 3}, ("+2 Moments, +1 Moment", "3 of 6 Moments lost to the limit"), [2, 1]),
    ],
)
def test_an_award_on_offer_says_what_the_limits_would_take_away(limits, offer, paid):
    """MOT-5.45, MOT-5.46, MOT-7.52, MOT-R.95: worked out as it is paid, a Moment at a time round the table."""
    dials = {"mot_rewards_player_triggered": "off", **limits}
    play = Play({"Ana": somebody(), "Bo": SWORDSMAN, "Cy": somebody()}, dials=dials)
    play.act("bo", "attack", *NECK, aim="neck", **SWORD)
    assert (play.prices("ana")[True], play.question("ana").options[0].caution) == offer
    play.answer("ana", True)
    assert [play.moments(seat) for seat in ("bo", "cy")] == paid


@pytest.mark.parametrize(
    ("dials", "asked", "paid"),
    [(HARSH, [], None), ({"heroic_death_award": "always", "mot_rewards_player_triggered": "off"}, [], 3)],
)
def test_nobody_is_asked_where_there_is_nothing_to_choose(dials, asked, paid):
    """MOT-7.52, MOT-7.75, MOT-R.38: under the harsh rule nothing is paid; where a dial says always, it is."""
    play = Play({"Ana": somebody(), "Bo": SWORDSMAN}, dials=dials)
    play.act("bo", "attack", *NECK, aim="neck", **SWORD)
    assert (conditions(play), play.asked()) == (("dead",), asked)
    assert paid is None or play.moments("bo") == paid


def test_armour_keeps_a_head_on():
    """MOT-X.50: two of five major are taken, three are not enough."""
    play = Play({"Ana": somebody(armor=["Leather"]), "Bo": SWORDSMAN}, dials=CALM)
    play.act("bo", "attack", *NECK, aim="neck", **SWORD)
    assert (conditions(play), damage(play)) == ((), (5, 3))


@pytest.mark.parametrize(("armor", "found"), [("Chainmaille", ("prone",)), ("Scale", ())])
def test_a_leg_shot_through_armour(armor, found):
    """MOT-7.79, MOT-X.49: five and two; three taken leave four points, which fell, four leave three."""
    play = Play({"Ana": somebody(armor=[armor]), "Bo": SWORDSMAN}, dials=CALM)
    play.act("bo", "attack", 6, 6, 6, 1, 1, 5, 5, 4, 4, 4, *[1] * 6, aim="legs", **SWORD)
    assert conditions(play) == found


# Revival


def dead(dials=None, moments=0, award="no award", **more):
    """Ana has died without an award; Doc is at hand."""
    play = Play({"Ana": somebody(), **DOCTOR}, {"Nan": somebody({"Medicine": 3})}, dials, moments)
    down(play, **{"minor": 8, "major": 10, **more})
    if play.desk.dial("death_rule") == "heroic":
        play.act("ana", "die", who="Ana", award=award)
    return play


def test_somebody_is_brought_back():
    """MOT-7.53, MOT-7.83, MOT-X.55: six dice, and the two Moments of whoever died; four successes heal eight major.

    Unconscious, for new minutes; the roll itself does not wake.
    """
    play = dead(moments=2)
    events = play.cares("revive", medic="Doc", patient="Ana")
    assert play.odds("doc", "roll") == {"alive": Fraction(1697, 6561), "dead": 1 - Fraction(1697, 6561)}
    events += play.answer("doc", "roll", 6, 6, 5, 5, 1, 1, 1, 1, 2, 3)
    assert said(events) == ["ana spends 2 Moments on Ana's life", "Ana breathes again"]
    assert dice(events) == [8, 2]
    assert (conditions(play), damage(play), play.of("Ana", "wakes")) == (("unconscious",), (8, 2), 5)
    assert (play.moments("ana"), play.moments("doc")) == (0, 2)


def test_a_success_is_not_enough_and_there_is_one_try_for_each_death():
    """MOT-7.53, MOT-7.83: three successes; the Moments are gone all the same. After another death there is another."""
    play = dead(moments=1)
    play.cares("revive", medic="Doc", patient="Ana")
    events = play.answer("doc", "roll", 6, 6, 5, 1, 1, 1, 1)
    assert (said(events)[-1], outcome(events), play.moments("ana")) == ("Ana stays dead", "dead", 0)
    assert refusal(play, "doc", "revive", medic="Doc", patient="Ana") == "Ana has been tried for"
    play.act("gm", "condition", who="Ana", condition="dead", is_so="no")
    play.act("ana", "die", who="Ana", award="no award")
    play.cares("revive", medic="Doc", patient="Ana")
    assert outcome(play.answer("doc", "roll", *[6] * 6, 2, 3)) == "alive"


def test_a_harder_case_takes_more_and_an_all_but_impossible_one_brings_nobody_back():
    """MOT-7.53: the need and two besides."""
    play = dead(CALM)
    assert outcome(play.cares("revive", 6, 6, 6, 6, 1, 1, medic="Doc", patient="Ana", harder=1)) == "dead"
    play = Play({"Ana": somebody(), "Doc": somebody({"Medicine": 0}, education=1)}, dials=CALM)
    down(play, minor=13)
    play.act("ana", "die", who="Ana", award="no award")
    assert outcome(play.cares("revive", 6, 6, medic="Doc", patient="Ana")) == "dead"


def test_whoever_comes_back_is_not_dead_again_at_once():
    """MOT-7.50, MOT-7.83: twelve hit points, thirty of damage: eight major are healed; then what is beyond 23, major first."""
    play = dead(HARSH, minutes=(), minor=21, major=9)
    play.cares("revive", 6, 6, 6, 6, 1, 1, 1, 1, medic="Doc", patient="Ana")
    assert (damage(play), conditions(play)) == ((21, 1), ("unconscious",))
    play = dead(HARSH, minutes=(), minor=26, major=9)
    play.cares("revive", 6, 6, 6, 6, 1, 1, 1, 1, medic="Doc", patient="Ana")
    assert (damage(play), harm.state(play.desk, "Ana")) == ((23, 0), "unconscious")


def test_whom_nobody_can_revive():
    """MOT-7.53, MOT-7.83: the living; and not without Medicine, or by somebody who lies there."""
    play = Play({"Ana": somebody(), **DOCTOR}, dials=CALM)
    assert refusal(play, "doc", "revive", medic="Doc", patient="Ana") == "Ana is not dead"
    down(play, minor=13)
    play.act("ana", "die", who="Ana", award="no award")
    assert refusal(play, "ana", "revive", medic="Ana", patient="Ana") == "Ana cannot help anybody just now"
    down(play, "Doc")
    assert refusal(play, "doc", "revive", medic="Doc", patient="Ana") == "Doc cannot help anybody just now"
    play = Play({"Ana": somebody(), "Bo": somebody({"Medic": 4})}, dials=CALM)
    down(play, minor=13)
    play.act("ana", "die", who="Ana", award="no award")
    assert refusal(play, "bo", "revive", medic="Bo", patient="Ana") == "Bo does not have Medicine"


def test_a_physician_of_the_game_masters_revives_behind_the_screen():
    """MOT-7.53, MOT-7.83: everyone learns whether it worked; of the game master's dead, no number."""
    play = dead(CALM)
    events = play.cares("revive", *[6] * 6, 1, 1, medic="Nan", patient="Ana")
    assert (said(events, "ana"), faces(events, "ana")) == (["Ana breathes again"], [])
    play = Play(DOCTOR, OGRE, CALM)
    play.act("gm", "secret-hurt", who="Ogre", minor=15, major=7)
    play.act("gm", "kill", who="Ogre")
    events = play.cares("revive", *[6] * 6, 1, 1, medic="Doc", patient="Ogre")
    assert (damage(play, "Ogre"), conditions(play, "Ogre")) == ((15, 0), ("unconscious",))
    assert hears_no(events, "doc", 7)
    assert not any(play.knows("doc", "token", "Ogre", field) for field in ("minor", "major", "wakes", "revival tried"))


# The game master's pencil


def test_conditions_come_and_go_by_the_game_masters_word():
    """MOT-7.75, MOT-7.76, MOT-7.79, MOT-7.80, MOT-7.82: without a wound; those that follow from hit points are none of them."""
    play = Play(foes=OGRE, dials=CALM)
    for condition in ("prone", "disarmed", "bound"):
        assert said(play.act("gm", "condition", who="Ogre", condition=condition)) == [f"Ogre is {condition}"]
    assert conditions(play, "Ogre") == ("prone", "disarmed", "bound")
    assert said(play.act("gm", "condition", who="Ogre", condition="disarmed", is_so="no")) == ["Ogre is no longer disarmed"]
    assert conditions(play, "Ogre") == ("prone", "bound")
    with pytest.raises(Refusal, match="'wounded' is not one of"):
        play.act("gm", "condition", who="Ogre", condition="wounded")
    with pytest.raises(Refusal):
        play.act("ana", "condition", who="Ana", condition="prone")


@pytest.mark.parametrize(
    ("verb", "args"),
    [
        ("hurt", {"minor": 1}),
        ("secret-hurt", {"minor": 1}),
        ("kill", {}),
        ("rest", {}),
        ("condition", {"condition": "prone"}),
        ("fall", {"metres": 3}),
        ("blast", {"dice": 3}),
        ("hazard", {"hazard": "Acid"}),
        ("set-fire", {}),
        ("void", {}),
        ("second", {}),
    ],
)
def test_what_befalls_people_befalls_nobody_else(verb, args):
    """MOT-7.41, MOT-8.01: a social encounter is a thing on the table too, and has no hit points."""
    play = Play(DOCTOR, OGRE, CALM)
    play.act("doc", "approach", mark="Ogre", goal="lets us pass")
    name = next(token.name for token in play.desk.tokens() if token.kind == "encounter")
    assert refusal(play, "gm", verb, who=name, **args) == f"{name} is nobody"
    assert refusal(play, "doc", "treat", medic="Doc", patient=name, skill="Medic") == f"{name} is nobody"
    assert refusal(play, "doc", "revive", medic="Doc", patient=name) == f"{name} is nobody"


def test_a_task_of_the_wounded_says_why():
    """MOT-7.44, MOT-R.43: the pool names its reason, and only the worse of the two."""
    play = Play({"Ana": somebody({"Stealth": 2})}, dials=CALM)
    play.act("gm", "hurt", who="Ana", minor=10)
    pool = pools.pool(play.desk, "Ana", Task("agility", "Stealth"))
    assert (int(pool), [part.label for part in pool.parts if part < 0]) == (3, ["wounded"])


def test_no_throw_of_a_players_view_shows_what_is_behind_the_screen():
    """MOT-7.48: minutes fall unseen each time, whoever falls."""
    play = Play({"Ana": somebody(), "Bo": somebody()}, dials=CALM)
    events = down(play)
    assert [is_hidden(see(event, "ana").dice) for event in events if isinstance(event, Rolled)] == [True]
    assert harm.taken(play.desk, "Ana") == Wound(12, 0)
