"""Several seats on one device: who holds it plays, nobody plays while it is passed on, and no other seat can be taken."""

from contextlib import closing

import pytest

from web.serving import Browser, Sitting, character, new_table, served

NOBODY = {"is": "farewell", "why": "you have no seat at this table", "is_final": True}
SEATED = 401, {"why": "you have no seat at this table; join it first"}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("house")) as address:
        yield address


@pytest.fixture
def shared(house):
    """A table, and a device on which ana and bo play; cy has a device of their own."""
    table, browsers = new_table(house, "ana", "cy")
    device = browsers["ana"]
    status, card = device.post(f"/api/tables/{table}/join", {"name": "bo", "is_beside": True})
    assert (status, card["seat"]) == (200, "bo")
    return table, device, browsers


def pass_to(device, table, seat):
    """Hand the device over and take it: what both say of who holds it, and of its seats."""
    said = [device.post(f"/api/tables/{table}/{how}", {"seat": seat}) for how in ("hand-over", "take")]
    assert [status for status, _ in said] == [200, 200]
    return [(door["seat"], door["device"]) for _, door in said]


def test_whoever_adds_a_seat_keeps_the_device(shared):
    table, device, _ = shared
    door = device.get(f"/api/tables/{table}")[1]
    assert (door["seat"], door["device"]) == ("ana", ["ana", "bo"])
    with closing(device.sit(table)) as ana:
        assert ana.welcome["seat"] == "ana"


def test_a_device_is_handed_over_and_taken(shared):
    table, device, _ = shared
    assert pass_to(device, table, "bo") == [("", ["bo", "ana"]), ("bo", ["bo", "ana"])]
    with closing(device.sit(table)) as bo:
        assert bo.welcome["seat"] == "bo"
    assert pass_to(device, table, "ana") == [("", ["ana", "bo"]), ("ana", ["ana", "bo"])]


def test_nothing_is_told_while_nobody_holds_the_device(shared):
    table, device, _ = shared
    device.post(f"/api/tables/{table}/hand-over", {"seat": "bo"})
    assert Sitting(device, table).welcome == NOBODY
    assert device.get(f"/api/tables/{table}/log?before=9") == SEATED
    assert device.post(f"/api/tables/{table}/odds", {"verb": "dare"}) == SEATED
    assert device.post(f"/api/tables/{table}/join", {"name": "dora", "is_beside": True}) == SEATED
    door = device.get(f"/api/tables/{table}")[1]
    assert (door["seat"], door["device"]) == ("", ["bo", "ana"])
    assert [(card["id"], card["seat"]) for card in device.get("/api/tables")[1]] == [(table, "bo")]


def test_a_device_takes_no_seat_that_it_does_not_hold(shared):
    table, device, browsers = shared
    for how in ("hand-over", "take"):
        for seat in ("cy", "gm", "nobody", ""):
            why = f"this device does not play {seat!r}; it plays ana, bo"
            assert device.post(f"/api/tables/{table}/{how}", {"seat": seat}) == (409, {"why": why})
        why = "this device does not play 'bo'; it plays cy"
        assert browsers["cy"].post(f"/api/tables/{table}/{how}", {"seat": "bo"}) == (409, {"why": why})
        why = "this device does not play 'bo'; it plays nobody"
        assert Browser(device.address).post(f"/api/tables/{table}/{how}", {"seat": "bo"}) == (409, {"why": why})
    with closing(device.sit(table)) as ana:
        assert ana.welcome["seat"] == "ana"


def test_a_seat_is_taken_only_by_whom_the_device_was_handed_to(shared):
    table, device, _ = shared
    path = f"/api/tables/{table}/take"
    assert device.post(path, {"seat": "bo"}) == (409, {"why": "ana holds this device; hand it over first"})
    device.post(f"/api/tables/{table}/hand-over", {"seat": "bo"})
    assert device.post(path, {"seat": "ana"}) == (409, {"why": "this device was handed over to bo"})
    device.post(f"/api/tables/{table}/hand-over", {"seat": "ana"})  # a slip of the finger
    assert device.post(path, {"seat": "ana"})[1]["seat"] == "ana"


def test_a_screen_of_one_seat_is_not_connected_to_another(shared):
    table, device, _ = shared
    with closing(Sitting(device, f"{table}?seat=ana")) as ana:
        assert ana.welcome["seat"] == "ana"
    pass_to(device, table, "bo")
    refused = Sitting(device, f"{table}?seat=ana").welcome
    assert refused == {"is": "farewell", "why": "this device is in other hands now", "is_final": True}


def test_every_connection_carries_what_its_own_seat_sees(shared):
    table, device, _ = shared
    ana = device.sit(table)
    assert ana.act("bring", character=character("ana"))["is"] == "done"
    pass_to(device, table, "bo")
    bo = device.sit(table)
    assert bo.act("bring", character=character("bo"))["is"] == "done"
    bo.act("note", text="only bo knows")
    bo.act("stare", who="bo", other="ana")
    bo.answer(2)
    ana.until(lambda _: any(one["is_locked"] for one in ana.questions))
    assert bo.asked("stake")["answer"] == 2
    assert [(one["is_locked"], one["asked"], one["answer"]) for one in ana.questions if one["seat"] == "bo"] == [
        (True, None, None)
    ]
    assert [text for text in ana.raw if "only bo knows" in text] == []
    ana.act("note", text="only ana knows")
    bo.hear()
    assert [text for text in bo.raw if "only ana knows" in text] == []
    assert {frame["seat"] for one in (ana, bo) for frame in one.frames if frame["is"] == "welcome"} == {"ana", "bo"}
    for one in (ana, bo):
        one.close()


def test_a_seat_that_moves_to_another_device_is_gone_from_this_one(shared):
    table, device, browsers = shared
    code = browsers["gm"].post(f"/api/tables/{table}/reseat", {"seat": "ana"})[1]["link"].partition("#seat=")[2]
    assert browsers["cy"].post(f"/api/tables/{table}/claim", {"code": code})[1]["seat"] == "ana"
    door = device.get(f"/api/tables/{table}")[1]
    assert (door["seat"], door["device"]) == ("", ["bo"])
    assert device.post(f"/api/tables/{table}/take", {"seat": "bo"})[1]["device"] == ["bo"]


def test_whoever_sits_down_instead_leaves_the_others_their_seats(shared):
    table, device, _ = shared
    device.post(f"/api/tables/{table}/join", {"name": "dora"})
    door = device.get(f"/api/tables/{table}")[1]
    assert (door["seat"], door["device"]) == ("dora", ["dora", "bo"])
