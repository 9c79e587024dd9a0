import pytest

from fatewright.core.errors import BadValue
from fatewright.core.rule.ask import Choose, Form, Number, Option, Sealed, choose, form, number, options, sealed
from fatewright.core.rule.dice import d6
from fatewright.core.rule.odds import Memory, Odds
from fatewright.core.rule.price import odds
from fatewright.core.rule.reading import Done, Played, resume, roll
from fatewright.core.rule.rule import (
    BestOf,
    Bound,
    Judged,
    Lens,
    Part,
    Screened,
    Sums,
    ask,
    behind,
    best,
    is_only,
    just,
    rule,
    subrule,
    sums,
    throw,
)


@rule
def skill_roll(pool, tn=2, kind="skilled"):
    """TEST-1.01: throw the pool."""
    hits, ones = yield from throw(d6(pool).count(hits=(5, 6), ones=(1,)))
    return hits >= tn, ones


@rule
def twin(pool, tn=2, kind="skilled"):
    return throw(d6(pool).sum())


@rule(Lens("hit", lambda outcome: outcome[0]), Lens("margin", lambda outcome, tn, pool: outcome[1] - tn + pool))
def attack(pool, tn):
    return (yield from ask(skill_roll(pool, tn)))


@rule()
def bare():
    return throw(d6(1).sum())


@subrule
def half(pool):
    return throw(d6(pool).sum())


@subrule(Lens("low", lambda total: total < 3))
def third(pool):
    return throw(d6(pool).sum())


@rule
def plain(score, dn=3):
    return score - dn


@rule(Lens("is good", lambda margin, dn: margin > dn))
def with_a_lens(score, dn=3):
    return score - dn


@rule
def two_sums(score):
    return (yield from ask(plain(score))) + (yield from sums(2, plain(4), 0))


def first_question(call):
    return call.start().send(None)


def test_a_rule_knows_its_name_its_parameters_and_its_text():
    assert skill_roll.name == "skill-roll"
    assert skill_roll.parameters == ("pool", "tn", "kind")
    assert skill_roll.defaults == {"tn": 2, "kind": "skilled"}
    assert skill_roll.__doc__ == "TEST-1.01: throw the pool."
    assert (bare.parameters, bare.defaults, bare.lenses) == ((), {}, {})


def test_a_rule_that_only_rules_ask_says_so():
    assert [one.is_inner for one in (twin, attack, half, third)] == [False, False, True, True]
    assert ([*half.lenses], [*third.lenses]) == ([], ["low"])
    assert first_question(half(3)) == d6(3).sum()


@pytest.mark.parametrize(
    ("call", "args"),
    [
        (skill_roll(5), (5, 2, "skilled")),
        (skill_roll(5, 3), (5, 3, "skilled")),
        (skill_roll(5, kind="unskilled"), (5, 2, "unskilled")),
        (skill_roll(kind="unskilled", pool=5, tn=1), (5, 1, "unskilled")),
        (skill_roll(5, 3, "statistic"), (5, 3, "statistic")),
        (bare(), ()),
    ],
)
def test_a_call_holds_all_arguments_in_order(call, args):
    assert call.args == args


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [((), {}), ((), {"tn": 2}), ((5,), {"colour": 1}), ((5,), {"pool": 5}), ((1, 2, "a"), {"pool": 5}), ((1, 2, "a", 4), {})],
)
def test_a_call_with_the_wrong_arguments_is_refused_at_once(args, kwargs):
    with pytest.raises(TypeError, match=r"^skill-roll takes pool, tn, kind; found "):
        skill_roll(*args, **kwargs)


def test_arguments_must_be_hashable():
    with pytest.raises(TypeError, match=r"^skill-roll: arguments must be hashable, found \(\[5\], 2, 'skilled'\)$"):
        skill_roll([5])


@pytest.mark.parametrize(
    ("other", "is_equal"),
    [
        (skill_roll(5), True),
        (skill_roll(pool=5, tn=2), True),
        (skill_roll(4), False),
        (attack(5, 2), False),
        (just(skill_roll(5)), False),
        (twin(5), False),
        ("skill-roll(5)", False),
    ],
)
def test_calls_are_values(other, is_equal):
    call = skill_roll(5)
    assert (call == other) is is_equal
    assert (hash(call) == hash(other)) is is_equal


def test_a_call_shows_its_rule_and_its_arguments():
    assert repr(attack(5, 2)) == "attack(pool=5, tn=2)"
    assert repr(bare()) == "bare()"


def test_a_lens_is_found_by_its_name():
    assert list(attack.lenses) == ["hit", "margin"]
    assert attack.lens("hit").view((True, 0)) is True


@pytest.mark.parametrize(
    ("of", "message"),
    [
        (attack, "attack has no lens 'falls'; its lenses: hit, margin"),
        (skill_roll, "skill-roll has no lens 'falls'; its lenses: none"),
    ],
)
def test_an_unknown_lens_is_refused_with_those_there_are(of, message):
    with pytest.raises(BadValue) as refused:
        of.lens("falls")
    assert str(refused.value) == message


