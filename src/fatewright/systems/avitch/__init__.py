"""Avitch: pools of eight-sided dice, motivations that others appeal to, and no referee."""

CHAPTERS = ("mechanics", "characters", "discussions", "travel", "hand_to_hand", "mass_combat")
