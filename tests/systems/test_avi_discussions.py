"""Avitch: discussions, Appeals, Driving Motivations, and motivations that one consults."""

from fractions import Fraction

import pytest

from fatewright.core.rule.price import UNKNOWN, odds
from fatewright.core.table.codec import wire
from fatewright.core.table.engine import Answer
from fatewright.core.table.events import Rolled, Verdict
from fatewright.core.table.preview import odds_of_answer
from fatewright.core.table.seal import is_hidden, see
from fatewright.core.table.story import Refusal
from fatewright.kit.players import cautious
from fatewright.systems.avitch.discussions import discussions, talks
from fatewright.systems.avitch.discussions.appeals import HEAR, IGNORE, appeal, moved
from fatewright.systems.avitch.discussions.avoiding import CHASE, FLEE, ONE_CHECK, OTHER_WAY, STRIKE
from fatewright.systems.avitch.hand_to_hand import pairings
from systems.avi_table import AVI, cited, outcome, said, seated, thrown

TITHE = {"context": "the village", "topic": "the tithe"}
SEATS = ("ana", "bo", "cy")
WON, LOST = 5, 4  # one d8 between equals: whoever began it has the upper half
SINCE = "session 0, scene 0"


def talk(people=None, *, who="ana", other="bo", **dials):
    """A table at which ana and bo discuss the tithe."""
    play = seated(people, dials, owners={name: name[:-1] for name in people or {} if name[:-1] in SEATS})
    assert outcome(play.act(who, "open-discussion", who=who, other=other, topic="the tithe")) == "agreed"
    return play


def the_talk(play):
    """The only discussion that is going on."""
    (found,) = talks.going_on(play.desk)
    return found


def ballot(skill="Convince", motivation="Proud", difficulty=2, matter=None):
    """What a player says about the terms; `matter` only where something drives the listener already."""
    return (skill, motivation, difficulty) if matter is None else (skill, motivation, difficulty, matter)


def pitched(play, seat="ana", listener="bo", motivation="Proud", **more):
    """Somebody appeals; the table has yet to decide."""
    given = {**TITHE, "suggestion": "do not pay it", "who": seat, "listener": listener, "motivation": motivation, **more}
    return play.act(seat, "appeal", **given)


def ventured(play, *ballots, seat="ana", **more):
    """Somebody appeals and, once the table has decided, goes through with it."""
    events = pitched(play, seat, **more)
    one = ballot(motivation=more.get("motivation", "Proud"))
    events += play.answers(dict(zip(SEATS, ballots or (one, one, one), strict=True)))
    return events + play.answer(seat, "make it")


def heard(play, *faces, ballots=(), **more):
    """An Appeal that the listener hears; these dice fall."""
    return [*ventured(play, *ballots, **more), *play.answer(more.get("listener", "bo"), HEAR, *faces)]


def driven(play, who="bo"):
    return [row[:3] for row in play.of(who, "driving")]


PROUD = ("the village", "the tithe", "Proud")
MODEST = ("the village", "the tithe", "Modest")
ENTRY = (*PROUD, SINCE)
KEYS = ("context", "topic", "motivation", "since")


# Odds


@pytest.mark.parametrize(
    ("skill", "difficulty", "motivation", "chance"),
    [
        (5, 3, 9, Fraction(525, 1024)),
        (1, 3, 10, Fraction(135, 512)),
        (3, 3, 6, Fraction(1, 4)),
        (4, 2, 2, Fraction(175, 1536)),
        (6, 2, 10, Fraction(16835, 24576)),
    ],
)
def test_the_odds_of_an_appeal(skill, difficulty, motivation, chance):
    """AVI-X.25, AVI-2.02.11: the chance of the check times a twelfth of the rating."""
    found = odds(appeal(skill, difficulty, motivation))
    assert found.chance("success") == chance


def test_one_of_three_appeals():
    """AVI-X.25."""
    one = odds(appeal(5, 3, 9)).chance("success")
    assert 1 - (1 - one) ** 3 == Fraction(949490325, 1073741824)


@pytest.mark.parametrize("rating", range(2, 11))
def test_no_motivation_is_unreachable_and_none_certain(rating):
    """AVI-2.02.11, AVI-R.23: the strength of a motivation is its rating."""
    chance = odds(moved(rating)).chance("success")
    assert chance == Fraction(rating, 12)
    assert Fraction(1, 6) <= chance <= Fraction(5, 6)


@pytest.mark.parametrize("die", ["d4", "d8", "d12", "d20"])
def test_the_listeners_die_stays_a_d12(die):
    """AVI-1.02.03.08, AVI-2.02.09: whatever the check is thrown with."""
    assert odds(appeal(5, 3, 9, die)).chance("success") == Fraction(525, 1024)
    play = talk({"ana": {"Convince": 3}}, check_die=die)
    highest = int(die[1:])
    rolled = [event for event in heard(play, highest, 1, 1, 12) if isinstance(event, Rolled)]
    assert [one.sides for event in rolled for one in event.dice] == [highest] * 3 + [12]


# The Appeal, step by step


def test_an_appeal_step_by_step():
    """AVI-2.02.03, AVI-2.02.06, AVI-2.02.08, AVI-2.02.09, AVI-2.02.10, AVI-2.03.01.01."""
    play = talk({"ana": {"Convince": 3}, "bo": {"Proud": 7}})
    events = pitched(play)
    assert said(events) == ["ana to bo (the village: the tithe): do not pay it"]
    assert play.asked() == [("bo", "terms"), ("cy", "terms"), ("ana", "terms")]
    events = play.answers(dict.fromkeys(SEATS, ballot()))
    assert said(events) == ["ana: Convince 3 against 2, to Proud"]
    assert play.asked() == [("ana", "appeal")]
    play.answer("ana", "make it")
    assert play.asked() == [("bo", "answer")]
    events = play.answer("bo", HEAR, 1, 8, 1, 7)
    assert (outcome(events), thrown(events)) == ("success", [(1, 8, 1), (7,)])
    assert said(events) == [
        "bo rolls 7 and is moved",
        "bo is driven: Proud (the village: the tithe). How it shows is for bo to say",
    ]
    assert (play.of("bo", "driving"), play.of("bo", "heard")) == ((ENTRY,), 1)
    assert {"AVI-2.02.09", "AVI-2.02.10", "AVI-2.03.01.02"} <= cited(events)


