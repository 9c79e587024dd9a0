"""A worker: a process that works out odds for a house, one question after the other, until it is ended.

What comes in over the pipe is plain data: which game, a seat's own view, and what is asked. What goes out is what a screen
gets, as JSON; or a sentence, or, where a rule is broken, the place. Odds that were worked out are remembered from one question
to the next.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import entry_points
from io import BytesIO
from pathlib import Path
from typing import IO, Any, NamedTuple

import msgspec

from fatewright.core.errors import BadValue, FatewrightError
from fatewright.core.rule.notation import at_once
from fatewright.core.table.game import Act
from fatewright.core.table.seal import Blank, LeakError, Secret, is_hidden
from fatewright.core.table.state import State
from fatewright.server.room import frames
from fatewright.systems import spec, versions
from fatewright.systems.forms import BadSystem, call
from fatewright.systems.spec import System
from fatewright.web import weigh, wire

SIZE = 8  # bytes that say how long a message is
MOST_GAMES = 50  # that a worker keeps in mind


class WhichGame(NamedTuple):
    """Which game: its id and folder; of a house's own version its text, of other folders what they said when they were read."""

    id: str
    folder: str
    text: str = ""
    stamp: str = ""


class OfAct(NamedTuple):
    """What would an act lead to, as the seat that would do it can know?"""

    game: WhichGame
    view: State
    act: Act

    def answer(self, games: Games, patience: float) -> wire.Weighed:
        return wire.Weighed(weigh.odds_of_act(self.view, games.find(self.game).at(self.view.facts), self.act, patience), [])


class OfAnswers(NamedTuple):
    """What would each answer to a waiting question lead to?"""

    game: WhichGame
    view: State
    seat: str
    question: int

    def answer(self, games: Games, patience: float) -> wire.Weighed:
        return wire.Weighed(
            None,
            weigh.odds_of_answers(self.view, games.find(self.game).at(self.view.facts), self.seat, self.question, patience),
        )


class OfRule(NamedTuple):
    """What are the odds of a rule, or of dice?"""

    game: WhichGame | None
    rule: str  # its name; the dice themselves, where there is no game
    args: dict[str, str]
    lens: str

    def answer(self, games: Games, patience: float) -> wire.RuleOdds:
        system = games.find(self.game) if self.game else None
        asked = call(system.rule(self.rule), self.args) if system else at_once(self.rule)
        return weigh.odds_of_rule(str(asked), asked, self.lens, system, patience)


Question = OfAct | OfAnswers | OfRule


class Errand(NamedTuple):
    """A question, how many seconds of work it may take, and how many may pass."""

    question: Question
    patience: float
    hard: float


class Reply(NamedTuple):
    """What came of a question: the body of an answer, or a sentence that says why there is none, or where it broke."""

    body: bytes = b""
    why: str = ""
    where: tuple[str, ...] = ()


READY = Reply()  # what a worker says first


class Games:
    """The games that a worker has read, each as the house has it."""

    def __init__(self) -> None:
        self._known: dict[WhichGame, System] = {}

    def find(self, game: WhichGame) -> System:
        if game not in self._known:
            self._known[game] = self._read(game)
            if len(self._known) > MOST_GAMES:
                del self._known[next(iter(self._known))]
        return self._known[game]

    def _read(self, game: WhichGame) -> System:
        folder = Path(game.folder)
        if folder.parent == spec.BUILT_IN:
            return spec.game(game.id)
        if game.text:
            return versions.loaded(game.text, folder)
        try:
            system = spec.games()[game.id] if _is_installed(game) else spec.from_folder(folder)
        except (BadSystem, OSError) as wrong:
            raise BadValue(f"the game can no longer be read: {wrong}") from None
        if stamp_of(folder) != game.stamp:
            raise BadValue("the files of this game have changed since the house read them; start the house anew")
        return system


def _is_installed(game: WhichGame) -> bool:
    """Whether a package offers it."""
    return any(entry.name == game.id for entry in entry_points(group=spec.GROUP))


def stamp_of(folder: Path) -> str:
    """What the files of a game say, in short."""
    files = sorted(file for file in folder.glob("*") if file.suffix in (".py", ".toml"))
    return sha256(b"\0".join(file.name.encode() + file.read_bytes() for file in files)).hexdigest()[:16]


def answered(asked: Errand, games: Games) -> Reply:
    """What comes of a question."""
    try:
        return Reply(msgspec.json.encode(asked.question.answer(games, asked.patience)))
    except FatewrightError as why:
        return Reply(why=str(why))
    except Exception as wrong:
        return Reply(where=tuple(frames(wrong)))


class _Writer(pickle.Pickler):
    """Writes what a view holds: blanks stay blanks, and what is sealed has no form here either."""

    def reducer_override(self, obj: Any) -> Any:
        if is_hidden(obj):
            return Blank, ()
        if isinstance(obj, Secret):
            raise LeakError("something sealed was about to be sent to a worker")
        return NotImplemented


def put(pipe: IO[bytes], message: Any) -> None:
    """Write a message."""
    data = BytesIO()
    _Writer(data).dump(message)
    pipe.write(len(data.getbuffer()).to_bytes(SIZE, "big") + data.getbuffer())
    pipe.flush()


def take(pipe: IO[bytes]) -> Any:
    """The next message; EOFError if there will be none."""
    size = pipe.read(SIZE)
    data = pipe.read(int.from_bytes(size, "big"))
    if len(size) < SIZE or len(data) < int.from_bytes(size, "big"):
        raise EOFError
    return pickle.loads(data)


def main() -> None:
    """Answer until nobody asks any more."""
    inward, outward = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a rule prints is no answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever stops the house closes the pipe
    alarm: Callable[[int], Any] = getattr(signal, "alarm", lambda _: None)  # there is none on Windows
    games = Games()
    with suppress(EOFError, BrokenPipeError):
        put(outward, READY)
        while True:
            asked = take(inward)
            alarm(int(asked.hard) + 2)  # should the house be gone meanwhile, nobody else would end this
            said = answered(asked, games)
            alarm(0)
            put(outward, said)
