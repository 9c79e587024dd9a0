"""Avitch: forces and how they are mustered, plans face down, heroes and speeches, lines that hold and break."""

from random import Random

import pytest

from fatewright.core.rule.price import odds
from fatewright.core.table.codec import wire
from fatewright.core.table.story import Refusal
from fatewright.core.table.stream import messages
from fatewright.kit.stage import Stage
from fatewright.systems.avitch.hand_to_hand import pairings
from fatewright.systems.avitch.mass_combat import battles
from fatewright.systems.avitch.mass_combat.battle_odds import battle, line_holds, plan_against_plan
from fatewright.systems.avitch.mass_combat.battles import Plans
from systems.avi_table import AVI, cited, outcome, said, seated, thrown

HIGH, LOW = 8, 1  # a die for whoever began it between equals, and one for the other
PLANS = ("Press", "Hold", "Flank")
HOLDS = (1, 1, 1)  # dice with which Lead 2 holds against 3, after the second loss
BEATS = {("Hold", "Press"), ("Press", "Flank"), ("Flank", "Hold")}


refused = Stage.refused  # the sentence with which an act is refused


def forces(attacker=None, defender=None, *, number=0, ground="", **more):
    """The facts of a battle: ana attacks bo; by default 6 companies of quality 2 each and no losses."""
    usual = {"companies": 6, "quality": 2, "losses": 0}
    sides = {"attacker": {"banner": "ana", "commander": "ana", **usual, **(attacker or {})}}
    sides["defender"] = {"banner": "bo", "commander": "bo", **usual, **(defender or {})}
    facts = {("battle", side, name): value for side, values in sides.items() for name, value in values.items()}
    facts |= {("battle", "round"): number, **({("battle", "ground"): ground} if ground else {})}
    return {**facts, **{("follows", who): whom for who, whom in more.items()}}


def fought(attacker=None, defender=None, *, people=None, dials=None, number=0, ground="", owners=None, **follows):
    """A table in the middle of a battle."""
    facts = forces(attacker, defender, number=number, ground=ground, **follows)
    return seated(people, dials, owners=owners, facts=facts)


def battle_round(play, plan, theirs, *faces):
    """A round without heroes: both plans, then the dice."""
    events = play.act("cy", "battle-round")
    events += play.answer("ana", plan)
    return events + play.answer("bo", theirs, *faces)


def force(play, side):
    """Companies and losses of a side."""
    return play.fact("battle", side, "companies"), play.fact("battle", side, "losses")


def is_over(play):
    return [path for path in play.table.truth.facts if path[0] in ("battle", "follows")] == []


def captives(play):
    """Who holds whom; those who are held are Pinned."""
    held = {path[2:] for path in play.table.truth.facts if path[:2] == ("relation", "holds")}
    assert all("Pinned" in play.of(who, "conditions") for _, who in held)
    return held


def sent(play, viewer):
    return [wire(message) for message in messages(play.table.records, viewer)]


def agreed(play, *votes):
    return play.answers(dict(zip(("ana", "bo", "cy"), votes or ("yes", "yes", "yes"), strict=True)))


# Mustering


@pytest.mark.parametrize(("face", "ground", "result"), [(HIGH, "attacker", "wins"), (LOW, "defender", "loses")])
def test_a_battle_is_mustered_and_the_better_quartermaster_picks_the_ground(face, ground, result):
    """AVI-5.02, AVI-5.03: the table agrees to the forces; Administer against Administer."""
    play = seated()
    play.act("ana", "muster", who="ana", other="bo", companies=9, quality=3, their_companies=1)
    agreed(play)
    events = play.answers({"ana": "ana", "bo": "bo"}, face)
    assert "ana: Administer 2 against bo: Administer 2" in said(events)
    assert (outcome(events), play.fact("battle", "ground"), play.fact("battle", "round")) == (result, ground, 0)
    for side, who, companies, quality in (("attacker", "ana", 9, 3), ("defender", "bo", 1, 2)):
        found = [play.fact("battle", side, name) for name in ("commander", "companies", "quality", "losses")]
        assert found == [who, companies, quality, 0]


