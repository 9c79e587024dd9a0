"""Try it: a newcomer who only reads the note in the margin and presses what is offered plays every scene to its end."""

import json
import re
import time
from contextlib import contextmanager, suppress

import pytest
from playwright.sync_api import TimeoutError, expect

from e2e.screens import DESK, PHONE, Keys, Mouse, Person
from e2e.test_pages import findings
from fatewright.cli import main
from fatewright.systems.scene import scene_of
from fatewright.systems.spec import from_folder, games
from patience import PATIENCE
from web.serving import served

SYSTEMS = games()
GAMES = {game.id: game.title for game in SYSTEMS.values()}
PLACE = "(document.querySelector('aside .foot > .soft')?.textContent ?? '')"  # of the step that somebody is at
WHERE = """() => {
    const seen = selector => [...document.querySelectorAll(selector)].find(one => one.checkVisibility())
    const note = seen('aside')
    if (note && note.querySelector('a[href^="/new"]')) return 'over'
    const isPressed = one => one.dataset.pressed === PLACE  // for another step, what stands there is another thing
    const open = selector => {
        const one = seen(`${selector}:not([disabled])`)
        return one && !isPressed(one)
    }
    if (open('#question form .go button')) return 'asked'
    if (open('#acts form:not([role]) .go button:not([type])')) return 'prepared'
    if (open('aside button.go')) return 'told'
    if ([...document.querySelectorAll('[data-pressed]')].some(one => one.checkVisibility() && isPressed(one))) return 'waiting'
    return !note || note.querySelector('.soft + .soft, [aria-live] .soft') ? 'waiting' : 'free'
}""".replace("PLACE", PLACE)


class Newcomer(Person):
    """Somebody who has never seen any of this."""

    def __init__(self, *who):
        super().__init__(*who)
        self.sent = {}  # commands by their ids: what is sent again counts once
        self.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: self._note(json.loads(frame))))

    def _note(self, command):
        self.sent[command["id"]] = command["do"]

    @property
    def decisions(self):
        """How often something was done or answered."""
        return sum(do in ("act", "answer") for do in self.sent.values())

    def play(self, title):
        """From the lobby to the end of the scene."""
        self.page.goto(self.address)
        self.hand.press(self.page.get_by_role("button", name=f"Try it: {title}", exact=True))
        self.page.wait_for_url("**/t/*")
        note = self.page.get_by_role("complementary", name="For newcomers")
        expect(note).to_be_visible()
        self.notes, end = [], time.monotonic() + PATIENCE
        while (where := self.page.evaluate(WHERE)) != "over":
            assert time.monotonic() < end, f"{title}: still {where} after {self.decisions} decisions: {note.inner_text()}"
            said = note.locator("[aria-live=polite] .says").inner_text()
            self.notes += [said] if said not in self.notes[-1:] else []
            getattr(self, f"_{where}")(note)
            self.page.wait_for_timeout(60)
        self.notes.append(note.locator(".says").inner_text())

    def _waiting(self, note):
        """The others think."""

    def _told(self, note):
        self._press(note.locator("button.go"))

    def _prepared(self, note):
        del note
        self._press(self.page.locator("#acts form:not([role]) .go button:not([type])").first)

    def _free(self, note):
        """Nobody says what, and nothing is on its way: the first thing that can be done."""
        del note
        self.page.wait_for_timeout(500)
        if self.page.evaluate(WHERE) == "free":
            self.hand.press(self.page.locator("#acts .act").first)

    def _asked(self, note):
        """Two where a number is asked for, the first of several options, and what stands there anyway."""
        del note
        question = self.page.locator("#question")
        more = question.get_by_role("button", name="One more")
        for _ in range(2 if more.count() == 1 else 0):
            if more.is_enabled():
                self.hand.press(more)
        if question.get_by_role("radio").count() and not question.locator("input:checked").count():
            self.hand.choose(question, question.locator("label.option:not(.blocked) .name").first.inner_text())
        self._press(question.get_by_role("button", name=re.compile("^Answer")))

    def _press(self, button):
        """Once: whoever has pressed waits for what comes of it."""
        with suppress(TimeoutError):  # it may be gone by now: somebody has fallen, and the step is left out
            button.evaluate(f"one => {{ one.dataset.pressed = {PLACE} }}", timeout=1_000)
            self.hand.press(button)


@contextmanager
def sat_down(chromium, address, viewport, hand):
    person = Newcomer(chromium, address, "Nobody", hand, viewport)
    yield person
    assert person.problems == []
    person.context.close()


@pytest.fixture
def house(tmp_path):
    """All games, and one made at home that says nothing of a scene; a house of its own, so that the dice fall as they do
    whatever else is run, and in whichever order.
    """
    assert main(["new", "our-game", "--in", str(tmp_path)]) == 0
    with served(tmp_path, systems=SYSTEMS | {"our-game": from_folder(tmp_path / "our-game")}, seed=5) as address:
        yield address


@pytest.mark.parametrize(("game", "viewport"), list(zip(GAMES, (PHONE, DESK) * 3, strict=True)))
def test_a_newcomer_plays_the_scene_of_every_game_to_its_end(chromium, house, game, viewport):
    with sat_down(chromium, house, viewport, Keys() if game == "lanterns" else Mouse()) as newcomer:
        newcomer.play(GAMES[game])
        assert 3 <= newcomer.decisions <= 12
        scene = scene_of(SYSTEMS[game])
        captions = {one for step in scene.steps for one in (step.says, *step.asks.values())}
        assert set(newcomer.notes) <= captions | {scene.ends}
        assert newcomer.notes[-1] == scene.ends


def test_a_game_made_at_home_has_it_without_a_word_and_notes_can_be_hidden(chromium, house):
    with sat_down(chromium, house, PHONE, Mouse()) as newcomer:
        newcomer.play("Our Game")
        assert newcomer.decisions >= 3
        page = newcomer.page
        page.get_by_role("button", name="Play on here").click()
        expect(page.get_by_role("complementary", name="For newcomers")).to_have_count(0)
        page.goto(house)
        page.get_by_role("button", name="Try it: Lanterns Under the Hill").click()
        page.get_by_role("button", name="Hide these notes").click()
        page.reload()
        page.get_by_role("button", name="Notes for newcomers").click()
        expect(page.get_by_role("complementary", name="For newcomers")).to_contain_text("The stair is wet")
        assert findings(page) == []
