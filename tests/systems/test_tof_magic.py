"""Twist of Fate: magic: what spells cost and do, who hears of it, and what ends them."""

import pytest

from fatewright.core.grammar import count_of
from fatewright.core.table.codec import wire
from fatewright.core.table.events import Answered, Asked, Revealed, Verdict
from fatewright.core.table.seal import is_hidden, see
from fatewright.core.table.story import Refusal
from fatewright.systems.spec import from_folder
from fatewright.systems.twist_of_fate.bidding import bids
from fatewright.systems.twist_of_fate.combat import attacks, effects, ground
from fatewright.systems.twist_of_fate.combat.attacks import Attack
from fatewright.systems.twist_of_fate.magic import casting
from fatewright.systems.twist_of_fate.wounds import harm
from systems.tof_table import MOM, TOF, cited, fight, outcome, said, seated

ON = {"magic": "on"}
PLAIN = ON | {"overflow_step": 0}  # no boons to name
MAGE = {"magic": 4}
SPELLS = {
    "cast": {"element": "Earth", "what": "lift a stone"},
    "cast-at": {"target": "ogre", "element": "Fire"},
    "lightning": {"target": "ogre"},
    "buff": {"target": "bo", "element": "Water"},
    "forge": {"what": "mend the lock"},
    "forge-armor": {"target": "bo"},
    "heal": {"target": "bo"},
    "heal-wound": {"target": "bo", "area": "torso"},
    "mask": {"target": "bo"},
    "dust": {"x": 0, "y": 0},
    "illusion": {"image": "a wall of fire"},
    "quench": {"what": "the wall of fire"},
    "see-through": {"what": "the wall of fire"},
}


def table(dials=None, *, system=TOF, ana=None, bo=None, ogre=None, facts=None):
    """Ana, who has some magic, Bo, and an ogre of the game master's; no boons, unless told otherwise."""
    people = {"ana": {**MAGE, **(ana or {})}, "bo": bo or {}}
    return seated(system, people=people, foes={"ogre": ogre or {}}, dials=PLAIN | (dials or {}), facts=facts)


def in_a_fight(dials=None, **more):
    """The same in a fight, in which it is Ana's turn."""
    return table(dials, facts=fight("ana", "bo", "ogre"), **more)


def casts(play, verb, bid=0, seat="ana", **args):
    """Cast a spell and bid for it."""
    play.act(seat, verb, who=seat, **{**SPELLS[verb], **args})
    return play.answer(seat, bid)


def refused(play, verb, seat="ana", **args):
    return play.refused(seat, verb, who=seat, **{**SPELLS[verb], **args})


def pool(play, who="ana", name="magic"):
    return play.of(who, f"{name}_pool")


def told(events, name, viewer="eve"):
    """What a viewer hears as the verdict of that name; None if they only hear that there was one."""
    seen = [see(event, viewer) for event in events if isinstance(event, Verdict) and event.name == name]
    return [None if is_hidden(event.value) else event.value for event in seen if event]


# Whether there is magic at all


@pytest.mark.parametrize("verb", SPELLS)
@pytest.mark.parametrize("system", [TOF, MOM])
def test_a_table_without_magic_refuses_every_spell(system, verb):
    """TOF-2.09, MOM-2.01, MOM-8.01: and that is the default."""
    assert TOF.dials["magic"].values[0] == MOM.dials["magic"].values[0] == "off"
    play = table({"magic": "off"}, system=system)
    assert refused(play, verb) == "this table plays without magic"


def test_all_that_belongs_to_magic_stands_under_one_heading():
    assert {name for name, verb in TOF.game.verbs.items() if verb.group == "Magic"} == set(SPELLS)


@pytest.mark.parametrize(("element", "stat"), [("Earth", 5), ("Fire", 3), ("Water", 2), ("Air", 6)])
@pytest.mark.parametrize("system", [TOF, MOM])
def test_each_element_goes_with_an_attribute(system, element, stat):
    """TOF-8.01, TOF-2.09, MOM-2.01, MOM-8.01, TOF-R.14: the attribute, and Magic for the skill."""
    play = table(system=system, ana={"strength": 5, "agility": 3, "social": 2, "brains": 6})
    side = casting.caster(play.desk, casting.spell_of(play.desk, "ana", "buff", "at hand", element))
    assert (int(bids.score(play.desk, side)), bids.purse(side)) == (stat + 4, "magic_pool")
    assert outcome(casts(play, "cast", element=element)) == ("success" if stat + 4 >= 6 else "failure")


def test_wind_is_air(tmp_path):
    """TOF-R.13: an alias, also in a table's own list of spells."""
    assert [casting.element_named(TOF.lists, name) for name in ("wind", "Air", "Earth")] == ["Air", "Air", "Earth"]
    own = extension(tmp_path, '[lists.spells]\ndust = { elements = ["Earth", "wind"], dn = 8 }')
    play = table(system=own)
    spell = casting.spell_of(play.desk, "ana", "dust", "neither")
    assert (spell.elements, casting.surcharge(play.desk, spell)) == (("Earth", "Air"), 4)


def extension(folder, text):
    (folder / "system.toml").write_text(f'[system]\nextends = "twist-of-fate"\n{text}\n', encoding="utf-8")
    return from_folder(folder)


# The casting check


def test_the_worked_example_of_a_conjured_stone():
    """TOF-X.43, TOF-8.05, TOF-8.06: pool 15, 12 after the surcharge, at most 3 may be bid; a bid of 2 makes 9 and leaves 10."""
    play = table({"dn_visibility": "shown"}, ana={"magic": 3, "strength": 4})
    assert pool(play) == 15
    play.act("ana", "cast", who="ana", element="Earth", what="a stone", near="conjured")
    assert (pool(play), play.question("ana").high) == (12, 3)
    with pytest.raises(Refusal, match="bid_over_skill: Magic allows 3"):
        play.answer("ana", 4)
    events = play.answer("ana", 2)
    assert (outcome(events), pool(play)) == ("success", 10)
    assert "ana: Strength 4, Magic 3, bid 2 makes 9 against 6" in said(events, "gm")


