"""Moments of Truth and setbacks at the table: how they are earned, spent, limited and told (chapter 5)."""

import pytest

from fatewright.core.rule.price import odds
from fatewright.core.table.engine import Answer
from fatewright.core.table.events import Fact, Rolled
from fatewright.core.table.paying import terms_of
from fatewright.core.table.seal import EVERYONE
from fatewright.core.table.story import Desk, Refusal
from fatewright.kit.stage import Stage
from fatewright.systems.cast import ready_made
from fatewright.systems.moment_of_truth.drama.answers import may_refuse
from fatewright.systems.moment_of_truth.mechanics.rolls import skill_roll
from systems.mot_table import MOT, Play, cited, outcome, said, thrown

SWITCH = ("on", "off")
CLEAN = (5, 6, 2, 3, 4)  # two successes of five dice
FAILED = (5, 1, 2, 3, 4)
FUMBLED = (1, 1, 2, 3, 4)
SPOILED = (5, 6, 1, 1, 1)  # two successes, and more ones


refusal = Stage.refused  # the sentence with which an act is refused


def gain(due, cause, got=None):
    """The line with which ana gains Moments, of which some may be lost."""
    got = due if got is None else got
    lost = f": {due} were due, {due - got} lost to the limit" if got < due else ""
    return f"ana gains {got} Moment{'s' * (got != 1)} for {cause}{lost}"


def dice_triggered(**dials):
    return Play(mot_rewards_dice_triggered="on", **dials)


# Setbacks


@pytest.mark.parametrize(
    ("faces", "tn", "result"),
    [
        ((5, 6, 1, 1, 1), 2, "success with a setback"),
        ((5, 6, 1, 1, 2), 2, "success"),
        ((5, 5, 1, 1, 2), 1, "success"),  # successes above the target number count as well
        ((5, 1, 1, 2, 3), 1, "success with a setback"),
        ((5, 1, 1, 1, 1), 2, "failure"),
    ],
)
def test_a_success_with_more_ones_than_successes_is_a_setback_and_still_a_success(faces, tn, result):
    """MOT-5.10."""
    play = Play(mot_rewards_player_triggered="off")
    assert outcome(play.call(*faces, tn=tn)) == result


@pytest.mark.parametrize("kind", ["skilled", "unskilled", "peripheral", "statistic"])
@pytest.mark.parametrize("tn", [1, 2, 3])
def test_how_many_dice_a_setback_takes(kind, tn):
    """MOT-5.11: 2 x TN + 1 dice for a setback, 2 x TN + 5 for one with a critical success, and never by the exception."""

    def pools(found):
        return [pool for pool in range(-1, 2 * tn + 7) if any(map(found, odds(skill_roll(pool, tn, kind)).weights))]

    assert pools(lambda check: check.setback) == list(range(2 * tn + 1, 2 * tn + 7))
    assert pools(lambda check: check.setback and check.is_critical) == [2 * tn + 5, 2 * tn + 6]


@pytest.mark.parametrize(
    ("overlap", "result"),
    [
        ("both", "critical success with a setback"),
        ("setback_only", "success with a setback"),
        ("critical_only", "critical success"),
    ],
)
def test_a_critical_success_and_a_setback_on_one_roll(overlap, result):
    """MOT-5.12, MOT-R.13, at each value of crit_setback_overlap."""
    play = Play(crit_setback_overlap=overlap, mot_rewards_player_triggered="off")
    assert outcome(play.call(5, 5, 5, 1, 1, 1, 1, tn=1, modifier=2)) == result


@pytest.mark.parametrize(("dial", "result", "asked"), [("on", "success with a setback", ["setback"]), ("off", "success", [])])
def test_without_setbacks_there_is_no_flag_and_no_offer(dial, result, asked):
    """MOT-5.01, MOT-R.97: use_setbacks, in a roll and in a contest; it is on unless the table says otherwise."""
    assert MOT.dials["use_setbacks"].values == ("on", "off")
    play = Play(use_setbacks=dial)
    play.call()
    assert outcome(play.answer("ana", "roll", *SPOILED)) == result
    play.call()
    play.answer("ana", "roll", *CLEAN)
    assert [name for _, name in play.asked()] == asked
    play = Play(use_setbacks=dial, mot_rewards_player_triggered="off")
    assert outcome(play.contest(*SPOILED, 5, 2, 2, 2)) == result.replace("success", "wins")


def test_a_setback_leaves_the_aim_reached_and_tells_the_game_master_so():
    """MOT-X.15: the gunman is shot, whatever goes wrong besides."""
    play = Play(mot_rewards_player_triggered="off")
    play.act("gm", "set-skill", who="bo", skill="Pistol", level="2")
    events = play.call(*SPOILED, who="bo", skill="Pistol", statistic="perception")
    assert outcome(events) == "success with a setback"
    assert {"MOT-5.15"} <= cited(events, "gm")
    assert [line for line in said(events, "gm") if "the aim is reached and stays reached" in line] != []
    assert not [line for line in said(events, "ana") + said(events, "bo") if "aim" in line]


# Holding


