"""Avitch: journeys by legs, what travellers eat, and chases from the first step to away or caught."""

from fractions import Fraction
from random import Random

import pytest

from fatewright.core.rule.price import odds
from fatewright.core.table.codec import wire
from fatewright.core.table.events import Rolled, Verdict
from fatewright.core.table.story import PutFact, Refusal
from fatewright.core.table.stream import messages
from fatewright.kit.stage import Stage
from fatewright.systems.avitch.hand_to_hand import pairings
from fatewright.systems.avitch.travel import movement
from fatewright.systems.avitch.travel.chase_odds import chase
from systems.avi_table import AVI, cited, outcome, said, seated, thrown

HIGH, LOW = 8, 1  # a die for whoever began it between equals, and one for the other
SKILLS = {"on foot": "Survive", "mounted": "Ride", "by boat or ship": "Sail", "up and down steep ground": "Jump/Climb"}
SKILLS |= {"by what is written of the place": "Know", "by looking for the place": "Notice"}
GROUNDS = {"road or known water": 0, "open country": 2, "wild": 3, "severe or stormy": 4, "extreme": 5}


refused = Stage.refused  # the sentence with which an act is refused


def heard(play, viewer):
    """Every byte that a viewer has been sent."""
    return [wire(message) for message in messages(play.table.records, viewer)]


def marks(play, who):
    return play.of(who, "conditions")


# Setting out


def on_the_way(people=None, dials=None, *, also=(), legs=3, **more):
    """A table on which ana has set out, and others with her."""
    play = seated(people, dials, **more)
    play.act("ana", "set-out", who="ana", legs=legs)
    for who in also:
        play.act(who, "join-journey", who=who)
    return play


def leg(play, answers, *faces, goes="roll", who="ana", mode="on foot", **args):
    """A leg that ana leads: what each judge names, whether she goes, and the dice."""
    events = play.act("ana", "travel-leg", *(() if answers else faces), who=who, mode=mode, **args)
    is_road = False
    for place, (seat, answer) in enumerate(answers.items()):
        is_road = all(ground == "road or known water" for ground, _ in answers.values())
        events += play.answer(seat, answer, *(faces if is_road and place == len(answers) - 1 else ()))
    return events if is_road else [*events, *play.answer("ana", goes, *faces)]


def test_a_journey_is_cut_into_legs_and_everybody_has_food_for_five_days():
    """AVI-3.02, AVI-3.06."""
    play = seated({"ana": {"rations": 1}, "bo": {"rations": 7}})
    assert said(play.act("ana", "set-out", who="ana", legs=2)) == ["ana sets out: 2 legs"]
    play.act("bo", "join-journey", who="bo")
    assert [play.fact("journey", name) for name in ("party", "legs", "done", "days")] == [("ana", "bo"), 2, 0, 0]
    assert (play.of("ana", "rations"), play.of("bo", "rations")) == (5, 7)


@pytest.mark.parametrize("legs", AVI.dials["journey_legs_default"].values)
def test_the_form_suggests_the_table_s_number_of_legs(legs):
    """AVI-3.02: journey_legs_default."""
    play = seated(dials={"journey_legs_default": legs})
    assert play.form("ana", "set-out")["legs"] == legs


@pytest.mark.parametrize(("mode", "skill"), SKILLS.items())
def test_the_way_of_travelling_says_the_skill(mode, skill):
    """AVI-3.03, AVI-3.04: and the ground the difficulty: open country 2."""
    play = on_the_way({"ana": {skill: 4}})
    events = leg(play, {"bo": ("open country", "an encounter"), "cy": ("open country", "an encounter")}, 1, 1, 1, 8, mode=mode)
    assert f"ana: {skill} 4 against 2" in said(events)
    assert (outcome(events), play.fact("journey", "done"), play.fact("journey", "days")) == ("success", 1, 1)
    assert cited(events) >= {"AVI-3.02", "AVI-3.04"}


@pytest.mark.parametrize(("ground", "difficulty"), GROUNDS.items())
def test_everything_is_named_before_the_roll(ground, difficulty):
    """AVI-3.02, AVI-3.04, AVI-1.02.01.05: and whoever leads may still refuse; on a road nothing is rolled."""
    play = on_the_way()
    play.act("ana", "travel-leg", who="ana", mode="on foot", days=2)
    play.answer("bo", (ground, "one more day"))
    events = play.answer("cy", (ground, "one more day"))
    if not difficulty:
        assert said(events)[0] == "leg 1 of 3, on foot, 2 days: road or known water: no check"
        assert (outcome(events), thrown(events), play.fact("journey", "done")) == ("happens", [], 1)
        return
    assert said(events) == [f"leg 1 of 3, on foot, 2 days: {ground}, difficulty {difficulty}; if it fails: one more day"]
    assert play.asked() == [("ana", "risk")]
    assert outcome(play.answer("ana", "decline")) == "declined"
    assert (play.fact("journey", "done"), play.of("ana", "rations")) == (0, 5)


