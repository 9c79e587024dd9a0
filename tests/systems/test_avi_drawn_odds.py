"""Avitch: the odds of what dice give to somebody new, by command, by page and by the rules that the table itself asks."""

import json
from fractions import Fraction

import pytest

from fatewright.chance import seeded_dice
from fatewright.cli import main
from fatewright.core.rule.price import odds
from fatewright.core.rule.reading import roll
from fatewright.systems.avitch.characters import banks, generation
from fatewright.systems.avitch.characters.generation import SKILLS, group_skills, skill, skill_at, void_draws
from fatewright.systems.avitch.discussions import motivations
from fatewright.systems.avitch.discussions.motivations import PAIRS, motivation, pair
from systems.avi_table import AVI
from web.serving import Browser, served


def command(capsys, *words):
    """The odds that the command prints, as fractions."""
    assert main(["odds", "avitch", *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    return {one["outcome"]: Fraction(one["weight"], found["total"]) for one in found["outcomes"]}


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with served(tmp_path_factory.mktemp("drawn")) as address:
        yield Browser(address)


# ── motivations ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_odds_of_pride(capsys):
    """AVI-X.28, AVI-2.03.02.02, AVI-2.03.02.05: P(Proud = 10) = 1/18, P(Proud >= 8) = 1/3, P(6) = 1/9."""
    found = command(capsys, "motivation", "motivation=Proud")
    assert (found[10], sum(found[rating] for rating in (8, 9, 10)), found[6]) == (
        Fraction(1, 18),
        Fraction(1, 3),
        Fraction(1, 9),
    )
    both = odds(pair(3))  # Honest and Deceitful
    assert both.chance_that(lambda one: one.left > one.right) == Fraction(4, 9)
    assert both.chance_that(lambda one: one.left == one.right) == Fraction(1, 9)


@pytest.mark.parametrize("name", [name for both in PAIRS for name in both])
def test_every_motivation_has_odds(name):
    """AVI-2.03.02.05, AVI-R.19: the same, and on average 6."""
    assert (odds(motivation(name)).chance(10), odds(motivation(name)).mean()) == (Fraction(1, 18), 6)


def test_one_motivation_is_dealt_as_all_of_them_are():
    """AVI-2.03.02.02, AVI-2.03.02.03, AVI-2.03.02.04: the rule of the table, whose other pairs are not told apart."""
    assert [step.within[0] for step in roll(motivation("Proud"), seeded_dice(1)).steps] == ["pair"] * 9
    table = roll(motivations.motivations(), seeded_dice(1))
    alone = roll(motivation("Energetic"), seeded_dice(1))
    assert [step.within[-1] for step in table.steps] == [step.within[-1] for step in alone.steps] == ["one-of"] * 8 + ["order"]


# ── skills ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_control_at_three_by_command(capsys):
    """AVI-X.21, AVI-1.03.01.09, AVI-1.03.01.12: exact, the redraw included."""
    found = command(capsys, "skill-at", "skill=Control", "rating=3")
    assert [found[rating] for rating in (0, 1, 2, 3, 4, 10)] == [
        *[Fraction(797123, 25165824), Fraction(1594333, 12582912), Fraction(11691739, 50331648)],
        *[Fraction(1082565, 4194304), Fraction(3247695, 16777216), Fraction(631, 16777216)],
    ]
    assert sum(rating * chance for rating, chance in found.items()) == 3


@pytest.mark.parametrize(
    ("name", "rating"),
    [*(("Hand-to-Hand", rating) for rating in range(11)), *(("Social", rating) for rating in range(5))],
)
def test_one_skill_has_the_odds_that_it_has_among_all(name, rating):
    """AVI-1.03.01.09, AVI-1.03.01.11, AVI-1.03.01.12, AVI-R.07: of the rule that the table asks, where that is small enough."""
    for full in ("redraw", "lose_point"):
        together = odds(group_skills(name, rating, full))
        for place in (0, len(SKILLS[name]) - 1):
            alone = odds(skill_at(SKILLS[name][place], rating, full))
            assert alone == together.map(lambda ratings, place=place: ratings[place])


@pytest.mark.parametrize("rating", range(11))
@pytest.mark.parametrize("name", ["Notice", "Swim", "Lead"])
def test_on_average_a_skill_is_what_its_group_is(name, rating):
    """AVI-1.03.01.11: every skill of every group, whatever its rating."""
    exact = odds(skill_at(name, rating))
    assert (exact.mean(), exact.beyond) == (rating, 0)
    assert all(max(0, rating - 3) <= one <= 10 for one in exact.weights)


def test_a_skill_from_the_first_draw_on(capsys):
    """AVI-X.17, AVI-X.22, AVI-1.03.01.01, AVI-1.03.01.03, AVI-1.03.01.05: 1006331/500000 and 80253/20000 on average."""
    for main_character, mean in (("no", Fraction(1006331, 500000)), ("yes", Fraction(80253, 20000))):
        found = command(capsys, "skill", "skill=Notice", f"main={main_character}")
        assert sum(rating * chance for rating, chance in found.items()) == mean
    at = odds(generation.group_rating("yes"))
    mixed = sum(at.chance(rating) * odds(skill_at("Notice", rating)).chance(10) for rating in range(11))
    assert odds(skill("Notice", "yes")).chance(10) == mixed


def test_each_skill_may_be_raised_instead():
    """AVI-1.03.01.14: by a dial; then nobody who is main has less than 2."""
    exact = odds(skill("Run", "yes", 2, "each_skill"))
    assert exact.chance(0) == exact.chance(1) == 0
    assert exact.chance(2) == odds(skill("Run")).chance(0)


@pytest.mark.parametrize(
    ("group", "rating", "chance"),
    [
        ("Hand-to-Hand", 3, Fraction(37, 4194304)),
        ("Hand-to-Hand", 4, Fraction(631, 4194304)),
        ("Hand-to-Hand", 5, Fraction(6571, 4194304)),
        ("Knowledge", 2, Fraction(81985, 96889010407)),
        ("Social", 2, 0),
    ],
)
def test_the_odds_of_void_draws(group, rating, chance):
    """AVI-X.20, AVI-1.03.01.12: of 7 skills at 2 hardly ever, of 4 or 5 never."""
    assert odds(void_draws(group, rating)).chance_that(bool) == chance


def test_the_table_asks_the_rule_that_has_odds():
    """AVI-1.03.01.09, AVI-R.07: dice of a bank mean the same to both."""
    assert roll(banks.filled(SKILLS["Hand-to-Hand"], 3), iter_faces([1] * 12 + [2, 3])).outcome == ((10, 1, 1, 0), 2)
    assert roll(skill_at("Control", 3), iter_faces([1] * 12 + [2, 3])).outcome == 10


def iter_faces(faces):
    left = iter(faces)
    return lambda sides: next(left)


def test_the_page_offers_and_prices_them(browser):
    """AVI-X.28, AVI-X.21: the odds page lists a game's rules as they are."""
    rules = {rule["name"]: rule for rule in browser.get("/api/games/avitch")[1]["rules"]}
    assert {"motivation", "skill", "skill-at", "void-draws", "group-rating", "pair"} <= set(rules)
    offered = {name: [one["value"] for one in rules[name]["fields"][0]["options"]] for name in ("skill", "motivation")}
    assert offered["skill"] == [name for names in SKILLS.values() for name in names]
    assert set(offered["motivation"]) == set(AVI.lists["motivations"])
    status, found = browser.get("/api/odds?game=avitch&rule=motivation&motivation=Proud")
    assert status == 200
    (each,) = found["each"]
    assert {one["label"]: one["fraction"] for one in each["odds"]["outcomes"]}["10"] == "1/18"
