"""Bids lie face down: until all are turned over, no seat, the game master's included, learns anything of another's."""

import json
import re
from contextlib import ExitStack, closing, contextmanager
from itertools import count, zip_longest
from typing import NamedTuple

import pytest

from fatewright.core.table.events import Asked, Revealed
from fatewright.core.table.story import Refusal
from fatewright.core.table.stream import messages
from fatewright.core.table.table import TakeBack
from fatewright.systems import sheet
from leaks.evenings import PARTY, SEATS, TOF, after, evening, goes_on, heard, known, learns, rewound
from web.serving import Browser, new_table, served
from web.test_byte_identity import Play

FIGHT = """
> gm put who=cy x=1 y=2
> gm put who=ana x=3 y=2
> gm put who=guard x=4 y=2
> gm put who=captain x=9 y=9
> gm start-fight who="those on the map"
"""
OPPOSE = (
    "> gm oppose who={} skill={} other={} other_skill={} keeps={} attribute=usual other_attribute=usual "
    'use=lie other_use="detect lies" bonus=0 other_bonus=1 heart=nothing other_heart=nothing'
)
CONTEST = """
> gm contest who=bo skill=Persuade keeps=nobody use=convince
> gm answer side="cy, Deceive, lie"
> gm answer side="captain, Lead, rally"
> gm answer side="guard, Scrutinize, detect lies"
> gm answer side="that is all, Lead, in general"
"""
ATTEMPTED = """
> cy attempt who=cy skill=Deceive what="to lie" use=lie
> gm answer ruling="opposed, 8, social, nothing"
> gm answer side="guard, Scrutinize, detect lies"
> gm answer side="that is all, Lead, in general"
> gm answer keeps=guard
"""
AT_THE_GUARD = '> cy attack who=cy target=guard using="weapon in hand" area=off_arm\n'


class Scene(NamedTuple):
    """An evening up to a sealed question, who lays down what, in each world, and how it goes on to the reveal."""

    before: str
    bidder: str
    lays: str  # the line with which the bid is laid down
    bids: tuple[str, ...]
    last: str  # the line with which all are turned over
    meanwhile: str = ""  # what others do in between
    dials: str = ""


def two_sides(who="cy", skill="Deceive", other="guard", other_skill="Scrutinize", keeps="nobody"):
    return OPPOSE.format(who, skill, other, other_skill, keeps)


SCENES = {
    "a player against the game master": Scene(two_sides(), "cy", "> cy answer bid={}", ("0", "4"), "> gm answer bid=1"),
    "the game master against a player": Scene(two_sides(), "gm", "> gm answer bid={}", ("0", "2"), "> cy answer bid=1"),
    "a player against a player": Scene(two_sides(other="ana"), "cy", "> cy answer bid={}", ("0", "4"), "> ana answer bid=1"),
    "the game master for two, among four sides": Scene(
        f"{CONTEST}> bo answer bid=1", "gm", '> gm answer bid="{}"', ("0, 0", "4, 2", "4, 0", "0, 2"), "> cy answer bid=2"
    ),
    "a player among four sides, when the game master has bid": Scene(
        f'{CONTEST}> gm answer bid="2, 1"', "bo", "> bo answer bid={}", ("0", "3"), "> cy answer bid=2"
    ),
    "a player among four sides, before the game master bids": Scene(
        CONTEST, "bo", "> bo answer bid={}", ("0", "3"), '> gm answer bid="2, 1"', "> cy answer bid=2"
    ),
    "a player whose attempt is opposed": Scene(ATTEMPTED, "cy", "> cy answer bid={}", ("0", "4"), "> gm answer bid=1"),
    "the game master, who opposes an attempt": Scene(ATTEMPTED, "gm", "> gm answer bid={}", ("0", "2"), "> cy answer bid=1"),
    "the attacker": Scene(
        f"{FIGHT}{AT_THE_GUARD}> gm answer defense=shield", "cy", "> cy answer bid={}", ("0", "4"), "> gm answer bid=1"
    ),
    "the defender": Scene(
        f"{FIGHT}{AT_THE_GUARD}> gm answer defense=shield", "gm", "> gm answer bid={}", ("0", "4"), "> cy answer bid=1"
    ),
    "a defense that lies face down with its bid": Scene(
        f"{FIGHT}{AT_THE_GUARD}",
        "gm",
        '> gm answer bid="{}"',
        ("none 0", "dodge 0", "dodge 3", "shield 4"),
        "> cy answer bid=4",
        dials="defense_declared=sealed",
    ),
    "the order of turns": Scene(
        FIGHT.replace("> gm put who=captain x=9 y=9\n", ""),
        "cy",
        "> cy answer initiative={}",
        ("0", "6"),
        "> gm answer initiative=0",
        "> ana answer initiative=2",
        dials="initiative=bid",
    ),
    "a second bid after a tie": Scene(
        f"{two_sides()}\n> cy answer bid=0\n> gm answer bid=2",
        "cy",
        "> cy answer bid={}",
        ("0", "4"),
        "> gm answer bid=0",
        dials="tie_rule=rebid spec_effect=none",
    ),
    "a bid that may be changed": Scene(
        f"{two_sides()}\n> cy answer bid=2",
        "cy",
        "> cy answer bid={}",
        ("0", "4"),
        "> gm answer bid=1",
        dials="answers=changeable",
    ),
    "a bid of which only the winner will be told": Scene(
        two_sides(), "cy", "> cy answer bid={}", ("0", "4"), "> gm answer bid=1", dials="reveal_level=winner_only"
    ),
}


