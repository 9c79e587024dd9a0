"""Rolls of Moment of Truth: skill rolls, contests, damage, attacks and automatic fire."""

from collections.abc import Mapping
from enum import IntEnum
from itertools import product
from typing import Annotated, Any, Literal, NamedTuple

from fatewright.systems.author import Asks, Between, Call, Lens, Tone, again, ask, count_of, d6, rule, subrule, sums, throw

Kind = Literal["skilled", "unskilled", "peripheral", "statistic"]
Unskilled = Literal["all_sixes", "tn_sixes"]
Margin = Literal["two_or_more", "exactly_two"]
Overlap = Literal["both", "setback_only", "critical_only"]
Switch = Literal["on", "off"]
Pool = Annotated[int, Between(-20, 300)]
TargetNumber = Annotated[int, Between(1, 20)]
DamageDice = Annotated[int, Between(0, 300)]
DamageNumber = Annotated[int, Between(-10, 20)]
Armor = Annotated[int, Between(0, 20)]
HitPoints = Annotated[int, Between(1, 100)]
Shift = Annotated[int, Between(0, 5)]

ONES = (1,)
SIXES = (6,)
FIVES_AND_SIXES = (5, 6)


class Degree(IntEnum):
    """How well it went, from worst to best."""

    CRITICAL_FAILURE = 0
    FAILURE = 1
    SUCCESS = 2
    CRITICAL_SUCCESS = 3

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


class Check(NamedTuple):
    """How a roll against a target number came out."""

    degree: Degree
    setback: bool

    @property
    def is_success(self) -> bool:
        return self.degree >= Degree.SUCCESS

    @property
    def is_critical(self) -> bool:
        return self.degree is Degree.CRITICAL_SUCCESS

    def __str__(self) -> str:
        return str(self.degree) + (SPOILED if self.setback else "")


SPOILED = " with a setback"
CHECKS = {str(check): check for check in (Check(*one) for one in product(Degree, (False, True)))}  # by the words that are told


class ResolvedPool(NamedTuple):
    """The dice that are really thrown, the faces that count, and how many must."""

    dice: int
    faces: tuple[int, ...]
    need: int


def resolve_pool(pool: int, tn: int, kind: Kind, unskilled: Unskilled = "all_sixes") -> ResolvedPool:
    """MOT-1.05, MOT-1.06, MOT-1.07, MOT-1.24: fives and sixes count for the skilled and for statistics, else sixes only.

    MOT-1.15, MOT-1.16, MOT-1.17, MOT-1.19, MOT-R.05, MOT-R.06, MOT-R.07: a pool below the target number becomes an all-sixes
    throw of as many dice as the target number, one more where only sixes counted anyway.
    """
    is_trained = kind in ("skilled", "statistic")
    if pool >= tn:
        return ResolvedPool(pool, FIVES_AND_SIXES if is_trained else SIXES, tn)
    dice = tn if is_trained else tn + 1
    return ResolvedPool(dice, SIXES, tn if unskilled == "tn_sixes" else dice)


def classify(
    successes: int,
    ones: int,
    need: int,
    setbacks: Switch = "on",
    margin: Margin = "two_or_more",
    overlap: Overlap = "both",
) -> Check:
    """MOT-1.09, MOT-1.34, MOT-1.37, MOT-R.11, MOT-R.12, MOT-R.13: what a count of dice amounts to.

    MOT-5.10, MOT-5.11, MOT-5.12: a success with more ones than successes is a setback.
    """
    if successes >= need:
        is_critical = successes == need + 2 if margin == "exactly_two" else successes >= need + 2
        setback = setbacks == "on" and ones > successes
        if is_critical and setback and overlap != "both":
            is_critical, setback = overlap == "critical_only", overlap == "setback_only"
        return Check(Degree.CRITICAL_SUCCESS if is_critical else Degree.SUCCESS, setback)
    return Check(Degree.CRITICAL_FAILURE if successes == 0 and ones >= 2 else Degree.FAILURE, False)


@rule(
    Lens("success", lambda check: check.is_success),
    Lens("critical", lambda check: check.is_critical),
    Lens("setback", lambda check: check.setback),
    Lens("fumble", lambda check: check.degree is Degree.CRITICAL_FAILURE),
)
def skill_roll(
    pool: Pool,
    tn: TargetNumber,
    kind: Kind = "skilled",
    setbacks: Switch = "on",
    margin: Margin = "two_or_more",
    overlap: Overlap = "both",
    unskilled: Unskilled = "all_sixes",
) -> Asks[Check]:
    """MOT-0.02, MOT-0.04, MOT-1.04, MOT-1.09, MOT-12.02, MOT-12.03, MOT-12.04, MOT-R.91: a pool of dice against a number.

    MOT-1.40, MOT-12.05: its odds are those of the printed tables; where they have a dash, those of the exception. The last
    four are house rules, at what the original is taken to mean.
    """
    dice, faces, need = resolve_pool(pool, tn, kind, unskilled)

    def judge(successes: int, ones: int) -> Check:
        return classify(successes, ones, need, setbacks, margin, overlap)

    return throw(d6(dice).count(success=faces, one=ONES), judge)


