"""Turns on a screen: what a game says of its tracker, what is wrong with it, and which lines of a log belong together."""

import pytest

from fatewright.systems.defects import defects_of
from fatewright.systems.forms import BadSystem
from fatewright.systems.spec import extension, game, games
from fatewright.web import cards, wire
from fatewright.web.cards import game_card
from web.serving import character, new_table, served

SYSTEM = {"id": "ours", "title": "Ours", "version": 1}


def tracker_of(name):
    return cards.game(game(name)).tracker


# ── what a game says ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_game_that_says_nothing_has_a_tracker_of_seats_alone():
    assert tracker_of("lanterns") == wire.Tracker("seats", {}, 0, {}, None, [], [], [], {}, [], [])
    card = cards.game(game("lanterns"))
    assert (card.stacks, card.figure) == ({}, None)


def test_moment_of_truth_says_what_a_turn_is_spent_on_and_what_fills_which_boxes():
    tracker = tracker_of("moment-of-truth")
    assert (tracker.parts, tracker.used) == (2, {"moves": "move", "acted": "action"})
    assert tracker.boxes == wire.Boxes("hit points", ["minor", "major"])
    assert tracker.numbers[0] == wire.TrackedNumber("reserved", "dice held back", "the odd one does nothing")
    assert (tracker.states, tracker.hands) == (["conditions"], ["weapon", "off_hand"])
    assert tracker.relations["grapples"] == ["holds", "held by"]
    assert tracker.out == ["unconscious", "dead"]


def test_every_state_says_what_it_does():
    lists = game("moment-of-truth").lists
    assert [name for name, row in lists["conditions"].items() if not row["text"]] == []
    assert set(tracker_of("moment-of-truth").out) <= set(lists["conditions"])


# ── what can be wrong with it ──────────────────────────────────────────────────────────────────────────────────────────

WRONG = {
    "an unknown key": (
        {"boxen": 1},
        "tracker.boxen: unknown; expected one of "
        "order, large, parts, used, boxes, numbers, states, hands, relations, out, acts",
    ),
    "an order of something else": (
        {"order": "kinds"},
        "tracker.order: found 'kinds', expected one of seats, tokens",
    ),
    "an order that is no word": ({"order": 1}, "tracker.order: found 1, expected a text"),
    "a large figure without a caption": ({"large": {"price": 3}}, "tracker.large.price: found 3, expected a text"),
    "boxes of nothing": ({"boxes": {"filled": ["minor"]}}, "tracker.boxes.of: missing, expected a text"),
    "a number without a name": ({"numbers": {"fire": {}}}, "tracker.numbers.fire.name: missing, expected a text"),
    "no word for what is used": ({"used": {"moves": 1}}, "tracker.used.moves: found 1, expected a text"),
    "a relation with one side": (
        {"relations": {"grapples": ["holds"]}},
        "tracker.relations.grapples: found ['holds'], expected two texts, one for each side",
    ),
    "states that are no names": ({"states": [1]}, "tracker.states: found [1], expected texts"),
    "a list where a table belongs": ({"used": ["moves"]}, "tracker.used: found ['moves'], expected a table"),
    "a number where a list belongs": ({"hands": 2}, "tracker.hands: found 2, expected a list"),
}


