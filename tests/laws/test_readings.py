"""Laws of the readings, on random rules, random pools and random notations."""

from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fatewright.chance import seeded_dice
from fatewright.core.rule.ask import Number, choose, form, number, options, sealed
from fatewright.core.rule.dice import BEYOND, Dice, Group, Sum
from fatewright.core.rule.notation import DAMAGE, parse
from fatewright.core.rule.odds import Memory, StepLimit
from fatewright.core.rule.price import Best, odds
from fatewright.core.rule.reading import Done, Unfinished, resume, roll
from fatewright.core.rule.rule import Lens, ask, best, just, rule, sums, throw
from fatewright.core.rule.sample import CHUNK, simulate
from witnesses import PERSONAL, Habit, added, best_mean, brute_force, chi_square, forget, fractions, weighs_right

LEAVES = 600  # ways the dice of one random rule may fall


def law(examples):
    return settings(max_examples=examples, derandomize=True)


class Pair(NamedTuple):
    """An outcome that is not a number and adds up all the same."""

    half: int
    odd: int

    def __add__(self, other):
        return Pair(self.half + other.half, self.odd + other.odd)


def digest(answer):
    return answer if isinstance(answer, int) else sum(place * one for place, one in enumerate(answer, 1))


def parity(*answer):
    return digest(answer) % 2


def negative(outcome):
    return -outcome


def third(outcome):
    return outcome % 3


class Throws(NamedTuple):
    """Throw, perhaps through a judge, perhaps as a sub-rule that is one question."""

    dice: Any
    judge: Any
    is_rule: bool

    def run(self, total):
        if self.is_rule:
            return total + digest((yield from ask(just(self.dice))))
        if self.judge:
            return 2 * total + (yield from throw(self.dice, self.judge))
        return total + digest((yield from throw(self.dice)))


class Branches(NamedTuple):
    """Go one way or the other, by what has been thrown so far."""

    divisor: int
    then: tuple
    otherwise: tuple

    def run(self, total):
        for step in self.otherwise if total % self.divisor else self.then:
            total = yield from step.run(total)
        return total


class AsksRule(NamedTuple):
    """Let a sub-rule decide."""

    steps: tuple
    part: bool

    def run(self, total):
        return total - (yield from ask(program(self.steps, total % 2), part=self.part))


class Adds(NamedTuple):
    """Add up a sub-rule, as numbers or as pairs."""

    times: int
    steps: tuple
    in_pairs: bool

    def run(self, total):
        if self.in_pairs:
            half, odd = yield from sums(self.times, pairs(self.steps), Pair(total, 0))
            return 2 * half + odd
        return (yield from sums(self.times, program(self.steps, 0), total))


class Highest(NamedTuple):
    """The best of some runs of a sub-rule."""

    times: int
    steps: tuple
    key: Any

    def run(self, total):
        return total + 3 * (yield from best(self.times, program(self.steps, 1), self.key))


class Chooses(NamedTuple):
    """Somebody answers."""

    who: str
    name: str
    kind: str

    def run(self, total):
        low, high = Number(self.who, "low", "", 0, 1), Number(self.who, "high", "", 1, 2)
        if self.kind == "choose":
            return total + (yield from choose(self.who, self.name, "Which?", options(0, 2, 5)))
        if self.kind == "number":
            return total - (yield from number(self.who, self.name, "How many?", 0, 2))
        if self.kind == "form":
            return total + digest((yield from form(self.who, self.name, "How?", low, high)))
        return total + digest((yield from sealed(self.name, "Bid!", low, high._replace(who="Borin"))))


@rule
def program(steps, total):
    """A random rule: its steps in order, each changing the total."""
    for step in steps:
        total = yield from step.run(total)
    return total