def test_the_lower_median_of_the_grounds_counts_with_the_price_of_whoever_named_it():
    """AVI-3.02, AVI-1.01.05."""
    play = on_the_way()
    events = leg(play, {"bo": ("extreme", "an encounter"), "cy": ("wild", "one supply is lost")}, goes="decline")
    assert "leg 1 of 3, on foot, 1 day: wild, difficulty 3; if it fails: one supply is lost" in said(events)


def test_what_a_leg_costs_is_said_in_ones_own_words():
    """AVI-3.02, AVI-3.05, AVI-1.02.01.05: with a rule beside it, or without."""
    play = on_the_way()
    play.act("ana", "travel-leg", who="ana", mode="on foot")
    play.answer("bo", ("wild", "the mule is gone"))
    play.answer("cy", ("extreme", "an encounter"))
    assert play.offers("bo", "effect")["an encounter"] == "nothing"
    told = said(play.answer("bo", "one supply is lost"))
    assert told[-1].endswith("wild, difficulty 3; if it fails: the mule is gone (one supply is lost)")
    events = play.answer("ana", "roll", 8, 1, 1)
    assert "the leg fails: the mule is gone (one supply is lost)" in said(events)
    assert play.of("ana", "rations") == 3


def test_third_parties_judge_where_there_are_any():
    """AVI-3.02, AVI-1.02.13: bo travels too, so cy alone names ground and price."""
    play = on_the_way(also=("bo",))
    play.act("ana", "travel-leg", who="ana", mode="on foot")
    assert play.asked() == [("cy", "leg")]


def test_alone_at_a_table_it_is_wild_country():
    """AVI-3.04: nobody is there to judge."""
    play = on_the_way(seats=("ana",))
    assert said(play.act("ana", "travel-leg", who="ana", mode="on foot"))[0].endswith(
        "wild, difficulty 3; if it fails: one more day"
    )


@pytest.mark.parametrize(("helper", "expected"), [(1, 3), (2, 4), (6, 4)])
def test_travellers_who_know_the_way_help(helper, expected):
    """AVI-3.03, AVI-1.02.01.19: one more with a helper of rating 2, never more."""
    play = on_the_way({"ana": {"Ride": 3}, "bo": {"Ride": helper}}, also=("bo",))
    faces = [8] if expected == 3 else [8, 1, 1]
    events = leg(play, {"cy": ("wild", "an encounter")}, *faces, mode="mounted")
    assert f"ana: Ride {expected} against 3" in said(events)


@pytest.mark.parametrize(("terrain", "expected"), [("coast", 4), ("desert", 3), ("none", 3)])
def test_the_terrain_that_somebody_knows_counts(terrain, expected):
    """AVI-3.04, AVI-1.03.30."""
    play = on_the_way({"ana": {"Survive": 3, "terrain": "coast"}})
    wild = {"bo": ("wild", "an encounter"), "cy": ("wild", "an encounter")}
    events = leg(play, wild, *([8, 1, 1] if expected == 4 else [8]), terrain=terrain)
    assert f"ana: Survive {expected} against 3" in said(events)


@pytest.mark.parametrize(
    ("cost", "days", "worn", "rations"),
    [
        ("one more day", 2, (), 3),
        ("all travellers are Worn", 1, ("Worn",), 4),
        ("one supply is lost", 1, (), 3),
        ("an encounter", 1, (), 4),
    ],
)
@pytest.mark.parametrize(("failed", "done"), [("pass_at_cost", 1), ("turn_back", 0)])
def test_a_leg_that_fails_costs_what_was_announced(cost, days, worn, rations, failed, done):
    """AVI-3.05: and is passed all the same; by the dial failed_leg the party turns back."""
    play = on_the_way({"ana": {"Survive": 3}}, {"failed_leg": failed}, also=("bo",))
    events = leg(play, {"cy": ("wild", cost)}, 1, 1, 1)
    assert (outcome(events), "AVI-3.05" in cited(events)) == ("failure", True)
    assert (play.fact("journey", "done"), play.fact("journey", "days")) == (done, days)
    for who in ("ana", "bo"):
        assert (marks(play, who), play.of(who, "rations")) == (worn, rations)


def test_a_day_without_food_asks_for_endurance():
    """AVI-3.06: Endurance against 3, or Worn; who is Worn already is not asked again."""
    play = on_the_way({"ana": {"Endurance": 3}, "bo": {"Endurance": 3}}, also=("bo",), legs=5)
    road = {"cy": ("road or known water", "an encounter")}
    assert thrown(leg(play, road, days=5)) == []
    events = leg(play, road, HIGH, LOW)  # ana keeps going, bo does not
    assert (marks(play, "ana"), marks(play, "bo")) == ((), ("Worn",))
    assert "bo has nothing to eat, and is Worn" in said(events)
    assert len(thrown(leg(play, road, LOW))) == 1
    assert marks(play, "ana") == ("Worn",)


