"""Moment of Truth: what the rules give to one person at the table is in that person's hands, and nobody else's."""

import pytest

from fatewright.core.table.story import told
from fatewright.kit.automatic import sensible
from fatewright.systems.moment_of_truth.combat.grapples import holders
from fatewright.systems.moment_of_truth.mechanics import pools
from systems.mot_fight import begin, held_back, pair
from systems.mot_stage import CALM, MOT, Play, dice, outcome, said, somebody

CLIMBER = {"phrase": "Second Story Man", "applies": ["Athletics", "Lockpicking"], "when": "high up"}
SNIPER = {"phrase": "Natural Sniper", **MOT.lists["talents"]["Natural Sniper"]} | {"when": "at 20 m or more"}
SNIPER = {name: SNIPER[name] for name in ("phrase", "applies", "when")}


def climber(moments=0, **dials):
    """Ana, who climbs like a cat where it is high up, and picks locks there."""
    sheet = somebody({"Athletics": 2, "Lockpicking": 1, "Pistol": 1}, talents=[CLIMBER])
    return Play({"Ana": sheet, "Bo": somebody()}, {"Ogre": somebody()}, dials, moments)


def spent(play):
    return dict(play.sheet("Ana").get("used", ()))


# Talents


def test_a_talent_for_locks_is_not_offered_for_a_pistol_shot():
    """MOT-4.13, MOT-4.17: nor for anything else that it is not written down for; a Moment may stretch it, by consent."""
    play = climber()
    play.put("Ana", weapon=".38 Revolver")
    offered = {}
    for name, act in (
        ("lock", lambda: play.call("Ana", "Lockpicking")),
        ("shot", lambda: play.act("ana", "attack", who="Ana", target="Ogre", metres=5)),
    ):
        act()
        offered[name] = [one for one in play.offers("ana") if CLIMBER["phrase"] in one]
        play.answer("ana", "roll", *[2] * 4)
    assert offered == {"lock": ["talent Second Story Man"], "shot": []}


@pytest.mark.parametrize(("fits", "pool", "uses"), [(True, 7, {"Second Story Man": 1}), (False, 4, {})])
def test_the_game_master_disputes_a_talent_with_one_answer(fits, pool, uses):
    """MOT-4.13: they are asked what it is used for; where it does not fit, nothing is used up."""
    play = climber()
    play.call("Ana", "Lockpicking", *(), task="the cellar door")
    assert play.prices("ana")["talent Second Story Man"] == "if the game master agrees"
    assert play.answer("ana", "talent Second Story Man")
    assert play.asked() == [("gm", "talent")]
    prompt = "Ana would use Second Story Man (high up) for this: the cellar door. Does it fit?"
    assert (play.question("gm").prompt, play.offers("gm")) == (prompt, {True: "it fits", False: "not here"})
    events = play.answer("gm", fits, *[2] * pool)
    assert (dice(events), spent(play)) == ([pool], uses)
    assert ("Second Story Man does not fit here; nothing is spent" in said(events)) == (not fits)


@pytest.mark.parametrize("way", ["talent", "stretch"])
def test_whoever_is_denied_a_talent_chooses_its_dice_anew(way):
    """MOT-4.13, MOT-4.17, MOT-5.25, MOT-5.36: other dice than that talent's; stakes that are raised stay so."""
    play = climber(moments=2)
    play.call("Ana", "Lockpicking" if way == "talent" else "Survival")
    play.answer("ana", "raise")
    play.answer("ana", f"{way} Second Story Man")
    play.answer("gm", False)
    assert (play.question("ana").name, list(play.offers("ana"))) == ("dice", ["roll", "moments 1", "moments 2"])
    events = play.answer("ana", "moments 1", *[2] * (5 if way == "talent" else 4))
    assert (outcome(events), play.moments()) == ("critical failure", 3)


