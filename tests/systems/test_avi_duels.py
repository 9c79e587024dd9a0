"""Avitch: hand to hand, exchange by exchange; several against one; ambushes, shots, and what a table may change of it."""

from fractions import Fraction
from random import Random

import pytest

from fatewright.core.table.codec import wire
from fatewright.core.table.events import Answered, Revealed, Rolled, Verdict
from fatewright.core.table.game import Answer
from fatewright.core.table.preview import odds_of_answer
from fatewright.core.table.seal import is_hidden, see
from fatewright.core.table.story import Refusal
from fatewright.kit.stage import Stage
from fatewright.systems.avitch.characters import people
from fatewright.systems.avitch.hand_to_hand import clashes, pairings
from systems.avi_table import AVI, cited, outcome, said, seated, thrown

ANA = {"Control": 4, "Fighting Mind": 3, "Speed": 3, "Strength": 6}
BO = {"Control": 3, "Fighting Mind": 4, "Speed": 4, "Strength": 3}
EVEN = {"Control": 4, "Fighting Mind": 4, "Speed": 4, "Strength": 4}


def duel(ana=ANA, bo=BO, cy=None, /, begun=True, **dials):
    """Ana attacks Bo, and Cy looks on."""
    play = seated({"ana": ana, "bo": bo, "cy": cy or EVEN}, dials)
    if begun:
        play.act("ana", "fight", who="ana", other="bo")
    return play


refused = Stage.refused  # the sentence with which an act is refused


def exchange(play, read, first, second, clash):
    """One exchange between Ana and Bo: the dice of the Read (none if somebody reads by Speed), who commits, who answers."""
    events = play.act("ana", "exchange", *read, who="ana", other="bo")
    events += play.answer(*first)
    return events + play.answer(*second, *clash)


def state(play, who):
    return play.of(who, "minor"), play.of(who, "major"), play.of(who, "conditions")


def values_of(dial):
    return AVI.dials[dial].values


# The whole duel


def test_the_whole_duel_move_by_move():
    """AVI-X.36, AVI-4.02, AVI-4.04, AVI-4.05, AVI-4.06, AVI-4.07, AVI-4.08, AVI-4.10."""
    play = duel()
    exchange(play, (8, 8, 8), ("ana", "Strength"), ("bo", "Speed"), (8,))
    assert (state(play, "ana"), state(play, "bo")) == ((1, 0, ()), (0, 0, ()))
    assert play.fact("fight", "1", "reader") == "bo"
    events = exchange(play, (), ("ana", "Strength"), ("bo", "Speed"), (5, 3, 2))
    assert "bo was quicker, and reads" in said(events)
    assert (state(play, "ana"), state(play, "bo")) == ((1, 0, ()), (1, 0, ()))
    assert play.fact("fight", "1", "reader") is None
    exchange(play, (1, 7, 8), ("ana", "Strength"), ("bo", "Speed"), (1,))
    assert (state(play, "ana"), state(play, "bo")) == ((1, 0, ()), (2, 0, ()))
    exchange(play, (2, 1, 1), ("bo", "Speed"), ("ana", "Control"), (8, 6, 8, 4))
    assert (state(play, "ana"), state(play, "bo")) == ((1, 0, ()), (2, 0, ("Off-balance",)))
    events = exchange(play, (4, 5, 8), ("ana", "Strength"), ("bo", "Speed"), (7, 2, 5, 6))
    assert (state(play, "ana"), state(play, "bo")) == ((1, 0, ()), (2, 1, ("Out",)))
    assert said(events)[-2:] == ["bo takes a major wound; bo is Out", "the fight is over"]
    assert (outcome(events), pairings.pairings(play.desk), play.fact("fight", "1", "first")) == ("wins", [], None)
    assert [line for line in said(events) if " against " in line] == [
        "ana: Fighting Mind 2 against bo: Fighting Mind 3",
        "bo: Speed 3 against ana: Strength 5",
    ]


def typed(play, seat, *faces):
    """Somebody throws real dice, and types what they show."""
    assert play.asked() == [(seat, "dice")]
    return play.answer(seat, faces)


def test_the_whole_duel_with_real_dice():
    """AVI-X.36, AVI-1.02.01.13, AVI-R.29: the higher side throws, and between equals whoever begins."""
    play = duel()
    for seat in ("ana", "bo"):
        play.act(seat, "dice", thrown="by hand")
    script = [  # who throws for the Read, and what; who commits, who answers; who throws for the Clash, and what
        (("bo", 8, 8, 8), ("ana", "Strength"), ("bo", "Speed"), ("bo", 8)),
        (None, ("ana", "Strength"), ("bo", "Speed"), ("bo", 5, 3, 2)),
        (("bo", 1, 7, 8), ("ana", "Strength"), ("bo", "Speed"), ("bo", 1)),
        (("bo", 2, 1, 1), ("bo", "Speed"), ("ana", "Control"), ("ana", 8, 6, 8, 4)),
        (("bo", 4, 5, 8), ("ana", "Strength"), ("bo", "Speed"), ("ana", 7, 2, 5, 6)),
    ]
    loads = []
    for read, first, second, clash in script:
        play.act("ana", "exchange", who="ana", other="bo")
        if read:
            typed(play, *read)
        play.answer(*first)
        play.answer(*second)
        events = typed(play, *clash)
        loads.append(tuple(people.load_of(play.desk, who) for who in ("ana", "bo")))
    assert loads == [(1, 0), (1, 1), (1, 2), (1, 2), (1, 4)]
    assert (outcome(events), play.of("bo", "conditions")) == ("wins", ("Out",))


