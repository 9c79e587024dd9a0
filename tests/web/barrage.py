"""What hostile tests stand on: two tables, what must not change at them, and how a refusal may sound."""

import itertools
import json
import logging
import re
import socket
import sqlite3
from contextlib import closing, contextmanager
from typing import NamedTuple

from patience import PATIENCE
from web.serving import ENDLESS, Sitting, character, new_table, served

SECRET = "the sluice opens inward"  # what only the game master knows
TOO_MUCH = "that was too much at once; wait a moment and try again"
INTERNAL = re.compile(
    r"Traceback|<fatewright|<class|<function|<sealed|object at 0x|\w+(Error|Exception)\(|File \"|NoneType|NamedTuple"
)
KEPT = ("tables", "records", "commands", "seats", "codes")
_places = itertools.cycle(f"127.0.0.{last}" for last in range(2, 250))


class Ground(NamedTuple):
    """A server with the table that is attacked and another that has nothing to do with it."""

    address: str
    file: str
    table: str
    browsers: dict
    other_table: str
    other_browsers: dict
    questions: dict  # the number under which each seat knows its own question
    stale: int  # a question that was put to ana and is no longer open

    @property
    def keys(self):
        return [value for one in (*self.browsers.values(), *self.other_browsers.values()) for value in one.cookies.values()]

    @contextmanager
    def sitting(self, seat):
        with closing(self.browsers[seat].sit(self.table)) as one:
            yield one


@contextmanager
def ground(folder, allowance=ENDLESS, held=None):
    """Ana and bo stare at each other, bo has bid, the game master keeps a secret, and a ghoul waits."""
    with served(folder, allowance=allowance, held=held) as address:
        table, browsers = new_table(address, "ana", "bo")
        for name, role in (("sky", "spectator"), ("tv", "television")):
            browsers[name] = type(browsers["gm"])(address)
            assert browsers[name].post(f"/api/tables/{table}/join", {"name": name, "role": role})[0] == 200
        sitting = {seat: browser.sit(table) for seat, browser in browsers.items()}
        gm, ana, bo = sitting["gm"], sitting["ana"], sitting["bo"]
        for seat in ("ana", "bo"):
            assert sitting[seat].act("bring", character=character(seat))["is"] == "done"
        assert gm.act("place", name="ghoul", kind="ghoul")["is"] == "done"
        assert gm.act("note", text=SECRET)["is"] == "done"
        ana.act("stare", who="ana", other="bo")
        stale = ana.asked("stake")["number"]
        ana.send("back")
        done = ana.act("stare", who="ana", other="bo")
        bo.catch_up(done["number"])
        assert bo.answer(3, "stake")["is"] == "done"
        questions = {seat: sitting[seat].asked("stake")["number"] for seat in ("ana", "bo")}
        for one in sitting.values():
            one.close()
        other_table, other_browsers = new_table(address, "cleo")
        yield Ground(address, str(folder / "tables.db"), table, browsers, other_table, other_browsers, questions, stale)


def kept(ground):
    """Everything that lasts, as the file has it."""
    with closing(sqlite3.connect(ground.file)) as connection:
        return {name: connection.execute(f'SELECT * FROM "{name}" ORDER BY 1, 2').fetchall() for name in KEPT}


@contextmanager
def nothing_changes(ground):
    """Whatever happens in here leaves no trace in the file; afterwards the server is well, and everybody plays on."""
    before = kept(ground)
    with no_errors():
        yield
        assert kept(ground) == before
        plays_on(ground)


def plays_on(ground):
    """The server is up, and at both tables somebody speaks and is heard."""
    assert request(ground, "GET", "/health")[0] == 200
    for table, browser in ((ground.table, ground.browsers["bo"]), (ground.other_table, ground.other_browsers["cleo"])):
        with closing(Sitting(browser, table)) as one:
            done, word = one.act("say", text="still here"), f"{one.welcome['seat']}: still here"
            told = [line["number"] for line in one.lines if line.get("text") == word and line["kind"] == "told"]
            assert (done["is"], told[-1:]) == ("done", [done["number"] - 1]), "somebody who does no harm can no longer play"


@contextmanager
def no_errors():
    """Nothing hostile is worth a line of the log that says something broke. (People who leave have a test of their own.)"""
    with errors_logged() as found:
        yield
    broken = [str(record.exc_info or record.__dict__.get("where") or record.msg) for record in found if not _is_theirs(record)]
    assert broken == [], f"the log says that something broke: {broken}"


@contextmanager
def errors_logged():
    """The errors that the server logs meanwhile."""
    found = []
    handler = logging.Handler(logging.ERROR)
    handler.emit = found.append
    loggers = [logging.getLogger(name) for name in ("fatewright", "uvicorn.error", "asyncio")]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield found
    finally:
        for logger in loggers:
            logger.removeHandler(handler)


def _is_theirs(record):
    """Whether it is told of the other side: they left, or what they sent is not even a message."""
    return bool(record.exc_info) and record.exc_info[0].__name__ in ("WebSocketDisconnect", "UnicodeDecodeError")


def is_in_words(why, ground):
    """Whether a refusal is a sentence that a person can read and that tells nothing it should not."""
    secrets = (SECRET, *ground.keys)
    is_bug = "something went wrong here" in why
    return len(why.split()) > 2 and not INTERNAL.search(why) and not is_bug and not any(one in why for one in secrets)


def shout(sitting, message):
    """Send a message as it is and read on until it is answered: the answer."""
    sitting.socket.send(message)
    return sitting.until(lambda frame: frame["is"] in ("done", "refused", "farewell"))


def refusals(ground, seat, messages):
    """What a seat is answered to messages that are all wrong; each must be refused in words."""
    with ground.sitting(seat) as sitting:
        answers = [(one[:200], shout(sitting, one)) for one in messages]
    taken = [text for text, answer in answers if answer["is"] != "refused"]
    assert taken == [], f"not refused: {taken}"
    unreadable = [(text, answer["why"][:300]) for text, answer in answers if not is_in_words(answer["why"], ground)]
    assert unreadable == [], f"not in words that a person can read: {unreadable}"
    return [answer for _, answer in answers]


def request(ground, method, path, body=b"", *, cookie="", **headers):
    """One request as it is, from an address of its own: the status and the body."""
    sent = {"Host": ground.address.removeprefix("http://"), "Connection": "close"}
    sent |= {"Content-Type": "application/json", "Content-Length": str(len(body))} if body else {}
    sent |= {"Cookie": cookie} if cookie else {}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items() if value is not None)]
    return raw_request(ground, "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)


def raw_request(ground, data):
    """Bytes to the server's port: the status and the body of what it answers; 0 if it only hangs up."""
    host, port = ground.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), PATIENCE, (next(_places), 0)) as connection:
        answer = b""
        try:
            connection.sendall(data)
            while part := connection.recv(65536):
                answer += part
        except ConnectionError:  # it hung up while we were talking
            pass
    head, _, text = answer.partition(b"\r\n\r\n")
    status = int(head.split()[1]) if head else 0
    return status, json.loads(text) if b"application/json" in head else text
