"""Leaks and defects, planted one by one into a copy of the package: the laws find every one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import fatewright
from fatewright.kit import laws

pytestmark = pytest.mark.slow

PACKAGE = Path(fatewright.__file__).parent
DRIVER = Path(__file__).parent / "driver.py"


class Planted(NamedTuple):
    """A change of the one place that reads so, wherever it is, and what it does wrong.

    `WORDS` stands for a text, whatever it says: how a prompt is put may change.
    """

    why: str
    find: str
    replace: str


OTHERS = [folder.parent.name for folder in (PACKAGE / "systems").glob("*/system.toml") if folder.parent.name != "lanterns"]
UNUSED = ("web", "server", "cli", *OTHERS)  # what the laws do not run
WHERE = ("core", "systems/lanterns")  # the folders in which something is planted

LEAKS = [
    # in the engine
    Planted("see() ignores the audience", "if not event.to.admits(viewer):", "if False:"),
    Planted("a seal opens for anyone", "self.__value if self.to.admits(viewer) else", "self.__value if True else"),
    Planted("a question asked anew in secret goes by its new number", 'ids["question"] = -1', 'ids["question"] += 0'),
    Planted("what only the game master keeps is not kept", "place.keepers for field in", "EVERYONE for field in"),
    Planted("the veil of a number is forgotten", "return seen.narrowed(Audience(veil))", "return seen"),
    Planted("what a foe is, everybody sees", 'ALWAYS_SEEN = ("kind", "owner",', 'ALWAYS_SEEN = ("kind", "of", "owner",'),
    Planted(
        "a change of a veiled number goes to everyone",
        "self.record(Fact(path, value, self.audience_of(path)))",
        "self.record(Fact(path, value, EVERYONE))",
    ),
    Planted(
        "refusals are judged on the truth",
        "handle(len(self.records), self.truth, view,",
        "handle(len(self.records), self.truth, self.truth,",
    ),
    Planted("an answer is laid face up", "Secret(answer, Audience({waiting.seat}))", "answer"),
    Planted(
        "dice behind the screen lie open",
        "dice = seal(thrown.dice, to.narrowed(self.draft.gms()) if posed.is_screened else EVERYONE)",
        "dice = thrown.dice",
    ),
    Planted(
        "secret dice are announced",
        "posed.within, dice, to))",
        "posed.within, dice, EVERYONE))",
    ),
    Planted(
        "a secret act is announced", "to = self.draft.gms().widened(act.seat) if verb.is_secret else EVERYONE", "to = EVERYONE"
    ),
    Planted("the end of a secret act is announced", "Ended(number, outcome, to)", "Ended(number, outcome, EVERYONE)"),
    Planted(
        "the lines of a secret act go to everyone",
        "Told(text, ids, to if whom is None else whom)",
        "Told(text, ids, whom or EVERYONE)",
    ),
    Planted(
        "messages carry the store's numbers",
        "Message(number, self._in_own_numbers(see(records[self.record(number)], self.viewer)), ())",
        "Message(number, see(records[self.record(number)], self.viewer), ())",
    ),
    Planted(
        "a viewer's numbers have gaps",
        "return Message(number, self._in_own_numbers(",
        "return Message(self.record(number), self._in_own_numbers(",
    ),
    Planted("everyone hears of every rewind", "            if not gone:\n", "            if False:\n"),
    Planted("a secret argument is sent in the open", "Secret(value, hidden[name]) if name in hidden else value", "value"),
    Planted(
        "fingerprints of dice are sent in the open",
        "Rolled(number, Secret(fingerprint(posed.question), THE_TABLE)",
        "Rolled(number, fingerprint(posed.question)",
    ),
    Planted("everyone sees what a seat is asked", "asked = Secret(one, Audience({seat}))", "asked = one"),
    Planted(
        "notes are open to everyone", "self._next_page(seat)), text, Audience({seat})", "self._next_page(seat)), text, EVERYONE"
    ),
    Planted("whispers are heard by everyone", "to=Audience({table.seat, to})", 'to=Audience({"*"})'),
    Planted(
        "events are sent unopened",
        "self._in_own_numbers(see(records[self.record(number)], self.viewer))",
        "self._in_own_numbers(records[self.record(number)])",
    ),
    Planted(
        "a seat's view takes in what it did not witness",
        "opened(event, seat) if seat in inside else outside",
        "opened(event, KEEPER)",
    ),
    Planted("whoever can open nothing sees what the table sees", "opened(event, OUTSIDER)", "opened(event, KEEPER)"),
    Planted("a seat that may open a seal is forgotten", "return value.to\n    found", "return frozenset()\n    found"),
    Planted(
        "a view is folded from the truth",
        "        seen = see(event, viewer)\n        if seen is not None:\n            state",
        '        seen = see(event, "*keeper*")\n        if seen is not None:\n            state',
    ),
    Planted(
        "what undoes a change is sent along",
        "Landed(number, digest, Secret(back, THE_TABLE), to)",
        "Landed(number, digest, str(self.draft.truth.facts), to)",
    ),
    # in the rules of the game
    Planted(
        "a miss tells the foe's harm",
        'said(table, "misses", who=who, target=target))',
        "Say(f\"{who} misses {target} ({table[target]['harm']})\"))",
    ),
    Planted(
        "the parts of a number that nobody can take for a secret tell the foe's harm",
        'said(table, "misses", who=who, target=target))',
        'say("{who} misses {target} by {gap:why}", who=who, target=target, '
        "gap=Score(table[target]['harm'], 'harm') + Score(1 - table[target]['harm'], 'luck')))",
    ),
    Planted(
        "a secret verb is declared open",
        '@verb(WORDS, roles=("gm",), secret=True)',
        '@verb(roles=("gm",))',
    ),
    Planted("a foe's dice are thrown in the open", "(behind if is_foe else ask)(", "ask("),
    Planted("whether a foe hits is not declared", 'int((yield from tell("hits", lambda: hits)))', "hits"),
    Planted("whether it holds is not declared", '(yield from tell("holds", lambda: thrown >= hits))', "thrown >= hits"),
    Planted(
        "a lost scent is told to everyone",
        'said(table, "scent", foe=foe, prey=prey)',
        'said(table, "scent", foe=foe, prey=prey)._replace(to=EVERYONE)',
    ),
    Planted(
        "a question tells the other side's nerve",
        'Number(one, "stake", WORDS, ',
        "Number(one, \"stake\", str(table[other]['nerve']), ",
    ),
    Planted(
        "a prompt shows the harm that everybody has",
        'choose(who, "burn", prompt, ',
        "choose(who, \"burn\", prompt + str([one['harm'] for one in table.tokens()]), ",
    ),
    # in the rules of the game, and only after a declared reveal
    Planted(
        "a fall tells the foe's toughness",
        '[said(table, "falls", target=target)]',
        "[Say(f\"{target} falls at {table[target]['toughness']}\")]",
    ),
    Planted(
        "a hit tells the foe's harm",
        'said(table, "hits", who=who, target=target)',
        "Say(f\"{who} strikes {target} ({table[target]['harm']})\")",
    ),
    Planted(
        "a bite tells the foe's wit",
        'said(table, "bites", EVERYONE, prey=prey)',
        "Say(f\"something bites {prey} ({table[foe]['wit']})\", to=EVERYONE)",
    ),
    Planted(
        "a test tells how hard it was once it is over",
        'thrown >= hits)) else "breaks"\n    return ends(outcome, ',
        'thrown >= hits)) else "breaks"\n    return ends(outcome, Say(f"it took {hits}"), ',
    ),
    Planted(
        "how much harm a hidden weapon does is not declared",
        'yield from tell("harm", lambda: hits * gear["harm"])',
        'hits * gear["harm"]',
    ),
    Planted(
        "the outcome carries the toughness of what was struck",
        'ends("falls" if falls else "hits", ',
        "ends(str(table[target]['toughness']), ",
    ),
    Planted(
        "whoever strikes carries a copy of the foe's harm",
        'Gain(target, "harm", harm), ',
        'Gain(target, "harm", harm), Put(who, "foe", table[target][\'harm\']), ',
    ),
]

DEFECTS = [
    Planted(
        "every change lands twice",
        "for change in changes:\n                self.land(",
        "for change in (*changes, *changes):\n                self.land(",
    ),
    Planted(
        "what now() changes does not land",
        "self.draft.land_all(question.changes, to, self.draft.truth.procedures[number].seat)",
        "()",
    ),
    Planted("a gain is taken for the new value", "self._put(path, current + amount)", "self._put(path, abs(amount))"),
    Planted(
        "a rewind undoes one record too many",
        "while alive and alive[-1] >= rewound.before:",
        "while alive and alive[-1] >= rewound.before - 1:",
    ),
    Planted(
        "one reveal closes everybody's questions",
        "for question in self.asked_by(number):",
        "for question in list(self.questions):",
    ),
    Planted(
        "a story is replayed on the table as it stood one step before",
        "zip(procedure.steps, stood[1:], strict=True)",
        "zip(procedure.steps, stood[:-1], strict=True)",
    ),
    Planted("a rewind keeps the answers it undoes", "living([*self.records, rewound])[:-1]", "living(self.records)"),
    Planted(
        "a rewind asks nothing again",
        "ask_again_where_the_table_has_changed(touched)",
        "ask_again_where_the_table_has_changed()",
    ),
    Planted(
        "a waiting question is not asked again when the table changes",
        "not procedure.is_settled(*self._stands(number))",
        "False",
    ),
    Planted(
        "facts are remembered after they have changed",
        "        if type(event) is Fact:  # most are\n            self._still = None\n",
        "        if type(event) is Fact:\n",
    ),
    Planted(
        "a draft works on the table itself",
        "{number: procedure.copy() for number, procedure in self.procedures.items()}",
        "dict(self.procedures)",
    ),
    Planted("a fact that is gone still stands there", "del self.facts[event.path]", "self.facts[event.path] = None"),
    Planted("a fact that is gone is still found", "self.has_gaps = True\n        self._regroup(path)", "self.has_gaps = True"),
    Planted(
        "a die is thrown by other dice",
        "read_dice(posed.question, _at_most(MOST_DICE, draw))",
        'read_dice(posed.question, lambda sides: __import__("random").randint(1, sides))',
    ),
    Planted(
        "the numbers of questions are used again", "Asked(self.draft.number, number, digest", "Asked(number, number, digest"
    ),
    Planted(
        "a seal loses its audience in the store",
        'Secret(_in(value["value"]), _audience(value["to"]))',
        'Secret(_in(value["value"]), Audience({"*"}))',
    ),
    Planted("the store drops a field", "if not is_later or one:", 'if name != "instead" and (not is_later or one):'),
    Planted("a tally misses the highest face", "if face in faces]", "if face in faces and face < self.sides]"),
    Planted(
        "the odds of a tally are one weight off",
        "return Spread(keys, weights, sides**count)",
        "return Spread(keys, [weights[0] + 1, *weights[1:]], sides**count + 1)",
    ),
    Planted(
        "equal outcomes are not added up", "merged[judgement] = merged.get(judgement, 0) + weight", "merged[judgement] = weight"
    ),
    Planted("a rewind stops inside a sealed question", "if opened_at < point <= number:", "if False:"),
    Planted("a take-back may take back anything", "self._doer(self.acts[number]) != command.seat", "False"),
    Planted("anybody may answer for anybody", "if waiting.seat != command.seat:", "if False:"),
    Planted(
        "a token that is not yours obeys you", 'elif self.of == "mine" and answers_for(view, value) != seat:', "elif False:"
    ),
    Planted("an answer that is not on offer is taken", "waiting.asked.check(command.answer)", "pass"),
    Planted("a light burns without being there", 'while times and blanks and table[who]["light"]:', "while times and blanks:"),
    Planted(
        "each pays what the other has staked",
        "zip((who, other), (mine, theirs), strict=True)",
        "zip((who, other), (theirs, mine), strict=True)",
    ),
]


def laws_on_a_copy(folder: Path, planted: Planted | None) -> subprocess.CompletedProcess[str]:
    """What comes of running the laws on a copy of the package with that one change."""
    copy = folder / "fatewright"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns(*UNUSED))  # compiled files and all
    if planted:
        find = re.escape(planted.find).replace("WORDS", r'"[^"\n]*"')
        texts = {file: file.read_text(encoding="utf-8") for folder in WHERE for file in (copy / folder).rglob("*.py")}
        places = [file for file, text in texts.items() for _ in re.findall(find, text)]
        assert len(places) == 1, f"{len(places)} places read: {planted.find}"
        places[0].write_text(re.sub(find, lambda _: planted.replace, texts[places[0]]), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONHASHSEED": "0"}
    return subprocess.run([sys.executable, DRIVER], env=environment, cwd=folder, capture_output=True, text=True, timeout=300)


def law_that_broke(done: subprocess.CompletedProcess[str]) -> str:
    """The law at which the driver stopped; what it wrote to stderr if it never came to one: a copy that cannot even start."""
    return done.stdout.partition(":")[0] or done.stderr


def name(planted: Planted) -> str:
    return planted.why.replace(" ", "_")


def test_a_copy_with_nothing_planted_keeps_every_law(tmp_path: Path) -> None:
    done = laws_on_a_copy(tmp_path, None)
    assert (done.stdout, done.returncode) == ("", 0), done.stderr


@pytest.mark.parametrize("planted", LEAKS, ids=name)
def test_a_planted_leak_breaks_a_law(planted: Planted, tmp_path: Path) -> None:
    assert law_that_broke(laws_on_a_copy(tmp_path, planted)) in laws.LAWS


@pytest.mark.parametrize("planted", DEFECTS, ids=name)
def test_a_planted_defect_breaks_a_law(planted: Planted, tmp_path: Path) -> None:
    assert law_that_broke(laws_on_a_copy(tmp_path, planted)) in laws.LAWS
