"""The odds that a screen shows at every question of a check, a contest or a lie, against a count of our own.

The counts here follow the ledger's text and use nothing of the game's rules: multinomials over faces, side by side.
"""

from collections import defaultdict
from fractions import Fraction
from math import comb

import pytest

from fatewright.core.rule.price import UNKNOWN
from fatewright.core.table.engine import Act
from fatewright.core.table.preview import odds_of_act, odds_of_answer
from fatewright.kit.players import cautious
from fatewright.web.weigh import OTHERS, odds_of_answers
from systems.mot_table import ANA, BO, MOT, Play, outcome
from witnesses import fractions

TRAINED, UNTRAINED = ("skilled", "statistic"), ("unskilled", "peripheral")
ROLLS = {  # ana's pools of each kind
    "skilled": {"skill": "Athletics", "statistic": "strength"},  # 3 + 2
    "unskilled": {"skill": "Lockpicking", "statistic": "will"},  # 4
    "peripheral": {"skill": "Lying", "statistic": "will", "scope": "peripheral"},  # 4 + 1
    "statistic": {"skill": "no skill", "statistic": "perception"},  # 3
}
POOLS = {"skilled": 5, "unskilled": 4, "peripheral": 5, "statistic": 3}
EMPTY = {}  # nothing is claimed


# The ledger's arithmetic


def counts(dice, faces):
    """The chance of so many successes and so many ones, where `faces` faces of a die are successes."""
    return {
        (hits, ones): Fraction(
            comb(dice, hits) * comb(dice - hits, ones) * faces**hits * (5 - faces) ** (dice - hits - ones), 6**dice
        )
        for hits in range(dice + 1)
        for ones in range(dice - hits + 1)
    }


def resolved(pool, tn, kind):
    """Dice, faces that count, and need: below the target number all dice must show a six, one die more if untrained."""
    if pool >= tn:
        return pool, 2 if kind in TRAINED else 1, tn
    more = 0 if kind in TRAINED else 1
    return tn + more, 1, tn + more


def named(hits, ones, need, setbacks=True):
    if hits < need:
        return "critical failure" if hits == 0 and ones >= 2 else "failure"
    return ("critical success" if hits >= need + 2 else "success") + " with a setback" * (setbacks and ones > hits)


def added(pairs):
    found = defaultdict(Fraction)
    for name, chance in pairs:
        found[name] += chance
    return {name: chance for name, chance in found.items() if chance}


def check(pool, tn, kind, *, raised=False, setbacks=True):
    dice, faces, need = resolved(pool, tn, kind)
    found = added((named(*each, need, setbacks), chance) for each, chance in counts(dice, faces).items())
    return added(("critical failure" if raised and name == "failure" else name, chance) for name, chance in found.items())


def pairs(mine, theirs):
    """What two sides throw, each given by its dice and how many faces count."""
    for (hits, ones), chance in counts(*mine).items():
        for (other, their_ones), their_chance in counts(*theirs).items():
            yield hits, ones, other, their_ones, chance * their_chance


def result(hits, ones, other, *, wins_ties):
    """How a contest ends for one side, by MOT-R.89."""
    required = other if wins_ties else other + 1
    if hits < required:
        return "loses critically" if hits == 0 and ones >= 2 else "loses"
    return "wins" + " critically" * (hits >= required + 2) + " with a setback" * (ones > hits >= 1)


def race(mine, theirs, *, ties):
    """A contest in which a tie is won, lost, or thrown again."""
    found = added(
        (result(hits, ones, other, wins_ties=ties == "won") if hits != other or ties != "again" else "", chance)
        for hits, ones, other, _, chance in pairs(mine, theirs)
    )
    again = found.pop("", 0)
    return {name: chance / (1 - again) for name, chance in found.items()}


def lie(mine, theirs, need=None):
    """A lie against a target number, or against what the mark throws: the mark resists."""
    words = {"critical success": "believed critically", "success": "believed", "failure": "disbelieved"}
    words["critical failure"] = "disbelieved critically"
    words |= {f"{name} with a setback": f"{words[name]} with a setback" for name in ("critical success", "success")}
    return added(
        (words[named(hits, ones, other + 1 if need is None else need)], chance)
        for hits, ones, other, _, chance in pairs(mine, theirs)
    )


# What the table says


