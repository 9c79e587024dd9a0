"""Avitch: checks at a table: proposed, published, accepted, declined or changed; opposed, helped, led, tried again, raced."""

from fractions import Fraction

import pytest

from fatewright.core.errors import BadValue
from fatewright.core.rule.odds import Memory
from fatewright.core.rule.price import UNKNOWN, odds
from fatewright.core.table.events import Rolled
from fatewright.core.table.game import Act, Answer
from fatewright.core.table.preview import odds_of_act, odds_of_answer
from fatewright.kit.stage import Stage
from fatewright.systems.avitch.characters import people
from fatewright.systems.avitch.mechanics import attempts, contests, deciding
from fatewright.systems.avitch.mechanics.checks import check
from systems.avi_table import AVI, cited, outcome, said, seated, thrown

DIALS = {name: dial.values for name, dial in AVI.dials.items()}
TIME = deciding.ONLY_TIME
CLIMB = {"who": "ana", "skill": "Jump/Climb", "what": "climb the cliff", "helper": "ana"}


def ruling(difficulty=3, consequence=TIME, what="check"):
    """What a judge says."""
    return what, difficulty, consequence


def tries(play, *rulings, seats=("bo", "cy"), **attempt):
    """Ana wants to do something, and these judges have spoken."""
    events = play.act("ana", "attempt", **{**CLIMB, **attempt})
    for seat, said_so in zip(seats, rulings or (ruling(), ruling()), strict=True):
        events += play.answer(seat, said_so)
    return events


refused = Stage.refused  # the sentence with which an act is refused


def priced(play, seat, answer):
    """The exact odds that a seat is shown for an answer, by outcome."""
    view = play.table.view(seat)
    (number,) = (n for n, one in view.questions.items() if one.seat == seat and not one.is_locked)
    found = odds_of_answer(view, AVI.game, seat, number, answer)
    return {name: Fraction(weight, found.total) for name, weight in found.weights.items()}


# Alone: the cliff


def test_the_bare_cliff_is_declined_and_nothing_is_rolled():
    """AVI-X.02, AVI-1.02.01.03, AVI-1.02.01.05, AVI-1.02.01.06: difficulty and consequence are published, then refused."""
    play = seated({"ana": {"Jump/Climb": 3}})
    fall = ruling(3, "a fall of up to 15 feet")
    events = tries(play, fall, fall)
    assert said(events)[-1] == "Jump/Climb 3 against difficulty 3; if it fails: a fall of up to 15 feet"
    assert play.asked() == [("ana", "risk")]
    assert priced(play, "ana", "roll") == {"success": Fraction(1, 2), "failure": Fraction(1, 2)}
    assert priced(play, "ana", "decline") == {"declined": Fraction(1)}
    events += play.answer("ana", "decline")
    assert (outcome(events), thrown(events), play.of("ana", "major")) == ("declined", [], 0)
    assert {"AVI-1.02.01.05", "AVI-1.02.01.06", "AVI-1.02.11"} <= cited(events)


def test_throwing_the_rope_is_not_rolled():
    """AVI-X.03, AVI-1.02.14, AVI-1.02.02.02: no pressure, nothing to lose."""
    play = seated()
    happens = ruling(what=deciding.HAPPENS)
    events = tries(play, happens, happens, what="throw a rope round a tree")
    assert (outcome(events), thrown(events)) == ("happens", [])


def test_the_cliff_with_a_rope_is_set_anew_and_climbed():
    """AVI-X.04, AVI-1.02.01.06, AVI-1.02.02.03: a changed situation has another difficulty and another consequence."""
    play = seated({"ana": {"Jump/Climb": 3}})
    fall = ruling(3, "major wound")
    tries(play, fall, fall)
    play.answer("ana", "change the situation")
    assert "ana: a rope round a tree" in said(play.answer("ana", "a rope round a tree"))
    assert sorted(play.asked()) == [("bo", "difficulty"), ("cy", "difficulty")]
    play.answers({"bo": ruling(2), "cy": ruling(2)})
    assert priced(play, "ana", "roll") == {"success": Fraction(37, 64), "failure": Fraction(27, 64)}
    events = play.answer("ana", "roll", 4, 6, 8)
    assert (outcome(events), thrown(events)) == ("success", [(4, 6, 8)])


def test_nothing_is_rolled_before_it_is_published_and_accepted():
    """AVI-1.02.01.05, AVI-1.02.01.06: proposed, published, accepted, rolled, in this order and no other."""
    play = seated()
    events = play.act("ana", "attempt", **CLIMB)
    with pytest.raises(BadValue, match=r"^ana is not asked anything; asked is: bo 'difficulty', cy 'difficulty'$"):
        play.answer("ana", "roll", 8)
    events += play.answer("bo", ruling(4, "minor wound"))
    assert play.asked() == [("cy", "difficulty")]
    events += play.answer("cy", ruling(5, "major wound"))
    assert not any(isinstance(event, Rolled) for event in events)
    assert said(events)[-1] == "Jump/Climb 2 against difficulty 4; if it fails: minor wound"
    events = play.answer("ana", "roll", 8, 1, 1, 1)
    assert (outcome(events), play.of("ana", "minor"), play.of("ana", "major")) == ("failure", 1, 0)


