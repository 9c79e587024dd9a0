import pytest

from fatewright.core.rule.dice import Shown
from fatewright.core.table.events import (
    Answered,
    Asked,
    Began,
    Cancelled,
    Ended,
    Fact,
    Landed,
    Overruled,
    Revealed,
    Rewound,
    Rolled,
    Told,
    Verdict,
    Withdrawn,
)
from fatewright.core.table.seal import EVERYONE, KEEPER, THE_TABLE, Audience, Secret, is_hidden
from fatewright.core.table.state import Open, Recorded, State, fold

ANA = Audience({"ana"})
LIGHT = ("token", "kara", "light")
BEGAN = Began(1, "ana", "dare", (("who", "kara"),), EVERYONE)
SEALED = Secret("f", THE_TABLE)


def asked(number, part=-1, seat="ana"):
    return Asked(number, 1, SEALED, part, seat, "burn", Secret("q", Audience({seat})), EVERYONE)


def test_a_fact_stands_until_another_takes_its_place_or_it_is_taken_away():
    state = fold([Fact(LIGHT, 4, EVERYONE)], KEEPER)
    assert state.facts == {LIGHT: 4}
    state.evolve(Fact(LIGHT, 3, EVERYONE))
    assert state.facts == {LIGHT: 3}
    state.evolve(Fact(LIGHT, None, EVERYONE))
    state.evolve(Fact(LIGHT, None, EVERYONE))
    assert state.facts == {}


def test_lines_rulings_and_rewinds_change_nothing_by_themselves():
    events = [Told("hm", (), EVERYONE), Overruled(LIGHT, 4, 3, "gm", "so", EVERYONE), Rewound(0, "gm", EVERYONE)]
    state = fold(events, KEEPER)
    assert (state.facts, state.procedures, state.questions) == ({}, {}, {})


def test_a_procedure_keeps_its_answers_and_the_table_as_it_stood_after_each():
    dice = (Shown(6, 5, "hits"), Shown(6, 1, ""))
    events = [
        Fact(LIGHT, 4, EVERYONE),
        BEGAN,
        Rolled(1, SEALED, (), dice, EVERYONE),
        Fact(LIGHT, 3, EVERYONE),
        Landed(1, SEALED, Secret("back", THE_TABLE), EVERYONE),
        Verdict(1, SEALED, "hit", True, EVERYONE),
        asked(6),
        Answered(6, 1, -1, Secret("yes", ANA), "", EVERYONE),
        Revealed(1, SEALED, "yes", EVERYONE),
    ]
    procedure = fold(events, KEEPER).procedures[1]
    assert procedure.steps == [
        Recorded("f", "dice", (5, 1)),
        Recorded("f", "now", None),
        Recorded("f", "tell hit", True),
        Recorded("f", "people", "yes"),
    ]
    assert [facts[LIGHT] for facts in procedure.stood] == [4, 4, 3, 3, 3]
    assert procedure.back == ["back"]


def test_a_question_waits_until_it_is_answered_withdrawn_or_its_procedure_ends():
    state = fold([BEGAN, asked(2, 0), asked(3, 1, seat="bo")], KEEPER)
    assert state.questions[2] == Open(1, "f", 0, "ana", "burn", "q", False, None)
    state.evolve(Answered(2, 1, 0, "yes", "", EVERYONE))
    assert (state.questions[2].is_locked, state.questions[2].answer) == (True, "yes")
    state.evolve(Withdrawn(3, 1, "changed", EVERYONE))
    assert list(state.questions) == [2]
    for end in (Ended(1, "well", EVERYONE), Cancelled(1, "broken", EVERYONE)):
        other = state.fork()
        other.evolve(end)
        assert (other.procedures, other.questions) == ({}, {})


def test_what_a_procedure_asks_next_it_asks_of_the_table_as_it_stood_when_it_asked():
    state = fold([Fact(LIGHT, 4, EVERYONE), BEGAN, asked(2), Fact(LIGHT, 1, EVERYONE)], KEEPER)
    assert state.procedures[1].stood == [{LIGHT: 4}]
    state.evolve(Withdrawn(2, 1, "changed", EVERYONE))
    state.evolve(asked(5))
    assert state.procedures[1].stood == [{LIGHT: 1}]


def test_a_seat_that_is_asked_in_what_it_does_not_follow_knows_the_question_alone():
    began = BEGAN._replace(to=Audience({"gm"}))
    to = Audience({"gm", "ana"})
    events = [began, asked(2)._replace(to=to), Answered(2, 1, -1, Secret("yes", ANA), "", to), Revealed(1, SEALED, "yes", to)]
    half = fold(events[:2], "ana")
    assert (half.procedures, list(half.questions), half.questions[2].asked) == ({}, [2], "q")
    whole = fold(events, "ana")
    assert (whole.procedures, whole.questions) == ({}, {})
    assert fold([*events[:2], Withdrawn(2, 1, "changed", to)], "ana").questions == {}


def test_dice_behind_the_screen_are_a_step_that_is_not_known():
    events = [BEGAN, Rolled(1, SEALED, (), Secret((Shown(6, 5, ""),), Audience({"gm"})), EVERYONE)]
    step = fold(events, "ana").procedures[1].steps[0]
    assert (is_hidden(step.fingerprint), is_hidden(step.given)) == (True, True)
    assert fold(events, "gm").procedures[1].steps[0].given == (5,)


def test_the_same_facts_are_kept_once_as_long_as_nothing_changes():
    state = fold([Fact(LIGHT, 4, EVERYONE)], KEEPER)
    still = state.still()
    state.evolve(Told("hm", (), EVERYONE))
    assert state.still() is still
    state.evolve(Fact(LIGHT, 3, EVERYONE))
    assert (state.still(), still) == ({LIGHT: 3}, {LIGHT: 4})


def test_a_fork_goes_its_own_way():
    state = fold([Fact(LIGHT, 4, EVERYONE), BEGAN, asked(2)], KEEPER)
    fork = state.fork()
    fork.evolve(Fact(LIGHT, 3, EVERYONE))
    fork.evolve(Revealed(1, "f", "yes", EVERYONE))
    assert (state.facts, len(state.procedures[1].steps), list(state.questions)) == ({LIGHT: 4}, 0, [2])
    assert (fork.facts, len(fork.procedures[1].steps), list(fork.questions)) == ({LIGHT: 3}, 1, [])


@pytest.mark.parametrize("viewer", ["ana", "bo", KEEPER])
def test_a_view_is_made_of_what_was_seen(viewer):
    state = fold([Fact(LIGHT, 4, ANA), Fact(("x",), 1, EVERYONE)], viewer)
    assert state.facts == ({LIGHT: 4} if viewer != "bo" else {}) | {("x",): 1}


def test_an_empty_state_is_empty():
    assert (State().facts, State().asked_by(1), State().still()) == ({}, {}, {})
