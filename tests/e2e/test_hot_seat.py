"""Two people play a sealed bid on one device by keyboard alone: whoever has it in hand sees their own things and no other's."""

import json
import re

import pytest
from playwright.sync_api import expect

from e2e.screens import DESK, PHONE, Keys, Mouse, Person
from e2e.test_pages import findings, overflow
from web.serving import Browser, served

NOTE, DRAFT = "a moth under the third stone", "what Ana never says"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("house")) as address:
        yield address


def lantern_table(house):
    """A table with a game master elsewhere: the way to it."""
    return f"{house}/t/{Browser(house).post('/api/tables', {'game': 'lanterns', 'name': 'Hill', 'seat': 'gm'})[1]['id']}"


def kept(page):
    """All that somebody could find on the device: the page, its title, what scripts keep and could read."""
    stores = page.evaluate("JSON.stringify([document.title, {...localStorage}, {...sessionStorage}, document.cookie])")
    return page.content() + stores


def alike(page):
    """The page as text, without what differs from table to table."""
    return re.sub(r"/t/[a-z0-9]+|/tables/[a-z0-9]+|\bc\d+\b", "", page.content())


def share(person, name):
    """Somebody else sits down at the same device."""
    person.hand.press(person.page.get_by_role("navigation", name="More").get_by_role("button", name="Invite"))
    dialog = person.page.get_by_role("dialog")
    person.hand.press(dialog.get_by_text("Play more seats on this device"))
    person.hand.fill(dialog.get_by_label("Name", exact=True), name)
    person.hand.press(dialog.get_by_role("button", name="Sit down"))
    expect(dialog.get_by_text(f"{name} sits here too")).to_be_visible()
    person.hand.press(dialog.get_by_role("button", name="Close"))


def hand_over(person, name):
    """Pass the device on: it is covered."""
    person.hand.press(person.page.get_by_role("button", name=f"Pass to {name}"))
    expect(person.page.get_by_role("heading", name=f"Pass the device to {name}.")).to_be_focused()


def take(person, name):
    button = person.page.get_by_role("button", name=f"{name}: tap when nobody else looks.")
    expect(button).to_be_enabled()
    person.hand.press(button)
    expect(person.page.get_by_role("banner").get_by_text(name, exact=True)).to_be_visible()


def listen(socket, frames):
    """Keep what a socket is told, apart from all others."""
    heard = []
    frames.append(heard)
    socket.on("framereceived", lambda frame: heard.append(frame))


def sealed_bid(chromium, house, light, hand, viewport=DESK):
    """Ana lays so much light face down and passes the device to Bo: the device, and what each of its sockets was told."""
    way = lantern_table(house)
    both = Person(chromium, house, "Ana", hand, viewport)
    page, frames = both.page, []
    page.on("websocket", lambda socket: listen(socket, frames))
    both.join(f"{way}/join")
    both.build(nerve=3, hand=4, wit=2)
    both.note(NOTE)
    share(both, "Bo")
    hand_over(both, "Bo")
    take(both, "Bo")
    both.build(nerve=2, hand=2, wit=5)
    hand_over(both, "Ana")
    take(both, "Ana")
    assert NOTE in page.content()

    both.act("stare", who="Ana", other="Bo")
    expect(page.get_by_role("region", name="On this device")).to_contain_text("Bo is asked.")
    both.stake(light)
    expect(both.part("Question").get_by_text("Your answer lies face down.")).to_be_visible()
    assert [text for text in (f"You laid: {light}", f"You laid {light}", f"Answer: {light}") if text in page.content()] == []
    assert (findings(page), overflow(page)) == ([], 0)
    both.part("Log")
    both.hand.fill(page.get_by_label("Say something"), DRAFT)
    hand_over(both, "Bo")
    return both, frames


