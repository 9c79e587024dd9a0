"""Chapters 2 to 5 and 9: attributes, skills, Willpower from day to day, perks and flaws, advancement."""
