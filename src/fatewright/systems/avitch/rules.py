"""Avitch: checks, deciding, attempts, conditions; each in a file of its own."""

from fatewright.systems.avitch.appeals import appeal, appeal_, listeners_die, moved
from fatewright.systems.avitch.attempts import attempt, claim_change, lead, name_referee, oppose
from fatewright.systems.avitch.battle_odds import battle, line_holds, plan_against_plan
from fatewright.systems.avitch.battles import battle_round, follow_banner, muster
from fatewright.systems.avitch.care import catch_breath, heal, rest
from fatewright.systems.avitch.chase_odds import chase
from fatewright.systems.avitch.checks import check, even_check, ladder, lots, mixed_check
from fatewright.systems.avitch.contests import race
from fatewright.systems.avitch.discussions import end_discussion, join_discussion, open_discussion, speak_for_group
from fatewright.systems.avitch.driving import coin, consult, settle, weigh
from fatewright.systems.avitch.duels import ambush, exchange, fight, free, intend, let_go, take_lead
from fatewright.systems.avitch.generation import (
    fighting_skills,
    group_rating,
    skill,
    skill_at,
    void_draws,
)
from fatewright.systems.avitch.journeys import forage, join_journey, leave_journey, set_out, travel_leg
from fatewright.systems.avitch.making import generate
from fatewright.systems.avitch.motivations import motivation, pair
from fatewright.systems.avitch.movement import chase_round, give_up_chase, join_chase, leave_behind, start_chase
from fatewright.systems.avitch.pools import my_dice
from fatewright.systems.avitch.scenes import close_session, end_scene, frame_scene, obtain, open_session
from fatewright.systems.avitch.sheets import arrival, creation, derived, shown
from fatewright.systems.avitch.shots import shoot

__all__ = [
    "ambush",
    "appeal",
    "appeal_",
    "arrival",
    "attempt",
    "battle",
    "battle_round",
    "catch_breath",
    "chase",
    "chase_round",
    "check",
    "claim_change",
    "close_session",
    "coin",
    "consult",
    "creation",
    "derived",
    "end_discussion",
    "end_scene",
    "even_check",
    "exchange",
    "fight",
    "fighting_skills",
    "follow_banner",
    "forage",
    "frame_scene",
    "free",
    "generate",
    "give_up_chase",
    "group_rating",
    "heal",
    "intend",
    "join_chase",
    "join_discussion",
    "join_journey",
    "ladder",
    "lead",
    "leave_behind",
    "leave_journey",
    "let_go",
    "line_holds",
    "listeners_die",
    "lots",
    "mixed_check",
    "motivation",
    "moved",
    "muster",
    "my_dice",
    "name_referee",
    "obtain",
    "open_discussion",
    "open_session",
    "oppose",
    "pair",
    "plan_against_plan",
    "race",
    "rest",
    "set_out",
    "settle",
    "shoot",
    "shown",
    "skill",
    "skill_at",
    "speak_for_group",
    "start_chase",
    "take_lead",
    "travel_leg",
    "void_draws",
    "weigh",
]
