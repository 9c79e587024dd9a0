"""Twist of Fate: what the mathematics of a bid suggest, told to whoever asks and to nobody else."""

from fractions import Fraction

import pytest

from fatewright.core.rule.odds import Odds
from fatewright.core.rule.price import odds
from fatewright.core.rule.reading import Given
from fatewright.core.rule.solve import solve
from fatewright.core.table.events import Told
from fatewright.core.table.seal import see
from fatewright.core.table.story import Refusal
from fatewright.lab.purse import Purse
from fatewright.lab.tries import best_tries, cost_of_tries
from fatewright.systems.twist_of_fate.bidding import advice, bids
from fatewright.systems.twist_of_fate.characters.people import NO_SKILL
from systems.tof_table import MOM, TOF, fight, outcome, said, seated

FOUR = {"skills": {"Weapon": 4, "Dodge": 4}}
BRAWLER = {"skills": {"Brawl": 4, "Dodge": 4}}
EIGHT = {"skills": {"Athletics": 8}}  # score 12, most 8
BID = {"who": "ana", "skill": "Weapon", "their_score": 8, "their_cap": 4, "stake": 8, "their_stake": 8}
TRIES = {"who": "ana", "skill": "Athletics", "lowest": 12, "highest": 20}
DUEL = {"who": "ana", "skill": "Weapon", "their_score": 8, "their_cap": 4, "their_pool": 20}
POINT = {"who": "ana", "skill": "Weapon"}
FORESEE = {"who": "ana", "skill": "Weapon", "other": "wolf", "other_skill": "Weapon"}
VERBS = [("suggest-bid", BID), ("suggest-tries", TRIES), ("suggest-duel", DUEL), ("price-of-a-point", POINT)]


def advised(play, verb, seat="ana", **args):
    """The one line of advice."""
    events = play.act(seat, verb, **args)
    assert outcome(events) == "advised"
    (line,) = said(events, seat)
    return line


# Who may ask, and who hears


@pytest.mark.parametrize(("verb", "args"), VERBS)
@pytest.mark.parametrize("system", [TOF, MOM], ids=["tof", "mom"])
def test_advice_is_told_to_the_asker_alone(system, verb, args):
    """TOF-1.25, TOF-1.24: nobody else hears what was suggested, nor on what guess, nor that it was asked."""
    play = seated(system, people={"ana": {"skills": {"Weapon": 4, "Athletics": 8}}, "bo": {}})
    before = dict(play.table.truth.facts)
    events = play.act("ana", verb, **args)
    assert [len(said(events, viewer)) for viewer in ("ana", "bo", "eve", "gm")] == [1, 0, 0, 0]
    assert [event for viewer in ("bo", "eve") for event in events if see(event, viewer)] == []
    assert dict(play.table.truth.facts) == before


@pytest.mark.parametrize(("verb", "args"), [*VERBS, ("foresee", FORESEE)])
def test_a_table_may_play_without_advice(verb, args):
    """TOF-1.25: a dial."""
    play = seated(people={"ana": FOUR}, foes={"wolf": FOUR}, dials={"advice": "off"})
    with pytest.raises(Refusal, match=r"^this table plays without advice$"):
        play.act("gm" if verb == "foresee" else "ana", verb, **args)


@pytest.mark.parametrize(("verb", "args"), VERBS)
def test_one_asks_for_ones_own_people_only(verb, args):
    """TOF-1.24: whoever asked for others would learn their sheets."""
    play = seated(people={"ana": {}, "bo": {}}, foes={"wolf": {}})
    for who in ("ana", "wolf"):
        with pytest.raises(Refusal, match=f"^{who} is not yours$"):
            play.act("bo", verb, **{**args, "who": who})
    assert outcome(play.act("gm", verb, **{**args, "who": "wolf"})) == "advised"