def test_without_supplies_nobody_counts_rations():
    """AVI-3.06: supplies = off: no eating, no foraging, and no supply to lose."""
    play = on_the_way({"ana": {"rations": 0}}, {"supplies": "off"}, legs=2)
    play.act("ana", "travel-leg", who="ana", mode="on foot", days=5)
    assert "one supply is lost" not in [option.value for option in play.question("bo").fields[1].options]
    play.answer("bo", ("road or known water", "an encounter"))
    assert thrown(play.answer("cy", ("road or known water", "an encounter"))) == []
    assert (play.of("ana", "rations"), marks(play, "ana")) == (0, ())
    assert refused(play, "ana", "forage", who="ana") == "nobody counts supplies here"


def test_foraging_gives_a_ration_for_each_head_once_on_each_leg():
    """AVI-3.06, AVI-1.03.30: Survive against the difficulty of the leg, in its terrain."""
    play = on_the_way({"ana": {"Survive": 2, "terrain": "forest"}, "bo": {"Survive": 0}}, also=("bo",))
    assert refused(play, "ana", "forage", who="ana").startswith("there is food to look for once")
    leg(play, {"cy": ("wild", "an encounter")}, HIGH, terrain="forest")
    events = play.act("ana", "forage", LOW, who="ana")
    assert "ana: Survive 3 against 3" in said(events)
    assert (outcome(events), play.of("ana", "rations")) == ("failure", 4)
    assert refused(play, "bo", "forage", who="bo") == "that has been tried on this leg"
    leg(play, {"cy": ("wild", "an encounter")}, HIGH, terrain="forest")
    assert outcome(play.act("ana", "forage", HIGH, who="ana")) == "success"
    assert (play.of("ana", "rations"), play.of("bo", "rations")) == (4, 4)


def test_a_journey_ends_with_its_last_leg_or_its_last_traveller():
    """AVI-3.02."""
    road = {"bo": ("road or known water", "an encounter"), "cy": ("road or known water", "an encounter")}
    play = on_the_way(legs=2)
    leg(play, road)
    assert said(leg(play, road, days=2))[-1] == "ana arrives after 3 days"
    assert [path for path in play.table.truth.facts if path[0] == "journey"] == []
    play.act("ana", "set-out", who="ana")
    play.act("bo", "join-journey", who="bo")
    play.act("ana", "leave-journey", who="ana")
    assert play.fact("journey", "party") == ("bo",)
    play.act("bo", "leave-journey", who="bo")
    assert [path for path in play.table.truth.facts if path[0] == "journey"] == []


def test_one_check_may_decide_a_whole_journey():
    """AVI-3.01: movement_subsystem = single_check: however many legs are asked for, there is one."""
    play = on_the_way({"ana": {"Survive": 3}}, {"movement_subsystem": "single_check"}, legs=5)
    assert play.form("ana", "set-out")["legs"] == 1
    wild = {"bo": ("wild", "an encounter"), "cy": ("wild", "an encounter")}
    assert said(leg(play, wild, HIGH))[-1] == "ana arrives after 1 day"


def test_who_may_travel():
    """AVI-3.02, AVI-1.04.04."""
    play = seated()
    assert refused(play, "ana", "travel-leg", who="ana", mode="on foot") == "ana is not on a journey"
    assert refused(play, "bo", "join-journey", who="bo") == "nobody is on a journey"
    play.act("ana", "set-out", who="ana")
    assert refused(play, "bo", "set-out", who="bo") == "ana is on a journey already"
    assert refused(play, "ana", "join-journey", who="ana") == "ana travels already"
    assert refused(play, "bo", "leave-journey", who="bo") == "bo is not on a journey"
    play.put("ana", conditions=("Out",))
    assert refused(play, "ana", "travel-leg", who="ana", mode="on foot") == "ana cannot act"


def test_who_joins_later_brings_what_they_have_and_the_dead_eat_nothing():
    """AVI-3.06."""
    play = on_the_way({"cy": {"rations": 2}}, also=("bo",))
    play.put("bo", conditions=("Dead",))
    play.act("ana", "travel-leg", who="ana", mode="on foot")
    play.answer("bo", ("road or known water", "an encounter"))
    play.answer("cy", ("road or known water", "an encounter"))
    play.act("cy", "join-journey", who="cy")
    assert (play.of("bo", "rations"), play.of("cy", "rations")) == (5, 2)
    assert play.fact("journey", "party") == ("ana", "cy")


def test_a_leg_that_somebody_else_has_led_meanwhile_is_not_led_twice():
    """AVI-3.02: two lead at once; the second question falls away."""
    play = on_the_way(also=("bo",), seats=("ana", "bo"))
    play.act("ana", "travel-leg", who="ana", mode="on foot")
    play.act("bo", "travel-leg", who="bo", mode="on foot")
    play.answer("bo", ("wild", "an encounter"))
    play.answer("ana", ("road or known water", "an encounter"))
    assert play.fact("journey", "done") == 1
    assert outcome(play.answer("ana", "roll")) == "declined"
    assert play.fact("journey", "done") == 1