def unsteady(play, who, *marks, by=None):
    """Somebody bears these marks when the next exchange begins; `by` holds them."""
    play.put(who, conditions=marks)
    if by:
        play.put_fact("relation", "holds", by, who, value=True)


def test_control_against_somebody_off_balance_holds_them_and_strength_would_have_hurt():
    """AVI-X.34, AVI-4.08, AVI-4.09, AVI-1.04.07."""
    found = []
    for approach, dice in (("Control", (1, 1, 3, 5, 7)), ("Strength", (1, 3, 7))):
        play = duel({"Control": 4, "Strength": 6, "Fighting Mind": 9}, {"Speed": 5, "Fighting Mind": 0})
        unsteady(play, "bo", "Off-balance")
        events = exchange(play, (7,) + (1,) * 10, ("bo", "Speed"), ("ana", approach), dice)
        found.append(([line for line in said(events) if " against " in line][-1], state(play, "bo")))
    assert found == [
        ("ana: Control 6 against bo: Speed 3", (0, 0, ("Held",))),
        ("ana: Strength 6 against bo: Speed 5", (0, 1, ())),
    ]


# Read and Commit


def seen(events, name, viewer):
    """The verdicts of a name as a viewer hears them; '?' where they hear only that there is one."""
    found = [see(event, viewer) for event in events if isinstance(event, Verdict) and event.name == name]
    return ["?" if is_hidden(one.value) else one.value for one in found if one]


def test_the_first_commitment_is_the_readers_alone_until_the_clash():
    """AVI-4.03: the loser of the Read commits first, and only the reader sees to what."""
    play = duel()
    play.act("ana", "exchange", 8, 8, 8, who="ana", other="bo")
    assert play.asked() == [("ana", "approach")]
    events = play.answer("ana", "Strength")
    assert {viewer: seen(events, "approach", viewer) for viewer in ("ana", "bo", "cy", "eve")} == {
        "ana": ["?"],
        "bo": ["Strength"],
        "cy": ["?"],
        "eve": ["?"],
    }
    for kind in (Answered, Revealed):
        (event,) = (one for one in events if isinstance(one, kind))
        assert b"Strength" not in wire(see(event, "bo")) + wire(see(event, "eve"))
    assert play.question("bo").prompt == "ana commits to Strength. What does bo do?"
    assert not any("Strength" in line for line in said(events, "eve"))
    events = play.answer("bo", "Speed", 8)
    assert seen(events, "clash", "eve") == [("Speed", "Strength")]


def test_equal_minds_favour_the_attacker_of_the_first_exchange_in_every_read():
    """AVI-4.02, AVI-4.04: the upper half is Ana's in the Read, and the reader's in the Clash."""
    for face, reader in ((5, "ana"), (4, "bo")):
        play = duel(EVEN, EVEN)
        events = play.act("bo", "exchange", face, who="bo", other="ana")
        assert said(events)[-1] == f"{reader} reads"
        other = "bo" if reader == "ana" else "ana"
        play.answer(other, "Control")
        events = play.answer(reader, "Control", 5)
        assert play.of(other, "conditions") == ("Off-balance",)
        assert outcome(events) == ("wins" if reader == "bo" else "loses")


@pytest.mark.parametrize("read_rule", values_of("read_rule"))
def test_without_a_read_both_commit_face_down_and_the_attacker_begins(read_rule):
    """AVI-4.03: and then Speed does not make anybody read the next exchange."""
    play = duel(EVEN, EVEN, read_rule=read_rule)
    if read_rule == "loser_commits_first":
        exchange(play, (8,), ("bo", "Speed"), ("ana", "Speed"), (8,))
        assert (play.asked(), play.fact("fight", "1", "reader")) == ([], "ana")
        return
    play.act("bo", "exchange", who="bo", other="ana")
    assert sorted(play.asked()) == [("ana", "approach"), ("bo", "approach")]
    events = play.answer("bo", "Speed")
    assert not any(b"Speed" in wire(see(event, "ana")) for event in events)
    events += play.answer("ana", "Speed", 5)
    assert (state(play, "bo"), play.fact("fight", "1", "reader"), outcome(events)) == ((1, 0, ()), None, "loses")
    play.act("ana", "exchange", who="ana", other="bo")
    assert sorted(play.asked()) == [("ana", "approach"), ("bo", "approach")]


def test_a_reader_by_speed_who_is_out_of_it_reads_nothing():
    """AVI-4.02: then Fighting Mind decides again."""
    play = duel(EVEN, EVEN)
    play.put_fact("fight", "1", "reader", value="cy")
    assert said(play.act("ana", "exchange", 8, who="ana", other="bo"))[-1] == "ana reads"