@pytest.mark.parametrize(
    ("verb", "args", "why"),
    [
        ("suggest-bid", {**BID, "stake": 0}, "winning is worth … points: 0 is not a whole number from 1 to 40"),
        ("suggest-bid", {**BID, "their_cap": 9}, "guessing that they can bid up to …: 9 is not a whole number from 0 to 8"),
        ("suggest-bid", {**BID, "tie": "nobody"}, "a tie …: 'nobody' is not one of goes to them, goes to me"),
        (
            "suggest-tries",
            {**TRIES, "lowest": -1},
            "guessing a difficulty of at least …: -1 is not a whole number from 0 to 30",
        ),
        (
            "suggest-tries",
            {**TRIES, "failed": 9},
            "the highest bid that has failed \\(-1 for none\\) …: 9 is not a whole number from -1 to 8",
        ),
        (
            "suggest-tries",
            {**TRIES, "likely": "no"},
            "the likely difficulties are …: 'no' is not one of all alike, rather easy, in the middle",
        ),
        ("suggest-duel", {**DUEL, "exchanges": 0}, "over … exchanges: 0 is not a whole number from 1 to"),
        (
            "price-of-a-point",
            {**POINT, "checks": 0},
            "… checks to come before the pool is restored: 0 is not a whole number from 1 to 10",
        ),
        (
            "price-of-a-point",
            {**POINT, "skill": "Health"},
            "asks what a point of willpower is worth with …: 'Health' is not one of Athletics",
        ),
    ],
)
def test_a_party_of_bad_guesses(verb, args, why):
    """TOF-1.25."""
    with pytest.raises(Refusal, match=f"^{why}"):
        seated(people={"ana": FOUR}).act("ana", verb, **args)


# The mix of bids


@pytest.mark.parametrize(
    ("tie", "line"),
    [
        (
            "goes to them",
            "ana, Weapon: bid 0: 1/2, 1: 1/8, 2: 1/8, 3: 1/8, 4: 1/8. "
            "They should bid 4: 1/2, 0: 1/8, 1: 1/8, 2: 1/8, 3: 1/8. You win 15.6 %.",
        ),
        (
            "goes to me",
            "ana, Weapon: bid 4: 1/2, 0: 1/8, 1: 1/8, 2: 1/8, 3: 1/8. "
            "They should bid 0: 1/2, 1: 1/8, 2: 1/8, 3: 1/8, 4: 1/8. You win 84.4 %.",
        ),
    ],
)
def test_the_mix_of_the_example_is_suggested(tie, line):
    """TOF-X.44, TOF-1.18: 5/32 for the one who does not have the tie."""
    assert advised(seated(people={"ana": FOUR}), "suggest-bid", **BID, tie=tie) == line


def test_a_mix_goes_by_what_the_pool_still_allows():
    """TOF-1.10, TOF-1.25: 1 point left against a cap of 4."""
    play = seated(people={"ana": {**FOUR, "strength_pool": 1}})
    line = advised(play, "suggest-bid", **{**BID, "their_score": 12})
    assert line == "ana, Weapon: bid 0: 1. They should bid 0: 1. You win 0.0 %."
    assert advised(play, "suggest-bid", **{**BID, "skill": NO_SKILL, "their_score": 0, "their_cap": 0}).endswith(
        "You win 100.0 %."
    )


def test_what_you_care_about_counts():
    """TOF-1.25: stakes of 12 and 4 between equals: 87.5 % (A6)."""
    line = advised(seated(people={"ana": FOUR}), "suggest-bid", **{**BID, "stake": 12, "their_stake": 4})
    assert line.startswith("ana, Weapon: bid 1: 1/4, 2: 1/4, 3: 1/4, 4: 1/4. They should bid 0: 3/4, 1: 1/12, ")
    assert line.endswith("You win 87.5 %.")


def test_a_mix_in_words_has_the_most_frequent_first():
    """TOF-1.25."""
    assert advice.said_mix(Odds({0: 1, 3: 2, 1: 1}, 4)) == "3: 1/2, 0: 1/4, 1: 1/4"


