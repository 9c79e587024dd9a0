"""The bodies of requests."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request."""


class NewTable(Asked, frozen=True):
    """POST /api/tables: set out a table. Whoever does is its game master, or its first player where there is none."""

    game: str
    name: str
    seat: str
    preset: str = ""
    dials: dict[str, Any] = {}


class Join(Asked, frozen=True):
    """POST /api/tables/ID/join: sit down under a name."""

    name: str
    role: Literal["player", "spectator", "television"] = "player"
    is_beside: bool = False  # on the same device as whoever asks, who keeps their seat
    link: str = ""  # what stands behind #k= in the link, where it has been changed


class Claim(Asked, frozen=True):
    """POST /api/tables/ID/claim: take the seat that a code is good for, once."""

    code: str


class Reseat(Asked, frozen=True):
    """POST /api/tables/ID/reseat: a code with which another device takes a seat; the old one loses it then.

    For one's own seat; for others by the game master, or by a player once the table has voted for it (move-to-reseat).
    """

    seat: str


class ChangeLink(Asked, frozen=True):
    """POST /api/tables/ID/link (game master; players, where there is none): another link from now on. Answered by a Door."""


class HandOver(Asked, frozen=True):
    """POST /api/tables/ID/hand-over: cover this device until that seat, another of its own, takes it. Answered by a Door."""

    seat: str


class Take(Asked, frozen=True):
    """POST /api/tables/ID/take: the seat to which this device was handed over holds it now. Answered by a Door."""

    seat: str


class Pass(Asked, frozen=True):
    """POST /api/enter: say the passphrase of this house."""

    passphrase: str


class Weigh(Asked, frozen=True):
    """POST /api/tables/ID/odds: the odds of an act, or of every answer to a question that waits for you."""

    verb: str = ""
    args: dict[str, Any] = {}
    question: int = -1


class Undoes(Asked, frozen=True):
    """POST /api/tables/ID/undoes: which of your lines a rewind to before one of them would undo."""

    before: int = -1  # -1: what taking back the last thing would undo


class ChangesOf(Asked, frozen=True):
    """POST /api/tables/ID/changes: all that you know to have become of one number."""

    path: list[str]  # ["token", "ana", "light"]


class Check(Asked, frozen=True):
    """POST /api/games/ID/check: all that is wrong with a character, at a table with these dials.

    `is_written`: by a game master, for whom what a player's character could not have is no more than worth a second look.
    """

    name: str
    choices: dict[str, Any]
    dials: dict[str, Any] = {}
    is_written: bool = False


class Newcomer(Asked, frozen=True):
    """POST /api/games/ID/newcomer: a character by dice."""


class TryIt(Asked, frozen=True):
    """POST /api/games/ID/try: a ready-made scene in which the others play by themselves. Answered by a TableCard."""


class Forget(Asked, frozen=True):
    """POST /api/tables/ID/forget: give up your seat where you tried a game."""


class Draw(Asked, frozen=True):
    """POST /api/games/ID/draw: let the dice pick an entry for a field that can be drawn."""

    field: str


class WhatToDo(Asked, frozen=True):
    """POST /api/tables/ID/acts: what do you do? Answered by Acts."""


class FillIn(Asked, frozen=True):
    """POST /api/tables/ID/form: an act's form with these slots filled in, the others as they usually stand.

    `is_opening`: nobody has touched it yet. If it cannot be done as it usually stands, it opens on a way in which it can.
    """

    verb: str
    args: dict[str, Any] = {}
    is_opening: bool = False


class SheetOf(Asked, frozen=True):
    """POST /api/tables/ID/sheet: what follows from the numbers of a token, as far as you know them."""

    token: str


class Print(Asked, frozen=True):
    """POST /api/tables/ID/print: the sheets of tokens on paper, as far as you know them. Answered by a Paper."""

    tokens: list[str]


class OwnRow(Asked, frozen=True):
    """A row of a list: its name, and what stands in its columns. What is empty, false or not there is not filled in."""

    name: str
    cells: dict[str, Any]


class Own(Asked, frozen=True):
    """POST /api/games/ID/own: own a version of a game, by a code from the host that is good once. Answered by a Kept."""

    code: str


class Keep(Asked, frozen=True):
    """POST /api/games/ID/content: keep a version of your own of a built-in game, or changes to one that you own.

    Whoever makes one gets the key to it, a cookie; others may read it, and keep its rows as a version of their own.
    `stamp` is that of the version as you have read it: nobody overwrites what was kept meanwhile.
    """

    title: str
    lists: dict[str, list[OwnRow]]
    stamp: str = ""
