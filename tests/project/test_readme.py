"""The newcomer's path, executed: every console block of README and tour, the Python of the README, `make play`."""

import os
import re
import shlex
import signal
import subprocess
import sys
import urllib.request
from itertools import takewhile
from pathlib import Path

import pytest

from patience import PATIENCE

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TOUR = (ROOT / "docs/tour.md").read_text(encoding="utf-8")
CONSOLE = sorted(
    {block for page in (README, TOUR) for block in re.findall(r"```console\n\$ fatewright (.*?)\n(.*?)```", page, re.DOTALL)}
)
WORDS = 900  # of the README: what does not fit belongs into the tour


def test_the_readme_is_read_in_a_few_minutes():
    assert len(README.split()) <= WORDS


def test_the_tour_shows_commands():
    assert len(CONSOLE) >= 8


@pytest.mark.parametrize(("command", "printed"), CONSOLE, ids=[command for command, _ in CONSOLE])
def test_a_command_prints_what_the_page_says(command, printed):
    run = subprocess.run(
        [sys.executable, "-m", "fatewright", *shlex.split(command)], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, printed, "")


def test_the_python_of_the_readme_runs():
    (block,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    run = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, check=True)
    assert run.stdout == "19/27\n"


STOP = "  to stop              Ctrl-C; everything is saved as you play\n"  # the last line that the server prints


def test_make_play_opens_the_table(tmp_path):
    environment = {**os.environ, "FATEWRIGHT_DATA": str(tmp_path), "BROWSER": "true"}
    with subprocess.Popen(["make", "play"], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as making:
        banner = "".join(takewhile(lambda line: line != STOP, making.stdout))  # or all of it, should it end without
        address = re.search(r"on this machine +(http://127\.0\.0\.1:\d+)\n", banner)[1]
        with urllib.request.urlopen(address, timeout=PATIENCE) as page:
            assert "<title>Fatewright</title>" in page.read().decode()
        server = subprocess.run(["pgrep", "-P", str(making.pid)], capture_output=True, text=True, check=True)
        os.kill(int(server.stdout.split()[-1]), signal.SIGINT)
    assert making.returncode == 0


def test_the_picture_is_the_one_the_command_draws(tmp_path):
    command = "odds moment-of-truth skill-roll pool=6 tn=2 --plot"
    file = tmp_path / "skill-roll.svg"
    subprocess.run([sys.executable, "-m", "fatewright", *command.split(), str(file)], check=True, capture_output=True)
    assert file.read_text(encoding="utf-8") == (ROOT / "docs/pictures/skill-roll.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))], ids=str)
def test_links_to_files_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