def test_a_disputed_talent_that_is_paid_for_costs_nothing():
    """MOT-4.13, MOT-4.16: nor does a Moment go into it."""
    play = climber(moments=1)
    play.put("Ana", used=(("Second Story Man", 2),))
    play.call("Ana", "Lockpicking")
    play.answer("ana", "again Second Story Man")
    play.answer("gm", False)
    play.answer("ana", "roll", *[2] * 4)
    assert (play.moments(), spent(play)) == (1, {"Second Story Man": 2})


@pytest.mark.parametrize(
    ("metres", "asked", "caution"),
    [(20, [], ""), (19, [("gm", "talent")], "19 m away; it counts from 20 m on")],
)
def test_a_distance_that_is_measured_is_not_disputed(metres, asked, caution):
    """MOT-4.13, MOT-4.19: somebody who is near is told so, and the game master says whether it is so."""
    play = pair(None, None, skills={"Long Arms": 2}, talents=[SNIPER], weapon="Sniper Rifle")
    play.act("ana", "attack", who="Ana", target="Ogre", weapon="Sniper Rifle", metres=metres)
    options = {one.value: one for one in play.question("ana").options}
    assert options["talent Natural Sniper"].caution == caution
    play.answer("ana", "talent Natural Sniper", *([] if asked else [2] * 8))
    assert play.asked() == asked


def test_who_plays_by_themselves_as_game_master_agrees():
    """MOT-4.13: and so does a game master whose question is let lapse."""
    play = climber()
    mine = {"skill": "Lockpicking", "against_skill": "no skill"}
    for act in (
        lambda: play.call("Ana", "Lockpicking"),
        lambda: play.act("gm", "call-contest", who="Ogre", skill="Stealth", against="Ana", against_skill="Lockpicking"),
        lambda: play.act("gm", "call-contest", who="Ana", against="Ogre", **mine),
    ):
        play.put("Ana", used=())
        act()
        play.answer("ana", "talent Second Story Man")
        assert sensible(MOT, play.table.view("gm"), "gm", play.waiting("gm", "talent"), None) is True
        assert play.question("gm", "talent").default is True


# Dice on attacks


def test_the_game_master_gives_attacks_dice_as_well():
    """MOT-1.33: for a shot, a blow and taking hold; until they say otherwise, and the log says what for."""
    play = pair()
    refusal = play.refused("ana", "circumstances", who="Ana", dice=2)
    assert refusal.startswith("'circumstances' is not something you can do here")
    events = play.act("gm", "circumstances", who="Ana", dice=2, reason="higher ground")
    assert said(events) == ["Ana: +0 to hit", "Ana, on attacks: +2 dice for higher ground"]
    stands = play.form("gm", "circumstances", who="Ana")
    assert (stands["dice"], stands["reason"]) == (2, "higher ground")
    assert dice(play.act("ana", "attack", *[2] * 5, who="Ana", target="Ogre")) == [5]
    assert dice(play.act("ana", "grapple", *[2] * 5, who="Ana", target="Ogre")) == [5]
    play.act("gm", "circumstances", who="Ana", dice=-1, reason="fog")
    assert dice(play.act("ana", "attack", *[2] * 2, who="Ana", target="Ogre")) == [2]
    assert said(play.act("gm", "circumstances", who="Ana", dice=0)) == ["Ana: +0 to hit", "Ana, on attacks: +0 dice for fog"]
    assert dice(play.act("ana", "attack", *[2] * 3, who="Ana", target="Ogre")) == [3]
    assert said(play.act("gm", "circumstances", who="Ana", harder=1)) == ["Ana: +1 to hit"]


def test_dice_on_attacks_go_for_the_game_masters_people_too():
    """MOT-1.33."""
    play = pair(foe={"skills": {"Brawling": 1}})
    play.act("gm", "circumstances", who="Ogre", dice=-2, reason="blinded")
    assert dice(play.act("gm", "attack", 2, 2, who="Ogre", target="Ana")) == [2]


# Grapples