def exact(play, seat, answer, people=cautious):
    view = play.table.view(seat)
    return fractions(odds_of_answer(view, MOT.game, seat, play.waiting(seat), answer, people, budget=10**7))


def screen(play, seat="ana"):
    """What the screen of a seat shows for each answer: the chances, and the note."""
    shown = odds_of_answers(play.table.view(seat), MOT, seat, play.waiting(seat))
    return {one.answer: ({each.label: each.chance for each in one.odds.outcomes}, one.odds.note) for one in shown}


def weighed(play, seat):
    """The exact odds of every answer on offer; the screen says the same."""
    shown = screen(play, seat)
    assert list(shown) == play.offered(seat)
    found = {answer: exact(play, seat, answer) for answer in shown}
    assert {answer: chances for answer, (chances, _) in shown.items()} == {
        answer: {name: float(chance) for name, chance in odds.items()} for answer, odds in found.items()
    }
    assert not [note for _, note in shown.values() if "drawn" in note]
    return found


def claimed(play, seat, *answers):
    """What is said of these answers, where anything is: on the screen, and exactly."""
    shown = screen(play, seat)
    said = {answer: (shown[answer], exact(play, seat, answer)) for answer in answers}
    return {answer: one for answer, one in said.items() if one != ((EMPTY, OTHERS), {UNKNOWN: 1})}


def refusals():
    return {"refuse": {"failure": 1}, "fumble": {"critical failure": 1}}


# Checks


@pytest.mark.parametrize("default_tn", [1, 2])
@pytest.mark.parametrize("harder", [0, 1, 2])
@pytest.mark.parametrize("kind", ROLLS)
def test_the_odds_of_every_answer_to_a_call(kind, default_tn, harder):
    """MOT-5.23, MOT-5.25, MOT-5.27, MOT-5.36: plain, with one to three Moments, with raised stakes, and not at all."""
    play = Play(default_tn=default_tn, moments=3, sheets=({**ANA, "talents": []}, BO))
    tn, pool = default_tn + harder, POOLS[kind]
    play.call(**ROLLS[kind], tn=tn)
    bought = {f"moments {count}": check(pool + count, tn, kind) for count in (1, 2, 3)}
    expected = {"roll": check(pool, tn, kind), **bought, "raise": check(pool, tn, kind, raised=True), **refusals()}
    assert weighed(play, "ana") == expected


@pytest.mark.parametrize("tn", [2, 3, 4])
@pytest.mark.parametrize(
    ("kind", "sheet", "modifier", "pool"),
    [
        ("skilled", {}, -4, 1),
        ("skilled", {}, -7, -2),
        ("unskilled", {}, -3, 1),
        ("unskilled", {}, -4, 0),
        ("peripheral", {}, -4, 1),
        ("statistic", {"perception": 1}, -3, 1),  # which penalties do not reach
    ],
)
def test_the_odds_of_what_is_all_but_impossible(kind, sheet, modifier, pool, tn):
    """MOT-5.11, MOT-5.36: a Moment that leaves the pool below the target number changes nothing; one that lifts it does."""
    play = Play(moments=2, sheets=({**ANA, **sheet, "talents": []}, BO))
    play.call(**ROLLS[kind], tn=tn, modifier=modifier)
    bought = {f"moments {count}": check(pool + count, tn, kind) for count in (1, 2)}
    expected = {"roll": check(pool, tn, kind), **bought, "raise": check(pool, tn, kind, raised=True), **refusals()}
    assert weighed(play, "ana") == expected
    assert not [name for name in expected["roll"] if "setback" in name]
    assert play.labels("ana")["moments 1"].endswith("it changes nothing") == (pool + 1 < tn)


@pytest.mark.parametrize("tn", [1, 2])
def test_the_odds_with_a_talent_and_with_moments_on_top(tn):
    """MOT-5.40: three dice more; each Moment on top another."""
    play = Play(moments=2)
    play.call(**ROLLS["statistic"], tn=tn)
    assert exact(play, "ana", "talent Detail Acuity") == check(6, tn, "statistic")
    assert screen(play)["talent Detail Acuity"][0] == {name: float(one) for name, one in check(6, tn, "statistic").items()}
    play.answer("ana", "talent Detail Acuity")
    play.answer("gm", True)
    assert weighed(play, "ana") == {count: check(6 + count, tn, "statistic") for count in (0, 1, 2)}


