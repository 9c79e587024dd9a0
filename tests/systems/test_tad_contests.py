"""Contests at the table: who sees what, circumstances, boons and banes, one against many, things, what the Storyteller says."""

from fractions import Fraction
from functools import partial

import pytest

from fatewright.core.table.events import Rolled
from fatewright.core.table.game import Refusal
from fatewright.core.table.seal import Blank, is_hidden, see
from fatewright.core.table.story import Desk
from fatewright.systems.cast import ready_made
from fatewright.systems.triumph_and_disaster.mechanics import circumstances, contests, rolling
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party
from fatewright.systems.triumph_and_disaster.mechanics.rolls import Circumstance, Decision
from fatewright.systems.triumph_and_disaster.mechanics.rulings import admission, title
from forms import stands
from systems.tad_table import APTITUDE, MASTERY, TAD, cited, fight, outcome, said, seated, thrown

F = Fraction
ANA = {"agility": 4, "presence": 2, "strength": 1, "aptitudes": {"Sneak": APTITUDE, "Persuade": MASTERY, "Blades": APTITUDE}}
BO = {"intuition": 3, "aptitudes": {"Notice": APTITUDE}}
GUARD = {
    "intuition": 2,
    "strength": 3,
    "agility": 1,
    "presence": 1,
    "aptitudes": {"Notice": APTITUDE, "Judge": MASTERY, "Evade": APTITUDE},
}
STEALS = {"who": "ana", "skill": "Sneak", "other": "guard", "other_skill": "Notice"}


def table_of(dials=None, ana=ANA, guard=GUARD, **more):
    return seated({"ana": ana, "bo": BO}, {"guard": guard}, dials=dials, **more)


# ── one against one ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_higher_total_wins():
    """TAD-CON.01, TAD-CON.02, TAD-SF.05, TAD-CON.11: both roll; players see totals, not what the guard rolls with."""
    table = table_of()
    events = table.act("gm", "contest", 13, 9, **STEALS)
    assert outcome(events) == "wins"
    assert said(events) == ["ana: Sneak ⚫, Agility 4", "ana 17 : guard 11; ana wins"]
    assert thrown(events)[0] == (13,)
    assert isinstance(thrown(events)[1], Blank)
    assert thrown(events, "gm") == [(13,), (9,), ()]  # behind the screen one throws twice, if only for show
    assert "TAD-CON.02" in cited(events)


def test_ties_are_the_reactors():
    """TAD-CON.03, TAD-R.33: whoever reacts wins a tie."""
    events = table_of().act("gm", "contest", 10, 12, **STEALS)
    assert outcome(events) == "ties"
    assert said(events)[-1] == "ana 14 : guard 14; guard wins (tie: the reactor's)"


def test_that_it_was_a_tie_is_not_told_where_nobody_hears_totals():
    """TAD-CON.03, TAD-CON.11: only who has won."""
    events = table_of({"contest_visibility": "result_only"}).act("gm", "contest", 10, 12, **STEALS)
    assert (outcome(events), said(events)[-1]) == ("loses", "guard wins")


def test_a_tie_is_weighed_by_itself():
    """TAD-CON.03, TAD-CON.06, TAD-X.16: in the form of a contest, and in the Storyteller's answer to a challenge."""
    expected = {"wins": F(229, 400), "ties": F(9, 200), "loses": F(153, 400)}
    table = table_of({"triumph_rule": "off"})
    found = table.odds("gm", "contest", **STEALS)
    assert {one: found.chance(one) for one in found.weights} == expected
    table.act("ana", "challenge", who="ana", skill="Sneak", against="guard", what="past the gate")
    ruled = ("dice", "guard", "Sneak", "usual", 0, "-", "Notice", 0, "-", 15)
    found = table.odds_of_answer("gm", ruled)
    assert {one: found.chance(one) for one in found.weights} == expected


