"""Triumph & Disaster keeps every law, and random players come to use everything that is in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from fatewright.core.table.events import Began, Ended, Fact, Told
from fatewright.core.table.landing import Draft
from fatewright.core.table.people import AT_THE_DOOR
from fatewright.core.table.seal import EVERYONE, KEEPER, Audience, opened
from fatewright.core.table.state import State
from fatewright.core.table.story import Put
from fatewright.core.table.table import Table
from fatewright.kit import laws
from fatewright.kit.performance import Performance, random_script
from fatewright.kit.stage import no_dice
from fatewright.systems.opening import opening
from fatewright.systems.spec import System, game
from fatewright.systems.triumph_and_disaster.characters import derived
from fatewright.systems.triumph_and_disaster.magic.spells import Spell, cells

TAD = game("triumph-and-disaster")
TABLES, LINES = range(12), 24
QUICK = [name for name in laws.LAWS if name != "twin worlds look alike"]
LISTS = TAD.data["lists"]

HOUSE = ("say", "whisper", "note", "roll", "secret-roll", "pass-time", "allow", "place", "quick", "bring", "hand-over")
SEATS = ("seat", "unseat", "leave", "newcomers", "stand-in", "remove")
TALK = ("dice", "teach", "name-the-game", "which-rule", "speak", "pay", "set-light", "advance", "open-session", "close-session")
ROLLS = ("contest", "contest-with-all", "contest-with-thing", "circumstance", "help", "attempt", "challenge", "fate", "gist")
SECRETS = ("secret-notice", "secret-notice-of", "situation-changed", "overrule-roll", "bright-trait", "dark-trait", "end-scene")
THINGS = ("buy", "haggle", "give", "craft", "pick-lock", "wear")
TRAVEL = ("travel", "search", "forage", "keep-watch", "rest", "light-torch", "breather", "night")
TRAPS = ("set-trap", "spot-trap", "disarm", "spring")
MAGIC = ("cast", "cast-at", "unleash", "alter-spell", "identify", "night", "put")
CARE = ("tend", "draught", "smother", "break-free", "stand", "hour", "instruct", "resist-death", "fall")
BLOWS = ("start-fight", "attack", "cast", "end-turn")
FIGHT = ("start-fight", "attack", "end-turn", "hide", "rally", "exert", "reload", "end-scene")
MOVES = ("start-fight", "end-turn", "end-fight", "join-fight", "put", "move", "dash", "guard", "exert", "flee", "set-cover")
TOLD = ("write", "read", "diagnose", "afflict", "identify", "situation-changed")  # what is told to one player alone
GRIPS = ("grapple", "let-go", "press", "break-free", "talk-down", "smash", "name-leader")


def knowing(*verbs: str) -> System:
    """The game with nothing but these verbs."""
    return TAD._replace(game=TAD.game._replace(verbs={name: TAD.game.verbs[name] for name in verbs}))


# The laws


@pytest.mark.parametrize("name", QUICK)
def test_a_law_holds_at_a_dozen_tables(name: str) -> None:
    for seed in TABLES if name != "readings agree" else TABLES[:4]:  # of its rules a newcomer has 46,656 outcomes
        laws.LAWS[name](TAD, seed, LINES)


def test_twin_worlds_look_alike_past_a_hundred_reveals(record_property: Callable[[str, Any], None]) -> None:
    """TAD-CON.11, TAD-FATE.09, TAD-EXP.04, TAD-EXP.06: what players do not know shows only in what is told."""
    found = [laws.twin_worlds(TAD, seed, 16) for seed in range(8)]
    pairs, past = (sum(column) for column in zip(*found, strict=True))
    record_property("pairs of worlds past a reveal", past)
    assert pairs >= past >= laws.PAST_REVEALS


@pytest.mark.parametrize(
    "verbs", [(*ROLLS, *SECRETS), (*BLOWS, *MAGIC), (*FIGHT, *MOVES, *GRIPS), (*TRAPS, *TRAVEL, *THINGS), TOLD]
)
def test_twin_worlds_look_alike_where_one_thing_is_done_over_and_over(verbs: tuple[str, ...]) -> None:
    """TAD-CON.11, TAD-EXP.04, TAD-EXP.06, TAD-ITM.05, TAD-MAG.02, TAD-APT.10, TAD-ERU.10: whatever has secrets."""
    assert sum(laws.twin_worlds(knowing(*verbs), seed, 24).past for seed in range(2)) > 0


# Evenings at which everything is used


class Evening(NamedTuple):
    """What is done at some tables: by whom, against whom, under which dials, where they stand, and how much is tried."""

    verbs: tuple[str, ...]
    people: Mapping[str, Any]
    foes: Mapping[str, Any] = {}
    dials: Mapping[str, Any] = {}
    at: Mapping[str, tuple[int, int]] = {}
    length: int = 200


def laid(evening: Evening) -> Table:
    """The table as such an evening begins: two players, and sheets by values or by the name of a kind."""
    table, gm = Table(), Audience({"gm"})
    table.append(opening(TAD, {"gm": "gm", "ana": "player", "bo": "player"}, evening.dials))
    draft = Draft(len(table.records), table.truth.fork(), TAD.game, no_dice)
    for name, given in evening.people.items():
        kind, values = (given, TAD.kinds[given]) if isinstance(given, str) else ("character", given)
        draft.land(TAD.place(name, values, kind, name, keepers=gm, dials=evening.dials), EVERYONE)
    for name, given in evening.foes.items():
        kind, values = (given, TAD.kinds[given]) if isinstance(given, str) else ("foe", given)
        draft.land(TAD.place(name, values, kind, "gm", gm, gm, evening.dials), EVERYONE)
    for name, square in evening.at.items():
        draft.land(Put(name, "at", square), EVERYONE)
    table.append(draft.events)
    return table


def played(evening: Evening, seed: int) -> Table:
    """Such an evening, with random players who know nothing but its verbs."""
    system, table = knowing(*evening.verbs), laid(evening)
    performance = Performance(system, table, seed)
    for entry in random_script(system, table, seed, evening.length, takes_back=0.0):
        performance.perform(entry)
    return table


FIGHTER: dict[str, Any] = {
    **{"strength": 5, "agility": 5, "vitality": 4, "presence": 3},
    "aptitudes": dict.fromkeys(("light armor", "medium armor", "heavy armor", "Blades", "Bows", "Evade", "Sneak"), 1),
    "perks": [perk for perk, row in LISTS["perks"].items() if row["group"] != "Arcana"],
    "arms": [weapon for weapon, row in LISTS["weapons"].items() if "coins" in row],
    **{"weapon": "crossbow", "packed": ["light armor", "medium armor", "heavy armor", "shield"]},
}
MAGE: dict[str, Any] = {
    **{"intuition": 5, "erudition": 3, "presence": 5, "vitality": 4},
    "aptitudes": {**dict.fromkeys(LISTS["castable"], 1), "Craft Spell": 1, "Evade": 1},
    "perks": ["Wellspring", "Potent", "Overchannel"],
    **{"wonders": ["dart wand", "salamander cloak"], "charges": {"dart wand": 3}},
}
LAMP = cells(Spell("a lamp", ward=2, level="aptitude", is_own=True))  # random players call things so
MAKER: dict[str, Any] = {
    **{"presence": 9, "aptitudes": {"Craft Spell": 1}},
    "own_spells": [{column.name: cell for column, cell in zip(TAD.fields["own_spells"].columns, LAMP, strict=True)}],
}
OWNER: dict[str, Any] = {
    **{"erudition": 6, "wonders": list(LISTS["wonders"]), "charges": {"dart wand": 3}, "coins": 2000},
    "gear": dict.fromkeys(LISTS["gear"], 9),
    **{"bright": "quick", "dark": "rash", "perks": ["Soft Step", "Silver Tongue", "Undaunted"]},
}
PATIENT: dict[str, Any] = {
    **{**OWNER, "vitality": 9, "perks": ["Tough", "Unmoved", "Last Stand"]},
    "statuses": ["Burning", "Bleeding", "Poisoned", "Prone", "Possessed"],
}
BUYER: dict[str, Any] = {**FIGHTER, "arms": [], "weapon": "fists", "coins": 9000}
ROCK: dict[str, Any] = {"toughness": 200, "power": 90, "immune": list(LISTS["damages"])}
FIGHTERS, OWNERS = dict.fromkeys(("ana", "bo"), FIGHTER), dict.fromkeys(("ana", "bo"), OWNER)
WALL = {"foe": ROCK}


def against(ana: Any, bo: Any, *kinds: str) -> Evening:
    """A fight with one of each kind."""
    return Evening(BLOWS, {"ana": ana, "bo": bo}, {kind.lower(): kind for kind in kinds})


EVENINGS = {
    "house": Evening((*HOUSE, *SEATS), OWNERS, WALL),
    "masks": Evening(("introduce", "unmask", "write-somebody"), OWNERS, WALL, length=40),
    "talk": Evening(TALK, {"ana": "Kara Voss", "bo": OWNER}, WALL, {"game_title": "a title of our own"}),
    "rolls": Evening((*ROLLS, *SECRETS), OWNERS, WALL, {"language_rule": "gist_with_reason_roll"}),
    "things": Evening(THINGS, {"ana": BUYER, "bo": OWNER}, WALL),
    "workshop": Evening(("salvage", "improve"), {"ana": {**BUYER, "arms": ["sword"]}, "bo": OWNER}, length=20),
    "letters": Evening(("write", "read"), {"ana": "Kara Voss", "bo": OWNER}, length=20),
    "sickbed": Evening(("diagnose", "situation-changed"), {"ana": OWNER, "bo": {"statuses": ["Ill"]}}, length=20),
    "travel": Evening(TRAVEL, {"ana": "Tamsin Reed", "bo": "Perrin Vale"}),
    "traps": Evening(TRAPS, {"ana": OWNER, "bo": "Sedge"}, length=100),
    "open traps": Evening(("set-trap", "notice-trap"), OWNERS, {}, {"secret_notice": False}, length=20),
    "magic": Evening(MAGIC, {"ana": MAGE, "bo": MAGE}, WALL),
    "own spells": Evening(("cast", "release", "make-spell"), {"ana": MAKER, "bo": MAKER}),
    "arms": Evening(("draw", "attack"), FIGHTERS, WALL),
    "wounds": Evening(("afflict", "cure"), OWNERS),
    "care": Evening(CARE, {"ana": PATIENT, "bo": PATIENT}, WALL),
    "skirmish": Evening(("skirmish",), FIGHTERS, WALL, {"combat": "single_contest"}, length=20),
    "fight": Evening(FIGHT, FIGHTERS, WALL),
    "moves": Evening(MOVES, FIGHTERS, WALL, {}, {"ana": (0, 0), "foe": (3, 0)}),
    "grips": Evening(GRIPS, FIGHTERS, WALL),
    "foes": against("Ysolde Ash", "Brannoc of the Deep", "Bandit", "Wolf", "Cultist"),
    "stronger foes": against("Kara Voss", "Sedge", "Wight", "Ogre", "Killer automaton"),
    "ranks": against("Perrin Vale", "Tamsin Reed", "Bandit minion", "Bandit chief", "Old Hand"),
    "veterans": against(MAGE, "Sedge", "Night Captain", "Grey Magister"),
}
# tables at which everything happens between them; and then all others, should rules change
LIVELY = {
    **{
        "wounds": (4, 0, 3),
        "rolls": (10, 2),
        "talk": (0,),
        "foes": (7, 0),
        "care": (2,),
        "magic": (0,),
        "house": (4,),
        "masks": (0,),
        "workshop": (0,),
        "letters": (0,),
        "sickbed": (0,),
    },
    **{
        "moves": (2,),
        "stronger foes": (0, 1),
        "things": (0,),
        "ranks": (3,),
        "open traps": (0,),
        "grips": (0,),
        "travel": (0,),
    },
    **{"veterans": (4,), "traps": (0,), "own spells": (0,), "skirmish": (0,), "fight": (0,), "arms": (4, 6)},
}
LAST = 12


def evenings() -> Iterator[Table]:
    lively = ((name, seed) for name, seeds in LIVELY.items() for seed in seeds)
    for name, seed in (*lively, *((name, seed) for seed in range(LAST) for name in EVENINGS)):
        yield played(EVENINGS[name], seed)


# What has been used


class Witness:
    """Listens to a table, and notes what of the game is used there: pairs of a sort and a name."""

    def __init__(self, table: Table) -> None:
        self.state, self.used, self.gained = State(), set[tuple[str, str]](), set[tuple[str, str]]()
        for record in table.records:
            event = opened(record, KEEPER)
            self.used.update(self.hears(event))
            self.state.evolve(event)

    def of(self, who: str, field: str) -> Any:
        return self.state.facts.get(("token", who, field), ())

    def hears(self, event: Any) -> Iterator[tuple[str, str]]:
        match event:
            case Began(verb=verb, args=args):
                yield "verb", verb
                yield from self.does(verb, dict(args))
            case Ended(outcome=outcome):
                yield "outcome", str(outcome)
            case Told(text=text):
                yield from self.rolls(text)
                yield from self.harms(text)
            case Fact(path=("token", who, field), value=value) if value is not None:
                old = self.state.facts.get(("token", who, field))
                yield from self.changes(who, field, old, value) if old is not None else ()

    def does(self, verb: str, args: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Whoever acts is played; a spell is cast; a weapon strikes; who strikes or casts in a fight has fought."""
        who = str(args.get("who", ""))
        if race := self.of(who, "race"):
            yield from (("race", race), ("origin", self.of(who, "origin")))
        if verb in ("cast", "cast-at"):
            yield "spell", args["spell"]
            yield from [("perk", "Overchannel")] if args["overchannel"] == "yes" else []
        if verb == "attack":
            held = {"bare hands": "fists", "second hand": self.of(who, "second")}
            yield "thing", held.get(args["using"], self.of(who, "weapon"))
        if verb in ("attack", "cast") and ("turns", "round") in self.state.facts:
            yield "kind", self.of(who, "of") or self.of(who, "kind")

    def rolls(self, text: str) -> Iterator[tuple[str, str]]:
        """A skill is rolled; perks and things bear on it."""
        if not (rolled := re.match(r"(.+?): (.+?) [⚪⚫⭐]", text)):
            return
        who, what = rolled[1], rolled[2]
        yield "skill", what
        yield from (("perk", perk) for perk in LISTS["perks"] if f", {perk} +1" in text)
        yield from (("thing", thing) for thing in LISTS["goods"] if f", {thing} +1" in text)
        yield from (("thing", thing) for thing in self.of(who, "wonders") if LISTS["wonders"][thing].get("on") == what)
        yield from (("thing", thing) for thing, _ in self.of(who, "gear") if LISTS["gear"][thing].get("tool") == what)

    def harms(self, text: str) -> Iterator[tuple[str, str]]:
        """Damage dice that perks have changed; a cloak that keeps off fire."""
        if dealt := re.fullmatch(r"(.+?): (\d*d\d.+): .+", text):
            perks = set(self.of(dealt[1], "perks"))
            if "?" in dealt[2] and self.of(dealt[1], "second") == "nothing":
                yield from (("perk", perk) for perk in perks & {"Reaper", "Potent"})
            if len(re.findall(r"d\d", dealt[2])) > 1:
                yield from (("perk", perk) for perk in perks & {"Backstab"})
        if burned := re.search(r"\d fire(?:, soak \d+)?, resistant: .*\. (.+): \d+ → ", text):
            yield from (("thing", thing) for thing in self.of(burned[1], "wonders") if "resists" in LISTS["wonders"][thing])

    def changes(self, who: str, field: str, old: Any, value: Any) -> Iterator[tuple[str, str]]:
        """A status comes and goes; a perk is used up; what a perk gave is spent; armor is worn; things are used up, or come."""
        match field:
            case "statuses":
                self.gained.update((who, status) for status in value if status not in old)
                yield from (("status", status) for status in old if status not in value and (who, status) in self.gained)
            case "spent":
                yield from (("perk", use) for use in value if use in LISTS["perks"])
            case "hp" | "mana" if value < old:
                perk, most = {"hp": ("Tough", derived.hp_max), "mana": ("Wellspring", derived.mana_max)}[field]
                sheet = {name: self.of(who, name) for name in TAD.fields}
                without = {**sheet, "perks": tuple(one for one in sheet["perks"] if one != perk)}
                dials = {path[1]: dial for path, dial in self.state.facts.items() if path[0] == "dial"}
                if perk in sheet["perks"] and old > int(most(without, dials, LISTS)):
                    yield "perk", perk
            case "armor":
                yield "thing", value
            case "charges" | "gear":
                had, has = dict(old), dict(value)
                yield from (("thing", thing) for thing in had if has.get(thing, 0) < had[thing])
                yield from (("thing", thing) for thing in has if has[thing] > had.get(thing, 0) and is_plain(thing))


