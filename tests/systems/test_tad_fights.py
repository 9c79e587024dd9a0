"""Fights of Triumph & Disaster: surprise, initiative, rounds, turns, moving, stamina, deeds, morale, and how it ends."""

import pytest

from fatewright.core.table.story import OWN
from systems.tad_fight import brawl, hit, passes, refused, seat_of, somebody, statuses, strikes, totals, turn
from systems.tad_table import APTITUDE, TAD, outcome, said, seated, thrown

SNEAKY, WATCHFUL = {"Sneak": APTITUDE}, {"Notice": APTITUDE}


def lined_up(people=None, foes=None, **dials):
    """Ana and bo against an ogre; nobody has begun."""
    return seated(people or {"ana": somebody(), "bo": somebody()}, foes or {"ogre": somebody()}, dials=dials)


def order(play):
    return play.fact("turns", "order")


# Beginning


def test_everybody_rolls_for_initiative():
    """TAD-CMB.03, TAD-AGI.05, TAD-AGI.01: a d20 and Agility, high to low; the numbers are open, the dice of foes are not."""
    play = lined_up({"ana": somebody(agility=2), "bo": somebody()}, {"ogre": somebody(agility=3)})
    events = play.act("gm", "start-fight", 5, 20, 10)
    assert order(play) == ("bo", "ogre", "ana")
    assert [play.of(who, "initiative") for who in ("ana", "bo", "ogre")] == [7, 20, 13]
    assert play.sees("ana", "token", "ogre", "initiative") == 13
    assert thrown(events, "ana")[:2] == [(5,), (20,)]
    assert turn(play) == (1, "bo")


def test_ties_of_initiative():
    """TAD-AGI.05: higher Agility, then players' characters, then a d20 each until they differ."""
    people = {"ana": somebody(agility=1), "bo": somebody(), "cy": somebody()}
    play = lined_up(people, {"ogre": somebody(agility=1), "imp": somebody(agility=2)})
    play.act("gm", "start-fight", 9, 10, 10, 9, 8, 4, 4, 7, 3)
    assert order(play) == ("imp", "ana", "ogre", "bo", "cy")


def test_initiative_without_dice():
    """TAD-AGI.05: by a dial, 10 and Agility."""
    play = lined_up({"ana": somebody(agility=2)}, {"ogre": somebody(agility=3)}, initiative="static_10_plus_agility")
    play.act("gm", "start-fight")
    assert (order(play), play.of("ogre", "initiative")) == (("ogre", "ana"), 13)


def test_initiative_by_side():
    """TAD-AGI.05: by a dial, each side rolls once, with its best Agility; the players' first at a tie."""
    people = {"ana": somebody(agility=2), "bo": somebody(agility=3)}
    play = lined_up(people, {"ogre": somebody(), "imp": somebody(agility=1)}, initiative="side")
    play.act("gm", "start-fight", 10, 12)
    assert order(play) == ("bo", "ana", "imp", "ogre")
    assert [play.of(who, "initiative") for who in order(play)] == [13] * 4


def test_an_ambush():
    """TAD-CMB.02: the lowest Sneak stands for all; whoever loses with Notice skips a turn, but reacts. Ties: targets."""
    watchers = {"ana": somebody(aptitudes=WATCHFUL), "bo": somebody(aptitudes=WATCHFUL)}
    foes = {"ogre": somebody(aptitudes=SNEAKY), "imp": somebody(aptitudes=SNEAKY)}
    play = lined_up(watchers, foes, initiative="static_10_plus_agility", morale="off")
    events = play.act("gm", "start-fight", 18, 12, 11, 12, 5, 4, 9, 8, ambush="the others")
    assert "surprised: ana" in said(events)
    assert statuses(play, "ana") == ()
    assert turn(play) == (1, "bo")
    assert any("ana is surprised, and loses this turn" in line for line in said(events))
    passes(play)
    strikes(play, turn(play)[1], "ana", 10, 12)
    for _ in range(2):
        passes(play)
    assert turn(play) == (2, "ana")


def test_players_may_lie_in_wait_too():
    """TAD-CMB.02."""
    people = {"ana": somebody(aptitudes=SNEAKY)}
    foes = {"ogre": somebody(aptitudes=WATCHFUL)}
    play = lined_up(people, foes, initiative="static_10_plus_agility")
    play.act("gm", "start-fight", 15, 3, ambush="the players")
    assert statuses(play, "ogre") == ("Surprised",)
    passes(play)
    assert (turn(play), statuses(play, "ogre")) == ((2, "ana"), ())


