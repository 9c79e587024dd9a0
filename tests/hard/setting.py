"""Small tables for hard cases: seats, tokens, and short ways to act and answer."""

from fatewright.core.table.codec import wire
from fatewright.core.table.engine import Answer, Game
from fatewright.core.table.events import Fact
from fatewright.core.table.house import house_verbs
from fatewright.core.table.seal import EVERYONE, Audience
from fatewright.core.table.story import Place
from fatewright.core.table.stream import messages
from fatewright.core.table.table import Table
from fatewright.kit.stage import Stage


def game_of(*verbs, has_gm=True, reveals=(), data=None, **more):
    """A game of the house's verbs and these."""
    table = {**house_verbs(has_gm=has_gm), **{verb.name: verb for verb in verbs}}
    return Game(table, data or {}, frozenset(reveals), **more)


def token(name, owner, veil=EVERYONE, seen_by=EVERYONE, open_fields=(), **fields):
    return Place(name, "person", owner, tuple(fields.items()), veil, open_fields, seen_by)


def only(*seats):
    return Audience(seats)


def table_of(seats, *changes, facts=None):
    """A table with these seats (name to role), facts, and changes landed on it."""
    table = Table()
    table.append([Fact(("seat", seat, "role"), role, EVERYONE) for seat, role in seats.items()])
    table.append([Fact(path, value, EVERYONE) for path, value in (facts or {}).items()])
    driven(table, game_of()).land(*changes)
    return table


def driven(table, game):
    """The stage of a table at which rules may break off as they would at any."""
    return Stage(game, table, may_break=True)


def act(table, game, seat, verb, /, *faces, **args):
    return driven(table, game).act(seat, verb, *faces, **args)


def asked(table, seat):
    """The numbers of the questions that a seat has not answered yet."""
    return [number for number, one in table.view(seat).questions.items() if one.seat == seat and not one.is_locked]


def answer(table, game, seat, said, *faces, question=None):
    """Answer the one question that is open for a seat, or the one named."""
    if question is None:
        (question,) = asked(table, seat)
    return driven(table, game).do(Answer(seat, question, said), *faces)


def heard(table, seat):
    """All bytes that have reached a seat."""
    return [wire(message) for message in messages(table.records, seat)]


def value(table, token, field):
    return table.truth.facts[("token", token, field)]


def names(events):
    return [type(event).__name__ for event in events]
