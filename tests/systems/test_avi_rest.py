"""What no other test of Avitch is about: what the game is made of, and where its parts come from."""

from fractions import Fraction
from random import Random

from fatewright.core.rule.odds import Memory
from fatewright.core.rule.price import odds
from fatewright.core.rule.reading import roll
from fatewright.systems.avitch.characters import generation, people
from fatewright.systems.avitch.discussions import motivations
from fatewright.systems.avitch.mechanics.draws import among
from fatewright.systems.spec import game
from systems.avi_table import outcome, said, seated

AVI = game("avitch")


def test_there_are_four_subsystems_and_checks_for_the_rest():
    """AVI-0.01: discussions, travel with chases, hand-to-hand, mass combat: each begins by a verb of its own."""
    groups = {verb.group for verb in AVI.game.verbs.values()}
    assert {"Talk", "Travel", "Chase", "Fight", "Battle", "Checks"} <= groups
    play = seated()
    begun = [
        play.act("ana", "open-discussion", who="ana", other="bo", topic="the road"),
        play.act("ana", "start-chase", who="ana", other="cy", role="pursues"),
        play.act("bo", "fight", who="bo", other="cy"),
    ]
    assert [said(events)[0] for events in begun] == ["ana and bo discuss the road", "ana goes after cy", "bo attacks cy"]
    play.act("ana", "muster", who="ana", other="bo")
    assert "vote" in {name for _, name in play.asked()}


def test_a_session_begins_with_the_title_of_the_game():
    """AVI-0.03: the draft has none; a group's own version has its own."""
    play = seated()
    play.act("ana", "open-session")
    events = play.answers(dict.fromkeys(("ana", "bo", "cy"), "yes"))
    assert (AVI.title, said(events)[-1][:17]) == ("Avitch", "Avitch, session 1")


def test_a_difficulty_stands_in_for_the_opponent():
    """AVI-1.02.01.03: Lead 4 against 3: three dice, and one success wins."""
    play = seated({"ana": {"Lead": 4}, "bo": {}})
    events = play.act("ana", "lead", 7, 1, 1, who="ana", others="bo", task="to row")
    assert (outcome(events), "ana: Lead 4 against 3" in said(events)) == ("success", True)


def test_in_a_race_both_run():
    """AVI-1.02.02.01: the skill of a race is Run, and it asks who else takes part."""
    play = seated({"ana": {"Run": 2}, "bo": {"Run": 4}})
    play.act("ana", "race", who="ana", skill="Run", what="to the mill")
    assert [seat for seat, _ in play.asked()] != []


def test_main_characters_are_raised_where_the_rating_is_drawn():
    """AVI-1.03.01.03, AVI-1.03.01.06: a drawn 3 becomes 5, before anything is multiplied."""
    raised = generation.raised_by("yes", 2, "group_rating")
    assert (raised, generation.shifted(3, raised), generation.shifted(9, raised)) == (2, 5, 10)


def test_faces_count_down_the_list_of_a_group():
    """AVI-1.03.01.04, AVI-R.04: alphabetically, whatever order the descriptions have."""
    names = generation.SKILLS["Hand-to-Hand"]
    assert names == ("Control", "Fighting Mind", "Speed", "Strength")
    assert among(names, 3, "dice_script").number == 3
    assert people.group_of(seated({"ana": {}}).desk, "Speed") == "Hand-to-Hand"


def test_four_draws_are_independent():
    """AVI-X.24: all four at 2: 81 of 4096; at least one of 4 or more: 14911 of 65536."""
    one = odds(generation.group_rating(), memory=Memory())  # worked out here, not remembered from another test
    assert one.chance(2) ** 4 == Fraction(81, 4096)
    high = sum((one.chance(rating) for rating in range(4, 11)), start=Fraction(0))
    assert 1 - (1 - high) ** 4 == Fraction(14911, 65536)


def test_the_nine_rating_pairs_are_dealt_out_once_each():
    """AVI-2.03.02.01: 2/10 once, 3/9 twice, 4/8 three times, 5/7 twice, 6/6 once."""
    chance = Random(5)
    dealt = roll(motivations.motivations(), lambda sides: chance.randint(1, sides)).outcome
    assert sorted(tuple(sorted(pair)) for pair in dealt) == sorted(motivations.STANDARD)


def test_an_appeal_is_talk_and_a_few_rolls_and_how_it_shows_is_the_players():
    """AVI-2.01.05, AVI-2.03.01.02."""
    play = seated({"ana": {"Convince": 5}, "bo": {"Merciful": 10, "Cruel": 2}})
    play.act("ana", "open-discussion", who="ana", other="bo", topic="bread")
    play.act(
        "ana", "appeal", who="ana", listener="bo", topic="bread", context="here", suggestion="share", motivation="Merciful"
    )
    while waiting := [seat for seat, name in play.asked() if name == "terms"]:
        play.answer(waiting[0], ("Convince", "Merciful", 2))
    play.answer("ana", "make it")
    events = play.answer("bo", "hear it", 8, 1, 1, 1, 1, 3)
    assert [line for line in said(events) if "How it shows is for bo to say" in line] != []
