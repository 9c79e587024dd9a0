"""A home-made game that is Lanterns, and a few things besides that never end."""

import shutil

from fatewright.systems.spec import BUILT_IN, from_folder

NEVER = """

def _never() -> None:
    while True:
        try:
            pass
        except Exception:
            pass


@verb()
def spin(table: Desk, who: Mine) -> Story:
    yield from now(Gain(who, "light", -1))
    _never()
    return ends("never")


@verb(may=lambda table, who: _never())
def dither(table: Desk, who: Mine) -> Story:
    yield from now()
    return ends("never")


@verb()
def muse(table: Desk, who: Annotated[Mine, Usual(lambda table: _never())]) -> Story:
    yield from now()
    return ends("never")


def derived(values, dials, lists):
    if values["light"] == 1:
        _never()
    return {}


@rule
def brooding(dice: Annotated[int, Between(0, 9)]) -> Asks[int]:
    yield from throw(d6(dice).sum())
    _never()
    return 0


@rule
def stuck(dice: Annotated[int, Between(0, 9)]) -> Asks[int]:
    yield from throw(d6(dice).sum())
    return sum(range(10**13))


@rule
def broken(dice: Annotated[int, Between(0, 9)]) -> Asks[int]:
    print("not an answer")
    yield from throw(d6(dice).sum())
    return 1 // 0
"""


def endless(folder):
    """That game, in a folder of its own."""
    shutil.copytree(BUILT_IN / "lanterns", folder, ignore=shutil.ignore_patterns("__pycache__", "__init__.py"))
    rules, facts = folder / "rules.py", folder / "system.toml"
    rules.write_text(rules.read_text() + NEVER)
    facts.write_text(
        facts.read_text().replace('id = "lanterns"', 'id = "endless"', 1).replace("Lanterns Under", "Endless Under", 1)
    )
    return from_folder(folder)


def lines_of_never(folder):
    """What says that it was there: the lines of the rules that go round and round."""
    lines = (folder / "rules.py").read_text().splitlines()
    first = lines.index("def _never() -> None:") + 1
    return [f"(rules.py, line {first + at})" for at in range(1, 6)]
