"""Triumph & Disaster: casting: who may, what it costs, each spell and trick with its answer and its effect, what lasts."""

from fractions import Fraction

import pytest

from fatewright.core.rule import price
from fatewright.core.table.codec import wire
from fatewright.core.table.events import Verdict
from fatewright.core.table.seal import see
from fatewright.core.table.story import Refusal
from fatewright.systems.spec import from_folder
from fatewright.systems.triumph_and_disaster.magic import casting, spells
from fatewright.systems.triumph_and_disaster.mechanics.rolls import contest
from systems import tad_table
from systems.tad_table import APTITUDE, MASTERY, TAD, cited, fight, outcome, said, seated

ALL = dict.fromkeys(TAD.lists["castable"], APTITUDE)
MAGE = {"intuition": 4, "erudition": 3, "presence": 4, "aptitudes": ALL}  # 7 mana, potency 3
ANSWERS = ("Evade", "Nullify", "Resist Restraint", "Resist Toxin", "Resist Exhaustion", "Resist Fear", "Resist Possession")
TOUGH = {"toughness": 40, "aptitudes": dict.fromkeys(ANSWERS, APTITUDE)}
CULTIST = {
    "agility": 2,
    "vitality": 1,
    "erudition": 3,
    "intuition": 3,
    "presence": 3,
    "toughness": 30,
    "power": 6,
    "aptitudes": ALL,
}


def table(dials=None, *, ana=None, bo=None, ogre=None, places=None, facts=None, order=()):
    """Ana, who casts everything, Bo, and an ogre of the Storyteller's who answers everything at aptitude with 0."""
    people = {"ana": {**MAGE, **(ana or {})}, "bo": {"aptitudes": dict.fromkeys(ANSWERS, APTITUDE), **(bo or {})}}
    play = seated(
        people, {"ogre": {**TOUGH, **(ogre or {})}}, dials=dials, facts={**(facts or {}), **(fight(*order) if order else {})}
    )
    for who, at in (places or {}).items():
        play.put(who, at=at)
    return play


def in_a_fight(dials=None, **more):
    return table(dials, order=("ana", "bo", "ogre"), **more)


def casts(play, spell, *faces, target="ogre", who="ana", seat=None, **how):
    return play.act(seat or play.of(who, "owner"), "cast", *faces, who=who, spell=spell, target=target, **how)


def refused(play, spell, *, target="ogre", who="ana", verb="cast", **how):
    aim = {"target": target} if verb == "cast" else {}
    return play.refused(play.of(who, "owner"), verb, who=who, spell=spell, **aim, **how)


def hp(play, who="ogre"):
    return play.of(who, "hp")


def mana(play, who="ana"):
    return play.of(who, "mana")


# What a form begins with, and whoever is ready-made


@pytest.mark.parametrize(
    ("verb", "aptitudes", "known", "stands"),
    [
        ("cast", {"Spark": APTITUDE, "Mind Spike": APTITUDE}, [], "Mind Spike"),
        ("cast", {"Spark": APTITUDE}, [], "Spark"),
        ("cast", {}, ["Lance"], "Lance"),
        ("cast-at", {"Mind Spike": APTITUDE, "Acid Rain": APTITUDE}, [], "Acid Rain"),
    ],
)
def test_a_form_begins_with_a_spell_that_whoever_casts_knows(verb, aptitudes, known, stands):
    """TAD-MAG.01: spells before tricks; at a point, one with an area."""
    play = table(ana={"aptitudes": aptitudes, "known": known})
    assert play.form("ana", verb, who="ana")["spell"] == stands


@pytest.mark.parametrize("kind", ["Ysolde Ash", "Grey Magister"])
def test_ready_made_casters_have_a_hand_free(kind):
    """TAD-MAG.02: whatever they hold, casting takes a free hand."""
    held = {field: value for field, value in TAD.kinds[kind].items() if field in ("arms", "weapon", "second")}
    assert casting.free_hands(table(ana=held).desk, "ana") >= 1


# Harm, by a player's character


@pytest.mark.parametrize(
    ("spell", "answer", "dice", "lost", "paid"),
    [
        ("Fire Dart", "Evade", (3, 4), 10, 1),
        ("Frost Grip", "Resist Restraint", (5,), 8, 1),
        ("Mind Spike", "Nullify", (9,), 12, 1),
        ("Lance", "Evade", (1, 2, 3), 9, 2),
        ("Plague Breath", "Resist Toxin", (2, 4), 9, 2),
        ("Wither", "Resist Exhaustion", (6, 6), 15, 2),
        ("Dread", "Resist Fear", (), 0, 1),
        ("Bind Will", "Resist Possession", (), 0, 3),
        ("Spark", "Evade", (3,), 3, 0),
        ("Jolt", "Evade", (4,), 4, 0),
    ],
)
def test_a_harmful_spell_is_answered_by_its_skill(spell, answer, dice, lost, paid):
    """TAD-MAG.02, TAD-SPL.03, TAD-TRK.02, TAD-INT.06, TAD-ERU.09, TAD-R.16, TAD-R.28: Intuition places, Erudition adds."""
    play = table()
    assert casting.reactor(play.desk, casting.Casting("ana", spells.listed(spell, TAD.lists)), "ogre").what == answer
    events = casts(play, spell, 10, 13, *dice)
    assert outcome(events) == "hits"
    assert any("ana 14 : ogre 13; ana wins" in line for line in said(events))
    assert (40 - hp(play), 7 - mana(play)) == (lost, paid)


