"""Lies, contests, shadows and longer plays at the table, and what stays hidden of them (chapter 6)."""

import pytest

from fatewright.core.table.events import Asked, Verdict
from fatewright.core.table.seal import is_hidden, see
from fatewright.core.table.story import Refusal
from systems.mot_table import MOT, Play, cited, outcome, said, thrown

PLAIN = {"mot_rewards_player_triggered": "off"}  # nothing is asked before or after a roll
ROLL = ("roll", "will", 2, 0, "how it sounds")
LIE = "I am expected"


def lied(*faces, ruling=ROLL, suspicious="no", guard=None, play=None, **dials):
    """The events with which ana's lie to the guard ends; she throws five dice, the guard three."""
    play = play or Play(guard={**(guard or {}), "suspicious": suspicious}, **PLAIN, **dials)
    play.act("ana", "lie", who="ana", mark="guard", falsehood=LIE)
    return play.answer("gm", ruling, *faces)


# The basic lie


def test_a_player_states_the_falsehood_and_the_game_master_decides_in_secret():
    """MOT-6.05: whether the mark is suspicious is noted down and read by the game master alone."""
    play = Play(**PLAIN)
    noted = play.act("gm", "regard", who="guard", trait="suspicious", is_so="yes")
    assert (play.of("guard", "suspicious"), play.sees("gm", "token", "guard", "suspicious")) == ("yes", "yes")
    assert [play.sees(seat, "token", "guard", "suspicious") for seat in ("ana", "bo", "eve")] == [None, None, None]
    assert [event for event in noted if see(event, "ana") or see(event, "eve")] == []
    events = play.act("ana", "lie", who="ana", mark="guard", falsehood=LIE)
    (question,) = (event for event in events if isinstance(event, Asked))
    assert see(question, "gm").asked.prompt.startswith(f"ana lies to guard, who is suspicious: {LIE}.")
    assert is_hidden(see(question, "ana").asked)


@pytest.mark.parametrize("mark", ["bo", "ana"])
def test_lies_are_told_to_whom_the_game_master_plays(mark):
    """Among players there is nothing to roll for."""
    with pytest.raises(Refusal, match="is nobody whom the game master plays: talk to them"):
        Play().act("ana", "lie", who="ana", mark=mark, falsehood=LIE)


def test_a_lie_about_nothing_passes_without_a_roll():
    """MOT-3.19: a roll is made only where one is wanted."""
    events = lied(ruling=("passes", "will", 2, 0, "how it sounds"), suspicious="yes")
    assert (outcome(events), thrown(events), said(events)) == ("believed", [], ["guard lets it pass"])


@pytest.mark.parametrize(
    ("faces", "tn", "result"),
    [
        ((5, 6, 2, 2, 2), 2, "believed"),
        ((5, 2, 2, 2, 2), 2, "disbelieved"),
        ((5, 2, 2, 2, 2), 1, "believed"),
        ((5, 6, 5, 6, 2), 2, "believed critically"),
        ((1, 1, 2, 2, 2), 2, "disbelieved critically"),
        ((5, 6, 1, 1, 1), 2, "believed with a setback"),
        ((5, 6, 2, 2, 2), 3, "disbelieved"),
    ],
)
def test_who_suspects_nothing_is_lied_to_against_a_target_number(faces, tn, result):
    """MOT-6.06: whatever the mark's own dice, which do not count."""
    assert outcome(lied(*faces, 6, 6, 6, ruling=("roll", "will", tn, 0, "how it sounds"))) == result


