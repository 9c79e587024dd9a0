"""Twist of Fate: what a skill is used for when a player tries something, and attempts that somebody opposes."""

from pathlib import Path

import pytest

from fatewright.core.rule.ask import Text
from fatewright.core.table.engine import Answer
from fatewright.core.table.events import Verdict
from fatewright.core.table.replay import read
from fatewright.core.table.seal import see
from fatewright.core.table.slots import Forms
from fatewright.core.table.story import Refusal
from fatewright.kit.players import open_questions
from fatewright.kit.stage import Stage
from forms import stands
from systems.tof_fight import heard
from systems.tof_table import TOF, cited, fight, outcome, said, seated

CLIMBER = {"skills": {"Athletics": 4}, "specs": ["Athletics: climb"]}
CLIMB = {"who": "ana", "skill": "Athletics", "what": "up the wall"}
CHECK, OPPOSED = ("check", 9, "strength", "nothing"), ("opposed", 8, "strength", "nothing")
GOLDEN = Path(__file__).parent.parent / "golden" / "twist-of-fate.jsonl"
DONE = ("that is all", "Athletics", "in general")


def tries(play, *answers, seat="ana", **act):
    """An attempt, and the game master's answers to what is asked of them."""
    events = play.act(seat, "attempt", **{**CLIMB, **act})
    for answer in answers:
        events = [*events, *play.answer("gm", answer)]
    return events


def told(events, name, viewer="eve"):
    return [event.value for event in events if isinstance(event, Verdict) and event.name == name and see(event, viewer)]


# The use


@pytest.mark.parametrize(
    ("dial", "use", "most", "total"),
    [
        ("tie_break", "climb", 4, 8),
        ("none", "climb", 4, 8),
        ("half_cap_outside", "climb", 4, 8),
        ("half_cap_outside", "swim", 2, 8),
        ("half_cap_outside", "in general", 2, 8),
        ("plus_one_inside", "climb", 4, 9),
        ("plus_one_inside", "swim", 4, 8),
        ("plus_one_inside", "Climb", 4, 9),
    ],
)
def test_a_specialist_is_one_in_what_they_try_too(dial, use, most, total):
    """TOF-3.10, TOF-3.09, TOF-1.10: by the use that the player names, whichever dial says what it is worth."""
    play = seated(people={"ana": CLIMBER}, dials={"spec_effect": dial})
    tries(play, CHECK, use=use)
    assert play.question("ana").high == most
    assert said(play.answer("ana", 0), "gm")[0].endswith(f" makes {total} against 9")


@pytest.mark.parametrize(
    ("use", "line"),
    [("climb", "ana tries Athletics (climb): up the wall"), ("in general", "ana tries Athletics: up the wall")],
)
def test_everybody_hears_for_which_use_somebody_tries_a_skill(use, line):
    """TOF-1.04, TOF-3.10: so that the game master can say that it is none, or how hard it is."""
    play = seated(people={"ana": CLIMBER})
    assert said(tries(play, use=use)) == [line]
    assert play.question("gm").prompt == line


def test_who_does_not_say_which_use_means_none_of_their_own():
    """TOF-3.10: so an act from before there was a use goes on as it did."""
    (use,) = (field for field in TOF.game.verbs["attempt"].slots if field.name == "use")
    assert use.asked == Text("", "use", "", 60, "in general")
    play = seated(people={"ana": CLIMBER})
    with pytest.raises(Refusal, match="use of the skill …: expected a text of 1 to 60 characters"):
        tries(play, use="")


# Where people talk


ENVOY = {
    "skills": {"Persuade": 4, "Language": 2, "Culture": 2},
    "specs": ["Persuade: convince", "Language: Latin", "Culture: the river folk", "Culture: etiquette"],
}


def on_offer(play, seat, verb, slot="use", **given):
    """What somebody may take as it is in a slot that they could write in as well."""
    form = Forms(play.table.view(seat), TOF.game, seat).form(TOF.game.verbs[verb], given)
    return next(one.known for one in form.slots if one.asked.name == slot)


