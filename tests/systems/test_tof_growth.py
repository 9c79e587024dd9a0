"""Twist of Fate and Mind over Matter: sessions, experience, and what it buys."""

import pytest

from fatewright.core.errors import BadValue
from fatewright.core.table.codec import wire
from fatewright.core.table.seal import is_hidden, see
from fatewright.core.table.story import Refusal
from fatewright.systems.twist_of_fate.characters import prices
from systems.tof_table import MOM, TOF, fight, kept, outcome, said, seated, usual

ABLE = {"skills": {"Weapon": 4}, "specs": ["Weapon: bladed"], "xp": 200}


def price(what, dials=None, system=TOF, **values):
    """What a step costs, or why it is not there."""
    found = prices.price(kept(system, **values), what, usual(system, **(dials or {})), system.lists)
    return found if isinstance(found, str) else int(found)


def rich(system=TOF, values=ABLE, **dials):
    return seated(system, people={"ana": values, "bo": {}}, dials=dials)


def buy(play, what):
    """The experience that a step costs."""
    before = play.of("ana", "xp")
    assert outcome(play.act("ana", "advance", who="ana", what=what)) == "granted"
    return before - play.of("ana", "xp")


# Sessions


@pytest.mark.parametrize("xp", [0, 5, 20])
def test_a_session_brings_experience_to_every_players_character(xp):
    """TOF-9.02: and to nobody else."""
    play = seated(people={"ana": {}, "bo": {"xp": 2}}, foes={"wolf": "Wolf"}, dials={"xp_per_session": xp})
    with pytest.raises(Refusal, match=r"^no session is open$"):
        play.act("gm", "close-session")
    assert said(play.act("gm", "open-session")) == ["Session 1"]
    with pytest.raises(Refusal, match=r"^a session is open already$"):
        play.act("gm", "open-session")
    events = play.act("gm", "close-session")
    assert [play.of(who, "xp") for who in ("ana", "bo", "wolf")] == [xp, 2 + xp, 0]
    assert said(events) == [f"The session ends; {xp} experience for everybody"]
    play.act("gm", "open-session")
    assert (play.fact("session", "number"), play.fact("session", "open")) == (2, True)


def test_the_end_of_a_session_ends_the_scene():
    """TOF-1.34, TOF-7.18: but not a fight."""
    play = seated(people={"ana": {"conditions": ["out"], "hp": 0, "loved": "yes"}})
    play.act("gm", "open-session")
    play.act("gm", "close-session")
    assert (play.of("ana", "conditions"), play.of("ana", "hp"), play.of("ana", "loved")) == ((), 1, "no")
    fighting = seated(facts={**fight("ana"), ("session", "open"): True})
    with pytest.raises(Refusal, match=r"^a fight is on: end it first$"):
        fighting.act("gm", "close-session")


@pytest.mark.parametrize(("dial", "more"), [("off", 0), ("on", 3)])
def test_willpower_that_is_left_brings_nothing_unless_a_dial_says_so(dial, more):
    """TOF-9.05: one for ten points, of all pools together; how many only the owner learns."""
    values = {"strength_pool": 9, "agility_pool": 15, "brains_pool": 9, "social_pool": 6, "magic": 4, "magic_pool": 20}
    play = seated(people={"ana": values, "bo": {"strength_pool": 0}}, dials={"leftover_to_xp": dial})
    play.act("gm", "open-session")
    events = play.act("gm", "close-session")
    assert play.of("ana", "xp") == 5 + more
    line = [f"ana: {more} more for willpower that is left"] if more else []
    assert (said(events, "ana")[1:], said(events, "eve")[1:]) == (line, [])