def test_an_endless_change_of_mind_is_a_refusal():
    """AVI-1.02.01.06: it may repeat, and nothing is ever rolled for it."""
    play = seated(seats=("ana",))
    play.act("ana", "attempt", **CLIMB)
    for _ in range(attempts.MOST_CHANGES):
        play.answer("ana", "change the situation")
        events = play.answer("ana", "another try")
    assert outcome(events) == "declined"


@pytest.mark.parametrize(
    ("rulings", "expected"),
    [
        ((ruling(5, "Worn"), ruling(2, "Winded")), "difficulty 2; if it fails: Winded"),  # the lower median
        ((ruling(4, "Worn"), ruling(4, "Winded")), "difficulty 4; if it fails: Worn"),  # the nearest clockwise
        (
            (ruling(0, "Worn", deciding.HAPPENS), ruling(7, "Winded")),
            "difficulty 7; if it fails: Winded",
        ),  # half is no majority
    ],
)
def test_the_lower_median_counts_with_what_its_proposer_says_failing_costs(rulings, expected):
    """AVI-1.02.01.04, AVI-1.01.05, AVI-1.02.02.04."""
    assert said(tries(seated(), *rulings))[-1].endswith(expected)


def test_proposals_lie_face_down_until_all_are_there():
    """AVI-1.02.01.04, AVI-1.02.13."""
    play = seated()
    play.act("ana", "attempt", **CLIMB)
    play.answer("bo", ruling(9))
    assert play.question("cy").fields[1].default == 3
    assert said(play.answer("cy", ruling(1)))[-1].startswith("Jump/Climb 2 against difficulty 1")


@pytest.mark.parametrize("low", DIALS["difficulty_min"])
@pytest.mark.parametrize("high", DIALS["difficulty_max"])
def test_difficulties_lie_between_the_limits_of_the_table(low, high):
    """AVI-1.02.01.14: with a ladder of suggestions."""
    play = seated(None, {"difficulty_min": low, "difficulty_max": high})
    play.act("ana", "attempt", **CLIMB)
    number = play.question("bo").fields[1]
    assert (number.low, number.high, number.default) == (low, high, max(low, 3))
    assert number.reason.startswith("0 trivial, 1 easy, 2 favourable, 3 standard, 4 hard, 5 very hard, 7 heroic, 10 legendary")


@pytest.mark.parametrize("usual", DIALS["default_difficulty"])
def test_the_difficulty_that_is_suggested_and_stands_where_nobody_else_plays(usual):
    """AVI-1.02.01.04, AVI-1.02.01.15."""
    play = seated({"ana": {"Jump/Climb": 10}}, {"default_difficulty": usual}, seats=("ana",))
    events = play.act("ana", "attempt", **CLIMB)
    assert said(events)[-1] == f"Jump/Climb 10 against difficulty {usual}; if it fails: {TIME}"


@pytest.mark.parametrize(
    ("dials", "seats"),
    [
        ({}, ["bo", "cy"]),
        ({"difficulty_decider": "whole_table"}, ["bo", "cy", "ana"]),
        ({"difficulty_decider": "referee", "referee_mode": "fixed_player"}, ["cy"]),
        ({"referee_mode": "rotating_per_scene"}, ["bo"]),
    ],
)
def test_judges_are_found_by_the_software(dials, seats):
    """AVI-1.02.01.15, AVI-1.02.13, AVI-1.01.03."""
    play = seated(None, dials, facts={("referee", "seat"): "cy", ("scene", "framer"): "bo"})
    play.act("ana", "attempt", **CLIMB)
    assert [seat for seat, _ in play.asked()] == seats


def test_third_parties_say_what_failing_costs_in_their_own_words():
    """AVI-1.02.01.05, AVI-1.02.01.06: ready phrases are suggestions; whoever risks it has heard the words before they roll."""
    play = seated({"ana": {"Jump/Climb": 0}})
    play.act("ana", "attempt", **CLIMB)
    play.answer("bo", ruling(3, "the dogs wake up"))
    play.answer("cy", ruling(4))
    assert play.asked() == [("bo", "effect")]
    assert play.question("bo").prompt == "If it fails: the dogs wake up. What else, by the rules?"
    events = play.answer("bo", TIME)
    assert said(events)[-1] == "Jump/Climb 0 against difficulty 3; if it fails: the dogs wake up"
    events = play.answer("ana", "roll", 8, 1, 1, 1, 1)
    assert (outcome(events), said(events)[-1]) == ("failure", "ana: the dogs wake up")
    assert (play.of("ana", "minor"), play.of("ana", "major"), play.of("ana", "conditions")) == (0, 0, ())