@pytest.mark.parametrize("dial", SWITCH)
def test_a_table_without_moments_has_none_of_their_controls(dial):
    """MOT-5.01: use_mots."""
    play = Play(use_mots=dial, mot_rewards_roleplay="on", mot_rewards_dice_triggered="on", mot_buyback_xp=1)
    play.act("gm", "open-session")
    assert play.moments() == (1 if dial == "on" else 0)
    play.give("ana", 3)
    if dial == "on":
        play.call()
        assert [play.offered("ana")[0], *play.offered("ana")[-3:]] == ["roll", "raise", "refuse", "fumble"]
        return
    assert outcome(play.call(*CLEAN)) == "success"  # nothing is asked, before or after
    play.call(*FUMBLED)
    assert play.moments() == 3
    assert refusal(play, "ana", "detail", text="a lamp") == "this table plays without Moments of Truth"
    person = {"name": "Eve", "relation": "aunt", "to": "ana"}
    assert refusal(play, "ana", "create-person", **person) == "this table plays without Moments of Truth"
    assert refusal(play, "gm", "reward", seat="ana", why="x").startswith("this table gives no Moments")
    assert outcome(play.act("gm", "close-session")) == "closed"  # and nothing is bought back


def test_only_players_hold_moments():
    """MOT-5.17: neither the game master nor whoever they play; what a player holds, everyone sees."""
    play = dice_triggered(mot_rewards_roleplay="on")
    play.act("gm", "open-session")
    play.act("gm", "reward", seat="ana", amount=2, why="a moving scene")
    held = {path: value for path, value in play.table.view("eve").facts.items() if path[2:] == ("moments",)}
    assert held == {("seat", "ana", "moments"): 3, ("seat", "bo", "moments"): 1}
    assert refusal(play, "gm", "reward", seat="gm", why="x") == "gm is not a player"
    assert refusal(play, "gm", "reward", seat="eve", why="x") == "eve is not a player"


@pytest.mark.parametrize(
    ("faces", "tn", "result"),
    [
        ((5, 5, 5), 1, "critical success"),
        ((1, 1, 2), 1, "critical failure"),
        ((5, 1, 1), 1, "success with a setback"),
        ((5, 2, 2), 2, "failure"),
    ],
)
def test_whoever_the_game_master_plays_is_critical_too_and_earns_nothing(faces, tn, result):
    """MOT-5.50: the setback is a hint for the game master; no Moment is earned, and nobody is asked anything."""
    play = dice_triggered()
    events = play.call(*faces, who="guard", skill="no skill", statistic="perception", tn=tn)
    assert (outcome(events), play.asked()) == (result, [])
    assert [path for path in play.table.truth.facts if path[-1] == "moments"] == []
    hints = [line for line in said(events, "gm") if line not in said(events, "ana")]
    assert [hint.split(":")[0] for hint in hints] == [f"A {result.removeprefix('success with a ')}"] * (result != "failure")


@pytest.mark.parametrize("starting", [None, *sorted(MOT.dials["starting_mots"].values)])
def test_everyone_starts_the_first_session_with_so_many_and_no_other(starting):
    """MOT-5.18, MOT-5.19, MOT-5.20, MOT-R.93: one by default; nothing later, and what is held is carried over."""
    play = Play(**{} if starting is None else {"starting_mots": starting})
    expected = 1 if starting is None else starting
    play.act("gm", "open-session")
    assert (play.moments("ana"), play.moments("bo"), play.moments("gm")) == (expected, expected, 0)
    play.give("ana", 4)
    events = play.act("gm", "close-session")
    assert said(events)[-1] == f"The session ends; rolls made: 0. Moments that carry over: ana 4, bo {expected}"
    play.act("gm", "open-session")
    assert (play.moments("ana"), play.moments("bo")) == (4, expected)


# Earning by choice


@pytest.mark.parametrize("dial", SWITCH)
def test_the_four_choices_are_there_or_not(dial):
    """MOT-5.22: mot_rewards_player_triggered."""
    play = Play(mot_rewards_player_triggered=dial, moments=1)
    play.call()
    choices = ["raise", "refuse", "fumble"] if dial == "on" else []
    assert play.offered("ana") == ["roll", "moments 1", "stretch Detail Acuity", *choices]
    play.answer("ana", "roll", *CLEAN)
    assert play.asked() == ([("ana", "setback")] if dial == "on" else [])


@pytest.mark.parametrize(
    ("answer", "result", "gained", "cause"),
    [("refuse", "failure", 2, "taking a failure"), ("fumble", "critical failure", 3, "taking a critical failure")],
)
@pytest.mark.parametrize("dial", SWITCH)
def test_a_failure_is_taken_without_a_roll(answer, result, gained, cause, dial):
    """MOT-5.23, MOT-5.27, MOT-5.28, MOT-5.32, MOT-X.64: 2 or 3 Moments at once, no dice, nothing for dice, no other choice."""
    play = Play(mot_rewards_dice_triggered=dial)
    play.call()
    events = play.answer("ana", answer)
    assert (outcome(events), thrown(events), play.moments(), play.asked()) == (result, [], gained, [])
    assert said(events) == [f"ana does not roll: {result}", gain(gained, cause)]


