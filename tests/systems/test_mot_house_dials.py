"""Moment of Truth: dials for what the book leaves open about breath, the void, falls, wounds and getting up."""

import pytest

from fatewright.core.table.table import Table
from systems.mot_fight import begin, on_board, pair, refused
from systems.mot_stage import CALM, Play, dice, outcome, said, somebody


def alone(**dials):
    """Ana, with twelve hit points, and an ogre."""
    return Play({"Ana": somebody({"Survival": 2})}, {"Ogre": somebody()}, {**CALM, **dials})


def damage(play, who="Ana"):
    return play.of(who, "minor"), play.of(who, "major")


@pytest.mark.parametrize(("dial", "after"), [("stops", (12, 0)), ("continues", (14, 0))])
def test_whether_breath_goes_on_to_be_lost_by_the_unconscious(dial, after):
    """MOT-R.41, MOT-7.80: where it stops, the game master is told that it is their word; where it goes on, nobody is."""
    play = alone(suffocation_after_unconscious=dial)
    play.act("gm", "condition", who="Ana", condition="suffocating")
    play.act("gm", "hurt", who="Ana", minor=11)
    events = play.act("gm", "second", 1, 1, who="Ana")
    assert play.of("Ana", "conditions") == ("suffocating", "unconscious")
    is_told = "Ana still cannot breathe; what comes of it now is your word" in said(events, "gm")
    assert is_told == (dial == "stops")
    for _ in range(2):
        play.act("gm", "second", *((1, 1) if dial == "continues" else ()), who="Ana")
    assert damage(play) == after


def test_where_breath_goes_on_to_be_lost_one_can_suffocate_to_death():
    """MOT-R.41, MOT-7.50: twice the hit points in damage kill, under the harsh rule."""
    play = alone(suffocation_after_unconscious="continues", death_rule="harsh")
    play.act("gm", "condition", who="Ana", condition="suffocating")
    play.act("gm", "hurt", 1, 1, who="Ana", minor=23)
    play.act("gm", "second", who="Ana")
    assert (damage(play), "dead" in play.of("Ana", "conditions")) == ((24, 0), True)


@pytest.mark.parametrize(("dial", "hurts"), [("stops", (2, 1)), ("continues", (3, 1))])
def test_the_void_takes_the_breath_of_the_unconscious_by_the_same_dial(dial, hurts):
    """MOT-R.41, MOT-8.20: one minor more in each turn, besides the die."""
    play = alone(suffocation_after_unconscious=dial)
    play.act("gm", "void", who="Ana")
    play.act("gm", "second", who="Ana")
    play.act("gm", "condition", who="Ana", condition="unconscious")
    play.act("gm", "second", 6, who="Ana")
    assert damage(play) == hurts


@pytest.mark.parametrize(("dial", "standard", "is_awake"), [(1, 2, True), ("default_tn", 2, False), ("default_tn", 1, True)])
def test_how_many_successes_keep_awake_in_the_void(dial, standard, is_awake):
    """MOT-R.64, MOT-8.18: one, or as many as a standard task demands."""
    play = alone(hazard_check_tn=dial, default_tn=standard)
    play.act("gm", "void", who="Ana")
    play.act("gm", "second", who="Ana")
    minutes = () if is_awake else (3, 3)
    play.act("gm", "second", 6, 1, 2, *minutes, 1, who="Ana")
    assert ("unconscious" not in play.of("Ana", "conditions")) == is_awake


@pytest.mark.parametrize("dial", ["stops", "continues"])
def test_who_passes_out_in_the_void_is_the_game_masters_word_only_where_breath_is_lost_no_more(dial):
    """MOT-R.41, MOT-8.18: by the other reading nothing is left to decide."""
    play = alone(suffocation_after_unconscious=dial)
    play.act("gm", "void", who="Ana")
    play.act("gm", "second", who="Ana")
    events = play.act("gm", "second", 1, 1, 1, 2, 3, 2, who="Ana")
    line = "Ana still cannot breathe; what comes of it now is your word"
    assert (line in said(events, "gm"), "unconscious" in play.of("Ana", "conditions")) == (dial == "stops", True)


def holding_two(**dials):
    """Ana with two Moments in hand; nothing but dice is asked about."""
    return Play({"Ana": somebody()}, {"Ogre": somebody()}, {"mot_rewards_player_triggered": "off", **dials}, moments=2)


@pytest.mark.parametrize(("dial", "needed"), [(1, 1), ("default_tn", 2)])
def test_what_is_offered_in_the_void_says_how_many_successes_keep_awake(dial, needed):
    """MOT-R.64, MOT-5.36: and it is that many which a roll with a Moment has to come to."""
    play = holding_two(hazard_check_tn=dial)
    play.act("gm", "void", who="Ana")
    play.act("gm", "second", who="Ana")
    play.act("gm", "second", who="Ana")
    assert list(play.offers("ana").values()) == [
        f"roll 3 dice, 5 and 6 count, {needed} needed",
        f"roll 4 dice, 5 and 6 count, {needed} needed",
        f"roll 5 dice, 5 and 6 count, {needed} needed",
    ]
    play.answer("ana", "moments 1", 6, 1, 1, 1, *((1,) if needed == 1 else (3, 3, 1)))
    assert ("unconscious" in play.of("Ana", "conditions")) == (needed == 2)