def wrestling(skills=None, verb="grapple"):
    """Ana holds the ogre, or the ogre her."""
    play = pair({"default_tn": 1}, None, skills=skills or {"Brawling": 2, "Athletics": 3}, agility=5, strength=2)
    if verb == "break-free":
        play.act("gm", "grapple", *[6] * 3, who="Ogre", target="Ana")
    else:
        play.act("ana", "grapple", *[6] * (3 + dict(play.of("Ana", "skills"))["Brawling"]), who="Ana", target="Ogre")
    return play


@pytest.mark.parametrize("verb", ["take-down", "strangle", "disarm", "break-free"])
@pytest.mark.parametrize("agrees", [True, False])
def test_another_statistic_or_skill_in_a_grapple_where_the_game_master_agrees(verb, agrees):
    """MOT-R.54: where not, nothing is done, and the action is there still."""
    play = wrestling(verb=verb)
    play.put("Ogre", weapon="Club")
    play.act("gm", "start-fight", *[6] * 4, 1, 1, 1, leader="Ogre")
    held_back(play, {})
    play.act("ana", verb, who="Ana", statistic="agility", skill="Athletics")
    assert play.asked() == [("gm", "way")]
    assert "would rather use agility and Athletics to" in play.question("gm").prompt
    events = play.answer("gm", agrees, *([1] * 8 + [6] * 3 if agrees else []))
    assert (dice(events), play.of("Ana", "acted")) == (([8, 3], "yes") if agrees else ([], "no"))
    assert outcome(events) == ("loses critically" if agrees else "vetoed")


def test_what_the_rules_name_is_free_in_a_grapple_and_so_is_the_game_masters_choice():
    """MOT-7.34, MOT-R.54: Strength instead of the better Melee Attack; the game master's people as the game master says."""
    play = wrestling(verb="break-free")
    assert dice(play.act("ana", "break-free", *[1] * 4, *[6] * 3, who="Ana", statistic="strength", skill="Brawling")) == [4, 3]
    assert dice(play.act("ana", "break-free", *[1] * 5, *[6] * 3, who="Ana")) == [5, 3]
    play = wrestling()
    events = play.act("gm", "break-free", *[1] * 3, *[1] * 5, who="Ogre", statistic="will", skill="Acting")
    assert (len(dice(events)), holders(play.desk, "Ogre")) == (2, ["Ana"])


def test_martial_arts_are_chosen_for_their_edge_by_those_who_have_them():
    """MOT-7.35, MOT-R.53, MOT-R.54: though Brawling would be more dice."""
    play = wrestling({"Brawling": 3, "Martial Arts": 1})
    events = play.act("ana", "take-down", 5, 2, 2, 5, 5, 5, who="Ana", skill="Martial Arts")
    assert (outcome(events), dice(events)) == ("wins", [3, 3])
    refusal = wrestling().refused("ana", "take-down", who="Ana", skill="Martial Arts")
    assert refusal == "Ana does not have Martial Arts"


# Helpers in contests


def three(**dials):
    people = {name: somebody({"Athletics": 1}) for name in ("Ana", "Bo", "Cy")}
    return Play(people, {"Ogre": somebody()}, CALM | dials)


def race(play, **more):
    play.act("gm", "call-contest", who="Ana", skill="Athletics", against="Ogre", against_skill="Athletics", **more)


def test_others_help_in_a_contest():
    """MOT-1.26, MOT-1.28: a die for a helper, on either side where the game master says so."""
    play = three(max_helpers=2)
    race(play, statistic="strength", against_statistic="strength", help="anybody", against_help="anybody")
    assert play.asked() == [("bo", "help"), ("cy", "help")]
    play.answer("bo", True)
    play.answer("cy", False)
    assert play.asked() == [("cy", "help")]  # nobody helps both, nor does who contends
    events = play.answer("cy", True, *[6] * 5, *[1] * 4)
    assert (dice(events), outcome(events)) == ([5, 4], "wins critically")