@rule
def pairs(steps):
    outcome = yield from ask(program(steps, 0))
    return Pair(outcome // 2, outcome % 2)


@st.composite
def throws(draw, leaves):
    """A throw of dice that fall in at most `leaves` ways, and in how many."""
    sides = draw(st.integers(2, min(6, leaves)))
    most = max(n for n in range(4) if sides**n <= leaves)
    dice = draw(st.integers(0, most))
    ways = sides**dice
    kind = draw(st.sampled_from(["count", "count", "sum", "highest", "lowest", "faces", "rerolled", "two groups"]))
    if kind == "count":
        sets = draw(st.lists(st.frozensets(st.integers(0, sides + 1), max_size=sides), min_size=1, max_size=3))
        return Dice(dice, sides).count(**{f"set{place}": tuple(faces) for place, faces in enumerate(sets)}), ways
    if kind in ("highest", "lowest"):
        return getattr(Dice(dice, sides), kind)(draw(st.integers(1, 3))), ways
    if kind == "rerolled" and ways**2 <= leaves:
        keep, reroll = draw(st.integers(-2, 2)), draw(st.integers(1, sides))
        return Sum((Group(dice, sides, keep=keep, reroll=reroll),), draw(st.integers(-2, 2))), ways**2
    if kind == "two groups" and ways * 2 <= leaves:
        return Sum((Group(dice, sides), Group(1, 2, -1)), draw(st.integers(-2, 2))), ways * 2
    return (Dice(dice, sides).faces() if kind == "faces" else Dice(dice, sides).sum()), ways


@st.composite
def one_step(draw, leaves, depth, with_people):
    """A step whose dice fall in at most `leaves` ways, and in how many."""
    kinds = ["throw"] * 2 + ["people"] * with_people + ["branch", "ask", "sums", "best"] * (depth > 0)
    kind = draw(st.sampled_from(kinds))
    if kind == "people":
        asked = draw(st.sampled_from(["choose", "number", "form", "sealed"]))
        return Chooses(draw(st.sampled_from(["Kara", "Kara", "Borin"])), draw(st.sampled_from("abc")), asked), 1
    if kind == "throw":
        dice, ways = draw(throws(leaves))
        return Throws(dice, draw(st.sampled_from([None, None, parity])), draw(st.booleans())), ways
    if kind == "branch":
        then, ways = draw(steps(leaves, depth - 1, with_people))
        otherwise, other_ways = draw(steps(leaves, depth - 1, with_people))
        return Branches(draw(st.integers(2, 3)), then, otherwise), max(ways, other_ways)
    if kind == "ask":
        inner, ways = draw(steps(leaves, depth - 1, with_people))
        return AsksRule(inner, draw(st.booleans())), ways
    times = draw(st.integers(0 if kind == "sums" else 1, 2))
    inner, ways = draw(steps(max(2, int(leaves**0.5)), depth - 1, with_people))
    if kind == "sums":
        return Adds(times, inner, draw(st.booleans())), ways**times
    return Highest(times, inner, draw(st.sampled_from([None, negative, third]))), ways**times


@st.composite
def steps(draw, leaves, depth, with_people):
    """Some steps whose dice fall in at most `leaves` ways together, and in how many."""
    found, ways = [], 1
    for _ in range(draw(st.integers(1, 3))):
        if leaves // ways < 4:
            break
        step, more = draw(one_step(leaves // ways, depth, with_people))
        found.append(step)
        ways *= more
    return tuple(found), ways


def programs(leaves=LEAVES, depth=2, with_people=True):
    return st.builds(lambda drawn, total: program(drawn[0], total), steps(leaves, depth, with_people), st.integers(-1, 1))


habits = st.builds(Habit, st.integers(0, 5))


@law(250)
@given(programs(), habits)
def test_exact_odds_are_those_of_literal_dice(call, people):
    found = odds(call, people, memory=Memory())
    assert fractions(found) == brute_force(call, people)
    assert weighs_right(found)


@law(100)
@given(programs(), habits)
def test_what_is_remembered_does_not_change_the_odds(call, people):
    shared = Memory(limit=50)
    fresh = odds(call, people, memory=Memory())
    assert odds(call, people, memory=shared) == fresh
    assert odds(call, people, memory=shared) == fresh
    assert odds(call, people) == fresh


@law(100)
@given(programs(), habits, st.integers(0, 10**6))
def test_what_is_rolled_is_among_the_odds(call, people, seed):
    outcome = roll(call, seeded_dice(seed), people).outcome
    assert odds(call, people).chance(outcome) > 0


@law(60)
@given(programs(), habits, st.integers(-5, 2**70))
def test_drawn_frequencies_are_near_the_odds(call, people, seed):
    simulated = simulate(call, 5_000, seed, people)
    distance, bound = chi_square(simulated.counts, brute_force(call, people))
    assert (simulated.is_exact_source, simulated.runs, sum(simulated.counts.values())) == (True, 5_000, 5_000)
    assert distance < bound


@law(40)
@given(programs(), habits, st.integers(-5, 2**70), st.integers(0, 40))
def test_played_frequencies_are_near_the_odds(call, people, seed, limit):
    forget()
    simulated = simulate(call, 600, seed, people, budget=StepLimit(limit))
    distance, bound = chi_square(simulated.counts, brute_force(call, people))
    assert distance < bound


@law(60)
@given(
    programs(),
    habits,
    st.integers(0, 100),
    st.sampled_from([0, 1, 3, CHUNK - 20]),
    st.lists(st.integers(1, 20), min_size=1, max_size=4),
)
def test_drawing_in_pieces_is_drawing_at_once(call, people, seed, first, lengths):
    cuts = [first]
    for length in lengths:
        cuts.append(cuts[-1] + length)
    pieces = [simulate(call, end - start, seed, people, first=start).counts for start, end in pairwise(cuts)]
    assert added(pieces) == simulate(call, sum(lengths), seed, people, first=first).counts


@law(60)
@given(
    programs(),
    habits,
    st.integers(0, 100),
    st.integers(0, 50),
    st.integers(1, 60),
    st.lists(st.integers(1, 20), min_size=1, max_size=4),
)
def test_playing_in_pieces_is_playing_at_once(call, people, seed, first, limit, lengths):
    forget()
    cuts = [first]
    for length in lengths:
        cuts.append(cuts[-1] + length)
    whole = simulate(call, sum(lengths), seed, people, first=first, budget=StepLimit(limit))
    pieces = [simulate(call, end - start, seed, people, first=start, budget=StepLimit(limit)) for start, end in pairwise(cuts)]
    assert added(piece.counts for piece in pieces) == whole.counts
    assert {piece.is_exact_source for piece in pieces} == {whole.is_exact_source}


@law(100)
@given(programs(), habits, st.integers(0, 10**6))
def test_what_was_recorded_replays_to_the_same_end(call, people, seed):
    played = roll(call, seeded_dice(seed), people)
    recorded = [
        step.answer if isinstance(step.question, PERSONAL) else tuple(die.face for die in step.dice) for step in played.steps
    ]
    assert resume(call, recorded) == Done(played.outcome)
    for length, step in enumerate(played.steps):
        assert resume(call, recorded[:length]) == Unfinished(step.question, step.within)


class Harm(NamedTuple):
    """Points and a count of blows, as a volley adds them up."""

    points: int
    blows: int

    def __add__(self, other):
        return Harm(self.points + other.points, self.blows + other.blows)


@rule
def blow(steps):
    points = yield from ask(program(steps, 0))
    return Harm(abs(points) % 5, int(points > 0))


def falls(outcome, cap):
    return outcome.points >= cap


@rule(Lens("falls", falls, lambda outcome, cap: Harm(min(outcome.points, cap), 0)), Lens("falls, whole", falls))
def volley(first, more, times, cap, part):
    """Adds outcomes up and does nothing else with them."""
    total = yield from ask(blow(first), part=part)
    return total + (yield from sums(times, blow(more), Harm(0, 0), part=part))


def volleys():
    few = steps(16, 1, True).map(lambda drawn: drawn[0])
    return st.builds(volley, few, few, st.integers(0, 2), st.integers(0, 8), st.booleans())


@law(150)
@given(volleys(), habits)
def test_a_lens_sees_the_same_through_parts_as_through_whole_outcomes(call, people):
    through_parts = odds(call, people, lens="falls")
    assert through_parts == odds(call, people, lens="falls, whole")
    assert through_parts == odds(call, people).map(lambda outcome: outcome.points >= call.args[3])
    assert weighs_right(through_parts)


@law(120)
@given(programs(leaves=40, depth=2), habits)
def test_nobody_does_better_than_the_best_answers(call, others):
    reached = odds(call, Best("Kara", int, others), memory=Memory()).mean()
    assert reached == best_mean(call, "Kara", int, others)
    for seed in range(6):

        def constant(question, seed=seed):
            return (Habit(seed) if question.who == "Kara" else others)(question)

        assert reached >= odds(call, constant, memory=Memory()).mean()


@law(150)
@given(st.integers(0, 12), st.lists(st.frozensets(st.integers(0, 8)), max_size=3), st.integers(2, 7))
def test_the_weights_of_random_pools_make_up_their_total(dice, sets, sides):
    pool = Dice(dice, sides).count(**{f"set{place}": tuple(faces) for place, faces in enumerate(sets)})
    found = odds(just(pool))
    assert weighs_right(found)
    assert found.total == sides**dice
    for place, faces in enumerate(sets):
        inside = len([face for face in faces if 1 <= face <= sides])
        assert found.mean(lambda tally, place=place: tally[place]) == Fraction(dice * inside, sides)


KEEPS = ["kh", "kl2", "KH3", "dl", "dh1", "^", "v", "adv", "dis", "🔺", "🔻", "🔺🔺", "🔻\ufe0f🔻", "^^"]


@st.composite
def groups(draw, small):
    """One group of dice, written somehow."""
    dice = draw(st.integers(0, 2 if small else 30))
    sides = draw(st.sampled_from(["2", "3"] if small else ["2", "4", "6", "10", "20", "100", "%", "7", "1000"]))
    marks = []
    if draw(st.booleans()):
        keep = draw(st.sampled_from(KEEPS))
        marks += [keep] if dice > 1 or not keep.startswith("d") or keep == "dis" else []
    reroll = draw(st.sampled_from(["", "r", "r1", "?", "🔄"] + ["r2", "??", "🔄🔄"] * (sides != "2")))
    damage = draw(st.sampled_from(["", "", *DAMAGE, *DAMAGE.values()]))
    explode = "" if small else draw(st.sampled_from(["", "!", "❗", "!!"]))
    marks = draw(st.permutations([mark for mark in [*marks, reroll, damage, explode] if mark]))
    count = "" if dice == 1 and draw(st.booleans()) else str(dice)
    blank = draw(st.sampled_from(["", " "]))
    return f"{count}{blank}{draw(st.sampled_from('dD'))}{sides} {' '.join(marks)}"


@st.composite
def notations(draw, small=False):
    """A random dice expression that can be read."""
    terms = draw(
        st.lists(
            st.one_of(groups(small), groups(small), st.integers(0, 1_000_000).map(str)), min_size=1, max_size=2 if small else 6
        )
    )
    text = draw(st.sampled_from(["", "-", " - "])) + terms[0]
    for term in terms[1:]:
        text += draw(st.sampled_from(["+", "-", " + ", " - "])) + term
    return text


@law(200)
@given(notations())
def test_what_is_written_reads_as_what_was_read(text):
    call = parse(text)
    written = str(call.args[0])
    assert parse(written) == call
    assert str(parse(written).args[0]) == written


@law(150)
@given(notations(small=True), habits)
def test_the_odds_of_random_notations_are_those_of_literal_dice(text, people):
    found = odds(parse(text), people)
    assert fractions(found) == brute_force(parse(text), people)
    assert weighs_right(found)


@law(60)
@given(notations(), habits, st.integers(0, 1000))
def test_random_notations_replay(text, people, seed):
    call = parse(text)
    played = roll(call, seeded_dice(seed), people)
    recorded = [
        step.answer if isinstance(step.question, PERSONAL) else tuple(die.face for die in step.dice) for step in played.steps
    ]
    assert resume(call, recorded) == Done(played.outcome)


@pytest.mark.parametrize("text", ["2d2!", "3d2!kh1", "1d4!-1d2!", "2d3!r1kl1"])
def test_drawn_frequencies_of_explosions_are_near_the_odds(text):
    exact = odds(parse(text))
    chances = {**fractions(exact), BEYOND: Fraction(exact.beyond, exact.total)}
    distance, bound = chi_square(simulate(parse(text), 50_000, 3).counts, chances)
    assert weighs_right(exact)
    assert distance < bound