# Chases


def running(people=None, dials=None, *, gap=2, round=0, quarry=(), pursuer=(), **more):
    """A table on which bo is after ana; `quarry` and `pursuer` are those who move with them."""
    facts = {("chase", "quarry"): "ana", ("chase", "pursuer"): "bo", ("chase", "gap"): gap, ("chase", "round"): round}
    facts |= {("chase", "with quarry"): tuple(quarry)} if quarry else {}
    facts |= {("chase", "with pursuer"): tuple(pursuer)} if pursuer else {}
    return seated(people, dials, facts=facts, **more)


def runs(play, *faces, ground="open ground", quarry="Run", pursuer="Run"):
    """A round: cy names the ground, ana and bo how they move, and dice fall."""
    events = play.act("ana", "chase-round", who="ana", ground=ground)
    events += play.answer("cy", ground)
    events += play.answer("ana", quarry)
    return events + play.answer("bo", pursuer, *faces)


def standing(play):
    """Gap and round of the chase."""
    return play.fact("chase", "gap"), play.fact("chase", "round")


def fighting(play, who):
    """Those who lead the fight that somebody is in; the one who attacked first."""
    fight = pairings.fight_of(play.desk, who)
    return fight and (fight.first[0], fight.second[0])


def chased(play):
    return play.fact("chase", "quarry"), play.fact("chase", "pursuer"), *standing(play)


@pytest.mark.parametrize(
    ("role", "answer", "expected"),
    [
        ("flees", "pursue", ("ana", "bo", 2, 0)),
        ("flees", "let them go", (None, None, None, None)),
        ("pursues", "run", ("bo", "ana", 2, 0)),
    ],
)
def test_a_chase_begins_at_gap_two(role, answer, expected):
    """AVI-3.07, AVI-R.25, AVI-4.11: unless nobody pursues."""
    play = seated()
    play.act("ana", "start-chase", who="ana", other="bo", role=role)
    events = play.answer("bo", answer)
    assert chased(play) == expected
    assert outcome(events) == ("away" if expected[0] is None else "goes on")
    if expected[0]:
        assert said(events)[-1].startswith("Contested Movement: ")
        assert {"AVI-3.07", "AVI-R.25"} <= cited(events)


def test_who_stands_is_caught_at_once():
    """AVI-3.13, AVI-3.07."""
    play = seated()
    play.act("ana", "start-chase", who="ana", other="bo", role="pursues")
    play.answer("bo", "stand")
    events = play.answer("ana", "a Discussion")
    assert (outcome(events), said(events)) == ("caught", ["ana and bo: a Discussion"])


@pytest.mark.parametrize("start", AVI.dials["chase_start_gap"].values)
@pytest.mark.parametrize("length", AVI.dials["chase_track_length"].values)
def test_where_a_chase_starts(start, length):
    """AVI-3.07: chase_start_gap, chase_track_length: one more with a head start, and never beyond the track."""
    desk = seated(dials={"chase_start_gap": start, "chase_track_length": length}).desk
    assert (movement.start_gap(desk), movement.start_gap(desk, has_head_start=True)) == (start, start + 1)
    changes = movement.chase_begins(desk, "ana", "bo", start)
    assert [change.value for change in changes if getattr(change, "path", None) == ("chase", "gap")] == [min(start, length - 1)]


@pytest.mark.parametrize(("votes", "gap"), [(("yes", "yes", "no"), 3), (("yes", "no", "no"), 2)])
def test_a_head_start_is_for_the_table_to_grant(votes, gap):
    """AVI-3.07, AVI-1.01.05."""
    play = seated()
    play.act("ana", "start-chase", who="ana", other="bo", head_start="yes")
    play.answers(dict(zip(("ana", "bo", "cy"), votes, strict=True)))
    play.answer("bo", "pursue")
    assert standing(play) == (gap, 0)


@pytest.mark.parametrize(("face", "gap"), [(HIGH, 3), (LOW, 1)])
def test_one_check_moves_the_gap_by_one_the_quarry_beginning_it(face, gap):
    """AVI-3.08: between equals the upper half of the faces is the quarry's, whoever calls the round."""
    play = running()
    play.act("bo", "chase-round", who="bo")
    play.answers({"cy": "open ground", "ana": "Run"})
    events = play.answer("bo", "Run", face)
    assert (standing(play), outcome(events)) == ((gap, 1), "goes on")
    assert "AVI-3.08" in cited(events)


