"""Lanterns Under the Hill: its odds, its verbs by the faces that fall, its builder and its dials."""

from fractions import Fraction
from math import comb

import pytest

from fatewright.core.errors import BadValue
from fatewright.core.rule.price import UNKNOWN, odds
from fatewright.core.table.engine import Act
from fatewright.core.table.events import Asked, Rolled
from fatewright.core.table.preview import odds_of_act, odds_of_answer
from fatewright.core.table.seal import EVERYONE, Audience, is_hidden, see
from fatewright.core.table.story import Refusal
from fatewright.kit.stage import outcome, stage, verdicts
from fatewright.kit.stage import said as lines_of
from fatewright.systems.lanterns.rules import daring, newcomer
from fatewright.systems.spec import BuilderStep, Dial, game
from witnesses import brute_force, fractions, played

LANTERNS = game("lanterns")
GHOUL = LANTERNS.kinds["ghoul"]  # nerve 2, hand 3, wit 1, light 0, toughness 3


def at_table(dials=None, foes=None):
    """A table of ana (hand 4, light 4), bo (wit 5, light 3, an old name) and a ghoul."""
    return stage(LANTERNS, foes={"ghoul": GHOUL} if foes is None else foes, dials=dials)


def said(events, viewer="ana"):
    return lines_of(events, viewer)


# The throw


def trinomial(dice):
    """A third hits, half blanks, a sixth neither."""
    return {
        (hits, blanks): Fraction(comb(dice, hits) * comb(dice - hits, blanks) * 2**hits * 3**blanks, 6**dice)
        for hits in range(dice + 1)
        for blanks in range(dice - hits + 1)
    }


@pytest.mark.parametrize("dice", range(10))
def test_the_exact_odds_of_daring(dice):
    assert fractions(odds(daring(dice))) == trinomial(max(dice, 1))


@pytest.mark.parametrize("dice", range(5))
def test_the_odds_of_daring_are_those_of_literal_dice(dice):
    assert fractions(odds(daring(dice))) == brute_force(daring(dice))


@pytest.mark.parametrize(
    ("faces", "hits", "blanks"), [((5, 6, 4, 1), 2, 1), ((1, 1, 1, 1), 0, 0), ((2, 3, 4, 2), 0, 4), ((5, 5, 6, 6), 4, 0)]
)
def test_five_and_six_hit_and_a_one_is_lost(faces, hits, blanks):
    assert played(daring(4), *faces) == (hits, blanks)


# dare, and the light


@pytest.mark.parametrize(
    ("difficulty", "faces", "ending"),
    [
        ("plain", (5, 1, 1, 1), "holds"),
        ("plain", (1, 1, 1, 1), "breaks"),
        ("hard", (5, 6, 1, 1), "holds"),
        ("hard", (5, 1, 1, 1), "breaks"),
        ("grim", (5, 6, 5, 1), "holds"),
        ("grim", (5, 6, 1, 1), "breaks"),
    ],
)
def test_a_dare_holds_with_as_many_hits_as_it_is_hard(difficulty, faces, ending):
    events = at_table().act("ana", "dare", *faces, who="ana", trait="hand", difficulty=difficulty)
    assert (outcome(events), said(events)) == (ending, [f"ana dares, and it {ending}"])
    assert verdicts(events) == [("hits", sum(face >= 5 for face in faces))]


@pytest.mark.parametrize(("trait", "dice"), [("nerve", 3), ("hand", 4), ("wit", 2)])
def test_a_dare_throws_as_many_dice_as_the_trait(trait, dice):
    play = at_table({"burn": "never"})
    (rolled,) = [
        e for e in play.act("ana", "dare", *[1] * dice, who="ana", trait=trait, difficulty="plain") if isinstance(e, Rolled)
    ]
    assert len(rolled.dice) == dice


def test_often_a_light_is_burned_until_blanks_or_lights_or_patience_end():
    play = at_table({"burn": "often"})
    play.act("bo", "dare", 2, 3, who="bo", trait="hand", difficulty="hard")
    assert (play.asked(), play.of("bo", "light")) == ([("bo", "burn")], 3)
    play.answer("bo", True, 5, 3)
    assert (play.asked(), play.of("bo", "light")) == ([("bo", "burn")], 2)
    play.answer("bo", True, 4)
    assert (play.asked(), play.of("bo", "light")) == ([("bo", "burn")], 1)
    events = play.answer("bo", True, 2)
    assert (play.asked(), play.of("bo", "light"), outcome(events)) == ([], 0, "breaks")
    events = play.act("bo", "dare", 2, 2, who="bo", trait="hand", difficulty="hard")
    assert (play.asked(), outcome(events)) == ([], "breaks")