def test_the_game_master_gives_experience_besides():
    """TOF-9.02: nobody but the owner hears of it."""
    play = seated(people={"ana": {}, "bo": {}})
    events = play.act("gm", "give-xp", who="ana", amount=3)
    assert (play.of("ana", "xp"), said(events, "ana"), said(events, "bo")) == (3, ["ana gains 3 experience"], [])
    began, verdict = (seen for event in events[:2] if (seen := see(event, "bo")))
    assert (is_hidden(dict(began.args)["amount"]), is_hidden(verdict.value)) == (True, True)
    with pytest.raises(Refusal, match="is not something you can do here"):
        play.act("ana", "give-xp", who="ana", amount=3)
    for amount in (0, 101, "3", True):
        with pytest.raises(Refusal, match="is not a whole number from 1 to 100"):
            play.act("gm", "give-xp", who="ana", amount=amount)


# Prices


def test_the_prices_of_the_example():
    """TOF-X.42, TOF-9.03, TOF-9.04: an attribute to 5 is 15, a skill to 5 is 5, a new skill 2 + 1 in TOF and 1 in MOM."""
    play = rich()
    assert (buy(play, "Strength"), buy(play, "Weapon")) == (15, 5)
    assert buy(play, "Dodge: blows") + buy(play, "Dodge") == 3
    assert buy(rich(MOM), "Dodge") == 1


@pytest.mark.parametrize("reached", range(1, 9))
def test_an_attribute_costs_three_times_and_a_skill_once_the_rating_that_is_reached(reached):
    """TOF-9.03, TOF-R.23: prices rise."""
    values = {"strength": reached - 1, "skills": {"Weapon": reached - 1} if reached > 1 else {}, "specs": ["Weapon: bladed"]}
    assert (price("Strength", **values), price("Weapon", **values)) == (3 * reached, reached)
    dials = {"xp_attribute_mult": 2, "xp_skill_mult": 4}
    assert (price("Strength", dials, **values), price("Weapon", dials, **values)) == (2 * reached, 4 * reached)


@pytest.mark.parametrize(
    ("what", "values", "dials", "found"),
    [
        ("Strength", {"strength": 8}, {}, "Strength is at 8, and goes no further"),
        ("Weapon", {"skills": {"Weapon": 8}, "specs": ["Weapon: bladed"]}, {}, "Weapon is at 8, and goes no further"),
        ("Weapon", {}, {}, "Weapon: 1 without a specialization; one comes before the first point"),
        ("Vehicle", {}, {}, "Vehicle is not on the list of skills that this table plays with; a dial says which"),
        ("Magic", {}, {}, "this table plays without magic"),
        ("Magic", {"magic": 2}, {"magic": "on"}, 9),
        ("Weapon: bladed", {}, {}, 2),
        ("Weapon: bladed", {}, {"xp_spec": 5}, 5),
        ("Weapon: bladed", {"specs": ["Weapon: bladed"]}, {}, "Weapon: bladed is there already"),
        (
            "Weapon: polearm",
            {"specs": ["Weapon: bladed"]},
            {},
            "Weapon: 2 specializations, and with a rating of 0 there may be 1",
        ),
        (
            "Weapon: polearm",
            {"specs": ["Weapon: bladed"], "skills": {"Weapon": 1}},
            {},
            "Weapon: 2 specializations, and with a rating of 1 there may be 1",
        ),
        ("Weapon: polearm", {"specs": ["Weapon: bladed"], "skills": {"Weapon": 2}}, {}, 2),
        ("Weapon: ", {}, {}, "Weapon: : expected a skill and what it is used for, such as 'Weapon: bladed'"),
        (
            "Shield: wall",
            {},
            {"free_specs": "listed_only"},
            "Shield: wall: this table plays with listed specializations only: Shield: block, Shield: bash",
        ),
        ("Language: Welsh", {"specs": ["Language: Latin"], "skills": {"Language": 1}}, {"languages_per_spec": 2}, 0),
        ("perk: quick", {}, {}, 8),
        ("perk: quick", {}, {"xp_perk": 3}, 3),
        ("perk: knack of Ranged Weapons", {}, {}, 8),
        ("perk: deep well of Brains", {}, {}, 8),
        (
            "perk: deep well",
            {},
            {},
            "deep well is of a pool; found nothing, expected one of Strength, Agility, Brains, Social",
        ),
        ("perk: quick", {"perks": [{"perk": "quick", "of": "nothing"}]}, {}, "quick is there already"),
        (
            "perk: quick",
            {"flaws": [{"flaw": "slow", "of": "nothing"}]},
            {},
            "slow is the other half of quick; be rid of it first",
        ),
        ("perk: quick", {}, {"perks_flaws": "off"}, "this table plays without perks and flaws that have an effect"),
        (
            "perk: quick",
            {"perks": [{"perk": "knack", "of": skill} for skill in list(TOF.lists["skills"])[:8]]},
            {},
            "8 perks are as many as a sheet has room for",
        ),
        ("no longer: slow", {"flaws": [{"flaw": "slow", "of": "nothing"}]}, {}, 8),
        ("no longer: clumsy of Meet", {"flaws": [{"flaw": "clumsy", "of": "Meet"}]}, {}, 8),
        ("no longer: clumsy of Meet", {"flaws": [{"flaw": "clumsy", "of": "Act"}]}, {}, "clumsy of Meet is none of your flaws"),
        ("no longer: slow", {}, {"perks_flaws": "narrative"}, "this table plays without perks and flaws that have an effect"),
        (
            "Luck",
            {},
            {},
            "Luck is not bought with experience; attributes, skills, specializations and perks are, and the end of flaws",
        ),
    ],
)
def test_what_a_step_costs_or_why_there_is_none(what, values, dials, found):
    """TOF-9.03, TOF-9.04, TOF-3.05, TOF-3.06, TOF-3.12, TOF-3.27, TOF-5.05, TOF-R.07: one step at a time."""
    assert price(what, dials, **values) == found


