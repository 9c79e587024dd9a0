"""What stands in the form of a verb, as far as it follows from what is filled in: asked for in this one place."""

from fatewright.core.ask import Option
from fatewright.core.slots import Forms, arguments_of, in_order
from fatewright.kit.stage import of_kinds, stage
from fatewright.systems.author import Put, PutFact
from fatewright.systems.spec import game

HEROES = ("ana", "bo", "cy")
PEOPLE = ("mine", "token")
HARM = {  # verbs that do somebody harm, and the slots in which that somebody stands
    "avitch": {"fight": ["other"], "ambush": ["other"], "exchange": ["other"], "shoot": ["target"], "start-chase": ["other"]},
    "lanterns": {"strike": ["target"], "stalk": ["prey"]},
    "moment-of-truth": {
        "attack": ["target"],
        "spray": ["first", "second", "third"],
        "dual-attack": ["target", "other"],
        "grapple": ["target"],
    },
    "triumph-and-disaster": {"attack": ["target"], "grapple": ["target"], "talk-down": ["target"], "skirmish": ["second"]},
    "twist-of-fate": {
        "attack": ["target"],
        "cast-at": ["target"],
        "lightning": ["target"],
        "engage": ["other"],
        "step-up": ["other"],
        "know-thine-enemy": ["target"],
    },
}
HARM["mind-over-matter"] = HARM["twist-of-fate"]


def goes_with(system, verb, desk, given):
    """What usually goes with what is filled in, by slot; it may follow from what goes with it, or stands there first.

    Whom a form opens on, people and foes, is a matter of its own (`systems/test_actors_and_foes.py`).
    """
    found, stands = {}, dict(given)
    for field in in_order(system.game.verbs[verb]):
        says = field.usual or field.offers
        needed = {name: stands.get(name) for name in arguments_of(says)} if says else {}
        if says and field.of not in PEOPLE and field.name not in stands and None not in needed.values():
            usual = says(desk, **needed)
            usual = next(iter(usual), None) if says is field.offers else usual
            usual = usual.value if isinstance(usual, Option) else usual
            found |= {} if usual is None else {field.name: usual}
        first = field.choices[0] if field.choices and field.default is None else field.default
        stands = {field.name: found.get(field.name, first), **stands}
    return found


def at_table(name, players=HEROES, foes=("ogre", "troll"), **facts):
    """A table with heroes and foes, or without a game master with heroes alone; `facts` stand on it."""
    system = game(name)
    kinds = dict.fromkeys(foes, next(iter(system.kinds))) if system.has_gm else {}
    play = stage(system, of_kinds(system, players), kinds)
    for path, value in facts.items():
        what, *where = path.split()
        play.land(Put(*where, value) if what == "token" else PutFact((what, *where), value))
    return system, play.table


def forms_of(system, table, seat):
    return Forms(table.view(seat), system.game, seat)


def opens(system, table, seat, verb, **given):
    return forms_of(system, table, seat).opened(system.game.verbs[verb], given)