@pytest.mark.parametrize("roll", ["attack", "damage"])
@pytest.mark.parametrize("scope", MOT.dials["take_failure_scope"].values)
def test_attack_and_damage_rolls_are_not_failed_on_purpose(roll, scope):
    """MOT-5.24: whatever the scope in and out of a fight; other rolls may."""
    desk = Desk(Play(take_failure_scope=scope).table.truth.facts, MOT.game.data, "ana")
    assert may_refuse(desk, roll) == f"{roll} rolls cannot be failed on purpose"
    assert may_refuse(desk, "skill") is None


@pytest.mark.parametrize("is_fight", [False, True])
@pytest.mark.parametrize("scope", ["not_attack_or_damage", "outside_combat"])
def test_whether_a_failure_may_be_taken_in_a_fight(scope, is_fight):
    """MOT-R.14: other rolls than attacks and damage may, unless the table reads it by the introduction."""
    play = Play(take_failure_scope=scope)
    if is_fight:
        play.table.append([Fact(("turns", "round"), 1, EVERYONE)])
    play.call()
    why = "not in a fight; a dial says so"
    assert play.blocked("ana") == ({"refuse": why, "fumble": why} if is_fight and scope == "outside_combat" else {})


@pytest.mark.parametrize("dial", ["any_called", "skill_only"])
@pytest.mark.parametrize("skill", ["Athletics", "Lockpicking", "no skill"])
def test_which_rolls_may_be_failed_on_purpose(dial, skill):
    """MOT-R.15: skilled, unskilled and statistic rolls; of a statistic only where the dial lets them."""
    play = Play(take_failure_rolls=dial)
    play.call(skill=skill)
    assert ("refuse" in play.offered("ana")) == (dial == "any_called" or skill != "no skill")
    if "refuse" in play.offered("ana"):
        assert outcome(play.answer("ana", "refuse")) == "failure"


def test_rolls_that_only_count_are_not_failed_on_purpose():
    """MOT-R.15: treating a wound asks nothing, it just rolls."""
    play = dice_triggered()
    play.act("gm", "set-skill", who="ana", skill="Medic", level="0")
    events = play.cares("treat", 1, 1, 2, medic="ana", patient="bo", skill="Medic")
    assert (outcome(events), play.asked()) == ("treated", [])


@pytest.mark.parametrize(
    ("answer", "seat", "result", "gained"),
    [("refuse", "ana", "loses", 2), ("refuse", "bo", "wins", 2), ("fumble", "bo", "wins", 3)],
)
def test_whoever_refuses_a_contest_loses_it(answer, seat, result, gained):
    """MOT-R.15: the opponent wins; nobody rolls."""
    play = Play()
    play.contest()
    if seat == "bo":
        play.answer("ana", "roll")
    events = play.answer(seat, answer)
    other = {"ana": "bo", "bo": "ana"}[seat]
    assert (outcome(events), thrown(events), play.moments(seat), play.moments(other)) == (result, [], gained, 0)
    assert f"{other} wins against {seat}" in said(events)


@pytest.mark.parametrize(
    ("faces", "result", "cautious"),
    [
        (FAILED, "critical failure", False),
        (FUMBLED, "critical failure", False),
        (CLEAN, "success", True),
        (SPOILED, "success with a setback", False),
    ],
)
def test_raised_stakes_pay_two_and_make_any_failure_critical(faces, result, cautious):
    """MOT-5.25: win or lose, whatever the dice show."""
    play = Play()
    play.call()
    events = play.answer("ana", "raise", *faces)
    if cautious:
        events = play.answer("ana", False)
    assert (outcome(events), play.moments()) == (result, 2)
    assert gain(2, "raising the stakes") in said(events)


def test_raised_stakes_pay_after_the_roll():
    """MOT-R.16: what they pay cannot fuel the same roll, and what was held before can."""
    play = Play()
    play.call()
    assert len(thrown(play.answer("ana", "raise", *FAILED))) == 1  # no dice were on offer: it rolls at once
    assert play.moments() == 2
    play.call()
    play.answer("ana", "raise")
    assert (play.offered("ana"), play.moments()) == (["roll", "moments 1", "moments 2", "stretch Detail Acuity"], 2)
    play.answer("ana", "moments 2", *FAILED, 2, 2)
    assert play.moments() == 2


def test_a_setback_is_taken_after_a_clean_success_once():
    """MOT-5.26: one Moment, and the task still succeeds."""
    play = Play()
    play.call()
    play.answer("ana", "roll", *CLEAN)
    assert (play.asked(), play.moments()) == ([("ana", "setback")], 0)
    events = play.answer("ana", True)
    assert (outcome(events), play.moments(), play.asked()) == ("success with a setback", 1, [])
    assert gain(1, "taking a setback") in said(events)


@pytest.mark.parametrize("faces", [FAILED, FUMBLED, SPOILED])
def test_no_setback_is_taken_on_a_failure_or_on_top_of_one(faces):
    """MOT-5.26."""
    play = Play()
    play.call()
    outcome(play.answer("ana", "roll", *faces))
    assert play.asked() == []


def test_a_setback_that_is_left_pays_nothing():
    """MOT-5.26: it is the player's choice."""
    play = Play()
    play.call()
    play.answer("ana", "roll", *CLEAN)
    assert (outcome(play.answer("ana", False)), play.moments()) == ("success", 0)


