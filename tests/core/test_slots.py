"""What a seat could do and how forms stand: read off a view, judged as acts are, with a way in which they can be done."""

import re

import pytest

from fatewright.core.errors import TookTooLong
from fatewright.core.rule.ask import Choose, Number, Option, Text
from fatewright.core.table.game import Act, Game, judge
from fatewright.core.table.seal import Blank
from fatewright.core.table.slots import MOST_OPTIONS, Forms, whole
from fatewright.core.table.state import State
from fatewright.core.table.story import Desk, Refusal, Verb, a_choice, a_line, a_number, a_person, a_text, ends

WHO, TARGET = a_person("who", "mine"), a_person("target", "token")
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


def verb(*fields, may=None, name="act", roles=("gm", "player")):
    return Verb(name, story, fields, may, roles)


def opened(one, **tokens):
    """What stands in a form as it opens, and what bars it."""
    found = forms(one, **tokens).opened(one)
    return found.args, found.blocked


def reasoned(one, **given):
    found = forms(one)
    return found.reasoned(found.form(one, given))


# ── what stands there first ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("field", "stands"),
    [
        (WHO, "ana"),
        (TARGET, "bo"),  # somebody else's before one's own
        (a_person("seat", "seat"), "gm"),
        (a_choice("kind", ("one", "two")), "one"),
        (a_choice("kind", ("one", "two"), default="two"), "two"),
        (a_choice("kind", ("one", "two"), default="three"), "one"),
        (a_number("number", -3, 9), 0),
        (a_number("number", 2, 9), 2),
        (a_number("number", -9, -2), -2),
        (a_number("number", 0, 9, default=4), 4),
        (a_text("text", 20), None),
        (a_text("text", 20, default="here"), "here"),
        (a_text("character", 20, of="character", ready=("{}",)), "{}"),
        (a_line("line"), None),
    ],
)
def test_something_stands_in_every_slot_but_where_somebody_has_to_write(field, stands):
    assert opened(verb(field)) == ({field.name: stands}, "")


def test_of_what_somebody_writes_it_is_said_what_may_be_taken_as_it_is():
    def words(table, who):
        return ["hullo", f"{who} greets you"]

    text = a_text("text", 20, default="here", offers=words)
    found = forms(verb(WHO, text)).opened(verb(WHO, text))
    assert (found.args, [slot.known for slot in found.slots]) == (
        {"who": "ana", "text": "here"},
        [(), ("hullo", "ana greets you")],
    )


def test_nobody_stands_in_a_form_twice_unless_there_is_nobody_else():
    one = verb(a_person("who", "token"), a_person("other", "token"))
    assert opened(one) == ({"who": "bo", "other": "ghoul"}, "")
    assert opened(one, ana="ana") == ({"who": "ana", "other": "ana"}, "")


def test_where_nobody_can_be_chosen_it_is_said():
    assert opened(verb(WHO), ghoul="gm") == ({"who": None}, "who …: there is nothing to choose from")


def test_each_slot_is_a_question_of_the_ordinary_kinds():
    fields = (TARGET, a_number("number", 1, 6, is_secret=True), a_text("text", 20))
    found = forms(one := verb(*fields)).form(one, {"text": "open the door"})
    asked = [(type(slot.asked), slot.asked.name, slot.asked.allowed(), slot.is_secret) for slot in found.slots]
    assert asked == [
        (Choose, "target", "bo, ghoul, ana", False),
        (Number, "number", "a whole number from 1 to 6", True),
        (Text, "text", "a text of 1 to 20 characters", False),
    ]
    assert (found.args["text"], found.is_whole, forms(one).form(one, {}).is_whole) == ("open the door", True, False)


def how(field="how", **what):
    return a_text(field, 20)._replace(**what)