def test_the_pool_may_allow_less_than_magic_does():
    """TOF-8.05: whichever is less, Magic or what the surcharge has left."""
    play = table(ana={"magic_pool": 4})
    play.act("ana", "cast", who="ana", element="Fire", what="a spark", near="conjured")
    assert play.question("ana").high == 1


def test_a_skill_for_each_element_may_stand_in_the_place_of_magic():
    """TOF-8.05: in the cap and in the total; of two elements, the lower skill as well."""
    skills = {"Earth magic": 2, "Water magic": 5}
    play = table({"magic_skill": "element_skills"}, ana={"skills": skills})
    for name, element, expected in (("buff", "Water", (9, 5)), ("buff", "Air", (4, 0)), ("heal health", "", (6, 2))):
        side = casting.caster(play.desk, casting.spell_of(play.desk, "ana", name, "conjured", element))
        assert (int(bids.score(play.desk, side)), bids.most(play.desk, side)) == expected
    play.act("ana", "cast", who="ana", element="Water", what="still the pond")
    assert (play.question("ana").high, pool(play)) == (5, 19)


def test_a_skill_that_nobody_has_learned_may_be_forbidden():
    """TOF-8.05, TOF-3.04."""
    play = table({"magic_skill": "element_skills", "untrained": "forbidden"}, ana={"skills": {"Earth magic": 2}})
    assert refused(play, "cast", element="Air") == "ana has not learned Air magic"
    assert outcome(casts(play, "cast", element="Earth")) == "success"


def test_magic_has_a_pool_of_its_own_which_pays_for_spells():
    """TOF-4.16, TOF-R.14: five times Magic; surcharge and bid, and nothing else is touched."""
    play = table()
    before = play.pools("ana")
    casts(play, "cast", 3, near="conjured")
    assert (pool(play), play.pools("ana")) == (20 - 3 - 3, before)


def test_by_a_dial_the_pool_of_the_attribute_pays():
    """TOF-4.16: of two elements, the pool of the attribute that counts."""
    play = table({"magic_pool": "element_stat"}, ana={"strength": 3, "social": 5})
    casts(play, "heal", 2, at_hand="neither")
    assert (pool(play), pool(play, name="strength"), pool(play, name="social")) == (20, 15 - 6 - 2, 25)


def test_magic_that_does_not_function_casts_nothing_and_neither_does_an_attribute():
    """TOF-2.13, TOF-8.05: a table may take 0 for a number like any other."""
    assert refused(table(ana={"magic": 0}), "cast") == "ana's Magic does not function"
    plain = {"zero_attribute": "plain", "magic_near_cost": 0}
    assert outcome(casts(table(plain, ana={"magic": 0, "strength": 6}), "cast")) == "success"
    play = table(ana={"strength": 0})
    assert (outcome(casts(play, "cast", 0)), pool(play)) == ("failure", 19)
    assert refused(table(ana={"magic_pool": 1}), "illusion") == "declaring it costs 2, and the magic pool holds 1"
    assert refused(table(ana={"social": 0}), "illusion") == "ana's social does not function"


# Surcharges and pairs


@pytest.mark.parametrize(
    ("name", "element", "at_hand", "dials", "cost"),
    [
        ("buff", "Earth", "at hand", {}, 1),
        ("buff", "Earth", "conjured", {}, 3),
        ("buff", "Air", "conjured", {}, 1),
        ("buff", "Air", "conjured", {"air_always_near": "off"}, 3),
        ("buff", "Fire", "conjured", {"magic_conjure_cost": 5}, 5),
        ("buff", "Fire", "at hand", {"magic_near_cost": 0}, 0),
        ("heal health", "", "both", {}, 2),
        ("heal health", "", "Earth", {}, 4),
        ("heal health", "", "neither", {}, 6),
        ("dust", "", "neither", {}, 4),
        ("dust", "", "Air", {}, 4),
        ("dust", "", "neither", {"air_always_near": "off"}, 6),
    ],
)
def test_what_it_costs_to_declare_a_spell(name, element, at_hand, dials, cost):
    """TOF-8.04, TOF-8.06, TOF-8.07: matter at hand is cheap, creating it is not, and Air is always there."""
    play = table(dials)
    assert casting.surcharge(play.desk, casting.spell_of(play.desk, "ana", name, at_hand, element)) == cost


def test_the_surcharge_is_lost_on_a_failure_and_adds_nothing():
    """TOF-8.06: outside the cap; casting again costs it again."""
    play = table()
    assert (outcome(casts(play, "cast", 0, size="house-sized", near="conjured")), pool(play)) == ("failure", 17)
    assert play.asked() == []
    assert (outcome(casts(play, "cast", 4, size="house-sized", near="conjured")), pool(play)) == ("failure", 10)


def test_a_spell_that_the_pool_does_not_pay_for_cannot_be_declared():
    """TOF-8.06."""
    play = table(ana={"magic_pool": 2})
    assert refused(play, "cast", near="conjured") == "declaring it costs 3, and the magic pool holds 2"
    assert refused(play, "heal", at_hand="Water") == "declaring it costs 4, and the magic pool holds 2"
    assert (outcome(casts(play, "cast", near="at hand")), pool(play)) == ("success", 1)


def test_two_elements_can_be_combined_in_six_pairs():
    """TOF-8.03: each pair has a spell."""
    pairs = {tuple(row["elements"]) for row in TOF.lists["spells"].values() if row["elements"]}
    assert pairs == {
        *(("Earth", "Fire"), ("Earth", "Water"), ("Water", "Air")),
        *(("Earth", "Air"), ("Fire", "Water"), ("Fire", "Air")),
    }