@pytest.mark.parametrize(
    ("skill", "offered"),
    [
        ("Persuade", ("in general", "convince", "among the river folk", "in Latin")),
        ("Meet", ("in general", "among the river folk", "in Latin")),
        ("Language", ("in general", "Latin")),
        ("Culture", ("in general", "the river folk", "etiquette")),
        ("Athletics", ()),
    ],
)
def test_whoever_names_the_use_of_a_skill_is_offered_what_is_known_of_it(skill, offered):
    """TOF-3.37, TOF-3.09: the player of what they try, the game master of both sides; and nobody else knows of it."""
    play = seated(people={"ana": ENVOY, "bo": {}})
    assert on_offer(play, "ana", "attempt", who="ana", skill=skill) == offered
    assert on_offer(play, "gm", "check", who="ana", skill=skill) == offered
    assert on_offer(play, "gm", "oppose", "other_use", who="bo", other="ana", other_skill=skill) == offered
    assert on_offer(play, "bo", "attempt", who="bo", skill=skill) == ()
    assert stands(play, "ana", "attempt", "use", who="ana", skill=skill) == {"use": "in general"}


@pytest.mark.parametrize(
    ("use", "skill", "total"),
    [
        ("among the river folk", "Persuade", 9),
        ("Among the River Folk", "Meet", 5),
        ("among the hill folk", "Persuade", 8),
        ("among etiquette", "Persuade", 8),
        ("in Latin", "Persuade", 8),
        ("in general", "Persuade", 8),
        ("the river folk", "Culture", 7),
        ("among the river folk", "Athletics", 4),
    ],
)
def test_among_a_people_whose_culture_one_knows_one_talks_as_one_of_them(use, skill, total):
    """TOF-3.37, TOF-3.35, TOF-3.10: that covers the use of any skill of talking; a tongue does not make one a local."""
    play = seated(people={"ana": ENVOY}, dials={"spec_effect": "plus_one_inside"})
    attribute = "strength" if skill == "Athletics" else "social"
    tries(play, ("check", 9, attribute, "nothing"), skill=skill, what="let us pass", use=use)
    assert said(play.answer("ana", 0), "gm")[0].endswith(f" makes {total} against 9")


def test_a_local_wins_the_tie_of_an_argument_among_their_own():
    """TOF-3.37, TOF-1.18: where it is opposed; and everybody hears how somebody talks."""
    play = seated(people={"ana": ENVOY}, foes={"guard": {"skills": {"Scrutinize": 4}}})
    answers = (("opposed", 8, "social", "nothing"), ("guard", "Scrutinize", "in general"), DONE, "guard")
    events = tries(play, *answers, skill="Persuade", what="let us pass", use="among the river folk")
    assert said(events)[0] == "ana tries Persuade (among the river folk): let us pass"
    play.answer("ana", 1)
    assert outcome(play.answer("gm", 1)) == "wins"


@pytest.mark.parametrize(
    ("sheet", "skill", "known"),
    [
        (ENVOY, "Persuade", " (ana: can talk among the river folk, in Latin)"),
        (ENVOY, "Athletics", ""),
        ({"perks": [{"perk": "never forgets a face", "of": "nothing"}]}, "Athletics", " (ana: never forgets a face)"),
        ({"perks": [{"perk": "quick", "of": "nothing"}]}, "Athletics", ""),
    ],
)
def test_whoever_rules_on_an_attempt_is_told_what_only_people_can_weigh(sheet, skill, known):
    """TOF-3.37, TOF-5.07: the game master alone: how somebody can talk, and words of their own."""
    play = seated(people={"ana": sheet})
    tries(play, skill=skill)
    assert play.question("gm").prompt == f"ana tries {skill}: up the wall{known}"
    told = str(heard(play, "eve"))
    assert ("river" in told, "face" in told) == (False, False)


def test_what_somebody_loves_and_fears_stands_beside_the_question_of_what_moves_them():
    """TOF-5.04, TOF-5.01: as they have said themselves."""
    play = seated(people={"ana": {"love": "the sea"}})
    tries(play)
    (hearts,) = (field for field in play.question("gm").fields if field.name == "heart")
    assert [one.label for one in hearts.options] == ["nothing", "love: the sea", "fear"]