def test_a_fight_needs_two_sides():
    """TAD-CMB.02."""
    play = seated({"ana": somebody(), "bo": somebody()})
    assert refused(play, "gm", "start-fight") == "a fight needs two sides"
    play.put("bo", side="others")
    play.act("gm", "start-fight", 5, 4)
    assert refused(play, "gm", "start-fight") == "a fight is on already"


def test_only_those_on_the_map():
    """TAD-CMB.02: positions first."""
    play = lined_up()
    for who, x in (("ana", 0), ("ogre", 4)):
        play.act("gm", "put", who=who, x=x, y=0)
    play.act("gm", "start-fight", 5, 4, who="those on the map")
    assert order(play) == ("ana", "ogre")


# Turns


def test_rounds_repeat():
    """TAD-CMB.03: in the same order, each with a fresh action and move."""
    play = brawl()
    play.act("ana", "guard", who="ana")
    assert refused(play, "ana", "guard", who="ana") == "ana has used the action of this turn"
    assert refused(play, "gm", "guard", who="ogre") == "it is ana's turn"
    play.act("ana", "end-turn")
    assert refused(play, "ana", "end-turn") == "it is ogre's turn"
    passes(play)
    assert turn(play) == (2, "ana")
    assert (play.of("ana", "acted"), play.of("ana", "turn")) == (0, ())


def test_late_arrivals():
    """TAD-CMB.03: they roll, and have a turn from the next round on."""
    play = brawl({"ana": somebody(), "bo": somebody(agility=9)}, order=("ana", "ogre"))
    play.act("gm", "join-fight", who="bo")
    assert refused(play, "gm", "join-fight", who="bo") == "bo is in this fight already"
    assert refused(play, "bo", "guard", who="bo") == "bo is not in this fight"
    passes(play)
    passes(play, 15)
    assert turn(play) == (2, "bo")


def test_a_move_may_be_split_around_an_action():
    """TAD-CMB.04, TAD-STR.05: speed paces in a turn, 6 and Strength."""
    play = brawl(places={"ana": (0, 0), "ogre": (4, 0)})
    play.act("ana", "move", who="ana", x=3, y=0)
    hit(play, "ana", "ogre", 2)
    play.act("ana", "move", who="ana", x=3, y=1)
    assert play.of("ana", "moved") == 4
    assert refused(play, "ana", "move", who="ana", x=3, y=4) == "ana has 2 paces left, and (3, 4) is 3 away"


def test_dashing_is_another_move():
    """TAD-CMB.05: with the action."""
    play = brawl(places={"ana": (0, 0), "ogre": (20, 0)})
    play.act("ana", "dash", who="ana")
    play.act("ana", "move", who="ana", x=12, y=0)
    assert play.of("ana", "acted") == 1
    assert refused(seated({"ana": somebody()}), "ana", "dash", who="ana") == "outside a fight there is time enough"


def test_outside_a_fight_people_walk_as_they_like():
    """TAD-CMB.04: and the Storyteller moves everybody."""
    play = seated({"ana": somebody()})
    play.act("ana", "move", who="ana", x=90, y=0)
    assert play.of("ana", "at") == (90, 0)


def test_guarding_is_a_dominance_on_evade():
    """TAD-CMB.05: until the next turn."""
    play = brawl()
    play.act("ana", "guard", who="ana")
    passes(play)
    assert totals(strikes(play, "ogre", "ana", 12, 10, 2)) == (12, 10 + 2)
    passes(play)
    passes(play)
    assert totals(strikes(play, "ogre", "ana", 10, 12)) == (10, 12)


def test_helping_is_an_action():
    """TAD-CMB.05, TAD-SF.09: a dominance on an ally's next such roll."""
    play = brawl({"ana": somebody(), "bo": somebody()})
    play.act("ana", "help", who="ana", whom="bo", skill="Blades")
    play.answer("gm", "yes")
    assert play.of("ana", "acted") == 1
    passes(play)
    strikes(play, "bo", "ogre", 10, 1, 15)


