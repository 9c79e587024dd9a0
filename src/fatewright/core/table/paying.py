"""What an option costs or brings, read off the changes that will be made: so what is said is what is paid."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any

from fatewright.core.grammar import in_words
from fatewright.core.phrases import phrase, slots_in
from fatewright.core.rule.ask import Choose, Form, Number, One, Option, Price
from fatewright.core.table.events import Path
from fatewright.core.table.story import Change, Desk, Gain, Put, PutFact

LABEL = "{amount} {what:word}"  # how much of what: 2 light


def price_of(table: Desk, *changes: Change, label: str = LABEL) -> tuple[Price, ...]:
    """What these changes cost or bring: a price for each number that they lower or raise, as much as they will.

    `label` says in words how much that is: `amount` stands in it and, if it likes, `what`, the number's name. What the
    desk's viewer does not know has no price.
    """
    after: dict[Path, Any] = {}
    for change in changes:
        _land(table, change, after)
    moved = {path: value - _number(table.facts.get(path)) for path, value in after.items()}
    return tuple([Price(amount, _label(label, path[-1], abs(amount)), path) for path, amount in moved.items() if amount])


def due(question: Any, answer: Any) -> Iterator[Price]:
    """What an answer to a question costs and brings for certain: not what still hangs on something."""
    match question:
        case Choose(options=options):
            chosen = next((option for option in options if option.value == answer), None)  # one's own words cost nothing
            yield from () if chosen is None or chosen.depends else chosen.price
        case Number(each=each):
            yield from (price._replace(amount=answer * price.amount) for price in each)
        case Form(fields=fields):
            for field, value in zip(fields, answer, strict=True):
                yield from due(field, value)


def price_said(price: Price, own: Collection[str] = ()) -> str:
    """A price in words with its sign: −1 light. Where it is none of one's `own`, whose it is stands first."""
    who, sign = price.path[1], "+" if price.amount > 0 else "−"
    said = phrase("{sign:text}{label}", sign=sign, label=price.label)
    return said if not own or who in own else phrase("{who}: {said}", who=who, said=said)


def terms_of(option: Option[Any], own: Collection[str] = ()) -> str:
    """What an option costs and brings, in words, and on what that still hangs; empty where it says nothing."""
    return ", ".join([*(price_said(price, own) for price in option.price), *filter(None, (option.depends,))])


def offered(asked: One, own: Collection[str] = ()) -> str:
    """What may be answered, in words, and what each answer costs and brings."""
    match asked:
        case Choose(options=options):
            said = ((one.label, terms_of(one, own)) for one in options if not one.blocked)
            return ", ".join([*(f"{label} [{terms}]" if terms else label for label, terms in said), *asked.besides()])
        case Number(each=(_, *_) as each):
            return f"{asked.allowed()}, each {', '.join(price_said(price, own) for price in each)}"
        case Form(fields=fields):
            return "; ".join(f"{field.name}: {offered(field, own)}" for field in fields)
    return asked.allowed()


def _land(table: Desk, change: Change, after: dict[Path, Any]) -> None:
    """Note down where a number will stand that is known to stand somewhere."""
    match change:
        case Gain(token, field, amount):
            path: tuple[str, ...] = ("token", token, field)
            after[path] = _number(after.get(path, table.facts.get(path))) + amount
        case Put(token, field, value) if _is_number(value) and _is_number(table.facts.get(("token", token, field))):
            after[("token", token, field)] = value
        case PutFact(path, value) if _is_number(value) and _is_number(table.facts.get(path, 0)):
            after[path] = value


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: Any) -> int:
    return int(value) if _is_number(value) else 0


@lru_cache(maxsize=4096)  # odds weigh a question with its prices again and again
def _label(template: str, name: str, amount: int) -> str:
    values = {"amount": amount, "what": in_words(name)}
    return phrase(template, **{name: values[name] for name in slots_in(template)})