def test_nobody_hears_whether_something_hinders_the_other_side():
    """TAD-CON.11, TAD-STR.07: behind the screen it is thrown twice in any case; a load that nobody sees changes nothing."""
    heard = []
    for gear, faces in (({}, (9,)), ({"rope": 99}, (9, 1))):
        events = table_of(guard={**GUARD, "gear": gear}).act("gm", "contest", 13, *faces, **{**STEALS, "other_skill": "Evade"})
        rolled = [see(event, "ana") for event in events if isinstance(event, Rolled)]
        heard.append([(one.within, is_hidden(one.dice)) for one in rolled])
    assert heard[0] == heard[1] == [(("ability-roll",), False), (("screened-roll",), True), (("screened-roll",), True)]


def test_what_players_learn_of_the_other_side():
    """TAD-CON.11: totals; by a dial everything before the roll, or only who has won."""
    full = table_of({"contest_visibility": "full"}).act("gm", "contest", 13, 9, **STEALS)
    assert said(full)[:2] == ["ana: Sneak ⚫, Agility 4", "guard: Notice ⚫, Intuition 2"]
    blank = table_of({"contest_visibility": "result_only"}).act("gm", "contest", 13, 9, **STEALS)
    assert said(blank) == ["ana: Sneak ⚫, Agility 4", "ana wins"]


def test_the_odds_are_the_storytellers():
    """TAD-CON.06, TAD-CON.11, TAD-X.16: exact before the dice fall, for whoever knows both sides."""
    table = table_of({"triumph_rule": "off"})
    found = table.odds("gm", "contest", **STEALS)
    assert found.chance("wins") == F(229, 400)
    assert table.odds("gm", "contest", **{**STEALS, "other": "bo"}).chance("wins") == F(21, 40)


def test_the_storyteller_declares():
    """TAD-CON.04, TAD-X.09, TAD-R.30: seducing a killer robot fails, and no dice fall."""
    table = table_of()
    robot = {
        "who": "ana",
        "skill": "Perform",
        "other": "guard",
        "other_skill": "Judge",
        "situation": "seducing or swaying a crowd",
    }
    events = table.act("gm", "contest", **robot, declared="fails")
    assert outcome(events) == "refused"
    assert said(events) == ["ana (Perform, seducing or swaying a crowd): the Storyteller says it fails"]
    assert outcome(table.act("gm", "contest", **robot, declared="succeeds")) == "works"


def test_a_skill_with_another_ability():
    """TAD-SF.03, TAD-SF.07: if the Storyteller says so; by a dial a skill keeps its own."""
    events = table_of().act("gm", "contest", 10, 9, **STEALS, ability="presence", other_ability="strength")
    assert said(events) == ["ana: Sneak ⚫, Presence 2", "ana 12 : guard 12; guard wins (tie: the reactor's)"]
    never = table_of({"ability_swap": "never"})
    with pytest.raises(Refusal, match="Sneak goes by Agility here"):
        never.act("gm", "contest", **STEALS, ability="presence")
    with pytest.raises(Refusal, match="Notice goes by Intuition here"):
        never.act("gm", "contest", **STEALS, other_ability="presence")
    assert outcome(never.act("gm", "contest", 15, 2, **STEALS, ability="agility")) == "wins"


def test_a_plain_ability():
    """TAD-SF.08: where no skill fits, one d20; by a dial as without aptitude."""
    plain = {**STEALS, "skill": "agility"}
    assert said(table_of().act("gm", "contest", 13, 9, **plain))[0] == "ana: agility ⚫, Agility 4"
    none = table_of({"unskilled_ability_level": "none"}).act("gm", "contest", 13, 3, 9, **plain)
    assert said(none)[0] == "ana: agility ⚪, Agility 4"
    assert thrown(none)[0] == (13, 3)


def test_levels():
    """TAD-APT.01, TAD-APT.02, TAD-APT.03, TAD-MAS.01, TAD-MAS.02, TAD-MAS.03, TAD-R.16, TAD-R.17: levels by the sheet."""
    table = table_of()
    assert said(table.act("gm", "contest", 3, 17, 9, 2, **{**STEALS, "skill": "Persuade", "other_skill": "Judge"})) == [
        "ana: Persuade ⭐, Presence 2",
        "ana 19 : guard 11; ana wins",
    ]
    assert said(table.act("gm", "contest", 3, 17, 9, **{**STEALS, "skill": "Force"}))[0] == "ana: Force ⚪, Strength 1"
    assert (
        said(table.act("gm", "contest", 13, 9, **{**STEALS, "skill": "Blades", "other_skill": "Evade"}))[0]
        == "ana: Blades ⚫, Agility 4"
    )