@pytest.mark.parametrize("tie", ["first", "second", "split"])
def test_what_a_check_is_worth_is_a_rule_that_can_be_solved(tie):
    """TOF-1.05, TOF-1.18: in shares of the stakes; the equilibrium is that of the advice."""
    solved = solve(advice.staked(0, 4, 4, 8, 8, tie), ("first", "second"), lambda worth: worth)
    found = bids.advised(0, 4, 4, 8, 8, tie)
    assert (solved.mixes, solved.value) == (found.mixes, found.value)


def test_what_both_have_paid_counts_in_what_a_check_is_worth():
    """TOF-1.09: 2 ahead, 1 against 3 is a tie, which is the second side's: -1/6 + 3/6."""
    assert odds(advice.staked(2, 5, 3), Given(("bid", (1, 3)))) == Odds({Fraction(1, 3): 1}, 1)
    assert odds(advice.staked(2, 5, 3), Given(("bid", (2, 3)))) == Odds({Fraction(7, 6): 1}, 1)


# Trying again


def test_the_best_tries_of_the_example():
    """TOF-X.45, TOF-1.13: the needs 0 to 8, falling; 0, 3, 7, 8 for 221/45 on average."""
    needs = advice.needed(range(12, 21), 12, "rather easy")
    assert needs == Odds({need: 9 - need for need in range(9)}, 45)
    assert best_tries(needs, 8) == ((0, 3, 7, 8), Fraction(221, 45))
    assert f"{float(cost_of_tries((0, 3, 7, 8), needs)):.3f}" == "4.911"


@pytest.mark.parametrize(
    ("likely", "line"),
    [
        ("all alike", "ana, Athletics: 0, 8; 7.11 points on average"),
        ("rather easy", "ana, Athletics: 0, 3, 7, 8; 4.91 points on average"),
        ("in the middle", "ana, Athletics: 0, 5, 8; 6.72 points on average"),
    ],
)
def test_the_first_rows_of_the_retry_table_at_a_table(likely, line):
    """TOF-1.13, TOF-X.45: B, cap 8: uniform 7.11, falling 4.91, a hump in the middle 6.72."""
    assert advised(seated(people={"ana": EIGHT}), "suggest-tries", **TRIES, likely=likely) == line


@pytest.mark.parametrize(
    ("likely", "each", "plan"),
    [("all alike", 1, "8"), ("rather easy", 1, "2, 6, 8"), ("all alike", 3, "8"), ("rather easy", 3, "4, 8")],
)
def test_where_every_try_costs_something_there_are_fewer(likely, each, plan):
    """TOF-1.13, TOF-1.14: B, with a cost of 1 or 3 per try; of 8 and 0, 8, which then cost the same, the shorter."""
    line = advised(seated(people={"ana": EIGHT}), "suggest-tries", **TRIES, likely=likely, each=each)
    assert line.partition("; ")[0] == f"ana, Athletics: {plan}"


@pytest.mark.parametrize(
    ("sheet", "highest", "loss", "line"),
    [
        (EIGHT, 20, 4, "ana, Athletics: 0; 3.56 points on average"),  # B4: nothing is bid while it is worth no more than 8
        ({"skills": {"Athletics": 4}}, 16, 12, "ana, Athletics: 0, 4; 8.89 points on average"),
        (
            {"skills": {"Athletics": 4}},
            16,
            0,
            "ana reaches 12: what may lie above cannot be had. Say what failing would cost you.",
        ),
    ],
)
def test_what_may_be_out_of_reach_needs_a_price(sheet, highest, loss, line):
    """TOF-1.13: B4: do not bid at all while the loss is small; with cap 4 and needs up to 8, a loss of 12 is worth 0, 4."""
    guess = {**TRIES, "lowest": highest - 8, "highest": highest}
    assert advised(seated(people={"ana": sheet}), "suggest-tries", **guess, loss=loss) == line


