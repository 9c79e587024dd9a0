"""Twist of Fate: checks against a difficulty that only the game master knows, tried again; attempts, help, contests."""

import pytest

from fatewright.core.rule.price import odds
from fatewright.core.table.codec import wire
from fatewright.core.table.engine import Act, Answer
from fatewright.core.table.events import Revealed, Verdict
from fatewright.core.table.game import Lapse
from fatewright.core.table.paying import terms_of
from fatewright.core.table.seal import see
from fatewright.core.table.story import Refusal
from fatewright.core.table.stream import messages
from fatewright.core.table.table import TakeBack
from fatewright.systems.spec import games
from fatewright.systems.twist_of_fate.bidding import bids, checks, contests
from fatewright.systems.twist_of_fate.bidding.bids import Side
from fatewright.systems.twist_of_fate.characters import people
from fatewright.systems.twist_of_fate.characters.people import NO_SKILL
from forms import stands
from systems.tof_table import MOM, TOF, cited, fight, outcome, said, seated

CLIMBER = {"skills": {"Athletics": 2}}  # Agility 4
CLIMB = {"who": "ana", "skill": "Athletics", "attribute": "agility"}
LEGAL = {"agility": 2, "skills": {"Athletics": 4}}  # the same score, and more to bid
DIALS = {name: dial.values for name, dial in TOF.dials.items()}


def tried(play, *tries, **check):
    """A check with bids one after the other, each after a failure; `again` is answered in between."""
    play.act("gm", "check", **check)
    for place, bid in enumerate(tries):
        if place:
            play.answer("ana", "try again")
        events = play.answer("ana", bid)
    return events


def sent(play, viewer):
    """Every byte that a viewer has been sent."""
    return [wire(message) for message in messages(play.table.records, viewer)]


def told(events, name, viewer="eve"):
    """The verdicts of a name as a viewer hears them."""
    return [event.value for event in events if isinstance(event, Verdict) and event.name == name and see(event, viewer)]


def ended(events):
    """The outcome, if it has come to one."""
    return outcome(events) if any(type(event).__name__ == "Ended" for event in events) else None


# The climber and the tree


@pytest.mark.parametrize("system", [TOF, MOM], ids=["tof", "mom"])
def test_the_climber_fails_twice_and_it_costs_one_point(system):
    """TOF-X.05, TOF-1.02, TOF-1.03, TOF-1.09, TOF-1.13: 6, then 7 against 10; pool 20, then 19."""
    play = seated(system, people={"ana": CLIMBER})
    play.act("gm", "check", difficulty=10, **CLIMB)
    events = play.answer("ana", 0)
    assert (said(events), play.of("ana", "agility_pool")) == (["ana fails"], 20)
    assert said(events, "gm")[0] == "ana: Agility 4, Athletics 2, bid 0 makes 6 against 10"
    play.answer("ana", "try again")
    events = play.answer("ana", 1)
    assert (said(events), play.of("ana", "agility_pool")) == (["ana fails"], 19)
    assert said(events, "gm")[0] == "ana: Agility 4, Athletics 2, bid 1 makes 7 against 10"
    assert outcome(play.answer("ana", "leave it")) == "failure"
    assert play.pools("ana") == (20, 19, 20, 20, 8)


def test_the_climber_cannot_reach_the_top():
    """TOF-X.06, TOF-R.02, TOF-1.10, TOF-1.20: bid 2 makes 8, and 3 is refused."""
    play = seated(people={"ana": CLIMBER})
    events = tried(play, 2, difficulty=10, **CLIMB)
    assert said(events, "gm")[0].endswith("makes 8 against 10")
    play.answer("ana", "try again")
    with pytest.raises(Refusal, match=r": bid_over_skill: Athletics allows 2$"):
        play.answer("ana", 3)
    assert (play.of("ana", "agility_pool"), bids.reach(play.desk, Side("ana", "Athletics", "agility"))) == (18, 8)


@pytest.mark.parametrize(
    ("tries", "spent", "last"),
    [
        pytest.param((0, 1, 2, 3, 4), 10, 10, id="TOF-X.07"),
        pytest.param((1, 3, 5), 9, 11, id="TOF-X.08"),
        pytest.param((2, 4), 6, 10, id="TOF-X.09"),
        pytest.param((0, 1, 2, 4), 7, 10, id="TOF-X.09 in the story"),
    ],
)
def test_the_story_of_the_climber_as_told_where_nothing_caps_a_bid(tries, spent, last):
    """TOF-X.07, TOF-X.08, TOF-X.09, TOF-R.02, TOF-R.03: need 4; ones 10, odd 9, even 6, and 7 after the tries at 0 and 1."""
    play = seated(people={"ana": CLIMBER}, dials={"bid_cap": "none"})
    events = tried(play, *tries, difficulty=10, **CLIMB)
    assert (outcome(events), sum(tries), play.of("ana", "agility_pool")) == ("success", spent, 20 - spent)
    assert said(events, "gm")[0].endswith(f"makes {last} against 10")


@pytest.mark.parametrize(
    ("tries", "spent", "last"),
    [pytest.param((1, 3, 5, 7), 16, 10, id="TOF-X.10"), pytest.param((2, 4, 6, 8), 20, 11, id="TOF-X.11")],
)
def test_the_variant_that_needs_seven_points_more(tries, spent, last):
    """TOF-X.10, TOF-X.11, TOF-R.04: a score of 3 against 10, for which no pool that goes with it is deep enough."""
    weak = {"agility": 1, "skills": {"Athletics": 2}}
    play = seated(people={"ana": weak}, dials={"bid_cap": "none"})
    assert bids.most(play.desk, Side("ana", "Athletics", "agility")) == 5  # an attribute of 1 holds only 5
    play.put("ana", agility_pool=20)
    events = tried(play, *tries, difficulty=10, **CLIMB)
    assert (outcome(events), play.of("ana", "agility_pool")) == ("success", 20 - spent)
    assert said(events, "gm")[0].endswith(f"makes {last} against 10")
    for skill in range(4):  # within the cap, a score of 3 never gets there
        sheet = {"agility": 3 - skill, "skills": {"Athletics": skill} if skill else {}}
        assert bids.reach(seated(people={"ana": sheet}).desk, Side("ana", "Athletics", "agility")) < 10