def test_a_lens_takes_the_arguments_it_names():
    margin = attack.lens("margin").view
    assert attack(7, 3).bind(margin) == Bound(margin, (3, 7))
    assert attack(7, 3).bind(margin)((True, 10)) == 14
    hit = attack.lens("hit").view
    assert attack(7, 3).bind(hit) == attack(8, 2).bind(hit) == Bound(hit, ())


COUNT = d6(2).count(hits=(6,))


def judge(hits):
    return hits > 0


def sharp(outcome):
    return outcome


@pytest.mark.parametrize(
    ("asking", "question"),
    [
        (throw(COUNT), COUNT),
        (throw(COUNT, judge), Judged(COUNT, judge)),
        (ask(skill_roll(5)), skill_roll(5)),
        (ask(skill_roll(5), part=True), Part(skill_roll(5))),
        (behind(skill_roll(5)), Screened(skill_roll(5))),
        (sums(3, bare(), 0), Sums(3, bare(), 0, False)),
        (sums(3, bare(), 0, part=True), Sums(3, bare(), 0, True)),
        (best(3, bare()), BestOf(3, bare(), None)),
        (best(3, bare(), sharp), BestOf(3, bare(), sharp)),
        (choose("Kara", "spend", "Spend?", options(1, 2)), Choose("Kara", "spend", "Spend?", (Option(1, "1"), Option(2, "2")))),
        (choose("Kara", "spend", "Spend?", options(1), 1), Choose("Kara", "spend", "Spend?", (Option(1, "1"),), 1)),
        (number("Kara", "aim", "Aim?", 0, 3, "pool"), Number("Kara", "aim", "Aim?", 0, 3, "pool")),
        (number("Kara", "aim", "Aim?", 0, 3, default=2), Number("Kara", "aim", "Aim?", 0, 3, "", 2)),
        (
            form("Kara", "plan", "Plan?", Number("Kara", "aim", "", 0, 3)),
            Form("Kara", "plan", "Plan?", (Number("Kara", "aim", "", 0, 3),)),
        ),
        (sealed("bids", "Bid!", Number("Kara", "bid", "", 0, 3)), Sealed("bids", "Bid!", (Number("Kara", "bid", "", 0, 3),))),
    ],
)
def test_each_helper_puts_its_question_and_hands_back_the_answer(asking, question):
    assert asking.send(None) == question
    with pytest.raises(StopIteration) as done:
        asking.send("the answer")
    assert done.value.value == "the answer"


def test_the_best_of_no_runs_is_refused():
    with pytest.raises(BadValue, match=r"^the best of 0 runs of bare: at least one run is needed$"):
        next(best(0, bare()))


def test_a_judge_gets_a_tally_spread_over_its_parameters_and_a_sum_as_it_is():
    assert list(Judged(d6(2).count(a=(1,), b=(2,)), lambda a, b: a - b).judgements([(2, 0), (0, 1)])) == [2, -1]
    assert list(Judged(d6(2).faces(), lambda low, high: high - low).judgements([(2, 5)])) == [3]
    assert list(Judged(d6(2).sum(), lambda total: total > 7).judgements([8, 3])) == [True, False]


@rule
def twice(question):
    answer = yield question
    return answer


@pytest.mark.parametrize(
    ("call", "is_so"), [(bare(), True), (just(COUNT), True), (twice(COUNT), False), (skill_roll(2), False)]
)
def test_a_rule_that_returns_a_helper_is_one_question_only(call, is_so):
    running = call.start()
    running.send(None)
    assert is_only(running) is is_so


@pytest.mark.parametrize(("call", "outcome"), [(plain(5), 2), (plain(dn=1, score=5), 4), (with_a_lens(7), 4), (two_sums(5), 4)])
def test_what_asks_nothing_is_a_rule_like_any_other_and_certain(call, outcome):
    assert odds(call, memory=Memory()) == Odds({outcome: 1}, 1)
    assert roll(call, never) == Played(outcome, ())
    assert resume(call, ()) == Done(outcome)


def test_what_asks_nothing_is_named_and_seen_through_lenses_like_any_other_rule():
    assert repr(plain(5, 2)) == "plain(score=5, dn=2)"
    assert odds(with_a_lens(7), lens="is good", memory=Memory()) == Odds({True: 1}, 1)
    assert odds(with_a_lens(6), lens="is good", memory=Memory()) == Odds({False: 1}, 1)


@rule
def forgets_its_end(number):
    number + 1


@rule
def only_names(question):
    return question


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (forgets_its_end(3), "forgets-its-end: it came to its end without `return` and an outcome"),
        (
            only_names(plain(3)),
            "only-names: found `return plain(score=3)`, which nobody has asked yet; expected `return ask(...)`",
        ),
        (
            only_names(COUNT),
            f"only-names: found `return {COUNT!r}`, which nobody has thrown yet; expected `return throw(...)`",
        ),
    ],
)
def test_what_is_no_outcome_is_told_to_whoever_returned_it(call, said):
    with pytest.raises(TypeError) as why:
        call.start()
    assert str(why.value) == said


def never(sides):
    raise AssertionError("nothing is thrown")


def test_just_makes_a_rule_of_one_question():
    assert first_question(just(COUNT)) == COUNT
    assert just(COUNT) == just(d6(2).count(hits=(6,)))
