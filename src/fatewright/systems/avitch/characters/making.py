"""Making somebody at the table: every die lies there for the player whose character it is, and for nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any, NamedTuple

from fatewright.systems.author import (
    EVERYONE,
    OWN,
    SEAT,
    Asks,
    Audience,
    Desk,
    From,
    Number,
    Option,
    Place,
    Say,
    Story,
    Upto,
    ask,
    choose,
    described,
    ends,
    form,
    name_problem,
    now,
    number,
    options,
    phrase,
    say,
    tell,
    verb,
)
from fatewright.systems.avitch.characters import banks, generation, sheets
from fatewright.systems.avitch.characters.banks import HIGHEST
from fatewright.systems.avitch.characters.generation import SKILLS, Flag, Group
from fatewright.systems.avitch.characters.people import ANYWHERE
from fatewright.systems.avitch.discussions import motivations
from fatewright.systems.avitch.discussions.motivations import PAIRS, STANDARD
from fatewright.systems.avitch.mechanics.checks import ALL_SIDES
from fatewright.systems.avitch.mechanics.draws import EVEN, ORDER, Generator


class Way(NamedTuple):
    """How this table makes people: its dials, read once, so that nothing changes while the dice lie there."""

    seat: str
    main: Flag
    dials: dict[str, Any]
    generator: Generator
    even_dice: tuple[int, ...] = ()  # sides of those of their own that say odd or even

    @property
    def who(self) -> str:
        return SEAT + self.seat


def way(table: Desk, main: Flag) -> Way:
    """AVI-1.03.01.15, AVI-2.03.02.07: whoever throws real dice throws those that there are."""
    if table.fact("seat", table.seat, "dice") != OWN:
        return Way(table.seat, main, table.dials(), table.dial("generator"))
    more = {ALL_SIDES[die] for die, _ in table.fact("bag", table.seat) or ()}
    return Way(table.seat, main, table.dials(), "dice_script", tuple(sorted({*EVEN, *more})))


# ── the verb ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_generate(table: Desk, name: str, main: str, terrain: str) -> str | None:
    return name_problem(table, name) or too_many(table, main) or _terrain_problem(table, terrain)


def too_many(table: Desk, main: str) -> str | None:
    """AVI-1.01.04, AVI-1.03.01.17: why a player cannot have another character of this kind; None if they can."""
    kind = "main" if main == "yes" else "ordinary"
    most, count = sheets.most_characters(table, main), len(sheets.characters(table, table.seat, main))
    return None if count < most else f"{kind} characters: you have {count}, and there may be {most} here"


def _terrain_problem(table: Desk, terrain: str) -> str | None:
    """AVI-1.03.36: the player names a terrain where the table plays so, and only there."""
    mode = table.dial("survive_terrain_mode")
    if mode == "one_chosen":
        return "terrain: name one, the one in which they find their way best" if terrain == ANYWHERE else None
    why = "dice draw it here" if mode == "random" else "this table plays without"
    return f"terrain: leave it at {ANYWHERE}; {why}" if terrain != ANYWHERE else None


@verb(
    "{seat} makes a new character called {name}",
    more=("as a main character: {main}", "terrain they know best: {terrain}"),
    roles=("player",),
    secret=True,
    may=_may_generate,
    group="Characters",
)
def generate(
    table: Desk, name: Annotated[str, Upto(40)], main: Flag = "no", terrain: Annotated[str, From("terrains")] = ANYWHERE
) -> Story:
    """AVI-1.03.01.05, AVI-1.03.01.16, AVI-2.03.14, AVI-1.03.36, AVI-2.04.06, AVI-2.04.07: make a character by dice.

    Only you see the dice and the ratings; everybody sees who comes to the table.
    """
    chosen = way(table, main)
    skills = yield from (_assigned(chosen) if chosen.dials["skill_generation"] == "assigned" else _drawn(chosen))
    moved_by = yield from _motivations(chosen)
    if chosen.dials["survive_terrain_mode"] == "random":
        places = tuple(place for place in table.data["lists"]["terrains"] if place != ANYWHERE)
        terrain = yield from ask(motivations.pick(places, chosen.generator), by=chosen.who)
    values = {**skills, **moved_by, "main": main, "terrain": terrain, **_belongings(skills)}
    lines = [
        say("{name}: {listed:text}", "AVI-1.03.10", name=name, listed=_listed(skills)),
        say("{name}: {listed:text}", "AVI-2.03.10", name=name, listed=_listed(moved_by)),
    ]
    seen = tuple(f"{field} {values[field]}" for field in ("terrain", *sheets.shown(table.dials())))
    yield from tell("newcomer", lambda: (name, *seen), EVERYONE)  # what began in secret is known from here on
    return ends(
        "here", *lines, placed(table, name, values), say("{name} comes to the table", "AVI-1.01.04", to=EVERYONE, name=name)
    )


def _listed(ratings: dict[str, int]) -> str:
    return ", ".join(f"{name} {rating}" for name, rating in ratings.items())


def _belongings(skills: dict[str, int]) -> dict[str, Any]:
    """AVI-1.01.08: clothes, tools, one weapon, no armour. Which tools is a note: it tells what somebody is best at."""
    best = max(SKILLS["Knowledge"], key=lambda skill: skills[skill])
    return {"possessions": "clothes, tools, one weapon", "armed": "yes", "notes": f"the tools are for {best}"}


def placed(table: Desk, name: str, values: dict[str, Any]) -> Place:
    """AVI-2.04.06, AVI-2.04.07: a new token of the acting player's, whose ratings are theirs, unless they are open here."""
    fields = {field: described(**row) for field, row in table.data["fields"].items()}
    lists, dials = table.data["lists"], table.dials()
    shown = {*sheets.shown(dials), *(field for field, value in fields.items() if value.open)}
    kept = tuple((field, value.kept(values.get(field, value.start), lists)) for field, value in fields.items())
    return Place(
        name,
        "character",
        table.seat,
        kept,
        open_fields=tuple(field for field in fields if field in shown),
        private_fields=tuple(field for field, value in fields.items() if value.private and field not in shown),
        keepers=Audience(table.seats("gm")),
    )