def test_help_in_a_contest_counts_when_it_is_thrown_again():
    """MOT-1.22, MOT-1.26: between two player characters who are level."""
    play = three()
    play.act("gm", "call-contest", who="Ana", skill="Athletics", against="Bo", against_skill="Athletics", help="with the skill")
    play.answer("cy", True, *[1] * 9)
    events = play.answer("gm", False, *[6] * 5, *[1] * 4)
    assert dice(events) == [5, 4]


def test_nobody_is_asked_to_help_in_a_contest_unless_the_game_master_says_so():
    """MOT-1.26, MOT-1.27: and where a skill is needed, only who has it."""
    play = three()
    race(play, help="with the skill")
    assert play.asked() == [("bo", "help"), ("cy", "help")]
    play = Play({"Ana": somebody({"Athletics": 1}), "Bo": somebody()}, {"Ogre": somebody()}, CALM)
    play.act("gm", "call-contest", *[6] * 4, *[1] * 3, who="Ana", skill="Athletics", against="Ogre", help="with the skill")
    assert play.asked() == []


# A named faith


def test_religion_is_of_the_faith_that_its_owner_names():
    """MOT-3.17: it is said when the roll is called for, and changes no dice."""
    play = Play({"Ana": somebody({"Religion": 2}), "Bo": somebody()}, dials=CALM)
    plain = play.call("Ana", "Religion", 6, 6, 2, 2, 2, statistic="education", task="the rite")
    assert said(plain)[0] == "Ana, the rite: education and Religion, target number 2"
    assert said(play.act("ana", "name-faith", who="Ana", faith="the Old Church")) == [
        "Ana knows Religion as that of the Old Church"
    ]
    named = play.call("Ana", "Religion", 6, 6, 2, 2, 2, statistic="education", task="the rite")
    assert said(named)[0] == "Ana, the rite: education and Religion (the Old Church), target number 2"
    assert (dice(plain), outcome(plain)) == (dice(named), outcome(named))
    play.act("ana", "attempt", who="Ana", skill="Religion", task="the rite")
    assert play.question("gm").prompt.startswith("Ana: the rite (Religion (the Old Church)).")
    assert play.refused("bo", "name-faith", who="Bo", faith="none") == "Bo does not have Religion"
    assert play.refused("bo", "name-faith", who="Ana", faith="none") == "Ana is not yours"
    assert play.form("ana", "name-faith", who="Ana")["faith"] == "the Old Church"


def test_of_which_faith_the_game_masters_people_are_nobody_is_told():
    """MOT-3.17."""
    play = Play({"Ana": somebody()}, {"Priest": somebody({"Religion": 1})}, CALM)
    play.put("Priest", faith="the Deep One")
    events = play.call("Priest", "Religion", 2, 2, 2, 2)
    assert [line for line in said(events) if "Deep One" in line] == []


# Overdriving

BEAMER = "Electrobeamer Pistol"


def electrician(**more):
    return pair(None, None, skills={"Electrician": 2, "Pistol": 1}, weapon=BEAMER, **more)


def overdriven(play, *faces, dice=4):
    play.act("ana", "overdrive", who="Ana", weapon=BEAMER)
    assert play.asked() == [("gm", "overdrive")]
    return play.answer("gm", ("roll", "education", 2, dice), *faces)


def test_an_electrician_overdrives_a_beamer():
    """MOT-3.15: as hard as the game master says, for as many dice as they say; it takes the action."""
    play = electrician()
    begin(play, 18, 3)
    events = overdriven(play, 6, 6, 2, 2, 2, dice=5)
    assert outcome(events) == "success"
    assert said(events)[-1] == "The Electrobeamer Pistol of Ana does 5 dice more, and may burst"
    assert play.of("Ana", "acted") == "yes"
    play.act("gm", "end-fight")
    assert dice(play.act("ana", "attack", 6, 6, 2, 2, *[1] * 16, who="Ana", target="Ogre", metres=5)) == [4, 16]
    assert play.refused("ana", "overdrive", who="Ana", weapon=BEAMER, state="overdriven") == (
        "the Electrobeamer Pistol is overdriven already"
    )
    play.act("ana", "overdrive", who="Ana", weapon=BEAMER)  # what stands in the form is to set it back
    assert dice(play.act("ana", "attack", 6, 6, 2, 2, *[1] * 11, who="Ana", target="Ogre", metres=5)) == [4, 11]


