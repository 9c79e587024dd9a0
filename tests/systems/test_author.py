"""What the author of a game writes: stories become verbs, and the types of their arguments become forms."""

from typing import Annotated, Literal

import pytest

from fatewright.core.table.game import Act
from fatewright.core.table.preview import odds_of_act
from fatewright.core.table.story import Desk, Ending, Say, Verb, a_choice, a_number, a_person, a_text, ends
from fatewright.kit.stage import Stage, stage
from fatewright.systems import author
from fatewright.systems.author import Between, From, Hidden, Mine, Seen, Someone, Upto, verb
from fatewright.systems.spec import games


def made(hint, **options):
    """The one field of a verb whose argument has that type."""

    def story(table, one):
        return ends("done")

    story.__annotations__["one"] = hint
    (field,) = verb(**options)(story).slots
    return field


@pytest.mark.parametrize(
    ("hint", "field"),
    [
        (Mine, a_person("one", "mine")),
        (Seen, a_person("one", "token")),
        (Someone, a_person("one", "seat")),
        (Literal["a", "b"], a_choice("one", ("a", "b"))),
        (Literal[1, 2], a_choice("one", (1, 2))),
        (Annotated[int, Between(-3, 9)], a_number("one", -3, 9)),
        (Annotated[str, From("weapons")], a_choice("one", (), source="weapons")),
        (Annotated[str, Upto(80)], a_text("one", 80)),
        (Annotated[int, Between(1, 9), Hidden], a_number("one", 1, 9, is_secret=True)),
        (Annotated[int, Hidden(), Between(1, 9)], a_number("one", 1, 9, is_secret=True)),
        (Annotated[int, "a remark", Between(1, 9)], a_number("one", 1, 9)),
        (Annotated[Seen, Hidden], a_person("one", "token", is_secret=True)),
        (Annotated[str, From("weapons"), Hidden], a_choice("one", (), source="weapons", is_secret=True)),
        (Annotated[str, Upto(80), Hidden], a_text("one", 80, is_secret=True)),
        (Annotated[Literal["a", "b"], Hidden], a_choice("one", ("a", "b"), is_secret=True)),
        (Annotated[Literal["a", "b"], "a remark"], a_choice("one", ("a", "b"))),
    ],
    ids=str,
)
def test_the_type_of_an_argument_becomes_a_field(hint, field):
    assert made(hint) == field


@pytest.mark.parametrize("hint", [int, str, None, Annotated[int, "a remark"], Annotated[str, Hidden], list[str]], ids=str)
def test_an_argument_of_another_type_is_refused_by_name(hint):
    with pytest.raises(TypeError, match=r"^argument one: found .+, expected Mine, Seen, a Literal, or "):
        made(hint)


def test_an_argument_without_a_type_is_refused_by_name():
    with pytest.raises(TypeError, match=r"^argument who: found no type, expected Mine, "):

        @verb()
        def leap(table, who):
            yield


def test_a_verb_has_its_storys_name_and_words():
    @verb(roles=("gm",), secret=True, may=len)
    def creep_up_(table: Desk, foe: Mine, prey: Seen):
        """Creep up.

        Slowly.
        """
        far = 1
        yield far

    assert creep_up_ == Verb(
        "creep-up",
        creep_up_.story,
        (a_person("foe", "mine"), a_person("prey", "token")),
        len,
        ("gm",),
        True,
        "Creep up.\n\n        Slowly.",
    )


def test_a_verb_without_options_is_open_to_all_who_play():
    @verb()
    def wait(table: Desk):
        yield

    assert (wait.slots, wait.roles, wait.is_secret, wait.may, wait.help) == ((), ("gm", "player"), False, None, "")


def test_what_asks_nobody_is_a_plain_function():
    @verb("{who} waits")
    def wait(table: Desk, who: Mine) -> Ending:
        """Wait."""
        return ends("waited", Say(f"{who} waits"))

    system = games()["lanterns"]
    game = system.game._replace(verbs={"wait": wait})
    table = stage(system).table
    events = Stage(game, table).act("ana", "wait", who="ana")
    assert [type(event).__name__ for event in events] == ["Began", "Told", "Ended"]
    assert odds_of_act(table.view("ana"), game, Act("ana", "wait", {"who": "ana"})).weights == {"waited": 1}


def test_an_argument_that_only_goes_by_name_is_refused_when_the_verb_is_made():
    with pytest.raises(TypeError):

        @verb()
        def leap(table: Desk, *, far: Annotated[int, Between(1, 9)]):
            yield


def test_the_star_brings_exactly_what_is_listed():
    space = {}
    exec("from fatewright.systems.author import *", space)  # as the first line of every rules.py does
    assert sorted(set(space) - {"__builtins__"}) == sorted(author.__all__)
    assert sorted(author.__all__) == sorted(set(author.__all__))