def test_each_side_uses_the_skill_that_fits_the_ground():
    """AVI-3.08: they may differ."""
    play = running({"ana": {"Swim": 4}, "bo": {"Sail": 3}})
    play.act("ana", "chase-round", who="ana", ground="open ground")
    play.answer("cy", "water")
    assert [option.value for option in play.question("bo").options] == ["Swim", "Sail"]
    assert [option.value for option in play.question("ana").options if not option.blocked] == ["Swim", "Sail"]
    play.answer("ana", "Swim")
    events = play.answer("bo", "Sail", 1, 1, 7)
    assert "ana: Swim 4 against bo: Sail 3" in said(events)
    assert standing(play) == (3, 1)


@pytest.mark.parametrize(("ground", "skills"), [(name, row["skills"]) for name, row in AVI.lists["chase_grounds"].items()])
def test_every_ground_has_movement_skills(ground, skills):
    """AVI-3.08: Run, Ride, Swim, Sail, Jump/Climb, and no others."""
    assert set(skills) <= {"Run", "Ride", "Swim", "Sail", "Jump/Climb"}
    for skill in skills:
        play = running()
        assert outcome(runs(play, HIGH, ground=ground, quarry=skill, pursuer=skills[0])) == "goes on"


@pytest.mark.parametrize(
    ("proposed", "votes", "expected"),
    [
        ("water", ("open ground", "open ground", "water"), "open ground"),
        ("water", ("open ground", "broken ground", "water"), "water"),
        ("water", ("open ground", "broken ground", "open ground"), "open ground"),
        ("water", ("open ground", "broken ground", "walls and cliffs"), "broken ground"),
    ],
)
def test_most_judges_name_the_ground(proposed, votes, expected):
    """AVI-3.08, AVI-1.02.12: then the one proposed, then the nearest clockwise: bo sits at ana's left."""
    play = running(dials={"difficulty_decider": "whole_table"})
    play.act("ana", "chase-round", who="ana", ground=proposed)
    play.answers(dict(zip(("ana", "bo", "cy"), votes, strict=True)))
    assert play.question("ana").prompt == f"ana on {expected}: how do you move?"


def test_alone_the_ground_is_as_proposed():
    """AVI-3.08."""
    play = running({"bo": {}}, seats=("ana",))
    play.act("ana", "chase-round", who="ana", ground="water")
    assert play.asked() == [("ana", "way"), ("ana", "way")]


def test_ways_are_laid_face_down():
    """AVI-3.08: bo does not know how ana moves until both have said so."""
    play = running()
    play.act("ana", "chase-round", who="ana")
    play.answer("cy", "open ground")
    events = play.answer("ana", "Ride")
    assert [b"Ride" in line for line in heard(play, "bo")[-len(events) :]] == [False] * len(events)
    assert b"Ride" in heard(play, "ana")[-1]


@pytest.mark.parametrize("every", AVI.dials["chase_endurance_every"].values)
def test_endurance_counts_every_so_many_rounds(every):
    """AVI-3.09: chase_endurance_every; 0 is never. Not where both ride or sail."""
    for number in range(1, 31):
        expected = every != 0 and number % every == 0
        assert movement.is_endurance_round(every, number, ("Run", "Ride")) is expected
        assert not movement.is_endurance_round(every, number, ("Ride", "Sail"))


@pytest.mark.parametrize(("face", "gap", "loser"), [(HIGH, 3, "bo"), (LOW, 1, "ana")])
def test_the_third_round_is_one_of_endurance_and_the_loser_is_winded(face, gap, loser):
    """AVI-3.09: besides the shift of the gap."""
    play = running({"ana": {"Endurance": 4, "Run": 0}, "bo": {"Endurance": 4, "Run": 9}}, round=2)
    events = runs(play, face)
    assert "ana: Endurance 4 against bo: Endurance 4" in said(events)
    assert standing(play) == (gap, 3)
    assert {who for who in ("ana", "bo") if marks(play, who)} == {loser}
    assert marks(play, loser) == ("Winded",)
    assert "AVI-3.09" in cited(events)


def test_riders_do_not_tire():
    """AVI-3.09."""
    play = running({"ana": {"Ride": 3}, "bo": {"Ride": 3}}, round=2)
    events = runs(play, HIGH, quarry="Ride", pursuer="Ride")
    assert "ana: Ride 3 against bo: Ride 3" in said(events)
    assert (marks(play, "ana"), marks(play, "bo")) == ((), ())


def test_near_by_nobody_can_hide():
    """AVI-3.10: from gap 3 on."""
    play = running(gap=2)
    play.act("ana", "chase-round", who="ana")
    play.answer("cy", "open ground")
    with pytest.raises(Refusal, match="Hide is not open: they are too near: from gap 3 on"):
        play.answer("ana", "Hide")


def test_who_hides_well_is_hidden_and_the_chase_is_over():
    """AVI-3.10, AVI-1.04.09: Hide against Notice replaces the round, even one of Endurance."""
    play = running({"ana": {"Hide": 3}, "bo": {"Notice": 3}}, gap=3, round=2)
    events = runs(play, HIGH, quarry="Hide")
    assert "ana: Hide 3 against bo: Notice 3" in said(events)
    assert (outcome(events), marks(play, "ana"), chased(play)) == ("away", ("Hidden",), (None, None, None, None))
    assert "AVI-3.10" in cited(events)


