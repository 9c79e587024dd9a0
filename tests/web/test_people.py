"""Who may touch a seat, tried against a real server: nobody alone takes over, lets lapse or puts out another."""

import pytest

from web.serving import Browser, character, new_table, served


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("house")) as address:
        yield address


def join(house, table, name, **more):
    browser = Browser(house)
    return browser, browser.post(f"/api/tables/{table}/join", {"name": name, **more})


def code_of(said):
    return said[1]["link"].partition("#seat=")[2]


def roles(sitting):
    return [path[1] for path in sitting.hear().facts if path[::2] == ("seat", "role")]


def vote(seats, **votes):
    for name, said in votes.items():
        assert seats[name].hear().answer(said)["is"] == "done"


@pytest.fixture
def alone(house):
    """A table of Avitch: ana has founded it, bo and cy are her friends."""
    ana = Browser(house)
    table = ana.post("/api/tables", {"game": "avitch", "name": "A table", "seat": "ana"})[1]["id"]
    browsers = {"ana": ana, **{name: join(house, table, name)[0] for name in ("bo", "cy")}}
    return table, browsers, {name: browser.sit(table) for name, browser in browsers.items()}


def test_without_a_game_master_nobody_takes_over_a_seat_alone(alone):
    table, browsers, _ = alone
    status, said = browsers["cy"].post(f"/api/tables/{table}/reseat", {"seat": "bo"})
    assert (status, said["why"]) == (409, "here those vote on it who were there before bo: propose it by move-to-reseat")


def test_a_way_back_that_was_voted_for_is_given_once_and_the_log_says_by_whom(house, alone):
    table, browsers, seats = alone
    seats["cy"].act("move-to-reseat", name="bo")
    seats["ana"].answer("yes")
    said = browsers["cy"].post(f"/api/tables/{table}/reseat", {"seat": "bo"})
    assert browsers["cy"].post(f"/api/tables/{table}/reseat", {"seat": "bo"})[0] == 409
    other = Browser(house)
    assert other.post(f"/api/tables/{table}/claim", {"code": code_of(said)})[1]["seat"] == "bo"
    assert seats["ana"].hear().texts()[-2:] == ["cy gives a way back to the seat of bo", "bo sits at another device now"]


def test_ones_own_seat_is_moved_without_asking_anybody(house, alone):
    table, browsers, seats = alone
    said = browsers["bo"].post(f"/api/tables/{table}/reseat", {"seat": "bo"})
    assert Browser(house).post(f"/api/tables/{table}/claim", {"code": code_of(said)})[0] == 200
    assert seats["ana"].hear().texts()[-1] == "bo sits at another device now"


def test_a_stranger_in_four_persons_does_not_put_the_founder_out(house, alone):
    table, _, seats = alone
    persons = [join(house, table, name)[0].sit(table) for name in ("fay", "gil", "hob", "ivo")]
    assert persons[0].act("move-to-unseat", name="ana")["is"] == "refused"
    assert persons[0].act("move-to-unseat", name="bo")["is"] == "done"  # and ana alone votes on it
    assert [one["seat"] for one in seats["ana"].hear().questions] == ["ana"]
    seats["ana"].answer("no")
    assert roles(seats["ana"]) == ["ana", "bo", "cy", "fay", "gil", "hob", "ivo"]


def test_without_a_game_master_a_take_back_that_needs_a_vote_says_so(alone):
    _, _, seats = alone
    seats["bo"].act("roll", notation="2d6")
    assert "propose to go back" in seats["bo"].send("back")["why"]
    seats["cy"].act("say", text="oh")
    assert "propose to go back" in seats["ana"].send("back")["why"]


@pytest.fixture
def led(house):
    table, browsers = new_table(house, "ana", "bo")
    seats = {name: browser.sit(table) for name, browser in browsers.items()}
    for name in ("ana", "bo"):
        seats[name].act("bring", character=character(name))
    return table, browsers, seats


def test_no_seat_changes_hands_while_an_answer_of_it_lies_face_down(house, led):
    table, browsers, seats = led
    early = code_of(browsers["gm"].post(f"/api/tables/{table}/reseat", {"seat": "ana"}))
    seats["ana"].act("stare", who="ana", other="bo")
    seats["ana"].answer(2)
    why = "an answer of ana lies face down: the seat changes hands when it has been turned over or taken back"
    assert browsers["gm"].post(f"/api/tables/{table}/reseat", {"seat": "ana"}) == (409, {"why": why})
    other = Browser(house)
    assert other.post(f"/api/tables/{table}/claim", {"code": early}) == (409, {"why": why})
    assert other.get(f"/api/tables/{table}")[1]["seat"] == ""
    seats["bo"].answer(1)
    assert other.post(f"/api/tables/{table}/claim", {"code": early})[0] == 200


