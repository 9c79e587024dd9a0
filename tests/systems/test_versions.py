"""A group's own version of a game: columns read off a game's rows, rows that fit or do not, files that are read as written."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatewright.core.rule.ask import Choose, Number, Text, options
from fatewright.systems import toml, versions
from fatewright.systems.columns import FLAG, Column, columns, own_lists, why_closed
from fatewright.systems.fields import Several
from fatewright.systems.forms import BadSystem
from fatewright.systems.spec import BUILT_IN, from_folder, games
from fatewright.systems.versions import MOST_ROWS, Flaw, ListRow, Version

MOT = games()["moment-of-truth"]
LANTERNS = games()["lanterns"]
TAROT = ListRow("Tarot", {"usual": "will", "group": "Knowledge", "text": "reading the cards"})
KATANA = ListRow("Katana", {"reach": 1, "bonus": 6, "minor": 3, "major": 5, "skill": "Melee, one-handed", "blade": True})


def whys(rows, base=MOT):
    return [flaw.why for flaw in versions.flaws(base, rows)]


# ── columns ────────────────────────────────────────────────────────────────────────────────────────────────────────────

STATISTIC = "one of endurance, strength, agility, will, perception, education"


def entry(name, *words):
    return Choose("", name, "", options(*words))


def column(system, list, name):
    return next(one for one in columns(system, list) if one.name == name)


@pytest.mark.parametrize(
    ("system", "list", "expected"),
    [
        (MOT, "skills", Column("usual", entry("usual"), ("statistics",), True)),
        (MOT, "skills", Column("against", entry("against"), ("no_skill", "skills"))),
        (MOT, "skills", Column("setting", FLAG)),
        (MOT, "talents", Column("applies", Several(entry("entry"), 4), ("statistics", "skills"), True)),
        (MOT, "talents", Column("when", Text("", "when", "", 120), is_needed=True)),
        (MOT, "melee_weapons", Column("bonus", Number("", "bonus", "", 0, 99), is_needed=True)),
        (MOT, "melee_weapons", Column("skill", entry("skill"), ("skills",), True)),
        (MOT, "ranged_weapons", Column("close", Number("", "close", "", -10, 99), is_needed=True)),
        (MOT, "problems", Column("text", Text("", "text", "", 300))),
        (MOT, "connections", Column("text", Text("", "text", "", 300))),
        (LANTERNS, "weapons", Column("trait", entry("trait", "nerve", "hand", "wit"), is_needed=True)),
    ],
)
def test_a_column_is_what_stands_in_it(system, list, expected):
    assert column(system, list, expected.name) == expected


FREE = {  # texts that are shown to people, and that no rule reads
    "moment-of-truth": {"skills.tells", "skills.note", "skills_called.called", "talents.when"},
    "triumph-and-disaster": {"tricks.asks"},
    "twist-of-fate": {"weapons.spec", "shields.spec"},  # what a specialization of one's own may be called
    "mind-over-matter": {"weapons.spec", "shields.spec"},
}


@pytest.mark.parametrize("system", games().values(), ids=games())
def test_of_every_text_in_a_list_it_is_known_how_the_game_reads_it(system):
    free = {
        f"{name}.{one.name}"
        for name in own_lists(system)
        if not why_closed(system, name)
        for one in columns(system, name)
        if isinstance(one.asked, Text) and not one.dice and one.name not in ("text", "group")
    }
    assert free == FREE.get(system.id, set())


TAD, TOF = games()["triumph-and-disaster"], games()["twist-of-fate"]
SABRE = {"group": "Blades", "damage": "1d8 wounding", "hands": 1, "reach": 1, "slots": 1}
UNREAD = [
    (
        TAD,
        "weapons",
        {**SABRE, "damage": "lots of pain"},
        "damage: found 'lots of pain', expected dice such as 2d4🔻 battering: ",
    ),
    (TAD, "weapons", {**SABRE, "damage": "2d6"}, "damage: found '2d6', expected dice such as 2d4🔻 battering: every die says"),
    (TAD, "weapons", {**SABRE, "damage": "2d7 fire"}, "damage: found '2d7 fire', expected dice such as 2d4🔻 battering: 2d7: "),
    (TAD, "gear", {"heals": "2d6 fire"}, "heals: found '2d6 fire', expected dice such as 2d6: these dice do no kind of harm"),
    (TAD, "gear", {"heals": "much"}, "heals: found 'much', expected dice such as 2d6: column 1: "),
    (TAD, "perks", {"extra": "d"}, "extra: found 'd', expected dice such as 1d6: "),
    (TAD, "statuses", {"harm": "ouch"}, "harm: found 'ouch', expected dice such as 1d6 fire: "),
    (TAD, "statuses", {"each": "blink"}, "each: found 'blink', expected one of turn, hour"),
    (TAD, "uses", {"per": "week"}, "per: found 'week', expected one of round, scene, day, session"),
    (TAD, "pairings", {"initiator": "luck"}, "initiator: found 'luck', expected one of the 27 in the list"),
    (TAD, "origins", {"any_of": "swords"}, "any_of: found 'swords', expected one of skills, weapon_groups, "),
    (TOF, "weapons", {"range": "far"}, "range: found 'far', expected one of thrown, bow, gun"),
]


@pytest.mark.parametrize(
    ("system", "name", "cells", "why"), UNREAD, ids=[f"{one[1]}: {one[3].partition(',')[0]}" for one in UNREAD]
)
def test_what_no_rule_could_read_is_refused_with_what_one_could(system, name, cells, why):
    found = [one.removeprefix(f"{name}, ours: ") for one in whys({name: [ListRow("ours", cells)]}, system)]
    assert [one for one in found if one.replace(" of: ", "_of: ").startswith(why)] != [], found


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        ("swords = {}", "cells.swords: there is no list swords"),
        ("weapons = 3", "cells.weapons: found 3, expected columns, and for each the words that rules know"),
        (
            "weapons = { harm = [1] }",
            "cells.weapons: found {'harm': [1]}, expected columns, and for each the words that rules know",
        ),
    ],
)
def test_words_of_no_column_are_named_in_words(tmp_path, cells, why):
    text = f'[system]\nid = "dim"\ntitle = "Dim"\nversion = 1\nextends = "lanterns"\n[cells]\n{cells}\n'
    with pytest.raises(BadSystem) as wrong:
        versions.loaded(text, tmp_path)
    assert str(wrong.value) == f"{tmp_path / 'system.toml'}: {why}"


def test_what_a_rule_can_read_is_taken():
    sabre = ListRow("our sabre", {**SABRE, "damage": "2d6kh1 fire + 1d4 cold", "grade": "common", "coins": 3})
    assert [one for one in whys({"weapons": [sabre]}, TAD) if "damage" in one] == []


def test_a_group_may_be_new_and_the_known_ones_are_offered():
    assert isinstance(column(MOT, "skills", "group").asked, Text)
    assert "Physical" in column(MOT, "skills", "group").known


def test_what_only_a_printed_row_has_is_not_asked_for():
    assert not {"ids", "house"} & {one.name for name in own_lists(MOT) for one in columns(MOT, name)}


@pytest.mark.parametrize("system", games().values(), ids=games())
def test_every_row_of_a_game_could_have_been_written_here(system):
    """Each row, under another name, as if a group had added it."""
    for name in [name for name in own_lists(system) if not why_closed(system, name)]:
        rows = [
            ListRow(f"Our {entry}", {one.name: row[one.name] for one in columns(system, name) if one.name in row})
            for entry, row in system.lists[name].items()
        ]
        assert whys({name: rows}, system) == []


def test_lists_that_are_others_together_are_not_added_to():
    assert not {"scopes", "any_skill", "any_event"} & set(own_lists(MOT))
    assert whys({"scopes": [TAROT]})[0].startswith("the game has no list 'scopes'; its lists: no_skill")


def fixed(*names):
    return MOT._replace(data={**MOT.data, "system": {**MOT.data["system"], "fixed": list(names)}})


def test_nothing_is_added_to_a_list_that_the_rules_know_by_heart():
    closed = "the rules know these by heart: nothing can be added"
    assert why_closed(fixed("flags"), "flags") == closed
    assert versions.flaws(fixed("flags"), {"flags": [ListRow("maybe", {})]}) == [Flaw("flags", -1, f"flags: {closed}")]
    assert versions.flaws(fixed("flags"), {"flags": []}) == []


@pytest.mark.parametrize("row", [3, {"deep": {"a": 1}}, {"share": 0.5}, {"mixed": [1, "a"]}, {"own": ["x", "y"]}])
def test_rows_that_no_form_could_ask_for_are_left_to_files(row):
    odd = MOT._replace(data={**MOT.data, "lists": {**MOT.lists, "odd": {"one": row}}})
    assert why_closed(odd, "odd") == "its rows are of a kind that can only be written into a file"
    assert [one.name for one in columns(odd, "odd")] == ["text"]


# ── what can be wrong ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_rows_that_fit_have_no_flaws():
    assert whys({"skills": [TAROT], "melee_weapons": [KATANA], "problems": [ListRow("Haunted", {})], "boons": []}) == []


def test_a_row_may_choose_another_row_of_the_same_version():
    cane = KATANA._replace(name="Marked Deck", cells={**KATANA.cells, "skill": "Tarot"})
    assert whys({"skills": [TAROT], "melee_weapons": [cane]}) == []
    assert whys({"melee_weapons": [cane]}) == [
        "melee weapons, Marked Deck: skill: found 'Tarot', "
        "expected one of the 51 in the list (do you mean Throwing or Read crowd?)"
    ]


def test_cells_that_are_empty_are_not_filled_in():
    empty = {"against": "", "resists": None, "setting": False, "tells": ""}
    assert whys({"skills": [TAROT._replace(cells={**TAROT.cells, **empty})]}) == []
    assert whys({"derived": [ListRow("nerve", {"of": []})]}) == ["derived, nerve: of is missing"]
    zero = KATANA._replace(cells={**KATANA.cells, "bonus": 0})
    assert whys({"melee_weapons": [zero]}) == []


def test_everything_wrong_is_told_at_once():
    bad = ListRow("Katana", {"reach": "far", "bonus": -1, "minor": 3, "skill": "Sorcery", "glow": True, "blade": "yes"})
    assert versions.flaws(MOT, {"melee_weapons": [KATANA, bad], "problems": [ListRow("Drunk", {})]}) == [
        Flaw("melee_weapons", 1, "melee weapons, Katana: this name is here twice"),
        Flaw(
            "melee_weapons",
            1,
            "melee weapons, Katana: 'glow': unknown; expected one of reach, bonus, minor, major, skill, natural, blade, text",
        ),
        Flaw("melee_weapons", 1, "melee weapons, Katana: reach: found 'far', expected a whole number from 0 to 99"),
        Flaw("melee_weapons", 1, "melee weapons, Katana: bonus: found -1, expected a whole number from 0 to 99"),
        Flaw("melee_weapons", 1, "melee weapons, Katana: major is missing"),
        Flaw(
            "melee_weapons",
            1,
            "melee weapons, Katana: skill: found 'Sorcery', expected one of the 51 in the list "
            "(do you mean Archery or Codery or Archaeology?)",
        ),
        Flaw("melee_weapons", 1, "melee weapons, Katana: blade: found 'yes', expected one of yes, no"),
        Flaw("problems", 0, "problems, Drunk: the game has a row of this name; give yours another"),
    ]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "skills, row 1: name: found '', expected 1 to 60 characters without spaces around them"),
        (" ", "skills, row 1: name: found ' ', expected 1 to 60 characters without spaces around them"),
        ("x" * 61, f"skills, {'x' * 40}: name: found '{'x' * 40}…', expected 1 to 60 characters without spaces around them"),
        ("a\nb", "skills, a\nb: name: found 'a\\nb', expected 1 to 60 characters without spaces around them"),
        ("will", "skills, will: the name is taken in statistics, offered together with it (scopes)"),
        ("no skill", "skills, no skill: the name is taken in no skill, offered together with it (any skill)"),
    ],
)
def test_a_name_that_cannot_be_is_named(name, why):
    assert whys({"skills": [TAROT._replace(name=name)]}) == [why]


@pytest.mark.parametrize(
    ("list", "row", "column", "cell", "why"),
    [
        ("melee_weapons", KATANA, "bonus", 10**30, "found a very large number, expected a whole number from 0 to 99"),
        ("melee_weapons", KATANA, "bonus", 1.5, "found 1.5, expected a whole number from 0 to 99"),
        ("melee_weapons", KATANA, "bonus", True, "found yes, expected a whole number from 0 to 99"),
        ("melee_weapons", KATANA, "blade", 1, "found 1, expected one of yes, no"),
        (
            "skills",
            TAROT,
            "usual",
            ["will"],
            f"found a list, expected {STATISTIC}",
        ),
        (
            "skills",
            TAROT,
            "usual",
            {"will": 1},
            f"found a table, expected {STATISTIC}",
        ),
        ("skills", TAROT, "text", "x" * 301, f"found '{'x' * 40}…', expected a text of 1 to 300 characters"),
        ("skills", TAROT, "text", "a\0b", "found 'a\\x00b', expected one line"),
        ("skills", TAROT, "text", 7, "found 7, expected a text of 1 to 300 characters"),
        ("skills", TAROT, "tells", "{mark.__class__}", "found {, expected no braces but {mark}"),
        ("skills", TAROT, "tells", "what {mark} hides}", "found }, expected no braces but {mark}"),
        (
            "derived",
            ListRow("nerve", {}),
            "of",
            "will",
            f"found 'will', expected a list of at most 12, each {STATISTIC}",
        ),
        (
            "derived",
            ListRow("nerve", {}),
            "of",
            ["luck"],
            f"found 'luck', expected {STATISTIC}",
        ),
        (
            "derived",
            ListRow("nerve", {}),
            "of",
            [["will"]],
            f"found a list, expected {STATISTIC}",
        ),
        ("derived", ListRow("nerve", {}), "of", ["will", "will"], "will is chosen twice"),
    ],
)
def test_a_cell_that_cannot_be_is_named(list, row, column, cell, why):
    flawed = row._replace(cells={**row.cells, column: cell})
    assert whys({list: [flawed]}) == [f"{list.replace('_', ' ')}, {row.name}: {column}: {why}"]


def test_a_text_may_name_whom_the_rules_put_into_it():
    assert whys({"skills": [TAROT._replace(cells={**TAROT.cells, "tells": "what {mark} fears"})]}) == []


def test_a_version_has_only_so_many_rows():
    rows = {"problems": [ListRow(f"Problem {number}", {}) for number in range(MOST_ROWS)]}
    assert whys(rows) == []
    assert whys({**rows, "boons": [ListRow("Lucky", {})]}) == ["these are 201 rows; expected at most 200 in one version"]


# ── names ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("title", "id"),
    [
        ("Our Truth", "our-truth"),
        ("Ünsere  Wahrheit!", "unsere-wahrheit"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\games", "c-games"),
        ("x" * 40, "x" * 40),
        ("真相", ""),
        ("..", ""),
    ],
)
def test_an_id_is_made_of_letters_digits_and_hyphens(title, id):
    assert versions.id_of(title) == id
    assert bool(versions.title_flaws(title)) is not bool(id)


@given(st.text())
def test_no_name_leads_out_of_a_folder(title):
    id = versions.id_of(title)
    assert len(id) <= 40
    assert Path("games", id or "x").resolve().parent == Path("games").resolve()
    assert set(id) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")


# ── files ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

HOSTILE = st.sampled_from(
    [
        '"',
        '"""',
        "'''",
        "\\",
        "\n",
        "\r\n",
        "\0",
        "\x7f",
        "\x85",
        "\u2028",
        "\ufeff",
        "é",
        "🎲",
        "]",
        "[[",
        "=",
        "#",
        ".",
        "\\u0041",
    ]
)
TEXTS = st.lists(st.one_of(HOSTILE, st.text(max_size=4)), max_size=6).map("".join)
CELLS = st.one_of(st.booleans(), st.integers(-(2**63), 2**63 - 1), TEXTS, st.lists(TEXTS, max_size=3))
TABLES = st.dictionaries(TEXTS, st.dictionaries(TEXTS, CELLS, max_size=4), max_size=4)