def test_forces_that_the_table_does_not_grant_do_not_march():
    """AVI-5.02, AVI-1.01.05."""
    play = seated()
    play.act("ana", "muster", who="ana", other="bo", companies=12)
    events = agreed(play, "yes", "no", "no")
    assert (outcome(events), is_over(play)) == ("voted down", True)
    assert said(events)[0].startswith("ana with 12 companies of quality 2 attacks bo with 6 companies of quality 2: no")


def test_quartermasters_may_muster_for_their_commanders():
    """AVI-5.03: whoever follows the banner."""
    play = seated({"ana": {"Administer": 0}, "cy": {"Administer": 5}})
    play.act("cy", "follow-banner", who="cy", commander="ana")
    play.act("ana", "muster", who="ana", other="bo")
    agreed(play)
    assert [option.value for option in play.question("ana").options] == ["ana", "cy"]
    events = play.answers({"ana": "cy", "bo": "bo"}, 1, 1, 1, 1, 8)
    assert "cy: Administer 5 against bo: Administer 2" in said(events)


@pytest.mark.parametrize(("faces", "result"), [((HIGH,), "wins"), ((LOW,), "loses")])
def test_one_check_may_decide_a_battle(faces, result):
    """AVI-5.01: mass_combat = single_check: Tactics against Tactics, and nothing else."""
    play = seated({"ana": {"Tactics": 4}, "bo": {"Tactics": 4}}, {"mass_combat": "single_check"})
    play.act("ana", "muster", who="ana", other="bo", companies=12, their_companies=1)
    events = play.answers({"ana": "yes", "bo": "yes", "cy": "no"}, *faces)
    assert "ana: Tactics 4 against bo: Tactics 4" in said(events)
    assert (outcome(events), is_over(play), "AVI-5.01" in cited(events)) == (result, True, True)


def test_who_may_muster_and_follow():
    """AVI-5.02, AVI-1.04.04."""
    play = seated()
    assert refused(play, "ana", "battle-round") == "there is no battle"
    assert refused(play, "ana", "muster", who="ana", other="ana") == "a battle has two sides"
    assert refused(play, "ana", "follow-banner", who="ana", commander="ana") == "one follows somebody else"
    play.act("cy", "follow-banner", who="cy", commander="ana")
    assert refused(play, "ana", "muster", who="ana", other="cy") == "one of them follows the other"
    play.put("bo", conditions=("Out",))
    assert refused(play, "ana", "muster", who="ana", other="bo") == "bo cannot lead a force"
    play = fought(cy="ana")
    assert refused(play, "ana", "muster", who="ana", other="bo") == "a battle is on already"
    assert refused(play, "cy", "follow-banner", who="cy", commander="bo") == "cy has taken a side in this battle"


# The check


@pytest.mark.parametrize("bonus", AVI.dials["plan_counter_bonus"].values)
@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("theirs", PLANS)
def test_plans_counter_each_other_in_a_circle(bonus, plan, theirs):
    """AVI-5.04: plan_counter_bonus: Hold counters Press, Press counters Flank, Flank counters Hold."""
    desk = fought(dials={"plan_counter_bonus": bonus}).desk
    mine = sum(battles.bonuses(desk, "attacker", Plans(plan, theirs), 2, has_hero=False))
    other = sum(battles.bonuses(desk, "defender", Plans(plan, theirs), 2, has_hero=False))
    assert (mine, other) == (bonus * ((plan, theirs) in BEATS), bonus * ((theirs, plan) in BEATS))