def test_an_overdriven_weapon_bursts_at_a_critical_failure():
    """MOT-3.15: its damage is its owner's, armour counts, and it is gone."""
    play = electrician(armor=["Cloth"])
    overdriven(play, 6, 6, 2, 2, 2)
    events = play.act("ana", "attack", 1, 1, 2, 2, *[3] * 3, *[1] * 12, who="Ana", target="Ogre", metres=5)
    assert (outcome(events), dice(events)) == ("misses critically", [4, 15])
    assert "The Electrobeamer Pistol bursts in the hand of Ana" in said(events)
    assert (play.of("Ana", "minor"), play.of("Ana", "weapon")) == (2, "Unarmed Attack")
    play.put("Ana", weapon=BEAMER)
    assert dice(play.act("ana", "attack", 1, 1, 2, 2, who="Ana", target="Ogre", metres=5)) == [4]


def test_what_is_no_beamer_is_not_overdriven_and_the_game_master_may_say_no():
    """MOT-3.15."""
    play = electrician(off_hand="Club")
    assert play.refused("ana", "overdrive", who="Ana", weapon="Club") == "a Club is neither a beamer nor an X-ray weapon"
    play.act("ana", "overdrive", who="Ana")
    assert outcome(play.answer("gm", ("no", "education", 2, 4))) == "cannot be done"
    assert outcome(overdriven(play, 2, 2, 2, 2, 2)) == "failure"
    play.put("Ana", weapon=".38 Revolver")
    assert play.refused("ana", "overdrive", who="Ana", weapon=BEAMER) == f"Ana holds no {BEAMER}"
    play.put("Ogre", weapon=BEAMER)
    play.act("gm", "overdrive", who="Ogre", weapon=BEAMER)
    events = play.answer("gm", ("roll", "education", 1, 4), *[6] * 3)
    assert dict(play.sheet("Ogre")["overdriven"]) == {BEAMER: 4}
    assert dice(play.act("gm", "attack", 1, 1, 2, *[1] * 14, who="Ogre", target="Ana", metres=5)) == [3, 14]
    assert outcome(events) == "critical success"


# Teaching


def school(**teacher):
    skills = {"History": 2, "Teaching": 1}
    people = {"Ana": somebody(xp=9), "Bo": somebody(teacher or skills)}
    return Play(people, {"Tutor": somebody(skills)}, CALM)


def learn(play, teacher, what="History"):
    return play.act("ana", "advance", who="Ana", what=what, why="evenings in the library", teacher=teacher)


@pytest.mark.parametrize(
    ("faces", "level"), [((6, 6, 2, 2), 0), ((6, 2, 2, 2), None)], ids=["the lesson succeeds", "it comes to nothing"]
)
def test_whoever_teaches_rolls_teaching_where_the_game_master_says_so(faces, level):
    """MOT-11.06: the teacher's player agrees, the game master lets the roll decide; a lesson in vain costs nothing."""
    play = school()
    learn(play, "Bo")
    assert play.asked() == [("bo", "teach")]
    play.answer("bo", True)
    assert play.offers("gm") == {True: "yes", "lesson": "Bo rolls Teaching", False: "not yet"}
    events = play.answer("gm", "lesson", *faces)
    assert "Bo, teaching Ana History: education and Teaching, target number 2" in said(events)
    assert (pools.level(play.desk, "Ana", "History"), play.of("Ana", "xp")) == (level, 9 if level is None else 4)


