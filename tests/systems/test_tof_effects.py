"""Twist of Fate: combat effects: what they cost across teammates, what they do, Orders, and who learns what."""

import pytest

from fatewright.core.table.events import Began, Verdict
from fatewright.core.table.game import Lapse
from fatewright.core.table.seal import is_hidden, see
from fatewright.systems.twist_of_fate.combat.effects import DECLINES, MASKED
from systems.tof_fight import (
    FIGHTER,
    battle,
    buys,
    heard,
    not_taken,
    notes,
    passed,
    price,
    refused,
    somebody,
    states,
    strikes,
    swings,
    total_of,
    trio,
    turn,
    until,
    values_of,
)
from systems.tof_table import MOM, TOF, cited, outcome, said

BOTH = pytest.mark.parametrize("system", [TOF, MOM], ids=["tof", "mom"])
SQUARES = {"a": (0, 0), "b": (0, 2), "c": (0, 4), "ogre": (9, 9)}
FULL = (20, 20, 20, 20, 8)


def sizes_up(play, who, trait="Weapon", target="ogre", second="Strength"):
    return buys(play, who, "know-thine-enemy", target=target, trait=trait, second=second)


def orders(play, who, mate, effect):
    return buys(play, who, "order", mate=mate, effect=effect)


# Prices


@BOTH
def test_orders_run_the_price_through_teammates(system):
    """TOF-X.14, TOF-6.12, TOF-6.13, MOM-6.01: Order 1 of A's Social, Step 2 of B's Agility, then KTE 3 of A's Brains."""
    play = trio(system=system, places=SQUARES)
    orders(play, "a", "b", "step")
    assert play.asked() == [("b", "effect")]
    assert said(play.answer("b", "north")) == ["b buys step for 2"]
    sizes_up(play, "a")
    assert (play.pools("a"), play.pools("b"), play.of("b", "at")) == ((20, 20, 17, 19, 8), (20, 18, 20, 20, 8), (0, 1))
    assert (turn(play), price(play)) == ((1, "a"), 4)


def test_the_price_climbs_across_all_kinds_together():
    """TOF-X.26, TOF-6.04, TOF-6.13: Step, Hulk Up, KTE, Order B; B: KTE; A: Step. Prices 1 to 6."""
    play = trio(places=SQUARES)
    events = [*buys(play, "a", "step", way="east"), *buys(play, "a", "hulk-up"), *sizes_up(play, "a")]
    events += orders(play, "a", "b", "know thine enemy")
    events += play.answer("b", ("ogre", "Dodge", "Agility"))
    events += buys(play, "a", "step", way="west")
    assert said(events) == [
        "a buys step for 1",
        "a buys hulk up for 2",
        "a buys know thine enemy for 3",
        "a buys order for 4",
        "b buys know thine enemy for 5",
        "a buys step for 6",
    ]
    assert play.pools("a") == (18, 13, 17, 16, 8)
    assert play.pools("b") == (20, 20, 15, 20, 8)


def test_an_order_may_order_an_order():
    """TOF-X.27, TOF-6.13, TOF-6.28: prices 1 (A), 2 (B), 3 (C), 4 (A); C has +1 in the next round."""
    play = trio()
    orders(play, "a", "b", "order")
    play.answer("b", ("c", "hulk up"))
    assert play.asked() == [("c", "effect")]
    play.answer("c", "hulk up")
    orders(play, "a", "b", "step")
    play.answer("b", DECLINES)
    assert play.pools("a") == (20, 20, 20, 15, 8)
    assert play.pools("b") == (20, 20, 20, 18, 8)
    assert play.pools("c") == (17, 20, 20, 20, 8)
    assert (play.of("c", "hulk_next"), play.of("c", "hulk_now")) == (1, 0)
    passed(play, 4)
    assert (turn(play), play.of("c", "hulk_next"), play.of("c", "hulk_now")) == ((2, "a"), 0, 1)


def test_prices_and_their_sums():
    """TOF-X.15, TOF-6.04: 1, 2, 3 and so on; 1, 3, 6, 10, 15, 21, 28, 36 in all."""
    play = battle({"ana": {"strength": 8}})
    spent = []
    for _ in range(8):
        buys(play, "ana", "hulk-up")
        spent.append(40 - play.of("ana", "strength_pool"))
    assert spent == [1, 3, 6, 10, 15, 21, 28, 36]


def test_an_effect_is_paid_from_one_pool_whatever_the_others_hold():
    """TOF-X.29, TOF-6.05: Agility pool 1, others 20: Hulk Up for 1, then a Step for 2 is refused, and nothing changes."""
    play = battle({"ana": {"agility_pool": 1}}, places={"ana": (0, 0), "ogre": (5, 5)})
    buys(play, "ana", "hulk-up")
    assert refused(play, "ana", "step", who="ana", way="north") == "step costs 2, and the agility pool holds 1"
    assert (price(play), play.pools("ana")) == (2, (19, 1, 20, 20, 8))


TWELVE = {"social": (1, 2, 4, 5, 6), "brains": (3, 7, 10), "agility": (9, 11), "strength": (8, 12)}