def test_nobody_contests_with_themselves():
    """TAD-CON.01: one acts, another reacts."""
    with pytest.raises(Refusal, match="ana cannot contest with themselves"):
        table_of().act("gm", "contest", **{**STEALS, "other": "ana"})


# ── pairings and names ─────────────────────────────────────────────────────────────────────────────────────────────────

PAIRINGS = [
    ("attacking", "Blades", "Evade"),
    ("grappling", "Wrestle", "Resist Restraint"),
    ("pickpocketing", "Sneak", "Notice"),
    ("haggling", "Persuade", "Judge"),
    ("intimidating or coercing", "Manipulate", "Resist Fear"),
    ("lying", "Manipulate", "Judge"),
    ("seducing or swaying a crowd", "Perform", "Judge"),
    ("a false argument", "Persuade", "Reason"),
    ("a false argument, deceitfully", "Manipulate", "Reason"),
    ("hiding or disguise", "Sneak", "Notice"),
    ("a trap strikes", None, "Evade"),
    ("poison", None, "Resist Toxin"),
    ("a hostile spell", None, "Nullify"),
    ("a spell that binds", None, "Resist Restraint"),
    ("a spell that drains life", None, "Resist Exhaustion"),
    ("a spell that rules the mind", None, "Resist Possession"),
]


@pytest.mark.parametrize(("situation", "begins", "answers"), PAIRINGS)
def test_what_answers_what(situation, begins, answers):
    """TAD-CON.05, TAD-CON.07, TAD-X.08, TAD-R.17, TAD-R.26, TAD-R.27, TAD-R.28: rows of a list, which the form suggests."""
    table = table_of(ana={**ANA, "weapon": "sword"})
    found = table.form("gm", "contest", who="ana", situation=situation)
    assert found["other_skill"] == answers
    assert begins in (None, found["skill"])


def test_what_answers_a_skill():
    """TAD-CON.05, TAD-R.01: without a situation the form goes by what is begun with, or by what the other is best at."""
    found = partial(stands, table_of(), "gm", "contest", "other_skill")
    assert found(skill="Steal") == {"other_skill": "Notice"}
    assert found(skill="Blades") == {"other_skill": "Evade"}
    assert found(skill="Navigate") == {"other_skill": "Judge"}


def test_other_names():
    """TAD-R.01, TAD-R.02, TAD-R.03: Steal is Sneak, Treat Wound is Heal, expertise is mastery."""
    table = table_of()
    assert said(table.act("gm", "contest", 13, 9, **{**STEALS, "skill": "Steal"}))[0] == "ana: Sneak ⚫, Agility 4"
    lists = TAD.data["lists"]
    assert [contests.canonical(word, lists) for word in ("Steal", "Treat Wound", "expertise", "Heal")] == [
        "Sneak",
        "Heal",
        "mastery",
        "Heal",
    ]
    wrong = TAD.fields["aptitudes"].problems({"Steal": 1}, lists)
    assert wrong == ["Steal: here it is called Sneak"]


# ── circumstances ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_dominances_and_threats():
    """TAD-DT.01, TAD-DT.02, TAD-DT.03, TAD-DT.04, TAD-DT.06, TAD-X.11, TAD-R.14: three threats, one dominance: less 2d6."""
    table = table_of(ana={**ANA, "statuses": ["Blinded", "Drunk", "Burning"]}, dials={"status_effects": "threat_only"})
    table.act("gm", "circumstance", who="ana", worth=1, why="seeking arrow", on="Blades")
    shot = {"who": "ana", "skill": "Blades", "other": "guard", "other_skill": "Evade"}
    assert rolling.net_of(table.desk, Party("ana", "Blades")) == -2
    events = table.act("gm", "contest", 18, 2, 5, 9, **shot)
    assert said(events) == [
        "ana: Blades ⚫, Agility 4, Blinded -1, Drunk -1, Burning -1, seeking arrow +1",
        "ana 15 : guard 10; ana wins",
    ]
    assert table.of("ana", "tray") == ()


