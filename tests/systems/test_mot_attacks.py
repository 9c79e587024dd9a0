"""Attacks at the table: dice, target numbers, wounds, called shots, guns, two swords, charges; and why one may not be made."""

import re
from fractions import Fraction
from functools import partial

import pytest

from fatewright.core.table.codec import wire
from fatewright.core.table.game import Act, Overrule
from fatewright.core.table.preview import odds_of_act
from fatewright.core.table.seal import see
from fatewright.core.table.slots import Forms, whole
from fatewright.kit.stage import Stage
from fatewright.systems import forms
from fatewright.systems.moment_of_truth.combat.blows import protection
from fatewright.systems.moment_of_truth.drama.answers import CRITICAL_HELP, FUMBLE_HELP, SETBACK_HELP
from fatewright.systems.moment_of_truth.mechanics.rolls import Wound, damage, to_hit_roll, volley
from forms import stands
from systems.mot_fight import begin, nobody, on_board, pair, passed, refused, total, turn
from systems.mot_stage import CALM, MOT, Play, dice, extension, faces, fives_count, outcome, priced, said, somebody
from witnesses import fractions

SWORD = {"Melee, one-handed": 2}
FENCER = {"skills": SWORD, "weapon": "Broad Sword"}  # five dice, and eleven for damage
GUNMAN = {"skills": {"Pistol": 2}, "weapon": ".45 Auto Pistol"}  # five dice, and twelve
RIFLEMAN = {"skills": {"Long Arms": 2}, "weapon": "Assault Rifle"}  # five dice, and sixteen
TOUGH = {"endurance": 6}  # eighteen hit points
HIT = (5, 6, 2, 3, 4)  # of five dice, two successes
NOTHING = (1,) * 80


def attack(play, *thrown, who="Ana", target="Ogre", weapon=None, **args):
    """An attack with what is in the hand; the dice must be used up."""
    return play.act(seat_of(who), "attack", *thrown, who=who, target=target, weapon=weapon or play.of(who, "weapon"), **args)


def seat_of(who):
    return who.lower() if who in ("Ana", "Bo", "Cy") else "gm"


def filled_in(play, who="Ana", target="Ogre", weapon=None, **args):
    """An attack, with what else stands in its form."""
    named = {"who": who, "target": target, "weapon": weapon or play.of(who, "weapon")}
    return whole(play.table.view(seat_of(who)), play.game, Act(seat_of(who), "attack", {**named, **args}))


def missed(play, **args):
    """An attack whose dice all show twos, however many there are."""
    return Stage(play.game, play.table, lambda sides: 2).do(filled_in(play, **args))


def no_attack(play, who="Ana", target="Ogre", weapon=None, **args):
    """Why an attack is refused."""
    weapon = weapon or play.of(who, "weapon")
    return refused(play, seat_of(who), "attack", who=who, target=target, weapon=weapon, **args)


def needed(events):
    """The target number that everybody hears."""
    return next(int(found[1]) for line in said(events) if (found := re.search(r"(\d+) needed", line)))


def wound(play, who="Ogre"):
    return play.of(who, "minor"), play.of(who, "major")


def put(play, token, **fields):
    """The game master overrules what stands on a sheet."""
    for field, value in fields.items():
        play.do(Overrule("gm", token, field, value, "for the scene"))


def are(play, who, *conditions):
    for condition in conditions:
        play.act("gm", "condition", who=who, condition=condition)


def shows(minor, major, count):
    """Dice of a weapon with the numbers 4 and 5 that do so much damage."""
    return (*[5] * major, *[4] * (minor - major), *[1] * (count - minor))


def chance(odds, *words):
    """The chance of all outcomes that begin so."""
    return sum(each for name, each in odds.items() if str(name).startswith(words))


def asked(dials=None, moments=0, foe=None, **ana):
    """Ana at a table with Moments, where she is asked how she rolls."""
    return Play({"Ana": somebody(**ana)}, {"Ogre": somebody(**(foe or TOUGH))}, dials, moments)


# The roll to hit


@pytest.mark.parametrize(
    ("weapon", "skills", "count", "fives"),
    [
        ("Broad Sword", {"Melee, one-handed": 2}, 4 + 2, True),
        ("Broad Sword", {"Melee, one-handed": 0}, 4, True),
        ("Broad Sword", {"Melee, two-handed": 4}, 4, False),
        ("Spear", {"Melee, two-handed": 1}, 4 + 1, True),
        ("Unarmed Attack", {"Brawling": 1}, 4 + 1, True),
        (".38 Revolver", {"Pistol": 3}, 2 + 3, True),
        (".38 Revolver", {}, 2, False),
        ("Sling", {"Throwing": 1}, 2 + 1, True),
        ("Long Bow", {"Archery": 1}, 2 + 1, True),
        ("Shotgun", {"Long Arms": 1}, 2 + 1, True),
    ],
)
def test_a_combat_pool_is_an_attack_score_and_the_skill_of_the_weapon(weapon, skills, count, fives):
    """MOT-7.17, MOT-7.18, MOT-7.21, MOT-R.28, MOT-R.29, MOT-R.84: Strength 5, Agility 3, Perception 2."""
    play = pair(strength=5, perception=2, skills=skills, weapon=weapon)
    metres = 1 if weapon in MOT.lists["melee_weapons"] else 4
    events = attack(play, 5, *[2] * (count - 1), metres=metres)
    assert dice(events) == [count]
    assert fives_count(events) is fives


def test_a_success_short_is_a_miss_and_enough_are_a_hit():
    """MOT-7.19, MOT-7.21, MOT-9.02: at a table of two successes; one buys nothing."""
    play = pair(foe=TOUGH, **FENCER)
    events = attack(play, 5, 2, 3, 4, 4)
    assert (outcome(events), said(events)) == ("misses", ["Ana misses (Ogre, Broad Sword; 2 needed)"])
    events = attack(play, *HIT, *shows(3, 1, 11))
    assert outcome(events) == "hits"
    assert said(events) == ["Ana hits (Ogre, Broad Sword; 2 needed)", "Ogre is hurt"]
    assert wound(play) == (3, 1)


def test_a_pool_below_the_target_number_is_all_but_impossible():
    """MOT-7.19: the exception of every roll; trained two sixes of two dice, untrained three of three."""
    trained = pair(strength=1, agility=1, skills={"Melee, one-handed": 0}, weapon="Club")
    assert outcome(attack(trained, 6, 5)) == "misses"
    assert outcome(attack(trained, 6, 6, *[1] * 5)) == "hits"
    untrained = pair(strength=1, agility=1, weapon="Club")
    assert outcome(attack(untrained, 6, 6, 5)) == "misses"


def test_a_player_is_asked_with_the_exact_odds():
    """MOT-7.21, MOT-7.24, MOT-7.25, MOT-X.37: of seven dice two held back."""
    play = asked(strength=3, skills={"Melee, one-handed": 4}, weapon="Club")
    missed(play)
    assert play.offers("ana") == {
        "roll": "roll 7 dice, 5 and 6 count, 2 needed",
        "raise": "raise the stakes: any failure is a critical one",
    }
    assert play.prices("ana") == {"raise": "+2 Moments, after the roll"}
    whole = play.odds("ana", "roll")
    assert chance(whole, "hits") == Fraction(179, 243)
    play.answer("ana", "roll", *[2] * 7)
    put(play, "Ana", reserved=2)
    missed(play)
    assert chance(play.odds("ana", "roll"), "hits") == Fraction(131, 243)


@pytest.mark.parametrize(("reserved", "odds"), [(0, Fraction(473, 729)), (2, Fraction(233, 729))])
def test_what_the_game_master_may_expect_of_six_dice(reserved, odds):
    """MOT-7.24, MOT-X.37: against somebody who holds two back."""
    play = pair(endurance=6, foe={"skills": {"Brawling": 3}})
    put(play, "Ana", reserved=reserved)
    found = fractions(odds_of_act(play.table.view("gm"), MOT.game, filled_in(play, who="Ogre", target="Ana"), budget=10**6))
    assert chance(found, "hits", "fells") == odds


def falls(shot, dice, numbers, left, armor=0):
    """The chance that a hit costs so many points: a critical one by numbers that are one lower."""
    found = 0
    for (hits, is_critical), each in shot.items():
        if hits:
            shift = 1 if is_critical else 0
            cost = priced(damage(dice, numbers[0] - shift, numbers[1] - shift, armor), "points")
            found += each * cost.chance_that(lambda points: points >= left)
    return found


def test_whoever_knows_what_the_target_has_left_sees_the_odds_of_a_fall():
    """MOT-7.47, MOT-7.59: the game master of a character, a player of another; of a foe a player knows no more than the hit."""
    play = pair(foe={"skills": {"Brawling": 2}}, minor=9)
    found = fractions(odds_of_act(play.table.view("gm"), MOT.game, filled_in(play, who="Ogre", target="Ana")))
    expected = falls(fractions(priced(to_hit_roll(5, 2), "volley")), 5, (5, 6), 3)
    assert found["fells"] == expected
    assert chance(found, "hits", "fells") == Fraction(131, 243)
    people = {"Ana": somebody({"Brawling": 2}), "Bo": somebody(minor=9, armor=["Leather"])}
    play = Play(people, {"Ogre": somebody(minor=9)})
    missed(play, target="Bo")
    assert play.odds("ana", "roll")["fells"] == falls(fractions(priced(to_hit_roll(5, 2), "volley")), 5, (5, 6), 3, 2)
    play.answer("ana", "roll", *[2] * 5)
    missed(play)
    assert "fells" not in play.odds("ana", "roll")


