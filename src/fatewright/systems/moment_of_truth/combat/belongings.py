"""Belongings: what somebody has, and can take into their hands or put on; who gives it to whom. None of it is counted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from fatewright.systems.author import Change, Desk, Ending, From, Offers, Option, Put, Seen, ends, say, verb
from fatewright.systems.moment_of_truth.combat import harm
from fatewright.systems.moment_of_truth.combat.harm import SIDES, Own, Present
from fatewright.systems.moment_of_truth.combat.turns import acts, cannot
from fatewright.systems.turns import is_fighting

ANYTHING = "anything at all"
UNARMED, NOTHING = "Unarmed Attack", "nothing"

# ── what somebody has ──────────────────────────────────────────────────────────────────────────────────────────────────


def listed(table: Desk, who: str) -> tuple[str, ...] | None:
    """MOT-10.16: what stands on somebody's list; None where nobody keeps one, as on all sheets from before there were any."""
    found = table[who].get("belongings", (ANYTHING,))
    return None if ANYTHING in found else tuple(found)


def is_thing(table: Desk, one: str) -> bool:
    """MOT-10.16: whether it is something that one can have: fists are not, nor is an empty hand."""
    return one not in (ANYTHING, NOTHING) and not table.data["lists"]["melee_weapons"].get(one, {}).get("natural")


def on_them(table: Desk, who: str) -> list[str]:
    """MOT-10.16: what somebody has in their hands and on their body, listed or not."""
    sheet = table[who]
    return [one for one in (sheet["weapon"], sheet["off_hand"], *sheet["armor"], *sheet["sights"]) if is_thing(table, one)]


def has(table: Desk, who: str, thing: str) -> bool:
    """MOT-7.04, MOT-10.16: whether somebody has a thing; where nobody keeps a list, whatever they like."""
    found = listed(table, who)
    return found is None or not is_thing(table, thing) or thing in found or thing in on_them(table, who)


def own(table: Desk, who: str, things: Iterable[str]) -> list[str]:
    """MOT-10.16: of these things those that somebody has."""
    return [one for one in things if has(table, who, one)]


def stays(table: Desk, who: str) -> list[Change]:
    """MOT-10.16: what leaves somebody's hands is theirs still, where a list is kept."""
    found = listed(table, who)
    more = [] if found is None else [one for one in dict.fromkeys(on_them(table, who)) if one not in found]
    return [Put(who, "belongings", (*(found or ()), *more))] if more else []


def gains(table: Desk, who: str, thing: str) -> list[Change]:
    """MOT-10.16: somebody has a thing from now on."""
    found = listed(table, who)
    return [] if found is None or thing in found else [Put(who, "belongings", (*found, thing))]


def loses(table: Desk, who: str, thing: str) -> list[Change]:
    """MOT-10.16: somebody has it no longer: neither on the list nor in a hand nor on the body."""
    sheet, found = table[who], listed(table, who)
    changes: list[Change] = []
    if found and thing in found:
        changes.append(Put(who, "belongings", tuple(one for one in found if one != thing)))
    for field, empty in (("weapon", UNARMED), ("off_hand", NOTHING)):
        changes += [Put(who, field, empty)] if sheet[field] == thing else []
    for field in ("armor", "sights"):
        changes += [Put(who, field, tuple(one for one in sheet[field] if one != thing))] if thing in sheet[field] else []
    return changes


# ── who gives it to whom ───────────────────────────────────────────────────────────────────────────────────────────────

Thing = Annotated[str, From("belongings")]


def _things(table: Desk, who: str, is_so: str) -> list[str]:
    """MOT-10.16: what somebody does not have yet, or what is to be taken from them; that there is no list, last."""
    on_list = table[who].get("belongings", (ANYTHING,))
    found = [one for one in table.data["lists"]["belongings"] if is_thing(table, one) or one == ANYTHING]
    mine = {*on_list, *on_them(table, who)}
    return sorted((one for one in found if (one in mine) == (is_so == "no")), key=lambda one: one == ANYTHING)


def _given(table: Desk, who: str, thing: str, is_so: str) -> list[Change]:
    if thing == ANYTHING:
        others = tuple(one for one in table[who].get("belongings", ()) if one != ANYTHING)
        return [Put(who, "belongings", (ANYTHING, *others) if is_so == "yes" else others)]
    return gains(table, who, thing) if is_so == "yes" else loses(table, who, thing)