def test_nothing_of_one_is_left_for_the_other(chromium, house):
    shown = []
    for light in (1, 3):
        both, frames = sealed_bid(chromium, house, light, Keys())
        page, count = both.page, len(frames)
        assert [word for word in (NOTE, DRAFT, "wit", "lantern", "Hill", "stake") if word in kept(page)] == []
        assert (page.title(), findings(page), overflow(page)) == ("Fatewright", [], 0)
        expect(page.get_by_role("button", name="Bo: tap when nobody else looks.")).to_be_enabled()  # not yet, for a breath
        covered = alike(page)
        page.reload()
        expect(page.get_by_role("heading", name="Pass the device to Bo.")).to_be_visible()
        page.go_back()
        page.go_forward()
        expect(page.get_by_role("heading", name="Pass the device to Bo.")).to_be_visible()
        assert len(frames) == count  # nobody was connected meanwhile

        take(both, "Bo")
        expect(page.get_by_role("region", name="Question")).to_contain_text("Stake how much light?")
        expect(page.get_by_role("heading", level=1)).to_be_focused()  # that and the odds come a moment later
        expect(page.get_by_text("it depends on what you cannot know yet")).to_be_visible()
        assert [word for word in (NOTE, DRAFT) if word in kept(page) + json.dumps(frames[count:])] == []
        (bo,) = frames[count:]
        asked = [one for frame in map(json.loads, bo) for one in frame.get("questions", []) if one["seat"] == "Ana"]
        assert {(one["is_locked"], one["asked"], one["answer"]) for one in asked} == {(True, None, None)}
        shown.append((covered, alike(page)))

        both.stake(2)
        both.sees("Ana looks away" if light == 1 else "Bo looks away")
        hand_over(both, "Ana")
        take(both, "Ana")
        both.sees("looks away")
        assert NOTE in page.content()
        assert both.problems == []
        both.context.close()
    assert shown[0] == shown[1]  # Ana's bid makes no difference to what the device shows


def test_while_the_device_is_passed_on_the_page_asks_for_nobody(chromium, house):
    both = Person(chromium, house, "Ana", Mouse())
    page, held, asked = both.page, [], []
    both.join(f"{lantern_table(house)}/join")
    both.build(nerve=3, hand=4, wit=2)
    share(both, "Bo")
    page.route("**/hand-over", lambda route: held.append(route))
    with page.expect_request("**/hand-over"):
        both.hand.press(page.get_by_role("button", name="Pass to Bo"))
    page.on("request", lambda request: asked.append(request.url))
    both.hand.press(both.part("What you can do").get_by_role("button", name="stare", exact=True))
    page.evaluate("new Promise(done => setTimeout(done, 1000))")  # five times what a form waits before it asks for its odds
    assert asked == []
    held[0].continue_()
    expect(page.get_by_role("heading", name="Pass the device to Bo.")).to_be_focused()
    assert both.problems == []
    both.context.close()


def test_a_second_tab_is_covered_as_well_on_a_phone(chromium, house):
    both, _ = sealed_bid(chromium, house, 2, Mouse(), PHONE)
    take(both, "Bo")
    other = both.context.new_page()
    other.goto(both.page.url)
    expect(other.get_by_role("button", name="Pass to Ana")).to_be_visible()
    hand_over(both, "Ana")
    expect(other.get_by_role("heading", name="Pass the device to Ana.")).to_be_visible()
    assert "Stake how much light?" not in kept(other)
    other.get_by_role("button", name="Pass to Bo").click()  # it was the wrong name
    expect(both.page.get_by_role("heading", name="Pass the device to Bo.")).to_be_visible()
    assert [one for one in both.problems if "401" not in one] == []  # what was under way when the seat was passed on is refused


def test_a_character_half_made_waits_out_of_sight(chromium, house):
    both = Person(chromium, house, "Ana", Mouse())
    both.join(f"{lantern_table(house)}/join")
    nerve = both.page.get_by_role("form", name="Make a character").get_by_role("spinbutton", name=re.compile("nerve"))
    nerve.fill("4")
    share(both, "Bo")
    hand_over(both, "Bo")
    assert "draft" not in kept(both.page)
    take(both, "Bo")
    expect(nerve).not_to_have_value("4")
    hand_over(both, "Ana")
    take(both, "Ana")
    expect(nerve).to_have_value("4")
