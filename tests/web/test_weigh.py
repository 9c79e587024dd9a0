"""Odds on a screen: exact, in words or none, from the seat's own view; what cannot be known is told apart."""

import pytest

from fatewright.kit.stage import stage
from fatewright.web.weigh import odds_of_answers
from kit.tiny import tiny
from web.serving import character, new_table, served


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("house")) as address:
        yield address


def seated(house, **dials):
    table, browsers = new_table(house, "ana", "bo", dials=dials)
    sitting = {name: browser.sit(table) for name, browser in browsers.items()}
    for name in ("ana", "bo"):
        sitting[name].act("bring", character=character(name))
    sitting["gm"].act("place", name="ghoul", kind="ghoul")
    return sitting, lambda seat, **asked: browsers[seat].post(f"/api/tables/{table}/odds", asked)


DARE = {"verb": "dare", "args": {"who": "ana", "trait": "hand", "difficulty": "hard"}}


def chances(odds):
    return [(one["label"], one["percent"], one["fraction"]) for one in odds["outcomes"]]


def test_odds_are_exact_and_go_from_worst_to_best(house):
    _, weigh = seated(house)
    odds = weigh("ana", **DARE)[1]["odds"]
    assert chances(odds) == [("breaks", "59.26 %", "16/27"), ("holds", "40.74 %", "11/27")]
    assert [one["tone"] for one in odds["outcomes"]] == ["disaster", "good"]
    assert (odds["unknown"], odds["note"]) == (
        0.0,
        "as if whoever is asked on the way took the default, or else the last option",
    )


def test_odds_may_be_told_in_words(house):
    _, weigh = seated(house, odds="in words")
    odds = weigh("ana", **DARE)[1]["odds"]
    assert [(one["label"], one["percent"], one["chance"], one["fraction"]) for one in odds["outcomes"]] == [
        ("breaks", "likely", 0.0, ""),
        ("holds", "unlikely", 0.0, ""),
    ]


def test_a_table_may_show_no_odds(house):
    sitting, weigh = seated(house, odds="off")
    assert weigh("ana", **DARE)[1]["odds"]["outcomes"] == []
    sitting["ana"].act("stare", who="ana", other="bo")
    number = sitting["ana"].asked()["number"]
    assert weigh("ana", question=number)[1] == {"odds": None, "answers": []}


def test_what_hangs_on_a_hidden_number_is_told_apart(house):
    """Whether the ghoul falls depends on a toughness that only the game master knows; a miss does not."""
    _, weigh = seated(house)
    strike = {"verb": "strike", "args": {"who": "ana", "target": "ghoul"}}
    odds = weigh("ana", **strike)[1]["odds"]
    assert chances(odds) == [("misses", "19.75 %", "16/81")]
    assert odds["unknown"] == pytest.approx(65 / 81)
    assert [
        one["label"] for one in weigh("gm", verb="strike", args={"who": "ghoul", "target": "ana"})[1]["odds"]["outcomes"]
    ] == [
        "misses",
        "hits",
    ]


def test_what_others_lay_face_down_nobody_can_weigh(house):
    sitting, weigh = seated(house)
    stare = {"verb": "stare", "args": {"who": "ana", "other": "bo"}}
    assert weigh("ana", **stare)[1]["odds"] == {
        "outcomes": [],
        "note": "it depends on what you cannot know yet",
        "mean": "",
        "unknown": 0.0,
    }
    sitting["ana"].act("stare", who="ana", other="bo")
    answers = weigh("ana", question=sitting["ana"].asked()["number"])[1]["answers"]
    assert [(one["answer"], one["label"], one["odds"]["outcomes"]) for one in answers] == [
        (light, str(light), []) for light in range(4)
    ]


def test_an_answer_is_weighed_by_whoever_is_asked_and_by_nobody_else(house):
    sitting, weigh = seated(house)
    ana = sitting["ana"]
    while not [one for one in ana.questions if one["seat"] == "ana"]:
        ana.act("dare", who="ana", trait="hand", difficulty="hard")
    number = ana.asked("burn")["number"]
    answers = weigh("ana", question=number)[1]["answers"]
    assert [one["label"] for one in answers] == ["burn", "keep"]
    assert sum(one["chance"] for one in answers[0]["odds"]["outcomes"]) == pytest.approx(1)
    assert weigh("bo", question=number)[1] == {"odds": None, "answers": []}


PUSHES = """
@verb("{who} pushes {other}, and {third} looks on")
def push(table: Desk, who: Mine, other: Seen, third: Annotated[str, Upto(9)]) -> Story:
    stands = yield from choose(ASKED, "push", "Push?", options("yes", "no"))
    hits, = yield from throw(d6(2).count(hit=(5, 6)))
    return ends("holds" if hits else "breaks")
"""


@pytest.mark.parametrize(
    ("asked", "seat", "tones"),
    [
        ("who", "ana", [("breaks", "bad"), ("holds", "good")]),
        ("other", "bo", [("holds", "bad"), ("breaks", "good")]),
        ("third", "gm", [("breaks", "plain"), ("holds", "plain")]),
    ],
)
def test_a_tone_is_the_doers_and_turned_for_whoever_it_is_done_to(asked, seat, tones, tmp_path):
    system = tiny(tmp_path / "tiny", PUSHES.replace("ASKED", asked))
    system = system._replace(tones={"breaks": "bad", "holds": "good"})
    play = stage(system)
    play.act("ana", "push", who="ana", other="bo", third="gm")
    table = play.table
    (question,) = table.view(seat).questions
    for weighed in odds_of_answers(table.view(seat), system, seat, question):
        assert [(one.label, one.tone) for one in weighed.odds.outcomes] == tones


def test_what_is_not_allowed_has_no_odds_but_a_reason(house):
    _, weigh = seated(house)
    status, said = weigh("ana", verb="strike", args={"who": "ghoul", "target": "ana"})
    assert (status, said["odds"]["outcomes"], said["odds"]["note"]) == (200, [], "ghoul is not yours")
