"""The tutorial, executed: its Python runs as one piece, its command prints what it says."""

import re
import subprocess
import sys
from pathlib import Path

from fatewright.cli import main

ROOT = Path(__file__).parents[2]
TUTORIAL = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")


def test_the_python_of_the_tutorial_runs():
    blocks = re.findall(r"```python\n(.*?)```", TUTORIAL, re.DOTALL)
    assert len(blocks) == 7
    run = subprocess.run([sys.executable, "-c", "\n\n".join(blocks)], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "8/27\n", "")


def test_the_command_of_the_tutorial_prints_what_it_says(tmp_path, monkeypatch, capsys):
    ((command, printed),) = re.findall(r"```console\n\$ fatewright (.*?)\n(.*?)```", TUTORIAL, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    assert main(command.split()) == 0
    assert capsys.readouterr().out == printed


def test_the_fields_of_the_tutorial_are_those_of_lanterns():
    shown = re.search(r"```toml\n(.*?)```", TUTORIAL, re.DOTALL)[1].splitlines()
    written = (ROOT / "src/fatewright/systems/lanterns/system.toml").read_text(encoding="utf-8").splitlines()
    assert [line for line in shown[1:] if line not in written] == []


def test_lanterns_is_small():
    folder = ROOT / "src/fatewright/systems/lanterns"
    lines = [line for file in ("rules.py", "system.toml") for line in (folder / file).read_text(encoding="utf-8").splitlines()]
    assert len(lines) <= 250
