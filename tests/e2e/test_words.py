"""What the screens say: all text of the page is in one file, and another language is one more."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from e2e.screens import DESK, PHONE, Mouse, Person
from web.serving import Browser, character, new_table, served

ROOT = Path(__file__).parents[2]
STRANGE = """
import type { Words } from '.'
import en from './en'

const strange = (said: unknown): unknown => {
  if (typeof said === 'string') return `‹${said}›`
  if (typeof said === 'function') return (...of: unknown[]) => strange(said(...of))
  if (Array.isArray(said)) return said.map(strange)
  return Object.fromEntries(Object.entries(said as object).map(([key, one]) => [key, strange(one)]))
}

export default strange(en) as Words
"""
READ = """() => {
    const texts = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
        const within = walker.currentNode.parentElement
        if (!within.closest('script, style, noscript, textarea')) texts.push(walker.currentNode.data)
    }
    for (const name of ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt'])
        for (const one of document.querySelectorAll(`[${name}]`)) texts.push(one.getAttribute(name))
    return [...texts, document.title]
}"""


@pytest.fixture(scope="module")
def strange(tmp_path_factory):
    """A copy of the page's sources, with one more file: Esperanto, in which everything is English in quotation marks."""
    root = tmp_path_factory.mktemp("strange")
    shutil.copytree(ROOT / "ui", root / "ui", ignore=shutil.ignore_patterns("node_modules"))
    (root / "ui/node_modules").symlink_to((ROOT / "ui/node_modules").resolve())
    (root / "ui/src/words/eo.ts").write_text(STRANGE, encoding="utf-8")
    shutil.copytree(ROOT / "tools", root / "tools")
    return root


def page_tool(root, chore):
    done = subprocess.run([sys.executable, root / "tools/page.py", chore], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


@pytest.fixture(scope="module")
def house(tmp_path_factory, strange):
    assert page_tool(strange, "build") == (0, "")
    with served(tmp_path_factory.mktemp("house"), page=strange / "src/fatewright/web/page") as address:
        yield address


@pytest.fixture(scope="module")
def table(house):
    """An evening with a bid, a strike, something taken back and a session that is over: its id, and everybody's cookies."""
    id, browsers = new_table(house, "Ana", "Bo")
    sitting = {name: browser.sit(id) for name, browser in browsers.items()}
    for name in ("Ana", "Bo"):
        sitting[name].act("bring", character=character(name))
    gm, bo = sitting["gm"], sitting["Bo"]
    gm.act("place", name="ghoul", kind="ghoul")
    gm.act("move", who="ghoul", x=2, y=1)
    gm.act("session", what="open")
    bo.act("say", text="I never said that")
    bo.send("back")
    gm.act("roll", notation="4d6kh3")
    gm.act("session", what="close")
    bo.act("stare", who="Bo", other="Ana")
    browsers["television"] = Browser(house)
    browsers["television"].post(f"/api/tables/{id}/join", {"name": "screen", "role": "television"})
    return id, {name: browser.cookies for name, browser in browsers.items()}


class Reader:
    """Somebody whose browser prefers the strange language."""

    def __init__(self, chromium, house, cookies):
        self.house, self.told = house, {"fatewright"}
        self.context = chromium.new_context(viewport=DESK, locale="eo")
        self.context.add_cookies([{"name": name, "value": value, "url": house} for name, value in cookies.items()])
        self.page = self.context.new_page()
        self.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self._hear(json.loads(frame))))
        self.page.route(re.compile("/api/(?!.*svg)"), self._pass_on)

    def _pass_on(self, route):
        """What the server says is known before the page shows it."""
        answer = route.fetch()
        self._hear(answer.json())
        route.fulfill(response=answer)

    def _hear(self, value):
        """Everything that the server says is the game's or the table's, not the page's."""
        if isinstance(value, dict):
            self._hear([*value, *value.values()])
        elif isinstance(value, list):
            for one in value:
                self._hear(one)
        elif isinstance(value, str | int):
            self.told.add(plain(str(value)))

    def open(self, path, shows):
        """Open a page, and wait until it shows all this."""
        self.page.goto(self.house + path)
        expect(self.page.locator("html[lang=eo] main").first).to_be_visible()
        for text in shows:
            expect(self.page.get_by_text(text).locator("visible=true").first).to_be_visible()

    def close(self):
        self.page.unroute_all(behavior="wait")
        self.context.close()

    def foreign(self):
        """What the page says that is neither in the file of the language nor the server's."""
        texts = self.page.evaluate(READ)
        assert any("‹" in text for text in texts)
        pieces = {plain(piece) for text in texts for piece in re.split("[·,;:.()]", outside(text))}
        return sorted(piece for piece in pieces if re.search(r"[^\W\d_]{2}", piece) and not self._is_told(piece))

    def _is_told(self, piece):
        """Whether the server says so: in one piece, or as the name of something and its value."""
        pairs = [(piece[:gap], piece[gap + 1 :]) for gap, sign in enumerate(piece) if sign == " "]
        return piece in "\n".join(self.told) or any({name, value} <= self.told for name, value in pairs)


