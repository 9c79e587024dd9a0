"""What must be so before anything is loaded, in which order tests are run, and which cases of a test are run."""

import re

from fatewright.web.serve import allow_many_seats
from witnesses import forget

allow_many_seats()

FIRST = ("test_bench.py", "test_pages.py", "test_evenings.py", "test_fight.py")  # the longest
PARAGRAPH = re.compile(r"\b[A-Z]{3}-[A-Z0-9]+(?:\.[A-Z0-9]+)+\b")
FOLDERS = ("e2e", "project", "leaks", "kit", "web", "laws", "golden", "cli", "server", "hard", "core", "systems")


def pytest_addoption(parser):
    says = "of tests whose cases run the same code: all, the first of each (and all other tests), or the others"
    parser.addoption("--cases", choices=("all", "first", "others"), default="all", help=says)


def pytest_collection_modifyitems(config, items):
    """What takes long comes first, so that no core waits for it at the end; and of some tests only some cases are run.

    A tracer makes tests six times as slow, and of the thousands for systems the first case shows which rules a test runs.
    So it is with any other test that is marked `alike`. A case that is named after a paragraph of a rulebook stands for itself.
    """
    items.sort(key=lambda item: (item.path.name not in FIRST, _turn(item.path.parent.name)))
    wanted, first = config.getoption("cases"), {}
    if wanted == "all":
        return
    for item in items:
        test, _, case = item.nodeid.partition("[")
        is_alike = ("systems" in item.path.parts or item.get_closest_marker("alike")) and not PARAGRAPH.search(case)
        first.setdefault(test if is_alike else (test, case), item)
    chosen = set(first.values())
    left_out = [item for item in items if (item in chosen) != (wanted == "first")]
    items[:] = [item for item in items if (item in chosen) == (wanted == "first")]
    config.hook.pytest_deselected(items=left_out)


def pytest_runtest_setup(item):
    """Where it is traced which code a test runs, it begins with nothing that another has had worked out."""
    if item.config.getoption("cases") == "first":
        forget()


def _turn(folder):
    return FOLDERS.index(folder) if folder in FOLDERS else len(FOLDERS)