@pytest.mark.parametrize(("effect", "field"), [("minor wound", "minor"), ("major wound", "major")])
def test_words_of_ones_own_may_come_with_a_wound(effect, field):
    """AVI-1.02.02.04, AVI-1.02.01.05: as in the draft's own example, a fall that causes a major wound."""
    play = seated({"ana": {"Jump/Climb": 0}})
    tries(play, ruling(3, "into the nettles"), ruling(3, "into the nettles"))
    events = play.answer("bo", effect)
    assert said(events)[-1] == f"Jump/Climb 0 against difficulty 3; if it fails: into the nettles ({effect})"
    play.answer("ana", "roll", 8, 1, 1, 1, 1)
    assert play.of("ana", field) == 1


def test_one_s_own_words_are_asked_about_only_if_they_count_and_each_rule_is_offered_once():
    """AVI-1.02.01.05, AVI-1.02.02.04, AVI-1.04.11."""
    play = seated(None, {"disease": "off"})
    tries(play, ruling(5, "the dogs wake up"), ruling(2, "Worn"))
    assert play.asked() == [("ana", "risk")]
    play = seated(None, {"disease": "off"})
    tries(play, ruling(2, "the dogs wake up"), ruling(5, "Worn"))
    assert play.offers("bo", "effect") == {
        TIME: "nothing",
        **{
            one: one
            for one in (
                "it cannot be tried again",
                "minor wound",
                "major wound",
                "Winded",
                "Worn",
                "position betrayed",
                "a fall of more than 15 feet",
            )
        },
    }
    play = seated()
    play.act("ana", "attempt", **CLIMB)
    why = play.why_not(Answer("bo", play.waiting("bo"), ruling(2, "x" * 201)))
    assert why.endswith("a fall of more than 15 feet, or a text of 1 to 200 characters of one's own")


def test_what_losing_costs_is_said_in_ones_own_words_too():
    """AVI-1.02.01.23, AVI-1.02.01.05."""
    play = seated(None, {"opposed_loss": "announced_consequence"})
    play.act("ana", "oppose", who="ana", other="bo", what="take the seat", skill="Run")
    play.answer("cy", ruling(3, "everybody laughs"))
    assert "whoever loses: everybody laughs (Winded)" in said(play.answer("cy", "Winded"))
    events = play.answer("bo", "Run", 8)
    assert (said(events)[-1], play.of("bo", "conditions")) == ("bo: everybody laughs (Winded)", ("Winded",))


def test_a_failure_that_names_a_condition_brings_it_on():
    """AVI-1.02.02.04, AVI-1.04.13."""
    play = seated({"ana": {"Jump/Climb": 0}})
    tries(play, ruling(3, "major wound"), ruling(3, "major wound"))
    events = play.answer("ana", "roll", 7, 1, 1, 1, 1)
    assert (outcome(events), play.of("ana", "major")) == ("failure", 1)


def test_a_helpless_character_tries_nothing():
    """AVI-1.04.04."""
    play = seated({"ana": {"conditions": ["Out"]}})
    assert refused(play, "ana", "attempt", **CLIMB) == "ana cannot act"


def test_survive_counts_its_terrain_in_an_attempt():
    """AVI-X.29, AVI-1.03.30, AVI-1.03.36."""
    for terrain, shown, dice in (("coast", 11, 13), ("hills", 10, 12)):
        play = seated({"ana": {"Survive": 10, "terrain": "coast"}})
        events = tries(play, ruling(0), ruling(0), skill="Survive", what="find water", terrain=terrain)
        assert said(events)[-1].startswith(f"Survive {shown} against difficulty 0")
        assert priced(play, "ana", "roll")["success"] == 1 - Fraction(3, 4) ** dice
        assert thrown(play.answer("ana", "roll", *(8,) * dice)) == [(8,) * dice]


# Who rolls, and what


@pytest.mark.parametrize("who_rolls", DIALS["who_rolls"])
@pytest.mark.parametrize(("ana", "bo"), [(4, 2), (2, 4), (3, 3)])
def test_the_higher_side_rolls_or_whoever_began_it(who_rolls, ana, bo):
    """AVI-1.02.01.13, AVI-R.29, AVI-X.01: no odds change by it."""
    play = seated({"ana": {"Run": ana}, "bo": {"Run": bo}}, {"who_rolls": who_rolls})
    for seat in ("ana", "bo"):
        play.act(seat, "dice", thrown="by hand")
    play.act("ana", "oppose", who="ana", skill="Run", other="bo", what="race to the mill")
    faces = (8,) * (4 if ana != bo else 1)
    if who_rolls == "software":
        assert thrown(play.answer("bo", "Run", *faces)) == [faces]
        return
    play.answer("bo", "Run")
    roller = "bo" if bo > ana and who_rolls == "higher_side" else "ana"
    assert play.asked() == [(roller, "dice")]
    assert outcome(play.answer(roller, faces)) == ("wins" if ana >= bo else "loses")


