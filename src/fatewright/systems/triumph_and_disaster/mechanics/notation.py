"""Dice as this game writes them: the notation of the house under the dials of a table, and who throws real dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeVar

from fatewright.systems.author import (
    OWN,
    SEAT,
    Asks,
    BadValue,
    Call,
    Change,
    Desk,
    Dice,
    Ending,
    Option,
    PutFact,
    Story,
    Upto,
    answers_for,
    ask,
    choose,
    count_of,
    ends,
    now,
    phrase,
    say,
    subrule,
    throw,
    verb,
)
from fatewright.systems.own_dice import (
    ADVANTAGE,
    ANYBODY,
    BY_HAND,
    DAMAGE,
    DISADVANTAGE,
    EXPLODE,
    ROLLER,
    BadNotation,
    Expression,
    Group,
    Mixed,
    Rolled,
    Sum,
    Term,
    Typed,
    at_once,
    marks,
    notation,
    parse,
    throw_dice,
)

T = TypeVar("T")
Dials = Mapping[str, Any]
LISTED = (4, 6, 8, 10, 12, 20, 100)
UNTYPED = "untyped"

# ── what a text means at this table ────────────────────────────────────────────────────────────────────────────────────


def read(text: str, dials: Dials) -> Call[Rolled]:
    """TAD-DICE.05, TAD-DICE.06, TAD-DICE.26: the throw that a text stands for at this table; a sentence where it is none."""
    expression: Expression = parse(text).args[0]
    for wrong in _rejected(text, expression, dials):
        raise BadValue(wrong)
    terms = tuple(adapted(term, dials) for term in expression.terms)
    if any(_is_special(term, dials) for term in terms):
        return dice_roll(terms, not is_late(dials), dials["reroll_choice"] == "ask")
    groups = tuple(term.group for term in terms if term.group)
    is_plain = groups and not any(term.damage or term.may_reroll for term in terms)
    return notation(Expression(terms, Sum(groups, sum(term.number for term in terms)) if is_plain else None))


def dice_problem(text: str, dials: Dials) -> str | None:
    """TAD-DICE.26: why a text cannot be read at this table; None if it can."""
    try:
        at_once(text)
        read(text, dials)
    except (BadNotation, BadValue) as wrong:
        return str(wrong)
    return None


def _rejected(text: str, expression: Expression, dials: Dials) -> Iterator[str]:
    """TAD-DICE.01, TAD-DICE.24, TAD-DICE.25, TAD-DICE.26, TAD-DICE.28: what the house could read and this table does not."""
    groups = [term.group for term in expression.terms if term.group]
    for group, found in zip(groups, marks(text), strict=True):
        name = f"{group.number}d{group.sides}"
        if dials["dice_sides"] == "listed" and group.sides not in LISTED:
            yield f"{name}: this game has no d{group.sides}; it has {', '.join(f'd{sides}' for sides in LISTED)}"
        if dials["keep_overflow"] == "error" and abs(group.keep) > group.number:
            yield f"{name}: {abs(group.keep)} of {count_of(group.number, 'die')} cannot be kept"
        if dials["adv_dis_both"] == "reject" and {ADVANTAGE, DISADVANTAGE} <= set(found):
            yield f"{name}: 🔺 and 🔻 do not go together on one group here"
        twice = [mark for mark in (EXPLODE, *DAMAGE.values()) if found.count(mark) > 1]
        if dials["redundant_symbols"] == "error" and twice:
            yield f"{name}: '{twice[0]}' stands there more than once"


def is_late(dials: Dials) -> bool:
    """TAD-DICE.23: by a dial, dice are kept by the face that they show first, and only those that are kept explode."""
    return not dials["explode_before_keep"]


def adapted(term: Term, dials: Dials) -> Term:
    """TAD-DICE.27, TAD-DICE.29, TAD-DICE.30: a term as this table has it: its type, its rerolls, how long it explodes."""
    if term.group is None:
        return term if dials["flat_type"] == "left_group" else term._replace(damage=UNTYPED if term.damage else "")
    group = term.group._replace(most=dials["explode_limit"])
    if term.may_reroll and dials["reroll_choice"] == "auto" and group.sign > 0:
        worse = sum(mean(group) > face for face in range(1, term.may_reroll + 1))
        return term._replace(group=group._replace(reroll=worse), may_reroll=0)
    return term._replace(group=group)


def mean(group: Group) -> Fraction:
    """TAD-DICE.22, TAD-DICE.29: what a fresh die comes to, on average; one that explodes, X/(X - 1) times as much."""
    plain = Fraction(group.sides + 1, 2)
    return plain * Fraction(group.sides, group.sides - 1) if group.explode else plain


def _is_special(term: Term, dials: Dials) -> bool:
    """Whether a term needs more than the house's notation can do."""
    if term.group is None:
        return False
    cuts = term.group.explode and term.group.kept() < term.group.number
    return (is_late(dials) and cuts) or bool(term.may_reroll and dials["reroll_choice"] == "auto")


# ── throwing it ────────────────────────────────────────────────────────────────────────────────────────────────────────