@pytest.mark.parametrize("spell", ["Fire Dart", "Dread", "Bind Will", "Spark"])
def test_a_tie_is_the_targets_and_the_mana_is_gone(spell):
    """TAD-MAG.02, TAD-CON.03."""
    play = table()
    assert (outcome(casts(play, spell, 9, 13)), hp(play), play.of("ogre", "statuses")) == ("misses", 40, ())
    assert mana(play) == 7 - TAD.lists["castable"][spell]["mana"]


@pytest.mark.parametrize(
    ("spell", "dice", "status"),
    [
        ("Frost Grip", (5,), "Restrained"),
        ("Plague Breath", (2, 4), "Poisoned"),
        ("Wither", (1, 1), "Withered"),
        ("Dread", (), "Frightened"),
        ("Bind Will", (), "Possessed"),
    ],
)
def test_a_spell_leaves_its_status(spell, dice, status):
    """TAD-SPL.03."""
    play = table()
    casts(play, spell, 10, 13, *dice)
    assert play.of("ogre", "statuses") == (status,)


def test_frost_grip_holds_by_bonds_and_dread_makes_afraid_of_the_caster():
    """TAD-SPL.03: bonds have no holder, fear has a source."""
    play = table()
    casts(play, "Frost Grip", 10, 13, 5)
    casts(play, "Dread", 10, 13)
    assert (play.desk.related("Restrained", "ana"), play.desk.related("Frightened", "ana")) == ([], ["ogre"])


def test_bind_will_is_shaken_off_against_the_roll_that_placed_it():
    """TAD-SPL.03, TAD-STA.13."""
    play = table()
    casts(play, "Bind Will", 18, 5)
    assert dict(play.of("ogre", "wills"))["Possessed"] == 22
    assert play.sees("ana", "token", "ogre", "wills") is None


@pytest.mark.parametrize("visibility", TAD.dials["contest_visibility"].values)
def test_the_roll_counts_whatever_is_seen_of_it(visibility):
    """TAD-STA.13, TAD-CON.11."""
    play = table({"contest_visibility": visibility})
    casts(play, "Bind Will", 18, 5)
    assert dict(play.of("ogre", "wills"))["Possessed"] == 22


def test_wither_keeps_all_healing_off():
    """TAD-SPL.03."""
    play = table()
    casts(play, "Wither", 10, 13, 1, 1, target="bo")
    before = hp(play, "bo")
    casts(play, "Close Wound", target="bo")
    events = play.answer("bo", "yes", 8)
    assert (hp(play, "bo"), "bo cannot be healed" in said(events)) == (before, True)


def test_a_night_ends_it_and_heals_nothing():
    """TAD-SPL.03, TAD-VIT.07."""
    play = table({"exploration": "freeform"})
    casts(play, "Wither", 10, 13, 1, 1, target="bo")
    before = hp(play, "bo")
    play.act("gm", "night")
    assert (hp(play, "bo"), play.of("bo", "statuses")) == (before, ())


# Areas


PLACES = {"ana": (0, 0), "bo": (10, 0), "ogre": (12, 0)}


def test_an_area_takes_in_everybody_near_a_point():
    """TAD-SPL.03, TAD-CON.09: one roll against all; each answers alone."""
    play = table(places=PLACES)
    events = play.act("ana", "cast-at", 10, 13, 1, 1, 14, who="ana", spell="Acid Rain", x=11, y=1)
    assert (outcome(events), hp(play, "bo"), hp(play)) == ("hits", 10 - 5, 40)
    assert mana(play) == 5


def test_by_a_dial_each_has_a_roll_of_their_own():
    """TAD-CON.09."""
    play = table({"area_roll": "roll_each"}, places=PLACES)
    events = play.act("ana", "cast-at", 10, 13, 1, 1, 2, 14, who="ana", spell="Acid Rain", x=11, y=1)
    assert (outcome(events), hp(play, "bo"), hp(play)) == ("hits", 5, 40)