@pytest.mark.parametrize(("agrees", "dice"), [(True, 8), (False, 5)])
def test_the_odds_of_stretching_a_talent_hang_on_the_game_master(agrees, dice):
    """MOT-5.40: at the player's question as the game master would answer, at the game master's own by each answer."""
    play = Play(moments=1)
    play.call()

    def answers(question):
        return agrees if question.name == "stretch" else cautious(question)

    assert exact(play, "ana", "stretch Detail Acuity", answers) == check(dice, 2, "skilled")
    play.answer("ana", "stretch Detail Acuity")
    assert weighed(play, "gm") == {True: check(8, 2, "skilled"), False: check(5, 2, "skilled")}


def test_the_odds_of_more_moments_than_are_listed():
    """MOT-5.35, MOT-5.36: at the question how many."""
    play = Play(moments=8)
    play.call()
    play.answer("ana", "more")
    assert weighed(play, "ana") == {count: check(5 + count, 2, "skilled") for count in range(1, 9)}


@pytest.mark.parametrize("helps", [True, False])
@pytest.mark.parametrize("kind", ROLLS)
def test_the_odds_after_help_was_granted_or_not(kind, helps):
    """MOT-5.25, MOT-5.36: a helper's die is in every answer's odds, and in those of the one who may give it."""
    play = Play(moments=1, sheets=({**ANA, "talents": []}, BO))
    play.call(**ROLLS[kind], help="anybody")
    assert weighed(play, "bo") == {give: check(POOLS[kind] + give, 2, kind) for give in (True, False)}
    play.answer("bo", helps)
    pool = POOLS[kind] + helps
    expected = {"roll": check(pool, 2, kind), "moments 1": check(pool + 1, 2, kind)}
    assert weighed(play, "ana") == {**expected, "raise": check(pool, 2, kind, raised=True), **refusals()}


@pytest.mark.parametrize("kind", ROLLS)
def test_the_odds_once_the_stakes_are_raised(kind):
    """MOT-5.25, MOT-R.16: with which dice; every failure is a critical one."""
    play = Play(moments=2, sheets=({**ANA, "talents": []}, BO))
    play.call(**ROLLS[kind])
    play.answer("ana", "raise")
    pool = POOLS[kind]
    expected = {"roll": check(pool, 2, kind, raised=True)}
    assert weighed(play, "ana") == expected | {f"moments {one}": check(pool + one, 2, kind, raised=True) for one in (1, 2)}


@pytest.mark.parametrize(("faces", "plain"), [((5, 6, 2, 2, 2), "success"), ((5, 6, 5, 6, 2), "critical success")])
def test_the_odds_of_taking_a_setback_are_certain(faces, plain):
    """MOT-5.26."""
    play = Play()
    play.call()
    play.answer("ana", "roll", *faces)
    assert weighed(play, "ana") == {True: {f"{plain} with a setback": 1}, False: {plain: 1}}


def test_the_odds_without_setbacks():
    """MOT-5.01, MOT-R.97: what would be one is a plain success."""
    play = Play(use_setbacks="off", sheets=({**ANA, "talents": []}, BO))
    play.call(tn=1)
    plain, raised = check(5, 1, "skilled", setbacks=False), check(5, 1, "skilled", raised=True, setbacks=False)
    assert weighed(play, "ana") == {"roll": plain, "raise": raised, **refusals()}


def test_only_who_is_asked_weighs_a_question():
    """What another may choose is not weighed for the others."""
    play = Play()
    play.call()
    number = play.waiting("ana")
    for seat in ("bo", "gm", "eve"):
        assert odds_of_answers(play.table.view(seat), MOT, seat, number) == []


def test_the_game_master_knows_the_odds_of_whom_they_play():
    """MOT-5.50: and a player is not asked."""
    act = Act("gm", "call-for", call_args(who="guard", skill="Athletics", statistic="strength"))
    found = fractions(odds_of_act(Play().table.view("gm"), MOT.game, act, cautious, budget=10**7))
    assert found == check(4, 2, "skilled")


def call_args(verb="call-for", **args):
    fields = MOT.game.verbs[verb].slots
    return {field.name: args.get(field.name, field.default) for field in fields}


# Contests