def buy(play, pool):
    """One effect of a pool's kind."""
    if pool == "strength":
        return buys(play, "a", "hulk-up")
    if pool == "agility":
        return buys(play, "a", "step", way="north")
    if pool == "brains":
        return sizes_up(play, "a")
    orders(play, "a", "b", "hulk up")
    return play.answer("b", DECLINES)


@pytest.mark.parametrize(
    ("values", "plan", "left"),
    [
        ({}, TWELVE, (0, 0, 0, 2)),
        ({"agility_pool": 0, "brains_pool": 0, "social_pool": 0}, {"strength": (1, 2, 3, 4, 5)}, (5, 0, 0, 0)),
        (
            {"strength": 8, "agility_pool": 0, "brains_pool": 0, "social_pool": 0},
            {"strength": (1, 2, 3, 4, 5, 6, 7, 8)},
            (4, 0, 0, 0),
        ),
        (
            {f"{name}_pool": 5 for name in ("strength", "agility", "brains", "social")},
            {"strength": (5,), "agility": (1, 4), "brains": (2, 3)},
            (0, 0, 0, 5),
        ),
    ],
    ids=["20 each", "only Strength 20", "only Strength 40", "5 each"],
)
def test_most_effects_in_one_turn(values, plan, left):
    """TOF-X.30, TOF-6.04, TOF-6.05: 12 (12+8, 11+9, 10+7+3, 6+5+4+2+1), 5, 8 and 5; bought until every kind is refused."""
    play = battle({"a": values, "b": {}}, places={"a": (0, 20), "b": (50, 50), "ogre": (90, 90)})
    prices = {cost: pool for pool, costs in plan.items() for cost in costs}
    assert sorted(prices) == list(range(1, len(prices) + 1))
    for cost in sorted(prices):
        buy(play, prices[cost])
    assert play.pools("a")[:4] == left
    price_now = len(prices) + 1
    for verb, more, kind, pool in (
        ("hulk-up", {}, "hulk up", "strength"),
        ("step", {"way": "north"}, "step", "agility"),
        ("know-thine-enemy", {"target": "ogre", "trait": "Weapon", "second": "Dodge"}, "know thine enemy", "brains"),
        ("order", {"mate": "b", "effect": "step"}, "order", "social"),
    ):
        held = play.of("a", f"{pool}_pool")
        why = f"{kind} costs {price_now}, and the {pool} pool holds {held}"
        assert refused(play, "a", verb, who="a", **more) == why


def test_no_skill_caps_what_effects_cost_and_no_check_is_made():
    """TOF-6.03, TOF-6.05: an untrained character buys five in a row, and nobody bids."""
    play = battle({"ana": {}})
    for _ in range(5):
        assert outcome(buys(play, "ana", "hulk-up")) == "paid"
    assert (play.asked(), play.of("ana", "hulk_next")) == ([], 5)


def test_an_attribute_that_does_not_function_buys_nothing():
    """TOF-6.05, TOF-2.13: unless 0 is a number like any other; then the pool is empty."""
    play = battle({"ana": {"brains": 0, "agility": 5}})
    why = "ana's brains does not function"
    asked = {"who": "ana", "target": "ogre", "trait": "Weapon", "second": "Dodge"}
    assert refused(play, "ana", "know-thine-enemy", **asked) == why
    play = battle({"ana": {"brains": 0, "agility": 5}}, zero_attribute="plain")
    assert refused(play, "ana", "know-thine-enemy", **asked) == "know thine enemy costs 1, and the brains pool holds 0"


# When


def test_effects_are_bought_before_the_action_after_it_or_both():
    """TOF-6.01, TOF-6.16."""
    play = battle()
    buys(play, "ana", "hulk-up")
    strikes(play, "ana", "ogre", 0, "parry", 0)
    buys(play, "ana", "hulk-up")
    assert (play.of("ana", "hulk_next"), play.of("ana", "strength_pool")) == (2, 17)


def test_no_effect_between_declaring_an_attack_and_its_resolution():
    """TOF-6.16: neither before the defense is named nor before the bids lie."""
    play = battle()
    why = "an attack is being settled: effects are bought before it or after it"
    swings(play, "ana", "ogre")
    assert refused(play, "ana", "hulk-up", who="ana") == why
    play.answer("gm", "parry")
    assert refused(play, "ana", "hulk-up", who="ana") == why
    play.answer("ana", 0)
    assert refused(play, "ana", "hulk-up", who="ana") == why
    play.answer("gm", 0)
    assert outcome(buys(play, "ana", "hulk-up")) == "paid"


@pytest.mark.parametrize(("window", "why"), [("own_turn", "it is a's turn"), ("any_time", None)])
def test_nobody_buys_effects_outside_their_turn_unless_a_dial_allows_it(window, why):
    """TOF-6.16: effect_window; what others buy meanwhile does not raise the price that everybody sees for this turn."""
    play = trio(effect_window=window)
    if why:
        assert refused(play, "b", "hulk-up", who="b") == why
        return
    buys(play, "b", "hulk-up")
    buys(play, "b", "hulk-up")
    assert (play.of("b", "strength_pool"), price(play)) == (17, 1)
    assert said(buys(play, "a", "hulk-up")) == ["a buys hulk up for 1"]