def test_whoever_acts_rolls_against_a_difficulty_even_if_that_is_higher():
    """AVI-1.02.01.13, AVI-1.02.01.11, AVI-X.12."""
    for faces, expected in (((1, 1, 6, 6), "success"), ((1, 7, 1, 1), "failure")):
        play = seated({"ana": {"Jump/Climb": 1}})
        play.act("ana", "dice", thrown="by hand")
        tries(play, ruling(3), ruling(3))
        assert priced(play, "ana", "roll")["success"] == Fraction(81, 256)
        play.answer("ana", "roll")
        assert play.asked() == [("ana", "dice")]
        assert outcome(play.answer("ana", faces)) == expected


def test_the_race():
    """AVI-X.01, AVI-1.02.02.01, AVI-1.02.01.01, AVI-1.02.01.02, AVI-1.02.01.08: Ella's player rolls, and Morten wins."""
    play = seated({"ana": {"Run": 2}, "bo": {"Run": 4}})
    play.act("bo", "dice", thrown="by hand")
    play.act("ana", "oppose", who="ana", skill="Run", other="bo", what="run to the mill")
    play.answer("bo", "Run")
    assert play.asked() == [("bo", "dice")]
    events = play.answer("bo", (2, 2, 3, 6))
    assert (outcome(events), said(events)[-1]) == ("wins", "ana wins")
    assert odds(check(4, 2), memory=Memory()).chance(True) == Fraction(175, 256)


@pytest.mark.parametrize("split", DIALS["even_split_rule"])
def test_the_faces_between_equals(split):
    """AVI-1.02.01.12, AVI-R.02, AVI-X.15: the upper half is the beginner's, or as called, or the odd faces."""
    won = []
    for face in range(1, 9):
        play = seated(None, {"even_split_rule": split})
        play.act("ana", "oppose", who="ana", skill="Run", other="bo", what="run")
        if split == "roller_calls":
            play.answer("bo", "Run")
            events = play.answer("ana", "low", face)
        else:
            events = play.answer("bo", "Run", face)
        won.append(outcome(events) == "wins")
    assert [face for face, is_won in enumerate(won, 1) if is_won] == {
        "initiator_high": [5, 6, 7, 8],
        "roller_calls": [1, 2, 3, 4],
        "odd_initiator": [1, 3, 5, 7],
    }[split]


