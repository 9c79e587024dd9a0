"""Commands become events. The engine drives stories: it throws their dice, lands their changes, and waits for their people."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from types import GeneratorType
from typing import Any

from fatewright.core.errors import BadAnswer, TookTooLong
from fatewright.core.rule.ask import One, Read, Sealed, is_one, is_personal
from fatewright.core.rule.blame import what_broke
from fatewright.core.rule.dice import Draw, sides_of, typed_faces
from fatewright.core.rule.notation import ROLLER
from fatewright.core.rule.reading import Posed, read_dice, recorded_answer, unfolded
from fatewright.core.rule.rule import Judged
from fatewright.core.table.events import Answered, Asked, Began, Ended, Landed, Revealed, Rolled, Told, Verdict, Withdrawn
from fatewright.core.table.facts import Facts
from fatewright.core.table.game import Act, Answer, Command, Game, Lapse, Overrule, Stale, are_final, judge
from fatewright.core.table.landing import Draft, is_plain
from fatewright.core.table.seal import EVERYONE, KEEPER, THE_TABLE, Audience, Secret, is_hidden, seal
from fatewright.core.table.state import Open, State
from fatewright.core.table.story import (
    ALONE,
    OWN,
    BrokenRule,
    Desk,
    Now,
    PutFact,
    Refusal,
    Ruling,
    SoFar,
    Tell,
    answers_for,
    ending_of,
    told,
)
from fatewright.core.table.wordless import fingerprint, fits

LONGEST = 1000  # steps of one procedure
MOST_DICE = 10_000  # of one throw, with all that explode
LONGEST_REASON = 2000  # characters
MOST_NEW = 10  # questions in a row that the rules may have got since a procedure was answered
SETTLING = 10  # how often waiting questions may follow from each other before it is given up


def handle(number: int, truth: State, view: State, game: Game, command: Command, draw: Draw) -> Draft:
    """The events that a command adds, from `number` on. `view` is that of the seat that gives it; nothing is changed here."""

    def carry_out(conduct: Conduct) -> None:
        match command:
            case Act():
                conduct.begin(command, view)
            case Answer():
                conduct.answer(command, view)
            case Lapse():
                conduct.lapse(command, view)
            case _:
                conduct.overrule(command, view)
        if isinstance(command, Act | Answer) and conduct.draft.events[0].to.is_everyone:
            conduct.draft.land(PutFact(("seat", command.seat, "hurry"), None), EVERYONE)  # who does something is there
        conduct.ask_again_where_the_table_has_changed()

    truth.still()  # all that starts out from it has the same, and knows by it that nothing has changed
    return conducted(lambda: Draft(number, truth.fork(), game, draw), carry_out)


def conducted(begun: Callable[[], Draft], carry_out: Callable[[Conduct], None]) -> Draft:
    """What comes of something that is carried out; where a rule is interrupted, all of it anew without that procedure.

    An interruption may strike between any two steps, so nothing that was under way then is used.
    """
    given_up: dict[int, TookTooLong] = {}
    while True:
        conduct = Conduct(begun(), given_up)
        try:
            carry_out(conduct)
        except TookTooLong as slow:
            if conduct.led is None or conduct.led in given_up:  # no rule of a game, or one that cannot be broken off
                raise
            given_up[conduct.led] = slow
        else:
            return conduct.draft


def given(question: Any, recorded: Any) -> Any:
    """The answer that a recorded one amounts to: faces are read, verdicts and words stand as they are."""
    if is_personal(question) or isinstance(question, Now | Tell) or is_hidden(recorded):
        return recorded
    return recorded_answer(question, recorded)


def parts(question: Any) -> tuple[One, ...]:
    """The single questions of one that several people answer together."""
    return question.parts if isinstance(question, Sealed) else (question,)


class Reached(Exception):
    """A story that is weighed has come to its outcome."""

    def __init__(self, so_far: SoFar) -> None:
        self.so_far = so_far


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
        *,
        is_ahead: bool = False,
    ) -> None:
        self.desk = Desk(facts, game.data, seat)
        self.is_ahead = is_ahead  # whether nobody has answered yet what comes now: it is only being weighed
        self.story = told(game.verbs[verb].story(self.desk, **game.verbs[verb].fitted(args)))
        self._story = unfolded(self.story, opens)
        self._ask(None)

    def go_on(self, answer: Any, facts: Facts) -> Running:
        """Answer the question: the same story, come further. From here on it reads the table as in `facts`."""
        self.desk.facts = facts
        self._ask(answer)
        return self

    def comes_to(self, is_it: Callable[[Any], bool]) -> bool:
        """Whether it comes to the question that was answered, past such as the rules have got since: their defaults stand."""
        for _ in range(MOST_NEW):
            if is_it(self.posed.question):
                return True
            stands = self.posed.question.default if is_one(self.posed.question) else None
            if stands is None:
                return False
            try:
                self.go_on(stands, self.desk.facts)
            except StopIteration:
                return False
        return False

    def _ask(self, answer: Any) -> None:
        self.posed = self._story.send(answer)
        while isinstance(self.posed.question, SoFar):
            if self.is_ahead:
                raise Reached(self.posed.question)
            self.posed = self._story.send(None)


class Conduct:
    """How one command is carried out: acts begun, answers laid, procedures led on, people asked."""

    def __init__(self, draft: Draft, given_up: Mapping[int, TookTooLong]) -> None:
        self.draft, self.given_up = draft, given_up
        self.led: int | None = None  # the procedure whose rule was run last

    # ── commands ───────────────────────────────────────────────────────────────────────────────────────────────────

    def begin(self, act: Act, view: State) -> None:
        verb = judge(self.draft.game, act, view)
        to = self.draft.gms().widened(act.seat) if verb.is_secret else EVERYONE
        hidden = {slot.name: Audience({act.seat}) for slot in verb.slots if slot.is_secret}
        hidden |= {slot.name: THE_TABLE for slot in verb.slots if slot.of == "line"}  # a record's number tells how many
        args = tuple((name, Secret(value, hidden[name]) if name in hidden else value) for name, value in act.args.items())
        number = self.draft.number
        self.draft.record(Began(number, act.seat, verb.name, args, to))
        self.drive(number)

    def answer(self, command: Answer, view: State) -> None:
        waiting = view.questions.get(command.question)
        if waiting is None:
            mine = [f"'{one.name}'" for one in view.questions.values() if one.seat == command.seat]
            now = f"; you are asked: {', '.join(mine)}" if mine else "; nothing is asked of you now"
            raise Stale(f"that question is no longer open{now}")
        if waiting.seat != command.seat:
            raise Refusal(f"'{waiting.name}' is for {waiting.seat} to answer")
        if waiting.is_locked and are_final(self.draft.game, view):
            raise Refusal(f"'{waiting.name}' is answered, and here an answer that lies stays")
        try:
            waiting.asked.check(command.answer)
        except BadAnswer as wrong:
            raise Refusal(str(wrong)) from None
        self._lay(command.question, command.answer, "")

    def lapse(self, command: Lapse, view: State) -> None:
        seen = view.questions.get(command.question)
        open_now = self.draft.truth.asked_by(seen.procedure) if seen else {}
        question = next((number for number, one in open_now.items() if seen and one.part == seen.part), None)
        if question is None:
            raise Stale("that question is no longer open")
        waiting = open_now[question]
        gms = self.draft.gms()
        if not gms.admits(command.seat):
            other = "" if gms else "; without one, say do-not-wait: when the time is over, the default stands"
            raise Refusal(f"only the game master lets a question lapse{other}")
        if waiting.is_locked:
            raise Refusal(f"{waiting.seat} has answered '{waiting.name}'")
        if waiting.seat != command.seat and any(one.seat == command.seat and not one.is_locked for one in open_now.values()):
            raise Refusal("lay down your own answer first: you would know another's before yours is fixed")
        if waiting.asked.default is None:
            raise Refusal(f"'{waiting.name}' has no default: somebody has to answer it")
        try:
            waiting.asked.check(waiting.asked.default)
        except BadAnswer as wrong:
            raise Refusal(f"the default of '{waiting.name}' is not open: {wrong}") from None
        to = self.draft.truth.procedures[waiting.procedure].to.widened(waiting.seat)
        ends = "the default stands" if command.seat == KEEPER else f"{command.seat} lets the default stand"
        self.draft.record(Told(f"{waiting.seat} does not answer '{waiting.name}': {ends}", (), to))
        self._lay(question, waiting.asked.default, "default" if command.seat == KEEPER else command.seat)

    def overrule(self, command: Overrule, view: State) -> None:
        if view.facts.get(("seat", command.seat, "role")) != "gm":
            raise Refusal("only the game master overrules; a table without one decides by motion")
        if ("token", command.token, "kind") not in view.facts:
            raise Refusal(f"there is no token '{command.token}'")
        for what, text in (("value", command.value), ("reason", command.reason)):
            if isinstance(text, str) and len(text) > LONGEST_REASON:
                raise Refusal(f"{what}: expected a text of at most {LONGEST_REASON:,} characters")
        try:
            self.draft.land(Ruling(command.token, command.field, command.value, command.reason), EVERYONE, command.seat)
        except BrokenRule as wrong:
            raise Refusal(str(wrong)) from None

    # ── procedures ─────────────────────────────────────────────────────────────────────────────────────────────────

    def drive(self, number: int) -> None:
        """Lead a procedure through its recorded answers and on."""
        self._lead(number, lambda: self._replayed(number, self.draft.truth.procedures[number].stood[-1]))

    def _lead(self, number: int, reached: Callable[[], Running]) -> None:
        """Lead a procedure on from what it has come to, until it waits for people or ends."""
        running = None
        try:
            running = reached()
            while not is_personal(question := self._put_to_people(number, running.posed)):
                if len(self.draft.truth.procedures[number].steps) > LONGEST:
                    raise BrokenRule(f"it takes more than {LONGEST} steps: perhaps it never ends")
                answer = self._settle(number, running.posed)
                running.go_on(answer, self.draft.truth.still())
            if not parts(question):
                raise BrokenRule(f"'{question.name}' is asked of nobody")
            for place, one in enumerate(parts(question)):
                self._ask(number, question, place, one)
            self.draft.truth.procedures[number].settle(*self._stands(number))
        except StopIteration as done:
            self._end_or_cancel(number, done.value)
        except Exception as wrong:  # a broken rule breaks one procedure, never the table
            self.cancel(number, wrong, running)

    def _replayed(self, number: int, last: Facts) -> Running:
        """A procedure after all its recorded answers; what it asks next, it asks of the table as in `last`."""
        procedure = self.draft.truth.procedures[number]
        self.led = number
        if number in self.given_up:
            raise BrokenRule(str(self.given_up[number]))
        if procedure.verb not in self.draft.game.verbs:
            raise BrokenRule(f"the game no longer has '{procedure.verb}'")
        stood = [*procedure.stood[:-1], last]
        running = Running(self.draft.game, procedure.verb, procedure.args, stood[0], procedure.seat)
        for step, facts in zip(procedure.steps, stood[1:], strict=True):
            if not running.comes_to(partial(fits, step)):
                raise BrokenRule(f"the rules of '{procedure.verb}' have changed since it was answered")
            running.go_on(given(running.posed.question, step.given), facts)
        return running

    def _put_to_people(self, number: int, posed: Posed) -> Any:
        """What is asked: the question itself, or, where somebody throws real dice, what these show."""
        if not posed.thrower or posed.is_screened or is_personal(posed.question) or isinstance(posed.question, Now | Tell):
            return posed.question
        throw = posed.question.throw if isinstance(posed.question, Judged) else posed.question
        if self.draft.truth.facts.get(("seat", self.seat_of(posed.thrower, number), "dice")) != OWN or not sides_of(throw):
            return posed.question
        if len(sides_of(throw)) > MOST_DICE:
            raise BrokenRule(TOO_MANY_DICE)
        return Read(posed.thrower, "dice", f"Throw {throw}: what do your dice show?", sides_of(throw))

    def _settle(self, number: int, posed: Posed) -> Any:
        """Answer a question that needs no person, and record it."""
        question, to = posed.question, self.draft.truth.procedures[number].to
        digest = Secret(fingerprint(question), THE_TABLE)
        if isinstance(question, Now):
            back = self.draft.land_all(question.changes, to, self.draft.truth.procedures[number].seat)
            self.draft.record(Landed(number, digest, Secret(back, THE_TABLE), to))
            return None
        if isinstance(question, Tell):
            if question.name not in self.draft.game.reveals:
                raise BrokenRule(f"the verdict '{question.name}' is not among the game's declared reveals")
            verdict = question.judge()
            told = to if question.to is None else question.to
            sealed = verdict if told == to or told.is_everyone else Secret(verdict, told)
            self.draft.record(Verdict(number, digest, question.name, sealed, to.widened(*told)))
            return verdict
        if not isinstance(question, Judged) and not hasattr(question, "read"):
            found = f"{question.__name__}(...)" if isinstance(question, GeneratorType) else repr(question)
            raise BrokenRule(f"found `yield {found}`; expected `yield from` and a question, or `return ends(...)`")
        if self._is_behind_the_screen(number) and self.draft.truth.facts.get(("dial", "secret_rolls")) == "announced":
            self.draft.record(Told("dice fall behind the screen", (), EVERYONE))
        return self._fall(number, posed, self.draft.draw_behind if posed.is_screened else self.draft.draw)

    def _is_behind_the_screen(self, number: int) -> bool:
        """Whether it is the game master who does something that not everyone follows."""
        procedure = self.draft.truth.procedures[number]
        return not procedure.to.is_everyone and self.draft.gms().admits(procedure.seat)

    def _fall(self, number: int, posed: Posed, draw: Draw) -> Any:
        """Throw dice, or lay down those that somebody has thrown."""
        to = self.draft.truth.procedures[number].to
        thrown = read_dice(posed.question, _at_most(MOST_DICE, draw))
        dice = seal(thrown.dice, to.narrowed(self.draft.gms()) if posed.is_screened else EVERYONE)
        self.draft.record(Rolled(number, Secret(fingerprint(posed.question), THE_TABLE), posed.within, dice, to))
        return thrown.answer

    def _end_or_cancel(self, number: int, ending: Any) -> None:
        to = self.draft.truth.procedures[number].to
        try:
            outcome, changes = ending_of(ending)
            if not is_plain(outcome):
                raise BrokenRule(f"an outcome must be a word, a number, or a row of these; found {outcome!r}")
            self.draft.land_all(changes, to, self.draft.truth.procedures[number].seat)
        except Exception as wrong:
            self.cancel(number, wrong)
        else:
            self.draft.record(Ended(number, outcome, to))

    def cancel(self, number: int, wrong: Exception, running: Running | None = None) -> None:
        """Break off a procedure whose rule is broken, and tell the game master where it broke."""
        verb = self.draft.truth.procedures[number].verb
        begins = self.draft.game.verbs[verb].story if verb in self.draft.game.verbs else None
        why = what_broke(self.given_up.get(number, wrong), running.story if running else None, begins)
        self.draft.break_off(number, broken_off(verb))
        self.draft.record(Told(f"{broken_off(verb)}: {why}", (), self.draft.gms() or EVERYONE))

    # ── people ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _ask(self, number: int, question: Any, place: int, one: One, to: Audience | None = None) -> None:
        seat = self.seat_of(one.who, number)
        to = to or self.draft.truth.procedures[number].to.widened(seat)
        digest = Secret(fingerprint(question), THE_TABLE)
        part = place if isinstance(question, Sealed) else -1
        asked = Secret(one, Audience({seat}))
        self.draft.record(Asked(self.draft.number, number, digest, part, seat, one.name, asked, to))

    def seat_of(self, who: str, number: int) -> str:
        """The seat that answers for `who` in a procedure, or whoever stands in for it."""
        facts = self.draft.truth.facts
        seat = self.draft.truth.procedures[number].seat if who == ROLLER else answers_for(facts, who)
        if ("seat", seat, "role") not in facts:
            raise BrokenRule(f"nobody sits where '{who}' would be asked")
        return seat if who.startswith(ALONE) else str(facts.get(("seat", seat, "stand-in")) or seat)

    def _lay(self, question: int, answer: Any, instead: str) -> None:
        """Lay an answer face down; with the last one, turn all over and go on."""
        waiting = self.draft.truth.questions[question]
        number = waiting.procedure
        asked = self.draft.truth.asked_by(number).values()
        to = self.draft.truth.procedures[number].to.widened(*(one.seat for one in asked))
        self.draft.record(Answered(question, number, waiting.part, Secret(answer, Audience({waiting.seat})), instead, to))
        answered = sorted(self.draft.truth.asked_by(number).values(), key=lambda one: one.part)
        if not all(one.is_locked for one in answered):
            return
        answers = answered[0].answer if answered[0].part < 0 else tuple(one.answer for one in answered)
        try:  # it may have been asked anew in part: what counts is what would be asked by now
            running = self._replayed(number, self.draft.truth.still())
        except Exception:  # it no longer fits, and will be broken off for that when it is driven on
            self._reveal(number, waiting.fingerprint, answered, to, is_kept=True)
            self.drive(number)
            return
        asks = running.posed.question
        if isinstance(waiting.asked, Read):
            said = self._fall(number, running.posed, typed_faces(answers))
            self._lead(number, lambda: running.go_on(said, self.draft.truth.still()))
            return
        self._reveal(number, fingerprint(asks), answered, to, is_kept=isinstance(asks, Sealed) and asks.is_kept)
        self._lead(number, lambda: running.go_on(given(asks, answers), self.draft.truth.still()))

    def _reveal(self, number: int, digest: str, answered: list[Open], to: Audience, *, is_kept: bool) -> None:
        """Turn over what people have laid; what is kept shows itself to whoever laid it alone."""
        is_sealed = answered[0].part >= 0
        answers = tuple(Secret(one.answer, Audience({one.seat})) if is_kept else one.answer for one in answered)
        self.draft.record(Revealed(number, Secret(digest, THE_TABLE), answers if is_sealed else answered[0].answer, to))

    def ask_again_where_the_table_has_changed(self, anyway: Collection[int | None] = ()) -> None:
        """Withdraw questions that would be asked differently by now, and ask them anew; those of `anyway` in any case."""
        for number in self.draft.truth.procedures.keys() & set(anyway):
            for question in self.draft.truth.asked_by(number):
                self._withdraw(question, number)
            self.drive(number)
        for _ in range(SETTLING):
            before = len(self.draft.events)
            for number, procedure in list(self.draft.truth.procedures.items()):
                if number in self.draft.truth.procedures and not procedure.is_settled(*self._stands(number)):
                    self._ask_again(number)
            if len(self.draft.events) == before:
                return

    def _ask_again(self, number: int) -> None:
        asked = self.draft.truth.asked_by(number)
        try:
            question = self._put_to_people(number, self._replayed(number, self.draft.truth.still()).posed)
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
        before = len(self.draft.events)
        for old, one in asked.items():
            place = max(one.part, 0)
            seat, part = wanted[place]
            if one.seat != seat:
                self._withdraw(old, number)
                self._ask(number, question, place, part)
            elif one.asked != part and not (one.is_locked and fingerprint(one.asked) == fingerprint(part)):
                # why it is asked anew may be a secret: nobody else hears of it. What lies is not lost for other words
                self._withdraw(old, number, Audience({seat}))
                self._ask(number, question, place, part, Audience({seat}))
        if len(self.draft.events) == before:
            self.draft.truth.procedures[number].settle(*self._stands(number))

    def _stands(self, number: int) -> tuple[Facts, Game, dict[int, Open]]:
        """All that decides what a procedure would be asking by now, and what it has asked."""
        return self.draft.truth.still(), self.draft.game, self.draft.truth.asked_by(number)

    def _withdraw(self, question: int, number: int, to: Audience | None = None) -> None:
        waiting = self.draft.truth.questions[question]
        to = to or self.draft.truth.procedures[number].to.widened(waiting.seat)
        self.draft.record(Withdrawn(question, number, "the table has changed", to))


TOO_MANY_DICE = f"it throws more than {MOST_DICE:,} dice at once"


def broken_off(verb: str) -> str:
    """Why an act has no end, where its rule broke."""
    return f"{verb} was broken off"


def _at_most(most: int, draw: Draw) -> Draw:
    """The same dice, until there are too many of them."""
    left = most

    def bounded(sides: int) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise BrokenRule(TOO_MANY_DICE)
        return draw(sides)

    return bounded
