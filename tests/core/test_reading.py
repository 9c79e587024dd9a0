import pytest

from fatewright.core.errors import BadAnswer, BadValue, Unanswered
from fatewright.core.rule.ask import Number, choose, form, number, options, sealed
from fatewright.core.rule.dice import NotEnoughFaces, Shown, d6, typed_faces
from fatewright.core.rule.reading import NOBODY, Done, Given, Played, Posed, Step, Unfinished, resume, roll, unfold
from fatewright.core.rule.rule import ask, behind, best, just, rule, sums, throw
from witnesses import answers_to, played

HITS = d6(2).count(hits=(5, 6))


@rule
def hits():
    (found,) = yield from throw(HITS)
    return found


@rule
def blow(bonus):
    """Two hits or a token; then a die per hit."""
    found = yield from ask(hits())
    if found < 2:
        found += yield from choose("Kara", "spend", "Spend a token?", options(0, 1))
    return bonus + (yield from sums(found, just(d6(1).sum()), 0))


@rule
def highest():
    return (yield from best(2, hits())), (yield from best(2, just(d6(2).faces()), lambda faces: faces[-1]))


@rule
def judged():
    return throw(d6(2).count(ones=(1,), sixes=(6,)), lambda ones, sixes: sixes - ones)


@rule
def asks_everything():
    a = yield from number("Kara", "aim", "Aim?", 0, 3)
    b = yield from form("Kara", "plan", "Plan?", Number("Kara", "guard", "", 0, 3), Number("Kara", "step", "", 0, 3))
    c = yield from sealed("bids", "Bid!", Number("Kara", "mine", "", 0, 3), Number("Borin", "yours", "", 0, 3))
    return a, b, c


@rule
def hidden_roll():
    return (yield from behind(blow(0))) + (yield from ask(hits()))


@rule
def parts():
    return (yield from ask(hits(), part=True)) + (yield from sums(2, hits(), 10, part=True))


@pytest.mark.parametrize(
    ("call", "faces", "people", "outcome"),
    [
        (hits(), (5, 1), NOBODY, 1),
        (blow(10), (5, 6, 3, 4), NOBODY, 17),
        (blow(10), (1, 6, 3, 4), Given(("spend", 1)), 17),
        (blow(10), (1, 1), Given(("spend", 0)), 10),
        (highest(), (1, 5, 6, 5, 1, 6, 2, 6), NOBODY, (2, (1, 6))),
        (highest(), (6, 5, 1, 1, 3, 3, 4, 1), NOBODY, (2, (1, 4))),
        (judged(), (6, 6), NOBODY, 2),
        (judged(), (1, 3), NOBODY, -1),
        (hidden_roll(), (5, 6, 3, 4, 6, 1), NOBODY, 8),
        (parts(), (5, 1, 5, 6, 1, 6), NOBODY, 14),
        (asks_everything(), (), Given(("aim", 1), ("plan", (2, 3)), ("bids", (0, 3))), (1, (2, 3), (0, 3))),
        (asks_everything(), (), Given(("aim", "1"), ("plan", "2,3"), ("mine", "0"), ("yours", 3)), (1, (2, 3), (0, 3))),
    ],
)
def test_a_rule_is_played_with_given_faces_and_answers(call, faces, people, outcome):
    assert played(call, *faces, people=people) == outcome


def test_every_step_is_kept_with_its_dice_and_the_rules_it_came_up_in():
    rolled = roll(blow(0), typed_faces((1, 6, 4, 3)), answers_to(1))
    first, second, third, fourth = rolled.steps
    assert rolled == Played(7, (first, second, third, fourth))
    assert first == Step(HITS, (1,), (Shown(6, 1, ""), Shown(6, 6, "hits")), ("hits",))
    assert (second.question.name, second.answer, second.dice, second.within) == ("spend", 1, (), ())
    assert third == Step(d6(1).sum(), 4, (Shown(6, 4, "kept"),), ("just",))
    assert fourth == Step(d6(1).sum(), 3, (Shown(6, 3, "kept"),), ("just",))


def test_a_step_keeps_what_the_judge_said():
    (step,) = roll(judged(), typed_faces((6, 6))).steps
    assert (step.answer, step.dice) == (2, (Shown(6, 6, "sixes"), Shown(6, 6, "sixes")))


def test_unfolding_runs_sub_rules_in_place():
    running = unfold(blow(0))
    assert running.send(None) == Posed(HITS, ("hits",))
    assert running.send((2,)) == Posed(d6(1).sum(), ("just",))
    assert running.send(6) == Posed(d6(1).sum(), ("just",))
    with pytest.raises(StopIteration) as done:
        running.send(1)
    assert done.value.value == 7


def test_unfolding_leaves_closed_what_is_not_to_be_opened():
    running = unfold(blow(0), lambda question: False)
    assert running.send(None) == Posed(hits(), ())
    assert running.send(2).question.times == 2


