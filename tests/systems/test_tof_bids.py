"""Twist of Fate: what may be bid, what it costs, who wins; bids face down, and what each viewer sees of them."""

import ast
from fractions import Fraction
from math import lcm
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatewright.core.rule.odds import Odds
from fatewright.core.rule.price import odds
from fatewright.core.table.codec import wire
from fatewright.core.table.engine import Answer
from fatewright.core.table.events import Asked, Revealed, Rewound, Rolled, Told, Verdict
from fatewright.core.table.game import Lapse
from fatewright.core.table.house import house_verbs
from fatewright.core.table.seal import KEEPER, Secret, is_hidden, opened, see
from fatewright.core.table.story import Refusal, spend
from fatewright.core.table.stream import messages
from fatewright.core.table.table import TakeBack
from fatewright.kit.players import open_questions, random_act, random_answer
from fatewright.kit.stage import Stage, of_kinds, stage
from fatewright.systems import twist_of_fate
from fatewright.systems.cast import NAMES as CAST
from fatewright.systems.twist_of_fate.bidding import bids
from fatewright.systems.twist_of_fate.bidding.bids import Side, advised, settle
from fatewright.systems.twist_of_fate.characters import people
from fatewright.systems.twist_of_fate.characters.people import NO_SKILL
from systems.tof_table import MOM, TOF, cited, kept, named_bids, outcome, said, seated, usual

FOUR = {"skills": {"Weapon": 4, "Dodge": 4}}  # average, and as well trained
OPPOSED = {"who": "ana", "skill": "Weapon", "other": "bo", "other_skill": "Weapon"}
HIS = {**OPPOSED, "other": "wolf"}
SEATS = ("gm", "ana", "eve")
DIALS = {name: dial.values for name, dial in TOF.dials.items()}


def opposed(play, *laid, **args):
    """An opposed check of ana and bo, with bids by seat."""
    play.act("gm", "oppose", **{**OPPOSED, **args})
    for seat, bid in laid:
        events = play.answer(seat, bid)
    return events


def verdicts(events, viewer="eve"):
    """What a viewer is told of verdicts."""
    seen = [see(event, viewer) for event in events if isinstance(event, Verdict)]
    return [(event.name, event.value) for event in seen if event and not is_hidden(event.value)]


def sent(play, viewer):
    """Every byte that a viewer has been sent."""
    return [wire(message) for message in messages(play.table.records, viewer)]


def refused(play, seat, bid):
    """The sentence with which a bid is refused; nothing has changed, and nobody has heard of it."""
    return play.why_not(Answer(seat, play.waiting(seat), bid))


def shares(*weights):
    """Odds of the bids 0, 1, ... in these shares."""
    scale = lcm(*(Fraction(weight).denominator for weight in weights))
    return Odds({bid: int(weight * scale) for bid, weight in enumerate(weights) if weight}, int(sum(weights) * scale))


# No dice


