"""What a seat could do, and its forms, over HTTP: read off its own view, and no event."""

import pytest

from fatewright.web.request import codes_of
from web.serving import character, new_table, served

STRIKE = {"verb": "strike", "args": {}, "is_opening": True}


@pytest.fixture(scope="module")
def there(tmp_path_factory):
    """A table of Ana, Bo and a ghoul; how each browser asks."""
    with served(tmp_path_factory.mktemp("forms")) as address:
        id, browsers = new_table(address, "Ana", "Bo")
        for name in ("Ana", "Bo"):
            browsers[name].sit(id).act("bring", character=character(name))
        browsers["gm"].sit(id).act("place", name="ghoul", kind="ghoul")
        yield lambda who, path, body: browsers[who].post(f"/api/tables/{id}/{path}", body)


def test_a_form_opens_on_a_foe_and_says_what_else_may_stand_there(there):
    status, form = there("Ana", "form", STRIKE)
    who, target = form["slots"]
    assert (status, form["blocked"], form["given"]) == (200, "", {})
    assert (who["value"], target["value"], target["said"]) == ("Ana", "ghoul", "ghoul")
    assert target["asked"] == {
        "kind": "choose",
        "name": "target",
        "prompt": "strikes at …",
        "options": [
            {"value": "ghoul", "label": "ghoul"},
            {"value": "Bo", "label": "Bo", "caution": "on the same side"},
        ],
    }


def test_what_is_filled_in_stays_and_what_bars_it_is_said(there):
    status, form = there("Ana", "form", {"verb": "strike", "args": {"target": "Ana"}})
    assert (status, form["given"], form["blocked"]) == (200, {"target": "Ana"}, "nobody strikes themselves")


def test_each_is_told_what_they_can_do(there):
    told = {who: there(who, "acts", {})[1]["acts"] for who in ("Ana", "gm")}
    names = {who: [one["verb"] for one in acts] for who, acts in told.items()}
    assert "test" in names["gm"]
    assert "test" not in names["Ana"]
    assert {"verb": "strike", "blocked": ""} in told["Ana"]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"verb": "test"}, "'test' is not something you can do here; you can: "),
        ({"verb": "strike", "args": {"whom": "Bo"}}, "strike takes who, target; found whom"),
    ],
)
def test_a_form_of_something_else_is_refused_in_words(there, asked, why):
    status, said = there("Ana", "form", asked)
    assert (status, said["why"].startswith(why)) == (409, True)


@pytest.mark.parametrize(("wanted", "codes"), [("de", ("de", "de")), ("de-AT,de;q=0.9", ("de-AT", "de")), ("", ("", ""))])
def test_the_language_that_is_wanted_first_is_asked_for(wanted, codes):
    assert codes_of(wanted) == codes
