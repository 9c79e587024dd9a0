"""Twist of Fate, and Mind over Matter: no dice, only what people bid, face down."""

CHAPTERS = ("bidding", "characters", "combat", "wounds", "magic")
