"""Odds are worked out by processes that take turns, can be ended, and leave nothing behind."""

import asyncio
import logging
import threading
import time
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest

import loops
from fatewright.core.errors import BadValue
from fatewright.core.table.seal import EVERYONE, HIDDEN, LeakError, Secret, is_hidden
from fatewright.systems import versions
from fatewright.systems.spec import game, games
from fatewright.systems.versions import ListRow, Version
from fatewright.web.worker import Games, OfRule, put, stamp_of, take
from fatewright.web.workers import MOST, Failed, Workers, reference
from web.endless import endless
from web.serving import PATIENCE, Browser, Process, character, new_table, served

LANTERNS = reference()(game("lanterns"))
QUICK = OfRule(LANTERNS, "daring", {"dice": "3"}, "")


@pytest.fixture(scope="module")
def theirs(tmp_path_factory):
    """A home-made game, and how its rules are asked for."""
    folder = tmp_path_factory.mktemp("endless") / "game"
    system = endless(folder)
    named = reference()(system)
    return SimpleNamespace(system=system, folder=folder, of=lambda rule: OfRule(named, rule, {"dice": "1"}, ""))


@pytest.fixture(scope="module")
def hasty():
    """A worker that has little time."""
    found = Workers(patience=0.2, hard=300, count=1)
    yield found
    found.close()


def asked(workers, *questions):
    """What comes of questions, each with who asks, in the order in which they are answered."""

    async def ask_all():
        order = []

        async def one(who, question):
            try:
                order.append((who, await workers.ask(who, question)))
            except Exception as why:
                order.append((who, why))

        await asyncio.gather(*(one(*each) for each in questions))
        return order

    return loops.run(ask_all())


def pids(workers):
    return {process.pid for process in workers._processes}


def test_what_takes_too_long_is_ended_in_words_and_the_worker_goes_on(hasty, theirs):
    asked(hasty, ("ana", QUICK))
    before = pids(hasty)
    ((_, why),) = asked(hasty, ("ana", theirs.of("brooding")))
    assert str(why).startswith("no odds: it takes longer than 0.2 seconds to count them; ask for less")
    assert pids(hasty) == before
    ((_, body),) = asked(hasty, ("ana", QUICK))
    assert b"outcomes" in body


def test_a_worker_that_is_stuck_is_ended_and_another_takes_its_place(theirs):
    workers = Workers(patience=300, hard=PATIENCE, count=1)
    asked(workers, ("ana", QUICK))
    before = pids(workers)
    workers._hard = 2  # for what never ends alone: to start a process may take a busy machine as long as that
    ((_, why),) = asked(workers, ("ana", theirs.of("stuck")))
    assert str(why) == "no odds: it takes longer than 2 seconds to count them"
    workers._hard = PATIENCE
    ((_, body),) = asked(workers, ("ana", QUICK))
    assert b"outcomes" in body
    after = pids(workers)
    assert (len(after), after & before) == (1, set())
    workers.close()
    assert not any(is_there(pid) for pid in before | after)


def test_whoever_asks_much_does_not_keep_others_waiting(hasty, theirs):
    pile = [("ana", theirs.of("brooding"))] * 3
    assert [who for who, _ in asked(hasty, *pile, ("bo", QUICK), ("cleo", QUICK))] == ["ana", "bo", "cleo", "ana", "ana"]


def test_a_rule_that_breaks_is_told_by_its_place_and_what_it_prints_is_no_answer(hasty, theirs):
    line = (theirs.folder / "rules.py").read_text().splitlines().index("    return 1 // 0") + 1
    ((_, why),) = asked(hasty, ("ana", theirs.of("broken")))
    assert isinstance(why, Failed)
    assert (why.where[0], why.where[-1]) == ("ZeroDivisionError", f"rules.py:{line}")


