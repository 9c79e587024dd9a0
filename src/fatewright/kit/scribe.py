"""Golden playthroughs: a script, and after it what every viewer was told, one block each. A change in a block is a review.

dial burn=once                               # a dial of the table, before anybody sits down
seats gm ana bo=player                       # who sits there: gm is the game master, others play; NAME=ROLE says otherwise
token ana warden ana                         # a token, its kind, its owner
token ghoul ghoul gm hidden                  # likewise, and only the owner knows its numbers
> ana strike who=ana target=ghoul : 5 2 2 1  # a seat, its act, what is said of it, and the faces that fall
> ana answer burn=burn : 6 3                 # an answer, by the question's name, and what falls then
> ana dare who=ana trait=nerve difficulty=plain : 1 2 3
> gm lapse burn                              # nobody waits for the answer any longer
> gm overrule ghoul harm 1 it was a scratch  # the last word on a token's field, and why
> gm back                                    # what was done last is taken back
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from fatewright.core.errors import BadAnswer, BadValue
from fatewright.core.rule.ask import Form, Number
from fatewright.core.rule.blame import nearest
from fatewright.core.rule.dice import dice_text
from fatewright.core.table.events import (
    Asked,
    Began,
    Cancelled,
    Event,
    Fact,
    Overruled,
    Revealed,
    Rolled,
    Told,
    Verdict,
    Withdrawn,
)
from fatewright.core.table.game import Act, Answer, Lapse, Overrule
from fatewright.core.table.paying import offered
from fatewright.core.table.seal import EVERYONE, Audience, is_hidden
from fatewright.core.table.story import BrokenRule, Refusal, Verb
from fatewright.core.table.stream import messages
from fatewright.core.table.table import Table, TakeBack
from fatewright.kit.stage import Stage
from fatewright.kit.telling import deed, quoted, speaker_of
from fatewright.systems.called import Names
from fatewright.systems.opening import opening
from fatewright.systems.spec import System

BLOCK = "== "
LONGEST_ARGUMENT = 60
NOBODY = "expected a line such as `seats gm ana bo` first: nobody sits at the table"
LINES = "`seats NAME ...`, `dial NAME=VALUE`, `token NAME KIND SEAT`, or `> SEAT VERB NAME=VALUE ... : FACES`"
NO_VERBS: Mapping[str, Verb] = MappingProxyType({})


def regenerated(system: System, text: str) -> str:
    """The playthrough with its blocks written anew: the script as it stands, then one block per viewer."""
    script = text.split(f"\n{BLOCK}")[0].rstrip("\n")
    scribe = Scribe(system)
    for number, line in enumerate(script.splitlines(), start=1):
        try:
            scribe.line(line)
        except (BadValue, ValueError) as wrong:
            raise BadValue(f"line {number}: {line.strip()}: {wrong}") from None
    if not scribe.table.seats():
        raise BadValue(f"line 1: {NOBODY}")
    blocks = [f"{BLOCK}{viewer}\n" + "\n".join(scribe.told(viewer)) for viewer in scribe.table.seats()]
    return "\n\n".join([script, *blocks]) + "\n"


class Scribe:
    """Plays a script line by line, and writes down what each viewer was told."""

    def __init__(self, system: System) -> None:
        self.system, self.stage = system, Stage(system.game, Table())
        self.dials: dict[str, Any] = {}
        self.refused: list[tuple[int, str, str]] = []  # after how many records, whom, why
        self.stopped = ""  # why the last line came to nothing

    @property
    def table(self) -> Table:
        return self.stage.table

    def line(self, line: str) -> None:
        """Carry out one line of the script."""
        words = shlex.split(line, comments=True)
        match words:
            case []:
                return
            case ["dial", *_] if self.table.seats():
                raise BadValue("dials are set before anybody sits down; expected it above `seats`")
            case ["dial", *pairs]:
                self.dials.update(self._dial(name, value) for name, _, value in (pair.partition("=") for pair in pairs))
            case ["seats", *names]:
                roles = {name: role or _usual(name) for name, _, role in (word.partition("=") for word in names)}
                self.system = self.system.under(self.dials)
                self.stage.game = self.system.game
                self.table.append(opening(self.system, roles, self.dials))
            case ["token", name, kind, owner, *hidden] if hidden in ([], ["hidden"]):
                _one_of(kind, self.system.kinds, "a kind")
                self._place(name, kind, self._seat(owner), is_hidden=bool(hidden))
            case [">", seat, *rest]:
                self._play(self._seat(seat), rest)
            case _:
                raise BadValue(f"expected {LINES}")

    def _seat(self, name: str) -> str:
        """A seat of the table."""
        if not self.table.seats():
            raise BadValue(NOBODY)
        return _one_of(name, self.table.seats(), "a seat")

    def _dial(self, name: str, text: str) -> tuple[str, Any]:
        known = self.system.dials[name].values if name in self.system.dials else ()
        return name, next((value for value in known if str(value) == text), text)

    def _gms(self) -> Audience:
        return Audience(seat for seat in self.table.seats() if self.table.truth.facts[("seat", seat, "role")] == "gm")

    def _place(self, name: str, kind: str, owner: str, *, is_hidden: bool) -> None:
        veil = Audience({owner}) if is_hidden else EVERYONE
        self.stage.land(
            self.system.place(name, self.system.kinds[kind], kind, owner, veil, self._gms(), self.stage.desk.dials())
        )

    def _play(self, seat: str, words: list[str]) -> None:
        at = words.index(":") if ":" in words else len(words)
        faces, before = [_whole(face) for face in words[at + 1 :]], len(self.table.records)
        try:
            events = self.stage.do(self._command(seat, words[:at]), *faces)
        except (Refusal, BadAnswer) as why:
            self.refused.append((before, seat, str(why)))
            self.stopped = f"was refused: {why}"
        except BrokenRule as why:
            raise BadValue(str(why)) from why
        else:
            ended = [event.reason for event in events if isinstance(event, Cancelled)]
            self.stopped = f"came to nothing: {', '.join(ended)}" if ended else ""

    def _command(self, seat: str, words: list[str]) -> Any:
        match words:
            case ["back"]:
                return TakeBack(seat)
            case ["answer", pair]:
                name, _, text = pair.partition("=")
                number = self._question(seat, name)
                return Answer(seat, number, self.table.view(seat).questions[number].asked.parse(text))
            case ["lapse", name]:
                asked = {
                    one.name: number for number, one in reversed(self.table.truth.questions.items())
                }  # the first of a name
                return Lapse(seat, asked[_one_of(name, asked, "a question that waits")])
            case ["overrule", token, field, value, *reason]:
                return Overrule(seat, token, field, _whole(value), " ".join(reason))
            case [verb, *pairs]:
                known = self.system.game.verbs[_one_of(verb, self.system.game.verbs, "an act")]
                return Act(seat, verb, dict(_argument(known, pair) for pair in pairs))
        raise BadValue(f"found nothing that {seat} does; expected {LINES}")

    def _question(self, seat: str, name: str) -> int:
        questions = self.table.view(seat).questions.items()
        mine = {one.name: number for number, one in reversed(questions) if one.seat == seat}
        if not mine and self.stopped:
            raise BadValue(f"{seat} is asked nothing, because what was done before {self.stopped}")
        return mine[_one_of(name, mine, f"a question that waits for {seat}")]

    def told(self, viewer: str) -> list[str]:
        """All that a viewer was told, a line each, under their own numbers; what was undone is struck through."""
        heard = messages(self.table.records, viewer)
        undone = {number for message in heard for number in message.undone}
        lines = []
        for message in heard:
            text = f"undone: {', '.join(map(str, message.undone))}" if message.event is None else line_of(message.event)
            if text:
                lines.append(f"{message.number:>4} {f'~~{text}~~' if message.number in undone else text}")
        return lines + [f"     refused: {why}" for _, seat, why in self.refused if seat == viewer]


def _usual(seat: str) -> str:
    return "gm" if seat == "gm" else "player"


def _one_of(name: str, names: Iterable[str], what: str) -> str:
    """A name that is one of these; if it is not, those that are, nearest first."""
    if name not in names:
        raise BadValue(f"found '{name}', expected {what}, nearest first: {nearest(name, names) or 'there is none'}")
    return name


def _whole(text: str) -> int:
    if not text.lstrip("+-").isdecimal():
        raise BadValue(f"found '{text}', expected a whole number")
    return int(text)


def _argument(verb: Verb, pair: str) -> tuple[str, Any]:
    name, sign, text = pair.partition("=")
    if not sign:
        raise BadValue(f"found '{pair}', expected NAME=VALUE")
    slots = {slot.name: slot.asked for slot in verb.slots}
    asked = slots[_one_of(name, slots, f"an argument of {verb.name}")]
    return name, _whole(text) if isinstance(asked, Number) else text


def line_of(event: Event, verbs: Mapping[str, Verb] = NO_VERBS, names: Names | None = None) -> str:
    """An event as a line; what its viewer may not know is shown as ?. To be read by people: with verbs and names in words."""
    said = names.name if names else str
    match event:
        case Began(verb=verb) if verb in verbs:
            return deed(event, verbs[verb])
        case Told(text):
            return text
        case Fact(path, value):
            called = " ".join(map(names.fact if names else str, path[2:]))
            return f"{path[1]} {called}: {_shown(value, names)}" if path[0] == "token" else ""
        case Began(_, seat, verb, args):
            return f"{seat}: {verb} {' '.join(f'{name}={_short(_shown(value))}' for name, value in args)}".rstrip()
        case Rolled(dice=dice):
            return "dice fall behind the screen" if is_hidden(dice) else dice_text(dice)
        case Verdict(name=name, value=value):
            return f"{said(name)}: {_shown(value, names)}"
        case Asked(seat=seat, name=name, asked=asked):
            known = "" if is_hidden(asked) else f": {asked.prompt} ({_allowed(asked, seat, said)})"
            return f"{seat} is asked '{said(name)}'{known}"
        case Revealed(answers=answers):
            return f"revealed: {_shown(answers, names)}"
        case Cancelled(reason=reason) | Withdrawn(reason=reason):
            return reason
        case Overruled(path, computed, value, seat, reason):
            instead = f"{_shown(value, names)} instead of {_shown(computed, names)}"
            return f"{seat} overrules {path[1]}'s {said(path[2])}: {instead} ({reason})"
    return ""


def _allowed(asked: Any, seat: str, said: Callable[[str], str]) -> str:
    """What may be answered; of a form, field by field as it is said."""
    if isinstance(asked, Form):
        return "; ".join(f"{said(field.name)}: {offered(field, (seat, asked.who))}" for field in asked.fields)
    return offered(asked, (seat, asked.who))


def line_at(table: Table, record: int, event: Event, verbs: Mapping[str, Verb] = NO_VERBS, names: Names | None = None) -> str:
    """A record of a table, as somebody has seen it, for a terminal: one line, and what people say in quotation marks."""
    text = line_of(event, verbs, names)
    return one_line(quoted(text) if speaker_of(table, record) else text)


def one_line(text: str) -> str:
    """A text without anything that a terminal would obey."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_ARGUMENT else f"{text[:LONGEST_ARGUMENT]}..."


def _shown(value: Any, names: Names | None = None) -> str:
    if is_hidden(value):
        return "?"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(_shown(one, names) for one in value)
    if value is None:
        return "gone"
    return names.value(value) if names and isinstance(value, str) else str(value)