def test_often_ends_when_no_blanks_are_left():
    play = at_table({"burn": "often"})
    play.act("bo", "dare", 2, 5, who="bo", trait="hand", difficulty="hard")
    events = play.answer("bo", True, 6)
    assert (play.asked(), play.of("bo", "light"), outcome(events)) == ([], 2, "holds")


def test_a_light_that_is_kept_is_kept():
    play = at_table({"burn": "often"})
    play.act("bo", "dare", 2, 5, who="bo", trait="hand", difficulty="hard")
    events = play.answer("bo", False)
    assert (play.asked(), play.of("bo", "light"), outcome(events)) == ([], 3, "breaks")


def test_once_a_light_is_burned_one_time():
    play = at_table({"burn": "once"})
    play.act("bo", "dare", 2, 3, who="bo", trait="hand", difficulty="hard")
    events = play.answer("bo", True, 3, 5)
    assert (play.asked(), play.of("bo", "light"), outcome(events)) == ([], 2, "breaks")


def test_never_is_a_light_burned():
    play = at_table({"burn": "never"})
    events = play.act("bo", "dare", 2, 3, who="bo", trait="hand", difficulty="plain")
    assert (play.asked(), play.of("bo", "light"), outcome(events)) == ([], 3, "breaks")


def holding(dice, needed, burns):
    """The chance of a dare whose player burns whatever can be burned."""
    return sum(
        chance * (1 if hits >= needed else holding(blanks, needed - hits, burns - 1) if blanks and burns else 0)
        for (hits, blanks), chance in trinomial(dice).items()
    )


@pytest.mark.parametrize(("dial", "burns"), [("often", 4), ("once", 1), ("never", 0)])
@pytest.mark.parametrize(("difficulty", "needed"), [("plain", 1), ("hard", 2), ("grim", 3)])
def test_the_odds_of_a_dare_under_each_dial(dial, burns, difficulty, needed):
    view = at_table({"burn": dial}).table.view("ana")
    act = Act("ana", "dare", {"who": "ana", "trait": "hand", "difficulty": difficulty})

    def burns_while_needed(question):
        hits = int(question.prompt.split()[0])
        return hits < needed

    found = fractions(odds_of_act(view, LANTERNS.game, act, burns_while_needed, budget=10**6))
    assert found == {"holds": holding(4, needed, burns), "breaks": 1 - holding(4, needed, burns)}


def test_the_odds_at_the_question_whether_to_burn():
    play = at_table({"burn": "once"})
    play.act("ana", "dare", 5, 5, 2, 1, who="ana", trait="hand", difficulty="grim")
    (number,) = play.table.truth.questions
    view = play.table.view("ana")
    assert fractions(odds_of_answer(view, LANTERNS.game, "ana", number, True)) == {
        "holds": Fraction(1, 3),
        "breaks": Fraction(2, 3),
    }
    assert fractions(odds_of_answer(view, LANTERNS.game, "ana", number, False)) == {"breaks": 1}


# strike


def test_a_strike_without_a_hit_misses():
    play = at_table()
    events = play.act("ana", "strike", 1, 1, 1, 1, who="ana", target="ghoul")
    assert (outcome(events), verdicts(events), play.of("ghoul", "harm")) == ("misses", [("hits", 0)], 0)
    assert said(events) == ["ana misses ghoul"]


def test_a_strike_harms_by_its_hits():
    play = at_table()
    events = play.act("ana", "strike", 5, 6, 1, 1, who="ana", target="ghoul")
    assert (outcome(events), play.of("ghoul", "harm")) == ("hits", 2)
    assert verdicts(events) == [("hits", 2), ("harm", 2), ("falls", False)]
    assert said(events) == ["ana strikes ghoul"]


def test_whoever_has_as_much_harm_as_toughness_falls():
    play = at_table()
    events = play.act("ana", "strike", 5, 6, 5, 1, who="ana", target="ghoul")
    assert (outcome(events), play.of("ghoul", "harm")) == ("falls", 3)
    assert verdicts(events) == [("hits", 3), ("harm", 3), ("falls", True)]
    assert said(events) == ["ana strikes ghoul", "ghoul falls"]