def test_the_boundary_of_the_d12():
    """AVI-X.26, AVI-2.02.12, AVI-R.15: equal is enough; one more is not, and the Appeal counts all the same."""
    for face, found, entries in ((7, "success", [PROUD]), (8, "unmoved", [])):
        play = talk({"bo": {"Proud": 7}})
        assert outcome(heard(play, WON, face)) == found
        assert (driven(play), play.of("bo", "heard")) == (entries, 1)


def test_a_lost_check_throws_no_d12():
    """AVI-X.26, AVI-2.02.12, AVI-2.02.08: it counts, and nothing changes. The listener's skills play no part."""
    play = talk({"bo": {"Convince": 10, "Proud": 10}})
    events = heard(play, LOST)
    assert (outcome(events), thrown(events)) == ("failure", [(LOST,)])
    assert (driven(play), play.of("bo", "heard")) == ([], 1)


@pytest.mark.parametrize(("who_rolls", "roller"), [("higher_side", "ana"), ("initiator", "ana"), ("software", None)])
def test_the_talker_rolls_even_if_the_difficulty_is_higher(who_rolls, roller):
    """AVI-R.29, AVI-1.02.01.13: and then the listener, each with their own dice, unless the software does."""
    play = talk({"ana": {"Convince": 1}, "bo": {"Proud": 9}}, who_rolls=who_rolls)
    for seat in ("ana", "bo"):
        play.act(seat, "dice", thrown="by hand")
    ventured(play)
    if roller is None:
        assert outcome(play.answer("bo", HEAR, 1, 1, 1, 3)) == "success"
        return
    play.answer("bo", HEAR)
    assert play.asked() == [(roller, "dice")]
    play.answer("ana", (1, 1, 1))
    assert play.asked() == [("bo", "dice")]
    assert outcome(play.answer("bo", (3,))) == "success"


def test_the_talker_may_still_leave_it():
    """AVI-1.02.01.06, AVI-R.31: nothing is rolled and nothing counted; what failing costs is always known."""
    play = talk()
    pitched(play)
    play.answers(dict.fromkeys(SEATS, ballot()))
    assert outcome(play.answer("ana", "leave it")) == "declined"
    assert play.of("bo", "heard") == 0


# What each viewer sees


def test_the_rating_stays_the_listeners():
    """AVI-2.04.06, AVI-2.04.05, AVI-2.04.07: the d12, the verdict and the talker's skill are public; the rating is not."""
    play = talk({"ana": {"Convince": 4}, "bo": {"Proud": 7}})
    events = heard(play, 8, 1, 1, 1, 7)
    for viewer in ("ana", "cy", "eve"):
        assert play.sees(viewer, "token", "bo", "Proud") is None
        assert not any("Proud 7" in line for line in said(events, viewer))
        told = [(one.name, one.value) for event in events if isinstance(event, Verdict) and (one := see(event, viewer))]
        assert told == [("ratings", 4), ("appeal", True)]
    assert play.sees("bo", "token", "bo", "Proud") == 7
    assert play.sees("eve", "token", "bo", "driving") == (ENTRY,)


def chances(play, seat, answer):
    """The odds that a seat sees for an answer of its own, as if the others took their defaults."""
    view = play.table.view(seat)
    (number,) = (number for number, one in view.questions.items() if one.seat == seat and not one.is_locked)
    found = odds_of_answer(view, AVI.game, seat, number, answer, cautious)
    return {name: found.chance(name) for name in found.weights}


def test_the_talkers_odds_end_with_the_check():
    """AVI-2.04.06, AVI-X.25: the listener, who knows the rating, sees all of it."""
    play = talk({"ana": {"Convince": 5}, "bo": {"Proud": 9}})
    pitched(play)
    play.answers(dict.fromkeys(SEATS, ballot(difficulty=3)))
    assert chances(play, "ana", "make it") == {"check won": Fraction(175, 256), "failure": Fraction(81, 256)}
    assert chances(play, "ana", "leave it") == {"declined": 1}
    play.answer("ana", "make it")
    assert chances(play, "bo", HEAR)["success"] == Fraction(525, 1024)
    assert chances(play, "bo", HEAR)["failure"] == Fraction(81, 256)
    assert chances(play, "bo", FLEE) == {UNKNOWN: 1}  # how fast ana runs, bo does not know


@pytest.mark.parametrize(
    ("visibility", "knows"), [("owner_only", []), ("third_party_too", ["cy"]), ("open", ["ana", "cy", "eve"])]
)
def test_who_may_know_a_motivation(visibility, knows):
    """AVI-2.04.06: its owner; by a dial third parties, when there is an Appeal to it; or everybody."""
    play = talk({"bo": {"Proud": 9}}, motivation_visibility=visibility)
    events = heard(play, LOST)
    verdicts = [event for event in events if isinstance(event, Verdict) and event.name == "motivation"]
    told = [viewer for viewer in ("ana", "cy", "eve") for event in verdicts if not is_hidden(_told(event, viewer))]
    seen = [viewer for viewer in ("ana", "cy", "eve") if play.sees(viewer, "token", "bo", "Proud") is not None]
    assert told + seen == knows


def _told(event, viewer):
    return see(event, viewer).value


def test_where_motivations_are_open_the_talker_sees_all_odds():
    """AVI-2.04.06, AVI-2.02.11."""
    play = talk({"ana": {"Convince": 5}, "bo": {"Proud": 9}}, motivation_visibility="open")
    pitched(play)
    play.answers(dict.fromkeys(SEATS, ballot(difficulty=3)))
    assert chances(play, "ana", "make it")["success"] == Fraction(525, 1024)


def test_third_parties_do_not_spoil_the_talkers_odds():
    """AVI-2.04.06: what they learn is hidden from the talker, and the check is priced all the same."""
    play = talk({"ana": {"Convince": 5}}, motivation_visibility="third_party_too")
    pitched(play)
    play.answers(dict.fromkeys(SEATS, ballot(difficulty=3)))
    assert chances(play, "ana", "make it") == {"check won": Fraction(175, 256), "failure": Fraction(81, 256)}


@pytest.mark.parametrize(("visibility", "sees"), [("on_check", None), ("open", 4)])
def test_skills_are_shown_on_a_check(visibility, sees):
    """AVI-2.04.07: the ratings of a check, and no others."""
    play = talk({"ana": {"Convince": 4, "Lead": 4}}, skill_visibility=visibility)
    assert "ana: Convince 4 against 2, to Proud" in said(ventured(play), "cy")
    assert play.sees("cy", "token", "ana", "Lead") == sees


