"""Moments and talents go into any dice pool of one's own: every roll offers them, nobody is asked for nothing."""

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

import pytest

from fatewright.core.rule.ask import Number
from fatewright.core.table.engine import Act, Answer
from fatewright.core.table.events import Fact, Rolled
from fatewright.core.table.preview import odds_of_answer
from fatewright.core.table.seal import EVERYONE, is_hidden, see
from fatewright.kit.players import cautious
from fatewright.kit.stage import Stage
from systems.mot_stage import CALM, MOT, Play, said, somebody
from systems.mot_stage import dice as dice_of
from witnesses import fractions

DIALS = {"mot_rewards_player_triggered": "off", "bleeding": "on"}  # so that nothing but dice is asked about
SKILLS = dict.fromkeys(("Athletics", "Brawling", "Medic", "Medicine", "Stealth", "Lying", "Melee, one-handed", "Long Arms"), 1)
SWORDS = {"weapon": "Broad Sword", "off_hand": "Short Sword"}
RIFLE = {"weapon": "Assault Rifle", "off_hand": "nothing"}
MOT_RULES = "fatewright.systems.moment_of_truth"
KNACK = "Knack"
OFFERS = ("answer", "damage", "initiative")  # the questions that offer dice
FIVE = 5  # on every die: a success everywhere


class Roll(NamedTuple):
    """A roll of Ana's: what it is of, for a talent ("" where none can be for it), the acts that bring it about (the last of
    which is looked at), what is answered on the way, and which of her rolls in that act it is."""

    of: str
    acts: tuple[tuple[str, str, dict[str, Any]], ...]
    answers: dict[str, Any]
    place: int
    ana: dict[str, Any]


def roll(of: str, *acts: Any, answers: Any = None, place: int = 0, ana: Any = None) -> Roll:
    return Roll(of, acts, answers or {}, place, SWORDS if ana is None else ana)


class Walked(NamedTuple):
    """What Ana was offered at each of her rolls, how many dice everybody saw, throw by throw, and the Moments left."""

    offers: list[Any]
    dice: list[int]
    moments: int


def walked(one: Roll, moments: int = 0, talent: str = "", answer: Any = None, impaired: str = "no", **dials: Any) -> Walked:
    """Play a roll of Ana's, who has so many Moments and a talent for something; she answers so at the roll in question."""
    talents = [{"phrase": KNACK, "applies": [talent], "when": "always"}] if talent else []
    sheet = somebody(SKILLS, talents=talents, impaired=impaired, **one.ana)
    people = {"Ana": sheet, "Bo": somebody(SKILLS, weapon="Club")}
    play = Play(people, {"Ogre": somebody(SKILLS)}, DIALS | dials)
    for act in one.acts[:-1]:
        carried_out(play, act, lambda name, asked: one.answers.get(name, asked.default))
    play.table.append([Fact(("seat", "ana", "moments"), moments, EVERYONE)])
    offers: list[Any] = []

    def told(name: str, asked: Any) -> Any:
        if name not in OFFERS:
            return one.answers.get(name, asked.default)
        offers.append(asked)
        return answer if answer is not None and len(offers) == one.place + 1 else asked.default

    return Walked(offers, carried_out(play, one.acts[-1], told), play.moments())


def carried_out(play: Play, act: tuple[str, str, dict[str, Any]], told: Callable[[str, Any], Any]) -> list[int]:
    """Do something and answer what is asked; the dice that everybody saw, throw by throw."""
    fives = Stage(MOT.game, play.table, lambda _: FIVE)
    command: Any = Act(*act)
    dice = []
    while command is not None:
        events = fives.do(command)
        seen = [see(event, "eve") for event in events if isinstance(event, Rolled)]
        dice += [len(each.dice) for each in seen if each and not is_hidden(each.dice)]
        waiting = [(number, each) for number, each in play.table.truth.questions.items() if not each.is_locked]
        command = None
        if waiting:
            number, each = waiting[0]
            command = Answer(each.seat, number, told(each.name, each.asked))
    return dice


