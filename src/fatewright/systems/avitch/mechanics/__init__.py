"""Chapters 1.01 and 1.02: scenes, checks and their dice."""
