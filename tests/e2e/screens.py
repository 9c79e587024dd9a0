"""People at their screens: what somebody sees and does on our page, by mouse and touch or by keyboard alone."""

import re

from playwright.sync_api import expect

from patience import PATIENCE

DESK, PHONE = {"width": 1280, "height": 860}, {"width": 390, "height": 844}
TABLET, TELEVISION = {"width": 820, "height": 1180}, {"width": 1920, "height": 1080}
SMALL_PHONE = {"width": 360, "height": 740}
CALM = {"reduced_motion": "reduce", "contrast": "more"}  # to draw falling dice and the grain of paper takes most of a core
MOST_TABS = 150
AN_HOUR = 3600
NEXT_KEY = """async all => {
    const isThere = () => all.includes(document.activeElement)
    const frame = () => new Promise(requestAnimationFrame)
    if (isThere()) await frame().then(frame)  // in which a question that has just come takes the keys
    if (isThere()) return ''
    const now = document.activeElement
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
        """By the arrow keys: letters that do not follow each other fast enough would begin another word."""
        self._reach(target)
        expect(target.locator("option", has_text=re.compile(rf"^\s*{re.escape(label)}\s*$"))).to_be_attached()
        target.page.keyboard.press("Home")
        for _ in range(target.locator("option").count()):
            if target.evaluate("one => one.selectedOptions[0]?.text") == label:
                return
            target.page.keyboard.press("ArrowDown")
        raise AssertionError(f"{label} cannot be chosen by the arrow keys")

    def _reach(self, target):
        """Press Tab, or Shift+Tab if it lies behind, until it has the focus: what cannot be reached so fails here."""
        expect(target.and_(target.page.locator(":not(:disabled)")).first).to_be_visible()
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
        self.context = browser.new_context(viewport=viewport, has_touch=self.is_phone, **CALM)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.problems, self.heard = [], []  # what the browser complains of, and all that the page was ever sent
        self.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self.heard.append(frame)))
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

    def asked(self):
        """The question, brought to the front, as soon as there is one.

        It takes the keys when it comes: whoever pressed one just then would answer it.
        """
        expect(self.page.locator("#question form").first).to_be_attached()
        return self.part("Question")

    def come_back(self, cookies):
        """With the seats that another browser has taken."""
        self.context.add_cookies([{"name": name, "value": value, "url": self.address} for name, value in cookies.items()])

    def stop_time(self):
        """What goes by itself after a moment stays, however long it takes to look at it, until time goes on."""
        self.page.clock.install()
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + AN_HOUR)

    def let_time_pass(self):
        self.page.clock.resume()

    # ── what people do ─────────────────────────────────────────────────────────────────────────────────────────────

    def open_table(self, name, title="Lanterns Under the Hill", turn=lambda page: None):
        """From the lobby to a table, with its dials turned: its id."""
        self.page.goto(self.address)
        self.hand.press(self.page.get_by_role("link", name=f"New table: {title}", exact=True))
        turn(self.page)
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
        self.settle()
        self._unfold(region, verb)
        self.hand.press(region.get_by_role("button", name=verb, exact=True))
        for name, value in fields.items():
            self.put(region, name, value)
        self.hand.press(region.get_by_role("button", name="Do it"))

    def settle(self):
        """Wait until no form is on its way any more: one that is closes by itself, and its verb's button would close it too."""
        expect(self.page.locator("form[aria-busy=true]")).to_have_count(0)

    def _unfold(self, region, verb):
        """Open the group of acts that this one stands in, if it is closed."""
        act = f"[data-verb='{verb.replace(' ', '-')}']"
        expect(region.locator(act)).to_be_attached()
        folded = region.locator("details:not([open])").filter(has=self.page.locator(act)).locator("summary")
        if folded.count():
            self.hand.press(folded)

    def slot(self, region, name):
        """The control of a slot, by the name of its argument."""
        return region.locator(f"[data-slot='{name.replace(' ', '_')}']").locator("select, input, textarea")

    def put(self, region, name, value):
        """Fill in one slot of a form, unfolding it where it is folded away."""
        slot = self.slot(region, name)
        expect(slot).to_be_attached()
        within = self.page.locator(f"[data-slot='{name.replace(' ', '_')}']")
        folded = region.locator("form details:not([open])").filter(has=within).locator("summary")
        if folded.count():
            self.hand.press(folded)
        if slot.evaluate("one => one.tagName") == "SELECT":
            self.hand.select(slot, value)
        else:
            self.hand.fill(slot, value)

    def note(self, text):
        """Write something into one's own notebook."""
        self.part("Sheet")
        notes = self.page.get_by_role("region", name="Notes")
        self.hand.press(notes.locator("summary"))
        self.hand.fill(notes.get_by_label("New note"), text)
        self.hand.press(notes.get_by_role("button", name="Write it down"))
        expect(notes.get_by_role("listitem")).to_have_text([text])

    def place(self, kind, name=""):
        """As the game master: put somebody ready-made on the table, under a name of their own or that of their kind."""
        name = name or kind
        self.settle()
        tools = self.page.get_by_role("region", name="Game master")
        self.hand.press(tools.get_by_role("button", name="Put somebody on the table", exact=True))
        self.hand.fill(tools.get_by_label("Called (or as they look)"), name)
        self.hand.press(
            tools.get_by_role("button", name=f"Put {kind} on the table", exact=True).first
        )  # then by a number alone
        expect(tools.get_by_text(f"On the table: {name}")).to_be_visible()
        self.hand.press(tools.get_by_role("button", name="Put somebody on the table", exact=True))

    def stake(self, light):
        """Lay so much light face down."""
        question = self.asked()
        for _ in range(light):
            self.hand.press(question.get_by_role("button", name="One more"))
        self.hand.press(question.get_by_role("button", name=f"Answer: {light}, face down"))

    def pick(self, option):
        """Take an option of the question, as long as it is asked."""
        question = self.asked()
        self.hand.choose(question, re.compile(f"^{option}"))
        self.hand.press(question.get_by_role("button", name=re.compile("^Answer")))

    def say(self, text):
        self.part("Log")
        self.hand.fill(self.page.get_by_label("Say something"), text)
        self.hand.press(self.page.get_by_role("button", name="Say", exact=True))

    def take_back(self):
        """Take back one's last step, after a look at what that undoes."""
        self.hand.press(self.back_button())
        dialog = self.page.get_by_role("dialog")
        self.hand.press(dialog.get_by_role("button", name="Take back"))
        expect(dialog).to_have_count(0)

    def take_back_at_once(self):
        """As the game master: take back the last thing. What it was is said."""
        self.hand.press(self.back_button())
        expect(self.notice()).to_have_text(re.compile("^Taken back: "))

    def back_button(self):
        return self.page.get_by_role("navigation", name="More").get_by_role("button", name="Take back")

    # ── what people see ────────────────────────────────────────────────────────────────────────────────────────────

    def notice(self):
        """What has just been done, at the head of the table."""
        return self.page.get_by_role("banner").get_by_role("status")

    def log(self):
        """The entries of the log, as they stand there; those that are undone in brackets."""
        entries = self.part("Log").get_by_role("listitem").filter(has=self.page.locator("time"))
        return entries.evaluate_all(
            """all => all.map(one => {
                const undone = one.querySelector('p del')
                const text = (undone ?? one.querySelector('p')).innerText.trim().replace(/\\n:\\s+/, ': ')
                return undone ? `[${text}]` : text
            })"""
        )

    def sees(self, text):
        """Wait until an entry of the log says so."""
        expect(self.part("Log").get_by_role("listitem").filter(has_text=text).first).to_be_visible()