@pytest.mark.parametrize(
    ("dial", "faces", "result", "gained"),
    [
        ("off", CLEAN, "success with a setback", 3),
        ("on", CLEAN, "success with a setback", 3),  # a setback that is taken is none that was rolled
        ("off", FAILED, "critical failure", 2),
        ("on", FAILED, "critical failure", 3),
        ("off", FUMBLED, "critical failure", 2),
        ("on", FUMBLED, "critical failure", 4),
        ("on", SPOILED, "success with a setback", 3),
    ],
)
def test_raised_stakes_with_what_the_dice_pay(dial, faces, result, gained):
    """MOT-X.63, MOT-5.28, MOT-5.32, MOT-R.19: the dice pay as they lie, on top of the two; a setback may follow."""
    play = Play(mot_rewards_dice_triggered=dial)
    play.call()
    events = play.answer("ana", "raise", *faces)
    if faces is CLEAN:
        events = play.answer("ana", True)
    assert (outcome(events), play.moments()) == (result, gained)


@pytest.mark.parametrize(
    ("raised", "mine", "theirs", "result", "gained"),
    [("ana", CLEAN, (5, 5, 5, 2), "loses critically", 2), ("ana", CLEAN, (5, 2, 2, 2), "wins", 2)],
)
def test_a_raised_stake_in_a_contest_is_lost_by_losing(raised, mine, theirs, result, gained):
    """MOT-R.17."""
    play = Play(use_setbacks="off")
    play.contest()
    play.answer(raised, "raise")
    events = play.answer("bo", "roll", *mine, *theirs)
    assert (outcome(events), play.moments(raised)) == (result, gained)


def test_a_raised_stake_in_a_contest_is_lost_by_a_deadlock_that_stands():
    """MOT-R.17, MOT-5.25: not to win is to lose a raised stake, and it pays two, win or lose."""
    play = Play()
    play.contest()
    play.answer("ana", "raise")
    play.answer("bo", "roll", *CLEAN, 5, 5, 2, 2)
    play.answer("gm", True)
    events = play.answer("gm", "a stalemate")
    assert play.moments() == 2
    assert [line for line in said(events) if line.startswith("ana") and "critical" in line] != []


@pytest.mark.parametrize(("verb", "result"), [("call-contest", "loses critically"), ("lie", "disbelieved critically")])
def test_a_critical_failure_that_is_taken_is_critical_in_a_contest_as_well(verb, result):
    """MOT-5.27: it is a critical failure."""
    play = Play()
    if verb == "lie":
        play.act("ana", "lie", who="ana", mark="guard", falsehood="I am the queen")
        play.answer("gm", ("roll", "will", 2, 0, "how it sounds"))
    else:
        play.contest()
    assert outcome(play.answer("ana", "fumble")) == result


# Earning by dice and by role-playing


@pytest.mark.parametrize(
    ("faces", "result", "gained"),
    [
        (FUMBLED, "critical failure", 2),
        (FAILED, "failure", 1),
        (SPOILED, "success with a setback", 1),
        (CLEAN, "success", 0),
        ((5, 6, 5, 6, 2), "critical success", 0),
    ],
)
@pytest.mark.parametrize("dial", ["off", "on"])
def test_what_the_dice_pay(dial, faces, result, gained):
    """MOT-5.30, MOT-5.31, MOT-R.18, MOT-X.64: by mot_rewards_dice_triggered; a critical failure pays two in all."""
    play = Play(mot_rewards_dice_triggered=dial, mot_rewards_player_triggered="off")
    events = play.call(*faces)
    assert (outcome(events), play.moments()) == (result, gained if dial == "on" else 0)


def test_the_dice_pay_beside_what_players_choose():
    """MOT-5.30: both sets may be combined."""
    play = dice_triggered()
    play.call()
    play.answer("ana", "refuse")
    play.call()
    play.answer("ana", "roll", *FAILED)
    assert play.moments() == 3


@pytest.mark.parametrize(
    ("mine", "theirs", "ana", "bo"),
    [
        (CLEAN, (5, 2, 2, 2), 0, 1),
        (FAILED, (5, 5, 2, 2), 1, 0),
        (FUMBLED, (5, 2, 2, 2), 2, 0),
        (SPOILED, (1, 1, 2, 2), 1, 2),
    ],
)
def test_a_lost_contest_pays_like_a_failed_roll(mine, theirs, ana, bo):
    """MOT-5.32: each side by what it came to for them."""
    play = dice_triggered(mot_rewards_player_triggered="off")
    play.contest(*mine, *theirs)
    assert (play.moments("ana"), play.moments("bo")) == (ana, bo)


@pytest.mark.parametrize(("mine", "theirs", "gained"), [(FUMBLED, (5, 2, 2, 2), 2), (CLEAN, (1, 1, 2, 2), 0)])
def test_a_contest_with_whom_the_game_master_plays_pays_the_player_alone(mine, theirs, gained):
    """MOT-5.50, MOT-5.32: whatever the guard rolls."""
    play = dice_triggered(mot_rewards_player_triggered="off")
    play.contest(*mine, *theirs, against="guard")
    assert (play.moments("ana"), play.moments("gm"), play.moments("bo")) == (gained, 0, 0)


