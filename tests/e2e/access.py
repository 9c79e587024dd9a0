"""Whether a screen can be read, pressed and tabbed through by everybody: axe-core, and what axe-core leaves open."""

from pathlib import Path

from playwright.sync_api import expect

from e2e.screens import CALM, DESK, PHONE, TABLET, TELEVISION
from patience import PATIENCE

AXE = Path(__file__).parents[2] / "ui/node_modules/axe-core/axe.min.js"
CHECKS = Path(__file__).with_name("access.js")
NARROW = {"width": 360, "height": 740}


def page_of(chromium, house, path, cookies=None, viewport=DESK, scheme="light"):
    context = chromium.new_context(viewport=viewport, color_scheme=scheme, **CALM)  # on plain paper: axe reads no grain
    for name, value in (cookies or {}).items():
        context.add_cookies([{"name": name, "value": value, "url": house}])
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(house + path)
    expect(page.locator("h1").first).to_be_attached()  # while a table opens, it has none
    return page


def findings(page):
    """What axe-core finds that is serious, with where it is, as soon as what has just fallen is gone: it fades."""
    if not page.evaluate("window.access"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
        page.evaluate(CHECKS.read_text(encoding="utf-8"))
    stage = page.locator("[data-stage]")
    while True:
        expect(stage).to_have_count(0)
        found = page.evaluate("access.found()")
        if not stage.count():  # nothing has fallen meanwhile
            return found


def overflow(page):
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


class Walk:
    """One page that goes from screen to screen, and keeps what is wrong with each: the screen, the look, the fault."""

    def __init__(self, chromium, house, cookies=(), viewport=DESK):
        self.house, self.viewport, self.faults = house, viewport, []
        self.context = chromium.new_context(viewport=viewport, reduced_motion="reduce")
        self.hold(cookies)
        self.context.add_init_script(path=AXE)
        self.context.add_init_script(path=CHECKS)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self._touch = self.context.new_cdp_session(self.page)

    def hold(self, cookies):
        """Be the browser of somebody: with their seats alone."""
        self.context.clear_cookies()
        self.context.add_cookies([{"name": name, "value": value, "url": self.house} for name, value in cookies])

    def go(self, path, shows):
        """Open a page, and wait until it shows this: words, or something to be found."""
        self.page.goto(self.house + path)
        self.wait(shows)

    def wait(self, shows):
        place = self.page.get_by_text(shows).locator("visible=true") if isinstance(shows, str) else shows
        expect(place.first).to_be_visible()

    def look(self, name, parts=("Question",), about=None):
        """What is in view: at a desk, on a tablet, on two phones, light and dark; of a table on a phone, these parts.

        Where everything around it is looked at elsewhere, axe reads only what this is about. It reads a second time what a
        phone divides into parts; a page is the same to it at any width, and letters as faint.
        """
        self.unfold()
        self._size(self.viewport)
        self._check(name, "light", "unlit", "found", "wide", "faint", about=about)
        self._check(name, "dark", "faint")
        self._size(TABLET)
        self._check(name, "dark", "wide")
        self._size(PHONE)
        tabs = self.page.get_by_role("navigation", name="Parts of the table").get_by_role("button")
        is_table = tabs.count() and not self.page.locator("dialog[open]").count()
        for place, part in enumerate(parts if is_table else [""]):
            if part:
                tabs.get_by_text(part).click()
                self.unfold()
            self._size(PHONE)
            self._check(f"{name} {part}".strip(), "dark", "wide", *(["found"] if part and not place else []), about=about)
            self._size(NARROW)
            self._check(f"{name} {part}".strip(), "dark", "wide", "small", *(["faint"] if part else []))
        self._size(self.viewport)

    def look_large(self, name):
        """What everybody looks at from the sofa."""
        self._size(TELEVISION)
        self._check(name, "light", "found", "wide", "faint")
        self._check(name, "dark", "found", "faint")
        self._size(self.viewport)

    def unfold(self):
        """What lies behind a heading is checked as well."""
        self.page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true })")

    def _size(self, size):
        is_phone = size["width"] < 500
        self._touch.send("Emulation.setTouchEmulationEnabled", {"enabled": is_phone})
        if self.page.viewport_size != size:
            self.page.set_viewport_size(size)
            self.page.wait_for_function("size => innerWidth === size.width && innerHeight === size.height", arg=size)
            self.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")  # laid out anew

    def _check(self, name, scheme, *checks, about=None):
        width = self.page.viewport_size["width"]
        for check in checks:
            has_grain = check == "faint"
            self.page.emulate_media(color_scheme=scheme, contrast="no-preference" if has_grain else "more")
            if check == "unlit":
                self.page.keyboard.press("Shift")  # whoever uses keys sees where they are
            for fault in self.page.evaluate("([check, about]) => access[check](about)", [check, about]):
                self.faults.append(f"{name} ({width}, {scheme}): {fault}")