@pytest.mark.parametrize(("resisting", "ties"), [("nobody", "again"), ("the first", "won"), ("the second", "lost")])
def test_the_odds_of_a_contest_between_players(resisting, ties):
    """MOT-R.34, MOT-R.89: ana's five dice against bo's four, at the question to each of them."""
    play = Play(moments=1, sheets=({**ANA, "talents": []}, BO))
    play.contest(resisting=resisting)
    mine, theirs = (5, 2), (4, 2)
    for answer, dice in (("roll", mine), ("moments 1", (6, 2))):
        assert exact(play, "ana", answer) == race(dice, theirs, ties=ties)
    raised = race(mine, theirs, ties=ties)
    raised["loses critically"] = raised.pop("loses critically", 0) + raised.pop("loses", 0)
    assert exact(play, "ana", "raise") == raised
    assert exact(play, "ana", "refuse") == {"loses": 1}
    play.answer("ana", "moments 1")
    assert exact(play, "bo", "roll") == race((6, 2), theirs, ties=ties)
    assert exact(play, "bo", "refuse") == {"wins": 1}


@pytest.mark.parametrize(("resisting", "ties"), [("nobody", "again"), ("the first", "won"), ("the second", "lost")])
def test_the_screen_shows_the_odds_of_a_contest_between_players(resisting, ties):
    """MOT-R.34, MOT-R.89: counted, not drawn."""
    play = Play(sheets=({**ANA, "talents": []}, BO))
    play.contest(resisting=resisting)
    chances, note = screen(play)["roll"]
    assert "drawn" not in note
    assert chances == {name: float(one) for name, one in race((5, 2), (4, 2), ties=ties).items()}


@pytest.mark.parametrize("mine", ["skilled", "unskilled", "statistic"])
def test_the_odds_of_a_contest_by_kinds_of_roll(mine):
    """MOT-R.89: each side with its own faces; bo is unskilled."""
    play = Play(sheets=({**ANA, "talents": []}, BO))
    play.contest(**ROLLS[mine], against_skill="Lying", against_statistic="will", resisting="the second")
    expected = race((POOLS[mine], 2 if mine in TRAINED else 1), (3, 1), ties="lost")
    assert exact(play, "ana", "roll") == expected


def test_the_odds_against_hidden_numbers_are_unknown_to_the_player_and_known_to_the_game_master():
    """MOT-R.34, MOT-R.89: of five dice against the guard's four; a tie that makes no sense goes to the player."""
    play = Play(moments=1, sheets=({**ANA, "talents": []}, BO))
    args = {"who": "ana", "skill": "Athletics", "statistic": "strength", "against": "guard", "against_skill": "Athletics"}
    act = Act("gm", "call-contest", call_args("call-contest", **args, against_statistic="strength"))
    expected = added(
        (result(hits, ones, other, wins_ties=hits == other), chance) for hits, ones, other, _, chance in pairs((5, 2), (4, 2))
    )
    assert fractions(odds_of_act(play.table.view("gm"), MOT.game, act, cautious, budget=10**7)) == expected
    play.do(act)
    assert claimed(play, "ana", "roll", "moments 1", "raise") == {}
    assert exact(play, "ana", "refuse") == {"loses": 1}


def test_the_odds_at_a_deadlock_are_known_to_the_game_master():
    """MOT-R.34: a stalemate, or the player wins."""
    play = Play(mot_rewards_player_triggered="off")
    play.contest(5, 6, 2, 2, 2, 5, 6, 2, 2, against="guard")
    assert weighed(play, "gm") == {True: {"deadlock": 1}, False: {"wins": 1}}


def test_the_odds_of_a_theft_are_known_to_the_game_master_alone():
    """MOT-R.35: four dice against the guard's Perception of three, a true statistic roll; ties fail."""
    play = Play(sheets=({**ANA, "talents": []}, BO))
    act = Act("gm", "call-sneak", {"who": "ana", "target": "guard", "how": "Pickpocket"})
    taken = sum(chance for hits, _, other, _, chance in pairs((4, 2), (3, 2)) if hits > other)
    found = fractions(odds_of_act(play.table.view("gm"), MOT.game, act, cautious, budget=10**7))
    taken_at_all = sum(chance for name, chance in found.items() if name.startswith("taken"))
    assert taken_at_all == taken
    play.do(act)
    assert claimed(play, "ana", "roll", "raise") == {}


