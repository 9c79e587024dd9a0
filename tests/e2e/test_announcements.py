"""What a screen reader says to three people and of a television: every sentence, once, and a sealed bid to its owner alone."""

import re
from pathlib import Path

from playwright.sync_api import expect

from e2e.scenes import Sitters
from e2e.screens import DESK, PHONE, Keys, Mouse, Person
from patience import PATIENCE
from web.serving import Browser, character, new_table, served

EARS = Path(__file__).with_name("ears.js")
STAKE = 8  # in no other sentence while it lies face down

NEXT_ONE = "one => { one.selectedIndex += 1; one.dispatchEvent(new Event('change', { bubbles: true })) }"


class Listener(Person):
    """Somebody who hears their screen."""

    def __init__(self, chromium, address, id, name, browser, viewport=DESK, hand=None):
        super().__init__(chromium, address, name, hand or Mouse(), viewport)
        self.context.add_init_script(path=EARS)
        self.come_back(browser.cookies)
        self.is_down, self.sockets, self.said = False, [], []
        self.page.route_web_socket(re.compile("/ws/"), self._connect)
        self.weighs = False
        self.page.route(re.compile("/api/tables/[^/]+/odds$"), self._weigh)
        self.page.goto(f"{address}/t/{id}{'/tv' if name == 'television' else ''}")
        expect(self.page.locator("div.unseen[aria-live=polite]")).to_be_attached()

    def _connect(self, socket):
        if self.is_down:
            socket.close(code=1001)
        else:
            socket.connect_to_server()
            self.sockets.append(socket)

    def _weigh(self, route):
        """Odds are said once a form has come to rest; who fills it in slowly hears some. Only who waits for them has any."""
        if self.weighs:
            route.continue_()

    def lose_the_line(self):
        self.is_down = True
        self.sockets.pop().close(code=1001)

    def find_it_again(self):
        self.is_down = False

    def hears(self, *sentences):
        """Wait for so many sentences: they are these and no others."""
        self.page.wait_for_function("count => heard.length >= count", arg=len(sentences), timeout=PATIENCE * 1000)
        new = self.page.evaluate("heard.splice(0)")
        self.said += new
        assert (self.name, new) == (self.name, list(sentences))


def all_hear(people, *sentences):
    for person in people:
        person.hears(*sentences)


def set_out(address):
    """Ana, who has light to spare, Bo, a ghoul and a television."""
    id, browsers = new_table(address, "Ana", "Bo")
    for name in ("Ana", "Bo"):
        browsers[name].sit(id).act("bring", character=character(name))
    gm = browsers["gm"].sit(id)
    gm.act("place", name="ghoul", kind="ghoul")
    gm.act("move", who="ghoul", x=4, y=1)
    gm.act("session", what="open")
    gm.send("overrule", token="Ana", field="light", value=9, reason="a full lantern")
    browsers["Ana"].sit(id).act("move", who="Ana", x=1, y=1)
    browsers["television"] = Browser(address)
    browsers["television"].post(f"/api/tables/{id}/join", {"name": "television", "role": "television"})
    return id, browsers


def test_an_evening_that_is_only_heard(chromium, tmp_path):
    with served(tmp_path, seed=3) as address:
        id, browsers = set_out(address)
        looks = {"gm": DESK, "Ana": DESK, "Bo": PHONE, "television": DESK}
        people = [Listener(chromium, address, id, name, browsers[name], look) for name, look in looks.items()]
        gm, ana, bo, television = people
        talk_and_dice(gm, people)
        a_piece_moves(ana, [gm, bo, television])
        odds_come_to_rest(gm)
        a_question_is_asked(ana, [gm, bo, television])
        bids_face_down(gm, ana, bo, television)
        something_is_taken_back(gm, people)
        something_is_refused(ana)
        the_line_is_lost_and_found(bo)
        gm.act("session", within="Game master", what="close")
        all_hear(people, "Session 1 is over. Read the recap", "session 1: close")
        assert [person.problems for person in people] == [[], [], [], []]


