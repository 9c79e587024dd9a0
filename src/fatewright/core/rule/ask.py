"""The questions a rule may put to people. Each carries what a screen needs: who, what, and what may be answered.

Every kind lists its possible `answers`, `check`s one (raising `BadAnswer` with a sentence), tells what is `allowed`, `parse`s
what a person types, tells what an answer `said` in words, and has one `picked` for whoever plays by chance. Its `bare` values
are what is asked without words. `KINDS` names them all; over the wire a kind goes by the names of its fields.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import permutations, product
from typing import Any, Generic, NamedTuple, TypeGuard, TypeVar, cast

from fatewright.core.errors import BadAnswer
from fatewright.core.grammar import count_of, in_words
from fatewright.core.rule.dice import worth_of

T = TypeVar("T")
NO_END = 10**9  # the highest number where there is no other
WORDS = ("the door", "a lamp", "2d6")  # what somebody might write
Below = Callable[[int], int]  # any whole number from 0 up to but not including one


class Price(NamedTuple):
    """What taking an option costs, if below 0, or brings: so much of one number, and how much that is in words ("2 lights")."""

    amount: int
    label: str
    path: tuple[str, ...]  # of the number that changes: ("token", "ana", "light")


class Option(NamedTuple, Generic[T]):
    """One answer on offer. `blocked` says why it may not be taken just now; it is shown all the same. `caution` is what
    somebody should know before they take it: they may. `price` is what it costs and brings at once; `depends` says on what
    that still hangs, somebody else's decision or the dice: then it is not certain.
    """

    value: T
    label: str
    blocked: str = ""
    caution: str = ""
    price: tuple[Price, ...] = ()
    depends: str = ""


class Choose(NamedTuple, Generic[T]):
    """One person picks one of several options or, where there may be so many characters, says it in their own words.

    Whether they may is no part of what is asked: what was picked where nobody might say more, still fits where they may.
    """

    who: str
    name: str
    prompt: str
    options: tuple[Option[T], ...]
    default: T | None = None  # what stands if nobody answers; None: somebody has to
    longest: int = 0  # characters of one's own words; 0: nothing but the options

    def answers(self) -> Iterator[T]:
        return (option.value for option in self.options if not option.blocked)

    def check(self, answer: object) -> None:
        for option in self.options:
            if option.value == answer and type(option.value) is type(answer):  # 1 is not yes
                if option.blocked:
                    raise BadAnswer(f"{option.label} is not open: {option.blocked}")
                return
        if not self.longest:
            raise BadAnswer(f"{answer!r} is not one of {self.allowed()}")
        try:
            self._own().check(answer)
        except BadAnswer:
            raise BadAnswer(f"{answer!r} is not one of {self.allowed()}") from None

    def _own(self) -> Text:
        """One's own words, as a question of their own."""
        return Text(self.who, self.name, self.prompt, self.longest)

    def allowed(self) -> str:
        return ", ".join([*(option.label for option in self.options if not option.blocked), *self.besides()])

    def besides(self) -> tuple[str, ...]:
        """What may be answered besides the options, in words."""
        return (f"or {self._own().allowed()} of one's own",) if self.longest else ()

    def said(self, answer: T) -> str:
        return next((option.label for option in self.options if option.value == answer), str(answer))

    def parse(self, text: str) -> T:
        """The option a person means who types `text`: its value or its label."""
        for option in self.options:
            if text.lower() in (str(option.value).lower(), option.label.lower()):
                self.check(option.value)
                return option.value
        if self.longest and 0 < len(text) <= self.longest:
            return cast(T, self._own().parse(text))
        raise BadAnswer(f"'{text}' is not one of {self.allowed()}")

    def picked(self, below: Below) -> T:
        open_ = list(self.answers())
        place = below(len(open_) + bool(self.longest))
        return open_[place] if place < len(open_) else cast(T, self._own().picked(below))

    def bare(self) -> tuple[Any, ...]:
        return (tuple((option.value, bool(option.blocked)) for option in self.options),)


