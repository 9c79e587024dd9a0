"""A line that loses no tap: airplane mode, a page thrown away, a server that hangs or is gone; and never a blank screen."""

import json
import re
import signal

from playwright.sync_api import expect

from e2e.screens import Mouse, Person
from e2e.test_look import sit
from fatewright.systems.spec import games
from web.serving import Process, character, new_table, served

LONG = 12_000  # milliseconds after which a silent line is taken for dead


def state(person, text):
    """What the head of the table says of the line."""
    expect(person.page.get_by_role("banner").get_by_text(re.compile(f"^{text}"))).to_be_visible()


def banner(person, text):
    expect(person.page.get_by_role("status").filter(has_text=text)).to_be_visible()


def test_a_tap_is_done_once_whatever_becomes_of_the_line(chromium, tmp_path):
    with Process(tmp_path) as server:
        gm = Person(chromium, server.address, "Gwen", Mouse())
        gm.page.clock.install()
        gm.open_table("Under the hill")
        way = gm.page.url

        # airplane mode
        gm.context.set_offline(True)
        state(gm, "out of reach")
        gm.say("in the air")
        banner(gm, "The table is out of reach. One tap not yet saved")
        gm.stop_time()  # good news goes by itself
        gm.context.set_offline(False)
        banner(gm, "The table is back. Everything is saved.")
        gm.let_time_pass()
        state(gm, "saved")

        # the server is gone, and a phone throws the page away before it is back
        server.stop()
        gm.say("into nothing")
        banner(gm, "One tap not yet saved")
        gm.page.goto("about:blank")
        server.start()
        gm.page.goto(way)
        gm.sees("into nothing")
        state(gm, "saved")

        # the table has heard it, but its answer never came: it is sent again, and known again
        server.process.send_signal(signal.SIGSTOP)
        gm.say("heard, unanswered")
        state(gm, "saving")
        gm.page.goto("about:blank")
        server.process.send_signal(signal.SIGCONT)
        gm.page.goto(way)
        gm.sees("heard, unanswered")
        state(gm, "saved")

        # a line that is dead and does not say so; the page sleeps meanwhile, and asks the moment it wakes
        server.process.send_signal(signal.SIGSTOP)
        gm.say("before the nap")
        state(gm, "saving")
        gm.page.clock.fast_forward(LONG)
        banner(gm, "The table is out of reach. One tap not yet saved")
        state(gm, "out of reach")
        server.process.send_signal(signal.SIGCONT)
        gm.page.clock.fast_forward(LONG)
        gm.sees("before the nap")
        state(gm, "saved")
        asleep(gm, is_asleep=True)
        gm.page.clock.fast_forward(10 * LONG)
        with gm.page.expect_websocket():
            asleep(gm, is_asleep=False)
        state(gm, "saved")

        said = [f"Gwen: “{text}”" for text in ("in the air", "into nothing", "heard, unanswered", "before the nap")]
        assert gm.log() == said
        kept = gm.page.evaluate("Object.keys(sessionStorage).filter((key) => key.includes('unsent'))")
        assert kept == []


def asleep(person, *, is_asleep):
    """The screen of a phone goes dark, or comes back."""
    seen = "hidden" if is_asleep else "visible"
    person.page.evaluate(
        """seen => {
            Object.defineProperty(document, 'visibilityState', { value: seen, configurable: true })
            document.dispatchEvent(new Event('visibilitychange'))
        }""",
        seen,
    )


def test_what_cannot_be_done_any_more_is_said(chromium, tmp_path):
    with served(tmp_path) as address:
        table = id, browsers = new_table(address, "Ana")
        browsers["Ana"].sit(id).act("bring", character=character("Ana"))
        host = browsers["gm"].sit(id)
        host.act("place", name="ghoul", kind="ghoul")
        ana = sit(chromium, address, table, "Ana")
        way = ana.page.url
        ana.sees("ghoul is here")
        ana.context.set_offline(True)
        ana.act("strike", who="Ana", target="ghoul")
        banner(ana, "One tap not yet saved")
        ana.page.goto("about:blank")
        host.act("remove", token="ghoul")
        ana.context.set_offline(False)
        ana.page.goto(way)
        alert = ana.page.get_by_role("alert")
        expect(alert).to_contain_text("Something you did before this page was loaded again could not be done any more: ")
        expect(alert).to_contain_text("ghoul")
        alert.get_by_role("button", name="All right").click()
        expect(alert).to_have_count(0)
        state(ana, "saved")
        assert [line for line in ana.log() if "strike" in line] == []


def test_whoever_goes_on_while_the_table_thinks_finds_it_as_they_left_it(chromium, tmp_path):
    with served(tmp_path) as address:
        table = new_table(address, "Ana")
        gm = Person(chromium, address, "gm", Mouse())
        gm.come_back(table[1]["gm"].cookies)
        line = SlowLine(gm.page)
        gm.page.goto(f"{address}/t/{table[0]}")
        state(gm, "saved")

        def meanwhile(do, look):
            line.hold()
            do()
            look()
            line.let_go()
            state(gm, "saved")
            look()

        tools = gm.page.get_by_role("region", name="Game master")
        cast = tools.get_by_role("group", name="Put somebody on the table")

        def opens_the_cast():
            gm.act("session", within="Game master", what="open")
            tools.get_by_role("button", name="Put somebody on the table", exact=True).click()

        meanwhile(opens_the_cast, lambda: expect(cast).to_be_visible())

        words = gm.page.get_by_label("Say something")

        def says_twice():
            gm.say("first")
            words.fill("second")

        meanwhile(says_twice, lambda: expect(words).to_have_value("second"))


