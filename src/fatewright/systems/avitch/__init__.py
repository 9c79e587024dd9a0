"""Avitch: pools of eight-sided dice, motivations that others appeal to, and no referee."""