@pytest.mark.parametrize(
    ("tries", "spent", "left"), [((0, 1, 2, 3, 4), 10, 0), ((1, 3, 4), 8, 2), ((2, 4), 6, 4)], ids=["ones", "odd", "even"]
)
def test_the_climber_within_the_cap(tries, spent, left):
    """TOF-X.12, TOF-1.13, TOF-1.09: Agility 2, Athletics 4; all ways succeed in the end, and cost what they cost."""
    play = seated(people={"ana": LEGAL})
    play.act("gm", "check", difficulty=10, **CLIMB)
    cost = 0
    for place, bid in enumerate(tries):
        if place:
            assert play.question("ana").prompt == f"ana fails. This has cost {cost} so far, and that stays lost. Try again?"
            play.answer("ana", "try again")
            assert play.question("ana").prompt.endswith(f"This obstacle has cost {cost} so far." if cost else "willpower?")
        if bid == 4 and tries == (1, 3, 4):
            with pytest.raises(Refusal, match="bid_over_skill: Athletics allows 4"):
                play.answer("ana", 5)
        events = play.answer("ana", bid)
        cost += bid
        assert ended(events) == ("success" if bid == 4 else None)
    assert (cost, play.of("ana", "agility_pool")) == (spent, left)
    assert said(events, "gm")[0] == "ana: Agility 2, Athletics 4, bid 4 makes 10 against 10"


@pytest.mark.parametrize(("tries", "last", "left"), [((1, 3, 5, 7), 19, 4), ((2, 4, 6, 8), 20, 0)], ids=["odd", "even"])
def test_the_great_climber(tries, last, left):
    """TOF-X.13, TOF-R.04: Agility 4, Athletics 8 against 19."""
    play = seated(people={"ana": {"skills": {"Athletics": 8}}})
    events = tried(play, *tries, difficulty=19, **CLIMB)
    assert (outcome(events), play.of("ana", "agility_pool")) == ("success", left)
    assert said(events, "gm")[0].endswith(f"makes {last} against 19")


def test_more_skill_than_points():
    """TOF-X.23, TOF-1.03, TOF-1.10, TOF-1.20: most 3; 4 is refused; 2 makes 12, success with no overflow, pool 1."""
    play = seated(people={"ana": {"skills": {"Science": 6}, "brains_pool": 3}})
    play.act("gm", "check", who="ana", skill="Science", difficulty=12)
    assert play.question("ana").high == 3
    with pytest.raises(Refusal, match=r": bid_over_pool: the brains pool holds 3$"):
        play.answer("ana", 4)
    events = play.answer("ana", 2)
    assert (outcome(events), told(events, "boons"), play.of("ana", "brains_pool")) == ("success", [0], 1)


# Against a difficulty


@pytest.mark.parametrize(("difficulty", "ending"), [(0, "success"), (9, "success"), (10, "success"), (11, None), (30, None)])
def test_a_check_succeeds_if_the_total_reaches_the_difficulty(difficulty, ending):
    """TOF-1.03, TOF-R.11, TOF-1.29: equality is enough; any number from 0 to 30 will do."""
    play = seated(people={"ana": {"skills": {"Weapon": 4}}}, dials={"overflow_step": 0})
    play.act("gm", "check", who="ana", skill="Weapon", difficulty=difficulty)
    events = play.answer("ana", 2)
    assert (ended(events), told(events, "success")) == (ending, [ending == "success"])
    assert play.of("ana", "strength_pool") == 18  # whatever came of it


@pytest.mark.parametrize("dial", ["auto_fail", "plain"])
def test_what_does_not_function_fails_even_where_nothing_is_needed(dial):
    """TOF-2.13: against a difficulty of 0."""
    play = seated(people={"ana": {"social": 0, "skills": {"Act": 5}}}, dials={"zero_attribute": dial, "overflow_step": 0})
    play.act("gm", "check", who="ana", skill="Act", difficulty=0)
    events = play.answer("ana", 0)
    assert told(events, "success") == [dial == "plain"]


@pytest.mark.parametrize("verb", ["check", "oppose", "contest"])
def test_only_the_game_master_opens_checks_and_says_how_hard_they_are(verb):
    """TOF-1.04."""
    assert TOF.game.verbs[verb].roles == ("gm",)
    for seat in ("ana", "eve"):
        with pytest.raises(Refusal, match=f"^'{verb}' is not something you can do here"):
            seated().do(Act(seat, verb, {}))


@pytest.mark.parametrize("difficulty", [-1, 31, 7.5, "10", None, True], ids=repr)
def test_a_party_of_bad_difficulties(difficulty):
    """TOF-1.29, TOF-1.04: in a check, and where a player asks for one."""
    play = seated(people={"ana": CLIMBER})
    with pytest.raises(Refusal, match=r"against a difficulty of …: .* is not a whole number from 0 to 30"):
        play.act("gm", "check", difficulty=difficulty, **CLIMB)
    play.act("ana", "attempt", who="ana", skill="Athletics", what="up the tree")
    with pytest.raises(Refusal, match=r"difficulty: .* is not a whole number from 0 to 30"):
        play.answer("gm", ("check", difficulty, "agility", "nothing"))


