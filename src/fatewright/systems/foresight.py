"""What can be reckoned about a game, for one that advises its players: equilibria, duels, cheap tries, what a point is worth.

A second door beside `author`.
"""

from __future__ import annotations

from fatewright.core.rule.odds import Odds
from fatewright.core.rule.solve import Solution, solve
from fatewright.lab.duel import Duel
from fatewright.lab.purse import Purse
from fatewright.lab.tries import best_tries

__all__ = ["Duel", "Odds", "Purse", "Solution", "best_tries", "solve"]