def worlds(scene):
    """The evening in each world, up to where the bid lies and the others are still thinking."""
    return [evening(PARTY, scene.before, scene.lays.format(bid), scene.meanwhile, dials=scene.dials) for bid in scene.bids]


def others(scene):
    return [seat for seat in SEATS if seat != scene.bidder]


def alike(found):
    """Whether all that was found in the worlds is the same."""
    return all(one == found[0] for one in found)


def all_hear_the_same(found, seats):
    """Every byte that was sent to one of these seats is the same in all worlds."""
    for seat in seats:
        first, *rest = [heard(one.table, seat) for one in found]
        for other in rest:
            assert (seat, _differing(first, other)) == (seat, [])


def all_learn_the_same(found, seats):
    """And so is everything that they could find out."""
    for seat in seats:
        first, *rest = [learns(one.table, seat) for one in found]
        for other in rest:
            assert (seat, _differing(first, other)) == (seat, [])


def _differing(one, other):
    return [pair for pair in zip_longest(one, other) if pair[0] != pair[1]]


# ── until the reveal ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", SCENES)
def test_tof_1_08_until_the_reveal_nobody_else_is_sent_a_byte_that_depends_on_a_bid(name):
    scene = SCENES[name]
    found = worlds(scene)
    all_hear_the_same(found, others(scene))
    assert not alike([heard(one.table, scene.bidder) for one in found]), "the bidder knows it: else this proves nothing"


@pytest.mark.parametrize("name", SCENES)
def test_tof_1_21_tof_1_24_nor_can_anybody_else_find_it_out(name):
    """Pools, questions, what would be undone, what is refused, what everything that could be done would come to, odds."""
    scene = SCENES[name]
    found = worlds(scene)
    asked = {one.seat for one in found[0].table.truth.questions.values()}
    all_learn_the_same([found[0], found[-1]], ({"ana", "eve"} | asked) - {scene.bidder})
    assert not alike([known(one.table, scene.bidder) for one in found])


SHOWN = [name for name in SCENES if "winner_only" not in SCENES[name].dials]


@pytest.mark.parametrize("name", SHOWN)
def test_tof_1_08_with_the_last_one_all_see_all(name):
    """The control: the same bytes differ as soon as they may."""
    scene = SCENES[name]
    found = [goes_on(one, scene.last) for one in worlds(scene)]
    assert [alike([heard(one.table, seat) for one in found]) for seat in SEATS] == [False] * len(SEATS)


# ── taking back ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", SCENES)
def test_tof_1_08_taking_back_tells_nobody_what_lay_there_and_everybody_lays_anew(name):
    scene = SCENES[name]
    found = [after(one.table, TakeBack("gm")) for one in worlds(scene)]
    for seat in others(scene):
        assert alike([heard(table, seat) for table in found])
        assert alike([known(table, seat) for table in found])
    for table in found:
        assert [one.seat for one in table.truth.questions.values() if one.is_locked] == []


