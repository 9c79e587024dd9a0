"""Connections, sessions and experience of Moment of Truth (chapters 5 and 11)."""

import json
from itertools import product

import pytest

from fatewright.core.table.seal import is_hidden
from fatewright.core.table.story import Refusal
from fatewright.systems import sheet
from fatewright.systems.cast import ready_made
from fatewright.systems.moment_of_truth.characters import sheets
from fatewright.systems.spec import from_folder
from hard.setting import heard
from systems.mot_table import ANA, BO, MOT, Play, cited, outcome, said, thrown

EVENTS = (
    *("A War Story", "A Sad Moment", "Shameful Defeat", "A Saved Life", "A Marriage!", "Undeserved Praise"),
    *("A Narrow Escape", "A Close Call", "Gone Over the Edge", "Friends Taking Sides", "A Humiliating Affront", "A Debt Paid"),
    *("A Natural Disaster", "Ran Afoul of the Law", "Strange Occurrence", "Awkward Moment", "Revenge is Coming..."),
    *("Mistaken Identity", "A Small Tragedy", "Unravalled Mystery", "Horrible Misunderstanding", "Mysterious Disappearance"),
    *("A Small Victory", "You Were Robbed", "A Bizarre Coincidence", "Hard Times", "A Heist Gone Wrong"),
    *("Sticking it to the Man", "Walking Away from an Explosion", "Unjust Punishment", "Winning One for the Team"),
    *("Death of a Friend", "You Were Swindled", "Taking One for the Team", "Miraculous Coincidence", "A Blessed Event"),
)
CELLS = dict(zip(product(range(1, 7), repeat=2), EVENTS, strict=True))
DRAWN = "let the dice pick"
SKILL_XP = (5, 5, 10, 20, 40)  # for level 0, 1, 2, 3, 4
STATISTIC_XP = {2: 10, 3: 20, 4: 40, 5: 80, 6: 120}


def connected(play, event, link, other, plot, *faces, who="ana"):
    return play.act(who, "connect", *faces, who=who, event=event, link=link, other=other, plot=plot)


def character(name, **changes):
    """Ada Finch, a legal character, under another name and with some choices changed."""
    made = json.loads(next(one for one in ready_made(MOT) if "Ada Finch" in one))
    return json.dumps({**made, "name": name, "choices": {**made["choices"], **changes}})


def row(event, link, who, plot):
    return {"event": event, "link": link, "who": who, "plot": plot}


def wanted(events):
    return [line for line in said(events) if line.startswith("Connections")]


# Connections


@pytest.mark.parametrize("row_", range(1, 7))
def test_the_connection_table_is_read_by_row_and_then_by_column(row_):
    """MOT-5.05, MOT-R.92, MOT-5.04: the first die is the row, the second the column."""
    for column in range(1, 7):
        play = Play()
        events = connected(play, DRAWN, "character", "bo", "a locket", row_, column)
        assert said(events)[0] == f"ana and bo: {CELLS[row_, column]}. a locket"


def test_an_event_is_drawn_picked_or_invented():
    """MOT-5.04: picked without a die; invented while the character is being made."""
    play = Play()
    events = connected(play, "A Debt Paid", "character", "bo", "a locket")
    assert (thrown(events), play.of("ana", "connections")) == ([], (("A Debt Paid", "character", "bo", "a locket"),))
    invented = row("The night the circus burned", "newcomer", "Zora", "the big top")
    play.act("bo", "bring", character=character("Ada", connections=[invented]))
    assert play.of("Ada", "connections") == (("The night the circus burned", "newcomer", "Zora", "the big top"),)


def test_two_events_with_characters_and_two_with_new_people_are_wanted_and_not_demanded():
    """MOT-5.03: a warning for what is missing; repeated partners count."""
    play = Play()
    steps = [("character", "bo"), ("newcomer", "Zora"), ("character", "bo"), ("newcomer", "Ilya")]
    left = []
    for event, (link, other) in zip(EVENTS, steps, strict=False):
        events = connected(play, event, link, other, "a locket")
        assert outcome(events) == "connected"
        left.append(wanted(events))
    more = "Connections: {} more with {} wanted".format
    characters, people = "other characters", "new people"
    assert left == [[more(1, characters), more(2, people)], [more(1, characters), more(1, people)], [more(1, people)], []]
    judged = sheet.judged(MOT, sheet.read(character("Ada")))
    assert judged.problems == []
    assert {more(2, characters), more(2, people)} <= set(judged.warnings)