# The clash


@pytest.mark.parametrize("bonus", values_of("h2h_counter_bonus"))
@pytest.mark.parametrize(
    ("approach", "countered"),
    [("Control", "Speed"), ("Speed", "Strength"), ("Strength", "Control"), ("Control", "Break Off"), ("Break Off", "Strength")],
)
def test_a_countering_approach_gets_a_bonus(approach, countered, bonus):
    """AVI-4.05: breaking off is treated as Speed."""
    play = duel(EVEN, EVEN, h2h_counter_bonus=bonus)
    events = exchange(play, (8,), ("bo", countered), ("ana", approach), (8,) * (bonus + 2 if bonus else 1))
    names = {"Break Off": "Speed"}
    line = f"ana: {names.get(approach, approach)} {4 + bonus} against bo: {names.get(countered, countered)} 4"
    assert line in said(events)


@pytest.mark.parametrize("bonus", values_of("h2h_weapon_bonus"))
def test_a_weapon_helps_speed_and_strength_against_bare_hands(bonus):
    """AVI-4.13."""
    ratings = {}
    for approach in ("Control", "Speed", "Strength", "Break Off"):
        for bo in ("yes", "no"):
            play = duel({**EVEN, "armed": "yes"}, {**EVEN, "armed": bo}, h2h_weapon_bonus=bonus, h2h_counter_bonus=0)
            desk = play.desk
            sides = (clashes.Clasher("ana", approach), clashes.Clasher("bo", approach))
            marks = clashes.marks_now(desk, "ana", "bo")
            ratings[approach, bo] = sum(clashes.bonuses(desk, *sides, marks)), sum(clashes.bonuses(desk, *sides[::-1], marks))
    assert {key: value for key, value in ratings.items() if value != (0, 0)} == (
        {("Speed", "no"): (bonus, 0), ("Strength", "no"): (bonus, 0)} if bonus else {}
    )


@pytest.mark.parametrize("mode", values_of("conditions"))
def test_off_balance_and_held_lower_a_clash_and_different_marks_add_up(mode):
    """AVI-1.04.01, AVI-1.04.07, AVI-1.04.08: not where marks are for the story alone."""
    play = duel(EVEN, EVEN, conditions=mode)
    unsteady(play, "bo", "Off-balance", "Held", by="ana")
    events = exchange(play, (8,), ("bo", "Speed"), ("ana", "Speed"), (8,) * (5 if mode == "standard" else 1))
    assert f"ana: Speed 4 against bo: Speed {1 if mode == 'standard' else 4}" in said(events)


@pytest.mark.parametrize("rule", values_of("armour_rule"))
def test_armour_makes_the_first_wound_of_each_fight_a_step_lighter(rule):
    """AVI-4.14: major, minor, none."""
    found = []
    for marks, dice in ((("Off-balance",), (8,) * 4), ((), (8,))):
        play = duel(EVEN, {**EVEN, "armoured": "yes"}, armour_rule=rule)
        unsteady(play, "bo", *marks)
        exchange(play, (8,), ("bo", "Strength"), ("ana", "Strength"), dice)
        found.append(state(play, "bo")[:2])
    assert found == ([(1, 0), (0, 0)] if rule == "first_wound_lighter" else [(0, 1), (1, 0)])


def test_armour_counts_once_in_a_fight_and_again_in_the_next():
    """AVI-4.14."""
    play = duel(EVEN, {**EVEN, "armoured": "yes"})
    assert (play.of("bo", "shielded"), play.of("ana", "shielded")) == ("yes", "no")
    exchange(play, (8,), ("bo", "Speed"), ("ana", "Speed"), (8,))
    assert (state(play, "bo"), play.of("bo", "shielded")) == ((0, 0, ()), "no")
    exchange(play, (), ("bo", "Speed"), ("ana", "Speed"), (8,))
    assert state(play, "bo") == (1, 0, ())
    play.act("ana", "exchange", who="ana", other="bo")
    play.answer("bo", "Yield")
    play.answer("ana", "Yield")
    play.act("ana", "fight", who="ana", other="bo")
    assert play.of("bo", "shielded") == "yes"


# Effects


def held(play, by="ana", who="bo"):
    """Somebody is Held."""
    unsteady(play, who, "Held", by=by)


def test_control_takes_three_steps_and_a_pinned_fighter_is_helpless_and_unhurt():
    """AVI-4.09, AVI-4.10, AVI-4.20: Off-balance, Held, Pinned."""
    play = duel(EVEN, EVEN)
    exchange(play, (8,), ("bo", "Control"), ("ana", "Control"), (8,))
    assert state(play, "bo") == (0, 0, ("Off-balance",))
    exchange(play, (8,), ("bo", "Control"), ("ana", "Control"), (8,) * 4)
    assert (state(play, "bo"), play.desk.related("holds", "ana")) == ((0, 0, ("Held",)), ["bo"])
    events = exchange(play, (8,), ("bo", "Control"), ("ana", "Control"), (8,) * 3)
    assert (state(play, "bo"), pairings.pairings(play.desk)) == ((0, 0, ("Pinned",)), [])
    assert said(events)[-2:] == ["bo is Pinned", "the fight is over"]
    assert refused(play, "bo", "fight", who="bo", other="ana") == "bo cannot act"
    assert refused(play, "cy", "let-go", who="cy", other="bo") == "cy does not hold bo"
    play.act("ana", "let-go", who="ana", other="bo")
    assert (state(play, "bo"), play.desk.related("holds", "ana")) == ((0, 0, ()), [])


