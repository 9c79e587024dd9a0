"""A name that the game does not have, a question asked wrongly: the sentence says where it stands and what would be right."""

import inspect

import pytest

from fatewright.core.rule.ask import choose
from fatewright.core.rule.blame import MOST_NAMES, nearest, what_broke
from fatewright.core.rule.dice import d6
from fatewright.core.rule.price import UNKNOWN
from fatewright.core.rule.rule import ask, just, rule
from fatewright.core.table.engine import Act
from fatewright.core.table.preview import odds_of_act
from fatewright.core.table.seal import Unknown
from fatewright.core.table.story import Desk, Gain, NoSuchName, Put, Refusal, Verb, a_person, ends, now, so_far, tell
from hard.setting import act, answer, game_of, only, table_of, token

SEATS = {"gm": "gm", "ana": "player"}
WHO = (a_person("who", "mine"),)
DATA = {"fields": {"light": {}, "forward": {}, "guard": {}}}
NO_FIELD = "there is no field 'foward'; the fields, nearest first: forward, guard, light"
OGRE = token("ogre", "gm", only("gm"), guard=2, secretly=1)


@pytest.fixture
def table():
    return table_of(SEATS, token("kara", "ana", light=4, forward=1), OGRE, facts={("dial", "pace"): "slow"})


def game(story, **more):
    return game_of(Verb("story", story, WHO, **more), data=DATA, reveals=("verdict",))


def told(table, story, *said):
    """What the game master hears at last of a story that kara begins."""
    events = act(table, game(story), "ana", "story", who="kara")
    for one in said:
        events = answer(table, game(story), "ana", one)
    return events[-1].text


def place(story, after):
    """The line so many below the story's first."""
    return f"(test_what_an_author_is_told.py, line {inspect.getsourcelines(story)[1] + after})"


def reads(table, who):
    yield from now()
    return ends(table[who]["foward"])


def takes(table, who):
    yield from now(Gain(who, "light", 1))
    yield from now(
        Gain(who, "foward", 1),
    )
    return ends("never")


def turns_a_dial(table, who):
    yield from now()
    return ends(table.dial("pase"))


def looks_up(table, who):
    yield from now()
    return ends(table.data["word"])


def forgets_to_wait(table, who):
    yield from now()
    return ends(1 + choose(who, "on", "Go on?", ()))


def yields_its_ending(table, who):
    yield from now()
    yield ends("done")


def ends_wrongly(table, who):
    yield from now()
    return ends("done", Gain(who, "foward", 1))


def raises_nothing_said(table, who):
    yield from now()
    raise ValueError


def half_asks(table, who):
    yield from now()
    yield choose(who, "on", "Go on?", ())


def names_a_rule(table, who):
    yield from now()
    return ends(just(d6(1)) + 1)


def returns_a_word(table, who):
    yield from now()
    return "done"


def returns_nothing(table, who):
    yield from now()


def has_no_story(table, who):
    return None


def asks_a_rule_that_comes_to_nothing(table, who):
    return ends((yield from ask(forgetful(3))))


def asks_a_rule_that_only_names_another(table, who):
    return ends((yield from ask(names_another(3))))


def asks_a_rule_that_only_names_dice(table, who):
    return ends((yield from ask(names_dice(3))))


@rule
def forgetful(number):
    number + 1


@rule
def names_another(number):
    return forgetful(number)


@rule
def names_dice(number):
    return d6(number).sum()


PERHAPS = ": perhaps a question is asked without `yield from`"
CASES = {
    reads: (NO_FIELD, 2),
    takes: (NO_FIELD, 2),
    turns_a_dial: ("there is no dial 'pase'; the dials, nearest first: pace", 2),
    looks_up: ("there is no 'word'", 2),
    forgets_to_wait: (f"unsupported operand type(s) for +: 'int' and 'generator'{PERHAPS}", 2),
    yields_its_ending: (
        "found `yield Ending(outcome='done', changes=())`; expected `yield from` and a question, or `return ends(...)`",
        2,
    ),
    half_asks: ("found `yield choose(...)`; expected `yield from` and a question, or `return ends(...)`", 2),
    names_a_rule: (
        "unsupported operand type(s) for +: 'Call' and 'int': perhaps a rule is named without `yield from ask(...)`",
        2,
    ),
    returns_a_word: ("found `return 'done'`, expected `return ends(...)`", 0),
    returns_nothing: ("it came to its end without `return ends(...)`", 0),
    has_no_story: ("it came to its end without `return ends(...)`", 0),
    asks_a_rule_that_comes_to_nothing: ("forgetful: it came to its end without `return` and an outcome", 0),
    asks_a_rule_that_only_names_another: (
        "names-another: found `return forgetful(number=3)`, which nobody has asked yet; expected `return ask(...)`",
        0,
    ),
    asks_a_rule_that_only_names_dice: (
        f"names-dice: found `return {d6(3).sum()!r}`, which nobody has thrown yet; expected `return throw(...)`",
        0,
    ),
    ends_wrongly: (NO_FIELD, 0),
    raises_nothing_said: ("ValueError", 2),
}