@pytest.mark.parametrize(
    ("plan", "theirs", "expected"),
    [
        ("Withdraw", "Press", (0, 0)),
        ("Withdraw", "Flank", (0, 0)),
        ("Withdraw", "Withdraw", (0, 0)),
        ("Rally", "Press", (0, 0)),  # Hold would counter it, a speech does not
        ("Rally", "Flank", (0, 2)),  # but is countered as Hold is
        ("Rally", "Rally", (0, 0)),
    ],
)
def test_withdrawing_and_speaking_counter_nothing(plan, theirs, expected):
    """AVI-5.09, AVI-5.12."""
    desk = fought().desk
    both = Plans(plan, theirs)
    found = [sum(battles.bonuses(desk, side, both, 2, has_hero=False)) for side in ("attacker", "defender")]
    assert tuple(found) == expected


@pytest.mark.parametrize(
    ("companies", "theirs", "expected"),
    [(6, 6, 0), (8, 6, 0), (9, 6, 1), (11, 6, 1), (12, 6, 2), (3, 2, 1), (1, 1, 0), (2, 1, 2), (6, 12, 0), (12, 1, 2)],
)
def test_numbers_count(companies, theirs, expected):
    """AVI-5.05: two more for twice as many, else one more for 1.5 times as many."""
    assert battles.numbers(companies, theirs) == expected


@pytest.mark.parametrize("bonus", AVI.dials["hero_bonus"].values)
def test_ground_quality_heroes_and_new_leaders_count(bonus):
    """AVI-5.05, AVI-5.03, AVI-5.06, AVI-5.11: hero_bonus; the ground only in the first round."""
    desk = fought({"quality": 3}, {"since": 2}, dials={"hero_bonus": bonus}, ground="defender").desk
    hold = Plans("Hold", "Hold")
    assert sum(battles.bonuses(desk, "attacker", hold, 1, has_hero=False)) == 1
    assert sum(battles.bonuses(desk, "attacker", hold, 1, has_hero=True)) == 1 + bonus
    assert sum(battles.bonuses(desk, "defender", hold, 1, has_hero=False)) == 1
    assert sum(battles.bonuses(desk, "defender", hold, 2, has_hero=False)) == -2
    assert sum(battles.bonuses(desk, "defender", hold, 3, has_hero=False)) == 0


def test_the_worked_example_of_a_round():
    """AVI-X.35, AVI-5.05, AVI-5.07: 4 + 1 against 5 + 2, [1, 2, 3, 4]: the lower side wins; two companies are lost."""
    people = {"ana": {"Tactics": 4}, "bo": {"Tactics": 5}}
    play = fought({"companies": 9}, {"companies": 6}, people=people, number=1)
    events = battle_round(play, "Press", "Hold", 1, 2, 3, 4)
    assert "ana: Tactics 5 against bo: Tactics 7" in said(events)
    assert (outcome(events), thrown(events)) == ("goes on", [(1, 2, 3, 4)])
    assert (force(play, "attacker"), force(play, "defender")) == ((9, 0), (4, 1))
    assert odds(plan_against_plan(4, 9, "Press", 5, 6, "Hold")).chance(True) == pytest.approx(81 / 256)


@pytest.mark.parametrize(
    ("plan", "theirs", "face", "attacker", "defender"),
    [
        ("Press", "Press", HIGH, (6, 0), (4, 1)),
        ("Press", "Press", LOW, (4, 1), (6, 0)),
        ("Hold", "Hold", HIGH, (6, 0), (5, 1)),
        ("Hold", "Hold", LOW, (5, 1), (6, 0)),
        ("Flank", "Flank", HIGH, (6, 0), (5, 1)),
    ],
)
def test_the_loser_has_a_loss_and_fewer_companies(plan, theirs, face, attacker, defender):
    """AVI-5.07: one company, two if the winner pressed; the attacker begins the check, so the upper half is theirs."""
    play = fought()
    events = battle_round(play, plan, theirs, face)
    assert (force(play, "attacker"), force(play, "defender")) == (attacker, defender)
    assert (play.fact("battle", "round"), "AVI-5.07" in cited(events)) == (1, True)


