"""Characters: `character new GAME NAME` makes a file, `check FILE` names all that is wrong, `show FILE` tells the sheet, and
`print FILE` writes it as a page to print."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from fatewright.chance import seeded_dice, system_dice
from fatewright.cli import show
from fatewright.cli.roll import played_text
from fatewright.core.errors import BadValue
from fatewright.core.rule.reading import roll
from fatewright.systems import sheet, spec

USAGE = "expected: new GAME NAME [field=value ...], check FILE, show FILE, or print FILE"


def configure(parser: ArgumentParser) -> None:
    """The arguments of `fatewright character`."""
    parser.add_argument("what", nargs="+", help=USAGE)
    parser.add_argument("--systems", action="append", default=[], metavar="DIR", help="look for games in DIR as well")
    parser.add_argument("--random", action="store_true", help="let dice decide, every die shown")
    parser.add_argument("--like", default="", metavar="KIND", help="begin with somebody ready-made")
    parser.add_argument("--seed", type=int, help="throw the same dice every time")
    parser.add_argument("--out", default="", metavar="FILE", help="where to write (default: NAME.json; of print: FILE.html)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """Make, check, show or print a character."""
    folders = list(map(Path, args.systems))
    match args.what:
        case ["new", game, name, *fields]:
            return _new(args, spec.game(game, folders), name, fields)
        case ["check" | "show" | "print" as what, file]:
            character = sheet.read(_text(file))
            system = spec.game(character.game, folders)
            judged = sheet.judged(system, character)
            if what == "check":
                return _check(args, judged)
            if judged.problems:
                raise BadValue(f"{file}: " + "; ".join(judged.problems))
            if what == "print":
                return _print(args, system, character, Path(file).with_suffix(".html"))
            print(show.dump(sheet.values(system, character)) if args.json else sheet.shown(system, character))
            return 0
    raise BadValue(USAGE)


def _text(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise BadValue(f"{file}: {getattr(wrong, 'strerror', None) or wrong}") from None


def _check(args: Namespace, judged: sheet.Judgement) -> int:
    if args.json:
        print(show.dump({"problems": judged.problems, "warnings": judged.warnings}))
    else:
        print("\n".join([*(judged.problems or ["a legal sheet"]), *(f"perhaps overlooked: {one}" for one in judged.warnings)]))
    return 1 if judged.problems else 0


def _print(args: Namespace, system: spec.System, character: sheet.Character, usual: Path) -> int:
    file = Path(args.out) if args.out else usual
    _write(file, sheet.printed(system, character))
    print(show.dump({"file": str(file)}) if args.json else f"written to {file}; open it in a browser and print it")
    return 0


def _write(file: Path, text: str) -> None:
    if file.exists():
        raise BadValue(f"{file} is there already; name another with --out")
    try:
        file.write_text(text, encoding="utf-8")
    except (OSError, UnicodeEncodeError) as wrong:
        raise BadValue(f"{file}: {getattr(wrong, 'strerror', None) or wrong}") from None


def _new(args: Namespace, system: spec.System, name: str, fields: list[str]) -> int:
    choices: dict[str, Any] = {}
    if args.like:
        if args.like not in system.kinds:
            raise BadValue(f"--like: there is nobody called '{args.like}'; there are: {', '.join(system.kinds)}")
        chosen = {field for step in system.steps for field in step.fields}
        choices.update({field: value for field, value in system.kinds[args.like].items() if field in chosen})
    if args.random:
        if "newcomer" not in system.rules:
            raise BadValue(f"{system.id} has no rule 'newcomer' that would make a character at random")
        played = roll(system.rules["newcomer"](), system_dice() if args.seed is None else seeded_dice(args.seed))
        if not args.json:
            print(played_text(played, played.outcome))
        choices.update(played.outcome._asdict())
    given: set[str] = set()
    for text in fields:
        field, equals, value = text.partition("=")
        if not equals:
            raise BadValue(f"'{text}': expected field=value")
        if field in given:
            raise BadValue(f"{field}: given more than once")
        given.add(field)
        choices[field] = _value(system, field, value)
    for step in system.steps:  # what was not said
        for field in step.fields:
            start = system.fields[field].start
            choices.setdefault(field, system.fields[field].low if start is None else start)
    character = sheet.Character(system.id, system.version, name, choices)
    problems = sheet.problems(system, character)
    if problems:
        raise BadValue("; ".join(problems))
    file = Path(args.out or f"{name}.json")
    _write(file, sheet.written(character))
    print(sheet.written(character).rstrip() if args.json else f"{sheet.shown(system, character)}\nwritten to {file}")
    return 0


def _value(system: spec.System, field: str, text: str) -> Any:
    """What a person means who types `text`: a number, a word, or JSON where the field is a list of something."""
    shape = system.fields[field].shape if field in system.fields else ""
    if shape in EXAMPLES:
        try:
            return json.loads(text)
        except ValueError:
            raise BadValue(f"{field}: found {text}, expected JSON, such as {EXAMPLES[shape]}") from None
    return int(text) if shape != "text" and re.fullmatch(r"-?[0-9]{1,9}", text) else text


EXAMPLES = {"several": '["Curious"]', "levels": '{"Lying": 2}', "rows": '[{"who": "Carl"}]'}