# Opposed


def opposed(*more, people=None, dials=None, **act):
    """Ana climbs against the guard's eyes; the table, where both have been asked for their bids."""
    folk = {"ana": CLIMBER} if people is None else people
    foe = {"skills": {"Scrutinize": 4}, "specs": ["Scrutinize: observe"]}
    play = seated(people=folk, foes={"guard": foe}, dials=dials)
    return play, tries(play, OPPOSED, *(more or (("guard", "Scrutinize", "in general"), DONE, "guard")), **act)


@pytest.mark.parametrize(
    ("bids", "ending", "line"),
    [((2, 1), "wins", "ana wins"), ((0, 1), "loses", "guard wins"), ((1, 1), "loses", "guard wins")],
)
def test_an_attempt_may_be_opposed(bids, ending, line):
    """TOF-1.05, TOF-1.08, TOF-1.04, TOF-1.18: the game master names who opposes it and with what; all bid face down."""
    play, events = opposed()
    assert (told(events, "ruling"), said(events)[-1]) == (
        ["opposed, strength, nothing"],
        "ana (Athletics) against guard (Scrutinize)",
    )
    assert play.asked() == [("ana", "bid"), ("gm", "bid")]
    play.answer("ana", bids[0])
    events = play.answer("gm", bids[1])
    assert (outcome(events), said(events)) == (ending, [line])
    assert (play.of("ana", "strength_pool"), play.of("guard", "social_pool")) == (20 - bids[0], 20 - bids[1])
    assert {"TOF-1.05"} <= cited(events)


@pytest.mark.parametrize(
    ("uses", "ending"),
    [
        (("climb", "in general"), "wins"),  # ana alone is a specialist
        (("in general", "observe"), "loses"),
        (("climb", "observe"), "draw"),  # both are, so neither counts; and nobody keeps things
        (("in general", "in general"), "draw"),
    ],
)
def test_a_specialist_breaks_the_tie_of_an_opposed_attempt(uses, ending):
    """TOF-1.18, TOF-3.10."""
    play, _ = opposed(("guard", "Scrutinize", uses[1]), DONE, "nobody", use=uses[0])
    play.answer("ana", 2)
    assert outcome(play.answer("gm", 2)) == ending


@pytest.mark.parametrize(("keeps", "ending"), [("guard", "loses"), ("ana", "wins"), ("nobody", "draw")])
def test_the_game_master_says_who_wants_things_to_stay_as_they_are(keeps, ending):
    """TOF-1.18: by default the first who opposes it, such as the guard, or the one who is lied to."""
    play, _ = opposed(("guard", "Scrutinize", "in general"), DONE)
    assert (play.question("gm").allowed(), play.question("gm").default) == ("nobody, ana, guard", "guard")
    play.answer("gm", keeps)
    play.answer("ana", 1)
    assert outcome(play.answer("gm", 1)) == ending


def test_several_may_oppose_it():
    """TOF-1.19: one after the other, as in a contest."""
    folk = {"ana": CLIMBER, "bo": {"skills": {"Athletics": 4}}}
    play, events = opposed(("guard", "Scrutinize", "observe"), ("bo", "Athletics", "climb"), DONE, "bo", people=folk)
    assert said(events)[-1] == "ana (Athletics) against guard (Scrutinize) against bo (Athletics)"
    for seat, bid in (("ana", 1), ("gm", 0)):
        play.answer(seat, bid)
    assert (outcome(play.answer("bo", 2)), play.of("bo", "strength_pool")) == ("loses", 18)


def test_an_attempt_that_nobody_opposes_comes_to_nothing():
    """TOF-1.19: the game master may think better of it."""
    play, events = opposed(DONE)
    assert (outcome(events), said(events)[-1], play.asked()) == ("nothing", "nobody opposes them", [])