@pytest.mark.parametrize(("dial", "score"), [("lower", 6), ("higher", 9)])
def test_of_two_elements_the_lower_attribute_counts(dial, score):
    """TOF-8.07."""
    play = table({"pair_stat": dial}, ana={"strength": 2, "social": 5})
    side = casting.caster(play.desk, casting.spell_of(play.desk, "ana", "heal health", "both"))
    assert int(bids.score(play.desk, side)) == score
    assert outcome(casts(play, "heal", 0)) == ("success" if score >= 8 else "failure")


def test_an_element_that_has_no_part_in_a_spell_is_not_at_hand_for_it():
    """TOF-8.03: the pairs are fixed."""
    assert refused(table(), "heal", at_hand="Fire") == "heal health is made of Earth and Water; Fire has no part in it"


def test_a_spell_that_a_table_has_struck_off_its_list_is_not_cast(tmp_path):
    """TOF-8.09: one editable table."""
    play = table(system=extension(tmp_path, "[lists.spells]\nattack = false"))
    assert refused(play, "cast-at") == "this table knows no spell 'attack'"


# In a fight


def test_casting_is_the_action_of_the_turn():
    """TOF-8.08, TOF-6.17."""
    play = in_a_fight()
    casts(play, "cast")
    assert play.of("ana", "acted") == 1
    assert refused(play, "cast") == "ana has used the action of this turn"
    play = table(bo=MAGE, facts=fight("ana", "bo", "ogre"))
    assert refused(play, "cast", seat="bo") == "it is ana's turn"


def test_a_spell_reaches_six_squares_as_far_as_one_sees():
    """TOF-8.08: touch is beside you."""
    play = in_a_fight()
    for who, x in (("ana", 0), ("bo", 2), ("ogre", 7)):
        play.act("gm", "put", who=who, x=x, y=0)
    assert refused(play, "cast-at") == "ogre is 7 squares away, and this reaches 6"
    assert refused(play, "buff") == "bo is 2 squares away, and this reaches 1"
    assert refused(play, "dust", x=7) == "(7, 0) is 7 squares away, and this reaches 6"
    play.act("gm", "put", who="ogre", x=6, y=6)
    play.act("gm", "wall", x=3, y=3)
    assert refused(play, "cast-at") == "ana does not see ogre"
    play.act("gm", "wall", x=3, y=3, is_there="no")
    play.act("ana", "cast-at", who="ana", **SPELLS["cast-at"])
    assert play.asked() == [("gm", "defense")]
    near = in_a_fight({"spell_range": 2})
    for who, x in (("ana", 0), ("ogre", 3)):
        near.act("gm", "put", who=who, x=x, y=0)
    assert refused(near, "lightning") == "ogre is 3 squares away, and this reaches 2"


def test_nobody_attacks_themselves_or_whoever_is_gone_or_while_another_attack_is_settled():
    """TOF-8.10, TOF-7.13: and areas are those of the table."""
    play = in_a_fight()
    assert refused(play, "cast-at", target="ana") == "nobody attacks themselves"
    areas = "head, torso, main arm, off arm, left leg, right leg"
    assert refused(play, "cast-at", area="legs") == f"legs is not an area here; there are {areas}"
    play.put("ogre", conditions=("fled",))
    assert refused(play, "lightning") == "ogre is not there any more"
    play = table(bo=MAGE)
    play.act("ana", "cast-at", who="ana", **SPELLS["cast-at"])
    assert refused(play, "cast", seat="bo") == "an attack is being settled"


# A wounded head


def test_a_wounded_head_costs_points_of_magic_whatever_the_element():
    """TOF-7.15, TOF-7.16: a spell is the head's, also one of Earth; before the bid, after the surcharge."""
    for dials in ({}, {"magic_skill": "element_skills"}, {"magic_pool": "element_stat"}):
        play = table(dials, ana={"wounds": ["head", "torso"], "skills": {"Earth magic": 4}})
        paid = "strength" if dials.get("magic_pool") else "magic"
        play.act("ana", "cast", who="ana", element="Earth", what="a stone")
        assert pool(play, name=paid) == 20 - 1 - 3
        assert harm.parts_of(play.desk, "strength", "Magic") == ("head",)


def test_whoever_cannot_pay_for_a_wounded_head_passes_out_when_the_spell_is_cast():
    """TOF-7.16."""
    play = table(ana={"wounds": ["head"], "magic_pool": 3})
    events = casts(play, "cast")
    assert (outcome(events), pool(play), play.of("ana", "conditions")) == ("success", 0, ("out",))


def test_a_faint_is_seen_by_everybody_even_after_a_spell_in_secret():
    """TOF-7.16, TOF-8.14."""
    play = table(ana={"wounds": ["head"], "magic_pool": 3})
    events = casts(play, "illusion")
    assert (said(events, "eve"), play.sees("eve", "token", "ana", "conditions")) == (["ana is out"], ("out",))


# Basic effects


@pytest.mark.parametrize(("size", "dn"), [("hand-sized", 6), ("room-sized", 10), ("house-sized", 14)])
@pytest.mark.parametrize("element", ["Earth", "Fire", "Water", "Air"])
def test_basic_effects_by_size(element, size, dn):
    """TOF-8.02, TOF-8.09, TOF-8.05: of all four elements."""
    for bid in range(6):
        play = table(ana={"magic": 6})
        assert outcome(casts(play, "cast", bid, element=element, size=size)) == ("success" if 10 + bid >= dn else "failure")


