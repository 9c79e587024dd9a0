"""People at their screens: what somebody sees and does on our page, by mouse and touch or by keyboard alone."""

import re
from shutil import which

from playwright.sync_api import expect

CHROMIUM = which("chromium-headless-shell") or which("chromium")  # the first is the same browser without its own windows
DESK, PHONE = {"width": 1280, "height": 860}, {"width": 390, "height": 844}
SMALL_PHONE, TELEVISION = {"width": 360, "height": 740}, {"width": 1920, "height": 1080}
MOST_TABS = 150
NEXT_KEY = """all => {
    const now = document.activeElement
    if (all.includes(now)) return ''
    const isBehind = now !== document.body && all[0]?.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING
    return isBehind ? 'Shift+Tab' : 'Tab'
}"""


class Mouse:
    """Presses, fills in and chooses by pointing."""

    def press(self, target):
        target.click()

    def fill(self, target, text):
        target.fill(text)

    def choose(self, group, option):
        """One radio of a group."""
        group.locator("label").filter(has=_radio(group, option)).click()  # it lies under its label

    def select(self, target, label):
        """One entry of a list that folds out."""
        target.select_option(label=label)


class Keys:
    """The same without ever touching the mouse: Tab until it is there, then a key."""

    def press(self, target):
        self._reach(target)
        target.page.keyboard.press("Enter")

    def fill(self, target, text):
        self._reach(target)
        target.page.keyboard.press("ControlOrMeta+a")
        target.page.keyboard.type(text)

    def choose(self, group, option):
        wanted = group.get_by_role("radio", name=option, exact=True)
        radios = group.get_by_role("radio")
        self._reach(radios)
        for _ in range(radios.count()):
            if wanted.is_checked():
                return
            group.page.keyboard.press("ArrowDown")
        assert wanted.is_checked(), f"{option} cannot be chosen by the arrow keys"

    def select(self, target, label):
        self._reach(target)
        target.page.keyboard.type(label)
        expect(target.locator("option:checked")).to_have_text(label)

    def _reach(self, target):
        """Press Tab, or Shift+Tab if it lies behind, until it has the focus: what cannot be reached so fails here."""
        expect(target.first).to_be_visible()
        for _ in range(MOST_TABS):
            key = target.evaluate_all(NEXT_KEY)
            if not key:
                return
            target.page.keyboard.press(key)
        raise AssertionError(f"{MOST_TABS} times Tab, and never there: {target}")


def _radio(group, option):
    return group.page.get_by_role("radio", name=option, exact=True)