def test_sunburst_blinds_for_a_round():
    """TAD-SPL.03."""
    play = in_a_fight(places=PLACES)
    events = casts(play, "Sunburst", 10, 2, 1, 1, 1, 3, 2, 2, 2)
    assert (outcome(events), hp(play, "bo"), hp(play), mana(play)) == ("hits", 4, 31, 4)
    for who in ("bo", "ogre"):
        assert (play.of(who, "statuses"), play.of(who, "timers")) == (("Blinded",), (("Blinded", 1),))


def test_without_a_board_the_caster_names_who_is_in_it():
    """TAD-SPL.03, TAD-CON.09."""
    play = table()
    casts(play, "Acid Rain")
    assert [field.name for field in play.question("ana").fields] == ["ana", "bo"]
    events = play.answer("ana", ("not in it", "in it"), 10, 3, 1, 1, 4, 2, 2)
    assert (outcome(events), hp(play), hp(play, "bo")) == ("hits", 35, 3)


def test_an_area_where_nobody_stands_is_spent_for_nothing():
    """TAD-MAG.02, TAD-SPL.03."""
    play = table(places=PLACES)
    events = play.act("ana", "cast-at", who="ana", spell="Acid Rain", x=0, y=15)
    assert (outcome(events), mana(play)) == ("nothing", 5)


def test_only_areas_are_cast_at_a_point():
    """TAD-SPL.03."""
    assert refused(table(places=PLACES), "Lance", verb="cast-at", x=1, y=1) == "Lance is cast at somebody, not at a point"


@pytest.mark.parametrize(
    ("spell", "far"),
    [("Fire Dart", 20), ("Lance", 40), ("Close Wound", 1), ("Spark", 6), ("Jolt", 1), ("Whisper", 40), ("Nudge", 6)],
)
def test_a_spell_reaches_so_far(spell, far):
    """TAD-SPL.03, TAD-TRK.02."""
    play = table(places={"ana": (0, 0), "ogre": (far + 1, 3 if far > 3 else 0)})
    assert refused(play, spell) == f"ogre is {far + 1} paces away, and {spell} reaches {far}"
    play.put("ogre", at=(far, 0))
    assert casts(play, spell, *((10, 19) if spells.listed(spell, TAD.lists).is_harmful else ()))


def test_nobody_harms_themselves():
    """TAD-MAG.02."""
    assert refused(table(), "Lance", target="ana") == "nobody casts Lance on themselves"


def test_who_is_hidden_or_gone_is_not_aimed_at():
    """TAD-STA.16, TAD-MAG.02."""
    play = table()
    play.put("ogre", statuses=("Hidden",))
    assert refused(play, "Fire Dart") == "ana does not see ogre"
    play.put("ogre", statuses=("Fled",))
    assert refused(play, "Fire Dart") == "ogre is not there any more"


# Help


def test_close_wound_heals_at_leisure_without_a_roll():
    """TAD-MAG.02, TAD-SPL.03, TAD-ERU.09: 1d8 and Erudition, on whoever wants it."""
    play = table()
    play.put("bo", hp=2)
    casts(play, "Close Wound", target="bo")
    assert play.asked() == [("bo", "willing")]
    assert (outcome(play.answer("bo", "yes", 4)), hp(play, "bo"), mana(play)) == ("works", 9, 6)


def test_who_does_not_want_it_is_left_alone():
    """TAD-MAG.02."""
    play = table()
    casts(play, "Close Wound", target="bo")
    assert (outcome(play.answer("bo", "no")), mana(play)) == ("refused", 7)


@pytest.mark.parametrize(("face", "result", "left"), [(7, "works", 9), (6, "loses", 2)])
def test_in_a_fight_help_is_rolled_for_against_ten(face, result, left):
    """TAD-MAG.02: 4 and the die, and a tie is fate's."""
    play = in_a_fight()
    play.put("ana", hp=2)
    events = casts(play, "Close Wound", face, *((4,) if result == "works" else ()), target="ana")
    assert (outcome(events), hp(play, "ana"), mana(play), play.of("ana", "acted")) == (result, left, 6, 1)


def test_close_wound_wakes_the_dying():
    """TAD-SPL.03, TAD-CMB.17: nobody asks whoever is unconscious."""
    play = table()
    play.put("bo", hp=0, statuses=("Dying",), marks=2)
    casts(play, "Close Wound", 1, target="bo")
    assert (hp(play, "bo"), play.of("bo", "statuses")) == (4, ())


@pytest.mark.parametrize(("potency", "erudition", "healed"), [("full", 3, 5), ("half", 3, 3), ("full", -5, 1)])
def test_potency_is_erudition_or_half_of_it_and_healing_at_least_one(potency, erudition, healed):
    """TAD-ERU.09."""
    play = table({"potency": potency}, ana={"erudition": erudition})
    play.put("ana", hp=1)
    casts(play, "Close Wound", 2, target="ana")
    assert hp(play, "ana") == 1 + healed