def opening(table):
    """The record with which the last sealed question was put, and the one with which it was turned over, if it was."""
    asked = [(number, event) for number, event in enumerate(table.records) if isinstance(event, Asked) and event.part >= 0]
    procedure = asked[-1][1].procedure
    shown = [number for number, event in enumerate(table.records) if isinstance(event, Revealed)]
    last = shown[-1] if shown and table.records[shown[-1]].procedure == procedure else len(table.records)
    before = max((number for number in shown if number < asked[-1][0] and number != last), default=0)
    return next(number for number, event in asked if number > before and event.procedure == procedure), last


TAKEN_BACK = ["a player against the game master", "a player among four sides, before the game master bids", "the defender"]


@pytest.mark.parametrize("name", TAKEN_BACK)
def test_tof_1_21_no_rewind_before_the_reveal_leaves_a_bid_lying(name):
    scene = SCENES[name]
    (table, _) = (one.table for one in worlds(scene))
    first, _ = opening(table)
    for before in range(first, len(table.records)):
        there = rewound(table, before)
        assert [one.seat for one in there.truth.questions.values() if one.is_locked] == []


@pytest.mark.parametrize("name", TAKEN_BACK)
def test_tof_1_21_what_a_rewind_is_said_to_undo_while_bids_lie_is_what_it_undoes(name):
    table = worlds(SCENES[name])[1].table
    own = table.stream("gm").own
    for before in [number for number in range(opening(table)[0], len(table.records)) if number in own]:
        there = rewound(table, before)
        gone = next(message.undone for message in messages(there.records, "gm")[table.stream("gm").count :] if message.undone)
        assert list(gone) == table.would_undo("gm", own[before])


@pytest.mark.parametrize("name", TAKEN_BACK)
def test_tof_1_08_no_rewind_after_the_reveal_lands_between_the_bids_and_it(name):
    scene = SCENES[name]
    table = goes_on(worlds(scene)[1], scene.last).table
    first, last = opening(table)
    assert first < last < len(table.records)
    landed = {table.landing(before) for before in range(first, len(table.records))}
    assert [point for point in landed if first < point <= last] == []
    own = table.stream("gm").own
    undone = {tuple(table.would_undo("gm", own[number])) for number in range(first, last + 1) if number in own}
    assert len(undone) == 1, "whichever of its lines is pointed at, all of it goes"


# ── whoever can only bid nothing ───────────────────────────────────────────────────────────────────────────────────────

UNTRAINED = {**TOF.kinds["Toby Quill"], "skills": {"Subterfuge": 4, "Illicit": 4, "Ranged Weapons": 4, "Dodge": 3, "Act": 4}}
FORCED = {  # the sheet of whoever bids, and what has become of it
    "able": ({}, ""),
    "untrained": ({"Toby_Quill": UNTRAINED}, ""),
    "an empty pool": ({}, "> gm overrule cy social_pool 0 tired"),
}


def forced(zero="on"):
    """The worlds in which cy can bid, has not learned it, and has no point left: up to where only cy is to answer."""
    dials = f"advice=off hide_forced_zero={zero}"
    found = {}
    for name, (sheets, spent) in FORCED.items():
        one = evening(PARTY, spent, dials=dials, **sheets)
        start = len(heard(one.table, "gm"))
        found[name] = goes_on(one, two_sides()), start
    return found


def _unnumbered(lines):
    """The game master sees the sheets and so has had more lines or fewer before: what the numbers of lines are is left out."""
    return [re.sub(rb'("number"|"procedure"|"question"):\d+', rb"\1", line) for line in lines]


def test_tof_1_26_whoever_can_only_bid_nothing_looks_like_anybody_else():
    found = forced()
    asked = {}
    for name, (one, _) in found.items():
        (bid,) = [waiting.asked for waiting in one.table.view("cy").questions.values() if waiting.seat == "cy"]
        asked[name] = list(bid.answers())
    assert asked == {"able": [0, 1, 2, 3, 4], "untrained": [0], "an empty pool": [0]}
    for lines in ("", "> gm answer bid=1"):
        for one, _ in found.values():
            goes_on(one, lines)
            assert [event for event in one.table.records if isinstance(event, Revealed)] == [], "nothing happens by itself"
        all_hear_the_same([one for one, _ in found.values()], ("ana", "bo", "eve", "tv"))
        assert alike([_unnumbered(heard(one.table, "gm", since)) for one, since in found.values()])
    all_learn_the_same([one for one, _ in found.values()], ("ana", "eve"))
    for one, _ in found.values():
        goes_on(one, "> cy answer bid=0")
        assert [event.answers for event in one.table.records if isinstance(event, Revealed)] == [(0, 1)]


