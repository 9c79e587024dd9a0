"""A character on paper: what is printed of every game, in which form, and what never is."""

import pytest

from fatewright.systems import paper, sheet
from fatewright.systems.spec import games

GAMES = games()


def somebody(system, kind, name="Somebody", **values):
    """A ready-made person as a player would bring it; what it does not say is as the builder begins."""
    chosen = {field: system.fields[field] for step in system.steps for field in step.fields}
    starts = {name: field.low if field.start is None else field.start for name, field in chosen.items()}
    ready = {field: value for field, value in system.kinds[kind].items() if field in chosen}
    return sheet.Character(system.id, system.version, name, starts | ready | values)


@pytest.mark.parametrize("game", GAMES)
def test_everybody_ready_made_can_be_printed(game):
    system = GAMES[game]
    pages = [sheet.printed(system, somebody(system, kind)) for kind in list(system.kinds)[:3]]
    for page in pages:
        assert page.startswith("<!doctype html>")
        assert "http" not in page  # nothing is fetched
        assert page.count("<section") == page.count("</section>") > 2


def test_numbers_are_tiles_lists_are_rows_and_labels_stand_beside_them():
    page = sheet.printed(GAMES["moment-of-truth"], somebody(GAMES["moment-of-truth"], "Ada Finch"))
    assert '<div class="tile"><b>4</b><span>perception</span><i>Above Average</i></div>' in page
    assert "<li><span>Research</span><em>●●○○</em><b>Skilled 2</b></li>" in page
    assert "<td>Detail Acuity</td><td>perception</td><td>noticing small details</td>" in page
    assert page.count("<s></s>") == 10  # hit points, none of them lost


def test_what_is_spent_is_crossed_off():
    system = GAMES["twist-of-fate"]
    kept = system.started(sheet.values(system, somebody(system, "Mina Stark")), None, ())
    kept["brains_pool"] = 4
    page = paper.sheet_of(system, "Mina", kept, sheet.derived(system, kept))
    assert '<span>brains pool <b>4/15</b></span><span class="boxes"><span class="five">' + 5 * '<s class="gone"></s>' in page
    assert page.count('class="gone"') == 11


def test_what_is_not_known_is_not_printed_and_the_game_masters_notes_never_are():
    system = GAMES["moment-of-truth"]
    kept = system.started(sheet.values(system, somebody(system, "Ada Finch")), None, ())
    kept |= {"secrets": (("the mayor", "she knows"),), "suspicious": "yes", "wakes": 7}
    page = paper.sheet_of(system, "Ada", kept, {})
    assert "she knows" in page  # her own secret
    assert "suspicious" not in page
    assert "wakes" not in page
    del kept["secrets"], kept["will"]
    page = paper.sheet_of(system, "Ada", kept, {})
    assert "she knows" not in page
    assert "will" not in page


def test_whatever_is_written_stays_text():
    system = GAMES["moment-of-truth"]
    page = sheet.printed(system, somebody(system, "Ada Finch", "<script>x</script>", equipment="<img src=x> & a rope"))
    assert "<script" not in page
    assert "<h1>&lt;script&gt;x&lt;/script&gt;</h1>" in page
    assert "&lt;img src=x&gt; &amp; a rope" in page