def test_the_first_draw_is_free():
    """TAD-CMB.05: then it is the action."""
    play = brawl()
    play.act("ana", "draw", who="ana", weapon="bow")
    assert (play.of("ana", "weapon"), play.of("ana", "acted")) == ("bow", 0)
    play.act("ana", "draw", who="ana", weapon="sword", second="dagger")
    assert (play.of("ana", "second"), play.of("ana", "acted")) == ("dagger", 1)
    assert refused(play, "ana", "draw", who="ana", weapon="bow") == "ana has used the action of this turn"
    assert "not among" in refused(play, "ana", "draw", who="ana", weapon="mace")
    sentence = "ana holds that already"
    assert refused(play, "ana", "draw", who="ana", weapon="sword", second="dagger") == sentence


def test_a_free_draw_after_the_action():
    """TAD-CMB.05."""
    play = brawl()
    play.act("ana", "guard", who="ana")
    play.act("ana", "draw", who="ana", weapon="bow")
    assert play.of("ana", "weapon") == "bow"


# Reactions


def test_reactions_are_free():
    """TAD-CMB.04: as many as are needed, and by a dial so many in a round; what comes then meets no answer."""
    foes = {"ogre": somebody(), "imp": somebody()}
    play = brawl(foes=foes, at=1)
    strikes(play, "ogre", "ana", 10, 12)
    passes(play)
    strikes(play, "imp", "ana", 10, 12)
    assert play.of("ana", "reacted") == 2
    play = brawl(foes=foes, at=1, reactions_per_round=1)
    strikes(play, "ogre", "ana", 10, 12)
    passes(play)
    assert "ana cannot react: imp hits" in said(strikes(play, "imp", "ana", 3))
    passes(play)
    assert play.of("ana", "reacted") == 0


# Stamina


def test_stamina_for_a_move():
    """TAD-VIT.06: one point, as often as there is stamina."""
    play = brawl({"ana": somebody(vitality=3)}, places={"ana": (0, 0), "ogre": (40, 0)})
    for _ in range(2):
        play.act("ana", "exert", who="ana")
    play.act("ana", "move", who="ana", x=18, y=0)
    assert play.of("ana", "stamina") == 4


def test_stamina_for_an_action_once():
    """TAD-VIT.06: two points, once in a turn."""
    play = brawl({"ana": somebody(vitality=3)})
    play.act("ana", "guard", who="ana")
    play.act("ana", "exert", who="ana", what="a further action")
    hit(play, "ana", "ogre", 2)
    assert play.of("ana", "stamina") == 4
    sentence = "ana has had a further action in this turn"
    assert refused(play, "ana", "exert", who="ana", what="a further action") == sentence


def test_the_last_of_it_may_exhaust():
    """TAD-VIT.06, TAD-VIT.03, TAD-STA.15: Resist Exhaustion against 10."""
    play = brawl({"ana": somebody(aptitudes={"Resist Exhaustion": APTITUDE})})
    play.put("ana", stamina=1)
    play.act("ana", "exert", 11, who="ana")
    assert statuses(play, "ana") == ()
    assert refused(play, "ana", "exert", who="ana") == "ana has 0 stamina, and that costs 1"
    play.put("ana", stamina=2)
    play.act("ana", "exert", 10, who="ana", what="a further action")
    assert statuses(play, "ana") == ("Exhausted",)


def test_a_table_without_stamina():
    """TAD-VIT.06: a dial."""
    play = brawl({"ana": somebody(vitality=3)}, stamina="off")
    assert refused(play, "ana", "exert", who="ana") == "this table plays without stamina"


# Leaving


def test_a_parting_blow():
    """TAD-CMB.14, TAD-R.33: once a round, as a reaction; whoever leaves is the reactor, and has the tie."""
    people = {"ana": somebody(), "bo": somebody()}
    play = brawl(people, places={"ana": (0, 0), "bo": (0, 1), "ogre": (1, 0)})
    play.act("ana", "move", who="ana", x=-3, y=0)
    assert play.asked() == [("gm", "parting blow")]
    events = play.answer("gm", True, 12, 12)
    assert any("tie: the reactor's" in line for line in said(events))
    assert play.of("ana", "at") == (-3, 0)
    passes(play)
    play.act("bo", "move", who="bo", x=-3, y=1)
    assert (play.asked(), play.of("bo", "at")) == ([], (-3, 1))