def test_the_bid_is_named_when_the_score_is_known_and_before_anybody_knows_more():
    """TOF-1.07, TOF-1.24: owner first; the bid comes out together with whether it was enough."""
    play = seated(people={"ana": CLIMBER, "bo": {}})
    events = play.act("gm", "check", difficulty=10, **CLIMB)
    assert (play.question("ana").reason, told(events, "success")) == (
        *("score 6: Agility 4, Athletics 2; the agility pool holds 20", []),
    )
    assert said(events) == ["ana is put to a check of Agility, Athletics"]
    events = play.answer("ana", 2)
    kinds = [type(event) for event in events if isinstance(event, Revealed | Verdict)]
    assert kinds == [Revealed, Verdict]
    for viewer in ("ana", "gm", "bo", "eve"):
        assert [see(event, viewer).answers for event in events if isinstance(event, Revealed)] == [2]
    with pytest.raises(Refusal, match="'again' is for ana to answer"):
        play.do(Answer("bo", play.waiting("ana"), "try again"))


# What players learn of a difficulty


@pytest.mark.parametrize("viewer", ["ana", "bo", "eve"])
def test_nobody_but_the_game_master_ever_learns_the_difficulty(viewer):
    """TOF-1.22, TOF-1.24: whatever it is, failing is the same byte for byte, and so is succeeding."""
    seen = []
    for difficulty in (7, 8):
        play = seated(people={"ana": CLIMBER, "bo": {}})
        tried(play, 0, 2, difficulty=difficulty, **CLIMB)
        seen.append(sent(play, viewer))
        assert f"against {difficulty}" in str(sent(play, "gm"))
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("dial", "difficulty", "line"),
    [
        ("hidden", 11, []),
        *(("band", 3, ["average"]), ("band", 11, ["hard"]), ("band", 12, ["very hard"]), ("band", 19, ["master"])),
        *(("band", 30, ["edge of the possible"]), ("shown", 11, [11])),
    ],
)
def test_what_is_told_of_a_difficulty_is_a_dial(dial, difficulty, line):
    """TOF-1.22, TOF-1.29: nothing, the name of the step, or the number; before the bid."""
    play = seated(people={"ana": CLIMBER}, dials={"dn_visibility": dial})
    events = play.act("gm", "check", difficulty=difficulty, **CLIMB)
    assert [told(events, "difficulty", viewer) for viewer in ("ana", "eve")] == [line, line]


def test_where_only_the_step_is_told_two_difficulties_of_one_step_are_the_same():
    """TOF-1.22."""
    seen = []
    for difficulty in (10, 11):
        play = seated(people={"ana": CLIMBER}, dials={"dn_visibility": "band"})
        tried(play, 2, difficulty=difficulty, **CLIMB)
        seen.append(sent(play, "ana"))
    assert seen[0] == seen[1]


def test_the_ladder_of_difficulties():
    """TOF-1.29: 4 anybody average, 6, 8, 10, 12, 16, 20, 24 the edge of the possible; a group may list its own."""
    steps = {name: row["dn"] for name, row in TOF.lists["ladder"].items()}
    assert list(steps.values()) == [4, 6, 8, 10, 12, 16, 20, 24]
    assert [checks.step_of(dn, TOF.lists) for dn in steps.values()] == list(steps)
    assert checks.step_of(0, TOF.lists) == checks.step_of(5, TOF.lists) == "average"
    own = {"ladder": {"easy": {"dn": 5, "text": "a child's play"}, "absurd": {"dn": 15, "text": "no way"}}}
    assert [checks.step_of(dn, own) for dn in (0, 5, 14, 15, 30)] == ["easy", "easy", "easy", "absurd", "absurd"]
    assert checks.ladder(own) == "5 a child's play, 15 no way"
    assert checks.ladder(TOF.lists).startswith("4 anybody average, 6 some training, 8 a professional's everyday, 10 hard")


def test_the_difficulty_is_locked_while_it_is_tried():
    """TOF-1.22: the same for every try of one check; a changed situation is a new check."""
    play = seated(people={"ana": CLIMBER})
    events = tried(play, 0, 1, 2, difficulty=9, **CLIMB)
    assert said(events, "gm")[0].endswith("makes 8 against 9")
    play.answer("ana", "leave it")
    assert outcome(tried(play, 2, difficulty=8, **CLIMB)) == "success"


# Trying again


@pytest.mark.parametrize(("dial", "ticks"), [("free", None), ("costs_time", 3)])
def test_what_fails_may_be_tried_again_and_may_take_time(dial, ticks):
    """TOF-1.13, TOF-1.14: as often as one likes; by a dial, every attempt is a tick of the clock."""
    play = seated(people={"ana": CLIMBER}, dials={"retry": dial})
    tried(play, 0, 0, 0, difficulty=9, **CLIMB)
    assert (play.fact("clock", "ticks"), play.sees("gm", "clock", "ticks")) == (ticks, ticks)
    play.answer("ana", "try again")
    assert play.asked() == [("ana", "bid")]


def test_where_there_is_one_try_the_game_master_opens_another():
    """TOF-1.14: retry = once."""
    play = seated(people={"ana": CLIMBER}, dials={"retry": "once"})
    assert outcome(tried(play, 1, difficulty=8, **CLIMB)) == "failure"
    assert play.asked() == []
    assert outcome(tried(play, 2, difficulty=8, **CLIMB)) == "success"


def test_in_a_fight_trying_again_is_another_turns_action():
    """TOF-1.13, TOF-1.14."""
    play = seated(people={"ana": CLIMBER}, facts=fight("ana"))
    assert outcome(tried(play, 1, difficulty=8, **CLIMB)) == "failure"