class SlowLine:
    """Between page and table: what the table says is kept back for a while."""

    def __init__(self, page):
        self.is_held, self.kept = False, []
        page.route_web_socket(re.compile("/ws/"), self._between)

    def _between(self, socket):
        self.socket = socket
        socket.connect_to_server().on_message(self._pass_on)

    def _pass_on(self, text):
        if self.is_held:
            self.kept.append(text)
        else:
            self.socket.send(text)

    def hold(self):
        self.is_held = True

    def let_go(self):
        self.is_held = False
        while self.kept:
            self.socket.send(self.kept.pop(0))


def test_what_a_change_of_network_tears_is_fetched_again(chromium, tmp_path):
    with served(tmp_path) as address:
        gm = Person(chromium, address, "Gwen", Mouse())
        gm.page.goto(address)
        expect(gm.page.get_by_role("region", name="Games")).to_be_visible()
        first = set(gm.page.evaluate("performance.getEntriesByType('resource').map(one => one.name)"))
        torn = {one for one in first if "/assets/" in one}  # what the page begins with, the browser asks for, and once only

        def tear_once(route):
            request = route.request
            if request.method != "GET" or request.url in torn:
                return route.continue_()
            torn.add(request.url)
            return route.abort("internetdisconnected")

        gm.page.route(re.compile("/assets/|/api/"), tear_once)
        gm.open_table("Under the hill")
        gm.place("ghoul")
        gm.sees("ghoul is here")
        for wanted in ("/assets/NewTable", "/assets/Sitting", "/api/games"):
            assert any(wanted in url for url in torn)


def test_never_a_blank_screen(chromium, tmp_path):
    every = games()
    with served(tmp_path, systems=every) as address:
        table = new_table(address, "Ana")
        ana = sit(chromium, address, table, "Ana")

        # where there is no table, whatever one wants of it
        for part in ("", "/join", "/tv", "/film", "/recap"):
            ana.page.goto(f"{address}/t/nowhere{part}")
            expect(ana.page.get_by_text(re.compile("there is no such table", re.IGNORECASE)).first).to_be_visible()
            expect(ana.page.get_by_role("link").first).to_be_visible()

        # the page's own script does not come
        ana.page.route("**/assets/index*.js", lambda route: route.abort())
        ana.page.goto(address)
        expect(ana.page.get_by_role("link", name="load it again")).to_be_visible()
        ana.page.unroute_all()
        ana.page.get_by_role("link", name="load it again").click()
        expect(ana.page.get_by_role("region", name="Games")).to_be_visible()

        # a part of the page that a newer server no longer has; an error in one; a table that says what this page cannot read
        ana.page.goto(f"{address}/odds")
        ana.page.route("**/assets/Rulebook*.js", lambda route: route.abort())
        ana.page.get_by_role("link", name="Rulebook").first.click()
        broken = ana.page.get_by_role("heading", name="This screen broke.")
        expect(broken).to_be_visible()
        expect(ana.page.get_by_role("alert")).to_contain_text("A part of the page could not be fetched.")
        ana.page.unroute_all()
        ana.page.go_back()
        ana.page.get_by_role("link", name="Rulebook").first.click()
        expect(ana.page.get_by_role("link", name="Moment of Truth").first).to_be_visible()
        for change, why in ({"questions": [{"asked": {"options": 7}}]}, "TypeError"), ({"facts": None}, "does not understand"):
            ana.page.unroute_all()
            ana.page.route_web_socket(re.compile("/ws/"), garbled(change))
            ana.page.goto(f"{address}/t/{table[0]}")
            expect(broken).to_be_visible()
            expect(ana.page.get_by_role("alert")).to_contain_text(why)
            expect(ana.page.get_by_role("button", name="Load again")).to_be_visible()

    # the folder of the game has vanished
    with served(tmp_path, systems={id: game for id, game in every.items() if id != "lanterns"}) as address:
        late = sit(chromium, address, table, "Ana")
        expect(late.page.get_by_role("heading", name="The game of this table is missing.")).to_be_visible()
        expect(late.page.get_by_role("alert")).to_contain_text("this table plays 'lanterns', which is not here")
        expect(late.page.get_by_text("puts the folder of the game back")).to_be_visible()
        expect(late.page.get_by_role("button", name="Load again")).to_be_visible()


def garbled(change):
    """Between page and table: the first word of the table is another one."""

    def handle(socket):
        table = socket.connect_to_server()

        def pass_on(text):
            frame = json.loads(text)
            socket.send(json.dumps({**frame, **change} if frame["is"] == "welcome" else frame))

        table.on_message(pass_on)

    return handle