def test_who_falls_does_not_get_away():
    """TAD-CMB.14, TAD-CMB.15."""
    play = brawl({"ana": somebody(), "bo": somebody()}, places={"ana": (0, 0), "ogre": (1, 0)})
    play.put("ana", hp=1)
    play.act("ana", "move", who="ana", x=-3, y=0)
    assert outcome(play.answer("gm", True, 15, 5, 4)) == "nothing"
    assert play.of("ana", "at") == (0, 0)


def test_no_parting_blow_against_guard_or_within_reach_or_by_a_dial():
    """TAD-CMB.14: nor by whoever cannot act."""
    places = {"ana": (0, 0), "ogre": (1, 0)}
    play = brawl(places=places)
    play.act("ana", "guard", who="ana")
    play.act("ana", "move", who="ana", x=-3, y=0)
    assert play.asked() == []
    play = brawl(places=places)
    play.act("ana", "move", who="ana", x=1, y=1)
    assert play.asked() == []
    play = brawl(places=places, parting_blow=False)
    play.act("ana", "move", who="ana", x=-3, y=0)
    assert play.asked() == []
    play = brawl(places=places)
    play.put("ogre", statuses=("Stunned",))
    play.act("ana", "move", who="ana", x=-3, y=0)
    assert play.asked() == []


def test_fleeing_ends_it():
    """TAD-CMB.14, TAD-CMB.21: without a map everybody is within reach."""
    play = brawl()
    play.act("ana", "flee", who="ana")
    events = play.answer("gm", False)
    assert "ana flees" in said(events)
    assert (play.fact("turns", "round"), statuses(play, "ana")) == (None, ())


def test_the_others_may_flee_too():
    """TAD-CMB.21: whoever has fled is not there any more."""
    play = brawl(at=1)
    play.act("gm", "flee", who="ogre")
    play.answer("ana", False)
    assert statuses(play, "ogre") == ("Fled",)
    assert refused(play, "ana", "attack", who="ana", target="ogre") == "ogre is not there any more"
    assert refused(play, "ana", "flee", who="ana") == "nobody is fighting"


def test_nobody_held_flees():
    """TAD-STA.08, TAD-CMB.21."""
    play = brawl()
    play.put("ana", statuses=("Restrained",))
    assert refused(play, "ana", "flee", who="ana") == "ana cannot move"


def test_who_falls_does_not_flee():
    """TAD-CMB.14, TAD-CMB.15: nor is there a blow against who guards."""
    play = brawl({"ana": somebody(), "bo": somebody()})
    play.put("ana", hp=1)
    play.act("ana", "flee", who="ana")
    assert outcome(play.answer("gm", True, 15, 5, 4)) == "nothing"
    assert statuses(play, "ana") == ("Dying",)
    play = brawl({"ana": somebody(), "bo": somebody()})
    play.act("ana", "guard", who="ana")
    assert outcome(play.act("ana", "flee", who="ana")) == "done"


def test_only_those_within_reach_strike_at_who_flees():
    """TAD-CMB.14."""
    play = brawl(places={"ana": (0, 0), "ogre": (5, 0)})
    assert outcome(play.act("ana", "flee", who="ana")) == "done"


def test_a_parting_blow_may_be_let_go():
    """TAD-CMB.14: and nobody strikes at whom they do not see."""
    play = brawl(places={"ana": (0, 0), "ogre": (1, 0)})
    play.act("ana", "move", who="ana", x=-3, y=0)
    play.answer("gm", False)
    assert play.of("ana", "at") == (-3, 0)
    play = brawl(places={"ana": (0, 0), "ogre": (1, 0)})
    play.put("ana", statuses=("Hidden",))
    play.act("ana", "move", who="ana", x=-3, y=0)
    assert (play.asked(), play.of("ana", "at")) == ([], (-3, 0))


def test_who_may_move():
    """TAD-CMB.04: in a fight those in it, in their turn, from where they stand; the Storyteller moves the others."""
    play = brawl({"ana": somebody(), "bo": somebody()}, order=("ana", "ogre"), places={"ogre": (0, 0)})
    assert refused(play, "bo", "move", who="bo", x=1, y=1) == "in a fight, only those in it move"
    assert refused(play, "ana", "move", who="ana", x=1, y=1) == "ana stands nowhere on the map"
    assert refused(play, "gm", "move", who="ogre", x=1, y=1) == "it is ana's turn"
    assert refused(play, "gm", "stand", who="ogre") == "ogre is not Prone"
    play.put("ogre", statuses=("Prone",))
    assert refused(play, "gm", "stand", who="ogre") == "it is ana's turn"
    play.put("ana", statuses=("Prone", "Restrained"))
    assert refused(play, "ana", "stand", who="ana") == "ana cannot move"