def test_a_question_that_lapses_leaves_it_at_that():
    """TOF-1.33, TOF-1.13: a bid of 0, and no further try."""
    play = seated(people={"ana": CLIMBER})
    play.act("gm", "check", difficulty=8, **CLIMB)
    events = play.do(Lapse("gm", play.waiting("ana")))
    assert said(events)[-1] == "ana fails"
    assert outcome(play.do(Lapse("gm", play.waiting("ana")))) == "failure"
    assert play.of("ana", "agility_pool") == 20


def test_nobody_tries_for_ever(monkeypatch):
    """TOF-1.13: after fifty times, here three, it is left."""
    monkeypatch.setattr(checks, "MOST_TRIES", 3)
    play = seated(people={"ana": CLIMBER})
    events = tried(play, 0, 0, 0, difficulty=9, **CLIMB)
    assert (said(events), outcome(play.answer("ana", "try again"))) == (["ana fails"], "failure")


def test_the_game_master_takes_a_check_back():
    """TOF-1.21, TOF-1.22: before the bid, nothing has happened; after it, points come back."""
    play = seated(people={"ana": CLIMBER})
    before = dict(play.table.truth.facts)
    play.act("gm", "check", difficulty=8, **CLIMB)
    play.do(TakeBack("gm"))
    assert (play.asked(), dict(play.table.truth.facts)) == ([], before)
    tried(play, 1, difficulty=8, **CLIMB)
    play.do(TakeBack("gm"))
    assert (play.asked(), play.of("ana", "agility_pool")) == ([("ana", "bid")], 20)


# Boons


def test_two_boons_of_the_example():
    """TOF-X.39, TOF-1.15, TOF-1.27, TOF-R.17: Agility 5, Athletics 4, bid 4 against 7: 13, overflow 6."""
    play = seated(people={"ana": {"agility": 5, "skills": {"Athletics": 4}}})
    play.act("gm", "check", difficulty=7, **CLIMB)
    events = play.answer("ana", 4)
    assert (told(events, "boons"), play.asked()) == ([2], [("ana", "boons")])
    play.answer("ana", ("half the time", "quieter"))
    assert play.question("gm").prompt == "ana names half the time, quieter"
    events = play.answer("gm", ("yes", "no"))
    assert (outcome(events), said(events)) == ("success", ["ana: half the time", "ana succeeds"])