def test_tof_1_26_where_the_table_does_not_hide_it_it_shows():
    found = forced("off")
    assert not alike([heard(one.table, "eve") for one, _ in found.values()])


# ── what a reveal shows ────────────────────────────────────────────────────────────────────────────────────────────────

OUTSIDERS = ("bo", "eve", "tv")
WEAKER = {**TOF.kinds["Toby Quill"], "skills": {**TOF.kinds["Toby Quill"]["skills"], "Deceive": 3, "Dodge": 4}}


def scores(level):
    """Worlds in which cy's score differs, and nothing else does: the bids, and who wins, are the same."""
    lines = f"{two_sides(other='ana')}\n> cy answer bid=2\n> ana answer bid=0"
    sheets = ({}, {"Toby_Quill": WEAKER})
    return [evening(PARTY, lines, dials=f"reveal_level={level}", **one) for one in sheets]


@pytest.mark.parametrize(
    ("level", "is_hidden"), [("bids_and_winner", True), ("winner_only", True), ("totals", False)], ids=lambda one: str(one)
)
def test_tof_1_23_totals_are_shown_only_where_the_table_wants_them(level, is_hidden):
    """Whoever saw the totals could subtract the bids, and know what Know Thine Enemy sells."""
    found = scores(level)
    assert [alike([heard(one.table, seat) for one in found]) for seat in (*OUTSIDERS, "ana")] == [is_hidden] * 4
    assert not alike([heard(one.table, "gm") for one in found])
    if is_hidden:
        all_learn_the_same(found, ("ana", "eve"))


def bids(level, lays=("0", "4"), more=""):
    """Worlds in which cy bids more or less, and wins against ana all the same."""
    lines = [f"{two_sides(other='ana')}\n> cy answer bid={bid}\n> ana answer bid=0\n{more}" for bid in lays]
    return [evening(PARTY, one, dials=f"reveal_level={level} spec_effect=none") for one in lines]


def test_tof_1_23_where_only_the_winner_is_told_bids_never_show_not_even_to_whoever_lost():
    found = bids("winner_only")
    all_hear_the_same(found, (*OUTSIDERS, "ana"))
    all_learn_the_same(found, ("ana", "eve"))
    assert not alike([heard(one.table, "cy") for one in found])
    shown = bids("bids_and_winner")
    assert [alike([heard(one.table, seat) for one in shown]) for seat in (*OUTSIDERS, "ana")] == [False] * 4


MISSES = f"{FIGHT}{AT_THE_GUARD}"
MISSED = {  # how the guard meets it, in each world, so that it misses, and the dials
    "named first": ([f"> gm answer defense=shield\n> cy answer bid={bid}\n> gm answer bid=4" for bid in (0, 1)], ""),
    "laid down with it": (
        [f"> cy answer bid={bid}\n> gm answer bid={met}" for bid, met in ((0, '"shield 3"'), (1, '"shield 4"'))],
        "defense_declared=sealed",
    ),
}


@pytest.mark.parametrize("how", MISSED)
def test_tof_1_23_nor_in_a_fight(how):
    lines, dials = MISSED[how]
    found = [evening(PARTY, MISSES, one, dials=f"reveal_level=winner_only {dials}") for one in lines]
    all_hear_the_same(found, (*OUTSIDERS, "ana"))
    all_learn_the_same(found, ("ana", "eve"))
    assert not alike([heard(one.table, "cy") for one in found])


# ── how hard something is ──────────────────────────────────────────────────────────────────────────────────────────────

CHECK = "> gm check who=cy skill=Deceive difficulty={} attribute=usual use=lie heart=nothing"
ATTEMPT = '> cy attempt who=cy skill=Deceive what="to lie" use=lie\n> gm answer ruling="check, {}, social, nothing"'
DIFFICULTIES = {  # score 9; with the same outcome, and boons, in all worlds
    "it succeeds": ((7, 8, 9), "> cy answer bid=0"),
    "it fails": ((12, 14, 30), "> cy answer bid=2"),
    "it fails again": ((14, 30), '> cy answer bid=2\n> cy answer again="try again"\n> cy answer bid=4'),
    "it is left": ((14, 30), '> cy answer bid=2\n> cy answer again="leave it"'),
}
PLAYERS = ("cy", *OUTSIDERS, "ana")