@pytest.mark.parametrize(
    ("mine", "theirs", "result"),
    [
        ((5, 6, 2, 2, 2), (6, 5, 5), "believed"),
        ((5, 6, 2, 2, 2), (6, 6, 2), "disbelieved"),  # a tie: the mark resists
        ((5, 2, 2, 2, 2), (5, 5, 5), "believed"),  # a single success will do against none
        ((2, 2, 2, 2, 2), (2, 2, 2), "disbelieved"),
        ((5, 6, 5, 2, 2), (2, 2, 2), "believed critically"),
        ((5, 6, 5, 2, 2), (6, 2, 2), "believed"),
        ((5, 6, 1, 1, 1), (6, 2, 2), "believed with a setback"),
        ((1, 1, 2, 2, 2), (2, 2, 2), "disbelieved critically"),
    ],
)
def test_who_suspects_something_is_lied_to_in_a_contest(mine, theirs, result):
    """MOT-6.07, MOT-R.33, MOT-R.34, MOT-R.89, MOT-X.14: Perception 3 without Read individual is three dice, only sixes."""
    assert outcome(lied(*mine, *theirs, suspicious="yes")) == result


@pytest.mark.parametrize(
    ("theirs", "result"), [((5, 5, 2, 2), "disbelieved"), ((6, 2, 2, 2), "believed"), ((6, 5, 2, 2), "disbelieved")]
)
def test_read_individual_resists_with_fives_and_sixes(theirs, result):
    """MOT-6.07: Perception 3 and Read individual 1, against two successes."""
    events = lied(5, 6, 2, 2, 2, *theirs, suspicious="yes", guard={"skills": {"Read individual": 1}})
    assert outcome(events) == result


@pytest.mark.parametrize(
    ("dial", "theirs", "result"),
    [
        ("unskilled", (5, 5, 5), "believed"),
        ("statistic_roll", (5, 5, 2), "disbelieved"),
        ("statistic_roll", (6, 2, 2), "believed"),
    ],
)
def test_how_bare_perception_is_rolled_against_a_lie(dial, theirs, result):
    """MOT-R.33: lie_defense_perception."""
    events = lied(5, 6, 2, 2, 2, *theirs, suspicious="yes", lie_defense_perception=dial)
    assert outcome(events) == result


@pytest.mark.parametrize(("dial", "dice"), [("unskilled", 2), ("statistic_roll", 3)])
def test_wounds_weaken_the_ear_unless_it_is_a_statistic_roll(dial, dice):
    """MOT-R.33: not a statistic roll, so that penalties apply; at pickpocketing it is one, and they do not."""
    play = Play(guard={"suspicious": "yes", "minor": 5}, lie_defense_perception=dial, **PLAIN)  # ten hit points, five left
    assert thrown(lied(5, 6, 2, 2, 2, *[2] * dice, play=play))[1] == (2,) * dice
    events = play.act("gm", "call-sneak", 5, 6, 2, 2, 5, 5, 2, who="ana", target="guard", how="Pickpocket")
    assert (thrown(events)[1], outcome(events)) == ((5, 5, 2), "nothing taken")


def test_what_the_liar_sees_does_not_tell_whether_the_mark_was_suspicious():
    """MOT-6.05: the same kinds of events and the same lines in both cases; the guard's dice are hidden."""
    seen = {}
    for suspicious in ("yes", "no"):
        events = lied(5, 6, 2, 2, 2, 2, 2, 2, suspicious=suspicious)
        assert is_hidden(thrown(events, "ana")[1])
        assert thrown(events, "gm") == [(5, 6, 2, 2, 2), (2, 2, 2)]
        told = [see(event, "ana").value for event in events if isinstance(event, Verdict)]
        seen[suspicious] = ([type(event).__name__ for event in events if see(event, "ana")], said(events), told)
    assert seen["yes"] == seen["no"]


@pytest.mark.parametrize(("modifier", "dice"), [(2, 7), (0, 5), (-3, 2)])
def test_a_likely_lie_has_more_dice_and_an_outlandish_one_fewer(modifier, dice):
    """MOT-3.19: as the game master says."""
    events = lied(*[2] * dice, 2, 2, 2, ruling=("roll", "will", 2, modifier, "how it sounds"))
    assert len(thrown(events)[0]) == dice