@pytest.mark.parametrize(
    ("many", "few", "net", "faces", "total"), [(5, 5, 0, (), 0), (1, 3, -2, (3, 4), -7), (4, 1, 3, (2, 6, 1), 9)]
)
def test_what_is_left_of_them(many, few, net, faces, total):
    """TAD-X.36, TAD-DT.03: 5 and 5 leave no d6; 1 and 3 leave -2d6; 4 and 1 leave 3d6: 2, 6 and 1 add 9."""
    table = table_of()
    more = (Circumstance("for it", many), Circumstance("against it", -few))
    assert circumstances.net(table.desk, more) == net
    table.act("gm", "circumstance", who="ana", worth=many, why="for it")
    table.act("gm", "circumstance", who="ana", worth=-few, why="against it")
    events = table.act("gm", "contest", 10, *faces, 2, **STEALS)
    assert f"ana {14 + total} : guard 4" in said(events)[-1]


def test_the_same_source_counts_once():
    """TAD-DT.06: it does not stack with itself, on the tray or beside it; 0 takes it back."""
    table = table_of()
    assert outcome(table.act("gm", "circumstance", who="ana", worth=1, why="darkness")) == "done"
    again = table.act("gm", "circumstance", who="ana", worth=1, why="darkness")
    assert (outcome(again), said(again)) == ("nothing", ["darkness lies beside ana already"])
    assert (
        said(table.act("gm", "contest", 10, 3, 2, **STEALS, worth=1, why="darkness"))[0]
        == "ana: Sneak ⚫, Agility 4, darkness +1"
    )
    table.act("gm", "circumstance", who="ana", worth=-2, why="a cold")
    assert outcome(table.act("gm", "circumstance", who="ana", worth=0, why="a cold")) == "done"
    assert table.of("ana", "tray") == ()
    assert outcome(table.act("gm", "circumstance", who="ana", worth=0, why="a cold")) == "nothing"


def test_a_circumstance_has_a_reason():
    """TAD-DT.06: the Storyteller says why."""
    table = table_of()
    for act in ({**STEALS, "worth": 1}, {**STEALS, "other_worth": -1}):
        with pytest.raises(Refusal, match="say why there is a dominance or a threat"):
            table.act("gm", "contest", **act)
    with pytest.raises(Refusal, match="say why"):
        table.act("gm", "circumstance", who="ana", worth=1, why="-")


@pytest.mark.parametrize(("dial", "worth", "net"), [("dominance_cap", 4, 2), ("threat_cap", -4, -2)])
def test_caps(dial, worth, net):
    """TAD-DT.06: by dials the net has a most on either side; none, unless told."""
    assert circumstances.net(table_of().desk, [Circumstance("much", worth)]) == worth
    assert circumstances.net(table_of({dial: 2}).desk, [Circumstance("much", worth)]) == net
    assert circumstances.net(table_of({dial: 6}).desk, [Circumstance("much", worth)]) == worth


def test_whose_circumstance_it_is():
    """TAD-DT.07: the side's that it helps or hinders; by a dial also, turned around, the other's."""
    one = table_of().act("gm", "contest", 10, 3, 9, **STEALS, worth=1, why="rain")
    assert said(one)[-1] == "ana 17 : guard 11; ana wins"
    table = table_of({"circumstance_side": "mirrored"})
    both = table.act("gm", "contest", 10, 3, 9, 5, **STEALS, worth=1, why="rain")
    assert said(both)[-1] == "ana 17 : guard 6; ana wins"
    assert isinstance(thrown(both)[0], Blank)  # what the guard brings bears on ana's dice, and is not told


