"""No form opens on a friend as the target of harm, nor on somebody who can do nothing: every verb, all through a fight."""

import pytest

from fatewright.core.table.game import Act, Answer
from fatewright.core.table.slots import Forms, whole
from fatewright.kit.automatic import usual_act
from fatewright.kit.players import cautious, open_questions
from fatewright.kit.stage import KeyedDice
from fatewright.systems.author import Desk
from fatewright.systems.avitch.hand_to_hand import pairings
from fatewright.systems.moment_of_truth.combat import harm
from fatewright.systems.triumph_and_disaster.combat import sides
from fatewright.systems.twist_of_fate.combat import turns
from forms import HARM, at_table

STEPS = 12  # things that happen in each fight
SIDES = {
    "moment-of-truth": harm.SIDES,
    "twist-of-fate": turns.SIDES,
    "mind-over-matter": turns.SIDES,
    "triumph-and-disaster": sides.SIDES,
    "avitch": pairings.SIDES,
}
BEGINS = {"avitch": ("ana", "fight")}  # who begins it, and how
FALLEN = {  # one on each side, who lies there from the beginning
    "moment-of-truth": {"token cy conditions": ("unconscious",), "token ogre conditions": ("unconscious",)},
    "twist-of-fate": {"token cy conditions": ("out",), "token ogre conditions": ("out",)},
    "triumph-and-disaster": {"token cy statuses": ("Dying",), "token ogre statuses": ("Dying",)},
    "avitch": {"token cy marks": ("Out",)},
}
FALLEN["mind-over-matter"] = FALLEN["twist-of-fate"]


def settled(system, table, dice):
    """All that is asked is answered as somebody cautious would."""
    while waiting := [(seat, one) for seat in table.seats() for one in open_questions(table.view(seat), seat)]:
        seat, number = waiting[0]
        table.do(system.game, Answer(seat, number, cautious(table.view(seat).questions[number].asked)), dice)


def fought(name):
    """A table at every moment of a fight in which somebody of each side lies there already."""
    system, table = at_table(name, foes=("ogre", "troll", "wolf"), **FALLEN[name])
    dice, (seat, verb) = KeyedDice(1), BEGINS.get(name, ("gm", "start-fight"))
    table.do(system.game, whole(table.view(seat), system.game, Act(seat, verb, {})), dice)
    settled(system, table, dice)
    for _ in range(STEPS):
        yield system, table
        dice.next_act()
        acts = (usual_act(table.view(seat), system, seat) for seat in table.seats())
        if act := next((one for one in acts if one), None):
            table.do(system.game, act, dice)
            settled(system, table, dice)


def is_silly(sides, forms, desk, form, harmed):
    """What is wrong with whom a form opens on; empty if nothing."""
    verb = forms.game.verbs[form.verb]
    slot = next((one.name for one in verb.slots if one.of == "mine"), None)
    if slot is None or form.args[slot] is None:
        return ""
    actor = form.args[slot]
    if not form.blocked and sides.is_out(desk, actor) and verb.name not in FOR_THE_FALLEN:
        fit = [one for one in sides.mine(desk) if not sides.is_out(desk, one)]
        if able := [one for one in fit if not forms.opened(verb, {slot: one}).blocked]:
            return f"{actor} is out of it, and {', '.join(able)} could do it"
    wrong = [form.args[one] for one in harmed if form.args[one] and not sides.against(desk, actor, form.args[one])]
    return f"{', '.join(wrong)}: a friend of {actor}" if wrong else ""


FOR_THE_FALLEN = {"die"}  # what whoever is out of it does rather than others


@pytest.mark.parametrize("name", SIDES)
def test_no_form_of_a_fight_opens_on_a_friend_or_on_somebody_who_can_do_nothing(name):
    found, looked = {}, 0
    for system, table in fought(name):
        for seat in table.seats():
            forms = Forms(table.view(seat), system.game, seat)
            desk = Desk(forms.view.facts, system.game.data, seat)
            for form in forms.acts():
                looked += 1
                if why := is_silly(SIDES[name], forms, desk, form, HARM[name].get(form.verb, ())):
                    found[seat, form.verb] = why
    assert found == {}
    assert looked > 100 * STEPS
