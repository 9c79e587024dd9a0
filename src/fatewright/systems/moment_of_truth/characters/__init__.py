"""Chapters 2 to 4: statistics, skills and traits."""