def test_the_fallen_do_not_walk():
    """TAD-STA.14: outside a fight either."""
    play = seated({"ana": somebody()})
    play.put("ana", statuses=("Dying",))
    assert refused(play, "ana", "move", who="ana", x=1, y=1) == "ana is out of it"


def test_whoever_leaves_the_table_is_passed_over():
    """TAD-CMB.03."""
    play = brawl({"ana": somebody(), "bo": somebody()}, {"ogre": somebody(), "imp": somebody()})
    play.act("gm", "remove", token="bo")
    passes(play)
    assert turn(play) == (1, "ogre")
    play.act("gm", "remove", token="ogre")
    passes(play)
    assert turn(play) == (1, "imp")
    passes(play)
    assert turn(play) == (2, "ana")


def test_late_arrivals_where_sides_take_turns():
    """TAD-CMB.03, TAD-AGI.05: they come last."""
    play = brawl({"ana": somebody(), "bo": somebody(agility=9)}, order=("ana", "ogre"), initiative="side")
    play.act("gm", "join-fight", who="bo")
    passes(play)
    passes(play, 15)
    assert play.fact("turns", "slots") == ("ana", "ogre", "bo")
    assert refused(seated({"ana": somebody()}), "gm", "join-fight", who="ana") == "nobody is fighting"


def test_nobody_exerts_themselves_out_of_turn():
    """TAD-VIT.06."""
    assert refused(brawl(), "gm", "exert", who="ogre") == "it is ana's turn"
    sentence = "outside a fight there is time enough"
    assert refused(seated({"ana": somebody()}), "ana", "exert", who="ana") == sentence


def test_an_ambush_by_nobody():
    """TAD-CMB.02: where no player fights, none lies in wait."""
    play = seated(
        {}, {"ogre": somebody(agility=1), "imp": somebody(side="others")}, dials={"initiative": "static_10_plus_agility"}
    )
    play.act("gm", "start-fight", ambush="the players")
    assert turn(play)[0] == 1


def test_traps_and_the_unseen_do_not_fight():
    """TAD-CMB.02: a trap is nobody."""
    play = lined_up({"ana": somebody(), "bo": somebody(agility=1)}, initiative="static_10_plus_agility")
    play.act("gm", "set-trap", name="pit")
    play.act("gm", "start-fight")
    assert set(order(play)) == {"ana", "bo", "ogre"}


# Grapples


def wrestlers(**places):
    strong = {"Wrestle": APTITUDE, "Resist Restraint": APTITUDE}
    return brawl({"ana": somebody(strength=2, aptitudes=strong)}, {"ogre": somebody(aptitudes=strong)}, places=places)


def test_a_grapple():
    """TAD-CMB.13, TAD-CON.05, TAD-STR.03: Wrestle against Resist Restraint; won, the target is held."""
    play = wrestlers()
    assert outcome(play.act("ana", "grapple", 8, 10, who="ana", target="ogre")) == "ties"
    play.put("ana", acted=0)
    assert outcome(play.act("ana", "grapple", 9, 10, who="ana", target="ogre")) == "wins"
    assert statuses(play, "ogre") == ("Restrained",)
    assert play.fact("relation", "Restrained", "ana", "ogre") is True
    play.put("ana", acted=0)
    assert refused(play, "ana", "grapple", who="ana", target="ogre") == "ana holds ogre already"


def test_the_holder_is_in_charge():
    """TAD-CMB.13, TAD-GEN.01: both move at half speed, rounded down, and the held one comes along."""
    play = wrestlers(ana=(0, 0), ogre=(1, 0))
    play.act("ana", "grapple", 9, 10, who="ana", target="ogre")
    assert refused(play, "ana", "move", who="ana", x=-5, y=0) == "ana has 4 paces left, and (-5, 0) is 5 away"
    play.act("ana", "move", who="ana", x=-4, y=0)
    assert (play.of("ana", "at"), play.of("ogre", "at")) == ((-4, 0), (-3, 0))


