"""Ability rolls: a twenty-sided die by level, a score, dominances and threats; against somebody, or against fate."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from fatewright.systems.author import Asks, Between, Lens, ask, d6, rule, subrule, throw
from fatewright.systems.own_dice import Group, Sum

Level = Literal["none", "aptitude", "mastery"]
LEVELS: tuple[Level, ...] = ("none", "aptitude", "mastery")
Modifier = Annotated[int, Between(-30, 60)]
Net = Annotated[int, Between(-6, 6)]
Will = Annotated[int, Between(0, 60)]
Criticals = Literal["auto_and_boon", "auto_only", "off"]
Rerolls = Annotated[int, Between(0, 10)]
Flag = Annotated[int, Between(0, 1)]
D20, D6 = 20, 6
MARGIN = 5


class AbilityRoll(NamedTuple):
    """An ability roll as it fell."""

    natural: int  # the face of the kept d20
    total: int


class Circumstance(NamedTuple):
    """TAD-DT.01: one thing that helps (above 0) or hinders a roll; the same source counts once."""

    source: str
    worth: int = 1
    on: str = ""  # a skill, a weapon group, a spell or an ability that it is for; empty: any roll


KEPT: dict[Level, Group] = {
    "none": Group(2, D20, keep=-1),
    "aptitude": Group(1, D20),
    "mastery": Group(2, D20, keep=1),
}


def d20s(level: Level, explodes: bool = False, rerolls: int = 0) -> Sum:
    """TAD-SF.02, TAD-APT.02, TAD-APT.07, TAD-MAS.02, TAD-MAS.07, TAD-TD.09, TAD-R.35, TAD-X.12: two, one, or two d20.

    The lower of two, one alone, or the higher of two; never a mixture.

    TAD-DICE.09, TAD-DICE.10: something may let them explode, or let those that show `rerolls` or less be rolled again.
    """
    return Sum((KEPT[level]._replace(explode=explodes, reroll=rerolls),))


@rule(Lens("total", lambda rolled: rolled.total), Lens("natural", lambda rolled: rolled.natural))
def ability_roll(level: Level, modifier: Modifier, net: Net = 0, explodes: Flag = 0, rerolls: Rerolls = 0) -> Asks[AbilityRoll]:
    """TAD-SF.01, TAD-SF.06, TAD-DT.01, TAD-DT.02, TAD-DT.03, TAD-DT.05, TAD-R.14, TAD-R.15: the dice of one party.

    The six-sided dice of dominances are added, those of threats subtracted; they change neither level nor natural. A d20
    that explodes has shown a natural 20.
    """
    kept = yield from throw(d20s(level, bool(explodes), rerolls))
    return _rolled(kept, modifier, net, (yield from throw(d6(abs(net)).sum())) if net else 0)


@subrule
def screened_roll(level: Level, modifier: Modifier, net: Net, explodes: Flag, rerolls: Rerolls) -> Asks[AbilityRoll]:
    """TAD-CON.11: the same behind a screen, where one throws twice in any case: circumstances are not to be heard."""
    kept = yield from throw(d20s(level, bool(explodes), rerolls))
    return _rolled(kept, modifier, net, (yield from throw(d6(abs(net)).sum())))


def _rolled(kept: int, modifier: int, net: int, circumstances: int) -> AbilityRoll:
    return AbilityRoll(min(kept, D20), kept + modifier + (circumstances if net > 0 else -circumstances))


def sign(natural: int, criticals: Criticals) -> int:
    """TAD-TD.01, TAD-TD.02, TAD-TD.03, TAD-R.23: 1 for a Triumph, -1 for a Disaster, on the kept die alone."""
    return 0 if criticals == "off" else (natural == D20) - (natural == 1)


class Decision(NamedTuple):
    """Who won, and how: the sign of each side, 0 where two of a kind cancelled; what they came to, where that is told."""

    is_won: bool  # by whoever began it
    sign: int = 0
    other_sign: int = 0
    total: int | None = None
    other_total: int | None = None
    is_clear: bool = False  # TAD-CON.10: whoever won did so by five or more, and no two of a kind cancelled
    cancelled: int = 0  # TAD-TD.04: the sign that both had

    @property
    def outcome(self) -> str:
        """From worst to best: disaster, loses, wins, triumph."""
        if self.sign:
            return "triumph" if self.sign > 0 else "disaster"
        return "wins" if self.is_won else "loses"

    @property
    def is_tie(self) -> bool:
        """TAD-CON.03: equal totals, where nothing else decides and all know them."""
        return not (self.sign or self.other_sign) and self.total is not None and self.total == self.other_total

    @property
    def contested(self) -> str:
        """TAD-CON.03: what a contest came to, where a tie has a name of its own; it is the reactor's all the same."""
        return "ties" if self.is_tie else self.outcome