def test_symbols_are_something_else():
    """TAD-SF.11, TAD-DT.05, TAD-R.15: 🔺 of an item is a step of level, never beyond the ends; by a dial nothing."""
    ana = {**ANA, "wonders": ["fox ring"]}
    assert said(table_of(ana=ana).act("gm", "contest", 3, 13, 9, **STEALS))[0] == "ana: Sneak ⭐, Agility 4"
    assert (
        said(table_of({"symbol_on_ability_roll": "ignore"}, ana).act("gm", "contest", 13, 9, **STEALS))[0]
        == "ana: Sneak ⚫, Agility 4"
    )
    desk = table_of(ana=ana).desk
    assert rolling.level_of(desk, Party("ana", "Sneak", steps=1)) == "mastery"
    assert rolling.level_of(desk, Party("ana", "Sneak", steps=-1)) == "aptitude"
    assert rolling.level_of(desk, Party("ana", "Force", steps=-1)) == "none"


def test_spells_without_mastery():
    """TAD-MAS.08: allowed, with the same dice; by a dial a spell has no more than aptitude."""
    ana = {**ANA, "aptitudes": {"Fire Dart": MASTERY}}
    assert rolling.level_of(table_of(ana=ana).desk, Party("ana", "Fire Dart")) == "mastery"
    assert rolling.level_of(table_of({"spell_mastery": False}, ana).desk, Party("ana", "Fire Dart")) == "aptitude"


# ── boons and banes ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_triumph_leaves_a_dominance():
    """TAD-TD.02, TAD-TD.06: it wins whatever the totals, and helps with the next roll, which uses it up."""
    table = table_of()
    first = table.act("gm", "contest", 20, 19, 6, 6, **STEALS, other_worth=2, other_why="a dog")
    assert (outcome(first), said(first)[-1]) == ("triumph", "ana 24 : guard 33; ana wins (ana: Triumph)")
    assert table.of("ana", "tray") == (("Triumph", 1, ""),)
    assert said(table.act("gm", "contest", 10, 4, 5, **STEALS))[0] == "ana: Sneak ⚫, Agility 4, Triumph +1"
    assert table.of("ana", "tray") == ()


def test_a_disaster_leaves_a_threat():
    """TAD-TD.07, TAD-TD.08: of either side; whom the other's Disaster lets win has no boon of it."""
    table = table_of()
    events = table.act("gm", "contest", 5, 1, **STEALS)
    assert (outcome(events), said(events)[-1]) == ("wins", "ana 9 : guard 3; ana wins (guard: Disaster)")
    assert (table.of("guard", "tray"), table.of("ana", "tray")) == ((("Disaster", -1, ""),), ())
    assert outcome(table.act("gm", "contest", 1, 2, 6, **STEALS)) == "disaster"
    assert table.of("ana", "tray") == (("Disaster", -1, ""),)


def test_two_of_a_kind_leave_nothing():
    """TAD-TD.01, TAD-TD.04, TAD-X.14: they cancel, totals decide, and a tie is the reactor's."""
    table = table_of()
    two = table.act("gm", "contest", 20, 20, **STEALS)
    assert (outcome(two), said(two)[-1]) == ("wins", "ana 24 : guard 22; ana wins (two Triumphs cancel)")
    two = table.act("gm", "contest", 1, 1, 2, **STEALS, other_worth=1, other_why="a dog")
    assert (outcome(two), said(two)[-1]) == ("ties", "ana 5 : guard 5; guard wins (two Disasters cancel, tie: the reactor's)")
    assert (table.of("ana", "tray"), table.of("guard", "tray")) == ((), ())


@pytest.mark.parametrize(("rule", "found"), [("auto_only", "triumph"), ("off", "loses")])
def test_less_of_triumphs(rule, found):
    """TAD-TD.02: by a dial they decide and leave nothing, or do nothing at all."""
    table = table_of({"triumph_rule": rule})
    events = table.act("gm", "contest", 20, 19, 6, 6, **STEALS, other_worth=2, other_why="a dog")
    assert (outcome(events), table.of("ana", "tray")) == (found, ())