@pytest.mark.parametrize("suspicious", ["yes", "no"])
def test_a_lie_is_thrown_alike_whatever_the_mark_suspects(suspicious):
    """MOT-6.05, MOT-6.07: below the target number by the exception in both cases, so that the throw does not tell."""
    play = Play(guard={"suspicious": suspicious}, **PLAIN)
    play.act("ana", "lie", who="ana", mark="guard", falsehood=LIE)
    events = play.answer("gm", ("roll", "will", 3, -4, "how it sounds"), 6, 6, 5, *[2] * 3)
    assert len(thrown(events)[0]) == 3
    assert outcome(events) == ("believed" if suspicious == "yes" else "disbelieved")


@pytest.mark.parametrize(
    ("answer", "mine", "result", "gained"),
    [
        ("roll", (5, 2, 2, 2, 2), "disbelieved", 1),
        ("roll", (1, 1, 2, 2, 2), "disbelieved critically", 2),
        ("roll", (5, 6, 1, 1, 1), "believed with a setback", 1),
        ("raise", (5, 2, 2, 2, 2), "disbelieved critically", 3),
        ("raise", (1, 1, 2, 2, 2), "disbelieved critically", 4),
        ("raise", (5, 6, 1, 1, 1), "believed with a setback", 3),
        ("refuse", None, "disbelieved", 2),
    ],
)
@pytest.mark.parametrize("suspicious", ["yes", "no"])
def test_what_a_lie_pays(answer, mine, result, gained, suspicious):
    """MOT-5.23, MOT-5.25, MOT-5.31, MOT-5.32, MOT-R.15, MOT-R.19: as any other roll with a target number or in a contest."""
    play = Play(guard={"suspicious": suspicious}, mot_rewards_dice_triggered="on")
    lied(play=play)
    theirs = (6, 5, 5)  # one success, of no use against somebody who is not suspicious
    events = play.answer("ana", answer, *((*mine, *theirs) if mine else ()))
    assert (outcome(events), play.moments()) == (result, gained)


# Contests


def test_a_race_that_cannot_be_tied_goes_to_the_player():
    """MOT-X.35, MOT-R.34: 2 against 2, and nobody resists: the game master says whether a tie makes sense."""
    play = Play(**PLAIN)
    play.contest(5, 6, 2, 2, 2, 5, 6, 2, 2, against="guard")
    assert play.asked() == [("gm", "deadlock")]
    assert outcome(play.answer("gm", False)) == "wins"


def test_two_players_who_are_level_roll_again():
    """MOT-X.35: 2 against 2, then 1 against 1, until somebody wins."""
    play = Play(**PLAIN)
    play.contest(5, 6, 2, 2, 2, 5, 6, 2, 2)
    again = (5, 2, 2, 2, 2, 5, 2, 2, 2)
    events = play.answer("gm", False, *again, 2, 2, 2, 2, 2, 5, 2, 2, 2)
    assert (outcome(events), len(thrown(events))) == ("loses", 4)


def test_a_cautious_pocket_on_a_tie():
    """MOT-X.35, MOT-R.35: 2 against 2: nothing is taken, and it is noticed."""
    play = Play(guard={"cautious": "yes"}, **PLAIN)
    events = play.act("gm", "call-sneak", 5, 6, 2, 2, 5, 6, 2, who="ana", target="guard", how="Pickpocket")
    assert (outcome(events), said(events, "gm")) == ("nothing taken", ["ana gets nothing", "guard notices"])
    assert said(events, "ana") == ["ana gets nothing"]


@pytest.mark.parametrize(
    ("dial", "resisting", "result"),
    [
        ("yes", "the first", "wins"),
        ("yes", "the second", "loses"),
        ("yes", "nobody", None),
        ("no", "the first", None),
        ("no", "the second", None),
    ],
)
def test_who_resists_wins_a_tie(dial, resisting, result):
    """MOT-R.34: resister_wins_ties; where nobody does, the game master is asked."""
    play = Play(resister_wins_ties=dial, **PLAIN)
    events = play.contest(5, 6, 2, 2, 2, 5, 6, 2, 2, against="guard", resisting=resisting)
    if result is None:
        assert play.asked() == [("gm", "deadlock")]
        events, result = play.answer("gm", False), "wins"
    assert outcome(events) == result