def test_what_usually_goes_with_it_is_filled_in_and_what_is_given_stays():
    number = a_number("number", 0, 9, usual=lambda desk, how: len(how))
    one = verb(number, WHO, how(usual=lambda desk, who: f"as {who} does"))  # it depends on what comes after it
    assert forms(one).form(one, {"how": "so"}).args == {"number": 2, "who": "ana", "how": "so"}
    assert forms(one).form(one, {"number": 7}).args == {"number": 7, "who": "ana", "how": "as ana does"}
    assert list(forms(one).form(one, {}).args.items()) == [
        ("number", 0),
        ("who", "ana"),
        ("how", "as ana does"),
    ]  # 11 is too many


def test_a_number_that_somebody_gives_as_nothing_is_not_made_up():
    one = verb(WHO, a_number("number", 0, 9))
    found = forms(one)
    act = whole(found.view, found.game, Act("ana", "act", {"number": None}))
    assert act.args == {"number": None, "who": "ana"}
    with pytest.raises(Refusal, match=r"^number …: None is not a whole number from 0 to 9$"):
        judge(found.game, act, found.view)


@pytest.mark.parametrize("usual", [lambda desk: None, lambda desk: "no such thing", lambda desk: f"{Blank() + 1}"])
def test_where_nothing_is_usual_or_nobody_can_know_it_the_default_stands(usual):
    assert opened(verb(a_choice("kind", ("one", "two"), default="two", usual=usual))) == ({"kind": "two"}, "")


def test_what_is_on_offer_stands_in_the_game_s_order_and_a_caution_comes_last():
    def offers(desk, who):
        return [Option(who, "oneself", caution="that hurts"), "ghoul", "bo"]

    one = verb(WHO, TARGET._replace(offers=offers))
    target = forms(one).form(one, {}).slots[1]
    assert target.value == "ghoul"
    assert [(option.label, option.caution) for option in target.asked.options] == [
        ("ghoul", ""),
        ("bo", ""),
        ("oneself", "that hurts"),
    ]


CAREFUL = [Option("ghoul", "ghoul"), Option("bo", "bo", caution="a friend")]


@pytest.mark.parametrize(
    ("offered", "barred", "stands", "blocked"),
    [
        (CAREFUL, (), "ghoul", ""),
        (CAREFUL[1:], (), None, ""),  # somebody has to choose it
        (CAREFUL[1:], ("bo",), None, "not bo"),
        (CAREFUL, ("ghoul",), "ghoul", "not ghoul"),  # why not is worth more than an empty slot
        (CAREFUL, ("ghoul", "bo"), "ghoul", "not ghoul"),
    ],
)
def test_nothing_that_calls_for_caution_stands_in_a_form_by_itself(offered, barred, stands, blocked):
    def may(desk, target):
        return f"not {target}" if target in barred else None

    one = verb(TARGET._replace(offers=lambda desk: offered), may=may)
    form = forms(one).opened(one)
    assert (form.args, form.blocked, form.is_whole) == ({"target": stands}, blocked, stands is not None)
    chosen = forms(one).form(one, {"target": "bo"})
    assert (chosen.args, chosen.blocked) == ({"target": "bo"}, "not bo" if "bo" in barred else "")


def test_of_several_that_call_for_caution_some_way_is_enough():
    friends = [Option(one, one, caution="a friend") for one in ("ana", "bo", "ghoul")]

    def may(desk, one, other):
        return None if (one, other) == ("bo", "ghoul") else "not these"

    both = [a_person(name, "token", offers=lambda desk: friends) for name in ("one", "other")]
    act = verb(*both, may=may)
    assert opened(act) == ({"one": None, "other": None}, "")


def test_what_is_not_on_offer_may_be_given():
    one = verb(a_choice("kind", ("one", "two"), offers=lambda desk: ["two"]))
    assert (forms(one).form(one, {"kind": "one"}).args, forms(one).form(one, {"kind": "one"}).blocked) == ({"kind": "one"}, "")


def test_where_nothing_is_on_offer_the_judge_says_why():
    one = verb(a_choice("kind", ("one", "two"), offers=lambda desk: []), may=lambda desk, kind: f"you have no {kind}")
    assert opened(one) == ({"kind": "one"}, "you have no one")