def test_a_table_may_set_its_own_difficulties(tmp_path):
    """TOF-8.09: the spells are one editable table."""
    own = extension(tmp_path, '[lists.spells]\n"basic, hand-sized" = { dn = 9 }')
    assert outcome(casts(table(system=own), "cast")) == "failure"
    assert outcome(casts(table(system=own), "cast", 1)) == "success"


def test_overflow_brings_boons_where_a_spell_does_not_say_what_it_brings():
    """TOF-1.27, TOF-8.09."""
    play = table({"overflow_step": 3})
    assert told(casts(play, "cast", 1), "boons") == [1]
    assert play.asked() == [("ana", "boons")]
    play = table({"overflow_step": 3})
    assert outcome(casts(play, "buff", 4)) == "success"


# Attacks


def test_an_attack_with_an_element_is_met_by_dodging_or_with_a_shield():
    """TOF-8.10: no weapon parries it, and no hands."""
    play = table(ogre={"arms": ["sword"], "held": "sword", "off_held": "shield"})
    side = casting.caster(play.desk, casting.spell_of(play.desk, "ana", "attack", "at hand", "Fire"))
    blow = Attack(side, "ogre", "torso", is_melee=False, is_spell=True)
    assert attacks.defences(play.desk, blow) == ["dodge", "shield", "none"]
    assert attacks.defender(play.desk, blow, "dodge").use == "spells"


def strikes(play, bid, defence="none", theirs=None, verb="cast-at", **args):
    play.act("ana", verb, who="ana", **{**SPELLS[verb], **args})
    events = play.answer("gm", defence)
    if theirs is not None:
        play.answer("gm", theirs)
    return [*events, *play.answer("ana", bid)]


def test_a_spell_hits_and_harms_like_any_attack():
    """TOF-8.10, TOF-8.08: 4 and 4 and a bid of 1 against Agility 4 is a margin of 5; Hulk Up does not count."""
    play = in_a_fight(ana={"hulk_now": 5})
    events = strikes(play, 1)
    assert (outcome(events), play.of("ogre", "hp"), play.of("ogre", "wounds"), pool(play)) == ("hits", 3, ("torso",), 18)
    assert outcome(strikes(table(ogre={"hp": 4}), 4)) == "fells"


@pytest.mark.parametrize(("areas", "area"), [("six", "torso"), ("four", "body"), ("one", "body")])
def test_a_form_begins_with_the_torso_as_the_table_calls_it(areas, area):
    """TOF-8.10, TOF-7.13."""
    play = table({"areas": areas})
    for verb in ("cast-at", "lightning", "forge-armor"):
        assert play.form("ana", verb)["area"] == area


def test_a_spell_misses_whoever_dodges_as_well():
    """TOF-8.10: a tie hurts nobody; everything is paid."""
    play = table(ogre={"skills": {"Dodge": 4}})
    events = strikes(play, 2, "dodge", 2)
    assert (outcome(events), pool(play), pool(play, "ogre", "agility"), play.of("ogre", "hp")) == ("misses", 17, 18, 8)


def test_aiming_and_dust_make_a_spell_harder():
    """TOF-8.10, TOF-8.15, TOF-7.13."""
    for dials, facts, area, hp in (
        ({}, {}, "head", 4),
        ({"aim_penalty": 1}, {}, "head", 5),
        ({"aim_penalty": 1}, {}, "torso", 4),
        ({}, {("cloud", "2,0"): (9,)}, "head", 6),
    ):
        play = table(dials, facts=facts)
        for who, x in (("ana", 0), ("ogre", 3)):
            play.act("gm", "put", who=who, x=x, y=0)
        strikes(play, 0, area=area)
        assert play.of("ogre", "hp") == hp


@pytest.mark.parametrize(("verb", "wounds"), [("cast-at", ()), ("lightning", ("torso",))])
def test_armor_does_not_count_against_lightning(verb, wounds):
    """TOF-8.17: Health 2 and plate: the defense value is 5, and against lightning 2."""
    play = table(ogre={"health": 2, "hp": 9, "armor": {"torso": 3}})
    assert outcome(strikes(play, 0, verb=verb)) == "hits"
    assert (play.of("ogre", "wounds"), play.of("ogre", "hp")) == (wounds, 5)


@pytest.mark.parametrize(("verb", "hp"), [("cast-at", 4), ("lightning", 3)])
def test_where_hits_only_drain_lightning_costs_one_more(verb, hp):
    """TOF-8.17, TOF-8.12: and there is no armor to forge."""
    play = table({"harm_model": "drain"})
    strikes(play, 0, verb=verb)
    assert play.of("ogre", "hp") == hp
    assert refused(play, "forge-armor") == "there is no armor at this table: forge an object"
    assert outcome(casts(play, "forge", 2)) == "success"


# Buffs


@pytest.mark.parametrize(
    ("element", "stat"), [("Earth", "Strength"), ("Fire", "Agility"), ("Water", "Social"), ("Air", "Brains")]
)
def test_every_element_has_a_buff(element, stat):
    """TOF-8.02, TOF-8.11, TOF-R.15: some, says the draft, and then all."""
    play = table()
    events = casts(play, "buff", 0, element=element)
    assert (outcome(events), play.of("bo", "buffs")) == ("success", ((stat, 1),))
    assert f"bo: +1 to checks with {stat} in this scene" in said(events)


def test_a_buff_counts_in_checks_outside_the_cap_until_the_scene_ends():
    """TOF-8.11: +2 with overflow 6."""
    play = table(ana={"magic": 6}, bo={"skills": {"Lead": 2}})
    events = casts(play, "buff", 4)
    assert (told(events, "overflow"), play.of("bo", "buffs")) == ([2], (("Social", 2),))
    side = bids.Side("bo", "Lead", "social")
    assert (int(bids.total(play.desk, side, 2)), bids.most(play.desk, side)) == (10, 2)
    assert int(bids.total(play.desk, bids.Side("bo", "Dodge", "agility"), 0)) == 4
    play.act("gm", "end-scene")
    assert (play.of("bo", "buffs"), play.of("bo", "lasting")) == ((), ())