def test_effects_are_for_those_who_fight_and_stand():
    """TOF-6.01, TOF-7.18."""
    play = battle({"ana": {}, "bo": {"conditions": ["out"]}, "cy": {}})
    assert refused(play, "bo", "hulk-up", who="bo") == "bo is not in a fight: effects are bought in one"
    play.act("gm", "condition", who="ana", state="out")
    assert refused(play, "ana", "hulk-up", who="ana") == "ana is out"
    assert refused(play, "ana", "hulk-up", who="ogre") == "ogre is not yours"


@pytest.mark.parametrize(
    ("dial", "prices"),
    [("per_turn", [1, 2, 1, 1, 2, 1]), ("per_round", [1, 2, 3, 1, 2, 1])],
)
def test_when_the_counter_starts_over(dial, prices):
    """TOF-6.15, TOF-R.16: effect_counter: with every turn; or one for each side and the whole round."""
    play = battle({"a": {}, "b": {}}, effect_counter=dial)
    found = []
    for who, count in (("a", 2), ("b", 1), ("ogre", 2)):
        for _ in range(count):
            found += said(buys(play, who, "hulk-up"))
        passed(play)
    found += said(buys(play, "a", "hulk-up"))  # round 2
    assert [int(line.rpartition(" ")[2]) for line in found] == prices
    assert turn(play) == (2, "a")


@pytest.mark.parametrize(("dial", "seen"), [("on", [2, 2, 2, 2]), ("off", [None] * 4)])
def test_whether_everybody_sees_the_price_of_the_next_effect(dial, seen):
    """TOF-6.29, TOF-1.24: counter_public; what was bought, by whom and for how much is said at once, to all."""
    play = trio(counter_public=dial)
    events = buys(play, "a", "hulk-up")
    assert [play.sees(seat, "turns", "price") for seat in ("a", "gm", "b", "eve")] == seen
    assert [play.sees(seat, "token", "a", "bought") for seat in ("a", "gm", "b", "eve")] == [1, 1, None, None]
    for seat in ("a", "gm", "b", "eve"):
        assert said(events, seat) == ["a buys hulk up for 1"]
    assert cited(events) == {"TOF-6.04"}


# Hulk Up


def test_hulk_up_counts_in_the_next_round_and_never_in_this_one():
    """TOF-X.28, TOF-6.06, TOF-6.07, TOF-6.24: four before the attack make 24, not 28; in the next round 28, pool 22."""
    giant = somebody(strength=8, skills={"Weapon": 8})
    play = battle({"ana": giant}, {"ogre": {"health": 8}})
    for _ in range(4):
        buys(play, "ana", "hulk-up")
    assert "ana: Strength 8, Weapon 8, bid 8 makes 24" in said(strikes(play, "ana", "ogre", 8), "gm")
    play = battle({"ana": giant}, {"ogre": {"health": 8}})
    for _ in range(4):
        buys(play, "ana", "hulk-up")
    play.act("ana", "wait", who="ana")
    passed(play, 2)
    lines = said(strikes(play, "ana", "ogre", 8), "gm")
    assert "ana: Strength 8, Weapon 8, bid 8, Hulk Up and circumstances 4 makes 28" in lines
    assert play.of("ana", "strength_pool") == 22


def test_hulk_up_is_no_bid_and_leaves_the_cap_alone():
    """TOF-6.07: Weapon 4 allows 4, whatever was bought."""
    play = battle()
    buys(play, "ana", "hulk-up")
    passed(play, 2)
    swings(play, "ana", "ogre", "none")
    assert play.question("ana").high == 4


def test_hulk_up_is_gone_at_the_end_of_the_next_round_used_or_not():
    """TOF-6.24: everybody sees it wait, count and go; it counts for every melee attack of that round."""
    play = battle(actions_per_turn=2)
    found = []
    buys(play, "ana", "hulk-up")
    for _ in range(3):
        found.append([play.sees("eve", "token", "ana", field) for field in ("hulk_next", "hulk_now")])
        passed(play, 2)
    assert found == [[1, 0], [0, 1], [0, 0]]
    play = battle(foes={"ogre": {"health": 8}}, actions_per_turn=2)
    buys(play, "ana", "hulk-up")
    passed(play, 2)
    for _ in range(2):
        assert total_of(strikes(play, "ana", "ogre"), "ana") == 9


@pytest.mark.parametrize(
    ("weapon", "skill", "using", "total"),
    [
        ("sword", "Weapon", "weapon in hand", 9),
        ("nothing", "Brawl", "bare hands", 9),
        ("nothing", "Shield", "shield", 9),
        ("javelin", "Ranged Weapons", "weapon in hand", 8),
    ],
)
def test_hulk_up_is_for_melee(weapon, skill, using, total):
    """TOF-6.06, TOF-6.24."""
    armed = {"skills": {skill: 4}, "arms": [weapon] if weapon != "nothing" else [], "held": weapon, "off_held": "shield"}
    play = battle({"ana": armed})
    buys(play, "ana", "hulk-up")
    passed(play, 2)
    assert total_of(strikes(play, "ana", "ogre", using=using), "ana") == total


@pytest.mark.parametrize(("scope", "total"), [("attack", 8), ("attack_and_parry", 9)])
def test_whether_hulk_up_helps_to_parry(scope, total):
    """TOF-6.24: hulk_scope."""
    play = battle(hulk_scope=scope)
    passed(play)
    buys(play, "ogre", "hulk-up")
    passed(play)
    assert total_of(strikes(play, "ana", "ogre", 0, "parry", 0), "ogre") == total


