"""An evening of Lanterns in three real browsers: join, build, bid, roll in secret, take back, reload, survive a restart."""

import pytest
from playwright.sync_api import expect

from e2e.screens import DESK, PHONE, Keys, Mouse, Person
from web.serving import Process


@pytest.mark.parametrize("hand", [Mouse(), Keys()], ids=["by mouse and touch", "by keyboard alone"])
def test_three_browsers_play_an_evening_and_end_with_the_same_log(chromium, tmp_path, hand):
    with Process(tmp_path, "--seed", "3") as server:
        gm = Person(chromium, server.address, "Gwen", hand)
        ana = Person(chromium, server.address, "Ana", hand, PHONE)
        bo = Person(chromium, server.address, "Bo", hand, DESK)
        people = (gm, ana, bo)

        table = gm.open_table("Under the hill")
        link = f"{server.address}/t/{table}/join"
        for player, traits in ((ana, {"nerve": 3, "hand": 4, "wit": 2}), (bo, {"nerve": 2, "hand": 2, "wit": 5})):
            player.join(link)
            player.build(**traits)
        gm.place("ghoul")
        for person in people:
            person.sees("ghoul is here")

        # a sealed bid, and the server is started anew in the middle of it
        ana.act("stare", who="Ana", other="Bo")
        ana.stake(2)
        server.stop()
        for person in people:
            expect(person.page.get_by_text("Retry")).to_be_visible()
        server.start()
        for person in people:
            expect(person.page.get_by_text("Retry")).to_have_count(0, timeout=20_000)
        assert not any("revealed" in line.lower() for line in bo.log())
        bo.stake(1)
        for person in people:
            person.sees("Bo looks away")

        # behind the screen
        before = len(ana.log())
        gm.act("secret roll", within="Game master", notation="2d6")
        gm.sees("Gwen rolls 2d6")
        assert [len(player.log()) for player in (ana, bo)] == [before, before]

        # a choice after the roll; a player's own word taken back; the last thing taken back by the game master
        bo.act("strike", who="Bo", target="ghoul")
        while bo.page.get_by_role("region", name="Question").get_by_role("radio").count():
            bo.pick("keep")
            bo.page.wait_for_timeout(300)
        bo.say("I never said that")
        ana.sees("I never said that")
        bo.take_back()
        ana.say("Run!")
        gm.sees("Run!")
        gm.take_back_at_once()
        expect(gm.notice()).to_have_text("Taken back: Ana: Run!")
        expect(ana.part("Log").locator("del").filter(has_text="Run!").first).to_be_visible()

        # a phone that is loaded anew has it all again
        told = ana.log()
        ana.page.reload()
        ana.sees("Bo looks away")
        assert ana.log() == told
        assert bo.log() == told
        assert [line for line in gm.log() if "2d6" not in line] == told
        assert [line for line in told if line.startswith("[")] == ["[Bo: I never said that]", "[Ana: Run!]"]
        assert [person.problems for person in people] == [[], [], []]