@subrule
def dice_roll(terms: tuple[Term, ...], explodes_first: bool = True, is_asked: bool = True) -> Asks[Rolled]:
    """TAD-DICE.23, TAD-DICE.29: throw group by group, where the order or the choice is not the usual; add up type by type."""
    points: dict[str, int] = {}
    for term in terms:
        value = (yield from grouped(term, explodes_first, is_asked)) if term.group else term.number
        points[term.damage] = points.get(term.damage, 0) + value
    if list(points) == [""]:
        return points[""]
    typed = Mixed(Typed(amount, damage or UNTYPED) for damage, amount in points.items())
    return typed[0] if len(typed) == 1 else typed


def grouped(term: Term, explodes_first: bool = True, is_asked: bool = True, roller: str = ROLLER) -> Asks[int]:
    """TAD-DICE.10, TAD-DICE.23, TAD-R.11, TAD-R.12: one group, die by die: thrown, perhaps again, exploded, kept, added up."""
    group = term.group or Group(0, 1)
    faces = yield from throw(Dice(group.number, group.sides).faces())
    values = []
    for face in faces:
        if face <= group.reroll or (
            face <= term.may_reroll and (yield from _is_thrown_again(group, face, is_asked=is_asked, roller=roller))
        ):
            (face,) = yield from throw(Dice(1, group.sides).faces())
        values.append(face)
    if not explodes_first:
        values = _kept(group, values)
    if group.explode and group.most > 1:
        for _ in range(values.count(group.sides)):
            further = Group(1, group.sides, explode=True, most=group.most - 1)
            values[values.index(group.sides)] += yield from throw(Sum((further,)))
    return group.sign * sum(_kept(group, values))


def _kept(group: Group, values: list[int]) -> list[int]:
    """TAD-DICE.07, TAD-DICE.08, TAD-DICE.24, TAD-R.09: so many of the highest, or of the lowest; not more than there are."""
    return sorted(values, reverse=group.keep >= 0)[: group.kept()]


def _is_thrown_again(group: Group, face: int, *, is_asked: bool, roller: str) -> Asks[bool]:
    """TAD-DICE.29: whoever rolls says so; or it is done where it pays: upwards, or down where the die is subtracted."""
    pays = mean(group) > face if group.sign > 0 else mean(group) < face
    if not is_asked:
        return pays
    offered = (Option(True, "again"), Option(False, "keep"))
    return (
        yield from choose(
            roller,
            f"reroll {face}",
            phrase("a d{sides} shows {face}: throw it again?", sides=group.sides, face=face),
            offered,
            pays,
        )
    )


# ── at the table ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_roll(table: Desk, notation: str) -> str | None:
    wrong = dice_problem(notation, table.dials())
    return f"notation: {wrong}" if wrong else None


Notation = Annotated[str, Upto(500)]


def _rolled(table: Desk, text: str) -> Story:
    yield from now(*conforming(table, SEAT + table.seat))
    outcome = yield from ask(read(text, table.dials()), by=SEAT + table.seat)
    told = outcome if isinstance(outcome, int) else str(outcome)
    return ends(told, say("{seat} rolls {text:text}: {told:text}", "TAD-DICE.05", seat=table.seat, text=text, told=told))


@verb("{seat} rolls {notation}", roles=ANYBODY, may=_may_roll, group="Rolls")
def roll(table: Desk, notation: Notation) -> Story:
    """TAD-DICE.01, TAD-DICE.05, TAD-DICE.06, TAD-DICE.26: throw any dice, such as 3d6+7, 2d20🔺 or 2d6🔥."""
    return _rolled(table, notation)


@verb("{seat} rolls in secret: {notation}", roles=("gm",), secret=True, may=_may_roll, group="Rolls")
def secret_roll(table: Desk, notation: Notation) -> Story:
    """TAD-DICE.01, TAD-DICE.05: throw any dice, and nobody else hears of it."""
    return _rolled(table, notation)


def conforming(table: Desk, who: str) -> list[Change]:
    """TAD-DICE.02: what a table's source of dice means for the seat that throws: real dice, the table's, or as it likes."""
    source, seat = table.dial("dice_source"), answers_for(table.facts, who)
    wanted = {"software": None, "typed_in": OWN}.get(source, table.fact("seat", seat, "dice"))
    return [PutFact(("seat", seat, "dice"), wanted)] if table.fact("seat", seat, "dice") != wanted else []


def thrown_by(table: Desk, who: str, call: Call[T]) -> Asks[T]:
    """TAD-DICE.02: somebody throws openly, with the dice that the table's source of dice means for them."""
    if changes := conforming(table, who):
        yield from now(*changes)
    return (yield from ask(call, by=who))


def _may_choose_dice(table: Desk, thrown: str) -> str | None:
    source = table.dial("dice_source")
    if source == "typed_in" and thrown != BY_HAND:
        return "at this table everybody throws real dice"
    return "at this table the dice are thrown by software" if source == "software" and thrown == BY_HAND else None


@verb("{seat} has dice thrown {thrown}", may=_may_choose_dice, group="Rolls")
def dice(table: Desk, thrown: Literal["by hand", "by the table"]) -> Ending:
    """TAD-DICE.02, TAD-DICE.03, TAD-DICE.04: real dice, whose faces you enter, or those of the table.

    A 0 on a d10 counts 10; a d100 is entered by its two digits, and 00 counts 100.
    """
    return throw_dice(table, thrown)