OWN = "perk: never forgets a face of note"


@pytest.mark.parametrize(
    ("what", "found"),
    [
        (OWN, 8),
        ("perk: Quick", "Quick is called quick in the list"),
        (f"perk: {'so ' * 27}", "words of one's own are at most 80 characters"),
        ("no longer: vain of a weekday", "vain of a weekday is none of your flaws"),
        ("no longer: afraid of the dark", 8),
    ],
)
def test_what_words_of_ones_own_cost(what, found):
    """TOF-5.07, TOF-9.03: what any perk costs, whatever they are of."""
    assert price(what, flaws=[{"flaw": "afraid of the dark", "of": "nothing"}]) == found


@pytest.mark.parametrize(("agrees", "ending", "perks"), [(True, "granted", 1), (False, "refused", 0)])
def test_a_perk_in_ones_own_words_is_learned_if_the_game_master_agrees(agrees, ending, perks):
    """TOF-5.07."""
    play = rich()
    play.act("ana", "advance", who="ana", what=OWN)
    assert play.question("gm").prompt == f"ana would learn {OWN}, which is not listed. Do you agree?"
    events = play.answer("gm", agrees)
    assert (outcome(events), play.of("ana", "perks")) == (ending, (("never forgets a face of note", "nothing"),) * perks)
    assert play.of("ana", "xp") == 200 - 8 * perks


def test_a_flaw_in_ones_own_words_is_left_behind():
    """TOF-5.07, TOF-9.03."""
    flaws = [{"flaw": "afraid of the dark", "of": "nothing"}, {"flaw": "thirsty", "of": "Strength"}]
    play = rich(values={**ABLE, "flaws": flaws})
    assert buy(play, "no longer: thirsty of Strength") == 8
    assert buy(play, "no longer: afraid of the dark") == 8
    assert play.of("ana", "flaws") == ()