def test_a_clear_win():
    """TAD-CON.10: nothing, or by a dial a boon for whoever wins by five or more; also where totals are not told."""
    plain = table_of()
    plain.act("gm", "contest", 13, 9, **STEALS)
    assert plain.of("ana", "tray") == ()
    for more in ({}, {"contest_visibility": "result_only"}):
        table = table_of({"degrees_of_success": "margin_5_boon", **more})
        table.act("gm", "contest", 12, 9, **STEALS)
        assert table.of("ana", "tray") == (("Triumph", 1, ""),)
        table.act("gm", "contest", 2, 1, 18, **STEALS)
        assert (table.of("ana", "tray"), table.of("guard", "tray")) == ((), (("Triumph", 1, ""),))
    close = table_of({"degrees_of_success": "margin_5_boon"})
    close.act("gm", "contest", 11, 9, **STEALS)
    assert close.of("ana", "tray") == ()


def test_what_an_attack_has_of_it():
    """TAD-TD.06, TAD-CON.10: its boon is in the damage."""
    margin = table_of({"degrees_of_success": "margin_5_boon"}).desk
    clear, triumph = Decision(True, is_clear=True), Decision(True, 1)
    assert [rolling.has_boon(table_of().desk, one) for one in (clear, triumph)] == [False, True]
    assert rolling.has_boon(margin, clear)
    assert not rolling.has_boon(table_of({"triumph_rule": "auto_only"}).desk, triumph)
    assert rolling.boons(margin, Party("ana", "Blades"), 1, is_attack=True) == []
    assert rolling.boons(margin, Party("ana", "Blades"), 0, is_attack=True, by_margin=True) == []
    assert rolling.boons(margin, Party("ana", "Blades"), -1, is_attack=True) != []


# ── helping ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def helped(table, answer="yes", **args):
    table.act("bo", "help", **{"who": "bo", "whom": "ana", "skill": "Sneak", **args})
    return table.answer("gm", answer)


def test_one_helper_counts():
    """TAD-SF.09: one dominance on that roll, if the Storyteller agrees; a second helper gives nothing more."""
    table = table_of()
    assert outcome(helped(table, "no")) == "refused"
    assert said(helped(table)) == ["bo helps ana with Sneak"]
    assert outcome(helped(table)) == "nothing"
    assert table.of("ana", "tray") == (("help", 1, "Sneak"),)
    assert said(table.act("gm", "contest", 3, 17, 9, **{**STEALS, "skill": "Force"}))[0] == "ana: Force ⚪, Strength 1"
    assert said(table.act("gm", "contest", 13, 2, 9, **STEALS))[0] == "ana: Sneak ⚫, Agility 4, help +1"
    assert table.of("ana", "tray") == ()


def test_how_much_help_is_worth():
    """TAD-SF.09: by a dial more, or nothing."""
    table = table_of({"help_dominance": 3})
    helped(table, skill="Steal")
    assert table.of("ana", "tray") == (("help", 3, "Sneak"),)
    with pytest.raises(Refusal, match="helping gives nothing at this table"):
        table_of({"help_dominance": 0}).act("bo", "help", who="bo", whom="ana", skill="Sneak")
    with pytest.raises(Refusal, match="bo cannot help themselves"):
        table.act("bo", "help", who="bo", whom="bo", skill="Sneak")


def test_helping_in_a_fight_is_an_action():
    """TAD-SF.09, TAD-CMB.05: the action of one's turn."""
    table = table_of(facts=fight("bo", "ana", "guard"))
    helped(table)
    assert table.of("bo", "acted") == 1
    with pytest.raises(Refusal, match="bo has used the action"):
        table.act("bo", "help", who="bo", whom="ana", skill="Force")


# ── one against many ───────────────────────────────────────────────────────────────────────────────────────────────────


def all_react(table, *faces):
    table.act("gm", "contest-with-all", who="guard", skill="Manipulate", other_skill="Resist Fear")
    assert table.asked() == [("gm", "reactors")]
    return table.answer("gm", ("yes", "yes"), *faces)


def test_one_roll_for_all():
    """TAD-CON.09: the initiator rolls once; everybody else compares alone."""
    events = all_react(table_of(), 13, 10, 11, 12, 2, 3)
    assert said(events)[-1] == "guard wins against bo"
    assert [line for line in said(events) if ";" in line] == ["guard 11 : ana 13; ana wins", "guard 11 : bo 2; guard wins"]
    assert outcome(events) == "wins"