def test_an_old_name_throws_wit_and_harms_twice():
    play = at_table()
    events = play.act("bo", "strike", 5, 1, 1, 1, 1, who="bo", target="ghoul")
    assert (verdicts(events), play.of("ghoul", "harm")) == ([("hits", 1), ("harm", 2), ("falls", False)], 2)


def test_harm_adds_up():
    play = at_table()
    play.act("ana", "strike", 5, 6, 1, 1, who="ana", target="ghoul")
    assert outcome(play.act("ana", "strike", 5, 1, 1, 1, who="ana", target="ghoul")) == "falls"
    assert play.of("ghoul", "harm") == 3


def test_nobody_strikes_themselves_or_the_fallen_as_far_as_they_know():
    play = at_table()
    with pytest.raises(Refusal, match=r"^nobody strikes themselves$"):
        play.act("ana", "strike", who="ana", target="ana")
    play.act("ana", "strike", 5, 6, 5, 5, who="ana", target="bo")
    with pytest.raises(Refusal, match=r"^bo has fallen already$"):
        play.act("ana", "strike", who="ana", target="bo")


def test_that_a_foe_has_fallen_is_known_to_the_game_master_alone():
    play = at_table(foes={"ghoul": GHOUL, "rat": LANTERNS.quick_foe(1)})
    play.act("ana", "strike", 5, 6, 5, 1, who="ana", target="ghoul")
    with pytest.raises(Refusal, match=r"^ghoul has fallen already$"):
        play.act("gm", "strike", who="rat", target="ghoul")
    assert outcome(play.act("ana", "strike", 1, 1, 1, 1, who="ana", target="ghoul")) == "misses"


def test_a_foe_strikes_behind_the_screen_and_burns_nothing():
    play = at_table()
    events = play.act("gm", "strike", 5, 2, 3, who="ghoul", target="ana")
    (rolled,) = [event for event in events if isinstance(event, Rolled)]
    assert (is_hidden(see(rolled, "ana").dice), see(rolled, "ana").within) == (True, ("daring",))
    assert [die.face for die in see(rolled, "gm").dice] == [5, 2, 3]
    assert (play.asked(), outcome(events), play.of("ana", "harm")) == ([], "hits", 1)


def test_the_harm_of_a_foe_is_hidden_and_that_of_a_friend_is_not():
    play = at_table()
    play.act("ana", "strike", 5, 1, 1, 1, who="ana", target="ghoul")
    play.act("gm", "strike", 5, 1, 1, who="ghoul", target="bo")
    known = play.table.view("ana").facts
    assert (known.get(("token", "ghoul", "harm")), known[("token", "bo", "harm")]) == (None, 1)


def test_the_odds_of_a_strike_end_where_the_view_ends():
    play = at_table({"burn": "never"})
    act = Act("ana", "strike", {"who": "ana", "target": "ghoul"})
    assert fractions(odds_of_act(play.table.view("ana"), LANTERNS.game, act)) == {
        "misses": Fraction(2, 3) ** 4,
        UNKNOWN: 1 - Fraction(2, 3) ** 4,
    }
    known = Act("ana", "strike", {"who": "ana", "target": "bo"})
    assert fractions(odds_of_act(play.table.view("ana"), LANTERNS.game, known)) == {
        "misses": Fraction(16, 81),
        "hits": Fraction(64, 81),
        "falls": Fraction(1, 81),
    }


# test, behind the game master's hand


@pytest.mark.parametrize(("hits", "ending"), [(1, "holds"), (2, "holds"), (3, "breaks"), (9, "breaks")])
def test_a_test_is_as_hard_as_only_the_game_master_knows(hits, ending):
    play = at_table({"burn": "never"})
    events = play.act("gm", "test", 5, 6, 2, 1, who="ana", trait="hand", hits=hits)
    assert outcome(events) == ending
    assert verdicts(events) == [("hits", 2), ("holds", ending == "holds")]
    assert dict(see(events[0], "gm").args)["hits"] == hits
    assert is_hidden(dict(see(events[0], "ana").args)["hits"])


def test_the_one_who_is_tested_burns_their_own_light():
    play = at_table({"burn": "once"})
    play.act("gm", "test", 5, 2, 1, 1, who="ana", trait="hand", hits=2)
    assert play.asked() == [("ana", "burn")]
    assert (outcome(play.answer("ana", True, 6)), play.of("ana", "light")) == ("holds", 3)