def test_the_odds_of_a_fall_at_maximum_range_and_of_a_burst():
    """MOT-7.47, MOT-9.01, MOT-10.09, MOT-R.73: halved before it is counted; two hits add up, and only the first is critical."""
    play = pair(minor=9, foe={"skills": {"Throwing": 2}, "weapon": "Sling"})
    act = filled_in(play, who="Ogre", target="Ana", metres=7)
    odds = fractions(odds_of_act(play.table.view("gm"), MOT.game, act, budget=10**6))
    expected = 0
    for (hits, is_critical), each in fractions(priced(to_hit_roll(4, 2), "volley")).items():
        if hits:
            wounds = priced(damage(5, 5 - is_critical, 6 - is_critical))
            expected += each * wounds.chance_that(lambda one: one.minor // 2 + one.major // 2 >= 3)
    assert odds["fells"] == expected
    play = pair(foe={"skills": {"Long Arms": 0}, "weapon": "Assault Rifle"})
    act = filled_in(play, who="Ogre", target="Ana", manner="automatic", metres=5)
    odds = fractions(odds_of_act(play.table.view("gm"), MOT.game, act, budget=10**7))
    assert odds["fells"] == fractions(priced(volley(3, 2, 14, 3, 4, hp=12), "falls"))[True]


READINGS = [  # dials, and the same as a rule is told
    pytest.param({}, {}, id="as the original is taken to mean"),
    pytest.param({"crit_success_margin": "exactly_two"}, {"margin": "exactly_two"}, id="MOT-R.11"),
    pytest.param({"crit_setback_overlap": "setback_only"}, {"overlap": "setback_only"}, id="MOT-R.13"),
    pytest.param(
        {"crit_setback_overlap": "setback_only", "use_setbacks": "off"},
        {"overlap": "setback_only", "setbacks": "off"},
        id="MOT-R.97",
    ),
    pytest.param({"crit_damage_shift": 0}, {"crit_shift": "0"}, id="MOT-1.36"),
]


def falls_at_the_table(foe, dials, **how):
    """The chance that somebody with three hit points left falls, at a table with these dials, as its game master sees it."""
    play = pair({"default_tn": 1, **dials}, minor=9, foe=foe)
    act = filled_in(play, who="Ogre", target="Ana", **how)
    return fractions(odds_of_act(play.table.view("gm"), MOT.game, act, budget=10**7))["fells"]


def falls_by_rule(rule, **told):
    """The same, as `fatewright odds` works it out for whoever says how the table reads its rolls."""
    return fractions(priced(forms.call(MOT.rule(rule), told), "falls"))[True]


@pytest.mark.parametrize(("dials", "told"), READINGS)
def test_the_priced_attack_is_that_of_the_table_it_is_asked_for(dials, told):
    """MOT-1.36, MOT-7.21, MOT-R.11, MOT-R.13, MOT-R.97: whatever the dials say of a critical hit."""
    numbers = {"pool": "7", "tn": "1", "dice": "7", "minor": "5", "major": "6", "hp": "3"}
    found = falls_by_rule("attack", **numbers, **told)
    assert found == falls_at_the_table({"skills": {"Brawling": 4}}, dials)
    is_usual = not told or "setbacks" in told  # without setbacks none overlaps with anything
    assert (found == falls_by_rule("attack", **numbers)) == is_usual


@pytest.mark.parametrize(("dials", "told"), READINGS)
def test_the_priced_volley_is_that_of_the_table_it_is_asked_for(dials, told):
    """MOT-9.01, MOT-R.11, MOT-R.13, MOT-R.97: whatever the dials say of its first hit."""
    numbers = {"pool": "7", "tn": "1", "dice": "18", "minor": "6", "major": "7", "hp": "3"}
    foe = {"skills": {"Long Arms": 4}, "weapon": "Assault Rifle"}
    milder = {"damage_minor_shift": 3, "damage_major_shift": 3}
    found = falls_by_rule("volley", **numbers, **told)
    assert found == falls_at_the_table(foe, dials | milder, manner="automatic", metres=5)


@pytest.mark.parametrize("rule", ["attack", "volley"])
def test_how_many_sixes_an_attack_that_is_all_but_impossible_needs_is_asked_too(rule):
    """MOT-R.05, MOT-1.16: at a table where as many sixes do as are needed, such an attack hits more often."""
    unskilled = {"pool": "1", "tn": "2", "dice": "5", "minor": "4", "major": "6", "kind": "unskilled"}
    play = pair({"impossibility_unskilled": "tn_sixes"}, foe={"strength": 1, "agility": 1, "weapon": "Club"})
    act = filled_in(play, who="Ogre", target="Ana")
    hits = chance(fractions(odds_of_act(play.table.view("gm"), MOT.game, act)), "hits", "fells")
    call = forms.call(MOT.rule(rule), {**unskilled, "unskilled": "tn_sixes"})
    assert priced(call, "hits").chance_that(lambda found: found > 0) == hits == Fraction(16, 216)
    assert priced(forms.call(MOT.rule(rule), unskilled), "hits").chance_that(lambda found: found > 0) == Fraction(1, 216)


def test_what_nobody_can_weigh_stays_at_the_hit():
    """MOT-7.47: a hero who lies there cannot fall again."""
    play = pair(foe=FENCER, minor=12)
    are(play, "Ana", "unconscious")
    odds = fractions(odds_of_act(play.table.view("gm"), MOT.game, filled_in(play, who="Ogre", target="Ana")))
    assert sum(odds.values()) == 1
    assert "fells" not in odds


def beheads(shot, dice, numbers, armor=0):
    """The chance of a hit that leaves four major of what its dice do to a neck; its numbers are those of the neck."""
    found = 0
    for (hits, is_critical), each in shot.items():
        if hits:
            shift = 1 if is_critical else 0
            wounds = priced(damage(dice, numbers[0] - shift, numbers[1] - shift, armor))
            found += each * wounds.chance_that(lambda one: one.major >= 4)
    return found


@pytest.mark.parametrize(
    ("armor", "dial", "counts"),
    [([], "after_armor", 0), (["Leather"], "after_armor", 2), (["Leather"], "as_rolled", 0)],
)
def test_a_shot_at_the_neck_says_how_often_it_beheads(armor, dial, counts):
    """MOT-7.61, MOT-R.46, MOT-R.50: before it is rolled; the swordsman's player need not know what the target has left."""
    play = Play({"Ana": somebody(**FENCER)}, {"Ogre": somebody(armor=armor)}, {"called_shot_effect_test": dial})
    missed(play, aim="neck")
    shot = fractions(priced(to_hit_roll(5, 4), "volley"))
    odds = play.odds("ana", "roll")
    assert odds["beheads"] == beheads(shot, 11, (3, 4), counts) > 0
    assert chance(odds, "hits", "beheads") == sum(each for (hits, _), each in shot.items() if hits)
    assert "fells" not in odds


def test_a_shot_at_the_neck_that_does_not_behead_may_still_fell():
    """MOT-7.47, MOT-7.61: as its game master can know, and as it then ends."""
    play = pair(foe=FENCER, minor=9)
    act = filled_in(play, who="Ogre", target="Ana", aim="neck")
    odds = fractions(odds_of_act(play.table.view("gm"), MOT.game, act, budget=10**7))
    shot, felled = fractions(priced(to_hit_roll(5, 4), "volley")), 0
    for (hits, is_critical), each in shot.items():
        wounds = priced(damage(11, 3 - is_critical, 4 - is_critical))
        felled += each * wounds.chance_that(lambda one: one.major < 4 and one.points >= 3) if hits else 0
    assert (odds["beheads"], odds["fells"]) == (beheads(shot, 11, (3, 4)), felled)
    events = attack(play, 6, 6, 6, 6, 2, *[4] * 4, *NOTHING[:7], 3, 4, who="Ogre", target="Ana", aim="neck")
    assert (outcome(events), said(events)[-1]) == ("beheads", "Ana is beheaded")
    play = pair(foe=FENCER, minor=9)
    events = attack(play, 6, 6, 6, 6, 2, *[4] * 3, *NOTHING[:8], 3, 4, who="Ogre", target="Ana", aim="neck")
    assert outcome(events) == "fells"


def test_what_is_no_large_blade_beheads_nobody():
    """MOT-7.61, MOT-R.50: a mace at the neck fells, or does not."""
    play = pair(foe={"skills": SWORD, "weapon": "Mace"}, minor=9)
    act = filled_in(play, who="Ogre", target="Ana", aim="neck")
    odds = fractions(odds_of_act(play.table.view("gm"), MOT.game, act, budget=10**7))
    assert odds["fells"] == falls(fractions(priced(to_hit_roll(5, 4), "volley")), 11, (3, 5), 3)
    assert "beheads" not in odds


def test_of_six_dice_all_held_back_nobody_attacks_and_with_one_left_hardly():
    """MOT-7.24, MOT-7.25, MOT-7.27, MOT-R.09, MOT-X.38: enemies need three more, or two; one die throws as the exception."""
    play = asked(strength=3, skills={"Melee, one-handed": 3}, weapon="Club")
    put(play, "Ana", reserved=6)
    assert no_attack(play) == "Ana has held back every die"
    assert needed(missed(play, who="Ogre", target="Ana")) == 2 + 3
    put(play, "Ana", reserved=5)
    assert needed(missed(play, who="Ogre", target="Ana")) == 2 + 2
    missed(play)
    assert chance(play.odds("ana", "roll"), "hits") == Fraction(1, 36)


def test_lasting_penalties_alone_leave_the_exception():
    """MOT-R.07, MOT-R.09: nothing is held back, so there is an attack."""
    play = pair(strength=1, agility=1, weapon="Club", skills=SWORD, minor=10, impaired="yes")
    assert dice(missed(play)) == [2]


# What it takes to hit


@pytest.mark.parametrize(
    ("tn", "reserved", "conditions", "aim", "found"),
    [
        pytest.param(2, 0, (), "anywhere", 2, id="MOT-7.19"),
        pytest.param(2, 2, (), "anywhere", 3, id="MOT-X.02"),
        pytest.param(2, 3, (), "anywhere", 3, id="MOT-7.24"),
        pytest.param(2, 4, (), "head", 6, id="MOT-X.36"),
        pytest.param(2, 6, ("unconscious",), "anywhere", 1, id="MOT-7.81"),
        pytest.param(2, 4, ("exposed",), "anywhere", 2, id="MOT-9.16"),
        pytest.param(2, 4, ("unaware",), "anywhere", 1, id="MOT-7.20"),
        pytest.param(2, 4, ("bound",), "legs", 2, id="MOT-R.57"),
        pytest.param(2, 0, ("unaware", "unconscious"), "head", 3, id="MOT-R.57 not twice"),
        pytest.param(2, 0, ("reckless",), "anywhere", 1, id="MOT-7.28"),
        pytest.param(2, 0, ("reckless",), "head", 3, id="MOT-R.81"),
        pytest.param(2, 0, (), "legs", 3, id="MOT-7.60"),
        pytest.param(2, 0, (), "weapon hand", 4, id="MOT-7.61"),
        pytest.param(1, 0, (), "neck", 3, id="MOT-7.62"),
    ],
)
def test_what_it_takes_to_hit(tn, reserved, conditions, aim, found):
    """What the target holds back, what is wrong with it, and where it is aimed at."""
    play = pair({"default_tn": tn}, **FENCER)
    put(play, "Ogre", reserved=reserved)
    are(play, "Ogre", *conditions)
    assert needed(missed(play, aim=aim)) == found


def test_two_dice_held_back_where_one_success_is_the_standard():
    """MOT-7.24, MOT-X.17: attackers need two; of 7 dice that is 179 in 243."""
    play = pair({"default_tn": 1}, foe={"skills": {"Brawling": 4}})
    put(play, "Ana", reserved=2)
    act = filled_in(play, who="Ogre", target="Ana")
    assert needed(missed(play, who="Ogre", target="Ana")) == 2
    assert chance(fractions(odds_of_act(play.table.view("gm"), MOT.game, act)), "hits", "fells") == Fraction(179, 243)


@pytest.mark.parametrize(
    ("tn", "aim", "reserved", "found"), [(2, "anywhere", 0, 1), (2, "legs", 0, 2), (1, "legs", 0, 1), (2, "anywhere", 4, 3)]
)
def test_somebody_who_is_held_is_easier_to_hit(tn, aim, reserved, found):
    """MOT-7.31, MOT-R.51, MOT-X.36: after all additions, and never below one; what they hold back still counts."""
    people = {"Ana": somebody(**FENCER), "Bo": somebody({"Brawling": 2})}
    play = Play(people, {"Ogre": somebody()}, CALM | {"default_tn": tn})
    play.act("bo", "grapple", 5, 5, 6, 2, 2, who="Bo", target="Ogre")
    put(play, "Ogre", reserved=reserved)
    assert needed(missed(play, aim=aim)) == found


def test_defence_counts_against_everybody_near_and_far():
    """MOT-7.24, MOT-7.26."""
    people = {"Ana": somebody(**FENCER), "Bo": somebody(**GUNMAN)}
    play = Play(people, {"Ogre": somebody()}, CALM)
    put(play, "Ogre", reserved=2)
    assert [needed(missed(play)), needed(missed(play)), needed(missed(play, who="Bo", metres=5))] == [3, 3, 3]


@pytest.mark.parametrize(("harder", "found"), [(2, 4), (1, 3), (-1, 1), (-2, 1)])
def test_circumstances(harder, found):
    """MOT-1.12, MOT-7.19: cover and light, as the game master says; never below one."""
    play = pair(**FENCER)
    play.act("gm", "circumstances", who="Ogre", harder=harder)
    assert needed(missed(play)) == found


def test_an_attack_opens_a_fight():
    """MOT-7.07, MOT-7.08, MOT-R.78: it comes first, at somebody without defence; whoever made it acts again in their turn."""
    play = pair(foe=TOUGH, **FENCER)
    events = attack(play, *HIT, *shows(2, 0, 11))
    assert needed(events) == 2
    assert said(events, "gm")[-1] == "An attack opens a fight: now roll initiative"
    assert said(events)[-1] == "Ogre is hurt"
    begin(play, 10, 8)
    assert turn(play) == (1, "ana")
    assert outcome(missed(play)) == "misses"
    assert no_attack(play) == "Ana has acted in this turn"
    passed(play)
    assert said(missed(play, who="Ogre", target="Ana"), "gm") == ["Ogre misses (Ana, Unarmed Attack; 2 needed)"]


# Dice of the moment


@pytest.mark.parametrize(("weapon", "count"), [("Broad Sword", 5 - 2), (".45 Auto Pistol", 5 + 1)])
def test_lying_on_the_ground(weapon, count):
    """MOT-7.21, MOT-7.79, MOT-R.42: own attacks; those of others stay as they are."""
    play = pair(skills={**SWORD, "Pistol": 2}, weapon=weapon, foe={"skills": {"Brawling": 1}})
    play.act("ana", "go-prone", who="Ana")
    assert dice(missed(play, metres=1 if weapon == "Broad Sword" else 5)) == [count]
    events = missed(play, who="Ogre", target="Ana")
    assert (dice(events), needed(events)) == ([4], 2)


@pytest.mark.parametrize(("damage_taken", "count"), [(5, 5), (6, 4), (10, 3)])
def test_wounds_weaken_an_attack_but_not_its_damage(damage_taken, count):
    """MOT-7.44, MOT-7.45, MOT-7.46, MOT-7.58, MOT-R.43, MOT-R.44: of twelve hit points."""
    play = pair(foe=TOUGH, minor=damage_taken, **FENCER)
    assert dice(attack(play, 5, 6, *[2] * (count - 2), *NOTHING[:11])) == [count, 11]


@pytest.mark.parametrize(("shield", "count"), [("nothing", 5), ("small", 4), ("medium", 3)])
def test_a_shield_takes_dice_from_everybody(shield, count):
    """MOT-10.05, MOT-R.85: in the hand and at range."""
    play = pair(skills={**SWORD, "Pistol": 2}, weapon="Club", foe={"off_hand": shield})
    assert dice(missed(play)) == [count]
    play.act("ana", "ready", who="Ana", weapon=".45 Auto Pistol")
    assert dice(missed(play, metres=5)) == [count]


@pytest.mark.parametrize("condition", ["unaware", "unconscious", "bound"])
def test_a_shield_is_no_use_to_whoever_does_not_see_it_coming(condition):
    """MOT-10.05, MOT-R.85."""
    play = pair(foe={"off_hand": "medium"}, **FENCER)
    are(play, "Ogre", condition)
    assert dice(missed(play)) == [5]


def test_everything_of_the_moment_adds_up():
    """MOT-7.21, MOT-7.25, MOT-R.80: five dice; two held back, a shield, a long shot, on the ground."""
    play = pair(foe={"off_hand": "small"}, **GUNMAN)
    put(play, "Ana", reserved=1)
    play.act("ana", "go-prone", who="Ana")
    assert dice(missed(play, metres=12)) == [5 - 1 - 1 - 1 + 1]


# Distances


@pytest.mark.parametrize(
    ("weapon", "metres", "count"),
    [
        (".45 Auto Pistol", 0, 4),
        (".45 Auto Pistol", 1, 4),
        (".45 Auto Pistol", 2, 5),
        (".45 Auto Pistol", 10, 5),
        (".45 Auto Pistol", 12, 4),
        (".45 Auto Pistol", 24, 3),
        (".45 Auto Pistol", 36, 2),
        (".45 Auto Pistol", 48, 2),  # one die would be left: the exception
        ("Long Bow", 35, 4),
        ("Long Bow", 70, 3),
        ("Shotgun", 1, 5),
        ("Shotgun", 0, 4),
        ("Shotgun", 6, 4),
        ("Sling", 7, 4),
        ("Thrown Spear", 2, 4),
        ("Sniper Rifle", 101, 3),
    ],
)
def test_dice_of_a_distance(weapon, metres, count):
    """MOT-10.06, MOT-10.07, MOT-10.08, MOT-R.70, MOT-R.71, MOT-X.04, MOT-X.43: five dice at their best."""
    skills = {"Pistol": 2, "Archery": 2, "Long Arms": 2, "Throwing": 2}
    assert dice(missed(pair(skills=skills, weapon=weapon), metres=metres)) == [count]


@pytest.mark.parametrize(
    ("weapon", "metres", "why"),
    [
        (".45 Auto Pistol", 49, "49 m is out of range of a .45 Auto Pistol"),
        ("Long Bow", 71, "71 m is out of range of a Long Bow"),
        ("Sling", 13, "13 m is out of range of a Sling"),
        ("Broad Sword", 2, "Ogre is 2 m away, out of reach of Broad Sword"),
        ("Pole Arm", 4, "Ogre is 4 m away, out of reach of Pole Arm"),
        ("Dagger", 2, "Ogre is 2 m away, out of reach of Dagger"),
    ],
)
def test_what_is_too_far_away(weapon, metres, why):
    """MOT-7.06, MOT-10.03, MOT-10.07, MOT-R.71, MOT-X.43."""
    assert no_attack(pair(weapon=weapon), metres=metres) == why


@pytest.mark.parametrize(("weapon", "metres"), [("Pole Arm", 3), ("Pole Arm", 0), ("Dagger", 0), ("Club", 1), ("Staff", 2)])
def test_what_is_in_reach(weapon, metres):
    """MOT-7.06, MOT-10.02, MOT-10.03: long weapons have no least distance."""
    assert outcome(missed(pair(weapon=weapon), metres=metres)) == "misses"


def test_at_maximum_range_damage_is_halved_before_armour():
    """MOT-10.09, MOT-R.72, MOT-X.42: 7 and 5 are 3 and 2, and leather leaves 3 and 0; in the last multiple of two."""
    bow = {"skills": {"Archery": 2}, "weapon": "Long Bow"}
    play = pair(foe={"armor": ["Leather"]}, **bow)
    attack(play, 5, 5, 2, *shows(7, 5, 7), metres=70)
    assert wound(play) == (3, 0)
    play = pair(foe={"armor": ["Leather"]}, **bow)
    attack(play, 5, 5, 2, *shows(7, 5, 7), metres=36)
    assert wound(play) == (3, 0)
    play = pair(foe=TOUGH | {"armor": ["Leather"]}, **bow)
    attack(play, 5, 5, 2, 2, *shows(7, 5, 7), metres=35)
    assert wound(play) == (7, 3)


def test_a_weapon_with_one_multiple_is_halved_in_all_its_long_band():
    """MOT-10.09, MOT-R.72, MOT-X.43: a sling at 7 m, whose numbers are 5 and 6."""
    play = pair(skills={"Throwing": 2}, weapon="Sling")
    attack(play, 5, 5, 2, 2, 5, 5, 6, 6, 1, metres=7)
    assert wound(play) == (2, 1)


def test_on_a_board_the_board_says_how_far_it_is():
    """MOT-7.05, MOT-7.06, MOT-R.99: whatever the form says; squares count a metre, corners too."""
    play = pair(**GUNMAN)
    on_board(play, Ana=(0, 0), Ogre=(12, 5))
    attack = partial(stands, play, "ana", "attack", "weapon", "metres")
    assert attack(who="Ana", target="Ogre") == attack(who="Ana") == attack() == {"weapon": ".45 Auto Pistol", "metres": 12}
    assert dice(missed(play, metres=5)) == [4]
    on_board(play, Ogre=(49, 0))
    assert no_attack(play, metres=5) == "49 m is out of range of a .45 Auto Pistol"


def test_who_has_a_place_and_who_has_none():
    """MOT-7.05, MOT-R.99: if only one of them stands on the board, somebody says how far it is."""
    play = pair(**GUNMAN)
    on_board(play, Ana=(0, 0))
    assert play.form("ana", "attack", who="Ana", target="Ogre")["metres"] == 1
    assert dice(missed(play, metres=12)) == [4]


def test_whoever_has_movement_left_closes_in_for_nothing():
    """MOT-7.06, MOT-R.99: a dagger in the next square; not after all of a move, nor before the first round."""
    play = pair(skills=SWORD, weapon="Dagger")
    on_board(play, Ana=(0, 0), Ogre=(4, 0))
    begin(play, 10, 8)
    play.act("ana", "move", who="Ana", x=3, y=0)
    assert no_attack(play) == "Ana has no movement left to close in"
    passed(play, 2)
    assert outcome(missed(play)) == "misses"
    assert play.of("Ana", "moves") == 0
    on_board(play, Ogre=(5, 0))
    passed(play, 2)
    play.act("ana", "move", who="Ana", x=4, y=0)
    assert outcome(missed(play)) == "misses"
    passed(play, 2)
    play.act("ana", "go-prone", who="Ana")
    play.act("ana", "stand-up", who="Ana")
    assert no_attack(play) == "Ana has no movement left to close in"
    play.act("gm", "end-fight")
    begin(play, 10, 8, how="standoff", ready="ana")
    assert no_attack(play) == "Ana has no movement left to close in"
    on_board(play, Ogre=(4, 0))
    assert outcome(missed(play)) == "misses"


def test_two_who_hold_each_other_are_close():
    """MOT-7.33, MOT-7.40, MOT-R.99: the holder attacks, and so does whoever is held, however the turn was spent."""
    play = pair(skills={"Brawling": 2}, foe={"skills": {"Brawling": 2}})
    on_board(play, Ana=(0, 0), Ogre=(1, 0))
    play.act("ana", "grapple", 5, 5, 2, 2, 2, who="Ana", target="Ogre")
    begin(play, 10, 8, how="standoff", ready="ana, gm")
    assert outcome(missed(play)) == "misses"
    passed(play)
    assert outcome(missed(play, who="Ogre", target="Ana")) == "misses"


def test_a_scope_doubles_the_long_distance_of_a_rifle():
    """MOT-9.08, MOT-X.43: 101 m are 1 die, 501 m 3, 801 m 5 and halved; not of a pistol, and not without the rule."""
    sniper = {"skills": {"Long Arms": 4}, "weapon": "Sniper Rifle", "sights": ["telescopic sight"], "perception": 5}
    found = {101: 7, 400: 6, 501: 5, 801: 3, 1000: 3}
    assert {metres: dice(missed(pair(**sniper), metres=metres))[0] for metres in found} == found
    assert no_attack(pair({"adv_scopes": "off"}, **sniper), metres=501) == "501 m is out of range of a Sniper Rifle"
    assert dice(missed(pair({"adv_scopes": "off"}, **sniper), metres=101)) == [6]
    play = pair(foe=TOUGH, **sniper)
    attack(play, 5, 5, 2, *[3] * 4, *[1] * 14, metres=801)
    assert wound(play) == (2, 2)
    pistol = GUNMAN | {"sights": ["telescopic sight"]}
    assert no_attack(pair(**pistol), metres=49) == "49 m is out of range of a .45 Auto Pistol"
    shotgun = {"skills": {"Long Arms": 2}, "weapon": "Shotgun", "sights": ["telescopic sight"]}
    assert no_attack(pair(**shotgun), metres=21) == "21 m is out of range of a Shotgun"


def test_a_laser_gives_two_dice_where_its_beam_shows():
    """MOT-9.09, MOT-9.18: the game master says so; never with a sword, nor without the rule."""
    armed = {"skills": {**SWORD, "Pistol": 2}, "sights": ["laser sight"]}
    play = pair(weapon=".45 Auto Pistol", **armed)
    assert dice(missed(play, metres=5)) == [5]
    play.act("gm", "circumstances", who="Ogre", beam="yes")
    assert dice(missed(play, metres=5)) == [7]
    play.act("ana", "ready", who="Ana", weapon="Club")
    assert dice(missed(play)) == [5]
    play = pair({"advanced_combat": "off"}, weapon=".45 Auto Pistol", **armed)
    play.act("gm", "circumstances", who="Ogre", beam="yes")
    assert dice(missed(play, metres=5)) == [5]


# Damage


@pytest.mark.parametrize(
    ("ana", "thrown", "found"),
    [
        pytest.param({"skills": {"Melee, one-handed": 3}, "weapon": "Dagger"}, (1, 2, 3, 4, 5, 6), (3, 2), id="MOT-X.39"),
        pytest.param({"skills": {"Pistol": 0}, "weapon": ".38 Revolver"}, (3, 3, 4, 6, 6, 2, 1, 5), (6, 4), id="MOT-10.06"),
        pytest.param(
            {"skills": {"Martial Arts": 2}, "weapon": "Martial Arts Attack"}, (4, 4, 5, 6, 1, 2), (4, 1), id="MOT-10.02"
        ),
        pytest.param(
            {"skills": {"Martial Arts": 2}, "weapon": "Martial Arts Attack, deadly"}, (4, 4, 5, 6, 1, 2), (4, 2), id="MOT-10.04"
        ),
        pytest.param({"skills": {"Brawling": 2}}, (4, 5, 6, 6, 1), (3, 2), id="MOT-X.44"),
    ],
)
def test_a_die_at_the_major_number_is_a_minor_as_well(ana, thrown, found):
    """MOT-7.42, MOT-7.56, MOT-R.56: with the dice and the numbers of each weapon."""
    play = pair(foe=TOUGH, **ana)
    count = 3 + max(ana["skills"].values())
    events = attack(play, 5, 6, *[2] * (count - 2), *thrown, metres=1 if "Pistol" not in ana["skills"] else 5)
    assert wound(play) == found
    assert dice(events) == [count, len(thrown)]


@pytest.mark.parametrize(
    ("weapon", "skills", "count"),
    [
        ("Broad Sword", {"Melee, one-handed": 2}, 4 + 2 + 6),
        ("Broad Sword", {}, 4 + 6),
        ("Assault Rifle", {"Long Arms": 2}, 2 + 14),
        ("Thrown Ax", {"Throwing": 1}, 4 + 1 + 4),
        ("Sling", {"Throwing": 1}, 1 + 3),
    ],
)
def test_the_dice_of_damage(weapon, skills, count):
    """MOT-7.55, MOT-10.02, MOT-10.06, MOT-X.44, MOT-X.45: Strength 4 where the arm does it; no skill is nothing."""
    play = pair(strength=4, skills=skills, weapon=weapon)
    pool = 3 + max(skills.values(), default=0)
    thrown = (6, 6, *[2] * (pool - 2))
    metres = 1 if weapon in MOT.lists["melee_weapons"] else 5
    assert dice(attack(play, *thrown, *NOTHING[:count], metres=metres)) == [pool, count]


def test_what_a_burst_of_sixteen_dice_does():
    """MOT-7.56, MOT-X.45: and what it comes to on the average."""
    odds = priced(damage(16, 3, 4), "points")
    assert odds.mean() == Fraction(56, 3)
    assert sum(odds.chance(points) for points in range(24, 33)) == Fraction(4194731, 47775744)
    play = pair(foe=TOUGH, **RIFLEMAN)
    attack(play, *HIT, 3, 4, 6, *NOTHING[:13], metres=10)
    assert wound(play) == (3, 2)


def test_a_critical_hit_lowers_both_numbers():
    """MOT-7.57, MOT-R.49: four successes; threes and fours count; where a dial says so, they do not."""
    thrown = (5, 5, 6, 6, 2, 3, 4, 2, *NOTHING[:8])
    play = pair(foe=TOUGH, **FENCER)
    events = attack(play, *thrown)
    assert (outcome(events), wound(play)) == ("hits critically", (2, 1))
    assert CRITICAL_HELP in said(events, "gm")
    assert CRITICAL_HELP not in said(events, "ana")
    play = pair({"crit_damage_shift": 0}, foe=TOUGH, **FENCER)
    attack(play, *thrown)
    assert wound(play) == (1, 0)


def test_all_shifts_add_up_and_a_number_of_one_counts_every_die():
    """MOT-7.57, MOT-7.61, MOT-R.49, MOT-X.40: a sniper's 2 and 3, the head and a critical: ones do major damage."""
    play = pair(skills={"Long Arms": 4}, weapon="Sniper Rifle", foe=TOUGH, perception=5)
    events = attack(play, *[6] * 6, 2, 2, 1, 2, 3, *[1] * 19, aim="head", metres=50)
    assert (dice(events), wound(play)) == ([8, 22], (22, 22))
    assert outcome(events) == "fells"


@pytest.mark.parametrize(
    ("dials", "ana", "thrown", "found"),
    [
        ({"damage_major_shift": 1}, {"skills": {"Brawling": 0}}, (6, 6, 5), (3, 0)),
        ({"damage_minor_shift": 2}, {"skills": {"Long Arms": 0}, "weapon": "Sniper Rifle"}, (4, 5, 6, 3, *[2] * 10), (4, 4)),
    ],
)
def test_a_milder_tone_and_crossed_numbers(dials, ana, thrown, found):
    """MOT-7.57, MOT-R.49, MOT-X.40: 5 and 7; 4 and 3."""
    play = pair(dials, foe=TOUGH, **ana)
    attack(play, 5, 6, 2, *thrown, metres=1 if "weapon" not in ana else 10)
    assert wound(play) == found


def test_who_has_no_martial_arts_has_no_martial_arts_attack():
    """MOT-10.04: both rows need the skill; fists are free to everybody, whatever is in the hand."""
    play = pair(**FENCER)
    for weapon in ("Martial Arts Attack", "Martial Arts Attack, deadly"):
        assert no_attack(play, weapon=weapon) == "Ana knows no Martial Arts"
    assert outcome(missed(play, weapon="Unarmed Attack")) == "misses"


def test_who_falls_is_felled():
    """MOT-7.41, MOT-7.43, MOT-7.47, MOT-7.48: of twelve hit points; how long it lasts is thrown behind the screen."""
    play = pair(**FENCER)
    events = attack(play, *HIT, *shows(8, 4, 11), 3, 4)
    assert outcome(events) == "fells"
    assert said(events)[-1] == "Ogre is hurt, and unconscious"
    assert len(faces(events, "ana")) == 2
    assert not play.knows("ana", "token", "Ogre", "minor")


def test_shots_are_not_counted():
    """MOT-10.10: no ammunition, no reloading: what stands on the sheet is the same after each shot."""
    play = pair(**GUNMAN)
    before = play.sheet("Ana")
    for _ in range(9):
        missed(play, metres=5)
    assert {name: value for name, value in play.sheet("Ana").items() if value is not None} == before


# Armour


@pytest.mark.parametrize(
    ("rolled", "armor", "left"),
    [
        ((5, 2), "Chainmaille", (4, 0)),
        ((4, 3), "Leather", (4, 1)),
        ((2, 1), "Ballistic Vest", (0, 0)),
        ((8, 5), "Ballistic Vest", (7, 0)),
        ((4, 2), "Cloth", (4, 1)),
        ((4, 2), "Scale", (2, 0)),
        ((4, 2), "Plate", (1, 0)),
    ],
)
def test_armour_takes_major_damage_first(rolled, armor, left):
    """MOT-7.59, MOT-10.11, MOT-10.12, MOT-X.41: once from each hit."""
    play = pair(foe=TOUGH | {"armor": [armor]}, **FENCER)
    attack(play, *HIT, *shows(*rolled, 11))
    assert wound(play) == left


def test_of_several_armours_the_best_counts():
    """MOT-R.85."""
    play = pair(foe=TOUGH | {"armor": ["Leather", "Scale", "Cloth"]}, **FENCER)
    attack(play, *HIT, *shows(5, 2, 11))
    assert wound(play) == (3, 0)


@pytest.mark.parametrize(
    ("armor", "tn", "price"), [("Ballistic Vest", 2, 3), ("Plate", 2, 4), ("Ballistic Vest", 1, 2), ("Plate", 1, 3)]
)
def test_the_gap_in_armour(armor, tn, price):
    """MOT-7.61, MOT-7.62, MOT-7.64, MOT-10.13, MOT-10.14, MOT-10.15, MOT-X.09: a vest is partial, a suit of plate full."""
    play = pair({"default_tn": tn}, foe=TOUGH | {"armor": [armor]}, **FENCER)
    events = attack(play, *[6] * price, *[2] * (5 - price), *shows(4, 1, 11), gap="yes")
    assert (needed(events), wound(play)) == (price, (4, 1))


def test_a_gap_is_aimed_at_where_there_is_armour():
    """MOT-7.64, MOT-R.47: a vest covers the body alone, so that legs are bare."""
    play = pair(foe={"armor": ["Ballistic Vest"]}, **FENCER)
    assert no_attack(pair(**FENCER), gap="yes") == "Ogre wears no armour there"
    assert no_attack(play, gap="yes", aim="legs") == "Ogre wears no armour there"
    attack(play, 6, 6, 6, 2, 2, *shows(3, 0, 11), aim="legs")
    assert wound(play) == (3, 0)


def test_aiming_at_a_part_and_at_a_gap_costs_both():
    """MOT-7.61, MOT-R.47, MOT-R.48: plate covers the legs too; one for the legs and two for the gap."""
    play = pair(foe={"armor": ["Plate"]}, **FENCER)
    assert needed(missed(play, aim="legs", gap="yes")) == 2 + 1 + 2
    attack(play, *[6] * 5, *NOTHING[:11], aim="legs")
    attack(play, 6, 6, 6, 2, 2, *shows(3, 2, 11), aim="legs")
    assert wound(play) == (0, 0)


def test_a_small_piece_counts_for_the_part_it_covers(tmp_path):
    """MOT-7.64, MOT-10.13, MOT-10.15, MOT-R.45, MOT-R.47: a helmet against the head alone; its gap costs a success."""
    helmet = 'Helmet = { reduction = 3, coverage = 10, covers = ["head"] }'
    system = extension(tmp_path, f"[lists.armor]\n{helmet}\nCoat = {{ reduction = 2, coverage = 60 }}\n")

    def left(armor, *thrown, aim):
        play = Play({"Ana": somebody(**FENCER)}, {"Ogre": somebody(**TOUGH, armor=[armor])}, CALM, system=system)
        attack(play, *thrown, aim=aim)
        return wound(play)

    assert left("Helmet", *HIT, *shows(4, 1, 11), aim="anywhere") == (4, 1)
    at_the_head = (6, 6, 6, 6, 2, 4, 3, 3, 3, *NOTHING[:11])
    assert left("Helmet", *at_the_head, aim="head") == (2, 0)
    assert left("Coat", *at_the_head, aim="head") == (3, 0)
    play = Play({"Ana": somebody(**FENCER)}, {"Ogre": somebody(armor=["Helmet"])}, CALM, system=system)
    assert needed(missed(play, aim="head", gap="yes")) == 2 + 2 + 1
    for scheme, price in (("ch10", 4), ("ch7", 3)):
        dials = CALM | {"armor_coverage_scheme": scheme}
        play = Play({"Ana": somebody(**FENCER)}, {"Ogre": somebody(armor=["Coat", "Helmet"])}, dials, system=system)
        assert needed(missed(play, gap="yes")) == price


@pytest.mark.parametrize(
    ("armor", "plain", "gap", "at_the_head"),
    [
        (["Mail shirt"], (3, 0), 1, 0),
        (["Mail shirt", "Steel helmet"], (3, 0), 1, 5),
        (["Mail shirt", "Steel helmet", "Gauntlets", "Greaves"], (3, 0), 2, 5),
        (["Mail shirt", "Leather coat"], (3, 0), 1, 0),
        (["Steel helmet"], (4, 2), None, 5),
        (["Chainmaille"], (3, 0), 2, 3),
    ],
)
def test_what_is_worn_says_what_it_covers(armor, plain, gap, at_the_head):
    """MOT-10.11, MOT-10.13, MOT-10.14, MOT-10.15, MOT-R.47: a mail shirt is no suit; two layers cover one place once."""
    play = pair(foe=TOUGH | {"armor": armor}, **FENCER)
    attack(play, *HIT, *shows(4, 2, 11))
    assert wound(play) == plain
    assert protection(play.desk, "Ogre", "head") == at_the_head
    if gap is None:
        assert refused(play, "ana", "attack", who="Ana", target="Ogre", weapon="Broad Sword", gap="yes").endswith(
            "wears no armour there"
        )
    else:
        assert needed(missed(play, gap="yes")) == 2 + gap


def test_whoever_puts_armour_on_reads_what_it_covers():
    """MOT-10.13, MOT-10.15: and an aimed blow follows it."""
    play = pair(belongings=["Mail shirt", "Mail coif", "Plate"])
    form = Forms(play.table.view("ana"), play.game, "ana").form(play.game.verbs["wear"], {"who": "Ana", "change": "put on"})
    asked = next(one.asked for one in form.slots if one.asked.name == "armor")
    assert [one.label for one in asked.options] == [
        "Plate: takes off 5, covers all of the body",
        "Mail shirt: takes off 3, covers 35 % of the body",
        "Mail coif: takes off 3, covers the head and the neck",
    ]
    for piece in ("Mail shirt", "Mail coif"):
        play.act("ana", "wear", who="Ana", armor=piece)
    assert [protection(play.desk, "Ana", aim) for aim in ("anywhere", "head", "neck", "legs")] == [3, 3, 3, 0]


# Called shots


@pytest.mark.parametrize(
    ("armor", "dial", "falls"),
    [
        ("Chainmaille", "after_armor", True),
        ("Scale", "after_armor", False),
        ("Scale", "as_rolled", True),
    ],
)
def test_a_leg_shot_fells_whoever_takes_four(armor, dial, falls):
    """MOT-7.60, MOT-7.61, MOT-7.63, MOT-7.79, MOT-R.46, MOT-X.49: 5 and 2, less 3 or 4."""
    play = pair({"called_shot_effect_test": dial}, foe=TOUGH | {"armor": [armor]}, **FENCER)
    events = attack(play, 6, 6, 6, 2, 2, *shows(5, 2, 11), aim="legs")
    assert (needed(events), play.of("Ogre", "conditions")) == (3, ("prone",) if falls else ())
    assert ("Ogre is prone" in said(events)) is falls


def test_a_shot_at_the_weapon_hand_disarms():
    """MOT-7.61, MOT-7.63, MOT-7.76: with four points; three do not."""
    play = pair(foe=TOUGH | {"weapon": "Mace"}, **FENCER)
    attack(play, 6, 6, 6, 6, 2, *shows(3, 0, 11), aim="weapon hand")
    assert (play.of("Ogre", "weapon"), play.of("Ogre", "conditions")) == ("Mace", ())
    events = attack(play, 6, 6, 6, 6, 2, *shows(2, 2, 11), aim="weapon hand")
    assert (play.of("Ogre", "weapon"), play.of("Ogre", "conditions")) == ("Unarmed Attack", ("disarmed",))
    assert (needed(events), said(events)[-1]) == (4, "Ogre is disarmed")


def test_a_head_shot_has_four_dice_more_and_lower_numbers():
    """MOT-7.61, MOT-X.44: Strength 4, skill 2, a broad sword: sixteen dice at 3 and 4."""
    play = pair(strength=4, foe=TOUGH, **FENCER)
    events = attack(play, 6, 6, 6, 6, 2, 3, 4, 2, *NOTHING[:13], aim="head")
    assert (dice(events), wound(play)) == ([5, 16], (2, 1))


@pytest.mark.parametrize(("armor", "is_off"), [((), True), (("Leather",), False)])
def test_four_major_to_the_neck_by_a_large_blade_take_the_head(armor, is_off):
    """MOT-7.61, MOT-7.64, MOT-R.46, MOT-R.50, MOT-X.50: five bare, three through leather; numbers 3 and 4."""
    play = pair(foe=TOUGH | {"armor": list(armor)}, **FENCER)
    events = attack(play, 6, 6, 6, 6, 2, *[4] * 5, *NOTHING[:6], aim="neck")
    assert ("dead" in play.of("Ogre", "conditions")) is is_off
    assert ("Ogre is beheaded" in said(events)) is is_off
    assert outcome(events) == ("beheads" if is_off else "hits")


def test_a_mace_takes_nobodys_head():
    """MOT-7.61, MOT-R.50: a large blade does; of what is thrown, the ax."""
    play = pair(foe=TOUGH, skills=SWORD, weapon="Mace")
    attack(play, 6, 6, 6, 6, 2, *[5] * 6, *NOTHING[:5], aim="neck")
    assert play.of("Ogre", "conditions") == ()
    play = pair(foe=TOUGH, skills={"Throwing": 2}, weapon="Thrown Ax")
    attack(play, 6, 6, 6, 6, 2, *[5] * 5, *NOTHING[:4], aim="neck", metres=4)
    assert play.of("Ogre", "conditions") == ("dead",)


# Recklessness


def test_a_reckless_attack_has_two_dice_more_and_leaves_one_open():
    """MOT-7.28, MOT-R.81: until the start of the next own turn one success hits, and called shots add to that."""
    play = pair({"reckless_attack": "on"}, **FENCER)
    begin(play, 10, 8)
    assert dice(missed(play, manner="reckless")) == [7]
    assert play.of("Ana", "conditions") == ("reckless",)
    passed(play)
    assert needed(missed(play, who="Ogre", target="Ana", aim="head")) == 3
    passed(play)
    assert play.of("Ana", "conditions") == ()


def test_when_nobody_is_reckless():
    """MOT-7.28, MOT-R.81: without the rule, where one success is the standard, and with dice held back."""
    off = "this table plays without reckless attacks; a dial says so"
    assert no_attack(pair(**FENCER), manner="reckless") == off
    easy = pair({"reckless_attack": "on", "default_tn": 1}, **FENCER)
    assert no_attack(easy, manner="reckless") == "reckless attacks need a table where two successes are the standard"
    play = pair({"reckless_attack": "on"}, **FENCER)
    begin(play, 10, 8, reserve={"ana": 1})
    assert no_attack(play, manner="reckless") == "Ana holds dice back: give up one or the other"


# Charges


KNIGHT = {"strength": 4, "skills": SWORD, "weapon": "Broad Sword"}  # five dice, and twelve; Strength counts four


def runner(dials=None, ogre=(4, 0), reserve=0, **ana):
    """Ana at the middle of the board, whose Move is 3, in her turn."""
    play = pair(dials, foe=TOUGH, **(KNIGHT | ana))
    on_board(play, Ana=(0, 0), Ogre=ogre)
    begin(play, 10, 8, reserve={"ana": reserve})
    return play


def walk(play, x, y):
    return play.act("ana", "move", who="Ana", x=x, y=y)


def test_a_charge_into_somebody_counts_strength_twice():
    """MOT-9.14, MOT-9.15, MOT-X.44: three metres in a line, a move; sixteen dice."""
    play = runner()
    walk(play, 3, 0)
    assert dice(attack(play, *HIT, *NOTHING[:16], manner="charge")) == [5, 16]
    assert play.of("Ana", "conditions") == ("exposed",)


@pytest.mark.parametrize(
    ("ogre", "to", "weapon", "count"),
    [
        ((3, 1), (3, 0), "Broad Sword", 12),
        ((2, 1), (3, 0), "Broad Sword", 12),
        ((4, 4), (3, 3), "Broad Sword", 16),
        ((3, 0), (3, 0), "Broad Sword", 16),
        ((5, 4), (3, 3), "Spear", 10),
        ((5, 5), (3, 3), "Spear", 14),
    ],
)
def test_what_lies_beside_the_line_is_not_run_into(ogre, to, weapon, count):
    """MOT-9.15: along sides and diagonals; whoever stands on the line itself."""
    play = runner(ogre=ogre, skills={**SWORD, "Melee, two-handed": 2}, weapon=weapon)
    walk(play, *to)
    assert dice(attack(play, *HIT, *NOTHING[:count], manner="charge")) == [5, count]


def test_two_moves_and_a_charge():
    """MOT-7.03, MOT-9.14, MOT-9.17: the only attack after two moves; close weapons reach whom it runs into."""
    play = runner(ogre=(7, 0), weapon="Dagger")
    walk(play, 6, 0)
    assert no_attack(play) == "Ana has moved twice in this turn"
    assert dice(missed(play, manner="charge")) == [5]
    assert no_attack(play, manner="charge") == "Ana has acted in this turn"


def test_a_charge_across_two_turns():
    """MOT-9.14, MOT-R.82: two metres before, one now; a turn of the line, or an attack on the way, ends it."""
    play = runner()
    walk(play, 2, 0)
    assert no_attack(play, manner="charge", weapon="Broad Sword") == "a charge takes 3 m in a straight line, and it is 2 m"
    passed(play, 2)
    walk(play, 3, 0)
    assert outcome(missed(play, manner="charge")) == "misses"
    passed(play, 2)
    assert no_attack(play, manner="charge") == "a charge takes 3 m in a straight line, and it is 0 m"


@pytest.mark.parametrize(("corner", "metres"), [((2, 1), 1), ((2, 2), 2), ((3, 0), 3)])
def test_a_bend_begins_the_line_anew(corner, metres):
    """MOT-9.14, MOT-R.82: two metres, and then that way."""
    play = runner(ogre=(3, 1), weapon="Pole Arm")
    walk(play, 2, 0)
    walk(play, *corner)
    if metres < 3:
        assert no_attack(play, manner="charge") == f"a charge takes 3 m in a straight line, and it is {metres} m"
    else:
        assert outcome(missed(play, manner="charge")) == "misses"


def test_a_walk_that_is_not_straight_is_no_line():
    """MOT-9.14: two across and one along."""
    play = runner(ogre=(4, 1))
    walk(play, 3, 1)
    assert no_attack(play, manner="charge") == "a charge takes 3 m in a straight line, and it is 0 m"


def test_an_attack_on_the_way_ends_the_line():
    """MOT-9.14, MOT-R.82: what was run before it is done with."""
    play = runner()
    walk(play, 3, 0)
    missed(play)
    passed(play, 2)
    assert no_attack(play, manner="charge") == "a charge takes 3 m in a straight line, and it is 0 m"


def test_after_a_charge_defence_is_no_use_until_the_end_of_the_next_turn():
    """MOT-9.16, MOT-R.82, MOT-X.36: four dice stay held back, and are not counted."""
    play = runner(reserve=4)
    walk(play, 3, 0)
    assert dice(missed(play, manner="charge")) == [2]
    passed(play)
    assert needed(missed(play, who="Ogre", target="Ana")) == 2
    passed(play)
    assert (play.of("Ana", "reserved"), play.of("Ana", "conditions")) == (4, ("exposed",))
    passed(play)
    assert play.of("Ana", "conditions") == ()
    assert needed(missed(play, who="Ogre", target="Ana")) == 4


def test_whoever_falls_after_a_charge_is_exposed_no_longer_than_others():
    """MOT-9.16, MOT-R.82: a turn that is passed over ends, too."""
    play = runner()
    walk(play, 3, 0)
    missed(play, manner="charge")
    are(play, "Ana", "unconscious")
    passed(play, 3)
    assert play.of("Ana", "conditions") == ("unconscious",)


def test_a_charge_opens_a_fight():
    """MOT-7.08, MOT-9.14, MOT-9.16, MOT-R.82: whoever opens with it is exposed to the end of their first turn."""
    play = pair(foe=TOUGH, **KNIGHT)
    on_board(play, Ana=(0, 0), Ogre=(4, 0))
    walk(play, 3, 0)
    assert dice(attack(play, *HIT, *NOTHING[:16], manner="charge")) == [5, 16]
    begin(play, 8, 10)
    assert play.of("Ana", "conditions") == ("exposed",)
    passed(play)
    assert play.of("Ana", "conditions") == ("exposed",)
    passed(play)
    assert play.of("Ana", "conditions") == ()


def test_without_a_board_a_charge_is_the_move_and_the_attack():
    """MOT-9.14, MOT-9.15, MOT-9.17: straight at the target; not on the ground, and not before the first round."""
    play = pair(foe=TOUGH, **KNIGHT)
    begin(play, 10, 8)
    play.act("ana", "go-prone", who="Ana")
    assert no_attack(play, manner="charge") == "Ana lies on the ground"
    play.act("ana", "stand-up", who="Ana")
    assert dice(attack(play, *HIT, *NOTHING[:16], manner="charge")) == [5, 16]
    assert (play.of("Ana", "moves"), play.of("Ana", "acted")) == (2, "yes")
    play.act("gm", "end-fight")
    begin(play, 10, 8, how="standoff", ready="ana")
    why = "before the first round there is one action, and no move"
    assert no_attack(play, manner="charge") == why


def test_when_nobody_charges():
    """MOT-9.14, MOT-9.18."""
    for dial in ("adv_charge", "advanced_combat"):
        assert no_attack(pair({dial: "off"}, **KNIGHT), manner="charge") == "this table plays without charges; a dial says so"
    assert no_attack(pair(**GUNMAN), manner="charge", metres=5) == "a charge ends with a melee attack"


# Automatic fire, sprays and shotguns


@pytest.mark.parametrize(("successes", "hits"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)])
def test_automatic_fire_hits_once_more_for_each_success(successes, hits):
    """MOT-9.01, MOT-9.02, MOT-9.10, MOT-R.76, MOT-X.06: each hit throws its own damage."""
    play = pair(foe=TOUGH, **RIFLEMAN)
    thrown = (*[5] * successes, *[2] * (5 - successes))
    events = attack(play, *thrown, *NOTHING[: 16 * hits], manner="automatic", metres=10)
    assert dice(events) == [5, *[16] * hits]


