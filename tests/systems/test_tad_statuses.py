"""Statuses of Triumph & Disaster: what each hinders, what it does turn by turn, and all the ways in which it ends."""

import pytest

from fatewright.systems.triumph_and_disaster.combat import ground
from fatewright.systems.triumph_and_disaster.mechanics import circumstances
from systems.tad_fight import brawl, hit, passes, refused, somebody, statuses, strikes, totals, turn
from systems.tad_table import APTITUDE, TAD, outcome, said, seated

ABILITIES = ("strength", "agility", "vitality", "erudition", "intuition", "presence")


def hinders(status, *, against=None, **dials):
    """The skills (and attacks) on which a status is a threat."""
    play = seated({"ana": {}}, dials=dials)
    play.put("ana", statuses=(status,))
    skills = {name: row["ability"] for name, row in TAD.lists["skills"].items()} | {"Blades": "agility"}
    return {what for what, ability in skills.items() if circumstances.found(play.desk, "ana", what, ability)}


def skills_of(*abilities):
    return {name for name, row in TAD.lists["skills"].items() if row["ability"] in abilities}


EVERYTHING = skills_of(*ABILITIES) | {"Blades"}


@pytest.mark.parametrize(
    ("status", "hindered"),
    [
        pytest.param("Blinded", {"Blades", "Evade", "Inspect", "Notice"}, id="TAD-STA.02"),
        pytest.param("Drunk", skills_of("agility", "erudition", "intuition") | {"Blades"}, id="TAD-STA.03"),
        pytest.param("Burning", EVERYTHING, id="TAD-STA.04"),
        pytest.param("Bleeding", set(), id="TAD-STA.05"),
        pytest.param("Poisoned", EVERYTHING, id="TAD-STA.06"),
        pytest.param("Frightened", set(), id="TAD-STA.07"),  # only against the source
        pytest.param("Restrained", {"Blades", "Evade"}, id="TAD-STA.08"),
        pytest.param("Prone", {"Blades"}, id="TAD-STA.09"),
        pytest.param("Stunned", {"Evade"}, id="TAD-STA.10"),
        pytest.param("Paralysed", set(), id="TAD-STA.11"),  # there is nothing to roll
        pytest.param("Exhausted", skills_of("strength", "agility", "vitality") | {"Blades"}, id="TAD-STA.15"),
        pytest.param("Hidden", set(), id="TAD-STA.16"),
    ],
)
def test_what_a_status_hinders(status, hindered):
    """Each by its row of the list."""
    assert hinders(status) == hindered


@pytest.mark.parametrize("status", ["Blinded", "Bleeding", "Hidden", "Stunned", "Paralysed", "Frightened"])
def test_by_a_dial_every_status_is_one_threat_and_nothing_else(status):
    """TAD-STA.01: threat_only."""
    assert hinders(status, status_effects="threat_only") == EVERYTHING
    play = brawl(status_effects="threat_only", order=("ogre", "ana"))
    play.put("ana", statuses=(status,))
    passes(play)
    assert play.of("ana", "hp") == 10
    play.act("ana", "guard", who="ana")
    passes(play)
    assert statuses(play, "ana") == (status,)


def test_the_same_does_not_stack_and_different_ones_do():
    """TAD-STA.01, TAD-X.11, TAD-DT.02: blind, drunk and burning are three threats."""
    play = seated({"ana": {}})
    for status in ("Blinded", "Drunk", "Burning"):
        play.act("gm", "afflict", who="ana", status=status, by="ana")
    found = circumstances.found(play.desk, "ana", "Bows", "agility")
    assert circumstances.net(play.desk, found) == -3
    assert refused(play, "gm", "afflict", who="ana", status="Drunk", by="ana") == "ana is Drunk already"
    assert play.form("gm", "cure", who="ana")["status"] == "Blinded"
    play.act("gm", "cure", who="ana", status="Blinded")
    assert play.form("gm", "cure", who="ana")["status"] == "Drunk"
    assert statuses(play, "ana") == ("Drunk", "Burning")
    assert refused(play, "gm", "cure", who="ana", status="Blinded") == "ana is not Blinded"


