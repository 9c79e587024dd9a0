"""One terminal, several people: whoever is asked takes the seat, and what is laid face down is typed unseen."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable
from getpass import getpass
from itertools import islice
from pathlib import Path
from typing import Any

from fatewright.cli import show
from fatewright.core.errors import BadAnswer, BadValue, FatewrightError
from fatewright.core.grammar import count_of
from fatewright.core.phrases import GAP, filled
from fatewright.core.rule import words
from fatewright.core.rule.ask import Number
from fatewright.core.rule.dice import Draw
from fatewright.core.table.events import Told
from fatewright.core.table.game import Act, Answer, Lapse
from fatewright.core.table.landing import Draft
from fatewright.core.table.paying import offered
from fatewright.core.table.preview import odds_of_act, odds_of_answer
from fatewright.core.table.replay import Header, written
from fatewright.core.table.seal import EVERYONE, KEEPER, Audience, Unknown, see
from fatewright.core.table.slots import Forms, Sentence
from fatewright.core.table.story import BUILT, Desk, Refusal, Verb
from fatewright.core.table.table import Rewind, Table, TakeBack
from fatewright.kit.players import Sensible, cautious
from fatewright.kit.scribe import line_at, one_line
from fatewright.server.private import written_privately
from fatewright.server.seeded import BEGINS, marks
from fatewright.systems.called import Names
from fatewright.systems.cast import FOE
from fatewright.systems.opening import opening
from fatewright.systems.spec import System, from_folder

HELP = """  VERB name=value ...   do something, such as: strike target=ghoul; what you leave out stands as do says
  odds VERB name=value  what would come of it, as far as you know
  do, do VERB           what you can do, and what may be said of it
  place NAME KIND       (game master) put a foe on the table; quick NAME NUMBER makes one up
  look, log             the table and its log, as you know them
  pass SEAT             hand the terminal to someone else
  back                  take back the last thing;  rewind N: to before line N
  reload                read the rules of a game that is being written anew
  lapse                 let the open question take its default
  quit"""

CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen, and what has scrolled off it


class HotSeat:
    """A table played at one terminal."""

    def __init__(
        self,
        system: System,
        players: list[str],
        dials: dict[str, Any],
        file: Path | None,
        draw: Draw,
        automatic: frozenset[str] = frozenset(),
        *,
        is_seeded: bool = False,
    ) -> None:
        system = system.under(dials)
        self.system, self.file, self.draw = system, file, draw
        self.is_seeded = is_seeded
        self.automatic = automatic  # the seats whose questions the game's automatic player answers
        if not system.kinds:
            raise BadValue(f"{system.title} has no kinds of people to place at a table yet")
        if file and file.exists():
            raise BadValue(f"{file} is there already; an evening is not written over another")
        seats = {"gm": "gm"} if system.has_gm else {}
        self.table = Table()
        set_out = opening(system, {**seats, **dict.fromkeys(players, "player")}, dials)
        self.table.append([*set_out, *marks({}, is_seeded=is_seeded)])
        kinds = list(system.kinds)
        for place, player in enumerate(players):
            kind = kinds[place % len(kinds)]
            self._place(player, system.kinds[kind], kind, player, EVERYONE)
        self.seat = next(iter({**seats, **dict.fromkeys(players)}))
        self.told = dict.fromkeys(self.table.seats(), len(self.table.records))  # how far each seat has read

    def run(self) -> int:
        """Play until somebody quits."""
        print(f"{self.system.title}: {', '.join(self.table.seats())} at one terminal. Type help.")
        if self.is_seeded:
            print(f"  {BEGINS}")
        while True:
            try:
                if not self._next_question():
                    line = input(f"{self.seat}> ").strip()
                    if line in ("quit", "exit"):
                        return 0
                    self._line(line)
            except (EOFError, KeyboardInterrupt):
                print()
                return 0
            except (FatewrightError, Unknown) as wrong:
                print(wrong)

    # ── questions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _next_question(self) -> bool:
        """Put the oldest open question to its seat, if there is one; a question that lies answered waits for the others."""
        for number, waiting in self.table.truth.questions.items():
            if waiting.is_locked:
                continue
            if waiting.seat in self.automatic:
                player = Sensible(self.system)
                self._do(player.answer(self.table.view(waiting.seat), waiting.seat, number))
                return True
            self._pass_to(waiting.seat)
            self._ask(number, waiting.seat, is_sealed=waiting.part >= 0)
            return True
        return False

    def _ask(self, number: int, seat: str, *, is_sealed: bool) -> None:
        asked = self.table.view(seat).questions[number].asked
        while True:
            hint = "" if is_sealed else self._odds_of_answers(number, seat)
            prompt = f"{one_line(f'{seat}, {asked.prompt} ({offered(asked, (seat, asked.who))})')}{hint} "
            text = (getpass(prompt) if is_sealed else input(prompt)).strip()
            match text:
                case "quit" | "exit":
                    raise EOFError
                case "back":
                    self._do(TakeBack(seat))
                    return
                case "lapse":
                    self._do(Lapse(KEEPER, number))
                    return
            try:
                answer = asked.parse(text)
            except BadAnswer as wrong:
                print(f"expected {asked.allowed()}" if is_sealed else wrong)  # what was typed unseen stays so
                continue
            self._do(Answer(seat, number, answer))
            return

    def _odds_of_answers(self, number: int, seat: str) -> str:
        """What each answer leads to, where that can be known: exactly, in words or not at all, by the table's dial."""
        view = self.table.view(seat)
        dial = view.facts[("dial", "odds")]
        answers = list(islice(view.questions[number].asked.answers(), 5))
        if len(answers) > 4 or dial == "off":
            return ""
        lines = []
        for answer in answers:
            try:
                odds = odds_of_answer(view, self.system.game, seat, number, answer, cautious)
            except Exception:  # an author's rule may break on a view; then there are no odds to show
                continue
            say = words.in_words if dial == "in words" else words.percent
            chances = ", ".join(f"{text} {say(weight, odds.total)}" for _, text, weight in words.rows(odds, self.system.tones))
            lines.append(f"\n  {view.questions[number].asked.said(answer)}: {chances}")
        return "".join(lines) + "\n" if lines else ""

    # ── lines ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _line(self, line: str) -> None:
        try:
            words = shlex.split(line)
        except ValueError as wrong:
            raise BadValue(f"that line cannot be read: {wrong}") from None
        commands: dict[str, Callable[[list[str]], None]] = {
            "help": lambda _: print(HELP),
            "do": self._what,
            "look": lambda _: self._look(),
            "log": lambda _: self._log(),
            "pass": self._pass,
            "place": self._place_foe,
            "quick": self._quick_foe,
            "odds": self._odds,
            "back": lambda _: self._do(TakeBack(self.seat)),
            "rewind": self._rewind,
            "reload": lambda _: self._reload(),
        }
        if not words:
            return
        if words[0] in commands:
            commands[words[0]](words[1:])
        else:
            self._do(self._act(words))

    def _act(self, words: list[str]) -> Act:
        verb = self.system.game.verbs.get(words[0])
        if verb is None:
            raise Refusal(f"there is no '{words[0]}'; type do, or help")
        pairs = [word.partition("=") for word in words[1:]]
        given = {name: value for name, _, value in pairs}
        names = [name for name, _, _ in pairs]
        if twice := next((name for name in names if names.count(name) > 1), ""):
            raise BadValue(f"{twice}: given more than once")
        return Act(self.seat, verb.name, {name: _parsed(verb, name, value) for name, value in given.items()})

    def _do(self, command: Any) -> None:
        self.table.do(self.system.game, command, self.draw)
        self._tell()
        self._save()

    def _tell(self) -> None:
        """Print what the seat at the terminal has witnessed since it sat there last."""
        for number in range(self.told[self.seat], len(self.table.records)):
            seen = see(self.table.records[number], self.seat)
            if seen is not None and (
                text := line_at(self.table, number, seen, self.system.game.verbs, Names(self.system.data))
            ):
                print(f"  {text}")
        self.told[self.seat] = len(self.table.records)

    def _tell_in_private(self) -> None:
        """Print what was meant for this seat alone while others had the terminal; the rest has been on the screen."""
        for number in range(self.told[self.seat], len(self.table.records)):
            event = self.table.records[number]
            if isinstance(event, Told) and not event.to.is_everyone and event.to.admits(self.seat):
                print(f"  {line_at(self.table, number, event)}")
        self.told[self.seat] = len(self.table.records)

    def _pass(self, words: list[str]) -> None:
        if len(words) != 1 or words[0] not in self.table.seats():
            raise BadValue(f"pass to whom? {', '.join(self.table.seats())}")
        self._pass_to(words[0])

    def _pass_to(self, seat: str) -> None:
        if seat == self.seat:
            return
        if sys.stdin.isatty() and sys.stdout.isatty():
            input(f"{CLEAR}pass the terminal to {seat}, press Enter ")
            self.seat = seat
            self._tell()
        else:
            print(f"--- pass to {seat} ---")
            self.seat = seat
            self._tell_in_private()

    def _rewind(self, words: list[str]) -> None:
        if len(words) != 1 or not re.fullmatch(r"[0-9]{1,9}", words[0]):
            raise BadValue("rewind N: to before which record? log shows the numbers")
        numbers = [number for number, event in enumerate(self.table.records) if event.to.admits(self.seat)]
        shown = int(words[0])
        if shown >= len(numbers):
            raise BadValue(f"there is no line {shown}")
        self._do(Rewind(self.seat, numbers[shown]))

    def _reload(self) -> None:
        """Read the game's folder again; what waits goes on by the new rules, or is broken off where it no longer fits."""
        self.system = from_folder(self.system.folder)
        print(f"  {self.system.title}: {count_of(len(self.system.game.verbs), 'verb')}")

    def _odds(self, words: list[str]) -> None:
        if not words:
            raise BadValue("odds of what? odds VERB name=value ...")
        if self.table.view(self.seat).facts[("dial", "odds")] != "exact":
            raise Refusal("this table has set its dial 'odds' so that they are not shown")
        view = self.table.view(self.seat)
        act = self._act(words)
        try:
            odds = odds_of_act(view, self.system.game, act, cautious)
        except FatewrightError:
            raise
        except Exception as wrong:
            raise BadValue(f"there are no odds: {wrong}") from None
        print(show.odds_text(odds, self.system.tones))

    def _place_foe(self, words: list[str]) -> None:
        if len(words) != 2 or words[1] not in self.system.kinds:
            raise BadValue(f"place NAME KIND: the kinds are {', '.join(self.system.kinds)}")
        self._only_gm()
        self._place(words[0], self.system.kinds[words[1]], words[1], "gm", Audience({"gm"}))

    def _quick_foe(self, words: list[str]) -> None:
        if len(words) != 2 or not words[1].isdecimal() or not self.system.quick:
            raise BadValue(f"quick NAME NUMBER: a foe with that much {self.system.quick.get('number', 'of nothing')}")
        self._only_gm()
        self._place(words[0], self.system.quick_foe(int(words[1])), FOE, "gm", Audience({"gm"}))

    def _only_gm(self) -> None:
        if self.table.truth.facts[("seat", self.seat, "role")] != "gm":
            raise Refusal("only the game master places foes")

    def _place(self, name: str, values: Any, kind: str, owner: str, veil: Audience) -> None:
        draft = Draft(len(self.table.records), self.table.truth.fork(), self.system.game, self.draw)
        dials, gms = Desk(self.table.truth.facts, {}).dials(), draft.gms()
        draft.land(self.system.place(name, values, kind, owner, veil, gms, dials), EVERYONE)
        self.table.append(draft.events)
        self._save()

    def _what(self, words: list[str]) -> None:
        """What the seat could do, each as it would be done if nothing more is said; or what may stand in one."""
        forms = Forms(self.table.view(self.seat), self.system.game, self.seat)
        if not words:
            for one in forms.acts():
                print(f"  {one.verb}: {f'not now, {one.blocked}' if one.blocked else self._sentence(one)}")
            return
        verb = next((one for one in forms.verbs if one.name == words[0]), None)
        if verb is None:
            raise Refusal(f"there is no '{words[0]}'; type do")
        form = forms.reasoned(forms.opened(verb))
        print(f"  {self._sentence(form)}{f' (not now, {form.blocked})' if form.blocked else ''}")
        for slot in form.slots:
            print(f"  {slot.asked.name}={_typed(slot.value)}   ({slot.asked.allowed()})")

    def _sentence(self, form: Sentence) -> str:
        """A form in words, gaps where something is to be written."""
        verb = self.system.game.verbs[form.verb]
        unsaid = {slot.name for slot in verb.slots if slot.of in BUILT or form.args[slot.name] is None}
        values = {"seat": self.seat, **form.args, **dict.fromkeys(unsaid, GAP)}
        phrases = [filled(one, values) for one in (verb.sentence, *verb.more) if one]
        return ", ".join(phrases or (f"{name} {value}" for name, value in form.args.items()))

    def _look(self) -> None:
        facts = self.table.view(self.seat).facts
        for token in [path[1] for path in facts if path[0] == "token" and path[2] == "kind"]:
            known = {path[2]: value for path, value in facts.items() if path[:2] == ("token", token)}
            written = [name for name in self.system.fields if known.get(name, ()) not in ((), "")]
            numbers = ", ".join(f"{name} {_said(known[name])}" for name in written)
            print(f"  {token} ({known.get('of', known['kind'])}): {numbers or 'you know no numbers'}")
        for seat in self.table.seats():
            held = [
                f"{facts[('seat', seat, name)]} {name}" for name in self.system.seat_fields if ("seat", seat, name) in facts
            ]
            if held:
                print(f"  {seat} holds {', '.join(held)}")

    def _log(self) -> None:
        """What the seat has witnessed, under its own numbers: a gap would tell that something happened elsewhere."""
        alive = set(self.table.undone_by(0))
        own = 0
        for number, event in enumerate(self.table.records):
            seen = see(event, self.seat)
            if seen is None:
                continue
            if text := line_at(self.table, number, seen, self.system.game.verbs, Names(self.system.data)):
                print(f"  {own:>4} {text if number in alive else f'~~{text}~~'}")
            own += 1

    def _save(self) -> None:
        if self.file:
            try:
                with written_privately(self.file) as file:
                    file.write(written(self.table, Header(self.system.id, self.system.version)))
            except OSError as wrong:
                raise BadValue(f"{self.file}: {wrong.strerror}") from None


def _typed(value: Any) -> str:
    """A value as one would type it."""
    return "" if value is None else shlex.quote(str(value))


def _parsed(verb: Verb, name: str, text: str) -> Any:
    slot = next((one for one in verb.slots if one.name == name), None)
    return int(text) if slot and isinstance(slot.asked, Number) and re.fullmatch(r"-?[0-9]{1,9}", text) else text


def _said(value: Any) -> str:
    """A value of a sheet in words, rows in brackets."""
    if not isinstance(value, tuple):
        return str(value)
    return "; ".join(" ".join(map(_said, one)) if isinstance(one, tuple) else str(one) for one in value)