@pytest.mark.parametrize("step", [0, 1, 2, 3, 4, 5, 6, 7, 8])
def test_how_far_beyond_each_boon_lies_is_a_dial(step):
    """TOF-1.27, TOF-1.15: 0 for no boons."""
    assert step in DIALS["overflow_step"]
    assert [bids.overflow_boons(over, step) for over in range(-2, 17)] == [
        max(0, over) // step if step else 0 for over in range(-2, 17)
    ]
    play = seated(people={"ana": {"skills": {"Athletics": 8}}}, dials={"overflow_step": step})
    play.act("gm", "check", who="ana", skill="Athletics", difficulty=4)
    events = play.answer("ana", 0)
    assert told(events, "boons") == [8 // step if step else 0]


def test_a_boon_that_does_not_fit_is_refused_and_none_is_forced():
    """TOF-1.27: the game master's word; what is not on the list is no answer."""
    play = seated(people={"ana": {"skills": {"Athletics": 5}}})
    play.act("gm", "check", who="ana", skill="Athletics", difficulty=6)
    play.answer("ana", 0)
    with pytest.raises(Refusal, match="'a pony' is not one of half the time, quieter"):
        play.answer("ana", ("a pony",))
    play.answer("ana", ("quieter",))
    assert said(play.answer("gm", ("no",)))[0] == "ana: no plus that fits"


def test_there_are_no_boons_in_opposed_checks():
    """TOF-1.27: there the margin plays that part."""
    play = seated(people={"ana": {"skills": {"Weapon": 8}}, "bo": {}})
    play.act("gm", "oppose", who="ana", skill="Weapon", other="bo", other_skill="Weapon")
    play.answer("ana", 8)
    events = play.answer("bo", 0)
    assert (outcome(events), told(events, "boons")) == ("wins", [])


# Attributes and skills


@pytest.mark.parametrize(("skill", "attribute"), [(name, row["group"].lower()) for name, row in TOF.lists["skills"].items()])
def test_every_skill_belongs_to_one_attribute_which_pays(skill, attribute):
    """TOF-3.01, TOF-1.10: unless the game master names another."""
    assert people.attribute_of(skill, TOF.lists) == attribute
    play = seated()
    side = checks.side_of(play.desk, "ana", skill)
    assert (side.attribute, bids.purse(side)) == (attribute, f"{attribute}_pool")


def test_the_game_master_may_name_another_attribute_and_its_pool_pays():
    """TOF-1.32, TOF-R.01: Athletics is Strength's, and the climber climbs with Agility."""
    play = seated(people={"ana": {**CLIMBER, "strength": 6}})
    tried(play, 1, difficulty=30, who="ana", skill="Athletics")
    play.answer("ana", "leave it")
    assert play.pools("ana")[:2] == (29, 20)
    tried(play, 1, difficulty=30, **CLIMB)
    assert play.pools("ana")[:2] == (29, 19)


def test_where_skills_keep_their_attribute_another_one_is_refused():
    """TOF-1.32, TOF-R.01: attribute_override = never; its own may be named."""
    play = seated(people={"ana": CLIMBER}, dials={"attribute_override": "never"})
    with pytest.raises(Refusal, match=r"^Athletics goes by strength here$"):
        play.act("gm", "check", difficulty=8, **CLIMB)
    play.act("gm", "check", difficulty=8, **{**CLIMB, "attribute": "strength"})
    play.answer("ana", 0)
    play.answer("ana", "leave it")
    play.act("ana", "attempt", who="ana", skill="Athletics", what="up the tree")
    with pytest.raises(Refusal, match="agility is not open: here a skill keeps its own"):
        play.answer("gm", ("check", 8, "agility", "nothing"))
    play.answer("gm", ("check", 8, "strength", "nothing"))
    assert play.asked() == [("ana", "bid")]


def test_health_is_no_part_of_a_check():
    """TOF-2.08, TOF-2.01: there is no form in which it could be named."""
    play = seated(people={"ana": CLIMBER})
    with pytest.raises(
        Refusal, match="with the … attribute: 'health' is not one of usual, strength, agility, brains, social, magic"
    ):
        play.act("gm", "check", who="ana", skill=NO_SKILL, difficulty=8, attribute="health")
    play.act("ana", "attempt", who="ana", skill=NO_SKILL, what="to hold my breath")
    ruling = play.question("gm").fields[2]
    assert [option.value for option in ruling.options] == ["strength", "agility", "brains", "social"]
    assert "health" not in people.POOLS
    assert checks.no_check(play.desk, "ana", "Athletics", "usual") is None


@pytest.mark.parametrize(("dial", "problem"), [("off", "there is no Magic at this table"), ("on", None)])
def test_magic_is_an_attribute_only_where_a_table_plays_with_it(dial, problem):
    """TOF-2.09, MOM-2.01: in both editions."""
    for system in (TOF, MOM):
        table = seated(system, dials={"magic": dial}).desk
        assert checks.no_check(table, "ana", NO_SKILL, "magic") == problem
    play = seated(dials={"magic": dial})
    play.act("ana", "attempt", who="ana", skill=NO_SKILL, what="to feel it")
    assert ("magic" in [one.value for one in play.question("gm").fields[2].options]) == (dial == "on")


def test_a_check_without_a_skill_needs_an_attribute():
    """TOF-1.28, TOF-R.18: the score is the attribute, and there is nothing to bid."""
    play = seated(people={"ana": {"social": 6}})
    with pytest.raises(Refusal, match=r"^a check without a skill needs an attribute$"):
        play.act("gm", "check", who="ana", skill=NO_SKILL, difficulty=6)
    play.act("gm", "check", who="ana", skill=NO_SKILL, difficulty=6, attribute="social")
    assert play.question("ana").high == 0
    assert outcome(play.answer("ana", 0)) == "success"


@pytest.mark.parametrize(
    ("dials", "skill", "is_known"),
    [
        *(({}, "Brawl", True), ({}, "Carry", False), ({}, "Manipulate", False), ({}, "Earth magic", False)),
        *(({"skill_list": "raw"}, "Brawl", False), ({"skill_list": "raw"}, "Carry", True)),
        *(({"skill_list": "custom"}, "Carry", True), ({"manipulate_split": "off"}, "Persuade", False)),
        *(
            ({"manipulate_split": "off"}, "Manipulate", True),
            ({"magic": "on", "magic_skill": "element_skills"}, "Earth magic", True),
        ),
    ],
)
def test_only_skills_of_the_tables_list_are_checked(dials, skill, is_known):
    """TOF-3.36, MOM-3.02: the cleaned list, the draft's, or the group's own."""
    table = seated(dials=dials).desk
    problem = checks.no_check(table, "ana", skill, "usual")
    assert problem == (None if is_known else f"{skill} is not on this table's list of skills")


@pytest.mark.parametrize(
    ("dial", "problem"), [("allowed", None), ("gm_asks", None), ("forbidden", "ana has not learned Science")]
)
def test_whether_the_untrained_may_try_is_a_dial(dial, problem):
    """TOF-3.04: with the attribute alone and no bid; where the game master is to agree, whoever opens the check has agreed."""
    assert dial in DIALS["untrained"]
    play = seated(people={"ana": {}, "bo": {"skills": {"Science": 1}}}, dials={"untrained": dial})
    if problem:
        for seat, verb, args in (
            ("gm", "check", {"who": "ana", "skill": "Science", "difficulty": 4}),
            ("gm", "oppose", {"who": "ana", "skill": "Science", "other": "bo", "other_skill": "Science"}),
            ("gm", "oppose", {"who": "bo", "skill": "Science", "other": "ana", "other_skill": "Science"}),
            ("gm", "contest", {"who": "ana", "skill": "Science"}),
            ("ana", "attempt", {"who": "ana", "skill": "Science", "what": "to count the stars"}),
        ):
            with pytest.raises(Refusal, match=f"^{problem}$"):
                play.act(seat, verb, **args)
        assert checks.no_check(play.desk, "ana", NO_SKILL, "brains") is None
    else:
        play.act("gm", "check", who="ana", skill="Science", difficulty=4)
        assert (play.question("ana").high, play.question("ana").reason) == (
            0,
            "score 4: Brains 4, Science 0; the brains pool holds 20",
        )
        assert outcome(play.answer("ana", 0)) == "success"


def test_among_several_sides_too_the_untrained_are_left_out_where_a_table_forbids_them():
    """TOF-3.04, TOF-1.19: the game master names somebody else, or another skill."""
    people_ = {"ana": {"skills": {"Lead": 1}}, "bo": {"skills": {"Lead": 2}}, "cy": {}}
    play = seated(people=people_, dials={"untrained": "forbidden"})
    play.act("gm", "contest", who="ana", skill="Lead")
    assert told(play.answer("gm", ("cy", "Lead", "in general")), "ruling") == ["cy has not learned Lead"]
    assert told(play.answer("gm", ("bo", "Lead", "in general")), "ruling") == [""]
    play.answer("gm", ("that is all", "Lead", "in general"))
    assert play.asked() == [("ana", "bid"), ("bo", "bid")]


def test_whoever_keeps_naming_the_untrained_is_done_in_the_end(monkeypatch):
    """TOF-3.04."""
    monkeypatch.setattr(contests, "MOST_NAMES", 3)
    play = seated(people={"ana": {"skills": {"Lead": 1}}, "cy": {}}, dials={"untrained": "forbidden"})
    play.act("gm", "contest", who="ana", skill="Lead")
    for _ in range(contests.MOST_NAMES):
        events = play.answer("gm", ("cy", "Lead", "in general"))
    assert outcome(events) == "nothing"


@pytest.mark.parametrize("state", ["out", "dead", "fled"])
def test_whoever_is_out_is_not_put_to_checks(state):
    """TOF-1.04, TOF-1.05: nor opposed, nor among several sides."""
    play = seated(people={"ana": {"conditions": [state]}, "bo": {}})
    for verb, args in (
        ("check", {"who": "ana", "skill": "Weapon", "difficulty": 4}),
        ("oppose", {"who": "bo", "skill": "Weapon", "other": "ana", "other_skill": "Weapon"}),
        ("contest", {"who": "ana", "skill": "Weapon"}),
    ):
        with pytest.raises(Refusal, match=r"^ana is out$"):
            play.act("gm", verb, **args)
    play.act("gm", "contest", who="bo", skill="Weapon")
    assert [one.value for one in play.question("gm").fields[0].options] == ["that is all"]


# A player asks for a check


def test_a_player_says_what_they_try_and_the_game_master_how_hard_it_is():
    """TOF-1.04, TOF-1.17, TOF-1.22, TOF-1.32: the number stays hidden; all hear with what, and what moves them."""
    play = seated(people={"ana": CLIMBER})
    events = play.act("ana", "attempt", who="ana", skill="Athletics", what="up the tree")
    assert (said(events), play.asked()) == (["ana tries Athletics: up the tree"], [("gm", "ruling")])
    form = play.question("gm")
    assert (form.default, form.fields[1].reason) == (("check", 8, "strength", "nothing"), checks.ladder(TOF.lists))
    events = play.answer("gm", ("check", 7, "agility", "nothing"))
    assert [told(events, "ruling", viewer) for viewer in ("ana", "eve")] == [["check, agility, nothing"]] * 2
    assert outcome(play.answer("ana", 1)) == "success"
    assert play.of("ana", "agility_pool") == 19


@pytest.mark.parametrize("viewer", ["ana", "eve"])
def test_of_a_ruling_nobody_else_learns_the_number(viewer):
    """TOF-1.22, TOF-1.24: byte for byte."""
    seen = []
    for difficulty in (9, 20):
        play = seated(people={"ana": CLIMBER})
        play.act("ana", "attempt", who="ana", skill="Athletics", what="up the tree")
        play.answer("gm", ("check", difficulty, "agility", "nothing"))
        play.answer("ana", 2)
        seen.append(sent(play, viewer))
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("ruling", "ending", "line"),
    [("it works", "works", ["it works"]), ("it cannot be done", "refused", ["it cannot be done"])],
)
def test_what_nobody_cares_about_simply_works_or_does_not(ruling, ending, line):
    """TOF-1.17, TOF-1.04: no bid, no cost."""
    play = seated(people={"ana": CLIMBER})
    play.act("ana", "attempt", who="ana", skill="Athletics", what="over the stile")
    events = play.answer("gm", (ruling, 8, "strength", "nothing"))
    assert (outcome(events), said(events), play.pools("ana")) == (ending, line, (20, 20, 20, 20, 8))