@pytest.mark.parametrize(
    ("social", "bid", "worth"), [(1, 0, None), (2, 0, 1), (7, 0, 1), (8, 0, 2), (2, 5, 1), (2, 6, 2), (8, 6, 2)]
)
def test_how_much_a_buff_is_worth(social, bid, worth):
    """TOF-8.11: Social and 6 and the bid, against 8."""
    play = table(ana={"social": social, "magic": 6})
    casts(play, "buff", bid)
    assert dict(play.of("bo", "buffs")).get("Social") == worth


def test_buffs_do_not_stack_the_highest_counts():
    """TOF-8.11."""
    play = table(ana={"magic": 6})
    for bid in (4, 0, 4):
        casts(play, "buff", bid)
        assert play.of("bo", "buffs") == (("Social", 2),)
    casts(play, "buff", 0, element="Earth")
    assert play.of("bo", "buffs") == (("Social", 2), ("Strength", 1))
    assert [casting.balance(worths) for worths in ([], [1], [1, 2], [1, 1], [1, -1], [-1])] == [0, 1, 2, 1, 0, -1]


# Forging


@pytest.mark.parametrize(("armor", "change", "after"), [(0, "+1", 1), (3, "+1", 4), (0, "-1", 0), (2, "-1", 1)])
def test_forging_makes_the_armor_of_one_area_better_or_worse(armor, change, after):
    """TOF-8.12: from 0 to 4, for the scene."""
    play = table(bo={"armor": {"torso": armor} if armor else {}})
    events = casts(play, "forge-armor", 2, change=change)
    assert (outcome(events), harm.armor_of(play.desk, "bo", "torso")) == ("success", after)
    assert harm.armor_of(play.desk, "bo", "head") == 0
    play.act("gm", "end-scene")
    assert harm.armor_of(play.desk, "bo", "torso") == armor


def test_forging_the_same_twice_counts_once_and_the_opposite_undoes_it():
    """TOF-8.12."""
    play = table()
    for change, after in (("+1", (("torso", 1),)), ("+1", (("torso", 1),)), ("-1", ())):
        casts(play, "forge-armor", 2, change=change)
        assert play.of("bo", "forged") == after
    assert (outcome(casts(table(), "forge-armor", 1)), play.of("bo", "forged")) == ("failure", ())


def test_forging_an_object_is_told_in_words():
    """TOF-8.12."""
    play = table()
    play.act("ana", "forge", who="ana", what="mend the lock")
    assert outcome(play.answer("ana", 2)) == "success"
    assert outcome(casts(play, "forge", 1)) == "failure"


# Healing


@pytest.mark.parametrize(("bid", "hp"), [(0, 3), (1, 4), (4, 7)])
def test_healing_restores_one_health_point_and_the_overflow(bid, hp):
    """TOF-8.13."""
    play = table(bo={"hp": 2})
    events = casts(play, "heal", bid)
    assert (outcome(events), play.of("bo", "hp")) == ("success", hp)
    line = f"bo regains {count_of(hp - 2, 'health point')}"
    assert [line in said(events, viewer) for viewer in ("bo", "gm", "eve")] == [True, True, False]


def test_healing_does_not_pass_the_maximum_and_needs_a_touch():
    """TOF-8.13."""
    play = table(bo={"hp": 7})
    casts(play, "heal", 4)
    assert play.of("bo", "hp") == 8
    play = table()
    for who, x in (("ana", 0), ("bo", 2)):
        play.act("gm", "put", who=who, x=x, y=0)
    assert refused(play, "heal") == "bo is 2 squares away, and this reaches 1"


def test_healing_wakes_whoever_is_out():
    """TOF-8.13."""
    play = table(bo={"hp": 0, "conditions": ["out"]})
    events = casts(play, "heal", 0)
    assert (play.of("bo", "conditions"), play.of("bo", "hp"), told(events, "awake")) == ((), 1, [True])


@pytest.mark.parametrize(("hp", "conditions"), [(0, ("out",)), (1, ())])
def test_a_wound_is_cleared_and_wakes_only_with_a_health_point(hp, conditions):
    """TOF-8.13: difficulty 12."""
    play = table(bo={"hp": hp, "conditions": ["out"], "wounds": ["torso", "head"]})
    assert outcome(casts(play, "heal-wound", 3)) == "failure"
    assert outcome(casts(play, "heal-wound", 4)) == "success"
    assert (play.of("bo", "wounds"), play.of("bo", "conditions")) == (("head",), conditions)
    assert refused(play, "heal-wound") == "bo's torso is not wounded"


def test_a_wound_that_has_healed_meanwhile_is_not_cleared_again():
    """TOF-8.13."""
    play = table(bo={"wounds": ["torso"]})
    play.act("ana", "heal-wound", who="ana", **SPELLS["heal-wound"])
    play.put("bo", wounds=())
    events = play.answer("ana", 4)
    assert (outcome(events), "bo's torso is healed" in said(events)) == ("success", False)


def test_of_two_wounds_on_one_part_one_is_cleared_where_both_count():
    """TOF-8.13, TOF-7.17."""
    play = table({"repeat_wound": "adds_charge"}, bo={"wounds": ["torso"], "again": {"torso": 1}})
    for wounds in (("torso",), ()):
        casts(play, "heal-wound", 4)
        assert (play.of("bo", "wounds"), play.of("bo", "again")) == (wounds, ())


# Illusions


