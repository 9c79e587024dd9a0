"""Commands become events. The engine drives stories: it throws their dice, lands their changes, and waits for their people."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Collection, Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import Any, NamedTuple

from fatewright.core.ask import One, Sealed, is_personal
from fatewright.core.dice import Draw, typed_faces
from fatewright.core.errors import BadAnswer
from fatewright.core.events import (
    Answered,
    Asked,
    Began,
    Cancelled,
    Ended,
    Event,
    Fact,
    Landed,
    Overruled,
    Path,
    Revealed,
    Rolled,
    Told,
    Verdict,
    Withdrawn,
)
from fatewright.core.notation import ROLLER
from fatewright.core.reading import Posed, read_dice, unfolded
from fatewright.core.rule import Judged
from fatewright.core.seal import EVERYONE, KEEPER, THE_TABLE, Audience, Secret, Unknown, opened, seal
from fatewright.core.state import Facts, State
from fatewright.core.story import (
    BrokenRule,
    Change,
    Desk,
    Ending,
    Gain,
    Learn,
    Now,
    Place,
    Put,
    PutFact,
    Refusal,
    Remove,
    Ruling,
    Say,
    TakeBackTo,
    Tell,
    Verb,
    answers_for,
)

SETTLING = 10  # how often waiting questions may follow from each other before it is given up
ALWAYS_SEEN = ("kind", "owner", "answers", "at")  # of a token that is seen at all


class Game(NamedTuple):
    """What the engine needs of a game."""

    verbs: Mapping[str, Verb]
    data: Mapping[str, Any]
    reveals: frozenset[str] = frozenset()  # the names of the verdicts that may tell something about secrets
    signed: frozenset[str] = frozenset()  # the numbers that may fall below zero
    reach: Mapping[str, int] = MappingProxyType({})  # how far apart two tokens may be before a relation between them ends
    has_final_answers: bool = False  # a sealed answer cannot be changed once it lies


class Stale(Refusal):
    """The question is no longer open."""


class Act(NamedTuple):
    """A seat does something."""

    seat: str
    verb: str
    args: Mapping[str, Any]


class Answer(NamedTuple):
    """A seat answers a question by its number."""

    seat: str
    question: int
    answer: Any


class Lapse(NamedTuple):
    """Time is up, or someone has gone: the question's declared default answers."""

    seat: str
    question: int


class Overrule(NamedTuple):
    """Whoever has the last word sets a token's field."""

    seat: str
    token: str
    field: str
    value: Any
    reason: str


Command = Act | Answer | Lapse | Overrule


def handle(number: int, truth: State, view: State, game: Game, command: Command, draw: Draw) -> Draft:
    """The events that a command adds, from `number` on. `view` is that of the seat that gives it; nothing is changed here."""
    draft = Draft(number, truth.fork(), game, draw)
    match command:
        case Act():
            draft.begin(command, view)
        case Answer():
            draft.answer(command, view)
        case Lapse():
            draft.lapse(command, view)
        case Overrule():
            draft.overrule(command, view)
    draft.ask_again_where_the_table_has_changed()
    return draft


def fingerprint(question: Any) -> str:
    """A digest of what was asked: an answer fits only the question it was given to."""
    asked = question.throw if isinstance(question, Judged) else question
    text = asked.name if isinstance(asked, Tell) else repr(asked)
    return blake2b(f"{type(asked).__name__}:{text}".encode(), digest_size=8).hexdigest()


def given(question: Any, recorded: Any) -> Any:
    """The answer that a recorded one amounts to: faces are read, verdicts and words stand as they are."""
    if is_personal(question) or isinstance(question, Now | Tell):
        return recorded
    return read_dice(question, typed_faces(recorded)).answer


def parts(question: Any) -> tuple[One, ...]:
    """The single questions of one that several people answer together."""
    return question.parts if isinstance(question, Sealed) else (question,)