def test_who_is_noticed_is_nearer():
    """AVI-3.10."""
    play = running({"ana": {"Hide": 3}, "bo": {"Notice": 3}}, gap=3)
    assert outcome(runs(play, LOW, quarry="Hide")) == "goes on"
    assert (standing(play), marks(play, "ana")) == ((2, 1), ())


def test_a_group_is_as_fast_as_its_slowest():
    """AVI-3.11: on either side."""
    people = {"ana": {"Run": 5}, "cy": {"Run": 2}, "bo": {"Run": 6}, "dog": {"Run": 3}}
    play = running(people, quarry=("cy",), pursuer=("dog",), owners={"dog": "bo"})
    play.act("ana", "chase-round", who="ana")  # nobody is a third party of ana's and bo's but cy, who runs
    play.answers({"cy": "open ground", "ana": "Run"})
    events = play.answer("bo", "Run", 1, 1, 1)
    assert "cy: Run 2 against dog: Run 3" in said(events)
    assert standing(play) == (3, 1)


def test_whom_nobody_can_carry_is_caught():
    """AVI-3.11, AVI-1.04.04: who is Out loses without a roll, and the group with them."""
    play = running({"ana": {"Run": 9}}, quarry=("cy",), gap=2)
    play.put("cy", conditions=("Out",))
    events = runs(play)
    assert (thrown(events), standing(play)) == ([], (1, 1))


def test_all_of_a_group_are_winded_and_all_hide():
    """AVI-3.09, AVI-3.10, AVI-3.11, AVI-1.02.01.19: its worst hides; of those who look the best counts, with help."""
    people = {"ana": {"Hide": 5}, "cy": {"Hide": 4}, "bo": {"Notice": 2}, "dog": {"Notice": 3}}
    play = running(people, gap=3, round=2, quarry=("cy",), pursuer=("dog",), owners={"dog": "bo"})
    events = runs(play, LOW, quarry="Hide")
    assert "cy: Hide 4 against dog: Notice 4" in said(events)
    play.put_fact("chase", "round", value=2)
    runs(play, LOW)
    assert [marks(play, who) for who in ("ana", "cy", "bo", "dog")] == [("Winded",), ("Winded",), (), ()]
    play.put_fact("chase", "gap", value=3)
    play.put_fact("chase", "round", value=3)
    runs(play, 1, 1, 1, quarry="Hide")  # Hide 4, less one for being winded, against 4
    assert [marks(play, who) for who in ("ana", "cy")] == [("Winded", "Hidden"), ("Winded", "Hidden")]


def test_members_join_and_are_left_behind():
    """AVI-3.11."""
    play = running()
    events = play.act("cy", "join-chase", who="cy", side="quarry")
    assert (said(events), play.fact("chase", "with quarry")) == (["cy joins the quarry's side"], ("cy",))
    assert refused(play, "cy", "join-chase", who="cy", side="pursuer") == "cy is in this chase already"
    assert refused(play, "bo", "leave-behind", who="bo", member="cy") == "cy does not move with bo"
    assert refused(play, "cy", "leave-behind", who="cy", member="cy") == "whoever leads a side decides that"
    play.act("ana", "leave-behind", who="ana", member="cy")
    assert outcome(play.answer("bo", "ana")) == "goes on"
    assert (chased(play), play.fact("chase", "with quarry")) == (("ana", "bo", 2, 0), ())


def test_whoever_is_left_behind_may_be_chased_instead():
    """AVI-3.11: from the gap that there was; the others are away, and the pursuers stay together."""
    play = running({"dog": {}}, gap=3, round=2, quarry=("cy",), pursuer=("dog",), owners={"dog": "bo"})
    play.act("ana", "leave-behind", who="ana", member="cy")
    events = play.answer("bo", "cy")
    assert (chased(play), play.fact("chase", "with pursuer")) == (("cy", "bo", 3, 0), ("dog",))
    assert said(events)[-1] == "ana is away"


def test_a_companion_may_catch_whoever_is_left_behind():
    """AVI-3.11, AVI-3.13: while the others go on."""
    play = running({"dog": {}}, quarry=("cy",), pursuer=("dog",), owners={"dog": "bo"})
    play.act("ana", "leave-behind", who="ana", member="cy")
    play.answer("bo", "dog")
    assert outcome(play.answer("bo", "Hand-to-Hand")) == "caught"
    assert fighting(play, "cy") == ("dog", "cy")
    assert (chased(play), play.fact("chase", "with pursuer")) == (("ana", "bo", 2, 0), ())


def test_pursuers_leave_their_slow_ones_behind_too():
    """AVI-3.11."""
    play = running({"dog": {}}, pursuer=("dog",), owners={"dog": "bo"})
    assert outcome(play.act("bo", "leave-behind", who="bo", member="dog")) == "happens"
    assert play.fact("chase", "with pursuer") == ()


