"""What may be put into a dice pool of one's own: Moments, and a talent. One place decides it, for every roll of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from fatewright.systems.author import Asks, Desk, Option, Price, Score, choose, now, number, phrase, say
from fatewright.systems.moment_of_truth.drama import moments
from fatewright.systems.moment_of_truth.mechanics import pools
from fatewright.systems.moment_of_truth.mechanics.pools import Talent, Task
from fatewright.systems.moment_of_truth.mechanics.rolls import Kind

MOST_MOMENTS = 6  # on offer one by one; more are asked for by number
AGREED = "if the game master agrees"
Way = Literal["roll", "once", "moments", "more", "talent", "again", "stretch"]


class Offer(NamedTuple):
    """What may be put into a pool, and the option by which it is chosen."""

    option: Option[str]
    way: Way
    moments: int = 0
    talent: Talent | None = None


def spendable(table: Desk, who: str) -> int:
    """MOT-5.35, MOT-5.36, MOT-R.23: the Moments that somebody's player may put into a pool of theirs."""
    return moments.held(table, table[who].owner) if moments.in_play(table) else 0


def dice_offers(
    table: Desk, who: str, task: Task, tn: int | None, kind: Kind, extra: tuple[Score, ...], times: int = 1
) -> list[Offer]:
    """MOT-4.16, MOT-4.17, MOT-5.36, MOT-5.40, MOT-R.06, MOT-R.22, MOT-R.26, MOT-R.83: what dice may be had, before the roll.

    Where more dice would still leave the pool below the target number, it says so, and where a talent hangs on a distance that
    is too small. Of several rolls in a row, dice go into the first.
    """
    base, unskilled = pools.pool(table, who, task, *extra), table.dial("impossibility_unskilled")
    has, first = spendable(table, who), phrase(", for the first of {times} rolls", times=times) if times > 1 else ""

    def thrown(more: int) -> str:
        useless = phrase(": it changes nothing") if more and base + more < (tn or 1) else ""
        said = pools.said(base + more, tn, kind, unskilled)
        if not more or not (first or useless):
            return said
        return phrase("{thrown}{first}{useless}", thrown=said, first=first, useless=useless)

    bought = [
        Offer(
            Option(
                f"moments {count}",
                phrase("roll {thrown}", thrown=thrown(count)),
                price=moments.cost_of(table, table[who].owner, count),
            ),
            "moments",
            count,
        )
        for count in range(1, min(has, MOST_MOMENTS) + 1)
    ]
    if has > MOST_MOMENTS:
        bought.append(Offer(Option("more", phrase("more than {most} Moments", most=MOST_MOMENTS)), "more"))
    with_talent = thrown(pools.TALENT_DICE)
    for talent in (one for one in pools.talents(table, who) if one.phrase != pools.DUAL_WIELD):  # it comes before a roll
        bought += [
            Offer(
                Option(
                    f"{way} {talent.phrase}",
                    phrase("{talent:word}{how}: roll {thrown}", talent=talent.phrase, how=how, thrown=with_talent),
                    price=price,
                    caution=_too_near(table, talent, task) if way != "stretch" else "",
                    depends="" if way != "stretch" and pools.is_beyond_dispute(table, talent, task) else AGREED,
                ),
                way,
                0,
                talent,
            )
            for way, how, price in _talent_offers(table, who, talent, task, has)
        ]
    if times == 1 or not bought:
        return [Offer(Option("roll", phrase("roll {thrown}", thrown=thrown(0))), "roll"), *bought]
    once = Offer(Option("once", phrase("roll {thrown}, the first alone, and be asked again", thrown=thrown(0))), "once")
    return [
        Offer(Option("roll", phrase("roll {thrown}, for each of {times} rolls", thrown=thrown(0), times=times)), "roll"),
        once,
        *bought,
    ]


def _talent_offers(table: Desk, who: str, talent: Talent, task: Task, has: int) -> Iterator[tuple[Way, str, tuple[Price, ...]]]:
    """MOT-4.16, MOT-4.17, MOT-R.26: how a talent could be used, what there is to say of it, and what it costs."""
    left = pools.uses_left(table, who, talent)
    cost = moments.cost_of(table, table[who].owner) if has else ()
    if not pools.fits(talent, task):
        if has:
            yield "stretch", "", cost
        return
    if left:
        uses = pools.uses_per_session(table)
        yield "talent", phrase(" ({left} of {most:use} left, {when:text})", left=left, most=uses, when=talent.when), ()
    if has and (not left or table.dial("talent_mot_after_uses_only") == "no"):
        yield "again", phrase(" ({when:text})", when=talent.when), cost


