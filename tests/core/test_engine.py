import pytest

from fatewright.core.rule.ask import Number, Sealed, choose, number, options, sealed
from fatewright.core.rule.dice import d6
from fatewright.core.rule.odds import Odds
from fatewright.core.rule.rule import Asks, Judged, ask, behind, just, rule, throw
from fatewright.core.table.engine import given, handle, parts
from fatewright.core.table.events import Asked, Began, Ended, Fact, Rolled, Told, Verdict
from fatewright.core.table.game import Act, Answer, Lapse
from fatewright.core.table.preview import odds_of_answer
from fatewright.core.table.seal import EVERYONE, KEEPER, THE_TABLE, Secret, is_hidden
from fatewright.core.table.story import (
    OWN,
    Gain,
    Learn,
    Now,
    Place,
    Put,
    PutFact,
    Say,
    TakeBackTo,
    Tell,
    Verb,
    a_number,
    a_person,
    ends,
    now,
    tell,
)
from fatewright.core.table.wordless import fingerprint
from fatewright.kit.stage import no_dice
from hard.setting import act, answer, asked, driven, game_of, heard, names, only, table_of, token, value

SEATS = {"gm": "gm", "ana": "player", "bo": "player"}
BID = Number("kara", "bid", "Bid?", 0, 3)


@pytest.fixture
def table():
    return table_of(
        SEATS, token("kara", "ana", light=4), token("ogre", "gm", only("gm"), open_fields=("light",), guard=2, light=1)
    )


def plays(table, story, *faces, seat="ana", is_secret=False, fields=(), args=None, **more):
    """The events of a story that is told at once, and its game."""
    game = game_of(Verb("story", story, fields, is_secret=is_secret, roles=("gm", "player")), **more)
    return act(table, game, seat, "story", *faces, **(args or {})), game


def test_recorded_faces_are_read_and_words_stand_as_they_are():
    assert given(d6(2).sum(), (3, 4)) == 7
    assert given(Judged(d6(2).sum(), lambda total: total > 6), (3, 4)) is True
    assert (given(BID, 2), given(Now(()), None), given(Tell("hit", abs, None), False)) == (2, None, False)


def test_the_parts_of_a_question():
    assert (parts(BID), parts(Sealed("bid", "", (BID, BID)))) == ((BID,), (BID, BID))


def test_an_act_is_begun_thrown_and_ended(table):
    def dare(table, who):
        total = yield from throw(d6(2).sum())
        return ends(total, Gain(who, "light", -1), Say("kara dares", ("MOT-1",)))

    events, _ = plays(table, dare, 3, 4, fields=(a_person("who", "mine"),), args={"who": "kara"})
    began, rolled, fact, told, ended = events
    number = began.procedure
    assert began == Began(number, "ana", "story", (("who", "kara"),), EVERYONE)
    assert (rolled.procedure, [die.face for die in rolled.dice], rolled.within, rolled.to) == (number, [3, 4], (), EVERYONE)
    assert (fact, told) == (Fact(("token", "kara", "light"), 3, EVERYONE), Told("kara dares", ("MOT-1",), EVERYONE))
    assert ended == Ended(number, 7, EVERYONE)


def test_planning_changes_nothing(table):
    def dare(table):
        yield from now(Gain("kara", "light", -1))
        return ends("dared")

    game = game_of(Verb("dare", dare))
    before = (list(table.records), dict(table.truth.facts))
    handle(len(table.records), table.truth, table.view("ana"), game, Act("ana", "dare", {}), no_dice)
    assert (table.records, table.truth.facts) == before


@rule
def luck() -> Asks[int]:
    return (yield from throw(d6(1).sum()))


@pytest.mark.parametrize("asks", [number("kara", "bid", "Bid?", 1, 6), ask(luck(), by="kara")], ids=["a bid", "real dice"])
def test_for_an_answer_its_story_is_gone_through_once(table, asks):
    """And no second time, to see what was asked."""
    table.append([Fact(("seat", "ana", "dice"), OWN, EVERYONE)])
    begun, questions = [], list(asks)

    def dare(table):
        begun.append("kara")
        return ends((yield questions[0]))

    _, game = plays(table, dare)
    (question,) = asked(table, "ana")
    said = (5,) if table.truth.questions[question].name == "dice" else 5
    events = answer(table, game, "ana", said)
    assert (len(begun), events[-1]) == (2, Ended(events[-1].procedure, 5, EVERYONE))