def test_a_roll_against_each():
    """TAD-CON.09: by a dial, one for each."""
    events = all_react(table_of({"area_roll": "roll_each"}), 13, 10, 11, 12, 5, 4, 2, 3)
    assert [line for line in said(events) if ";" in line] == ["guard 11 : ana 13; ana wins", "guard 5 : bo 2; guard wins"]


def test_nobody_need_react():
    """TAD-CON.09: then nothing is rolled."""
    table = table_of()
    table.act("gm", "contest-with-all", who="guard", skill="Manipulate", other_skill="Resist Fear")
    events = table.answer("gm", ("no", "no"))
    assert (outcome(events), said(events)) == ("loses", ["guard wins against nobody"])


def test_a_boon_against_many_is_one():
    """TAD-CON.09, TAD-TD.06: what one roll gains is not used up by itself."""
    table = table_of(guard={**GUARD, "aptitudes": {"Manipulate": APTITUDE}})
    all_react(table, 20, 11, 12, 2, 3)
    assert table.of("guard", "tray") == (("Triumph", 1, ""),)


# ── things ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

LOCK = {"who": "ana", "skill": "Sneak", "thing": "a watchful door"}


def test_a_thing_takes_part():
    """TAD-CON.01, TAD-CON.08: with a score and a level that the Storyteller gives it, and players do not learn."""
    table = table_of()
    events = table.act("gm", "contest-with-thing", 10, 11, **LOCK)
    assert said(events) == [
        "ana: Sneak ⚫, Agility 4",
        "ana 14 : a watchful door 14; a watchful door wins (tie: the reactor's)",
    ]
    assert isinstance(thrown(events)[1], Blank)
    master = table.act("gm", "contest-with-thing", 10, 3, 8, **LOCK, level="expertise", score=1)
    assert said(master)[-1] == "ana 14 : a watchful door 9; ana wins"


def test_a_thing_begins():
    """TAD-CON.08, TAD-CON.07: a trap strikes; ties are then the person's."""
    events = table_of().act(
        "gm", "contest-with-thing", 11, 13, 10, **{**LOCK, "skill": "Evade", "thing": "a trap"}, begins="the thing does"
    )
    assert said(events)[-1] == "a trap 14 : ana 14; ana wins (tie: the reactor's)"


@pytest.mark.parametrize(
    ("band", "score"), [("Trivial", 1), ("Easy", 2), ("Moderate", 3), ("Hard", 4), ("Nearly impossible", 6)]
)
def test_the_score_of_a_thing(band, score):
    """TAD-CON.08, TAD-GEN.01: a fifth of the lowest will of its band; Moderate 15 makes 3."""
    found = stands(table_of(), "gm", "contest-with-thing", "level", "score", band=band)
    assert found == {"level": "aptitude", "score": score}


@pytest.mark.parametrize(("level", "dice"), [("none", 2), ("aptitude", 1), ("mastery", 2)])
def test_the_level_of_things(level, dice):
    """TAD-CON.08: by a dial, where none is named."""
    table = table_of({"object_default_level": level})
    assert stands(table, "gm", "contest-with-thing", "level", "score", band="Hard") == {"level": level, "score": 4}
    made = rolling.effort(table.desk, Party("", "a door", score=3))
    assert (made.level, int(made.modifier)) == (level, 3)
    assert dice == (1 if made.level == "aptitude" else 2)


# ── overruling ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_result_is_overruled():
    """TAD-GEN.06, TAD-R.30: after the dice it is an override, logged as such; what the roll left is taken back."""
    table = table_of()
    with pytest.raises(Refusal, match="nothing has been rolled yet"):
        table.act("gm", "overrule-roll", result="wins", reason="because")
    table.act("gm", "contest", 20, 1, **STEALS)
    assert (table.of("ana", "tray"), table.of("guard", "tray")) == ((("Triumph", 1, ""),), (("Disaster", -1, ""),))
    with pytest.raises(Refusal, match="ana wins already"):
        table.act("gm", "overrule-roll", result="wins", reason="because")
    events = table.act("gm", "overrule-roll", result="loses", reason="the purse was empty")
    assert said(events) == ["override: ana loses against guard (won by the dice): the purse was empty"]
    assert cited(events) == {"TAD-GEN.06", "TAD-R.30"}
    assert (outcome(events), table.of("ana", "tray"), table.of("guard", "tray")) == ("loses", (), ())
    assert outcome(table.act("gm", "overrule-roll", result="wins", reason="no, it was not")) == "wins"