def test_a_deadlock_and_a_roll_that_only_counts_pay_nothing():
    """MOT-5.32."""
    play = dice_triggered(mot_rewards_player_triggered="off")
    play.contest(*FUMBLED, 1, 1, 2, 2)
    play.answer("gm", True)
    assert outcome(play.answer("gm", "both fall over")) == "deadlock"
    play.act("gm", "set-skill", who="ana", skill="Medic", level="0")
    play.cares("treat", 1, 1, 2, medic="ana", patient="bo", skill="Medic")
    assert (play.moments("ana"), play.moments("bo")) == (0, 0)


def test_a_fumbled_pickpocket_pays_two():
    """MOT-5.31, MOT-5.32: it is a contested roll, and no success with two ones a critical failure."""
    play = dice_triggered(mot_rewards_player_triggered="off")
    play.act("gm", "call-sneak", 1, 1, 2, 2, 5, 2, 2, who="ana", target="guard", how="Pickpocket")
    assert play.moments() == 2


def test_raised_stakes_that_are_lost_on_a_theft_are_a_critical_failure():
    """MOT-5.25, MOT-R.17: whatever the dice show; the game master is told to think of a disaster."""
    play = Play()
    play.act("gm", "call-sneak", who="ana", target="guard", how="Pickpocket")
    events = play.answer("ana", "raise", 5, 2, 2, 2, 5, 5, 2)
    assert play.moments() == 2
    assert "MOT-1.38" in cited(events, "gm")


def test_a_setback_may_be_taken_after_a_clean_theft():
    """MOT-5.26: after any success without one."""
    play = Play()
    play.act("gm", "call-sneak", who="ana", target="guard", how="Pickpocket")
    play.answer("ana", "roll", 5, 5, 2, 2, 2, 2, 2)
    assert play.asked() == [("ana", "setback")]


@pytest.mark.parametrize("dial", ["off", "on"])
def test_the_game_master_pays_for_role_playing_where_the_table_wants_it(dial):
    """MOT-5.33: one, unless another number is entered."""
    play = Play(mot_rewards_roleplay=dial)
    if dial == "off":
        why = "this table gives no Moments for role-playing; a dial says so"
        assert refusal(play, "gm", "reward", seat="ana", why="temper") == why
        return
    events = play.act("gm", "reward", seat="ana", why="losing her temper")
    assert (outcome(events), play.moments()) == ("granted", 1)
    assert said(events) == [gain(1, "losing her temper")]
    play.act("gm", "reward", seat="ana", amount=3, why="a farewell")
    assert play.moments() == 4
    assert "reward" not in [name for name, verb in MOT.game.verbs.items() if "player" in verb.roles]


def test_that_the_dice_shield_against_bad_luck_is_said_beside_the_dial():
    """MOT-5.48: the recommendation, where the dial is set."""
    assert "a shield against bad luck" in MOT.dials["mot_rewards_dice_triggered"].text
    play = dice_triggered(mot_rewards_player_triggered="off")
    play.call(*FAILED)
    assert play.moments() == 1


# Spending


@pytest.mark.parametrize(
    ("skill", "statistic", "base"), [("Athletics", "strength", 5), ("Lockpicking", "strength", 3), ("no skill", "strength", 3)]
)
@pytest.mark.parametrize("count", [1, 2, 5])
def test_each_moment_is_a_die(skill, statistic, base, count):
    """MOT-5.35, MOT-5.36, MOT-X.10: five Moments are five dice, on skilled, unskilled and statistic rolls alike."""
    play = Play(moments=5)
    play.call(skill=skill, statistic=statistic)
    events = play.answer("ana", f"moments {count}", *[2] * (base + count))
    assert (len(thrown(events)[0]), play.moments()) == (base + count, 5 - count)
    assert f"ana spends {count} Moment{'s' * (count > 1)} on ana's roll" in said(events)


@pytest.mark.parametrize("count", [1, 7, 12])
def test_moments_are_spent_without_a_limit(count):
    """MOT-5.35, MOT-5.36: any number that is held, together."""
    play = Play(moments=12)
    play.call()
    play.answer("ana", "more")
    assert play.offered("ana") == list(range(1, 13))
    events = play.answer("ana", count, *[2] * (5 + count))
    assert (len(thrown(events)[0]), play.moments()) == (5 + count, 12 - count)


def test_nobody_spends_what_they_do_not_hold():
    """MOT-5.35: any number held, and no more."""
    play = Play(moments=2)
    play.call()
    assert play.offered("ana")[:3] == ["roll", "moments 1", "moments 2"]
    assert "moments 3" not in play.offered("ana")
    with pytest.raises(Refusal):
        play.answer("ana", "moments 3")


def test_a_moment_is_spent_once():
    """MOT-5.35: what is held; who spends it on one thing cannot spend it on another that has been waiting."""
    play = Play(moments=2)
    play.act("ana", "detail", text="a lamp")
    play.call()
    play.answer("ana", "moments 2", *FAILED, 2, 2)
    assert (outcome(play.answer("gm", "accept")), play.moments()) == ("vetoed", 0)
    play.give("ana", 2)
    play.call()
    play.contest()
    first, second = list(play.table.truth.questions)
    play.do(Answer("ana", first, "moments 2"), *FAILED, 2, 2)
    assert ("moments 1" in play.offered("ana"), play.moments(), second in play.table.truth.questions) == (False, 0, False)