def test_what_a_hold_is_good_for():
    """TAD-CMB.13: Wrestle again, to hurt for 2d4🔻💢 and Strength, or to throw down."""
    play = wrestlers()
    play.act("ana", "grapple", 9, 10, who="ana", target="ogre")
    passes(play)
    passes(play)
    play.act("ana", "press", 12, 10, 3, 4, who="ana", target="ogre")
    assert play.of("ogre", "hp") == 5
    play.put("ana", acted=0)
    play.act("ana", "press", 12, 10, who="ana", target="ogre", how="throw")
    assert statuses(play, "ogre") == ("Restrained", "Prone")
    play.act("ana", "let-go", who="ana", target="ogre")
    assert statuses(play, "ogre") == ("Prone",)
    assert refused(play, "ana", "press", who="ana", target="ogre") == "ana does not hold ogre"
    assert refused(play, "ana", "let-go", who="ana", target="ogre") == "ana does not hold ogre"


def test_breaking_free_of_somebody():
    """TAD-STA.08, TAD-CMB.05: Resist Restraint against the holder's Wrestle; whoever breaks free began it, so ties hold."""
    play = wrestlers()
    play.act("ana", "grapple", 9, 10, who="ana", target="ogre")
    passes(play)
    assert outcome(play.act("gm", "break-free", 12, 10, who="ogre")) == "ties"
    play.put("ogre", acted=0)
    assert outcome(play.act("gm", "break-free", 13, 10, who="ogre")) == "wins"
    assert (statuses(play, "ogre"), play.fact("relation", "Restrained", "ana", "ogre")) == ((), None)


def test_a_grapple_needs_arms_that_reach():
    """TAD-CMB.13."""
    play = wrestlers(ana=(0, 0), ogre=(3, 0))
    assert refused(play, "ana", "grapple", who="ana", target="ogre") == "ogre is 3 paces away"
    assert refused(play, "ana", "grapple", who="ana", target="ana") == "nobody seizes themselves"
    assert refused(play, "gm", "grapple", who="ogre", target="ana") == "it is ana's turn"
    play.put("ogre", statuses=("Hidden",))
    assert refused(play, "ana", "grapple", who="ana", target="ogre") == "ogre cannot be seized"


def test_a_hold_may_slip():
    """TAD-CMB.13, TAD-CON.03: pressing is a contest again."""
    play = wrestlers()
    play.put("ogre", statuses=("Restrained",))
    play.put_fact("relation", "Restrained", "ana", "ogre", value=True)
    assert outcome(play.act("ana", "press", 5, 10, who="ana", target="ogre")) == "loses"
    assert play.of("ogre", "hp") == 10


# Words and things


def test_talking_a_foe_down():
    """TAD-CMB.05, TAD-R.27, TAD-CON.04: with the Storyteller's leave; Persuade–Judge, Manipulate–Resist Fear."""
    levels = {"Persuade": APTITUDE, "Manipulate": APTITUDE, "Judge": APTITUDE, "Resist Fear": APTITUDE}
    play = brawl({"ana": somebody(presence=2, aptitudes=levels)}, {"ogre": somebody(aptitudes=levels)})
    play.act("ana", "talk-down", who="ana", target="ogre")
    assert outcome(play.answer("gm", "no")) == "refused"
    assert refused(play, "gm", "talk-down", who="ogre", target="ana") == "that is for the Storyteller's people"
    play.act("ana", "talk-down", who="ana", target="ogre")
    assert outcome(play.answer("gm", "yes", 9, 11)) == "ties"
    play.put("ana", acted=0)
    play.act("ana", "talk-down", who="ana", target="ogre", skill="Manipulate")
    assert outcome(play.answer("gm", "yes", 12, 11)) == "wins"
    assert statuses(play, "ogre") == ("Yielded",)
    assert play.fact("turns", "round") is None