def test_a_teacher_of_the_game_masters_is_the_game_masters_affair():
    """MOT-11.06: what they have, a player cannot know; the game master is told what they lack, and rolls behind the screen."""
    play = school()
    learn(play, "Tutor")
    assert play.question("gm").prompt.endswith("Tutor, who has it and Teaching, teaches it.")
    events = play.answer("gm", "lesson", 6, 6, 2, 2)
    assert (outcome(events), pools.level(play.desk, "Ana", "History")) == ("granted", 0)
    play.put("Ana", xp=9)
    learn(play, "Tutor", "Botany")
    assert play.question("gm").prompt.endswith("Tutor would teach it; but Tutor does not have Botany.")
    assert outcome(play.answer("gm", True)) == "granted"


def test_nobody_teaches_against_their_will_or_what_they_have_not_learned():
    """MOT-11.06: one teaches a skill that one has, to somebody who has it not, and only with Teaching."""
    play = school()
    learn(play, "Bo")
    assert outcome(play.answer("bo", False)) == "vetoed"
    why = {"why": "books", "who": "Ana"}
    assert play.refused("ana", "advance", what="Botany", teacher="Bo", **why) == "Bo does not have Botany"
    assert school(History=1).refused("ana", "advance", what="History", teacher="Bo", **why) == "Bo does not have Teaching"
    play.put("Ana", xp=99)
    assert play.refused("ana", "advance", what="will", teacher="Bo", **why) == "will is no skill: nobody teaches it"
    play.put("Ana", skills=(("History", 0),))
    refusal = "a teacher helps with what one does not have yet, and Ana has History"
    assert play.refused("ana", "advance", what="History", teacher="Bo", **why) == refusal
    assert play.form("ana", "advance", who="Ana")["teacher"] == "Ana"  # which stands for nobody
    play.act("ana", "advance", what="History", **why)
    assert list(play.offers("gm")) == [True, False]


# What is stored goes on


def unasked(verb):
    """A verb as it was before the game master was asked about talents."""

    def story(desk, **args):
        running, answer = told(verb.story(desk, **args)), None
        while True:
            try:
                question = running.send(answer)
            except StopIteration as done:
                return done.value
            answer = True if getattr(question, "name", "") == "talent" else (yield question)

    return verb._replace(story=story)


@pytest.mark.parametrize("moments", [0, 1])
def test_a_roll_with_a_talent_that_was_stored_before_anybody_was_asked_goes_on(moments):
    """MOT-4.13, MOT-4.15: at the question how many Moments go on top, and at the one about a setback."""
    play = climber(moments=moments)
    today, play.game = play.game, MOT.game._replace(verbs={name: unasked(verb) for name, verb in MOT.game.verbs.items()})
    play.call("Ana", "Lockpicking")
    play.answer("ana", "talent Second Story Man", *([] if moments else [6] * 7))
    play.game = today
    play.act("gm", "say", text="where were we?")
    events = play.answer("ana", 0, *[6] * 7) if moments else []
    assert play.asked() == [("ana", "setback")]
    events += play.answer("ana", False)
    assert (outcome(events), spent(play)) == ("critical success", {"Second Story Man": 1})


def test_acts_that_were_stored_without_what_can_be_said_today_are_read():
    """MOT-1.33, MOT-11.06, MOT-R.54: nobody teaches, the best counts, no dice, nobody helps."""
    verbs = MOT.game.verbs
    assert verbs["advance"].fitted([("who", "Ana")]) == {"who": "Ana", "teacher": ""}
    for verb in ("take-down", "strangle", "disarm", "break-free"):
        assert verbs[verb].fitted([("who", "Ana")]) == {"who": "Ana", "statistic": "the best", "skill": "the best"}
    assert verbs["circumstances"].fitted([])["dice"] == 0
    assert {verbs["call-contest"].fitted([])[name] for name in ("help", "against_help")} == {"nobody"}
