"""Looking back: film, changes of a number and recap are the seat's own stream once more, and nothing else."""

import json

import pytest

from web.serving import Browser, new_table, served
from web.session import SECRET, play_a_session


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """A table of Lanterns with two sessions, the second one open; something secret, something overruled, something undone."""
    with served(tmp_path_factory.mktemp("house")) as address:
        id, browsers = new_table(address, "Ana", "Bo")
        gm, ana, bo = (browsers[name].sit(id) for name in ("gm", "Ana", "Bo"))
        play_a_session(gm, ana, bo)
        gm.act("roll", notation="2d6")
        gm.hear().act("session", what="close")
        gm.act("session", what="open")
        bo.hear().act("stare", who="Bo", other="Ana")
        for one in (gm, ana, bo):
            one.hear()
        yield id, browsers, {"gm": gm, "Ana": ana, "Bo": bo}


def folded(film):
    facts = {tuple(path): value for path, value in film["facts"]}
    for act in film["acts"]:
        facts = {} if act["is_whole"] else facts
        facts |= {tuple(path): value for path, value in act["facts"]}
        facts = {path: value for path, value in facts.items() if value is not None}
    return facts


@pytest.mark.parametrize("seat", ["gm", "Ana", "Bo"])
def test_a_film_ends_where_the_table_stands_and_tells_what_the_seat_was_told(evening, seat):
    id, browsers, sittings = evening
    status, film = browsers[seat].get(f"/api/tables/{id}/film?first=0")
    assert status == 200
    assert folded(film) == sittings[seat].facts
    assert film["acts"][-1]["questions"] == sittings[seat].questions
    whole = browsers[seat].sit(id)
    assert [line for act in film["acts"] for line in act["lines"]] == whole.lines
    whole.close()
    assert (SECRET in json.dumps(film)) == (seat == "gm")
    assert ("3d7" in json.dumps(film)) == (seat == "gm")


def test_a_film_may_begin_anywhere_with_the_table_as_it_stood_then(evening):
    id, browsers, sittings = evening
    _, film = browsers["Ana"].get(f"/api/tables/{id}/film?first=0")
    second = film["sessions"][1]
    _, later = browsers["Ana"].get(f"/api/tables/{id}/film?first={second['first'] + 1}")
    assert later["acts"][0]["lines"][0]["number"] == second["first"]
    assert {tuple(path): value for path, value in later["facts"]}["token", "Ana", "light"] == 1
    assert folded(later) == sittings["Ana"].facts
    assert [(one["number"], one["is_open"]) for one in film["sessions"]] == [(1, False), (2, True)]


def test_who_changed_a_number_is_told_with_what_was_taken_back(evening):
    id, browsers, _ = evening
    path = ["token", "Ana", "light"]
    _, found = browsers["Bo"].post(f"/api/tables/{id}/changes", {"path": path})
    assert [(one["was"], one["value"], one["is_undone"], one["is_back"]) for one in found] == [
        (None, 3, False, False),
        (3, 1, False, False),
        (1, 5, True, False),
        (5, 1, False, True),
    ]
    assert "gm overrules Ana's light: 1 instead of 3 (the wind)" in [line.get("text") for line in found[1]["lines"]]
    assert browsers["Bo"].post(f"/api/tables/{id}/changes", {"path": ["token", "ghoul", "harm"]}) == (200, [])
    assert browsers["Bo"].post(f"/api/tables/{id}/changes", {"path": ["note", "gm", "1"]}) == (200, [])


def test_a_recap_says_who_was_there_what_happened_and_what_the_dice_were_worth(evening):
    id, browsers, _ = evening
    status, recap = browsers["Ana"].get(f"/api/tables/{id}/recap?session=1")
    assert status == 200
    assert [(one["seat"], one["role"], one["tokens"]) for one in recap["guests"]] == [
        ("gm", "gm", ["ghoul"]),
        ("Ana", "player", ["Ana"]),
        ("Bo", "player", ["Bo"]),
    ]
    assert [line["text"] for line in recap["lines"]] == ["ghoul is here", recap["lines"][1]["text"]]
    assert recap["lines"][1]["text"].startswith("Bo dares, and it ")
    assert [(one["path"], one["was"], one["value"]) for one in recap["moved"]] == [(["token", "Ana", "light"], 3, 1)]
    assert [(one["seat"], one["verb"]) for one in recap["luck"]] == [("Bo", "dare"), ("gm", "roll")]
    assert all(0 < one["luck"] < 1 for one in recap["luck"])
    assert recap["owing"] == []
    assert SECRET not in json.dumps(recap)
    _, latest = browsers["Ana"].get(f"/api/tables/{id}/recap")
    assert (latest["session"]["number"], [one["seat"] for one in latest["owing"]]) == (2, ["Bo", "Ana"])


def test_a_long_table_opened_by_its_snapshot_is_remembered_from_its_first_line(tmp_path):
    with served(tmp_path) as address:
        id, browsers = new_table(address, "Ana")
        gm = browsers["gm"].sit(id)
        for number in range(150):
            gm.act("place", name=f"ghoul {number}", kind="ghoul")
        _, before = browsers["gm"].get(f"/api/tables/{id}/film?first=0")
        cookies = browsers["gm"].cookies
    with served(tmp_path) as address:
        browser = Browser(address)
        browser.cookies = cookies
        _, card = browser.get("/api/tables")
        assert [one["id"] for one in card] == [id]
        _, lines = browser.get(f"/api/tables/{id}/log?before=1200")
        assert [line["number"] for line in lines] == list(range(200, 1200))
        assert all(line["at"] for line in lines)
        _, after = browser.get(f"/api/tables/{id}/film?first=0")
        assert after["acts"] == before["acts"]
        again = browser.sit(id)
        assert again.send("rewind", before=before["acts"][5]["lines"][0]["number"])["is"] == "done"
        again.act("say", text="anew")
        assert again.texts()[-1] == "gm: anew"
