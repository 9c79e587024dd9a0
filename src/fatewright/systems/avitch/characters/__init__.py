"""Chapters 1.03 and 1.04: skills, how somebody is made, and the conditions that they are in."""
