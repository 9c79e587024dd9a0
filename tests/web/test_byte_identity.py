"""What a seat's socket receives does not depend, byte for byte, on what that seat may not know: bids, rolls, numbers, words."""

import json
from contextlib import ExitStack, closing, contextmanager
from itertools import count

import pytest

from fatewright.systems.spec import games
from fatewright.systems.writing import AGAIN, ONCE
from web.serving import Browser, character, new_table, served

GAMES = games()
SEATS = ("gm", "ana", "bo", "sky", "tv")


class Play:
    """A table at which one thing happens after the other: everybody has read everything before the next."""

    def __init__(self, table, browsers, sittings):
        self.table, self.browsers, self.sittings = table, browsers, sittings
        self.told = {seat: [] for seat in sittings}  # what was asked over HTTP, and the answers
        self._ids = {seat: count() for seat in sittings}

    def act(self, seat, verb, **args):
        return self.do(seat, "act", verb=verb, args=args)

    def answer(self, seat, value, name):
        return self.do(seat, "answer", question=self.sittings[seat].asked(name)["number"], answer=value)

    def do(self, seat, what, **fields):
        answer = self._send(seat, what, **fields)
        self.settle()
        assert answer["is"] == "done", answer
        return self

    def refused(self, seat, what, **fields):
        assert self._send(seat, what, **fields)["is"] == "refused"
        self.settle()

    def settle(self):
        """Each reads until a command of their own is refused: whatever came before it has come."""
        for seat in self.sittings:
            self._send(seat, "lapse", question=-1)

    def _send(self, seat, what, **fields):
        return self.sittings[seat].send(what, id=f"{seat} {next(self._ids[seat])}", **fields)

    def pry(self, *seats):
        """Whatever else a seat can ask for: what its options would lead to, what its log says, what is not its to answer."""
        for seat in seats:
            questions = self.sittings[seat].questions
            for one in questions:
                if one["seat"] != seat:
                    self.refused(seat, "answer", question=one["number"], answer=1)
                asked = {"question": one["number"]}
                self.told[seat].append(self.browsers[seat].post(f"/api/tables/{self.table}/odds", asked))
            self.told[seat].append(self.browsers[seat].get(f"/api/tables/{self.table}/log?before=999"))
            for back in ("film?first=0", "recap"):
                self.told[seat].append(self.browsers[seat].get(f"/api/tables/{self.table}/{back}"))
            for path in (
                ["token", "ana", "light"],
                ["token", "bo", "light"],
                ["token", "shade", "harm"],
                ["token", "shade", "of"],
            ):
                self.told[seat].append(self.browsers[seat].post(f"/api/tables/{self.table}/changes", {"path": path}))
            for token in ("ana", "bo", "shade"):
                self.told[seat].append(self.browsers[seat].post(f"/api/tables/{self.table}/sheet", {"token": token}))
            everybody = {"tokens": ["ana", "bo", "shade"]}
            self.told[seat].append(self.browsers[seat].post(f"/api/tables/{self.table}/print", everybody))
            self.told[seat].append(self.browsers[seat].post(f"/api/tables/{self.table}/undoes", {}))
            with closing(self.browsers[seat].sit(self.table)) as again:
                self.told[seat].append(again.raw[0])
            self.settle()

    def frames(self, seat, before=""):
        """The frames of a seat as they came, up to but not including the first with a line of that kind."""
        raw = [text.replace(self.table, "TABLE") for text in self.sittings[seat].raw]
        kinds = [{line["kind"] for line in frame.get("lines", ())} for frame in self.sittings[seat].frames]
        end = next((place for place, found in enumerate(kinds) if before in found), len(raw)) if before else len(raw)
        return raw[:end], raw[end:]

    def seen(self, seat, before=""):
        """All that a seat has learned up to there."""
        return [*self.frames(seat, before)[0], json.dumps(self.told[seat]).replace(self.table, "TABLE")]


@contextmanager
def at_the_table(folder, **dials):
    """A game master, two players with a character each, a spectator and a television, all connected."""
    with served(folder, systems=GAMES) as address, ExitStack() as open_ones:
        table, browsers = new_table(address, "ana", "bo", dials=dials)
        for seat, role in (("sky", "spectator"), ("tv", "television")):
            browsers[seat] = Browser(address)
            assert browsers[seat].post(f"/api/tables/{table}/join", {"name": seat, "role": role})[0] == 200
        play = Play(table, browsers, {})
        for seat in SEATS:
            play.told[seat], play._ids[seat] = [], count()
            play.sittings[seat] = open_ones.enter_context(closing(browsers[seat].sit(table)))
            play.settle()
        for seat in ("ana", "bo"):
            play.act(seat, "bring", character=character(seat))
        yield play