def test_potency_adds_to_damage_by_the_dial_and_never_to_a_trick():
    """TAD-ERU.09, TAD-TRK.01."""
    play = table({"potency": "half"})
    casts(play, "Fire Dart", 10, 3, 1, 1)
    assert hp(play) == 37
    casts(play, "Spark", 10, 3, 2)
    assert hp(play) == 35


# What lasts


def test_ward_is_soak_for_the_scene():
    """TAD-SPL.03, TAD-MAG.03."""
    play = table()
    casts(play, "Ward", target="ana")
    assert (play.of("ana", "warded"), play.of("ana", "holding"), mana(play)) == (2, (("Ward", "ana"),), 6)
    assert play.derived("ana")["soak"] == 2
    assert refused(play, "Ward", target="ana") == "ana holds Ward on ana already"


def test_two_at_most_are_held_and_the_third_asks_which_one_ends():
    """TAD-MAG.03."""
    play = table(ana={"presence": 6})
    casts(play, "Ward", target="ana")
    for who in ("bo", "ogre"):
        casts(play, "Ward", target=who)
        play.answer(play.of(who, "owner"), "yes")
    assert [option.label for option in play.question("ana").options] == ["Ward on ana", "Ward on bo"]
    assert play.question("ana").default == 0
    play.answer("ana", 0)
    assert [play.of(who, "warded") for who in ("ana", "bo", "ogre")] == [0, 2, 2]
    assert play.of("ana", "holding") == (("Ward", "bo"), ("Ward", "ogre"))


def test_what_has_ended_meanwhile_is_not_in_the_way():
    """TAD-MAG.03, TAD-GEN.08."""
    play = table(ana={"presence": 6})
    casts(play, "Ward", target="ana")
    for who in ("bo", "ogre"):
        casts(play, "Ward", target=who)
        play.answer(play.of(who, "owner"), "yes")
    assert play.asked() == [("ana", "ends")]
    play.act("gm", "end-scene")
    assert play.asked() == []
    assert (play.of("ana", "holding"), [play.of(who, "warded") for who in ("ana", "bo", "ogre")]) == (
        (("Ward", "ogre"),),
        [0, 0, 2],
    )


def test_a_held_spell_can_be_let_go():
    """TAD-MAG.03: what somebody else holds on the same person stays."""
    play = table(bo=MAGE)
    casts(play, "Ward", target="ana")
    casts(play, "Ward", target="ana", who="bo")
    play.answer("ana", "yes")
    assert play.of("ana", "warded") == 2
    assert outcome(play.act("ana", "release", who="ana", spell="Ward")) == "done"
    assert (play.of("ana", "warded"), play.of("ana", "holding")) == (2, ())
    play.act("bo", "release", who="bo", spell="Ward")
    assert play.of("ana", "warded") == 0


def test_letting_go_asks_which_and_of_what_is_not_held_says_so():
    """TAD-MAG.03."""
    play = table()
    for seat, sentence in (("ana", "ana holds no spell"),):
        with pytest.raises(Refusal, match=sentence):
            play.act(seat, "release", who="ana", spell="Ward")
    casts(play, "Ward", target="ana")
    casts(play, "Ward", target="bo")
    play.answer("bo", "yes")
    with pytest.raises(Refusal, match="ana holds Ward, Ward, not Dread"):
        play.act("ana", "release", who="ana", spell="Dread")
    play.act("ana", "release", who="ana", spell="Ward")
    play.answer("ana", 1)
    assert (play.of("ana", "holding"), play.of("bo", "warded"), play.of("ana", "warded")) == ((("Ward", "ana"),), 0, 2)


# Tricks that are told


def test_a_whisper_is_heard_by_one_person_alone():
    """TAD-TRK.02."""
    play = table()
    casts(play, "Whisper", target="bo")
    events = play.answer("ana", "behind the curtain")
    line = "ana to bo: behind the curtain"
    assert {viewer: line in said(events, viewer) for viewer in ("ana", "bo", "gm", "eve")} == {
        "ana": True,
        "bo": True,
        "gm": True,
        "eve": False,
    }
    assert "curtain" not in "".join(str(wire(see(event, "eve"))) for event in events if see(event, "eve"))


@pytest.mark.parametrize(("trick", "target"), [("Nudge", "ana"), ("Mend", "ana"), ("Spark", "ana")])
def test_a_small_thing_is_told(trick, target):
    """TAD-TRK.02, TAD-TRK.01: without mana, and without a roll."""
    play = table()
    casts(play, trick, target=target)
    events = play.answer("ana", "the candle on the table")
    assert (outcome(events), mana(play)) == ("works", 7)
    assert said(events)[-1] == f"ana, by {trick}: the candle on the table"