def test_how_often_six_dice_of_automatic_fire_hit():
    """MOT-9.01, MOT-X.46: exactly, and on the average."""
    found = {}
    for (hits, _), each in fractions(priced(to_hit_roll(6, 2), "volley")).items():
        found[hits] = found.get(hits, 0) + each
    assert found == dict(enumerate(map(Fraction, ("256/729", "80/243", "160/729", "20/243", "4/243", "1/729"))))
    assert sum(hits * each for hits, each in found.items()) == Fraction(793, 729)


def test_each_hit_meets_the_armour_by_itself_and_only_the_first_is_critical():
    """MOT-7.59, MOT-9.01, MOT-R.73: four successes are three hits; twos count for the first alone, three major each in mail."""
    play = pair(foe=TOUGH | {"armor": ["Chainmaille"]}, **RIFLEMAN)
    hit = (2, 2, 2, 2, 3, *NOTHING[:11])
    attack(play, 5, 5, 5, 5, 2, *hit, *hit, *hit, manner="automatic", metres=10)
    assert wound(play) == (5 + 1 - 3, 0)


def test_of_several_hits_the_first_alone_is_aimed():
    """MOT-7.61, MOT-R.73: four dice more for the head, and lower numbers, once; a gap is found once."""
    play = pair(foe=TOUGH | {"armor": ["Plate"]}, **RIFLEMAN)
    events = attack(play, *[5] * 5, 2, 2, *NOTHING[:18], 3, 3, 2, *NOTHING[:13], manner="automatic", metres=10, aim="head")
    assert (dice(events), wound(play)) == ([5, 20, 16], (0, 0))
    put(play, "Ogre", minor=0)
    events = attack(play, *[5] * 5, 3, 3, *NOTHING[:14], *NOTHING[:16], manner="automatic", metres=10, gap="yes")
    assert (dice(events), wound(play)) == ([5, 16, 16], (2, 0))


