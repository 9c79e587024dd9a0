"""Nobody disposes of another's seat alone: those who were there before decide, or a timer that everybody sees."""

import pytest

from fatewright.core.table.engine import Lapse
from fatewright.core.table.events import Fact, Told
from fatewright.core.table.seal import KEEPER
from fatewright.core.table.story import Refusal
from fatewright.core.table.table import TakeBack
from hard.setting import EVERYONE, act, answer, asked, driven, game_of, table_of, token, value

SEATS = {"ana": "player", "bo": "player", "cy": "player", "dee": "player", "eve": "spectator"}
GAME = game_of(has_gm=False)


@pytest.fixture
def table():
    return table_of(SEATS, token("kara", "ana", light=4), token("borin", "bo", light=4), token("mira", "dee", light=4))


def electors(table):
    return [one.seat for one in table.truth.questions.values() if not one.is_locked]


def votes(table, **said):
    for seat, vote in said.items():
        events = answer(table, GAME, seat, vote)
    return [event.text for event in events if isinstance(event, Told)]


ABOUT = {
    "unseat": ("move-to-unseat", {"name": "cy"}),
    "role": ("seat", {"name": "cy", "role": "spectator"}),
    "stand-in": ("stand-in", {"seat": "cy", "by": "dee"}),
}


@pytest.mark.parametrize(("verb", "args"), ABOUT.values(), ids=ABOUT)
@pytest.mark.parametrize("mover", ["ana", "dee"])
def test_about_a_seat_those_vote_who_were_there_before_it(table, verb, args, mover):
    act(table, GAME, mover, verb, **args)
    assert electors(table) == ["ana", "bo"]
    before = dict(table.truth.facts)
    (told,) = votes(table, ana="yes", bo="no")
    assert (told.endswith("; for it: ana"), table.truth.facts) == (True, before)


@pytest.mark.parametrize(
    ("verb", "args", "path", "value"),
    [
        (*ABOUT["unseat"], ("seat", "cy", "role"), None),
        (*ABOUT["role"], ("seat", "cy", "role"), "spectator"),
        (*ABOUT["stand-in"], ("seat", "cy", "stand-in"), "dee"),
    ],
    ids=ABOUT,
)
def test_what_they_carry_comes_about(table, verb, args, path, value):
    act(table, GAME, "ana", verb, **args)
    votes(table, bo="yes", ana="yes")
    assert table.truth.facts.get(path) == value


@pytest.mark.parametrize(
    ("verb", "args"),
    [
        ("move-to-unseat", {"name": "ana"}),
        ("seat", {"name": "ana", "role": "spectator"}),
        ("stand-in", {"seat": "ana", "by": "dee"}),
    ],
)
def test_a_stranger_in_four_persons_does_nothing_to_whoever_was_there_first(table, verb, args):
    for seat in ("bo", "cy", "dee"):
        with pytest.raises(Refusal, match=r"nobody who plays was here before ana.*fatewright table recover ID ana"):
            act(table, GAME, seat, verb, **args)


def test_and_those_who_were_there_put_each_of_them_out(table):
    for name in ("dee", "cy", "bo"):
        act(table, GAME, "ana", "move-to-unseat", name=name)
        for seat in electors(table):
            answer(table, GAME, seat, "yes")
    assert table.seats() == ["ana", "eve"]


def test_whoever_sits_down_after_a_motion_was_made_has_no_vote_in_it(table):
    act(table, GAME, "dee", "move-to-overrule", token="mira", field="light", value=9, reason="please")
    table.append([Fact(("seat", name, "role"), "player", EVERYONE) for name in ("fay", "gil", "hob")])
    act(table, GAME, "eve", "say", text="look at them")
    assert electors(table) == ["ana", "bo", "cy", "dee"]
    assert votes(table, ana="no", bo="yes", cy="yes", dee="yes")[0].endswith("; for it: bo, cy, dee")


def test_whoever_has_left_since_falls_out(table):
    act(table, GAME, "dee", "move-to-overrule", token="mira", field="light", value=9, reason="please")
    act(table, GAME, "cy", "leave")
    assert electors(table) == ["ana", "bo", "dee"]
    assert votes(table, ana="no", bo="yes", dee="yes")[0].endswith("; for it: bo, dee")


def test_a_motion_ends_when_nobody_is_left_who_could_vote(table):
    act(table, GAME, "cy", "move-to-unseat", name="bo")
    assert electors(table) == ["ana"]
    told = [event.text for event in act(table, GAME, "ana", "leave") if isinstance(event, Told)]
    assert told[-1] == "the motion is lost (bo leaves the table): nobody is left who could vote"
    assert ("bo" in table.seats(), table.truth.procedures) == (True, {})