def test_veil_helps_the_next_sneak_of_this_turn():
    """TAD-TRK.02."""
    play = in_a_fight(facts={("turns", "slots"): ("ana", "bo", "ogre"), ("turns", "slot"): 0})
    assert outcome(casts(play, "Veil", target="ana")) == "works"
    assert play.of("ana", "tray") == (("Veil", 1, "Sneak"),)
    assert refused(play, "Veil", target="bo") == "Veil is for whoever casts it"
    play.act("ana", "end-turn")
    assert play.of("ana", "tray") == ()


# Who may


def test_nobody_casts_where_there_is_no_magic():
    """TAD-MAG.01."""
    assert refused(table({"magic": "off"}), "Fire Dart") == "this table plays without magic"


def test_a_spell_from_a_scroll_is_tried_at_level_none():
    """TAD-MAG.01, TAD-INT.06: the lower of two dice."""
    play = table(ana={"aptitudes": {}, "known": ["Fire Dart"]})
    assert refused(play, "Lance") == "ana does not know Lance"
    events = casts(play, "Fire Dart", 3, 17, 8)
    assert (outcome(events), "ana: Fire Dart ⚪, Intuition 4" in said(events)) == ("misses", True)


def test_a_teacher_makes_a_spell_known():
    """TAD-MAG.01: the Storyteller says so."""
    play = table(ana={"aptitudes": {}})
    assert outcome(play.act("gm", "teach", who="ana", spell="Dread")) == "done"
    assert (play.of("ana", "known"), outcome(casts(play, "Dread", 15, 15, 3))) == (("Dread",), "hits")
    with pytest.raises(Refusal, match="ana knows Dread already"):
        play.act("gm", "teach", who="ana", spell="Dread")
    assert "ogre has learned of Jolt" not in said(play.act("gm", "teach", who="ogre", spell="Jolt"))


@pytest.mark.parametrize(("is_allowed", "faces", "mark"), [(True, (3, 17), "⭐"), (False, (3,), "⚫")])
def test_a_mastered_spell_is_rolled_with_two_dice(is_allowed, faces, mark):
    """TAD-MAS.08."""
    play = table({"spell_mastery": is_allowed}, ana={"aptitudes": {"Fire Dart": MASTERY}})
    events = casts(play, "Fire Dart", *faces, 19, *(() if not is_allowed else (1, 1)))
    assert f"ana: Fire Dart {mark}, Intuition 4" in said(events)


def test_casting_takes_a_free_hand():
    """TAD-MAG.02."""
    play = table(ana={"weapon": "staff", "arms": ["staff"]})
    assert refused(play, "Fire Dart") == "casting takes a free hand, and ana has none"
    play.put("ana", weapon="sword")
    assert casting.free_hands(play.desk, "ana") == 1
    play.put("ana", second="shield")
    assert refused(play, "Fire Dart") == "casting takes a free hand, and ana has none"


def test_casting_takes_the_action_of_a_turn():
    """TAD-MAG.02, TAD-CMB.05."""
    play = in_a_fight()
    casts(play, "Fire Dart", 3, 10)
    assert refused(play, "Fire Dart") == "ana has used the action of this turn"
    play.put("ogre", known=("Fire Dart",))
    assert refused(play, "Fire Dart", who="ogre", target="ana") == "it is ana's turn"


def test_a_spell_that_costs_more_than_the_table_allows_is_refused():
    """TAD-SPL.01."""
    assert (
        refused(table({"spell_cost_max": 2}), "Sunburst")
        == "Sunburst: it costs 3 mana, and at this table a spell costs at most 2"
    )


@pytest.mark.parametrize(("ability", "total"), [("intuition", 14), ("per_spell", 14)])
def test_magical_accuracy_is_intuition(ability, total):
    """TAD-INT.06: by a dial each spell's own ability, which is Intuition where its row has none."""
    play = table({"spell_ability": ability})
    assert any(f"ana {total} : ogre" in line for line in said(casts(play, "Mind Spike", 10, 3, 1)))


# Paying


@pytest.mark.parametrize(("rule", "left"), [("spent", 4), ("half_refunded", 5)])
def test_mana_on_a_loss(rule, left):
    """TAD-MAG.02: half of 3 is 1."""
    play = table({"mana_on_loss": rule})
    casts(play, "Bind Will", 3, 19)
    assert mana(play) == left