# ── skills ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _drawn(chosen: Way) -> Asks[dict[str, int]]:
    """AVI-1.03.01.05 to AVI-1.03.01.14: the four groups, one after the other, each with its draw, its bank and its points."""
    dials = chosen.dials
    shift, point, overflow = dials["main_shift"], dials["main_shift_point"], dials["main_shift_overflow"]
    how = generation.Drawing(chosen.main, shift, point, overflow, dials["full_skill_draw"], chosen.generator)
    found: dict[str, int] = {}
    for group, skills in SKILLS.items():
        ratings = yield from generation.drawn_skills(skills, how, chosen.who, partial(_told, group, how))
        found |= zip(skills, ratings, strict=True)
    return found


def _told(group: Group, how: generation.Drawing, drawn: int, rating: int, filled: banks.Bank | None) -> Asks[None]:
    """AVI-1.03.01.07, AVI-1.03.01.08, AVI-1.03.01.12, AVI-R.07: draw and bank in words, then what was void, or lost."""
    count = len(SKILLS[group])
    left, raised = banks.to_deal(rating, count), generation.raised_by(how.main, how.shift, how.point)
    if filled is None:
        told = f"{group}: drawn {drawn}{f' + {raised}' if raised else ''}, rating {rating}; bank {rating * count}, "
        line = phrase("{told:text}minimum {minimum}, {left:point} to deal", told=told, minimum=banks.minimum(rating), left=left)
        yield from now(Say(line, ("AVI-1.03.01.07", "AVI-1.03.01.08")))
    elif filled.void:
        yield from now(say("void draws: {void:text}; they were drawn again", "AVI-1.03.01.12", void=filled.void))
    elif lost := rating * count - sum(filled.ratings):
        yield from now(say("points lost: {lost:text}; those skills are full", "AVI-1.03.01.12", lost=lost))