RULED = ("roll", "strength", 2, "relevant", 0, "nobody", "circumstances")
LIED = ("roll", "will", 2, 0, "how it sounds")
TURN = ("gm", "end-turn", {})
FIGHT = ("gm", "start-fight", {"leader": "Ogre"})  # all are level: the order is ana, and then bo or gm
HURT = ("gm", "hurt", {"who": "Ana", "minor": 3, "major": 1})
BLEEDING = ("gm", "condition", {"who": "Ana", "condition": "bleeding"})
BURNING = ("gm", "set-fire", {"who": "Ana", "dice": 1})
VOID = ("gm", "void", {"who": "Ana"})
SECOND = ("gm", "second", {"who": "Ana"})
TREATED = ("bo", "treat", {"medic": "Bo", "patient": "Ana", "skill": "Medic"})
CARED, REVIVED = ("agility", 0, "nobody", "conditions"), ("education", 0, "nobody")
SWORD = {"who": "Ana", "target": "Ogre", "weapon": "Broad Sword"}
ANA_HOLDS = ("ana", "grapple", {"who": "Ana", "target": "Ogre"})
CONTEST = {"skill": "Athletics", "against_skill": "no skill"}

ROLLS = {
    "a call": roll("Athletics", ("gm", "call-for", {"who": "Ana", "skill": "Athletics"})),
    "a call for a statistic": roll(
        "will", ("gm", "call-for", {"who": "Ana", "skill": "no skill", "statistic": "will", "tn": 1})
    ),
    "an attempt": roll(
        "Athletics", ("ana", "attempt", {"who": "Ana", "skill": "Athletics", "task": "climb"}), answers={"ruling": RULED}
    ),
    "a contest": roll("Athletics", ("gm", "call-contest", CONTEST | {"who": "Ana", "against": "Ogre"})),
    "a contest, resisting": roll("will", ("gm", "call-contest", CONTEST | {"who": "Ogre", "against": "Ana"})),
    "a shadow": roll("Stealth", ("gm", "call-sneak", {"who": "Ana", "target": "Ogre", "how": "Stealth"})),
    "being shadowed": roll("perception", ("gm", "call-sneak", {"who": "Ogre", "target": "Ana", "how": "Stealth"})),
    "a lie": roll(
        "Lying", ("ana", "lie", {"who": "Ana", "mark": "Ogre", "falsehood": "I am expected"}), answers={"ruling": LIED}
    ),
    "an attack": roll("Melee, one-handed", ("ana", "attack", SWORD)),
    "its damage": roll("", ("ana", "attack", SWORD), place=1),
    "a spray": roll("Long Arms", ("ana", "spray", {"who": "Ana", "first": "Ogre", "second": "Bo", "third": "Bo"}), ana=RIFLE),
    "two weapons": roll(
        "Melee, one-handed", ("ana", "dual-attack", {"who": "Ana", "target": "Ogre", "other": "Ogre", "dice": 2})
    ),
    "a grapple": roll("Brawling", ANA_HOLDS),
    "a take-down": roll("Brawling", ANA_HOLDS, ("ana", "take-down", {"who": "Ana"})),
    "a strangle": roll("Brawling", ANA_HOLDS, ("ana", "strangle", {"who": "Ana"})),
    "a disarming": roll("Brawling", ("ana", "grapple", {"who": "Ana", "target": "Bo"}), ("ana", "disarm", {"who": "Ana"})),
    "breaking free": roll(
        "Brawling", ("gm", "grapple", {"who": "Ogre", "target": "Ana"}), ("ana", "break-free", {"who": "Ana"})
    ),
    "initiative": roll("", FIGHT),
    "initiative after a tie": roll("", FIGHT, place=1),
    "a treatment": roll(
        "Medic",
        ("gm", "hurt", {"who": "Bo", "minor": 0, "major": 2}),
        ("ana", "treat", {"medic": "Ana", "patient": "Bo", "skill": "Medic"}),
        answers={"ruling": CARED},
    ),
    "hours of rest": roll("endurance", HURT, ("gm", "rest", {"who": "Ana", "hours": 3})),
    "days of rest": roll(
        "endurance",
        HURT,
        TREATED,
        ("gm", "rest", {"who": "Ana", "hours": 0, "days": 2}),
        answers={"ruling": ("agility", -9, "nobody", "conditions")},
    ),
    "a revival": roll(
        "Medicine",
        ("gm", "condition", {"who": "Bo", "condition": "dead"}),
        ("ana", "revive", {"medic": "Ana", "patient": "Bo"}),
        answers={"ruling": REVIVED},
    ),
    "a fall": roll("agility", ("gm", "fall", {"who": "Ana", "metres": 6})),
    "another hazard": roll("endurance", ("gm", "hazard", {"who": "Ana", "hazard": "Poison"})),
    "putting oneself out": roll("agility", BURNING, SECOND, answers={"put out": "nothing"}),
    "putting oneself out in a fight": roll("agility", FIGHT, BURNING, TURN, TURN, TURN, answers={"put out": "blanket"}),
    "putting out another": roll(
        "agility",
        ("gm", "set-fire", {"who": "Bo", "dice": 2}),
        ("ana", "douse", {"who": "Ana", "target": "Bo", "gear": "blanket"}),
    ),
    "the void": roll("endurance", VOID, SECOND, SECOND),
    "the void in a fight": roll("endurance", FIGHT, VOID, *[TURN] * 6),
    "bleeding": roll("endurance", BLEEDING, SECOND),
    "a lesson": roll(
        "Teaching",
        ("gm", "open-session", {}),
        ("gm", "close-session", {"xp": 9}),
        ("gm", "set-skill", {"who": "Ana", "skill": "Botany", "level": "1"}),
        ("gm", "set-skill", {"who": "Ana", "skill": "Teaching", "level": "1"}),
        ("bo", "advance", {"who": "Bo", "what": "Botany", "why": "a garden", "teacher": "Ana"}),
        answers={"teach": True, "approve": "lesson"},
    ),
    "overdriving": roll(
        "Electrician",
        ("gm", "ready", {"who": "Ana", "weapon": "Electrobeamer Pistol", "waived": "yes"}),
        ("ana", "overdrive", {"who": "Ana", "weapon": "Electrobeamer Pistol"}),
    ),
    "bleeding in a fight": roll("endurance", FIGHT, BLEEDING, *[TURN] * 6),
}
OF_A_SKILL_OR_STATISTIC = [name for name, one in ROLLS.items() if one.of]
NO_ROLLS = {  # verbs of the game that roll nothing that is a person's own
    *("approach", "change-trait", "circumstances", "close-session", "condition", "create-person"),
    *("detail", "die", "drink", "end-fight", "enter-phase", "find-fact", "go-prone", "hurt", "keep-secret", "kill"),
    *(
        "give",
        "hand",
        "secret-give",
        "lay-ring",
        "mount",
        "move",
        "name-faith",
        "open-session",
        "raise-shield",
        "ready",
        "regard",
        "release",
        "reserve",
        "resolve-play",
    ),
    *("reveal", "reward", "secret-hurt", "secret-reserve", "secret-skill", "set-skill", "stand-up", "wait", "wear"),
    *("blast", "explode", "set-fire", "void"),  # MOT-R.23: the hazard's dice
    "connect",  # two dice as row and column
    *("secret-contest", "secret-sneak"),  # whoever were asked would know of it
}


