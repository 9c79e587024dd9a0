"""Rules of a home-made game that never end: each is ended and named, its table goes on, and so do all others."""

from types import SimpleNamespace

import pytest

from fatewright.systems.spec import games
from web.endless import endless, lines_of_never
from web.serving import character, new_table, served

TOO_LONG = "it takes longer than 0.5 seconds: perhaps it never ends"


@pytest.fixture(scope="module")
def there(tmp_path_factory):
    folder = tmp_path_factory.mktemp("endless")
    system = endless(folder / "game")
    with served(folder, systems={**games(), system.id: system}, patience=0.5) as address:
        table, browsers = new_table(address, "ana", game="endless")
        gm, ana = browsers["gm"].sit(table), browsers["ana"].sit(table)
        assert ana.act("bring", character=character("ana").replace("lanterns", "endless"))["is"] == "done"
        other, others = new_table(address, "bo")
        bo = others["bo"].sit(other)
        yield SimpleNamespace(
            table=table, browser=browsers["ana"], gm=gm, ana=ana, bo=bo, places=lines_of_never(folder / "game")
        )
        for one in (gm, ana, bo):
            one.close()


def goes_on(there):
    return [one.act("say", text="on we go")["is"] for one in (there.ana, there.bo)] == ["done", "done"]


def is_named(there, said, before):
    return said in [f"{before}{TOO_LONG} {place}" for place in there.places]


def test_an_endless_act_is_broken_off_the_game_master_hears_where_and_all_tables_go_on(there):
    light = there.ana.facts["token", "ana", "light"]
    done = there.ana.act("spin", who="ana")
    assert done["is"] == "done"
    there.gm.wait_until(lambda: any("broken off: " in text for text in there.gm.texts()))
    told = next(text for text in there.gm.texts() if "broken off: " in text)
    assert is_named(there, told, "spin was broken off: ")
    there.ana.catch_up(done["number"])
    assert not any("rules.py" in text for text in there.ana.texts())
    assert there.ana.facts["token", "ana", "light"] == light
    assert goes_on(there)


def test_an_endless_judge_refuses_the_act(there):
    said = there.ana.act("dither", who="ana")
    assert (said["is"], said["why"]) == ("refused", f"whether dither is allowed cannot be judged: {TOO_LONG}")
    assert goes_on(there)


@pytest.mark.parametrize("is_opening", [True, False])
@pytest.mark.parametrize("verb", ["muse", "dither"])
def test_a_form_that_would_be_worked_out_for_ever_is_ended_and_named(there, verb, is_opening):
    asked = {"verb": verb, "args": {}, "is_opening": is_opening}
    status, said = there.browser.post(f"/api/tables/{there.table}/form", asked)
    assert (status, TOO_LONG in said["blocked"]) == (200, True)
    assert goes_on(there)


def test_what_could_be_done_is_worked_out_without_what_never_ends(there):
    status, said = there.browser.post(f"/api/tables/{there.table}/acts", {})
    blocked = {one["verb"]: one["blocked"] for one in said["acts"]}
    assert status == 200
    assert (blocked["dare"], TOO_LONG in blocked["dither"], TOO_LONG in blocked["muse"]) == ("", True, True)
    assert goes_on(there)


def test_a_sheet_that_would_be_worked_out_for_ever_is_ended_and_named(there):
    assert there.gm.send("overrule", token="ana", field="light", value=1, reason="a test")["is"] == "done"
    status, said = there.browser.post(f"/api/tables/{there.table}/sheet", {"token": "ana"})
    assert status == 400
    assert is_named(there, said["why"], "")
    assert goes_on(there)
