"""Lines and prompts of the games are templates: each slot with its value, and nothing put together beforehand."""

import ast
from pathlib import Path

import pytest

from fatewright.core.errors import FatewrightError
from fatewright.core.phrases import must_fit

SOURCES = Path(__file__).parents[2] / "src/fatewright"
CONVERTED = (  # of which all lines are templates
    "core",
    *("systems/lanterns", "systems/moment_of_truth", "systems/twist_of_fate", "systems/triumph_and_disaster", "systems/avitch"),
)
ASKING = {"choose": 2, "number": 2, "text": 2, "form": 2, "sealed": 1}  # where the prompt stands
ASKED = {"Choose": 2, "Number": 2, "Text": 2, "Form": 2, "Sealed": 1}
TEMPLATED = {"Say": 0, "say": 0, "phrase": 0, **ASKING, **ASKED}


def calls(tree):
    """Whatever is called by its bare name, and that name."""
    return [(node.func.id, node) for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]


def misfits(tree):
    """Templates that do not fit what is given to them, each with its line."""
    for name, call in calls(tree):
        if name not in ("say", "phrase") or not call.args or not isinstance(call.args[0], ast.Constant):
            continue
        given = {one.arg: None for one in call.keywords if (name, one.arg) != ("say", "to")}
        try:
            if None not in given:
                must_fit(call.args[0].value, given)
        except FatewrightError as wrong:
            yield f"line {call.lineno}: {wrong}"


def put_together(tree):
    """Lines and prompts that are put together before they are said, each by its line."""
    for name, call in calls(tree):
        place = TEMPLATED.get(name, len(call.args))
        if place < len(call.args) and isinstance(call.args[place], ast.JoinedStr | ast.BinOp):
            yield f"line {call.lineno}: {ast.unparse(call.args[place])}"


def found_in(files, look):
    return [f"{file.name}, {one}" for file in files for one in look(ast.parse(file.read_text(encoding="utf-8")))]


def test_every_template_fits_what_is_given_to_it():
    assert found_in(sorted(SOURCES.rglob("*.py")), misfits) == []


@pytest.mark.parametrize("game", CONVERTED)
def test_lines_and_prompts_of_a_game_are_templates(game):
    assert found_in(sorted((SOURCES / game).rglob("*.py")), put_together) == []


def test_what_would_not_fit_is_found():
    tree = ast.parse('say("{who} falls", "MOT-1", to=x, whom=1)\nsay("so")\nsay(line, who=1)\nphrase("{a}", **more)')
    assert list(misfits(tree)) == ["line 1: '{who} falls': nothing is given for {who}; it has no slot for whom"]
    tree = ast.parse('Say(f"{a}")\nnumber(who, "n", "a" + b)\nchoose(who, "n", prompt)\nsealed("n", f"{a}")')
    assert list(put_together(tree)) == ["line 1: f'{a}'", "line 2: 'a' + b", "line 4: f'{a}'"]
