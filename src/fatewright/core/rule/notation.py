"""Dice notation: `3d6+7`, `4d6kh3`, `2d20🔻+5`, `2d6🔥`. Parsed once, then a rule like any other.

    expression := ['-'] term {('+' | '-') term}
    term       := [count] 'd' (sides | '%') {modifier} | number
    modifier   := kh[n] kl[n]   keep the n highest, lowest       dh[n] dl[n]   drop the n highest, lowest
                | r[n]          a die showing n or less is thrown again, once
                | ! ❗           a die showing its maximum is thrown again and added
                | ^ adv 🔺      one more of the highest is kept   v dis 🔻       one more of the lowest is kept
                | ? 🔄          a die showing its minimum may be thrown again, once; each further mark widens the range
                | a damage type, by name or sign

Blanks mean nothing. The signs are those of TAD-DICE; each has an ASCII spelling.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from fatewright.core.errors import BadNotation
from fatewright.core.grammar import count_of
from fatewright.core.rule.ask import Option, choose
from fatewright.core.rule.dice import Dice, Group, Sum
from fatewright.core.rule.rule import Asks, Call, rule, throw

DAMAGE = {
    "🧪": "acid",
    "❄": "cold",
    "💢": "battering",
    "⚡": "electric",
    "🔥": "fire",
    "🧠": "psychic",
    "🌟": "radiant",
    "☣": "toxic",
    "☠": "withering",
    "🩸": "wounding",
}
ADVANTAGE, DISADVANTAGE, EXPLODE, MAY_REROLL = "adv", "dis", "!", "?"
ALIASES = {"🔺": ADVANTAGE, "^": ADVANTAGE, "🔻": DISADVANTAGE, "v": DISADVANTAGE, "❗": EXPLODE, "🔄": MAY_REROLL, **DAMAGE}
ROLLER = "roller"  # whoever throws these dice
WITH_NUMBER = ("kh", "kl", "dh", "dl", "r")
WORDS = ("v", ADVANTAGE, DISADVANTAGE, *WITH_NUMBER, *DAMAGE.values())
DIGITS = frozenset("0123456789")
VARIATION_SELECTORS = "\ufe0e\ufe0f"

LONGEST_TEXT, MOST_DICE, MOST_SIDES, MOST_TERMS, LARGEST_NUMBER = 500, 1000, 1000, 50, 1_000_000


class Term(NamedTuple):
    """One group of dice, or a plain number (`group` is None), with its damage type if it has one."""

    group: Group | None
    number: int = 0
    may_reroll: int = 0
    damage: str = ""

    def __str__(self) -> str:
        if self.group is None:
            return f"{self.number:+d}"
        sign = "+" if self.group.sign > 0 else "-"
        return f"{sign}{self.group}{'?' * self.may_reroll}{self.damage and ' ' + self.damage}"


class Expression(NamedTuple):
    """A parsed dice expression."""

    terms: tuple[Term, ...]
    plain: Sum | None = None  # all of it as one throw, where nothing is typed and nobody is asked

    def __str__(self) -> str:
        return "".join(map(str, self.terms)).removeprefix("+")


class Typed(NamedTuple):
    """Points of one damage type."""

    points: int
    damage: str

    def __str__(self) -> str:
        return f"{self.points} {self.damage}"


class Mixed(tuple[Typed, ...]):
    """Points of several damage types at once."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(map(str, self))


Rolled = int | Typed | Mixed


@rule
def notation(expression: Expression) -> Asks[Rolled]:
    """TAD-DICE.05, TAD-DICE.23, TAD-DICE.26, TAD-DICE.27: throw every group, add up what counts, type by type."""
    if expression.plain is None:
        return _type_by_type(expression)
    total: Asks[Rolled] = throw(expression.plain)  # type: ignore[arg-type]  # a whole number is one of the outcomes
    return total


def _type_by_type(expression: Expression) -> Asks[Rolled]:
    points: dict[str, int] = {}
    for damage, terms in _by_damage(expression.terms).items():
        groups = tuple(term.group for term in terms if term.group and not term.may_reroll)
        constant = sum(term.number for term in terms)
        for term in terms:
            if term.group and term.may_reroll:
                constant += yield from _rerolled(term.group, term.may_reroll)
        points[damage] = constant if not groups else (yield from throw(Sum(groups, constant)))
    if list(points) == [""]:
        return points[""]
    typed = Mixed(Typed(amount, damage or "untyped") for damage, amount in points.items())
    return typed[0] if len(typed) == 1 else typed


