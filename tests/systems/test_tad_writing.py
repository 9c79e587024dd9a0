"""What is written and read: by aptitude in its language, and for nobody else's eyes."""

import pytest

from fatewright.core.table.story import Refusal
from systems.tad_table import APTITUDE, outcome, said, seated

CANT = {"aptitudes": {"Cant": APTITUDE}}


def writes(table, to="bo", language="Cant", who="ana"):
    return table.act("gm" if who == "Mo" else who, "write", who=who, reader=to, language=language, text="the back door")


@pytest.mark.parametrize("reader", [CANT, {}])
def test_a_letter_is_read_by_whoever_knows_its_language(reader):
    """TAD-APT.06, TAD-APT.10: that somebody writes all see; what stands there, writer and reader, if they can read it."""
    table = seated({"ana": CANT, "bo": reader})
    events = writes(table)
    told = ["ana writes to bo in Cant", "ana to bo, in Cant: the back door"]
    assert [said(events, seat) for seat in ("ana", "gm", "bo", "eve")] == [told, told, told if reader else told[:1], told[:1]]
    assert "the back door" not in repr([table.table.view("eve").facts])


def test_nobody_writes_or_reads_a_language_without_aptitude_in_it():
    """TAD-APT.06, TAD-R.18."""
    table = seated({"ana": CANT, "bo": {}})
    why = "bo has no aptitude in Cant, and can neither read, write nor speak it"
    with pytest.raises(Refusal, match=why):
        writes(table, to="ana", who="bo")
    with pytest.raises(Refusal, match=why):
        table.act("bo", "read", who="bo", what="the letter", language="Cant")
    table.put("bo", aptitudes=(("Cant", APTITUDE),))
    assert outcome(writes(table, to="ana", who="bo")) == "done"


def test_what_stands_somewhere_the_storyteller_says_to_its_reader_alone():
    """TAD-APT.06, TAD-APT.10: nobody rolls; the others hear that somebody reads."""
    table = seated({"ana": CANT, "bo": CANT})
    table.act("ana", "read", who="ana", what="marks on the wall", language="Cant")
    assert table.question("gm").prompt == "ana reads marks on the wall, in Cant. What stands there?"
    events = table.answer("gm", "beware of the dog")
    assert outcome(events) == "done"
    assert [said(events, seat) for seat in ("ana", "gm")] == [["marks on the wall: beware of the dog"]] * 2
    assert [said(events, seat) for seat in ("bo", "eve")] == [[], []]


def test_everybody_reads_the_common_language():
    """TAD-ORI.02, TAD-APT.06, TAD-APT.10."""
    table = seated()
    assert said(writes(table, language="Common", to="ana", who="bo"), "ana")[1] == "bo to ana, in Common: the back door"


def test_whether_one_of_the_storytellers_people_can_read_is_theirs_to_know():
    """TAD-APT.10, TAD-ROLE.02: whoever runs one for a while learns nothing of it by a letter, nor writes in their name."""
    table = seated({"ana": CANT, "bo": {}}, {"Mo": CANT})
    table.act("gm", "hand-over", token="Mo", to="bo")
    assert said(writes(table, to="Mo"), "bo") == ["ana writes to Mo in Cant"]
    for verb, given in (("write", {"reader": "ana", "text": "psst"}), ("read", {"what": "the wall"})):
        with pytest.raises(Refusal, match="what Mo has, only the Storyteller knows"):
            table.act("bo", verb, who="Mo", language="Cant", **given)


def test_the_storytellers_people_write_too():
    """TAD-APT.10, TAD-ROLE.02."""
    table = seated({"ana": CANT, "bo": {}}, {"Mo": CANT})
    assert said(writes(table, to="ana", who="Mo"), "ana")[1] == "Mo to ana, in Cant: the back door"


def test_one_does_not_write_to_oneself_nor_senseless():
    """TAD-APT.10."""
    table = seated({"ana": CANT, "bo": {}})
    with pytest.raises(Refusal, match="ana needs no letter for that"):
        writes(table, to="ana")
    table.put("ana", statuses=("Unconscious",))
    with pytest.raises(Refusal, match="ana can do nothing now"):
        writes(table)