def test_half_of_a_form_may_be_filled_in_with_anything():
    one = verb(WHO, how(usual=lambda desk, who: desk[who].kind))
    assert forms(one).form(one, {}).args["how"] == "somebody"
    assert forms(one).form(one, {"who": "nobody"}).args == {"who": "nobody", "how": None}
    assert forms(one).form(one, {"who": ["ana"]}).blocked == "['ana'] is not a name"


def test_a_mistake_in_what_is_on_offer_is_named():
    one = verb(TARGET._replace(offers=lambda desk: 1 // 0), a_number("n", 0, 9, usual=lambda desk: {}["x"]))
    where = r"\(test_slots\.py, line \d+\)"
    found = forms(one).form(one, {})
    assert re.fullmatch(rf"target …: what is on offer cannot be worked out: integer division .* {where}", found.blocked)
    assert found.args == {"target": "bo", "n": 0}


def test_what_takes_too_long_is_left_alone_from_then_on():
    tried, endless = [], {}

    def for_ever(desk, **_):
        tried.append(1)
        raise TookTooLong

    for one in (verb(WHO, TARGET, may=for_ever), verb(WHO._replace(usual=for_ever), TARGET, name="other")):
        found = [Forms(forms(one).view, Game({one.name: one}, {}), "ana", endless).opened(one) for _ in range(2)]
        assert found[0] == found[1]
        assert found[0].args == {"who": "ana", "target": "bo"}
        assert "cannot be" in found[0].blocked
    assert (list(endless), len(tried)) == (["act", "other"], 2)


def test_slots_cannot_wait_for_each_other():
    one = verb(how("one", usual=lambda desk, other: other), how("other", usual=lambda desk, one: one), WHO)
    with pytest.raises(TypeError, match="act: one, other depend on each other"):
        forms(one).form(one, {})


# ── whether it can be done ─────────────────────────────────────────────────────────────────────────────────────────────


def test_what_is_yet_to_be_written_bars_nothing():
    text = a_text("text", 20)
    assert opened(verb(text, may=lambda desk, text: f"{text} is no word")) == ({"text": None}, "")
    assert opened(verb(text, may=lambda desk, text: "no" if text == "x" else None)) == ({"text": None}, "")
    assert opened(verb(text, may=lambda desk, text: "not now")) == ({"text": None}, "not now")
    character = a_text("character", 20, of="character", ready=())
    assert opened(verb(character, may=lambda desk, character: "no character")) == ({"character": None}, "")


def test_a_form_opens_on_a_way_in_which_it_can_be_done():
    one = verb(WHO, TARGET, may=lambda desk, who, target: None if target == "ghoul" else "that is a friend")
    assert opened(one) == ({"who": "ana", "target": "ghoul"}, "")


def test_where_another_reason_comes_up_it_goes_on_from_there():
    def may(desk, target, weapon, number):
        if target != "ghoul":
            return "that is a friend"
        return None if (weapon, number) == ("weapon 3", 9) else f"{weapon} does nothing {number} times"

    one = verb(TARGET, a_choice("weapon", WEAPONS), a_number("number", 1, 9), may=may)
    assert opened(one) == ({"target": "ghoul", "weapon": "weapon 3", "number": 9}, "")


def test_what_has_nothing_to_do_with_the_slots_is_soon_given_up():
    tried = []
    one = verb(a_choice("weapon", WEAPONS), may=lambda desk, weapon: tried.append(weapon) or "it is not your turn")
    assert opened(one) == ({"weapon": "weapon 0"}, "it is not your turn")
    assert len(tried) < 20


def test_what_is_barred_in_every_way_says_why_not_as_it_opens():
    one = verb(TARGET, may=lambda desk, target: f"{target} is too far away")
    assert opened(one) == ({"target": "bo"}, "bo is too far away")
    assert opened(verb(may=lambda desk: "not now")) == ({}, "not now")
    many = verb(a_choice("weapon", WEAPONS), a_choice("other", WEAPONS), may=lambda desk, **given: str(given))
    assert opened(many)[1] == "{'weapon': 'weapon 0', 'other': 'weapon 1'}"


# ── what do you do? ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_wish_comes_first_then_what_is_open_and_what_is_blocked_with_its_reason():
    verbs = [
        verb(name="dance", may=lambda desk: "there is no music"),
        verb(WHO, name="wait"),
        verb(name="rule", roles=("gm",)),
        verb(WHO, TARGET, name="strike"),
    ]
    there = forms(*verbs)
    assert [(one.verb, one.blocked) for one in there.acts()] == [
        ("wait", ""),
        ("strike", ""),
        ("dance", "there is no music"),
    ]
    wish = Act("ana", "strike", {"who": "ana", "target": "ghoul"})
    found = there.acts(wish)
    assert [one.verb for one in found] == ["strike", "wait", "dance"]
    assert found[0].args == wish.args


def test_a_wish_is_thought_of_on_the_view_and_one_that_never_ends_only_once():
    act, tried = Act("ana", "wait", {"who": "ana"}), []
    there = forms(verb(WHO, name="wait"))
    assert there.wish(lambda view, seat: act if view is there.view and seat == "ana" else None) == act
    assert there.wish(lambda view, seat: 1 // 0) is None

    def for_ever(view, seat):
        tried.append(1)
        raise TookTooLong

    assert [there.wish(for_ever), there.wish(for_ever), there.acts()[0].verb] == [None, None, "wait"]
    assert len(tried) == 1


def test_an_option_says_what_would_bar_it():
    def may(desk, who, target, weapon):
        return "one does not strike oneself" if who == target else "it is empty" if weapon == "pistol" else None

    one = verb(WHO, TARGET, a_choice("weapon", ("knife", "pistol")), may=may)
    target, weapon = reasoned(one).slots[1:]
    assert [(option.value, option.blocked) for option in target.asked.options] == [
        ("bo", ""),
        ("ghoul", ""),
        ("ana", "one does not strike oneself"),
    ]
    assert [option.blocked for option in weapon.asked.options] == ["", "it is empty"]
    empty = reasoned(one, weapon="pistol")
    assert (empty.blocked, [option.blocked for option in empty.slots[2].asked.options]) == ("it is empty", ["", ""])


def test_of_very_many_options_none_is_judged_by_itself():
    many = tuple(range(MOST_OPTIONS + 1))
    one = verb(a_choice("one", many), a_number("n", 0, 9), may=lambda desk, one, n: "no" if one else None)
    assert not any(option.blocked for option in reasoned(one).slots[0].asked.options)


def test_of_an_act_what_is_left_out_stands_as_in_its_form():
    one = verb(WHO, TARGET, how(), a_text("character", 20, of="character", ready=("{}",)))
    found = forms(one)
    game, given = found.game, {"how": "so", "target": "ghoul"}
    assert whole(found.view, game, Act("ana", "act", given)).args == {**given, "who": "ana"}  # nobody is made up
    for act in (Act("ana", "nothing", {}), Act("ana", "act", {"whom": "bo"}), Act("ana", "act", dict.fromkeys(one.slots, 1))):
        assert whole(found.view, game, act) is act


def test_where_two_have_to_be_others_a_way_is_found():
    """Both reasons are the same: neither of them may be bo."""
    one = verb(
        a_person("who", "token"), a_person("other", "token"), may=lambda desk, **given: "bo" in given.values() and "bo is busy"
    )
    assert opened(one, bo="bo", cy="cy", di="di") == ({"who": "cy", "other": "di"}, "")


def test_somebody_ready_made_is_taken_who_is_not_there_yet():
    one = verb(
        a_text("character", 20, of="character", ready=("one", "two")),
        may=lambda desk, character: None if character == "two" else "there",
    )
    assert opened(one) == ({"character": "two"}, "")