@pytest.mark.parametrize("asks", [CHECK, ATTEMPT], ids=["the game master calls for it", "a player tries it"])
@pytest.mark.parametrize("name", DIFFICULTIES)
def test_tof_1_22_how_hard_it_was_nobody_learns_not_even_afterwards(name, asks):
    difficulties, lines = DIFFICULTIES[name]
    found = [evening(PARTY, asks.format(one)) for one in difficulties]
    for line in ("", *lines.splitlines()):
        found = [goes_on(one, line) for one in found]
        all_hear_the_same(found, PLAYERS)
        all_learn_the_same([found[0], found[-1]], ("cy",))
    all_learn_the_same([found[0], found[-1]], ("eve",))
    assert not alike([heard(one.table, "gm") for one in found]), "the game master knows it: else this proves nothing"


@pytest.mark.parametrize(
    ("shows", "difficulties", "is_hidden"),
    [("band", (8, 9), True), ("band", (7, 8), False), ("shown", (8, 9), False), ("hidden", (9, 10), False)],
)
def test_tof_1_22_but_for_the_step_or_the_number_where_the_table_shows_it_and_for_the_outcome(shows, difficulties, is_hidden):
    lines = [f"{CHECK.format(one)}\n> cy answer bid=0" for one in difficulties]
    found = [evening(PARTY, one, dials=f"dn_visibility={shows}") for one in lines]
    assert [alike([heard(one.table, seat) for one in found]) for seat in PLAYERS] == [is_hidden] * len(PLAYERS)


def test_tof_1_04_a_ruling_tells_what_it_is_and_nothing_that_was_not_needed_for_it():
    """Whatever else stood in the form when the game master said that it simply works."""
    rulings = ["it works, 0, social, nothing", "it works, 30, strength, fear"]
    tried = ATTEMPT.partition("\n")[0]
    found = [evening(PARTY, tried, f'> gm answer ruling="{one}"') for one in rulings]
    all_hear_the_same(found, PLAYERS)
    all_learn_the_same(found, ("cy", "eve"))


# ── what is bought in secret ───────────────────────────────────────────────────────────────────────────────────────────

KNOW = "> cy know-thine-enemy who=cy target={} trait={} second=Agility"
ORDER = '> cy order who=cy mate=ana effect="know thine enemy"\n> ana answer effect="{}, {}, Dodge"'
ASKED = [("captain", "Weapon"), ("captain", "Brains"), ("guard", "Shield"), ("guard", "Medicine")]
LATER = '> cy attack who=cy target=guard using="weapon in hand" area=head\n> gm answer defense=dodge\n> cy answer bid=0'
WEAK_CAPTAIN = {**TOF.kinds["Captain"], "skills": {"Weapon": 1, "Dodge": 4}}


@pytest.mark.parametrize(("asks", "buyer"), [(KNOW, "cy"), (ORDER, "ana")], ids=["on one's own turn", "on an Order"])
def test_tof_6_25_of_knowing_an_enemy_others_learn_that_and_for_how_much_but_nothing_more(asks, buyer):
    found = [evening(PARTY, FIGHT, asks.format(*one), LATER) for one in ASKED]
    found.append(evening(PARTY, FIGHT, asks.format(*ASKED[0]), LATER, Captain=WEAK_CAPTAIN))
    all_hear_the_same(found, [seat for seat in SEATS if seat not in ("gm", buyer)])
    all_learn_the_same([found[0], *found[-2:]], {"cy", "ana", "eve"} - {buyer})
    for seat in ("gm", buyer):
        assert len({tuple(heard(one.table, seat)) for one in found}) == len(found)
    declined = evening(PARTY, FIGHT, LATER)
    assert heard(declined.table, "eve") != heard(found[0].table, "eve"), "that it was bought, everybody hears"


def test_tof_6_25_by_a_dial_others_learn_about_whom_but_not_what():
    found = [evening(PARTY, FIGHT, KNOW.format(*one), dials="kte_secrecy=target_open") for one in ASKED]
    texts = [heard(one.table, "eve") for one in found]
    assert [[one == other for other in texts] for one in texts] == [[one[0] == other[0] for other in ASKED] for one in ASKED]


