"""Foes of Triumph & Disaster: the list, minions and bosses, what players know of them, and fights that play themselves."""

import pytest

from fatewright.core.table.game import Act
from fatewright.kit.players import Sensible
from fatewright.kit.skirmish import Skirmish
from fatewright.kit.stage import KeyedDice, Stage
from fatewright.systems.triumph_and_disaster.combat import damage, tactics
from systems.tad_fight import brawl, passes, somebody, strikes, turn
from systems.tad_table import TAD, seated

FOES = {  # scores, hit points, soak, damage and its bonus, what is held at aptitude
    "Bandit": ((2, 2, 2, 0, 1, 1), 14, 1, "1d8 wounding", 2, {"Blades", "Evade"}),
    "Wolf": ((2, 4, 0, 0, 3, 0), 10, 0, "1d6 wounding", 2, {"Natural", "Evade", "Notice", "Sneak"}),
    "Cultist": ((0, 2, 1, 3, 3, 3), 12, 0, "2d4🔻 battering", 0, {"Fire Dart", "Dread", "Nullify"}),
    "Wight": ((3, 2, 4, 0, 2, 4), 18, 1, "1d6 withering", 3, {"Natural", "Resist Fear"}),
    "Ogre": ((7, 3, 8, 0, 0, 2), 40, 2, "2d6 battering", 7, {"Hafted", "Force"}),
    "Killer automaton": ((5, 2, 8, 2, 4, 0), 26, 3, "2d6 wounding", 5, {"Natural", "Notice", "Resist Restraint"}),
}
ABILITIES = ("strength", "agility", "vitality", "erudition", "intuition", "presence")


@pytest.mark.parametrize("name", FOES)
def test_the_list_of_foes(name):
    """TAD-FOE.01, TAD-STR.06: scores, hit points, soak, attack and aptitudes of each."""
    scores, hp, soak, text, bonus, levels = FOES[name]
    play = seated({}, {"foe": name})
    found = play.derived("foe")
    assert tuple(play.of("foe", ability) for ability in ABILITIES) == scores
    assert (play.of("foe", "hp"), found["hit points"], found["soak"]) == (hp, hp, soak)
    assert TAD.lists["weapons"][play.of("foe", "weapon")]["damage"] == text
    assert found["damage"] == bonus
    assert dict(play.of("foe", "aptitudes")) == dict.fromkeys(levels, 1)


def test_what_is_special_about_them():
    """TAD-FOE.01: speed, mana, resistances."""
    play = seated({}, {"wolf": "Wolf", "cultist": "Cultist", "wight": "Wight", "automaton": "Killer automaton"})
    assert play.derived("wolf")["speed"] == 12
    assert play.of("cultist", "mana") == 6
    wight, automaton = damage.shelter_of(play.desk, "wight"), damage.shelter_of(play.desk, "automaton")
    assert (wight.resists, wight.vulnerable, wight.immune) == (("wounding",), ("radiant",), ("toxic",))
    assert (set(automaton.immune), automaton.vulnerable) == ({"psychic", "toxic"}, ("electric",))


def test_players_see_no_numbers_of_them():
    """TAD-FOE.01, TAD-CON.11: only what is open: what they hold, what befalls them, where they stand in the order."""
    play = brawl(foes={"wight": "Wight"})
    for field in (*ABILITIES, "hp", "hide", "resists", "immune", "vulnerable", "aptitudes", "rank"):
        assert play.sees("ana", "token", "wight", field) is None
    assert play.sees("ana", "token", "wight", "weapon") == "touch"
    assert play.sees("ana", "token", "wight", "statuses") == ()


def test_a_minion_has_1_hit_point():
    """TAD-FOE.02."""
    play = seated({}, {"minion": "Bandit minion"})
    assert play.of("minion", "hp") == 1


def test_a_boss_has_twice_the_hit_points_and_two_turns():
    """TAD-FOE.02: at initiative, and at initiative - 10."""
    play = seated({"ana": somebody(), "bo": somebody()}, {"chief": "Bandit chief"})
    assert play.of("chief", "hp") == 32
    play.act("gm", "start-fight", 12, 5, 17)
    assert play.fact("turns", "slots") == ("chief", "ana", "chief", "bo")
    seen = []
    for _ in range(5):
        seen.append(turn(play))
        assert len(set(play.fact("turns", "order"))) == 3
        passes(play)
    assert seen == [(1, "chief"), (1, "ana"), (1, "chief"), (1, "bo"), (2, "chief")]


