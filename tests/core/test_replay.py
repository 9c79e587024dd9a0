"""A table as one file, and its history played again."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fatewright.core.errors import BadValue
from fatewright.core.phrases import phrase
from fatewright.core.rule.ask import choose, options
from fatewright.core.table.codec import BadRecord, stored
from fatewright.core.table.engine import Act, Answer, Lapse, Overrule
from fatewright.core.table.events import Asked, Began, Ended, Fact, Rolled, Told, Verdict
from fatewright.core.table.house import house_verbs
from fatewright.core.table.replay import FORMAT, Header, groups, read, salvaged, verify, written
from fatewright.core.table.seal import EVERYONE, KEEPER, Audience
from fatewright.core.table.story import Refusal, Say, Verb, a_choice, a_person, ends
from fatewright.core.table.table import Rewind, Table, TakeBack
from fatewright.core.table.whole import breaks_off
from fatewright.kit.laws import played, same
from fatewright.kit.stage import no_dice, stage
from fatewright.systems.opening import opening
from fatewright.systems.spec import game
from hard.setting import driven

LANTERNS = game("lanterns")
HEADER = Header("lanterns", 1)
FOES = {"ghoul": LANTERNS.kinds["ghoul"]}


@pytest.fixture
def table():
    return stage(LANTERNS, foes=FOES).table


def do(table, command, *faces, system=LANTERNS):
    return driven(table, system.game).do(command, *faces)


def last_question(table, seat):
    return max(number for number, one in table.truth.questions.items() if one.seat == seat)


def commands(table):
    return [group.command for group in groups(table) if group.command is not None]


# One file


@settings(max_examples=8)
@given(st.integers(0, 10**6))
def test_a_written_table_is_read_back_equal(seed):
    table = played(LANTERNS, seed, 15)[0].table
    header, again = read(written(table, HEADER))
    assert header == HEADER
    assert (again.records, again.acts) == (table.records, table.acts)
    assert same(again.truth, table.truth)
    assert list(again.views) == list(table.views)
    assert all(same(again.views[seat], view) for seat, view in table.views.items())


def test_a_table_file_begins_with_its_header():
    assert written(Table(), HEADER) == '{"fatewright": 1, "game": "lanterns", "version": 1, "records": 0}\n'
    assert read(written(Table(), HEADER))[1].records == []


@pytest.mark.parametrize("text", ["one\ntwo", "one\u2028two", "one\u2029two", "one\x85two", "one\x1ctwo", "one\rtwo", "\ufeff"])
def test_a_table_is_read_back_whatever_was_said_at_it(table, text):
    do(table, Act("ana", "say", {"text": text}))
    assert read(written(table, HEADER))[1].records == table.records


def test_a_typed_roll_can_be_read_back(table):
    do(table, Act("ana", "roll", {"notation": "1d6fire"}), 3)
    assert read(written(table, HEADER))[1].records == table.records


SEAT = {"act": 0, "event": json.loads(stored(Fact(("seat", "gm", "role"), "gm", EVERYONE)))}
HEAD = {"fatewright": FORMAT, "game": "lanterns", "version": 1}


def lines(*entries):
    return "\n".join(json.dumps(entry) for entry in entries) + "\n"


@pytest.mark.parametrize(
    "head",
    [
        *(
            "",
            "5",
            "null",
            "[]",
            "{}",
            "{",
            '{"fatewright": 1}',
            '{"fatewright": 1, "game": "x"}',
            '"fatewright"',
            "[" * 100_000,
        ),
        '{"fatewright": 1, "game": "x", "version": 1, "revision": 2}',
    ],
)
def test_a_file_without_a_header_is_refused_at_line_1(head):
    with pytest.raises(BadRecord) as refused:
        read(f"{head}\n{json.dumps(SEAT)}\n")
    assert str(refused.value) == f"line 1: found {head[:60]!r}, expected the header of a table file"


@pytest.mark.parametrize("fields", [{"game": 5}, {"game": ["x"]}, {"version": "1"}, {"version": None}, {"records": "5"}])
def test_a_header_of_another_kind_is_refused_at_line_1(fields):
    with pytest.raises(BadRecord, match=r"^line 1: "):
        read(lines({**HEAD, **fields}))


def test_a_file_of_another_format_is_refused():
    with pytest.raises(BadRecord) as refused:
        read(lines({**HEAD, "fatewright": 2}))
    assert str(refused.value) == "line 1: this file has the format 2; this version reads format 1"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "5",
        "[]",
        "{}",
        '{"act": 0}',
        json.dumps({**SEAT, "act": "x"}),
        '{"act": "x", "event": {}}',
        '{"act": 0, "event": {"$": "x"}}',
    ],
)
def test_a_broken_line_is_refused_with_its_number(line):
    text = lines(HEAD, SEAT) + line + "\n" + lines(SEAT)
    with pytest.raises(BadRecord, match=r"^line 3: "):
        read(text)


@pytest.mark.parametrize(
    "event",
    [
        {"$": "Answered", "question": 9, "procedure": 0, "part": -1, "answer": 1, "instead": "", "to": ["*"]},
        {"$": "Withdrawn", "question": 9, "procedure": 0, "reason": "", "to": ["*"]},
        {"$": "Landed", "procedure": 9, "fingerprint": "", "back": [], "to": ["*"]},
        {"$": "Answered", "question": 0, "procedure": 0, "part": -1, "answer": 1, "instead": "", "to": ["*"]},
    ],
    ids=lambda event: event["$"],
)
def test_a_line_that_does_not_fit_those_before_it_is_refused_with_its_number(event):
    with pytest.raises(BadRecord, match=r"^line 3: "):
        read(lines(HEAD, SEAT, {"act": 1, "event": event}))


# A file that was cut off


@pytest.fixture
def evening(table):
    """The lines of a table at which questions wait because their answers were taken back, and where its acts begin."""
    do(table, Act("ana", "strike", {"who": "ana", "target": "ghoul"}), 1, 5, 6, 2)
    do(table, Answer("ana", last_question(table, "ana"), False))
    do(table, Act("ana", "stare", {"who": "ana", "other": "bo"}))
    do(table, Answer("ana", last_question(table, "ana"), 1))
    do(table, Answer("bo", last_question(table, "bo"), 1))
    do(table, TakeBack("gm"))
    return written(table, HEADER).splitlines(), sorted(set(table.acts))


@pytest.mark.usefixtures("untraced")
def test_a_file_that_was_cut_off_anywhere_is_refused_and_salvaged_up_to_the_last_act_that_is_known_to_be_over(evening):
    lines, acts = evening
    for kept in range(len(lines) - 2):  # whole records
        before = "\n".join(lines[: kept + 1]) + "\n"
        begun = max(act for act in acts if act <= kept)
        over = max(act for act in acts if act < max(kept, 1))
        for text, count, whole in (
            (before, kept, over),
            (before + lines[kept + 1][:20], kept + 1, begun),
            (before + lines[kept + 1], kept + 1, begun),
        ):
            with pytest.raises(BadRecord, match=r"^line \d+: "):
                read(text)
            found = salvaged(text)
            assert (len(found.table.records), found.left_out) == (whole, count - whole)


def test_a_file_of_an_earlier_version_that_was_cut_off_is_known_by_its_last_line_or_by_what_waits_for_nobody(evening):
    lines, acts = evening
    head = json.dumps(HEAD)
    assert len(read("\n".join([head, *lines[1:]]) + "\n")[1].records) == len(lines) - 1
    with pytest.raises(BadRecord, match=f"^line {len(lines) + 1}: the file is cut off here: its last line does not end$"):
        read("\n".join([head, *lines[1:]]))
    torn = []
    for kept in range(1, len(lines) - 1):
        text = "\n".join([head, *lines[1 : kept + 1]]) + "\n"
        found = salvaged(text)
        if found.why:
            begins = max(act for act in acts if act < kept)
            sentence = f"line {begins + 2}: the file ends in the middle of the act that begins here"
            assert (found.why, len(found.table.records), found.left_out) == (sentence, begins, kept - begins)
            torn.append(kept)
        else:
            assert len(found.table.records) == kept
    assert not {*torn} & {*acts}  # where an act is over, nothing is torn
    began = [number for number, line in enumerate(lines[1:]) if '"$":"Began"' in line]
    assert {number + 1 for number in began} <= {*torn}


def test_a_file_with_more_records_than_it_says_is_refused(evening):
    lines, _ = evening
    head = json.dumps({**HEAD, "records": 1})
    with pytest.raises(BadRecord, match=f"the file ends here with {len(lines) - 1} records; its first line speaks of 1$"):
        read("\n".join([head, *lines[1:]]) + "\n")


def test_nothing_that_was_played_to_its_end_seems_torn():
    for seed in range(3):
        table = played(LANTERNS, seed, 15)[0].table
        again = Table()
        for group in groups(table):
            again.append(group.events)
            assert not breaks_off(again)


# Groups


def test_groups_give_back_every_command_of_a_table(table):
    done = [Act("ana", "strike", {"who": "ana", "target": "ghoul"})]
    do(table, done[0], 1, 5, 6, 2)
    done.append(Answer("ana", last_question(table, "ana"), False))
    do(table, done[-1])
    done.append(Act("gm", "test", {"who": "bo", "trait": "wit", "hits": 2}))
    do(table, done[-1], 1, 1, 1, 1, 1)
    done.append(Act("gm", "stalk", {"foe": "ghoul", "prey": "bo"}))
    do(table, done[-1], 2)
    done.append(Act("gm", "stare", {"who": "ghoul", "other": "bo"}))
    do(table, done[-1])
    mine, theirs = sorted(table.truth.questions)
    done.append(Lapse("gm", mine))
    do(table, done[-1])
    done.append(Answer("bo", theirs, 2))
    do(table, done[-1])
    done.append(Overrule("gm", "ghoul", "harm", 0, "a scratch"))
    do(table, done[-1])
    before = len(table.records)
    do(table, Act("bo", "say", {"text": "oh"}))
    done += [Act("bo", "say", {"text": "oh"}), Rewind("bo", before)]
    do(table, TakeBack("bo"))
    assert commands(table) == done
    assert verify(table, LANTERNS.game) == ([], [])


@settings(max_examples=10)
@given(st.integers(0, 10**6))
def test_groups_of_a_random_performance_give_back_what_was_done(seed):
    performance, _ = played(LANTERNS, seed, 20)
    found = commands(performance.table)
    assert len(found) == len(performance.done)
    for command, done in zip(found, performance.done, strict=True):
        if isinstance(done, TakeBack):
            assert (type(command), command.seat) == (Rewind, done.seat)
        else:
            assert command == done


@settings(max_examples=10)
@given(st.integers(0, 10**6))
def test_groups_leave_no_record_out(seed):
    table = played(LANTERNS, seed, 15)[0].table
    found = list(groups(table))
    assert [event for group in found for event in group.events] == table.records
    assert [group.first for group in found] == sorted(set(table.acts))


def test_what_the_host_did_to_the_table_is_no_command(table):
    assert [group.command for group in groups(table)] == [None, None]
    table.append([Told("a line of the host", (), EVERYONE)])
    assert [group.command for group in groups(table)] == [None, None, None]
    assert verify(table, LANTERNS.game) == ([], [])


def test_a_table_without_records_has_no_groups():
    assert list(groups(Table())) == []


# Verify


@settings(max_examples=12)
@given(st.integers(0, 10**6))
def test_a_random_performance_is_verified_by_its_own_rules(seed):
    assert verify(played(LANTERNS, seed, 20)[0].table, LANTERNS.game) == ([], [])


@settings(max_examples=5)
@given(st.integers(0, 10**6))
def test_a_performance_is_verified_after_it_has_been_written_and_read(seed):
    table = read(written(played(LANTERNS, seed, 15)[0].table, HEADER))[1]
    assert verify(table, LANTERNS.game) == ([], [])


def test_verifying_changes_nothing(table):
    do(table, Act("ana", "say", {"text": "hi"}))
    before = list(table.records), list(table.acts)
    verify(table, LANTERNS.game)
    assert (table.records, table.acts) == before


@pytest.fixture
def struck(table):
    """Ana throws 1 5 6 2 and keeps it."""
    do(table, Act("ana", "strike", {"who": "ana", "target": "ghoul"}), 1, 5, 6, 2)
    do(table, Answer("ana", last_question(table, "ana"), False))
    return table


def place_of(table, kind):
    return next(number for number, event in enumerate(table.records) if isinstance(event, kind))


def with_record(table, number, event):
    return Table([*table.records[:number], event, *table.records[number + 1 :]], table.acts)


@pytest.mark.parametrize("faces", [(1, 5, 6, 1), (1, 5, 6, 5), (1, 5, 6, 9), (1, 5, 6), (1, 5, 6, 2, 2), ()])
def test_tampered_dice_are_found(struck, faces):
    rolled = place_of(struck, Rolled)
    event = struck.records[rolled]
    dice = [die._replace(face=face) for die, face in zip((*event.dice, event.dice[0]), faces, strict=False)]
    found, _ = verify(with_record(struck, rolled, event._replace(dice=tuple(dice))), LANTERNS.game)
    begun = place_of(struck, Began)
    assert found[0] == f"record {begun}: 'strike' of ana comes out differently today"


def test_a_tampered_verdict_is_found(struck):
    verdict = place_of(struck, Verdict)
    found, _ = verify(with_record(struck, verdict, struck.records[verdict]._replace(value=9)), LANTERNS.game)
    assert found == [f"record {place_of(struck, Asked) + 1}: answer of ana comes out differently today"]


def test_a_tampered_audience_is_found(struck):
    ended = place_of(struck, Ended)
    found, _ = verify(with_record(struck, ended, struck.records[ended]._replace(to=Audience({"gm"}))), LANTERNS.game)
    assert len(found) == 1


def test_an_act_that_is_no_longer_allowed_is_found(struck):
    verbs = {name: verb for name, verb in LANTERNS.game.verbs.items() if name != "strike"}
    found, _ = verify(struck, LANTERNS.game._replace(verbs=verbs))
    begun = place_of(struck, Began)
    assert found[0].startswith(f"record {begun}: 'strike' of ana is refused today: 'strike' is not something you can do here")
    assert found[1:] == [f"record {place_of(struck, Asked) + 1}: answer of ana comes out differently today"]


def test_a_rule_that_throws_more_dice_than_were_thrown_is_found(struck):
    stronger = stage(LANTERNS, foes=FOES).table
    facts = [event for event in stronger.records if event.path != ("token", "ana", "hand")]
    assert len(facts) == len(stronger.records) - 1
    hand = next(place for place, event in enumerate(struck.records) if event[0] == ("token", "ana", "hand"))
    found, _ = verify(with_record(struck, hand, struck.records[hand]._replace(value=5)), LANTERNS.game)
    assert len(found) >= 1


def test_faces_that_are_left_over_are_found(struck):
    rolled = place_of(struck, Rolled)
    event = struck.records[rolled]
    found, _ = verify(with_record(struck, rolled, event._replace(dice=(*event.dice, event.dice[0]))), LANTERNS.game)
    assert len(found) >= 1


def test_what_is_refused_today_is_named_by_its_kind(struck):
    overruled = Overrule("gm", "ghoul", "harm", 1, "a scratch")
    do(struck, overruled)
    do(struck, Rewind("gm", place_of(struck, Began)))
    without_gm = [event._replace(value="player") if event[0] == ("seat", "gm", "role") else event for event in struck.records]
    found, _ = verify(Table(without_gm, struck.acts), LANTERNS.game)
    assert [sentence.split(": ")[1] for sentence in found][-2:] == [
        "overrule of gm is refused today",
        "rewind of gm is refused today",
    ]


def test_at_a_table_without_a_game_master_a_lapse_is_the_tables_own():
    """A motion to rewind: its votes, one of them by default, and the rewind it brings belong to commands that are found."""
    quiet = LANTERNS._replace(has_gm=False, game=LANTERNS.game._replace(verbs=house_verbs(has_gm=False)))
    table = Table()
    table.append(opening(quiet, {"ana": "player", "bo": "player", "cy": "player"}))
    said = len(table.records)
    done = [Act("bo", "say", {"text": "oh"}), Act("ana", "move-to-rewind", {"before": said, "what": "oh"})]
    for command in done:
        do(table, command, system=quiet)
    first, second, third = sorted(table.truth.questions)
    done += [Answer("ana", first, "yes"), Lapse(KEEPER, second), Answer("cy", third, "yes")]
    for command in done[2:]:
        do(table, command, system=quiet)
    assert commands(table) == done
    assert verify(table, quiet.game) == ([], [])


def test_a_secret_act_that_is_announced_is_still_an_act():
    table = stage(LANTERNS, foes=FOES, dials={"secret_rolls": "announced"}).table
    act = Act("gm", "stalk", {"foe": "ghoul", "prey": "bo"})
    do(table, act, 2)
    assert commands(table) == [act]
    assert verify(table, LANTERNS.game) == ([], [])


def test_a_story_that_breaks_is_replayed_as_it_broke(table):
    def breaks(desk):
        yield from ()
        raise ZeroDivisionError("no")

    verbs = {**LANTERNS.game.verbs, "break": LANTERNS.game.verbs["say"]._replace(name="break", story=breaks, slots=())}
    broken = LANTERNS.game._replace(verbs=verbs)
    driven(table, broken).do(Act("ana", "break", {}))
    assert verify(table, broken) == ([], [])
    mended = {**verbs, "break": verbs["break"]._replace(story=lambda desk: says("fine"))}
    told = f"record {place_of(table, Began)}: 'break' of ana comes out differently today"
    assert verify(table, broken._replace(verbs=mended)) == ([told], [])


def says(*texts, outcome="said"):
    yield from ()
    return ends(outcome, *map(Say, texts))


def test_tokens_that_the_host_placed_are_taken_as_they_are(table):
    driven(table, LANTERNS.game).land(LANTERNS.place("rat", LANTERNS.quick_foe(2), "foe", "gm", Audience({"gm"})))
    do(table, Act("gm", "stalk", {"foe": "rat", "prey": "ana"}), 6)
    assert verify(table, LANTERNS.game) == ([], [])


def test_an_act_that_is_only_told_in_other_words_is_named_apart(table):
    told = LANTERNS.game.verbs["say"]._replace(name="tell", story=lambda desk: says("So it is."), slots=())
    driven(table, game_with(told)).do(Act("ana", "tell", {}))
    wordier = told._replace(story=lambda desk: says("So it is.", "And so it stays."))
    here = place_of(table, Began)
    assert verify(table, game_with(wordier)) == ([], [f"record {here}: 'tell' of ana reads differently today"])
    other = told._replace(story=lambda desk: says("So it is.", outcome="sung"))
    assert verify(table, game_with(other)) == ([f"record {here}: 'tell' of ana comes out differently today"], [])


def test_a_number_in_a_line_is_no_word(table):
    """Lines may come, go and read otherwise; where one of the same template stands in both, its numbers agree."""

    def tells(*lines):
        return game_with(LANTERNS.game.verbs["say"]._replace(name="tell", story=lambda desk: says(*lines), slots=()))

    def falls(metres, hits):
        return phrase("{who} falls {metres} m: {harm}", who="ana", metres=metres, harm=phrase("{hits:hit}", hits=hits))

    driven(table, tells(falls(3, 2), "So it is.")).do(Act("ana", "tell", {}))
    named = f"record {place_of(table, Began)}: 'tell' of ana"
    assert verify(table, tells(falls(3, 2), "So it is.")) == ([], [])
    assert verify(table, tells(falls(4, 2), "So it is.")) == ([f"{named} tells other numbers today"], [])
    assert verify(table, tells("So it is.", falls(3, 1))) == ([f"{named} tells other numbers today"], [])
    in_other_words = phrase("{who} falls, {metres} m deep", who="ana", metres=4)
    for lines in [("So it is.", falls(3, 2)), (falls(3, 2), falls(4, 1)), (in_other_words,), ("So it is.",)]:
        assert verify(table, tells(*lines)) == ([], [f"{named} reads differently today"])


def test_a_question_that_is_only_put_in_other_words_is_no_difference(table):
    def asks(prompt):
        def story(desk):
            yield from choose("ana", "wait", prompt, options("yes", "no"))
            return ends("waited")

        return game_with(Verb("wait", story))

    driven(table, asks("Wait?")).do(Act("ana", "wait", {}))
    driven(table, asks("Wait?")).do(Act("bo", "note", {"text": "so"}))
    driven(table, asks("Wait?")).do(Act("bo", "note", {"text": "so"}))
    differences, rewordings = verify(table, asks("Well?"))
    assert (differences, len(rewordings)) == ([], 3)  # asked otherwise, and then, twice, withdrawn and asked anew
    assert verify(table, asks("Wait?")) == ([], [])


def test_a_question_that_is_withdrawn_for_good_is_none_in_other_words(table):
    def waits(desk):
        if not any(path[:2] == ("note", "bo") for path in desk.facts):
            yield from choose("ana", "wait", "Wait?", options("yes", "no"))
        return ends("waited")

    game = game_with(Verb("wait", waits))
    driven(table, game).do(Act("ana", "wait", {}))
    events = driven(table, game).do(Act("bo", "note", {"text": "now"}))
    assert [type(event).__name__ for event in events][-2:] == ["Withdrawn", "Ended"]
    assert verify(table, game) == ([], [])


def test_an_act_of_before_takes_what_its_verb_has_got_since_and_loses_what_it_has_no_more(table):
    def waits(desk, who, how="softly"):
        assert how == "softly"
        yield from choose(who, "wait", f"Wait {how}?", options("yes", "no"))
        return ends("waited")

    loudly = a_choice("loudly", ("yes", "no"))
    old = Verb("wait", lambda desk, who, loudly: waits(desk, who), (a_person("who", "mine"), loudly))
    driven(table, game_with(old)).do(Act("ana", "wait", {"who": "ana", "loudly": "no"}))
    new = Verb("wait", waits, (a_person("who", "mine"), a_choice("how", ("softly", "aloud"), default="softly")))
    assert verify(table, game_with(new)).differences == []
    (question,) = table.truth.questions
    driven(table, game_with(new)).do(Answer("ana", question, "yes"))
    assert [event.outcome for event in table.records if isinstance(event, Ended)] == ["waited"]
    with pytest.raises(Refusal, match="wait takes who, how; found who, loudly"):  # whoever does it today does it as it is
        table.plan(game_with(new), Act("ana", "wait", {"who": "ana", "loudly": "no"}), no_dice)


def game_with(verb):
    return LANTERNS.game._replace(verbs={**LANTERNS.game.verbs, verb.name: verb})


def test_whoever_watches_hears_how_far_it_is_and_may_end_an_act(table):
    def ends_it(play):
        play()
        raise BadValue("it takes too long")

    do(table, Act("ana", "say", {"text": "Hm."}))
    heard = []
    found, _ = verify(table, LANTERNS.game, ends_it, heard.append)
    assert found[-1] == f"record {place_of(table, Began)}: 'say' of ana is refused today: it takes too long"
    assert (heard[-1], sorted(heard)) == (len(table.records), heard)
