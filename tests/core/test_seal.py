import copy
import json
import math
import operator
import pickle

import pytest

from fatewright.core.table.events import Fact, Told
from fatewright.core.table.seal import (
    EVERYONE,
    HIDDEN,
    KEEPER,
    THE_TABLE,
    Audience,
    Blank,
    Secret,
    Unknown,
    is_hidden,
    opened,
    seal,
    see,
)

ANA, BOTH = Audience({"ana"}), Audience({"ana", "bo"})


@pytest.mark.parametrize(
    ("audience", "admitted"),
    [(EVERYONE, ["ana", "bo", KEEPER]), (THE_TABLE, [KEEPER]), (ANA, ["ana", KEEPER]), (BOTH, ["ana", "bo", KEEPER])],
)
def test_an_audience_admits_its_seats_and_the_table_itself(audience, admitted):
    assert [seat for seat in ("ana", "bo", KEEPER) if audience.admits(seat)] == admitted


@pytest.mark.parametrize(
    ("one", "other", "narrowed"),
    [
        (EVERYONE, ANA, ANA),
        (ANA, EVERYONE, ANA),
        (BOTH, ANA, ANA),
        (THE_TABLE, BOTH, THE_TABLE),
        (EVERYONE, EVERYONE, EVERYONE),
    ],
)
def test_narrowed_are_those_in_both(one, other, narrowed):
    assert (one.narrowed(other), type(one.narrowed(other))) == (narrowed, Audience)


def test_widened_are_these_and_more():
    assert (ANA.widened("bo"), EVERYONE.widened("bo"), THE_TABLE.widened("ana")) == (BOTH, EVERYONE, ANA)
    assert {type(ANA.widened("bo")), type(EVERYONE.widened("bo"))} == {Audience}


def test_a_secret_opens_for_its_audience_only():
    secret = Secret(3, ANA)
    assert (secret.open("ana"), secret.open(KEEPER), is_hidden(secret.open("bo"))) == (3, 3, True)


def test_a_secret_shows_nothing_of_itself():
    secret = Secret(3, ANA)
    assert (repr(secret), str(secret), f"{secret}") == ("<sealed>", "<sealed>", "<sealed>")
    assert not hasattr(secret, "value")
    assert not hasattr(secret, "__dict__")


def test_secrets_are_equal_by_what_they_hold_and_for_whom():
    assert Secret(3, ANA) == Secret(3, ANA)
    assert hash(Secret(3, ANA)) == hash(Secret(3, ANA))
    assert {Secret(3, ANA) != Secret(3, BOTH), Secret(3, ANA) != Secret(4, ANA), Secret(3, ANA) != 3} == {True}


def test_what_everyone_may_see_needs_no_seal():
    assert (seal(3, EVERYONE), seal(3, ANA)) == (3, Secret(3, ANA))


def test_an_event_passes_by_whom_it_is_not_for():
    event = Told("psst", (), ANA)
    assert (see(event, "bo"), see(event, "ana") is event, see(event, KEEPER) is event) == (None, True, True)


def test_seals_are_opened_however_deep_they_lie():
    event = Fact(("x",), (1, Secret((2, Secret(3, ANA)), BOTH), Secret(4, ANA)), EVERYONE)
    assert see(event, "ana") == Fact(("x",), (1, (2, 3), 4), EVERYONE)
    assert type(see(event, "ana")) is Fact
    one, (two, three), four = see(event, "bo").value
    assert (one, two, is_hidden(three), is_hidden(four)) == (1, 2, True, True)


def test_what_holds_no_seal_stays_the_same_thing():
    value = (1, ("a", (2,)))
    assert opened(value, "bo") is value


HARMLESS = {"__class__", "__new__", "__init__", "__init_subclass__", "__subclasshook__", "__doc__", "__getattribute__"}
ARGUMENTS = ((), (1,), ("a",), (1, 2), ("a", "b", "c"))
NAMES = sorted({name for kind in (int, str, float, tuple, dict, list, set, bytes, complex) for name in dir(kind)} - HARMLESS)


@pytest.mark.parametrize("name", NAMES)
def test_hidden_refuses_every_attribute_of_numbers_texts_and_containers(name):
    with pytest.raises(Unknown):
        getattr(HIDDEN, name)


@pytest.mark.parametrize(
    "name", [name for name in dir(Blank) if name not in HARMLESS and name not in ("__slots__", "__module__")]
)
def test_hidden_refuses_every_operation_that_its_class_has(name):
    for arguments in ARGUMENTS:
        with pytest.raises(Unknown):
            getattr(Blank, name)(HIDDEN, *arguments)