def _assigned(chosen: Way) -> Asks[dict[str, int]]:
    """AVI-1.03.01.16, AVI-1.03.01.18: four group ratings, then each bank by choice, within the same limits."""
    total = sheets.assigned_total(chosen.main, chosen.dials)
    ratings = yield from _shared(chosen, "group rating", tuple(SKILLS), total, 0)
    found: dict[str, int] = {}
    for group, names in SKILLS.items():
        rating = ratings[group]
        found |= yield from _shared(chosen, group, names, rating * len(names), banks.minimum(rating))
    return found


def _shared(chosen: Way, what: str, names: tuple[str, ...], total: int, least: int) -> Asks[dict[str, int]]:
    """Numbers from `least` to 10 that come to `total`: one after the other, so that what is left always fits."""
    found: dict[str, int] = {}
    for place, name in enumerate(names, start=1):
        left, others = total - sum(found.values()), len(names) - place
        low, high = max(least, left - HIGHEST * others), min(HIGHEST, left - least * others)
        usual = left // (others + 1)
        prompt = phrase(
            "{what:text}: {name}? {left} {left:is|are} left for {others}", what=what, name=name, left=left, others=others + 1
        )
        found[name] = low if low == high else (yield from number(chosen.who, name, prompt, low, high, "1.03.01.18", usual))
    return found


# ── motivations ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _motivations(chosen: Way) -> Asks[dict[str, int]]:
    """AVI-2.03.14: by dice, the standard set by choice, or any within the limits."""
    match chosen.dials["motivation_generation"]:
        case "random":
            sides = (yield from _order_dice(chosen)) if chosen.even_dice else ORDER
            drawn = motivations.motivations(chosen.generator, chosen.dials["six_six_flip"], sides=sides)
            return motivations.named((yield from ask(drawn, by=chosen.who)))
        case "assigned_standard_set":
            return (yield from _standard(chosen))
        case _:
            return (yield from _free(chosen))


def _order_dice(chosen: Way) -> Asks[int]:
    """AVI-2.03.02.04, AVI-2.03.02.07: sides of the order dice: any even number, as whoever throws them likes."""
    offered = [Option(sides, f"d{sides}") for sides in chosen.even_dice]
    prompt = "Which of your dice say which way round a pair stands? An odd one keeps it, an even one switches it"
    return (yield from choose(chosen.who, "order_dice", prompt, offered, ORDER))


def _standard(chosen: Way) -> Asks[dict[str, int]]:
    """AVI-2.03.14, AVI-2.03.02.01: which motivation gets the larger number of each rating pair; its opposite the other."""
    opposite = {**dict(PAIRS), **{right: left for left, right in PAIRS}}
    found: dict[str, int] = {}
    for low, high in STANDARD:
        left = [name for both in PAIRS for name in both if name not in found]
        higher = left[0]
        if low != high:
            prompt = phrase("Which motivation gets {high}, and its opposite {low}?", high=high, low=low)
            higher = yield from choose(chosen.who, "motivation", prompt, options(*left), left[0])
        found |= {higher: high, opposite[higher]: low}
    return {name: found[name] for both in PAIRS for name in both}


def _free(chosen: Way) -> Asks[dict[str, int]]:
    """AVI-2.03.11, AVI-2.03.12, AVI-2.03.14: any ratings from 2 to 10, a pair never above 12."""
    lefts = yield from form(chosen.who, "motivations", "From 2 to 10 each", *_asked(chosen, 0), default=(6,) * len(PAIRS))
    limits = tuple(min(HIGHEST, sheets.PAIR_MOST - left) for left in lefts)
    usual = tuple(min(6, most) for most in limits)
    rights = yield from form(
        chosen.who, "opposites", "A pair never above 12 together", *_asked(chosen, 1, limits), default=usual
    )
    return motivations.named(tuple(zip(lefts, rights, strict=True)))


def _asked(chosen: Way, side: int, limits: tuple[int, ...] = (HIGHEST,) * len(PAIRS)) -> Iterator[Number]:
    for both, most in zip(PAIRS, limits, strict=True):
        yield Number(chosen.who, both[side], both[side], sheets.MOTIVATION_LEAST, most, "", min(6, most))