# The terms


def test_the_whole_table_decides_the_terms():
    """AVI-2.02.03, AVI-2.02.06, AVI-R.12, AVI-1.01.05: most votes, and the lower median; the talker votes too."""
    play = talk({"ana": {"Lead": 3}})
    votes = (ballot(difficulty=3), ballot("Lead", "Avenging", 3), ballot("Lead", "Avenging", 2))
    assert "ana: Lead 3 against 3, to Avenging" in said(ventured(play, *votes))


def test_ballots_lie_face_down():
    """AVI-2.02.03: until the last one is in."""
    play = talk()
    pitched(play)
    events = play.answer("cy", ballot("Lead"))
    assert all(is_hidden(one.answer) for event in events if (one := see(event, "ana")) and hasattr(one, "answer"))


@pytest.mark.parametrize(
    ("mode", "offered", "is_admitted"),
    [("usual_three_plus_table_consent", 23, True), ("usual_three_only", 3, False), ("any", 23, True)],
)
def test_which_skills_an_appeal_may_use(mode, offered, is_admitted):
    """AVI-2.02.04: Convince, Lead or Administer; another one if the table finds it fitting, or as a dial says."""
    play = talk({"ana": {"Perform": 5}}, appeal_skills=mode)
    if not is_admitted:
        with pytest.raises(Refusal, match=r"^at this table one appeals by Convince, Lead, Administer$"):
            pitched(play, skill="Perform")
        pitched(play)
        assert len(play.question("bo").fields[0].options) == offered
        return
    pitched(play, skill="Perform")
    asked = play.question("bo")
    assert len(asked.fields[0].options) == offered
    assert asked.default[0] == ("Perform" if mode == "any" else "Convince")  # silence is no consent
    events = play.answers(dict(zip(SEATS, (ballot("Perform"), ballot("Perform"), ballot()), strict=True)))
    assert said(events) == ["ana: Perform 5 against 2, to Proud"]


@pytest.mark.parametrize(
    ("deadlock", "skill", "motivation"),
    [("talker_skill_listener_motivation", "ana", "bo"), ("third_party", "cy", "cy")],
)
def test_where_the_table_cannot_agree(deadlock, skill, motivation):
    """AVI-2.02.14: the talker's player picks the skill, the listener's the motivation; by a dial a third party both."""
    play = talk(appeal_deadlock=deadlock)
    pitched(play)
    votes = (ballot(), ballot("Lead", "Cruel"), ballot("Administer", "Lazy"))
    play.answers(dict(zip(SEATS, votes, strict=True)))
    assert play.asked() == [(skill, "skill")]
    assert [one.value for one in play.question(skill).options] == ["Convince", "Lead", "Administer"]
    play.answer(skill, "Administer")
    assert play.asked() == [(motivation, "motivation")]
    assert said(play.answer(motivation, "Honest")) == ["the motivation is Honest", "ana: Administer 2 against 2, to Honest"]


def test_without_a_third_party_the_two_decide():
    """AVI-2.02.14: even where a third party should."""
    play = seated(dials={"appeal_deadlock": "third_party"}, seats=("ana", "bo"))
    play.act("ana", "open-discussion", who="ana", other="bo", topic="the tithe")
    pitched(play)
    play.answers({"ana": ballot(), "bo": ballot("Lead", "Proud")})
    assert play.asked() == [("ana", "skill")]


def test_consensus_and_a_referee_decide_the_terms():
    """AVI-1.01.05, AVI-1.01.03."""
    play = talk(table_decision="consensus")
    pitched(play)
    play.answers(dict(zip(SEATS, (ballot(), ballot(), ballot("Lead")), strict=True)))
    assert play.asked() == [("ana", "skill")]
    play = talk(referee_mode="fixed_player")
    play.put_fact("referee", "seat", value="cy")
    pitched(play)
    assert play.asked() == [("cy", "terms")]
    assert said(play.answer("cy", ballot("Lead", "Cruel", 3))) == ["ana: Lead 2 against 3, to Cruel"]


@pytest.mark.parametrize("usual", [2, 3])
def test_the_suggested_difficulty(usual):
    """AVI-2.02.13, AVI-R.11: 2, or 3 by a dial."""
    play = talk(appeal_default_difficulty=usual)
    pitched(play)
    assert play.question("bo").default == ("Convince", "Proud", usual)


@pytest.mark.parametrize(("vote", "against"), [("yes", 6), ("no", 3)])
def test_another_difficulty_needs_a_second_word(vote, against):
    """AVI-2.02.13, AVI-2.02.06: 0 to 10, after a confirmation."""
    play = talk()
    pitched(play)
    play.answers(dict.fromkeys(SEATS, ballot(difficulty=6)))
    assert play.question("bo").prompt == "A difficulty of 6, instead of 3?"
    assert f"ana: Convince 2 against {against}, to Proud" in said(play.answers(dict.fromkeys(SEATS, vote)))
    high = talk()
    pitched(high)
    with pytest.raises(Refusal, match="is not a whole number from 0 to 10"):
        high.answer("bo", ballot(difficulty=11))


def test_a_difficulty_below_two_needs_it_too():
    """AVI-2.02.13."""
    play = talk()
    pitched(play)
    play.answers(dict.fromkeys(SEATS, ballot(difficulty=0)))
    assert play.question("bo").prompt == "A difficulty of 0, instead of 2?"
    assert "ana: Convince 2 against 2, to Proud" in said(play.answers(dict.fromkeys(SEATS, "no")))


@pytest.mark.parametrize(("dial", "rating"), [("no", 3), ("yes", 1)])
def test_wounds_and_appeals(dial, rating):
    """AVI-2.02.16: only Worn and Sick touch an Appeal, whatever skill it uses; wounds do so by a dial."""
    hurt = {"Convince": 4, "Strength": 4, "major": 1, "conditions": ["Worn", "Winded"]}
    for skill in ("Convince", "Strength"):
        play = talk({"ana": hurt}, wounds_affect_social=dial)
        votes = (ballot(skill),) * 3
        assert f"ana: {skill} {rating} against 2, to Proud" in said(ventured(play, *votes, skill=skill))


def test_being_led_helps_the_next_appeal_once():
    """AVI-1.02.01.20."""
    play = talk({"ana": {"led": 1}})
    assert "ana: Convince 3 against 2, to Proud" in said(heard(play, 1, 1, 1))
    assert play.of("ana", "led") == 0


