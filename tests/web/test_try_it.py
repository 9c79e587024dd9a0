"""Trying a game over HTTP: a seat at a table of one's own at once, in company of which one knows no more than anybody would."""

from web.serving import Browser, served


def test_whoever_tries_a_game_sits_at_once_and_plays(tmp_path):
    with served(tmp_path, seed=2) as address:
        browser = Browser(address)
        status, card = browser.post("/api/games/lanterns/try", {})
        assert (status, card["name"], card["seat"], card["role"]) == (200, "The stair under the hill", "Mara", "player")
        mara = browser.sit(card["id"])
        assert (mara.facts["try", "you"], mara.facts["try", "step"]) == ("Mara", 0)
        assert ("token", "the ghoul", "kind") in mara.facts
        assert not [path for path in mara.facts if path[:2] == ("token", "the ghoul") and path[2] in ("nerve", "toughness")]
        assert mara.act("stare", who="Mara", other="Bo")["is"] == "done"
        while not any(one["seat"] == "Bo" and one["is_locked"] for one in mara.questions):
            mara.read()
        assert [one["answer"] for one in mara.questions if one["seat"] == "Bo"] == [None]
        assert mara.answer(4)["is"] == "done"  # nobody bids more than half of what they could
        assert "Bo looks away" in mara.texts()


def test_what_cannot_be_tried_is_refused_in_a_sentence(tmp_path):
    with served(tmp_path) as address:
        browser = Browser(address)
        assert browser.post("/api/games/chess/try", {})[0] == 404
        assert browser.post("/api/games/lanterns/try", {"seat": "gm"})[0] == 400
        assert browser.get("/api/games/lanterns/try")[0] == 404
        assert browser.get("/api/tables")[1] == []


def test_a_table_that_was_tried_is_known_as_such_and_can_be_forgotten(tmp_path):
    with served(tmp_path) as address:
        browser = Browser(address)
        tried = browser.post("/api/games/lanterns/try", {})[1]
        played = browser.post("/api/tables", {"game": "lanterns", "name": "Ours", "seat": "gm"})[1]
        listed = {card["id"]: card["is_try"] for card in browser.get("/api/tables")[1]}
        assert listed == {tried["id"]: True, played["id"]: False}
        why = "only a table at which you tried a game can be forgotten"
        assert browser.post(f"/api/tables/{played['id']}/forget", {}) == (409, {"why": why})
        assert browser.post(f"/api/tables/{tried['id']}/forget", {})[0] == 200
        assert [card["id"] for card in browser.get("/api/tables")[1]] == [played["id"]]
        assert browser.post(f"/api/tables/{tried['id']}/forget", {})[0] == 401


def test_games_stand_in_the_lobby_as_a_newcomer_wants_them_and_say_what_they_are(tmp_path):
    with served(tmp_path) as address:
        cards = Browser(address).get("/api/games")[1]
        order = ["moment-of-truth", "twist-of-fate", "mind-over-matter", "avitch", "triumph-and-disaster", "lanterns"]
        assert [card["id"] for card in cards] == order
        assert len({card["pitch"] for card in cards} - {""}) == len(order)


def test_a_game_says_what_a_newcomer_may_read_and_no_more(tmp_path):
    with served(tmp_path) as address:
        steps = Browser(address).get("/api/games/lanterns")[1]["scene"]["steps"]
        assert [step["verb"] for step in steps] == ["dare", "", "stare", "strike", "", "strike"]
        assert steps[1]["args"] == {}  # how hard the test is, only the game master knows