@pytest.mark.parametrize("kind", ["hulk up", "step", "know thine enemy", "order"])
def test_tof_6_29_nobody_learns_whether_a_teammate_could_have_paid(kind):
    pool = {"hulk up": "strength", "step": "agility", "know thine enemy": "brains", "order": "social"}[kind]
    declines = {"know thine enemy": "decline, Strength, Dodge", "order": "decline, step"}.get(kind, "decline")
    lines = f'> cy order who=cy mate=ana effect="{kind}"'
    found = [evening(PARTY, FIGHT, f"> gm overrule ana {pool}_pool {held} so", lines) for held in (0, 1, 15)]
    for line in ("", f'> ana answer effect="{declines}"'):
        found = [goes_on(one, line) for one in found]
        all_hear_the_same(found, ("cy", *OUTSIDERS))
    all_learn_the_same(found, ("cy", "eve"))
    assert not alike([heard(one.table, "ana") for one in found])


# ── where a bid is not as final, or as secret, as it should be ─────────────────────────────────────────────────────────


def test_tof_1_21_a_bid_that_lies_stays():
    one = evening(PARTY, two_sides(), "> cy answer bid=4")
    one.line("> cy answer bid=0")
    assert [why for _, _, why in one.refused] == ["'bid' is answered, and here an answer that lies stays"]


def test_tof_1_21_nor_does_whoever_laid_it_down_take_it_back():
    one = evening(PARTY, two_sides(), "> cy answer bid=4")
    with pytest.raises(Refusal):
        after(one.table, TakeBack("cy"))


def test_tof_1_21_what_lies_there_cannot_be_spent_elsewhere():
    """Four points in the pool, all of them laid down; an Order cannot be bought with one of them, and no new bid either."""
    one = evening(PARTY, FIGHT, "> gm overrule cy social_pool 4 so", two_sides(), "> cy answer bid=4")
    one.line('> cy order who=cy mate=ana effect="hulk up"')
    assert [seat for _, seat, _ in one.refused] == ["cy"]


def test_tof_1_08_the_game_master_does_not_let_a_bid_lapse_before_laying_down_one():
    """Whoever lets the other side's bid lapse knows that it is 0 while their own is still open."""
    one = evening(PARTY, two_sides())
    one.line("> gm lapse bid")
    assert [seat for _, seat, _ in one.refused] == ["gm"]


def brought(**choices):
    """An evening to which ana brings a character."""
    kind = TOF.kinds["Mina Stark"]
    chosen = {name: kind.get(name, TOF.fields[name].start) for step in TOF.steps for name in step.fields} | choices
    one = evening("seats gm ana bo eve=spectator tv=television")
    text = sheet.written(sheet.Character(TOF.id, TOF.version, "Mina", chosen))
    one.stage.act("ana", "bring", character=text)
    return one


def test_tof_1_24_a_character_that_is_brought_is_its_players_and_the_game_masters():
    found = [brought(), brought(strength=4, agility=6, fear="the dark")]
    assert not alike([heard(one.table, "gm") for one in found])
    all_hear_the_same(found, ("bo", "eve", "tv"))


# ── over real sockets ──────────────────────────────────────────────────────────────────────────────────────────────────

SITTING = ("gm", "ana", "bo", "sky", "tv")
WEIGHED = {"verb": "attempt", "args": {"who": "ana", "skill": "Act", "what": "to pass", "use": "in general"}}


