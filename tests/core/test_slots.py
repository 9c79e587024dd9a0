"""What a seat could do and how forms stand: read off a view, judged as acts are, with a way in which they can be done."""

import pytest

from fatewright.core.ask import Choose, Number, Text
from fatewright.core.game import Act, Game
from fatewright.core.slots import MOST_OPTIONS, Forms
from fatewright.core.state import State
from fatewright.core.story import Desk, Field, Verb, ends

WHO, TARGET = Field("who", "mine"), Field("target", "token")
WEAPONS = tuple(f"weapon {number}" for number in range(30))


def story(table: Desk, **_):
    return ends("done")
    yield


def forms(*verbs, seat="ana", **tokens):
    """At a table of ana, bo and a game master; each plays a token of that name, or these (name: owner)."""
    view = State()
    for name, role in (("gm", "gm"), ("ana", "player"), ("bo", "player")):
        view.facts[("seat", name, "role")] = role
    for name, owner in (tokens or {"ana": "ana", "bo": "bo", "ghoul": "gm"}).items():
        view.facts[("token", name, "kind")] = "somebody"
        view.facts[("token", name, "owner")] = owner
    return Forms(view, Game({verb.name: verb for verb in verbs}, {}), seat)


def verb(*fields, may=None, suggest=None, name="act", roles=("gm", "player")):
    return Verb(name, story, fields, may, roles, suggest=suggest)


def opened(one, **tokens):
    """What stands in a form as it opens, and what bars it."""
    found = forms(one, **tokens).way_open(one)
    return found.args, found.blocked


# ── what stands there first ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("field", "stands"),
    [
        (WHO, "ana"),
        (TARGET, "bo"),  # somebody else's before one's own
        (Field("seat", "seat"), "gm"),
        (Field("kind", "choice", ("one", "two")), "one"),
        (Field("kind", "choice", ("one", "two"), default="two"), "two"),
        (Field("kind", "choice", ("one", "two"), default="three"), "one"),
        (Field("number", "number", (), -3, 9), 0),
        (Field("number", "number", (), 2, 9), 2),
        (Field("number", "number", (), -9, -2), -2),
        (Field("number", "number", (), 0, 9, default=4), 4),
        (Field("text", "text", (), 0, 20), None),
        (Field("text", "text", (), 0, 20, default="here"), "here"),
        (Field("character", "character", ("{}",), 0, 20), "{}"),
        (Field("line", "line"), None),
    ],
)
def test_something_stands_in_every_slot_but_where_somebody_has_to_write(field, stands):
    assert opened(verb(field)) == ({field.name: stands}, "")


def test_nobody_stands_in_a_form_twice_unless_there_is_nobody_else():
    one = verb(Field("who", "token"), Field("other", "token"))
    assert opened(one) == ({"who": "bo", "other": "ghoul"}, "")
    assert opened(one, ana="ana") == ({"who": "ana", "other": "ana"}, "")


def test_where_nobody_can_be_chosen_it_is_said():
    assert opened(verb(WHO), ghoul="gm") == ({"who": None}, "who: there is nothing to choose from")


def test_each_slot_is_a_question_of_the_ordinary_kinds():
    fields = (TARGET, Field("number", "number", (), 1, 6, is_secret=True), Field("text", "text", (), 0, 20))
    found = forms(one := verb(*fields)).form(one, {"text": "open the door"})
    asked = [(type(slot.asked), slot.asked.name, slot.asked.allowed(), slot.is_secret) for slot in found.slots]
    assert asked == [
        (Choose, "target", "bo, ghoul, ana", False),
        (Number, "number", "a number from 1 to 6", True),
        (Text, "text", "a text of 1 to 20 characters", False),
    ]
    assert (found.args["text"], found.is_whole, forms(one).form(one, {}).is_whole) == ("open the door", True, False)


def test_what_usually_goes_with_it_is_filled_in_and_what_is_given_stays():
    def suggest(desk, filled):
        return {"how": f"as {filled['who']} does", "number": 3, "nothing": 1}

    one = verb(WHO, Field("how", "text", (), 0, 20), Field("number", "number", (), 0, 9), suggest=suggest)
    assert forms(one).form(one, {}).args == {"who": "ana", "how": "as ana does", "number": 3}
    assert forms(one).form(one, {"number": 7}).args["number"] == 7


