"""The exact odds of dice or of a rule; where a person decides, the odds under each answer."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any

from fatewright.cli import progress, show, target
from fatewright.core.errors import BadValue
from fatewright.core.rule import words
from fatewright.core.rule.ask import Personal
from fatewright.core.rule.odds import Odds, StepLimit
from fatewright.core.rule.price import Best, odds, odds_of_each

Tones = Mapping[str, words.Tone]


def configure(parser: ArgumentParser) -> None:
    """The arguments of `fatewright odds`."""
    target.configure(parser)
    parser.add_argument("--best", default="", metavar="WHO", help="WHO answers so as to make the lens most likely or highest")
    parser.add_argument("--plot", default="", metavar="FILE.svg", help="draw the odds into a file")


def run(args: Namespace) -> int:
    """Print the odds."""
    call = target.target(args.what)
    people = target.answers(args.answer)
    budget = StepLimit(tell=progress.progress(lambda steps: f"working out the odds: {steps:,} steps"))
    try:
        if args.best:
            best = Best(args.best, others=people)
            question, each = None, [("", odds(call, best, lens=args.lens, budget=budget))]
        elif found := odds_of_each(call, people, lens=args.lens, budget=budget):
            question, each = found[0], [(found[0].said(answer), one) for answer, one in found[1]]
        else:
            question, each = None, [("", odds(call, people, lens=args.lens, budget=budget))]
    finally:
        progress.clear()
    tones = target.tones(args.what)
    if args.plot:
        _plot(args.plot, str(call), each, tones)
    if args.json:
        print(show.dump(_json(question, each, tones)))
    else:
        print("\n\n".join(_text(question, said, one, tones) for said, one in each))
    return 0


def _json(question: Personal | None, each: list[tuple[str, Odds[Any]]], tones: Tones) -> dict[str, Any]:
    if question is None:
        return show.odds_json(each[0][1], tones)
    asked = {"name": question.name, "who": question.who, "prompt": question.prompt}
    return {"question": asked, "answers": [{"answer": said, **show.odds_json(one, tones)} for said, one in each]}


def _text(question: Personal | None, said: str, one: Odds[Any], tones: Tones) -> str:
    head = [f"{question.prompt} ({question.name}={said})"] if question else []
    return "\n".join([*head, show.odds_text(one, tones), *_mean(one)])


def _mean(one: Odds[Any]) -> list[str]:
    """The average, where outcomes are numbers."""
    if any(type(outcome) is not int for outcome in one.weights):
        return []
    mean = one.mean()
    exact = f" = {mean}" if len(str(mean)) <= words.LONGEST_FRACTION else ""
    return [f"mean {float(mean):.4f}{exact}"]


def _plot(file: str, title: str, each: list[tuple[str, Odds[Any]]], tones: Tones) -> None:
    from pathlib import Path

    from fatewright.cli.plot import svg

    if not file.endswith(".svg"):
        raise BadValue(f"--plot {file}: expected a file that ends in .svg")
    try:
        Path(file).write_text(svg(title, each, tones), encoding="utf-8")
    except OSError as wrong:
        raise BadValue(f"--plot {file}: {wrong.strerror}") from None