def first_difference(found: list[int], plain: list[int]) -> int:
    """By how many dice the first throw differs that does."""
    return next((one - other for one, other in zip(found, plain, strict=False) if one != other), 0)


def test_the_walk_knows_every_verb_of_the_game() -> None:
    """A verb that rolls for a person joins the walk."""
    own = {name for name, verb in MOT.game.verbs.items() if verb.story.__module__.startswith(MOT_RULES)}
    assert {one.acts[-1][1] for one in ROLLS.values()} == own - NO_ROLLS
    assert own >= NO_ROLLS


@pytest.mark.parametrize("name", ROLLS)
def test_whoever_has_neither_moments_nor_a_talent_is_asked_nothing(name: str) -> None:
    """MOT-5.36: not even with a talent for something else."""
    assert walked(ROLLS[name]).offers == []
    assert walked(ROLLS[name], talent="Photography").offers == []


@pytest.mark.parametrize("name", ROLLS)
def test_moments_go_into_any_pool_of_ones_own(name: str) -> None:
    """MOT-5.35, MOT-5.36, MOT-R.23: two Moments are two dice, in every roll of the game; by default none are spent."""
    one = ROLLS[name]
    plain = walked(one, moments=2)
    asked = plain.offers[one.place]
    assert (plain.dice, plain.moments) == (walked(one).dice, 2)
    answer = 2 if isinstance(asked, Number) else "moments 2"
    asked.check(answer)
    spent = walked(one, moments=2, answer=answer)
    assert (first_difference(spent.dice, plain.dice), spent.moments) == (2, 0)