class Running:
    """A story under way, and the question it has come to. Raises StopIteration with its ending."""

    def __init__(
        self,
        game: Game,
        verb: str,
        args: tuple[tuple[str, Any], ...],
        facts: Facts,
        seat: str,
        opens: Callable[[Any], bool] = lambda _: True,
    ) -> None:
        self.desk = Desk(facts, game.data, seat)
        self._story = unfolded(game.verbs[verb].story(self.desk, **dict(args)), opens)
        self.posed = next(self._story)

    def go_on(self, answer: Any, facts: Facts) -> None:
        """Answer the question; from here on the story reads the table as in `facts`."""
        self.desk.facts = facts
        self.posed = self._story.send(answer)


class Draft:
    """The events of one command while it is being worked out, and the truth with them."""

    def __init__(self, number: int, truth: State, game: Game, draw: Draw) -> None:
        self.first, self.truth, self.game, self.draw = number, truth, game, draw
        self.events: list[Event] = []
        self.take_back_to: int | None = None  # what a story has decided to take back

    @property
    def number(self) -> int:
        """The store number of the next event."""
        return self.first + len(self.events)

    def record(self, event: Event) -> None:
        self.events.append(event)
        self.truth.evolve(opened(event, KEEPER))

    # ── commands ───────────────────────────────────────────────────────────────────────────────────────────────────

    def begin(self, act: Act, view: State) -> None:
        verb = judge(self.game, act, view)
        to = self.gms().widened(act.seat) if verb.is_secret else EVERYONE
        hidden = {field.name for field in verb.fields if field.is_secret}
        args = tuple(
            (name, Secret(value, Audience({act.seat})) if name in hidden else value) for name, value in act.args.items()
        )
        if verb.is_secret and self.truth.facts.get(("dial", "secret_rolls")) == "announced":
            self.record(Told("something happens behind the screen", (), EVERYONE))
        number = self.number
        self.record(Began(number, act.seat, verb.name, args, to))
        self.drive(number)

    def answer(self, command: Answer, view: State) -> None:
        waiting = view.questions.get(command.question)
        if waiting is None:
            mine = [f"'{one.name}'" for one in view.questions.values() if one.seat == command.seat]
            now = f"; you are asked: {', '.join(mine)}" if mine else "; nothing is asked of you now"
            raise Stale(f"that question is no longer open{now}")
        if waiting.seat != command.seat:
            raise Refusal(f"'{waiting.name}' is for {waiting.seat} to answer")
        is_final = self.game.has_final_answers or view.facts.get(("dial", "answers")) == "final"
        if waiting.is_locked and is_final:
            raise Refusal(f"'{waiting.name}' is answered, and here an answer that lies stays")
        try:
            waiting.asked.check(command.answer)
        except BadAnswer as wrong:
            raise Refusal(str(wrong)) from None
        self._lay(command.question, command.answer, "")

    def lapse(self, command: Lapse, view: State) -> None:
        waiting = self.truth.questions.get(command.question)
        if waiting is None or command.question not in view.questions:
            raise Stale("that question is no longer open")
        if (
            view.facts.get(("seat", command.seat, "role")) != "gm"
            and command.seat != KEEPER
            and Desk(view.facts, {}).seats("gm")
        ):
            raise Refusal("only the game master lets a question lapse")
        if waiting.is_locked:
            raise Refusal(f"{waiting.seat} has answered '{waiting.name}'")
        if waiting.asked.default is None:
            raise Refusal(f"'{waiting.name}' has no default: somebody has to answer it")
        self.record(Told(f"{waiting.seat} does not answer '{waiting.name}': the default stands", (), EVERYONE))
        self._lay(command.question, waiting.asked.default, "default")

    def overrule(self, command: Overrule, view: State) -> None:
        if view.facts.get(("seat", command.seat, "role")) != "gm":
            raise Refusal("only the game master overrules; a table without one decides by motion")
        if ("token", command.token, "kind") not in view.facts:
            raise Refusal(f"there is no token '{command.token}'")
        self.land(Ruling(command.token, command.field, command.value, command.reason), EVERYONE, command.seat)

    # ── procedures ─────────────────────────────────────────────────────────────────────────────────────────────────

    def drive(self, number: int) -> None:
        """Lead a procedure through its recorded answers and on, until it waits for people or ends."""
        try:
            running = self._replayed(number, self.truth.procedures[number].stood[-1])
            while not is_personal(running.posed.question):
                answer = self._settle(number, running.posed)
                running.go_on(answer, self.truth.still())
            for place, one in enumerate(parts(running.posed.question)):
                self._ask(number, running.posed.question, place, one)
        except StopIteration as done:
            self._end_or_cancel(number, done.value)
        except Exception as wrong:  # a broken rule breaks one procedure, never the table
            self.cancel(number, wrong)

    def _replayed(self, number: int, last: Facts) -> Running:
        """A procedure after all its recorded answers; what it asks next, it asks of the table as in `last`."""
        procedure = self.truth.procedures[number]
        if procedure.verb not in self.game.verbs:
            raise BrokenRule(f"the game no longer has '{procedure.verb}'")
        stood = [*procedure.stood[:-1], last]
        running = Running(self.game, procedure.verb, procedure.args, stood[0], procedure.seat)
        for step, facts in zip(procedure.steps, stood[1:], strict=True):
            if fingerprint(running.posed.question) != step.fingerprint:
                raise BrokenRule(f"the rules of '{procedure.verb}' have changed since it was answered")
            running.go_on(given(running.posed.question, step.given), facts)
        return running

    def _settle(self, number: int, posed: Posed) -> Any:
        """Answer a question that needs no person, and record it."""
        question, to = posed.question, self.truth.procedures[number].to
        digest = Secret(fingerprint(question), THE_TABLE)
        if isinstance(question, Now):
            self._land_all(question.changes, to, self.truth.procedures[number].seat)
            back = tuple((one.token, one.field, -one.amount) for one in question.changes if isinstance(one, Gain))
            self.record(Landed(number, digest, Secret(back, THE_TABLE), to))
            return None
        if isinstance(question, Tell):
            if question.name not in self.game.reveals:
                raise BrokenRule(f"the verdict '{question.name}' is not among the game's declared reveals")
            verdict = question.judge()
            self.record(Verdict(number, digest, question.name, verdict, question.to or to))
            return verdict
        thrown = read_dice(question, self.draw)
        dice = seal(thrown.dice, to.narrowed(self.gms()) if posed.is_screened else EVERYONE)
        self.record(Rolled(number, digest, posed.within, dice, to))
        return thrown.answer

    def _end_or_cancel(self, number: int, ending: Any) -> None:
        to = self.truth.procedures[number].to
        try:
            if not isinstance(ending, Ending):
                raise BrokenRule(f"a story must end in ends(...); found {ending!r}")
            self._land_all(ending.changes, to, self.truth.procedures[number].seat)
        except BrokenRule as wrong:
            self.cancel(number, wrong)
        else:
            self.record(Ended(number, ending.outcome, to))

    def cancel(self, number: int, wrong: Exception) -> None:
        """Break off a procedure whose rule is broken, and tell the game master where it broke."""
        verb = self.truth.procedures[number].verb
        self.break_off(number, f"{verb} was broken off")
        self.record(Told(f"{verb} was broken off: {_where(wrong)}", (), self.gms()))

    def break_off(self, number: int, reason: str) -> None:
        """End a procedure before its time, and give back what it had taken."""
        procedure = self.truth.procedures[number]
        for token, field, amount in reversed([one for landed in procedure.back for one in landed]):
            if ("token", token, field) in self.truth.facts:
                self.land(Gain(token, field, amount), procedure.to)
        self.record(Cancelled(number, reason, procedure.to))

    # ── people ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _ask(self, number: int, question: Any, place: int, one: One) -> None:
        seat, to = self.seat_of(one.who, number), self.truth.procedures[number].to
        digest = Secret(fingerprint(question), THE_TABLE)
        part = place if isinstance(question, Sealed) else -1
        asked = Secret(one, Audience({seat}))
        self.record(Asked(self.number, number, digest, part, seat, one.name, asked, to.widened(seat)))

    def seat_of(self, who: str, number: int) -> str:
        """The seat that answers for `who` in a procedure, or whoever stands in for it."""
        facts = self.truth.facts
        seat = self.truth.procedures[number].seat if who == ROLLER else answers_for(facts, who)
        if ("seat", seat, "role") not in facts:
            raise BrokenRule(f"nobody sits where '{who}' would be asked")
        return str(facts.get(("seat", seat, "stand-in")) or seat)

    def _lay(self, question: int, answer: Any, instead: str) -> None:
        """Lay an answer face down; with the last one, turn all over and go on."""
        waiting = self.truth.questions[question]
        number = waiting.procedure
        to = self.truth.procedures[number].to.widened(waiting.seat)
        self.record(Answered(question, number, Secret(answer, Audience({waiting.seat})), instead, to))
        asked = sorted(self.truth.asked_by(number).values(), key=lambda one: one.part)
        if not all(one.is_locked for one in asked):
            return
        answers = asked[0].answer if asked[0].part < 0 else tuple(one.answer for one in asked)
        self.record(Revealed(number, Secret(waiting.fingerprint, THE_TABLE), answers, to))
        self.drive(number)

    def ask_again_where_the_table_has_changed(self, anyway: Collection[int | None] = ()) -> None:
        """Withdraw questions that would be asked differently by now, and ask them anew; those of `anyway` in any case."""
        for number in self.truth.procedures.keys() & set(anyway):
            for question in self.truth.asked_by(number):
                self._withdraw(question, number)
            self.drive(number)
        for _ in range(SETTLING):
            before = len(self.events)
            for number, procedure in list(self.truth.procedures.items()):
                if number in self.truth.procedures and procedure.stood[-1] is not self.truth.still():
                    self._ask_again(number)
            if len(self.events) == before:
                return

    def _ask_again(self, number: int) -> None:
        asked = self.truth.asked_by(number)
        try:
            question = self._replayed(number, self.truth.still()).posed.question
            wanted = [(self.seat_of(one.who, number), one) for one in parts(question)] if is_personal(question) else []
        except StopIteration:
            wanted, question = [], None
        except Exception as wrong:
            self.cancel(number, wrong)
            return
        is_same_kind = len(wanted) == len(asked) and (min(one.part for one in asked.values()) < 0) != isinstance(
            question, Sealed
        )
        if not is_same_kind:
            for old in asked:
                self._withdraw(old, number)
            self.drive(number)
            return
        for old, one in asked.items():
            place = max(one.part, 0)
            if (one.seat, one.asked) != wanted[place]:
                self._withdraw(old, number)
                self._ask(number, question, place, wanted[place][1])

    def _withdraw(self, question: int, number: int) -> None:
        waiting = self.truth.questions[question]
        to = self.truth.procedures[number].to.widened(waiting.seat)
        self.record(Withdrawn(question, number, "the table has changed", to))

    # ── changes ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _land_all(self, changes: tuple[Change, ...], to: Audience, seat: str) -> None:
        """All changes or, where one cannot be, none."""
        events, truth = len(self.events), self.truth.fork()
        try:
            for change in changes:
                self.land(change, to, seat)
        except BrokenRule:
            del self.events[events:]
            self.truth = truth
            raise

    def land(self, change: Change, to: Audience, seat: str = "") -> None:
        """Apply one change to the table as it stands, and record the result for those who may know it."""
        match change:
            case Gain(token, field, amount):
                path = ("token", token, field)
                current = self.truth.facts.get(path)
                if type(current) is not int:
                    raise BrokenRule(f"{token}'s {field} is {current!r}, which is not a number to add {amount} to")
                if current + amount < 0 and field not in self.game.signed:
                    raise BrokenRule(f"{token}'s {field} is {current}: {-amount} cannot be taken from it")
                self.record(Fact(path, current + amount, self.audience(token, field)))
            case Put(token, field, value):
                if ("token", token, "kind") not in self.truth.facts:
                    raise BrokenRule(f"there is no token '{token}' on the table")
                self.record(Fact(("token", token, field), value, self.audience(token, field)))
                if field == "at":
                    self._part_the_distant(token)
            case PutFact(where, value):
                self.record(Fact(where, value, EVERYONE))
            case Say(text, ids, whom):
                self.record(Told(text, ids, whom or to))
            case Learn(seat, text):
                page = sum(path[:2] == ("note", seat) for path in self.truth.facts) + 1
                self.record(Fact(("note", seat, str(page)), text, Audience({seat})))
                self.record(Told(text, (), Audience({seat})))
            case Place():
                self._place(change)
            case Remove(token):
                for gone in [path for path in self.truth.facts if path[:2] == ("token", token)]:
                    self.record(Fact(gone, None, self.audience(token, gone[2])))
                for number, procedure in list(self.truth.procedures.items()):
                    if self.truth.asked_by(number) and token in dict(procedure.args).values():
                        self.break_off(number, f"{procedure.verb} ends: {token} is gone")
            case Ruling(token, field, value, reason):
                self._rule(("token", token, field), value, seat, reason, self.audience(token, field))
            case TakeBackTo(before):
                self.take_back_to = before

    def _part_the_distant(self, moved: str) -> None:
        """End the relations of a token that has come out of reach, whoever moved it."""
        desk = Desk(self.truth.facts, {})
        for path in [path for path in self.truth.facts if path[0] == "relation" and moved in path[2:]]:
            if path[1] in self.game.reach and desk.distance(path[2], path[3]) > self.game.reach[path[1]]:
                self.record(Fact(path, None, EVERYONE))

    def _rule(self, path: Path, value: Any, seat: str, reason: str, to: Audience) -> None:
        computed = self.truth.facts.get(path)
        if type(computed) is not type(value):
            raise Refusal(f"{path[1]}'s {path[2]} is {computed!r}; {value!r} is of another kind")
        self.record(Overruled(path, computed, value, seat, reason, to))
        self.record(Fact(path, value, to))

    def _place(self, place: Place) -> None:
        if ("token", place.token, "kind") in self.truth.facts:
            raise BrokenRule(f"there is a token '{place.token}' on the table already")
        veils: dict[Path, Audience] = {("seen", place.token): place.seen_by, ("veil", place.token): place.veil}
        veils.update({("veil", place.token, field): EVERYONE for field in place.open_fields})
        for path, who in veils.items():
            self.record(Fact(path, tuple(sorted(who)), THE_TABLE))
        for field, value in (("kind", place.kind), ("owner", place.owner), *place.fields):
            self.record(Fact(("token", place.token, field), value, self.audience(place.token, field)))

    def audience(self, token: str, field: str) -> Audience:
        """Who may know a token's field: secrecy belongs to the number, not to the author of a rule."""
        facts = self.truth.facts
        seen = Audience(facts.get(("seen", token), EVERYONE))
        if field in ALWAYS_SEEN:
            return seen
        veil = facts.get(("veil", token, field)) or facts.get(("veil", token), EVERYONE)
        return seen.narrowed(Audience(veil))

    def gms(self) -> Audience:
        """The game master's seats; everyone where there is none."""
        return Audience(Desk(self.truth.facts, {}).seats("gm")) or EVERYONE