# Harm


@pytest.mark.parametrize(("status", "face", "hp"), [("Burning", 6, 4), ("Bleeding", 4, 6)])
def test_fire_and_blood_at_the_start_of_a_turn(status, face, hp):
    """TAD-STA.04, TAD-STA.05, TAD-CMB.04: soak does not help."""
    play = brawl({"ana": somebody(hide=3)}, order=("ogre", "ana"))
    play.put("ana", statuses=(status,))
    passes(play, face)
    assert play.of("ana", "hp") == hp
    assert turn(play) == (1, "ana")


def test_whoever_falls_by_it_has_no_turn():
    """TAD-STA.04, TAD-CMB.15."""
    play = brawl({"ana": somebody(), "bo": somebody()}, order=("ogre", "ana", "bo"))
    play.put("ana", statuses=("Burning",), hp=2)
    passes(play, 5)
    assert "Dying" in statuses(play, "ana")
    assert turn(play) == (1, "bo")


def test_smothering_is_an_action():
    """TAD-STA.04: one's own fire, or somebody's next to one."""
    play = brawl({"ana": somebody(), "bo": somebody()}, places={"ana": (0, 0), "bo": (2, 0)})
    play.put("bo", statuses=("Burning",))
    assert refused(play, "ana", "smother", who="ana", target="bo") == "bo is 2 paces away"
    assert refused(play, "ana", "smother", who="ana", target="ana") == "ana does not burn"
    play.put("bo", at=(1, 1))
    play.act("ana", "smother", who="ana", target="bo")
    assert statuses(play, "bo") == ()
    assert play.of("ana", "acted") == 1


def test_bleeding_is_stopped_by_a_healer():
    """TAD-STA.05: Heal against 10; an action."""
    play = brawl({"ana": somebody(aptitudes={"Heal": APTITUDE}), "bo": somebody()})
    play.put("bo", statuses=("Bleeding",))
    assert outcome(play.act("ana", "tend", 11, who="ana", patient="bo", what="bleeding")) == "wins"
    assert statuses(play, "bo") == ()


# Resisting


@pytest.mark.parametrize(
    ("status", "skill"),
    [
        ("Poisoned", "Resist Toxin"),
        ("Frightened", "Resist Fear"),
        ("Paralysed", "Resist Restraint"),
        ("Possessed", "Resist Possession"),
    ],
)
def test_what_is_resisted_at_the_end_of_a_turn(status, skill):
    """TAD-STA.06, TAD-STA.07, TAD-STA.11, TAD-STA.13, TAD-CMB.04: versus 15; a tie is fate's."""
    threat = (1,) if status == "Poisoned" else ()
    play = brawl({"ana": somebody(aptitudes={skill: APTITUDE})})
    play.act("gm", "afflict", who="ana", status=status, by="ogre")
    passes(play, 15, *threat)
    assert statuses(play, "ana") == (status,)
    passes(play)
    passes(play, 19, *threat)
    assert statuses(play, "ana") == ()
    assert play.fact("relation", status, "ogre", "ana") is None


def test_a_poison_may_have_a_will_of_its_own():
    """TAD-STA.06, TAD-FATE.09: which only the Storyteller knows before the roll."""
    play = brawl({"ana": somebody(aptitudes={"Resist Toxin": APTITUDE})})
    play.act("gm", "afflict", who="ana", status="Poisoned", by="ogre", will=10)
    assert play.sees("ana", "token", "ana", "wills") is None
    assert play.sees("gm", "token", "ana", "wills") == (("Poisoned", 10),)
    passes(play, 13, 2)
    assert statuses(play, "ana") == ()
    assert play.of("ana", "wills") == ()


