"""A whole evening of every game in real Chromium, from lobby to recap: at a desk, a phone, a tablet and a television."""

import asyncio
import re

from playwright.sync_api import expect

from e2e import test_moment_of_truth as moment
from e2e import test_twist_of_fate as twist
from e2e import triumph_and_disaster as triumph
from e2e.evening import Evening, answer, log
from e2e.screens import Builder, Keys
from fatewright.cli import main
from web.serving import Process, served


def test_lanterns_by_keyboard_alone(chromium, tmp_path):
    with Process(tmp_path, "--seed", "3") as server:
        table = Evening(chromium, server.address, "Lanterns Under the Hill", Keys())
        gm, ana, bo = table.people
        table.set_out()
        ana.build(nerve=3, hand=4, wit=2)
        bo.build(nerve=2, hand=2, wit=5)
        table.begin("session", within="Game master", what="open")
        gm.place("ghoul")

        table.secrets.append((gm, '"ghoul","toughness"'))

        # how hard it is, only the game master knows
        table.do(gm, "test", who="Ana", trait="hand", hits="3")
        table.ask(ana, "Burn a light")
        table.play("Ana dares", "keep")
        table.take_back("Ana dares")
        table.play("Ana dares", "keep")

        # a sealed bid, and the server is started anew in the middle of it
        table.do(ana, "stare", who="Ana", other="Bo")
        ana.stake(1)
        expect(ana.part("Question").get_by_text("Your answer lies face down.")).to_be_visible()
        table.ask(bo, "Stake how much light")
        table.restart(server, bo)
        bo.stake(2)
        table.play("Ana looks away")
        while not any("ghoul falls" in line for line in log(gm)):
            table.do(bo, "strike", who="Bo", target="ghoul")
            table.play("Bo (misses|strikes)", "burn")
        table.close(verb="session", within="Game master", what="close")
        table.finish()


def test_a_game_made_at_home_without_a_line_of_javascript(chromium, tmp_path):
    assert main(["new", "our-game", "--in", str(tmp_path / "made")]) == 0
    with Process(tmp_path, "--seed", "3", "--systems", str(tmp_path / "made")) as server:
        table = Evening(chromium, server.address, "Our Game")
        gm, ana, bo = table.people
        table.set_out()
        Builder(ana).scores(skill=4)
        Builder(ana).go()
        table.bring(bo, "rogue")
        table.begin("session", within="Game master", what="open")
        gm.place("hero", "Wolf")

        table.do(ana, "try it", who="Ana", difficulty="2")
        table.weigh(ana, "Spend luck", "spend", "keep")
        table.restart(server, ana)
        table.play("Ana (succeeds|fails)", "spend")
        table.take_back("Ana")
        table.play("Ana (succeeds|fails)", "keep")
        for person, who in ((gm, "Wolf"), (bo, "Bo"), (gm, "Wolf"), (bo, "Bo")):
            table.do(person, "try it", who=who, difficulty="3")
            table.play(f"{who} (succeeds|fails)")
        table.close(verb="session", within="Game master", what="close")
        table.finish()


def test_moment_of_truth(chromium, tmp_path):
    with served(tmp_path, seed=1) as address:
        table = Evening(chromium, address, "Moment of Truth")
        gm, ana, bo = table.people
        table.set_out(moment.gritty)
        moment.build_what_is_illegal(ana)
        moment.make_it_legal(ana)
        table.bring(bo, "Ada Finch")
        table.begin(hours="3")
        moment.begin(gm, ana)
        moment.take_a_failure(gm, ana)
        table.take_back("Ana does not roll")
        table.reload(ana)
        moment.take_a_failure(gm, ana, is_called=True)
        moment.spend_moments(gm, ana)

        gm.place("Street Tough", "Rook")
        table.do(gm, "start fight", leader="Rook")
        table.play("A fight begins.* begins with")
        table.fight("Rook", 4, "(hits|misses)", "^roll", "^leave it at that")
        table.do(gm, "close session", xp="5", why="the safe")
        table.ask(ana, "Sell how many Moments, for 1 experience each")
        ana.stake(1)
        table.play("Ana gains 6 experience")
        moment.advance(gm, ana)
        table.finish()


