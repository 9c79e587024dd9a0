"""The odds page: every rule of every game has odds there, at the least that it may be asked with."""

from urllib.parse import urlencode

from web.serving import Browser, served


def least(field):
    if field.get("default") is not None:
        return field["default"]
    return field["options"][0]["value"] if field["kind"] == "choose" else max(field.get("low", 0), 1)


def test_every_rule_has_odds(tmp_path):
    with served(tmp_path) as address:
        browser = Browser(address)
        for game in browser.get("/api/games")[1]:
            for rule in browser.get(f"/api/games/{game['id']}")[1]["rules"]:
                asked = {"game": game["id"], "rule": rule["name"]} | {one["name"]: least(one) for one in rule["fields"]}
                status, odds = browser.get(f"/api/odds?{urlencode(asked)}")
                assert (status, odds.get("why")) == (200, None), asked
                assert all(one["odds"]["outcomes"] for one in odds["each"]), asked
