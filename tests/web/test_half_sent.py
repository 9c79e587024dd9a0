"""Whoever sends half of a request, or none, is waited for only so long; whoever has sent one, as long as they like."""

import json
import socket
from contextlib import closing

import pytest

from web.serving import PATIENCE, Browser, new_table, served

HEAD = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
HALVES = {
    "nothing": b"",
    "half of a head": HEAD,
    "half of a body": HEAD + b'Content-Length: 100\r\n\r\n{"game": "lant',
    "half of a handshake": b"GET /ws/abc HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
    "a second half": b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /health HTTP/1.1\r\nHost: loc",
}


@pytest.fixture(scope="module")
def impatient(tmp_path_factory):
    with served(tmp_path_factory.mktemp("impatient"), waits=1) as address:
        yield address


def test_half_sent_requests_end_and_those_who_play_stay(impatient):
    id, browsers = new_table(impatient, "ana")
    with closing(browsers["ana"].sit(id)) as ana:
        ends = {half: _until_closed(impatient, sent) for half, sent in HALVES.items()}
        assert ana.act("say", text="still here")["is"] == "done"
    assert {half: end for half, end in ends.items() if not end} == {}


def test_a_half_that_is_given_up_says_so(impatient):
    assert _until_closed(impatient, HALVES["half of a head"]).endswith(
        b"the rest of this request did not come in time; send it again\n"
    )
    assert Browser(impatient).get("/health")[0] == 200


def _until_closed(address, sent):
    """All that the server says until it closes the connection, and a mark that it has."""
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), PATIENCE) as half:
        half.sendall(sent)
        said = b""
        while part := half.recv(4096):
            said += part
    return b"closed: " + said


def test_a_body_that_comes_piece_by_piece_is_read(tmp_path):
    with served(tmp_path) as address:
        host, port = address.removeprefix("http://").split(":")
        body = json.dumps({"game": "lanterns", "name": "A table", "seat": "gm"}).encode()
        with socket.create_connection((host, int(port)), PATIENCE) as slow:
            slow.sendall(HEAD + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body))
            for piece in (body[:10], body[10:20], body[20:]):
                slow.sendall(piece)
            answer = b"".join(iter(lambda: slow.recv(4096), b""))
    assert answer.startswith(b"HTTP/1.1 200")