@pytest.mark.parametrize(
    ("what", "values", "found"),
    [
        ("Weapon", {}, 1),
        (
            "Weapon: bladed",
            {},
            "Weapon: bladed: this table plays without specializations; only languages and cultures are named",
        ),
        ("Language: Latin", {"skills": {"Language": 1}}, 0),
        ("Language: Latin", {}, "Language: a rating of 0 names none"),
        ("Culture: the river folk", {"skills": {"Culture": 2}, "specs": ["Culture: etiquette"]}, 0),
    ],
)
def test_without_specializations_a_new_skill_starts_at_one_and_languages_name_its_points(what, values, found):
    """TOF-9.04, MOM-3.01, TOF-3.27."""
    assert price(what, None, MOM, **values) == found


def test_a_price_says_where_it_comes_from():
    """TOF-9.03."""
    found = prices.price(kept(), "Strength", usual(), TOF.lists)
    assert list(found.why()) == ["15 experience (3 times) [TOF-9.03]", "  +5 Strength 5 [TOF-2.02]"]


def test_the_next_steps_are_all_that_could_be_bought_what_can_be_paid_first():
    """TOF-9.03, TOF-9.04."""
    values = {**ABLE, "xp": 5, "flaws": [{"flaw": "slow", "of": "nothing"}]}
    found = TOF.next_steps(kept(**values), usual(), TOF.lists)
    costs = [int(cost) for cost in found.values()]
    payable = [cost <= 5 for cost in costs]
    assert payable == sorted(payable, reverse=True)
    assert {name: found[name] for name in ("Weapon", "Strength", "Weapon: polearm", "Dodge: blows", "no longer: slow")} == {
        **{"Weapon": 5, "Strength": 15, "Weapon: polearm": 2, "Dodge: blows": 2, "no longer: slow": 8}
    }
    assert {"Dodge", "Magic", "perk: quick", "Weapon: bladed", "Vehicle: car", "perk: knack of Dodge"} & set(found) == set()
    assert {"perk: knack of Weapon", "perk: deep well of Social", "perk: poker face"} <= set(found)
    assert all(isinstance(price(what, **values), int) for what in found)
    without = MOM.next_steps(kept(MOM), usual(MOM), MOM.lists)
    assert ("Dodge" in without, [name for name in without if ": " in name and not name.startswith("perk")]) == (True, [])


# Advancement


def test_a_step_is_paid_and_written_down_and_nobody_else_hears_of_it():
    """TOF-9.03, TOF-1.24, TOF-2.14."""
    play = rich()
    events = play.act("ana", "advance", who="ana", what="Strength")
    assert (play.of("ana", "strength"), play.of("ana", "xp")) == (5, 185)
    assert play.of("ana", "advances") == (("Strength", "5", "15"),)
    assert said(events, "ana") == said(events, "gm") == ["ana advances", "ana: Strength is 5, for 15 experience"]
    heard = str([wire(seen) for event in events if (seen := see(event, "bo"))])
    assert (said(events, "bo"), "Strength" in heard, "185" in heard) == (["ana advances"], False, False)


def test_a_whole_life_of_steps_keeps_to_the_rules():
    """TOF-9.03, TOF-3.05, TOF-3.06: every kind of step, one after the other."""
    play = rich(values={**ABLE, "flaws": [{"flaw": "clumsy", "of": "Weapon"}]})
    steps = [
        "Dodge: blows",
        "Dodge",
        "Dodge",
        "Dodge: missiles",
        "no longer: clumsy of Weapon",
        "perk: knack of Weapon",
        "Weapon",
    ]
    assert [buy(play, step) for step in steps] == [2, 1, 2, 2, 8, 8, 5]
    assert (dict(play.of("ana", "skills")), play.of("ana", "specs")) == (
        {"Weapon": 5, "Dodge": 2},
        ("Weapon: bladed", "Dodge: blows", "Dodge: missiles"),
    )
    assert (play.of("ana", "perks"), play.of("ana", "flaws")) == ((("knack", "Weapon"),), ())
    assert play.of("ana", "advances")[3:6] == (
        ("Dodge: missiles", "learned", "2"),
        ("no longer: clumsy of Weapon", "gone", "8"),
        ("perk: knack of Weapon", "taken", "8"),
    )