def test_every_step_by_which_a_game_master_touches_anothers_seat_is_a_line_that_names_them(led):
    table, browsers, seats = led
    browsers["gm"].post(f"/api/tables/{table}/reseat", {"seat": "ana"})
    seats["ana"].act("stare", who="ana", other="bo")
    seats["gm"].send("lapse", question=seats["gm"].hear().questions[0]["number"])
    seats["gm"].act("stand-in", seat="bo", by="ana")
    seats["gm"].send("back")
    told = seats["ana"].hear().texts()
    assert "gm gives a way back to the seat of ana" in told
    assert "ana does not answer 'stake': gm lets the default stand" in told
    assert "gm takes it back" in told
    assert any("gm" in text and "stand" in text for text in told)


def test_whoever_was_put_out_does_not_come_back_by_their_key_or_an_old_code(house, led):
    table, browsers, seats = led
    code = code_of(browsers["gm"].post(f"/api/tables/{table}/reseat", {"seat": "bo"}))
    seats["gm"].act("unseat", name="bo")
    why = "somebody has sat here as bo; take another name, or let the table set a place for you again"
    assert join(house, table, "bo")[1] == (409, {"why": why})
    seats["gm"].act("seat", name="bo", role="player")
    assert browsers["bo"].get(f"/api/tables/{table}")[1]["seat"] == ""
    assert browsers["bo"].post(f"/api/tables/{table}/claim", {"code": code})[0] == 409
    assert join(house, table, "bo")[1][0] == 200


def test_a_link_that_was_changed_lets_in_by_the_new_one_alone(house, led):
    table, browsers, seats = led
    path = f"/api/tables/{table}/link"
    assert browsers["ana"].post(path, {})[0] == 409
    status, door = browsers["gm"].post(path, {})
    link = door["link"].partition("#k=")[2]
    assert (status, len(link)) == (200, 12)
    assert browsers["ana"].get(f"/api/tables/{table}")[1]["link"] == door["link"]
    why = "the link to this table was changed; ask somebody who sits there for the new one"
    stranger, refused = join(house, table, "cy")
    assert refused == (409, {"why": why})
    assert (stranger.get(f"/api/tables/{table}")[1]["link"] + "#").split("#")[1] == ""
    assert browsers["gm"].get(f"/api/tables/{table}/qr.svg")[1] != stranger.get(f"/api/tables/{table}/qr.svg")[1]
    assert join(house, table, "cy", link=link)[1][0] == 200
    assert browsers["ana"].post(f"/api/tables/{table}/join", {"name": "dee", "is_beside": True})[0] == 200
    assert "gm changes the link to this table: the old one lets nobody in" in seats["ana"].hear().texts()


def test_newcomers_wait_until_they_are_let_in(house, led):
    table, _, seats = led
    seats["gm"].act("newcomers", are="by consent")
    cy, (status, card) = join(house, table, "cy")
    assert (status, card["role"]) == (200, "waiting")
    door = cy.get(f"/api/tables/{table}")[1]
    assert (door["seat"], door["waits"]) == ("", "cy")
    assert cy.sit(table).welcome["is"] == "farewell"
    assert join(house, table, "cy")[1] == (409, {"why": "somebody waits at the door as cy; take another name"})
    assert seats["ana"].hear().texts()[-1] == "cy would like to sit down (player)"
    seats["gm"].act("let-in", name="cy")
    assert cy.get(f"/api/tables/{table}")[1]["seat"] == "cy"
    assert cy.sit(table).welcome["seat"] == "cy"
    dee, _ = join(house, table, "dee")
    seats["gm"].act("turn-away", name="dee")
    door = dee.get(f"/api/tables/{table}")[1]
    assert (door["seat"], door["waits"]) == ("", "")
    assert join(house, table, "dee")[1][0] == 200


def test_a_table_refuses_newcomers(house, led):
    table, _, seats = led
    seats["gm"].act("newcomers", are="refused")
    why = "nobody new sits down at this table; ask somebody who sits there"
    assert join(house, table, "cy")[1] == (409, {"why": why})
    seats["gm"].act("newcomers", are="welcome")
    assert join(house, table, "cy")[1][0] == 200


def test_without_a_game_master_the_players_there_let_somebody_in(house, alone):
    table, _, seats = alone
    seats["cy"].act("newcomers", are="by consent")
    vote(seats, ana="yes", bo="yes", cy="yes")
    dee, _ = join(house, table, "dee")
    seats["cy"].act("let-in", name="dee")
    vote(seats, ana="yes", bo="yes", cy="abstain")
    assert dee.get(f"/api/tables/{table}")[1]["seat"] == "dee"