class SideDice(NamedTuple):
    """One side's dice in a contest: what they scored, and whether ones would spoil it."""

    successes: int
    has_more_ones: bool
    fumbled: bool

    def __str__(self) -> str:
        return count_of(self.successes, "success")


@rule
def contest_pool(pool: Pool, kind: Kind = "skilled") -> Asks[SideDice]:
    """MOT-1.20, MOT-R.08: one side's throw. An empty pool throws as if against a target number of 1."""
    dice, faces, need = resolve_pool(pool, 1, kind)

    def judge(successes: int, ones: int) -> SideDice:
        scored = successes // need if pool < 1 else successes  # under the exception all its sixes make one success
        return SideDice(scored, ones > scored, scored == 0 and ones >= 2)

    return throw(d6(dice).count(success=faces, one=ONES), judge)


Ties = Literal["deadlock", "actor", "opponent"]


class Contest(NamedTuple):
    """Who won a contest, and how; `winner` is empty in a deadlock. Fumbles are those of sides that did not win."""

    winner: Literal["actor", "opponent", ""]
    is_critical: bool
    setback: bool
    actor_fumbled: bool
    opponent_fumbled: bool

    @property
    def tone(self) -> Tone:
        """As the actor takes it."""
        if self.winner == "actor":
            return "mixed" if self.setback else "triumph" if self.is_critical else "good"
        return "disaster" if self.actor_fumbled else "bad" if self.winner else "plain"

    def __str__(self) -> str:
        result = f"{self.winner} wins" if self.winner else "deadlock"
        if self.winner == "opponent":
            result = "fail: opponent wins"
        notes = (
            "critically" * self.is_critical,
            "with a setback" * self.setback,
            "the actor critically fails" * self.actor_fumbled,
            "the opponent critically fails" * self.opponent_fumbled,
        )
        return ", ".join((result, *filter(None, notes)))


@rule(
    Lens("winner", lambda contest: contest.winner or "deadlock", lambda side: SideDice(side.successes, False, False)),
    Lens("wins", lambda contest: contest.winner == "actor", lambda side: SideDice(side.successes, False, False)),
    Lens("setback", lambda contest: contest.setback),
)
def contest(
    pool: Pool,
    against: Pool,
    kind: Kind = "skilled",
    against_kind: Kind = "skilled",
    ties: Ties = "deadlock",
    margin: Margin = "two_or_more",
    overlap: Overlap = "both",
) -> Asks[Contest]:
    """MOT-1.20, MOT-1.21, MOT-1.23, MOT-R.89: both sides throw, and more successes win.

    Who wins a tie can be said, if anyone does: whoever resists, for one (MOT-R.34).
    """
    actor = yield from ask(contest_pool(pool, kind), part=True)
    opponent = yield from ask(contest_pool(against, against_kind), part=True)
    return decide(actor, opponent, ties, margin, overlap)


def decide(
    actor: SideDice, opponent: SideDice, ties: Ties, margin: Margin = "two_or_more", overlap: Overlap = "both"
) -> Contest:
    """MOT-1.20, MOT-1.21, MOT-R.89: what two throws come to; the need of the winner is the least that would have won."""
    if actor.successes == opponent.successes and ties == "deadlock":
        return Contest("", False, False, actor.fumbled, opponent.fumbled)
    actor_wins = actor.successes > opponent.successes or (actor.successes == opponent.successes and ties == "actor")
    winner, loser = (actor, opponent) if actor_wins else (opponent, actor)
    required = loser.successes if ties == ("actor" if actor_wins else "opponent") else loser.successes + 1
    ones = winner.successes + 1 if winner.has_more_ones and winner.successes >= 1 else 0
    won = classify(winner.successes, ones, required, "on", margin, overlap)
    return Contest(
        "actor" if actor_wins else "opponent",
        won.is_critical,
        won.setback,
        actor.fumbled and not actor_wins,
        opponent.fumbled and actor_wins,
    )


class Wound(NamedTuple):
    """Damage of both kinds. Wounds add up."""

    minor: int = 0
    major: int = 0

    @property
    def points(self) -> int:
        return self.minor + self.major

    def __add__(self, other: "Wound") -> "Wound":  # type: ignore[override]  # wounds are numbers, not sequences
        return Wound(self.minor + other.minor, self.major + other.major)

    def __str__(self) -> str:
        return f"{self.minor} minor, {self.major} major" if self.points else "no damage"