def test_plans_lie_face_down_until_both_are_there():
    """AVI-5.04: what bo and eve are sent is the same, whatever ana plans."""
    worlds = []
    for plan in PLANS:
        play = fought()
        play.act("ana", "battle-round")
        play.answer("ana", plan)
        worlds.append((sent(play, "bo"), sent(play, "eve")))
    assert worlds[0] == worlds[1] == worlds[2]


# Heroes


HERO = {"ana": {"main": "yes", "Perform": 3}}


@pytest.mark.parametrize(("face", "bonus", "minor"), [(HIGH, 1, 0), (LOW, 0, 1)])
def test_a_hero_s_moment_adds_one_or_costs_a_minor_wound(face, bonus, minor):
    """AVI-5.06, AVI-1.02.01.05: any skill against 3, as narrated, and the price is told before."""
    play = fought(people=HERO)
    play.act("ana", "battle-round")
    play.answers({"ana": "Hold", "bo": "Hold"})
    assert [option.value for option in play.question("ana").options] == ["nobody", "ana"]
    play.answer("ana", "ana")
    assert play.question("ana").prompt == "ana: by what? Difficulty 3; if it fails: a minor wound"
    events = play.answer("ana", "Perform", face, *([8, 1, 1] if bonus else [8]))
    assert f"ana: Tactics {2 + bonus} against bo: Tactics 2" in said(events)
    assert (play.of("ana", "minor"), "AVI-5.06" in cited(events)) == (minor, True)


def test_heroes_may_stay_back_and_commanders_may_send_nobody():
    """AVI-5.06, AVI-1.02.01.06."""
    play = fought(people={"ana": {"main": "yes"}, "cy": {"main": "yes"}, "bo": {"main": "yes"}}, cy="ana")
    play.act("ana", "battle-round")
    play.answers({"ana": "Hold", "bo": "Hold"})
    assert [option.value for option in play.question("ana").options] == ["nobody", "ana", "cy"]
    play.answers({"ana": "cy", "bo": "nobody"})
    assert play.asked() == [("cy", "moment")]
    events = play.answer("cy", "stay back", HIGH)
    assert "ana: Tactics 2 against bo: Tactics 2" in said(events)


def test_only_main_characters_who_stand_are_heroes():
    """AVI-5.06, AVI-1.04.04: without one, nobody is asked."""
    play = fought(people={"cy": {"main": "yes"}}, cy="ana")
    play.put("cy", conditions=("Out",))
    assert outcome(battle_round(play, "Hold", "Hold", HIGH)) == "goes on"


def test_a_commander_who_falls_as_a_hero_has_lost_the_round():
    """AVI-5.06, AVI-5.11, AVI-1.04.04: who is Out loses every opposed check, and leads no longer from the next round on."""
    play = fought(people={"ana": {"main": "yes", "Ride": 3}, "cy": {}}, cy="ana")
    play.put("ana", minor=3)
    play.act("ana", "battle-round")
    play.answers({"ana": "Hold", "bo": "Hold"})
    play.answer("ana", "ana")
    events = play.answer("ana", "Ride", 1, 1, 8)  # wounded: Ride 2 against 3
    assert (play.of("ana", "conditions"), force(play, "attacker")) == (("Out",), (5, 1))
    assert len(thrown(events)) == 1
    events = play.act("ana", "battle-round")
    assert said(events) == ["cy leads the attacker now"]
    play.answers({"cy": "Hold", "bo": "Hold"}, 8, 1, 1, 1, *HOLDS)  # Tactics 0 against 2: a second loss
    assert (play.fact("battle", "attacker", "commander"), play.fact("battle", "round")) == ("cy", 2)


# Holding the line


