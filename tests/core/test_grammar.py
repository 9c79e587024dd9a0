"""So many of a thing, a or an, is or are."""

import pytest

from fatewright.core.grammar import agrees, article, change_of, count_of, in_words, plural, spaced, with_article


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [
        (1, "hit", "1 hit"),
        (0, "hit", "0 hits"),
        (2, "hit", "2 hits"),
        (-1, "pace", "-1 pace"),
        (1, "die", "1 die"),
        (3, "die", "3 dice"),
        (2, "Die", "2 Dice"),
        (1, "success", "1 success"),
        (2, "success", "2 successes"),
        (1, "company", "1 company"),
        (2, "company", "2 companies"),
        (2, "day", "2 days"),
        (2, "watch", "2 watches"),
        (2, "mesh", "2 meshes"),
        (2, "box", "2 boxes"),
        (2, "person", "2 people"),
        (1, "hit point", "1 hit point"),
        (2, "hit point", "2 hit points"),
    ],
)
def test_so_many_of_a_thing(number, noun, said):
    assert count_of(number, noun) == said


@pytest.mark.parametrize(("number", "said"), [(1, "+1 die"), (-1, "-1 die"), (2, "+2 dice"), (-3, "-3 dice")])
def test_so_many_more_or_fewer(number, said):
    assert change_of(number, "die") == said


def test_of_several_words_the_last_is_counted():
    assert [plural(noun) for noun in ("skill point", "health point", "Assault Rifle")] == [
        "skill points",
        "health points",
        "Assault Rifles",
    ]


@pytest.mark.parametrize(("number", "said"), [(0, "were"), (1, "was"), (2, "were")])
def test_a_verb_follows_its_number(number, said):
    assert agrees(number, "was", "were") == said


@pytest.mark.parametrize(
    "said",
    [
        "an Assault Rifle",
        "a Battle Axe",
        "an ogre",
        "an Unarmed Attack",
        "an uncle",
        "an unimportant man",
        "an uninjured man",
        "an SMG",
        "an M16",
        "a UFO",
        "a BAR",
        "a NATO rifle",
        "an X-ray",
        "a U-boat",
        "an 8-gauge",
        "an 80 m rope",
        "an 11-foot pole",
        "an 18th birthday",
        "a 10-gauge",
        "a 1-pounder",
        "a 110-foot pole",
        "an 11000-foot fall",
        "an 800-pound gorilla",
        "a 12-gauge",
        "an hour",
        "an honest man",
        "an heirloom",
        "a house",
        "a herb",
        "a unicorn",
        "a uniform",
        "a unit",
        "a unimodal curve",
        "a user",
        "a usual day",
        "a utensil",
        "a European",
        "a one-eyed crow",
        "an only child",
        "an onerous task",
        "an “awful” sound",
        "a 'plain' one",
        "an A",
        "an O'Neill",
        "a ",
    ],
)
def test_the_article_of_a_thing_is_that_of_its_sound(said):
    found, _, thing = said.partition(" ")
    assert (article(thing), with_article(thing)) == (found, said)


@pytest.mark.parametrize(("value", "said"), [("main_arm", "main arm"), ("A_b", "A_b"), ("as it_is", "as it_is"), (3, "3")])
def test_a_value_is_said_without_the_marks_of_programs(value, said):
    assert in_words(value) == said


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("critical_shift", "critical shift"),
        ("skill-roll", "skill roll"),
        ("Hand-to-Hand", "Hand-to-Hand"),
        ("a two-edged sword", None),
    ],
)
def test_a_name_is_read_with_spaces_unless_it_was_written_for_people(name, words):
    assert spaced(name) == (words or name)