def _too_near(table: Desk, talent: Talent, task: Task) -> str:
    """MOT-4.13, MOT-4.19: that somebody is too near for their talent, as far as the distance is known."""
    least = pools.least_metres(table, talent)
    if least is None or task.metres is None or task.metres >= least:
        return ""
    return phrase("{metres} m away; it counts from {least} m on", metres=task.metres, least=least)


def bought(table: Desk, who: str, offer: Offer, task: Task, what: str) -> Asks[tuple[Score, ...] | None]:
    """MOT-4.15, MOT-4.16, MOT-4.17, MOT-4.18, MOT-5.36, MOT-5.40: pay for dice at once, and say what they are.

    None where the game master says no: then nothing is paid.
    """
    seat, talent = table[who].owner, offer.talent
    if offer.way in ("roll", "once"):
        return ()
    if talent is None:
        has, cost = moments.held(table, seat), moments.cost_of(table, seat)
        count = offer.moments or (yield from number(who, "moments", "How many Moments?", 1, has, default=1, each=cost))
        yield from now(*moments.pay(table, seat, count, phrase("{who}'s roll", who=who), "MOT-5.36"))
        return (Score(count, "Moments", "MOT-5.36"),)
    if not (yield from _agreed(table, who, talent, task, what, is_stretched=offer.way == "stretch")):
        return None
    if offer.way == "talent":
        yield from now(
            pools.used(table, who, talent), say("{who} uses {talent:word}", "MOT-4.13", who=who, talent=talent.phrase)
        )
    else:
        yield from now(*moments.pay(table, seat, 1, talent.phrase, "MOT-5.40"))
    more = spendable(table, who)
    prompt, cost = "And how many Moments on top?", moments.cost_of(table, seat)
    count = (yield from number(who, "moments", prompt, 0, more, "those you hold", 0, cost)) if more else 0
    if not count:
        return (pools.bonus(talent),)
    yield from now(*moments.pay(table, seat, count, phrase("{who}'s roll", who=who), "MOT-5.36"))
    return (pools.bonus(talent), Score(count, "Moments", "MOT-5.36"))


def _agreed(table: Desk, who: str, talent: Talent, task: Task, what: str, *, is_stretched: bool) -> Asks[bool]:
    """MOT-4.13, MOT-4.17: whether the game master lets a talent count: what is not written down in keeping with its phrase, and
    what is written down in these circumstances, unless there is nothing to dispute.
    """
    if not is_stretched:
        return pools.is_beyond_dispute(table, talent, task) or (yield from _is_given(table, who, talent, what))
    yes_or_no = (Option(True, "yes", price=moments.cost_of(table, table[who].owner)), Option(False, "no"))
    prompt = phrase(
        "{who} would stretch {talent:word} ({applies:word}: {when:text}) to this roll. Is it in keeping?",
        who=who,
        talent=talent.phrase,
        applies=[*talent.applies],
        when=talent.when,
    )
    agreed: bool = yield from choose(moments.gm_of(table), "stretch", prompt, yes_or_no, default=False)
    if not agreed:
        yield from now(say("{talent:word} does not stretch that far; nothing is spent", "MOT-4.17", talent=talent.phrase))
    return agreed


def _is_given(table: Desk, who: str, talent: Talent, what: str) -> Asks[bool]:
    """MOT-4.13: whether the game master, who may dispute it, finds a talent's circumstances given."""
    prompt = phrase(
        "{who} would use {talent:word} ({when:text}) for this: {what:text}. Does it fit?",
        who=who,
        talent=talent.phrase,
        when=talent.when,
        what=what,
    )
    fits = (Option(True, "it fits"), Option(False, "not here"))
    is_given: bool = yield from choose(moments.gm_of(table), "talent", prompt, fits, default=True)
    if not is_given:
        yield from now(say("{talent:word} does not fit here; nothing is spent", "MOT-4.13", talent=talent.phrase))
    return is_given