@pytest.mark.parametrize(
    ("what", "xp", "why"),
    [
        ("Strength", 14, "Strength costs 15 experience, and ana has 14"),
        ("Dodge", 99, "Dodge: 1 without a specialization; one comes before the first point"),
        ("Luck", 99, "Luck is not bought with experience; .*"),
    ],
)
def test_what_cannot_be_bought_or_paid_is_refused(what, xp, why):
    """TOF-9.03, TOF-9.04: and nothing changes."""
    play = rich(values={**ABLE, "xp": xp})
    with pytest.raises(Refusal, match=f"^{why}$"):
        play.act("ana", "advance", who="ana", what=what)
    with pytest.raises(Refusal, match="ana is not yours"):
        play.act("bo", "advance", who="ana", what=what)
    with pytest.raises(Refusal, match="expected a text of 1 to 120 characters"):
        play.act("ana", "advance", who="ana", what="")
    assert (play.of("ana", "xp"), play.of("ana", "advances")) == (xp, ())


@pytest.mark.parametrize(
    ("dial", "session", "nights", "fighting", "is_open"),
    [
        ("between_sessions_or_rest", False, 0, False, True),
        ("between_sessions_or_rest", True, 0, False, False),
        ("between_sessions_or_rest", True, 1, False, True),
        ("between_sessions_or_rest", False, 1, True, False),
        ("between_sessions", False, 0, False, True),
        ("between_sessions", True, 1, False, False),
        ("any_time", True, 0, False, True),
        ("any_time", True, 0, True, True),
    ],
)
def test_when_experience_is_spent(dial, session, nights, fighting, is_open):
    """TOF-9.04: between sessions, or after a night of rest; never in a scene."""
    facts = {("session", "open"): session, **(fight("ana") if fighting else {})}
    play = seated(people={"ana": {**ABLE, "nights": nights}}, dials={"xp_when": dial}, facts=facts)
    if is_open:
        assert buy(play, "Weapon") == 5
    else:
        with pytest.raises(Refusal, match="experience is spent"):
            play.act("ana", "advance", who="ana", what="Weapon")


def test_after_a_night_until_dawn():
    """TOF-9.04, TOF-4.10."""
    play = rich()
    play.act("gm", "open-session")
    with pytest.raises(Refusal, match=r"^experience is spent between sessions, or after a night of rest until the next dawn$"):
        play.act("ana", "advance", who="ana", what="Weapon")
    play.act("ana", "sleep", who="ana")
    assert buy(play, "Weapon") == 5
    play.act("gm", "dawn")
    with pytest.raises(Refusal, match="experience is spent between sessions"):
        play.act("ana", "advance", who="ana", what="Weapon")


@pytest.mark.parametrize(
    ("what", "dial", "field", "after"),
    [
        ("Strength", "keep", "strength_pool", 7),
        ("Strength", "fill", "strength_pool", 12),
        ("Health", "keep", "hp", 3),
        ("Health", "fill", "hp", 5),
        ("Weapon", "fill", "strength_pool", 7),
    ],
)
def test_a_raised_attribute_raises_what_the_pool_can_hold(what, dial, field, after):
    """TOF-4.14: the pool itself stays, unless a dial fills it by what it can hold more."""
    play = rich(values={**ABLE, "strength_pool": 7, "hp": 3}, pool_on_raise=dial)
    buy(play, what)
    assert play.of("ana", field) == after
    assert play.derived("ana")["Strength pool"] == (25 if what == "Strength" else 20)


def test_a_deep_well_is_filled_by_six():
    """TOF-4.14, TOF-5.05."""
    deep = {**ABLE, "perks": [{"perk": "deep well", "of": "Strength"}], "strength_pool": 7}
    play = rich(values=deep, pool_on_raise="fill")
    buy(play, "Strength")
    assert play.of("ana", "strength_pool") == 13