def test_blood_stands_in_for_mana():
    """TAD-MAG.04: 3 HP for each missing point, if the caster likes."""
    play = table()
    play.put("ana", mana=1)
    casts(play, "Lance")
    assert play.question("ana").prompt == "Lance lacks 1 mana. Pay 3 HP?"
    assert play.prices("ana") == {"yes": "−1 mana, −3 HP"}
    events = play.answer("ana", "yes", 3, 19)
    assert (outcome(events), mana(play), hp(play, "ana")) == ("misses", 0, 7)
    assert "ana casts Lance on ogre for 1 mana and 3 HP" in said(events)
    casts(play, "Lance")
    assert (outcome(play.answer("ana", "no")), hp(play, "ana")) == ("nothing", 7)
    play.put("ana", hp=6)
    assert refused(play, "Lance") == "it costs 2 mana, and ana has 0; 6 HP in its place are more than ana can give"


def test_what_was_judged_before_is_judged_again():
    """TAD-MAG.02, TAD-MAG.04: nothing is cast, and nothing paid, if the means are gone when the answer comes."""
    play = table()
    casts(play, "Close Wound", target="bo")
    play.put("ana", mana=0, hp=2)
    play.answer("bo", "yes")
    assert play.prices("ana") == {}  # what cannot be paid has no price
    events = play.answer("ana", "yes")
    assert (outcome(events), hp(play, "ana")) == ("refused", 2)


@pytest.mark.parametrize("each", TAD.dials["blood_casting"].values)
def test_the_price_of_blood_is_the_tables(each):
    """TAD-MAG.04."""
    play = table({"blood_casting": each})
    play.put("ana", mana=0)
    if each == 0:
        assert refused(play, "Fire Dart") == "it costs 1 mana, and ana has 0"
        return
    casts(play, "Fire Dart")
    play.answer("ana", "yes", 3, 19)
    assert hp(play, "ana") == 10 - each


# Perks


def test_wellspring_gives_mana():
    """TAD-PRK.05."""
    assert mana(table(ana={"perks": ["Wellspring"]})) == 10


def test_potent_rolls_low_dice_again():
    """TAD-PRK.05."""
    play = table(ana={"perks": ["Wellspring", "Potent"]})
    casts(play, "Fire Dart", 10, 3, 1, 4)
    assert play.question("ana").prompt == "a d6 shows 1: throw it again?"
    play.answer("ana", True, 6)
    assert hp(play) == 40 - 6 - 4 - 3


def test_overchannel_costs_two_more_and_explodes():
    """TAD-PRK.05."""
    play = table(ana={"perks": ["Wellspring", "Overchannel"]})
    casts(play, "Fire Dart", 10, 3, 6, 2, 5, overchannel="yes")
    assert (hp(play), mana(play)) == (40 - 13 - 3, 7)
    assert refused(play, "Dread", overchannel="yes") == "Dread has no damage dice to overchannel"
    assert refused(table(), "Fire Dart", overchannel="yes") == "ana has not learned to overchannel"


def test_a_triumph_rolls_the_dice_twice_over():
    """TAD-TD.06, TAD-MAG.02: not the flat part."""
    play = table()
    casts(play, "Fire Dart", 20, 3, 1, 2, 3, 4)
    assert (hp(play), play.of("ana", "tray")) == (40 - 10 - 3, ())


# Circumstances


def test_what_blinds_hinders_spells_that_are_dodged():
    """TAD-STA.02, TAD-MAG.02."""
    play = table()
    play.put("ana", statuses=("Blinded",))
    assert "ana: Fire Dart ⚫, Intuition 4, Blinded -1" in said(casts(play, "Fire Dart", 10, 2, 19))
    assert "ana: Mind Spike ⚫, Intuition 4" in said(casts(play, "Mind Spike", 10, 19))


def test_the_helpless_cannot_resist_what_is_done_to_the_body():
    """TAD-STA.11, TAD-MAG.02: but their mind can."""
    play = table()
    play.put("ogre", statuses=("Paralysed",))
    casts(play, "Fire Dart", 1, 1)
    assert hp(play) == 35
    assert outcome(casts(play, "Mind Spike", 3, 19)) == "misses"


def test_cover_helps_to_dodge_a_spell():
    """TAD-CMB.10, TAD-MAG.02: but not against what is not dodged; behind total cover nobody is aimed at."""
    play = table()
    covers = TAD.lists["covers"]
    half = next(name for name, row in covers.items() if row.get("dominance") == 1)
    total = next(name for name, row in covers.items() if row.get("total"))
    play.put("bo", cover=half)
    assert "bo: Evade ⚫, Agility 0, cover +1" in said(casts(play, "Fire Dart", 3, 10, 5, target="bo"))
    assert "bo: Nullify ⚫, Intuition 0" in said(casts(play, "Mind Spike", 3, 10, target="bo"))
    play.put("bo", cover=total)
    assert refused(play, "Fire Dart", target="bo") == "bo is behind total cover"