@pytest.mark.parametrize(("losses", "difficulty"), [(1, 3), (2, 4)])
@pytest.mark.parametrize("holds", [True, False])
def test_from_the_second_loss_on_the_line_has_to_be_held(losses, difficulty, holds):
    """AVI-5.08: Lead against one more than the losses."""
    play = fought(defender={"losses": losses}, people={"bo": {"Lead": difficulty}})
    events = battle_round(play, "Hold", "Hold", HIGH, HIGH if holds else LOW)
    assert f"bo: Lead {difficulty} against {difficulty}" in said(events)
    assert (outcome(events), is_over(play)) == (("goes on", False) if holds else ("routed", True))


@pytest.mark.parametrize("rout_at", AVI.dials["rout_at_losses"].values)
def test_at_the_last_loss_a_force_breaks_without_a_roll(rout_at):
    """AVI-5.08: rout_at_losses."""
    play = fought(
        defender={"losses": rout_at - 1, "companies": 12}, attacker={"companies": 12}, dials={"rout_at_losses": rout_at}
    )
    events = battle_round(play, "Hold", "Hold", HIGH)
    assert (outcome(events), is_over(play)) == ("routed", True)
    play = fought(
        defender={"losses": rout_at - 2, "companies": 12}, attacker={"companies": 12}, dials={"rout_at_losses": rout_at}
    )
    faces = [] if rout_at == 2 else [1] * (rout_at - 2 + 2)  # Lead 2 against rout_at, which is higher
    events = battle_round(play, "Hold", "Hold", HIGH, *faces)
    assert outcome(events) == "goes on"


def test_without_companies_a_force_breaks():
    """AVI-5.08, AVI-5.10: at 0 companies; there is none more to lose."""
    play = fought({"companies": 2}, {"companies": 2})
    events = battle_round(play, "Press", "Press", HIGH)
    assert outcome(events) == "routed"
    assert "bo's force routs: it breaks; 0 companies left" in said(events)


def test_with_nobody_to_lead_it_a_line_breaks():
    """AVI-5.08, AVI-5.11: a commander who is Out holds nothing; the next in line would."""
    play = fought(defender={"losses": 1}, people={"bo": {"main": "yes", "Ride": 3}})
    play.put("bo", minor=3)
    play.act("ana", "battle-round")
    play.answers({"ana": "Hold", "bo": "Hold"})
    play.answer("bo", "bo")
    events = play.answer("bo", "Ride", 8, 1, 1)
    assert (outcome(events), len(thrown(events))) == ("routed", 1)
    assert captives(play) == {("ana", "bo")}


# Withdrawing and speaking


@pytest.mark.parametrize(("face", "result", "left"), [(HIGH, "away", None), (LOW, "goes on", (4, 1))])
def test_a_force_withdraws_in_order_or_has_a_loss(face, result, left):
    """AVI-5.09: nobody has a loss if it is won; if lost, a normal one, and it may be tried again."""
    play = fought()
    events = battle_round(play, "Withdraw", "Press", face)
    assert "ana: Tactics 2 against bo: Tactics 2" in said(events)
    assert (outcome(events), is_over(play)) == (result, left is None)
    if left:
        assert force(play, "attacker") == left
        assert outcome(battle_round(play, "Withdraw", "Hold", 1, 1, 1)) == "away"  # 6 companies against 4: one more


def test_when_both_withdraw_the_battle_is_over():
    """AVI-5.09: without a roll."""
    play = fought(cy="ana")
    events = battle_round(play, "Withdraw", "Withdraw")
    assert (outcome(events), thrown(events), is_over(play)) == ("draw", [], True)
    assert "AVI-5.09" in cited(events)


