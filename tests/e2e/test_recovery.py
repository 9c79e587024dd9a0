"""A table made today opens after a restart, from another browser, with the game master's seat recovered."""

import json
import os
import re
import subprocess
import sys

from playwright.sync_api import expect

from e2e.screens import Mouse, Person
from web.serving import Process

CLOSED = "This table is closed to this screen."


def fatewright(folder, *words):
    environment = {**os.environ, "FATEWRIGHT_DATA": str(folder)}
    run = subprocess.run([sys.executable, "-m", "fatewright", *words], env=environment, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


def test_the_host_gets_a_lost_seat_back(chromium, tmp_path):
    with Process(tmp_path) as server:
        lost = Person(chromium, server.address, "Gwen", Mouse())
        table = lost.open_table("Under the hill")
        lost.place("ghoul")
        lost.sees("ghoul is here")
        server.stop()
        server.start()

        assert re.search(f"{table} .* lanterns +Under the hill", fatewright(tmp_path, "table", "list"))
        found = json.loads(fatewright(tmp_path, "table", "recover", table, "--json"))
        assert found["seat"] == "Gwen"

        again = Person(chromium, server.address, "Gwen", Mouse())
        asked = []
        again.page.on("request", lambda request: asked.append(request.url))
        again.page.goto(server.address + found["path"])
        again.page.wait_for_url(f"**/t/{table}")
        again.sees("ghoul is here")
        expect(again.page.get_by_text("Gwen, game master")).to_be_visible()
        again.place("hollow king", "king")
        again.sees("king is here")
        code = found["path"].partition("#seat=")[2]
        assert [url for url in asked if code in url.partition("#")[0]] == []
        assert code not in again.page.url

        # the device that was lost has lost it, and the code is spent
        expect(lost.page.get_by_role("heading", name=CLOSED)).to_be_visible()
        third = Person(chromium, server.address, "Gwen", Mouse())
        third.page.goto(server.address + found["path"])
        expect(third.page.get_by_text("this link has been used or is too old; ask for a new one")).to_be_visible()


def test_the_game_master_lets_a_player_in_from_another_device_and_removes_them(chromium, tmp_path):
    with Process(tmp_path) as server:
        gm = Person(chromium, server.address, "Gwen", Mouse())
        table = gm.open_table("Under the hill")
        phone = Person(chromium, server.address, "Ana", Mouse())
        phone.join(f"{server.address}/t/{table}/join")
        phone.build(nerve=3, hand=4, wit=2)

        thief = Person(chromium, server.address, "Ana", Mouse())
        thief.page.goto(f"{server.address}/t/{table}/join")
        thief.page.get_by_label("Your name").fill("Ana")
        thief.page.get_by_role("button", name="Sit down").click()
        expect(thief.page.get_by_role("alert")).to_contain_text("somebody sits here as Ana")

        seats = gm.page.get_by_role("region", name="Game master")
        seats.get_by_role("button", name="New way in for a seat").click()
        seats.get_by_role("combobox").select_option("Ana")
        seats.get_by_role("button", name=re.compile("link", re.IGNORECASE)).first.click()
        link = seats.get_by_role("textbox").input_value()

        tablet = Person(chromium, server.address, "Ana", Mouse())
        tablet.page.goto(link)
        tablet.page.wait_for_url(f"**/t/{table}")
        tablet.sees("Ana comes to the table")
        expect(phone.page.get_by_role("heading", name=CLOSED)).to_be_visible()

        gm.act("unseat", within="Game master", name="Ana")
        gm.sees("Ana has left the table")
        expect(tablet.page.get_by_role("heading", name=CLOSED)).to_be_visible()