@pytest.mark.parametrize(("spell", "worth"), [("Fire Dart", -1), ("Jolt", 1)])
def test_whoever_lies_is_easier_to_touch_and_harder_to_aim_at(spell, worth):
    """TAD-STA.09, TAD-MAG.02."""
    play = table()
    play.put("bo", statuses=("Prone",))
    assert f"ana: {spell} ⚫, Intuition 4, bo is Prone {worth:+d}" in said(casts(play, spell, 3, 1, 19, target="bo"))


def test_a_spell_out_of_hiding_has_a_dominance_and_ends_it():
    """TAD-STA.16, TAD-MAG.02."""
    play = table()
    play.put("ana", statuses=("Hidden",))
    assert "ana: Mind Spike ⚫, Intuition 4, out of hiding +1" in said(casts(play, "Mind Spike", 3, 1, 19, target="bo"))
    assert play.of("ana", "statuses") == ()


def test_whoever_has_no_reaction_left_cannot_answer():
    """TAD-CMB.04, TAD-MAG.02."""
    play = in_a_fight({"reactions_per_round": 1})
    casts(play, "Mind Spike", 3, 19)
    assert play.of("ogre", "reacted") == 1
    play.put("ana", acted=0)
    assert outcome(casts(play, "Mind Spike", 1)) == "hits"


def test_what_is_held_ends_with_the_scene():
    """TAD-MAG.03, TAD-GEN.08."""
    play = table()
    casts(play, "Ward", target="ana")
    play.act("gm", "end-scene")
    assert (play.of("ana", "holding"), play.of("ana", "warded")) == ((), 0)


# The Storyteller's people


@pytest.mark.parametrize(
    "spell", [name for name, row in TAD.lists["castable"].items() if row.get("damage") or row.get("status")]
)
def test_a_foe_casts_and_nobody_learns_its_numbers(spell):
    """TAD-MAG.02, TAD-CON.11: what players hear is the same, whatever its mana and its scores, if the totals are the same."""
    heard = []
    for more, face in (({}, 10), ({"intuition": 5, "power": 9, "aptitudes": ALL | {"Notice": APTITUDE}}, 8)):
        play = seated({"ana": {"toughness": 60}}, {"cultist": {**CULTIST, **more}})
        before, dice = len(play.table.records), _dice(spell)
        faces, is_wide = (face, 5, 2, *dice), bool(spells.listed(spell, TAD.lists).area)
        events = casts(play, spell, *(() if is_wide else faces), who="cultist", target="ana")
        if is_wide:
            events = play.answer("gm", ("not in it",), *faces)
        assert outcome(events) in ("hits", "fells")
        heard.append([wire(see(event, "ana")) for event in play.table.records[before:] if see(event, "ana")])
        assert play.sees("ana", "token", "cultist", "mana") is None
    assert heard[0] == heard[1]


def _dice(spell):
    group = next(spells._groups(spells.listed(spell, TAD.lists).damage), None)
    return (1,) * group.group.number if group else ()


def test_a_foe_may_bleed_for_its_spell_and_all_see_that():
    """TAD-MAG.04."""
    play = seated({"ana": {}}, {"cultist": CULTIST})
    play.put("cultist", mana=0)
    begun = casts(play, "Fire Dart", who="cultist", target="ana")
    events = play.answer("gm", "yes", 3, 19, 19)
    assert (outcome(events), hp(play, "cultist")) == ("misses", 27)
    assert "cultist casts Fire Dart on ana for no mana and 3 HP" in said(events, "ana")
    assert [event.value for event in begun if isinstance(event, Verdict) and see(event, "ana")] == [1]


def test_a_cultist_of_the_bench_casts_what_it_knows():
    """TAD-MAG.01, TAD-SPL.03, TAD-FOE.01: Fire Dart and Dread at aptitude, with 6 mana, and nothing else."""
    play = seated({"ana": {}}, {"cultist": "Cultist"})
    assert mana(play, "cultist") == 6
    casts(play, "Fire Dart", 10, 5, 2, 1, 1, who="cultist", target="ana")
    assert (hp(play, "ana"), mana(play, "cultist")) == (5, 5)
    casts(play, "Dread", 10, 5, 2, who="cultist", target="ana")
    assert (play.of("ana", "statuses"), play.desk.related("Frightened", "cultist")) == (("Frightened",), ["ana"])
    assert refused(play, "Lance", who="cultist", target="ana") == "cultist does not know Lance"


def test_a_foe_heals_another():
    """TAD-MAG.02, TAD-SPL.03."""
    play = seated({"ana": {}}, {"cultist": CULTIST, "ogre": TOUGH})
    play.put("ogre", hp=5)
    casts(play, "Close Wound", 8, who="cultist", target="ogre")
    assert hp(play) == 16


# Items