def _rerolled(group: Group, most: int) -> Asks[int]:
    """TAD-DICE.10: whoever rolls may throw each die again that shows `most` or less, once; the second face is binding.

    TAD-DICE.29: if they do not say, it is done where it pays.
    """
    faces = yield from throw(Dice(group.number, group.sides).faces())
    kept = [face for face in faces if face > most]
    for low in faces[: len(faces) - len(kept)]:
        prompt = f"a d{group.sides} shows {low}: throw it again?"
        pays = 2 * low * group.sign < (group.sides + 1) * group.sign  # a fresh die is better on average
        if (yield from choose(ROLLER, f"reroll {low}", prompt, (Option(True, "again"), Option(False, "keep")), pays)):
            (low,) = yield from throw(Dice(1, group.sides).faces())
        kept.append(low)
    if group.explode and group.most > 1:
        for _ in range(kept.count(group.sides)):
            further = Group(1, group.sides, explode=True, most=group.most - 1)
            kept[kept.index(group.sides)] += yield from throw(Sum((further,)))
    kept.sort(reverse=group.keep >= 0)
    return group.sign * sum(kept[: group.kept()])


def _by_damage(terms: tuple[Term, ...]) -> dict[str, list[Term]]:
    """Terms by damage type, in the order in which the types first stand there."""
    found: dict[str, list[Term]] = {}
    for term in terms:
        found.setdefault(term.damage, []).append(term)
    return found


@lru_cache(1024)
def parse(text: str) -> Call[Rolled]:
    """The rule that `text` stands for. TAD-DICE.26 gives the grammar."""
    if len(text) > LONGEST_TEXT:
        raise BadNotation(LONGEST_TEXT + 1, "more text", f"at most {LONGEST_TEXT} characters")
    terms = tuple(_Parser(text).expression())
    groups = tuple(term.group for term in terms if term.group)
    is_plain = groups and not any(term.damage or term.may_reroll for term in terms)
    return notation(Expression(terms, Sum(groups, sum(term.number for term in terms)) if is_plain else None))


def at_once(text: str) -> Call[Rolled]:
    """The same, of no more dice in all than somebody may throw at once at a table."""
    call = parse(text)
    count = sum(term.group.number for term in call.args[0].terms if term.group)
    if count > MOST_DICE:
        raise BadNotation(1, f"{count} dice", f"at most {MOST_DICE} in all")
    return call


def marks(text: str) -> tuple[tuple[str, ...], ...]:
    """TAD-DICE.06: the modifiers of each group of dice in `text`, all of them, in the order in which they stand there."""
    parser = _Parser(text)
    deque(parser.expression(), 0)
    return tuple(map(tuple, parser.marks))