@pytest.mark.parametrize("name", OF_A_SKILL_OR_STATISTIC)
def test_a_talent_applies_to_any_roll_of_its_skill_or_statistic(name: str) -> None:
    """MOT-4.13, MOT-4.14: three dice, without a single Moment in hand."""
    one = ROLLS[name]
    plain = walked(one, talent=one.of)
    assert f"talent {KNACK}" in list(plain.offers[one.place].answers())
    used = walked(one, talent=one.of, answer=f"talent {KNACK}")
    assert (plain.dice, first_difference(used.dice, plain.dice)) == (walked(one).dice, 3)


# What the offers say, and what they come to


def ana(**more: Any) -> Play:
    return Play({"Ana": somebody(SKILLS, **more.pop("sheet", {}))}, {"Ogre": somebody(SKILLS)}, DIALS | more, moments=2)


def successes(dice: int, faces: int = 2) -> dict[int, Fraction]:
    """The chance of so many successes, where `faces` faces of a die are successes."""
    return {n: Fraction(comb(dice, n) * faces**n * (6 - faces) ** (dice - n), 6**dice) for n in range(dice + 1)}


def at_least_one(dice: int) -> Fraction:
    return 1 - successes(dice)[0]


def exact(play: Play, answer: Any) -> dict[str, Fraction]:
    """What an answer comes to, counted in the time that a screen has for it; whoever is asked later takes the default."""
    found = odds_of_answer(play.table.view("ana"), MOT.game, "ana", play.waiting("ana"), answer, cautious)
    return {str(outcome): chance for outcome, chance in fractions(found).items()}


def test_the_odds_of_staying_awake_in_the_void_with_each_offer() -> None:
    """MOT-4.13, MOT-5.36, MOT-8.18: three dice, four, five; six with a talent."""
    play = ana(sheet={"talents": [{"phrase": KNACK, "applies": ["endurance"], "when": "always"}]})
    play.act("gm", "void", who="Ana")
    play.act("gm", "second", who="Ana")
    play.act("gm", "second", who="Ana")
    assert list(play.offers("ana").values()) == [
        "roll 3 dice, 5 and 6 count, 1 needed",
        "roll 4 dice, 5 and 6 count, 1 needed",
        "roll 5 dice, 5 and 6 count, 1 needed",
        "Knack (2 of 2 uses left, always): roll 6 dice, 5 and 6 count, 1 needed",
    ]
    for answer, dice in (("roll", 3), ("moments 1", 4), ("moments 2", 5), (f"talent {KNACK}", 6)):
        awake = at_least_one(dice)
        assert exact(play, answer) == {"Ana stays awake": awake, "Ana passes out": 1 - awake}


def test_the_odds_of_a_bleeding_wound_with_each_offer() -> None:
    """MOT-5.36, MOT-7.67."""
    play = ana()
    play.act("gm", "condition", who="Ana", condition="bleeding")
    play.act("gm", "second", who="Ana")
    for answer, dice in (("roll", 3), ("moments 1", 4), ("moments 2", 5)):
        assert exact(play, answer) == {"Ana loses no blood": at_least_one(dice), "Ana loses blood": 1 - at_least_one(dice)}


