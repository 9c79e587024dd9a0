"""A group tonight: a desk, two phones and a television, from the lobby to the recap; and how little that takes."""

import re

import pytest
from playwright.sync_api import expect

from e2e.screens import DESK, PHONE, SMALL_PHONE, TELEVISION, Keys, Mouse, Person
from e2e.test_pages import overflow
from web.serving import served

HANDS = pytest.mark.parametrize("hand", [Mouse, Keys], ids=["by mouse and touch", "by keyboard alone"])


class Counted:
    """A hand whose presses are counted."""

    def __init__(self, hand):
        self._hand, self.presses = hand, 0

    def press(self, target):
        self.presses += 1
        self._hand.press(target)

    def __getattr__(self, name):
        return getattr(self._hand, name)


@HANDS
def test_a_group_sits_down_builds_plays_and_closes_the_session(chromium, tmp_path, hand):
    with served(tmp_path, seed=3) as address:
        gm = Person(chromium, address, "Gwen", Counted(hand()), DESK)
        ana = Person(chromium, address, "Ana", hand(), SMALL_PHONE)
        bo = Person(chromium, address, "Bo", hand(), PHONE)
        screen = Person(chromium, address, "", hand(), TELEVISION)
        people = (gm, ana, bo, screen)

        opens_in_two_taps(gm)
        link = gm.invitation()
        for player in (ana, bo):
            comes_by_name_alone(player, link)
        becomes_the_television(screen, link)
        builds_nothing_illegal(ana)
        bo.build(nerve=2, hand=2, wit=5)

        gm.act("session", within="Game master", what="open")
        gm.place("ghoul")
        for person in (gm, ana, bo):
            person.sees("ghoul is here")
        expect(screen.page.get_by_role("region", name="Just now")).to_contain_text("ghoul is here")
        bids_are_turned_over_together(ana, bo, screen)
        closes(gm, ana, screen)
        assert [person.problems for person in people] == [[], [], [], []]


def opens_in_two_taps(gm):
    """The first table takes a name besides, the second not even that."""
    for table in (1, 2):
        gm.page.goto(gm.address)
        gm.hand.presses = 0
        gm.hand.press(gm.page.get_by_role("link", name="New table: Lanterns Under the Hill"))
        if table == 1:
            gm.hand.fill(gm.page.get_by_label("Your name"), gm.name)
        expect(gm.page.get_by_label("Your name")).to_have_value(gm.name)
        station(gm, f"new table {table}")
        gm.hand.press(gm.page.get_by_role("button", name="Open the table"))
        expect(gm.page.get_by_role("heading", name="Lanterns Under the Hill")).to_be_visible()
        assert gm.hand.presses == 2
    station(gm, "a table alone")


def comes_by_name_alone(player, link):
    player.page.goto(link)
    expect(player.page.get_by_role("textbox")).to_have_count(1)
    station(player, "join")
    player.join(link)
    expect(player.page.get_by_role("form", name="Make a character")).to_be_visible()
    station(player, "builder")


def becomes_the_television(screen, link):
    """By the same link, without a name."""
    screen.page.goto(link)
    screen.hand.press(screen.page.get_by_role("link", name="Use it as the television"))
    screen.hand.press(screen.page.get_by_role("button", name="Use this screen as the television"))
    expect(screen.page.get_by_role("complementary", name="Join in").get_by_role("img")).to_be_visible()
    station(screen, "television")


def builds_nothing_illegal(ana):
    builder = ana.page.get_by_role("form", name="Make a character")
    for trait in ("nerve", "hand", "wit"):
        ana.hand.fill(builder.get_by_role("spinbutton", name=re.compile(trait, re.IGNORECASE)), "5")
    reasons = builder.get_by_role("list", name="What is not right yet").get_by_role("listitem")
    expect(reasons).to_have_text(["Traits: points spent: 15, and there are 9"], ignore_case=True)
    expect(builder.get_by_role("button", name="To the table")).to_be_disabled()
    station(ana, "illegal")
    ana.build(nerve=3, hand=4, wit=2)


def bids_are_turned_over_together(ana, bo, screen):
    ana.act("stare", who="Ana", other="Bo")
    station(ana, "stake")
    ana.stake(2)
    bo.asked()
    assert not any("turned over" in line.lower() for line in bo.log())
    station(screen, "owes")
    bo.stake(1)
    for player in (ana, bo):
        player.sees("Bo looks away")
        station(player, "log")
    expect(screen.page.get_by_role("region", name="Just now")).to_contain_text("Bo looks away")
    station(screen, "turned over")


def closes(gm, ana, screen):
    gm.act("session", within="Game master", what="close")
    for person in (ana, screen):
        if person.is_phone:
            person.part("Question")
        person.hand.press(person.page.get_by_role("link", name="Read the recap"))
        expect(person.page.get_by_role("heading", name="Lanterns Under the Hill, session 1")).to_be_visible()
        station(person, "recap")


@HANDS
@pytest.mark.parametrize("game", ["Moment of Truth", "Twist of Fate"])
def test_however_many_dials_there_are_the_table_opens_without_scrolling(chromium, tmp_path, game, hand):
    with served(tmp_path) as address:
        gm = Person(chromium, address, "Gwen", hand(), SMALL_PHONE)
        gm.page.goto(address)
        gm.hand.press(gm.page.get_by_role("link", name=f"New table: {game}"))
        expect(gm.page.get_by_role("region", name="Dials").locator("summary").first).to_be_attached()
        expect(gm.page.get_by_role("button", name="Open the table")).to_be_in_viewport(ratio=1)
        gm.hand.fill(gm.page.get_by_label("Your name"), gm.name)
        name = gm.page.get_by_label("Your name").bounding_box()
        button = gm.page.get_by_role("button", name="Open the table").bounding_box()
        assert name["y"] + name["height"] <= button["y"], "what is filled in is not covered by the button"
        gm.hand.press(gm.page.get_by_role("button", name="Open the table"))
        expect(gm.page.get_by_role("heading", name=game)).to_be_visible()


def station(person, name):
    """A place on the way: nothing on it is wider than the screen."""
    assert overflow(person.page) == 0, name