def test_a_bare_attribute_may_be_tried():
    """TOF-1.28: the game master says which."""
    play = seated(people={"ana": {"brains": 6}})
    play.act("ana", "attempt", who="ana", skill=NO_SKILL, what="to remember the rhyme")
    play.answer("gm", ("check", 6, "brains", "nothing"))
    assert outcome(play.answer("ana", 0)) == "success"


@pytest.mark.parametrize(("heart", "most"), [("nothing", 3), ("love", 5), ("fear", 1)])
def test_what_moves_somebody_changes_what_they_may_bid(heart, most):
    """TOF-1.10: love and fear, in a check that the game master opens and in one a player asks for."""
    play = seated(people={"ana": {"skills": {"Weapon": 3}}})
    play.act("gm", "check", who="ana", skill="Weapon", difficulty=30, heart=heart)
    assert (play.question("ana").high, play.of("ana", "loved")) == (most, "yes" if heart == "love" else "no")
    play.answer("ana", 0)
    play.answer("ana", "leave it")
    play.act("gm", "end-scene")
    play.act("ana", "attempt", who="ana", skill="Weapon", what="for her brother")
    play.answer("gm", ("check", 30, "strength", heart))
    assert play.question("ana").high == most


def test_a_scene_is_opened_and_closed_by_the_game_masters_word():
    """TOF-1.34: love helps once in a scene; the end of the scene, of the session, or a night clears that."""
    play = seated(people={"ana": {"skills": {"Weapon": 3}}, "bo": {"skills": {"Weapon": 3}}})
    love = {"who": "ana", "skill": "Weapon", "difficulty": 7, "heart": "love"}
    why = "^ana has drawn on that love in this scene already$"
    play.act("gm", "open-session")
    for over in ("end-scene", "close-session"):
        tried(play, 0, **love)
        with pytest.raises(Refusal, match=why):
            play.act("gm", "check", **love)
        with pytest.raises(Refusal, match=why):
            play.act("gm", "oppose", who="bo", skill="Weapon", other="ana", other_skill="Weapon", other_heart="love")
        play.act("ana", "attempt", who="ana", skill="Weapon", what="once more")
        with pytest.raises(Refusal, match="love is not open: ana has drawn on that love"):
            play.answer("gm", ("check", 4, "strength", "love"))
        play.answer("gm", ("it works", 4, "strength", "nothing"))
        play.act("gm", over)
        assert play.of("ana", "loved") == "no"
    with pytest.raises(Refusal, match="'end-scene' is not something you can do here"):
        play.act("ana", "end-scene")