class Numbers(NamedTuple):
    """The faces from which on a die does minor and major damage."""

    minor: int
    major: int


def toned(minor: int, major: int, dials: Mapping[str, Any]) -> Numbers:
    """MOT-12.07, MOT-12.08: a weapon's numbers at a table whose tone is milder than the printed one."""
    return Numbers(minor + dials["damage_minor_shift"], major + dials["damage_major_shift"])


def soak(minor: int, major: int, armor: int) -> Wound:
    """MOT-7.59, MOT-10.12: armour takes from major damage first, then from minor, once per hit."""
    if major >= armor:
        return Wound(minor, major - armor)
    return Wound(max(0, minor + major - armor), 0)


@rule(Lens("points", lambda wound: wound.points))
def damage(dice: DamageDice, minor: DamageNumber, major: DamageNumber, armor: Armor = 0) -> Asks[Wound]:
    """MOT-7.42, MOT-7.56, MOT-7.57, MOT-7.58, MOT-12.10, MOT-12.11, MOT-R.49, MOT-R.56: a die at the major number is a minor
    as well, so that raising that number leaves minor damage as it was.
    """
    majors = range(max(major, 1), 7)
    minors = range(max(minor, 1), min(max(major, 1), 7))

    def judge(only_minor: int, both: int) -> Wound:
        return soak(only_minor + both, both, armor)

    return throw(d6(dice).count(minor=minors, major=majors), judge)