# Hearing, avoiding, ignoring


def test_three_appeals_of_the_example_and_what_may_follow():
    """AVI-X.31, AVI-2.01.08, AVI-2.01.12: a d12 that fails, a check that fails, a success; then a 4th."""
    play = talk({"bo": {"Proud": 7}})
    assert [outcome(heard(play, *faces)) for faces in ((WON, 12), (LOST,), (WON, 7))] == ["unmoved", "failure", "success"]
    assert play.of("bo", "heard") == 3
    ventured(play, *(ballot(matter=1),) * 3, entry=1)
    events = play.answer("bo", IGNORE)  # Appeal 4
    assert (outcome(events), thrown(events), play.of("bo", "heard")) == ("ignored", [], 3)
    again = {"who": "ana", "other": "bo", "topic": "the tithe", "changed": "the reeve has raised the tithe"}
    for vote, found, count in (("no", "voted down", 3), ("yes", "agreed", 0)):
        play.act("ana", "open-discussion", **again)
        assert outcome(play.answers(dict.fromkeys(SEATS, vote))) == found
        assert play.of("bo", "heard") == count


def test_three_must_be_heard_and_the_fourth_may_be_ignored():
    """AVI-2.01.08, AVI-2.01.09, AVI-2.01.10, AVI-R.15, AVI-R.17, AVI-R.26."""
    play = talk({"bo": {"Proud": 7}})
    heard(play, WON, 8)
    heard(play, LOST, topic="the mill")  # another topic counts as well
    heard(play, WON, 7)
    assert (play.of("bo", "heard"), driven(play)) == (3, [PROUD])
    votes = (ballot(matter=1),) * 3
    ventured(play, *votes, entry=1)
    events = play.answer("bo", IGNORE)
    assert (outcome(events), thrown(events), said(events)) == ("ignored", [], ["bo ignores it"])
    assert (play.of("bo", "heard"), driven(play)) == (3, [PROUD])


def test_to_hear_a_fourth_does_not_waive_the_right():
    """AVI-R.26: it is renewed for each further Appeal."""
    play = talk({"bo": {"heard": 0}})
    for _ in range(4):
        heard(play, LOST)
    ventured(play)
    assert outcome(play.answer("bo", IGNORE)) == "ignored"


@pytest.mark.parametrize("must", range(1, 10))
def test_how_many_appeals_must_be_heard(must):
    """AVI-2.01.08, AVI-2.01.07, AVI-R.27: there is no free refusal before that."""
    play = talk(appeals_before_ignoring=must)
    play.put_fact(*the_talk(play), "heard", "bo", value=must - 1)
    ventured(play)
    with pytest.raises(Refusal, match=f"{must} Appeals of a discussion have to be heard"):
        play.answer("bo", IGNORE)
    play.answer("bo", HEAR, LOST)
    ventured(play)
    assert outcome(play.answer("bo", IGNORE)) == "ignored"


def test_the_count_is_the_listeners_own():
    """AVI-R.16, AVI-2.01.14, AVI-2.01.16: others merely overhear; roles alternate as the talk goes."""
    play = talk()
    heard(play, LOST)
    heard(play, LOST, seat="bo", listener="ana")  # AVI-2.01.02: the other side makes its point
    heard(play, LOST)  # AVI-2.01.03: or the same one goes on
    assert [play.of(who, "heard") for who in SEATS] == [1, 2, 0]
    heard(play, LOST, seat="cy", listener="bo")  # AVI-2.01.16: a bystander joins in
    assert [play.of(who, "heard") for who in SEATS] == [1, 3, 0]


def test_getting_away_in_time():
    """AVI-2.01.06, AVI-2.01.15, AVI-2.01.17: Run against Run; then the Appeal is not made, not counted, and the two part."""
    play = talk({"bo": {"Run": 4}})
    ventured(play)
    play.answer("bo", FLEE)
    events = play.answer("bo", ONE_CHECK, 1, 7, 1, 1)
    assert outcome(events) == "ignored"
    assert said(events) == [
        "bo: Run 4 against ana: Run 2",
        "bo does not hear it: get away",
        "the discussion of the tithe is over",
    ]
    assert (play.of("bo", "heard"), bool(talks.going_on(play.desk))) == (0, False)


def test_not_getting_away():
    """AVI-2.01.15, AVI-R.27: the Appeal goes on."""
    play = talk({"bo": {"Proud": 7}})
    ventured(play)
    play.answer("bo", FLEE)
    events = play.answer("bo", ONE_CHECK, 4, WON, 7)
    assert (outcome(events), play.of("bo", "heard")) == ("success", 1)
    assert "bo has to hear it" in said(events)


def flees(play, *, follows="pursue"):
    """Bo runs from an Appeal of ana's, who follows or does not."""
    ventured(play)
    play.answer("bo", FLEE)
    play.answer("bo", CHASE)
    return play.answer("ana", follows)


def chased(play, *faces):
    """A round of the chase in which all run."""
    play.act("bo", "chase-round", who="bo")
    play.answer("cy", "open ground", to="ground")
    play.answer("bo", "Run", to="way")
    return play.answer("ana", "Run", *faces, to="way")


def test_a_flight_may_become_a_chase_and_whoever_is_away_is_out_of_the_discussion():
    """AVI-2.01.06, AVI-2.01.15, AVI-2.01.17, AVI-3.07: nothing is heard, and while one runs the other cannot go on talking."""
    play = talk({"bo": {"Run": 4}}, chase_endurance_every=0)
    events = flees(play)
    assert outcome(events) == "ignored"
    assert said(events) == ["Contested Movement: ana is after bo, gap 2 of 5"]
    assert (play.of("bo", "heard"), bool(talks.going_on(play.desk))) == (0, True)
    with pytest.raises(Refusal, match=r"^not while ana and bo are in a chase with each other$"):
        pitched(play)
    for _ in range(2):
        assert outcome(chased(play, 8, 1, 1, 1)) == "goes on"
    events = chased(play, 8, 1, 1, 1)
    assert (outcome(events), play.fact("chase", "quarry"), talks.going_on(play.desk)) == ("away", None, [])
    assert "the discussion of the tithe is over" in said(events)


