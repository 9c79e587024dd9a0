"""Moment of Truth: rolls, pools, Moments, checks, contests, social play, sessions; each in a file of its own."""

from fatewright.systems.moment_of_truth.checks import attempt, call_for
from fatewright.systems.moment_of_truth.contests import call_contest, secret_contest
from fatewright.systems.moment_of_truth.deceptions import call_sneak, lie, secret_sneak
from fatewright.systems.moment_of_truth.hazards import (
    burning_turn,
    explosion,
    fall,
    flames,
    put_out,
    stays_conscious,
    vacuum_turn,
)
from fatewright.systems.moment_of_truth.moments import create_person, detail, reward
from fatewright.systems.moment_of_truth.rolls import (
    attack,
    connection_event,
    contest,
    contest_pool,
    contest_till_won,
    damage,
    open_count,
    skill_roll,
    volley,
    volley_hits,
)
from fatewright.systems.moment_of_truth.sessions import (
    advance,
    arrival,
    change_trait,
    close_session,
    connect,
    drink,
    hurt,
    open_session,
    secret_hurt,
    secret_skill,
    set_skill,
    treat,
)
from fatewright.systems.moment_of_truth.sheets import creation, derived, next_steps
from fatewright.systems.moment_of_truth.social import approach, enter_phase, find_fact, regard, resolve_play
from fatewright.systems.moment_of_truth.turns import initiative
from fatewright.systems.moment_of_truth.wounds import revival

__all__ = [
    "advance",
    "approach",
    "arrival",
    "attack",
    "attempt",
    "burning_turn",
    "call_contest",
    "call_for",
    "call_sneak",
    "change_trait",
    "close_session",
    "connect",
    "connection_event",
    "contest",
    "contest_pool",
    "contest_till_won",
    "create_person",
    "creation",
    "damage",
    "derived",
    "detail",
    "drink",
    "enter_phase",
    "explosion",
    "fall",
    "find_fact",
    "flames",
    "hurt",
    "initiative",
    "lie",
    "next_steps",
    "open_count",
    "open_session",
    "put_out",
    "regard",
    "resolve_play",
    "revival",
    "reward",
    "secret_contest",
    "secret_hurt",
    "secret_skill",
    "secret_sneak",
    "set_skill",
    "skill_roll",
    "stays_conscious",
    "treat",
    "vacuum_turn",
    "volley",
    "volley_hits",
]