def test_the_odds_of_picking_a_players_pocket_are_known():
    """MOT-R.35: all numbers are on the table; only whether bo would notice is not, and the outcome does not hang on that."""
    play = Play(sheets=({**ANA, "talents": []}, BO))
    play.act("gm", "call-sneak", who="ana", target="bo", how="Pickpocket")
    taken = sum(chance for hits, _, other, _, chance in pairs((4, 2), (3, 2)) if hits > other)
    found = exact(play, "ana", "roll")
    assert sum(chance for name, chance in found.items() if name is not UNKNOWN and name.startswith("taken")) == taken


# Lies


def lying(suspicious, **more):
    play = Play(guard={"suspicious": suspicious}, moments=1, sheets=({**ANA, "talents": []}, BO), **more)
    play.act("ana", "lie", who="ana", mark="guard", falsehood="I am expected")
    return play


@pytest.mark.parametrize(
    ("dial", "faces", "believed"), [("unskilled", 1, Fraction(4622, 6561)), ("statistic_roll", 2, Fraction(3577, 6561))]
)
def test_the_worked_example_of_a_lie(dial, faces, believed):
    """MOT-X.33, MOT-6.07, MOT-R.33: five dice against Perception 3, by both readings."""
    play = lying("yes", lie_defense_perception=dial)
    found = exact(play, "gm", ("roll", "will", 2, 0, "how it sounds"))
    assert found == lie((5, 2), (3, faces))
    assert sum(chance for name, chance in found.items() if name.startswith("believed")) == believed
    assert sum(chance for name, chance in found.items() if name.startswith("disbelieved")) == 1 - believed


@pytest.mark.parametrize("tn", [1, 2, 3])
@pytest.mark.parametrize(("modifier", "dice"), [(0, 5), (2, 7), (-1, 4)])
def test_the_game_master_knows_the_odds_of_a_lie_that_nobody_suspects(tn, modifier, dice):
    """MOT-6.06: against the target number."""
    found = exact(lying("no"), "gm", ("roll", "will", tn, modifier, "how it sounds"))
    assert found == lie((dice, 2), (0, 2), need=tn)


def test_the_game_master_knows_the_odds_against_one_who_reads_people():
    """MOT-6.07: Perception 3 and Read individual 2."""
    play = Play(guard={"suspicious": "yes", "skills": {"Read individual": 2}})
    play.act("ana", "lie", who="ana", mark="guard", falsehood="I am expected")
    assert exact(play, "gm", ("roll", "will", 2, 0, "how it sounds")) == lie((5, 2), (5, 2))


@pytest.mark.parametrize("suspicious", ["yes", "no"])
def test_the_liar_is_shown_no_odds(suspicious):
    """MOT-6.05: whether the mark suspects anything is not to be read off a screen."""
    play = lying(suspicious)
    play.answer("gm", ("roll", "will", 2, 0, "how it sounds"))
    assert claimed(play, "ana", "roll", "moments 1", "raise") == {}
    play.answer("ana", "raise")
    assert claimed(play, "ana", "roll", "moments 1") == {}


@pytest.mark.parametrize("suspicious", ["yes", "no"])
def test_the_odds_of_refusing_to_lie_are_certain(suspicious):
    """MOT-5.23, MOT-R.15: whatever the mark suspects, the opponent wins."""
    play = lying(suspicious)
    play.answer("gm", ("roll", "will", 2, 0, "how it sounds"))
    assert exact(play, "ana", "refuse") == {"disbelieved": 1}


@pytest.mark.parametrize("suspicious", ["yes", "no"])
def test_the_odds_of_taking_a_setback_on_a_lie_are_certain(suspicious):
    """MOT-5.26, MOT-6.05: what the verdict was is known by then, and nothing else is needed."""
    play = lying(suspicious)
    play.answer("gm", ("roll", "will", 2, 0, "how it sounds"))
    play.answer("ana", "roll", 5, 6, 2, 2, 2, 2, 2, 2)
    assert weighed(play, "ana") == {True: {"believed with a setback": 1}, False: {"believed": 1}}
    assert outcome(play.answer("ana", True)) == "believed with a setback"


# Details


def test_the_odds_of_taking_what_the_game_master_offers():
    """MOT-5.37: certain, either way."""
    play = Play(moments=2)
    play.act("ana", "detail", text="a lamp")
    play.answer("gm", "counter")
    play.answer("gm", "a candle")
    assert weighed(play, "ana") == {True: {"granted": 1}, False: {"vetoed": 1}}