def test_an_illusion_is_cast_in_secret_and_its_total_is_nobodys_but_the_game_masters():
    """TOF-8.14: not even the bid is heard of; in a fight all see that the action is used."""
    play = in_a_fight()
    before = len(play.table.records)
    casts(play, "illusion", 3)
    events = play.table.records[before:]
    assert play.of("ana", "lasting") == (("illusion", "a wall of fire", "0", "11"),)
    heard = [see(event, "bo") for event in events if see(event, "bo")]
    assert not [event for event in heard if isinstance(event, Asked | Answered | Revealed | Verdict)]
    assert (said(events, "bo"), said(events, "ana")[0]) == ([], "ana weaves an illusion: a wall of fire")
    assert [play.sees(seat, "token", "ana", "lasting") is None for seat in ("ana", "bo", "gm")] == [True, True, False]
    assert (play.sees("bo", "token", "ana", "acted"), play.sees("bo", "token", "ana", "magic_pool")) == (1, None)


def doubts(play, meant, *tries, difficulty=8):
    """Bo doubts what there is to be seen; the game master says what it is; Bo bids, perhaps again."""
    play.act("bo", "see-through", who="bo", **SPELLS["see-through"])
    play.answer("gm", (meant, difficulty))
    for bid in tries[:-1]:
        play.answer("bo", bid)
        play.answer("bo", "try again")
    return play.answer("bo", tries[-1])


@pytest.mark.parametrize(("bid", "is_seen"), [(2, False), (3, True)])
def test_whoever_reaches_the_casting_total_sees_through_an_illusion(bid, is_seen):
    """TOF-8.14: Scrutinize: 4 and 4 and the bid, against 11; only who looked learns it."""
    play = table({"retry": "once"}, bo={"skills": {"Scrutinize": 4}})
    casts(play, "illusion", 3)
    events = doubts(play, 0, bid)
    assert outcome(events) == ("success" if is_seen else "failure")
    line = "the wall of fire: an illusion"
    assert [line in said(events, seat) for seat in ("bo", "gm", "ana", "eve")] == [is_seen, is_seen, False, False]
    assert told(events, "seen through") == ([None] if is_seen else [])


def test_doubting_what_is_real_sounds_the_same_until_one_knows():
    """TOF-8.14: the game master says how hard it is to be sure; who fails learns nothing, and may try again."""
    play = table(bo={"skills": {"Scrutinize": 4}})
    events = doubts(play, -1, 0, 1, difficulty=9)
    assert "the wall of fire: it is no illusion" in said(events, "bo")
    assert play.asked() == []
    play.act("bo", "see-through", who="bo", **SPELLS["see-through"])
    assert [one.label for one in play.question("gm").fields[0].options] == ["nothing of that kind"]


def test_an_illusion_ends_with_the_scene():
    """TOF-8.14, TOF-1.34."""
    play = table()
    casts(play, "illusion", 3)
    play.act("gm", "end-scene")
    assert casting.effects(play.desk) == []


def test_only_who_knows_a_sheet_casts_in_secret_and_others_are_judged_by_the_table():
    """TOF-8.06, TOF-1.24: whoever answers for another may find that the pool does not pay."""
    play = table(ogre={"magic": 1, "magic_pool": 2})
    play.act("gm", "hand-over", token="ogre", to="bo")
    with pytest.raises(Refusal, match="only ogre's owner and the game master know whether ogre can"):
        play.act("bo", "illusion", who="ogre", **SPELLS["illusion"])
    events = play.act("bo", "cast", who="ogre", near="conjured", **SPELLS["cast"])
    assert (outcome(events), told(events, "declared"), pool(play, "ogre")) == ("refused", [False], 2)
    events = play.act("bo", "cast-at", who="ogre", target="ana", element="Earth", near="conjured")
    assert (outcome(events), play.fact("turns", "striking")) == ("refused", None)
    for verb in ("buff", "quench"):
        events = play.act(
            "bo", verb, who="ogre", **{**SPELLS[verb], **({"near": "conjured"} if verb == "buff" else {"at_hand": "neither"})}
        )
        assert outcome(events) == "refused"
    play.act("bo", "cast", who="ogre", **SPELLS["cast"])
    assert (outcome(play.answer("bo", 1)), pool(play, "ogre")) == ("success", 0)


def test_where_sheets_are_open_everybody_sees_what_is_spent_and_masked():
    """TOF-1.24, TOF-8.14: it is told before it can be read off; and nothing is told of the game master's people."""
    play = table({"sheets": "open"}, ogre=MAGE)
    assert told(casts(play, "illusion", 3), "spent", "bo") == [3]
    play.act("gm", "illusion", who="ogre", **SPELLS["illusion"])
    assert told(play.answer("gm", 2), "spent", "bo") == []
    (revealed,) = (event for event in masks(play, 0, "Brains") if isinstance(event, Revealed))
    assert see(revealed, "eve").answers == (("Brains",),)
    play.put("ana", magic=8)
    assert told(quenches(play, 1, 0), "ended") == ["the mask of bo: Brains"]


# Masks


def masks(play, bid, *chosen, willing="yes"):
    play.act("ana", "mask", who="ana", **SPELLS["mask"])
    play.answer("bo", willing)
    play.answer("ana", bid)
    return play.answer("bo", chosen)


def test_a_spell_masks_traits_of_somebody_willing():
    """TOF-8.14, TOF-6.26: one, and one more for every 3 of overflow; nobody else hears which."""
    play = table(bo={"skills": {"Dodge": 3}})
    events = masks(play, 3, "Brains", "Dodge")
    assert (outcome(events), play.of("bo", "veiled")) == ("success", (("Brains", 0), ("Dodge", 0)))
    assert [effects.trait_of(play.desk, "bo", trait) for trait in ("Brains", "Dodge", "Social")] == ["masked", "masked", "4"]
    assert [play.sees(seat, "token", "bo", "veiled") is None for seat in ("ana", "bo", "eve")] == [True, False, True]
    answers = [see(event, "eve").answers for event in events if isinstance(event, Revealed)]
    assert all(is_hidden(one) for answer in answers for one in answer)
    play.act("gm", "end-scene")
    assert effects.trait_of(play.desk, "bo", "Dodge") == "3"