def test_rallying_an_ally():
    """TAD-PRK.06, TAD-VIT.06: an action and 1 stamina for a dominance on an ally's next roll; without stamina, the action."""
    for stamina in ("on", "off"):
        captain, bo = somebody(perks=["Silver Tongue", "Rally"]), somebody()
        play = brawl({"ana": captain, "bo": bo}, order=("ana", "bo", "ogre"), stamina=stamina)
        before = play.of("ana", "stamina")
        assert refused(play, "bo", "rally", who="bo", ally="ana") == "bo has no perk Rally"
        for ally in ("ana", "ogre"):
            assert refused(play, "ana", "rally", who="ana", ally=ally) == "rally somebody else who stands on your side"
        play.put("bo", statuses=("Unconscious",))
        assert refused(play, "ana", "rally", who="ana", ally="bo") == "bo is out of it"
        play.put("bo", statuses=())
        assert said(play.act("ana", "rally", who="ana", ally="bo")) == ["ana rallies bo: a dominance on the next roll"]
        assert before - play.of("ana", "stamina") == (stamina == "on")
        assert refused(play, "ana", "rally", who="ana", ally="bo") == "ana has used the action of this turn"
        play.put("ana", acted=0)
        assert refused(play, "ana", "rally", who="ana", ally="bo") == "bo has been rallied already"
        passes(play)
        assert outcome(strikes(play, "bo", "ogre", 5, 3, 9)) == "misses"  # 5 and a d6
        assert play.of("bo", "tray") == ()
    play = brawl({"ana": captain, "bo": bo}, order=("ana", "bo", "ogre"))
    play.put("ana", stamina=0)
    assert refused(play, "ana", "rally", who="ana", ally="bo") == "ana has 0 stamina, and that costs 1"


@pytest.mark.parametrize(("material", "will"), [("wood", 15), ("stone", 20), ("iron", 25)])
def test_breaking_things(material, will):
    """TAD-CMB.20, TAD-STR.02: Force, or an attack, against a will by material."""
    play = seated({"ana": somebody(strength=8, agility=8, aptitudes={"Force": APTITUDE})})
    args = {"who": "ana", "thing": "a door", "material": material}
    assert outcome(play.act("ana", "smash", will - 8, **args)) == "loses"
    assert outcome(play.act("ana", "smash", will - 7, **args)) == "wins"
    events = play.act("ana", "smash", will - 7, how="weapon in hand", **args)
    assert "a door breaks" in said(events)


# Morale


def pack(**dials):
    """Ana against four; two are down, or will be."""
    foes = {name: somebody(aptitudes={"Resist Fear": APTITUDE}) for name in ("a", "b", "c", "d")}
    foes["c"] = somebody(vitality=3, aptitudes={"Resist Fear": APTITUDE})
    play = brawl(foes=foes, foe_at_zero="dies", **dials)
    play.put("a", hp=0, statuses=("Dead",))
    play.put("b", hp=1)
    return play


def test_half_a_side_down_tries_its_courage():
    """TAD-CMB.19, TAD-PRE.05: the toughest rolls Resist Fear against 15; losing it, they flee or yield. Once."""
    play = pack()
    events = strikes(play, "ana", "b", 15, 5, 8, 15)
    assert any("c rolls for their courage" in line for line in said(events))
    assert play.asked() == [("gm", "morale")]
    assert "c, d yield" in said(play.answer("gm", "Yielded"))
    assert (statuses(play, "c"), statuses(play, "d"), play.fact("turns", "round")) == (("Yielded",), ("Yielded",), None)


def test_courage_holds():
    """TAD-CMB.19: won, they fight on, and are not asked again."""
    play = pack()
    strikes(play, "ana", "b", 15, 5, 8, 16)
    assert turn(play) == (1, "ana")
    play.put("ana", acted=0)
    play.put("c", hp=1)
    strikes(play, "ana", "c", 15, 5, 8)
    assert play.asked() == []


def test_a_leader_may_be_named():
    """TAD-CMB.19."""
    play = pack()
    play.act("gm", "name-leader", who="c")
    play.act("gm", "name-leader", who="d")
    assert (play.of("c", "turn"), play.of("d", "turn")) == ((), ("leader",))
    assert any("d rolls for their courage" in line for line in said(strikes(play, "ana", "b", 15, 5, 8, 19)))


def test_morale_is_a_dial():
    """TAD-CMB.19."""
    play = pack(morale="off")
    strikes(play, "ana", "b", 15, 5, 8)
    assert turn(play) == (1, "ana")


# Ending