def test_secret_arguments_are_sealed_to_the_actor(table):
    def test(table, hits):
        return ends((yield from throw(d6(1).sum())) >= hits)

    field = a_number("hits", 1, 9, is_secret=True)
    events, _ = plays(table, test, 4, seat="gm", fields=(field,), args={"hits": 3})
    assert events[0].args == (("hits", Secret(3, only("gm"))),)
    assert (events[-1].outcome, [line for line in heard(table, "ana") if b'["hits",3]' in line]) == (True, [])


def test_dice_behind_the_screen_show_to_the_game_master_alone(table):
    def sneak(table):
        yield from behind(just(d6(1).sum()))
        yield from ask(just(d6(1).sum()))
        return ends("sneaks")

    events, _ = plays(table, sneak, 3, 4)
    screened, plain = (event for event in events if isinstance(event, Rolled))
    assert (screened.dice.to, screened.to, screened.within) == (only("gm"), EVERYONE, ("just",))
    assert [die.face for die in plain.dice] == [4]


def test_a_verdict_is_told_to_those_who_follow_or_to_those_it_is_for(table):
    def weigh(table):
        open_to_all = yield from tell("strong", lambda: table["ogre"]["guard"] > 1)
        yield from tell("weak", lambda: False, only("bo"))
        return ends(open_to_all)

    events, _ = plays(table, weigh, reveals=("strong", "weak"))
    verdicts = [(event.name, event.to) for event in events if isinstance(event, Verdict)]
    assert verdicts[0] == ("strong", EVERYONE)
    assert [line for line in heard(table, "gm") if b'"value":false' in line] == []
    assert [b'"value":false' in line for line in heard(table, "bo") if b'"weak"' in line] == [True]


def test_changes_go_to_those_who_may_know_the_number_they_change(table):
    def change(table):
        changes = (
            Gain("ogre", "guard", 1),
            Gain("ogre", "light", 1),
            Put("ogre", "at", (1, 1)),
            PutFact(("clock", "minutes"), 5),
        )
        return ends("changed", *changes, Learn("bo", "psst"), Say("aside", to=only("gm")))
        yield

    events, _ = plays(table, change)
    assert [event.to for event in events[1:-1]] == [
        only("gm"),
        EVERYONE,
        EVERYONE,
        EVERYONE,
        only("bo"),
        only("bo"),
        only("gm"),
    ]


def test_a_token_comes_with_its_veils(table):
    def conjure(table):
        return ends(
            "conjured", Place("imp", "foe", "gm", (("guard", 3), ("light", 1)), only("gm"), ("light",), only("gm", "bo"))
        )
        yield

    plays(table, conjure)
    seen = {seat: sorted(path[2] for path in table.view(seat).facts if path[:2] == ("token", "imp")) for seat in SEATS}
    assert seen == {"gm": ["guard", "kind", "light", "owner"], "ana": [], "bo": ["kind", "light", "owner"]}
    assert [path for path in table.view("gm").facts if path[0] in ("veil", "seen")] == []


def test_a_signed_number_may_fall_below_zero(table):
    def sink(table):
        return ends("sinks", Gain("kara", "light", -9))
        yield

    events, _ = plays(table, sink, signed=frozenset({"light"}))
    assert (names(events), value(table, "kara", "light")) == (["Began", "Fact", "Ended"], -5)


def test_a_question_is_for_one_seat_and_its_words_are_sealed_to_it(table):
    def ask_kara(table):
        return ends((yield from number("kara", "bid", "Bid?", 0, 3)))

    events, game = plays(table, ask_kara, seat="gm")
    question = table.records.index(events[1])
    assert events[1] == Asked(
        question, events[0].procedure, Secret(fingerprint(BID), THE_TABLE), -1, "ana", "bid", Secret(BID, only("ana")), EVERYONE
    )
    assert is_hidden(table.view("bo").questions[question].asked)
    assert names(answer(table, game, "ana", 3)) == ["Answered", "Revealed", "Ended"]


def test_time_that_is_up_answers_with_the_default(table):
    def ask_kara(table):
        return ends((yield from number("kara", "bid", "Bid?", 0, 3, default=2)))

    _, game = plays(table, ask_kara)
    (question,) = asked(table, "ana")
    events = driven(table, game).do(Lapse(KEEPER, question))
    assert (names(events), events[-1].outcome) == (["Told", "Answered", "Revealed", "Ended"], 2)