def test_the_odds_of_a_treatment_with_each_offer() -> None:
    """MOT-3.16, MOT-5.36: agility 3 and Medic 1; each success heals one, of two that there are."""
    play = ana()
    play.act("gm", "hurt", who="Ana", minor=0, major=2)
    play.cares("treat", medic="Ana", patient="Ana", skill="Medic")
    for answer, dice in (("roll", 4), ("moments 2", 6)):
        found = successes(dice)
        assert exact(play, answer) == {
            "0 major damage healed": found[0],
            "1 major damage healed": found[1],
            "2 major damage healed": 1 - found[0] - found[1],
        }


def test_what_the_wounds_of_others_are_is_not_read_off_the_odds() -> None:
    """MOT-0.06: of the game master's people nobody learns how much was healed."""
    play = ana()
    play.cares("treat", medic="Ana", patient="Ogre", skill="Medic")
    assert exact(play, "roll") == {f"{n} success{'es' * (n != 1)}": chance for n, chance in successes(4).items()}


def test_the_odds_of_a_fall_with_each_offer() -> None:
    """MOT-5.36, MOT-8.02, MOT-8.03: two dice of damage, of which each success of Agility takes one away."""
    play = ana()
    play.act("gm", "fall", who="Ana", metres=4)
    for answer, dice in (("roll", 3), ("moments 1", 4)):
        saved = successes(dice)
        one_die = {0: Fraction(4, 6), 1: Fraction(1, 6), 2: Fraction(1, 6)}  # a six is a minor and a major
        two_dice = {n: sum(one_die[a] * one_die[n - a] for a in one_die if n - a in one_die) for n in range(5)}
        none_saved, one_saved = saved[0], saved[1]
        expected = {n: none_saved * two_dice[n] + one_saved * one_die.get(n, 0) for n in range(5)}
        expected[0] += 1 - none_saved - one_saved
        assert exact(play, answer) == {f"{n or 'no'} damage": chance for n, chance in expected.items()}


def test_a_rest_is_asked_about_once_and_its_odds_are_counted() -> None:
    """MOT-5.36, MOT-7.72: eight hours of three dice are twenty-four; a Moment is one more, in whichever hour."""
    play = ana()
    play.act("gm", "hurt", who="Ana", minor=11)
    play.act("gm", "rest", who="Ana", hours=8)
    assert play.offers("ana") == {
        "roll": "roll 3 dice, 5 and 6 count, for each of 8 rolls",
        "once": "roll 3 dice, 5 and 6 count, the first alone, and be asked again",
        "moments 1": "roll 4 dice, 5 and 6 count, for the first of 8 rolls",
        "moments 2": "roll 5 dice, 5 and 6 count, for the first of 8 rolls",
    }
    for answer, dice in (("roll", 24), ("once", 24), ("moments 1", 25), ("moments 2", 26)):
        found = successes(dice)
        expected = {n: found[n] for n in range(11)} | {11: sum(chance for n, chance in found.items() if n >= 11)}
        assert exact(play, answer) == {f"{n} minor and 0 major damage healed": chance for n, chance in expected.items()}
    events = play.answer("ana", "roll", *[2] * 21, 5, 5, 2)
    assert (dice_of(events), play.of("Ana", "minor"), play.asked()) == ([3] * 8, 9, [])


def test_whoever_spends_in_one_hour_is_asked_again_for_the_next() -> None:
    """MOT-5.36: and may see first how the hours before have gone."""
    play = ana()
    play.act("gm", "hurt", who="Ana", minor=11)
    play.act("gm", "rest", who="Ana", hours=3)
    events = play.answer("ana", "once", 5, 2, 2)
    events += play.answer("ana", "moments 1", 5, 5, 2, 2)
    assert (dice_of(events), play.moments()) == ([3, 4], 1)
    assert play.offers("ana") == {  # only one is left
        "roll": "roll 3 dice, 5 and 6 count",
        "moments 1": "roll 4 dice, 5 and 6 count",
    }
    play.answer("ana", "roll", 5, 5, 5)
    assert play.of("Ana", "minor") == 11 - 1 - 2 - 3