# Help


HELPED = {"who": "ana", "skill": "Lead", "difficulty": 30}


def friends(**learned):
    """Ana and others, with what each has learned of Lead."""
    return {
        "ana": {"skills": {"Lead": 2}},
        **{name: {"skills": {"Lead": rated} if rated else {}} for name, rated in learned.items()},
    }


def test_nobody_helps_unless_a_dial_says_so():
    """TOF-1.30: the game master lowers the difficulty instead."""
    play = seated(people=friends(bo=3))
    play.act("gm", "check", **HELPED)
    assert play.asked() == [("ana", "bid")]


@pytest.mark.parametrize(
    ("answers", "bonus", "line"),
    [
        (("no", "no", "no"), 0, []),
        (("no", "help", "no"), 1, ["cy helps ana"]),
        (("help", "help", "no"), 2, ["bo, cy help ana"]),
        (("help", "help", "help"), 2, ["bo, cy help ana"]),
    ],
)
def test_each_helper_pays_a_point_and_adds_one_up_to_two(answers, bonus, line):
    """TOF-1.30: outside the cap, from the pool of the attribute used; a third pays nothing."""
    play = seated(people=friends(bo=1, cy=3, di=8), dials={"assist": "plus_one"})
    play.act("gm", "check", **HELPED)
    assert play.prices("bo") == {"help": "−1 social pool, unless enough others help"}  # of three, two at most pay
    for seat, answer in zip(("bo", "cy", "di"), answers, strict=True):
        events = play.answer(seat, answer)
    assert (said(events), play.question("ana").high) == (line, 2)
    helping = [answer == "help" for answer in answers]
    paying = [int(helps and sum(helping[:place]) < 2) for place, helps in enumerate(helping)]
    assert [play.of(who, "social_pool") for who in ("bo", "cy", "di")] == [20 - one for one in paying]
    events = play.answer("ana", 2)
    more = f", help and circumstances {bonus}" if bonus else ""
    assert said(events, "gm")[0] == f"ana: Social 4, Lead 2, bid 2{more} makes {8 + bonus} against 30"


def test_who_has_not_learned_it_or_has_nothing_left_cannot_help():
    """TOF-1.30: they are asked all the same, and only they see why."""
    play = seated(people=friends(bo=0, cy=2), dials={"assist": "plus_one"})
    play.put("cy", social_pool=0)
    play.act("gm", "check", **HELPED)
    assert play.asked() == [("bo", "help"), ("cy", "help")]
    assert [terms_of(play.question(seat).options[0]) for seat in ("bo", "cy")] == ["−1 social pool", "−1 social pool"]
    for seat, why in (("bo", "you have not learned Lead"), ("cy", "you have no point left for it")):
        with pytest.raises(Refusal, match=f"help is not open: {why}"):
            play.answer(seat, "help")
        play.answer(seat, "no")
    assert play.asked() == [("ana", "bid")]


@pytest.mark.parametrize("skill", [NO_SKILL, "Lead"])
def test_who_is_out_or_alone_has_no_part_in_it(skill):
    """TOF-1.30: nor does anybody help with a bare attribute, nor the game master's people."""
    dials = {"assist": "plus_one"}
    people_ = friends() if skill == "Lead" else friends(bo=2)
    play = seated(people=people_, foes={"wolf": {"skills": {"Lead": 2}}}, dials=dials)
    play.act("gm", "check", **{**HELPED, "skill": skill, "attribute": "social"})
    assert play.asked() == [("ana", "bid")]
    play = seated(people={**friends(), "bo": {"skills": {"Lead": 2}, "conditions": ["out"]}}, dials=dials)
    play.act("gm", "check", **HELPED)
    assert play.asked() == [("ana", "bid")]


# Circumstances


@pytest.mark.parametrize("most", DIALS["circumstance_max"])
def test_circumstances_are_shown_to_all_before_the_bids_and_have_a_limit(most):
    """TOF-1.31: in opposed checks; against a difficulty they change the difficulty only."""
    play = seated(people={"ana": {"skills": {"Weapon": 4}}, "bo": {"skills": {"Weapon": 4}}}, dials={"circumstance_max": most})
    sides = {"who": "ana", "skill": "Weapon", "other": "bo", "other_skill": "Weapon"}
    if most < 8:
        for given in ({"bonus": most + 1}, {"other_bonus": -most - 1}):
            with pytest.raises(Refusal, match=f"^circumstances change a total by at most {most} here$"):
                play.act("gm", "oppose", **sides, **given)
    with pytest.raises(Refusal, match="is not a whole number from -8 to 8"):
        play.act("gm", "oppose", **sides, bonus=9)
    events = play.act("gm", "oppose", **sides, bonus=most, other_bonus=-most)
    shown = f"ana (Weapon, circumstances +{most}) against bo (Weapon, circumstances -{most})" if most else None
    assert said(events) == [shown or "ana (Weapon) against bo (Weapon)"]
    play.answer("bo", 0)
    events = play.answer("ana", 0)
    assert outcome(events) == ("wins" if most else "loses")
    if most:
        assert said(events, "gm")[:2] == [
            *[f"ana: Strength 4, Weapon 4, bid 0, circumstances {most} makes {8 + most}"],
            *[f"bo: Strength 4, Weapon 4, bid 0, circumstances -{most} makes {8 - most}"],
        ]
    assert "bonus" not in [field.name for field in TOF.game.verbs["check"].slots]


