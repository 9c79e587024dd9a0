"""A fight on the stage: how it begins, whose turn it is, and what is refused."""

from fatewright.core.table.story import Place, Put
from fatewright.kit.stage import Stage
from systems.mot_stage import CALM, Play, somebody


def total(points):
    """Three dice that show so many points."""
    return next((a, b, points - a - b) for a in range(1, 7) for b in range(1, 7) if 1 <= points - a - b <= 6)


def crowd(dials=None, moments=0, foes=None, **heroes):
    """Ann, Bob and Cy, and an ogre; every statistic 3, so that everybody throws three dice for initiative."""
    people = {name: somebody(**heroes.get(name, {})) for name in ("Ann", "Bob", "Cy")}
    return Play(people, foes or {"Ogre": somebody()}, CALM | (dials or {}), moments)


def pair(dials=None, foe=None, **ana):
    """Ana and an ogre."""
    return Play({"Ana": somebody(**ana)}, {"Ogre": somebody(**(foe or {}))}, CALM | (dials or {}))


def begin(play, *totals, reserve=None, leader="Ogre", **how):
    """A fight in which the players throw these totals, seat by seat, and then the game master; dice are held back as told."""
    events = play.act("gm", "start-fight", *(face for one in totals for face in total(one)), leader=leader, **how)
    return [*events, *held_back(play, reserve or {})]


def held_back(play, reserve):
    """Everybody who is asked says how many dice they hold back."""
    events = []
    while waiting := [seat for seat, name in play.asked() if name == "reserve" and not is_in(play, seat)]:
        events += play.answer(waiting[0], reserve.get(waiting[0], 0))
    return events


def is_in(play, seat):
    return all(one.is_locked for one in play.table.truth.questions.values() if one.seat == seat)


refused = Stage.refused  # the sentence with which an act is refused


def turn(play):
    """The round, and whose turn it is."""
    facts = play.table.truth.facts
    return facts[("turns", "round")], facts[("turns", "order")][facts[("turns", "at")]]


def order(play):
    return play.table.truth.facts[("turns", "order")]


def passed(play, times=1):
    """The game master ends so many turns."""
    return [event for _ in range(times) for event in play.act("gm", "end-turn")]


def on_board(play, **places):
    """Put people on squares, whoever's turn it is."""
    play.land(*(Put(name, "at", at) for name, at in places.items()))


def nobody(play):
    """An encounter, which is nobody."""
    play.land(Place("The feast", "encounter", "gm", ()))