def test_what_does_not_fire_automatically():
    """MOT-9.01, MOT-9.10, MOT-9.18, MOT-R.76: everything but the assault rifle."""
    assert no_attack(pair(**GUNMAN), manner="automatic", metres=5) == "a .45 Auto Pistol does not fire automatically"
    for dial in ("adv_automatic_fire", "advanced_combat"):
        why = "this table plays without automatic fire; a dial says so"
        assert no_attack(pair({dial: "off"}, **RIFLEMAN), manner="automatic", metres=5) == why


def gang(dials=None, system=MOT, **ana):
    """Ana, and three in a row before her."""
    foes = dict.fromkeys(("One", "Two", "Three"), somebody(**TOUGH))
    return Play({"Ana": somebody(**ana)}, foes, CALM | (dials or {}), system=system)


def spray(play, *thrown, first="One", second="Two", third="Three", metres=10):
    return play.act("ana", "spray", *thrown, who="Ana", first=first, second=second, third=third, metres=metres)


SPRAYER = {"skills": {"Long Arms": 3}, "weapon": "Assault Rifle"}  # six dice, and seventeen


@pytest.mark.parametrize(("successes", "hit"), [(1, 0), (2, 1), (3, 2), (4, 2)])
def test_a_spray_at_two(successes, hit):
    """MOT-9.03, MOT-9.04, MOT-9.05, MOT-R.74, MOT-X.07: the second is named twice; no more hits than targets."""
    play = gang(**SPRAYER)
    thrown = (*[5] * successes, *[2] * (6 - successes))
    events = spray(play, *thrown, *NOTHING[: 17 * hit], third="Two")
    assert dice(events) == [6, *[17] * hit]
    assert said(events)[-1] == f"{hit} of 2 {'is' if hit == 1 else 'are'} hit"


