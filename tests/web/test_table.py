"""A table over real sockets: join, build, bid, roll in secret, take back, come back."""

import pytest

from web.serving import NOW, Browser, Sitting, character, new_table, served


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("house")) as address:
        yield address


@pytest.fixture
def seats(house):
    """A game master and two players with a character each, connected."""
    table, browsers = new_table(house, "ana", "bo")
    sitting = {seat: browser.sit(table) for seat, browser in browsers.items()}
    for player in ("ana", "bo"):
        assert sitting[player].act("bring", character=character(player))["is"] == "done"
    for one in sitting.values():
        one.hear()
    yield table, browsers, sitting
    for one in sitting.values():
        one.close()


def test_whoever_comes_is_welcomed_with_the_table_as_they_know_it(seats):
    table, _, sitting = seats
    welcome = sitting["ana"].welcome
    assert (welcome["is"], welcome["table"], welcome["name"], welcome["game"]) == ("welcome", table, "A table", "lanterns")
    assert (welcome["seat"], welcome["role"], welcome["is_continued"]) == ("ana", "player", False)
    assert [line["number"] for line in sitting["ana"].lines] == list(range(len(sitting["ana"].lines)))
    assert {line["at"] for line in sitting["ana"].lines} == {NOW}
    assert sitting["ana"].facts[("token", "ana", "hand")] == 4


def test_a_sealed_bid_is_revealed_to_all_at_once(seats):
    _, _, sitting = seats
    ana, bo, gm = sitting["ana"], sitting["bo"], sitting["gm"]
    done = ana.act("stare", who="ana", other="bo")
    bo.catch_up(done["number"])
    asked = bo.asked("stake")
    assert (asked["is_sealed"], asked["is_locked"], asked["asked"]["high"]) == (True, False, 3)
    assert [(one["seat"], one["asked"]) for one in bo.questions if one["seat"] == "ana"] == [("ana", None)]
    ana.answer(2)
    assert ana.asked("stake")["answer"] == 2
    bo.hear()
    assert [(one["seat"], one["is_locked"], one["answer"]) for one in bo.questions if one["seat"] == "ana"] == [
        ("ana", True, None)
    ]
    last = bo.answer(1)["number"]
    for one in (ana, gm):
        one.catch_up(last)
        assert [line for line in one.texts() if line.startswith("revealed")] == ["revealed: 2, 1"]


def test_a_retry_is_not_a_second_act(seats):
    _, _, sitting = seats
    ana = sitting["ana"]
    first = ana.send("act", id="once", verb="say", args={"text": "hello"})
    again = ana.send("act", id="once", verb="say", args={"text": "hello"})
    assert (first["is"], again["is"], again["number"]) == ("done", "done", first["number"])
    assert ana.texts().count("ana: hello") == 1


def test_coming_back_brings_exactly_what_was_missed(seats):
    table, browsers, sitting = seats
    bo, ana = sitting["bo"].hear(), sitting["ana"]
    had = bo.lines[-1]["number"]
    bo.close()
    for word in ("one", "two"):
        last = ana.act("say", text=word)["number"]
    back = Sitting(browsers["bo"], table, last=had)
    assert back.welcome["is_continued"]
    assert [line["number"] for line in back.welcome["lines"]] == list(range(had + 1, last + 1))
    assert back.texts()[1::2] == ["ana: one", "ana: two"]
    assert Sitting(browsers["bo"], table, last=last).welcome["lines"] == []
    assert not Sitting(browsers["bo"], table, last=10**6).welcome["is_continued"]


def test_an_answer_to_a_question_that_is_no_longer_open_is_stale(seats):
    _, _, sitting = seats
    ana = sitting["ana"]
    ana.act("stare", who="ana", other="bo")
    number = ana.asked("stake")["number"]
    assert ana.send("back")["is"] == "done"
    refused = ana.send("answer", question=number, answer=1)
    assert (refused["is"], refused["is_stale"]) == ("refused", True)
    assert refused["why"] == "that question is no longer open; nothing is asked of you now"


def test_the_odds_of_what_one_may_do_are_those_of_ones_own_view(seats):
    table, browsers, sitting = seats
    sitting["gm"].act("place", name="ghoul", kind="ghoul")
    status, weighed = browsers["ana"].post(
        f"/api/tables/{table}/odds", {"verb": "dare", "args": {"who": "ana", "trait": "hand", "difficulty": "hard"}}
    )
    assert (status, [one["label"] for one in weighed["odds"]["outcomes"]]) == (200, ["breaks", "holds"])
    assert sum(one["chance"] for one in weighed["odds"]["outcomes"]) == pytest.approx(1)


def test_nobody_plays_without_a_seat(house):
    table, _ = new_table(house)
    stranger = Sitting(Browser(house), table)
    assert stranger.welcome == {"is": "farewell", "why": "you have no seat at this table", "is_final": True}