# Step


@pytest.mark.parametrize(
    ("way", "at"),
    [
        *(("north", (5, 4)), ("north-east", (6, 4)), ("east", (6, 5)), ("south-east", (6, 6))),
        *(("south", (5, 6)), ("south-west", (4, 6)), ("west", (4, 5)), ("north-west", (4, 4))),
    ],
)
def test_a_step_is_one_square_besides_the_action(way, at):
    """TOF-6.09."""
    play = battle(places={"ana": (5, 5), "ogre": (0, 0)})
    buys(play, "ana", "step", way=way)
    assert (play.of("ana", "at"), play.of("ana", "acted"), play.of("ana", "agility_pool")) == (at, 0, 19)


def test_where_a_step_cannot_go():
    """TOF-6.09, TOF-6.18: onto an enemy, into a wall, from nowhere, or in no direction."""
    play = battle({"ana": {}, "bo": {}}, places={"ana": (0, 0), "ogre": (1, 0), "bo": (0, 1)})
    assert refused(play, "ana", "step", who="ana", way="east") == "somebody, or a wall, stands there"
    buys(play, "ana", "step", way="south")  # a friend makes room
    assert refused(play, "ana", "step", who="ana", way="up").startswith(
        "steps one square …: 'up' is not one of north, north-east"
    )
    assert refused(battle(), "ana", "step", who="ana", way="north") == "ana has not been placed"


# Know Thine Enemy


def masked(perk="poker face", **masks):
    return somebody(
        skills={"Dodge": 5},
        perks=[{"perk": perk, "of": "nothing"}],
        masks=masks or {"Agility": 7, "Brains": 0, "Weapon": 1},
    )


def test_know_thine_enemy_tells_one_value_to_one_reader():
    """TOF-X.32, TOF-6.10, TOF-6.25, TOF-6.26: Dodge 5, Shield 0, Agility masked; only buyer and game master have them."""
    play = battle({"a": {}, "b": {}}, {"ogre": masked()})
    events = [*sizes_up(play, "a", "Dodge"), *sizes_up(play, "a", "Shield"), *sizes_up(play, "a", "Agility")]
    told = ["ogre's Dodge: 5", "ogre's Shield: 0", f"ogre's Agility: {MASKED}"]
    assert notes(play, "a") == [f"round 1: {line}" for line in told]
    bought = [f"a buys know thine enemy for {count}" for count in (1, 2, 3)]
    assert said(events, "eve") == said(events, "b") == bought
    assert said(events, "gm") == [
        line for pair in zip(bought, (f"a learns {line}" for line in told), strict=True) for line in pair
    ]
    assert [notes(play, "a", viewer) for viewer in ("gm", "b", "eve")] == [[], [], []]
    (first, *_) = (event for event in events if isinstance(event, Verdict) and event.name == "trait")
    assert [is_hidden(see(first, seat).value) for seat in ("a", "gm", "b", "eve")] == [False, False, True, True]
    assert play.of("a", "brains_pool") == 14


def test_what_was_asked_is_seen_by_the_buyer_alone():
    """TOF-1.24, TOF-6.25: target and traits are sealed in the act itself, and what others get is the same, byte for byte."""
    found = []
    for target, trait in (("ogre", "Dodge"), ("b", "Social")):
        play = battle({"a": {}, "b": {}})
        (began,) = (event for event in sizes_up(play, "a", trait, target) if isinstance(event, Began))
        for viewer in ("b", "eve", "gm"):
            args = dict(see(began, viewer).args)
            assert [is_hidden(args[name]) for name in ("who", "target", "trait", "second")] == [False, True, True, True]
        assert dict(see(began, "a").args)["trait"] == trait
        found.append([heard(play, seat) for seat in ("b", "eve")])
    assert found[0] == found[1]


def test_a_note_is_a_snapshot_with_its_round():
    """TOF-6.25: the permanent rating at that moment."""
    play = battle()
    sizes_up(play, "ana", "Weapon")
    play.put("ogre", skills=(("Weapon", 6),))
    passed(play, 2)
    sizes_up(play, "ana", "Weapon")
    sizes_up(play, "ana", "Strength")
    assert notes(play, "ana") == ["round 1: ogre's Weapon: 4", "round 2: ogre's Weapon: 6", "round 2: ogre's Strength: 4"]


def test_passing_bonuses_are_not_read():
    """TOF-6.25, TOF-2.14: a Hulk Up does not change the rating."""
    play = battle({"a": {}, "b": {}})
    passed(play, 2)
    buys(play, "ogre", "hulk-up")
    passed(play)
    sizes_up(play, "a", "Strength")
    assert notes(play, "a") == ["round 2: ogre's Strength: 4"]


