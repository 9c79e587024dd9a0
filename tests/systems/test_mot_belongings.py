"""Who readies a weapon has it: a list of belongings on the sheet, who gives what to whom, and sheets on which there is none."""

import pytest

from fatewright.core.table.slots import Forms
from fatewright.core.table.story import Put
from fatewright.systems import sheet
from systems.mot_fight import begin, pair, refused
from systems.mot_stage import CALM, MOT, Play, built, said, somebody

HANDS = {"weapon": ".38 Revolver", "belongings": ["Dagger", "Mail shirt"]}


def offered(play, seat, verb, slot, **given):
    """What a slot of a form offers, in its order."""
    forms = Forms(play.table.view(seat), play.game, seat)
    asked = next(one.asked for one in forms.form(play.game.verbs[verb], given).slots if one.asked.name == slot)
    return [one.value for one in asked.options if not one.blocked]


def test_one_readies_what_one_has():
    """MOT-7.04, MOT-10.16: what is on the list and what is in the hand; fists go without saying."""
    play = pair(**HANDS)
    assert refused(play, "ana", "ready", who="Ana", weapon="Assault Rifle") == "Ana has no Assault Rifle"
    assert refused(play, "ana", "wear", who="Ana", armor="Plate") == "Ana has no Plate"
    assert refused(play, "ana", "raise-shield", who="Ana", shield="small") == "Ana has no small shield"
    assert refused(play, "ana", "mount", who="Ana", sight="laser sight") == "Ana has no laser sight"
    assert offered(play, "ana", "ready", "weapon", who="Ana")[:2] == ["Dagger", "Unarmed Attack"]
    assert offered(play, "ana", "wear", "armor", who="Ana", change="put on") == ["Mail shirt"]
    play.act("ana", "ready", who="Ana", weapon="Dagger")
    assert play.of("Ana", "belongings") == ("Dagger", "Mail shirt", ".38 Revolver")
    play.act("ana", "ready", who="Ana", weapon=".38 Revolver")
    assert play.of("Ana", "weapon") == ".38 Revolver"


def test_where_nobody_keeps_a_list_anything_is_at_hand():
    """MOT-10.16: as sheets start, and as all were before there were lists: those have none at all."""
    play = pair()
    assert play.of("Ana", "belongings") == ("anything at all",)
    play.land(Put("Ogre", "belongings", None))
    for seat, who in (("ana", "Ana"), ("gm", "Ogre")):
        play.act(seat, "ready", who=who, weapon="Assault Rifle")
        play.act(seat, "wear", who=who, armor="Plate")
        assert len(offered(play, seat, "ready", "weapon", who=who)) == len(MOT.lists["weapons"])
    assert play.fact("token", "Ogre", "belongings") is None


def test_a_weapon_that_was_struck_or_wrested_from_the_hand_is_still_ones_own():
    """MOT-7.29, MOT-7.76, MOT-10.16: it lies on the ground, and can be readied again."""
    play = pair(**HANDS)
    play.act("ana", "grapple", 6, 6, 1, who="Ana", target="Ogre")
    assert (play.of("Ana", "weapon"), play.of("Ana", "belongings")[-1]) == ("Unarmed Attack", ".38 Revolver")


def test_what_one_has_one_can_hand_over():
    """MOT-7.03, MOT-10.16: it leaves the hand; in a fight it is the action, and nobody undresses."""
    play = Play({"Ana": somebody(**HANDS, armor=["Leather"]), "Bo": somebody(belongings=[])}, {"Ogre": somebody()}, CALM)
    begin(play, 12, 10, 8)
    assert refused(play, "bo", "hand", who="Ana", thing="Dagger", to="Bo") == "Ana is not yours"
    assert refused(play, "ana", "hand", who="Ana", thing="Plate", to="Bo") == "Ana has nothing of the kind to give: Plate"
    assert refused(play, "ana", "hand", who="Ana", thing="Leather", to="Bo") == "nobody changes armour in a fight"
    assert play.form("ana", "hand") == {"who": "Ana", "thing": "Dagger", "to": "Bo"}
    assert said(play.act("ana", "hand", who="Ana", thing=".38 Revolver", to="Bo")) == ["Bo has .38 Revolver from Ana"]
    assert (play.of("Ana", "weapon"), play.of("Ana", "acted"), play.of("Bo", "belongings")) == (
        "Unarmed Attack",
        "yes",
        (".38 Revolver",),
    )
    assert refused(play, "ana", "hand", who="Ana", thing="Dagger", to="Bo") == "Ana has acted in this turn"
    play.act("gm", "end-turn")
    play.act("bo", "ready", who="Bo", weapon=".38 Revolver")


def test_the_game_master_says_what_somebody_comes_by_and_loses():
    """MOT-0.06, MOT-10.16: of the players' characters in the open, of their own people in secret."""
    play = pair(foe={"belongings": []}, **HANDS)
    assert said(play.act("gm", "give", who="Ana", thing="Shotgun"), "ana") == ["Ana has Shotgun"]
    assert refused(play, "gm", "give", who="Ana", thing="Shotgun") == "Ana has: Shotgun"
    assert refused(play, "gm", "give", who="Ana", thing="Unarmed Attack") == "Unarmed Attack is nothing that one has"
    assert said(play.act("gm", "give", who="Ana", thing=".38 Revolver", is_so="no")) == ["Ana no longer has .38 Revolver"]
    assert play.of("Ana", "weapon") == "Unarmed Attack"
    assert refused(play, "gm", "give", who="Ogre", thing="Club").startswith("Ogre is the game master's")
    assert said(play.act("gm", "secret-give", who="Ogre", thing="Club"), "ana") == []
    assert (play.of("Ogre", "belongings"), play.sees("ana", "token", "Ogre", "belongings")) == (("Club",), None)
    play.act("gm", "give", who="Ana", thing="anything at all")
    play.act("ana", "ready", who="Ana", weapon="Long Bow")
    assert refused(play, "gm", "give", who="Ana", thing="Club") == "nobody keeps a list of what Ana has: anything is at hand"
    play.act("gm", "give", who="Ana", thing="anything at all", is_so="no")
    assert "Dagger" in play.of("Ana", "belongings")


def test_a_character_from_before_there_were_lists_comes_to_the_table():
    """MOT-10.16: as any other does, and nobody keeps a list for them."""
    old = built()
    choices = {name: value for name, value in old.choices.items() if name != "belongings"}
    asked = {name: sheet.judged(MOT, old._replace(choices=one)) for name, one in (("old", choices), ("new", old.choices))}
    assert asked["old"] == asked["new"]
    assert sheet.values(MOT, old._replace(choices=choices))["belongings"] == ["anything at all"]


@pytest.mark.parametrize("kind", [*MOT.kinds])
def test_the_ready_made_have_what_they_hold(kind):
    """MOT-10.16."""
    values = MOT.kinds[kind]
    held = [values.get("weapon", "Unarmed Attack"), values.get("off_hand", "nothing"), *values.get("armor", [])]
    assert {*held} - {"Unarmed Attack", "nothing"} <= {*values["belongings"]}
