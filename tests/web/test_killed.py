"""The server is killed in the middle of play, again and again: what was acknowledged has lasted, once and whole."""

import json
import random
import sqlite3
import threading
import time
from collections import Counter
from contextlib import closing
from typing import NamedTuple

import msgspec
from websockets.exceptions import ConnectionClosed

from fatewright.core.table.events import Fact, Overruled, Told
from fatewright.core.table.replay import verify
from fatewright.core.table.seal import KEEPER, opened
from fatewright.server.file_store import FileStore
from fatewright.server.reading import whole_table
from fatewright.systems.spec import games
from fatewright.web import seen
from patience import PATIENCE
from web.serving import Process, Sitting, character, new_table

SET_OUT = 3  # acts that nobody commanded: the table is set out, and two sit down
ROLLS = ("1d6", "2d6+3", "4d6kh3")


class Report(NamedTuple):
    """What a torment has been through."""

    rounds: int
    sent: int  # messages, those sent again included
    acknowledged: int
    refused: int
    resent: int
    found_done: int  # of those sent again: carried out before the kill, unknown to whoever sent them
    records: int


class Player:
    """Somebody who plays without pause, and remembers across connections what they were told."""

    def __init__(self, browser, table, seat, seed):
        self.browser, self.table, self.seat = browser, table, seat
        self.random = random.Random(f"{seed}/{table}/{seat}")
        self.lines = []  # every line that ever came, in the order it came
        self.pending = None  # the command that was sent and has not been answered
        self.acknowledged, self.refused = {}, {}  # commands by id
        self.count = self.sent = self.resent = 0
        self.problems = []

    def play(self, is_over):
        """Connect, send again what has not been answered, and go on until the connection breaks or `is_over` is set."""
        last = self.lines[-1]["number"] if self.lines else None
        try:
            with closing(Sitting(self.browser, self.table, last)) as sitting:
                self._play(sitting, last, is_over)
        except (ConnectionClosed, OSError, EOFError):
            return  # the server was killed
        except Exception as wrong:
            self.problems.append(repr(wrong))

    def _play(self, sitting, last, is_over):
        try:
            if last is not None and not sitting.welcome["is_continued"]:
                self.problems.append(f"{self.seat} had lines up to {last}, and the table does not know them any more")
            if self.pending:
                self.resent += 1
                self._send(sitting)
            while not is_over.is_set():
                self.pending = self._next(sitting)
                self._send(sitting)
        finally:
            self.lines += sitting.lines

    def _send(self, sitting):
        """Send the command that is due until it is answered for good."""
        while self.pending:
            self.sent += 1
            answer = sitting.send(**self.pending)
            if answer["is"] == "done":
                self.acknowledged[answer["id"]] = self.pending
            elif answer["id"]:
                self.refused[answer["id"]] = answer["why"]
            else:  # too much at once
                continue
            self.pending = None

    def _next(self, sitting):
        self.count += 1
        id = f"{self.seat}.{self.count}"
        waiting = [one for one in sitting.questions if one["seat"] == self.seat and one["asked"] and not one["is_locked"]]
        if waiting and self.random.random() < 0.8:
            return {"do": "answer", "id": id, "question": waiting[0]["number"], "answer": self._answer(waiting[0]["asked"])}
        what = self.random.choices(("say", "note", "roll", "back", "bring", "bold"), (6, 3, 3, 1, 1, 3))[0]
        if what == "back":
            return {"do": "back", "id": id}
        if what == "bold" and self.seat == "gm":
            value = {"token": self.random.choice(("ana", "bo")), "field": "light", "value": 3, "reason": f"for {id}"}
            return {"do": "overrule", "id": id, **value}
        if what == "bold" and not waiting:
            dared = {"verb": "dare", "args": {"who": self.seat, "trait": "hand", "difficulty": "plain"}}
            stared = {"verb": "stare", "args": {"who": self.seat, "other": {"ana": "bo", "bo": "ana"}[self.seat]}}
            return {"do": "act", "id": id, **self.random.choice((dared, stared))}
        if what == "bring" and self.count % 10 == 0:
            return {"do": "act", "id": id, "verb": "bring", "args": {"character": character(f"friend {id}")}}
        if what == "roll":
            return {"do": "act", "id": id, "verb": "roll", "args": {"notation": self.random.choice(ROLLS)}}
        return {"do": "act", "id": id, "verb": "note" if what == "note" else "say", "args": {"text": f"word {id}"}}

    def _answer(self, asked):
        if asked["kind"] == "number":
            return self.random.randint(asked.get("low", 0), asked.get("high", 0))
        return self.random.choice([one["value"] for one in asked["options"]])