@pytest.mark.parametrize(("successes", "hit"), [(3, 2), (4, 3), (5, 3)])
def test_the_other_reading_of_a_spray_at_targets_that_are_not_alike(successes, hit):
    """MOT-9.04, MOT-R.74: two, three and two needed; one more than the first for each, whatever they need themselves."""
    for dials, found in (({"spray_tn": "primary_plus_i"}, hit), ({"spray_tn": "running_max"}, successes - 2)):
        play = gang(dials, **SPRAYER)
        play.act("gm", "circumstances", who="Two", harder=1)
        events = spray(play, *[5] * successes, *[2] * (6 - successes), *NOTHING[: 17 * found])
        assert said(events)[-1] == f"{found} of 3 {'is' if found == 1 else 'are'} hit"


@pytest.mark.parametrize(("successes", "hit"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 3)])
def test_a_spray_at_targets_that_are_not_alike(successes, hit):
    """MOT-9.04, MOT-9.05, MOT-R.74, MOT-X.47: two, three and two needed; so also at a table from before there was a dial."""
    older = {name: dial for name, dial in MOT.dials.items() if name != "spray_tn"}
    play = gang(system=MOT._replace(dials=older), **SPRAYER)
    play.act("gm", "circumstances", who="Two", harder=1)
    thrown = (*[5] * successes, *[2] * (6 - successes))
    events = spray(play, *thrown, *(4, *NOTHING[:16]) * hit)
    assert [play.of(who, "minor") for who in ("One", "Two", "Three")] == [1] * hit + [0] * (3 - hit)
    assert said(events)[-1] == f"{hit} of 3 {'is' if hit == 1 else 'are'} hit"


