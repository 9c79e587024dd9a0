"""What stands on a table is found by how its path begins, without a look at all of it, and as such a look would find it."""

import pickle

from hypothesis import given
from hypothesis import strategies as st

from fatewright.core.table.facts import Facts
from fatewright.core.table.story import Desk

DIALS = {"burn": {"values": ["never", "often"]}, "haste": {"values": [2, 1]}}
NAMES = st.sampled_from(("ana", "bo", "kara"))
PATHS = st.one_of(
    st.tuples(st.just("token"), NAMES, st.sampled_from(("kind", "at", "light"))),
    st.tuples(st.just("seat"), NAMES, st.sampled_from(("role", "dice"))),
    st.tuples(st.just("relation"), st.sampled_from(("guards", "holds")), NAMES, NAMES),
    st.tuples(st.just("dial"), st.sampled_from(("burn", "haste", "other"))),
    st.tuples(st.just("round")),
)
STEPS = st.lists(st.tuples(st.sampled_from(("put", "put", "take", "copy", "look")), PATHS, st.integers(1, 3)), max_size=40)


def looked_through(facts):
    """All that is found of these facts, by a look at each of them."""
    beginnings = {path[:length] for path in facts for length in (1, 2, 3)}
    return (
        {beginning: [path for path in facts if path[: len(beginning)] == beginning] for beginning in beginnings},
        [path[1] for path in facts if path[0] == "token" and path[2] == "kind"],
        [path[1] for path in facts if path[0] == "seat" and path[2] == "role"],
        {name: facts.get(("dial", name), row["values"][0]) for name, row in DIALS.items()},
        {one: [path[2] for path in facts if path[:2] == ("relation", "holds") and path[3] == one] for one in ("ana", "bo")},
    )


def found(facts):
    """The same, as it is found."""
    beginnings = {path[:length] for path in facts for length in (1, 2, 3)}
    desk = Desk(facts, {"dials": DIALS})
    return (
        {beginning: desk.paths(*beginning) for beginning in beginnings},
        [token.name for token in desk.tokens()],
        facts.seats(),
        desk.dials(),
        {one: desk.relating("holds", one) for one in ("ana", "bo")},
    )


@given(STEPS)
def test_however_facts_come_and_go_what_is_found_is_what_a_look_through_all_finds(steps):
    facts, kept = Facts(), []
    for what, path, value in steps:
        if what == "put":
            facts[path] = value
        elif what == "take" and path in facts:
            del facts[path]
        elif what == "copy":
            kept.append((facts, dict(facts)))
            facts = facts.copy()
        elif what == "look":
            assert found(facts) == looked_through(dict(facts))
    for one, stood in [*kept, (facts, dict(facts))]:
        assert (one, found(one)) == (stood, looked_through(stood))


def test_nothing_is_found_of_what_is_not_there():
    facts = Facts({("token", "kara", "light"): 3})
    assert (facts.paths("fight"), facts.paths("token", "bo"), facts.tokens(), facts.seats()) == ([], [], [], [])


def test_each_game_has_its_own_dials_and_whoever_is_given_them_may_do_with_them_what_they_like():
    facts = Facts({("dial", "burn"): "often"})
    facts.dials(DIALS)["burn"] = "always"
    assert (facts.dials(DIALS), facts.dials({"haste": DIALS["haste"]})) == ({"burn": "often", "haste": 2}, {"haste": 2})


def test_a_dial_that_is_set_otherwise_or_no_longer_stands_where_it_should():
    facts = Facts({("dial", "burn"): "often", ("dial", "haste"): 1})
    assert facts.dials(DIALS) == {"burn": "often", "haste": 1}
    facts["dial", "burn"] = "never"
    del facts["dial", "haste"]
    assert facts.dials(DIALS) == {"burn": "never", "haste": 2}


def test_facts_go_to_another_process_and_back():
    facts = Facts({("seat", "ana", "role"): "player", ("dial", "burn"): "often"})
    assert found(facts) == found(pickle.loads(pickle.dumps(facts)))


def test_a_table_can_be_looked_at_as_it_would_stand():
    desk = Desk({("clock", "hour"): 7, ("token", "kara", "kind"): "person"}, {}, "ana")
    then = desk.supposing({("clock", "hour"): 8, ("token", "ogre", "kind"): "foe"})
    assert [(one.fact("clock", "hour"), len(list(one.tokens())), one.seat) for one in (desk, then)] == [
        (7, 1, "ana"),
        (8, 2, "ana"),
    ]