def test_a_story_may_take_the_table_back(table):
    def dream(table):
        return ends("a dream", TakeBackTo(table.data["before"]))
        yield

    plays(table, lambda table: (yield from now(Gain("kara", "light", -1))) or ends("burnt"))
    assert value(table, "kara", "light") == 3
    before = table.acts[-1]
    events, _ = plays(table, dream, data={"before": before})
    assert names(events) == ["Began", "Ended", "Rewound"]
    assert value(table, "kara", "light") == 4


def pour(table):
    most = table["kara"]["light"]
    poured = yield from number("kara", "pour", f"Of {most}?", 0, most, default=0)
    said = yield from choose("ogre", "well", "Well?", options("yes", "no"))
    return ends((most, poured, said))


def spill(table):
    return ends("spilt", Gain("kara", "light", -3))
    yield


POURING = game_of(Verb("pour", pour), Verb("spill", spill))


def test_a_question_asked_again_for_one_seat_is_replaced_for_all_when_it_goes_to_another(table):
    act(table, POURING, "bo", "pour")
    act(table, POURING, "bo", "spill")
    act(table, POURING, "gm", "hand-over", token="kara", to="bo")
    (question,) = asked(table, "bo")
    assert {seat: list(table.view(seat).questions) for seat in SEATS} == {seat: [question] for seat in SEATS}


def test_the_game_master_lets_a_question_lapse_that_was_asked_again(table):
    act(table, POURING, "bo", "pour")
    act(table, POURING, "bo", "spill")
    (known,) = table.view("gm").questions
    assert names(driven(table, POURING).do(Lapse("gm", known))) == ["Told", "Answered", "Revealed", "Asked"]


def test_the_odds_of_another_seat_follow_a_question_that_was_asked_again(table):
    act(table, POURING, "bo", "pour")
    act(table, POURING, "bo", "spill")
    answer(table, POURING, "ana", 1)
    (question,) = asked(table, "gm")
    odds = odds_of_answer(table.view("gm"), POURING, "gm", question, "yes")
    assert odds == Odds({answer(table, POURING, "gm", "yes")[-1].outcome: 1}, 1)


def test_a_sealed_question_whose_common_words_have_changed_is_answered_as_it_was_asked(table):
    def bids(table):
        ogre = Number("ogre", "bid", "Bid?", 0, 9)
        return ends((yield from sealed("bid", f"bids, light {table['kara']['light']}", BID, ogre)))

    game = game_of(Verb("bids", bids), Verb("spill", spill))
    act(table, game, "bo", "bids")
    answer(table, game, "ana", 3)
    act(table, game, "bo", "spill")
    assert answer(table, game, "gm", 5)[-1] == Ended(table.records[-1].procedure, (3, 5), EVERYONE)


def test_nothing_but_words_and_numbers_can_be_put_on_the_table(table):
    events, _ = plays(table, lambda table: (yield from now(Put("kara", "mark", {1, 2}))) or ends("never"))
    assert names(events) == ["Began", "Cancelled", "Told"]


def test_questions_that_never_settle_are_given_up_and_the_table_goes_on(table):
    def seesaw(mine, other):
        def story(table):
            while table.fact("seesaw") != mine:
                yield from now(PutFact(("seesaw",), mine))
            yield from choose("kara", mine, f"{mine}?", ())
            return ends(other)

        return Verb(mine, story)

    game = game_of(seesaw("up", "down"), seesaw("down", "up"))
    act(table, game, "ana", "up")
    act(table, game, "ana", "down")
    assert names(act(table, game, "bo", "say", text="hm"))[:3] == ["Began", "Told", "Ended"]


def test_an_answer_is_checked_by_the_question(table):
    def ask_kara(table):
        return ends((yield from sealed("bid", "bids", BID, Number("ogre", "bid", "Bid?", 0, 9))))

    _, game = plays(table, ask_kara)
    with pytest.raises(Exception, match=r"^4 is not a whole number from 0 to 3"):
        answer(table, game, "ana", 4)
    (question,) = asked(table, "gm")
    driven(table, game).do(Answer("gm", question, 9))
    assert answer(table, game, "ana", 3)[-1].outcome == (3, 9)