def test_what_cannot_be_asked():
    """TOF-6.25, TOF-2.09: oneself, who is not in the fight, pools and health points, and Magic where there is none."""
    play = battle({"ana": {}, "bo": {"conditions": ["out"]}})
    asked = {"who": "ana", "target": "ogre", "trait": "Weapon", "second": "Dodge"}
    assert refused(play, "ana", "know-thine-enemy", **{**asked, "target": "ana"}) == "one knows oneself"
    assert refused(play, "ana", "know-thine-enemy", **{**asked, "target": "bo"}) == "bo is not in this fight"
    assert refused(play, "ana", "know-thine-enemy", **{**asked, "trait": "Magic"}) == "there is no Magic at this table"
    for trait in ("hp", "strength_pool", "armor", "perks"):
        assert refused(play, "ana", "know-thine-enemy", **{**asked, "trait": trait}).startswith(
            f"to learn their …: '{trait}' is not one of"
        )
    play = battle(magic="on")
    sizes_up(play, "ana", "Magic")
    assert notes(play, "ana") == ["round 1: ogre's Magic: 0"]


@pytest.mark.parametrize("target", ["ogre", "b"])
def test_any_combatant_but_oneself_may_be_sized_up(target):
    """TOF-6.25: friends too."""
    play = battle({"a": {}, "b": {"agility": 3}}, {"ogre": {"agility": 3}})
    sizes_up(play, "a", "Agility", target)
    assert notes(play, "a") == [f"round 1: {target}'s Agility: 3"]


def test_the_game_masters_people_know_their_enemies_for_the_game_master():
    """TOF-6.25."""
    play = battle()
    passed(play)
    events = sizes_up(play, "ogre", "Dodge", "ana")
    assert (notes(play, "gm"), said(events)) == (["round 1: ana's Dodge: 4"], ["ogre buys know thine enemy for 1"])


@pytest.mark.parametrize(
    ("dials", "told"),
    [
        ({"masks": "on", "mask_mode": "blank"}, "masked"),
        ({"masks": "on", "mask_mode": "false_value"}, "7"),
        ({"masks": "off"}, "4"),
        ({"masks": "off", "mask_mode": "false_value"}, "4"),
        ({"perks_flaws": "off"}, "4"),
    ],
)
def test_masks_hide_or_lie(dials, told):
    """TOF-6.11, TOF-6.26: masks, mask_mode: paid for, and the false number looks like any other."""
    play = battle({"ana": {}}, {"ogre": masked()}, **dials)
    sizes_up(play, "ana", "Agility")
    sizes_up(play, "ana", "Dodge")
    assert notes(play, "ana") == [f"round 1: ogre's Agility: {told}", "round 1: ogre's Dodge: 5"]
    assert play.of("ana", "brains_pool") == 17


def test_masks_without_a_poker_face_hide_nothing_but_an_illusion_does():
    """TOF-6.26, TOF-8.14: a mask is a set of traits, from either."""
    play = battle({"ana": {}}, {"ogre": {"masks": {"Agility": 7}, "veiled": {"Brains": 1}}})
    sizes_up(play, "ana", "Agility")
    sizes_up(play, "ana", "Brains")
    assert notes(play, "ana") == ["round 1: ogre's Agility: 4", "round 1: ogre's Brains: masked"]


def test_an_open_book_shows_two_traits_for_one_price():
    """TOF-6.10, TOF-5.05: in one note."""
    play = battle({"ana": {}}, {"ogre": somebody(flaws=[{"flaw": "open book", "of": "nothing"}])})
    sizes_up(play, "ana", "Weapon", second="Strength")
    sizes_up(play, "ana", "Dodge", second="Dodge")
    assert notes(play, "ana") == ["round 1: ogre's Weapon: 4; ogre's Strength: 4", "round 1: ogre's Dodge: 4"]
    assert play.of("ana", "brains_pool") == 17


@pytest.mark.parametrize(
    ("dial", "lines"), [("target_hidden", []), ("target_open", ["a sizes up ogre"])], ids=["hidden", "open"]
)
def test_whether_others_learn_about_whom_one_asks(dial, lines):
    """TOF-6.25: kte_secrecy; the trait stays secret; on an Order too."""
    play = trio(kte_secrecy=dial)
    assert said(sizes_up(play, "a")) == ["a buys know thine enemy for 1", *lines]
    orders(play, "a", "b", "know thine enemy")
    events = play.answer("b", ("ogre", "Dodge", "Agility"))
    assert said(events) == ["b buys know thine enemy for 3", *(line.replace("a ", "b ", 1) for line in lines)]


# Orders


def test_on_an_order_the_teammate_who_pays_is_the_one_who_learns():
    """TOF-6.25, TOF-6.27: what they ask stays theirs; the orderer learns nothing."""
    found = []
    for answer in (("ogre", "Dodge", "Agility"), ("c", "Social", "Agility")):
        play = trio()
        orders(play, "a", "b", "know thine enemy")
        play.answer("b", answer)
        assert (len(notes(play, "b")), notes(play, "a")) == (1, [])
        found.append([heard(play, seat) for seat in ("a", "c", "eve")])
    assert found[0] == found[1]


def test_whoever_cannot_pay_cannot_take_an_order_and_it_stays_paid():
    """TOF-X.31, TOF-6.27: B has 1 Agility point: A's Social stays at 19, the counter at 1, and A's next costs 2."""
    play = battle({"a": {}, "b": {"agility_pool": 1}}, places={"a": (0, 0), "b": (0, 2), "ogre": (9, 9)})
    orders(play, "a", "b", "step")
    assert not_taken(play, "b", "north") == "north is not open: step costs 2, and the agility pool holds 1"
    events = play.answer("b", DECLINES)
    assert (outcome(events), said(events)) == ("declined", ["b does not"])
    assert (play.of("a", "social_pool"), play.of("b", "agility_pool"), price(play)) == (19, 1, 2)
    assert said(buys(play, "a", "hulk-up")) == ["a buys hulk up for 2"]