def judge(game: Game, act: Act, view: State) -> Verb:
    """The verb that an act means, or a refusal that tells the actor nothing they could not see."""
    role = view.facts.get(("seat", act.seat, "role"))
    verb = game.verbs.get(act.verb)
    if verb is None or role not in verb.roles:
        open_to = ", ".join(name for name, one in game.verbs.items() if role in one.roles)
        raise Refusal(f"'{act.verb}' is not something you can do here; you can: {open_to or 'nothing'}")
    names = [field.name for field in verb.fields]
    if set(act.args) != set(names):
        raise Refusal(f"{act.verb} takes {', '.join(names) or 'nothing'}; found {', '.join(act.args) or 'nothing'}")
    for field in verb.fields:
        field.check(view.facts, act.seat, act.args[field.name])
    try:
        reason = verb.may(Desk(view.facts, game.data, act.seat), **act.args) if verb.may else None
    except Unknown:  # whether it is allowed depends on what the actor cannot know: then it is theirs to try
        reason = None
    if reason:
        raise Refusal(reason)
    return verb


def _where(wrong: Exception) -> str:
    """What went wrong, with the file and line where it did."""
    frame = traceback.extract_tb(wrong.__traceback__)[-1]
    file = frame.filename.rpartition("/")[2]
    return f"{wrong or type(wrong).__name__} ({file}, line {frame.lineno})"