@pytest.mark.parametrize(("said", "expected"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_with_a_tracker_is_named(said, expected):
    assert defects_of({"system": SYSTEM, "tracker": said}) == [expected]


FIELDS = {
    "used": {"used": {"hops": "hop"}},
    "numbers": {"numbers": {"hops": {"name": "hops"}}},
    "states": {"states": ["hops"]},
    "hands": {"hands": ["hops"]},
    "boxes.filled": {"boxes": {"of": "hit points", "filled": ["hops"]}},
}


@pytest.mark.parametrize(("where", "said"), FIELDS.items(), ids=FIELDS)
def test_a_tracker_shows_fields_that_there_are(tmp_path, where, said):
    own = {"system": {**SYSTEM, "extends": "moment-of-truth"}, "tracker": said}
    with pytest.raises(BadSystem, match=rf"tracker\.{where}: there is no field hops$"):
        extension(own, tmp_path)


DRAWN = {
    "stacks of a number": ({"stacks": {"minor": 1}}, "stacks.minor: found 1, expected a text"),
    "stacks that are no table": ({"stacks": ["minor"]}, "stacks: found ['minor'], expected a table"),
    "a hue beyond the circle": (
        {"system": {**SYSTEM, "hue": 360}},
        "system.hue: found 360, expected a whole number from 0 to 359",
    ),
    "a pitch that is a chapter": (
        {"system": {**SYSTEM, "pitch": "a" * 121}},
        "system.pitch: found 121 characters, expected one line of at most 120",
    ),
    "a figure of nothing": ({"figure": {}}, "figure: names no field, expected wounds or armor"),
    "a figure with more": (
        {"figure": {"wounds": "cuts", "hat": "hats"}},
        "figure.hat: unknown; expected one of wounds, armor, whole",
    ),
    "a figure without a name": ({"figure": {"wounds": 1}}, "figure.wounds: found 1, expected a text"),
}


@pytest.mark.parametrize(("said", "expected"), DRAWN.values(), ids=DRAWN)
def test_what_is_wrong_with_what_a_sheet_draws_is_named(said, expected):
    assert defects_of({"system": SYSTEM, **said}) == [expected]


MISFITS = {
    "a stack of nothing": ({"stacks": {"hops": "hop points"}}, "stacks: there is no field hops"),
    "a stack of words": ({"stacks": {"armor": "worn"}}, "stacks: armor has the shape several, expected number"),
    "wounds nowhere": ({"figure": {"wounds": "hops"}}, "figure.wounds: there is no field hops"),
    "wounds as a number": ({"figure": {"wounds": "minor"}}, "figure.wounds: minor has the shape number, expected several"),
    "a dial that is none": (
        {"figure": {"armor": "skills", "whole": {"hops": 1}}},
        "figure.whole.hops: the game has no such dial",
    ),
    "armor without levels": ({"figure": {"armor": "armor"}}, "figure.armor: armor has the shape several, expected levels"),
}


@pytest.mark.parametrize(("said", "expected"), MISFITS.values(), ids=MISFITS)
def test_a_sheet_draws_fields_that_can_be_drawn_so(tmp_path, said, expected):
    with pytest.raises(BadSystem) as wrong:
        extension({"system": {**SYSTEM, "extends": "moment-of-truth"}, **said}, tmp_path)
    assert str(wrong.value).partition("system.toml: ")[2] == expected


def test_a_version_of_a_game_may_say_all_of_it(tmp_path):
    """The names of what follows from a sheet come from code: any text will do."""
    said = {
        "tracker": {"order": "tokens", "large": {"price": "the next effect costs"}},
        "stacks": {"minor": "whatever follows"},
        "figure": {"armor": "skills", "whole": {"default_tn": 1}},
    }
    card = cards.game(extension({"system": {**SYSTEM, "extends": "moment-of-truth"}, **said}, tmp_path))
    assert (card.tracker.order, card.tracker.large) == ("tokens", {"price": "the next effect costs"})
    assert (card.stacks, card.figure) == ({"minor": "whatever follows"}, wire.Figure("", "skills", {"default_tn": 1}))


# ── which lines belong together ────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("house")) as address:
        yield address


def test_a_line_says_with_which_line_it_began_in_the_viewers_own_numbers(house):
    """An answer is an act of its own, and belongs to what it was asked for; nobody's numbers tell of what is secret."""
    table, browsers = new_table(house, "ana", "bo")
    seats = {seat: browser.sit(table) for seat, browser in browsers.items()}
    for player in ("ana", "bo"):
        seats[player].act("bring", character=character(player))
    seats["gm"].act("secret-roll", notation="2d6")
    seats["ana"].act("stare", who="ana", other="bo")
    seats["ana"].answer(1)
    seats["bo"].hear().answer(2)
    for one in seats.values():
        one.hear()
        began = next(line["number"] for line in one.lines if line["kind"] == "began" and "stare" in line["text"])
        assert {line["began"] for line in one.lines if line["kind"] in ("asked", "answered", "revealed")} == {began}
        assert {line["began"] for line in one.lines if line["kind"] == "began"} == {
            line["number"] for line in one.lines if line["kind"] == "began"
        }
        assert not [line for line in one.lines if line["kind"] in ("fact", "told") and "began" in line]
        one.close()
    secret = [line for line in seats["gm"].lines if line["kind"] == "rolled"]
    assert [line["began"] < line["number"] for line in secret] == [True]
    assert "secret-roll" not in str(seats["bo"].lines)


# ── colour and reach ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_game_has_a_hue_of_its_own_said_or_by_its_id():
    hues = {name: game_card(one, has_content=False).hue for name, one in games().items()}
    assert len({hue // 10 for hue in hues.values()}) == len(hues)  # to be told from each other
    ours = game("lanterns")
    unsaid = ours._replace(id="ours", data={**ours.data, "system": SYSTEM})
    assert game_card(unsaid, has_content=False).hue == game_card(unsaid, has_content=True).hue == 352


RANGES = {
    "moment-of-truth": ("Tom Blackwood", {"move", ".38 Revolver"}),
    "twist-of-fate": ("Mina Stark", {"move", "reach"}),
    "triumph-and-disaster": ("Kara Voss", {"move", "reach"}),
}


@pytest.mark.parametrize(("name", "kind", "said"), [(name, *one) for name, one in RANGES.items()], ids=RANGES)
def test_a_game_says_how_far_somebody_gets_to_those_who_know_it(tmp_path, name, kind, said):
    with served(tmp_path) as address:
        id, browsers = new_table(address, "Ana", game=name)
        gm = browsers["gm"].sit(id)
        assert gm.act("place", name="Foe", kind=kind)["is"] == "done"
        known, unknown = (browsers[seat].post(f"/api/tables/{id}/sheet", {"token": "Foe"})[1] for seat in ("gm", "Ana"))
    assert set(known["ranges"]) == said
    assert all(squares > 0 for squares in known["ranges"].values())
    assert unknown.get("ranges", {}) == {}