def test_somebody_pinned_is_freed_if_the_table_agrees():
    """AVI-4.09."""
    play = duel(EVEN, EVEN)
    assert refused(play, "cy", "free", who="cy", other="bo") == "bo is not Pinned"
    unsteady(play, "bo", "Pinned", by="ana")
    for votes, expected in ((("yes", "no", "no"), "voted down"), (("no", "yes", "yes"), "agreed")):
        play.act("cy", "free", who="cy", other="bo")
        events = play.answers(dict(zip(("ana", "bo", "cy"), votes, strict=True)))
        assert outcome(events) == expected
    assert (state(play, "bo"), play.desk.related("holds", "ana")) == ((0, 0, ()), [])
    unsteady(play, "cy", "Out")
    assert refused(play, "cy", "free", who="cy", other="bo") == "cy cannot act"


@pytest.mark.parametrize(("approach", "marks"), [("Control", ()), ("Strength", ()), ("Speed", ("Held",))])
def test_a_held_winner_is_free_by_control_or_strength(approach, marks):
    """AVI-1.04.08, AVI-4.10."""
    play = duel(EVEN, EVEN)
    held(play)
    events = exchange(play, (4,), ("ana", approach), ("bo", approach), (1, 1, 1))  # the lower side wins without a 7 or 8
    assert outcome(events) == "loses"
    assert (play.of("bo", "conditions"), play.desk.related("holds", "ana")) == (marks, ["bo"] if marks else [])


def test_whoever_is_held_cannot_break_off():
    """AVI-1.04.08."""
    play = duel(EVEN, EVEN)
    held(play)
    play.act("ana", "exchange", 8, who="ana", other="bo")
    with pytest.raises(Refusal, match="Break Off is not open: bo is Held"):
        play.answer("bo", "Break Off")


def test_the_hold_ends_when_the_holder_is_out_or_lets_go():
    """AVI-1.04.08."""
    play = duel({**EVEN, "minor": 3}, {**EVEN, "Speed": 9})
    held(play)
    exchange(play, (7, 1, 1), ("ana", "Speed"), ("bo", "Speed"), (7,) * 7)
    assert (state(play, "ana"), state(play, "bo"), play.desk.related("holds", "ana")) == ((4, 0, ("Out",)), (0, 0, ()), [])
    play = duel(EVEN, EVEN)
    held(play)
    assert "AVI-1.04.08" in cited(play.act("ana", "let-go", who="ana", other="bo"))
    assert state(play, "bo") == (0, 0, ())


def test_strength_against_somebody_held_is_a_major_wound():
    """AVI-4.08."""
    play = duel(EVEN, EVEN)
    held(play)
    exchange(play, (8,), ("bo", "Speed"), ("ana", "Strength"), (1,) * 3)  # Speed 4 + 2 - 1 is the higher side
    assert state(play, "bo") == (0, 1, ("Held",))


def test_off_balance_is_gone_after_the_next_exchange_whoever_wins():
    """AVI-1.04.07, AVI-4.10."""
    play = duel(EVEN, EVEN)
    unsteady(play, "ana", "Off-balance")
    unsteady(play, "bo", "Off-balance")
    exchange(play, (8,), ("bo", "Speed"), ("ana", "Speed"), (8,))
    assert (play.of("ana", "conditions"), play.of("bo", "conditions")) == ((), ())


@pytest.mark.parametrize("default", values_of("default_intent"))
@pytest.mark.parametrize("intent", ["usual", "harm", "subdue"])
def test_whoever_subdues_takes_nobody_beyond_out(default, intent):
    """AVI-4.19: by their own word, or as the table has it."""
    play = duel(EVEN, {**EVEN, "minor": 2, "major": 1}, default_intent=default, wound_capacity=5)
    play.act("ana", "intend", who="ana", intent=intent)
    unsteady(play, "bo", "Off-balance")
    play.put("bo", major=2, minor=1)
    play.put("bo", conditions=("Off-balance",))
    exchange(play, (7, 1, 1, 1), ("bo", "Control"), ("ana", "Strength"), (7,) * 8)
    is_gentle = intent == "subdue" or (intent == "usual" and default == "subdue")
    assert play.of("bo", "conditions") == (("Out",) if is_gentle else ("Out", "Dying"))


# Breaking off and yielding