@pytest.mark.parametrize(("face", "losses"), [(HIGH, 1), (LOW, 2)])
def test_a_speech_takes_a_loss_away_once(face, losses):
    """AVI-5.12: Lead against 3; the plan is given up for it, and counts as Hold without its bonus."""
    play = fought({"losses": 2}, people={"ana": {"Lead": 3}})
    events = battle_round(play, "Rally", "Press", face, HIGH)
    assert ("ana: Lead 3 against 3" in said(events), "ana: Tactics 2 against bo: Tactics 2" in said(events)) == (True, True)
    assert (force(play, "attacker"), force(play, "defender")) == ((6, losses), (5, 1))
    play.act("ana", "battle-round")
    with pytest.raises(Refusal, match="Rally is not open: once in a battle"):
        play.answer("ana", "Rally")
    assert "AVI-5.12" in cited(events)


def test_without_a_loss_there_is_nothing_to_speak_about():
    """AVI-5.12."""
    play = fought()
    play.act("ana", "battle-round")
    with pytest.raises(Refusal, match="there is no loss to make good"):
        play.answer("ana", "Rally")


# Rout, and those who fall


MAINS = {"bo": {"main": "yes"}, "cy": {"main": "yes"}}


def to_rout(play):
    """Until somebody is asked what they do: nobody is sent into a hero's moment."""
    play.act("ana", "battle-round")
    play.answers({"ana": "Hold", "bo": "Hold"})
    return play.answer("bo", "nobody", 8, 1, 1)


@pytest.mark.parametrize(
    ("fates", "chased", "captive"),
    [
        (("flee", "flee"), ("bo", ("cy",)), set()),
        (("fight on", "flee"), ("cy", ()), set()),
        (("be captured", "fight on"), (None, None), {"bo"}),
        (("be captured", "be captured"), (None, None), {"bo", "cy"}),
    ],
)
def test_in_a_rout_main_characters_flee_fight_on_or_are_captured(fates, chased, captive):
    """AVI-5.10, AVI-3.07: one more company is lost; who flees is chased from gap 2 by whoever leads the winners."""
    play = fought({"companies": 9}, {"losses": 3}, people=MAINS, cy="bo")
    events = to_rout(play)
    assert "bo's force routs: it breaks; 4 companies left" in said(events)
    assert (play.asked(), is_over(play)) == ([("bo", "rout"), ("cy", "rout")], True)
    events = play.answers(dict(zip(("bo", "cy"), fates, strict=True)))
    assert (outcome(events), "AVI-5.10" in cited(events)) == ("routed", True)
    assert (play.fact("chase", "quarry"), play.fact("chase", "with quarry")) == chased
    if chased[0]:
        assert (play.fact("chase", "pursuer"), play.fact("chase", "gap")) == ("ana", 2)
    assert captives(play) == {("ana", who) for who in captive}
    fights = {who for who in ("bo", "cy") if pairings.fight_of(play.desk, who)}
    assert fights == {who for who, fate in zip(("bo", "cy"), fates, strict=True) if fate == "fight on"}


def test_who_lies_there_is_captured_unasked():
    """AVI-5.10, AVI-1.04.04."""
    play = fought({"companies": 9}, {"losses": 3}, people={"cy": {"main": "yes"}}, cy="bo")
    play.put("cy", conditions=("Out",))
    events = battle_round(play, "Hold", "Hold", 8, 1, 1)
    assert (outcome(events), captives(play)) == ("routed", {("ana", "cy")})


def test_the_next_in_line_leads_at_two_less_for_one_round():
    """AVI-5.11."""
    play = fought(people={"cy": {"Tactics": 4}, "bo": {"Tactics": 2}}, number=1, cy="ana")
    play.put("ana", conditions=("Out",))
    play.act("bo", "battle-round")
    assert play.asked() == [("cy", "plan"), ("bo", "plan")]
    events = play.answers({"cy": "Hold", "bo": "Hold"}, HIGH)
    assert "cy: Tactics 2 against bo: Tactics 2" in said(events)
    play.act("bo", "battle-round")
    events = play.answers({"cy": "Hold", "bo": "Hold"}, 8, 1, 1, 1, *HOLDS)
    assert "cy: Tactics 4 against bo: Tactics 2" in said(events)