def test_the_odds_of_a_test_are_unknown_to_the_tested_and_known_to_the_game_master():
    play = at_table({"burn": "once"})
    play.act("gm", "test", 5, 2, 1, 1, who="ana", trait="hand", hits=2)
    (number,) = play.table.truth.questions
    assert fractions(odds_of_answer(play.table.view("ana"), LANTERNS.game, "ana", number, True)) == {UNKNOWN: 1}


def test_only_the_game_master_tests():
    with pytest.raises(Refusal, match=r"^'test' is not something you can do here; you can: "):
        at_table().act("ana", "test", who="bo", trait="hand", hits=1)


@pytest.mark.parametrize("hits", [0, 10, "2", True])
def test_a_test_is_from_one_to_nine_hits(hits):
    with pytest.raises(Refusal, match=r"^hits needed …: .* is not a whole number from 1 to 9$"):
        at_table().act("gm", "test", who="bo", trait="hand", hits=hits)


# stalk, in secret


def test_a_stalk_that_finds_nothing_is_heard_by_nobody_else():
    play = at_table()
    before = dict(play.table.view("ana").facts)
    events = play.act("gm", "stalk", 4, foe="ghoul", prey="ana")
    assert outcome(events) == "nothing"
    assert [event for event in events if see(event, "ana") or see(event, "eve")] == []
    assert said(events, "gm") == ["ghoul loses the scent of ana"]
    assert play.table.view("ana").facts == before


def test_a_stalk_that_bites_tells_the_bite_and_not_the_throw():
    play = at_table()
    events = play.act("gm", "stalk", 5, foe="ghoul", prey="ana")
    heard = [see(event, "bo") for event in events if see(event, "bo")]
    assert [type(event).__name__ for event in heard] == ["Verdict", "Fact", "Told"]
    assert (outcome(events), verdicts(events), play.of("ana", "harm")) == ("bites", [("bites", True)], 1)
    assert said(events) == ["something bites ana"]


def test_players_do_not_stalk():
    with pytest.raises(Refusal, match=r"^'stalk' is not something you can do here; you can: "):
        at_table().act("ana", "stalk", foe="ana", prey="bo")


# stare, face down


def stared(dial, mine, theirs):
    play = at_table({"stare": dial})
    play.act("ana", "stare", who="ana", other="bo")
    play.answer("ana", mine)
    assert play.of("ana", "light") == 4
    events = play.answer("bo", theirs)
    return outcome(events), play.of("ana", "light"), play.of("bo", "light"), said(events)


@pytest.mark.parametrize(
    ("dial", "mine", "theirs", "expected"),
    [
        ("all pay", 3, 2, ("stares down", 1, 1, ["bo looks away"])),
        ("all pay", 1, 3, ("looks away", 3, 0, ["ana looks away"])),
        ("all pay", 2, 2, ("nothing", 2, 1, ["neither looks away"])),
        ("all pay", 0, 0, ("nothing", 4, 3, ["neither looks away"])),
        ("winner pays", 3, 2, ("stares down", 1, 3, ["bo looks away"])),
        ("winner pays", 1, 3, ("looks away", 4, 0, ["ana looks away"])),
        ("winner pays", 0, 1, ("looks away", 4, 2, ["ana looks away"])),
    ],
)
def test_the_higher_stake_stares_the_other_down(dial, mine, theirs, expected):
    assert stared(dial, mine, theirs) == expected


def test_a_stake_is_hidden_until_both_lie():
    play = at_table()
    events = play.act("ana", "stare", who="ana", other="bo")
    mine, theirs = (event for event in events if isinstance(event, Asked))
    assert (see(mine, "ana").asked.high, is_hidden(see(mine, "bo").asked), see(theirs, "bo").asked.high) == (4, True, 3)
    (laid,) = play.answer("ana", 3)
    hidden = is_hidden(see(laid, "bo").answer), is_hidden(see(laid, "gm").answer)
    assert (see(laid, "ana").answer, hidden) == (3, (True, True))


@pytest.mark.parametrize("stake", [-1, 5, True, "2", None])
def test_nobody_stakes_light_they_do_not_have(stake):
    play = at_table()
    play.act("ana", "stare", who="ana", other="bo")
    with pytest.raises(Refusal, match=r"is not a whole number from 0 to 4 \(your light\)$"):
        play.answer("ana", stake)