def test_twist_of_fate(chromium, tmp_path):
    with served(tmp_path) as address:
        table = Evening(chromium, address, "Twist of Fate")
        gm, ana, bo = table.people
        table.set_out()
        table.bring(ana, "Mina Stark", "Mina")
        table.bring(bo, "Toby Quill", "Toby")
        table.begin()
        for foe in ("Guard", "Bandit"):
            gm.place(foe)

        table.secrets.append((gm, "against 17"))
        table.do(gm, "check", who="Mina", skill="Persuade", difficulty="17")
        table.ask(ana, "How much willpower")
        table.reload(ana)
        answer(ana)
        table.ask(ana, "Try again")
        table.take_back("Mina fails")
        table.play("Mina fails", "leave it")

        for name, (x, y) in twist.PLACES.items():
            table.do(gm, "put", who=name, x=str(x), y=str(y))
        twist.fight(gm, ana, bo, table.television.page)
        table.close()
        table.finish()


def test_mind_over_matter(chromium, tmp_path):
    with served(tmp_path) as address:
        table = Evening(chromium, address, "Mind over Matter")
        gm, ana, bo = table.people
        table.set_out()
        table.bring(ana, "Ines Calder")
        table.bring(bo, "Bram Oakley")
        table.begin()
        gm.place("Thug")

        table.secrets.append((gm, "against 13"))
        table.do(gm, "check", who="Ana", skill="Athletics", difficulty="13")
        table.ask(ana, "How much willpower")
        table.reload(ana)
        answer(ana)
        table.ask(ana, "Try again")
        table.take_back("Ana fails")
        table.play("Ana fails", "leave it")

        table.do(gm, "start fight", who="everybody")
        table.fight("Thug", 4, "(hits|misses)", using="bare hands", area="torso")
        table.close()
        table.finish()


def at_once(seconds, call):
    """Time that is over as soon as it has begun."""
    return asyncio.get_running_loop().call_soon(call)


def test_avitch_where_nobody_is_in_charge(chromium, tmp_path):
    with served(tmp_path, seed=5, later=at_once) as address:
        table = Evening(chromium, address, "Avitch")
        gwen, ana, bo = table.people
        table.set_out()
        for person, ready in zip(table.people, ("Ella", "Morten", "Ysolde"), strict=True):
            table.bring(person, ready)
        table.secrets.append((ana, '"Ana","Proud"'))  # what could move her
        table.begin()
        table.do(gwen, "frame scene", place="the cliff", question="Do they reach the ship?", present="everybody")

        # somebody leaves who was to say how hard it is
        table.do(ana, "attempt", skill="Jump/Climb", what="climb down", helper="nobody")
        table.ask(bo, "Ana wants to climb down")
        home = bo.page.url
        bo.page.goto("about:blank")
        question = gwen.part("Question")
        gwen.hand.choose(question, "2")
        question.get_by_label("Or in your own words").fill("the rope tears")
        gwen.hand.press(question.get_by_role("button", name="the rope tears"))
        expect(question.get_by_text("Your answer lies face down.")).to_be_visible()
        waiting = ana.page.get_by_role("region", name="Still waiting for")
        ana.hand.press(waiting.get_by_role("button", name="Do not wait for Bo"))
        table.ask(gwen, "If it fails: the rope tears")
        answer(gwen, "minor wound")
        table.weigh(ana, "the rope tears", "roll")
        bo.page.goto(home)
        table.play("Ana (succeeds|fails)", "^roll")
        table.vote_back(ana, re.compile("Ana (succeeds|fails)"))

        table.do(ana, "fight", other="Bo")
        for person, other in ((ana, "Bo"), (bo, "Ana")):
            table.do(person, "exchange", other=other)
            table.play("against")
        table.close()
        table.finish()


def test_triumph_and_disaster(chromium, tmp_path):
    with served(tmp_path, seed=3) as address:
        table = Evening(chromium, address, "Triumph & Disaster")
        gm, ana, bo = table.people
        table.set_out(triumph.cap)
        triumph.build(ana)
        table.bring(bo, "Brannoc of the Deep")
        table.begin()

        table.do(ana, "attempt", skill="Force", what="break in the door")
        table.ask(gm, "Ana tries Force")
        table.reload(gm)
        table.play(r"Ana \d+ against \d+")
        table.take_back("Ana tries Force")

        triumph.begin(gm, ana)
        triumph.fight(table)
        triumph.assert_nothing_was_told(gm, ana, bo, table.television)
        table.close()
        table.finish()