def test_what_they_vote_on_may_have_come_about_by_itself(table):
    act(table, GAME, "bo", "move-to-unseat", name="cy")
    act(table, GAME, "cy", "leave")
    assert votes(table, ana="yes", bo="yes") == ["the motion is carried (cy leaves the table); for it: ana, bo"]


def test_whoever_moved_it_may_have_left(table):
    act(table, GAME, "cy", "move-to-unseat", name="dee")
    act(table, GAME, "cy", "leave")
    votes(table, ana="yes", bo="yes")
    assert (table.seats(), value(table, "mira", "answers")) == (["ana", "bo", "eve"], "ana")


def test_a_stand_in_does_not_vote_for_another(table):
    act(table, GAME, "bo", "stand-in", seat="bo", by="ana")
    act(table, GAME, "dee", "move-to-overrule", token="mira", field="light", value=9, reason="please")
    assert electors(table) == ["ana", "bo", "cy", "dee"]


def test_a_vote_that_lapsed_is_nobodys_yes_and_nobodys_no(table):
    act(table, GAME, "cy", "move-to-overrule", token="mira", field="light", value=9, reason="please")
    votes(table, ana="yes", bo="yes", cy="yes")
    told = [event.text for event in driven(table, GAME).do(Lapse(KEEPER, asked(table, "dee")[0])) if isinstance(event, Told)]
    assert told[1] == "the motion is carried (mira's light becomes 9: please); for it: ana, bo, cy; did not vote: dee"


def test_of_ones_own_seat_one_disposes_alone(table):
    act(table, GAME, "bo", "stand-in", seat="bo", by="cy")
    assert table.truth.facts[("seat", "bo", "stand-in")] == "cy"
    act(table, GAME, "cy", "stand-in", seat="bo", by="bo")  # and who stands in need not
    assert ("seat", "bo", "stand-in") not in table.truth.facts
    act(table, GAME, "bo", "seat", name="bo", role="spectator")
    assert table.truth.facts[("seat", "bo", "role")] == "spectator"
    act(table, GAME, "dee", "leave")
    assert (table.seats(), value(table, "mira", "answers")) == (["ana", "bo", "cy", "eve"], "ana")
    with pytest.raises(Refusal, match="to go yourself, just leave"):
        act(table, GAME, "ana", "move-to-unseat", name="ana")


def test_somebody_goes_on_playing():
    table = table_of({"ana": "player", "eve": "spectator"})
    for verb, args in (("leave", {}), ("seat", {"name": "ana", "role": "spectator"})):
        with pytest.raises(Refusal, match="you are the only one who plays here"):
            act(table, GAME, "ana", verb, **args)
    act(table, GAME, "eve", "leave")
    assert table.seats() == ["ana"]


def test_a_place_for_somebody_new_is_set_at_once(table):
    act(table, GAME, "dee", "seat", name="fay", role="player")
    assert table.seats()[-1] == "fay"


def test_not_to_wait_for_somebody_is_a_line_and_a_fact_for_everyone(table):
    events = act(table, GAME, "ana", "do-not-wait", seat="bo")
    assert [event for event in events if isinstance(event, Fact | Told)] == [
        Fact(("seat", "bo", "hurry"), 60, EVERYONE),
        Told("ana: let us not wait for bo; in 60 seconds the default stands", (), EVERYONE),
    ]
    for seat, why in (("bo", "nobody waits for bo any more"), ("ana", "nobody waits for you but you")):
        with pytest.raises(Refusal, match=why):
            act(table, GAME, "ana", "do-not-wait", seat=seat)


def test_whoever_does_something_is_waited_for_again_unless_it_is_a_secret(table):
    act(table, GAME, "ana", "do-not-wait", seat="bo")
    act(table, GAME, "bo", "note", text="they are in a hurry")
    act(table, GAME, "bo", "whisper", to="ana", text="here")
    assert ("seat", "bo", "hurry") in table.truth.facts
    act(table, GAME, "dee", "move-to-overrule", token="mira", field="light", value=9, reason="please")
    answer(table, GAME, "bo", "yes")
    assert ("seat", "bo", "hurry") not in table.truth.facts
    act(table, GAME, "ana", "do-not-wait", seat="bo")
    act(table, GAME, "bo", "say", text="here I am")
    assert ("seat", "bo", "hurry") not in table.truth.facts