@given(st.dictionaries(TEXTS, st.dictionaries(TEXTS, st.one_of(CELLS, TABLES), max_size=4), max_size=3))
def test_what_is_written_is_read_as_it_was(data):
    assert tomllib.loads(toml.written(data)) == data


@given(data=TABLES)
def test_a_file_is_read_as_it_was_written(data, tmp_path_factory):
    file = tmp_path_factory.mktemp("toml") / "system.toml"
    file.write_text(toml.written({"lists": data}), encoding="utf-8", newline="\n")
    assert tomllib.loads(file.read_text(encoding="utf-8")) == {"lists": data}


def test_what_has_no_form_is_not_written():
    with pytest.raises(TypeError):
        toml.written({"system": {"share": 0.5}})


OURS = Version("our-truth", 'Our "Truth"', "moment-of-truth", {"skills": [TAROT], "melee_weapons": [KATANA]})


def test_a_file_reads_like_one_that_somebody_has_written():
    assert versions.written(OURS._replace(title="Our Truth")) == (
        '[system]\nid = "our-truth"\ntitle = "Our Truth"\nversion = 1\nextends = "moment-of-truth"\n\n'
        '[lists.skills]\nTarot = { usual = "will", group = "Knowledge", text = "reading the cards" }\n\n'
        "[lists.melee_weapons]\n"
        'Katana = { reach = 1, bonus = 6, minor = 3, major = 5, skill = "Melee, one-handed", blade = true }\n'
    )


