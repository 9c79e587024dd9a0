"""Diseases: all see that somebody is ill; what it is, whoever recognises it is told."""

from fractions import Fraction

import pytest

from fatewright.core.rule.price import UNKNOWN
from fatewright.core.table.story import Refusal
from fatewright.systems.triumph_and_disaster.mechanics import circumstances
from systems.tad_table import APTITUDE, fight, outcome, said, seated

HEALER = {"erudition": 2, "aptitudes": {"Heal": APTITUDE}}


def sickbed(will=0, **more):
    """Ana, who knows about medicine, and bo, who is ill."""
    table = seated({"ana": HEALER, "bo": {}}, **more)
    table.act("gm", "afflict", who="bo", status="Ill", by="bo", turns=0, will=will)
    return table


def examines(table, *faces, seat="ana", who="ana", patient="bo"):
    return table.act(seat, "diagnose", *faces, who=who, patient=patient)


def test_whoever_recognises_a_disease_is_told_and_nobody_else():
    """TAD-ERU.04, TAD-ERU.10, TAD-STA.17: Heal against 15; the Storyteller says what it is, not even the patient hears it."""
    table = sickbed()
    events = examines(table, 14)
    assert said(events, "eve")[0] == "ana examines bo"
    assert table.question("gm").prompt == "ana examines bo. What ails bo?"
    events = table.answer("gm", "marsh fever")
    assert outcome(events) == "wins"
    assert [said(events, seat) for seat in ("ana", "gm")] == [["What ails bo: marsh fever"]] * 2
    assert [said(events, seat) for seat in ("bo", "eve")] == [[], []]


def test_whoever_does_not_recognise_it_may_try_again_when_something_has_changed():
    """TAD-ERU.10, TAD-SF.10, TAD-FATE.02: equal is fate's."""
    table = sickbed()
    events = examines(table, 13)
    assert (outcome(events), said(events, "bo")[-1]) == ("loses", "ana cannot tell what ails bo")
    with pytest.raises(Refusal, match="something has to change before it can be tried again"):
        examines(table)
    table.act("gm", "situation-changed", who="ana")
    examines(table, 14)
    assert table.waiting("gm") is not None


def test_how_hard_it_is_to_recognise_the_storyteller_keeps():
    """TAD-ERU.10, TAD-FATE.09, TAD-STA.17: its band is told when dice fall; odds are for those who know its will."""
    table = sickbed(will=18, foes={"Mo": HEALER})
    assert [table.sees(seat, "token", "bo", "statuses") for seat in ("ana", "bo", "eve")] == [("Ill",)] * 3
    assert "18" not in repr(table.table.view("ana").facts.get(("token", "bo", "wills")))
    assert table.odds("gm", "diagnose", who="Mo", patient="bo").chance("loses") == Fraction(15, 20)
    assert set(table.odds("ana", "diagnose", who="ana", patient="bo").weights) == {UNKNOWN}
    events = examines(table, 17)
    assert "ana: Heal against Moderate" in said(events, "ana")


def test_somebody_ill_is_weaker():
    """TAD-STA.17, TAD-STA.01: a threat on Strength, Agility and Vitality rolls."""
    table = sickbed()
    found = {
        what: [one.source for one in circumstances.found(table.desk, "bo", what, ability)]
        for what, ability in (("Force", "strength"), ("Evade", "agility"), ("Resist Toxin", "vitality"), ("Heal", "erudition"))
    }
    assert found == {"Force": ["Ill"], "Evade": ["Ill"], "Resist Toxin": ["Ill"], "Heal": []}


def test_an_examination_is_within_reach_and_in_a_fight_an_action():
    """TAD-ERU.10, TAD-CMB.05."""
    table = sickbed(foes={"Wolf": {}}, facts=fight("ana", "bo", "Wolf"))
    table.put("ana", at=(0, 0))
    table.put("bo", at=(4, 0))
    with pytest.raises(Refusal, match="bo is out of reach"):
        examines(table)
    table.put("bo", at=(1, 0))
    examines(table, 2)
    assert table.of("ana", "acted") == 1
    with pytest.raises(Refusal, match="ana has used the action of this turn"):
        examines(table)


def test_whoever_is_well_has_nothing_to_be_found():
    """TAD-ERU.10, TAD-STA.17: and a cured one neither."""
    table = sickbed()
    with pytest.raises(Refusal, match="ana is not ill"):
        examines(table, patient="ana")
    table.act("gm", "cure", who="bo", status="Ill")
    with pytest.raises(Refusal, match="bo is not ill"):
        examines(table)
    assert table.of("bo", "wills") == ()


def test_one_examines_by_ones_own_character():
    """TAD-ERU.10: nobody does it in another's place."""
    with pytest.raises(Refusal, match="ana is not yours"):
        examines(sickbed(), seat="bo")