def test_poison_outside_a_fight_is_resisted_by_the_hour():
    """TAD-STA.03, TAD-STA.06: drunkenness likewise; in a fight turns are counted."""
    play = seated({"ana": somebody(aptitudes={"Resist Toxin": APTITUDE})})
    play.put("ana", statuses=("Drunk",))
    play.act("gm", "hour", 12, who="ana")
    assert statuses(play, "ana") == ("Drunk",)
    play.act("gm", "hour", 16, who="ana")
    assert statuses(play, "ana") == ()
    play.put("ana", statuses=("Poisoned",))
    play.act("gm", "hour", 19, 2, who="ana")
    assert statuses(play, "ana") == ()
    assert refused(brawl(), "gm", "hour", who="ana") == "in a fight, turns are counted"


def test_an_antidote_with_heal():
    """TAD-STA.06: against 15; the antidote is used up."""
    play = brawl({"ana": somebody(aptitudes={"Heal": APTITUDE}), "bo": somebody()})
    play.put("bo", statuses=("Poisoned",))
    assert refused(play, "ana", "tend", who="ana", patient="bo", what="poison") == "ana has no antidote"
    play.put("ana", gear=(("antidote", 1),))
    assert outcome(play.act("ana", "tend", 16, who="ana", patient="bo", what="poison")) == "wins"
    assert statuses(play, "bo") == ()
    assert play.of("ana", "gear") == ()


# Fear


def test_fear_is_a_threat_against_its_source_alone():
    """TAD-STA.07."""
    play = brawl(foes={"ogre": somebody(), "imp": somebody()})
    play.act("gm", "afflict", who="ana", status="Frightened", by="ogre")
    assert totals(strikes(play, "ana", "ogre", 10, 3, 10)) == (10 - 3, 10)
    play.put("ana", acted=0)
    assert totals(strikes(play, "ana", "imp", 10, 10)) == (10, 10)


def test_by_a_dial_fear_is_a_threat_against_anybody():
    """TAD-STA.01, TAD-STA.07: one, also against its source; and one may approach it."""
    play = brawl(places={"ana": (0, 0), "ogre": (3, 0)}, status_effects="threat_only")
    play.act("gm", "afflict", who="ana", status="Frightened", by="ogre")
    play.act("ana", "move", who="ana", x=2, y=0)
    assert totals(strikes(play, "ana", "ogre", 10, 3, 10)) == (10 - 3, 10)


def test_nobody_approaches_what_they_fear():
    """TAD-STA.07."""
    play = brawl(places={"ana": (0, 0), "ogre": (5, 0)})
    play.act("gm", "afflict", who="ana", status="Frightened", by="ogre")
    assert refused(play, "ana", "move", who="ana", x=1, y=0) == "ana is afraid of ogre, and cannot come nearer"
    play.act("ana", "move", who="ana", x=0, y=2)
    assert play.of("ana", "at") == (0, 2)


def test_fear_ends_with_its_source():
    """TAD-STA.07: whoever is down frightens nobody."""
    play = brawl(foes={"ogre": somebody(), "imp": somebody()}, foe_at_zero="dies", morale="off")
    play.put("ogre", hp=1)
    play.act("gm", "afflict", who="ana", status="Frightened", by="ogre")
    strikes(play, "ana", "ogre", 15, 2, 5, 8)
    assert statuses(play, "ana") == ()


# Helplessness


def test_restrained():
    """TAD-STA.08: speed 0, a threat on attacks and Evade."""
    play = brawl(places={"ana": (0, 0), "ogre": (1, 0)})
    play.put("ana", statuses=("Restrained",))
    assert refused(play, "ana", "move", who="ana", x=0, y=1) == "ana cannot move (Restrained)"
    assert ground.speed(play.desk, "ana") == 0
    strikes(play, "ana", "ogre", 10, 3, 10)
    play = brawl(at=1)
    play.put("ana", statuses=("Restrained",))
    strikes(play, "ogre", "ana", 5, 10, 3)