def test_whoever_has_a_bid_to_lay_down_buys_nothing_meanwhile():
    """TOF-1.21, TOF-6.16: the points of a bid are not spent elsewhere."""
    play = battle({"ana": FIGHTER})
    play.act("gm", "check", who="ana", skill="Weapon", difficulty=8)
    assert refused(play, "ana", "hulk-up", who="ana") == "ana has a bid to lay down first"
    play.answer("ana", 0)
    assert said(buys(play, "ana", "hulk-up")) == ["ana buys hulk up for 1"]


def test_nobody_can_tell_not_wanting_from_not_being_able():
    """TOF-6.29, TOF-6.27, TOF-1.24: what the orderer, the game master's people and onlookers get is the same."""
    found = []
    for pool in (1, 20):
        play = battle({"a": {}, "b": {"agility_pool": pool}}, places={"b": (0, 2)})
        before = {seat: len(heard(play, seat)) for seat in ("a", "eve")}
        orders(play, "a", "b", "step")
        play.answer("b", DECLINES)
        found.append([heard(play, seat)[before[seat] :] for seat in ("a", "eve")])
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("kind", "answer", "pool"),
    [
        ("hulk up", "hulk up", "strength"),
        ("step", "east", "agility"),
        ("know thine enemy", ("ogre", "Dodge", "Agility"), "brains"),
        ("order", ("c", "step"), "social"),
    ],
)
def test_every_kind_of_effect_can_be_ordered_taken_or_declined(kind, answer, pool):
    """TOF-6.12, TOF-6.13, TOF-6.27: from the teammate's pool, at the next price."""
    play = trio(places=SQUARES)
    orders(play, "a", "b", kind)
    assert play.question("b").prompt == f"b: on an Order you may buy {kind} for 2 points of {pool.capitalize()}"
    assert f"b buys {kind} for 2" in said(play.answer("b", answer))
    assert play.of("b", f"{pool}_pool") == 18
    play = trio(places=SQUARES)
    orders(play, "a", "b", kind)
    no = DECLINES if isinstance(answer, str) else (DECLINES, *answer[1:])
    events = play.answer("b", no)
    assert (outcome(events), said(events), play.pools("b")) == ("declined", ["b does not"], FULL)


def test_an_order_that_nobody_answers_lapses():
    """TOF-6.27: as if it had been declined; then it is the orderer's turn again."""
    play = trio()
    orders(play, "a", "b", "hulk up")
    (question,) = play.table.truth.questions
    assert outcome(play.do(Lapse("gm", question))) == "declined"
    assert said(buys(play, "a", "hulk-up")) == ["a buys hulk up for 2"]


def test_who_may_be_ordered():
    """TOF-6.12, TOF-6.27: a named teammate of the same side, conscious, and not oneself."""
    play = battle({"a": {}, "b": {}, "c": {"conditions": ["out"]}})
    assert refused(play, "a", "order", who="a", mate="a", effect="step") == "one does not order oneself"
    assert refused(play, "a", "order", who="a", mate="ogre", effect="step") == "ogre is not on a's side"
    assert refused(play, "a", "order", who="a", mate="c", effect="step") == "c cannot act"
    assert refused(play, "a", "order", who="a", mate="b", effect="dance").startswith("to …: 'dance' is not one of hulk up")
    play.act("gm", "condition", who="b", state="out")
    assert refused(play, "a", "order", who="a", mate="b", effect="step") == "b cannot act"


def test_a_teammate_who_falls_before_answering_does_nothing():
    """TOF-6.27, TOF-7.18."""
    play = trio()
    orders(play, "a", "b", "hulk up")
    play.act("gm", "condition", who="b", state="out")
    assert outcome(play.answer("b", "hulk up")) == "declined"
    assert play.pools("b") == FULL


def test_an_order_ends_with_the_turn_and_with_the_fight():
    """TOF-6.12: a teammate's effect is one of the orderer's turn."""
    for ends in ("end-turn", "end-fight"):
        play = trio()
        orders(play, "a", "b", "hulk up")
        play.act("gm", ends)
        assert outcome(play.answer("b", "hulk up")) == "declined"
        assert play.pools("b") == FULL


def test_what_is_bought_meanwhile_raises_the_price_that_the_teammate_is_asked():
    """TOF-6.13: the counter is one; the question is put anew."""
    play = battle({"a": {}, "b": {"strength_pool": 2}})
    orders(play, "a", "b", "hulk up")
    buys(play, "a", "hulk-up")
    assert "for 3 points" in play.question("b").prompt
    assert not_taken(play, "b", "hulk up") == "Hulk Up is not open: hulk up costs 3, and the strength pool holds 2"