@pytest.mark.parametrize(("agrees", "specs"), [(True, ("Weapon: bladed", "Weapon: whip")), (False, ("Weapon: bladed",))])
def test_a_specialization_that_is_not_listed_needs_the_game_masters_consent(agrees, specs):
    """TOF-3.12."""
    play = rich()
    play.act("ana", "advance", who="ana", what="Weapon: whip")
    assert play.asked() == [("gm", "agree")]
    events = play.answer("gm", agrees)
    assert (outcome(events), play.of("ana", "specs")) == ("granted" if agrees else "refused", specs)
    assert play.of("ana", "xp") == (198 if agrees else 200)
    assert buy(play, "Trade: cooper") == 2  # a skill that takes any words


def test_experience_that_was_spent_meanwhile_is_not_spent_twice():
    """TOF-9.03."""
    play = rich(values={**ABLE, "xp": 5})
    play.act("ana", "advance", who="ana", what="Weapon: whip")
    buy(play, "Weapon")
    events = play.answer("gm", True)
    assert (outcome(events), play.of("ana", "xp"), play.of("ana", "specs")) == ("refused", 0, ("Weapon: bladed",))


MASKS = (("Brains", 7), ("Ranged Weapons", 0), ("Dodge", 3))
NAMED = "a poker face masks 3 traits; name them with what a false mask would show, as in"


def test_a_poker_face_is_bought_with_three_masks():
    """TOF-5.05, TOF-6.26, TOF-9.03: each with what it would show; nothing is asked, so that nobody guesses."""
    play = rich()
    events = play.act("ana", "advance", who="ana", what="perk: poker face of Brains 7, Ranged Weapons, Dodge 3")
    assert (outcome(events), play.of("ana", "masks"), play.of("ana", "xp")) == ("granted", MASKS, 192)
    assert (play.of("ana", "perks"), said(events, "bo")) == ((("poker face", "nothing"),), ["ana advances"])


@pytest.mark.parametrize(
    "masks",
    ["", " of Brains", " of Brains, Dodge", " of Brains 9, Dodge, Social", " of Brains, Brains, Dodge", " of Luck, Dodge, Act"],
)
def test_a_poker_face_needs_three_traits_that_there_are(masks):
    """TOF-5.05, TOF-6.26."""
    assert price(f"perk: poker face{masks}") == 8
    with pytest.raises(Refusal, match=f"^{NAMED} 'perk: poker face of Brains 3, Dodge 0, Social 5'$"):
        rich().act("ana", "advance", who="ana", what=f"perk: poker face{masks}")


def test_whoever_answers_for_another_learns_only_whether_it_is_open():
    """TOF-9.04, TOF-1.24."""
    play = rich(values={**ABLE, "xp": 4})
    play.act("gm", "hand-over", token="ana", to="bo")
    events = play.act("bo", "advance", who="ana", what="Weapon")
    assert (outcome(events), said(events, "bo"), play.of("ana", "xp")) == ("refused", [], 4)
    assert said(events, "ana") == ["Weapon: Weapon costs 5 experience, and ana has 4"]


def test_there_is_no_such_field_as_experience_to_begin_with():
    """TOF-9.02."""
    assert kept()["xp"] == 0
    with pytest.raises(BadValue, match="expected a whole number from 0 to 9999"):
        TOF.place("Nora", {"xp": -1}, "character", "ana")


def test_where_sheets_are_open_everybody_hears_what_is_bought():
    """TOF-1.24, TOF-9.03: whom the game master plays stays hidden."""
    events = rich(sheets="open").act("ana", "advance", who="ana", what="Weapon")
    assert said(events, "bo") == ["ana advances", "ana: Weapon is 5, for 5 experience"]
    play = seated(foes={"wolf": "Wolf"}, dials={"sheets": "open"})
    assert said(play.act("gm", "eat", who="wolf"), "ana") == ["wolf eats"]