def talk_and_dice(gm, people):
    gm.say("Something breathes.")
    all_hear(people, "gm: “Something breathes.”")
    gm.hand.fill(gm.page.get_by_label("Dice, such as 2d6+1"), "4d6kh3")
    gm.hand.press(gm.page.get_by_role("button", name="Roll", exact=True))
    all_hear(people, "gm rolls 4d6kh3: 11", "Dice: 2 dropped, 4 kept, 3 kept, 4 kept")


def a_piece_moves(ana, others):
    ana.page.get_by_role("button", name="Ana at 1, 1").focus()
    ana.page.keyboard.press("ArrowRight")
    ana.hears("Ana at 2, 1. Squares from Ana: ghoul 2")
    all_hear(others, "Ana at 2, 1")


def odds_come_to_rest(gm):
    """Odds that move with every key are said when no key is pressed any more."""
    acts = gm.part("What you can do")
    gm.weighs = True
    gm.hand.press(acts.get_by_role("button", name="test", exact=True))
    gm.put(acts, "who", "Ana")
    gm.hears("Odds: test: holds 70.37 % (19/27), breaks 29.63 % (8/27)")
    for _ in range(2):
        gm.slot(acts, "hits").evaluate(NEXT_ONE)
    gm.hears("Odds: test: holds 3.70 % (1/27), breaks 96.30 % (26/27)")
    gm.hand.press(acts.get_by_role("button", name="Cancel"))
    gm.weighs = False


def a_question_is_asked(ana, others):
    ana.act("dare", who="Ana", trait="hand", difficulty="plain")
    done = "Ana dares it with hand, which is plain", "Dice: 4 blank, 1, 1, 6 hit"
    all_hear(others, *done)
    ana.hears(*done, "A question for you: 1 hit, 1 blank. Burn a light to throw the blanks again? 2 options")
    ana.pick("keep")
    all_hear([ana, *others], "Ana dares, and it holds")


def bids_face_down(gm, ana, bo, television):
    """What Ana has laid, she alone hears, until both are turned over: then everybody does, once."""
    others = [gm, bo, television]
    for person in others:
        person.said.clear()
    ana.act("stare", who="Ana", other="Bo")
    begun = "Ana and Bo stare at each other"
    all_hear([gm, television], begun)
    ana.hears(begun, "A question for you: Stake how much light? 0 to 9, face down")
    bo.hears(begun, "A question for you: Stake how much light? 0 to 3, face down")
    ana.stake(STAKE)
    ana.hears(*(str(light) for light in range(1, STAKE + 1)), f"You laid {STAKE} face down")
    all_hear(others, "Ana has answered, face down")
    assert [one for person in others for one in person.said if re.search(rf"\b{STAKE}\b", one)] == []
    bo.part("Question").get_by_role("button", name=re.compile("^Answer: 0")).click()
    all_hear([ana, *others], f"Turned over: Ana {STAKE}, Bo 0", "Bo looks away")


def something_is_taken_back(gm, people):
    gm.take_back_at_once()
    all_hear(people, "Taken back: Bo looks away")


def something_is_refused(ana):
    ana.act("roll", notation="2x")
    ana.hears("! notation: column 2: found 'x', expected + or - or the end")


def the_line_is_lost_and_found(bo):
    bo.lose_the_line()
    bo.hears("The table is out of reach. Nothing you do is lost.")
    bo.find_it_again()
    bo.hears("The table is back. Everything is saved.")


def test_turns_are_called_out_to_whose_they_are(chromium, tmp_path):
    with served(tmp_path, seed=3) as address:
        evening = Sitters(address, "twist-of-fate")
        evening.join("television", Browser(address), "television")
        evening.play(3)
        evening.leave()
        gm, mina, television = (
            Listener(chromium, address, evening.id, name, evening.browsers[name], hand=Keys())
            for name in (evening.host, evening.you, "television")
        )
        mina.hand.press(mina.page.get_by_role("button", name="End turn", exact=True))
        ends = "Mina Stark ends the turn"
        all_hear([mina, television], ends, "the guard’s turn")
        gm.hears(ends, "Your turn: the guard")
        gm.hand.press(gm.page.get_by_role("button", name="End turn", exact=True))
        happened = "Round 2. deadlock: a round has changed nothing"
        mina.hears(happened, "Your turn")
        all_hear([gm, television], happened, "Mina Stark’s turn")