def test_a_game_whose_files_have_changed_is_not_weighed_by_other_rules(hasty, tmp_path):
    question = OfRule(reference()(endless(tmp_path / "game")), "daring", {"dice": "1"}, "")
    rules = tmp_path / "game" / "rules.py"
    rules.write_text(rules.read_text() + "\n")
    assert stamp_of(tmp_path / "game") != question.game.stamp
    ((_, why),) = asked(hasty, ("ana", question))
    assert str(why) == "the files of this game have changed since the house read them; start the house anew"


def test_every_revision_of_a_version_is_weighed_by_its_own_text(tmp_path):
    def version(harm):
        row = ListRow("hook", {"harm": harm, "trait": "hand"})
        return versions.loaded(versions.written(Version("ours", "Ours", "lanterns", {"weapons": [row]})), tmp_path / "ours")

    found, refer = Games(), reference()
    assert [found.find(refer(version(harm))).lists["weapons"]["hook"]["harm"] for harm in (2, 3, 2)] == [2, 3, 2]


def test_no_more_questions_wait_than_the_limit_says():
    workers = Workers(count=0)
    for _ in range(MOST):
        workers._put("ana", QUICK)
    workers._put("bo", QUICK)
    with pytest.raises(BadValue, match="64 questions about odds wait already"):
        workers._put("ana", QUICK)
    workers.close()


def test_what_is_hidden_stays_so_on_the_way_and_what_is_sealed_is_not_sent():
    pipe = BytesIO()
    put(pipe, {"known": 3, "hidden": HIDDEN})
    pipe.seek(0)
    found = take(pipe)
    assert (found["known"], is_hidden(found["hidden"])) == (3, True)
    with pytest.raises(LeakError):
        put(BytesIO(), {"sealed": (Secret(3, EVERYONE),)})
    with pytest.raises(EOFError):
        take(BytesIO(b"\0\0"))


def test_at_a_table_odds_that_never_end_are_told_in_words_and_whoever_looks_back_does_not_wait(tmp_path, theirs, caplog):
    workers = Workers(patience=0.5, hard=600)
    with served(tmp_path, systems={**games(), "endless": theirs.system}, workers=workers) as address:
        table, browsers = new_table(address, "ana", game="endless")
        ana = browsers["ana"].sit(table)
        assert ana.act("bring", character=character("ana").replace("lanterns", "endless"))["is"] == "done"
        said = browsers["ana"].post(f"/api/tables/{table}/odds", {"verb": "spin", "args": {"who": "ana"}, "question": -1})
        note = "no odds: it takes longer than 0.5 seconds to count them"
        assert (said[0], said[1]["odds"]["outcomes"], said[1]["odds"]["note"]) == (200, [], note)
        with caplog.at_level(logging.ERROR, "fatewright"):
            status, wrong = Browser(address).get("/api/odds?game=endless&rule=broken&dice=1")
        assert (status, wrong) == (500, {"why": "something went wrong here; the log of the server says where"})
        stuck = [
            threading.Thread(target=Browser(address).get, args=(f"/api/odds?game=endless&rule=stuck&dice={dice}",))
            for dice in (1, 2, 3)
        ]
        for thread in stuck:
            thread.start()
        assert browsers["ana"].get(f"/api/tables/{table}/film?first=0")[0] == 200
        assert browsers["ana"].get(f"/api/tables/{table}/recap")[0] == 200
        assert ana.act("say", text="on we go")["is"] == "done"
        assert all(thread.is_alive() for thread in stuck)
        workers.close()
        for thread in stuck:
            thread.join()
        ana.close()


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_no_worker_outlives_its_house(tmp_path, end):
    with Process(tmp_path) as house:
        assert Browser(house.address).get("/api/odds?notation=2d6")[0] == 200
        running = [int(one.name) for one in Path("/proc").iterdir() if one.name.isdecimal()]
        children = [pid for pid in running if parent_of(pid) == house.process.pid]
        assert len(children) == 1
        getattr(house, end)()
        until = time.monotonic() + PATIENCE
        while is_there(children[0]) and time.monotonic() < until:
            time.sleep(0.01)
        assert not is_there(children[0])


def parent_of(pid):
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def is_there(pid):
    """Whether a process runs; one that is over and waits to be heard of does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
