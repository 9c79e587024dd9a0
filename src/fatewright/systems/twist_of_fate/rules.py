"""Twist of Fate: sheets, days, bids, checks, fights, effects, harm, magic, growth, advice; each in a file of its own."""

from fatewright.systems.twist_of_fate.advice import (
    foresee,
    foresee_fight,
    price_of_a_point,
    staked,
    suggest_bid,
    suggest_duel,
    suggest_tries,
)
from fatewright.systems.twist_of_fate.attacks import attack
from fatewright.systems.twist_of_fate.attempts import attempt
from fatewright.systems.twist_of_fate.bids import against, drawn_bid, opposed
from fatewright.systems.twist_of_fate.care import condition, die, first_aid, hurt, tend
from fatewright.systems.twist_of_fate.checks import check
from fatewright.systems.twist_of_fate.contests import contest, oppose
from fatewright.systems.twist_of_fate.days import dawn, eat, end_scene, everybody_eats, everybody_sleeps, sleep
from fatewright.systems.twist_of_fate.effects import hulk_up, know_thine_enemy, order, step, step_up
from fatewright.systems.twist_of_fate.gear import equip, hold
from fatewright.systems.twist_of_fate.ground import engage, move_, put, ranges, wall
from fatewright.systems.twist_of_fate.growth import advance, close_session, give_xp, open_session
from fatewright.systems.twist_of_fate.illusions import illusion, quench, see_through
from fatewright.systems.twist_of_fate.leaving import end_fight, flee, join_fight, offer_peace, take_sides, wait
from fatewright.systems.twist_of_fate.magic import (
    buff,
    cast,
    cast_at,
    dust,
    forge,
    forge_armor,
    heal,
    heal_wound,
    lightning,
    mask,
)
from fatewright.systems.twist_of_fate.prices import next_steps
from fatewright.systems.twist_of_fate.sheets import creation, derived, outset, shown
from fatewright.systems.twist_of_fate.turns import end_turn, start_fight

__all__ = [
    "advance",
    "against",
    "attack",
    "attempt",
    "buff",
    "cast",
    "cast_at",
    "check",
    "close_session",
    "condition",
    "contest",
    "creation",
    "dawn",
    "derived",
    "die",
    "drawn_bid",
    "dust",
    "eat",
    "end_fight",
    "end_scene",
    "end_turn",
    "engage",
    "equip",
    "everybody_eats",
    "everybody_sleeps",
    "first_aid",
    "flee",
    "foresee",
    "foresee_fight",
    "forge",
    "forge_armor",
    "give_xp",
    "heal",
    "heal_wound",
    "hold",
    "hulk_up",
    "hurt",
    "illusion",
    "join_fight",
    "know_thine_enemy",
    "lightning",
    "mask",
    "move_",
    "next_steps",
    "offer_peace",
    "open_session",
    "oppose",
    "opposed",
    "order",
    "outset",
    "price_of_a_point",
    "put",
    "quench",
    "ranges",
    "see_through",
    "shown",
    "sleep",
    "staked",
    "start_fight",
    "step",
    "step_up",
    "suggest_bid",
    "suggest_duel",
    "suggest_tries",
    "take_sides",
    "tend",
    "wait",
    "wall",
]