BINARY = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and_", "or_", "xor", "lshift", "rshift"]
BINARY += ["eq", "ne", "lt", "le", "gt", "ge", "contains", "iadd", "isub", "imul", "imatmul", "iand", "ior", "ipow"]


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.parametrize("other", [1, "a", 1.5, None, (1,), True], ids=repr)
def test_hidden_is_no_operand(name, other):
    operation = getattr(operator, name)
    with pytest.raises(Unknown):
        operation(HIDDEN, other)
    if name != "contains" and not (name in ("mod", "iadd") and isinstance(other, str | tuple)):
        with pytest.raises(Unknown):
            operation(other, HIDDEN)


ONE = {
    "bool": bool,
    "not": operator.not_,
    "hash": hash,
    "len": len,
    "iter": iter,
    "next": next,
    "reversed": reversed,
    "str": str,
    "repr": repr,
    "ascii": ascii,
    "format": format,
    "f-string": lambda x: f"{x}",
    "f-string !r": lambda x: f"{x!r}",
    "percent": lambda x: f"{x:d}",
    "int": int,
    "float": float,
    "complex": complex,
    "bytes": bytes,
    "abs": abs,
    "neg": operator.neg,
    "pos": operator.pos,
    "invert": operator.invert,
    "index": operator.index,
    "round": round,
    "floor": math.floor,
    "ceil": math.ceil,
    "trunc": math.trunc,
    "sqrt": math.sqrt,
    "divmod": lambda x: divmod(x, 2),
    "rdivmod": lambda x: divmod(2, x),
    "range": range,
    "sum": lambda x: sum([x]),
    "sums": sum,
    "max": lambda x: max(x, 1),
    "min": lambda x: min(1, x),
    "sorted": lambda x: sorted([1, x]),
    "in a list": lambda x: x in [1],
    "in a set": lambda x: x in {1},
    "in a dict": lambda x: {1: 2}.get(x),
    "holds": lambda x: 1 in x,
    "item": lambda x: x[0],
    "slice": lambda x: x[:1],
    "set item": lambda x: operator.setitem(x, 0, 1),
    "delete item": lambda x: operator.delitem(x, 0),
    "as index": lambda x: [1, 2][x],
    "repeat": lambda x: "a" * x,
    "repeats": lambda x: [1] * x,
    "set attribute": lambda x: setattr(x, "a", 1),
    "delete attribute": lambda x: delattr(x, "a"),
    "has attribute": lambda x: hasattr(x, "a"),
    "attribute": lambda x: getattr(x, "a", None),
    "dir": dir,
    "vars": vars,
    "call": lambda x: x(),
    "with": lambda x: operator.methodcaller("__enter__")(x),
    "unpack": lambda x: (lambda *a: a)(*x),
    "keywords": lambda x: (lambda **a: a)(**x),
    "tuple": tuple,
    "set of": lambda x: {x},
    "key": lambda x: {x: 1},
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": pickle.dumps,
    "same text": lambda x: x == "a",
    "is less": lambda x: x > 3,
    "chain": lambda x: 0 < x < 9,
    "or": lambda x: x or 1,
    "and": lambda x: x and 1,
    "if": lambda x: 1 if x else 2,
    "pow": lambda x: pow(2, x),
    "map": lambda x: list(map(int, x)),
    "zip": lambda x: list(zip(x, [1], strict=False)),
    "any": lambda x: any([x]),
    "all": lambda x: all([x]),
    "print": lambda x: print(x),
}


@pytest.mark.parametrize("use", ONE.values(), ids=ONE)
def test_nothing_can_be_done_with_what_is_hidden(use):
    with pytest.raises(Unknown, match="this depends on something you do not know"):
        use(HIDDEN)


def test_hidden_cannot_be_written_as_json():
    with pytest.raises((TypeError, Unknown)):
        json.dumps(HIDDEN)


def test_two_hidden_things_are_not_known_to_be_equal():
    with pytest.raises(Unknown):
        operator.eq(HIDDEN, HIDDEN)


def test_two_hidden_things_in_rows_are_not_known_to_be_equal():
    """Rows compare their entries by identity first: what is hidden in two places must not pass for one and the same."""
    one, other = Secret(3, ANA), Secret(4, ANA)
    with pytest.raises(Unknown):
        operator.eq((one.open("bo"),), (other.open("bo"),))


def test_hidden_is_of_its_own_kind_and_that_is_all_one_may_ask():
    assert (isinstance(HIDDEN, Blank), isinstance(HIDDEN, int | str | tuple | dict), HIDDEN is None) == (True, False, False)


def test_nothing_is_hidden_from_the_table_itself():
    assert opened((Secret(1, THE_TABLE), Secret(2, ANA)), KEEPER) == (1, 2)


def test_the_seats_of_an_audience_are_written_in_one_order():
    """Fingerprints are digests of what is written: another order in another process would break off what waits."""
    import subprocess
    import sys

    code = "from fatewright.core.table.seal import Audience; print(repr(Audience({'ana', 'bo', 'cy', 'dee'})))"
    runs = [
        subprocess.run([sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in ("1", "2", "3")
    ]
    assert len(set(runs)) == 1