def test_whoever_is_caught_on_the_run_has_to_listen_where_they_left_off():
    """AVI-2.01.07, AVI-2.01.15, AVI-3.13: the pursuer talks on in the same discussion; what was heard there counts."""
    play = talk()
    heard(play, LOST)
    flees(play)
    assert outcome(chased(play, LOST)) == "goes on"
    chased(play, LOST)
    assert outcome(play.answer("ana", "a Discussion", to="caught")) == "caught"
    heard(play, LOST)
    assert play.of("bo", "heard") == 2


def test_whom_nobody_follows_is_away_at_once():
    """AVI-2.01.06, AVI-2.01.17."""
    play = talk()
    events = flees(play, follows="let them go")
    assert said(events) == ["nobody pursues bo", "the discussion of the tithe is over"]
    assert (outcome(events), play.fact("chase", "quarry"), talks.going_on(play.desk)) == ("ignored", None, [])


def test_where_one_check_decides_chases_or_somebody_is_held_nobody_is_asked_how_they_get_away():
    """AVI-3.01, AVI-2.01.15."""
    play = talk(movement_subsystem="single_check")
    ventured(play)
    assert outcome(play.answer("bo", FLEE, WON)) == "ignored"
    play = talk()
    play.put("bo", conditions=("Held",))
    ventured(play)
    assert outcome(play.answer("bo", FLEE, WON)) == "ignored"


def test_a_flight_that_comes_too_late_for_a_chase_is_one_check():
    """AVI-2.01.15, AVI-3.07: somebody else has begun a chase while ana thought."""
    play = talk({"eda": {}, "fay": {}})
    ventured(play)
    play.answer("bo", FLEE)
    play.answer("bo", CHASE)
    for name, value in {"quarry": "eda", "pursuer": "fay", "gap": 2, "round": 0}.items():
        play.put_fact("chase", name, value=value)
    events = play.answer("ana", "pursue", WON)
    assert (outcome(events), play.fact("chase", "quarry"), talks.going_on(play.desk)) == ("ignored", "eda", [])
    assert "bo does not hear it: get away" in said(events)


@pytest.mark.parametrize(("end", "is_open"), [("natural", False), ("scene_end_only", True)])
@pytest.mark.parametrize(("how", "skill", "answer"), [(STRIKE, "Strength", "Control"), (OTHER_WAY, "Administer", "Notice")])
def test_violence_or_another_way(how, skill, answer, end, is_open):
    """AVI-2.01.06, AVI-2.01.17, AVI-R.27: with a check of its own; it ends the discussion, unless only scenes do."""
    play = talk(discussion_end=end)
    ventured(play)
    play.answer("bo", how)
    assert len(play.question("bo").options) == (4 if how == STRIKE else 23)
    play.answer("bo", skill)
    events = play.answer("ana", answer, 5)
    assert outcome(events) == "ignored"
    assert f"bo: {skill} 2 against ana: {answer} 2" in said(events)
    assert (play.of("bo", "heard"), bool(talks.going_on(play.desk))) == (0, is_open)


def struck(play, face):
    """bo turns to violence, Strength against Control; one die decides between equals."""
    ventured(play)
    play.answer("bo", STRIKE)
    play.answer("bo", "Strength")
    return play.answer("ana", "Control", *face)


def test_violence_begins_a_fight():
    """AVI-2.01.06, AVI-2.01.17, AVI-4.01: and then nobody appeals any more."""
    play = talk()
    struck(play, [WON])
    assert pairings.fight_of(play.desk, "bo").against("bo") == ("ana",)
    play.act("cy", "open-discussion", who="cy", other="bo", topic="peace")
    with pytest.raises(Refusal, match=r"^blows have ended the discussion$"):
        pitched(play, "cy")


def test_violence_that_fails_is_no_veto():
    """AVI-2.01.15, AVI-R.27: the Appeal goes on."""
    play = talk()
    events = struck(play, [LOST, LOST])
    assert (outcome(events), play.of("bo", "heard"), pairings.fight_of(play.desk, "bo")) == ("failure", 1, None)


@pytest.mark.parametrize(("face", "loser"), [(WON, "ana"), (LOST, "bo")])
def test_where_one_check_decides_a_fight_that_was_it(face, loser):
    """AVI-4.01, AVI-2.01.15: the loser takes a major wound; whoever is out by it hears nothing."""
    play = talk(hand_to_hand="single_check", wound_capacity=2)
    events = struck(play, [face])
    assert outcome(events) == "ignored"
    assert {who: play.of(who, "major") for who in ("ana", "bo")} == {"ana": 0, "bo": 0} | {loser: 1}
    assert play.of("bo", "heard") == 0


@pytest.mark.parametrize(("window", "first"), [("before_check", "terms"), ("before_step_1", "answer")])
def test_when_an_appeal_may_be_avoided(window, first):
    """AVI-2.01.15: before the check or, by a dial, before anything is decided."""
    play = talk(avoidance_window=window)
    pitched(play)
    assert {name for _, name in play.asked()} == {first}
    if window == "before_check":
        return
    play.answer("bo", FLEE)
    assert outcome(play.answer("bo", ONE_CHECK, WON)) == "ignored"
    play = talk(avoidance_window=window)
    pitched(play)
    play.answer("bo", HEAR)
    play.answers(dict.fromkeys(SEATS, ballot()))
    assert outcome(play.answer("ana", "make it", LOST)) == "failure"


def test_whoever_is_pinned_hears_and_whoever_is_out_does_not():
    """AVI-1.04.04, AVI-4.09: nor do they talk."""
    play = talk()
    play.put("bo", conditions=("Pinned",))
    ventured(play)
    with pytest.raises(Refusal, match="get away is not open: cannot act"):
        play.answer("bo", FLEE)
    play.answer("bo", HEAR, LOST)
    with pytest.raises(Refusal, match=r"^bo cannot talk$"):
        pitched(play, "bo", "ana")
    play.put("bo", conditions=("Out",))
    with pytest.raises(Refusal, match=r"^bo cannot hear it$"):
        pitched(play)
    with pytest.raises(Refusal, match=r"^bo cannot talk$"):
        play.act("bo", "open-discussion", who="bo", other="ana", topic="mercy")


def test_nobody_talks_to_the_hidden_or_out_of_hiding():
    """AVI-1.04.09: to appeal is to act openly."""
    play = talk()
    play.put("bo", conditions=("Hidden",))
    with pytest.raises(Refusal, match="bo is hidden"):
        pitched(play)
    play.put("bo", conditions=())
    play.put("ana", conditions=("Hidden",))
    pitched(play)
    assert play.of("ana", "conditions") == ()


