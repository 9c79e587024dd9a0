import pytest

from fatewright.core.errors import BadAnswer, FatewrightError, TooCostly, Unanswered
from fatewright.core.rule.ask import Choose, Number, choose, number, options, sealed, text
from fatewright.core.rule.dice import d6
from fatewright.core.rule.odds import Odds
from fatewright.core.rule.price import UNKNOWN, odds
from fatewright.core.rule.reading import Given
from fatewright.core.rule.rule import ask, behind, rule, throw
from fatewright.core.rule.words import in_words
from fatewright.core.table.engine import Act
from fatewright.core.table.preview import answer_as_rule, odds_of_act, odds_of_answer
from fatewright.core.table.seal import Unknown
from fatewright.core.table.story import (
    Gain,
    Learn,
    Place,
    Put,
    PutFact,
    Refusal,
    Remove,
    Say,
    Verb,
    a_number,
    a_person,
    ends,
    now,
    spend,
    tell,
)
from hard.setting import act, answer, asked, game_of, only, table_of, token

SEATS = {"gm": "gm", "ana": "player", "bo": "player"}
ODD = Odds({"odd": 1, "even": 1}, 2)
NOTHING = Odds({UNKNOWN: 1}, 1)
WHO = a_person("who", "mine")


@pytest.fixture
def table():
    shade = token("shade", "gm", seen_by=only("gm"), guard=3)
    return table_of(SEATS, token("kara", "ana", light=2), token("ogre", "gm", only("gm"), guard=2), shade)


@rule
def parity():
    return throw(d6(1).sum(), lambda face: "odd" if face % 2 else "even")


def weigh(table, story, said="yes", people=None, seat="ana", by="ana", reveals=("verdict",), **more):
    """The odds of an answer of `seat` to the question at which `story`, begun by `by`, has come to wait."""
    game = game_of(Verb("story", story, roles=("gm", "player"), is_secret=more.pop("is_secret", False)), reveals=reveals)
    act(table, game, by, "story", *more.pop("faces", ()))
    (question,) = asked(table, seat)
    return odds_of_answer(table.view(seat), game, seat, question, said, people or Given(), **more)


def on(who="kara"):
    return choose(who, "on", "Go on?", options("yes", "no"))


def test_the_odds_of_an_act_are_those_of_its_story(table):
    def story(table):
        return ends((yield from ask(parity())))

    game = game_of(Verb("story", story))
    assert odds_of_act(table.view("ana"), game, Act("ana", "story", {})) == ODD


def test_the_odds_of_an_act_that_is_not_allowed_are_refused(table):
    with pytest.raises(Refusal, match="'fly' is not something you can do here"):
        odds_of_act(table.view("ana"), game_of(), Act("ana", "fly", {}))


def test_odds_are_no_act(table):
    def story(table):
        yield from now(spend("kara", "light", 1))
        return ends((yield from ask(parity())))

    game = game_of(Verb("story", story))
    before = (list(table.records), dict(table.view("ana").facts))
    odds_of_act(table.view("ana"), game, Act("ana", "story", {}))
    assert (table.records, table.view("ana").facts) == before


def test_what_lands_on_the_way_counts(table):
    def story(table):
        yield from on()
        yield from now(
            spend("kara", "light", 1), PutFact(("price",), 3), Say("hm"), Learn("ana", "hm"), Put("kara", "at", (1, 1))
        )
        yield from now(Place("imp", "foe", "gm", (("guard", 1),)))
        yield from now(Remove("imp"))
        return ends((table["kara"]["light"], table.fact("price"), table["kara"]["at"], "imp" in table))

    assert weigh(table, story) == Odds({(1, 3, (1, 1), False): 1}, 1)


@pytest.mark.parametrize(
    "change",
    [Gain("ogre", "guard", 1), Put("shade", "at", (1, 1)), Gain("shade", "guard", 1), Remove("shade")],
    ids=lambda change: str(change)[:30],
)
def test_what_lands_where_one_cannot_see_changes_nothing_one_can_see(table, change):
    def story(table):
        yield from on()
        yield from now(change)
        return ends((yield from ask(parity())))

    assert weigh(table, story) == ODD


def test_the_odds_end_where_the_view_ends(table):
    def story(table):
        yield from on()
        face = yield from throw(d6(1).sum())
        if face == 1:
            return ends("misses")
        return ends("hits" if face > table["ogre"]["guard"] else "misses")

    assert weigh(table, story) == Odds({"misses": 1, UNKNOWN: 5}, 6)


