"""What can be reckoned about a game, for one that advises its players: equilibria, duels, cheap tries, what a point is worth.

A second door beside `author`.
"""

from __future__ import annotations

from fatewright.core.duel import Duel
from fatewright.core.odds import Odds
from fatewright.core.purse import Purse
from fatewright.core.solve import Solution, solve
from fatewright.core.tries import best_tries

__all__ = ["Duel", "Odds", "Purse", "Solution", "best_tries", "solve"]
