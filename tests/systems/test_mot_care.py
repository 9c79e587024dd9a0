"""Whoever has the skill treats people: the act is the healer's own, the terms are the game master's, and others may help."""

import pytest

from systems.mot_fight import begin, refused
from systems.mot_stage import CALM, Play, dice, outcome, said, somebody

DOC, NAN = somebody({"Medic": 1, "Medicine": 3}), somebody({"Medic": 0})
MEDIC = {"medic": "Doc", "patient": "Ana", "skill": "Medic"}


def ward(*, foes=None, **hurt):
    """Ana is hurt; Doc knows how to help, and Nan a little."""
    return Play({"Ana": somebody(**(hurt or {"major": 5})), "Doc": DOC, "Nan": NAN}, foes or {"Ogre": somebody(major=3)}, CALM)


def test_a_player_treats_by_an_act_of_their_own_and_the_game_master_says_on_what_terms():
    """MOT-1.26, MOT-1.30, MOT-7.68, MOT-7.70: what the player proposes stands in the question; the last word is not theirs."""
    play = ward()
    play.act("doc", "treat", **MEDIC, statistic="education", modifier=2)
    assert play.asked() == [("gm", "ruling")]
    assert [field.name for field in play.question("gm").fields] == ["statistic", "modifier", "help", "reason"]
    assert play.question("gm").default == ("education", 2, "nobody", "conditions")
    events = play.answer("gm", ("perception", -1, "nobody", "no light"), 6, 6, 1)
    assert said(events) == ["Doc: -1 die for no light", "Doc treats Ana: 2 major damage healed"]
    assert (dice(events), outcome(events), play.of("Ana", "major")) == ([3], "treated", 3)


def test_others_help_with_a_treatment_as_far_as_the_game_master_allows():
    """MOT-1.26, MOT-1.27, MOT-7.81: one who has the skill, with one die; nobody who lies unconscious is asked."""
    play = ward(major=12)
    play.put("Ana", conditions=("unconscious",))
    play.act("doc", "treat", **MEDIC)
    play.answer("gm", ("agility", 0, "with the skill", "conditions"))
    assert play.asked() == [("nan", "help")]
    events = play.answer("nan", True, 6, 1, 1, 1, 1)
    assert (said(events)[0], dice(events)) == ("Nan helps Doc", [5])
    play.put("Nan", conditions=("unconscious",))
    play.act("doc", "treat", **MEDIC | {"skill": "Medicine"})
    play.put("Ana", conditions=())
    play.answer("gm", ("agility", 0, "anybody", "conditions"))
    assert play.asked() == [("ana", "help")]


def test_nobody_treats_with_anothers_hands():
    """MOT-7.68: neither another player nor the game master, who has people of their own."""
    play = ward(foes={"Ogre": somebody(major=3), "Medicus": DOC})
    for seat in ("gm", "nan"):
        assert refused(play, seat, "treat", **MEDIC) == "Doc is not yours"
        assert refused(play, seat, "revive", medic="Doc", patient="Ana") == "Doc is not yours"
    events = play.act("gm", "treat", *[6] * 4, medic="Medicus", patient="Ana", skill="Medic")
    assert (said(events), play.asked()) == (["Medicus treats Ana: 4 major damage healed"], [])
    assert [play.form("doc", verb)["medic"] for verb in ("treat", "revive")] == ["Doc", "Doc"]


def test_in_a_fight_a_treatment_is_the_action_of_a_turn():
    """MOT-7.03: not in another's turn, and not after an attack."""
    play = ward()
    begin(play, 12, 10, 8, 6)
    assert refused(play, "doc", "treat", **MEDIC) == "it is ana's turn"
    play.act("gm", "end-turn")
    play.cares("treat", 6, 1, 1, 1, **MEDIC)
    assert (play.of("Doc", "acted"), play.of("Ana", "major")) == ("yes", 4)
    assert refused(play, "doc", "treat", **MEDIC | {"patient": "Nan"}) == "Doc has acted in this turn"


@pytest.mark.parametrize("before", [(), ("Medic",)])
def test_that_a_stranger_has_been_treated_turns_out_and_is_not_read_off_the_form(before):
    """MOT-0.06, MOT-7.69: the game master's people are as they look until somebody tries."""
    play = ward()
    play.put("Ogre", treated=before)
    play.act("doc", "treat", **MEDIC | {"patient": "Ogre"})
    events = play.answer("gm", play.question("gm").default, *([] if before else [6, 1, 1, 1]))
    assert said(events)[-1] == ("Ogre has had Medic since the last injury" if before else "Doc treats Ogre")
    assert play.of("Ogre", "major") == (3 if before else 2)


def test_a_player_tries_to_bring_the_dead_back_and_is_helped():
    """MOT-1.26, MOT-7.53, MOT-7.83: on the game master's terms; six dice and a helper's, and one more success is wanted."""
    play = ward(minor=12, major=12, conditions=["dead"])
    play.act("doc", "revive", medic="Doc", patient="Ana", statistic="perception")
    assert play.question("gm").default == ("perception", 0, "nobody")
    play.answer("gm", ("education", 1, "anybody"))
    events = play.answer("nan", True, 6, 6, 6, 6, 5, 1, 1, 2, 2)
    assert (outcome(events), said(events)[:1], dice(events)) == ("alive", ["Nan helps Doc"], [7, 2])
    play.act("gm", "condition", who="Ogre", condition="dead")
    play.put("Ogre", **{"revival tried": True})
    play.act("doc", "revive", medic="Doc", patient="Ogre")
    assert said(play.answer("gm", play.question("gm").default)) == ["Ogre has been tried for"]