def test_a_stare_is_asked_anew_when_light_is_lost_meanwhile():
    play = at_table({"burn": "once"})
    play.act("ana", "stare", who="ana", other="bo")
    play.answer("ana", 4)
    play.act("gm", "test", 2, 1, 1, 1, who="ana", trait="hand", hits=1)
    play.answer("ana", True, 1, to="burn")
    highs = {one.seat: one.asked.high for one in play.table.truth.questions.values()}
    assert highs == {"ana": 3, "bo": 3}
    play.answer("ana", 3)
    assert outcome(play.answer("bo", 0)) == "stares down"
    assert (play.of("ana", "light"), play.of("bo", "light")) == (0, 3)


def test_the_game_master_stakes_for_a_foe():
    play = at_table(foes={"king": {**LANTERNS.kinds["hollow_king"], "light": 2}})
    play.act("ana", "stare", who="ana", other="king")
    assert play.asked() == [("ana", "stake"), ("gm", "stake")]
    play.answer("gm", 2)
    assert outcome(play.answer("ana", 1)) == "looks away"
    assert (play.of("ana", "light"), play.of("king", "light")) == (3, 0)


def test_nobody_stares_themselves_down():
    with pytest.raises(Refusal, match=r"^nobody stares themselves down$"):
        at_table().act("ana", "stare", who="ana", other="ana")


# The folder


def test_the_dials_and_presets():
    dials = {name: dial for name, dial in LANTERNS.dials.items() if name in ("burn", "stare")}
    assert dials == {
        "burn": Dial(("often", "once", "never"), "How often a light may be burned for one throw.", title="burning lights"),
        "stare": Dial(("all pay", "winner pays"), "Who loses the light that was staked.", title="staring"),
    }
    assert LANTERNS.presets == {
        "lamplight": {"burn": "often", "stare": "all pay"},
        "darkness": {"burn": "never", "stare": "winner pays"},
    }


def test_the_builder_has_nine_points_for_three_traits():
    assert LANTERNS.steps == (BuilderStep("Traits", ("nerve", "hand", "wit"), 9), BuilderStep("Gear", ("weapon",)))


def test_only_light_is_known_of_a_foe():
    assert [name for name, value in LANTERNS.fields.items() if value.open] == ["light"]


def test_every_outcome_of_a_verb_is_in_the_list_of_outcomes():
    assert set(LANTERNS.outcomes) == {
        *("breaks", "looks away", "misses", "nothing", "hits", "bites", "holds", "stares down", "falls")
    }


def test_a_quick_foe_is_known_by_one_number():
    assert LANTERNS.quick_foe(3) == {"hand": 3, "nerve": 2, "wit": 1, "light": 0}
    place = LANTERNS.place("rat", LANTERNS.quick_foe(3), "foe", "gm", Audience({"gm"}))
    assert dict(place.fields) == {
        **{"nerve": 2, "hand": 3, "wit": 1, "light": 0, "harm": 0, "toughness": 4, "weapon": "lantern_pole"},
        "of": "foe",
    }
    assert place.kind == "pale figure"
    assert (place.veil, place.open_fields, place.seen_by) == (Audience({"gm"}), ("light",), EVERYONE)


@pytest.mark.parametrize("number", [-1, 6, 99])
def test_a_quick_foe_beyond_the_range_is_refused(number):
    with pytest.raises(BadValue, match=rf"^rat: hand: found {number}, expected a whole number from 0 to 5$"):
        LANTERNS.place("rat", LANTERNS.quick_foe(number), "foe", "gm")


@pytest.mark.parametrize(
    ("faces", "traits"),
    [((1, 2, 3, 4, 5, 6), (3, 3, 3)), ((1, 1, 2, 2, 1, 2), (5, 1, 1)), ((5, 5, 6, 6, 3, 1), (2, 2, 5))],
)
def test_a_newcomer_falls_by_six_dice(faces, traits):
    assert played(newcomer(), *faces) == traits


def test_the_odds_of_a_newcomer_are_those_of_literal_dice():
    found = fractions(odds(newcomer()))
    assert found == brute_force(newcomer())
    assert {sum(one) for one in found} == {7, 8, 9}


def test_a_newcomer_reads_like_a_sheet():
    assert str(played(newcomer(), 1, 1, 1, 3, 3, 5)) == "nerve 4, hand 3, wit 2"
