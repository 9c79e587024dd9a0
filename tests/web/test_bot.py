"""The bot of docs/protocol.md, as it stands there: it sits down, acts, answers, and comes back after the server was killed."""

import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from web.serving import Browser, Process, new_table, served

PAGE = (Path(__file__).parents[2] / "docs/protocol.md").read_text(encoding="utf-8")
SESSION = PAGE.partition("## A session")[2].partition("## What a browser sends")[0]


def test_the_bot_of_the_protocol_sits_down_plays_and_comes_back(tmp_path):
    (bot,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "bot.py").write_text(bot, encoding="utf-8")
    with Process(tmp_path / "data") as server:
        table, browsers = new_table(server.address)
        words = [sys.executable, tmp_path / "bot.py", server.address, table, "robin", "dare"]
        robin = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        try:
            heard = until(robin, "robin dares, and it ")
            server.kill()
            server.start()
            with closing(browsers["gm"].sit(table)) as gm:
                assert gm.act("say", text="Are you still there?")["is"] == "done"
                heard += until(robin, "Are you still there?")
                assert gm.act("unseat", name="robin")["is"] == "done"
                assert robin.wait() == 0  # the seat is no longer its own
                deeds = [line for line in gm.hear().texts() if line.startswith("robin dares it")]
        finally:
            robin.kill()
            robin.wait()
            robin.stdout.close()
    numbers = [int(line.split(" ")[0]) for line in heard]
    assert numbers == list(range(len(numbers)))  # nothing is missing, and nothing has come twice
    assert len(deeds) == 1  # nor was anything done twice


def until(robin, text):
    """The lines that the bot prints up to one with that text."""
    found = []
    for line in robin.stdout:
        found.append(line)
        if text in line:
            return found
    raise AssertionError(f"the bot has gone, and has heard: {found}")


def test_what_the_session_of_the_protocol_asks_for_is_answered(tmp_path):
    asked = re.findall(r"^(GET|POST) (/api/\S*)(?: (.*))?$", SESSION, re.MULTILINE)
    assert [(method, path.partition("?")[0]) for method, path, _ in asked] == [
        ("GET", "/api/odds"),
        ("GET", "/api/odds"),
        ("POST", "/api/tables"),
    ]
    with served(tmp_path) as address:
        replies = [Browser(address).request(method, path, body.encode() if body else None) for method, path, body in asked]
    assert [status for status, _ in replies] == [200] * 3
    skill, dice, card = (reply for _, reply in replies)
    assert [one["label"] for one in skill["each"][0]["odds"]["outcomes"]][-1] == "critical success"
    assert (dice["each"][0]["odds"]["mean"], card["role"]) == ("12.2446 = 15869/1296", "gm")