def test_a_critical_spray_is_critical_for_the_first_alone():
    """MOT-R.73, MOT-R.74: four successes against two; twos count for the first."""
    play = gang(**SPRAYER)
    events = spray(play, 5, 5, 5, 5, 2, 2, 2, *NOTHING[:16], 2, *NOTHING[:16], third="Two")
    assert [wound(play, who) for who in ("One", "Two")] == [(1, 0), (0, 0)]
    assert outcome(events) == "hits critically"
    assert CRITICAL_HELP in said(events, "gm")


def test_under_the_exception_a_spray_hits_the_first_at_best():
    """MOT-9.04, MOT-R.74: one die against two."""
    play = gang(strength=1, agility=1, perception=1, skills={"Long Arms": 0}, weapon="Assault Rifle")
    events = spray(play, 6, 6, *NOTHING[:14])
    assert said(events)[-1] == "1 of 3 is hit"


def test_a_spray_fells_and_says_so():
    """MOT-9.04, MOT-7.47."""
    play = gang(**SPRAYER)
    events = spray(play, 5, 5, 2, 2, 2, 2, *[6] * 10, *NOTHING[:7], 3, 4)
    assert outcome(events) == "fells"


def test_when_nobody_sprays():
    """MOT-9.03, MOT-9.05, MOT-9.07, MOT-9.18, MOT-R.74, MOT-R.75: every refusal."""
    names = {"who": "Ana", "first": "One", "second": "Two", "third": "Two", "metres": 5}

    def why(play, **args):
        return refused(play, "ana", "spray", **(names | args))

    sprays = "an automatic weapon or a shotgun does, where the table plays so"
    shotgun = {"skills": {"Long Arms": 2}, "weapon": "Shotgun"}
    assert why(gang(**GUNMAN)) == f"a .45 Auto Pistol does not spray; {sprays}"
    assert why(gang({"adv_spray_fire": "off"}, **SPRAYER)) == f"an Assault Rifle does not spray; {sprays}"
    assert why(gang({"adv_shotguns": "off"}, **shotgun)) == f"a Shotgun does not spray; {sprays}"
    assert why(gang({"advanced_combat": "off"}, **SPRAYER)) == f"an Assault Rifle does not spray; {sprays}"
    assert why(gang(**SPRAYER), second="One", third="One") == "an Assault Rifle sprays 2 to 3 targets, and this is 1"
    assert why(gang(**shotgun), third="Three") == "a Shotgun sprays 2 to 2 targets, and these are 3"
    assert why(gang(**shotgun), metres=6) == "a shotgun takes a second target in its optimal band only"
    assert why(gang(**SPRAYER), metres=161) == "161 m is out of range of an Assault Rifle"
    play = gang(**shotgun)
    on_board(play, Ana=(0, 0))
    for place, who in enumerate(("One", "Two", "Three")):
        play.act("gm", "move", who=who, x=3, y=2 * place)
    assert why(play) == "Two is not next to One"
    begin(play, 8, 10, leader="One")
    assert why(play) == "it is gm's turn"


