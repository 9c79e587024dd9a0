"""Avitch in real browsers: three people and nobody in charge. One of them leaves while difficulties lie face down."""

import re

from playwright.sync_api import expect

from e2e.test_pages import findings, overflow
from e2e.test_twist_of_fate import answers, do, happened, question, sit
from web.serving import new_table, served

MORTEN, ELLA, YSOLDE = "Morten", "Ella", "Ysolde"
WANTS = "Morten wants to climb down (Jump/Climb)"


def set_out(address):
    """Three players with a ready-made character each: the table's id, and everyone's browser."""
    id, browsers = new_table(address, "Bo", "Cy", game="avitch")
    for seat, name in (("gm", MORTEN), ("Bo", ELLA), ("Cy", YSOLDE)):
        do(browsers[seat], id, "place", name=name, kind=name)
    return id, browsers


def proposes(person, difficulty, consequence):
    """Say how hard it is and what failing costs, face down."""
    asked = question(person, WANTS)
    person.hand.choose(asked.get_by_role("radiogroup", name="difficulty"), str(difficulty))
    costs = asked.get_by_role("combobox", name="What does failing cost?")
    if costs.count():
        costs.select_option(label=consequence)
    else:
        person.hand.choose(asked.get_by_role("group", name="What does failing cost?"), consequence)
    person.hand.press(asked.get_by_role("button", name=re.compile("^Answer")))
    expect(asked.get_by_text("Your answer lies face down.")).to_be_visible()


def test_a_check_goes_on_when_somebody_leaves_who_was_to_say_how_hard_it_is(chromium, tmp_path):
    with served(tmp_path, seed=5) as address:
        id, browsers = set_out(address)
        ana, bo, cy = (sit(chromium, address, id, name, browsers[name]) for name in ("gm", "Bo", "Cy"))
        ana.act("attempt", who=MORTEN, skill="Jump/Climb", what="climb down", helper=MORTEN)
        question(cy, WANTS)
        proposes(bo, 2, "Winded")
        assert "if it fails" not in ana.page.content()  # what lies face down is nobody else's
        cy.context.close()  # gone, and did not answer

        waiting = ana.page.get_by_role("region", name="Still waiting for")
        expect(waiting.get_by_text("Cy: difficulty")).to_be_visible()
        ana.hand.press(waiting.get_by_role("button", name="Let the default stand"))
        published = "Jump/Climb 3 against difficulty 2; if it fails: Winded"
        happened(bo, published)
        asked = question(ana, published)
        expect(asked.get_by_text("57.81 %").first).to_be_visible()  # 37/64, for all to compute
        assert (findings(ana.page), overflow(ana.page)) == ([], 0)
        answers(ana, published, option=re.compile("^roll"))
        happened(bo, re.compile("Morten (succeeds|fails)"))
        assert [ana.problems, bo.problems] == [[], []]
