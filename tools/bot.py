"""Plays at a table: python bot.py ADDRESS TABLE NAME VERB."""

import json
import sys
import time
from urllib.request import Request, urlopen

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

address, table, name, verb = sys.argv[1:]


def post(path, body, cookie=""):
    """What the table replies, and the cookie that it sets."""
    headers = {"Content-Type": "application/json", "Origin": address, "Cookie": cookie}
    reply = urlopen(Request(f"{address}/api/tables/{table}/{path}", json.dumps(body).encode(), headers))
    return json.load(reply), reply.headers.get("Set-Cookie", "").partition(";")[0]


def answer_to(asked):
    """The first answer that is open."""
    if asked["kind"] == "form":
        return [answer_to(one) for one in asked["fields"]]
    options = [one["value"] for one in asked.get("options", ()) if not one.get("blocked")]
    others = {"number": asked.get("low", 0), "text": "as you like", "order": options, "dice": [1] * len(asked.get("dice", ()))}
    return options[0] if asked["kind"] == "choose" else others[asked["kind"]]


def what_to_do(frame):
    """An answer, or a character and then the act, each under an id of its own: sent twice, it is done once."""
    for one in frame.get("questions", ()):
        if one["seat"] == name and not one["is_locked"]:
            return {"do": "answer", "id": f"to {one['number']}", "question": one["number"], "answer": answer_to(one["asked"])}
    doing = {"welcome": "bring", "done": verb if frame.get("id") == "bring" else None}.get(frame["is"])
    if doing:
        args = {
            slot["asked"]["name"]: slot["value"]
            for slot in post("form", {"verb": doing, "is_opening": True}, cookie)[0]["slots"]
        }
        if doing == "bring":
            args["character"] = json.dumps({**json.loads(args["character"]), "name": name})
        return {"do": "act", "id": doing, "verb": doing, "args": args}


(card, cookie), last = post("join", {"name": name}), -1
while True:
    try:
        with connect(
            f"ws{address[4:]}/ws/{table}?last={last}", additional_headers={"Cookie": cookie}, origin=address
        ) as socket:
            for frame in map(json.loads, socket):
                if frame["is"] == "farewell" and frame["is_final"]:
                    sys.exit()
                for line in frame.get("lines", ()):
                    last = line["number"]
                    print(last, line.get("text", ""), flush=True)
                if command := what_to_do(frame):
                    socket.send(json.dumps(command))
    except (OSError, WebSocketException):
        time.sleep(0.2)  # the server has gone: come back with the last number