def test_rules_that_collide():
    """TAD-GEN.04, TAD-GEN.05: the particular goes before the general; else the Storyteller says, who sees both."""
    table = table_of()
    general = {
        "one": "ties to the reactor",
        "one_is": "general rule",
        "other": "the ring wins ties",
        "other_is": "item, spell, perk or trait",
    }
    assert outcome(table.act("gm", "which-rule", **general)) == "the ring wins ties"
    status = {**general, "one_is": "status"}
    table.act("gm", "which-rule", **status)
    assert [option.value for option in table.question("gm").options] == ["ties to the reactor", "the ring wins ties"]
    events = table.answer("gm", "ties to the reactor")
    assert said(events)[-1].endswith("ties to the reactor applies")
    order = table_of({"conflict_resolution": "priority_order"})
    assert outcome(order.act("gm", "which-rule", **status)) == "the ring wins ties"
    order.act("gm", "which-rule", **{**status, "other_is": "status"})
    assert order.asked() == [("gm", "rule")]


# ── who plays ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_who_is_whose():
    """TAD-ROLE.01, TAD-ROLE.02, TAD-R.25: players' characters, and everybody else, who is the Storyteller's."""
    desk = table_of().desk
    assert [contests.people.is_player_character(desk, who) for who in ("ana", "guard")] == [True, False]
    assert contests.people.storyteller(desk) == "gm"


def test_what_the_game_is_called():
    """TAD-ROLE.04: Triumph & Disaster, or by a dial a title of one's own."""
    table = table_of()
    assert title(table.desk) == TAD.title == "Triumph & Disaster"
    with pytest.raises(Refusal, match="at this table the game is called Triumph & Disaster"):
        table.act("gm", "name-the-game", name="Fools")
    own = table_of({"game_title": "a title of our own"})
    assert said(own.act("gm", "name-the-game", name="Fools")) == ["this game is called Fools"]


def test_how_many_play():
    """TAD-ROLE.03: one Storyteller; each player one character, and so many of them as the dial says."""
    assert (TAD.dials["storytellers"].values, TAD.dials["pc_count_max"].values[0]) == ((1,), 6)
    table = seated({"ana": {}}, dials={"pc_count_max": 1})
    by = {seat: Desk(table.desk.facts, TAD.game.data, seat) for seat in ("gm", "ana", "bo")}
    assert admission(by["gm"]) is None
    assert admission(by["ana"]) == "each player plays one character"
    assert admission(by["bo"]) == "there is 1 character, and at this table there may be 1"
    table.put("ana", statuses=("Dead",))
    assert admission(Desk(table.desk.facts, TAD.game.data, "ana")) is None
    assert admission(Desk(seated({"ana": {}}).desk.facts, TAD.game.data, "bo")) is None


def test_nobody_else_comes():
    """TAD-ROLE.03: whoever has a character brings no second one; the Storyteller brings whom they like."""
    kara, *others = ready_made(TAD)
    table = seated({"bo": {}}, dials={"pc_count_max": 2})
    table.act("ana", "bring", character=kara)
    with pytest.raises(Refusal, match="each player plays one character"):
        table.act("ana", "bring", character=others[0])
    table.act("gm", "bring", character=others[0])


def test_presets():
    """TAD-NIGHT.01, TAD-TD.02: what the draft itself has, and everything."""
    assert TAD.presets["draft only"] == {
        "rows": "draft only",
        "triumph_rule": "off",
        "combat": "single_contest",
        "status_effects": "threat_only",
        "magic": "off",
    }
    assert TAD.presets["full tonight"] == {}