@pytest.mark.parametrize("answer", ["pursue", "let them go"])
def test_whoever_breaks_off_runs_from_gap_1(answer):
    """AVI-4.11: or the fight simply ends, if nobody pursues."""
    play = duel(EVEN, EVEN)
    events = exchange(play, (8,), ("bo", "Control"), ("ana", "Break Off"), (1, 1, 1, 1))
    assert said(events)[-1] == "ana breaks off"
    assert play.asked() == [("bo", "pursue")]
    play.answer("bo", answer)
    chase = tuple(play.fact("chase", name) for name in ("quarry", "pursuer", "gap"))
    assert chase == (("ana", "bo", 1) if answer == "pursue" else (None, None, None))
    assert pairings.pairings(play.desk) == []


def test_nobody_pursues_while_another_chase_is_on():
    """AVI-4.11, AVI-3.07."""
    play = duel(EVEN, EVEN)
    for name, value in {"quarry": "cy", "pursuer": "ana", "gap": 2, "round": 0}.items():
        play.put_fact("chase", name, value=value)
    events = exchange(play, (8,), ("bo", "Control"), ("ana", "Break Off"), (1, 1, 1, 1))
    assert (outcome(events), play.asked(), play.fact("chase", "quarry")) == ("wins", [], "cy")


def test_whoever_fails_to_break_off_takes_what_the_other_does():
    """AVI-4.04, AVI-4.06, AVI-4.11: breaking off uses Speed."""
    play = duel(EVEN, EVEN)
    events = exchange(play, (8,), ("bo", "Strength"), ("ana", "Break Off"), (1,) * 4)
    assert ("ana: Speed 6 against bo: Strength 4" in said(events), state(play, "ana")) == (True, (1, 0, ()))


@pytest.mark.parametrize("both", ["Break Off", "Yield"])
def test_if_both_break_off_or_yield_the_fight_is_over_without_a_clash(both):
    """AVI-4.11, AVI-4.12."""
    play = duel(EVEN, EVEN)
    events = exchange(play, (8,), ("bo", both), ("ana", both), ())
    assert (outcome(events), pairings.pairings(play.desk), thrown(events)) == ("draw", [], [(8,)])


@pytest.mark.parametrize(
    ("terms", "expected", "goes_on"),
    [
        ("accept", (0, 0, ()), False),
        ("Control", (0, 0, ("Off-balance",)), True),
        ("Speed", (1, 0, ()), True),
        ("Strength", (1, 0, ()), True),
    ],
)
def test_a_yield_is_accepted_or_one_effect_follows_as_if_it_were_won(terms, expected, goes_on):
    """AVI-4.12: no clash, whatever the other committed to."""
    play = duel(EVEN, EVEN)
    exchange(play, (8,), ("bo", "Yield"), ("ana", "Break Off"), ())
    assert play.asked() == [("ana", "terms")]
    events = play.answer("ana", terms)
    assert (state(play, "bo"), bool(pairings.pairings(play.desk)), outcome(events)) == (expected, goes_on, "wins")
    assert play.fact("fight", "1", "reader") == ("ana" if terms == "Speed" else None)


# Several fighters


def crowd(**dials):
    """Ana fights Bo; Cy and Dee come to her side."""
    play = seated({"ana": EVEN, "bo": EVEN, "cy": EVEN, "dee": EVEN}, dials, owners={"dee": "cy"})
    play.act("ana", "fight", who="ana", other="bo")
    play.act("cy", "fight", who="cy", other="bo")
    play.act("cy", "fight", who="dee", other="bo")
    return play


@pytest.mark.parametrize("most", values_of("outnumber_bonus_max"))
def test_every_further_fighter_adds_one_to_read_and_clash(most):
    """AVI-4.16: up to a limit."""
    play = crowd(outnumber_bonus_max=most)
    (fight,) = pairings.pairings(play.desk)
    assert (fight.first, fight.second, fight.leads) == (("ana", "cy", "dee"), ("bo",), ("ana", "bo"))
    more = min(2, most)
    dice = (8,) * (more + 2 if more else 1)
    events = exchange(play, dice, ("bo", "Speed"), ("ana", "Speed"), dice)
    assert [line for line in said(events) if " against " in line] == [
        f"ana: Fighting Mind {4 + more} against bo: Fighting Mind 4",
        f"ana: Speed {4 + more} against bo: Speed 4",
    ]


def test_several_name_a_lead_whose_ratings_count_and_the_single_fighter_hits_whom_they_like():
    """AVI-4.16."""
    play = crowd()
    assert refused(play, "cy", "exchange", who="cy", other="bo") == (
        "ana and bo lead their sides: name them, or let somebody else take the lead"
    )
    assert said(play.act("cy", "take-lead", who="dee")) == ["dee takes the lead"]
    play.put("dee", Speed=9)
    events = play.act("cy", "exchange", 1, 1, 1, 1, who="dee", other="bo")
    events += play.answer("cy", "Speed")
    events += play.answer("bo", "Speed", *(7,) * 9)
    assert "bo: Speed 4 against dee: Speed 11" in said(events)
    assert play.asked() == []  # dee has won
    assert state(play, "bo") == (1, 0, ())
    play.put("dee", Speed=0)
    events = play.act("cy", "exchange", who="dee", other="bo")
    play.answer("bo", "Speed")
    play.answer("cy", "Speed", 7, 1, 1)
    assert play.asked() == [("bo", "target")]
    play.answer("bo", "ana")
    assert [state(play, who)[0] for who in ("ana", "cy", "dee")] == [1, 0, 0]


