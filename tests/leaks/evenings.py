"""Evenings of Twist of Fate that differ in one thing: all that reaches a seat, and all that it could find out by asking."""

from itertools import takewhile
from random import Random

import msgspec

from fatewright.core.errors import FatewrightError
from fatewright.core.table.codec import wire
from fatewright.core.table.events import Revealed
from fatewright.core.table.game import Act, Answer, Lapse, Overrule
from fatewright.core.table.stream import messages, streamed
from fatewright.core.table.table import Rewind, Table, TakeBack
from fatewright.kit.players import random_args
from fatewright.kit.scribe import Scribe
from fatewright.kit.stage import KeyedDice
from fatewright.systems.spec import game
from fatewright.web import weigh

TOF = game("twist-of-fate")
SEATS = ("gm", "ana", "bo", "cy", "eve", "tv")
PARTY = """
seats gm ana bo cy eve=spectator tv=television
token ana "Mina Stark" ana
token bo "Amadi Reyes" bo
token cy "Toby Quill" cy
token guard Guard gm hidden
token captain Captain gm hidden
> gm open-session
"""
LATEST = 60  # lines of which it is asked what going back to them would undo
WEIGHED = ("attack", "attempt", "check", "oppose", "hulk-up", "end-turn")  # acts whose odds are asked for


def evening(*scripts, dials="", **sheets):
    """A table after these lines, none of which was refused. `sheets` are of kinds, where they are others than the game's."""
    kinds = {kind.replace("_", " "): values for kind, values in sheets.items()}
    scribe = Scribe(TOF._replace(kinds={**TOF.kinds, **kinds}))
    if dials:
        scribe.line(f"dial {dials}")
    for script in scripts:
        goes_on(scribe, script)
    return scribe


def goes_on(scribe, script):
    """Carry out further lines."""
    for line in script.splitlines():
        scribe.line(line)
    assert scribe.refused == []
    return scribe


def heard(table, seat, since=0):
    """All bytes that have reached a seat, from its own line `since` on."""
    return [wire(message) for message in messages(table.records, seat)][since:]


def known(table, seat):
    """What a seat that comes anew is given: facts, what is under way and what is asked, under its own numbers."""
    view, own = table.view(seat), table.stream(seat).own
    under_way = [(own[one.number], one.seat, one.verb, one.args, tuple(one.steps)) for one in view.procedures.values()]
    asked = [
        (own[number], one._replace(procedure=own.get(one.procedure, -1), fingerprint=""))
        for number, one in view.questions.items()
    ]
    return wire((tuple(view.facts.items()), tuple(under_way), tuple(asked)))


def learns(table, seat):
    """All that a seat has, and all that comes of whatever it might ask for or try just now. Nothing of that is done."""
    return [known(table, seat), *_undoing(table, seat), *_trying(table, seat), *_meddling(table, seat), *_weighing(table, seat)]


def _undoing(table, seat):
    """What each rewind would take back, and what comes of it."""
    found = []
    count = table.stream(seat).count
    for number in range(max(0, count - LATEST), count):
        try:
            found.append(table.would_undo(seat, number))
        except FatewrightError as why:
            found.append(str(why))
    found.append(_planned(table, TakeBack(seat), seat))
    return found


def _trying(table, seat):
    """What comes of everything that a seat might do, and of what it may not."""
    return [_planned(table, act, seat) for act in acts(table, seat)]


def acts(table, seat, tries=1):
    """Every verb of the game in turn, with anything in its form."""
    view = table.view(seat)
    for place, verb in enumerate(TOF.game.verbs.values()):
        for attempt in range(tries):
            args = random_args(view, verb, seat, Random(100 * place + attempt))
            if args is not None:
                yield Act(seat, verb.name, args)


def _meddling(table, seat):
    """What comes of answering for others, of letting their questions lapse, and of overruling what they hold."""
    others = [number for number, one in table.view(seat).questions.items() if one.seat != seat]
    found = [_planned(table, Answer(seat, number, answer), seat) for number in others for answer in (0, 1, 99, "shield 1")]
    found += [_planned(table, Lapse(seat, number), seat) for number in others]
    pools = [path for path in table.truth.facts if path[0] == "token" and path[2] in ("social_pool", "strength_pool")]
    return found + [_planned(table, Overrule(seat, path[1], path[2], 1, "as if"), seat) for path in pools]


def _weighing(table, seat):
    """What a screen says of the odds: of every answer to every question, and of some acts."""
    view = table.view(seat)
    found = [weigh.odds_of_answers(view.fork(), TOF, seat, number) for number in view.questions]
    found += [weigh.odds_of_act(view.fork(), TOF, act) for act in acts(table, seat) if act.verb in WEIGHED]
    return [msgspec.json.encode(one) for one in found]


def _planned(table, command, seat):
    """What a seat would be sent if it gave that command, up to a reveal: letting the last question lapse brings that about."""
    try:
        events = table.plan(TOF.game, command, KeyedDice(1))
    except FatewrightError as why:
        return str(why)
    stream, records = streamed(table.records, seat), [*table.records]
    sent = stream.count
    for event in takewhile(lambda event: not isinstance(event, Revealed), events):
        stream.take(len(records), event)
        records.append(event)
    return [wire(stream.message(number, records)) for number in range(sent, stream.count)]


def copied(table):
    """A table with the same history."""
    return Table(list(table.records), list(table.acts))


def after(table, command):
    """The table as it would be after a command."""
    other = copied(table)
    other.do(TOF.game, command, KeyedDice(1))
    return other


def rewound(table, before):
    """The table as it would be if the game master went back to before a record."""
    return after(table, Rewind("gm", before))