def test_where_masks_lie_their_owner_says_what_they_show():
    """TOF-8.14, TOF-6.26."""
    play = table({"mask_mode": "false_value"})
    masks(play, 0, "Brains", 7)
    assert effects.trait_of(play.desk, "bo", "Brains") == "7"


def test_whoever_is_not_willing_is_not_masked_and_nothing_is_lost():
    """TOF-8.14."""
    play = table()
    play.act("ana", "mask", who="ana", **SPELLS["mask"])
    events = play.answer("bo", "no")
    assert (outcome(events), pool(play), play.of("bo", "veiled")) == ("declined", 20, ())


def test_oneself_is_always_willing_and_a_failed_mask_shows_everything():
    """TOF-8.14."""
    play = table(ana={"social": 3})
    assert outcome(casts(play, "mask", 0, target="ana")) == "failure"
    casts(play, "mask", 1, target="ana")
    assert play.asked() == [("ana", "masks")]
    play.answer("ana", ("Magic",))
    assert play.of("ana", "veiled") == (("Magic", 0),)


def test_a_mask_is_judged_again_when_the_other_has_agreed():
    """TOF-8.06, TOF-8.08: the points may be gone by then, or the other."""
    play = table(ana={"magic_pool": 2})
    play.act("ana", "mask", who="ana", **SPELLS["mask"])
    casts(play, "cast", 1)
    assert (outcome(play.answer("bo", "yes")), pool(play)) == ("refused", 0)
    play = table()
    play.act("ana", "mask", who="ana", **SPELLS["mask"])
    for who, x in (("ana", 0), ("bo", 9)):
        play.act("gm", "put", who=who, x=x, y=0)
    assert (outcome(play.answer("bo", "yes")), pool(play)) == ("refused", 20)


def test_a_table_without_masks_masks_nothing():
    """TOF-8.14, TOF-6.11."""
    assert refused(table({"masks": "off"}), "mask") == "this table plays without masks"


# Dust


def test_dust_lies_over_a_square_and_its_neighbours_for_some_rounds():
    """TOF-8.15: this round, and one more for each point of overflow: attacks into, out of or through it are harder by 2."""
    play = in_a_fight()
    for who, x in (("ana", 0), ("bo", 3), ("ogre", 6)):
        play.act("gm", "put", who=who, x=x, y=0)
    events = casts(play, "dust", 1, x=4, y=0)
    assert (told(events, "overflow"), play.fact("cloud", "4,0")) == ([2], (2,))
    pairs = (("ana", "bo"), ("bo", "ana"), ("ana", "ogre"))
    assert [ground.dust(play.desk, *pair) for pair in pairs] == [-2, -2, -2]
    play.act("gm", "put", who="bo", x=0, y=3)
    assert ground.dust(play.desk, "ana", "bo") == 0
    for clouds in (True, True, True, True, True, False):
        play.act("gm", "end-turn")
        assert (play.fact("cloud", "4,0") is not None) == clouds
    assert casting.effects(play.desk) == []


def test_the_total_of_a_cloud_is_not_on_the_table():
    """TOF-8.15, TOF-8.16, TOF-1.24: what everybody sees is how long it lasts."""
    play = in_a_fight()
    casts(play, "dust", 1)
    assert (play.sees("eve", "cloud", "0,0"), play.sees("eve", "token", "ana", "lasting")) == ((2,), None)


def test_dust_that_fails_covers_nothing():
    """TOF-8.15, TOF-8.07: the lower of Strength and Brains."""
    play = in_a_fight(ana={"strength": 3})
    assert (outcome(casts(play, "dust", 0)), play.fact("cloud", "0,0"), pool(play)) == ("failure", None, 18)


@pytest.mark.parametrize(("dials", "facts"), [({}, None), ({"positioning": "none"}, fight("ana", "ogre"))])
def test_dust_needs_rounds_and_squares(dials, facts):
    """TOF-8.15."""
    play = table(dials, facts=facts)
    assert refused(play, "dust") == "a cloud lasts some rounds over some squares: it needs a fight on a map"


def test_a_cloud_over_a_cloud_lasts_as_long_as_the_longer_one():
    """TOF-8.15: and what is left of clouds that are gone does not count."""
    play = in_a_fight({"actions_per_turn": 3})
    for bid, last in ((3, 4), (0, 4)):
        casts(play, "dust", bid)
        assert play.fact("cloud", "0,0") == (last,)
    play.act("gm", "end-fight")
    play.act("gm", "start-fight", who="everybody")
    casts(play, "dust", 0)
    assert (play.fact("cloud", "0,0"), [one.total for one in casting.effects(play.desk)]) == ((1,), [8])


def test_dust_settles_if_the_fight_is_over_meanwhile():
    """TOF-8.15."""
    play = in_a_fight()
    play.act("ana", "dust", who="ana", x=0, y=0)
    play.act("gm", "end-fight")
    assert (outcome(play.answer("ana", 0)), play.fact("cloud", "0,0")) == ("nothing", None)


# Quenching


def quenches(play, meant, bid, difficulty=8):
    play.act("ana", "quench", who="ana", **SPELLS["quench"])
    play.answer("gm", (meant, difficulty))
    return play.answer("ana", bid)


@pytest.mark.parametrize(("bid", "is_over"), [(1, False), (2, True)])
def test_the_difficulty_of_quenching_is_the_total_an_effect_was_cast_with(bid, is_over):
    """TOF-8.16: 4 and 4 and the bid, against 10."""
    play = table()
    casts(play, "buff", 2)
    events = quenches(play, 0, bid)
    assert (outcome(events), play.of("bo", "buffs")) == (("success", ()) if is_over else ("failure", (("Social", 1),)))
    assert told(events, "ended") == (["buff +1 on bo (Social)"] if is_over else [])
    assert ("the wall of fire: buff +1 on bo (Social) ends" in said(events)) == is_over


