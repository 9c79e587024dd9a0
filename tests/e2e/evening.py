"""A whole evening: four screens at one table that play by what is offered there, and what must be so whatever is played.

Whoever is asked takes the first option, or one that the script wants; forms are sent as they come. A script is a few lines.
"""

import json
import re
import time

from playwright.sync_api import expect

from e2e.access import overflow
from e2e.screens import DESK, PHONE, TABLET, TELEVISION, Builder, Mouse, Person
from e2e.test_fight import current, in_order, now
from patience import PATIENCE

NOTE = "the mayor keeps the other key"  # the game master's, in every evening
PAGES = re.compile(rb"/Type\s*/Page\b")
ENTRIES = """all => all.map(one => {
    const text = one.querySelector('p').textContent.replace(/\\s+/g, ' ').trim()
    const isPrivate = !!one.querySelector('.private') && !one.querySelector('.asides')
    return { text: one.querySelector('p del') ? `[${text}]` : text, isPrivate }
})"""
NAMES = ":scope > [role=radiogroup] .option:not(.blocked) .name > :first-child"  # without prices
OFFERED = f"form => [...form.querySelectorAll('{NAMES}')].map(one => one.innerText)"


class Evening:
    """Gwen at a desk, Ana with a phone, Bo with a tablet, and the television; `gm` is Gwen, even where nobody is in charge."""

    def __init__(self, chromium, address, title, hand=None):
        self.title, self.name = title, f"An evening of {title}"[:40]
        seats = {"Gwen": DESK, "Ana": PHONE, "Bo": TABLET}
        self.gm, self.ana, self.bo = (Person(chromium, address, name, hand or Mouse(), seats[name]) for name in seats)
        self.television = Person(chromium, address, "television", Mouse(), TELEVISION)
        self.people = (self.gm, self.ana, self.bo)
        self.players = [self.ana, self.bo]
        self.screens = (*self.people, self.television)
        self.names = {person: person.name for person in self.people}
        self.secrets = [(self.gm, NOTE)]
        self.before = []  # the log, when somebody last did something

    # ── before ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def set_out(self, dials=lambda page: None):
        """From the lobby to a table with everybody at it."""
        self.gm.open_table(self.name, self.title, dials)
        link = self.gm.invitation()
        for player in self.players:
            player.join(link)
        self.television.page.goto(link.replace("/join", "/tv"))
        self.television.hand.press(self.television.page.get_by_role("button", name="Use this screen as the television"))
        expect(self.television.page.get_by_role("heading", name=self.name)).to_be_visible()

    def bring(self, person, ready, name=""):
        """Come as somebody ready-made, under a name of one's own."""
        builder = Builder(person)
        builder.begin_from(ready)
        self.names[person] = name or person.name
        builder.call(self.names[person])
        builder.go()

    def begin(self, verb="open session", until="ession 1", **fields):
        """Open the session; what Gwen notes down is nobody else's."""
        self.gm.note(NOTE)
        self.do(self.gm, verb, **fields)
        self.play(until)

    # ── playing ────────────────────────────────────────────────────────────────────────────────────────────────────

    def do(self, person, verb, **fields):
        """Do something as the form comes, but for these fields, and wait until it is done."""
        self.before = log(self.gm)
        person.act(verb, **fields)
        person.settle()
        expect(person.page.get_by_role("button", name="Do it")).to_have_count(0)

    def play(self, until, *wanted):
        """Let everybody answer what they are asked, until the log says so once more than before and nobody owes an answer.

        Two screens never change at the same instant, so the end is read off Gwen's alone.
        """
        waiting = self.gm.page.get_by_role("region", name="Still waiting for")
        end = time.monotonic() + PATIENCE
        while count(until, log(self.gm)) <= count(until, self.before) or waiting.count() or is_asked(self.gm):
            asked = [person for person in self.people if is_asked(person)]
            for person in asked:
                answer(person, *wanted)
            if not asked:
                self.gm.page.wait_for_timeout(30)
            assert time.monotonic() < end, f"{until} is not said, or somebody is still asked: {log(self.gm)[-3:]}"

    def ask(self, person, text):
        """Wait until somebody is asked this: the question."""
        expect(person.page.locator("#question h2").first).to_contain_text(re.compile(text))
        return person.asked()

    def weigh(self, person, text, *options):
        """Somebody is asked this, and sees the exact odds of these options."""
        question = self.ask(person, text)
        for option in options:
            expect(question.get_by_role("img", name=re.compile(f"^Odds: {option}"))).to_be_visible()

    def fight(self, foe, turns, until, *wanted, **fields):
        """Whoever's turn it is attacks, and ends it: so many turns, or until the fight is over."""
        for _ in range(turns):
            turn = current(self.gm.page)
            person = next((one for one in self.players if turn in (one.name, self.names[one])), self.gm)
            expect(now(person.page)).to_have_text(turn)  # what is at hand in a turn may lie folded before
            target = {"who": foe, "target": self.names[self.ana]} if person is self.gm else {"target": foe}
            self.do(person, "attack", **target, **fields)
            self.play(until, *wanted)
            if not in_order(self.gm.page).count():
                return
            person.part("Question")
            person.hand.press(person.page.get_by_role("button", name="End turn", exact=True).locator("visible=true").first)
            expect(now(self.gm.page)).not_to_have_text(turn)
        self.do(self.gm, "end fight")
        expect(in_order(self.television.page)).to_have_count(0)

    # ── what goes wrong ────────────────────────────────────────────────────────────────────────────────────────────

    def take_back(self, text):
        """In one tap, the last thing is struck through on every screen."""
        self.gm.take_back_at_once()
        self.struck(text)

    def vote_back(self, person, text):
        """Where nobody is in charge, more than half of the table want to go back to before this."""
        person.part("Log")
        entry = entries(person).filter(has_text=text).last
        person.hand.press(entry.locator("summary"))
        person.hand.press(entry.get_by_role("button", name="Back to before this"))
        acts = person.part("What you can do")
        person.hand.fill(person.slot(acts, "what"), "the wind has turned")
        self.before = log(self.gm)
        person.hand.press(acts.get_by_role("button", name="Do it"))
        self.play("the motion is carried", "yes")
        self.struck(text)

    def struck(self, text):
        """It is struck through on every screen."""
        for one in self.people:
            expect(entries(one).locator("p del").filter(has_text=text).last).to_be_attached()
        expect(self.television.page.locator("del").filter(has_text=text).first).to_be_visible()
        self.before = log(self.gm)

    def restart(self, server, asked):
        """The server is gone for a while, in the middle of a question: it is still asked, and nothing else has changed."""
        before = self._as_it_stands(asked)
        server.stop()
        for one in self.screens:
            expect(one.page.get_by_text("Retry")).to_be_visible()
        server.start()
        for one in self.screens:
            expect(one.page.get_by_text("Retry")).to_have_count(0)
        assert self._as_it_stands(asked) == before

    def reload(self, asked):
        """The page of whoever is asked is loaded anew."""
        before = self._as_it_stands(asked)
        asked.page.reload()
        expect(asked.part("Question").get_by_role("heading").first).to_have_text(before[0])
        assert self._as_it_stands(asked) == before

    def _as_it_stands(self, asked):
        return asked.part("Question").get_by_role("heading").first.inner_text(), self.agreed()

    def agreed(self):
        """The log, as soon as it is the same for all."""
        end = time.monotonic() + PATIENCE
        while len({tuple(log(one)) for one in self.people}) > 1 and time.monotonic() < end:
            self.gm.page.wait_for_timeout(30)
        told = log(self.gm)
        assert [log(one) for one in self.players] == [told, told]
        return told

    # ── after ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def close(self, *wanted, verb="close session", until="ession", **fields):
        """The session ends."""
        self.do(self.gm, verb, **fields)
        self.play(until, *wanted)

    def finish(self):
        """All have the same log, paper is one page, the recap is there, and nobody knows what is not theirs."""
        for one in self.screens:
            if one.is_phone:
                one.part("Question")
            expect(one.page.get_by_role("link", name="Read the recap")).to_be_visible()
        assert any(line.startswith("[") for line in self.agreed())
        assert [overflow(one.page) for one in self.screens] == [0, 0, 0, 0]
        self.print(self.ana)
        for one in self.screens:
            self.recap(one)
        for owner, secret in self.secrets:
            assert [one.name for one in self.screens if secret in "".join(one.heard)] == [owner.name], secret
        for one in self.screens:
            asked = [question for frame in map(json.loads, one.heard) for question in frame.get("questions", [])]
            assert [theirs for theirs in asked if theirs["asked"] and theirs["seat"] != one.name] == []
        assert [one.problems for one in self.screens] == [[], [], [], []]

    def print(self, player):
        """The sheet is one page."""
        name = self.names[player]
        player.part("Sheet")
        player.hand.press(player.page.get_by_role("button", name=f"Print {name}’s sheet"))
        paper = player.page.get_by_role("dialog", name=f"{name}, on paper")
        expect(paper.get_by_role("heading", name=name, exact=True)).to_be_visible()
        assert len(PAGES.findall(player.page.pdf(format="A4"))) == 1
        player.hand.press(paper.get_by_role("button", name="Close"))
        expect(paper).to_have_count(0)

    def recap(self, person):
        if person.is_phone:
            person.part("Question")
        person.hand.press(person.page.get_by_role("link", name="Read the recap"))
        recap = person.page.get_by_role("main")
        expect(recap.get_by_role("heading", name=f"{self.name}, session 1")).to_be_visible()
        expect(recap.get_by_role("region", name="Who was there").get_by_role("listitem")).to_have_count(len(self.people))
        expect(recap.get_by_role("region", name="What happened").get_by_role("listitem").first).to_be_visible()
        assert overflow(person.page) == 0


# ── hands and eyes ─────────────────────────────────────────────────────────────────────────────────────────────────────


def entries(person):
    """The entries of the log, in sight or not."""
    return person.page.locator("#log li:has(> .meta time)")


def log(person):
    """What the log says that is for everybody; what was taken back in brackets."""
    return [one["text"] for one in entries(person).evaluate_all(ENTRIES) if not one["isPrivate"]]


def count(text, lines):
    return sum(bool(re.search(text, line)) for line in lines)


def is_asked(person):
    return person.page.locator("#question form .go button:not([disabled])").count() > 0


def answer(person, *wanted):
    """Answer the question: with the first option that is wanted, or else the first; with what stands there, otherwise."""
    question = person.part("Question")
    button = question.locator("form .go button").first.element_handle()
    names = question.locator("form").first.evaluate(OFFERED)
    if names:
        person.hand.choose(question, next((name for want in wanted for name in names if re.search(want, name)), names[0]))
    person.hand.press(question.locator("form .go button").first)
    button.wait_for_element_state("hidden")  # it goes with its question
