"""The README's newcomer path, executed: every console block, every Python block, both make targets."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"```console\n\$ fatewright (.*?)\n(.*?)```", README, re.DOTALL)


def test_the_readme_shows_commands():
    assert len(CONSOLE) >= 7


@pytest.mark.parametrize(("command", "printed"), CONSOLE, ids=[command for command, _ in CONSOLE])
def test_a_command_of_the_readme_prints_what_the_readme_says(command, printed):
    run = subprocess.run(
        [sys.executable, "-m", "fatewright", *shlex.split(command)], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, printed, "")


def test_the_python_of_the_readme_runs():
    (block,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    run = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, check=True)
    assert run.stdout == "19/27\n"


def test_make_play_opens_the_session():
    run = subprocess.run(["make", "play"], cwd=ROOT, input="2d6\nquit\n", capture_output=True, text=True, check=False)
    assert run.returncode == 0
    assert "Fatewright: dice that know their odds." in run.stdout
    assert re.search(r"\[[1-6] kept\] \[[1-6] kept\]\n= \d+\n", run.stdout)


def test_the_picture_is_the_one_the_command_draws(tmp_path):
    command = "odds moment-of-truth skill-roll pool=6 tn=2 --plot"
    file = tmp_path / "skill-roll.svg"
    subprocess.run([sys.executable, "-m", "fatewright", *command.split(), str(file)], check=True, capture_output=True)
    assert file.read_text(encoding="utf-8") == (ROOT / "docs/pictures/skill-roll.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))], ids=str
)
def test_links_to_files_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
