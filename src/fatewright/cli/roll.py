"""Throw dice, or play a rule of a game: every die is shown with what it counted for."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from fatewright.chance import seeded_dice, system_dice
from fatewright.cli import show, target
from fatewright.core.errors import BadAnswer, BadValue, Unanswered
from fatewright.core.grammar import agrees, count_of
from fatewright.core.rule import words
from fatewright.core.rule.ask import Personal, is_personal
from fatewright.core.rule.dice import Draw, dice_text, typed_faces
from fatewright.core.rule.reading import Played, Policy, Step, roll


def configure(parser: ArgumentParser) -> None:
    """The arguments of `fatewright roll`."""
    target.configure(parser)
    chance = parser.add_mutually_exclusive_group()
    chance.add_argument("--seed", type=int, help="throw the same dice every time")
    chance.add_argument("--faces", default=None, metavar="5,6,1", help="what real dice show, in the order asked")


def run(args: Namespace) -> int:
    """Roll and print."""
    call = target.target(args.what)
    view = call.bind(call.rule.lens(args.lens).view) if args.lens else None
    played = roll(call, _dice(args), _people(target.answers(args.answer)))
    if args.faces is not None:
        _all_used(args.faces, played)
    outcome = view(played.outcome) if view else played.outcome
    if args.json:
        steps = [_step(step) for step in played.steps]
        print(show.dump({"outcome": words.plain(outcome), "label": words.label(outcome), "steps": steps}))
    else:
        print(played_text(played, outcome))
    return 0


def played_text(played: Played[Any], outcome: Any) -> str:
    """Every step on a line, then the outcome."""
    lines = []
    for step in played.steps:
        inside = f"{' > '.join(step.within)}: " if step.within else ""
        if step.dice:
            lines.append(f"{inside}{dice_text(step.dice)}")
        elif is_personal(step.question):
            lines.append(f"{inside}{step.question.name}: {step.question.said(step.answer)}")
    return "\n".join([*lines, f"= {words.label(outcome)}"])


def _dice(args: Namespace) -> Draw:
    if args.faces is not None:
        return typed_faces(_faces(args.faces))
    return system_dice() if args.seed is None else seeded_dice(args.seed)


def _faces(text: str) -> list[int]:
    try:
        return [int(face) for face in text.split(",") if text.strip()]
    except ValueError:
        raise BadValue(f"--faces {text}: expected whole numbers separated by commas, such as 5,6,1") from None


def _all_used(text: str, played: Played[Any]) -> None:
    given, used = len(_faces(text)), sum(len(step.dice) for step in played.steps)
    if given != used:
        faces = f"{count_of(given, 'face')} {agrees(given, 'was', 'were')} given"
        raise BadValue(f"--faces: {faces}, and only {count_of(used, 'die')} {agrees(used, 'was', 'were')} thrown")


def _people(given: Policy) -> Policy:
    """Given answers first; whoever sits at a terminal is asked for the others."""

    def answer(question: Personal) -> Any:
        try:
            return given(question)
        except Unanswered:
            if not sys.stdin.isatty():
                raise
        return ask_here(question)

    return answer


def ask_here(question: Personal) -> Any:
    """Put a question to the person at the terminal until the answer fits."""
    while True:
        text = input(f"{question.who}: {question.prompt} ({question.allowed()}) ")
        try:
            return question.parse(text.strip())
        except BadAnswer as wrong:
            print(wrong)


def _step(step: Step) -> dict[str, Any]:
    asked = {"name": step.question.name} if is_personal(step.question) else {}
    dice = [{"sides": die.sides, "face": die.face, "mark": die.mark} for die in step.dice]
    return {"within": list(step.within), **asked, "answer": words.plain(step.answer), "dice": dice}
