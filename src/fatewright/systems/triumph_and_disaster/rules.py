"""Triumph & Disaster: rolls, contests, fate, sheets, fights, statuses, things, magic, travel; each in a file of its own."""

from fatewright.systems.triumph_and_disaster.attacks import attack, reload
from fatewright.systems.triumph_and_disaster.care import tend
from fatewright.systems.triumph_and_disaster.clock import chance
from fatewright.systems.triumph_and_disaster.contests import circumstance, contest_, contest_with_all, contest_with_thing, help_
from fatewright.systems.triumph_and_disaster.crafting import craft
from fatewright.systems.triumph_and_disaster.deeds import draw, hide, rally, smash, smother, talk_down
from fatewright.systems.triumph_and_disaster.dying import resist_death
from fatewright.systems.triumph_and_disaster.exploration import fall, forage, keep_watch, pick_lock, rest, search, travel
from fatewright.systems.triumph_and_disaster.fates import (
    attempt,
    challenge,
    fate,
    gist,
    secret_notice,
    secret_notice_of,
    situation_changed,
)
from fatewright.systems.triumph_and_disaster.grapples import break_free, grapple, let_go, press
from fatewright.systems.triumph_and_disaster.ground import dash, flee, guard, move_, put, ranges, set_cover, stand
from fatewright.systems.triumph_and_disaster.growth import advance, next_steps
from fatewright.systems.triumph_and_disaster.magic import cast, cast_at, release, unleash
from fatewright.systems.triumph_and_disaster.market import buy, give, haggle, pay, wear
from fatewright.systems.triumph_and_disaster.morale import name_leader
from fatewright.systems.triumph_and_disaster.notation import dice, roll, secret_roll
from fatewright.systems.triumph_and_disaster.notation import problem as dice_problem
from fatewright.systems.triumph_and_disaster.possession import instruct
from fatewright.systems.triumph_and_disaster.rolls import ability_roll, contest, versus_fate
from fatewright.systems.triumph_and_disaster.rulings import admission, name_the_game, overrule_roll, which_rule
from fatewright.systems.triumph_and_disaster.scenes import breather, breather_die, close_session, end_scene, night, open_session
from fatewright.systems.triumph_and_disaster.sheets import creation, derived, newcomer, outset, rolled_ability
from fatewright.systems.triumph_and_disaster.skirmishes import skirmish
from fatewright.systems.triumph_and_disaster.speech import speak
from fatewright.systems.triumph_and_disaster.spell_making import alter_spell, identify, make_spell, teach
from fatewright.systems.triumph_and_disaster.supplies import draught, light_torch, set_light
from fatewright.systems.triumph_and_disaster.tactics import next_act as plays
from fatewright.systems.triumph_and_disaster.traits import bright_trait, dark_trait
from fatewright.systems.triumph_and_disaster.traps import disarm, notice_trap, set_trap, spot_trap, spring
from fatewright.systems.triumph_and_disaster.turns import end_fight, end_turn, exert, join_fight, start_fight
from fatewright.systems.triumph_and_disaster.upkeep import afflict, cure, hour

__all__ = [
    "ability_roll",
    "admission",
    "advance",
    "afflict",
    "alter_spell",
    "attack",
    "attempt",
    "break_free",
    "breather",
    "breather_die",
    "bright_trait",
    "buy",
    "cast",
    "cast_at",
    "challenge",
    "chance",
    "circumstance",
    "close_session",
    "contest",
    "contest_",
    "contest_with_all",
    "contest_with_thing",
    "craft",
    "creation",
    "cure",
    "dark_trait",
    "dash",
    "derived",
    "dice",
    "dice_problem",
    "disarm",
    "draught",
    "draw",
    "end_fight",
    "end_scene",
    "end_turn",
    "exert",
    "fall",
    "fate",
    "flee",
    "forage",
    "gist",
    "give",
    "grapple",
    "guard",
    "haggle",
    "help_",
    "hide",
    "hour",
    "identify",
    "instruct",
    "join_fight",
    "keep_watch",
    "let_go",
    "light_torch",
    "make_spell",
    "move_",
    "name_leader",
    "name_the_game",
    "newcomer",
    "next_steps",
    "night",
    "notice_trap",
    "open_session",
    "outset",
    "overrule_roll",
    "pay",
    "pick_lock",
    "plays",
    "press",
    "put",
    "rally",
    "ranges",
    "release",
    "reload",
    "resist_death",
    "rest",
    "roll",
    "rolled_ability",
    "search",
    "secret_notice",
    "secret_notice_of",
    "secret_roll",
    "set_cover",
    "set_light",
    "set_trap",
    "situation_changed",
    "skirmish",
    "smash",
    "smother",
    "speak",
    "spot_trap",
    "spring",
    "stand",
    "start_fight",
    "talk_down",
    "teach",
    "tend",
    "travel",
    "unleash",
    "versus_fate",
    "wear",
    "which_rule",
]