@pytest.mark.parametrize(
    ("gap", "round", "who", "expected"),
    [
        (2, 0, "bo", (3, 1)),
        (2, 0, "cy", (3, 1)),  # of the pursuer's company
        (2, 0, "ana", (2, 0)),
        (4, 0, "bo", (None, None)),  # away
        (2, 8, "bo", (None, None)),  # away, by the limit of rounds
    ],
)
def test_who_shoots_does_not_move(gap, round, who, expected):
    """AVI-3.12, AVI-4.15: a pursuer's shot lets the gap grow by one without a check, and is the round."""
    play = running(gap=gap, round=round, pursuer=("cy",))
    for change in movement.shot_in_chase(play.desk, who):
        if isinstance(change, PutFact):
            play.put_fact(*change.path, value=change.value)
    assert standing(play) == expected


@pytest.mark.parametrize(("how", "ids"), [("Hand-to-Hand", {"AVI-3.13"}), ("a Discussion", {"AVI-3.13", "AVI-2.01.07"})])
def test_the_pursuer_chooses_what_follows(how, ids):
    """AVI-3.13, AVI-2.01.07."""
    play = running(gap=1)
    runs(play, LOW)
    assert (play.asked(), chased(play)) == ([("bo", "caught")], (None, None, None, None))
    events = play.answer("bo", how)
    assert (outcome(events), cited(events)) == ("caught", ids)
    assert fighting(play, "ana") == (("bo", "ana") if how == "Hand-to-Hand" else None)


def test_where_one_check_decides_a_fight_it_does_not_begin_by_itself():
    """AVI-3.13, AVI-4.01: hand_to_hand = single_check."""
    play = running(dials={"hand_to_hand": "single_check"}, gap=1)
    runs(play, LOW)
    play.answer("bo", "Hand-to-Hand")
    assert fighting(play, "ana") is None


def test_at_the_end_of_the_track_the_quarry_is_away():
    """AVI-3.07."""
    play = running(gap=4)
    events = runs(play, HIGH)
    assert (outcome(events), said(events)[-2:], chased(play)) == ("away", ["gap 5 of 5", "ana is away"], (None,) * 4)


@pytest.mark.parametrize("length", AVI.dials["chase_track_length"].values)
@pytest.mark.parametrize("cap", AVI.dials["chase_round_cap"].values)
def test_after_so_many_rounds_the_quarry_is_away(length, cap):
    """AVI-3.14: chase_round_cap; 0 is no limit."""
    desk = seated(dials={"chase_track_length": length, "chase_round_cap": cap}).desk
    for number in range(1, 40):
        expected = "away" if cap and number >= cap else "goes on"
        assert movement.verdict(desk, 1, number) == expected
        assert (movement.verdict(desk, 0, number), movement.verdict(desk, length, number)) == ("caught", "away")


def test_the_ninth_round_is_the_last():
    """AVI-3.14."""
    play = running(gap=2, round=8)
    events = runs(play, LOW)
    assert (outcome(events), said(events)[-1], "AVI-3.14" in cited(events)) == ("away", "ana is away", True)


@pytest.mark.parametrize(("face", "expected"), [(HIGH, "away"), (LOW, "caught")])
def test_one_check_may_decide_a_whole_chase(face, expected):
    """AVI-3.01: movement_subsystem = single_check: no Endurance, no hiding."""
    play = running(dials={"movement_subsystem": "single_check"}, gap=3, round=2)
    play.act("ana", "chase-round", who="ana")
    play.answer("cy", "open ground")
    assert [option.value for option in play.question("ana").options] == ["Run", "Ride"]
    play.answer("ana", "Run")
    events = play.answer("bo", "Run", face)
    assert "ana: Run 2 against bo: Run 2" in said(events)
    if expected == "caught":
        events = play.answer("bo", "Hand-to-Hand")
    assert (outcome(events), chased(play)) == (expected, (None,) * 4)


def test_either_side_may_give_up():
    """AVI-3.13, AVI-4.11."""
    play = running()
    assert outcome(play.act("bo", "give-up-chase", who="bo")) == "away"
    assert chased(play) == (None,) * 4
    play = running()
    assert refused(play, "cy", "give-up-chase", who="cy") == "cy leads no side of a chase"
    play.act("ana", "give-up-chase", who="ana")
    assert outcome(play.answer("bo", "a Discussion")) == "caught"


def test_a_round_falls_away_where_the_chase_has_gone_another_way():
    """AVI-3.08: the pursuer gives up while the others think, or has shot."""
    for answered in (0, 1):
        play = running()
        play.act("ana", "chase-round", who="ana")
        if answered:
            play.answer("cy", "open ground")
        assert "the chase has gone another way" in said(play.act("bo", "give-up-chase", who="bo"))
        assert play.asked() == []
    play = running()
    play.act("ana", "chase-round", who="ana")
    play.answer("cy", "open ground")
    play.put_fact("chase", "round", value=1)
    assert outcome(play.answer("ana", "Run")) == "nothing"