class Number(NamedTuple):
    """One person names a number within limits. `reason` says where the limits come from.

    `limits` are what keeps it from being higher, each with what it is called: the first that an answer passes refuses it.
    `each` is the price of every one of what is named.
    """

    who: str
    name: str
    prompt: str
    low: int
    high: int
    reason: str = ""
    default: int | None = None
    limits: tuple[tuple[int, str], ...] = ()
    each: tuple[Price, ...] = ()

    def answers(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1))

    def check(self, answer: object) -> None:
        if type(answer) is not int or not self.low <= answer <= self.high:
            passed = [why for limit, why in self.limits if type(answer) is int and answer > limit]
            raise BadAnswer(f"{answer!r} is not {self.allowed()}" + (f": {passed[0]}" if passed else ""))

    def allowed(self) -> str:
        end = f"to {self.high}" if self.high < NO_END else "on"
        return f"a whole number from {self.low} {end}" + (f" ({self.reason})" if self.reason else "")

    def said(self, answer: int) -> str:
        return str(answer)

    def parse(self, text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", text.strip()):
            raise BadAnswer(f"'{text}' is not {self.allowed()}")
        number = int(text)
        self.check(number)
        return number

    def picked(self, below: Below) -> int:
        return self.low + below(self.high - self.low + 1)

    def bare(self) -> tuple[Any, ...]:
        return self.low, self.high, tuple(limit for limit, _ in self.limits)


class Text(NamedTuple):
    """One person writes something. What it says decides nothing by itself: any text is as good as another."""

    who: str
    name: str
    prompt: str
    longest: int = 500
    default: str | None = None
    may_be_empty: bool = False

    def answers(self) -> Iterator[str]:
        return iter((self.default or "...",))

    def check(self, answer: object) -> None:
        least = 0 if self.may_be_empty else 1
        if not isinstance(answer, str) or not least <= len(answer) <= self.longest:
            raise BadAnswer(f"expected {self.allowed()}")
        if any("\ud800" <= character <= "\udfff" for character in answer):
            raise BadAnswer("there are bytes in it that are no text")

    def allowed(self) -> str:
        return f"a text of {'at most' if self.may_be_empty else '1 to'} {count_of(self.longest, 'character')}"

    def said(self, answer: str) -> str:
        return answer

    def parse(self, text: str) -> str:
        self.check(text)
        return text

    def picked(self, below: Below) -> str:
        return WORDS[below(len(WORDS))]

    def bare(self) -> tuple[Any, ...]:
        return (self.longest,)


class Read(NamedTuple):
    """One person throws real dice and reads off what they show: a face for each of `dice`, which are their sides."""

    who: str
    name: str
    prompt: str
    dice: tuple[int, ...]
    default: tuple[int, ...] | None = None

    def answers(self) -> Iterator[tuple[int, ...]]:
        return product(*(range(1, sides + 1) for sides in self.dice))

    def check(self, answer: object) -> None:
        if not isinstance(answer, tuple) or len(answer) != len(self.dice):
            raise BadAnswer(f"{answer!r} is not {self.allowed()}")
        for face, sides in zip(answer, self.dice, strict=True):
            if type(face) is not int or not 1 <= worth_of(face, sides) <= sides:
                raise BadAnswer(f"a d{sides} cannot show {face!r}; it shows 1 to {sides}")

    def allowed(self) -> str:
        return f"a face for each of {count_of(len(self.dice), 'die')}"

    def said(self, answer: tuple[int, ...]) -> str:
        return " ".join(map(str, answer))

    def parse(self, text: str) -> tuple[int, ...]:
        """Faces as a person types them, in the order of the dice: `3 6 1`."""
        words = text.split()
        if not all(word.isdecimal() and word.isascii() for word in words):
            raise BadAnswer(f"'{text}' is not {self.allowed()}, separated by spaces")
        faces = tuple(map(int, words))
        self.check(faces)
        return faces

    def picked(self, below: Below) -> tuple[int, ...]:
        return tuple(1 + below(sides) for sides in self.dice)

    def bare(self) -> tuple[Any, ...]:
        return (self.dice,)


class Form(NamedTuple):
    """One person fills in several fields at once; the answer has a value per field, in their order."""

    who: str
    name: str
    prompt: str
    fields: tuple[Choose[Any] | Number | Text, ...]
    default: tuple[Any, ...] | None = None

    def answers(self) -> Iterator[tuple[Any, ...]]:
        return product(*(field.answers() for field in self.fields))

    def check(self, answer: object) -> None:
        if not isinstance(answer, tuple) or len(answer) != len(self.fields):
            raise BadAnswer(f"{answer!r} is not {self.allowed()}")
        for field, value in zip(self.fields, answer, strict=True):
            about(field.name, field.check, value)

    def allowed(self) -> str:
        return "; ".join(f"{field.name}: {field.allowed()}" for field in self.fields)

    def said(self, answer: tuple[Any, ...]) -> str:
        return ", ".join(f"{field.name} {field.said(value)}" for field, value in zip(self.fields, answer, strict=True))

    def parse(self, text: str) -> tuple[Any, ...]:
        """Values as a person types them, field by field, separated by commas."""
        values = [value.strip() for value in text.split(",")]
        if len(values) != len(self.fields):
            raise BadAnswer(f"'{text}' is not {self.allowed()}, separated by commas")
        return tuple(about(field.name, field.parse, value) for field, value in zip(self.fields, values, strict=True))

    def picked(self, below: Below) -> tuple[Any, ...]:
        return tuple(field.picked(below) for field in self.fields)

    def bare(self) -> tuple[Any, ...]:
        return (self.fields,)


class Order(NamedTuple, Generic[T]):
    """One person puts several things in order; the answer has the value of each, the first of them first."""

    who: str
    name: str
    prompt: str
    options: tuple[Option[T], ...]
    default: tuple[T, ...] | None = None

    def answers(self) -> Iterator[tuple[T, ...]]:
        return permutations(option.value for option in self.options)

    def check(self, answer: object) -> None:
        given = [(type(one), one) for one in answer] if isinstance(answer, tuple) else None
        wanted = [(type(option.value), option.value) for option in self.options]
        if given is None or len(given) != len(wanted) or any(one not in given for one in wanted):
            raise BadAnswer(f"{answer!r} is not {self.allowed()}")

    def allowed(self) -> str:
        return f"an order of {', '.join(option.label for option in self.options)}"

    def said(self, answer: tuple[T, ...]) -> str:
        return ", ".join(next(option.label for option in self.options if option.value == one) for one in answer)

    def parse(self, text: str) -> tuple[T, ...]:
        """All of them as a person types them, by value or label, separated by commas."""
        one = Choose(self.who, self.name, self.prompt, self.options)
        answer = tuple(one.parse(word.strip()) for word in text.split(","))
        self.check(answer)
        return answer

    def picked(self, below: Below) -> tuple[T, ...]:
        left = [option.value for option in self.options]
        return tuple(left.pop(below(len(left))) for _ in self.options)

    def bare(self) -> tuple[Any, ...]:
        return (tuple(option.value for option in self.options),)


One = Choose[Any] | Number | Text | Read | Form | Order[Any]  # a question to one person
KINDS: dict[str, type[One]] = {
    "choose": Choose,
    "number": Number,
    "text": Text,
    "dice": Read,
    "form": Form,
    "order": Order,
}


class Sealed(NamedTuple):
    """Several people answer at once; nobody sees an answer until all are in. The answer has one part per person.

    `is_kept`: then, too, nobody but whoever gave it; what follows from them is for the rule to tell.
    """

    name: str
    prompt: str
    parts: tuple[One, ...]
    is_kept: bool = False

    @property
    def who(self) -> str:
        return " and ".join(part.who for part in self.parts)

    def answers(self) -> Iterator[tuple[Any, ...]]:
        return product(*(part.answers() for part in self.parts))

    def check(self, answer: object) -> None:
        if not isinstance(answer, tuple) or len(answer) != len(self.parts):
            raise BadAnswer(f"{answer!r} is not {self.allowed()}")
        for part, value in zip(self.parts, answer, strict=True):
            about(part.who, part.check, value)

    def allowed(self) -> str:
        return "; ".join(f"{part.who}: {part.allowed()}" for part in self.parts)

    def said(self, answer: tuple[Any, ...]) -> str:
        return ", ".join(f"{part.who} {part.said(value)}" for part, value in zip(self.parts, answer, strict=True))

    def parse(self, text: str) -> tuple[Any, ...]:
        """Each person's answer as typed, separated by semicolons."""
        values = [value.strip() for value in text.split(";")]
        if len(values) != len(self.parts):
            raise BadAnswer(f"'{text}' is not {self.allowed()}, separated by semicolons")
        return tuple(about(part.who, part.parse, value) for part, value in zip(self.parts, values, strict=True))


Personal = One | Sealed  # any question that people answer


def about(called: str, read: Callable[[Any], T], answer: Any) -> T:
    """An answer to one of several questions as its `check` or `parse` takes it; if it is wrong, it is said to which."""
    try:
        return read(answer)
    except BadAnswer as wrong:
        raise BadAnswer(f"{called}: {wrong}") from None


def kind_of(question: One) -> str:
    """What kind of question it is."""
    return next(name for name, kind in KINDS.items() if isinstance(question, kind))


def is_one(question: object) -> TypeGuard[One]:
    """Whether one person answers this question."""
    return isinstance(question, tuple(KINDS.values()))


def is_personal(question: object) -> TypeGuard[Personal]:
    """Whether people answer this question."""
    return isinstance(question, Sealed) or is_one(question)


def options(*values: T) -> tuple[Option[T], ...]:
    """Options that are named like their values, as people say them."""
    return tuple(Option(value, in_words(value)) for value in values)


# ── how a rule asks ────────────────────────────────────────────────────────────────────────────────────────────────────────


def choose(who: str, name: str, prompt: str, offered: Iterable[Option[T]], default: T | None = None) -> Generator[Any, Any, T]:
    """`who` picks one of the options; plain values become options by `options(...)`."""
    answer: T = yield Choose(who, name, prompt, tuple(offered), default)
    return answer


def number(
    who: str,
    name: str,
    prompt: str,
    low: int,
    high: int,
    reason: str = "",
    default: int | None = None,
    each: tuple[Price, ...] = (),
) -> Generator[Any, Any, int]:
    """`who` names a number from `low` to `high`; `each` is the price of every one."""
    answer: int = yield Number(who, name, prompt, low, high, reason, default, each=each)
    return answer


def text(who: str, name: str, prompt: str, longest: int = 500, default: str | None = None) -> Generator[Any, Any, str]:
    """`who` writes something."""
    answer: str = yield Text(who, name, prompt, longest, default)
    return answer


def form(
    who: str, name: str, prompt: str, *fields: Choose[Any] | Number | Text, default: tuple[Any, ...] | None = None
) -> Generator[Any, Any, tuple[Any, ...]]:
    """`who` fills in all `fields` at once."""
    answer: tuple[Any, ...] = yield Form(who, name, prompt, fields, default)
    return answer


def order(
    who: str, name: str, prompt: str, offered: Iterable[Option[T]], default: tuple[T, ...] | None = None
) -> Generator[Any, Any, tuple[T, ...]]:
    """`who` puts all of these in order; plain values become options by `options(...)`."""
    answer: tuple[T, ...] = yield Order(who, name, prompt, tuple(offered), default)
    return answer


def sealed(name: str, prompt: str, *parts: One, is_kept: bool = False) -> Generator[Any, Any, tuple[Any, ...]]:
    """Everyone asked answers face down; all answers are revealed together, or, if they are kept, to the rule alone."""
    answer: tuple[Any, ...] = yield Sealed(name, prompt, parts, is_kept)
    return answer


WAYS = (choose, number, text, form, order, sealed)  # in which a rule asks people