def test_a_failure_teaches_exactly_that_more_is_needed():
    """TOF-1.13: the difficulty is above score and bid, and no more is known."""
    assert advice.needed(range(12, 21), 12, "all alike", failed=5) == Odds({6: 1, 7: 1, 8: 1}, 3)
    assert advice.needed(range(5, 14), 12, "all alike") == Odds({0: 8, 1: 1}, 9)
    assert advice.needed(range(12, 15), 12, "in the middle") == Odds({0: 1, 1: 2, 2: 1}, 4)
    play = seated(people={"ana": EIGHT})
    assert advised(play, "suggest-tries", **TRIES, failed=5) == "ana, Athletics: 8; 8.00 points on average"
    assert advised(play, "suggest-tries", **TRIES, failed=8) == "by your guess, what you have tried would have succeeded"


def test_a_guess_may_be_given_the_wrong_way_round():
    """TOF-1.13."""
    play = seated(people={"ana": EIGHT})
    assert advised(play, "suggest-tries", **{**TRIES, "lowest": 20, "highest": 12}) == advised(play, "suggest-tries", **TRIES)


# A point, and a duel


@pytest.mark.parametrize(
    ("held", "line"),
    [
        (20, "A meal would waste 4, a night 12."),
        (10, "A meal would waste 0, a night 2."),
        (0, "A meal would waste 0, a night 0."),
    ],
)
def test_the_price_of_a_point(held, line):
    """TOF-1.09, TOF-1.10: above 8 tonight is wasted; 24 come back in a day; all or nothing, by the stake (C2)."""
    play = seated(people={"ana": {**FOUR, "strength_pool": held}})
    needs = Odds(dict.fromkeys(range(7), 1), 7)
    purse = Purse(needs, advice.STAKES, 4)
    plan = ", ".join(f"{purse.bid(4, held, stake)} for a stake of {stake}" for stake in (2, 6, 12))
    told = advised(play, "price-of-a-point", **POINT)
    price = f"{float(purse.price(4, held)):.2f}"
    assert told == (
        f"ana, strength: the last of {held} points is worth {price} now; bid {plan}. {line} A day restores 24 at most."
    )


def test_a_point_that_cannot_be_bid_is_worth_nothing():
    """TOF-1.10, TOF-1.28: without a skill, nor where none is left."""
    line = advised(seated(), "price-of-a-point", who="ana", skill=NO_SKILL)
    assert line.startswith(
        "ana, strength: the last of 20 points is worth 0.00 now; bid 0 for a stake of 2, 0 for a stake of 6, 0 "
    )


def test_a_duel_of_equals_is_even_and_the_richer_side_wins_a_long_one():
    """TOF-1.25: C4: 5 exchanges at cap 4, 20 points against 19: lost for certain."""
    play = seated(people={"ana": FOUR, "bo": {**FOUR, "strength_pool": 19}})
    assert advised(play, "suggest-duel", **DUEL) == "ana, Weapon: chance 50.0 %; next bid 4: 100.0 %"
    line = advised(play, "suggest-duel", "bo", **{**DUEL, "who": "bo"})
    assert line.startswith("bo, Weapon: chance 0.0 %")


def test_a_duel_of_eight_exchanges_needs_bluffing():
    """TOF-1.25: C4: 20 against 20: mostly the cap, 0: 4 %, 1: 27 %, 4: 69 %; 20 against 19: 64 %."""
    play = seated(people={"ana": FOUR})
    assert advised(play, "suggest-duel", **DUEL, exchanges=8).startswith("ana, Weapon: chance 50.0 %; next bid 0: 4.")
    assert advised(play, "suggest-duel", **{**DUEL, "their_pool": 19}, exchanges=8).startswith("ana, Weapon: chance 63.8 %")


def test_a_duel_that_would_take_too_long_says_how_far_it_can_be_foreseen():
    """TOF-1.25: 81 pairs of bids in every exchange."""
    play = seated(people={"ana": {"skills": {"Weapon": 8}}})
    line = advised(play, "suggest-duel", **{**DUEL, "their_cap": 8}, exchanges=3)
    assert line == "with such caps only 2 exchanges can be foreseen"
    assert advised(play, "suggest-duel", **{**DUEL, "their_cap": 8}, exchanges=2).startswith("ana, Weapon: chance ")