# Discussions


def test_an_appeal_needs_a_discussion():
    """AVI-2.01.01, AVI-2.01.05."""
    with pytest.raises(Refusal, match=r"^no discussion is going on: open one$"):
        pitched(seated())


@pytest.mark.parametrize(("gate", "judges"), [("table", ["ana", "bo", "cy"]), ("third_party", ["cy"]), ("off", [])])
def test_a_new_discussion_needs_a_change(gate, judges):
    """AVI-X.31, AVI-2.01.11, AVI-2.01.12, AVI-2.01.13, AVI-R.17: who confirms it; then all counts are 0 again."""
    play = talk(new_discussion_gate=gate)
    play.put_fact(*the_talk(play), "heard", "bo", value=3)
    changed = "the reeve has raised the tithe"
    begin = {"who": "ana", "other": "bo", "topic": "the tithe", "changed": changed}
    if judges:
        play.act("ana", "open-discussion", **begin)
        assert [seat for seat, _ in play.asked()] == judges
        events = play.answers(dict.fromkeys(judges, "no"))
        assert outcome(events) == "voted down"
        assert said(events)[-1] == "nothing has changed: there is no new discussion of the tithe"
        assert talks.heard(play.desk, the_talk(play), "bo") == 3
    events = play.act("ana", "open-discussion", **begin)
    events += play.answers(dict.fromkeys(judges, "yes")) if judges else []
    assert outcome(events) == "agreed"
    assert (talks.heard(play.desk, the_talk(play), "bo"), play.fact(*the_talk(play), "changed")) == (0, changed)


def test_without_a_third_party_the_table_confirms():
    """AVI-2.01.13."""
    play = seated(dials={"new_discussion_gate": "third_party"}, seats=("ana", "bo"))
    begin = {"who": "ana", "other": "bo", "topic": "the tithe"}
    play.act("ana", "open-discussion", **begin)
    play.act("ana", "open-discussion", **begin)
    assert play.asked() == [("ana", "vote"), ("bo", "vote")]


@pytest.mark.parametrize(("mode", "is_allowed"), [("natural", True), ("scene_end_only", False)])
def test_how_a_discussion_ends(mode, is_allowed):
    """AVI-2.01.17: both sides agree, unless only the scene ends it."""
    play = talk(discussion_end=mode)
    if not is_allowed:
        with pytest.raises(Refusal, match=r"^at this table a discussion ends with the scene$"):
            play.act("ana", "end-discussion")
        return
    play.act("ana", "end-discussion")
    assert play.asked() == [("bo", "vote")]
    assert outcome(play.answer("bo", "no")) == "voted down"
    play.act("ana", "end-discussion")
    assert said(play.answer("bo", "yes")) == ["the discussion of the tithe is over"]
    with pytest.raises(Refusal, match=r"^no discussion is going on$"):
        play.act("ana", "end-discussion")


def test_a_discussion_that_ends_while_people_think_ends_the_appeal():
    """AVI-2.01.17: nothing is rolled any more."""
    play = talk()
    pitched(play)
    play.answers(dict.fromkeys(SEATS, ballot()))
    play.act("bo", "end-discussion")
    vote = next(number for number, one in play.table.truth.questions.items() if one.name == "vote")
    play.do(Answer("ana", vote, "yes"))
    assert outcome(play.answer("ana", "make it")) == "declined"


# Groups


def group(mode, **people):
    """bo and cy stand together; ana talks."""
    play = talk(people, appeal_group_mode=mode)
    play.act("cy", "join-discussion", who="cy", other="bo")
    assert talks.members(play.desk, the_talk(play), "bo") == ["bo", "cy"]
    return play


def test_only_the_named_listener_is_touched():
    """AVI-2.01.14, AVI-2.01.01: whoever stands beside merely overhears."""
    play = group("single_listener", bo={"Proud": 10})
    heard(play, WON, 3)
    assert [play.of(who, "heard") for who in SEATS] == [0, 1, 0]
    assert (driven(play), driven(play, "cy")) == ([PROUD], [])


def test_everyone_of_a_group_hears_and_rolls():
    """AVI-2.01.14: one check for each difficulty, a d12 and a count for each."""
    play = group("everyone", bo={"Proud": 4}, cy={"Proud": 9, "driving": [dict(zip(KEYS, ENTRY, strict=True))]})
    votes = (ballot(matter=1),) * 3
    assert "ana: Convince 2 against 2 and 3, to Proud" in said(ventured(play, *votes))
    play.answer("bo", HEAR)
    events = play.answer("cy", HEAR, WON, 1, 1, 1, 5, 6)
    assert outcome(events) == "success"
    assert thrown(events) == [(WON,), (1, 1, 1), (5,), (6,)]
    assert [play.of(who, "heard") for who in SEATS] == [0, 1, 1]
    assert (driven(play), driven(play, "cy")) == ([], [PROUD])


def test_of_a_group_some_may_get_away():
    """AVI-2.01.14, AVI-2.01.15, AVI-2.01.17: the others hear it, and the discussion goes on."""
    play = group("everyone", bo={"Proud": 9})
    ventured(play)
    play.answer("bo", HEAR)
    play.answer("cy", FLEE)
    events = play.answer("cy", ONE_CHECK, WON, WON, 1)
    assert outcome(events) == "success"
    assert [play.of(who, "heard") for who in SEATS] == [0, 1, 0]
    assert (talks.members(play.desk, the_talk(play), "bo"), bool(talks.going_on(play.desk))) == (["bo"], True)


def test_a_spokesperson_hears_for_all():
    """AVI-2.01.14: if the group has chosen one; what it comes to is everybody's."""
    play = group("spokesperson", bo={"Proud": 2}, cy={"Proud": 9})
    play.act("cy", "speak-for-group", who="cy")
    assert play.asked() == [("bo", "vote")]
    assert outcome(play.answer("bo", "yes")) == "agreed"
    ventured(play)
    assert play.asked() == [("cy", "answer")]
    assert outcome(play.answer("cy", HEAR, WON, 9)) == "success"
    assert [play.of(who, "heard") for who in SEATS] == [0, 1, 1]
    assert (driven(play), driven(play, "cy")) == ([PROUD], [PROUD])


