"""Triumph & Disaster: contests of twenty-sided dice, and a Storyteller."""