@pytest.mark.parametrize(
    ("mine", "theirs", "resisting", "lines"),
    [
        ((5, 6, 5, 2, 2), (2, 2, 2, 2), "nobody", ["ana wins critically", "bo loses"]),
        ((5, 6, 2, 2, 2), (2, 2, 2, 2), "nobody", ["ana wins", "bo loses"]),
        ((5, 6, 2, 2, 2), (2, 2, 2, 2), "the first", ["ana wins critically", "bo loses"]),  # none would have been enough
        ((5, 1, 1, 2, 2), (2, 2, 2, 2), "nobody", ["ana wins with a setback", "bo loses"]),
        ((5, 2, 2, 2, 2), (1, 1, 2, 2), "nobody", ["ana wins", "bo loses critically"]),
        ((1, 1, 2, 2, 2), (5, 2, 2, 2), "nobody", ["ana loses critically", "bo wins"]),
        ((1, 1, 2, 2, 2), (2, 2, 2, 2), "the first", ["ana wins", "bo loses"]),  # who wins a tie has not failed
    ],
)
def test_contests_have_criticals_and_setbacks(mine, theirs, resisting, lines):
    """MOT-R.89: the requirement is the least that would have won; a winner without a success has no setback."""
    play = Play(**PLAIN)
    assert said(play.contest(*mine, *theirs, resisting=resisting)) == lines


@pytest.mark.parametrize("how", ["Pickpocket", "Stealth"])
@pytest.mark.parametrize(
    ("mine", "theirs", "cautious", "result", "notices"),
    [
        ((5, 6, 2, 2), (5, 2, 2), "yes", "taken", "notices nothing"),
        ((5, 6, 2, 2), (5, 5, 2), "no", "nothing taken", "notices nothing"),
        ((5, 6, 2, 2), (5, 5, 2), "yes", "nothing taken", "notices"),
        ((5, 2, 2, 2), (5, 5, 2), "no", "nothing taken", "notices"),
    ],
)
def test_pockets_and_shadows(how, mine, theirs, cautious, result, notices):
    """MOT-R.35: a tie fails and only the cautious notice; a loss fails and everyone does. Only the game master hears which."""
    play = Play(guard={"cautious": cautious}, **PLAIN)
    events = play.act("gm", "call-sneak", *mine, *theirs, who="ana", target="guard", how=how)
    assert (outcome(events), said(events, "gm")[1:]) == (result, [f"guard {notices}"])
    for viewer in ("ana", "bo", "eve"):
        assert not [line for line in said(events, viewer) if "notice" in line]
        assert is_hidden(thrown(events, viewer)[1])
        told = {see(event, viewer).name: see(event, viewer).value for event in events if isinstance(event, Verdict)}
        assert (told["sneak"], is_hidden(told["noticed"])) == (result, True)


def test_secret_contests_are_heard_by_nobody_else():
    """MOT-6.07, MOT-R.34: a lie told to a player's character, a hand in their pocket: players do not hear that dice fall."""
    play = Play(guard={"skills": {"Lying": 1, "Pickpocket": 1}})
    before = dict(play.table.view("bo").facts)
    secret = {"who": "guard", "skill": "Lying", "against": "bo", "against_skill": "Read individual"}
    told = play.act("gm", "secret-contest", 5, 6, 2, 6, 5, 5, **secret, against_statistic="perception")
    tied = play.act("gm", "secret-contest", 5, 2, 2, 6, 5, 5, **secret, against_statistic="perception")
    picked = play.act("gm", "secret-sneak", 5, 6, 2, 5, 2, 2, who="guard", target="bo", how="Pickpocket")
    assert [outcome(told), outcome(tied), outcome(picked)] == ["wins", "loses", "taken"]
    assert said(told, "gm") == ["guard wins against bo"]
    assert [event for event in told + tied + picked if any(see(event, seat) for seat in ("ana", "bo", "eve"))] == []
    assert play.table.view("bo").facts == before


# Longer plays