def test_days_that_heal_untreated_damage_by_the_dial_are_asked_about_like_any_others():
    """MOT-R.68, MOT-5.36: three dice of Endurance and a Moment."""
    play = holding_two(untreated_major_heals="yes")
    play.act("gm", "hurt", who="Ana", minor=0, major=3)
    play.act("gm", "rest", who="Ana", hours=0, days=1)
    play.answer("ana", "moments 1", 6, 5, 5, 1)
    assert damage(play) == (0, 0)


@pytest.mark.parametrize(("dial", "hurt_on"), [("every_3n", [3, 6]), ("each_turn_after_3n", [3, 4, 5, 6])])
def test_when_a_ruptured_suit_lets_the_void_in(dial, hurt_on):
    """MOT-R.65, MOT-8.22: its die shows 1, so Endurance is rolled each turn and three turns pass before the first damage."""
    play = alone(ruptured_suit_damage=dial)
    play.act("gm", "void", 1, who="Ana", suit="ruptured suit")
    for turn in range(1, 7):
        before = damage(play)
        play.act("gm", "second", 6, 6, 6, *((1,) if turn in hurt_on else ()), who="Ana")
        assert (damage(play) != before) == (turn in hurt_on)
    assert damage(play) == (len(hurt_on), 0)


@pytest.mark.parametrize(("dial", "dice_of"), [("down", {1: 0, 5: 2, 6: 3}), ("up", {1: 1, 5: 3, 6: 3})])
def test_what_the_odd_metre_of_a_fall_counts(dial, dice_of):
    """MOT-R.59, MOT-8.02: nothing, or a die more."""
    for metres, count in dice_of.items():
        events = alone(fall_rounding=dial).act("gm", "fall", 1, 1, 1, *[1] * count, who="Ana", metres=metres)
        assert dice(events) == [3, count] if count else [3]


@pytest.mark.parametrize(("dial", "left"), [("no", 3), ("yes", 1)])
def test_whether_major_damage_heals_that_nobody_has_treated(dial, left):
    """MOT-R.68, MOT-7.71: by default no days help; by the dial every day is a roll of Endurance."""
    play = alone(untreated_major_heals=dial)
    play.act("gm", "hurt", who="Ana", minor=0, major=3)
    play.act("gm", "rest", *((6, 5, 1) if dial == "yes" else ()), who="Ana", hours=0, days=1)
    assert damage(play) == (0, left)


@pytest.mark.parametrize(("dial", "thrown"), [("worst_only", (5, 4, 3)), ("cumulative", (5, 4, 2))])
def test_whether_a_wound_comes_on_top_of_an_injury(dial, thrown):
    """MOT-R.43, MOT-7.45, MOT-7.46: five dice; one fewer when injured, two when wounded, or three."""
    play = alone(wound_penalties=dial)
    found = []
    for hurt in (0, 6, 4):
        play.act("gm", "hurt", who="Ana", minor=hurt)
        expected = thrown[len(found)]
        found += dice(play.call("Ana", "Survival", *[2] * expected))
    assert found == list(thrown)


@pytest.mark.parametrize(
    ("dial", "spent", "then"),
    [
        ("move", (1, "no"), "Ana has used this turn: 1 move, and an action"),
        ("action", (0, "yes"), "Ana has acted in this turn"),
        ("free", (0, "no"), None),
    ],
)
def test_what_getting_up_costs(dial, spent, then):
    """MOT-R.96, MOT-7.79: the move, the action, or nothing."""
    play = pair({"stand_up_cost": dial})
    on_board(play, Ana=(0, 0), Ogre=(9, 0))
    begin(play, 10, 8)
    play.act("ana", "go-prone", who="Ana")
    assert outcome(play.act("ana", "stand-up", who="Ana")) == "up"
    assert (play.of("Ana", "moves"), play.of("Ana", "acted"), play.of("Ana", "conditions")) == (*spent, ())
    play.act("ana", "go-prone", who="Ana")
    if dial == "move":
        play.act("ana", "ready", who="Ana", weapon="Club")
    if then:
        assert refused(play, "ana", "stand-up", who="Ana") == then
    else:
        assert outcome(play.act("ana", "stand-up", who="Ana")) == "up"


def test_a_table_from_before_there_was_a_dial_plays_as_by_default():
    """MOT-R.41, MOT-R.59: it has no such fact, and nothing is broken off."""
    new = ("suffocation_after_unconscious", "hazard_check_tn", "fall_rounding", "wound_penalties", "stand_up_cost")
    play = alone()
    kept, records = Table(), play.table.records
    kept.append([event for event in records if getattr(event, "path", ("",))[0] != "dial" or event.path[1] not in new])
    play.table = kept
    assert not any(("dial", name) in play.table.truth.facts for name in new)
    assert dice(play.act("gm", "fall", 1, 1, 1, 1, 1, who="Ana", metres=5)) == [3, 2]
    play.act("gm", "void", who="Ana")
    play.act("gm", "second", who="Ana")
    assert dice(play.act("gm", "second", 6, 1, 1, 1, who="Ana")) == [3, 1]
    assert len(dice(play.call("Ana", "Survival", 2, 2, 2, 2, 2))) == 1