class Watched(Play):
    """A table of which every frame is kept, with a mark where the last bid is still missing."""

    def mark(self):
        self.marks = {seat: len(sitting.raw) for seat, sitting in self.sittings.items()}
        self.found_out = {seat: json.dumps(told).replace(self.table, "TABLE") for seat, told in self.told.items()}

    def snoop(self, *seats):
        """Odds, log and a second connection, as always; and besides what going back would undo, forms and sheets."""
        self.pry(*seats)
        for seat in seats:
            lines = self.sittings[seat].lines[-6:]
            asked = [("undoes", {"before": line["number"]}) for line in lines]
            asked += [("odds", WEIGHED), ("suggest", {"verb": "attack", "args": {"who": "ana"}})]
            asked += [("sheet", {"token": token}) for token in ("ana", "bo", "guard")]
            for path, body in asked:
                self.told[seat].append(self.browsers[seat].post(f"/api/tables/{self.table}/{path}", body))
            if seat != "gm":
                for what, more in (
                    ("rewind", {"before": 0}),
                    ("overrule", {"token": "ana", "field": "hp", "value": 1, "reason": "so"}),
                ):
                    self.refused(seat, what, **more)

    def before_it(self, seat):
        """All that a seat had received and found out when the last bid was missing."""
        raw = [text.replace(self.table, "TABLE") for text in self.sittings[seat].raw[: self.marks[seat]]]
        return [*raw, self.found_out[seat]]

    def from_then_on(self, seat):
        return [text.replace(self.table, "TABLE") for text in self.sittings[seat].raw[self.marks[seat] :]]


CHARACTERS = {"ana": "Mina Stark", "bo": "Toby Quill"}


def character(name, **choices):
    kind = TOF.kinds[CHARACTERS[name]]
    chosen = {field: kind.get(field, TOF.fields[field].start) for step in TOF.steps for field in step.fields} | choices
    return json.dumps({"game": TOF.id, "version": TOF.version, "name": name, "choices": chosen})


@contextmanager
def at_the_table(folder, dials, sheets):
    """Game master, two players with a character each, a guard and a captain, a spectator and a television, all connected."""
    with served(folder, systems={TOF.id: TOF}) as house, ExitStack() as open_ones:
        table, browsers = new_table(house, "ana", "bo", game=TOF.id, dials=dials)
        for seat, role in (("sky", "spectator"), ("tv", "television")):
            browsers[seat] = Browser(house)
            assert browsers[seat].post(f"/api/tables/{table}/join", {"name": seat, "role": role})[0] == 200
        play = Watched(table, browsers, {})
        for seat in SITTING:
            play.told[seat], play._ids[seat] = [], count()
            play.sittings[seat] = open_ones.enter_context(closing(browsers[seat].sit(table)))
            play.settle()
        for seat in CHARACTERS:
            play.act(seat, "bring", character=character(seat, **sheets.get(seat, {})))
        play.act("gm", "place", name="guard", kind="Guard")
        play.act("gm", "place", name="captain", kind="Captain")
        yield play


def plays(tmp_path, script, given, sheets=({}, {}), **dials):
    """The same script in two worlds that differ in what is given to it, or in somebody's sheet."""
    found = []
    for number, (one, sheet_of) in enumerate(zip(given, sheets, strict=True)):
        folder = tmp_path / str(number)
        folder.mkdir()
        with at_the_table(folder, dials, sheet_of) as play:
            script(play, one)
        found.append(play)
    return found


AGAINST = {
    "keeps": "nobody",
    "attribute": "usual",
    "other_attribute": "usual",
    "use": "in general",
    "other_use": "in general",
    "bonus": 0,
    "other_bonus": 0,
    "heart": "nothing",
    "other_heart": "nothing",
}


def opposed(play, who, skill, other, other_skill, **more):
    play.act("gm", "oppose", who=who, skill=skill, other=other, other_skill=other_skill, **{**AGAINST, **more})


def a_player_bids(play, bid):
    opposed(play, "bo", "Deceive", "guard", "Scrutinize")
    play.answer("bo", bid, "bid")
    play.snoop("gm", "ana", "sky", "tv")
    play.mark()
    play.answer("gm", 1, "bid")


def a_player_bids_against_a_player(play, bid):
    opposed(play, "bo", "Deceive", "ana", "Scrutinize")
    play.answer("bo", bid, "bid")
    play.snoop("ana", "gm", "sky")
    play.mark()
    play.answer("ana", 1, "bid")


def the_game_master_bids_for_two(play, bid):
    play.act("gm", "contest", who="ana", skill="Act", keeps="nobody", use="stage")
    for side in (
        ["captain", "Lead", "rally"],
        ["guard", "Scrutinize", "observe"],
        ["bo", "Deceive", "lie"],
        ["that is all", "Lead", "rally"],
    ):
        play.answer("gm", side, "side")
    play.answer("gm", bid, "bid")
    play.answer("ana", 2, "bid")
    play.snoop("bo", "ana", "sky", "tv")
    play.mark()
    play.answer("bo", 1, "bid")