def test_dice_are_bought_before_the_roll():
    """MOT-R.22: Moments, talents and help; once the dice lie, only a setback is left to choose."""
    play = Play(moments=2)
    events = play.call(skill="no skill", statistic="perception", help="anybody")
    assert ([e for e in events if isinstance(e, Rolled)], play.asked()) == ([], [("bo", "help")])
    events = play.answer("bo", True)
    assert ([e for e in events if isinstance(e, Rolled)], play.asked()) == ([], [("ana", "answer")])
    assert {"moments 2", "talent Detail Acuity"} <= set(play.offered("ana"))
    play.answer("ana", "roll", 5, 6, 2, 2)
    assert (play.asked(), play.offered("ana")) == ([("ana", "setback")], [True, False])


def test_a_moment_buys_another_use_of_a_talent():
    """MOT-5.40: three dice for one Moment, and more Moments on top."""
    play = Play()
    for _ in range(2):
        play.call(skill="no skill", statistic="perception")
        play.answer("ana", "talent Detail Acuity")
        play.answer("gm", True, *[2] * 6)
    play.give("ana", 3)
    play.call(skill="no skill", statistic="perception")
    assert "talent Detail Acuity" not in play.offered("ana")
    play.answer("ana", "again Detail Acuity")
    play.answer("gm", True)
    assert (play.moments(), play.offered("ana")) == (2, [0, 1, 2])
    events = play.answer("ana", 2, *[2] * 8)
    assert (len(thrown(events)[0]), play.moments()) == (8, 0)
    assert "ana spends 2 Moments on ana's roll" in said(events)


def test_a_moment_stretches_a_talent_if_the_game_master_agrees():
    """MOT-5.40: three dice where it is in keeping; nothing is spent where it is not."""
    for agrees, dice, left in ((True, 8, 0), (False, 5, 1)):
        play = Play(moments=1)
        play.call()
        play.answer("ana", "stretch Detail Acuity")
        assert play.asked() == [("gm", "stretch")]
        events = play.answer("gm", agrees, *([2] * dice if agrees else []))
        if not agrees:
            events = play.answer("ana", "roll", *[2] * dice)
        assert (len(thrown(events)[0]), play.moments()) == (dice, left)


def detailed(play, *rulings, text="a lamp stands there"):
    play.act("ana", "detail", text=text)
    for seat, ruling in rulings:
        events = play.answer(seat, ruling)
    return events


def test_two_moments_add_a_minor_detail():
    """MOT-5.37: if the game master says that it fits."""
    play = Play(moments=3)
    events = detailed(play, ("gm", "accept"))
    assert (outcome(events), play.moments()) == ("granted", 1)
    assert said(events) == ["ana spends 2 Moments on a detail", "It is so: a lamp stands there"]
    assert refusal(play, "ana", "detail", text="another") == "it costs 2 Moments, and you hold 1"


def test_a_detail_that_is_not_minor_may_cost_one_more():
    """MOT-5.38: three in all, from whoever holds them; or as much as a minor one."""
    play = Play(moments=3)
    events = detailed(play, ("gm", "charge"))
    assert (outcome(events), play.moments()) == ("granted", 0)
    assert said(events)[0] == "ana spends 3 Moments on a detail"
    play.give("ana", 2)
    play.act("ana", "detail", text="a dragon")
    assert play.blocked("gm") == {"charge": "ana does not hold 3"}
    assert "accept" in play.offered("gm")


@pytest.mark.parametrize(
    ("text", "named"), [("The killer is still in the room", "no"), ("The mysterious stranger is my brother", "yes")]
)
def test_a_veto_costs_nothing(text, named):
    """MOT-5.42, MOT-X.16: under tone, or because somebody secretly has a name; why, nobody is told."""
    play = Play(moments=5, guard={"named": named})
    play.act("ana", "detail", text=text)
    prompt = play.table.view("gm").questions[play.waiting("gm")].asked.prompt
    assert "it suits the tone; it leaves people with a name alone unless you agree" in prompt
    events = play.answer("gm", "veto")
    assert (outcome(events), play.moments()) == ("vetoed", 5)
    assert said(events) == [f"No, says gm: {text}. Nothing is spent."]


def test_who_has_a_name_only_the_game_master_knows():
    """MOT-5.42: the flag, and that it was set."""
    play = Play()
    events = play.act("gm", "regard", who="guard", trait="named", is_so="yes")
    assert play.of("guard", "named") == "yes"
    assert (play.sees("gm", "token", "guard", "named"), play.sees("ana", "token", "guard", "named")) == ("yes", None)
    assert play.sees("ana", "token", "ana", "named") is None
    assert [event for event in events if event.to.admits("ana")] == []