def test_a_boss_acts_in_both_turns():
    """TAD-FOE.02, TAD-CMB.04."""
    play = seated({"ana": somebody()}, {"chief": "Bandit chief"})
    play.act("gm", "start-fight", 12, 17)
    strikes(play, "chief", "ana", 3, 4, 10)
    passes(play)
    passes(play)
    assert turn(play) == (1, "chief")
    strikes(play, "chief", "ana", 3, 4, 10)


def test_a_boss_where_sides_take_turns():
    """TAD-FOE.02, TAD-AGI.05."""
    play = seated({"ana": somebody()}, {"chief": "Bandit chief"}, dials={"initiative": "side"})
    play.act("gm", "start-fight", 12, 3)
    assert play.fact("turns", "slots") == ("ana", "chief", "chief")


# Fights that play themselves


def self_played(people, foes, seed=0, places=None, **dials):
    """A fight in which every seat plays by itself: the steps it took, and the table afterwards."""
    play = seated(people, foes, dials=dials)
    for who, at in (places or {}).items():
        play.put(who, at=at)
    dice = KeyedDice(seed)
    Stage(TAD.game, play.table, dice).act("gm", "start-fight", who="everybody", ambush="nobody")
    seats = ["gm", *people]
    acts = {seat: lambda view, who: tactics.plays(view, TAD.game, who) for seat in seats}
    skirmish = Skirmish(play.table, TAD.game, dice, acts, Sensible(TAD).answer)
    return skirmish.play(lambda truth: ("turns", "round") not in truth.facts, 600), play


def act(seat, verb, **args):
    return Act(seat, verb, args)


@pytest.mark.parametrize("seed", range(4))
def test_two_sides_fight_to_the_end(seed):
    """TAD-CMB.21, TAD-CMB.04, TAD-FOE.01: by themselves, without a board."""
    people = {"ana": "Kara Voss", "bo": "Brannoc of the Deep"}
    steps, play = self_played(people, {"bandit": "Bandit", "thug": "Bandit"}, seed)
    assert steps < 600
    assert play.fact("turns", "round") is None
    out = {"Dying", "Dead", "Out", "Fled", "Yielded", "Unconscious"}
    downs = {who: bool(out & set(play.of(who, "statuses"))) for who in ("ana", "bo", "bandit", "thug")}
    assert (downs["ana"] and downs["bo"]) != (downs["bandit"] and downs["thug"])


@pytest.mark.parametrize("foe", [*FOES, "Bandit chief"])
def test_every_foe_fights_on_a_board(foe):
    """TAD-FOE.01, TAD-FOE.02, TAD-CMB.09: they come near, strike or cast, until it is over."""
    steps, play = self_played({"ana": "Kara Voss"}, {"foe": foe}, 7, {"ana": (0, 0), "foe": (15, 3)})
    assert steps < 600
    assert play.fact("turns", "round") is None


def test_nobody_plays_out_of_turn():
    """TAD-CMB.03."""
    play = brawl()
    assert tactics.plays(play.table.view("gm"), TAD.game, "gm") is None
    assert tactics.plays(play.table.view("ana"), TAD.game, "ana") == act(
        "ana", "attack", who="ana", target="ogre", using="in hand"
    )


def test_what_is_handed_over_strikes_and_does_not_cast():
    """TAD-CMB.05: a seat that runs somebody else's foe does not know its spells."""
    play = brawl(foes={"cultist": "Cultist"}, at=1)
    play.act("gm", "hand-over", token="cultist", to="ana")
    assert tactics.plays(play.table.view("ana"), TAD.game, "ana").verb == "attack"
    play.act("gm", "hand-over", token="cultist", to="gm")
    assert tactics.plays(play.table.view("gm"), TAD.game, "gm").verb == "cast"