def test_what_cannot_be_suggested_is_not():
    one = verb(WHO, suggest=lambda desk, filled: {"who": filled["nothing of the kind"]})
    assert opened(one) == ({"who": "ana"}, "")


# ── whether it can be done ─────────────────────────────────────────────────────────────────────────────────────────────


def test_what_is_yet_to_be_written_bars_nothing():
    text = Field("text", "text", (), 0, 20)
    assert opened(verb(text, may=lambda desk, text: f"{text} is no word")) == ({"text": None}, "")
    assert opened(verb(text, may=lambda desk, text: "no" if text == "x" else None)) == ({"text": None}, "")
    assert opened(verb(text, may=lambda desk, text: "not now")) == ({"text": None}, "not now")
    character = Field("character", "character", (), 0, 20)
    assert opened(verb(character, may=lambda desk, character: "no character")) == ({"character": None}, "")


def test_a_form_opens_on_a_way_in_which_it_can_be_done():
    one = verb(WHO, TARGET, may=lambda desk, who, target: None if target == "ghoul" else "that is a friend")
    assert opened(one) == ({"who": "ana", "target": "ghoul"}, "")


def test_where_another_reason_comes_up_it_goes_on_from_there():
    def may(desk, target, weapon, number):
        if target != "ghoul":
            return "that is a friend"
        return None if (weapon, number) == ("weapon 3", 9) else f"{weapon} does nothing {number} times"

    one = verb(TARGET, Field("weapon", "choice", WEAPONS), Field("number", "number", (), 1, 9), may=may)
    assert opened(one) == ({"target": "ghoul", "weapon": "weapon 3", "number": 9}, "")


def test_what_has_nothing_to_do_with_the_slots_is_soon_given_up():
    tried = []
    one = verb(Field("weapon", "choice", WEAPONS), may=lambda desk, weapon: tried.append(weapon) or "it is not your turn")
    assert opened(one) == ({"weapon": "weapon 0"}, "it is not your turn")
    assert len(tried) < 20


def test_what_is_barred_in_every_way_says_why_not_as_it_opens():
    one = verb(TARGET, may=lambda desk, target: f"{target} is too far away")
    assert opened(one) == ({"target": "bo"}, "bo is too far away")
    assert opened(verb(may=lambda desk: "not now")) == ({}, "not now")
    many = verb(Field("weapon", "choice", WEAPONS), Field("other", "choice", WEAPONS), may=lambda desk, **given: str(given))
    assert opened(many)[1] == "{'weapon': 'weapon 0', 'other': 'weapon 1'}"


# ── what do you do? ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_wish_comes_first_then_what_is_open_and_what_is_blocked_with_its_reason():
    verbs = [
        verb(name="dance", may=lambda desk: "there is no music"),
        verb(WHO, name="wait"),
        verb(name="rule", roles=("gm",)),
        verb(WHO, TARGET, name="strike"),
    ]
    assert [(one.verb, one.blocked) for one in forms(*verbs).acts()] == [
        ("wait", ""),
        ("strike", ""),
        ("dance", "there is no music"),
    ]
    wish = Act("ana", "strike", {"who": "ana", "target": "ghoul"})
    found = forms(*verbs).acts(wish)
    assert [one.verb for one in found] == ["strike", "wait", "dance"]
    assert found[0].args == wish.args


def test_an_option_says_what_would_bar_it():
    def may(desk, who, target, weapon):
        return "one does not strike oneself" if who == target else "it is empty" if weapon == "pistol" else None

    one = verb(WHO, TARGET, Field("weapon", "choice", ("knife", "pistol")), may=may)
    target, weapon = forms(one).reasoned(one, {}).slots[1:]
    assert [(option.value, option.blocked) for option in target.asked.options] == [
        ("bo", ""),
        ("ghoul", ""),
        ("ana", "one does not strike oneself"),
    ]
    assert [option.blocked for option in weapon.asked.options] == ["", "it is empty"]
    empty = forms(one).reasoned(one, {"weapon": "pistol"})
    assert (empty.blocked, [option.blocked for option in empty.slots[2].asked.options]) == ("it is empty", ["", ""])


def test_of_very_many_options_none_is_judged_by_itself():
    many = tuple(range(MOST_OPTIONS + 1))
    one = verb(Field("one", "choice", many), Field("n", "number", (), 0, 9), may=lambda desk, one, n: "no" if one else None)
    assert not any(option.blocked for option in forms(one).reasoned(one, {}).slots[0].asked.options)