@pytest.mark.parametrize("story", CASES, ids=lambda story: story.__name__)
def test_the_game_master_is_told_what_is_wrong_and_where_it_stands(table, story):
    said, after = CASES[story]
    assert told(table, story) == f"story was broken off: {said} {place(story, after)}"


def test_odds_say_the_same(table):
    with pytest.raises(NoSuchName) as why:
        odds_of_act(table.view("ana"), game(reads), Act("ana", "story", {"who": "kara"}))
    assert str(why.value) == f"{NO_FIELD} {place(reads, 2)}"


def test_so_do_odds_of_what_an_act_has_come_to(table):
    def story(table, who):
        yield from so_far("done", lambda: table[who]["foward"])
        return ends("done")

    with pytest.raises(NoSuchName) as why:
        odds_of_act(table.view("ana"), game(story), Act("ana", "story", {"who": "kara"}))
    assert str(why.value) == f"{NO_FIELD} {place(story, 1)}"


def test_so_does_the_refusal_of_a_judge_of_acts(table):
    def may(table, who):
        return "no" if table[who]["foward"] else None

    with pytest.raises(Refusal) as why:
        act(table, game(reads, may=may), "ana", "story", who="kara")
    assert str(why.value) == f"whether story is allowed cannot be judged: {NO_FIELD} {place(may, 1)}"


@pytest.mark.parametrize("field", ["guard", "forward", "at", "answers"])
def test_a_field_that_the_game_has_stays_hidden_whether_or_not_it_is_there(table, field):
    def story(table, who):
        return ends((yield from tell("verdict", lambda: table["ogre"][field] > 1)))

    priced = odds_of_act(table.view("ana"), game(story), Act("ana", "story", {"who": "kara"}))
    assert priced.weights == {UNKNOWN: 1}


def test_a_field_that_a_rule_has_put_on_somebody_is_one(table):
    def story(table, who):
        yield from now(Put(who, "winded", 1))
        return ends(table[who]["winded"])

    assert act(table, game(story), "ana", "story", who="kara")[-1].outcome == 1
    with pytest.raises(Unknown, match=r"^this depends on something you do not know$"):
        bool(Desk(table.view("ana").facts, DATA)["ogre"]["winded"])


def test_whether_a_hidden_field_is_on_the_table_changes_nothing_of_what_is_said():
    said = []
    for ogre in (OGRE, token("ogre", "gm", only("gm"), guard=2)):
        with pytest.raises(NoSuchName) as why:
            Desk(table_of(SEATS, ogre).view("ana").facts, DATA)["ogre"]["secretly"]
        said.append(str(why.value))
    assert said == ["there is no field 'secretly'; the fields, nearest first: light, guard, forward"] * 2


def test_where_no_fields_are_declared_nothing_can_be_said_of_them(table):
    with pytest.raises(Unknown):
        bool(Desk(table.truth.facts, {})["kara"]["foward"])


def test_many_names_are_cut_short():
    names = [f"field{number}" for number in range(MOST_NAMES + 3)]
    assert nearest("field14", names).startswith("field14, ")
    assert nearest("field14", names).endswith(", and 3 more")


def decorated(function):
    return function


@decorated
@decorated
def below(table, who):
    """A story whose first line, to Python, is that of a decorator."""


@pytest.mark.parametrize(("story", "after"), [(below, 2), (lambda table, who: None, 0)])
def test_a_story_begins_at_its_def(story, after):
    assert what_broke(ValueError("no"), story=story) == f"no {place(story, after)}"


def test_where_the_file_is_gone_the_line_is_the_one_that_python_knows():
    space = {}
    exec(compile("\n\ndef story():\n    pass\n", "gone.py", "exec"), space)
    assert what_broke(ValueError("no"), story=space["story"]) == "no (gone.py, line 3)"


def test_an_error_that_passed_no_line_of_an_author_is_told_without_one():
    assert what_broke(ValueError("no")) == "no"
