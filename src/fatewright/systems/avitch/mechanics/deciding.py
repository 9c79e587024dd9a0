"""Deciding without a referee: who judges, what the table says, and the lower median of what is proposed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple, TypeVar

from fatewright.systems.author import (
    ALONE,
    NO_VOTE,
    SEAT,
    Asks,
    Choose,
    Desk,
    Form,
    Number,
    Option,
    Story,
    Upto,
    choose,
    ends,
    now,
    options,
    phrase,
    say,
    sealed,
    verb,
)
from fatewright.systems.avitch.characters import people

T = TypeVar("T")


def players(table: Desk) -> list[str]:
    """All who play, clockwise."""
    return table.seats("player")


def clockwise(table: Desk, first: str) -> list[str]:
    """All who play, from the one at the left hand of `first` on, and `first` last."""
    seats = players(table)
    at = seats.index(first) + 1 if first in seats else 0
    return [*seats[at:], *seats[:at]]


def third_parties(table: Desk, *involved: str) -> list[str]:
    """AVI-1.02.13: the players none of whose characters is involved; found anew for every situation."""
    taking_part = {people.owner(table, who) for who in involved}
    return [seat for seat in players(table) if seat not in taking_part]


def referee(table: Desk) -> str | None:
    """AVI-1.01.03: who holds every power of the table and of third parties, where somebody does."""
    mode = table.dial("referee_mode")
    if mode == "table":
        return None
    named = table.fact("scene", "framer") if mode == "rotating_per_scene" else table.fact("referee", "seat")
    return str(named) if named in players(table) else None


def judges(table: Desk, acting: str, *involved: str) -> list[str]:
    """AVI-1.02.01.04, AVI-1.02.01.15, AVI-1.02.12, AVI-1.02.13: who names a difficulty.

    Third parties; where nobody is one, all but the acting player. By dials the whole table, or the referee.
    """
    if (judge := referee(table)) is not None:
        return [judge]
    if table.dial("difficulty_decider") == "whole_table":
        return players(table)
    return third_parties(table, *involved) or [seat for seat in players(table) if seat != acting]


def deciders(table: Desk) -> list[str]:
    """AVI-1.01.03, AVI-1.01.05, AVI-R.12: who speaks for the table: all players, or the referee where there is one."""
    judge = referee(table)
    return [judge] if judge is not None else players(table)


def majority(table: Desk, votes: Sequence[T]) -> T | None:
    """AVI-1.01.05: what more than half of the votes name, or all of them where a table wants consensus; None if nothing."""
    most = max(votes, key=votes.count)
    needed = len(votes) if table.dial("table_decision") == "consensus" else len(votes) // 2 + 1
    return most if votes.count(most) >= needed else None


def nearest_third_party(table: Desk, acting: str, *involved: str) -> str | None:
    """AVI-1.01.03, AVI-1.01.05: the third party nearest clockwise from the acting player; the referee where there is one."""
    if (judge := referee(table)) is not None:
        return judge
    return next((seat for seat in clockwise(table, acting) if seat in third_parties(table, *involved)), None)


def lower_median(numbers: Sequence[int]) -> int:
    """AVI-1.01.05: the middle one of all proposals; of two middle ones the lower."""
    return sorted(numbers)[(len(numbers) - 1) // 2]


class Proposal(NamedTuple):
    """What the judges have come to: whether it is rolled at all, how hard it is, and what failing costs, in words and by rule.

    `consequence` is announced; `effect` is which of the ready ones it is, or comes with.
    """

    is_check: bool
    difficulty: int
    consequence: str
    effect: str


def ask_for_proposals(table: Desk, acting: str, what: str, *involved: str, suggested: int | None = None) -> Asks[Proposal]:
    """AVI-1.02.01.04, AVI-1.02.01.05, AVI-1.02.01.14, AVI-1.02.14: the judges propose face down; the lower median counts.

    What failing costs comes from whoever proposed that difficulty, the nearest clockwise from the acting player: a ready
    phrase, or their own words.
    """
    usual = _within(table, table.dial("default_difficulty") if suggested is None else suggested)
    asked = [seat for seat in clockwise(table, acting) if seat in judges(table, acting, *involved)]
    if not asked:
        return Proposal(True, usual, ONLY_TIME, ONLY_TIME)
    answers = yield from sealed("difficulty", what, *(_question(table, seat, what, usual) for seat in asked))
    if 2 * sum(ruling == HAPPENS for ruling, _, _ in answers) > len(answers):
        return Proposal(False, 0, ONLY_TIME, ONLY_TIME)
    rolling = [(number, seat, cost) for seat, (ruling, number, cost) in zip(asked, answers, strict=True) if ruling != HAPPENS]
    difficulty = lower_median([number for number, _, _ in rolling])
    seat, cost = next((seat, cost) for number, seat, cost in rolling if number == difficulty)
    effect = yield from ask_for_effect(seat, cost, consequences(table), _plain(table))
    return Proposal(True, difficulty, announced(cost, effect, ONLY_TIME), effect)


ONLY_TIME, HAPPENS = "only the time is lost", "it simply happens"
OWN_WORDS = 200  # characters of a consequence in one's own words


def ask_for_effect(seat: str, cost: str, ready: Sequence[str], rules: Sequence[str]) -> Asks[str]:
    """AVI-1.02.01.05, AVI-1.02.02.04: what a price comes to by the rules: a ready phrase, itself.

    Whoever has put it in words of their own says which rule goes with it: the first of `rules` is none.
    """
    if cost in ready:
        return cost
    nothing, *others = rules
    prompt = phrase("If it fails: {cost:text}. What else, by the rules?", cost=cost)
    return (yield from choose(SEAT + seat, "effect", prompt, (Option(nothing, "nothing"), *options(*others)), nothing))


def announced(cost: str, effect: str, nothing: str) -> str:
    """AVI-1.02.01.05, AVI-1.02.02.04: a price as everybody hears it: in its own words, and the rule beside them."""
    return cost if effect in (cost, nothing) else f"{cost} ({effect})"


def consequences(table: Desk) -> list[str]:
    """AVI-1.02.02.04, AVI-1.04.11, AVI-1.04.13: what failing may cost; nobody falls ill where there are no diseases."""
    rows = table.data["lists"]["consequences"]
    return [name for name, row in rows.items() if row.get("mark") != "Sick" or table.dial("disease") == "on"]


def _plain(table: Desk) -> list[str]:
    """AVI-1.02.02.04: of the ready consequences one for each rule that there is, nothing first; falls are other words."""
    rows, found = table.data["lists"]["consequences"], dict[tuple[tuple[str, object], ...], str]()
    for name in consequences(table):
        found.setdefault(tuple(sorted(rows[name].items())), name)
    return [*found.values()]


def _within(table: Desk, difficulty: int) -> int:
    return max(int(table.dial("difficulty_min")), min(int(table.dial("difficulty_max")), difficulty))


def _question(table: Desk, seat: str, what: str, usual: int) -> Form:
    low = table.dial("difficulty_min")
    steps = ", ".join(f"{row['difficulty']} {name}" for name, row in table.data["lists"]["ladder"].items())
    fields = (
        Choose(SEAT + seat, "ruling", "Is there a risk?", options("check", HAPPENS), "check"),
        Number(SEAT + seat, "difficulty", "How hard is it?", low, table.dial("difficulty_max"), steps, usual),
        Choose(SEAT + seat, "consequence", "What does failing cost?", options(*consequences(table)), ONLY_TIME, OWN_WORDS),
    )
    return Form(SEAT + seat, "difficulty", what, fields, ("check", usual, ONLY_TIME))


def ask_for_agreement(table: Desk, acting: str, what: str, *involved: str) -> Asks[bool]:
    """AVI-1.01.05, AVI-1.01.03: a vote of all players, one each, by simple majority; the referee decides where there is one.

    A tie is broken by the third party nearest clockwise from the acting player; without one, things stay as they are.
    """
    judge = referee(table)
    asked = [judge] if judge is not None else players(table)
    votes = yield from sealed("vote", what, *(ballot(seat, what) for seat in asked))
    said = dict(zip(asked, votes, strict=True))
    is_carried = carried(table, said, acting, *involved)
    yield from now(
        say(
            "{what:text}: {how} ({counted:text})",
            "AVI-1.01.05",
            what=what,
            how=phrase("yes") if is_carried else phrase("no"),
            counted=_counted(said),
        )
    )
    return is_carried


@verb("{seat} asks the table: {question}", group="Scene")
def ask_table(table: Desk, question: Annotated[str, Upto(200)]) -> Story:
    """AVI-1.02.12, AVI-1.01.05: whatever no check decides, the table as a whole does: yes or no."""
    return ends("agreed" if (yield from ask_for_agreement(table, table.seat, question)) else "voted down")


def ballot(seat: str, what: str) -> Choose[str]:
    """One's own vote: nobody gives it for another, and who does not vote says neither yes nor no."""
    return Choose(ALONE + seat, "vote", what, options("yes", "no", NO_VOTE), NO_VOTE)


def carried(table: Desk, said: dict[str, str], acting: str, *involved: str) -> bool:
    """AVI-1.01.05: whether votes carry it."""
    favour = sum(vote == "yes" for vote in said.values())
    if table.dial("table_decision") == "consensus":
        return favour == len(said)
    if 2 * favour != len(said):
        return 2 * favour > len(said)
    third = [seat for seat in clockwise(table, acting) if seat in third_parties(table, *involved) and seat in said]
    return bool(third) and said[third[0]] == "yes"


def _counted(said: dict[str, str]) -> str:
    return ", ".join(f"{seat} {'did not vote' if vote == NO_VOTE else vote}" for seat, vote in said.items())
