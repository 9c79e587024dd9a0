"""A fight of Triumph & Disaster: people who can fight, whose turn it is, and short ways to say who strikes whom."""

from fatewright.kit.stage import Stage
from systems.tad_table import APTITUDE, said, seated

LEVELS = {"Blades": APTITUDE, "Evade": APTITUDE, "Unarmed": APTITUDE, "Bows": APTITUDE, "Polearms": APTITUDE}
FIGHTER = {"aptitudes": LEVELS, "arms": ["sword", "dagger", "spear", "bow", "crossbow"], "weapon": "sword"}


def somebody(**values):
    """A fighter with a sword, at aptitude with every weapon, all abilities at 0, but for what is given."""
    aptitudes = {**LEVELS, **values.pop("aptitudes", {})}
    return {**FIGHTER, "aptitudes": aptitudes, **values}


def brawl(people=None, foes=None, places=None, at=0, order=None, **dials):
    """Ana against an ogre (both plain fighters) in the first round; `order` of turns as they are listed."""
    people = {"ana": somebody()} if people is None else people
    foes = {"ogre": somebody()} if foes is None else foes
    play = seated(people, foes, dials=dials)
    turns = tuple(order or (*people, *foes))
    for path, value in {"round": 1, "order": turns, "slots": turns, "slot": at, "at": at}.items():
        play.put_fact("turns", path, value=value)
    for who, square in (places or {}).items():
        play.put(who, at=square)
    return play


def seat_of(play, who):
    return play.of(who, "owner")


def strikes(play, who, target, *faces, **how):
    """An attack by whoever runs somebody."""
    return play.act(seat_of(play, who), "attack", *faces, who=who, target=target, **how)


def hit(play, who, target, *damage, **how):
    """An attack that hits, 15 to 5; then the damage dice fall."""
    return strikes(play, who, target, 15, 5, *damage, **how)


def totals(events):
    """What the two sides of the first contest came to, as everybody hears it."""
    line = next(line for line in said(events) if " : " in line)
    return tuple(int(side.split()[-1]) for side in line.split(";")[0].split(" : "))


def passes(play, *faces):
    """The Storyteller ends a turn; what is rolled then, and at the start of the next."""
    return play.act("gm", "end-turn", *faces)


def turn(play):
    """The round, and whose turn it is."""
    return play.fact("turns", "round"), play.fact("turns", "order")[play.fact("turns", "at")]


def statuses(play, who):
    return play.of(who, "statuses")


refused = Stage.refused  # the sentence with which an act is refused
