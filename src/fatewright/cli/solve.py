"""The equilibrium of a rule in which two sides answer face down: how each should mix, and what it is worth to the first."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from fractions import Fraction
from typing import Any

from fatewright.cli import show, target
from fatewright.core.rule import words
from fatewright.core.rule.odds import Odds
from fatewright.core.rule.solve import Solution, solve


def configure(parser: ArgumentParser) -> None:
    """The arguments of `fatewright solve`."""
    parser.add_argument(
        "what",
        nargs="+",
        metavar="GAME RULE key=value",
        help="a rule whose outcome is a number, such as twist-of-fate staked head_start=0 cap=4 other_cap=4 stake=8",
    )
    parser.add_argument("--answer", action="append", default=[], metavar="NAME=VALUE", help="how a person answers else")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """Solve and print."""
    found = solve(target.target(args.what), None, lambda outcome: outcome, people=target.answers(args.answer))
    if args.json:
        mixes = {side: _row(mix) for side, mix in zip(found.sides, found.mixes, strict=True)}
        print(show.dump({"value": str(found.value), "is_saddle": found.is_saddle, "mixes": mixes}))
        return 0
    for line in _lines(found):
        print(line)
    return 0


def _row(mix: Odds[Any]) -> list[dict[str, Any]]:
    return [{"answer": answer, "share": str(Fraction(weight, mix.total))} for answer, weight in mix.weights.items()]


def _lines(found: Solution) -> list[str]:
    lines = [f"worth {found.value} to {found.sides[0]}" + ("; neither side need hide its answer" if found.is_saddle else "")]
    for side, mix in zip(found.sides, found.mixes, strict=True):
        highest = max(mix.weights.values())
        lines.append(f"{side} answers")
        for answer in words.in_order(list(mix.weights)):
            weight = mix.weights[answer]
            share = f"{words.percent(weight, mix.total):>9}  {Fraction(weight, mix.total)}"
            lines.append(f"{words.label(answer):>6}  {show.bar(weight, highest)}  {share}")
    return lines