def test_a_verdict_that_is_yet_to_come_is_unknown_and_one_that_has_come_is_given(table):
    def story(table):
        strong = yield from tell("verdict", lambda: table["ogre"]["guard"] > 1)
        yield from on()
        if not strong:
            return ends("weak")
        yield from ask(parity())
        return ends("strong" if (yield from tell("verdict", lambda: table["ogre"]["guard"] > 1)) else "weak")

    def first(table):
        strong = yield from tell("verdict", lambda: table["ogre"]["guard"] > 1)
        yield from on()
        return ends((strong, (yield from ask(parity()))))

    assert weigh(table_of(SEATS, token("kara", "ana"), token("ogre", "gm", only("gm"), guard=2)), story) == NOTHING
    assert weigh(table, first) == Odds({(True, "odd"): 1, (True, "even"): 1}, 2)


def test_sub_rules_that_have_been_thrown_are_given_too(table):
    def story(table):
        first = yield from ask(parity())
        yield from on()
        return ends((first, (yield from ask(parity()))))

    assert weigh(table, story, faces=(3,)) == Odds({("odd", "odd"): 1, ("odd", "even"): 1}, 2)


def test_dice_behind_the_screen_whose_verdict_is_told_do_not_end_the_odds(table):
    """The player cannot see the dice, and needs not: what they came to was told."""

    def story(table):
        thrown = yield from behind(parity())
        told = yield from tell("verdict", lambda: thrown)
        yield from on()
        return ends((told, (yield from ask(parity()))))

    assert weigh(table, story, by="gm", faces=(4,)) == Odds({("even", "odd"): 1, ("even", "even"): 1}, 2)


@rule
def hits(dice):
    return throw(d6(dice).count(hit=(5, 6)), lambda hits: hits)


def test_how_many_dice_fell_behind_the_screen_need_not_be_known_either(table):
    """The rule is named by a function: a view that does not know the ogre's guard knows at least that dice fell."""

    def story(table):
        thrown = yield from behind(lambda: hits(table["ogre"]["guard"]))
        told = yield from tell("verdict", lambda: thrown > 0)
        yield from on()
        return ends((told, (yield from ask(parity()))))

    assert weigh(table, story, by="gm", faces=(4, 5)) == Odds({(True, "odd"): 1, (True, "even"): 1}, 2)


def test_dice_that_are_yet_to_fall_behind_the_screen_in_unknown_number_end_the_odds(table):
    def story(table):
        yield from on()
        return ends((yield from behind(lambda: hits(table["ogre"]["guard"]))))

    assert weigh(table, story, by="gm") == NOTHING


@pytest.mark.parametrize(("matters", "found"), [(False, ODD), (True, NOTHING)])
def test_what_is_told_to_others_alone_does_not_end_the_odds_unless_it_matters(table, matters, found):
    def story(table):
        yield from on()
        guarded = yield from tell("verdict", lambda: table["ogre"]["guard"] > 1, only("gm"))
        return ends("guarded" if matters and guarded else (yield from ask(parity())))

    assert weigh(table, story) == found


def test_an_answer_may_be_weighed_by_what_it_is_worth(table):
    def story(table):
        paid = (yield from on()) == "yes"
        yield from now(spend("kara", "light", 1 if paid else 0))
        return ends((yield from ask(parity())), Gain("kara", "light", 5))

    game = game_of(Verb("story", story))
    act(table, game, "ana", "story")
    (question,) = asked(table, "ana")

    def worth(outcome, facts):
        return facts[("token", "kara", "light")] + (100 if outcome == "odd" else 0)

    for said, light in (("yes", 6), ("no", 7)):
        rule = answer_as_rule(table.view("ana"), game, "ana", question, said, worth)
        assert odds(rule) == Odds({100 + light: 1, light: 1}, 2)


def test_dice_behind_the_screen_that_matter_end_the_odds(table):
    def story(table):
        thrown = yield from behind(parity())
        yield from on()
        return ends("lucky" if thrown == "odd" else "unlucky")

    assert weigh(table, story, by="gm", faces=(4,)) == NOTHING


def test_hidden_arguments_end_the_odds(table):
    def story(table, hits):
        yield from on()
        return ends("holds" if (yield from throw(d6(1).sum())) >= hits else "breaks")

    field = a_number("hits", 1, 6, is_secret=True)
    game = game_of(Verb("story", story, (field,)))
    act(table, game, "gm", "story", hits=3)
    (question,) = asked(table, "ana")
    assert odds_of_answer(table.view("ana"), game, "ana", question, "yes") == NOTHING
    assert odds_of_answer(table.view("ana"), game, "ana", question, "no") == NOTHING