@pytest.mark.parametrize(
    ("fields", "verb"),
    [
        ({"statuses": ("Burning",)}, "smother"),
        ({"statuses": ("Restrained",)}, "break-free"),
        ({"statuses": ("Prone",)}, "stand"),
        ({"turn": ("unloaded",), "weapon": "crossbow"}, "reload"),
        ({"acted": 1}, "end-turn"),
        ({"at": (0, 0)}, "move"),
        ({"at": (0, 0), "moved": 6}, "dash"),
    ],
)
def test_what_they_do_first(fields, verb):
    """TAD-CMB.05, TAD-STA.04, TAD-STA.08, TAD-STA.09: put out fire, get free, get up, reload, go near."""
    play = brawl(places={"ogre": (20, 0)})
    play.put("ana", **fields)
    assert tactics.plays(play.table.view("ana"), TAD.game, "ana").verb == verb


MAGIC = {"aptitudes": (("Sunburst", 1), ("Fire Dart", 1)), "mana": 3}


@pytest.mark.parametrize(
    ("fields", "verb", "args"),
    [
        ({"hp": 5, "gear": (("healing draught", 1),)}, "draught", {"whom": "ana"}),
        ({"hp": 6, "gear": (("healing draught", 1),)}, "attack", {"target": "ogre"}),
        ({"weapon": "fists", "arms": ("sword",)}, "draw", {"weapon": "sword"}),
        ({**MAGIC, "weapon": "bow"}, "draw", {"weapon": "fists"}),
        ({**MAGIC, "weapon": "bow", "mana": 0}, "attack", {"target": "ogre"}),
        (MAGIC, "cast", {"spell": "Sunburst"}),
        ({**MAGIC, "mana": 2}, "cast", {"spell": "Fire Dart"}),
        ({**MAGIC, "at": (18, 0)}, "cast", {"spell": "Fire Dart"}),  # or it would burn itself
        ({**MAGIC, "at": (0, 0), "acted": 1}, "end-turn", {}),  # and does not run up to whom it can burn from afar
    ],
)
def test_what_they_do_with_magic_and_draughts(fields, verb, args):
    """TAD-MAG.02, TAD-SPL.03, TAD-ITM.04, TAD-CMB.05: a hand is free for spells, and an area spares their own."""
    play = brawl(places={"ogre": (20, 0) if "at" in fields else (0, 0)})
    play.put("ana", **fields)
    found = tactics.plays(play.table.view("ana"), TAD.game, "ana")
    assert (found.verb, {name: found.args[name] for name in args}) == (verb, args)


def test_magic_wins_fights():
    """TAD-CMB.22: whoever has mana to burn beats a bandit more often than not."""
    won = 0
    for seed in range(6):
        _, play = self_played({"ana": "Ysolde Ash"}, {"foe": "Bandit"}, seed, {"ana": (0, 0), "foe": (12, 3)})
        won += play.of("ana", "hp") > 0
    assert won >= 4


def hero(weapon, group, armor="medium armor", **values):
    """A fighter of the standard array, with Evade at aptitude."""
    levels = {group: 1, "Evade": 1, armor: 1}
    scores = {"strength": 4, "agility": 5, "vitality": 3, "intuition": 2, "presence": 1}
    return {**scores, "aptitudes": levels, "arms": [weapon], "weapon": weapon, "armor": armor, **values}


MAGE = {"agility": 4, "vitality": 2, "erudition": 3, "intuition": 5, "presence": 1, "aptitudes": {"Fire Dart": 1, "Evade": 1}}
HEROES = {
    "soldier": hero("sword", "Blades"),
    "archer": hero("bow", "Bows", "light armor"),
    "mage": MAGE,
    "axeman": hero("great axe", "Hafted", strength=5, agility=4),
}


@pytest.mark.parametrize(("bandits", "least", "most"), [(3, 0, 1), (6, 1, 4)])
def test_four_heroes_against_bandits(bandits, least, most):
    """TAD-CMB.22: nothing is enforced by it, but our numbers come out as they were simulated: how many heroes fall."""
    down = 0
    for seed in range(6):
        foes = {f"bandit {number}": "Bandit" for number in range(bandits)}
        _, play = self_played(HEROES, foes, seed, stamina="off", morale="off", foe_at_zero="dies")
        down += sum(bool({"Dying", "Dead", "Unconscious"} & set(play.of(who, "statuses"))) for who in HEROES)
    assert least <= down / 6 <= most