def test_while_an_attack_is_being_settled_a_teammate_waits():
    """TOF-6.16, TOF-6.27: no effect between declaring an attack and its resolution, on an Order neither."""
    play = battle({"a": FIGHTER, "b": {}})
    orders(play, "a", "b", "hulk up")
    swings(play, "a", "ogre")
    assert not_taken(play, "b", "hulk up") == "Hulk Up is not open: an attack is being settled"
    play.answer("gm", "none")
    play.answer("a", 0)
    assert said(play.answer("b", "hulk up")) == ["b buys hulk up for 2"]


def test_orders_nest_twice_and_come_back_to_the_turns_owner():
    """TOF-6.28, TOF-6.13: A orders B, B orders C, C orders A; each pays Social, and A the Step at 4."""
    play = trio(places=SQUARES)
    orders(play, "a", "b", "order")
    play.answer("b", ("c", "order"))
    play.answer("c", ("a", "step"))
    assert play.asked() == [("a", "effect")]
    play.answer("a", "east")
    assert [play.pools(who)[1::2] for who in "abc"] == [(16, 19), (20, 18), (20, 17)]
    assert said(buys(play, "a", "hulk-up")) == ["a buys hulk up for 5"]


def test_a_table_may_forbid_that_an_order_orders_an_order():
    """TOF-6.28: order_nesting = off."""
    play = trio(order_nesting="off")
    why = "here, an Order may not order an Order"
    assert refused(play, "a", "order", who="a", mate="b", effect="order") == why
    assert outcome(orders(play, "a", "b", "hulk up") + play.answer("b", "hulk up")) == "paid"


def test_on_an_order_perks_and_flaws_change_the_cost_and_not_the_counter():
    """TOF-6.13, TOF-5.05: drilled 1 less, at least 1; loner 1 more."""
    drilled = {"perks": [{"perk": "drilled", "of": "nothing"}]}
    loner = {"flaws": [{"flaw": "loner", "of": "nothing"}]}
    play = battle({"a": {}, "b": drilled, "c": loner})
    orders(play, "a", "b", "hulk up")
    assert said(play.answer("b", "hulk up")) == ["b buys hulk up for 1"]
    assert price(play) == 3
    orders(play, "a", "c", "hulk up")
    assert said(play.answer("c", "hulk up")) == ["c buys hulk up for 5"]
    assert price(play) == 5


def test_an_order_may_last_for_the_rest_of_the_turn():
    """TOF-6.27: order_grants = rest_of_turn: as many of its kind as the teammate buys, each at the running price."""
    play = trio(order_grants="rest_of_turn")
    assert said(orders(play, "a", "b", "hulk up")) == ["a buys order for 1", "b may buy hulk up in this turn"]
    assert said(buys(play, "b", "hulk-up")) == ["b buys hulk up for 2"]
    assert said(buys(play, "a", "hulk-up")) == ["a buys hulk up for 3"]
    assert said(buys(play, "b", "hulk-up")) == ["b buys hulk up for 4"]
    asked = {"who": "b", "target": "ogre", "trait": "Weapon", "second": "Dodge"}
    assert refused(play, "b", "know-thine-enemy", **asked) == "it is a's turn"
    orders(play, "a", "c", "know thine enemy")
    assert said(buys(play, "b", "hulk-up")) == ["b buys hulk up for 6"]  # both Orders hold
    assert said(sizes_up(play, "c")) == ["c buys know thine enemy for 7"]
    assert said(buys(play, "b", "hulk-up")) == ["b buys hulk up for 8"]
    assert refused(play, "b", "hulk-up", who="b") == "hulk up costs 9, and the strength pool holds 0"
    passed(play, 2)
    assert refused(play, "b", "hulk-up", who="b") == "it is c's turn"


def test_where_the_price_is_private_whoever_can_pay_it_learns_it_by_paying():
    """TOF-6.27, TOF-6.29: the counter runs on, and nobody is shown it."""
    play = trio(order_grants="rest_of_turn", counter_public="off")
    orders(play, "a", "b", "hulk up")
    assert said(buys(play, "b", "hulk-up")) == ["b buys hulk up for 2"]
    assert (price(play), play.of("b", "strength_pool"), play.of("b", "hulk_next")) == (None, 18, 1)


def test_an_order_for_the_rest_of_the_turn_may_be_to_order():
    """TOF-6.27, TOF-6.28: B, ordered to order, licenses C."""
    play = trio(order_grants="rest_of_turn")
    orders(play, "a", "b", "order")
    assert said(orders(play, "b", "c", "hulk up")) == ["b buys order for 2", "c may buy hulk up in this turn"]
    assert said(buys(play, "c", "hulk-up")) == ["c buys hulk up for 3"]


@pytest.mark.parametrize("public", values_of("counter_public"))
def test_a_licence_does_not_let_anybody_buy_what_they_cannot_pay(public):
    """TOF-6.05, TOF-6.27, TOF-6.29: nor where the price is not shown; then it turns out when they try."""
    play = battle({"a": {}, "b": {"strength_pool": 1}}, order_grants="rest_of_turn", counter_public=public)
    orders(play, "a", "b", "hulk up")
    if public == "on":
        assert refused(play, "b", "hulk-up", who="b") == "hulk up costs 2, and the strength pool holds 1"
    else:
        events = buys(play, "b", "hulk-up")
        assert (outcome(events), said(events)) == ("declined", ["b does not"])
    assert (play.of("b", "strength_pool"), play.of("b", "hulk_next")) == (1, 0)
    assert said(buys(play, "a", "hulk-up")) == ["a buys hulk up for 2"]


