"""Languages of games: what a file may say, what is wrong with one, and that Lanterns is whole in German."""

import ast
from pathlib import Path

import pytest

from fatewright.core.languages import ENGLISH, pieces
from fatewright.core.phrases import phrase, slots_in
from fatewright.core.table.events import Told
from fatewright.core.table.house import house_verbs
from fatewright.systems.forms import BadSystem
from fatewright.systems.languages import EVERY_TABLE, languages_in
from fatewright.systems.spec import extension, game
from fatewright.web import seen
from systems.mot_table import MOT, Play

LANTERNS = game("lanterns")
CORE = EVERY_TABLE.parent / "core"
GERMAN = LANTERNS.language("de")
PLACES = {"say": 0, "phrase": 0, "choose": 2, "sealed": 1, "Number": 2, "Option": 1}  # where a game's texts stand in a call


def said_in(system):
    """All that a game says of its own: lines, prompts, labels, and the sentences of its acts."""
    yield from system.data.get("words", {}).values()
    for verb in system.game.verbs.values():
        if verb.name not in house_verbs(has_gm=True) and verb.story.__module__.startswith("fatewright.systems.lanterns"):
            yield from (verb.sentence, *verb.more)
    yield from system.game.verbs["quick"].more  # which name the number that a foe is made of
    for file in system.folder.rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            name = call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else ""
            if name in PLACES and isinstance(call.args[PLACES[name]], ast.Constant):
                yield call.args[PLACES[name]].value


def test_lanterns_is_whole_in_german():
    missing = [text for text in said_in(LANTERNS) if text not in GERMAN.templates and text not in GERMAN.words]
    assert missing == []
    assert len(set(said_in(LANTERNS))) > 20
    different = [one for one, own in GERMAN.templates.items() if {*slots_in(one)} != {*slots_in(own)}]
    assert different == []
    words = {word for options in (("nerve", "hand", "wit"), LANTERNS.lists["difficulty"]) for word in options}
    assert words <= set(GERMAN.words)


def test_no_template_of_lanterns_in_german_is_for_nothing():
    own = languages_in(LANTERNS.folder)["de"]
    assert [template for template in own.templates if template not in set(said_in(LANTERNS))] == []


def constants(*folders):
    """Every text that stands in the source of these folders."""
    trees = (ast.parse(file.read_text(encoding="utf-8")) for folder in folders for file in folder.rglob("*.py"))
    return {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}


def test_no_template_of_other_languages_is_for_what_nobody_says():
    """Parts that are joined have names of their own: `{part0} and {part1}`."""
    said = {EVERY_TABLE: constants(CORE, EVERY_TABLE), MOT.folder: constants(MOT.folder)}
    for folder, texts in said.items():
        own = languages_in(folder)["de"]
        assert [template for template in own.templates if template not in texts and "{part0}" not in template] == []


def test_a_line_of_lanterns_in_german():
    text = phrase(LANTERNS.data["words"]["hits"], who="Ana", target="Bo")
    assert ["".join(one.text for one in pieces(text, own)) for own in (ENGLISH, GERMAN)] == ["Ana strikes Bo", "Ana trifft Bo"]


@pytest.mark.parametrize(
    ("codes", "code"), [(["de"], "de"), (["de-AT", "de"], "de"), (["fr"], "en"), ([], "en"), (["en"], "en")]
)
def test_who_asks_for_a_language_that_a_game_has_not_gets_english(codes, code):
    assert LANTERNS.language(*codes).code == code


def test_a_version_of_a_game_has_its_languages(tmp_path):
    said = {"system": {"id": "mine", "title": "Mine", "version": 1, "extends": "lanterns"}}
    assert extension(said, tmp_path).language("de") == GERMAN


def test_the_folder_itself_has_the_last_word_and_regions_are_languages(tmp_path):
    for folder in ("own", "base"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "de.toml").write_text(f'[words]\nhit = "{folder}"\n{folder} = "x"\n', encoding="utf-8")
    (tmp_path / "own" / "de-AT.toml").write_text("", encoding="utf-8")
    found = languages_in(tmp_path / "own", tmp_path / "base")
    assert {code: dict(one.words) for code, one in found.items()} == {
        "de": {"hit": "own", "own": "x", "base": "x"},
        "de-AT": {},
    }


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("[words", "Expected ']' at the end of a table declaration (at end of document)"),
        ("[lines]", "lines: found {}, expected tables called templates and words"),
        ("words = 5", "words: found 5, expected tables called templates and words"),
        ("[templates]\na = 5", "templates.'a': found 5, expected a text"),
        ('[templates]\n"{who} falls" = "{wer} fällt"', "templates.'{who} falls': found the slots wer, expected who"),
        ('[templates]\n"it rains" = "{wer} fällt"', "templates.'it rains': found the slots wer, expected none"),
        ('[templates]\n"{who}" = "{who"', "templates.'{who}': '{who': expected '}' before end of string"),
        ("[words]\na = 5", "words.'a': found 5, expected a text, or one for each form and for word"),
        ('[words]\na = { ein = "b" }', "words.'a': found {'ein': 'b'}, expected a text, or one for each form and for word"),
    ],
)
def test_what_is_wrong_with_a_language_is_named(tmp_path, said, why):
    file = tmp_path / "de.toml"
    file.write_text(said, encoding="utf-8")
    with pytest.raises(BadSystem) as wrong:
        languages_in(Path(tmp_path))
    assert str(wrong.value) == f"{file}: {why}"


def test_a_skill_roll_of_moment_of_truth_in_german():
    """MOT-1.10, MOT-5.36, MOT-5.26: called for, asked about, paid for, told, and a setback taken."""
    german, play = MOT.language("de"), Play(moments=1)

    def asked():
        return seen.question(play.question("ana"), german)

    def told(events):
        return ["".join(one.text for one in pieces(event.text, german)) for event in events if isinstance(event, Told)]

    assert told(play.call(modifier=1, reason="ein Seil", task="die Mauer")) == [
        "ana, die Mauer: Stärke und Athletik, Zielwert 2, +1 Würfel: ein Seil"
    ]

    def offered():
        return [(one.label, [price.label for price in one.price], one.depends) for one in asked().options]

    assert (asked().prompt, offered()) == (
        "ana, die Mauer: 6 Würfel, 5 und 6 zählen, 2 nötig",
        [
            ("würfeln: 6 Würfel, 5 und 6 zählen, 2 nötig", [], ""),
            ("würfeln: 7 Würfel, 5 und 6 zählen, 2 nötig", ["1 Moment"], ""),
            (
                "Detail Acuity: würfeln, 9 Würfel, 5 und 6 zählen, 2 nötig",
                ["1 Moment"],
                "wenn die Spielleitung zustimmt",
            ),
            ("den Einsatz erhöhen: jeder Fehlschlag ist ein kritischer", ["2 Momente"], "nach dem Wurf"),
            ("einen Fehlschlag nehmen", ["2 Momente"], ""),
            ("einen kritischen Fehlschlag nehmen", ["3 Momente"], ""),
        ],
    )
    assert told(play.answer("ana", "moments 1", 5, 5, 2, 2, 2, 2, 2)) == ["ana gibt 1 Moment aus: der Wurf von ana"]
    assert (asked().prompt, offered()) == (
        "ana: Erfolg. Einen Rückschlag für einen Moment nehmen?",
        [("einen Rückschlag nehmen", ["1 Moment"], ""), ("dabei belassen", [], "")],
    )
    assert told(play.answer("ana", True))[:2] == [
        "ana: Erfolg mit Rückschlag",
        "ana bekommt 1 Moment: ein genommener Rückschlag",
    ]
