"""Which tests run which code that cites a paragraph of a rulebook; noted down in the folder that RULES_RUN names.

Functions that cite one, and those within, begin with a mark as they are imported. Following every line would take four times
as long.
"""

import ast
import builtins
import json
import os
import sys
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path

from tools.rulebook_coverage import SOURCE, citing

FOLDER = os.environ.get("RULES_RUN", "")
RAN = "__ran__"  # what has run since a test began, by its number
PLACES: list[tuple[str, str]] = []  # file and name of whatever bears a mark


class Marking(SourceFileLoader):
    """Compiles a file with its marks."""

    def get_code(self, fullname):
        return compile(_marked(ast.parse(self.get_data(self.path)), self.path), self.path, "exec", dont_inherit=True)


class Finder(PathFinder):
    """Finds our own modules, to be marked."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        found = super().find_spec(fullname, path, target)
        if found and found.origin and found.origin.startswith(str(SOURCE)) and isinstance(found.loader, SourceFileLoader):
            found.loader = Marking(found.loader.name, found.loader.path)
        return found


def watch():
    """Mark whatever is imported from now on."""
    setattr(builtins, RAN, set())
    sys.meta_path.insert(0, Finder)


def _marked(tree, path):
    for name, node, _ in list(citing(tree)):
        mark = ast.parse(f"{RAN}.add({len(PLACES)})").body[0]
        for part in ast.walk(mark):
            ast.copy_location(part, node.body[0])
        node.body.insert(int(ast.get_docstring(node) is not None), mark)
        PLACES.append((path, name))
    return tree


class Notes:
    """Notes down what each test runs, until the session is over."""

    def __init__(self, forget):
        self.forget = forget
        self.ran: dict[str, list[int]] = {}

    def pytest_runtest_setup(self):
        """Each begins with nothing that another has had worked out."""
        self.forget()
        getattr(builtins, RAN).clear()

    def pytest_runtest_logfinish(self, nodeid):
        self.ran[nodeid] = sorted(getattr(builtins, RAN))

    def pytest_sessionfinish(self):
        Path(FOLDER).mkdir(exist_ok=True)
        file = Path(FOLDER) / f"{os.environ.get('PYTEST_XDIST_TESTRUNUID', '')}{os.environ.get('PYTEST_XDIST_WORKER', '')}.json"
        file.write_text(json.dumps({"places": PLACES, "ran": self.ran}), encoding="utf-8")