class Person:
    """Somebody at a screen of their own."""

    def __init__(self, browser, address, name, hand, viewport=DESK):
        self.name, self.hand, self.address = name, hand, address
        self.is_phone = viewport["width"] <= PHONE["width"]
        self.context = browser.new_context(viewport=viewport, has_touch=self.is_phone)
        self.page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.problems = []
        self.page.on("pageerror", lambda wrong: self.problems.append(str(wrong)))
        self.page.on("console", lambda said: self._hear(said))

    def _hear(self, said):
        """What the browser complains of, but that the server is gone while it is restarted."""
        if said.type == "error" and not re.search("ERR_CONNECTION_REFUSED|WebSocket connection|ERR_ADDRESS", said.text):
            self.problems.append(said.text)

    def part(self, name):
        """One of the parts of the table, brought to the front on a phone."""
        if self.is_phone:
            tab = {"What you can do": "Question", "People": "Table"}.get(name, name)
            self.hand.press(self.page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name=tab))
        return self.page.get_by_role("region", name=name, exact=True)

    # ── what people do ─────────────────────────────────────────────────────────────────────────────────────────────

    def open_table(self, name):
        """Set out a table of Lanterns: its id."""
        self.page.goto(f"{self.address}/new?game=lanterns")
        self.hand.fill(self.page.get_by_label("Name of the table"), name)
        self.hand.fill(self.page.get_by_label("Your name"), self.name)
        self.hand.press(self.page.get_by_role("button", name="Open the table"))
        self.page.wait_for_url("**/t/*")
        expect(self.page.get_by_role("heading", name=name)).to_be_visible()
        return self.page.url.rpartition("/t/")[2]

    def invitation(self):
        """The link that lets others in."""
        return self.page.get_by_label("Link to this table").first.input_value()

    def join(self, link):
        self.page.goto(link)
        self.hand.fill(self.page.get_by_label("Your name"), self.name)
        self.hand.press(self.page.get_by_role("button", name="Sit down"))
        self.page.wait_for_url(re.compile("/t/[a-z0-9]+$"))

    def build(self, **traits):
        builder = self.page.get_by_role("form", name="Make a character")
        for trait, points in traits.items():
            self.hand.fill(builder.get_by_role("spinbutton", name=re.compile(trait, re.IGNORECASE)), str(points))
        expect(builder.get_by_text("A legal sheet.")).to_be_visible()
        self.hand.press(builder.get_by_role("button", name="To the table"))
        expect(builder).to_have_count(0)

    def act(self, verb, *, within="What you can do", **fields):
        """Open a verb's form, fill it in, do it."""
        region = self.part(within) if within == "What you can do" else self.page.get_by_role("region", name=within, exact=True)
        self._unfold(region, verb)
        self.hand.press(region.get_by_role("button", name=verb, exact=True))
        for name, value in fields.items():
            self._put(region, name, value)
        self.hand.press(region.get_by_role("button", name="Do it"))

    def _unfold(self, region, verb):
        """Open the group of acts that this one stands in, if it is closed."""
        act = f"[data-verb='{verb.replace(' ', '-')}']"
        expect(region.locator(act)).to_be_attached()
        folded = region.locator("details:not([open])").filter(has=self.page.locator(act)).locator("summary")
        if folded.count():
            self.hand.press(folded)

    def _put(self, region, name, value):
        named = re.compile(rf"^{re.escape(name)}\s*(Only you see .*)?$")
        group = region.get_by_role("group", name=named)
        entry = region.locator(
            "input:not([type=radio], [type=search]), textarea"
        )  # a stepper's buttons have the name in their labels too
        several = region.get_by_role("combobox", name=named)
        if group.count():
            self.hand.choose(group, value)
        elif several.count():
            self.hand.select(several, value)
        else:
            self.hand.fill(entry.and_(region.get_by_label(name)).first, value)

    def stake(self, light):
        """Lay so much light face down."""
        question = self.part("Question")
        for _ in range(light):
            self.hand.press(question.get_by_role("button", name="One more"))
        self.hand.press(question.get_by_role("button", name=f"Answer: {light}, face down"))

    def pick(self, option):
        """Take an option of the question, as long as it is asked."""
        question = self.part("Question")
        self.hand.choose(question, re.compile(f"^{option}"))
        self.hand.press(question.get_by_role("button", name=re.compile("^Answer")))

    def say(self, text):
        self.part("Log")
        self.hand.fill(self.page.get_by_label("Say something"), text)
        self.hand.press(self.page.get_by_role("button", name="Say", exact=True))

    def take_back(self):
        self.hand.press(self.page.get_by_role("navigation", name="More").get_by_role("button", name="Take back"))
        dialog = self.page.get_by_role("dialog")
        self.hand.press(dialog.get_by_role("button", name="Take back"))
        expect(dialog).to_have_count(0)

    # ── what people see ────────────────────────────────────────────────────────────────────────────────────────────

    def log(self):
        """The entries of the log, as they stand there; those that are undone in brackets."""
        entries = self.part("Log").get_by_role("listitem").filter(has=self.page.locator("time"))
        return entries.evaluate_all(
            """all => all.map(one => {
                const undone = one.querySelector('p del')
                return undone ? `[${undone.innerText}]` : one.querySelector('p').innerText.trim()
            })"""
        )

    def sees(self, text):
        """Wait until an entry of the log says so."""
        expect(self.part("Log").get_by_role("listitem").filter(has_text=text).first).to_be_visible()