def test_a_motion_about_people_is_no_part_of_what_is_taken_back(table):
    act(table, GAME, "bo", "say", text="one moment")
    act(table, GAME, "ana", "move-to-unseat", name="cy")
    answer(table, GAME, "ana", "yes")
    driven(table, GAME).do(TakeBack("bo"))
    assert electors(table) == ["bo"]
    votes(table, bo="yes")
    assert table.seats() == ["ana", "bo", "dee", "eve"]


def test_what_a_motion_takes_back_was_taken_back_by_whoever_moved_it(table):
    start = len(table.records)
    act(table, GAME, "cy", "say", text="oh")
    act(table, GAME, "bo", "move-to-rewind", before=start, what="oh")
    for seat in ("bo", "ana", "cy", "dee"):
        events = answer(table, GAME, seat, "yes")
    assert (type(events[-1]).__name__, events[-1].seat) == ("Rewound", "bo")


def test_a_way_back_is_given_by_those_who_were_there(table):
    with pytest.raises(Refusal, match="your own seat you move without asking anybody"):
        act(table, GAME, "bo", "move-to-reseat", name="bo")
    act(table, GAME, "dee", "move-to-reseat", name="bo")
    votes(table, ana="yes")
    assert table.truth.facts[("door", "way-back", "bo")] is True
    act(table, GAME, "dee", "move-to-reseat", name="cy")
    act(table, GAME, "cy", "leave")
    votes(table, ana="yes", bo="yes")
    assert ("door", "way-back", "cy") not in table.truth.facts


def test_a_place_where_somebody_sat_is_not_for_one_player_to_give(table):
    """Whoever sits down there finds all that was for them alone."""
    act(table, GAME, "cy", "leave")
    act(table, GAME, "dee", "seat", name="cy", role="player")
    assert electors(table) == ["ana", "bo", "dee"]
    votes(table, ana="yes", bo="yes", dee="no")
    assert (table.seats()[-1], ("door", "left", "cy") in table.truth.facts) == ("cy", False)


def test_the_players_who_are_there_open_and_close_the_door(table):
    for are, stands in (("refused", "refused"), ("by consent", "by consent"), ("welcome", None)):
        act(table, GAME, "dee", "newcomers", are=are)
        votes(table, ana="yes", bo="yes", cy="yes", dee="no")
        assert table.truth.facts.get(("door", "newcomers")) == stands


def waits(table, name, role="player"):
    """As the hall records it."""
    table.append([Fact(("door", "waits", name), role, EVERYONE), Told(f"{name} would like to sit down", (), EVERYONE)])


def test_whoever_waits_is_let_in_or_turned_away_by_the_players_there(table):
    for name in ("fay", "gil"):
        waits(table, name)
    act(table, GAME, "dee", "let-in", name="fay")
    votes(table, ana="yes", bo="yes", cy="yes", dee="no")
    act(table, GAME, "dee", "turn-away", name="gil")
    for seat in ("ana", "bo", "cy", "dee", "fay"):
        answer(table, GAME, seat, "yes")
    assert (table.seats()[-1], [path for path in table.truth.facts if path[0] == "door"]) == ("fay", [])


def test_whoever_was_turned_away_meanwhile_is_not_let_in(table):
    waits(table, "fay")
    act(table, GAME, "dee", "let-in", name="fay")
    table.append([Fact(("door", "waits", "fay"), None, EVERYONE)])
    assert votes(table, ana="yes", bo="yes", cy="yes", dee="yes")[0].startswith("the motion is carried")
    assert "fay" not in table.seats()


def test_the_game_master_does_all_that_at_once():
    table, game = table_of({"gm": "gm", "ana": "player"}), game_of()
    waits(table, "fay", "spectator")
    with pytest.raises(Refusal, match="fay waits at the door: let them in, or turn them away"):
        act(table, game, "gm", "seat", name="fay", role="player")
    act(table, game, "gm", "let-in", name="fay")
    assert table.truth.facts[("seat", "fay", "role")] == "spectator"
    for verb in ("let-in", "turn-away"):
        with pytest.raises(Refusal, match="nobody waits at the door as fay"):
            act(table, game, "gm", verb, name="fay")
    act(table, game, "gm", "newcomers", are="refused")
    assert table.truth.facts[("door", "newcomers")] == "refused"
    act(table, game, "gm", "seat", name="ana", role="spectator")
    act(table, game, "ana", "leave")
    assert table.seats() == ["gm", "fay"]