def the_game_master_goes_back(play, bid):
    """A bid lies, the game master takes that back, which takes the whole check back, and it begins anew."""
    opposed(play, "bo", "Deceive", "guard", "Scrutinize")
    play.answer("bo", bid, "bid")
    play.do("gm", "back")
    play.snoop("gm", "ana", "sky")
    opposed(play, "bo", "Deceive", "guard", "Scrutinize")
    play.answer("bo", bid, "bid")
    play.settle()
    play.mark()
    play.answer("gm", 1, "bid")


def an_attack_is_met(play, bid):
    play.act("gm", "put", who="bo", x=1, y=2)
    play.act("gm", "put", who="guard", x=3, y=2)
    play.act("gm", "start-fight", who="those on the map")
    play.act("bo", "attack", who="bo", target="guard", using="weapon in hand", area="off_arm")
    play.answer("gm", "shield", "defense")
    play.answer("gm", bid, "bid")
    play.snoop("bo", "ana", "sky", "tv")
    play.mark()
    play.answer("bo", 0, "bid")


SCRIPTS = {
    a_player_bids: ("bo", (0, 4)),
    a_player_bids_against_a_player: ("bo", (0, 4)),
    the_game_master_bids_for_two: ("gm", ([0, 0], [4, 2])),
    the_game_master_goes_back: ("bo", (0, 4)),
    an_attack_is_met: ("gm", (0, 4)),
}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.__name__)
def test_tof_1_08_no_socket_carries_a_byte_that_depends_on_a_bid_until_all_are_turned_over(tmp_path, script):
    bidder, given = SCRIPTS[script]
    found = plays(tmp_path, script, given)
    for seat in SITTING:
        one, other = (play.before_it(seat) for play in found)
        assert len(one) > 10
        assert (one == other) == (seat != bidder), (seat, _differing(one, other))
    for seat in SITTING:
        one, other = (play.from_then_on(seat) for play in found)
        assert one != other, f"{seat} sees what was bid: else this proves nothing"


def a_forced_bid(play, _):
    opposed(play, "bo", "Deceive", "guard", "Scrutinize", other_bonus=4)
    play.snoop("ana", "sky")
    play.answer("gm", 1, "bid")
    play.snoop("ana", "sky", "tv")
    play.answer("bo", 0, "bid")
    play.mark()


def test_tof_1_26_whoever_has_not_learned_it_looks_like_anybody_else_to_every_other_player(tmp_path):
    """To the end: with the same bids and the same winner nothing has shown which skill was there."""
    trained = TOF.kinds["Toby Quill"]
    learned = {name: level for name, level in trained["skills"].items() if name != "Deceive"} | {"Scrutinize": 4}
    specs = [one.replace("Deceive: lie", "Scrutinize: observe") for one in trained["specs"]]
    able, unable = {"skills": trained["skills"]}, {"skills": learned, "specs": specs}
    found = plays(tmp_path, a_forced_bid, (0, 0), ({"bo": able}, {"bo": unable}))
    for seat in ("ana", "sky", "tv"):
        one, other = (play.before_it(seat) for play in found)
        assert any('"revealed"' in text for text in one)
        assert _differing(one, other) == []
    assert found[0].before_it("bo") != found[1].before_it("bo")


def a_check(play, difficulty):
    heart = {"attribute": "usual", "use": "in general", "heart": "nothing"}
    play.act("gm", "check", who="bo", skill="Deceive", difficulty=difficulty, **heart)
    play.snoop("bo", "ana", "sky", "tv")
    play.answer("bo", 2, "bid")
    play.answer("bo", "leave it", "again")
    play.act("bo", "attempt", who="bo", skill="Deceive", what="to lie", use="lie")
    play.answer("gm", ["check", difficulty, "social", "nothing"], "ruling")
    play.snoop("bo", "sky")
    play.answer("bo", 1, "bid")
    play.answer("bo", "leave it", "again")
    play.snoop("bo", "ana", "sky", "tv")
    play.mark()


def test_tof_1_22_no_socket_but_the_game_masters_carries_a_byte_that_depends_on_a_difficulty(tmp_path):
    found = plays(tmp_path, a_check, (14, 30))
    for seat in SITTING:
        one, other = (play.before_it(seat) for play in found)
        assert (one == other) == (seat != "gm"), (seat, _differing(one, other))