@pytest.mark.parametrize(("takes", "result", "left"), [(True, "granted", 1), (False, "vetoed", 3)])
def test_the_game_master_may_offer_another_detail(takes, result, left):
    """MOT-5.37, MOT-5.42: what is not taken costs nothing."""
    play = Play(moments=3)
    events = detailed(play, ("gm", "counter"), ("gm", "a candle"), ("ana", takes))
    assert (outcome(events), play.moments()) == (result, left)
    assert said(events)[-1] == ("It is so: a candle" if takes else "ana leaves it. Nothing is spent.")


@pytest.mark.parametrize("to", ["ana", "bo"])
def test_three_moments_create_somebody(to):
    """MOT-5.39: and what they are to the spender or to another of the party."""
    play = Play(moments=4)
    play.act("ana", "create-person", name="Flora", relation="aunt", to=to)
    events = play.answer("gm", "accept")
    assert (outcome(events), play.moments(), play.of("Flora", "owner")) == ("granted", 1, "gm")
    assert said(events) == [f"ana spends 3 Moments on Flora, aunt of {to}"]
    assert play.sees("bo", "relation", "aunt", "Flora", to) is True
    assert (play.sees("ana", "token", "Flora", "kind"), play.sees("ana", "token", "Flora", "will")) == ("Bystander", None)


def test_nobody_is_created_for_less_or_for_the_other_side():
    """MOT-5.39."""
    play = Play(moments=2)
    person = {"name": "Flora", "relation": "aunt"}
    assert refusal(play, "ana", "create-person", **person, to="ana") == "it costs 3 Moments, and you hold 2"
    play.give("ana", 3)
    assert refusal(play, "ana", "create-person", **person, to="guard") == "guard is none of the party"


@pytest.mark.parametrize(
    ("answers", "relation", "left"),
    [
        ([("gm", "veto")], "", 3),
        ([("gm", "counter"), ("gm", "debtor"), ("ana", True)], "debtor", 0),
        ([("gm", "counter"), ("gm", "debtor"), ("ana", False)], "", 3),
    ],
)
def test_a_veto_on_somebody_new_costs_nothing(answers, relation, left):
    """MOT-5.42, MOT-5.39: and the game master may offer another relation."""
    play = Play(moments=3)
    play.act("ana", "create-person", name="Flora", relation="aunt", to="ana")
    for seat, answer in answers:
        play.answer(seat, answer)
    assert play.moments() == left
    assert ("Flora" in {path[1] for path in play.table.truth.facts if path[0] == "token"}) == bool(relation)
    assert (play.sees("ana", "relation", "debtor", "Flora", "ana") is True) == bool(relation)


# Limits and the log


@pytest.mark.parametrize("limit", MOT.dials["mot_player_limit"].values)
def test_what_a_player_gains_beyond_the_limit_is_lost(limit):
    """MOT-5.45, MOT-R.20: filled up to the limit, the rest is lost; none by default."""
    play = Play(mot_player_limit=limit, mot_rewards_roleplay="on", moments=4)
    events = play.act("gm", "reward", seat="ana", amount=9, why="luck")
    held = 13 if limit == "none" else max(4, limit)
    assert play.moments() == held
    assert said(events) == [gain(9, "luck", held - 4)]
    assert MOT.dials["mot_player_limit"].values[0] == "none"


@pytest.mark.parametrize("limit", MOT.dials["mot_table_limit"].values)
def test_what_the_table_gains_beyond_its_limit_is_lost(limit):
    """MOT-5.46, MOT-R.21: all tokens together are counted; none by default."""
    play = Play(mot_table_limit=limit, mot_rewards_roleplay="on", moments=8)
    play.give("bo", 4)
    play.act("gm", "reward", seat="bo", amount=9, why="luck")
    assert (play.moments("ana"), play.moments("bo")) == (8, 13 if limit == "none" else max(4, min(13, limit - 8)))
    assert MOT.dials["mot_table_limit"].values[0] == "none"


@pytest.mark.parametrize(
    ("limits", "held", "award", "after"),
    [
        ({"mot_player_limit": 3}, (2, 0), "refuse", 3),
        ({"mot_player_limit": 3}, (3, 0), "refuse", 3),
        ({"mot_table_limit": 4}, (1, 2), 3, 2),
    ],
)
def test_the_worked_example_of_limits(limits, held, award, after):
    """MOT-X.62, MOT-R.20, MOT-R.21: an award of three to one player stands for that of a death."""
    play = Play(**limits, mot_rewards_roleplay="on", moments=held[0])
    if held[1]:
        play.give("bo", held[1])
    if award == "refuse":
        play.call()
        events = play.answer("ana", "refuse")
        assert said(events)[-1] == gain(2, "taking a failure", after - held[0])
    else:
        play.act("gm", "reward", seat="ana", amount=award, why="a death")
    assert play.moments() == after


def test_gains_of_one_roll_fill_the_limit_one_by_one():
    """MOT-5.45, MOT-5.49: each is a line of its own."""
    play = dice_triggered(mot_player_limit=3)
    play.call()
    events = play.answer("ana", "raise", *FUMBLED)
    assert play.moments() == 3
    assert [line for line in said(events) if "gains" in line] == [
        gain(2, "a critical failure"),
        gain(2, "raising the stakes", 1),
    ]