def torment(rounds, seed, folder, tell=lambda text: None):
    """Two tables of three, killed and started again so many times; raises AssertionError at the first thing that is wrong."""
    rng, file, found_done = random.Random(seed), folder / "tables.db", 0
    with Process(folder) as server:
        players = [one for _ in range(2) for one in _table(server.address, seed)]
        for number in range(rounds):
            _play_until(players, server, rng)
            server.process.stdout.close()
            server.start()
            records = check(file, players)
            found_done += _found_done(file, players)
            tell(f"round {number + 1}: {sum(len(one.acknowledged) for one in players)} acknowledged, {records} records")
        _play_once_more(players)
        records = check(file, players, is_complete=True)
        assert [one.pending for one in players] == [None] * len(players)
        _check_that_the_server_tells_the_same(players)
        assert server.stop() == 0
    assert check(file, players, is_complete=True) == records
    told = [sum(len(one.acknowledged) for one in players), sum(len(one.refused) for one in players)]
    return Report(rounds, sum(one.sent for one in players), *told, sum(one.resent for one in players), found_done, records)


def _table(address, seed):
    """The players of a new table, with a character for each that has one."""
    table, browsers = new_table(address, "ana", "bo")
    for seat in ("ana", "bo"):
        with closing(browsers[seat].sit(table)) as sitting:
            assert sitting.send("act", id=f"{seat}.0", verb="bring", args={"character": character(seat)})["is"] == "done"
    return [Player(browser, table, seat, seed) for seat, browser in browsers.items()]


def _play_until(players, server, rng):
    """All play at once; after some number of answers, and a moment more, the server is killed."""
    threads = [threading.Thread(target=one.play, args=(threading.Event(),)) for one in players]
    enough = sum(one.sent for one in players) + rng.randint(5, 120)
    for thread in threads:
        thread.start()
    end = time.monotonic() + PATIENCE
    while sum(one.sent for one in players) < enough and time.monotonic() < end:
        time.sleep(0.001)
    time.sleep(rng.uniform(0, 0.01))
    server.kill()
    for thread in threads:
        thread.join(PATIENCE)
    assert [problem for one in players for problem in one.problems] == []
    assert not any(thread.is_alive() for thread in threads)
    assert sum(one.sent for one in players) >= enough, "nobody could play"


def _play_once_more(players):
    """Each comes back, learns what became of their last command, and has everything that the table has told them."""
    is_over = threading.Event()
    is_over.set()
    for one in players:
        one.play(is_over)
    for one in players:
        one.play(is_over)  # what the others' last commands have brought
    assert [problem for one in players for problem in one.problems] == []


# ── what has lasted ────────────────────────────────────────────────────────────────────────────────────────────────────


def check(file, players, *, is_complete=False):
    """Compare the file with what the players were told, which is everything if `is_complete`; how many records it has."""
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    tables = {one.table: [other for other in players if other.table == one.table] for one in players}
    return sum(_check_table(file, id, seats, is_complete) for id, seats in tables.items())


def _check_table(file, id, players, is_complete):
    store = FileStore(file)
    try:
        rows = store.rows(id)
    finally:
        store.close()
    done = _commands(file, id)
    assert [row.number for row in rows] == list(range(len(rows)))
    acts = Counter(row.act for row in rows)
    assert all([row.act for row in rows[act : act + size]] == [act] * size for act, size in acts.items())
    table, damage = whole_table(rows)
    assert damage is None
    found = verify(table, games()["lanterns"].game)
    assert found == ([], []), f"half of an act, or another than was played: {found}"
    assert len(set(done.values())) == len(done), "two commands made one act"
    assert set(done.values()) <= set(acts)
    assert len(acts) == SET_OUT + len(done), "an act that nobody commanded, or a command carried out twice"
    _check_commands(players, done)
    _check_words(table, players, done)
    for one in players:
        lines = _lines(table, one.seat)
        assert [line["number"] for line in one.lines] == list(range(len(one.lines))), f"{one.seat}'s lines have a gap"
        assert one.lines == lines[: len(one.lines)], f"{one.seat} was told what the table does not remember"
        assert len(one.lines) == len(lines) or not is_complete
    return len(rows)


def _commands(file, id):
    """Which act each command became."""
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute('SELECT seat, id, number FROM commands WHERE "table" = ?', (id,)).fetchall()
    return {(seat, command): number for seat, command, number in found}