def test_no_rule_of_the_game_throws_dice_but_the_one_that_draws_a_bid_for_the_game_master():
    """TOF-1.01, TOF-1.25: read off the source of the whole game."""
    throwing = set()
    for file in Path(twist_of_fate.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                called = {getattr(one.func, "id", "") for one in ast.walk(node) if isinstance(one, ast.Call)}
                throwing |= {node.name} if called & {"throw", "Dice", "d6", "sums", "best", "again"} else set()
            elif isinstance(node, ast.Import | ast.ImportFrom):
                assert "random" not in [getattr(node, "module", ""), *(one.name for one in node.names)]
    assert throwing == {"drawn_bid"}
    assert bids.against(6, 4, 10).rule.name == "against"
    assert [odds(bids.against(6, bid, 10)) for bid in (3, 4)] == [Odds({"failure": 1}, 1), Odds({"success": 1}, 1)]


@pytest.mark.parametrize("seed", range(4))
def test_an_evening_is_played_without_a_single_die(seed):
    """TOF-1.01: people who do anything they may, at tables with any dials but that of drawn bids."""
    chance = Random(seed)
    dials = {name: chance.choice(values) for name, values in DIALS.items() if name != "npc_bids"}
    table = stage(TOF, of_kinds(TOF, first=seed), {"wolf": "Wolf", "guard": "Guard"}, dials=dials).table
    talk = {*house_verbs(has_gm=True), *CAST}
    lively = TOF.game._replace(verbs={name: verb for name, verb in TOF.game.verbs.items() if name not in talk})
    for _ in range(120):
        seat = chance.choice(("gm", "ana", "bo"))
        waiting = open_questions(table.view(seat), seat)
        if waiting:
            command = Answer(seat, waiting[0], random_answer(table.view(seat).questions[waiting[0]].asked, chance))
        else:
            command = random_act(table.view(seat), lively, seat, chance)
        try:
            Stage(TOF.game, table).do(command)
        except Refusal:
            continue
    assert [event.text for event in table.records if isinstance(event, Told) and "broken off" in event.text] == []
    assert [event for event in table.records if isinstance(event, Rolled)] == []


# Scores, caps and totals


@given(st.integers(0, 30), st.integers(0, 12), st.integers(0, 30))
def test_equality_succeeds_against_a_difficulty(score, bid, dn):
    """TOF-1.03, TOF-R.11: at least, not more than."""
    assert odds(bids.against(score, bid, dn)) == Odds({"success" if score + bid >= dn else "failure": 1}, 1)


def test_a_total_is_attribute_skill_bid_and_bonuses_and_says_so():
    """TOF-1.02, TOF-3.03: the score is what is known before bidding."""
    table = seated(people={"ana": {"strength": 5, "skills": {"Weapon": 3}}}).desk
    side = Side("ana", "Weapon", "strength", bonus=-2, why="in the dark")
    assert (int(bids.score(table, side)), int(bids.bonuses(table, side))) == (8, -2)
    total = bids.total(table, side, 3)
    assert (int(total), total.brief()) == (9, "Strength 5, Weapon 3, bid 3, in the dark -2")
    assert int(bids.bonuses(table, side._replace(bonus=0))) == 0


def test_bonuses_lift_a_total_above_twenty_four():
    """TOF-5.02, TOF-1.11: 8, 8, a bid of 8, and two more."""
    table = seated(people={"ana": {"strength": 8, "skills": {"Weapon": 8}}}).desk
    assert int(bids.total(table, Side("ana", "Weapon", "strength", bonus=2), 8)) == 26


def test_points_are_spent_in_a_check_from_the_pool_of_its_attribute_alone():
    """TOF-4.06, TOF-R.08: one pool for each attribute."""
    play = seated(people={"ana": {"strength": 5, "brains": 3, "skills": {"Weapon": 3}}})
    pools = [int(people.pool_max(people.Sheet(play.desk, "ana"), play.desk.dials(), name)) for name in ("strength", "brains")]
    assert pools == [25, 15]
    assert bids.paid(Side("ana", "Weapon", "strength"), 3) == [spend("ana", "strength_pool", 3)]


@pytest.mark.parametrize(
    ("skill", "pool", "most"), [(2, 20, 2), (0, 20, 0), (8, 5, 5), (6, 3, 3), (3, 0, 0), (8, 40, 8), (4, 4, 4)]
)
def test_a_bid_goes_up_to_the_skill_or_the_pool_whichever_is_less(skill, pool, most):
    """TOF-1.10, TOF-1.11, TOF-1.12: either limit; the untrained bid nothing, and nothing is always a bid."""
    skills = {"Weapon": skill} if skill else {}
    play = seated(people={"ana": {"skills": skills, "strength_pool": pool}})
    side = Side("ana", "Weapon", "strength")
    assert bids.most(play.desk, side) == most
    assert bids.reach(play.desk, side) == 4 + skill + most <= 4 + 2 * skill
    play.act("gm", "check", who="ana", skill="Weapon", difficulty=30)
    assert list(play.question("ana").answers()) == list(range(most + 1))


def test_twenty_points_do_not_make_a_swordsman():
    """TOF-X.03, TOF-R.12, TOF-1.10, TOF-1.11: with the cap 4 against 16 to 24; without one 24 beats a master at rest."""
    novice, master = {"strength": 4}, {"strength": 8, "skills": {"Weapon": 8}}
    sides = [Side(who, "Weapon", "strength") for who in ("ana", "bo")]
    table = seated(people={"ana": novice, "bo": master}).desk
    assert [(int(bids.score(table, side)), bids.most(table, side), bids.reach(table, side)) for side in sides] == [
        *[(4, 0, 4), (16, 8, 24)]
    ]
    for bid, ending, pools in [(0, "wins", 40), (7, "wins", 33), (8, "draw", 32), (9, "loses", 31)]:
        play = seated(people={"ana": novice, "bo": master}, dials={"bid_cap": "none"})
        assert outcome(opposed(play, ("ana", 20), ("bo", bid), keeps="nobody")) == ending
        assert (play.of("ana", "strength_pool"), play.of("bo", "strength_pool")) == (0, pools)


def test_twenty_four_is_the_most_that_attribute_skill_and_bid_come_to():
    """TOF-X.04, TOF-1.11, TOF-R.05: 8 + 8 + 8; what comes on top is never clamped."""
    table = seated(people={"ana": {"strength": 8, "skills": {"Weapon": 8}}}).desk
    side = Side("ana", "Weapon", "strength")
    assert bids.reach(table, side) == 24
    assert int(bids.total(table, side._replace(bonus=4), 8)) == 28


@pytest.mark.parametrize(
    ("attribute", "skill"), [(attribute, skill) for attribute in (1, 4, 8) for skill in (0, 1, 4, 8)], ids=str
)
def test_the_reach_is_the_attribute_and_twice_the_skill_if_the_pool_allows_it(attribute, skill):
    """TOF-R.06, TOF-1.11: the skill's share is doubled, not the score; an attribute of 1 holds 5 points."""
    skills = {"Athletics": skill} if skill else {}
    table = seated(people={"ana": {"strength": attribute, "skills": skills}}).desk
    assert bids.reach(table, Side("ana", "Athletics", "strength")) == attribute + skill + min(skill, 5 * attribute)


@pytest.mark.parametrize(("dial", "cap"), [("skill", 2), ("attribute", 4), ("none", 20)])
def test_a_table_says_what_caps_a_bid(dial, cap):
    """TOF-1.10, TOF-R.02: the skill, the attribute, or nothing but the pool."""
    assert dial in DIALS["bid_cap"]
    play = seated(people={"ana": {"skills": {"Athletics": 2}}}, dials={"bid_cap": dial})
    assert bids.most(play.desk, Side("ana", "Athletics", "strength")) == cap


@pytest.mark.parametrize(("dial", "cap"), [("zero", 0), ("half_attribute", 2), ("attribute", 5)])
def test_nothing_is_bid_on_a_bare_attribute_unless_a_dial_allows_it(dial, cap):
    """TOF-1.28, TOF-R.18: the score is the attribute alone."""
    play = seated(people={"ana": {"brains": 5}}, dials={"raw_attribute_cap": dial})
    side = Side("ana", NO_SKILL, "brains")
    assert (int(bids.score(play.desk, side)), bids.most(play.desk, side)) == (5, cap)
    play.act("gm", "check", who="ana", skill=NO_SKILL, difficulty=5 + cap, attribute="brains")
    assert play.question("ana").high == cap
    assert outcome(play.answer("ana", cap)) == "success"
    assert play.of("ana", "brains_pool") == 25 - cap


@pytest.mark.parametrize(("dial", "total"), [("auto_fail", 0), ("plain", 5)])
def test_an_attribute_of_0_does_not_function(dial, total):
    """TOF-2.13: it counts as 0 in an opposed check, whatever comes on top; by a dial it is a number like any other."""
    broken = {"strength": 0, "skills": {"Weapon": 5}}
    play = seated(people={"ana": broken, "bo": {"strength": 1}}, dials={"zero_attribute": dial})
    side = Side("ana", "Weapon", "strength", bonus=4)
    assert int(bids.total(play.desk, side._replace(bonus=0), 0)) == total
    assert int(bids.total(play.desk, side, 0)) == (0 if dial == "auto_fail" else 9)
    assert (bids.most(play.desk, side), play.of("ana", "strength_pool")) == (0, 0)
    events = opposed(play, ("ana", 0), ("bo", 0))
    assert outcome(events) == ("loses" if dial == "auto_fail" else "wins")
    if dial == "auto_fail":
        assert said(events, "gm")[0] == "ana: strength does not function 0 makes 0"


@pytest.mark.parametrize(("dial", "cap"), [("total", 4), ("total_and_cap", 6)])
def test_passing_bonuses_add_to_totals_and_by_a_dial_to_the_cap(dial, cap):
    """TOF-2.14, TOF-1.31: never to ratings or pools."""
    play = seated(people={"ana": FOUR, "bo": FOUR}, dials={"temp_bonus": dial})
    side = Side("ana", "Weapon", "strength", bonus=2)
    assert (int(bids.cap(play.desk, side)), int(bids.total(play.desk, side, 4)), int(bids.score(play.desk, side))) == (
        cap,
        14,
        8,
    )
    play.put("ana", buffs=(("Strength", 1),))
    assert int(bids.bonuses(play.desk, side)) == 3
    assert int(bids.bonuses(play.desk, side._replace(attribute="agility"))) == 2
    assert (play.of("ana", "strength"), play.of("ana", "strength_pool")) == (4, 20)


@pytest.mark.parametrize(
    ("dial", "use", "cap", "bonus"),
    [
        *(("tie_break", "bladed", 5, 0), ("tie_break", "polearm", 5, 0)),
        *(("none", "bladed", 5, 0), ("none", "polearm", 5, 0)),
        *(("half_cap_outside", "bladed", 5, 0), ("half_cap_outside", "polearm", 2, 0)),
        *(("plus_one_inside", "bladed", 5, 1), ("plus_one_inside", "polearm", 5, 0)),
    ],
)
def test_what_a_specialization_does_is_a_dial(dial, use, cap, bonus):
    """TOF-3.10, TOF-3.09, TOF-3.07: it breaks ties; or outside of it half may be bid; or inside it adds 1; or nothing."""
    assert dial in DIALS["spec_effect"]
    ana = {"skills": {"Weapon": 5}, "specs": ["Weapon: bladed"]}
    table = seated(people={"ana": ana}, dials={"spec_effect": dial}).desk
    side = Side("ana", "Weapon", "strength", use)
    assert bids.is_special(table, side) == (use == "bladed")
    assert (int(bids.score(table, side)), bids.most(table, side), int(bids.bonuses(table, side))) == (9, cap, bonus)


def test_a_specialization_belongs_to_one_skill():
    """TOF-3.09: punching is Brawl's, whatever else is done with fists."""
    sheet = kept(skills={"Brawl": 1, "Weapon": 1}, specs=["Brawl: punch"])
    assert [people.has_spec(sheet, skill, "punch") for skill in ("Brawl", "Weapon")] == [True, False]


def test_the_reference_cap_with_perks_flaws_love_and_fear():
    """TOF-1.10, TOF-R.02: the skill, a knack or clumsiness, love or fear; never below 0, and 0 for the untrained."""
    knack = kept(skills={"Weapon": 3}, perks=[{"perk": "knack", "of": "Weapon"}])
    clumsy = kept(skills={"Weapon": 3}, flaws=[{"flaw": "clumsy", "of": "Weapon"}])
    caps = [
        int(people.cap(sheet, usual(), "Weapon", "strength", heart)) for sheet in (knack, clumsy) for heart in (2, 0, -2, -4)
    ]
    assert caps == [6, 4, 2, 0, 4, 2, 0, 0]
    untrained = kept(perks=[{"perk": "knack", "of": "Weapon"}])
    assert int(people.cap(untrained, usual(), "Weapon", "strength", 2)) == 0
    assert int(people.cap(kept(), usual(bid_cap="none"), NO_SKILL, "strength")) == 99


@pytest.mark.parametrize(("dials", "rated"), [({}, people.ATTRIBUTES[:5]), ({"magic": "on"}, people.ATTRIBUTES)])
def test_there_are_five_attributes_and_magic_where_a_table_plays_with_it(dials, rated):
    """TOF-2.01, TOF-2.09, MOM-2.01: in both editions."""
    assert people.rated(usual(**dials)) == people.rated(usual(MOM, **dials)) == rated
    assert people.pools(usual(**dials)) == tuple(name for name in rated if name != "health")


@pytest.mark.parametrize("rating", range(9))
def test_ratings_go_from_0_to_8_and_count_for_every_use(rating):
    """TOF-2.02, TOF-3.02, TOF-3.07."""
    sheet = kept(brains=rating, skills={"Science": rating} if rating else {})
    assert (int(people.attribute(sheet, "brains")), people.rating(sheet, "Science")) == (rating, rating)
    assert TOF.problems({"brains": 9}) != [] != TOF.problems({"skills": {"Science": 9}})


# Illegal bids


@pytest.mark.parametrize("skill", ["Science", "Medicine"])
def test_too_much_for_skill_and_pool_is_refused_for_the_skill_first(skill):
    """TOF-1.20, TOF-X.23: bid_over_skill before bid_over_pool."""
    play = seated(people={"ana": {"skills": {"Science": 6, "Medicine": 2}, "brains_pool": 3}})
    play.act("gm", "check", who="ana", skill=skill, difficulty=12)
    cap, most = {"Science": (6, 3), "Medicine": (2, 2)}[skill]
    why = f"is not a whole number from 0 to {most} (score {4 + cap}: Brains 4, {skill} {cap}; the brains pool holds 3)"
    for bid in (3, 4, 6, 7):
        if bid > most:
            code = f"bid_over_skill: {skill} allows {cap}" if bid > cap else "bid_over_pool: the brains pool holds 3"
            assert refused(play, "ana", bid) == f"{bid} {why}: {code}"
    assert play.of("ana", "brains_pool") == 3


@pytest.mark.parametrize("bid", [-1, -99, 2.0, "2", "two", None, True, (2,), [2], 1e9, 10**30], ids=repr)
def test_a_party_of_bad_bids_changes_nothing(bid):
    """TOF-1.20: not a whole number, or less than 0, or far too many; in a check and face down."""
    play = seated(people={"ana": FOUR, "bo": FOUR})
    play.act("gm", "check", who="ana", skill="Weapon", difficulty=12)
    assert refused(play, "ana", bid).startswith(f"{bid!r} is not a whole number from 0 to 4 (score 8: Strength 4, Weapon 4; ")
    play.answer("ana", 0)
    play.answer("ana", "leave it")
    play.act("gm", "oppose", **OPPOSED)
    assert refused(play, "bo", bid).startswith(f"{bid!r} is not a whole number from 0 to 4 (score 8")
    assert play.pools("ana") == play.pools("bo") == (20, 20, 20, 20, 8)


@pytest.mark.parametrize(("laid", "counts"), [(99, 4), (5, 4), (4, 4), (0, 0), (-1, 0), (-99, 0)])
def test_where_a_table_takes_illegal_bids_they_count_as_the_nearest_legal_one(laid, counts):
    """TOF-1.20: by a dial; what is paid is what counts."""
    play = seated(people={"ana": FOUR, "bo": FOUR}, dials={"illegal_bid": "clamp"})
    play.act("gm", "oppose", **OPPOSED)
    assert play.question("ana").reason.endswith("what is not from 0 to 4 is taken as the nearest")
    play.answer("bo", 3)
    events = play.answer("ana", laid)
    assert (outcome(events), play.of("ana", "strength_pool")) == ("wins" if counts == 4 else "loses", 20 - counts)
    play.act("gm", "check", who="ana", skill="Dodge", difficulty=12)
    play.answer("ana", laid)
    assert play.of("ana", "agility_pool") == 20 - counts


# Opposed checks


def test_the_higher_total_wins_and_both_have_paid():
    """TOF-X.24, TOF-1.05, TOF-1.06, TOF-1.09: 11 to 10, margin 1, pools 7 and 19."""
    ana = {"strength": 5, "skills": {"Weapon": 3}, "strength_pool": 10}
    play = seated(people={"ana": ana, "bo": {"skills": {"Dodge": 5}}})
    events = opposed(play, ("ana", 3), ("bo", 1), other_skill="Dodge")
    assert (outcome(events), verdicts(events), said(events)) == ("wins", [("winner", "ana")], ["ana wins"])
    assert said(events, "gm")[:2] == [*["ana: Strength 5, Weapon 3, bid 3 makes 11", "bo: Agility 4, Dodge 5, bid 1 makes 10"]]
    assert (play.of("ana", "strength_pool"), play.of("bo", "agility_pool")) == (7, 19)
    sides = [Side("ana", "Weapon", "strength"), Side("bo", "Dodge", "agility")]
    assert bids.outcome_of(play.desk, sides, (3, 1), 1) == bids.Result(0, 1, (11, 10))


@pytest.mark.parametrize(
    ("keeps", "specs", "ending"),
    [
        ("nobody", {}, "draw"),
        ("the other", {}, "loses"),
        ("the first", {}, "wins"),
        ("the other", {"ana": "Persuade: convince"}, "wins"),
        ("nobody", {"bo": "Scrutinize: observe"}, "loses"),
        ("the first", {"bo": "Scrutinize: observe"}, "loses"),
        ("nobody", {"ana": "Persuade: convince", "bo": "Scrutinize: observe"}, "draw"),
        ("the other", {"ana": "Persuade: convince", "bo": "Scrutinize: observe"}, "loses"),
        ("nobody", {"ana": "Persuade: command"}, "draw"),
    ],
)
def test_a_tie_changes_nothing_unless_one_side_is_a_specialist(keeps, specs, ending):
    """TOF-X.25, TOF-1.18, TOF-1.09: 8 to 8; pools 14 and 18, whoever prevails."""
    ana = {"social": 3, "skills": {"Persuade": 4}, "specs": [specs["ana"]] if "ana" in specs else []}
    bo = {"skills": {"Scrutinize": 2}, "specs": [specs["bo"]] if "bo" in specs else []}
    play = seated(people={"ana": ana, "bo": bo})
    uses = {"use": "convince", "other_use": "observe", "keeps": keeps}
    events = opposed(play, ("ana", 1), ("bo", 2), skill="Persuade", other_skill="Scrutinize", **uses)
    winner = {"draw": "nobody", "loses": "bo", "wins": "ana"}[ending]
    assert (outcome(events), verdicts(events), said(events)) == (ending, [("winner", winner)], [f"{winner} wins"])
    assert (play.of("ana", "social_pool"), play.of("bo", "social_pool")) == (14, 18)


@pytest.mark.parametrize("dial", ["half_cap_outside", "plus_one_inside", "none"])
def test_specialists_break_ties_only_where_that_is_what_specializations_do(dial):
    """TOF-1.18, TOF-3.10."""
    ana = {**FOUR, "specs": ["Weapon: bladed"]}
    table = seated(people={"ana": ana, "bo": FOUR}, dials={"spec_effect": dial}).desk
    sides = [Side("ana", "Weapon", "strength", "bladed"), Side("bo", "Weapon", "strength", "bladed")]
    bonus = int(dial == "plus_one_inside")
    assert bids.outcome_of(table, sides, (0, bonus), None) == bids.Result(None, 0, (8 + bonus, 8 + bonus))


@pytest.mark.parametrize(
    ("rule", "scores", "keeps", "winner", "is_open"),
    [
        ("status_quo", (8, 8), 1, 1, False),
        ("status_quo", (8, 8), 0, 0, False),
        ("status_quo", (8, 8), None, None, False),
        ("initiator", (8, 8), 1, 0, False),
        ("higher_score", (8, 7), 1, 0, False),
        ("higher_score", (7, 8), 0, 1, False),
        ("higher_score", (8, 8), 1, 1, False),
        ("higher_score", (8, 8), None, None, False),
        ("rebid", (8, 7), 1, 1, True),
    ],
)
def test_equal_totals_are_settled_by_the_tables_rule_with_a_margin_of_0(rule, scores, keeps, winner, is_open):
    """TOF-1.18: things stay as they are; who began; who had the higher score; or all bid again."""
    assert rule in DIALS["tie_rule"]
    found = settle((10, 10), scores, (False, False), tie_rule=rule, keeps=keeps)
    assert found == bids.Result(winner, 0, (10, 10), is_open)
    assert settle((10, 10), scores, (False, True), tie_rule=rule, keeps=keeps) == bids.Result(1, 0, (10, 10))


@pytest.mark.parametrize(("rule", "ending"), [("status_quo", "loses"), ("initiator", "wins"), ("higher_score", "wins")])
def test_the_tie_rule_of_a_table_is_a_dial(rule, ending):
    """TOF-1.18: ana began, has the higher score, and bo keeps things as they are."""
    play = seated(people={"ana": {"skills": {"Weapon": 5}}, "bo": FOUR}, dials={"tie_rule": rule})
    assert outcome(opposed(play, ("ana", 2), ("bo", 3))) == ending


def test_after_a_tie_both_have_paid_and_bid_again_where_a_table_wants_it():
    """TOF-1.18: until one is ahead."""
    play = seated(people={"ana": FOUR, "bo": FOUR}, dials={"tie_rule": "rebid"})
    events = opposed(play, ("ana", 4), ("bo", 4))
    assert (verdicts(events), said(events)) == ([("winner", "bid again")], ["equal: all have paid, and bid again"])
    assert (play.asked(), play.of("ana", "strength_pool"), play.of("bo", "strength_pool")) == (
        *([("ana", "bid"), ("bo", "bid")], 16, 16),
    )
    play.answer("bo", 1)
    assert outcome(play.answer("ana", 2)) == "wins"
    assert (play.of("ana", "strength_pool"), play.of("bo", "strength_pool")) == (14, 15)


def test_equals_who_can_bid_nothing_are_not_asked_for_ever():
    """TOF-1.18: after a while it is a draw."""
    play = seated(people={"ana": {}, "bo": {}}, dials={"tie_rule": "rebid", "hide_forced_zero": "off"})
    assert outcome(play.act("gm", "oppose", **OPPOSED)) == "draw"


@given(st.lists(st.integers(0, 24), min_size=2, max_size=6), st.data())
def test_the_strictly_highest_total_wins_whatever_the_rule_for_ties(totals, data):
    """TOF-1.05, TOF-1.06, TOF-1.19: the margin is at least 1 for an outright win; only those at the top can win a tie."""
    rule = data.draw(st.sampled_from(DIALS["tie_rule"]))
    keeps = data.draw(st.sampled_from([None, *range(len(totals))]))
    special = data.draw(st.lists(st.booleans(), min_size=len(totals), max_size=len(totals)))
    found = settle(totals, totals, special, tie_rule=rule, keeps=keeps)
    top = [place for place, total in enumerate(totals) if total == max(totals)]
    if len(top) == 1:
        assert (found.winner, found.margin) == (top[0], max(totals) - sorted(totals)[-2])
        assert found.margin >= 1
    else:
        assert (found.winner in [None, *top], found.margin) == (True, 0)


# More than two sides


def contested(play, *others, **args):
    """A contest of ana with others, by name and skill, as far as the bids."""
    play.act("gm", "contest", **{"who": "ana", "skill": "Weapon", **args})
    for other, skill in others:
        play.answer("gm", (other, skill, "in general"))
    return play.answer("gm", ("that is all", "Weapon", "in general"))


FOES = {"wolf": {"skills": {"Dodge": 4}}, "guard": {"skills": {"Weapon": 3}}}


def test_the_game_master_bids_for_all_their_people_on_one_screen():
    """TOF-1.19, TOF-1.25, TOF-1.08: one form, laid down before any other bid is shown; the strictly highest total wins."""
    play = seated(people={"ana": FOUR, "bo": FOUR}, foes=FOES)
    events = contested(play, ("wolf", "Dodge"), ("bo", "Weapon"), ("guard", "Weapon"))
    assert said(events) == ["ana (Weapon) against wolf (Dodge) against bo (Weapon) against guard (Weapon)"]
    assert play.asked() == [("ana", "bid"), ("gm", "bid"), ("bo", "bid")]
    form = play.question("gm")
    assert [(field.name, field.low, field.high) for field in form.fields] == [("wolf", 0, 4), ("guard", 0, 3)]
    assert (form.prompt, form.default) == ("gm: bids for wolf, guard", (0, 0))
    for wrong in (3, (3,), (3, 3, 3), (5, 0), (0, 4), (True, 0)):
        with pytest.raises(Refusal):
            play.answer("gm", wrong)
    play.answer("bo", 4)
    play.answer("gm", (1, 3))
    events = play.answer("ana", 1)
    assert (outcome(events), verdicts(events)) == ("loses", [("winner", "bo")])
    assert [event.answers for event in events if isinstance(event, Revealed)] == [(1, (1, 3), 4)]
    assert [play.of(who, "strength_pool") for who in ("ana", "bo", "guard")] == [19, 16, 17]
    assert play.of("wolf", "agility_pool") == 19


@pytest.mark.parametrize(("dial", "margin"), [("second", 1), ("lowest", 6)])
def test_with_more_sides_the_margin_is_to_the_second_best_or_to_the_lowest(dial, margin):
    """TOF-1.19."""
    assert settle((12, 11, 6), (8, 8, 6), (False,) * 3, multi_margin=dial) == bids.Result(0, margin, (12, 11, 6))
    table = seated(people=dict.fromkeys(("ana", "bo", "cy"), FOUR), dials={"multi_margin": dial}).desk
    sides = [Side(who, "Weapon", "strength") for who in ("ana", "bo", "cy")]
    assert bids.outcome_of(table, sides, (4, 3, 0), None).margin == {"second": 1, "lowest": 4}[dial]


@pytest.mark.parametrize(
    ("rule", "keeps", "special", "winner"),
    [
        ("status_quo", None, (False, False, False), None),
        ("status_quo", 1, (False, False, False), 1),
        ("status_quo", 2, (False, False, False), None),  # who keeps things is not among the tied
        ("initiator", None, (False, False, False), 0),
        ("status_quo", 1, (True, False, True), 0),  # a specialist below the top does not count
        ("status_quo", None, (False, False, True), None),
    ],
)
def test_a_tie_for_the_top_is_settled_among_the_tied_sides_only(rule, keeps, special, winner):
    """TOF-1.19, TOF-1.18."""
    found = settle((10, 10, 9), (8, 8, 9), special, tie_rule=rule, keeps=keeps)
    assert found == bids.Result(winner, 0, (10, 10, 9))


def test_who_began_wins_no_tie_of_others():
    """TOF-1.19, TOF-1.18."""
    assert settle((9, 10, 10), (9, 8, 8), (False,) * 3, tie_rule="initiator", keeps=2).winner == 2
    assert settle((9, 10, 10), (9, 8, 7), (False,) * 3, tie_rule="higher_score").winner == 1


def test_only_the_tied_bid_again():
    """TOF-1.19, TOF-1.18: who has lost already pays nothing more."""
    play = seated(people=dict.fromkeys(("ana", "bo", "cy"), FOUR), dials={"tie_rule": "rebid"})
    contested(play, ("bo", "Weapon"), ("cy", "Weapon"))
    play.answer("ana", 1)
    play.answer("bo", 3)
    events = play.answer("cy", 3)
    assert said(events) == ["equal: bo and cy have paid, and bid again"]
    assert play.asked() == [("bo", "bid"), ("cy", "bid")]
    play.answer("bo", 0)
    events = play.answer("cy", 1)
    assert (outcome(events), verdicts(events)) == ("loses", [("winner", "cy")])
    assert [play.of(who, "strength_pool") for who in ("ana", "bo", "cy")] == [19, 17, 16]


def test_whoever_keeps_things_among_three_keeps_them_after_the_others_are_gone():
    """TOF-1.19, TOF-1.18: the place of a side that bids again is its own."""
    people_ = dict.fromkeys(("ana", "bo", "cy"), FOUR)
    play = seated(people=people_, dials={"tie_rule": "rebid"})
    contested(play, ("bo", "Weapon"), ("cy", "Weapon"), keeps="the first")
    for seat, bid in (("ana", 2), ("bo", 0), ("cy", 2), ("ana", 3), ("cy", 1)):
        events = play.answer(seat, bid)
    assert (outcome(events), play.of("bo", "strength_pool"), play.of("cy", "strength_pool")) == ("wins", 20, 17)


# Face down


@pytest.mark.parametrize("viewer", ["gm", "bo", "cy", "eve"])
def test_nobody_learns_a_bid_before_their_own_lies(viewer):
    """TOF-1.08, TOF-1.24, TOF-1.25, TOF-1.21: to everybody else, a bid of 0 and one of 4 are the same, byte for byte."""
    seen = []
    for bid in (0, 4):
        play = seated(people={"ana": FOUR, "bo": FOUR, "cy": {}}, foes={"wolf": FOUR})
        contested(play, ("bo", "Weapon"), ("wolf", "Weapon"))
        play.answer("ana", bid)
        seen.append(sent(play, viewer))
        assert play.of("ana", "strength_pool") == 20  # nothing is taken before all are turned over
        assert play.asked() == [("bo", "bid"), ("gm", "bid")]
    assert seen[0] == seen[1]


def test_all_bids_are_turned_over_together():
    """TOF-1.08, TOF-1.24: one event for everybody, and then the winner; before, only that a bid lies."""
    play = seated(people={"ana": FOUR, "bo": FOUR})
    play.act("gm", "oppose", **OPPOSED)
    (laid,) = play.answer("bo", 3)
    assert [isinstance(see(laid, viewer).answer, int) for viewer in ("ana", "gm", "eve")] == [False] * 3
    assert see(laid, "bo").answer == 3
    events = play.answer("ana", 2)
    assert [event.answers for event in events if isinstance(event, Revealed)] == [(2, 3)]
    for viewer in ("ana", "bo", "gm", "eve"):
        assert [see(event, viewer).answers for event in events if isinstance(event, Revealed)] == [(2, 3)]


@pytest.mark.parametrize("viewer", ["gm", "bo", "eve"])
def test_what_a_side_is_asked_and_may_bid_is_for_itself(viewer):
    """TOF-1.24, TOF-1.07: the score is known to whoever bids, before the bid."""
    play = seated(people={"ana": FOUR, "bo": FOUR})
    events = play.act("gm", "oppose", **OPPOSED)
    asked = next(event for event in events if isinstance(event, Asked) and event.seat == "ana")
    assert isinstance(asked.asked, Secret)
    assert asked.asked.open("ana").reason == "score 8: Strength 4, Weapon 4; the strength pool holds 20"
    with pytest.raises(Refusal, match="'bid' is for ana to answer"):
        play.do(Answer(viewer, asked.question, 1))
    assert "score 8" not in str(sent(play, "eve"))


@pytest.mark.parametrize("viewer", ["bo", "eve"])
def test_whoever_can_bid_nothing_lays_it_down_like_everybody(viewer):
    """TOF-1.26, TOF-1.24: an empty pool and a full one are asked alike; only the game master knows pools."""
    seen = []
    for pool in (0, 20):
        play = seated(people={"ana": {**FOUR, "strength_pool": pool}, "bo": FOUR})
        begun = len(sent(play, viewer))
        play.act("gm", "oppose", **OPPOSED)
        assert play.asked() == [("ana", "bid"), ("bo", "bid")]
        play.answer("ana", 0)
        seen.append(sent(play, viewer)[begun:])
    assert seen[0] == seen[1]


@pytest.mark.parametrize(("dial", "asked"), [("on", [("ana", "bid"), ("bo", "bid")]), ("off", [("bo", "bid")])])
def test_a_table_may_pass_over_those_who_can_bid_nothing(dial, asked):
    """TOF-1.26."""
    play = seated(people={"ana": {}, "bo": FOUR}, dials={"hide_forced_zero": dial})
    play.act("gm", "oppose", **OPPOSED)
    assert play.asked() == asked


def test_where_nobody_can_bid_and_none_is_asked_the_scores_decide():
    """TOF-1.26, TOF-1.05."""
    play = seated(people={"ana": {"strength": 5}, "bo": {}}, dials={"hide_forced_zero": "off"})
    assert outcome(play.act("gm", "oppose", **OPPOSED)) == "wins"


@pytest.mark.parametrize(("dial", "is_final"), [("final", True), ("changeable", False)])
def test_a_bid_that_lies_stays_or_may_be_changed_until_the_last_is_in(dial, is_final):
    """TOF-1.21."""
    play = seated(people={"ana": FOUR, "bo": FOUR}, dials={"answers": dial})
    play.act("gm", "oppose", **OPPOSED)
    mine = next(number for number, one in play.table.truth.questions.items() if one.seat == "ana")
    play.answer("ana", 4)
    if is_final:
        with pytest.raises(Refusal, match=r"^'bid' is answered, and here an answer that lies stays$"):
            play.do(Answer("ana", mine, 0))
    else:
        play.do(Answer("ana", mine, 0))
    assert outcome(play.answer("bo", 1)) == ("wins" if is_final else "loses")
    assert play.of("ana", "strength_pool") == (16 if is_final else 20)
    with pytest.raises(Refusal, match="no longer open"):
        play.do(Answer("ana", mine, 1))


def test_a_check_that_the_game_master_takes_back_has_cost_nobody_anything():
    """TOF-1.21, TOF-1.24: before the reveal; nobody has learned what lay there."""
    play = seated(people={"ana": FOUR, "bo": FOUR, "cy": FOUR})
    before = dict(play.table.truth.facts)
    contested(play, ("bo", "Weapon"), ("cy", "Weapon"))
    play.answer("ana", 4)
    play.answer("bo", 3)
    while play.table.truth.procedures:
        events = play.do(TakeBack("gm"))
        assert isinstance(events[0], Rewound)
    assert (dict(play.table.truth.facts), play.asked()) == (before, [])
    assert not [event for event in play.table.records if isinstance(event, Revealed) and 4 in event.answers]
    play.act("gm", "oppose", **OPPOSED)
    assert [play.question(seat).high for seat in ("ana", "bo")] == [4, 4]


def test_what_has_been_revealed_is_taken_back_to_before_the_check_was_opened():
    """TOF-1.21: never to between the commits and the reveal; points come back, what was seen was seen."""
    play = seated(people={"ana": FOUR, "bo": FOUR})
    opposed(play, ("ana", 4), ("bo", 3))
    assert play.of("ana", "strength_pool") == 16
    with pytest.raises(Refusal, match=r"^that would take back what somebody else has done; the game master can$"):
        play.do(TakeBack("bo"))
    play.do(TakeBack("gm"))
    assert (play.asked(), play.of("ana", "strength_pool"), play.of("bo", "strength_pool")) == ([], 20, 20)


@pytest.mark.parametrize("is_laid", [False, True])
def test_points_that_are_asked_for_or_lie_face_down_are_not_spent_elsewhere(is_laid):
    """TOF-1.21: a commit reserves: until it is turned over, nothing else that costs points; afterwards everything again."""
    play = seated(people={"ana": {**FOUR, "strength_pool": 4}, "bo": FOUR})
    play.act("gm", "oppose", **OPPOSED)
    if is_laid:
        play.answer("ana", 4)
    for seat, verb, args in (
        ("gm", "check", {"who": "ana", "skill": "Weapon", "difficulty": 11}),
        ("ana", "attempt", {"who": "ana", "skill": "Weapon", "what": "to juggle"}),
        ("ana", "eat", {"who": "ana"}),
        ("ana", "sleep", {"who": "ana"}),
    ):
        with pytest.raises(Refusal) as why:
            play.act(seat, verb, **args)
        assert str(why.value) == "ana has a bid to lay down first"
    if not is_laid:
        play.answer("ana", 4)
    assert outcome(play.answer("bo", 0)) == "wins"
    assert (play.of("ana", "strength_pool"), play.fact("bidding", "ana")) == (0, None)
    play.act("gm", "check", who="ana", skill="Weapon", difficulty=11)
    assert play.question("ana").high == 0


@pytest.mark.parametrize("bid", [0, 4])
def test_a_bid_is_lost_in_full_whoever_wins(bid):
    """TOF-1.09, TOF-1.12: by win, loss and tie alike; nothing bid costs nothing."""
    for other, ending in ((0, "wins"), (4, "loses")) if bid else ((0, "loses"), (4, "loses")):
        play = seated(people={"ana": FOUR, "bo": FOUR})
        assert outcome(opposed(play, ("ana", bid), ("bo", other))) == ending
        assert (play.of("ana", "strength_pool"), play.of("bo", "strength_pool")) == (20 - bid, 20 - other)
        assert play.pools("ana")[1:] == (20, 20, 20, 8)


@pytest.mark.parametrize("seconds", DIALS["timer"])
def test_whoever_dawdles_bids_nothing(seconds):
    """TOF-1.33: no timer, unless a dial sets one; when it runs out, or the game master lets a bid lapse, it is 0."""
    play = seated(people={"ana": FOUR, "bo": FOUR}, dials={"timer": seconds})
    play.act("gm", "oppose", **OPPOSED)
    play.answer("bo", 1)
    events = play.do(Lapse("gm", play.waiting("ana")))
    assert (outcome(events), said(events)[0]) == ("loses", "ana does not answer 'bid': gm lets the default stand")
    assert (play.of("ana", "strength_pool"), DIALS["timer"][0]) == (20, 0)


# What a reveal shows


@pytest.mark.parametrize(
    ("dial", "shown", "bids_shown"),
    [
        ("bids_and_winner", [("winner", "ana")], True),
        ("totals", [("totals", (10, 9)), ("winner", "ana")], True),
        ("winner_only", [("winner", "ana")], False),
    ],
)
@pytest.mark.parametrize("viewer", ["bo", "cy", "eve"])
def test_what_an_opposed_check_shows_is_a_dial(dial, shown, bids_shown, viewer):
    """TOF-1.23, TOF-1.24: totals tell an opponent attribute and skill, so they are not shown by default."""
    play = seated(people={"ana": FOUR, "bo": FOUR, "cy": {}}, dials={"reveal_level": dial})
    events = opposed(play, ("bo", 1), ("ana", 2))
    assert verdicts(events, viewer) == shown
    (turned,) = (see(event, viewer).answers for event in events if isinstance(event, Revealed))
    assert [type(one) is int for one in turned] == [bids_shown, bids_shown or viewer == "bo"]
    assert said(events, viewer) == ["ana wins"]
    assert said(events, "gm") == [
        *["ana: Strength 4, Weapon 4, bid 2 makes 10", "bo: Strength 4, Weapon 4, bid 1 makes 9", "ana wins"]
    ]
    assert [play.sees(viewer, "token", "ana", field) for field in ("strength", "skills", "strength_pool")] == [None] * 3


def test_where_only_the_winner_is_told_nobody_else_can_tell_one_bid_from_another():
    """TOF-1.23: byte for byte, for the loser, another player and a spectator."""
    seen = []
    for bid in (2, 4):
        play = seated(people={"ana": FOUR, "bo": FOUR, "cy": {}}, dials={"reveal_level": "winner_only"})
        opposed(play, ("bo", 1), ("ana", bid))
        seen.append([sent(play, viewer) for viewer in ("bo", "cy", "eve")])
    assert seen[0] == seen[1]


def test_where_sheets_lie_open_the_pools_tell_the_bids_and_so_does_the_reveal():
    """TOF-1.23, TOF-1.24: there is nothing left to keep."""
    play = seated(people={"ana": FOUR, "bo": FOUR}, dials={"reveal_level": "winner_only", "sheets": "open"})
    events = opposed(play, ("bo", 1), ("ana", 2))
    assert [see(event, "eve").answers for event in events if isinstance(event, Revealed)] == [(2, 1)]
    assert play.sees("eve", "token", "ana", "strength_pool") == 18


@pytest.mark.parametrize(("dial", "is_open"), [("private", False), ("open", True)])
def test_a_sheet_is_its_owners_and_the_game_masters_unless_a_table_plays_openly(dial, is_open):
    """TOF-1.24: attributes, skills, specializations, perks, masks, pools and health points; wounds are for all to see."""
    play = seated(people={"ana": "Amadi Reyes", "bo": {}}, foes={"wolf": "Wolf"}, dials={"sheets": dial})
    secret = ("strength", "skills", "specs", "perks", "masks", "strength_pool", "hp")
    plain = ("wounds", "armor", "conditions", "hulk_next", "hulk_now")
    for viewer in ("ana", "gm"):
        assert all(play.sees(viewer, "token", "ana", field) is not None for field in (*secret, *plain))
    for viewer in ("bo", "eve"):
        assert [play.sees(viewer, "token", "ana", field) is not None for field in secret] == [is_open] * len(secret)
        assert all(play.sees(viewer, "token", "ana", field) is not None for field in plain)
        assert [play.sees(viewer, "token", "wolf", field) for field in secret] == [None] * len(secret)
    assert [play.sees(viewer, "token", "wolf", "stake") for viewer in ("gm", "ana", "eve")] == [6, None, None]


# The game master's people


def test_people_of_the_game_master_bid_like_everybody():
    """TOF-1.25, TOF-R.22: the same cap, the same pool, face down."""
    play = seated(people={"ana": FOUR}, foes={"wolf": {"skills": {"Weapon": 3}, "strength_pool": 2}})
    play.act("gm", "oppose", **HIS)
    assert (play.asked(), play.question("gm").high) == ([("ana", "bid"), ("gm", "bid")], 2)
    assert refused(play, "gm", 3).endswith("bid_over_pool: the strength pool holds 2")
    play.answer("gm", 2)
    assert outcome(play.answer("ana", 1)) == "loses"  # 9 to 9, and the wolf keeps things as they are
    assert play.of("wolf", "strength_pool") == 0


def test_where_they_never_bid_the_game_master_is_not_asked():
    """TOF-1.25: npc_bids = always_zero."""
    play = seated(people={"ana": FOUR}, foes={"wolf": FOUR}, dials={"npc_bids": "always_zero"})
    play.act("gm", "oppose", **HIS)
    assert play.asked() == [("ana", "bid")]
    assert outcome(play.answer("ana", 1)) == "wins"
    assert play.of("wolf", "strength_pool") == 20


def drawn(play, seat, bid, face):
    """A bid, after which the one die of the game falls on a face."""
    events = play.answer(seat, bid, face)
    return events, [die.sides for event in events if isinstance(event, Rolled) for die in opened(event, KEEPER).dice]


@pytest.mark.parametrize("face", range(1, 9))
@pytest.mark.parametrize("keeps", ["the first", "the other"])
def test_a_drawn_bid_comes_from_the_equilibrium_of_the_check(face, keeps):
    """TOF-1.25, TOF-X.44: caps 4, stake 8; one die behind the screen, labelled. Who keeps things has the second mix."""
    play = seated(people={"ana": FOUR}, foes={"wolf": {**FOUR, "stake": 8}}, dials={"npc_bids": "auto"})
    play.act("gm", "oppose", **HIS, keeps=keeps)
    assert play.asked() == [("ana", "bid")]
    events, thrown = drawn(play, "ana", 2, face)
    bid = (0, 0, 0, 0, 1, 2, 3, 4)[face - 1] if keeps == "the first" else (0, 1, 2, 3, 4, 4, 4, 4)[face - 1]
    assert (thrown, play.of("wolf", "strength_pool")) == ([8], 20 - bid)
    assert [is_hidden(see(event, viewer).dice) for event in events if isinstance(event, Rolled) for viewer in SEATS] == [
        *[False, True, True]
    ]
    assert said(events)[0] == "wolf's bid was drawn from the equilibrium of this check, not chosen"
    assert verdicts(events)[0] == ("bid", bid)
    assert ("TOF-1.25" in cited(events), outcome(events)) == (
        True,
        "wins" if bid < 2 + (keeps == "the first") else "loses",
    )


@pytest.mark.parametrize(
    ("dials", "args", "wolf", "tie"),
    [
        ({}, {"keeps": "nobody"}, {}, "split"),
        ({}, {"keeps": "the other"}, {}, "first"),
        ({}, {"keeps": "the first"}, {}, "second"),
        ({}, {"keeps": "the first", "other_use": "bladed"}, {"specs": ["Weapon: bladed"]}, "first"),
        ({"tie_rule": "initiator"}, {"keeps": "the other"}, {}, "second"),
        ({"tie_rule": "rebid"}, {"keeps": "the other"}, {}, "split"),
        ({"tie_rule": "higher_score"}, {"keeps": "the first"}, {"strength": 5}, "first"),
    ],
)
def test_the_equilibrium_goes_by_whose_a_tie_would_be(dials, args, wolf, tie):
    """TOF-1.25, TOF-1.18: owning ties is worth a point of score (A4); a tie that is nobody's counts half for each."""
    foe = {**FOUR, "stake": 8, **wolf}
    play = seated(people={"ana": FOUR}, foes={"wolf": foe}, dials={"npc_bids": "auto", **dials})
    play.act("gm", "oppose", **HIS, **args)
    mix = advised(wolf.get("strength", 4) - 4, 4, 4, 8, 8, tie).mixes[0]
    events, thrown = drawn(play, "ana", 4, mix.total)
    assert (thrown, verdicts(events)[0]) == ([mix.total], ("bid", max(mix.weights)))


def test_of_a_drawn_bid_too_only_the_winner_is_told_where_a_table_wants_it_so():
    """TOF-1.23, TOF-1.25: the game master knows it."""
    dials = {"npc_bids": "auto", "reveal_level": "winner_only"}
    seen = []
    for face in (1, 5):
        play = seated(people={"ana": FOUR}, foes={"wolf": {**FOUR, "stake": 8}}, dials=dials)
        play.act("gm", "oppose", **HIS, keeps="the first")
        events, _ = drawn(play, "ana", 4, face)
        seen.append([sent(play, viewer) for viewer in ("ana", "eve")])
        assert ("bid", face // 5) in verdicts(events, "gm")
    assert seen[0] == seen[1]


def test_two_people_of_the_game_master_draw_a_die_each():
    """TOF-1.25."""
    play = seated(foes={"wolf": FOUR, "guard": FOUR}, dials={"npc_bids": "auto"})
    events = play.act("gm", "oppose", 1, 1, who="wolf", skill="Weapon", other="guard", other_skill="Weapon")
    assert outcome(events) == "loses"


def test_with_three_sides_there_is_no_such_equilibrium_and_the_game_master_is_asked():
    """TOF-1.25, TOF-1.19."""
    play = seated(people={"ana": FOUR, "bo": FOUR}, foes={"wolf": FOUR}, dials={"npc_bids": "auto"})
    contested(play, ("bo", "Weapon"), ("wolf", "Weapon"))
    assert play.asked() == [("ana", "bid"), ("bo", "bid"), ("gm", "bid")]


def test_the_mix_that_is_drawn_from_has_the_odds_of_the_equilibrium():
    """TOF-1.25, TOF-X.44: every share of the die is a bid."""
    assert odds(bids.drawn_bid(0, 4, 4, 8)) == shares(4, 1, 1, 1, 1)
    assert odds(bids.drawn_bid(0, 4, 4, 8, "first")) == shares(1, 1, 1, 1, 4)
    assert odds(bids.drawn_bid(9, 4, 4, 8)) == shares(1)  # who cannot lose folds
    assert odds(bids.drawn_bid(0, 0, 0, 6)) == shares(1)


def test_a_bid_can_be_drawn_where_nothing_caps_it_but_the_pool():
    """TOF-1.25, TOF-R.02."""
    foe = {"strength": 8, "skills": {"Weapon": 8}, "stake": 40}
    play = seated(people={"ana": foe | {"stake": 6}}, foes={"wolf": foe}, dials={"npc_bids": "auto", "bid_cap": "none"})
    play.act("gm", "oppose", **HIS)
    events, _ = drawn(play, "ana", 40, 1)
    assert outcome(events) in ("wins", "loses")


# The mathematics


def first_wins(solved):
    return solved.outcomes.mean(lambda found: found[0])


def test_the_equilibrium_of_the_example():
    """TOF-X.44, TOF-1.05, TOF-1.08, TOF-1.18: exact fractions; payoffs 0 and 4; mean bids 1.25 and 2.75."""
    solved = advised(0, 4, 4, 8, 8, "second")
    assert solved.mixes == (shares(4, 1, 1, 1, 1), shares(1, 1, 1, 1, 4))
    assert solved.mixes[0].weights == {0: 4, 1: 1, 2: 1, 3: 1, 4: 1}
    assert first_wins(solved) == Fraction(5, 32)
    payoffs = [
        solved.outcomes.mean(lambda one: 8 * one[0] - one[1]),
        solved.outcomes.mean(lambda one: 8 * (1 - one[0]) - one[2]),
    ]
    assert payoffs == [0, 4]
    assert [mix.mean() for mix in solved.mixes] == [Fraction(5, 4), Fraction(11, 4)]


@pytest.mark.parametrize("cap", [1, 2, 4, 8])
@pytest.mark.parametrize("over", [1, 4, 16])
def test_a3_between_equals_the_tie_decides(cap, over):
    """A3, TOF-1.18: for V > c, 1 - c/V on 0 or on the cap, 1/V on all else; the first wins with c(c+1)/2V²."""
    stake = cap + over
    solved = advised(0, cap, cap, stake, stake, "second")
    assert solved.mixes == (shares(over, *[1] * cap), shares(*[1] * cap, over))
    assert first_wins(solved) == Fraction(cap * (cap + 1), 2 * stake**2)
    turned = advised(0, cap, cap, stake, stake, "first")
    assert turned.mixes == solved.mixes[::-1]


def test_a3_small_stakes_and_split_ties():
    """A3, TOF-1.18: V=4 with cap 4: anything below the stake, 37.5 %; V=20: 2.5 %; split ties: the cap, or every other bid."""
    assert advised(0, 4, 4, 4, 4, "second").mixes == (shares(1, 1, 1, 1), shares(1, 1, 1, 1))
    assert first_wins(advised(0, 4, 4, 4, 4, "second")) == Fraction(375, 1000)
    assert first_wins(advised(0, 4, 4, 20, 20, "second")) == Fraction(25, 1000)
    assert advised(0, 4, 4, 9, 9, "split").mixes == (shares(0, 0, 0, 0, 1),) * 2
    assert advised(0, 4, 4, 4, 4, "split").mixes == (shares(1, 0, 1),) * 2
    assert advised(0, 8, 8, 8, 8, "split").mixes == (shares(1, 0, 1, 0, 1, 0, 1),) * 2
    assert first_wins(advised(0, 8, 8, 8, 8, "split")) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("stake", "percents"),
    [
        (6, ["0", "11", "19.5", "25", "27.8", "72.2", "75", "80.5", "88.9", "100"]),
        (12, ["0", "2.8", "4.9", "6.3", "6.9", "93.1", "93.7", "95.1", "97.2", "100"]),
    ],
)
def test_a4_a_head_start_of_one_is_worth_the_tie(stake, percents):
    """A4, TOF-1.18, TOF-3.10: caps 4, d = -4..5; the stake less a thousandth, for a single answer (A2)."""
    less = stake - Fraction(1, 1000)
    for head_start, percent in zip(range(-4, 6), percents, strict=True):
        won = first_wins(advised(head_start, 4, 4, less, less, "second"))
        assert f"{float(100 * won):.{len(percent.partition('.')[2])}f}" == percent


@pytest.mark.parametrize(
    ("game", "first", "second", "won"),
    [
        ((2, 5, 3, 6, 6), (2, 1, 3), (4, 0, 1, 1), Fraction(31, 36)),
        ((-3, 4, 4, 6, 6), (5, 0, 0, 0, 1), (2, 1), Fraction(1, 9)),
        ((0, 4, 4, 12, 4), (0, 1, 1, 1, 1), (9, 1, 1, 1), Fraction(7, 8)),
    ],
)
def test_a6_what_you_care_about_counts(game, first, second, won):
    """A6, TOF-1.05: 86 %, 11 % and, for who cares three times as much, 87.5 %."""
    solved = advised(*game, "second")
    assert (solved.mixes, first_wins(solved)) == ((shares(*first), shares(*second)), won)


# What the game master hears besides


@pytest.mark.parametrize(
    ("ana", "bo", "line"),
    [
        (8, 2, "a foregone conclusion: ana has 12 without a bid, and bo reaches 8"),
        (0, 6, "a foregone conclusion: bo has 10 without a bid, and ana reaches 4"),
        (5, 4, "ana reaches 14, bo 12: ana can make sure of it"),
        (4, 4, None),
    ],
)
def test_the_game_master_alone_hears_of_foregone_conclusions(ana, bo, line):
    """TOF-1.24, TOF-1.11: by the reach of both, before the bids; where a table plays without advice, nobody does."""
    people_ = {"ana": {"skills": {"Weapon": ana} if ana else {}}, "bo": {"skills": {"Weapon": bo}}}
    play = seated(people=people_)
    events = play.act("gm", "oppose", **OPPOSED)
    assert said(events, "gm") == ["ana (Weapon) against bo (Weapon)", *([line] if line else [])]
    for viewer in ("ana", "bo", "eve"):
        assert said(events, viewer) == ["ana (Weapon) against bo (Weapon)"]
    play = seated(people=people_, dials={"advice": "off"})
    assert said(play.act("gm", "oppose", **OPPOSED), "gm") == ["ana (Weapon) against bo (Weapon)"]


@pytest.mark.parametrize(
    ("dials", "told"),
    [
        ({}, ["ana bids 2, bo bids 1"]),
        ({"reveal_level": "totals"}, ["ana bids 2, bo bids 1"]),
        ({"reveal_level": "winner_only"}, []),
        ({"illegal_bid": "clamp"}, []),
    ],
)
def test_who_has_bid_what_is_told_by_name_where_bids_are_shown(dials, told):
    """TOF-1.23: not where they are kept, nor where one may count for less than was laid down."""
    play = seated(people={"ana": FOUR, "bo": FOUR}, dials=dials)
    events = opposed(play, ("ana", 2), ("bo", 1))
    assert [named_bids(events, viewer) for viewer in ("ana", "bo", "eve")] == [told] * 3