def test_who_may_start_a_chase():
    """AVI-3.07, AVI-1.04.08, AVI-1.04.09."""
    play = seated()
    assert refused(play, "ana", "start-chase", who="ana", other="ana") == "one does not run from oneself"
    play.put("ana", conditions=("Held",))
    assert refused(play, "ana", "start-chase", who="ana", other="bo") == "ana is Held, and cannot get away"
    play.put("bo", conditions=("Hidden",))
    assert refused(play, "ana", "start-chase", who="ana", other="bo", role="pursues").startswith("bo is hidden")
    play.put("ana", conditions=("Out",))
    assert refused(play, "ana", "start-chase", who="ana", other="bo") == "ana cannot act"
    assert refused(play, "ana", "chase-round", who="ana") == "there is no chase"
    assert refused(play, "cy", "join-chase", who="cy", side="quarry") == "there is no chase"
    assert refused(play, "ana", "leave-behind", who="ana", member="bo") == "there is no chase"
    play = seated()
    play.act("ana", "fight", who="ana", other="bo")
    assert refused(play, "bo", "start-chase", who="bo", other="ana") == "bo is fighting: break off first"
    play = running()
    assert refused(play, "ana", "start-chase", who="ana", other="bo") == "a chase is on already"
    assert refused(play, "cy", "chase-round", who="cy") == "cy is not in this chase"


def test_nobody_helpless_pursues():
    """AVI-1.04.04, AVI-3.07."""
    play = seated()
    play.put("bo", conditions=("Out",))
    assert outcome(play.act("ana", "start-chase", who="ana", other="bo")) == "away"


def test_ratings_are_told_by_the_check_and_not_before():
    """AVI-2.04.07, AVI-3.11: what eve hears of two worlds is the same until the check tells the ratings."""
    worlds = []
    for rating in (1, 6):
        play = running({"cy": {"Run": rating}}, quarry=("cy",))
        events = play.act("ana", "chase-round", who="ana") + play.answer("cy", "open ground") + play.answer("ana", "Run")
        events += play.answer("bo", "Run", *([1] * 3 if rating == 1 else [1]))
        first = next(at for at, event in enumerate(events) if isinstance(event, Verdict))
        assert events[first].name == "ratings"
        worlds.append(heard(play, "eve")[: first - len(events)])
    assert worlds[0] == worlds[1]


# Odds


@pytest.mark.parametrize(
    ("advantage", "expected"),
    [(-1, Fraction(1259712, 5499505)), (0, Fraction(2, 5)), (1, Fraction(3241792, 5499505))],
)
def test_the_exact_odds_of_a_chase(advantage, expected):
    """AVI-X.33: start 2 of 5, one skill only, no Endurance, Hide or round limit."""
    assert odds(chase(advantage, 2, 5)).chance("away") == expected


@pytest.mark.parametrize("advantage", range(-4, 5))
@pytest.mark.parametrize("length", [1, 2, 5, 9])
def test_the_odds_of_a_chase_are_those_of_a_random_walk(advantage, length):
    """AVI-X.33, AVI-3.07: an outside witness, gambler's ruin: (1 - r^gap) / (1 - r^length) with r = lost / won."""
    lower = Fraction(3, 4) ** (abs(advantage) + 2)
    won = Fraction(1, 2) if not advantage else 1 - lower if advantage > 0 else lower
    r = (1 - won) / won
    for gap in range(length + 1):
        ruin = Fraction(gap, length) if r == 1 else (1 - r**gap) / (1 - r**length)
        assert odds(chase(advantage, gap, length)).chance("away") == ruin


@pytest.mark.parametrize("dials", [{}, {"chase_track_length": 9, "chase_round_cap": 30}, {"chase_endurance_every": 1}])
def test_simulated_chases_end_within_the_limit(dials):
    """AVI-3.14, AVI-3.07: whatever people choose, and each round throws dice once."""
    limit = dials.get("chase_round_cap", 9)
    for seed in range(12):
        chance = Random(seed)
        play = running({"ana": {"Run": chance.randint(0, 4)}, "bo": {"Run": chance.randint(0, 4)}}, dials)
        rounds = 0
        while play.fact("chase", "quarry"):
            rounds += 1
            thrown_now = sum(isinstance(event, Rolled) for event in _played_round(play, chance))
            assert thrown_now == 1
        assert 1 <= rounds <= limit


def _played_round(play, chance):
    """One round with answers at random."""
    events = play.act("ana", "chase-round", who="ana", ground=chance.choice(list(AVI.lists["chase_grounds"])))
    while play.table.truth.questions:
        waiting = next(one for one in play.table.truth.questions.values() if not one.is_locked)
        answer = chance.choice(list(waiting.asked.answers()))
        events += Stage(AVI.game, play.table, lambda sides: chance.randint(1, sides)).answer(waiting.seat, answer)
    return events