def test_bonds_are_broken_against_15():
    """TAD-STA.08, TAD-CMB.05, TAD-STR.04: an action; a tie is fate's."""
    play = brawl({"ana": somebody(aptitudes={"Resist Restraint": APTITUDE})})
    play.put("ana", statuses=("Restrained",))
    assert outcome(play.act("ana", "break-free", 15, who="ana")) == "loses"
    play.put("ana", acted=0)
    assert outcome(play.act("ana", "break-free", 16, who="ana")) == "wins"
    assert statuses(play, "ana") == ()
    assert refused(play, "ana", "break-free", who="ana") == "ana is not held"


def test_prone():
    """TAD-STA.09: a threat on one's attacks, a dominance for those close by, a threat for those far away."""
    play = brawl()
    play.put("ogre", statuses=("Prone",))
    assert totals(strikes(play, "ana", "ogre", 10, 3, 14)) == (10 + 3, 14)
    play.put("ana", acted=0, weapon="bow")
    assert totals(strikes(play, "ana", "ogre", 15, 3, 14)) == (15 - 3, 14)
    play.put("ana", acted=0, weapon="sword", statuses=("Prone",))
    play.put("ogre", statuses=())
    assert totals(strikes(play, "ana", "ogre", 10, 3, 10)) == (10 - 3, 10)


def test_standing_up_costs_half_the_speed():
    """TAD-STA.09, TAD-GEN.01: rounded down."""
    play = brawl({"ana": somebody(strength=1)}, places={"ana": (0, 0)})
    play.put("ana", statuses=("Prone",))
    play.act("ana", "stand", who="ana")
    assert (play.of("ana", "moved"), statuses(play, "ana")) == (3, ())
    assert refused(play, "ana", "stand", who="ana") == "ana is not Prone"
    assert refused(play, "ana", "move", who="ana", x=5, y=0) == "ana has 4 paces left, and (5, 0) is 5 away"
    play.put("ana", statuses=("Prone",), moved=5)
    assert refused(play, "ana", "stand", who="ana") == "ana has 2 paces left, and standing up takes 3"


def test_stunned_until_the_end_of_the_next_turn():
    """TAD-STA.10: no move and no action, a threat on Evade; got in one's own turn, it lasts through the next."""
    play = brawl(order=("ogre", "ana"), places={"ana": (0, 0)})
    play.act("gm", "afflict", who="ana", status="Stunned", by="ogre")
    strikes(play, "ogre", "ana", 10, 12, 1)
    passes(play)
    assert refused(play, "ana", "attack", who="ana", target="ogre") == "ana can do nothing (Stunned)"
    assert refused(play, "ana", "move", who="ana", x=1, y=0) == "ana cannot move (Stunned)"
    assert refused(play, "ana", "exert", who="ana") == "ana can do nothing"
    passes(play)
    assert statuses(play, "ana") == ()
    play.act("gm", "afflict", who="ogre", status="Stunned", by="ana")
    passes(play)
    passes(play)
    assert statuses(play, "ogre") == ("Stunned",)


def test_a_status_may_last_so_many_turns():
    """TAD-STA.01, TAD-STA.02: Blinded for a round."""
    play = brawl(order=("ogre", "ana"))
    play.act("gm", "afflict", who="ana", status="Blinded", by="ogre", turns=2)
    assert play.of("ana", "timers") == (("Blinded", 2),)
    passes(play)
    passes(play)
    assert play.of("ana", "timers") == (("Blinded", 1),)
    passes(play)
    passes(play)
    assert (statuses(play, "ana"), play.of("ana", "timers")) == ((), ())


def test_whoever_is_paralysed_is_hit_without_a_roll():
    """TAD-STA.11: no move, action or reaction."""
    play = brawl(at=1)
    play.put("ana", statuses=("Paralysed",))
    events = strikes(play, "ogre", "ana", 7)
    assert "ana cannot react: ogre hits" in said(events)
    assert play.of("ana", "hp") == 3
    play.put("ogre", acted=0)
    assert outcome(play.act("gm", "grapple", who="ogre", target="ana")) == "wins"