def is_plain(thing: str) -> bool:
    """Whether no rule asks for a thing: then whoever comes by it has used it."""
    return not {"uses", "tool", "light", "feeds", "cures", "heals", "charges"} & set(LISTS["goods"][thing])


EVERYTHING = {
    **{
        "verb": set(TAD.game.verbs) - set(AT_THE_DOOR),
        "outcome": TAD.outcomes,
        "kind": TAD.kinds,
        "skill": LISTS["skills"],
        "spell": LISTS["castable"],
    },
    **{"status": LISTS["statuses"], "perk": LISTS["perks"], "thing": LISTS["goods"]},
    **{"race": LISTS["races"], "origin": LISTS["origins"]},
}


def test_everything_in_the_game_comes_to_be_used() -> None:
    """TAD-SPL.03, TAD-TRK.02, TAD-STA.01, TAD-PRK.02, TAD-ITM.01, TAD-RACE.02, TAD-ORI.03, TAD-FOE.01: by chance.

    Every verb is done and comes out in every way; every skill is rolled, every spell and trick cast; every status comes and
    goes; every perk takes effect; every thing is struck with, worn, used up, rolled with, or come by where no rule asks for
    it; people of every race and origin act, and every kind of person and foe fights.
    """
    left = {(sort, name) for sort, names in EVERYTHING.items() for name in names}
    for table in evenings():
        assert [event.text for event in table.records if isinstance(event, Told) and "was broken off" in event.text] == []
        left -= Witness(table).used
        if not left:
            return
    pytest.fail(f"never used: {sorted(left)}")
