"""Chapters 7, 9 and 10: fights, what they are fought with, wounds and their healing."""