def test_every_effect_that_lasts_can_be_quenched():
    """TOF-8.16: what else there is of the kind counts on."""
    play = in_a_fight({"actions_per_turn": 3}, ana={"magic_pool": 90, "magic": 8})
    for verb, bid in (("forge-armor", 0), ("illusion", 0), ("dust", 0), ("buff", 0), ("buff", 2)):
        play.put("ana", acted=0)
        casts(play, verb, bid)
    play.put("ana", acted=0)
    masks(play, 0, "Brains", "Dodge")
    labels = [one.label for one in casting.effects(play.desk)]
    assert labels == [
        *("the illusion of a wall of fire", "the dust at 0,0, until round 5", "forge armor +1 on bo (torso)"),
        *("buff +1 on bo (Social)", "buff +2 on bo (Social)", "the mask of bo"),
    ]
    for place, left in ((4, (("Social", 1),)), (3, ())):
        play.put("ana", acted=0)
        quenches(play, place, 8)
        assert play.of("bo", "buffs") == left
    for place in (3, 2, 1, 0):
        play.put("ana", acted=0)
        assert outcome(quenches(play, place, 8)) == "success"
    assert (play.of("bo", "veiled"), play.of("bo", "forged"), play.fact("cloud", "0,0")) == ((), (), None)
    assert (play.of("ana", "lasting"), play.of("bo", "lasting")) == ((), ())


def test_a_trait_that_two_spells_mask_stays_masked_when_one_ends():
    """TOF-8.16, TOF-8.14."""
    play = table()
    for traits in (("Brains", "Dodge"), ("Dodge", "Social")):
        masks(play, 3, *traits)
    quenches(play, 0, 4)
    assert play.of("bo", "veiled") == (("Dodge", 0), ("Social", 0))


def test_of_two_clouds_one_ends():
    """TOF-8.16, TOF-8.15: by whomever they were raised."""
    play = table(bo=MAGE, facts=fight("ana", "bo", "ogre"))
    casts(play, "dust", 4)
    play.act("ana", "end-turn")
    casts(play, "dust", 0, seat="bo")
    assert play.fact("cloud", "0,0") == (5,)
    play.act("gm", "end-turn")
    play.act("gm", "end-turn")
    play.put("ana", magic=8)
    quenches(play, 0, 4)
    assert play.fact("cloud", "0,0") == (1,)


def test_quenching_what_is_no_spell_tells_nothing_to_whoever_fails():
    """TOF-8.16: and its surcharge is gone."""
    play = table()
    events = quenches(play, -1, 0, difficulty=9)
    assert (outcome(events), told(events, "ended"), pool(play)) == ("failure", [], 18)
    events = quenches(play, -1, 1, difficulty=9)
    assert (outcome(events), told(events, "ended")) == ("success", ["nothing of that kind"])


def test_an_effect_that_has_ended_meanwhile_cannot_end_again():
    """TOF-8.16."""
    play = table()
    casts(play, "buff", 0)
    play.act("ana", "quench", who="ana", **SPELLS["quench"])
    play.answer("gm", (0, 8))
    play.act("gm", "end-scene")
    assert told(play.answer("ana", 4), "ended") == ["nothing of that kind"]


def test_quenching_reaches_as_far_as_any_spell():
    """TOF-8.16, TOF-8.08: an image has no square of its own."""
    play = in_a_fight({"actions_per_turn": 3})
    for verb in ("buff", "dust", "illusion"):
        play.put("ana", acted=0)
        casts(play, verb, 0)
    for who, x in (("ana", 0), ("bo", 9)):
        play.act("gm", "put", who=who, x=x, y=9)
    play.put("ana", acted=0)
    play.act("ana", "quench", who="ana", **SPELLS["quench"])
    blocked = {one.label: one.blocked for one in play.question("gm").fields[0].options}
    assert blocked == {
        "the dust at 0,0, until round 1, cast with 8": "(0, 0) is 9 squares away, and this reaches 6",
        "the illusion of a wall of fire, cast with 8": "",
        "buff +1 on bo (Social), cast with 8": "bo is 9 squares away, and this reaches 6",
        "nothing of that kind": "",
    }


# Who hears of it


@pytest.mark.parametrize("verb", sorted(set(SPELLS) - {"illusion", "see-through", "mask", "quench", "cast-at", "lightning"}))
def test_nobody_else_learns_what_a_spell_was_cast_with(verb):
    """TOF-1.24, TOF-8.05, TOF-8.06: pools, ratings and totals are the owner's and the game master's."""
    worlds = []
    for ana in ({"magic": 5, "strength": 5}, {"magic": 6, "strength": 4}):
        play = table(
            {"dn_visibility": "hidden"},
            ana={**ana, "agility": ana["strength"], "social": ana["strength"], "brains": ana["strength"]},
            bo={"wounds": ["torso"]},
            facts=fight("ana", "bo", "ogre"),
        )
        before = len(play.table.records)
        assert outcome(casts(play, verb, 3)) == "success"
        worlds.append([wire(see(event, "eve")) for event in play.table.records[before:] if see(event, "eve")])
        assert play.sees("eve", "token", "ana", "magic_pool") is None
    assert worlds[0] == worlds[1]


def test_lines_cite_the_rules_they_follow():
    """TOF-8.05, TOF-8.11."""
    play = table()
    begun = play.act("ana", "buff", who="ana", **SPELLS["buff"])
    assert cited([*begun, *play.answer("ana", 0)]) == {"TOF-1.03", "TOF-8.05", "TOF-8.11"}
