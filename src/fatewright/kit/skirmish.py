"""A fight that plays itself: every seat by a tactic, every question by a sensible player, until one side is down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fatewright.core.table.game import Act
from fatewright.core.table.state import State
from fatewright.core.table.table import Table
from fatewright.kit.players import open_questions
from fatewright.kit.stage import KeyedDice

Chooses = Callable[[State, str], Act | None]  # what a seat does next, by its own view; None: nothing just now
Answers = Callable[[State, str, int], Any]  # how a seat answers a question


class Skirmish:
    """A table on which every seat is played: who does what, and who answers what."""

    def __init__(self, table: Table, game: Any, dice: KeyedDice, acts: Mapping[str, Chooses], answers: Answers) -> None:
        self.table, self.game, self.dice, self.acts, self.answers = table, game, dice, acts, answers

    def step(self) -> bool:
        """Let somebody answer or act; False if nobody has anything to do."""
        self.dice.next_act()
        for seat in self.table.seats():
            for question in open_questions(self.table.view(seat), seat):
                self.table.do(self.game, self.answers(self.table.view(seat), seat, question), self.dice)
                return True
        for seat, chooses in self.acts.items():
            if act := chooses(self.table.view(seat), seat):
                self.table.do(self.game, act, self.dice)
                return True
        return False

    def play(self, is_over: Callable[[State], bool], steps: int) -> int:
        """Play until it is over, for at most so many steps: how many it took."""
        for step in range(steps):
            if is_over(self.table.truth) or not self.step():
                return step
        return steps