@pytest.mark.parametrize("lacking", ["other", "plot"])
def test_every_event_has_somebody_it_connects_with_and_a_plot_element(lacking):
    """MOT-5.06: both are demanded, and both are kept."""
    play = Play()
    whole = {"who": "ana", "event": "Hard Times", "link": "character", "other": "bo", "plot": "a locket"}
    with pytest.raises(Refusal, match="…: expected a text of 1 to"):
        play.act("ana", "connect", **{**whole, lacking: ""})
    play.act("ana", "connect", **whole)
    assert play.of("ana", "connections") == (("Hard Times", "character", "bo", "a locket"),)
    empty = row("Hard Times", "newcomer", "Zora", "a locket") | {{"other": "who"}.get(lacking, lacking): ""}
    assert sheet.problems(MOT, sheet.read(character("Ada", connections=[empty]))) != []


def test_new_people_join_the_game_masters_cast():
    """MOT-5.03: when an event is told, and when somebody comes to the table with one."""
    play = Play()
    connected(play, "Hard Times", "newcomer", "Zora", "the big top")
    play.act("bo", "bring", character=character("Ada", connections=[row("A duel", "newcomer", "Ilya", "a pistol")]))
    assert [play.of(name, "owner") for name in ("Zora", "Ilya")] == ["gm", "gm"]
    assert [play.sees("ana", "token", name, "perception") for name in ("Zora", "Ilya")] == [None, None]


@pytest.mark.parametrize(("link", "other"), [("character", "ana"), ("newcomer", "bo")])
def test_a_link_is_with_another_character_or_with_somebody_new(link, other):
    """MOT-5.03: at least two with other characters, and two with new people: neither with oneself nor with an old friend."""
    with pytest.raises(Refusal):
        connected(Play(), "Hard Times", link, other, "a locket")


def test_an_event_that_two_characters_share_counts_for_both():
    """MOT-5.08: one record on both sheets."""
    play = Play()
    connected(play, "Hard Times", "character", "bo", "a locket")
    assert play.of("ana", "connections") == (("Hard Times", "character", "bo", "a locket"),)
    assert play.of("bo", "connections") == (("Hard Times", "character", "ana", "a locket"),)
    assert wanted(connected(play, "A Debt Paid", "character", "ana", "a ring", who="bo")) == [
        "Connections: 2 more with new people wanted"
    ]


def test_an_event_that_a_character_has_already_is_drawn_again():
    """MOT-5.09: as often as it takes."""
    play = Play()
    connected(play, DRAWN, "newcomer", "Zora", "a locket", 3, 3)
    events = connected(play, DRAWN, "newcomer", "Ilya", "a ring", 3, 3, 3, 3, 3, 4)
    assert len(thrown(events)) == 6
    assert [one[0] for one in play.of("ana", "connections")] == ["Strange Occurrence", "Awkward Moment"]


def test_father_crawfords_four_events():
    """MOT-X.12: two links with characters, two with new people, four plot elements; nothing more is wanted."""
    play = Play(sheets=(ANA, BO, BO))
    for seat, name in (("ana", "Father Crawford"), ("bo", "Arthur"), ("cy", "Albert")):
        play.act(seat, "bring", character=character(name))
    told = [
        ((3, 3), "character", "Arthur", "the bloodied statue of an elephant god"),
        ((1, 5), "newcomer", "Carl Reesestone", "Reesestone Motor Works"),
        ((3, 5), "character", "Albert", "the Kingsby Gang"),
        ((4, 2), "newcomer", "Father O'Malley", "the Danesborough Pub"),
    ]
    for faces, link, other, plot in told:
        args = {"who": "Father Crawford", "event": DRAWN, "link": link, "other": other, "plot": plot}
        events = play.act("ana", "connect", *faces, **args)
    names = ["Strange Occurrence", "A Marriage!", "Revenge is Coming...", "Unravalled Mystery"]
    assert [one[0] for one in play.of("Father Crawford", "connections")] == names
    assert (wanted(events), [one[2:] for one in play.of("Father Crawford", "connections")]) == ([], [one[2:] for one in told])


@pytest.mark.parametrize("dial", ["on", "off"])
def test_a_table_may_play_without_connections(dial):
    """MOT-5.01: use_connections."""
    play = Play(use_connections=dial)
    judged = sheet.judged(MOT, sheet.read(character("Ada")), {"use_connections": dial})
    assert bool([line for line in judged.warnings if "Connections" in line]) == (dial == "on")
    if dial == "off":
        with pytest.raises(Refusal, match="this table plays without connections; a dial says so"):
            connected(play, "Hard Times", "character", "bo", "a locket")
    else:
        assert outcome(connected(play, "Hard Times", "character", "bo", "a locket")) == "connected"