def test_both_sides_of_a_contest_share_the_limit_of_the_table():
    """MOT-5.46: two who have raised the stakes do not hold more than the table may."""
    play = Play(mot_table_limit=3, use_setbacks="off")
    play.contest()
    play.answer("ana", "raise")
    play.answer("bo", "raise", *CLEAN, 5, 2, 2, 2)
    assert play.moments("ana") + play.moments("bo") == 3


def test_moments_are_held_by_the_player_whoever_they_play():
    """MOT-R.98, MOT-5.45: one purse and one limit for two characters, and it stays when a character goes."""
    play = Play(mot_player_limit=3)
    ada = next(one for one in ready_made(MOT) if "Ada Finch" in one)
    play.act("ana", "bring", character=ada)
    for who in ("ana", "Ada Finch"):
        play.call(who=who)
        play.answer("ana", "refuse")
    assert play.moments() == 3
    play.act("gm", "remove", token="ana")
    assert play.moments() == 3


def test_every_gain_and_every_spend_is_a_line_that_cites_its_rule():
    """MOT-5.49: player, amount asked, granted, lost, and the cause; the lines stay in the history of their roll."""
    play = Play(mot_player_limit=2, moments=1)
    play.call()
    events = play.answer("ana", "refuse")
    assert said(events) == ["ana does not roll: failure", gain(2, "taking a failure", 1)]
    assert {"MOT-5.49", "MOT-5.23"} <= cited(events, "eve")
    play.call()
    events = play.answer("ana", "moments 2", *FAILED, 2, 2)
    assert "ana spends 2 Moments on ana's roll" in said(events, "eve")
    assert {"MOT-5.49", "MOT-5.36"} <= cited(events, "eve")
    assert all(event in list(play.table.records) for event in events)


# Offers at a limit


def at_the_limit(held, **dials):
    """Ana holds so many Moments, and is asked for a roll."""
    play = Play(moments=held, **dials)
    play.call()
    on_offer = [one for one in play.question("ana").options if one.value in ("raise", "refuse", "fumble")]
    return {one.value: (terms_of(one), one.caution) for one in on_offer}, play


AFTER = "after the roll"
TWO, THREE = ("+2 Moments", ""), ("+3 Moments", "")
ONE_OF_THREE = ("+1 Moment", "2 of 3 Moments lost to the limit")


@pytest.mark.parametrize(
    ("held", "dials", "two", "three"),
    [
        (1, {}, TWO, THREE),
        (1, {"mot_player_limit": 4}, TWO, THREE),
        (2, {"mot_player_limit": 4}, TWO, ("+2 Moments", "1 of 3 Moments lost to the limit")),
        (3, {"mot_player_limit": 4}, ("+1 Moment", "1 of 2 Moments lost to the limit"), ONE_OF_THREE),
        (4, {"mot_player_limit": 4}, ("", "2 of 2 Moments lost to the limit"), ("", "3 of 3 Moments lost to the limit")),
        (1, {"mot_table_limit": 2}, ("+1 Moment", "1 of 2 Moments lost to the limit"), ONE_OF_THREE),
    ],
)
def test_an_offer_says_what_would_be_lost_to_a_limit_and_that_is_what_is_paid(held, dials, two, three):
    """MOT-5.23, MOT-5.25, MOT-5.27, MOT-5.45, MOT-5.46, MOT-R.20, MOT-X.62."""
    offers, play = at_the_limit(held, **dials)
    assert offers == {
        "raise": (", ".join(filter(None, (two[0], AFTER))), two[1]),
        "refuse": two,
        "fumble": three,
    }
    gained = int(two[0][1:2] or 0)
    play.answer("ana", "refuse")
    assert play.moments() == held + gained


@pytest.mark.parametrize(
    ("limit", "how", "pays"),
    [
        (3, "roll", ("+1 Moment", "")),
        (2, "roll", ("", "1 of 1 Moment lost to the limit")),
        (4, "raise", ("", "1 of 1 Moment lost to the limit")),  # behind the two that raised stakes pay
        (5, "raise", ("+1 Moment", "")),
    ],
)
def test_a_setback_on_offer_comes_after_what_the_roll_pays_already(limit, how, pays):
    """MOT-5.26, MOT-5.28, MOT-5.46, MOT-X.63."""
    play = Play(moments=2, mot_player_limit=limit)
    play.call()
    if how == "raise":
        play.answer("ana", "raise")
    play.answer("ana", "roll", *CLEAN)
    takes = play.question("ana").options[0]
    assert (takes.value, terms_of(takes), takes.caution) == (True, *pays)
    play.answer("ana", True)
    assert play.moments() == min(limit, 2 + (2 if how == "raise" else 0) + 1)


def test_in_a_contest_what_the_first_has_coming_fills_the_table_before_the_second():
    """MOT-5.26, MOT-5.46: two at most; ana raises and loses, and the last Moment is bo's no longer."""
    play = Play(mot_table_limit=2)
    play.contest(resisting="the second")
    play.answer("ana", "raise")
    play.answer("bo", "roll", 2, 2, 2, 2, 2, 5, 5, 2, 2)
    assert (play.prices("bo"), play.question("bo").options[0].caution) == ({}, "1 of 1 Moment lost to the limit")
    play.answer("bo", True)
    assert (play.moments("ana"), play.moments("bo")) == (2, 0)