@pytest.mark.parametrize("die", DIALS["check_die"])
def test_the_die_of_a_table(die):
    """AVI-1.02.03.03, AVI-X.13."""
    play = seated({"ana": {"Run": 3}}, {"check_die": die})
    play.act("ana", "oppose", who="ana", skill="Run", other="bo", what="run")
    top = int(die[1:])
    events = play.answer("bo", "Run", top * 3 // 4, top * 3 // 4 + 1, 1)
    assert (outcome(events), [shown.sides for event in events if isinstance(event, Rolled) for shown in event.dice]) == (
        "wins",
        [top] * 3,
    )


@pytest.mark.parametrize("limit", DIALS["pool_dice_limit"])
def test_a_ceiling_for_pools(limit):
    """AVI-1.02.03.07, AVI-R.13."""
    play = seated({"ana": {"Run": 10}, "bo": {"Run": 0}}, {"pool_dice_limit": limit})
    play.act("ana", "oppose", who="ana", skill="Run", other="bo", what="run")
    dice = 12 if limit == "none" else limit
    assert len(thrown(play.answer("bo", "Run", *(8,) * dice))[0]) == dice


def test_real_dice_of_several_kinds_are_read_each_by_its_own_faces():
    """AVI-1.02.03.05, AVI-X.14: those of the table's kind first, and batches where there are too few."""
    play = seated({"ana": {"Run": 3}})
    play.act("ana", "dice", thrown="by hand")
    assert said(play.act("ana", "my-dice", d4=1, d8=1, d20=1)) == ["ana's dice: 1d4, 1d8, 1d20"]
    play.act("ana", "oppose", who="ana", skill="Run", other="bo", what="run")
    play.answer("bo", "Run")
    found = []
    for faces in ((4,), (6,), (15,)):
        found.append(play.question("ana").dice)
        events = play.answer("ana", faces)
    assert (found, outcome(events)) == ([(4,), (8,), (20,)], "wins")
    play.act("ana", "oppose", who="ana", skill="Run", other="bo", what="run on")
    play.put("bo", Run=3)
    play.answer("bo", "Run")
    assert play.question("ana").dice == (8,)
    assert outcome(play.answer("ana", (5,))) == "wins"
    play.put("bo", Run=8)
    play.act("ana", "oppose", who="ana", skill="Run", other="bo", what="run again")
    play.answer("bo", "Run", *(1,) * 7)  # Bo rolls, with the table's dice
    play.put("bo", Run=0)
    play.act("ana", "oppose", who="ana", skill="Run", other="bo", what="run for ever")
    play.answer("bo", "Run")
    assert play.question("ana").dice == (4,)
    play.answer("ana", (1,))
    assert play.question("ana").dice == (8, 8, 8)


@pytest.mark.parametrize("mixed", DIALS["mixed_pool"])
@pytest.mark.parametrize("extra", DIALS["extra_check_dice"])
def test_which_real_dice_a_table_allows(mixed, extra):
    """AVI-1.02.03.01, AVI-1.02.03.05, AVI-1.02.03.06, AVI-R.14: no d16, d24 or d100, unless by a dial; a d6 or d10 never."""
    play = seated(None, {"mixed_pool": mixed, "extra_check_dice": extra})
    if mixed == "no":
        assert refused(play, "ana", "my-dice", d4=1) == "this table throws d8 only"
    else:
        play.act("ana", "my-dice", d4=1, d12=2)
        assert play.fact("bag", "ana") == (("d4", 1), ("d12", 2))
        if extra == "none":
            assert refused(play, "ana", "my-dice", d16=1) == "d16: the dice of checks are d4, d8, d12, d20"
        else:
            play.act("ana", "my-dice", d16=3)
            assert play.fact("bag", "ana") == (("d16", 3),)
    play.act("ana", "my-dice", d8=4)
    play.act("ana", "my-dice")
    assert play.fact("bag", "ana") is None
    assert {"d6", "d10"}.isdisjoint(field.name for field in AVI.game.verbs["my-dice"].slots)


# Help and lead


@pytest.mark.parametrize("bonus", DIALS["help_bonus"])
@pytest.mark.parametrize(
    ("ana", "bo", "expected"), [(3, 2, 3), (3, 1, 3), (1, 4, 4), (2, 4, 4)], ids=["helps", "unlearned", "best", "both"]
)
def test_a_group_uses_its_best_rating_and_one_more_if_another_has_learned_it(bonus, ana, bo, expected):
    """AVI-1.02.01.19."""
    play = seated({"ana": {"Craft": ana}, "bo": {"Craft": bo}}, {"help_bonus": bonus})
    play.act("ana", "attempt", who="ana", skill="Craft", what="mend the cart", helper="bo")
    assert play.asked() == [("bo", "help")]
    play.answer("bo", "yes")
    assert play.asked() == [("cy", "difficulty")]  # Bo is no third party any more
    events = play.answer("cy", ruling(3))
    more = bonus if min(ana, bo) >= 2 else 0
    assert said(events)[-1].startswith(f"Craft {expected + more} against difficulty 3")


def test_nobody_helps_against_their_will_and_who_helps_against_it_judges():
    """AVI-1.02.01.19, AVI-1.02.13."""
    play = seated({"bo": {"Craft": 9}})
    play.act("ana", "attempt", who="ana", skill="Craft", what="mend the cart", helper="bo")
    play.answer("bo", "no")
    assert sorted(play.asked()) == [("bo", "difficulty"), ("cy", "difficulty")]
    assert said(play.answers({"bo": ruling(), "cy": ruling()}))[-1].startswith("Craft 2 against")


def test_the_helpless_do_not_help_and_one_player_need_not_ask_themselves():
    """AVI-1.02.01.19, AVI-1.04.04."""
    play = seated({"bo": {"conditions": ["Out"]}, "dee": {"Craft": 5}})
    play.act("ana", "attempt", who="ana", skill="Craft", what="mend the cart", helper="bo")
    assert said(play.answers({"bo": ruling(), "cy": ruling()}))[-1].startswith("Craft 2 against")
    play.answer("ana", "decline")
    play.act("ana", "attempt", who="ana", skill="Craft", what="mend the cart", helper="dee")
    assert said(play.answers({"bo": ruling(), "cy": ruling()}))[-1].startswith("Craft 6 against")


@pytest.mark.parametrize("bonus", DIALS["lead_bonus"])
def test_a_leader_makes_the_next_check_better_once_for_each_task(bonus):
    """AVI-1.02.01.20: against 3, stacking with help."""
    play = seated({"ana": {"Craft": 2}, "bo": {"Lead": 4, "Craft": 2}}, {"lead_bonus": bonus})
    events = play.act("bo", "lead", 8, 1, 1, who="bo", others="ana", task="The Cart")
    assert (outcome(events), play.of("ana", "led")) == ("success", bonus)
    assert "bo: Lead 4 against 3" in said(events)
    assert refused(play, "bo", "lead", who="bo", others="ana", task="the  cart") == "once in a scene for each task"
    play.act("ana", "attempt", who="ana", skill="Craft", what="mend the cart", helper="bo")
    play.answer("bo", "yes")
    events = play.answer("cy", ruling(3))
    assert said(events)[-1].startswith(f"Craft {3 + bonus} against")
    play.answer("ana", "roll", *(8,) * (bonus + 2 if bonus else 1))
    assert play.of("ana", "led") == 0


def test_a_leader_who_fails_has_lost_the_time():
    """AVI-1.02.01.20."""
    play = seated({"bo": {"Lead": 4}})
    events = play.act("bo", "lead", 1, 1, 1, who="bo", others="ana", task="the cart")
    assert (outcome(events), play.of("ana", "led")) == ("failure", 0)
    assert refused(play, "bo", "lead", who="bo", others="bo", task="x") == "one leads others"
    play.put("bo", conditions=("Out",))
    assert refused(play, "bo", "lead", who="bo", others="ana", task="x") == "bo cannot act"


# Trying again


@pytest.mark.parametrize("retry", DIALS["retry_rule"])
def test_the_same_thing_is_not_tried_again_until_something_has_changed(retry):
    """AVI-1.02.01.22: other things are, and other skills."""
    play = seated(None, {"retry_rule": retry})
    for what in ("climb the cliff", "climb the wall"):
        tries(play, what=what)
        assert outcome(play.answer("ana", "roll", 7, 1, 1)) == "failure"
    if retry == "free":
        tries(play)
        return
    no = "ana has tried that, and nothing has changed since; claim that something has"
    for what in ("climb the cliff", "Climb  the wall"):
        assert refused(play, "ana", "attempt", **{**CLIMB, "what": what}) == no
    tries(play, skill="Run")
    play.answer("ana", "decline")
    play.act("ana", "claim-change", who="ana", what="the rain has stopped")
    assert outcome(play.answers({"ana": "yes", "bo": "no", "cy": "no"})) == "voted down"
    assert refused(play, "ana", "attempt", **CLIMB) == no
    play.act("ana", "claim-change", who="ana", what="the rain has stopped")
    assert outcome(play.answers({"ana": "yes", "bo": "yes", "cy": "no"})) == "agreed"
    tries(play)


def test_declining_and_succeeding_bar_nothing():
    """AVI-1.02.01.06, AVI-1.02.01.22."""
    play = seated()
    tries(play)
    play.answer("ana", "decline")
    tries(play)
    assert outcome(play.answer("ana", "roll", 1, 1, 1)) == "success"
    tries(play)


def test_what_cannot_be_tried_again_is_failed_for_good():
    """AVI-1.02.01.22, AVI-1.02.02.04: even where retrying is free, if that was announced."""
    play = seated(None, {"retry_rule": "free"})
    tries(play, *[ruling(3, "it cannot be tried again")] * 2)
    play.answer("ana", "roll", 7, 1, 1)
    assert refused(play, "ana", "attempt", **CLIMB) == "ana has failed at that for good"


def test_an_opposed_check_that_is_lost_is_not_tried_again_either():
    """AVI-1.02.01.22."""
    play = seated()
    play.act("ana", "oppose", who="ana", skill="Run", other="bo", what="outrun him")
    assert outcome(play.answer("bo", "Run", 1)) == "loses"
    assert refused(play, "ana", "oppose", who="ana", skill="Run", other="bo", what="outrun him").startswith("ana has tried")


# Against somebody


@pytest.mark.parametrize("mixed", DIALS["mixed_skill_checks"])
def test_each_side_uses_the_skill_that_fits_unless_the_table_says_otherwise(mixed):
    """AVI-1.02.01.17, AVI-2.04.07."""
    play = seated({"ana": {"Hide": 4}, "bo": {"Notice": 3, "Hide": 1}}, {"mixed_skill_checks": mixed})
    start = {"who": "ana", "skill": "Hide", "other": "bo", "what": "creep past"}
    if mixed == "yes":
        play.act("ana", "oppose", **start)
        assert play.question("bo").default == "Notice"
        events = play.answer("bo", "Notice", 8, 1, 1)
        assert "ana: Hide 4 against bo: Notice 3" in said(events)
    else:
        assert "ana: Hide 4 against bo: Hide 1" in said(play.act("ana", "oppose", 8, 1, 1, 1, 1, **start))


@pytest.mark.parametrize("most", DIALS["situational_bonus_max"])
@pytest.mark.parametrize("edge", [1, 2, 3, -1, -3])
def test_the_table_grants_one_side_an_edge(most, edge):
    """AVI-1.02.01.18, AVI-1.02.12."""
    play = seated({"ana": {"Run": 5}, "bo": {"Run": 5}}, {"situational_bonus_max": most})
    start = {"who": "ana", "skill": "Run", "other": "bo", "what": "run", "edge": edge}
    if abs(edge) > most:
        assert refused(play, "ana", "oppose", **start) == f"the situation changes a rating by at most {most} here"
        return
    play.act("ana", "oppose", **start)
    play.answers({"ana": "yes", "bo": "no", "cy": "yes"})
    events = play.answer("bo", "Run", *(8,) * (abs(edge) + 2))
    mine, theirs = 5 + max(edge, 0), 5 + max(-edge, 0)
    assert (f"ana: Run {mine} against bo: Run {theirs}" in said(events), outcome(events)) == (
        True,
        "wins" if edge > 0 else "loses",
    )
    play.act("ana", "oppose", **{**start, "what": "run on"})
    play.answers({"ana": "yes", "bo": "no", "cy": "no"})
    assert "ana: Run 5 against bo: Run 5" in said(play.answer("bo", "Run", 8))


@pytest.mark.parametrize("loss", DIALS["opposed_loss"])
def test_losing_costs_the_action_or_what_was_announced_before_the_dice(loss):
    """AVI-1.02.01.23."""
    play = seated(None, {"opposed_loss": loss})
    events = play.act("ana", "oppose", who="ana", skill="Run", other="bo", what="push past")
    if loss == "announced_consequence":
        assert play.asked() == [("cy", "difficulty")]
        events = play.answer("cy", ruling(3, "minor wound"))
        assert said(events)[-1] == "whoever loses: minor wound"
    assert not any(isinstance(event, Rolled) for event in events)
    events = play.answer("bo", "Run", 8)
    assert (outcome(events), play.of("bo", "minor")) == ("wins", 1 if loss == "announced_consequence" else 0)


def test_whoever_is_out_loses_without_a_roll_and_nothing_is_shown():
    """AVI-1.04.04, AVI-2.04.07."""
    play = seated({"bo": {"conditions": ["Out"]}})
    events = play.act("ana", "oppose", who="ana", skill="Run", other="bo", what="get past")
    assert (outcome(events), thrown(events)) == ("wins", [])
    assert not any("Run 2" in line for line in said(events))
    assert refused(play, "ana", "oppose", who="ana", skill="Run", other="ana", what="x") == "one does not oppose oneself"


def test_ratings_stay_their_owners_until_a_check_needs_them():
    """AVI-2.04.07: then everybody can work out the difference."""
    play = seated({"ana": {"Run": 4}, "bo": {"Run": 3}})
    assert (play.sees("ana", "token", "bo", "Run"), play.sees("bo", "token", "bo", "Run")) == (None, 3)
    act = Act("ana", "oppose", {"who": "ana", "skill": "Run", "other": "bo", "what": "run", "edge": 0, "terrain": "none"})
    assert set(odds_of_act(play.table.view("ana"), AVI.game, act, lambda _: "Run").weights) == {UNKNOWN}
    play.act(act.seat, "oppose", **act.args)
    events = play.answer("bo", "Run", 8, 1, 1)
    assert "ana: Run 4 against bo: Run 3" in said(events, "eve")
    assert play.sees("ana", "token", "bo", "Run") is None


@pytest.mark.parametrize("advancement", DIALS["advancement"])
def test_a_skill_that_lost_is_remembered_where_it_may_grow(advancement):
    """AVI-1.01.07."""
    play = seated(None, {"advancement": advancement})
    play.act("ana", "oppose", who="ana", skill="Run", other="bo", what="run")
    play.answer("bo", "Swim", 8)
    tries(play)
    play.answer("ana", "roll", 7, 1, 1)
    assert (play.of("bo", "lost"), play.of("ana", "lost")) == (
        ((), ()) if advancement == "none" else (("Swim",), ("Jump/Climb",))
    )


# More than two sides


def race(play, *answers, dice=()):
    """Ana races with those who answer with a skill."""
    play.act("ana", "race", who="ana", skill="Run", what="to the mill")
    play.answer("ana", ("yes",) * len(answers))
    events = []
    for place, (seat, answer) in enumerate(answers):
        events = play.answer(seat, answer, *(dice if place == len(answers) - 1 else ()))
    return events


def test_a_ladder_goes_from_the_lowest_up():
    """AVI-1.02.01.21, AVI-X.32: the winner of the two lowest faces the next, and who lost to the winner last is second."""
    play = seated({"ana": {"Run": 4}, "bo": {"Run": 2}, "cy": {"Run": 3}})
    events = race(play, ("bo", "Run"), ("cy", "Run"), dice=(1, 1, 1, 8, 1, 1, 1))  # Bo beats Cy, then Ana beats Bo
    assert (outcome(events), thrown(events)) == ("wins", [(1, 1, 1), (8, 1, 1, 1)])
    assert said(events)[-1] == "first and second: ana, bo"
    assert "ana: Run 4, bo: Run 2, cy: Run 3" in said(events)


def test_equals_are_ordered_by_lot():
    """AVI-1.02.01.21, AVI-1.02.01.12: and who was named first has the upper half."""
    play = seated({name: {"Run": 3} for name in ("ana", "bo", "cy")})
    # lots: the second, then the second of the rest: Ana is last in the ladder
    events = race(play, ("bo", "Run"), ("cy", "Run"), dice=(2, 2, 4, 5))
    assert thrown(events) == [(2,), (2,), (4,), (5,)]
    assert outcome(events) in ("wins", "loses")


@pytest.mark.parametrize("mode", DIALS["multi_side_check"])
def test_everybody_against_everybody_or_a_ladder(mode):
    """AVI-1.02.01.21: most wins; where that is a tie, a ladder among those."""
    play = seated({"ana": {"Run": 4}, "bo": {"Run": 2}, "cy": {"Run": 3}}, {"multi_side_check": mode})
    if mode == "ladder":
        events = race(play, ("bo", "Run"), ("cy", "Run"), dice=(8, 1, 1, 1, 1, 1))  # Cy beats Bo, then Ana
        assert said(events)[-1] == "first and second: cy, ana"
        return
    pairs = (8, 1, 1, 1), (8, 1, 1), (8, 1, 1)  # Ana beats Bo and Cy, Cy beats Bo
    events = race(play, ("bo", "Run"), ("cy", "Run"), dice=sum(pairs, ()))
    assert (thrown(events), said(events)[-1]) == (list(pairs), "first and second: ana, cy")
    round_about = (8, 1, 1, 1), (1, 1, 1), (1, 1, 1), (1, 1, 1), (8, 1, 1, 1)  # one win each, and a ladder
    events = race(play, ("bo", "Run"), ("cy", "Run"), dice=sum(round_about, ()))
    assert (thrown(events), outcome(events)) == (list(round_about), "wins")


def test_who_stays_out_shows_nothing_and_alone_there_is_no_race():
    """AVI-1.02.01.21, AVI-2.04.07."""
    play = seated({"bo": {"Run": 9}})
    events = race(play, ("bo", contests.STAYS_OUT), ("cy", "Swim"), dice=(8,))
    assert "ana: Run 2, cy: Swim 2" in said(events)
    assert outcome(race(play, ("bo", contests.STAYS_OUT), ("cy", contests.STAYS_OUT))) == "nothing"
    play.act("ana", "race", who="ana", skill="Run", what="to the mill")
    assert outcome(play.answer("ana", ("no", "no"))) == "nothing"


def test_a_race_by_one_skill_alone_and_only_with_somebody():
    """AVI-1.02.01.17, AVI-1.02.01.21."""
    play = seated(None, {"mixed_skill_checks": "no"})
    play.act("ana", "race", who="ana", skill="Run", what="to the mill")
    play.answer("ana", ("yes", "no"))
    assert list(play.question("bo").answers()) == ["Run", contests.STAYS_OUT]
    assert refused(seated(seats=("ana",)), "ana", "race", who="ana", skill="Run", what="x") == "there is nobody to race with"


# Hidden


def test_whoever_hides_is_hidden_until_noticed_or_acting_openly():
    """AVI-1.04.09."""
    play = seated({"ana": {"Hide": 4}})
    play.act("ana", "oppose", who="ana", skill="Hide", other="bo", what="slip away")
    play.answer("bo", "Notice", 8, 1, 1, 1)
    assert play.of("ana", "conditions") == ("Hidden",)
    assert refused(play, "bo", "oppose", who="bo", skill="Run", other="ana", what="catch her") == (
        "ana is hidden, and cannot be targeted: notice them first"
    )
    events = play.act("bo", "oppose", 8, 1, 1, 1, who="bo", skill="Notice", other="ana", what="look for her")
    assert ("bo: Notice 2 against ana: Hide 4" in said(events), play.of("ana", "conditions")) == (True, ("Hidden",))
    play.act("cy", "oppose", 1, 1, 1, 1, who="cy", skill="Notice", other="ana", what="look for her")
    assert play.of("ana", "conditions") == ()
    tries(play, skill="Hide", what="keep still")
    play.answer("ana", "roll", 8, 1, 1)
    assert play.of("ana", "conditions") == ("Hidden",)
    play.act("ana", "oppose", who="ana", skill="Perform", other="bo", what="sing")
    play.answer("bo", "Perform", 8)
    assert play.of("ana", "conditions") == ()


def test_the_referee_is_named_only_where_there_is_one():
    """AVI-1.01.03."""
    assert refused(seated(), "ana", "name-referee", seat="bo") == "this table has no fixed referee"
    play = seated(None, {"referee_mode": "fixed_player"})
    assert refused(play, "ana", "name-referee", seat="eve") == "eve does not play"


def test_a_rating_says_where_it_comes_from():
    """AVI-1.02.01.16: every part with its rule."""
    play = seated({"ana": {"Survive": 4, "terrain": "coast", "conditions": ["Worn"]}})
    score = people.effective(play.desk, "ana", "Survive", terrain="coast")
    assert (int(score), score.brief()) == (4, "Survive 4, coast 1, Worn -1")


def test_who_leaves_a_race_loses_it():
    """AVI-1.02.01.21: those who are left go on."""
    play = seated({"ana": {"Run": 4}, "bo": {"Run": 2}, "cy": {"Run": 3}})
    play.act("cy", "dice", thrown="by hand")
    race(play, ("bo", "Run"), ("cy", "Run"))
    assert play.asked() == [("cy", "dice")]
    events = play.do(Act("cy", "remove", {"token": "cy"}), 8, 1, 1, 1)
    assert (outcome([event for event in events if getattr(event, "outcome", "") != "removed"]), thrown(events)) == (
        "wins",
        [(8, 1, 1, 1)],
    )