# Sessions


def test_experience_is_paid_at_the_end_of_a_session_to_every_character():
    """MOT-11.01, MOT-11.09: whole numbers, held by the character; whom the game master plays gets none."""
    play = Play()
    with pytest.raises(Refusal, match="no session is open"):
        play.act("gm", "close-session")
    play.act("gm", "open-session")
    with pytest.raises(Refusal, match="'close-session' is not something you can do here"):
        play.act("ana", "close-session")
    events = play.act("gm", "close-session", xp=3, why="the heist")
    assert (play.of("ana", "xp"), play.of("bo", "xp"), play.of("guard", "xp")) == (3, 3, 0)
    assert said(events)[:2] == ["ana gains 3 experience (the heist)", "bo gains 3 experience (the heist)"]


@pytest.mark.parametrize("xp", [0, 3, 4, 5, 8, 30])
def test_any_number_from_nothing_on_may_be_paid(xp):
    """MOT-R.94: the rates are hints."""
    play = Play()
    play.act("gm", "open-session")
    play.act("gm", "close-session", xp=xp)
    assert play.of("ana", "xp") == xp
    assert "up to 3 is slow, 5 to 8 is fast" in MOT.game.verbs["close-session"].help


@pytest.mark.parametrize("each", [0, 1])
def test_experience_for_each_failure_taken(each):
    """MOT-11.12: xp_per_taken_failure; neither for critical ones nor for those that were rolled, and once."""
    play = Play(xp_per_taken_failure=each)
    play.act("gm", "open-session")
    for answer, *faces in (("refuse",), ("refuse",), ("fumble",), ("roll", 2, 2, 2, 2, 2)):
        play.call()
        play.answer("ana", answer, *faces)
    for expected in (2 * each, 2 * each):  # the second session brings no more
        play.act("gm", "close-session", xp=0)
        assert (play.of("ana", "xp"), play.of("bo", "xp")) == (expected, 0)
        play.act("gm", "open-session")


@pytest.mark.parametrize("rate", [0, 1, 2, 3])
def test_moments_are_bought_back_at_the_end_of_a_session(rate):
    """MOT-11.13: mot_buyback_xp; each player says how many, and the rest is carried over."""
    play = Play(mot_buyback_xp=rate, starting_mots=0)
    play.act("gm", "open-session")
    play.give("ana", 4)
    play.act("gm", "close-session", xp=1)
    assert play.asked() == ([("ana", "sell")] if rate else [])  # bo has none to sell
    if rate:
        assert play.offered("ana") == [0, 1, 2, 3, 4]
        events = play.answer("ana", 3)
        assert "ana spends 3 Moments on experience" in said(events)
    assert (play.moments(), play.of("ana", "xp"), play.of("bo", "xp")) == (1 if rate else 4, 1 + 3 * rate, 1)


def test_nobody_knows_what_others_sell_before_all_have_said_it():
    """MOT-11.13: the player chooses."""
    play = Play(mot_buyback_xp=1, starting_mots=2)
    play.act("gm", "open-session")
    play.act("gm", "close-session", xp=0)
    assert play.asked() == [("ana", "sell"), ("bo", "sell")]
    (laid,) = play.answer("ana", 2)
    assert is_hidden(play.table.view("bo").questions[laid.question].answer)
    play.answer("bo", 0)
    assert [(play.moments(seat), play.of(seat, "xp")) for seat in ("ana", "bo")] == [(0, 2), (2, 0)]


# Advancement


def advance(play, what, why="she has practised", agrees=True):
    """The experience that one step costs, with the game master's consent."""
    before = play.of("ana", "xp")
    play.act("ana", "advance", who="ana", what=what, why=why)
    play.answer("gm", agrees)
    return before - play.of("ana", "xp")


def rich(**more):
    play = Play(**more)
    play.put("ana", xp=1000)
    return play


def test_what_each_level_of_a_skill_costs():
    """MOT-11.02, MOT-11.04: step by step from not owned to Master, each by the row of the level reached."""
    play = rich()
    for level, cost in enumerate(SKILL_XP):
        assert (advance(play, "History"), dict(play.of("ana", "skills"))["History"]) == (cost, level)
    with pytest.raises(Refusal, match="History is at 4, and goes no further"):
        play.act("ana", "advance", who="ana", what="History", why="vanity")


