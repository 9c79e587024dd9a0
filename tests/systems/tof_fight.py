"""A fight of Twist of Fate: fighters, where they stand, whose turn it is, blows from the bid to what comes of it."""

from fatewright.core.table.codec import wire
from fatewright.core.table.game import Answer
from fatewright.core.table.stream import messages
from fatewright.kit.stage import Stage
from systems.tof_table import TOF, said, seated

FIGHTER = {"skills": {"Weapon": 4, "Brawl": 4, "Shield": 4, "Dodge": 4}, "arms": ["sword"], "held": "sword"}
BLOCKER = {**FIGHTER, "off_held": "shield"}


def somebody(**values):
    """An average fighter with a sword, but for what is given."""
    return {**FIGHTER, **values}


def line_up(people=None, foes=None, system=TOF, places=None, **dials):
    """Ana, and whoever else, against an ogre; nobody has begun."""
    play = seated(system, people=people or {"ana": FIGHTER}, foes={"ogre": FIGHTER} if foes is None else foes, dials=dials)
    for who, at in (places or {}).items():
        play.act("gm", "put", who=who, x=at[0], y=at[1])
    return play


def battle(people=None, foes=None, system=TOF, places=None, **dials):
    """The same, and the fight is on. Equals act in the order of their names here, players before the game master."""
    play = line_up(people, foes, system, places, **dials)
    play.act("gm", "start-fight")
    return play


def trio(**more):
    """A, B and C, average and full, of one side, against an ogre."""
    return battle({"a": {}, "b": {}, "c": {}}, **more)


def seat_of(play, who):
    return play.of(who, "owner")


def turn(play):
    """The round, and whose turn it is."""
    return play.fact("turns", "round"), play.fact("turns", "order")[play.fact("turns", "at")]


def price(play):
    """What everybody sees that the next effect costs."""
    return play.sees("eve", "turns", "price")


def passed(play, times=1):
    """The game master ends so many turns."""
    return [event for _ in range(times) for event in play.act("gm", "end-turn")]


def until(play, who):
    """Turns are ended until it is somebody's."""
    events = passed(play)
    while turn(play)[1] != who:
        events += passed(play)
    return events


refused = Stage.refused  # the sentence with which an act is refused


def not_taken(play, seat, value):
    """The sentence with which an answer is refused."""
    return play.why_not(Answer(seat, play.waiting(seat), value))


def buys(play, who, kind, **args):
    """An effect is bought by whoever runs somebody."""
    return play.act(seat_of(play, who), kind, who=who, **args)


def swings(play, who, target, meet=None, **how):
    """An attack, up to the bids; `meet` is how it is met, None where nobody is asked."""
    how = {"using": "weapon in hand", "area": "torso", **how}
    events = play.act(seat_of(play, who), "attack", who=who, target=target, **how)
    return [*events, *(play.answer(seat_of(play, target), meet) if meet else ())]


def strikes(play, who, target, bid=0, meet="none", with_=0, **how):
    """An attack, and what comes of it: the attacker bids so much, and whoever defends themselves `with_` so much."""
    events = swings(play, who, target, meet, **how)
    events += play.answer(seat_of(play, who), bid)
    return [*events, *(play.answer(seat_of(play, target), with_) if meet not in ("none", None) else ())]


def notes(play, seat, of=None):
    """The pages of a seat's notebook, as somebody sees them: the seat itself, unless told otherwise."""
    facts = play.table.view(of or seat).facts
    return [value for path, value in sorted(facts.items()) if path[:2] == ("note", seat)]


def states(play, who):
    return play.of(who, "conditions")


def heard(play, seat):
    """Everything that a seat has been sent, byte for byte."""
    return [wire(message) for message in messages(play.table.records, seat)]


def values_of(dial, system=TOF):
    """All that a dial may be set to."""
    return system.dials[dial].values


def total_of(events, who):
    """What somebody's total came to, as the game master is told."""
    (line,) = (line for line in said(events, "gm") if line.startswith(f"{who}: ") and " makes " in line)
    return int(line.rpartition(" ")[2])
