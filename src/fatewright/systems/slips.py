"""Slips of the pen that Python does not mind: what is asked without `yield from`, what has no end, what nobody can reach."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from fatewright.core.rule.ask import WAYS
from fatewright.core.rule.rule import Rule, again, ask, behind, best, sums, throw
from fatewright.core.table.story import Verb, ends, now, so_far, tell

QUESTIONS = (*WAYS, again, ask, behind, best, now, so_far, sums, tell, throw)
USED_UP = (ast.BinOp, ast.Compare, ast.Expr, ast.FormattedValue, ast.If, ast.IfExp, ast.Subscript, ast.UnaryOp, ast.While)
NOT_AN_ANSWER = (*USED_UP, ast.Attribute, ast.Yield)  # where a question cannot stand: its answer should
PASSED_ON = (ast.BoolOp, ast.IfExp)


class Slip(NamedTuple):
    """A line, and what is wrong there."""

    line: int
    said: str


def slips(modules: Iterable[ModuleType], folder: Path) -> Iterator[str]:
    """What the author of these files did not mean, each with its file and line."""
    for module in modules:
        file = folder / Path(module.__file__ or "").resolve().relative_to(folder.resolve())
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found = {*_lost(tree, module), *_unasked(tree, module), *_unended(tree, module)}
        yield from (f"{file}, line {line}: {said}" for line, said in sorted(found))


# ── what nobody can reach ──────────────────────────────────────────────────────────────────────────────────────────────


def _lost(tree: ast.Module, module: ModuleType) -> Iterator[Slip]:
    """Verbs and rules that are written down and cannot be found."""
    there = {_function(one).__code__.co_firstlineno for one in vars(module).values() if isinstance(one, Verb | Rule)}
    for node, made in _made(tree):
        is_hidden = node in tree.body
        if node.decorator_list[0].lineno not in there and (is_hidden or made == "verb"):
            why = "something below has the same name" if is_hidden else "it stands inside another function"
            yield Slip(node.lineno, f"{node.name}: found a {made} that nobody can reach: {why}")


def _function(one: Verb | Rule[..., Any]) -> Any:
    return one.story if isinstance(one, Verb) else one.function


def _made(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, str]]:
    """Functions of which a verb or a rule is made, and which."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = [getattr(getattr(one, "func", one), "id", "") for one in node.decorator_list]
            yield from ((node, name) for name in names if name in ("verb", "rule", "subrule"))


# ── what has no end ────────────────────────────────────────────────────────────────────────────────────────────────────


def _unended(tree: ast.Module, module: ModuleType) -> Iterator[Slip]:
    """Acts and rules that come to nothing, and endings that are not returned."""
    for node, made in _made(tree):
        inner = [one for one in ast.walk(node) if one is not node and isinstance(one, ast.FunctionDef | ast.Lambda)]
        nested = {part for one in inner for part in ast.walk(one)}
        is_ended = any(isinstance(one, ast.Return) and one.value and one not in nested for one in ast.walk(node))
        if not is_ended and not isinstance(node.body[-1], ast.While | ast.Raise):
            expected = "`return ends(...)`" if made == "verb" else "`return` with its outcome"
            yield Slip(node.lineno, f"{node.name}: it comes to nothing; expected {expected} at its end")
    for one in ast.walk(tree):
        if isinstance(one, ast.Expr) and vars(module).get(_called(one.value)) is ends:
            yield Slip(one.lineno, "found `ends(...)`, expected `return ends(...)`: forgot `return`?")


# ── what is asked of nobody ────────────────────────────────────────────────────────────────────────────────────────────


def _unasked(tree: ast.Module, module: ModuleType) -> Iterator[Slip]:
    """Questions that stand where their answers should."""
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in (one for one in ast.walk(tree) if isinstance(one, ast.Call)):
        name = _called(node)
        if name and not _is_local(node, name, above):
            one = vars(module).get(name)
            if isinstance(one, Rule) and isinstance(_taken_by(node, above), USED_UP):
                yield Slip(node.lineno, _forgotten(f"{name}(...)", f"ask({name}(...))"))
            elif _is_question(one) and _is_misplaced(node, above):
                yield Slip(node.lineno, _forgotten(f"{name}(...)", f"{name}(...)"))


def _forgotten(found: str, wanted: str) -> str:
    return f"found `{found}`, expected `yield from {wanted}`: forgot `yield from`?"


def _called(node: ast.AST) -> str:
    """The name of the function that is called here; nothing, if none is, or none that has a name."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _is_question(one: Any) -> bool:
    """Whether calling something only makes a question, which somebody has yet to answer."""
    if one in QUESTIONS:
        return True
    if not isinstance(one, FunctionType):
        return False
    gives = str(one.__annotations__.get("return", ""))
    return "Asks" in gives or "Story" in gives or (not gives and bool(one.__code__.co_flags & GENERATOR))


GENERATOR = 0x20


def _taken_by(node: ast.AST, above: dict[ast.AST, ast.AST]) -> ast.AST:
    """What takes the value of an expression: past `x or y` and `x if y else z`, unless it decides there."""
    while isinstance(taker := above[node], PASSED_ON) and getattr(taker, "test", None) is not node:
        node = taker
    return taker


def _is_misplaced(node: ast.AST, above: dict[ast.AST, ast.AST]) -> bool:
    """Whether a question stands for its answer: used as a value, thrown away, or kept and never put."""
    taker = _taken_by(node, above)
    if isinstance(taker, ast.Assign | ast.AnnAssign):
        targets = taker.targets if isinstance(taker, ast.Assign) else [taker.target]
        return not any(_is_put_later(target, above) for target in targets)
    return isinstance(taker, NOT_AN_ANSWER)


def _is_put_later(target: ast.expr, above: dict[ast.AST, ast.AST]) -> bool:
    """Whether a question that is kept under a name is returned or asked in the same function, by itself or inside another."""
    around: ast.AST = target
    while around in above and not isinstance(around, ast.FunctionDef):
        around = above[around]
    puts = [one for one in ast.walk(around) if isinstance(one, ast.YieldFrom | ast.Return)]
    handed_on = [given for one in puts if isinstance(one, ast.YieldFrom) for given in getattr(one.value, "args", ())]
    named = [one.id for one in (*(put.value for put in puts), *handed_on) if isinstance(one, ast.Name)]
    return isinstance(target, ast.Name) and target.id in named


def _is_local(node: ast.AST, name: str, above: dict[ast.AST, ast.AST]) -> bool:
    """Whether a name is an argument of a function around, and so not what the file has under it."""
    while node in above:
        node = above[node]
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            given = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
            if any(one.arg == name for one in given):
                return True
    return False