def test_what_comes_up_behind_the_screen_is_marked_with_all_its_sub_rules():
    running = unfold(hidden_roll())
    assert running.send(None) == Posed(HITS, ("blow", "hits"), is_screened=True)
    assert running.send((2,)) == Posed(d6(1).sum(), ("blow", "just"), is_screened=True)
    assert running.send(1) == Posed(d6(1).sum(), ("blow", "just"), is_screened=True)
    assert running.send(1) == Posed(HITS, ("hits",), is_screened=False)


def test_the_first_of_equals_is_the_best():
    @rule
    def of_two():
        return best(2, just(d6(2).faces()), lambda faces: faces[0])

    assert played(of_two(), 2, 5, 6, 2) == (2, 5)
    assert played(of_two(), 6, 2, 2, 5) == (2, 6)


@pytest.mark.parametrize(
    ("call", "faces", "people", "error", "message"),
    [
        (hits(), (5,), NOBODY, NotEnoughFaces, "1 face was given, and one more d6 is needed"),
        (hits(), (5, 7), NOBODY, BadValue, "a d6 cannot show 7; it shows 1 to 6"),
        (blow(0), (1, 6), NOBODY, Unanswered, "nobody has answered 'spend' for Kara: Spend a token?"),
        (blow(0), (1, 6), Given(("spend", 2)), BadAnswer, "spend: 2 is not one of 0, 1"),
        (blow(0), (1, 6), Given(("spend", "2")), BadAnswer, "spend: '2' is not one of 0, 1"),
        (blow(0), (1, 6), answers_to(5), BadAnswer, "spend: 5 is not one of 0, 1"),
        (
            asks_everything(),
            (),
            Given(("aim", 1), ("plan", (1, 1)), ("mine", 2)),
            Unanswered,
            "nobody has answered 'yours' for Borin: ",
        ),
    ],
)
def test_a_rule_cannot_be_played_on_wrong_or_missing_answers(call, faces, people, error, message):
    with pytest.raises(error) as refused:
        roll(call, typed_faces(faces), people)
    assert str(refused.value) == message
    assert type(refused.value) is error


def test_an_unanswered_question_can_be_asked_of_the_error():
    with pytest.raises(Unanswered) as refused:
        roll(blow(0), typed_faces((1, 6)))
    assert list(refused.value.question.answers()) == [0, 1]


def test_given_answers_are_values_and_the_newest_counts():
    one = Given(("aim", 1))
    assert one == Given(("aim", 1))
    assert hash(one) == hash(Given(("aim", 1)))
    assert one != Given(("aim", 2))
    assert one != ("aim", 1)
    assert one.also("aim", 2).also("step", 3) == Given(("step", 3), ("aim", 2), ("aim", 1))
    assert one.also("aim", 2)(Number("Kara", "aim", "", 0, 3)) == 2


def test_a_rule_is_resumed_from_what_was_recorded():
    waiting = resume(blow(1), [])
    assert waiting == Unfinished(HITS, ("hits",))
    spend = resume(blow(1), [(1, 6)])
    assert (spend.question.name, spend.within) == ("spend", ())
    assert resume(blow(1), [(1, 6), 1]) == Unfinished(d6(1).sum(), ("just",))
    assert resume(blow(1), [(1, 6), 1, [4]]) == Unfinished(d6(1).sum(), ("just",))
    assert resume(blow(1), [(1, 6), 1, [4], [3]]) == Done(8)
    assert resume(blow(1), [(1, 1), 0]) == Done(1)


def test_a_judged_throw_is_resumed_from_its_faces():
    assert resume(judged(), [(6, 1)]) == Done(0)


@pytest.mark.parametrize(
    ("answers", "error", "message"),
    [
        ([(1, 6), 2], BadAnswer, "spend: 2 is not one of 0, 1"),
        ([(1,)], BadAnswer, "1 face was given, and one more d6 is needed"),
        ([(1, 2, 3)], BadAnswer, "3 faces were recorded, and 2 dice were thrown"),
        ([(1, 7)], BadValue, "a d6 cannot show 7; it shows 1 to 6"),
        ([(1, 6), 0, (1,), (2,)], BadAnswer, "blow has ended, and 1 more recorded answers are left"),
    ],
)
def test_recorded_answers_that_do_not_fit_are_refused(answers, error, message):
    with pytest.raises(error) as refused:
        resume(blow(0), answers)
    assert str(refused.value) == message
    assert type(refused.value) is error


@pytest.mark.parametrize("answer", [1, None, True, ("low", 2), "56"])
def test_what_was_recorded_of_a_person_does_not_fit_a_throw(answer):
    with pytest.raises((BadAnswer, BadValue)):
        resume(blow(0), [answer])