def test_a_token_that_is_not_seen_ends_the_odds(table):
    def story(table):
        yield from on()
        return ends("seen" if table["shade"]["guard"] > 1 else "unseen")

    assert weigh(table, story) == NOTHING


def test_steps_that_only_the_truth_takes_do_not_pass_for_others(table):
    """On the view the story throws for fewer tokens than in truth: its recorded answers do not fit it there."""

    def story(table):
        total = 0
        for one in table.tokens():
            if one.owner == "gm":
                total += yield from throw(d6(1).sum())
        yield from on()
        return ends(total)

    assert weigh(table, story, faces=(3, 4)) == NOTHING


def test_what_others_lay_face_down_is_unknown(table):
    def story(table):
        parts = [Number(who, "bid", "Bid?", 0, 3) for who in ("kara", "ogre")]
        mine, theirs = yield from sealed("bid", "bids", *parts)
        return ends(mine > theirs)

    assert weigh(table, story, said=3) == NOTHING


@pytest.mark.parametrize(("said", "found"), [("yes", ODD), ("no", Odds({"even": 1}, 1))])
def test_what_one_lays_face_down_alone_depends_on_nobody_else(table, said, found):
    def story(table):
        (mine,) = yield from sealed("ruling", "How?", Choose("kara", "ruling", "How?", options("yes", "no")), is_kept=True)
        told = yield from tell("verdict", lambda: mine)
        return ends((yield from ask(parity())) if told == "yes" else "even")

    assert weigh(table, story, said) == found


def test_later_questions_are_answered_by_the_policy_or_not_at_all(table):
    def story(table):
        yield from on()
        return ends((yield from number("ogre", "how", "How many?", 0, 3)))

    assert weigh(table, story, people=Given(("how", 2))) == Odds({2: 1}, 1)
    again = table_of(SEATS, token("kara", "ana"), token("ogre", "gm"))
    with pytest.raises(Unanswered):
        weigh(again, story)


def test_what_somebody_writes_may_be_weighed(table):
    def story(table):
        return ends((yield from text("kara", "what", "What do you say?", 20)))

    assert weigh(table, story, said="a word") == Odds({"a word": 1}, 1)


def test_an_answer_that_is_not_allowed_has_no_odds(table):
    with pytest.raises(BadAnswer, match=r"^'perhaps' is not one of yes, no"):
        weigh(table, lambda table: (yield from on()), said="perhaps")


def test_in_a_procedure_that_one_does_not_follow_nothing_is_known(table):
    def story(table):
        return ends((yield from on()))

    with pytest.raises(Unknown, match="you do not know what this is about"):
        weigh(table, story, by="gm", is_secret=True)


def test_odds_beyond_the_budget_are_refused(table):
    def story(table):
        yield from on()
        return ends((yield from throw(d6(9).faces())))

    with pytest.raises(TooCostly):
        weigh(table, story, budget=100)


def test_a_story_that_is_broken_gives_no_odds_and_says_so(table):
    def story(table):
        yield from on()
        return "no ending"

    with pytest.raises((FatewrightError, Unknown)):
        weigh(table, story)


def test_the_table_as_it_stood_is_what_past_answers_are_read_on(table):
    def story(table):
        light = table["kara"]["light"]
        yield from number("kara", "burn", f"Of {light}?", 0, light)
        yield from now(spend("kara", "light", light))
        yield from on()
        return ends((light, table["kara"]["light"]))

    game = game_of(Verb("story", story))
    act(table, game, "ana", "story")
    answer(table, game, "ana", 2)
    (question,) = asked(table, "ana")
    assert odds_of_answer(table.view("ana"), game, "ana", question, "yes") == Odds({(2, 0): 1}, 1)


@pytest.mark.parametrize(
    ("weight", "words"),
    [
        (0, "hardly possible"),
        (9, "hardly possible"),
        (10, "very unlikely"),
        (30, "unlikely"),
        (45, "about even"),
        (55, "likely"),
        (70, "very likely"),
        (90, "almost certain"),
        (99, "almost certain"),
        (100, "certain"),
    ],
)
def test_a_chance_in_words(weight, words):
    assert in_words(weight, 100) == words