def test_one_of_several_who_is_attacked_turns_to_the_new_opponent():
    """AVI-4.16: those who fight pair off."""
    play = seated(dict.fromkeys(("ana", "bo", "cy", "dee"), EVEN), owners={"dee": "bo"})
    play.act("ana", "fight", who="ana", other="bo")
    play.act("cy", "fight", who="cy", other="bo")
    play.act("bo", "fight", who="dee", other="cy")
    assert [(one.first, one.second) for one in pairings.pairings(play.desk)] == [(("ana",), ("bo",)), (("dee",), ("cy",))]
    assert refused(play, "bo", "fight", who="dee", other="ana") == "dee is fighting already"
    assert refused(play, "ana", "exchange", who="ana", other="cy") == "ana does not fight cy"


def test_a_lead_who_is_out_is_followed_by_another_and_the_last_ends_the_fight():
    """AVI-4.16, AVI-4.20."""
    play = crowd()
    play.put("ana", conditions=("Out",))
    (fight,) = pairings.pairings(play.desk)
    assert fight.leads == ("cy", "bo")
    play.put("cy", conditions=("Pinned",))
    play.put("dee", conditions=("Dead",))
    assert pairings.pairings(play.desk) == []


def test_one_of_several_breaks_off_and_the_others_fight_on():
    """AVI-4.11, AVI-4.16."""
    play = crowd()
    play.act("ana", "exchange", 1, 1, 1, 1, who="ana", other="bo")
    play.answer("ana", "Break Off")
    events = play.answer("bo", "Speed", 7, 1, 1, 1)
    assert said(events)[-1] == "ana breaks off"
    (fight,) = pairings.pairings(play.desk)
    assert (fight.first, fight.exchanges, play.asked()) == (("cy", "dee"), 1, [])


def test_all_pairings_have_one_exchange_clockwise_from_the_framer_before_any_has_another():
    """AVI-4.17."""
    people = {name: {"Speed": 5} for name in ("ana", "bo", "cy", "dee", "eli", "fay")}
    play = seated(people, owners={"dee": "ana", "eli": "bo", "fay": "cy"}, facts={("scene", "framer"): "bo"})
    for who, other in (("ana", "dee"), ("bo", "eli"), ("cy", "fay")):
        play.act(who, "fight", who=who, other=other)
    order = []
    for _ in range(4):
        due = pairings.due(play.desk)
        order.append(due.leads[0])
        seat = due.leads[0]
        for one in {"ana", "bo", "cy"} - {seat}:
            mate = {"ana": "dee", "bo": "eli", "cy": "fay"}[one]
            assert refused(play, one, "exchange", who=one, other=mate) == (
                f"{due.leads[0]} and {due.leads[1]} come first: all have one exchange before anybody has another"
            )
        reads = () if due.reader else (8,)
        play.act(seat, "exchange", *reads, who=due.leads[0], other=due.leads[1])
        play.answer(seat, "Speed")
        play.answer(seat, "Speed", *((8,) if not due.exchanges else (8,) * 3))
    assert order == ["bo", "cy", "ana", "bo"]


# Ambush


def test_an_ambush_is_a_free_clash_and_the_attacker_reads():
    """AVI-4.18: the victim uses Control at -2."""
    play = duel({**EVEN, "Hide": 5}, {**EVEN, "Notice": 3}, begun=False)
    play.act("ana", "ambush", 7, 1, 1, 1, who="ana", other="bo")
    assert play.asked() == [("ana", "approach")]
    assert refused(play, "cy", "fight", who="cy", other="bo") == "an exchange is being fought out"
    events = play.answer("ana", "Strength", *(8,) * 6)
    assert "ana: Strength 6 against bo: Control 2" in said(events)
    (fight,) = pairings.pairings(play.desk)
    assert (state(play, "bo"), fight.reader, fight.exchanges, outcome(events)) == ((1, 0, ()), "ana", 0, "wins")
    assert "ana was quicker, and reads" in said(play.act("bo", "exchange", who="bo", other="ana"))


def test_a_failed_ambush_is_noticed_and_one_that_is_met_can_be_lost():
    """AVI-4.18, AVI-1.04.09."""
    play = duel({**EVEN, "Hide": 5, "conditions": ["Hidden"]}, {**EVEN, "Notice": 3}, begun=False)
    events = play.act("ana", "ambush", 1, 1, 1, 1, who="ana", other="bo")
    assert (outcome(events), play.of("ana", "conditions"), pairings.pairings(play.desk)) == ("loses", (), [])
    play.act("ana", "ambush", 7, 1, 1, 1, who="ana", other="bo")
    events = play.answer("ana", "Control", *(1,) * 4)
    assert (outcome(events), state(play, "ana")) == ("loses", (0, 0, ("Off-balance",)))
    assert refused(play, "cy", "ambush", who="cy", other="bo") == "bo is fighting, and on guard"


# By one check