class _Parser:
    """Reads left to right and never goes back."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.marks: list[list[str]] = []
        self._skip_blanks()

    def expression(self) -> Iterator[Term]:
        damage, sign = "", 1
        if self._next() == "-":
            self._take(1)
            sign = -1
        for _ in range(MOST_TERMS):
            term = self._term(sign, damage)
            damage = term.damage
            yield term
            if not self._next():
                return
            if self._next() not in "+-":
                raise self._unexpected("+ or - or the end")
            sign = 1 if self._take(1) == "+" else -1
        raise self._unexpected(f"the end: at most {MOST_TERMS} terms")

    def _term(self, sign: int, damage: str) -> Term:
        start = self.at
        count = self._number() if self._is_digit() else None
        if self._next().lower() != "d":
            if count is None:
                raise self._unexpected("a number or dice such as 2d6")
            return Term(None, sign * count, damage=damage)  # TAD-DICE.27: a flat number is of the type to its left
        if count is not None and count > MOST_DICE:
            raise BadNotation(start + 1, f"{count} dice", f"at most {MOST_DICE}")
        self._take(1)
        if self._next() == "%":
            self._take(1)
            sides = 100
        else:
            start = self.at
            sides = self._number()
            if not 2 <= sides <= MOST_SIDES:
                raise BadNotation(start + 1, count_of(sides, "side"), f"2 to {MOST_SIDES}")
        return self._modified(Group(1 if count is None else count, sides, sign))

    def _modified(self, group: Group) -> Term:
        """TAD-DICE.06, TAD-DICE.25, TAD-DICE.28, TAD-R.09, TAD-R.13: the group with all its modifiers, in whatever order.

        As many dice are kept, or may be thrown again, as signs stand there; opposite ones cancel.
        """
        advantage = may_reroll = 0
        damage, rules = "", 0
        self.marks.append([])
        while True:
            start, word = self.at, self._modifier()
            if word is None:
                break
            self.marks[-1].append(word)
            if word == EXPLODE:
                group = group._replace(explode=True)
            elif word in (ADVANTAGE, DISADVANTAGE):
                advantage += 1 if word == ADVANTAGE else -1
            elif word == MAY_REROLL:
                may_reroll += 1
            elif word == "r":
                group = group._replace(reroll=self._within("r", 1, group.sides - 1))
            elif word in WITH_NUMBER:
                rules += 1
                group = group._replace(keep=self._keep(word, group.number))
            elif damage in ("", word):
                damage = word
            else:
                raise BadNotation(start + 1, f"'{word}'", f"no second damage type on one group (it is {damage})")
        if rules + (advantage != 0) > 1:
            raise self._unexpected("one rule only for which dice are kept")
        if advantage:  # TAD-DICE.07, TAD-DICE.08, TAD-DICE.25: they cancel one for one, and what remains says how many are kept
            group = group._replace(keep=advantage)
        if may_reroll >= group.sides or (may_reroll and group.reroll):
            raise self._unexpected(f"fewer rerolls than a d{group.sides} has faces, and one kind of them")
        return Term(group, may_reroll=may_reroll, damage=damage)

    def _keep(self, word: str, count: int) -> int:
        if word in ("kh", "kl"):
            keep = self._within(word, 1, MOST_DICE)
        else:
            keep = count - self._within(word, 1, max(count - 1, 0))
        return keep if word in ("kh", "dl") else -keep

    def _within(self, word: str, low: int, high: int) -> int:
        """The number after `word`; 1 if none stands there."""
        start = self.at
        number = self._number() if self._is_digit() else 1
        if not low <= number <= high:
            expected = f"{word} with {low} to {high}" if low <= high else f"no {word}: there is nothing to spare"
            raise BadNotation(start + 1, f"{word}{number}", expected)
        return number

    def _modifier(self) -> str | None:
        """The next modifier under its plain name, or None where the group ends.

        TAD-DICE.07, TAD-DICE.08, TAD-DICE.09, TAD-DICE.10 are the signs that change a throw; TAD-DICE.11, TAD-DICE.12,
        TAD-DICE.13, TAD-DICE.14, TAD-DICE.15, TAD-DICE.16, TAD-DICE.17, TAD-DICE.18, TAD-DICE.19, TAD-DICE.20 the damage types.
        """
        sign = self._next()
        if not sign or sign in "+-":
            return None
        if sign in ALIASES and sign != "v":
            self._take(1)
            return ALIASES[sign]
        if sign in (EXPLODE, MAY_REROLL):
            return self._take(1)
        letters = self._word()  # words may stand together, as in advfire: take the longest that begins here
        word = max((known for known in WORDS if letters.startswith(known)), key=len, default="")
        if not word:
            raise self._unexpected("a modifier such as kh3, ! or fire, or + or -")
        self._take(len(word))
        return ALIASES.get(word, word)

    def _word(self) -> str:
        end = self.at
        while end < len(self.text) and self.text[end].isascii() and self.text[end].isalpha():
            end += 1
        return self.text[self.at : end].lower()

    def _number(self) -> int:
        if not self._is_digit():
            raise self._unexpected("a number")
        end = self.at
        while self.text[end : end + 1] in DIGITS:
            end += 1
        digits = self.text[self.at : end]
        if len(digits) > len(str(LARGEST_NUMBER)) or int(digits) > LARGEST_NUMBER:
            raise BadNotation(self.at + 1, digits[:20] + "…" * (len(digits) > 20), f"a number up to {LARGEST_NUMBER}")
        self._take(len(digits))
        return int(digits)

    def _is_digit(self) -> bool:
        return self._next() in DIGITS

    def _next(self) -> str:
        return self.text[self.at : self.at + 1]

    def _take(self, length: int) -> str:
        taken = self.text[self.at : self.at + length]
        self.at += length
        self._skip_blanks()
        return taken

    def _skip_blanks(self) -> None:
        """TAD-DICE.06, TAD-R.31: blanks mean nothing, nor does a selector after a sign."""
        while self.at < len(self.text) and (self.text[self.at] == " " or self.text[self.at] in VARIATION_SELECTORS):
            self.at += 1

    def _unexpected(self, expected: str) -> BadNotation:
        found = self._word() or self._next()
        shown = f"'{found}'" if found.isprintable() else ascii(found)
        return BadNotation(self.at + 1, shown if found else "the end", expected)