def halved(wound: Wound) -> Wound:
    """MOT-10.09, MOT-R.72: at maximum range both kinds of damage are halved, before armour."""
    return Wound(wound.minor // 2, wound.major // 2)


def left_of(wound: Wound, armor: int, *, is_halved: bool = False) -> Wound:
    """MOT-7.59, MOT-10.09, MOT-10.12, MOT-R.72: what is left of a hit: halved at maximum range, then less what armour takes."""
    return soak(*(halved(wound) if is_halved else wound), armor)


@subrule
def points(
    dice: DamageDice,
    minor: DamageNumber,
    major: DamageNumber,
    armor: Armor = 0,
    band: Literal["near", "maximum"] = "near",
    most: HitPoints = 100,
) -> Asks[int]:
    """MOT-7.41, MOT-7.59, MOT-10.09: what one hit costs, halved at maximum range, after armour; counted up to `most`."""
    wound = yield from ask(damage(dice, minor, major))
    return min(left_of(wound, armor, is_halved=band == "maximum").points, most)


@subrule
def felled(
    hits: Annotated[int, Between(1, 30)], first: Call[int], others: Call[int], hp: HitPoints, otherwise: str
) -> Asks[str]:
    """MOT-7.47, MOT-9.01: whether so many hits fell somebody with `hp` left, the first of them perhaps a better one."""
    total = yield from sums(hits - 1, others, 0, first=first)
    return "fells" if total >= hp else otherwise


class Strike(NamedTuple):
    """How many hits an attack scored, and what they did together."""

    hits: int
    wound: Wound

    @property
    def tone(self) -> Tone:
        """As whoever strikes takes it."""
        return "good" if self.hits else "bad"

    def __str__(self) -> str:
        if not self.hits:
            return "failed to hit"
        return f"{count_of(self.hits, 'hit')}: {self.wound}"


MISS = Strike(0, Wound())
STRIKE_LENSES = (
    Lens("hits", lambda strike: strike.hits, lambda wound: Wound()),  # noqa: ARG005  # what it did is not asked
    Lens("wound", lambda strike: strike.wound),
    Lens("points", lambda strike: strike.wound.points, lambda wound: Wound(wound.points)),
    Lens("falls", lambda strike, hp: strike.wound.points >= hp, lambda wound, hp: Wound(min(wound.points, hp))),
)


@rule(*STRIKE_LENSES)
def attack(
    pool: Pool,
    tn: TargetNumber,
    dice: DamageDice,
    minor: DamageNumber,
    major: DamageNumber,
    armor: Armor = 0,
    kind: Kind = "skilled",
    hp: HitPoints = 12,  # the lens "falls" asks for it
    crit_shift: Shift = 1,
    setbacks: Switch = "on",
    margin: Margin = "two_or_more",
    overlap: Overlap = "both",
    unskilled: Unskilled = "all_sixes",
) -> Asks[Strike]:
    """MOT-1.36, MOT-7.18, MOT-7.19, MOT-7.21: roll to hit, then for damage; a critical lowers both damage numbers by one.

    Hit points are what the target has left: enough points and it falls. The last five are what a table's dials say.
    """
    hit = yield from ask(skill_roll(pool, tn, kind, setbacks, margin, overlap, unskilled))
    if not hit.is_success:
        return MISS
    shift = crit_shift if hit.is_critical else 0
    return Strike(1, (yield from ask(damage(dice, minor - shift, major - shift, armor), part=True)))


@rule
def contest_till_won(
    pool: Pool,
    against: Pool,
    kind: Kind = "skilled",
    against_kind: Kind = "skilled",
    margin: Margin = "two_or_more",
    overlap: Overlap = "both",
) -> Asks[Contest]:
    """MOT-1.22: between two player characters a deadlock is thrown again by both, until one of them wins."""
    return again(contest(pool, against, kind, against_kind, "deadlock", margin, overlap), _is_won)


def _is_won(contest: Contest) -> bool:
    return contest.winner != ""


@subrule
def thrown_lie(
    pool: Pool, tn: TargetNumber, kind: Kind = "skilled", unskilled: Unskilled = "all_sixes"
) -> Asks[tuple[int, int]]:
    """MOT-6.06, MOT-6.07: successes and ones of a lie, thrown alike whether the listener suspects something or not."""
    dice, faces, _ = resolve_pool(pool, tn, kind, unskilled)
    return throw(d6(dice).count(success=faces, one=ONES), lambda successes, ones: (successes, ones))


@rule
def open_count(pool: Pool, kind: Kind = "skilled") -> Asks[int]:
    """MOT-3.16, MOT-R.08: a roll without a target number, of which every success counts."""
    side = yield from ask(contest_pool(pool, kind))
    return side.successes


@rule
def connection_event() -> Asks[int]:
    """MOT-0.04, MOT-5.04, MOT-5.05, MOT-R.92: two dice as row and column; which event it is, counted row by row."""
    row = yield from throw(d6(1).sum())
    column = yield from throw(d6(1).sum())
    return 6 * (row - 1) + column


class Shot(NamedTuple):
    """A roll to hit: how it went, and how many successes there are beyond the need."""

    check: Check
    beyond: int = 0


@rule(
    Lens("hits", lambda shot: shot.check.is_success),
    Lens("volley", lambda shot: (1 + shot.beyond if shot.check.is_success else 0, shot.check.is_critical)),
)
def to_hit_roll(
    pool: Pool,
    tn: TargetNumber,
    kind: Kind = "skilled",
    setbacks: Switch = "on",
    margin: Margin = "two_or_more",
    overlap: Overlap = "both",
    unskilled: Unskilled = "all_sixes",
) -> Asks[Shot]:
    """MOT-1.18, MOT-7.19, MOT-7.21, MOT-9.01, MOT-9.02: an attack roll, and what there is beyond the need."""
    dice, faces, need = resolve_pool(pool, tn, kind, unskilled)

    def judge(successes: int, ones: int) -> Shot:
        return Shot(classify(successes, ones, need, setbacks, margin, overlap), max(0, successes - need))

    return throw(d6(dice).count(success=faces, one=ONES), judge)


@rule
def volley_hits(
    pool: Pool,
    tn: TargetNumber,
    kind: Kind = "skilled",
    setbacks: Switch = "on",
    margin: Margin = "two_or_more",
    overlap: Overlap = "both",
    unskilled: Unskilled = "all_sixes",
) -> Asks[tuple[int, bool]]:
    """MOT-9.01, MOT-9.02, MOT-1.18: a hit for reaching the need, one more per success beyond it; and whether it is critical."""
    shot = yield from ask(to_hit_roll(pool, tn, kind, setbacks, margin, overlap, unskilled))
    return (1 + shot.beyond if shot.check.is_success else 0), shot.check.is_critical


@rule(*STRIKE_LENSES)
def volley(
    pool: Pool,
    tn: TargetNumber,
    dice: DamageDice,
    minor: DamageNumber,
    major: DamageNumber,
    armor: Armor = 0,
    kind: Kind = "skilled",
    hp: HitPoints = 12,  # the lens "falls" asks for it
    crit_shift: Shift = 1,
    setbacks: Switch = "on",
    margin: Margin = "two_or_more",
    overlap: Overlap = "both",
    unskilled: Unskilled = "all_sixes",
) -> Asks[Strike]:
    """MOT-9.01, MOT-R.73: automatic fire at one target. Each hit rolls its own damage and meets the armour by itself.

    The critical shift is for the first hit only. Hit points are what the target has left: enough points and it falls. The
    last five are what a table's dials say.
    """
    hits, is_critical = yield from ask(volley_hits(pool, tn, kind, setbacks, margin, overlap, unskilled))
    if not hits:
        return MISS
    shift = crit_shift if is_critical else 0
    first = damage(dice, minor - shift, major - shift, armor)
    wound = yield from sums(hits - 1, damage(dice, minor, major, armor), Wound(), part=True, first=first)
    return Strike(hits, wound)
