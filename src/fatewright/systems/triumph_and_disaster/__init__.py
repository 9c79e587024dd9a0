"""Triumph & Disaster: contests of twenty-sided dice, and a Storyteller."""

CHAPTERS = ("mechanics", "exploration", "combat", "characters", "items", "magic")