def test_a_play_tracks_mark_goal_phase_and_facts():
    """MOT-6.02: whoever would bring another to do or leave something; who found out what is kept."""
    play = Play()
    begun = play.act("ana", "approach", mark="guard", goal="the key to the gate")
    name = "The play for guard"
    kept = {field: play.sees("bo", "token", name, field) for field in ("mark", "goal", "phase", "facts", "answer")}
    assert kept == {"mark": "guard", "goal": "the key to the gate", "phase": "approach", "facts": (), "answer": "open"}
    assert said(begun)[0] == "A play for guard begins: the key to the gate"
    play.act("gm", "find-fact", play=name, fact="he gambles", finder="bo")
    play.act("gm", "find-fact", play=name, fact="he is in debt", finder="ana")
    events = play.act("gm", "find-fact", play=name, fact="to whom", finder="bo")
    assert play.of(name, "facts") == (("he gambles", "bo"), ("he is in debt", "ana"), ("to whom", "bo"))
    assert said(events) == ["bo finds out: to whom (so far: bo 2, ana 1)"]
    for phase in ("intelligence", "play", "resolution"):
        play.act("gm", "enter-phase", play=name, phase=phase)
        assert play.of(name, "phase") == phase


def test_a_mark_is_somebody_whom_the_game_master_plays():
    """MOT-6.02: and there is one play for each."""
    play = Play()
    with pytest.raises(Refusal, match="bo is no mark"):
        play.act("ana", "approach", mark="bo", goal="a loan")
    play.act("ana", "approach", mark="guard", goal="the key")
    with pytest.raises(Refusal, match="there is a play for guard already"):
        play.act("bo", "approach", mark="guard", goal="the key")
    with pytest.raises(Refusal, match="guard is none of the party"):
        play.act("gm", "find-fact", play="The play for guard", fact="x", finder="guard")


@pytest.mark.parametrize("answer", ["cooperates", "refuses", "complies, at a price"])
def test_the_game_master_decides_the_resolution_without_a_die(answer):
    """MOT-6.13: one of three outcomes, by nobody else, and not before the demand has been made."""
    play = Play()
    name = "The play for guard"
    play.act("ana", "approach", mark="guard", goal="the key")
    with pytest.raises(Refusal, match="has not come to its resolution yet"):
        play.act("gm", "resolve-play", play=name, answer=answer)
    play.act("gm", "enter-phase", play=name, phase="resolution")
    with pytest.raises(Refusal, match="'resolve-play' is not something you can do here"):
        play.act("ana", "resolve-play", play=name, answer=answer)
    events = play.act("gm", "resolve-play", play=name, answer=answer)
    assert (outcome(events), thrown(events), play.of(name, "answer")) == ("resolved", [], answer)
    assert (said(events), cited(events, "ana")) == ([f"guard {answer}"], {"MOT-6.13", "MOT-6.14"})
    with pytest.raises(Refusal, match="is over"):
        play.act("gm", "resolve-play", play=name, answer=answer)
    choices = next(field.choices for field in MOT.game.verbs["resolve-play"].slots if field.name == "answer")
    assert choices == ("cooperates", "refuses", "complies, at a price")


def test_a_successful_roll_does_not_change_a_mind():
    """MOT-6.13: intimidation tells what would help; the play stays open until the game master decides."""
    play = Play(**PLAIN)
    play.act("ana", "approach", mark="guard", goal="the key")
    resist = {"against": "guard", "against_skill": "Acting", "resisting": "the second"}
    events = play.act("gm", "call-contest", 5, 6, 5, 6, 2, 2, who="ana", skill="Intimidate", **resist)
    assert "ana learns what would make guard more cooperative; it does not force anybody" in said(events)
    assert play.of("The play for guard", "answer") == "open"


def test_what_only_the_game_master_notes_is_hidden_of_players_characters_too():
    """MOT-6.05: suspicious, cautious and named, whoever's character it is."""
    play = Play()
    for trait in ("suspicious", "cautious", "named"):
        play.act("gm", "regard", who="ana", trait=trait, is_so="yes")
        assert (play.sees("gm", "token", "ana", trait), play.sees("ana", "token", "ana", trait)) == ("yes", None)