def settled(mine: AbilityRoll, theirs: AbilityRoll, criticals: Criticals) -> Decision:
    """TAD-CON.02, TAD-CON.03, TAD-CON.06, TAD-TD.01, TAD-TD.04, TAD-TD.08, TAD-R.22, TAD-R.24: who wins a contest.

    Different signs decide; equal ones cancel, and then the higher total wins, a tie being the reactor's.
    """
    first, second = sign(mine.natural, criticals), sign(theirs.natural, criticals)
    ahead = mine.total - theirs.total
    if first == second:
        return Decision(ahead > 0, 0, 0, mine.total, theirs.total, abs(ahead) >= MARGIN and not first, first)
    is_won = first > second
    return Decision(is_won, first, second, mine.total, theirs.total, (ahead if is_won else -ahead) >= MARGIN)


def counts_double(verdict: Decision, criticals: Criticals, counts_margin: bool) -> bool:
    """TAD-TD.06, TAD-CON.10: whether a contest is won with a boon: by a Triumph, or by a dial by five and more."""
    triumphs = verdict.sign > 0 and criticals == "auto_and_boon"
    return verdict.is_won and (triumphs or (verdict.is_clear and counts_margin))


@subrule
def weighed_roll(level: Level, modifier: Modifier, net: Net, explodes: Flag, rerolls: Rerolls) -> Asks[AbilityRoll]:
    """TAD-TD.03, TAD-CON.06: an ability roll as far as a contest tells rolls apart: but for 20 and 1, naturals are all one."""
    rolled = yield from ask(ability_roll(level, modifier, net, explodes, rerolls))
    return rolled if rolled.natural in (1, D20) else rolled._replace(natural=0)


@rule(Lens("wins", lambda verdict: verdict in ("wins", "triumph")))
def contest(
    level: Level,
    modifier: Modifier,
    other_level: Level,
    other_modifier: Modifier,
    net: Net = 0,
    other_net: Net = 0,
    criticals: Criticals = "auto_and_boon",
    explodes: Flag = 0,
    rerolls: Rerolls = 0,
    other_explodes: Flag = 0,
    other_rerolls: Rerolls = 0,
) -> Asks[str]:
    """TAD-CON.01, TAD-CON.02, TAD-CON.03, TAD-CON.06: both roll, and the higher total wins; ties are the reactor's."""
    mine = yield from ask(weighed_roll(level, modifier, net, explodes, rerolls))
    theirs = yield from ask(weighed_roll(other_level, other_modifier, other_net, other_explodes, other_rerolls))
    return settled(mine, theirs, criticals).contested


def highest(modifier: int, net: int) -> int:
    """TAD-FATE.05, TAD-R.06: the most that a roll can come to: each dominance counts 6, each threat 1."""
    return D20 + modifier + (D6 * net if net >= 0 else net)


def is_hopeless(modifier: int, net: int, will: int, explodes: bool = False) -> bool:
    """TAD-FATE.03, TAD-FATE.05, TAD-FATE.06, TAD-R.05: whether fate wins unrolled: its will is more than could be rolled.

    A die that explodes has no most.
    """
    return not explodes and will > highest(modifier, net)


def against_will(rolled: AbilityRoll, will: int, criticals: Criticals) -> Decision:
    """TAD-FATE.02, TAD-TD.05, TAD-R.04, TAD-R.05: ties are fate's; a Triumph wins and a Disaster loses, whatever the totals."""
    natural = sign(rolled.natural, criticals)
    is_won = rolled.total > will if natural == 0 else natural > 0
    return Decision(is_won, natural, 0, rolled.total, will, (rolled.total - will if is_won else will - rolled.total) >= MARGIN)


@rule(Lens("wins", lambda verdict: verdict in ("wins", "triumph")))
def versus_fate(
    level: Level,
    modifier: Modifier,
    will: Will,
    net: Net = 0,
    criticals: Criticals = "auto_and_boon",
    explodes: Flag = 0,
    rerolls: Rerolls = 0,
) -> Asks[str]:
    """TAD-FATE.01, TAD-FATE.02, TAD-FATE.03, TAD-R.07: against a number. Fate does not roll."""
    if is_hopeless(modifier, net, will, bool(explodes)):
        return "loses"
    rolled = yield from ask(ability_roll(level, modifier, net, explodes, rerolls))
    return against_will(rolled, will, criticals).outcome