# Contests


def test_nobody_opposes_oneself():
    """TOF-1.05."""
    play = seated()
    with pytest.raises(Refusal, match=r"^one does not oppose oneself$"):
        play.act("gm", "oppose", who="ana", skill="Weapon", other="ana", other_skill="Dodge")
    play.act("gm", "contest", who="ana", skill="Weapon")
    assert "ana" not in [one.value for one in play.question("gm").fields[0].options]
    events = play.answer("gm", ("that is all", "Weapon", "in general"))
    assert (outcome(events), said(events)) == ("nothing", ["nobody opposes them"])


def test_a_contest_is_named_side_by_side_up_to_eight():
    """TOF-1.19: then it begins by itself; the first may be one without a skill."""
    names = [f"p{place}" for place in range(contests.MOST_SIDES + 1)]
    play = seated(people={name: {} for name in names})
    play.act("gm", "contest", who="p0", skill=NO_SKILL)
    for name in names[1 : contests.MOST_SIDES]:
        assert play.asked() == [("gm", "side")]
        events = play.answer("gm", (name, "Weapon", "in general"))
    assert [seat for seat, _ in play.asked()] == names[: contests.MOST_SIDES]
    assert said(events)[0].startswith("p0 (no skill) against p1 (Weapon) against p2 (Weapon)")


@pytest.mark.parametrize(("keeps", "ending"), [("nobody", "draw"), ("the first", "wins")])
def test_who_keeps_things_in_a_contest(keeps, ending):
    """TOF-1.19, TOF-1.18: a tie of all three."""
    play = seated(people={"ana": {}, "bo": {}, "cy": {}})
    play.act("gm", "contest", who="ana", skill="Weapon", keeps=keeps)
    for answer in (("bo", "Weapon", "in general"), ("cy", "Weapon", "in general"), ("that is all", "Weapon", "in general")):
        play.answer("gm", answer)
    for seat in ("ana", "bo", "cy"):
        events = play.answer(seat, 0)
    assert (outcome(events), cited(events) >= {"TOF-1.02"}) == (ending, True)


@pytest.mark.parametrize(
    ("verb", "args", "why"),
    [
        ("check", {"who": "zed", "skill": "Weapon", "difficulty": 4}, "you see no zed"),
        (
            "check",
            {"who": "ana", "skill": "Juggling", "difficulty": 4},
            "is put to a check with …: 'Juggling' is not one of Athletics",
        ),
        (
            "check",
            {"who": "ana", "skill": "Weapon", "difficulty": 4, "use": ""},
            "use of the skill …: expected a text of 1 to 60 characters",
        ),
        ("check", {"who": "ana", "skill": "Weapon", "difficulty": 4, "heart": "hate"}, "moved by …: 'hate' is not one of"),
        ("check", {"who": "ana", "talent": "Weapon"}, "check takes who, skill, difficulty"),
        ("oppose", {"who": "ana", "skill": "Weapon", "other": 3, "other_skill": "Weapon"}, "3 is not a name"),
        ("contest", {"who": "ana", "skill": "Weapon", "keeps": "the other"}, "a tie goes to …: 'the other' is not one of"),
    ],
)
def test_a_party_of_bad_checks(verb, args, why):
    """TOF-1.04: each is refused with a reason, and nothing has happened."""
    play = seated()
    before = len(play.table.records)
    with pytest.raises(Refusal, match=f"^{why}"):
        play.act("gm", verb, **args)
    assert len(play.table.records) == before


def test_nobody_tries_something_for_somebody_else():
    """TOF-1.04, TOF-1.07."""
    play = seated(people={"ana": {}, "bo": {}}, foes={"wolf": {}})
    for who, why in (("ana", "ana is not yours"), ("wolf", "wolf is not yours")):
        with pytest.raises(Refusal, match=f"^{why}$"):
            play.act("bo", "attempt", who=who, skill="Weapon", what="a trick")
    play.act("gm", "attempt", who="wolf", skill="Weapon", what="a bite")
    play.answer("gm", ("check", 4, "strength", "nothing"))
    assert outcome(play.answer("gm", 0)) == "success"


# One game, two editions


def test_the_two_drafts_are_one_game():
    """TOF-R.24: the same rules, verbs and lists; the older draft only sets other defaults."""
    assert {"twist-of-fate", "mind-over-matter"} <= set(games())
    assert (set(TOF.game.verbs), TOF.lists["skills"]) == (set(MOM.game.verbs), MOM.lists["skills"])
    differing = {name for name, dial in TOF.dials.items() if MOM.dials[name].values[0] != dial.values[0]}
    assert differing == {"specializations", "spec_effect", "skill_budget", "harm_model"}
    assert {name: MOM.rule(name) is rule for name, rule in TOF.rules.items()} == dict.fromkeys(TOF.rules, True)
    for system in (TOF, MOM):
        assert odds(system.rule("against")(6, 4, 10)).weights == {"success": 1}
        assert outcome(tried(seated(system, people={"ana": LEGAL}), 4, difficulty=10, **CLIMB)) == "success"


@pytest.mark.parametrize("verb", ["check", "oppose", "foresee"])
def test_forms_begin_with_skills_that_people_have_learned(verb):
    """TOF-1.28: where the untrained may not try."""
    people_ = {"ana": {"skills": {"Athletics": 1}}, "bo": {"skills": {"Science": 1}}}
    play = seated(people=people_, dials={"untrained": "forbidden"})
    other = {} if verb == "check" else {"other": "ana"}
    expected = {"skill": "Science", **({"other_skill": "Athletics"} if other else {})}
    assert stands(play, "gm", verb, *expected, who="bo", **other) == expected