def outside(text):
    """What stands outside all quotation marks."""
    while (inner := re.sub("‹[^‹›]*›", " · ", text)) != text:
        text = inner
    return text


def plain(text):
    return " ".join(re.sub("[-_]", " ", text).lower().split())


PAGES = {
    "lobby": ("gm", "/", "A table", "‹Try it›"),
    "new table": ("gm", "/new?game=moment-of-truth", "tone"),
    "odds": ("gm", "/odds?game=moment-of-truth&rule=skill-roll&pool=4&tn=2", "%"),
    "rulebook": ("gm", "/rules/moment-of-truth/MOT-1.15", "Impossibility Exception"),
    "game master": ("gm", "/t/{id}", "‹Game master›"),
    "player": ("Ana", "/t/{id}", "‹What you can do›", "it depends on what you cannot know yet"),
    "television": ("television", "/t/{id}/tv", "‹Just now›"),
    "recap": ("Ana", "/t/{id}/recap", "‹What happened›"),
    "film": ("Ana", "/t/{id}/film", "‹Just then›"),
}


def test_another_language_is_one_more_file(chromium, house, table):
    id, cookies = table
    found = {}
    for name, (seat, path, *shows) in PAGES.items():
        reader = Reader(chromium, house, cookies[seat])
        reader.open(path.format(id=id), shows)
        found[name] = reader.foreign()
        if name == "player":
            reader.page.get_by_role("button", name="‹Settings›").click()
            reader.page.get_by_role("group", name="‹Language›").get_by_text("English").click()
            expect(reader.page.get_by_role("button", name="Settings", exact=True)).to_be_visible()  # and so it stays
        if name == "lobby":
            reader.page.evaluate("document.querySelector('main').append('Left in English')")
            assert reader.foreign() == ["left in english"]
        reader.close()
    assert found == {name: [] for name in PAGES}


def test_a_game_says_what_it_is_and_what_was_tried_out_can_be_forgotten(chromium, house):
    newcomer = Person(chromium, house, "Mara", Mouse(), PHONE)
    page = newcomer.page
    page.goto(house)
    box = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Lanterns Under the Hill"))
    expect(box).to_contain_text("A small game of light and nerve in the dark")
    box.get_by_role("button", name="Try it: Lanterns Under the Hill").click()
    page.wait_for_url("**/t/*")
    page.goto(house)
    yours = page.get_by_role("region", name="Your tables")
    expect(yours).to_contain_text("None yet.")  # what was only tried is no table of one's own
    yours.get_by_text("Tried out (1)").click()
    yours.get_by_role("button", name="Forget: The stair under the hill").click()
    expect(yours.get_by_text("Tried out")).to_have_count(0)
    assert newcomer.problems == []


def test_text_that_stands_elsewhere_is_found(strange):
    (strange / "ui/src/Planted.svelte").write_text(
        "<script lang='ts'>const why = 'Nothing was saved.'; let name = $state('')</script>\n"
        "{#if name}<p class='a b'>Hello {name}</p>{:else}<p>{name === 'ana' ? 'nobody' : ''}</p>{/if}\n"
        "<input aria-label='Your name' bind:value={name} /><b title={`Close ${why}`}>×</b>\n",
        encoding="utf-8",
    )
    code, said = page_tool(strange, "texts")
    found = re.findall(r"^src/(.*)", said, re.MULTILINE)
    texts = ("1: Nothing was saved.", "2: Hello", "2: nobody", "3: Your name", "3: Close")
    assert (code, found) == (1, [f"Planted.svelte:{text}" for text in texts])