def test_love_counts_in_an_opposed_attempt_and_is_spent():
    """TOF-5.04, TOF-1.10, TOF-1.32: what moves them, and the attribute that the game master names."""
    play = seated(people={"ana": CLIMBER}, foes={"guard": {}})
    tries(play, ("opposed", 8, "agility", "love"), ("guard", "Scrutinize", "observe"), DONE, "guard")
    assert (play.question("ana").high, play.of("ana", "loved")) == (6, "yes")
    play.answer("ana", 6)
    play.answer("gm", 0)
    assert play.pools("ana")[:2] == (20, 14)


def test_in_a_fight_an_opposed_attempt_is_the_action_of_the_turn():
    """TOF-6.17."""
    play = seated(people={"ana": CLIMBER}, foes={"guard": {}}, facts=fight("ana", "guard"))
    tries(play, OPPOSED, ("guard", "Scrutinize", "observe"), DONE, "guard")
    play.answer("ana", 0)
    play.answer("gm", 0)
    assert play.of("ana", "acted") == 1
    with pytest.raises(Refusal, match="ana has used the action of this turn"):
        tries(play)


@pytest.mark.parametrize("viewer", ["ana", "eve"])
def test_the_number_in_a_ruling_of_an_opposed_attempt_is_nobodys(viewer):
    """TOF-1.22: there is no difficulty, and what stood in the field is not told."""
    found = []
    for number in (8, 30):
        play = seated(people={"ana": CLIMBER}, foes={"guard": {}})
        tries(play, ("opposed", number, "strength", "nothing"), ("guard", "Scrutinize", "observe"), DONE, "guard")
        found.append(heard(play, viewer))
    assert found[0] == found[1]


# Contests


def test_a_specialist_breaks_the_tie_of_a_contest():
    """TOF-1.18, TOF-1.19, TOF-3.10: each side is named with its use."""
    folk = {
        "ana": {"skills": {"Lead": 4}, "specs": ["Lead: rally"]},
        "bo": {"skills": {"Lead": 4}, "specs": ["Lead: plan"]},
        "cy": {},
    }
    for first, second, winner in (
        *(("rally", "rally", "ana"), ("in general", "plan", "bo"), ("rally", "plan", None), ("in general", "rally", None)),
    ):
        play = seated(people=folk)
        play.act("gm", "contest", who="ana", skill="Lead", use=first)
        for answer in (("bo", "Lead", second), ("cy", "Lead", "in general"), ("that is all", "Lead", "in general")):
            play.answer("gm", answer)
        for seat in ("ana", "bo", "cy"):
            events = play.answer(seat, 0)
        assert said(events)[-1] == (f"{winner} wins" if winner else "nobody wins")


@pytest.mark.parametrize(("dial", "most"), [("half_cap_outside", (4, 2)), ("plus_one_inside", (4, 4))])
def test_in_a_contest_too_a_specialization_is_worth_what_the_dial_says(dial, most):
    """TOF-3.10."""
    leader = {"skills": {"Lead": 4}, "specs": ["Lead: rally"]}
    play = seated(people={"ana": leader, "bo": leader}, dials={"spec_effect": dial})
    play.act("gm", "contest", who="ana", skill="Lead", use="rally")
    play.answer("gm", ("bo", "Lead", "drill"))
    play.answer("gm", ("that is all", "Lead", "in general"))
    assert (play.question("ana").high, play.question("bo").high) == most
    play.answer("ana", 0)
    assert outcome(play.answer("bo", 0)) == ("wins" if dial == "plus_one_inside" else "draw")


def test_a_contest_that_waits_at_a_stored_table_is_answered_as_it_was_asked():
    """TOF-1.19: with a side and a skill, from before there was a use."""
    _, table = read(GOLDEN.read_text(encoding="utf-8"))
    waiting = {number: table.view("gm").questions[number] for number in open_questions(table.view("gm"), "gm")}
    (number,) = (number for number, one in waiting.items() if one.name == "side")
    side, skill = (field.options for field in waiting[number].asked.fields)
    Stage(TOF.game, table).do(Answer("gm", number, (side[1].value, skill[0].value)))
    asked = [one for one in table.truth.questions.values() if one.seat == "gm" and one.name == "side"]
    assert [[field.name for field in one.asked.fields] for one in asked] == [["side", "skill", "use"]]