def test_petrified_is_of_stone():
    """TAD-STA.12: resistant to everything; each hour Resist Death, or senseless; only magic ends it."""
    play = brawl({"ana": somebody(aptitudes={"Resist Death": APTITUDE}), "bo": somebody()}, order=("ogre", "ana", "bo"))
    play.put("ana", statuses=("Petrified",))
    strikes(play, "ogre", "ana", 7)
    assert play.of("ana", "hp") == 7
    play.act("gm", "end-fight")
    play.act("gm", "hour", 16, who="ana")
    assert statuses(play, "ana") == ("Petrified",)
    play.act("gm", "hour", 4, who="ana")
    assert statuses(play, "ana") == ("Petrified", "Unconscious")


def test_a_possessed_character_is_told_in_secret():
    """TAD-STA.13: only its player and the Storyteller hear it."""
    play = brawl({"ana": somebody(), "bo": somebody()})
    assert refused(play, "gm", "instruct", who="ana", what="drop the sword") == "ana is not possessed"
    play.act("gm", "afflict", who="ana", status="Possessed", by="bo")
    events = play.act("gm", "instruct", who="ana", what="drop the sword")
    assert said(events, "ana") == ["ana is made to: drop the sword"]
    assert said(events, "gm") == ["ana is made to: drop the sword"]
    assert said(events, "bo") == said(events, "eve") == []
    events = play.act("bo", "instruct", who="ana", what="come here")
    assert said(events, "ana") == said(events, "bo") == said(events, "gm") == ["ana is made to: come here"]
    assert refused(play, "ana", "instruct", who="ana", what="stop") == "you do not possess ana"


def test_the_exhausted_have_no_stamina_to_spend():
    """TAD-STA.15, TAD-VIT.06."""
    play = brawl({"ana": somebody(vitality=3)})
    play.put("ana", statuses=("Exhausted",))
    assert refused(play, "ana", "exert", who="ana") == "ana is exhausted, and has no stamina to spend"


# Hiding


def test_hiding_is_sneak_against_the_notice_of_all():
    """TAD-CMB.05, TAD-STA.16, TAD-CON.09: one roll; whoever notices, all know of."""
    sneaky = somebody(aptitudes={"Sneak": APTITUDE})
    watchful = somebody(aptitudes={"Notice": APTITUDE})
    play = brawl({"ana": sneaky}, {"ogre": watchful, "imp": watchful})
    assert outcome(play.act("ana", "hide", 12, 5, 12, who="ana")) == "loses"
    play.put("ana", acted=0)
    assert outcome(play.act("ana", "hide", 12, 5, 11, who="ana")) == "wins"
    assert statuses(play, "ana") == ("Hidden",)
    assert refused(play, "ana", "hide", who="ana") == "ana is hidden already"


def test_by_a_dial_one_rolls_against_each():
    """TAD-CON.09."""
    watchful = somebody(aptitudes={"Notice": APTITUDE})
    play = brawl({"ana": somebody(aptitudes={"Sneak": APTITUDE})}, {"ogre": watchful, "imp": watchful}, area_roll="roll_each")
    assert outcome(play.act("ana", "hide", 12, 5, 7, 6, who="ana")) == "wins"


def test_a_ghost_needs_no_roll_once():
    """TAD-PRK.04, TAD-STA.16."""
    play = brawl({"ana": somebody(perks=["Soft Step", "Backstab", "Ghost"])})
    play.act("ana", "hide", who="ana", how="Ghost")
    assert statuses(play, "ana") == ("Hidden",)
    play.put("ana", acted=0, statuses=())
    assert refused(play, "ana", "hide", who="ana", how="Ghost") == "ana has used Ghost in this scene already"


def test_the_hidden_cannot_be_aimed_at():
    """TAD-STA.16: and the first attack out of hiding has a dominance, and ends it."""
    play = brawl(at=1)
    play.put("ana", statuses=("Hidden",))
    assert refused(play, "gm", "attack", who="ogre", target="ana") == "ana is hidden, and cannot be aimed at"
    passes(play)
    strikes(play, "ana", "ogre", 10, 2, 15)
    assert statuses(play, "ana") == ()
    play.put("ana", acted=0)
    hit(play, "ana", "ogre", 1)