def _may_give(table: Desk, who: str, thing: str, is_so: str) -> str | None:
    """MOT-0.06, MOT-10.16: a player's character, before everyone."""
    return harm.is_hero(table, who) or _cannot_give(table, who, thing, is_so)


def _may_give_in_secret(table: Desk, who: str, thing: str, is_so: str) -> str | None:
    """MOT-0.06, MOT-10.16: the reverse."""
    return harm.is_npc(table, who) or _cannot_give(table, who, thing, is_so)


def _cannot_give(table: Desk, who: str, thing: str, is_so: str) -> str | None:
    """MOT-10.16: what is there already, or not there; and fists are nobody's to give."""
    if thing != ANYTHING and not is_thing(table, thing):
        return f"{thing} is nothing that one has"
    on_list = table[who].get("belongings", (ANYTHING,))
    if thing == ANYTHING and is_so == "no":
        return None if thing in on_list else f"there is a list of what {who} has already"
    if ANYTHING in on_list and is_so == "yes":
        return f"nobody keeps a list of what {who} has: anything is at hand"
    is_there = thing in (*on_list, *on_them(table, who))
    return None if is_there == (is_so == "no") else f"{who} {'has' if is_there else 'does not have'}: {thing}"


@verb("{who} has {thing} from now on: {is_so}", roles=("gm",), may=_may_give, group="Arms")
def give(
    table: Desk,
    who: Present,
    thing: Annotated[Thing, Offers(_things)],
    is_so: Literal["yes", "no"] = "yes",
) -> Ending:
    """MOT-0.06, MOT-10.16: say what somebody has come by, or no longer has; what is taken leaves their hands too."""
    line = say(
        "{who} has {thing:word}" if is_so == "yes" else "{who} no longer has {thing:word}", "MOT-10.16", who=who, thing=thing
    )
    return ends("given", *_given(table, who, thing, is_so), line)


@verb(
    "{who} secretly has {thing} from now on: {is_so}",
    roles=("gm",),
    secret=True,
    may=_may_give_in_secret,
    group="Behind the screen",
)
def secret_give(
    table: Desk,
    who: Annotated[Seen, Offers(SIDES.own)],
    thing: Annotated[Thing, Offers(_things)],
    is_so: Literal["yes", "no"] = "yes",
) -> Ending:
    """MOT-0.06, MOT-10.16: what one of your own people has, or no longer has; nobody learns of it but by what they do."""
    return ends("given", *_given(table, who, thing, is_so))


def _may_hand(table: Desk, who: str, thing: str, to: str) -> str | None:
    """MOT-7.03, MOT-10.16: what one has, to somebody else; in a fight it is an action, and nobody undresses."""
    if problem := harm.is_somebody(table, who) or harm.is_somebody(table, to):
        return problem
    if who == to:
        return f"{who} has it already"
    if not is_thing(table, thing) or thing not in _to_hand(table, who):
        return f"{who} has nothing of the kind to give: {thing}"
    if is_fighting(table) and thing in table[who]["armor"]:
        return "nobody changes armour in a fight"
    return cannot(table, who, "action")


def _to_hand(table: Desk, who: str) -> list[str]:
    """MOT-10.16: what somebody could give away: first what is not in their hands."""
    mine: Any = listed(table, who) or ()
    return [*dict.fromkeys((*(one for one in mine if is_thing(table, one)), *on_them(table, who)))]


def _takers(table: Desk, who: str) -> list[Option[str]]:
    return SIDES.mates(table, who)


@verb("{who} hands {thing} to {to}", may=_may_hand, group="Arms")
def hand(
    table: Desk,
    who: Own,
    thing: Annotated[Thing, Offers(_to_hand)],
    to: Annotated[Seen, Offers(_takers)],
) -> Ending:
    """MOT-7.03, MOT-10.16: give somebody what you have; in a fight that is an action."""
    line = say("{taker} has {thing:word} from {who}", "MOT-10.16", taker=to, thing=thing, who=who)
    return ends("given", *acts(table, who), *loses(table, who, thing), *gains(table, to, thing), line)