def test_where_a_roll_without_a_target_number_stays_all_but_impossible_it_says_so() -> None:
    """MOT-R.08: whoever is drunk with Endurance 1 has a pool of -1: a Moment changes nothing, two make a die of it."""
    play = ana(sheet={"endurance": 1, "impaired": "yes"}, drunk_affects_statistic_rolls="yes")
    play.act("gm", "condition", who="Ana", condition="bleeding")
    play.act("gm", "second", who="Ana")
    assert list(play.offers("ana").values()) == [
        "roll 1 die, 6 counts",
        "roll 1 die, 6 counts: it changes nothing",
        "roll 1 die, 5 and 6 count",
    ]
    assert exact(play, "roll")["Ana loses no blood"] == exact(play, "moments 1")["Ana loses no blood"] == Fraction(1, 6)
    assert exact(play, "moments 2")["Ana loses no blood"] == Fraction(1, 3)


# Much may happen while somebody is asked


def test_a_question_falls_away_with_what_it_was_about() -> None:
    """MOT-8.17, MOT-R.66: who is out of the void is in it no longer; whose wound is dressed loses no blood."""
    play = ana()
    play.act("gm", "void", who="Ana")
    play.act("gm", "second", who="Ana")
    play.act("gm", "second", who="Ana")
    play.act("gm", "void", who="Ana", suit="safe again")
    play.answer("ana", "roll", 1, 1, 1)
    assert (play.of("Ana", "vacuum"), play.of("Ana", "conditions"), play.of("Ana", "minor")) == (0, (), 2)
    play.act("gm", "condition", who="Ana", condition="bleeding")
    play.act("gm", "second", who="Ana")
    play.act("gm", "condition", who="Ana", condition="bleeding", is_so="no")
    play.answer("ana", "roll", 1, 1, 1)
    assert play.of("Ana", "major") == 0


def test_a_fight_that_ends_while_somebody_who_bleeds_is_asked_stays_over() -> None:
    """MOT-7.67."""
    play = ana()
    play.act("gm", "start-fight", leader="Ogre")
    play.answer("ana", 0, *[5] * 6)
    play.answer("ana", 0)
    play.act("gm", "condition", who="Ana", condition="bleeding")
    for _ in range(4):
        play.act("gm", "end-turn")
    assert play.asked() == [("ana", "answer")]
    play.act("gm", "end-fight")
    play.answer("ana", "roll", 1, 1, 1)
    assert {path for path in play.table.truth.facts if path[0] == "turns"} == set()
    assert play.of("Ana", "major") == 1


# Drink, and the pool of a statistic roll

STATISTIC_ROLLS = [name for name, one in ROLLS.items() if one.of in ("endurance", "agility", "will", "perception")]


@pytest.mark.parametrize("name", STATISTIC_ROLLS)
@pytest.mark.parametrize(("dial", "less"), [("no", 0), ("yes", 2)])
def test_drink_reaches_every_statistic_roll_or_none(name: str, dial: str, less: int) -> None:
    """MOT-1.24, MOT-1.25, MOT-4.11, MOT-R.10: drunk_affects_statistic_rolls, in every roll of a statistic alone."""
    sober, drunk = walked(ROLLS[name]), walked(ROLLS[name], impaired="yes", drunk_affects_statistic_rolls=dial)
    assert first_difference(drunk.dice, sober.dice) == -less


# The void takes the breath


@pytest.mark.parametrize("suit", ["no suit", "ruptured suit"])
def test_the_game_master_is_told_when_somebody_passes_out_in_the_void(suit: str) -> None:
    """MOT-8.18, MOT-R.41: by the letter nobody suffocates who is unconscious; what comes of it, the game master says."""
    play = Play({"Ana": somebody()}, dials=CALM)
    play.act("gm", "void", *([1] if suit == "ruptured suit" else []), who="Ana", suit=suit)
    if suit == "no suit":
        play.act("gm", "second", who="Ana")
    events = play.act("gm", "second", 1, 1, 1, 2, 3, *([2] if suit == "no suit" else []), who="Ana")
    line = "Ana still cannot breathe; what comes of it now is your word"
    assert (line in said(events, "gm"), line in said(events, "ana")) == (True, False)