def plays(tmp_path, script, worlds, **dials):
    """The same script in several worlds that differ in what is given to it."""
    found = []
    for number, world in enumerate(worlds):
        folder = tmp_path / str(number)
        folder.mkdir()
        with at_the_table(folder, **dials) as play:
            script(play, world)
        found.append(play)
    return found


def all_alike(found, seat, before=""):
    """Whether a seat has received the same bytes in all worlds, and more than nothing."""
    first, *others = [play.seen(seat, before) for play in found]
    assert len(first) > 5
    return all(first == other for other in others)


# ── bids ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

BIDS = [(0, 0), (1, 3), (2, 2), (3, 0), (0, 1)]  # bo's first bid, and what it becomes


def bo_bids_first(play, bids):
    play.act("ana", "stare", who="ana", other="bo")
    play.pry("ana", "sky")
    for bid in bids:
        play.answer("bo", bid, "stake")
        play.pry("ana", "gm", "sky", "tv")
    play.answer("ana", 2, "stake")


def bo_bids_last(play, bids):
    play.act("ana", "stare", who="ana", other="bo")
    play.answer("ana", 1, "stake")
    play.pry("ana", "gm", "sky")
    play.answer("ana", 2, "stake")
    play.answer("bo", bids[1], "stake")


def bo_thinks_again(play, bids):
    """A bid is laid, the act is taken back, and it begins anew."""
    play.act("ana", "stare", who="ana", other="bo")
    play.answer("bo", bids[0], "stake")
    play.do("bo", "back")
    play.act("bo", "say", text="let me think")
    play.pry("ana", "gm", "tv")
    play.answer("bo", bids[1], "stake")
    play.answer("ana", 2, "stake")


@pytest.mark.parametrize("script", [bo_bids_first, bo_bids_last, bo_thinks_again])
def test_until_the_reveal_nobody_receives_a_byte_that_depends_on_the_bid_of_another(tmp_path, script):
    found = plays(tmp_path, script, BIDS)
    assert [all_alike(found, seat, "revealed") for seat in ("ana", "gm", "sky", "tv")] == [True] * 4
    assert not all_alike(found, "bo", "revealed") or script is bo_bids_last, "bo knows what bo has bid"
    for seat in SEATS:
        after = [tuple(play.frames(seat, "revealed")[1]) for play in found]
        last = [bids[1] for bids in BIDS]
        assert len(after[0]) > 0
        assert [[one == other for other in after] for one in after] == [[one == other for other in last] for one in last]


def the_game_master_bids(play, bid):
    play.act("gm", "place", name="shade", kind="warden")
    play.act("gm", "stare", who="shade", other="ana")
    play.answer("gm", bid, "stake")
    play.pry("ana", "bo", "sky", "tv")
    play.refused("ana", "answer", question=play.sittings["ana"].asked("stake")["number"], answer=9)
    play.answer("ana", 2, "stake")


def test_until_the_reveal_nobody_receives_a_byte_that_depends_on_the_bid_of_the_game_master(tmp_path):
    found = plays(tmp_path, the_game_master_bids, range(5))
    assert [all_alike(found, seat, "revealed") for seat in ("ana", "bo", "sky", "tv")] == [True] * 4
    assert not all_alike(found, "gm", "revealed")
    for seat in SEATS:
        assert len({tuple(play.frames(seat, "revealed")[1]) for play in found}) == 5


# ── secrets ────────────────────────────────────────────────────────────────────────────────────────────────────────────

NOTHING = None  # a world in which it does not happen at all


def written(name, number, keep=AGAIN):
    """Whom the game master writes: what it is, what it can do, and whether it is kept, are theirs alone."""
    text = character(name, nerve=number, hand=number, wit=number, toughness=number + 1)
    return {"name": "shade", "look": "pale figure", "person": text, "keep": keep}