def test_a_version_is_the_game_with_its_rows(tmp_path):
    text = versions.written(OURS)
    (tmp_path / "system.toml").write_text(text, encoding="utf-8")
    for system in (versions.loaded(text, tmp_path), from_folder(tmp_path)):
        assert (system.id, system.title, system.version) == ("our-truth", 'Our "Truth"', 1)
        assert system.lists["skills"] == {**MOT.lists["skills"], "Tarot": TAROT.cells}
        assert "Tarot" in system.lists["any_skill"]
        assert system.lists["melee_weapons"]["Katana"] == KATANA.cells
    assert versions.read(MOT, text) == OURS


def test_a_version_that_adds_nothing_is_one_too(tmp_path):
    empty = OURS._replace(rows={})
    assert versions.loaded(versions.written(empty), tmp_path).lists == MOT.lists
    assert versions.read(MOT, versions.written(empty)) == empty


@pytest.mark.parametrize(
    ("more", "named"),
    [
        ("[presets]\neasy = {}\n", "presets"),
        ("[lists.skills]\nCodery = false\n", "lists.skills.Codery"),
        ("[lists.problems]\nHaunted = { ghost = 'x' }\n", "lists.problems.Haunted"),
        ("[lists]\nboons = false\n", "lists.boons."),
        ("[lists.ghosts]\nMara = {}\n", "lists.ghosts"),
    ],
)
def test_a_file_that_says_more_than_a_page_can_show_is_left_alone(more, named):
    text = versions.written(OURS._replace(rows={})) + more
    with pytest.raises(BadSystem) as refused:
        versions.read(MOT, text)
    assert str(refused.value).endswith(f"than this page can show: {named}")


def test_what_is_extended_must_be_built_in(tmp_path):
    with pytest.raises(BadSystem, match=r"system.extends: found 'chess', expected one of avitch, lanterns"):
        versions.loaded(versions.written(OURS._replace(base="chess")), tmp_path)


def test_fixed_names_lists_that_are_there(tmp_path):
    text = (BUILT_IN / "lanterns/system.toml").read_text(encoding="utf-8")
    (tmp_path / "system.toml").write_text(text.replace('id = "lanterns"', 'id = "dim"\nfixed = ["spells"]'), encoding="utf-8")
    (tmp_path / "rules.py").write_text((BUILT_IN / "lanterns/rules.py").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(BadSystem, match=r"system.fixed: there is no list spells"):
        from_folder(tmp_path)