@pytest.mark.parametrize(
    ("kind", "verb", "more"),
    [
        ("know thine enemy", "know-thine-enemy", {"target": "ogre", "trait": "Weapon", "second": "Dodge"}),
        ("order", "order", {"mate": "a", "effect": "hulk up"}),
        ("step", "step", {"way": "north"}),
    ],
)
def test_where_the_price_is_private_a_licence_fails_without_a_trace(kind, verb, more):
    """TOF-6.27, TOF-6.29: nothing is paid, learned, granted or walked."""
    poor = {"brains_pool": 1, "social_pool": 1, "agility_pool": 1}
    dials = {"order_grants": "rest_of_turn", "counter_public": "off"}
    play = battle({"a": {}, "b": poor}, places={"a": (0, 0), "b": (0, 2), "ogre": (9, 9)}, **dials)
    orders(play, "a", "b", kind)
    before = dict(play.table.truth.facts)
    events = buys(play, "b", verb, **more)
    assert (outcome(events), said(events), dict(play.table.truth.facts)) == ("declined", ["b does not"], before)


def test_without_a_map_an_ordered_step_goes_up_to_somebody():
    """TOF-6.18, TOF-6.27."""
    play = trio(positioning="none")
    orders(play, "a", "b", "step")
    assert said(play.answer("b", "ogre")) == ["b buys step for 2", "b engages ogre"]


def test_the_game_masters_people_order_each_other():
    """TOF-6.12, TOF-6.13: the hand-over goes to the seat that runs them."""
    play = battle(foes={"ogre": {}, "imp": {}})
    passed(play)
    orders(play, "ogre", "imp", "hulk up")
    assert play.asked() == [("gm", "effect")]
    assert said(play.answer("gm", "hulk up")) == ["imp buys hulk up for 2"]


# Wounded parts


@pytest.mark.parametrize(
    ("wound", "verb", "more", "pool"),
    [
        ("torso", "hulk-up", {}, "strength"),
        ("left_leg", "step", {"way": "north"}, "agility"),
        ("head", "know-thine-enemy", {"target": "ogre", "trait": "Weapon", "second": "Dodge"}, "brains"),
        ("head", "order", {"mate": "b", "effect": "hulk up"}, "social"),
    ],
)
def test_an_effect_that_uses_a_wounded_part_costs_three_more_after_its_price(wound, verb, more, pool):
    """TOF-7.15, TOF-7.16: head for KTE and Order, torso for Hulk Up, legs for a Step; the counter counts the price alone."""
    play = battle({"a": {"wounds": [wound]}, "b": {}}, places={"a": (0, 0), "b": (0, 2), "ogre": (9, 9)})
    buys(play, "a", verb, **more)
    assert (play.of("a", f"{pool}_pool"), price(play)) == (16, 2)


def test_with_an_effect_too_the_last_gasp_takes_place_and_then_they_pass_out():
    """TOF-7.16, TOF-7.07, TOF-R.19: pool 3: price 1, the charge takes the other 2; the step is made."""
    play = battle(
        {"a": {"wounds": ["left_leg"], "agility_pool": 3}, "b": {}}, places={"a": (0, 0), "b": (5, 5), "ogre": (9, 9)}
    )
    events = buys(play, "a", "step", way="east")
    assert said(events) == ["a buys step for 1", "a is out"]
    assert (play.of("a", "at"), play.of("a", "agility_pool"), play.of("a", "hp"), states(play, "a")) == ((1, 0), 0, 8, ("out",))
    assert refused(play, "a", "hulk-up", who="a") == "a is out"
    until(play, "b")
    assert turn(play) == (1, "b")


def test_an_effect_on_an_order_may_be_a_last_gasp():
    """TOF-7.16, TOF-6.27: B's torso is wounded, and the pool holds 4: 2 for the price, 2 of 3 for the wound."""
    play = battle({"a": {}, "b": {"wounds": ["torso"], "strength_pool": 4}})
    orders(play, "a", "b", "hulk up")
    assert said(play.answer("b", "hulk up")) == ["b buys hulk up for 2", "b is out"]
    assert (play.of("b", "strength_pool"), play.of("b", "hulk_next")) == (0, 1)


def test_what_somebody_has_left_shows_nowhere_when_they_buy():
    """TOF-1.24, TOF-6.29: two tables that differ in pools, ratings and health points look the same to everybody else."""
    found = []
    for values in ({}, {"strength_pool": 13, "agility_pool": 9, "brains_pool": 8, "social_pool": 7, "hp": 1, "health": 7}):
        play = battle({"a": {**FIGHTER, **values}, "b": FIGHTER}, places={"a": (0, 0), "b": (0, 2), "ogre": (9, 9)})
        before = {seat: len(heard(play, seat)) for seat in ("b", "eve")}
        buys(play, "a", "hulk-up")
        buys(play, "a", "step", way="east")
        sizes_up(play, "a")
        orders(play, "a", "b", "hulk up")
        play.answer("b", "hulk up")
        passed(play, 3)
        found.append([heard(play, seat)[before[seat] :] for seat in ("b", "eve")])
    assert found[0] == found[1]
