"""What says which paragraphs the tests run: a mark is set where code runs that cites one, and nowhere else."""

import ast
import builtins
import json

from tools.rulebook_coverage import Ran

import marks

RULES = '''
def cites():
    """MOT-1.01: something."""
    return 1

def cites_nothing():
    return 2

class Cites:
    """MOT-1.02."""

    def within(self):
        return 3
'''


def test_a_test_counts_for_what_it_runs_and_for_nothing_else(tmp_path, monkeypatch):
    monkeypatch.setattr(marks, "PLACES", [])
    monkeypatch.setattr(builtins, marks.RAN, set(), raising=False)
    code, rules = compile(marks._marked(ast.parse(RULES), "rules.py"), "rules.py", "exec"), {}
    exec(code, rules)
    assert marks.PLACES == [("rules.py", "cites"), ("rules.py", "Cites.within")]
    notes = marks.Notes(lambda: None)
    for test, runs in (("first", "cites"), ("other[case]", "cites_nothing")):
        notes.pytest_runtest_setup()
        rules[runs]()
        notes.pytest_runtest_logfinish(f"tests/test_it.py::{test}")
    monkeypatch.setattr(marks, "FOLDER", str(tmp_path))
    notes.pytest_sessionfinish()
    assert [json.loads(file.read_text())["ran"] for file in tmp_path.iterdir()] == [
        {"tests/test_it.py::first": [0], "tests/test_it.py::other[case]": []}
    ]
    ran = Ran(tmp_path)
    assert ran.any_of({("rules.py", "cites"), ("rules.py", "cites_nothing")}) == {"test_it.py::first"}
    assert ran.any_of({("rules.py", "Cites.within")}) == set()
