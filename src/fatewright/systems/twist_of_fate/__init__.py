"""Twist of Fate, and Mind over Matter: no dice, only what people bid, face down."""
