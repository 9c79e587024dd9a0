"""What stands in the form of a verb, as far as it follows from what is filled in: asked for in this one place."""

from fatewright.core.table.slots import Forms
from fatewright.kit.stage import of_kinds, stage
from fatewright.systems.author import Put, PutFact
from fatewright.systems.spec import game

HEROES = ("ana", "bo", "cy")
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


def stands(play, seat, verb, *slots, **given):
    """What stands in these slots of a form, with what is filled in."""
    form = play.form(seat, verb, **given)
    return {name: form[name] for name in slots}


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