def test_a_stored_spell_costs_a_charge():
    """TAD-ITM.07: and no mana; its holder rolls as they can."""
    play = table(ana={"aptitudes": {}, "wonders": ["dart wand"], "charges": {"dart wand": 1}})
    args = {"who": "ana", "item": "dart wand", "target": "ogre"}
    events = play.act("ana", "unleash", 19, 18, 3, 1, 1, **args)
    assert (outcome(events), hp(play), mana(play), play.of("ana", "charges")) == ("hits", 35, 7, ())
    with pytest.raises(Refusal, match="dart wand has no charge left"):
        play.act("ana", "unleash", **args)
    play.put("ana", wonders=("fox ring",))
    with pytest.raises(Refusal, match="ana has no dart wand"):
        play.act("ana", "unleash", **args)
    with pytest.raises(Refusal, match="there is no spell in fox ring"):
        play.act("ana", "unleash", **{**args, "item": "fox ring"})


def test_a_table_without_magic_items_has_none():
    """TAD-ITM.07."""
    play = table({"magic_items": "off"}, ana={"wonders": ["dart wand"], "charges": {"dart wand": 1}})
    with pytest.raises(Refusal, match="this table plays without magic items"):
        play.act("ana", "unleash", who="ana", item="dart wand", target="ogre")


# Odds


def won(odds):
    return odds.chance_that(lambda one: one in WON)


def test_whoever_knows_both_sides_sees_the_odds():
    """TAD-CON.06, TAD-MAG.02: against somebody whose sheet is open; against a foe nobody but the Storyteller."""
    play = table(ogre={"known": ["Fire Dart"]})
    for spell in ("Fire Dart", "Dread"):
        odds = play.odds("ana", "cast", who="ana", spell=spell, target="bo")
        assert (won(odds), {"misses", "hits"} <= set(odds.weights)) == (
            won(price.odds(contest("aptitude", 4, "aptitude", 0))),
            True,
        )
        assert not {"misses", "hits"} & set(play.odds("ana", "cast", who="ana", spell=spell, target="ogre").weights)
    odds = play.odds("gm", "cast", who="ogre", spell="Fire Dart", target="bo")
    assert won(odds) == won(price.odds(contest("none", 0, "aptitude", 0)))


def test_the_odds_say_whether_a_spell_fells():
    """TAD-CMB.07, TAD-ERU.09: 2d6 and 3 against 10 hit points, and 4d6 and 3 on a Triumph."""
    play = table({"triumph_rule": "off"})
    odds = play.odds("ana", "cast", who="ana", spell="Fire Dart", target="bo")
    assert odds.chance("fells") == won(price.odds(contest("aptitude", 4, "aptitude", 0, criticals="off"))) * Fraction(21, 36)


def test_where_several_answer_there_are_no_odds():
    """TAD-CON.09; where nobody does, nothing happens, and at leisure help works."""
    play = table(places={"ana": (0, 0), "bo": (10, 0), "ogre": (12, 0)})
    args = {"who": "ana", "spell": "Acid Rain"}
    assert not {"hits", "misses"} & set(play.odds("ana", "cast-at", **args, x=11, y=0).weights)
    assert play.odds("ana", "cast-at", **args, x=0, y=15).weights == {"nothing": 1}
    assert play.odds("ana", "cast", who="ana", spell="Close Wound", target="ana").weights == {"works": 1}
    assert play.odds("ana", "cast", who="ana", spell="Mend", target="ana").weights == {"works": 1}


def test_the_odds_of_help_in_a_fight():
    """TAD-MAG.02: 4 and the die against 10."""
    play = in_a_fight()
    odds = play.odds("ana", "cast", who="ana", spell="Close Wound", target="ana")
    assert won(odds) == Fraction(14, 20)


WON = ("wins", "triumph", "hits", "fells", "works")


# A group's own rows


def test_a_spell_that_a_group_adds_is_cast_without_a_line_of_code(tmp_path, monkeypatch):
    """TAD-SPL.03, TAD-R.28."""
    text = (
        '[system]\nextends = "triumph-and-disaster"\n[lists.spells]\n'
        'Quake = { mana = 3, damage = "2d8 battering", area = 2, status = "Prone", answered = "Evade" }\n'
        '[lists.tricks]\nFlash = { mana = 0, status = "Blinded", turns = 1, range = 6 }\n'
    )
    (tmp_path / "system.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(tad_table, "TAD", from_folder(tmp_path))
    play = seated({"ana": {**MAGE, "aptitudes": {"Quake": APTITUDE, "Flash": APTITUDE}}}, {"ogre": TOUGH})
    casts(play, "Quake")
    events = play.answer("ana", ("not in it",), 10, 13, 2, 3)
    assert (outcome(events), hp(play), play.of("ogre", "statuses")) == ("hits", 32, ("Prone",))
    assert outcome(casts(play, "Flash", 10, 13)) == "hits"
    assert play.of("ogre", "timers") == (("Blinded", 1),)
    assert "TAD-SPL.03" in cited(events)