def test_by_a_dial_one_check_of_the_best_skills_decides_and_the_loser_has_a_major_wound():
    """AVI-4.01."""
    play = duel(begun=False, hand_to_hand="single_check")
    events = play.act("ana", "fight", 1, 7, 1, 1, who="ana", other="bo")
    assert "ana: Strength 6 against bo: Fighting Mind 4" in said(events)
    assert (outcome(events), state(play, "bo"), pairings.pairings(play.desk)) == ("wins", (0, 1, ()), [])
    events = play.act("bo", "fight", 1, 1, 1, 1, 1, 1, who="bo", other="ana")
    assert (outcome(events), state(play, "ana")) == ("wins", (0, 1, ()))
    assert refused(play, "ana", "ambush", who="ana", other="bo") == "one check decides a fight here: there are no ambushes"


def test_who_can_come_to_blows():
    """AVI-4.01, AVI-1.04.04, AVI-1.04.09."""
    play = duel(begun=False)
    assert refused(play, "ana", "fight", who="ana", other="ana") == "one does not fight oneself"
    play.put("bo", conditions=("Hidden",))
    assert refused(play, "ana", "fight", who="ana", other="bo") == "bo is hidden, and cannot be targeted: notice them first"
    play.put("bo", conditions=("Out",))
    assert refused(play, "ana", "fight", who="ana", other="bo") == "bo is helpless: there is nobody to fight"
    assert refused(play, "bo", "fight", who="bo", other="ana") == "bo cannot act"
    assert refused(play, "ana", "take-lead", who="ana") == "ana is not in a fight"
    play.put("ana", conditions=("Hidden",))
    play.act("ana", "fight", who="ana", other="cy")
    assert play.of("ana", "conditions") == ()


# Shots

ARCHER = {**EVEN, "Shoot/Aim": 5}


def shoots(play, how, *dice, who="ana", target="bo", votes=("yes", "yes", "yes")):
    """A shot, once the table has agreed how the target stands."""
    play.act("ana", "shoot", who=who, target=target, how=how)
    return play.answers(dict(zip(("ana", "bo", "cy"), votes, strict=True)), *dice)


@pytest.mark.parametrize("how", list(AVI.lists["shots"]))
def test_a_shot_is_unopposed_or_against_what_the_target_does(how):
    """AVI-4.15, AVI-1.03.16: near 2, middling 3, far 5; Run, Ride or Hide. Who is unaware has a major wound of it."""
    row = AVI.lists["shots"][how]
    play = duel(ARCHER, {"Run": 3, "Ride": 3, "Hide": 3}, begun=False)
    theirs = 3 if "against" in row else row["difficulty"]
    assert "against" in row or row["difficulty"] == {"near": 2, "middling": 3, "far": 5}[how.rpartition(" ")[2]]
    dice = (8,) * (7 - theirs if theirs != 5 else 1)
    events = shoots(play, how, *dice)
    shown = f"ana: Shoot/Aim 5 against bo: {row['against']} 3" if "against" in row else f"ana: Shoot/Aim 5 against {theirs}"
    assert (shown in said(events), outcome(events)) == (True, "success")
    assert state(play, "bo")[:2] == ((0, 1) if how.startswith("unaware") else (1, 0))


def test_a_miss_betrays_the_position_and_a_hit_does_not():
    """AVI-4.15, AVI-1.04.09: as announced."""
    play = duel({**ARCHER, "conditions": ["Hidden"]}, EVEN, begun=False)
    shoots(play, "still, near", *(8,) * 5)
    assert play.of("ana", "conditions") == ("Hidden",)
    events = shoots(play, "still, near", *(1,) * 5)
    assert (outcome(events), play.of("ana", "conditions")) == ("failure", ())
    assert "ana shoots at bo: still, near; a miss: position betrayed" in said(events)
    assert outcome(shoots(play, "unaware, near", votes=("yes", "no", "no"))) == "voted down"


def test_one_shot_in_each_exchange_and_a_hit_may_end_a_fight():
    """AVI-4.15, AVI-4.20."""
    play = seated({"ana": ARCHER, "bo": {**EVEN, "minor": 2}, "cy": EVEN})
    play.act("cy", "fight", who="cy", other="bo")
    shoots(play, "still, near", *(8,) * 5)
    assert refused(play, "ana", "shoot", who="ana", target="bo", how="still, near") == (
        "one shot in each exchange, or round of a chase"
    )
    play.put_fact("fight", "1", "exchanges", value=1)
    events = shoots(play, "still, near", *(8,) * 5)
    assert (state(play, "bo"), said(events)[-1], pairings.pairings(play.desk)) == ((4, 0, ("Out",)), "the fight is over", [])


def test_who_can_shoot_at_whom():
    """AVI-4.15, AVI-1.04.09."""
    play = duel()
    shot = {"target": "cy", "how": "moving"}
    assert refused(play, "ana", "shoot", who="ana", **shot) == "ana is fighting hand to hand"
    assert refused(play, "cy", "shoot", who="cy", **shot) == "nobody shoots at themselves"
    play.put("bo", conditions=("Hidden",))
    assert refused(play, "cy", "shoot", who="cy", target="bo", how="moving").startswith("bo is hidden")
    play.put("cy", conditions=("Out",))
    assert refused(play, "cy", "shoot", who="cy", target="ana", how="moving") == "cy cannot act"