SECRETS = {  # what is done, by whom, and who may know
    "a roll behind the screen": ("gm", "secret-roll", [{"notation": "1d6"}, {"notation": "9d20+5"}, NOTHING], {"gm"}),
    "a note of the game master's": ("gm", "note", [{"text": "x"}, {"text": "the sluice opens inward"}, NOTHING], {"gm"}),
    "a note of a player's": ("bo", "note", [{"text": "x"}, {"text": "I lied"}, NOTHING], {"gm", "bo"}),
    "a whisper to bo": ("gm", "whisper", [{"to": "bo", "text": "x"}, {"to": "bo", "text": "run"}, NOTHING], {"gm", "bo"}),
    "a whisper to the game master": (
        "bo",
        "whisper",
        [{"to": "gm", "text": "x"}, {"to": "gm", "text": "run"}, NOTHING],
        {"gm", "bo"},
    ),
    "whom the game master whispers to": ("gm", "whisper", [{"to": "bo", "text": "x"}, {"to": "gm", "text": "x"}], {"gm", "bo"}),
    "the kind of a foe": (
        "gm",
        "place",
        [{"name": "shade", "kind": "ghoul"}, {"name": "shade", "kind": "hollow_king"}],
        {"gm"},
    ),
    "all about somebody written": ("gm", "write-somebody", [written("ghoul", 0), written("hollow king", 5, ONCE)], {"gm"}),
    "the number of a foe": ("gm", "quick", [{"name": "shade", "number": 0}, {"name": "shade", "number": 5}], {"gm"}),
}


@pytest.mark.parametrize("case", SECRETS)
def test_nobody_receives_a_byte_that_depends_on_a_secret_of_others(tmp_path, case):
    by, verb, worlds, insiders = SECRETS[case]

    def script(play, args):
        play.act("ana", "say", text="before")
        play.settle() if args is NOTHING else play.act(by, verb, **args)
        play.act("ana", "say", text="after")
        play.pry(*(seat for seat in SEATS if seat not in insiders))

    found = plays(tmp_path, script, worlds)
    outsiders = [seat for seat in SEATS if seat not in insiders]
    assert [all_alike(found, seat) for seat in outsiders] == [True] * len(outsiders)
    assert not all_alike(found, by), "whoever did it knows it: otherwise this proves nothing"


def a_foe_in_a_fight(play, kind):
    play.act("gm", "place", name="shade", kind=kind)
    play.act("gm", "move", who="shade", x=1, y=1)
    play.act("ana", "stare", who="ana", other="shade")
    play.pry("ana", "bo", "sky", "tv")
    play.answer("ana", 1, "stake")
    play.answer("gm", 0, "stake")
    play.refused("ana", "act", verb="unmask", args={"who": "shade"})
    play.pry("ana", "bo", "sky", "tv")
    play.act("gm", "unmask", who="shade")


def test_what_a_foe_is_shows_in_nothing_until_the_game_master_says_it(tmp_path):
    found = plays(tmp_path, a_foe_in_a_fight, ["ghoul", "hollow_king"])
    for seat in ("ana", "bo", "sky", "tv"):
        assert all_alike(found, seat, "verdict")
        one, other = [play.frames(seat, "verdict")[1] for play in found]
        assert one != other


def test_an_announced_roll_is_heard_and_tells_nothing_more(tmp_path):
    def script(play, notation):
        play.settle() if notation is NOTHING else play.act("gm", "secret-roll", notation=notation)
        play.act("ana", "say", text="after")

    heard = plays(tmp_path, script, ["1d6", "9d20+5"], secret_rolls="announced")
    (tmp_path / "quiet").mkdir()
    (quiet,) = plays(tmp_path / "quiet", script, [NOTHING], secret_rolls="announced")
    others = ("ana", "bo", "sky", "tv")
    assert [all_alike(heard, seat) for seat in others] == [True] * 4
    assert [all_alike([heard[0], quiet], seat) for seat in others] == [False] * 4


def put_to_the_test(play, hits):
    play.act("gm", "test", who="ana", trait="hand", hits=hits)
    play.pry("ana", "bo", "sky", "tv")
    play.answer("ana", False, "burn")
    play.pry("ana", "bo", "sky", "tv")


def verdicts(play):
    return [line["text"] for line in play.sittings["ana"].lines if line["kind"] == "verdict"]


def test_how_hard_a_test_is_shows_in_nothing_but_its_verdict(tmp_path):
    found = plays(tmp_path, put_to_the_test, [1, 2, 7, 8, 9])
    others = ("ana", "bo", "sky", "tv")
    for seat in others:
        frames = [play.frames(seat, "verdict")[0] for play in found]
        assert len(frames[0]) > 10
        assert [one == frames[0] for one in frames] == [True] * 5
    hard, easy = found[2:], [play for play in found if verdicts(play) == verdicts(found[0])]
    assert [all_alike(hard, seat) for seat in others] == [True] * 4
    assert [all_alike(easy, seat) for seat in others] == [True] * 4
    assert [all_alike([found[0], found[-1]], seat) for seat in others] == [False] * 4
    assert not all_alike(hard, "gm")