# For the game master


@pytest.mark.parametrize(
    ("foe", "line"),
    [
        (FOUR, "ana against wolf: the reaches are equal: the tie decides. ana wins 27.8 % at a stake of 6; bids "),
        ({"skills": {"Weapon": 2}}, "ana against wolf: ana reaches 12, wolf 8: ana can make sure of it. ana wins "),
        ({}, "ana against wolf: a foregone conclusion: ana has 8 without a bid, and wolf reaches 4. ana wins 100.0 % "),
    ],
)
def test_the_game_master_foresees_how_a_check_would_go(foe, line):
    """TOF-1.25, TOF-1.24: told to the game master alone; 27.8 % is A4's, between equals at a stake of 6."""
    play = seated(people={"ana": FOUR}, foes={"wolf": foe})
    events = play.act("gm", "foresee", **FORESEE)
    assert said(events, "gm")[0].startswith(line)
    assert [event for event in events for viewer in ("ana", "eve") if see(event, viewer)] == []
    with pytest.raises(Refusal, match="'foresee' is not something you can do here"):
        play.act("ana", "foresee", **FORESEE)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"skill": NO_SKILL}, "a check without a skill needs an attribute"),
        ({"other_skill": "Carry"}, "Carry is not on this table's list of skills"),
        ({"who": "bo"}, "bo is out"),
        ({"other": "zed"}, "you see no zed"),
    ],
)
def test_what_could_not_be_checked_cannot_be_foreseen(change, why):
    """TOF-1.25, TOF-3.36."""
    play = seated(people={"ana": FOUR, "bo": {"conditions": ["out"]}}, foes={"wolf": FOUR})
    with pytest.raises(Refusal, match=f"^{why}"):
        play.act("gm", "foresee", **{**FORESEE, **change})


@pytest.mark.parametrize(
    ("dials", "line"),
    [
        ({}, "nothing speaks against an end of this fight"),
        ({"fatigue_cost": 0}, "nobody tires: equals with empty pools tie for ever"),
        ({"hit_drain": "none"}, "hits cost no health points: only a margin beyond all that are left takes somebody out"),
    ],
)
def test_the_game_master_alone_hears_whether_a_fight_can_end(dials, line):
    """TOF-6.30, TOF-1.24."""
    play = seated(people={"ana": BRAWLER}, foes={"wolf": BRAWLER}, dials=dials, facts=fight("ana", "wolf"))
    events = play.act("gm", "foresee-fight")
    assert [said(events, viewer) for viewer in ("gm", "ana", "eve")] == [[line], [], []]
    with pytest.raises(Refusal, match=r"^nobody is fighting$"):
        seated().act("gm", "foresee-fight")
    with pytest.raises(Refusal, match=r"^this table plays without advice$"):
        seated(dials={"advice": "off"}, facts=fight("ana")).act("gm", "foresee-fight")


def test_whoever_cannot_hit_at_all_is_named():
    """TOF-6.30: a novice against a master's defense."""
    master = {"agility": 8, "skills": {"Dodge": 8, "Brawl": 4}}
    play = seated(people={"ana": {}}, foes={"wolf": master}, facts=fight("ana", "wolf"))
    assert said(play.act("gm", "foresee-fight"), "gm") == ["party cannot hit anybody, whatever it bids"]


@pytest.mark.parametrize(("verb", "args"), VERBS)
def test_advice_cites_no_rule_for_it_is_none(verb, args):
    """TOF-1.01: it decides nothing."""
    play = seated(people={"ana": {"skills": {"Weapon": 4, "Athletics": 8}}})
    assert [event.ids for event in play.act("ana", verb, **args) if isinstance(event, Told)] == [()]