@pytest.mark.parametrize(("successes", "hits"), [(1, 0), (2, 1), (3, 2), (5, 2)])
def test_a_shotgun_hits_twice_in_its_optimal_band(successes, hits):
    """MOT-9.06, MOT-R.75: never more than twice."""
    play = pair(foe=TOUGH, skills={"Long Arms": 2}, weapon="Shotgun")
    thrown = (*[5] * successes, *[2] * (5 - successes))
    assert dice(attack(play, *thrown, *NOTHING[: 14 * hits], metres=5)) == [5, *[14] * hits]


@pytest.mark.parametrize(("dials", "metres"), [({}, 0), ({}, 6), ({"adv_shotguns": "off"}, 5), ({"advanced_combat": "off"}, 5)])
def test_elsewhere_or_without_the_rule_a_shotgun_hits_once(dials, metres):
    """MOT-9.06, MOT-9.18, MOT-R.75."""
    play = pair(dials, foe=TOUGH, skills={"Long Arms": 3}, weapon="Shotgun")
    pool = 6 if metres == 5 else 5
    assert dice(attack(play, 5, 5, 5, *[2] * (pool - 3), *NOTHING[:15], metres=metres)) == [pool, 15]


@pytest.mark.parametrize(("successes", "hit"), [(2, 1), (3, 2), (4, 2)])
def test_a_shotgun_at_two_who_stand_together(successes, hit):
    """MOT-9.07, MOT-R.75: the second hit goes to the second."""
    play = gang(skills={"Long Arms": 2}, weapon="Shotgun")
    on_board(play, Ana=(0, 0))
    for place, who in enumerate(("One", "Two")):
        play.act("gm", "move", who=who, x=4, y=place)
    thrown = (*[5] * successes, *[2] * (5 - successes))
    events = spray(play, *thrown, *NOTHING[: 14 * hit], third="Two")
    assert dice(events) == [5, *[14] * hit]


# A weapon in each hand

TWO = {"strength": 5, "skills": {"Melee, one-handed": 4}, "weapon": "Short Sword", "off_hand": "Dagger"}  # eight dice
TALENT = [{"phrase": "Dual wield", "applies": ["Melee, one-handed"], "when": "with two weapons"}]


def dual(play, *thrown, split=4, **args):
    both = {"who": "Ana", "target": "Ogre", "other": "Ogre", "dice": split}
    return play.act("ana", "dual-attack", *thrown, **(both | args))


def test_dice_are_split_between_two_weapons():
    """MOT-9.11, MOT-9.12: each with a roll and damage of its own: 5 + 4 + 4 dice, and 5 + 4."""
    play = pair(foe=TOUGH, **TWO)
    events = dual(play, 5, 5, 2, 2, 2, *shows(2, 1, 13), 5, 5, 2, *shows(1, 0, 9), split=5)
    assert dice(events) == [5, 13, 3, 9]
    assert wound(play) == (3, 1)
    assert said(events)[0] == "Ana hits (Ogre, Short Sword; 2 needed)"
    assert "Ana hits (Ogre, Dagger; 2 needed)" in said(events)


def test_the_odds_of_two_weapons():
    """MOT-9.11, MOT-9.12, MOT-X.48: each 11/27; at least one 473/729, both 121/729; unsplit 5281/6561."""
    play = asked(**TWO)
    dual(play)
    one = chance(play.odds("ana", "roll"), "hits")
    assert one == Fraction(11, 27)
    assert (1 - (1 - one) ** 2, one**2) == (Fraction(473, 729), Fraction(121, 729))
    assert priced(to_hit_roll(8, 2), "hits").chance(True) == Fraction(5281, 6561)


def test_each_of_two_attacks_has_its_own_target_number_criticals_and_exception():
    """MOT-9.12, MOT-R.09: one die throws as the exception, five hit critically; one at each of two."""
    play = gang(**TWO)
    play.act("gm", "circumstances", who="Two", harder=1)
    events = dual(play, 5, 5, 5, 5, 5, 2, 2, 2, *NOTHING[:12], 6, 6, 5, target="One", other="Two", split=7)
    assert "Ana hits critically (One, Short Sword; 2 needed)" in said(events)
    assert "Ana misses (Two, Dagger; 3 needed)" in said(events)


def test_the_talents_dice_come_before_the_split():
    """MOT-9.13, MOT-R.83: eleven dice of eight, one use; and it is not offered again at the roll."""
    play = asked(talents=TALENT, **TWO)
    events = dual(play, split=6, talent="yes")
    assert play.of("Ana", "used") == (("Dual wield", 1),)
    assert list(play.offers("ana")) == ["roll", "raise"]
    events = play.answer("ana", "roll", *[2] * 6)
    assert dice(events) == [6]
    assert dice(play.answer("ana", "roll", *[2] * 5)) == [5]


def test_dice_held_back_come_off_before_the_split():
    """MOT-7.25, MOT-9.11: of eight dice two; three and three."""
    play = pair(foe=TOUGH, **TWO)
    begin(play, 10, 8, reserve={"ana": 2})
    assert refused(play, "ana", "dual-attack", who="Ana", target="Ogre", other="Ogre", dice=6) == (
        "of 6 dice, each weapon takes at least one"
    )
    assert dice(dual(play, 2, 2, 2, 2, 2, 2, split=3)) == [3, 3]
    assert play.of("Ana", "acted") == "yes"


def test_whoever_is_dead_is_not_struck_again():
    """MOT-9.12: the second weapon finds nobody."""
    play = pair({"npc_death": "dead_at_zero"}, **TWO)
    events = dual(play, 5, 5, 2, 2, *shows(9, 5, 13))
    assert (dice(events), outcome(events)) == ([4, 13], "fells")


def test_when_nobody_fights_with_two_weapons():
    """MOT-9.11, MOT-9.13, MOT-9.18: every refusal."""
    both = {"who": "Ana", "target": "Ogre", "other": "Ogre", "dice": 4}

    def why(play, **args):
        return refused(play, "ana", "dual-attack", **(both | args))

    off = "this table plays without a weapon in each hand; a dial says so"
    assert [why(pair({dial: "off"}, **TWO)) for dial in ("adv_dual_weapons", "advanced_combat")] == [off, off]
    each = "Ana needs a melee weapon in each hand"
    for hands in ({"off_hand": "nothing"}, {"off_hand": "small"}, {"weapon": ".38 Revolver"}):
        assert why(pair(**(TWO | hands))) == each
    assert why(pair(**TWO), talent="yes") == "Ana has no use of Dual wield left"
    assert why(pair(**TWO), dice=8) == "of 8 dice, each weapon takes at least one"
    assert why(pair(**TWO), metres=2) == "Ogre is 2 m away, out of reach of Short Sword"
    assert why(pair(**TWO), other="Ana") == "nobody attacks themselves"
    play = pair(**TWO)
    begin(play, 8, 10)
    assert why(play) == "it is gm's turn"


# Moments, stakes and setbacks


def test_moments_for_the_attack_and_for_the_damage():
    """MOT-5.36, MOT-7.58, MOT-R.22: before the roll, each time; what is spent is gone."""
    play = asked(moments=3, **FENCER)
    attack(play)
    assert list(play.offers("ana")) == ["roll", "moments 1", "moments 2", "moments 3", "raise"]
    events = play.answer("ana", "moments 1", *HIT, 2)
    assert dice(events) == [6]
    play.answer("ana", False)
    assert play.asked() == [("ana", "damage")]
    events = play.answer("ana", 2, *shows(2, 0, 13))
    assert (dice(events), wound(play), play.moments()) == ([13], (2, 0), 0)


def test_the_odds_of_every_answer():
    """MOT-5.36, MOT-7.21, MOT-7.24: exactly, with the target number that was told; a raised failure is a critical one."""
    play = asked(moments=1, **FENCER)
    put(play, "Ogre", reserved=2)
    attack(play)
    for answer, count in {"roll": 5, "moments 1": 6}.items():
        odds = play.odds("ana", answer)
        assert sum(odds.values()) == 1
        assert chance(odds, "hits") == priced(to_hit_roll(count, 3), "hits").chance(True)
    play.answer("ana", "raise")
    raised = play.odds("ana", "roll")
    assert chance(raised, "misses critically") == 1 - priced(to_hit_roll(5, 3), "hits").chance(True)
    assert "misses" not in raised


def test_nobody_fails_an_attack_on_purpose():
    """MOT-R.17: the stakes may be raised, unless a dial says otherwise."""
    play = asked(**FENCER)
    attack(play)
    options = play.table.truth.questions[play.waiting("ana")].asked.options
    barred = "attack rolls cannot be failed on purpose"
    assert {one.value: one.blocked for one in options} == {"roll": "", "raise": "", "refuse": barred, "fumble": barred}
    play = asked({"raise_stakes_on_attacks": "no"}, **FENCER)
    attack(play)
    options = play.table.truth.questions[play.waiting("ana")].asked.options
    assert {one.value: one.blocked for one in options}["raise"] == "not on attacks; a dial says so"


@pytest.mark.parametrize(("thrown", "word"), [((5, 2, 3, 4, 4), "misses critically"), ((5, 5, 3, 4, 4), "hits")])
def test_raised_stakes_pay_after_the_roll(thrown, word):
    """MOT-R.16, MOT-R.17: two Moments either way; a failure is a critical one."""
    play = asked(**FENCER)
    attack(play)
    events = play.answer("ana", "raise", *thrown)
    if word == "hits":
        assert play.moments() == 0
        play.answer("ana", False)
        assert play.asked() == [("ana", "damage")]
        events = play.answer("ana", 0, *NOTHING[:11])
    assert (outcome(events), play.moments()) == (word, 2)


