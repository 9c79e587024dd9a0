"""Rules: functions that ask questions and return an outcome; a generator function, or a plain one if it asks nothing.

`@rule` makes of such a function something that, called, gives a `Call`: the rule with its arguments, a hashable value that
other rules may ask in turn. The helpers at the bottom put the questions; their types tell mypy what comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import starmap
from types import GeneratorType
from typing import Any, Generic, NamedTuple, ParamSpec, Protocol, TypeVar, overload

from fatewright.core.errors import BadValue
from fatewright.core.rule.ask import Personal
from fatewright.core.rule.dice import Sum, Throw

T = TypeVar("T")
P = ParamSpec("P")

Asks = Generator[Any, Any, T]  # what a rule's function returns if it asks questions and ends in a `T`


class Lens(NamedTuple):
    """One thing to know about an outcome: did it hit, how many points.

    `view(outcome)` is the answer. `part(outcome)`, where there is one, maps an outcome to a coarser one of the same type that
    the view cannot tell from it, also after adding: view(a + b) == view(part(a) + part(b)). Both may take arguments of the
    rule by name. Questions asked with `part=True` are then priced by their parts only.
    """

    name: str
    view: Callable[..., Any]
    part: Callable[..., Any] | None = None


class Bound(NamedTuple):
    """A lens's function with the rule's arguments it asks for; hashable, so that odds under it are remembered."""

    function: Callable[..., Any]
    values: tuple[Any, ...]

    def __call__(self, outcome: Any) -> Any:
        return self.function(outcome, *self.values)


class Call(Generic[T]):
    """A rule with its arguments: a value, and a question other rules may ask."""

    __slots__ = ("_hash", "args", "rule")

    def __init__(self, rule: Rule[..., T], args: tuple[Any, ...]) -> None:
        self.rule, self.args, self._hash = rule, args, hash((rule, args))

    def start(self) -> Asks[T]:
        found: Any = self.rule.function(*self.args)
        if type(found) is GeneratorType:
            return found
        if wrong := _is_no_outcome(found):
            raise TypeError(f"{self.rule.name}: {wrong}")
        return certain(found)

    def bind(self, function: Callable[..., Any]) -> Bound:
        """`function` with those of this call's arguments that it names after its first parameter."""
        given = dict(zip(self.rule.parameters, self.args, strict=True))
        return Bound(function, tuple(given[name] for name in _parameters(function)[1:]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Call) and self.rule is other.rule and self.args == other.args

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        given = zip(self.rule.parameters, self.args, strict=True)
        told = [
            f"{name}={value}" for name, value in given if name not in self.rule.defaults or self.rule.defaults[name] != value
        ]
        return f"{self.rule.name}({', '.join(told)})"


class Rule(Generic[P, T]):
    """A rule by name: its function, its lenses, and the ids that its docstring begins with."""

    def __init__(
        self,
        function: Callable[P, Asks[T] | T],
        lenses: tuple[Lens, ...],
        *,
        is_remembered: bool = True,
        is_inner: bool = False,
    ) -> None:
        self.is_remembered = is_remembered  # false for a rule that is made up for one computation
        self.is_inner = is_inner  # only other rules ask it: nobody looks it up by its name
        self.function: Callable[..., Asks[T] | T] = function
        self.name = function.__name__.replace("_", "-")
        self.lenses = {lens.name: lens for lens in lenses}
        self.parameters = _parameters(function)
        defaults = function.__defaults__ or ()
        self.defaults = dict(zip(self.parameters[len(self.parameters) - len(defaults) :], defaults, strict=True))
        self.usual = tuple(defaults)
        self.__doc__ = function.__doc__

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Call[T]:
        missing = len(self.parameters) - len(args)
        if kwargs or not 0 <= missing <= len(self.usual):
            args = self._fill(args, kwargs)  # type: ignore[assignment]  # the same arguments, all by position
        elif missing:
            args = (*args, *self.usual[-missing:])  # type: ignore[assignment]  # likewise
        try:
            return Call(self, args)
        except TypeError:
            raise TypeError(f"{self.name}: arguments must be hashable, found {args!r}") from None

    def _fill(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        given = {**self.defaults, **dict(zip(self.parameters, args, strict=False)), **kwargs}
        unknown = [name for name in given if name not in self.parameters]
        missing = [name for name in self.parameters if name not in given]
        twice = [name for name in self.parameters[: len(args)] if name in kwargs]
        if unknown or missing or twice or len(args) > len(self.parameters):
            raise TypeError(f"{self.name} takes {', '.join(self.parameters)}; found {args!r} and {kwargs!r}")
        return tuple(given[name] for name in self.parameters)

    def lens(self, name: str) -> Lens:
        if name not in self.lenses:
            known = ", ".join(self.lenses) or "none"
            raise BadValue(f"{self.name} has no lens '{name}'; its lenses: {known}")
        return self.lenses[name]


def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    code = function.__code__
    return tuple(code.co_varnames[: code.co_argcount])


class WithLenses(Protocol):
    """What makes a rule of a function, its lenses being given."""

    @overload
    def __call__(self, function: Callable[P, Asks[T]], /) -> Rule[P, T]: ...
    @overload
    def __call__(self, function: Callable[P, T], /) -> Rule[P, T]: ...


@overload
def rule(function: Callable[P, Asks[T]], /) -> Rule[P, T]: ...
@overload
def rule(function: Callable[P, T], /) -> Rule[P, T]: ...
@overload
def rule(*lenses: Lens) -> WithLenses: ...
def rule(*given: Any) -> Any:
    """Make a rule of a function that asks and returns, or of one that only returns: `@rule`, or `@rule(Lens(...), ...)`."""
    if len(given) == 1 and not isinstance(given[0], Lens):
        return Rule(given[0], ())
    return lambda function: Rule(function, given)


@overload
def subrule(function: Callable[P, Asks[T]], /) -> Rule[P, T]: ...
@overload
def subrule(function: Callable[P, T], /) -> Rule[P, T]: ...
@overload
def subrule(*lenses: Lens) -> WithLenses: ...
def subrule(*given: Any) -> Any:
    """A rule that only rules and acts of its game ask: nobody looks it up by name, so that it may take anything."""
    if len(given) == 1 and not isinstance(given[0], Lens):
        return Rule(given[0], (), is_inner=True)
    return lambda function: Rule(function, given, is_inner=True)


class Judged(NamedTuple):
    """A throw whose answer is put through a plain function at once, so that equal judgements merge early."""

    throw: Throw[Any]
    judge: Callable[..., Any]

    def judgements(self, answers: Iterable[Any]) -> Iterator[Any]:
        """What the judge makes of each answer; a tally or a row of faces is spread over its parameters."""
        return map(self.judge, answers) if isinstance(self.throw, Sum) else starmap(self.judge, answers)


class Part(NamedTuple):
    """A sub-rule whose outcome is only added up: under a lens, its part is enough."""

    call: Call[Any]


class Screened(NamedTuple):
    """A sub-rule whose dice fall behind the game master's screen; perhaps one that is only named when it is run."""

    call: Call[Any] | Callable[[], Call[Any]]

    @property
    def named(self) -> Call[Any]:
        return self.call if isinstance(self.call, Call) else self.call()


class InHand(NamedTuple):
    """A sub-rule whose dice somebody throws: at a table, whoever answers for `who`, with real dice if they like."""

    call: Call[Any]
    who: str

    @property
    def named(self) -> Call[Any]:
        return self.call


class Sums(NamedTuple):
    """The outcomes of a rule, `times` over, added to `zero`; before them that of `first`, if there is one."""

    times: int
    call: Call[Any]
    zero: Any
    part: bool
    first: Call[Any] | None = None


class BestOf(NamedTuple):
    """The highest outcome of a rule, `times` over; the first one thrown where several are equal by `key`."""

    times: int
    call: Call[Any]
    key: Callable[[Any], Any] | None


class Again(NamedTuple):
    """A rule that is run again until an outcome is `settled`."""

    call: Call[Any]
    settled: Callable[[Any], bool]


Question = Throw[Any] | Judged | Call[Any] | Part | Screened | InHand | Sums | BestOf | Again | Personal


@overload
def throw(dice: Throw[T]) -> Asks[T]: ...
@overload
def throw(dice: Throw[Any], judge: Callable[..., T]) -> Asks[T]: ...
def throw(dice: Throw[Any], judge: Callable[..., Any] | None = None) -> Asks[Any]:
    """Throw dice; the answer is what they read, or what `judge` makes of it (a tally is spread over its parameters)."""
    return (yield dice if judge is None else Judged(dice, judge))


def ask(call: Call[T], *, part: bool = False, by: str = "") -> Asks[T]:
    """Let another rule decide. `part`: this rule only adds the outcome up, so a lens may look at its part.

    `by` says who throws its dice: whoever answers for that token or seat may throw real ones.
    """
    outcome: T = yield InHand(call, by) if by else Part(call) if part else call
    return outcome


def behind(call: Call[T] | Callable[[], Call[T]]) -> Asks[T]:
    """Let another rule decide behind the screen: at a table, only the game master sees its dice.

    Where its arguments are not for everyone to know, give a function that names the rule: it is not called on views that
    know no more than that dice fell.
    """
    outcome: T = yield Screened(call)
    return outcome


def sums(times: int, call: Call[T], zero: T, *, part: bool = False, first: Call[T] | None = None) -> Asks[T]:
    """`zero`, one outcome of `first` if it is given, and the outcomes of `times` independent runs of `call`, added up."""
    total: T = yield Sums(max(times, 0), call, zero, part, first)
    return total


def best(times: int, call: Call[T], key: Callable[[T], Any] | None = None) -> Asks[T]:
    """The highest of `times` independent outcomes."""
    if times < 1:
        raise BadValue(f"the best of {times} runs of {call.rule.name}: at least one run is needed")
    highest: T = yield BestOf(times, call, key)
    return highest


def again(call: Call[T], settled: Callable[[T], bool]) -> Asks[T]:
    """The first outcome of `call`, run as often as it takes, that is `settled`: ties thrown again, say."""
    outcome: T = yield Again(call, settled)
    return outcome


def certain(outcome: T) -> Asks[T]:
    """What asks nothing, as what may ask: it ends in `outcome` at once."""
    yield from ()
    return outcome


def _is_no_outcome(found: Any) -> str:
    """Why what a plain function returned cannot be an outcome; nothing, if it can."""
    if found is None:
        return "it came to its end without `return` and an outcome"
    if isinstance(found, Call):
        return f"found `return {found!r}`, which nobody has asked yet; expected `return ask(...)`"
    if hasattr(found, "spread"):
        return f"found `return {found!r}`, which nobody has thrown yet; expected `return throw(...)`"
    return ""


def is_only(running: Asks[Any]) -> bool:
    """Whether a rule that has just asked puts one question and ends in its answer: it returned a helper of this file."""
    return getattr(running, "gi_code", None) in _HELPERS


_HELPERS = frozenset(helper.__code__ for helper in (throw, ask, behind, sums, best, again))


@rule
def just(question: Any) -> Asks[Any]:
    """One question as a rule of its own: its outcome is the answer."""
    return throw(question)
