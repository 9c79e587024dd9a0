"""What is the author's and what is ours, on the page: a table of the draft alone, and a mark that explains itself."""

import pytest
from playwright.sync_api import expect

from e2e.screens import PHONE, Mouse, Person
from e2e.test_moment_of_truth import assert_well_made
from web.serving import served


@pytest.fixture
def house(tmp_path):
    with served(tmp_path) as address:
        yield address


def test_a_table_of_the_draft_alone_from_the_dial_to_the_builder(chromium, house):
    gwen = Person(chromium, house, "Gwen", Mouse(), PHONE)
    page = gwen.page
    page.goto(f"{house}/games/triumph-and-disaster/content")
    gwen.hand.press(page.locator("#list-perks summary").first)
    gwen.hand.press(page.locator("#list-perks details details summary"))
    mark = page.locator("#list-perks").get_by_role("button", name="ours").first
    gwen.hand.press(mark)
    expect(page.locator("#list-perks").get_by_role("note")).to_contain_text("stands nowhere in the author’s own text")
    page.goto(f"{house}/new?game=triumph-and-disaster")
    gwen.hand.fill(page.get_by_label("Your name"), "Gwen")
    gwen.hand.press(page.locator("summary").filter(has_text="the table"))
    page.get_by_label("rows").select_option(label="draft only")
    expect(page.get_by_role("status").filter(has_text="The author's draft has none of these")).to_contain_text("perks, spells")
    assert_well_made(gwen)
    gwen.hand.press(page.get_by_role("button", name="Open the table"))
    page.wait_for_url("**/t/*")
    ana = Person(chromium, house, "Ana", Mouse(), PHONE)
    ana.join(f"{page.url}/join")
    expect(ana.page.get_by_text("This table plays the author’s draft alone")).to_contain_text("perks, spells")
    expect(ana.page.get_by_role("group", name="weapon").get_by_role("radio")).to_have_count(1)
    assert (gwen.problems, ana.problems) == ([], [])
