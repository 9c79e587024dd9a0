"""Moment of Truth: pools of six-sided dice, read die by die, and tokens that bend fate."""

CHAPTERS = ("mechanics", "characters", "drama", "social", "combat", "hazards", "advancement")