def test_a_force_with_nobody_to_lead_it_breaks():
    """AVI-5.11, AVI-5.10."""
    play = fought()
    play.put("ana", conditions=("Out",))
    events = play.act("bo", "battle-round")
    assert (outcome(events), is_over(play)) == ("routed", True)
    assert "ana's force routs: nobody is left to lead it; 5 companies left" in said(events)


def test_a_round_falls_away_where_the_battle_has_gone_another_way():
    """AVI-5.04: two rounds are called at once; the second is not fought twice."""
    play = fought()
    play.act("ana", "battle-round")
    play.act("cy", "battle-round")
    assert play.asked() == [("ana", "plan"), ("bo", "plan")] * 2
    play.answers({"ana": "Withdraw", "bo": "Withdraw"})
    assert (play.asked(), is_over(play)) == ([], True)


def test_a_round_is_fought_out_before_the_next_begins():
    """AVI-5.04, AVI-5.06: nobody escapes a hero's moment, or a plan that lies, by calling another round."""
    play = fought(people=HERO)
    play.act("ana", "battle-round")
    play.answers({"ana": "Hold", "bo": "Hold"})
    assert refused(play, "bo", "battle-round") == "a round is being fought out"
    play.answer("ana", "nobody", HIGH)
    play.act("bo", "battle-round")


# Odds, and length


def test_the_length_and_the_odds_of_battles_are_as_the_book_says():
    """AVI-5.13: equal forces about 3.6 rounds, at most 7; two more Tactics about 76 %, double numbers about 74 %."""
    equal = odds(battle(4, 4, 6, 4, 4, 6))
    assert round(float(equal.mean(lambda end: end.rounds)), 1) == 3.6
    assert max(end.rounds for end in equal.weights) == 7
    assert equal.chance_that(lambda end: end.winner == "attacker") == equal.chance_that(lambda end: end.winner == "defender")
    for call, expected in ((battle(6, 4, 6, 4, 4, 6), 0.76), (battle(4, 4, 12, 4, 4, 6), 0.74)):
        assert round(float(odds(call).chance_that(lambda end: end.winner == "attacker")), 2) == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (line_holds(4, 5, 1), 1),
        (line_holds(3, 5, 2), 1 / 2),
        (line_holds(4, 5, 2), 37 / 64),
        (line_holds(3, 5, 3), 27 / 64),
        (line_holds(9, 5, 4), 0),
        (line_holds(9, 0, 1), 0),
        (line_holds(9, 5, 2, 2), 0),
    ],
)
def test_how_a_line_holds(call, expected):
    """AVI-5.08."""
    assert float(odds(call).chance(True)) == expected


def _to_the_end(play, chance, plans):
    """Play until the battle is over, with answers at random but for plans; how many rounds."""
    rounds = 0
    while play.fact("battle", "round") is not None:
        play.act("cy", "battle-round")
        rounds += 1
        while play.table.truth.questions:
            waiting = next(one for one in play.table.truth.questions.values() if not one.is_locked)
            offered = [answer for answer in waiting.asked.answers() if waiting.name != "plan" or answer in plans]
            Stage(AVI.game, play.table, lambda sides: chance.randint(1, sides)).answer(waiting.seat, chance.choice(offered))
    return rounds


@pytest.mark.parametrize(("plans", "most"), [(PLANS, 7), ((*PLANS, "Withdraw"), 7), ((*PLANS, "Rally"), 9)])
def test_simulated_battles_end_in_time(plans, most):
    """AVI-5.13: never more than 7 rounds without a rally, which gives each side one more at most."""
    for seed in range(15):
        chance = Random(seed)
        people = {who: {"Tactics": 4, "Lead": 10, "main": "yes"} for who in ("ana", "bo")}
        play = fought({"companies": 12}, {"companies": 12}, people=people)
        assert 1 <= _to_the_end(play, chance, plans) <= most
        assert is_over(play)