def test_a_setback_is_taken_for_a_moment_and_the_hit_stays_a_hit():
    """MOT-X.15: the complication is the game master's; the target is hit."""
    play = asked(**FENCER)
    attack(play)
    play.answer("ana", "roll", *HIT)
    assert chance(play.odds("ana", True), "hits with a setback") == 1
    events = play.answer("ana", True)
    assert SETBACK_HELP in said(events, "gm")
    assert SETBACK_HELP not in said(events)
    events = play.answer("ana", 0, *shows(3, 1, 11))
    assert (outcome(events), wound(play), play.moments()) == ("hits with a setback", (3, 1), 1)


def test_more_ones_than_successes_are_a_setback_and_a_hit():
    """MOT-X.15: nothing more is asked about it."""
    play = pair(foe=TOUGH, **FENCER)
    events = attack(play, 5, 6, 1, 1, 1, *shows(3, 1, 11))
    assert (outcome(events), wound(play)) == ("hits with a setback", (3, 1))


def test_a_fumble_is_the_game_masters_to_invent():
    """MOT-7.21: no success and two ones."""
    events = attack(pair(**FENCER), 1, 1, 2, 3, 4)
    assert outcome(events) == "misses critically"
    assert FUMBLE_HELP in said(events, "gm")


# Holds


def test_a_fumbled_attack_on_somebody_who_is_held_hits_the_holder():
    """MOT-7.32, MOT-R.52: with plain damage, wherever it was aimed; their own fumble hits nobody."""
    people = {"Ana": somebody(**FENCER), "Bo": somebody({"Brawling": 2}, **TOUGH)}
    play = Play(people, {"Ogre": somebody(armor=["Plate"])}, CALM)
    play.act("bo", "grapple", 5, 5, 2, 2, 2, who="Bo", target="Ogre")
    events = attack(play, 1, 1, 2, 2, 2, *shows(3, 1, 11), aim="head", gap="yes")
    assert said(events)[1:] == ["Ana hits Bo instead", "Bo: 3 minor, 1 major"]
    assert (outcome(events), wound(play, "Bo"), wound(play)) == ("misses critically", (3, 1), (0, 0))
    assert outcome(attack(play, 1, 1, 2, 2, 2, who="Bo")) == "misses critically"
    assert wound(play, "Bo") == (3, 1)


@pytest.mark.parametrize(
    ("holds", "thrown", "hit"),
    [
        pytest.param({"Bo": "One"}, (1, 1, 2, 2, 2, 2), ["Bo"], id="whoever was named first"),
        pytest.param({"Bo": "Three"}, (1, 1, 2, 2, 2, 2), ["Bo"], id="or last"),
        pytest.param({"Bo": "Two", "Cy": "One"}, (1, 1, 2, 2, 2, 2), ["Cy", "Bo"], id="both holders of two"),
        pytest.param({"Bo": "One"}, (1, 2, 2, 2, 2, 2), [], id="a plain miss"),
        pytest.param({}, (1, 1, 2, 2, 2, 2), [], id="nobody is held"),
    ],
)
def test_a_fumbled_spray_at_somebody_who_is_held_hits_the_holder(holds, thrown, hit):
    """MOT-7.32, MOT-R.52, MOT-9.04: as a fumbled attack does; with plain damage."""
    wrestler = somebody({"Brawling": 2}, **TOUGH)
    people = {"Ana": somebody(**SPRAYER), "Bo": wrestler, "Cy": wrestler}
    play = Play(people, dict.fromkeys(("One", "Two", "Three"), somebody(**TOUGH)), CALM)
    for who, target in holds.items():
        play.act(seat_of(who), "grapple", 5, 5, 2, 2, 2, who=who, target=target)
    events = spray(play, *thrown, *(4, 3, 3, *NOTHING[:14]) * len(hit))
    instead = [line for who in hit for line in (f"Ana hits {who} instead", f"{who}: 3 minor, 1 major")]
    assert said(events)[1:] == [*instead, "0 of 3 are hit"]
    found = {who for who in ("Bo", "Cy", "One", "Two", "Three") if wound(play, who) != (0, 0)}
    assert found == set(hit)


def test_a_holders_own_fumbled_spray_hits_nobody():
    """MOT-7.32, MOT-R.52: it is a fumble like any other."""
    play = gang(**SPRAYER)
    play.act("ana", "grapple", 5, 6, 6, who="Ana", target="One")
    put(play, "Ana", weapon="Assault Rifle")
    events = spray(play, 1, 1, 2, 2, 2, 2)
    assert (outcome(events), wound(play, "Ana")) == ("misses critically", (0, 0))


def test_whoever_is_held_strikes_the_holder_with_fists_or_a_close_weapon():
    """MOT-7.40: and nobody else."""
    people = {"Ana": somebody({**SWORD}, weapon="Broad Sword", off_hand="Dagger")}
    play = Play(people, {"Ogre": somebody({"Brawling": 2}), "Imp": somebody()}, CALM)
    play.act("gm", "grapple", 5, 5, 2, 2, 2, who="Ogre", target="Ana")
    held = "Ana is held by Ogre: unarmed or with a close weapon, and at nobody else"
    assert no_attack(play) == held
    assert no_attack(play, target="Imp", weapon="Dagger") == held
    assert outcome(missed(play, weapon="Dagger")) == "misses"
    assert outcome(missed(play, weapon="Unarmed Attack")) == "misses"


# What may not be attacked, and by whom


def test_whom_nobody_attacks():
    """MOT-7.75, MOT-7.81: oneself, nobody, the dead; nor does anybody who is out."""
    play = pair(**FENCER)
    nobody(play)
    assert no_attack(play, target="Ana") == "nobody attacks themselves"
    assert no_attack(play, target="The feast") == "The feast is nobody"
    assert no_attack(play, weapon="Mace") == "Ana holds no Mace; readying it is an action"
    are(play, "Ogre", "unconscious")
    assert no_attack(play, who="Ogre", target="Ana") == "Ogre is unconscious"
    assert outcome(missed(play)) == "misses"
    are(play, "Ogre", "dead")
    assert no_attack(play) == "Ogre is dead"
    assert refused(play, "ana", "attack", who="Ogre", target="Ana", weapon="Club") == "Ogre is not yours"


def test_in_a_fight_one_attacks_in_ones_turn():
    """MOT-7.01, MOT-7.03."""
    play = pair(**FENCER)
    begin(play, 8, 10)
    assert no_attack(play) == "it is gm's turn"
    assert no_attack(play, manner="charge") == "it is gm's turn"


# Behind the screen


def test_the_game_masters_people_throw_behind_the_screen():
    """MOT-7.21, MOT-7.41: everybody hears how it went and what it did; nobody sees a die."""
    play = pair(foe=FENCER)
    events = attack(play, *HIT, *shows(4, 1, 11), who="Ogre", target="Ana")
    assert said(events) == ["Ogre hits (Ana, Broad Sword; 2 needed)", "Ana: 4 minor, 1 major"]
    assert (faces(events, "ana"), dice(events)) == ([], [5, 11])
    assert wound(play, "Ana") == (4, 1)


def heard(events, viewer="ana"):
    return [wire(seen) for event in events if (seen := see(event, viewer)) is not None]


@pytest.mark.parametrize(
    ("foe", "manner", "metres", "one", "other"),
    [
        (FENCER, "plain", 1, (5, 5, 2, 2, 2), (5, 5, 6, 2, 2)),
        (FENCER, "plain", 1, (6, 6, 6, 6, 2), (6, 6, 6, 6, 6)),
        ({"skills": {"Long Arms": 2}, "weapon": "Shotgun"}, "plain", 6, (5, 5, 2, 2), (5, 5, 5, 2)),
    ],
)
def test_nobody_learns_how_many_successes_there_were_beyond_what_counts(foe, manner, metres, one, other):
    """MOT-7.21: two throws that come to the same look the same."""
    worlds = []
    for thrown in (one, other):
        play = pair(foe=foe, endurance=6)
        count = 14 if foe != FENCER else 11
        worlds.append(heard(attack(play, *thrown, *NOTHING[:count], who="Ogre", target="Ana", manner=manner, metres=metres)))
    assert worlds[0] == worlds[1]


def test_of_a_burst_everybody_learns_how_often_it_hit():
    """MOT-9.01: that is what counts."""
    play = pair(foe=RIFLEMAN, endurance=6)
    attack(play, 5, 5, 5, 2, 2, 3, *NOTHING[:15], 3, *NOTHING[:15], who="Ogre", target="Ana", manner="automatic", metres=5)
    assert wound(play, "Ana") == (2, 0)


def test_worlds_that_differ_in_a_foes_numbers_look_alike():
    """MOT-7.24: hit points, skills, an odd die held back; only the verdicts are told."""
    worlds = []
    for foe, reserved in ((TOUGH, 2), ({"endurance": 5, "skills": {"Brawling": 4}, "will": 1}, 3)):
        play = pair(foe=foe, **FENCER)
        put(play, "Ogre", reserved=reserved)
        assert not play.knows("ana", "token", "Ogre", "reserved")
        assert not play.knows("ana", "token", "Ogre", "endurance")
        thrown = (5, 5, 6, 2, 2, *shows(3, 1, 11))
        worlds.append(heard(attack(play, *thrown)))
    assert worlds[0] == worlds[1]


def test_what_is_refused_does_not_depend_on_what_is_hidden():
    """MOT-7.06, MOT-7.28, MOT-10.14: a player may try, whatever the foe holds back or has left."""
    sentences = []
    for hidden in ({"reserved": 0, "minor": 0}, {"reserved": 8, "minor": 11}):
        play = pair(**FENCER)
        put(play, "Ogre", **hidden)
        sentences.append([no_attack(play, **args) for args in ({"metres": 2}, {"gap": "yes"}, {"manner": "reckless"})])
    assert sentences[0] == sentences[1]


def test_the_target_number_is_told_to_whoever_is_asked():
    """MOT-7.19, MOT-7.24: what somebody holds back shows in it, as far as it matters."""
    play = asked(**FENCER)
    put(play, "Ogre", reserved=5)
    attack(play)
    question = play.table.truth.questions[play.waiting("ana")].asked
    why = "(to hit 2, defence 2), with melee attack 3, Melee, one-handed 2"
    assert question.prompt == f"Ana, Broad Sword against Ogre {why}: 5 dice, 5 and 6 count, 4 needed"


def test_wounds_are_what_is_left():
    """MOT-7.41, MOT-7.59: of a hit that armour stops, nothing is told but that it hit."""
    play = pair(foe={"armor": ["Plate"]}, **FENCER)
    events = attack(play, *HIT, *shows(3, 1, 11))
    assert said(events) == ["Ana hits (Ogre, Broad Sword; 2 needed)"]
    assert Wound(*wound(play)) == Wound(0, 0)


def test_initiative_after_an_opening_shot_is_for_everybody():
    """MOT-7.08: and whoever was hit is in the fight."""
    play = pair(**GUNMAN, foe=TOUGH)
    attack(play, *HIT, *NOTHING[:12], metres=5)
    events = play.act("gm", "start-fight", *total(9), *total(10), leader="Ogre")
    assert dice(events) == [3, 3]