@pytest.mark.parametrize("statistic", ["endurance", "strength", "will", "education"])
def test_what_each_level_of_a_statistic_costs(statistic):
    """MOT-11.03, MOT-11.04: from 1 to 6."""
    play = rich()
    play.put("ana", **{statistic: 1})
    for level, cost in STATISTIC_XP.items():
        assert (advance(play, statistic), play.of("ana", statistic)) == (cost, level)


@pytest.mark.parametrize(
    ("what", "start", "end", "cost"),
    [
        ("History", None, 0, 5),
        ("History", None, 2, 20),
        ("History", 0, 4, 75),
        ("History", None, 4, 80),
        ("will", 2, 3, 20),
        ("will", 2, 5, 140),
        ("will", 5, 6, 120),
        ("agility", 3, 4, 80),
    ],
)
def test_the_worked_examples_of_experience(what, start, end, cost):
    """MOT-X.65, MOT-11.02, MOT-11.03, MOT-11.08."""
    play = rich()
    if what in sheets.STATISTICS:
        play.put("ana", **{what: start})
    elif start is not None:
        play.act("gm", "set-skill", who="ana", skill=what, level=str(start))
    steps = end - (-1 if start is None else start)
    assert sum(advance(play, what) for _ in range(steps)) == cost


@pytest.mark.parametrize(
    ("dial", "costs"),
    [("level_reached", ([5, 5, 10, 20, 40], [20, 40, 80, 120])), ("level_held", ([5, 5, 5, 10, 20], [10, 20, 40, 80]))],
)
def test_which_row_is_paid(dial, costs):
    """MOT-R.86, MOT-11.04: advancement_row; the row of the level held has none for somebody new to a skill: it costs five."""
    play = rich(advancement_row=dial)
    play.put("ana", will=2)
    assert ([advance(play, "History") for _ in range(5)], [advance(play, "will") for _ in range(4)]) == costs


@pytest.mark.parametrize("times", [2, 1, 3])
@pytest.mark.parametrize("statistic", ["agility", "perception", "strength"])
def test_agility_and_perception_may_cost_more(times, statistic):
    """MOT-11.08, MOT-R.87: agility_perception_xp_multiplier; twice by default, and never for other statistics."""
    assert MOT.dials["agility_perception_xp_multiplier"].values[0] == 2
    cost = advance(rich(agility_perception_xp_multiplier=times), statistic)
    assert cost == 40 * (1 if statistic == "strength" else times)


def test_every_advance_needs_a_reason_and_consent():
    """MOT-11.05: before any experience is paid; both are kept."""
    play = rich()
    with pytest.raises(Refusal, match="why: every advance needs a reason in the story"):
        play.act("ana", "advance", who="ana", what="History", why="  ")
    with pytest.raises(Refusal, match="because …: expected a text"):
        play.act("ana", "advance", who="ana", what="History", why="")
    assert advance(play, "History", agrees=False) == 0
    assert "History" not in dict(play.of("ana", "skills"))
    play.act("ana", "advance", who="ana", what="History", why="a winter in the archive")
    assert (play.asked(), play.of("ana", "xp")) == ([("gm", "approve")], 1000)
    events = play.answer("gm", True)
    assert (outcome(events), play.of("ana", "xp")) == ("granted", 995)
    assert play.of("ana", "advances") == (("History", 0, 5, "a winter in the archive"),)
    assert said(events) == ["ana: History is now 0 (Familiar), for 5 experience: a winter in the archive"]


def test_there_is_no_debt():
    """MOT-11.09: neither at first, nor when the experience goes while the game master thinks; it may be spent at any time."""
    play = Play()
    play.put("ana", xp=5)
    with pytest.raises(Refusal, match="will costs 80 experience, and ana has 5"):
        play.act("ana", "advance", who="ana", what="will", why="horrors")
    play.act("ana", "advance", who="ana", what="History", why="a book")
    play.act("ana", "advance", who="ana", what="Botany", why="a garden")
    assert play.prices("gm") == {True: "−5 experience"}
    play.answer("gm", True)
    assert play.prices("gm") == {}  # what nobody can pay any more has no price
    play.answer("gm", True)
    assert (play.of("ana", "xp"), dict(play.of("ana", "skills")).keys() & {"History", "Botany"}) == (0, {"History"})