def test_a_group_without_a_spokesperson_listens_by_whom_is_addressed():
    """AVI-2.01.14: and nobody speaks for those who do not agree."""
    play = group("spokesperson")
    play.act("cy", "speak-for-group", who="cy")
    assert outcome(play.answer("bo", "no")) == "voted down"
    ventured(play)
    assert play.asked() == [("bo", "answer")]
    with pytest.raises(Refusal, match="nobody listens for a whole group"):
        group("single_listener").act("cy", "speak-for-group", who="cy")


def test_one_may_stand_alone_again():
    """AVI-2.01.16."""
    play = group("everyone")
    play.act("cy", "join-discussion", who="cy", other="cy")
    assert talks.members(play.desk, the_talk(play), "bo") == ["bo"]
    assert discussions.hearers(play.desk, the_talk(play), "ana", "bo") == ["bo"]


# Alone


def test_an_appeal_to_oneself():
    """AVI-2.01.04, AVI-2.02.15: the same procedure, and the same count; nobody can get away from themselves."""
    play = talk({"ana": {"Proud": 7}}, other="ana")
    pitched(play, listener="ana")
    play.answers(dict.fromkeys(SEATS, ballot()))
    assert outcome(play.answer("ana", "make it", WON, 7)) == "success"
    assert (driven(play, "ana"), play.of("ana", "heard")) == ([PROUD], 1)


def test_a_table_without_appeals_to_oneself():
    """AVI-2.02.15."""
    play = talk(solo_appeals="off")
    with pytest.raises(Refusal, match=r"^at this table nobody appeals to themselves$"):
        pitched(play, listener="ana")
    with pytest.raises(Refusal, match=r"^at this table nobody appeals to themselves$"):
        play.act("ana", "open-discussion", who="ana", other="ana", topic="mercy")


def test_two_characters_of_one_player():
    """AVI-2.04.01, AVI-1.01.04: whoever runs several may let them talk; the same player answers for both."""
    play = talk({"anas": {"Proud": 7}}, other="anas")
    ventured(play, listener="anas")
    assert play.asked() == [("ana", "answer")]
    assert outcome(play.answer("ana", HEAR, WON, 7)) == "success"
    assert driven(play, "anas") == [PROUD]


# Driving Motivations


def test_a_discussion_reminds_of_what_drives_those_in_it():
    """AVI-2.03.01.04, AVI-2.03.01.03: it binds nobody, and outside its matter it has no effect."""
    play = proud(new_discussion_gate="off")
    events = play.act("ana", "open-discussion", who="ana", other="bo", topic="the mill")
    assert said(events) == ["ana and bo discuss the mill", "What drives bo: Proud (the village: the tithe)"]
    votes = (ballot(matter=0),) * 3
    assert "ana: Convince 2 against 2, to Proud" in said(ventured(play, *votes, topic="the mill"))


def test_the_form_of_an_appeal_names_the_topic():
    """AVI-2.02.01, AVI-2.02.02, AVI-2.02.05: the rest is for the players to say."""
    given = {"who": "ana", "listener": "bo"}
    assert talk().form("ana", "appeal", **given)["topic"] == "the tithe"
    assert seated().form("ana", "appeal", **given)["topic"] is None


def proud(**dials):
    """A table at which bo is driven by pride in the matter of the tithe."""
    row = dict(zip(KEYS, ENTRY, strict=True))
    return talk({"bo": {"Proud": 10, "Modest": 2, "driving": [row]}}, **dials)


def test_one_entry_for_each_matter():
    """AVI-X.30, AVI-2.02.07, AVI-2.03.01.06, AVI-R.28: the difficulty is 3; a won Appeal replaces the old one."""
    play = proud()
    votes = (ballot(motivation="Modest", difficulty=2, matter=1),) * 3
    events = heard(play, 1, 1, 1, 3, ballots=votes, motivation="Modest", entry=1)
    assert "ana: Convince 2 against 3, to Modest" in said(events)
    assert (outcome(events), driven(play)) == ("unmoved", [PROUD])
    assert outcome(heard(play, 1, 1, 1, 2, ballots=votes, motivation="Modest", entry=1)) == "success"
    assert driven(play) == [MODEST]


@pytest.mark.parametrize("entrenched", range(11))
def test_the_difficulty_where_something_drives_them(entrenched):
    """AVI-2.02.07, AVI-2.02.13, AVI-R.28: whatever the table would have chosen; it is even lower than that."""
    play = proud(appeal_entrenched_difficulty=entrenched)
    votes = (ballot(difficulty=9, matter=1),) * 3
    assert f"ana: Convince 2 against {entrenched}, to Proud" in said(ventured(play, *votes, entry=1))


def test_the_table_says_what_is_the_same_matter():
    """AVI-2.03.01.07, AVI-1.01.05: the talker proposes an entry; most votes count, then the third party's."""
    for votes, found in (((1, 1, 0), 3), ((0, 1, 0), 2), ((1, 0, 0), 2)):
        play = proud()
        ballots = [ballot(matter=one) for one in votes]
        more = {"topic": "what we owe", "entry": 1}
        assert f"ana: Convince 2 against {found}, to Proud" in said(ventured(play, *ballots, **more))
    play = proud(table_decision="consensus")
    ballots = [ballot(matter=one) for one in (0, 0, 1)]
    assert "ana: Convince 2 against 3, to Proud" in said(ventured(play, *ballots, topic="what we owe"))


def test_under_an_entry_the_words_of_the_entry_stay():
    """AVI-2.03.01.06, AVI-2.03.01.07."""
    play = proud()
    heard(play, 1, 1, 1, 2, ballots=(ballot(motivation="Modest", matter=1),) * 3, topic="what we owe", motivation="Modest")
    assert driven(play) == [MODEST]


def test_by_a_dial_the_same_words_are_the_same_matter():
    """AVI-2.03.01.07, AVI-R.18: both context and topic."""
    play = proud(dm_key_match="exact_text")
    assert "ana: Convince 2 against 3, to Proud" in said(ventured(play))
    play.answer("bo", HEAR, 8, 8, 8)
    assert "ana: Convince 2 against 2, to Proud" in said(ventured(play, context="the abbey"))
    with pytest.raises(Refusal, match="the same words are the same matter"):
        pitched(play, entry=1)


def test_the_same_topic_in_another_context_is_another_entry():
    """AVI-R.18, AVI-2.03.01.05, AVI-2.03.01.03: any number of them."""
    play = proud()
    heard(play, WON, 3, ballots=(ballot(matter=0),) * 3, context="the abbey")
    assert driven(play) == [PROUD, ("the abbey", "the tithe", "Proud")]