class Builder:
    """The form in which a character is made, step by step."""

    def __init__(self, person):
        self.hand = person.hand
        self.form = person.page.get_by_role("form", name="Make a character")

    def scores(self, **values):
        for ability, value in values.items():
            self.hand.fill(self.form.get_by_role("spinbutton", name=re.compile(f"^{ability}")), str(value))

    def choose(self, field, entry):
        """Once what was chosen before is judged: its reasons come and go, and what stands below them moves."""
        expect(self.form.get_by_text("Checking …")).to_have_count(0)
        self.hand.choose(self.form.get_by_role("group", name=re.compile(rf"^{field}\b")), entry)

    def tick(self, field, *entries):
        """Take what is not taken yet, leave what is."""
        for entry in entries:
            self.form.get_by_role("group", name=re.compile(f"^{field} ")).get_by_role(
                "checkbox", name=entry, exact=True
            ).click()

    def write(self, **texts):
        for field, text in texts.items():
            self.hand.fill(self.form.get_by_role("textbox", name=field, exact=True), text)

    def levels(self, group, **levels):
        """Open a group of aptitudes, and set levels in it."""
        heading = self.form.page.get_by_text(group, exact=True)
        unfolded = self.form.get_by_role("region", name="Aptitudes").locator("details").filter(has=heading)
        if unfolded.get_attribute("open") is None:
            self.hand.press(unfolded.locator("summary"))
        for entry, level in levels.items():
            field = unfolded.get_by_role("spinbutton", name=entry, exact=True)
            self.hand.fill(field, str(level))
            field.blur()

    def call(self, name):
        self.hand.fill(self.form.get_by_label("Name of the character"), name)

    def refuses(self, step, *reasons):
        """The step says why, so does the end of the form, and there is no way to the table."""
        expect(self.form.get_by_role("region", name=step).locator(".problems li")).to_have_text(list(reasons), ignore_case=True)
        at_the_end = self.form.get_by_role("list", name="What is not right yet").get_by_role("listitem")
        expect(at_the_end).to_have_text(list(reasons), ignore_case=True)
        expect(self.form.get_by_role("button", name="To the table")).to_be_disabled()

    def begin_from(self, ready):
        """Take somebody ready-made."""
        self.form.get_by_label("Take somebody ready-made").select_option(label=ready)

    def goes(self):
        """To the table, where one may be refused."""
        expect(self.form.get_by_text("A legal sheet.")).to_be_visible()
        self.hand.press(self.form.get_by_role("button", name="To the table"))

    def go(self):
        """To the table, and there."""
        self.goes()
        expect(self.form).to_have_count(0)