def _check_commands(players, done):
    """Nothing acknowledged is lost, nothing refused was done, and nothing else was done but what nobody has heard of yet."""
    acknowledged = {(one.seat, id) for one in players for id in one.acknowledged}
    refused = {(one.seat, id) for one in players for id in one.refused}
    pending = {(one.seat, one.pending["id"]) for one in players if one.pending}
    came = {(one.seat, f"{one.seat}.0") for one in players if one.seat != "gm"}
    assert acknowledged - set(done) == set(), "acknowledged, and lost"
    assert refused & set(done) == set(), "refused, and done all the same"
    assert set(done) - acknowledged - came - pending == set(), "done, and nobody has asked for it"


def _check_words(table, players, done):
    """Every word that carries its command's id stands in the records once for each command that was carried out."""
    records = [opened(event, KEEPER) for event in table.records]
    said = Counter(event.text for event in records if isinstance(event, Told) and ": word " in event.text)
    noted = Counter(event.value for event in records if isinstance(event, Fact) and event.path[0] == "note")
    ruled = Counter(event.reason for event in records if isinstance(event, Overruled))
    sent = [(one.seat, command) for one in players for command in [*one.acknowledged.values(), one.pending] if command]
    meant = [(seat, command) for seat, command in sent if (seat, command["id"]) in done]
    acts = [(seat, command["verb"], command["args"]) for seat, command in meant if command["do"] == "act"]
    assert said == Counter(f"{seat}: {args['text']}" for seat, verb, args in acts if verb == "say")
    assert noted == Counter(args["text"] for _, verb, args in acts if verb == "note")
    assert ruled == Counter(command["reason"] for _, command in meant if command["do"] == "overrule")


def _lines(table, seat):
    """What a seat has been sent by the records, as its browser would have it."""
    lines = seen.lines(table, games()["lanterns"].game, seat, 0, table.stream(seat).count, {})
    return json.loads(msgspec.json.encode(lines))


def _found_done(file, players):
    """How many commands were carried out without anybody's having been told."""
    done = {table: _commands(file, table) for table in {one.table for one in players}}
    return sum(1 for one in players if one.pending and (one.seat, one.pending["id"]) in done[one.table])


def _check_that_the_server_tells_the_same(players):
    """Page by page, the log of the server is what each player got line by line before and after every kill."""
    for one in players:
        log, before = [], len(one.lines)
        while before:
            status, page = one.browser.get(f"/api/tables/{one.table}/log?before={before}")
            assert status == 200
            log, before = page + log, page[0]["number"]
        assert log == one.lines


def test_what_was_acknowledged_outlives_every_kill_once_and_whole(tmp_path):
    report = torment(6, 20_260, tmp_path)
    assert report.rounds == 6
    assert report.acknowledged > 30
    assert report.resent > 6, "nobody was in the middle of anything: this proves nothing"


def test_what_was_worked_out_and_not_yet_stored_nobody_has_seen_and_a_kill_undoes(tmp_path):
    """Somebody else holds the file: commands wait for it. Whoever looks meanwhile sees nothing of them, nor afterwards."""
    with Process(tmp_path) as server:
        id, browsers = new_table(server.address, "ana", "bo")
        sittings = {seat: browser.sit(id) for seat, browser in browsers.items()}
        before = sittings["gm"].hear().texts()
        meant = {seat: {"do": "act", "id": "held", "verb": "say", "args": {"text": f"{seat} was here"}} for seat in browsers}
        with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None, timeout=PATIENCE)) as other:
            other.execute("BEGIN IMMEDIATE")
            for seat, sitting in sittings.items():
                sitting.socket.send(json.dumps(meant[seat]))
            for _ in range(20):  # each time the server has had a turn to tell
                with closing(browsers["gm"].sit(id)) as looking:
                    assert looking.texts() == before
            server.kill()
            other.execute("ROLLBACK")
        for sitting in sittings.values():
            sitting.close()
        server.process.stdout.close()
        server.start()
        with closing(browsers["gm"].sit(id)) as looking:
            assert looking.texts() == before
        for seat, browser in browsers.items():
            with closing(browser.sit(id)) as sitting:
                assert [sitting.send(**meant[seat])["is"] for _ in range(2)] == ["done", "done"]
        with closing(browsers["gm"].sit(id)) as looking:
            told = [line["text"] for line in looking.lines if line["kind"] == "told" and line.get("said_by")]
            assert told == [f"{seat}: {seat} was here" for seat in browsers]
