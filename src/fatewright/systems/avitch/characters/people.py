"""People: their ratings, what lowers and raises them, and what state they are in."""

from __future__ import annotations

from collections.abc import Mapping

from fatewright.systems.author import Change, Desk, Put, Score

ANYWHERE = "none"
BODILY = ("Hand-to-Hand", "Physical")
HELPLESS = ("Out", "Dying", "Dead", "Pinned")
GONE = ("Dead",)


def described(table: Desk, skill: str) -> Mapping[str, str]:
    """AVI-1.03.12, AVI-1.03.13, AVI-1.03.14, AVI-1.03.15, AVI-1.03.16, AVI-1.03.17, AVI-1.03.18, AVI-1.03.19, AVI-1.03.20.

    AVI-1.03.21, AVI-1.03.22, AVI-1.03.23, AVI-1.03.24, AVI-1.03.25, AVI-1.03.26, AVI-1.03.27, AVI-1.03.28, AVI-1.03.29,
    AVI-1.03.31, AVI-1.03.32, AVI-1.03.33, AVI-1.03.34, AVI-1.03.35: what the list says of a skill, its group and its use.
    """
    found: Mapping[str, str] = table.data["lists"]["skills"][skill]
    return found


def group_of(table: Desk, skill: str) -> str:
    """AVI-1.03.01.04: the group that a skill belongs to."""
    return described(table, skill)["group"]


def rating(table: Desk, who: str, skill: str) -> Score:
    """AVI-1.03.10: what the sheet says of a skill, 0 to 10."""
    return Score(table[who][skill], skill, "AVI-1.03.10")


def effective(table: Desk, who: str, skill: str, *bonuses: Score, terrain: str = ANYWHERE, is_talk: bool = False) -> Score:
    """AVI-1.02.01.16, AVI-1.03.30, AVI-1.03.37, AVI-1.04.01, AVI-R.24, AVI-R.32: the rating with all that adds and takes.

    Never below 0, and without a cap, unless the table has one. `terrain` is where it happens; `is_talk`, in an Appeal, where
    wounds do not count.
    """
    total = rating(table, who, skill)
    if skill == "Survive" and terrain != ANYWHERE and table[who]["terrain"] == terrain:
        total += Score(table.dial("survive_terrain_bonus"), terrain, "AVI-1.03.30")
    for bonus in bonuses:
        total += bonus
    group = "Social" if is_talk else group_of(table, skill)  # AVI-2.02.16: whatever one talks with, the body does not count
    for penalty in penalties(table, who, group, is_talk=is_talk):
        total -= penalty
    if scar := dict(table[who]["scars"]).get(skill, 0):
        total -= Score(scar, "a lasting mark", "AVI-1.04.05")
    total = total.at_least(0)
    return total.at_most(10) if table.dial("effective_rating_cap") == 10 else total


def penalties(table: Desk, who: str, group: str, *, is_talk: bool = False) -> list[Score]:
    """AVI-1.04.01, AVI-1.04.02, AVI-1.04.03, AVI-1.04.06, AVI-1.04.10, AVI-1.04.11, AVI-2.02.16: what ails somebody.

    The same mark twice does not add up, different ones do; of wounds only the worst counts.
    """
    if table.dial("conditions") == "story_only":
        return []
    found = []
    is_bodily = group in BODILY or (is_talk and table.dial("wounds_affect_social") == "yes")
    if table[who]["major"] and is_bodily:
        found.append(Score(table.dial("major_wound_penalty"), "a major wound", "AVI-1.04.03"))
    elif table[who]["minor"] and is_bodily:
        found.append(Score(table.dial("minor_wound_penalty"), "a minor wound", "AVI-1.04.02"))
    rows = table.data["lists"]["conditions"]
    for mark in table[who]["conditions"]:
        if rows[mark].get("penalty") and group in rows[mark]["groups"]:
            found.append(Score(rows[mark]["penalty"], mark, "AVI-1.04.01"))
    return found


# ── states ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def has(table: Desk, who: str, *marks: str) -> bool:
    """Whether somebody bears one of these marks, which everybody sees."""
    return bool(set(marks) & set(table[who].get("conditions", ())))


def is_helpless(table: Desk, who: str) -> bool:
    """AVI-1.04.04, AVI-4.09: cannot act, react or talk."""
    return has(table, who, *HELPLESS)


def is_hurt(table: Desk, who: str) -> bool:
    """AVI-1.04.04, AVI-1.04.11: whether somebody has a wound, or is sick."""
    return load_of(table, who) > 0 or has(table, who, "Sick")


def marked(table: Desk, who: str, *marks: str, without: tuple[str, ...] = ()) -> list[Change]:
    """AVI-1.04.01: marks that somebody gains and loses; the same one twice is one."""
    before = table[who]["conditions"]
    after = tuple(dict.fromkeys([*(one for one in before if one not in without), *marks]))
    return [Put(who, "conditions", after)] if after != before else []


def load(minor: int, major: int) -> int:
    """AVI-1.04.04: a minor wound counts one, a major one two."""
    return minor + 2 * major


def load_of(table: Desk, who: str) -> int:
    """AVI-1.04.04: the load of somebody's wounds."""
    return load(table[who]["minor"], table[who]["major"])


def owner(table: Desk, who: str) -> str:
    """The player who answers for a character."""
    return str(table[who].get("answers", "") or table[who].owner)


def seat_of(table: Desk, who: str) -> str:
    """The seat that is asked for a character: the player's, or whoever stands in for them."""
    return str(table.fact("seat", owner(table, who), "stand-in") or owner(table, who))


def no_target(table: Desk, who: str) -> str | None:
    """AVI-1.04.09: why nobody can do anything to somebody now; None if one can."""
    is_hidden = has(table, who, "Hidden") and table.dial("conditions") == "standard"
    return f"{who} is hidden, and cannot be targeted: notice them first" if is_hidden else None


def is_main(table: Desk, who: str) -> bool:
    """AVI-1.01.04, AVI-1.03.01.17: whether a player has marked them as principal."""
    return bool(table[who].get("main", "no") == "yes")


def lost_with(table: Desk, who: str, skill: str) -> list[Change]:
    """AVI-1.01.07: a skill that lost a check may grow at the end of the session."""
    lost = table[who]["lost"]
    return [] if skill in lost or table.dial("advancement") == "none" else [Put(who, "lost", (*lost, skill))]


def led(table: Desk, who: str) -> tuple[list[Score], list[Change]]:
    """AVI-1.02.01.20: what being led adds to the next check, once."""
    bonus = int(table[who]["led"])
    return ([Score(bonus, "led", "AVI-1.02.01.20")], [Put(who, "led", 0)]) if bonus else ([], [])
