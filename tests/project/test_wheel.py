"""The second door: the built wheel, in a fresh virtual environment, without Node and make, serves the page."""

import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from patience import PATIENCE

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built from the files that git knows, in a folder of its own: nothing that was built here comes with it."""
    source = tmp_path_factory.mktemp("source")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    assert not (source / "src/fatewright/web/page").exists()
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "dist"]
    built = subprocess.run(words, cwd=source, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    (file,) = (source / "dist").glob("*.whl")
    return file


def test_the_wheel_plays_without_node(wheel, tmp_path):
    home = tmp_path / "venv"
    uv = Path(sys.executable).parent / "uv"
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, home], check=True)
    subprocess.run([uv, "pip", "install", "--quiet", "--python", home / "bin/python", wheel], check=True)
    environment = {**os.environ, "PATH": "/nowhere", "FATEWRIGHT_DATA": str(tmp_path / "data")}
    environment.pop("PYTHONPATH", None)
    words = [home / "bin/fatewright", "play", "--no-browser", "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(words, env=environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as server:
        for line in server.stdout:
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                address = found[0]
            if "to stop" in line:
                break
        page = _read(address)
        script = re.search(r'src="(/assets/[^"]+\.js)"', page)[1]
        assert len(_read(address + script)) > 10_000
        assert '"id":"lanterns"' in _read(f"{address}/api/games")
        assert '"id":"MOT-1.15"' in _read(f"{address}/api/rules/moment-of-truth/MOT-1.15")
        server.terminate()
    assert server.returncode == 0


def _read(address):
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return answer.read().decode()