def test_a_pursuer_who_shoots_does_not_move():
    """AVI-3.12, AVI-4.15: one shot in each round."""
    facts = {("chase", "quarry"): "bo", ("chase", "pursuer"): "ana", ("chase", "gap"): 2, ("chase", "round"): 1}
    play = seated({"ana": ARCHER, "bo": {"Run": 3}}, facts=facts)
    shoots(play, "moving", *(8,) * 4)
    assert (play.fact("chase", "gap"), play.fact("chase", "round"), state(play, "bo")) == (3, 2, (1, 0, ()))


# Odds, and how long it takes


def test_the_reader_knows_the_exact_odds_where_skills_are_open_and_else_nothing():
    """AVI-X.34, AVI-X.11, AVI-2.04.07, AVI-4.03: three more is 781/1024."""
    found = {}
    for visibility in values_of("skill_visibility"):
        ana, bo = {"Control": 4, "Strength": 6, "Fighting Mind": 9}, {"Speed": 5, "Fighting Mind": 0}
        play = duel(ana, bo, skill_visibility=visibility)
        unsteady(play, "bo", "Off-balance")
        play.act("ana", "exchange", *(7,) + (1,) * 10, who="ana", other="bo")
        play.answer("bo", "Speed")
        view = play.table.view("ana")
        (number,) = (number for number, one in view.questions.items() if one.seat == "ana")
        weighed = odds_of_answer(view, AVI.game, "ana", number, "Control")
        found[visibility] = {str(name): Fraction(weight, weighed.total) for name, weight in weighed.weights.items()}
    assert found["open"] == {"wins": Fraction(781, 1024), "loses": Fraction(243, 1024)}
    assert "wins" not in found["on_check"]


def test_the_blows_of_a_fight_are_the_same_check_as_everything_else():
    """AVI-1.02.10."""
    play = duel()
    events = exchange(play, (8, 8, 8), ("ana", "Strength"), ("bo", "Speed"), (8,))
    assert [event.within for event in events if isinstance(event, Rolled)] == [("check",), ("check",)]


@pytest.mark.slow
def test_equals_fight_for_six_to_eight_exchanges_on_average():
    """AVI-4.20: with any choices but breaking off and yielding; give or take three standard errors of 60 fights."""
    chance, lengths = Random(1), []
    for _ in range(60):
        play, count = duel(EVEN, EVEN), 0
        while pairings.pairings(play.desk):
            fight = Stage(AVI.game, play.table, lambda sides: chance.randint(1, sides))
            fight.act("ana", "exchange", who="ana", other="bo")
            for _ in range(2):
                ((seat, _),) = play.asked()
                fight.answer(seat, chance.choice(clashes.BLOWS))
            count += 1
        lengths.append(count)
    assert 5 <= sum(lengths) / len(lengths) <= 9


# What others do meanwhile


def test_nothing_else_is_done_to_a_fight_while_an_exchange_is_fought_out():
    """AVI-4.10, AVI-4.17."""
    play = duel(EVEN, EVEN)
    play.act("ana", "exchange", 8, who="ana", other="bo")
    no = "an exchange is being fought out"
    assert refused(play, "ana", "exchange", who="ana", other="bo") == no
    assert refused(play, "cy", "fight", who="cy", other="bo") == no
    assert refused(play, "ana", "take-lead", who="ana") == no
    assert refused(play, "ana", "let-go", who="ana", other="bo") == no
    assert refused(play, "cy", "shoot", who="cy", target="bo", how="moving") == no


def test_an_ambush_comes_to_nothing_if_a_fight_begins_meanwhile_and_a_shot_waits_for_no_exchange():
    """AVI-4.18, AVI-4.15."""
    play = duel({**EVEN, "Hide": 5}, {**EVEN, "Notice": 3}, begun=False)
    play.act("ana", "dice", thrown="by hand")
    play.act("ana", "ambush", who="ana", other="bo")
    play.act("cy", "fight", who="cy", other="bo")
    assert outcome(play.answer("ana", (7, 1, 1, 1))) == "nothing"
    play.act("ana", "shoot", who="ana", target="bo", how="moving")
    play.act("cy", "exchange", 8, who="cy", other="bo")
    for seat in ("ana", "cy"):
        play.answer(seat, "yes")
    number = next(n for n, one in play.table.truth.questions.items() if one.seat == "bo" and one.name == "vote")
    assert outcome(play.do(Answer("bo", number, "yes"))) == "nothing"


def test_a_fighter_who_is_taken_off_the_table_ends_the_exchange_and_the_fight():
    """AVI-4.20: nothing of it stays behind."""
    play = duel(EVEN, EVEN)
    play.act("ana", "exchange", 8, who="ana", other="bo")
    play.act("bo", "remove", token="bo")
    assert (play.asked(), pairings.pairings(play.desk), pairings.is_settling(play.desk)) == ([], [], False)
    play.act("cy", "fight", who="cy", other="ana")
    assert [one.leads for one in pairings.pairings(play.desk)] == [("cy", "ana")]