@pytest.mark.parametrize("what", ["Detail Acuity", "Keen Sight", "Ally", "Curious", "Second Sight"])
def test_traits_are_not_bought_with_experience(what):
    """MOT-11.14: neither talents nor boons nor problems."""
    play = rich()
    with pytest.raises(Refusal, match=f"advances in …: '{what}' is not one of endurance"):
        play.act("ana", "advance", who="ana", what=what, why="the story")
    values = {**ANA, "skills": ()}
    price = sheets.price(values, what, Play().table.truth.facts, MOT.lists)
    assert price == f"{what} is not bought with experience; statistics and skills are"


@pytest.mark.parametrize("kind", ["problems", "boons"])
def test_boons_and_problems_come_and_go_for_nothing(kind):
    """MOT-11.15: nothing is paid, neither in experience nor in Moments, and every change is told."""
    play = rich(moments=2)
    for change, held in (("gains", ("Enemy of the Duke",)), ("loses", ())):
        events = play.act("gm", "change-trait", who="ana", kind=kind, trait="Enemy of the Duke", change=change)
        assert (play.of("ana", kind), play.of("ana", "xp"), play.moments()) == (held, 1000, 2)
        assert (said(events), cited(events)) == ([f"ana {change} Enemy of the Duke"], {"MOT-4.22"})


GIFTED = """
[system]
id = "gifted"
extends = "moment-of-truth"
title = "Gifted"
[lists.talents]
Medium = { applies = ["Seance"], when = "in the dark", cost = 2, special = true }
[lists.skills]
Seance = { group = "Setting", usual = "will", text = "talking with the dead" }
"""


@pytest.mark.parametrize("dial", ["off", "on"])
def test_supernatural_talents_cost_two_problems_and_bring_skills_that_experience_improves(dial, tmp_path):
    """MOT-11.16: special_traits; a group's own folder adds the talent and its skill."""
    (tmp_path / "system.toml").write_text(GIFTED)
    gifted = from_folder(tmp_path)
    medium = {"phrase": "Medium", "applies": ["Seance"], "when": "in the dark"}
    ada = {**json.loads(character("Ada", talents=[medium], credits_to_statistics=0, will=3)), "game": "gifted"}
    judged = sheet.judged(gifted, sheet.read(json.dumps(ada)), {"special_traits": dial})
    (traits,) = (one for one in judged.budgets if one.name == "credits")
    assert (traits.spent, traits.available) == (2, 2)
    assert bool([problem for problem in judged.problems if "Medium is a special trait" in problem]) == (dial == "off")
    if dial == "on":
        assert judged.problems == []
        play = Play(system=gifted, special_traits="on")
        play.put("ana", xp=10)
        assert [advance(play, "Seance"), advance(play, "Seance")] == [5, 5]


# ── secrets of connections ─────────────────────────────────────────────────────────────────────────────────────────────


def with_a_ruby():
    play = Play()
    connected(play, "A War Story", "character", "bo", "the ruby")
    return play


def test_what_lies_behind_a_connection_is_for_its_owner_and_the_game_master_until_it_is_revealed():
    """MOT-5.06: the connection and its plot element are for all; what else there is to it, its player keeps."""
    play = with_a_ruby()
    play.act("ana", "keep-secret", who="ana", about="bo", text="the ruby is glass")
    for seat, known in {"ana": True, "gm": True, "bo": False, "eve": False}.items():
        view = play.table.view(seat)
        assert (("token", "ana", "secrets") in view.facts) is known
        told = [message for message in heard(play.table, seat) if b"glass" in message]
        assert bool(told) is known
    play.act("ana", "reveal", who="ana", number=1)
    rows = play.table.view("bo").facts[("token", "ana", "connections")]
    assert rows[0][3] == "the ruby. the ruby is glass"
    assert play.table.view("ana").facts[("token", "ana", "secrets")] == ()


def test_only_who_has_a_secret_reveals_it_and_nobody_has_more_than_twelve():
    play = with_a_ruby()
    with pytest.raises(Refusal, match="ana has 0 secrets to reveal; number 1 is none of them"):
        play.act("ana", "reveal", who="ana", number=1)
    with pytest.raises(Refusal, match="you can"):
        play.act("gm", "reveal", who="ana", number=1)
    for number in range(12):
        play.act("ana", "keep-secret", who="ana", about="bo", text=f"secret {number}")
    with pytest.raises(Refusal, match="12 secrets already"):
        play.act("ana", "keep-secret", who="ana", about="bo", text="one more")