def test_a_fight_ends_when_one_side_is_down():
    """TAD-CMB.21: and what lasted for its scene is over."""
    play = brawl(foe_at_zero="dies")
    play.put("ogre", hp=1)
    play.put("ana", tray=(("Triumph", 1, ""),), spent=("Sure Stroke",))
    events = strikes(play, "ana", "ogre", 15, 2, 5, 8)
    assert "The fight is over; left standing: ana" in said(events)
    assert play.fact("turns", "order") is None
    assert (play.of("ana", "spent"), play.of("ana", "tray"), play.of("ana", "acted")) == ((), (), 0)


def test_the_storyteller_may_end_it():
    """TAD-CMB.21."""
    play = brawl()
    play.act("gm", "end-fight")
    assert play.fact("turns", "round") is None
    assert refused(play, "gm", "end-fight") == "nobody is fighting"
    assert refused(play, "gm", "end-turn") == "nobody is fighting"


def test_one_contest_decides():
    """TAD-CMB.01: by a dial: best fighters, weapon against Evade, a dominance for the larger side; the Storyteller's price."""
    play = lined_up(combat="single_contest")
    assert refused(play, "gm", "start-fight") == "this table settles a fight by one contest: a skirmish"
    play.act("gm", "skirmish", 10, 2, 11, first="ana", second="ogre")
    events = play.answer("gm", "they are driven off")
    assert outcome(events) == "wins"
    assert "foes lose the fight: they are driven off" in said(events)
    assert refused(play, "gm", "skirmish", first="ana", second="bo") == "a skirmish is between two sides"
    assert refused(lined_up(), "gm", "skirmish", first="ana", second="ogre") == "this table plays fights in rounds"


def test_the_larger_side_may_be_the_one_attacked():
    """TAD-CMB.01, TAD-CON.03."""
    play = lined_up(combat="single_contest")
    play.act("gm", "skirmish", 10, 9, 1, first="ogre", second="ana")
    assert outcome(play.answer("gm", "a retreat")) == "ties"


def test_everything_of_a_turn_is_on_the_tracker():
    """TAD-CMB.04: what the screens show."""
    assert TAD.dials["combat"].values == ("rounds", "single_contest")
    assert seat_of(brawl(), "ogre") == "gm"


# What waits for an answer


def test_a_turn_does_not_end_while_an_attack_of_ones_own_waits_for_an_answer():
    """TAD-CMB.04, TAD-CMB.06: it is said who has to answer what; whoever is asked reads the question itself."""
    play = brawl({"ana": somebody(perks=["Sure Stroke"])}, {"ogre": somebody(vitality=9)})
    strikes(play, "ana", "ogre", 15, 5)
    why = "ana's attack waits for your answer: ana hits ogre. Sure Stroke: do the damage dice explode?"
    assert refused(play, "ana", "end-turn") == why
    assert refused(play, "gm", "end-turn") == "ana's attack waits for an answer of ana's: sure stroke"
    play.answer("ana", False, 4)
    play.act("ana", "end-turn")
    assert turn(play) == (1, "ogre")


def test_what_others_have_to_answer_is_named_and_no_more():
    """TAD-CMB.04, TAD-PRK.03: whether to strike back is the other's, and so is the question."""
    play = brawl({"ana": somebody()}, {"ogre": somebody(perks=["Sure Stroke", "Riposte"])})
    strikes(play, "ana", "ogre", 5, 15)
    assert refused(play, "ana", "end-turn") == "ana's attack waits for an answer of gm's: riposte"
    play.answer("gm", False)
    play.act("ana", "end-turn")
    assert turn(play) == (1, "ogre")


def test_what_somebody_else_has_begun_does_not_hold_a_turn_up():
    """TAD-CMB.04: only what is done by whoever has the turn."""
    play = brawl({"ana": somebody(), "bo": somebody(due=1)}, {"ogre": somebody()}, order=("ana", "ogre"))
    play.act("bo", "advance", who="bo", how="a perk")
    assert play.asked() == [("bo", "advance")]
    play.act("ana", "end-turn")
    assert turn(play) == (1, "ogre")


def test_real_dice_that_have_not_been_thrown_hold_a_turn_up():
    """TAD-DICE.02, TAD-CMB.04: an attack waits for what they show."""
    play = brawl(dice_source="mixed")
    play.put_fact("seat", "ana", "dice", value=OWN)
    play.act("ana", "attack", who="ana", target="ogre")
    assert refused(play, "ana", "end-turn") == "ana's attack waits for your answer: Throw 1d20: what do your dice show?"