def test_the_same_words_are_never_two_entries():
    """AVI-2.03.01.06: whatever the table says."""
    play = proud()
    heard(play, 1, 1, 1, 2, ballots=(ballot(motivation="Modest", matter=0),) * 3, motivation="Modest")
    assert driven(play) == [MODEST]


@pytest.mark.parametrize("renewal", ["allowed", "refused"])
def test_an_appeal_to_what_drives_them_already(renewal):
    """AVI-2.03.01.10: legal, against 3, and it renews the entry; by a dial it is refused."""
    play = proud(dm_renewal=renewal)
    play.put_fact("session", "number", value=2)
    votes = (ballot(matter=1),) * 3
    if renewal == "refused":
        pitched(play, entry=1)
        assert outcome(play.answers(dict.fromkeys(SEATS, votes[0]))) == "refused"
        assert play.of("bo", "heard") == 0
        return
    assert outcome(heard(play, 1, 1, 1, 10, ballots=votes, entry=1)) == "success"
    assert play.of("bo", "driving") == ((*PROUD, "session 2, scene 0"),)


def test_an_entry_has_to_be_there():
    """AVI-2.03.01.07."""
    with pytest.raises(Refusal, match=r"^bo has 1 Driving Motivations; there is no number 2$"):
        pitched(proud(), entry=2)


@pytest.mark.parametrize("expiry", ["replaced_or_settled", "end_of_session", "never"])
def test_a_matter_that_is_settled_for_good(expiry):
    """AVI-2.03.01.08: if the table agrees; by a dial never."""
    play = proud(dm_expiry=expiry)
    if expiry == "never":
        with pytest.raises(Refusal, match="stays until another takes its place"):
            play.act("cy", "settle", who="bo")
        return
    play.act("cy", "settle", who="bo")
    assert outcome(play.answers(dict.fromkeys(SEATS, "no"))) == "voted down"
    assert driven(play) == [PROUD]
    play.act("cy", "settle", who="bo")
    events = play.answers(dict.fromkeys(SEATS, "yes"))
    assert said(events)[-1] == "bo is no longer driven: Proud (the village: the tithe)"
    assert driven(play) == []


OTHER = ("the village", "what we owe the abbey", "Modest", SINCE)


def torn(**dials):
    rows = [dict(zip(KEYS, one, strict=True)) for one in (ENTRY, OTHER)]
    return talk({"bo": {"driving": rows, "Modest": 2}}, **dials)


@pytest.mark.parametrize(
    ("votes", "counts"),
    [
        (("older", "older", "neither"), "Proud (the village: the tithe)"),
        (("older", "newer", "neither"), "Modest (the village: what we owe the abbey)"),
        (("neither", "neither", "older"), "Modest (the village: what we owe the abbey)"),
        (("newer", "newer", "newer"), "Modest (the village: what we owe the abbey)"),
    ],
)
def test_two_that_pull_apart(votes, counts):
    """AVI-2.03.01.09, AVI-R.30, AVI-2.03.01.04: the more specific one, else the newer, even with a rating of 2."""
    play = torn()
    play.act("bo", "weigh", who="bo")
    events = play.answers(dict(zip(SEATS, votes, strict=True)))
    assert said(events) == [f"bo: {counts} counts, whatever the ratings"]


def test_by_a_dial_the_player_chooses_between_two():
    """AVI-2.03.01.09."""
    play = torn(dm_conflict="player_choice")
    play.act("bo", "weigh", who="bo", one=2, other=1)
    assert play.asked() == [("bo", "entry")]
    assert said(play.answer("bo", 0)) == ["bo: Proud (the village: the tithe) counts, whatever the ratings"]
    with pytest.raises(Refusal, match=r"^one entry does not pull against itself$"):
        play.act("bo", "weigh", who="bo", one=1, other=1)


# Consulting


@pytest.mark.parametrize(
    ("ratings", "found"),
    [((4, 8), "Proud"), ((8, 4), "Modest"), ((2, 10), "Proud"), ((6, 6), "both are equal: choose freely")],
)
def test_a_pair_says_what_somebody_would_do(ratings, found):
    """AVI-2.04.01, AVI-2.04.02, AVI-2.04.03, AVI-2.04.04: no dice; nobody else hears that it was asked."""
    play = seated({"ana": {"Modest": ratings[0], "Proud": ratings[1]}})
    events = play.act("ana", "consult", who="ana", pair="Modest or Proud")
    assert said(events, "ana") == [f"ana, Modest or Proud: {found}"]
    assert thrown(events, "ana") == []
    for viewer in ("bo", "cy", "eve"):
        assert [event for event in events if see(event, viewer)] == []


@pytest.mark.parametrize(("face", "found"), [(1, "Modest"), (2, "Proud")])
def test_a_coin_for_equal_motivations(face, found):
    """AVI-2.04.04."""
    play = seated(dials={"tied_pair_rule": "coin"})
    events = play.act("ana", "consult", face, who="ana", pair="Modest or Proud")
    assert said(events, "ana") == [f"ana, Modest or Proud: both are equal; the coin says {found}"]


def test_nobody_else_hears_a_coin_and_it_falls_in_any_case():
    """AVI-2.04.04, AVI-2.04.06: else whoever hears it fall would know that the two are equal."""
    heard_by = []
    for proudness in (6, 8):
        play = seated({"ana": {"Proud": proudness, "Modest": 4 if proudness == 8 else 6}}, {"tied_pair_rule": "coin"})
        events = play.act("ana", "consult", 1, who="ana", pair="Modest or Proud")
        heard_by.append(said(events, "bo"))
    assert heard_by == [[], []]


def test_only_ones_own_characters_are_consulted():
    """AVI-2.04.06."""
    with pytest.raises(Refusal, match="bo is not yours"):
        seated().act("ana", "consult", who="bo", pair="Modest or Proud")


def test_two_worlds_that_differ_in_a_rating_look_alike():
    """AVI-2.04.06: where the d12 comes to the same, every byte that the others get is the same."""
    heard_by = []
    for rating in (3, 10):
        play = talk({"bo": {"Proud": rating}})
        heard(play, WON, 3)
        play.act("bo", "consult", who="bo", pair="Modest or Proud")
        seen = [[wire(one) for event in play.table.records if (one := see(event, viewer))] for viewer in ("ana", "cy", "eve")]
        heard_by.append(seen)
    assert heard_by[0] == heard_by[1]
